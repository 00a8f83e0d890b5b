"""Decks: losses are the library's, grades know the solve's own error, and answers survive whatever happens."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

pytest.importorskip("fsrs", reason="the trainer is an extra: pip install 'tianji[studio]'")

import tianji as tj
from tianji.evaluate.infosets import infoset_values
from tianji.studio.clerk import answer
from tianji.studio.play.decks import Deck, Decks
from tianji.studio.problems import Problem

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    solution = tj.solve(tj.load("kuhn"), until=1e-4)
    solution.save(folder / "result.safetensors")
    (folder / "result.json").write_text(json.dumps({"exploitability": solution.exploitability}))
    (folder / "run.json").write_text(json.dumps({"kind": "solve", "body": {"game": "kuhn"}}))
    return folder, solution


@pytest.fixture
def decks(tmp_path, run):
    found = answer(json.dumps({"ask": "drills", "folder": str(run[0])}))["answer"]
    every = Decks(tmp_path / "decks", tmp_path / "trash")
    return every, every.add("aaaaaaaaaa", "", found, None)


def test_losses_are_those_of_the_library(decks, run):
    _, deck = decks
    game, solution = tj.load("kuhn"), run[1]
    for player in (0, 1):
        worth = infoset_values(game, solution.strategy, player)
        for i, text in enumerate(worth.tree.labels):
            card = deck.cards.get(f"{player}|{text}")
            if card is None:
                assert worth.own_reach[i] * worth.cf_reach[i] < 1e-6
                continue
            values = worth.action_values(i)
            for action in range(len(values)):
                told = deck.answer(card["key"], action, START)
                assert told["loss"] == pytest.approx(values.max() - values[action], abs=1e-12)


def test_what_the_solve_cannot_tell_apart_is_sound_and_a_fold_of_the_best_hand_a_blunder(decks):
    _, deck = decks
    king = next(card for card in deck.cards.values() if card["infoset"] == "(2, 'b')")
    fold = king["actions"].index("p")
    assert deck.answer(king["key"], fold, START)["grade"] == "blunder"
    assert deck.answer(king["key"], 1 - fold, START)["grade"] == "sound"
    mixed = max(deck.cards.values(), key=lambda card: min(card["shares"]))
    for action in (0, 1):  # both are played: neither can be a mistake
        assert deck.answer(mixed["key"], action, START)["grade"] in ("sound", "fine")


def test_cards_come_back_and_survive_a_torn_line(decks):
    _, deck = decks
    first = deck.next(START)
    assert first["why"] == "new" and "values" not in first and "shares" not in first
    best = max(range(2), key=lambda a: deck.cards[first["key"]]["values"][a])
    deck.answer(first["key"], best, START)
    assert deck.next(START)["key"] != first["key"]
    second = max(deck.cards.values(), key=lambda card: max(card["values"]) - min(card["values"]))
    assert (
        deck.answer(second["key"], second["values"].index(min(second["values"])), START)["grade"] == "blunder"
    )
    later = START + timedelta(minutes=2)
    assert deck.next(later)["key"] == second["key"]  # what was wrong comes back first
    with (deck.folder / "reviews.jsonl").open("ab") as file:
        file.write(b'{"at": "2026-01-01T')
    again = Deck.open(deck.folder)
    assert again.reviews == deck.reviews
    assert again.next(later) == deck.next(later)
    days = START + timedelta(days=400)
    assert again.counts(days) == {"due": 2, "new": len(again.cards) - 2, "cards": len(again.cards)}


def test_the_report_counts_and_names_the_worst(decks):
    every, deck = decks
    assert deck.report()["mean"] is None
    keys = list(deck.cards)[:3]
    for key in keys:
        card = deck.cards[key]
        deck.answer(key, min(range(2), key=lambda a: card["values"][a]), START)
    report = deck.report()
    losses = [
        (max(deck.cards[key]["values"]) - min(deck.cards[key]["values"])) / deck.about["scale"]
        for key in keys
    ]
    assert report["reviews"] == 3
    assert report["mean"] == pytest.approx(sum(losses) / 3)
    assert report["half_width"] > 0
    assert report["leaks"][0]["loss"] == pytest.approx(max(losses))
    with pytest.raises(Problem, match="no card"):
        deck.answer("0|nowhere", 0, START)
    with pytest.raises(Problem, match="expected 0 to 1"):
        deck.answer(keys[0], 2, START)
    every.remove(deck)
    assert not every.known and (every.trash / f"deck-{deck.about['id']}").is_dir()


def test_an_answer_that_cannot_be_kept_is_not_counted(decks):
    _, deck = decks
    (deck.folder / "reviews.jsonl").mkdir()
    with pytest.raises(Problem, match="the workspace cannot be written"):
        deck.answer(next(iter(deck.cards)), 0, START)
    assert not deck.reviews and not deck.standing


def test_hands_that_are_alike_are_one_card(tmp_path):
    solution = tj.solve(tj.load("leduc"), iterations=50)
    solution.save(tmp_path / "result.safetensors")
    (tmp_path / "result.json").write_text("{}")
    (tmp_path / "run.json").write_text(json.dumps({"kind": "solve", "body": {"game": "leduc"}}))
    cards = answer(json.dumps({"ask": "drills", "folder": str(tmp_path)}))["answer"]["cards"]
    assert 200 < len(cards) <= 288
    assert cards[0]["reach"] == pytest.approx(1 / 3)  # a jack, of either suit


def test_a_run_without_a_strategy_is_refused(tmp_path):
    found = answer(json.dumps({"ask": "drills", "folder": str(tmp_path)}))
    assert "no strategy to learn from" in found["error"]["detail"]


def test_decisions_of_a_spot_with_the_pot_as_measure(tmp_path):
    spot = tj.holdem.Spot(board="Ks7h2d5c3s", pot=60, stack=100, oop="22+,A2s+", ip="22+,ATo+", bets="50%")
    solution = spot.solve(until="1%")
    solution.save(tmp_path / "result.tianji")
    (tmp_path / "result.json").write_text(json.dumps({"exploitability": solution.exploitability}))
    (tmp_path / "run.json").write_text(json.dumps({"kind": "holdem", "body": {}}))
    found = answer(json.dumps({"ask": "drills", "folder": str(tmp_path)}))["answer"]
    cards = {card["key"]: card for card in found["cards"]}
    assert len({card["line"] for card in cards.values()}) > 3
    some = next(card for card in cards.values() if card["line"] == "check")
    table, evs = solution.strategy("check"), solution.action_evs("check")
    assert some["player"] == 1 and some["pot"] == 60
    assert some["shares"] == pytest.approx(list(table[some["infoset"]].values()), abs=1e-6)
    assert some["values"] == pytest.approx(list(evs[some["infoset"]].values()), abs=1e-4)
    deck = Decks(tmp_path / "decks", tmp_path / "trash").add("aaaaaaaaaa", "", found, [1])
    assert deck.next(START)["line"] and "values" not in deck.next(START)
    worst = min(range(len(some["actions"])), key=lambda a: some["values"][a])
    told = deck.answer(some["key"], worst, START)
    assert told["share"] == pytest.approx(told["loss"] / 60)


def test_cards_of_one_street_or_line_alone(tmp_path):
    decks = Decks(tmp_path / "decks", tmp_path / "trash")
    rows = [("check", "flop"), ("check", "flop"), ("", "flop"), ("bet 50%", "turn")]
    cards = [
        {"key": str(k), "infoset": "AhKh", "actions": ["a", "b"], "reach": 0.1, "shares": [1.0, 0.0],
         "values": [1.0, 0.0], "error": 0.0, "player": 0, "line": line, "street": street}
        for k, (line, street) in enumerate(rows)
    ]  # fmt: skip
    deck = decks.add("", "x", {"game": "g", "scale": 1.0, "exploitability": 0.0, "cards": cards}, None)
    assert deck.places() == {"lines": ["check", "", "bet 50%"], "streets": ["flop", "turn"]}
    now = datetime(2026, 11, 1, tzinfo=UTC)
    assert deck.next(now, street="turn")["key"] == "3" and deck.next(now, line="")["key"] == "2"
    deck.answer("0", 0, now)
    assert deck.next(now, line="check")["key"] == "1"
    with pytest.raises(Problem):
        deck.next(now, line="fly")

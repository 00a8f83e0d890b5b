"""A table of hold'em: the player's cards are in no byte before a showdown; odds and files are the library's."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

import tianji as tj
from tianji.arena.phh import parse_phh
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError
from tianji.holdem.player.session import Session, dealt
from tianji.poker.cards import blocked, parse_cards, show_cards
from tianji.poker.equity import equity
from tianji.poker.ranges import Range
from tianji.studio.play.hands import list_players, showdown_share
from tianji.studio.play.players import BUILT_IN, own_players, player_of
from tianji.studio.play.tables import HoldemSeat, change_table, new_table, see_table, table_file


def sit(player="call", seat=0, seed=3, stack=20_000):
    about = {
        "game": "holdem", "opponent": {"kind": "player", "player": player}, "seat": seat, "rounds": [],
        "seed": seed, "stack": stack,
    }  # fmt: skip
    return new_table(about, player)


def test_what_is_sent_does_not_depend_on_the_others_cards(monkeypatch):
    """The same hand with every tenth pair that the player could hold gives the same bytes, until a showdown."""
    hole, board = dealt(3, 0)
    free = [card for card in range(52) if card not in (*hole[1], *board)]
    views = set()
    for other in list(pairwise(free))[::10]:
        monkeypatch.setattr(
            "tianji.holdem.player.session.dealt", lambda seed, number, other=other: ((other, hole[1]), board)
        )
        made = sit(seat=1)
        for said in ("c", "c", "b 200"):
            assert show_cards(other) not in json.dumps(made["view"])
            views.add(
                json.dumps([len(made["view"]["log"]), made["view"], see_table(made["about"], "call", "odds")])
            )
            made = change_table(made["about"], "call", "act", said)
    assert len(views) == 3


def test_hands_are_those_of_a_session(monkeypatch):
    """The same seed, the same words: cards, betting and chips of `tianji play holdem`."""
    said = ["r 300", "b 200", "c", "c", "c", "c", "a"]
    words, session = iter(said), Session(tj.holdem.Player("call"), 5)
    from tianji.poker.words import read_action

    wanted = [
        session.play_hand(seat, lambda hand: read_action(hand.state, next(words, "c"))) for seat in (1, 0)
    ]
    made, words = sit(seat=None, seed=5), iter(said)
    for hand in wanted:
        while not made["view"]["over"]:
            made = change_table(made["about"], "call", "act", next(words, "c"))
        view = made["view"]
        assert (view["hand"]["cards"], view["hand"]["board"]) == (hand.cards, hand.board)
        assert (view["seat"], view["payoffs"][view["seat"]]) == (hand.seat, hand.net)
        assert HoldemSeat(made["about"], "call").state().betting_text == hand.betting
        made = change_table(made["about"], "call", "deal")
    assert [row["payoff"] for row in made["view"]["results"]] == [hand.net for hand in wanted]
    kept = table_file(made["about"], "call", 10)
    assert kept["hands"] == 2
    records = parse_phh(kept["text"])
    assert [record.settle()[hand.seat] - 20_000 for record, hand in zip(records, wanted, strict=True)] == [
        hand.net for hand in wanted
    ]


def test_a_hand_is_taken_back_and_played_alike():
    made = sit("random", seat=1, seed=8)
    first = change_table(made["about"], "random", "act", "c")
    back = change_table(first["about"], "random", "undo")
    assert back["view"] == made["view"]
    assert change_table(back["about"], "random", "act", "c") == first
    with pytest.raises(ParameterError, match="nothing of yours"):
        change_table(made["about"], "random", "undo")
    with pytest.raises(ParameterError, match="no action"):
        change_table(made["about"], "random", "act", "fly")
    with pytest.raises(ParameterError, match="not over"):
        change_table(made["about"], "random", "deal")
    with pytest.raises(NotApplicableError, match="start a review"):
        see_table(made["about"], "random", "review")


def test_every_button_is_an_action():
    rng = random.Random(2)
    for seed in range(12):
        made = sit("random", seat=seed % 2, seed=seed, stack=rng.choice([200, 900, 20_000]))
        while not made["view"]["over"]:
            names = [row["name"] for row in made["view"]["actions"]]
            assert len(set(names)) == len(names) <= 8
            for name in names:
                change_table(made["about"], "random", "act", name)
            made = change_table(made["about"], "random", "act", rng.choice(names))


def test_odds_are_the_players_own():
    made = sit("tiny", seat=1, seed=4)
    odds = see_table(made["about"], "tiny", "odds")
    hand = tj.holdem.Player("tiny", seed=4).new_hand(1, made["view"]["hand"]["cards"], hand=0)
    found = hand.decide()
    assert [row["probability"] for row in odds["actions"]] == list(found.probabilities.values())
    assert (odds["them"], odds["source"]) == (found.to_dict()["them"], "blueprint")
    assert "local best response" in made["view"]["strength"]


def test_the_share_at_showdown_is_the_librarys_on_every_street():
    made = sit("tiny", seat=1, seed=4)
    streets = set()
    while not made["view"]["over"]:
        odds, hand = see_table(made["about"], "tiny", "odds"), made["view"]["hand"]
        held = HoldemSeat(made["about"], "tiny").hand(1).decide()
        weights = np.where(blocked(parse_cards(hand["cards"] + hand["board"])), 0.0, held.them)
        if hand["board"]:
            share = equity(hand["cards"], Range(weights / weights.max()), hand["board"]).first
            assert odds["equity"] == pytest.approx(share, abs=1e-9)
        else:  # class against class: cards that both have the suits of are averaged
            assert odds["equity"] == pytest.approx(0.5, abs=0.4)
        assert (odds["call"], odds["pot"]) == (hand["call"], hand["pot"])
        streets.add(len(hand["board"]) // 2)
        made = change_table(made["about"], "tiny", "act", "c")
    assert {0, 3} <= streets


def test_aces_before_the_flop_have_the_share_that_everybody_knows():
    aces = SimpleNamespace(hole=(parse_cards("AsAh"), ()), board=())
    assert showdown_share(aces, 0, np.ones(1326)) == pytest.approx(0.852, abs=5e-4)
    assert showdown_share(aces, 0, np.zeros(1326)) is None


def test_who_can_be_sat_against(tmp_path):
    (tmp_path / "mine.blueprint").write_bytes(b"none")
    (tmp_path / "no name.blueprint").write_bytes(b"none")
    own = own_players(tmp_path)
    assert set(own) == {"mine", "mine:search"}
    rows = {row["name"]: row for row in list_players(own)}
    assert set(rows) == {*BUILT_IN, "mine", "mine:search"}
    assert rows["mine"]["wrong"] and not rows["call"]["wrong"]
    assert [name for name, row in rows.items() if row["thinks"]] == ["tiny:search"]
    assert player_of("mine", own) == str(tmp_path / "mine.blueprint")
    for name in ("acpc:rm -rf", "../x.blueprint", "port:1", "tiny:serch"):
        with pytest.raises(UnknownNameError):
            player_of(name, own)

"""A table to play at: what the seat may not know is in no byte that leaves the desk; losses are the library's."""

from __future__ import annotations

import json
import random

import pytest

import tianji as tj
from tianji.core.game import CHANCE, TERMINAL
from tianji.core.strategy import label
from tianji.errors import NotApplicableError, ParameterError
from tianji.evaluate import belief, infoset_values
from tianji.evaluate.outcomes import outcomes
from tianji.studio.clerk import finite
from tianji.studio.play.tables import TableSeat, change_table, new_table, see_table, table_cards


def table(game, seat=0, opponent=None, seed=1):
    about = {
        "game": game,
        "opponent": opponent or {"kind": "uniform"},
        "seat": seat,
        "rounds": [],
        "seed": seed,
    }
    return new_table(about, None)


def histories(rules):
    """Every history as the labels of its moves, with its last state."""
    open_ = [((), rules.initial())]
    while open_:
        moves, state = open_.pop()
        who = rules.player(state)
        if who == TERMINAL:
            continue
        yield moves, state, who
        menu = [a for a, _ in rules.chances(state)] if who == CHANCE else rules.actions(state)
        open_ += [((*moves, label(a)), rules.result(state, a)) for a in menu]


@pytest.mark.parametrize(
    "spec",
    ["kuhn", "leduc(ranks=2)", "liars_dice(faces=2)", "goofspiel(cards=3)", "matching_pennies", "coin_toss"],
)
def test_positions_that_look_alike_to_the_seat_give_the_same_bytes(spec):
    """Every history of the game, not a sample: view and odds are functions of what the seat knows."""
    rules = tj.load(spec)
    compared = 0
    for seat in range(rules.players):
        about = {"game": spec, "opponent": {"kind": "uniform"}, "seat": seat, "seed": 0}
        seen: dict[object, bytes] = {}
        for moves, state, who in histories(rules):
            if who != seat:
                continue
            here = TableSeat({**about, "rounds": [{"seat": seat, "moves": list(moves)}]}, None)
            sent = json.dumps(finite([here.view(), here.odds()])).encode()
            key = rules.information(state, seat)
            compared += key in seen
            assert seen.setdefault(key, sent) == sent, (seat, moves)
    assert compared > 0 or spec == "coin_toss"


def test_the_others_cards_are_in_no_byte_before_the_end():
    """Kuhn poker, many deals: what is sent until the end names one card alone, the own."""
    rng = random.Random(5)
    for seed in range(60):
        made = table("kuhn", seat=seed % 2, seed=seed)
        while not made["view"]["over"]:
            view = made["view"]
            own = int(view["knows"].strip("(").split(",")[0])
            for card in range(3):
                is_told = f"card {card}" in json.dumps(view["log"]) or f"({card}," in json.dumps(view)
                assert is_told <= (card == own), view
            action = rng.choice(view["actions"])["name"]
            made = change_table(made["about"], None, "act", action)
        assert made["view"]["shows"] is not None
        assert sum(made["view"]["payoffs"]) == 0


def test_a_round_is_played_taken_back_and_played_alike():
    made = table("leduc", seat=1, seed=7)
    first = made["view"]["actions"][0]["name"]
    after = change_table(made["about"], None, "act", first)
    back = change_table(after["about"], None, "undo")
    assert back["view"] == made["view"]
    assert change_table(back["about"], None, "act", first) == after
    with pytest.raises(ParameterError, match="cannot be played here"):
        change_table(made["about"], None, "act", "fly")
    with pytest.raises(ParameterError, match="not over"):
        change_table(made["about"], None, "deal")
    with pytest.raises(ParameterError, match="gone on since"):
        change_table(made["about"], None, "act", first, at=[1, 5])


def test_odds_and_review_are_the_librarys(tmp_path):
    game = tj.load("kuhn")
    path = tmp_path / "result.safetensors"
    tj.solve(game, "cfr+", until=1e-5).save(path)
    strategy = tj.Strategy.load(path, game)
    about = {"game": "kuhn", "opponent": {"kind": "run", "run": "x"}, "seat": 0, "rounds": [], "seed": 3}
    made = new_table(about, str(path))
    odds = see_table(made["about"], str(path), "odds")
    key = next(k for k in infoset_values(game, strategy, 0).tree.keys if label(k) == made["view"]["knows"])
    worth = infoset_values(game, strategy, 0)
    i = worth.tree.index[key]
    assert [row["value"] for row in odds["actions"]] == worth.action_values(i).tolist()
    assert {row["name"]: row["probability"] for row in odds["actions"]} == strategy.at(0, key)
    assert [row["p"] for row in odds["belief"]] == [row.probability for row in belief(game, strategy, 0, key)]
    ends = outcomes(game, strategy, 0, key)
    assert odds["outcomes"] == [{"payoff": payoff, "p": p} for payoff, p in ends.items()]
    played = change_table(made["about"], str(path), "act", "b")
    while not played["view"]["over"]:
        played = change_table(played["about"], str(path), "act", "p")
    found = see_table(played["about"], str(path), "review")
    (cost,) = tj.evaluate.review(game, strategy, [(0, key, "b")])
    assert (found["items"][0]["cost"], found["items"][0]["best"]) == (cost.cost, cost.best)
    assert found["total"] == sum(row["cost"] for row in found["items"])


def test_an_engine_plays_open_games_and_shows_the_board():
    engine = {"kind": "engine", "method": "mtdf", "nodes": 500}
    made = table("tic_tac_toe", seat=1, opponent=engine)
    assert made["view"]["hidden"] is False
    assert made["view"]["shows"].count("x") + made["view"]["shows"].count("X") == 1
    odds = see_table(made["about"], None, "odds")
    assert len(odds["actions"]) == len(made["view"]["actions"]) == 8
    rounds = 0
    while not made["view"]["over"]:
        made = change_table(made["about"], None, "act", made["view"]["actions"][0]["name"])
        rounds += 1
    again = change_table(made["about"], None, "deal")
    assert (again["view"]["round"], len(again["view"]["results"])) == (2, 1)
    assert len(see_table(again["about"], None, "review")["items"]) == rounds


def test_belief_weighs_by_what_the_others_do():
    game = tj.load("kuhn")
    solution = tj.solve(game, "cfr", iterations=200)  # bets with both, at odds that are no rounding
    rows = belief(game, solution.strategy, 1, (1, "b"))  # a queen that faces a bet: from a jack or a king
    bets = {card: solution.strategy.at(0, (card, ""))["b"] for card in (0, 2)}
    total = sum(bets.values())
    assert min(bets.values()) > 0.01
    assert {row.others[0]: row.probability for row in rows} == pytest.approx(
        {f"({card}, 'b')": p / total for card, p in bets.items() if p > 0}
    )
    assert belief(game, solution.strategy, 1, (1, "b"), past=[]) == rows


def test_a_deal_to_both_tells_each_his_own_hand():
    from tianji.studio.play.words import seen_moves

    game = tj.load("flop_holdem")
    deal, other = [pair for pair, _ in game.chances(game.initial())][:2]
    played = [(game.initial(), tj.CHANCE, deal)]
    assert game.describe(game.initial(), deal) == "player 0 is dealt JdJc; player 1 is dealt QdQc"
    assert [row["text"] for row in seen_moves(game, played, 0)] == ["player 0 is dealt JdJc"]
    assert [row["text"] for row in seen_moves(game, played, 1)] == ["player 1 is dealt QdQc"]
    assert deal[0] == other[0] and seen_moves(game, [(game.initial(), tj.CHANCE, other)], 0) == seen_moves(
        game, played, 0
    )


@pytest.mark.parametrize(
    ("spec", "moves", "words"),
    [
        ("goofspiel", [2, 3, 4], ["bids 2 for the 4", "bids 3 for the 4", "bids 4 for the 3"]),
        ("leduc_bets", ["Ka", "Qa", "b50", "c", "Ja", "c", "b100", "f"], [
            "player 0 is dealt Ka", "player 1 is dealt Qa", "bets 1", "calls 1", "the public card is Ja", "checks",
            "bets 4", "folds"]),
    ],
)  # fmt: skip
def test_moves_in_the_words_of_the_rules(spec, moves, words):
    game = tj.load(spec)
    state, said = game.initial(), []
    for move in moves:
        said.append(game.describe(state, move))
        state = game.result(state, move)
    assert said == words


def end_of(made, path, action=None):
    """The table when its round has ended, always by the first action, or by one that is named."""
    while not made["view"]["over"]:
        names = [row["name"] for row in made["view"]["actions"]]
        made = change_table(made["about"], path, "act", action if action in names else names[0])
    return made


@pytest.fixture(scope="module")
def against_a_solve(tmp_path_factory):
    path = tmp_path_factory.mktemp("table") / "result.safetensors"
    tj.solve(tj.load("kuhn"), "cfr+", until=1e-5).save(path)
    about = {"game": "kuhn", "opponent": {"kind": "run", "run": "x"}, "seat": 0, "rounds": [], "seed": 3}
    return end_of(new_table(about, str(path)), str(path), "b"), str(path)


def test_the_same_deal_comes_again_in_the_other_seat(against_a_solve):
    made, path = against_a_solve
    again = change_table(made["about"], path, "deal", seat_of=1, is_again=True)
    first, second = (round_["moves"][:2] for round_ in again["about"]["rounds"])
    assert first == second and again["view"]["seat"] == 1
    card = first[1]
    assert again["view"]["knows"].startswith(f"({card},")
    swapped = change_table(made["about"], path, "deal", seat_of=1)
    assert swapped["view"]["seat"] == 1 and "dealt" not in swapped["about"]["rounds"][-1]


def test_a_decision_is_tried_again_from_where_it_was_made(against_a_solve):
    made, path = against_a_solve
    row = see_table(made["about"], path, "review")["items"][0]
    retried = change_table(made["about"], path, "retry", at=[row["round"], row["turn"]])
    assert retried["view"]["knows"] == row["infoset"] and retried["view"]["round"] == 2
    assert row["action"] in [each["name"] for each in retried["view"]["actions"]]
    for wrong in ([1, 9], [7, 0]):
        with pytest.raises(ParameterError):
            change_table(made["about"], path, "retry", at=wrong)
    with pytest.raises(ParameterError, match="not over"):
        change_table(retried["about"], path, "retry", at=[1, 0])


def test_cards_of_a_table_are_its_decisions_with_the_librarys_numbers(against_a_solve):
    made, path = against_a_solve
    game = tj.load("kuhn")
    strategy = tj.Strategy.load(path, game)
    found = table_cards(made["about"], path)
    rows = see_table(made["about"], path, "review")["items"]
    assert {card["infoset"] for card in found["cards"]} == {row["infoset"] for row in rows}
    worth = infoset_values(game, strategy, 0)
    for card in found["cards"]:
        key = next(k for k in worth.tree.keys if label(k) == card["infoset"])
        assert card["values"] == worth.action_values(worth.tree.index[key]).tolist()
        assert dict(zip(card["actions"], card["shares"], strict=True)) == strategy.at(0, key)
    with pytest.raises(NotApplicableError):
        table_cards(
            table("kuhn")["about"] | {"opponent": {"kind": "engine", "method": "mtdf", "nodes": 5}}, None
        )

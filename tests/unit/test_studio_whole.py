"""Whole hands: cards from the ranges, play by the solve, losses that are the library's, no card too early."""

from __future__ import annotations

import json
import random
from statistics import fmean, stdev

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

import tianji as tj
from studio_bench import open_studio
from tianji.errors import ParameterError
from tianji.poker.cards import hand_cards, parse_cards
from tianji.studio.play.decks import RATINGS
from tianji.studio.play.streets import WholeHand

SPOT = {
    "board": "Ks7h2dJc", "pot": 60, "stack": 120, "oop": "QQ,AKs,KTs", "ip": "TT,AQs,KQs", "bets": "75%",
    "raises": "",
}  # fmt: skip


@pytest.fixture(scope="module")
def solution():
    return tj.holdem.Spot(**SPOT).solve(until="1%")


def test_who_plays_as_the_solve_does_wins_what_the_solve_says(solution):
    """Both seats: the mean of the hands lies within four standard errors of the solve's value."""
    draw = random.Random(1)
    for seat in (0, 1):
        won = []
        for seed in range(400):
            moves = []
            while not (view := WholeHand(solution, seed, seat).play(moves))["over"]:
                shares = WholeHand(solution, seed, seat).play([*moves, 0])["decisions"][-1]["shares"]
                moves.append(draw.choices(range(len(shares)), shares)[0])
            won.append(view["end"]["payoff"])
        assert abs(fmean(won) - solution.values[seat]) < 4 * stdev(won) / len(won) ** 0.5


def test_losses_are_those_of_the_library_on_every_street(solution):
    streets = set()
    for seed in range(60):
        moves = []
        while not (view := WholeHand(solution, seed, 0).play(moves))["over"]:
            moves.append(0)  # check as long as one can
        for each in view["decisions"]:
            table = solution.action_evs(each["line"])
            values = list(table[view["cards"]].values())
            assert each["values"] == pytest.approx(values, abs=1e-6)
            assert each["loss"] == pytest.approx(max(values) - values[each["chosen"]], abs=1e-6)
            assert list(solution.strategy(each["line"])[view["cards"]].values()) == pytest.approx(
                each["shares"]
            )
            streets.add(len(parse_cards(table.board)))
    assert streets == {4, 5}


def test_until_the_end_nothing_depends_on_the_other_hand(solution):
    """Another hand of the other player, who acts the same so far, changes no byte of what is sent."""
    compared = 0
    for seed in range(80):
        one, two = WholeHand(solution, seed, 0), WholeHand(solution, seed, 0)
        mine, board = set(hand_cards()[one.hands[0]]), set(one.cards)
        others = solution.node("", values=False).ranges["ip"].hands
        two.hands[1] = next(
            int(h) for h in others if not set(hand_cards()[h]) & (mine | board) and h != one.hands[1]
        )
        views = [each.play([0]) for each in (one, two)]
        if views[0]["over"] or views[0]["log"] != views[1]["log"]:
            continue
        assert json.dumps(views[0]) == json.dumps(views[1])
        compared += 1
    assert compared >= 10


def test_no_card_is_dealt_twice_and_moves_that_cannot_be_are_refused(solution):
    for seed in range(40):
        view = WholeHand(solution, seed, 1).play([])
        if view["over"]:
            continue
        moves = []
        while not (view := WholeHand(solution, seed, 1).play(moves))["over"]:
            moves.append(len(view["actions"]) - 1)
        cards = parse_cards(view["cards"]) + parse_cards(view["board"])
        if view["end"]["theirs"]:
            cards += parse_cards(view["end"]["theirs"])
            assert len(view["board"]) == 10
        assert len(set(cards)) == len(cards)
        with pytest.raises(ParameterError, match="the hand is over"):
            WholeHand(solution, seed, 1).play([*moves, 0])
    with pytest.raises(ParameterError, match="expected 0 to 1"):
        WholeHand(solution, 3, 0).play([7])


def test_hands_are_dealt_graded_kept_and_reported(tmp_path):
    with open_studio(tmp_path) as studio:
        status, run = studio.ask("/holdem/runs", "POST", {"holdem": {"spot": SPOT, "until": "2%"}})
        assert status == 202, run
        run = run["id"]
        assert studio.wait(run)["state"] == "done"
        deck = studio.ask("/decks", "POST", {"run": run})[1]["id"]
        where = f"/decks/{deck}/hand"
        assert studio.ask(where) == (200, None)
        assert studio.ask(f"{where}/acts", "POST", {"action": 0, "at": [1, 0]})[1]["code"] == "NoHand"
        assert studio.ask(where, "POST", {"seat": 2})[0] == 422
        status, hand = studio.ask(where, "POST", {"seat": 0})
        assert (status, hand["number"], hand["seat"], hand["decisions"]) == (201, 1, 0, [])
        while not hand["over"]:
            move = {"action": 0, "at": [hand["number"], len(hand["decisions"])]}
            status, after = studio.ask(f"{where}/acts", "POST", move)
            assert status == 200, after
            assert studio.ask(f"{where}/acts", "POST", move)[0] == 409  # one decision is made once
            assert len(after["decisions"]) == len(hand["decisions"]) + 1
            hand = after
        assert all(each["grade"] in RATINGS for each in hand["decisions"])
        assert studio.ask(where)[1] == hand
        told = studio.ask(f"/decks/{deck}/stats")[1]["hands"]
        assert (told["played"], told["decisions"]) == (1, len(hand["decisions"]))
        assert told["mean"] == pytest.approx(fmean(each["share"] for each in hand["decisions"]))
        assert told["won"] == pytest.approx(hand["end"]["payoff"])
        assert studio.ask(where, "POST", {})[1]["seat"] == 0  # then the other one: they take turns
        kuhn = studio.solve(game="kuhn", iterations=50)
        studio.wait(kuhn)
        other = studio.ask("/decks", "POST", {"run": kuhn})[1]["id"]
        status, problem = studio.ask(f"/decks/{other}/hand", "POST", {})
        assert (status, problem["code"]) == (422, "NotApplicableError")
        assert studio.ask(f"/decks/{other}/hand") == (200, None)

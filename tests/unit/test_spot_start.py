"""Spots that begin inside a street: the tree, the chips and the gate are those of the whole street's spot."""

import numpy as np
import pytest

from tianji.errors import ParameterError, StrategyError
from tianji.holdem import Gate, Spot
from tianji.poker.ranges import Range

RIVER = {
    "board": "AsKd8h5c2s", "pot": 100.0, "stack": 300.0, "oop": "AcAh,QcJd,QhJh,8c8d", "ip": "KhKc,AdKh,JcTc,8s7s",
    "bets": "50%,100%", "raises": "100%,allin", "chip": 1.0,
}  # fmt: skip


def test_the_tree_is_the_part_of_the_street_that_is_left():
    whole, part = Spot(**RIVER).tree(), Spot(**RIVER, start="check, bet 50").tree()
    at = whole.nodes[whole.nodes[0].children[0]]
    pairs = [(at.children[[a.total for a in at.actions].index(50.0)], 0)]
    while pairs:
        n, m = pairs.pop()
        a, b = whole.nodes[n], part.nodes[m]
        assert (a.kind, a.player, a.totals, a.actions, a.bets) == (
            b.kind,
            b.player,
            b.totals,
            b.actions,
            b.bets,
        )
        pairs += zip(a.children, b.children, strict=True)


def test_values_are_those_of_a_player_who_had_to_bet():
    forced = Spot(**RIVER).locked("", {"bet 50": 1}).solve(until="0.01%")
    inside = Spot(**RIVER, start="bet 50").solve(until="0.01%")
    assert inside.values[0] == pytest.approx(forced.values[0] + 50, abs=0.05)  # chips bet are not lost yet
    assert inside.values[1] == pytest.approx(forced.values[1], abs=0.05)
    assert sum(inside.values) == pytest.approx(150, abs=1e-3)


def test_a_gate_inside_a_street_counts_as_ev_counts():
    spot = Spot(**RIVER, start="bet 50")
    gate = Gate("ip", {"AcAh,QcJd,QhJh,8c8d": 60.0}, "maxmargin")
    found = spot.solve(iterations=60, gate=gate)
    best = {row["hand"]: row["cbv"] for row in found.alternatives("ip").rows()}
    assert found.gate.cbv == pytest.approx(best, abs=1e-3)
    assert found.gate.margins == pytest.approx({hand: 60 - value for hand, value in best.items()}, abs=1e-3)


def test_the_next_street_forgets_the_start():
    turn = {**RIVER, "board": "AsKd8h5c", "start": "bet 50"}
    after = Spot(**turn).solve(iterations=5).spot_after("call, 2d")
    assert (after.pot, after.stack, after.given["start"]) == (200.0, 250.0, "")


@pytest.mark.parametrize(
    "start", ["call", "check, check", "bet 400", "bet 50, raise 40", "fold", "bet", "8h", "bet 0"]
)
def test_a_start_that_cannot_be_is_refused(start):
    with pytest.raises(ParameterError, match="start="):
        Spot(**RIVER, start=start)


def test_the_least_bet_holds_for_bets_and_raises():
    spot = Spot(**{**RIVER, "bets": "5%", "raises": "1%"}, least_bet=20.0)
    bet = spot.tree().nodes[0].actions[-1]
    raised = spot.tree().nodes[spot.tree().nodes[0].children[-1]].actions[-1]
    assert (bet.total, raised.total) == (20.0, 40.0)
    assert Spot.from_dict(spot.to_dict()) == spot
    assert "least_bet" not in Spot(**RIVER).to_dict()


def test_ranges_stay_vectors_until_they_are_written():
    weights = np.linspace(0, 1, 1326)
    spot = Spot(**{**RIVER, "oop": weights})
    assert isinstance(spot.given["oop"], Range)
    assert np.allclose(Spot.from_dict(spot.to_dict()).weights[0], spot.weights[0], atol=1e-6)


def test_a_player_may_have_no_decision_left():
    spot = Spot(**RIVER, start="bet 300")  # all-in: IP calls or folds
    found = spot.solve(until="0.1%")
    assert sum(found.values) == pytest.approx(400, abs=1e-3)
    assert len(found.alternatives("ip").rows()) == 4


@pytest.mark.parametrize("share", [10**400, -(10**400), 1.5, float("nan"), float("inf"), True, "1"])
def test_a_lock_that_is_no_probability_is_refused(share):
    with pytest.raises(
        StrategyError, match=r"lock '': 'check' has probability .*expected a number from 0 to 1"
    ):
        Spot(**RIVER).locked("", {"check": share})

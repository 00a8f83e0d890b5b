"""The vector form on Kuhn, Leduc and tiny hold'em against the generic sequence-form LP."""

import json
import os
import subprocess
import sys
from ast import literal_eval
from dataclasses import dataclass

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.engine.methods import METHODS
from tianji.holdem.spot.as_game import SpotGame
from tianji.holdem.spot.boards import merge_groups
from tianji.holdem.spot.tree import Menus, build_tree
from tianji.poker.betting import BetRules, Size
from tianji.poker.cards import show_card


@dataclass
class ToyBoard:
    """Hands of one card; the second card of a hand is one that only its player can hold."""

    deck: list[int]
    parents: tuple
    groups: np.ndarray
    below: tuple = (0, 0)
    copies: int = 1

    @property
    def combos(self):
        return (np.array(self.deck), np.array(self.deck))

    def hand_cards(self, player):
        return np.array([[c, 50 + player] for c in self.deck], dtype=np.uint8)

    def same(self, player):
        return np.full(len(self.deck), -1)


def chips(number):
    return (Size("c", float(number)),)


def kuhn_backend():
    menu = ((chips(1), chips(1)),) * 3
    tree = build_tree(2.0, 1.0, 2, Menus(menu, (((), ()),) * 3), BetRules())
    board = ToyBoard([0, 1, 2], (np.arange(3)[None],) * 2, merge_groups(np.arange(3), np.arange(3)))
    return CpuBackend(tree, [[board]], (np.ones(3), np.ones(3)), [0])


def leduc_backend(**options):
    """Two suits of three ranks; bets of 2 then 4, one raise a round."""
    bets = ((chips(2),) * 2, (chips(2),) * 2, (chips(4),) * 2)
    raises = ((chips(4),) * 2, (chips(4),) * 2, (chips(8),) * 2)
    tree = build_tree(2.0, 12.0, 1, Menus(bets, raises), BetRules(max_raises=1))
    first = ToyBoard(list(range(6)), (np.arange(6)[None],) * 2, np.empty((0, 4), dtype=np.int64), (0, 6))
    rivers = []
    for public in range(6):
        deck = [c for c in range(6) if c != public]
        power = np.array([10 if c // 2 == public // 2 else c // 2 for c in deck])
        order = np.argsort(power, kind="stable")
        deck, power = [deck[k] for k in order], power[order]
        rivers.append(ToyBoard(deck, (np.array(deck)[None],) * 2, merge_groups(power, power)))
    return CpuBackend(tree, [[first], rivers], (np.ones(6), np.ones(6)), [4, 3], **options)


def settle(backend, method="dcfr(3)", iterations=1500):
    backend.iterate(METHODS[method].rows(1, iterations + 1))
    return backend.evaluate()


def test_kuhn():
    values, best = settle(kuhn_backend())
    assert values[0] == pytest.approx(-1 / 18, abs=1e-5)  # Kuhn (1950)
    assert 0 <= sum(best) < 1e-3
    assert best[0] >= -1 / 18 - 1e-6  # a best response to any strategy earns at least the value
    assert best[1] >= 1 / 18 - 1e-6


def test_leduc_against_the_linear_program():
    exact = tj.solve(tj.load("leduc"), "lp").values[0]
    assert exact == pytest.approx(-0.0856, abs=1e-4)
    values, best = settle(leduc_backend(), iterations=3000)
    assert sum(best) < 2e-3
    assert -best[1] - 1e-6 <= exact <= best[0] + 1e-6
    assert values[0] == pytest.approx(exact, abs=1e-3)


def test_uniform_leduc_has_the_published_gap():
    backend = leduc_backend()  # nothing learnt: both play uniformly
    values, best = backend.evaluate()
    assert sum(best) - sum(values) == pytest.approx(4.747222222, abs=1e-5)  # OpenSpiel's NashConv(uniform)


@pytest.mark.parametrize("method", ["cfr", "cfr+", "lcfr", "dcfr", "dcfr+", "pcfr+", "pdcfr+", "sapcfr+"])
def test_every_schedule_converges_on_leduc(method):
    backend = leduc_backend(is_predictive=SCHEDULES[method].prediction > 0)
    values, best = settle(backend, method, 400)
    assert sum(best) < (0.15 if method in ("cfr", "lcfr") else 0.03)
    assert values[0] == pytest.approx(-0.0856, abs=0.02)


RIVER = {"board": "AsKd8h5c2s", "pot": 100, "stack": 250, "bets": "50%,allin", "raises": "60%"}
SPOTS = {
    "river": tj.holdem.Spot(oop="AcQc,QdJd,8c8d:0.5,T9s", ip="KhQh,AhTh,5d5h,JTs:0.25", **RIVER),
    "raked": tj.holdem.Spot(oop="AcQc,QdJd,8c8d", ip="KhQh,AhTh,5d5h", rake=(0.1, 12), **RIVER),
    "turn": tj.holdem.Spot(
        board="AsKd8h5c", pot=100, stack=120, oop="AcQc,QdJd", ip="KhQh,8c8d:0.5", bets="50%", raises="allin"
    ),
    "shared cards": tj.holdem.Spot(oop="AcQc,AcQd,QcJd", ip="AcQc,QcQd,AdQd,JdTd", **RIVER),
}


@pytest.mark.parametrize("name", ["river", "turn", "shared cards"])
def test_small_spots_against_the_linear_program(name):
    spot = SPOTS[name]
    exact = tj.solve(SpotGame(spot), "lp").values[0] + spot.pot / 2
    solution = spot.solve(until=1e-4 * spot.pot, iterations=20_000, threads=1)
    assert solution.values[0] == pytest.approx(exact, abs=2 * solution.exploitability + 1e-4)
    assert solution.exploitability <= 1e-4 * spot.pot


def test_value_to_a_millionth_of_the_pot():
    """The generic sequence-form LP and the vector form agree on the value to 1e-6 of the pot, in single precision."""
    spot = SPOTS["river"]
    exact = tj.solve(SpotGame(spot), "lp").values[0] + spot.pot / 2
    solution = spot.solve(iterations=10_000, threads=1)
    assert solution.values[0] == pytest.approx(exact, abs=1e-6 * spot.pot)


@pytest.mark.slow  # compiles the kernels once more
def test_exploitability_to_a_millionth_in_double_precision():
    spot = SPOTS["river"]
    solution = spot.solve(
        until=1e-6 * spot.pot, iterations=60_000, method="pcfr+", storage="float64", threads=1
    )
    assert solution.exploitability <= 1e-6 * spot.pot


@pytest.mark.parametrize("name", SPOTS)
def test_best_responses_by_the_generic_evaluator(name):
    """Carry the vector form's strategy over to the generic form: values and exploitability agree."""
    spot = SPOTS[name]
    solution = spot.solve(iterations=30, threads=1)
    flat = tj.compile(SpotGame(spot))
    tables = {}
    players = []
    for table in tj.uniform(flat).tables:
        rows = {}
        for text, actions in zip(table.labels, table.actions, strict=True):
            hand, node, cards = literal_eval(text)
            if (node, cards) not in tables:
                tables[node, cards] = solution.strategy(line_of(solution.backend.tree, node, cards))
            rows[text] = dict(zip(actions, tables[node, cards][hand].values(), strict=True))
        players.append(rows)
    strategy = tj.Strategy.from_dict(flat.spec, players)
    values = tj.values(flat, strategy)
    assert [v + spot.pot / 2 for v in values] == pytest.approx(solution.values, abs=1e-4)
    assert tj.exploitability(flat, strategy) == pytest.approx(solution.exploitability, abs=1e-4)


def line_of(tree, node, cards):
    dealt = iter(cards)
    names = [tree.nodes[n].action for n in tree.path(node)[1:]]
    return ", ".join(str(a) if a is not None else show_card(next(dealt)) for a in names)


def test_flop_against_the_generic_solver():
    """Three streets, every run-out, suits merged by one and not by the other."""
    spot = tj.holdem.Spot(
        board="Kh8d2h", pot=60, stack=60, oop="AhAd,7h6h", ip="KcKs,QhJh", bets={"flop": "allin"}, raises=""
    )
    assert spot.plan().boards[1] < 49
    generic = tj.solve(SpotGame(spot), "cfr+", until=1e-3)
    solution = spot.solve(iterations=120, threads=1)
    gap = generic.nash_conv + 2 * solution.exploitability
    assert gap < 0.05
    assert solution.values[0] == pytest.approx(generic.values[0] + spot.pot / 2, abs=gap)


def test_uncompiled_source_gives_the_same_numbers(tmp_path):
    """The kernels' source is its own reference."""
    script = """
import json, warnings
warnings.simplefilter("error")
import tianji as tj
sizes = {"bets": "50%,allin", "raises": "60%"}
spot = tj.holdem.Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd,QdJc", ip="KhKc,KhKs", **sizes)
rows = []
for storage, method in (("float32", "dcfr(3)"), ("int16", "dcfr+"), ("float32", "pcfr+")):
    found = spot.solve(iterations=12, threads=1, storage=storage, method=method)
    rows.append([*found.values, found.exploitability])
print(json.dumps(rows))
"""
    found = []
    for setting in ("1", "0"):
        env = {**os.environ, "NUMBA_DISABLE_JIT": setting}
        done = subprocess.run(
            [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True
        )
        found.append(json.loads(done.stdout))
    assert np.allclose(found[0], found[1], atol=1e-4)

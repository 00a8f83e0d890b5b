"""Hands of the opponent that hardly meet the seat's range: gates in float32 must not listen to rounding errors."""

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.rounds import entries
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver
from tianji.holdem.rounds.trunk import RoundTrunk
from tianji.poker.cards import hand_names

SMALL = 1e-7  # how often the big blind goes on without a pair of aces


def solver(storage: str) -> SubgameSolver:
    """A blueprint whose big blind has aces on the flop: who holds one of them meets next to nothing there."""
    game = tj.load("flop_holdem(ranks=4,suits=2)").rules
    preflop = np.full((1, 1326), -1)
    preflop[0, game.hands] = game.classes
    backend = BucketBackend(
        game, [preflop, np.zeros((len(game.boards()[1]), 1326), dtype=int)], storage=storage
    )
    backend.iterate(SCHEDULES["cfr+"].rows(1, 51))
    found = SubgameSolver(backend, 0)
    names = [hand_names()[h] for h in game.hands]
    aces = {int(c) for c, name in zip(game.classes, names, strict=True) if name[0] == name[2] == "A"}
    share = np.array([1.0 if c in aces else SMALL * (1 + c) for c in range(backend.cells[0])])
    cells, forest = found.cells[0][0].reshape(-1, backend.cells[0]), backend.forests[0]
    for n in backend.tree.street_nodes(0):
        if backend.tree.nodes[n].kind == "act" and backend.tree.nodes[n].player == 0:
            first, count = forest.action_slot[n] - forest.roots, len(backend.tree.nodes[n].children)
            cells[first : first + count] *= share
            cells[first] = 1 - cells[first + 1 : first + count].sum(axis=0)
    found.trunk = RoundTrunk(backend, found.cells, 0)
    return found


def margin(found: SubgameSolver, row: str) -> float:
    return min(found.solve(b, ROWS[row], 200).margin for b in range(len(found.copies)))


@pytest.mark.parametrize("row", ["resolve", "maxmargin"])
def test_rounding_errors_have_no_say(row, monkeypatch):
    short, long = solver("float32"), solver("float64")
    assert margin(short, row) == pytest.approx(margin(long, row), abs=6)  # chips; the pot is 200 at least
    monkeypatch.setattr(entries, "LEAST_WEIGHT", 1e-9)
    assert margin(short, row) < -100  # what the least weight is for

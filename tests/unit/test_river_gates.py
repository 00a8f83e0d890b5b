"""benchmarks/river_gates.py: all rivers of a small game solved again, and what the whole loses with real cards."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver
from tianji.kernels.constants import RESPONSE

FILE = Path(__file__).resolve().parents[2] / "benchmarks" / "river_gates.py"
BENCHMARK = runpy.run_path(str(FILE), run_name="benchmark")


def test_all_rivers_behind_the_combined_gate_lose_less_than_the_blueprint():
    """Twelve cards, four buckets on the river: every gate mends, safe ones never raise the loss."""
    game = BENCHMARK["RiverGame"](ranks=3)
    levels = game.boards()
    assert sum(board.copies for board in levels[1]) == 495  # of four cards among twelve
    assert sum(len(board.members) * levels[1][board.above].copies for board in levels[2]) == 495 * 8
    backend = BucketBackend(game, BENCHMARK["tables"](game, 4))
    backend.iterate(SCHEDULES["cfr+"].rows(1, 41))
    lost = {}
    for seat in (0, 1):
        solver = SubgameSolver(backend, seat)
        solver.prepare()
        base = solver.blueprint_response
        assert base == pytest.approx(backend.values(RESPONSE)[1 - seat], rel=1e-5)
        for technique in ("resolve", "combined"):
            leaves = np.sum(
                [
                    solver.solve(b, ROWS[technique], 40).cbv * board.copies
                    for b, board in enumerate(backend.boards[1])
                ],
                axis=0,
            )
            lost[technique, seat] = solver.trunk.response(leaves)
        lost["base", seat] = base
    total = {row: lost[row, 0] + lost[row, 1] for row in ("base", "resolve", "combined")}
    assert total["combined"] < 0.6 * total["base"] and total["resolve"] < 0.8 * total["base"]

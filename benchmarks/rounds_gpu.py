"""Flop hold'em on a GPU: check the tensors against the compiled kernels, then time an iteration of the whole game.

    python benchmarks/rounds_gpu.py [--device cuda|tensors] [--scale full|short|ci] [--json FILE]

The check plays 30 iterations with 20 cards and 16 buckets on both, and solves all flops behind five gates; where a
figure is off by more than 2e-3 nothing is timed. Kernels are then listed by their time, where there is a GPU.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import torch

from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.abstraction.buckets import make_buckets
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.device import TensorBackend, TensorGame, TensorSolver
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver
from tianji.holdem.rounds.tables import pairs, table_game

GATES = ("unsafe", "resolve", "maxmargin", "estimate + distributional", "combined")
LIMIT = 2e-3
ROWS_OF = SCHEDULES["cfr+"].rows


def off(device: str) -> dict[str, float]:
    """How far the tensors, in float32, are from the compiled kernels in float64, as shares of the figures."""
    game, buckets = table_game(1, "ci"), make_buckets("flop", 16, deck=20)
    tables = [buckets.of(0), buckets.of("flop")]
    exact, tensors = (
        BucketBackend(game, tables, storage="float64"),
        TensorBackend(game, tables, device=device),
    )
    for backend in (exact, tensors):
        backend.iterate(ROWS_OF(1, 31))
    found = {
        "average strategy": max(
            float(
                np.abs(exact.average[k][p] - tensors.average[k][p]).max() / np.abs(exact.average[k][p]).max()
            )
            for k in (0, 1)
            for p in (0, 1)
        )
    }
    solvers = SubgameSolver(exact, 0), TensorSolver(tensors, 0)
    boards = range(len(exact.boards[1]))
    for name in GATES:
        values = []
        for solver in solvers:
            answers = solver.solve_many(
                boards, ROWS[name], 30, lambda items, run: [run(b) for b in items], lambda x: None
            )
            leaves = sum(a.cbv * n for a, n in zip(answers, solver.copies, strict=True))
            values.append(solvers[0].trunk.response(leaves))
        found[name] = abs(values[1] / values[0] - 1)
    return found


def print_not(share: float) -> None:
    """Nobody watches."""


def synchronised(device: str) -> float:
    if device == "cuda":
        torch.cuda.synchronize()
    return perf_counter()


def timed(table: int, scale: str, device: str, count: int) -> dict[str, Any]:
    """Milliseconds an iteration of the game without buckets, both players, and where they go."""
    game = table_game(table, scale)
    backend = TensorGame(game, device=device)
    backend.iterate(ROWS_OF(1, 6))
    began = synchronised(device)
    backend.iterate(ROWS_OF(6, 6 + count))
    ms = (synchronised(device) - began) / count * 1e3
    found: dict[str, Any] = {"pairs": pairs(game), "ms_per_iteration": ms}
    if device == "cuda":
        found["GiB"] = torch.cuda.max_memory_allocated() / 2**30
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
            backend.iterate(ROWS_OF(6 + count, 8 + count))
            torch.cuda.synchronize()
        kernels = sorted(profile.key_averages(), key=lambda e: -e.device_time_total)[:8]
        found["kernels, ms"] = {e.key[:60]: e.device_time_total / 2e3 for e in kernels}
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--device", default="cuda", choices=("cuda", "tensors"))
    parser.add_argument("--scale", default="full", choices=("full", "short", "ci"))
    parser.add_argument("--count", type=int, default=20, help="iterations that are timed")
    parser.add_argument("--json", type=Path, help="write the figures there")
    options = parser.parse_args()
    found: dict[str, Any] = {
        "device": torch.cuda.get_device_name() if options.device == "cuda" else "tensors on the CPU",
        "torch": torch.__version__,
        "off": off(options.device),
    }
    for name, error in found["off"].items():
        print(f"{name:28} off by {error:.1e}")
    if max(found["off"].values()) > LIMIT:
        print("the tensors are wrong here: nothing is timed", file=sys.stderr)
        return 1
    for table in (1, 2):
        found[f"table{table}-{options.scale}"] = timed(table, options.scale, options.device, options.count)
        print(
            f"table {table}: {found[f'table{table}-{options.scale}']['ms_per_iteration']:.1f} ms an iteration"
        )
    if options.json is not None:
        options.json.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

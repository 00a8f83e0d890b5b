"""Matrix games against the peers from PyPI, side by side in one run; every figure that counts is a ratio.

    pip install . nashpy quantecon
    python benchmarks/matrix.py [--rounds 5] [--only quantecon] [--out benchmarks/results/matrix.json]

Rounds of ours and the peer's alternate, so that a busy moment hits both; the median round counts. Kernels are
warm on both sides. Each answer is checked: ours is verified in fractions before its time counts. `quantecon` has every
method beside quantecon's, in processor time: ten games of whole numbers from -99 to 99, built beforehand on both sides.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import time
import warnings
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

import tianji.matrix as tm

SEED = 20240229


def seconds(work: Callable[[], Any]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def installed(name: str) -> str | None:
    """The version of a package, or None."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def compare(ours: Callable[[], Any], peer: Callable[[], Any] | None, rounds: int) -> dict[str, float]:
    """Median milliseconds of both and the median of the rounds' ratios."""
    ours()
    mine, theirs = [], []
    for _ in range(rounds):
        mine.append(seconds(ours))
        if peer is not None:
            theirs.append(seconds(peer))
    row = {"ours_ms": 1e3 * statistics.median(mine)}
    if peer is not None:
        row["peer_ms"] = 1e3 * statistics.median(theirs)
        row["ratio"] = statistics.median(t / m for t, m in zip(theirs, mine, strict=True))
    return row


def support_enumeration(rounds: int) -> dict[str, Any]:
    """All equilibria of 6 × 6 games: floor 5 × nashpy's support enumeration."""
    rng = np.random.default_rng(SEED)
    pairs = [(rng.normal(size=(6, 6)).round(3), rng.normal(size=(6, 6)).round(3)) for _ in range(3)]
    for A, B in pairs:
        found = tm.NormalForm(A, B).equilibria("support")
        assert {e.profile for e in found} == {e.profile for e in tm.NormalForm(A, B).equilibria()}
        assert all(e.regret == 0 for e in found)
    peer = None
    if installed("nashpy"):
        import nashpy

        def peer() -> None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                for A, B in pairs:
                    list(nashpy.Game(A, B).support_enumeration())

    exact = compare(lambda: [tm.NormalForm(A, B).equilibria("support") for A, B in pairs], peer, rounds)
    vertex = compare(lambda: [tm.NormalForm(A, B).equilibria() for A, B in pairs], peer, rounds)
    rough = compare(
        lambda: [tm.NormalForm(A, B).equilibria("support", exact=False) for A, B in pairs], peer, rounds
    )
    return {"games": len(pairs), "support_exact": exact, "support_float": rough, "vertex_exact": vertex}


def zero_sum(rounds: int) -> dict[str, Any]:
    """100 × 100: floor 50 ms; the peer solves the same program with HiGHS through SciPy."""
    from scipy.optimize import linprog

    A = np.random.default_rng(SEED).integers(-99, 100, (100, 100))
    assert tm.NormalForm(A).solve().regret == 0
    above = np.hstack([-A.T, np.ones((100, 1))])
    goal, total = np.append(np.zeros(100), -1.0), np.append(np.ones(100), 0.0)[None, :]
    bounds = [(0, None)] * 100 + [(None, None)]

    def highs() -> None:
        for sign in (1, -1):  # both players' strategies, as ours
            linprog(goal, sign * above, np.zeros(100), total, [1.0], bounds, method="highs")

    return {
        "exact": compare(lambda: tm.NormalForm(A).solve(), highs, rounds),
        "float": compare(lambda: tm.NormalForm(A).solve(exact=False), highs, rounds),
    }


def regret_matching(rounds: int) -> dict[str, Any]:
    """1,000 × 1,000: floor 1,000 iterations a second; the peer is the same loop in NumPy, one thread."""
    A = np.random.default_rng(SEED).normal(size=(1_000, 1_000))
    g = tm.NormalForm(A)
    tm.learn(g, iterations=2)

    def numpy_loop(count: int) -> None:
        R, S = np.zeros(1_000), np.zeros(1_000)
        for _ in range(count):
            x, y = (np.maximum(r, 0) for r in (R, S))
            x = x / x.sum() if x.sum() else np.full(1_000, 1e-3)
            y = y / y.sum() if y.sum() else np.full(1_000, 1e-3)
            u, v = A @ y, -(x @ A)
            R += u - x @ u
            S += v - y @ v

    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(1_000 / seconds(lambda: tm.learn(g, iterations=1_000, every=1_000)))
        theirs.append(100 / seconds(lambda: numpy_loop(100)))
    return {
        "ours_per_s": statistics.median(ours),
        "numpy_per_s": statistics.median(theirs),
        "ratio": statistics.median(a / b for a, b in zip(ours, theirs, strict=True)),
    }


def lemke_howson(rounds: int) -> dict[str, Any]:
    """A 30 × 30 bimatrix game: ours in fractions and floats against quantecon's floats."""
    rng = np.random.default_rng(SEED)
    A, B = rng.normal(size=(30, 30)).round(3), rng.normal(size=(30, 30)).round(3)
    peer = None
    if installed("quantecon"):
        import quantecon.game_theory as gt

        theirs = gt.NormalFormGame((gt.Player(A), gt.Player(np.ascontiguousarray(B.T))))
        gt.lemke_howson(theirs)

        def peer() -> None:
            gt.lemke_howson(theirs)

    g = tm.NormalForm(A, B)
    return {
        "exact": compare(lambda: tm.lemke_howson(g), peer, rounds),
        "float": compare(lambda: tm.lemke_howson(g, exact=False), peer, rounds),
    }


def quantecon(rounds: int) -> dict[str, Any]:
    """Vertices, supports and paths of ten 8 × 8 and ten 12 × 12 games: ours exactly and in floats, theirs in floats.

    Floors: floats no slower than theirs, exact answers in at most twice their time.
    """
    if not installed("quantecon"):
        return {}
    import quantecon.game_theory as gt

    ways: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
        "vertex": (tm.NormalForm.equilibria, gt.vertex_enumeration),
        "support": (lambda g, **exact: g.equilibria("support", **exact), gt.support_enumeration),
        "lemke_howson": (tm.lemke_howson, gt.lemke_howson),
    }
    rows: dict[str, Any] = {}
    for size in (8, 12):
        rng = np.random.default_rng(SEED)
        pairs = [rng.integers(-99, 100, (2, size, size)) for _ in range(10)]
        ours = [tm.NormalForm(A, B) for A, B in pairs]
        theirs = [
            gt.NormalFormGame([gt.Player(A.astype(float)), gt.Player(B.T.astype(float).copy())])
            for A, B in pairs
        ]
        for name, (mine, peer) in ways.items():
            some = 1 if (name, size) == ("support", 12) else 10
            many = 200 if name == "lemke_howson" else 1
            row: dict[str, Any] = {}
            for kind, exact in (("exact", None), ("float", False)):
                row[kind] = beside(
                    partial(each, partial(mine, exact=exact), ours[:some]),
                    partial(each, peer, theirs[:some]),
                    1 if some == 1 else rounds,
                    many,
                    some,
                )
            if name != "lemke_howson":
                row["found"] = (
                    sum(len(mine(g)) for g in ours[:some]),
                    sum(len(peer(g)) for g in theirs[:some]),
                )
            rows[f"{name}_{size}x{size}"] = row
            print(f"{name} {size} x {size}: {row}", flush=True)
            for kind, floor in (("float", 1.0), ("exact", 0.5)):
                ratio = row[kind]["ratio"]
                print(f"    {kind}: {ratio:.2f} of 1, at least {floor}: {'yes' if ratio >= floor else 'NO'}")
    return rows


def each(work: Callable[[Any], Any], games: list[Any]) -> None:
    """The work on every game."""
    for game in games:
        work(game)


def beside(
    ours: Callable[[], Any], peer: Callable[[], Any], rounds: int, many: int, games: int
) -> dict[str, float]:
    """`compare` by processor time, of so many calls on so many games at a time."""
    clock = time.process_time
    ours(), peer()
    mine, theirs = [], []
    for _ in range(rounds):
        for work, times in ((ours, mine), (peer, theirs)):
            began = clock()
            for _ in range(many):
                work()
            times.append(1e3 * (clock() - began) / many / games)
    ratio = statistics.median(t / m for t, m in zip(theirs, mine, strict=True))
    return {"ours_ms": statistics.median(mine), "peer_ms": statistics.median(theirs), "ratio": ratio}


CASES = {
    "support_6x6": support_enumeration,
    "zero_sum_100x100": zero_sum,
    "regret_matching_1000x1000": regret_matching,
    "lemke_howson_30x30": lemke_howson,
    "quantecon": quantecon,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=[], help="cases whose names contain one of these words")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    result = {
        "machine": {
            "cpu": platform.processor() or platform.machine(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "commit": commit.stdout.strip(),
            **{name: installed(name) for name in ("numpy", "numba", "scipy", "nashpy", "quantecon")},
        },
        **{
            name: case(options.rounds)
            for name, case in CASES.items()
            if not options.only or any(word in name for word in options.only)
        },
    }
    text = json.dumps(result, indent=1, default=float)
    print(text)
    if options.out is not None:
        options.out.write_text(text + "\n")


if __name__ == "__main__":
    main()

"""What a start costs: compiling every family of kernels from nothing, and fresh processes that find them compiled.

    python benchmarks/starting.py                              # this tree
    python benchmarks/starting.py --against OLD/src            # and another one, alternating; prints new / old
    python benchmarks/starting.py --only kuhn river --rounds 6 # cases whose names contain one of these words

Processor time of whole processes, their children's with it, so that other work on the machine tells little. Compiling
is measured once, each case with an empty cache of kernels; starts are the least of several rounds, with a warm one.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent / "src"
RIVER = (
    "import tianji as tj;"
    "tj.holdem.Spot('AsKd8h5c2s', 100, 100, 'AcAh,QcJd', 'KhKc', '100%', '').solve(iterations=3)"
)
FAMILIES = ("float32", "boards_and_chess", "float64", "blueprints", "int16")
COMPILES = {
    **{
        f"compile {name}": ["-c", f"import runpy; runpy.run_path('TREE/scripts/compile')['{name}']()"]
        for name in FAMILIES
    },
    "first solve kuhn": ["-m", "tianji", "solve", "kuhn", "--quiet"],
    "first river": ["-c", RIVER],
}
STARTS = {
    "import tianji": ["-c", "import tianji"],
    "games": ["-m", "tianji", "games", "--quiet"],
    "solve kuhn": ["-m", "tianji", "solve", "kuhn", "--quiet"],
    "river": ["-c", RIVER],
}


def seconds(source: Path, words: list[str], kernels: str) -> float:
    """Processor seconds of a Python process that imports Tianji from `source`."""
    words = [word.replace("TREE", str(source.parent)) for word in words]
    env = {**os.environ, "PYTHONPATH": str(source), "NUMBA_CACHE_DIR": kernels}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], env=env, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="the src folder of another tree")
    parser.add_argument("--only", nargs="*", default=[], help="cases whose names contain one of these words")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    trees = [SRC, *([asked.against.resolve()] if asked.against else [])]
    print(
        f"{'processor seconds':24}"
        + "".join(f"{name:>10}" for name in ("new", "old", "new / old")[: 2 * len(trees) - 1])
    )
    with tempfile.TemporaryDirectory() as kernels:
        for number, (name, words) in enumerate([*COMPILES.items(), *STARTS.items()]):
            if asked.only and not any(word in name for word in asked.only):
                continue
            if name in COMPILES:
                found = [seconds(tree, words, f"{kernels}/{number}") for tree in trees]
            else:
                rounds = [
                    [seconds(tree, words, f"{kernels}/warm") for tree in trees]
                    for _ in range(asked.rounds + 1)
                ]
                found = [min(times) for times in zip(*rounds[1:], strict=True)]
            ratio = [found[0] / found[1]] if len(found) > 1 else []
            print(f"{name:24}" + "".join(f"{x:10.2f}" for x in [*found, *ratio]), flush=True)


if __name__ == "__main__":
    main()

"""The kernels' source is its own reference: it must give the same numbers uncompiled, and stay within bounds."""

import json
import os
import subprocess
import sys

import pytest

import tianji as tj

GAMES = {
    "NUMBA_DISABLE_JIT": [
        ("kuhn", "cfr+"),
        ("leduc(ranks=2)", "dcfr"),
        ("kuhn(players=3)", "cfr"),
        ("kuhn", "external"),
        ("leduc(ranks=2)", "outcome"),
    ],
    "NUMBA_BOUNDSCHECK": [("coin_toss", "pdcfr+")],  # compiles every kernel anew: one game is enough
}
SCRIPT = """
import json, sys, tianji as tj
rows = []
for spec, method in json.loads(sys.argv[1]):
    solution = tj.solve(tj.load(spec), method, iterations=20)
    rows.append([solution.nash_conv, *solution.values])
print(json.dumps(rows))
"""


@pytest.mark.parametrize("setting", GAMES)
def test_same_numbers(setting, tmp_path):
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), setting: "1"}
    command = [sys.executable, "-c", SCRIPT, json.dumps(GAMES[setting])]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    for (spec, method), row in zip(GAMES[setting], json.loads(done.stdout), strict=True):
        solution = tj.solve(tj.load(spec), method, iterations=20)
        assert row == pytest.approx([solution.nash_conv, *solution.values], abs=1e-12)

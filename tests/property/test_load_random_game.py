"""Random games keep the contract for all parameters, and are the same in every process."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from tianji.core.check import check_game
from tianji.core.walk import histories
from tianji.games.random_game import RandomGame

GAMES = st.builds(
    RandomGame,
    seed=st.integers(0, 2**63 - 1),
    depth=st.integers(1, 6),
    branching=st.integers(1, 3),
    chance=st.floats(0, 1),
    merge=st.floats(0, 1),
    players=st.integers(1, 4),
    zero_sum=st.booleans(),
)


@given(GAMES)
def test_contract(game):
    report = check_game(game, max_histories=3000)
    assert report.recall_everywhere, report.lapse
    assert report.depth <= game.depth
    if game.zero_sum:
        assert report.zero_sum


def test_merging_merges():
    """With hidden moves there are fewer infosets for as many histories; tiny trees may not show it."""
    smaller = 0
    for seed in range(10):
        counts = []
        for merge in (0, 1):
            report = check_game(RandomGame(seed=seed, depth=6, merge=merge))
            counts.append(sum(report.infosets) / report.histories)
        smaller += counts[1] < counts[0]
    assert smaller >= 8


def test_no_chance_and_only_chance():
    assert all(v.player != -1 for v in histories(RandomGame(depth=6, chance=0)))
    assert all(v.player < 0 for v in histories(RandomGame(depth=5, chance=1)))


def test_same_in_every_process():
    code = (
        "from tianji.games import load; from tianji.games.efg import write_efg; import hashlib; "
        "print(hashlib.sha256(write_efg(load('random_game(seed=11,depth=6,players=3)')).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(digests) == 1

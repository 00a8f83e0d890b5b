"""The board kernels' cuts and shared keys: the same winner as the readable search, wherever play may lead."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianji.games.breakthrough import Breakthrough
from tianji.games.domineering import Domineering
from tianji.games.hexgame import Hex
from tianji.search import search

BOARDS = [
    Breakthrough(2, 5),
    Breakthrough(3, 4),
    Breakthrough(3, 5),
    Breakthrough(4, 4),
    Hex(2),
    Hex(3),
    Hex(4),
    Domineering(4, 4),
]


@pytest.mark.parametrize("game", BOARDS, ids=str)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 12))
def test_kernels_agree_with_the_readable_search(game, seed, plies):
    rng, s = random.Random(seed), game.initial()
    if game in (Hex(4), Breakthrough(3, 5)):
        plies += 6  # earlier positions take the readable search too long
    for _ in range(plies):
        after = game.result(s, rng.choice(game.actions(s)))
        if game.player(after) < 0:
            break
        s = after
    fast = search(game, s, "solve")
    slow = search(game, s, "solve", native=False, table=1 << 14)
    assert (fast.value, fast.bound) == (slow.value, "exact")
    mover = game.player(s)
    for a in fast.line:
        s = game.result(s, a)
    assert game.utility(s)[mover] == fast.value

"""Rows of storage that are 16-bit integers, against NumPy; the order of a river's hands."""

import numpy as np
import pytest
from numba import njit

from tianji.holdem.spot.boards import root_board, show_order
from tianji.kernels.constants import BLOCK
from tianji.kernels.poker.sums import add_packed, larger, most, number, pack, unit_of
from tianji.poker.cards import blocked

REAL = np.float32


@njit
def packed(values, at, row, width, stored, scales):
    pack(values, at, row, width, most(values[at * BLOCK :], width), stored, scales)


def rounded(values, top):
    """What a row becomes: multiples of its largest size / 32767, the even one of two that are as near."""
    unit = REAL(32767) / top if top > 0 else REAL(0)
    return np.rint(values * unit).astype(np.int16), top / REAL(32767) if top > 0 else REAL(1)


@pytest.mark.parametrize("width", [16, 80, BLOCK])
def test_rows_are_packed_as_numpy_rounds(width):
    rng = np.random.default_rng(width)
    values = rng.normal(size=2 * BLOCK).astype(REAL)
    values[BLOCK : BLOCK + 4] = -32767, 0.5, 1.5, 2.5  # a unit is 1: halves go to the even integer
    values[BLOCK + 4 : BLOCK + width] = rng.integers(-32766, 32766, width - 4)
    values[:width] *= np.logspace(-20, 15, width).astype(REAL)
    for row in (0, 1):
        stored, scales = np.zeros(2 * BLOCK, dtype=np.int16), np.zeros(2, dtype=REAL)
        line = values[row * BLOCK : row * BLOCK + width]
        packed(values, row, 1 - row, np.uint64(width), stored, scales)
        wanted, scale = rounded(line, np.abs(line).max())
        here = (1 - row) * BLOCK
        assert np.array_equal(stored[here : here + width], wanted) and scales[1 - row] == scale
        assert not stored[here + width : here + BLOCK].any() and not stored[row * BLOCK :][:BLOCK].any()
        assert number(stored, here, unit_of(stored, scales, 1 - row, REAL)) == wanted[0] * scale
    assert larger(1.0, 2.0) == larger(2.0, 1.0) == 2.0


@pytest.mark.parametrize("width", [16, BLOCK])
def test_averages_are_added_up(width):
    rng = np.random.default_rng(width)
    average, scales = (
        rng.integers(0, 32768, 3 * BLOCK).astype(np.int16),
        rng.random(3).astype(REAL),
    )
    reaches = rng.random(4 * BLOCK).astype(REAL)
    average[2 * BLOCK :], reaches[3 * BLOCK :] = 0, 0  # nobody comes here
    old, units = average.copy(), scales.copy()
    add_packed(reaches, 1, 3, np.uint64(width), 0.75, np.zeros(4 * BLOCK, dtype=REAL), average, scales, 0)
    for a in range(3):
        row, reach = slice(a * BLOCK, a * BLOCK + width), slice((a + 1) * BLOCK, (a + 1) * BLOCK + width)
        total = old[row] * (units[a] * REAL(0.75)) + reaches[reach]
        wanted, scale = rounded(total, total.max())
        assert np.array_equal(average[row], wanted) and scales[a] == scale
    assert scales[2] == 1


def test_a_river_orders_hands_as_every_board_does():
    """`root_board` reads them from one order of all hands, `show_order` sorts those that are held."""
    rng = np.random.default_rng(5)
    for density in (1.0, 0.3, 0.02, 0.001, 0.0):
        for _ in range(10):
            cards = [int(card) for card in rng.permutation(52)[:5]]
            weights = [(rng.random(1326) < density) * rng.random(1326) for _ in (0, 1)]
            held = [np.flatnonzero((w > 0) & ~blocked(cards)).astype(np.int16) for w in weights]
            places = [np.arange(len(h), dtype=np.int16)[None] for h in held]
            found, wanted = (
                root_board(cards, (weights[0], weights[1])),
                show_order(cards, held, places, True),
            )
            assert np.array_equal(found.groups, wanted.groups)
            for p in (0, 1):
                assert np.array_equal(found.combos[p], wanted.combos[p])
                assert np.array_equal(found.parents[p], places[p])  # ranges come in this order

"""Rows of storage that are 16-bit integers, against NumPy; the order of a river's hands."""

import numpy as np
import pytest
from numba import njit

from tianji.holdem.spot.boards import root_board, show_order
from tianji.kernels.constants import BLOCK
from tianji.kernels.poker.infoset_rows import carry
from tianji.kernels.poker.learning import update
from tianji.kernels.poker.sums import add_packed, larger, most, pack
from tianji.poker.cards import blocked

REAL = np.float32


@njit
def packed(values, at, row, width, stored, scales):
    pack(values, at, row, width, most(values[at * BLOCK :], width), stored, scales)


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
        top = np.abs(line).max()
        exact = line.astype(np.float64) * (REAL(32767) / top)
        here = (1 - row) * BLOCK
        found = stored[here : here + width]
        assert np.abs(found - exact).max() < 0.5 + 1e-3 and scales[1 - row] == top / REAL(32767)
        assert row == 0 or np.array_equal(found, np.rint(exact))
        assert not stored[here + width : here + BLOCK].any() and not stored[row * BLOCK :][:BLOCK].any()
    assert larger(1.0, 2.0) == larger(2.0, 1.0) == 2.0


def added(average, unit, reach, weight):
    """One row of averages, and what a unit is worth, after an iteration."""
    width = len(reach)
    reaches, rows = np.zeros(2 * BLOCK, dtype=REAL), np.zeros(BLOCK, dtype=np.int16)
    reaches[BLOCK : BLOCK + width], rows[:width] = reach, average
    scales = np.array([unit], dtype=REAL)
    add_packed(reaches, 1, 1, np.uint64(width), weight, np.zeros(4 * BLOCK, dtype=REAL), rows, scales, 0)
    assert not rows[width:].any() and rows.min() >= 0
    return rows[:width], scales[0]


@pytest.mark.parametrize("width", [16, 80, BLOCK])
def test_averages_are_added_up(width):
    rng = np.random.default_rng(width)
    old, reach, unit = rng.integers(0, 16000, width), rng.random(width).astype(REAL), 1.5 * 2**-10
    found, less = added(old, unit, reach, 0.75)  # in whole units, and what is there stays
    assert less == 0.75 * unit and np.array_equal(found, old + np.rint(reach / less))
    found, less = added(old, unit, 0 * reach, 0.75)  # nobody comes
    assert less == 0.75 * unit and np.array_equal(found, old)
    old[0], reach[0] = 32767, 1.0
    found, more = added(old, unit, reach, 0.75)  # more than 16 bits hold: halved, units doubled
    assert more == 1.5 * unit and np.abs(found - (old + np.rint(reach / less)) / 2).max() <= 0.5
    old[0] = 16384
    assert added(old, unit, 0 * reach, 0.75)[1] == 0.75 * unit
    found, more = added(old, unit, 0 * reach, 0.6)  # below a power of two: room is made
    assert more == REAL(unit) * REAL(1.2) and np.array_equal(found, np.rint(old / 2))


@pytest.mark.parametrize(("unit", "weight"), [(2**-20, 0.75), (1e-30, 0.9), (0.0, 0.9), (1.0, 0.0)])
def test_a_row_that_a_reach_is_too_large_for_is_written_anew(unit, weight):
    rng = np.random.default_rng(3)
    old, reach = rng.integers(0, 32768, BLOCK), rng.random(BLOCK).astype(REAL)
    found, new = added(old, unit, reach, weight)
    wanted = old * (unit * weight) + reach.astype(np.float64)
    assert 8000 < found.max() <= 8192 and np.abs(found * np.float64(new) - wanted).max() < 0.501 * new
    nobody, one = added(0 * old, unit, 0 * reach, weight)
    assert not nobody.any() and one == (REAL(unit) * REAL(weight) or 1)


def test_late_averages_are_written_anew_by_every_iteration():
    rng = np.random.default_rng(4)
    old, reach = rng.integers(0, 32768, BLOCK), rng.random(BLOCK).astype(REAL)
    found, unit = added(old, 2**-6, reach, 0.999)
    assert found.max() == 32767
    assert np.abs(found * np.float64(unit) - old * (2**-6 * 0.999) - reach).max() < 0.502 * unit


def infosets(actions):
    """One with so many actions after slot 0, which is a root."""
    return np.array([[0, 1, actions]], dtype=np.int32)


def stored(rng, actions, most=20000):
    """Regrets as integers, what an integer of each row is worth, and the same as numbers."""
    scales = rng.uniform(1e-4, 1e-3, actions).astype(REAL)
    rows = rng.integers(-most, most + 1, (actions, BLOCK))
    rows[:, :9] = -np.abs(rows[:, :9])  # no positive regret
    rows[:, 9:12] = 0
    return rows.astype(np.int16).ravel(), scales, (rows * scales[:, None]).astype(REAL)


@pytest.mark.parametrize("actions", [1, 2, 3, 4])
@pytest.mark.parametrize("width", [16, BLOCK])
def test_ranges_are_carried_as_by_numbers(actions, width):
    rng = np.random.default_rng(actions)
    regret, scales, exact = stored(rng, actions)
    reaches = np.zeros((actions + 1) * BLOCK, dtype=REAL)
    reaches[:width] = above = rng.random(width).astype(REAL)
    none, tile = np.zeros(0, dtype=REAL), np.zeros(4 * BLOCK, dtype=REAL)
    carry(
        infosets(actions), 1, -1, np.uint64(width), regret, scales, none, REAL(1), REAL(0),
        False, 0.0, regret, scales, np.zeros(0, dtype=np.int16), tile, reaches,
    )  # fmt: skip
    weights = np.maximum(exact[:, :width], 0) + (exact[:, :width].max(axis=0) <= 0)
    wanted = above * weights / weights.sum(axis=0)
    assert np.allclose(reaches.reshape(-1, BLOCK)[1:, :width], wanted, rtol=1e-5, atol=1e-9)
    assert not reaches.reshape(-1, BLOCK)[:, width:].any()


@pytest.mark.parametrize("actions", [2, 3, 4])
@pytest.mark.parametrize(("instant", "floor"), [(0.0, -np.inf), (0.5, -np.inf), (0.0, 0.0)])
def test_regrets_are_learned_as_by_numbers(actions, instant, floor):
    """Small steps leave a row its unit; steps that do not fit, and rows that have become small, give it another."""
    none, no_locks = np.zeros(0, dtype=REAL), np.zeros(0, dtype=np.uint8)
    for step, top in ((0.1, 20000), (100.0, 20000), (1e-9, 8000)):
        rng, given = np.random.default_rng(actions), []
        regret, scales, exact = stored(rng, actions, top)
        values = (step * rng.normal(size=(actions + 1) * BLOCK)).astype(REAL)
        for rows, units in ((regret, scales.copy()), (exact.ravel(), np.ones(1, dtype=REAL))):
            cfv = values.copy()
            strategy, tile = np.zeros(4 * BLOCK, dtype=REAL), np.zeros(4 * BLOCK, dtype=REAL)
            update(
                infosets(actions), 1, -1, np.uint64(BLOCK), no_locks, units, REAL(1), REAL(0), REAL(0.9), REAL(0.5),
                REAL(floor), REAL(instant), strategy, tile, cfv, rows, none,
            )  # fmt: skip
            given.append((rows.reshape(actions, BLOCK), units, cfv))
        (rows, units, cfv), (wanted, _, handed) = given
        assert np.allclose(cfv, handed, rtol=1e-4, atol=1e-5 * step)
        assert (np.abs(rows * units[:, None] - wanted).max(axis=1) < 0.502 * units + 1e-6 * step).all()
        tops = np.abs(rows.astype(np.int32)).max(axis=1)
        assert (tops <= 32768).all() and (tops >= 8191).all()
        assert np.array_equal(units, scales) == (step == 0.1)


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

"""Rows of storage that round: 16-bit integers with a scale a row, and sums that keep what rounding takes from them."""

import numpy as np
from numba import njit

from tianji.kernels.bits import holds_integers
from tianji.kernels.constants import BLOCK
from tianji.kernels.poker.lanes import largest

W = np.uint64(BLOCK)
LEFT, ZERO = np.float32(1e-30), np.float32(0)
FIRST, NONE = np.int64(0), np.int64(-1)  # no literals: numba would compile a kernel for each of them anew
FINE = 65534.0  # parts of a unit that a residue of 16 bits tells apart


@njit(cache=True, _nrt=False)
def add_exactly(reaches, at, actions, width, weight, average, scales, residue, row):
    """S ← weight · S + reach in float64, where S = average + residue: what rounding takes from one is in the other.

    Terms of a long sum are so small beside it that most of each would be rounded away, always in the same direction.
    Integers: a unit of the residue is 1 / FINE of the average's, and both are written anew by the row's largest number.
    """
    for a in range(actions):
        r, p = np.uint64(row + a) * W, np.uint64(at + a) * W
        if not holds_integers(average):
            for k in range(width):
                x = (np.float64(average[r + k]) + residue[r + k]) * weight + reaches[p + k]
                near = average.dtype.type(x)
                left = average.dtype.type(x - near)
                average[r + k] = near
                residue[r + k] = left if abs(left) > LEFT else left * ZERO  # see `infoset_rows._decay`
            continue
        unit, top = np.float64(scales[row + a]), 0.0
        for k in range(width):
            x = (average[r + k] + residue[r + k] / FINE) * unit * weight + reaches[p + k]
            top = x if x > top else top
        scales[row + a] = top / 32767 if top > 0 else 1
        new = np.float64(scales[row + a])
        for k in range(width):
            x = ((average[r + k] + residue[r + k] / FINE) * unit * weight + reaches[p + k]) / new
            average[r + k] = np.rint(x)
            residue[r + k] = np.rint((x - np.rint(x)) * FINE)


@njit(cache=True, _nrt=False)
def add_packed(reaches, at, actions, width, weight, tile, average, scales, row):
    """S ← weight · S + reach, where S is kept as integers."""
    real = tile.dtype.type
    for a in range(actions):
        r, p = np.uint64(row + a) * W, np.uint64(at + a) * W
        unit = real(scales[row + a]) * real(weight)
        for k in range(width):
            tile[k] = real(average[r + k]) * unit + reaches[p + k]
        pack(tile, FIRST, row + a, width, average, scales)


@njit(cache=True, _nrt=False)
def unpack(stored, scales, row, actions, width, out):
    """The numbers that rows of integers stand for, into rows 0 … actions of out."""
    real = out.dtype.type
    for a in range(actions):
        r, p = np.uint64(row + a) * W, np.uint64(a) * W
        unit = real(scales[row + a])
        for k in range(width):
            out[p + k] = real(stored[r + k]) * unit


@njit(cache=True, _nrt=False)
def pack(values, at, row, width, stored, scales):
    """Write row `at` of values as integers, rounded to multiples of its largest size / 32767."""
    real = values.dtype.type
    r, p = np.uint64(row) * W, np.uint64(at) * W
    top = largest(values, p, width)
    unit = real(32767) / top if top > 0 else real(0)
    scales[row] = top / real(32767) if top > 0 else 1
    for k in range(width):
        stored[r + k] = np.rint(values[p + k] * unit)

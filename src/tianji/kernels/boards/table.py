"""A transposition table of 64-bit words, each a position with two bounds on its value.

The key is spread by an odd multiplier, a bijection: its top k bits are the slot, the other 64 − k bits are kept for
comparison, and below them lie two bounds of 7 bits each, plus 64:

    | 64 − k bits of the spread key | free | upper (7) | lower (7) |        k ≥ 14

so a probe is one memory access and never confuses two positions.
"""

from __future__ import annotations

import numpy as np
from numba import njit

SPREAD = np.uint64(0x9E3779B97F4A7C15)
SEVEN, LOW7 = np.uint64(7), np.uint64(127)
ZERO = np.uint64(0)


@njit(cache=True, inline="always")
def lookup(table, k, key):
    """The entry of a position, or 0. table: `[2^k]`."""
    spread = key * SPREAD
    entry = table[spread >> np.uint64(64 - k)]
    return entry if (entry ^ (spread << np.uint64(k))) >> np.uint64(k) == ZERO else ZERO


@njit(cache=True, inline="always")
def keep(table, k, key, lower, upper):
    """Overwrite the slot of a position with its bounds."""
    spread = key * SPREAD
    bounds = (np.uint64(upper + 64) << SEVEN) | np.uint64(lower + 64)
    table[spread >> np.uint64(64 - k)] = (spread << np.uint64(k)) | bounds

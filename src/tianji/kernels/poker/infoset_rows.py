"""One infoset of a betting line, for a block of hands at a time: strategy and average; `learning` has the regrets.

Storage is flat: row r is elements r · BLOCK … (r + 1) · BLOCK, one action of one block of hands; the actions of an
infoset are neighbouring rows. The constant width lets the compiler see that rows do not overlap, and indices are
unsigned so that no test for negative ones stands in the way of vector code. `width` is how many hands of the block
there are, rounded up to 8. A fused loop (`_two` …) takes 1 ns an action and hand, the general way 3.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import holds_integers, prefetch
from tianji.kernels.constants import BLOCK
from tianji.kernels.poker.sums import add_exactly, add_packed, number, unit_of

W = np.uint64(BLOCK)
ONE = np.uint64(1)
LINE = np.uint64(16)  # numbers of a cache line; of 16 bits twice as many


@njit(cache=True, forceinline=True, _nrt=False)
def _one(width, reaches, at, above):
    """reach(a) = reach(above), where there is but one action."""
    p, q = np.uint64(at) * W, np.uint64(above) * W
    for k in range(width):
        reaches[p + k] = reaches[q + k]


@njit(cache=True, forceinline=True, _nrt=False)
def _two(stored, scales, row, width, reaches, at, above):
    """reach(a) = reach(above) · σ(a), σ by regret matching over two actions; the common case in one loop."""
    real = reaches.dtype.type
    zero, half = real(0), real(0.5)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    one, two = unit_of(stored, scales, row, real), unit_of(stored, scales, row + 1, real)
    for k in range(width):
        x, y = number(stored, r + k, one), number(stored, r + W + k, two)
        x = x if x > zero else zero
        y = y if y > zero else zero
        reach = reaches[q + k]
        total = x + y
        share = reach / total if total > zero else zero
        even = zero if total > zero else reach * half
        reaches[p + k] = x * share + even
        reaches[p + W + k] = y * share + even


@njit(cache=True, forceinline=True, _nrt=False)
def _three(stored, scales, row, width, reaches, at, above):
    """The same over three actions."""
    real = reaches.dtype.type
    zero, third = real(0), real(1 / 3)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    one, two = unit_of(stored, scales, row, real), unit_of(stored, scales, row + 1, real)
    three = unit_of(stored, scales, row + 2, real)
    for k in range(width):
        x, y = number(stored, r + k, one), number(stored, r + W + k, two)
        z = number(stored, r + W + W + k, three)
        x = x if x > zero else zero
        y = y if y > zero else zero
        z = z if z > zero else zero
        reach = reaches[q + k]
        total = x + y + z
        share = reach / total if total > zero else zero
        even = zero if total > zero else reach * third
        reaches[p + k] = x * share + even
        reaches[p + W + k] = y * share + even
        reaches[p + W + W + k] = z * share + even


@njit(cache=True, forceinline=True, _nrt=False)
def _four(stored, scales, row, width, reaches, at, above):
    """The same over four actions."""
    real = reaches.dtype.type
    zero, fourth = real(0), real(0.25)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    one, two = unit_of(stored, scales, row, real), unit_of(stored, scales, row + 1, real)
    three, four = unit_of(stored, scales, row + 2, real), unit_of(stored, scales, row + 3, real)
    for k in range(width):
        x, y = number(stored, r + k, one), number(stored, r + W + k, two)
        z, o = number(stored, r + W + W + k, three), number(stored, r + W + W + W + k, four)
        x = x if x > zero else zero
        y = y if y > zero else zero
        z = z if z > zero else zero
        o = o if o > zero else zero
        reach = reaches[q + k]
        total = x + y + z + o
        share = reach / total if total > zero else zero
        even = zero if total > zero else reach * fourth
        reaches[p + k] = x * share + even
        reaches[p + W + k] = y * share + even
        reaches[p + W + W + k] = z * share + even
        reaches[p + W + W + W + k] = o * share + even


@njit(cache=True, forceinline=True, _nrt=False)
def _few(stored, scales, row, actions, width, reaches, at, above):
    """The same over up to four actions."""
    if actions == 2:
        _two(stored, scales, row, width, reaches, at, above)
    elif actions == 3:
        _three(stored, scales, row, width, reaches, at, above)
    elif actions == 4:
        _four(stored, scales, row, width, reaches, at, above)
    else:
        _one(width, reaches, at, above)


@njit(cache=True, _nrt=False)
def weights(stored, scales, prediction, row, actions, width, ahead, share, reaches, at):
    """w(a) = max(stored, 0) into rows of `reaches`, with the prediction added where there is one.

    stored: flat, regrets or average. scales: `[rows]` what a unit of an integer row is worth, or `[1]`. prediction:
    flat like stored, or empty. reaches: rows at … at + actions, overwritten.
    """
    real = reaches.dtype.type
    zero = real(0)
    for a in range(actions):
        r, p = np.uint64(row + a) * W, np.uint64(at + a) * W
        unit = real(scales[row + a]) if holds_integers(stored) else real(1)
        for k in range(width):
            x = real(stored[r + k]) * unit
            reaches[p + k] = x if x > zero else zero
        if prediction.size > 0:
            for k in range(width):
                x = ahead * (real(stored[r + k]) * unit) + share * prediction[r + k]
                reaches[p + k] = x if x > zero else zero


@njit(cache=True, _nrt=False)
def normalise(reaches, at, actions, width, above, tile):
    """reach(a) ← reach(above) · w(a) / Σ w, even where Σ w = 0; with above < 0 the strategy alone. tile: scratch."""
    real = reaches.dtype.type
    zero, one = real(0), real(1)
    even = one / real(actions)
    for k in range(width):
        tile[k] = zero
    for a in range(actions):
        p = np.uint64(at + a) * W
        for k in range(width):
            tile[k] += reaches[p + k]
    for k in range(width):
        x = tile[k]
        tile[k] = one / x if x > zero else zero
        tile[W + k] = zero if x > zero else even
    if above >= 0:
        q = np.uint64(above) * W
        for k in range(width):
            tile[k] *= reaches[q + k]
            tile[W + k] *= reaches[q + k]
    for a in range(actions):
        p = np.uint64(at + a) * W
        for k in range(width):
            reaches[p + k] = reaches[p + k] * tile[k] + tile[W + k]


@njit(cache=True, forceinline=True, _nrt=False)
def fetch(stored, row, actions):
    """Ask for the rows of the next infoset while this one is worked on."""
    at, line = np.uint64(row) * W, LINE + LINE if holds_integers(stored) else LINE
    for k in range(np.uint64(0), np.uint64(actions) * W, line):
        prefetch(stored, at + k)


@njit(cache=True, _nrt=False)
def carry(
    infosets, num, shift, width, stored, scales, prediction, ahead, share, is_learning, weight, average, average_scales,
    residue, tile, reaches,
):  # fmt: skip
    """A player's reach after each action of all infosets, parents first: reach(a) = reach(above) · σ(a).

    σ by regret matching on `stored` (see `weights`); Zinkevich et al. (2007), eq. 8. With is_learning they are
    added to the average. infosets: `[num, 3]` (slot above, first slot, actions); row of storage = shift + slot.
    residue: flat like average, what its rounding left over (`add_exactly`), or empty.
    """
    for i in range(num):
        above, at, actions = np.int64(infosets[i, 0]), np.int64(infosets[i, 1]), np.int64(infosets[i, 2])
        row = shift + at
        if i + 1 < num:
            fetch(stored, shift + infosets[i + 1, 1], infosets[i + 1, 2])
            if is_learning:
                fetch(average, shift + infosets[i + 1, 1], infosets[i + 1, 2])
        is_short = actions <= 4 and prediction.size == 0
        if is_short:
            _few(stored, scales, row, actions, width, reaches, at, above)
        else:
            weights(stored, scales, prediction, row, actions, width, ahead, share, reaches, at)
            normalise(reaches, at, actions, width, above, tile)
        if is_learning and residue.size > 0:
            add_exactly(reaches, at, actions, width, weight, average, average_scales, residue, row)
        elif is_learning and not holds_integers(average):
            decay = reaches.dtype.type(weight)
            for a in range(actions):
                r, p = np.uint64(row + a) * W, np.uint64(at + a) * W
                for k in range(width):
                    average[r + k] = average[r + k] * decay + reaches[p + k]
        elif is_learning:
            add_packed(reaches, at, actions, width, weight, tile, average, average_scales, row)

"""One infoset of a betting line, for a block of hands at a time: strategy, average, regrets.

Storage is flat: row r is elements r · BLOCK … (r + 1) · BLOCK, one action of one block of hands; the actions of an
infoset are neighbouring rows. The constant width lets the compiler see that rows do not overlap, and indices are
unsigned so that no test for negative ones stands in the way of vector code. `width` is how many hands of the block
there are, rounded up to 8. A fused loop (`_learn_two` …) takes 1 ns an action and hand, the general way 3.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import as_numbers, holds_integers, prefetch
from tianji.kernels.constants import BLOCK
from tianji.kernels.poker.sums import FIRST, NONE, add_exactly, add_packed, pack, unpack

W = np.uint64(BLOCK)
ONE = np.uint64(1)
LEAST, ZERO = np.float32(-1e-30), np.float32(0)
LINE = np.uint64(16)  # numbers of a cache line


@njit(cache=True, forceinline=True, _nrt=False)
def _one(width, reaches, at, above):
    """reach(a) = reach(above), where there is but one action."""
    p, q = np.uint64(at) * W, np.uint64(above) * W
    for k in range(width):
        reaches[p + k] = reaches[q + k]


@njit(cache=True, forceinline=True, _nrt=False)
def _two(stored, row, width, reaches, at, above):
    """reach(a) = reach(above) · σ(a), σ by regret matching over two actions; the common case in one loop."""
    real = reaches.dtype.type
    zero, half = real(0), real(0.5)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    for k in range(width):
        x, y = stored[r + k], stored[r + W + k]
        x = x if x > zero else zero
        y = y if y > zero else zero
        reach = reaches[q + k]
        total = x + y
        share = reach / total if total > zero else zero
        even = zero if total > zero else reach * half
        reaches[p + k] = x * share + even
        reaches[p + W + k] = y * share + even


@njit(cache=True, forceinline=True, _nrt=False)
def _three(stored, row, width, reaches, at, above):
    """The same over three actions."""
    real = reaches.dtype.type
    zero, third = real(0), real(1 / 3)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    for k in range(width):
        x, y, z = stored[r + k], stored[r + W + k], stored[r + W + W + k]
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
def _four(stored, row, width, reaches, at, above):
    """The same over four actions."""
    real = reaches.dtype.type
    zero, fourth = real(0), real(0.25)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    for k in range(width):
        x, y, z, o = stored[r + k], stored[r + W + k], stored[r + W + W + k], stored[r + W + W + W + k]
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
def _few(stored, row, actions, width, reaches, at, above):
    """The same over up to four actions; `stored` may be the rows of `reaches` that are written."""
    if actions == 2:
        _two(stored, row, width, reaches, at, above)
    elif actions == 3:
        _three(stored, row, width, reaches, at, above)
    elif actions == 4:
        _four(stored, row, width, reaches, at, above)
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
def _fetch(stored, row, actions):
    """Ask for the rows of the next infoset while this one is worked on."""
    at = np.uint64(row) * W
    for k in range(np.uint64(0), np.uint64(actions) * W, LINE):
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
    is_packed = holds_integers(stored)
    source = as_numbers(stored, reaches)
    for i in range(num):
        above, at, actions = np.int64(infosets[i, 0]), np.int64(infosets[i, 1]), np.int64(infosets[i, 2])
        row = shift + at
        if i + 1 < num:
            _fetch(stored, shift + infosets[i + 1, 1], infosets[i + 1, 2])
            if is_learning:
                _fetch(average, shift + infosets[i + 1, 1], infosets[i + 1, 2])
        is_short = actions <= 4 and prediction.size == 0
        if is_packed or not is_short:
            weights(stored, scales, prediction, row, actions, width, ahead, share, reaches, at)
        if is_short:
            _few(source, at if is_packed else row, actions, width, reaches, at, above)
        else:
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


@njit(cache=True, forceinline=True, _nrt=False)
def _decay(x, positive, negative):
    """A regret, discounted. Negative ones end at 0: numbers near 1e-40 take a processor a hundred times as long."""
    below = x * negative
    return x * positive if x > 0 else (below if below < LEAST else x * ZERO)


@njit(cache=True, forceinline=True, _nrt=False)
def _weigh(kept, gain, instant):
    """[d · R + ι · r]⁺: an action's weight in the value that is handed up."""
    x = kept + instant * gain
    return x if x > ZERO else ZERO


@njit(cache=True, forceinline=True, _nrt=False)
def _handed(total, weighed, mean, instant):
    """The mean by those weights; by the strategy itself where there are none, and exactly that with ι = 0."""
    share = weighed / total if total > ZERO else mean
    return share if instant > ZERO else mean


@njit(cache=True, forceinline=True, _nrt=False)
def _learn_two(row, width, above, at, positive, negative, floor, instant, cfv, regret):
    """Value and regrets of an infoset with two actions, in one loop; `learn` says what of."""
    real = cfv.dtype.type
    zero, half, one = real(0), real(0.5), real(1)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    for k in range(width):
        x, y = regret[r + k], regret[r + W + k]
        u, v = cfv[p + k], cfv[p + W + k]
        a = x if x > zero else zero
        b = y if y > zero else zero
        total = a + b
        mean = (a * u + b * v) * (one / total) if total > zero else half * (u + v)
        x, y = _decay(x, positive, negative), _decay(y, positive, negative)
        a, b = _weigh(x, u - mean, instant), _weigh(y, v - mean, instant)
        cfv[q + k] += _handed(a + b, a * u + b * v, mean, instant)
        x += u - mean
        y += v - mean
        regret[r + k] = x if x > floor else floor
        regret[r + W + k] = y if y > floor else floor


@njit(cache=True, forceinline=True, _nrt=False)
def _learn_three(row, width, above, at, positive, negative, floor, instant, cfv, regret):
    """The same with three actions."""
    real = cfv.dtype.type
    zero, third, one = real(0), real(1 / 3), real(1)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    for k in range(width):
        x, y, z = regret[r + k], regret[r + W + k], regret[r + W + W + k]
        u, v, w = cfv[p + k], cfv[p + W + k], cfv[p + W + W + k]
        a = x if x > zero else zero
        b = y if y > zero else zero
        c = z if z > zero else zero
        total = a + b + c
        mean = (a * u + b * v + c * w) * (one / total) if total > zero else third * (u + v + w)
        x, y, z = (
            _decay(x, positive, negative),
            _decay(y, positive, negative),
            _decay(z, positive, negative),
        )
        a, b, c = _weigh(x, u - mean, instant), _weigh(y, v - mean, instant), _weigh(z, w - mean, instant)
        cfv[q + k] += _handed(a + b + c, a * u + b * v + c * w, mean, instant)
        x += u - mean
        y += v - mean
        z += w - mean
        regret[r + k] = x if x > floor else floor
        regret[r + W + k] = y if y > floor else floor
        regret[r + W + W + k] = z if z > floor else floor


@njit(cache=True, forceinline=True, _nrt=False)
def _learn_four(row, width, above, at, positive, negative, floor, instant, cfv, regret):
    """The same with four."""
    real = cfv.dtype.type
    zero, fourth, one = real(0), real(0.25), real(1)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    for k in range(width):
        x, y, z, o = regret[r + k], regret[r + W + k], regret[r + W + W + k], regret[r + W + W + W + k]
        u, v, w, s = cfv[p + k], cfv[p + W + k], cfv[p + W + W + k], cfv[p + W + W + W + k]
        a = x if x > zero else zero
        b = y if y > zero else zero
        c = z if z > zero else zero
        d = o if o > zero else zero
        total = a + b + c + d
        mean = (a * u + b * v + c * w + d * s) * (one / total) if total > zero else fourth * (u + v + w + s)
        x, y = _decay(x, positive, negative), _decay(y, positive, negative)
        z, o = _decay(z, positive, negative), _decay(o, positive, negative)
        a, b = _weigh(x, u - mean, instant), _weigh(y, v - mean, instant)
        c, d = _weigh(z, w - mean, instant), _weigh(o, s - mean, instant)
        cfv[q + k] += _handed(a + b + c + d, a * u + b * v + c * w + d * s, mean, instant)
        x += u - mean
        y += v - mean
        z += w - mean
        o += s - mean
        regret[r + k] = x if x > floor else floor
        regret[r + W + k] = y if y > floor else floor
        regret[r + W + W + k] = z if z > floor else floor
        regret[r + W + W + W + k] = o if o > floor else floor


@njit(cache=True, forceinline=True, _nrt=False)
def _learn_few(row, actions, width, above, at, positive, negative, floor, instant, cfv, regret):
    """The same with two to four."""
    if actions == 2:
        _learn_two(row, width, above, at, positive, negative, floor, instant, cfv, regret)
    elif actions == 3:
        _learn_three(row, width, above, at, positive, negative, floor, instant, cfv, regret)
    else:
        _learn_four(row, width, above, at, positive, negative, floor, instant, cfv, regret)


@njit(cache=True, _nrt=False)
def learn(
    locks, scales, row, actions, width, above, at, positive, negative, floor, instant, strategy, tile, cfv, regret,
    prediction,
):  # fmt: skip
    r"""R(a) ← max(d · R(a) + r(a), floor), r(a) = cfv(a) − v, v = Σ_a σ(a) · cfv(a); cfv(above) += what is handed up.

    d is `positive` where R > 0, else `negative`. strategy: rows 0 … actions hold σ. Locked hands keep their regrets.
    Handed up is v, or with ι = `instant` > 0 the mean of cfv by the weights [d · R(a) + ι · r(a)]⁺, a step ahead of σ
    (v where they are all 0, and for locked hands). tile: scratch of four rows.
    """
    real = cfv.dtype.type
    mean(actions, width, at, strategy, cfv, tile)
    for k in range(width):
        tile[W + W + k], tile[W + W + W + k] = real(0), real(0)
    for a in range(actions):
        r, p = np.uint64(row + a) * W, np.uint64(at + a) * W
        unit = real(scales[row + a]) if holds_integers(regret) else real(1)
        for k in range(width):
            old = _decay(real(regret[r + k]) * unit, positive, negative)
            gain = cfv[p + k] - tile[W + k]
            weight = _weigh(old, gain, instant)
            tile[W + W + k] += weight
            tile[W + W + W + k] += weight * cfv[p + k]
            x = old + gain
            tile[k] = x if x > floor else floor
        if locks.size > 0:
            for k in range(width):
                tile[k] = real(regret[r + k]) * unit if locks[r + k] else tile[k]
                tile[W + W + k] = real(0) if locks[r + k] else tile[W + W + k]
        if prediction.size > 0:
            for k in range(width):
                prediction[r + k] = cfv[p + k] - tile[W + k]
            if locks.size > 0:
                for k in range(width):
                    prediction[r + k] = real(0) if locks[r + k] else prediction[r + k]
        if holds_integers(regret):
            pack(tile, FIRST, row + a, width, regret, scales)
        else:
            for k in range(width):
                regret[r + k] = tile[k]
    q = np.uint64(above) * W
    for k in range(width):
        cfv[q + k] += _handed(tile[W + W + k], tile[W + W + W + k], tile[W + k], instant)


@njit(cache=True, _nrt=False)
def mean(actions, width, at, strategy, cfv, tile):
    """tile[1] = Σ_a σ(a) · cfv(a)."""
    real = cfv.dtype.type
    for k in range(width):
        tile[W + k] = real(0)
    for a in range(actions):
        s, p = np.uint64(a) * W, np.uint64(at + a) * W
        for k in range(width):
            tile[W + k] += strategy[s + k] * cfv[p + k]


@njit(cache=True, _nrt=False)
def update(
    infosets, num, shift, width, locks, scales, ahead, share, positive, negative, floor, instant,
    strategy, tile, cfv, regret, prediction,
):  # fmt: skip
    """Learn at all infosets, children first, each by the shortest way that fits it; arguments as in `carry`."""
    is_packed = holds_integers(regret)
    numbers = as_numbers(regret, strategy)
    for back in range(num):
        i = num - 1 - back
        above, at, actions = np.int64(infosets[i, 0]), np.int64(infosets[i, 1]), np.int64(infosets[i, 2])
        row = shift + at
        if i > 0:
            _fetch(regret, shift + infosets[i - 1, 1], infosets[i - 1, 2])
        is_short = 2 <= actions <= 4 and locks.size == 0 and prediction.size == 0
        if is_short:
            if is_packed:
                unpack(regret, scales, row, actions, width, strategy)
            at_row = FIRST if is_packed else row
            _learn_few(at_row, actions, width, above, at, positive, negative, floor, instant, cfv, numbers)
            if is_packed:
                for a in range(actions):
                    pack(strategy, a, row + a, width, regret, scales)
        else:
            weights(regret, scales, prediction, row, actions, width, ahead, share, strategy, FIRST)
            normalise(strategy, FIRST, actions, width, NONE, tile)
            learn(
                locks, scales, row, actions, width, above, at, positive, negative, floor, instant,
                strategy, tile, cfv, regret, prediction,
            )  # fmt: skip

"""Learning at one infoset of a betting line, for a block of hands at a time: values up, regrets moved.

Storage, widths and indices are as in `infoset_rows`.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import as_numbers, holds_integers, size_of
from tianji.kernels.poker.infoset_rows import W, fetch, normalise, weights
from tianji.kernels.poker.sums import FIRST, NONE, kept, larger, most, pack, unit_of

LEAST, ZERO = np.float32(-1e-30), np.float32(0)


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
def _learn_two(regret, scales, row, width, above, at, positive, negative, floor, instant, cfv, out, to):
    """Value and regrets of an infoset with two actions, in one loop; `learn` says what of.

    out: the regrets themselves, or where they are stored as integers rows from `to` on that become them; returned is
    how large the new ones are at most, four by action, as `size_of` has it.
    """
    real = cfv.dtype.type
    zero, half, one = real(0), real(0.5), real(1)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    o = np.uint64(to) * W
    unit_x, unit_y = unit_of(regret, scales, row, real), unit_of(regret, scales, row + 1, real)
    none = size_of(zero)
    top_x, top_y = none, none
    for k in range(width):
        x, y = kept(regret, r + k, unit_x, out, o + k), kept(regret, r + W + k, unit_y, out, o + W + k)
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
        x = x if x > floor else floor
        y = y if y > floor else floor
        if holds_integers(regret):
            top_x, top_y = larger(top_x, size_of(x)), larger(top_y, size_of(y))
        out[o + k] = x
        out[o + W + k] = y
    return top_x, top_y, none, none


@njit(cache=True, forceinline=True, _nrt=False)
def _learn_three(regret, scales, row, width, above, at, positive, negative, floor, instant, cfv, out, to):
    """The same with three actions."""
    real = cfv.dtype.type
    zero, third, one = real(0), real(1 / 3), real(1)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    o = np.uint64(to) * W
    unit_x, unit_y = unit_of(regret, scales, row, real), unit_of(regret, scales, row + 1, real)
    unit_z = unit_of(regret, scales, row + 2, real)
    none = size_of(zero)
    top_x, top_y, top_z = none, none, none
    for k in range(width):
        x, y = kept(regret, r + k, unit_x, out, o + k), kept(regret, r + W + k, unit_y, out, o + W + k)
        z = kept(regret, r + W + W + k, unit_z, out, o + W + W + k)
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
        x = x if x > floor else floor
        y = y if y > floor else floor
        z = z if z > floor else floor
        if holds_integers(regret):
            top_x, top_y, top_z = (
                larger(top_x, size_of(x)),
                larger(top_y, size_of(y)),
                larger(top_z, size_of(z)),
            )
        out[o + k] = x
        out[o + W + k] = y
        out[o + W + W + k] = z
    return top_x, top_y, top_z, none


@njit(cache=True, forceinline=True, _nrt=False)
def _learn_four(regret, scales, row, width, above, at, positive, negative, floor, instant, cfv, out, to):
    """The same with four."""
    real = cfv.dtype.type
    zero, fourth, one = real(0), real(0.25), real(1)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    h = np.uint64(to) * W
    unit_x, unit_y = unit_of(regret, scales, row, real), unit_of(regret, scales, row + 1, real)
    unit_z, unit_o = unit_of(regret, scales, row + 2, real), unit_of(regret, scales, row + 3, real)
    none = size_of(zero)
    top_x, top_y, top_z, top_o = none, none, none, none
    for k in range(width):
        x, y = kept(regret, r + k, unit_x, out, h + k), kept(regret, r + W + k, unit_y, out, h + W + k)
        z, o = (
            kept(regret, r + W + W + k, unit_z, out, h + W + W + k),
            kept(regret, r + W + W + W + k, unit_o, out, h + W + W + W + k),
        )
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
        x = x if x > floor else floor
        y = y if y > floor else floor
        z = z if z > floor else floor
        o = o if o > floor else floor
        if holds_integers(regret):
            top_x, top_y = larger(top_x, size_of(x)), larger(top_y, size_of(y))
            top_z, top_o = larger(top_z, size_of(z)), larger(top_o, size_of(o))
        out[h + k] = x
        out[h + W + k] = y
        out[h + W + W + k] = z
        out[h + W + W + W + k] = o
    return top_x, top_y, top_z, top_o


@njit(cache=True, forceinline=True, _nrt=False)
def _learn_few(
    regret, scales, row, actions, width, above, at, positive, negative, floor, instant, cfv, out, to
):
    """The same with two to four."""
    if actions == 2:
        return _learn_two(
            regret, scales, row, width, above, at, positive, negative, floor, instant, cfv, out, to
        )
    if actions == 3:
        return _learn_three(
            regret, scales, row, width, above, at, positive, negative, floor, instant, cfv, out, to
        )
    return _learn_four(
        regret, scales, row, width, above, at, positive, negative, floor, instant, cfv, out, to
    )


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
            pack(tile, FIRST, row + a, width, most(tile, width), regret, scales)
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
            fetch(regret, shift + infosets[i - 1, 1], infosets[i - 1, 2])
        is_short = 2 <= actions <= 4 and locks.size == 0 and prediction.size == 0
        if is_short:
            tops = _learn_few(
                regret, scales, row, actions, width, above, at, positive, negative, floor, instant, cfv, numbers,
                FIRST if is_packed else row,
            )  # fmt: skip
            if is_packed:
                for a in range(actions):
                    pack(strategy, a, row + a, width, tops[a], regret, scales)
        else:
            weights(regret, scales, prediction, row, actions, width, ahead, share, strategy, FIRST)
            normalise(strategy, FIRST, actions, width, NONE, tile)
            learn(
                locks, scales, row, actions, width, above, at, positive, negative, floor, instant,
                strategy, tile, cfv, regret, prediction,
            )  # fmt: skip

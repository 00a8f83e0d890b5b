"""Rows of storage that round: 16-bit integers with a scale a row, and sums that keep what rounding takes from them."""

import numpy as np
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from tianji.kernels.bits import holds_integers, number_of, octave, size_of
from tianji.kernels.constants import BLOCK
from tianji.kernels.poker.matching import WIDE, Bits, RowVectors, Sums, places, walk_rows

W = np.uint64(BLOCK)
LEFT, ZERO = np.float32(1e-30), np.float32(0)
FIRST, NONE = np.int64(0), np.int64(-1)  # no literals: numba would compile a kernel for each of them anew
MOST = 32767  # the largest number of 16 bits
OVER, FULL = np.uint16(0x8000), np.uint16(0xC000)  # bits that a sum does not have, or not for long
TOO_MANY = 0b01101001 << 23 | 0x003F8000  # bits that MAGIC and a whole number of at most MOST do not have
FITS, IS_FULL = 0, 1
SLOW = 0.998  # weights above this leave so much of a sum that a term is some units
ROOM = np.float32(4)  # times the largest sum that a row can hold when it is written anew
FINE = 65534.0  # parts of a unit that a residue of 16 bits tells apart


def _add_or_take(is_added):
    """An intrinsic that adds a row to a row of integers, or takes it back."""

    @intrinsic
    def go(typingctx, values, at, weight, stored, scales, row, width, limit):
        u = types.uint64
        sig = types.uint8(values, u, values.dtype, stored, scales, u, u, types.uint16)
        if not isinstance(stored.dtype, types.Integer):
            return sig, lambda context, builder, signature, args: context.get_constant(types.uint8, FITS)

        def codegen(context, builder, signature, args):
            values_, at_, weight_, stored_, scales_, row_, width_, limit_ = args
            s = Sums(context, builder, values.dtype)
            (place,) = places(context, builder, scales, scales_, row_, 1)
            unit = builder.load(place)
            if is_added:
                unit = builder.fmul(unit, weight_)
                builder.store(unit, place)
            factors, step = (
                s.all(builder.fdiv(s.vector.element(1.0), unit)),
                builder.add if is_added else builder.sub,
            )
            more, full = Bits(s, 32), Bits(s, 16)
            with walk_rows(builder, width_) as loop:
                kept = RowVectors(s, stored, stored_, loop.index)
                moved = s.moved(RowVectors(s, values, values_, loop.index).load(at_), factors)
                total = step(kept.load(row_), s.low(moved))
                kept.store(total, row_)
                more.gather(moved)
                full.gather(total)
            byte = context.get_value_type(types.uint8)
            is_more = builder.zext(more.has(more.lane(TOO_MANY)), byte)
            return builder.or_(builder.shl(is_more, byte(1)), builder.zext(full.has(limit_), byte))

        return sig, codegen

    return go


# scale ← weight · scale; stored ← stored ± values / scale ≥ 0 as the nearest integer: sums modulo 2^16. What is
# returned is FITS, or IS_FULL where a sum has a bit of `limit`, or larger where a term is above 32767 or the scale is
# 0. To take them back leaves the scale. Nothing is done where numbers are stored as they are.
add_integers, take_integers = _add_or_take(True), _add_or_take(False)


@intrinsic
def sum_integers(typingctx, stored, scales, row, values, at, width, out):
    """out[0] = scale · stored + values, row by row; the largest of them. Both are 0 or more."""
    u = types.uint64
    sig = values.dtype(stored, scales, u, values, u, u, out)
    if not isinstance(stored.dtype, types.Integer):
        return sig, lambda context, builder, signature, args: context.get_constant(values.dtype, 0)

    def codegen(context, builder, signature, args):
        stored_, scales_, row_, values_, at_, width_, out_ = args
        s = Sums(context, builder, values.dtype)
        (place,) = places(context, builder, scales, scales_, row_, 1)
        units, top = s.all(builder.load(place)), cgutils.alloca_once_value(builder, s.all(0.0))
        with walk_rows(builder, width_) as loop:
            old = s.floats(RowVectors(s, stored, stored_, loop.index).load(row_), units)
            x = builder.fadd(old, RowVectors(s, values, values_, loop.index).load(at_))
            RowVectors(s, out, out_, loop.index).store(x, at_.type(0))
            builder.store(s.higher(x, builder.load(top)), top)
        return s.highest(builder.load(top))

    return sig, codegen


@intrinsic
def to_integers(typingctx, values, at, factor, stored, row, width):
    """stored ← factor · values as the nearest integer, row by row.

    Numbers of at most 32767 in size. Nothing is done where numbers are stored as they are.
    """
    u = types.uint64
    sig = types.void(values, u, values.dtype, stored, u, u)
    if not isinstance(stored.dtype, types.Integer):
        return sig, lambda context, builder, signature, args: context.get_dummy_value()

    def codegen(context, builder, signature, args):
        values_, at_, factor_, stored_, row_, width_ = args
        s = Sums(context, builder, values.dtype)
        factors = s.all(factor_)
        with walk_rows(builder, width_) as loop:
            x = RowVectors(s, values, values_, loop.index).load(at_)
            RowVectors(s, stored, stored_, loop.index).store(s.integers(x, factors), row_)
        return context.get_dummy_value()

    return sig, codegen


@intrinsic
def halve_integers(typingctx, stored, row, width):
    """Half of each number of 16 bits without a sign in a row, the even one of two that are as near."""
    u = types.uint64
    sig = types.void(stored, u, u)
    if not isinstance(stored.dtype, types.Integer):
        return sig, lambda context, builder, signature, args: context.get_dummy_value()

    def codegen(context, builder, signature, args):
        from llvmlite import ir

        stored_, row_, width_ = args
        s = Sums(context, builder, types.float32)
        one = ir.Constant(ir.VectorType(ir.IntType(16), WIDE), [1] * WIDE)
        with walk_rows(builder, width_) as loop:
            kept = RowVectors(s, stored, stored_, loop.index)
            half = builder.lshr(kept.load(row_), one)  # x / 2, and 1 more where x is 3 above a multiple of 4
            kept.store(builder.add(half, builder.and_(builder.and_(half, one), kept.load(row_))), row_)
        return context.get_dummy_value()

    return sig, codegen


if config.DISABLE_JIT:

    def _line(array, row, width):
        return array[int(row) * BLOCK :][: int(width)]

    def add_integers(values, at, weight, stored, scales, row, width, limit):
        """scale ← weight · scale, stored ← stored + values / scale, rounded, where all terms are small enough."""
        scales[row] *= weight
        if scales[row] == 0 or (_line(values, at, width) > MOST * scales[row]).any():
            return IS_FULL + 1
        total = _line(stored, row, width) + np.rint(_line(values, at, width) / scales[row]).astype(np.int64)
        _line(stored, row, width)[:] = total.astype(np.uint16).view(np.int16)
        return IS_FULL if (total & int(limit)).any() else FITS

    def take_integers(values, at, weight, stored, scales, row, width, limit):
        """Nothing was added."""

    def sum_integers(stored, scales, row, values, at, width, out):
        """out[0] = scale · stored + values; the largest of them."""
        out[:width] = scales[row] * _line(stored, row, width) + _line(values, at, width)
        return out[:width].max()

    def halve_integers(stored, row, width):
        """Half of each number, rounded."""
        line = _line(stored, row, width)
        line[:] = np.rint(line.view(np.uint16) / 2)

    def to_integers(values, at, factor, stored, row, width):
        """stored ← factor · values, rounded."""
        _line(stored, row, width)[:] = np.rint(factor * _line(values, at, width))


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
                residue[r + k] = left if abs(left) > LEFT else left * ZERO  # see `learning._decay`
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


@njit(cache=True, forceinline=True, _nrt=False)
def larger(a, b):
    """The larger of two sizes: of whole numbers, a loop is made vectors of; of floats, where the order counts, not."""
    return a if a > b else b


@njit(cache=True, forceinline=True, _nrt=False)
def most(values, width):
    """The largest of the first numbers, without their signs."""
    top = size_of(values.dtype.type(0))
    for k in range(width):
        top = larger(top, size_of(values[k]))
    return number_of(top)


@njit(cache=True, _nrt=False)
def add_packed(reaches, at, actions, width, weight, tile, average, scales, row):
    """S ← weight · S + reach, where S is kept as integers.

    The weight goes into the unit, and the reach is added in whole units: what is there is not rounded again, but halved
    when the largest comes to 32768, and when the unit is half of what it was, if the largest is at 16384 by then. All
    rows come to that in the same iteration, which a processor foresees. Where the reach alone is above 32767 units, the
    row is written anew. With weights near 1, far into a run without residues, terms of
    less than half a unit would be lost while what is there becomes less: all rows are written anew.
    """
    real = tile.dtype.type
    decay, first = real(weight), real(scales[np.uint64(row)])
    limit = OVER if octave(first * decay) == octave(first) else FULL
    for a in range(actions):
        r, p = np.uint64(row + a), np.uint64(at + a)
        if weight > SLOW:
            scales[r] *= decay
            top = sum_integers(average, scales, r, reaches, p, width, tile)
            pack(tile, FIRST, row + a, width, top, average, scales)
            continue
        found = add_integers(reaches, p, decay, average, scales, r, width, limit)
        if found == IS_FULL:
            halve_integers(average, r, width)
            scales[r] += scales[r]
        elif found != FITS:
            take_integers(reaches, p, decay, average, scales, r, width, limit)
            top = sum_integers(average, scales, r, reaches, p, width, tile)
            pack(tile, FIRST, row + a, width, real(ROOM) * top, average, scales)


@njit(cache=True, forceinline=True, _nrt=False)
def pack(values, at, row, width, top, stored, scales):
    """Write row `at` of values as integers, rounded to multiples of top / 32767; top: at least their largest size."""
    real = values.dtype.type
    unit = real(MOST) / top if top > 0 else real(0)
    scales[row] = top / real(MOST) if top > 0 else 1
    to_integers(values, np.uint64(at), unit, stored, np.uint64(row), width)

"""Rows of storage that round: 16-bit integers with a scale a row, and sums that keep what rounding takes from them."""

import numpy as np
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from tianji.kernels.bits import holds_integers, number_of, size_of
from tianji.kernels.constants import BLOCK
from tianji.kernels.poker.lanes import bytes_of, splat, vector_at

W = np.uint64(BLOCK)
LEFT, ZERO = np.float32(1e-30), np.float32(0)
FIRST, NONE = np.int64(0), np.int64(-1)  # no literals: numba would compile a kernel for each of them anew
WIDE = 16  # numbers of a row at a time
FINE = 65534.0  # parts of a unit that a residue of 16 bits tells apart


def _higher(builder, a, b):
    return builder.select(builder.fcmp_ordered(">", a, b), a, b)


def _highest(builder, vector):
    """The largest number of a vector."""
    from llvmlite import ir

    for apart in (8, 4, 2, 1):
        order = ir.Constant(ir.VectorType(ir.IntType(32), WIDE), [(k + apart) % WIDE for k in range(WIDE)])
        vector = _higher(builder, vector, builder.shuffle_vector(vector, vector, order))
    return builder.extract_element(vector, ir.IntType(32)(0))


def _integers(builder, factors, x):
    """factors · x as the nearest 16-bit integers, for results of at most 32767 in size.

    1.5 · 2²³ added leaves nothing of the fraction (the even integer of two that are as near), and the low bits are the
    integer: half the instructions of a conversion.
    """
    from llvmlite import ir

    moved = builder.fadd(builder.fmul(factors, x), ir.Constant(x.type, [12582912.0] * WIDE))
    return builder.trunc(
        builder.bitcast(moved, ir.VectorType(ir.IntType(32), WIDE)), ir.VectorType(ir.IntType(16), WIDE)
    )


def _units(context, builder, kind, unit):
    from llvmlite import ir

    return splat(builder, ir.VectorType(context.get_data_type(kind.dtype), WIDE), unit)


@intrinsic
def add_integers(typingctx, stored, first, unit, reaches, at, width, out):
    """out[k] = unit · stored[first + k] + reaches[at + k] ≥ 0 for k < width, a multiple of WIDE; the largest of them.

    Of rows of 16-bit integers; nothing is done where numbers are stored as they are.
    """
    u = types.uint64
    sig = unit(stored, u, unit, reaches, u, u, out)
    if not isinstance(stored.dtype, types.Integer):
        return sig, lambda context, builder, signature, args: args[2]

    def codegen(context, builder, signature, args):
        from llvmlite import ir

        stored_, first_, unit_, reaches_, at_, width_, out_ = args
        units = _units(context, builder, reaches, unit_)
        top = cgutils.alloca_once_value(builder, ir.Constant(units.type, [0.0] * WIDE))
        steps = builder.udiv(width_, width_.type(WIDE))
        with cgutils.for_range(builder, steps, intp=width_.type) as loop:
            k = builder.mul(loop.index, width_.type(WIDE))
            old = vector_at(context, builder, stored, stored_, builder.add(first_, k), WIDE)
            new = vector_at(context, builder, reaches, reaches_, builder.add(at_, k), WIDE)
            x = builder.fmul(units, builder.sitofp(builder.load(old, align=2), units.type))
            x = builder.fadd(x, builder.load(new, align=bytes_of(context, reaches)))
            builder.store(x, vector_at(context, builder, out, out_, k, WIDE), align=bytes_of(context, out))
            builder.store(_higher(builder, x, builder.load(top)), top)
        return _highest(builder, builder.load(top))

    return sig, codegen


@intrinsic
def to_integers(typingctx, values, at, factor, stored, first, width):
    """stored[first + k] = factor · values[at + k] as the nearest integer, for k < width, a multiple of WIDE.

    Numbers of at most 32767 in size. Nothing is done where numbers are stored as they are.
    """
    u = types.uint64
    sig = types.void(values, u, values.dtype, stored, u, u)
    if not isinstance(stored.dtype, types.Integer):
        return sig, lambda context, builder, signature, args: context.get_dummy_value()

    def codegen(context, builder, signature, args):
        values_, at_, factor_, stored_, first_, width_ = args
        factors = _units(context, builder, values, factor_)
        steps = builder.udiv(width_, width_.type(WIDE))
        with cgutils.for_range(builder, steps, intp=width_.type) as loop:
            k = builder.mul(loop.index, width_.type(WIDE))
            place = vector_at(context, builder, values, values_, builder.add(at_, k), WIDE)
            x = builder.load(place, align=bytes_of(context, values))
            to = vector_at(context, builder, stored, stored_, builder.add(first_, k), WIDE)
            builder.store(_integers(builder, factors, x), to, align=2)
        return context.get_dummy_value()

    return sig, codegen


if config.DISABLE_JIT:

    def add_integers(stored, first, unit, reaches, at, width, out):
        """out[k] = unit · stored[first + k] + reaches[at + k]; the largest of them."""
        out[:width] = unit * stored[first : first + width] + reaches[at : at + width]
        return out[:width].max()

    def to_integers(values, at, factor, stored, first, width):
        """stored[first + k] = factor · values[at + k], rounded."""
        stored[first : first + width] = np.rint(factor * values[at : at + width])


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
def unit_of(stored, scales, row, real):
    """What a unit of a row is worth: 1 where numbers are stored as they are."""
    return real(scales[row]) if holds_integers(stored) else real(1)


@njit(cache=True, forceinline=True, _nrt=False)
def number(stored, at, unit):
    """A stored number."""
    return unit * stored[at] if holds_integers(stored) else stored[at]


@njit(cache=True, forceinline=True, _nrt=False)
def kept(stored, at, unit, numbers, place):
    """The same; numbers that are stored as they are come from where they are written, which a compiler sees is one."""
    return unit * stored[at] if holds_integers(stored) else numbers[place]


@njit(cache=True, forceinline=True, _nrt=False)
def larger(a, b):
    """The larger of two sizes: of whole numbers, a loop is made vectors of; of floats, where the order counts, not."""
    return a if a > b else b


@njit(cache=True, forceinline=True, _nrt=False)
def most(values, width):
    """The size of the largest of the first numbers."""
    top = size_of(values.dtype.type(0))
    for k in range(width):
        top = larger(top, size_of(values[k]))
    return top


@njit(cache=True, _nrt=False)
def add_packed(reaches, at, actions, width, weight, tile, average, scales, row):
    """S ← weight · S + reach, where S is kept as integers."""
    real = tile.dtype.type
    for a in range(actions):
        r, p = np.uint64(row + a) * W, np.uint64(at + a) * W
        unit = real(scales[row + a]) * real(weight)
        top = add_integers(average, r, unit, reaches, p, width, tile)
        _pack(tile, FIRST, row + a, width, top, average, scales)


@njit(cache=True, forceinline=True, _nrt=False)
def pack(values, at, row, width, top, stored, scales):
    """Write row `at` of values as integers, rounded to multiples of its largest size / 32767. top: that, by `most`."""
    _pack(values, at, row, width, number_of(top), stored, scales)


@njit(cache=True, forceinline=True, _nrt=False)
def _pack(values, at, row, width, top, stored, scales):
    real = values.dtype.type
    unit = real(32767) / top if top > 0 else real(0)
    scales[row] = top / real(32767) if top > 0 else 1
    to_integers(values, np.uint64(at) * W, unit, stored, np.uint64(row) * W, width)

"""Regret matching over two to four actions of an infoset, as vectors, for rows that are 16-bit integers.

A compiler that makes vectors of a loop first asks of every two rows whether they overlap, which for the rows of an
infoset takes a tenth of the time; here a row is walked by hand, WIDE numbers at a time. `actions` is a tuple as long as
there are actions: its type tells the compiler how many. Rows are given by number, widths are multiples of WIDE;
`scales` has what a unit of each row is worth. Nothing is done where numbers are stored as they are. With compilation
disabled the same functions are plain NumPy.
"""

from __future__ import annotations

import numpy as np
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from tianji.kernels.constants import BLOCK
from tianji.kernels.poker.lanes import bytes_of, splat, vector_at

TWO, THREE, FOUR = (0,) * 2, (0,) * 3, (0,) * 4
NOW, AHEAD = (), (0,)  # what is handed up: the mean, or that of half a step ahead
LEAST = -1e-30  # a regret between this and 0 ends at 0
WIDE = 16  # numbers of a row at a time
MAGIC, MAGIC_BITS = (
    12582912.0,
    0x4B400000,
)  # 1.5 · 2²³: added to a number below 2²², it leaves nothing of the fraction
MOST, LEAST_TOP = 32767.0, 8192.0  # units that the largest regret of a row comes to, at most and at least


class RowVectors:
    """Vectors of WIDE numbers of the rows of an array, by the number of the row; index: how many vectors into it."""

    def __init__(self, s, kind, array, index):
        self.s, self.kind, self.array = s, kind, array
        self.k = s.builder.mul(index, index.type(WIDE))

    def _place(self, row, further):
        builder = self.s.builder
        first = builder.mul(builder.add(row, row.type(further)), row.type(BLOCK))
        return vector_at(self.s.context, builder, self.kind, self.array, builder.add(first, self.k), WIDE)

    def load(self, row, further=0):
        """Of the row, or one so much further."""
        return self.s.builder.load(self._place(row, further), align=bytes_of(self.s.context, self.kind))

    def store(self, vector, row, further=0):
        """The way back."""
        place = self._place(row, further)
        self.s.builder.store(vector, place, align=bytes_of(self.s.context, self.kind))


class Sums:
    """What a loop over vectors of one type is made of."""

    def __init__(self, context, builder, real):
        from llvmlite import ir

        self.context, self.builder = context, builder
        self.vector = ir.VectorType(context.get_data_type(real), WIDE)

    def all(self, number):
        """A number, known now or later, in all lanes."""
        from llvmlite import ir

        if isinstance(number, float):
            return ir.Constant(self.vector, [number] * WIDE)
        return splat(self.builder, self.vector, number)

    def higher(self, a, b):
        """The larger of each two."""
        return self.builder.select(self.builder.fcmp_ordered(">", a, b), a, b)

    def choose(self, condition, a, b):
        """a where the condition holds, else b."""
        return self.builder.select(condition, a, b)

    def is_more(self, a, b):
        """a > b."""
        return self.builder.fcmp_ordered(">", a, b)

    def fused(self, a, b, c):
        """a · b + c, in one instruction where there is one."""
        from llvmlite import ir

        kind = ir.FunctionType(self.vector, [self.vector] * 3)
        name = f"llvm.fmuladd.v{WIDE}f32"
        return self.builder.call(cgutils.get_or_insert_function(self.builder.module, kind, name), [a, b, c])

    def total(self, vectors):
        """Their sum, from the first on."""
        found = vectors[0]
        for vector in vectors[1:]:
            found = self.builder.fadd(found, vector)
        return found

    def products(self, ones, others):
        """Σ a · b."""
        found = self.builder.fmul(ones[0], others[0])
        for one, other in zip(ones[1:], others[1:], strict=True):
            found = self.fused(one, other, found)
        return found

    def floats(self, integers, units):
        """units · integers."""
        return self.builder.fmul(self.builder.sitofp(integers, self.vector), units)

    def moved(self, x, factors):
        """The bits of factors · x + MAGIC: the lowest 16 are the nearest integer, where 16 can hold that."""
        from llvmlite import ir

        found = self.fused(x, factors, self.all(MAGIC))
        return self.builder.bitcast(found, ir.VectorType(ir.IntType(32), WIDE))

    def low(self, whole):
        """The lowest 16 bits."""
        from llvmlite import ir

        return self.builder.trunc(whole, ir.VectorType(ir.IntType(16), WIDE))

    def integers(self, x, factors):
        """factors · x as the nearest 16-bit integers."""
        return self.low(self.moved(x, factors))

    def size(self, x):
        """|x|."""
        from llvmlite import ir

        kind = ir.FunctionType(self.vector, [self.vector])
        name = f"llvm.fabs.v{WIDE}f32"
        return self.builder.call(cgutils.get_or_insert_function(self.builder.module, kind, name), [x])

    def highest(self, vector):
        """The largest number of a vector."""
        from llvmlite import ir

        for apart in (8, 4, 2, 1):
            order = ir.Constant(
                ir.VectorType(ir.IntType(32), WIDE), [(k + apart) % WIDE for k in range(WIDE)]
            )
            vector = self.higher(vector, self.builder.shuffle_vector(vector, vector, order))
        return self.builder.extract_element(vector, ir.IntType(32)(0))


class Bits:
    """Which bits the numbers of a loop have had, lane by lane."""

    def __init__(self, s, width):
        from llvmlite import ir

        self.builder, self.lane = s.builder, ir.IntType(width)
        self.vector = ir.VectorType(self.lane, WIDE)
        self.none = ir.Constant(self.vector, [0] * WIDE)
        self.place = cgutils.alloca_once_value(s.builder, self.none)

    def gather(self, numbers):
        """Add those of a vector."""
        self.builder.store(self.builder.or_(self.builder.load(self.place), numbers), self.place)

    def has(self, mask):
        """Whether there were any of these."""
        from llvmlite import ir

        found = self.builder.and_(self.builder.load(self.place), splat(self.builder, self.vector, mask))
        lanes = self.builder.bitcast(self.builder.icmp_unsigned("!=", found, self.none), ir.IntType(WIDE))
        return self.builder.icmp_unsigned("!=", lanes, ir.IntType(WIDE)(0))


def walk_rows(builder, width):
    """A loop over a row: what it yields has the offset of the vector, `index` counts vectors."""
    return cgutils.for_range(builder, builder.udiv(width, width.type(WIDE)), intp=width.type)


def places(context, builder, kind, array, at, count):
    """Pointers to the numbers of an array from one on."""
    data = context.make_array(kind)(context, builder, array).data
    return [builder.gep(data, [builder.add(at, at.type(a))]) for a in range(count)]


@intrinsic
def match_integers(typingctx, stored, scales, row, reaches, at, above, width, actions):
    """reach(a) = reach(above) · σ(a), σ by regret matching; rows of `stored` and `reaches` by number."""
    u, count = types.uint64, len(actions)
    sig = types.void(stored, scales, u, reaches, u, u, u, actions)
    if not isinstance(stored.dtype, types.Integer):
        return sig, lambda context, builder, signature, args: context.get_dummy_value()

    def codegen(context, builder, signature, args):
        stored_, scales_, row_, reaches_, at_, above_, width_, _ = args
        s = Sums(context, builder, reaches.dtype)
        units = [s.all(builder.load(at)) for at in places(context, builder, scales, scales_, row_, count)]
        none, even = s.all(0.0), s.all(1 / count)
        with walk_rows(builder, width_) as loop:
            kept, out = (
                RowVectors(s, stored, stored_, loop.index),
                RowVectors(s, reaches, reaches_, loop.index),
            )
            weights = [s.higher(s.floats(kept.load(row_, a), units[a]), none) for a in range(count)]
            reach, total = out.load(above_), s.total(weights)
            is_any = s.is_more(total, none)
            share = s.choose(is_any, builder.fdiv(reach, total), none)
            rest = s.choose(is_any, none, builder.fmul(reach, even))
            for a in range(count):
                out.store(s.fused(weights[a], share, rest), at_, a)
        return context.get_dummy_value()

    return sig, codegen


def _learned(s, regrets, values, discounts, instant, count):
    """New regrets and what is handed up; see `learning.learn`."""
    builder, none = s.builder, s.all(0.0)
    positive, negative, floor = discounts
    weights = [s.higher(x, none) for x in regrets]
    total = s.total(weights)
    mean = s.choose(
        s.is_more(total, none),
        builder.fdiv(s.products(weights, values), total),
        builder.fmul(s.total(values), s.all(1 / count)),
    )
    found = []
    for x in regrets:
        below = builder.fmul(x, negative)
        below = s.choose(s.is_more(s.all(LEAST), below), below, none)
        found.append(s.choose(s.is_more(x, none), builder.fmul(x, positive), below))
    gains = [builder.fsub(value, mean) for value in values]
    handed = mean
    if instant is not None:
        ahead = [s.higher(s.fused(instant, gain, x), none) for x, gain in zip(found, gains, strict=True)]
        total = s.total(ahead)
        handed = s.choose(s.is_more(total, none), builder.fdiv(s.products(ahead, values), total), mean)
    found = [s.higher(builder.fadd(x, gain), floor) for x, gain in zip(found, gains, strict=True)]
    return found, handed


@intrinsic
def learn_integers(
    typingctx, regret, scales, row, coefficients, cfv, at, above, out, tops, width, actions, way
):
    """`learning.learn` where no hand is locked; new regrets are written in the units of the old ones.

    coefficients: positive, negative, floor, instant; way: NOW where that is 0, else AHEAD. out: rows 0 … actions, the
    new regrets as numbers; tops: the size of the largest of each row. Returned is whether one is above MOST units, so
    that what was written is of no use, or below LEAST_TOP and not 0.
    """
    u, count = types.uint64, len(actions)
    sig = types.boolean(regret, scales, u, coefficients, cfv, u, u, out, tops, u, actions, way)
    if not isinstance(regret.dtype, types.Integer):
        return sig, lambda context, builder, signature, args: context.get_constant(types.boolean, False)

    def codegen(context, builder, signature, args):
        regret_, scales_, row_, coefficients_, cfv_, at_, above_, out_, tops_, width_, *_ = args
        s = Sums(context, builder, cfv.dtype)
        units = [builder.load(at) for at in places(context, builder, scales, scales_, row_, count)]
        factors = [s.all(builder.fdiv(s.vector.element(1.0), unit)) for unit in units]
        by_row = [s.all(unit) for unit in units]
        *discounts, instant = (s.all(x) for x in cgutils.unpack_tuple(builder, coefficients_, 4))
        highest = [cgutils.alloca_once_value(builder, s.all(0.0)) for _ in range(count)]
        with walk_rows(builder, width_) as loop:
            kept, given = RowVectors(s, regret, regret_, loop.index), RowVectors(s, cfv, cfv_, loop.index)
            fresh = RowVectors(s, out, out_, loop.index)
            regrets = [s.floats(kept.load(row_, a), by_row[a]) for a in range(count)]
            values = [given.load(at_, a) for a in range(count)]
            found, handed = _learned(s, regrets, values, discounts, instant if len(way) else None, count)
            given.store(builder.fadd(given.load(above_), handed), above_)
            for a, x in enumerate(found):
                fresh.store(x, at_.type(0), a)
                kept.store(s.integers(x, factors[a]), row_, a)
                builder.store(s.higher(s.size(x), builder.load(highest[a])), highest[a])
        is_off = context.get_constant(types.boolean, False)
        for a, to in enumerate(places(context, builder, tops, tops_, at_.type(0), count)):
            top = s.highest(builder.load(highest[a]))
            builder.store(top, to)
            most, least = (builder.fmul(units[a], s.vector.element(limit)) for limit in (MOST, LEAST_TOP))
            is_low = builder.and_(s.is_more(least, top), s.is_more(top, s.vector.element(0.0)))
            is_off = builder.or_(is_off, builder.or_(s.is_more(top, most), is_low))
        return is_off

    return sig, codegen


if config.DISABLE_JIT:

    def _line(array, row, width):
        return array[int(row) * BLOCK :][: int(width)]

    def _matched(weights, reach):
        total = weights.sum(axis=0)
        even = 1 / len(weights)
        return reach * np.where(total > 0, weights / np.where(total > 0, total, 1), even)

    def match_integers(stored, scales, row, reaches, at, above, width, actions):
        """reach(a) = reach(above) · σ(a)."""
        rows = [_line(stored, row + a, width) * scales[row + a] for a in range(len(actions))]
        found = _matched(np.maximum(rows, 0), _line(reaches, above, width))
        for a in range(len(actions)):
            _line(reaches, at + a, width)[:] = found[a]

    def learn_integers(regret, scales, row, coefficients, cfv, at, above, out, tops, width, actions, way):
        """R ← max(d · R + r, floor), and what is handed up."""
        positive, negative, floor, instant = coefficients
        count = range(len(actions))
        old = np.array([_line(regret, row + a, width) * scales[row + a] for a in count])
        values = np.array([_line(cfv, at + a, width) for a in count])
        mean = (_matched(np.maximum(old, 0), np.ones_like(old[0])) * values).sum(axis=0)
        below = np.where(old * negative < LEAST, old * negative, 0)
        kept = np.where(old > 0, old * positive, below)
        handed = mean
        if len(way):
            ahead = np.maximum(kept + instant * (values - mean), 0)
            total = ahead.sum(axis=0)
            handed = np.where(total > 0, (ahead * values).sum(axis=0) / np.where(total > 0, total, 1), mean)
        _line(cfv, above, width)[:] += handed
        found = np.maximum(kept + values - mean, floor)
        for a in count:
            _line(out, a, width)[:] = found[a]
            tops[a] = abs(_line(out, a, width)).max()
            whole = np.rint(_line(out, a, width) / scales[row + a])
            _line(regret, row + a, width)[:] = np.clip(whole, -MOST, MOST)
        found = [tops[a] / scales[row + a] for a in count]
        return any(top > MOST or 0 < top < LEAST_TOP for top in found)

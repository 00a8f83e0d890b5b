"""Othello's moves and flips in four directions at once: vectors of four 64-bit lanes.

Numba has no such vectors, so the two are written in LLVM's terms, which every processor's back end knows; `othello` has
the words for what they compute and the same in plain Python.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

WORD, BIT, INDEX = ir.IntType(64), ir.IntType(1), ir.IntType(32)
LANES = ir.VectorType(WORD, 4)
INNER, ALL = 0x7E7E7E7E7E7E7E7E, 0xFFFFFFFFFFFFFFFF


def _four(*words: int) -> ir.Constant:
    """A vector of constants; one word stands for four."""
    return ir.Constant(LANES, [ir.Constant(WORD, w) for w in (words * 4)[:4]])


def _spread(builder, word):
    """The same word in all lanes."""
    nothing = ir.Constant(LANES, ir.Undefined)
    one = builder.insert_element(nothing, word, INDEX(0))
    return builder.shuffle_vector(one, nothing, ir.Constant(ir.VectorType(INDEX, 4), [INDEX(0)] * 4))


def _call(builder, name, result, args):
    """A call of one of LLVM's own functions."""
    found = builder.module.globals.get(name)
    if found is None:
        found = ir.Function(builder.module, ir.FunctionType(result, [a.type for a in args]), name)
    return builder.call(found, args)


def _union(builder, lanes):
    """All lanes together."""
    return _call(builder, "llvm.vector.reduce.or.v4i64", WORD, [lanes])


@intrinsic
def moves_on_lanes(typingctx, me, opp):
    """Squares where the mover turns something over, the four axes side by side, both ways by doubling strides."""

    def codegen(context, builder, signature, args):
        b = builder
        once, twice = _four(1, 8, 9, 7), _four(2, 16, 18, 14)
        mine, other = _spread(b, args[0]), b.and_(_spread(b, args[1]), _four(INNER, ALL, INNER, INNER))
        up, down = b.and_(other, b.shl(mine, once)), b.and_(other, b.lshr(mine, once))
        up, down = (
            b.or_(up, b.and_(other, b.shl(up, once))),
            b.or_(down, b.and_(other, b.lshr(down, once))),
        )
        pairs = b.and_(other, b.shl(other, once))
        pairs_down = b.lshr(pairs, once)
        for _ in range(2):
            up = b.or_(up, b.and_(pairs, b.shl(up, twice)))
            down = b.or_(down, b.and_(pairs_down, b.lshr(down, twice)))
        reached = _union(b, b.or_(b.shl(up, once), b.lshr(down, once)))
        return b.and_(reached, b.not_(b.or_(args[0], args[1])))

    return types.uint64(types.uint64, types.uint64), codegen


@intrinsic
def flips_on_lanes(typingctx, me, opp, rays, sq):
    """Discs that a move on `sq` turns over; rays: `[64, 8]`, four directions upwards in bit order, then four down."""

    def codegen(context, builder, signature, args):
        b = builder
        data = context.make_array(signature.args[2])(context, b, args[2]).data
        place = b.bitcast(b.gep(data, [b.mul(args[3], WORD(8))]), LANES.as_pointer())
        up, down = b.load(place), b.load(b.gep(place, [INDEX(1)]))
        up.align = down.align = 8
        mine, other, one, none = _spread(b, args[0]), _spread(b, args[1]), _four(1), _four(0)
        # upwards: a carry runs along opposing discs to the first other square
        end = b.and_(b.and_(b.add(b.or_(other, b.not_(up)), one), up), mine)
        held = b.sext(b.icmp_unsigned("!=", end, none), LANES)
        above = b.and_(b.and_(b.sub(end, one), up), held)
        # downwards: the first other square is the highest bit that is not opposing
        rest = b.and_(down, b.not_(other))
        zeros = _call(b, "llvm.ctlz.v4i64", LANES, [b.or_(rest, one), BIT(0)])
        end = b.and_(b.and_(b.lshr(_four(1 << 63), zeros), rest), mine)
        held = b.sext(b.icmp_unsigned("!=", end, none), LANES)
        below = b.and_(b.and_(down, b.not_(b.sub(b.add(end, end), one))), held)
        return _union(b, b.or_(above, below))

    return types.uint64(types.uint64, types.uint64, rays, types.int64), codegen

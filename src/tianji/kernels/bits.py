"""Single instructions that NumPy lacks: population count, first and last bit, pointers, prefetch, atomic counters."""

from __future__ import annotations

import os

import numpy as np
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

SLOW_DEPOSIT = ("znver1", "znver2")  # which do it bit by bit
DEPOSITS = (
    get_host_cpu_features().get("bmi2", False)
    and get_host_cpu_name() not in SLOW_DEPOSIT
    and not config.CPU_NAME  # kernels for this processor, not for one that somebody names
)


@intrinsic
def popcount(typingctx, x):
    """Number of set bits of a uint64."""
    sig = types.int64(types.uint64)

    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return sig, codegen


@intrinsic
def lowest(typingctx, x):
    """Index of the lowest set bit of a uint64; 64 for zero."""
    sig = types.int64(types.uint64)

    def codegen(context, builder, signature, args):
        from llvmlite import ir

        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return sig, codegen


@intrinsic
def highest(typingctx, x):
    """Index of the highest set bit of a uint64; −1 for zero."""
    sig = types.int64(types.uint64)

    def codegen(context, builder, signature, args):
        from llvmlite import ir

        leading = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 63), leading)

    return sig, codegen


@intrinsic
def _deposit(typingctx, x, mask):
    """The low bits of x at the places of the bits of a mask, on processors that have an instruction for it."""
    sig = types.uint64(types.uint64, types.uint64)

    def codegen(context, builder, signature, args):
        from llvmlite import ir

        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(
            cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), args
        )

    return sig, codegen


if DEPOSITS:

    @njit(inline="always")
    def nth_bit(x, n):
        """The n-th set bit of a uint64, counted from 0, alone in a word.

        To go to it bit by bit is a loop whose end no processor foresees: in random play that cost more than all else.
        """
        return _deposit(np.uint64(1) << np.uint64(n), x)

else:

    @njit(inline="always")
    def nth_bit(x, n):
        """The n-th set bit of a uint64, counted from 0, alone in a word."""
        x, one = np.uint64(x), np.uint64(1)
        for _ in range(np.int64(n)):
            x &= x - one
        return x & (~x + one)


@intrinsic
def pointer(typingctx, array):
    """An array as the bare address of its first number: it is indexed alike, and nobody counts references to it.

    Numba counts the arrays that a function takes, by atomic instructions, also where the function is inlined; in a
    search that was a fifth of the time, and more with threads. The array must outlive the pointer. None stays None.
    """
    if isinstance(array, types.NoneType):
        return types.none(array), lambda context, builder, signature, args: context.get_dummy_value()
    sig = types.CPointer(array.dtype)(array)

    def codegen(context, builder, signature, args):
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return sig, codegen


@intrinsic
def further(typingctx, address, count):
    """The pointer to what lies `count` numbers after a pointer."""
    sig = address(address, types.int64)

    def codegen(context, builder, signature, args):
        return builder.gep(args[0], [args[1]])

    return sig, codegen


@intrinsic
def prefetch(typingctx, array, index):
    """Ask for the cache line of array[index] before it is needed; of an array or a pointer."""
    sig = types.void(array, types.uint64)

    def codegen(context, builder, signature, args):
        from llvmlite import ir

        data = args[0]
        if not isinstance(signature.args[0], types.CPointer):
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
        byte = ir.IntType(8).as_pointer()
        pointer = builder.bitcast(builder.gep(data, [args[1]]), byte)
        i32 = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, i32, i32, i32])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, i32(0), i32(3), i32(1)])
        return context.get_dummy_value()

    return sig, codegen


def _element(context, builder, kind, array, index):
    """A pointer to array[index]."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [index])


def _at_once(operation, array):
    """A signature and its code: what array[index] was, changed in the same moment; array: int64."""

    def codegen(context, builder, signature, args):
        place = _element(context, builder, signature.args[0], args[0], args[1])
        return builder.atomic_rmw(operation, place, args[2], "seq_cst")

    return types.int64(array, types.uint64, types.int64), codegen


@intrinsic
def take(typingctx, array, index, count):
    """What array[index] was, count added to it in the same moment, whatever other threads do; array: int64."""
    return _at_once("add", array)


@intrinsic
def lift(typingctx, array, index, value):
    """What array[index] was, which is `value` from now on where that is more, in the same moment; array: int64."""
    return _at_once("max", array)


@intrinsic
def look(typingctx, array, index):
    """array[index] as other threads have left it by now; array: int64."""
    sig = types.int64(array, types.uint64)

    def codegen(context, builder, signature, args):
        place = _element(context, builder, signature.args[0], args[0], args[1])
        return builder.load_atomic(place, "seq_cst", 8)

    return sig, codegen


@intrinsic
def tell(typingctx, array, index, value):
    """array[index] = value, seen by other threads with all that was written before; array: int64."""
    sig = types.void(array, types.uint64, types.int64)

    def codegen(context, builder, signature, args):
        place = _element(context, builder, signature.args[0], args[0], args[1])
        builder.store_atomic(args[2], place, "seq_cst", 8)
        return context.get_dummy_value()

    return sig, codegen


@intrinsic
def stand_aside(typingctx):
    """Let another thread have the processor, where the system is one that can be asked."""
    sig = types.void()

    def codegen(context, builder, signature, args):
        from llvmlite import ir

        if os.name == "posix":
            kind = ir.FunctionType(ir.IntType(32), [])
            builder.call(cgutils.get_or_insert_function(builder.module, kind, "sched_yield"), [])
        return context.get_dummy_value()

    return sig, codegen


@intrinsic
def holds_integers(typingctx, array):
    """Whether an array is of whole numbers, known when a kernel is compiled: branches for the other kind drop out."""
    is_so = isinstance(array.dtype, types.Integer)
    return types.boolean(array), lambda context, builder, signature, args: context.get_constant(
        types.boolean, is_so
    )


@intrinsic
def as_numbers(typingctx, stored, unpacked):
    """`stored`, or `unpacked` where that holds integers: one call, and so one compiled kernel, for both kinds."""
    is_packed = isinstance(stored.dtype, types.Integer)

    def codegen(context, builder, signature, args):
        found = args[1] if is_packed else args[0]
        if context.enable_nrt:
            context.nrt.incref(builder, signature.return_type, found)
        return found

    return (unpacked if is_packed else stored)(stored, unpacked), codegen


def _bits(kind):
    """The whole number as wide as a float."""
    return {types.float32: types.uint32, types.float64: types.uint64}[kind]


@intrinsic
def size_of(typingctx, x):
    """|x| as a whole number that is the larger, the larger |x| is: its bits without the sign."""

    def codegen(context, builder, signature, args):
        word = context.get_value_type(signature.return_type)
        return builder.and_(builder.bitcast(args[0], word), word(2 ** (word.width - 1) - 1))

    return _bits(x)(x), codegen


@intrinsic
def number_of(typingctx, size):
    """The number of a size."""
    kind = {types.uint32: types.float32, types.uint64: types.float64}[size]

    def codegen(context, builder, signature, args):
        return builder.bitcast(args[0], context.get_value_type(signature.return_type))

    return kind(size), codegen


if config.DISABLE_JIT:  # the same kernels as plain Python: slow, but the reference

    def popcount(x):
        """Number of set bits."""
        return int(x).bit_count()

    def lowest(x):
        """Index of the lowest set bit; 64 for zero."""
        return (int(x) & -int(x)).bit_length() - 1 if x else 64

    def highest(x):
        """Index of the highest set bit; −1 for zero."""
        return int(x).bit_length() - 1

    def nth_bit(x, n):
        """The n-th set bit of a uint64, counted from 0, alone in a word."""
        x = int(x)
        for _ in range(int(n)):
            x &= x - 1
        return np.uint64(x & -x)

    def pointer(array):
        """The array itself."""
        return array

    def take(array, index, count):
        """What array[index] was, count added to it."""
        array[index] += count
        return array[index] - count

    def lift(array, index, value):
        """What array[index] was; at least `value` now."""
        old = array[index]
        array[index] = max(old, value)
        return old

    def look(array, index):
        """array[index]."""
        return array[index]

    def tell(array, index, value):
        """array[index] = value."""
        array[index] = value

    def stand_aside():
        """Nothing to do."""

    def holds_integers(array):
        """Whether an array is of whole numbers."""
        return array.dtype.kind == "i"

    def as_numbers(stored, unpacked):
        """The rows that are no integers."""
        return unpacked if holds_integers(stored) else stored

    def size_of(x):
        """|x|."""
        return abs(x)

    def number_of(size):
        """The number of a size."""
        return size

    def further(address, count):
        """The rest of the array."""
        return address[count:]

    def prefetch(array, index):
        """Nothing to do."""

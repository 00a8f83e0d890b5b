"""Short rows of numbers as single vectors: what a compiler does not make of loops over 8 or 32 numbers.

Numba's loops test at run time whether arrays overlap, which for rows this short costs as much as the sums; here a row
is loaded, changed and stored as one vector. All arrays are contiguous and of one type; `rows` of a 2-D array count
from its first. `tiles` is a tuple as long as there are tiles of lanes in use: its type tells the compiler how much of a
row to take (`WHOLE`, `HALF`). With compilation disabled the same functions are plain NumPy.
"""

from __future__ import annotations

from numba import config, types
from numba.extending import intrinsic

from tianji.kernels.constants import CHUNK, TILE, TOTAL

WHOLE = (0,) * (CHUNK // TILE)
HALF = (0,) * (CHUNK // TILE // 2)


def _pointer(context, builder, kind, array, offset, lanes):
    """The `lanes` numbers of an array from a flat offset on, as a pointer to a vector."""
    from llvmlite import ir

    data = context.make_array(kind)(context, builder, array).data
    vector = ir.VectorType(context.get_data_type(kind.dtype), lanes)
    return builder.bitcast(builder.gep(data, [offset]), vector.as_pointer())


def _row(context, builder, kind, array, row, tiles):
    """The lanes in use of a row; tiles: the type of `WHOLE` or `HALF`."""
    return _pointer(context, builder, kind, array, builder.mul(row, row.type(CHUNK)), TILE * len(tiles))


def _size(context, kind):
    return context.get_abi_sizeof(context.get_data_type(kind.dtype))


def _apart(context, builder, signature, args):
    """factor · (sums[TOTAL] − sums[a] − sums[b]), and where it goes."""
    from llvmlite import ir

    sums, a, b, factor, out, row, _ = args
    tiles = signature.args[-1]
    kind, size = signature.args[0], _size(context, signature.args[0])
    total, of_a, of_b = (
        builder.load(_row(context, builder, kind, sums, r, tiles), align=size) for r in (a.type(TOTAL), a, b)
    )
    lane = builder.insert_element(ir.Constant(total.type, ir.Undefined), factor, ir.IntType(32)(0))
    factors = builder.shuffle_vector(
        lane,
        ir.Constant(total.type, ir.Undefined),
        ir.Constant(ir.VectorType(ir.IntType(32), total.type.count), [0] * total.type.count),
    )
    x = builder.fmul(factors, builder.fsub(builder.fsub(total, of_a), of_b))
    return x, _row(context, builder, signature.args[4], out, row, tiles), size


@intrinsic
def add_hand(typingctx, sums, a, b, reach, hand, tiles):
    """Rows a, b and TOTAL of sums `[53, CHUNK]` += row `hand` of reach `[H, CHUNK]`."""
    sig = types.void(sums, types.uint64, types.uint64, reach, types.uint64, tiles)

    def codegen(context, builder, signature, args):
        kind, size = signature.args[0], _size(context, signature.args[0])
        x = builder.load(_row(context, builder, signature.args[3], args[3], args[4], tiles), align=size)
        for row in (args[1].type(TOTAL), args[1], args[2]):
            place = _row(context, builder, kind, args[0], row, tiles)
            builder.store(builder.fadd(builder.load(place, align=size), x), place, align=size)
        return context.get_dummy_value()

    return sig, codegen


@intrinsic
def set_apart(typingctx, sums, a, b, factor, out, row, tiles):
    """out[row] = factor · (sums[TOTAL] − sums[a] − sums[b]): what shares no card with the hand (a, b)."""
    sig = types.void(sums, types.uint64, types.uint64, sums.dtype, out, types.uint64, tiles)

    def codegen(context, builder, signature, args):
        x, place, size = _apart(context, builder, signature, args)
        builder.store(x, place, align=size)
        return context.get_dummy_value()

    return sig, codegen


@intrinsic
def add_apart(typingctx, sums, a, b, factor, out, row, tiles):
    """out[row] += factor · (sums[TOTAL] − sums[a] − sums[b])."""
    sig = types.void(sums, types.uint64, types.uint64, sums.dtype, out, types.uint64, tiles)

    def codegen(context, builder, signature, args):
        x, place, size = _apart(context, builder, signature, args)
        builder.store(builder.fadd(builder.load(place, align=size), x), place, align=size)
        return context.get_dummy_value()

    return sig, codegen


@intrinsic
def settle(typingctx, sums, a, b, beats, meets, row, tiles):
    """meets[row] = x and beats[row] −= x with x = sums[TOTAL] − sums[a] − sums[b]."""
    sig = types.void(sums, types.uint64, types.uint64, beats, meets, types.uint64, tiles)

    def codegen(context, builder, signature, args):
        kind, size = signature.args[0], _size(context, signature.args[0])
        total, of_a, of_b = (
            builder.load(_row(context, builder, kind, args[0], r, tiles), align=size)
            for r in (args[1].type(TOTAL), args[1], args[2])
        )
        x = builder.fsub(builder.fsub(total, of_a), of_b)
        place = _row(context, builder, signature.args[3], args[3], args[5], tiles)
        builder.store(builder.fsub(builder.load(place, align=size), x), place, align=size)
        builder.store(x, _row(context, builder, signature.args[4], args[4], args[5], tiles), align=size)
        return context.get_dummy_value()

    return sig, codegen


@intrinsic
def add_row(typingctx, out, row, reach, hand, tiles):
    """out[row] += reach[hand]; both `[H, CHUNK]`."""
    sig = types.void(out, types.uint64, reach, types.uint64, tiles)

    def codegen(context, builder, signature, args):
        size = _size(context, signature.args[0])
        place = _row(context, builder, signature.args[0], args[0], args[1], tiles)
        x = builder.load(_row(context, builder, signature.args[2], args[2], args[3], tiles), align=size)
        builder.store(builder.fadd(builder.load(place, align=size), x), place, align=size)
        return context.get_dummy_value()

    return sig, codegen


def _transpose(builder, rows):
    """TILE vectors of TILE numbers, transposed: three rounds of interleaving the first half with the second."""
    from llvmlite import ir

    half, i32 = TILE // 2, ir.IntType(32)
    mask = ir.VectorType(i32, TILE)
    low = ir.Constant(mask, [j // 2 + TILE * (j % 2) for j in range(TILE)])
    high = ir.Constant(mask, [half + j // 2 + TILE * (j % 2) for j in range(TILE)])
    for _ in range(TILE.bit_length() - 1):
        rows = [
            builder.shuffle_vector(rows[i // 2], rows[i // 2 + half], high if i % 2 else low)
            for i in range(TILE)
        ]
    return rows


@intrinsic
def spread(typingctx, reaches, width, slots, first, k, out, row, lane):
    """out[row + i, lane + j] = reaches[slots[first + j] · width + k + i] for i, j < TILE; out `[H, CHUNK]`."""
    u = types.uint64
    sig = types.void(reaches, u, slots, u, u, out, u, u)

    def codegen(context, builder, signature, args):
        plan_, width_, slots_, first_, k_, out_, row_, lane_ = args
        size = _size(context, signature.args[0])
        places = context.make_array(signature.args[2])(context, builder, slots_).data
        rows = []
        for j in range(TILE):
            slot = builder.load(builder.gep(places, [builder.add(first_, first_.type(j))]))
            offset = builder.add(builder.mul(slot, width_), k_)
            rows.append(
                builder.load(_pointer(context, builder, signature.args[0], plan_, offset, TILE), align=size)
            )
        for i, vector in enumerate(_transpose(builder, rows)):
            at = builder.add(builder.mul(builder.add(row_, row_.type(i)), row_.type(CHUNK)), lane_)
            builder.store(vector, _pointer(context, builder, signature.args[5], out_, at, TILE), align=size)
        return context.get_dummy_value()

    return sig, codegen


@intrinsic
def collect(typingctx, source, row, lane, tile, width, k):
    """tile[j, k + i] = source[row + i, lane + j] for i, j < TILE: the way back. tile: `[TILE, width]`."""
    u = types.uint64
    sig = types.void(source, u, u, tile, u, u)

    def codegen(context, builder, signature, args):
        source_, row_, lane_, tile_, width_, k_ = args
        size = _size(context, signature.args[0])
        rows = []
        for i in range(TILE):
            at = builder.add(builder.mul(builder.add(row_, row_.type(i)), row_.type(CHUNK)), lane_)
            rows.append(
                builder.load(_pointer(context, builder, signature.args[0], source_, at, TILE), align=size)
            )
        for j, vector in enumerate(_transpose(builder, rows)):
            at = builder.add(builder.mul(width_, width_.type(j)), k_)
            builder.store(vector, _pointer(context, builder, signature.args[3], tile_, at, TILE), align=size)
        return context.get_dummy_value()

    return sig, codegen


if config.DISABLE_JIT:

    def add_hand(sums, a, b, reach, hand, tiles):
        """Rows a, b and TOTAL of sums += row `hand` of reach."""
        for row in (TOTAL, a, b):
            sums[row] += reach[hand]

    def set_apart(sums, a, b, factor, out, row, tiles):
        """out[row] = factor · (sums[TOTAL] − sums[a] − sums[b])."""
        out[row] = factor * (sums[TOTAL] - sums[a] - sums[b])

    def add_apart(sums, a, b, factor, out, row, tiles):
        """out[row] += factor · (sums[TOTAL] − sums[a] − sums[b])."""
        out[row] += factor * (sums[TOTAL] - sums[a] - sums[b])

    def settle(sums, a, b, beats, meets, row, tiles):
        """meets[row] = x and beats[row] −= x with x = sums[TOTAL] − sums[a] − sums[b]."""
        meets[row] = sums[TOTAL] - sums[a] - sums[b]
        beats[row] -= meets[row]

    def add_row(out, row, reach, hand, tiles):
        """out[row] += reach[hand]."""
        out[row] += reach[hand]

    def spread(reaches, width, slots, first, k, out, row, lane):
        """out[row + i, lane + j] = reaches[slots[first + j] · width + k + i]."""
        for j in range(TILE):
            at = int(slots[first + j]) * int(width) + int(k)
            out[row : row + TILE, lane + j] = reaches[at : at + TILE]

    def collect(source, row, lane, tile, width, k):
        """tile[j, k + i] = source[row + i, lane + j]."""
        tile[:, k : k + TILE] = source[row : row + TILE, lane : lane + TILE].T

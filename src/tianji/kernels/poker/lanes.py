"""Short rows of numbers as single vectors: what a compiler does not make of loops over 8 or 32 numbers.

Numba's loops test at run time whether arrays overlap, which for rows this short costs as much as the sums; here a row
is loaded, changed and stored as one vector. All arrays are contiguous and of one type; `rows` of a 2-D array count
from its first. `tiles` is a tuple as long as there are tiles of lanes in use: its type tells the compiler how much of a
row to take (`WHOLE`, `HALF`). With compilation disabled the same functions are plain NumPy.

With them, terminal values of all hands at once with card removal, one sorted sweep for many betting lines: the
opponent's reach at every line that ends a hand is one *column*; columns come in chunks of `CHUNK`, hands outside,
columns inside. Eleven nanoseconds a hand and line become less than one.
"""

from __future__ import annotations

from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from tianji.kernels.constants import CHUNK, TILE, TOTAL

WHOLE = (0,) * (CHUNK // TILE)
HALF = (0,) * (CHUNK // TILE // 2)


def vector_at(context, builder, kind, array, offset, lanes):
    """The `lanes` numbers of an array from a flat offset on, as a pointer to a vector."""
    from llvmlite import ir

    data = context.make_array(kind)(context, builder, array).data
    vector = ir.VectorType(context.get_data_type(kind.dtype), lanes)
    return builder.bitcast(builder.gep(data, [offset]), vector.as_pointer())


def _row(context, builder, kind, array, row, tiles):
    """The lanes in use of a row; tiles: the type of `WHOLE` or `HALF`."""
    return vector_at(context, builder, kind, array, builder.mul(row, row.type(CHUNK)), TILE * len(tiles))


def bytes_of(context, kind):
    """Of one number of an array of this kind."""
    return context.get_abi_sizeof(context.get_data_type(kind.dtype))


def _load(context, builder, kind, array, row, tiles):
    return builder.load(_row(context, builder, kind, array, row, tiles), align=bytes_of(context, kind))


def _cards(context, builder, kind, cards, hand):
    """The two rows of sums that a hand is in."""
    data = context.make_array(kind)(context, builder, cards).data
    first = builder.mul(hand, hand.type(2))
    return [
        builder.zext(builder.load(builder.gep(data, [builder.add(first, hand.type(k))])), hand.type)
        for k in (0, 1)
    ]


def _apart(context, builder, kind, sums, total, cards, tiles):
    """total − sums[a] − sums[b]: what shares no card with the hand (a, b)."""
    of_a, of_b = (_load(context, builder, kind, sums, row, tiles) for row in cards)
    return builder.fsub(builder.fsub(total, of_a), of_b)


def splat(builder, vector, number):
    """A number in all lanes."""
    from llvmlite import ir

    none = ir.Constant(vector, ir.Undefined)
    lane = builder.insert_element(none, number, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), [0] * vector.count)
    return builder.shuffle_vector(lane, none, zeros)


@intrinsic
def add_hands(typingctx, sums, cards, first, last, reach, tiles):
    """For hands h in first … last: rows cards[h] and TOTAL of sums `[53, CHUNK]` += row h of reach `[H, CHUNK]`.

    The total stays in registers: each of its additions would wait for the one before to be written and read again.
    """
    sig = types.void(sums, cards, types.uint64, types.uint64, reach, tiles)

    def codegen(context, builder, signature, args):
        sums_, cards_, first_, last_, reach_, _ = args
        kind, size = signature.args[0], bytes_of(context, signature.args[0])
        place = _row(context, builder, kind, sums_, first_.type(TOTAL), tiles)
        total = cgutils.alloca_once_value(builder, builder.load(place, align=size))
        with cgutils.for_range(builder, last_, start=first_, intp=first_.type) as loop:
            x = _load(context, builder, signature.args[4], reach_, loop.index, tiles)
            builder.store(builder.fadd(builder.load(total), x), total)
            for row in _cards(context, builder, signature.args[1], cards_, loop.index):
                at = _row(context, builder, kind, sums_, row, tiles)
                builder.store(builder.fadd(builder.load(at, align=size), x), at, align=size)
        builder.store(builder.load(total), place, align=size)
        return context.get_dummy_value()

    return sig, codegen


def _set_or_add(is_added):
    """An intrinsic that writes factor · (sums[TOTAL] − sums[a] − sums[b]) for hands first … last, or adds it."""

    @intrinsic
    def go(typingctx, sums, cards, first, last, factor, out, tiles):
        sig = types.void(sums, cards, types.uint64, types.uint64, sums.dtype, out, tiles)

        def codegen(context, builder, signature, args):
            sums_, cards_, first_, last_, factor_, out_, _ = args
            kind, size = signature.args[0], bytes_of(context, signature.args[0])
            total = _load(context, builder, kind, sums_, first_.type(TOTAL), tiles)
            factors = splat(builder, total.type, factor_)
            with cgutils.for_range(builder, last_, start=first_, intp=first_.type) as loop:
                rows = _cards(context, builder, signature.args[1], cards_, loop.index)
                x = builder.fmul(factors, _apart(context, builder, kind, sums_, total, rows, tiles))
                at = _row(context, builder, signature.args[5], out_, loop.index, tiles)
                x = builder.fadd(builder.load(at, align=size), x) if is_added else x
                builder.store(x, at, align=size)
            return context.get_dummy_value()

        return sig, codegen

    return go


set_apart, add_apart = _set_or_add(False), _set_or_add(True)


@intrinsic
def settle(typingctx, sums, cards, last, beats, meets, tiles):
    """For hands h < last: meets[h] = x and beats[h] −= x with x = sums[TOTAL] − sums[a] − sums[b]."""
    sig = types.void(sums, cards, types.uint64, beats, meets, tiles)

    def codegen(context, builder, signature, args):
        sums_, cards_, last_, beats_, meets_, _ = args
        kind, size = signature.args[0], bytes_of(context, signature.args[0])
        total = _load(context, builder, kind, sums_, last_.type(TOTAL), tiles)
        with cgutils.for_range(builder, last_, intp=last_.type) as loop:
            rows = _cards(context, builder, signature.args[1], cards_, loop.index)
            x = _apart(context, builder, kind, sums_, total, rows, tiles)
            at = _row(context, builder, signature.args[3], beats_, loop.index, tiles)
            builder.store(builder.fsub(builder.load(at, align=size), x), at, align=size)
            builder.store(x, _row(context, builder, signature.args[4], meets_, loop.index, tiles), align=size)
        return context.get_dummy_value()

    return sig, codegen


@intrinsic
def add_row(typingctx, out, row, reach, hand, tiles):
    """out[row] += reach[hand]; both `[H, CHUNK]`."""
    sig = types.void(out, types.uint64, reach, types.uint64, tiles)

    def codegen(context, builder, signature, args):
        size = bytes_of(context, signature.args[0])
        place = _row(context, builder, signature.args[0], args[0], args[1], tiles)
        x = _load(context, builder, signature.args[2], args[2], args[3], tiles)
        builder.store(builder.fadd(builder.load(place, align=size), x), place, align=size)
        return context.get_dummy_value()

    return sig, codegen


def _transpose(builder, rows):
    """TILE vectors of TILE numbers, transposed: pairs, then fours inside a half, then halves, one instruction each."""
    from llvmlite import ir

    mask = ir.VectorType(ir.IntType(32), TILE)
    # by round: how far apart the two rows are, and what the first and the second result takes from them
    rounds = (
        (1, (0, 8, 1, 9, 4, 12, 5, 13), (2, 10, 3, 11, 6, 14, 7, 15)),
        (2, (0, 1, 8, 9, 4, 5, 12, 13), (2, 3, 10, 11, 6, 7, 14, 15)),
        (4, (0, 1, 2, 3, 8, 9, 10, 11), (4, 5, 6, 7, 12, 13, 14, 15)),
    )
    for apart, low, high in rounds:
        found = list(rows)
        for i in range(TILE):
            if not i & apart:
                for k, take in ((i, low), (i + apart, high)):
                    found[k] = builder.shuffle_vector(rows[i], rows[i + apart], ir.Constant(mask, list(take)))
        rows = found
    # the first two rounds leave columns 1 and 2 (5 and 6) in each other's place
    return [rows[k] for k in (0, 2, 1, 3, 4, 6, 5, 7)]


@intrinsic
def spread(typingctx, reaches, width, slots, first, k, out, row, lane):
    """out[row + i, lane + j] = reaches[slots[first + j] · width + k + i] for i, j < TILE; out `[H, CHUNK]`."""
    u = types.uint64
    sig = types.void(reaches, u, slots, u, u, out, u, u)

    def codegen(context, builder, signature, args):
        plan_, width_, slots_, first_, k_, out_, row_, lane_ = args
        size = bytes_of(context, signature.args[0])
        places = context.make_array(signature.args[2])(context, builder, slots_).data
        rows = []
        for j in range(TILE):
            slot = builder.load(builder.gep(places, [builder.add(first_, first_.type(j))]))
            offset = builder.add(builder.mul(slot, width_), k_)
            rows.append(
                builder.load(vector_at(context, builder, signature.args[0], plan_, offset, TILE), align=size)
            )
        for i, vector in enumerate(_transpose(builder, rows)):
            at = builder.add(builder.mul(builder.add(row_, row_.type(i)), row_.type(CHUNK)), lane_)
            builder.store(vector, vector_at(context, builder, signature.args[5], out_, at, TILE), align=size)
        return context.get_dummy_value()

    return sig, codegen


@intrinsic
def collect(typingctx, source, row, lane, tile, width, k):
    """tile[j, k + i] = source[row + i, lane + j] for i, j < TILE: the way back. tile: `[TILE, width]`."""
    u = types.uint64
    sig = types.void(source, u, u, tile, u, u)

    def codegen(context, builder, signature, args):
        source_, row_, lane_, tile_, width_, k_ = args
        size = bytes_of(context, signature.args[0])
        rows = []
        for i in range(TILE):
            at = builder.add(builder.mul(builder.add(row_, row_.type(i)), row_.type(CHUNK)), lane_)
            rows.append(
                builder.load(vector_at(context, builder, signature.args[0], source_, at, TILE), align=size)
            )
        for j, vector in enumerate(_transpose(builder, rows)):
            at = builder.add(builder.mul(width_, width_.type(j)), k_)
            builder.store(vector, vector_at(context, builder, signature.args[3], tile_, at, TILE), align=size)
        return context.get_dummy_value()

    return sig, codegen


if config.DISABLE_JIT:

    def _all_apart(sums, cards):
        return sums[TOTAL] - sums[cards[:, 0]] - sums[cards[:, 1]]

    def add_hands(sums, cards, first, last, reach, tiles):
        """Rows cards[h] and TOTAL of sums += row h of reach."""
        for h in range(first, last):
            for row in (TOTAL, *cards[h]):
                sums[row] += reach[h]

    def set_apart(sums, cards, first, last, factor, out, tiles):
        """out[h] = factor · (sums[TOTAL] − sums[a] − sums[b])."""
        out[first:last] = factor * _all_apart(sums, cards[first:last])

    def add_apart(sums, cards, first, last, factor, out, tiles):
        """out[h] += factor · (sums[TOTAL] − sums[a] − sums[b])."""
        out[first:last] += factor * _all_apart(sums, cards[first:last])

    def settle(sums, cards, last, beats, meets, tiles):
        """meets[h] = x and beats[h] −= x with x = sums[TOTAL] − sums[a] − sums[b]."""
        meets[:last] = _all_apart(sums, cards[:last])
        beats[:last] -= meets[:last]

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


@njit(cache=True, _nrt=False)
def sweep(groups, cards, opponent_cards, reach, player, sums, beats, tiles):
    r"""W + E: how much of the opponent's range is weaker than each hand, plus how much is weaker or equal.

    `finish` makes of it how much of the range each hand beats, less how much beats it:

        beats(h) = Σ_{g < h} reach(g) − Σ_{g > h} reach(g) = W + E − C,   g sharing no card with h

    with C the sum over the whole range; the correction for the opponent holding h itself cancels between E and C. Both
    players' hands are sorted by strength.

    groups: `[G, 4]`, ascending strength: bounds of player 0's hands, then of player 1's. cards: `[H, 2]`.
    opponent_cards: `[H', 2]`. reach: `[H', CHUNK]`. sums: `[53, CHUNK]`, overwritten: the sums over the opponent's
    range by card, then of all. beats: `[H, CHUNK]`, overwritten. tiles: how many of the columns, as in `lanes`.
    """
    one = sums.dtype.type(1)
    two = sums.dtype.type(2)
    sums[:] = 0
    for g in range(groups.shape[0]):
        lo, hi = groups[g, 2 * player], groups[g, 2 * player + 1]
        from_, to = groups[g, 2 - 2 * player], groups[g, 3 - 2 * player]
        if from_ == to:
            set_apart(sums, cards, lo, hi, two, beats, tiles)
            continue
        set_apart(sums, cards, lo, hi, one, beats, tiles)
        add_hands(sums, opponent_cards, from_, to, reach, tiles)
        add_apart(sums, cards, lo, hi, one, beats, tiles)


@njit(cache=True, _nrt=False)
def add_up(opponent_cards, reach, sums, tiles):
    """The sums of `sweep` alone: `[53, CHUNK]`, overwritten."""
    sums[:] = 0
    add_hands(sums, opponent_cards, 0, opponent_cards.shape[0], reach, tiles)


@njit(cache=True, _nrt=False)
def finish(cards, same, reach, sums, is_swept, is_met, beats, meets, tiles):
    r"""Subtract C from `beats`, and write how much of the opponent's range each hand can meet.

        meets(h) = C(h) = Σ_g reach(g),   g sharing no card with h

    cards: `[H, 2]`. same: `[H]`, the opponent's number of the same two cards, or −1. reach: `[H', CHUNK]`, sums as
    `sweep` or `add_up` leaves them. beats: `[H, CHUNK]`, with is_swept; meets: `[H, CHUNK]`, overwritten with is_met.
    """
    one = sums.dtype.type(1)
    hands = cards.shape[0]
    if is_swept and is_met:
        settle(sums, cards, hands, beats, meets, tiles)
    elif is_swept:
        add_apart(sums, cards, 0, hands, -one, beats, tiles)
    else:
        set_apart(sums, cards, 0, hands, one, meets, tiles)
    if is_met:
        for h in range(hands):
            if same[h] >= 0:
                add_row(meets, h, reach, same[h], tiles)

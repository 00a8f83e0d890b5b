"""Connect four on bitboards: null-window proof search with a packed transposition table.

Board: column c occupies bits c·(h+1) .. c·(h+1)+h−1 from the bottom; the bit above each column stays empty, so
that shifts do not wrap (seven columns, six rows):

      6 13 20 27 34 41 48     always empty
      5 12 19 26 33 40 47
      ...
      0  7 14 21 28 35 42     bottom

`me` are the stones of the player to move, `mask` all stones; me + mask is a unique key (Tromp).

A table entry is one 64-bit word. The key is spread by an odd multiplier, a bijection: its top k bits are the
slot, the other 64 − k bits are kept for comparison, and below them lie two bounds of 7 bits each, plus 64:

    | 64 − k bits of the spread key | free | upper (7) | lower (7) |        k ≥ 14

so a probe is one memory access and never confuses two positions.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tianji.kernels.bits import popcount, prefetch

SPREAD = np.uint64(0x9E3779B97F4A7C15)
ZERO, ONE, TWO, THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
SEVEN, LOW7 = np.uint64(7), np.uint64(127)
ME, MASK, LEFT, WANT, BEST, LOWER, UPPER, MOVE, MOVES = 0, 1, 2, 3, 4, 5, 6, 7, 8  # fields of a row of `work`
ASK = -1000  # "no answer from below yet"


@njit(cache=True, inline="always")
def winning_cells(p, mask, board, h):
    """Empty cells that complete a four for stones `p`."""
    r = (p << ONE) & (p << TWO) & (p << THREE)
    d = np.uint64(h)
    up, down = p << d, p >> d
    q = up & (up << d)
    r |= q & ((p << (d + d + d)) | down)
    q = down & (down >> d)
    r |= q & ((p >> (d + d + d)) | up)
    d = np.uint64(h + 1)
    up, down = p << d, p >> d
    q = up & (up << d)
    r |= q & ((p << (d + d + d)) | down)
    q = down & (down >> d)
    r |= q & ((p >> (d + d + d)) | up)
    d = np.uint64(h + 2)
    up, down = p << d, p >> d
    q = up & (up << d)
    r |= q & ((p << (d + d + d)) | down)
    q = down & (down >> d)
    r |= q & ((p >> (d + d + d)) | up)
    return r & (board ^ mask)


@njit(cache=True, inline="always")
def safe_moves(me, mask, board, bottom, h):
    """Moves after which the opponent cannot win at once; none if he threatens twice."""
    danger = winning_cells(me ^ mask, mask, board, h)
    moves = (mask + bottom) & board
    forced = moves & danger
    if forced:
        moves = forced if forced & (forced - ONE) == ZERO else ZERO
    return moves & ~(danger >> ONE)


@njit(cache=True, inline="always")
def sort_moves(me, mask, moves, w, h, board, bottom, order, table, shift, look, work, at):
    """Sort by threats made, the best last, into the row of `work` that begins at `at`; returns their number.

    Or −1 when a move wins by a double threat.

    Two open threats, or one above the other, cannot both be blocked. `look`: prefetch the children's slots.
    """
    column = (ONE << np.uint64(h)) - ONE
    count = 0
    for i in range(w - 1, -1, -1):
        move = moves & (column << np.uint64(order[i] * (h + 1)))
        if move:
            after = mask | move
            wins = winning_cells(me | move, after, board, h)
            now = wins & (after + bottom)
            if (now & (now - ONE)) | ((now << ONE) & wins):
                return -1
            if look:
                prefetch(table, (((me ^ mask) + after) * SPREAD) >> shift)
            score = np.uint64(popcount(wins))
            j = count
            while j > 0 and work[at + MOVES + 2 * j - 2] > score:
                work[at + MOVES + 2 * j] = work[at + MOVES + 2 * j - 2]
                work[at + MOVES + 2 * j + 1] = work[at + MOVES + 2 * j - 1]
                j -= 1
            work[at + MOVES + 2 * j] = score
            work[at + MOVES + 2 * j + 1] = move
            count += 1
    return count


@njit(cache=True, inline="always")
def lookup(table, k, key):
    """The entry of a position, or 0."""
    spread = key * SPREAD
    entry = table[spread >> np.uint64(64 - k)]
    return entry if (entry ^ (spread << np.uint64(k))) >> np.uint64(k) == ZERO else ZERO


@njit(cache=True, inline="always")
def keep(table, k, key, lower, upper):
    """Overwrite the slot of a position with its bounds."""
    spread = key * SPREAD
    bounds = (np.uint64(upper + 64) << SEVEN) | np.uint64(lower + 64)
    table[spread >> np.uint64(64 - k)] = (spread << np.uint64(k)) | bounds


@njit(cache=True, inline="always")
def refuted_below(me, mask, count, want, table, k, work, at):
    """A bound ≥ want that some child's entry already gives, or ASK (enhanced transposition cutoff)."""
    for j in range(count):
        entry = lookup(table, k, (me ^ mask) + (mask | work[at + MOVES + 2 * j + 1]))
        if entry:
            bound = 64 - np.int64((entry >> SEVEN) & LOW7)
            if bound >= want:
                return bound
    return ASK


@njit(cache=True, inline="always")
def arrive(me, mask, n, want, w, h, board, bottom, order, table, k, work, at):
    """What is known on reaching a position: a bound that answers "score ≥ want?", or ASK and a row of `work`.

    The second number says whether the table gave it.
    """
    cells = w * h
    moves = safe_moves(me, mask, board, bottom, h)
    if moves == ZERO:
        return -((cells - n) // 2), 0
    if n >= cells - 2:
        return 0, 0
    if -((cells - 2 - n) // 2) >= want:  # he cannot win with his next stone
        return -((cells - 2 - n) // 2), 0
    if (cells - 1 - n) // 2 < want:  # nor can we with ours
        return (cells - 1 - n) // 2, 0
    early = n < cells - 16
    count = sort_moves(me, mask, moves, w, h, board, bottom, order, table, np.uint64(64 - k), early, work, at)
    if count < 0:
        return (cells - 1 - n) // 2, 0
    lower, upper = -63, 63
    entry = lookup(table, k, me + mask)
    if entry:
        lower = np.int64(entry & LOW7) - 64
        upper = np.int64((entry >> SEVEN) & LOW7) - 64
        if lower >= want or upper < want:
            return (lower if lower >= want else upper), 1
    if early:
        bound = refuted_below(me, mask, count, want, table, k, work, at)
        if bound != ASK:
            return bound, 1
    work[at + ME], work[at + MASK], work[at + LEFT], work[at + BEST] = me, mask, np.uint64(count), ZERO
    work[at + WANT] = np.uint64(want + 64)
    work[at + LOWER], work[at + UPPER] = np.uint64(lower + 64), np.uint64(upper + 64)
    return ASK, 0


@njit(cache=True, nogil=True)
def prove(me, mask, stones, target, shape, geometry, order, table, k, work, counters, stop):
    """Whether the player to move scores at least `target`: r ≥ target or r < target.

    Fail-soft: r ≥ target means the score is ≥ r, r < target means it is ≤ r. The player to move must not be able
    to win at once. The search is a loop over explicit rows of `work`; a call a node costs Numba a third of its speed.

    shape: `[2]` columns, rows. geometry: `[2]` all cells, bottom row. order: `[W]` columns, best guess first.
    table: `[2^k]`. work: `[(W·H + 2) · (8 + 2·W)]` uint64, one row a ply, overwritten; on return the root's last move
    is in work[MOVE]. counters: `[4]` nodes, cutoffs, hits, stores; accumulated. stop: `[2]` a flag, non-zero ends the
    search and makes the answer meaningless; and the most nodes, which sets the flag.
    """
    w, h, board, bottom = shape[0], shape[1], geometry[0], geometry[1]  # locals: arrays would be read again
    stride = MOVES + 2 * w
    ply, n, want = 0, stones, target
    nodes, cutoffs, hits, stores = 0, 0, 0, 0
    entering = True
    answer = 0
    while True:
        if entering:
            nodes += 1
            if nodes & 4095 == 0 and (stop[0] != 0 or nodes > stop[1]):
                stop[0] = 1
                break
            answer, hit = arrive(me, mask, n, want, w, h, board, bottom, order, table, k, work, ply * stride)
            hits += hit
            if answer != ASK:
                if ply == 0:
                    break
                ply, n = ply - 1, n - 1
        at = ply * stride
        want = np.int64(work[at + WANT]) - 64
        if answer != ASK and -answer > np.int64(work[at + BEST]) - 64:
            work[at + BEST] = np.uint64(64 - answer)
        best = np.int64(work[at + BEST]) - 64
        left = np.int64(work[at + LEFT])
        if best >= want or left == 0:
            cutoffs += best >= want
            lower, upper = np.int64(work[at + LOWER]) - 64, np.int64(work[at + UPPER]) - 64
            keep(
                table,
                k,
                work[at + ME] + work[at + MASK],
                max(lower, best) if best >= want else lower,
                upper if best >= want else min(upper, best),
            )
            stores += 1
            answer = best
            if ply == 0:
                break
            ply, n, entering = ply - 1, n - 1, False
            continue
        left -= 1
        work[at + LEFT] = np.uint64(left)
        work[at + MOVE] = work[at + MOVES + 2 * left + 1]
        me, mask = work[at + ME] ^ work[at + MASK], work[at + MASK] | work[at + MOVE]
        prefetch(table, ((me + mask) * SPREAD) >> np.uint64(64 - k))
        ply, n, want, entering = ply + 1, n + 1, 1 - want, True
    counters[0] += nodes
    counters[1] += cutoffs
    counters[2] += hits
    counters[3] += stores
    return answer


@njit(cache=True, nogil=True)
def solve(me, mask, stones, low, high, shape, geometry, order, table, k, work, counters, stop, bounds):
    """The score for the player to move, known to lie in [low, high], by null windows; arguments as in `prove`.

    The far windows come first (half-way between zero and the end): they are the cheapest, and most positions are
    decided early. bounds: `[4]` lower and upper bound so far, the move that proves the lower one (0 if none), and
    passes; overwritten after every window, so that an interrupted search still has an answer.
    """
    height = shape[1]
    cells = shape[0] * height
    bounds[3] = 0
    now = winning_cells(me, mask, geometry[0], height) & (mask + geometry[1])
    if now:
        bounds[0] = bounds[1] = (cells + 1 - stones) // 2
        bounds[2] = np.int64(now & (~now + ONE))
        return
    low = max(low, -((cells - stones) // 2))
    high = min(high, (cells - 1 - stones) // 2)
    bounds[0], bounds[1], bounds[2] = low, high, 0
    while low < high:
        middle = low + (high - low) // 2
        if middle <= 0 and -((-low) // 2) < middle:
            middle = -((-low) // 2)
        elif middle >= 0 and high // 2 > middle:
            middle = high // 2
        work[MOVE] = ZERO
        r = prove(me, mask, stones, middle + 1, shape, geometry, order, table, k, work, counters, stop)
        if stop[0] != 0:
            return
        bounds[3] += 1
        if r > middle:
            low = min(r, high)
            bounds[2] = np.int64(work[MOVE])
        else:
            high = max(r, low)
        bounds[0], bounds[1] = low, high


@njit(cache=True, nogil=True)
def solve_many(positions, first, step, shape, geometry, order, table, work, counters, stop, scores):
    """Scores of every `step`-th position from `first`; rows of `positions` are me, mask, stones, k. scores: `[P]`."""
    bounds = np.zeros(4, np.int64)
    for i in range(first, positions.shape[0], step):
        me, mask, stones, k = (
            positions[i, 0],
            positions[i, 1],
            np.int64(positions[i, 2]),
            np.int64(positions[i, 3]),
        )
        solve(me, mask, stones, -63, 63, shape, geometry, order, table, k, work, counters, stop, bounds)
        scores[i] = bounds[0]

"""Connect four on bitboards: null-window proof search with a packed transposition table.

Board: column c occupies bits c·(h+1) .. c·(h+1)+h−1 from the bottom; the bit above each column stays empty, so
that shifts do not wrap (seven columns, six rows):

      6 13 20 27 34 41 48     always empty
      5 12 19 26 33 40 47
      ...
      0  7 14 21 28 35 42     bottom

`me` are the stones of the player to move, `mask` all stones; me + mask is a unique key (Tromp).

"""

from __future__ import annotations

import numpy as np
from numba import njit

from tianji.kernels.bits import pointer, popcount, prefetch
from tianji.kernels.boards.connect4_rules import (
    ASK,
    ONE,
    ZERO,
    follow_up,
    has_four,
    reachable,
    safe_moves,
    winning_cells,
)
from tianji.kernels.boards.table import LOW7, SEVEN, SPREAD, keep, lookup

ME, MASK, LEFT, WANT, BEST, LOWER, UPPER, MOVE, MOVES = 0, 1, 2, 3, 4, 5, 6, 7, 8  # fields of a row of `work`
BUSY = 12  # log2 of the slots for positions that threads are searching now
DIVIDE = 16  # empty cells below which a position is too small to divide among threads


@njit(cache=True, inline="always")
def sort_moves(me, mask, moves, w, h, board, bottom, odd, hold, order, table, shift, look, work, at):
    """Sort by threats made, the best last, into the row of `work` that begins at `at`; returns their number.

    Or −1 when a move wins by a double threat: two open threats, or one above the other, cannot both be blocked. Or −2
    when `hold` is set (the second player moves and a draw is enough) and a move leaves the first player nothing to
    reach. A threat that can be parried at once counts half. Ties go by column: a fixed order meets more positions
    again than any finer tie-break that was tried. `look`: prefetch the children's slots.
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
            if hold and not has_four(reachable(me ^ mask, after, board, bottom, odd), h):
                return -2
            if look:
                prefetch(table, (((me ^ mask) + after) * SPREAD) >> shift)
            score = np.uint64(2 * popcount(wins) - (1 if now else 0))
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
def arrive(me, mask, n, want, w, h, board, bottom, odd, order, table, k, work, at):
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
    early = n < cells - 14
    if odd:
        bound = follow_up(me, mask, n, want, board, bottom, odd, h)
        if bound != ASK:
            return bound, 0
    hold = odd != ZERO and n & 1 == 1 and want <= 0
    count = sort_moves(
        me, mask, moves, w, h, board, bottom, odd, hold, order, table, np.uint64(64 - k), early, work, at
    )  # fmt: skip
    if count < 0:
        return ((cells - 1 - n) // 2 if count == -1 else 0), 0
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


@njit(cache=True)
def put_off(left, busy, work, at):
    """Bring to the end of a row the best move that no other thread is searching now, if there is one."""
    me, mask, last = work[at + ME] ^ work[at + MASK], work[at + MASK], left - 1
    for j in range(last, -1, -1):
        move = work[at + MOVES + 2 * j + 1]
        key = me + (mask | move)
        if busy[(key * SPREAD) >> np.uint64(64 - BUSY)] != key:
            for i in range(j, last):
                work[at + MOVES + 2 * i + 1] = work[at + MOVES + 2 * i + 3]
            work[at + MOVES + 2 * last + 1] = move
            return


@njit(cache=True, inline="always")
def mark(busy, key, put):
    """Say that a position is being searched, or no longer."""
    i = (key * SPREAD) >> np.uint64(64 - BUSY)
    if put:
        busy[i] = key
    elif busy[i] == key:
        busy[i] = ZERO


@njit(cache=True)
def decided(ply, stride, table, k, work):
    """The first row below `ply` that the table has answered meanwhile, and the answer; or `ply`, ASK."""
    for i in range(ply):
        at = i * stride
        entry = lookup(table, k, work[at + ME] + work[at + MASK])
        if entry:
            want = np.int64(work[at + WANT]) - 64
            lower, upper = np.int64(entry & LOW7) - 64, np.int64((entry >> SEVEN) & LOW7) - 64
            if lower >= want or upper < want:
                return i, (lower if lower >= want else upper)
    return ply, ASK


@njit(cache=True, inline="always")
def close(table, k, work, at, want, best):
    """Store what a finished row has proved."""
    lower, upper = np.int64(work[at + LOWER]) - 64, np.int64(work[at + UPPER]) - 64
    if best >= want:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    keep(table, k, work[at + ME] + work[at + MASK], lower, upper)


@njit(cache=True, nogil=True)
def prove(me, mask, stones, target, shape, geometry, order, table, k, busy, work, counters, stop):
    """Whether the player to move scores at least `target`: r ≥ target or r < target.

    Fail-soft: r ≥ target means the score is ≥ r, r < target means it is ≤ r. The player to move must not be able
    to win at once. The search is a loop over explicit rows of `work`; a call a node costs Numba a third of its speed.

    Threads that share `table` and `busy` divide the work: moves that another thread is searching are put off (Weill
    1996, ABDADA), and a row that another thread has decided is left. Every bound is a proof, so timing changes the
    work and never the answer.

    shape: `[2]` columns, rows. geometry: `[3]` all cells, bottom row, odd rows (0 where the height is odd). order:
    `[W]` columns, best guess first. table: `[2^k]`. busy: `[2^BUSY]` positions in work, or None for one thread, which
    is a sixth faster so. work: `[(W·H + 2) · (8 + 2·W)]` uint64, one row a ply, overwritten; on return the root's last
    move is in work[MOVE], or 0 if another thread decided. counters: `[4]` nodes, cutoffs, hits, stores; accumulated.
    stop: `[2]` a flag, non-zero ends the search and makes the answer meaningless; and the most nodes, which sets it.
    """
    w, h, board, bottom, odd = shape[0], shape[1], geometry[0], geometry[1], geometry[2]  # locals: read once
    stride, late = MOVES + 2 * w, w * h - DIVIDE
    columns, slots, rows, crowd, signal = (
        pointer(order),
        pointer(table),
        pointer(work),
        pointer(busy),
        pointer(stop),
    )
    ply, n, want = 0, stones, target
    nodes, cutoffs, hits, stores = 0, 0, 0, 0
    entering = True
    answer = 0
    while True:
        if entering:
            nodes += 1
            if nodes & 1023 == 0:
                if signal[0] != 0 or nodes > signal[1]:
                    signal[0] = 1
                    break
                if busy is not None:
                    top, answer = decided(ply, stride, slots, k, rows)
                    if answer != ASK:
                        for i in range(top, ply):
                            mark(crowd, rows[i * stride + ME] + rows[i * stride + MASK], False)
                        ply, n = top, stones + top
                        if ply == 0:
                            rows[MOVE] = ZERO
                            break
                        ply, n, entering = ply - 1, n - 1, False
                        continue
            answer, hit = arrive(
                me, mask, n, want, w, h, board, bottom, odd, columns, slots, k, rows, ply * stride
            )
            hits += hit
            if answer != ASK:
                if ply == 0:
                    break
                ply, n = ply - 1, n - 1
            elif busy is not None:  # noqa: SIM102 - Numba drops the branch only if it tests nothing else
                if n < late:
                    mark(crowd, me + mask, True)
        at = ply * stride
        want = np.int64(rows[at + WANT]) - 64
        if answer != ASK and -answer > np.int64(rows[at + BEST]) - 64:
            rows[at + BEST] = np.uint64(64 - answer)
        best = np.int64(rows[at + BEST]) - 64
        left = np.int64(rows[at + LEFT])
        if best >= want or left == 0:
            close(slots, k, rows, at, want, best)
            cutoffs += best >= want
            stores += 1
            if busy is not None:  # noqa: SIM102
                if n < late:
                    mark(crowd, rows[at + ME] + rows[at + MASK], False)
            answer = best
            if ply == 0:
                break
            ply, n, entering = ply - 1, n - 1, False
            continue
        if busy is not None:  # noqa: SIM102
            if n + 1 < late and answer != ASK:  # never the first: it may be all that is needed
                put_off(left, crowd, rows, at)
        left -= 1
        rows[at + LEFT] = np.uint64(left)
        rows[at + MOVE] = rows[at + MOVES + 2 * left + 1]
        me, mask = rows[at + ME] ^ rows[at + MASK], rows[at + MASK] | rows[at + MOVE]
        prefetch(slots, ((me + mask) * SPREAD) >> np.uint64(64 - k))
        ply, n, want, entering = ply + 1, n + 1, 1 - want, True
    counters[0] += nodes
    counters[1] += cutoffs
    counters[2] += hits
    counters[3] += stores
    return answer


@njit(cache=True, nogil=True)
def solve(me, mask, stones, low, high, shape, geometry, order, table, k, busy, work, counters, stop, bounds):
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
        r = prove(me, mask, stones, middle + 1, shape, geometry, order, table, k, busy, work, counters, stop)
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
def answer(me, mask, stones, low, high, shape, geometry, order, table, k, busy, work, counters, stop, bounds):
    """`solve`, and where the score is known without a move the first one, from the centre, that keeps it: in bounds[2].

    The counters and passes are those of the score. A score of `low` is kept by every move.
    """
    solve(me, mask, stones, low, high, shape, geometry, order, table, k, busy, work, counters, stop, bounds)
    value = bounds[0]
    if stop[0] != 0 or value != bounds[1] or bounds[2] != 0:
        return
    column, passes = (ONE << np.uint64(shape[1])) - ONE, bounds[3]
    nodes, cutoffs, hits, stores = counters[0], counters[1], counters[2], counters[3]
    found = np.int64(0)
    for i in range(shape[0]):
        move = (mask + geometry[1]) & (column << np.uint64(order[i] * (shape[1] + 1)))
        if not move:
            continue
        after = mask | move
        is_kept = value == low or (after == geometry[0] and value == 0)
        if not is_kept and after != geometry[0]:  # can the opponent do better?
            solve(
                me ^ mask, after, stones + 1, -value, 1 - value, shape, geometry, order, table, k, busy, work, counters,
                stop, bounds,
            )  # fmt: skip
            if stop[0] != 0:
                break
            is_kept = bounds[1] <= -value
        if is_kept:
            found = np.int64(move)
            break
    bounds[0], bounds[1], bounds[2], bounds[3] = value, value, found, passes
    counters[0], counters[1], counters[2], counters[3] = nodes, cutoffs, hits, stores


@njit(cache=True, nogil=True)
def solve_many(positions, queue, shape, geometry, order, tables, busy, work, counters, stops, scores):
    """Scores of positions, taken from a queue that several threads share.

    A thread that finds the queue empty helps with what is not finished. queue: `[1]` the next position; two threads
    may take the same one, which is wasteful and harmless. positions: rows of me, mask, stones, k, table. tables: five
    tables, so that positions with different k never meet. stops: `[P, 2]`, one signal a position, as in `prove`; set
    when its score is known. scores: `[P]`.
    """
    bounds = np.zeros(4, np.int64)
    low, high = np.int64(-63), np.int64(63)  # as literals they would be another `solve` to compile
    many = positions.shape[0]
    while queue[0] < 64 * many:
        i = queue[0] % many
        queue[0] += 1
        if stops[i, 0] != 0:
            continue
        me, mask = positions[i, 0], positions[i, 1]
        stones, k = np.int64(positions[i, 2]), np.int64(positions[i, 3])
        table = tables[np.int64(positions[i, 4])]
        solve(
            me, mask, stones, low, high, shape, geometry, order, table, k, busy, work, counters, stops[i], bounds
        )  # fmt: skip
        if stops[i, 0] == 0:
            scores[i] = bounds[0]
            stops[i, 0] = 1

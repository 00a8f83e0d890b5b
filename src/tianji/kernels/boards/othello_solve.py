"""The exact score of an Othello position: null windows, a table, good orders, and several threads at one tree.

Every question is whether the mover scores more than an odd `alpha` (scores are even); `solve` asks until lower and
upper bound meet (MTD(f)). Before those that prove something, selective ones are asked (`likely` answers in place of
a search): they find the score that is probable and fill the table with good moves.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint64

from tianji.kernels.bits import lowest, pointer, popcount
from tianji.kernels.boards.othello import NO, YES, final_score, flips, legal_moves, stable
from tianji.kernels.boards.othello_eval import UNIT, WEIGHTS, promise
from tianji.kernels.boards.othello_last import last_square, shallow
from tianji.kernels.boards.othello_order import (
    FOLLOWED,
    JUDGED,
    NUMBERS,
    SELECTIVE,
    WORDS,
    judge_moves,
    likely,
    list_moves,
    refuted_below,
    sort,
)
from tianji.kernels.boards.othello_table import MIX1, MIX2, PROOF, bucket_of, keep, lookup, part

ZERO, ONE = np.uint64(0), np.uint64(1)
LEAF = 7  # empties up to which parity alone orders the moves
SHARED = 13  # empties from which threads put off what others are searching
BUSY = 15  # log2 of the places for positions in work
GUESSED = 17  # empties from which selective searches come first
STAY = 1000  # no ply is to be left
ASK, PASS, UNKNOWN = (
    -100,
    -101,
    -102,
)  # answers that are none: search the moves, there is none, nobody has guessed
# What a thread knows, in `work`: counters, settings, a row for each ply, then lists of moves.
NODES, CUTOFFS, HITS, STORES, LEAVE, BITS, GENERATION, TICK, ROWS = 0, 1, 2, 3, 4, 5, 6, 7, 16
ME, OPP, ALPHA, COUNT, CHOICE, ROW = 0, 1, 2, 3, 4, 5
LISTS = ROWS + 128 * ROW
WORK = LISTS + 4096


@njit(cache=True)
def mark_of(me, opp):
    """A number for a position, never 0, by which threads tell each other what they search."""
    return (me * MIX2) ^ (opp * MIX1) | ONE


@njit(cache=True)
def is_over(ply, level, table, busy, work, stop):
    """Whether to leave: stopped, or another thread has answered a ply above, which `work` then names."""
    if stop[0] != 0:
        work[LEAVE] = -1
    elif busy[1 << BUSY]:
        for i in range(ply):
            row = ROWS + ROW * i
            me, opp, alpha = np.uint64(work[row + ME]), np.uint64(work[row + OPP]), work[row + ALPHA]
            note = lookup(table, bucket_of(me, opp, work[BITS]), me, opp)
            if (
                note
                and part(note, 3) >= level
                and (part(note, 0) - 64 > alpha or part(note, 1) - 64 <= alpha)
            ):
                work[LEAVE] = i
                break
    return work[LEAVE] < ply


@njit(cache=True)
def bring_forward(i, count, me, opp, busy, work, at):
    """Bring to place i of a list the best move from there on that no other thread is searching, if there is one."""
    for j in range(i, count):
        score, sq = work[at + 2 * j], work[at + 2 * j + 1]
        turned = flips(me, opp, sq)
        mark = mark_of(opp ^ turned, me | turned | (ONE << np.uint64(sq)))
        if busy[mark >> np.uint64(64 - BUSY)] != mark:
            for m in range(j, i, -1):
                work[at + 2 * m], work[at + 2 * m + 1] = work[at + 2 * m - 2], work[at + 2 * m - 1]
            work[at + 2 * i], work[at + 2 * i + 1] = score, sq
            return


@njit(
    int64(uint64, uint64, int64, int64, int64, int64, int64, WORDS, WORDS, NUMBERS, NUMBERS, WEIGHTS),
    cache=True,
)
def arrive(me, opp, n, alpha, level, ply, at, table, busy, work, stop, weights):
    """What can be said of a position without trying its moves; or ASK with the moves listed, or PASS."""
    row = ROWS + ROW * ply
    work[row + ME], work[row + OPP], work[row + ALPHA] = np.int64(me), np.int64(opp), alpha
    work[NODES] += 1
    work[TICK] += 1
    if work[TICK] & 255 == 0 and is_over(ply, level, table, busy, work, stop):
        return 0
    # 1. Stable discs of the opponent are lost to us for ever.
    if alpha >= 64 - 2 * popcount(opp):
        bound = 64 - 2 * popcount(stable(opp, me))
        if bound <= alpha:
            work[CUTOFFS] += 1
            return bound
    # 2. The table.
    note = lookup(table, bucket_of(me, opp, work[BITS]), me, opp)
    first = part(note, 2) - 1 if note else -1
    work[row + CHOICE] = first
    if note and part(note, 3) >= level and (part(note, 0) - 64 > alpha or part(note, 1) - 64 <= alpha):
        work[HITS] += 1
        return part(note, 0) - 64 if part(note, 0) - 64 > alpha else part(note, 1) - 64
    moves = legal_moves(me, opp)
    if moves == ZERO:
        return PASS
    # 3. A guess, where guesses are asked for.
    if level < PROOF and n >= SELECTIVE:
        guess = likely(me, opp, alpha, level, weights)
        if guess:
            return alpha + guess
    # 4. The moves, and what the table knows of the replies.
    count = list_moves(me, opp, moves, table, work[BITS], work, at)
    work[row + COUNT] = count
    if n > FOLLOWED:
        bound = refuted_below(me, opp, count, alpha, level, table, work[BITS], work, at)
        if bound != ASK:
            work[HITS] += 1
            work[row + CHOICE] = work[at + 1]
            return bound
    if n >= JUDGED and count > 1:
        judge_moves(me, opp, count, weights, work, at)
    sort(count, first, work, at)
    return ASK


@njit(cache=True)
def remember(me, opp, n, alpha, level, best, choice, table, work):
    """Store what a finished search has shown, with what was known before."""
    bucket = bucket_of(me, opp, work[BITS])
    note = lookup(table, bucket, me, opp)
    lower, upper = -64, 64
    if note and part(note, 3) >= level:
        lower, upper = part(note, 0) - 64, part(note, 1) - 64
        if best <= alpha:
            choice = part(note, 2) - 1  # the move that showed the lower bound
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    keep(table, bucket, me, opp, lower, upper, choice, level, n, work[GENERATION])
    work[STORES] += 1


@njit(cache=True)
def finish(me, opp, empty, alpha, passed, work):
    """`deep` with up to `LEAF` empty squares."""
    if empty & (empty - ONE) == ZERO:
        work[NODES] += 1
        return last_square(me, lowest(empty)) if empty else final_score(me, opp)
    packed = shallow(me, opp, empty, alpha, passed)
    work[NODES] += packed >> 8
    return (packed & 255) - 128


@njit(
    int64(uint64, uint64, int64, int64, int64, int64, int64, WORDS, WORDS, NUMBERS, NUMBERS, WEIGHTS),
    cache=True,
    nogil=True,
)
def deep(me, opp, alpha, level, passed, ply, at, table, busy, work, stop, weights):
    """Whether the mover scores more than `alpha`: r > alpha and the score is ≥ r, or r ≤ alpha and it is ≤ r.

    level: `PROOF`, or that of a selective search, whose answers are guesses. table: `[4 · 2^k]`. busy: `[2^BUSY + 1]`
    positions in work, the last word non-zero where threads share it. work: `[WORK]` of this thread, lists from `at`.
    stop: `[1]`; non-zero makes answers meaningless. All are bare pointers: an array's reference count would be touched
    at every call. Threads put off moves that others are searching (Weill 1996, ABDADA).
    """
    empty = ~(me | opp)
    n = popcount(empty)
    if n <= LEAF:
        return finish(me, opp, empty, alpha, passed, work)
    answer = arrive(me, opp, n, alpha, level, ply, at, table, busy, work, stop, weights)
    if answer == PASS:
        if passed:
            return final_score(me, opp)
        return -deep(opp, me, -alpha, level, YES, ply + 1, at, table, busy, work, stop, weights)
    if answer != ASK:
        return answer
    row = ROWS + ROW * ply
    count, best, choice = work[row + COUNT], -100, -1
    share = n >= SHARED and busy[1 << BUSY] != ZERO
    for i in range(count):
        if share and i:
            bring_forward(i, count, me, opp, busy, work, at)
        sq = work[at + 2 * i + 1]
        turned = flips(me, opp, sq)
        a, b = opp ^ turned, me | turned | (ONE << np.uint64(sq))
        mark = mark_of(a, b)
        if share:
            busy[mark >> np.uint64(64 - BUSY)] = mark
        value = -deep(a, b, -alpha, level, NO, ply + 1, at + 2 * count, table, busy, work, stop, weights)
        if share and busy[mark >> np.uint64(64 - BUSY)] == mark:
            busy[mark >> np.uint64(64 - BUSY)] = ZERO
        if work[LEAVE] <= ply:
            if work[LEAVE] < ply:
                return 0
            work[LEAVE] = STAY  # another thread has answered; ask once more, the table knows
            return deep(me, opp, alpha, level, passed, ply, at, table, busy, work, stop, weights)
        if value > best:
            best, choice = value, sq
            if best > alpha:
                work[CUTOFFS] += 1
                break
    work[row + CHOICE] = choice
    remember(me, opp, n, alpha, level, best, choice, table, work)
    return best


@njit(cache=True, nogil=True)
def settle(me, opp, guess, level, table, busy, work, stop, weights, answer):
    """Ask until the bounds meet. answer: `[3]` lower bound, upper bound, the move of the lower one; overwritten."""
    value, answer[0], answer[1] = guess, -64, 64
    words, crowd, mine, halt, heavy = (
        pointer(table),
        pointer(busy),
        pointer(work),
        pointer(stop),
        pointer(weights),
    )
    while answer[0] < answer[1]:
        alpha = value - 1 if value > answer[0] else value + 1
        value = deep(me, opp, alpha, level, NO, 0, LISTS, words, crowd, mine, halt, heavy)
        if work[LEAVE] < 0:
            return
        if value > alpha:
            answer[0] = value
            if work[ROWS + CHOICE] >= 0:
                answer[2] = work[ROWS + CHOICE]
        else:
            answer[1] = value


@njit(cache=True, nogil=True)
def find_move(me, opp, value, table, busy, work, stop, weights):
    """A move that scores at least `value`, or −1."""
    moves = legal_moves(me, opp)
    while moves:
        sq = lowest(moves)
        moves &= moves - ONE
        turned = flips(me, opp, sq)
        a, b = opp ^ turned, me | turned | (ONE << np.uint64(sq))
        if -deep(
            a, b, 1 - value, PROOF, NO, 0, LISTS, pointer(table), pointer(busy), pointer(work), pointer(stop),
            pointer(weights),
        ) >= value:  # fmt: skip
            return sq
    return -1


@njit(cache=True, nogil=True)
def solve(me, opp, guess, k, generation, table, busy, work, stop, weights, answer):
    """The score of a position where the mover can move.

    guess: what it probably is, or UNKNOWN. answer: `[9]` lower bound, upper bound and the move of the lower one as
    proved; the same as the last finished selective search guessed them; those of one in work; overwritten as they are
    found.
    """
    n = popcount(~(me | opp))
    work[LEAVE], work[BITS], work[GENERATION], work[ROWS + CHOICE] = STAY, k, generation, -1
    for i in range(0, 9, 3):
        answer[i], answer[i + 1], answer[i + 2] = -64, 64, -1
    if guess == UNKNOWN:
        ahead = min(4, max(0, n - 10))
        promised = promise(me, opp, ahead, -100000, 100000, NO, pointer(weights)) if n > LEAF else 0
        guess = 2 * (promised // (2 * UNIT))
        for level in range(PROOF if n >= GUESSED else 0):
            settle(me, opp, guess, level, table, busy, work, stop, weights, answer[6:])
            if work[LEAVE] < 0:
                return
            guess, answer[3:6] = answer[6], answer[6:]
    answer[2] = answer[5]
    settle(me, opp, guess, PROOF, table, busy, work, stop, weights, answer)
    if answer[2] < 0 and work[LEAVE] >= 0:
        answer[2] = find_move(me, opp, answer[0], table, busy, work, stop, weights)

"""Chess: principal variation search with table, quiescence, null moves, reductions and check extensions.

The whole state is the array `w` of `chess_board`. Table: two int64 a slot, key xor data and data;
data = value + 32768 | depth << 17 | bound << 25 (1 exact, 2 lower, 3 upper) | move << 28. Mate in n plies from the
root is 30000 − n; in the table it counts from the position itself.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit

from tianji.kernels.bits import pointer
from tianji.kernels.chess.board import (
    EP,
    HALF,
    HISTORY,
    KEY,
    KILLER,
    KINGS,
    LIST,
    PATH,
    POINTER,
    SIDE,
    UNDO,
    Z_EP,
    Z_SIDE,
    attacked,
    in_check,
    make,
    may_check,
    moves,
    play,
    unmake,
)  # fmt: skip
from tianji.kernels.chess.evaluate import VALUE, evaluate

MATE = 30_000
LINE, PARTIAL = 128, 120
NO, YES = np.int64(0), np.int64(1)
DEEPEST = 100


@njit(cache=True, inline="always")
def to_table(value, ply):
    """Mate scores as seen from the position."""
    return value + ply if value > MATE - 500 else value - ply if value < 500 - MATE else value


@njit(cache=True, inline="always")
def from_table(value, ply):
    """Mate scores as seen from the root."""
    return value - ply if value > MATE - 500 else value + ply if value < 500 - MATE else value


@njit(cache=True, inline="always")
def loses(w, fr, to):
    """Whether a capture gives a man for a smaller one that is protected: it rarely pays."""
    kind = abs(w[fr])
    return kind < 6 and VALUE[kind] > VALUE[abs(w[to])] + 50 and w[to] != 0 and attacked(w, to, -w[SIDE])


@njit(cache=True)
def score_moves(w, n, at, ply, first):
    """Order: table move, captures by victim and attacker, promotions, killers, history, captures that lose."""
    for i in range(n):
        move = w[at + i]
        fr, to, promotion = move & 127, (move >> 7) & 127, (move >> 14) & 7
        if move == first:
            score = 1 << 40
        elif move >> 17 & 1:
            score = 16 * VALUE[abs(w[to]) if w[to] else 1] - VALUE[abs(w[fr])]
            score += -(1 << 30) if promotion == 0 and loses(w, fr, to) else 1 << 30
        elif promotion:
            score = (1 << 29) + VALUE[promotion]
        elif move == w[KILLER + 2 * ply]:
            score = (1 << 28) + 1
        elif move == w[KILLER + 2 * ply + 1]:
            score = 1 << 28
        else:
            score = w[HISTORY + 128 * (w[fr] + 6) + to]
        w[at + 256 + i] = score


@njit(cache=True, inline="always")
def pick(w, n, at, i):
    """Bring the best of the moves i .. n − 1 to place i and return it."""
    best = i
    for j in range(i + 1, n):
        if w[at + 256 + j] > w[at + 256 + best]:
            best = j
    if best != i:
        w[at + i], w[at + best] = w[at + best], w[at + i]
        w[at + 256 + i], w[at + 256 + best] = w[at + 256 + best], w[at + 256 + i]
    return w[at + i]


@njit(int64(POINTER, POINTER, int64, int64, int64, int64, int64), cache=True, nogil=True)
def quiesce(w, c, alpha, beta, ply, left, checked):
    """Captures and promotions until the position is quiet; every evasion when in check."""
    c[0] += 1
    check = checked and left > 0
    best = -MATE + ply
    if not check:
        best = evaluate(w)
        if best >= beta or ply >= DEEPEST:
            return best
        alpha = max(alpha, best)
    at = LIST + 512 * ply
    n = moves(w, not check, at)
    score_moves(w, n, at, ply, 0)
    king = w[KINGS + 1] if w[SIDE] > 0 else w[KINGS]
    for i in range(n):
        move = pick(w, n, at, i)
        if not check:
            gain = VALUE[abs(w[(move >> 7) & 127])] + (800 if move >> 14 & 7 else 0)
            if best + gain + 150 < alpha or w[at + 256 + i] < 0:
                continue
        gives = may_check(w, move, king)
        if not play(w, move, ply, checked):
            unmake(w, ply)
            continue
        gives = gives and in_check(w, w[SIDE])
        value = -quiesce(w, c, -beta, -alpha, ply + 1, left - 1, int64(gives))
        unmake(w, ply)
        if value > best:
            best = value
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best


@njit(cache=True, inline="always")
def repeated(w, ply):
    """Whether the position stood before in the line that leads here."""
    i = ply - 2
    while i >= 0 and i >= ply - w[HALF]:
        if w[PATH + i] == w[KEY]:
            return True
        i -= 2
    return False


@njit(cache=True, inline="always")
def has_pieces(w, side):
    """Whether a side has more than king and pawns: without, passing may be the best move (zugzwang)."""
    count = 0
    for sq in range(120):
        count += sq & 0x88 == 0 and 1 < w[sq] * side < 6
    return count > 0


@njit(cache=True, inline="always")
def reward(w, move, piece, depth, ply):
    """Remember a quiet move that refuted a position."""
    if w[KILLER + 2 * ply] != move:
        w[KILLER + 2 * ply + 1] = w[KILLER + 2 * ply]
        w[KILLER + 2 * ply] = move
    w[HISTORY + 128 * (piece + 6) + ((move >> 7) & 127)] += depth * depth


@njit(
    int64(POINTER, POINTER, int64, POINTER, int64, int64, int64, int64, int64, int64), cache=True, nogil=True
)
def search(w, table, k, c, alpha, beta, depth, ply, passing, check):
    """The value r for the side to move; alpha < r < beta is the value of this (selective) search, else a bound.

    c: `[8]` nodes, stop, cutoffs, hits, node limit, limit reached. passing: whether a null move may be tried.
    check: whether the king stands in check.
    """
    if check and ply < 2 * w[135]:
        depth += 1
    if depth <= 0 or ply >= DEEPEST:
        return quiesce(w, c, alpha, beta, ply, np.int64(6), check)
    c[0] += 1
    if c[4] and c[0] >= c[4]:
        c[1] = c[5] = 1
    if c[1]:
        return 0
    w[PATH + ply] = w[KEY]
    if ply and (repeated(w, ply) or (w[HALF] >= 100 and not check)):
        return 0
    # No line from here mates sooner than the next ply, and none is mated sooner than now.
    alpha, beta = max(alpha, -MATE + ply), min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha
    slot = (w[KEY] >> 20 & ((1 << k) - 1)) * 2
    data, first = table[slot + 1], 0
    if table[slot] ^ data == w[KEY] and data:
        first = data >> 28
        bound = data >> 25 & 3
        value = from_table((data & 0x1FFFF) - 32768, ply)
        enough = (data >> 17 & 255) >= depth
        if (
            ply
            and enough
            and (bound == 1 or (bound == 2 and value >= beta) or (bound == 3 and value <= alpha))
        ):
            c[3] += 1
            return value
    # Passing is almost always worse than the best move: if it still fails high, so does the position.
    calm = beta - alpha == 1 and not check and abs(beta) < MATE - 500
    static = evaluate(w) if calm else 0
    if calm and depth < 4 and static - 110 * depth >= beta:
        return static
    if passing and calm and depth >= 3 and static >= beta and has_pieces(w, w[SIDE]):
        ep, half, key = w[EP], w[HALF], w[KEY]
        w[KEY] ^= Z_SIDE ^ Z_EP[ep + 1] ^ Z_EP[0]
        w[EP], w[SIDE], w[HALF] = -1, -w[SIDE], 0
        value = -search(w, table, k, c, -beta, -beta + 1, depth - 3 - depth // 6, ply + 1, NO, NO)
        w[EP], w[SIDE], w[HALF], w[KEY] = ep, -w[SIDE], half, key
        if c[1]:
            return 0
        if value >= beta:
            return value if value < MATE - 500 else beta
    at = LIST + 512 * ply
    n = moves(w, False, at)
    score_moves(w, n, at, ply, first)
    king = w[KINGS + 1] if w[SIDE] > 0 else w[KINGS]
    best, low, choice, legal = -MATE + ply, alpha, 0, 0
    for i in range(n):
        move = pick(w, n, at, i)
        quiet = move >> 17 & 1 == 0 and move >> 14 & 7 == 0
        piece = w[move & 127]
        gives = may_check(w, move, king)
        if not play(w, move, ply, check):
            unmake(w, ply)
            continue
        gives = int64(gives and in_check(w, w[SIDE]))
        legal += 1
        if legal == 1:
            value = -search(w, table, k, c, -beta, -low, depth - 1, ply + 1, YES, gives)
        else:
            less = 0
            if depth >= 3 and legal > 4 and quiet and not check and not gives:
                less = 1 + (legal > 12) + (depth > 6)
            value = -search(w, table, k, c, -low - 1, -low, depth - 1 - less, ply + 1, YES, gives)
            if value > low and less:
                value = -search(w, table, k, c, -low - 1, -low, depth - 1, ply + 1, YES, gives)
            if low < value < beta:
                value = -search(w, table, k, c, -beta, -low, depth - 1, ply + 1, YES, gives)
        unmake(w, ply)
        if c[1]:
            return best
        if value > best or choice == 0:
            best, choice = max(best, value), move
            if ply == 0:
                w[KILLER - 2], w[KILLER - 1] = move, value
            low = max(low, best)
            if low >= beta:
                c[2] += 1
                if quiet:
                    reward(w, move, piece, depth, ply)
                break
    if legal == 0:
        return -MATE + ply if check else 0
    bound = 2 if best >= beta else 1 if best > alpha else 3
    data = (to_table(best, ply) + 32768) | min(depth, 255) << 17 | bound << 25 | choice << 28
    table[slot], table[slot + 1] = w[KEY] ^ data, data
    return best


@njit(cache=True, nogil=True)
def iterate(w, table, k, c, depth, line):
    """One iteration at the root. line: `[128]` length, moves of the principal variation from the table; at PARTIAL the
    best move and value so far, also of an unfinished iteration; overwritten."""
    w, table, c = pointer(w), pointer(table), pointer(c)
    w[135] = depth
    w[KILLER - 2], w[KILLER - 1] = 0, 0
    value = search(w, table, k, c, -MATE, MATE, depth, NO, NO, int64(in_check(w, w[SIDE])))
    line[PARTIAL], line[PARTIAL + 1] = w[KILLER - 2], w[KILLER - 1]
    if c[1]:
        return value
    n = 0
    while n < depth and n < 60:
        slot = (w[KEY] >> 20 & ((1 << k) - 1)) * 2
        data = table[slot + 1]
        if table[slot] ^ data != w[KEY] or data == 0:
            break
        move = data >> 28
        if n == 0:
            move = w[KILLER - 2]
        found = False
        at = LIST + 512 * n
        for i in range(moves(w, False, at)):
            found |= w[at + i] == move
        if not found:
            break
        legal = make(w, move, n)
        n += 1
        line[n] = move
        if not legal:
            break
    line[0] = n
    for i in range(n - 1, -1, -1):
        unmake(w, i)
    return value


assert UNDO < LIST < KILLER

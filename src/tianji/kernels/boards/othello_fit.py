"""Learning the weights of `othello_eval`: positions by noisy play, and least squares over their patterns."""

from __future__ import annotations

import numpy as np
from numba import njit

from tianji.kernels.bits import lowest, pointer, popcount
from tianji.kernels.boards.othello import NO, flips, legal_moves
from tianji.kernels.boards.othello_eval import FEATURES, indices, promise
from tianji.kernels.boards.othello_solve import UNKNOWN, solve

ZERO, ONE = np.uint64(0), np.uint64(1)
START = (np.uint64(0x0000000810000000), np.uint64(0x0000001008000000))  # mover's discs, the other's
STRAY = 8  # plies of pure chance at the beginning of a game


@njit(cache=True, inline="always")
def draw(seed, most):
    """A number from 0 to most − 1 by xorshift; seed: `[1]`, moved on."""
    x = seed[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    seed[0] = x
    return np.int64((x >> np.uint64(33)) % np.uint64(most))


@njit(cache=True, nogil=True)
def play_positions(boards, empties, seed):
    """Positions where the mover can move, from games of their own: the fewest replies, plus noise, is the move.

    boards: `[N, 2]` mover's discs and the other's, overwritten. empties: `[N]` how many each shall have. seed: `[1]`.
    """
    for i in range(len(boards)):
        while True:
            me, opp = START
            noise = 1 + draw(seed, 6)
            for _ in range(200):
                n = popcount(~(me | opp))
                moves = legal_moves(me, opp)
                if n == empties[i] or (moves == ZERO and legal_moves(opp, me) == ZERO):
                    break
                best, choice, changed = -1000, -1, ZERO
                while moves:
                    sq = lowest(moves)
                    moves &= moves - ONE
                    turned = flips(me, opp, sq)
                    a, b = opp ^ turned, me | turned | (ONE << np.uint64(sq))
                    score = draw(seed, 64)
                    if n <= 60 - STRAY:
                        score = draw(seed, 4 * noise) - 4 * popcount(legal_moves(a, b))
                    if score > best:
                        best, choice, changed = score, sq, turned
                if choice < 0:
                    me, opp = opp, me
                    continue
                me, opp = opp ^ changed, me | changed | (ONE << np.uint64(choice))
            if popcount(~(me | opp)) == empties[i] and legal_moves(me, opp) != ZERO:
                boards[i, 0], boards[i, 1] = me, opp
                break


@njit(cache=True, nogil=True)
def look_ahead(boards, depth, weights, out):
    """out: `[N]` what `depth` plies promise at each position, in 1/`UNIT` discs; overwritten."""
    for i in range(len(boards)):
        out[i] = promise(boards[i, 0], boards[i, 1], depth, -100000, 100000, NO, pointer(weights))


@njit(cache=True, nogil=True)
def patterns(boards, same, out):
    """out: `[N, FEATURES]` the weight of every pattern of every position. same: `[SIZE]` the one it shares."""
    line = np.zeros(FEATURES, dtype=np.int64)
    for i in range(len(boards)):
        indices(boards[i, 0], boards[i, 1], line)
        for j in range(FEATURES):
            out[i, j] = same[line[j]]


@njit(cache=True, nogil=True)
def predict(rows, w, out):
    """out: `[N]` the sum of a position's weights; overwritten."""
    for i in range(len(rows)):
        total = 0.0
        for j in range(rows.shape[1]):
            total += w[rows[i, j]]
        out[i] = total


@njit(cache=True, nogil=True)
def gather(rows, errors, out):
    """out: `[SIZE]` the sum of `errors` over the positions that take each weight; overwritten."""
    out[:] = 0.0
    for i in range(len(rows)):
        for j in range(rows.shape[1]):
            out[rows[i, j]] += errors[i]


@njit(cache=True, nogil=True)
def exact_scores(boards, k, table, busy, work, stop, weights, out):
    """out: `[N]` the score of each position, in discs; overwritten. The rest as in `othello_solve.solve`."""
    answer = np.zeros(9, dtype=np.int64)
    for i in range(len(boards)):
        solve(boards[i, 0], boards[i, 1], UNKNOWN, k, 1, table, busy, work, stop, weights, answer)
        out[i] = answer[0]


@njit(cache=True, nogil=True)
def product(a, b):
    """The inner product, added up in order: the same bits on every machine."""
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total

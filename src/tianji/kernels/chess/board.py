"""Chess rules on a 0x88 board: attacks, moves, make and unmake, perft.

Everything lives in one int64 array `w`, since Numba hands a single array through a recursion cheaply:

    w[0:128]      the board, square = 16·rank + file; 1..6 pawn, knight, bishop, rook, queen, king; black negative
    w[SIDE]       1 white, −1 black        w[CASTLE]  bits 1 K, 2 Q, 4 k, 8 q       w[EP]  square or −1
    w[HALF]       plies without progress   w[KEY]     Zobrist key                   w[KINGS], w[KINGS + 1]  white, black
    w[136], w[137] sums of `chess_eval`
    w[UNDO ..]    eight numbers a ply      w[LIST ..] 256 moves and 256 scores a ply
    w[KILLER ..]  two a ply                w[HISTORY ..] 13 · 128                    w[PATH ..] keys of the line so far

A move is from | to << 7 | promotion << 14 | flags << 17; flags 1 capture, 2 en passant, 4 castling, 8 double step.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, types

from tianji.kernels.bits import pointer
from tianji.kernels.chess.evaluate import BALANCE, PAWNS, SUM_BALANCE, SUM_PAWNS

SIDE, CASTLE, EP, HALF, KEY, KINGS, DEPTH = 128, 129, 130, 131, 132, 133, 135
UNDO, LIST, KILLER, HISTORY, PATH = 200, 5000, 72000, 73000, 75000
POSITION, SIZE = 138, 77000  # numbers that make a position, and all
POINTER = types.CPointer(int64)  # the arrays as bare addresses: nobody counts references, see `bits.pointer`
KNIGHT = np.array([33, 31, 18, 14, -33, -31, -18, -14], dtype=np.int64)
RAYS = np.array([1, 16, -1, -16, 17, 15, -17, -15], dtype=np.int64)  # rook steps, then bishop steps
_random = np.random.default_rng(20_240_601)
Z_PIECE = _random.integers(-(2**62), 2**62, (13, 128))
Z_PIECE[6] = 0  # an empty square
Z_CASTLE = _random.integers(-(2**62), 2**62, 16)
Z_EP = _random.integers(-(2**62), 2**62, 129)
Z_SIDE = int(_random.integers(-(2**62), 2**62))
KEEP = np.full(128, 15, dtype=np.int64)  # castling rights that survive a move from or to a square
for _square, _mask in ((0, 13), (7, 14), (4, 12), (112, 7), (119, 11), (116, 3)):
    KEEP[_square] = _mask


ROOK_LINE, BISHOP_LINE, KNIGHT_JUMP = 1, 2, 4


def _lines() -> np.ndarray:
    """[240] how two squares of a 0x88 board lie to each other, by 119 + their difference."""
    out = np.zeros(240, dtype=np.int64)
    for step, mark in ((1, ROOK_LINE), (16, ROOK_LINE), (15, BISHOP_LINE), (17, BISHOP_LINE)):
        for far in range(1, 8):
            out[119 + step * far] = out[119 - step * far] = mark
    for jump in (14, 18, 31, 33):
        out[119 + jump] = out[119 - jump] = KNIGHT_JUMP
    return out


LIES = _lines()


@njit(cache=True)
def attacked(w, sq, by):
    """Whether side `by` attacks a square."""
    for side_step in (15, 17):
        at = sq - side_step * by
        if at & 0x88 == 0 and w[at] == by:
            return True
    for d in KNIGHT:
        at = sq + d
        if at & 0x88 == 0 and w[at] == 2 * by:
            return True
    for i in range(8):
        d = RAYS[i]
        at = sq + d
        slider = 4 if i < 4 else 3
        if at & 0x88 == 0 and w[at] == 6 * by:
            return True
        while at & 0x88 == 0:
            piece = w[at]
            if piece:
                if piece == slider * by or piece == 5 * by:
                    return True
                break
            at += d
    return False


@njit(cache=True)
def in_check(w, side):
    """Whether the king of `side` is attacked."""
    return attacked(w, w[KINGS] if side > 0 else w[KINGS + 1], -side)


@njit(cache=True, inline="always")
def may_check(w, move, king):
    """False only if a move cannot give check to the king on square `king`."""
    if move >> 14 & 7 or move >> 17 & 6:  # promotion, en passant, castling: rare, and not worth a rule
        return True
    to, kind = (move >> 7) & 127, abs(w[move & 127])
    seen = LIES[119 + to - king]
    if kind == 1:
        near = king - to
        direct = near == 15 * w[SIDE] or near == 17 * w[SIDE]
    elif kind == 2:
        direct = seen == KNIGHT_JUMP
    elif kind == 3:
        direct = seen == BISHOP_LINE
    elif kind == 4:
        direct = seen == ROOK_LINE
    else:
        direct = kind == 5 and 0 < seen < KNIGHT_JUMP
    return direct or 0 < LIES[119 + (move & 127) - king] < KNIGHT_JUMP


@njit(cache=True)
def full_key(w):
    """The Zobrist key from scratch."""
    key = Z_CASTLE[w[CASTLE]] ^ Z_EP[w[EP] + 1]
    if w[SIDE] < 0:
        key ^= Z_SIDE
    for sq in range(128):
        if sq & 0x88 == 0 and w[sq]:
            key ^= Z_PIECE[w[sq] + 6, sq]
    return key


@njit(cache=True)
def add_pawn(w, fr, to, flags, at, n):
    """Append a pawn move, four times when it promotes; returns the new count."""
    if to >= 112 or to < 8:
        for promotion in (5, 4, 3, 2):
            w[at + n] = fr | to << 7 | promotion << 14 | flags << 17
            n += 1
        return n
    w[at + n] = fr | to << 7 | flags << 17
    return n + 1


@njit(cache=True)
def pawn_moves(w, fr, side, noisy, at, n):
    """Append the moves of one pawn."""
    ahead = fr + 16 * side
    for to in (ahead - 1, ahead + 1):
        if to & 0x88 == 0:
            if w[to] * side < 0:
                n = add_pawn(w, fr, to, 1, at, n)
            elif to == w[EP]:
                w[at + n] = fr | to << 7 | 3 << 17
                n += 1
    if ahead & 0x88 == 0 and w[ahead] == 0:
        if not noisy or ahead >= 112 or ahead < 8:
            n = add_pawn(w, fr, ahead, 0, at, n)
        start = fr >> 4 == (1 if side > 0 else 6)
        if not noisy and start and w[ahead + 16 * side] == 0:
            w[at + n] = fr | (ahead + 16 * side) << 7 | 8 << 17
            n += 1
    return n


@njit(cache=True)
def castlings(w, side, at, n):
    """Append castling moves: the way is empty and the king passes no attacked square."""
    home = 4 if side > 0 else 116
    rights = w[CASTLE] if side > 0 else w[CASTLE] >> 2
    if rights & 3 == 0 or w[home] != 6 * side or attacked(w, home, -side):
        return n
    short = rights & 1 and w[home + 1] == 0 and w[home + 2] == 0 and w[home + 3] == 4 * side
    if short and not attacked(w, home + 1, -side):
        w[at + n] = home | (home + 2) << 7 | 4 << 17
        n += 1
    empty = w[home - 1] == 0 and w[home - 2] == 0 and w[home - 3] == 0
    if rights & 2 and empty and w[home - 4] == 4 * side and not attacked(w, home - 1, -side):
        w[at + n] = home | (home - 2) << 7 | 4 << 17
        n += 1
    return n


@njit(cache=True)
def moves(w, noisy, at):
    """Write the pseudo-legal moves to w[at ..]; `noisy`: captures and promotions only. Returns their number."""
    side = w[SIDE]
    n = 0
    for fr in range(120):
        if fr & 0x88 or w[fr] * side <= 0:
            continue
        kind = w[fr] * side
        if kind == 1:
            n = pawn_moves(w, fr, side, noisy, at, n)
            continue
        if kind == 2:
            for d in KNIGHT:
                to = fr + d
                if to & 0x88 == 0 and w[to] * side <= 0 and (w[to] != 0 or not noisy):
                    w[at + n] = fr | to << 7 | (1 << 17 if w[to] else 0)
                    n += 1
            continue
        for i in range(4 if kind == 3 else 0, 4 if kind == 4 else 8):
            to = fr + RAYS[i]
            while to & 0x88 == 0:
                if w[to] * side > 0:
                    break
                if w[to] != 0:
                    w[at + n] = fr | to << 7 | 1 << 17
                    n += 1
                    break
                if not noisy:
                    w[at + n] = fr | to << 7
                    n += 1
                if kind == 6:
                    break
                to += RAYS[i]
    return n if noisy else castlings(w, side, at, n)


@njit(cache=True)
def put(w, sq, piece):
    """Set a square and keep the key and the sums of the evaluation right."""
    old, new = w[sq] + 6, piece + 6
    w[KEY] ^= Z_PIECE[old, sq] ^ Z_PIECE[new, sq]
    w[BALANCE] += SUM_BALANCE[new, sq] - SUM_BALANCE[old, sq]
    w[PAWNS] += SUM_PAWNS[new, sq] - SUM_PAWNS[old, sq]
    w[sq] = piece


@njit(cache=True)
def play(w, move, ply, check):
    """Play a pseudo-legal move; returns whether it was legal (else it still has to be unmade).

    check: whether the king stood in check. If not, only the king, an en-passant capture and a man on a line with the
    king can expose him.
    """
    fr, to, promotion, flags = move & 127, (move >> 7) & 127, (move >> 14) & 7, move >> 17
    side, piece = w[SIDE], w[fr]
    u = UNDO + 8 * ply
    w[u], w[u + 1], w[u + 2], w[u + 3], w[u + 4], w[u + 5] = move, w[to], w[CASTLE], w[EP], w[HALF], w[KEY]
    w[u + 6], w[u + 7] = w[BALANCE], w[PAWNS]
    w[KEY] ^= Z_CASTLE[w[CASTLE]] ^ Z_EP[w[EP] + 1] ^ Z_SIDE
    w[HALF] += 1
    if flags & 2:
        w[u + 1] = -side
        put(w, to - 16 * side, 0)
    if piece == side or flags & 1:
        w[HALF] = 0
    put(w, fr, 0)
    put(w, to, promotion * side if promotion else piece)
    if flags & 4:
        corner, beside = (to + 1, to - 1) if to > fr else (to - 2, to + 1)
        put(w, corner, 0)
        put(w, beside, 4 * side)
    if piece == 6 * side:
        w[KINGS if side > 0 else KINGS + 1] = to
    w[EP] = -1
    if flags & 8 and ((to & 7 > 0 and w[to - 1] == -side) or (to & 7 < 7 and w[to + 1] == -side)):
        w[EP] = fr + 16 * side
    w[CASTLE] &= KEEP[fr] & KEEP[to]
    w[SIDE] = -side
    w[KEY] ^= Z_CASTLE[w[CASTLE]] ^ Z_EP[w[EP] + 1]
    king = w[KINGS] if side > 0 else w[KINGS + 1]
    if not check and fr != king and to != king and flags & 2 == 0 and LIES[119 + fr - king] & 3 == 0:
        return True
    return not attacked(w, king, -side)


@njit(cache=True)
def make(w, move, ply):
    """`play` where nobody knows whether the king stands in check."""
    return play(w, move, ply, True)


@njit(cache=True)
def unmake(w, ply):
    """Take back the move made at `ply`."""
    u = UNDO + 8 * ply
    move = w[u]
    fr, to, promotion, flags = move & 127, (move >> 7) & 127, (move >> 14) & 7, move >> 17
    side = -w[SIDE]
    w[fr] = side if promotion else w[to]
    w[to] = 0 if flags & 2 else w[u + 1]
    if flags & 2:
        w[to - 16 * side] = w[u + 1]
    if flags & 4:
        corner, beside = (to + 1, to - 1) if to > fr else (to - 2, to + 1)
        w[corner], w[beside] = 4 * side, 0
    if w[fr] == 6 * side:
        w[KINGS if side > 0 else KINGS + 1] = fr
    w[BALANCE], w[PAWNS] = w[u + 6], w[u + 7]
    w[SIDE], w[CASTLE], w[EP], w[HALF], w[KEY] = side, w[u + 2], w[u + 3], w[u + 4], w[u + 5]


@njit(int64(POINTER, int64, int64), cache=True)
def count_leaves(w, depth, ply):
    """`perft` below a position that lies `ply` plies deep."""
    at = LIST + 512 * ply
    n = moves(w, False, at)
    total, check = 0, in_check(w, w[SIDE])
    for i in range(n):
        if play(w, w[at + i], ply, check):
            total += 1 if depth == 1 else count_leaves(w, depth - 1, ply + 1)
        unmake(w, ply)
    return total


@njit(cache=True)
def perft(w, depth):
    """Number of legal move sequences of `depth` plies."""
    return count_leaves(pointer(w), depth, 0)

"""Chess endings without pawns. g: how many men; then for every man its kind (0 K, 1 Q, 2 R, 3 B, 4 N) and colour.

s: the squares of the men (a1 = 0, h8 = 63, −1 captured), then who moves. A move is man·64 + square; the men come in
their order, the squares of each by direction and distance.
"""

import numpy as np
from numba import njit

STRAIGHT, DIAGONAL, LEAP = (
    0,
    4,
    8,
)  # where each kind's directions begin; a queen and a king have the first eight
ROWS = np.array([0, 1, 0, -1, 1, 1, -1, -1, 1, 2, -1, -2, 1, 2, -1, -2], dtype=np.int64)
FILES = np.array([1, 0, -1, 0, 1, -1, 1, -1, 2, 1, 2, 1, -2, -1, -2, -1], dtype=np.int64)
FIRST = np.array([STRAIGHT, STRAIGHT, STRAIGHT, DIAGONAL, LEAP], dtype=np.int64)
LAST = np.array([LEAP, LEAP, DIAGONAL, LEAP, LEAP + 8], dtype=np.int64)


@njit(cache=True, inline="always")
def stands(g, s, square):
    """Whether a man stands on a square."""
    found = False
    for i in range(g[0]):
        found |= s[i] == square
    return found


@njit(cache=True)
def attacked(g, s, square, by):
    """Whether a man of colour `by` attacks a square."""
    for i in range(g[0]):
        if g[2 + 2 * i] != by or s[i] < 0:
            continue
        kind = g[1 + 2 * i]
        for way in range(FIRST[kind], LAST[kind]):
            row, file = s[i] >> 3, s[i] & 7
            for _ in range(1 if kind == 0 or kind == 4 else 7):
                row, file = row + ROWS[way], file + FILES[way]
                if not (0 <= row < 8 and 0 <= file < 8):
                    break
                if 8 * row + file == square:
                    return True
                if stands(g, s, 8 * row + file):
                    break
    return False


@njit(cache=True, inline="always")
def put(g, s, i, square):
    """Move man i, capturing what stands there; the man that is gone, −1: none."""
    gone = -1
    for j in range(g[0]):
        if s[j] == square:
            s[j], gone = -1, j
    s[i] = square
    return gone


@njit(cache=True)
def is_safe(g, s, i, square):
    """Whether the own king is not in check after man i has gone to a square."""
    who, before = s[g[0]], s[i]
    gone = put(g, s, i, square)
    safe = not attacked(g, s, s[who], 1 - who)
    s[i] = before
    if gone >= 0:
        s[gone] = square
    return safe


@njit(cache=True)
def listed(g, s, out, most):
    """Up to `most` legal moves into `out`; how many."""
    n, who = 0, s[g[0]]
    for i in range(g[0]):
        if g[2 + 2 * i] != who or s[i] < 0:
            continue
        kind = g[1 + 2 * i]
        for way in range(FIRST[kind], LAST[kind]):
            row, file = s[i] >> 3, s[i] & 7
            for _ in range(1 if kind == 0 or kind == 4 else 7):
                row, file = row + ROWS[way], file + FILES[way]
                if not (0 <= row < 8 and 0 <= file < 8):
                    break
                square, taken = 8 * row + file, -1
                for j in range(g[0]):
                    if s[j] == square:
                        taken = j
                if (taken < 0 or (g[2 + 2 * taken] != who and taken != 1 - who)) and is_safe(g, s, i, square):
                    if n == most:
                        return n + 1
                    out[n] = 64 * i + square
                    n += 1
                if taken >= 0:
                    break
    return n


def turn(g, s):
    """Over at mate, stalemate or when only the kings are left."""
    men = 0
    for i in range(2, g[0]):
        men += s[i] >= 0
    return s[g[0]] if men and listed(g, s, s, 0) else -2


def moves(g, s, out):
    """Legal moves."""
    return listed(g, s, out, 64)


def play(g, s, move):
    """Move a man."""
    put(g, s, move >> 6, move & 63)
    s[g[0]] = 1 - s[g[0]]


def payoffs(g, s, out):
    """Mate pays one."""
    who = s[g[0]]
    out[0] = 0.0
    if attacked(g, s, s[who], 1 - who) and listed(g, s, s, 0) == 0:
        out[0] = -1.0 if who == 0 else 1.0
    out[1] = -out[0]

"""Chess on the board of `kernels.chess.board`: s holds its first `WORDS` numbers, g nothing.

A move is as there. Moves come in the order of their names in UCI notation; `pick` draws from the pseudo-legal ones and
draws again where the king would be left in check.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import pointer
from tianji.kernels.chess import board
from tianji.kernels.chess.board import HALF, SIDE, in_check
from tianji.kernels.chess.board import POSITION as WORDS

MOVES = board.UNDO + 8  # a list of moves, after one that can be taken back
ROOM = MOVES + 256
FEW_PLIES = 100  # without progress: a draw
WORTH = np.array([0, 100, 320, 330, 500, 900, 0], dtype=np.int64)
PROMOTED = np.array([0, 0, 2, 1, 4, 3, 0], dtype=np.int64)  # b, n, q, r: by name


@njit(cache=True, inline="always")
def table(s):
    """A board to try moves on, `[ROOM]`."""
    w = np.empty(ROOM, np.int64)
    for i in range(WORDS):
        w[i] = s[i]
    return w


@njit(cache=True, inline="always")
def is_legal(w, move, check):
    """Whether a pseudo-legal move leaves the own king safe."""
    legal = board.play(w, move, 0, check)
    board.unmake(w, 0)
    return legal


@njit(cache=True)
def has_move(s):
    """Whether the side to move has a legal move."""
    array = table(s)
    w = pointer(array)
    n, check = board.moves(w, False, MOVES), in_check(w, w[SIDE])
    for i in range(n):
        if is_legal(w, w[MOVES + i], check):
            return array.size > 0  # the array must outlive the pointer
    return array.size == 0


@njit(cache=True)
def is_dead(s):
    """Whether neither side could mate by any play: bare kings, one knight, or bishops on squares of one colour."""
    knights = light = dark = 0
    for square in range(120):
        if square & 0x88:
            continue
        kind = abs(s[square])
        if kind == 1 or kind == 4 or kind == 5:
            return False
        knights += kind == 2
        if kind == 3:
            light += ((square >> 4) + square) & 1
            dark += ((square >> 4) + square + 1) & 1
    return knights + light + dark <= 1 or (knights == 0 and (light == 0 or dark == 0))


def turn(g, s):
    """White is 0; over at mate, stalemate, a dead position or a hundred plies without progress."""
    if s[HALF] >= FEW_PLIES or is_dead(s) or not has_move(s):
        return -2
    return 0 if s[SIDE] > 0 else 1


@njit(cache=True, inline="always")
def place(move):
    """Where a move stands among the names of moves."""
    fr, to = move & 127, (move >> 7) & 127
    return ((((fr & 7) << 3 | fr >> 4) << 6) | ((to & 7) << 3 | to >> 4)) << 3 | PROMOTED[move >> 14 & 7]


def moves(g, s, out):
    """Legal moves, by name."""
    array = table(s)
    w = pointer(array)
    n, check, count = board.moves(w, False, MOVES), in_check(w, w[SIDE]), 0
    for i in range(n):
        move = w[MOVES + i]
        if is_legal(w, move, check):
            j = count
            while j > 0 and place(out[j - 1]) > place(move):
                out[j] = out[j - 1]
                j -= 1
            out[j] = move
            count += 1
    return count if array.size else 0


def pick(g, s, random):
    """One of them."""
    array = table(s)
    w = pointer(array)
    n, check = board.moves(w, False, MOVES), in_check(w, w[SIDE])
    while n:
        i = (random * n) >> 40
        move = w[MOVES + i]
        if is_legal(w, move, check):
            return move if array.size else 0
        n -= 1
        w[MOVES + i] = w[MOVES + n]
        random = np.int64(np.uint64(random + 1) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(24))
    return 0


def play(g, s, move):
    """Play a legal move."""
    array = table(s)
    board.play(pointer(array), move, 0, False)
    for i in range(WORDS):
        s[i] = array[i]


def payoffs(g, s, out):
    """Mate pays one."""
    out[0] = out[1] = 0.0
    if in_check(s, s[SIDE]) and not has_move(s):
        out[0] = -float(s[SIDE])
        out[1] = -out[0]


def guess(g, s):
    """Material and placement in pawns, divided by a hundred: below any mate."""
    total = 0
    for square in range(120):
        if square & 0x88 or s[square] == 0:
            continue
        kind, row, file = abs(s[square]), square >> 4, square & 7
        centre = 6 - (abs(2 * row - 7) + abs(2 * file - 7)) // 2
        worth = WORTH[kind] + (4 * centre if kind == 2 or kind == 3 else centre)
        if kind == 1:
            worth += 4 * (row if s[square] > 0 else 7 - row)
        total += worth if s[square] > 0 else -worth
    return max(-0.99, min(0.99, total * s[SIDE] / 10000.0))


def rate(g, s, move):
    """Captures of much by little and promotions first."""
    taken = abs(s[(move >> 7) & 127])
    gain = 10 * WORTH[taken] - WORTH[abs(s[move & 127])] if move >> 17 & 1 else 0
    return gain + 10 * WORTH[move >> 14 & 7]

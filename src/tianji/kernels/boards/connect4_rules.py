"""Connect four's static knowledge: winning cells, safe moves, and what the second player holds by following up.

Cells are bits as in `connect4`; `h` is the number of rows.
"""

from __future__ import annotations

import numpy as np
from numba import njit

ZERO, ONE, TWO, THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
ASK = -1000  # "no answer yet"


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
def has_four(p, h):
    """Whether stones `p` hold four in a row."""
    q = p & (p >> ONE)
    r = q & (q >> TWO)
    d = np.uint64(h)
    q = p & (p >> d)
    r |= q & (q >> (d + d))
    d = np.uint64(h + 1)
    q = p & (p >> d)
    r |= q & (q >> (d + d))
    d = np.uint64(h + 2)
    q = p & (p >> d)
    r |= q & (q >> (d + d))
    return r != ZERO


@njit(cache=True, inline="always")
def reachable(first, mask, board, bottom, odd):
    """Every cell the first player can own in the end if he is to move and the second player follows up.

    Rows are counted from 1 at the bottom, and the height is even. Call a column odd if an odd number of its cells is
    empty: its lowest empty cell lies in an even row. With the first player to move an even number of cells is empty,
    so the odd columns can be put in pairs. Follow-up (Allis 1988: claimeven and baseinverse): the second player
    answers in the same column, on top; and answers the first stone in an odd column in its partner. The answer is
    always legal, and afterwards the same holds again: above the stones an odd column has an even number of empty
    cells. So the first player gets the odd rows, and of the lowest cells of the odd columns one of each pair. Returned
    is his stones with all of these: if they hold no four, he never makes one, and his score is ≤ 0.
    """
    return first | (odd & ~mask) | ((mask + bottom) & board & ~odd)


@njit(cache=True, inline="always")
def follow_up(me, mask, n, want, board, bottom, odd, h):
    """A bound < want for the first player, who is to move, from the second player's follow-up; or ASK.

    The second player gets the even rows but for the lowest cells of odd columns. If these hold a four with his stones
    and the first player has none, then the board fills up and the second player wins: at most −1.
    """
    if n & 1 == 0 and want >= 0 and not has_four(reachable(me, mask, board, bottom, odd), h):
        if want > 0:
            return 0
        sure = board & ~(odd | mask | (mask + bottom))
        if has_four((me ^ mask) | sure, h):
            return -1
    return ASK

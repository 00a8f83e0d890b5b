"""Retrograde analysis of pawnless chess endings with one or two pieces beside the kings.

A position is one index: side to move (1 bit), white king, black king and each piece (6 bits each), so that a table
has 2 · 64² · 64^p bytes. A byte is the number of plies to mate (even: the mover is mated, odd: he mates), DRAW or
ILLEGAL. Squares: a1 = 0, b1 = 1, h8 = 63. Pieces: 0 queen, 1 rook, 2 bishop, 3 knight; colours: 0 white, 1 black.
Without pawns a position is worth what its mirror images are: all is found with the white king on a1–d4, then mirrored.
"""

from __future__ import annotations

import numpy as np
from numba import njit

DRAW, ILLEGAL = 254, 255
KING = 4
PATIENCE = (1 << 14) - 1  # positions between two looks at the stop flag
QUARTER = np.array([8 * rank + file for rank in range(4) for file in range(4)])  # a1–d4


def _offsets() -> tuple[np.ndarray, np.ndarray]:
    """targets: `[64, 8, 8]` squares along rays in eight directions, −1 ends a ray; jumps: `[64, 9]` for knights."""
    rays = np.full((64, 8, 8), -1, dtype=np.int64)
    jumps = np.full((64, 9), -1, dtype=np.int64)
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
    leaps = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
    for sq in range(64):
        r, c = divmod(sq, 8)
        for d, (dr, dc) in enumerate(steps):
            for i in range(1, 8):
                if not (0 <= r + i * dr < 8 and 0 <= c + i * dc < 8):
                    break
                rays[sq, d, i - 1] = (r + i * dr) * 8 + c + i * dc
        ends = [(r + a) * 8 + c + b for a, b in leaps if 0 <= r + a < 8 and 0 <= c + b < 8]
        jumps[sq, : len(ends)] = ends
    return rays, jumps


RAYS, JUMPS = _offsets()


@njit(cache=True, inline="always")
def pack(stm, men):
    """The index of a position; men: white king, black king, pieces."""
    index = stm
    for sq in men:
        index = (index << 6) | sq
    return index


@njit(cache=True, inline="always")
def unpack(index, men):
    """Fill `men` from an index; returns the side to move."""
    for i in range(men.size - 1, -1, -1):
        men[i] = index & 63
        index >>= 6
    return index


@njit(cache=True)
def block(stm, king, men):
    """The indices of positions with one side to move and one square of the white king: the first, and the end."""
    size = 1 << 6 * (men.size - 1)
    first = (stm << 6 | king) * size
    return first, first + size


@njit(cache=True)
def image(index, men):
    """The mirror image of a position that has the white king on a1–d4."""
    king = index >> 6 * (men.size - 1) & 63
    ones = ((1 << 6 * men.size) - 1) // 63  # one for each man
    if king & 4:
        index ^= 7 * ones
    if king & 32:
        index ^= 56 * ones
    return index


@njit(cache=True, nogil=True)
def mirror(kinds, table):
    """Copy what was found with the white king on a1–d4 to all images."""
    for index in range(table.size):
        table[index] = table[image(index, kinds)]


@njit(cache=True)
def reach(kind, sq, men, skip, out):
    """Squares a man can go to, up to and including the first man on each ray; `men[skip]` is the mover itself.

    out: `[32]`, overwritten; returns how many. Occupied squares are included (captures and defences).
    """
    n = 0
    if kind == 3:
        for i in range(9):
            if JUMPS[sq, i] < 0:
                break
            out[n] = JUMPS[sq, i]
            n += 1
        return n
    low = 4 if kind == 2 else 0
    high = 4 if kind == 1 else 8
    for d in range(low, high):
        for i in range(1 if kind == KING else 7):
            to = RAYS[sq, d, i]
            if to < 0:
                break
            out[n] = to
            n += 1
            blocked = False
            for j in range(men.size):
                if j != skip and men[j] == to:
                    blocked = True
            if blocked:
                break
    return n


@njit(cache=True, nogil=True)
def legality(kinds, colours, table, stop):
    """Mark ILLEGAL where men share a square, kings touch or the side not to move is in check; else DRAW.

    kinds, colours: `[2 + p]` with the kings first. table: `[2 · 64^(2+p)]` uint8, overwritten. stop: `[1]`, a
    flag that ends the work, here and below.
    """
    men = np.zeros(kinds.size, np.int64)
    out = np.zeros(32, np.int64)
    for stm in range(2):
        for home in QUARTER:
            for index in range(*block(stm, home, men)):
                if index & PATIENCE == 0 and stop[0]:
                    return
                unpack(index, men)
                bad = False
                for i in range(men.size):
                    for j in range(i):
                        bad |= men[i] == men[j]
                if not bad:
                    dr, dc = men[0] // 8 - men[1] // 8, men[0] % 8 - men[1] % 8
                    bad = -1 <= dr <= 1 and -1 <= dc <= 1
                if not bad:
                    king = men[1 - stm]
                    for i in range(2, men.size):
                        if colours[i] == stm:
                            for k in range(reach(kinds[i], men[i], men, i, out)):
                                bad |= out[k] == king
                table[index] = ILLEGAL if bad else DRAW
    mirror(kinds, table)


@njit(cache=True)
def smaller(stm, men, captured, colours, below):
    """The value after a capture, looked up in the table of the piece that is left (made for White's)."""
    if men.size == 3:
        return DRAW
    left = 5 - captured  # the other of pieces 2 and 3
    if colours[left] == 0:
        return below[left - 2, (((stm << 6 | men[0]) << 6 | men[1]) << 6) | men[left]]
    return below[left - 2, ((((1 - stm) << 6 | men[1]) << 6 | men[0]) << 6) | men[left]]


@njit(cache=True, nogil=True)
def count_moves(kinds, colours, below, table, left, pending, stop):
    """Per legal position: moves that stay in this ending, what captures promise, and the mates (0 plies).

    left: `[N]` uint8, moves that could still save the mover (a drawing capture counts for ever). pending: `[N]`
    uint8, plies of the quickest winning capture (odd), else of the longest losing one (even), else 255. Both are
    filled where the white king is on a1–d4.
    """
    men = np.zeros(kinds.size, np.int64)
    out = np.zeros(32, np.int64)
    for stm in range(2):
        for home in QUARTER:
            for index in range(*block(stm, home, men)):
                if index & PATIENCE == 0 and stop[0]:
                    return
                left[index], pending[index] = 0, 255
                if table[index] == ILLEGAL:
                    continue
                unpack(index, men)
                moves, win, lose, any_move = _moves(stm, men, kinds, colours, below, table, out)
                left[index] = moves
                pending[index] = win if win < 255 else lose if lose else 255
                if moves == 0 and win == 255:
                    if any_move:
                        pass  # every move is a losing capture: `pending` holds the plies
                    elif table[index ^ (1 << (6 * men.size))] == ILLEGAL:  # the mover's king is attacked
                        table[index] = 0


@njit(cache=True)
def _moves(stm, men, kinds, colours, below, table, out):
    """Of one position: moves that may save the mover, the quickest win and the longest loss by a capture, if any."""
    moves, win, lose, any_move = 0, 255, 0, False
    for i in range(men.size):
        if colours[i] != stm:
            continue
        home = men[i]
        for k in range(reach(kinds[i], home, men, i, out)):
            hit = -1
            for j in range(men.size):
                if j != i and men[j] == out[k]:
                    hit = j
            if hit == 0 or hit == 1 or (hit >= 0 and colours[hit] == stm):
                continue
            men[i] = out[k]
            if hit < 0:
                moves += table[pack(1 - stm, men)] != ILLEGAL
            elif safe_capture(1 - stm, men, hit, kinds, colours, out.size):
                value = smaller(1 - stm, men, hit, colours, below)
                any_move = True
                if value == DRAW:
                    moves += 1
                elif value % 2 == 0:
                    win = min(win, value + 1)
                else:
                    lose = max(lose, value + 1)
            men[i] = home
    return moves, win, lose, any_move


@njit(cache=True)
def safe_capture(stm, men, hit, kinds, colours, size):
    """Whether the side that has just captured men[hit] is not in check; `stm` moves next."""
    out = np.zeros(size, np.int64)
    dr, dc = men[0] // 8 - men[1] // 8, men[0] % 8 - men[1] % 8
    if -1 <= dr <= 1 and -1 <= dc <= 1:
        return False
    for i in range(2, men.size):
        if i != hit and colours[i] == stm:
            for k in range(reach(kinds[i], men[i], men, i, out)):
                if out[k] == men[1 - stm]:
                    return False
    return True


@njit(cache=True, nogil=True)
def retreat(kinds, colours, table, left, pending, stop):
    """Spread mates backwards, one ply a sweep, until a whole pair of sweeps changes nothing.

    A position with a move to a lost one is won; one whose every move goes to a won one is lost.
    """
    men = np.zeros(kinds.size, np.int64)
    out = np.zeros(32, np.int64)
    last = 0
    for stm in range(2):
        for king in QUARTER:
            for index in range(*block(stm, king, men)):
                if pending[index] != 255 and (pending[index] & 1 or left[index] == 0):
                    last = max(last, pending[index])
    captures = last > 0
    lone = True  # a bare black king never mates: only White wins, so every sweep needs one side to move only
    for i in range(2, kinds.size):
        lone &= colours[i] == 0
    plies = 0
    while plies <= last + 1 and plies < 250:
        for stm in range(2):
            if lone and stm == plies & 1:
                continue
            for king in QUARTER:
                for index in range(*block(stm, king, men)):
                    if index & PATIENCE == 0 and stop[0]:
                        return
                    if (
                        captures
                        and table[index] == DRAW
                        and pending[index] == plies
                        and (plies & 1 or left[index] == 0)
                    ):
                        table[index] = plies
                    if table[index] == plies:
                        last = max(last, plies)
                        last = max(
                            last, _take_back(index, plies, kinds, colours, table, left, pending, men, out)
                        )
        plies += 1
    mirror(kinds, table)


@njit(cache=True)
def _take_back(index, plies, kinds, colours, table, left, pending, men, out):
    """Tell the positions from which one move leads to a position of `plies`; the longest losing capture put off."""
    last = 0
    stm = unpack(index, men)
    for i in range(men.size):
        if colours[i] == stm:
            continue
        home = men[i]
        for k in range(reach(kinds[i], home, men, i, out)):
            taken = False
            for j in range(men.size):
                taken |= men[j] == out[k]
            if taken:
                continue
            men[i] = out[k]
            before = image(pack(1 - stm, men), men)
            men[i] = home
            if table[before] != DRAW:
                continue
            if plies & 1 == 0:
                table[before] = plies + 1
            else:
                left[before] -= 1
                if left[before] == 0 and not (pending[before] != 255 and pending[before] & 1):
                    if pending[before] == 255 or pending[before] <= plies + 1:
                        table[before] = plies + 1
                    else:
                        last = max(last, pending[before])
    return last


@njit(cache=True)
def summary(table, stm, tally):
    """Counts by plies for one side to move: tally[plies], tally[DRAW], tally[ILLEGAL]. tally: `[256]`, overwritten."""
    tally[:] = 0
    half = table.size // 2
    for i in range(stm * half, (stm + 1) * half):
        tally[table[i]] += 1

"""A plain chess evaluation: material, piece-square tables blended from middle game to end game, pawns, pairs."""

from __future__ import annotations

import numpy as np
from numba import njit

from tianji.kernels.bits import popcount

VALUE = np.array([0, 100, 320, 335, 500, 975, 0], dtype=np.int64)
PHASE = np.array([0, 0, 1, 1, 2, 4, 0], dtype=np.int64)  # 24 with all pieces on board


def _tables() -> np.ndarray:
    """[2, 7, 128] bonus for White by phase (0 middle game, 1 end game), kind and 0x88 square.

    Written as functions of rank and file: centre for minor pieces, advance for pawns, shelter for the king.
    """
    out = np.zeros((2, 7, 128), dtype=np.int64)
    for rank in range(8):
        for file in range(8):
            sq = 16 * rank + file
            centre = 6 - (abs(2 * rank - 7) + abs(2 * file - 7)) / 2  # −1 in the corner .. 5 in the middle
            mid_file = 3.5 - abs(file - 3.5)
            out[0, 1, sq] = (rank - 1) * 3 + (8 * (mid_file - 1) if rank in (2, 3, 4) and mid_file > 2 else 0)
            out[1, 1, sq] = (rank - 1) ** 2 * 3
            out[:, 2, sq] = 9 * centre - 20
            out[:, 3, sq] = 5 * centre - 10 + (6 if rank == file or rank + file == 7 else 0)
            out[0, 4, sq] = 4 * mid_file - 6 + (18 if rank == 6 else 0)
            out[1, 4, sq] = 12 if rank == 6 else 0
            out[0, 5, sq] = 2 * centre - 3 - (6 if 0 < rank < 7 and rank > 2 else 0)
            out[1, 5, sq] = 5 * centre - 5
            out[0, 6, sq] = -14 * min(rank, 4) + (22 if file in (1, 2, 6) and rank == 0 else 0) - 3 * mid_file
            out[1, 6, sq] = 8 * centre - 14
    return out


def _sums(square: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """[13, 128] what a man (plus 6) on a square adds to `w[BALANCE]` and to `w[PAWNS]`."""
    balance, pawns = np.zeros((13, 128), dtype=np.int64), np.zeros((13, 128), dtype=np.int64)
    for kind in range(1, 7):
        for sq in range(128):
            if sq & 0x88:
                continue
            for side, at in ((1, sq), (-1, sq ^ 0x70)):
                middle, end = (side * (VALUE[kind] + square[phase, kind, at]) for phase in (0, 1))
                bishop = (1 << (48 if side > 0 else 54)) if kind == 3 else 0
                balance[6 + side * kind, sq] = middle + (end << 20) + (PHASE[kind] << 40) + bishop
            if kind == 1:
                pawns[7, sq], pawns[5, sq] = 1 << 4 * (sq & 7), 1 << (32 + 4 * (sq & 7))
    return balance, pawns


SUM_BALANCE, SUM_PAWNS = _sums(_tables())
BALANCE, PAWNS = 136, 137  # where the sums are kept


@njit(cache=True)
def sum_up(w):
    """Both sums from scratch; `chess_board.put` keeps them.

    w[BALANCE] = middle game + end game << 20 + phase << 40 + White's bishops << 48 + Black's << 54, for White, and
    w[PAWNS] = four bits a file, White's lower half and Black's upper.
    """
    w[BALANCE], w[PAWNS] = 0, 0
    for sq in range(128):
        if sq & 0x88 == 0:
            w[BALANCE] += SUM_BALANCE[w[sq] + 6, sq]
            w[PAWNS] += SUM_PAWNS[w[sq] + 6, sq]


@njit(cache=True, inline="always")
def lowest_signed(packed):
    """The number in the lowest twenty bits."""
    return ((packed + (1 << 19)) & ((1 << 20) - 1)) - (1 << 19)


@njit(cache=True, inline="always")
def weak_pawns(files):
    """Doubled and isolated pawns; `files`: four bits a file."""
    some = (files | files >> 1 | files >> 2 | files >> 3) & 0x11111111
    alone = some & ~(some << 4 | some >> 4)
    return ((files * 0x11111111) >> 28 & 15) - popcount(np.uint64(some)) + popcount(np.uint64(alone))


@njit(cache=True)
def evaluate(w):
    """Centipawns for the side to move, from the two sums."""
    packed = w[BALANCE]
    middle = lowest_signed(packed)
    packed = (packed - middle) >> 20
    end = lowest_signed(packed)
    packed = (packed - end) >> 20
    phase = min(packed & 255, 24)
    score = (middle * phase + end * (24 - phase)) // 24
    score += 30 * ((packed >> 8 & 63) >= 2) - 30 * ((packed >> 14 & 63) >= 2)
    score -= 12 * (weak_pawns(w[PAWNS] & 0xFFFFFFFF) - weak_pawns(w[PAWNS] >> 32 & 0xFFFFFFFF))
    return (score if w[128] > 0 else -score) + 10

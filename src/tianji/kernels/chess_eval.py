"""A plain chess evaluation: material, piece-square tables blended from middle game to end game, pawns, pairs."""

from __future__ import annotations

import numpy as np
from numba import njit

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


SQUARE = _tables()


@njit(cache=True)
def evaluate(w):
    """Centipawns for the side to move."""
    middle, end, phase = 0, 0, 0
    bishops_w, bishops_b = 0, 0
    pawns_w, pawns_b = 0, 0  # four bits a file
    for sq in range(120):
        piece = w[sq]
        if sq & 0x88 or piece == 0:
            continue
        if piece > 0:
            middle += VALUE[piece] + SQUARE[0, piece, sq]
            end += VALUE[piece] + SQUARE[1, piece, sq]
            phase += PHASE[piece]
            bishops_w += piece == 3
            if piece == 1:
                pawns_w += 1 << (4 * (sq & 7))
        else:
            kind, at = -piece, sq ^ 0x70
            middle -= VALUE[kind] + SQUARE[0, kind, at]
            end -= VALUE[kind] + SQUARE[1, kind, at]
            phase += PHASE[kind]
            bishops_b += kind == 3
            if kind == 1:
                pawns_b += 1 << (4 * (sq & 7))
    phase = min(phase, 24)
    score = (middle * phase + end * (24 - phase)) // 24
    score += 30 * (bishops_w >= 2) - 30 * (bishops_b >= 2)
    for file in range(8):  # doubled and isolated pawns
        a, b = (pawns_w >> (4 * file)) & 15, (pawns_b >> (4 * file)) & 15
        near = 0
        if file > 0:
            near |= 15 << (4 * (file - 1))
        if file < 7:
            near |= 15 << (4 * (file + 1))
        score -= 12 * max(a - 1, 0) + (12 if a and pawns_w & near == 0 else 0)
        score += 12 * max(b - 1, 0) + (12 if b and pawns_b & near == 0 else 0)
    return (score if w[128] > 0 else -score) + 10

"""Othello's weights: where they lie, and how they are learned from exact end games.

Backwards, phase by phase: positions of the last phase, 8 to 11 empties, are labelled with their exact scores; those of
each phase before by a search of four plies, which ends in the phase that is already learned. The weights are the ridge
regression of the labels on the patterns, by conjugate gradients, rounded to 1/8 disc; mirror images of a pattern share
a weight. `scripts/othello-weights` makes the file that is shipped.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

FILE = Path(__file__).with_suffix(".npz")
RIDGE, STEPS = 4.0, 25  # positions' worth of pull towards 0; conjugate gradients


class PhaseFit(NamedTuple):
    """What a phase has learned: weights `[SIZE]` int8, and the errors in discs where it learned and elsewhere."""

    weights: np.ndarray
    seen: float
    held_out: float


@lru_cache(maxsize=1)
def mirrors() -> np.ndarray:
    """[SIZE] the weight that each one of a phase shares its value with: the lesser of a pattern and its mirror."""
    from tianji.kernels.boards.othello_eval import LENGTHS, OFFSETS, SIZE

    same = np.arange(SIZE)
    for kind, n in enumerate(LENGTHS):
        order = list(range(n))[::-1]
        if kind == 0:
            order = [7, 6, 5, 4, 3, 2, 1, 0, 9, 8]  # an edge, then the squares beside its corners
        elif n == 9:
            order = [0, 3, 6, 1, 4, 7, 2, 5, 8]  # a corner, turned over its diagonal
        index = np.arange(3**n)
        digits = index[:, None] // 3 ** np.arange(n) % 3
        other = (digits[:, order] * 3 ** np.arange(n)).sum(axis=1)
        same[OFFSETS[kind] : OFFSETS[kind + 1]] = OFFSETS[kind] + np.minimum(index, other)
    return same


def spread(canonical: np.ndarray) -> np.ndarray:
    """Weights as the kernel reads them, `[PHASES · SIZE]`, from canonical ones, `[PHASES, C]`."""
    same = mirrors()
    own = np.flatnonzero(same == np.arange(len(same)))
    whole = np.zeros((len(canonical), len(same)), dtype=np.int8)
    whole[:, own] = canonical
    return np.ascontiguousarray(whole[:, same]).reshape(-1)


def canonical(whole: np.ndarray) -> np.ndarray:
    """The inverse of `spread`: `[PHASES, C]`."""
    same = mirrors()
    return whole.reshape(-1, len(same))[:, same == np.arange(len(same))]


@lru_cache(maxsize=1)
def shipped() -> np.ndarray:
    """The weights that come with Tianji, `[PHASES · SIZE]` int8."""
    with np.load(FILE) as file:
        return spread(file["weights"])


def regress(rows: np.ndarray, labels: np.ndarray, size: int) -> np.ndarray:
    """argmin_w |A·w − labels|² + RIDGE·|w|², where row i of A counts how often position i takes each weight.

    Conjugate gradients on the normal equations, scaled by the counts; `STEPS` of them.
    """
    from tianji.kernels.boards.othello_fit import gather, predict, product

    w, sums, out = np.zeros(size), np.zeros(size), np.zeros(len(rows))
    gather(rows, np.ones(len(rows)), sums)
    scale = 1 / (sums + RIDGE)
    gather(rows, labels, sums)
    rest = sums.copy()
    step = scale * rest
    size_of_rest = product(rest, step)
    for _ in range(STEPS):
        predict(rows, step, out)
        gather(rows, out, sums)
        bent = sums + RIDGE * step
        far = size_of_rest / product(step, bent)
        w += far * step
        rest -= far * bent
        before, size_of_rest = size_of_rest, product(rest, scale * rest)
        step = scale * rest + size_of_rest / before * step
    return w


def label(boards: np.ndarray, phase: int, weights: np.ndarray) -> np.ndarray:
    """[N] what positions of a phase are worth, in 1/8 discs: exactly, or by the weights of the phase after it."""
    from tianji.kernels.boards import othello_eval, othello_fit, othello_solve

    out = np.zeros(len(boards), dtype=np.int64)
    if phase:
        othello_fit.look_ahead(boards, othello_eval.SPAN, weights, out)
        return out
    table, k = np.zeros(4 << 16, dtype=np.uint64), 16
    busy, work = (
        np.zeros((1 << othello_solve.BUSY) + 1, dtype=np.uint64),
        np.zeros(othello_solve.WORK, np.int64),
    )
    othello_fit.exact_scores(boards, k, table, busy, work, np.zeros(1, dtype=np.int64), weights, out)
    return othello_eval.UNIT * out


def learn(phase: int, weights: np.ndarray, positions: int, seed: int) -> PhaseFit:
    """The weights of a phase; `weights`, `[PHASES · SIZE]`, hold those of the phase after it."""
    from tianji.kernels.boards import othello_eval, othello_fit

    count = positions + positions // 8  # the last are held out
    boards = np.zeros((count, 2), dtype=np.uint64)
    empties = othello_eval.FIRST + othello_eval.SPAN * phase + np.arange(count) % othello_eval.SPAN
    othello_fit.play_positions(boards, empties, np.array([seed + phase], dtype=np.uint64))
    labels = label(boards, phase, weights).astype(np.float64)
    rows = np.zeros((count, othello_eval.FEATURES), dtype=np.int32)
    othello_fit.patterns(boards, mirrors(), rows)
    found = regress(rows[:positions], labels[:positions], othello_eval.SIZE)
    small = np.clip(np.rint(found), -127, 127).astype(np.int8)
    said = np.zeros(count)
    othello_fit.predict(rows, small.astype(np.float64), said)
    errors = (said - labels) / othello_eval.UNIT
    seen, held_out = float(errors[:positions].std()), float(errors[positions:].std())
    return PhaseFit(small[mirrors()], seen, held_out)

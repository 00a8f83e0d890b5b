r"""Gadgets in vector form: with what weight the opponent's hands enter a subgame, iteration by iteration.

For resolver r with range *ours* and opponent o, hand by hand at each root of a street:

    w(j) = Σ_k ours(k) · [j, k share no card]           the weight of o's hand j, his own reach left out: π_{−o}(j)
    v(j) = o's counterfactual value of entering, already weighted by ours; v(j) / w(j) is normalised
    T(j) = alt(j) · w(j)                                what he has elsewhere, in the same units

The resolver's pass then starts from the entry weights e(j). Brown & Sandholm (2017), sections 4–6 and appendices.
"""

from math import exp, log, pi, sqrt
from typing import Any

import numpy as np
from numba import njit

from tianji.kernels.constants import (
    AVERAGE,
    COMBINED,
    DISTRIBUTIONAL,
    FLOOR,
    MAXMARGIN,
    NEGATIVE,
    POSITIVE,
    RESPONSE,
    SOLVE,
    UNSAFE,
    VALUE,
)  # fmt: skip
from tianji.kernels.poker.vector import backward, forward, terminals

ADDED, EVEN = (
    0.2,
    0.1,
)  # combined gate: mass added by those who would enter, and spread evenly, as shares of the range


# Quotients without a test for 0, and sums in any order, so that the loops over hands become vector code.
PLAIN: Any = {"error_model": "numpy"}
LOOSE: Any = {**PLAIN, "fastmath": {"reassoc", "nsz"}}


@njit(cache=True, forceinline=True, _nrt=False)
def _settle(old, gain, row):
    """A regret, discounted by its sign, moved and clipped, as the schedule's row says."""
    x = old * (row[POSITIVE] if old > 0 else row[NEGATIVE]) + gain
    return x if x > row[FLOOR] else row[FLOOR]


@njit(cache=True, _nrt=False, **PLAIN)
def _resolve(row, w, values, alt, enter, leave, out):
    """Two regrets a hand (Burch, Johanson & Bowling 2014): enter for v(j), or leave for T(j)."""
    for j in range(w.size):
        is_live = w[j] > 0
        total = max(enter[j], 0.0) + max(leave[j], 0.0)
        p = max(enter[j], 0.0) / total if total > 0 else 0.5
        gone = alt[j] * w[j]
        mean = p * values[j] + (1 - p) * gone
        come, stay = _settle(enter[j], values[j] - mean, row), _settle(leave[j], gone - mean, row)
        enter[j] = come if is_live else enter[j]
        leave[j] = stay if is_live else leave[j]
        total = max(come, 0.0) + max(stay, 0.0)
        p = max(come, 0.0) / total if total > 0 else 0.5
        out[j] = p if is_live else 0.0


@njit(cache=True, _nrt=False, **LOOSE)
def _maxmargin(row, w, values, alt, regret, out):
    """Regret matching over hands with payoffs v(j)/w(j) − alt(j) (Moravčík et al. 2016); e(j) = q(j) / w(j)."""
    total, live = 0.0, 0.0
    for j in range(w.size):
        total += max(regret[j], 0.0) if w[j] > 0 else 0.0
        live += 1.0 if w[j] > 0 else 0.0
    even = 1 / max(live, 1.0)
    scale, same = (1 / total, 0.0) if total > 0 else (0.0, even)
    mean = 0.0
    for j in range(w.size):
        margin = values[j] / w[j] - alt[j] if w[j] > 0 else 0.0
        mean += (max(regret[j], 0.0) * scale + same) * margin
        out[j] = margin
    total = 0.0
    for j in range(w.size):
        moved = _settle(regret[j], out[j] - mean, row)
        total += max(moved, 0.0) if w[j] > 0 else 0.0
        regret[j] = moved if w[j] > 0 else regret[j]
    scale, same = (1 / total, 0.0) if total > 0 else (0.0, even)
    for j in range(w.size):
        out[j] = (max(regret[j], 0.0) * scale + same) / w[j] if w[j] > 0 else 0.0


@njit(cache=True, _nrt=False)
def _distributional(t, w, values, alt, spread, mean, square, out):
    r"""Hedge against a payoff X ~ N(alt, s²) that only the opponent sees (appendix B.1).

    P(enter) = E[1 / (1 + e^{k (X − v̄)})] ≈ logistic(k (v̄ − alt) / √(1 + π k² s² / 8)), k = √(t ln 2) / (3 √VAR),
    with v̄ and VAR the mean and the variance of v(j)/w(j) so far: cumulative values, or the slope would vanish.
    """
    for j in range(w.size):
        out[j] = 0
        if w[j] <= 0:
            continue
        v = values[j] / w[j]
        step = v - mean[j]
        mean[j] += step / t
        square[j] += step * (v - mean[j])
        slope = sqrt(t * log(2.0)) / (3 * sqrt(max(square[j] / t, 1e-12)))
        x = slope * (mean[j] - alt[j]) / sqrt(1 + pi * slope * slope * spread[j] * spread[j] / 8)
        out[j] = 1 / (1 + exp(-x)) if x > -50 else 0.0


@njit(cache=True, _nrt=False, **LOOSE)
def _combined(theirs, w, out):
    """Range and gate together: e = theirs + (1 − theirs) · P(enter) · c, and a tenth spread evenly (out: P(enter))."""
    mass, added, live = 0.0, 0.0, 0.0
    for j in range(w.size):
        mass += theirs[j] if w[j] > 0 else 0.0
        added += (1 - theirs[j]) * out[j] if w[j] > 0 else 0.0
        live += 1.0 if w[j] > 0 else 0.0
    share = min(1.0, ADDED * mass / added) if added > 0 else 0.0
    even = EVEN * mass / max(live, 1.0)
    for j in range(w.size):
        x = min(1.0, theirs[j] + (1 - theirs[j]) * out[j] * share + even)
        out[j] = x if w[j] > 0 else 0.0


@njit(cache=True, _nrt=False)
def _trembling(tremble, unit, w, out):
    """o chooses with probability 1 − ε; else every hand enters, as often as it is dealt: e ← (1 − ε) e + ε unit."""
    for j in range(w.size):
        if w[j] > 0:
            out[j] = (1 - tremble) * out[j] + tremble * unit


@njit(cache=True)
def enter(kind, t, row, w, values, alt, spread, theirs, tremble, state, out):
    """Entry weights of iteration t ≥ 1, from o's values at the roots: `[L, H]`, out overwritten; state: `[2, L, H]`.

    theirs: o's own range, scaled to at most 1, which only the unsafe and the combined gate use. tremble: ε of the
    resolve and the maxmargin gate; 0 leaves them as they are.
    """
    for root in range(w.shape[0]):
        if kind == UNSAFE:
            out[root] = theirs[root]
        elif kind == MAXMARGIN:
            _maxmargin(row, w[root], values[root], alt[root], state[0, root], out[root])
            if tremble > 0:
                _trembling(tremble, 1 / max(w[root].sum(), 1e-300), w[root], out[root])
        elif kind == DISTRIBUTIONAL:
            _distributional(
                t, w[root], values[root], alt[root], spread[root], state[0, root], state[1, root], out[root]
            )
        else:
            _resolve(row, w[root], values[root], alt[root], state[0, root], state[1, root], out[root])
            if kind == COMBINED:
                _combined(theirs[root], w[root], out[root])
            elif tremble > 0:
                _trembling(tremble, 1.0, w[root], out[root])


@njit(cache=True, nogil=True)
def solve_board(
    level, board, resolver, kind, ours, theirs, w, alt, spread, tremble, schedule, scratch, no_reach, no_value,
    state, entry, entries, done, total, is_measured, cbv, reply,
):  # fmt: skip
    """Iterate on all roots of one board of the last street, each behind its own gate; r's averages are level.average.

    ours: `[L, H]`, r's reach. state: `[2, L, H]`, zeros before the first iteration. entry: `[L, H]` of ours' type,
    the last entry weights; entries: `[L, H]`, their sums, weighted as averages are. done, total: iterations and weight
    before these; the weight after them is returned. With is_measured `entries` become averages at the end, and `cbv`
    holds o's best values against r's average, `reply` r's best against o's, `[L, H]` each, zeros before. The level's
    `copies` must be 1.

    One call for many iterations: on a small river each costs less than a call does.
    """
    opponent = 1 - resolver
    # Not the constants: Numba would compile the passes anew for each.
    solve, value, response = np.int64(SOLVE), np.int64(VALUE), np.int64(RESPONSE)
    values = np.zeros(w.shape)
    weights = np.zeros(w.shape)
    own = np.zeros(ours.shape)
    for t in range(schedule.shape[0]):
        row = schedule[t]
        values[:] = 0
        forward(level, board, resolver, ours, row, solve, scratch, no_reach)
        terminals(level, board, opponent, scratch)
        backward(level, board, opponent, no_value, 0.0, row, solve, scratch, values)
        enter(kind, done + t + 1, row, w, values, alt, spread, theirs, tremble, state, weights)
        before = row[AVERAGE] if done + t > 0 else 0.0
        total = before * total + 1
        for root in range(w.shape[0]):
            for j in range(w.shape[1]):
                entries[root, j] = before * entries[root, j] + weights[root, j]
                entry[root, j] = weights[root, j]
        own[:] = 0
        forward(level, board, opponent, entry, row, solve, scratch, no_reach)
        terminals(level, board, resolver, scratch)
        backward(level, board, resolver, no_value, 0.0, row, solve, scratch, own)
    if not is_measured:
        return total
    row = np.zeros(6)
    forward(level, board, resolver, ours, row, value, scratch, no_reach)
    terminals(level, board, opponent, scratch)
    backward(level, board, opponent, no_value, 0.0, row, response, scratch, cbv)
    for root in range(w.shape[0]):
        for j in range(w.shape[1]):
            entries[root, j] /= total
            entry[root, j] = entries[root, j]
    forward(level, board, opponent, entry, row, value, scratch, no_reach)
    terminals(level, board, resolver, scratch)
    backward(level, board, resolver, no_value, 0.0, row, response, scratch, reply)
    return total

"""Gomoku: five in a row, as `lines`, with the evaluation by patterns."""

from numba import njit

from tianji.kernels.native.rules.lines import moves, payoffs, pick, play, rate, same, turn
from tianji.kernels.native.rules.stones import HEAD, WALL

__all__ = ["guess", "moves", "payoffs", "pick", "play", "rate", "same", "turn"]


@njit(cache=True, inline="always")
def windows(s, at, step, mine):
    """What the windows of five along one direction are worth in which the stone at `at` is the first."""
    before = 0
    while before < 4 and s[at - (before + 1) * step] >= 0:
        before += 1
    worth, stones = 0.0, 1
    for after in range(5):  # a window that ends so far after the stone begins 4 − after cells before it
        if after:
            x = s[at + after * step]
            if x < 0 and x != mine:
                break
            stones += x == mine
        if 4 - after <= before:
            worth += 1.0 if stones == 1 else 8.0 if stones == 2 else 60.0 if stones == 3 else 0.0
            worth += 500.0 if stones == 4 else 0.0
    return worth


def guess(g, s):
    """Windows of five that one colour alone occupies, by their stones: own minus theirs, the own counting 1.2."""
    mine, row, own, other = -1 - (s[0] & 1), g[1], 0.0, 0.0
    for at in range(HEAD + row + 1, HEAD + g[0] - row - 1):
        x = s[at]
        if x >= 0 or x == WALL:
            continue
        worth = 0.0
        for way in range(4):
            worth += windows(s, at, 1 if way == 0 else row + way - 2, x)
        if x == mine:
            own += worth
        else:
            other += worth
    return max(-9e4, min(9e4, 1.2 * own - other))

"""Gomoku: five in a row, as `lines`, with the evaluation by patterns."""

from tianji.kernels.native.rules.lines import moves, payoffs, pick, play, rate, same, turn
from tianji.kernels.native.rules.stones import HEAD

__all__ = ["guess", "moves", "payoffs", "pick", "play", "rate", "same", "turn"]


def guess(g, s):
    """Windows of five that one colour alone occupies, by their stones: own minus theirs, the own counting 1.2."""
    mine, row, own, other = -1 - (s[0] & 1), g[1], 0.0, 0.0
    for cell in range(row + 1, g[0] - row - 1):
        at = HEAD + cell
        if s[at] == -9:
            continue
        for way in range(4):
            step = 1 if way == 0 else row + way - 2
            a = b = 0
            for k in range(5):
                x = s[at + k * step] if cell + k * step < g[0] else -9
                if x == -9:
                    a = b = 1
                    break
                a += x == mine
                b += x == -3 - mine
            n = a + b
            worth = 0.0
            if not (a and b):
                worth = 1.0 if n == 1 else 8.0 if n == 2 else 60.0 if n == 3 else 500.0 if n == 4 else 0.0
            if a:
                own += worth
            else:
                other += worth
    return max(-9e4, min(9e4, 1.2 * own - other))

"""k in a row on any board: m,n,k games and gomoku. The position is that of `stones`.

g: padded cells, the length of a padded row, k, what a row pays.
"""

from numba import njit

from tianji.kernels.native.rules.stones import HEAD, moves, pick, same, take, turn

__all__ = ["moves", "payoffs", "pick", "play", "rate", "same", "turn"]


def play(g, s, move):
    """Place a stone and look along the four lines through it."""
    mine = -1 - take(g, s, move)
    at, row = HEAD + move, g[1]
    for way in range(4):
        step = 1 if way == 0 else row + way - 2
        length, x = 1, at + step
        while s[x] == mine:
            length += 1
            x += step
        x = at - step
        while s[x] == mine:
            length += 1
            x -= step
        if length >= g[2]:
            s[1] = 1
            return


def payoffs(g, s, out):
    """Who moved last has won, if anybody has."""
    out[0] = float(g[3]) if s[0] & 1 else -float(g[3])
    if not s[1]:
        out[0] = 0.0
    out[1] = -out[0]


@njit(cache=True, inline="always")
def longest(g, s, cell, mine):
    """The longest row that a stone of a colour on a cell would lie in."""
    best, at = 1, HEAD + cell
    for way in range(4):
        step = 1 if way == 0 else g[1] + way - 2
        length, x = 1, at + step
        while s[x] == mine:
            length += 1
            x += step
        x = at - step
        while s[x] == mine:
            length += 1
            x -= step
        best = max(best, length)
    return best


def rate(g, s, move):
    """Wins, then blocks, then long rows, then the centre outwards."""
    mine, row, place = -1 - (s[0] & 1), g[1], move - g[1] - 1
    own, other = longest(g, s, move, mine), longest(g, s, move, -3 - mine)
    if own >= g[2]:
        return 1 << 18
    if other >= g[2]:
        return 1 << 17
    rows = g[0] // row - 2
    return 1000 * max(own, other) - abs(2 * (place % row) - row + 2) - abs(2 * (place // row) - rows + 1)

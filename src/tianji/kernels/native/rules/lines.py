"""k in a row on any board: m,n,k games and gomoku. The position is that of `stones`.

g: padded cells, the length of a padded row, k, what a row pays.
"""

from tianji.kernels.native.rules.stones import HEAD, moves, pick, take, turn

__all__ = ["moves", "payoffs", "pick", "play", "turn"]


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

"""Hex: groups of stones in a forest of links. The position is that of `stones`, and a link for every padded cell.

g: padded cells, the length of a padded row; from 2 for every padded cell which sides of player 0 it lies at (1 and
2), then the same for player 1. A link is the number of another cell of the group, or −1 − the sides that the group
touches.
"""

from numba import njit

from tianji.kernels.native.rules.stones import HEAD, moves, pick, take, turn

__all__ = ["moves", "payoffs", "pick", "play", "turn"]


@njit(cache=True, inline="always")
def head(s, links, cell):
    """The cell that stands for a group; the path to it is halved on the way."""
    while s[links + cell] >= 0:
        above = s[links + cell]
        if s[links + above] >= 0:
            s[links + cell] = s[links + above]
        cell = above
    return cell


def play(g, s, move):
    """Place a stone, join it to the groups around; over where the group touches both sides."""
    who = take(g, s, move)
    mine, row, links = -1 - who, g[1], HEAD + 2 * g[0]
    sides = g[2 + who * g[0] + move]
    for step in (-row, 1 - row, -1, 1, row - 1, row):
        near = move + step
        if s[HEAD + near] == mine:
            group = head(s, links, near)
            if group != move:
                sides |= -1 - s[links + group]
                s[links + group] = move
    s[links + move] = -1 - sides
    if sides == 3:
        s[1] = 1


def payoffs(g, s, out):
    """Who moved last has won."""
    out[0] = 1.0 if s[0] & 1 else -1.0
    out[1] = -out[0]

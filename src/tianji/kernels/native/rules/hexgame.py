"""Hex: groups of stones in a forest of links. The position is that of `stones`, a link for every padded cell, and the
stones of either player as a set of bits, of boards of up to 62 padded cells.

g: padded cells, the length of a padded row; from 2 for every padded cell which sides of player 0 it lies at (1 and
2), then the same for player 1, then how near the centre it is; up to 62 cells the four sides as sets of bits, and all
cells. A link is the number of another cell of the group, or −1 − the sides that the group touches.
"""

import numpy as np
from numba import njit

from tianji.kernels.native.rules.stones import HEAD, moves, pick, same, take, turn

__all__ = ["guess", "moves", "payoffs", "pick", "play", "rate", "same", "turn"]


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
    s[links + g[0] + who] |= 1 << (move & 63)
    if sides == 3:
        s[1] = 1


def payoffs(g, s, out):
    """Who moved last has won."""
    out[0] = 1.0 if s[0] & 1 else -1.0
    out[1] = -out[0]


@njit(cache=True)
def distance(g, s, who):
    """Stones that a player still needs to join his sides; all cells where he cannot."""
    cells, row, mine = g[0], g[1], -1 - who
    near, far = np.empty(7 * cells, np.int64), np.empty(7 * cells, np.int64)
    met = np.zeros(cells, np.bool_)
    a = b = steps = 0
    for cell in range(cells):
        if g[2 + who * cells + cell] & 1:
            if s[HEAD + cell] == mine:
                near[a] = cell
                a += 1
            elif s[HEAD + cell] >= 0:
                far[b] = cell
                b += 1
    while a or b:
        while a:
            a -= 1
            cell = near[a]
            if met[cell]:
                continue
            met[cell] = True
            if g[2 + who * cells + cell] & 2:
                return steps
            for step in (-row, 1 - row, -1, 1, row - 1, row):
                x = s[HEAD + cell + step]
                if not met[cell + step] and x == mine:
                    near[a] = cell + step
                    a += 1
                elif not met[cell + step] and x >= 0:
                    far[b] = cell + step
                    b += 1
        near, far, a, b, steps = far, near, b, 0, steps + 1
    return (row - 1) * (row - 1)


@njit(cache=True, inline="always")
def near(x, row):
    """A set of cells and all their neighbours."""
    return x | x << 1 | x >> 1 | x << row | x >> row | x << (row - 1) | x >> (row - 1)


@njit(cache=True, inline="always")
def far(mine, free, start, goal, row):
    """`distance` by sets of bits: all cells within n stones at once."""
    met, steps = start & mine, 0
    while True:
        before = 0
        while before != met:
            before, met = met, met | near(met, row) & mine
        if met & goal:
            return steps
        fresh = (near(met, row) | start) & free & ~met
        if not fresh:
            return (row - 1) * (row - 1)
        met, steps = met | fresh, steps + 1


def guess(g, s):
    """Who needs fewer stones to connect."""
    cells, row = g[0], g[1]
    if cells <= 62:
        a, sets = 2 + 3 * cells, HEAD + 3 * cells
        first, second = s[sets], s[sets + 1]
        free = g[a + 4] & ~(first | second)
        gap = far(second, free, g[a + 2], g[a + 3], row) - far(first, free, g[a], g[a + 1], row)
    else:
        gap = distance(g, s, 1) - distance(g, s, 0)
    gap = gap if s[0] & 1 == 0 else -gap
    return max(-0.95, min(0.95, gap / g[1]))


def rate(g, s, move):
    """The centre first."""
    return g[2 + 2 * g[0] + move]

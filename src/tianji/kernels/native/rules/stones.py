"""Boards on which stones are placed, one on a cell: what their rules share.

Cells are padded by a wall, a row above and below and a column between rows, so that a neighbour is a fixed number of
cells away: cell (x, y) of a board of m columns is number `m + 2 + (m + 1)·y + x` of `(m + 1)·(n + 2) + 1`.

s: the stones placed, whether the last one ended the game, how many cells are free; from `HEAD` for every padded cell
its place in the list of free cells, or −1 and −2 for a stone of player 0 and 1, or `WALL`; then that list. g[0]: the
padded cells. A move is a padded cell. A random free cell is found at once, and a stone costs the list one exchange.
"""

from numba import njit

HEAD, WALL = 3, -9


@njit(cache=True, inline="always")
def take(g, s, cell):
    """Put the mover's stone on a free cell, and give its place in the list to the last one; who moved."""
    who, free = s[0] & 1, HEAD + g[0]
    at, last = s[HEAD + cell], s[free + s[2] - 1]
    s[free + at] = last
    s[HEAD + last] = at
    s[HEAD + cell] = -1 - who
    s[0] += 1
    s[2] -= 1
    return who


def turn(g, s):
    """Alternating until somebody has won or no cell is free."""
    return -2 if s[1] or s[2] == 0 else s[0] & 1


def moves(g, s, out):
    """Free cells, row by row; what is no move is written over by the next, for which cells are free nobody foresees."""
    n = 0
    for cell in range(g[0]):
        out[n] = cell
        n += s[HEAD + cell] >= 0
    return n


def pick(g, s, random):
    """One of them."""
    return s[HEAD + g[0] + ((random * s[2]) >> 40)]


def same(g, s, out):
    """The stones alone, two bits a cell: the list of free cells depends on the way there."""
    words = (g[0] + 31) >> 5
    for i in range(words):
        packed = 0
        for cell in range(32 * i, min(32 * i + 32, g[0])):
            x = s[HEAD + cell]
            packed |= ((x == -1) + 2 * (x == -2)) << (2 * (cell & 31))
        out[i] = packed
    return words

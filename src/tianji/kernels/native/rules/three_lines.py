"""k in a row for three players. g: columns, rows, k. s: the stones placed, who has won (−1: nobody), then the cells.

A cell holds −1 or the owner of its stone; a move is a cell.
"""

HEAD = 2


def turn(g, s):
    """In turn, until somebody has won or the board is full."""
    return -2 if s[1] >= 0 or s[0] == g[0] * g[1] else s[0] % 3


def moves(g, s, out):
    """Free cells, row by row."""
    n = 0
    for cell in range(g[0] * g[1]):
        if s[HEAD + cell] < 0:
            out[n] = cell
            n += 1
    return n


def play(g, s, move):
    """Place a stone and look along the four lines through it."""
    m, who = g[0], s[0] % 3
    column, row = move % m, move // m
    s[HEAD + move] = who
    s[0] += 1
    for way in range(4):
        across, down = (1 if way < 3 else -1), (0 if way == 0 else 1)
        if way == 1:
            across = 0
        length = 1
        for sign in (1, -1):
            x, y = column + sign * across, row + sign * down
            while 0 <= x < m and 0 <= y < g[1] and s[HEAD + y * m + x] == who:
                length, x, y = length + 1, x + sign * across, y + sign * down
        if length >= g[2]:
            s[1] = who


def payoffs(g, s, out):
    """Two for the winner, minus one for the others."""
    for player in range(3):
        out[player] = 0.0 if s[1] < 0 else 2.0 if s[1] == player else -1.0

"""One private card each, perhaps a public one, and lines of betting: Kuhn poker, Leduc hold'em and its bet sizes.

g: the cards of the deck, the cards of a rank (side by side, the lowest first), the length of a line's row; from 3 on
for every line who acts (−1: the public card is dealt, −2: the end), how many actions, who wins by a fold (−1: a
showdown), what both have paid (the bits of a float64), and the lines that follow. s: the cards of player 0, of player
1 and the public one, each from 1 on (0: not dealt), and the line.
"""

import numpy as np

HEAD, NEXT = 3, 5


def turn(g, s):
    """Chance deals both cards, then the line says."""
    return -1 if s[1] == 0 else g[HEAD + s[3] * g[2]]


def moves(g, s, out):
    """Cards that are not dealt, or the actions by number."""
    row = HEAD + s[3] * g[2]
    if s[1] and g[row] >= 0:
        for i in range(g[row + 1]):
            out[i] = i
        return g[row + 1]
    n = 0
    for card in range(1, g[0] + 1):
        if card != s[0] and card != s[1]:
            out[n] = card
            n += 1
    return n


def weights(g, s, out):
    """Every card that is left, alike."""
    left = g[0] - (s[0] > 0) - (s[1] > 0)
    for i in range(left):
        out[i] = 1.0 / left


def play(g, s, move):
    """Deal a card or extend the line."""
    row = HEAD + s[3] * g[2]
    if s[0] == 0:
        s[0] = move
    elif s[1] == 0:
        s[1] = move
    elif g[row] < 0:
        s[2] = move
        s[3] = g[row + NEXT]
    else:
        s[3] = g[row + NEXT + move]


def payoffs(g, s, out):
    """The loser's stake goes to the winner: a pair with the public card, then the higher rank; equal ranks split."""
    row = HEAD + s[3] * g[2]
    winner = g[row + 2]
    if winner < 0:
        mine, theirs = (s[0] - 1) // g[1], (s[1] - 1) // g[1]
        board = (s[2] - 1) // g[1] if s[2] else -1
        if mine == theirs:
            out[0], out[1] = 0.0, 0.0
            return
        winner = 1 if theirs == board or (mine != board and theirs > mine) else 0
    stake = np.int64(g[row + 4 - winner]).view(np.float64)
    out[winner], out[1 - winner] = stake, -stake


def key(g, s, player, out):
    """The own card, the public one and the line."""
    out[0] = (s[3] << 20) | (s[2] << 10) | s[player]
    return 1

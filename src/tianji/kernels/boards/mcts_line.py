"""UCT for k-in-a-row boards (tic-tac-toe, m,n,k, connect four) with the tree in flat arrays.

Cells lie in columns of h bits with an empty bit above, as in `connect4`. With `gravity` only the lowest free cell
of a column can be played. Payoffs are 1, 0, −1.

Tree arrays, `[N]` with N nodes: `first` child index (0: none yet), `count` of children, `move` (one bit), `visits`,
`total` (sum of payoffs for the player who moved into the node) and `proven` (0 open; 1 he wins, 2 draw, 3 he loses).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tianji.kernels.bits import popcount

ZERO, ONE = np.uint64(0), np.uint64(1)
OPEN, WIN, DRAW, LOSS = 0, 1, 2, 3


@njit(cache=True, inline="always")
def has_row(p, h, k):
    """Whether stones `p` hold k in a row in any of four directions."""
    for d in (np.uint64(1), np.uint64(h), np.uint64(h + 1), np.uint64(h + 2)):
        q = p
        for _ in range(k - 1):
            q &= q >> d
        if q:
            return True
    return False


@njit(cache=True, inline="always")
def legal(mask, board, bottom, gravity):
    """Cells that can be played."""
    return (mask + bottom) & board if gravity else board ^ mask


@njit(cache=True, inline="always")
def random_bit(bits, state):
    """One of the set bits, each equally likely (xorshift64*). state: `[1]` uint64, advanced."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    high = (x * np.uint64(2685821657736338717)) >> np.uint64(32)
    skip = (high * np.uint64(popcount(bits))) >> np.uint64(32)
    while skip != ZERO:
        bits &= bits - ONE
        skip -= ONE
    return bits & (~bits + ONE)


@njit(cache=True)
def playout(me, opp, board, bottom, h, k, gravity, state):
    """The payoff of random play for the player who is to move (`me`)."""
    sign = 1.0
    while True:
        moves = legal(me | opp, board, bottom, gravity)
        if moves == ZERO:
            return 0.0
        me |= random_bit(moves, state)
        if has_row(me, h, k):
            return sign
        me, opp = opp, me
        sign = -sign


@njit(cache=True, inline="always")
def select(node, exploration, solver, first, count, visits, total, proven):
    """The child with the greatest upper confidence bound; unvisited first, proved losses last."""
    best, pick = -1e30, first[node]
    log_n = np.log(np.float64(visits[node]))
    for c in range(first[node], first[node] + count[node]):
        if solver and proven[c] == LOSS:
            continue
        if visits[c] == 0:
            return c
        n = np.float64(visits[c])
        bound = total[c] / n + exploration * np.sqrt(log_n / n)
        if bound > best:
            best, pick = bound, c
    return pick


@njit(cache=True, inline="always")
def expand(node, size, me, opp, board, bottom, h, k, gravity, first, count, move, visits, total, proven):
    """Append the children of `node`; wins and full boards are proved at once. Returns the new tree size."""
    moves = legal(me | opp, board, bottom, gravity)
    first[node] = size
    while moves:
        bit = moves & (~moves + ONE)
        moves ^= bit
        move[size] = bit
        first[size], count[size], visits[size], total[size] = 0, 0, 0, 0.0
        won = has_row(me | bit, h, k)
        full = (me | opp | bit) == board
        proven[size] = WIN if won else DRAW if full else OPEN
        size += 1
    count[node] = size - first[node]
    return size


@njit(cache=True, inline="always")
def settle(node, first, count, proven):
    """What the children prove about `node`."""
    worst = WIN
    for c in range(first[node], first[node] + count[node]):
        if proven[c] == WIN:
            return LOSS
        if proven[c] == OPEN:
            worst = OPEN
        elif proven[c] == DRAW and worst == WIN:
            worst = DRAW
    return worst


@njit(cache=True, nogil=True)
def run(
    me,
    opp,
    board,
    bottom,
    h,
    k,
    gravity,
    sims,
    exploration,
    solver,
    size,
    first,
    count,
    move,
    visits,
    total,
    proven,
    path,
    state,
    stop,
):
    """Add `sims` simulations to the tree of `size` nodes; returns (size, simulations made).

    me, opp: stones at the root, `me` to move. path: `[66]` scratch. state: `[1]` random state. stop: `[1]`.
    Ends early when the root is proved (`solver`).
    """  # fmt: skip
    done = 0
    while done < sims and stop[0] == 0 and not (solver and proven[0] != OPEN):
        node, depth, a, b = 0, 0, me, opp
        path[0] = 0
        while count[node] > 0:
            node = select(node, exploration, solver, first, count, visits, total, proven)
            a, b = b, a | move[node]
            depth += 1
            path[depth] = node
            if count[node] == 0 and proven[node] == OPEN and visits[node] > 0 and size + 64 < first.size:
                size = expand(
                    node, size, a, b, board, bottom, h, k, gravity, first, count, move, visits, total, proven
                )
        if depth == 0:
            size = expand(
                0, size, a, b, board, bottom, h, k, gravity, first, count, move, visits, total, proven
            )
        if proven[node] != OPEN and depth > 0:
            value = 2.0 - proven[node]  # for the player who moved into the node: WIN 1, DRAW 0, LOSS -1
        else:
            value = -playout(a, b, board, bottom, h, k, gravity, state)
        for i in range(depth, -1, -1):
            v = path[i]
            visits[v] += 1
            total[v] += value
            value = -value
            if solver and i < depth and proven[path[i + 1]] != OPEN and proven[v] == OPEN:
                proven[v] = settle(v, first, count, proven)
        done += 1
    return size, done

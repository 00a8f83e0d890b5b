"""UCT for k-in-a-row boards (tic-tac-toe, m,n,k, connect four) with the tree in flat arrays.

Cells lie in columns of h bits with an empty bit above, as in `connect4`. With `gravity` only the lowest free cell
of a column can be played. Payoffs are 1, 0, −1.

The tree of N nodes: `ints` `[N·4]` int32, of every node its first child, the number of its children (0: none yet),
its visits, and what is proved (0 open; 1 who moved there wins, 2 draw, 3 he loses); `move` `[N]`, the one bit that
leads there; `total` `[N]`, the sum of the payoffs for the player who moved there.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tianji.kernels.bits import nth_bit, pointer, popcount
from tianji.kernels.native.mcts import FEW, SCALES, SPREADS

ZERO, ONE = np.uint64(0), np.uint64(1)
OPEN, WIN, DRAW, LOSS = 0, 1, 2, 3
FIRST, COUNT, VISITS, PROVEN = 0, 1, 2, 3


@njit(cache=True, inline="always")
def has_row(p, h, k):
    """Whether stones `p` hold k in a row in any of four directions; without a branch that depends on them."""
    rows = ZERO
    for d in (1, h, h + 1, h + 2):
        q, length = p, 1
        while 2 * length <= k:
            q &= q >> np.uint64(d * length)
            length *= 2
        rows |= q & q >> np.uint64(d * (k - length))
    return rows != ZERO


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
    return nth_bit(bits, (high * np.uint64(popcount(bits))) >> np.uint64(32))


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
def select(node, exploration, solver, ints, total):
    """The child with the greatest upper confidence bound; unvisited first, proved losses last.

    mean + C·√(ln n / n_c)
    """
    start = ints[4 * node + FIRST]
    end, visits = start + ints[4 * node + COUNT], ints[4 * node + VISITS]
    best, pick = -1e30, start
    spread = exploration * (SPREADS[visits] if visits < FEW else np.sqrt(np.log(np.float64(visits))))
    for c in range(start, end):
        if solver and ints[4 * c + PROVEN] == LOSS:
            continue
        n = ints[4 * c + VISITS]
        if n == 0:
            return c
        scale = SCALES[n] if n < FEW else 1.0 / np.sqrt(np.float64(n))
        bound = (total[c] * scale + spread) * scale
        if bound > best:
            best, pick = bound, c
    return pick


@njit(cache=True, inline="always")
def expand(node, size, me, opp, board, bottom, h, k, gravity, ints, move, total):
    """Append the children of `node`; wins and full boards are proved at once. Returns the new tree size."""
    moves = legal(me | opp, board, bottom, gravity)
    ints[4 * node + FIRST] = size
    while moves:
        bit = moves & (~moves + ONE)
        moves ^= bit
        move[size], total[size] = bit, 0.0
        won = has_row(me | bit, h, k)
        full = (me | opp | bit) == board
        ints[4 * size + FIRST], ints[4 * size + COUNT], ints[4 * size + VISITS] = 0, 0, 0
        ints[4 * size + PROVEN] = WIN if won else DRAW if full else OPEN
        size += 1
    ints[4 * node + COUNT] = size - ints[4 * node + FIRST]
    return size


@njit(cache=True, inline="always")
def settle(node, ints):
    """What the children prove about `node`."""
    worst, start = WIN, ints[4 * node + FIRST]
    for c in range(start, start + ints[4 * node + COUNT]):
        fact = ints[4 * c + PROVEN]
        if fact == WIN:
            return LOSS
        if fact == OPEN:
            worst = OPEN
        elif fact == DRAW and worst == WIN:
            worst = DRAW
    return worst


@njit(cache=True, nogil=True)
def run(me, opp, board, bottom, h, k, gravity, sims, exploration, solver, size, ints, move, total, scratch):
    """Add `sims` simulations to the tree of `size` nodes, 0 for none yet; returns (size, simulations made).

    me, opp: stones at the root, `me` to move. scratch: `[67]` uint64, the state of the random numbers, then the path.
    Ends early when the root is proved (`solver`).
    """
    done, capacity = 0, move.size
    ints, move, total, state, path = (
        pointer(ints),
        pointer(move),
        pointer(total),
        pointer(scratch),
        pointer(scratch[1:]),
    )
    if size == 0:
        ints[FIRST], ints[COUNT], ints[VISITS], ints[PROVEN], total[0] = 0, 0, 0, OPEN, 0.0
        size = 1
    while done < sims and not (solver and ints[PROVEN] != OPEN):
        node, depth, a, b = 0, 0, me, opp
        path[0] = 0
        while ints[4 * node + COUNT] > 0:
            node = select(node, exploration, solver, ints, total)
            a, b = b, a | move[node]
            depth += 1
            path[depth] = node
            is_new = (
                ints[4 * node + COUNT] == 0
                and ints[4 * node + PROVEN] == OPEN
                and ints[4 * node + VISITS] > 0
            )
            if is_new and size + 64 < capacity:
                size = expand(node, size, a, b, board, bottom, h, k, gravity, ints, move, total)
        if depth == 0:
            size = expand(0, size, a, b, board, bottom, h, k, gravity, ints, move, total)
        fact = ints[4 * node + PROVEN]
        if fact != OPEN and depth > 0:
            value = 2.0 - fact  # for the player who moved into the node: WIN 1, DRAW 0, LOSS -1
        else:
            value = -playout(a, b, board, bottom, h, k, gravity, state)
        for i in range(depth, -1, -1):
            v = np.int64(path[i])
            ints[4 * v + VISITS] += 1
            total[v] += value
            value = -value
            is_news = solver and i < depth and ints[4 * np.int64(path[i + 1]) + PROVEN] != OPEN
            if is_news and ints[4 * v + PROVEN] == OPEN:
                ints[4 * v + PROVEN] = settle(v, ints)
        done += 1
    return size, done

"""UCT over native rules, with the tree in flat arrays: what `search.readable.mcts` does, for any game.

The tree of N nodes for P players: `ints` `[N·4]` int32, of every node its first child, the number of its children (0:
not made yet), its visits, and who acts there (from bit 1 on) with whether it is proved (bit 0); `move` `[N]`, which
leads there; `sums` `[N·2P]`, the sum of the payoffs of all simulations, then the payoffs that are proved. Children
lie side by side and are made when their parent is passed for the second time. Node 0 is the root; nothing is read
before it is written.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import further, pointer
from tianji.kernels.constants import PAD
from tianji.kernels.native.calls import CHANCE, TERMINAL, choices, payoffs, play, turn
from tianji.kernels.native.guards import is_marked, mark
from tianji.kernels.native.playouts import outcome, playout

DONE, FULL, TOO_LONG, STRAYED = range(4)
DEEPEST = 4096  # of a tree
FEW = 2048  # visits that most nodes have at most: what is computed from them takes longer than to look it up
SCALES = 1.0 / np.sqrt(np.maximum(np.arange(FEW), 1))  # 1/√n
SPREADS = np.sqrt(np.log(np.maximum(np.arange(FEW), 1)))  # √ln n


@njit(cache=True, inline="always")
def select(node, players, exploration, solver, ints, sums):
    """The child with the greatest bound for the player to move; unvisited first, those proved worse left alone.

    mean + C·√(ln n / n_c)
    """
    start, end, who = ints[4 * node], ints[4 * node] + ints[4 * node + 1], ints[4 * node + 3] >> 1
    careful, known = solver and not ints[4 * node + 3] & 1, -np.inf
    if careful:
        for c in range(start, end):
            if ints[4 * c + 2] and ints[4 * c + 3] & 1:
                known = max(known, sums[(2 * c + 1) * players + who])
    best, pick, visits = -np.inf, start, ints[4 * node + 2]
    if (
        ints[4 * end - 2] == 0
    ):  # they are tried in order, one whenever their parent is passed: only then one is left
        pick += visits - (node != 0)  # any but the root was passed once before it had children
        if pick >= end or ints[4 * pick + 2]:
            pick = start
        while ints[4 * pick + 2]:
            pick += 1
        return pick
    spread = exploration * (SPREADS[visits] if visits < FEW else np.sqrt(np.log(np.float64(visits))))
    if (
        known == -np.inf and visits < FEW
    ):  # the same without a branch: which move is better next nobody foresees
        for c in range(start, end):
            scale = SCALES[np.uint64(ints[4 * c + 2])]
            bound = (sums[2 * c * players + who] * scale + spread) * scale
            is_better = bound > best
            best = bound if is_better else best
            pick = c if is_better else pick
        return pick
    for c in range(start, end):
        n = ints[4 * c + 2]
        if careful and ints[4 * c + 3] & 1 and sums[(2 * c + 1) * players + who] < known:
            continue
        scale = SCALES[n] if n < FEW else 1.0 / np.sqrt(np.float64(n))
        bound = (sums[2 * c * players + who] * scale + spread) * scale
        if bound > best:
            best, pick = bound, c
    return pick


@njit(cache=True, inline="always")
def settle(node, players, top, ints, sums):
    """Prove `node` where a move pays the most there is, or all moves are proved (Winands et al. 2008)."""
    who, best, is_open = ints[4 * node + 3] >> 1, -1, False
    for c in range(ints[4 * node], ints[4 * node] + ints[4 * node + 1]):
        if ints[4 * c + 2] == 0 or not ints[4 * c + 3] & 1:
            is_open = True
        elif best < 0 or sums[(2 * c + 1) * players + who] > sums[(2 * best + 1) * players + who]:
            best = c
    if best >= 0 and (not is_open or sums[(2 * best + 1) * players + who] >= top):
        ints[4 * node + 3] |= 1
        for p in range(players):
            sums[(2 * node + 1) * players + p] = sums[(2 * best + 1) * players + p]


@njit(cache=True, inline="always")
def expand(node, size, n, players, out, ints, move, sums):
    """Append the n children of a node."""
    ints[4 * node], ints[4 * node + 1] = size, n
    for i in range(n):
        c = size + i
        ints[4 * c + 1], ints[4 * c + 2], ints[4 * c + 3] = 0, 0, 0
        move[c] = out[i]
        for p in range(players):
            sums[2 * c * players + p] = 0.0


@njit(cache=True, nogil=True)
def run(
    at, g, root, players, most, top, exploration, solver, playout_depth, simulations, work, size, ints, move, sums,
    scratch, reals, random,
):  # fmt: skip
    """Simulate on a tree of `size` nodes, at most so often and for `work` moves: (its size, simulations, why it ended).

    root: `[words]`, the position of node 0, which is made where size is 0. most: moves of a position. playout_depth:
    −1 for none. scratch: `[DEEPEST + words + most + 3·PAD]`; reals: `[most + P + 3·PAD]`. random: `[1]` state. STRAYED:
    a rule has written beside what it was given.
    """
    words, numbers, odds = root.size, pointer(scratch), pointer(reals)
    s, chances = DEEPEST + PAD, PAD
    out, pay = s + words + PAD, chances + most + PAD
    for at_guard in (s - PAD, out - PAD, out + most):
        mark(further(numbers, at_guard))
    for at_guard in (0, pay - PAD, pay + players):
        mark(further(odds, at_guard))
    size, done, why = simulate(
        at, g, root, players, most, top, exploration, solver, playout_depth, simulations, work, size, ints, move, sums,
        numbers, further(numbers, s), further(numbers, out), further(odds, chances), further(odds, pay), random,
    )  # fmt: skip
    for at_guard in (s - PAD, out - PAD, out + most):
        why = why if is_marked(further(numbers, at_guard)) else STRAYED
    for at_guard in (0, pay - PAD, pay + players):
        why = why if is_marked(further(odds, at_guard)) else STRAYED
    return size, done, why


@njit(cache=True, nogil=True)
def simulate(
    at, g, root, players, most, top, exploration, solver, playout_depth, simulations, work, size, ints, move, sums,
    path, s, out, chances, pay, random,
):  # fmt: skip
    """What `run` does. path, s, out, chances, pay: pointers to `[DEEPEST]`, `[words]`, `[most]`, `[most]` and `[P]`."""
    plies, words, capacity = 0, root.size, move.size
    at, g, root, ints, move, sums = (
        pointer(at),
        pointer(g),
        pointer(root),
        pointer(ints),
        pointer(move),
        pointer(sums),
    )
    random, done = pointer(random), 0
    if size == 0:
        size, ints[0], ints[1], ints[2], ints[3] = 1, 0, 0, 0, 2 * turn(at, g, root)
        for p in range(2 * players):
            sums[p] = 0.0
    while done < simulations and plies < work and not (solver and ints[3] & 1):
        for w in range(words):
            s[w] = root[w]
        node, depth = 0, 0
        path[0] = 0
        while depth + 1 < DEEPEST:
            if ints[4 * node + 1] == 0:
                if size + most > capacity:
                    return size, done, FULL
                n = choices(at, g, s, out)
                expand(node, size, n, players, out, ints, move, sums)
                size += n
            if ints[4 * node + 3] >> 1 == CHANCE:
                node = ints[4 * node] + outcome(at, g, s, ints[4 * node + 1], chances, random)
            else:
                node = select(node, players, exploration, solver, ints, sums)
            play(at, g, s, move[node])
            depth += 1
            path[depth] = node
            if ints[4 * node + 2] == 0:
                who = turn(at, g, s)
                ints[4 * node + 3] = 2 * who
                if who == TERMINAL:
                    ints[4 * node + 3] |= 1
                    payoffs(at, g, s, pay)
                    for p in range(players):
                        sums[(2 * node + 1) * players + p] = pay[p]
                break
            if ints[4 * node + 3] & 1:
                break
        plies += depth
        if ints[4 * node + 3] & 1:
            for p in range(players):
                pay[p] = sums[(2 * node + 1) * players + p]
        else:
            made = playout(at, g, s, playout_depth, out, chances, pay, random)
            if made < 0:
                return size, done, TOO_LONG
            plies += made
        for i in range(depth, -1, -1):
            node = path[i]
            ints[4 * node + 2] += 1
            for p in range(players):
                sums[2 * node * players + p] += pay[p]
            is_news = (
                solver and i < depth and ints[4 * path[i + 1] + 3] & 1
            )  # the child may have become proved
            if is_news and not ints[4 * node + 3] & 1 and ints[4 * node + 3] >> 1 != CHANCE:
                settle(node, players, top, ints, sums)
        done += 1
    return size, done, DONE

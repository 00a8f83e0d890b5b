"""One board, all hands at once: a blueprint's river learns against somebody who sees his real cards and answers best.

The trunk (all before the river) stays as it is: it brings both ranges to every river of the board. There the opponent
takes what is best for each of his hands against the current strategy, and the player learns from what that costs him.
Vectors as in `public_chance`.
"""

import numpy as np
from numba import njit

from tianji.kernels.poker.deals import GOLD, S11, mixed
from tianji.kernels.poker.external import REAL
from tianji.kernels.poker.public_chance import (
    LEAST,
    _average,
    _come_up,
    _copy,
    _go_down,
    _learn,
    _match,
    seat_board,
)
from tianji.kernels.poker.response.board_walk import _settle

RIVER = 3
SELDOM = 1e-4  # the chance with which a river is walked at most, where no way there is followed


@njit(cache=True)
def _better(value, a, best, out):
    """out(h) = max(out(h), value(h)), and where action a is the better one."""
    for h in range(value.size):
        if a == 0 or value[h] > out[h]:
            out[h] = value[h]
            best[h] = a


@njit(cache=True)
def _chosen(reach, best, a, out):
    """out(h) = reach(h) of the hands that take action a, else 0; whether anything of it is left."""
    is_any = False
    for h in range(reach.size):
        out[h] = reach[h] if best[h] == a else 0.0
        is_any |= out[h] > 0.0
    return is_any


@njit(cache=True, nogil=True)
def _walk_river(betting, regret, average, weight, learner, table, root, start, best, is_answer):
    """One half of a river's step, from its first decision on.

    is_answer: the opponent's best answer to σ, no action of which is quite left out, hand by hand into best `[decisions
    of the river, hands]`, on the way with the learner's averages (start: his reach); else what the learner learns
    against it (start: the opponent's).
    """
    info, offset, child = betting.info, betting.offset, betting.child
    node_of, at_of, row_of = table.node, table.at, table.row
    hands, by_card = table.sizes[0], table.by_card
    cards, groups = table.cards[:hands], table.groups[: table.sizes[1] + 1]
    reach, value = table.reach[:, :hands], table.value[:, :hands]
    place, met, bucket = table.place[RIVER, :hands], table.sizes[2 + RIVER], table.bucket[RIVER]
    walker = 1 - learner if is_answer else learner  # whose values come up
    _copy(start, reach[0])
    node_of[0], at_of[0], row_of[0], depth = root, -1, 0, 0
    while depth >= 0:
        n = node_of[depth]
        size, is_learner = info[n, 1], info[n, 3] == learner
        sigma, sums, begin, mine = table.sigma[depth], table.sums[depth], offset[n] // 2, best[n - root]
        if at_of[depth] < 0:
            value[depth, :] = 0.0
            if is_learner:
                _match(regret, begin, size, bucket, met, sigma)
                if is_answer:
                    _average(
                        reach[row_of[depth]], place, begin, size, bucket, met, sigma, weight, sums, average
                    )
                else:
                    sums[: met * size] = 0.0
        elif is_answer and not is_learner:
            _better(value[depth + 1], at_of[depth], mine, value[depth])
        elif is_learner and not is_answer:
            _come_up(value[depth + 1], sigma, place, size, at_of[depth], sums, value[depth])
        else:
            for h in range(hands):
                value[depth, h] += value[depth + 1, h]
        at_of[depth] += 1
        a, below = at_of[depth], row_of[depth]
        if a == size:
            if is_learner and not is_answer:
                _learn(begin, size, bucket, met, sigma, sums, weight, regret)
            depth -= 1
            continue
        if info[n, 3] != walker:  # his reach goes down
            below = depth + 1
            if is_learner:
                is_any = _go_down(reach[row_of[depth]], sigma, place, size, a, LEAST, reach[below])
            else:
                is_any = _chosen(reach[row_of[depth]], mine, a, reach[below])
            if not is_any:
                value[depth + 1, :] = 0.0
                continue
        link = child[info[n, 2] + a]
        if link < 0:
            _settle(link, walker, cards, groups, reach[below], by_card, value[depth + 1])
            continue
        depth += 1
        node_of[depth], at_of[depth], row_of[depth] = link, -1, below


@njit(cache=True)
def _mass(reach):
    total = 0.0
    for h in range(reach.size):
        total += reach[h]
    return total / reach.size


@njit(cache=True, nogil=True)
def harden_board(betting, steps, regret, average, weight, state, pot, most, table, below, best, counts):
    """Rivers of the board on `table`, for both players: each by the chance of coming there times its pot.

    One with less than a chip of that is walked now and then and counts for more: the mean stays. steps: `[E]` uint8,
    the blueprint, played before the river. regret, average: `[E]` float32, accumulated on the river alone. state: what
    is drawn follows from it and the river. pot: `[N]`, of a river's first decision, in units of what makes it sure to
    be walked; 0 where another thread has it; most: the largest of all threads. below: a second table with the same
    board. best: `[decisions of a river, 1326]` int8, scratch. counts: `[N]` int64, accumulated: how often a
    river was walked.
    """
    info, offset, child = betting.info, betting.offset, betting.child
    node_of, at_of, hands = table.node, table.at, table.sizes[0]
    first, second = table.reach[:, :hands], table.own[:, :hands]
    first[0, :], second[0, :] = 1.0, 1.0
    node_of[0], at_of[0], depth = 0, -1, 0
    while depth >= 0:
        n = node_of[depth]
        size, street, sigma = info[n, 1], info[n, 0] >> 1, table.sigma[depth]
        place = table.place[street, :hands]
        if at_of[depth] < 0:
            _match(steps, offset[n] // 2, size, table.bucket[street], table.sizes[2 + street], sigma)
        at_of[depth] += 1
        a = at_of[depth]
        if a == size:
            depth -= 1
            continue
        link = child[info[n, 2] + a]
        if link < 0:
            continue
        if info[n, 3] == 0:
            _go_down(first[depth], sigma, place, size, a, 0.0, first[depth + 1])
            _copy(second[depth], second[depth + 1])
        else:
            _copy(first[depth], first[depth + 1])
            _go_down(second[depth], sigma, place, size, a, 0.0, second[depth + 1])
        if info[link, 0] >> 1 < RIVER:
            if _mass(first[depth + 1]) * _mass(second[depth + 1]) * most < SELDOM:
                continue
            depth += 1
            node_of[depth], at_of[depth] = link, -1
            continue
        if pot[link] == 0.0:
            continue
        mine, theirs = first[depth + 1], second[depth + 1]
        chance = min(1.0, _mass(mine) * _mass(theirs) * pot[link])
        if (mixed(state + np.uint64(link) * GOLD) >> S11) * REAL >= chance:
            continue
        counts[link] += 1
        for learner in range(2):
            own, other = (mine, theirs) if learner == 0 else (theirs, mine)
            _walk_river(betting, regret, average, weight / chance, learner, below, link, own, best, True)
            _walk_river(betting, regret, average, weight / chance, learner, below, link, other, best, False)


@njit(cache=True, nogil=True)
def harden(
    betting, dealer, steps, regret, average, seed, first, count, pot, most, table, below, best, counts
):
    """Boards number first … first + count, each with weight number + 1: linear CFR. The rest as `harden_board`."""
    for t in range(first, first + count):
        seat_board(dealer, seed, t, table)
        state = mixed(~seed ^ mixed(np.uint64(t)))
        harden_board(
            betting, steps, regret, average, np.float64(t + 1), state, pot, most, table, below, best, counts
        )

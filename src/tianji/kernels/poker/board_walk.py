"""One board, all hands at once, over a whole betting tree: what a blueprint is worth, or a best response from a street.

Vectors have one number a hand that can be held, hands sorted by strength on the last board. The opponent's reach goes
down, values come up; where a hand ends, values are sums over the opponent's hands that share no card.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def _meets(cards, reach, by_card, sign, out):
    """out(h) = sign · Σ_g reach(g) over hands g that share no card with h."""
    by_card[:] = 0.0
    total = 0.0
    for h in range(reach.size):
        total += reach[h]
        by_card[cards[h, 0]] += reach[h]
        by_card[cards[h, 1]] += reach[h]
    for h in range(reach.size):
        out[h] = sign * (total - by_card[cards[h, 0]] - by_card[cards[h, 1]] + reach[h])


@njit(cache=True)
def _beats(cards, groups, reach, by_card, chips, out):
    """out(h) = chips · (Σ reach of weaker hands − Σ reach of stronger ones), of those that share no card with h."""
    for way in range(2):
        by_card[:] = 0.0
        total = 0.0
        for k in range(groups.size - 1):
            g = k if way == 0 else groups.size - 2 - k
            for h in range(groups[g], groups[g + 1]):
                x = total - by_card[cards[h, 0]] - by_card[cards[h, 1]]
                if way == 0:
                    out[h] = chips * x
                else:
                    out[h] -= chips * x
            for h in range(groups[g], groups[g + 1]):
                total += reach[h]
                by_card[cards[h, 0]] += reach[h]
                by_card[cards[h, 1]] += reach[h]


@njit(cache=True)
def _shares(steps, row, size, a):
    """The probability of action a in a row of whole steps; all alike where there are none."""
    total = 0
    for b in range(size):
        total += steps[row + b]
    return steps[row + a] / total if total > 0 else 1.0 / size


@njit(cache=True)
def _settle(link, player, cards, groups, reach, by_card, out):
    """The values at a terminal, by its link."""
    end = ~link
    chips, who = np.float64(end >> 2), end & 3
    if who == 2:
        _beats(cards, groups, reach, by_card, chips, out)
    else:
        _meets(cards, reach, by_card, -chips if who == player else chips, out)


@njit(cache=True)
def _take(steps, row_of, bucket, size, a, is_own, is_best, value, out):
    """Add a child's values to its parent's: as they are, by the own mix, or the best so far."""
    for h in range(value.size):
        if not is_own:
            out[h] += value[h]
        elif is_best:
            out[h] = value[h] if a == 0 or value[h] > out[h] else out[h]
        else:
            out[h] += value[h] * _shares(steps, row_of + bucket[h] * size, size, a)


@njit(cache=True, nogil=True)
def walk_board(
    info, offset, child, steps, buckets, cards, groups, player, first, reach, value, node_of, at_of
):
    """Σ_h of a player's values on one board when both play the blueprint, he his best from street `first` on.

    info: `[N, 4]` int32 as `external.Betting`. offset: `[N]` int64. child: `[C]`. steps: `[E]` uint8, the blueprint.
    buckets: `[4, H]` int32 by street. cards: `[H, 2]`, weakest first; groups: `[G + 1]`, where hands of equal strength
    begin. reach, value: `[depth, H]`, scratch; node_of, at_of: `[depth]` int64, scratch.
    """
    by_card = np.zeros(52)
    reach[0, :] = 1.0
    value[0, :] = 0.0
    node_of[0], at_of[0], depth = 0, -1, 0
    while depth >= 0:
        n = node_of[depth]
        size, street, is_own = info[n, 1], info[n, 0] >> 1, info[n, 3] == player
        at_of[depth] += 1
        a = at_of[depth]
        if a == size:  # all its actions are in: hand its values up
            depth -= 1
            if depth >= 0:
                n, a = node_of[depth], at_of[depth]
                street, is_own = info[n, 0] >> 1, info[n, 3] == player
                _take(
                    steps, offset[n], buckets[street], info[n, 1], a, is_own, street >= first, value[depth + 1],
                    value[depth],
                )  # fmt: skip
            continue
        for h in range(cards.shape[0]):
            share = 1.0 if is_own else _shares(steps, offset[n] + buckets[street, h] * size, size, a)
            reach[depth + 1, h] = reach[depth, h] * share
        link = child[info[n, 2] + a]
        if link >= 0:
            depth += 1
            node_of[depth], at_of[depth] = link, -1
            value[depth, :] = 0.0
            continue
        _settle(link, player, cards, groups, reach[depth + 1], by_card, value[depth + 1])
        _take(
            steps,
            offset[n],
            buckets[street],
            size,
            a,
            is_own,
            street >= first,
            value[depth + 1],
            value[depth],
        )
    return value[0].sum()

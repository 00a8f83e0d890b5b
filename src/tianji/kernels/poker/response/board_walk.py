"""Some boards, all hands at once, over a whole betting tree: what a blueprint is worth, or a best response to it.

Vectors have one number a board and hand. The opponent's reach goes down, values come up; where a hand ends, values are
sums over the opponent's hands that share no card. A response that does not see the last cards yet takes the action
that is best over all boards which look alike to it: boards are ordered by street, so those are neighbours.
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
def _settle_all(link, player, table, reach, by_card, scratch, out):
    """The values at a terminal on every board; 0 for hands that meet it."""
    order, live, cards, groups, kinds = table
    out[:] = 0.0
    for b in range(live.size):
        size = live[b]
        for k in range(size):
            scratch[0, k] = reach[b, order[b, k]]
        _settle(
            link, player, cards[b, :size], groups[b, : kinds[b] + 1], scratch[0, :size], by_card, scratch[1, :size]
        )  # fmt: skip
        for k in range(size):
            out[b, order[b, k]] = scratch[1, k]


@njit(cache=True)
def _take(steps, row_of, bucket, size, a, is_own, alike, value, out):
    """Add a child's values to its parent's: as they are, by the own mix, or the better for `alike` boards together."""
    boards, hands = value.shape
    if not is_own:
        out += value
    elif alike == 0:
        for b in range(boards):
            for h in range(hands):
                if bucket[b, h] >= 0:
                    out[b, h] += value[b, h] * _shares(steps, row_of + bucket[b, h] * size, size, a)
    else:
        for lo in range(0, boards, alike):
            for h in range(hands):
                gain = 0.0
                for b in range(lo, lo + alike):
                    gain += value[b, h] - out[b, h]
                if a == 0 or gain > 0:
                    for b in range(lo, lo + alike):
                        out[b, h] = value[b, h]


@njit(cache=True, nogil=True)
def walk_boards(info, offset, child, steps, buckets, table, player, alike, reach, value, node_of, at_of):
    """Σ_h of a player's values on some boards when both play the blueprint, or he his best where `alike` says so.

    info: `[N, 4]` int32 as `external.Betting`. offset: `[N]` int64. child: `[C]`. steps: `[E]` uint8, the blueprint.
    buckets: `[streets, B, H]` int32, −1 for hands that meet the board. table: order `[B, H]`, the hands that do not,
    weakest first; live `[B]`, how many; their cards `[B, H, 2]`; groups `[B, H + 1]`, where hands of equal strength
    begin, and how many such groups there are, `[B]`. alike: `[streets]`, how many neighbouring boards look alike to a
    response there, 0 where he plays the blueprint. reach, value: `[depth, B, H]`, scratch; node_of, at_of: `[depth]`
    int64, scratch.
    """
    by_card, scratch = np.zeros(52), np.empty((2, reach.shape[2]))
    reach[0] = 0.0
    for b in range(reach.shape[1]):
        for h in table[0][b, : table[1][b]]:
            reach[0, b, h] = 1.0
    value[0] = 0.0
    node_of[0], at_of[0], depth = 0, -1, 0
    while depth >= 0:
        n = node_of[depth]
        size, street, is_own = info[n, 1], info[n, 0] >> 1, info[n, 3] == player
        at_of[depth] += 1
        a = at_of[depth]
        if a == size:  # all its actions are in: hand its values up
            depth -= 1
            if depth < 0:
                break
            n, a = node_of[depth], at_of[depth]
        else:
            for b in range(reach.shape[1]):
                for h in range(reach.shape[2]):
                    held = buckets[street, b, h]
                    share = 1.0 if is_own else 0.0
                    if not is_own and held >= 0:
                        share = _shares(steps, offset[n] + held * size, size, a)
                    reach[depth + 1, b, h] = reach[depth, b, h] * share
            link = child[info[n, 2] + a]
            if link >= 0:
                depth += 1
                node_of[depth], at_of[depth] = link, -1
                value[depth] = 0.0
                continue
            _settle_all(link, player, table, reach[depth + 1], by_card, scratch, value[depth + 1])
        street, is_own = info[n, 0] >> 1, info[n, 3] == player
        _take(
            steps, offset[n], buckets[street], info[n, 1], a, is_own, alike[street], value[depth + 1], value[depth]
        )  # fmt: skip
    return value[0].sum()

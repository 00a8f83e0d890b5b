"""External sampling on the table of a game's histories, by a strategy that stands still while it is walked."""

import numpy as np
from numba import njit

CHANCE, TERMINAL = -1, -2
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@njit(cache=True, inline="always")
def scramble(x):
    """The finaliser of SplitMix64, a bijection (Steele, Lea & Flood 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit(cache=True)
def drawn(h, end, player, enter, prob, strategy, state):
    """The child of a chance node, or of one of the other's decisions, that is drawn by the state `[1]`, advanced."""
    state[0] += GOLDEN
    left = np.float64(scramble(state[0]) >> np.uint64(11)) / 9007199254740992.0
    chosen, c = h + 1, h + 1
    while c < end[h]:
        share = prob[c] if player[h] == CHANCE else strategy[enter[c]]
        if share > 0.0:
            chosen = c
            if left < share:
                break
            left -= share
        c = end[c]
    return chosen


@njit(cache=True)
def down(me, end, player, enter, prob, strategy, state, stack, order, choice, average):
    """Which histories a walk of `me` meets, parents first, in `order` `[H]`, overwritten; their number.

    At the other's decisions σ is added to `average` `[Q]`: they are met as often as he would come there.
    """
    stack[0], height, count = 0, 1, 0
    while height:
        height -= 1
        h = stack[height]
        order[count] = h
        count += 1
        if player[h] == TERMINAL:
            continue
        c = h + 1
        while player[h] != CHANCE and c < end[h]:
            if player[h] == me:
                stack[height] = c
                height += 1
            else:
                average[enter[c]] += strategy[enter[c]]
            c = end[c]
        if player[h] != me:
            choice[h] = drawn(h, end, player, enter, prob, strategy, state)
            stack[height] = choice[h]
            height += 1
    return count


@njit(cache=True, nogil=True)
def external_walks(
    end, player, enter, prob, gain, strategy, seed, first, count, stack, order, choice, value, regret, average
):
    r"""So many walks of each player by one strategy: what they would add to regrets, and to the average.

        r̂(I, a) = v̂(ha) − Σ_b σ(I, b) v̂(hb),   own actions all tried, others' and chance's drawn

    end, player: `[H]`, of the histories in preorder. enter: `[H]`, the slot of the action that led there, −1 for
    chance. prob: `[H]`, chance's odds of the last move. gain: `[H]`, the first player's payoff. strategy: `[Q]`, of
    both players one after the other. Walk w draws from (seed, w) alone. stack, order, choice, value: `[H]`, scratch.
    regret, average: `[Q]`, accumulated.

    Lanctot et al. (2009), "Monte Carlo Sampling for Regret Minimization in Extensive Games".
    """
    state = np.zeros(1, np.uint64)
    for w in range(first, first + count):
        for me in range(2):
            state[0] = scramble(scramble(np.uint64(seed) + GOLDEN) + np.uint64(2 * w + me) * GOLDEN)
            met = down(me, end, player, enter, prob, strategy, state, stack, order, choice, average)
            for i in range(met - 1, -1, -1):
                h = order[i]
                if player[h] == TERMINAL:
                    value[h] = gain[h] if me == 0 else -gain[h]
                elif player[h] != me:
                    value[h] = value[choice[h]]
                else:
                    total, c = 0.0, h + 1
                    while c < end[h]:
                        total += strategy[enter[c]] * value[c]
                        c = end[c]
                    c = h + 1
                    while c < end[h]:
                        regret[enter[c]] += value[c] - total
                        c = end[c]
                    value[h] = total

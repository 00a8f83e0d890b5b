"""A branch of a betting tree on its own: deals that come to it, a player who learns his best, and one behind a gate.

Without reference counts, as `external` says.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from tianji.kernels.poker.deals import GOLD, S11, draw, mixed
from tianji.kernels.poker.external import CEILING, REAL, traverse


class Way(NamedTuple):
    """Numbers of one player's decisions on the way to a branch, by bucket.

    slots: `[M]` int64: 2 · street + player of each decision; first: `[M]` int64: where its numbers begin; numbers:
    float64: how likely he takes the way there, or what he gives up by it, in chips.
    """

    slots: np.ndarray
    first: np.ndarray
    numbers: np.ndarray


@njit(cache=True, _nrt=False)
def _comes(way, buckets, state):
    """Whether a deal comes to the branch, drawn with the product of its numbers; and the next random state."""
    state += GOLD
    left = (mixed(state) >> S11) * REAL
    share = 1.0
    for k in range(way.slots.size):
        share *= way.numbers[way.first[k] + buckets[np.uint64(way.slots[k])]]
    return state, left < share


@njit(cache=True, nogil=True, _nrt=False)
def respond(
    betting, other, chance, dealer, table, way, slot, player, seed, first, count, floor, work, counts, sums
):
    """Deals that come to the branch, walked for one player, who learns his best against what stands in the table.

    other: the same tree with the rest's numbers elsewhere in the table; taken with probability 1 − chance, as a bet is
    that may stand for either of two. slot: 2 · street + player of his bucket where the branch begins. sums: `[2, K, 3]`
    float64, accumulated by half of the deals and bucket: how many came, what they were worth, and its square.
    """
    for t in range(first, first + count):
        state = mixed(seed ^ mixed(np.uint64(t)))
        state, sign = draw(dealer, state, work)
        state, is_here = _comes(way, work.buckets, state)
        if not is_here:
            continue
        state += GOLD
        is_first = (mixed(state) >> S11) * REAL < chance
        mine = np.float64(sign) if player == 0 else -np.float64(sign)
        if is_first:
            state, value = traverse(betting, table, 0, player, mine, -CEILING - 1, floor, state, work, counts)
        else:
            state, value = traverse(other, table, 0, player, mine, -CEILING - 1, floor, state, work, counts)
        bucket = work.buckets[slot]
        sums[t & 1, bucket, 0] += 1.0
        sums[t & 1, bucket, 1] += value
        sums[t & 1, bucket, 2] += value * value


@njit(cache=True, nogil=True, _nrt=False)
def train_gated(
    betting,
    dealer,
    table,
    way,
    gifts,
    slot,
    player,
    gate,
    leave,
    least,
    seed,
    first,
    count,
    floor,
    work,
    counts,
):
    """Deals that come to the branch, walked for both; `player`, who comes, may leave at a gate instead.

    gate: `[K, 2]` float64, accumulated: his regrets to enter and to leave, by bucket. leave: `[K]`, chips he has
    elsewhere; gifts: what he gave up on his way is added to it. least: he enters at least this often. Before the gate
    nobody's values count: he learns inside in every deal, the other where he enters.
    """
    for t in range(first, first + count):
        state = mixed(seed ^ mixed(np.uint64(t)))
        state, sign = draw(dealer, state, work)
        state, is_here = _comes(way, work.buckets, state)
        if not is_here:
            continue
        mine = np.float64(sign) if player == 0 else -np.float64(sign)
        state, value = traverse(betting, table, 0, player, mine, -CEILING - 1, floor, state, work, counts)
        bucket = work.buckets[slot]
        away = leave[bucket]
        for k in range(gifts.slots.size):
            away += gifts.numbers[gifts.first[k] + work.buckets[np.uint64(gifts.slots[k])]]
        enter, stay = max(gate[bucket, 0], 0.0), max(gate[bucket, 1], 0.0)
        share = enter / (enter + stay) if enter + stay > 0.0 else 0.5
        mean = share * value + (1.0 - share) * away
        gate[bucket, 0] += value - mean
        gate[bucket, 1] += away - mean
        state += GOLD
        if (mixed(state) >> S11) * REAL < least + (1.0 - least) * share:
            state, _ = traverse(
                betting, table, 0, 1 - player, -mine, -CEILING - 1, floor, state, work, counts
            )

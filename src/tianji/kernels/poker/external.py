"""External-sampling CFR over a betting tree with buckets: deals are drawn, one player tries all actions, the other one.

A deal is drawn once and walked for each player. The numbers of an infoset with A actions lie side by side, 2 A of
them, int32: its regrets, in chips, then its average strategy, in 64ths; one or two cache lines a visit. Where the hand
ends stands in the link itself (`tianji.holdem.blueprint.tree.FlatTree`), so a visit of a terminal loads nothing.

Compiled without reference counts (`_nrt`): kernels allocate nothing, and the atomic counting of arrays that are handed
from function to function took half of a deal's time.
"""

from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic

from tianji.kernels.poker.deals import GOLD, S11, draw, mixed

DEEP = 64  # own decisions of a line, at most
WIDE = 8  # actions of a decision, at most
APART = 16  # numbers of 8 bytes: two cache lines
CEILING = 2_000_000_000  # of a regret: what a visit adds cannot carry it over 2³¹
SHARE = 64.0  # what one visit adds to the average strategy of an infoset
FULL = 1 << 30  # an average that comes here is halved, with its infoset
SMALL = 8.0  # smaller changes of a regret are rounded at random, so that their mean is right
REAL = 2.0**-53


class Betting(NamedTuple):
    """The tree. info: `[N, 4]` int32: 2 · street + player, actions, first link, player. offset: `[N]` int64, where the
    numbers of each decision begin (twice the blueprint's). child: `[C]` int32, as `FlatTree.child`.
    """

    info: np.ndarray
    offset: np.ndarray
    child: np.ndarray


class Frames(NamedTuple):
    """Work space of one thread: the own decisions on the way down, and a deal.

    node, at, skip: `[DEEP]` int64: the decision, the action tried, a bit for each action that is left out; row:
    `[DEEP]` int64. sigma, worth: `[DEEP · WIDE]`. cards: `[9]` int64, four held and five on the board; buckets: `[8]`
    int64 by 2 · street + player.
    """

    node: np.ndarray
    at: np.ndarray
    skip: np.ndarray
    row: np.ndarray
    sigma: np.ndarray
    worth: np.ndarray
    cards: np.ndarray
    buckets: np.ndarray


def frames() -> Frames:
    """Work space for one thread, its ends apart from the next one's: threads that write to one cache line wait."""
    whole = [np.zeros(DEEP, dtype=np.int64) for _ in range(4)]
    real = [np.zeros(DEEP * WIDE) for _ in range(2)]
    return Frames(*whole, *real, *(np.zeros(n, dtype=np.int64) for n in (9 + APART, 8 + APART)))


@intrinsic
def _prefetch(typing, array, place):
    """Ask for the cache line of array[place]; nothing waits for it."""

    def build(context, builder, signature, args):
        base = context.make_array(signature.args[0])(context, builder, args[0])
        at = builder.gep(base.data, [args[1]])
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [at.type, word, word, word])
        call = builder.module.declare_intrinsic("llvm.prefetch", [at.type], kind)
        builder.call(call, [at, word(1), word(3), word(1)])  # to be written, kept near, data
        return context.get_dummy_value()

    return types.void(array, place), build


def _no_prefetch(array, place):
    """The readable source runs without a compiler, and without caches."""


prefetch = _no_prefetch if config.DISABLE_JIT else _prefetch


@njit(cache=True, _nrt=False)
def traverse(betting, table, root, player, sign, prune, floor, state, work, counts):
    """One player's walk over a deal: he tries all actions and learns, the other draws one and averages.

    root: the decision where it begins. prune: his actions with less regret are left out before the river where they
    lead on, but for the best one; floor: the least regret. counts: `[2]` int64, accumulated: decisions visited, regrets
    at the ceiling. Returns the random state and what the walk was worth to him. One long function: cut into three it
    visits 12 % fewer decisions a second.
    """
    info, offset, child = betting.info, betting.offset, betting.child
    node_of, at_of, skip_of, row_of = work.node, work.at, work.skip, work.row
    sigma, worth, buckets = work.sigma, work.worth, work.buckets
    depth, link, value, visits = np.uint64(0), np.int64(root), 0.0, 0
    one, wide = np.uint64(1), np.uint64(WIDE)
    while True:
        while link >= 0:  # down
            n = np.uint64(link)
            size, first = np.uint64(info[n, 1]), np.uint64(info[n, 2])
            row = np.uint64(offset[n] + buckets[np.uint64(info[n, 0])] * 2 * info[n, 1])
            visits += 1
            total = 0.0
            for a in range(size):
                x = table[row + a]
                total += x if x > 0 else 0
            if info[n, 3] != player:
                # Which of them is drawn is not known yet, but what each needs is on its way.
                for a in range(size):
                    link = np.int64(child[first + a])
                    if link >= 0:
                        m = np.uint64(link)
                        prefetch(table, offset[m] + buckets[np.uint64(info[m, 0])] * 2 * info[m, 1])
                state += GOLD
                z = mixed(state)
                scale = SHARE / total if total > 0.0 else SHARE / size
                drawn = (z >> S11) * REAL * SHARE
                chosen, is_full = size - one, False
                for a in range(size):
                    x = table[row + a]
                    share = (scale * x if x > 0 else 0.0) if total > 0.0 else scale
                    if drawn >= 0.0:
                        drawn -= share
                        if drawn < 0.0:
                            chosen = a
                    s = table[row + size + a] + np.int32(share + 0.5)
                    table[row + size + a] = s
                    is_full |= s >= FULL
                if is_full:
                    for a in range(size):
                        table[row + size + a] >>= 1
                link = np.int64(child[first + chosen])
                continue
            base, scale = depth * wide, 1.0 / total if total > 0.0 else 0.0
            skip, best = np.uint64(0), np.int32(-CEILING - 1)
            for a in range(size):
                x = table[row + a]
                best = x if x > best else best
                link = np.int64(child[first + a])
                if link >= 0:
                    if x < prune and info[n, 0] < 6:
                        skip |= one << a
                    else:
                        m = np.uint64(link)
                        prefetch(table, offset[m] + buckets[np.uint64(info[m, 0])] * 2 * info[m, 1])
                sigma[base + a] = (scale * x if x > 0 else 0.0) if total > 0.0 else 1.0 / size
            if best < prune and skip:
                left = 0
                for a in range(size):
                    if table[row + a] == best:
                        skip &= ~(one << a)
                    left += np.int64(not (skip >> a) & one)
                for a in range(size):
                    sigma[base + a] = 0.0 if (skip >> a) & one else 1.0 / left
            elif skip and not total > 0.0:
                left = 0
                for a in range(size):
                    left += np.int64(not (skip >> a) & one)
                for a in range(size):
                    sigma[base + a] = 0.0 if (skip >> a) & one else 1.0 / left
            a = np.uint64(0)
            while (skip >> a) & one:
                a += one
            node_of[depth], at_of[depth], skip_of[depth], row_of[depth] = n, a, skip, row
            depth += one
            link = np.int64(child[first + a])
        end = ~link
        chips, who = np.float64(end >> 2), end & 3
        value = sign * chips if who == 2 else (-chips if who == player else chips)
        while depth > 0:  # up
            d = depth - one
            n, a, skip, row = (
                np.uint64(node_of[d]),
                np.uint64(at_of[d]),
                np.uint64(skip_of[d]),
                np.uint64(row_of[d]),
            )
            base, size = d * wide, np.uint64(info[n, 1])
            worth[base + a] = value
            a += one
            while a < size and (skip >> a) & one:
                a += one
            if a < size:
                at_of[d] = a
                link = np.int64(child[np.uint64(info[n, 2]) + a])
                break
            value = 0.0
            for b in range(size):
                if not (skip >> b) & one:
                    value += sigma[base + b] * worth[base + b]
            for b in range(size):
                if (skip >> b) & one:
                    continue
                x = worth[base + b] - value
                if -SMALL < x < SMALL:
                    state += GOLD
                    x = np.floor(x + (mixed(state) >> S11) * REAL)
                else:
                    x = np.floor(x + 0.5)
                r = np.int64(table[row + b]) + np.int64(x)
                r = floor if r < floor else r
                if r > CEILING:
                    r = CEILING
                    counts[1] += 1
                table[row + b] = r
            depth = d
        if depth == 0:
            counts[0] += visits
            return state, value


@njit(cache=True, nogil=True, _nrt=False)
def train(betting, dealer, table, seed, first, count, prune, explore, floor, work, counts):
    """Deals number first … first + count, each walked for both players; all that is random follows from (seed, number).

    prune: regrets below it are left out of all but the share `explore` of deals. The rest as `traverse`.
    """
    for t in range(first, first + count):
        state = mixed(seed ^ mixed(np.uint64(t)))
        state, sign = draw(dealer, state, work)
        state += GOLD
        least = prune if (mixed(state) >> S11) * REAL >= explore else -CEILING - 1
        state, _ = traverse(betting, table, 0, 0, np.float64(sign), least, floor, state, work, counts)
        traverse(betting, table, 0, 1, -np.float64(sign), least, floor, state, work, counts)


@njit(cache=True, nogil=True, _nrt=False)
def discount(table, lo, hi, keep):
    """Numbers lo … hi ← keep · numbers, towards 0: what came before weighs less."""
    for i in range(lo, hi):
        table[i] = np.int32(table[i] * keep)


@njit(cache=True, nogil=True, _nrt=False)
def averages(info, offset, counts, table, out):
    """The average strategies as weights: out `[E]` float32, overwritten; where nothing was averaged, by regrets.

    counts: `[4]` int64, buckets by street.
    """
    for n in range(offset.size):
        size = np.int64(info[n, 1])
        for b in range(counts[info[n, 0] >> 1]):
            row, total = offset[n] + b * 2 * size, 0
            for a in range(size):
                total += table[row + size + a]
            for a in range(size):
                x = table[row + size + a] if total > 0 else max(table[row + a], 0)
                out[row // 2 + a] = x


@njit(cache=True, nogil=True)
def fill_averages(offsets, actions, average, regret, out):
    """out `[E]` ← averages, or where there are none regrets above 0: what was never reached plays as it learned."""
    for n in range(actions.size):
        size = np.int64(actions[n])
        for row in range(offsets[n], offsets[n + 1], size):
            total = 0.0
            for a in range(size):
                total += average[row + a]
            for a in range(size):
                out[row + a] = average[row + a] if total > 0 else max(regret[row + a], np.float32(0.0))


@njit(cache=True)
def quantise(offsets, actions, weights, steps, out):
    """Probabilities in proportion to weights as whole numbers that add up to `steps`, by largest remainders.

    offsets: `[N + 1]`, where the numbers of each decision begin; actions: `[N]` int8. weights: `[E]` float32, at least
    0; infosets without any play all actions alike. out: `[E]` uint8, overwritten.
    """
    rest = np.empty(16)
    for n in range(actions.size):
        size = np.int64(actions[n])
        for row in range(offsets[n], offsets[n + 1], size):
            total = 0.0
            for a in range(size):
                total += weights[row + a]
            left = steps
            for a in range(size):
                share = steps * (weights[row + a] / total if total > 0 else 1.0 / size)
                whole = np.int64(share)
                out[row + a] = whole
                rest[a] = share - whole
                left -= whole
            while left > 0:
                best = 0
                for a in range(1, size):
                    if rest[a] > rest[best]:
                        best = a
                out[row + best] += 1
                rest[best] = -1.0
                left -= 1


@njit(cache=True, _nrt=False)
def worth(betting, first, second, sign, work):
    """What seat 0 gets in the mean on the deal in `work`: it plays by `first`, seat 1 by `second`.

    betting, work: as in `external`. first, second: `[E]` float32, by decision, bucket and action. sign: 1,
    0 or −1 as seat 0's hand wins. Actions of chance 0 are not walked.
    """
    info, offset, child = betting.info, betting.offset, betting.child
    node_of, at_of, row_of, total, buckets = work.node, work.at, work.row, work.worth, work.buckets
    depth, link, value = 0, np.int64(0), 0.0
    while True:
        while link >= 0:
            size = np.int64(info[link, 1])
            row = offset[link] // 2 + buckets[info[link, 0]] * size
            table = first if info[link, 3] == 0 else second
            a = np.int64(0)
            while table[row + a] == 0.0:
                a += 1
            node_of[depth], at_of[depth], row_of[depth], total[depth] = link, a, row, 0.0
            depth += 1
            link = np.int64(child[info[link, 2] + a])
        end = ~link
        chips, who = np.float64(end >> 2), end & 3
        value = sign * chips if who == 2 else (-chips if who == 0 else chips)
        while depth > 0:
            n, a, row = node_of[depth - 1], at_of[depth - 1], row_of[depth - 1]
            table = first if info[n, 3] == 0 else second
            size = np.int64(info[n, 1])
            total[depth - 1] += table[row + a] * value
            a += 1
            while a < size and table[row + a] == 0.0:
                a += 1
            if a < size:
                at_of[depth - 1] = a
                link = np.int64(child[info[n, 2] + a])
                break
            value = total[depth - 1]
            depth -= 1
        if depth == 0:
            return value


@njit(cache=True, nogil=True, _nrt=False)
def duel(betting, dealer, first, second, seed, start, count, work, sums):
    """Deals number start … start + count, each from both seats: what `first` wins a hand from `second`, in chips.

    sums: `[2]`, accumulated: of what a deal brings, and of its square.
    """
    for t in range(start, start + count):
        _, sign = draw(dealer, mixed(seed ^ mixed(np.uint64(t))), work)
        there = worth(betting, first, second, np.float64(sign), work)
        won = 0.5 * (there - worth(betting, second, first, np.float64(sign), work))
        sums[0] += won
        sums[1] += won * won

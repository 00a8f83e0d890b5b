"""External sampling in blocks: the tree is cut into its top and pieces, and threads share out pieces, never rows.

A block is walked in three steps. *Deal*: deals are drawn and walked down the top, whose strategy stays as it is for the
block; whoever comes to a piece is put on its list. *Play*: every piece is walked for its list in the order of deals,
by one thread, which learns as it goes; no other thread has rows there. *Settle*: the top is walked again with what the
pieces were worth, and what is learned there is added up in whole numbers, whose sum does not depend on their order. So
the bits are the same on any number of threads. A piece's rows lie together, and its walks come one after the other:
caches like that.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from tianji.kernels.poker.deals import GOLD, S11, draw, mixed
from tianji.kernels.poker.external import CEILING, FULL, REAL, SHARE, SMALL, WIDE, prefetch, traverse

AHEAD = 2  # walks whose first row is asked for before it is needed


class TreeCut(NamedTuple):
    """Where the tree is cut. piece: `[N]` int32: of a piece's first decision its number, else −1. root: `[P]` int64.

    top: `[N]` int64, where the numbers of a decision of the top begin among what is pending, −1 of others; size: Z,
    how many there are.
    """

    piece: np.ndarray
    root: np.ndarray
    top: np.ndarray
    size: int


class Block(NamedTuple):
    """The deals of a block. buckets: `[B, 8]` int32; sign: `[B]` int8, 1 as seat 0 wins; is_wide: `[B]` bool, where
    nothing is pruned; state: `[B]` uint64, of their random numbers.

    walk: `[P, 2 B]` int32, walks (2 · deal + player) that come to a piece, in the order of deals from 2 · `first deal`
    of each part on; worth: `[P, 2 B]`, what the piece was worth to them. counts: `[parts, P]` int64, their numbers.
    """

    buckets: np.ndarray
    sign: np.ndarray
    is_wide: np.ndarray
    state: np.ndarray
    walk: np.ndarray
    worth: np.ndarray
    counts: np.ndarray


@njit(cache=True, _nrt=False)
def _top(betting, cut, table, pending, block, deal, player, first, prune, is_settling, work, counts):
    """A player's walk over the top for one deal: down to the pieces, or settling with what they were worth.

    first: where the part's walks begin; counts: `[P]` int64, the part's walks by piece so far, accumulated. Chances
    follow from the deal and the decision, so that both times the same is drawn. Returns the decisions visited.
    """
    info, offset, child = betting.info, betting.offset, betting.child
    node_of, at_of, skip_of = work.node, work.at, work.skip
    sigma, worth = work.sigma, work.worth
    seed = mixed(block.state[deal] + np.uint64(player) * GOLD)
    sign = np.float64(block.sign[deal] if player == 0 else -block.sign[deal])
    depth, link, visits = np.int64(0), np.int64(0), 0
    one = np.uint64(1)
    while True:
        value, is_piece = 0.0, False
        while link >= 0:
            if cut.piece[link] >= 0:
                is_piece = True
                break
            n, size, begin = link, np.int64(info[link, 1]), np.int64(info[link, 2])
            at = np.int64(block.buckets[deal, info[n, 0]]) * 2 * size
            row, base, total = offset[n] + at, depth * WIDE, 0.0
            visits += 1
            for a in range(size):
                x = table[row + a]
                total += x if x > 0 else 0
            scale = 1.0 / total if total > 0.0 else 1.0 / size
            for a in range(size):
                x = table[row + a]
                sigma[base + a] = (scale * x if x > 0 else 0.0) if total > 0.0 else scale
            if info[n, 3] != player:
                drawn = (mixed(seed + np.uint64(n) * GOLD) >> S11) * REAL
                chosen, left = size - 1, drawn
                for a in range(size):
                    if left >= 0.0:
                        left -= sigma[base + a]
                        if left < 0.0:
                            chosen = a
                if is_settling:
                    to = cut.top[n] + at + size
                    for a in range(size):
                        pending[to + a] += np.int64(sigma[base + a] * SHARE + 0.5)
                link = np.int64(child[begin + chosen])
                continue
            skip = _left_out(table, row, size, child, begin, prune, info[n, 0] < 6, sigma, base, total)
            a = np.int64(0)
            while (skip >> np.uint64(a)) & one:
                a += 1
            node_of[depth], at_of[depth], skip_of[depth] = n, a, np.int64(skip)
            depth += 1
            link = np.int64(child[begin + a])
        if is_piece:
            p = cut.piece[link]
            j = 2 * first + counts[p]
            counts[p] += 1
            if is_settling:
                value = block.worth[p, j]
            else:
                block.walk[p, j] = 2 * deal + player
        else:
            end = ~link
            chips, who = np.float64(end >> 2), end & 3
            value = sign * chips if who == 2 else (-chips if who == player else chips)
        while depth > 0:
            d = depth - 1
            n, a, skip, base = node_of[d], at_of[d], np.uint64(skip_of[d]), d * WIDE
            size = np.int64(info[n, 1])
            worth[base + a] = value
            a += 1
            while a < size and (skip >> np.uint64(a)) & one:
                a += 1
            if a < size:
                at_of[d] = a
                link = np.int64(child[info[n, 2] + a])
                break
            depth = d
            value = 0.0
            if is_settling:
                for b in range(size):
                    if not (skip >> np.uint64(b)) & one:
                        value += sigma[base + b] * worth[base + b]
                to = cut.top[n] + np.int64(block.buckets[deal, info[n, 0]]) * 2 * size
                for b in range(size):
                    if (skip >> np.uint64(b)) & one:
                        continue
                    x = worth[base + b] - value
                    if -SMALL < x < SMALL:
                        z = mixed(seed - np.uint64(n * WIDE + b + 1) * GOLD)
                        pending[to + b] += np.int64(np.floor(x + (z >> S11) * REAL))
                    else:
                        pending[to + b] += np.int64(np.floor(x + 0.5))
        if depth == 0:
            return visits


@njit(cache=True, _nrt=False)
def _left_out(table, row, size, child, begin, prune, is_early, sigma, base, total):
    """Bits of the own actions that are pruned, as `traverse` does it; σ is shared among the others."""
    one, skip, best = np.uint64(1), np.uint64(0), np.int32(-CEILING - 1)
    for a in range(size):
        x = table[row + a]
        best = x if x > best else best
        if child[begin + a] >= 0 and x < prune and is_early:
            skip |= one << np.uint64(a)
    if not skip or (best >= prune and total > 0.0):
        return skip
    left = 0
    for a in range(size):
        if best < prune and table[row + a] == best:
            skip &= ~(one << np.uint64(a))
        left += np.int64(not (skip >> np.uint64(a)) & one)
    for a in range(size):
        sigma[base + a] = 0.0 if (skip >> np.uint64(a)) & one else 1.0 / left
    return skip


@njit(cache=True, nogil=True, _nrt=False)
def deal_block(betting, cut, dealer, table, pending, block, seed, start, part, lo, hi, prune, explore, work):
    """Deals lo … hi of a block that begins with number `start`: drawn, and walked down the top."""
    counts = block.counts[part]
    for p in range(counts.size):
        counts[p] = 0
    for d in range(lo, hi):
        state, sign = draw(dealer, mixed(seed ^ mixed(np.uint64(start + d))), work)
        state += GOLD
        block.is_wide[d] = (mixed(state) >> S11) * REAL < explore
        block.sign[d], block.state[d] = sign, state
        for k in range(8):
            block.buckets[d, k] = work.buckets[k]
        least = -CEILING - 1 if block.is_wide[d] else prune
        for player in range(2):
            _top(betting, cut, table, pending, block, d, player, lo, least, False, work, counts)


@njit(cache=True, nogil=True, _nrt=False)
def play_piece(betting, cut, table, block, p, edges, prune, floor, work, counts):
    """Every walk on a piece's list, in the order of deals, learning as it goes. edges: `[parts + 1]`, their deals."""
    root, size = cut.root[p], np.int64(betting.info[cut.root[p], 1])
    offset, slot = betting.offset[root], betting.info[root, 0]
    for part in range(edges.size - 1):
        end = 2 * edges[part] + block.counts[part, p]
        for j in range(2 * edges[part], end):
            if j + AHEAD < end:
                bucket = np.int64(block.buckets[block.walk[p, j + AHEAD] >> 1, slot])
                prefetch(table, offset + bucket * 2 * size)
            walk = block.walk[p, j]
            d, player = walk >> 1, walk & 1
            for k in range(8):
                work.buckets[k] = block.buckets[d, k]
            state = mixed(block.state[d] + np.uint64(2 * p + 2 + player) * GOLD)
            sign = np.float64(block.sign[d] if player == 0 else -block.sign[d])
            least = -CEILING - 1 if block.is_wide[d] else prune
            _, value = traverse(betting, table, root, player, sign, least, floor, state, work, counts)
            block.worth[p, j] = value


@njit(cache=True, nogil=True, _nrt=False)
def settle_block(betting, cut, table, pending, block, part, lo, hi, prune, work, counts):
    """The top of deals lo … hi again, with what the pieces were worth: what is learned there is added to `pending`."""
    done = block.counts[part]
    for p in range(done.size):
        done[p] = 0
    for d in range(lo, hi):
        least = -CEILING - 1 if block.is_wide[d] else prune
        for player in range(2):
            counts[0] += _top(betting, cut, table, pending, block, d, player, lo, least, True, work, done)


@njit(cache=True, nogil=True, _nrt=False)
def fold_top(betting, cut, buckets, table, pending, floor, is_end, counts):
    """What all threads have learned about the top goes into the table: averages always, regrets when a block ends.

    pending: `[threads, Z]` int64; what was taken is 0 afterwards, and regrets that wait stand in the first row.
    """
    info, offset = betting.info, betting.offset
    for n in range(offset.size):
        if cut.top[n] < 0:
            continue
        size = np.int64(info[n, 1])
        for b in range(buckets[info[n, 0] >> 1]):
            row, at, is_full = offset[n] + b * 2 * size, cut.top[n] + b * 2 * size, False
            for a in range(2 * size):
                x = np.int64(0)
                for k in range(pending.shape[0]):
                    x += pending[k, at + a]
                    pending[k, at + a] = 0
                if a < size and not is_end:
                    pending[0, at + a] = x
                elif x != 0:
                    x += table[row + a]
                    if x > CEILING:
                        counts[1] += a < size
                        x = CEILING
                    table[row + a] = max(x, floor)
                    is_full |= a >= size and x >= FULL
            if is_full:
                for a in range(size, 2 * size):
                    table[row + a] >>= 1

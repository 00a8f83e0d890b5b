"""Two strategies of one betting tree with buckets, deal by deal: what one wins from the other, every action counted."""

import numpy as np
from numba import njit

from tianji.kernels.poker.deals import draw, mixed


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

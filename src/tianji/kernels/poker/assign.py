"""The nearest of many centres, and good centres to begin with.

Centres and points are ordered along one direction u; their distance along it bounds their distance, so most of them
need not be looked at. What is found does not depend on u.
"""

import numpy as np
from numba import njit

LANES = 16  # centres whose distances are computed side by side
BLOCK = 256  # points with one sum and one bound
SLACK = 1e-5  # more than rounding can move a projection of numbers of about 1


@njit(cache=True)
def _block_costs(centres, block, point, is_l1, costs):
    """Squared (or absolute) distances from a point to the centres of a block, the coordinates added in order."""
    for x in range(LANES):
        costs[x] = 0.0
    for d in range(point.size):
        if is_l1:
            for x in range(LANES):
                costs[x] += abs(centres[block, d, x] - point[d])
        else:
            for x in range(LANES):
                costs[x] += (centres[block, d, x] - point[d]) * (centres[block, d, x] - point[d])


@njit(cache=True, nogil=True)
def nearest(centres, low, high, numbers, points, along, is_l1, out, cost):
    """The nearest centre of each point, of equal ones that of the least number.

    centres: `[K / LANES, D, LANES]` float32, ordered along u; low, high: `[K / LANES]` float32, the ends of each block
    on u; numbers: `[K / LANES, LANES]` int32. points: `[N, D]` float32; along: `[N]` float32, their places on u. out:
    `[N]` int32 and cost: `[N]` float32, overwritten.
    """
    costs = np.empty(LANES, dtype=np.float32)
    for i in range(points.shape[0]):
        at = along[i]
        right = np.searchsorted(low, at)
        left = right - 1
        best, number = np.float32(np.inf), np.int32(2147483647)
        while True:
            gap_left = max(at - high[left], 0.0) if left >= 0 else np.inf
            gap_right = max(low[right] - at, 0.0) if right < low.size else np.inf
            gap = min(gap_left, gap_right) - SLACK
            if gap == np.inf or (gap > 0 and (gap if is_l1 else gap * gap) > best):
                break
            if gap_left <= gap_right:
                block = left
                left -= 1
            else:
                block = right
                right += 1
            _block_costs(centres, block, points[i], is_l1, costs)
            for x in range(LANES):
                if costs[x] < best or (costs[x] == best and numbers[block, x] < number):
                    best, number = costs[x], numbers[block, x]
        out[i], cost[i] = number, best


@njit(cache=True, nogil=True)
def lean(weights, first, actions, near, strength):
    """The buckets of a decision lean on their neighbours: those with little of their own do as these do.

        S(b, a) ← S(b, a) + strength · Σ_c S(c, a) / Σ_c,a S(c, a),   c the neighbours of b, S on the right as it was

    weights: `[E]` float32, those of the decision beginning with number first, `actions` a bucket; updated. near:
    `[K, n]` int32, the neighbours of each of its buckets; a bucket whose neighbours have nothing stays as it is.
    """
    before = weights[first : first + near.shape[0] * actions].copy()
    share = np.empty(actions)
    for b in range(near.shape[0]):
        total = 0.0
        share[:] = 0.0
        for c in near[b]:
            for a in range(actions):
                share[a] += before[c * actions + a]
        for a in range(actions):
            total += share[a]
        if total > 0:
            for a in range(actions):
                weights[first + b * actions + a] += strength * share[a] / total


@njit(cache=True, nogil=True)
def seed(points, along, weights, uniforms, is_l1, first, last, chosen, cost, mass, worst):
    """k-means++: centres first…last − 1, each a point drawn in proportion to its weight times its cost so far.

    points: `[N, D]` float32 in the order of along: `[N]` float32. weights: `[N]` float32. uniforms, chosen: `[K]`
    float64 and int64. cost: `[N]` float32; mass, worst: `[N / BLOCK]`, the sum of weight · cost of a block and its
    largest cost (infinite at first: then mass is the weight alone). All are updated. Returns the number of centres
    there are now: fewer than `last` where no point is left that differs from all of them.
    """
    n = points.shape[0]
    for k in range(first, last):
        total = 0.0
        for b in range(mass.size):
            total += mass[b]
        if total <= 0:
            return k
        i = _draw(uniforms[k] * total, mass, cost, weights, k == 0)
        chosen[k] = i
        for b in range(mass.size):
            lo, hi = b * BLOCK, min((b + 1) * BLOCK, n)
            gap = max(along[lo] - along[i], along[i] - along[hi - 1], 0.0) - SLACK
            if worst[b] <= 0 or (gap > 0 and (gap if is_l1 else gap * gap) > worst[b]):
                continue
            mass[b], worst[b] = _update(points, weights, lo, hi, i, is_l1, cost)
    return last


@njit(cache=True)
def _draw(target, mass, cost, weights, is_first):
    """The point at which the running sum of masses passes the target; always one of positive mass."""
    block = 0
    for b in range(mass.size):
        if mass[b] > 0:
            block = b
            if target < mass[b]:
                break
            target -= mass[b]
    found = -1
    for i in range(block * BLOCK, min((block + 1) * BLOCK, cost.size)):
        part = weights[i] * (1.0 if is_first else cost[i])
        if part > 0:
            found = i
            if target < part:
                break
            target -= part
    return found


@njit(cache=True)
def _update(points, weights, lo, hi, centre, is_l1, cost):
    """Lower the costs of the points lo…hi − 1 by a new centre; their mass and the largest of them."""
    mass, worst = 0.0, np.float32(0.0)
    for i in range(lo, hi):
        far = np.float32(0.0)
        for d in range(points.shape[1]):
            gap = points[i, d] - points[centre, d]
            far += abs(gap) if is_l1 else gap * gap
        if far < cost[i]:
            cost[i] = far
        mass += weights[i] * cost[i]
        worst = max(worst, cost[i])
    return mass, worst

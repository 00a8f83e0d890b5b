"""Blueprints as bytes: probabilities in whole steps, one infoset after the other."""

import numpy as np
from numba import njit


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

"""Buckets of the river that have seen little do as the ones next to them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tianji.holdem.abstraction.buckets import Buckets
from tianji.holdem.blueprint.tree import LAST, FlatTree
from tianji.poker.rules import BOARD_CARDS
from tianji.run.clock import Clock
from tianji.run.threads import each

NEAR = 100  # one of so many buckets is a neighbour
MANY = 50_000  # buckets, of which it would take long to find the neighbours


def river_neighbours(kept: Buckets) -> npt.NDArray[np.int32] | None:
    """`[K, n]`: the nearest of each bucket of the river; None where there are too few buckets for that, or too many."""
    level = kept.clusters[BOARD_CARDS[-1]]
    count = 0 if level is None else len(level.centres) // NEAR
    return None if level is None or not 0 < count <= MANY // NEAR else level.neighbours(count)


def lean_rivers(
    weights: npt.NDArray[np.float32],
    tree: FlatTree,
    counts: Sequence[int],
    near: npt.NDArray[np.int32],
    strength: float,
    threads: int,
) -> None:
    """Add to every bucket of the river, in `[E]` weights, what its neighbours do, as much as `strength` says."""
    from tianji.kernels.poker.assign import lean

    first = tree.offsets(counts)
    each(
        np.flatnonzero(tree.street == LAST).tolist(),
        lambda n: lean(weights, int(first[n]), int(tree.actions[n]), near, strength),
        threads,
        Clock(),
    )

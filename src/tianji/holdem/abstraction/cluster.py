"""k-means with weights: exactly K clusters, the same from the same seed, whatever the number of threads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tianji.errors import ParameterError
from tianji.holdem.abstraction.work import Work
from tianji.run.clock import OutOfBudget

FloatArray = npt.NDArray[np.float32]
DoubleArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
PIECE = 4096  # points to a call
SEEDS = 64  # centres to a call
EXTRA = 30  # rounds more, at most, until no cluster is empty


@dataclass(frozen=True, eq=False)
class Clusters:
    """K centres.

    centres: `[K, D]` float32, ordered by the mean of what `fit` was given to order by: order, `[K]` float64. share:
    `[K]`, the part of the weight that each had. spread: the mean cost of a point: its squared distance to its centre,
    or its distance in L1. rounds: of Lloyd's algorithm. stopped: "" where it ended by itself.
    """

    centres: FloatArray
    order: DoubleArray
    share: DoubleArray
    spread: float
    rounds: int
    is_l1: bool = False
    stopped: str = ""

    @cached_property
    def finder(self) -> Finder:
        """The centres made ready to be searched."""
        return Finder(self.centres, self.is_l1)

    def neighbours(self, count: int) -> npt.NDArray[np.int32]:
        """`[K, count]`: for each centre so many others, the nearest first, of equally near ones the first.

        >>> centres = np.array([[0.0], [0.4], [1.0]], np.float32)
        >>> Clusters(centres, np.zeros(3), np.ones(3), 0.0, 1).neighbours(1).tolist()
        [[1], [0], [1]]
        """
        points = self.centres.astype(np.float64)
        found = np.empty((len(points), count), dtype=np.int32)
        for k, point in enumerate(points):
            gap = np.abs(points - point) if self.is_l1 else (points - point) ** 2
            far = gap.sum(axis=1)
            far[k] = np.inf
            near = np.flatnonzero(far <= np.partition(far, count - 1)[count - 1])
            found[k] = near[np.argsort(far[near], kind="stable")[:count]]
        return found

    def find(self, points: FloatArray, work: Work | None = None) -> npt.NDArray[np.int32]:
        """`[N]`: the nearest centre of each point, the first of equally near ones."""
        return self.finder.find(points, work or Work())[0]


class Finder:
    """Centres in the order of one direction, sixteen to a block, as `kernels.poker.assign.nearest` reads them."""

    def __init__(self, centres: FloatArray, is_l1: bool) -> None:
        from tianji.kernels.poker.assign import LANES

        k, d = centres.shape
        self.direction = _direction(centres, is_l1)
        along = centres @ self.direction
        order = np.argsort(along, kind="stable")
        blocks = -(-k // LANES)
        padded = np.full((blocks * LANES, d), 1e9, dtype=np.float32)
        padded[:k] = centres[order]
        self.centres = np.ascontiguousarray(padded.reshape(blocks, LANES, d).transpose(0, 2, 1))
        numbers = np.full(blocks * LANES, 2**31 - 1, dtype=np.int32)
        numbers[:k] = order
        self.numbers = numbers.reshape(blocks, LANES)
        self.low = along[order][::LANES].astype(np.float32)
        self.high = along[order][np.minimum(np.arange(1, blocks + 1) * LANES, k) - 1].astype(np.float32)
        self.is_l1 = is_l1

    def find(
        self, points: FloatArray, work: Work, phase: str = "assign"
    ) -> tuple[npt.NDArray[np.int32], FloatArray]:
        """`[N]` each: the nearest centres and the costs."""
        pieces = [points[k : k + PIECE] for k in range(0, len(points), PIECE)]
        found = work.map(phase, "hands", pieces, self.nearest, PIECE)
        labels = np.concatenate([piece[0] for piece in found]) if found else np.empty(0, np.int32)
        return labels, np.concatenate([piece[1] for piece in found]) if found else np.empty(0, np.float32)

    def nearest(self, points: FloatArray) -> tuple[npt.NDArray[np.int32], FloatArray]:
        """As `find`, on this thread."""
        from tianji.kernels.poker.assign import nearest

        points = np.ascontiguousarray(points, dtype=np.float32)
        out, cost = np.empty(len(points), dtype=np.int32), np.empty(len(points), dtype=np.float32)
        along = (points @ self.direction).astype(np.float32)
        nearest(self.centres, self.low, self.high, self.numbers, points, along, self.is_l1, out, cost)
        return out, cost


def _direction(points: FloatArray, is_l1: bool) -> FloatArray:
    """About the direction in which points differ most, of a length that no distance is shorter than along it."""
    centred = points.astype(np.float64) - points.mean(axis=0, dtype=np.float64)
    covariance = centred.T @ centred
    u = np.ones(points.shape[1])
    for _ in range(30):
        u = covariance @ u
        size = np.abs(u).max()
        if size <= 0:
            u = np.ones(points.shape[1])
            break
        u /= size
    length = np.abs(u).max() if is_l1 else float(np.sqrt(u @ u))
    return (u / length).astype(np.float32)


def fit(
    points: FloatArray,
    weights: npt.NDArray[np.integer] | DoubleArray,
    order_by: DoubleArray | FloatArray,
    k: int,
    *,
    seed: int = 0,
    is_l1: bool = False,
    rounds: int = 20,
    work: Work | None = None,
    name: str = "clusters",
) -> Clusters:
    """Cluster `[N, D]` points with weights: k-means++, then Lloyd's algorithm; medians and L1 distances with is_l1.

        min Σ_i w_i · min_c ‖x_i − c‖²,   or ‖x_i − c‖₁

    Clusters that lose all points start anew at the points that are farthest from their centres. Stopped
    after the first round it gives the centres so far; before, it raises `OutOfBudget`.

    Arthur & Vassilvitskii (2007), "k-means++: The Advantages of Careful Seeding".

    >>> points = np.array([[0.0], [0.1], [1.0], [1.2]], np.float32)
    >>> fit(points, np.array([1, 1, 1, 1]), points[:, 0], 2).order.round(2).tolist()
    [0.05, 1.1]
    """
    work = work or Work()
    points = np.ascontiguousarray(points, dtype=np.float32)
    mass = np.asarray(weights, dtype=np.float64)
    mass = mass / mass.mean()
    centres = _seeds(points, mass, k, seed, is_l1, work, name)
    labels, cost = np.zeros(len(points), np.int32), np.zeros(len(points), np.float32)
    done, stopped, before = 0, "", np.empty(0, np.int32)
    while done <= rounds + EXTRA:
        try:
            labels, cost = Finder(centres, is_l1).find(points, work, f"{name}, round {done} of {rounds}")
        except OutOfBudget:
            if not len(before):
                raise
            labels, stopped = before, work.clock.stopped
            break
        share = np.bincount(labels, mass, minlength=k)
        empty = np.flatnonzero(share == 0)
        is_settled = np.array_equal(labels, before) or done >= rounds
        if is_settled and not len(empty):
            break
        before = labels
        if not is_settled or not len(empty):
            centres = _middles(points, mass, labels, centres, is_l1)
        if len(empty):
            centres = centres.copy()
            centres[empty] = points[_farthest(points, cost, len(empty))]
        done += 1
    return _ordered(centres, labels, mass, cost, np.asarray(order_by, dtype=np.float64), done, is_l1, stopped)


def _ordered(
    centres: FloatArray, labels: npt.NDArray[np.int32], mass: DoubleArray, cost: FloatArray, order_by: DoubleArray,
    rounds: int, is_l1: bool, stopped: str,
) -> Clusters:  # fmt: skip
    share = np.bincount(labels, mass, minlength=len(centres))
    mean = np.bincount(labels, mass * order_by, minlength=len(centres)) / np.maximum(share, 1e-300)
    order = np.argsort(mean, kind="stable")
    spread = float(cost @ mass / mass.sum())
    return Clusters(
        np.ascontiguousarray(centres[order]),
        mean[order],
        share[order] / mass.sum(),
        spread,
        rounds,
        is_l1,
        stopped,
    )


def _seeds(
    points: FloatArray, mass: DoubleArray, k: int, seed: int, is_l1: bool, work: Work, name: str
) -> FloatArray:
    """k points by k-means++."""
    from tianji.kernels.poker.assign import BLOCK
    from tianji.kernels.poker.assign import seed as draw

    direction = _direction(points, is_l1)
    order = np.argsort(points @ direction, kind="stable")
    ordered, weights = points[order], mass[order].astype(np.float32)
    along = (ordered @ direction).astype(np.float32)
    uniforms = np.random.default_rng(seed).random(k)
    chosen = np.zeros(k, dtype=np.int64)
    cost = np.full(len(points), np.inf, dtype=np.float32)
    sums = np.add.reduceat(weights.astype(np.float64), np.arange(0, len(points), BLOCK))
    worst = np.full(len(sums), np.inf, dtype=np.float32)
    for first in range(0, k, SEEDS):
        work.check()
        work.tell(f"{name}, seeds", first, k, "clusters")
        last = min(first + SEEDS, k)
        found = draw(ordered, along, weights, uniforms, is_l1, first, last, chosen, cost, sums, worst)
        if found < last:
            raise ParameterError(
                f"k={k} ({name}): only {found} hands can be told apart by their features; ask for at most {found}"
            )
    return ordered[chosen]


def _middles(
    points: FloatArray, mass: DoubleArray, labels: npt.NDArray[np.int32], centres: FloatArray, is_l1: bool
) -> FloatArray:
    """The weighted mean (or, coordinate by coordinate, median) of each cluster; empty ones stay where they are."""
    k = len(centres)
    share = np.bincount(labels, mass, minlength=k)
    held = share > 0
    out = centres.copy()
    for d in range(points.shape[1]):
        if not is_l1:
            total = np.bincount(labels, mass * points[:, d], minlength=k)
            out[held, d] = total[held] / share[held]
            continue
        order = np.lexsort((points[:, d], labels))
        below = np.cumsum(mass[order])
        ends = np.searchsorted(labels[order], np.arange(k), side="right")
        starts = np.concatenate([[0.0], below])[np.concatenate([[0], ends[:-1]])]
        at = np.minimum(np.searchsorted(below, starts + share / 2), np.maximum(ends - 1, 0))
        out[held, d] = points[order[at], d][held]
    return out


def _farthest(points: FloatArray, cost: FloatArray, count: int) -> IntArray:
    """The points of largest cost, no two of them alike where there are enough."""
    order = np.argsort(-cost, kind="stable")[: 8 * count + 64]
    _, first = np.unique(points[order], axis=0, return_index=True)
    best = np.sort(first)[:count]
    if len(best) < count:
        best = np.arange(count)
    found: IntArray = order[best]
    return found

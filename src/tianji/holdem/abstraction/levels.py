"""One street's buckets: the vectors of its hands, the clusters of a sample of them, and every hand's cluster."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tianji.holdem.abstraction.cluster import Clusters, fit
from tianji.holdem.abstraction.features import Features
from tianji.holdem.abstraction.work import Work
from tianji.poker.boards import Boards, HandClasses, boards, hand_maps
from tianji.poker.cards import NUM_HANDS

FloatArray = npt.NDArray[np.float32]
DoubleArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
Table = npt.NDArray[np.int32]
SAMPLE = 300_000  # hands to fit to, or so many a bucket if that is more:
A_BUCKET = 20
BOARDS = 4000  # to take the sample from
PIECE = {0: 32, 1: 8, 2: 1}  # boards to a call, by cards to come
BATCH = 64  # calls whose counts are kept before they are added
AXES = 4  # of the next street's clusters, along which their distance is measured
QUANTILES = 12  # along each


@dataclass(frozen=True, eq=False)
class Measure:
    """How hands of a street become points.

    metric: "w2", "emd" or "next". places: `[K', 1 + L]` float32 with "next" before the last street: the mean equity of
    each cluster of the next street, and its place on L axes; table: `[B', 1326]`, the clusters there. Else both empty.
    """

    features: Features
    street: int
    metric: str
    places: FloatArray
    table: Table

    @property
    def is_l1(self) -> bool:
        """Whether distances are sums of absolute differences."""
        return self.metric == "emd"

    @property
    def scale(self) -> FloatArray:
        """`[D]`: what features are multiplied by, so that plain distances mean something; zeros are left out."""
        if len(self.places):
            axes = self.places.shape[1] - 1
            weights = np.concatenate([[0.0], np.full(axes * QUANTILES, 1 / QUANTILES)])
        else:
            weights = self.features.weights(self.street)
        return (weights if self.is_l1 else np.sqrt(weights)).astype(np.float32)

    def points(self, some: Boards, classes: HandClasses) -> tuple[FloatArray, FloatArray]:
        """The points of the classes of hands on some boards, `[C, D]`, and their equities, `[C]`; on this thread."""
        found = self._next(some) if len(self.places) else self.features.piece(self.street, some.cards)
        rows, scale = found[classes.board, classes.hand], self.scale
        return rows[:, scale > 0] * scale[scale > 0], rows[:, 0]

    def _next(self, some: Boards) -> FloatArray:
        from tianji.kernels.poker.features import over_next_buckets

        board, card = np.nonzero(some.unseen)
        number, renamed = boards(self.street + 1, some.ranks).find(np.column_stack([some.cards[board], card]))
        after, renaming = (
            np.full((len(some), 52), -1, dtype=np.int32),
            np.zeros((len(some), 52), dtype=np.uint8),
        )
        after[board, card], renaming[board, card] = number, renamed
        out = np.full((len(some), NUM_HANDS, len(self.scale)), np.nan, dtype=np.float32)
        places, live = np.array(self.places), np.ascontiguousarray(some.live())  # one type, one compilation
        over_next_buckets(after, renaming, hand_maps(), self.table, places, live, QUANTILES, out)
        return out


def places_of(clusters: Clusters) -> FloatArray:
    """`[K, 1 + L]`: the mean equity of each cluster, and its centre on the axes in which centres differ most."""
    centres = clusters.centres.astype(np.float64)
    centred = centres - clusters.share @ centres
    _, axes = np.linalg.eigh((centred * clusters.share[:, None]).T @ centred)
    axes = axes[:, ::-1][:, : min(AXES, centres.shape[1])]
    axes = axes * np.where(axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])] < 0, -1, 1)
    return np.column_stack([clusters.order, centred @ axes]).astype(np.float32)


def fit_street(
    measure: Measure, k: int, *, seed: int, rounds: int, sample: int | None, work: Work, name: str
) -> Clusters:
    """The clusters of a sample of a street's hands, each hand weighing as many deals as it stands for."""
    size = max(SAMPLE, A_BUCKET * k) if sample is None else sample
    points, weights, equity = _sample(measure, size, seed, work, name)
    return fit(
        points,
        weights,
        equity,
        k,
        seed=seed,
        is_l1=measure.is_l1,
        rounds=rounds,
        work=work,
        name=name,
    )


def _sample(
    measure: Measure, size: int, seed: int, work: Work, name: str
) -> tuple[FloatArray, DoubleArray, FloatArray]:
    """Points, weights and equities of about `size` hands.

    All boards of a street that has few; of many, every so-and-so-many-th deal in the order of boards, so that each
    has its true chance. On each board every so-and-so-many-th class of hands, from a random start.
    """
    every = boards(measure.street, measure.features.ranks)
    rows, counts = np.arange(len(every)), every.weights.astype(np.float64)
    if len(every) > BOARDS:
        start = np.random.default_rng([seed, measure.street]).random()
        deals = (np.arange(BOARDS) + start) * every.weights.sum() / BOARDS
        rows, times = np.unique(
            np.searchsorted(np.cumsum(every.weights), deals, side="right"), return_counts=True
        )
        counts = times.astype(np.float64)
    about = len(rows) * float(every.live(0, 1).sum()) * (every.weights.mean() / 24)  # classes, from below
    step = max(1, int(about / size))
    piece = PIECE[measure.features.last - measure.street]

    def take(first: int) -> tuple[FloatArray, DoubleArray, FloatArray]:
        chosen = rows[first : first + piece]
        some = every.take(chosen)
        classes = some.hand_classes()
        start = int(np.random.default_rng([seed, measure.street, first]).integers(step))
        kept = np.arange(start, len(classes), step)
        thin = HandClasses(classes.of, classes.board[kept], classes.hand[kept], classes.weights[kept])
        points, equity = measure.points(some, thin)
        return (
            points,
            thin.weights / some.weights[thin.board] * counts[first : first + piece][thin.board],
            equity,
        )

    found = work.map(f"sample, {name}", "boards", list(range(0, len(rows), piece)), take, piece)
    points, weights, equity = (np.concatenate(part) for part in zip(*found, strict=True))
    return points, weights, equity


def assign_street(measure: Measure, clusters: Clusters, work: Work, name: str) -> tuple[Table, DoubleArray]:
    """`[B, 1326]`: the cluster of every hand on every board, −1 where they meet; and sums by cluster, `[3, K]`.

    The sums are over all deals: how many there are, their equity, and its square.
    """
    every = boards(measure.street, measure.features.ranks)
    table = np.empty((len(every), NUM_HANDS), dtype=np.int32)
    piece = PIECE[measure.features.last - measure.street]
    k = len(clusters.centres)

    def take(first: int) -> DoubleArray:
        some = every.take(slice(first, first + piece))
        classes, labels, equity = assign_boards(measure, clusters, some)
        table[first : first + piece] = np.where(classes.of >= 0, labels[classes.of], -1)
        weights, value = classes.weights.astype(np.float64), equity.astype(np.float64)
        sums = (weights, weights * value, weights * value**2)
        return np.stack([np.bincount(labels, part, minlength=k) for part in sums])

    sums = np.zeros((3, k))
    firsts = range(0, len(every), piece)
    for start in range(0, len(firsts), BATCH):
        batch = list(firsts[start : start + BATCH])
        for part in work.map(f"buckets, {name}", "boards", batch, take, piece, start * piece, len(every)):
            sums += part
    return table, sums


def assign_boards(
    measure: Measure, clusters: Clusters, some: Boards
) -> tuple[HandClasses, npt.NDArray[np.int32], FloatArray]:
    """The classes of hands on some boards, the cluster of each, and its equity; on this thread."""
    classes = some.hand_classes()
    points, equity = measure.points(some, classes)
    return classes, clusters.finder.nearest(points)[0], equity

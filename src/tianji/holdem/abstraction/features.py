r"""What a hand is worth on a board, as numbers between which distances mean something.

On the street on which the game ends (the flop in flop hold'em, the river in the full game) a hand is its equity
against any other hand and against eight groups of starting hands (OCHS, "opponent cluster hand strength"). On an
earlier street it is the distribution of its equity at the end, as m quantiles of equal mass:

    q_k = F⁻¹((k − ½) / m),   W₂²(μ, ν) = ∫₀¹ (F⁻¹ − G⁻¹)² du ≈ Σ_k (q_k(μ) − q_k(ν))² / m

so the 2-Wasserstein distance of two hands is the Euclidean one of their vectors, and the mean of vectors is the
barycentre of their distributions: k-means needs no transport solver. With |·| in place of (·)² the same vectors give
the earth mover's distance. Two streets before the end the quantiles of the next street's equity come beside those of
the last one's, so that hands which get their strength early and late differ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tianji.errors import ParameterError, quote
from tianji.holdem.abstraction.cluster import fit
from tianji.holdem.abstraction.work import Work
from tianji.poker.boards import boards
from tianji.poker.cards import NUM_HANDS, hand_cards
from tianji.poker.ranks import tables

FloatArray = npt.NDArray[np.float32]
STREETS = {"flop": 3, "turn": 4, "river": 5}
GROUPS = 8  # of opponent's starting hands
QUANTILES = {0: 0, 1: 16, 2: 12}  # by cards still to come; with two to come they are taken twice
# Beside 1 for the equity or its distribution. Flop hold'em with 20 cards, exploitability of 200 iterations of CFR+ in
# mbb/h for 20, 100 and 400 buckets: at the end 1 gave 927, 368, 57; 1/4 gives 594, 287, 59; 1/16 gave 420, 288, 63.
OCHS_WEIGHT = {0: 0.25, 1: 0.5, 2: 0.5}  # by cards still to come
PIECE = {0: 128, 1: 8, 2: 1}  # boards that take some ten milliseconds, fifty with two cards to come


def read_street(street: int | str, last: int = 5, name: str = "street") -> int:
    """Cards on the board of a street, from a name or a number; one that the game reaches.

    >>> read_street("turn"), read_street(3)
    (4, 3)
    """
    found = STREETS.get(street.strip().lower(), -1) if isinstance(street, str) else street
    known = [each for each, size in STREETS.items() if size <= last]
    if isinstance(found, bool) or found not in STREETS.values() or found > last:
        raise ParameterError(f"{name}={quote(street)}; expected {' or '.join(known)}")
    return int(found)


@dataclass(frozen=True, eq=False)
class Features:
    """The features of hands in a game that ends with `last` cards on the board.

    ranks: those of the deck. groups: `[1326]` int8, the opponent's group that each hand belongs to, −1 where the deck
    does not have it.
    """

    last: int
    ranks: tuple[int, ...]
    groups: npt.NDArray[np.int8]

    @property
    def lanes(self) -> int:
        """Equities of a hand: against any other, and against each group."""
        return 1 + int(self.groups.max()) + 1

    def weights(self, street: int) -> npt.NDArray[np.float64]:
        """`[D]`: what the square of each coordinate counts in a distance; the equity alone counts at the end only."""
        to_come = self.last - street
        ochs = np.full(self.lanes - 1, OCHS_WEIGHT[to_come] / (self.lanes - 1))
        quantiles = np.full(to_come * QUANTILES[to_come], 1 / max(QUANTILES[to_come], 1))
        return np.concatenate([[0.0 if to_come else 1.0], ochs, quantiles])

    def of(self, street: int, cards: npt.NDArray[np.uint8], work: Work | None = None) -> FloatArray:
        """`[B, 1326, D]`: the features on `[B, street]` boards; the first is the equity. NaN for hands that meet one.

        >>> from tianji.poker.cards import parse_cards, parse_hand
        >>> features = Features(5, tuple(range(13)), np.zeros(1326, np.int8))
        >>> board = np.array([parse_cards("AsKd8h5c2s")], np.uint8)
        >>> round(float(features.of(5, board)[0, parse_hand("AhAd"), 0]), 4)  # only 43 and 4s3s win
        0.9838
        """
        work = work or Work()
        pieces = [
            cards[k : k + PIECE[self.last - street]] for k in range(0, len(cards), PIECE[self.last - street])
        ]
        name = next(name for name, size in STREETS.items() if size == street)
        done = work.map(
            f"features, {name}",
            "boards",
            pieces,
            lambda piece: self.piece(street, piece),
            PIECE[self.last - street],
        )
        return (
            np.concatenate(done) if done else np.empty((0, NUM_HANDS, len(self.weights(street))), np.float32)
        )

    def piece(self, street: int, cards: npt.NDArray[np.uint8]) -> FloatArray:
        """As `of`, on this thread."""
        from tianji.kernels.poker import features as kernels

        groups = np.array(self.groups)  # kernels are compiled anew for what is read-only
        largest = np.bincount(groups + 1)[1:].max(initial=0) if street == self.last - 2 else 0
        if self.lanes > kernels.LANES or largest > kernels.LARGEST:
            raise ParameterError(
                f"{self.lanes - 1} groups of opponents' hands, the largest of {largest}; expected at most "
                f"{kernels.LANES - 1}, each of at most {kernels.LARGEST} hands"
            )
        out = np.full((len(cards), NUM_HANDS, len(self.weights(street))), np.nan, dtype=np.float32)
        deck = np.flatnonzero(np.isin(np.arange(52) >> 2, self.ranks)).astype(np.uint8)
        found = tables(self.last + 2)
        to_come = self.last - street
        kernels.features(np.array(cards), hand_cards(), groups, deck, *found, to_come, self.lanes, out)
        return out


_made: dict[tuple[int, tuple[int, ...]], npt.NDArray[np.int8]] = {}  # seconds of work, the same for everybody


def opponent_groups(last: int, ranks: tuple[int, ...], work: Work | None = None) -> npt.NDArray[np.int8]:
    """`[1326]`: eight groups of starting hands, weakest first, −1 for hands that the deck does not have.

    The classes of hands (169 in a full deck) are clustered as hands on boards are: by sixteen quantiles of their
    equity at the end, over every board. The same for everybody, whatever the seed. Made once a process.
    """
    if (last, ranks) not in _made:
        _made[last, ranks] = _groups(last, ranks, work or Work())
    return _made[last, ranks]


def _groups(last: int, ranks: tuple[int, ...], work: Work) -> npt.NDArray[np.int8]:
    from tianji.kernels.poker.features import BINS

    start, ends = boards(0, ranks).hand_classes(), boards(last, ranks)
    kind = np.where(start.of[0] >= 0, 0, -1).astype(np.int8)
    plain = Features(last, ranks, kind)
    cells = np.where(start.of[0] >= 0, start.of[0], 0).astype(np.int64) * BINS

    def count(first: int) -> npt.NDArray[np.float64]:
        piece = slice(first, first + PIECE[0])
        equity = plain.piece(last, ends.cards[piece])[:, :, 0]
        live = ~np.isnan(equity)
        places = np.minimum(np.where(live, equity, 0) * BINS, BINS - 1).astype(np.int64) + cells
        weights = np.broadcast_to(ends.weights[piece, None], live.shape)[live]
        return np.bincount(places[live], weights, minlength=len(start) * BINS).astype(np.float64)

    counts = np.zeros(len(start) * BINS)
    firsts = range(0, len(ends), PIECE[0])
    for k in range(0, len(firsts), 64):  # sums of whole numbers: the order does not matter
        for piece in work.map(
            "opponent's groups", "boards", list(firsts[k : k + 64]), count, PIECE[0], k * PIECE[0], len(ends)
        ):
            counts += piece
    points, mean = _quantiles(counts.reshape(len(start), BINS), QUANTILES[1])
    distinct = len(np.unique(points, axis=0))
    points /= np.float32(np.sqrt(QUANTILES[1]))
    found = fit(points, start.weights, mean, min(GROUPS, distinct), work=work, name="opponent's groups")
    labels = found.find(points)
    work.check()  # what was stopped on the way is nobody's
    return np.where(start.of[0] >= 0, labels[start.of[0]], -1).astype(np.int8)


def _quantiles(counts: npt.NDArray[np.float64], m: int) -> tuple[FloatArray, npt.NDArray[np.float64]]:
    """Quantiles of equal mass, `[N, m]`, and means, `[N]`, of distributions given as counts in bins of [0, 1]."""
    bins = counts.shape[1]
    below = np.cumsum(counts, axis=1)
    wanted = below[:, -1:] * (np.arange(m) + 0.5) / m
    at = np.stack([np.searchsorted(b, w, side="right") for b, w in zip(below, wanted, strict=True)])
    mean = counts @ ((np.arange(bins) + 0.5) / bins) / below[:, -1]
    return ((at + 0.5) / bins).astype(np.float32), mean

"""What is in the buckets: of a whole street, and of one board or hand."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

import numpy as np

from tianji.core.result import Result
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.holdem.abstraction.buckets import Buckets
from tianji.holdem.abstraction.work import Work, working
from tianji.poker.boards import boards
from tianji.poker.cards import hand_names, parse_board, parse_hand, show_cards
from tianji.run.clock import OutOfBudget
from tianji.run.report import Progress
from tianji.run.stopping import Stop


@dataclass(frozen=True)
class StreetReport(Result):
    """How the deals of a street fall into its buckets.

    deals: (board, hand) deals in all. least, most: the smallest and the largest share of them that a bucket has.
    entropy: of the shares, in bits; at most log2(buckets). equity_spread: the standard deviation of the equity inside
    a bucket, over all deals; equity_range: its standard deviation over all hands, for comparison.
    """

    street: str
    buckets: int
    boards: int
    deals: int
    least: float
    most: float
    entropy: float
    equity_spread: float
    equity_range: float


@dataclass(frozen=True)
class BucketReport(Result):
    """The streets of some buckets; stopped: "" where all were counted."""

    game: str
    deck: int
    metric: str
    digest: str
    streets: tuple[StreetReport, ...]
    stopped: str = ""


@dataclass(frozen=True)
class BucketRow(Result):
    """A bucket on one board: how many hands of the board it holds, their mean equity, and their names."""

    bucket: int
    count: int
    equity: float
    hands: tuple[str, ...]


@dataclass(frozen=True)
class BoardBuckets(Result):
    """The buckets of the hands on one board, weakest first; with a hand, its own bucket alone."""

    board: str
    street: str
    buckets: int
    rows: tuple[BucketRow, ...]
    hand: str = ""


def report(
    buckets: Buckets, *, seconds: float | None = None, threads: int | None = None, progress: Progress | None = None,
    stop: Stop = None,
) -> BucketReport:  # fmt: skip
    """Count every deal of every street that has buckets: sizes, entropy, and how much equity varies inside.

    >>> from tianji.holdem.abstraction.buckets import make_buckets
    >>> found = report(make_buckets("flop", 10, deck=20)).streets[0]
    >>> found.deals, found.equity_spread < found.equity_range / 3
    (155040, True)
    """
    found: list[StreetReport] = []
    names = {3: "flop", 4: "turn", 5: "river"}
    with working(seconds, threads, progress, stop) as work:
        try:
            for street in sorted(s for s, level in buckets.clusters.items() if level is not None):
                found.append(_street(buckets, street, names[street], work))
        except OutOfBudget:
            pass
        stopped = work.clock.stopped
    return BucketReport(buckets.game, buckets.deck, buckets.metric, buckets.digest, tuple(found), stopped)


def _street(buckets: Buckets, street: int, name: str, work: Work) -> StreetReport:
    deals, equity, square = buckets.sums(street, work)
    share = deals / deals.sum()
    inside = np.maximum(square - equity**2 / np.maximum(deals, 1), 0).sum() / deals.sum()
    overall = square.sum() / deals.sum() - (equity.sum() / deals.sum()) ** 2
    return StreetReport(
        name, len(deals), len(boards(street, buckets.ranks)), round(deals.sum()),
        float(share.min()), float(share.max()),
        float(-sum(p * log2(p) for p in share if p > 0)), float(np.sqrt(inside)), float(np.sqrt(max(overall, 0))),
    )  # fmt: skip


def look(buckets: Buckets, board: str, hand: str | None = None) -> BoardBuckets:
    """Which hands share a bucket on a board, in any suits; with a hand, those that share its own.

    >>> from tianji.holdem.abstraction.buckets import make_buckets
    >>> made = make_buckets("flop", 20, deck=20)
    >>> look(made, "AsKdTh", "QcJc").rows[0].bucket  # the straight
    19
    """
    cards = parse_board(board, tuple(s for s in (3, 4, 5) if s <= buckets.last))
    outside = [c for c in cards if c >> 2 not in buckets.ranks]
    if outside:
        raise ParameterError(
            f"board={quote(board)}: {show_cards(outside)} is not in the deck of {buckets.deck} cards of these buckets"
        )
    labels = buckets.bucket_of(cards)
    found = boards(len(cards), buckets.ranks)
    equity = buckets.features.of(len(cards), np.array([cards], dtype=np.uint8), Work(threads=1))[0, :, 0]
    kept = np.unique(labels[labels >= 0])
    if hand is not None:
        number = parse_hand(hand)
        if labels[number] < 0:
            raise NotApplicableError(
                f"hand={quote(hand)} cannot be held on {show_cards(cards)}; give two other cards"
            )
        kept = labels[[number]]
    rows = []
    for bucket in kept:
        held = np.flatnonzero(labels == bucket)
        held = held[np.argsort(-equity[held], kind="stable")]
        names = tuple(hand_names()[h] for h in held)
        rows.append(BucketRow(int(bucket), len(held), float(equity[held].astype(np.float64).mean()), names))
    street = {3: "flop", 4: "turn", 5: "river"}[found.size]
    name = "" if hand is None else hand_names()[parse_hand(hand)]
    return BoardBuckets(show_cards(cards), street, buckets.count(found.size), tuple(rows), name)

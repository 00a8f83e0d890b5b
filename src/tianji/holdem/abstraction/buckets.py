"""Buckets: which hands a player who cannot keep all of them apart takes for the same, street by street."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.memory import require
from tianji.core.result import Result
from tianji.errors import NotApplicableError, ParameterError, StoppedError, UnknownNameError, quote, suggest
from tianji.holdem.abstraction.cluster import Clusters
from tianji.holdem.abstraction.features import STREETS, Features, opponent_groups, read_street
from tianji.holdem.abstraction.kept import KeptRows
from tianji.holdem.abstraction.levels import (
    Measure,
    Table,
    assign_boards,
    assign_street,
    fit_street,
    places_of,
)
from tianji.holdem.abstraction.work import Work, working
from tianji.poker.boards import Boards, boards, canonical_board, hand_maps, read_deck
from tianji.poker.cards import RANKS
from tianji.run.clock import OutOfBudget
from tianji.run.report import Progress
from tianji.run.stopping import Stop

GAMES = {"flop": 3, "turn": 4, "full": 5}
METRICS = ("w2", "emd", "next")
ALL = "all"  # what `k` says where every hand is a bucket of its own
MOST = 1_000_000  # buckets of a street
ROUNDS = 20  # of Lloyd's algorithm
PRESETS: dict[str, tuple[str, str]] = {
    "tiny": ("full", "50,50,50"),
    "laptop": ("full", "1000,1000,5000"),
    "night": ("full", "5000,1000,2500"),
    "weekend": ("full", "5000,2500,2500"),
}
_NONE = np.empty((0, 0), dtype=np.float32)
_NO_TABLE = np.empty((0, 0), dtype=np.int32)


@dataclass(frozen=True, eq=False)
class Buckets(Result):
    """The buckets of hands in a game that ends on the flop, turn or river.

    last: cards on the last board. ranks: those of the deck. metric, seed, rounds: how they were made. groups: `[1326]`
    int8, the opponent's groups of the features. clusters: by street (3, 4, 5), None where every hand that differs by
    more than the names of suits has a bucket of its own. places: by street, with the metric "next", where the next
    street's clusters lie. stopped: "" where all was done, else why not; streets that were not come to are missing.
    Before the flop every class of hands is a bucket.
    """

    last: int
    ranks: tuple[int, ...]
    metric: str
    seed: int
    rounds: int
    groups: npt.NDArray[np.int8]
    clusters: Mapping[int, Clusters | None]
    places: Mapping[int, npt.NDArray[np.float32]] = field(default_factory=dict)
    seconds: float = 0.0
    stopped: str = ""
    _tables: dict[int, tuple[Table, npt.NDArray[np.float64]]] = field(default_factory=dict, repr=False)
    _kept: list[KeptRows] = field(default_factory=list, repr=False)  # of the flop, once one was asked for

    @property
    def game(self) -> str:
        """ "flop", "turn" or "full"."""
        return next(name for name, last in GAMES.items() if last == self.last)

    @property
    def deck(self) -> int:
        """Cards of the deck."""
        return 4 * len(self.ranks)

    @property
    def features(self) -> Features:
        """How hands are measured."""
        return Features(self.last, self.ranks, self.groups)

    @property
    def digest(self) -> str:
        """SHA-256 of all that decides which hand is in which bucket."""
        sha = hashlib.sha256(
            json.dumps([1, self.last, self.ranks, self.metric, sorted(self.clusters)]).encode()
        )
        sha.update(self.groups.tobytes())
        for street in sorted(self.clusters):
            sha.update(self.features.weights(street).astype("<f8").tobytes())
            found = self.clusters[street]
            for array in (found.centres if found else _NONE, self.places.get(street, _NONE)):
                sha.update(f"{street}|{array.shape}|".encode() + np.ascontiguousarray(array, "<f4").tobytes())
        return sha.hexdigest()

    @checked
    def count(self, street: int | str) -> int:
        """How many buckets a street has; 0 for the street before the flop: its classes of hands.

        >>> from tianji.holdem.abstraction.buckets import make_buckets
        >>> made = make_buckets("flop", 10, deck=20, rounds=2)
        >>> made.count("flop"), made.count(0)
        (10, 25)
        """
        if street == 0 and not isinstance(street, bool):
            return len(boards(0, self.ranks).hand_classes())
        found = self._street(street)
        level = self.clusters[found]
        return len(boards(found, self.ranks).hand_classes()) if level is None else len(level.centres)

    def _street(self, street: int | str) -> int:
        found = read_street(street, self.last)
        if found not in self.clusters:
            raise NotApplicableError(
                f"street={quote(street)}: the making of these buckets was stopped ({self.stopped}) before it came to "
                "this street; make them again"
            )
        return found

    def measure(self, street: int, work: Work) -> Measure:
        """How hands of a street become points."""
        places = self.places.get(street, _NONE)
        table = self._table(street + 1, work)[0] if len(places) else _NO_TABLE
        return Measure(self.features, street, self.metric, places, table)

    @checked
    def of(
        self, street: int | str, *, seconds: float | None = None, threads: int | None = None,
        progress: Progress | None = None, stop: Stop = None,
    ) -> Table:  # fmt: skip
        """`[B, 1326]` int32: the bucket of every hand on every board of `tianji.poker.boards`, −1 where they meet.

        Street 0 is before the flop: `[1, 1326]`. The table is made once; stopped before it is there, this raises a
        `StoppedError`.
        """
        if street == 0 and not isinstance(street, bool):
            return boards(0, self.ranks).hand_classes().of
        found = self._street(street)
        with working(seconds, threads, progress, stop) as work:
            try:
                return self._table(found, work)[0]
            except OutOfBudget:
                raise StoppedError(
                    f"the table of the {_name(found)} was stopped ({work.clock.stopped}) before it was done; "
                    "give it more time, or ask for one board with bucket_of",
                    work.clock.stopped,
                ) from None

    def _table(self, street: int, work: Work) -> tuple[Table, npt.NDArray[np.float64]]:
        if street not in self._tables:
            level, every = self.clusters[street], boards(street, self.ranks)
            room = len(every) * 1326 * (4 if level is not None else 16)
            require(f"the table of the {_name(street)}", room, "ask for one board at a time with bucket_of")
            if level is None:
                self._tables[street] = every.hand_classes().of, np.empty((3, 0))
            else:
                self._tables[street] = assign_street(self.measure(street, work), level, work, _name(street))
        return self._tables[street]

    def sums(self, street: int, work: Work) -> npt.NDArray[np.float64]:
        """`[3, K]`: deals of each bucket of a street, the sum of their equities, and of the squares."""
        return self._table(street, work)[1]

    @checked
    def bucket_of(self, cards: Sequence[int]) -> Table:
        """`[1326]`: the buckets of all hands on one board, its cards in any order; what `of` would say, on the spot.

        Those of a flop are kept in the user's cache folder (`TIANJI_CACHE`): they take ten times as long as a turn's.
        """
        street = self._street(len(cards))
        board, renaming = canonical_board(cards, self.ranks)
        row: Table
        if self.clusters[street] is None or street in self._tables:
            number = int(np.searchsorted(boards(street, self.ranks).keys, board.keys[0]))
            row = self._table(street, Work())[0][number]
        elif street < self.last - 1:
            row = self._kept_row(board)
        else:
            row = self._made_row(board)
        renamed: Table = row[hand_maps()[renaming]]
        return renamed

    def _made_row(self, board: Boards) -> Table:
        level = self.clusters[board.size]
        assert level is not None
        classes, labels, _ = assign_boards(self.measure(board.size, Work(threads=1)), level, board)
        return np.where(classes.of[0] >= 0, labels[classes.of[0]], -1).astype(np.int32)

    def _kept_row(self, board: Boards) -> Table:
        if not self._kept:
            self._kept.append(KeptRows(f"{self.digest[:24]}-{_name(board.size)}"))
        key = int(board.keys[0])
        if key not in self._kept[0].rows:
            self._kept[0].add(key, self._made_row(board))
        return self._kept[0].rows[key]

    def to_dict(self) -> dict[str, Any]:
        """How they were made, and the streets."""
        streets = []
        for street, level in sorted(self.clusters.items()):
            streets.append({
                "street": _name(street), "buckets": self.count(street), "is_lossless": level is None,
                "spread": None if level is None else level.spread, "rounds": None if level is None else level.rounds,
            })  # fmt: skip
        return {
            "game": self.game, "deck": self.deck, "ranks": "".join(RANKS[r] for r in self.ranks),
            "metric": self.metric, "seed": self.seed, "rounds": self.rounds, "streets": streets,
            "digest": self.digest, "seconds": self.seconds, "stopped": self.stopped,
        }  # fmt: skip

    @checked
    def save(self, path: str | Path) -> None:
        """Write the centres, from which `load` has the same buckets again: a few megabytes at most."""
        from tianji.holdem.abstraction.files import save

        save(self, path)

    @staticmethod
    @checked
    def load(path: str | Path) -> Buckets:
        """Buckets that `save` wrote."""
        from tianji.holdem.abstraction.files import load

        return load(path)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_tables": {}, "_kept": []}  # both are made again when asked for

    def __repr__(self) -> str:
        counts = ", ".join(f"{_name(s)} {self.count(s)}" for s in sorted(self.clusters))
        return f"Buckets({self.game} hold'em, {self.deck} cards: {counts or 'none'})"


def _name(street: int) -> str:
    return next(name for name, size in STREETS.items() if size == street)


def read_counts(k: int | str | Sequence[int | str | None], last: int) -> dict[int, int | None]:
    """Buckets by street, None for all hands: from one number, or one a street from the flop on.

    One number alone is for the last street where the game ends before the river (earlier ones keep all hands, as in
    the experiments of Brown & Sandholm, 2017), and for each street of the full game.

    >>> read_counts(200, 4), read_counts("all,1000,500", 5)
    ({3: None, 4: 200}, {3: None, 4: 1000, 5: 500})
    """
    streets = [s for s in STREETS.values() if s <= last]
    given: list[int | str | None] = []
    if isinstance(k, str):
        given += k.split(",")
    elif isinstance(k, (list, tuple)):
        given += k
    else:
        given.append(k)  # type: ignore[arg-type]
    if len(given) == 1 and len(streets) > 1:
        given = given * len(streets) if last == 5 else [*[ALL] * (len(streets) - 1), *given]
    found: list[int | None] = []
    for part in given:
        text = part.strip().lower() if isinstance(part, str) else part
        if text is None or text == ALL:
            found.append(None)
            continue
        is_digits = isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 10
        count = int(text) if is_digits else text
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST:
            raise ParameterError(
                f"k={quote(k)}: {quote(part)} is no number of buckets; expected 1 to {MOST}, or '{ALL}' for every hand"
            )
        found.append(count)
    if len(found) != len(streets):
        raise ParameterError(
            f"k={quote(k)} has {len(found)} numbers, the game has {len(streets)} streets from the flop on; give one "
            f"number, or one a street such as {','.join(['200'] * len(streets))!r}"
        )
    return dict(zip(streets, found, strict=True))


@checked
def make_buckets(
    game: str = "flop",
    k: int | str | Sequence[int | str | None] = 200,
    *,
    deck: int | str | Sequence[int] = 52,
    metric: str = "w2",
    seed: int = 0,
    rounds: int = ROUNDS,
    sample: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Buckets:
    """Put the hands of each street into k buckets: those that are worth about the same now and later.

    game: "flop" or "turn" hold'em, which end there, or "full". k: as `read_counts` reads it. deck: cards, or ranks.
    metric: between hands, "w2" (2-Wasserstein), "emd" (earth mover's) or "next" (by the next street's buckets). rounds:
    of Lloyd's algorithm. sample: hands to fit to, by default 300,000 or 20 a bucket. The same seed gives the same
    buckets, on any number of threads. Stopped early it has the streets that were come to, the last street first.

    >>> made = make_buckets("flop", 10, deck=20, rounds=3)
    >>> made, made.of("flop").shape
    (Buckets(flop hold'em, 20 cards: flop 10), (95, 1326))
    """
    last, ranks = _checked(game, metric, seed, rounds, sample), read_deck(deck)
    if 4 * len(ranks) < last + 4:
        raise ParameterError(f"deck={quote(deck)}: {game} hold'em needs at least {last + 4} cards")
    counts = read_counts(k, last)
    _check_metric(metric, counts, last)
    if not any(counts.values()):
        for name, value, usual in (("seed", seed, 0), ("rounds", rounds, ROUNDS), ("sample", sample, None)):
            if value != usual:
                raise ParameterError(
                    f"{name}={quote(value)} is of clustering, and k={quote(k)} keeps all hands apart; leave it out"
                )
    for street, count in counts.items():
        most = comb(4 * len(ranks), street) * comb(4 * len(ranks) - street, 2)
        if count is not None and count > most:
            raise ParameterError(
                f"k={quote(k)}: the {_name(street)} of this deck has {most} deals; ask for fewer"
            )
    clusters: dict[int, Clusters | None] = {}
    places: dict[int, npt.NDArray[np.float32]] = {}
    groups = np.where(boards(0, ranks).hand_classes().of[0] >= 0, 0, -1).astype(np.int8)
    with working(seconds, threads, progress, stop) as work:
        try:
            groups = opponent_groups(last, ranks, work)
            made = Buckets(last, ranks, metric, seed, rounds, groups, clusters, places)
            for street in sorted(counts, reverse=True):
                level, count = clusters.get(street + 1), counts[street]
                if metric == "next" and count is not None and level is not None:
                    places[street] = places_of(level)
                clusters[street] = None if count is None else fit_street(
                    made.measure(street, work), count, seed=seed, rounds=rounds, sample=sample, work=work,
                    name=_name(street),
                )  # fmt: skip
                work.check()
        except OutOfBudget:
            places = {street: array for street, array in places.items() if street in clusters}
        tables = {} if work.clock.stopped else made._tables
        return Buckets(
            last,
            ranks,
            metric,
            seed,
            rounds,
            groups,
            clusters,
            places,
            work.clock.seconds,
            work.clock.stopped,
            tables,
        )


def _checked(game: str, metric: str, seed: int, rounds: int, sample: int | None) -> int:
    """Refuse what is no game, metric, seed or number; cards on the last board."""
    if game not in GAMES:
        raise UnknownNameError(f"no game {quote(game)}; {suggest(str(game)[:80], list(GAMES))}")
    if metric not in METRICS:
        raise UnknownNameError(f"no metric {quote(metric)}; {suggest(str(metric)[:80], list(METRICS))}")
    limits = {"seed": (seed, 0, 2**63), "rounds": (rounds, 0, 10_000)}
    limits |= {} if sample is None else {"sample": (sample, 1, 10**8)}
    for name, (value, low, high) in limits.items():
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ParameterError(f"{name}={quote(value)}; expected a whole number from {low} to {high}")
    return GAMES[game]


def _check_metric(metric: str, counts: dict[int, int | None], last: int) -> None:
    for street, count in counts.items():
        if metric == "next" and count is not None and street < last and counts[street + 1] is None:
            raise ParameterError(
                f"metric='next' measures hands on the {_name(street)} by the buckets of the {_name(street + 1)}, which "
                "keeps all hands; give it buckets, or use metric='w2'"
            )

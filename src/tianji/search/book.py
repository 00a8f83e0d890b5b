"""Opening books: searched positions near the beginning, built where play is likely to go."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tianji.core import storage
from tianji.core.arguments import checked, checked_init
from tianji.core.blame import asks_rules
from tianji.core.game import Game
from tianji.core.hooks import hooks
from tianji.core.schema import Array, Schema, number, rows, text, whole
from tianji.core.strategy import label
from tianji.errors import FileFormatError, ParameterError, quote, quote_path
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import CANCELLED, INTERRUPTED, Stop
from tianji.search.api import search
from tianji.search.result import ESTIMATE, EXACT, LOWER, UPPER, Answer

SCHEMA = Schema({"entries": Array("bytes")}, {"game": text(), "size": whole()})
ENTRIES = rows(text(), text(), number(), text(EXACT, LOWER, UPPER, ESTIMATE), text())


class BookMove(NamedTuple):
    """A book move: the action's text, its value for the player to move, how the value bounds the truth, and the
    key of where it leads.
    """

    action: str
    value: float
    bound: str
    leads_to: str


@checked_init
class Book:
    """Positions with their best move; all positions that the game's `canonical` maps together share one entry.

    An entry names its move by where it leads: whatever image of the position is probed, the move that leads to an
    image of the same position is the one to play. So no game has to say how its symmetries turn moves. stopped: why
    building it ended: "positions", "exact" (nothing was left to add), "interrupted" or "cancelled".
    """

    def __init__(
        self, game: Game[Any, Any], entries: dict[str, BookMove] | None = None, stopped: str = ""
    ) -> None:
        self.game, self.stopped = game, stopped
        self.entries = entries or {}
        self._canonical: Callable[[Any], Any] = hooks(game).canonical or (lambda s: s)

    def key(self, s: Any) -> str:
        """The text under which a position and its symmetric images are kept."""
        return label(self._canonical(s))

    def leads_to(self, s: Any, a: Any) -> str:
        """What `a` does, the same text for all images: the next position and whether the turn passes, or the payoff.

        `canonical` may forget who moves, as kalah's does; a move that keeps the turn is not one that gives it up.
        """
        mover, after = self.game.player(s), self.game.result(s, a)
        turn = self.game.player(after)
        if turn < 0:
            return f"end {float(self.game.utility(after)[mover])!r}"
        return f"{'again' if turn == mover else 'next'} {self.key(after)}"

    def probe(self, s: Any) -> tuple[Any, BookMove] | None:
        """The action to play and its entry, with the action's text as it is at `s`, or None outside the book."""
        move = self.entries.get(self.key(s))
        if move is None:
            return None
        for a in self.game.actions(s):
            if self.leads_to(s, a) == move.leads_to:
                return a, move._replace(action=label(a))
        raise FileFormatError(
            f"book of {self.game}: no move at {quote(s)} does what its move {quote(move.action)} does; "
            f"build the book anew"
        )

    def __len__(self) -> int:
        return len(self.entries)

    @checked
    def save(self, path: str | Path) -> None:
        """Write a checked file."""
        entries = [[key, *move] for key, move in sorted(self.entries.items())]
        storage.save(
            path,
            "book",
            {"entries": storage.pack_json(entries)},
            {"game": self.game.spec, "size": len(entries)},
        )

    @classmethod
    @checked
    def load(cls, path: str | Path, game: Game[Any, Any]) -> Book:
        """Read a book, refusing another game's or a damaged file."""
        tensors, fields = storage.load(path, "book", SCHEMA)
        if fields["game"] != game.spec:
            raise FileFormatError(
                f"{quote_path(path)} is a book of {quote(fields['game'])}, not of {game.spec!r}; load that game"
            )
        found = storage.unpack_json(tensors["entries"])
        wanted = ENTRIES(found)
        if wanted or len(found) != fields["size"]:
            wanted = wanted or f"{fields['size']} of them"
            raise FileFormatError(
                f"{quote_path(path)} is not a complete book (its entries must be {wanted}); build it anew"
            )
        return cls(game, {row[0]: BookMove(row[1], float(row[2]), row[3], row[4]) for row in found})


@asks_rules
@checked
def build_book(
    game: Game[Any, Any],
    *,
    positions: int = 50,
    method: str = "mtdf",
    error: float = 0.5,
    own_moves: bool = True,
    progress: Progress | None = None,
    stop: Stop = None,
    **options: Any,
) -> Book:
    """Grow a book by expected cost: always search the position that is most worth having.

    The cost of not knowing a position is the chance that play gets there. A path is taken with the product of its
    moves' chances: a move whose value lies Δ below the best is chosen e^(−Δ/error) as often as the best one
    ("drop-out expansion", Lincke 2000); moves to symmetric positions count together. `own_moves=False` follows only
    the book's own best move on our turns, for either side. Search options (`depth=`, `seconds=`, ...) go to `search`.
    Stopped early, the book holds what was searched to its own limits.
    """
    if not isinstance(positions, int) or positions < 1:
        raise ParameterError(
            f"build_book: positions={quote(positions)}; expected a whole number of at least 1"
        )
    if not error > 0:
        raise ParameterError(f"build_book: error={quote(error)}; expected a number above 0")
    book, quick = Book(game), {"depth": 1} if "depth" in options else {}
    with clocked(Limits(nodes=positions), stop, progress, "book", "positions") as clock:
        try:
            look = partial(_searched, game, method, clock)
            _grow(book, clock, partial(look, options), partial(look, options | quick), error, own_moves)
        except OutOfBudget:
            pass
        book.stopped = "positions" if len(book) == positions else clock.stopped or "exact"
    return book


def _grow(
    book: Book,
    clock: Clock,
    look: Callable[[Any], Answer],
    glance: Callable[[Any], Answer],
    error: float,
    own_moves: bool,
) -> None:
    """Search the likeliest position that is not in the book, again and again."""
    game, tie = book.game, count()
    heap: list[tuple[float, int, Any]] = [(-1.0, next(tie), game.initial())]
    seen: set[str] = set()
    rated: dict[str, float] = {}

    def value(s: Any) -> float:
        key = book.key(s)
        if key not in rated:
            rated[key] = glance(s).value
        return rated[key]

    while heap:
        cost, _, s = heapq.heappop(heap)
        key = book.key(s)
        if game.player(s) < 0 or key in seen:
            continue
        seen.add(key)
        clock.step()
        found = look(s)
        book.entries[key] = BookMove(
            label(found.action), found.value, found.bound, book.leads_to(s, found.action)
        )
        for child, chance in _merged(book, s, _follow(game, s, found, error, own_moves, value)):
            heapq.heappush(heap, (cost * chance, next(tie), child))


def _searched(game: Any, method: str, clock: Clock, options: dict[str, Any], s: Any) -> Answer:
    """A finished search of one position; one that was told to stop ends the book."""
    clock.check()
    found = search(game, s, method, stop=lambda: clock.asked, **options)
    if found.stopped in (INTERRUPTED, CANCELLED):
        clock.stopped = found.stopped
        raise OutOfBudget
    return found


def _merged(book: Book, s: Any, chances: list[tuple[Any, float]]) -> list[tuple[Any, float]]:
    """The positions after `s`, one of all symmetric ones, with the chance that play gets to any of them."""
    out: dict[str, tuple[Any, float]] = {}
    for a, chance in chances:
        child = book.game.result(s, a)
        first, sum_so_far = out.get(key := book.key(child), (child, 0.0))
        out[key] = first, sum_so_far + chance
    return list(out.values())


def _follow(
    game: Any, s: Any, found: Answer, error: float, own_moves: bool, value: Callable[[Any], float]
) -> list[tuple[Any, float]]:
    """Moves and the chance that each is played."""
    if not own_moves:
        return [(found.action, 1.0)]
    mover, worth = game.player(s), {}
    for a in game.actions(s):
        child = game.result(s, a)
        turn = game.player(child)
        if a == found.action:
            worth[a] = found.value
        elif turn < 0:
            worth[a] = float(game.utility(child)[mover])
        else:
            worth[a] = value(child) * (1 if turn == mover else -1)
    top = max(worth.values())
    weights = {a: float(np.exp(-(top - v) / error)) for a, v in worth.items()}
    total = sum(weights.values())
    return [(a, w / total) for a, w in weights.items()]

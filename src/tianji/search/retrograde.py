"""Retrograde analysis: from the end of the game backwards, for any game whose positions can be listed.

    won in d + 1   if some move leads to a position lost in d for the other (the least such d)
    lost in d + 1  if every move leads to a position won by the other (the greatest d)
    drawn          if neither is ever reached: so endless play is no obstacle

Ströhlein (1970); Thompson (1986).
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tianji.core import storage
from tianji.core.blame import asks_rules
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.schema import Array, Schema, text, whole
from tianji.core.strategy import label
from tianji.errors import (
    FileFormatError,
    GameRuleError,
    NotApplicableError,
    ParameterError,
    TooLargeError,
    quote,
    quote_path,
)  # fmt: skip
from tianji.native.twin import twin_of
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.search.check import hides_information
from tianji.search.native.twin_graph import NativeKeys, graph_of

SAMPLE = 64  # positions of a file that are looked at when it is opened
OPEN = -(1 << 31)  # the code of a position that was not decided
KEYS_RATIO = 4  # 2^40 sorted hashes of 64 bits have 25 bits each in them, fewer of them more
SCHEMA = Schema(
    {"keys": Array("bytes"), "codes": Array("bytes")},
    {"game": text(), "positions": whole()},
    {"stopped": text(), "keyed": text()},
)
TEXT, RULES = "text", "native rules"  # what keys are digests of


class Verdict(NamedTuple):
    """value: 1 win, 0 draw, −1 loss for the player to move (for player 0 at a terminal); plies to the end."""

    value: int
    plies: int


class Tablebase:
    """What retrograde analysis found; `probe` reads it, `best` plays it, `save` keeps it in a compressed file.

    A file holds sorted 64-bit digests of the positions with one small number each; the builder makes sure
    that no two positions share a digest. stopped: "exact", or why the analysis ended before every verdict was known.
    keyed: whether the digests are of the positions' texts or of the numbers that native rules have for them; those
    hold one of all positions that a symmetry makes the same.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        keys: np.ndarray,
        codes: np.ndarray,
        stopped: str = "exact",
        keyed: str = TEXT,
    ) -> None:
        self.game, self.keys, self.codes, self.stopped, self.keyed = game, keys, codes, stopped, keyed
        twin = twin_of(game) if keyed == RULES else None
        self._key: Callable[[Any], int] = _digest if twin is None else NativeKeys(game, twin)

    def __len__(self) -> int:
        return len(self.keys)

    def probe(self, s: Any) -> Verdict:
        """The verdict on a position."""
        key = np.uint64(self._key(s))
        i = int(np.searchsorted(self.keys, key))
        if i == len(self.keys) or self.keys[i] != key:
            raise ParameterError(
                f"tablebase of {self.game}: it does not hold {quote(s)}; build it from a root that reaches it"
            )
        code = int(self.codes[i])
        if code == OPEN:
            raise ParameterError(
                f"tablebase of {self.game}: {quote(s)} was not decided when the analysis ended ({self.stopped}); "
                "build it anew, with more time"
            )
        return Verdict(0, 0) if code == 0 else Verdict(1 if code > 0 else -1, abs(code) - 1)

    def best(self, s: Any) -> Any:
        """A move that wins soonest, else keeps the draw, else loses latest."""
        mover = self.game.player(s)
        if mover < 0:
            raise ParameterError(f"tablebase of {self.game}: nobody is to move at {quote(s)}")

        def worth(a: Any) -> tuple[int, int]:
            child = self.game.result(s, a)
            value, plies = self.probe(child)
            viewer = self.game.player(child)
            value = value if (viewer if viewer >= 0 else 0) == mover else -value
            return value, -plies if value > 0 else plies

        return max(self.game.actions(s), key=worth)

    def line(self, s: Any, limit: int = 1000) -> list[Any]:
        """Best play to the end."""
        out: list[Any] = []
        while self.game.player(s) >= 0 and len(out) < limit and self.probe(s).value:
            out.append(self.best(s))
            s = self.game.result(s, out[-1])
        return out

    def save(self, path: str | Path) -> None:
        """Write a compressed, checked file."""
        tensors = {"keys": storage.pack_zlib(self.keys), "codes": storage.pack_zlib(self.codes, 9)}
        about = {"game": self.game.spec, "positions": len(self.keys), "stopped": self.stopped}
        if self.keyed != TEXT:
            about["keyed"] = self.keyed
        storage.save(path, "tablebase", tensors, about)

    @classmethod
    def load(cls, path: str | Path, game: Game[Any, Any]) -> Tablebase:
        """Read a file, refusing another game's, a truncated or a damaged one."""
        tensors, fields = storage.load(path, "tablebase", SCHEMA)
        if fields["game"] != game.spec:
            raise FileFormatError(
                f"{quote_path(path)} is a tablebase of {quote(fields['game'])}, not of {game.spec!r}; load that game"
            )
        keys = storage.unpack_zlib(
            tensors["keys"], np.uint64, fields["positions"], quote_path(path), KEYS_RATIO
        )
        codes = storage.unpack_zlib(tensors["codes"], np.int32, fields["positions"], quote_path(path))
        if (keys[1:] <= keys[:-1]).any():
            raise FileFormatError(f"{quote_path(path)}: its positions are out of order; build it anew")
        keyed = fields.get("keyed", TEXT)
        if keyed not in (TEXT, RULES) or (keyed == RULES and twin_of(game) is None):
            raise FileFormatError(
                f"{quote_path(path)}: its keys are of {quote(keyed)}, which {game.spec} does not have; build it anew"
            )
        found = cls(game, keys, codes, fields.get("stopped", "exact"), keyed)
        found._require_sound(quote_path(path))
        return found

    def _require_sound(self, where: str) -> None:
        """Refuse verdicts that do not follow from those after them, at the first positions that it holds.

        So a table of these rules as they once were is found out, and one that was tampered with may be.
        """
        game, waiting = self.game, deque([self.game.initial()])
        seen = set(waiting)
        for _ in range(SAMPLE):
            if not waiting:
                return
            s = waiting.popleft()
            after = [game.result(s, a) for a in game.actions(s)] if game.player(s) >= 0 else []
            try:
                verdict, below = self.probe(s), [self._seen_by(game.player(s), child) for child in after]
            except ParameterError:  # not in it, or not decided
                continue
            if verdict != self._follows(s, below):
                raise FileFormatError(
                    f"{where}: its verdict on {quote(s)} does not follow from those after it, by the rules as they are "
                    "now; build it anew"
                )
            waiting += [child for child in dict.fromkeys(after) if child not in seen]
            seen.update(after)

    def _seen_by(self, mover: int, s: Any) -> Verdict:
        value, plies = self.probe(s)
        return Verdict(value if max(self.game.player(s), 0) == mover else -value, plies)

    def _follows(self, s: Any, after: list[Verdict]) -> Verdict:
        """What the verdict on a position is when those after it, as its mover sees them, are these."""
        if not after:
            return Verdict(int(np.sign(self.game.utility(s)[0])), 0)
        if won := [plies for value, plies in after if value > 0]:
            return Verdict(1, min(won) + 1)
        is_lost = all(value < 0 for value, _ in after)
        return Verdict(-1, max(plies for _, plies in after) + 1) if is_lost else Verdict(0, 0)


def _digest(s: Any) -> int:
    return int.from_bytes(hashlib.blake2b(label(s).encode(), digest_size=8).digest(), "little")


@asks_rules
def retrograde(
    game: Game[Any, Any],
    roots: Iterable[Any] | None = None,
    *,
    limit: int = 5_000_000,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
    native: bool | None = None,
) -> Tablebase:
    """Solve every position reachable from `roots` (default: the beginning), endless play included.

    Payoffs count by their sign. `limit` bounds the positions held in memory. Stopped early, the verdicts found so far
    are true, and the others are refused by `probe`. native: whether compiled rules walk, where the game has them
    (default: yes).

    >>> from tianji.games.nim import Nim
    >>> table = retrograde(Nim("1,2"))
    >>> table.probe(Nim("1,2").initial())
    Verdict(value=1, plies=3)
    """
    if game.players != 2:
        raise NotApplicableError(
            f"retrograde analysis is for 2 players, {game} has {game.players}; use 'maxn'"
        )
    start = [game.initial()] if roots is None else list(roots)
    if hides_information(game, start[0]):
        raise NotApplicableError(
            f"retrograde analysis needs perfect information; {game} hides some: use tianji.solve"
        )
    with clocked(Limits(seconds=seconds), stop, progress, "retrograde", "positions") as clock:
        fast = None if native is False else graph_of(game, start, limit)
        if native and fast is None:
            raise NotApplicableError(
                f"retrograde: native=True, but {game} has no native rules for these roots"
            )
        if fast is not None:
            try:
                if fast.grow(clock):
                    fast.spread(clock)
                    return Tablebase(game, *fast.codes_of(0), keyed=RULES)
            except OutOfBudget:
                return Tablebase(game, *fast.codes_of(OPEN), clock.stopped, RULES)
        graph = Graph(game, limit)
        try:
            graph.grow(start, clock)
            graph.spread(clock)
        except OutOfBudget:
            pass
        return graph.pack(clock.stopped or "exact")


class Graph:
    """Positions by number, who leads to each (one entry a move), who moves, moves left to refute; winner and plies."""

    def __init__(self, game: Game[Any, Any], limit: int) -> None:
        self.game, self.limit = game, limit
        self.index: dict[Any, int] = {}
        self.states: list[Any] = []
        self.parents: list[list[int]] = []
        self.movers: list[int] = []
        self.left: list[int] = []
        self.winner: list[int] = []
        self.plies: list[int] = []

    def number(self, s: Any) -> int:
        """The number of a position, which may be new."""
        found = self.index.get(s)
        if found is not None:
            return found
        if len(self.states) >= self.limit:
            raise TooLargeError(
                f"retrograde analysis of {self.game}: more than {self.limit} positions; "
                "raise limit= or choose smaller parameters"
            )
        self.index[s] = len(self.states)
        self.states.append(s)
        self.parents.append([])
        return len(self.states) - 1

    def grow(self, start: list[Any], clock: Clock) -> None:
        """Find every position, and the moves between them."""
        game = self.game
        for s in start:
            self.number(s)
        for i, s in enumerate(self.states):  # `states` grows while it is read
            clock.tick()
            mover = game.player(s)
            if mover == CHANCE:
                raise NotApplicableError(
                    f"{game}: chance moves at {quote(s)}; retrograde analysis needs a game without chance"
                )
            self.movers.append(mover)
            actions = () if mover == TERMINAL else game.actions(s)
            self.left.append(len(actions))
            for a in actions:
                self.parents[self.number(game.result(s, a))].append(i)

    def spread(self, clock: Clock) -> None:
        """From the ends backwards; first in, first out, so that distances come in order."""
        self.winner, self.plies = [-1] * len(self.states), [0] * len(self.states)
        winner, plies, movers, left = self.winner, self.plies, self.movers, self.left
        queue: deque[int] = deque()
        for i, s in enumerate(self.states):
            if movers[i] == TERMINAL:
                u = self.game.utility(s)
                if u[0] + u[1] != 0:
                    raise GameRuleError(
                        f"{self.game}: payoffs {quote(tuple(u))} at {quote(s)} do not sum to zero"
                    )
                if u[0] != 0:
                    winner[i] = 0 if u[0] > 0 else 1
                    queue.append(i)
        while queue:
            clock.tick()
            i = queue.popleft()
            for p in self.parents[i]:
                if winner[p] >= 0:
                    continue
                left[p] -= 1
                if movers[p] == winner[i] or left[p] == 0:
                    winner[p], plies[p] = winner[i], plies[i] + 1
                    queue.append(p)

    def pack(self, stopped: str) -> Tablebase:
        """The verdicts as a table; without a word on a position it is a draw, or open where the work was cut short."""
        known = len(self.winner)
        keys = np.array([_digest(s) for s in self.states[:known]], dtype=np.uint64)
        codes = np.full(known, 0 if stopped == "exact" else OPEN, dtype=np.int32)
        for i, w in enumerate(self.winner):
            if w >= 0:
                viewer = self.movers[i] if self.movers[i] >= 0 else 0
                codes[i] = (self.plies[i] + 1) * (1 if w == viewer else -1)
        order = np.argsort(keys)
        keys, codes = keys[order], codes[order]
        if len(keys) > 1 and (keys[1:] == keys[:-1]).any():
            raise GameRuleError(
                f"{self.game}: two positions have the same text; give the state a __repr__ that tells them apart"
            )
        return Tablebase(self.game, keys, codes, stopped)

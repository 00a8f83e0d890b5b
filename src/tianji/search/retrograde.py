"""Retrograde analysis: from the end of the game backwards, for any game whose positions can be listed.

    won in d + 1   if some move leads to a position lost in d for the other (the least such d)
    lost in d + 1  if every move leads to a position won by the other (the greatest d)
    drawn          if neither is ever reached: so endless play is no obstacle

Ströhlein (1970); Thompson (1986).
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tianji.core import storage
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
)  # fmt: skip
from tianji.search.check import hides_information

SCHEMA = Schema({"keys": Array("bytes"), "codes": Array("bytes")}, {"game": text(), "positions": whole()})


class Verdict(NamedTuple):
    """value: 1 win, 0 draw, −1 loss for the player to move (for player 0 at a terminal); plies to the end."""

    value: int
    plies: int


class Tablebase:
    """What retrograde analysis found; `probe` reads it, `best` plays it, `save` keeps it in a compressed file.

    A file holds sorted 64-bit digests of the positions' texts with one small number each; the builder makes sure
    that no two positions share a digest.
    """

    def __init__(self, game: Game[Any, Any], keys: np.ndarray, codes: np.ndarray) -> None:
        self.game, self.keys, self.codes = game, keys, codes

    def __len__(self) -> int:
        return len(self.keys)

    def probe(self, s: Any) -> Verdict:
        """The verdict on a position."""
        key = np.uint64(_digest(s))
        i = int(np.searchsorted(self.keys, key))
        if i == len(self.keys) or self.keys[i] != key:
            raise ParameterError(
                f"tablebase of {self.game}: it does not hold {s!r}; build it from a root that reaches it"
            )
        code = int(self.codes[i])
        return Verdict(0, 0) if code == 0 else Verdict(1 if code > 0 else -1, abs(code) - 1)

    def best(self, s: Any) -> Any:
        """A move that wins soonest, else keeps the draw, else loses latest."""
        mover = self.game.player(s)
        if mover < 0:
            raise ParameterError(f"tablebase of {self.game}: nobody is to move at {s!r}")

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
        storage.save(path, "tablebase", tensors, {"game": self.game.spec, "positions": len(self.keys)})

    @classmethod
    def load(cls, path: str | Path, game: Game[Any, Any]) -> Tablebase:
        """Read a file, refusing another game's, a truncated or a damaged one."""
        tensors, fields = storage.load(path, "tablebase", SCHEMA)
        if fields["game"] != game.spec:
            raise FileFormatError(
                f"{str(path)!r} is a tablebase of {quote(fields['game'])}, not of {game.spec!r}; load that game"
            )
        keys = storage.unpack_zlib(tensors["keys"], np.uint64, fields["positions"], repr(str(path)))
        codes = storage.unpack_zlib(tensors["codes"], np.int32, fields["positions"], repr(str(path)))
        if (keys[1:] <= keys[:-1]).any():
            raise FileFormatError(f"{str(path)!r}: its positions are out of order; build it anew")
        return cls(game, keys, codes)


def _digest(s: Any) -> int:
    return int.from_bytes(hashlib.blake2b(label(s).encode(), digest_size=8).digest(), "little")


def retrograde(
    game: Game[Any, Any], roots: Iterable[Any] | None = None, *, limit: int = 5_000_000
) -> Tablebase:
    """Solve every position reachable from `roots` (default: the beginning), endless play included.

    Payoffs count by their sign. `limit` bounds the positions held in memory.

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
    states, parents, movers, left = _graph(game, start, limit)
    winner, plies = [-1] * len(states), [0] * len(states)
    queue: deque[int] = deque()
    for i, s in enumerate(states):
        if movers[i] == TERMINAL:
            u = game.utility(s)
            if u[0] + u[1] != 0:
                raise GameRuleError(f"{game}: payoffs {tuple(u)!r} at {s!r} do not sum to zero")
            if u[0] != 0:
                winner[i] = 0 if u[0] > 0 else 1
                queue.append(i)
    while queue:  # first in, first out: distances come in order
        i = queue.popleft()
        for p in parents[i]:
            if winner[p] >= 0:
                continue
            left[p] -= 1
            if movers[p] == winner[i] or left[p] == 0:
                winner[p], plies[p] = winner[i], plies[i] + 1
                queue.append(p)
    return _pack(game, states, movers, winner, plies)


def _graph(
    game: Game[Any, Any], start: list[Any], limit: int
) -> tuple[list[Any], list[list[int]], list[int], list[int]]:
    """States, who leads to each (one entry a move), who moves, and the number of moves."""
    index: dict[Any, int] = {}
    states: list[Any] = []
    parents: list[list[int]] = []

    def number(s: Any) -> int:
        if s not in index:
            if len(states) >= limit:
                raise TooLargeError(
                    f"retrograde analysis of {game}: more than {limit} positions; "
                    "raise limit= or choose smaller parameters"
                )
            index[s] = len(states)
            states.append(s)
            parents.append([])
        return index[s]

    for s in start:
        number(s)
    movers: list[int] = []
    left: list[int] = []
    for i, s in enumerate(states):  # `states` grows while it is read
        mover = game.player(s)
        if mover == CHANCE:
            raise NotApplicableError(
                f"{game}: chance moves at {s!r}; retrograde analysis needs a game without chance"
            )
        movers.append(mover)
        actions = () if mover == TERMINAL else game.actions(s)
        left.append(len(actions))
        for a in actions:
            parents[number(game.result(s, a))].append(i)
    return states, parents, movers, left


def _pack(
    game: Game[Any, Any], states: list[Any], movers: list[int], winner: list[int], plies: list[int]
) -> Tablebase:
    keys = np.array([_digest(s) for s in states], dtype=np.uint64)
    codes = np.zeros(len(states), dtype=np.int32)
    for i, w in enumerate(winner):
        if w >= 0:
            viewer = movers[i] if movers[i] >= 0 else 0
            codes[i] = (plies[i] + 1) * (1 if w == viewer else -1)
    order = np.argsort(keys)
    keys, codes = keys[order], codes[order]
    if len(keys) > 1 and (keys[1:] == keys[:-1]).any():
        raise GameRuleError(
            f"{game}: two positions have the same text; give the state a __repr__ that tells them apart"
        )
    return Tablebase(game, keys, codes)

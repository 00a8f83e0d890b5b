"""NativeGame: a game written once, as native rules; the readable `Game` is derived from them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from tianji.core.game import Game
from tianji.errors import GameRuleError, ParameterError, quote
from tianji.native.twin import Rule, Rules, Twin, require_ends, words

NEEDED = ("begin", "turn", "moves", "play", "payoffs")


class NativeGame(Game[tuple[int, ...], int]):
    """Rules as functions over whole numbers; from them come the `Game` and what kernels run.

    Say how many numbers hold a position (`words`) and how many moves one can have (`most`), and write static methods
    `begin(g, s)`, which fills in the first position, `turn`, `moves`, `play` and `payoffs`, and where the game has
    them `weights`, `key`, `guess`, `pick`, `same` and `rate`: see `tianji.native.twin`. `s` is the position, zeros
    before `begin`; `g` are the parameters in order, or whatever `numbers()` gives. States are tuples, actions whole
    numbers.

    >>> class Twenty(NativeGame):
    ...     '''Take one, two or three of twenty; who takes the last wins.'''
    ...     words, most = 2, 3
    ...     def begin(g, s): s[0] = 20
    ...     def turn(g, s): return s[1] if s[0] else -2
    ...     def moves(g, s, out):
    ...         n = min(3, s[0])
    ...         for i in range(n): out[i] = i + 1
    ...         return n
    ...     def play(g, s, move): s[0] -= move; s[1] = 1 - s[1]
    ...     def payoffs(g, s, out): out[0] = 2 * s[1] - 1; out[1] = -out[0]
    >>> game = Twenty()
    >>> game.initial(), game.actions(game.initial()), game.result(game.initial(), 3)
    ((20, 0), [1, 2, 3], (17, 1))
    """

    words: ClassVar[int]
    most: ClassVar[int]
    key_words: ClassVar[int] = 4  # the most that `key` writes

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for name in NEEDED:
            if not callable(getattr(cls, name, None)):
                raise GameRuleError(f"{cls.__name__} has no {name}(g, s, …); write it as a static method")
        for name in ("words", "most"):
            if not hasattr(cls, name):
                raise GameRuleError(f"{cls.__name__}.{name} is missing; expected a whole number above 0")

    def numbers(self) -> Sequence[int]:
        """What the rules see as `g`: the parameters, in order."""
        given = list(self.parameters.items())
        for name, value in given:
            if not isinstance(value, (int, np.integer)):
                raise ParameterError(
                    f"{self.spec}: {name}={quote(value)} is no whole number; write numbers() to say what the rules see"
                )
        return [int(value) for _, value in given]

    def twin(self) -> Twin:
        """The rules for kernels."""
        numbers, begin = tuple(self.numbers()), self._rule("begin")
        return Twin(
            _rules(type(self)), numbers, lambda s: s, int(self.most), tuple, int(self.key_words), begin
        )

    def _rule(self, name: str) -> Rule:
        found: Rule = getattr(type(self), name)
        return found

    def _lacks(self, name: str) -> bool:
        return getattr(type(self), name, None) is None

    @property
    def _g(self) -> np.ndarray:
        return words(tuple(self.numbers()) or (0,))

    def initial(self) -> tuple[int, ...]:
        """What `begin` makes of zeros; before that the rules are asked, compiled, whether they come back at all."""
        try:
            _come_back(self)
        except TypeError:  # parameters that cannot be hashed
            require_ends(self, self.twin())
        s = np.zeros(int(self.words), dtype=np.int64)
        self._rule("begin")(self._g, s)
        return tuple(s.tolist())

    def player(self, s: tuple[int, ...]) -> int:
        """What `turn` says."""
        return int(self._rule("turn")(self._g, words(s)))

    def actions(self, s: tuple[int, ...]) -> list[int]:
        """What `moves` lists."""
        out = np.zeros(int(self.most), dtype=np.int64)
        n = int(self._rule("moves")(self._g, words(s), out))
        if not 0 <= n <= out.size:
            raise GameRuleError(
                f"{self.spec}, state {quote(s)}: moves() gives {n}; expected at most {out.size}, its `most`"
            )
        moves: list[int] = out[:n].tolist()
        return moves

    def chances(self, s: tuple[int, ...]) -> list[tuple[int, float]]:
        """The moves with what `weights` says of them."""
        if self._lacks("weights"):
            raise GameRuleError(f"{self.spec} has a chance node {quote(s)} but no weights(g, s, out)")
        moves, out = self.actions(s), np.zeros(int(self.most))
        self._rule("weights")(self._g, words(s), out)
        return list(zip(moves, out.tolist(), strict=False))

    def result(self, s: tuple[int, ...], a: int) -> tuple[int, ...]:
        """What `play` makes of a copy."""
        if a not in self.actions(s):
            raise ParameterError(f"{self.spec}: move {quote(a)} is illegal; legal: {quote(self.actions(s))}")
        after = words(s)
        self._rule("play")(self._g, after, a)
        return tuple(after.tolist())

    def utility(self, s: tuple[int, ...]) -> tuple[float, ...]:
        """What `payoffs` writes."""
        out = np.zeros(self.players)
        self._rule("payoffs")(self._g, words(s), out)
        return tuple(out.tolist())

    def information(self, s: tuple[int, ...], player: int) -> Hashable:
        """What `key` writes; the whole position where the game hides nothing."""
        if self._lacks("key"):
            return s
        out = np.zeros(max(64, int(self.words)), dtype=np.int64)
        n = int(self._rule("key")(self._g, words(s), player, out))
        return tuple(out[:n].tolist())

    @property
    def perfect_information(self) -> bool | None:
        """True without a `key`; else found by looking."""
        return True if self._lacks("key") else None

    @property
    def evaluate(self) -> Callable[[tuple[int, ...]], float] | None:
        """`guess`, where it is written."""
        if self._lacks("guess"):
            return None
        return lambda s: float(self._rule("guess")(self._g, words(s)))


@lru_cache(maxsize=256)
def _come_back(game: NativeGame) -> None:
    """Once a game: see `require_ends`."""
    require_ends(game, game.twin())


@lru_cache(maxsize=256)
def _rules(cls: type[NativeGame]) -> Rules:
    """One `Rules` a class, so that its functions are compiled once."""
    found: dict[str, Any] = {f.name: getattr(cls, f.name, None) for f in fields(Rules)}
    return Rules(**found)

"""Twin: a game's rules as functions over whole numbers, which kernels run at machine speed.

A position is an array `s` of whole numbers, the game another one, `g`; a rule is a plain function of both that Numba
can compile. `Rules` holds them:

    turn(g, s)              who acts: 0, 1, …, −1 for chance, −2 at the end
    moves(g, s, out)        writes the moves, as whole numbers, into `out`; returns how many
    play(g, s, move)        changes `s` to the position after the move
    payoffs(g, s, out)      writes one payoff a player, at the end
    weights(g, s, out)      writes the probabilities of chance's outcomes, in the order of `moves`
    key(g, s, player, out)  writes all that `player` knows, as whole numbers; returns how many
    guess(g, s)             an evaluation for the player to move
    pick(g, s, random)      one of the moves, each equally likely, from a random number below 2⁴⁰: faster than a list
    same(g, s, out)         writes numbers that are equal for positions worth the same to the mover; returns how many
    rate(g, s, move)        how promising a move is: the greater, the sooner a search tries it

The first four are every game's; `weights` is for chance, `key` for hidden information, the others are for speed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from tianji.core.game import Game
from tianji.core.hooks import declared_twin
from tianji.core.lawful import is_ours, unwatched
from tianji.errors import GameRuleError

if TYPE_CHECKING:  # a game is loaded without NumPy
    import numpy as np

Rule = Callable[..., Any]
SLACK = (
    16  # moves that kernels have room for beyond what was promised: where they are one too many they say so
)
UNBOUND = 1 << 62
POSITIONS = 2_000  # at which somebody's own rules are compared before a kernel runs them: a tenth of a second


@dataclass(frozen=True)
class Rules:
    """The functions of a game; None for one that it does not have. In the order of `kernels.native.calls`."""

    turn: Rule
    moves: Rule
    play: Rule
    payoffs: Rule
    weights: Rule | None = None
    key: Rule | None = None
    guess: Rule | None = None
    pick: Rule | None = None
    same: Rule | None = None
    rate: Rule | None = None

    @cached_property
    def compiled(self) -> tuple[Any, Any]:
        """(the addresses for kernels, what holds the code): compiled once, then loaded from the cache."""
        from tianji.kernels.native.calls import UncompilableError, compile_rules

        try:
            at, held = compile_rules([getattr(self, f.name) for f in fields(self)])  # type: ignore[no-untyped-call]
        except UncompilableError as error:
            raise GameRuleError(
                f"native rules: {error}; write it with whole numbers, loops and g[i], s[i], out[i]"
            ) from error.__cause__
        return at, held


@lru_cache(maxsize=64)
def rules_of(name: str) -> Rules:
    """The rules in `kernels/native/rules`."""
    module = import_module(f"tianji.kernels.native.rules.{name}")
    return Rules(**{f.name: getattr(module, f.name) for f in fields(Rules) if hasattr(module, f.name)})


@dataclass(frozen=True, eq=False)
class Twin:
    """Rules for one game. rules: as they are, or the name of a file in `kernels/native/rules`.

    numbers: the game, `g`. encode(s): the position of a state, or None where the rules cannot hold it. most: at least
    the moves of any position that can follow one; of a position where it differs. Moves come in the order of the
    class's `actions` and `chances`: the i-th move is the i-th action. decode(words): the state of a
    position, and key_words: the most numbers that `key` writes; sampling CFR needs both. begin(g, s): makes zeros the
    first position, where that is a rule too.
    """

    rules: Rules | str
    numbers: Sequence[int]
    encode: Callable[[Any], Sequence[int] | None]
    most: int | Callable[[Sequence[int]], int]
    decode: Callable[[Sequence[int]], Any] | None = None
    key_words: int = 0
    begin: Rule | None = None

    @cached_property
    def g(self) -> np.ndarray:
        """The numbers as an array, `[n]` int64, never empty."""
        return words(self.numbers or (0,))

    @cached_property
    def own(self) -> Rules:
        """The functions."""
        return self.rules if isinstance(self.rules, Rules) else rules_of(self.rules)

    @cached_property
    def at(self) -> Any:
        """The addresses, for kernels, then the most moves and the longest key: more are noticed."""
        return self._promising(self.most if isinstance(self.most, int) else UNBOUND, self.key_words)

    def unbounded(self) -> Any:
        """The addresses for whoever holds the rules to their promises himself."""
        return self._promising(UNBOUND, UNBOUND)

    def _promising(self, most: int, key_words: int) -> Any:
        at = self.own.compiled[0]
        is_plain = isinstance(at, tuple)  # functions, where nothing is compiled
        return (*at, most, key_words) if is_plain else words((*at.tolist(), most, key_words))

    def agree(self, game: Game[Any, Any], lines: int = 10, positions: int = 0) -> int:
        """Play at random with the class and the twin; the positions at which they were the same, all of them.

        positions: that shall be met; up to ten times the lines are played for them.
        """
        from tianji.native.agree import agree

        return agree(game, self, lines, positions)

    def position(self, s: Any) -> Encoded | None:
        """A state as kernels take it."""
        found = self.encode(s)
        if found is None:
            return None
        return Encoded(words(found), self.limit(found) + SLACK)

    def limit(self, found: Sequence[int]) -> int:
        """The most moves of a position and of all that follow it."""
        return self.most if type(self.most) is int else self.most(found)  # type: ignore[operator]


class Encoded(NamedTuple):
    """words: `[n]` int64. most: room for the moves of this and every later position, and for `SLACK` more."""

    words: np.ndarray
    most: int


def words(numbers: Sequence[int]) -> np.ndarray:
    """Whole numbers as int64; from 2⁶³ on, as sets of bits are, they wrap around."""
    array, kind = _arrays()
    try:
        return array(numbers, dtype=kind)  # type: ignore[no-any-return]
    except OverflowError:
        return array([x - (1 << 64) if x >> 63 else x for x in numbers], dtype=kind)  # type: ignore[no-any-return]


@cache
def _arrays() -> tuple[Any, Any]:
    """What makes an array of whole numbers: an import statement in every call would take as long as the array."""
    import numpy as np

    return np.array, np.dtype(np.int64)


def twin_of(game: Game[Any, Any]) -> Twin | None:
    """The twin that a game declares, if it has one; somebody's own rules are first compared with themselves in Python.

    >>> from tianji.games import load
    >>> twin_of(load("coin_toss")) is None, twin_of(load("nim")).position(load("nim").initial()).words.tolist()
    (True, [0, 7, 12, 2, 3, 4, 5])
    """
    game = unwatched(game)
    if not hasattr(game, "twin"):
        return None
    try:
        return _twin(game)
    except TypeError:  # parameters that cannot be hashed
        return _made(game)


def require_ends(game: Any, twin: Twin) -> None:
    """Refuse a rule that does not come back, before Python or a kernel waits for it."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0"):
        from tianji.native import ends

        ends.require_ends(game, twin)


def _made(game: Any) -> Twin | None:
    found: Twin | None = declared_twin(game)
    if found is not None and not is_ours(game):
        if found.begin is None:  # one that has it was looked at when the first position was made
            require_ends(game, found)
        found.agree(game, positions=POSITIONS)
    return found


@lru_cache(maxsize=256)
def _twin(game: Any) -> Twin | None:
    return _made(game)

"""Whether somebody's rules come back: every one is asked, compiled and counting, before Python runs any of them.

In Python a rule that loops for ever could only be waited for; compiled, it counts its rounds and raises (see
`kernels.native.endless`). So random play begins here, and names the rule and the position.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from tianji.core.contract import Contract
from tianji.core.game import Game
from tianji.errors import GameRuleError
from tianji.native.twin import POSITIONS, Twin

LONGEST = 200  # moves of a line
LINES = 1_000
ROOM = 4096  # moves of a position: more are not looked at
REACH = 4_000_000  # numbers before and behind everything: a loop that writes as it goes stays in there until it is told


def spacious(size: int, kind: type = np.int64) -> np.ndarray:
    """Zeros amid room that costs nothing while nobody writes to it."""
    whole: np.ndarray = np.zeros(size + 2 * REACH, dtype=kind)
    return whole[REACH : REACH + size]


def require_ends(game: Game[Any, Any], twin: Twin) -> None:
    """Play at random with the compiled rules alone, some `POSITIONS`; a rule that does not come back is refused.

    What else is wrong is left to `agree`, which knows the class.
    """
    from tianji.kernels.native.calls import EndlessError, UncompilableError

    try:
        _Random(game, twin).play()
    except EndlessError:
        raise
    except (UncompilableError, GameRuleError, ArithmeticError, IndexError, ValueError):
        return  # told by whoever compares, in a sentence of its own


class _Random:
    """Random play with compiled rules."""

    def __init__(self, game: Game[Any, Any], twin: Twin) -> None:
        self.game, self.twin, self.law, self.at = game, twin, Contract(game), twin.unbounded()
        self.draws = random.Random(2)
        self.out, self.chances = spacious(ROOM), spacious(ROOM, float)
        self.pay = spacious(game.players, float)
        self.s = self._begun()
        self.first = self.s.copy()

    def _begun(self) -> np.ndarray:
        """The first position."""
        if self.twin.begin is None:
            position = self.twin.position(self.game.initial())
            words = np.zeros(0, np.int64) if position is None else position.words
            s = spacious(words.size)
            s[:] = words
            return s
        from tianji.kernels.native.ask import ask_begin
        from tianji.kernels.native.calls import BEGIN, compile_rule

        s = spacious(int(getattr(self.game, "words", 0)))
        address, library = compile_rule(self.twin.begin, BEGIN)  # type: ignore[no-untyped-call]
        self._tell(s, lambda: ask_begin(address, self.twin.g, s))
        del library  # which holds the code
        return s

    def _tell(self, s: np.ndarray, ask: Callable[[], Any], move: int | None = None) -> Any:
        """What a rule says; where it does not come back, which one and where."""
        from tianji.kernels.native.calls import EndlessError

        before = tuple(s.tolist())
        try:
            return ask()
        except EndlessError as error:
            after = "" if move is None else f" (the move is {move})"
            said = str(error).removeprefix("native rules: ")
            raise EndlessError(*self.law.broken(before, said + after).args) from None

    def play(self) -> None:
        """Line after line."""
        met = 0
        for _ in range(LINES if self.first.size else 0):
            self.s[:] = self.first
            met += self._line(self.s)
            if met >= POSITIONS:
                return

    def _line(self, s: np.ndarray) -> int:
        """To the end or as far as `LONGEST`; the positions met."""
        from tianji.kernels.native.ask import ask_one
        from tianji.kernels.native.calls import PLAY, RATE

        at, g, given = self.at, self.twin.g, (self.out, self.chances, self.pay)
        rules = (PLAY,) if self.twin.own.rate is None else (RATE, PLAY)
        for count in range(LONGEST):
            moves = self._moves(s)
            if not moves:
                return count + 1
            move = self.draws.choice(moves)
            for rule in rules:
                self._tell(s, lambda: ask_one(rule, at, g, s, move, 0, *given), move)  # noqa: B023
        return LONGEST

    def _moves(self, s: np.ndarray) -> list[int]:
        """The moves of a position, about which every rule that may be is asked; none at the end."""
        from tianji.kernels.native import ask as kernel

        own, at, g, out = self.twin.own, self.at, self.twin.g, self.out
        random, given = self.draws.getrandbits(40), (out, self.chances, self.pay)
        who, n, _ = self._tell(s, lambda: kernel.ask(at, g, s, kernel.STAY, random, *given))
        if not 0 < n <= ROOM:
            return []
        moves: list[int] = out[:n].tolist()
        if who >= 0 and own.key is not None:
            self._tell(s, lambda: kernel.ask_key(at, g, s, who, out))
        if who >= 0 and own.guess is not None:
            self._tell(s, lambda: kernel.ask_guess(at, g, s))
        if who >= 0 and own.same is not None:
            self._tell(s, lambda: kernel.ask_same(at, g, s, out))
        return moves

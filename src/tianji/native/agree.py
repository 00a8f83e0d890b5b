"""Whether a twin plays the same game as its class: random play with both, side by side."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from tianji.core.contract import Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import hook
from tianji.errors import GameRuleError, quote
from tianji.kernels.constants import MARK
from tianji.native.twin import SLACK, Encoded, Twin

TOLERANCE = 1e-9
Keys = dict[tuple[Any, ...], tuple[Any, ...]]  # from the information keys of one side to those of the other
LONGEST = 2_000  # moves of a line
ROOM = 4096  # more moves than promised are noticed, not written over something else
SOUGHT = 5_000  # positions at which a rule that strayed is looked for
GUARD = 64  # words before and after what the rules may write to: each is `MARK`


class Guarded:
    """An array between words that nobody may write to: rules get bare addresses, and nothing else would notice."""

    def __init__(self, size: int, after: int = GUARD, kind: type = np.int64) -> None:
        self.whole: np.ndarray = np.full(GUARD + size + after, MARK, dtype=kind)
        self.array = self.whole[GUARD : GUARD + size]
        self.array[:] = 0

    def is_whole(self, used: int | None = None) -> bool:
        """Whether nothing was written around it; used: numbers that were written, if that may be more."""
        end = GUARD + max(self.array.size, used or 0)
        return bool((self.whole[:GUARD] == MARK).all() and (self.whole[end:] == MARK).all())


def agree(game: Game[Any, Any], twin: Twin, lines: int, positions: int = 0) -> int:
    """Play so many lines at random with the class and the twin; the number of positions compared.

    Up to ten times as many lines, until they have met so many positions.

    Compared are who acts, the number of moves, the probabilities of chance, the payoffs, and the position encoded anew
    against the one that was played to; a move that `pick` draws must be one of the moves. Raises a `GameRuleError` that
    names the first state where they differ.
    """
    draws = random.Random(1)
    keys: Keys = {}
    back: Keys = {}
    met = sum(_Line(game, twin, draws, keys, back).play() for _ in range(lines))
    for _ in range(9 * lines):
        if met >= positions:
            break
        met += _Line(game, twin, draws, keys, back).play()
    return met


def strayed(game: Game[Any, Any], twin: Twin, state: Any) -> GameRuleError:
    """The error for a rule that a kernel has seen write beside what it was given; random play from there names it."""
    draws, met = random.Random(3), 0
    try:
        while met < SOUGHT:
            met += _Line(game, twin, draws, {}, {}, state).play()
    except GameRuleError as error:
        return error
    return GameRuleError(
        f"{game.spec}: at some position after {quote(state)} a native rule writes outside of s, out, or the weights or "
        "payoffs it was given; write to their places from 0 on alone"
    )


class _Line:
    """One line of play."""

    def __init__(
        self,
        game: Game[Any, Any],
        twin: Twin,
        draws: random.Random,
        keys: Keys,
        back: Keys,
        state: Any = None,
    ) -> None:
        self.game, self.twin, self.draws, self.keys, self.back = game, twin, draws, keys, back
        self.state = game.initial() if state is None else state
        position = self.encoded()
        self.law, self.numbers = Contract(game), twin.g.copy()
        self.at = twin.unbounded()
        self.s, self.most = self.guarded(position), position.most - SLACK
        self.out, self.chances = Guarded(self.most, ROOM), Guarded(self.most, ROOM, float)
        self.pay = Guarded(game.players, kind=float)

    @staticmethod
    def guarded(position: Encoded) -> Guarded:
        """A position to play on."""
        s = Guarded(position.words.size)
        s.array[:] = position.words
        return s

    def encoded(self) -> Encoded:
        """The state at hand as a position."""
        position = self.twin.position(self.state)
        if position is None:
            raise self.differ("encode() has no position for it, and the class has")
        return position

    def differ(self, what: str) -> GameRuleError:
        """The error that says how twin and class differ here."""
        return GameRuleError(
            f"{self.game.spec}, state {quote(self.state)}: the native rules differ: {what}; mend them"
        )

    def ask(self, s: Guarded, move: int | None) -> tuple[int, list[int], int]:
        """Who acts, the moves, and one that is drawn."""
        from tianji.kernels.native.ask import STAY, ask

        before, random = s.array.copy(), self.draws.getrandbits(40)
        who, n, drawn = ask(
            self.at, self.twin.g, s.array, STAY if move is None else move, random, self.out.array,
            self.chances.array, self.pay.array,
        )  # fmt: skip
        if not (s.is_whole() and self.out.is_whole(n) and self.chances.is_whole(n) and self.pay.is_whole()):
            raise self.differ(self.strays(before, move, random))
        if (self.twin.g != self.numbers).any():
            self.twin.g[:] = self.numbers
            raise self.differ("a rule writes into g, which holds the game; write to s and out alone")
        moves = self.out.whole[GUARD : GUARD + n].tolist()
        if drawn != STAY and drawn not in moves:
            raise self.differ(f"pick() draws {drawn}, which is none of {quote(moves)}")
        return int(who), moves, n

    def strays(self, before: np.ndarray, move: int | None, random: int) -> str:
        """Which rule writes outside of what it was given: each is asked alone, about a fresh position."""
        from tianji.kernels.native import calls
        from tianji.kernels.native.ask import ask_one

        names = {calls.PLAY: "play", calls.TURN: "turn", calls.MOVES: "moves", calls.WEIGHTS: "weights",
                 calls.PICK: "pick", calls.PAYOFFS: "payoffs"}  # fmt: skip
        for which, name in names.items():
            if getattr(self.twin.own, name) is None or (which == calls.PLAY and move is None):
                continue
            given = {
                "s": self.guarded(Encoded(before, self.most)),
                "out": Guarded(self.most, ROOM),
                "the weights": Guarded(self.most, ROOM, float),
                "the payoffs": Guarded(self.game.players, kind=float),
            }
            s, *more = (one.array for one in given.values())
            ask_one(which, self.at, self.twin.g, s, move or 0, random, *more)
            for what, one in given.items():
                if not one.is_whole():
                    return f"{name}() writes outside of {what}, which has {one.array.size} numbers, from 0 on"
            if which == calls.PLAY:
                before = s.copy()
        return "a rule writes outside of what it was given"

    def play(self) -> int:
        """To the end, or as far as `LONGEST`; the positions compared."""
        move: int | None = None
        for count in range(LONGEST):
            who, moves, _ = self.ask(self.s, move)
            if self.twin.decode is tuple and (got := tuple(self.s.array.tolist())) != self.state:
                raise self.differ(
                    f"compiled, play() with {move} leads to {quote(got)}; use places of s from 0 on"
                )
            expected = self.law.player(self.state, self.game.player(self.state))
            if who != expected:
                raise self.differ(f"turn() gives {who}, the class {expected}")
            if who == TERMINAL:
                self.ends()
                return count + 1
            actions = self.listed(who, moves)
            if who >= 0 and self.twin.own.key is not None:
                self.known(who)
            if who >= 0:
                self.rated(moves)
            if count % 8 == 0:
                self.afresh(who, moves)
            i = self.draws.randrange(len(actions))
            move, self.state = moves[i], self.game.result(self.state, actions[i])
        return LONGEST

    def listed(self, who: int, moves: list[int]) -> list[Any]:
        """The class's actions, as many as there are moves."""
        pairs = (
            self.law.outcomes(self.state, self.game.chances(self.state))
            if who == CHANCE
            else [(a, 1.0) for a in self.game.actions(self.state)]
        )
        if len(moves) != len(pairs) or len(set(moves)) != len(moves):
            raise self.differ(f"moves() gives {quote(moves)}, the class {quote([a for a, _ in pairs])}")
        if who == CHANCE and self.twin.own.weights is None:
            raise self.differ("chance acts, but there is no weights(g, s, out)")
        if len(moves) > self.most:
            raise self.differ(f"there are {len(moves)} moves, and room for {self.most} was promised")
        if (
            who == CHANCE
            and max(abs(p - q) for (_, p), q in zip(pairs, self.chances.array.tolist(), strict=False))
            > TOLERANCE
        ):
            raise self.differ(
                f"weights() gives {quote(self.chances.array[: len(moves)].tolist())}, the class {quote(pairs)}"
            )
        return [a for a, _ in pairs]

    def known(self, who: int) -> None:
        """What the player knows: one key of the twin for one of the class; the state comes back from the position."""
        from tianji.kernels.native.ask import ask_key

        given = Guarded(self.twin.key_words)
        out = given.array
        n = ask_key(self.at, self.twin.g, self.s.array, who, out)
        if not (self.s.is_whole() and given.is_whole(n if n <= GUARD else None)):
            raise self.differ(
                f"key() writes outside of out, which has {out.size} numbers, from 0 on, or of s"
            )
        if not 0 <= n <= self.twin.key_words:
            raise self.differ(f"key() writes {n} numbers, and room for {self.twin.key_words} was promised")
        mine, theirs = (who, *out[:n].tolist()), (who, self.game.information(self.state, who))
        if self.keys.setdefault(mine, theirs) != theirs or self.back.setdefault(theirs, mine) != mine:
            raise self.differ(f"key() gives {mine[1:]}, which does not stand for {quote(theirs[1])} alone")
        if self.twin.decode is not None:
            decoded = self.twin.decode(self.s.array.tolist())
            if self.game.information(decoded, who) != theirs[1]:
                raise self.differ(f"decode() gives {quote(decoded)} for it")

    def rated(self, moves: list[int]) -> None:
        """What searches ask: the evaluation, and one form for positions with as many moves."""
        from tianji.kernels.native.ask import ask_guess, ask_same

        evaluate = hook(self.game, "evaluate")
        if self.twin.own.guess is not None and evaluate is not None:
            guess, expected = (
                float(ask_guess(self.at, self.twin.g, self.s.array)),
                self.evaluated(evaluate),
            )
            if abs(guess - expected) > TOLERANCE * max(1.0, abs(expected)):
                raise self.differ(f"guess() gives {guess}, the class's evaluate {expected}")
        if self.twin.own.same is not None:
            given = Guarded(self.s.array.size + self.most, ROOM)
            out = given.array
            n = ask_same(self.at, self.twin.g, self.s.array, out)
            if not (self.s.is_whole() and given.is_whole(n)):
                raise self.differ(
                    f"same() writes outside of out, which has {out.size} numbers, from 0 on, or of s"
                )
            if n > out.size:
                raise self.differ(f"same() writes {n} numbers, more than the position and its moves have")
            form = ("same", *out[:n].tolist())
            if self.keys.setdefault(form, (len(moves),)) != (len(moves),):
                raise self.differ("same() gives what a position with another number of moves has")

    def evaluated(self, evaluate: Callable[[Any], float]) -> float:
        """What the class's evaluation says."""
        try:
            return float(evaluate(self.state))
        except Exception as error:
            raise self.law.raised(error, self.state, "evaluate") from error

    def ends(self) -> None:
        """The payoffs."""
        expected, pay = [float(u) for u in self.game.utility(self.state)], self.pay.array.tolist()
        if max(abs(u - v) for u, v in zip(expected, pay, strict=True)) > TOLERANCE * max(
            1.0, *map(abs, expected)
        ):
            raise self.differ(f"payoffs() gives {pay}, the class {expected}")

    def afresh(self, who: int, moves: list[int]) -> None:
        """The state encoded anew is the same position."""
        now, listed, _ = self.ask(self.guarded(self.encoded()), None)
        if (now, listed) != (who, moves):
            raise self.differ(f"encoded anew it has the moves {quote(listed)}, played to it {quote(moves)}")

"""The contract of `Game`, one sentence a clause: what breaks it, at which state, and what to do."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from itertools import islice
from operator import index
from typing import Any

from tianji.core.game import TERMINAL, Game
from tianji.errors import GameRuleError, TianjiError, TooLargeError, quote

TOLERANCE = 1e-9  # on the sum of chance probabilities
MAX_ACTIONS = 100_000  # at one state
MAX_PAYOFF = 1e300  # weighted sums of payoffs must stay finite


class Contract:
    """The clauses for one game; each method passes what is lawful and raises a `GameRuleError` otherwise.

    >>> from tianji.games import load
    >>> Contract(load("kuhn")).outcomes("deal", [("J", 0.5), ("Q", 0.25), ("K", 0)])
    Traceback (most recent call last):
    tianji.errors.GameRuleError: kuhn, state 'deal': chance probabilities [0.5, 0.25, 0] sum to 0.75; expected \
numbers ≥ 0 that sum to 1
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game, self.players = game, game.players
        if type(game.players) is not int or game.players < 1:
            raise GameRuleError(
                f"{game.spec}: players is {quote(game.players)}; expected a whole number of at least 1"
            )

    def broken(self, state: Any, what: str) -> GameRuleError:
        """The error that says `what` of a state."""
        return GameRuleError(f"{self.game.spec}, state {quote(state)}: {what}")

    def raised(self, error: BaseException, state: Any, method: str = "", *given: Any) -> TianjiError:
        """The error that says what the rules raised, and after which action; memory that ran out is nobody's rule."""
        where = f"{self.game.spec}, state {quote(state)}"
        if isinstance(error, MemoryError):
            return TooLargeError(
                f"{where}: memory ran out; use a sampling method (external), which keeps no tree, or smaller parameters"
            )
        if method:
            after = f" with {quote(given[0])}" if method == "result" and given else ""
            return GameRuleError(
                f"{where}: {method}(){after} raises {type(error).__name__}: {error!s:.120}; mend it"
            )
        return GameRuleError(
            f"{self.game.spec}: the rules raised {type(error).__name__}: {error!s:.120} at or just after state "
            f"{quote(state)}; check player/actions/chances/result/utility/information there"
        )

    def player(self, state: Any, who: Any) -> int:
        """Who acts: a player, CHANCE or TERMINAL."""
        if type(who) is int and TERMINAL <= who < self.players:  # what nearly every game gives, at once
            return who
        if hasattr(who, "__index__") and not isinstance(who, bool):
            number = index(who)
            if TERMINAL <= number < self.players:
                return number
        raise self.broken(
            state, f"player() gives {quote(who)}; expected 0 to {self.game.players - 1}, CHANCE or TERMINAL"
        )

    def listed(self, state: Any, method: str, found: Any) -> tuple[Any, ...]:
        """What a method lists, as a tuple; refused before it is made when it is longer than anybody can use."""
        if type(found) in (list, tuple) and len(found) <= MAX_ACTIONS:
            return tuple(found)
        try:
            is_sized = hasattr(found, "__len__")
            size = len(found) if is_sized else 0
            if size > MAX_ACTIONS:
                raise self.too_many(state, method, size)
            listed = tuple(found if is_sized else islice(found, MAX_ACTIONS + 1))
        except TypeError:
            raise self.broken(state, f"{method}() gives {quote(found)}; expected a list or tuple") from None
        except OverflowError:  # a range longer than any machine word
            size, listed = MAX_ACTIONS + 1, ()
        if max(size, len(listed)) > MAX_ACTIONS:
            raise self.too_many(state, method, size)
        return listed

    def too_many(self, state: Any, method: str, size: int) -> TooLargeError:
        """The error for a state with more moves than anybody can use."""
        shown = f"{size:,}" if size > MAX_ACTIONS else f"over {MAX_ACTIONS:,}"
        return TooLargeError(
            f"{self.game.spec}, state {quote(state)}: {method}() gives {shown} moves; expected at most "
            f"{MAX_ACTIONS:,} at one state: use coarser ones"
        )

    def menu(self, state: Any, who: int, menu: tuple[Any, ...]) -> tuple[Any, ...]:
        """Actions: at least one, hashable, all different."""
        if not menu:
            raise self.broken(
                state, f"player {who} is to act but has no actions; return TERMINAL there or offer one"
            )
        if len(menu) > MAX_ACTIONS:
            raise self.too_many(state, "actions", len(menu))
        return self.distinct(state, menu, f"player {who}'s actions")

    def distinct(self, state: Any, moves: tuple[Any, ...], what: str) -> tuple[Any, ...]:
        """Moves that can be told apart."""
        try:
            repeated = len(set(moves)) < len(moves)
        except Exception as error:
            raise self.broken(
                state, f"{what} {quote(moves)} cannot be hashed; use strings or numbers"
            ) from error
        if repeated:
            raise self.broken(state, f"{what} {quote(moves)} repeat; make them distinct")
        return moves

    def same_menu(self, state: Any, who: int, key: Hashable, known: Any, menu: Any) -> None:
        """Equal actions in equal order throughout an infoset."""
        if known != menu:
            raise self.broken(
                state,
                f"player {who} cannot tell two states apart (infoset {quote(key)}), yet one offers {quote(known)} and "
                f"{quote(state)} offers {quote(menu)}; give them different infoset keys or the same actions in the "
                "same order",
            )

    def distribution(
        self, state: Any, pairs: Iterable[tuple[Any, Any]]
    ) -> tuple[tuple[Any, ...], list[float]]:
        """Chance outcomes, and their probabilities as floats: numbers from 0 that sum to 1."""
        listed = self.listed(state, "chances", pairs)
        try:
            outcomes, probs = tuple([outcome for outcome, _ in listed]), [float(p) for _, p in listed]
        except OverflowError:  # a whole number or fraction beyond all floats
            probs = [math.inf]
        except (TypeError, ValueError):
            raise self.broken(
                state, f"chances() gives {quote(listed)}; expected (outcome, probability) pairs"
            ) from None
        least, most = min(probs, default=0.0), max(probs, default=0.0)
        total = (
            math.fsum(probs) if least >= 0 and most <= 2 else sum(probs)
        )  # fsum raises where a sum overflows
        if not abs(total - 1.0) <= TOLERANCE or least < 0:
            raise self.broken(
                state,
                f"chance probabilities {quote([p for _, p in listed])} sum to {total!r}; "
                "expected numbers ≥ 0 that sum to 1",
            )
        return outcomes, probs

    def outcomes(self, state: Any, pairs: Iterable[tuple[Any, Any]]) -> list[tuple[Any, float]]:
        """The same as pairs."""
        return list(zip(*self.distribution(state, pairs), strict=True))

    def chances(self, state: Any) -> list[tuple[Any, float]]:
        """The possible outcomes at a chance node."""
        return [pair for pair in self.outcomes(state, self.game.chances(state)) if pair[1] > 0]

    def payoffs(self, state: Any, utility: Any) -> tuple[float, ...]:
        """One finite number a player."""
        if type(utility) is tuple and len(utility) == self.players:  # what nearly every game gives, at once
            plain = [type(u) is float and -MAX_PAYOFF <= u <= MAX_PAYOFF for u in utility]
            if all(plain):
                return utility
        listed = self.listed(state, "utility", utility)
        try:
            payoffs = tuple(map(float, listed)) if not any(isinstance(u, str) for u in listed) else ()
        except (TypeError, ValueError, OverflowError):
            payoffs = ()
        if len(payoffs) != self.players or not all(abs(u) <= MAX_PAYOFF for u in payoffs):
            raise self.broken(
                state,
                f"utility() gives {quote(listed)}; expected {self.game.players} finite numbers, one a player, "
                f"none beyond {MAX_PAYOFF:g}",
            )
        return payoffs

    def recall(self, state: Any, who: int, key: Hashable, paths: str = "") -> GameRuleError:
        """The error for an infoset that is reached by different own earlier moves."""
        return self.broken(
            state,
            f"imperfect recall: player {who} reaches infoset {quote(key)} by different own earlier moves{paths}; "
            "put the player's own past actions and knowledge into information()",
        )

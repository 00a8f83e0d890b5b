"""check_game: does a game keep the contract of `Game`?"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.result import Result
from tianji.errors import GameRuleError, ParameterError, TianjiError

MAX_DEPTH = 10_000
TOLERANCE = 1e-9  # on the sum of chance probabilities and of zero-sum payoffs


@dataclass(frozen=True)
class GameReport(Result):
    """What a walk over a lawful game found.

    infosets: `[players]`, counted where the player acts. depth: moves on the longest line. complete: False
    when `max_histories` ended the walk early, so that the counts are of a part.

    recall_everywhere: every player remembers the own past also where somebody else acts, which subgame
    solving needs and plain solving does not; `lapse` names the first place where not.
    """

    game: str
    histories: int
    terminals: int
    chance_nodes: int
    infosets: tuple[int, ...]
    depth: int
    zero_sum: bool
    recall_everywhere: bool
    lapse: str
    complete: bool


def check_game(game: Game[Any, Any], max_histories: int = 1_000_000) -> GameReport:
    """Walk the game and test every rule that the rest of the library relies on.

    States are hashable and `result` gives equal ones each time; the acting player is in range; actions are
    distinct, never empty, and the same in the same order throughout an infoset; chance probabilities are
    non-negative and sum to one; every payoff is finite, one a player; every line of play ends; and perfect
    recall: all histories in an infoset share the player's own earlier infosets and actions.

    Raises a `GameRuleError` that names the state and says what to do; returns counts otherwise.

    >>> from tianji.games import load
    >>> report = check_game(load("kuhn"))
    >>> report.histories, report.terminals, report.infosets, report.zero_sum, report.recall_everywhere
    (58, 30, (6, 6), True, True)
    """
    if not isinstance(game, Game):
        raise ParameterError(
            f"check_game: {game!r:.80} is a {type(game).__name__}; expected a Game: use load(...)"
        )
    if type(max_histories) is not int or max_histories < 1:
        raise ParameterError(f"check_game: max_histories={max_histories!r}; expected a whole number above 0")
    return _Check(game).run(max_histories)


class _Check:
    """One walk over a game, with all that was seen so far."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        players = game.players
        if type(players) is not int or players < 1:
            raise GameRuleError(f"{game.name}: players is {players!r}; expected a whole number above 0")
        self.histories = self.terminals = self.chance_nodes = self.depth = 0
        self.zero_sum, self.lapse = True, ""
        # A sequence, the chain of a player's own (infoset, action) pairs, is numbered as met; 0 is empty.
        self.sequences: list[dict[tuple[int, Hashable, Hashable], int]] = [{} for _ in range(players)]
        self.menus: list[dict[Hashable, tuple[Any, ...]]] = [{} for _ in range(players)]
        self.pasts: list[dict[Hashable, int]] = [{} for _ in range(players)]  # where the player acts
        self.all_pasts: list[dict[Hashable, int]] = [{} for _ in range(players)]  # everywhere

    def run(self, max_histories: int) -> GameReport:
        """Depth first, with the states of the current line at hand to notice a line that never ends."""
        line: dict[Any, None] = {}
        root = self.call("initial")
        stack: list[tuple[Any, tuple[int, ...], bool]] = [(root, (0,) * self.game.players, True)]
        while stack and self.histories < max_histories:
            state, own, entering = stack.pop()
            if not entering:
                del line[state]
                continue
            self.enter(state, line)
            stack.append((state, own, False))
            stack.extend(reversed(self.visit(state, own)))
        return GameReport(
            game=self.game.spec,
            histories=self.histories,
            terminals=self.terminals,
            chance_nodes=self.chance_nodes,
            infosets=tuple(len(p) for p in self.pasts),
            depth=self.depth,
            zero_sum=self.zero_sum,
            recall_everywhere=not self.lapse,
            lapse=self.lapse,
            complete=not any(entering for _, _, entering in stack),
        )

    def enter(self, state: Any, line: dict[Any, None]) -> None:
        """Count a history and put it on the current line."""
        try:
            known = state in line
        except Exception as error:
            raise self.broken(
                state, f"the state cannot be hashed ({error}); use tuples and strings"
            ) from error
        if known:
            raise self.broken(
                state, "the state comes up again on its own line of play, so the game need not end"
            )
        line[state] = None
        self.histories += 1
        self.depth = max(self.depth, len(line) - 1)
        if len(line) > MAX_DEPTH:
            raise self.broken(state, f"no end after {MAX_DEPTH:,} moves; every line of play must end")

    def visit(self, state: Any, own: tuple[int, ...]) -> list[tuple[Any, tuple[int, ...], bool]]:
        """Check one history; its children with the players' own sequences there."""
        player = self.stable("player", state)
        if type(player) is not int or not (0 <= player < self.game.players or player in (CHANCE, TERMINAL)):
            raise self.broken(
                state, f"player() gives {player!r}; expected 0 to {self.game.players - 1}, CHANCE or TERMINAL"
            )
        keys = [self.information(state, i) for i in range(self.game.players)]
        self.remembers(state, keys, own)
        if player == TERMINAL:
            self.terminals += 1
            self.payoffs(state)
            return []
        if player == CHANCE:
            self.chance_nodes += 1
            return [(self.child(state, a), own, True) for a in self.outcomes(state)]
        menu, key = self.menu(state, player, keys[player]), keys[player]
        self.recalls(state, player, key, own[player])
        children = []
        for action in menu:
            step = self.sequences[player]
            sequence = step.setdefault((own[player], key, action), len(step) + 1)
            children.append((self.child(state, action), (*own[:player], sequence, *own[player + 1 :]), True))
        return children

    def information(self, state: Any, player: int) -> Hashable:
        key: Hashable = self.stable("information", state, player)
        try:
            hash(key)
        except Exception as error:
            raise self.broken(
                state,
                f"information() for player {player} gives {key!r:.80}, which cannot be hashed; use a tuple",
            ) from error
        return key

    def menu(self, state: Any, player: int, key: Hashable) -> tuple[Any, ...]:
        """The actions; the same, in the same order, as elsewhere in the infoset."""
        menu = tuple(self.stable("actions", state, freeze=tuple))
        if not menu:
            raise self.broken(state, f"player {player} acts but has no actions; offer one or return TERMINAL")
        self.distinct(state, menu, f"player {player}'s actions")
        known = self.menus[player].setdefault(key, menu)
        if known != menu:
            raise self.broken(
                state,
                f"player {player} cannot tell it from another state of infoset {key!r:.80}, yet one offers "
                f"{known!r:.80} and the other {menu!r:.80}; give them different keys or equal actions",
            )
        return menu

    def distinct(self, state: Any, moves: tuple[Any, ...], what: str) -> None:
        try:
            repeated = len(set(moves)) < len(moves)
        except Exception as error:
            raise self.broken(
                state, f"{what} {moves!r:.80} cannot be hashed; use strings or numbers"
            ) from error
        if repeated:
            raise self.broken(state, f"{what} {moves!r:.80} repeat; make them distinct")

    def recalls(self, state: Any, player: int, key: Hashable, own: int) -> None:
        """Perfect recall where the player acts: an error if it fails."""
        if self.pasts[player].setdefault(key, own) != own:
            raise self.broken(
                state,
                f"imperfect recall: player {player} reaches infoset {key!r:.80} by different own earlier "
                "moves; put the player's own past actions and knowledge into information()",
            )

    def remembers(self, state: Any, keys: list[Hashable], own: tuple[int, ...]) -> None:
        """Perfect recall everywhere: noted in the report if it fails."""
        for player, key in enumerate(keys):
            if self.all_pasts[player].setdefault(key, own[player]) != own[player] and not self.lapse:
                self.lapse = (
                    f"{self.game.name}, state {state!r:.120}: the key {key!r:.80} of player {player}, who "
                    "need not act here, is shared by states with different own earlier moves"
                )

    def outcomes(self, state: Any) -> tuple[Any, ...]:
        """Chance outcomes, lawful as a distribution."""
        pairs = self.stable("chances", state, freeze=tuple)
        try:
            probs = [float(p) for _, p in pairs]
            lawful = all(p >= 0 for p in probs) and abs(math.fsum(probs) - 1) <= TOLERANCE
        except Exception as error:
            raise self.broken(
                state, f"chances() gives {pairs!r:.80}; expected (outcome, probability) pairs"
            ) from error
        if not lawful:
            raise self.broken(
                state,
                f"chance probabilities {probs!r:.80} sum to {math.fsum(probs)!r}; expected ≥ 0 and sum 1",
            )
        moves = tuple(a for a, _ in pairs)
        self.distinct(state, moves, "chance outcomes")
        return moves

    def payoffs(self, state: Any) -> None:
        """One finite number a player."""
        pay = self.stable("utility", state, freeze=tuple)
        try:
            lawful = len(pay) == self.game.players and all(math.isfinite(u) for u in pay)
        except TypeError:
            lawful = False
        if not lawful:
            raise self.broken(
                state,
                f"utility() gives {pay!r:.80}; expected {self.game.players} finite numbers, one a player",
            )
        scale = max(1.0, *(abs(float(u)) for u in pay))
        self.zero_sum = self.zero_sum and abs(math.fsum(pay)) <= TOLERANCE * scale

    def child(self, state: Any, action: Any) -> Any:
        """The next state; asked for twice, it must be equal and hash equal."""
        first, second = self.call("result", state, action), self.call("result", state, action)
        try:
            stable = first == second and hash(first) == hash(second)
        except Exception as error:
            raise self.broken(
                state, f"after {action!r} comes {first!r:.80}, which cannot be hashed ({error}); use tuples"
            ) from error
        if not stable:
            raise self.broken(
                state,
                f"result with {action!r} gives {first!r:.80}, and asked again {second!r:.80}, which is not "
                "equal; states must be values: no randomness, compare by content",
            )
        return first

    def stable(self, method: str, *arguments: Any, freeze: Callable[[Any], Any] | None = None) -> Any:
        """What a method gives; asked twice, it must be the same."""
        first, second = self.call(method, *arguments), self.call(method, *arguments)
        if freeze is not None:
            try:
                first, second = freeze(first), freeze(second)
            except TypeError:
                raise self.broken(
                    arguments[0], f"{method}() gives {first!r:.80}; expected a list or tuple"
                ) from None
        try:
            # NaN is not equal to itself; the checks that follow give it its right name.
            same = bool(first == second) or repr(first) == repr(second)
        except Exception as error:
            raise self.broken(
                arguments[0], f"{method}() gives {first!r:.80}, which cannot be compared"
            ) from error
        if not same:
            raise self.broken(
                arguments[0],
                f"{method}() gives {first!r:.80}, and asked again {second!r:.80}; it must not change",
            )
        return first

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a rule; what it raises becomes a sentence."""
        try:
            return getattr(self.game, method)(*arguments)
        except TianjiError:
            raise
        except Exception as error:
            where = f", state {arguments[0]!r:.120}" if arguments else ""
            raise GameRuleError(
                f"{self.game.name}{where}: {method}() raises {type(error).__name__}: {error!s:.120}; mend it"
            ) from error

    def broken(self, state: Any, what: str) -> GameRuleError:
        return GameRuleError(f"{self.game.name}, state {state!r:.120}: {what}")

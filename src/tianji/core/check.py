"""check_game: does a game keep the contract of `Game`?"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Any

from tianji.core.arguments import checked
from tianji.core.contract import Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import declared_twin
from tianji.core.lawful import PERFECT, forgets_information, is_finite, unwatched
from tianji.core.result import Result
from tianji.core.walk import Walk
from tianji.errors import ParameterError, TianjiError, quote

TOLERANCE = 1e-9  # on the sum of zero-sum payoffs


@dataclass(frozen=True)
class GameReport(Result):
    """What a walk over a lawful game found.

    infosets: `[players]`, counted where the player acts. depth: moves on the longest line. complete: False
    when `max_histories` or `seconds` ended the walk early, so that the counts are of a part.

    recall_everywhere: every player remembers the own past also where somebody else acts, which subgame
    solving needs and plain solving does not; `lapse` names the first place where not. Where nothing is hidden and
    lines of play meet again in one state, that is such a place: fine for `tj.search`, too little for `tj.solve`.

    hidden: what is hidden from whom, in words: a game whose `information` was forgotten hides nothing.
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
    hidden: str = ""


@checked
def check_game(
    game: Game[Any, Any], max_histories: int = 1_000_000, *, seconds: float | None = 5.0
) -> GameReport:
    """Walk the game and test every rule that the rest of the library relies on.

    States are hashable and `result` gives equal ones each time; the acting player is in range; actions are
    distinct, never empty, and the same in the same order throughout an infoset; chance probabilities are
    non-negative and sum to one; every payoff is finite, one a player; every line of play ends; and perfect
    recall: all histories in an infoset share the player's own earlier infosets and actions.

    A game with native rules (`twin()`) is first played at random with both, the class and the compiled functions.

    Raises a `GameRuleError` that names the state and says what to do; returns counts otherwise: of a part, where so
    many histories or seconds end the walk early (None: however long it takes).

    >>> from tianji.games import load
    >>> report = check_game(load("kuhn"))
    >>> report.histories, report.terminals, report.infosets, report.zero_sum, report.recall_everywhere
    (58, 30, (6, 6), True, True)
    """
    if max_histories < 1:
        raise ParameterError(
            f"check_game: max_histories={quote(max_histories)}; expected a whole number above 0"
        )
    if seconds is not None and (isinstance(seconds, bool) or not is_finite(seconds) or seconds <= 0):
        raise ParameterError(
            f"check_game: seconds={quote(seconds)}; expected a finite number above 0, or None"
        )
    game = unwatched(game)
    if (twin := declared_twin(game)) is not None:
        twin.agree(game)
    return _Check(game).run(max_histories, seconds)


def hidden_from(players: Collection[int]) -> str:
    """The sentence for the players who cannot always tell positions apart.

    >>> hidden_from({1})
    'hidden information: player 1 cannot tell all positions apart'
    """
    if not players:
        return PERFECT
    who = ", ".join(f"player {p}" for p in sorted(players))
    return f"hidden information: {who} cannot tell all positions apart"


class _Check:
    """One walk over a game, with all that was seen so far."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.law = Contract(game)
        self.game = _Twice(game, self.law)
        self.is_open = forgets_information(game)  # everybody knows the state, if not the way to it
        players = game.players
        self.terminals = self.chance_nodes = self.depth = 0
        self.zero_sum, self.lapse = True, ""
        # A sequence, the chain of a player's own (infoset, action) pairs, is numbered as met; 0 is empty.
        self.sequences: list[dict[tuple[int, Hashable, Hashable], int]] = [{} for _ in range(players)]
        self.menus: list[dict[Hashable, tuple[Any, ...]]] = [{} for _ in range(players)]
        self.pasts: list[dict[Hashable, int]] = [{} for _ in range(players)]  # where the player acts
        self.all_pasts: list[dict[Hashable, int]] = [{} for _ in range(players)]  # everywhere
        # from key to the only position it was met at, while there is only one; and who met one key at two
        self.only: list[dict[Hashable, int]] = [{} for _ in range(players)]
        self.blind: set[int] = set()
        self.line: list[Any] = []
        self.on_line: set[Any] = set()

    def run(self, max_histories: int, seconds: float | None) -> GameReport:
        """The walk, with the states of the current line at hand to notice one that comes up again."""
        with Walk(self.game, (0,) * self.game.players, limit=max_histories, seconds=seconds) as walk:
            for who, moves, (state, depth, own) in walk.steps():
                self.enter(state, depth)
                for action, after in self.visit(state, who, moves, own):
                    walk.push((self.game.result(state, action), depth + 1, after))
        return GameReport(
            game=self.game.spec,
            histories=walk.histories,
            terminals=self.terminals,
            chance_nodes=self.chance_nodes,
            infosets=tuple(len(p) for p in self.pasts),
            depth=self.depth,
            zero_sum=self.zero_sum,
            recall_everywhere=not self.lapse,
            lapse=self.lapse,
            complete=walk.complete,
            hidden=hidden_from(self.blind)
            if walk.complete or self.blind
            else "nothing hidden in the part walked",
        )

    def enter(self, state: Any, depth: int) -> None:
        """Put a history on the current line."""
        while len(self.line) > depth:
            self.on_line.discard(self.line.pop())
        try:
            known = state in self.on_line
        except Exception as error:
            raise self.law.broken(
                state, f"the state cannot be hashed ({error}); use tuples and strings"
            ) from error
        if known:
            raise self.law.broken(
                state, "the state comes up again on its own line of play, so the game need not end"
            )
        self.line.append(state)
        self.on_line.add(state)
        self.depth = max(self.depth, depth)

    def visit(
        self, state: Any, who: int, moves: Any, own: tuple[int, ...]
    ) -> list[tuple[Any, tuple[int, ...]]]:
        """Check one history; its moves, last one first, with the players' own sequences after them."""
        keys = [self.game.information(state, i) for i in range(self.game.players)]
        self.remembers(state, keys, own)
        if who != TERMINAL:
            self.sees(state, keys)
        if who == TERMINAL:
            self.terminals += 1
            pay = self.law.payoffs(state, self.game.utility(state))
            self.zero_sum = self.zero_sum and abs(math.fsum(pay)) <= TOLERANCE * max(map(abs, pay))
            return []
        if who == CHANCE:
            self.chance_nodes += 1
            self.law.distinct(state, tuple(a for a, _ in moves), "chance outcomes")
            return [(a, own) for a, _ in reversed(moves)]
        key = keys[who]
        self.law.menu(state, who, moves)
        self.law.same_menu(state, who, key, self.menus[who].setdefault(key, moves), moves)
        if self.pasts[who].setdefault(key, own[who]) != own[who] and not self.is_open:
            raise self.law.recall(state, who, key)
        children, step = [], self.sequences[who]
        for action in moves:
            sequence = step.setdefault((own[who], key, action), len(step) + 1)
            children.append((action, (*own[:who], sequence, *own[who + 1 :])))
        return children[::-1]

    def sees(self, state: Any, keys: list[Hashable]) -> None:
        """Notice who cannot tell two positions apart."""
        position = hash(state)
        for player, key in enumerate(keys):
            if player not in self.blind and self.only[player].setdefault(key, position) != position:
                self.blind.add(player)
                self.only[player] = {}

    def remembers(self, state: Any, keys: list[Hashable], own: tuple[int, ...]) -> None:
        """Perfect recall everywhere: noted in the report if it fails."""
        for player, key in enumerate(keys):
            if self.all_pasts[player].setdefault(key, own[player]) != own[player] and not self.lapse:
                self.lapse = (
                    self._meeting(state)
                    if self.is_open
                    else (
                        f"{self.game.spec}, state {quote(state)}: the key {quote(key)} of player {player}, who "
                        "need not act here, is shared by states with different own earlier moves"
                    )
                )

    def _meeting(self, state: Any) -> str:
        return (
            f"{self.game.spec}, state {quote(state)}: lines of play meet again here; tj.search(game, state) takes the "
            "game as it is, to compile it put the history into the state"
        )


class _Twice(Game[Any, Any]):
    """A game that is asked everything twice: rules are functions, and states are values."""

    def __init__(self, game: Game[Any, Any], law: Contract) -> None:
        self._game, self._law = game, law
        self.players = game.players

    @property
    def spec(self) -> str:
        """That of the game."""
        return self._game.spec

    def initial(self) -> Any:
        """Asked once: nothing comes before."""
        return self._call("initial")

    def player(self, s: Any) -> int:
        """Who acts."""
        return self._law.player(s, self._stable("player", s))

    def actions(self, s: Any) -> tuple[Any, ...]:
        """The menu."""
        return tuple(self._stable("actions", s, listed=True))

    def chances(self, s: Any) -> tuple[tuple[Any, float], ...]:
        """The outcomes."""
        return tuple(self._stable("chances", s, listed=True))

    def utility(self, s: Any) -> tuple[float, ...]:
        """The payoffs."""
        return tuple(self._stable("utility", s, listed=True))

    def information(self, s: Any, player: int) -> Hashable:
        """What a player knows; it can be hashed."""
        key: Hashable = self._stable("information", s, player)
        try:
            hash(key)
        except Exception as error:
            raise self._law.broken(
                s,
                f"information() for player {player} gives {quote(key)}, which cannot be hashed; use a tuple",
            ) from error
        return key

    def result(self, s: Any, a: Any) -> Any:
        """The next state; asked for twice, it is equal and hashes equal."""
        first, second = self._call("result", s, a), self._call("result", s, a)
        try:
            stable = first == second and hash(first) == hash(second)
        except Exception as error:
            raise self._law.broken(
                s, f"after {quote(a)} comes {quote(first)}, which cannot be hashed ({error}); use tuples"
            ) from error
        if not stable:
            raise self._law.broken(
                s,
                f"result with {quote(a)} gives {quote(first)}, and asked again {quote(second)}, which is not "
                "equal; states must be values: no randomness, compare by content",
            )
        return first

    def _stable(self, method: str, *arguments: Any, listed: bool = False) -> Any:
        """What a method gives; asked twice, it must be the same."""
        state = arguments[0]
        first, second = self._call(method, *arguments), self._call(method, *arguments)
        if listed:
            first, second = (self._law.listed(state, method, found) for found in (first, second))
        try:
            # NaN is not equal to itself; the checks that follow give it its right name.
            same = bool(first == second) or quote(first, 10**9) == quote(second, 10**9)
        except Exception as error:
            raise self._law.broken(
                state, f"{method}() gives {quote(first)}, which cannot be compared"
            ) from error
        if not same:
            raise self._law.broken(
                state, f"{method}() gives {quote(first)}, and asked again {quote(second)}; it must not change"
            )
        return first

    def _call(self, method: str, *arguments: Any) -> Any:
        """Call a rule; what it raises becomes a sentence."""
        try:
            return getattr(self._game, method)(*arguments)
        except TianjiError:
            raise
        except (Exception, SystemExit) as error:
            raise self._law.raised(
                error, arguments[0] if arguments else "before initial()", method, *arguments[1:]
            ) from error

"""Opponents: one who follows a strategy, one who searches; both know what a decision cost."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Protocol

from tianji.core.arguments import checked_init
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.strategy import Strategy, label
from tianji.errors import StrategyError, TianjiError, UnknownNameError, quote, suggest
from tianji.evaluate.review import Decision, review
from tianji.flat.forecast import plan
from tianji.run.limits import Limits
from tianji.run.stopping import CANCELLED, INTERRUPTED, Cancelled, Stop
from tianji.search.api import METHODS, search
from tianji.search.check import check_game
from tianji.search.result import SearchResult

REVIEWED = 500_000  # terminals up to which a game is compiled to price decisions


@dataclass(frozen=True)
class Choice:
    """A decision of the player at the table, in which round."""

    round: int
    state: Any
    player: int
    action: Any


class Opponent(Protocol):
    """Who sits in the other seats; basis: what the prices of `review` mean, in words."""

    basis: str

    def choose(self, state: Any, player: int) -> Any:
        """The action to play."""

    def review(self, chosen: list[Choice]) -> list[Decision] | None:
        """What each decision of the player cost; None where that cannot be said."""


@checked_init
@dataclass(frozen=True)
class StrategyPlayer:
    """An opponent who follows a strategy."""

    rules: Game[Any, Any]
    strategy: Strategy
    rng: random.Random
    basis = "against best play from there on"

    def choose(self, state: Any, player: int) -> Any:
        """An action drawn from the strategy's mix."""
        mix = self.mix(state, player)
        menu = list(self.rules.actions(state))
        return self.rng.choices(menu, [mix[label(a)] for a in menu])[0]

    def mix(self, state: Any, player: int) -> dict[str, float]:
        """Action → probability; uniform where a sampled strategy never was."""
        menu = [label(a) for a in self.rules.actions(state)]
        key = self.rules.information(state, player)
        if label(key) not in self.strategy.tables[player].index and self.strategy.unvisited == "uniform":
            return dict.fromkeys(menu, 1 / len(menu))
        odds = self.strategy.at(player, key)
        mix = {name: odds.get(name, 0.0) for name in menu}
        if not sum(mix.values()) > 0:
            raise StrategyError(
                f"the strategy plays none of {quote(menu)} at player {player}'s {quote(label(key))}"
            )
        return mix

    def review(self, chosen: list[Choice]) -> list[Decision] | None:
        """What each decision cost, exactly; None where the game is too large to compile for that."""
        if plan(self.rules).terminals > REVIEWED:
            return None
        keys = [(c.player, self.rules.information(c.state, c.player), c.action) for c in chosen]
        return review(self.rules, self.strategy, keys)


@checked_init
@dataclass(frozen=True)
class SearchPlayer:
    """An opponent who searches every move, for `seconds`, `nodes` or `depth` plies, with perfect information."""

    rules: Game[Any, Any]
    method: str
    seconds: float | None = 1.0
    nodes: int | None = None
    depth: int | None = None
    seed: int | None = None  # of a search that draws, such as mcts
    found: dict[Any, SearchResult[Any]] = field(default_factory=dict)
    basis = "by the search's own values, estimates unless it saw the end"

    def __post_init__(self) -> None:  # whether he can play this game is asked before the first move
        Limits(seconds=self.seconds, nodes=self.nodes, depth=self.depth)
        if self.method not in METHODS:
            raise UnknownNameError(f"no method {quote(self.method)}; {suggest(self.method, list(METHODS))}")
        row, start = METHODS[self.method], self.rules.initial()
        row.check_names(self.method, self._drawn)
        row.options(**self._drawn)
        chance = row.chance or self.rules.player(start) == CHANCE  # dealt by the table, not searched
        check_game(self.rules, start, self.method, players=row.players, chance=chance)

    def find(self, state: Any, stop: Stop = None) -> SearchResult[Any]:
        """The search's answer; what was searched once is remembered. `Cancelled` where `stop` cut it short."""
        if state in self.found:
            return self.found[state]
        found = search(
            self.rules,
            state,
            self.method,
            seconds=self.seconds,
            nodes=self.nodes,
            depth=self.depth,
            stop=stop,
            **self._drawn,
        )
        if stop is not None and found.stopped in (CANCELLED, INTERRUPTED):
            raise Cancelled(found.stopped)
        self.found[state] = found
        return found

    @property
    def _drawn(self) -> dict[str, Any]:
        return {} if self.seed is None else {"seed": self.seed}

    def choose(self, state: Any, player: int) -> Any:
        """The action the search plays."""
        return self.find(state).action

    def review(self, chosen: list[Choice]) -> list[Decision] | None:
        """What each decision cost by the search's own values; None where it cannot value the positions."""
        try:
            return [self._price(c) for c in chosen]
        except TianjiError:  # a roll of dice to come: this search values decisions alone
            return None

    def _price(self, c: Choice) -> Decision:
        found = self.find(c.state)
        after = self.rules.result(c.state, c.action)
        value = found.value if label(found.action) == label(c.action) else self._worth(after, c.player)
        best = max(found.value, value)
        best_action = label(c.action) if value >= found.value else label(found.action)
        return Decision(c.player, self.rules.show(c.state), label(c.action), best_action, value, best - value)

    def _worth(self, state: Any, player: int) -> float:
        if self.rules.player(state) == TERMINAL:
            return float(self.rules.utility(state)[player])
        found = self.find(state)
        if found.values is not None:
            return float(found.values[player])
        return float(found.value if self.rules.player(state) == player else -found.value)

"""A table for one person: the dialogue of `tianji play`, and the opponents."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from typing import Any

from tianji.cli.shared.report import actions_text
from tianji.cli.shared.streams import write_out
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.strategy import Strategy, label
from tianji.errors import StrategyError, TianjiError
from tianji.evaluate.review import Decision, review

REVIEWED = 500_000  # terminals up to which a game is compiled to price decisions
LOOKED_AT = 2_000  # alternatives up to which it is found out whether a seat can tell a move from the others


@dataclass
class Chosen:
    """A decision of the person at the table."""

    round: int
    state: Any
    player: int
    action: Any


@dataclass(frozen=True)
class Player:
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
                f"the strategy plays none of {menu!r:.100} at player {player}'s {label(key)!r:.120}"
            )
        return mix

    def hint(self, state: Any, player: int) -> str:
        """What the strategy would do in the person's place."""
        return f"The strategy plays here: {actions_text(self.mix(state, player))}"

    def review(self, chosen: list[Chosen]) -> list[Decision] | None:
        """What each decision cost, exactly; None where the game is too large to compile for that."""
        from tianji.flat.plan import plan

        if plan(self.rules).terminals > REVIEWED:
            return None
        keys = [(c.player, self.rules.information(c.state, c.player), c.action) for c in chosen]
        return review(self.rules, self.strategy, keys)

    def knows(self, state: Any, seat: int) -> str:
        """What the person is shown: the infoset, never the state."""
        return f"You know: {label(self.rules.information(state, seat))}"


@dataclass(frozen=True)
class Thinker:
    """An opponent who searches every move, for games of perfect information."""

    rules: Game[Any, Any]
    method: str
    seconds: float
    found: dict[Any, Any] = field(default_factory=dict)
    basis = "by the search's own values, estimates unless it saw the end"

    def find(self, state: Any) -> Any:
        """The search's answer; what was searched once is remembered."""
        from tianji.search.api import search

        if state not in self.found:
            self.found[state] = search(self.rules, state, self.method, seconds=self.seconds)
        return self.found[state]

    def choose(self, state: Any, player: int) -> Any:
        """The action the search plays."""
        return self.find(state).action

    def hint(self, state: Any, player: int) -> str:
        """What the search would do in the person's place."""
        found = self.find(state)
        line = " ".join(label(a) for a in found.line[:8])
        return f"The search plays here: {label(found.action)}, value {found.value:g} ({found.bound}); it sees {line}"

    def review(self, chosen: list[Chosen]) -> list[Decision] | None:
        """What each decision cost by the search's own values; None where it cannot value the positions."""
        try:
            return [self._price(c) for c in chosen]
        except TianjiError:  # a roll of dice to come: this search values decisions alone
            return None

    def _price(self, c: Chosen) -> Decision:
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

    def knows(self, state: Any, seat: int) -> str:
        """What the person is shown: the board."""
        return self.rules.show(state)


class Leave(Exception):  # noqa: N818 - it is no error
    """The person has had enough."""


@dataclass
class Table:
    """A person in one seat, an opponent in the others."""

    rules: Game[Any, Any]
    opponent: Player | Thinker
    rng: random.Random
    to_stderr: bool
    rounds: list[dict[str, Any]] = field(default_factory=list)
    chosen: list[Chosen] = field(default_factory=list)
    score: float = 0.0

    def say(self, text: str, end: str = "\n") -> None:
        """A line of the dialogue."""
        if self.to_stderr:
            print(text, end=end, file=sys.stderr, flush=True)
        else:
            write_out(text + end)

    def sit(self, seat: int | None, rounds: int | None) -> bool:
        """Play rounds until all are played or the person leaves; whether by Ctrl-C."""
        try:
            while rounds is None or len(self.rounds) < rounds:
                self.play_round(len(self.rounds) % self.rules.players if seat is None else seat)
        except Leave:
            self.say("")
        except KeyboardInterrupt:
            self.say("")
            return True
        return False

    def play_round(self, seat: int) -> None:
        """One round from the first move to the payoffs."""
        rules, state, moves = self.rules, self.rules.initial(), []
        self.say(f"\nRound {len(self.rounds) + 1}: you are player {seat}.")
        while (player := rules.player(state)) != TERMINAL:
            if player == CHANCE:
                outcomes, odds = zip(*rules.chances(state), strict=True)
                action = self.rng.choices(outcomes, odds)[0]
            elif player == seat:
                action = self.ask(state, seat)
                self.chosen.append(Chosen(len(self.rounds) + 1, state, seat, action))
            else:
                action = self.opponent.choose(state, player)
            self.narrate(state, player, action, seat)
            moves.append(label(action))
            state = rules.result(state, action)
        payoffs = [float(u) for u in rules.utility(state)]
        self.score += payoffs[seat]
        self.rounds.append({"seat": seat, "moves": moves, "payoffs": payoffs})
        self.say(f"The end: {rules.show(state)}. You get {payoffs[seat]:+g}; your score is {self.score:+g}.")

    def narrate(self, state: Any, player: int, action: Any, seat: int) -> None:
        """Tell a move in the game's own words, as far as the seat may know it."""
        words = self.rules.describe(state, action)
        if player == CHANCE:
            if self._is_seen(state, player, action, seat):
                self.say(
                    f"{words[:1].upper()}{words[1:]}." if words != label(action) else f"Chance: {words}."
                )
        elif player == seat:
            self.say(f"You, player {seat}: {words}.")
        elif self._is_seen(state, player, action, seat):
            self.say(f"Player {player}: {words}.")
        else:
            self.say(f"Player {player} moves; you do not see how.")

    def _is_seen(self, state: Any, player: int, action: Any, seat: int) -> bool:
        """Whether the seat can tell the action from every other one that was possible."""
        rules = self.rules
        after = rules.result(state, action)
        if rules.player(after) == TERMINAL:  # all is shown at the end
            return True
        menu = [a for a, _ in rules.chances(state)] if player == CHANCE else list(rules.actions(state))
        if len(menu) > LOOKED_AT:
            return False
        mine = rules.information(after, seat)
        return sum(rules.information(rules.result(state, a), seat) == mine for a in menu) == 1 < len(menu)

    def ask(self, state: Any, seat: int) -> Any:
        """The action a person chooses."""
        menu = list(self.rules.actions(state))
        names = [label(a) for a in menu]
        self.say(self.opponent.knows(state, seat))
        words = [self.rules.describe(state, a) for a in menu]
        shown = [
            name if name == said else f"{name} ({said})" for name, said in zip(names, words, strict=True)
        ]
        # Where actions are numbers themselves, as in goofspiel, numbering them would be a trap.
        answers = {} if any(n.isdecimal() for n in names) else {str(k): a for k, a in enumerate(menu, 1)}
        self.say(
            "   ".join(f"{k}) {text}" for k, text in zip(answers, shown, strict=False)) or "   ".join(shown)
        )
        answers.update(zip(names, menu, strict=True))
        while True:
            self.say("> ", end="")
            line = sys.stdin.readline()
            answer = line.strip()
            if not line or (answer == "q" and "q" not in names):
                raise Leave
            if answer in answers:
                return answers[answer]
            if answer == "?":
                self.say(self.opponent.hint(state, seat))
                continue
            self.say(f"{answer!r} is not an action here; type one of {', '.join(answers)}, or q to leave.")

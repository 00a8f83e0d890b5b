"""Match: rounds of one player against an opponent in all other seats."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tianji.arena.opponents import Choice, Opponent
from tianji.core.arguments import checked, checked_init
from tianji.core.contract import Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.lawful import lawful
from tianji.core.result import Result, plain
from tianji.core.strategy import label
from tianji.core.walk import DEEP, DepthWatch
from tianji.errors import ParameterError, quote
from tianji.evaluate.review import Decision

Chooser = Callable[[Any, int], Any]
"""Who sits in the player's seat: (state, seat) → action."""
Watcher = Callable[[Any, int, Any, int], None]
"""Told every move before it is made: state, player or CHANCE, action, the player's seat."""


def play_out(
    rules: Game[Any, Any],
    choose: Chooser,
    rng: random.Random,
    note: Callable[[Any, int, Any], None],
) -> Any:
    """The end of one round: `choose` for the players, `rng` for chance; `note` is told every move before it is made."""
    rules = lawful(rules)
    state, depth = rules.initial(), 0
    line: DepthWatch | None = None
    while (player := rules.player(state)) != TERMINAL:
        if player == CHANCE:
            outcomes, odds = zip(*rules.chances(state), strict=True)
            action = rng.choices(outcomes, odds)[0]
        else:
            offered = rules.actions(state)  # before anybody lists them: there may be too many
            action = choose(state, player)
            if action not in offered:
                raise ParameterError(
                    f"{rules}: {quote(action)} cannot be played; expected one of {quote(offered)}"
                )
        note(state, player, action)
        state, depth = rules.result(state, action), depth + 1
        if depth >= DEEP:
            line = line or DepthWatch(Contract(rules), repeats=False)
            line.check(state, depth)
    return state


LOOKED_AT = 2_000  # alternatives up to which it is found out whether a seat can tell a move from the others


def is_seen(rules: Game[Any, Any], state: Any, player: int, action: Any, seat: int) -> bool:
    """Whether the seat can tell what was played at `state` from everything else that was possible there."""
    after = rules.result(state, action)
    if rules.player(after) == TERMINAL:  # all is shown at the end
        return True
    menu = [a for a, _ in rules.chances(state)] if player == CHANCE else list(rules.actions(state))
    if len(menu) > LOOKED_AT:
        return False
    mine = rules.information(after, seat)
    return sum(rules.information(rules.result(state, a), seat) == mine for a in menu) == 1 < len(menu)


@dataclass(frozen=True)
class Round(Result):
    """One round: the player's seat, the moves of everybody, chance included, the payoffs `[players]`, the end shown."""

    seat: int
    moves: list[str]
    payoffs: list[float]
    end: str = field(repr=False)


@checked_init
@dataclass(eq=False)
class Match(Result):
    """Rounds of one player against an opponent, and what each of the player's decisions cost: `tianji play`'s answer.

    name: what the opponent is called; exploitability: of his strategy, None where it is not known. decisions: those of
    the player, also of a round that was left. review: set by `price`; None where decisions cannot be priced.

    >>> import tianji as tj
    >>> from tianji.arena import StrategyPlayer
    >>> game, rng = tj.load("kuhn"), random.Random(5)
    >>> match = Match(game, StrategyPlayer(game, tj.uniform(game), rng), rng, "uniform")
    >>> match.play_round(1, lambda state, seat: "p").moves
    ['1', '2', 'b', 'p']
    >>> match.score, [(row.best, round(row.cost, 6)) for row in match.price()]
    (-1.0, [('b', 3.0)])
    """

    rules: Game[Any, Any] = field(repr=False)
    opponent: Opponent = field(repr=False)
    rng: random.Random = field(repr=False)
    name: str
    exploitability: float | None = None
    rounds: list[Round] = field(default_factory=list)
    decisions: list[Choice] = field(default_factory=list, repr=False)
    review: list[Decision] | None = None

    @property
    def score(self) -> float:
        """What the player has got in all rounds."""
        return sum((r.payoffs[r.seat] for r in self.rounds), 0.0)

    @checked
    def play_round(self, seat: int, choose: Chooser, watch: Watcher | None = None) -> Round:
        """One round from the first move to the payoffs, the player in `seat`."""
        rules, moves = self.rules, []

        def answer(state: Any, player: int) -> Any:
            if player != seat:
                return self.opponent.choose(state, player)
            action = choose(state, seat)
            self.decisions.append(Choice(len(self.rounds) + 1, state, seat, action))
            return action

        def note(state: Any, player: int, action: Any) -> None:
            if watch is not None:
                watch(state, player, action, seat)
            moves.append(label(action))

        state = play_out(rules, answer, self.rng, note)
        payoffs = [float(u) for u in lawful(rules).utility(state)]
        self.rounds.append(Round(seat, moves, payoffs, rules.show(state)))
        return self.rounds[-1]

    def price(self) -> list[Decision] | None:
        """What each decision cost; None where the game is too large for that."""
        self.review = self.opponent.review(self.decisions) if self.decisions else []
        return self.review

    def to_dict(self) -> dict[str, Any]:
        """What `tianji play --json` prints."""
        told = None
        if self.review is not None:
            pairs = zip(self.decisions, self.review, strict=True)
            told = [{"round": made.round, **cost.to_dict()} for made, cost in pairs]
        return {
            "game": self.rules.spec, "opponent": self.name, "exploitability": self.exploitability,
            "rounds": plain(self.rounds), "score": self.score, "review": told,
        }  # fmt: skip

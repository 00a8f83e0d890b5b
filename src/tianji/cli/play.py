"""tianji play."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli import _options as options
from tianji.cli import _output
from tianji.cli._streams import write_out
from tianji.errors import ParameterError, StrategyError, UnknownNameError, suggest

if TYPE_CHECKING:
    from tianji.core.strategy import Strategy

ALTERNATE = "alternate"


def play(
    game: options.GameSpec,
    seat: Annotated[
        str, typer.Option("--seat", metavar="N", help="your seat, from 0; or alternate: another each round")
    ] = ALTERNATE,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds", metavar="N", parser=options.whole, help="default: until you leave", show_default=False
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            metavar="FILE",
            help="play against this strategy; default: solve",
            show_default=False,
        ),
    ] = None,
    method: options.Method = "dcfr",
    until: options.Until = None,
    seconds: options.Seconds = None,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Play GAME against a strategy in the terminal; you see only what your seat may know.

    The strategy is solved first, as by 'tianji solve', unless --strategy names a file. With a search method, such as
    --method mtdf, the opponent thinks at every move instead, --seconds each (default 1). Answer with the number
    of an action or its name; q, or the end of input, leaves the table. Ctrl-C leaves too, with exit code 130.

    \b
    Example:
      tianji play kuhn --seat 0 --rounds 10

    --json prints, at the end, game, opponent, exploitability (null for a file), rounds [{seat, moves,
    payoffs}] and score; the dialogue then goes to standard error.
    """
    import tianji

    rules = tianji.load(game)
    first = _seat(seat, rules.players)
    if rounds is not None and rounds < 1:
        raise ParameterError(f"--rounds {rounds}; expected at least 1")
    opponent, exploitability = _opponent(rules, strategy, method, until, seconds, seed, quiet)
    table = Table(rules, opponent, random.Random(seed), to_stderr=json)
    table.say(f"{rules.spec}, against {strategy or method}. Actions by number or name; q leaves.")
    interrupted = table.sit(first, rounds)
    played = len(table.rounds)
    table.say(f"You leave after {played} round{'s' * (played != 1)} with {table.score:+g}.")
    if json:
        data = {"game": rules.spec, "opponent": strategy or method, "exploitability": exploitability}
        _output.show({**data, "rounds": table.rounds, "score": table.score}, str, as_json=True)
    if interrupted:
        raise typer.Exit(130)


def _seat(text: str, players: int) -> int | None:
    """The seat asked for; None to change seats."""
    if text == ALTERNATE:
        return None
    if not text.isdecimal() or int(text) >= players:
        raise ParameterError(f"--seat {text!r}; expected 0..{players - 1} or {ALTERNATE}")
    return int(text)


def _opponent(
    rules: Any,
    file: str | None,
    method: str,
    until: float | None,
    seconds: float | None,
    seed: int,
    quiet: bool,
) -> tuple[Strategy | Thinker, float | None]:
    import tianji
    from tianji.cli._live import Live

    if file is not None:
        return tianji.Strategy.load(file, rules), None
    from tianji.search.api import METHODS

    if method in METHODS:
        return Thinker.of(rules, method, seconds), None
    from tianji.cfr.solve import methods

    known = [*methods(), *METHODS]
    if method.strip().lower().replace("_", "-") not in [*known, "hs-dcfr"]:
        raise UnknownNameError(f"play: no method {method!r}; {suggest(method, known)}")
    with Live(quiet) as live:
        live.announce(rules)
        found = tianji.solve(rules, method, until=until, seconds=seconds, seed=seed, progress=live)
    _output.note(f"solved: exploitability {_output.short(found.exploitability)}", quiet)
    return found.strategy, found.exploitability


@dataclass(frozen=True)
class Thinker:
    """An opponent that searches every move, for games of perfect information."""

    rules: Any
    method: str
    seconds: float | None

    @classmethod
    def of(cls, rules: Any, method: str, seconds: float | None) -> Thinker:
        """An opponent who has been asked whether he can play this game, before the first move."""
        from tianji.core.game import CHANCE
        from tianji.run.limits import Limits
        from tianji.search.api import METHODS
        from tianji.search.check import check_game

        Limits(seconds=seconds)
        row, start = METHODS[method], rules.initial()
        chance = row.chance or rules.player(start) == CHANCE  # dealt by the table, not searched
        check_game(rules, start, method, players=row.players, chance=chance)
        return cls(rules, method, seconds)

    def choose(self, state: Any) -> Any:
        """The action the search plays."""
        from tianji.search.api import search

        return search(self.rules, state, self.method, seconds=self.seconds or 1.0).action


class _Leave(Exception):  # noqa: N818 - it is no error
    """The person has had enough."""


@dataclass
class Table:
    """A person in one seat, a strategy in the others."""

    rules: Any
    strategy: Strategy | Thinker
    rng: random.Random
    to_stderr: bool
    rounds: list[dict[str, Any]] = field(default_factory=list)
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
        except _Leave:
            self.say("")
        except KeyboardInterrupt:
            self.say("")
            return True
        return False

    def play_round(self, seat: int) -> None:
        """One round from the first move to the payoffs."""
        from tianji.core.game import CHANCE, TERMINAL
        from tianji.core.strategy import label

        rules, state, moves = self.rules, self.rules.initial(), []
        self.say(f"\nRound {len(self.rounds) + 1}: you are player {seat}.")
        while (player := rules.player(state)) != TERMINAL:
            if player == CHANCE:
                outcomes, odds = zip(*rules.chances(state), strict=True)
                action = self.rng.choices(outcomes, odds)[0]
            elif player == seat:
                action = self.ask(state, seat)
            else:
                action = self.draw(state, player)
            moves.append(label(action))
            state = rules.result(state, action)
        payoffs = [float(u) for u in rules.utility(state)]
        self.score += payoffs[seat]
        self.rounds.append({"seat": seat, "moves": moves, "payoffs": payoffs})
        self.say(f"The end: {rules.show(state)}. You get {payoffs[seat]:+g}; your score is {self.score:+g}.")

    def ask(self, state: Any, seat: int) -> Any:
        """The action a person chooses, who is shown the infoset and never the state."""
        from tianji.core.strategy import label

        menu = list(self.rules.actions(state))
        names = [label(a) for a in menu]
        if isinstance(self.strategy, Thinker):  # perfect information: show the board
            self.say(self.rules.show(state))
        else:
            self.say(f"You know: {label(self.rules.information(state, seat))}")
        # Where actions are numbers themselves, as in goofspiel, numbering them would be a trap.
        answers = {} if any(n.isdecimal() for n in names) else {str(k): a for k, a in enumerate(menu, 1)}
        self.say(
            "   ".join(f"{k}) {name}" for k, name in zip(answers, names, strict=False)) or "   ".join(names)
        )
        answers.update(zip(names, menu, strict=True))
        while True:
            self.say("> ", end="")
            line = sys.stdin.readline()
            answer = line.strip()
            if not line or (answer == "q" and "q" not in names):
                raise _Leave
            if answer in answers:
                return answers[answer]
            self.say(f"{answer!r} is not an action here; type one of {', '.join(answers)}, or q to leave.")

    def draw(self, state: Any, player: int) -> Any:
        """The action the strategy takes."""
        from tianji.core.strategy import label

        if isinstance(self.strategy, Thinker):
            return self.strategy.choose(state)
        menu = list(self.rules.actions(state))
        key = self.rules.information(state, player)
        if label(key) not in self.strategy.tables[player].index and self.strategy.unvisited == "uniform":
            return self.rng.choice(menu)
        odds = self.strategy.at(player, key)
        weights = [odds.get(label(a), 0.0) for a in menu]
        if not sum(weights) > 0:
            raise StrategyError(
                f"the strategy plays none of {menu!r:.100} at player {player}'s {label(key)!r}"
            )
        return self.rng.choices(menu, weights)[0]

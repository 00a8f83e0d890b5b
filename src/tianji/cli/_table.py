"""A table for one person: the dialogue of `tianji play`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sized
from dataclasses import dataclass
from typing import Any

from tianji.arena import Match, SearchPlayer, StrategyPlayer
from tianji.arena.rounds import is_seen
from tianji.cli.shared import layout
from tianji.cli.shared.report import actions_text
from tianji.cli.shared.streams import write_out
from tianji.core.game import CHANCE
from tianji.core.strategy import label


class Leave(Exception):  # noqa: N818 - it is no error
    """The person has had enough."""


class Talk:
    """A dialogue with a person, on standard output or beside it."""

    to_stderr: bool

    def say(self, text: str, end: str = "\n") -> None:
        """A line of the dialogue."""
        stream = sys.stderr if self.to_stderr else sys.stdout
        text = layout.within(text, layout.columns(stream))
        if self.to_stderr:
            print(text, end=end, file=stream, flush=True)
        else:
            write_out(text + end)

    def go_on(self, done: Sized, most: int | None, play: Callable[[int], None]) -> bool:
        """`play(how many are done)` until the most are done or the person leaves; whether by Ctrl-C."""
        try:
            while most is None or len(done) < most:
                play(len(done))
        except Leave:
            self.say("")
        except KeyboardInterrupt:
            self.say("")
            return True
        return False


@dataclass
class TableTalk(Talk):
    """A person in one seat, an opponent in the others."""

    match: Match
    to_stderr: bool

    def sit(self, seat: int | None, rounds: int | None) -> bool:
        """Play rounds until all are played or the person leaves; whether by Ctrl-C."""
        players = self.match.rules.players
        return self.go_on(
            self.match.rounds, rounds, lambda done: self.play_round(done % players if seat is None else seat)
        )

    def play_round(self, seat: int) -> None:
        """One round, told from the first move to the payoffs."""
        self.say(f"\nRound {len(self.match.rounds) + 1}: you are player {seat}.")
        played = self.match.play_round(seat, self.ask, self.narrate)
        got, score = played.payoffs[seat], self.match.score
        end = f"The end:\n{played.end}\n" if "\n" in played.end else f"The end: {played.end}. "
        self.say(f"{end}You get {got:+g}; your score is {score:+g}.")

    def narrate(self, state: Any, player: int, action: Any, seat: int) -> None:
        """Tell a move in the game's own words, as far as the seat may know it."""
        words = self.match.rules.describe(state, action)
        if player == CHANCE:
            if is_seen(self.match.rules, state, player, action, seat):
                self.say(
                    f"{words[:1].upper()}{words[1:]}." if words != label(action) else f"Chance: {words}."
                )
        elif player == seat:
            self.say(f"You, player {seat}: {words}.")
        elif is_seen(self.match.rules, state, player, action, seat):
            self.say(f"Player {player}: {words}.")
        else:
            self.say(f"Player {player} moves; you do not see how.")

    def ask(self, state: Any, seat: int) -> Any:
        """The action a person chooses."""
        rules = self.match.rules
        menu = list(rules.actions(state))
        names = [label(a) for a in menu]
        searches = isinstance(
            self.match.opponent, SearchPlayer
        )  # then the game hides nothing: show the board
        self.say(rules.show(state) if searches else f"You know: {label(rules.information(state, seat))}")
        words = [rules.describe(state, a) for a in menu]
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
                self.say(self.hint(state, seat))
                continue
            self.say(f"{answer!r} is not an action here; type one of {', '.join(answers)}, or q to leave.")

    def hint(self, state: Any, seat: int) -> str:
        """What the opponent would do in the person's place."""
        opponent = self.match.opponent
        if isinstance(opponent, StrategyPlayer):
            return f"The strategy plays here: {actions_text(opponent.mix(state, seat))}"
        assert isinstance(opponent, SearchPlayer)
        found = opponent.find(state)
        line = " ".join(label(a) for a in found.line[:8])
        return f"The search plays here: {label(found.action)}, value {found.value:g} ({found.bound}); it sees {line}"

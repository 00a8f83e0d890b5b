"""acpc_client: a player of ours at somebody else's table, over the ACPC's protocol."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from tianji.arena.acpc import VERSION, MatchState
from tianji.arena.baselines import HandAgent, hand_agent
from tianji.arena.rows import fallback_note, table_note
from tianji.arena.wire import ClosedError, Wire, connect
from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import FileAccessError, FileFormatError, TianjiError, quote
from tianji.poker.rules import HandRules
from tianji.run.stopping import Stop, Stopper

SILENCE = 1800.0  # seconds without a word from the dealer after which it counts as dead


@dataclass
class ClientReport(Result):
    """What a client saw of a match: hands that ended, its net chips in them (where cards were shown), answers given.

    illegal: answers of the player that had to be mended. refused: lines of the dealer that made no sense, the first of
    them in `faults`. stopped: "closed" when the dealer hung up, as it does at the end; "interrupted" or "cancelled".
    """

    name: str
    hands: int = 0
    chips: float = 0.0
    answers: int = 0
    illegal: int = 0
    refused: int = 0
    faults: tuple[str, ...] = ()
    stopped: str = "closed"
    last: tuple[int, int] = field(
        default=(-1, -1), repr=False
    )  # number and seat of the hand of the last line
    ended: int = field(default=-1, repr=False)  # number of the last hand that was counted

    def note(self, fault: str) -> None:
        """Tell what went wrong, the first ten times."""
        self.faults = (*self.faults, fault)[:10]


@checked
def acpc_client(
    host: str,
    port: int,
    player: str | HandAgent = "call",
    *,
    rules: HandRules | None = None,
    seed: int = 0,
    never_die: bool = False,
    connect_seconds: float = 10.0,
    silence: float = SILENCE,
    stop: Stop = None,
) -> ClientReport:
    """Play at a dealer's table until it hangs up.

    Every line says all about the hand, and what is random follows from the seed, the hand and the betting: a client
    that was killed is started again and goes on in the middle of a hand. A line that makes no sense ends the match
    with an error, or is passed over with `never_die`; a player that fails then checks or folds.
    """
    rules = HandRules() if rules is None else rules
    agent = hand_agent(player)
    report = ClientReport(agent.name)
    if note := table_note(agent, rules):
        report.note(note)
    lines = connect(host, port, connect_seconds)
    with Stopper(stop) as stopper:
        try:
            lines.send(VERSION)
            while not (reason := stopper.reason):
                line = lines.read(silence, lambda: stopper.reason)
                if line is None:
                    if not stopper.reason:
                        raise FileAccessError(
                            f"the dealer at {quote(host)} port {port} was silent for {silence:g} s"
                        )
                    continue
                _take(report, agent, rules, line, lines, seed, never_die)
            report.stopped = reason
        except ClosedError:
            report.stopped = "closed"
        finally:
            lines.close()
    if note := fallback_note(agent):
        report.note(note)
    return report


def _take(
    report: ClientReport,
    agent: HandAgent,
    rules: HandRules,
    line: str,
    lines: Wire,
    seed: int,
    never_die: bool,
) -> None:
    """One line of the dealer: answered where it is our turn, counted where the hand is over."""
    try:
        told = MatchState.parse(line, rules)
    except TianjiError as error:
        report.refused += 1
        if not never_die:
            raise FileFormatError(f"the dealer's line cannot be read: {error}") from None
        report.note(str(error))
        return
    if odd := _oddity(report, told):
        report.refused += 1
        if not never_die:
            raise FileFormatError(odd)
        report.note(odd)
    report.last = told.hand, told.seat
    if told.to_act:
        action = _answer(report, agent, told, seed, never_die)
        lines.send(f"{line}:{action}")
        report.answers += 1
    elif told.state.is_over and told.hand != report.ended:  # a dealer may say it twice
        report.hands += 1
        report.ended = told.hand
        if not told.state.is_showdown or all(told.state.hole[i] for i in told.state.contenders):
            report.chips += float(told.state.payoffs()[told.seat])


def _oddity(report: ClientReport, told: MatchState) -> str:
    """What a line that can be read contradicts of those before it; "" for nothing."""
    number, seat = report.last
    if told.hand < number:
        return f"hand {told.hand} after hand {number}: the dealer goes back; expected {number} or more"
    if told.hand == number and told.seat != seat:
        return f"hand {number}: told as seat {told.seat} after seat {seat}; expected one seat a hand"
    return ""


def _answer(report: ClientReport, agent: HandAgent, told: MatchState, seed: int, never_die: bool) -> str:
    state = told.state
    rng = random.Random(f"{seed}:{told.hand}:{told.seat}:{state.betting_text}")
    try:
        action: Any = agent.act(told, rng)
    except Exception as error:
        if not never_die:
            raise
        report.note(f"hand {told.hand}: {agent.name} failed: {error}")
        report.illegal += 1
        return "f" if state.legal().fold else "c"
    why = state.why_illegal(action)
    if why:
        report.illegal += 1
        report.note(f"hand {told.hand}: {quote(action)} of {agent.name} is not legal: {why}")
    return state.mended(action)

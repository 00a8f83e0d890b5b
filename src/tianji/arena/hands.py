"""holdem_match: two players of hold'em, many hands, the result in thousandths of a big blind a hand."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

from tianji.arena.acpc import MatchState, chips_text, log_line, log_name
from tianji.arena.baselines import HandAgent, SlowAgent, hand_agent, is_program
from tianji.arena.matches import TOLD, run_deals, seated_hands
from tianji.arena.measures.hand_aivat import HandAivat, ValueAgent
from tianji.arena.pieces import HAND_JOB, hand_args, spread_deals
from tianji.arena.record import MatchLog
from tianji.arena.rows import fallback_note, table_note
from tianji.arena.stats import Estimate, Scored
from tianji.arena.wire import AgentFault, RemoteAgent
from tianji.core.arguments import checked
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.parallel.items import Outcome
from tianji.poker.hand import Chips, HandState
from tianji.poker.rules import HandRules
from tianji.run.clock import Clock
from tianji.run.report import Progress
from tianji.run.stopping import Stop

NO_VALUES = "no AIVAT: it needs the strategy and the values of a blueprint, and neither player has one"
USUAL_TIMES = {
    "answer_seconds": 600.0,
    "hand_seconds": 600.0,
    "mean_seconds": 7.0,
    "grace": 10.0,
}  # of the ACPC
TIMEOUTS = 3  # in a row, after which a player counts as gone


@dataclass(frozen=True)
class HoldemMatch(Scored):
    """What A won a hand against B, in mbb/h (thousandths of a big blind a hand), by deals.

    illegal, timeouts: of A and of B; an illegal raise becomes the nearest legal one, any other illegal action a check
    or call, no answer in time a check or fold. stopped: "hands" when all were played, "closed" when a player was gone.
    aivat: the same with the luck taken out, where a player has values (`HandAivat`); None where `note` says why.
    """

    unit = "mbb_h"

    a: str
    b: str
    hands: int
    score: Estimate
    illegal: list[int]
    timeouts: list[int]
    faults: list[str]
    seed: int
    duplicate: bool
    stopped: str
    aivat: Estimate | None = None
    note: str = NO_VALUES
    unsaved: str = ""  # why the log is not where it should be, and where it is


class _Gone(Exception):  # noqa: N818 - ends the match, inside this module
    """A player does not come back."""


def is_open_book(side: HandAgent) -> bool:
    """Whether a player with values follows its rows to the letter: one that thinks anew may find others next time."""
    return isinstance(side, ValueAgent) and not isinstance(side, SlowAgent)


def valuer(sides: Sequence[HandAgent]) -> tuple[int, bool]:
    """Whose values AIVAT takes, −1 for nobody's, and whether its mix is not known: those whose mix is go first."""
    for k, side in enumerate(sides):
        if is_open_book(side):
            return k, False
    return next((k for k, side in enumerate(sides) if isinstance(side, ValueAgent)), -1), True


@dataclass(frozen=True)
class TimeRules:
    """How long a program may think: seconds in one hand, and in the whole match."""

    hand: float = inf
    match: float = inf


@dataclass
class Referee:
    """Deals hands to players and referees them; the deck of a deal follows from the seed and its number alone."""

    rules: HandRules
    sides: Sequence[HandAgent]
    seed: int
    number: int = 0
    illegal: list[int] = field(default_factory=list)
    timeouts: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    log: MatchLog | None = None
    silent: list[int] = field(default_factory=list)
    limits: TimeRules = field(default_factory=lambda: TimeRules())
    used: list[float] = field(default_factory=list)
    used_hand: list[float] = field(default_factory=list)
    luckless: list[float] = field(default_factory=list)  # what the first side won by AIVAT, hand by hand
    totals: list[Chips] = field(default_factory=list)
    takes_luck_out: bool = True

    def begin(self) -> None:
        """All sides are there."""
        count = len(self.sides)
        self.illegal, self.timeouts, self.silent = [0] * count, [0] * count, [0] * count
        self.totals = [0] * count
        self.used, self.used_hand = [0.0] * count, [0.0] * count

    def close(self) -> None:
        """Send everybody home."""
        for side in self.sides:
            if hasattr(side, "close"):
                side.close()
        if self.log is not None:
            self.log.close()

    def deal(self, deal: int, order: Sequence[int]) -> list[float]:
        """Play a deal with side `order[k]` in seat k; what each side wins."""
        deck = random.Random(f"{self.seed}:{deal}").sample(range(52), 2 * self.rules.seats + 5)
        hole = tuple((deck[2 * k], deck[2 * k + 1]) for k in range(self.rules.seats))
        self.used_hand = [0.0] * len(self.sides)
        state = self._play(HandState.start(self.rules, hole), deck[2 * self.rules.seats :], order)
        net = state.payoffs()
        won = [0.0] * len(self.sides)
        for seat, side in enumerate(order):
            won[side] += float(net[seat])
            self.totals[side] += net[seat]
        self._take_luck_out(state, order, deal)
        if self.log is not None:
            self.log.add(log_line(self.number, state, [self.sides[side].name for side in order]))
        self.number += 1
        return won

    def _take_luck_out(self, state: HandState, order: Sequence[int], deal: int) -> None:
        """AIVAT of the hand for the first side, if a side has values: its own, or what the other's makes of it."""
        side, is_open = valuer(self.sides)
        if not self.takes_luck_out or side < 0:
            return
        both = all(is_open_book(one) for one in self.sides)
        agents = [self.sides[k] for k in order]
        aivat = HandAivat(agents, list(order).index(side), knows_other=both, is_open=is_open)
        found = aivat.estimate(state, f"{self.seed}:{deal}:aivat")
        self.luckless.append(found if side == 0 else -found)

    def _play(self, state: HandState, board: list[int], order: Sequence[int]) -> HandState:
        while True:
            if state.cards_due:
                state = state.deal(board[len(state.board) : len(state.board) + state.cards_due])
            for seat, side in enumerate(order):
                see = getattr(self.sides[side], "see", None)
                if see is not None:
                    self._tell(see, MatchState(seat, self.number, state.seen_by(seat)), side)
            if state.is_over:
                return state
            seat = state.player
            told = MatchState(seat, self.number, state.seen_by(seat))
            state = state.act(self._answer(told, order[seat]))

    def _tell(self, see: Any, told: MatchState, side: int) -> None:
        try:
            see(told)
        except AgentFault as fault:
            self._fault(told, side, f"{fault}")
            raise _Gone from None

    def _answer(self, told: MatchState, side: int) -> str:
        """What the side does, made legal; what is wrong with it is counted."""
        state = told.state
        rng = random.Random(f"{self.seed}:{told.hand}:{told.seat}:{state.betting_text}")
        clock = Clock()
        try:
            self._give_time(side)
            action: object = self.sides[side].act(told, rng)
            self.silent[side] = 0
        except AgentFault as fault:
            self.timeouts[side] += 1
            self.silent[side] += 1
            instead = "f" if state.legal().fold else "c"
            self._fault(told, side, f"{fault}; {instead} is played instead")
            if fault.is_gone or self.silent[side] >= TIMEOUTS:
                raise _Gone from None
            return instead
        finally:
            self.used[side] += clock.seconds
            self.used_hand[side] += clock.seconds
        why = state.why_illegal(action)
        if not why:
            return str(action)
        self.illegal[side] += 1
        mended = state.mended(action)
        self._fault(told, side, f"{quote(action)} is not legal: {why}; {mended} is played instead")
        return mended

    def _give_time(self, side: int) -> None:
        """Tell a program how much of its time is left; refused where there is none. Players of ours have their own."""
        agent, rules = self.sides[side], self.limits
        if not isinstance(agent, RemoteAgent):
            return
        if self.used[side] >= rules.match:
            raise AgentFault(f"its {rules.match:g} s of the match are spent", is_gone=True)
        if self.used_hand[side] >= rules.hand:
            raise AgentFault(f"its {rules.hand:g} s of the hand are spent")
        agent.left = min(rules.hand - self.used_hand[side], rules.match - self.used[side])

    def _fault(self, told: MatchState, side: int, text: str) -> None:
        if len(self.faults) < TOLD:
            self.faults.append(f"hand {told.hand}, {self.sides[side].name} in seat {told.seat}: {text}")

    def head(self, duplicate: bool) -> str:
        """What the match is, in the first line of its log."""
        names = " against ".join(log_name(side.name) for side in self.sides)
        how = "duplicate" if duplicate else "single"
        return f"tianji holdem match, {names}, seed {self.seed}, {how}, {self.rules}"

    def score_line(self) -> str:
        """The last line of a log: what every side has won."""
        score = "|".join(chips_text(total) for total in self.totals)
        return f"SCORE:{score}:{'|'.join(log_name(side.name) for side in self.sides)}"


@checked
def holdem_match(
    a: str | HandAgent,
    b: str | HandAgent,
    *,
    hands: int = 1000,
    seed: int = 0,
    duplicate: bool = True,
    aivat: bool = True,
    rules: HandRules | None = None,
    log: str | Path | None = None,
    resume: bool = False,
    answer_seconds: float = USUAL_TIMES["answer_seconds"],
    hand_seconds: float = USUAL_TIMES["hand_seconds"],
    mean_seconds: float = USUAL_TIMES["mean_seconds"],
    grace: float = USUAL_TIMES["grace"],
    seconds: float | None = None,
    on: str = "serial",
    progress: Progress | None = None,
    stop: Stop = None,
) -> HoldemMatch:
    """What `a` wins against `b` in heads-up hold'em; `hand_agent` says who can play.

    With `duplicate` every deal is played twice with the seats changed and counts once; else the players change seats
    after every hand. answer_seconds, hand_seconds, mean_seconds: how long a program may think over one answer, in one
    hand, and a hand in the mean of the match, by the rules of the competition; grace: how long it may be away. Silence
    is a check or fold; the match ends where a program's time for it is spent. log: a file that takes every hand at
    once, in the form of the ACPC's dealer; `resume` goes on after the whole deals in it, and ends where an unbroken
    match would if the players are deterministic. The same seed deals the same cards to anybody. aivat: take the luck
    out where a player has values; it may take longer than the hand. on: where deals are played, "serial" in this
    process, or by others, "processes(n)" or "ray" (`tianji.parallel`), players by name alone and without a log: the
    same match, if the players are deterministic.

    >>> found = holdem_match("allin", "fold", hands=10)
    >>> found.score.mean, found.hands, found.stopped  # the small blind in one seat, the big blind in the other
    (750.0, 10, 'hands')
    """
    rules = HandRules() if rules is None else rules
    if rules.seats != 2:
        raise NotApplicableError(f"a match is for two players, these rules seat {rules.seats}")
    deals = seated_hands(hands, 2, duplicate)
    if resume and log is None:
        raise ParameterError("resume=True needs log=, the file to continue")
    told = hand_args(a, b, rules) if on != "serial" else {}
    if on != "serial" and log is not None:
        raise ParameterError(
            f"log={quote(log)} with on={quote(on)}: hands are written one after the other; leave one out"
        )
    told |= {"seed": seed, "duplicate": duplicate, "aivat": aivat}
    times = {"answer_seconds": answer_seconds, "hand_seconds": hand_seconds, "mean_seconds": mean_seconds}
    _check_times(a, b, {**times, "grace": grace})
    sides: list[HandAgent] = []
    notes: list[str] = []
    total = mean_seconds * deals * (1 + duplicate)
    dealer = Referee(rules, sides, seed, limits=TimeRules(hand_seconds, total), takes_luck_out=aivat)
    try:
        for who in (a, b):
            late = {"seconds": answer_seconds, "grace": grace} if is_program(who) else {}
            sides.append(hand_agent(who, **late))
            notes.append(table_note(sides[-1], rules))
        dealer.begin()
        if log is not None:
            dealer.log = MatchLog(log, dealer.head(duplicate), rules, 1 + duplicate, resume)
        if on == "serial":
            found, stopped = _play_all(dealer, deals, duplicate, seconds, progress, stop)
        else:
            elsewhere = spread_deals(HAND_JOB, told, deals, on, {}, seconds, progress, stop)
            found, stopped = _together(dealer, elsewhere)
    finally:
        dealer.close()
    score = Estimate.of(1000 * won / rules.big_blind for won in found)
    luckless, why = _aivat(dealer, len(found), 1 + duplicate)
    note = "; ".join(filter(None, [why, *notes, *map(fallback_note, sides)]))
    return HoldemMatch(
        sides[0].name, sides[1].name, len(found) * (1 + duplicate), score, dealer.illegal, dealer.timeouts,
        dealer.faults, seed, duplicate, stopped, luckless, note, "" if dealer.log is None else dealer.log.unsaved,
    )  # fmt: skip


def _check_times(a: object, b: object, times: dict[str, float]) -> None:
    """Refuse times that nobody can mean, and others than the usual ones where no program plays that they are for."""
    remote = isinstance(a, RemoteAgent) or isinstance(
        b, RemoteAgent
    )  # has its own time for an answer, and grace
    for name, time in times.items():
        if not time > 0:
            raise ParameterError(f"{name}={quote(time)}; expected seconds above 0")
        is_for = is_program(a) or is_program(b) or (remote and name in ("hand_seconds", "mean_seconds"))
        if time != USUAL_TIMES[name] and not is_for:
            raise ParameterError(
                f"{name}={quote(time)} is for programs (acpc:COMMAND, port:N), and none plays; leave it out"
            )


def _aivat(dealer: Referee, deals: int, turns: int) -> tuple[Estimate | None, str]:
    """The estimate by AIVAT over whole deals, and what there is to say about it."""
    if not dealer.takes_luck_out:
        return None, ""
    if not any(isinstance(side, ValueAgent) for side in dealer.sides):
        return None, NO_VALUES
    rows = dealer.luckless[: deals * turns]
    if len(rows) < deals * turns:
        return None, "no AIVAT: hands of an earlier session are in the log without their values"
    means = [sum(rows[k : k + turns]) / turns for k in range(0, len(rows), turns)]
    return Estimate.of(1000 * won / dealer.rules.big_blind for won in means), ""


def play_deal(dealer: Referee, k: int, duplicate: bool) -> float:
    """What the first side wins in deal k, the mean of both seats with `duplicate`."""
    orders = [(0, 1), (1, 0)]
    turns = orders if duplicate else [orders[k % 2]]
    return sum(dealer.deal(k, order)[0] for order in turns) / len(turns)


def _together(dealer: Referee, elsewhere: Iterable[Outcome | str]) -> tuple[list[float], str]:
    """Deals that others played, in order, and why they ended; what went wrong there is counted here."""
    won: list[float] = []
    stopped = ""
    for part in elsewhere:
        if isinstance(part, str):
            stopped = part
            continue
        won += part.tensors["won"].tolist()
        dealer.luckless += part.tensors["luckless"].tolist()
        for mine, name in ((dealer.illegal, "illegal"), (dealer.timeouts, "timeouts")):
            mine[:] = [n + more for n, more in zip(mine, part.fields[name], strict=True)]
        dealer.faults = [*dealer.faults, *part.fields["faults"]][:TOLD]
        for side, counts in zip(dealer.sides, part.fields["counts"], strict=True):
            for name, n in counts.items():
                side.counts[name] = side.counts.get(name, 0) + n  # type: ignore[attr-defined]
    return won, stopped


def _play_all(
    dealer: Referee, deals: int, duplicate: bool, seconds: float | None, progress: Progress | None, stop: Stop
) -> tuple[list[float], str]:
    gone: list[bool] = []
    before = _recorded(dealer, duplicate)[:deals]

    def play(k: int, asked: Any) -> float | None:
        for side in dealer.sides:
            if isinstance(side, SlowAgent):
                side.stop = asked
        try:
            if k < len(before):
                return before[k]
            return play_deal(dealer, k, duplicate)
        except _Gone:
            gone.append(True)
            return None

    found, stopped = run_deals(play, deals, seconds, progress, stop, lambda: bool(gone))
    if dealer.log is not None:
        dealer.log.add(dealer.score_line())
    return [won for won in found if won is not None], "closed" if gone else stopped


def _recorded(dealer: Referee, duplicate: bool) -> list[float]:
    """What the first side won in the deals that a log already holds; the dealer goes on after them."""
    nets = [] if dealer.log is None else dealer.log.nets
    won = []
    for k, net in enumerate(nets):
        seat = k % 2  # of the first side
        won.append(net[seat])
        dealer.totals[0] += Fraction(net[seat])
        dealer.totals[1] += Fraction(net[1 - seat])
    dealer.number = len(nets)
    return [(a + b) / 2 for a, b in zip(won[::2], won[1::2], strict=True)] if duplicate else won

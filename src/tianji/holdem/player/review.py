"""review: what each of a player's decisions in recorded hands cost, by solving the spots they were made in."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from tianji.arena.baselines import HandAgent, hand_agent
from tianji.arena.record import RecordedHand, recorded_hands
from tianji.arena.rows import require_rows, table_note
from tianji.core.arguments import checked
from tianji.core.result import Result, rows_html
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, TianjiError, UnknownNameError, quote, suggest
from tianji.holdem.answer.solution import Solution
from tianji.holdem.answer.tables import HandTable
from tianji.holdem.engine.plan import allowed_bytes
from tianji.holdem.player.player import default_player
from tianji.holdem.player.spots import Contest, Played, contest, root_ranges, spot_of
from tianji.holdem.spot.lines import choose, find_line
from tianji.poker.cards import hand_class, parse_hand, show_cards
from tianji.poker.hand import STREETS
from tianji.poker.ranges import Range
from tianji.run.clock import Clock, clocked
from tianji.run.limits import Limits, read_until
from tianji.run.report import Progress
from tianji.run.stopping import Cancelled, Stop

WORST = 10  # decisions that are shown with a grid
UNTIL = "0.5%"
ASSUMES = (
    "losses are counted against an opponent who plays an equilibrium; "
    "against one who makes mistakes another action may win more"
)
COLUMNS = (
    "hand", "street", "position", "cards", "board", "line", "action", "best", "pot", "loss", "loss_bb", "loss_pct",
    "error",
)  # fmt: skip


@dataclass(frozen=True)
class Reviewed(Result):
    """A decision and what it cost: max over actions of EV less the EV of the one taken, for the hand that was held.

    loss: in chips, 0 where it is below `error`, the exploitability of the solve; loss_bb: in big blinds; loss_pct: in
    percent of the pot. evs, plays: by action, expected chips from here on, and how often the solve takes it.
    """

    hand: str
    street: str
    position: str
    cards: str
    board: str
    line: str
    action: str
    best: str
    pot: float
    loss: float
    loss_bb: float
    loss_pct: float
    error: float
    evs: dict[str, float]
    plays: dict[str, float]
    grid: HandTable | None = field(repr=False, default=None)


@dataclass
class Review(Result):
    """What a player's decisions cost, hand by hand.

    hands: of the player in the file; left_out: decisions that were not priced, by reason; refused: hands that could not
    be reviewed, by name, with the reason. `note` says what the figures rest on.
    """

    file: str
    me: str
    hands: int = 0
    decisions: list[Reviewed] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    seconds: float = 0.0
    stopped: str = "hands"
    note: str = ASSUMES

    @property
    def loss_bb(self) -> float:
        """All losses together, in big blinds."""
        return sum(row.loss_bb for row in self.decisions)

    def worst(self, count: int = WORST) -> list[Reviewed]:
        """The dearest decisions, the worst first; none that cost nothing."""
        return sorted((row for row in self.decisions if row.loss > 0), key=lambda row: -row.loss_bb)[:count]

    def by(self, key: str) -> list[dict[str, Any]]:
        """Decisions, mistakes and losses by "street", "position" or "hand" (the class of the cards), dearest first."""
        keys: dict[str, Callable[[Reviewed], str]] = {
            "street": lambda row: row.street, "position": lambda row: row.position,
            "hand": lambda row: hand_class(parse_hand(row.cards)),
        }  # fmt: skip
        if key not in keys:
            raise UnknownNameError(f"no table by {quote(key)}; {suggest(key, list(keys))}")
        groups: dict[str, list[Reviewed]] = {}
        for row in self.decisions:
            groups.setdefault(keys[key](row), []).append(row)
        found = [
            {
                key: name, "decisions": len(rows), "mistakes": sum(row.loss > 0 for row in rows),
                "loss_bb": sum(row.loss_bb for row in rows),
            }
            for name, rows in groups.items()
        ]  # fmt: skip
        return sorted(found, key=lambda row: (-float(str(row["loss_bb"])), str(row[key])))

    def to_dict(self) -> dict[str, Any]:
        """The sums, the tables, and every decision."""
        count = len(self.decisions)
        return {
            "file": self.file, "me": self.me, "hands": self.hands, "decisions": count, "loss_bb": self.loss_bb,
            "bb_per_decision": self.loss_bb / count if count else None,
            **{f"by_{key}": self.by(key) for key in ("street", "position", "hand")},
            "rows": [row.to_dict() for row in self.decisions], "left_out": self.left_out, "refused": self.refused,
            "seconds": self.seconds, "stopped": self.stopped, "note": self.note,
        }  # fmt: skip

    def to_csv(self) -> str:
        """One line a decision."""
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(COLUMNS)
        for row in self.decisions:
            values = [getattr(row, name) for name in COLUMNS]
            rows.writerow([f"{v:.6g}" if isinstance(v, float) else v for v in values])
        return out.getvalue()

    def _repr_html_(self) -> str:
        shown = [{name: getattr(row, name) for name in COLUMNS} for row in self.worst()]
        head = f"{len(self.decisions)} decisions of {self.me} cost {self.loss_bb:.4g} big blinds; {self.note}"
        return rows_html(shown, head) + "".join(row.grid._repr_html_() for row in self.worst() if row.grid)


@dataclass
class _Reviewer:
    """Goes through hands and prices the decisions of one player."""

    found: Review
    base: HandAgent
    ranges: tuple[FloatArray, FloatArray] | None
    each: float
    until: str | float
    threads: int | None
    memory: int
    stop: Callable[[], object]

    def run(self, records: Iterable[RecordedHand | str], hands: int | None, clock: Clock) -> str:
        """Every hand, in order; why it ended."""
        for record in records:
            if clock.is_over():
                return clock.stopped
            if isinstance(record, str) or (hands is not None and self.found.hands >= hands):
                continue
            try:
                self.hand(record)
            except Cancelled as asked:
                return clock.stopped or str(asked)
            except TianjiError as error:
                self.found.refused.append(f"{record.name}: {error}")
            clock.nodes += 1
        return "hands"

    def hand(self, record: RecordedHand) -> None:
        """All decisions of one hand."""
        me = record.seat_of(self.found.me)
        if me is None:
            return
        self.found.hands += 1
        state = record.state
        if len(state.hole[me]) != 2:
            raise NotApplicableError(f"the cards of {self.found.me} are not known")
        if state.rules.raise_sizes:
            raise NotApplicableError("fixed limit; only no-limit is solved")
        mine = [(at, action) for at, action in state.steps() if at.player == me]
        self._leave_out("before the flop", sum(at.street == 0 for at, _ in mine))
        later = [at.street for at, _ in mine if at.street > 0]
        if not later:
            return
        if self.ranges is None and (note := table_note(self.base, state.rules)):
            self.found.note = f"{ASSUMES}; {note}"
        for street in (1, 2, 3):
            here = sum(at == street for at in later)
            if street == 1 and not here:
                continue  # nothing to price on the flop: a turn can always be solved
            rest = sum(at >= street for at in later)
            if not rest:
                return
            try:
                root = contest(state, street)
                if root.stack <= 0:
                    return
                solution = self._solve(root, me)
            except NotApplicableError as error:
                if street == 3:
                    raise
                self._leave_out(f"{STREETS[street]}: {error}", here)
                continue
            if solution is None:
                self._leave_out(f"{STREETS[street]}: no solve fits the clock", here)
                continue
            self._price(record.name, root, solution, me, state.rules.big_blind)
            return

    def _leave_out(self, why: str, count: int) -> None:
        if count:
            self.found.left_out[why] = self.found.left_out.get(why, 0) + count

    def _solve(self, root: Contest, me: int) -> Solution | None:
        """The spot solved, at most twice as long as was planned; None where none fits the clock."""
        ranges = root_ranges(root, self.base, self.ranges, me)
        spot = spot_of(root, ranges, self.each, self.memory)
        if spot is None:
            return None
        found = spot.solve(until=self.until, seconds=2 * self.each, threads=self.threads, stop=self.stop)
        if found.stopped in ("interrupted", "cancelled"):
            raise Cancelled(found.stopped)
        return found

    def _price(self, name: str, root: Contest, solution: Solution, me: int, big_blind: int) -> None:
        """Every decision of the player from the root on."""
        position = "oop" if root.seats[0] == me else "ip"
        error = float(solution.exploitability)
        for played in root.played:
            if played.state.player != me:
                continue
            try:
                row = _priced(name, position, played, solution, me, error, big_blind)
            except UnknownNameError as wrong:  # such as a fold for nothing
                self._leave_out(f"{STREETS[played.state.street]}: {wrong!s:.60}", 1)
                continue
            self.found.decisions.append(row)


def _priced(
    name: str, position: str, played: Played, solution: Solution, me: int, error: float, big_blind: int
) -> Reviewed:
    state = played.state
    cards = show_cards(state.hole[me])
    evs_table, mix = solution.action_evs(played.line), solution.strategy(played.line)
    evs: dict[str, float] = evs_table[cards]
    plays: dict[str, float] = mix[cards]
    tree = solution.spot.tree()
    node = tree.nodes[find_line(tree, played.line).node]
    taken = list(evs)[choose(tree, node, node.actions, played.word, played.line)]
    best = max(evs, key=lambda action: evs[action])
    lost = evs[best] - evs[taken]
    if not np.isfinite(lost):
        raise UnknownNameError("the opponent comes here with no hand that fits")
    loss = lost if lost > error else 0.0
    pot = float(state.pot)
    return Reviewed(
        name, STREETS[state.street], position, cards, show_cards(state.board), state.betting_text, taken, best, pot,
        loss, loss / big_blind, 100 * loss / pot, error, evs, plays, mix if loss > 0 else None,
    )  # fmt: skip


@checked
def review(
    file: str | Path,
    me: str | None = None,
    *,
    base: str | HandAgent | None = None,
    oop: Range | str | None = None,
    ip: Range | str | None = None,
    until: str | float = UNTIL,
    each_seconds: float = 8.0,
    hands: int | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    game: str | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Review:
    """What each decision of `me` in a PHH file or a dealer's log cost, by solving the spot exactly from the turn on.

        loss = max_a EV(a) − EV(taken),   for the hand held, against the solve's own strategies

    Both ranges come to the street by the mix of `base` (a blueprint, or any player that has rows), or are `oop` and
    `ip` where given. Sizes that were played are in the tree. A flop is solved where a solve fits `each_seconds`;
    decisions that are not priced are counted. until: of a solve, in percent of the pot: losses below what it reached
    count as 0. hands: no more than so many of the player's. A hand that cannot be reviewed is told by its name.
    """
    if (oop is None) != (ip is None):
        raise ParameterError("oop and ip: give both ranges, or neither")
    if hands is not None and hands < 1:
        raise ParameterError(f"hands={quote(hands)}; expected a whole number of at least 1")
    limits = Limits(seconds=seconds, threads=threads)
    read_until(until, 1.0)
    if not each_seconds > 0:
        raise ParameterError(f"each_seconds={quote(each_seconds)}; expected seconds above 0")
    agent = hand_agent(default_player() if base is None else base)
    ranges = None
    if oop is not None and ip is not None:
        ranges = Range.of(oop, "oop").weights, Range.of(ip, "ip").weights
    else:
        require_rows(agent, "a review")
    records = list(recorded_hands(file, game))
    found = Review(str(file), _who(me, records))
    found.refused = [record for record in records if isinstance(record, str)]
    with clocked(Limits(seconds=seconds), stop, progress, "review", "hands") as clock:
        reviewer = _Reviewer(
            found, agent, ranges, each_seconds, until, limits.threads, allowed_bytes(memory), clock.is_over
        )
        found.stopped = reviewer.run(records, hands, clock)
    found.seconds = clock.seconds
    keep = {id(row) for row in found.worst()}
    found.decisions = [row if id(row) in keep else _without_grid(row) for row in found.decisions]
    return found


def _without_grid(row: Reviewed) -> Reviewed:
    return replace(row, grid=None)


def _who(me: str | None, records: Iterable[RecordedHand | str]) -> str:
    """The player who is reviewed: named, or the only one whose cards are known in every hand."""
    hands = [record for record in records if isinstance(record, RecordedHand)]
    names = sorted({name for record in hands for name in record.names})
    if me is not None:
        if hands and me not in names:
            raise UnknownNameError(f"nobody is called {quote(me)} in these hands; {suggest(me, names)}")
        return me
    known = [n for n in names if all(_is_known(record, n) for record in hands if n in record.names)]
    if len(known) != 1:
        raise ParameterError(f"me: whose decisions? known: {', '.join(names[:20]) or 'nobody'}")
    return known[0]


def _is_known(record: RecordedHand, name: str) -> bool:
    seat = record.seat_of(name)
    return seat is not None and len(record.state.hole[seat]) == 2

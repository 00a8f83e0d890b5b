"""review: what each of a player's decisions in recorded hands cost, by solving the spots they were made in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tianji.arena.baselines import HandAgent, hand_agent
from tianji.arena.record import RecordedHand, recorded_hands
from tianji.arena.rows import require_rows, table_note
from tianji.core.arguments import checked
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, TianjiError, UnknownNameError, quote, suggest
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.engine.forecast import allowed_bytes
from tianji.holdem.player.player import default_player
from tianji.holdem.player.preflop import NEAREST, knows_values, price_preflop
from tianji.holdem.player.reviewed import Review, Reviewed
from tianji.holdem.player.spots import Contest, Played, contest, root_ranges, spot_of, stranger, with_held
from tianji.holdem.spot.lines import choose, find_line
from tianji.poker.cards import NUM_HANDS, show_cards
from tianji.poker.hand import STREETS
from tianji.poker.ranges import Range
from tianji.run.clock import Clock, clocked
from tianji.run.limits import Limits, read_until
from tianji.run.report import Progress
from tianji.run.stopping import Cancelled, Stop

UNTIL = "0.5%"
UNSURE = (
    0.02  # of the pot: where more could be gained from a decision on, the solve has nothing to say about it
)
LATE = 2.0  # times the planned seconds after which a solve is cut off
FOREIGN = "hands with other stacks or antes than the base's: their ranges are those of its own table"
NEVER = 0.01  # of a range: a line that no hand takes more often counts as one that is not taken


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
        state, me = record.state, self.found.me
        known = [k for k, name in enumerate(record.names) if len(state.hole[k]) == 2]
        seats = known if me is None else [k for k, name in enumerate(record.names) if name == me]
        if me is not None and not seats:
            return
        self.found.hands += 1
        if not set(seats) & set(known):
            raise NotApplicableError(f"the cards of {me or 'everybody'} are not known")
        if state.rules.raise_sizes:
            raise NotApplicableError("fixed limit; only no-limit is solved")
        streets = [at.street for at, _ in state.steps() if at.player in seats]
        if streets:
            self._preflop(record, seats, streets.count(0))
        for street in (1, 2, 3):
            if not any(at >= street for at in streets):
                return
            if street == 1 and 1 not in streets:
                continue  # nothing to price on the flop, and a turn can be solved nearly always
            if (why := self._solved(record, street, seats)) is None:
                return
            self._leave_out(f"{STREETS[street]}: {why}", streets.count(street))

    def _preflop(self, record: RecordedHand, seats: list[int], count: int) -> None:
        """The decisions before the flop, by the values of the base where it was made for this table and has them."""
        rules = record.state.rules
        if self.ranges is not None or rules.seats != 2:
            self._leave_out("before the flop", count)
        elif stranger(self.base, rules):
            self.note(FOREIGN)
            self._leave_out("before the flop, at a table that the base was not made for", count)
        elif knows_values(self.base):
            self.note(table_note(self.base, rules))
            rows, unknown = price_preflop(record, self.base, seats)
            self.found.decisions += rows
            self._leave_out("before the flop, a line that the base does not know", unknown)
            self.note(NEAREST if rows else "")
        else:
            self._leave_out("before the flop", count)

    def _solved(
        self, record: RecordedHand, street: int, seats: list[int], came: tuple[FloatArray, FloatArray] | None = None
    ) -> str | None:  # fmt: skip
        """Price all decisions from a street on, every street by a solve of its own; why it cannot be done, or None.

        came: the ranges that the solve of the street before leads here with.
        """
        try:
            root = contest(record.state, street)
            if root.stack <= 0:
                return None
            ranges = root_ranges(root, self.base, self.ranges if came is None else came, seats)
        except NotApplicableError as error:
            return str(error)
        found = self._solve(root, ranges)
        if found is None:
            return "no solve fits the clock"
        self._price(record, root, found, ranges, seats)
        later = [played for played in root.played if played.state.street > street]
        mine = sum(played.state.player in seats for played in later)
        if mine and later[0].state.street == street + 1:
            why = self._solved(record, street + 1, seats, arrived(found, later[0].line, ranges))
            self._leave_out(f"{STREETS[street + 1]}: {why}", mine if why else 0)
        return None

    def note(self, text: str) -> None:
        """Tell something about the figures, once."""
        if text and text not in self.found.note:
            self.found.note += f"; {text}"

    def _leave_out(self, why: str, count: int) -> None:
        if count:
            self.found.left_out[why] = self.found.left_out.get(why, 0) + count

    def _solve(
        self, root: Contest, ranges: tuple[FloatArray, FloatArray], at: Played | None = None
    ) -> SpotSolution | None:
        """The spot solved, at most `LATE` times as long as was planned; None where none fits the clock."""
        spot = spot_of(root, ranges, self.each, self.memory, at)
        if spot is None:
            return None
        found = spot.solve(until=self.until, seconds=LATE * self.each, threads=self.threads, stop=self.stop)
        if found.stopped in ("interrupted", "cancelled"):
            raise Cancelled(found.stopped)
        return found

    def _price(
        self, record: RecordedHand, root: Contest, solution: SpotSolution, ranges: tuple[FloatArray, FloatArray],
        seats: list[int],
    ) -> None:  # fmt: skip
        """Every decision of the seats on the street of the root.

        One that the solve has nothing to say about, since it does not come there, is solved on its own.
        """
        big_blind = record.state.rules.big_blind
        for played in root.played:
            seat = played.state.player
            if seat not in seats or played.state.street > root.root.street:
                continue
            who = record.names[seat], "oop" if root.seats[0] == seat else "ip"
            try:
                here, line = solution, played.line
                if local_error(here, line) > _unsure(here, played):
                    came = arrived(here, line, ranges)
                    with_held(root, came, seats)
                    here, line = self._solve(root, came, played) or here, ""
                row = _priced(record.name, who, played, here, line, big_blind)
            except UnknownNameError as wrong:  # such as a fold for nothing
                self._leave_out(f"{STREETS[played.state.street]}: {wrong!s:.60}", 1)
                continue
            self.found.decisions.append(row)


def local_error(solution: SpotSolution, line: str) -> float:
    """How much both players could still gain from a line on, in chips a hand that comes there: the mean of the two.

    Strategies are good where play comes to; in lines that nobody plays a solve may be far from one, and says so here.
    """
    gains = []
    for player, other in (("oop", "ip"), ("ip", "oop")):
        best, value = solution.alternatives(other, line), solution.ev(line, player)
        at = {int(hand): k for k, hand in enumerate(value.hands)}
        rows = [at[int(hand)] for hand in best.hands]
        weight = best.weight
        gap = best.data[:, 0] - value.data[rows, 0]
        gains.append(float(weight @ gap / weight.sum()) if weight.sum() > 0 else float("nan"))
    return max(0.0, sum(gains) / 2)


def _unsure(solution: SpotSolution, played: Played) -> float:
    """The error above which a solve has nothing to say about a decision."""
    return max(UNSURE * float(played.state.pot), 2 * float(solution.exploitability))


def arrived(
    solution: SpotSolution, line: str, before: tuple[FloatArray, FloatArray]
) -> tuple[FloatArray, FloatArray]:
    """`[1326]` each: the ranges that come to a line; where a player comes there with nothing, those of `before`."""
    found = []
    for player, old in zip(("oop", "ip"), before, strict=True):
        table, weights = solution.ev(line, player), np.zeros(NUM_HANDS)
        weights[table.hands] = table.reach
        found.append(weights / weights.max() if weights.max() > NEVER else old.copy())
    return found[0], found[1]


def _priced(
    name: str, who: tuple[str, str], played: Played, solution: SpotSolution, line: str, big_blind: int
) -> Reviewed:
    state = played.state
    cards = show_cards(state.hole[state.player])
    evs_table, mix = solution.action_evs(line, best=True), solution.strategy(line)
    evs: dict[str, float] = evs_table[cards]
    plays: dict[str, float] = mix[cards]
    tree = solution.spot.tree()
    node = tree.nodes[find_line(tree, line).node]
    taken = list(evs)[choose(tree, node, node.actions, played.word, line)]
    best = max(evs, key=lambda action: evs[action])
    lost = evs[best] - evs[taken]
    if not np.isfinite(lost):  # by the solve he holds no hand that could meet this one
        raise UnknownNameError("the opponent never comes here")
    error = max(float(solution.exploitability), local_error(solution, line))
    if error > _unsure(solution, played):
        raise UnknownNameError("a line that the solve does not play")
    loss = lost if lost > error else 0.0
    pot = float(state.pot)
    return Reviewed(
        name, *who, STREETS[state.street], cards, show_cards(state.board), state.betting_text, taken, best, pot,
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
    """What each decision in a PHH file or a dealer's log cost, by solving the spot exactly from the turn on.

        loss = max_a EV(a) − EV(taken),   for the hand held, played its best afterwards against the solve's strategy

    me: whose decisions; None for everybody whose cards are known. Both ranges come to the street by the mix of `base`
    (a blueprint, or any player that has rows), or are `oop` and `ip` where given. Sizes that were played are in the
    tree, and every street is solved on its own with the ranges that came there. At a table with other stacks or antes
    than those that `base` was made for, the ranges are the ones it would have at its own. A flop is solved where a
    solve fits `each_seconds`; before the flop the values of a blueprint say what a decision cost, where it has them
    (`Blueprint.action_values`). Decisions that are not priced are counted. until: of a solve, in percent of the pot:
    losses below what it reached, at the root or from the decision on, count as 0. hands: no more than so many. A hand
    that cannot be reviewed is told by its name.
    """
    if (oop is None) != (ip is None):
        raise ParameterError(f"oop={quote(oop)}, ip={quote(ip)}; give both ranges, or neither")
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


def _who(me: str | None, records: Iterable[RecordedHand | str]) -> str | None:
    """The player who is reviewed; a name that nobody has is refused."""
    names = sorted({n for record in records if isinstance(record, RecordedHand) for n in record.names})
    if me is not None and names and me not in names:
        raise UnknownNameError(f"nobody is called {quote(me)} in these hands; {suggest(me, names)}")
    return me

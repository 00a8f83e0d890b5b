"""match: two agents, many deals, and who wins by how much."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tianji.arena.measures.aivat import Aivat
from tianji.arena.opponents import SearchPlayer
from tianji.arena.pieces import GAME_JOB, game_args, spread_deals
from tianji.arena.rounds import play_out
from tianji.arena.seats import Agent, Seated, seats_of
from tianji.arena.stats import Estimate, Scored
from tianji.core.arguments import checked
from tianji.core.blame import asks_rules
from tianji.core.game import Game
from tianji.core.strategy import Strategy, label
from tianji.errors import GameRuleError, NotApplicableError, ParameterError, quote
from tianji.flat.forecast import plan
from tianji.parallel.items import Outcome
from tianji.run.clock import clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Cancelled, Stop

TOLD = 10  # faults of an agent that are told in words; all are counted
NO_STRATEGY = "no AIVAT: it needs the strategy of at least one side, and neither agent follows a known one"
LARGEST = 100_000  # terminals up to which AIVAT looks at every history: some seconds
TOO_LARGE = f"no AIVAT: the game has more than {LARGEST:,} terminals; arena.Aivat takes larger ones"
ALL_KNOWN = "both strategies are known, so that AIVAT is their exact value"


Row = tuple[int, float, float | None]  # A's seat in a hand, what it got, the same by AIVAT


@dataclass(frozen=True)
class MatchResult(Scored):
    """What A won a hand against B, on average.

    score: the plain mean with its interval, by deals: with `duplicate` a deal is played from every seat. aivat: the
    same value with the luck of known chances taken out, None where `note` says why. by_seat: A's mean by its seat.
    illegal: how often A and B chose an action that was not legal, and the first legal one was played instead; faults
    tells the first of them.
    """

    game: str
    a: str
    b: str
    hands: int
    score: Estimate
    aivat: Estimate | None
    by_seat: list[float]
    illegal: list[int]
    faults: list[str]
    seed: int
    duplicate: bool
    stopped: str
    note: str = ""


def run_deals(
    play: Callable[[int, Callable[[], bool]], Any],
    deals: int,
    seconds: float | None,
    progress: Progress | None,
    stop: Stop,
    is_over: Callable[[], bool] = lambda: False,
) -> tuple[list[Any], str]:
    """What `play(k, asked)` gives for deal k = 0, 1, …, and why it ended: "hands" when all are played.

    asked: whether the match must end, for deals that wait or think long: one that raises `Cancelled` is left out.
    """
    found: list[Any] = []
    with clocked(Limits(nodes=deals, seconds=seconds), stop, progress, "match", "deals") as clock:
        while not clock.is_over() and not is_over():
            with suppress(Cancelled):
                found.append(play(len(found), clock.is_over))
            clock.nodes = len(found)
    return found, "hands" if clock.stopped == "nodes" else clock.stopped


def seated_hands(hands: object, seats: int, duplicate: bool) -> int:
    """The number of deals that makes at least so many hands."""
    if not isinstance(hands, int) or isinstance(hands, bool) or hands < 1:
        raise ParameterError(f"hands={quote(hands)}; expected a whole number of at least 1")
    return -(-hands // seats) if duplicate else hands


@dataclass
class MatchTable:
    """A and B at a game: plays deals, counts faults."""

    game: Game[Any, Any]
    sides: tuple[Seated, Seated]
    seed: int
    aivat: list[Aivat | None]
    illegal: list[int] = field(default_factory=lambda: [0, 0])
    faults: list[str] = field(default_factory=list)
    asked: Stop = None

    def play(self, deal: int, seat: int) -> tuple[float, float | None]:
        """What A gets in `seat` with this deal, plainly and by AIVAT; equal deals draw equal chances, seat by seat."""
        for k, side in enumerate(self.sides):
            side.rng.seed(f"{self.seed}:{deal}:{seat}:{k}")
        moves: list[Any] = []
        end = play_out(
            self.game,
            lambda state, player: self._choose(state, player, player != seat, deal),
            random.Random(f"{self.seed}:{deal}"),
            lambda state, player, action: moves.append(action),
        )
        table = self.aivat[seat]
        return float(self.game.utility(end)[seat]), None if table is None else table.estimate(moves)

    def result(self, found: list[list[Row]], stopped: str, note: str, duplicate: bool) -> MatchResult:
        """The match of these deals: (seat of A, what it got, the same by AIVAT) of every hand."""
        rows = [row for deal in found for row in deal]
        score = Estimate.of(sum(won for _, won, _ in deal) / len(deal) for deal in found)
        luckless = None
        if found and self.aivat[0] is not None:
            luckless = Estimate.of(sum(by or 0.0 for _, _, by in deal) / len(deal) for deal in found)
        by_seat = [
            Estimate.of(won for s, won, _ in rows if s == seat).mean for seat in range(self.game.players)
        ]
        return MatchResult(
            self.game.spec, self.sides[0].name, self.sides[1].name, len(rows), score, luckless, by_seat, self.illegal,
            self.faults, self.seed, duplicate, stopped, note,
        )  # fmt: skip

    def _choose(self, state: Any, player: int, side: int, deal: int) -> Any:
        agent = self.sides[side].agent
        if isinstance(agent, SearchPlayer):
            action = agent.find(state, self.asked).action
        else:
            action = agent.choose(state, player)
        menu = self.game.actions(state)
        if action in menu:
            return action
        self.illegal[side] += 1
        if len(self.faults) < TOLD:
            given = quote(action)
            self.faults.append(
                f"deal {deal}: {self.sides[side].name} played {given} at {quote(self.game.show(state))}, which is not "
                f"legal; {label(menu[0])} was played instead"
            )
        return menu[0]


@asks_rules
@checked
def match(
    game: Game[Any, Any],
    a: str | Strategy | Agent,
    b: str | Strategy | Agent,
    *,
    hands: int = 1000,
    seed: int = 0,
    duplicate: bool = True,
    aivat: bool = True,
    until: float | None = None,
    seconds: float | None = None,
    on: str = "serial",
    progress: Progress | None = None,
    stop: Stop = None,
) -> MatchResult:
    """What `a` wins a hand against `b`, with a 95 % interval; `take_seat` says what an agent may be.

    A sits in one seat and B in all others. With `duplicate` every deal is played from every seat with the same luck,
    and the deal is the unit of the statistics. `aivat` adds the estimate by AIVAT where a strategy is known and the
    game small enough. The same seed gives the same match as long as the agents themselves are deterministic: a search
    by nodes or depth is, one by seconds is not. until: for methods that solve first. seconds, stop: end the match, and
    before it each of those solves. on: where deals are played, "serial" in this process, or by others, "processes(n)"
    or "ray" (`tianji.parallel`): the same match, but for agents of your own, which have no name there.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> found = match(game, "uniform", "lp", hands=200, seed=1)
    >>> found.hands, found.aivat.mean < 0, found.stopped
    (200, True, 'hands')
    """
    if game.players < 2:
        raise NotApplicableError(f"a match needs two players or more, {game.spec} has {game.players}")
    deals = seated_hands(hands, game.players, duplicate)
    sides = seats_of(game, (a, b), until, seconds, seed, progress, stop)
    tables, note = aivat_tables(game, sides) if aivat else ([], "")
    table = MatchTable(game, (sides[0], sides[1]), seed, [*tables] or [None] * game.players)
    if on != "serial":
        args, shared = game_args(game, sides, (a, b))
        args |= {"seed": seed, "duplicate": duplicate, "aivat": aivat}
        elsewhere = spread_deals(GAME_JOB, args, deals, on, shared, seconds, progress, stop)
        return table.result(*_together(table, elsewhere, duplicate), note, duplicate)

    def play(k: int, asked: Callable[[], bool]) -> list[Row]:
        table.asked = asked
        return deal_rows(table, k, duplicate)

    return table.result(*run_deals(play, deals, seconds, progress, stop), note, duplicate)


def deal_rows(table: MatchTable, k: int, duplicate: bool) -> list[Row]:
    """A deal from every seat, or from the one whose turn it is."""
    players = table.game.players
    return [(seat, *table.play(k, seat)) for seat in (range(players) if duplicate else [k % players])]


def _together(
    table: MatchTable, elsewhere: Iterable[Outcome | str], duplicate: bool
) -> tuple[list[list[Row]], str]:
    """Deals that others played, in order, and why they ended; what went wrong there is counted here."""
    hands: list[Row] = []
    stopped = ""
    for part in elsewhere:
        if isinstance(part, str):
            stopped = part
            continue
        for seat, won, by in part.tensors["rows"].tolist():
            hands.append((int(seat), won, None if table.aivat[0] is None else by))
        table.illegal = [n + more for n, more in zip(table.illegal, part.fields["illegal"], strict=True)]
        table.faults = [*table.faults, *part.fields["faults"]][:TOLD]
    turns = table.game.players if duplicate else 1
    return [hands[k : k + turns] for k in range(0, len(hands), turns)], stopped


def aivat_tables(game: Game[Any, Any], sides: Sequence[Seated]) -> tuple[list[Aivat], str]:
    """AIVAT for A in every seat, and what there is to say about it."""
    first, second = (side.strategy for side in sides)
    if first is None and second is None:
        return [], NO_STRATEGY
    tables = []
    try:
        if plan(game).terminals > LARGEST:
            return [], TOO_LARGE
        for seat in range(game.players):
            known = {p: s for p in range(game.players) if (s := first if p == seat else second) is not None}
            tables.append(Aivat(game, known, seat))
    except (GameRuleError, NotApplicableError) as error:  # a board game whose positions meet again
        return [], f"no AIVAT: {error}"
    return tables, ALL_KNOWN if first is not None and second is not None else ""

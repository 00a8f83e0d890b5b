"""recipe: how exploitable abstraction, blueprint, flop subgames and nested solving are together, and part by part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import nan
from pathlib import Path
from typing import Any, Unpack

from tianji.cfr.schedule import SCHEDULES
from tianji.core.result import Result
from tianji.holdem.abstraction.work import Work
from tianji.holdem.nested.forest import Rows
from tianji.holdem.nested.prepared import Prepared
from tianji.holdem.nested.table import METHOD, NestedTable, small_game
from tianji.holdem.nested.tree import carve
from tianji.holdem.nested.walk import FlopWalk, make_walk
from tianji.holdem.rounds.asked import TableOptions, ask, made_folder
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.column import Column, Settings
from tianji.holdem.rounds.config import count_of
from tianji.holdem.rounds.entries import LEAST_WEIGHT
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.paper import TRANSLATION
from tianji.holdem.rounds.runner import blueprint_digest
from tianji.holdem.rounds.subgames import ROWS
from tianji.holdem.rounds.tables import (
    NESTED,
    describe,
    known,
    table_game,
)
from tianji.run.clock import OutOfBudget

FLOP_ROW = (
    "reach-estimate + distributional"  # how subgames on the flop are solved: the paper's best safe technique
)
NESTED_ROW = "reach-maxmargin (inexpensive)"  # how off-tree bets are answered: likewise
BUCKETS, SUBGAMES, EXACT = "buckets", "buckets + flop subgames", "exact cards"
PARTS = [(cards, answer) for cards in (BUCKETS, SUBGAMES, EXACT) for answer in (TRANSLATION, NESTED_ROW)]


@dataclass(frozen=True)
class RecipeScale:
    """Buckets on the flop; iterations of the blueprints, of each solve, and of the big game for its value."""

    buckets: int
    blueprint: int
    iterations: int
    value: int


SCALES = {
    "ci": RecipeScale(16, 500, 100, 400),
    "short": RecipeScale(50, 1_000, 300, 800),
    "full": RecipeScale(2_000, 1_000, 500, 0),
}


@dataclass(frozen=True)
class RecipeRow(Result):
    """What a player loses to a best response in the big game, in mbb/h: seats, mean, and its share of the first row's.

    cards: how hands are told apart and the flop is played; answer: what is done about bets that are not on the menu.
    on_menu: the mean loss to an opponent who has the small menu only. response0, response1: as in `TableRow`.
    """

    cards: str
    answer: str
    seat0: float | None
    seat1: float | None
    mean: float | None
    share: float | None
    on_menu: float | None
    response0: float | None = None
    response1: float | None = None


@dataclass(frozen=True)
class RecipeReport(Result):
    """The recipe part by part; gap of the big game's value, which only tells the seats apart, as in `TableReport`."""

    scale: str
    rows: tuple[RecipeRow, ...]
    buckets: int
    game: str
    iterations: int
    blueprint_iterations: int
    value: float | None
    value_gap: float | None
    seconds: float = 0.0
    stopped: str = ""


@dataclass
class _Recipe:
    """The steps, each in a folder of its own."""

    big: RoundGame
    count: int
    settings: Settings
    home: Path | None
    work: Work
    responses: dict[tuple[str, str, int], float] = field(default_factory=dict)
    on_menu: dict[tuple[str, int], float] = field(default_factory=dict)

    def run(self) -> None:
        """All parts; raises `OutOfBudget` where the time ran out."""
        for cards in (BUCKETS, SUBGAMES, EXACT):
            for seat in (0, 1):
                table = NestedTable(
                    self.big, self.small, self.settings, self._folder(cards), self.work, (TRANSLATION, NESTED_ROW),
                    seats=(seat,), given=self._given(cards, seat), about={} if cards == EXACT else self._about(cards),
                )  # fmt: skip
                table.run()
                for name in table.techniques:
                    self.responses[cards, name, seat] = table.rows[name, seat].response
                self.on_menu[cards, seat] = table.on_menu(seat)

    @property
    def small(self) -> RoundGame:
        """The game without the bets that come as a surprise."""
        return small_game(self.big)

    def _folder(self, name: str) -> Path | None:
        return (
            None if self.home is None else made_folder(self.home / name.replace(" + ", "-").replace(" ", "-"))
        )

    def _about(self, cards: str) -> dict[str, str | int]:
        about = {"buckets": self._column.buckets.digest, "blueprint": blueprint_digest(self.backend)}
        return {**about, "cards": cards, "flop": FLOP_ROW if cards == SUBGAMES else ""}

    @cached_property
    def _column(self) -> Column:
        return Column(self.small, self.count, self.settings, self._folder(BUCKETS), self.work, ())

    @cached_property
    def backend(self) -> BucketBackend:
        """The blueprint in buckets."""
        return self._column.solved()

    @cached_property
    def _walk(self) -> FlopWalk:
        return make_walk(self.small, self.backend.boards, self.work, "float32", self.settings.device)

    def _given(self, cards: str, seat: int) -> Prepared | None:
        if cards == EXACT:
            return None
        backend, tree, walk = self.backend, self.backend.tree, self._walk
        config = {
            **self._about(cards), "seat": seat, "iterations": self.settings.iterations, "least weight": LEAST_WEIGHT,
        }  # fmt: skip
        names = [tree.line(n) for n in range(len(tree.nodes))]
        found = walk.prepared(
            tree=tree, names=names, nodes=range(len(names)), boards=backend.boards, config=config
        )
        path = self._folder(cards)
        file = None if path is None else path / f"seat{seat}-strategy.safetensors"
        if cards == SUBGAMES and file is not None and file.exists():
            walk.load(found, file)
            return found
        found.take_cells(backend, backend.normalised(backend.average))
        walk.send(found)
        if cards == SUBGAMES:
            self._solve_flops(found, seat)
            if file is not None:
                self.work.keep(partial(found.save, file))
        return found

    def _solve_flops(self, found: Prepared, seat: int) -> None:
        """Put exact-card subgames of every flop into a strategy, for one seat."""
        solver, gate, tree = self._column.solver(self.backend, seat), ROWS[FLOP_ROW], self.backend.tree
        roots = [tree.nodes[n].children[0] for n in solver.trunk.lines]
        forest = self._walk.forest(carve(tree, roots, lambda n, root: True))
        schedule = SCHEDULES[METHOD].rows(1, self.settings.iterations + 1)

        def solve(b: int, flop: Any) -> Rows:
            ours, theirs, w, alt, spread = flop.given(solver.entries(b), b, gate)
            return forest.solve(flop, seat, gate, ours, theirs, w, alt, schedule, spread).rows[seat]

        for b, rows in enumerate(self._walk.each(f"flop subgames, seat {seat}", solve)):
            for n, at in forest.rows_of(seat).items():
                first = found.first[1, seat][tree.line(n)]
                found.flop(seat, b)[..., first : first + len(at), :] = rows[..., list(at), :]

    def report(self, scale: str, value: tuple[list[float], float] | None) -> RecipeReport:
        """What there is; value: of the big game to both seats, and how exactly it is known."""
        mbb, clock = self.big.mbb, self.work.clock
        return RecipeReport(
            scale, tuple(self.row(*part, None if value is None else value[0]) for part in PARTS), self.count,
            describe(self.big), self.settings.iterations, self.settings.blueprint_iterations,
            None if value is None else value[0][0] * mbb, None if value is None else value[1] * mbb,
            clock.seconds, clock.stopped,
        )  # fmt: skip

    def row(self, cards: str, answer: str, values: Sequence[float] | None) -> RecipeRow:
        """One part."""
        mbb = self.big.mbb
        best = [self.responses.get((cards, answer, seat), nan) for seat in (0, 1)]
        first = [self.responses.get((*PARTS[0], seat), nan) for seat in (0, 1)]
        losses = [nan, nan] if values is None else [best[seat] - values[1 - seat] for seat in (0, 1)]
        menu = sum(self.on_menu.get((cards, seat), nan) for seat in (0, 1)) / 2
        return RecipeRow(
            cards, answer, known(losses[0] * mbb), known(losses[1] * mbb), known(sum(best) / 2 * mbb),
            known(sum(best) / sum(first)), known(menu * mbb), known(best[0] * mbb), known(best[1] * mbb),
        )  # fmt: skip


def recipe(
    scale: str = "ci",
    *,
    column: int | None = None,
    **options: Unpack[TableOptions],
) -> RecipeReport:
    """How exploitable the recipe of Libratus is on flop hold'em, exactly, and which part removes how much.

    The player's blueprint sees `column` buckets of hands and the small menu of table 4; the opponent has the big one.
    Parts: subgames of the flop solved with exact cards (reach-estimate + distributional), and off-tree bets solved when
    they come (reach-maxmargin, inexpensive) instead of translated; beside them a blueprint without buckets. The rest as
    `tables.reproduce`.

    >>> report = recipe(seconds=1e-6)
    >>> len(report.rows), report.stopped
    (6, 'seconds')
    """
    game = table_game(NESTED, scale)
    size = SCALES[scale]
    asked = ask(options, size.blueprint, size.iterations, size.value, "the recipe", METHOD)
    home = asked.home(f"recipe-{scale}")
    value: tuple[list[float], float] | None = None
    with asked.working() as work:
        run = _Recipe(game, count_of("column", column, size.buckets, 1), asked.settings, home, work)
        try:
            value = asked.value(game, home, work)
            run.run()
        except OutOfBudget:
            pass
        return run.report(scale, value)

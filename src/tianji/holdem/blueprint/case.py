"""Case: a bet that a player does not know: what translation loses to it, its branch solved, and what it wins then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core.result import Result
from tianji.core.strategy import FloatArray
from tianji.holdem.blueprint.branch import Approach, Gated, HandWorths, Response, gained, way_of
from tianji.holdem.blueprint.cells import Cell, Repertoire, reaches
from tianji.holdem.blueprint.extend import branch_tree, path_to, quantised, subtree
from tianji.holdem.blueprint.menu import STREETS
from tianji.holdem.blueprint.mirror import Mirror
from tianji.holdem.blueprint.reading import taken_for
from tianji.holdem.blueprint.runner import ExternalRunner
from tianji.holdem.blueprint.tree import FOLD, FlatTree

if TYPE_CHECKING:
    from tianji.kernels.poker.branch import Way
    from tianji.kernels.poker.deals import Dealer

DEALS = 20  # an infoset of a branch: of each measurement, by default
LEAST_DEALS = 200_000
SOLVE = 4  # times as many for the solve
RAREST = 0.01  # branches that are met less often are measured with fewer deals than wanted
SURE = 2.0  # standard errors


@dataclass(frozen=True)
class Tried(Result):
    """A bet that a blueprint did not know, and what solving after it came to.

    line: the betting with it; size: of the pot after calling. reach: how often the blueprint lets a hand come there.
    gain_before, gain_after: what the bet wins at most beyond the best that was prepared for, chips each time it can be
    made, when translated and when solved; with standard errors. deals, entries: of the solve. note: why it was not
    taken.
    """

    line: str
    street: str
    size: float
    often: int
    reach: float
    gain_before: float
    stderr_before: float
    gain_after: float
    stderr_after: float
    entries: int
    deals: int
    is_taken: bool
    note: str = ""


Drive = Callable[[ExternalRunner, int, str], None]


@dataclass(eq=False)
class Case:
    """One bet at one decision of a repertoire: measured as it is translated, solved, and measured again."""

    book: Repertoire
    cell: Cell
    dealer: Dealer
    drive: Drive
    deals: int | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        tree, node = self.book.tree, self.cell.node
        self.player, self.street = int(tree.player[node]), int(tree.street[node])
        self.us = 1 - self.player
        self.path = path_to(tree, node)
        self.way = self._way(len(self.path))

    def _way(self, steps: int) -> Way:
        """How likely our hands take the first so many steps."""
        tree = self.book.tree
        own = [(n, place) for n, place in self.path[:steps] if tree.player[n] == self.us]
        rows = [self.book.rows(n)[:, place] for n, place in own]
        return way_of([2 * int(tree.street[n]) + self.us for n, _ in own], rows)

    @cached_property
    def branch(self) -> FlatTree:
        """The betting after the bet."""
        return branch_tree(
            self.book.build, self.book.tree, self.cell.node, self.cell.total, self.book.blinds[0]
        )

    @property
    def count(self) -> int:
        """Deals of a measurement, so many that about as many come as are wanted."""
        infosets = int(np.asarray(self.book.counts)[self.branch.street].sum())
        wanted = max(LEAST_DEALS, DEALS * infosets) if self.deals is None else self.deals
        return round(wanted / max(reaches(self.book, self.cell.node), RAREST))

    def response(
        self, tree: FlatTree, fixed: Sequence[tuple[float, FloatArray]], phase: str, street: int, way: Way
    ) -> HandWorths:
        """What the bettor gets in a tree, who learns in the first half of the deals and is measured in the second."""
        come = Approach(way, self.player, street)
        runner = Response(tree, self.book.counts, self.dealer, come, fixed, **self.options)
        self.drive(runner, self.count // 2, phase)
        runner.forget()
        self.drive(runner, self.count, phase)
        return runner.found

    @cached_property
    def prepared(self) -> HandWorths:
        """What his hands are worth at the decision without the bet."""
        tree, numbers = subtree(self.book.tree, self.cell.node)
        return self.response(
            tree, [(1.0, self._known(numbers))], "his best without it", self.street, self.way
        )

    def _known(self, numbers: npt.NDArray[np.int64]) -> FloatArray:
        return np.concatenate([self.book.rows(int(n)).reshape(-1) for n in numbers])

    @cached_property
    def translated(self) -> HandWorths:
        """What they are worth after it when we translate."""
        book, node, total = self.book, self.cell.node, self.cell.total
        totals, level = book.tree.menu(node), book.level(node)
        chances, _ = taken_for(totals, level, book.stack, self.cell.size, total >= book.stack, True)
        fixed = []
        for place, chance in chances or [(-1, 1.0)]:
            start = -1 if place < 0 else max(-1, book.tree.after(node, place))
            levels = (level if place < 0 else max(level, totals[place]), total)
            seen = Mirror(book.tree, self.branch, start, levels, book.stack)
            fixed.append((chance, seen.weights(book.rows, book.counts, (self.us,))))
        return self.response(self.branch, fixed, "his best against translation", self.street, self.way)

    @cached_property
    def before(self) -> tuple[float, float]:
        """What the bet gains while it is translated, and the standard error."""
        return gained(self.translated, self.prepared)

    @property
    def reach(self) -> float:
        """How often our hands come."""
        return self.prepared.came / max(self.count - self.count // 2, 1)

    def _gifts(self) -> Way:
        """What he gave up on his way where he might have folded, by bucket there; what is not sure is nothing."""
        tree, slots, gifts = self.book.tree, [], []
        for k, (n, place) in enumerate(self.path):
            after = tree.after(n, place)
            if tree.player[n] != self.player or FOLD not in tree.menu(n):
                continue
            below, numbers = subtree(tree, after)
            street = int(tree.street[n])
            found = self.response(
                below, [(1.0, self._known(numbers))], "what he gave up", street, self._way(k)
            )
            mean, spread = found.means()
            folded = -self.book.spent(n, self.player)
            slots.append(2 * street + self.player)
            seen = found.sums[:, :, 0].sum(axis=0) > 1
            gifts.append(np.where(seen, np.maximum(0.0, folded - mean - SURE * np.sqrt(spread)), 0.0))
        return way_of(slots, gifts)

    def solve(self) -> SolvedBranch:
        """The branch behind its gate, and what the bet gains from then on."""
        leave = self.prepared.means()[0]
        come = Approach(self.way, self.player, self.street)
        runner = Gated(self.branch, self.book.counts, self.dealer, come, leave, self._gifts(), **self.options)
        self.drive(runner, SOLVE * self.count, "the branch")
        steps = quantised(self.branch, self.book.counts, runner.weights(), self.book.most)
        found = self.response(
            self.branch, [(1.0, steps.astype(np.float64))], "his best against it", self.street, self.way
        )
        return SolvedBranch(steps, gained(found, self.prepared), runner.t, runner.saturated)


@dataclass(frozen=True, eq=False)
class SolvedBranch:
    """A branch's probabilities, what the bet gains against them with its standard error, and the deals it took."""

    steps: Any
    after: tuple[float, float]
    deals: int
    saturated: int


def judged(
    case: Case, found: SolvedBranch, measure: Callable[[Repertoire], float] | None = None
) -> tuple[Repertoire, str]:
    """The repertoire with the branch, or as it was and why: it must win less from us than before, beyond doubt.

    measure: where the game is small enough, our loss in the whole of it, exactly: it must not rise.
    """
    book, cell = case.book, case.cell
    (before, wide), (after, other) = case.before, found.after
    if found.saturated:
        return book, f"{found.saturated} regrets stood at their ceiling"
    if before - after <= SURE * float(np.hypot(wide, other)):
        return book, f"the bet wins {after:.3g} ± {other:.3g}, not surely less than {before:.3g} ± {wide:.3g}"
    larger = book.with_branch(cell.node, cell.total, case.branch, found.steps)
    if measure is not None:
        old, new = measure(book), measure(larger)
        if new > old:
            return book, f"the exact loss would rise from {old:.6g} to {new:.6g}"
    return larger, ""


def tried_of(case: Case, found: SolvedBranch, note: str) -> Tried:
    """What came of a case."""
    cell, book = case.cell, case.book
    entries = int(case.branch.offsets(book.counts)[-1])
    return Tried(
        cell.line(book), STREETS[case.street], cell.size, cell.often, case.reach, *case.before, *found.after, entries,
        found.deals, not note, note,
    )  # fmt: skip

"""improve: answers to the bets that hurt a blueprint most, solved at night and added to its file; can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.storage import require_writable
from tianji.errors import ParameterError, UnknownNameError, quote, quote_path, suggest
from tianji.holdem.abstraction.work import Work, working
from tianji.holdem.blueprint.case import SURE, Case, Tried, judged, tried_of
from tianji.holdem.blueprint.cells import Cell, Repertoire, grid_cells, log_cells, read_sizes, require_some
from tianji.holdem.blueprint.dealing import full_dealer
from tianji.holdem.blueprint.extend import extended, with_branch_values
from tianji.holdem.blueprint.menu import STREETS
from tianji.holdem.blueprint.runner import ExternalRunner
from tianji.holdem.blueprint.store import Blueprint
from tianji.run.clock import OutOfBudget
from tianji.run.drive import drive
from tianji.run.limits import Limits
from tianji.run.report import Progress, Report
from tianji.run.stopping import Stop

PROBES = 3  # cells measured for each that is solved


@dataclass(frozen=True, eq=False)
class ImprovedBlueprint(Result):
    """A blueprint with what was added to it. digest, parent_digest: of this version and the one before the call."""

    name: str
    digest: str
    parent_digest: str
    branches: int
    tried: list[Tried]
    probed: int
    refused: list[str]
    seed: int
    seconds: float
    stopped: str
    blueprint: Blueprint = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Everything but the blueprint itself."""
        found = {name: value for name, value in self.__dict__.items() if name != "blueprint"}
        return {**found, "tried": [one.to_dict() for one in self.tried]}

    @checked
    def save(self, path: str | Path) -> None:
        """Write the blueprint."""
        self.blueprint.save(path)


@checked
def improve(
    blueprint: Blueprint,
    *,
    hands: str | Path | None = None,
    me: str | None = None,
    sizes: str | Sequence[float] | None = None,
    streets: str | None = None,
    top: int = 3,
    probes: int | None = None,
    boards: int | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    checkpoint: str | Path | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> ImprovedBlueprint:
    """Find the bets that hurt a blueprint most, solve what comes after them, and add it in place of translation.

    A bet of the opponent's is scored by what it wins beyond all that the blueprint is prepared for,

        Σ_b p(b) · [v(b, bet) − v(b)]⁺,      v: his best against us, by bucket b of hands

    learned by sampling, from deals that the blueprint's own range brings there. hands: a log or hand history, whose
    bets are looked at first where they are met most and strain pot odds most; me: who is not the opponent there.
    Without it `sizes` (percent of the pot) are tried at all decisions of `streets` (preflop,flop). The `probes`
    likeliest cells are measured, the `top` ones solved: our range as it comes there, his free, behind a gate where he
    may leave for v(b) and what he gave up on the way (reach-resolve). A branch is taken if the bet then surely wins
    less than it did.
    iterations: deals that come to a branch, of a measurement, four times as many of a solve. boards: deal the boards of
    so many flops, as in `train`. threads: several add to one table without an order; on one the same seed gives the
    same branches. checkpoint: write the version so far after every branch. Frequencies only say what to solve: this is
    no model of the opponent.

    After the self-improver of Brown & Sandholm (2018), "Superhuman AI for heads-up no-limit poker".
    """
    if given := [
        name for name, value in (("sizes", sizes), ("streets", streets)) if value is not None and hands
    ]:
        raise ParameterError(
            f"{given[0]}= says what to try without hands=, whose bets are tried; leave one out"
        )
    if me is not None and hands is None:
        raise ParameterError(f"me={quote(me)} is somebody in hands=, and there are none; leave it out")
    if checkpoint is not None:
        require_writable(checkpoint)
    where = _streets("preflop,flop" if streets is None else streets)
    limits = Limits(iterations=iterations, seconds=seconds)
    if top < 1 or (probes is not None and probes < top):
        raise ParameterError(f"top={top}, probes={probes}; expected at least one branch, and as many probes")
    if boards is not None and not 1 <= boards <= 22_100:
        raise ParameterError(f"boards={quote(boards)}; expected a number of flops from 1 to 22100")
    refused: list[str] = []
    if hands is not None:
        cells, refused = log_cells(blueprint, hands, me)
    else:
        cells = grid_cells(Repertoire.of(blueprint), read_sizes(sizes), where)
    require_some(cells, lambda: _nothing_new(blueprint, hands, where, refused))
    with working(seconds, threads, progress, stop) as work:
        night = _Improver(blueprint, work, limits.iterations, seed, checkpoint)
        probed = 0
        try:
            night.deal(boards)
            probed = night.run(cells, top, PROBES * top if probes is None else probes)
        except OutOfBudget:
            pass
        now = night.blueprint
        return ImprovedBlueprint(
            now.name, now.digest, blueprint.digest, len(now.branches), night.tried, probed, refused[:100], seed,
            work.clock.seconds, night.stopped or work.clock.stopped or "branches", now,
        )  # fmt: skip


def _nothing_new(blueprint: Blueprint, hands: str | Path | None, where: list[int], refused: list[str]) -> str:
    """Why there is no bet to look at."""
    if hands is None:
        return f"{blueprint.name} knows every bet of {quote([STREETS[k] for k in where])}; try other sizes="
    read = f"{quote_path(hands)} has no bet that {blueprint.name} does not know"
    return (
        f"{read}; {len(refused):,} of its hands were left out, the first: {refused[0]}" if refused else read
    )


def _streets(text: str) -> list[int]:
    found = []
    for name in text.split(","):
        if name.strip() not in STREETS:
            raise UnknownNameError(f"streets={quote(name)}: no such street; {suggest(name, list(STREETS))}")
        found.append(STREETS.index(name.strip()))
    return found


class _Improver:
    """One call of `improve` in progress."""

    def __init__(
        self, blueprint: Blueprint, work: Work, deals: int | None, seed: int, checkpoint: str | Path | None
    ) -> None:
        self.blueprint, self.work, self.deals, self.seed = blueprint, work, deals, seed
        self.checkpoint = checkpoint
        self.tried: list[Tried] = []
        self.stopped, self.what = "", ""

    def deal(self, boards: int | None) -> None:
        """Make the dealer ready."""
        blueprint = self.blueprint
        self.dealer = full_dealer(blueprint.buckets, self.work, flops=boards, seed=self.seed)
        if self.checkpoint is not None:
            blueprint.save(self.checkpoint)

    def run(self, cells: Sequence[Cell], top: int, probes: int) -> int:
        """Measure the likeliest cells, solve those that cost most; how many were measured."""
        cases, known = [], len(self.blueprint.branches)
        for k, cell in enumerate(cells[:probes]):
            self.what = f"bet {k + 1} of {min(probes, len(cells))}: "
            case = self._case(cell)
            if case.before[0] > SURE * case.before[1]:
                cases.append(case)
        cases.sort(key=lambda case: -case.before[0] * case.reach * max(case.cell.often, 1))
        for k, case in enumerate(cases[:top]):
            self.what = f"branch {k + 1} of {min(top, len(cases))}: "
            if any(added.node == case.cell.node for added in self.blueprint.branches[known:]):
                case = self._case(
                    case.cell
                )  # its neighbour is there now, and what it is taken for has changed
                if case.before[0] <= SURE * case.before[1]:
                    continue
            self._solve(case)
        return min(probes, len(cells))

    def _case(self, cell: Cell) -> Case:
        return Case(
            Repertoire.of(self.blueprint), cell, self.dealer, self._drive, self.deals,
            {"seed": self.seed, "threads": self.work.threads},
        )  # fmt: skip

    def _solve(self, case: Case) -> None:
        found = case.solve()
        _, note = judged(case, found)
        if not note:
            gain = (case.before[0], found.after[0])
            larger = extended(self.blueprint, case.cell.node, case.cell.total, case.branch, found.steps, gain)
            self.blueprint = with_branch_values(larger, self.work, self.dealer, self.seed)
            if self.checkpoint is not None:
                self.blueprint.save(self.checkpoint)
        self.tried.append(tried_of(case, found, note))

    def _drive(self, runner: ExternalRunner, deals: int, phase: str) -> None:
        """So many deals of a runner, or `OutOfBudget`."""
        self.work.check()
        end = drive(
            runner, Limits(iterations=deals), progress=self._told, stop=self.work.clock.is_over,
            phase=self.what + phase,
        )  # fmt: skip
        if end.stopped != "iterations":
            self.stopped = self.work.clock.stopped or end.stopped
            raise OutOfBudget

    def _told(self, report: Report) -> None:
        self.work.clock.tell(self.work.progress, report)

"""solve, solve_all, compare: put a better strategy into subgames of a blueprint, and measure it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypedDict, Unpack, cast

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.strategy import Strategy
from tianji.errors import ParameterError, quote
from tianji.flat.sequence import FlatGame
from tianji.parallel import Executor, make_executor
from tianji.parallel.ordered import Meter
from tianji.run.clock import Clock, clocked
from tianji.run.limits import Limits, read_until
from tianji.run.report import Progress, Report
from tianji.run.stopping import CANCELLED, INTERRUPTED, Cancelled, Stop
from tianji.run.threads import each
from tianji.subgame.carve import Cut, Seeds, Trunk, as_cut, loss, overlapping, value_for
from tianji.subgame.frame import build_frame
from tianji.subgame.gadget import SequenceSubgame, Vectors
from tianji.subgame.payoffs import Estimate, Estimator, Spread
from tianji.subgame.pieces import solve_elsewhere
from tianji.subgame.protocol import (
    Answer,
    CutReport,
    SubgameReport,
    SubgameResult,
    TechniqueComparison,
    kept,
    solve_again,
)
from tianji.subgame.technique import TECHNIQUES, Technique, as_technique

NAN = float("nan")
Row = str | Technique | Mapping[str, Any]

# The rows of the paper's tables 1–3 that are defined for any game, and ours (reach-resolve, refined).
ROWS: tuple[Technique, ...] = (
    TECHNIQUES["unsafe"],
    TECHNIQUES["resolve"],
    Technique("resolve", refine="leximin"),
    Technique("resolve", refine="tremble"),
    TECHNIQUES["maxmargin"],
    TECHNIQUES["reach-resolve"],
    TECHNIQUES["reach-maxmargin"],
    Technique("maxmargin", gifts="not-split"),
    Technique("resolve", payoffs="estimate"),
    Technique("resolve", payoffs="estimate", keep_blueprint_safety=True),
    Technique("resolve", payoffs="distributional"),
    Technique("resolve", payoffs="distributional", gifts="split"),
    Technique("resolve", payoffs="distributional", gifts="not-split"),
)


class Stops(TypedDict, total=False):
    """The keywords that `compare` shares with `solve_all`."""

    estimate: Estimate
    spread: Spread
    solver: str | None
    iterations: int | None
    until: float | None
    seconds: float | None
    threads: int | None
    on: str
    progress: Progress | None
    stop: Stop


class SolveOptions(Stops, total=False):
    """The keywords of `solve_all`."""

    payoffs: str | None
    gifts: str | float | None
    gift_bound: str | None
    refine: str | float | None
    keep_blueprint_safety: bool | None


@checked
def solve(
    game: Game[Any, Any] | FlatGame,
    blueprint: Strategy,
    at: Cut | Seeds,
    technique: str | Technique = "reach-maxmargin",
    player: int = 1,
    **options: Unpack[SolveOptions],
) -> SubgameResult:
    """Solve one subgame again for `player`, and splice the answer into the blueprint. Options: those of `solve_all`.

    >>> import tianji as tj
    >>> game = tj.load("coin_toss")
    >>> blueprint, cuts = tj.subgame.coin_toss_blueprint(game), tj.subgame.cuts(game, "play")
    >>> new = solve(game, blueprint, at=cuts[0], technique="maxmargin")
    >>> {a: round(p, 6) for a, p in new.strategy.at(1, "? Play").items()}
    {'Heads': 0.625, 'Tails': 0.375, 'Forfeit': 0.0}
    """
    if not isinstance(at, Cut) and isinstance(at, (list, tuple)) and at and isinstance(at[0], Cut):
        raise ParameterError(f"at= is a list of {len(at)} cuts; give one, or use solve_all for several")
    return solve_all(game, blueprint, [at], technique, player, **options)


@checked
def solve_all(
    game: Game[Any, Any] | FlatGame,
    blueprint: Strategy,
    cuts: Iterable[Cut | Seeds],
    technique: str | Technique = "reach-maxmargin",
    player: int = 1,
    *,
    payoffs: str | None = None,
    estimate: Estimate = None,
    spread: Spread = None,
    gifts: str | float | None = None,
    gift_bound: str | None = None,
    solver: str | None = None,
    refine: str | float | None = None,
    keep_blueprint_safety: bool | None = None,
    iterations: int | None = None,
    until: float | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    on: str = "serial",
    progress: Progress | None = None,
    stop: Stop = None,
) -> SubgameResult:
    """Solve every subgame of a level again, each from the same blueprint, and splice all answers in.

    For the player's loss this is the same as solving whichever subgame is reached in play. Cuts that contain one
    another are solved from the top down, each with the strategy so far for its blueprint.

    technique: a name of `TECHNIQUES` or a `Technique`; payoffs … keep_blueprint_safety change its fields. estimate:
    whose estimate (`payoffs.Estimator`); spread: standard deviations of random payoffs (default: measured).

    iterations and until (an exploitability of the gadget: its NashConv / 2) end each gadget that is solved by
    iterating; seconds ends everything. `stop` is a `threading.Event` or a function that says when to end; so does a
    `progress` callback that answers False. Subgames not solved then keep the blueprint. threads (1 unless given)
    solve that many subgames at once and never change the result. on: where they are solved, "serial" in this process,
    or by others, "processes(n)" or "ray" (`tianji.parallel`), with the same result; stopped early, what runs there is
    left.
    """
    how = as_technique(
        technique, payoffs=payoffs, gifts=gifts, gift_bound=gift_bound, solver=solver, refine=refine,
        keep_blueprint_safety=keep_blueprint_safety,
    )  # fmt: skip
    limits = Limits(iterations, read_until(until), seconds, threads=threads)
    how.require_limits(limits)
    if on != "serial" and threads is not None:
        raise ParameterError(
            f"threads={threads} and on={quote(on)}; threads are of this process: leave one out"
        )
    with make_executor(on) as executor, clocked(Limits(seconds=seconds), stop) as clock:
        work = SubgameWork(how, limits, estimate, spread, clock, progress, executor)
        return work.run(game, blueprint, cuts, player)


@dataclass(eq=False)
class SubgameWork:
    """One call of `solve_all` in progress. done, total: subgames."""

    technique: Technique
    limits: Limits
    estimate: Estimate
    spread: Spread
    clock: Clock
    progress: Progress | None
    executor: Executor | None = None
    done: int = 0
    total: int = 0

    def run(
        self, game: Game[Any, Any] | FlatGame, blueprint: Strategy, cuts: Iterable[Cut | Seeds], player: int
    ) -> SubgameResult:
        """Improve the trunk at the cuts and measure it; stopped while compiling, the blueprint without a figure."""
        try:
            trunk = Trunk(game, blueprint, player, stop=lambda: self.clock.asked)
        except Cancelled as why:
            figures = (NAN, NAN, NAN, NAN, NAN)
            report = SubgameReport(
                game.spec, self.technique, player, *figures, [], self.clock.seconds, str(why)
            )
            return SubgameResult(blueprint, report)
        chosen = [as_cut(trunk.flat, trunk.nodes, at) for at in cuts]
        if not chosen:
            raise ParameterError("cuts is empty; choose some of tj.subgame.cuts(game)")
        self.total = len(chosen)
        return self.measure(trunk, *self.improve(trunk, chosen))

    def improve(self, trunk: Trunk, chosen: list[Cut]) -> tuple[Trunk, list[CutReport]]:
        """The trunk with new strategies in every cut, and a report a cut; nested cuts from the top down."""
        reports: list[CutReport] = []
        for layer in _layers(chosen):
            vectors: Vectors = trunk.vectors
            for answer, report in self.solve_layer(trunk, layer):
                reports.append(report)
                vectors = vectors if answer is None else answer.patch.apply(vectors)
            trunk = trunk.improved(vectors)
        return trunk, reports

    def solve_layer(
        self, trunk: Trunk, layer: Sequence[Cut]
    ) -> list[tuple[Answer[Vectors] | None, CutReport]]:
        """Solve disjoint subgames, each against the trunk's blueprint."""
        estimator = Estimator(trunk, self.technique, self.estimate, self.spread)
        self._tell(0)
        if self.executor is None or self.executor.is_here:
            work = partial(self.solve_cut, estimator)
            solved = each(layer, work, self.limits.threads or 1, self.clock, self._tell)
        else:
            meter = Meter("subgame", self.total, "subgames", self.clock, self.progress, self.done)
            solved = solve_elsewhere(self, self.executor, estimator, layer, meter)
        self.done += len(layer)
        return [
            found if found is not None else (None, self._unreached(cut))
            for cut, found in zip(layer, solved, strict=True)
        ]

    def solve_cut(self, estimator: Estimator, cut: Cut) -> tuple[Answer[Vectors] | None, CutReport]:
        """Solve one subgame against the trunk's blueprint."""
        trunk = estimator.trunk
        frame = build_frame(trunk.flat, trunk.nodes, cut.roots, trunk.resolver, trunk.plans[trunk.resolver])
        if frame is None:
            why = "the blueprint never lets this subgame happen; kept as it is"
            return None, kept(cut.label, cut.level, why)
        subgame = SequenceSubgame(frame, trunk.plans[trunk.opponent])
        answer, report = solve_again(
            subgame, trunk.vectors, estimator.payoffs(frame), self.technique, self.limits, self.clock.is_over,
            label=cut.label, level=cut.level,
        )  # fmt: skip
        if report.stopped != CANCELLED:
            return answer, report
        if (
            report.cf_reach @ report.reach_margin < 0
        ):  # too early: on the whole, entering is worth more than before
            return None, self._unreached(cut)
        return answer, replace(report, stopped=self.clock.stopped)

    def measure(self, before: Trunk, after: Trunk, reports: list[CutReport]) -> SubgameResult:
        """The player's loss before and after; nan where the game's value was not known when the work was stopped."""
        flat, player = after.flat, after.resolver
        value, error = value_for(flat, player, self.clock)
        loss_after, nash_conv = loss(flat, after.vectors, player, value)
        ended = {report.stopped for report in reports}
        why = self.clock.stopped or next((s for s in ("iterations", "until") if s in ended), "exact")
        report = SubgameReport(
            game=flat.spec,
            method=self.technique,
            player=player,
            value=value,
            value_error=error,
            loss_before=loss(flat, before.vectors, player, value)[0],
            loss_after=loss_after,
            nash_conv=nash_conv,
            cuts=reports,
            seconds=self.clock.seconds,
            stopped=why,
        )
        return SubgameResult(after.blueprint, report)

    def _unreached(self, cut: Cut) -> CutReport:
        return kept(cut.label, cut.level, f"not solved ({self.clock.stopped}); the blueprint is kept")

    def _tell(self, done: int) -> None:
        if self.progress is None:
            return
        done, seconds = self.done + done, self.clock.seconds
        rate = done / max(seconds, 1e-9)
        eta = (self.total - done) / rate if done else None
        report = Report("subgame", done, self.total, "subgames", seconds, rate or None, eta)
        self.clock.tell(self.progress, report)


@checked
def compare(
    game: Game[Any, Any] | FlatGame,
    blueprint: Strategy,
    cuts: Iterable[Cut],
    player: int = 1,
    *,
    rows: Sequence[Row] = ROWS,
    estimate: Estimate = None,
    spread: Spread = None,
    solver: str | None = None,
    iterations: int | None = None,
    until: float | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    on: str = "serial",
    progress: Progress | None = None,
    stop: Stop = None,
) -> TechniqueComparison:
    """One report a row; a row is a technique, its name, or the arguments of `solve_all` that differ.

    What all rows share (solver, iterations, until, estimate, spread) counts for those to which it means something:
    CFR methods do not solve random payoffs or refined rows. Stopped early, the rows not begun are missing.

    >>> import tianji as tj
    >>> game = tj.load("coin_toss")
    >>> blueprint, cuts = tj.subgame.coin_toss_blueprint(game), tj.subgame.cuts(game, "play")
    >>> rows = ("unsafe", "maxmargin", "reach-maxmargin")
    >>> [round(report.loss_after, 6) for report in compare(game, blueprint, cuts, rows=rows)]
    [0.75, 0.375, 0.25]
    """
    chosen, reports = list(cuts), []
    given: SolveOptions = {
        "estimate": estimate, "spread": spread, "solver": solver, "iterations": iterations, "until": until,
    }  # fmt: skip
    with clocked(Limits(seconds=seconds), stop) as clock:
        for k, (technique, own) in enumerate([_split(row) for row in rows]):
            clock.tell(progress, Report("subgame", k, len(rows), "techniques"))
            if clock.is_over():
                break
            shared = _meant_for(technique, given) | {
                "threads": threads,
                "on": on,
                "stop": lambda: clock.asked,
            }
            if seconds is not None:
                shared["seconds"] = max(clock.left, 1e-3)
            reports.append(solve_all(game, blueprint, chosen, technique, player, **shared | own).report)
            if reports[-1].stopped == INTERRUPTED:  # Ctrl-C went to the row at work
                return TechniqueComparison(reports, INTERRUPTED)
        return TechniqueComparison(reports, clock.stopped or clock.asked)


def _meant_for(technique: Technique, given: SolveOptions) -> SolveOptions:
    """The part of what all rows share that means something to a technique."""
    iterates = not technique.is_program and not technique.is_random
    is_meant = {"estimate": technique.payoffs != "exact", "spread": technique.is_random}
    meant = {name: value for name, value in given.items() if is_meant.get(name, iterates)}
    return cast(SolveOptions, meant)


def _split(row: Row) -> tuple[Technique, SolveOptions]:
    """The technique of a row, and the arguments of its own that are no part of one."""
    if not isinstance(row, Mapping):
        return as_technique(row), {}
    fields = {k: v for k, v in row.items() if k in Technique.__dataclass_fields__}
    own: Any = {k: v for k, v in row.items() if k not in fields and k != "technique"}
    if "solver" in fields:
        own["solver"] = fields["solver"]
    return as_technique(row.get("technique", "reach-maxmargin"), **fields), own


def _layers(chosen: list[Cut]) -> list[list[Cut]]:
    """One list of disjoint cuts, or several from the top down where cuts contain one another."""
    if len(chosen) == 1 or overlapping(chosen) is None:
        return [chosen]
    layers: list[tuple[list[Cut], npt.NDArray[np.bool_]]] = []  # with the histories each has in it already
    for cut in sorted(chosen, key=lambda cut: cut.depth):
        inside = cut.nodes.subtree(cut.roots)[0]
        free = next((row for row in layers if not row[1][inside].any()), None)
        if free is None:
            free = ([], np.zeros(cut.nodes.num_nodes, dtype=bool))
            layers.append(free)
        layer, taken = free
        layer.append(cut)
        taken[inside] = True
    return [layer for layer, _ in layers]

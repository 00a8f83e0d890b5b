"""solve_seeds: a sampling method from several seeds, each on a core of its own, averaged into one better strategy."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tianji.cfr.mccfr import SAMPLERS
from tianji.cfr.solution import Solution
from tianji.cfr.solve import solve
from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, quote, suggest
from tianji.evaluate.response import deviation_gains, in_proportion, plans
from tianji.flat.cache import as_flat
from tianji.flat.sequence import FlatGame
from tianji.games.registry import load, require_name
from tianji.parallel import run_batch
from tianji.parallel.items import Shared, Tensors
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

JOB = "tianji.cfr.seeds:solve_seed"
MOST = 100_000


@dataclass(frozen=True, eq=False)
class SeedAverage(Solution):
    """The average of runs from several seeds, and its proof. each: NashConv of every run; mean: theirs, which the
    average never exceeds. iterations: of all runs together."""

    each: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Of the runs' NashConv."""
        return sum(self.each) / len(self.each) if self.each else float("nan")

    def to_dict(self, rows: int = 20) -> dict[str, Any]:
        """What `tianji solve --seeds N --json` prints."""
        return {**super().to_dict(rows), "each": self.each, "mean": self.mean}


@checked
def solve_seeds(
    game: Game[Any, Any],
    method: str = "external",
    *,
    iterations: int,
    seeds: int = 8,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    on: str = "serial",
    folder: str | Path | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> SeedAverage:
    r"""Run a sampling method from seeds `seed`, `seed` + 1, … and average the strategies in plan space.

        x̄_i = Σ_m x_i^m / M,   NashConv(x̄) ≤ Σ_m NashConv(x^m) / M

    x_i are realisation plans. What a best response gets is convex in the plan that it answers, so that the inequality
    holds for any strategies of two players whose payoffs cancel, and what sampling adds to each averages out.
    iterations: of each run. on: where they run (`tianji.parallel`); folder: what is done is kept there, and the same
    call goes on. Stopped early, the average is of the runs that ended.

    >>> import tianji as tj
    >>> found = solve_seeds(tj.load("kuhn"), iterations=200, seeds=4)
    >>> len(found.each), found.nash_conv <= found.mean
    (4, True)
    """
    if Limits(iterations=iterations).iterations is None or not 1 <= seeds <= MOST:
        raise ParameterError(
            f"iterations={quote(iterations)}, seeds={quote(seeds)}; expected whole numbers from 1 up, and at most "
            f"{MOST} seeds"
        )
    if method not in SAMPLERS:
        raise UnknownNameError(
            f"seeds are for sampling: no sampling method {quote(method)}; {suggest(method, list(SAMPLERS))}"
        )
    require_name(game)
    flat = as_flat(game, stop=stop)
    if flat.players != 2 or not flat.is_zero_sum:
        raise NotApplicableError(
            f"{flat.spec}: an average is as good as its parts with two players whose payoffs cancel; solve it from "
            "one seed"
        )
    same = {"game": game.spec, "method": method, "iterations": iterations, "options": dict(options or {})}
    with nullcontext(folder) if folder is not None else tempfile.TemporaryDirectory() as home:
        args = [{**same, "seed": seed + k} for k in range(seeds)]
        batch = run_batch(Path(home) / "seeds", JOB, args, on=on, progress=progress, stop=stop)
        if batch.faults:
            raise NotApplicableError(f"{game.spec} from a seed: {batch.faults[0]['error']}")
        total = [tree.uniform() * 0.0 for tree in flat.trees]
        each: list[float] = []
        for outcome in batch.outcomes():  # in the order of the seeds: the same bits wherever they ran
            total = [old + outcome.tensors[f"plan/{p}"] for p, old in enumerate(total)]
            each.append(float(outcome.fields["nash_conv"]))
    return _average(flat, method, total, each, batch.stopped, batch.seconds, same, seed)


def _average(
    flat: FlatGame, method: str, total: list[FloatArray], each: list[float], stopped: str, seconds: float,
    same: dict[str, Any], seed: int,
) -> SeedAverage:  # fmt: skip
    vectors = [in_proportion(tree, plan) for tree, plan in zip(flat.trees, total, strict=True)]
    values, gains = deviation_gains(flat, vectors)
    one = sum(each) / max(len(each), 1)
    note = f"{len(each)} seeds averaged in plan space; NashConv of one of them, in the mean: {one:.6g}"
    return SeedAverage(
        flat.spec, method, flat.to_strategy(vectors), values, max(0.0, sum(gains)), same["iterations"] * len(each),
        seconds, stopped or "iterations", [], seed, flat.players, {**same, "seeds": len(each)}, note, flat=flat,
        each=each,
    )  # fmt: skip


def solve_seed(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """The job: one run, as realisation plans."""
    game = load(args["game"])
    flat = as_flat(game)
    found = solve(
        flat,
        args["method"],
        iterations=args["iterations"],
        seed=args["seed"],
        options=args["options"],
        threads=1,
    )
    reach = plans(flat, flat.from_strategy(found.strategy))
    return {f"plan/{p}": plan for p, plan in enumerate(reach)}, {"nash_conv": found.nash_conv}

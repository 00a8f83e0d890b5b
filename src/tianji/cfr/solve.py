"""solve: one door to every method; the answer comes with its exploitability."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from tianji import __version__
from tianji.cfr.drive import Stops, drive
from tianji.cfr.mccfr import SAMPLERS
from tianji.cfr.runners import FictitiousRunner, Runner, SampledRunner, ScheduleRunner
from tianji.cfr.schedule import SCHEDULES, SUMMARIES, Schedule
from tianji.cfr.threads import check_threads
from tianji.core.game import Game
from tianji.core.progress import Progress
from tianji.core.storage import require_writable
from tianji.core.strategy import Strategy
from tianji.errors import ParameterError, UnknownNameError, suggest
from tianji.evaluate.lp import solve_lp
from tianji.evaluate.response import deviation_gains
from tianji.flat.cache import as_flat
from tianji.flat.plan import plan
from tianji.flat.sequence import FlatGame

DEFAULT_METHOD = "dcfr"
DEFAULT_UNTIL = 1e-4
DEFAULT_SECONDS = 60.0
EVALUATE_UP_TO = 500_000  # terminals; above that a sampling run is not compiled just to be evaluated
NO_GUARANTEE = (
    "no guarantee: regret minimisation is proven to reach an equilibrium in two-player zero-sum games only; "
    "the NashConv printed is exact all the same"
)

NOT_EVALUATED = (
    "not evaluated: the game is too large to compile just for that; give until= to insist, or evaluate the strategy "
    "with tj.exploitability"
)


@dataclass(frozen=True)
class Check:
    """One evaluation on the way: after how many iterations and seconds, and what NashConv it found."""

    iterations: int
    seconds: float
    nash_conv: float


@dataclass(frozen=True, eq=False)
class Solution:
    """A strategy and its proof.

    nash_conv is Σ_i of what player i could gain by deviating; exploitability is NashConv / players. Both are None
    only when the game is too large to evaluate (sampling methods). `stopped` says why the run ended: "until",
    "iterations", "seconds", "interrupted" or "exact". `unsaved` says why the last checkpoint could not be written.
    """

    game: str
    method: str
    strategy: Strategy = field(repr=False)
    values: list[float]
    nash_conv: float | None
    iterations: int
    seconds: float
    stopped: str
    history: list[Check] = field(repr=False)
    seed: int
    players: int
    config: dict[str, Any] = field(repr=False)
    note: str = ""
    unsaved: str = ""
    flat: FlatGame | None = field(default=None, repr=False)

    @property
    def exploitability(self) -> float | None:
        """NashConv / players."""
        return None if self.nash_conv is None else self.nash_conv / self.players


def methods() -> dict[str, str]:
    """Every method `solve` knows, with a line about it."""
    sampled = {name: f"sampling, no compiled tree: {sampler.summary}" for name, sampler in SAMPLERS.items()}
    return {**SUMMARIES, **sampled, "lp": "exact, by linear programming", "fp": "fictitious play"}


def solve(
    game: Game[Any, Any] | FlatGame,
    method: str | Schedule = DEFAULT_METHOD,
    *,
    iterations: int | None = None,
    until: float | None = None,
    seconds: float | None = None,
    seed: int = 0,
    merge: bool = True,
    threads: int | None = None,
    options: Mapping[str, Any] | None = None,
    curve: bool = False,
    checkpoint: str | None = None,
    resume: bool = False,
    checkpoint_every: float = 10.0,
    progress: Progress | None = None,
) -> Solution:
    """Find a strategy nobody gains much by leaving, and say how much.

    Stops at the first of `iterations`, `until` (a NashConv) and `seconds`; with none of them, at NashConv 1e-4 or
    after a minute. `merge` puts strategically identical infosets together when a Game is given (lossless; the
    strategy still lists every infoset). `threads` are tried out on large games unless given, and never change the
    result. `options` tune a sampling method (`tianji.cfr.mccfr.SAMPLERS`). `curve` evaluates at evenly spaced
    points of a log scale, for plots. With `checkpoint` the run is saved every `checkpoint_every` seconds and at
    the end; `resume` continues it and ends, bit for bit, where an unbroken run with the same stops would. Ctrl-C
    returns the result so far.

    >>> import tianji as tj
    >>> solution = tj.solve(tj.load("kuhn"), "pcfr+", until=1e-6)
    >>> round(solution.values[0], 6), solution.exploitability <= 1e-6 / 2, solution.stopped
    (-0.055556, True, 'until')
    """
    name, schedule = _method(method)
    stops = _stops(name, schedule, iterations, until, seconds)
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise ParameterError(f"seed={seed!r}; expected a whole number")
    if resume and checkpoint is None:
        raise ParameterError("resume=True needs checkpoint=FILE, the file to continue from")
    if checkpoint is not None:
        require_writable(checkpoint)  # before the compile, which may take long
    started = time.perf_counter()
    if name == "lp":
        return _solve_exactly(as_flat(game, merge=merge, progress=progress), seed, started)
    if options and name not in SAMPLERS:
        raise ParameterError(f"options={dict(options)!r}: method {name!r} takes none; sampling methods do")
    runner, flat, merged = _runner(game, name, schedule, stops, seed, merge, threads, options, progress)
    stops = stops.with_defaults(flat, DEFAULT_UNTIL, DEFAULT_SECONDS)
    config = {
        "game": game.spec,
        "method": name,
        "schedule": None if schedule is None else {k: repr(v) for k, v in vars(schedule).items()},
        "horizon": stops.iterations if schedule is not None and schedule.needs_horizon else None,
        "options": dict(options or {}),
        "seed": seed,
        "merge": merged,
        "version": __version__,
    }
    end = drive(
        runner, stops, config,
        curve=curve, checkpoint=checkpoint, resume=resume, checkpoint_every=checkpoint_every, progress=progress,
    )  # fmt: skip
    if end.unsaved:
        warnings.warn(f"the last checkpoint is not saved: {end.unsaved}", RuntimeWarning, stacklevel=2)
    players = game.players
    if flat is None:
        note = NOT_EVALUATED
    else:
        note = "" if flat.players == 2 and flat.is_zero_sum else NO_GUARANTEE
    return Solution(
        game=game.spec,
        method=name,
        strategy=runner.strategy(),
        values=end.values,
        nash_conv=end.nash_conv,
        iterations=runner.t,
        seconds=end.seconds,
        stopped=end.stopped,
        history=[Check(*row) for row in end.history],
        seed=seed,
        players=players,
        config=config,
        note=note,
        unsaved=end.unsaved,
        flat=flat,
    )


def _method(method: str | Schedule) -> tuple[str, Schedule | None]:
    if isinstance(method, Schedule):
        known = [name for name, schedule in SCHEDULES.items() if schedule == method]
        return (known[0] if known else "schedule"), method
    known = list(methods())
    name = str(method).strip().lower().replace("_", "-")
    name = {"hs-dcfr": "hs-dcfr(30)"}.get(name, name)
    if name not in known:
        raise UnknownNameError(f"no method {method!r}; {suggest(name, known)}")
    return name, SCHEDULES.get(name)


def _stops(
    name: str, schedule: Schedule | None, iterations: int | None, until: float | None, seconds: float | None
) -> Stops:
    if iterations is not None and (
        not isinstance(iterations, int) or isinstance(iterations, bool) or iterations < 1
    ):
        raise ParameterError(f"iterations={iterations!r}; expected a whole number of at least 1")
    for label, value in (("until", until), ("seconds", seconds)):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if value is not None and not (is_number and isfinite(value) and value > 0):
            raise ParameterError(f"{label}={value!r}; expected a number above 0")
    if schedule is not None and schedule.needs_horizon and iterations is None:
        raise ParameterError(
            f"method {name!r} plans its discounts over a known number of iterations; give iterations=, e.g. 1000"
        )
    return Stops(iterations, until, seconds)


def _runner(
    game: Game[Any, Any] | FlatGame,
    name: str,
    schedule: Schedule | None,
    stops: Stops,
    seed: int,
    merge: bool,
    threads: int | None,
    options: Mapping[str, Any] | None,
    progress: Progress | None,
) -> tuple[Runner, FlatGame | None, bool]:
    """The method in progress, the compiled game if there is one, and whether it is merged."""
    if name in SAMPLERS:
        rules = game.game if isinstance(game, FlatGame) else game
        if rules is None:
            raise ParameterError(
                f"method {name!r} walks the rules, and this FlatGame has none; pass the Game"
            )
        whole = _for_evaluation(game, stops, progress)
        return SampledRunner(rules, whole, name, seed, options), whole, False
    flat = as_flat(game, merge=merge, progress=progress)
    if name == "fp":
        return FictitiousRunner(flat), flat, flat.merge is not None
    assert schedule is not None
    horizon = stops.iterations if schedule.needs_horizon else None
    check_threads(flat, threads)
    return ScheduleRunner(flat, schedule, horizon, threads), flat, flat.merge is not None


def _for_evaluation(
    game: Game[Any, Any] | FlatGame, stops: Stops, progress: Progress | None
) -> FlatGame | None:
    """The compiled game a sampling method is judged on; None where compiling would defeat the point of sampling."""
    if isinstance(game, FlatGame):
        return game
    if stops.until is None and plan(game).terminals > EVALUATE_UP_TO:
        return None
    return as_flat(game, progress=progress)


def _solve_exactly(flat: FlatGame, seed: int, started: float) -> Solution:
    vectors, _ = solve_lp(flat)
    value, gains = deviation_gains(flat, vectors)
    return Solution(
        game=flat.spec,
        method="lp",
        strategy=flat.to_strategy(vectors),
        values=value,
        nash_conv=max(0.0, sum(gains)),
        iterations=0,
        seconds=time.perf_counter() - started,
        stopped="exact",
        history=[],
        seed=seed,
        players=flat.players,
        config={"game": flat.spec, "method": "lp", "version": __version__},
        flat=flat,
    )

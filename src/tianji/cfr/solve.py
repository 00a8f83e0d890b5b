"""solve: one door to every method; the answer comes with its exploitability."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tianji._version import __version__
from tianji.cfr.device import DeviceRunner, require_device
from tianji.cfr.mccfr import SAMPLERS
from tianji.cfr.runners import FictitiousRunner, SampledRunner, ScheduleRunner, StrategyRunner
from tianji.cfr.schedule import SCHEDULES, SUMMARIES, Schedule
from tianji.cfr.solution import Solution as Solution
from tianji.cfr.threads import require_threads
from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.lawful import PERFECT, forgets_information
from tianji.core.storage import require_writable
from tianji.core.strategy import Strategy, StrategyTable
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, quote, suggest, text_of
from tianji.evaluate.lp import TimeUpError, solve_lp
from tianji.evaluate.response import deviation_gains
from tianji.flat.cache import as_flat
from tianji.flat.forecast import plan
from tianji.flat.sequence import FlatGame
from tianji.run.checkpoint import Checkpoint, check_every
from tianji.run.clock import Clock, clocked
from tianji.run.drive import drive
from tianji.run.limits import Limits, read_until
from tianji.run.report import Progress
from tianji.run.stopping import CANCELLED, Cancelled, Stop
from tianji.run.threads import each

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


METHODS = {
    **SUMMARIES,
    **{name: f"sampling, no compiled tree: {sampler.summary}" for name, sampler in SAMPLERS.items()},
    "lp": "exact, by linear programming",
    "fp": "fictitious play",
}


def methods() -> dict[str, str]:
    """Every method `solve` knows, with a line about it."""
    return dict(METHODS)


@checked
def solve(
    game: Game[Any, Any] | FlatGame,
    method: str | Schedule = DEFAULT_METHOD,
    *,
    iterations: int | None = None,
    until: float | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    merge: bool = True,
    threads: int | None = None,
    options: Mapping[str, Any] | None = None,
    native: bool | None = None,
    device: str = "cpu",
    curve: bool = False,
    checkpoint: str | None = None,
    resume: bool = False,
    checkpoint_every: float = 10.0,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Solution:
    """Find a strategy nobody gains much by leaving, and say how much.

    Stops at the first of `iterations`, `until` (an exploitability: NashConv / players) and `seconds`; with none of
    them, at exploitability 1e-4 or after a minute. `stop` is a `threading.Event` or a function that says when to end;
    a `progress` callback that answers False ends the run too: "cancelled", with the strategy so far. Ctrl-C returns
    the result so far (`tianji.run.stopping.interrupts` makes it raise).

    `merge` puts strategically identical infosets together when a Game is given (lossless; the strategy still lists
    every infoset). `threads` are tried out on large games unless given, and never change the result. The same `seed`
    gives the same answer: it decides what the sampling methods (`tianji.cfr.mccfr.SAMPLERS`, 0 unless given) draw,
    which take `options` too; the others draw nothing. `native`: external and outcome sampling run native rules where
    the game has them and the options allow it; False walks the class, True refuses what has none. `device="cuda"`
    runs a schedule of two players on a GPU, by sparse products in PyTorch (docs/gpu.md). `curve` evaluates at evenly
    spaced points of a log scale. With `checkpoint` the run is saved at once, every `checkpoint_every` seconds and at
    the end; `resume` continues it and ends, bit for bit, where an unbroken run with the same stops would.

    >>> import tianji as tj
    >>> solution = tj.solve(tj.load("kuhn"), "pcfr+", until=1e-6)
    >>> round(solution.values[0], 6), solution.exploitability <= 1e-6, solution.stopped
    (-0.055556, True, 'until')
    """
    name, schedule = _method(method)
    limits = Limits(iterations, read_until(until), seconds, threads=threads)
    _check_call(name, schedule, limits, options, curve, checkpoint, resume, merge)
    if native is not None and name not in SAMPLERS:
        raise ParameterError(
            f"native={native}: method {name!r} works on the compiled game; leave native= out"
        )
    require_device(device, name, schedule is not None, threads)
    if seed is None and name in SAMPLERS:
        seed = 0
    check_every(checkpoint_every, checkpoint, usual=10.0)
    clock = Clock()
    try:
        if name == "lp":
            whole = as_flat(game, merge=merge, progress=progress, stop=stop)
            return _solve_exactly(whole, limits, stop, seed)
        runner, flat = _runner(
            game, name, schedule, limits, seed, merge, options, native, device, curve, progress, stop
        )
    except Cancelled as asked:
        return _not_begun(game, name, seed, clock, str(asked) or CANCELLED)
    limits = _with_defaults(limits, flat)
    config = _config(game, name, schedule, limits, seed, options, runner, flat)
    players = flat.players if flat is not None else game.players
    file = None
    if checkpoint is not None:
        file = Checkpoint(checkpoint, config, resume, checkpoint_every, players)
    end = drive(runner, limits, checkpoint=file, progress=progress, stop=stop)
    if end.unsaved:
        warnings.warn(f"the last checkpoint is not saved: {end.unsaved}", RuntimeWarning, stacklevel=3)
    found = end.evaluation
    return Solution(
        game=game.spec,
        method=name,
        strategy=runner.strategy(),
        values=[] if found is None else found.values,
        nash_conv=None if found is None else found.nash_conv,
        iterations=runner.t,
        seconds=end.seconds,
        stopped=end.stopped,
        history=end.checks,
        seed=seed,
        players=players,
        config=config,
        note="; ".join(filter(None, [getattr(runner, "told", ""), _note(game, flat, found is not None)])),
        unsaved=end.unsaved,
        flat=flat,
    )


def _method(method: str | Schedule) -> tuple[str, Schedule | None]:
    if isinstance(method, Schedule):
        known = [name for name, schedule in SCHEDULES.items() if schedule == method]
        return (known[0] if known else "schedule"), method
    name = text_of(method).strip().lower().replace("_", "-")
    name = {"hs-dcfr": "hs-dcfr(30)"}.get(name, name)
    if name not in METHODS:
        raise UnknownNameError(f"no method {quote(method)}; {suggest(name, list(METHODS))}")
    return name, SCHEDULES.get(name)


def _config(
    game: Game[Any, Any] | FlatGame,
    name: str,
    schedule: Schedule | None,
    limits: Limits,
    seed: int | None,
    options: Mapping[str, Any] | None,
    runner: StrategyRunner,
    flat: FlatGame | None,
) -> dict[str, Any]:
    """What decides the result, bit for bit: a checkpoint is continued only by a call with the same."""
    played = runner if isinstance(runner, SampledRunner) else flat
    return {
        "game": game.spec,
        "method": name,
        "schedule": None if schedule is None else {k: repr(v) for k, v in vars(schedule).items()},
        "horizon": limits.iterations if schedule is not None and schedule.needs_horizon else None,
        "options": dict(options or {}),
        **({"seed": seed} if name in SAMPLERS else {}),
        "merge": flat is not None and flat.merge is not None,
        **(
            {"native": True}
            if isinstance(runner, SampledRunner) and type(runner) is not SampledRunner
            else {}
        ),
        "digest": "" if played is None else played.digest,
        "version": __version__,
    }


def _check_call(
    name: str,
    schedule: Schedule | None,
    limits: Limits,
    options: Mapping[str, Any] | None,
    curve: bool,
    checkpoint: str | None,
    resume: bool,
    merge: bool,
) -> None:
    """Refuse arguments that mean nothing to the method, and files that could not be written, before any work."""
    if resume and checkpoint is None:
        raise ParameterError("resume=True needs checkpoint=FILE, the file to continue from")
    if options and name not in SAMPLERS:
        raise ParameterError(f"options={quote(options)}: method {name!r} takes none; sampling methods do")
    if not merge and name in SAMPLERS:
        raise ParameterError(
            f"merge=False: method {name!r} walks the rules, where nothing is merged; leave merge= out"
        )
    if schedule is None and limits.threads is not None and limits.threads > 1:
        raise ParameterError(f"threads={limits.threads}: method {name!r} runs on one; leave threads= out")
    if schedule is not None and schedule.needs_horizon and limits.iterations is None:
        raise ParameterError(
            f"method {name!r} plans its discounts over a known number of iterations; give iterations=, e.g. 1000"
        )
    if name == "lp":
        given = {"iterations": limits.iterations, "checkpoint": checkpoint, "curve": curve or None}
        for label, value in given.items():
            if value is not None:
                raise ParameterError(
                    f"{label}={quote(value)}: method 'lp' is one exact step; leave {label}= out"
                )
    if checkpoint is not None:
        require_writable(checkpoint)  # before the compile, which may take long


def _is_two_player_constant_sum(flat: FlatGame) -> bool:
    """Where regret minimisation is proven to reach an equilibrium: what one wins the other loses, up to a constant."""
    return flat.players == 2 and flat.constant_sum is not None


def _with_defaults(limits: Limits, flat: FlatGame | None) -> Limits:
    """What "just solve it" means: an accuracy where that can be had, else a time."""
    if not limits.is_open:
        return limits
    if flat is None or not _is_two_player_constant_sum(flat):
        return replace(limits, seconds=10.0)
    return replace(limits, until=DEFAULT_UNTIL, seconds=DEFAULT_SECONDS)


def _runner(
    game: Game[Any, Any] | FlatGame,
    name: str,
    schedule: Schedule | None,
    limits: Limits,
    seed: int | None,
    merge: bool,
    options: Mapping[str, Any] | None,
    native: bool | None,
    device: str,
    curve: bool,
    progress: Progress | None,
    stop: Stop,
) -> tuple[StrategyRunner, FlatGame | None]:
    """The method in progress, and the compiled game if there is one."""
    if name in SAMPLERS:
        rules = game.game if isinstance(game, FlatGame) else game
        if rules is None:
            raise ParameterError(
                f"method {name!r} walks the rules, and this FlatGame has none; pass the Game"
            )
        whole = _for_evaluation(game, limits, progress, stop)
        kind = _native_runner(rules, name, options, native)
        return kind(rules, whole, name, seed or 0, options, curve), whole
    flat = as_flat(game, merge=merge, progress=progress, stop=stop)
    if name == "fp":
        return FictitiousRunner(flat, curve), flat
    assert schedule is not None
    require_threads(flat, limits.threads)
    horizon = limits.iterations if schedule.needs_horizon else None
    kind_of_runner = ScheduleRunner if device == "cpu" else DeviceRunner
    return kind_of_runner(flat, schedule, horizon, limits.threads, curve), flat


def _native_runner(
    rules: Game[Any, Any], name: str, options: Mapping[str, Any] | None, native: bool | None
) -> type[SampledRunner]:
    """The runner over native rules where the game has them."""
    from tianji.cfr.native_sampling import NativeSampledRunner, native_twin

    if native is not False and native_twin(rules, name, options) is not None:
        return NativeSampledRunner
    if native is not True and "memory" in (options or {}):
        raise NotApplicableError(
            f"options memory={quote((options or {})['memory'])}: it bounds the table of native rules, and "
            f"{rules.spec} is walked by its class here; leave it out"
        )
    if native:
        raise NotApplicableError(
            f"native=True: {rules.spec} has no native rules for {name!r} with these options; leave native= out"
        )
    return SampledRunner


def _for_evaluation(
    game: Game[Any, Any] | FlatGame, limits: Limits, progress: Progress | None, stop: Stop
) -> FlatGame | None:
    """The compiled game a sampling method is judged on; None where compiling would defeat the point of sampling."""
    if isinstance(game, FlatGame):
        return game
    if limits.until is None and plan(game).terminals > EVALUATE_UP_TO:
        return None
    return as_flat(game, progress=progress, stop=stop)


def _note(game: Game[Any, Any] | FlatGame, flat: FlatGame | None, is_evaluated: bool) -> str:
    """What a reader of the figures should know."""
    notes = [] if is_evaluated else [NOT_EVALUATED]
    if flat is not None and is_evaluated and not _is_two_player_constant_sum(flat):
        notes.append(NO_GUARANTEE)
    if forgets_information(game) if flat is None else flat.is_perfect_information and flat.num_infosets > 1:
        notes.append(PERFECT)
    return "; ".join(notes)


def _not_begun(
    game: Game[Any, Any] | FlatGame, name: str, seed: int | None, clock: Clock, stopped: str
) -> Solution:
    """Stopped while the game was being compiled: uniform play everywhere, and no figure."""
    return Solution(
        game=game.spec, method=name,
        strategy=Strategy(game.spec, [StrategyTable.empty()] * game.players, "uniform"),
        values=[], nash_conv=None, iterations=0, seconds=clock.seconds, stopped=stopped,
        history=[], seed=seed, players=game.players, config={"game": game.spec, "method": name},
        note="stopped before there was an answer (compiling); this is uniform play",
    )  # fmt: skip


def _solve_exactly(flat: FlatGame, limits: Limits, stop: Stop, seed: int | None) -> Solution:
    # HiGHS knows the seconds but no stop: it is left behind on its thread
    with clocked(limits, stop) as clock:
        try:
            found = each([flat], partial(solve_lp, seconds=limits.seconds), 1, clock)[0]
        except TimeUpError:
            found = None
    vectors = flat.uniform() if found is None else found[0]
    value, gains = deviation_gains(flat, vectors)
    return Solution(
        game=flat.spec,
        method="lp",
        strategy=flat.to_strategy(vectors),
        values=value,
        nash_conv=max(0.0, sum(gains)),
        iterations=0,
        seconds=clock.seconds,
        stopped="exact" if found is not None else clock.stopped or "seconds",
        history=[],
        seed=seed,
        players=flat.players,
        config={"game": flat.spec, "method": "lp", "version": __version__},
        note=_note(flat, flat, True)
        if found is not None
        else "HiGHS was not done; this is uniform play and its exact NashConv",
        flat=flat,
    )

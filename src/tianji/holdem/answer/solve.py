"""solve: iterate a spot until it is exact enough, interruptible, resumable, within memory."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from tianji.cfr.schedule import Schedule
from tianji.core.storage import open_file, require_writable
from tianji.errors import ParameterError, TianjiError
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.engine.backend import Backend, make_backend, set_locks
from tianji.holdem.engine.forecast import allowed_bytes, check_fits, make_plan, read_memory
from tianji.holdem.engine.gated import GatedSpot
from tianji.holdem.engine.machines import choose_machine, spare_bytes
from tianji.holdem.engine.methods import choose_storage, default_method, method_schedule
from tianji.holdem.engine.runner import KIND, SpotRunner, config_of, upgrade
from tianji.holdem.spot.gate import Behind, Gate
from tianji.holdem.spot.spot import Spot
from tianji.run.checkpoint import Checkpoint, check_every
from tianji.run.drive import End, drive
from tianji.run.limits import Limits, read_until
from tianji.run.report import Progress, Report
from tianji.run.stopping import Cancelled, Stop, Stopper

DEFAULT_UNTIL = "0.3%"
DEVICE_NOTE = (
    "kernels for the GPU; those of a new betting tree are compiled, once on this machine: up to a minute"
)


def solve(
    spot: Spot,
    *,
    until: str | float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    method: str | Schedule | None = None,
    threads: int | None = None,
    storage: str = "auto",
    device: str = "cpu",
    memory: int | str | None = None,
    checkpoint: str | None = None,
    resume: bool = False,
    checkpoint_every: float = 60.0,
    progress: Progress | None = None,
    stop: Stop = None,
    gate: Gate | None = None,
) -> SpotSolution:
    """Solve a spot until its exploitability is `until` (share of the pot, default 0.3 %), or for iterations or seconds.

    Exploitability is the mean of both players' best-response gains. method: a CFR schedule by name (`METHODS`), or one.
    storage: float32, int16 (half the memory) or float64; "auto" is float32, or float64 where `until` is below what
    float32 can reach (0.001 % of the pot). The best strategy evaluated is returned; "floor" says that the storage
    allows no better one. device: "cpu", "cuda" (a GPU, by PyTorch: docs/gpu.md) or "auto", a GPU for flops and turns
    where there is one with room. memory: bytes allowed of the device, by default 9/10 of what is free; a solve that
    would not fit is refused with the cheapest way out. With `checkpoint` the run is saved there at once, every
    `checkpoint_every` seconds and at the end, and `resume` continues it, on any device. `stop` is a `threading.Event`
    or a function that says when to end, as a `progress` callback that answers False does; Ctrl-C, too, returns the
    answer so far. Within the callback `report.peek()` is the answer so far, to look at its strategy while it settles.

    gate: solve again for one player behind a gate (`Gate`). Exploitability is then half the gap of the gate's gadget,
    `SpotSolution.gate` tells the margins, and the opponent's strategy is the gadget's, which promises nothing.

    >>> from tianji.holdem import Spot
    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,AdAh,AcAd,QcJd,QdJc,QhJc", ip="KhKc,KhKs,KcKs",
    ...             bets={"oop": "100%", "ip": ""}, raises="")
    >>> solution = spot.solve(until="0.1%")
    >>> [round(value) for value in solution.values]
    [75, 25]
    """
    if iterations is None and seconds is None and until is None:
        until = DEFAULT_UNTIL
    allowed = None if memory is None else read_memory(memory)
    limits = Limits(iterations, read_until(until, spot.pot), seconds, memory=allowed, threads=threads)
    name, schedule, kind = settings_of(spot, limits, method, storage, checkpoint, resume)
    check_every(checkpoint_every, checkpoint, usual=60.0)
    behind = None if gate is None else gate.behind(spot)
    forecast = make_plan(spot, kind, threads, behind)
    machine = choose_machine(device, spot, forecast, allowed)
    if machine is None:
        room = max(1, allowed_bytes(allowed, forecast.bytes))
        check_fits(spot, forecast, room)
        spare = room - forecast.bytes
    else:
        spare = spare_bytes(machine, spot, forecast, allowed)
    backend, stopped = _backend(spot, kind, schedule, forecast.threads, progress, stop, behind, machine)
    if backend is None:
        return SpotSolution(spot, None, name, 0, 0.0, stopped, [], storage=kind, gate=gate)
    file = None
    if checkpoint is not None:
        file = Checkpoint(
            checkpoint, config_of(spot, name, kind, gate), resume, checkpoint_every, 2, KIND, upgrade
        )  # fmt: skip
    return run(spot, backend, name, schedule, limits, file, progress, stop, spare)


def settings_of(
    spot: Spot,
    limits: Limits,
    method: str | Schedule | None,
    storage: str,
    checkpoint: str | None = None,
    resume: bool = False,
) -> tuple[str, Schedule, str]:
    """Method and storage: as asked, else as the run that goes on had them, else the best; refused before any work."""
    if resume and checkpoint is None:
        raise ParameterError("resume=True needs checkpoint=FILE, the file to continue from")
    if checkpoint is not None and not resume:
        require_writable(checkpoint)
    saved = _saved(checkpoint) if checkpoint is not None and resume else {}
    wanted = method if method is not None else saved.get("method", default_method(spot))
    name, schedule = method_schedule(wanted)
    if schedule.needs_horizon and limits.iterations is None:
        raise ParameterError(
            f"method {name!r} plans its discounts over a known number of iterations; give iterations="
        )
    share = None if limits.until is None or saved else limits.until / spot.pot
    return (
        name,
        schedule,
        choose_storage(saved.get("storage", storage) if storage == "auto" else storage, share),
    )


def _saved(path: str) -> dict[str, Any]:
    """The settings of the run that goes on; nothing of a file that is no run, which is told when it is restored."""
    try:
        return dict(upgrade(open_file(path, KIND).fields)["config"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, TianjiError):
            raise
        return {}


def _backend(
    spot: Spot,
    kind: str,
    schedule: Schedule,
    threads: int,
    progress: Progress | None,
    stop: Stop,
    behind: Behind | None,
    machine: Any = None,
) -> tuple[Backend | None, str]:
    """The spot in memory with its kernels ready, or None and why it was given up."""
    with Stopper(stop) as stopper, suppress(Cancelled):
        _step(progress, 0, "dealing the boards")
        backend = make_backend(
            spot, storage=kind, is_predictive=schedule.prediction > 0, threads=threads, tick=stopper.check,
            behind=behind, machine=machine,
        )  # fmt: skip
        _step(progress, 1, "kernels", _compile_note() if machine is None else DEVICE_NOTE)
        backend.warm()
        stopper.check()  # a request that came meanwhile is not forgotten
        _step(progress, 2, "memory laid out")
        return backend, ""
    return None, stopper.reason


def run(
    spot: Spot,
    backend: Backend,
    name: str,
    schedule: Schedule,
    limits: Limits,
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
    spare: float = inf,
    keeps: bool = True,
) -> SpotSolution:
    """Drive a backend, whatever it runs on, to the first limit; its answer.

    spare: bytes of memory for what makes a long run exact, and for a copy of the best averages; keeps: whether one is
    kept, on disk if it must be.
    """
    horizon = limits.iterations if schedule.needs_horizon else None
    folder = None if checkpoint is None else Path(checkpoint.path).parent
    runner = SpotRunner(spot, backend, schedule, horizon, spare, folder, keeps)
    tell = (
        None
        if progress is None
        else _peeking(progress, lambda: SpotSolution(spot, backend, name, runner.t, 0.0, "", []))
    )
    end = drive(runner, limits, checkpoint=checkpoint, progress=tell, stop=stop, gap_of=spot.pot)
    backend.heed(None)
    if end.unsaved:
        warnings.warn(f"the last checkpoint is not saved: {end.unsaved}", RuntimeWarning, stacklevel=3)
    return answer_of(runner, end, name)


def answer_of(runner: SpotRunner, end: End, name: str) -> SpotSolution:
    """What a run that has ended found: the best strategy that it evaluated, put back where it is not the last."""
    spot, backend = runner.spot, runner.backend
    last = end.checks[-1] if end.checks and end.checks[-1].iterations == runner.t else None
    is_put = last is not None and runner.put_best(last.exploitability)
    if spot.locks:
        set_locks(backend, spot, "average")
    return SpotSolution(
        spot, backend, name, runner.t, end.seconds, end.stopped, end.checks, unsaved=end.unsaved,
        note="; ".join(runner.notes), exploitability=runner.best.gap if is_put else None, can_go_on=not is_put,
        gate=backend.gate if isinstance(backend, GatedSpot) else None,
    )  # fmt: skip


def _peeking(progress: Progress, peek: Callable[[], SpotSolution]) -> Progress:
    """A callback whose reports offer a look at the answer so far."""
    return lambda report: progress(replace(report, peek=peek))


def _step(progress: Progress | None, done: int, what: str, message: str = "") -> None:
    if progress is not None:
        progress(Report("prepare", done, 3, f"of 3 steps ({what})", message=message))


def _compile_note() -> str:
    from tianji.kernels._compile import is_cached
    from tianji.kernels.poker import vector

    return "" if is_cached(vector.walk) else "compiling kernels, once on this machine: up to 40 s"

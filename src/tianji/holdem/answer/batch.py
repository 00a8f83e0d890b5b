"""Many boards of one spot solved at once on a GPU, each to where it would end alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tianji.cfr.schedule import Schedule
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.answer.solve import DEFAULT_UNTIL, answer_of, settings_of
from tianji.holdem.engine.backend import make_backend, set_locks
from tianji.holdem.engine.device import DeviceBackend
from tianji.holdem.engine.forecast import make_plan, read_memory
from tianji.holdem.engine.gpu.batch import SideBySide
from tianji.holdem.engine.gpu.plan import ENTRY_PS, LEAST_MS, on_device
from tianji.holdem.engine.machines import choose_machine, room_of
from tianji.holdem.engine.runner import SpotRunner
from tianji.holdem.spot.spot import Spot
from tianji.kernels.constants import RESPONSE, VALUE
from tianji.run.clock import Clock
from tianji.run.drive import End
from tianji.run.limits import Limits, read_until
from tianji.run.report import Check, Progress, Report

MOST = 32  # boards at once
BUSY = 10  # times the least that an iteration takes: with so much work no more boards are taken in
CHUNK_SECONDS = 0.1  # between two looks at whether to stop


class AtOnce:
    """The first of some boards that are worth solving at once: `boards`; one or none where they are solved alone.

    A limit of seconds is a board's own, which a batch cannot keep. options: those of `report`.
    """

    def __init__(self, spot: Spot, options: Mapping[str, Any], boards: Sequence[str]) -> None:
        self._spot, self.seconds, self.boards = spot, 0.0, list(boards[:1])
        if options["seconds"] is not None:
            return
        first, memory = spot.replace(board=boards[0]), options["memory"]
        is_free = options["iterations"] is None and options["until"] is None
        until = read_until(DEFAULT_UNTIL if is_free else options["until"], spot.pot)
        allowed = None if memory is None else read_memory(memory)
        self._limits = Limits(options["iterations"], until, None, memory=allowed, threads=options["threads"])
        self._name, self._schedule, self._kind = settings_of(
            first, self._limits, options["method"], options["storage"]
        )
        forecast = make_plan(first, self._kind, options["threads"])
        self._threads = forecast.threads
        self._machine = choose_machine(options["device"], first, forecast, allowed)
        if self._machine is not None:
            there = on_device(first, forecast)
            work = BUSY * 1e9 * LEAST_MS // (ENTRY_PS * max(1, there.entries))
            room = room_of(self._machine, allowed) // (there.bytes + there.file_bytes)
            self.boards = list(boards[: int(max(1, min(MOST, work, room)))])

    def __str__(self) -> str:
        return f"{self.boards[0]} and {len(self.boards) - 1} more"

    def solve(self, stop: Callable[[], bool] | None, tell: Progress | None) -> list[SpotSolution] | None:
        """Their solutions; None where `stop` or `tell` said so."""
        clock = Clock()

        def is_over(done: int) -> bool:
            self.seconds = clock.seconds
            phase = "solve" if done else "prepare"
            row = Report(phase, done, self._limits.iterations, seconds=self.seconds)
            return (tell is not None and tell(row) is False) or (stop is not None and stop())

        spots = [self._spot.replace(board=board) for board in self.boards]
        method = self._name, self._schedule
        return solve_together(spots, self._machine, method, self._kind, self._limits, is_over, self._threads)


@dataclass
class _Member:
    runner: SpotRunner
    backend: DeviceBackend
    end: End = field(default_factory=End)
    goal: int = 0  # its next evaluation

    def set_goal(self, limits: Limits) -> None:
        """As `run.drive` has it."""
        check = self.runner.next_check(self.end.checks, limits.until)
        self.goal = min(check, limits.iterations or check)

    def see(self, limits: Limits, seconds: float) -> None:
        """Evaluate, and say whether it has ended; `end.stopped` stays "" where it goes on."""
        found = self.runner.evaluate()
        assert found is not None, "nobody asks a batch to leave an evaluation"
        t, self.end.evaluation, self.end.seconds = self.runner.t, found, seconds
        self.end.checks.append(Check(t, seconds, found.exploitability, found.nash_conv))
        if limits.until is not None and found.exploitability <= limits.until:
            self.end.stopped = "until"
        elif limits.iterations is not None and t >= limits.iterations:
            self.end.stopped = "iterations"
        else:
            self.end.stopped = self.runner.finished()


def solve_together(
    spots: Sequence[Spot],
    machine: Any,
    method: tuple[str, Schedule],
    kind: str,
    limits: Limits,
    is_over: Callable[[int], bool],
    threads: int,
) -> list[SpotSolution] | None:
    """The spots' solutions, of one betting tree; limits: iterations and target, of each. None where is_over said so.

    is_over: asked with the iterations done.
    """
    name, schedule = method
    horizon = limits.iterations if schedule.needs_horizon else None
    members, room = [], room_of(machine, limits.memory)
    for spot in spots:
        backend = make_backend(
            spot, storage=kind, is_predictive=schedule.prediction > 0, threads=threads, machine=machine
        )
        backend.warm()
        forecast = on_device(spot, make_plan(spot, kind))
        spare = room / len(spots) - forecast.bytes
        runner = SpotRunner(spot, backend, schedule, horizon, spare)
        assert isinstance(backend, DeviceBackend)
        members.append(_Member(runner, backend))
        if is_over(0):
            return None
    batch, live, clock, each = SideBySide([m.backend for m in members]), list(members), Clock(), 0.0
    while live:
        for member in live:
            member.set_goal(limits)
        t, goal = live[0].runner.t, min(member.goal for member in live)
        while t < goal:
            count = min(goal - t, max(1, int(CHUNK_SECONDS / each)) if each else 1 + t // 10)
            count = min(count, min(m.runner.ready(t + count) for m in live) - t)
            before = clock.seconds
            batch.iterate([m.backend for m in live], schedule.rows(t + 1, t + count + 1, horizon))
            each = (clock.seconds - before) / count
            t += count
            for member in live:
                member.runner.moved(count)
            if is_over(t):
                return None
        due = [member for member in live if member.goal == t]
        _tell_values(batch, due)
        for member in due:
            member.see(limits, clock.seconds)
        live = [member for member in live if not member.end.stopped]
    return [answer_of(member.runner, member.end, name) for member in members]


def _tell_values(batch: SideBySide, members: list[_Member]) -> None:
    """What `measure` will ask of each, found for all at once."""
    for member in members:
        if member.runner.spot.locks:
            set_locks(member.runner.backend, member.runner.spot, "average")
    spot = members[0].runner.spot
    for mode in (VALUE, RESPONSE) if spot.rake[0] else (RESPONSE,):
        batch.tell([member.backend for member in members], mode)

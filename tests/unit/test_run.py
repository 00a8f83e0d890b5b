"""The contract of long work, on a runner that only counts: limits, stops, checkpoints, reports, the time left."""

import logging
import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

import tianji as tj
from tianji.errors import FileAccessError, FileFormatError, ParameterError
from tianji.run import checkpoint as checkpoints
from tianji.run.checkpoint import Checkpoint
from tianji.run.clock import Clock, OutOfBudget
from tianji.run.drive import Evaluation, drive
from tianji.run.limits import Limits, read_until
from tianji.run.report import Check
from tianji.run.stopping import Cancelled, Stopper, interrupts
from tianji.run.threads import each, race


class Counter:
    """Counts; its gap is 1 / t, known at every tenth step."""

    usual_slope, slope_spread = 1.0, 1.0

    def __init__(self, ends_at=0):
        self.count, self.evaluated, self.ends_at = 0, [], ends_at

    @property
    def t(self):
        return self.count

    def advance(self, iterations):
        self.count += iterations

    def next_check(self, checks, target):
        return self.count // 10 * 10 + 10

    def evaluate(self):
        self.evaluated.append(self.count)
        return Evaluation([0.0, 0.0], 2 / self.count, 1 / self.count) if self.count else None

    def finished(self):
        return "exact" if self.ends_at and self.count >= self.ends_at else ""

    def tensors(self):
        return {"count": np.array([self.count])}, {"t": self.count}

    def restore(self, tensors, fields):
        self.count = int(fields["t"])


def test_every_limit_ends_a_run_and_says_so():
    assert drive(Counter(), Limits(iterations=25)).stopped == "iterations"
    end = drive(Counter(), Limits(until=0.01))
    assert (
        end.stopped == "until" and end.checks[-1].exploitability <= 0.01 and end.checks[-1].iterations == 100
    )
    assert drive(Counter(), Limits(seconds=0.02)).stopped == "seconds"
    assert drive(Counter(ends_at=30), Limits(iterations=1000)).stopped == "exact"


def test_the_last_answer_is_evaluated_also_off_the_grid():
    runner = Counter()
    end = drive(runner, Limits(iterations=25))
    assert runner.evaluated[-1] == 25 and end.evaluation == Evaluation([0.0, 0.0], 2 / 25, 1 / 25)


@pytest.mark.parametrize("kind", ["event", "callable", "callback"])
def test_three_ways_to_cancel(kind):
    event = threading.Event()

    def progress(report):
        if report.done >= 50:
            event.set()
        return not (kind == "callback" and event.is_set())

    stop = {"event": event, "callable": event.is_set, "callback": None}[kind]
    end = drive(Counter(), Limits(iterations=10**9), progress=progress, stop=stop)
    assert end.stopped == "cancelled" and end.evaluation is not None


def test_a_callback_that_answers_nothing_does_not_stop():
    assert drive(Counter(), Limits(iterations=100), progress=lambda report: None).stopped == "iterations"


def test_stop_must_be_an_event_or_a_function():
    with pytest.raises(ParameterError, match=r"stop=5; expected a threading\.Event"):
        drive(Counter(), Limits(iterations=5), stop=5)


def press_ctrl_c(report):
    if report.done >= 50:
        os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_returns_the_answer_or_raises_as_asked():
    before = signal.getsignal(signal.SIGINT)
    end = drive(Counter(), Limits(iterations=10**9), progress=press_ctrl_c)
    assert end.stopped == "interrupted"
    with pytest.raises(KeyboardInterrupt), interrupts("raise"):
        drive(Counter(), Limits(iterations=10**9), progress=press_ctrl_c)
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(ParameterError, match="expected 'return' or 'raise'"), interrupts("never"):
        pass


def test_work_on_another_thread_leaves_signals_alone():
    before, ends = signal.getsignal(signal.SIGINT), []
    thread = threading.Thread(target=lambda: ends.append(drive(Counter(), Limits(iterations=100))))
    thread.start()
    thread.join()
    assert ends[0].stopped == "iterations" and signal.getsignal(signal.SIGINT) is before


def test_a_checkpoint_is_written_at_once_and_continues(tmp_path):
    path = str(tmp_path / "run")
    seen = []

    def progress(report):
        seen.append(Path(path).exists())
        return report.done < 50

    first = drive(
        Counter(), Limits(iterations=200), checkpoint=Checkpoint(path, {"game": "count"}), progress=progress
    )
    assert first.stopped == "cancelled" and all(seen)
    runner = Counter()
    second = drive(
        runner, Limits(iterations=200), checkpoint=Checkpoint(path, {"game": "count"}, resume=True)
    )
    assert runner.t == 200 and second.stopped == "iterations"
    assert [c.iterations for c in second.checks] == list(range(10, 201, 10))
    with pytest.raises(ParameterError, match="was made with game='count', this run has game='other'"):
        drive(Counter(), Limits(iterations=5), checkpoint=Checkpoint(path, {"game": "other"}, resume=True))


def test_a_full_disk_is_told_and_costs_nothing(tmp_path, monkeypatch, caplog):
    file = Checkpoint(str(tmp_path / "run"), {}, every=0.0)
    calls = []

    def fills_up(*arguments):
        calls.append(arguments)
        if len(calls) > 1:
            raise FileAccessError("cannot write: no space left")

    monkeypatch.setattr(checkpoints.storage, "save", fills_up)
    messages = set()
    with caplog.at_level(logging.WARNING, logger="tianji"):
        end = drive(
            Counter(), Limits(iterations=100), checkpoint=file, progress=lambda r: messages.add(r.message)
        )
    assert end.stopped == "iterations" and "no space left" in end.unsaved
    assert any("no space left" in message for message in messages) and "no space left" in caplog.text


def test_what_is_finished_is_not_written_again(tmp_path):
    path, inodes = tmp_path / "run", []  # every writing makes a new file
    for resume, iterations in ((False, 20), (True, 20), (True, 21)):
        file = Checkpoint(str(path), {}, resume=resume)
        drive(Counter(), Limits(iterations=iterations), checkpoint=file)
        inodes.append(path.stat().st_ino)
    assert inodes[0] == inodes[1] != inodes[2]


def test_an_unwritable_checkpoint_is_told_before_the_work(tmp_path):
    runner = Counter()
    with pytest.raises(FileAccessError):
        drive(runner, Limits(iterations=5), checkpoint=Checkpoint(str(tmp_path / "no" / "run"), {}))
    assert runner.t == 0


def test_old_checkpoints_kept_nash_conv(tmp_path):
    fields = {"config": {"game": "count"}, "runner": {"t": 20}, "seconds": 1.5, "history": [[10, 0.5, 0.2]]}
    checkpoints.storage.save(tmp_path / "run", "checkpoint", {"count": np.array([20])}, fields)
    file = Checkpoint(str(tmp_path / "run"), {"game": "count"}, resume=True, players=2)
    assert file.open(Counter()) == (1.5, [Check(10, 0.5, 0.1, 0.2)])
    checkpoints.storage.save(tmp_path / "run", "checkpoint", {}, {"config": {"game": "count"}})
    with pytest.raises(FileFormatError, match="not a complete checkpoint"):
        file.open(Counter())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("iterations", 0), ("iterations", 1.5), ("iterations", True), ("nodes", -1), ("depth", "3"), ("memory", 0),
        ("until", 0), ("until", float("nan")), ("until", "x"), ("seconds", float("inf")), ("seconds", -1),
        ("threads", 0), ("threads", 10**8), ("threads", "two"),
        ("iterations", 10**400), ("nodes", 10**20), ("memory", 10**400), ("seconds", 10**400), ("until", 10**400),
    ],
)  # fmt: skip
def test_limits_nobody_can_mean_are_refused_by_name(name, value):
    with pytest.raises(ParameterError, match=rf"^{name}=.*; expected a "):
        Limits(**{name: value})


@pytest.mark.parametrize("name", ["iterations", "until", "seconds", "nodes", "depth", "memory", "threads"])
def test_numbers_too_long_to_print_are_refused_too(name):
    with pytest.raises(ParameterError, match=rf"^{name}=a very large int; expected a "):
        Limits(**{name: 10**5000})


def test_until_is_a_number_or_a_share_of_the_pot():
    assert read_until("0.3%", pot=100) == pytest.approx(0.3) and read_until("2", pot=100) == 2
    for bad in ("0.3%", "abc", "-1", 0, True, "nan%"):
        with pytest.raises(ParameterError, match=r"^until="):
            read_until(bad)


def test_a_clock_counts_nodes_exactly():
    clock = Clock(Limits(nodes=100))
    for _ in range(100):
        clock.tick()
    with pytest.raises(OutOfBudget):
        clock.tick()
    assert clock.stopped == "nodes"


def test_a_clock_heeds_the_stopper_and_the_time():
    event = threading.Event()
    with Stopper(event) as stopper:
        clock = Clock(stopper=stopper)
        assert not clock.is_over()
        event.set()
        assert clock.is_over() and clock.stopped == "cancelled"
        with pytest.raises(Cancelled):
            stopper.check()
    assert Clock(Limits(seconds=1.0), already=2.0).is_over()


def test_a_race_is_won_stopped_or_raises():
    flag = np.zeros(1, dtype=np.int64)
    assert race([3], lambda _: None, flag, Clock()) == 3

    def until_told(flag):
        while not flag[0]:
            pass

    flag[0] = 0
    assert race([0, 1], lambda _: until_told(flag), flag, Clock(Limits(seconds=0.01))) is None
    flag[0] = 0
    with pytest.raises(ZeroDivisionError):
        race([0], lambda n: 1 / n, flag, Clock())


def test_solve_stops_from_another_thread_with_a_usable_strategy():
    game, begun, event = tj.load("leduc"), threading.Event(), threading.Event()
    helper = threading.Thread(target=lambda: begun.wait() and event.set())
    helper.start()
    solution = tj.solve(
        game,
        until=1e-30,
        stop=event,
        progress=lambda r: begun.set() if r.phase == "solve" and r.done > 99 else None,
    )
    helper.join()
    assert solution.stopped == "cancelled" and tj.exploitability(game, solution.strategy) < 1


def test_solve_stopped_while_it_compiles_answers_with_uniform_play():
    game = tj.load("liars_dice(faces=5)")
    solution = tj.solve(game, progress=lambda report: report.phase != "compile")
    assert solution.stopped == "cancelled" and solution.nash_conv is None and "compiling" in solution.note
    assert tj.exploitability(game, solution.strategy) == pytest.approx(
        tj.exploitability(game, tj.uniform(game))
    )


def test_each_keeps_the_order_and_raises_what_a_piece_raised():
    def work(n):
        if n == 3:
            raise ValueError("three")
        return n * n

    told = []
    assert each([2, 1, 4], work, 3, Clock(), told.append) == [4, 1, 16]
    assert told[-1] <= 3
    with pytest.raises(ValueError, match="three"):
        each([1, 3, 5], work, 2, Clock())


def test_an_interrupt_inside_other_work_is_meant_for_all_of_it():
    with Stopper() as outer:
        with Stopper() as inner:
            signal.raise_signal(signal.SIGINT)
            assert inner.reason == "interrupted"
        assert outer.reason == "interrupted"
        with pytest.raises(KeyboardInterrupt):  # the second one ends it at once
            signal.raise_signal(signal.SIGINT)


def test_each_leaves_behind_what_cannot_be_interrupted():
    event, forever = threading.Event(), threading.Event()

    def work(n):
        if n == 1:
            event.set()
            forever.wait(300)
        return n

    with Stopper(event) as stopper:
        clock = Clock(Limits(), stopper)
        assert each([0, 1, 2], work, 1, clock) == [0, None, None]
    assert clock.stopped == "cancelled"
    assert each([0], work, 1, clock) == [None]  # nothing is begun any more
    forever.set()

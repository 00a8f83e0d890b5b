"""The clock of work that cannot be cut into a runner's steps: nodes, seconds, requests, progress."""

import threading
import time

import numpy as np
import pytest

from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Report
from tianji.run.threads import POLL_SECONDS, race


def count(clock, upto):
    """Step until the clock says stop; how many steps were allowed."""
    done = 0
    try:
        while done < upto:
            clock.step()
            done += 1
    except OutOfBudget:
        pass
    return done


def test_a_step_over_the_limit_is_refused():
    with clocked(Limits(nodes=3)) as clock:
        assert count(clock, 10) == 3 and clock.stopped == "nodes"


def test_an_event_from_outside_ends_the_work():
    event = threading.Event()
    with clocked(Limits(), event) as clock:
        assert count(clock, 5) == 5
        event.set()
        assert count(clock, 5) == 0 and clock.stopped == "cancelled"


def test_the_callback_hears_the_count_and_may_end_the_work(monkeypatch):
    monkeypatch.setattr("tianji.run.clock.REPORT_SECONDS", 0.0)
    heard = []

    def progress(report):
        assert report.stage == report.phase  # the older name
        heard.append((report.phase, report.done, report.unit, report.total))
        return len(heard) < 3

    with clocked(Limits(nodes=100), progress=progress, phase="enumerate", unit="bases") as clock:
        assert count(clock, 50) == 2 and clock.stopped == "cancelled"
    assert heard == [("enumerate", k, "bases", 100) for k in (1, 2, 3)]


def test_ticks_look_at_the_clock_once_in_a_stride():
    asked = []
    with clocked(Limits(), lambda: asked.append(1)) as clock:
        for _ in range(clock.STRIDE * 3):
            clock.tick()
    assert len(asked) == 3
    with clocked(Limits(), lambda: True) as clock, pytest.raises(OutOfBudget):
        for _ in range(clock.STRIDE):
            clock.tick()


def test_a_race_ends_all_flags_names_the_winner_and_counts():
    flags, gate = np.zeros(3, dtype=np.int64), threading.Event()
    clock = Clock()

    def run(racer):
        while racer == "slow" and not flags[2]:
            gate.wait(0.001)

    assert race(["slow", "quick"], run, flags, clock, nodes=lambda: 7) == "quick"
    assert flags.tolist() == [1, 1, 1] and clock.nodes == 7


def test_a_kernel_that_hit_its_own_limit_has_not_won():
    flags = np.zeros(2, dtype=np.int64)
    assert race([0], lambda _: flags.__setitem__(1, 1), flags, Clock()) is None


def test_a_race_waits_calmly_when_one_of_several_ends_by_its_own_limit():
    flags, looks, begun = np.zeros(2, dtype=np.int64), [], time.monotonic()

    def run(racer):
        if racer == "limited":
            flags[0] = 1
        else:
            threading.Event().wait(0.3)

    assert race(["limited", "slow"], run, flags, Clock(), nodes=lambda: looks.append(0) or 0) is None
    pauses = (time.monotonic() - begun) / POLL_SECONDS  # however slow the machine is
    assert len(looks) <= 3 + pauses  # without a pause there are some ten thousand


def test_a_callback_that_answers_false_ends_the_work_whoever_tells_it():
    with clocked(Limits()) as clock:
        clock.tell(None, Report("work", 1))
        clock.tell(lambda report: None, Report("work", 1))
        assert not clock.is_over() and clock.asked == ""
        clock.tell(lambda report: False, Report("work", 2))
        assert clock.is_over() and clock.stopped == clock.asked == "cancelled"
    alone = Clock()
    alone.tell(lambda report: False, Report("work", 2))
    assert alone.is_over() and alone.stopped == "cancelled"

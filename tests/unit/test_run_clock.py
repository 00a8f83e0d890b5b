"""The clock's beat, and several kernels at one question."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from tianji.run import clock as clocks
from tianji.run.clock import Clock, OutOfBudget
from tianji.run.stopping import Stopper
from tianji.run.threads import race


def test_the_clock_beats_while_it_is_asked(monkeypatch):
    monkeypatch.setattr(clocks, "BEAT_SECONDS", 0.0)
    beats = []
    clock = Clock(beat=lambda: beats.append(clock.nodes))
    for _ in range(200):
        clock.tick()
    assert beats == [64, 128, 192]


def test_a_beat_can_ask_to_stop(monkeypatch):
    monkeypatch.setattr(clocks, "BEAT_SECONDS", 0.0)
    stopper = Stopper()
    clock = Clock(stopper=stopper, beat=stopper.cancel)
    with pytest.raises(OutOfBudget):
        for _ in range(1000):
            clock.tick()
    assert (clock.nodes, clock.stopped) == (64, "cancelled")


def test_a_race_ends_all_flags_and_names_the_winner():
    flags, gate = np.zeros(3, dtype=np.int64), threading.Event()

    def run(racer):
        if racer == "slow":
            while not flags[2]:
                gate.wait(0.001)

    assert race(["slow", "quick"], run, flags, Clock()) == "quick"
    assert flags.tolist() == [1, 1, 1]


def test_a_kernel_that_hit_its_own_limit_has_not_won():
    flags = np.zeros(2, dtype=np.int64)
    assert race([0], lambda _: flags.__setitem__(1, 1), flags, Clock()) is None

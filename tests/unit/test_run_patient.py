"""A runner with long steps hears of a stop inside a step, and goes on from there."""

import threading

from tianji.run.clock import Clock
from tianji.run.drive import Evaluation, drive
from tianji.run.limits import Limits


class Long:
    """An iteration is a hundred parts; `event` is set in the middle of the third."""

    def __init__(self, event):
        self.event, self.parts, self.clock = event, 0, None

    @property
    def t(self):
        return self.parts // 100

    def heed(self, clock: Clock):
        self.clock = clock

    def advance(self, iterations):
        goal = (self.t + iterations) * 100
        while self.parts < goal and not self.clock.is_over():
            self.parts += 1
            if self.parts == 250:
                self.event.set()

    def next_check(self, checks, target):
        return self.t + 1

    def evaluate(self):
        return None if self.clock.stopper.reason else Evaluation([0.0, 0.0], 2.0 / self.t, 1.0 / self.t)

    def finished(self):
        return ""

    def tensors(self):
        return {}, {"parts": self.parts}

    def restore(self, tensors, fields):
        self.parts = fields["parts"]


def test_a_patient_runner_leaves_a_step_early():
    runner = Long(event := threading.Event())
    end = drive(runner, Limits(iterations=10), stop=event)
    assert (end.stopped, runner.parts, runner.t) == ("cancelled", 250, 2)
    assert [c.iterations for c in end.checks] == [1, 2]  # the last evaluation was not waited for
    event.clear()
    assert drive(runner, Limits(iterations=10)).stopped == "iterations"
    assert runner.parts == 1000

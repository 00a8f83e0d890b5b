"""A limit on work that can blow up, and Ctrl-C as a way to stop it with what was found so far."""

from __future__ import annotations

import time

from tianji.errors import NotApplicableError, ParameterError


class BudgetSpentError(NotApplicableError):
    """A method that has no partial answer ran out of its budget."""


class Budget:
    """Seconds and steps that an enumeration may spend; `stopped` says why it ended early, or is empty.

    Enumerations call `spend` once a step and stop when it says no. They catch `KeyboardInterrupt`, call
    `interrupt`, and hand back what they have, marked incomplete: Ctrl-C never throws results away.

    >>> budget = Budget(steps=2)
    >>> [budget.spend() for _ in range(3)], budget.stopped
    ([True, True, False], 'step limit 2 reached')
    """

    def __init__(self, seconds: float | None = None, steps: int | None = None) -> None:
        for name, value in (("seconds", seconds), ("steps", steps)):
            if value is not None and not value > 0:
                raise ParameterError(f"{name} must be positive, got {value!r}; leave it out for no limit")
        self.seconds = seconds
        self.steps = steps
        self.taken = 0
        self.stopped = ""
        self.started = time.perf_counter()

    def spend(self) -> bool:
        """Take one step; False once the budget is used up."""
        if self.stopped:
            return False
        if self.steps is not None and self.taken >= self.steps:
            self.stopped = f"step limit {self.steps} reached"
        elif self.seconds is not None and self.elapsed() > self.seconds:
            self.stopped = f"time limit {self.seconds:g} s reached"
        self.taken += 1
        return not self.stopped

    def interrupt(self) -> None:
        """Record that the user pressed Ctrl-C."""
        self.stopped = "interrupted by the user"

    def elapsed(self) -> float:
        """Seconds since the budget was opened."""
        return time.perf_counter() - self.started

    def remaining(self) -> float | None:
        """Seconds left, or None without a limit; never below a hundredth of a second."""
        return None if self.seconds is None else max(self.seconds - self.elapsed(), 0.01)

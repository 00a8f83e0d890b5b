"""The runners of `tj.solve`: CFR by schedule, fictitious play, sampling; `tianji.run.drive` drives them all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any, Protocol

from tianji.cfr import fictitious, mccfr, tables
from tianji.cfr.schedule import Schedule
from tianji.cfr.threads import ThreadTrial
from tianji.core.game import Game
from tianji.core.strategy import FloatArray, Strategy
from tianji.core.walk import Room, fingerprint
from tianji.errors import FileFormatError, TooLargeError, quote
from tianji.evaluate.response import deviation_gains
from tianji.flat.sequence import FlatGame
from tianji.run.checkpoint import Tensors
from tianji.run.clock import Clock, OutOfBudget
from tianji.run.drive import Evaluation, Runner, geometric_check
from tianji.run.report import Check


def _next_check(t: int, check_cost: float, is_curve: bool) -> int:
    """At least 25 evaluations' worth of iterations later, and 10 % later: evaluation is under 5 % of the run.

    The grid is 1, 2, 3, … on a logarithmic scale of 16 points a decade when a curve is wanted.
    """
    return (
        geometric_check(t, 1, 10 ** (1 / 16)) if is_curve else geometric_check(t, ceil(25 * check_cost), 1.1)
    )


def _evaluation(flat: FlatGame, vectors: list[FloatArray]) -> Evaluation:
    """Exact, on the compiled game."""
    value, gains = deviation_gains(flat, vectors)
    nash_conv = max(0.0, sum(gains))
    return Evaluation(value, nash_conv, nash_conv / flat.players)


class StrategyRunner(Runner, Protocol):
    """A runner whose answer is a strategy."""

    def strategy(self) -> Strategy:
        """The average strategy so far."""


class _Endless:
    """A method that could always go on."""

    usual_slope = 0.5  # sampling and fictitious play: 1/√t
    # Exploitability rests and drops: with 1.55 the truth was in the range in four fifths of the runs recorded.
    slope_spread = 1.55

    def finished(self) -> str:
        """Never by itself."""
        return ""


@dataclass(eq=False)
class ScheduleRunner(_Endless):
    """CFR on the compiled game with a `Schedule`.

    With `threads=None` a large game that has run for a while tries all cores once and keeps what was faster:
    the result is the same to the bit, and on a busy machine one thread may well win.
    """

    flat: FlatGame
    schedule: Schedule
    horizon: int | None
    threads: int | None
    is_curve: bool = False

    def __post_init__(self) -> None:
        self.usual_slope = self.schedule.usual_slope
        self.state = tables.RegretState.start(self.flat)
        self._trial = ThreadTrial(self.flat, self.threads)

    @property
    def t(self) -> int:
        """Iterations done."""
        return self.state.t

    @property
    def check_cost(self) -> float:
        """An evaluation is about 0.6 iterations of arithmetic and 0.2 ms of calls."""
        return 0.6 + 2e-4 / (1e-6 + 3e-9 * _work(self.flat))

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """On a grid that depends on the game alone."""
        return _next_check(self.t, self.check_cost, self.is_curve)

    def advance(self, iterations: int) -> None:
        """Run the kernel."""
        with self._trial.timed(iterations) as threads:
            tables.run(self.flat, self.state, self.schedule, iterations, self.horizon, threads)

    def average(self) -> list[FloatArray]:
        """The average strategy as slot vectors."""
        return self.state.average(self.flat)

    def strategy(self) -> Strategy:
        """The average strategy."""
        return self.flat.to_strategy(self.average())

    def evaluate(self) -> Evaluation | None:
        """Exact."""
        return _evaluation(self.flat, self.average())

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """Regrets, sums, the current strategy."""
        return self.state.to_tensors(), {"t": self.state.t}

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Read them back."""
        self.state = tables.RegretState.from_tensors(self.flat, fields.get("t", -1), tensors)


@dataclass(eq=False)
class FictitiousRunner(_Endless):
    """Fictitious play on the compiled game."""

    flat: FlatGame
    is_curve: bool = False

    def __post_init__(self) -> None:
        self.state = fictitious.FictitiousState.start(self.flat)

    @property
    def t(self) -> int:
        """Rounds done."""
        return self.state.t

    check_cost = 1.0

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """On a grid that depends on the game alone."""
        return _next_check(self.t, self.check_cost, self.is_curve)

    def advance(self, iterations: int) -> None:
        """Play rounds."""
        fictitious.run(self.flat, self.state, iterations)

    def strategy(self) -> Strategy:
        """The average strategy."""
        return self.flat.to_strategy(self.state.average(self.flat))

    def evaluate(self) -> Evaluation | None:
        """Exact."""
        return _evaluation(self.flat, self.state.average(self.flat))

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """The summed plans."""
        return self.state.to_tensors(), {"t": self.state.t}

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Read them back."""
        self.state = fictitious.FictitiousState.from_tensors(self.flat, fields.get("t", -1), tensors)


@dataclass(eq=False)
class SampledRunner(_Endless):
    """Monte Carlo CFR on the game itself; `flat` serves evaluation alone and may be absent."""

    game: Game[Any, Any]
    flat: FlatGame | None
    variant: str
    seed: int
    options: Mapping[str, Any] | None = None
    is_curve: bool = False

    def __post_init__(self) -> None:
        mccfr.resolve_options(self.variant, self.options)
        self.state = mccfr.new_state(self.game)
        self._clock: Clock | None = None
        self._room = Room(self.game)

    @property
    def t(self) -> int:
        """Iterations done."""
        return self.state.t

    @cached_property
    def digest(self) -> str:
        """What the game is: of the compiled form, or a sample of the rules where there is none."""
        return fingerprint(self.game) if self.flat is None else self.flat.digest

    @property
    def check_cost(self) -> float:
        """Matching infosets by name costs about as much as an iteration for every ten infosets."""
        return 10.0 if self.flat is None else 10.0 + self.flat.num_infosets / 10.0

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """On a grid that depends on the game alone."""
        return _next_check(self.t, self.check_cost, self.is_curve)

    def heed(self, clock: Clock) -> None:
        """A game with very many actions may have a first iteration that nobody lives to see the end of."""
        self._clock = clock

    def advance(self, iterations: int) -> None:
        """Walk sampled histories."""
        try:
            mccfr.run(self.game, self.state, iterations, self.seed, self.variant, self.options, self._look)
        except OutOfBudget:  # half an iteration is none
            tree, self.state = self.state.tree, mccfr.new_state(self.game)
            if self._clock is not None and self._clock.stopped == "seconds":
                raise TooLargeError(
                    f"{self.game.spec}: the first iteration of {self.variant} has met {tree.created:,} nodes after "
                    f"{self._clock.seconds:.3g} s and is not done, as it tries every own action; use the method outcome"
                ) from None

    def _look(self) -> None:
        if self.state.t == 0 and self._clock is not None and self._clock.is_over():
            raise OutOfBudget
        if self.state.t == 0:  # later on, `finished` ends the run with what there is
            self._room.check(f"the first iteration of {self.variant} is not done")

    def finished(self) -> str:
        """When the tables of all infosets met have filled the memory."""
        return "memory" if self.state.t and self._room.is_full() else ""

    def strategy(self) -> Strategy:
        """The average strategy; infosets never met play uniformly."""
        strategy = mccfr.average_strategy(self.game.spec, self.state)
        strategy.digest = self.digest
        return strategy

    def evaluate(self) -> Evaluation | None:
        """Exact on the compiled game; None without one."""
        if self.flat is None:
            return None
        return _evaluation(self.flat, self.flat.from_strategy(self.strategy()))

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """The tables met so far."""
        return mccfr.to_tensors(self.state)

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Read them back."""
        state = mccfr.from_tensors(tensors, fields)
        if (state.game, state.players) != (self.game.spec, self.game.players):
            raise FileFormatError(
                f"the checkpoint holds a state of {quote(state.game)} with {state.players} players, "
                f"not of {self.game.spec} with {self.game.players}; load that game"
            )
        self.state = state


def _work(flat: FlatGame) -> int:
    """Roughly the multiply-adds of an iteration."""
    return sum(4 * tree.num_slots for tree in flat.trees) + len(flat.payoff) * flat.players

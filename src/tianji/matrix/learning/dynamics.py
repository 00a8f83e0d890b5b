"""Learning to play: regret matching, fictitious play, multiplicative weights, replicator dynamics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result, plain
from tianji.core.schema import LARGE, Array, Schema, listed, number, whole
from tianji.errors import FileFormatError, ParameterError, StrategyError, quote
from tianji.matrix.game.equilibrium import Equilibrium
from tianji.matrix.game.profile import as_profile
from tianji.matrix.learning.learners import Learner
from tianji.matrix.learning.rules import LearningRule, as_rule
from tianji.run.checkpoint import Checkpoint, Tensors
from tianji.run.drive import Evaluation, drive, geometric_check
from tianji.run.limits import Limits, read_until
from tianji.run.report import Check, Progress
from tianji.run.stopping import Stop
from tianji.run.threads import require_one

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm


ITERATIONS = 1_000  # when nothing says when to end


@dataclass(frozen=True, eq=False)
class Trajectory(Result):
    """What a learning rule played, at the recorded iterations.

    iterations: `[T]`. strategies[i] and averages[i]: `[T, m_i]`, played at and averaged up to each of them.
    nash_conv: `[T]`, of the averages: Σ_i gain from deviating; exploitability is that over the players. regrets[i]:
    `[m_i]`, cumulative, at the end; empty for rules without regrets. next: the strategies that would be played next.
    In exact runs arrays hold fractions. `stopped` says why the run ended: "iterations", "until", "seconds",
    "interrupted" or "cancelled"; `unsaved` why the last checkpoint could not be written.
    """

    rule: str
    iterations: Any
    strategies: tuple[Any, ...] = field(repr=False)
    averages: tuple[Any, ...] = field(repr=False)
    nash_conv: Any
    regrets: tuple[Any, ...]
    next: tuple[Any, ...]
    seconds: float
    exact: bool
    stopped: str
    game: NormalForm = field(repr=False)
    unsaved: str = ""

    @property
    def exploitability(self) -> Any:
        """NashConv / players of the averages, `[T]`."""
        return self.nash_conv / len(self.averages)

    @property
    def average(self) -> Equilibrium:
        """The final average profile, with its values and regret."""
        return self.game.verify([row[-1].tolist() for row in self.averages], self.rule)

    @property
    def last(self) -> Equilibrium:
        """The profile played last."""
        return self.game.verify([row[-1].tolist() for row in self.strategies], self.rule)

    def to_dict(self) -> dict[str, Any]:
        """The fields, exploitability, and the final profiles instead of the whole course."""
        final = {"average": self.average.to_dict(), "last": self.last.to_dict()}
        return {**super().to_dict(), "exploitability": plain(self.exploitability), **final}


_FIELDS = Schema(fields={"t": whole(), "times": listed(whole()), "gaps": listed(number(-LARGE, LARGE))})


class Course:
    """A learning run for `tianji.run.drive`: every evaluation is recorded."""

    def __init__(self, learner: Learner, every: int | None, slope: float) -> None:
        self.learner, self.every = learner, every
        self.usual_slope, self.slope_spread = slope, 2.0
        self.t = 0
        self.rows: list[tuple[int, list[Any], list[Any], Any]] = []  # iteration, played, averages, NashConv

    def advance(self, iterations: int) -> None:
        """Play them."""
        self.learner.advance(self.t, iterations)
        self.t += iterations

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """1, then `every` iterations later; on a grid that widens where no number of iterations is known."""
        if self.every is None:
            return geometric_check(self.t, 1, 1.1)
        return 1 + -(-self.t // self.every) * self.every if self.t else 1

    def evaluate(self) -> Evaluation:
        """Of the averages; the row stays in the record."""
        means = [np.array(s) for s in self.learner.averages()]
        values, gap = self.learner.judge(means)
        while self.rows and self.rows[-1][0] >= self.t:
            self.rows.pop()
        self.rows.append((self.t, [np.array(s) for s in self.learner.current], means, gap))
        gap = max(0.0, float(gap))
        return Evaluation([float(v) for v in values], gap, gap / len(means))

    def finished(self) -> str:
        """Never by itself."""
        return ""

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """The learner's state and the record."""
        out = {
            f"{name}.{i}": np.array(a)
            for name, arrays in self.learner.state().items()
            for i, a in enumerate(arrays)
        }
        for i in range(len(self.learner.zero)):
            shape = (len(self.rows), len(self.learner.current[i]))
            out[f"played.{i}"] = np.array([row[1][i] for row in self.rows]).reshape(shape)
            out[f"means.{i}"] = np.array([row[2][i] for row in self.rows]).reshape(shape)
        return out, {
            "t": self.t,
            "times": [row[0] for row in self.rows],
            "gaps": [row[3] for row in self.rows],
        }

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Read them back; a `FileFormatError` where they are not those of this game and rule."""
        self._check_saved(tensors, fields, "not a complete learning run")
        players = range(len(self.learner.zero))
        state = {
            name: [np.array(tensors[f"{name}.{i}"]) for i, _ in enumerate(arrays)]
            for name, arrays in self.learner.state().items()
        }
        self.t = int(fields["t"])
        self.rows = [
            (
                int(t),
                [tensors[f"played.{i}"][k] for i in players],
                [tensors[f"means.{i}"][k] for i in players],
                gap,
            )
            for k, (t, gap) in enumerate(zip(fields["times"], fields["gaps"], strict=True))
        ]
        self.learner.restore(self.t, state)

    def _check_saved(self, tensors: Tensors, fields: dict[str, Any], where: str) -> None:
        _FIELDS.check_fields(fields, where)
        times = fields["times"]
        if len(times) != len(fields["gaps"]) or times != sorted(set(times)) or times[-1:] > [fields["t"]]:
            raise FileFormatError(f"{where}: its times are out of order; start without resuming")
        low, high = {"total": 0.0, "current": 0.0}, {"current": 1.0 + 1e-9}
        forms = {
            f"{name}.{i}": Array(
                "float", np.shape(a), low.get(name, -LARGE), high.get(name, LARGE), dtype=np.float64
            )
            for name, arrays in self.learner.state().items()
            for i, a in enumerate(arrays)
        }
        for i in range(len(self.learner.zero)):
            shape = (
                (len(times), len(self.learner.current[i])) if times else (None,) * tensors[f"played.{i}"].ndim
            )
            forms |= dict.fromkeys((f"played.{i}", f"means.{i}"), Array("float", shape, 0.0, 1.0 + 1e-9))
        Schema(forms).check(tensors, fields, where)


@checked
def learn(
    game: NormalForm,
    rule: LearningRule | str = "regret-matching",
    iterations: int | None = None,
    *,
    until: float | None = None,
    seconds: float | None = None,
    every: int | None = None,
    start: Sequence[Sequence[Any]] | None = None,
    rate: float | None = None,
    step: float | None = None,
    exact: bool = False,
    checkpoint: str | None = None,
    resume: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Trajectory:
    """Let every player follow one learning rule and record the course.

    Rules: "regret-matching", "lecture" (regrets start at 1, only positive gains are added),
    "regret-matching+", "fictitious-play", "multiplicative-weights" (`rate`, or √(8 ln m / t) / range when
    None) and "replicator" (`step` units of time an iteration, 0.05 unless given); or a value such as
    `RegretRule(clip_sum=True, power=2)`. `start` gives the first strategies
    (a prior for fictitious play). `every` sets the recorded iterations. `exact` runs in fractions, whose digits may
    double with every iteration: such a run stops only between iterations.

    The run ends at the first of `iterations` (1,000 when no stop is given), `until` (an exploitability of the average:
    NashConv / players) and `seconds`; Ctrl-C, `stop` and a `progress` callback that answers False end it with what was
    learnt. `checkpoint` saves the run as it goes, `resume` continues it.

    >>> from tianji.matrix import NormalForm
    >>> g = NormalForm("0 -1 3; 1 0 -1; -1 1 0")
    >>> learn(g, "lecture", 1, exact=True).next[0].tolist()
    [Fraction(13, 31), Fraction(9, 31), Fraction(9, 31)]
    >>> learn(g, "regret-matching+", until=1e-3).stopped
    'until'
    """
    require_one(threads, "learning, where every iteration needs the last,")
    name, chosen = as_rule(rule, {"rate": rate, "step": step})
    limits = Limits(iterations, read_until(until), seconds)
    limits = Limits(ITERATIONS) if limits.is_open else limits
    if every is None and limits.iterations is not None:
        every = max(1, limits.iterations // 100)
    if resume and checkpoint is None:
        raise ParameterError("resume=True needs checkpoint=FILE, the file to continue from")
    _check(game, name, chosen, every, exact, checkpoint)
    learner = chosen.learner(game, None if start is None else _start(game, start, exact), exact)
    course = Course(learner, every, chosen.slope)
    saved = None
    if checkpoint is not None:
        config = {"rule": name, "every": every, "rate": rate, "step": step, "start": repr(start)}
        digest = sha256(game.payoffs.tobytes()).hexdigest()
        config |= {"game": f"{' × '.join(map(str, game.shape))}, {digest}"}
        saved = Checkpoint(checkpoint, config, resume, players=len(game.shape))
    end = drive(course, limits, checkpoint=saved, progress=progress, stop=stop, phase="learn")
    times, played, means, gaps = zip(*course.rows, strict=True)
    players = range(len(game.shape))
    return Trajectory(
        name,
        np.array(times),
        tuple(np.array([row[i] for row in played]) for i in players),
        tuple(np.array([row[i] for row in means]) for i in players),
        np.array(gaps),
        tuple(np.array(r) for r in learner.regret),
        tuple(np.array(s) for s in learner.following()),
        end.seconds,
        exact,
        end.stopped,
        game,
        end.unsaved,
    )


def _check(
    game: NormalForm, name: str, rule: LearningRule, every: int | None, exact: bool, checkpoint: str | None
) -> None:
    """Refuse what means nothing together."""
    if exact and not (game.rational and rule.is_rational):
        raise ParameterError(f"exact=True needs rational payoffs and a rational rule; {name!r} here is not")
    if exact and checkpoint is not None:
        raise ParameterError(
            f"checkpoint={quote(checkpoint)}: runs in fractions cannot be saved; use exact=False"
        )
    if every is not None and every < 1:
        raise ParameterError(f"every must be at least 1, got {quote(every)}")


def _start(game: NormalForm, start: Sequence[Sequence[Any]], exact: bool) -> list[Any]:
    rows, rational = as_profile(game, start)
    if exact and not rational:
        raise StrategyError("exact=True, but the start holds floats; give fractions or texts such as '1/3'")
    return [np.array(row, dtype=object if exact else float) for row in rows]

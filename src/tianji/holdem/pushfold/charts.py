"""The classic chart of push or fold: for each hand the largest stack at which it is pushed, or called with."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import ParameterError, UnknownNameError, quote
from tianji.holdem.pushfold.pushfold import DEEPEST, _checked, equilibrium, payoffs
from tianji.poker.cards import cell_names
from tianji.poker.preflop import NUM_CLASSES, class_names
from tianji.run.clock import clocked
from tianji.run.limits import Limits
from tianji.run.report import Pace, Progress, Report
from tianji.run.stopping import Stop

FloatArray = npt.NDArray[np.float64]
MOST_STACKS = 20_000


@dataclass(frozen=True)
class PushFoldChart(Result):
    """Equilibria at many stacks.

    stacks: `[N]` big blinds, ascending. push, call: `[N, 169]` frequencies, classes in the order of the 13×13 grid.
    stopped: "" where every stack was solved, else why not ("interrupted", "cancelled", "seconds").
    """

    stacks: FloatArray
    ante: float
    push: FloatArray
    call: FloatArray
    stopped: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The stacks, and every class."""
        return {
            "ante": self.ante,
            "stacks": self.stacks.tolist(),
            "stopped": self.stopped,
            "hands": self.rows(),
        }

    @property
    def push_to(self) -> dict[str, float]:
        """By class: the largest stack at which it is pushed at least half the time; 0 if never."""
        return {name: r[-1][1] if (r := self.ranges(name, "push")) else 0.0 for name in class_names()}

    @property
    def call_to(self) -> dict[str, float]:
        """By class: the largest stack at which it calls at least half the time; 0 if never."""
        return {name: r[-1][1] if (r := self.ranges(name, "call")) else 0.0 for name in class_names()}

    @checked
    def ranges(self, hand: str, action: str = "push") -> list[tuple[float, float]]:
        """The stacks, from and to, at which a class is pushed (or called with) at least half the time.

        Mostly one range from the smallest stack up; a few small suited hands are pushed at stacks that lie apart.
        """
        if action not in ("push", "call"):
            raise ParameterError(f"action={quote(action)}; expected 'push' or 'call'")
        names = list(class_names())
        if hand not in names:
            raise UnknownNameError(
                f"no class {quote(hand)}; expected a cell of the 13×13 grid, such as 77, AKs or AKo"
            )
        played = (self.push if action == "push" else self.call)[:, names.index(hand)] >= 0.5
        edges = np.flatnonzero(np.diff(np.concatenate([[0], played.astype(np.int8), [0]])))
        return [(float(self.stacks[a]), float(self.stacks[b - 1])) for a, b in edges.reshape(-1, 2)]

    def rows(self) -> list[dict[str, Any]]:
        """One dict a class: hand, push_to, call_to, and all ranges as text where there are several."""
        push_to, call_to = self.push_to, self.call_to
        return [
            {
                "hand": name, "push_to": push_to[name], "call_to": call_to[name],
                "push_at": self._text(name, "push"), "call_at": self._text(name, "call"),
            }
            for name in class_names()
        ]  # fmt: skip

    def to_csv(self) -> str:
        """One line a class."""
        lines = ["hand,push_to,call_to,push_at,call_at"]
        for row in self.rows():
            lines.append(",".join(v if isinstance(v, str) else f"{v:g}" for v in row.values()))
        return "\n".join(lines) + "\n"

    @checked
    def to_text(self, action: str = "push") -> str:
        """The 13×13 grid of largest stacks; `20+` where the hand is played at every stack up to the last, * where there
        are gaps."""
        width = max(len(self._cell(n, action)) for n in class_names()) + 1
        ranks = [row[k][0] for k, row in enumerate(cell_names())]
        lines = ["  " + "".join(f"{r:>{width}}" for r in ranks)]
        for rank, names in zip(ranks, cell_names(), strict=True):
            lines.append(f"{rank:2}" + "".join(f"{self._cell(n, action):>{width}}" for n in names))
        gaps = [f"* {n}: {self._text(n, action)}" for n in class_names() if len(self.ranges(n, action)) > 1]
        return "\n".join(lines + gaps)

    def _cell(self, name: str, action: str) -> str:
        found = self.ranges(name, action)
        if not found:
            return "-"
        top = f"{found[-1][1]:.4g}" + ("+" if found[-1][1] == self.stacks[-1] else "")
        return top + ("*" if len(found) > 1 else "")

    def _text(self, name: str, action: str) -> str:
        return "; ".join(f"{a:.4g}-{b:.4g}" for a, b in self.ranges(name, action))

    def _repr_html_(self) -> str:
        out = []
        for action, title in (("push", "small blind pushes up to"), ("call", "big blind calls up to")):
            rows = []
            for names in cell_names():
                cells = "".join(self._html_cell(name, action) for name in names)
                rows.append(f"<tr>{cells}</tr>")
            ante = f", ante {self.ante:g}" if self.ante else ""
            out.append(
                '<table style="border-collapse:collapse;font:11px sans-serif;text-align:center">'
                f'<caption style="caption-side:bottom;text-align:left">{title} (big blinds{ante})</caption>'
                f"{''.join(rows)}</table>"
            )
        return "".join(out)

    def _html_cell(self, name: str, action: str) -> str:
        found = self.ranges(name, action)
        share = np.sqrt(found[-1][1] / self.stacks[-1]) if found else 0.0
        style = f"background:hsl({120 * share:.0f},45%,70%);padding:2px 4px"
        tip = f"{name}: {self._text(name, action) or 'never'}"
        return f'<td title="{escape(tip)}" style="{style}">{name}<br>{self._cell(name, action)}</td>'

    def __repr__(self) -> str:
        first, last = self.stacks[0], self.stacks[-1]
        return f"PushFoldChart({first:g} to {last:g} bb, {len(self.stacks)} stacks, ante {self.ante:g})"


@checked
def push_fold_chart(
    largest: float = 20.0,
    step: float = 0.1,
    ante: float = 0.0,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> PushFoldChart:
    """Solve push or fold at every stack from 1 + ante (rounded up to a step) to `largest`, some 40 ms each.

    Stopped early (`seconds`, `stop`, a callback that answers False, Ctrl-C), the chart holds the stacks solved so far.

    >>> chart = push_fold_chart(largest=6, step=0.5)
    >>> chart.push_to["72o"], chart.push_to["AA"], chart.call_to["Q2o"]
    (1.5, 6.0, 5.5)
    """
    largest, ante = _checked(largest, ante)
    if isinstance(step, bool) or not isinstance(step, (int, float)) or not 0 < step <= DEEPEST:
        raise ParameterError(f"step={quote(step)}; expected a number of big blinds above 0, such as 0.1")
    first, last = int(np.ceil((1 + ante) / step - 1e-9)), int(np.floor(largest / step + 1e-9))
    if not 0 <= last - first < MOST_STACKS:
        raise ParameterError(
            f"largest={quote(largest)} and step={quote(step)} give {max(0, last - first + 1)} stacks; "
            f"expected 1 to {MOST_STACKS}"
        )
    stacks = np.round(np.arange(first, last + 1) * step, 9)
    push, call = (np.zeros((len(stacks), NUM_CLASSES)) for _ in range(2))
    done, pace = 0, Pace()
    with clocked(Limits(seconds=seconds), stop) as clock:
        while done < len(stacks) and (done == 0 or not clock.is_over()):
            push[done], call[done] = equilibrium(payoffs(float(max(stacks[done], 1 + ante)), ante))
            done += 1
            pace.add(done, clock.seconds)
            left = None if pace.rate is None else (len(stacks) - done) / pace.rate
            report = Report("push or fold", done, len(stacks), "stacks", clock.seconds, pace.rate, left)
            clock.tell(progress, report)
    stopped = "" if done == len(stacks) else clock.stopped
    return PushFoldChart(stacks[:done], ante, push[:done], call[:done], stopped)

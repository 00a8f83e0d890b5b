"""The live line on standard error: where a long computation stands."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from tianji.cli.shared.layout import columns
from tianji.cli.shared.output import clock, note, short
from tianji.run.report import Report

TERMINAL_EVERY = 0.1
FILE_EVERY = 5.0

PIECES = ("board", "item", "subgame", "flop", "measurement", "block", "deal")  # told with how many there are


class Live:
    """Shows reports as one line that is rewritten; in a log file, as a line every few seconds."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.is_terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.histories: float | None = None
        self._last = time.monotonic()  # what is done in no time says nothing
        self._is_dirty = False
        self._problem = ""

    def __enter__(self) -> Live:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.clear()

    def announce(self, game: Any, must_fit: bool = True) -> None:
        """What the user should know before a long wait: the plan of a large game, kernels to compile.

        Of a game that must fit and does not, the error that follows tells all there is to say.
        """
        from tianji.flat.forecast import plan
        from tianji.kernels._compile import is_cached
        from tianji.kernels.flat import cfr, sequence

        if self.quiet:
            return
        size = plan(game)
        self.histories = size.histories
        if not size.exact and size.fits:
            note(f"{game.spec}: {size}; to compile it takes about {clock(size.seconds)}")
        elif not size.exact and not must_fit:
            note(f"{game.spec}: {size}")
        if not (is_cached(cfr.iterate) and is_cached(sequence.best_response)):
            note("compiling kernels (first run only), a few seconds")

    def __call__(self, report: Report) -> None:
        """Show a report, unless the last one was just now."""
        if self.quiet:
            return
        if report.message and report.message != self._problem:
            self._problem = report.message
            self.clear()
            note(report.message)
        now = time.monotonic()
        if now - self._last < (TERMINAL_EVERY if self.is_terminal else FILE_EVERY):
            return
        self._last = now
        parts = self.parts(report)
        if not self.is_terminal:
            note(", ".join(parts))
            return
        sys.stderr.write(f"\r{fitting(parts, columns(sys.stderr) - 1)}\x1b[K")
        sys.stderr.flush()
        self._is_dirty = True

    def parts(self, report: Report) -> list[str]:
        """A report in words, fact by fact."""
        unit = report.unit.removesuffix("s") if report.done == 1 else report.unit
        of = f" of {report.total:,}" if unit.startswith(PIECES) and report.total else ""
        parts = [f"{report.phase}: {report.done:,}{of} {report.unit if of else unit}"]
        if report.rate:
            parts.append(f"{report.rate:,.3g}/s" if report.rate < 100 else f"{report.rate:,.0f}/s")
        if report.gap is not None and report.gap_of:
            parts.append(f"exploitability {short(100 * report.gap / report.gap_of)}% of pot")
        elif report.gap is not None:
            parts.append(f"exploitability {short(report.gap)}")
        if report.detail:
            parts.extend(report.detail.split(", "))
        left, about = report.eta, "about"
        if report.total is None and report.gap is None:
            about = "at most"  # by the clock alone: what is allowed, and may not be needed
        if report.phase == "compile" and report.rate and self.histories and self.histories > report.done:
            left, about = (self.histories - report.done) / report.rate, "about"  # surpassed, it says nothing
        if report.eta_range is not None:
            parts.append(left_text(*report.eta_range))
        elif left is not None:
            parts.append(left_text(left, left, about))
        return parts

    def clear(self) -> None:
        """Take the line away."""
        if self._is_dirty:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_dirty = False


def left_text(low: float, high: float, about: str = "") -> str:
    """The time that is left, from and to, in whole seconds: more would be a lie.

    >>> left_text(0.2, 0.6), left_text(0.2, 30), left_text(2.4, 95), left_text(2.4, 2.4, "about")
    ('less than 1 s left', 'up to 30 s left', '2 s to 1 min 35 s left', 'about 2 s left')
    """
    first, last = round(low), round(high)
    if high < 1:
        return "less than 1 s left"
    if about or first == last:
        return f"{about or 'about'} {clock(last, whole=True)} left"
    return f"{f'{clock(first, whole=True)} to' if first else 'up to'} {clock(last, whole=True)} left"


def fitting(parts: Sequence[str], width: int) -> str:
    """As many facts as fit, each whole: the rate goes first, the work done last.

    >>> facts = ["solve: 500 iterations", "20/s", "exploitability 0.01", "about 5 s left"]
    >>> fitting(facts, 60), fitting(facts, 40), fitting(facts, 10)
    ('solve: 500 iterations, exploitability 0.01, about 5 s left', 'solve: 500 iterations, about 5 s left', '')
    """
    kept = list(parts)
    while kept and len(", ".join(kept)) > width:
        del kept[min(1, len(kept) - 1)]
    return ", ".join(kept)

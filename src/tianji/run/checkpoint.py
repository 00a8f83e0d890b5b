"""Checkpoints: a run that was killed continues from its last one and ends where an unbroken run would."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import Any, Protocol

import numpy as np

from tianji._log import logger
from tianji.core import storage
from tianji.core.schema import Schema, number, rows, table, whole
from tianji.errors import FileAccessError, FileFormatError, ParameterError, TianjiError, quote, quote_path
from tianji.run.lock import one_writer
from tianji.run.report import Check

Tensors = dict[str, np.ndarray]
log = logger("run")

_SECONDS = number(0)
TINY = 1e-290
FIELDS = Schema(
    fields={"config": table, "runner": table, "seconds": _SECONDS},
    optional={
        "checks": rows(whole(), _SECONDS, number(0), number(0)),
        "history": rows(whole(), _SECONDS, number(0)),  # as files were written before
    },
)


def require_checks(checks: Sequence[Check], done: int, seconds: float, where: str) -> None:
    """Refuse evaluations that no run can have had: out of order, of iterations to come, or that contradict themselves.

    NashConv is exploitability times the players, who are as many in every row.

    >>> require_checks([Check(4, 0.1, 0.5, 1.0), Check(9, 0.3, 0.1, 0.7)], 9, 0.3, "x")
    Traceback (most recent call last):
        ...
    tianji.errors.FileFormatError: x: its evaluations contradict each other or the run; restore it from a copy
    """
    times = [c.iterations for c in checks]
    clock = [c.seconds for c in checks]
    factors = [(c.nash_conv + TINY) / (c.exploitability + TINY) for c in checks if c.nash_conv > 1e3 * TINY]
    is_fine = all(a < b for a, b in pairwise([-1, *times])) and (not times or times[-1] <= done)
    is_fine &= all(a <= b + 1e-6 for a, b in pairwise([*clock, seconds]))
    is_fine &= all(abs(f - round(f)) <= 1e-6 * f and round(f) == round(factors[0]) >= 1 for f in factors)
    if not is_fine:
        raise FileFormatError(
            f"{where}: its evaluations contradict each other or the run; restore it from a copy"
        )


def check_every(seconds: object, checkpoint: str | None = "", usual: float = 0.0) -> None:
    """Refuse a time between two checkpoints that nobody can mean, or, unless it is the usual one, that means nothing.

    >>> check_every("two")
    Traceback (most recent call last):
        ...
    tianji.errors.ParameterError: checkpoint_every='two'; expected a number of seconds, 0 or more
    """
    if _SECONDS(seconds):
        raise ParameterError(f"checkpoint_every={quote(seconds)}; expected a number of seconds, 0 or more")
    if checkpoint is None and seconds != usual:
        raise ParameterError(f"checkpoint_every={quote(seconds)} needs checkpoint=FILE, the file to write")


class Saved(Protocol):
    """What can be put into a checkpoint and brought back."""

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """All that must survive: arrays, and plain values."""

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Continue from what `tensors` gave; raise `FileFormatError` where it does not fit."""


@dataclass
class Checkpoint:
    """A file that a run is saved to: at once, every `every` seconds, and at the end.

    The first one is written at once, so that a path that does not work is known before the work. When a later one
    fails, the run goes on and `unsaved` says why: a full disk must not cost the result as well. `config` says what
    the run is; a checkpoint of another game, method or setting is refused. `upgrade` makes today's fields of those of
    older files.
    """

    path: str
    config: dict[str, Any]
    resume: bool = False
    every: float = 10.0
    players: int = 2
    kind: str = "checkpoint"
    upgrade: Callable[[dict[str, Any]], dict[str, Any]] = dict
    unsaved: str = field(default="", init=False)
    _saved_at: float = field(default=0.0, init=False, repr=False)
    _saved_s: float = field(default=0.0, init=False, repr=False)  # on the run's own clock

    def __post_init__(self) -> None:
        check_every(self.every)

    def require(self) -> None:
        """Refuse a file that this run cannot continue, as far as `config` is known: before long preparations."""
        file = storage.open_file(self.path, self.kind)
        with self._explained(file.where):
            self._fields(file)

    def _fields(self, file: storage.File) -> dict[str, Any]:
        fields = self.upgrade(file.fields)
        FIELDS.check_fields(fields, "not a complete checkpoint")
        self._require_config(fields["config"])
        return fields

    @contextmanager
    def _explained(self, where: str) -> Iterator[None]:
        """What is wrong with a checkpoint as an error that names its file."""
        try:
            yield
        except FileFormatError as error:
            raise FileFormatError(str(error) if where in str(error) else f"{where}: {error}") from None
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            if isinstance(error, TianjiError):
                raise
            raise FileFormatError(
                f"{where}: not a complete checkpoint ({quote(error)}); start without resuming"
            ) from None

    def open(self, run: Saved) -> tuple[float, list[Check]]:
        """Write the first checkpoint, or continue from the one there is: seconds and checks so far."""
        if not self.resume:
            self._write(run, 0.0, [])
            return 0.0, []
        file = storage.open_file(self.path, self.kind)
        with self._explained(file.where):
            fields = self._fields(file)
            run.restore({name: tensor[:] for name, tensor in file.tensors.items()}, fields["runner"])
            seconds, checks = float(fields["seconds"]), self._checks(fields)
            require_checks(checks, fields["runner"].get("t", inf), seconds, file.where)
        self._saved_at, self._saved_s = time.monotonic(), seconds
        return seconds, checks

    def _require_config(self, saved: dict[str, Any]) -> None:
        differs = [
            key
            for key, wanted in self.config.items()
            if key != "version" and saved.get(key, wanted if key == "digest" else None) != wanted
        ]
        if differs == ["digest"]:
            raise ParameterError(
                f"{quote_path(self.path)} was made of this game as it was: its rules or payoffs have changed; "
                "start without resuming"
            )
        for key in differs:
            raise ParameterError(
                f"{quote_path(self.path)} was made with {key}={quote(saved.get(key))}, this run has {key}="
                f"{quote(self.config[key])}; use the same settings, or start without resuming"
            )

    def _checks(self, fields: dict[str, Any]) -> list[Check]:
        """Checks as saved; older files hold (iteration, seconds, NashConv)."""
        if "checks" in fields:
            return [Check(t, float(s), float(gap), float(total)) for t, s, gap, total in fields["checks"]]
        return [Check(t, float(s), c / self.players, float(c)) for t, s, c in fields.get("history", ())]

    def keep(self, run: Saved, seconds: float, checks: Sequence[Check], *, last: bool = False) -> None:
        """Save when it is time, or when this is the last chance."""
        if not last and time.monotonic() - self._saved_at <= self.every:
            return
        try:
            self._write(run, seconds, checks)
            self.unsaved = ""
        except FileAccessError as error:
            self.unsaved = f"{error}; nothing is saved since second {self._saved_s:.0f} of the run"
            self._saved_at = time.monotonic()
            log.warning("checkpoint not written: %s", error)

    def _write(self, run: Saved, seconds: float, checks: Sequence[Check]) -> None:
        tensors, fields = run.tensors()
        about = {
            "config": self.config,
            "runner": fields,
            "seconds": seconds,
            "checks": [list(c) for c in checks],
        }
        storage.save(self.path, self.kind, tensors, about)
        self._saved_at, self._saved_s = time.monotonic(), seconds
        log.debug("checkpoint %s written", self.path)


@contextmanager
def only_writer(saved: Checkpoint | None) -> Iterator[None]:
    """The only writer of a checkpoint, and of one that can be continued: known before minutes of making tables."""
    with nullcontext() if saved is None else one_writer(saved.path):
        if saved is not None and saved.resume:
            saved.require()
        yield

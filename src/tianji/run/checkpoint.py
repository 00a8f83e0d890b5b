"""Checkpoints: a run that was killed continues from its last one and ends where an unbroken run would."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from tianji.core import storage
from tianji.errors import FileAccessError, FileFormatError, ParameterError
from tianji.run.report import Check

Tensors = dict[str, np.ndarray]
log = logging.getLogger("tianji.run")


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

    def open(self, run: Saved) -> tuple[float, list[Check]]:
        """Write the first checkpoint, or continue from the one there is: seconds and checks so far."""
        if not self.resume:
            self._write(run, 0.0, [])
            return 0.0, []
        tensors, fields = storage.load(self.path, self.kind)
        try:
            fields = self.upgrade(fields)
            saved = fields["config"]
            for key, wanted in self.config.items():
                if key != "version" and saved.get(key, wanted if key == "digest" else None) != wanted:
                    raise ParameterError(
                        f"{self.path!r} was made with {key}={saved.get(key)!r:.80}, this run has {key}={wanted!r:.80}; "
                        "use the same settings, or start without resuming"
                    )
            run.restore(tensors, fields["runner"])
            seconds = float(fields["seconds"])
            checks = [
                Check(int(t), float(s), float(gap), float(sum_)) for t, s, gap, sum_ in self._rows(fields)
            ]
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            if isinstance(error, (FileFormatError, ParameterError)):
                raise
            raise FileFormatError(
                f"{self.path!r} is not a complete checkpoint ({error!r:.200}); start without resuming"
            ) from None
        self._saved_at = time.monotonic()
        return seconds, checks

    def _rows(self, fields: dict[str, Any]) -> list[list[float]]:
        """Checks as saved; older files hold (iteration, seconds, NashConv), and runs of hold'em exploitability."""
        if "checks" in fields:
            return list(fields["checks"])
        return [[t, s, c / self.players, c] for t, s, c in fields["history"]]

    def keep(self, run: Saved, seconds: float, checks: Sequence[Check], *, last: bool = False) -> None:
        """Save when it is time, or when this is the last chance."""
        if not last and time.monotonic() - self._saved_at <= self.every:
            return
        try:
            self._write(run, seconds, checks)
            self.unsaved = ""
        except FileAccessError as error:
            self.unsaved = str(error)
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
        self._saved_at = time.monotonic()
        log.debug("checkpoint %s written", self.path)

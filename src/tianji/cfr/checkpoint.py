"""Checkpoints: a run that was killed continues from its last one and ends where an unbroken run would."""

from __future__ import annotations

from typing import Any

from tianji.cfr.runners import Runner
from tianji.core import storage
from tianji.errors import FileFormatError, ParameterError

History = list[tuple[int, float, float]]


def save_checkpoint(
    path: str, runner: Runner, config: dict[str, Any], seconds: float, history: History
) -> None:
    """Write the run's memory atomically: after a crash the file is the old one or the new one, never half."""
    tensors, fields = runner.tensors()
    storage.save(
        path,
        "checkpoint",
        tensors,
        {"config": config, "runner": fields, "seconds": seconds, "history": history},
    )


def load_checkpoint(path: str, runner: Runner, config: dict[str, Any]) -> tuple[float, History]:
    """Restore the runner; refuse a checkpoint of another game, method, seed or setting."""
    tensors, fields = storage.load(path, "checkpoint")
    try:
        saved = fields["config"]
        for key, wanted in config.items():
            if key != "version" and saved.get(key) != wanted:
                raise ParameterError(
                    f"{path!r} was made with {key}={saved.get(key)!r}, this run has {key}={wanted!r}; "
                    "use the same settings, or start without resuming"
                )
        runner.restore(tensors, fields["runner"])
        return float(fields["seconds"]), [(int(t), float(s), float(c)) for t, s, c in fields["history"]]
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise FileFormatError(
            f"{path!r} is not a complete checkpoint ({error!r}); start without resuming"
        ) from None

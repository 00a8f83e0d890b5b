"""convert: a game as a Gambit file, or a strategy in another format."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tianji.core.result import Result
from tianji.core.storage import write_atomic
from tianji.core.strategy import SUFFIXES, Strategy
from tianji.errors import ParameterError, quote
from tianji.games.efg import write_efg
from tianji.games.registry import load


@dataclass(frozen=True)
class Conversion(Result):
    """What was written: kind is "game", "strategy" or "solve", size in bytes."""

    source: str
    target: str
    kind: str
    size: int

    def to_dict(self) -> dict[str, Any]:
        """What `tianji convert --json` prints."""
        return {"from": self.source, "to": self.target, "kind": self.kind, "bytes": self.size}


def convert(source: str, target: str) -> Conversion:
    """Write a game (whatever `load` takes) as .efg, or a strategy file in the format of the target's suffix."""
    kind = _kind(source, target)
    if kind == "game":
        write_atomic(target, write_efg(load(source)).encode())
    else:
        Strategy.load(source).save(target)
    return Conversion(source, target, kind, Path(target).stat().st_size)


def _kind(source: str, target: str) -> str:
    """What is converted; refuses pairs that make no sense before anything is read."""
    is_strategy = Path(source).suffix.lower() in SUFFIXES
    suffix = Path(target).suffix.lower()
    if is_strategy and suffix in SUFFIXES:
        return "strategy"
    if not is_strategy and suffix == ".efg":
        return "game"
    what, wanted = ("strategy", SUFFIXES) if is_strategy else ("game", (".efg",))
    raise ParameterError(
        f"cannot convert the {what} {quote(source)} to {quote(target)}; "
        f"a {what} is written as {' or '.join(wanted)}"
    )

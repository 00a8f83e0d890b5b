"""What a file of a table was made from, and whether that is what a run has."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tianji.cfr.schedule import SCHEDULES
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, quote, quote_path, suggest
from tianji.holdem.rounds.game import RoundGame
from tianji.parallel import make_executor

PAPER_METHOD = "cfr+"
GPU_VALUE = 400  # iterations of the whole game on a GPU where the scale has none
# what the gates' kernels know: no predictions, and no horizon
METHODS = [
    name for name, schedule in SCHEDULES.items() if not schedule.prediction and not schedule.needs_horizon
]


def check_method(method: str) -> str:
    """`method` as given, when blueprints and subgames can be solved by it."""
    if method not in METHODS:
        raise UnknownNameError(
            f"method={quote(method)}: tables are solved by {', '.join(METHODS)}; {suggest(str(method)[:80], METHODS)}"
        )
    return method


def check_config(path: str | Path, saved: object, wanted: dict[str, Any]) -> None:
    """Refuse a file that was made for something else, by what differs."""
    known = saved if isinstance(saved, dict) else {}
    for key, value in wanted.items():
        if key not in known:
            raise ParameterError(
                f"{quote_path(path)} does not say its {key}: it was made by an older version; use another folder"
            )
        if known[key] != value:
            raise ParameterError(
                f"{quote_path(path)} was made with {key}={_told(key, known[key])}, this run has "
                f"{key}={_told(key, value)}; use the same settings, or another folder"
            )


def _told(key: str, value: object) -> str:
    """What a file says, in words where it is the digest of a table's game: deck and menu."""
    from tianji.holdem.rounds.tables import MENUS, SCALES, describe, table_game

    if key == "game":
        games = [table_game(table, scale) for table in MENUS for scale in SCALES]
        value = {game_digest(game): describe(game) for game in games}.get(str(value), value)
    return quote(value, 120)


def game_digest(game: RoundGame) -> str:
    """SHA-256 of the rules."""
    return hashlib.sha256(json.dumps(asdict(game), sort_keys=True).encode()).hexdigest()


def count_of(name: str, value: int | None, default: int, least: int) -> int:
    """A number of iterations that was asked for, or the default."""
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 10**9:
        raise ParameterError(f"{name}={quote(value)}; expected a whole number from {least} to {10**9}")
    return value


def value_count(given: int | None, default: int, device: str) -> int:
    """Iterations of the game without abstraction; a GPU, where they take seconds, always has some by default.

    >>> value_count(None, 0, "cpu"), value_count(None, 0, "cuda"), value_count(0, 200, "cuda")
    (0, 400, 0)
    """
    return count_of("value_iterations", given, default or (GPU_VALUE if device == "cuda" else 0), 0)


def check_on(on: str, device: str) -> None:
    """Refuse an executor that is not there, or that has nothing to do: on a device flops are one piece.

    >>> check_on("processes(2)", "cuda")
    Traceback (most recent call last):
        ...
    tianji.errors.NotApplicableError: on='processes(2)': device='cuda' solves all flops at once; leave one of them out
    """
    make_executor(on).close()
    if on != "serial" and device != "cpu":
        raise NotApplicableError(
            f"on={quote(on)}: device={quote(device)} solves all flops at once; leave one of them out"
        )

"""What a file of a table was made from, and whether that is what a run has."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tianji.cfr.schedule import SCHEDULES
from tianji.errors import ParameterError, UnknownNameError, quote, quote_path, suggest
from tianji.holdem.rounds.game import RoundGame

PAPER_METHOD = "cfr+"
# what the gates' kernels know: no predictions, and no plan of the whole run
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

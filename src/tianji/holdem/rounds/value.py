"""game_value: what a game is worth without abstraction, which tells the losses of seats apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tianji.core import storage
from tianji.core.memory import require
from tianji.core.schema import Array, Schema, number, table
from tianji.holdem.abstraction.work import Work
from tianji.holdem.rounds.column import Column, Settings
from tianji.holdem.rounds.config import PAPER_METHOD, check_config, game_digest
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.sizes import entries


def game_value(
    game: RoundGame,
    iterations: int,
    folder: Path | None,
    work: Work,
    device: str = "cpu",
    method: str = PAPER_METHOD,
) -> tuple[list[float], float]:
    """Values of both seats without abstraction, and the exploitability they are known to, by `iterations` of CFR."""
    column = Column(game, 0, Settings(iterations, 1), folder, work, ())
    config = {"game": game_digest(game), "iterations": iterations, "method": method}
    path = column.path("value.safetensors")
    if path is not None and path.exists():
        schema = Schema(
            {"values": Array("float", (2,), dtype=np.float64)}, {"config": table, "gap": number(0)}
        )
        tensors, fields = storage.load(path, "game-value", schema)
        check_config(path, fields["config"], config)
        return tensors["values"].tolist(), float(fields["gap"])
    if device == "cpu":
        require("the game without abstraction", 8.0 * 1.2 * entries(game), "skip its value")
        backend = game.backend(threads=work.threads, tick=work.check)
    else:  # in seconds, so that nothing is saved on the way
        from tianji.holdem.rounds.device import TensorGame

        backend, column.folder = TensorGame(game, device=device, threads=work.threads), None
    found = column.drive(backend, iterations, config, "value-run.safetensors", "value of the game", method)
    backend.close()
    if path is not None:
        values, about = {"values": np.array(found.values)}, {"config": config, "gap": found.exploitability}
        if work.keep(lambda: storage.save(path, "game-value", values, about)):
            (path.parent / "value-run.safetensors").unlink(missing_ok=True)
    return found.values, found.exploitability

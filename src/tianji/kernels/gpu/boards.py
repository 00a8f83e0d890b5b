"""Public chance sampling on a GPU: the kernels' text (`boards.h`), and the form of what they are given."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tianji.kernels.gpu.machine import KernelText, structure

ROW = 128  # hands of a warp
NODE = 21  # numbers of a decision
ENDS, SHOWN, FOLDED, LEFT_OUT = 16, -1, -2, -3
COUNTERS = 1024
SPAN = 8192  # entries that a block of `add_delta` takes
STREETS = 4
NAMES = ("play_down", "learn_up", "add_delta")
RESIDENT = 5  # blocks on a processor that registers are shared out to
FIELDS = (
    "words:p order:p pieces:p counts:p weights:p live:p vectors:p alive:p regret:p delta:p average:p nodes:p sources:p "
    "visits:p entries:l most:i batch:i hands:i street:i first:i count:i group:i actions:i least:r best:p"
)


@cache
def arguments(real: Any) -> Any:
    """The kernels' arguments, as `Boards` in `boards.h` has them."""
    return structure(FIELDS, real)


def room_of(cards: int, width: int, actions: int, real: Any) -> int:
    """Bytes of shared memory for decisions of so many actions: as `boards.h` lays it out."""
    lists = (cards * cards + 7) & ~3
    return int(np.dtype(real).itemsize * (lists + width + 8 + 32 + (actions + 1) * width) + 32 + 2 * width)


def kernels(cards: int, width: int, actions: int, real: Any, resident: int | None = None) -> list[KernelText]:
    """The three kernels; cards: that a hand may hold when all are shown. width: of a vector. actions: at most.
    resident: blocks on a processor that registers are shared out to.
    """
    words = {4: "float", 8: "double"}[np.dtype(real).itemsize]
    names = {
        "CARDS": cards, "STRIDE": cards, "WIDTH": width, "STREETS": STREETS,
        "LIMIT": f"({width // 4}, {resident or RESIDENT})",
    }  # fmt: skip
    folder = Path(__file__).parent
    parts = [(folder / name).read_text(encoding="utf-8") for name in ("block.h", "boards.h")]
    head = "\n".join([f"typedef {words} real;", *(f"#define {k} {v}" for k, v in names.items()), *parts])
    room = room_of(cards, width, actions, real)
    return [KernelText(name, head, "", width // 4, 0 if name == "add_delta" else room) for name in NAMES]

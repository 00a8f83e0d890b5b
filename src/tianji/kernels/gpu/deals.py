"""External sampling on a GPU: the kernels' text (`deals.h`), and the form of what they are given."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tianji.kernels.gpu.machine import KernelText, structure
from tianji.kernels.poker import ranks
from tianji.kernels.poker.external import CEILING, FULL, SHARE, SMALL

COUNTERS = 1024
SPAN = 4096  # deals or pairs of numbers that a block takes
THREADS = 256
RESIDENT = 4  # blocks on a processor that registers are shared out to
DEAL = 32  # bytes
HANDS = 1326
NAMES = ("draw_deals", "walk_deals", "add_deals", "fade_rows")
FIELDS = (
    "nodes:p child:p deck:p classes:p flop:p turn:p river:p keys_flop:p keys_turn:p keys_river:p places_flop:p "
    "places_turn:p places_river:p maps:p renamings:p listed:p rows:p word:p displacement:p value:p flush:p deals:p "
    "regret:p delta:p average:p chunks:p queue:p visits:p entries:l first:l seed:l explore:d keep:d batch:i player:i "
    "prune:i floor:i decks:i boards:i shown:i streets:i mask_flop:i mask_turn:i mask_river:i"
)


@cache
def arguments() -> Any:
    """The kernels' arguments, as `Deals` in `deals.h` has them."""
    return structure(FIELDS, np.float64)


def kernels(deep: int, actions: int, real: Any, resident: int | None = None) -> list[KernelText]:
    """The four kernels; deep: a player's decisions on a line, actions: of a decision, both at most. real: what values
    are reckoned in. resident: blocks on a processor that registers are shared out to.
    """
    names = {
        "DEEP": deep, "ACTIONS": actions, "HANDS": HANDS, "COUNTERS": COUNTERS, "SPAN": SPAN,
        "SHARE": int(SHARE), "SMALL": int(SMALL), "FULL": f"{FULL}u", "CEILING": f"{CEILING}ll",
        "RANK_START": f"{int(ranks.START)}ull", "FLUSH_BITS": f"{int(ranks.FLUSH_BITS)}ull",
        "SPREAD": f"{int(ranks.SPREAD)}u", "BUCKET_SHIFT": int(ranks.BUCKET_SHIFT),
        "LIMIT": f"({THREADS}, {resident or RESIDENT})",
    }  # fmt: skip
    words = {4: "float", 8: "double"}[np.dtype(real).itemsize]
    folder = Path(__file__).parent
    parts = [(folder / name).read_text(encoding="utf-8") for name in ("block.h", "deals.h")]
    head = "\n".join([f"typedef {words} real;", *(f"#define {k} {v}" for k, v in names.items()), *parts])
    return [KernelText(name, head, "", THREADS) for name in NAMES]

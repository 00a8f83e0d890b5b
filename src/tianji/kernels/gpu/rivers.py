"""A best answer on the river on a GPU: the kernels' text (`rivers.h`), and the form of what they are given."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tianji.kernels.gpu import boards
from tianji.kernels.gpu.machine import KernelText, structure

NAMES = ("draw_rivers", "answer_up", "choose_down")
ROOT = 6  # numbers of a river
FIELDS = (
    "roots:p pots:p vectors0:p vectors1:p alive0:p alive1:p walks:p weights:p live:p seed:l most:i batch:i hands:i "
    "count:i group:i"
)


@cache
def draw_arguments(real: Any) -> Any:
    """The arguments of `draw_rivers`, as `Draw` in `rivers.h` has them."""
    return structure(FIELDS, real)


def kernels(cards: int, width: int, actions: int, real: Any) -> dict[str, KernelText]:
    """The kernels of `boards.h` and of `rivers.h`, by name; as `boards.kernels`."""
    text = (Path(__file__).parent / "rivers.h").read_text(encoding="utf-8")
    known = boards.kernels(cards, width, actions, real)
    whole = [replace(kernel, head=f"{kernel.head}\n{text}") for kernel in known]
    room = boards.room_of(cards, width, -1, real)
    whole += [KernelText(name, whole[0].head, "", width // 4, room) for name in NAMES]
    return {kernel.name: kernel for kernel in whole}

"""Which machine a blueprint is trained on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tianji.errors import ParameterError, TianjiError, UnknownNameError, quote
from tianji.holdem.blueprint.device.plan import DevicePlan
from tianji.holdem.blueprint.device.runner import MOST
from tianji.holdem.blueprint.tree import FlatTree
from tianji.holdem.engine.machines import DEVICES, open_machine, room_of
from tianji.poker.rules import BOARD_CARDS

CARDS = 52 - BOARD_CARDS[-1]  # that a hand may hold when all are shown


def check_device(device: object, method: str, races: bool) -> None:
    """Refuse what cannot be meant."""
    if not isinstance(device, str) or device not in DEVICES:
        raise UnknownNameError(f"device={quote(device)}; expected one of: {', '.join(DEVICES)}")
    if device == "cuda" and method != "public":
        raise ParameterError(
            f"device='cuda': the method {method!r} walks deals one by one, on the CPU; take method='public', or leave "
            "device= out"
        )
    if device == "cuda" and races:
        raise ParameterError(
            "races=True: on a GPU no threads walk boards; leave races= out, or take device='cpu'"
        )


def choose_machine(device: str, method: str, tree: FlatTree, counts: Sequence[int], races: bool) -> Any:
    """The machine for a tree with so many buckets by street, or None for the CPU; refused where there is no room."""
    if device == "cpu" or method != "public" or races:
        return None
    try:
        machine = open_machine()
        DevicePlan(tree, np.asarray(counts, dtype=np.int64), CARDS).fitting(MOST, room_of(machine))
    except TianjiError:
        if device == "cuda":
            raise
        return None
    return machine

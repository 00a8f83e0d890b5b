"""Which machine a blueprint is trained on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tianji.errors import ParameterError, TianjiError, UnknownNameError, quote
from tianji.holdem.blueprint.dealing import RIVERS, TURNS
from tianji.holdem.blueprint.device.deals import require_room
from tianji.holdem.blueprint.device.plan import DevicePlan, Rows
from tianji.holdem.blueprint.device.runner import MOST
from tianji.holdem.blueprint.tree import FlatTree
from tianji.holdem.engine.machines import DEVICES, open_machine, room_of
from tianji.poker.cards import NUM_HANDS
from tianji.poker.rules import BOARD_CARDS

ALL = 1_755 + 16_432 + 134_459  # boards of three, four and five cards
EACH = 1 + TURNS + TURNS * RIVERS  # of a flop, where some are listed
CARDS = 52 - BOARD_CARDS[-1]  # that a hand may hold when all are shown


def check_device(device: object, races: bool) -> None:
    """Refuse what cannot be meant."""
    if not isinstance(device, str) or device not in DEVICES:
        raise UnknownNameError(f"device={quote(device)}; expected one of: {', '.join(DEVICES)}")
    if device == "cuda" and races:
        raise ParameterError(
            "races=True: on a GPU nobody adds without waiting; leave races= out, or take device='cpu'"
        )


def choose_machine(
    device: str, method: str, tree: FlatTree, counts: Sequence[int], races: bool, flops: int | None
) -> Any:
    """The machine for a tree with so many buckets by street, or None for the CPU; refused where there is no room.

    flops: on how many it is trained, None for all.
    """
    if device == "cpu" or races:
        return None
    rows = np.asarray(counts, dtype=np.int64)
    try:
        machine = open_machine()
        if method == "public":
            DevicePlan(tree, rows, CARDS).fitting(MOST, room_of(machine))
        else:
            require_room(
                Rows.of(tree, rows),
                2 * NUM_HANDS * (ALL if flops is None else EACH * flops),
                room_of(machine),
            )
    except TianjiError:
        if device == "cuda":
            raise
        return None
    return machine

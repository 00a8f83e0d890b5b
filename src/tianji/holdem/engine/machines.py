"""Which machine a solve runs on, and how much of its memory that takes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tianji.core.memory import size_text
from tianji.errors import NotApplicableError, TianjiError, TooLargeError, UnknownNameError, quote
from tianji.holdem.engine.forecast import Fit, SpotPlan, fit
from tianji.kernels.constants import BLOCK

if TYPE_CHECKING:
    from tianji.holdem.spot.gate import Gate
    from tianji.holdem.spot.spot import Spot

DEVICES = ("cpu", "cuda", "auto")
WORDS = 28  # bytes of a hand's tables
_OPEN: list[Any] = []  # the GPU, opened once a process


def choose_machine(
    device: object, spot: Spot, forecast: SpotPlan, gate: Gate | None = None, memory: int | None = None
) -> Any:
    """The machine that a solve runs on, or None for the CPU; refuses what it cannot do, by one sentence."""
    if not isinstance(device, str) or device not in DEVICES:
        raise UnknownNameError(f"device={quote(device)}; expected one of: {', '.join(DEVICES)}")
    why = ""
    if gate is not None:
        why = "a solve behind a gate runs on the CPU; leave device out"
    if device == "cuda":
        if why:
            raise NotApplicableError(f"device='cuda': {why}")
        return open_machine()
    if device == "cpu" or why or spot.street == 2:  # one river is too little work for a GPU
        return None
    try:
        machine = open_machine()
        spare_bytes(machine, spot, forecast, memory)
    except TianjiError:  # no GPU, or none with room
        return None
    return machine


def open_machine() -> Any:
    """The GPU, with PyTorch and its compiler."""
    if not _OPEN:
        from tianji.kernels.gpu.machine import CudaMachine

        _OPEN.append(CudaMachine())
    return _OPEN[0]


def room_of(machine: Any, memory: int | None = None) -> int:
    """Bytes that a solve may take there: `memory`, and no more than 9/10 of what is free."""
    free = machine.free_bytes() * 9 // 10
    return int(free if memory is None else min(memory, free))


def spare_bytes(machine: Any, spot: Spot, forecast: SpotPlan, memory: int | None = None) -> int:
    """What a solve leaves of the memory allowed; refused, with trees that fit, where it does not fit itself."""
    room, needed = max(1, room_of(machine, memory)), forecast.bytes
    if Fit(forecast, room).fits:
        needed += work_bytes(spot, forecast)
        if needed <= room:
            return room - needed
    offers = fit(spot, replace(forecast, bytes=max(needed, room + 1)), room).trees
    trees = "; ".join(str(offer) for offer in offers)
    raise TooLargeError(
        f"the solve needs {size_text(needed)} on the GPU, {size_text(room)} are allowed; use device='cpu', "
        + (f"or a tree that fits: {trees}" if trees else "narrow the ranges, or start on a later street")
    )


def work_bytes(spot: Spot, forecast: SpotPlan) -> int:
    """Bytes beside regrets and averages: hand tables, and the values and reaches that streets hand to each other."""
    tree, real = spot.tree(), 8 if forecast.storage == "float64" else 4
    width = -(-max(forecast.hands) // BLOCK) * BLOCK
    total = 0
    for k, boards in enumerate(forecast.boards):
        nodes = [tree.nodes[n] for n in tree.street_nodes(tree.street + k)]
        leaves = sum(node.kind == "deal" for node in nodes)
        roots = sum(n.parent < 0 or tree.nodes[n.parent].street != tree.street + k for n in nodes)
        maps = 2 * 2 * 48 if k else 0  # of the board before, every card, both players
        total += round(boards * width * ((roots + 2 * leaves) * real + 2 * WORDS + maps / 16))
    pairs = 2 * forecast.boards[-2] * width * width if len(forecast.boards) > 1 else 0  # of all-in lines
    return total + pairs + (64 << 20)

"""Which machine a solve runs on, and how much of its memory that takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tianji.core.memory import size_text
from tianji.errors import NotApplicableError, TianjiError, TooLargeError, UnknownNameError, quote
from tianji.holdem.engine.forecast import Fit, SpotPlan, fit, read_memory
from tianji.holdem.engine.gpu.plan import on_device

if TYPE_CHECKING:
    from tianji.holdem.spot.spot import Spot

DEVICES = ("cpu", "cuda", "auto")
_OPEN: list[Any] = []  # the GPU, opened once a process


def choose_machine(device: object, spot: Spot, forecast: SpotPlan, memory: int | None = None) -> Any:
    """The machine that a solve runs on, or None for the CPU; refuses what it cannot do, by one sentence."""
    if not isinstance(device, str) or device not in DEVICES:
        raise UnknownNameError(f"device={quote(device)}; expected one of: {', '.join(DEVICES)}")
    if device == "cuda":
        return open_machine()
    if device == "cpu" or spot.street == 2:  # one river is too little work for a GPU
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
    room, there = max(1, room_of(machine, memory)), on_device(spot, forecast)
    if Fit(there, room).fits:
        return room - there.bytes
    trees = "; ".join(map(str, fit(spot, there, room).trees))
    raise TooLargeError(
        f"the solve needs {size_text(there.bytes)} on the GPU, {size_text(room)} are allowed; use device='cpu', "
        + (f"or a tree that fits: {trees}" if trees else "narrow the ranges, or start on a later street")
    )


def plan_there(device: str, spot: Spot, forecast: SpotPlan) -> SpotPlan:
    """A plan where the solve would run; for a GPU as on the one that was timed, whether there is one here or not."""
    if device != "cuda" and choose_machine(device, spot, forecast) is None:
        return forecast
    return on_device(spot, forecast)


def room_there(memory: int | str | None) -> int:
    """Bytes that a solve may take of a GPU: as many as said, for one elsewhere, or 9/10 of what is free on this one."""
    if memory is not None:
        return read_memory(memory)
    try:
        return room_of(open_machine())
    except TianjiError as error:
        raise NotApplicableError(f"{error}; or say how much memory a GPU has: memory='80 GiB'") from None

"""DeviceGatedSpot: a spot behind a gate on a GPU. The opponent chooses there, between the passes of an iteration."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import tianji.kernels.gpu
from tianji.holdem.engine.device import DeviceBackend
from tianji.holdem.engine.gated import GatedBackend, GatedSpot
from tianji.kernels.constants import SOLVE
from tianji.kernels.gpu.machine import KernelText, structure
from tianji.kernels.gpu.shapes import Sizes
from tianji.kernels.gpu.source import Flags, head

FloatArray = npt.NDArray[np.float64]
GATE = """values:p start:p places:p w:p alt:p spread:p theirs:p value:p state:p entry:p sums:p numbers:p now:p tremble:d
    hands:i kind:i"""
THREADS, PARTS = 256, 5  # of the block; sums that its workers take part in
GIVEN, MOVED = ("w", "alt", "spread", "theirs"), ("state", "entry", "sums")


@cache
def text() -> str:
    """The kernel of this module."""
    return (Path(tianji.kernels.gpu.__file__).parent / "gate.h").read_text(encoding="utf-8")


def gate_kernel(sizes: Sizes, threads: int) -> KernelText:
    """A block of so many threads a gate, for a street's sizes."""
    return KernelText("enter_gate", head(sizes, Flags()), text(), threads, PARTS * threads * 8)


class _GateThere:
    """The gate's arrays in the device's memory, and the launch of its choice."""

    def __init__(self, backend: DeviceGatedSpot) -> None:
        machine, street, self.machine = backend.machine, backend.streets[0], backend.machine
        count = backend.w.size
        self.given = {name: machine.array(getattr(backend, name).ravel()) for name in GIVEN}
        self.moved = {name: machine.zeros(getattr(backend, name).size, np.float64) for name in MOVED}
        self.numbers, value = machine.zeros(2, np.float64), machine.zeros(count, np.float64)
        self.start = machine.zeros(street.width, backend.real)
        level, o = street.level, backend.opponent
        at = int(level.boards[0, o, 4])
        places = machine.array(level.parents[at : at + count].astype(np.int32))
        kernel = gate_kernel(street.sizes, THREADS)
        pointers = {
            **self.given, **self.moved, "values": street.out, "start": self.start, "places": places, "value": value,
            "numbers": self.numbers, "now": backend.now,
        }  # fmt: skip
        given = structure(GATE, backend.real)(
            **{name: machine.pointer(array) for name, array in pointers.items()},
            tremble=backend.tremble, hands=count, kind=backend.kind,
        )  # fmt: skip
        self._kept = places, value
        self.launch = (machine.build([kernel])[0], 1, given)

    def send(self, backend: DeviceGatedSpot) -> None:
        """Have it go on from where the gate is here."""
        for name, array in self.moved.items():
            self.machine.send(getattr(backend, name).ravel(), array)
        self.machine.send(np.array([backend.count, backend.total]), self.numbers)

    def fetch(self, backend: DeviceGatedSpot) -> None:
        """Bring back where it is."""
        for name, array in self.moved.items():
            here = np.empty(getattr(backend, name).size)
            self.machine.fetch(array, here)
            setattr(backend, name, here.reshape(getattr(backend, name).shape))
        numbers = np.empty(2)
        self.machine.fetch(self.numbers, numbers)
        backend.count, backend.total = int(numbers[0]), float(numbers[1])


class DeviceGatedSpot(GatedSpot, DeviceBackend):
    """As `GatedSpot`, by a machine of `kernels.gpu.machine`: behind, machine, then what `CpuBackend` takes."""

    is_one_call = False
    _there: _GateThere | None = None

    def _gate(self) -> _GateThere:
        if self._there is None:
            self._there = _GateThere(self)
        return self._there

    def warm(self) -> None:
        """As `DeviceBackend` has it, and the gate's kernel."""
        self._gate()
        super().warm()

    def iterate(self, schedule: FloatArray) -> int:
        """As `GatedBackend` has it; one that was left half-done on a CPU is finished there."""
        done = 0
        if self._pause is not None:
            self._forget()
            done = GatedBackend.iterate(self, schedule[:1])
            if not done:
                return 0
        gate = self._gate()
        gate.send(self)
        done += DeviceBackend.iterate(self, schedule[done:])
        gate.fetch(self)
        return done

    def _both_passes(self) -> None:
        gate = self._gate()
        self._pass(self.opponent, SOLVE)
        self.machine.launch(gate.launch)
        self._pass(self.resolver, SOLVE, start=gate.start)

    def extras(self) -> dict[str, npt.NDArray[Any]]:
        """As `DeviceBackend` has it: how often hands enter."""
        return {"gate/entries": self.entries}

    def take_extras(self, extras: dict[str, npt.NDArray[Any]]) -> None:
        """As `DeviceBackend` has it."""
        self.total, self.sums = 1.0, np.array(extras["gate/entries"])[None]

    def close(self) -> None:
        """Let threads and the device's memory go."""
        self._there = None
        super().close()

"""DeviceRunner: CFR by schedule on a GPU, by sparse products in PyTorch (`kernels.gpu.sequence`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tianji.cfr import tables
from tianji.cfr.runners import ScheduleRunner
from tianji.core.memory import size_text
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, TooLargeError, UnknownNameError, quote
from tianji.run.checkpoint import Tensors

DEVICES = ("cpu", "cuda")
ENTRY = 16  # bytes of a payoff
SLOT = 200  # of a slot with its tables and what an iteration takes for a moment


def require_device(device: str, name: str, is_scheduled: bool, threads: int | None) -> None:
    """Refuse what does not run there, before any work."""
    if device not in DEVICES:
        raise UnknownNameError(f"device={quote(device)}; expected one of: {', '.join(DEVICES)}")
    if device == "cpu":
        return
    if not is_scheduled:
        raise NotApplicableError(
            f"device={device!r}: method {name!r} runs on the CPU; use a CFR schedule such as 'dcfr'"
        )
    if threads is not None:
        raise NotApplicableError(
            f"device={device!r}: threads={threads} is for the CPU; leave one of them out"
        )
    open_device()


def open_device() -> tuple[str, int]:
    """PyTorch's name of the GPU, and its free bytes; or a sentence of what to install."""
    from tianji.kernels.gpu.machine import require_cuda

    return "cuda", int(require_cuda().cuda.mem_get_info()[0])


@dataclass(eq=False)
class DeviceRunner(ScheduleRunner):
    """As `ScheduleRunner`; regrets and averages stay on the GPU until they are asked for."""

    def __post_init__(self) -> None:
        super().__post_init__()
        flat = self.flat
        if flat.players != 2:
            raise NotApplicableError(
                f"device='cuda' needs a two-player game, {flat.spec} has {flat.players} players; leave device out"
            )
        name, free = open_device()
        entries = sum(int(payoff.rows[:, 2].sum(dtype="int64")) for payoff in flat.entries)
        needed = ENTRY * entries + SLOT * sum(tree.num_slots for tree in flat.trees)
        if needed > free * 9 // 10:
            raise TooLargeError(
                f"device='cuda': {flat.spec} needs {size_text(needed)} on the GPU, {size_text(free)} are free; "
                "leave device out"
            )
        from tianji.kernels.gpu.sequence import SequenceCfr

        games = [(tree.first_slot, tree.parent_slot, *flat.entries[p]) for p, tree in enumerate(flat.trees)]
        self._there = SequenceCfr(games, self.schedule.is_alternating, name)
        self._is_newer = False
        self._send()

    def _send(self) -> None:
        for p in (0, 1):
            self._there.send(p, tables.memory_of(self.state, p))
        self._is_newer = False

    def _fetch(self) -> None:
        if self._is_newer:
            for p in (0, 1):
                self._there.fetch(p, tables.memory_of(self.state, p))
            self._is_newer = False

    def advance(self, iterations: int) -> None:
        """Replay the recorded iteration."""
        t = self.state.t
        self._there.run(self.schedule.rows(t + 1, t + 1 + iterations, self.horizon))
        self.state.t, self._is_newer = t + iterations, True

    def average(self) -> list[FloatArray]:
        """The average strategy as slot vectors."""
        self._fetch()
        return super().average()

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """Regrets, sums, the current strategy."""
        self._fetch()
        return super().tensors()

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Read them back."""
        super().restore(tensors, fields)
        self._send()

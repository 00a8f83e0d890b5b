"""DeviceBackend: a spot whose passes run by generated kernels on a GPU, or on the host to check their text.

The layout is the CPU's, so that files go from one to the other; sums are taken in another order, which in float32 shows
in the last digits. While a solve iterates its memory is the device's; what is asked of the strategies comes back first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.memory import free_bytes
from tianji.holdem.engine.cpu import CpuBackend, FloatArray
from tianji.holdem.engine.shelf import Shelf
from tianji.holdem.engine.street import DeviceStreet
from tianji.kernels.constants import AVERAGE, BLOCK, RESPONSE, SOLVE, VALUE
from tianji.kernels.gpu.shapes import BACKWARD, FORWARD, WALK
from tianji.kernels.gpu.source import Flags
from tianji.run.checkpoint import Tensors

MOST_SCALE = 1e18  # of averages, beside whose sums float32 still has room
NOW, DISCOUNT = (
    8,
    7,
)  # numbers of `Now` in spot.h: a row of the schedule, and its discount of the averages again
PARTS = ("regret", "average", "residue", "prediction", "locks", "scales")


def schedule_steps(
    schedule: FloatArray, scale: float, is_discounted: bool
) -> list[tuple[FloatArray, float, float]]:
    """Rows as kernels read them, with what the averages are multiplied by first, and their scale after that.

    Where no residues are kept, and numbers are no integers (whose discount their unit takes), averages are not
    discounted: the weight of a plan stands in place of their discount, and grows (`DeviceBackend.scale`).
    """
    found = []
    for row in schedule:
        factor, given = 1.0, np.zeros(NOW)
        given[: len(row)], given[DISCOUNT] = row, row[AVERAGE]
        if not is_discounted:
            discount = float(row[AVERAGE])
            if discount <= 0 or scale / discount > MOST_SCALE:
                factor, scale = (0.0 if discount <= 0 else discount / scale), 1.0
            else:
                scale /= discount
            given[AVERAGE] = scale
        found.append((given, factor, scale))
    return found


class DeviceShelf(Shelf):
    """A copy of the averages in the device's memory, taken and given back there."""

    def __init__(self, backend: DeviceBackend) -> None:
        super().__init__(backend.average_bytes, lambda size: True)
        self._backend, self._scale = backend, 1.0
        self._names = ("average", "scales") if backend.storage == "int16" else ("average",)
        self._copies: dict[str, Any] = {}  # by name and street, flat
        self._extras: dict[str, Any] = {}

    def open(self, now: Tensors) -> None:
        """The room is taken with the first copy."""

    def keep(self, backend: DeviceBackend) -> bool:
        """As `Shelf` has it."""
        kept = enumerate(backend.load())
        self._fill({f"{name}/{k}": arrays[name] for k, arrays in kept for name in self._names}, backend.scale)
        self._extras = backend.extras()
        return True

    def _fill(self, given: dict[str, Any], scale: float) -> None:
        machine = self._backend.machine
        if not self._copies:
            kinds = {name: getattr(self._backend.levels[0], name).dtype for name in self._names}
            self._copies = {
                name: machine.zeros(len(array), kinds[name.split("/")[0]]) for name, array in given.items()
            }
        for name, array in given.items():
            machine.copy(array, self._copies[name])
        self._scale, self.is_filled = scale, True

    def put(self, now: Tensors) -> bool:
        """Keep what a file gave."""
        names = [f"{name}/{k}" for k in range(len(self._backend.levels)) for name in self._names]
        self._fill({name: self._backend.machine.array(np.asarray(now[name]).ravel()) for name in names}, 1.0)
        self._extras = {name: np.array(now[name]) for name in self._backend.extras()}
        return True

    def give(self, backend: DeviceBackend) -> None:
        """As `Shelf` has it."""
        backend.take_averages(self._copies, self._scale)
        backend.take_extras(self._extras)

    def views(self) -> Tensors:
        """The copy for a file."""
        found = dict(self._extras)
        for key, copy in self._copies.items():
            name, _, k = key.partition("/")
            found[key] = array = np.empty_like(getattr(self._backend.levels[int(k)], name))
            self._backend.machine.fetch(copy[: array.size], array.reshape(-1))
            if name == "average" and self._scale != 1:
                array *= array.dtype.type(1 / self._scale)
        return found


class DeviceBackend(CpuBackend):
    """As `CpuBackend`, by a machine of `kernels.gpu.machine`."""

    def __init__(self, machine: Any, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.machine = machine
        self._kept: list[dict[str, Any]] | None = None  # by street, in the device's memory
        self._newer: set[str] = set()  # parts whose numbers there are newer than here
        self._is_blank = True  # nothing but zeros here
        self._recorded: Callable[[], None] | None = None  # an iteration over what is kept now
        self.told: dict[
            int, list[float]
        ] = {}  # values by mode that a batch has found (`engine.gpu.batch`), asked once
        self.scale = 1.0  # of the averages there: S grows by weights that grow, instead of being discounted

    @cached_property
    def streets(self) -> list[DeviceStreet]:
        """Tables, kernels and work space of every street."""
        found: list[DeviceStreet] = []
        for k, level in enumerate(self.levels):
            above = found[-1].width if found else None
            found.append(DeviceStreet(self.machine, self.forests[k], level, self.boards[k], self.real, above))
        if len(found) > 1:
            found[-2].meet_below(found[-1])
        return found

    @property
    def device(self) -> str:  # type: ignore[override]
        """What it runs on."""
        return str(self.machine.kind)

    @property
    def flags(self) -> Flags:
        """What kernels are made for."""
        first = self.levels[0]
        is_packed = self.storage == "int16"
        return Flags(first.prediction.size > 0, first.residue.size > 0, first.locks.size > 0, is_packed)

    def warm(self) -> None:
        """Have the kernels of a solve compiled or loaded, and everything in the device's memory."""
        self.load()
        for mode in (SOLVE, RESPONSE):
            self._functions(mode)
        self.machine.wait()

    def _functions(self, mode: int) -> list[dict[tuple[str, int], Any]]:
        """Kernels by street, step and player."""
        last = len(self.streets) - 1
        steps = [[WALK] if k == last else [FORWARD, BACKWARD] for k in range(last + 1)]
        return [street.functions(mode, self.flags, steps[k]) for k, street in enumerate(self.streets)]

    # memory here and there
    def load(self) -> list[dict[str, Any]]:
        """The device's memory, filled from here where it is not there."""
        if self._kept is None:
            self._kept, self.scale = [], 1.0
            for level in self.levels:
                arrays = {}
                for name in PARTS:
                    given = getattr(level, name)
                    arrays[name] = self.machine.zeros(max(1, given.size), given.dtype)
                    if given.size and (name == "scales" or not self._is_blank):
                        self.machine.send(given.reshape(-1), arrays[name][: given.size])
                self._kept.append(arrays)
        return self._kept

    def _unload(self, *names: str) -> None:
        """Bring what is newer there back here."""
        for name in sorted(self._newer & set(names)):
            assert self._kept is not None
            for level, arrays in zip(self.levels, self._kept, strict=True):
                here = getattr(level, name)
                if here.size:
                    self.machine.fetch(arrays[name][: here.size], here.reshape(-1))
                    if name == "average" and self.scale != 1:
                        here *= here.dtype.type(1 / self.scale)
            self._newer.discard(name)

    def take_averages(self, copies: dict[str, Any], scale: float) -> None:
        """Go on from these averages, which are in the device's memory, times `scale`."""
        kept = self.load()
        for key, copy in copies.items():
            name, _, k = key.partition("/")
            self.machine.copy(copy, kept[int(k)][name])
            self._newer.add(name)
        self.scale = scale

    def extras(self) -> dict[str, npt.NDArray[Any]]:
        """What belongs to a copy of the averages besides."""
        return {}

    def take_extras(self, extras: dict[str, npt.NDArray[Any]]) -> None:
        """Go on from these."""

    def _forget(self) -> None:
        """Numbers here will change: what is there is no longer right."""
        self._unload(*PARTS)
        self._kept, self._is_blank, self._recorded = None, False, None

    def make_shelf(self, take: Callable[[int], bool], folder: str | os.PathLike[str] | None = None) -> Shelf:
        """In the device's memory where there is room, else as the CPU keeps one."""
        if take(self.average_bytes):
            return DeviceShelf(self)
        return Shelf(self.average_bytes, lambda size: 2 * size < free_bytes(), folder)

    # passes
    def iterate(self, schedule: FloatArray) -> int:
        """As `CpuBackend` has it; it is asked whether to leave while the next iteration is already under way."""
        done = 0
        if self._pause is not None:  # left half-done elsewhere: finished here, as it was begun
            self._forget()
            done = super().iterate(schedule[:1])
            if not done:
                return 0
        self.load()
        steps = self.schedule_steps(schedule[done:])
        if not steps:
            return done
        rows = self.machine.array(np.stack([row for row, _, _ in steps]).astype(self.real))
        last = None
        for k, (_, factor, scale) in enumerate(steps):
            self.rescale(factor, scale)
            self.machine.copy(rows[k], self.now)
            self._iteration()
            done += 1
            if self._is_over is not None:
                before, last = last, self.machine.mark()
                if before is not None:
                    before()
                if self._is_over():
                    break
        self.machine.wait()
        return done

    def rescale(self, factor: float, scale: float) -> None:
        """Before an iteration: what the averages are multiplied by first, and their scale from then on."""
        if factor != 1:
            for arrays in self.load():
                arrays["average"] *= factor
        self.scale = scale
        self._newer |= {"regret", "average", "residue", "prediction", "scales"}

    def _iteration(self) -> None:
        """Both players' passes: launched one by one the first time, as recorded from then on."""
        if self._recorded is not None:
            self._recorded()
            return
        self._both_passes()
        self._recorded = self.machine.record(self._both_passes)

    def _both_passes(self) -> None:
        for player in (0, 1):
            self._pass(player, SOLVE)

    @cached_property
    def now(self) -> Any:
        """The row of the schedule that kernels read, in the device's memory."""
        return self.machine.zeros(NOW, self.real)

    def schedule_steps(self, schedule: FloatArray) -> list[tuple[FloatArray, float, float]]:
        """As `schedule_steps`, for what this backend stores."""
        is_discounted = self.flags.has_residue or self.flags.is_packed
        return schedule_steps(schedule, self.scale, is_discounted)

    def run_against(self, theirs: FloatArray, player: int, mode: int, coefficients: FloatArray) -> FloatArray:
        """As `CpuBackend` has it, for values and best responses on the device."""
        if mode == SOLVE:
            self._forget()
            return super().run_against(theirs, player, mode, coefficients)
        self._require_checked(0, 0, 1)
        self.load()
        return self._pass(player, mode, theirs)

    def values(self, mode: int = VALUE) -> list[float]:
        """As `CpuBackend` has it."""
        if mode in self.told:
            return self.told.pop(mode)
        row = np.zeros(6)
        return [float(self.ranges[p] @ self.run(p, mode, row)) / self.norm for p in (0, 1)]

    def _pass(
        self, player: int, mode: int, theirs: FloatArray | None = None, start: Any = None
    ) -> npt.NDArray[Any]:
        """The opponent's range down all streets, values up."""
        for step in self.pass_steps(player, mode, theirs, start):
            self.machine.launch(*step)
        return self.found(player) if mode != SOLVE else np.zeros(0)

    def found(self, player: int) -> npt.NDArray[Any]:
        """`[H]`: what the last pass of a player's found."""
        return self.streets[0].found(player, len(self.ranges[player]))

    def pass_steps(
        self, player: int, mode: int, theirs: FloatArray | None = None, start: Any = None
    ) -> Iterator[list[Any]]:
        """The launches of a pass, step by step; start: where the opponent's weights are in the machine's memory."""
        streets, kept, now = self.streets, self.load(), self.now
        functions, last = self._functions(mode), len(streets) - 1
        given = self.ranges[1 - player] if theirs is None else theirs
        reach = streets[0].start(given, player, theirs is None, start)
        for k in range(last):
            yield streets[k].launches(functions[k], FORWARD, player, now, kept[k], reach, streets[k].reach)
            reach = streets[k].reach
        all_ins = streets[last - 1].all_ins if last else None
        beside = all_ins.launches(player) if all_ins is not None else []
        yield streets[last].launches(
            functions[last], WALK, player, now, kept[last], reach, None, beside=beside
        )
        for k in reversed(range(last)):
            for launch in streets[k].gathers(player, streets[k + 1], self.classes if k == 0 else None):
                yield [launch]
            above = streets[0].started if k == 0 else streets[k - 1].reach
            chance = 1 / self.cards_left[k]
            yield streets[k].launches(
                functions[k], BACKWARD, player, now, kept[k], above, streets[k].value, chance
            )

    # what is asked of the strategies
    def below(
        self, k: int, b: int, player: int, mode: int, coefficients: FloatArray, reach: Any
    ) -> FloatArray:
        """As `CpuBackend` has it, by the CPU."""
        self._unload("average", "scales") if mode != SOLVE else self._forget()
        return super().below(k, b, player, mode, coefficients, reach)

    def rows(self, k: int, b: int, player: int, name: str) -> FloatArray:
        """As `Memory` has it; only the board's part comes back."""
        if name in self._newer:
            assert self._kept is not None
            _, _, blocks, base = (int(x) for x in self.levels[k].boards[b, player, :4])
            part = slice(base * BLOCK, (base + blocks * self.forests[k].rows[player]) * BLOCK)
            here = getattr(self.levels[k], name)[part]
            self.machine.fetch(self._kept[k][name][part], here)
            if name == "average" and self.scale != 1:
                here *= here.dtype.type(1 / self.scale)
            self._unload("scales")
        return super().rows(k, b, player, name)

    def set_row(self, k: int, b: int, player: int, name: str, row: int, values: npt.NDArray[Any]) -> None:
        """As `Memory` has it, in the device's memory too."""
        super().set_row(k, b, player, name, row, values)
        self._is_blank = False
        if self._kept is None:
            return
        _, _, blocks, base = (int(x) for x in self.levels[k].boards[b, player, :4])
        for block in range(blocks):
            at = (base + block * self.forests[k].rows[player] + row) * BLOCK
            here = getattr(self.levels[k], name)[at : at + BLOCK]
            factor = here.dtype.type(self.scale if name == "average" else 1)
            self.machine.send(here * factor, self._kept[k][name][at : at + BLOCK])
            if self.storage == "int16" and name != "locks":
                which, units = int(name == "average"), self.levels[k].scales
                unit = which * units.shape[1] + at // BLOCK
                self.machine.send(
                    units[which, at // BLOCK : at // BLOCK + 1], self._kept[k]["scales"][unit : unit + 1]
                )

    def set_rows(self, k: int, b: int, player: int, name: str, values: npt.NDArray[Any]) -> None:
        """As `Memory` has it."""
        self._forget()
        super().set_rows(k, b, player, name, values)

    def add_locks(self) -> None:
        """As `Memory` has it."""
        self._forget()
        super().add_locks()

    def add_residues(self) -> None:
        """As `Memory` has it."""
        self._forget()
        super().add_residues()

    def tensors(self, is_resumable: bool) -> dict[str, npt.NDArray[Any]]:
        """As `Memory` has it."""
        self._unload(*(PARTS if is_resumable else ("average", "scales")))
        return super().tensors(is_resumable)

    def use(self, *args: Any, **options: Any) -> None:
        """As `Memory` has it."""
        self._forget()
        super().use(*args, **options)

    def close(self) -> None:
        """Let threads and the device's memory go."""
        self._forget()
        self.__dict__.pop("streets", None)
        super().close()

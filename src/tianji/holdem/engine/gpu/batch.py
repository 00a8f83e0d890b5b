"""Batch: spots of one betting tree, each on boards of its own, that iterate and answer by the same launches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.device import DeviceBackend
from tianji.kernels.constants import SOLVE

FloatArray = npt.NDArray[np.float64]


class SideBySide:
    """What several backends of one machine do at once: their kernels run side by side, one step of a pass a launch.

    Every member keeps its memory, ranges, entry weights and averages: what it finds is what it would find alone.
    """

    def __init__(self, members: Sequence[DeviceBackend]) -> None:
        self.machine = members[0].machine
        self._now = members[0].now
        self._recorded: dict[
            tuple[int, ...], tuple[Any, Any]
        ] = {}  # by members: what they keep, and an iteration of it
        for member in members:
            member.now = self._now  # all are at the same row of the schedule

    def iterate(self, members: Sequence[DeviceBackend], schedule: FloatArray) -> None:
        """An iteration of every member for every row of the schedule."""
        alike: dict[Any, list[DeviceBackend]] = {}
        for member in members:
            member.load()
            member.told.clear()
            alike.setdefault((member.flags, member.scale), []).append(member)
        for some in alike.values():
            steps = some[0].schedule_steps(schedule)
            rows = self.machine.array(np.stack([row for row, _, _ in steps]).astype(some[0].real))
            for k, (_, factor, scale) in enumerate(steps):
                for member in some:
                    member.rescale(factor, scale)
                self.machine.copy(rows[k], self._now)
                self._iteration(some)
        self.machine.wait()

    def _iteration(self, members: list[DeviceBackend]) -> None:
        """Both players' passes of all: launched the first time, as recorded from then on."""
        key, kept = tuple(id(m) for m in members), [m.load() for m in members]
        known = self._recorded.get(key)
        if known is not None and all(a is b for a, b in zip(known[0], kept, strict=True)):
            known[1]()
            return
        self._both_passes(members)
        self._recorded = {key: (kept, self.machine.record(lambda: self._both_passes(members)))}

    def _both_passes(self, members: list[DeviceBackend]) -> None:
        for player in (0, 1):
            self._pass(members, player, SOLVE)

    def _pass(self, members: Sequence[DeviceBackend], player: int, mode: int) -> None:
        for steps in zip_longest(*(m.pass_steps(player, mode) for m in members), fillvalue=[]):
            self.machine.launch(*chain.from_iterable(steps))

    def tell(self, members: Sequence[DeviceBackend], mode: int) -> None:
        """Have the members know their values of this mode when they are asked next: all are found at once."""
        found = []
        for player in (0, 1):
            self._pass(members, player, mode)
            found.append([float(m.ranges[player] @ m.found(player)) / m.norm for m in members])
        for member, first, second in zip(members, *found, strict=True):
            member.told[mode] = [first, second]

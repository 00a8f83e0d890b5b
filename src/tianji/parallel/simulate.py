"""simulate_batch: how long a batch would take on so many nodes that die now and then, before anybody rents them."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from random import Random

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import ParameterError, quote

DEATHS = 1000  # in a row without an item done, after which it is plain that none ever will be


@dataclass(frozen=True)
class Makespan(Result):
    """What a batch would take. makespan: seconds from the first item to the last. work: seconds of items, each counted
    once. lost: seconds of those that a death cut short. efficiency: work / (slots · makespan)."""

    makespan: float
    work: float
    lost: float
    deaths: int
    efficiency: float

    @property
    def lost_share(self) -> float:
        """Of all seconds that were worked, those in vain."""
        return self.lost / (self.work + self.lost)


@checked
def simulate_batch(
    lengths: Sequence[float],
    machines: int = 1,
    slots: int = 1,
    *,
    start: float = 0.5,
    overhead: float = 3e-4,
    deaths: float = 0.0,
    replace: float = 120.0,
    seed: int = 0,
) -> Makespan:
    """Hand items out in their order, each to the slot that is free first, by a clock that nobody waits for.

    lengths: seconds of every item. slots: items at once on a machine. start: seconds before its workers take the first.
    overhead: of the driver, an item, one after the other. deaths: of a machine, an hour (one of the spot market: 0.01),
    at moments drawn by `seed`; what ran there is begun again elsewhere, and `replace` seconds later there is another.

    >>> simulate_batch([1.0] * 256, 1, 16, start=0.0, overhead=0.0).makespan
    16.0
    >>> flops = simulate_batch([128.0] * 17550, 4, 64, deaths=0.1, seed=1)
    >>> round(flops.makespan / 3600, 1), flops.deaths, flops.lost_share < 0.02
    (2.5, 1, True)
    """
    _check(lengths, machines, slots, start, overhead, deaths, replace)
    rng = Random(seed)
    run = _Simulation([float(s) for s in lengths], machines, slots, start, overhead, replace)
    for node in range(machines):
        run.begin(node, start)
        run.die(node, rng.expovariate(deaths / 3600) if deaths else inf)
    while run.left:
        at, kind, node, item, life = heapq.heappop(run.events)
        if kind == DIES:
            run.kill(node, at)
            run.die(node, at + replace + (rng.expovariate(deaths / 3600) if deaths else inf))
        elif life == run.lives[node]:
            run.free(node, at, item)
    span, work = run.ended, sum(run.seconds)
    return Makespan(span, work, run.lost, run.deaths, work / (machines * slots * span) if span else 1.0)


DIES, FREE = 0, 1


class _Simulation:
    """A batch by its events: (time, kind, node, item that ended or −1, life of the node in which it began)."""

    def __init__(
        self, seconds: list[float], nodes: int, slots: int, start: float, overhead: float, replace: float
    ) -> None:
        self.seconds, self.slots, self.start, self.overhead, self.replace = (
            seconds,
            slots,
            start,
            overhead,
            replace,
        )
        self.events: list[tuple[float, int, int, int, int]] = []
        self.waiting = deque(range(len(seconds)))
        self.idle: deque[int] = deque()
        self.lives = [0] * nodes
        self.running: list[dict[int, float]] = [{} for _ in range(nodes)]  # item → when it began
        self.in_a_row = 0
        self.left, self.deaths, self.lost, self.ended = len(seconds), 0, 0.0, 0.0
        self.driver = 0.0  # when the driver has its hands free

    def begin(self, node: int, at: float) -> None:
        """All slots of a node are free at that time."""
        for _ in range(self.slots):
            heapq.heappush(self.events, (at, FREE, node, -1, self.lives[node]))

    def die(self, node: int, at: float) -> None:
        """A death to come."""
        if at < inf:
            heapq.heappush(self.events, (at, DIES, node, -1, 0))

    def free(self, node: int, at: float, item: int) -> None:
        """A slot has ended an item, or has none; it takes the next, or waits for one that a death gives back."""
        if item >= 0:
            del self.running[node][item]
            self.left -= 1
            self.in_a_row = 0
            self.ended = max(self.ended, at)
        if not self.waiting:
            self.idle.append(node)
            return
        self._give(node, at)

    def _give(self, node: int, at: float) -> None:
        item = self.waiting.popleft()
        self.driver = max(self.driver, at) + self.overhead
        self.running[node][item] = self.driver
        heapq.heappush(self.events, (self.driver + self.seconds[item], FREE, node, item, self.lives[node]))

    def kill(self, node: int, at: float) -> None:
        """A node is gone: its items wait again, first of all; those who have nothing to do take them."""
        self.deaths += 1
        self.lives[node] += 1
        self.in_a_row += 1
        if self.in_a_row > DEATHS:
            raise ParameterError(
                f"deaths: {DEATHS} in a row and no item of {max(self.seconds):g} s done between them; make items "
                "shorter, or deaths fewer"
            )
        self.lost += sum(max(at - begun, 0.0) for begun in self.running[node].values())
        self.waiting.extendleft(reversed(self.running[node]))
        self.running[node] = {}
        self.idle = deque(other for other in self.idle if other != node)
        while self.waiting and self.idle:
            self._give(self.idle.popleft(), at)
        self.begin(node, at + self.replace + self.start)


def _check(lengths: Sequence[float], machines: int, slots: int, *times: float) -> None:
    for name, count in {"machines": machines, "slots": slots}.items():
        if not 1 <= count <= 1_000_000:
            raise ParameterError(f"{name}={quote(count)}; expected a whole number from 1 to 1,000,000")
    if not len(lengths) or not all(0 <= s < 1e18 for s in lengths):
        raise ParameterError(f"lengths={quote(lengths)}; expected the seconds of some items, 0 or more each")
    for name, value in zip(("start", "overhead", "deaths", "replace"), times, strict=True):
        if not 0 <= value < 1e18:
            raise ParameterError(f"{name}={quote(value)}; expected a number from 0 up")

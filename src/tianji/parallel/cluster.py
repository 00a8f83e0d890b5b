"""RayExecutor: items on the nodes of a Ray cluster. Retries are ours, not Ray's: an item that kills cannot loop."""

from __future__ import annotations

import json
import os
import re
import socket
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from tianji._optional import require
from tianji.errors import NotApplicableError, ParameterError
from tianji.parallel.executors import THREADS, Executor, Order
from tianji.parallel.frames import FrameError, hello
from tianji.parallel.items import Item, Outcome, Tensors, attempt
from tianji.parallel.tries import Try, require_same, told
from tianji.run.clock import Clock
from tianji.run.stopping import INTERRUPTED
from tianji.run.threads import POLL_SECONDS

IN_FLIGHT = 2  # groups of items a CPU: one that runs, one that waits beside it
GROUP_SECONDS, GROUP_MOST = 0.05, 64  # shorter items travel together, as many as make up so long
LOOK_SECONDS = 1.0  # between two looks at the nodes
KNOCK_SECONDS = 5.0


class RayExecutor(Executor):
    """The nodes of a Ray cluster that runs already: at `address` (HOST:PORT of its head), or the one this machine is
    in. None is ever started here: Ray listens on all interfaces and asks nobody for a password.

    Needs the extra tianji[ray], and the same Tianji on every node. A task is an item, or several short ones; Ray's own
    retries are off. shared arrays are in the store of a node once. A node that joins is used, one that dies costs what
    ran there another attempt; `patience`: seconds without any node on which items fit, before the run ends.
    """

    is_here = False

    def __init__(self, address: str | None = None, patience: float = 30.0) -> None:
        if address is not None and not re.fullmatch(r"[^\s:]+:\d{1,5}", address):
            raise ParameterError(
                f"on='ray({address[:80]})'; expected HOST:PORT of the cluster's head, such as 'ray(10.0.0.1:6379)'"
            )
        self.ray = require("ray", extra="ray", needed_for="on='ray'")
        self.address, self.patience = address, patience
        self._is_ours = False
        self._mean: float | None = None  # seconds of an item, of late

    def threads_each(self) -> int:
        """One: a cluster has many CPUs, and items to fill them."""
        return 1

    def _connect(self) -> Any:
        ray, address = self.ray, self.address or os.environ.get("RAY_ADDRESS") or "auto"
        if ray.is_initialized():
            here = ray.get_runtime_context().gcs_address
            if self.address not in (None, here):
                raise NotApplicableError(
                    f"on='ray({self.address})': this process is in the cluster {here}; leave that one first"
                )
            return ray
        try:
            if self.address is not None:  # Ray itself would knock for minutes
                host, _, port = self.address.rpartition(":")
                socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
            os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # without GPUs, it warns
            ray.init(address=address, log_to_driver=False, logging_level="error")
            ray._private.worker._worker_logs_enabled = False  # else deaths are told on standard output
        except (OSError, OverflowError, RuntimeError, ValueError) as error:
            where = "on this machine" if self.address is None else f"at {self.address}"
            said = " ".join(str(error).split())[:200]
            raise NotApplicableError(
                f"no Ray cluster can be joined {where} ({said}); start one with 'ray start --head' on a trusted "
                "network, and 'ray start --address=HOST:PORT' here"
            ) from None
        self._is_ours = True
        return ray

    def outcomes(self, order: Order) -> Iterator[Outcome]:
        """Outcomes as they come; stopped with "interrupted", what is at a node, running or next, is waited for."""
        ray = self._connect()
        cpus, memory = (
            max((getattr(i, name) for i in order.items), default=0) for name in ("cpus", "memory")
        )
        tasks = _Tasks(ray, order, cpus, memory)
        waiting = deque(Try(item) for item in order.items)
        running: dict[Any, list[Try]] = {}
        slots, looked, lonely = 0, Clock(), Clock()
        try:
            while waiting or running:
                reason = order.stop()
                if reason and (reason != INTERRUPTED or not running):
                    return
                if not slots or looked.seconds > LOOK_SECONDS:
                    slots, looked = _room(ray.nodes(), cpus, memory), Clock()
                if slots:
                    lonely = Clock()
                elif lonely.seconds > self.patience:
                    raise NotApplicableError(
                        f"no node of the Ray cluster has {cpus} CPUs and {memory} bytes for an item; what is done is "
                        "kept with a folder, from which the same call goes on when there are nodes"
                    )
                while not reason and waiting and len(running) < IN_FLIGHT * slots:
                    group = self._group(waiting, slots)
                    running[tasks.begin([tried.item for tried in group])] = group
                for ref in _ready(ray, list(running)):
                    yield from self._take(ray, ref, running.pop(ref), waiting, order.attempts)
        finally:
            for ref in running:  # left early: nobody waits for it
                with suppress(Exception):
                    ray.cancel(ref, force=True)

    def _group(self, waiting: deque[Try], slots: int) -> list[Try]:
        """The next item, or several short ones; never so many that others have nothing to do."""
        size = 1 if self._mean is None else int(GROUP_SECONDS / max(self._mean, 1e-6))
        size = max(1, min(size, GROUP_MOST, len(waiting) // (IN_FLIGHT * slots)))
        group = [waiting.popleft()]
        while len(group) < size and waiting and not (group[0].alone or waiting[0].alone):
            group.append(waiting.popleft())
        return group

    def _take(
        self, ray: Any, ref: Any, group: list[Try], waiting: deque[Try], attempts: int
    ) -> Iterator[Outcome]:
        """What came of a task: outcomes, or a death, after which a group's items are tried one by one."""
        try:
            greeting, found = ray.get(ref)
            require_same(greeting)
            outcomes = [one.outcome(*answer) for one, answer in zip(group, found, strict=True)]
        except ray.exceptions.RayTaskError as error:
            if not isinstance(error.cause, ray.exceptions.RayError):
                said = str(error).strip().splitlines()[-1][:200]
                raise NotApplicableError(
                    f"a node of the Ray cluster cannot run Tianji ({said}); install the same Tianji on all nodes"
                ) from None
            yield from self._died(error, group, waiting, attempts)
        except (ray.exceptions.RayError, FrameError) as error:
            yield from self._died(error, group, waiting, attempts)
        else:
            for outcome in outcomes:
                self._mean = (
                    outcome.seconds if self._mean is None else 0.9 * self._mean + 0.1 * outcome.seconds
                )
                yield outcome

    def _died(
        self, error: Exception, group: list[Try], waiting: deque[Try], attempts: int
    ) -> Iterator[Outcome]:
        if len(group) > 1:
            waiting.extendleft(replace(tried, alone=True) for tried in reversed(group))
            return
        how = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        yield from group[0].died(how, waiting, attempts)

    def close(self) -> None:
        """Leave the cluster, where this executor joined it."""
        if self._is_ours:
            self._is_ours = False
            self.ray.shutdown()


class _Tasks:
    """Tasks of one order; shared arrays are put into the store once."""

    def __init__(self, ray: Any, order: Order, cpus: int, memory: int) -> None:
        self.job, self.names = order.job, list(order.shared)
        self.arrays = [ray.put(np.asarray(array)) for array in order.shared.values()]
        self.cpus = cpus
        asked: dict[str, Any] = {"memory": memory} if memory else {}
        self.remote = ray.remote(answer).options(num_cpus=cpus, max_retries=0, name=order.job, **asked)

    def begin(self, items: Sequence[Item]) -> Any:
        """Send items."""
        rows = [{"key": item.key, "args": dict(item.args)} for item in items]
        about = {"job": self.job, "hello": hello(), "cpus": self.cpus, "shared": self.names}
        text = json.dumps({**about, "items": rows})
        return self.remote.remote(text, *self.arrays)


def answer(text: str, *arrays: np.ndarray) -> tuple[dict[str, str], list[tuple[dict[str, Any], Tensors]]]:
    """What runs at a node: its greeting, and of every item what became of it; none where the driver greets otherwise.

    >>> answer('{"hello": {"version": "9.9"}, "shared": []}')[1]
    []
    """
    asked, mine = json.loads(text), hello()
    if asked["hello"] != mine:
        return mine, []
    # libraries read these once; an environment of Ray's own for it would start every worker twice
    os.environ.update(dict.fromkeys(THREADS, str(asked["cpus"])))
    shared = {name: array.view() for name, array in zip(asked["shared"], arrays, strict=True)}
    for array in shared.values():
        array.flags.writeable = False
    found = [attempt(asked["job"], item["key"], item["args"], shared) for item in asked["items"]]
    return mine, [(told(outcome), outcome.tensors) for outcome in found]


def _room(nodes: Sequence[dict[str, Any]], cpus: int, memory: int) -> int:
    """Items that fit at once on the nodes that are alive.

    >>> _room([{"Alive": True, "Resources": {"CPU": 9.0, "memory": 10.0}}, {"Alive": False}], 2, 3)
    3
    """
    room = 0
    for node in nodes:
        if node["Alive"]:
            has = node["Resources"]
            fits = int(has.get("CPU", 0) // max(cpus, 1))
            room += min(fits, int(has.get("memory", 0) // memory)) if memory else fits
    return room


def _ready(ray: Any, refs: list[Any]) -> list[Any]:
    """Those that have ended; waits a moment for the first."""
    if not refs:
        time.sleep(POLL_SECONDS)  # for a node
        return []
    first: list[Any] = ray.wait(refs, num_returns=1, timeout=POLL_SECONDS)[0]
    return first and list(ray.wait(refs, num_returns=len(refs), timeout=0)[0])

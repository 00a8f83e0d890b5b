"""Many inputs on many processes: chunks are handed out, every process stays on one core, and none can stop the rest.

A chunk is (target, first seed, count). A process that dies or hangs costs one input, which is told, and another
process goes on behind it. `run` answers with one `Row` per target.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import multiprocessing
import os
import random
import resource
import signal
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from fuzz.files import Kind
    from fuzz.readers import Reader

CHUNK = 250  # inputs: some seconds of the slowest target
TIMEOUT = 60  # seconds that one input may take
PATIENCE = 120  # seconds after which a process whose kernel does not even hear the alarm is killed
WARM_UP = 600  # seconds that the first input of a target may take in a process: kernels are compiled
MEMORY = 12 * 2**30  # bytes of address space of one process: what takes more must say so first
LEAST = 5 * 2**30  # of them, however many processes share the machine: libraries and kernels map about half
SHOWN = 5  # faults told of a target

Target = Callable[[random.Random], object]
Maker = Callable[[Path], Target]


class Chunk(NamedTuple):
    """Inputs of one target: the seeds first, first + 1, ..."""

    target: str
    first: int
    count: int


@dataclass
class Row:
    """What was tried of one target; faults: (seed, what happened)."""

    inputs: int = 0
    seconds: float = 0.0
    faults: list[tuple[int, str]] = field(default_factory=list)


# In a process of its own ----------------------------------------------------------------------------------------


class _Late(BaseException):
    pass


def _late(number: int, frame: object) -> None:
    raise _Late


def every_target() -> dict[str, Maker]:
    """Readers, doors and kinds of files by name; one is made when it is needed, and tried on valid inputs first."""
    from fuzz import doors, files, readers

    made: dict[str, Maker] = {name: partial(_reader, reader) for name, reader in readers.readers().items()}
    made |= {f"door: {name}": door for name, door in doors.doors().items()}
    return made | {f"file: {kind.name}": partial(_file, kind) for kind in files.kinds()}


def _reader(reader: Reader, folder: Path) -> Target:
    from fuzz import readers

    for text in reader.examples:
        readers.judged(reader, text)
    return partial(readers.try_one, reader)


def _file(kind: Kind, folder: Path) -> Target:
    from fuzz import files
    from fuzz.readers import quotes_little
    from tianji.errors import TianjiError

    path = files.at_a_long_path(folder, "crafted.safetensors")
    kind.write(path)
    data = path.read_bytes()
    kind.use(path)

    def try_one(rng: random.Random) -> None:
        path.write_bytes(data)
        files.crafted(rng, path, kind.kind)
        try:
            kind.use(path)
        except TianjiError as error:
            assert quotes_little(str(error), str(path)), f"the message quotes the whole path: {error!s:.500}"

    return try_one


def _try(target: Target, seeds: range, at: Any, tell: Callable[[tuple[int, str]], None]) -> None:
    """These inputs one by one. at: the seed in work and since when, shared; tell: what failed."""
    for seed in seeds:
        at[0], at[1] = seed, time.monotonic()
        signal.alarm(TIMEOUT)
        try:
            target(random.Random(seed))
        except _Late:
            tell((seed, f"not done after {TIMEOUT} s"))
        except Exception as error:
            tell((seed, f"{type(error).__name__}: {error!s:.400}"))
        finally:
            signal.alarm(0)


def share(processes: int) -> int:
    """Bytes that one of so many processes may map, so that all of them together do not fill the machine."""
    from tianji.core.memory import free_bytes

    return max(LEAST, min(MEMORY, int(0.9 * free_bytes() / processes)))


def work(
    pipe: Connection, at: Any, core: int, memory: int, every: Callable[[], dict[str, Maker]], folder: str
) -> None:
    """Do chunks until the pipe is closed; on one core, so that as many processes as cores do not hinder each other."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    for number in (signal.SIGINT, signal.SIGTERM):  # meant for all of the group; the parent ends it
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _late)
    faulthandler.enable()
    warnings.simplefilter("ignore")
    tempfile.tempdir = tempfile.mkdtemp(dir=folder)
    makers, made = every(), {}
    pipe.send(list(makers))
    with contextlib.suppress(EOFError):
        while True:
            chunk, skip = pipe.recv()
            try:
                if chunk.target not in made:
                    made[chunk.target] = makers[chunk.target](Path(tempfile.tempdir))
                seeds = range(chunk.first + skip, chunk.first + chunk.count)
                _try(made[chunk.target], seeds, at, pipe.send)
            except Exception as error:  # a valid input that is not read
                pipe.send((chunk.first, f"the valid input: {type(error).__name__}: {error!s:.400}"))
            pipe.send(None)


# Among them ------------------------------------------------------------------------------------------------------


class Worker:
    """A process, the chunk it is at, and what failed in it so far."""

    def __init__(self, core: int, memory: int, every: Callable[[], dict[str, Maker]], folder: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.again = partial(Worker, core, memory, every, folder)
        self.pipe, other = context.Pipe()
        self.at = context.Array("d", [-1.0, 0.0], lock=False)
        given = (other, self.at, core, memory, every, folder)
        self.process = context.Process(target=work, args=given, daemon=True)
        self.process.start()
        other.close()
        self.names: list[str] | None = None  # of all targets, once it has started
        self.chunk: Chunk | None = None
        self.row = Row()

    def give(self, chunk: Chunk, skip: int = 0) -> None:
        """Hand out a chunk, or the rest of one."""
        self.chunk = chunk
        self.started = time.monotonic()
        self.at[0], self.at[1] = chunk.first + skip - 1, self.started + WARM_UP - PATIENCE
        self.pipe.send((chunk, skip))

    def look(self) -> bool:
        """Take in what it tells; whether its chunk is done."""
        while self.pipe.poll():
            told = self.pipe.recv()  # EOFError where it has died
            if told is None:
                return True
            self.row.faults.append(told)
        if time.monotonic() - self.at[1] > PATIENCE:
            raise EOFError
        return False

    def successor(self) -> Worker:
        """Another process for the rest of the chunk, behind the input that this one did not survive."""
        assert self.chunk is not None
        self.end()
        seed = int(self.at[0])
        other = self.again()
        other.names = other.pipe.recv()
        other.row = self.row
        other.row.faults.append((seed, f"the process ended ({self.process.exitcode})"))
        other.row.seconds += time.monotonic() - self.started
        other.give(self.chunk, skip=max(seed + 1, self.chunk.first) - self.chunk.first)
        return other

    def part(self) -> Row:
        """What it has done of its chunk, where it is broken off; the input in work does not count."""
        assert self.chunk is not None
        with contextlib.suppress(EOFError, OSError):
            while self.pipe.poll():
                told = self.pipe.recv()
                if told is not None:
                    self.row.faults.append(told)
        self.row.inputs = max(0, int(self.at[0]) - self.chunk.first)
        self.row.seconds += time.monotonic() - self.started
        return self.row

    def end(self) -> None:
        """Stop it, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def chunks(names: list[str], inputs: int, first: int) -> list[Chunk]:
    """All chunks, the first ones of all targets before the second ones: kernels are compiled by different processes."""
    each = -(-inputs // max(1, len(names)))  # rounded up
    return [Chunk(name, first + k, min(CHUNK, each - k)) for k in range(0, each, CHUNK) for name in names]


def run(
    inputs: int,
    processes: int,
    first: int,
    only: str = "",
    state: Path | None = None,
    told: Callable[[int, int], object] = lambda done, total: None,
    every: Callable[[], dict[str, Maker]] = every_target,
    is_over: Callable[[], bool] = lambda: False,
) -> dict[str, Row]:
    """Try so many inputs, shared evenly among the targets with `only` in their names.

    state: a file with a line for every chunk that is done; what stands there is not done again. is_over: asked every
    second; then the rows so far are returned, with what was done of the chunks in work.
    """
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
    folder = tempfile.TemporaryDirectory(prefix="tianji-fuzz-", dir=_in_memory())
    memory = share(processes)
    workers = [Worker(cores[k % len(cores)], memory, every, folder.name) for k in range(processes)]
    try:
        for worker in workers:
            worker.names = worker.pipe.recv()
        names = [name for name in workers[0].names or () if only in name]
        rows = {name: Row() for name in names}
        plan = chunks(names, inputs, first)
        done = _read(state)
        for chunk in plan:
            if chunk in done:
                _add(rows[chunk.target], done[chunk])
        todo = [chunk for chunk in reversed(plan) if chunk not in done]
        while todo or any(worker.chunk for worker in workers):
            if is_over():
                for worker in workers:
                    if worker.chunk is not None:
                        _add(rows[worker.chunk.target], worker.part())
                break
            _turn(workers, todo, rows, state)
            told(len(plan) - len(todo), len(plan))
    finally:
        for worker in workers:
            worker.end()
        folder.cleanup()
    return rows


def _in_memory() -> str | None:
    """A folder where files cost no waiting for a disk, if there is one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _turn(workers: list[Worker], todo: list[Chunk], rows: dict[str, Row], state: Path | None) -> None:
    """Hand out what can be handed out, wait a little, and take in what has come."""
    for worker in workers:
        if worker.chunk is None and todo:
            worker.give(todo.pop())
    wait([worker.pipe for worker in workers if worker.chunk is not None], timeout=1.0)
    for k, worker in enumerate(workers):
        if worker.chunk is None:
            continue
        try:
            is_done = worker.look()
        except (EOFError, OSError):
            workers[k] = worker.successor()
            continue
        if is_done:
            worker.row.inputs = worker.chunk.count
            worker.row.seconds += time.monotonic() - worker.started
            _add(rows[worker.chunk.target], worker.row)
            _write(state, worker.chunk, worker.row)
            worker.chunk, worker.row = None, Row()


def _add(row: Row, more: Row) -> None:
    row.inputs += more.inputs
    row.seconds += more.seconds
    row.faults += more.faults


def _read(state: Path | None) -> dict[Chunk, Row]:
    if state is None or not state.exists():
        return {}
    lines = [json.loads(line) for line in state.read_text().splitlines() if line.endswith("]")]
    return {
        Chunk(*chunk): Row(count, seconds, [(seed, text) for seed, text in faults])
        for *chunk, count, seconds, faults in lines
    }


def _write(state: Path | None, chunk: Chunk, row: Row) -> None:
    if state is not None:
        with state.open("a") as file:
            file.write(json.dumps([*chunk, row.inputs, row.seconds, row.faults]) + "\n")

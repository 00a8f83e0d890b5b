"""run_batch: items of a job kept in a folder, one file each; killed at any moment, it goes on from there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tianji._log import logger
from tianji._version import __version__
from tianji.core import storage
from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.text import is_intact, signed
from tianji.errors import FileAccessError, FileFormatError, ParameterError, quote, quote_path
from tianji.parallel.executors import ATTEMPTS, check_attempts, make_executor
from tianji.parallel.items import DONE, FAILED, LOST, Item, Outcome, Shared, Tensors, job_version, make_items
from tianji.parallel.ordered import Meter
from tianji.run.clock import Clock, clocked
from tianji.run.limits import Limits
from tianji.run.lock import one_writer
from tianji.run.report import Progress
from tianji.run.stopping import Stop

KIND = "batch-item"
log = logger("parallel")


@dataclass(frozen=True, eq=False)
class Batch(Result):
    """How a batch stands: items done (of them, now and earlier), failed with a sentence, lost, and still open.

    faults: key, status and sentence of each that failed or was lost. stopped: "" when no item is open.
    """

    folder: str
    job: str
    total: int
    done: int
    failed: int
    lost: int
    seconds: float
    stopped: str
    faults: tuple[dict[str, str], ...]
    items: tuple[Item, ...] = field(repr=False)

    def outcomes(self) -> Iterator[Outcome]:
        """What is done, read from the folder in the order of the items, whoever was faster."""
        for item in self.items:
            path = item_file(Path(self.folder), item.key)
            if path.exists():
                tensors, fields = read_item(path, item.args)
                yield Outcome(item.key, DONE, tensors, fields)


def item_file(folder: Path, key: str) -> Path:
    """Where what an item gave is kept."""
    return folder / "items" / key[:2] / f"{key}.safetensors"


def read_item(path: Path, args: Mapping[str, Any] | None = None) -> tuple[Tensors, dict[str, Any]]:
    """What an item gave; refused where it was asked for something else than `args`."""
    tensors, about = storage.load(path, KIND)
    if args is not None and about.get("args") != dict(args):
        raise FileFormatError(
            f"{quote_path(path)} holds what another item gave ({quote(about.get('args'))}); delete it"
        )
    if not isinstance(about.get("fields"), dict):
        raise FileFormatError(f"{quote_path(path)} has no fields of an item; delete it to have it made again")
    return tensors, about["fields"]


@checked
def run_batch(
    folder: str | Path,
    job: str,
    args: Sequence[Mapping[str, Any]],
    *,
    on: str = "serial",
    shared: Shared | None = None,
    attempts: int = ATTEMPTS,
    cpus: int = 1,
    memory: int = 0,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Batch:
    """Run a job for every one of `args` that the folder has nothing of yet, and keep what it gives there.

    The folder has `manifest.json`, `items/ab/KEY.safetensors` for what is done, `lost/KEY.json` for items whose process
    died `attempts` times (delete one to have it tried again), and `log.jsonl`. Files are the same bytes wherever items
    ran. An item whose job raises is `failed`: not tried again in this run, but in the next. Ctrl-C lets items that run
    finish, a second one does not; neither does `seconds`, nor `stop`.

    >>> from tempfile import mkdtemp
    >>> batch = run_batch(mkdtemp(), "tianji.parallel.examples:square", [{"x": 2}, {"x": 5}, {"x": "?"}])
    >>> batch.done, batch.failed, [outcome.fields["square"] for outcome in batch.outcomes()]
    (2, 1, [4, 25])
    """
    check_attempts(attempts)
    items = make_items(job, args, cpus=cpus, memory=memory)
    home = Path(folder)
    try:
        home.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise FileAccessError(
            f"{quote_path(folder)} cannot be made: {error}; choose another folder"
        ) from None
    with one_writer(home / "manifest.json"), clocked(Limits(seconds=seconds), stop) as clock:
        _claim(home, job, items)
        kept = _Kept(home, items)
        open_items = [item for item in items if item.key not in kept.ended]
        meter = Meter("batch", len(items), "items", clock, progress, len(kept.ended), len(kept.faults))

        def reason() -> str:
            meter.tell()
            return clock.stopped if clock.is_over() else ""

        with make_executor(on) as executor:
            meter.tell(always=True)
            for outcome in executor.run(job, open_items, shared, attempts, reason):
                kept.add(outcome)
                meter.add(outcome)
                meter.tell(always=True)
        return kept.batch(str(home), job, items, clock)


def _claim(home: Path, job: str, items: Sequence[Item]) -> None:
    """Write the manifest; a folder of something else is refused."""
    path = home / "manifest.json"
    keys = hashlib.sha256("".join(item.key for item in items).encode()).hexdigest()
    wanted = {"job": job, "job_version": job_version(job), "version": __version__}
    if path.exists():
        try:
            found = json.loads(storage.read_bytes(path))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not is_intact(found):
            raise FileFormatError(
                f"{quote_path(path)} is no manifest of a batch, or fails its checksum; restore it from a copy, or "
                "choose another folder"
            )
        for key, value in wanted.items():
            if found.get(key) != value:
                raise ParameterError(
                    f"{quote_path(home)} holds a batch of {key}={quote(found.get(key))}, this one has {key}="
                    f"{quote(value)}; choose another folder"
                )
    elif any(p.name != "manifest.json.lock" for p in home.iterdir()):
        raise ParameterError(f"{quote_path(home)} has files, but no batch; choose an empty folder")
    text = json.dumps(signed({**wanted, "count": len(items), "hash": keys}), indent=1) + "\n"
    storage.write_atomic(path, text.encode())


class _Kept:
    """The files of a batch. ended: status by key, of items that need not be run."""

    def __init__(self, home: Path, items: Sequence[Item]) -> None:
        self.home, self.items = home, {item.key: item for item in items}
        self.ended: dict[str, str] = {}
        self.faults: dict[str, dict[str, str]] = {}
        for key in self.items:
            if self._is_done(key):
                self.ended[key] = DONE
            elif (path := home / "lost" / f"{key}.json").exists():
                said = "its process died in an earlier run"
                with suppress(ValueError, KeyError, TypeError, RecursionError):
                    found = json.loads(storage.read_bytes(path))
                    said = str(found["error"]) if is_intact(found) else said
                self._fault(key, LOST, f"{said}; delete {quote_path(path)} to try it again")

    def _is_done(self, key: str) -> bool:
        path = item_file(self.home, key)
        if not path.exists():
            return False
        try:
            read_item(path, self.items[key].args)
        except FileFormatError as error:
            log.warning("%s; it is made again", error)
            return False
        return True

    def _fault(self, key: str, status: str, error: str) -> None:
        self.ended[key] = status
        self.faults[key] = {"key": key, "status": status, "error": error}

    def add(self, outcome: Outcome) -> None:
        """Keep an outcome; the driver alone writes."""
        item = self.items[outcome.key]
        if outcome.status == DONE:
            path = item_file(self.home, outcome.key)
            path.parent.mkdir(parents=True, exist_ok=True)
            storage.save(path, KIND, outcome.tensors, {"args": dict(item.args), "fields": outcome.fields})
            self.ended[outcome.key] = DONE
        else:
            self._fault(outcome.key, outcome.status, outcome.error)
        if outcome.status == LOST:
            path = self.home / "lost" / f"{outcome.key}.json"
            path.parent.mkdir(exist_ok=True)
            text = json.dumps(signed({"args": dict(item.args), "error": outcome.error}))
            storage.write_atomic(path, text.encode())
        row = {name: value for name, value in outcome.to_dict().items() if name != "fields"}
        with suppress(OSError), (self.home / "log.jsonl").open("a") as file:
            file.write(json.dumps(row) + "\n")

    def count(self, status: str) -> int:
        """Items that ended so."""
        return sum(found == status for found in self.ended.values())

    def batch(self, folder: str, job: str, items: Sequence[Item], clock: Clock) -> Batch:
        """How it stands."""
        is_whole = len(self.ended) == len(items)
        faults = tuple(self.faults[item.key] for item in items if item.key in self.faults)
        return Batch(
            folder, job, len(items), self.count(DONE), self.count(FAILED), self.count(LOST), clock.seconds,
            "" if is_whole else clock.stopped, faults, tuple(items),
        )  # fmt: skip

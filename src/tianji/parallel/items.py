"""Item and Outcome: a piece of work by its arguments, and what became of it."""

from __future__ import annotations

import hashlib
import json
import os
import socket
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.storage import DTYPES
from tianji.errors import ParameterError, TianjiError, UnknownNameError, quote
from tianji.run.clock import Clock
from tianji.run.threads import check_threads

Tensors = dict[str, np.ndarray]
Shared = Mapping[str, np.ndarray]
Job = Callable[[dict[str, Any], Shared], tuple[Tensors, dict[str, Any]]]

DONE, FAILED, LOST = "done", "failed", "lost"
_NUMBERS = {np.dtype(code) for code in DTYPES.values()}


@dataclass(frozen=True)
class Item:
    """One piece of a job. key: SHA-256 of the job's name and version and of args, which JSON can hold.

    cpus: threads that it uses. memory: bytes that it takes, where that is much; items that do not fit beside each other
    wait for each other.
    """

    key: str
    args: Mapping[str, Any]
    cpus: int = 1
    memory: int = 0


@dataclass(frozen=True, eq=False)
class Outcome(Result):
    """What became of an item: "done", with tensors and fields; "failed", with the sentence of what its job raised; or
    "lost", when its process died each time that it was tried.

    attempts: how often it was begun. where: host and process.
    """

    key: str
    status: str
    tensors: Tensors = field(default_factory=dict, repr=False)
    fields: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    attempts: int = 1
    where: str = ""
    error: str = ""


def find_job(name: str) -> Job:
    """The function of a dotted name; one that cannot be had by everybody (a lambda, a script's own) is refused.

    >>> find_job("math:hypot")(3, 4)
    5.0
    """
    module, _, function = name.partition(":") if isinstance(name, str) else ("", "", "")
    if not module or not function or module == "__main__":
        raise ParameterError(
            f"job={quote(name)}; expected 'module:function' of a module that others can import"
        )
    try:
        found = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownNameError(f"job={quote(name)}: {quote(error)}; name a function of a module") from None
    if not callable(found):
        raise ParameterError(f"job={quote(name)} is no function; expected 'module:function'")
    job: Job = found
    return job


def job_version(name: str) -> int:
    """The `version` attribute of a job, 1 where it has none: raise it when the job's results change."""
    return int(getattr(find_job(name), "version", 1))


@checked
def make_items(job: str, args: Iterable[Mapping[str, Any]], *, cpus: int = 1, memory: int = 0) -> list[Item]:
    """Items of a job, in order; equal args are one item.

    >>> [item.key[:8] for item in make_items("math:hypot", [{"n": 1}, {"n": 2}, {"n": 1}])]
    ['6f6f3490', '5f9b3372']
    """
    check_threads(cpus)
    if isinstance(memory, bool) or not isinstance(memory, int) or not 0 <= memory <= 2**62:
        raise ParameterError(f"memory={quote(memory)}; expected a whole number of bytes, 0 or more")
    version, found = job_version(job), {}
    for given in args:
        try:
            text = json.dumps([job, version, given], sort_keys=True, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise ParameterError(
                f"args={quote(given)} of job={quote(job)}: {quote(error)}; expected what JSON can hold"
            ) from None
        key = hashlib.sha256(text.encode()).hexdigest()
        found[key] = Item(key, json.loads(text)[2], cpus, memory)
    return list(found.values())


def attempt(job: str, item_key: str, args: dict[str, Any], shared: Shared) -> Outcome:
    """Run a job once, here; what it raises is an outcome, too."""
    clock, where = Clock(), f"{socket.gethostname()}:{os.getpid()}"

    def ended(status: str, tensors: Tensors, fields: dict[str, Any], error: str = "") -> Outcome:
        return Outcome(item_key, status, tensors, fields, clock.seconds, where=where, error=error)

    try:
        tensors, fields = _checked(job, find_job(job)(args, shared))
    except Exception as error:
        words = str(error) if isinstance(error, TianjiError) else f"{type(error).__name__}: {error}"
        return ended(FAILED, {}, {}, " ".join(words.split())[:500])
    return ended(DONE, tensors, fields)


def _checked(job: str, found: object) -> tuple[Tensors, dict[str, Any]]:
    """What a job gave, when it can be sent and kept; fields as JSON gives them back."""
    if not isinstance(found, tuple) or len(found) != 2:
        raise ParameterError(f"job={quote(job)} gave {quote(found)}; expected (tensors, fields)")
    tensors = {name: np.asarray(array) for name, array in found[0].items()}
    for name, array in tensors.items():
        if array.dtype not in _NUMBERS:
            raise ParameterError(
                f"job={quote(job)} gave {name!r} of type {array.dtype}; expected arrays of numbers"
            )
    fields = json.loads(json.dumps(found[1], allow_nan=False))
    if not isinstance(fields, dict):
        raise ParameterError(f"job={quote(job)} gave fields {quote(fields)}; expected names with values")
    return tensors, fields

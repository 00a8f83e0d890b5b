"""Try: an item that was begun so often; what a worker may say of it, and what follows when the worker dies instead."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tianji.errors import NotApplicableError, quote
from tianji.parallel.frames import FrameError, hello
from tianji.parallel.items import DONE, FAILED, LOST, Item, Outcome, Tensors

TOLD: dict[str, type | tuple[type, ...]] = {
    "key": str,
    "status": str,
    "fields": dict,
    "seconds": (int, float),
    "where": str,
    "error": str,
}  # of an outcome, by a worker


@dataclass(frozen=True)
class Try:
    """An item, and how often it was begun. alone: not to be sent together with others."""

    item: Item
    attempts: int = 1
    alone: bool = False

    def outcome(self, head: dict[str, Any], tensors: Tensors) -> Outcome:
        """What a worker tells of this item, and of no other."""
        for name, kind in TOLD.items():
            if not isinstance(head.get(name), kind):
                raise FrameError(f"{name}={head.get(name)!r:.60}")
        if set(head) != set(TOLD) or head["key"] != self.item.key or head["status"] not in (DONE, FAILED):
            raise FrameError(f"the outcome {head['status']!r:.40} of the item {head['key']!r:.70}")
        return Outcome(**head, tensors=tensors, attempts=self.attempts)

    def died(self, how: str, waiting: deque[Try], attempts: int) -> Iterator[Outcome]:
        """Its process is gone: it waits again, or, begun `attempts` times, is lost."""
        if self.attempts < attempts:
            waiting.appendleft(replace(self, attempts=self.attempts + 1))
        else:
            words = f"its process died {self.attempts} times, the last time by {how}"
            yield Outcome(self.item.key, LOST, attempts=self.attempts, error=words)


def told(outcome: Outcome) -> dict[str, Any]:
    """What a worker says of an outcome, beside its tensors."""
    return {name: getattr(outcome, name) for name in TOLD}


def require_same(head: Mapping[str, object]) -> None:
    """Refuse a worker by how it greets: another Tianji, or other kernels, on which the last bits of results hang."""
    mine = hello()
    if head != mine:
        raise NotApplicableError(
            f"a worker has Tianji {quote(head.get('version'))} with kernels {quote(head.get('kernels'))}, this is "
            f"{quote(mine['version'])} with {quote(mine['kernels'])}; install the same for both, then go on"
        )

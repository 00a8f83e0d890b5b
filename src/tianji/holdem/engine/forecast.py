"""Forecast: how large a solve will be, before anything is allocated; and which trees fit where it is too large."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any

from tianji.core.arguments import checked
from tianji.core.memory import free_bytes, size_text
from tianji.core.result import Result
from tianji.errors import ParameterError, TianjiError, TooLargeError, quote
from tianji.holdem.engine.counting import BUDGET, Cards, Counts, count_cards, count_tree
from tianji.holdem.spot.tree import MAX_NODES
from tianji.kernels.constants import BLOCK
from tianji.run.threads import check_threads

if TYPE_CHECKING:
    from tianji.holdem.spot.gate import Behind
    from tianji.holdem.spot.spot import Spot

TIMED_ON = "NVIDIA H200"  # the GPU whose times are told
PYTHON_BYTES = 2**30 // 5  # of Python and the kernels
BYTES = {"float32": 8, "float64": 16, "int16": 4}  # regret and average of one action and hand
LITTLE = 2**26
# Nanoseconds of one action and hand, an iteration, one thread, float32, by the street a solve starts on: 3.3 to 5.1 on
# flops and turns, where small trees cost more an entry, 1.5 to 2.6 on rivers (tests/data/plans.json).
NANOSECONDS = (4.0, 4.0, 2.0)
# Time an iteration by storage, one thread: int16 1.41 to 1.44 on the benchmark's turn, 1.53 on a flop of 1 GiB;
# float64 2.04 to 2.13.
SLOWER = {"float32": 1.0, "float64": 2.1, "int16": 1.5}
# The share of the work that threads do not divide (the benchmark's spots: 16 threads are 12.3 times as fast on the
# flop, 3.1 on the turn; one river is one thread), and what the eight or so evaluations of a solve cost, in iterations.
SERIAL = (0.02, 0.25, 1.0)
EVALUATIONS = (7.0, 7.0, 34.0)


def iterations_to_share(stack: float, pot: float) -> float:
    """Iterations to 0.3 % of the pot, on any street: deeper stacks mean more decisions to get right.

        42 · (stack / pot)^0.65,   within a factor 1.3 on 21 rivers, turns and flops with stacks of 1 to 6 pots

    >>> round(iterations_to_share(200, 60))
    92
    """
    return float(42.0 * (stack / pot) ** 0.65)


@dataclass(frozen=True)
class SpotPlan(Result):
    """What a solve takes, before anything is allocated.

    betting_nodes: of the tree without cards; nodes: with every board. boards, hands: by street, by player. entries:
    (action, hand) pairs. bytes: what a solve adds to the 0.2 GiB of Python and its kernels. file_bytes: of the saved
    solve, and of each of two things a solve keeps where as much memory is left: the best strategy so far, and in long
    runs what rounding takes from the averages. seconds_per_iteration and seconds (to 0.3 % of the pot): at `threads`.
    is_exact: False where the figures are estimates (trees of very many lines); is_bound: True where the tree is so
    large that they are only a lower bound. device: "cuda" for a GPU: bytes are of its memory, seconds of the one that
    was timed, and `estimate` says what of the solve is unlike what was timed, where something is.
    """

    betting_nodes: int
    nodes: int
    boards: tuple[int, ...]
    hands: tuple[int, int]
    entries: int
    bytes: int
    file_bytes: int
    seconds_per_iteration: float
    seconds: float
    storage: str
    threads: int
    is_exact: bool = True
    is_bound: bool = False
    device: str = "cpu"
    estimate: str = ""

    @property
    def peak_bytes(self) -> int:
        """The most that the process will hold, where so much is free: `bytes`, the best strategy, Python itself.

        Saving adds nothing to it: files are written from the memory of the solve.
        """
        return self.bytes + self.file_bytes + PYTHON_BYTES

    @property
    def cost(self) -> str:
        """Memory and time in words: `4.59 GiB, about 12 min at 2 threads`."""
        at = f"at {self.threads} thread{'' if self.threads == 1 else 's'}"
        if self.device != "cpu":
            at = f"on an {TIMED_ON}{' (an estimate)' if self.estimate else ''}"
        joint = " and " if self.is_bound else ", " if self.seconds < 1 else ", about "
        return f"{'at least ' if self.is_bound else ''}{size_text(self.bytes)}{joint}{time_text(self.seconds)} {at}"

    def __str__(self) -> str:
        boards = " × ".join(f"{n:,}" for n in self.boards)
        about = "at least " if self.is_bound else "" if self.is_exact else "about "
        return (
            f"{about}{self.betting_nodes:,} betting nodes, {self.nodes:,} with boards ({boards}); hands "
            f"{self.hands[0]} and {self.hands[1]}; {self.storage}: {self.cost} to 0.3 % of the "
            f"pot; saved {size_text(self.file_bytes)}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Every figure, and `text`."""
        lists = {"boards": list(self.boards), "hands": list(self.hands)}
        return {**vars(self), "peak_bytes": self.peak_bytes, **lists, "text": str(self)}


@dataclass(frozen=True)
class Offer:
    """A tree that fits: the fields of the spot to change, the storage, and the plan of that."""

    changes: dict[str, Any]
    plan: SpotPlan
    asked: str = "float32"

    @property
    def words(self) -> dict[str, Any]:
        """What to say differently: the changes, and the storage where it is not the one asked for."""
        return {**self.changes, **({} if self.plan.storage == self.asked else {"storage": self.plan.storage})}

    def __str__(self) -> str:
        return f"{' '.join(f'{name}={value!r}' for name, value in self.words.items())} ({self.plan.cost})"

    def to_dict(self) -> dict[str, Any]:
        """The changes, the storage, memory and time."""
        found = self.plan
        return {
            **self.changes, "storage": found.storage, "bytes": found.bytes, "seconds": found.seconds,
            "threads": found.threads, "text": str(self),
        }  # fmt: skip


def time_text(seconds: float) -> str:
    """A time as people say it, in two digits.

    >>> time_text(0.04), time_text(737), time_text(5000), time_text(400_000)
    ('under a second', '12 min', '1.4 h', '4.6 days')
    """
    if seconds < 1:
        return "under a second"
    for size, unit in ((60, "s"), (60, "min"), (24, "h")):
        if float(f"{seconds:.2g}") < size:
            return f"{float(f'{seconds:.2g}'):g} {unit}"
        seconds /= size
    return f"{float(f'{seconds:.2g}'):,.15g} days"


def check_storage(storage: object) -> str:
    """A kind of storage that exists.

    >>> check_storage("int16")
    'int16'
    """
    if not isinstance(storage, str) or storage not in BYTES:
        raise ParameterError(f"storage={quote(storage)}; expected one of: {', '.join(BYTES)}")
    return storage


def read_memory(memory: object) -> int:
    """Bytes, from a whole number or a text with a unit.

    >>> read_memory("8 GiB"), read_memory("500MB"), read_memory(1024)
    (8589934592, 500000000, 1024)
    """
    match = (
        re.match(r"^\s*(\d+(?:\.\d+)?)\s*([kmgt]i?)b?\s*$", memory.lower())
        if isinstance(memory, str)
        else None
    )
    if match is not None:
        unit = (1024 if match[2].endswith("i") else 1000) ** ("kmgt".index(match[2][0]) + 1)
        memory = round(min(float(match[1]), 1e9) * unit)
    if isinstance(memory, bool) or not isinstance(memory, int) or memory < 1:
        raise ParameterError(
            f"memory={quote(memory)}; expected bytes as a whole number, or a text with its unit such as '8 GiB'"
        )
    return memory


def make_plan(
    spot: Spot,
    storage: str = "float32",
    threads: int | None = None,
    behind: Behind | None = None,
    device: str = "cpu",
) -> SpotPlan:
    """Count a spot, or one behind a gate, without building or dealing it; at as many threads as cores by default.

    device: where the solve would run; "cuda" is as on the GPU that was timed, whether there is one here or not.
    """
    check_storage(storage)
    found = _plan(spot, count_cards(spot, behind), count_tree(spot), storage, check_threads(threads))
    if device == "cpu":
        return found
    from tianji.holdem.engine.machines import plan_there

    return plan_there(device, spot, found)


def _plan(spot: Spot, cards: Cards, counts: Counts, storage: str, at: int) -> SpotPlan:
    entries = round(
        sum(rows[p] * size[p] for rows, size in zip(counts.rows, cards.padded, strict=True) for p in (0, 1))
    )
    nodes = round(sum(n * boards for n, boards in zip(counts.nodes, cards.boards, strict=True)))
    scales = 8 * entries // BLOCK if storage == "int16" else 0
    serial = SERIAL[spot.street]
    per_iteration = entries * NANOSECONDS[spot.street] * 1e-9 * SLOWER[storage] * (serial + (1 - serial) / at)
    turns = iterations_to_share(spot.stack, spot.pot) + EVALUATIONS[spot.street]
    return SpotPlan(
        round(sum(counts.nodes)), nodes, cards.boards, cards.hands, entries, entries * BYTES[storage] + scales,
        entries * BYTES[storage] // 2 + scales, per_iteration, per_iteration * turns, storage, at,
        counts.is_exact, counts.is_bound,
    )  # fmt: skip


def allowed_bytes(memory: int | str | None, needed: float = inf) -> int:
    """What a solve may take: `memory`, by default 9/10 of what is free; where less is needed than Python itself has
    taken, `LITTLE`, for the system takes a tenth of a small river's time to say more."""
    if memory is not None:
        return read_memory(memory)
    return LITTLE if 4 * needed <= LITTLE else free_bytes() * 9 // 10


@dataclass(frozen=True)
class Fit(Result):
    """Whether a plan fits into the memory allowed, and where it does not, up to three trees that do."""

    plan: SpotPlan
    allowed_bytes: int
    trees: tuple[Offer, ...] = ()

    @property
    def fits(self) -> bool:
        """Memory is enough, and the betting tree no larger than trees may be; not where only a bound is known."""
        forecast = self.plan
        return (
            forecast.bytes <= self.allowed_bytes
            and forecast.betting_nodes <= MAX_NODES
            and not forecast.is_bound
        )

    def to_dict(self) -> dict[str, Any]:
        """The plan's figures, what is allowed, and the trees."""
        return {
            **self.plan.to_dict(), "allowed_bytes": self.allowed_bytes, "fits": self.fits,
            "trees": [offer.to_dict() for offer in self.trees],
        }  # fmt: skip


def fit(spot: Spot, forecast: SpotPlan, memory: int | str | None = None) -> Fit:
    """Compare a plan with the memory allowed, and look for smaller trees if it is too large."""
    found = Fit(forecast, _allowed_there(forecast, memory))
    if found.fits:
        return found
    offers = _trees(spot, found.allowed_bytes, forecast.storage, forecast.threads, forecast.device)
    return replace(found, trees=tuple(offers))


def _allowed_there(forecast: SpotPlan, memory: int | str | None) -> int:
    if forecast.device == "cpu":
        return allowed_bytes(memory)
    from tianji.holdem.engine.machines import room_there

    return room_there(memory)


def check_fits(spot: Spot, forecast: SpotPlan, memory: int | None) -> None:
    """Refuse a plan over the limit, with three trees that would fit."""
    found = fit(spot, forecast, memory)
    if found.fits:
        return
    trees, allowed = "; ".join(map(str, found.trees)), found.allowed_bytes
    way_out = f"what fits is {trees}" if trees else "narrow the ranges, or start on a later street"
    about = "at least " if forecast.is_bound else ""
    if forecast.bytes > allowed:
        raise TooLargeError(
            f"the solve needs {about}{size_text(forecast.bytes)}, {size_text(allowed)} are allowed "
            f"({forecast.betting_nodes:,} betting nodes); {way_out}"
        )
    raise TooLargeError(
        f"the betting tree has {about}{forecast.betting_nodes:,} nodes before any card is dealt, {MAX_NODES:,} are "
        f"allowed; {way_out}"
    )


@checked
def smaller_trees(
    spot: Spot, memory: int | str | None = None, storage: str = "float32", threads: int | None = None
) -> list[Offer]:
    """Up to three trees that fit, the most detailed first: the spot's own sizes with less, and the named ones.

    Where only 16-bit storage makes a tree fit, the offer says so.
    """
    return _trees(spot, allowed_bytes(memory), check_storage(storage), check_threads(threads))


def _trees(spot: Spot, allowed: int, storage: str, at: int, device: str = "cpu") -> list[Offer]:
    cards = count_cards(spot)
    own: list[dict[str, Any]] = [{}]
    own += [{"max_raises": n} for n in (2, 1) if spot.limits.max_raises is None or n < spot.limits.max_raises]
    named: list[dict[str, Any]] = [
        {"tree": "rich"}, {"tree": "standard"}, {"tree": "standard", "max_raises": 1}, {"tree": "simple"},
        {"tree": "simple", "force_allin": 1.0}, {"tree": "simple", "max_raises": 0},
    ]  # fmt: skip
    kept = [o for c in own if (o := _offer(spot, cards, c, allowed, storage, at, device))]
    others = [
        o for c in named
        if (o := _offer(spot, cards, c, allowed, storage, at, device))
        and o.plan not in [k.plan for k in kept]  # a named tree may be the spot's own
    ]  # fmt: skip
    chosen = [*kept[:1], *others[: 3 - len(kept[:1])]]
    chosen += kept[1 : 1 + 3 - len(chosen)]
    return sorted(chosen, key=lambda offer: -offer.plan.entries)


def _offer(
    spot: Spot, cards: Cards, changes: dict[str, Any], allowed: int, storage: str, threads: int, device: str
) -> Offer | None:
    """The plan of a changed spot in the storage asked for, else in 16 bits; None where neither fits."""
    try:
        smaller = spot.replace(**changes)
    except TianjiError:  # a lock on a line that the smaller tree does not have
        return None
    counts = count_tree(smaller, BUDGET // 5)
    for kind in dict.fromkeys([storage, "int16"]):
        found = _plan(smaller, cards, counts, kind, threads)
        if device != "cpu":
            from tianji.holdem.engine.gpu.plan import on_device

            found = on_device(smaller, found)
        if Fit(found, allowed).fits:
            return Offer(changes, found, storage)
    return None

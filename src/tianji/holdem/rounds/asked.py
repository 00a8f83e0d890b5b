"""What `reproduce`, `gift_curve` and `recipe` are asked for beside the table, checked once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from tianji.errors import (
    FileAccessError,
    NotApplicableError,
    ParameterError,
    UnknownNameError,
    quote,
    quote_path,
    suggest,
)
from tianji.holdem.abstraction.work import Work, working
from tianji.holdem.rounds.column import Settings
from tianji.holdem.rounds.config import PAPER_METHOD, check_method, check_on, count_of, value_count
from tianji.holdem.rounds.device import check_device
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.value import game_value
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop


class TableOptions(TypedDict, total=False):
    """Keywords of every table and figure.

    folder: where every step is kept; the next call with it goes on from there, and `seconds` ends this one. iterations:
    of CFR, a subgame. value_iterations: of the whole game, whose value splits the mean into seats; 0 leaves that out.
    buckets: a file of one's own. device: "cpu", "cuda" for a GPU, or "tensors", what the GPU does on the CPU. method:
    of CFR, of blueprints, subgames and the game's value: CFR+ as in the paper, or another schedule, such as "dcfr". on:
    where subgames are solved, "serial" in this process, on `threads`, or "processes(n)" in others (`tianji.parallel`);
    numbers are the same.
    """

    folder: str | Path | None
    iterations: int | None
    blueprint_iterations: int | None
    value_iterations: int | None
    buckets: str | Path | None
    seed: int
    seconds: float | None
    threads: int | None
    device: str
    method: str | None
    on: str
    progress: Progress | None
    stop: Stop


@dataclass(frozen=True, eq=False)
class Asked:
    """Options that were checked. value_iterations: 0 for none."""

    options: TableOptions
    settings: Settings
    value_iterations: int
    value_method: str

    @contextmanager
    def working(self) -> Iterator[Work]:
        """Work within the limits that were given."""
        given = self.options
        stops = given.get("seconds"), given.get("threads"), given.get("progress"), given.get("stop")
        with working(*stops, given.get("on", "serial")) as work:
            yield work

    def home(self, name: str) -> Path | None:
        """The folder of a table in the one that was given, made."""
        folder = self.options.get("folder")
        return None if folder is None else made_folder(Path(folder) / name)

    def value(self, game: RoundGame, home: Path | None, work: Work) -> tuple[list[float], float] | None:
        """Of the game to both seats, and how exactly it is known; None where it was not asked for."""
        if not self.value_iterations:
            return None
        return game_value(game, self.value_iterations, home, work, self.settings.device, self.value_method)


def ask(
    options: TableOptions, blueprint: int, iterations: int, value: int, what: str = "", only: str = ""
) -> Asked:
    """Check options; iterations are those by default, of blueprint, subgame and value. only: the one method that
    `what` is solved by, but for blueprints in buckets.

    >>> ask({"iterations": 7}, 200, 100, 0).settings
    Settings(blueprint_iterations=200, iterations=7, seed=0, buckets=None, device='cpu', method='cfr+')
    """
    known = list(TableOptions.__annotations__)
    for name in options:
        if name not in known:
            raise UnknownNameError(f"no option {quote(name)}; {suggest(name[:80], known)}")
    device, method, buckets = options.get("device", "cpu"), options.get("method"), options.get("buckets")
    if buckets is not None and options.get("seed"):
        raise ParameterError(
            f"seed={quote(options['seed'])} is of buckets made here, and buckets= are given; leave it out"
        )
    check_on(options.get("on", "serial"), device)
    check_device(device)
    if only and method not in (None, only):
        raise NotApplicableError(f"method={quote(method)}: {what} is solved by {only}; leave method out")
    limits = Limits(
        iterations=options.get("iterations"), seconds=options.get("seconds"), threads=options.get("threads")
    )
    settings = Settings(
        count_of("blueprint_iterations", options.get("blueprint_iterations"), blueprint, 1),
        limits.iterations or iterations, options.get("seed", 0), None if buckets is None else str(buckets), device,
        PAPER_METHOD if only else check_method(method or PAPER_METHOD),
    )  # fmt: skip
    count = value_count(options.get("value_iterations"), value, device)
    return Asked(options, settings, count, only or settings.method)


def made_folder(folder: Path) -> Path:
    """The folder, made where it is not there yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise FileAccessError(
            f"folder={quote_path(folder)} cannot be made: {getattr(error, 'strerror', error)}; choose another"
        ) from None
    return folder

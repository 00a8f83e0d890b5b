"""Reports: one spot on many boards, as one table and one page; killed at any point, it goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.storage import require_writable, write_atomic
from tianji.errors import FileAccessError, FileFormatError, ParameterError
from tianji.holdem.answer.board_rows import FIXED, BoardRow, require_rows, solve_elsewhere
from tianji.holdem.answer.flops import Boards, boards_of
from tianji.holdem.answer.grids import html_grid
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.answer.tables import FloatArray, HandTable
from tianji.holdem.spot.spot import Spot
from tianji.parallel import Executor, make_executor
from tianji.parallel.ordered import Meter
from tianji.poker.preflop import NUM_CLASSES
from tianji.run.checkpoint import Checkpoint
from tianji.run.drive import drive
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.report import Report as Progressing
from tianji.run.stopping import CANCELLED, Stop

if TYPE_CHECKING:
    from tianji.cfr.schedule import Schedule
    from tianji.holdem.answer.batch import AtOnce
    from tianji.run.clock import Clock
    from tianji.run.drive import Evaluation
    from tianji.run.report import Check

KIND = "holdem-report"
WRITE_EVERY = 10.0  # seconds between two writings of the files of `out`


@dataclass
class BoardReport(Result):
    """One row a board: its weight, exploitability, EVs, equities, and how often each action of the line is taken.

    Percentages where the column's name ends in %. total: boards asked for; stopped: "" when all of them are there.
    cells: by board, how much of each class is in the range, `[169]`, and how it is played, `[169, actions]`.
    """

    line: str
    player: str
    columns: list[str]
    total: int
    rows: list[list[Any]] = field(default_factory=list)
    cells: list[tuple[FloatArray, FloatArray]] = field(default_factory=list)
    stopped: str = ""
    unsaved: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The table and its weighted means."""
        return {
            "line": self.line, "player": self.player, "columns": self.columns, "rows": self.rows,
            "mean": self.mean_row(), "total": self.total, "stopped": self.stopped,
        }  # fmt: skip

    def to_csv(self) -> str:
        """The table, numbers with six digits; the last row is the weighted mean over the boards."""
        lines = [",".join(f'"{c}"' if "," in c else c for c in self.columns)]
        for row in [*self.rows, self.mean_row()]:
            lines.append(",".join(v if isinstance(v, str) else f"{v:.6g}" for v in row))
        return "\n".join(lines) + "\n"

    def mean_row(self) -> list[Any]:
        """Means over the boards by weight, and the sum of the weights."""
        total = sum(float(row[1]) for row in self.rows)
        means = [
            sum(float(row[1]) * float(row[k]) for row in self.rows) / total if total > 0 else float("nan")
            for k in range(2, len(self.columns))
        ]
        return ["mean", total, *means]

    @property
    def grids(self) -> list[str]:
        """The strategy's grid of every board, as HTML."""
        names = [name.removesuffix(" %") for name in self.columns[len(FIXED) :]]
        found = []
        for row, (weight, data) in zip(self.rows, self.cells, strict=True):
            means = {n: v / 100 for n, v in zip(names, row[len(FIXED) :], strict=True)}
            table = HandTable.of_classes("strategy", self.line, row[0], self.player, names, data, weight)
            found.append(html_grid(table, means))
        return found

    def table_html(self) -> str:
        """The table alone."""
        head = "".join(f"<th>{escape(c)}</th>" for c in self.columns)
        body = "".join(
            "<tr>"
            + "".join(f"<td>{escape(v) if isinstance(v, str) else f'{v:.4g}'}</td>" for v in row)
            + "</tr>"
            for row in [*self.rows, self.mean_row()]
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def to_html(self) -> str:
        """A page of its own: the table, then a grid for every board."""
        style = "body{font:14px sans-serif;margin:2em}td,th{padding:2px 8px}figure{display:inline-block}"
        grids = "".join(f"<figure>{grid}</figure>" for grid in self.grids)
        of = f" of {self.total}" if len(self.rows) < self.total else ""
        title = f"{len(self.rows)}{of} boards after “{escape(self.line) or 'start'}”"
        return (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{style}</style>'
            f"<h1>{title}</h1>{self.table_html()}{grids}</html>"
        )

    def _repr_html_(self) -> str:
        return self.table_html()

    @checked
    def save(self, path: str | Path) -> None:
        """Write HTML, JSON or CSV, by the ending of the name."""
        is_html, is_json = str(path).endswith((".html", ".htm")), str(path).endswith(".json")
        text = self.to_html() if is_html else self.to_json() if is_json else self.to_csv()
        write_atomic(path, text.encode())


Report = BoardReport  # the older name


class _Boards:
    """A report in progress: a step is a board (a `run.drive.Runner` that is patient)."""

    usual_slope, slope_spread = 1.0, 1.0

    def __init__(
        self, spot: Spot, boards: list[tuple[str, float]], line: str, options: dict[str, Any],
        each: Callable[[str, SpotSolution], None] | None, out: Sequence[str | Path], progress: Progress | None,
        executor: Executor,
    ) -> None:  # fmt: skip
        self.spot, self.boards, self.options, self.each, self.out = spot, boards, options, each, out
        self.progress = progress
        self._took: list[float] = []  # seconds of the boards of this session
        self._found: list[BoardRow] = []  # of boards that were solved at once, and are told one by one
        self.executor = None if executor.is_here else executor  # None: here, one by one
        self._rows: Generator[BoardRow] | None = None  # of the boards that are left, from other processes
        self.unsaved = ""  # why the last writing failed
        self._written = -WRITE_EVERY
        self.report = BoardReport(line, "", [], len(boards))
        self._clock: Clock | None = None
        self._stopped = ""

    @property
    def t(self) -> int:
        """Boards done."""
        return len(self.report.rows)

    def heed(self, clock: Clock) -> None:
        """Ask this clock while a board is being solved."""
        self._clock = clock

    def advance(self, iterations: int) -> None:
        """Solve one board, however many are asked for, so that every row is told and saved by itself.

        One that is cut short is left out, and solved again when the report goes on.
        """
        found = self._solve_here() if self.executor is None else self._next_of(self.executor)
        if found is None:
            return
        report = self.report
        if not report.columns:
            report.player = found.player
            report.columns = [*FIXED, *(f"{name} %" for name in found.actions)]
        report.rows.append([*self.boards[self.t], *found.numbers])
        report.cells.append(found.cells)
        if self._clock is not None and self._clock.seconds - self._written >= WRITE_EVERY:
            self._written = self._clock.seconds
            self.write()

    def _solve_here(self) -> BoardRow | None:
        """The next board's row; on a GPU that of several at once, the others told by the next calls."""
        if self._found:
            return self._found.pop(0)
        if self.options["device"] != "cpu":
            from tianji.holdem.answer.batch import AtOnce

            batch = AtOnce(self.spot, self.options, [board for board, _ in self.boards[self.t :]])
            if len(batch.boards) > 1:
                return self._solve_at_once(batch)
        return self._solve_one()

    def _solve_at_once(self, batch: AtOnce) -> BoardRow | None:
        tell = None if self.progress is None else partial(self._tell, str(batch))
        found = batch.solve(None if self._clock is None else self._clock.is_over, tell)
        if found is None:
            self._stopped = (self._clock.stopped if self._clock is not None else "") or CANCELLED
            return None
        self._took += [batch.seconds / len(found)] * len(found)
        for board, solution in zip(batch.boards, found, strict=True):
            if self.each is not None:
                self.each(board, solution)
            self._found.append(BoardRow.of(solution, self.report.line))
        return self._found.pop(0)

    def _solve_one(self) -> BoardRow | None:
        board, clock = self.boards[self.t][0], self._clock
        asked = None if clock is None else clock.is_over
        inside = None if self.progress is None else partial(self._tell, board)
        solution = self.spot.replace(board=board).solve(**self.options, stop=asked, progress=inside)
        if solution.stopped not in ("interrupted", "cancelled"):
            self._took.append(solution.seconds)
            if self.each is not None:
                self.each(board, solution)
            return BoardRow.of(solution, self.report.line)
        if clock is None or not clock.stopped:
            self._stopped = solution.stopped
        return None

    def _tell(self, board: str, row: Progressing) -> object:
        """Where the whole stands while a board is solved, which on a flop may take minutes: boards are alike."""
        is_solving = row.phase == "solve"
        whole = row.seconds + row.eta if is_solving and row.eta is not None else None  # of this board
        each = sum(self._took) / len(self._took) if self._took else whole
        eta = None
        if each is not None:
            here = max((each if whole is None else whole) - row.seconds, 0.0) if is_solving else each
            eta = here + each * (len(self.boards) - self.t - 1)
        assert self.progress is not None and self._clock is not None
        detail = board if is_solving else f"{board}: {row.phase}"
        return self.progress(replace(row, phase="report", done=self.t, total=len(self.boards), unit="boards",
                                     seconds=self._clock.seconds, rate=None, eta=eta, eta_range=None, detail=detail,
                                     peek=lambda: self.report))  # fmt: skip

    def _next_of(self, executor: Executor) -> BoardRow | None:
        assert self._clock is not None
        if self._rows is None:
            left, each = self.boards[self.t :], self.each
            meter = Meter("report", len(self.boards), "boards", self._clock, self._told_of, self.t)
            meter.tell()
            self._rows = solve_elsewhere(
                executor, [self.spot.replace(board=board) for board, _ in left], self.report.line, self.options,
                None if each is None else lambda k, found: each(left[k][0], found), meter,
            )  # fmt: skip
        return next(self._rows, None)

    def _told_of(self, row: Progressing) -> object:
        """Where other workers stand, in boards; those that wait for one before them are not in the table yet."""
        return None if self.progress is None else self.progress(replace(row, peek=lambda: self.report))

    def close(self) -> None:
        """Leave what others are still at."""
        if self._rows is not None:
            self._rows.close()

    def write(self) -> None:
        """Write the files that are asked for; what cannot be written is told in the end, and costs no row."""
        self.unsaved = ""
        for path in self.out:
            try:
                self.report.save(path)
            except FileAccessError as error:
                self.unsaved = str(error)

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """Boards are not evaluated together."""
        return len(self.boards) + 1

    def evaluate(self) -> Evaluation | None:
        """Nothing to say of all boards at once."""
        return None

    def finished(self) -> str:
        """Ctrl-C while a board was being solved."""
        return self._stopped

    def tensors(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The rows, and the grids as arrays."""
        report = self.report
        grids = {"reach": [w for w, _ in report.cells], "strategy": [d for _, d in report.cells]}
        tensors = {name: np.array(rows, dtype=np.float32) for name, rows in grids.items() if rows}
        return tensors, {"rows": report.rows, "columns": report.columns, "player": report.player}

    def restore(self, tensors: dict[str, Any], fields: dict[str, Any]) -> None:
        """Continue after the boards that are done."""
        rows, columns = list(fields["rows"]), [str(c) for c in fields["columns"]]
        width = len(columns) - len(FIXED)
        shapes = {"reach": (len(rows), NUM_CLASSES), "strategy": (len(rows), NUM_CLASSES, width)}
        for name, shape in shapes.items():
            if rows and (name not in tensors or tensors[name].shape != shape):
                raise FileFormatError(f"the checkpoint lacks the grids of its {len(rows)} boards; start anew")
        done = [(str(row[0]), float(row[1])) for row in rows]
        if done != self.boards[: len(done)] or any(len(row) != len(columns) for row in rows):
            raise FileFormatError("the checkpoint's boards are not the first of this report; start anew")
        report = self.report
        if rows:
            require_rows(rows, columns, tensors)
        report.rows = [[str(row[0]), *(float(v) for v in row[1:])] for row in rows]
        report.columns, report.player = columns, str(fields["player"])
        if rows:
            pairs = zip(tensors["reach"], tensors["strategy"], strict=True)
            report.cells = [(np.asarray(w, dtype=float), np.asarray(d, dtype=float)) for w, d in pairs]


@checked
def report(
    spot: Spot,
    boards: Boards,
    line: str = "",
    *,
    each: Callable[[str, SpotSolution], None] | None = None,
    out: Sequence[str | Path] = (),
    checkpoint: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    stop: Stop = None,
    until: str | float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    method: str | Schedule | None = None,
    threads: int | None = None,
    storage: str = "auto",
    device: str = "cpu",
    memory: int | str | None = None,
    on: str = "serial",
) -> BoardReport:
    """Solve one spot on many boards, and tabulate what the player to act does after a line.

    boards: texts, (board, weight) pairs, a file of them (`read_boards`), the size of a built-in subset (25, 49, 95,
    184: see `flops`) or "all". `each` is called with every board and its solution, to save or show it. out: CSV,
    HTML or JSON files, written anew every few seconds and at the end. With `checkpoint` the report is saved at once and
    after every board; `resume` skips the boards it holds. `until` and what follows are those of `Spot.solve`, for each
    board; `progress` hears of a board while it is solved, and of the time left of all. Stopped early (`stop`, a
    callback that answers False, Ctrl-C) it holds the boards done so far. on: where they are
    solved, "serial" in this process, or "processes(n)" in others (`tianji.parallel`), which share the cores; rows are
    the same, and `each` gets solves from temporary files, to be read while it runs.

    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises="")
    >>> found = report(spot, ["AsKd8h5c2s", "AsKd8h5c2d"], until="1%")
    >>> found.columns[-2:], len(found.rows)
    (['check %', 'allin 100 (100%) %'], 2)
    """
    chosen = boards_of(boards)
    options: dict[str, Any] = {
        "until": until, "iterations": iterations, "seconds": seconds, "method": method, "threads": threads,
        "storage": storage, "device": device, "memory": memory,
    }  # fmt: skip
    if resume and checkpoint is None:
        raise ParameterError("resume=True needs checkpoint=FILE, the file to continue from")
    for path in out:
        require_writable(path)
    spot.replace(board=chosen[0][0]).plan(
        storage, threads, until
    )  # options that make no sense are refused here
    file = None
    if checkpoint is not None:
        plain = {k: v for k, v in spot.to_dict().items() if k != "board"}
        config = {
            "spot": plain, "line": line, "boards": [list(row) for row in chosen], "until": until,
            "iterations": iterations, "seconds": seconds, "method": str(method or ""), "storage": storage,
        }  # fmt: skip
        file = Checkpoint(str(checkpoint), config, resume, every=0.0, kind=KIND)
    with (
        make_executor(on) as where,
        closing(_Boards(spot, chosen, line, options, each, out, progress, where)) as runner,
    ):
        told = _in_boards(progress, runner)
        end = drive(
            runner, Limits(iterations=len(chosen)), checkpoint=file, progress=told, stop=stop, phase="report"
        )
    if runner.t:
        runner.write()
    found = runner.report
    found.stopped = "" if len(found.rows) == len(chosen) else end.stopped
    found.unsaved = runner.unsaved or end.unsaved
    return found


def _in_boards(progress: Progress | None, runner: _Boards) -> Progress | None:
    """A callback that hears of boards, not of iterations; `peek` gives the rows so far."""
    if progress is None:
        return None
    tell = progress
    return lambda row: tell(replace(row, unit="boards", peek=lambda: runner.report))

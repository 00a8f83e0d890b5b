"""A board of a report: what is kept of its solve, here or as an item of `tianji.parallel` in another process."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tianji.cfr.schedule import Schedule
from tianji.errors import NotApplicableError
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.answer.tables import FloatArray
from tianji.holdem.spot.spot import Spot
from tianji.parallel import Processes, make_items
from tianji.parallel.items import DONE, Shared, Tensors
from tianji.run.threads import available_cores

JOB = "tianji.holdem.answer.board_rows:solve_board"


@dataclass(frozen=True, eq=False)
class BoardRow:
    """numbers: exploitability in percent of the pot, EVs, equities and frequencies in percent; cells: reach `[169]`
    and strategy `[169, actions]` by class of hands. actions, player: of the line's node."""

    player: str
    actions: list[str]
    numbers: list[float]
    cells: tuple[FloatArray, FloatArray]

    @staticmethod
    def of(solution: SpotSolution, line: str) -> BoardRow:
        """What the player to act after a line does."""
        table = solution.strategy(line)
        equity = [100 * solution.equity(player=player).mean for player in ("oop", "ip")]
        shares = [100 * share for share in table.means.values()]
        numbers = [solution.exploitability_pct, *solution.values, *equity, *shares]
        return BoardRow(table.player, list(table.columns), numbers, table.by_class())


def solve_board(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """The job: one board, as `Spot.solve` solves it; file: where to keep the solve, for who asked for it."""
    options, method = args["options"], args["options"]["method"]
    if isinstance(method, dict):
        given: dict[str, Any] = {k: v if isinstance(v, bool) else float(v) for k, v in method.items()}
        method = Schedule(**given)
    solution = Spot.from_dict(args["spot"]).solve(**{**options, "method": method})
    if args["file"] is not None:
        solution.save(args["file"])
    row = BoardRow.of(solution, args["line"])
    tensors = {"numbers": np.array(row.numbers), "reach": row.cells[0], "strategy": row.cells[1]}
    return tensors, {"player": row.player, "actions": row.actions}


def solve_elsewhere(
    executor: Processes,
    spots: Sequence[Spot],
    line: str,
    options: dict[str, Any],
    each: Callable[[int, SpotSolution], None] | None,
    is_over: Callable[[], bool],
) -> Generator[BoardRow]:
    """Rows in the order of the spots, whoever was faster; fewer when `is_over` says so, and what runs is cancelled.

    each: called with a row's number and its solve, which comes by a temporary file.
    """
    threads = options["threads"] or max(1, available_cores() // executor.count)
    method = options["method"]
    if isinstance(method, Schedule):  # JSON has no infinite numbers
        method = {k: v if isinstance(v, bool) else repr(v) for k, v in asdict(method).items()}
    told = {**options, "threads": threads, "method": method}
    room = spots[0].plan(options["storage"], threads, options["until"]).bytes  # the others are like it
    with tempfile.TemporaryDirectory(prefix="tianji-boards-") as folder:
        files = [None if each is None else str(Path(folder) / f"{k}.tianji") for k in range(len(spots))]
        args = [
            {"number": k, "spot": spot.to_dict(), "line": line, "options": told, "file": file}
            for k, (spot, file) in enumerate(zip(spots, files, strict=True))
        ]
        items = make_items(JOB, args, cpus=threads, memory=room)
        number = {item.key: k for k, item in enumerate(items)}
        ready: dict[int, BoardRow] = {}
        at = 0
        for outcome in executor.run(JOB, items, stop=lambda: "cancelled" if is_over() else ""):
            k = number[outcome.key]
            if outcome.status != DONE:
                raise NotApplicableError(
                    f"board {spots[k].given['board']} was not solved: {outcome.error}; with a checkpoint the boards "
                    "before it are kept"
                )
            fields, found = outcome.fields, outcome.tensors
            cells = found["reach"], found["strategy"]
            ready[k] = BoardRow(fields["player"], fields["actions"], found["numbers"].tolist(), cells)
            while at in ready:
                file = files[at]
                if each is not None and file is not None:
                    each(at, SpotSolution.load(file))
                    Path(file).unlink()
                yield ready.pop(at)
                at += 1

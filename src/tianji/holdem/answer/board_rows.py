"""A board of a report: what is kept of its solve, here or as an item of `tianji.parallel` in another process."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tianji.cfr.schedule import Schedule
from tianji.errors import FileFormatError
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.answer.tables import FloatArray
from tianji.holdem.spot.spot import Spot
from tianji.parallel import Executor
from tianji.parallel.items import Shared, Tensors
from tianji.parallel.ordered import Meter, in_order

FIXED = ["board", "weight", "exploitability %", "ev oop", "ev ip", "equity oop %", "equity ip %"]
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
    """The job: one board, as `Spot.solve` solves it; with `file` the bytes of the solve as well."""
    options, method = args["options"], args["options"]["method"]
    if isinstance(method, dict):
        given: dict[str, Any] = {k: v if isinstance(v, bool) else float(v) for k, v in method.items()}
        method = Schedule(**given)
    solution = Spot.from_dict(args["spot"]).solve(**{**options, "method": method})
    row = BoardRow.of(solution, args["line"])
    tensors = {"numbers": np.array(row.numbers), "reach": row.cells[0], "strategy": row.cells[1]}
    if args["file"]:
        with _file() as path:
            solution.save(path)
            tensors["file"] = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    return tensors, {"player": row.player, "actions": row.actions}


@contextmanager
def _file() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tianji-board-") as folder:
        yield Path(folder) / "board.tianji"


def solve_elsewhere(
    executor: Executor,
    spots: Sequence[Spot],
    line: str,
    options: dict[str, Any],
    each: Callable[[int, SpotSolution], None] | None,
    meter: Meter,
) -> Generator[BoardRow]:
    """Rows in the order of the spots, whoever was faster; fewer when the meter's clock is over.

    each: called with a row's number and its solve, which comes by a temporary file.
    """
    threads = options["threads"] or executor.threads_each()
    method = options["method"]
    if isinstance(method, Schedule):  # JSON has no infinite numbers
        method = {k: v if isinstance(v, bool) else repr(v) for k, v in asdict(method).items()}
    told = {**options, "threads": threads, "method": method}
    room = spots[0].plan(options["storage"], threads, options["until"]).bytes  # the others are like it
    args = [
        {"number": k, "spot": spot.to_dict(), "line": line, "options": told, "file": each is not None}
        for k, spot in enumerate(spots)
    ]
    rows = in_order(
        executor, JOB, args, meter=meter, what=lambda k: f"board {spots[k].given['board']}", cpus=threads, memory=room
    )  # fmt: skip
    for k, outcome in rows:
        fields, found = outcome.fields, outcome.tensors
        if each is not None:
            with _file() as path:
                path.write_bytes(found["file"].tobytes())
                each(k, SpotSolution.load(str(path)))
        cells = found["reach"], found["strategy"]
        yield BoardRow(fields["player"], fields["actions"], found["numbers"].tolist(), cells)


def require_rows(rows: list[list[Any]], columns: list[str], tensors: dict[str, Any]) -> None:
    """Refuse figures that contradict each other: shares of actions add up, and lie among those of the classes."""
    figures = np.array([row[1:] for row in rows], dtype=float)
    shares = figures[:, len(FIXED) - 1 :]
    reach, played = (np.asarray(tensors[name], dtype=float) for name in ("reach", "strategy"))
    is_fine = columns[: len(FIXED)] == FIXED and bool(np.isfinite(figures).all())
    is_fine &= bool(((reach >= 0) & (reach <= 1e9)).all()) and bool(
        (abs(shares.sum(axis=1) - 100) < 0.1).all()
    )
    here = np.broadcast_to(reach[:, :, None] > 0, played.shape)
    is_fine &= bool(((played[here] >= -1e-6) & (played[here] <= 1 + 1e-6)).all())
    low, high = (
        100 * pick(played, axis=1, where=here, initial=at) for pick, at in ((np.min, 1), (np.max, 0))
    )
    is_fine &= bool(((shares >= low - 0.1) & (shares <= high + 0.1)).all())
    if not is_fine:
        raise FileFormatError("the checkpoint's rows contradict its grids or each other; start anew")

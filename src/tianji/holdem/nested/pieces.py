"""Flops of a row of table 4 as items of `tianji.parallel`: what a worker shares with the others, and its job."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from tianji.holdem.abstraction.work import Work
from tianji.holdem.nested.forest import FloatArray, Flop
from tianji.holdem.nested.prepared import Prepared
from tianji.holdem.nested.seat import NESTINGS
from tianji.holdem.nested.table import Given, NestedTable
from tianji.holdem.nested.walk import Run
from tianji.holdem.rounds.column import Row, Settings
from tianji.holdem.rounds.pieces import cut_row, game_args, game_of, packed, solve_pieces
from tianji.holdem.rounds.subgames import BoardAnswer
from tianji.parallel.items import Shared, Tensors

JOB = "tianji.holdem.nested.pieces:solve_flops"


def spread_row(table: NestedTable, name: str, seat: int, row: Row, given: Given) -> None:
    """Solve what is left of a row on the processes of the table's work, and save it as it grows."""
    args = {
        "big": game_args(table.big), "small": game_args(table.small), "technique": name, "seat": seat,
        "iterations": table.settings.iterations, "storage": table.storage, "offs": list(given.solves),
        "run": hashlib.sha256(json.dumps(row.config, sort_keys=True).encode()).hexdigest(),
    }  # fmt: skip
    shared: dict[str, np.ndarray] = {
        "gifts": given.gifts,
        "start/0": given.start[0],
        "start/1": given.start[1],
    }
    for off, source in ((-1, table.blueprint), *given.solves.items()):
        shared |= {f"rows/{off}/{p}": source.rows[1, p] for p in (0, 1) if source.rows[1, p].size}
    total, before = (
        sum(r.flops for r in table.rows.values()),
        sum(r.done for r in table.rows.values()) - row.done,
    )

    def tell(more: int, detail: str) -> None:
        table.work.tell(f"{name}, seat {seat}", before + row.done + more, total, "flops", detail)

    for _, found, seconds in solve_pieces(
        table.work, JOB, cut_row(0, row.done, row.flops, args), shared, tell
    ):
        row.add(found, table.walk.copies)
        row.seconds += seconds
        table.save(row, name, seat, given)


_runs: dict[str, tuple[NestedTable, Run[BoardAnswer]]] = {}  # the row that a worker is at


def solve_flops(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """The job: some flops of a row in a seat, every off-tree bet on them solved."""
    if args["run"] not in _runs:
        _runs.clear()
        _runs[args["run"]] = _made(args, shared)
    table, run = _runs[args["run"]]
    return packed([run(b, Flop(table.boards[1][b])) for b in range(*args["flops"])]), {}


def _made(args: Mapping[str, Any], shared: Shared) -> tuple[NestedTable, Run[BoardAnswer]]:
    name, seat = args["technique"], args["seat"]
    table = NestedTable(
        game_of(args["big"]), game_of(args["small"]), Settings(1, args["iterations"]), None, Work(threads=1), (name,),
        args["storage"], (seat,),
    )  # fmt: skip
    table.given = _filled(table.room({}), -1, shared)
    solves = {
        off: _filled(table.line_room(table.nests[seat], NESTINGS[name], off, {})[1], off, shared)
        for off in args["offs"]
    }
    start: tuple[FloatArray, FloatArray] = (shared["start/0"], shared["start/1"])
    return table, table.answer(table.nests[seat], name, Given({}, solves, start, shared["gifts"]))


def _filled(found: Prepared, off: int, shared: Shared) -> Prepared:
    """The flop's rows of a strategy, which is all that flops ask for."""
    for p in (0, 1):
        found.rows[1, p] = shared.get(f"rows/{off}/{p}", found.rows[1, p])
    return found

"""A worker's hold'em: a solve whose grid can be watched while it settles, and a report whose rows come one by one."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tianji._version import __version__
from tianji.studio.files import write_whole
from tianji.studio.holdem.reader import hands_file, packed, spot_of
from tianji.studio.house import memory_bytes
from tianji.studio.runs import Journal, asked_state

if TYPE_CHECKING:
    from tianji.holdem import BoardReport, Solution
    from tianji.run.report import Report
    from tianji.studio.worker import Teller

GRID_S = 0.5  # between two looks at the strategy
SAVE_S = 10.0  # between two checkpoints, more where they are large
DISK = 50e6  # bytes a second that a checkpoint may take of a disk
WORST = 20  # decisions of a review that its page shows
STOPS = ("until", "iterations", "seconds", "threads", "storage")


def stops_of(body: dict[str, Any]) -> dict[str, Any]:
    """When a solve ends, as `Spot.solve` takes it."""
    return {name: body[name] for name in STOPS if body.get(name) is not None}


def solve_spot(
    folder: Path, journal: Journal, body: dict[str, Any], stop: threading.Event, teller: Teller
) -> None:
    """Solve a spot, from its checkpoint where there is one."""
    spot = spot_of(body)
    checkpoint = folder / "checkpoint.tianji"
    stops = stops_of(body)
    size = spot.plan(stops.get("storage", "auto"), stops.get("threads"), stops.get("until")).file_bytes
    solution = spot.solve(
        **stops, progress=_watched(teller), stop=stop, checkpoint=str(checkpoint), resume=checkpoint.exists(),
        checkpoint_every=max(SAVE_S, 10 * size / DISK), memory=memory_bytes(folder.parent.parent),
    )  # fmt: skip
    for t, seconds, gap in solution.history:
        teller.point(t, seconds, gap)
    brief = write_spot(folder, solution) if solution.iterations > 0 else None
    state = asked_state(folder) if solution.stopped in ("cancelled", "interrupted") else "done"
    journal.tell("run.state", state=state, why=solution.stopped, result=brief)


def write_spot(folder: Path, solution: Solution) -> dict[str, Any]:
    """A solve's files, and its figures in brief."""
    solution.equity("")  # its kernels are compiled here, with the solver's, not at the first look
    solution.save(folder / "result.tianji")
    write_whole(folder / "result.json", solution.to_dict())
    return brief_of(solution)


def brief_of(solution: Solution) -> dict[str, Any]:
    """The figures of a solve, without its curve."""
    own = {"history": [], "unsaved": solution.unsaved, "players": 2, "version": __version__}
    return {**solution.to_dict(), **own}


def _watched(teller: Teller) -> Any:
    """The callback, with the grid of the first decision put beside where the run stands."""
    next_look = 0.0

    def tell(report: Report) -> None:
        nonlocal next_look
        if report.peek is not None and time.monotonic() >= next_look:
            teller.extra = {"grid": grid_of(report.peek()), "gap_of": report.gap_of}
            next_look = time.monotonic() + GRID_S
        teller(report)

    return tell


def grid_of(solution: Solution) -> dict[str, Any]:
    """How the first decision is played now, by class: a byte a share."""
    table = solution.strategy("")
    reach, data = table.by_class()
    return {
        "player": table.player, "actions": table.columns, "frequencies": list(table.means.values()),
        "reach": packed((reach * 255).round(), "u1"), "shares": packed((data * 255).round(), "u1"),
    }  # fmt: skip


def report_spot(
    folder: Path, journal: Journal, body: dict[str, Any], stop: threading.Event, teller: Teller
) -> None:
    """One spot on many boards; rows are told as they come, and a report that was lost goes on after the last."""
    from tianji.holdem import report

    checkpoint = folder / "checkpoint.tianji"
    told = {row["board"] for row in journal.rows("run.row")}

    def heed(standing: Report) -> None:
        teller(standing)
        found = standing.peek() if standing.peek is not None else None
        if found is not None:
            _tell_rows(journal, found, told)

    found = report(
        spot_of(body), body["boards"], body.get("line", ""), **stops_of(body), progress=heed, stop=stop,
        checkpoint=checkpoint, resume=checkpoint.exists(), out=[folder / "report.csv"],
        memory=memory_bytes(folder.parent.parent),
    )  # fmt: skip
    _tell_rows(journal, found, told)
    brief = {
        **{k: v for k, v in found.to_dict().items() if k != "rows"}, "boards": len(found.rows), "exploitability": None,
        "iterations": len(found.rows), "seconds": teller.seconds, "unsaved": found.unsaved, "note": "", "players": 2,
        "values": [], "version": __version__,
    }  # fmt: skip
    state = asked_state(folder) if found.stopped else "done"
    journal.tell("run.state", state=state, why=found.stopped or "boards", result=brief)


def review_hands(
    folder: Path, journal: Journal, body: dict[str, Any], stop: threading.Event, teller: Teller
) -> None:
    """What the decisions of hands that were played cost; one that was lost or stopped begins again."""
    from tianji.holdem import review

    names = ("me", "oop", "ip", "until", "hands", "each_seconds", "seconds", "threads")
    asked = {name: body[name] for name in names if body.get(name) is not None}
    path = hands_file(folder, body["text"])
    found = review(path, **asked, progress=teller, stop=stop)
    for row in found.decisions:  # a hand without a name goes by its file's, which the reader never saw
        object.__setattr__(row, "hand", row.hand.replace(str(path), "hand"))
    told = {**found.to_dict(), "file": "hands"}
    write_whole(folder / "result.json", told)
    brief = {
        name: told[name] for name in ("hands", "decisions", "loss_bb", "left_out", "refused", "me", "note")
    }
    brief |= {
        "iterations": len(found.decisions), "seconds": found.seconds, "exploitability": None, "values": [],
        "players": 2, "unsaved": "", "stopped": found.stopped, "worst": [row.to_dict() for row in found.worst(WORST)],
        "version": __version__,
    }  # fmt: skip
    state = asked_state(folder) if found.stopped in ("cancelled", "interrupted") else "done"
    journal.tell("run.state", state=state, why=found.stopped, result=brief)


def _tell_rows(journal: Journal, found: BoardReport, told: set[str]) -> None:
    for row in found.rows:
        if row[0] not in told:
            told.add(row[0])
            journal.tell("run.row", board=row[0], columns=found.columns, row=row, player=found.player)

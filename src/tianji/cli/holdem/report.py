"""tianji holdem report: one spot on many boards."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tianji.cli.holdem import spot as own
from tianji.cli.holdem.spot import said
from tianji.cli.shared import options
from tianji.cli.shared.live import Live
from tianji.cli.shared.output import Saving, note, show, table
from tianji.errors import ParameterError, quote

if TYPE_CHECKING:
    from tianji.holdem import BoardReport, Solution, Spot
    from tianji.run.report import Report


def report(
    boards: own.Boards,
    spot: own.SpotFile,
    tree: own.Tree = None,
    line: own.Line = "",
    out: own.Outs = None,
    save: own.Save = None,
    checkpoint: own.Checkpoint = None,
    resume: own.Resume = False,
    until: own.UntilPot = None,
    threads: own.Threads = None,
    storage: own.Storage = None,
    device: own.Device = None,
    memory: own.Memory = None,
    on: options.On = "serial",
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Solve one spot on many boards: a table of EVs, equities and frequencies with weighted means; grids in HTML.

    Rows appear as boards are done, and the files of --out are written anew every few seconds.

    \b
    Examples:
      tianji holdem report 25 --spot spot.toml --tree simple --out report.csv --out report.html
      tianji holdem report flops.txt --spot spot.toml --checkpoint run.report --resume
      tianji holdem report 25 --spot spot.toml --on "processes(2)" --out report.csv

    --json prints line, player, columns, rows, mean, total, stopped, saved.
    """
    from tianji.holdem import report as make_report
    from tianji.holdem.answer.flops import boards_of
    from tianji.holdem.files.spots import load_job

    situation, settings = load_job(spot)
    if tree is not None:
        situation = situation.replace(tree=tree)
    settings.update(said(until=until, threads=threads, storage=storage, device=device, memory=memory))
    chosen = boards_of(boards)
    options.check_checkpoint(checkpoint, resume)
    _check_files(out or [], save)
    if settings.get("device", "cpu") == "cpu":
        _announce(situation, chosen, settings, save, quiet)
    files = Saving()
    with Live(quiet) as live:
        found = make_report(
            situation, chosen, line, each=None if save is None else partial(_keep, save, files), out=out or (),
            checkpoint=checkpoint, resume=resume, progress=_Rows(live), on=on, **settings,
        )  # fmt: skip
    files.saved.clear()
    if found.unsaved:
        before = len(files.faults)
        for path in out or ():
            files.write(path, found.save)  # once more, or elsewhere
        files.checkpoint(None, found.unsaved if len(files.faults) == before else "")
    else:
        files.saved += out or []
    show({**found.to_dict(), "saved": files.saved}, _text, json)
    files.end(quiet=True)
    if found.stopped:
        raise typer.Exit(130)


def _check_files(out: list[str], save: str | None) -> None:
    """Refuse what could not be written, before the work."""
    from tianji.core.storage import require_writable

    for path in out:
        require_writable(path)
    if save is not None:
        try:
            Path(save).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ParameterError(f"--save {quote(save)}: {error.strerror or error}; name a folder") from None
        require_writable(Path(save) / "a board")


def _announce(
    situation: Spot, chosen: list[tuple[str, float]], settings: dict[str, Any], save: str | None, quiet: bool
) -> None:
    """The plan of all boards together, by that of the first."""
    from tianji.core.memory import size_text
    from tianji.holdem.engine.forecast import time_text

    first = situation.replace(board=chosen[0][0])
    forecast = first.plan(settings.get("storage", "auto"), settings.get("threads"), settings.get("until"))
    kept = f"; {size_text(len(chosen) * forecast.file_bytes)} of solves kept" if save else ""
    note(f"{len(chosen)} boards, each like the first: {forecast.cost}", quiet)
    note(f"in all {time_text(len(chosen) * forecast.seconds)}, to 0.3 % of the pot{kept}", quiet)


class _Rows:
    """Tells every finished board in one line, and the rest to the live line."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.told: int | None = None  # boards; those of an earlier session are not told again

    def __call__(self, report: Report) -> None:
        if report.peek is not None:
            found = report.peek()
            for k in range(len(found.rows) if self.told is None else self.told, len(found.rows)):
                self.live.clear()
                note(_line(found, k), self.live.quiet)
            self.told = len(found.rows)
        self.live(report)


def _line(found: BoardReport, k: int) -> str:
    """A board in words."""
    from tianji.holdem.answer.board_rows import FIXED

    board, _, exploitability, *ev = found.rows[k][:5]
    played = zip(found.columns[len(FIXED) :], found.rows[k][len(FIXED) :], strict=True)
    shares = ", ".join(f"{name.removesuffix(' %')} {share:.1f}%" for name, share in played)
    return f"{board}: ev {ev[0]:.4g} and {ev[1]:.4g}; {shares}; {exploitability:.2g}% of pot"


def _keep(folder: str, files: Saving, board: str, found: Solution) -> None:
    """Keep a solve."""
    files.write(str(Path(folder) / f"{board}.tianji"), found.save)


def _text(data: dict[str, Any]) -> str:
    """The table, percentages with two digits after the point."""
    if not data["rows"]:
        return "No board was finished."
    formats = [".2f" if name.endswith("%") else ".4g" for name in data["columns"]]
    body = [
        [row[0], *(f"{value:{form}}" for value, form in zip(row[1:], formats[1:], strict=True))]
        for row in [*data["rows"], data["mean"]]
    ]
    return table(["", *data["columns"][1:]], body, right=range(1, len(formats)))

"""tianji holdem report: one spot on many boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli._holdem_spot import Memory, Storage, Threads, UntilPot
from tianji.cli.shared import options
from tianji.cli.shared.output import clock, note, show, table
from tianji.core.text import whole_number
from tianji.errors import ParameterError

if TYPE_CHECKING:
    from tianji.holdem import Solution, Spot

BOARDS_HELP = "all 1,755 flops, 25, 49, 95 or 184 that stand for them, or a file with one a line"


def report(
    boards: Annotated[str, typer.Argument(metavar="BOARDS", help=BOARDS_HELP, show_default=False)],
    spot: Annotated[str, typer.Option("--spot", metavar="FILE", help="the spot; its board is replaced")],
    tree: Annotated[
        str | None,
        typer.Option("--tree", metavar="NAME", help="simple, standard or rich", show_default=False),
    ] = None,
    line: Annotated[str, typer.Option("--line", metavar="LINE", help="such as 'check, bet 50%'")] = "",
    out: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help=".csv or .html; may be repeated")
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="keep every solve there", show_default=False)
    ] = None,
    checkpoint: Annotated[
        str | None, typer.Option(metavar="FILE", help="save the report after every board", show_default=False)
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="skip the boards that --checkpoint holds", show_default=False)
    ] = False,
    until: UntilPot = None,
    threads: Threads = None,
    storage: Storage = None,
    memory: Memory = None,
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

    --json prints line, player, columns, rows, mean, total, stopped, saved.
    """
    from tianji.cli.shared.live import Live
    from tianji.holdem import report as make_report

    situation, settings = _job(spot, tree)
    wanted = {"until": until, "threads": threads, "storage": storage, "memory": memory}
    settings.update({k: v for k, v in wanted.items() if v is not None})
    chosen = _boards(boards)
    _check_files(out or [], save, checkpoint, resume)
    _announce(situation, chosen, settings, save, quiet)
    with Live(quiet) as live:

        def each(board: str, found: Solution) -> None:
            live.clear()
            note(_row(board, found, line), quiet)
            if save is not None:
                found.save(Path(save) / f"{board}.tianji")

        found = make_report(
            situation, chosen, line, each=each, out=out or (), checkpoint=checkpoint, resume=resume, progress=live,
            **settings,
        )  # fmt: skip
    show({**found.to_dict(), "saved": out or []}, _text, json)
    if found.stopped:
        raise typer.Exit(130)


def _job(path: str, tree: str | None) -> tuple[Spot, dict[str, Any]]:
    from tianji.holdem.files.spots import load_job

    situation, settings = load_job(path)
    return (situation if tree is None else situation.replace(tree=tree)), settings


def _boards(text: str) -> list[tuple[str, float]]:
    from tianji.holdem import flops
    from tianji.holdem.answer.reports import read_boards

    count = whole_number(text.strip())
    if text.strip().lower() == "all" or count is not None:
        return flops("all" if count is None else count)
    return read_boards(text)


def _check_files(out: list[str], save: str | None, checkpoint: str | None, resume: bool) -> None:
    """Refuse what could not be written, before the work."""
    from tianji.core.storage import require_writable

    if resume and checkpoint is None:
        raise ParameterError("--resume needs --checkpoint FILE, the report to go on with")
    if checkpoint is not None and not resume and Path(checkpoint).exists():
        raise ParameterError(
            f"--checkpoint {checkpoint!r} exists; continue that report with --resume, or delete it to start anew"
        )
    for path in out:
        require_writable(path)
    if save is not None:
        try:
            Path(save).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ParameterError(f"--save {save!r:.120}: {error.strerror or error}; name a folder") from None
        require_writable(Path(save) / "a board")


def _announce(
    situation: Spot, chosen: list[tuple[str, float]], settings: dict[str, Any], save: str | None, quiet: bool
) -> None:
    """The plan of all boards together, by that of the first."""
    from tianji.core.memory import size_text
    from tianji.holdem.engine.plan import time_text

    first = situation.replace(board=chosen[0][0])
    plan = first.plan(settings.get("storage", "auto"), settings.get("threads"), settings.get("until"))
    kept = f"; {size_text(len(chosen) * plan.file_bytes)} of solves kept" if save else ""
    note(f"{len(chosen)} boards, each like the first: {plan.cost}", quiet)
    note(f"in all {time_text(len(chosen) * plan.seconds)}, to 0.3 % of the pot{kept}", quiet)


def _row(board: str, found: Solution, line: str) -> str:
    """A finished board in one line."""
    shares = ", ".join(f"{name} {100 * share:.1f}%" for name, share in found.strategy(line).means.items())
    ev = " and ".join(f"{v:.4g}" for v in found.values)
    return f"{board}: ev {ev}; {shares}; {found.exploitability_pct:.2g}% of pot in {clock(found.seconds)}"


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

"""tianji holdem: solve, show, equity, plan, report, pushfold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli import _options as options
from tianji.cli._holdem_text import equity_data, show_text, solution_data, solution_text
from tianji.cli._output import clock, note, show, table
from tianji.cli._push_fold import pushfold
from tianji.errors import ParameterError

if TYPE_CHECKING:
    from tianji.holdem import Solution, Spot

HELP = """Hold'em after the flop: solve a spot, look into it, compare boards; exact equities; push or fold before it.

\b
Examples:
  tianji holdem solve spot.toml --until 0.3% --out solve.tianji
  tianji holdem show solve.tianji --line "check, bet 50%" --grid
  tianji holdem equity AhKh QdQc
  tianji holdem pushfold --stack 10

Every command takes --json, --seed and --quiet; what --json prints is said by 'tianji holdem COMMAND --help'.
"""

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=HELP,
)

SpotFile = Annotated[
    str | None,
    typer.Argument(
        metavar="[SPOT]", help="spot.toml, TexasSolver commands or a Libratus endgame", show_default=False
    ),
]
Line = Annotated[str, typer.Option("--line", metavar="LINE", help="such as 'check, bet 50%, call, 8h'")]
UntilPot = Annotated[
    str | None,
    typer.Option(
        "--until", metavar="X", help="exploitability: 0.3% of the pot, or chips", show_default=False
    ),
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", metavar="N", parser=options.whole, help="default: all", show_default=False),
]
Storage = Annotated[str, typer.Option(help="float32, int16 (half the memory) or float64")]
Method = Annotated[str, typer.Option("--method", "-m", metavar="NAME", help="dcfr(3), dcfr, cfr+, pcfr+, …")]


Board = Annotated[
    str | None, typer.Option("--board", metavar="TEXT", help="such as Ks7h2dJc", show_default=False)
]
Oop = Annotated[
    str | None, typer.Option("--oop", metavar="TEXT", help="such as '22+,A2s+'", show_default=False)
]
Ip = Annotated[
    str | None, typer.Option("--ip", metavar="TEXT", help="such as '22+,A2s+,K8o+:0.5'", show_default=False)
]
Bets = Annotated[
    str | None, typer.Option("--bets", metavar="TEXT", help="such as 50%,100%,allin", show_default=False)
]
Raises = Annotated[
    str | None, typer.Option("--raises", metavar="TEXT", help="such as 60%,allin", show_default=False)
]
Donks = Annotated[str | None, typer.Option("--donks", metavar="TEXT", help="such as 33%", show_default=False)]
Rake = Annotated[
    str | None,
    typer.Option("--rake", metavar="RATE,CAP", help="such as 0.05,3 or 5%,3", show_default=False),
]
Chips = Annotated[float | None, typer.Option(metavar="CHIPS", show_default=False)]


def _spot(path: str | None, given: dict[str, Any]) -> tuple[Spot, dict[str, Any]]:
    """A spot from a file, from options, or from a file with some fields changed."""
    from tianji.holdem import Spot
    from tianji.holdem.files.spots import load_job

    fields = {k: v for k, v in given.items() if v is not None}
    if "rake" in fields:
        fields["rake"] = _rake(fields["rake"])
    if path is not None:
        spot, settings = load_job(path)
        return (spot.replace(**fields) if fields else spot), settings
    missing = [k for k in ("board", "pot", "stack", "oop", "ip") if k not in fields]
    if missing:
        raise ParameterError(
            f"--{missing[0]} is missing; give a spot file, or --board --pot --stack --oop --ip"
        )
    return Spot(**fields), {}


def _rake(text: str) -> tuple[float, float]:
    """Rate and cap from `0.05,3` or `5%,3`."""
    rate, _, cap = text.partition(",")
    try:
        share = float(rate.strip().removesuffix("%")) / (100 if rate.strip().endswith("%") else 1)
        return share, float(cap)
    except ValueError:
        raise ParameterError(
            f"--rake {text!r}; expected the rate and the cap in chips, such as 0.05,3"
        ) from None


def _check_files(out: str | None, checkpoint: str | None, resume: bool) -> None:
    """Refuse what could not be written at the end, now."""
    from tianji.core.storage import require_writable

    if checkpoint is not None and not resume and Path(checkpoint).exists():
        raise ParameterError(
            f"--checkpoint {checkpoint!r} exists; continue that run with --resume, or delete it to start anew"
        )
    if out is not None:
        require_writable(out)


@app.command()
def solve(
    spot: SpotFile = None,
    board: Board = None,
    pot: Chips = None,
    stack: Chips = None,
    oop: Oop = None,
    ip: Ip = None,
    bets: Bets = None,
    raises: Raises = None,
    donks: Donks = None,
    rake: Rake = None,
    until: UntilPot = None,
    iterations: options.Iterations = None,
    seconds: options.Seconds = None,
    method: Method = "dcfr(3)",
    threads: Threads = None,
    storage: Storage = "float32",
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="save the solve", show_default=False)
    ] = None,
    checkpoint: Annotated[
        str | None, typer.Option(metavar="FILE", help="save the run now and then", show_default=False)
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="continue from --checkpoint", show_default=False)
    ] = False,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Solve a spot: both players' strategies, their values, and how far from optimal they are.

    \b
    Examples:
      tianji holdem solve spot.toml --until 0.3% --out solve.tianji
      tianji holdem solve --board Ks7h2dJc5s --pot 60 --stack 200 --oop "JJ-22,AJs-A2s" --ip "22+,A2s+" --bets 50%,allin

    --json prints board, values, exploitability, exploitability_pct, iterations, seconds, stopped, actions, plan, saved.
    Ctrl-C ends with the answer so far, shown and saved, and exit code 130.
    """
    fields = {
        "board": board,
        "pot": pot,
        "stack": stack,
        "oop": oop,
        "ip": ip,
        "bets": bets,
        "raises": raises,
        "donks": donks,
        "rake": rake,
    }
    situation, settings = _spot(spot, fields)
    _check_files(out, checkpoint, resume)
    wanted = {"until": until, "iterations": iterations, "seconds": seconds, "threads": threads}
    settings = {
        "method": method,
        "storage": storage,
        **settings,
        **{k: v for k, v in wanted.items() if v is not None},
    }
    note(str(situation.plan(settings["storage"], settings.get("threads"))), quiet)
    from tianji.cli._live import Live

    with Live(quiet) as live:
        found = situation.solve(progress=live, checkpoint=checkpoint, resume=resume, **settings)
    if out is not None:
        found.save(out)
    saved = [p for p in (out, checkpoint) if p is not None]
    show({**solution_data(found), "saved": saved}, solution_text, json)
    if saved:
        note(f"saved {', '.join(saved)}", quiet or json)
    if found.stopped == "interrupted":
        raise typer.Exit(130)


@app.command("plan")
def show_plan(
    spot: SpotFile = None,
    board: Board = None,
    pot: Chips = None,
    stack: Chips = None,
    oop: Oop = None,
    ip: Ip = None,
    bets: Bets = None,
    raises: Raises = None,
    donks: Donks = None,
    storage: Storage = "float32",
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Say how large a solve would be, and about how long it would take, without solving.

    \b
    Example:
      tianji holdem plan spot.toml --storage int16

    --json prints betting_nodes, nodes, boards, hands, entries, bytes, seconds_per_iteration, storage, text.
    """
    fields = {
        "board": board,
        "pot": pot,
        "stack": stack,
        "oop": oop,
        "ip": ip,
        "bets": bets,
        "raises": raises,
        "donks": donks,
    }
    found = _spot(spot, fields)[0].plan(storage)
    show(found.to_dict(), lambda data: str(data["text"]), json)


@app.command("show")
def show_solve(
    file: Annotated[str, typer.Argument(metavar="FILE", help="a solve that --out wrote", show_default=False)],
    line: Line = "",
    hand: Annotated[
        str | None, typer.Option(metavar="HAND", help="one hand, such as AhKd", show_default=False)
    ] = None,
    grid: Annotated[
        bool, typer.Option("--grid", help="13×13 grid, coloured by action", show_default=False)
    ] = False,
    player: Annotated[
        str | None, typer.Option(help="oop or ip: EV and equity of his", show_default=False)
    ] = None,
    csv: Annotated[
        str | None, typer.Option(metavar="FILE", help="write the hands as CSV", show_default=False)
    ] = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Show what a solve says after a line: frequencies, EV, equity, by class or by hand.

    \b
    Examples:
      tianji holdem show solve.tianji --line "check, bet 50%" --grid
      tianji holdem show solve.tianji --line "check, bet 50%" --hand AhKd

    --json prints board, line, player, frequencies, ev, equity, and hands [{hand, weight, …}] or one hand {strategy, ev,
    equity}.
    """
    from tianji.core.storage import write_atomic
    from tianji.holdem import Solution

    solution = Solution.load(file)
    strategy, ev, equity = solution.strategy(line), solution.ev(line, player), solution.equity(line, player)
    data: dict[str, Any] = {
        "board": strategy.board, "line": line, "player": strategy.player, "frequencies": strategy.means,
        "ev": ev.mean, "equity": equity.mean,
    }  # fmt: skip
    if hand is not None:
        data["hand"] = {"hand": hand, "strategy": strategy[hand], "ev": ev[hand], "equity": equity[hand]}
    elif json:
        data["hands"] = strategy.rows()
    if csv is not None:
        write_atomic(csv, strategy.to_csv().encode())
        note(f"saved {csv}", quiet)
    show(data, lambda d: show_text(d, strategy if grid else None), json)


@app.command()
def equity(
    first: Annotated[str, typer.Argument(metavar="HAND", help="AhKh, or a range", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="HAND", help="QdQc, or a range", show_default=False)],
    board: Annotated[str, typer.Option(help="cards already dealt")] = "",
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Exact equity of two hands or ranges, over every run-out.

    \b
    Examples:
      tianji holdem equity AhKh QdQc
      tianji holdem equity "22+,A2s+" AhKd --board Qh7h2s

    --json prints first, second, board, equity_first, equity_second, win, tie, lose (null for wide ranges).
    """
    from tianji.holdem import equity as exact_equity

    found = exact_equity(first, second, board)
    rows = [(first, f"{100 * found.first:.4f} %"), (second, f"{100 * found.second:.4f} %")]
    show(
        {"first": first, "second": second, "board": board, **equity_data(found)},
        lambda _: table(("", "equity"), rows),
        json,
    )


@app.command()
def report(
    boards: Annotated[
        str, typer.Argument(metavar="BOARDS", help="file of boards, one a line", show_default=False)
    ],
    spot: Annotated[str, typer.Option("--spot", metavar="FILE", help="the spot; its board is replaced")],
    line: Line = "",
    out: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help=".csv or .html; may be repeated")
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="keep every solve there", show_default=False)
    ] = None,
    until: UntilPot = None,
    threads: Threads = None,
    storage: Storage = "float32",
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Solve one spot on many boards: a table of EVs, equities and frequencies, with grids in HTML.

    \b
    Example:
      tianji holdem report flops.txt --spot spot.toml --out report.csv --out report.html

    --json prints line, columns, rows, mean, saved.
    """
    from tianji.holdem import report as make_report
    from tianji.holdem.answer.reports import read_boards

    situation, settings = _spot(spot, {})
    wanted = {"until": until, "threads": threads, "storage": storage}
    settings.update({k: v for k, v in wanted.items() if v is not None})

    def each(board: str, found: Solution) -> None:
        note(f"{board}: {found.exploitability_pct:.3g}% of pot in {clock(found.seconds)}", quiet)
        if save is not None:
            Path(save).mkdir(parents=True, exist_ok=True)
            found.save(Path(save) / f"{board}.tianji")

    result = make_report(situation, read_boards(boards), line, each=each, **settings)
    for path in out or []:
        result.save(path)
    data = {
        "line": line,
        "columns": result.columns,
        "rows": result.rows,
        "mean": result.mean_row(),
        "saved": out or [],
    }
    show(data, lambda d: result.to_csv().rstrip(), json)


app.command()(pushfold)

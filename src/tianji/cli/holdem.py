"""tianji holdem: solve, show, equity, plan, report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli import _options as options
from tianji.cli._output import clock, exact, note, short, show, table
from tianji.errors import ParameterError

if TYPE_CHECKING:
    from tianji.holdem import HandTable, Solution, Spot

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Hold'em after the flop: solve a spot, look into it, compare boards; exact equities.",
)

SpotFile = Annotated[
    str | None,
    typer.Argument(metavar="[SPOT]", help="spot.toml, TexasSolver commands or a Libratus endgame", show_default=False),
]
Line = Annotated[str, typer.Option("--line", metavar="LINE", help="such as 'check, bet 50%, call, 8h'")]
UntilPot = Annotated[
    str | None,
    typer.Option("--until", metavar="X", help="exploitability: 0.3% of the pot, or chips", show_default=False),
]
Threads = Annotated[
    int | None, typer.Option("--threads", metavar="N", parser=options.whole, help="default: all", show_default=False)
]
Storage = Annotated[str, typer.Option(help="float32, int16 (half the memory) or float64")]
Method = Annotated[str, typer.Option("--method", "-m", metavar="NAME", help="dcfr(3), dcfr, cfr+, pcfr+, …")]


def _text(name: str, sample: str) -> Any:
    return Annotated[str | None, typer.Option(f"--{name}", metavar="TEXT", help=f"such as {sample}", show_default=False)]


Board, Oop, Ip = _text("board", "Ks7h2dJc"), _text("oop", "'22+,A2s+'"), _text("ip", "'22+,A2s+,K8o+:0.5'")
Bets, Raises, Donks = _text("bets", "50%,100%,allin"), _text("raises", "60%,allin"), _text("donks", "33%")
Chips = Annotated[float | None, typer.Option(metavar="CHIPS", show_default=False)]


def _spot(path: str | None, given: dict[str, Any]) -> tuple[Spot, dict[str, Any]]:
    """A spot from a file, from options, or from a file with some fields changed."""
    from tianji.holdem import Spot
    from tianji.holdem.files import load_job

    fields = {k: v for k, v in given.items() if v is not None}
    if path is not None:
        spot, settings = load_job(path)
        return (spot.replace(**fields) if fields else spot), settings
    missing = [k for k in ("board", "pot", "stack", "oop", "ip") if k not in fields]
    if missing:
        raise ParameterError(f"--{missing[0]} is missing; give a spot file, or --board --pot --stack --oop --ip")
    return Spot(**fields), {}


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
    until: UntilPot = None,
    iterations: options.Iterations = None,
    seconds: options.Seconds = None,
    method: Method = "dcfr(3)",
    threads: Threads = None,
    storage: Storage = "float32",
    out: Annotated[str | None, typer.Option(metavar="FILE", help="save the solve", show_default=False)] = None,
    checkpoint: Annotated[
        str | None, typer.Option(metavar="FILE", help="save the run now and then", show_default=False)
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="continue from --checkpoint", show_default=False)] = False,
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
    fields = {"board": board, "pot": pot, "stack": stack, "oop": oop, "ip": ip, "bets": bets, "raises": raises, "donks": donks}
    situation, settings = _spot(spot, fields)
    wanted = {"until": until, "iterations": iterations, "seconds": seconds, "threads": threads}
    settings = {**{"method": method, "storage": storage}, **settings, **{k: v for k, v in wanted.items() if v is not None}}
    note(str(situation.plan(settings["storage"], settings.get("threads") or 1)), quiet)
    with _Live(quiet, situation.pot) as live:
        found = situation.solve(progress=live, checkpoint=checkpoint, resume=resume, **settings)
    if out is not None:
        found.save(out)
    saved = [p for p in (out, checkpoint) if p is not None]
    show({**_solution_data(found), "saved": saved}, _solution_text, json)
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
    storage: Storage = "float32",
    json: options.Json = False,
) -> None:
    """Say how large a solve would be, and about how long it would take, without solving.

    \b
    Example:
      tianji holdem plan spot.toml --storage int16
    """
    fields = {"board": board, "pot": pot, "stack": stack, "oop": oop, "ip": ip, "bets": bets, "raises": raises}
    found = _spot(spot, fields)[0].plan(storage)
    show({**vars(found), "text": str(found)}, lambda data: str(data["text"]), json)


@app.command("show")
def show_solve(
    file: Annotated[str, typer.Argument(metavar="FILE", help="a solve that --out wrote", show_default=False)],
    line: Line = "",
    hand: Annotated[str | None, typer.Option(metavar="HAND", help="one hand, such as AhKd", show_default=False)] = None,
    grid: Annotated[bool, typer.Option("--grid", help="13×13 grid, coloured by action", show_default=False)] = False,
    player: Annotated[str | None, typer.Option(help="oop or ip: EV and equity of his", show_default=False)] = None,
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="write the hands as CSV", show_default=False)] = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Show what a solve says after a line: frequencies, EV, equity, by class or by hand.

    \b
    Examples:
      tianji holdem show solve.tianji --line "check, bet 50%" --grid
      tianji holdem show solve.tianji --line "check, bet 50%" --hand AhKd
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
    show(data, lambda d: _show_text(d, strategy if grid else None), json)


@app.command()
def equity(
    first: Annotated[str, typer.Argument(metavar="HAND", help="AhKh, or a range", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="HAND", help="QdQc, or a range", show_default=False)],
    board: Annotated[str, typer.Option(help="cards already dealt")] = "",
    json: options.Json = False,
) -> None:
    """Exact equity of two hands or ranges, over every run-out.

    \b
    Examples:
      tianji holdem equity AhKh QdQc
      tianji holdem equity "22+,A2s+" AhKd --board Qh7h2s
    """
    from tianji.holdem import equity as exact_equity

    found = exact_equity(first, second, board)
    rows = [(first, f"{100 * found.first:.4f} %"), (second, f"{100 * found.second:.4f} %")]
    show({"first": first, "second": second, "board": board, **_equity_data(found)}, lambda _: table(("", "equity"), rows), json)


@app.command()
def report(
    boards: Annotated[str, typer.Argument(metavar="BOARDS", help="file of boards, one a line", show_default=False)],
    spot: Annotated[str, typer.Option("--spot", metavar="FILE", help="the spot; its board is replaced")],
    line: Line = "",
    out: Annotated[list[str] | None, typer.Option(metavar="FILE", help=".csv or .html; may be repeated")] = None,
    save: Annotated[str | None, typer.Option(metavar="FOLDER", help="keep every solve there", show_default=False)] = None,
    until: UntilPot = None,
    threads: Threads = None,
    storage: Storage = "float32",
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Solve one spot on many boards: a table of EVs, equities and frequencies, with grids in HTML.

    \b
    Example:
      tianji holdem report flops.txt --spot spot.toml --out report.csv --out report.html
    """
    from tianji.holdem import report as make_report
    from tianji.holdem.reports import read_boards

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
    data = {"line": line, "columns": result.columns, "rows": result.rows, "mean": result.mean_row(), "saved": out or []}
    show(data, lambda d: result.to_csv().rstrip(), json)


class _Live:
    """Progress of a solve on standard error, exploitability in percent of the pot."""

    def __init__(self, quiet: bool, pot: float) -> None:
        from tianji.cli._live import Live

        self.live, self.pot = Live(quiet), pot
        self.live.sentence = self._sentence  # type: ignore[method-assign]

    def __enter__(self) -> Any:
        self.live.__enter__()
        return self.live

    def __exit__(self, *error: Any) -> None:
        self.live.__exit__(*error)

    def _sentence(self, report: Any) -> str:
        parts = [f"{report.stage}: {report.done:,} iterations"]
        if report.rate:
            parts.append(f"{report.rate:,.3g}/s")
        if report.nash_conv is not None:
            parts.append(f"exploitability {short(100 * report.nash_conv / self.pot)}% of pot")
        if report.eta_s is not None:
            parts.append(f"about {clock(report.eta_s)} left")
        return ", ".join(parts)


def _equity_data(found: Any) -> dict[str, Any]:
    return {
        "equity_first": found.first, "equity_second": found.second,
        "win": found.win, "tie": found.tie, "lose": found.lose,
    }  # fmt: skip


def _solution_data(found: Solution) -> dict[str, Any]:
    return {
        "board": found.spot.board, "pot": found.spot.pot, "stack": found.spot.stack, "values": found.values,
        "exploitability": found.exploitability, "exploitability_pct": found.exploitability_pct,
        "iterations": found.iterations, "seconds": found.seconds, "stopped": found.stopped, "method": found.method,
        "actions": found.strategy("").means, "history": [list(row) for row in found.history],
    }  # fmt: skip


def _solution_text(data: dict[str, Any]) -> str:
    rows = [
        ("board", data["board"]),
        ("ev oop, ip", ", ".join(exact(v) for v in data["values"])),
        ("exploitability", f"{short(data['exploitability'])} chips, {short(data['exploitability_pct'])}% of pot"),
        ("iterations", f"{data['iterations']:,} in {clock(data['seconds'])} ({data['stopped']})"),
        *((f"oop {name}", f"{100 * share:.2f} %") for name, share in data["actions"].items()),
    ]
    return table(("", ""), rows).strip("\n")


def _show_text(data: dict[str, Any], grid: HandTable | None) -> str:
    rows = [("board", data["board"]), ("line", data["line"] or "start"), ("to act", data["player"])]
    if "hand" in data:
        one = data["hand"]
        rows += [(f"{one['hand']} {name}", f"{100 * share:.2f} %") for name, share in one["strategy"].items()]
        rows += [("ev", exact(one["ev"])), ("equity", f"{100 * one['equity']:.2f} %")]
    else:
        rows += [(name, f"{100 * share:.2f} %") for name, share in data["frequencies"].items()]
        rows += [("ev", exact(data["ev"])), ("equity", f"{100 * data['equity']:.2f} %")]
    text = table(("", ""), rows).strip("\n")
    return text if grid is None else text + "\n\n" + _grid_text(grid)


def _grid_text(strategy: HandTable) -> str:
    """The 13×13 grid: cells split by action in colour on a terminal, elsewhere the letter of the commonest action."""
    import sys

    from tianji.holdem.grids import action_colours
    from tianji.holdem.tables import cell_names

    cells = strategy.grid()
    colours = action_colours(strategy.columns)
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    lines = []
    for names in cell_names():
        row = []
        for name in names:
            weight, means = cells.get(name, (0.0, []))
            if weight <= 0:
                row.append("  .  ")
            elif is_terminal:
                row.append(_cell(name, means, colours))
            else:
                best = max(range(len(means)), key=lambda k: means[k])
                row.append(f"{name:3}{strategy.columns[best][0]} ")
        lines.append("".join(row).rstrip())
    key = "  ".join(f"{c}: {100 * m:.1f} %" for c, m in strategy.means.items())
    return "\n".join([*lines, "", key])


def _cell(name: str, means: list[float], colours: list[str]) -> str:
    """Five columns of background, shared out by action."""
    text, out, done = f"{name:4} ", "", 0
    for k, mean in enumerate(means):
        end = 5 if k == len(means) - 1 else min(5, round(5 * sum(means[: k + 1])))
        if end > done and mean > 0:
            r, g, b = (int(colours[k][i : i + 2], 16) for i in (1, 3, 5))
            out += f"\x1b[48;2;{r};{g};{b};38;2;0;0;0m{text[done:end]}"
            done = end
    return out + text[done:] + "\x1b[0m"

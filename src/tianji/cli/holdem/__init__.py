"""tianji holdem: solve, plan, show, lines, compare, equity, report, buckets, blueprints, players at the table."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli.holdem import spot as own
from tianji.cli.holdem import text
from tianji.cli.holdem.buckets import app as buckets
from tianji.cli.holdem.engine import engine
from tianji.cli.holdem.harden import harden
from tianji.cli.holdem.improve import improve
from tianji.cli.holdem.match import acpc, hands, lbr, match
from tianji.cli.holdem.pushfold import pushfold
from tianji.cli.holdem.report import report
from tianji.cli.holdem.review import review
from tianji.cli.holdem.spot import read_spot, said, takes_spot
from tianji.cli.holdem.train import evaluate, train, values
from tianji.cli.shared import options
from tianji.cli.shared.output import Saving, note, show, table
from tianji.errors import ParameterError, quote

if TYPE_CHECKING:
    from tianji.holdem import Plan, Spot

HELP = """Hold'em after the flop: solve a spot, look into it, compare solves and boards; exact equities; push or fold.

\b
Examples:
  tianji holdem solve --board Ks7h2d --pot 5.5 --stack 97.5 --oop 40% --ip 45% --tree simple --out solve.tianji
  tianji holdem show solve.tianji --line "check, bet 50%" --grid
  tianji holdem compare one.tianji two.tianji --line check --grid
  tianji holdem equity AhKh QdQc
  tianji holdem pushfold --stack 10
  tianji holdem train --preset tiny --out p.blueprint
  tianji holdem match p.blueprint call --hands 1000
  tianji holdem improve p.blueprint --sizes 37 --out p2.blueprint

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


class GridCommand(typer.core.TyperCommand):
    """A command whose `--grid` may stand alone, for the strategy."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Fill in what a bare `--grid` means."""
        given = []
        for k, word in enumerate(args):
            given.append(word)
            if word == "--grid" and (k + 1 == len(args) or args[k + 1].startswith("-")):
                given.append("strategy")
        parsed: list[str] = super().parse_args(ctx, given)
        return parsed


@app.command(short_help="solve a spot: strategies, values, and the proof")
@takes_spot
def solve(
    given: Any,
    until: own.UntilPot = None,
    iterations: options.Iterations = None,
    seconds: options.Seconds = None,
    method: own.Method = None,
    threads: own.Threads = None,
    storage: own.Storage = None,
    device: own.Device = None,
    memory: own.Memory = None,
    out: own.Out = None,
    checkpoint: own.Checkpoint = None,
    checkpoint_every: options.CheckpointEvery = 60.0,
    resume: own.Resume = False,
    gate: own.Gate = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Solve a spot: both players' strategies, their values, and how far from optimal they are.

    \b
    Examples:
      tianji holdem solve spot.toml --until 0.3% --out solve.tianji
      tianji holdem solve --board Ks7h2dJc5s --pot 60 --stack 200 --oop "JJ-22,AJs-A2s" --ip "22+,A2s+" --bets 50%,allin
      tianji holdem solve spot.toml --tree standard --bets flop=33% --max-raises 1 --lock "start: check"
      tianji holdem solve river.toml --gate gate.toml --out river.tianji

    --json prints board, values, exploitability, exploitability_pct, iterations, seconds, stopped, device, actions,
    plan, saved, and with --gate gate {player, technique, least_margin, least_hand, value, gap, hands}.
    Ctrl-C ends with the answer so far, shown and saved, and exit code 130.
    """
    from tianji.cli.shared.live import Live
    from tianji.core.storage import require_writable
    from tianji.holdem import Gate
    from tianji.holdem.engine.forecast import Fit, allowed_bytes

    situation, settings = read_spot(given)
    settings.update(said(until=until, iterations=iterations, seconds=seconds, method=method, threads=threads,
                         storage=storage, device=device, memory=memory))  # fmt: skip
    options.check_checkpoint(checkpoint, resume)
    if out is not None:
        require_writable(out)
    if gate is not None:
        settings["gate"] = Gate.load(gate)
    forecast = _plan(situation, settings, settings.get("device", "cpu"))
    if forecast.device == "cpu" and Fit(forecast, allowed_bytes(settings.get("memory"))).fits:
        note(str(forecast), quiet)
    with Live(quiet) as live, own.offering(given), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "the last checkpoint is not saved")  # `files.end` says so
        found = situation.solve(
            progress=live, checkpoint=checkpoint, checkpoint_every=checkpoint_every, resume=resume, **settings
        )
    files = Saving()
    files.write(out, found.save)
    files.checkpoint(checkpoint, found.unsaved)
    show({**found.to_dict(), "plan": forecast.to_dict(), "saved": files.saved}, text.solution_text, json)
    files.end(quiet or json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _plan(situation: Spot, settings: dict[str, Any], device: str = "cpu") -> Plan:
    return situation.plan(
        settings.get("storage", "auto"),
        settings.get("threads"),
        settings.get("until"),
        settings.get("gate"),
        device,
    )


@app.command("plan", short_help="how large a solve would be, how long it would take")
@takes_spot
def show_plan(
    given: Any,
    storage: own.Storage = None,
    threads: own.Threads = None,
    device: own.Device = None,
    memory: own.Memory = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Say how large a solve would be, about how long it would take, and which trees fit if it does not.

    \b
    Examples:
      tianji holdem plan spot.toml --storage int16
      tianji holdem plan spot.toml --tree rich --memory "8 GiB"
      tianji holdem plan spot.toml --device cuda --memory "80 GiB"

    --device cuda tells the memory of a GPU and the time on the one that was timed; without a GPU here give --memory.
    --json prints betting_nodes, nodes, boards, hands, entries, bytes, peak_bytes, file_bytes, seconds_per_iteration,
    seconds, storage, threads, is_exact, is_bound, device, estimate, text, allowed_bytes, fits, and trees [{tree,
    storage, bytes, seconds, …}].
    """
    from tianji.holdem.engine.forecast import fit

    situation, settings = read_spot(given)
    settings.update(said(storage=storage, threads=threads, device=device, memory=memory))
    forecast = _plan(situation, settings, settings.get("device", "cpu"))
    found = fit(situation, forecast, settings.get("memory"))
    show(found.to_dict(), lambda _: text.plan_text(found, own.left_out(given)), json)


@app.command("show", cls=GridCommand, short_help="what a solve says after a line: frequencies, EV, equity")
def show_solve(
    file: own.SolveFile,
    line: own.Line = "",
    hand: own.Hand = None,
    hands: own.Hands = None,
    grid: own.Grid = None,
    player: own.Player = None,
    csv: own.Csv = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Show what a solve says after a line: frequencies, EV, equity, by class or by hand.

    \b
    Examples:
      tianji holdem show solve.tianji --line "check, bet 50%" --grid
      tianji holdem show solve.tianji --line check --grid ev --player ip
      tianji holdem show solve.tianji --line "check, bet 50%" --hands "AA,AKs"

    --json prints board, line, to_act, player, frequencies, ev, equity, and hands [{hand, weight, …, ev, equity}] or one
    hand {strategy, ev, equity}; at the start of a solve behind a gate, gate too.
    """
    from tianji.core.storage import require_writable, write_atomic
    from tianji.holdem import Solution, look

    if csv is not None:
        require_writable(csv)
    if hand is not None and hands is not None:
        raise ParameterError(f"--hand {quote(hand)} and --hands {quote(hands)}; give one of them")
    found = look(Solution.load(file), line, player)
    drawn = None if grid is None else found.grid(grid)
    data = found.to_dict("all" if json and hands is None else hands, hand)
    files = Saving()
    files.write(csv, lambda path: write_atomic(path, found.strategy.to_csv().encode()))
    show(data, lambda d: text.show_text(d, drawn), json)
    files.end(quiet)


@app.command("lines", short_help="the lines of a street: who acts, how often they come")
def show_lines(
    file: own.SolveFile,
    line: own.Line = "",
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """List the lines of a street: who acts, how often they are played, the pot, and what is done there.

    \b
    Examples:
      tianji holdem lines solve.tianji
      tianji holdem lines solve.tianji --line "check, check, 8h"

    --json prints board, line, street, and lines [{line, player, frequency, pot, actions}]; player is 'card' where the
    next one is dealt.
    """
    from tianji.holdem import Solution, lines

    show(lines(Solution.load(file), line).to_dict(), text.lines_text, json)


@app.command(
    "compare", cls=GridCommand, short_help="two solves after a line: EV, frequencies, where they differ"
)
def compare_solves(
    first: own.SolveA,
    second: own.SolveB,
    line: own.Line = "",
    grid: own.GridOfTwo = None,
    action: own.Action = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Compare two solves after a line: EV and frequencies, and the hands and lines where they differ most.

    \b
    Examples:
      tianji holdem compare simple.tianji rich.tianji
      tianji holdem compare simple.tianji rich.tianji --line check --grid --action "bet 50%"

    --json prints board, line, player, distance, values, frequencies, ev (each {a, b, difference}),
    most_different_hands, most_different_lines, notes, hands.
    """
    from tianji.holdem import compare

    if grid not in (None, "strategy", "ev"):
        raise ParameterError(f"--grid {quote(grid)}; expected strategy or ev")
    if grid == "ev" and action is not None:
        raise ParameterError(f"--action {quote(action)}: a grid of EV has no action; leave one out")
    found = compare(first, second, line)
    drawn = found.ev_by_hand if grid == "ev" else found.action_grid(action) if grid or action else None
    show(found.to_dict(), lambda d: text.compare_text(d, drawn), json)


@app.command(short_help="exact equity of two hands or ranges, over every run-out")
def equity(
    first: own.FirstHand,
    second: own.SecondHand,
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
        {"first": first, "second": second, "board": board, **found.to_dict()},
        lambda _: table(("", "equity"), rows),
        json,
    )


app.command(short_help="one spot on many boards: EVs, equities, frequencies")(report)
app.add_typer(buckets, name="buckets", short_help="card abstraction: hands that are taken for the same")
app.command(short_help="all-in or fold before the flop, exactly")(pushfold)
app.command(short_help="train a blueprint by self-play")(train)
app.command(short_help="find the bets that hurt a blueprint most, and answer them")(improve)
app.command(short_help="a river that loses less to somebody who sees his real cards")(harden)
app.command(short_help="what a blueprint's actions are worth to both players")(values)
app.command(short_help="what best responses with real cards win from a blueprint")(evaluate)
app.command(short_help="two players at the table: who wins, by how much, how surely")(match)
app.command(short_help="play at the table of an ACPC dealer until it hangs up")(acpc)
app.command(short_help="replay hands on record, compare how they end")(hands)
app.command(short_help="what a local best response wins against a player")(lbr)
app.command(short_help="answer JSON lines: a player for other programs")(engine)
app.command(short_help="what each decision in recorded hands cost")(review)

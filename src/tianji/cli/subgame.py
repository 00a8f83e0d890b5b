"""tianji subgame."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli.shared import options, output
from tianji.cli.shared.options import opt
from tianji.errors import ParameterError

if TYPE_CHECKING:
    from tianji.core.game import Game
    from tianji.core.strategy import Strategy
    from tianji.subgame import Technique
    from tianji.subgame.solve import Stops

Improved = Annotated[int, typer.Option(metavar="N", parser=options.whole, help="whose strategy is improved")]
BlueprintMethod = Annotated[str | None, opt("NAME", "solver that makes the blueprint; default cfr+")]
BlueprintIterations = Annotated[int | None, opt("N", "its iterations; default 20", parser=options.whole)]
Threads = Annotated[int | None, opt("N", "subgames solved at once", parser=options.whole)]


def subgame(
    game: options.GameSpec,
    technique: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="all, unsafe, resolve, maxmargin, reach-resolve or reach-maxmargin"
        ),
    ] = "all",
    level: Annotated[str | None, opt("NAME", "where to cut: a level such as board, or a depth")] = None,
    player: Improved = 1,
    blueprint: Annotated[str | None, opt("FILE", "a strategy file to improve")] = None,
    blueprint_method: BlueprintMethod = None,
    blueprint_iterations: BlueprintIterations = None,
    payoffs: Annotated[str | None, opt("KIND", "of one technique: exact, estimate or distributional")] = None,
    gifts: Annotated[str | None, opt("MODE", "of a reach technique: split, not-split or a factor")] = None,
    refine: Annotated[
        str | None, opt("RULE", "of one technique: leximin, tremble, or the size of a tremble")
    ] = None,
    solver: Annotated[
        str, typer.Option(metavar="NAME", help="of the gadgets: auto, lp or a CFR method")
    ] = "auto",
    out: Annotated[str | None, opt("FILE", "save the new strategy of one technique: .safetensors")] = None,
    iterations: options.Iterations = None,
    until: Annotated[float | None, opt("X", "of a gadget that iterates: stop at this exploitability")] = None,
    seconds: options.Seconds = None,
    threads: Threads = None,
    on: options.On = "serial",
    seed: options.SeedOfMethod = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Solve every subgame of a level again and say what that does to the player's loss.

    The loss is the player's own against a best response, relative to the value of the game. A margin is what the
    opponent loses by the new strategy where he enters a subgame: at least 0 is safe. coin_toss starts from the
    blueprint of Brown and Sandholm (2017); other games from --blueprint or a short solve. Ctrl-C keeps the blueprint
    in the subgames not solved yet, shows what there is, and exits with 130.

    \b
    Examples:
      tianji subgame coin_toss --technique all
      tianji subgame leduc --blueprint-iterations 20 --level board --technique all
      tianji subgame leduc --technique reach-maxmargin --player 0 --out better.safetensors

    --json prints game, level, subgames, player, value, loss_before, stopped, rows [{title, technique, payoffs, gifts,
    refine, solver, keep_blueprint_safety, loss_after, nash_conv, exploitability, min_margin, min_reach_margin,
    gadget_gap, is_safe, stopped, seconds}]; nash_conv and exploitability (NashConv / 2) are of both players together.
    """
    import tianji
    from tianji.cli.shared.live import Live

    rules = tianji.load(game)
    rows = _rows(technique, payoffs, gifts, refine, out)
    files = output.Saving()
    with Live(quiet) as live:
        live.announce(rules)
        every = tianji.subgame.cuts(rules)
        chosen = tianji.subgame.cuts(rules, tianji.subgame.default_level(every) if level is None else level)
        start = make_blueprint(rules, blueprint, blueprint_method, blueprint_iterations, seed)
        stops: Stops = {
            "solver": solver, "iterations": iterations, "until": until, "seconds": seconds, "threads": threads,
            "on": on, "progress": live,
        }  # fmt: skip
        if len(rows) == 1:
            result = tianji.subgame.solve_all(rules, start, chosen, rows[0], player, **stops)
            found = tianji.subgame.Comparison([result.report], result.stopped)
            files.write(out, partial(result.strategy.save, technique=result.report.technique))
        else:
            found = tianji.subgame.compare(rules, start, chosen, player, rows=rows, **stops)
    output.show(found.to_dict(), _text, json)
    files.end(quiet or json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _rows(
    technique: str, payoffs: str | None, gifts: str | None, refine: str | None, out: str | None
) -> list[Technique]:
    """The rows to solve: the table of all techniques, or the one asked for, and a file that can be written."""
    from tianji.core.storage import require_writable
    from tianji.core.strategy import require_suffix
    from tianji.subgame.solve import ROWS
    from tianji.subgame.technique import as_technique

    if technique != "all":
        if out is not None:
            require_suffix(out)
            require_writable(out)
        return [
            as_technique(
                technique, payoffs=payoffs, gifts=name_or_number(gifts), refine=name_or_number(refine)
            )
        ]
    given = {"--payoffs": payoffs, "--gifts": gifts, "--refine": refine, "--out": out}
    for name, value in given.items():
        if value:
            raise ParameterError(f"{name} belongs to one technique, and --technique is all; choose one")
    return list(ROWS)


def name_or_number(text: str | None) -> str | float | None:
    """A name, or a number: what multiplies gifts, how often the opponent trembles."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return text


def make_blueprint(
    rules: Game[Any, Any], file: str | None, method: str | None, iterations: int | None, seed: int | None
) -> Strategy:
    """The strategy to start from: a file, the paper's own for coin_toss, or a short solve."""
    import tianji

    is_given = file is not None or rules.name == "coin_toss"
    solving = {"--blueprint-method": method, "--blueprint-iterations": iterations}
    for name, value in solving.items():
        if is_given and value is not None:
            raise ParameterError(
                f"{name} {value}: the blueprint of {rules.name} is given, not solved; leave it out"
            )
    if file is not None:
        return tianji.Strategy.load(file, rules)
    if is_given:
        return tianji.subgame.coin_toss_blueprint(rules)
    count = 20 if iterations is None else iterations
    return tianji.solve(rules, method or "cfr+", iterations=count, seed=seed).strategy


def _text(data: dict[str, Any]) -> str:
    if not data["rows"]:
        return f"stopped early ({data['stopped']}), before the first technique"
    number = output.number
    rows = [
        (
            row["title"],
            number(row["loss_after"]),
            number(row["min_margin"]),
            output.short(row["gadget_gap"]),
            "yes" if row["is_safe"] else "no",
            f"{row['seconds']:.2f}",
        )
        for row in data["rows"]
    ]
    if not rows:
        return f"stopped early ({data['stopped']}): no technique was finished, so there is nothing to compare"
    head = ("technique", "loss", "min margin", "gadget gap", "safe", "seconds")
    start = ("blueprint", number(data["loss_before"]), "-", "-", "-", "-")
    plural = "s" if data["subgames"] != 1 else ""
    lines = [
        f"{data['game']}, player {data['player']}, level {data['level']}: {data['subgames']} subgame{plural}",
        "",
        output.table(head, [start, *rows], (1, 2, 3, 5), wrap=(0,)),
        "",
        f"loss is player {data['player']}'s own, against a best response, beyond the value {number(data['value'])}",
        "safe: the method promises no more than the blueprint's, up to the gadget gap",
    ]
    if data["stopped"] in ("seconds", "interrupted", "cancelled"):
        lines.append(f"stopped early ({data['stopped']}): subgames not solved keep the blueprint")
    return "\n".join(lines)

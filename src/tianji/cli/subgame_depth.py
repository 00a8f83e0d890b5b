"""tianji subgame depth-limited."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.shared import options, output
from tianji.cli.shared.options import opt
from tianji.cli.subgame import (
    BlueprintIterations,
    BlueprintMethod,
    Improved,
    Threads,
    make_blueprint,
    name_or_number,
)


def depth_limited(
    game: options.GameSpec,
    level: Annotated[
        list[str] | None,
        opt("NAME", "where the leaves are; several, from the top down: solved one after the other"),
    ] = None,
    leaves: Annotated[
        int, typer.Option("--leaves", "-k", metavar="K", parser=options.whole, help="continuations at a leaf")
    ] = 4,
    continuations: Annotated[
        str, typer.Option(metavar="KIND", help="of the leaves: response, bias or mixed")
    ] = "response",
    sides: Annotated[
        str, typer.Option(metavar="WHO", help="chooses at the leaves: opponent or both")
    ] = "opponent",
    factor: Annotated[float, typer.Option(metavar="X", help="by which bias makes an action likelier")] = 5.0,
    technique: Annotated[
        str, typer.Option(metavar="NAME", help="of what lies below: none, or as in 'tianji subgame'")
    ] = "reach-maxmargin",
    payoffs: Annotated[str | None, opt("KIND", "of the technique: exact or estimate")] = None,
    refine: Annotated[
        str | None, opt("RULE", "of the technique: leximin, tremble, or the size of a tremble")
    ] = None,
    player: Improved = 1,
    blueprint: Annotated[str | None, opt("FILE", "a strategy file to start from")] = None,
    blueprint_method: BlueprintMethod = None,
    blueprint_iterations: BlueprintIterations = None,
    out: Annotated[str | None, opt("FILE", "save the new strategy: .safetensors")] = None,
    iterations: options.Iterations = None,
    until: Annotated[float | None, opt("X", "of a part that iterates: stop at this exploitability")] = None,
    seconds: options.Seconds = None,
    threads: Threads = None,
    seed: options.SeedOfMethod = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Solve a game down to a level where the opponent chooses how to play on; then what lies below; measure it exactly.

    After Brown, Sandholm and Amos (2018). One value a leaf (-k 1) is not enough in games of hidden information; the
    leaf gap says by how much an opponent who may do anything below beats the continuations he was given.

    \b
    Examples:
      tianji subgame depth-limited leduc --level board -k 4
      tianji subgame depth-limited leduc -k 16 --sides both --player 0
      tianji subgame depth-limited leduc --level board --level "depth 7" --out better.safetensors

    --json prints game, player, levels, leaves, sides, technique, value, value_error, loss_before, loss_top, loss_after,
    limited_value, leaf_gap, nash_conv, exploitability, steps [{start, end, subgames, continuations, own, gap, loss,
    min_margin, gadget_gap}], seconds, stopped. A loss is the player's own; exploitability is NashConv / 2.
    """
    import tianji
    from tianji.cli.shared.live import Live
    from tianji.core.storage import require_writable
    from tianji.core.strategy import require_suffix

    if out is not None:
        require_suffix(out)
        require_writable(out)
    rules = tianji.load(game)
    with Live(quiet) as live:
        live.announce(rules)
        start = make_blueprint(rules, blueprint, blueprint_method, blueprint_iterations, seed)
        found = tianji.subgame.depth_limited(
            rules, start, level or None, leaves, player, continuations=continuations, sides=sides, factor=factor,
            technique=None if technique == "none" else technique, payoffs=payoffs, refine=name_or_number(refine),
            iterations=iterations, until=until, seconds=seconds, threads=threads, progress=live,
        )  # fmt: skip
    if out is not None:
        found.strategy.save(out, technique=f"depth-limited, {found.technique}")
    output.show(found.to_dict(), _text, json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _text(data: dict[str, Any]) -> str:
    number = output.number
    rows = [("blueprint", "", "-", "-", number(data["loss_before"]))]
    rows += [
        (
            f"{step['start']} to {step['end']}",
            str(step["subgames"]),
            str(len(step["continuations"]) or "-"),
            number(step["gap"]),
            number(step["loss"]),
        )
        for step in data["steps"]
    ]
    lines = [
        f"{data['game']}, player {data['player']}, leaves at {', '.join(data['levels'])}",
        "",
        output.table(("part", "subgames", "continuations", "gap", "loss"), rows, (1, 2, 3, 4), wrap=(0,)),
        "",
        f"loss is player {data['player']}'s own, against a best response, beyond the value {number(data['value'])}",
        f"the depth-limited game is worth {number(data['limited_value'])} to him; gap: what the opponent gains by",
        "playing better below the leaves than any of his continuations",
    ]
    if data["stopped"] in ("seconds", "interrupted", "cancelled"):
        lines.append(f"stopped early ({data['stopped']}): parts not solved keep the blueprint")
    return "\n".join(lines)

"""tianji subgame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli import _options as options
from tianji.cli import _output
from tianji.errors import ParameterError

if TYPE_CHECKING:
    from tianji.core.game import Game
    from tianji.core.strategy import Strategy
    from tianji.subgame import Report


def subgame(
    game: options.GameSpec,
    technique: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="all, unsafe, resolve, maxmargin, reach-resolve or reach-maxmargin"
        ),
    ] = "all",
    level: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="where to cut: a level such as board, or a depth", show_default=False
        ),
    ] = None,
    player: Annotated[
        int, typer.Option(metavar="N", parser=options.whole, help="whose strategy is improved")
    ] = 1,
    blueprint: Annotated[
        str | None, typer.Option(metavar="FILE", help="a strategy file to improve", show_default=False)
    ] = None,
    blueprint_method: Annotated[
        str, typer.Option(metavar="NAME", help="solver that makes the blueprint")
    ] = "cfr+",
    blueprint_iterations: Annotated[
        int, typer.Option(metavar="N", parser=options.whole, help="its iterations")
    ] = 20,
    payoffs: Annotated[
        str, typer.Option(metavar="KIND", help="of one technique: exact, estimate or distributional")
    ] = "exact",
    gifts: Annotated[
        str | None,
        typer.Option(
            metavar="MODE", help="of a reach technique: split, not-split or a factor", show_default=False
        ),
    ] = None,
    refine: Annotated[
        str | None,
        typer.Option(metavar="RULE", help="of one technique: leximin or tremble", show_default=False),
    ] = None,
    solver: Annotated[
        str, typer.Option(metavar="NAME", help="of the gadgets: auto, lp or a CFR method")
    ] = "auto",
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="save the new strategy of one technique: .safetensors", show_default=False
        ),
    ] = None,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Solve every subgame of a level again and say what that does to the player's exploitability.

    Exploitability here is the player's own loss against a best response, relative to the value of the game. A
    margin is what the opponent loses by the new strategy where he enters a subgame: at least 0 is safe. coin_toss
    starts from the blueprint of Brown and Sandholm (2017); other games from --blueprint or a short solve.

    \b
    Examples:
      tianji subgame coin_toss --technique all
      tianji subgame leduc --blueprint-iterations 20 --level board --technique all
      tianji subgame leduc --technique reach-maxmargin --player 0 --out better.safetensors

    --json prints game, level, subgames, player, value, blueprint_exploitability, rows [{technique, payoffs, gifts,
    refine, keeps_safety, exploitability, min_margin, gadget_gap, is_safe, seconds}].
    """
    import tianji
    from tianji.cli._live import Live

    rules = tianji.load(game)
    rows = _rows(technique, payoffs, gifts, refine, out)
    with Live(quiet) as live:
        live.announce(rules)
        every = tianji.subgame.cuts(rules)
        level = tianji.subgame.default_level(every) if level is None else level
        chosen = tianji.subgame.cuts(rules, level)
        start = _blueprint(rules, blueprint, blueprint_method, blueprint_iterations, seed)
        if len(rows) == 1:
            result = tianji.subgame.solve_all(rules, start, chosen, player=player, solver=solver, **rows[0])
            reports = [result.report]
            if out is not None:
                result.strategy.save(out, technique=result.report.technique)
        else:
            reports = tianji.subgame.compare(
                rules, start, chosen, player, rows=rows, solver=solver, progress=live
            )
    _output.show(_data(rules.spec, level, len(chosen), rows, reports), _text, json)


def _rows(
    technique: str, payoffs: str, gifts: str | None, refine: str | None, out: str | None
) -> list[dict[str, Any]]:
    """The rows to solve: the table of all techniques, or the one asked for."""
    from tianji.subgame import ROWS

    if technique != "all":
        return [{"technique": technique, "payoffs": payoffs, "gifts": _factor(gifts), "refine": refine}]
    given = {"--payoffs": payoffs != "exact", "--gifts": gifts, "--refine": refine, "--out": out}
    for name, value in given.items():
        if value:
            raise ParameterError(f"{name} belongs to one technique, and --technique is all; choose one")
    return list(ROWS)


def _factor(gifts: str | None) -> str | float | None:
    """A mode, or the number that multiplies gifts."""
    try:
        return None if gifts is None else float(gifts)
    except ValueError:
        return gifts


def _blueprint(rules: Game[Any, Any], file: str | None, method: str, iterations: int, seed: int) -> Strategy:
    import tianji

    if file is not None:
        return tianji.Strategy.load(file, rules)
    if rules.name == "coin_toss":
        return tianji.subgame.coin_toss_blueprint(rules)
    return tianji.solve(rules, method, iterations=iterations, seed=seed).strategy


def _data(
    spec: str, level: str, subgames: int, rows: list[dict[str, Any]], reports: list[Report]
) -> dict[str, Any]:
    first = reports[0]
    return {
        "game": spec,
        "level": level,
        "subgames": subgames,
        "player": first.player,
        "value": first.value,
        "blueprint_exploitability": first.exploitability_before,
        "rows": [
            {
                "technique": report.technique,
                "payoffs": report.payoffs,
                "gifts": report.gifts,
                "refine": report.refine,
                "keeps_safety": bool(row.get("keep_blueprint_safety")),
                "exploitability": report.exploitability_after,
                "min_margin": report.min_margin,
                "gadget_gap": report.gadget_gap,
                "is_safe": report.is_safe,
                "seconds": report.seconds,
            }
            for row, report in zip(rows, reports, strict=True)
        ],
    }


def _text(data: dict[str, Any]) -> str:
    number = _output.number
    rows = [
        (
            _name(row),
            number(row["exploitability"]),
            number(row["min_margin"]),
            _output.short(row["gadget_gap"]),
            "yes" if row["is_safe"] else "no",
            f"{row['seconds']:.2f}",
        )
        for row in data["rows"]
    ]
    head = ("technique", "exploitability", "min margin", "gadget gap", "safe", "seconds")
    start = ("blueprint", number(data["blueprint_exploitability"]), "-", "-", "-", "-")
    plural = "s" if data["subgames"] != 1 else ""
    lines = [
        f"{data['game']}, player {data['player']}, level {data['level']}: {data['subgames']} subgame{plural}",
        "",
        _output.table(head, [start, *rows], (1, 2, 3, 5)),
        "",
        f"exploitability is player {data['player']}'s own loss, relative to the game's value {number(data['value'])}",
        "safe: the method promises no more than the blueprint's, up to the gadget gap",
    ]
    return "\n".join(lines)


def _name(row: dict[str, Any]) -> str:
    extra = [row["payoffs"]] if row["payoffs"] != "exact" else []
    extra += [f"gifts {row['gifts']}"] if row["gifts"] not in ("none", "split") else []
    extra += [f"refined by {row['refine']}"] if row["refine"] else []
    extra += ["blueprint safety kept"] if row["keeps_safety"] else []
    return f"{row['technique']} ({', '.join(extra)})" if extra else str(row["technique"])

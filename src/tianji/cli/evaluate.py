"""tianji eval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli.shared import options, output

if TYPE_CHECKING:
    from tianji.core.game import Game
    from tianji.core.strategy import Strategy
    from tianji.flat.sequence import FlatGame


def evaluate(
    game: options.GameSpec,
    strategy: Annotated[
        str,
        typer.Argument(metavar="STRATEGY", help="FILE.safetensors, FILE.json or uniform", show_default=False),
    ],
    rows: options.Rows = 0,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Say how good a strategy is: values, what each player could gain by a best response, exploitability.

    The word uniform stands for the strategy that plays every action equally often.

    \b
    Examples:
      tianji eval kuhn uniform
      tianji eval leduc leduc.safetensors --rows 10

    --json prints game, strategy, players [{player, value, best_response, gain}], nash_conv, exploitability,
    infosets [{player, infoset, count, reach, value, actions}].
    """
    import tianji
    from tianji.cli.shared.live import Live
    from tianji.evaluate.appraisal import appraise

    rules = tianji.load(game)
    with Live(quiet) as live:
        live.announce(rules)
        flat = tianji.compile(rules, progress=live)
        found = appraise(flat, load_strategy(strategy, flat, rules))
    found_data = found.to_dict(rows)
    data = {"game": found_data.pop("game"), "strategy": strategy, **found_data}
    output.show(data, lambda data: _text(data, flat.num_infosets), json)


def load_strategy(text: str, flat: FlatGame, rules: Game[Any, Any]) -> Strategy:
    """A strategy file, or the word uniform."""
    from tianji.core.strategy import Strategy
    from tianji.evaluate.response import uniform

    return uniform(flat) if text == "uniform" else Strategy.load(text, rules)


def _text(data: dict[str, Any], infosets: int) -> str:
    from tianji.cli.shared.report import rows_text

    number = output.number
    rows = [
        (str(row["player"]), number(row["value"]), number(row["best_response"]), number(row["gain"]))
        for row in data["players"]
    ]
    lines = [
        f"{data['game']}, {data['strategy']}",
        "",
        output.table(("player", "value", "best response", "gain"), rows, (0, 1, 2, 3)),
        "",
        output.facts(
            [
                ("NashConv", output.exact(data["nash_conv"])),
                (
                    "exploitability",
                    f"{output.exact(data['exploitability'])}  (NashConv / {len(rows)} players)",
                ),
            ]
        ),
    ]
    return "\n".join(lines) + rows_text(data["infosets"], infosets)

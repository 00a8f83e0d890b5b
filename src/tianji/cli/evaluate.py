"""tianji eval."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli import _options as options
from tianji.cli import _output


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
    from tianji.cli._live import Live
    from tianji.cli._report import strategy_rows

    rules = tianji.load(game)
    with Live(quiet) as live:
        live.announce(rules)
        flat = tianji.compile(rules, progress=live)
        profile = tianji.uniform(flat) if strategy == "uniform" else tianji.Strategy.load(strategy, rules)
        players = [
            _player_data(flat, profile, p, value) for p, value in enumerate(tianji.values(flat, profile))
        ]
    nash_conv = sum(row["gain"] for row in players)
    data = {
        "game": rules.spec,
        "strategy": strategy,
        "players": players,
        "nash_conv": nash_conv,
        "exploitability": nash_conv / len(players),
        "infosets": strategy_rows(flat, profile, rows),
    }
    _output.show(data, lambda data: _text(data, flat.num_infosets), json)


def _player_data(flat: Any, profile: Any, player: int, value: float) -> dict[str, Any]:
    import tianji

    best = tianji.best_response(flat, profile, player).value
    return {"player": player, "value": value, "best_response": best, "gain": best - value}


def _text(data: dict[str, Any], infosets: int) -> str:
    from tianji.cli._report import rows_text

    number = _output.number
    rows = [
        (str(row["player"]), number(row["value"]), number(row["best_response"]), number(row["gain"]))
        for row in data["players"]
    ]
    lines = [
        f"{data['game']}, {data['strategy']}",
        "",
        _output.table(("player", "value", "best response", "gain"), rows, (0, 1, 2, 3)),
        "",
        f"{'NashConv':16}{_output.exact(data['nash_conv'])}",
        f"{'exploitability':16}{_output.exact(data['exploitability'])}  (NashConv / {len(rows)} players)",
    ]
    return "\n".join(lines) + rows_text(data["infosets"], infosets)

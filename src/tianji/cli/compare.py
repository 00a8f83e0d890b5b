"""tianji compare."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.shared import options, output

STRATEGY = "FILE.safetensors, FILE.json or uniform"


def compare(
    game: options.GameSpec,
    a: Annotated[str, typer.Argument(metavar="A", help=STRATEGY, show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help=STRATEGY, show_default=False)],
    rows: Annotated[
        int,
        typer.Option(
            "--rows", metavar="N", parser=options.count, help="infosets to show, largest difference first"
        ),
    ] = 10,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Compare two strategies of GAME: how far apart, who wins, how exploitable each is.

    The distance is the total variation between their mixes, averaged over infosets by how often play comes there:
    0 alike, 1 nothing in common. Each sits in every seat against the other.

    \b
    Example:
      tianji compare leduc leduc.safetensors uniform --rows 5

    --json prints game, a, b, distance, distances [by player], a_values and b_values [by seat],
    a_exploitability, b_exploitability, differences [{player, infoset, reach, distance, a, b}], a_mean, b_mean.
    """
    import tianji
    from tianji.cli.evaluate import load_strategy
    from tianji.cli.shared.live import Live

    rules = tianji.load(game)
    with Live(quiet) as live:
        live.announce(rules)
        flat = tianji.compile(rules, progress=live)
        found = tianji.compare(flat, load_strategy(a, flat, rules), load_strategy(b, flat, rules), rows)
    data = found.to_dict()
    output.show({"game": data.pop("game"), "a": a, "b": b, **data}, _text, json)


def _text(data: dict[str, Any]) -> str:
    from tianji.cli.shared.report import actions_text

    number = output.number
    seats = range(len(data["a_values"]))
    head = ("", *(f"as player {p}" for p in seats), "mean", "exploitability")
    body = [
        (f"{side.upper()}: {data[side]}", *map(number, data[f"{side}_values"]), number(data[f"{side}_mean"]),
         output.exact(data[f"{side}_exploitability"]))
        for side in "ab"
    ]  # fmt: skip
    by_player = ", ".join(f"player {p}: {value:.4f}" for p, value in enumerate(data["distances"]))
    lines = [
        f"{data['game']}: A is {data['a']}, B is {data['b']}",
        "",
        f"distance {data['distance']:.4f} ({by_player}), from 0 alike to 1 nothing in common",
        "",
        "What each wins in every seat when the others follow the other strategy:",
        output.table(head, body, tuple(range(1, len(head)))),
    ]
    if data["differences"]:
        table = output.table(
            ("player", "infoset", "reached", "distance", "A plays", "B plays"),
            [
                (str(row["player"]), row["infoset"], f"{100 * row['reach']:.2f}%", f"{row['distance']:.4f}",
                 actions_text(row["a"]), actions_text(row["b"]))
                for row in data["differences"]
            ],
            (0, 2, 3), wrap=(4,),
        )  # fmt: skip
        lines += ["", "Where they differ most, by distance times how often play comes there:", table]
    return "\n".join(lines)

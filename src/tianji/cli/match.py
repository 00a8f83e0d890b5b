"""tianji match."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.shared import options, output
from tianji.cli.shared.options import opt
from tianji.errors import ParameterError

AGENT = (
    "FILE, uniform, a search such as mtdf:0.1 or mcts:nodes=500, or a method that solves first such as dcfr"
)

Hands = Annotated[
    int, typer.Option("--hands", metavar="N", parser=options.whole, help="hands to play in all")
]
Duplicate = Annotated[
    bool, typer.Option("--duplicate/--single", help="play every deal from every seat; or each once, in turn")
]


def match(
    game: options.GameSpec,
    a: Annotated[str, typer.Argument(metavar="A", help=AGENT, show_default=False)],
    b: Annotated[
        str, typer.Argument(metavar="B", help="likewise; takes all other seats", show_default=False)
    ],
    hands: Hands = 1000,
    duplicate: Duplicate = True,
    level: Annotated[
        str | None, opt("STAGE", "draw deals to this stage alone, value the rest exactly")
    ] = None,
    until: options.Until = None,
    seconds: options.Seconds = None,
    on: options.On = "serial",
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Let two agents play GAME against each other: what A wins a hand, with its 95 % interval.

    A sits in one seat and B in all others. Every deal is played from every seat with the same luck, and counts once.
    Where a strategy is known and the game is small, AIVAT estimates the same value with most of the luck taken out.
    An illegal action is counted and told, and the first legal one is played instead.

    \b
    Examples:
      tianji match kuhn dcfr uniform --hands 10000
      tianji match leduc mine.safetensors yours.safetensors
      tianji match tic_tac_toe mcts:nodes=200 uniform --hands 100
      tianji match leduc mine.safetensors uniform --level board
      tianji match tic_tac_toe mcts:nodes=200 uniform --on "processes(2)"

    --json prints game, a, b, hands, mean, stderr, low, high, aivat, aivat_stderr, by_seat, illegal [a, b], faults,
    seed, duplicate, stopped, note; with --level, for which both strategies must be known, a, b, game, level, hands,
    roots (public states seen), mean, stderr, low, high, seed, stopped. --seconds ends the match early, and
    before it each method that solves first. Ctrl-C ends with the hands so far and code 130.
    """
    import tianji
    from tianji.arena import match as play
    from tianji.arena import public_match
    from tianji.cli.shared.live import Live

    rules = tianji.load(game)
    if level is not None and on != "serial":
        raise ParameterError(f"--on {on} with --level: a public-state match is played here; leave it out")
    if level is not None and not duplicate:
        raise ParameterError("--single with --level; a public-state match is always duplicate")
    with Live(quiet) as live:
        if level is not None:
            ranges = public_match(
                rules, a, b, level, hands=hands, seed=seed, until=until, seconds=seconds, progress=live
            )
            output.show({"a": a, "b": b, **ranges.to_dict()}, _public_text, json)
            raise typer.Exit(130 if ranges.stopped in ("interrupted", "cancelled") else 0)
        found = play(
            rules,
            a,
            b,
            hands=hands,
            seed=seed,
            duplicate=duplicate,
            until=until,
            seconds=seconds,
            on=on,
            progress=live,
        )
    output.show(found.to_dict(), _text, json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _public_text(data: dict[str, Any]) -> str:
    head = f"{data['game']}: A is {data['a']}, B is {data['b']}; {data['hands']:,} hands, seed {data['seed']}"
    rows = [
        ("A wins a hand", mean_text(data["mean"], data["stderr"], data["low"], data["high"])),
        (f"states at {data['level']}", f"{data['roots']:,}, valued range against range"),
    ]
    return "\n".join([head, "", output.facts(rows)])


def _text(data: dict[str, Any]) -> str:
    rows = [("A wins a hand", mean_text(data["mean"], data["stderr"], data["low"], data["high"]))]
    if data["aivat"] is not None:
        rows.append(("by AIVAT", mean_text(data["aivat"], data["aivat_stderr"])))
    rows += [(f"A as player {p}", output.number(mean)) for p, mean in enumerate(data["by_seat"])]
    lines = [
        f"{data['game']}: A is {data['a']}, B is {data['b']}; {data['hands']:,} hands, seed {data['seed']}", "",
        output.facts(rows),
    ]  # fmt: skip
    return "\n".join([*lines, *faults_text(data)])


def mean_text(
    mean: float, stderr: float | None, low: float | None = None, high: float | None = None, digits: int = 6
) -> str:
    """A mean with its standard error and interval: `0.125 ± 0.010, 95 % from 0.105 to 0.145`."""
    text = f"{mean:.{digits}f}" if mean == mean else "nothing: no hand was played"
    if stderr is not None:
        text += f" ± {stderr:.{digits}f}"
    if low is not None and high is not None:
        text += f", 95 % from {low:.{digits}f} to {high:.{digits}f}"
    return text


def faults_text(data: dict[str, Any]) -> list[str]:
    """What went wrong and what there is to say, as lines."""
    lines = [""] if data["faults"] or data["note"] else []
    for name, count in zip("AB", data["illegal"], strict=True):
        if count:
            lines.append(f"{name} chose {count:,} illegal action{'s' * (count != 1)}, such as:")
    lines += [f"  {fault}" for fault in data["faults"]]
    return [*lines, f"Note: {data['note']}."] if data["note"] else lines

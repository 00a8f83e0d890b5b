"""tianji holdem pushfold: push or fold before the flop, at one stack or as a chart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from tianji.cli.holdem.spot import Csv
from tianji.cli.holdem.text import grid_text
from tianji.cli.shared import options
from tianji.cli.shared.live import Live
from tianji.cli.shared.output import Saving, number, show, table
from tianji.errors import ParameterError


def pushfold(
    context: typer.Context,
    stack: Annotated[
        float | None,
        typer.Option(
            metavar="BB",
            help="effective stack before posting; of a chart the largest (20)",
            show_default=False,
        ),
    ] = None,
    ante: Annotated[float, typer.Option(metavar="BB", help="posted by each player")] = 0.0,
    chart: Annotated[
        bool, typer.Option("--chart", help="largest stacks to push and to call with", show_default=False)
    ] = False,
    step: Annotated[float, typer.Option(metavar="BB", help="of a chart's stacks")] = 0.1,
    csv: Csv = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Push or fold before the flop, heads-up: all-in or fold, call or fold. The exact equilibrium.

    \b
    Examples:
      tianji holdem pushfold --stack 10
      tianji holdem pushfold --stack 8 --ante 0.125 --csv ranges.csv
      tianji holdem pushfold --chart

    --json prints stack, ante, value, exploitability, nash_conv, push, call, hands [{hand, push, call, push_ev,
    call_ev}]; with --chart ante, stacks, stopped, hands [{hand, push_to, call_to, push_at, call_at}].
    Blinds are 0.5 and 1.
    """
    from tianji.core.storage import require_writable, write_atomic

    if stack is None and not chart:
        raise ParameterError("--stack is missing; give the effective stack in big blinds, or --chart")
    if not chart:
        options.refuse(context, ["step"], "is for --chart")
    if csv is not None:
        require_writable(csv)
    found, text = _chart(stack, ante, step, quiet) if chart else _one(stack, ante)
    files = Saving()
    files.write(csv, lambda path: write_atomic(path, found.to_csv().encode()))
    show({**found.to_dict(), "saved": files.saved}, lambda _: text(), json)
    files.end(quiet or json)
    if getattr(found, "stopped", ""):
        raise typer.Exit(130)


def _one(stack: float | None, ante: float) -> tuple[Any, Callable[[], str]]:
    from tianji.holdem import push_fold

    assert stack is not None
    found = push_fold(stack, ante)

    def text() -> str:
        rows = [
            ("stack, ante", f"{found.stack:g}, {found.ante:g} bb"),
            ("value", f"{number(found.value)} bb to the small blind"),
            ("exploitability", f"{found.exploitability:.1g} bb"),
        ]
        head = table(("", ""), rows).strip("\n")
        return f"{head}\n\nsmall blind\n{grid_text(found.push)}\n\nbig blind, facing all-in\n{grid_text(found.call)}"

    return found, text


def _chart(stack: float | None, ante: float, step: float, quiet: bool) -> tuple[Any, Callable[[], str]]:
    from tianji.holdem import push_fold_chart

    with Live(quiet) as live:
        found = push_fold_chart(20.0 if stack is None else stack, step, ante, progress=live)

    def text() -> str:
        return f"small blind pushes up to\n{found.to_text('push')}\n\nbig blind calls up to\n{found.to_text('call')}"

    return found, text

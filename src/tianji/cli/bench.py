"""tianji bench."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.shared import options, output


def bench(
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="TIME", parser=options.duration, help="time for each measurement"),
    ] = 0.5,
    on: options.On = "serial",
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure how fast this machine compiles and solves, on one thread.

    Every figure stands beside a floor timed in the same run: for solving, copying the game's arrays once; for
    compiling, walking the rules and keeping nothing. Compare the ratios between machines, not the rates. Ctrl-C ends
    with what was measured, and exit code 130.

    \b
    Examples:
      tianji bench --seconds 2
      tianji bench --on "processes(2)"

    --json prints machine {tianji, python, numba, numpy, cores, processor}, seconds, results [{what, unit,
    rate, floor, ratio}] and stopped; rate and floor are per second, ratio is rate / floor.
    """
    import tianji
    from tianji.cfr.bench import benchmark
    from tianji.cli.shared.live import Live

    with Live(quiet) as live:
        live.announce(tianji.load("kuhn"))
        found = benchmark(seconds, on=on, progress=live)
    output.show(found.to_dict(), _text, json)
    if found.stopped:
        raise typer.Exit(130)


def _text(data: dict[str, Any]) -> str:
    rows = [
        (r["what"], f"{r['rate']:,.0f}", f"{r['unit']}/s", f"{r['floor']:,.0f}", f"{r['ratio']:.3f}")
        for r in data["results"]
    ]
    machine = data["machine"]
    head = ", ".join(f"{name} {machine[name]}" for name in ("tianji", "python", "numba", "cores"))
    return f"{head}\n\n" + output.table(("what", "rate", "", "floor", "ratio"), rows, (1, 3, 4))

"""tianji reproduce."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.shared import options, output
from tianji.cli.shared.options import opt
from tianji.errors import UnknownNameError, quote, suggest

PAPERS = ("brown2017",)
PAPER_TABLES = ("table1", "table2", "table3", "table4")


def reproduce(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="brown2017", show_default=False)],
    table: Annotated[str, typer.Argument(metavar="TABLE", help="table1 or table2", show_default=False)],
    scale: Annotated[
        str, typer.Option(metavar="NAME", help="ci (20 cards), short (28 cards) or full (52 cards)")
    ] = "short",
    column: Annotated[
        list[int] | None,
        opt("N", "only this number of buckets; may be repeated", parser=options.whole),
    ] = None,
    technique: Annotated[list[str] | None, opt("NAME", "only this row; may be repeated")] = None,
    folder: Annotated[
        str | None, opt("DIR", "keep every step there, and go on from what is there already")
    ] = None,
    buckets: Annotated[str | None, opt("FILE", "buckets of your own, for one column")] = None,
    iterations: Annotated[
        int | None, opt("N", "of each subgame; default by scale", "--iterations", "-n", parser=options.whole)
    ] = None,
    blueprint_iterations: Annotated[
        int | None, opt("N", "of the blueprint; default by scale", parser=options.whole)
    ] = None,
    value_iterations: Annotated[
        int | None,
        opt("N", "of the game without buckets, to tell seats apart; 0: none", parser=options.whole),
    ] = None,
    seconds: options.Seconds = None,
    threads: Annotated[int | None, opt("N", "flops solved at once", parser=options.whole)] = None,
    device: Annotated[
        str,
        typer.Option(metavar="NAME", help="cpu, cuda (a GPU, by PyTorch) or tensors (the same, on the CPU)"),
    ] = "cpu",
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Work out a table of a paper anew and print it beside the printed one.

    brown2017 is "Safe and nested subgame solving for imperfect-information games": tables 1 and 2 are small and large
    flop hold'em. Blueprints that see a few buckets of hands are solved by CFR+; then every flop subgame is solved
    again with exact cards by each technique, and what the seat then loses is measured with real cards, in
    thousandths of a big blind a hand. With --folder every step is kept: stopped by --seconds, Ctrl-C or a power cut,
    the same command goes on where it was.

    \b
    Examples:
      tianji reproduce brown2017 table1 --scale ci
      tianji reproduce brown2017 table1 --scale short --folder runs
      tianji reproduce brown2017 table1 --scale full --column 200 --folder runs --seconds 8m

    --json prints table, scale, rows [{technique, column, seat0, seat1, mean, ratio, paper, paper_ratio, gap, margin,
    seconds}], claims {a, b, c, d, e}, counts, game, pairs, iterations, blueprint_iterations, value, value_gap, done,
    flops, source, seconds, stopped; null is what is not known, or not yet.
    """
    from tianji.cli.shared.live import Live
    from tianji.holdem.rounds.tables import reproduce as run

    if paper not in PAPERS:
        raise UnknownNameError(f"no paper {quote(paper)}; {suggest(paper[:80], list(PAPERS))}")
    if table not in PAPER_TABLES:
        raise UnknownNameError(f"no table {quote(table)}; {suggest(table[:80], list(PAPER_TABLES))}")
    with Live(quiet) as live:
        found = run(
            int(table[-1]), scale, columns=column, techniques=technique, folder=folder, buckets=buckets,
            iterations=iterations, blueprint_iterations=blueprint_iterations, value_iterations=value_iterations,
            seed=seed, seconds=seconds, threads=threads, device=device, progress=live,
        )  # fmt: skip
    output.show(found.to_dict(), _text, json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _text(data: dict[str, Any]) -> str:
    from tianji.holdem.rounds.paper import CLAIMS

    head = ("technique", "mean", "seat 0", "seat 1", "gap", "ratio", "paper", "ratio")
    lines = [f"Table {data['table']}, scale {data['scale']}: {data['game']}; {data['pairs']} pairs"]
    for count in dict.fromkeys(row["column"] for row in data["rows"]):
        rows = [
            (
                row["technique"],
                *(_number(row[key]) for key in ("mean", "seat0", "seat1", "gap", "ratio", "paper", "paper_ratio")),
            )
            for row in data["rows"]
            if row["column"] == count
        ]  # fmt: skip
        lines += ["", f"{count:,} buckets, mbb/h", "", output.table(head, rows, range(1, 8), wrap=(0,))]
    lines += [""]
    for claim, words in CLAIMS.items():
        held, of = data["counts"][claim]
        lines.append(f"({claim}) {words}: {f'in {held} of {of} columns' if of else 'not known yet'}")
    lines += ["", f"paper: {data['source']}; ratio: to the trunk of the column"]
    lines.append("gap: how much of the mean may be due to gadgets that were not solved to the end")
    if data["value"] is None:
        lines.append("seats are not told apart: that takes the value of the game, by --value-iterations")
    if data["stopped"]:
        share = f"{data['done']:,} of {data['flops']:,} flop subgames of the columns begun are solved"
        lines.append(f"stopped early ({data['stopped']}): {share}; the same command with --folder goes on")
    return "\n".join(lines)


def _number(x: float | None) -> str:
    """Four digits, never in powers of ten."""
    if x is None:
        return "-"
    return f"{x:.1f}" if abs(x) >= 100 else f"{x:.2f}" if abs(x) >= 10 else f"{x:.3f}"

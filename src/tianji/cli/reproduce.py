"""tianji reproduce."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.shared import options, output
from tianji.cli.shared.options import opt
from tianji.errors import ParameterError, UnknownNameError, quote, suggest

PAPERS = ("brown2017",)
PAPER_TABLES = ("table1", "table2", "table3", "table4")
FIGURE = "figure8"
RECIPE = "recipe"  # of our own: the parts of nested solving together
PICTURES = ("ratios", "margins", "buckets")


def reproduce(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="brown2017", show_default=False)],
    table: Annotated[
        str,
        typer.Argument(metavar="TABLE", help="table1 to table4, figure8 or recipe", show_default=False),
    ],
    scale: Annotated[
        str,
        typer.Option(metavar="NAME", help="ci, short or full: 20, 28 or 52 cards; of table4 16, 20 or 52"),
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
        opt(
            "N",
            "of the game without buckets, to tell seats apart; 0: none; default by scale, on cuda 400",
            parser=options.whole,
        ),
    ] = None,
    seconds: options.Seconds = None,
    threads: Annotated[int | None, opt("N", "flops solved at once", parser=options.whole)] = None,
    device: Annotated[
        str,
        typer.Option(metavar="NAME", help="cpu, cuda (a GPU, by PyTorch) or tensors (the same, on the CPU)"),
    ] = "cpu",
    method: Annotated[
        str | None, opt("NAME", "CFR's schedule, such as dcfr; default cfr+, as in the paper; of table4 dcfr")
    ] = None,
    on: options.On = "serial",
    plot: Annotated[str | None, opt("FILE", "a picture: .svg, .png or .pdf")] = None,
    picture: Annotated[str | None, opt("NAME", "of a table: ratios (default), margins or buckets")] = None,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Work out a table or a figure of a paper anew and print it beside the printed one.

    brown2017 is "Safe and nested subgame solving for imperfect-information games": tables 1 and 2 are small and large
    flop hold'em, table 3 is turn hold'em. Blueprints that see a few buckets of hands on the last round are solved by
    CFR+; then every subgame that begins with its cards is solved again with exact cards by each technique, and what
    the seat then loses is measured with real cards, in thousandths of a big blind a hand. With --folder every step is
    kept: stopped by --seconds, Ctrl-C or a power cut, the same command goes on where it was.

    figure8 is what reach-maxmargin loses when gifts are multiplied, in the game of table 2. table4 is nested solving:
    a player who knows bets of half the pot and of the pot meets bets of three quarters; its claims are f, g, h, i, and
    ratios are to the row translation. recipe is a question of our own: how much a blueprint in buckets loses there,
    and how much subgames of the flop and nested solving take off that.

    \b
    Examples:
      tianji reproduce brown2017 table1 --scale ci
      tianji reproduce brown2017 table1 --scale short --folder runs
      tianji reproduce brown2017 table1 --scale full --column 200 --folder runs --seconds 8m
      tianji reproduce brown2017 table3 --scale short --folder runs
      tianji reproduce brown2017 table4 --scale ci --on "processes(2)"
      tianji reproduce brown2017 figure8 --scale ci --plot gifts.svg

    --json prints table, scale, rows [{technique, column, seat0, seat1, mean, ratio, paper, paper_ratio, gap, margin,
    seconds, margins, response0, response1}], claims {a, b, c, d, e}, counts, game, pairs, iterations,
    blueprint_iterations, value, value_gap, done, flops, source, seconds, stopped, margin_edges, method; of figure8
    points [{factor, seat0, seat1, mean, ratio, paper, paper_ratio, gap}], column, num_flops, …; of recipe rows
    [{cards, answer, seat0, seat1, mean, share, on_menu, response0, response1}], buckets, …; null is what is not known,
    or not yet.
    """
    from tianji.cli.shared.live import Live

    _check(paper, table, technique, column, plot, picture)
    draws = buckets is None and table != "table4"  # what is drawn are buckets
    same: dict[str, Any] = {
        "folder": folder, "buckets": buckets, "iterations": iterations, "blueprint_iterations": blueprint_iterations,
        "value_iterations": value_iterations, "seed": seed if draws else 0, "seconds": seconds, "threads": threads,
        "device": device, "method": method, "on": on,
    }  # fmt: skip
    if table == "table3" and device == "cuda" and not quiet:
        _forecast(scale, column, technique, same)
    with Live(quiet) as live:
        if table == FIGURE:
            from tianji.holdem.rounds.gift_curve import gift_curve

            found: Any = gift_curve(scale, column=column[0] if column else None, progress=live, **same)
        elif table == RECIPE:
            from tianji.holdem.nested.recipe import recipe

            found = recipe(scale, column=column[0] if column else None, progress=live, **same)
        else:
            from tianji.holdem.rounds.tables import reproduce as run

            found = run(int(table[-1]), scale, columns=column, techniques=technique, progress=live, **same)
    output.show(found.to_dict(), {FIGURE: _curve_text, RECIPE: _recipe_text}.get(table, _text), json)
    if plot is not None:
        from tianji.cli.shared.plot import save_figure

        save_figure(found.plot() if table == FIGURE else found.plot(picture or PICTURES[0]), plot)
        output.note(f"saved {plot}", quiet)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _forecast(
    scale: str, column: list[int] | None, technique: list[str] | None, given: dict[str, Any]
) -> None:
    """Say what a table of three rounds will take of the GPU; what cannot be is left for the run to refuse."""
    from tianji.holdem.rounds.gpu.forecast import table_forecast

    names = ("blueprint_iterations", "iterations", "value_iterations")
    found = table_forecast(scale, column, technique, *(given[name] for name in names))
    if found is not None:
        output.note(f"table 3, scale {scale}: {found}")


def _check(
    paper: str,
    table: str,
    technique: list[str] | None,
    column: list[int] | None,
    plot: str | None,
    picture: str | None,
) -> None:
    """Refuse what cannot be, before the work."""
    if paper not in PAPERS:
        raise UnknownNameError(f"no paper {quote(paper)}; {suggest(paper[:80], list(PAPERS))}")
    if table not in (*PAPER_TABLES, FIGURE, RECIPE):
        raise UnknownNameError(
            f"no table {quote(table)}; {suggest(table[:80], [*PAPER_TABLES, FIGURE, RECIPE])}"
        )
    if table == RECIPE and (technique or plot is not None or len(column or ()) > 1):
        raise ParameterError(f"{RECIPE} has rows of its own and no picture; give it at most one --column")
    if picture is not None and picture not in PICTURES:
        raise UnknownNameError(f"no picture {quote(picture)}; {suggest(picture[:80], list(PICTURES))}")
    if picture is not None and (plot is None or table == FIGURE):
        raise ParameterError(
            f"--picture {picture} says which picture of a table --plot draws; give it with both"
        )
    if table == FIGURE and (technique or len(column or ()) > 1):
        raise ParameterError(
            f"{FIGURE} is reach-maxmargin in one column; leave out --technique, and give one --column"
        )
    if plot is not None:
        from tianji.cli.shared.plot import check_picture

        check_picture(plot)


def _text(data: dict[str, Any]) -> str:
    from tianji.holdem.rounds.paper import CLAIMS, NESTED_CLAIMS, TRANSLATION, TRUNK

    is_nested = data["table"] == 4
    head = ("technique", "mean", "seat 0", "seat 1", "gap", "ratio", "paper", "its ratio")
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
        lines += [
            "",
            f"{f'{count:,} buckets' if count else 'exact cards'}, mbb/h",
            "",
            output.table(head, rows, range(1, 8), wrap=(0,)),
        ]
    lines += [""]
    for claim, words in (NESTED_CLAIMS if is_nested else CLAIMS).items():
        held, of = data["counts"][claim]
        said = ("yes" if held else "no") if is_nested else f"in {held} of {of} columns"
        lines.append(f"({claim}) {words}: {said if of else 'not known yet'}")
    base = f"the row {TRANSLATION}" if is_nested else f"the {TRUNK} of the column"
    lines += ["", f"paper: {data['source']}; ratio: to {base}"]
    lines.append("gap: how much of the mean may be due to gadgets that were not solved to the end")
    if data["value"] is None:
        lines.append("seats are not told apart: that takes the value of the game, by --value-iterations")
    return "\n".join(lines + _stopped(data))


def _curve_text(data: dict[str, Any]) -> str:
    head = ("gifts", "mean", "seat 0", "seat 1", "gap", "ratio", "paper", "its ratio")
    keys = ("mean", "seat0", "seat1", "gap", "ratio", "paper", "paper_ratio")
    rows = [(f"x{row['factor']:,}", *(_number(row[key]) for key in keys)) for row in data["points"]]
    lines = [
        f"Figure 8, scale {data['scale']}: {data['game']}; {data['pairs']} pairs",
        "",
        f"{data['column']:,} buckets, reach-maxmargin, mbb/h",
        "",
        output.table(head, rows, range(1, 8)),
        "",
        "paper: read off the figure, in a unit it does not name; ratio: to no gifts",
        f"x{data['num_flops']:,}: gifts are not split over the flops",
    ]
    done = [row["mean"] for row in data["points"] if row["mean"] is not None]
    if len(done) > 1 and min(done) == max(done):
        lines.append("gifts change nothing here: no hand could have folded for more than it then had")
    return "\n".join(lines + _stopped(data))


def _stopped(data: dict[str, Any]) -> list[str]:
    if not data["stopped"]:
        return []
    share = f"{data['done']:,} of {data['flops']:,} flop subgames of the columns begun are solved"
    return [f"stopped early ({data['stopped']}): {share}; the same command with --folder goes on"]


def _recipe_text(data: dict[str, Any]) -> str:
    head = ("cards", "bets off the menu", "mean", "seat 0", "seat 1", "share", "on the menu")
    keys = ("mean", "seat0", "seat1", "share", "on_menu")
    rows = [(row["cards"], row["answer"], *(_number(row[key]) for key in keys)) for row in data["rows"]]
    lines = [
        f"The whole recipe, scale {data['scale']}: {data['game']}; {data['buckets']:,} buckets; mbb/h",
        "",
    ]
    lines += [output.table(head, rows, range(2, 7), wrap=(0, 1)), ""]
    lines.append(
        "mean: loss to a best response with all bets; share: of the first row's; on the menu: loss to an"
    )
    lines.append("opponent who has the small menu only, whose bets are all prepared for")
    if data["stopped"]:
        lines.append(f"stopped early ({data['stopped']}); the same command with --folder goes on")
    return "\n".join(lines)


def _number(x: float | None) -> str:
    """Four digits, never in powers of ten."""
    if x is None:
        return "-"
    return f"{x:.1f}" if abs(x) >= 100 else f"{x:.2f}" if abs(x) >= 10 else f"{x:.3f}"

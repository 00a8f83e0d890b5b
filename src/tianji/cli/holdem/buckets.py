"""tianji holdem buckets: make, show, report."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.holdem.spot import Threads
from tianji.cli.shared import options
from tianji.cli.shared.live import Live
from tianji.cli.shared.output import Saving, clock, show, table
from tianji.core.text import whole_number
from tianji.errors import ParameterError, UnknownNameError, quote, suggest

HELP = """Card abstraction: put the hands of each street into buckets of hands that are worth about the same.

\b
Examples:
  tianji holdem buckets make --game flop -k 200 --out flop.buckets
  tianji holdem buckets show flop.buckets --board Ks7h2d --hand AhKd
  tianji holdem buckets report flop.buckets
"""

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=HELP,
)
BucketsFile = Annotated[
    str, typer.Argument(metavar="FILE", help="buckets that 'make' wrote", show_default=False)
]
NAMED = 6  # hands of a bucket that are named, of many


@app.command(short_help="make buckets of hands that are worth about the same")
def make(
    game: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="flop or turn (which end there) or full", show_default="flop"),
    ] = None,
    k: Annotated[
        str | None,
        typer.Option("-k", metavar="K", help="one number, or one a street from the flop on, or all",
                     show_default="200"),
    ] = None,
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="tiny, laptop, night, weekend (full)", show_default=False)
    ] = None,
    deck: Annotated[str, typer.Option(metavar="CARDS", help="52, 28, 20, … or ranks such as TJQKA")] = "52",
    metric: Annotated[str, typer.Option(metavar="NAME", help="between hands: w2, emd or next")] = "w2",
    rounds: Annotated[int, typer.Option(metavar="N", parser=options.whole, help="of Lloyd's algorithm")] = 20,
    sample: Annotated[
        int | None,
        typer.Option(metavar="N", parser=options.whole, help="hands to fit to", show_default="300,000 or 20 a bucket"),
    ] = None,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="save them", show_default=False)] = None,
    seconds: options.Seconds = None,
    threads: Threads = None,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:  # fmt: skip
    """Make buckets: k-means of all hands, by what they are worth now and later. The same from the same seed.

    One number is for the last street of flop and turn hold'em, whose earlier streets keep every hand, and for each
    street of the full game.

    \b
    Examples:
      tianji holdem buckets make --game flop -k 2000 --out flop.buckets
      tianji holdem buckets make --game turn -k all,2000 --deck 28 --metric emd --out turn.buckets
      tianji holdem buckets make --preset laptop --out laptop.buckets

    --json prints game, deck, ranks, metric, seed, rounds, streets [{street, buckets, is_lossless, spread, rounds}],
    digest, seconds, stopped, saved. Ctrl-C ends with the streets done so far and exit code 130.
    """
    from tianji.core.storage import require_writable
    from tianji.holdem.abstraction.buckets import make_buckets

    if out is not None:
        require_writable(out)
    name, counts = _asked(game, k, preset)
    cards = whole_number(deck.strip())
    with Live(quiet) as live:
        found = make_buckets(
            name, counts, deck=deck if cards is None else cards, metric=metric, seed=seed, rounds=rounds, sample=sample,
            seconds=seconds, threads=threads, progress=live,
        )  # fmt: skip
    files = Saving()
    if found.clusters:
        files.write(out, found.save)
    show({**found.to_dict(), "saved": files.saved}, _made_text, json)
    files.end(quiet or json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _asked(game: str | None, k: str | None, preset: str | None) -> tuple[str, str]:
    """The game and its numbers of buckets."""
    from tianji.holdem.abstraction.buckets import PRESETS

    if preset is None:
        return game or "flop", k or "200"
    if preset not in PRESETS:
        raise UnknownNameError(f"no preset {quote(preset)}; {suggest(preset, list(PRESETS))}")
    if k is not None or game not in (None, PRESETS[preset][0]):
        raise ParameterError(
            f"--preset {preset} is -k {PRESETS[preset][1]} of the full game; leave out -k and --game, or --preset"
        )
    return PRESETS[preset]


def _made_text(data: dict[str, Any]) -> str:
    rows = [
        (
            row["street"], f"{row['buckets']:,}",
            "every hand" if row["is_lossless"] else f"{row['spread']:.3g}",
            "" if row["is_lossless"] else str(row["rounds"]),
        )
        for row in data["streets"]
    ]  # fmt: skip
    facts = [
        ("game", f"{data['game']} hold'em, {data['deck']} cards ({data['ranks']})"),
        ("metric", f"{data['metric']}, seed {data['seed']}"),
        ("time", clock(data["seconds"]) + (f", stopped: {data['stopped']}" if data["stopped"] else "")),
        ("digest", data["digest"][:16]),
    ]
    streets = (
        table(("street", "buckets", "spread", "rounds"), rows, (1, 2, 3)) if rows else "No street was done."
    )
    return table(("", ""), facts).strip("\n") + "\n\n" + streets


@app.command("show", short_help="which hands share a bucket on a board, weakest first")
def show_board(
    file: BucketsFile,
    board: Annotated[str, typer.Option(metavar="CARDS", help="such as Ks7h2d, on a street of the game")],
    hand: Annotated[
        str | None, typer.Option(metavar="HAND", help="its bucket alone, such as AhKd", show_default=False)
    ] = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Show which hands share a bucket on a board, weakest first, with their mean equity against any hand.

    \b
    Examples:
      tianji holdem buckets show flop.buckets --board Ks7h2d
      tianji holdem buckets show flop.buckets --board Ks7h2d --hand AhKd

    --json prints board, street, buckets, hand, rows [{bucket, count, equity, hands}].
    """
    from tianji.holdem.abstraction.buckets import Buckets
    from tianji.holdem.abstraction.inspect import look

    show(look(Buckets.load(file), board, hand).to_dict(), _board_text, json)


def _board_text(data: dict[str, Any]) -> str:
    most = len(data["rows"][0]["hands"]) if data["hand"] else NAMED
    rows = [
        (
            str(row["bucket"]), f"{100 * row['equity']:.2f}%", str(row["count"]),
            " ".join(row["hands"][:most]) + (f" and {row['count'] - most} more" if row["count"] > most else ""),
        )
        for row in data["rows"]
    ]  # fmt: skip
    of = f"the bucket of {data['hand']}" if data["hand"] else f"{len(rows)} of {data['buckets']:,} buckets"
    head = f"{data['board']}, {data['street']}: {of}"
    return f"{head}\n\n{table(('bucket', 'equity', 'hands', 'such as'), rows, (0, 1, 2))}"


@app.command(short_help="how evenly deals fill the buckets, and what is lost")
def report(
    file: BucketsFile,
    seconds: options.Seconds = None,
    threads: Threads = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Count all deals: how evenly they fill the buckets, and how much equity still varies inside one.

    \b
    Examples:
      tianji holdem buckets report flop.buckets

    --json prints game, deck, metric, digest, stopped, streets [{street, buckets, boards, deals, least, most, entropy,
    equity_spread, equity_range}]. Streets that keep every hand are left out.
    """
    from tianji.holdem.abstraction.buckets import Buckets
    from tianji.holdem.abstraction.inspect import report as count_deals

    with Live(quiet) as live:
        found = count_deals(Buckets.load(file), seconds=seconds, threads=threads, progress=live)
    show(found.to_dict(), _report_text, json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _report_text(data: dict[str, Any]) -> str:
    rows = [
        (
            row["street"], f"{row['buckets']:,}", f"{row['boards']:,}", f"{row['deals']:,}",
            f"{100 * row['least']:.3g}%", f"{100 * row['most']:.3g}%", f"{row['entropy']:.2f}",
            f"{row['equity_spread']:.4f}", f"{row['equity_range']:.4f}",
        )
        for row in data["streets"]
    ]  # fmt: skip
    if not rows:
        return "No street was counted" + (
            f": {data['stopped']}." if data["stopped"] else ": all keep every hand."
        )
    head = ("street", "buckets", "boards", "deals", "least", "most", "bits", "equity ±", "of all ±")
    return (
        f"{data['game']} hold'em, {data['deck']} cards, {data['metric']}\n\n{table(head, rows, range(1, 9))}\n\n"
        "least, most: the smallest and the largest bucket's share of deals; bits: the entropy of the shares; ±: the\n"
        "standard deviation of equity inside a bucket, and of all hands."
    )

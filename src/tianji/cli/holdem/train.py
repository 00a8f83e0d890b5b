"""tianji holdem train, evaluate: a blueprint of no-limit hold'em by self-play, and what its buckets cost."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.holdem.spot import Device, Threads
from tianji.cli.shared import options
from tianji.cli.shared.options import opt
from tianji.cli.shared.output import Saving, clock, facts, note, show, table
from tianji.errors import ParameterError


def train(
    preset: Annotated[
        str,
        typer.Option(
            "--preset", metavar="NAME", help="tiny, laptop, night, weekend, or a .toml file of your own"
        ),
    ] = "tiny",
    out: Annotated[str | None, opt("FILE", "save the blueprint, such as p.blueprint", "--out", "-o")] = None,
    buckets: Annotated[str | None, opt("FILE", "buckets of 'tianji holdem buckets make --game full'")] = None,
    boards: Annotated[
        int | None, opt("N", "train on the boards of so many flops: no tables to make", parser=options.whole)
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            "--method", metavar="NAME", help="external: by deals; public: by boards, all hands at once"
        ),
    ] = "external",
    iterations: options.Iterations = None,
    visits: Annotated[float | None, opt("N", "stop at so many visits an infoset")] = None,
    seconds: options.Seconds = None,
    threads: Threads = None,
    bits: Annotated[
        int, typer.Option("--bits", metavar="N", parser=options.whole, help="a probability: 4 or 8")
    ] = 4,
    races: Annotated[
        bool, typer.Option("--races", help="threads add without waiting for each other: no run repeats")
    ] = False,
    device: Device = None,
    value_boards: Annotated[
        int | None,
        opt("N", "find values on so many boards; 0 for none", "--value-boards", parser=options.whole),
    ] = None,
    checkpoint: Annotated[str | None, opt("FILE", "save the run there, now and then and at the end")] = None,
    checkpoint_every: options.CheckpointEvery = 600.0,
    resume: Annotated[bool, typer.Option("--resume", help="go on from --checkpoint")] = False,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Train a blueprint: linear CFR by self-play on a betting tree with buckets of hands.

    An iteration is a deal, walked for both players, with --method public a board. Without --iterations, --visits and
    --seconds a preset trains as long as it is meant to: tiny 1 minute, laptop 30, night 10 hours, weekend 60. The first
    time, buckets and their tables are made and kept in the cache folder (TIANJI_CACHE, or tianji in the user's):
    minutes on a few cores, 0.5 GB. The same seed gives the same blueprint on any number of threads, resumed or not, but
    with --races; a GPU gives its own, by deals the same each time. One process at a time may write a checkpoint.
    --device cuda trains on a GPU; a run may change devices. More training wins more at the table and loses more to
    somebody who knows the blueprint: 'tianji holdem harden' mends that on the river.

    \b
    Examples:
      tianji holdem train --preset tiny --boards 20 --seconds 10 --out p.blueprint
      tianji holdem train --preset laptop --threads 2 --checkpoint laptop.run --out laptop.blueprint
      tianji holdem train --preset night --device cuda --seconds 200 --out night.blueprint
      tianji holdem match p.blueprint call

    --json prints name, menu, streets [{street, decisions, actions, buckets}], infosets, entries, bits, bytes, digest,
    values {boards, error [chips, by street]}, buckets, preset, method, iterations, visits, visits_per_infoset, seconds,
    threads, races, device, seed, boards, stopped, saturated, unsaved, saved. Ctrl-C ends with the blueprint so far,
    saved, and exit code 130.
    """
    from tianji.cli.shared.live import Live
    from tianji.core.storage import require_writable
    from tianji.holdem.blueprint.train import train as run

    options.check_checkpoint(checkpoint, resume)
    if out is not None:
        require_writable(out)
    with Live(quiet) as live:
        found = run(
            preset, method=method, buckets=buckets, boards=boards, iterations=iterations, visits=visits,
            seconds=seconds, threads=threads, seed=seed, bits=bits, races=races, device=device or "cpu",
            value_boards=value_boards, checkpoint=checkpoint, checkpoint_every=checkpoint_every, resume=resume,
            progress=live,
        )  # fmt: skip
    files = Saving()
    files.write(out, found.save)
    files.checkpoint(checkpoint, found.about["unsaved"])
    show({**found.to_dict(), "saved": files.saved}, _text, json)
    files.end(quiet or json)
    if found.about["stopped"] in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def values(
    file: Annotated[str, typer.Argument(metavar="FILE", help="a blueprint, or tiny", show_default=False)],
    boards: Annotated[
        int | None,
        opt("N", "to draw, all hands on each; by default as many as its preset has", parser=options.whole),
    ] = None,
    out: Annotated[str | None, opt("FILE", "save it there instead of in FILE itself", "--out", "-o")] = None,
    threads: Threads = None,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Find what a blueprint's actions are worth to both players, and keep it in its file: for AIVAT and for reviews.

    Boards are drawn; on each, all hands play all lines at once. Kept are means by bucket before the river; the error is
    a value's standard error in chips, street by street, as two halves of the boards differ. Training does the same at
    its end.

    \b
    Example:
      tianji holdem values p.blueprint --boards 400

    --json prints what 'tianji holdem train' does.
    """
    from tianji.cli.shared.live import Live
    from tianji.core.storage import require_writable
    from tianji.holdem.blueprint.agent import TINY, read_blueprint
    from tianji.holdem.blueprint.values import value_boards

    if file == TINY and out is None:
        raise ParameterError(
            f"{TINY} comes with the package and stays as it is; save the new one with --out FILE"
        )
    target = file if out is None else out
    require_writable(target)
    with Live(quiet) as live:
        given = read_blueprint(file)
        boards = value_boards(given.menu, None) if boards is None else boards
        found = given.with_values(boards=boards, seed=seed, threads=threads, progress=live)
    files = Saving()
    if found.worth is not given.worth:
        files.write(target, found.save)
    show({**found.to_dict(), "saved": files.saved}, _text, json)
    files.end(quiet or json)
    if found.about is not given.about:
        has_some = found.worth is not given.worth
        note(
            "interrupted: " + ("these are the values of fewer boards" if has_some else "no new values yet"),
            quiet,
        )
        raise typer.Exit(130)


def _text(data: dict[str, Any]) -> str:
    rows = [
        (row["street"], f"{row['decisions']:,}", f"{row['actions']:,}", f"{row['buckets']:,}")
        for row in data["streets"]
    ]
    about = [
        ("blueprint", data["name"]),
        ("entries", f"{data['entries']:,} ({data['infosets']:,} infosets)"),
        (
            "boards" if data["method"] == "public" else "deals",
            f"{data['iterations']:,}, {data['visits_per_infoset']:,.3g} visits an infoset",
        ),
        ("time", f"{clock(data['seconds'])}, {data['threads']} threads, stopped: {data['stopped']}"),
    ]
    if data["values"] is not None:
        errors = ", ".join(f"{x:.3g}" for x in data["values"]["error"])
        about.append(("values", f"{data['values']['boards']:,} boards, error {errors} chips by street"))
    if data["saturated"]:
        about.append(
            ("warning", f"{data['saturated']:,} times a regret stood at its ceiling: stacks are too large")
        )
    streets = table(("street", "decisions", "actions", "buckets"), rows, (1, 2, 3))
    return facts(about) + "\n\n" + streets


def evaluate(
    file: Annotated[str, typer.Argument(metavar="FILE", help="a blueprint, or tiny", show_default=False)],
    boards: Annotated[
        int,
        typer.Option(
            "--boards", metavar="N", parser=options.whole, help="to draw, all pairs of hands on each"
        ),
    ] = 100,
    first: Annotated[
        str, typer.Option("--from", metavar="STREET", help="where the response begins: river, turn or flop")
    ] = "river",
    seconds: options.Seconds = None,
    threads: Threads = None,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """What best responses with real cards win from a blueprint from a street on, in mbb/h: a lower bound, without bias.

    The response holds its real hand instead of a bucket, plays like the blueprint before that street, and bets the
    sizes of its tree only: so this is what the buckets cost. Boards of the street are drawn, all hands on them and all
    later cards are exact: a turn takes 48 times as long as a river, a flop 2,352 times.

    \b
    Examples:
      tianji holdem evaluate p.blueprint --boards 1000
      tianji holdem evaluate p.blueprint --from turn --boards 40

    --json prints blueprint, first, boards, mbb_h, stderr, low, high, gains [big blind's, button's], seed, seconds,
    stopped.
    """
    from tianji.cli.match import mean_text
    from tianji.cli.shared.live import Live
    from tianji.holdem.blueprint.agent import read_blueprint
    from tianji.holdem.blueprint.evaluate import river_response

    with Live(quiet) as live:
        found = river_response(
            read_blueprint(file), first=first, boards=boards, seed=seed, seconds=seconds, threads=threads,
            progress=live,
        )  # fmt: skip

    def text(data: dict[str, Any]) -> str:
        won = mean_text(data["mbb_h"], data["stderr"], data["low"], data["high"], digits=1)
        head = f"Best response from the {data['first']} on against {data['blueprint']}"
        head += f"; {data['boards']:,} boards, seed {seed}"
        return f"{head}\n\n{facts([('it wins, mbb/h', won)])}"

    show(found.to_dict(), text, json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)

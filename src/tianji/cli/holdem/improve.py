"""tianji holdem improve: answers to the bets that hurt a blueprint most, added to its file, or taken out again."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.holdem.spot import Threads
from tianji.cli.shared import options
from tianji.cli.shared.options import opt
from tianji.cli.shared.output import Saving, clock, facts, show, table

OF_A_BRANCH = (
    "hands", "me", "sizes", "streets", "top", "probes", "boards", "iterations", "seconds", "threads", "seed",
)  # fmt: skip


def improve(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="a blueprint, or tiny", show_default=False)],
    out: Annotated[
        str | None, opt("FILE", "save the new version; written after every branch", "--out", "-o")
    ] = None,
    hands: Annotated[
        str | None, opt("LOG", "a dealer's log or .phh(s) file: bets that were met come first")
    ] = None,
    me: Annotated[
        str | None, opt("NAME", "whose bets in it do not count: the blueprint's own name there")
    ] = None,
    sizes: Annotated[
        str | None, opt("LIST", "bets to try without a log, percent of the pot, as in 25,37,60")
    ] = None,
    streets: Annotated[
        str | None, opt("LIST", "where: of preflop, flop, turn, river; default preflop,flop")
    ] = None,
    top: Annotated[
        int, typer.Option("--top", metavar="N", parser=options.whole, help="branches to solve")
    ] = 3,
    probes: Annotated[
        int | None, opt("N", "bets to measure; default 3 a branch", parser=options.whole)
    ] = None,
    boards: Annotated[
        int | None, opt("N", "deal the boards of so many flops: no tables to make", parser=options.whole)
    ] = None,
    iterations: options.Iterations = None,
    seconds: options.Seconds = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="take the branch that was added last out again")
    ] = False,
    threads: Threads = None,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Find the bets that a blueprint's translation loses most to, solve what comes after them, and add it to the file.

    What a bet wins beyond all that the blueprint is prepared for is measured by sampling, with a standard error; the
    --top ones are solved with the blueprint's own range, the opponent behind a gate, and taken if the bet then surely
    wins less. The blueprint plays as before elsewhere. An iteration is a deal that comes to the branch; by default 20
    an infoset for a measurement, four times as many for a solve. With --threads 1 the same --seed gives the same file.

    \b
    Examples:
      tianji holdem improve p.blueprint --sizes 37 --streets flop --boards 20 --out p2.blueprint
      tianji holdem improve p.blueprint --hands match.log --me p --seconds 3600 --out p2.blueprint
      tianji holdem improve p2.blueprint --undo --out p.blueprint

    --json prints name, digest, parent_digest, branches, tried [{line, street, size, often, reach, gain_before,
    stderr_before, gain_after, stderr_after, entries, deals, is_taken, note}], probed, refused, seed, seconds, stopped,
    saved; with --undo name, digest, branches, saved. A gain is in chips each time the bet can be made. Ctrl-C ends with
    the branches so far, saved, and exit code 130.
    """
    from tianji.cli.shared.live import Live
    from tianji.core.storage import require_writable
    from tianji.holdem.blueprint.agent import read_blueprint
    from tianji.holdem.blueprint.improve import improve as run

    if out is not None:
        require_writable(out)
    start, files = read_blueprint(file), Saving()
    if undo:
        options.refuse(context, OF_A_BRANCH, "is for a branch to add, and --undo takes one out")
        before = start.undo()
        files.write(out, before.save)
        data = {
            "name": before.name,
            "digest": before.digest,
            "branches": len(before.branches),
            "saved": files.saved,
        }
        show(data, lambda d: facts([("blueprint", d["name"]), ("branches", str(d["branches"]))]), json)
        files.end(quiet or json)
        return
    with Live(quiet) as live:
        found = run(
            start, hands=hands, me=me, sizes=sizes, streets=streets, top=top, probes=probes, boards=boards,
            iterations=iterations, seconds=seconds, threads=threads, seed=seed, checkpoint=out, progress=live,
        )  # fmt: skip
    files.write(out, found.save)
    show({**found.to_dict(), "saved": files.saved}, _text, json)
    files.end(quiet or json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _text(data: dict[str, Any]) -> str:
    about = [
        ("blueprint", f"{data['name']}, branches added: {data['branches']}"),
        ("measured", f"{data['probed']} bets, {clock(data['seconds'])}, stopped: {data['stopped']}"),
    ]
    if data["refused"]:
        about.append(("left out", f"{len(data['refused'])} hands, the first: {data['refused'][0]}"))
    rows = [
        (
            one["line"], f"{100 * one['size']:.0f} %", f"{100 * one['reach']:.3g} %",
            f"{one['gain_before']:,.0f} ± {one['stderr_before']:,.0f}",
            f"{one['gain_after']:,.0f} ± {one['stderr_after']:,.0f}", one["note"] or "taken",
        )
        for one in data["tried"]
    ]  # fmt: skip
    if not rows:
        return facts(about) + "\n\nNo bet surely wins more than those it is prepared for."
    heads = ("bet", "of pot", "comes", "won before", "wins now", "")
    return (
        facts(about) + "\n\n" + table(heads, rows, (1, 2, 3, 4)) + "\n\nChips each time the bet can be made."
    )

"""tianji holdem harden: a river that loses less to somebody who sees his real cards."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.holdem.spot import Device, Threads
from tianji.cli.shared import options
from tianji.cli.shared.options import opt
from tianji.cli.shared.output import Saving, clock, facts, note, show
from tianji.errors import ParameterError


def harden(
    file: Annotated[str, typer.Argument(metavar="FILE", help="a blueprint, or tiny", show_default=False)],
    out: Annotated[str | None, opt("FILE", "save it there instead of in FILE itself", "--out", "-o")] = None,
    boards: Annotated[
        int,
        typer.Option("--boards", metavar="N", parser=options.whole, help="to learn from, all hands on each"),
    ] = 4_000,
    groups: Annotated[
        int | None,
        opt(
            "N",
            "in which buckets of the river learn; default: 100, then 500, then each by itself",
            parser=options.whole,
        ),
    ] = None,
    flops: Annotated[
        int | None, opt("N", "draw the boards of so many flops: no tables to make", parser=options.whole)
    ] = None,
    seconds: options.Seconds = None,
    threads: Threads = None,
    device: Device = None,
    checkpoint: Annotated[str | None, opt("FILE", "save the run there, now and then and at the end")] = None,
    checkpoint_every: options.CheckpointEvery = 60.0,
    resume: Annotated[bool, typer.Option("--resume", help="go on from --checkpoint")] = False,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Teach a blueprint's river to lose less to somebody who sees his real cards, and keep it in its file.

    Self-play within buckets fits itself to them: the longer it lasts, the more a best response wins. Here the river is
    learned anew against such a response, on boards that are drawn; all before it stays as it is, and values go, since
    they were the old river's ('tianji holdem values' finds the new ones). Ctrl-C keeps what was learned so far;
    --resume goes on from a --checkpoint, on either device.

    \b
    Examples:
      tianji holdem harden p.blueprint
      tianji holdem harden p.blueprint --boards 20000 --checkpoint p.run --out hard.blueprint
      tianji holdem harden night.blueprint --device cuda --boards 200000
      tianji holdem harden tiny --flops 2 --boards 50 --out hard.blueprint

    --json prints what 'tianji holdem train' does, with hardened {boards, groups, flops, seed, device, seconds,
    stopped, unsaved}.
    """
    from tianji.cli.shared.live import Live
    from tianji.core.storage import require_writable
    from tianji.holdem.blueprint.agent import TINY, read_blueprint
    from tianji.holdem.blueprint.river.harden import harden as run

    if file == TINY and out is None:
        raise ParameterError(
            f"{TINY} comes with the package and stays as it is; save the new one with --out FILE"
        )
    options.check_checkpoint(checkpoint, resume)
    target = file if out is None else out
    require_writable(target)
    with Live(quiet) as live:
        given = read_blueprint(file)
        found = run(
            given, boards=boards, groups=groups, flops=flops, seconds=seconds, seed=seed, threads=threads,
            device=device or "cpu", checkpoint=checkpoint, checkpoint_every=checkpoint_every, resume=resume,
            progress=live,
        )  # fmt: skip
    files = Saving()
    if found is not given:
        files.write(target, found.save)
        files.checkpoint(checkpoint, found.about["hardened"]["unsaved"])
    show({**found.to_dict(), "saved": files.saved}, _text, json)
    files.end(quiet or json)
    if found is given:
        note("interrupted before learning began: nothing is saved", quiet)
    if found is given or found.about["hardened"]["stopped"] in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _text(data: dict[str, Any]) -> str:
    told = data.get("hardened")
    rows = [("blueprint", data["name"])]
    if told is not None:
        rows.append(
            ("hardened", f"{told['boards']:,} boards, {told['groups']:,} groups of the river's buckets")
        )
        rows.append(("time", f"{clock(told['seconds'])}, stopped: {told['stopped']}"))
    return facts(rows)

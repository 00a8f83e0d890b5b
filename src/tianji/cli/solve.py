"""tianji solve."""

from __future__ import annotations

import warnings
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli.shared import options
from tianji.cli.shared.options import opt
from tianji.cli.shared.output import Saving, show
from tianji.errors import NotApplicableError, ParameterError

if TYPE_CHECKING:
    from tianji.cfr.solve import Solution


def solve(
    context: typer.Context,
    game: options.GameSpec,
    method: options.Method = "dcfr",
    iterations: options.Iterations = None,
    until: options.Until = None,
    seconds: options.Seconds = None,
    seed: options.SeedOfMethod = None,
    seeds: Annotated[
        int | None, opt("N", "runs of a sampling method, averaged: from --seed up", parser=options.whole)
    ] = None,
    on: options.On = "serial",
    threads: Annotated[int | None, opt("N", "default: what pays", parser=options.whole)] = None,
    merge: Annotated[
        bool,
        typer.Option("--merge/--no-merge", help="put strategically identical infosets together, losslessly"),
    ] = True,
    rows: options.Rows = 20,
    out: Annotated[str | None, opt("FILE", "save the strategy: .safetensors, .json, .csv")] = None,
    plot: Annotated[str | None, opt("FILE", "draw NashConv by iteration: .png, .svg, .pdf")] = None,
    checkpoint: Annotated[str | None, opt("FILE", "save the run there, now and then and at the end")] = None,
    checkpoint_every: options.CheckpointEvery = 10.0,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="continue from --checkpoint, with the same options", show_default=False
        ),
    ] = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Find a strategy for GAME, and say how far from optimal it is.

    Stops at the first of --iterations, --until and --seconds; without them, at exploitability 1e-4 or
    after a minute. Exploitability is NashConv / players.

    \b
    Examples:
      tianji solve leduc --until 1e-3 --out leduc.safetensors --plot leduc.png
      tianji solve leduc -m external -n 10000 --seeds 8 --on "processes(2)"

    \b
    Methods:
      cfr cfr+ lcfr dcfr dcfr+ pcfr+ pdcfr+ sapcfr+   CFR and its variants
      hs-dcfr(30)                                     the same; needs --iterations
      external outcome average-strategy vr            sampling, for large games
      lp                                              exact; two players, zero sum
      fp                                              fictitious play

    --json prints game, method, size {histories, infosets, merged_infosets, terminals, merged_terminals,
    chance_nodes}, values, nash_conv, exploitability, players, iterations, seconds, stopped (until,
    iterations, seconds, interrupted, cancelled, memory, exact), seed, note, infosets [{player, infoset, count,
    reach, value, actions}], history [{iterations, seconds, exploitability, nash_conv}], saved [files].
    What is not known is null. With --seeds also each [NashConv of every run] and mean, theirs.

    Ctrl-C ends the run with the result so far, shown and saved, and exit code 130. A checkpoint is never
    overwritten by a new run: continue it with --resume, or delete it.
    """
    import tianji
    from tianji.cfr.mccfr import SAMPLERS
    from tianji.cli.shared.live import Live
    from tianji.cli.shared.report import solution_text

    rules = tianji.load(game)
    _check_files(method, out, plot, checkpoint, resume)
    if seeds is not None:
        options.refuse(context, ALONE, "is of one run, and --seeds of several")
        _solve_seeds(rules, method, iterations, seeds, seed or 0, on, rows, out, json, quiet)
        return
    options.refuse(context, ["on"], "is for --seeds N")
    if checkpoint is None:
        options.refuse(context, ["checkpoint_every"], "needs --checkpoint FILE")
    with Live(quiet) as live, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "the last checkpoint is not saved")  # `files.end` says so
        live.announce(rules, must_fit=method not in SAMPLERS)
        solution = tianji.solve(
            rules, method, iterations=iterations, until=until, seconds=seconds, seed=seed, threads=threads,
            merge=merge, curve=plot is not None, checkpoint=checkpoint, checkpoint_every=checkpoint_every,
            resume=resume, progress=live,
        )  # fmt: skip
    files = _save(solution, out, plot, checkpoint)
    show({**solution.to_dict(rows), "saved": files.saved}, solution_text, json)
    files.end(quiet or json)
    if solution.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


ALONE = ["until", "seconds", "threads", "merge", "plot", "checkpoint", "checkpoint_every", "resume"]


def _solve_seeds(
    rules: Any, method: str, iterations: int | None, seeds: int, seed: int, on: str, rows: int, out: str | None,
    json: bool, quiet: bool,
) -> None:  # fmt: skip
    """Several runs, averaged."""
    from tianji.cfr.seeds import solve_seeds
    from tianji.cli.shared.live import Live
    from tianji.cli.shared.report import solution_text

    if iterations is None:
        raise ParameterError("--seeds needs --iterations N, of each run")
    with Live(quiet) as live:
        found = solve_seeds(
            rules, method, iterations=iterations, seeds=seeds, seed=seed, on=on, progress=live
        )
    files = _save(found, out, None, None)
    show({**found.to_dict(rows), "saved": files.saved}, solution_text, json)
    files.end(quiet or json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _check_files(
    method: str, out: str | None, plot: str | None, checkpoint: str | None, resume: bool
) -> None:
    """Refuse what could not be written at the end, now."""
    from tianji.cli.shared.plot import check_picture
    from tianji.core.storage import require_writable
    from tianji.core.strategy import require_suffix

    options.check_checkpoint(checkpoint, resume)
    if out is not None:
        require_suffix(out)
    if plot is not None:
        check_picture(plot)
    if plot is not None and method.strip().lower() == "lp":
        raise NotApplicableError(
            "--plot draws progress by iteration, and method 'lp' has none; use another method"
        )
    if out is not None:
        require_writable(out)


def _save(solution: Solution, out: str | None, plot: str | None, checkpoint: str | None) -> Saving:
    """Write all that was asked for."""
    files = Saving()
    files.checkpoint(checkpoint if solution.iterations else None, solution.unsaved)
    if out is not None:
        files.write(out, solution.save)
    if plot is not None:
        from tianji.cli.shared.plot import plot_history

        files.write(plot, partial(plot_history, solution))
    return files

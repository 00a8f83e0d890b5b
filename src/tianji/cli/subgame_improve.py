"""tianji subgame improve."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tianji.cli.shared import options, output
from tianji.cli.shared.options import opt
from tianji.cli.subgame import Improved, Threads, make_blueprint
from tianji.errors import ParameterError, quote

ITERATIONS = 500  # of the small game's solve


def improve(
    game: options.GameSpec,
    without: Annotated[
        str | None, opt("ACTIONS", "those that were not prepared for, as in b75 or b75,b150")
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", parser=options.whole, help="branches to try")] = 3,
    counts: Annotated[str | None, opt("FILE", "JSON {branch: how often it was met}")] = None,
    undo: Annotated[
        str | None, opt("FILE", "take the branches of the last call out of this version again")
    ] = None,
    technique: Annotated[
        str,
        typer.Option(metavar="NAME", help="of the gates: reach-resolve, resolve, maxmargin, reach-maxmargin"),
    ] = "reach-resolve",
    player: Improved = 1,
    blueprint: Annotated[str | None, opt("FILE", "a strategy of the game without those actions")] = None,
    blueprint_iterations: Annotated[
        int | None, opt("N", "of the solve that makes it; default 500", parser=options.whole)
    ] = None,
    out: Annotated[str | None, opt("FILE", "save the new version: .safetensors")] = None,
    seconds: options.Seconds = None,
    threads: Threads = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Add answers to the unprepared actions that cost most, where translation stood; keep only what proves itself.

    The player knows the game without some actions and translates them. Each is scored by what the opponent gains with
    it, exactly; the --top ones are solved behind a gate, and taken if margins and the exact loss say so.

    \b
    Examples:
      tianji subgame improve leduc_bets --without b75 --top 3 --out night1.safetensors
      tianji subgame improve leduc_bets --undo night1.safetensors --out before.safetensors

    --json prints game, known, player, digest, parent_digest, branches, tried [{name, score, gap, min_margin,
    loss_before, loss_after, is_taken, note}], value, value_error, loss_translation, loss_before, loss_after, seconds,
    stopped; with --undo game and digest. A loss is the player's own, against a best response, beyond the game's value.
    """
    import tianji
    from tianji.cli.shared.live import Live
    from tianji.core.storage import require_writable
    from tianji.core.strategy import require_suffix

    if out is not None:
        require_suffix(out)
        require_writable(out)
    rules = tianji.load(game)
    if undo is not None:
        before = tianji.subgame.undo_file(undo)
        before.require(rules.spec, undo)
        if out is not None:
            before.save(out)
        output.show({"game": before.game, "digest": tianji.subgame.strategy_digest(before)}, _undone, json)
        return
    known = _without(rules, without)
    with Live(quiet) as live:
        live.announce(rules)
        is_given = blueprint is not None or blueprint_iterations is not None
        count = blueprint_iterations if is_given else ITERATIONS
        start = make_blueprint(known, blueprint, None, count, None)
        found = tianji.subgame.improve(
            rules, known, start, player, top=top, counts=_counts(counts), technique=technique, seconds=seconds,
            threads=threads, progress=live,
        )  # fmt: skip
    if out is not None:
        found.save(out)
    output.show(found.to_dict(), _text, json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _without(rules: Any, without: str | None) -> Any:
    """The game without the actions named."""
    import tianji
    from tianji.core.strategy import label
    from tianji.errors import suggest

    if not without:
        raise ParameterError(
            "--without is missing; name the actions that were not prepared for, as in --without b75"
        )
    flat = tianji.compile(rules)
    every = {label(a): a for tree in flat.trees for menu in tree.menus for a in menu}
    left_out = [name.strip() for name in without.split(",")]
    for name in left_out:
        if name not in every:
            raise ParameterError(
                f"--without {quote(name)}: {rules.spec} has no such action; {suggest(name, list(every))}"
            )
    return rules.restrict([a for name, a in every.items() if name not in left_out])


def _counts(file: str | None) -> Any:
    """What `--counts` holds."""
    import json

    from tianji.core.storage import read_bytes
    from tianji.run.limits import MOST

    if file is None:
        return None
    data = read_bytes(file)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ParameterError(f"--counts {quote(file)} cannot be read as JSON: {error!s:.80}") from None
    if not isinstance(found, dict) or not all(
        type(n) in (int, float) and 0 <= n <= MOST for n in found.values()
    ):
        raise ParameterError(f"--counts {quote(file)}: expected {{branch: how often}}, numbers of at least 0")
    return found


def _undone(data: dict[str, Any]) -> str:
    return f"{data['game']}: the version before, {data['digest'][:16]}"


def _text(data: dict[str, Any]) -> str:
    number = output.number
    rows = [
        (
            b["name"],
            number(b["score"]),
            number(b["min_margin"]),
            number(b["loss_after"]),
            b["note"] or "taken",
        )
        for b in data["tried"]
    ]
    lines = [
        f"{data['game']}, player {data['player']}, who knows {data['known']}",
        f"version {data['digest'][:16]} of {data['parent_digest'][:16]}, {len(data['branches'])} branches",
        "",
        *(
            [output.table(("branch", "score", "min margin", "loss", ""), rows, (1, 2, 3), wrap=(0, 4)), ""]
            if rows
            else []
        ),
        f"loss: translation {number(data['loss_translation'])}, before {number(data['loss_before'])}, "
        f"now {number(data['loss_after'])}",
    ]
    if not rows:
        lines.append("nothing to improve: no unprepared action gains the opponent anything")
    if data["stopped"] in ("seconds", "interrupted", "cancelled"):
        lines.append(f"stopped early ({data['stopped']}): branches not solved are left to translation")
    return "\n".join(lines)

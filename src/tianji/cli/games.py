"""tianji games, tianji show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli.shared import options, output

if TYPE_CHECKING:
    from tianji.flat.describe import Description

LONG_DEFAULT = 24  # letters of a parameter's default that a list on a terminal has room for


def games(seed: options.UnusedSeed = 0, json: options.Json = False, quiet: options.Quiet = False) -> None:
    """List the games that come with Tianji, with their parameters.

    \b
    Examples:
      tianji games
      tianji show "liars_dice(dice=1,faces=4)"

    --json prints games [{name, players, summary, parameters {name: default}}].
    """
    from tianji.games import catalogue

    output.show(catalogue().to_dict(), _games_text, json)


def show(
    game: options.GameSpec,
    tree: Annotated[
        bool | None, typer.Option("--tree/--no-tree", help="draw the tree; unasked only for tiny games")
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", parser=options.whole, help="seed of the size estimate of large games"
        ),
    ] = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Show a game: its rules in brief, parameters, size and, when it is tiny, its tree.

    In the tree, nodes with the same mark #n are one information set.

    \b
    Example:
      tianji show kuhn

    --json prints name, spec, players, summary, rules, parameters, plan {histories, terminals, exact,
    bytes_needed, bytes_free, seconds, fits}, check {histories, terminals, chance_nodes, infosets [by player],
    depth, zero_sum, hidden, ...}, forgets_information, merged_infosets, tree and native (whether kernels can run the
    rules); check, merged_infosets and tree are null for a game too large.
    """
    import tianji

    found = tianji.describe(tianji.load(game), tree=tree, seed=seed)
    output.show(found.to_dict(), lambda _: _show_text(found), json)


def _games_text(data: dict[str, Any]) -> str:
    longest = LONG_DEFAULT if output.is_terminal() else None
    rows = [(g["name"], _parameters(g["parameters"], longest), g["summary"]) for g in data["games"]]
    return output.table(("game", "parameters", "rules"), rows, wrap=(1,))


def _parameters(parameters: dict[str, Any], longest: int | None = None) -> str:
    """Parameters with their defaults; one that is too long for a list is left to `tianji show`."""
    written = {key: _written(value) for key, value in parameters.items()}
    return ", ".join(
        key if longest is not None and len(text) > longest else f"{key}={text}"
        for key, text in written.items()
    )


def _written(value: Any) -> str:
    """A value as a game spec takes it."""
    if isinstance(value, list):
        return "(" + ",".join(map(_written, value)) + ")"
    if isinstance(value, str) and not value.isidentifier():
        return repr(value)
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _show_text(found: Description) -> str:
    from tianji.core.lawful import PERFECT

    facts = [("players", str(found.players))]
    if found.parameters:
        facts.append(("parameters", _parameters(found.parameters)))
    check = found.check
    if check is None:
        facts.append(("size", str(found.plan)))
        if found.forgets_information:
            facts.append(("knowledge", PERFECT))
    else:
        infosets, merged = sum(check.infosets), found.merged_infosets
        by_player = " + ".join(map(str, check.infosets))
        after = f", merged {merged:,}" if merged != infosets else ""
        facts += [
            ("histories", f"{check.histories:,}, of them {check.terminals:,} terminals and "
             f"{check.chance_nodes:,} chance nodes; at most {check.depth} moves"),
            ("infosets", f"{infosets:,} ({by_player}){after}"),
            ("payoffs", "zero sum" if check.zero_sum else "general sum"),
            ("knowledge", check.hidden),
        ]  # fmt: skip
    if found.native:
        facts.append(("native", "the rules are compiled: mcts, external and outcome run at machine speed"))
    parts = [
        found.spec,
        output.prose(found.rules),
        output.facts(facts),
        *([found.tree] if found.tree else []),
    ]
    return "\n\n".join(parts)

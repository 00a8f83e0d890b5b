"""tianji games, tianji show."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer

from tianji.cli.shared import options, output
from tianji.core.check import PERFECT, forgets_information
from tianji.core.result import plain

SMALL = 20_000  # histories up to which a game is checked and compiled to be shown
LONG_DEFAULT = 24  # letters of a parameter's default that a list on a terminal has room for
DRAWN = 120  # histories up to which its tree is drawn unasked


def games(seed: options.UnusedSeed = 0, json: options.Json = False, quiet: options.Quiet = False) -> None:
    """List the games that come with Tianji, with their parameters.

    \b
    Examples:
      tianji games
      tianji show "liars_dice(dice=1,faces=4)"

    --json prints games [{name, players, summary, parameters {name: default}}].
    """
    import tianji

    data = [_game_data(name, tianji.load(name)) for name in tianji.games()]
    output.show({"games": data}, _games_text, json)


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
    depth, zero_sum, hidden, ...}, forgets_information, merged_infosets and tree; check and the last two are
    null for a game too large.
    """
    import tianji
    from tianji.core.draw import draw_tree

    rules = tianji.load(game)
    size = tianji.plan(rules, budget=SMALL, seed=seed)
    check = tianji.check_game(rules, max_histories=SMALL + 1) if size.exact else None
    is_drawn = size.exact and size.histories <= DRAWN if tree is None else tree
    data = {
        **_game_data(rules.name, rules),
        "spec": rules.spec,
        "rules": _rules(rules),
        "plan": size.to_dict(),
        "check": None if check is None else check.to_dict(),
        "forgets_information": forgets_information(rules),
        "merged_infosets": tianji.compile(rules, merge=True).num_infosets if size.exact else None,
        "tree": draw_tree(rules, max_histories=max(DRAWN, 10_000 if tree else 0)) if is_drawn else None,
    }
    output.show(data, lambda data: _show_text(data, str(size)), json)


def _game_data(name: str, rules: Any) -> dict[str, Any]:
    return {
        "name": name,
        "players": rules.players,
        "summary": _rules(rules).partition("\n")[0],
        "parameters": {key: plain(value) for key, value in rules.parameters.items()},
    }


def _rules(rules: Any) -> str:
    """The class docstring without its doctest."""
    text = inspect.getdoc(type(rules)) or "(the class has no docstring)"
    return text.partition(">>>")[0].strip()


def _games_text(data: dict[str, Any]) -> str:
    longest = LONG_DEFAULT if output.is_terminal() else None
    rows = [(g["name"], _parameters(g["parameters"], longest), g["summary"]) for g in data["games"]]
    return output.table(("game", "parameters and defaults", "rules in one line"), rows, wrap=(1,))


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


def _show_text(data: dict[str, Any], plan: str) -> str:
    lines = [data["spec"], "", data["rules"], ""]
    facts = [("players", str(data["players"]))]
    if data["parameters"]:
        facts.append(("parameters", _parameters(data["parameters"])))
    check = data["check"]
    if check is None:
        facts.append(("size", plan))
        if data["forgets_information"]:
            facts.append(("knowledge", PERFECT))
    else:
        infosets, merged = sum(check["infosets"]), data["merged_infosets"]
        by_player = " + ".join(map(str, check["infosets"]))
        after = f", merged {merged:,}" if merged != infosets else ""
        facts += [
            ("histories", f"{check['histories']:,}, of them {check['terminals']:,} terminals and "
             f"{check['chance_nodes']:,} chance nodes; at most {check['depth']} moves"),
            ("infosets", f"{infosets:,} ({by_player}){after}"),
            ("payoffs", "zero sum" if check["zero_sum"] else "general sum"),
            ("knowledge", check["hidden"]),
        ]  # fmt: skip
    lines += [f"{name:12}{text}" for name, text in facts]
    if data["tree"]:
        lines += ["", data["tree"]]
    return "\n".join(lines)

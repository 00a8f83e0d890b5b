"""tianji search."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from tianji.cli.shared import options, output
from tianji.cli.shared.layout import columns
from tianji.cli.shared.live import Live
from tianji.cli.shared.options import opt
from tianji.cli.shared.streams import write_out
from tianji.errors import ParameterError, quote

Position = Annotated[str | None, opt("TEXT", "the game's notation; default: the beginning", "--position")]
Method = Annotated[str, typer.Option("--method", "-m", metavar="NAME", help="'list' names them all")]
Depth = Annotated[int | None, opt("PLIES", "look so far ahead", "--depth", parser=options.whole)]
Nodes = Annotated[int | None, opt("N", "stop after so many positions", "--nodes", parser=options.whole)]
Threads = Annotated[int, opt("N", "where a kernel divides the work", "--threads", parser=options.whole)]
Set = Annotated[list[str] | None, opt("NAME=VALUE", "an option of the method; may be repeated", "--set")]
Engine = Annotated[str | None, opt("json|uci", "answer lines on standard input instead", "--engine")]
Fit = Annotated[str | None, opt("FILE", "fit ProbCut's parameters and save them", "--fit-probcut")]


# What is left of a search where no position is searched.
SEARCHING = {
    "position",
    "method",
    "depth",
    "nodes",
    "seconds",
    "threads",
    "trace",
    "set_",
    "fit_probcut",
    "engine",
}


# What `--set` may not set: the search's own arguments, which have options of their own.
OWN = {name: f"give --{name}" for name in ("method", "depth", "nodes", "seconds", "threads", "seed")} | {
    "game": "it stands after 'tianji search'", "state": "give --position", "trace": "give --trace",
    "progress": "it is shown unless --quiet is given", "stop": "Ctrl-C ends a search",
}  # fmt: skip


def search(
    context: typer.Context,
    game: options.GameSpec,
    position: Position = None,
    method: Method = "mtdf",
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: options.Seconds = None,
    threads: Threads = 1,
    trace: Annotated[bool, typer.Option("--trace", help="print the tree with windows and cuts")] = False,
    set_: Set = None,
    engine: Engine = None,
    fit_probcut: Fit = None,
    seed: options.SeedOfMethod = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Find the best move of a position in GAME: its value, how the value bounds the truth, and the line.

    Without --depth, --nodes or --seconds the search runs to the end of the game; Ctrl-C ends it with the best answer
    so far. --trace is for small trees: every value is the root player's, MAX's, and ✂ marks the branches left out and
    the window that cut them.

    \b
    Examples:
      tianji search connect_four --position 44455 --method mtdf --seconds 1
      tianji search tic_tac_toe --position X.O/.X./..O --method alphabeta --trace
      tianji search othello --fit-probcut othello.safetensors
      tianji search chess --engine uci

    --json prints game, position, player, action, value, bound, verdict, stopped, line, scores, stats and, with --trace,
    trace.
    """
    import tianji.search as package
    from tianji.games.registry import load
    from tianji.search.api import METHODS

    if method == "list":
        options.refuse(context, SEARCHING - {"method"}, "does nothing to a list of methods")
        known = package.methods()
        text = output.table(("method", "what it does"), list(known.items()))
        output.show({"methods": known}, lambda _: text, json)
        return
    rules = load(game)
    if engine is not None:
        options.refuse(
            context, SEARCHING - {"engine"}, "does nothing to --engine, which is told line by line"
        )
        _serve(engine, rules)
        return
    if fit_probcut is not None:
        options.refuse(context, SEARCHING - {"fit_probcut"}, "does nothing to --fit-probcut")
        _fit(rules, fit_probcut, seed or 0, json)
        return
    state = rules.initial() if position is None else rules.parse(position)
    extra = _settings(set_ or [])
    if trace:
        extra["trace"] = True
    if seed is not None and method in METHODS and METHODS[method].draws:
        extra["seed"] = seed
    with Live(quiet) as live:
        found = package.search(
            rules, state, method, depth=depth, nodes=nodes, seconds=seconds, threads=threads, progress=live, **extra
        )  # fmt: skip
    data: dict[str, Any] = {"game": rules.spec, "position": position, "player": rules.player(state)}
    data.update(found.to_dict(), board=rules.show(state))
    if found.trace is not None:
        data["tree"] = found.trace.text(_width())
    output.show(data, _text, json)
    if found.stopped == "interrupted":
        raise typer.Exit(130)


def _settings(pairs: list[str]) -> dict[str, Any]:
    """`name=value` texts as options: numbers and true/false where they look like it."""
    out: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name.isidentifier():
            raise ParameterError(f"--set {quote(pair)}; expected NAME=VALUE, for example --set quiescence=4")
        if name in OWN:
            raise ParameterError(f"--set {quote(pair)}: {name} is no option of a method; {OWN[name]}")
        if name == "parameters":
            from tianji.search.readable.probcut import ProbCut

            out[name] = ProbCut.load(text)
            continue
        word: Any = {"true": True, "false": False}.get(text.lower(), text)
        for kind in (int, float):
            if isinstance(word, str):
                try:
                    word = kind(text)
                except ValueError:
                    continue
        out[name] = word
    return out


def _serve(kind: str, rules: Any) -> None:
    def write(line: str) -> None:
        write_out(line + "\n")

    if kind == "uci":
        from tianji.search.engines.uci import UciEngine

        UciEngine(write, game=rules).serve(sys.stdin)
    elif kind == "json":
        from tianji.search.engines.json_lines import JsonEngine

        JsonEngine(rules, write).serve(sys.stdin)
    else:
        raise ParameterError(f"--engine {quote(kind)}; expected 'json', or 'uci' for chess")


def _fit(rules: Any, path: str, seed: int, as_json: bool) -> None:
    from tianji.search.readable.probcut import fit_probcut

    fitted = fit_probcut(rules, ((1, 3), (2, 4)), positions=120, seed=seed)
    fitted.save(path, rules.spec)
    head = ("shallow", "deep", "slope", "offset", "sigma")
    rows = [
        (str(p.shallow), str(p.deep), f"{p.slope:.3f}", f"{p.offset:.3f}", f"{p.sigma:.3f}")
        for p in fitted.pairs
    ]
    data = {"game": rules.spec, "file": path, **fitted.to_dict()}
    output.show(data, lambda _: output.table(head, rows, (0, 1, 2, 3, 4)), as_json)


def _width() -> int:
    """Columns to fill: those of the terminal, a hundred elsewhere."""
    return min(columns(sys.stdout), 100)


WORDS = {
    "seconds": "the time ran out", "nodes": "the positions were spent", "memory": "the memory was full",
    "interrupted": "interrupted", "cancelled": "cancelled",
}  # fmt: skip


def _text(data: dict[str, Any]) -> str:
    stats = data["stats"]
    verdict = "" if data["verdict"] == "unknown" else f": {data['verdict']} for player {data['player']}"
    speed = stats["nodes_per_second"]
    rows = [
        ("action", str(data["action"])),
        ("value", f"{data['value']:g} ({data['bound']}){verdict}"),
        ("line", " ".join(data["line"])),
        ("nodes", f"{stats['nodes']:,} in {output.clock(stats['seconds'])}, {speed:,.0f} a second"),
        ("cutoffs", f"{stats['cutoffs']:,}"),
        ("table hits", f"{stats['table_hits']:,}"),
    ]
    extra = stats["extra"]
    if data["bound"] != "exact" and extra.get("bounds", [-1, 1]) != [-1, 1]:
        rows.insert(2, ("between", "{} and {}".format(*extra["bounds"])))
    if stats["depth"]:
        quiet = ": nobody can force a win so soon" if "no_win_within" in extra else ""
        rows.append(("depth", f"{stats['depth']}{quiet}"))
    if stats["interrupted"]:
        why = WORDS.get(data["stopped"], data["stopped"])
        rows.append(("stopped", f"{why}: the best answer so far"))
    return "\n\n".join([data["board"], output.facts(rows), *([data["tree"]] if "tree" in data else [])])

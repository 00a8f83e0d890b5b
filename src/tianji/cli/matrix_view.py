"""How a matrix game and its equilibria look in a terminal."""

from __future__ import annotations

import sys
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

from tianji import matrix as tm
from tianji.cli import _output
from tianji.core.storage import write_atomic
from tianji.errors import NotApplicableError, ParameterError

CELLS = 400  # larger tables are summarised
SECONDS = 30.0  # for the enumeration, unless --seconds says otherwise
PICTURES = (".png", ".svg", ".pdf")


def read(game: str | None, a: str | None, b: str | None) -> tm.NormalForm:
    """The game from the argument or from --a and --b."""
    if (game is None) == (a is None):
        raise ParameterError("give one game: a file, a name or a table, or --a with the row player's payoffs")
    if game is not None:
        if b is not None:
            raise ParameterError("--b goes with --a; a game given as an argument holds all payoffs")
        return tm.load(game)
    assert a is not None
    return tm.NormalForm(a) if b is None else tm.NormalForm(f"{a} | {b}")


def report(
    game: tm.NormalForm, method: str | None, select: str | None, seconds: float | None
) -> dict[str, Any]:
    """Everything the command prints, as JSON-able data."""
    gone = tm.eliminate(game)
    seconds = SECONDS if seconds is None else seconds
    found = tm.equilibria(game, method, seconds=seconds)
    data: dict[str, Any] = {
        "title": game.title,
        "players": list(game.players),
        "actions": [list(names) for names in game.actions],
        "zero_sum": game.is_constant_sum,
        "exact": game.rational,
        "dominated": gone.explain(game),
        "equilibria": [e.to_dict() for e in found],
        "components": [
            {
                "subsets": [[len(s.rows), len(s.columns)] for s in group],
                "is_point": len(group) == 1 and group[0].is_point,
            }
            for group in found.components
        ],
        "complete": found.complete,
        "stopped": found.stopped,
    }
    if game.is_constant_sum and found:
        data["value"] = found[0].to_dict()["values"][0]
    if select is not None:
        data["selected"] = {"rule": select, **tm.solve(game, select=select, seconds=seconds).to_dict()}
    return data


def as_text(game: tm.NormalForm, data: dict[str, Any]) -> str:
    """Table, dominance, equilibria and value as text."""
    blocks = [grid(game)]
    if data["dominated"]:
        blocks.append("\n".join(data["dominated"]))
    head = ["", *(f"player {name}" for name in game.players), "values"]
    rows = [[str(k + 1), *(_mix(row) for row in e["profile"]), ", ".join(_shown(v) for v in e["values"])]
            for k, e in enumerate(data["equilibria"])]  # fmt: skip
    if "selected" in data:
        e = data["selected"]
        rows.append(
            [e["rule"], *(_mix(row) for row in e["profile"]), ", ".join(_shown(v) for v in e["values"])]
        )
    blocks.append(_output.table(head, rows))
    count = len(data["equilibria"])
    tail = f"{count} {'equilibrium' if count == 1 else 'equilibria'}, "
    tail += (
        "the only one"
        if data["complete"] and count == 1
        else "all"
        if data["complete"]
        else "perhaps not all"
    )
    thick = [c for c in data["components"] if not c["is_point"]]
    if thick:
        tail += (
            f"; {len(thick)} of {len(data['components'])} components are infinite, their corners are listed"
        )
    if "value" in data:
        tail += f"; value {_shown(data['value'])}"
    return "\n\n".join([*blocks, tail])


def _shown(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"


def _mix(row: list[Any]) -> str:
    return " ".join(_shown(p) for p in row)


def grid(game: tm.NormalForm) -> str:
    """The payoff table with best responses marked and dominated actions struck out."""
    size = 1
    for m in game.shape:
        size *= m
    if len(game.shape) < 2 or size > CELLS:
        return f"{game!r}, too large to print" if size > CELLS else repr(game)
    gone = {(d.player, d.action) for d in tm.eliminate(game).steps}
    out = []
    for rest in product(*map(range, game.shape[2:])):
        if rest:
            names = ", ".join(f"{game.players[k + 2]}: {game.actions[k + 2][c]}" for k, c in enumerate(rest))
            out.append(names)
        head = ["", *(_strike(name, (1, j) in gone) for j, name in enumerate(game.actions[1]))]
        rows = [
            [_strike(name, (0, i) in gone), *(_cell(game, (i, j, *rest)) for j in range(game.shape[1]))]
            for i, name in enumerate(game.actions[0])
        ]
        out.append(_output.table(head, rows))
    legend = "* best for the row player, ' for the column player" if _is_zero_sum(game) else "* best response"
    return "\n".join([*out, legend])


def _cell(game: tm.NormalForm, cell: tuple[int, ...]) -> str:
    exact = game.fractions if game.rational else game.payoffs
    parts = []
    for p, table in enumerate(exact[:1] if _is_zero_sum(game) else exact):
        column = table[(*cell[:p], slice(None), *cell[p + 1 :])]
        mark = "*" if table[cell] == max(column) else ""
        parts.append(tm.show_number(table[cell]) + mark)
    if len(parts) == 1:  # zero sum: the second mark is the column player's
        own = game.payoffs[1][cell]
        parts[0] += "'" if own == game.payoffs[1][cell[0]].max() else ""
    return ",".join(parts)


def _is_zero_sum(game: tm.NormalForm) -> bool:
    return len(game.shape) == 2 and bool((game.payoffs[0] + game.payoffs[1] == 0).all())


def _strike(name: str, gone: bool) -> str:
    if not gone:
        return name
    return "".join(c + "\u0336" for c in name) if sys.stdout.isatty() else f"~{name}~"


def draw(game: tm.NormalForm, path: str) -> str:
    """Write the picture that fits the game."""
    if Path(path).suffix.lower() not in PICTURES:
        raise ParameterError(f"--plot {path!r}: the suffix must be one of {', '.join(PICTURES)}")
    if game.shape == (2, 2):
        figure = tm.plot_best_responses(game)
    elif len(game.shape) == 2 and 3 in game.shape:
        figure = tm.plot_simplex(game)
    else:
        raise NotApplicableError(
            f"{game!r}: pictures are drawn for 2 × 2 games and for players with 3 actions"
        )
    picture = BytesIO()
    figure.savefig(picture, format=Path(path).suffix[1:].lower(), dpi=150)
    write_atomic(path, picture.getvalue())
    return path

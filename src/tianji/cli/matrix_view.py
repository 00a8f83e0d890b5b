"""How a matrix game and its equilibria look in a terminal."""

from __future__ import annotations

import sys
from itertools import product
from math import prod

from tianji import matrix as tm
from tianji.cli.shared import output
from tianji.cli.shared.plot import check_picture, save_figure
from tianji.errors import NotApplicableError, ParameterError, TianjiError

CELLS = 400  # larger tables are summarised


def read(game: str | None, a: str | None, b: str | None) -> tm.NormalForm:
    """The game from the argument or from --a and --b."""
    if (game is None) == (a is None):
        raise ParameterError("give one game: a file, a name or a table, or --a with the row player's payoffs")
    if game is not None:
        if b is not None:
            raise ParameterError("--b goes with --a; a game given as an argument holds all payoffs")
        return tm.load(game)
    assert a is not None
    try:
        return tm.NormalForm(a) if b is None else tm.NormalForm(f"{a} | {b}")
    except TianjiError as error:
        text = str(error).replace("the table", "--a").replace("matrix 1", "--a").replace("matrix 2", "--b")
        raise ParameterError(text if "--" in text else f"--a: {text}") from None


def as_text(answer: tm.Analysis) -> str:
    """Table, dominance, equilibria and value as text."""
    game, found = answer.game, answer.found
    blocks = [grid(answer)]
    dominated = answer.elimination.explain(game)
    if dominated:
        blocks.append("\n".join(dominated))
    rows = [_row(str(k + 1), e) for k, e in enumerate(found)]
    if answer.selected is not None:
        rows.append(_row(str(answer.rule), answer.selected))
    if rows:
        players = range(len(game.shape))
        head = ["", *(game.called(p) for p in players), "values"]
        blocks.append(output.table(head, rows, wrap=range(1, len(head))))
    return "\n\n".join([*blocks, _summary(answer)])


def _row(name: str, e: tm.Equilibrium) -> list[str]:
    mixes = [" ".join(tm.show_number(p) for p in row) for row in e.profile]
    return [name, *mixes, ", ".join(tm.show_number(v) for v in e.values)]


def _summary(answer: tm.Analysis) -> str:
    count, groups = len(answer.found), answer.found.components
    kind = "perhaps not all" if not answer.complete else "the only one" if count == 1 else "all"
    tail = f"{count} {'equilibrium' if count == 1 else 'equilibria'}, {kind}"
    thick = sum(len(group) > 1 or not group[0].is_point for group in groups)
    if thick:
        verb = "is" if thick == 1 else "are"
        tail += f"; {thick} of {len(groups)} components {verb} infinite, the corners are listed"
    return tail + ("" if answer.value is None else f"; value {tm.show_number(answer.value)}")


def grid(answer: tm.Analysis) -> str:
    """The payoff table with best responses marked and dominated actions struck out."""
    game = answer.game
    if prod(game.shape) > CELLS:
        return f"{game!r}, too large to print"
    if len(game.shape) < 2:
        return repr(game)
    gone = {(d.player, d.action) for d in answer.elimination.steps}
    out = []
    for rest in product(*map(range, game.shape[2:])):
        if rest:
            out.append(
                ", ".join(f"{game.called(k + 2)}: {game.actions[k + 2][c]}" for k, c in enumerate(rest))
            )
        head = ["", *(_strike(name, (1, j) in gone) for j, name in enumerate(game.actions[1]))]
        rows = [
            [_strike(name, (0, i) in gone), *(_cell(game, (i, j, *rest)) for j in range(game.shape[1]))]
            for i, name in enumerate(game.actions[0])
        ]
        out.append(output.table(head, rows))
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
    check_picture(path)
    if game.shape == (2, 2):
        figure = tm.plot_best_responses(game)
    elif len(game.shape) == 2 and 3 in game.shape:
        figure = tm.plot_simplex(game)
    else:
        raise NotApplicableError(
            f"{game!r}: pictures are drawn for 2 × 2 games and for players with 3 actions"
        )
    save_figure(figure, path, dpi=150)
    return path

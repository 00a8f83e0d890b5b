"""tianji matrix."""

from __future__ import annotations

from typing import Annotated

import typer

from tianji.cli.shared import options, output
from tianji.cli.shared.live import Live
from tianji.cli.shared.options import opt

SECONDS = 30.0  # for the search, unless --seconds says otherwise

Source = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]", help="FILE.nfg, FILE.efg, FILE.csv, a name, or a table", show_default=False
    ),
]
Table = Annotated[str | None, opt("TABLE", "rows end with ;")]
Pick = Annotated[str | None, opt("RULE", "payoff-dominant, risk-dominant, max-entropy, welfare")]
Picture = Annotated[str | None, opt("FILE", "2×2: best responses; 3 actions: simplex")]
Method = Annotated[str | None, opt("NAME", "vertex, support, lp, lemke-howson, pure", "--method", "-m")]


def matrix(
    game: Source = None,
    a: Table = None,
    b: Table = None,
    method: Method = None,
    select: Pick = None,
    plot: Picture = None,
    seconds: options.Seconds = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Every equilibrium of a game in strategic form, exact where the payoffs are rational.

    The table marks best responses with * and strikes out dominated actions. --a alone is a zero-sum game. Players are
    numbered from 0, as everywhere; their names follow where they have some.
    The search ends after 30 seconds, or --seconds, with what was found.

    \b
    Examples:
      tianji matrix --a "0 -1 3; 1 0 -1; -1 1 0"
      tianji matrix "3,3 0,5; 5,0 1,1"
      tianji matrix chicken --select max-entropy --plot chicken.png

    --json prints title, players, actions, zero_sum, exact, dominated, equilibria (profile, values, regret, nash_conv,
    exploitability, exact, method, stopped), components, complete, method, stopped (seconds, interrupted), note; and
    value, selected and plot where they apply. Ctrl-C ends the search with what was found, and exit code 130.
    """
    from tianji import matrix as tm
    from tianji.cli import matrix_view as view

    table = view.read(game, a, b)
    with Live(quiet) as live:
        limit = SECONDS if seconds is None else seconds
        answer = tm.analyse(table, method, select=select, seconds=limit, progress=live)
    data = answer.to_dict()
    if plot is not None:
        data["plot"] = view.draw(table, plot)
    if not answer.complete:
        why = {"seconds": f"--seconds {limit:g} were not enough"}.get(answer.stopped, answer.stopped)
        output.note(f"the list may be incomplete: {why or answer.found.note}", quiet)
    output.show(data, lambda _: view.as_text(answer), json)
    if answer.stopped == "interrupted":
        raise typer.Exit(130)

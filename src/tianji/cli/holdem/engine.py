"""tianji holdem engine: a player of hold'em that answers JSON lines."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tianji.cli.holdem.match import PLAYER
from tianji.cli.shared import options
from tianji.cli.shared.options import opt
from tianji.cli.shared.streams import write_out


def engine(
    player: Annotated[str | None, opt("WHO", f"a blueprint file, {PLAYER}")] = None,
    seed: options.Seed = 0,
    json: Annotated[bool, typer.Option("--json", help="taken as everywhere; all is JSON here")] = False,
    quiet: options.Quiet = False,
) -> None:
    """Answer lines on standard input, one JSON object each: a hand is told, and the player asked what it does.

    new {blinds, stacks}, cards {seat, hole}, board {cards}, act {action}, think {seconds}, ranges, show, undo, stop,
    quit; every request may carry an id, which is echoed. Actions are f, c and r with the chips raised to in the whole
    hand; seat 0 is the big blind, 1 the button. A mistake is answered by {"ok": false, "error": …}. While the player
    thinks, lines with "partial": true tell iterations and exploitability_pct, and stop ends it with the best so far.
    stop and quit do not wait for their turn: a script that pipes all its lines at once leaves quit out, and what it
    asked is answered after the end of the input.

    \b
    Example:
      echo '{"do": "cards", "seat": 1, "hole": "AhKd"}' | tianji holdem engine --player call

    The answer to think has action, probabilities, ev, source, exploitability_pct, min_margin, iterations, seconds,
    seat, betting, board, note, us and them (13 rows of 13: pairs on the diagonal, suited above it, aces first).
    """
    from tianji.holdem.player.engine import HandEngine
    from tianji.holdem.player.player import default_player

    def write(line: str) -> None:
        write_out(line + "\n")

    HandEngine(default_player() if player is None else player, write, seed=seed).serve(sys.stdin)

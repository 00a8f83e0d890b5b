"""The peers' CFR+ behind one shape: a step function, and NashConv of the average. Missing peers are left out."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version


def _turn_based(cards: int) -> str:
    inner = f"goofspiel(imp_info=True,num_cards={cards},points_order=descending)"
    return f"turn_based_simultaneous_game(game={inner})"


# our spec → the same rules in open_spiel
OPEN_SPIEL = {
    "kuhn": "kuhn_poker",
    "leduc": "leduc_poker",
    "liars_dice(faces=4)": "liars_dice(numdice=1,dice_sides=4)",
    "liars_dice": "liars_dice(numdice=1,dice_sides=6)",
    "goofspiel(cards=4)": _turn_based(4),
    "goofspiel(cards=5)": _turn_based(5),
}


@dataclass(frozen=True)
class Peer:
    """A solver of another project, set up on one game."""

    name: str
    step: Callable[[], object]
    nash_conv: Callable[[], float]


def open_spiel(spec: str) -> Peer | None:
    """open_spiel's C++ CFR+ (alternating updates), or None when it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(OPEN_SPIEL[spec])
    solver = pyspiel.CFRPlusSolver(game)
    return Peer(
        f"open_spiel {version('open_spiel')} C++",
        solver.evaluate_and_update_policy,
        lambda: float(pyspiel.nash_conv(game, solver.average_policy())),
    )


def lite_efg(spec: str) -> Peer | None:
    """LiteEFG's CFR+ with linear averaging, or None when it is not installed."""
    try:
        import LiteEFG
        import pyspiel
        from LiteEFG.baselines import CFRplus
    except ImportError:
        return None
    with contextlib.redirect_stdout(io.StringIO()):
        graph = CFRplus.graph()
        game = pyspiel.load_game(OPEN_SPIEL[spec])
        env = LiteEFG.OpenSpielEnv(game, traverse_type="Enumerate", regenerate=False)
        env.set_graph(graph)

    def step() -> None:
        graph.update_graph(env)
        env.update_strategy(graph.current_strategy())

    return Peer(
        f"LiteEFG {version('LiteEFG')}",
        step,
        lambda: float(sum(env.exploitability(graph.current_strategy(), "linear-avg-iterate"))),
    )

"""Where learning leads from everywhere, and who does well in a game that is played again; by the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tianji.errors import NotApplicableError
from tianji.studio.theory.games import SECONDS, read_table

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm
    from tianji.matrix.learning.dynamics import Trajectory
    from tianji.run.clock import Clock

SIDE = 6  # starts along an edge of a square, or of a triangle
STEPS, SHOWN = 240, 24  # iterations from each start, and points of its path that are drawn
# How long the replicator is followed, in units of time over the range of payoffs: in a square until it has settled, in
# a triangle, where it may go round for ever, less than a turn.
TIMES = {2: 120.0, 3: 15.0}
NEAR = 0.1  # from an equilibrium, in every probability: that is where it leads
CELLS = 9


def field(payoffs: str, rule: str, start: list[list[float]]) -> Any:
    """The paths of a learning rule from starts all over a picture, and which equilibrium each comes near.

    One picture of two actions against two; else one of every player with three, the other beginning at `start`.
    """
    from tianji.run.clock import Clock
    from tianji.run.limits import Limits

    game = read_table(payoffs, most=CELLS)
    found = [each.profile for each in game.equilibria()]
    clock = Clock(Limits(seconds=3 * SECONDS))
    pictures: list[dict[str, Any]] = []
    for player, starts in _pictures(game, start):
        paths, ends = [], []
        for begin in starts:
            course = _follow(game, rule, begin, clock)
            rows = course.strategies if rule == "replicator" else course.averages
            way = [[first, *row.tolist()] for first, row in zip(begin, rows, strict=True)]
            paths.append([[x[0], y[0]] for x, y in zip(*way, strict=True)] if player is None else way[player])
            ends.append(_near(found, [row[-1] for row in rows]))
        pictures.append({"player": player, "paths": paths, "to": ends})
    return {"pictures": pictures, "complete": not clock.is_over()}


def _pictures(
    game: NormalForm, start: list[list[float]]
) -> Iterator[tuple[int | None, list[list[list[float]]]]]:
    """A player (None: both) and the starts that are drawn."""
    if game.shape == (2, 2):
        marks = [(k + 0.5) / SIDE for k in range(SIDE)]
        yield None, [[[x, 1 - x], [y, 1 - y]] for x in marks for y in marks]
        return
    for player in (0, 1):
        if game.shape[player] == 3:
            inside = [(i, j, SIDE - 1 - i - j) for i in range(SIDE) for j in range(SIDE - i)]
            mixed = [[(k + 1 / 3) / SIDE for k in corner] for corner in inside]
            yield player, [[row, start[1]] if player == 0 else [start[0], row] for row in mixed]


def _follow(game: NormalForm, rule: str, begin: list[list[float]], clock: Clock) -> Trajectory:
    from tianji.matrix.learning.dynamics import learn

    if rule == "replicator":  # a flow: how often it is looked at does not change it
        spread = float(game.payoffs.max() - game.payoffs.min()) or 1.0
        return learn(
            game,
            rule,
            SHOWN,
            start=begin,
            every=1,
            stop=clock.is_over,
            step=TIMES[max(game.shape)] / spread / SHOWN,
        )
    return learn(game, rule, STEPS, start=begin, every=STEPS // SHOWN, stop=clock.is_over)


def _near(found: list[Any], end: list[Any]) -> int | None:
    """The number of the nearest equilibrium; None where none is near."""
    last = [float(x) for row in end for x in row]
    flat = ([float(x) for row in each for x in row] for each in found)
    gaps = [max(abs(p - q) for p, q in zip(each, last, strict=True)) for each in flat]
    best = min(range(len(gaps)), key=gaps.__getitem__, default=None)
    return best if best is not None and gaps[best] < NEAR else None


def tournament(payoffs: str, rounds: int = 200, noise: float = 0.0) -> Any:
    """Axelrod's tournament of the repeated game: everyone against everyone, the first action being "cooperate"."""
    from tianji.matrix.repeated.chain import tournament as play_all
    from tianji.matrix.repeated.ipd import CLASSICS

    game = read_table(payoffs)
    if game.shape != (2, 2):
        raise NotApplicableError("the players of the tournament know two actions; use a table of 2 x 2")
    done = play_all(list(CLASSICS), rounds=rounds, noise=noise, game=game, seconds=SECONDS)
    order = [done.names.index(name) for name, _ in done.ranking]
    return {
        "names": [done.names[i] for i in order],
        "means": [float(done.means[i]) for i in order],
        "cooperation": [float(done.cooperation[i].mean()) for i in order],
        "scores": done.scores[order][:, order].tolist(),
        "rounds": done.rounds, "noise": done.noise, "complete": done.complete,
    }  # fmt: skip


QUESTIONS: dict[str, Callable[..., Any]] = {"matrix_field": field, "tournament": tournament}

"""Pictures of matrix games: best responses, simplices, learning curves, tournaments, folk regions.

Every function returns a matplotlib `Figure`; save it with `figure.savefig("x.png")`. No window is opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.core.arguments import checked
from tianji.errors import NotApplicableError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tianji.matrix.game.normal_form import NormalForm
    from tianji.matrix.learning.dynamics import Trajectory
    from tianji.matrix.repeated.chain import TournamentResult
    from tianji.matrix.repeated.folk import FolkRegion

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(3) / 2]])


def _figure(columns: int = 1, width: float = 5.0) -> tuple[Figure, list[Any]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width * columns, 4.6), layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False)
    return figure, list(axes[0])


@checked
def plot_best_responses(game: NormalForm) -> Figure:
    """The best-response curves of a 2 × 2 game; equilibria are where they meet."""
    if game.shape != (2, 2):
        raise NotApplicableError(
            f"{game!r}: best-response curves are drawn for 2 × 2 games, use plot_simplex"
        )
    figure, (axis,) = _figure()
    p, q = (best_response_curve(game, player) for player in (0, 1))
    axis.plot(p[1], p[0], color="tab:red", lw=2, label=game.called(0))
    axis.plot(q[1], q[0], color="tab:blue", lw=2, label=game.called(1))
    for e in game.equilibria():
        axis.plot(float(e.profile[1][0]), float(e.profile[0][0]), "ko", ms=7, zorder=5)
    axis.set(xlabel=f"P({game.actions[1][0]}) of {game.called(1)}", xlim=(-0.05, 1.05), ylim=(-0.05, 1.05))
    axis.set(ylabel=f"P({game.actions[0][0]}) of {game.called(0)}", title=game.title or "best responses")
    axis.legend(loc="best")
    return figure


def best_response_curve(game: NormalForm, player: int) -> tuple[list[float], list[float]]:
    """A player's best responses in a 2 × 2 game, as (row player's, column player's) probabilities of action 0."""
    table = game.payoffs[player] if player == 0 else game.payoffs[player].T
    at_zero, at_one = (
        table[0, 1] - table[1, 1],
        table[0, 0] - table[1, 0],
    )  # gain of action 0 at q = 0 and q = 1
    if at_zero == at_one == 0.0:  # always indifferent: the whole square, drawn as its outline
        own, other = [0.0, 1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0, 0.0]
    else:
        own, other = [float(at_zero > 0)], [0.0]
        if at_zero * at_one <= 0:
            cut = float(at_zero / (at_zero - at_one))
            own += [
                float(at_zero > 0 or (at_zero == 0 and at_one < 0)),
                float(at_one > 0 or (at_one == 0 and at_zero < 0)),
            ]
            other += [cut, cut]
        own.append(float(at_one > 0))
        other.append(1.0)
        if at_zero == 0:
            own[0] = 1.0 - float(at_one > 0)
        if at_one == 0:
            own[-1] = 1.0 - float(at_zero > 0)
    return (own, other) if player == 0 else (other, own)


def _triangle(axis: Any, names: Sequence[str], title: str) -> None:
    axis.plot(*np.vstack([CORNERS, CORNERS[:1]]).T, color="black", lw=1)
    for (x, y), name, (dx, dy) in zip(
        CORNERS, names, [(-0.03, -0.06), (0.03, -0.06), (0, 0.04)], strict=True
    ):
        axis.text(x + dx, y + dy, name, ha="center")
    axis.set_title(title, pad=16)
    axis.set_aspect("equal")
    axis.set_axis_off()


@checked
def plot_simplex(game: NormalForm, trajectory: Trajectory | None = None) -> Figure:
    """Players with three actions on triangles: best-response regions of the other player, equilibria, a path.

    Each point of a player's triangle is a mixed strategy; its colour is the other player's best reply there.
    """
    drawn = [p for p, m in enumerate(game.shape) if m == 3]
    if len(game.shape) != 2 or not drawn:
        raise NotApplicableError(
            f"{game!r}: simplex pictures need two players and a player with three actions"
        )
    figure, axes = _figure(len(drawn))
    grid = np.array([[i, j, 60 - i - j] for i in range(61) for j in range(61 - i)]) / 60.0
    for axis, p in zip(axes, drawn, strict=True):
        other = game.payoffs[1 - p] if p == 0 else game.payoffs[1 - p].T
        best = (grid @ other).argmax(axis=1)
        axis.scatter(*(grid @ CORNERS).T, c=best, cmap="Pastel1", s=14, lw=0, vmin=0, vmax=8)
        if trajectory is not None:
            axis.plot(
                *(trajectory.strategies[p].astype(float) @ CORNERS).T, color="tab:gray", lw=0.6, alpha=0.7
            )
            axis.plot(*(trajectory.averages[p].astype(float) @ CORNERS).T, color="tab:red", lw=1.5)
        for e in game.equilibria():
            axis.plot(*(np.array([float(v) for v in e.profile[p]]) @ CORNERS), "ko", ms=7)
        _triangle(axis, game.actions[p], game.called(p))
    return figure


@checked
def plot_learning(trajectory: Trajectory) -> Figure:
    """NashConv of the average against iterations on log axes, and each player's average strategy."""
    figure, axes = _figure(1 + len(trajectory.averages), 4.2)
    t = trajectory.iterations
    gap = np.maximum(trajectory.nash_conv.astype(float), 1e-16)
    axes[0].loglog(t, gap, color="black")
    axes[0].loglog(t, gap[0] / np.sqrt(t), ":", color="tab:gray", label="1/√T")
    axes[0].loglog(t, gap[0] / t, "--", color="tab:gray", label="1/T")
    axes[0].set(xlabel="iteration", ylabel="NashConv of the average", title=trajectory.rule)
    axes[0].legend()
    for p, (axis, rows) in enumerate(zip(axes[1:], trajectory.averages, strict=True)):
        for a in range(rows.shape[1]) if rows.shape[1] <= 12 else np.argsort(-rows[-1].astype(float))[:12]:
            axis.plot(t, rows[:, a].astype(float), label=trajectory.game.actions[p][a])
        axis.set(xlabel="iteration", ylabel="average probability", xscale="log", ylim=(-0.02, 1.02))
        axis.set_title(trajectory.game.called(p))
        axis.legend(fontsize="small")
    return figure


@checked
def plot_tournament(result: TournamentResult) -> Figure:
    """Scores as a heat map: row player's mean payoff against the column player, best player on top."""
    figure, (axis,) = _figure(1, 7.0)
    order = np.argsort(-result.means, kind="stable")
    image = axis.imshow(result.scores[np.ix_(order, order)], cmap="viridis")
    names = [result.names[i] for i in order]
    axis.set_xticks(range(len(names)), names, rotation=90, fontsize="small")
    axis.set_yticks(range(len(names)), names, fontsize="small")
    axis.set_title(f"mean payoff a round, {result.rounds} rounds, noise {result.noise:g}")
    figure.colorbar(image, ax=axis)
    return figure


@checked
def plot_folk_region(region: FolkRegion) -> Figure:
    """Feasible payoffs, minmax levels and the individually rational part."""
    figure, (axis,) = _figure()
    hull = np.array([[float(v) for v in p] for p in region.feasible])
    axis.fill(*hull.T, color="tab:gray", alpha=0.25, label="feasible")
    inner = np.array([[float(v) for v in p] for p in region.region])
    axis.fill(*inner.T, color="tab:green", alpha=0.5, label="sustainable by patient players")
    axis.axvline(float(region.minmax[0]), ls=":", color="black", lw=1)
    axis.axhline(float(region.minmax[1]), ls=":", color="black", lw=1)
    axis.set(xlabel="payoff of player 0", ylabel="payoff of player 1", title="folk theorem")
    axis.legend()
    return figure

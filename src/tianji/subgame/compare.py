"""compare: every technique on the same blueprint and the same subgames, one report each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tianji.core.game import Game
from tianji.core.strategy import Strategy
from tianji.flat.sequence import FlatGame
from tianji.run.report import Progress
from tianji.run.report import Report as ProgressReport
from tianji.subgame.carve import Cut
from tianji.subgame.report import Report
from tianji.subgame.solve import solve_all

# The rows of the paper's tables 1–3 that are defined for any game, and ours (reach-resolve, refined).
ROWS: tuple[dict[str, Any], ...] = (
    {"technique": "unsafe"},
    {"technique": "resolve"},
    {"technique": "resolve", "refine": "leximin"},
    {"technique": "resolve", "refine": "tremble"},
    {"technique": "maxmargin"},
    {"technique": "reach-resolve"},
    {"technique": "reach-maxmargin"},
    {"technique": "reach-maxmargin", "gifts": "not-split"},
    {"technique": "resolve", "payoffs": "estimate"},
    {"technique": "resolve", "payoffs": "estimate", "keep_blueprint_safety": True},
    {"technique": "resolve", "payoffs": "distributional"},
    {"technique": "reach-resolve", "payoffs": "distributional"},
    {"technique": "reach-resolve", "payoffs": "distributional", "gifts": "not-split"},
)


def compare(
    game: Game[Any, Any] | FlatGame,
    blueprint: Strategy,
    cuts: Iterable[Cut],
    player: int = 1,
    *,
    rows: Sequence[dict[str, Any]] = ROWS,
    progress: Progress | None = None,
    **options: Any,
) -> list[Report]:
    """One report a row; a row is the arguments of `solve_all` that differ, `options` are those that all share.

    >>> import tianji as tj
    >>> game = tj.load("coin_toss")
    >>> blueprint, cuts = tj.subgame.coin_toss_blueprint(game), tj.subgame.cuts(game, "play")
    >>> rows = [{"technique": name} for name in ("unsafe", "maxmargin", "reach-maxmargin")]
    >>> [round(r.exploitability_after, 6) for r in compare(game, blueprint, cuts, rows=rows)]
    [0.75, 0.375, 0.25]
    """
    chosen, reports = list(cuts), []
    for k, row in enumerate(rows):
        if progress is not None:
            progress(ProgressReport("subgame", k, len(rows), "techniques"))
        allowed = {name: value for name, value in options.items() if name not in row and _applies(name, row)}
        reports.append(solve_all(game, blueprint, chosen, player=player, **row, **allowed).report)
    return reports


def _applies(option: str, row: dict[str, Any]) -> bool:
    """Whether a shared option means something to a row: CFR methods do not solve random payoffs or refined rows."""
    if option in ("solver", "iterations", "until"):
        is_plain = "refine" not in row and "keep_blueprint_safety" not in row
        return is_plain and row.get("payoffs") != "distributional"
    return option not in ("estimate", "spread") or row.get("payoffs", "exact") != "exact"

"""ProbCut: let a shallow search foretell, within its known error, that the deep one fails.

The deep value is modelled as v_D = a · v_d + b + e with e normal of deviation σ. At depth D and window
(alpha, beta) a null-window search of depth d asks whether v_d is far enough outside that v_D ≥ beta (or
≤ alpha) with confidence Φ(t):

    v_d ≥ (beta + t·σ − b) / a   =>   cut with beta          v_d ≤ (alpha − t·σ − b) / a   =>   cut with alpha

Buro (1995), "ProbCut"; several pairs (d, D): Buro (1997), multi-ProbCut.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, nextafter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.core import storage
from tianji.core.arguments import checked
from tianji.core.blame import asks_rules
from tianji.core.game import Game
from tianji.core.result import Result
from tianji.core.schema import Array, Schema, number, text
from tianji.errors import FileFormatError, ParameterError, StoppedError, quote, quote_path
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

if TYPE_CHECKING:
    from tianji.search.readable.alphabeta import Searcher

SCHEMA = Schema({"pairs": Array(shape=(None, 6), low=-1e9, high=1e9)}, {"game": text(), "t": number(0)})


@dataclass(frozen=True)
class Pair(Result):
    """One regression: values at depth `deep` from values at depth `shallow`."""

    shallow: int
    deep: int
    slope: float
    offset: float
    sigma: float
    samples: int = 0


@dataclass(frozen=True)
class ProbCut(Result):
    """Fitted pairs and the confidence `t` in standard deviations; several pairs make multi-ProbCut."""

    pairs: tuple[Pair, ...]
    t: float = 1.5

    def cut(
        self, searcher: Searcher, s: Any, player: int, depth: float, alpha: float, beta: float, ply: int
    ) -> float | None:
        """A bound to return instead of searching, or None; fails high first, as most nodes that fail do."""
        for pair in self.pairs:
            if pair.deep != depth or pair.slope <= 0:
                continue
            if beta < inf:
                at = (beta + self.t * pair.sigma - pair.offset) / pair.slope
                if searcher._search(s, player, pair.shallow, nextafter(at, -inf), at, ply, None) >= at:
                    return self._note(searcher, beta)
            if alpha > -inf:
                at = (alpha - self.t * pair.sigma - pair.offset) / pair.slope
                if searcher._search(s, player, pair.shallow, at, nextafter(at, inf), ply, None) <= at:
                    return self._note(searcher, alpha)
        return None

    def _note(self, searcher: Searcher, value: float) -> float:
        searcher.stats.extra["probcuts"] = searcher.stats.extra.get("probcuts", 0) + 1
        searcher.stats.horizon += 1  # a guess is not a proof: the result is an estimate
        return value

    @checked
    def save(self, path: str | Path, game: str) -> None:
        """Write the parameters as a checked file."""
        rows = np.array([[p.shallow, p.deep, p.slope, p.offset, p.sigma, p.samples] for p in self.pairs])
        storage.save(path, "probcut", {"pairs": rows}, {"game": game, "t": self.t})

    @classmethod
    @checked
    def load(cls, path: str | Path, game: str | None = None) -> ProbCut:
        """Read parameters; with `game`, refuse those of another game."""
        tensors, fields = storage.load(path, "probcut", SCHEMA)
        if game is not None and fields["game"] != game:
            raise FileFormatError(
                f"{quote_path(path)} holds ProbCut parameters of {quote(fields['game'])}, not of {game!r}; fit them"
            )
        depths, slopes = tensors["pairs"][:, :2], tensors["pairs"][:, 2]
        whole, sigmas = tensors["pairs"][:, [0, 1, 5]], tensors["pairs"][:, 4]
        is_fine = (whole == whole.round()).all() and (whole[:, 2] >= 0).all() and (sigmas >= 0).all()
        if (
            (depths[:, 0] < 1).any()
            or (depths[:, 1] <= depths[:, 0]).any()
            or not slopes.all()
            or not is_fine
        ):
            raise FileFormatError(
                f"{quote_path(path)}: expected 1 <= shallow < deep and slopes; fit them anew"
            )
        pairs = tuple(
            Pair(int(r[0]), int(r[1]), float(r[2]), float(r[3]), float(r[4]), int(r[5]))
            for r in tensors["pairs"]
        )
        return cls(pairs, float(fields["t"]))


@asks_rules
@checked
def fit_probcut(
    game: Game[Any, Any],
    pairs: Sequence[tuple[int, int]] = ((2, 4),),
    *,
    positions: int = 200,
    plies: tuple[int, int] = (2, 10),
    t: float = 1.5,
    evaluate: Callable[[Any], float] | None = None,
    seed: int = 0,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> ProbCut:
    """Fit slope, offset and deviation by least squares over random positions.

    `pairs` are (shallow, deep); shallow and deep should be both even or both odd, since evaluations swing with
    the side to move. Positions come from random play of `plies` moves; decided ones are left out. Stopped early, it
    fits what it has, if that is ten positions.
    """
    if not pairs:
        raise ParameterError("fit_probcut: no pairs of depths; expected some, such as (2, 4)")
    for shallow, deep in pairs:
        if not 1 <= shallow < deep:
            raise ParameterError(f"fit_probcut: pair {quote((shallow, deep))}; expected 1 <= shallow < deep")
    if positions < 10:
        raise ParameterError(f"fit_probcut: positions={quote(positions)}; expected at least 10")
    samples = _sample(game, positions, plies, np.random.default_rng(seed))
    depths = sorted({d for pair in pairs for d in pair})
    with clocked(Limits(seconds=seconds), stop, progress, "fit") as clock:
        rows = _values(game, samples, depths, evaluate, clock)
    if len(rows) < 10:
        raise StoppedError(
            f"fit_probcut: stopped ({clock.stopped}) after {len(rows)} positions; it needs at least 10",
            clock.stopped,
        )
    fitted = []
    for shallow, deep in pairs:
        x, y = (rows[:, depths.index(d)] for d in (shallow, deep))
        slope, offset = np.polyfit(x, y, 1) if np.ptp(x) > 0 else (1.0, float((y - x).mean()))
        sigma = float(np.std(y - slope * x - offset, ddof=min(2, len(x) - 1)))
        fitted.append(Pair(shallow, deep, float(slope), float(offset), sigma, len(x)))
    return ProbCut(tuple(fitted), t)


def _sample(game: Any, positions: int, plies: tuple[int, int], rng: np.random.Generator) -> list[Any]:
    found: list[Any] = []
    for _ in range(50 * positions):
        s = game.initial()
        for _ in range(int(rng.integers(plies[0], plies[1] + 1))):
            actions = game.actions(s)
            s = game.result(s, actions[int(rng.integers(len(actions)))])
            if game.player(s) < 0:
                break
        else:
            found.append(s)
            if len(found) == positions:
                return found
    raise ParameterError(f"fit_probcut: {game} ends before plies={quote(plies)}; choose fewer plies")


def _values(game: Any, samples: list[Any], depths: list[int], evaluate: Any, clock: Clock) -> np.ndarray:
    """Values of the positions, one row each, at every depth."""
    from tianji.search.readable.alphabeta import AlphaBetaOptions, Searcher

    searchers = [Searcher(game, AlphaBetaOptions(evaluate=evaluate), clock) for _ in depths]
    rows: list[list[float]] = []
    try:
        for s in samples:
            rows.append([x.root(s, game.player(s), d) for x, d in zip(searchers, depths, strict=True)])
    except OutOfBudget:
        pass
    return np.array(rows).reshape(-1, len(depths))

"""evaluated: a solve with other strategies at some decisions, measured and not solved again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.engine.backend import make_backend, write_strategies
from tianji.holdem.engine.forecast import allowed_bytes, check_fits, make_plan
from tianji.holdem.engine.gated import GatedSpot
from tianji.holdem.spot.locks import Lock
from tianji.holdem.spot.spot import Spot
from tianji.poker.isomorphism import rename_hands, symmetries


def evaluated(solution: SpotSolution, edited: Mapping[str, Any]) -> SpotSolution:
    """What `SpotSolution.evaluate` gives: σ with σ(I) replaced at the edited decisions, in memory of its own."""
    if isinstance(solution.backend, GatedSpot):
        raise NotApplicableError(
            "a solve behind a gate cannot be edited: its margins hold for it alone; solve again"
        )
    spot = changed = solution.spot
    for line, strategy in edited.items():
        changed = changed.locked(line, strategy)
    new = changed.locks[len(spot.locks) :]
    if not new:
        raise ParameterError("nothing is edited; give a strategy by line, such as {'': {'check': 1}}")
    for lock in new:
        _require_free(spot, lock)
        _require_alike(spot, lock)
    storage = solution.backend.storage
    forecast = make_plan(spot, storage, 1)
    check_fits(spot, forecast, allowed_bytes(None, forecast.bytes))
    backend = make_backend(spot, storage=storage)
    backend.use({name: np.array(part) for name, part in solution.backend.tensors(False).items()})
    write_strategies(backend, spot, new, "average")
    return SpotSolution(
        spot, backend, solution.method, solution.iterations, solution.seconds, "edited", [], can_go_on=False,
        note=f"edited after {', '.join(quote(lock.line or 'start') for lock in new)}, not solved again",
    )  # fmt: skip


def _require_free(spot: Spot, lock: Lock) -> None:
    """Refuse to edit what the solve has locked."""
    for old in spot.locks:
        if old.place == lock.place and (old.hands & lock.hands).any():
            raise ParameterError(
                f"edit of {quote(lock.line or 'start')}: the solve has hands of it locked; edit others"
            )


def _require_alike(spot: Spot, lock: Lock) -> None:
    """Refuse an edit that tells suits apart which the solve took for alike: one board stands there for several."""
    if not spot.is_merged or len(spot.cards) == 5:
        return
    group = symmetries(list(spot.cards), list(spot.weights))
    for renaming in group[1:]:
        to = rename_hands(renaming)
        is_alike = np.array_equal(lock.hands[to], lock.hands) and np.array_equal(
            lock.probabilities[:, to], lock.probabilities
        )
        if lock.place.cards or not is_alike:
            raise NotApplicableError(
                f"edit of {quote(lock.line or 'start')}: the solve takes suits for alike that it tells apart; "
                "lock it with Spot.locked and solve again, or edit whole classes on the first street"
            )

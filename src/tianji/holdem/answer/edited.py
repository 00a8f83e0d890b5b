"""evaluated: a solve with other strategies at some decisions, measured and not solved again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

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


def shifted(solution: SpotSolution, line: str, action: str = "", share: float = 0.0) -> dict[str, Any]:
    """The strategy after a line, hand by hand, with an action played more or less often by those whom it costs least.

    `share` of the range is added to the action (negative: taken from it), weighed as the range's frequencies are. Of
    what a hand h does not play by action a, a chip-weight costs c(h) = Σ_{b≠a} σ(b|h) v(h, b) / (1 − σ(a|h)) − v(h, a);
    what it plays by a, taken away, goes to its best other action: c(h) = v(h, a) − max_{b≠a} v(h, b). Hands move
    whole, the cheapest first, the last one in part. Without an action: the strategy as it is.

    Returns `strategy` by hand, `frequency` of the action then, and `cost`: chips that the range gives up a decision.
    """
    node = solution.node(line, values=bool(action))
    table, words = node.strategy, list(node.words)
    mix = table.data.astype(np.float64).copy()
    weight = table.weight / max(float(table.weight.sum()), 1e-300)
    cost = 0.0
    if action:
        if action not in words:
            raise ParameterError(f"action {quote(action)}; expected one of {', '.join(words)}")
        if not -1 <= share <= 1 or share == 0:
            raise ParameterError(
                f"share={quote(share)}; expected a part of the range from -1 to 1, and not 0"
            )
        assert node.action_evs is not None
        cost = _move(mix, node.action_evs.data.astype(np.float64), weight, words.index(action), share)
    rows = {
        hand: {word: float(p) for word, p in zip(words, row, strict=True) if p > 0}
        for hand, row, w in zip(table, mix, weight, strict=True)
        if w > 0
    }
    told = float(weight @ mix[:, words.index(action)]) if action else None
    return {"line": node.line, "strategy": rows, "frequency": told, "cost": cost}


def _move(
    mix: NDArray[np.float64], evs: NDArray[np.float64], weight: NDArray[np.float64], a: int, share: float
) -> float:
    """Move so much of the range to action a (or from it), hands of the least cost first; returns what that costs."""
    others = np.delete(np.arange(mix.shape[1]), a)
    if share > 0:
        room = 1 - mix[:, a]
        paid = (mix[:, others] * evs[:, others]).sum(axis=1) / np.where(room > 0, room, 1.0) - evs[:, a]
    else:
        room = mix[:, a].copy()
        best = others[np.argmax(evs[:, others], axis=1)]
        paid = evs[:, a] - evs[np.arange(len(evs)), best]
    left, cost = abs(share), 0.0
    for k in np.argsort(paid, kind="stable"):
        if left <= 0 or not np.isfinite(paid[k]):
            break
        if weight[k] <= 0 or room[k] <= 0:
            continue
        part = min(1.0, left / (weight[k] * room[k]))
        moved = part * room[k]
        if share > 0:
            mix[k, others] *= 1 - part
            mix[k, a] += moved
        else:
            mix[k, a] -= moved
            mix[k, best[k]] += moved
        left -= weight[k] * moved
        cost += weight[k] * moved * float(paid[k])
    return cost

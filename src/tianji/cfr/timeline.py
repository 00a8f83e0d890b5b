"""trace and explain: travel in time through a run of CFR, and one iteration of it in plain arithmetic."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from tianji.cfr import tables
from tianji.cfr.schedule import SCHEDULES, Schedule
from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.result import Result
from tianji.core.strategy import FloatArray, label
from tianji.errors import NotApplicableError, ParameterError, TooLargeError, UnknownNameError, quote, suggest
from tianji.evaluate.infosets import cf_reach
from tianji.evaluate.response import in_proportion, require_player
from tianji.flat.cache import as_flat
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.kernels.constants import AVERAGE, FLOOR, LOOKAHEAD, NEGATIVE, POSITIVE, PREDICTION
from tianji.run.limits import Limits
from tianji.run.stopping import Stop, Stopper

PER_DECADE = (24, 12, 6, 3, 1)
EXPLAINED = 20_000  # slots of all players up to which an iteration is worked out by hand


@dataclass(frozen=True, eq=False)
class CfrTrace(Result):
    """Snapshots of a run: the state of CFR after so many iterations, on a logarithmic grid.

    states: from the beginning (t = 0) on; each holds regrets, the current strategy and the summed one of everybody.
    """

    game: str
    method: str
    iterations: int
    stopped: str
    flat: FlatGame = field(repr=False)
    schedule: Schedule = field(repr=False)
    horizon: int | None = field(repr=False)
    states: list[tables.RegretState] = field(repr=False)

    @cached_property
    def times(self) -> list[int]:
        """After how many iterations the snapshots were taken."""
        return [state.t for state in self.states]

    @checked
    def series(self, player: int, infoset: Hashable) -> dict[str, Any]:
        """One infoset through time: `t`, and `[T][A]` regret, current and average strategy."""
        tree, i = _find(self.flat, player, infoset)
        slots = slice(int(tree.first_slot[i]), int(tree.first_slot[i + 1]))
        average = [in_proportion(tree, s.cum_strategy[player])[slots].tolist() for s in self.states]
        return {
            "player": player,
            "infoset": label(infoset),
            "actions": list(tree.actions[i]),
            "t": self.times,
            "regret": [s.cum_regret[player][slots].tolist() for s in self.states],
            "current": [s.strategy[player][slots].tolist() for s in self.states],
            "average": average,
        }

    def infosets(self) -> list[tuple[int, str]]:
        """Every infoset of the game, by player; merged ones are listed each."""
        return [(p, text) for p in range(self.flat.players) for text in _original(self.flat, p).labels]

    def to_dict(self) -> dict[str, Any]:
        """What was traced, and when snapshots were taken."""
        return {
            "game": self.game, "method": self.method, "iterations": self.iterations, "stopped": self.stopped,
            "t": self.times,
        }  # fmt: skip


@dataclass(frozen=True)
class Iteration(Result):
    """One iteration at one infoset, every number of it; lists are by action.

        v(I) = Σ_a σ(I, a) · cfv(I, a)      r(a) = cfv(I, a) − v(I)
        R(a) ← max(floor, d · R(a) + r(a))  σ(a) ∝ [lookahead · R(a) + prediction · r(a)]⁺
        S(a) ← weight · S(a) + own_reach · σ(I, a)

    difference: how far this arithmetic is from the compiled kernel's next state at most, over all infosets.
    """

    t: int
    player: int
    infoset: str
    actions: list[str]
    own_reach: float
    cf_reach: float
    strategy: list[float]
    cfv: list[float]
    value: float
    regret_now: list[float]
    regret_before: list[float]
    discount: list[float]
    regret: list[float]
    floor: float | None
    lookahead: float
    prediction: float
    next_strategy: list[float]
    average_weight: float
    summed_before: list[float]
    summed: list[float]
    difference: float


@checked
def trace(
    game: Game[Any, Any] | FlatGame,
    method: str = "dcfr",
    *,
    iterations: int = 1000,
    merge: bool = True,
    max_bytes: int = 64 * 2**20,
    stop: Stop = None,
) -> CfrTrace:
    """Run a method of CFR again and keep snapshots: after 0 … 10 iterations, then 24 a decade, and at the end.

    Fewer a decade are kept where they would take more than `max_bytes`. The same call gives the same bits as
    `tj.solve(game, method, iterations=…)`.

    >>> import tianji as tj
    >>> kept = trace(tj.load("kuhn"), "cfr", iterations=100)
    >>> kept.times[:12], kept.times[-1]
    ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 100)
    >>> [round(x, 3) for x in kept.series(0, (0, ""))["average"][-1]]
    [0.815, 0.185]
    """
    name = method.strip().lower().replace("_", "-")
    schedule = SCHEDULES.get({"hs-dcfr": "hs-dcfr(30)"}.get(name, name))
    if schedule is None:
        raise UnknownNameError(
            f"trace: no method {quote(method)} with regrets; {suggest(name, list(SCHEDULES))}"
        )
    if iterations is None:
        raise ParameterError("trace: iterations=None; expected a whole number above 0")
    Limits(iterations=iterations)
    if max_bytes < 1:
        raise ParameterError(f"trace: max_bytes={quote(max_bytes)}; expected a whole number above 0")
    flat = as_flat(game, merge=merge, stop=stop)
    horizon = iterations if schedule.needs_horizon else None
    state = tables.RegretState.start(flat)
    states, stopped = [_copy(state)], "iterations"
    with Stopper(stop) as stopper:
        for t in _grid(iterations, 32 * sum(tree.num_slots for tree in flat.trees), max_bytes, flat.spec):
            while state.t < t and not stopper.reason:
                tables.run(flat, state, schedule, min(t - state.t, 1000), horizon)
            if state.t > states[-1].t:
                states.append(_copy(state))
            if stopper.reason:
                stopped = stopper.reason
                break
    return CfrTrace(flat.spec, name, state.t, stopped, flat, schedule, horizon, states)


@checked
def explain(kept: CfrTrace, t: int, player: int, infoset: Hashable) -> Iteration:
    """Iteration `t` (from 1) at an infoset, worked out in plain arithmetic and compared with the kernel.

    >>> import tianji as tj
    >>> step = explain(trace(tj.load("kuhn"), "cfr", iterations=10), 1, 0, (2, ""))
    >>> step.strategy, [round(r, 4) for r in step.regret_now], step.difference < 1e-12
    ([0.5, 0.5], [-0.125, 0.125], True)
    """
    flat = kept.flat
    _, i = _find(flat, player, infoset)
    if not 1 <= t <= kept.iterations:
        raise ParameterError(
            f"explain: t={quote(t)}; expected a whole number from 1 to {kept.iterations}, the iterations traced"
        )
    if sum(tree.num_slots for tree in flat.trees) > EXPLAINED:
        raise TooLargeError(
            f"explain: {flat.spec} has more than {EXPLAINED:,} infoset-action pairs; use a smaller game"
        )
    state = _state_at(kept, t - 1)
    row = kept.schedule.rows(t, t + 1, kept.horizon)[0]
    reach = list(state.plan)
    old = reach if not kept.schedule.is_alternating else None
    found: dict[str, Any] = {}
    after: list[_Worked] = []
    for p in range(flat.players):
        seen = reach if old is None else old
        worked = _Worked(flat, p, state, seen, row)
        if p == player:
            found = worked.at(
                i, float(cf_reach(flat, seen, p)[i]), float(state.plan[p][worked.tree.parent_slot[i]])
            )
        after.append(worked)
        if old is None:
            reach = [worked.plan if k == p else plan for k, plan in enumerate(reach)]
    end = _state_at(kept, t)
    difference = max(worked.difference(end, p) for p, worked in enumerate(after))
    return Iteration(t=t, player=player, infoset=label(infoset), difference=difference, **found)


class _Worked:
    """One player's half of an iteration, as the papers write it: nothing here is compiled.

    Sums run in the kernel's order: where regrets are equal but for rounding, the last bit decides what is played.
    """

    def __init__(
        self, flat: FlatGame, player: int, state: tables.RegretState, reach: list[FloatArray], row: FloatArray
    ) -> None:
        self.tree, self.row = flat.trees[player], row
        self.before = state.strategy[player]
        self.regret_before, self.summed_before = state.cum_regret[player], state.cum_strategy[player]
        self.cfv = _terminal_values(flat, player, reach)
        self.value = np.zeros(self.tree.num_infosets)
        self.regret, self.strategy = self.regret_before.copy(), self.before.copy()
        self.instant = np.zeros(self.tree.num_slots)
        for i in range(self.tree.num_infosets - 1, -1, -1):  # children before parents
            self._update(i, slice(int(self.tree.first_slot[i]), int(self.tree.first_slot[i + 1])))
        self.summed = self.summed_before.copy()
        self.summed[1:] = row[AVERAGE] * self.summed_before[1:] + state.plan[player][1:]
        self.plan = self.tree.forward(self.strategy)

    def discount(self, slots: slice) -> FloatArray:
        """What the old regrets are multiplied by."""
        found: FloatArray = np.where(self.regret_before[slots] > 0, self.row[POSITIVE], self.row[NEGATIVE])
        return found

    def _update(self, i: int, slots: slice) -> None:
        self.value[i] = sum((self.before[slots] * self.cfv[slots]).tolist())
        self.cfv[self.tree.parent_slot[i]] += self.value[i]
        self.instant[slots] = self.cfv[slots] - self.value[i]
        grown = self.discount(slots) * self.regret_before[slots] + self.instant[slots]
        self.regret[slots] = np.maximum(self.row[FLOOR], grown)
        weight = np.maximum(
            0.0, self.row[LOOKAHEAD] * self.regret[slots] + self.row[PREDICTION] * self.instant[slots]
        )
        total = sum(weight.tolist())
        self.strategy[slots] = weight * (1.0 / total) if total > 0 else 1.0 / (slots.stop - slots.start)

    def at(self, i: int, others: float, own: float) -> dict[str, Any]:
        """The numbers of one infoset, by their names in `Iteration`."""
        slots = slice(int(self.tree.first_slot[i]), int(self.tree.first_slot[i + 1]))
        floor = float(self.row[FLOOR])
        return {
            "actions": list(self.tree.actions[i]), "own_reach": own, "cf_reach": others,
            "strategy": self.before[slots].tolist(), "cfv": self.cfv[slots].tolist(), "value": float(self.value[i]),
            "regret_now": self.instant[slots].tolist(), "regret_before": self.regret_before[slots].tolist(),
            "discount": self.discount(slots).tolist(), "regret": self.regret[slots].tolist(),
            "floor": floor if np.isfinite(floor) else None, "lookahead": float(self.row[LOOKAHEAD]),
            "prediction": float(self.row[PREDICTION]), "next_strategy": self.strategy[slots].tolist(),
            "average_weight": float(self.row[AVERAGE]), "summed_before": self.summed_before[slots].tolist(),
            "summed": self.summed[slots].tolist(),
        }  # fmt: skip

    def difference(self, end: tables.RegretState, player: int) -> float:
        """The largest distance from the kernel's state, relative where numbers are large."""
        pairs = [
            (self.regret, end.cum_regret[player]),
            (self.strategy, end.strategy[player]),
            (self.summed, end.cum_strategy[player]),
        ]
        return max(
            float((np.abs(mine - theirs)[1:] / np.maximum(1.0, np.abs(theirs[1:]))).max(initial=0.0))
            for mine, theirs in pairs
        )


def _terminal_values(flat: FlatGame, player: int, reach: list[FloatArray]) -> FloatArray:
    """`[Q]`: Σ over the terminals right after a slot of chance · payoff · the others' reach."""
    rows, column, weight = flat.entries[player]
    others = [reach[j] for j in range(flat.players) if j != player]
    cfv = np.zeros(flat.trees[player].num_slots)
    for q, (a, b, count) in enumerate(np.asarray(rows, dtype=np.int64).tolist()):
        at = np.asarray(column[a : a + count]).reshape(count, len(others))
        terms = weight[b : b + count]
        for j, plan in enumerate(others):
            terms = terms * plan[at[:, j]]
        cfv[q] = sum(terms.tolist())
    return cfv


def _state_at(kept: CfrTrace, t: int) -> tables.RegretState:
    """The state after `t` iterations: from the last snapshot before on."""
    state = _copy(max((s for s in kept.states if s.t <= t), key=lambda s: s.t))
    if state.t < t:
        tables.run(kept.flat, state, kept.schedule, t - state.t, kept.horizon)
    return state


def _copy(state: tables.RegretState) -> tables.RegretState:
    lists = [
        [v.copy() for v in part]
        for part in (state.strategy, state.plan, state.cum_regret, state.cum_strategy)
    ]
    return tables.RegretState(state.t, *lists)


def _grid(iterations: int, bytes_each: int, max_bytes: int, spec: str) -> list[int]:
    """1 … 10, then as many a decade as fit, and the last."""
    for many in PER_DECADE:
        points = {min(t, iterations) for t in range(1, 11)} | {iterations}
        k = many
        while (t := round(10 ** (k / many))) < iterations:
            points.add(t)
            k += 1
        if bytes_each * (len(points) + 1) <= max_bytes:
            return sorted(points)
    raise TooLargeError(
        f"trace: {len(points) + 1} snapshots of {spec} take {bytes_each * (len(points) + 1):,} bytes, over max_bytes="
        f"{max_bytes:,}; give more, or a smaller game"
    )


def _original(flat: FlatGame, player: int) -> Treeplex:
    return flat.trees[player] if flat.merge is None else flat.merge.original[player]


def _find(flat: FlatGame, player: int, infoset: Hashable) -> tuple[Treeplex, int]:
    """The player's tree as it is solved, and the number of the infoset there."""
    require_player(flat, player)
    known = _original(flat, player)
    texts = {text: i for i, text in enumerate(known.labels)}
    text = label(infoset)
    if text not in texts:
        raise UnknownNameError(f"player {player} of {flat.spec} has no infoset {quote(infoset)}; "
                               f"{suggest(text, list(texts)[:2000])}")  # fmt: skip
    i = texts[text]
    if flat.merge is not None:
        i = int(flat.merge.infoset[player][i])
    tree = flat.trees[player]
    if not tree.num_infosets:
        raise NotApplicableError(f"player {player} of {flat.spec} never acts; choose another")
    return tree, i

"""Fictitious play in sequence form: always answer the opponents' average so far."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tianji.core.schema import Array, Schema, whole
from tianji.core.strategy import FloatArray
from tianji.evaluate.response import in_proportion, plans, respond
from tianji.flat.sequence import FlatGame


@dataclass(eq=False)
class FictitiousState:
    """The sum of the realisation plans played so far, one `[Q]` vector a player; the first is uniform play."""

    t: int
    cum_plan: list[FloatArray]

    @classmethod
    def start(cls, flat: FlatGame) -> FictitiousState:
        """Everybody is believed to play uniformly."""
        return cls(0, plans(flat, flat.uniform()))

    def average(self, flat: FlatGame) -> list[FloatArray]:
        """The average strategy: plans, not behaviour, are averaged (so the mixture is realised exactly)."""
        return [in_proportion(tree, x) for tree, x in zip(flat.trees, self.cum_plan, strict=True)]

    def to_tensors(self) -> dict[str, np.ndarray]:
        """The state as named arrays, for a checkpoint."""
        return {f"cum_plan.{p}": plan for p, plan in enumerate(self.cum_plan)}

    @classmethod
    def from_tensors(cls, flat: FlatGame, t: int, tensors: dict[str, np.ndarray]) -> FictitiousState:
        """The state that `to_tensors` wrote; anything else is a `FileFormatError`."""
        where = f"this checkpoint of {flat.spec}"
        Schema(fields={"t": whole()}).check_fields({"t": t}, where)
        most = (t + 1) * (1 + 1e-9)  # t plans and the first, of probabilities
        arrays = {
            f"cum_plan.{p}": Array(shape=(tree.num_slots,), low=0, high=most)
            for p, tree in enumerate(flat.trees)
        }
        Schema(arrays).check(tensors, {}, where)
        return cls(t, [tensors[name].astype(np.float64) for name in arrays])


def run(flat: FlatGame, state: FictitiousState, iterations: int) -> None:
    r"""Advance by a number of rounds: everybody best-responds to the others' average, at the same time.

        x̄_i ← x̄_i + (BR_i(x̄_{−i}) − x̄_i) / (t + 1)

    Brown (1951); in extensive form Heinrich, Lanctot & Silver (2015). Converges in two-player zero-sum games,
    slowly (about 1/√T here); elsewhere there is no guarantee.
    """
    for _ in range(iterations):
        state.t += 1
        average = [total / state.t for total in state.cum_plan]
        for p, tree in enumerate(flat.trees):
            _, _, choice = respond(flat, average, p)
            pure = np.zeros(tree.num_slots)
            pure[choice] = 1.0
            state.cum_plan[p] += tree.forward(pure)

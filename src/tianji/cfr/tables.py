"""RegretState: what must survive between two calls of the CFR loop, and the loop itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tianji.cfr.schedule import Schedule
from tianji.cfr.threads import cut
from tianji.core.schema import LARGE, Array, Schema, whole
from tianji.core.strategy import FloatArray
from tianji.errors import FileFormatError
from tianji.evaluate.response import in_proportion, plans, terminal_cfv
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.kernels.flat import sequence as kernel


@dataclass(eq=False)
class RegretState:
    """CFR's memory after `t` iterations; one `[Q]` vector a player in each list.

    strategy: σ for iteration t + 1. plan: its own reach. cum_regret: R. cum_strategy: S.
    """

    t: int
    strategy: list[FloatArray]
    plan: list[FloatArray]
    cum_regret: list[FloatArray]
    cum_strategy: list[FloatArray]

    @classmethod
    def start(cls, flat: FlatGame) -> RegretState:
        """Uniform play, no regret."""
        strategy = flat.uniform()
        zeros = [np.zeros(tree.num_slots) for tree in flat.trees]
        return cls(0, strategy, plans(flat, strategy), zeros, [z.copy() for z in zeros])

    def average(self, flat: FlatGame) -> list[FloatArray]:
        """The average strategy σ̄: what CFR converges with."""
        return [in_proportion(tree, s) for tree, s in zip(flat.trees, self.cum_strategy, strict=True)]

    def to_tensors(self) -> dict[str, np.ndarray]:
        """The state as named arrays, for a checkpoint."""
        lists = {"strategy": self.strategy, "cum_regret": self.cum_regret, "cum_strategy": self.cum_strategy}
        return {f"{name}.{p}": vector for name, vectors in lists.items() for p, vector in enumerate(vectors)}

    @classmethod
    def from_tensors(cls, flat: FlatGame, t: int, tensors: dict[str, np.ndarray]) -> RegretState:
        """The state that `to_tensors` wrote; plans are computed again, which gives the same bits.

        The kernels trust lengths, so a file with others, or with numbers no run can have, is a `FileFormatError`.
        """
        kinds = {"strategy": (0.0, 1 + 1e-9), "cum_regret": (-LARGE, LARGE), "cum_strategy": (0.0, LARGE)}
        arrays = {
            f"{name}.{p}": Array(shape=(tree.num_slots,), low=low, high=high)
            for name, (low, high) in kinds.items()
            for p, tree in enumerate(flat.trees)
        }
        Schema(arrays, {"t": whole()}).check(tensors, {"t": t}, f"this checkpoint of {flat.spec}")
        lists: dict[str, list[FloatArray]] = {
            name: [tensors[f"{name}.{p}"].astype(np.float64) for p in range(flat.players)] for name in kinds
        }
        for p, (tree, strategy) in enumerate(zip(flat.trees, lists["strategy"], strict=True)):
            sums = np.add.reduceat(strategy, tree.first_slot[:-1]) if tree.num_infosets else np.ones(1)
            if np.abs(sums - 1).max() > 1e-6:
                raise FileFormatError(
                    f"this checkpoint of {flat.spec}: the strategy of player {p} does not sum to 1; "
                    "restore it from a copy"
                )
        return cls(
            t, lists["strategy"], plans(flat, lists["strategy"]), lists["cum_regret"], lists["cum_strategy"]
        )


def run(
    flat: FlatGame,
    state: RegretState,
    schedule: Schedule,
    iterations: int,
    horizon: int | None,
    threads: int = 1,
) -> None:
    """Advance the state by a number of iterations, in place."""
    rows = schedule.rows(state.t + 1, state.t + 1 + iterations, horizon)
    if flat.players == 2:
        _run_two(flat, state, rows, schedule.is_alternating, threads)
    else:
        for row in rows:
            _step_many(flat, state, row, schedule.is_alternating)
    state.t += iterations


def _run_two(
    flat: FlatGame, state: RegretState, rows: FloatArray, is_alternating: bool, threads: int
) -> None:
    if threads > 1 and is_alternating:
        _run_threads(flat, state, rows, threads)
        return
    from tianji.kernels.flat.cfr import iterate

    game, memory = [], []
    for p, tree in enumerate(flat.trees):
        game += [tree.first_slot, tree.parent_slot, *flat.entries[p]]
        memory += [np.empty(tree.num_slots), *memory_of(state, p)]
    iterate(*game, rows, is_alternating, *memory)


def memory_of(state: RegretState, p: int) -> list[FloatArray]:
    """A player's vectors, in the order of the kernels' arguments."""
    return [state.plan[p], state.strategy[p], state.cum_regret[p], state.cum_strategy[p]]


def _run_threads(flat: FlatGame, state: RegretState, rows: FloatArray, threads: int) -> None:
    from tianji.kernels.flat.cfr_threads import iterate_threads, use_threads

    game: list[np.ndarray] = []
    memory: list[np.ndarray] = []
    for p, tree in enumerate(flat.trees):
        pieces = cut(flat, p, threads)
        game += [tree.first_slot, tree.parent_slot, *flat.entries[p], *pieces]
        memory += [np.empty(tree.num_slots + len(pieces.subtrees)), *memory_of(state, p)]
    use_threads(threads)
    iterate_threads(*game, rows, *memory)


def regret_pass(
    tree: Treeplex,
    row: FloatArray,
    cfv: FloatArray,
    plan: FloatArray,
    strategy: FloatArray,
    cum_regret: FloatArray,
    cum_strategy: FloatArray,
    first: int = 0,
) -> None:
    """One player's update of infosets `first ..` by a schedule's row, in place: `kernels.flat.sequence.regret_step`."""
    kernel.regret_step(
        tree.first_slot, tree.parent_slot, row, first, tree.num_infosets,
        cfv, plan, strategy, cum_regret, cum_strategy,
    )  # fmt: skip


def _step_many(flat: FlatGame, state: RegretState, row: FloatArray, is_alternating: bool) -> None:
    """One iteration for any number of players; simultaneous updates use everybody's old plan."""
    players = range(flat.players)
    before = None if is_alternating else [terminal_cfv(flat, state.plan, p) for p in players]
    for p in players:
        tree = flat.trees[p]
        cfv = terminal_cfv(flat, state.plan, p) if before is None else before[p]
        regret_pass(
            tree, row, cfv, state.plan[p], state.strategy[p], state.cum_regret[p], state.cum_strategy[p]
        )
        state.plan[p] = tree.forward(state.strategy[p])

"""Gadgets: the games solved in place of a subgame. Each is a FlatGame; SequenceSubgame solves it, however asked."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tianji.cfr.solve import solve as solve_game
from tianji.core.strategy import FloatArray, IntArray
from tianji.errors import TianjiError
from tianji.evaluate.lp import LpEquilibrium, exact_equilibrium
from tianji.evaluate.response import deviation_gains
from tianji.flat.order import merge_terminals
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.run.clock import NO_LIMITS
from tianji.run.limits import Limits
from tianji.run.stopping import Stop
from tianji.subgame.distributional import solve_random
from tianji.subgame.frame import Frame
from tianji.subgame.payoffs import Payoffs
from tianji.subgame.program import solve_by_program
from tianji.subgame.protocol import Answer
from tianji.subgame.technique import Technique


@dataclass(frozen=True, eq=False)
class Gadget:
    """A gadget game and the way back.

    local: per player `[Q]` of the frame, the gadget's slot of every frame slot (0 where it has none).
    """

    flat: FlatGame
    local: tuple[IntArray, IntArray]


def unsafe_gadget(frame: Frame, opponent_plan: FloatArray) -> Gadget | None:
    r"""Chance deals a node of S_top as the blueprint would; then S is played. No guarantee.

              chance: π^σ(h) / Σ π^σ
             /      |      \
           h₁       …       h_n            both players go on from there

    opponent_plan: `[Q]`, the opponent's plan in the whole game. None when the blueprint never comes here.
    Brown & Sandholm (2017), section 4.1. Reproduces: Coin Toss, always Heads.
    """
    theirs = opponent_plan[frame.nodes.slots[frame.roots, frame.opponent]]
    total = float(frame.top_reach @ theirs)
    if total <= 0:
        return None
    tree, k = frame.trees[frame.opponent], frame.num_entries
    small = Treeplex(
        tree.first_slot[1:] - np.int32(k),
        np.maximum(tree.parent_slot[1:] - np.int32(k), 0),
        tree.keys[1:],
        tree.menus[1:],
    )
    local = np.maximum(np.arange(tree.num_slots, dtype=np.int32) - k, 0).astype(np.int32)
    return _gadget(frame, "unsafe", small, local, frame.weight * theirs[frame.top] / total)


def resolve_gadget(frame: Frame, alt_value: FloatArray) -> Gadget:
    r"""At each entry I the opponent takes alt_value(I) and ends the game, or enters S.

              chance: π_{−opponent}(h) / Σ π_{−opponent}
             /      |      \
           h_r      …       h_r′           one infoset of the opponent an entry
          /   \
      alt(I)  h ∈ S_top                    both players go on from there

    The resolver's equilibrium strategies are exactly those with CBV(I) ≤ alt_value(I) at every entry, where the
    payoffs can be met at all. Burch, Johanson & Bowling (2014); Brown & Sandholm (2017), section 4.2.
    """
    tree, k = frame.trees[frame.opponent], frame.num_entries
    total = float(frame.cf_reach.sum())
    entry = frame.above
    # infoset j of S (frame number j + 1) moves behind the gates of entries 0 .. its own, two slots a gate
    counts = np.diff(tree.first_slot)[1:]
    num_before = np.searchsorted(entry, np.arange(k))  # infosets of S in earlier entries
    slots_before = np.concatenate([[0], np.cumsum(counts)])[num_before]
    gate = 1 + 2 * np.arange(k) + slots_before  # slot of "take alt_value"; the next one enters
    slot_entry = np.repeat(entry, counts)
    local = np.concatenate([[0], gate + 1, np.arange(len(slot_entry)) + 1 + 2 * (slot_entry + 1)]).astype(
        np.int32
    )
    order = np.argsort(np.concatenate([np.arange(k) - 0.5, entry]), kind="stable")
    parent = np.concatenate([np.zeros(k, dtype=np.int32), local[tree.parent_slot[1:]]])[order]
    size = np.concatenate([np.full(k, 2), counts])[order]
    keys: list[Hashable] = [*(("gate", name) for name in frame.names), *tree.keys[1:]]
    menus: list[tuple[Any, ...]] = [*(("take", "enter") for _ in range(k)), *tree.menus[1:]]
    big = Treeplex(
        np.concatenate([[1], 1 + np.cumsum(size)]).astype(np.int32),
        parent.astype(np.int32),
        [keys[j] for j in order],
        [menus[j] for j in order],
    )
    take = frame.cf_reach / total
    return _gadget(frame, "resolve", big, local, frame.weight / total, (gate, take, take * alt_value))


def maxmargin_gadget(frame: Frame, alt_value: FloatArray) -> Gadget:
    r"""The opponent chooses an entry I; chance deals a node of I; payoffs below are less by alt_value(I).

                    opponent
               /       |       \
              I₁       …       I_K         no way out
           chance: π_{−opponent}(h) / π_{−opponent}(I)
           /    \
          h      h′ ∈ S_top                payoff − alt(I), both players go on from there

    The value to the opponent is −max_σ min_I [alt_value(I) − CBV^σ(I)]: minus the largest smallest margin. Entries
    are compared normalised, not weighted by how likely they are.
    Moravčík et al. (2016); Brown & Sandholm (2017), appendices A and B.
    """
    tree, k = frame.trees[frame.opponent], frame.num_entries
    local = np.arange(tree.num_slots, dtype=np.int32)
    weight = frame.weight / frame.cf_reach[frame.top_entry][frame.top]
    return _gadget(frame, "maxmargin", tree, local, weight, (np.arange(1, k + 1), np.zeros(k), -alt_value))


def _gadget(
    frame: Frame,
    name: str,
    tree: Treeplex,
    local: IntArray,
    weight: FloatArray,
    own: tuple[np.ndarray, FloatArray, FloatArray] | None = None,
) -> Gadget:
    """Put the opponent's tree, the terminals of S and those of the gadget itself together.

    own: the latter: the opponent's slots, chance, payoffs.
    """
    r, o = frame.resolver, frame.opponent
    slots, chance, gain = frame.slots.copy(), weight, weight * frame.gain
    slots[:, o] = local[slots[:, o]]
    if own is not None:
        ends = np.zeros((len(own[0]), 2), dtype=np.int32)
        ends[:, o] = own[0]
        slots = np.concatenate([ends, slots])
        chance, gain = np.concatenate([own[1], chance]), np.concatenate([own[2], gain])
    payoff = np.empty((len(gain), 2))
    payoff[:, o], payoff[:, r] = gain, -gain
    trees = (frame.trees[0], tree) if o == 1 else (tree, frame.trees[1])
    merged = merge_terminals(slots, payoff, chance, trees)
    identity = np.arange(frame.trees[r].num_slots, dtype=np.int32)
    flat = FlatGame(
        spec=f"{frame.flat.spec} [{name} gadget]",
        trees=trees,
        slots=merged[0],
        payoff=merged[1],
        chance=merged[2],
        histories=len(frame.inside),
        terminals=len(gain),
        chance_nodes=0,
        utility_range=(float(gain.min(initial=0.0)), float(gain.max(initial=0.0))),
    )
    return Gadget(flat, (local, identity) if o == 0 else (identity, local))


LP_SIZE = 200_000  # merged terminals of a gadget above which "auto" iterates instead
ITERATIONS = 10_000
ENOUGH = 1e-6  # exploitability of a gadget that iterates with no stop given, relative to its payoffs

Vectors = Sequence[FloatArray]


@dataclass(frozen=True, eq=False)
class SequenceSubgame:
    """A `Subgame` whose strategies are one `[Q]` vector a player of the whole game.

    opponent_plan: `[Q]`, the opponent's plan in the whole game: the odds of unsafe solving.
    """

    frame: Frame
    opponent_plan: FloatArray

    @property
    def entries(self) -> list[str]:
        """`[K]`: the opponent's infosets of S_top."""
        return self.frame.names

    @property
    def cf_reach(self) -> FloatArray:
        """`[K]`: π_{−opponent} of each."""
        return self.frame.cf_reach

    def best_values(self, strategy: Vectors) -> FloatArray:
        """`[K]`: CBV of the entries."""
        return self.frame.best_values(self.frame.plan(self.frame.resolver, strategy[self.frame.resolver]))

    def resolve(
        self, payoffs: Payoffs, technique: Technique, limits: Limits = NO_LIMITS, stop: Stop = None
    ) -> Answer[Vectors] | None:
        """By the program, the random payoffs' solver, or the gadget game that the technique names."""
        frame, r, o = self.frame, self.frame.resolver, self.frame.opponent
        if technique.is_random or technique.is_program:
            return self._in_units(payoffs, technique, limits, stop)
        gadget = self._gadget(payoffs, technique)
        if gadget is None:
            return None
        found, stopped = solve_gadget(gadget.flat, technique.solver, self._limits(limits), stop)
        mine, theirs = (frame.patch(p, found.vectors[p][gadget.local[p]]) for p in (r, o))
        is_unsafe = technique.gadget == "unsafe"
        return Answer(
            mine, found.values[o], max(0.0, sum(found.gains)), stopped, theirs if is_unsafe else None
        )

    @property
    def unit(self) -> float:
        """The largest payoff, by size."""
        return float(np.abs(self.frame.gain).max(initial=0.0)) or 1.0

    def _limits(self, limits: Limits) -> Limits:
        """When a gadget that iterates ends if nobody says."""
        if limits.iterations is None and limits.until is None:
            return replace(limits, iterations=ITERATIONS, until=ENOUGH * self.unit)
        return limits

    def _in_units(
        self, payoffs: Payoffs, technique: Technique, limits: Limits, stop: Stop
    ) -> Answer[Vectors]:
        """Linear and convex programs judge by absolute tolerances, so the largest payoff is their unit."""
        unit = self.unit
        frame, payoffs = replace(self.frame, gain=self.frame.gain / unit), payoffs.scaled(1.0 / unit)
        if technique.is_random:
            until = None if limits.until is None else limits.until / unit
            limits = replace(limits, until=until)
            (strategy, value, gap), why = solve_random(frame, payoffs, technique.solver, limits, stop)
        else:
            (strategy, value, gap), why = solve_by_program(frame, payoffs, technique), "exact"
        return Answer(frame.patch(frame.resolver, strategy), unit * value, unit * gap, why)

    def _gadget(self, payoffs: Payoffs, technique: Technique) -> Gadget | None:
        if technique.gadget == "unsafe":
            return unsafe_gadget(self.frame, self.opponent_plan)
        return (maxmargin_gadget if technique.is_maxmargin else resolve_gadget)(self.frame, payoffs.alt)


def solve_gadget(flat: FlatGame, solver: str, limits: Limits, stop: Stop = None) -> tuple[LpEquilibrium, str]:
    """An answer of a gadget by the solver asked for, with its values and gains, and why it stopped."""
    if solver == "lp" or (solver == "auto" and len(flat.payoff) <= LP_SIZE):
        try:
            return exact_equilibrium(flat), "exact"
        except TianjiError:
            if solver == "lp":
                raise
    # too large for the LP, or the LP met numerical trouble: "auto" iterates, and the gap says how far it got
    found = solve_game(
        flat, "pcfr+" if solver == "auto" else solver, merge=False, threads=1,
        iterations=limits.iterations, until=limits.until, stop=stop,
    )  # fmt: skip
    vectors = flat.from_strategy(found.strategy)
    values, gains = deviation_gains(flat, vectors)
    return LpEquilibrium(vectors, values[0], values, gains), found.stopped

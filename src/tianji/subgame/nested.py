"""Nested subgame solving: when the opponent does what was not prepared for, solve what follows, again and again."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tianji.core.game import TERMINAL, Game
from tianji.core.strategy import FloatArray, IntArray, Strategy, label
from tianji.errors import NotApplicableError, StrategyError, UnknownNameError, suggest
from tianji.evaluate.response import plans, respond
from tianji.flat.sequence import FlatGame
from tianji.subgame.frame import Frame, build_frame
from tianji.subgame.gadget import unsafe_gadget
from tianji.subgame.gifts import entry_gifts, slot_gifts
from tianji.subgame.menus import Menus
from tianji.subgame.settings import Settings, check_settings
from tianji.subgame.solve import solve_frame, solve_gadget
from tianji.subgame.trunk import game_value

VARIANTS = ("inexpensive", "expensive")


@dataclass(frozen=True)
class NestedReport:
    """The whole nested policy, measured in the large game.

    exploitability is the player's own loss against a best response that uses every action, relative to the large
    game's value. min_margin is the smallest of what the opponent loses by going off the tree, against the best he
    could do on it (gifts added): where it is at least 0, off-tree actions gain him nothing; inf when there are
    none, nan for unsafe solving. gadget_gap sums NashConv × reach over the subgames. unreached counts those that
    the blueprint's opponent never reaches, where unsafe solving took all of his infosets for equally likely.
    """

    technique: str
    variant: str
    player: int
    exploitability: float
    value: float
    min_margin: float
    subgames: int
    gadget_gap: float
    unreached: int
    seconds: float


@dataclass(eq=False)
class _Stage:
    """A tree the player has prepared: the small game, or a subgame solved after an off-tree action.

    frame: the prepared nodes. cbv: `[Q]`, reach: `[I]` of the frame's opponent tree: what he can get with actions
    on the menu. index: from an infoset of the large game to the frame's. off: public state after an off-tree
    action → the nodes there.
    """

    frame: Frame
    cbv: FloatArray
    reach: FloatArray
    index: dict[int, int]
    off: dict[int, IntArray]


class NestedPlayer:
    """Plays the large game with a blueprint of the small one, solving a subgame after every off-tree action.

    variant "inexpensive" roots the subgame right after the action; the opponent's alternative is the best he could
    do *before* it with actions on the menu, CBV~(I), which needs no model of how likely the action was.
    "expensive" roots it before the action, with the action added, and solves the answers to everything. Inside a
    subgame both players have the small menu again; the next off-tree action starts the next subgame.

    `probabilities(key)` solves what the path to that infoset needs; `strategy()` solves every off-tree subgame and
    returns the policy as one strategy of the large game; `report()` measures it exactly.

    Brown & Sandholm (2017), section 7. Reproduces: experiments/brown2017_small (table 4's shape).
    """

    def __init__(
        self,
        large: Game[Any, Any] | FlatGame,
        small: Game[Any, Any] | FlatGame,
        blueprint: Strategy,
        player: int = 1,
        *,
        technique: str = "reach-maxmargin",
        variant: str = "inexpensive",
        solver: str = "auto",
        iterations: int | None = None,
        until: float | None = None,
    ) -> None:
        if variant not in VARIANTS:
            raise UnknownNameError(f"no variant {variant!r}; {suggest(str(variant), list(VARIANTS))}")
        self.settings: Settings = check_settings(technique, solver=solver, iterations=iterations, until=until)
        if self.settings.technique == "unsafe" and variant == "inexpensive":
            raise NotApplicableError(
                "unsafe solving needs to know how likely the off-tree action was, and nobody does; "
                "use variant='expensive' or another technique"
            )
        self.variant = variant
        self.menus = Menus(large, small, blueprint, player)
        self.resolver, self.opponent = player, 1 - player
        self.flat, self.nodes = self.menus.flat, self.menus.nodes
        self.vectors = self.menus.vectors
        self.gift = np.zeros(self.flat.trees[self.opponent].num_slots)
        self.solved: dict[int, _Stage] = {}  # by public state after the off-tree action
        self.gap, self.unreached, self.seconds = 0.0, 0, 0.0
        self.min_margin = float("inf")
        self.start = self._stage(self.menus.whole())

    def strategy(self) -> Strategy:
        """The nested policy as a strategy of the large game: every off-tree subgame solved and spliced in."""
        todo = [self.start]
        while todo:
            stage = todo.pop()
            todo += [self._after(stage, state) for state in stage.off]
        return self.flat.to_strategy(self.vectors)

    def probabilities(self, key: Hashable) -> dict[Any, float]:
        """What the player does at one of his infosets of the large game; solves only what lies on the way."""
        tree = self.flat.trees[self.resolver]
        i = tree.index.get(key)
        if i is None:
            raise StrategyError(f"{self.flat.spec}: player {self.resolver} has no infoset {label(key)!r}")
        h = int(np.flatnonzero((self.nodes.infoset == i) & (self.nodes.player == self.resolver))[0])
        path = []
        while h > 0:
            path.append(h)
            h = int(self.nodes.parent[h])
        stage = self.start
        for h in reversed(path):
            state = int(self.nodes.public_state[h])
            if state in stage.off and h in stage.off[state]:
                stage = self._after(stage, state)
        first = int(tree.first_slot[i])
        return {a: float(self.vectors[self.resolver][first + k]) for k, a in enumerate(tree.menus[i])}

    def report(self) -> NestedReport:
        """Solve everything and measure it in the large game, exactly."""
        self.strategy()
        best = respond(self.flat, plans(self.flat, self.vectors), self.opponent)[0]
        value = game_value(self.flat)[0] * (1.0 if self.resolver == 0 else -1.0)
        return NestedReport(
            technique=self.settings.technique,
            variant=self.variant,
            player=self.resolver,
            exploitability=max(0.0, best + value),
            value=value,
            min_margin=self.min_margin,
            subgames=len(self.solved),
            gadget_gap=self.gap,
            unreached=self.unreached,
            seconds=self.seconds,
        )

    def _after(self, stage: _Stage, state: int) -> _Stage:
        """The stage after an off-tree action, solved the first time it is asked for."""
        if state not in self.solved:
            started = time.perf_counter()
            self.solved[state] = self._solve(stage, stage.off[state])
            self.seconds += time.perf_counter() - started
        return self.solved[state]

    def _stage(self, frame: Frame) -> _Stage:
        plan = frame.plan(self.resolver, self.vectors[self.resolver])
        cbv, reach = frame.action_values(plan)
        tree, old = frame.trees[self.opponent], frame.old_slot[self.opponent]
        large = self.flat.trees[self.opponent]
        owner = large.infoset_of[old[tree.first_slot[1:-1]]]
        counts = self.nodes.is_last_slot[self.opponent][old]
        gift = slot_gifts(tree, cbv, reach, counts)
        real = old > 0
        self.gift[old[real]] = gift[real]
        index = {int(i): j + 1 for j, i in enumerate(owner)}
        return _Stage(frame, cbv, reach, index, self._off(frame))

    def _off(self, frame: Frame) -> dict[int, IntArray]:
        """Nodes right after an off-tree action of the opponent in the frame, by public state."""
        nodes, o = self.nodes, self.opponent
        is_inside = np.zeros(nodes.num_nodes, dtype=bool)
        is_inside[frame.inside] = True
        parent = np.maximum(nodes.parent, 0)
        moved = (
            is_inside[parent] & (nodes.player[parent] == o) & (nodes.player != TERMINAL) & (nodes.parent >= 0)
        )
        child = np.flatnonzero(moved & ~self.menus.keep[o][nodes.slots[:, o]]).astype(np.int32)
        state = nodes.public_state[child]
        return {int(s): child[state == s] for s in np.unique(state)}

    def _solve(self, stage: _Stage, roots: IntArray) -> _Stage:
        """Solve the subgame after an off-tree action, splice both players' strategies in, prepare what follows."""
        plan = plans(self.flat, self.vectors)
        after = build_frame(self.flat, self.nodes, roots, self.resolver, plan[self.resolver], self.menus.keep)
        if after is None:  # the player never lets this happen: whatever he would do there is as good
            plan[self.resolver] = np.ones_like(plan[self.resolver])
            after = build_frame(
                self.flat, self.nodes, roots, self.resolver, plan[self.resolver], self.menus.keep
            )
            assert after is not None
            return self._stage(after)
        frame = after if self.variant == "inexpensive" else self._before(roots, plan[self.resolver])
        mine, theirs, gap = self._answer(stage, frame, plan[self.opponent])
        self.gap += gap * float(frame.cf_reach.sum())
        for player, local in ((self.resolver, mine), (self.opponent, theirs)):
            if local is not None:
                full = self.vectors[player].copy()
                frame.splice(player, local, full)
                old = after.old_slot[player]
                real = old[old > 0]
                self.vectors[player][real] = full[real]
        found = self._stage(after)
        self._gift_of_action(stage, found)
        return found

    def _before(self, roots: IntArray, plan: FloatArray) -> Frame:
        """The frame of the expensive variant: rooted where the opponent chose, with the off-tree action added."""
        keep = [self.menus.keep[0].copy(), self.menus.keep[1].copy()]
        keep[self.opponent][self.nodes.slots[roots, self.opponent]] = True
        above = np.unique(self.nodes.parent[roots]).astype(np.int32)
        frame = build_frame(self.flat, self.nodes, above, self.resolver, plan, (keep[0], keep[1]))
        assert frame is not None
        return frame

    def _answer(
        self, stage: _Stage, frame: Frame, opponent_plan: FloatArray
    ) -> tuple[FloatArray, FloatArray | None, float]:
        """The resolver's and, where there is one, the opponent's strategy of the frame, and the gap."""
        if self.settings.technique == "unsafe":
            self.min_margin = float("nan")  # there are no alternative payoffs to compare with
            gadget = unsafe_gadget(frame, opponent_plan)
            if gadget is None:
                self.unreached += 1
                gadget = unsafe_gadget(frame, np.ones_like(opponent_plan))
            assert gadget is not None
            vectors, gap = solve_gadget(gadget.flat, self.settings)
            r, o = self.resolver, self.opponent
            return gadget.to_frame(r, vectors[r]), gadget.to_frame(o, vectors[o]), gap
        alt_value = self._estimates(stage, frame) + entry_gifts(frame, self.gift, self.settings.gifts)
        found = solve_frame(
            frame, alt_value, self.settings, cbv=alt_value, exact=alt_value, opponent_plan=opponent_plan
        )
        assert found is not None
        full = self.vectors[self.resolver].copy()
        frame.splice(self.resolver, found[0], full)
        left = alt_value - frame.best_values(frame.plan(self.resolver, full))
        self.min_margin = min(self.min_margin, float(left.min()))
        return found[0], None, found[2]

    def _estimates(self, stage: _Stage, frame: Frame) -> FloatArray:
        """`[K]`: CBV~(I), the best the opponent could do with actions on the menu at the infoset I he acted in."""
        tree = stage.frame.trees[self.opponent]
        best = np.maximum.reduceat(stage.cbv, tree.first_slot[:-1])
        acted = self._acted(frame)
        place = np.array([stage.index[int(i)] for i in acted])
        values: FloatArray = best[place] / stage.reach[place]
        return values

    def _acted(self, frame: Frame) -> IntArray:
        """`[K]`: the opponent's infoset where the entry's choice was made or is about to be."""
        first = np.unique(frame.top_entry, return_index=True)[1]
        h = frame.roots[first]
        if self.variant == "expensive":
            acted = self.nodes.infoset[h]
        else:
            acted = self.flat.trees[self.opponent].infoset_of[self.nodes.slots[h, self.opponent]]
        return acted.astype(np.int32)

    def _gift_of_action(self, before: _Stage, after: _Stage) -> None:
        """What the off-tree action itself gave away, now that it has an answer: a bound for later subgames."""
        frame = after.frame
        value = after.cbv[1 : frame.num_entries + 1]
        tree = before.frame.trees[self.opponent]
        counts = self.nodes.is_last_slot[self.opponent][before.frame.old_slot[self.opponent]]
        sure = np.maximum.reduceat(np.where(counts, before.cbv, -np.inf), tree.first_slot[:-1])
        for slot in np.unique(frame.entry_slot).tolist():
            i = before.index[int(self.flat.trees[self.opponent].infoset_of[slot])]
            worth = float(value[frame.entry_slot == slot].sum())
            self.gift[slot] = max(0.0, (float(sure[i]) - worth) / float(before.reach[i]))

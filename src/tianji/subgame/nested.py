"""Nested subgame solving: when the opponent does what was not prepared for, solve what follows, again and again."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tianji.core.arguments import checked_init
from tianji.core.game import TERMINAL, Game
from tianji.core.result import Result
from tianji.core.strategy import FloatArray, IntArray, Strategy, label
from tianji.errors import NotApplicableError, StrategyError, UnknownNameError, quote, suggest
from tianji.evaluate.response import plans
from tianji.flat.sequence import FlatGame
from tianji.run.clock import Clock, clocked
from tianji.run.limits import Limits, read_until
from tianji.run.report import Progress, Report
from tianji.run.stopping import Stop
from tianji.run.threads import each
from tianji.subgame.abstraction import KnownMenus
from tianji.subgame.carve import loss, value_for
from tianji.subgame.frame import Frame, SlotPatch, build_frame
from tianji.subgame.gadget import SequenceSubgame, Vectors
from tianji.subgame.payoffs import Payoffs, entry_gifts, slot_gifts
from tianji.subgame.protocol import Answer, CutReport, solve_again
from tianji.subgame.technique import Technique, as_technique

VARIANTS = ("inexpensive", "expensive")


@dataclass(frozen=True)
class NestedReport(Result):
    """The whole nested policy, measured in the large game.

    loss is the player's own against a best response that uses every action, relative to the large game's value;
    nash_conv and exploitability (NashConv / 2) are those of the whole profile, the opponent's part being the small
    game's blueprint. min_margin is the smallest of what the opponent loses by going off the tree, against the best he
    could do on it (gifts added): where it is at least 0, off-tree actions gain him nothing; inf when there are
    none, nan for unsafe solving. gadget_gap sums NashConv × reach over the subgames. unreached counts those that
    the blueprint's opponent never reaches, where unsafe solving took all of his infosets for equally likely.
    stopped: "exact", or what ended the work early; subgames not reached then play their menu uniformly, and value and
    loss are nan if the value was not known yet.
    """

    technique: str
    variant: str
    player: int
    loss: float
    nash_conv: float
    value: float
    min_margin: float
    subgames: int
    gadget_gap: float
    unreached: int
    seconds: float
    stopped: str = "exact"

    @property
    def exploitability(self) -> float:
        """NashConv / 2 of the whole profile."""
        return self.nash_conv / 2

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {**vars(self), "exploitability": self.exploitability}


@dataclass(eq=False)
class _Prepared:
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


@dataclass(eq=False)
class _Solved:
    """What solving after an off-tree action gave: the frame behind it, and the answer where one was needed."""

    after: Frame
    answer: Answer[Vectors] | None = None
    report: CutReport | None = None
    is_unreached: bool = False


@checked_init
class NestedPlayer:
    """Plays the large game with a blueprint of the small one, solving a subgame after every off-tree action.

    variant "inexpensive" roots the subgame right after the action; the opponent's alternative is the best he could
    do *before* it with actions on the menu, CBV~(I), which needs no model of how likely the action was.
    "expensive" roots it before the action, with the action added, and solves the answers to everything. Inside a
    subgame both players have the small menu again; the next off-tree action starts the next subgame.

    `probabilities(key)` solves what the path to that infoset needs; `strategy()` solves every off-tree subgame and
    returns the policy as one strategy of the large game; `report()` measures it exactly. technique, iterations, until,
    seconds (of solving, all calls together), threads, progress and stop are those of `solve_all`.

    Brown & Sandholm (2017), section 7. Reproduces: experiments/brown2017_small (table 4's shape).
    """

    def __init__(
        self,
        large: Game[Any, Any] | FlatGame,
        small: Game[Any, Any] | FlatGame,
        blueprint: Strategy,
        player: int = 1,
        *,
        technique: str | Technique = "reach-maxmargin",
        variant: str = "inexpensive",
        gifts: str | float | None = None,
        refine: str | float | None = None,
        solver: str | None = None,
        iterations: int | None = None,
        until: float | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
        stop: Stop = None,
    ) -> None:
        if variant not in VARIANTS:
            raise UnknownNameError(f"no variant {quote(variant)}; {suggest(variant, list(VARIANTS))}")
        self.technique = as_technique(technique, gifts=gifts, refine=refine, solver=solver)
        self.limits = Limits(iterations, read_until(until), seconds, threads=threads)
        self._require(variant)
        self.progress, self.stop = progress, stop
        self.variant = variant
        self.menus = KnownMenus(large, small, blueprint, player)
        self.resolver, self.opponent = player, 1 - player
        self.flat, self.nodes = self.menus.flat, self.menus.nodes
        self.vectors: Vectors = self.menus.vectors
        self.gift = np.zeros(self.flat.trees[self.opponent].num_slots)
        self.solved: dict[int, _Prepared] = {}  # by public state after the off-tree action
        self.gap, self.unreached, self.seconds = 0.0, 0, 0.0
        self.min_margin = float("inf")
        self.stopped = ""
        self.start = self._prepare(self.menus.whole())

    def _require(self, variant: str) -> None:
        """Refuse what nested solving has no meaning for."""
        self.technique.require_limits(self.limits)
        if self.technique.gadget == "unsafe" and variant == "inexpensive":
            raise NotApplicableError(
                "unsafe solving needs to know how likely the off-tree action was, and nobody does; "
                "use variant='expensive' or another technique"
            )
        if self.technique.payoffs != "exact" or self.technique.keep_blueprint_safety:
            raise NotApplicableError(
                f"nested solving knows its own payoffs, CBV~ of the small game, and technique {self.technique!s:.80} "
                "asks for others; use payoffs='exact' without keep_blueprint_safety"
            )

    def strategy(self) -> Strategy:
        """The nested policy as a strategy of the large game: every off-tree subgame solved and spliced in."""
        with self._clocked() as clock:
            self._solve_below([(self.start, state) for state in self.start.off], clock)
        return self.flat.to_strategy(self.vectors)

    def probabilities(self, key: Hashable) -> dict[Any, float]:
        """What the player does at one of his infosets of the large game; solves only what lies on the way."""
        tree = self.flat.trees[self.resolver]
        i = tree.index.get(key)
        if i is None:
            raise StrategyError(
                f"{self.flat.spec}: player {self.resolver} has no infoset {quote(label(key))}"
            )
        h = int(np.flatnonzero((self.nodes.infoset == i) & (self.nodes.player == self.resolver))[0])
        path = []
        while h > 0:
            path.append(h)
            h = int(self.nodes.parent[h])
        prepared = self.start
        with self._clocked() as clock:
            for h in reversed(path):
                state = int(self.nodes.public_state[h])
                if state in prepared.off and h in prepared.off[state]:
                    if state not in self.solved:
                        self._solve([(prepared, state)], clock)
                    if state not in self.solved:  # stopped: what the policy has there now
                        break
                    prepared = self.solved[state]
        first = int(tree.first_slot[i])
        return {a: float(self.vectors[self.resolver][first + k]) for k, a in enumerate(tree.menus[i])}

    def report(self) -> NestedReport:
        """Solve everything and measure it in the large game, exactly."""
        self.strategy()
        with clocked(Limits(), self.stop) as clock:
            value = value_for(self.flat, self.resolver, clock)[0]
        lost, nash_conv = loss(self.flat, self.vectors, self.resolver, value)
        return NestedReport(
            technique=self.technique.name,
            variant=self.variant,
            player=self.resolver,
            loss=lost,
            nash_conv=nash_conv,
            value=value,
            min_margin=self.min_margin,
            subgames=len(self.solved),
            gadget_gap=self.gap,
            unreached=self.unreached,
            seconds=self.seconds,
            stopped=self.stopped or "exact",
        )

    def gain_of(self, state: int, vectors: Vectors) -> float:
        r"""What the opponent gains at most by one off-tree action of the small game, against any strategy.

            Σ_I π_{−i}(I) · [CBV(I, a) − CBV~(I)]⁺

        state: the public state after it, a key of `start.off`. Below it he may do everything.
        """
        mine = vectors[self.resolver]
        plan = self.flat.trees[self.resolver].forward(mine)
        frame = build_frame(self.flat, self.nodes, self.start.off[state], self.resolver, plan)
        if frame is None:
            return 0.0
        best = frame.best_values(frame.plan(self.resolver, mine))
        return float(frame.cf_reach @ np.maximum(best - self._estimates(self.start, frame), 0.0))

    def answer_to(self, state: int, clock: Clock) -> SlotPatch | None:
        """The answer to one off-tree action of the small game and to all further ones behind it, as a patch.

        None when the clock ran out. `gap` and `min_margin` are then those of this branch alone.
        """
        self.gap, self.min_margin = 0.0, float("inf")
        self._solve_below([(self.start, state)], clock)
        if self.stopped:
            return None
        tree, inside = self.flat.trees[self.resolver], self.nodes.subtree(self.start.off[state])[0]
        infosets = np.unique(self.nodes.infoset[inside[self.nodes.player[inside] == self.resolver]])
        slots = np.flatnonzero(np.isin(tree.infoset_of, infosets)).astype(np.int32)
        return SlotPatch(self.resolver, slots, self.vectors[self.resolver][slots])

    def _solve_below(self, layer: list[tuple[_Prepared, int]], clock: Clock) -> None:
        """Solve off-tree subgames and all that lie in them."""
        while layer and not self.stopped:
            self._solve([pair for pair in layer if pair[1] not in self.solved], clock)
            met = [self.solved[state] for _, state in layer if state in self.solved]
            layer = [(prepared, state) for prepared in met for state in prepared.off]

    def _clocked(self) -> AbstractContextManager[Clock]:
        """The seconds go on counting where the last call left off; an earlier request to stop does not."""
        self.stopped = ""
        return clocked(Limits(seconds=self.limits.seconds), self.stop, already=self.seconds)

    def _solve(self, todo: Sequence[tuple[_Prepared, int]], clock: Clock) -> None:
        """Solve disjoint off-tree subgames, splice the answers in, prepare what follows."""
        reach = plans(self.flat, self.vectors)

        def tell(done: int) -> None:
            done += len(self.solved)
            clock.tell(self.progress, Report("nested", done, None, "subgames", clock.seconds))

        def work(pair: tuple[_Prepared, int]) -> _Solved:
            return self._answer(pair[0], pair[0].off[pair[1]], reach, clock)

        found = each(todo, work, self.limits.threads or 1, clock, tell)
        for (prepared, state), solved in zip(todo, found, strict=True):
            if solved is not None:
                self._splice(prepared, state, solved)
        self.seconds, self.stopped = clock.seconds, clock.stopped

    def _answer(self, prepared: _Prepared, roots: IntArray, reach: list[FloatArray], clock: Clock) -> _Solved:
        """The answer to an off-tree action; nothing of the player's own is changed."""
        after = self._frame(roots, reach[self.resolver], self.menus.keep)
        if after is None:  # the player never lets this happen: whatever he would do there is as good
            after = self._frame(roots, np.ones_like(reach[self.resolver]), self.menus.keep)
            assert after is not None
            return _Solved(after)
        frame = after if self.variant == "inexpensive" else self._before(roots, reach[self.resolver])
        estimate = self._estimates(prepared, frame)
        payoffs = Payoffs(estimate, estimate, entry_gifts(frame, self.gift, self.technique.gifts))
        for odds in (reach[self.opponent], np.ones_like(reach[self.opponent])):
            subgame = SequenceSubgame(frame, odds)
            answer, report = solve_again(
                subgame, self.vectors, payoffs, self.technique, self.limits, clock.is_over
            )
            if answer is not None:
                return _Solved(after, answer, report, odds is not reach[self.opponent])
        raise AssertionError("unsafe solving found no odds although all are equal")

    def _splice(self, prepared: _Prepared, state: int, solved: _Solved) -> None:
        after, answer, report = solved.after, solved.answer, solved.report
        if answer is None or report is None:
            self.solved[state] = self._prepare(after)
            return
        self.gap += report.slack
        self.unreached += solved.is_unreached
        left = float((report.alt_value - report.cbv_resolved).min())
        # unsafe solving has no alternative payoffs to compare with
        self.min_margin = float("nan") if self.technique.gadget == "unsafe" else min(self.min_margin, left)
        for player, patch in ((self.resolver, answer.patch), (self.opponent, answer.opponent)):
            if patch is not None:
                full = patch.apply(self.vectors)[player]
                old = after.old_slot[player]
                self.vectors = after.patch(player, full[old]).apply(self.vectors)
        self.solved[state] = self._prepare(after)
        self._gift_of_action(prepared, self.solved[state])

    def _frame(self, roots: IntArray, plan: FloatArray, keep: tuple[Any, Any]) -> Frame | None:
        return build_frame(self.flat, self.nodes, roots, self.resolver, plan, keep)

    def _before(self, roots: IntArray, plan: FloatArray) -> Frame:
        """The frame of the expensive variant: rooted where the opponent chose, with the off-tree action added."""
        keep = [self.menus.keep[0].copy(), self.menus.keep[1].copy()]
        keep[self.opponent][self.nodes.slots[roots, self.opponent]] = True
        above = np.unique(self.nodes.parent[roots]).astype(np.int32)
        frame = self._frame(above, plan, (keep[0], keep[1]))
        assert frame is not None
        return frame

    def _prepare(self, frame: Frame) -> _Prepared:
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
        return _Prepared(frame, cbv, reach, index, self._off(frame))

    @cached_property
    def _off_tree(self) -> IntArray:
        """Nodes right after an off-tree action of the opponent, wherever: looked for once, not for every frame."""
        nodes, o = self.nodes, self.opponent
        moved = (nodes.player[nodes.parent] == o) & (nodes.player != TERMINAL) & (nodes.parent >= 0)
        return np.flatnonzero(moved & ~self.menus.keep[o][nodes.slots[:, o]]).astype(np.int32)

    def _off(self, frame: Frame) -> dict[int, IntArray]:
        """Nodes right after an off-tree action of the opponent in the frame, by public state."""
        is_inside = np.zeros(self.nodes.num_nodes, dtype=bool)
        is_inside[frame.inside] = True
        child = self._off_tree[is_inside[self.nodes.parent[self._off_tree]]]
        state = self.nodes.public_state[child]
        return {int(s): child[state == s] for s in np.unique(state)}

    def _estimates(self, prepared: _Prepared, frame: Frame) -> FloatArray:
        """`[K]`: CBV~(I), the best the opponent could do with actions on the menu at the infoset I he acted in."""
        tree = prepared.frame.trees[self.opponent]
        best = np.maximum.reduceat(prepared.cbv, tree.first_slot[:-1])
        acted = self._acted(frame)
        place = np.array([prepared.index[int(i)] for i in acted])
        values: FloatArray = best[place] / prepared.reach[place]
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

    def _gift_of_action(self, before: _Prepared, after: _Prepared) -> None:
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

"""SeatNest: what a seat plays against off-tree bets on the flop, and what the opponent's best is then.

A *flop* here is what is walked at once: one of them (`forest.Flop`), or all (`tensors.Flops`). Arrays are `[…, L, H]`:
a flop's hands in the last axis, and of all flops with an axis of them before; they are made by the flop's `xp`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan
from typing import Any

import numpy as np

from tianji.holdem.nested.forest import FloatArray, Flop, FlopForest, Rows, SolvedForest
from tianji.holdem.nested.prepared import Prepared
from tianji.holdem.nested.tree import Carved, SeatTree, carve
from tianji.holdem.nested.trunk import SeatTrunk
from tianji.holdem.rounds.entries import LEAST_WEIGHT
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.subgames import MARGIN_EDGES, BoardAnswer
from tianji.subgame.technique import Technique

NEVER = -1e30  # what an action is worth that may not be taken


@dataclass(frozen=True)
class Nesting:
    """A row of table 4: the gadget, whether gifts count, and where the subgame begins.

    inexpensive: right after the off-tree bet; the opponent's alternative is the best he had before it on the tree.
    expensive: before the bet, which is added to what he can do; of the answer, what follows the bet is kept.
    Alternative payoffs are CBV~: his best values with bets on the tree. Brown & Sandholm (2017), section 7.
    """

    gate: Technique
    is_expensive: bool

    @property
    def counts_gifts(self) -> bool:
        """Whether what the opponent gave up is added to his alternatives."""
        return self.gate.gifts != "none"


NESTINGS: dict[str, Nesting] = {
    "resolve (inexpensive)": Nesting(Technique("resolve", "estimate"), False),
    "maxmargin (inexpensive)": Nesting(Technique("maxmargin", "estimate"), False),
    "reach-maxmargin (inexpensive)": Nesting(Technique("maxmargin", "estimate", "split"), False),
    "unsafe (expensive)": Nesting(Technique("unsafe"), True),
    "reach-maxmargin (expensive)": Nesting(Technique("maxmargin", "estimate", "split"), True),
}


@dataclass(frozen=True, eq=False)
class Tier:
    """What is played after so many off-tree bets on a flop: rows a player, their reach of the roots `[L, H]`.

    gift: `[L, H]`, what the opponent gave up on the way; None where gifts do not count.
    """

    rows: tuple[Rows, Rows]
    start: tuple[FloatArray, FloatArray]
    gift: FloatArray | None


@dataclass(frozen=True, eq=False)
class Entry:
    """What is known at the L roots of the next tier, `[L, H]` each: see `kernels.poker.gates`.

    best: the opponent's best on the tree at his decision, weighted by `ours`; sure: of actions that end the hand at
    once; gift: what he gave up before that decision. The last two are empty where gifts do not count.
    """

    ours: FloatArray
    theirs: FloatArray
    w: FloatArray
    best: FloatArray
    sure: FloatArray
    gift: FloatArray


class SeatNest:
    """A seat that knows the small game, against an opponent with the big one's menu; all that its flops share.

    *Tier* k of a flop is what follows k off-tree bets on it: tier 0 is on the tree; tier k is solved behind gates,
    all its subgames of all lines at once, with what tier k − 1 came to. forest: what makes a `FlopForest`, or another.
    """

    def __init__(
        self, big: RoundGame, small: RoundGame, seat: int, forest: Callable[[Carved], Any] = FlopForest
    ) -> None:
        self.game, self.seat = big, seat
        self.betting = SeatTree(big, small, seat)
        betting, tree = self.betting, self.betting.tree
        self.opponent = betting.opponent
        self.trunk = SeatTrunk(big, betting)
        self.roots = [tree.nodes[n].children[0] for n in betting.lines]
        self.whole: FlopForest = forest(carve(tree, self.roots, lambda n, root: True))
        self.tiers: list[FlopForest] = [forest(carve(tree, self.roots, betting.on_tree))]
        self.before = [self.tiers[0]]  # of tier k, rooted before the off-tree bets
        self.offs: list[list[int]] = [[]]
        while offs := [n for n in betting.off if tree.nodes[n].street and betting.tier(n) == len(self.offs)]:
            above = [tree.nodes[n].parent for n in offs]
            self.tiers.append(forest(carve(tree, offs, betting.on_tree)))
            self.before.append(forest(carve(tree, above, betting.and_bets(offs))))
            self.offs.append(offs)

    @property
    def most_off(self) -> int:
        """How many off-tree bets a hand can have."""
        return len(self.tiers) - 1 + bool(self.off_lines)

    @property
    def off_lines(self) -> list[int]:
        """Which of the lines to the flop have an off-tree bet in them."""
        return [k for k, n in enumerate(self.betting.lines) if self.betting.line_off(n) >= 0]

    def rows(
        self, b: int, flop: Flop, player: int, blueprint: Prepared, solves: Mapping[int, Prepared]
    ) -> Rows:
        """`[R, H]`: a player's rows of tier 0 on flop b, of the blueprint and of the solves after off-tree bets."""
        found = self.tiers[0].empty(player, flop)
        for off, (into, lines) in self._sources[player].items():
            source = blueprint if off < 0 else solves.get(off)
            if source is not None:
                first = source.first[1, player]
                at = [row for name, count in lines for row in range(first[name], first[name] + count)]
                found[..., into, :] = source.flop(player, b)[..., at, :]
        return found

    @cached_property
    def _sources(self) -> tuple[dict[int, tuple[list[int], list[tuple[str, int]]]], ...]:
        """By player, then by off-tree node before the flop (−1: none): rows of tier 0, and their lines with sizes."""
        found = []
        for p in (0, 1):
            by_off: dict[int, tuple[list[int], list[tuple[str, int]]]] = {}
            for n, rows in self.tiers[0].rows_of(p).items():
                into, lines = by_off.setdefault(self._off_before(n), ([], []))
                into += rows
                lines.append((self.betting.names[n], len(rows)))
            found.append(by_off)
        return tuple(found)

    def _off_before(self, n: int) -> int:
        line = next(m for m in self.betting.tree.path(n) if m in set(self.betting.lines))
        return self.betting.line_off(line)

    def on_tree(self, flop: Flop, rows: Rows, start: FloatArray) -> FloatArray:
        """`[C, H]`: the opponent's best values on a flop with bets on the tree; start: `[C, H]`, the seat's reach."""
        return self._best(self.tiers[0], flop, rows, start)

    def _best(self, forest: FlopForest, flop: Flop, rows: Rows, start: FloatArray) -> FloatArray:
        found = forest.best_values(flop, self.opponent, rows, flop.down(start))
        return flop.total(found[..., : len(start), :], start.shape[1])

    def translate(self, flop: Flop, rows: Rows, start: FloatArray) -> BoardAnswer:
        """What the opponent's best is when off-tree bets are taken for others; start: the seat's reach of all lines."""
        reach = self.tiers[0].reach(self.seat, rows, flop.down(start))
        plan = flop.send(self._mixing) @ reach[..., self.tiers[0].roots :, :]
        best = self._response(flop, plan, self._line_mixing @ start)
        return BoardAnswer(best, 0.0, nan, np.zeros(len(MARGIN_EDGES) + 1))

    @cached_property
    def _mixing(self) -> FloatArray:
        """`[R of all, R of tier 0]`: which rows a row is a mixture of."""
        into, rows = self.whole.rows_of(self.seat), self.tiers[0].rows_of(self.seat)
        found = np.zeros([forest.forest.rows[self.seat] for forest in (self.whole, self.tiers[0])])
        for n, at in into.items():
            for m, p in self.betting.readings[n]:
                found[list(at), list(rows[m])] += p
        return found

    @cached_property
    def _line_mixing(self) -> FloatArray:
        """`[C, C]`: which lines a line is taken for."""
        found = np.zeros((len(self.roots), len(self.roots)))
        for k, n in enumerate(self.roots):
            for m, p in self.betting.readings[n]:
                found[k, self.roots.index(m)] += p
        return found

    def _response(self, flop: Flop, rows: Rows, start: FloatArray) -> FloatArray:
        """`[C, H]`: the opponent's best values on a flop with all of his bets; rows: the seat's, of all tiers."""
        return self._best(self.whole, flop, rows, start)

    def solve(
        self,
        flop: Flop,
        nesting: Nesting,
        rows: tuple[Rows, Rows],
        start: tuple[FloatArray, FloatArray],
        gifts: FloatArray,
        schedule: FloatArray,
    ) -> BoardAnswer:
        """Solve after every off-tree bet on a flop, tier by tier, and measure what the seat then plays.

        rows: of tier 0, a player. start: `[C, H]` a player, their reach of the lines; gifts: `[C, H]`.
        """
        spliced = self.whole.empty(self.seat, flop)
        gift = flop.wide(flop.down(gifts)) if nesting.counts_gifts else None
        tier = Tier(rows, (flop.down(start[0]), flop.down(start[1])), gift)
        slack, least, counts = 0.0, nan, np.zeros(len(MARGIN_EDGES) + 1)
        for k, (into, of) in enumerate(self._splices):
            if k:
                flop.begin(k - 1, len(self._splices) - 1)
                entry = self._entry(k, flop, tier)
                tier, left, margins = self._next(k, flop, nesting, entry, schedule)
                slack += left
                if margins is not None and bool((entry.w > 0).any()):
                    least = float(np.fmin(least, float(margins[entry.w > 0].min())))
                    counts += flop.counts(margins * self.game.mbb, entry.w)
            spliced[..., into, :] = tier.rows[self.seat][..., of, :]
        return BoardAnswer(self._response(flop, spliced, start[self.seat]), slack, least, counts)

    @cached_property
    def _splices(self) -> list[tuple[list[int], list[int]]]:
        """By tier: where its rows belong among all, and which they are."""
        into = self.whole.rows_of(self.seat)
        return [_matched(into, forest.rows_of(self.seat)) for forest in self.tiers]

    @cached_property
    def _kept(self) -> list[tuple[tuple[list[int], list[int]], ...]]:
        """By tier and player: rows of the tier, and the same in the forest that is rooted before the bets."""
        pairs = zip(self.tiers, self.before, strict=True)
        return [tuple(_matched(tier.rows_of(p), before.rows_of(p)) for p in (0, 1)) for tier, before in pairs]

    def _entry(self, k: int, flop: Flop, tier: Tier) -> Entry:
        """What tier k − 1 leads to tier k with."""
        forest, tree, s, o, xp = self.tiers[k - 1], self.betting.tree, self.seat, self.opponent, flop.xp
        above = [tree.nodes[n].parent for n in self.offs[k]]
        ours, theirs = (forest.reach(p, tier.rows[p], tier.start[p]) for p in (s, o))
        cbv = forest.best_values(flop, o, tier.rows[s], tier.start[s])
        mine, his = (
            flop.wide(reach[..., [forest.at(n, p) for n in above], :])
            for p, reach in ((s, ours), (o, theirs))
        )
        best = xp.stack([xp.amax(cbv[..., _slice(forest.actions(n)), :], -2) for n in above], -2)
        sure = gift = best[..., :0, :]
        if tier.gift is not None:
            given = self._path_gifts(forest, flop, cbv, ours, tier.gift)
            sure = xp.stack([self._sure(forest, n, cbv, flop) for n in above], -2)
            gift = xp.stack([given[n] for n in above], -2)
        return Entry(mine, his, weights(flop, mine), flop.wide(best), flop.wide(sure), gift)

    def _next(
        self, k: int, flop: Flop, nesting: Nesting, entry: Entry, schedule: FloatArray
    ) -> tuple[Tier, float, FloatArray | None]:
        """Solve tier k; what the gadgets' gaps come to, and the margins `[…, L, H]`; of unsafe solves None."""
        gate, w, forest, xp = nesting.gate, entry.w, self.tiers[k], flop.xp
        scale = _inverse(xp, w)
        alt = entry.best * scale
        if nesting.counts_gifts:
            alt = alt + entry.gift
        theirs = entry.theirs / xp.amax(entry.theirs, -1, keepdims=True).clip(min=1e-300)
        theirs = xp.where((theirs * w).sum(-1, keepdims=True) > 0, theirs, 1.0)
        source = self.before[k] if nesting.is_expensive else forest
        found = source.solve(flop, self.seat, gate, entry.ours, theirs, w, alt, schedule)
        rows = self._after(k, flop, found) if nesting.is_expensive else found.rows
        start = [entry.ours, entry.ours]
        start[self.opponent] = entry.theirs * (
            self._bet_odds(k, flop, found) if nesting.is_expensive else 1.0
        )
        cbv = found.cbv
        if nesting.is_expensive:
            values = forest.best_values(flop, self.opponent, rows[self.seat], entry.ours)
            cbv = flop.wide(values[..., : forest.roots, :])
        gift = entry.gift + (entry.sure - cbv).clip(min=0.0) * scale if nesting.counts_gifts else None
        margins = alt - cbv * scale if gate.gadget != "unsafe" else None
        return Tier(rows, (start[0], start[1]), gift), found.slack, margins

    def _after(self, k: int, flop: Flop, found: SolvedForest) -> tuple[Rows, Rows]:
        """Of an expensive solve, what follows the off-tree bets."""
        rows = []
        for p in (0, 1):
            into, of = self._kept[k][p]
            part = self.tiers[k].empty(p, flop)
            part[..., into, :] = found.rows[p][..., of, :]
            rows.append(part)
        return rows[0], rows[1]

    def _bet_odds(self, k: int, flop: Flop, found: SolvedForest) -> FloatArray:
        """`[…, L, H]`: how likely the opponent's average makes each off-tree bet, in an expensive solve."""
        before, o, xp = self.before[k], self.opponent, flop.xp
        odds = []
        for root, off in enumerate(self.offs[k]):
            first = before.forest.action_slot[1 + root] - before.roots
            children = before.carved.tree.nodes[1 + root].children
            part = flop.wide(found.rows[o][..., first : first + len(children), :])
            place = [before.carved.origin[c] for c in children].index(off)
            total = part.sum(-2)
            share = part[..., place, :] / xp.where(total > 0, total, 1.0)
            odds.append(xp.where(total > 0, share, 1 / len(children)))
        shares: FloatArray = xp.stack(odds, -2)
        return shares

    def _sure(self, forest: FlopForest, n: int, cbv: FloatArray, flop: Flop) -> FloatArray:
        """`[…, H]`: the best of the actions at a node that end the hand at once; NEVER where there is none."""
        nodes = forest.carved.tree.nodes
        children = nodes[forest.number[n]].children
        ends = [
            a
            for a, c in zip(forest.actions(n), children, strict=True)
            if nodes[c].kind in ("fold", "showdown")
        ]
        found: FloatArray = flop.xp.amax(cbv[..., ends, :], -2) if ends else cbv[..., 0, :] * 0 + NEVER
        return found

    def _path_gifts(
        self, forest: FlopForest, flop: Flop, cbv: FloatArray, ours: FloatArray, gift: FloatArray
    ) -> dict[int, FloatArray]:
        """By node of a tier where somebody acts: ⌊g⌋ summed over the opponent's choices on the way (`Trunk.gifts`)."""
        nodes, origin, slots = forest.carved.tree.nodes, forest.carved.origin, forest.forest.node_slots
        acting = [n for n in range(1, len(nodes)) if nodes[n].kind == "act"]
        goes_on = {n: [c for c in nodes[n].children if nodes[c].kind == "act"] for n in acting}
        deciding = [n for n in acting if nodes[n].player == self.opponent and goes_on[n]]
        scales = _inverse(flop.xp, weights(flop, ours[..., [slots[n][self.seat] for n in deciding], :]))
        found = {1 + root: gift[..., root, :] for root in range(forest.roots)}
        for n in acting:
            if n not in deciding:
                found.update(dict.fromkeys(goes_on[n], found[n]))
                continue
            sure, scale = self._sure(forest, origin[n], cbv, flop), scales[..., deciding.index(n), :]
            for c in goes_on[n]:
                given = (sure - cbv[..., slots[c][self.opponent], :]).clip(min=0.0)
                found[c] = found[n] + given * scale
        return {origin[n]: given for n, given in found.items()}


def _slice(rows: range) -> slice:
    return slice(rows.start, rows.stop)


def weights(flop: Flop, ours: FloatArray) -> FloatArray:
    """`[…, L, H]`: how much of the seat's range each hand of the opponent can meet; 0 where it is next to nothing."""
    return cut(flop.xp, flop.meets(ours))


def cut(xp: Any, w: FloatArray) -> FloatArray:
    """Weights of hands, with 0 where it is next to nothing."""
    found: FloatArray = xp.where(w < LEAST_WEIGHT * xp.amax(w, -1, keepdims=True), 0.0, w)
    return found


def _inverse(xp: Any, w: FloatArray) -> FloatArray:
    """1 / w, and 0 where w is."""
    found: FloatArray = xp.where(w > 0, 1 / xp.where(w > 0, w, 1.0), 0.0)
    return found


def _matched(into: dict[int, range], of: dict[int, range]) -> tuple[list[int], list[int]]:
    """Rows of one forest and of another that are of the same node."""
    nodes: Sequence[int] = [n for n in of if n in into]
    return [k for n in nodes for k in into[n]], [k for n in nodes for k in of[n]]

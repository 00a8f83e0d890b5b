"""SeatNest: one flop after the other, what a seat plays against off-tree bets, and what the opponent's best is then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan

import numpy as np

from tianji.holdem.engine.gates import gate_kind
from tianji.holdem.nested.forest import FloatArray, FlopForest, IntArray, Rows, Solved, bare
from tianji.holdem.nested.prepared import Prepared
from tianji.holdem.nested.tree import SeatTree, carve
from tianji.holdem.nested.trunk import SeatTrunk
from tianji.holdem.rounds.entries import LEAST_WEIGHT
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.subgames import BoardAnswer, gadget_slack, margin_counts
from tianji.holdem.rounds.trunk import meets
from tianji.holdem.spot.boards import Board
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
class Stage:
    """What is played after so many off-tree bets on a flop: rows a player, their reach of the roots `[L, H]`.

    gift: `[L, H]`, what the opponent gave up on the way; None where gifts do not count.
    """

    rows: tuple[Rows, Rows]
    start: tuple[FloatArray, FloatArray]
    gift: FloatArray | None


@dataclass(frozen=True, eq=False)
class Entry:
    """What is known at the L roots of the next stage, `[L, H]` each: see `kernels.poker.gates`.

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

    *Stage* k of a flop is what follows k off-tree bets on it: stage 0 is on the tree; stage k is solved behind gates,
    all its subgames of all lines at once, with what stage k − 1 came to.
    """

    def __init__(
        self, big: RoundGame, small: RoundGame, seat: int, boards: list[list[Board]], storage: str = "float32"
    ) -> None:
        self.game, self.seat, self.boards = big, seat, boards
        self.betting = SeatTree(big, small, seat)
        betting, tree = self.betting, self.betting.tree
        self.opponent = betting.opponent
        self.trunk = SeatTrunk(big, betting)
        self.roots = [tree.nodes[n].children[0] for n in betting.lines]
        self.whole = FlopForest(carve(tree, self.roots, lambda n, root: True), storage)
        self.stages = [FlopForest(carve(tree, self.roots, betting.on_tree), storage)]
        self.before: list[FlopForest] = [self.stages[0]]  # of stage k, rooted before the off-tree bets
        self.offs: list[list[int]] = [[]]
        while offs := [n for n in betting.off if tree.nodes[n].street and betting.stage(n) == len(self.offs)]:
            above = [tree.nodes[n].parent for n in offs]
            self.stages.append(FlopForest(carve(tree, offs, betting.on_tree), storage))
            self.before.append(FlopForest(carve(tree, above, betting.and_bets(offs)), storage))
            self.offs.append(offs)

    @property
    def most_off(self) -> int:
        """How many off-tree bets a hand can have."""
        return len(self.stages) - 1 + bool(self.off_lines)

    @property
    def off_lines(self) -> list[int]:
        """Which of the lines to the flop have an off-tree bet in them."""
        return [k for k, n in enumerate(self.betting.lines) if self.betting.line_off(n) >= 0]

    def hands(self, b: int) -> IntArray:
        """`[H′]`: the places of a flop's hands among all hands."""
        found: IntArray = self.boards[1][b].parents[0][0].astype(np.int64)
        return found

    def rows(self, b: int, player: int, blueprint: Prepared, solves: Mapping[int, Prepared]) -> Rows:
        """`[R, H′]`: a player's rows of stage 0 on a flop, of the blueprint and of the solves after off-tree bets."""
        found = self.stages[0].empty(player, len(self.hands(b)))
        for off, (into, lines) in self._sources[player].items():
            source = blueprint if off < 0 else solves.get(off)
            if source is not None:
                first = source.first[1, player]
                at = np.concatenate([np.arange(first[name], first[name] + count) for name, count in lines])
                found[into] = source.flop(player, b)[at]
        return found

    @cached_property
    def _sources(self) -> tuple[dict[int, tuple[IntArray, list[tuple[str, int]]]], ...]:
        """By player, then by off-tree node before the flop (−1: none): rows of stage 0, and their lines with sizes."""
        found: list[dict[int, tuple[IntArray, list[tuple[str, int]]]]] = []
        for p in (0, 1):
            by_off: dict[int, tuple[list[int], list[tuple[str, int]]]] = {}
            for n, rows in self.stages[0].rows_of(p).items():
                into, lines = by_off.setdefault(self._off_before(n), ([], []))
                into += rows
                lines.append((self.betting.names[n], len(rows)))
            found.append({off: (np.array(into), lines) for off, (into, lines) in by_off.items()})
        return tuple(found)

    def _off_before(self, n: int) -> int:
        line = next(m for m in self.betting.tree.path(n) if m in set(self.betting.lines))
        return self.betting.line_off(line)

    def on_tree(self, b: int, rows: Rows, start: FloatArray) -> FloatArray:
        """`[C, H]`: the opponent's best values on a flop with bets on the tree."""
        at = self.hands(b)
        found = np.zeros(start.shape)
        board = bare(self.boards[1][b])
        found[:, at] = self.stages[0].best_values(board, self.opponent, rows, start[:, at])[: len(start)]
        return found

    def translate(self, b: int, rows: Rows, start: FloatArray) -> BoardAnswer:
        """What the opponent's best is when off-tree bets are taken for others; start: the seat's reach of all lines."""
        at = self.hands(b)
        plan = self.stages[0].reach(self.seat, rows, start[:, at])[self.stages[0].roots :]
        none = margin_counts(np.zeros(0), np.zeros(0))
        return BoardAnswer(self._response(b, self._mixing @ plan, self._line_mixing @ start), 0.0, nan, none)

    @cached_property
    def _mixing(self) -> FloatArray:
        """`[R of all, R of stage 0]`: which rows a row is a mixture of."""
        into, rows = self.whole.rows_of(self.seat), self.stages[0].rows_of(self.seat)
        found = np.zeros([forest.forest.rows[self.seat] for forest in (self.whole, self.stages[0])])
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

    def _response(self, b: int, rows: Rows, start: FloatArray) -> FloatArray:
        """`[C, H]`: the opponent's best values on a flop with all of his bets; rows: the seat's, of all stages."""
        at = self.hands(b)
        found = np.zeros(start.shape)
        board = bare(self.boards[1][b])
        found[:, at] = self.whole.best_values(board, self.opponent, rows, start[:, at])[: len(start)]
        return found

    def solve(
        self,
        b: int,
        nesting: Nesting,
        rows: tuple[Rows, Rows],
        start: tuple[FloatArray, FloatArray],
        gifts: FloatArray,
        schedule: FloatArray,
    ) -> BoardAnswer:
        """Solve after every off-tree bet on a flop, stage by stage, and measure what the seat then plays.

        rows: of stage 0, a player. start: `[C, H]` a player, their reach of the lines; gifts: `[C, H]`.
        """
        at, board = self.hands(b), bare(self.boards[1][b])
        spliced = self.whole.empty(self.seat, len(at))
        stage = Stage(
            rows, (start[0][:, at], start[1][:, at]), gifts[:, at] if nesting.counts_gifts else None
        )
        slack, margins, weight = 0.0, [np.zeros(0)], [np.zeros(0)]
        for k, (into, of) in enumerate(self._splices):
            if k:
                entry = self._entry(k, board, stage)
                stage, left, found = self._next(k, board, nesting, entry, schedule)
                slack += left
                margins.append(found)
                weight.append(entry.w[entry.w > 0][: len(found)])
            spliced[into] = stage.rows[self.seat][of]
        every = np.concatenate(margins)
        return BoardAnswer(
            self._response(b, spliced, start[self.seat]), slack, float(every.min()) if every.size else nan,
            margin_counts(every * self.game.mbb, np.concatenate(weight)),
        )  # fmt: skip

    @cached_property
    def _splices(self) -> list[tuple[IntArray, IntArray]]:
        """By stage: where its rows belong among all, and which they are."""
        into = self.whole.rows_of(self.seat)
        return [_matched(into, forest.rows_of(self.seat)) for forest in self.stages]

    @cached_property
    def _kept(self) -> list[tuple[tuple[IntArray, IntArray], ...]]:
        """By stage and player: rows of the stage, and the same in the forest that is rooted before the bets."""
        pairs = zip(self.stages, self.before, strict=True)
        return [
            tuple(_matched(stage.rows_of(p), before.rows_of(p)) for p in (0, 1)) for stage, before in pairs
        ]

    def _entry(self, k: int, board: Board, stage: Stage) -> Entry:
        """What stage k − 1 leads to stage k with."""
        forest, tree, s, o = self.stages[k - 1], self.betting.tree, self.seat, self.opponent
        above = [tree.nodes[n].parent for n in self.offs[k]]
        ours, theirs = (forest.reach(p, stage.rows[p], stage.start[p]) for p in (s, o))
        cbv = forest.best_values(board, o, stage.rows[s], stage.start[s])
        mine = np.array([ours[forest.at(n, s)] for n in above])
        cards, sure, gift = board.hand_cards(o), np.zeros(0), np.zeros(0)
        if stage.gift is not None:
            given = self._path_gifts(forest, cards, cbv, ours, stage.gift)
            sure = np.array([self._sure(forest, n, cbv) for n in above])
            gift = np.array([given[n] for n in above])
        return Entry(
            mine, np.array([theirs[forest.at(n, o)] for n in above]), weights(cards, mine),
            np.array([cbv[list(forest.actions(n))].max(axis=0) for n in above]), sure, gift,
        )  # fmt: skip

    def _next(
        self, k: int, board: Board, nesting: Nesting, entry: Entry, schedule: FloatArray
    ) -> tuple[Stage, float, FloatArray]:
        """Solve stage k; what the gadgets' gaps come to, and the margins of all hands; none of unsafe solves."""
        gate, w, forest = nesting.gate, entry.w, self.stages[k]
        live, scale = w > 0, _inverse(w)
        alt = entry.best * scale + (entry.gift if nesting.counts_gifts else 0.0)
        theirs = entry.theirs / np.maximum(entry.theirs.max(axis=1, keepdims=True), 1e-300)
        theirs = np.where((theirs * w).sum(axis=1, keepdims=True) > 0, theirs, 1.0)
        source = self.before[k] if nesting.is_expensive else forest
        found = source.solve(board, self.seat, gate_kind(gate), entry.ours, theirs, w, alt, schedule)
        rows = self._after(k, found) if nesting.is_expensive else found.rows
        start = [entry.ours, entry.ours]
        start[self.opponent] = entry.theirs * (self._bet_odds(k, found) if nesting.is_expensive else 1.0)
        cbv = found.cbv
        if nesting.is_expensive:
            cbv = forest.best_values(board, self.opponent, rows[self.seat], entry.ours)[: len(w)]
        gift = entry.gift + np.maximum(entry.sure - cbv, 0.0) * scale if nesting.counts_gifts else None
        slack = gadget_slack(gate, entry.ours, theirs, w, alt, found.entries, found.cbv, found.reply)
        margins = (alt - cbv * scale)[live] if gate.gadget != "unsafe" else np.zeros(0)
        return Stage(rows, (start[0], start[1]), gift), slack, margins

    def _after(self, k: int, found: Solved) -> tuple[Rows, Rows]:
        """Of an expensive solve, what follows the off-tree bets."""
        rows = []
        for p in (0, 1):
            into, of = self._kept[k][p]
            part = self.stages[k].empty(p, found.rows[p].shape[1])
            part[into] = found.rows[p][of]
            rows.append(part)
        return rows[0], rows[1]

    def _bet_odds(self, k: int, found: Solved) -> FloatArray:
        """`[L, H]`: how likely the opponent's average makes each off-tree bet, in an expensive solve."""
        before, o = self.before[k], self.opponent
        odds = []
        for root, off in enumerate(self.offs[k]):
            first = before.forest.action_slot[1 + root] - before.roots
            children = before.carved.tree.nodes[1 + root].children
            part = found.rows[o][first : first + len(children)].astype(np.float64)
            place = [before.carved.origin[c] for c in children].index(off)
            total = part.sum(axis=0)
            odds.append(np.where(total > 0, part[place] / np.where(total > 0, total, 1.0), 1 / len(children)))
        return np.array(odds)

    def _sure(self, forest: FlopForest, n: int, cbv: FloatArray) -> FloatArray:
        """`[H]`: the best of the actions at a node that end the hand at once; NEVER where there is none."""
        nodes = forest.carved.tree.nodes
        children = nodes[forest.number[n]].children
        ends = [
            cbv[a]
            for a, c in zip(forest.actions(n), children, strict=True)
            if nodes[c].kind in ("fold", "showdown")
        ]
        found: FloatArray = np.max(ends, axis=0) if ends else np.full(cbv.shape[1], NEVER)
        return found

    def _path_gifts(
        self,
        forest: FlopForest,
        cards: np.ndarray,
        cbv: FloatArray,
        ours: FloatArray,
        gift: FloatArray,
    ) -> dict[int, FloatArray]:
        """By node of a stage where somebody acts: ⌊g⌋ summed over the opponent's choices on the way (`Trunk.gifts`)."""
        nodes, origin = forest.carved.tree.nodes, forest.carved.origin
        scales = _inverse(weights(cards, ours))
        found = {1 + root: gift[root] for root in range(forest.roots)}
        for n in range(1, len(nodes)):
            if nodes[n].kind != "act":
                continue
            children = [c for c in nodes[n].children if nodes[c].kind == "act"]
            if nodes[n].player == self.seat:
                found.update(dict.fromkeys(children, found[n]))
                continue
            if not children:
                continue
            sure = self._sure(forest, origin[n], cbv)
            scale = scales[forest.forest.node_slots[n][self.seat]]
            for c in children:
                slot = forest.forest.node_slots[c][self.opponent]
                found[c] = found[n] + np.maximum(sure - cbv[slot], 0.0) * scale
        return {origin[n]: given for n, given in found.items()}


def weights(cards: np.ndarray, ours: FloatArray) -> FloatArray:
    """`[L, H]`: how much of the seat's range each of the opponent's hands can meet; 0 where it is next to nothing."""
    w = meets(cards, ours)
    w[w < LEAST_WEIGHT * w.max(axis=1, keepdims=True, initial=0.0)] = 0.0
    return w


def _inverse(w: FloatArray) -> FloatArray:
    """1 / w, and 0 where w is."""
    return np.where(w > 0, 1 / np.where(w > 0, w, 1.0), 0.0)


def _matched(into: dict[int, range], of: dict[int, range]) -> tuple[IntArray, IntArray]:
    """Rows of one forest and of another that are of the same node."""
    nodes: Sequence[int] = [n for n in of if n in into]
    pairs = [(list(into[n]), list(of[n])) for n in nodes]
    return (
        np.array([k for rows, _ in pairs for k in rows], dtype=np.int64),
        np.array([k for _, rows in pairs for k in rows], dtype=np.int64),
    )

"""What every hand of the opponent's is worth where the base would play on: the alternatives of a street's first gate.

The base's actions are laid out as a betting tree of the real hand, its rows are gathered to hands on every board that
can come, and one pass of the engine values them: no solving, no sampling.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from tianji.arena.rows import RowAgent
from tianji.core.strategy import FloatArray
from tianji.errors import ParameterError, quote
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.player.belief import live, public
from tianji.holdem.spot.boards import all_boards
from tianji.holdem.spot.tree import Action, BettingTree, Menus, build_tree
from tianji.kernels.constants import RESPONSE, VALUE
from tianji.poker.betting import BetRules
from tianji.poker.cards import NUM_HANDS
from tianji.poker.hand import HandState

ESTIMATES = {"value": VALUE, "cbv": RESPONSE}
MAX_NODES = 5_000
_NO_SIZES = (((), ()),) * 3


@runtime_checkable
class ManyRows(Protocol):
    """A player with rows that reads a betting once for many boards."""

    def rows_on(
        self, state: HandState, boards: Sequence[tuple[int, ...]]
    ) -> Sequence[Mapping[str, FloatArray]]:
        """The rows at `state` on each of the boards."""


@dataclass(eq=False)
class BaseTree:
    """The base's betting from a state on: a node has the actions that its rows name, and `words` what they are called.

    state: where a street begins; its rows on another card are taken to have the same actions.
    """

    base: RowAgent
    state: HandState
    states: dict[int, HandState] = field(default_factory=dict)
    words: dict[int, list[list[str]]] = field(default_factory=dict)

    def build(self) -> BettingTree:
        """The tree; pot and stacks are the hand's."""
        state = self.state
        self.spent, self.most = state.spent[0], min(state.rules.live)
        return build_tree(
            float(state.pot), float(self.most - self.spent), state.street - 1, Menus(_NO_SIZES, _NO_SIZES),
            BetRules(chip=1.0), hook=self._actions, max_nodes=MAX_NODES,
        )  # fmt: skip

    def _state(self, tree: BettingTree, number: int) -> HandState:
        """The hand at a node; the first card that is free stands for the next one."""
        if number not in self.states:
            node = tree.nodes[number]
            if node.parent < 0:
                self.states[number] = self.state
            elif node.action is None:
                before = self._state(tree, node.parent)
                card = next(c for c in range(52) if c not in before.board)
                self.states[number] = before.deal([card]) if before.cards_due else before
            else:
                parent = tree.nodes[node.parent]
                word = self.words[node.parent][parent.actions.index(node.action)][0]
                self.states[number] = self._state(tree, node.parent).act(word)
        return self.states[number]

    def _actions(self, tree: BettingTree, number: int, actions: list[Action]) -> list[Action]:
        node, state = tree.nodes[number], self._state(tree, number)
        before = self.spent + round(node.matched)
        found: dict[Action, list[str]] = {a: [a.verb[0] if a.verb == "fold" else "c"] for a in actions}
        for word in self.base.rows(state):
            if word[0] != "r":
                continue
            real = self._sized(state) if word == "r" else word
            if real is None or state.why_illegal(real):
                continue
            total = float(min(int(real[1:]), self.most) - before)
            verb = "allin" if total >= tree.stack - node.matched else "raise" if max(node.totals) else "bet"
            if total > node.totals[1 - node.player]:
                found.setdefault(Action(verb, total), [real]).append(word)
        ordered = sorted(found, key=lambda a: a.total)
        self.words[number] = [found[a] for a in ordered]
        return ordered

    def _sized(self, state: HandState) -> str | None:
        """The bet of a pot that stands for raises of any size."""
        legal = state.legal()
        if legal.least is None or legal.most is None:
            return None
        return f"r{min(max(state.level + state.pot + legal.call, legal.least), legal.most)}"

    def rows(self, node: int, boards: list[tuple[int, ...]]) -> npt.NDArray[np.float32]:
        """`[A, B, 1326]`: the base's probabilities at a node on some boards."""
        state = self.states[node]
        if isinstance(self.base, ManyRows):
            given = self.base.rows_on(state, boards)
        else:
            given = [self.base.rows(replace(state, board=board)) for board in boards]
        found = np.zeros((len(self.words[node]), len(boards), NUM_HANDS), dtype=np.float32)
        for b, rows in enumerate(given):
            for a, words in enumerate(self.words[node]):
                for word in dict.fromkeys(words):
                    if word in rows:
                        found[a, b] += rows[word]
        if not np.isfinite(found).all():
            raise ParameterError(f"the base's rows after {quote(state.betting_text)} are no numbers")
        return found


def base_backend(base: RowAgent, state: HandState, ranges: tuple[FloatArray, FloatArray]) -> CpuBackend:
    """The base's play from a state on, where a street begins, in memory: both players' rows on every board."""
    layout = BaseTree(base, public(state))
    tree = layout.build()
    free = live(state.board)
    pair = (ranges[0] * free, ranges[1] * free)
    every = free.astype(np.float64)
    boards: list[list[Any]] = list(all_boards(list(state.board), (every, every), is_merged=False))
    first = boards[0][0]
    left = [48 - len(level[0].cards) for level in boards]
    backend = CpuBackend(tree, boards, (pair[0][first.combos[0]], pair[1][first.combos[1]]), left)
    for k, level in enumerate(boards):
        forest = backend.forests[k]
        deciding = [n for n in forest.numbers if tree.nodes[n].kind == "act"]
        cards = [tuple(board.cards) for board in level]
        sums = [np.zeros((count, len(level), NUM_HANDS), dtype=np.float32) for count in forest.rows]
        for n in deciding:
            at = forest.action_slot[n] - forest.roots
            rows = layout.rows(n, cards)
            sums[tree.nodes[n].player][at : at + len(rows)] = rows
        for b, board in enumerate(level):
            for p in (0, 1):
                backend.set_rows(k, b, p, "average", sums[p][:, b, board.combos[p]])
    return backend


def base_payoffs(
    base: RowAgent,
    state: HandState,
    seat: int,
    ranges: tuple[FloatArray, FloatArray],
    estimates: tuple[str, ...] = ("cbv",),
) -> list[FloatArray]:
    """`[1326]` an estimate: what each hand of the other seat is worth to it, in chips from here on; NaN where none.

    "value": both play the base on. "cbv": the other seat plays its best against it, within the base's own bets.
    """
    backend = base_backend(base, state, ranges)
    opponent = 1 - seat
    met, found = backend.met(opponent), []
    for name in estimates:
        if name not in ESTIMATES:
            raise ParameterError(f"estimate {quote(name)}; expected {' or '.join(ESTIMATES)}")
        cfv = backend.run(opponent, ESTIMATES[name], np.zeros(6))
        chips = np.full(NUM_HANDS, np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            chips[backend.boards[0][0].combos[opponent]] = np.where(met > 0, cfv / met, np.nan)
        found.append(chips + backend.tree.stake(0, opponent))
    return found

"""The game tree as sampling meets it: each node is asked of the game once, checked once, then kept.

Sampling needs no compiled tree, but asking a Python game for the same opening moves a million times costs
more than the algorithm itself. So visited nodes stay linked to their parents, up to `capacity` of them;
beyond that, nodes are made afresh at each visit and dropped. The numbers that come out are the same for
every capacity.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from itertools import accumulate
from math import inf
from typing import Any

from tianji.cfr.sampled_state import SampledInfoset, SampledState
from tianji.core.contract import MAX_ACTIONS, Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.strategy import label
from tianji.core.walk import DEEP, DepthWatch
from tianji.errors import GameRuleError, TianjiError, quote

LOOK_EVERY = 8192  # moves listed between two looks at clock and memory: some hundredths of a second


class LazyNode:
    """A history met by the sampler.

    Every node: `state`, `actor`, `depth` (moves so far). Not at terminals: `menu` and `children`, one an
    action, None until met, and `augmented`, the baseline table of each player or None. At decisions:
    `infoset`. At chance: `probs`, and `cumulative`, their running sums with infinity from the last possible
    outcome on, so that one bisection draws an outcome and never an impossible one. At terminals: `utility`.
    """

    __slots__ = (
        "actor",
        "augmented",
        "children",
        "cumulative",
        "depth",
        "infoset",
        "menu",
        "probs",
        "state",
        "utility",
    )

    actor: int
    augmented: list[tuple[dict[str, float], tuple[str, ...]] | None] | None
    children: list[LazyNode | None]
    cumulative: list[float]
    depth: int
    infoset: SampledInfoset
    menu: tuple[Any, ...]
    probs: list[float]
    state: Any
    utility: tuple[float, ...]


class LazyTree:
    """The nodes of one game that one `SampledState` has met, and their infosets.

    `created` counts nodes asked of the game, `linked` those that are kept; `deepest` is how deep the walks may go, in
    moves, above the `frames` that Python allows anyway.
    """

    def __init__(self, game: Game[Any, Any], state: SampledState, capacity: int = 0) -> None:
        self.game, self._law = game, Contract(game)
        self._line = DepthWatch(self._law, repeats=False)
        self.players = state.players
        self.capacity = capacity
        self.created = 0
        self.linked = 0
        self.listed, self._look_at = 0, LOOK_EVERY  # moves of all nodes
        self.look: Callable[[], None] | None = (
            None  # asked now and then on a walk; what it raises ends the walk
        )
        self._tables = state.tables
        self._baselines = state.baselines
        self._infosets: list[dict[Hashable, SampledInfoset]] = [{} for _ in range(state.players)]
        self._augmented: list[dict[Hashable, dict[str, float]]] = [{} for _ in range(state.players)]
        self._owners: list[dict[str, Hashable]] = [{} for _ in range(state.players)]
        self.frames = sys.getrecursionlimit()
        self.deepest = 0
        try:
            self.root = self._node(game.initial(), 0)
        except TianjiError:
            raise
        except (Exception, SystemExit) as error:
            raise self._law.raised(error, "of initial()") from error

    def expand(self, parent: LazyNode, a: int) -> LazyNode:
        """The child after action number `a`, asked of the game; linked to its parent while there is room."""
        state = parent.state
        try:
            state = self.game.result(state, parent.menu[a])
            node = self._node(state, parent.depth + 1)
        except TianjiError:
            raise
        except (Exception, SystemExit) as error:
            raise self._law.raised(error, state) from error
        if self.linked < self.capacity:
            parent.children[a] = node
            self.linked += 1
        if self.listed >= self._look_at:
            self._look_at = self.listed + LOOK_EVERY
            if self.look is not None:
                self.look()
        return node

    def baseline(self, node: LazyNode, player: int) -> tuple[dict[str, float], tuple[str, ...]]:
        """`player`'s baselines at the augmented infoset of `node`, and the texts of the node's actions.

        The augmented infoset is (depth, who acts, what `player` knows): defined wherever anyone or chance
        acts. The depth and the actor only keep apart nodes at which the same knowledge meets different
        choices.
        """
        if node.augmented is None:
            node.augmented = [None] * self.players
        entry = node.augmented[player]
        if entry is None:
            knowledge = self.game.information(node.state, player)
            key = (node.depth, node.actor, knowledge)
            table = self._augmented[player].get(key)
            if table is None:
                text = f"{node.depth}:{node.actor}:{label(knowledge)}"
                table = self._augmented[player][key] = self._baselines[player].setdefault(text, {})
            texts = tuple(map(label, node.menu)) if node.actor == CHANCE else node.infoset.actions
            entry = node.augmented[player] = (table, texts)
        return entry

    # From the game, with its contract checked ------------------------------------------------------------

    def _node(self, state: Any, depth: int) -> LazyNode:
        # Half of external sampling is spent here when nodes are not kept: what is plainly lawful is not asked about.
        node = LazyNode()
        node.state, node.depth = state, depth
        actor = self.game.player(state)
        if type(actor) is not int or not TERMINAL <= actor < self.players:
            actor = self._law.player(state, actor)
        node.actor = actor
        self.created += 1
        if actor == TERMINAL:
            node.utility = self._law.payoffs(state, self.game.utility(state))
            return node
        if depth >= DEEP:
            self._line.check(state, depth)
            self._deepen(depth)
        if actor == CHANCE:
            self._chance(node)
        else:
            menu = self.game.actions(state)
            if type(menu) is not tuple or len(menu) > MAX_ACTIONS:
                menu = self._law.listed(state, "actions", menu)
            key = self.game.information(state, actor)
            infoset = self._infosets[actor].get(key)
            if infoset is None:
                infoset = self._meet(state, actor, key, menu)
            if infoset.menu != menu:
                self._law.same_menu(state, actor, key, infoset.menu, menu)
            node.infoset, node.menu = infoset, menu
        self.listed += len(node.menu)
        node.children = [None] * len(node.menu)
        node.augmented = None
        return node

    def _deepen(self, depth: int) -> None:
        """Let the recursive walks follow: Python calls itself without the machine's stack, a limit is all there is."""
        if depth > self.deepest:
            self.deepest = depth + DEEP
            sys.setrecursionlimit(max(sys.getrecursionlimit(), self.frames + self.deepest + DEEP))

    def _chance(self, node: LazyNode) -> None:
        node.menu, probs = self._law.distribution(node.state, self.game.chances(node.state))
        node.probs = probs
        node.cumulative = cumulative = list(accumulate(probs))
        last = len(probs) - 1
        while probs[last] == 0.0:
            last -= 1
        cumulative[last:] = [inf] * (len(probs) - last)

    def _meet(self, state: Any, actor: int, key: Hashable, menu: tuple[Any, ...]) -> SampledInfoset:
        """The infoset of a key not met before in this process; it may be known by its text from a file."""
        text = label(key)
        other = self._owners[actor].setdefault(text, key)
        if other != key:
            raise GameRuleError(
                f"{self.game.spec}: player {actor} has two infoset keys with one text {quote(text)}: "
                f"{quote(other)} and {quote(key)}; make the keys differ in their text"
            )
        actions = self._law.menu(state, actor, tuple(map(label, menu)))
        infoset = self._tables[actor].get(text)
        if infoset is None:
            infoset = self._tables[actor][text] = SampledInfoset.empty(actions)
        elif infoset.actions != actions:
            raise GameRuleError(
                f"{self.game.spec}: player {actor} at infoset {quote(text)} offers {quote(actions)}, "
                f"the saved state has {quote(infoset.actions)}; resume with the game the state was made for"
            )
        infoset.menu = menu
        self._infosets[actor][key] = infoset
        return infoset

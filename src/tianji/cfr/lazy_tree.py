"""The game tree as sampling meets it: each node is asked of the game once, checked once, then kept.

Sampling needs no compiled tree, but asking a Python game for the same opening moves a million times costs
more than the algorithm itself. So visited nodes stay linked to their parents, up to `capacity` of them;
beyond that, nodes are made afresh at each visit and dropped. The numbers that come out are the same for
every capacity.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import accumulate
from math import inf, isfinite
from typing import Any

from tianji.cfr.sampled_state import Infoset, SampledState
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.strategy import label
from tianji.errors import GameRuleError

MAX_DEPTH = 10_000
"""A history longer than this is taken for an endless game."""


class Node:
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
    children: list[Node | None]
    cumulative: list[float]
    depth: int
    infoset: Infoset
    menu: tuple[Any, ...]
    probs: list[float]
    state: Any
    utility: tuple[float, ...]


class LazyTree:
    """The nodes of one game that one `SampledState` has met, and their infosets.

    `created` counts nodes asked of the game, `linked` those that are kept.
    """

    def __init__(self, game: Game[Any, Any], state: SampledState, capacity: int = 0) -> None:
        self.game = game
        self.players = state.players
        self.capacity = capacity
        self.created = 0
        self.linked = 0
        self._tables = state.tables
        self._baselines = state.baselines
        self._infosets: list[dict[Hashable, Infoset]] = [{} for _ in range(state.players)]
        self._augmented: list[dict[Hashable, dict[str, float]]] = [{} for _ in range(state.players)]
        self._owners: list[dict[str, Hashable]] = [{} for _ in range(state.players)]
        self.root = self._node(game.initial(), 0)

    def expand(self, parent: Node, a: int) -> Node:
        """The child after action number `a`, asked of the game; linked to its parent while there is room."""
        node = self._node(self.game.result(parent.state, parent.menu[a]), parent.depth + 1)
        if self.linked < self.capacity:
            parent.children[a] = node
            self.linked += 1
        return node

    def baseline(self, node: Node, player: int) -> tuple[dict[str, float], tuple[str, ...]]:
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

    def _node(self, state: Any, depth: int) -> Node:
        node = Node()
        node.state, node.depth = state, depth
        node.actor = actor = self.game.player(state)
        self.created += 1
        if actor == TERMINAL:
            node.utility = self._utility(state)
            return node
        if depth > MAX_DEPTH:
            raise GameRuleError(
                f"{self.game.spec}: more than {MAX_DEPTH} moves have been made at {state!r:.200}; "
                "expected a game that ends; give it terminal states"
            )
        if actor == CHANCE:
            self._chance(node)
        elif 0 <= actor < self.players:
            menu = tuple(self.game.actions(state))
            node.infoset = self._infoset(state, actor, menu)
            node.menu = menu
        else:
            raise GameRuleError(
                f"{self.game.spec}: player({state!r:.200}) is {actor!r}; "
                f"expected 0 to {self.players - 1}, CHANCE or TERMINAL"
            )
        node.children = [None] * len(node.menu)
        node.augmented = None
        return node

    def _utility(self, state: Any) -> tuple[float, ...]:
        utility = tuple(map(float, self.game.utility(state)))
        if len(utility) != self.players or not all(map(isfinite, utility)):
            raise GameRuleError(
                f"{self.game.spec}: utility({state!r:.200}) is {utility!r}; "
                f"expected {self.players} finite numbers, one a player"
            )
        return utility

    def _chance(self, node: Node) -> None:
        outcomes = self.game.chances(node.state)
        node.menu = tuple([outcome for outcome, _ in outcomes])
        node.probs = probs = [float(p) for _, p in outcomes]
        total = sum(probs)
        if not abs(total - 1.0) <= 1e-9 or min(probs) < 0.0:
            raise GameRuleError(
                f"{self.game.spec}: the chances at {node.state!r:.200} are {probs!r:.200}; "
                f"expected numbers from 0 that sum to 1, not to {total!r}"
            )
        node.cumulative = cumulative = list(accumulate(probs))
        last = len(probs) - 1
        while probs[last] == 0.0:
            last -= 1
        cumulative[last:] = [inf] * (len(probs) - last)

    def _infoset(self, state: Any, actor: int, menu: tuple[Any, ...]) -> Infoset:
        key = self.game.information(state, actor)
        infoset = self._infosets[actor].get(key)
        if infoset is None:
            infoset = self._meet(state, actor, key, menu)
        if infoset.menu != menu:
            raise GameRuleError(
                f"{self.game.spec}: player {actor} cannot tell these states apart (infoset {label(key)!r}), "
                f"yet one offers {infoset.menu!r:.200} and {state!r:.200} offers {menu!r:.200}; "
                "give them different infoset keys or the same actions in the same order"
            )
        return infoset

    def _meet(self, state: Any, actor: int, key: Hashable, menu: tuple[Any, ...]) -> Infoset:
        """The infoset of a key not met before in this process; it may be known by its text from a file."""
        text = label(key)
        other = self._owners[actor].setdefault(text, key)
        if other != key:
            raise GameRuleError(
                f"{self.game.spec}: player {actor} has two infoset keys with one text {text!r}: "
                f"{other!r:.100} and {key!r:.100}; make the keys differ in their text"
            )
        actions = tuple(map(label, menu))
        if not actions or len(set(actions)) < len(actions):
            raise GameRuleError(
                f"{self.game.spec}: actions({state!r:.200}) are {actions!r:.200}; "
                "expected one or more, all different"
            )
        infoset = self._tables[actor].get(text)
        if infoset is None:
            infoset = self._tables[actor][text] = Infoset.empty(actions)
        elif infoset.actions != actions:
            raise GameRuleError(
                f"{self.game.spec}: player {actor} at infoset {text!r} offers {actions!r:.200}, "
                f"the saved state has {infoset.actions!r:.200}; resume with the game the state was made for"
            )
        infoset.menu = menu
        self._infosets[actor][key] = infoset
        return infoset

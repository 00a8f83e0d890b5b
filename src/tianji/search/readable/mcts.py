"""Monte Carlo tree search: UCT and PUCT for any number of players, chance included."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from math import inf, log, sqrt
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import hooks
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.run.clock import Clock, OutOfBudget
from tianji.search.options import Guided, Sampling
from tianji.search.result import ESTIMATE, EXACT, Answer
from tianji.search.table import SearchRoom
from tianji.search.task import Task
from tianji.search.trace import Growth, GrowthStep

Vector = tuple[float, ...]
LONGEST = 100_000  # moves of one simulation


class MctsNode:
    """A position in the tree: visits, the sum of payoff vectors, and what is proved.

    `total(p)` is the sum seen by player p; a textbook's "score of a node" is that of the player who moved into it.
    """

    __slots__ = ("actions", "children", "mover", "priors", "proven", "state", "sums", "visits")

    def __init__(self, state: Any, mover: int, players: int) -> None:
        self.state, self.mover = state, mover
        self.actions: Sequence[Any] = ()
        self.children: dict[Any, MctsNode] = {}
        self.priors: Sequence[float] | None = None
        self.visits = 0
        self.sums = [0.0] * players
        self.proven: Vector | None = None

    def total(self, player: int) -> float:
        """The sum of payoffs that simulations through this node gave `player`."""
        return self.sums[player]

    def mean(self, player: int) -> float:
        """The average payoff of `player`."""
        return self.sums[player] / self.visits if self.visits else 0.0

    def to_dict(self, depth: int = 2) -> dict[str, Any]:
        """JSON-able down to `depth`: for a page that shows the tree."""
        out: dict[str, Any] = {"player": self.mover, "visits": self.visits, "sums": list(self.sums)}
        if self.proven is not None:
            out["proven"] = list(self.proven)
        if depth and self.children:
            out["children"] = {str(a): c.to_dict(depth - 1) for a, c in self.children.items()}
        return out


def ucb1(mean: float, visits: int, parent_visits: int, exploration: float = sqrt(2)) -> float:
    """Upper confidence bound: mean + C·√(ln N / n). Auer et al. (2002); Kocsis & Szepesvári (2006).

    >>> round(ucb1(10, 1, 2), 2), round(ucb1(5, 1, 2), 2)
    (11.18, 6.18)
    """
    return inf if visits == 0 else mean + exploration * sqrt(log(parent_visits) / visits)


def puct(mean: float, visits: int, parent_visits: int, prior: float, exploration: float) -> float:
    """AlphaGo Zero's rule: mean + C·P·√N / (1 + n). Silver et al. (2017).

    >>> puct(0.5, 3, 16, 0.25, 2.0)
    1.0
    """
    return mean + exploration * prior * sqrt(parent_visits) / (1 + visits)


class Mcts:
    """Selection, expansion, simulation, backpropagation.

    Every node keeps a vector, so the same text backs up two players, max^n and chance. With `solver`, finished
    positions are backed up as facts: a node with a move proved to pay the most possible, or with all moves proved,
    is proved itself (Winands et al. 2008). `playout_depth` ends a simulation early with the game's evaluation.
    """

    def __init__(self, game: Game[Any, Any], root: Any, options: Sampling) -> None:
        self.game, self.solver, self.playout_depth = game, options.solver, options.playout_depth
        self.random = random.Random(options.seed)
        own, self.use_priors = hooks(game), isinstance(options, Guided)
        usual = 1.5 if self.use_priors else sqrt(2)
        self.exploration = usual if options.exploration is None else options.exploration
        self.priors = (options.priors if isinstance(options, Guided) else None) or own.priors
        self.evaluate = options.evaluate or own.evaluate
        self.evaluations = own.evaluations
        self.top = own.value_range[1]
        self.clock: Clock | None = None  # to be heeded amid a simulation
        self.growth = Growth() if options.steps else None
        self.root = self._make(root)

    def _make(self, s: Any) -> MctsNode:
        mover = self.game.player(s)
        node = MctsNode(s, mover, self.game.players)
        if mover == TERMINAL:
            node.proven = tuple(float(u) for u in self.game.utility(s))
        elif mover != CHANCE:
            node.actions = self.game.actions(s)
            if self.use_priors and self.priors is not None:
                node.priors = list(self.priors(s))
                if len(node.priors) != len(node.actions):
                    raise ParameterError(
                        f"search: priors give {quote(node.priors)} at {quote(s)}; expected "
                        f"{len(node.actions)} numbers, one an action"
                    )
        return node

    def simulate(self) -> None:
        """One simulation from the root."""
        path, fresh = [self.root], False
        node = self.root
        while node.proven is None or node is self.root:
            child, fresh = self._descend(node)
            if child is None:
                break
            path.append(child)
            node = child
            if fresh:
                break
        value = node.proven if node.proven is not None else self.playout(node.state)
        self.backpropagate(path, value)
        if self.growth is not None:
            names = [
                next(str(a) for a, child in above.children.items() if child is below)
                for above, below in pairwise(path)
            ]
            self.growth.add(GrowthStep(tuple(names), fresh, tuple(float(v) for v in value)))

    def _descend(self, node: MctsNode) -> tuple[MctsNode | None, bool]:
        """The next node of a simulation, and whether it is new."""
        if node.mover == TERMINAL:
            return None, False
        if node.mover == CHANCE:
            outcomes = self.game.chances(node.state)
            a = self.random.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0]
        else:
            a = self.select(node)
        child = node.children.get(a)
        if child is not None:
            return child, False
        child = node.children[a] = self._make(self.game.result(node.state, a))
        return child, True

    def select(self, node: MctsNode) -> Any:
        """The action with the greatest bound for the player to move; moves proved worse are left alone."""
        best, pick = -inf, None
        known = max(
            (c.proven[node.mover] for c in node.children.values() if c.proven is not None), default=-inf
        )
        n = max(node.visits, 1)
        for i, a in enumerate(node.actions):
            child = node.children.get(a)
            settled = child.proven if child is not None and self.solver and node.proven is None else None
            if settled is not None and (
                settled[node.mover] < known or len(node.children) < len(node.actions)
            ):
                continue
            visits = child.visits if child else 0
            mean = child.mean(node.mover) if child else 0.0
            if self.use_priors:
                prior = node.priors[i] if node.priors is not None else 1 / len(node.actions)
                bound = puct(mean, visits, n, prior, self.exploration)
            else:
                bound = ucb1(mean, visits, n, self.exploration)
            if bound > best:
                best, pick = bound, a
        return pick if pick is not None else node.actions[0]

    def playout(self, s: Any) -> Vector:
        """Payoffs of random play from `s`, or the evaluation after `playout_depth` moves."""
        game, depth = self.game, 0
        while (mover := game.player(s)) != TERMINAL:
            if self.playout_depth is not None and depth >= self.playout_depth and mover != CHANCE:
                value = float(self.evaluate(s)) if self.evaluate is not None else 0.0
                if game.players == 2:
                    return (value, -value) if mover == 0 else (-value, value)
                leaf = self.evaluations
                return tuple(leaf(s)) if leaf else (0.0,) * game.players
            if mover == CHANCE:
                outcomes = game.chances(s)
                a = self.random.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0]
            else:
                actions = game.actions(s)
                a = actions[int(self.random.random() * len(actions))]
            s = game.result(s, a)
            depth += 1
            if not depth % 1024:
                self.watch(depth)
        return tuple(game.utility(s))

    def watch(self, depth: int) -> None:
        """Heed the clock in a long simulation, and leave one that may have no end."""
        if self.clock is not None:
            self.clock.check()
        if depth > LONGEST:
            raise NotApplicableError(
                f"{self.game}: a simulation goes on for more than {LONGEST:,} moves; give playout_depth="
            )

    def backpropagate(self, path: list[MctsNode], value: Vector) -> None:
        """Add a result to every node on the path, the leaf first, and settle what has become proved."""
        below: MctsNode | None = None
        for node in reversed(path):
            node.visits += 1
            for p, v in enumerate(value):
                node.sums[p] += v
            if self.solver and below is not None and below.proven is not None and node.proven is None:
                node.proven = self._settle(node)
            below = node

    def _settle(self, node: MctsNode) -> Vector | None:
        if node.mover == CHANCE:
            return None
        known = [c.proven for c in node.children.values() if c.proven is not None]
        best = max(known, key=lambda u: u[node.mover])
        if best[node.mover] >= self.top or len(known) == len(node.actions):
            return best
        return None

    def best(self, node: MctsNode | None = None) -> Any:
        """The proved best move, else the most visited one that is not proved lost."""
        node = node or self.root
        if node.proven is not None:
            for a, c in node.children.items():
                if c.proven is not None and c.proven[node.mover] == node.proven[node.mover]:
                    return a
        if not node.children:
            return node.actions[0] if node.actions else None
        return max(node.children.items(), key=lambda item: (item[1].visits, item[1].mean(node.mover)))[0]

    def line(self) -> list[Any]:
        """The most visited (or proved) line."""
        out: list[Any] = []
        node = self.root
        while node.children and node.mover >= 0:
            a = self.best(node)
            if a not in node.children:
                break
            out.append(a)
            node = node.children[a]
        return out


SIMULATIONS = 2_000  # without a budget


def run_mcts(task: Task, options: Sampling) -> Answer:
    """UCT or PUCT until the budget is spent or the root is proved; `nodes=` counts simulations (default 2,000).

    The priors of PUCT come from `priors=` or the game's `priors(s)`, else they are uniform.
    """
    tree = Mcts(task.game, task.state, options)
    stats, clock, player, root = task.stats, task.clock, task.player, tree.root
    tree.clock = clock
    if not task.limits.is_clocked:
        clock.limit = SIMULATIONS
    room = SearchRoom(clock)  # a simulation adds one node
    try:
        while (root.proven is None or clock.nodes == 0) and not clock.is_over():
            room.grow()
            tree.simulate()
            clock.nodes += 1
    except OutOfBudget:
        pass
    action = tree.best() if player >= 0 else None
    stats.complete = root.proven is not None
    if root.proven is not None:
        values: Vector = root.proven
    else:
        node = root.children[action] if player >= 0 and action in root.children else root
        values = tuple(node.mean(p) for p in range(task.game.players))
    viewer = max(player, 0)
    scores = {a: c.mean(viewer) for a, c in root.children.items()}
    stats.extra["visits"] = {str(a): c.visits for a, c in root.children.items()}
    stats.extra["tree"] = root.to_dict(2)
    bound = EXACT if stats.complete else ESTIMATE
    return task.answer(
        action, values[viewer], bound, tree.line(), values=values, scores=scores, growth=tree.growth
    )

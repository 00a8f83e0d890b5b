"""Proof-number search: is the goal reachable? Grow the AND–OR tree where a proof is cheapest.

A node's proof number is the least number of leaves still to be proved for the answer "yes", its disproof number
the same for "no". With φ the number that the mover wants small and δ the other:

    φ(n) = min over children of δ(c)        δ(n) = Σ over children of φ(c)

Allis (1994); depth-first with a table and thresholds: Nagai (2002), df-pn.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nextafter
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import hooks
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.search.options import Growing, Proving
from tianji.search.readable.alphabeta import payoff
from tianji.search.result import ESTIMATE, LOWER, UPPER, Answer, Stats
from tianji.search.table import SearchRoom
from tianji.search.task import Task
from tianji.search.trace import Growth, GrowthStep


@dataclass
class Proof:
    """The answer: does the attacker reach at least `goal`? `proved` is None when the budget ran out."""

    proved: bool | None
    action: Any
    line: list[Any]
    stats: Stats


class DfPn:
    """Depth-first proof-number search for "the player to move at the root gets at least `goal`"."""

    def __init__(
        self, game: Game[Any, Any], attacker: int, goal: float, clock: Clock, most: float = inf
    ) -> None:
        self.game, self.attacker, self.goal = game, attacker, goal
        self.clock, self.room = clock, SearchRoom(clock, most)
        self.key = hooks(game).canonical or (lambda s: s)
        self.table: dict[Any, tuple[float, float]] = {}
        self.path: set[Any] = set()

    @property
    def stored(self) -> int:
        """Positions in the table."""
        return len(self.table)

    def numbers(self, s: Any) -> tuple[float, float]:
        """(proof, disproof) numbers as known."""
        mover = self.game.player(s)
        if mover == TERMINAL:
            yes = payoff(self.game, s, self.attacker) >= self.goal
            return (0, inf) if yes else (inf, 0)
        if mover == CHANCE:
            raise NotApplicableError(
                f"{self.game}: chance moves at {quote(s)}; proofs need none, use 'expectiminimax'"
            )
        return self.table.get((mover, self.key(s)), (1, 1))

    def search(self, s: Any, most_proof: float, most_disproof: float) -> tuple[float, float]:
        """Expand below `s` until its numbers reach a threshold.

        On return proof ≥ most_proof, or disproof ≥ most_disproof, or the node is decided (a zero).
        """
        mover = self.game.player(s)
        if mover == TERMINAL:
            return self.numbers(s)
        if s in self.path:
            raise NotApplicableError(
                f"{self.game}: the position {quote(s)} can repeat, so play may be endless; use tianji.search.retrograde"
            )
        self.path.add(s)
        mine = mover == self.attacker
        children = [self.game.result(s, a) for a in self.game.actions(s)]
        while True:
            self.clock.tick()
            rows = [self.numbers(c) for c in children]
            proof = min(r[0] for r in rows) if mine else sum(r[0] for r in rows)
            disproof = sum(r[1] for r in rows) if mine else min(r[1] for r in rows)
            self._keep((mover, self.key(s)), proof, disproof)
            if proof >= most_proof or disproof >= most_disproof or proof == 0 or disproof == 0:
                self.path.discard(s)
                return proof, disproof
            own = 0 if mine else 1
            order = sorted(range(len(rows)), key=lambda i: rows[i][own])
            best = order[0]
            second = rows[order[1]][own] if len(order) > 1 else inf
            if mine:
                limit = min(most_proof, second + 1), most_disproof - disproof + rows[best][1]
            else:
                limit = most_proof - proof + rows[best][0], min(most_disproof, second + 1)
            if limit[own] <= rows[best][own]:
                limit = (rows[best][0] + 1, limit[1]) if mine else (limit[0], rows[best][1] + 1)
            self.search(children[best], *limit)

    def _keep(self, key: Any, proof: float, disproof: float) -> None:
        """Remember the numbers; a table that is full ends the search, for what it forgot would be searched for ever."""
        if key not in self.table:
            self.room.grow()
        self.table[key] = proof, disproof

    def line(self, s: Any, yes: bool) -> list[Any]:
        """Moves of the winning side of the argument, and the first answers of the other."""
        line: list[Any] = []
        while self.game.player(s) != TERMINAL:
            self.search(s, inf, inf)
            for a in self.game.actions(s):
                child = self.game.result(s, a)
                proof, disproof = self.numbers(child)
                if (proof if yes else disproof) == 0:
                    line.append(a)
                    s = child
                    break
            else:
                break
        return line


def prove_goal(
    game: Game[Any, Any],
    s: Any,
    goal: float,
    nodes: int | None = None,
    seconds: float | None = None,
    *,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Proof:
    """Whether the player to move can get at least `goal`, by df-pn."""
    if game.player(s) < 0:
        raise ParameterError(
            f"proof search: no player is to move at {quote(s)}; give a position before the end"
        )
    with clocked(Limits(nodes=nodes, seconds=seconds), stop, progress, "dfpn") as clock:
        return _prove(game, s, goal, clock, Stats(method="dfpn"))


def _prove(
    game: Game[Any, Any],
    s: Any,
    goal: float,
    clock: Clock,
    stats: Stats,
    most: float = inf,
    kind: type[DfPn] = DfPn,
) -> Proof:
    tree = kind(game, game.player(s), goal, clock, most)
    proved: bool | None = None
    line: list[Any] = []
    try:
        proof, _ = tree.search(s, inf, inf)
        proved = proof == 0
        tree.clock = Clock(Limits(nodes=10 * clock.nodes + 1000), clock.stopper)
        line = tree.line(s, proved)
    except OutOfBudget:
        stats.interrupted = proved is None
    stats.nodes, stats.seconds, stats.complete = clock.nodes, clock.seconds, proved is not None
    stats.stopped = "exact" if stats.complete else clock.stopped
    stats.table_stores = tree.stored
    action = line[0] if line else game.actions(s)[0]
    return Proof(proved, action, line, stats)


def run_dfpn(task: Task, options: Proving, kind: type[DfPn] = DfPn) -> Answer:
    """df-pn as a search method: value `goal` as a lower bound when proved, as a strict upper one when refuted.

    kind: what searches, by the readable text or by native rules.
    """
    most = inf if options.table is None else options.table
    proof = _prove(task.game, task.state, options.goal, task.clock, task.stats, most, kind)
    task.stats.extra.update(proved=proof.proved, goal=options.goal)
    return answer_of(task, options.goal, proof.proved, proof.action, proof.line)


def answer_of(task: Task, goal: float, proved: bool | None, action: Any, line: list[Any]) -> Answer:
    """The value `goal` as a lower bound when proved, as a strict upper one when refuted."""
    if proved is None:
        return task.answer(action, 0.0, ESTIMATE, [action])
    return task.answer(action, goal if proved else _below(goal), LOWER if proved else UPPER, line)


def _below(goal: float) -> float:
    """The largest value a refuted whole-number goal leaves: goal − 1; else the next float."""
    return goal - 1.0 if float(goal).is_integer() else nextafter(goal, -inf)


class ProofNode:
    """A position in the tree: who wants what there, and its proof and disproof numbers as known."""

    __slots__ = ("children", "disproof", "mine", "parent", "proof", "state")

    def __init__(self, state: Any, parent: ProofNode | None, mine: bool) -> None:
        self.state, self.parent, self.mine = state, parent, mine
        self.children: list[ProofNode] = []
        self.proof, self.disproof = 1.0, 1.0


class PnTree:
    """Best-first proof-number search with the tree in memory: most-proving node, expand, update.

    Allis, van der Meulen, van den Herik (1994). Kept beside df-pn because it is the definition.
    """

    def __init__(
        self, game: Game[Any, Any], s: Any, goal: float, clock: Clock, growth: Growth | None = None
    ) -> None:
        self.game, self.attacker, self.goal = game, game.player(s), goal
        self.clock, self.room, self.growth = clock, SearchRoom(clock), growth
        self.root = self._node(s, None)

    def _node(self, s: Any, parent: ProofNode | None) -> ProofNode:
        self.clock.tick()
        self.room.grow()
        mover = self.game.player(s)
        node = ProofNode(s, parent, mover == self.attacker)
        if mover == TERMINAL:
            yes = payoff(self.game, s, self.attacker) >= self.goal
            node.proof, node.disproof = (0.0, inf) if yes else (inf, 0.0)
        return node

    def run(self) -> bool:
        """Grow the tree until the root is proved or refuted."""
        root = self.root
        while root.proof > 0 and root.disproof > 0:
            leaf = root
            while leaf.children:
                leaf = min(leaf.children, key=lambda c: c.proof if leaf.mine else c.disproof)
            self.step(leaf)
            actions = self.game.actions(leaf.state)
            leaf.children = [self._node(self.game.result(leaf.state, a), leaf) for a in actions]
            node: ProofNode | None = leaf
            while node is not None:
                proofs, disproofs = [c.proof for c in node.children], [c.disproof for c in node.children]
                node.proof = min(proofs) if node.mine else sum(proofs)
                node.disproof = sum(disproofs) if node.mine else min(disproofs)
                node = node.parent
        return root.proof == 0

    def step(self, leaf: ProofNode) -> None:
        """Note the most-proving node before it is expanded, with its numbers and the root's."""
        if self.growth is None:
            return
        names: list[str] = []
        node = leaf
        while node.parent is not None:
            place = next(k for k, child in enumerate(node.parent.children) if child is node)
            names.append(str(self.game.actions(node.parent.state)[place]))
            node = node.parent
        numbers = [None if x == inf else x for x in (leaf.proof, leaf.disproof, node.proof, node.disproof)]
        self.growth.add(
            GrowthStep(tuple(names[::-1]), True, None, numbers[0], numbers[1], (numbers[2], numbers[3]))
        )

    def best(self, proved: bool | None) -> Any:
        """The move that proves most; all are refuted when the goal is."""
        actions = self.game.actions(self.root.state)
        numbers = [c.disproof if proved is False else c.proof for c in self.root.children]
        return actions[numbers.index(min(numbers)) if numbers else 0]


def run_pns(task: Task, options: Growing) -> Answer:
    """Proof-number search as a search method; see `run_dfpn` for the meaning of its value.

    Stopped early, by the memory too, it answers the move that is nearest to a proof.
    """
    growth = Growth() if options.steps else None
    tree = PnTree(task.game, task.state, options.goal, task.clock, growth)
    proved: bool | None = None
    try:
        proved = tree.run()
        task.stats.complete = True
    except OutOfBudget:
        pass
    action = tree.best(proved)
    found = answer_of(task, options.goal, proved, action, [action])
    found.growth = growth
    return found

"""Subgame-perfect equilibria: solve the smallest subgames first, replace each by its value, go up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.result import Result
from tianji.core.strategy import Strategy
from tianji.errors import NotApplicableError, TooLargeError
from tianji.matrix.game.equilibrium import Number, Profile
from tianji.matrix.game.extensive import Infoset, Plan, Tree, build_tree, plans, table
from tianji.matrix.game.normal_form import NormalForm
from tianji.matrix.nash.method import AUTO
from tianji.matrix.nash.solve import find_all, find_one
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import require_one

Behaviour = dict[Infoset, tuple[Number, ...]]
CELLS = 1_000_000  # cells of a single subgame's strategic form


@dataclass(frozen=True)
class SubgamePerfect(Result):
    """A behaviour strategy that is an equilibrium of every subgame.

    `behaviour` maps (player, infoset key) to the probabilities of its actions; `strategy` is the same as a
    `Strategy`. `regret` is the largest gain from deviating in any subgame whose own subgames are kept as
    they are: 0 and `exact` is a proof. `subgames` counts the proper subgames, the game itself included. `stopped` says
    why some subgames were solved approximately only, or not all equilibria tried.
    """

    values: tuple[Number, ...]
    behaviour: Behaviour
    strategy: Strategy = field(repr=False)
    regret: Number
    exact: bool
    subgames: int
    stopped: str = ""

    def at(self, player: int, key: Any) -> tuple[Number, ...]:
        """The probabilities at one infoset."""
        return self.behaviour[player, key]


def subgame_roots(tree: Tree) -> list[int]:
    """The nodes that start a proper subgame: alone in their infoset, and cutting through no infoset.

    Found with the first and last node of every infoset: a subtree `[h, end)` is closed when no infoset met
    inside reaches outside it. In depth-first order.
    """
    first: dict[Infoset, int] = {}
    final: dict[Infoset, int] = {}
    for h, node in enumerate(tree.nodes):
        if node.infoset is not None:
            first.setdefault(node.infoset, h)
            final[node.infoset] = h
    low, high = list(range(len(tree.nodes))), list(range(len(tree.nodes)))
    roots = []
    for h in range(len(tree.nodes) - 1, -1, -1):
        node = tree.nodes[h]
        if node.infoset is not None:
            low[h], high[h] = first[node.infoset], final[node.infoset]
        for child in node.children:
            low[h], high[h] = min(low[h], low[child]), max(high[h], high[child])
        alone = node.infoset is None or first[node.infoset] == final[node.infoset]
        if node.player != TERMINAL and alone and low[h] >= h and high[h] < tree.end[h]:
            roots.append(h)
    return roots[::-1]


def subgame_perfect(
    game: Game[Any, Any],
    *,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> SubgamePerfect:
    """One subgame-perfect equilibrium by backward induction over proper subgames.

    Perfect information is the case where every node is a subgame: each player takes the first of the best
    actions, and the result is pure. Otherwise each subgame is solved as a strategic-form game with its own
    subgames replaced by their values. Selten (1965); Kuhn (1953) for the induction.

    >>> from tianji.games.kuhn import Kuhn
    >>> subgame_perfect(Kuhn()).values
    (Fraction(-1, 18), Fraction(1, 18))
    """
    require_one(threads, "backward induction")
    with clocked(Limits(seconds=seconds), stop, progress, "solve", "nodes") as clock:
        return next(_solutions(game, clock, every=False))


def subgame_perfect_equilibria(
    game: Game[Any, Any],
    *,
    limit: int = 1_000,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> list[SubgamePerfect]:
    """All combinations of the subgames' equilibria: every subgame-perfect equilibrium when each subgame has
    finitely many, the extreme ones otherwise; at most `limit`. When stopped early, those found so far.

    >>> from tianji.games.kuhn import Kuhn
    >>> len(subgame_perfect_equilibria(Kuhn(), limit=2))
    2
    """
    found: list[SubgamePerfect] = []
    require_one(threads, "backward induction")
    with clocked(Limits(seconds=seconds), stop, progress, "solve", "nodes") as clock:
        for solution in _solutions(game, clock, every=True):
            found.append(solution)
            if len(found) >= limit or clock.is_over():
                break
    return found


@dataclass
class _Partial:
    """What is settled so far: values of solved subgame roots and the behaviour below them."""

    values: dict[int, tuple[Number, ...]]
    behaviour: Behaviour
    regrets: list[Number]


def _solutions(game: Game[Any, Any], clock: Clock, every: bool) -> Iterator[SubgamePerfect]:
    try:
        tree = build_tree(game, clock=clock)
    except OutOfBudget:
        raise NotApplicableError(
            f"{game}: its tree was not built before the end ({clock.stopped}); allow more seconds"
        ) from None
    roots = subgame_roots(tree)
    if tree.nodes[0].player == TERMINAL:
        yield _finish(game, tree, _Partial({0: tree.nodes[0].payoff}, {}, [Fraction(0)]), 0, "")
        return
    order = roots[::-1]  # deepest last visited first: children before parents

    partial = _Partial({}, {}, [Fraction(0)] * len(order))
    choices = [_solve_root(tree, order[0], partial, clock, every)]
    while choices:  # depth first over one equilibrium a subgame; a parent sees only settled inner subgames
        step = next(choices[-1], None)
        if step is None:
            choices.pop()
            continue
        k = len(choices) - 1
        partial.values[order[k]], partial.regrets[k] = step[0], step[2]
        partial.behaviour.update(step[1])
        if len(choices) < len(order):
            choices.append(_solve_root(tree, order[k + 1], partial, clock, every))
        else:
            yield _finish(game, tree, partial, len(roots), clock.stopped)


def _finish(
    game: Game[Any, Any], tree: Tree, partial: _Partial, subgames: int, stopped: str
) -> SubgamePerfect:
    behaviour = dict(partial.behaviour)
    tables: list[dict[Any, dict[Any, float]]] = [{} for _ in range(tree.players)]
    for (player, key), row in behaviour.items():
        names = tree.infosets[player, key]
        tables[player][key] = {a: float(p) for a, p in zip(names, row, strict=True)}
    numbers = [*partial.values[0], *(p for row in behaviour.values() for p in row)]
    exact = all(isinstance(v, Fraction) for v in numbers)
    strategy = Strategy.from_dict(game.spec, tables)
    return SubgamePerfect(
        partial.values[0], behaviour, strategy, max(partial.regrets), exact, subgames, stopped
    )


Step = tuple[tuple[Number, ...], Behaviour, Number]


def _value(tree: Tree, h: int, partial: _Partial) -> tuple[Number, ...] | None:
    node = tree.nodes[h]
    return node.payoff if node.player == TERMINAL else partial.values.get(h)


def _solve_root(tree: Tree, h: int, partial: _Partial, clock: Clock, every: bool) -> Iterator[Step]:
    """The equilibria of one subgame whose inner subgames are settled."""
    node = tree.nodes[h]
    settled = [_value(tree, child, partial) for child in node.children]
    values = [v for v in settled if v is not None]
    if len(values) == len(settled) and node.player == CHANCE:
        mean = [
            sum(w * v[p] for w, v in zip(node.probabilities, values, strict=True))
            for p in range(tree.players)
        ]
        yield tuple(mean), {}, Fraction(0)
        return
    if len(values) == len(settled):
        assert node.infoset is not None
        best = max(v[node.player] for v in values)
        for k, v in enumerate(values):
            if v[node.player] == best:
                yield v, {node.infoset: tuple(Fraction(int(a == k)) for a in range(len(values)))}, Fraction(0)
                if not every:
                    return
        return
    yield from _solve_strategic(tree, h, partial, clock, every)


def _solve_strategic(tree: Tree, h: int, partial: _Partial, clock: Clock, every: bool) -> Iterator[Step]:
    inside: set[Infoset] = set()
    stack = [h]
    while stack:
        at = stack.pop()
        if at != h and at in partial.values:
            continue
        infoset = tree.nodes[at].infoset
        if infoset is not None:
            inside.add(infoset)
        stack += tree.nodes[at].children
    strategies = [plans(tree, p, inside) for p in range(tree.players)]
    cells = prod(len(own) for own in strategies)
    if cells > CELLS:
        raise TooLargeError(
            f"a subgame has a strategic form of {cells:,} cells, more than {CELLS:,}; use tianji.solve"
        )
    reduced = NormalForm(*table(tree, h, strategies, partial.values))
    found = list(find_all(reduced, AUTO, clock)) if every else []
    if not found:  # one is wanted, or the clock ran out before the first
        rough = [[Fraction(1, m)] * m for m in reduced.shape]
        found = [reduced.verify(rough) if clock.stopped else find_one(reduced, AUTO, clock)]
    for e in found:
        yield e.values, {i: _behave(tree, i, strategies[i[0]], e.profile) for i in inside}, e.regret


def _behave(tree: Tree, infoset: Infoset, own: list[Plan], profile: Profile) -> tuple[Number, ...]:
    """The mixed strategy's behaviour at an infoset. Kuhn (1953).

    Where its own plans never arrive any action will do, as no opponent can lead there: the first is taken.
    """
    weights: list[Any] = [Fraction(0)] * len(tree.infosets[infoset])
    for plan, p in zip(own, profile[infoset[0]], strict=True):
        if infoset in plan:
            weights[plan[infoset]] += p
    total = sum(weights)
    if not total > 0:
        return tuple(Fraction(int(a == 0)) for a in range(len(weights)))
    return tuple(w / total for w in weights)

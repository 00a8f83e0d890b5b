"""Subgame-perfect equilibria: solve the smallest subgames first, replace each by its value, go up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from tianji.core.arguments import checked
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.result import Result
from tianji.core.strategy import Strategy
from tianji.errors import NotApplicableError, TooLargeError
from tianji.matrix.game.equilibrium import Equilibrium, Number, Profile, Several
from tianji.matrix.game.extensive import (
    ExtensiveForm,
    Infoset,
    PureStrategy,
    extensive_form,
    pure_strategies,
    table,
)
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


class SubgamePerfectEquilibria(Several["SubgamePerfect"], Result):
    """The subgame-perfect equilibria found, a tuple; `complete` when each subgame's list was, and all were combined."""


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


def subgame_roots(form: ExtensiveForm) -> list[int]:
    """The nodes that start a proper subgame: alone in their infoset, and cutting through no infoset.

    Found with the first and last node of every infoset: a subtree `[h, end)` is closed when no infoset met
    inside reaches outside it. In depth-first order.
    """
    first: dict[Infoset, int] = {}
    final: dict[Infoset, int] = {}
    for h, node in enumerate(form.nodes):
        if node.infoset is not None:
            first.setdefault(node.infoset, h)
            final[node.infoset] = h
    low, high = list(range(len(form.nodes))), list(range(len(form.nodes)))
    roots = []
    for h in range(len(form.nodes) - 1, -1, -1):
        node = form.nodes[h]
        if node.infoset is not None:
            low[h], high[h] = first[node.infoset], final[node.infoset]
        for child in node.children:
            low[h], high[h] = min(low[h], low[child]), max(high[h], high[child])
        alone = node.infoset is None or first[node.infoset] == final[node.infoset]
        if node.player != TERMINAL and alone and low[h] >= h and high[h] < form.end[h]:
            roots.append(h)
    return roots[::-1]


@checked
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
        return next(_solutions(game, clock))


@checked
def subgame_perfect_equilibria(
    game: Game[Any, Any],
    *,
    limit: int = 1_000,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> SubgamePerfectEquilibria:
    """All combinations of the subgames' equilibria: every subgame-perfect equilibrium when each subgame has
    finitely many, the extreme ones otherwise; at most `limit`. When stopped early, those found so far.

    >>> from tianji.games.kuhn import Kuhn
    >>> len(subgame_perfect_equilibria(Kuhn(), limit=2))
    2
    """
    Limits(nodes=limit)
    found: list[SubgamePerfect] = []
    notes: list[str] = []
    stopped = ""
    require_one(threads, "backward induction")
    with clocked(Limits(seconds=seconds), stop, progress, "solve", "nodes") as clock:
        for solution in _solutions(game, clock, notes):
            if len(found) == limit:
                stopped = "limit"
                break
            found.append(solution)
            if clock.is_over():
                break
    stopped = clock.stopped or stopped
    note = notes[0] if notes else ""
    return SubgamePerfectEquilibria(found, complete=not stopped and not note, stopped=stopped, note=note)


@dataclass
class _Partial:
    """What is settled so far: values of solved subgame roots and the behaviour below them."""

    values: dict[int, tuple[Number, ...]]
    behaviour: Behaviour
    regrets: list[Number]


def _solutions(
    game: Game[Any, Any], clock: Clock, every: list[str] | None = None
) -> Iterator[SubgamePerfect]:
    """One solution, or with a list `every`, to which goes what subgames' searches cannot promise, all of them."""
    try:
        form = extensive_form(game, clock=clock)
    except OutOfBudget:
        raise NotApplicableError(
            f"{game}: its tree was not built before the end ({clock.stopped}); allow more seconds"
        ) from None
    roots = subgame_roots(form)
    if form.nodes[0].player == TERMINAL:
        yield _finish(game, form, _Partial({0: form.nodes[0].payoff}, {}, [Fraction(0)]), 0, "")
        return
    order = roots[::-1]  # deepest last visited first: children before parents

    partial = _Partial({}, {}, [Fraction(0)] * len(order))
    choices = [_solve_root(form, order[0], partial, clock, every)]
    while choices:  # depth first over one equilibrium a subgame; a parent sees only settled inner subgames
        step = next(choices[-1], None)
        if step is None:
            choices.pop()
            continue
        k = len(choices) - 1
        partial.values[order[k]], partial.regrets[k] = step[0], step[2]
        partial.behaviour.update(step[1])
        if len(choices) < len(order):
            choices.append(_solve_root(form, order[k + 1], partial, clock, every))
        else:
            yield _finish(game, form, partial, len(roots), clock.stopped)


def _finish(
    game: Game[Any, Any], form: ExtensiveForm, partial: _Partial, subgames: int, stopped: str
) -> SubgamePerfect:
    behaviour = dict(partial.behaviour)
    tables: list[dict[Any, dict[Any, float]]] = [{} for _ in range(form.players)]
    for (player, key), row in behaviour.items():
        names = form.infosets[player, key]
        tables[player][key] = {a: float(p) for a, p in zip(names, row, strict=True)}
    numbers = [*partial.values[0], *(p for row in behaviour.values() for p in row)]
    exact = all(isinstance(v, Fraction) for v in numbers)
    strategy = Strategy.from_dict(game.spec, tables)
    return SubgamePerfect(
        partial.values[0], behaviour, strategy, max(partial.regrets), exact, subgames, stopped
    )


Step = tuple[tuple[Number, ...], Behaviour, Number]


def _value(form: ExtensiveForm, h: int, partial: _Partial) -> tuple[Number, ...] | None:
    node = form.nodes[h]
    return node.payoff if node.player == TERMINAL else partial.values.get(h)


def _solve_root(
    form: ExtensiveForm, h: int, partial: _Partial, clock: Clock, every: list[str] | None
) -> Iterator[Step]:
    """The equilibria of one subgame whose inner subgames are settled."""
    node = form.nodes[h]
    settled = [_value(form, child, partial) for child in node.children]
    values = [v for v in settled if v is not None]
    if len(values) == len(settled) and node.player == CHANCE:
        mean = [
            sum(w * v[p] for w, v in zip(node.probabilities, values, strict=True))
            for p in range(form.players)
        ]
        yield tuple(mean), {}, Fraction(0)
        return
    if len(values) == len(settled):
        assert node.infoset is not None
        best = max(v[node.player] for v in values)
        for k, v in enumerate(values):
            if v[node.player] == best:
                yield v, {node.infoset: tuple(Fraction(int(a == k)) for a in range(len(values)))}, Fraction(0)
                if every is None:
                    return
        return
    yield from _solve_strategic(form, h, partial, clock, every)


def _solve_strategic(
    form: ExtensiveForm, h: int, partial: _Partial, clock: Clock, every: list[str] | None
) -> Iterator[Step]:
    inside: set[Infoset] = set()
    stack = [h]
    while stack:
        at = stack.pop()
        if at != h and at in partial.values:
            continue
        infoset = form.nodes[at].infoset
        if infoset is not None:
            inside.add(infoset)
        stack += form.nodes[at].children
    strategies = [pure_strategies(form, p, inside) for p in range(form.players)]
    cells = prod(len(own) for own in strategies)
    if cells > CELLS:
        raise TooLargeError(
            f"a subgame has a strategic form of {cells:,} cells, more than {CELLS:,}; use tianji.solve"
        )
    reduced = NormalForm(*table(form, h, strategies, partial.values))
    found: list[Equilibrium] = []
    if every is not None:
        listed = find_all(reduced, AUTO, clock)
        every += [listed.note] if listed.note else []
        found = list(listed)
    if not found:  # one is wanted, or the clock ran out before the first
        rough = [[Fraction(1, m)] * m for m in reduced.shape]
        found = [reduced.verify(rough) if clock.stopped else find_one(reduced, AUTO, clock)]
    for e in found:
        yield e.values, {i: _behave(form, i, strategies[i[0]], e.profile) for i in inside}, e.regret


def _behave(
    form: ExtensiveForm, infoset: Infoset, own: list[PureStrategy], profile: Profile
) -> tuple[Number, ...]:
    """The mixed strategy's behaviour at an infoset. Kuhn (1953).

    Where its own plans never arrive any action will do, as no opponent can lead there: the first is taken.
    """
    weights: list[Any] = [Fraction(0)] * len(form.infosets[infoset])
    for strategy, p in zip(own, profile[infoset[0]], strict=True):
        if infoset in strategy:
            weights[strategy[infoset]] += p
    total = sum(weights)
    if not total > 0:
        return tuple(Fraction(int(a == 0)) for a in range(len(weights)))
    return tuple(w / total for w in weights)

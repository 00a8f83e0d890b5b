"""Bayesian games: types, a prior, and equilibria as a strategy for every type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

from tianji.core.arguments import checked, checked_init
from tianji.core.result import Result
from tianji.errors import GameRuleError, StrategyError, TooLargeError, quote
from tianji.matrix.game.equilibrium import Equilibrium, Number, Several, deviation_values
from tianji.matrix.game.normal_form import NormalForm
from tianji.matrix.game.payoffs import number, place
from tianji.run.report import Progress
from tianji.run.stopping import Stop

Behaviour = tuple[tuple[tuple[Number, ...], ...], ...]  # player → type → probabilities
CELLS = 1_000_000


@dataclass(frozen=True)
class BayesianEquilibrium(Result):
    """A Bayesian Nash equilibrium: one mixed action for every type.

    `behaviour[i][t]` are the probabilities of player i's actions at its type t. `interim[i][t]` is what that
    type expects, `values` what each player expects before types are drawn. `regret` is the largest gain of
    any type that occurs, recomputed from the prior and the payoffs. `stopped` says why it is only the best so far.
    """

    behaviour: Behaviour
    values: tuple[Number, ...]
    interim: tuple[tuple[Number | None, ...], ...]
    regret: Number
    exact: bool
    stopped: str = ""


class BayesianEquilibria(Several[BayesianEquilibrium], Result):
    """The Bayesian equilibria found, a tuple."""


@checked_init
class BayesianGame:
    """A game in which players know their own type and a common prior over all types. Harsanyi (1967).

    `types` and `actions` are one list of names a player. `prior` maps type profiles (tuples of names) to
    probabilities, or is an array over them. `payoff(types, actions)` gives one payoff a player for a profile
    of type names and a profile of action names.

    >>> game = BayesianGame(
    ...     types=[["row"], ["match", "mismatch"]],
    ...     actions=[["H", "T"], ["H", "T"]],
    ...     prior={("row", "match"): "1/2", ("row", "mismatch"): "1/2"},
    ...     payoff=lambda t, a: (1 if a[0] == "H" else 0, (a[0] == a[1]) == (t[1] == "match")),
    ... )
    >>> game.solve().behaviour[1]
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """

    def __init__(
        self,
        types: Sequence[Sequence[str]],
        actions: Sequence[Sequence[str]],
        prior: Mapping[tuple[str, ...], Any] | Any,
        payoff: Callable[[tuple[str, ...], tuple[str, ...]], Sequence[Any]],
    ) -> None:
        self.types = [list(t) for t in types]
        self.actions = [list(a) for a in actions]
        if len(self.types) != len(self.actions) or not self.types:
            raise GameRuleError(
                f"{len(self.types)} lists of types and {len(self.actions)} lists of actions; one a player"
            )
        for what, lists in (("types", self.types), ("actions", self.actions)):
            for p, names in enumerate(lists):
                if not names or len(set(names)) != len(names):
                    raise GameRuleError(f"{what} of player {p}: {quote(names)} is empty or repeats a name")
        self.players = len(self.types)
        self.prior = self._read_prior(prior)
        self.payoffs = self._read_payoffs(payoff)

    def _read_prior(self, prior: Any) -> dict[tuple[int, ...], Any]:
        cells = list(product(*(range(len(t)) for t in self.types)))
        if isinstance(prior, Mapping):
            names = {tuple(self.types[p][t] for p, t in enumerate(cell)): cell for cell in cells}
            unknown = [key for key in prior if key not in names]
            if unknown:
                raise GameRuleError(
                    f"prior: {quote(unknown[0])} is no profile of types; expected e.g. {quote(next(iter(names)))}"
                )
            table = {names[key]: number(p, f"prior[{quote(key)}]") for key, p in prior.items()}
        else:
            array = np.array(prior, dtype=object)
            if array.shape != tuple(len(t) for t in self.types):
                raise GameRuleError(
                    f"prior: shape {array.shape!r}, expected {tuple(len(t) for t in self.types)!r}"
                )
            table = {cell: number(array[cell], place("prior", cell)) for cell in cells}
        total: Any = sum(table.values())
        if min(table.values(), default=0) < 0 or abs(total - 1) > (
            0 if isinstance(total, Fraction) else 1e-9
        ):
            raise GameRuleError(f"prior: the probabilities sum to {total}; they must be ≥ 0 and sum to 1")
        return {cell: p for cell, p in table.items() if p}

    def _read_payoffs(self, payoff: Callable[..., Sequence[Any]]) -> dict[tuple[int, ...], list[Any]]:
        """One array over action profiles a player, for every type profile that can occur."""
        shape = tuple(len(a) for a in self.actions)
        out = {}
        for cell in self.prior:
            kinds = tuple(self.types[p][t] for p, t in enumerate(cell))
            tables = [np.empty(shape, dtype=object) for _ in range(self.players)]
            for joint in product(*map(range, shape)):
                moves = tuple(self.actions[p][a] for p, a in enumerate(joint))
                given = payoff(kinds, moves)
                where = f"payoff at types {quote(kinds)}, actions {quote(moves)}"
                if not isinstance(given, (list, tuple, np.ndarray)):
                    raise GameRuleError(f"{where}: {quote(given)}; expected {self.players} numbers")
                if len(given) != self.players:
                    raise GameRuleError(f"{where}: {len(given)} payoffs, expected {self.players}")
                for p, u in enumerate(given):
                    tables[p][joint] = number(u, where)
            out[cell] = tables
        return out

    def strategic_form(self) -> NormalForm:
        """The game before types are drawn: a strategy is an action for every type, payoffs are expected."""
        pure = [
            list(product(range(len(a)), repeat=len(t))) for a, t in zip(self.actions, self.types, strict=True)
        ]
        cells = prod(len(own) for own in pure)
        if cells > CELLS:
            raise TooLargeError(
                f"the strategic form has {cells:,} cells, more than {CELLS:,}; use agent_form()"
            )
        shape = tuple(len(own) for own in pure)
        tables = [np.full(shape, Fraction(0), dtype=object) for _ in range(self.players)]
        for cell, weight in self.prior.items():
            chosen = np.ix_(*[[strategy[t] for strategy in own] for own, t in zip(pure, cell, strict=True)])
            for p in range(self.players):
                tables[p] += weight * self.payoffs[cell][p][chosen]
        names = [
            ["".join(self._short(p, a) for a in strategy) for strategy in own] for p, own in enumerate(pure)
        ]
        return NormalForm(
            *tables, actions=[_unique(row) for row in names], title="Bayesian game, strategic form"
        )

    def _short(self, player: int, action: int) -> str:
        return self.actions[player][action][:1] or str(action + 1)

    def agents(self) -> list[tuple[int, int]]:
        """The (player, type) pairs that occur with positive probability."""
        return [(p, t) for p in range(self.players) for t in range(len(self.types[p])) if self._chance(p, t)]

    def _chance(self, player: int, kind: int) -> Any:
        return sum((w for cell, w in self.prior.items() if cell[player] == kind), Fraction(0))

    def agent_form(self) -> NormalForm:
        """Every type that occurs as a player of its own, with its interim expected payoff.

        Selten's agent form; its equilibria are the Bayesian equilibria.
        """
        agents = self.agents()
        index = {agent: k for k, agent in enumerate(agents)}
        shape = tuple(len(self.actions[p]) for p, _ in agents)
        if prod(shape) * len(agents) > CELLS:
            raise TooLargeError(
                f"the agent form has {prod(shape):,} profiles for {len(agents)} agents; too many"
            )
        tables = [np.full(shape, Fraction(0), dtype=object) for _ in agents]
        for joint in product(*map(range, shape)):
            for cell, weight in self.prior.items():
                moves = tuple(joint[index[p, t]] for p, t in enumerate(cell))
                for p, t in enumerate(cell):
                    share = weight / self._chance(p, t)
                    tables[index[p, t]][joint] += share * self.payoffs[cell][p][moves]
        names = [f"{p}:{self.types[p][t]}" for p, t in agents]
        labels = [self.actions[p] for p, _ in agents]
        return NormalForm(*tables, players=names, actions=labels, title="Bayesian game, agent form")

    @checked
    def solve(
        self,
        *,
        seconds: float | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
        stop: Stop = None,
    ) -> BayesianEquilibrium:
        """One verified Bayesian Nash equilibrium."""
        e = self._form().solve(seconds=seconds, threads=threads, progress=progress, stop=stop)
        return replace(self._behaviour(e), stopped=e.stopped)

    @checked
    def equilibria(
        self,
        *,
        seconds: float | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
        stop: Stop = None,
    ) -> BayesianEquilibria:
        """All extreme equilibria of the strategic form as behaviour of types, without repetition.

        With more players: those that the agent form's enumeration finds. Stopped early: those found so far.
        """
        found = self._form().equilibria(seconds=seconds, threads=threads, progress=progress, stop=stop)
        distinct = {e.behaviour: e for e in map(self._behaviour, found)}.values()
        return BayesianEquilibria(distinct, complete=found.complete, stopped=found.stopped, note=found.note)

    def _form(self) -> NormalForm:
        return self.strategic_form() if self.players == 2 else self.agent_form()

    def _behaviour(self, e: Equilibrium) -> BayesianEquilibrium:
        return self._from_pure(e) if self.players == 2 else self._from_agents(e)

    def _from_pure(self, e: Equilibrium) -> BayesianEquilibrium:
        rows = []
        for p, (actions, types) in enumerate(zip(self.actions, self.types, strict=True)):
            weights: list[list[Any]] = [[Fraction(0)] * len(actions) for _ in types]
            for strategy, share in zip(
                product(range(len(actions)), repeat=len(types)), e.profile[p], strict=True
            ):
                for t, a in enumerate(strategy):
                    weights[t][a] += share
            rows.append(tuple(tuple(row) for row in weights))
        return self.verify(tuple(rows))

    def _from_agents(self, e: Equilibrium) -> BayesianEquilibrium:
        by_agent = dict(zip(self.agents(), e.profile, strict=True))
        rows = []
        for p, types in enumerate(self.types):
            idle = (Fraction(1),) + (Fraction(0),) * (len(self.actions[p]) - 1)  # a type that never occurs
            rows.append(tuple(by_agent.get((p, t), idle) for t in range(len(types))))
        return self.verify(tuple(rows))

    @checked
    def verify(self, behaviour: Sequence[Sequence[Sequence[Any]]]) -> BayesianEquilibrium:
        """Interim values and the largest gain of any type, straight from prior and payoffs."""
        rows: Behaviour = tuple(tuple(tuple(row) for row in own) for own in behaviour)
        shape = [[len(row) for row in own] for own in rows]
        if shape != [[len(a)] * len(t) for a, t in zip(self.actions, self.types, strict=True)]:
            raise StrategyError(
                f"behaviour={quote(behaviour)}; expected probabilities of every action, by player and type"
            )
        zero = Fraction(0)
        gains: dict[tuple[int, int], list[Any]] = {
            (p, t): [zero] * len(self.actions[p])
            for p in range(self.players)
            for t in range(len(self.types[p]))
        }
        for cell, weight in self.prior.items():
            played = [np.array(rows[p][t], dtype=object) for p, t in enumerate(cell)]
            for p, values_of in enumerate(deviation_values(self.payoffs[cell], played)):
                gains[p, cell[p]] = [
                    g + weight * u for g, u in zip(gains[p, cell[p]], values_of, strict=True)
                ]
        regret: Any = zero
        values: list[Any] = [zero] * self.players
        interim: list[tuple[Any, ...]] = []
        for p in range(self.players):
            own: list[Any] = []
            for t in range(len(self.types[p])):
                chance = self._chance(p, t)
                value = sum((x * u for x, u in zip(rows[p][t], gains[p, t], strict=True)), zero)
                values[p] += value
                own.append(value / chance if chance else None)
                if chance:
                    regret = max(regret, (max(gains[p, t]) - value) / chance)
            interim.append(tuple(own))
        exact = isinstance(regret, Fraction) and all(isinstance(v, Fraction) for v in values)
        return BayesianEquilibrium(rows, tuple(values), tuple(interim), regret, exact)


def _unique(names: list[str]) -> list[str]:
    return names if len(set(names)) == len(names) else [str(k + 1) for k in range(len(names))]

"""Repeated 2 × 2 games: exact evaluation, tournaments, and what the folk theorem allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result, plain
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.matrix.exact.integer import NO_CLOCK, solve_integer
from tianji.matrix.exact.simplex import whole_row
from tianji.matrix.game.normal_form import NormalForm
from tianji.matrix.game.payoffs import FloatArray, number
from tianji.matrix.repeated.ipd import Repeater, classic
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import require_one

MOVES = ("C", "D")
STATES = tuple(product((0, 1), repeat=2))  # (own, other); 0 cooperates


def axelrod_game() -> NormalForm:
    """The prisoner's dilemma of the tournaments: temptation 5, reward 3, punishment 1, sucker 0."""
    from tianji.matrix.game.named import prisoners_dilemma

    return prisoners_dilemma(3, 5, 0, 1)


def _two_by_two(game: NormalForm | None) -> NormalForm:
    game = axelrod_game() if game is None else game
    if game.shape != (2, 2):
        raise NotApplicableError(f"{game!r}: repeated play is for two players with two actions each")
    return game


def _probability(value: Any, name: str) -> Fraction:
    p = number(value, name)
    exact = p if isinstance(p, Fraction) else Fraction(p)
    if not 0 <= exact <= 1:
        raise ParameterError(f"{name} must lie between 0 and 1, got {quote(value)}")
    return exact


@checked
def markov_chain(a: Repeater, b: Repeater, noise: Any = 0) -> tuple[list[Fraction], list[list[Fraction]]]:
    """The first round's distribution and the transition matrix over (CC, CD, DC, DD), from a's point of view.

    With `noise`, each intended move is flipped with that probability.
    """
    if a.memory_one is None or b.memory_one is None:
        who = a if a.memory_one is None else b
        raise NotApplicableError(f"{who.name!r} looks further back than one round; use tournament()")
    flip = _probability(noise, "noise")

    def joint(p: Fraction, q: Fraction) -> list[Fraction]:
        p, q = p * (1 - flip) + (1 - p) * flip, q * (1 - flip) + (1 - q) * flip
        return [p * q, p * (1 - q), (1 - p) * q, (1 - p) * (1 - q)]

    swapped = (0, 2, 1, 3)  # b sees a's CD as DC
    first = joint(a.memory_one[0], b.memory_one[0])
    return first, [joint(a.memory_one[1 + s], b.memory_one[1 + swapped[s]]) for s in range(4)]


@checked
def evaluate(
    a: Repeater | str,
    b: Repeater | str,
    *,
    game: NormalForm | None = None,
    rounds: int | None = None,
    discount: Any = None,
    noise: Any = 0,
) -> tuple[Fraction, Fraction]:
    """The exact expected payoff a round of two memory-one players.

    Over `rounds` rounds; or with weights (1 − δ) δᵗ for a `discount` δ; or, without either, the long-run mean

        lim_T (1/T) Σ_t v₀ Mᵗ u,

    which exists for every finite chain. Press & Dyson (2012), section 2, for the chain.

    >>> evaluate("tit for tat", "suspicious tit for tat")
    (Fraction(5, 2), Fraction(5, 2))
    >>> evaluate("tit for tat", "defector", rounds=10)
    (Fraction(9, 10), Fraction(7, 5))
    """
    game = _two_by_two(game)
    players = [classic(p) if isinstance(p, str) else p for p in (a, b)]
    first, chain = markov_chain(players[0], players[1], noise)
    if rounds is not None and discount is not None:
        raise ParameterError("give rounds or discount, not both")
    if rounds is not None:
        shares = _finite(first, chain, rounds)
    elif discount is not None:
        shares = _discounted(first, chain, _probability(discount, "discount"))
    else:
        shares = _long_run(first, chain)
    table = game.fractions
    means = [
        sum((w * Fraction(table[(p, *s)]) for w, s in zip(shares, STATES, strict=True)), Fraction(0))
        for p in (0, 1)
    ]
    return means[0], means[1]


def _finite(first: list[Fraction], chain: list[list[Fraction]], rounds: int) -> list[Fraction]:
    if rounds < 1:
        raise ParameterError(f"rounds must be at least 1, got {quote(rounds)}")
    here, total = first, [Fraction(0)] * 4
    for _ in range(rounds):
        total = [t + h for t, h in zip(total, here, strict=True)]
        here = [sum((here[s] * chain[s][t] for s in range(4)), Fraction(0)) for t in range(4)]
    return [t / rounds for t in total]


def _solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """A square system in fractions."""
    whole = [whole_row([*row, b]) for row, b in zip(rows, right, strict=True)]
    solution = solve_integer([row[:-1] for row in whole], [row[-1] for row in whole])
    assert solution is not None
    return solution


def _discounted(first: list[Fraction], chain: list[list[Fraction]], delta: Fraction) -> list[Fraction]:
    """(1 − δ) v₀ (I − δ M)⁻¹, from the transposed system."""
    if delta == 1:
        return _long_run(first, chain)
    rows = [[Fraction(int(s == t)) - delta * chain[s][t] for s in range(4)] for t in range(4)]
    return [(1 - delta) * v for v in _solve(rows, first)]


def _long_run(first: list[Fraction], chain: list[list[Fraction]]) -> list[Fraction]:
    """The mean share of time in every state: recurrent classes weighted by the chance of ending in them."""
    reach = [{s} for s in range(4)]
    for _ in range(4):
        reach = [set().union(*(reach[t] for t in range(4) if chain[s][t] > 0), {s}) for s in range(4)]
    classes = {frozenset(reach[s]) for s in range(4) if all(s in reach[t] for t in reach[s])}
    inside = set().union(*classes)
    passing = [s for s in range(4) if s not in inside]
    shares = [Fraction(0)] * 4
    for group in classes:
        members = sorted(group)
        # Stationary: π M = π on the class, with the last equation replaced by Σ π = 1.
        rows = [[chain[s][t] - int(s == t) for s in members] for t in members[:-1]] + [
            [Fraction(1)] * len(members)
        ]
        stationary = _solve(rows, [Fraction(0)] * (len(members) - 1) + [Fraction(1)])
        weight = sum((first[s] for s in members), Fraction(0))
        if passing:
            entry = [sum((chain[s][t] for t in members), Fraction(0)) for s in passing]
            system = [[Fraction(int(s == t)) - chain[s][t] for t in passing] for s in passing]
            ends = _solve(system, entry)
            weight += sum((first[s] * e for s, e in zip(passing, ends, strict=True)), Fraction(0))
        for s, p in zip(members, stationary, strict=True):
            shares[s] += weight * p
    return shares


@dataclass(frozen=True, eq=False)
class TournamentResult(Result):
    """A round-robin: scores[i, j] is the mean payoff a round of player i against player j.

    cooperation[i, j] is how often i cooperated against j. `ranking` lists the players by mean score, best
    first. `complete` is False when it was ended early, by what `stopped` says: unplayed pairs are NaN.
    """

    names: tuple[str, ...]
    scores: FloatArray
    cooperation: FloatArray
    rounds: int
    noise: float
    seed: int
    complete: bool
    stopped: str = ""

    @property
    def means(self) -> FloatArray:
        """Each player's mean score over all its matches."""
        played = ~np.isnan(self.scores)
        total: FloatArray = np.where(played, self.scores, 0.0).sum(axis=1) / np.maximum(played.sum(axis=1), 1)
        return total

    def to_dict(self) -> dict[str, Any]:
        """Every field, and the ranking."""
        return {**super().to_dict(), "ranking": plain(self.ranking)}

    @property
    def ranking(self) -> list[tuple[str, float]]:
        """(name, mean score), best first."""
        means = self.means
        return [(self.names[i], float(means[i])) for i in np.argsort(-means, kind="stable")]


@checked
def play(
    a: Repeater,
    b: Repeater,
    rounds: int,
    noise: float = 0.0,
    rng: np.random.Generator | None = None,
    *,
    clock: Clock = NO_CLOCK,
) -> tuple[list[str], list[str]]:
    """One match: the moves made, after noise; the clock is asked every round."""
    draw = (rng or np.random.default_rng(0)).random
    first: list[str] = []
    second: list[str] = []
    for _ in range(rounds):
        clock.tick()
        moves = []
        for rule, own, other in ((a, first, second), (b, second, first)):
            chance = rule(own, other)
            cooperates = chance == 1 or (chance != 0 and draw() < chance)
            if noise and draw() < noise:
                cooperates = not cooperates
            moves.append("C" if cooperates else "D")
        first.append(moves[0])
        second.append(moves[1])
    return first, second


@checked
def tournament(
    players: Iterable[Repeater | str],
    *,
    rounds: int = 200,
    repetitions: int = 5,
    noise: float = 0.0,
    game: NormalForm | None = None,
    self_play: bool = True,
    seed: int = 0,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> TournamentResult:
    """Everyone plays everyone, as in Axelrod (1980): 200 rounds, five times, each also against itself.

    `noise` flips each move with that probability. Matches that chance cannot change are played once. The
    same seed gives the same tournament, whoever else takes part. Stopped early it keeps the matches played.

    >>> result = tournament(["tit for tat", "defector", "cooperator"], rounds=10, repetitions=1)
    >>> result.scores[1].tolist()
    [1.4, 1.0, 5.0]
    """
    game = _two_by_two(game)
    entrants = [classic(p) if isinstance(p, str) else p for p in players]
    if len(entrants) < 1:
        raise ParameterError("a tournament needs players; pass names such as 'tit for tat'")
    for name, value in (("rounds", rounds), ("repetitions", repetitions)):
        if value < 1:
            raise ParameterError(f"{name} must be at least 1, got {quote(value)}")
    require_one(threads, "a tournament, whose rules are Python,")
    flip = float(_probability(noise, "noise"))
    n = len(entrants)
    scores, cooperation = np.full((n, n), np.nan), np.full((n, n), np.nan)
    with clocked(Limits(seconds=seconds), stop, progress, "tournament", "rounds") as clock:
        try:
            for i in range(n):
                for j in range(i if self_play else i + 1, n):
                    counts = _match(entrants[i], entrants[j], rounds, repetitions, flip, seed, clock)
                    _score(i, j, counts, game.payoffs, scores, cooperation)
        except OutOfBudget:
            pass
    names = tuple(p.name for p in entrants)
    stopped = clock.stopped
    return TournamentResult(names, scores, cooperation, rounds, flip, seed, not stopped, stopped)


def _match(
    a: Repeater, b: Repeater, rounds: int, repetitions: int, noise: float, seed: int, clock: Clock
) -> FloatArray:
    """How often each pair of moves was made, as shares `[2, 2]`."""
    # Seeded by the pair's names, so that adding a player does not change the other matches.
    key = [seed, *(f"{a.name}|{b.name}".encode())]
    counts = np.zeros((2, 2))
    for r in range(repetitions):
        rng = np.random.default_rng([*key, r])
        before = rng.bit_generator.state
        first, second = play(a, b, rounds, noise, rng, clock=clock)
        for x, y in zip(first, second, strict=True):
            counts[MOVES.index(x), MOVES.index(y)] += 1
        if rng.bit_generator.state == before:
            break  # nothing was drawn: every repetition would be the same
    return np.asarray(counts / counts.sum())


def _score(
    i: int, j: int, counts: FloatArray, table: FloatArray, scores: FloatArray, cooperation: FloatArray
) -> None:
    scores[i, j] = (counts * table[0]).sum()
    cooperation[i, j] = counts[0].sum()
    if i != j:
        scores[j, i] = (counts * table[1]).sum()
        cooperation[j, i] = counts[:, 0].sum()
    else:
        scores[i, i] = (counts * (table[0] + table[1])).sum() / 2
        cooperation[i, i] = (counts[0].sum() + counts[:, 0].sum()) / 2

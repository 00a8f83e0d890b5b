"""public_match: two strategies, range against range: the way to a public state is drawn, all below it is exact."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from tianji.arena.matches import run_deals, seated_hands
from tianji.arena.measures.aivat import children_of, move_odds, node_values
from tianji.arena.seats import seats_of
from tianji.arena.stats import Estimate, Scored
from tianji.core.arguments import checked
from tianji.core.blame import asks_rules
from tianji.core.game import TERMINAL, Game
from tianji.core.strategy import FloatArray, Strategy
from tianji.errors import NotApplicableError, UnknownNameError, quote, suggest
from tianji.evaluate.response import plans
from tianji.flat.cache import as_flat
from tianji.flat.nodes import NodeTable, node_table
from tianji.run.report import Progress
from tianji.run.stopping import Stop


@dataclass(frozen=True)
class PublicMatch(Scored):
    """What A wins a hand against B by the values of the public states that play came to; `roots` of them were seen."""

    game: str
    level: str
    hands: int
    roots: int
    score: Estimate
    seed: int
    stopped: str


@dataclass(frozen=True)
class _Side:
    """One way to sit: the odds of every move, and per history its public state's value for A, where the walk ends."""

    odds: FloatArray
    value: FloatArray
    ends: Any


@asks_rules
@checked
def public_match(
    game: Game[Any, Any],
    a: str | Strategy,
    b: str | Strategy,
    level: str,
    *,
    hands: int = 1000,
    seed: int = 0,
    until: float | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> PublicMatch:
    """What `a` wins a hand against `b`, each deal drawn only as far as the public states called `level`.

    There the rest is not played: all that both may hold there, by their own strategies, is valued at once, exactly.
    A line that ends before it counts with the mean of all ends that look the same to everybody. Both are without bias,
    and far less noisy than hands: this is how changes late in a game are measured. A level is a stage that the game
    names, such as "board" in Leduc. Agents are those of `match` that follow a strategy.

    >>> import tianji as tj
    >>> game = tj.load("leduc")
    >>> found = public_match(game, tj.uniform(game), tj.uniform(game), "board", hands=40)
    >>> found.hands, found.level
    (40, 'board')
    """
    flat = as_flat(game)
    if flat.players != 2:
        raise NotApplicableError(f"a public-state match needs two players, {flat.spec} has {flat.players}")
    followed = []
    for seated in seats_of(game, (a, b), until, seconds, seed, progress, stop):
        if seated.strategy is None:
            raise NotApplicableError(
                f"{quote(seated.name)} follows no known strategy; a public-state match needs both"
            )
        followed.append(seated.strategy)
    nodes = node_table(flat)
    ends = _ends(nodes, level)
    sides = [_side(game, nodes, (followed[seat], followed[1 - seat]), seat, ends) for seat in (0, 1)]
    children = children_of(nodes)
    seen: set[int] = set()

    def play(k: int, asked: object) -> float:
        total = 0.0
        for side in sides:
            rng, h = random.Random(f"{seed}:{k}"), 0
            while not side.ends[h]:
                h = rng.choices(children[h], [float(side.odds[c]) for c in children[h]])[0]
            seen.add(int(nodes.public_state[h]) if nodes.player[h] != TERMINAL else -1)
            total += float(side.value[h])
        return total / 2

    deals = seated_hands(hands, 2, True)
    found, stopped = run_deals(play, deals, seconds, progress, stop)
    return PublicMatch(flat.spec, level, 2 * len(found), len(seen - {-1}), Estimate.of(found), seed, stopped)


def _ends(nodes: NodeTable, level: str) -> Any:
    """`[H]`: where a draw ends: at the level, or with the game."""
    names = sorted(set(nodes.stages.values()))
    if level not in names:
        raise UnknownNameError(f"{nodes.game.spec} has no stage {quote(level)}; {suggest(level, names)}")
    ends = nodes.player == TERMINAL
    ends[[h for h, name in nodes.stages.items() if name == level]] = True
    return ends


def _side(
    game: Game[Any, Any], nodes: NodeTable, strategies: tuple[Strategy, Strategy], seat: int, ends: Any
) -> _Side:
    flat = as_flat(game)
    known = dict(enumerate(strategies))
    vectors = [flat.from_strategy(s)[p] for p, s in known.items()]
    own = plans(flat, vectors)
    reach = nodes.chance * own[0][nodes.slots[:, 0]] * own[1][nodes.slots[:, 1]]
    odds = move_odds(nodes, vectors)
    value = node_values(flat, nodes, known, None, seat)
    return _Side(odds, _public_means(nodes, reach, value), ends)


def _public_means(nodes: NodeTable, reach: FloatArray, value: FloatArray) -> FloatArray:
    """`[H]`: the mean value of the histories that look the same to everybody; ends, by where from and by which move."""
    state = nodes.public_state.astype(np.int64)
    above = nodes.parent.clip(0)
    last = nodes.player == TERMINAL
    group = np.where(
        last, (1 + state[above]) * (1 + int(nodes.move.max())) + nodes.move + state.max() + 1, state
    )
    _, number = np.unique(group, return_inverse=True)
    weight = np.bincount(number, reach)
    total = np.bincount(number, reach * value)
    mean = np.divide(total, weight, out=np.zeros(len(weight)), where=weight > 0)
    result: FloatArray = mean[number]
    return result

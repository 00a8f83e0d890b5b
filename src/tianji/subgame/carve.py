"""Carving: sets of histories that may be solved again on their own (cuts), and the trunk that is left above them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import isfinite
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from tianji.cfr.solve import solve as solve_game
from tianji.core.arguments import checked
from tianji.core.game import TERMINAL, Game
from tianji.core.strategy import FloatArray, IntArray, Strategy, label
from tianji.core.text import whole_number
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, quote, suggest
from tianji.evaluate.infosets import cf_reach
from tianji.evaluate.lp import solve_lp
from tianji.evaluate.response import deviation_gains, plans, respond
from tianji.flat.cache import as_flat
from tianji.flat.merge import merge_lossless
from tianji.flat.nodes import NodeTable, node_table
from tianji.flat.sequence import FlatGame
from tianji.games.coin_toss import CoinToss
from tianji.run.clock import Clock
from tianji.run.stopping import CANCELLED, INTERRUPTED, Cancelled, Stop
from tianji.run.threads import each

Seeds = Callable[[Any], bool] | Iterable[Any]


@dataclass(frozen=True, eq=False)
class Cut:
    """A subgame S: a set of nodes closed under descendants and under both players' infosets.

    roots: `[T]`, the nodes of S whose parent is not in S (S_top), ascending. level and depth say where in the game
    it lies; label says which one it is. Brown & Sandholm (2017), section 3.
    """

    game: str
    level: str
    depth: int
    label: str
    roots: IntArray = field(repr=False)
    nodes: NodeTable = field(repr=False)

    @property
    def num_nodes(self) -> int:
        """How many histories S has."""
        return int((self.nodes.end[self.roots] - self.roots).sum())

    def overlaps(self, other: Cut) -> bool:
        """Whether some history is in both."""
        return overlapping([self, other]) is not None


def parent_game(game: Game[Any, Any] | FlatGame, stop: Stop = None) -> tuple[FlatGame, NodeTable]:
    """The compiled game and its node table, for two players and zero sum; both are kept for the next call."""
    if isinstance(game, FlatGame) and game.merge is not None and game.game is not None:
        game = game.game
    flat = as_flat(game, stop=stop)
    if flat.players != 2:
        raise NotApplicableError(
            f"subgame solving needs two players, {flat.spec} has {flat.players}; solve the whole game with tj.solve"
        )
    if not flat.is_zero_sum:
        raise NotApplicableError(
            f"subgame solving needs a zero-sum game, the payoffs of {flat.spec} do not cancel; "
            "solve the whole game with tj.solve"
        )
    return flat, node_table(flat)


@checked
def cuts(game: Game[Any, Any] | FlatGame, level: str | int | None = None) -> list[Cut]:
    """The natural places to cut a game: its public states, by depth; with `level`, those of one level.

    A level is a name that the game gives ("board" in Leduc), or "depth 3"; a number means a depth. The start of
    the game is left out. A public state that hides from somebody where it is (histories of different lengths
    that a player cannot tell apart) is widened to the smallest subgame around it.

    >>> import tianji as tj
    >>> boards = cuts(tj.load("leduc"), level="board")
    >>> len(boards), boards[0].label, boards[0].num_nodes
    (30, 'Qa|cc/', 300)
    """
    flat, nodes = parent_game(game)
    state = nodes.public_state
    order = np.argsort(state, kind="stable")
    order = order[state[order] >= 0]
    starts = np.flatnonzero(np.diff(state[order], prepend=-1))
    found: dict[bytes, Cut] = {}
    for members in np.split(order, starts[1:]):
        if members[0] == 0:
            continue
        roots = _tops(nodes, members.astype(np.int32))
        if why_not_closed(nodes, roots):
            roots = _tops(nodes, closure(nodes, roots))
        if roots[0] != 0:
            found.setdefault(roots.tobytes(), _cut(flat, nodes, roots))
    every = sorted(found.values(), key=lambda cut: (cut.depth, int(cut.roots[0])))
    return every if level is None else _at_level(flat, every, level)


@checked
def carve(game: Game[Any, Any] | FlatGame, seeds: Seeds, *, close: bool = True) -> Cut:
    """The smallest subgame that holds the seeds: their descendants, and all that either player confuses with them.

    `seeds` is a test of states, or states. With `close=False` nothing is added but descendants, and a set that is
    not closed under infosets is refused with the reason.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> carve(game, lambda s: s.cards == (0, 1) and s.line == "b").num_nodes  # every deal comes along
    18
    """
    flat, nodes = parent_game(game)
    chosen = _find(nodes, seeds)
    if not len(chosen):
        raise ParameterError(
            f"{flat.spec}: no history matches the seeds {quote(seeds)}; give states of this game"
        )
    roots = _tops(nodes, chosen)
    reason = why_not_closed(nodes, roots)
    if reason and not close:
        raise NotApplicableError(
            f"{flat.spec}: this is not a subgame: {reason}; use carve(game, seeds) to close it"
        )
    return _cut(flat, nodes, _tops(nodes, closure(nodes, roots)) if reason else roots)


def closure(nodes: NodeTable, seeds: IntArray) -> IntArray:
    """All nodes of the smallest set around the seeds that descendants and infosets of both players do not leave."""
    inside = np.zeros(nodes.num_nodes, dtype=bool)
    inside[seeds] = True
    is_open = nodes.player != TERMINAL
    while True:
        before = int(inside.sum())
        inside[nodes.subtree(_tops(nodes, np.flatnonzero(inside).astype(np.int32)))[0]] = True
        for p, known in enumerate(nodes.known):
            is_met = np.zeros(len(known), dtype=bool)
            is_met[nodes.key[inside & is_open, p]] = True
            inside |= is_met[nodes.key[:, p]] & is_open
        if int(inside.sum()) == before:
            return np.flatnonzero(inside).astype(np.int32)


def why_not_closed(nodes: NodeTable, roots: IntArray) -> str:
    """Empty when the subtrees of the roots form a subgame; else a node that is missing, and why."""
    inside, _ = nodes.subtree(roots)
    is_open = inside[nodes.player[inside] != TERMINAL]
    for p in range(nodes.key.shape[1]):
        met, count = np.unique(nodes.key[is_open, p], return_counts=True)
        short = met[count < nodes.key_count[p][met]]
        if len(short):
            member = np.flatnonzero((nodes.key[:, p] == short[0]) & (nodes.player != TERMINAL))
            outside = int(np.setdiff1d(member, is_open)[0])
            within = int(np.intersect1d(member, is_open)[0])
            show = nodes.game.show
            return (
                f"player {p} cannot tell {show(nodes.state(within))!r}, which is inside, from "
                f"{show(nodes.state(outside))!r}, which is not (infoset {label(nodes.known[p][short[0]])!r})"
            )
    return ""


def as_cut(flat: FlatGame, nodes: NodeTable, at: Cut | Seeds) -> Cut:
    """A cut of this game; anything else is taken as seeds of a set that must be closed already."""
    if isinstance(at, Cut):
        if at.nodes is not nodes:
            if at.game != flat.spec:
                raise ParameterError(
                    f"the cut {quote(at.label)} belongs to {quote(at.game)}, not to {quote(flat.spec)}; cut this game"
                )
            if at.nodes.num_nodes != nodes.num_nodes:
                raise ParameterError(
                    f"the cut {quote(at.label)} was made from other rules of {quote(flat.spec)}; cut it again"
                )
        return at
    if isinstance(at, str) or not (callable(at) or isinstance(at, Iterable)):
        raise ParameterError(f"at={quote(at)} is no cut; choose one of tj.subgame.cuts(game), or give states")
    return carve(flat, at, close=False)


def overlapping(chosen: Sequence[Cut]) -> tuple[Cut, Cut] | None:
    """Two cuts that share histories, if there are any."""
    inside = [cut.nodes.subtree(cut.roots)[0] for cut in chosen]
    owner = np.repeat(np.arange(len(chosen)), [len(nodes) for nodes in inside])
    joined = np.concatenate(inside)
    order = np.argsort(joined, kind="stable")
    twice = np.flatnonzero(np.diff(joined[order]) == 0)
    if not len(twice):
        return None
    first, second = owner[order[twice[0]]], owner[order[twice[0] + 1]]
    return chosen[int(first)], chosen[int(second)]


@checked
def default_level(every: Sequence[Cut]) -> str:
    """Where people would cut: the first named level with several subgames, else the last named one, else a depth."""
    if not len(every):
        raise ParameterError("no cuts to choose a level of; expected those that cuts(game) gives")
    size: dict[str, int] = {}
    for cut in every:
        size[cut.level] = size.get(cut.level, 0) + 1
    named = [level for level in size if not level.startswith("depth ")]
    several = [level for level in named or size if size[level] > 1]
    return several[0] if several else (named or list(size))[-1]


def _find(nodes: NodeTable, seeds: Seeds) -> IntArray:
    if callable(seeds):
        test = seeds
    else:
        try:
            test = set(seeds).__contains__
        except TypeError:
            raise ParameterError(
                f"seeds={quote(seeds)}; expected states of the game, or a function of them"
            ) from None
    return np.array([h for h in range(nodes.num_nodes) if test(nodes.state(h))], dtype=np.int32)


def _tops(nodes: NodeTable, members: IntArray) -> IntArray:
    """Members with no ancestor among the members; `members` ascending."""
    reached = np.maximum.accumulate(nodes.end[members])
    is_below: npt.NDArray[np.bool_] = np.concatenate([[False], members[1:] < reached[:-1]])
    return members[~is_below]


def _cut(flat: FlatGame, nodes: NodeTable, roots: IntArray) -> Cut:
    first = int(roots[0])
    depth = int(nodes.depth[roots].min())
    if nodes.told is not None:
        name = label(nodes.game.public(nodes.state(first)))
    else:
        name = f"like {nodes.game.show(nodes.state(first))}"
    return Cut(flat.spec, nodes.stages.get(first, f"depth {depth}"), depth, name, roots, nodes)


def _at_level(flat: FlatGame, every: list[Cut], level: str | int) -> list[Cut]:
    number = whole_number(level.strip()) if isinstance(level, str) else None
    wanted = level if number is None else number
    chosen = [cut for cut in every if (cut.depth if isinstance(wanted, int) else cut.level) == wanted]
    if not chosen:
        names = list(dict.fromkeys(cut.level for cut in every))
        raise UnknownNameError(f"{flat.spec} has no level {quote(level)}; {suggest(level, names)}")
    return chosen


LP_SLOTS = 12_000  # above this the value of the whole game is bracketed by CFR instead of computed
BRACKET = 3e-5  # the width asked of that bracket, relative to the range of the payoffs

_values: WeakKeyDictionary[FlatGame, tuple[float, float]] = WeakKeyDictionary()


class Trunk:
    """The compiled game, the blueprint as vectors, and the opponent's counterfactual best values against it.

    resolver: whose strategy is improved. vectors, plans: `[Q]` a player. Values are the opponent's.
    """

    def __init__(
        self, game: Game[Any, Any] | FlatGame, blueprint: Strategy, resolver: int, stop: Stop = None
    ) -> None:
        self.flat, self.nodes = parent_game(game, stop)
        if not isinstance(blueprint, Strategy):
            raise ParameterError(
                f"the blueprint is a {type(blueprint).__name__}; expected a Strategy such as tj.solve(game).strategy"
            )
        if isinstance(resolver, bool) or resolver not in (0, 1):
            raise ParameterError(
                f"player={quote(resolver)}; expected 0 or 1, the player whose strategy is improved"
            )
        self.resolver, self.opponent = resolver, 1 - resolver
        self.blueprint = blueprint
        self.vectors: Sequence[FloatArray] = self.flat.from_strategy(blueprint)
        self.plans = plans(self.flat, self.vectors)

    def improved(self, vectors: Sequence[FloatArray]) -> Trunk:
        """The same trunk with another strategy."""
        return Trunk(self.flat, self.flat.to_strategy(vectors), self.resolver)

    @cached_property
    def cf_reach(self) -> FloatArray:
        """`[I]`: π_{−opponent} of the opponent's infosets."""
        return cf_reach(self.flat, self.plans, self.opponent)

    @cached_property
    def action_cbv(self) -> FloatArray:
        """`[Q]`: the opponent's counterfactual best values CBV(I, a), weighted by π_{−opponent}."""
        return respond(self.flat, self.plans, self.opponent)[1]


def loss(flat: FlatGame, vectors: Sequence[FloatArray], player: int, value: float) -> tuple[float, float]:
    """A player's own loss, relative to the game's value to him and never below 0; and NashConv of the whole profile.

    exp(σ_i) = u_i(σ*) − u_i(σ_i, BR(σ_i))
    """
    values, gains = deviation_gains(flat, vectors)
    lost = value + values[1 - player] + gains[1 - player]
    return max(0.0, lost) if isfinite(lost) else lost, max(0.0, sum(gains))


def game_value(flat: FlatGame, stop: Stop = None) -> tuple[float, float]:
    """Player 0's value of a two-player zero-sum game and its uncertainty: 0 by the LP, else a bracket by CFR."""
    known = _values.get(flat)
    if known is None:
        small = merge_lossless(flat)
        if sum(tree.num_slots for tree in small.trees) <= LP_SLOTS:
            known = solve_lp(small)[1], 0.0
        else:
            span = flat.utility_range[1] - flat.utility_range[0]
            until = BRACKET * max(span, 1e-9) / 2
            solution = solve_game(small, "pcfr+", until=until, seconds=60.0, stop=stop)
            if solution.stopped in (CANCELLED, INTERRUPTED):
                raise Cancelled(solution.stopped)
            reach = plans(small, small.from_strategy(solution.strategy))
            high, low = respond(small, reach, 0)[0], -respond(small, reach, 1)[0]
            known = (high + low) / 2, (high - low) / 2
        _values[flat] = known
    return known


def value_for(flat: FlatGame, player: int, clock: Clock) -> tuple[float, float]:
    """The game's value to a player and its uncertainty; nan when somebody asked to stop before it was known."""
    known = _values.get(flat)
    if known is None and not clock.asked:
        work = partial(game_value, stop=lambda: clock.asked)
        with suppress(Cancelled):
            known = each([flat], work, 1, Clock(stopper=clock.stopper))[0]
    value, error = (float("nan"), float("nan")) if known is None else known
    return (value if player == 0 else -value), error


@checked
def coin_toss_blueprint(game: Game[Any, Any]) -> Strategy:
    """The blueprint of Coin Toss that Brown & Sandholm (2017) improve: figure 2, and figure 4 with several subgames.

    Player 0 plays with 3/4 on Heads and 1/2 on Tails. Player 1 answers Heads 1/2, Tails 1/4, Forfeit 1/4; where
    there is no Forfeit, Heads 1/2, Tails 1/2.
    """
    if not isinstance(game, CoinToss):
        raise NotApplicableError(
            f"{game} is not coin_toss; solve it for a blueprint, e.g. tj.solve(game, 'cfr+', iterations=20)"
        )
    first = {"Heads": {"Sell": 0.25, "Play": 0.75}, "Tails": {"Sell": 0.5, "Play": 0.5}}
    guess = (0.5, 0.25, 0.25) if len(game.actions(("Heads", "Play", "S1"))) == 3 else (0.5, 0.5)
    names = [f"? Play S{i + 1}" for i in range(game.subgames)] if game.subgames > 1 else ["? Play"]
    sides = ("Heads", "Tails", "Forfeit")
    second = {name: dict(zip(sides, guess, strict=False)) for name in names}
    return Strategy.from_dict(game.spec, [first, second])

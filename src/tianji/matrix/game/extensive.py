"""Extensive games as explicit trees, and their reduced strategic form."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import isclose, prod
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.contract import Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import hooks
from tianji.core.walk import Walk
from tianji.errors import TooLargeError, quote
from tianji.matrix.exact.integer import NO_CLOCK
from tianji.matrix.game.nfg import NfgFile
from tianji.matrix.game.normal_form import NormalForm
from tianji.matrix.game.payoffs import as_array, number
from tianji.run.clock import Clock

Infoset = tuple[int, Hashable]  # (player, key)
PureStrategy = dict[Infoset, int]  # the action index at each infoset the strategy can reach


@dataclass
class FormNode:
    """One position of the tree; children and probabilities run parallel to `actions`."""

    player: int
    infoset: Infoset | None = None
    actions: tuple[Any, ...] = ()
    children: list[int] = field(default_factory=list)
    probabilities: list[Fraction | float] = field(default_factory=list)
    payoff: tuple[Fraction | float, ...] = ()


@dataclass
class ExtensiveForm:
    """All nodes in depth-first order, so that a subtree is the range `[node, end[node])`.

    infosets: the actions of every infoset, in the order they are first met. owner sequences: `parent` is the
    last own (infoset, action) before an infoset, None at the start: perfect recall makes it unique.
    """

    players: int
    nodes: list[FormNode]
    end: list[int]
    infosets: dict[Infoset, tuple[Any, ...]]
    parent: dict[Infoset, tuple[Infoset, int] | None]


def extensive_form(game: Game[Any, Any], limit: int = 1_000_000, clock: Clock = NO_CLOCK) -> ExtensiveForm:
    """Walk the game once; refuse imperfect recall, unequal action lists and trees above `limit` nodes."""
    form = ExtensiveForm(game.players, [], [], {}, {})
    with Walk(game, -1, (None,) * game.players, limit=limit) as walk:
        for who, moves, (state, depth, above, last) in walk.steps():
            clock.tick()
            at = len(form.nodes)
            node = _node(game, walk.law, who, moves, state)
            form.nodes.append(node)
            if above >= 0:
                form.nodes[above].children.append(at)
            if node.infoset is not None:
                _enter(walk.law, form, node, last[who], state)
            for k in range(len(node.actions) - 1, -1, -1):
                following = last if who == CHANCE else (*last[:who], (node.infoset, k), *last[who + 1 :])
                walk.push((game.result(state, node.actions[k]), depth + 1, at, following))
    if not walk.complete:
        raise TooLargeError(
            f"{game} has more than {limit:,} nodes; its strategic form is out of reach, use tianji.solve"
        )
    form.end = [0] * len(form.nodes)
    for at in range(len(form.nodes) - 1, -1, -1):
        children = form.nodes[at].children
        form.end[at] = form.end[children[-1]] if children else at + 1
    return form


def _node(game: Game[Any, Any], law: Contract, who: int, moves: Any, state: Any) -> FormNode:
    if who == TERMINAL:
        utility = tuple(game.utility(state))
        law.payoffs(state, utility)
        return FormNode(
            TERMINAL, payoff=tuple(_payoff(u, f"{game}: utility at {quote(state)}") for u in utility)
        )
    if who == CHANCE:
        possible = [p for _, p in game.chances(state) if p > 0]  # as written: the walk has floats
        return FormNode(CHANCE, actions=tuple(a for a, _ in moves), probabilities=_probabilities(possible))
    return FormNode(who, (who, game.information(state, who)), law.menu(state, who, moves))


def _payoff(value: Any, where: str) -> Fraction | float:
    """A payoff as a fraction; a long float counts as the simple fraction that it is the nearest float to.

    Rules written in Python return floats for thirds; reading 0.333… as 1/3 keeps such games exact.
    """
    u = number(value, where)
    if isinstance(u, Fraction):
        return u
    guess = Fraction(u).limit_denominator(1_000_000)
    return guess if float(guess) == u else u


def _probabilities(given: list[Any]) -> list[Fraction | float]:
    """Exact fractions when small denominators reproduce the floats and sum to one; floats otherwise."""
    if all(isinstance(p, (Fraction, int)) for p in given) and sum(given) == 1:
        return [Fraction(p) for p in given]
    reals = [float(p) for p in given]
    guess = [Fraction(p).limit_denominator(1_000_000) for p in reals]
    if sum(guess) == 1 and all(
        isclose(float(q), p, abs_tol=1e-15) for q, p in zip(guess, reals, strict=True)
    ):
        return list(guess)
    return list(reals)


def _enter(
    law: Contract, form: ExtensiveForm, node: FormNode, last: tuple[Infoset, int] | None, state: Any
) -> None:
    infoset = node.infoset
    assert infoset is not None
    law.same_menu(state, *infoset, form.infosets.setdefault(infoset, node.actions), node.actions)
    if form.parent.setdefault(infoset, last) != last:
        raise law.recall(state, *infoset)


def _below(
    form: ExtensiveForm, player: int, inside: set[Infoset] | None
) -> dict[tuple[Infoset, int] | None, list[Infoset]]:
    """The player's infosets by the own (infoset, action) before them; of those `inside`, where given."""
    below: dict[tuple[Infoset, int] | None, list[Infoset]] = {}
    for infoset in form.infosets:
        if infoset[0] == player and (inside is None or infoset in inside):
            above = form.parent[infoset]
            key = above if above is not None and (inside is None or above[0] in inside) else None
            below.setdefault(key, []).append(infoset)
    return below


def pure_strategies(
    form: ExtensiveForm, player: int, inside: set[Infoset] | None = None
) -> list[PureStrategy]:
    """The player's reduced pure strategies: an action at every infoset that the strategy itself does not exclude.

    With `inside`, only these infosets exist (a subgame). Later infosets first, so that long games need no recursion.
    """
    below = _below(form, player, inside)
    options: dict[Infoset, list[PureStrategy]] = {}

    def extend(sequence: tuple[Infoset, int] | None) -> list[PureStrategy]:
        choices = [options[infoset] for infoset in below.get(sequence, [])]
        return [{k: v for part in combination for k, v in part.items()} for combination in product(*choices)]

    for infoset in reversed([i for own in below.values() for i in own]):
        menu = range(len(form.infosets[infoset]))
        options[infoset] = [{infoset: a, **rest} for a in menu for rest in extend((infoset, a))]
    return extend(None)


def count_pure_strategies(form: ExtensiveForm, player: int, most: int) -> int:
    """How many reduced strategies `pure_strategies` would list, without listing them; at most `most`."""
    below = _below(form, player, None)
    count: dict[Infoset, int] = {}

    def total(sequence: tuple[Infoset, int] | None) -> int:
        out = 1
        for infoset in below.get(sequence, []):
            out = min(most, out * count[infoset])
        return out

    for infoset in reversed([i for own in below.values() for i in own]):
        count[infoset] = sum(total((infoset, a)) for a in range(len(form.infosets[infoset])))
    return total(None)


def strategy_label(form: ExtensiveForm, player: int, strategy: PureStrategy) -> str:
    """Gambit's name of a reduced strategy: the action number at each infoset, * where it cannot come."""
    own = [i for i in form.infosets if i[0] == player]
    return "".join(str(strategy[i] + 1) if i in strategy else "*" for i in own) or "1"


@checked
def strategic_form(game: Game[Any, Any], *, limit: int = 1_000_000) -> NormalForm:
    """The reduced strategic form: plans that differ only where they cannot be reached are one strategy.

    `limit` bounds the nodes of the tree and the cells of the table.

    >>> from tianji.games.kuhn import Kuhn
    >>> g = strategic_form(Kuhn())
    >>> g.shape, g.solve().values[0]
    ((27, 64), Fraction(-1, 18))
    """
    form = extensive_form(game, limit)
    cells = prod(count_pure_strategies(form, p, limit + 1) for p in range(form.players))
    if cells > limit:
        raise TooLargeError(f"{game}: its strategic form has more than {limit:,} cells; raise limit=")
    strategies = [pure_strategies(form, p) for p in range(form.players)]
    payoffs = table(form, 0, strategies, {})
    names = [[strategy_label(form, p, strategy) for strategy in own] for p, own in enumerate(strategies)]
    players = [str(name) for name in hooks(game).player_names or range(form.players)]
    arrays = [as_array(payoff, f"payoffs[{p}]") for p, payoff in enumerate(payoffs)]
    return NormalForm(NfgFile(str(game), "", players, [_distinct(row) for row in names], arrays))


def _distinct(names: list[str]) -> list[str]:
    """Names with ten or more actions at an infoset can coincide; number them then."""
    return names if len(set(names)) == len(names) else [f"{k + 1}:{name}" for k, name in enumerate(names)]


def leaves(
    form: ExtensiveForm, root: int, values: dict[int, tuple[Any, ...]]
) -> Iterator[tuple[Any, PureStrategy, tuple[Any, ...]]]:
    """(chance probability, actions needed at infosets, payoff) of every leaf below `root`.

    Nodes in `values` count as leaves with that payoff: solved subgames.
    """
    stack: list[tuple[int, Any, PureStrategy]] = [(root, Fraction(1), {})]
    while stack:
        at, weight, needed = stack.pop()
        node = form.nodes[at]
        if at in values and at != root:
            yield weight, needed, values[at]
        elif node.player == TERMINAL:
            yield weight, needed, node.payoff
        else:
            for k, child in enumerate(node.children):
                if node.infoset is None:
                    if node.probabilities[k]:
                        stack.append((child, weight * node.probabilities[k], needed))
                else:
                    stack.append((child, weight, {**needed, node.infoset: k}))


def table(
    form: ExtensiveForm, root: int, strategies: list[list[PureStrategy]], values: dict[int, tuple[Any, ...]]
) -> list[np.ndarray]:
    """One payoff array a player over the product of the strategy lists, chance averaged."""
    shape = tuple(len(own) for own in strategies)
    payoffs = [np.full(shape, Fraction(0), dtype=object) for _ in strategies]
    for weight, needed, payoff in leaves(form, root, values):
        fits = [
            [
                s
                for s, strategy in enumerate(own)
                if all(strategy.get(i) == a for i, a in needed.items() if i[0] == p)
            ]
            for p, own in enumerate(strategies)
        ]
        where = np.ix_(*fits)
        for p, u in enumerate(payoff):
            if u:
                payoffs[p][where] += weight * u
    return payoffs

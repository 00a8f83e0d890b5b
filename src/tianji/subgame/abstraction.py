"""A smaller game in place of a large one: infosets put together, actions left out, and bets translated between them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import hooks
from tianji.core.restrict import Restricted
from tianji.core.strategy import FloatArray, Strategy, label
from tianji.errors import GameRuleError, NotApplicableError, ParameterError, StrategyError, quote
from tianji.evaluate.response import in_proportion, terminal_cfv
from tianji.flat.cache import as_flat
from tianji.flat.merge import class_slots, quotient
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.subgame.carve import parent_game
from tianji.subgame.frame import BoolArray, Frame, build_frame

Bucket = Callable[[int, Any], Hashable]


@checked
def abstract(game: Game[Any, Any] | FlatGame, bucket: Bucket) -> FlatGame:
    """The game in which infosets of equal bucket are one; its strategies are read and written over the real ones.

    `bucket(player, key)` names the class of an infoset. Two infosets are put together when their buckets and their
    actions are equal and their own earlier moves fall together too, so that perfect recall is kept; the latter
    two are looked after here. The answer is a FlatGame: `tj.solve` solves it, and the strategy it returns is that
    of the whole game, playing alike within a class.

    >>> import tianji as tj
    >>> leduc = tj.load("leduc")
    >>> small = abstract(leduc, lambda player, key: key[:1] + key[2:])  # own card without its suit
    >>> tj.compile(leduc).num_infosets, small.num_infosets
    (936, 558)
    """
    flat = as_flat(game)
    if flat.merge is not None:
        raise ParameterError(f"{flat.spec} is merged already; pass the Game itself to abstract()")
    if not callable(bucket):
        raise ParameterError(f"bucket={quote(bucket)}; expected a function of (player, infoset key)")
    return quotient(
        flat, [_classes(flat.spec, tree, player, bucket) for player, tree in enumerate(flat.trees)]
    )


def _classes(spec: str, tree: Treeplex, player: int, bucket: Bucket) -> npt.NDArray[np.int64]:
    """`[I]`: the class of every infoset: equal bucket, equal actions, the same action of the same class before it."""
    number: dict[Hashable, int] = {}
    of = np.empty(tree.num_infosets, dtype=np.int64)
    owner, place = tree.infoset_of.tolist(), tree.place_of.tolist()
    for i, slot in enumerate(tree.parent_slot.tolist()):
        above = (int(of[owner[slot]]), place[slot]) if slot else (-1, 0)
        try:
            name = (above, bucket(player, tree.keys[i]), tree.menus[i])
            of[i] = number.setdefault(name, len(number))
        except Exception as error:
            raise GameRuleError(
                f"{spec}: bucket({player}, {quote(tree.keys[i])}) failed with {type(error).__name__}: {error!s:.120}; "
                "it must return something hashable for every infoset key"
            ) from error
    return of


def restricted_response(flat: FlatGame, small: FlatGame, plans: list[FloatArray], player: int) -> FloatArray:
    """`[Q]`: a player's best response among the strategies that the abstraction can express, optimal at every class.

    plans: the realisation plans of the whole game, of which the other player's is answered. Brown & Sandholm (2017),
    section 6: with it the opponent's values are estimated as the abstraction sees them.
    """
    if small.merge is None or small.merge.original[player] is not flat.trees[player]:
        raise ParameterError(
            f"the abstraction {quote(small)} was not made from this {flat.spec}; "
            "make it with tj.subgame.abstract(game, bucket)"
        )
    tree = small.trees[player]
    slot_of = class_slots(flat.trees[player], tree, small.merge.infoset[player])
    values = np.bincount(slot_of, terminal_cfv(flat, plans, player), minlength=tree.num_slots).astype(
        np.float64
    )
    choice = tree.best_response(values)
    pure = np.zeros(tree.num_slots)
    pure[choice], pure[0] = 1.0, 1.0
    return pure[slot_of]


Mix = list[tuple[int, float]]


class KnownMenus:
    """What a player who knows only the small game knows in the large one.

    keep: per player `[Q]` of the large game, the slots whose action is on the small menu: by the restriction's own
    word, else the actions that occur anywhere in the small game.
    vectors: per player `[Q]`, the blueprint; actions off the menu have probability 0, infosets that the small game
    does not have play their menu uniformly.
    """

    def __init__(
        self,
        large: Game[Any, Any] | FlatGame,
        small: Game[Any, Any] | FlatGame,
        blueprint: Strategy,
        player: int,
    ) -> None:
        self.flat, self.nodes = parent_game(large)
        self.small = as_flat(small)
        if isinstance(player, bool) or player not in (0, 1):
            raise ParameterError(
                f"player={quote(player)}; expected 0 or 1, the player who knows the small game only"
            )
        if not isinstance(blueprint, Strategy):
            raise ParameterError(
                f"the blueprint is a {type(blueprint).__name__}; expected a Strategy of {self.small.spec}"
            )
        blueprint.require(self.small.spec, "the blueprint")
        self.resolver, self.opponent = player, 1 - player
        self.keep = self._keep(0), self._keep(1)
        self.vectors = [self._vector(p, blueprint) for p in (0, 1)]

    def _keep(self, player: int) -> BoolArray:
        tree, rules = self.flat.trees[player], self.small.game
        if isinstance(rules, Restricted):
            kept = [rules.keeps(a) for menu in tree.menus for a in menu]
        else:
            known = {label(a) for small in self.small.trees for menu in small.menus for a in menu}
            kept = [label(a) in known for menu in tree.menus for a in menu]
        return np.array([True, *kept], dtype=bool)

    def _vector(self, player: int, blueprint: Strategy) -> FloatArray:
        """The blueprint over the large game's slots."""
        tree, keep = self.flat.trees[player], self.keep[player]
        table = blueprint.tables[player]
        vector = np.ones(tree.num_slots)
        for i, text in enumerate(tree.labels):
            at = slice(int(tree.first_slot[i]), int(tree.first_slot[i + 1]))
            menu = tuple(label(a) for a in tree.menus[i])
            row = table.index.get(text)
            if row is None:
                vector[at] = keep[at] / max(int(keep[at].sum()), 1) if keep[at].any() else 1.0 / len(menu)
                continue
            given = dict(zip(table.actions[row], table.row(row).tolist(), strict=True))
            if set(given) - set(menu):
                raise StrategyError(
                    f"the games do not share rules: at player {player}'s infoset {quote(text)} the small one plays "
                    f"{quote(table.actions[row])}, {self.flat.spec} offers {quote(menu)}; use game.restrict(menu)"
                )
            vector[at] = [given.get(a, 0.0) for a in menu]
        self._require_cover(player, blueprint)
        return vector

    def _require_cover(self, player: int, blueprint: Strategy) -> None:
        known = set(self.flat.trees[player].labels)
        missing = [text for text in blueprint.tables[player].labels if text not in known]
        if missing:
            raise StrategyError(
                f"the games do not share rules: {self.flat.spec} has no infoset {quote(missing[0])} for player "
                f"{player}; give the large game first, then the small one"
            )

    def whole(self) -> Frame:
        """The small game as a frame of the large one: the trunk that all off-tree subgames hang from."""
        ones = np.ones(self.flat.trees[self.resolver].num_slots)
        frame = build_frame(
            self.flat, self.nodes, np.zeros(1, dtype=np.int32), self.resolver, ones, self.keep
        )
        assert frame is not None
        return frame


@checked
def pseudo_harmonic(smaller: float, larger: float, bet: float) -> float:
    r"""The probability of taking a bet for the smaller of its two neighbours; sizes are fractions of the pot.

        f_{A,B}(x) = (B − x)(1 + A) / ((B − A)(1 + x))

    1 at x = A, 0 at x = B, falling in between; 1/2 at x = (A + B + 2AB)/(A + B + 2).
    Ganzfried & Sandholm (2013), "Action translation in extensive-form games with large action spaces".

    >>> round(pseudo_harmonic(0.5, 1.0, 0.75), 6)
    0.428571
    """
    if not (0 <= smaller < larger and smaller <= bet <= larger):
        raise ParameterError(
            f"pseudo_harmonic({quote(smaller)}, {quote(larger)}, {quote(bet)}); expected "
            "0 ≤ smaller ≤ bet ≤ larger, smaller < larger"
        )
    return (larger - bet) * (1 + smaller) / ((larger - smaller) * (1 + bet))


@checked
def translation(bet: float, sizes: Sequence[float], randomised: bool = True) -> list[tuple[int, float]]:
    """Which prepared sizes a bet is taken for, as (place in `sizes`, probability); outside them, the nearest end.

    >>> [(i, round(p, 4)) for i, p in translation(0.75, [0.5, 1.0])], translation(3.0, [0.5, 1.0])
    ([(0, 0.4286), (1, 0.5714)], [(1, 1.0)])
    """
    if not sizes or list(sizes) != sorted(sizes):
        raise ParameterError(f"sizes={quote(sizes)}; expected at least one size, rising")
    if bet <= sizes[0]:
        return [(0, 1.0)]
    if bet >= sizes[-1]:
        return [(len(sizes) - 1, 1.0)]
    above = int(np.searchsorted(sizes, bet, side="left"))
    lower = pseudo_harmonic(sizes[above - 1], sizes[above], bet)
    if not randomised:
        lower = float(lower >= 0.5)
    return [(i, p) for i, p in ((above - 1, lower), (above, 1.0 - lower)) if p > 0]


@checked
def translated(
    large: Game[Any, Any] | FlatGame,
    small: Game[Any, Any] | FlatGame,
    blueprint: Strategy,
    player: int = 1,
    *,
    randomised: bool = True,
    sizes: Mapping[Any, float] | None = None,
) -> Strategy:
    """The large game's strategy of a player who knows the small one and translates every other bet of the opponent.

    What a bet is taken for is drawn once and remembered for the rest of the hand, so the strategy is the mixture,
    in realisation plans, over all ways to read the line of play. `sizes` gives bets as fractions of the pot;
    by default the game's `bet_size(action)` does. The two games must have the same shape but for the bets.
    """
    menus = KnownMenus(large, small, blueprint, player)
    reading = _Reading(menus, _sizes(menus, sizes), randomised)
    vectors = list(menus.vectors)
    vectors[player] = reading.strategy()
    return menus.flat.to_strategy(vectors)


def _sizes(menus: KnownMenus, sizes: Mapping[Any, float] | None) -> dict[Any, float]:
    """The size of every bet of the large game's menus."""
    if sizes is not None:
        return dict(sizes)
    game = menus.nodes.game
    size_of = hooks(game).bet_size
    if size_of is None:
        raise NotApplicableError(
            f"{menus.flat.spec} does not say how large its bets are; pass sizes={{action: fraction of the pot}}"
        )
    actions = {a for tree in menus.flat.trees for menu in tree.menus for a in menu}
    return {a: float(x) for a in actions if (x := size_of(a)) is not None}


class _Reading:
    """All the ways in which the player may read each node of the large game, with their probabilities."""

    def __init__(self, menus: KnownMenus, sizes: dict[Any, float], randomised: bool) -> None:
        self.menus, self.sizes, self.randomised = menus, sizes, randomised
        self.children: list[list[int]] = [[] for _ in range(menus.nodes.num_nodes)]
        for h, parent in enumerate(menus.nodes.parent.tolist()):
            if parent >= 0:
                self.children[parent].append(h)

    def strategy(self) -> FloatArray:
        """`[Q]`: the player's behaviour in the large game."""
        menus, nodes, r = self.menus, self.menus.nodes, self.menus.resolver
        tree = menus.flat.trees[r]
        plan = tree.forward(menus.vectors[r])
        mixed = np.zeros(tree.num_slots)
        vector = menus.vectors[r].copy()
        player, infoset = nodes.player.tolist(), nodes.infoset.tolist()
        stack: list[tuple[int, Mix]] = [(0, [(0, 1.0)])]
        while stack:
            h, mix = stack.pop()
            if player[h] == r:
                lo, hi = tree.first_slot[infoset[h]], tree.first_slot[infoset[h] + 1]
                rows = [(p, int(tree.first_slot[infoset[m]])) for m, p in mix]
                mixed[lo:hi] = sum(p * plan[at : at + hi - lo] for p, at in rows)
                vector[lo:hi] = sum(p * menus.vectors[r][at : at + hi - lo] for p, at in rows)
            for k, child in enumerate(self.children[h]):
                if player[child] != TERMINAL:
                    read = self._read(h, k, mix)
                    if read:
                        stack.append((child, read))
        total = tree.totals(mixed)
        answer = in_proportion(tree, mixed)
        is_reached = np.concatenate([[True], np.repeat(total > 0, np.diff(tree.first_slot))])
        return np.where(is_reached, answer, vector)

    def _read(self, h: int, k: int, mix: Mix) -> Mix:
        """The readings of the k-th child; none after an action of the player's own that he does not have."""
        nodes, who = self.menus.nodes, int(self.menus.nodes.player[h])
        if who == CHANCE:
            return [(self._child(h, m, k), p) for m, p in mix]
        tree = self.menus.flat.trees[who]
        first = int(tree.first_slot[nodes.infoset[h]])
        if self.menus.keep[who][first + k]:
            return [(self._child(h, m, k), p) for m, p in mix]
        if who == self.menus.resolver:
            return []
        menu = tree.menus[nodes.infoset[h]]
        known = [j for j in range(len(menu)) if self.menus.keep[who][first + j] and menu[j] in self.sizes]
        known.sort(key=lambda j: self.sizes[menu[j]])
        if menu[k] not in self.sizes or not known:
            raise NotApplicableError(
                f"{self.menus.flat.spec}: {quote(menu[k])} cannot be translated at "
                f"{quote(nodes.game.show(nodes.state(h)))}: no size is known for it or for any action on the "
                "small menu; pass sizes="
            )
        taken = translation(self.sizes[menu[k]], [self.sizes[menu[j]] for j in known], self.randomised)
        return [(self._child(h, m, known[i]), p * q) for i, q in taken for m, p in mix]

    def _child(self, h: int, m: int, k: int) -> int:
        nodes = self.menus.nodes
        if nodes.player[m] != nodes.player[h] or len(self.children[m]) != len(self.children[h]):
            show = nodes.game.show
            raise NotApplicableError(
                f"{self.menus.flat.spec}: {quote(show(nodes.state(h)))} was taken for "
                f"{quote(show(nodes.state(m)))}, where other moves are possible; translation needs games of one "
                "shape, use NestedPlayer"
            )
        return self.children[m][k]

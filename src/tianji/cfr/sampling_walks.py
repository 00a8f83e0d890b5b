"""The four samplers: each turns one walk through the game into unbiased estimates of counterfactual regret.

Notation: the walk updates `player` i; σ is the current strategy of everyone, chance included; π_i(h),
π_{−i}(h) are i's own reach of history h and everyone else's; ξ is what the walk draws from. Opponents and
chance are always drawn from σ itself, so the only probability left to correct for is q(h), that of i's own
drawn actions on the way to h. What all four share:

    R(I, a) += w_t · r̃(I, a)       E[r̃(I, a)] = Σ_{h ∈ I} π_{−i}(h) · (v_i(ha) − v_i(h))
    S(I, a) += w_t · s̃(I, a)       E[s̃(I, a)] = π_j(I) σ(I, a) · Σ_{h ∈ I} π_chance(h)

with w_t = 1 or, in linear weighting, t. Both expectations are tested exactly, by enumerating every walk.

With two players, S of the opponent j is updated where i's walk passes j's nodes: s̃ = σ(I, ·) / q(h).
Otherwise that visit would be weighted by the other players' changing reach, so each player gets one more,
cheap walk (`average`).

A walk is made by `make(tree, dice, options)` and called as `walk(player, weight)`; all its randomness comes
from `dice`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tianji.cfr.lazy_tree import LazyNode, LazyTree
from tianji.core.game import CHANCE, TERMINAL

Walk = Callable[[int, float], None]
Keep = Callable[[list[float]], list[float]]


class Dice:
    """The only source of chance in a walk; a test replaces it to enumerate every walk."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def pick(self, probs: list[float]) -> int:
        """An index, drawn with the given probabilities; never one of probability zero."""
        x = self._random()
        for i, p in enumerate(probs):
            x -= p
            if x < 0.0:
                return i
        # The probabilities summed to a hair under one: the draw belongs to the last possible index.
        return max(i for i, p in enumerate(probs) if p > 0.0)

    def outcome(self, node: LazyNode) -> int:
        """The number of an outcome of a chance node."""
        return bisect_right(node.cumulative, self._random())

    def keep(self, probability: float) -> bool:
        """True with the given probability."""
        return self._random() < probability


def external(tree: LazyTree, dice: Dice, options: Mapping[str, Any]) -> Walk:
    """External sampling: every own action, one drawn action of everyone else.

        ṽ(z) = u_i(z)        ṽ(h) = Σ_a σ(h, a) ṽ(ha) at own nodes, ṽ(ha) with a ~ σ(h) elsewhere
        r̃(I, a) = ṽ(ha) − ṽ(h)        q(h) = 1

    Lanctot, Waugh, Zinkevich & Bowling (2009), "Monte Carlo Sampling for Regret Minimization in Extensive
    Games". Deviation: opponents draw anew at each history; the paper
    fixes one draw an infoset for the whole walk. Both are unbiased. Standing: reaches the value and a small
    NashConv on Kuhn and Leduc (tests/golden/test_mccfr_convergence.py).
    """
    return _many_actions(tree, dice, None)


def average_strategy_sampling(tree: LazyTree, dice: Dice, options: Mapping[str, Any]) -> Walk:
    """Average-strategy sampling: each own action kept by a coin, likelier the more the average plays it.

        ρ(I, a) = min(1, max(ε, (β + τ S(I, a)) / (β + Σ_b S(I, b))))
        ṽ(h, a) = ṽ(ha) / ρ(I, a) if kept, else 0        ṽ(h) = Σ_a σ(h, a) ṽ(h, a)
        r̃(I, a) = (ṽ(h, a) − ṽ(h)) / q(h)        q(h) = Π ρ over own actions before h

    Gibson, Burch, Lanctot & Szafron (2012), Algorithm 1, with its ε = 0.05, β = 10⁶, τ = 10³. Made for many
    actions; on a small game these values keep nearly every action until S has grown past β. Deviations:
    none known; with linear weighting S counts t a visit, and so leaves the β phase earlier. Standing: as
    external.
    """
    epsilon, beta, tau = float(options["epsilon"]), float(options["beta"]), float(options["tau"])

    def keep(cum_strategy: list[float]) -> list[float]:
        total = beta + sum(cum_strategy)
        if total <= 0.0:  # β = 0 before the first visit: nothing is known yet, keep all
            return [1.0] * len(cum_strategy)
        return [min(1.0, max(epsilon, (beta + tau * s) / total)) for s in cum_strategy]

    return _many_actions(tree, dice, keep)


def outcome(tree: LazyTree, dice: Dice, options: Mapping[str, Any]) -> Walk:
    """Outcome sampling: one drawn history, corrected by what drawing it cost.

        ξ(I, a) = ε / |A(I)| + (1 − ε) σ(I, a) at own nodes, σ elsewhere
        ũ(h, a) = ũ(ha) / ξ(I, a) if a was drawn, else 0
        ũ(h) = Σ_a σ(h, a) ũ(h, a)        ũ(z) = u_i(z)
        r̃(I, a) = (ũ(h, a) − ũ(h)) / q(h)        q(h) = Π ξ over own actions before h

    Lanctot et al. (2009), with its ε = 0.6; written as in Schmid et al. (2019), eqs. 5, 7 and 8. Deviation:
    the average is taken at the opponent's nodes, weighted 1 / q(h); the paper takes it at own nodes,
    weighted π_i(h) / (q(h) π_{−i}(h)), and so divides by chance and the opponent as well. Standing: as
    external, but slower.
    """
    return _one_history(tree, dice, float(options["epsilon"]), None)


def variance_reduced(tree: LazyTree, dice: Dice, options: Mapping[str, Any]) -> Walk:
    """Outcome sampling with baselines: only the surprise is corrected for, not the whole payoff.

        û(h, a) = b(h, a) + [a drawn] (û(ha) − b(h, a)) / ξ(h, a)        û(h) = Σ_a σ(h, a) û(h, a)
        r̃(I, a) = (û(h, a) − û(h)) / q(h)
        b(h, a) ← (1 − α) b(h, a) + α û(ha) for the drawn a, after its use

    b(h, a) = b_i(I_i(h), a) is one number per augmented infoset (see `LazyTree.baseline`) and action, at
    own, opponents' and chance nodes alike. With b = 0 this is outcome sampling, bit for bit.

    Schmid, Burch, Lanctot, Moravčík, Kadlec & Bowling (2019), eqs. 9–11, with its α = 0.5. Deviations: b
    averages û(ha), not û(h, a), which would carry the 1/ξ back in; ξ is ε-on-policy as in `outcome`, the
    paper draws uniformly; one hand at a time, the paper's experiments carry a vector of hands. Standing:
    variance measured exactly against `outcome` on Kuhn (tests/property/test_mccfr_unbiased.py); the
    paper's Leduc figures are not yet reproduced.
    """
    return _one_history(tree, dice, float(options["epsilon"]), float(options["baseline_decay"]))


def average(tree: LazyTree, dice: Dice) -> Walk:
    """One history for the average strategy of `player`, for games with other than two players.

    Chance and `player` draw from σ, the others uniformly, and s̃ = σ(I, ·) · Π |A| over the others' nodes
    before h: full support even where σ gives the others' actions probability zero.
    """
    pick, draw, expand = dice.pick, dice.outcome, tree.expand

    def walk(player: int, weight: float) -> None:
        node = tree.root
        while node.actor != TERMINAL:
            if node.actor == CHANCE:
                a = draw(node)
            elif node.actor == player:
                strategy = node.infoset.strategy or node.infoset.match()
                cum_strategy = node.infoset.cum_strategy
                for b, p in enumerate(strategy):
                    cum_strategy[b] += weight * p
                a = pick(strategy)
            else:
                size = len(node.menu)
                a = pick([1.0 / size] * size)
                weight *= size
            node = node.children[a] or expand(node, a)

    return walk


def _many_actions(tree: LazyTree, dice: Dice, keep: Keep | None) -> Walk:
    """The walk of external and average-strategy sampling; `keep` gives ρ, None keeps every action."""
    pick, draw, expand, flip = dice.pick, dice.outcome, tree.expand, dice.keep
    visits_average = tree.players == 2

    def value(node: LazyNode, player: int, weight: float) -> float:
        """ṽ(h); `weight` is w_t / q(h). Only own nodes recurse: everyone else has one drawn action."""
        actor = node.actor
        while actor != player:
            if actor == TERMINAL:
                return node.utility[player]
            if actor == CHANCE:
                a = draw(node)
            else:
                infoset = node.infoset
                strategy = infoset.strategy or infoset.match()
                if visits_average:
                    cum_strategy = infoset.cum_strategy
                    for a, p in enumerate(strategy):
                        cum_strategy[a] += weight * p
                a = pick(strategy)
            node = node.children[a] or expand(node, a)
            actor = node.actor
        infoset = node.infoset
        strategy = infoset.strategy or infoset.match()
        values = []
        mean = 0.0
        if keep is None:
            for a, child in enumerate(node.children):
                child = child or expand(node, a)  # a payoff is fetched here: it saves half of all calls
                v = child.utility[player] if child.actor == TERMINAL else value(child, player, weight)
                mean += strategy[a] * v
                values.append(v)
        else:
            for a, rho in enumerate(keep(infoset.cum_strategy)):
                v = 0.0
                if rho >= 1.0 or flip(rho):
                    v = value(node.children[a] or expand(node, a), player, weight / rho) / rho
                    mean += strategy[a] * v
                values.append(v)
        cum_regret = infoset.cum_regret
        for a, v in enumerate(values):
            cum_regret[a] += weight * (v - mean)
        infoset.strategy = None
        return mean

    def walk(player: int, weight: float) -> None:
        value(tree.root, player, weight)

    return walk


def _one_history(tree: LazyTree, dice: Dice, epsilon: float, decay: float | None) -> Walk:
    """The walk of outcome sampling: down by drawing, up by the estimator; no baselines if `decay` is None."""
    pick, draw, expand, baseline = dice.pick, dice.outcome, tree.expand, tree.baseline
    visits_average = tree.players == 2
    on_policy = 1.0 - epsilon

    def walk(player: int, weight: float) -> None:
        path: list[tuple[LazyNode, list[float], int, float, float]] = []  # node, σ, drawn a, ξ(a), w_t / q(h)
        node = tree.root
        actor = node.actor
        while actor != TERMINAL:
            if actor == CHANCE:
                strategy = node.probs
                a = draw(node)
            else:
                infoset = node.infoset
                strategy = infoset.strategy or infoset.match()
                if actor == player:
                    explore = epsilon / len(strategy)
                    xi = [explore + on_policy * p for p in strategy]
                    a = pick(xi)
                    path.append((node, strategy, a, xi[a], weight))
                    weight /= xi[a]
                else:
                    if visits_average:
                        cum_strategy = infoset.cum_strategy
                        for a, p in enumerate(strategy):
                            cum_strategy[a] += weight * p
                    a = pick(strategy)
            if actor != player and decay is not None:
                path.append((node, strategy, a, 0.0, weight))
            node = node.children[a] or expand(node, a)
            actor = node.actor
        if decay is None:
            _raise_plain(path, node.utility[player])
        else:
            _raise_corrected(path, node.utility[player], player, decay, baseline)

    return walk


def _raise_plain(path: list[tuple[LazyNode, list[float], int, float, float]], value: float) -> None:
    """Carry ũ up the history, adding regret at own nodes (all that `path` holds)."""
    for node, strategy, drawn, xi, weight in reversed(path):
        infoset = node.infoset
        sampled = value / xi
        value = strategy[drawn] * sampled
        cum_regret = infoset.cum_regret
        # The same sums in the same order as `_raise_corrected` with b = 0: the two agree to the last bit.
        raised = cum_regret[drawn] + weight * (sampled - value)
        loss = weight * value
        for a in range(len(cum_regret)):
            cum_regret[a] -= loss
        cum_regret[drawn] = raised
        infoset.strategy = None


def _raise_corrected(
    path: list[tuple[LazyNode, list[float], int, float, float]],
    value: float,
    player: int,
    decay: float,
    baseline: Callable[[LazyNode, int], tuple[dict[str, float], tuple[str, ...]]],
) -> None:
    """Carry û up the history, adding regret at own nodes and moving the baselines."""
    for node, strategy, drawn, xi, weight in reversed(path):
        table, texts = baseline(node, player)
        known = table.get(texts[drawn], 0.0)
        moved = known + decay * (value - known)
        if node.actor == player:
            guesses = [table.get(text, 0.0) for text in texts]
            guesses[drawn] = known + (value - known) / xi
            value = 0.0
            for p, v in zip(strategy, guesses, strict=True):
                value += p * v
            cum_regret = node.infoset.cum_regret
            for a, v in enumerate(guesses):
                cum_regret[a] += weight * (v - value)
            node.infoset.strategy = None
        else:  # ξ = σ: Σ_b σ(b) b(b) + (û(ha) − b(a))
            value -= known
            for p, text in zip(strategy, texts, strict=True):
                if text in table:
                    value += p * table[text]
        table[texts[drawn]] = moved

"""The promises of safe subgame solving, on random games with random and partly solved blueprints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar
from zlib import crc32

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

import tianji as tj
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.evaluate.lp import solve_lp
from tianji.evaluate.response import plans, respond
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.games.random_game import RandomGame, scramble
from tianji.subgame.carve import Trunk, game_value, loss, overlapping, parent_game, why_not_closed
from tianji.subgame.frame import build_frame
from tianji.subgame.payoffs import entry_gifts, slot_gifts
from tianji.subgame.program import largest_margin

# Rounding: payoffs are at most 10, the LP is solved to 1e-10, and a best response adds up a few hundred products.
ROUNDING = 2e-7

Public = tuple[int, ...]


@dataclass(frozen=True)
class Signals(Game[tuple[Public, Public], int]):
    """Poker without cards: chance gives both players private types, then everything is public.

    A state is (types, public moves). The tree of moves, who moves (or public chance), which lines end at once, and
    the payoffs of every pair of types at every end are drawn from the seed. No private actions, as Theorem 2 asks.
    """

    seed: int = 0
    types: int = 3
    depth: int = 4

    registered_name: ClassVar[str] = "signals"

    def _draw(self, size: int, *what: object) -> int:
        """A number below `size` that depends on the arguments alone."""
        return scramble(self.seed, crc32(repr(what).encode())) % size

    def initial(self):
        return (), ()

    def player(self, s):
        types, moves = s
        if len(types) < 2:
            return CHANCE
        if len(moves) == self.depth or (moves and self._draw(10, "end", moves) < 3):
            return TERMINAL
        return (0, 1, 0, 1, CHANCE)[self._draw(5, "who", moves)]

    def actions(self, s):
        return range(2 + self._draw(2, "count", s[1]))

    def chances(self, s):
        types, moves = s
        if len(types) < 2:
            weights = [1 + self._draw(4, "type", types, k) for k in range(self.types)]
        else:
            weights = [1 + self._draw(3, "outcome", moves, k) for k in self.actions(s)]
        return [(k, w / sum(weights)) for k, w in enumerate(weights)]

    def result(self, s, a):
        types, moves = s
        return ((*types, a), moves) if len(types) < 2 else (types, (*moves, a))

    def utility(self, s):
        won = float(self._draw(21, "pay", *s) - 10)
        return won, -won

    def information(self, s, player):
        types, moves = s
        return (types[player] if player < len(types) else None, len(types), moves)


# bytes, not integers: hypothesis likes small integers, and then the same games come again
seeds = st.binary(min_size=5, max_size=5).map(lambda raw: int.from_bytes(raw, "big"))
signals = st.builds(Signals, seed=seeds, types=st.integers(2, 3), depth=st.integers(3, 4))
hidden_moves = st.builds(
    RandomGame,
    seed=seeds,
    depth=st.integers(4, 5),
    branching=st.just(3),
    chance=st.sampled_from([0.2, 0.4]),
    merge=st.sampled_from([0.3, 0.6]),
)
games = st.one_of(signals, signals, hidden_moves)


@st.composite
def spots(draw, kinds=games):
    """A game, a blueprint, a level of disjoint subgames, and the player who solves them again."""
    game = draw(kinds)
    flat, _ = parent_game(game)
    every = [cut for cut in tj.subgame.cuts(game) if cut.num_nodes >= 6 and len(cut.roots) > 1]
    assume(every)
    depth = draw(st.sampled_from(sorted({cut.depth for cut in every})))
    cuts = [cut for cut in every if cut.depth == depth]
    assume(overlapping(cuts) is None)
    rng = np.random.default_rng(draw(seeds))
    if draw(st.booleans()):
        vectors = []
        for tree in flat.trees:
            raw = rng.exponential(size=tree.num_slots) * (rng.random(tree.num_slots) < 0.8) + 1e-3
            raw[0] = 1.0
            total = np.add.reduceat(raw, tree.first_slot[:-1]) if tree.num_infosets else np.empty(0)
            raw[1:] /= np.repeat(total, np.diff(tree.first_slot))
            vectors.append(raw)
        blueprint = flat.to_strategy(vectors)
    else:
        blueprint = tj.solve(game, "cfr+", iterations=draw(st.integers(1, 30)), merge=False).strategy
    return game, blueprint, cuts, draw(st.integers(0, 1))


@given(spots(), st.sampled_from(["resolve", "maxmargin", "reach-resolve"]), st.booleans())
def test_safe_techniques_do_not_raise_exploitability(spot, technique, is_full):
    game, blueprint, cuts, player = spot
    options = {"gift_bound": "full"} if is_full and technique.startswith("reach") else {}
    assert_safe(tj.subgame.solve_all(game, blueprint, cuts, technique, player, **options).report)


def assert_safe(report):
    assert report.is_safe
    assert report.loss_after <= report.loss_before + report.gadget_gap + ROUNDING
    assert report.gadget_gap < 1e-7


@given(spots(), st.sampled_from(["resolve", "reach-maxmargin"]), st.sampled_from(["cfr", "cfr+", "dcfr"]))
def test_unfinished_solving_costs_no_more_than_the_gap(spot, technique, solver):
    game, blueprint, cuts, player = spot
    report = tj.subgame.solve_all(
        game, blueprint, cuts, technique, player, solver=solver, iterations=7
    ).report
    assert report.loss_after <= report.loss_before + report.gadget_gap + ROUNDING


@given(spots())
def test_theorem_1(spot):
    """exp(σ′) ≤ exp(σ^{−S}) − π_{−1}(I) M_r(I) at every entry I of S that some best response to σ′ reaches."""
    game, blueprint, cuts, player = spot
    whole = tj.subgame.solve_all(game, blueprint, cuts, "reach-maxmargin", player)
    assert_safe(whole.report)
    trunk = Trunk(game, whole.strategy, player)
    old = trunk.flat.from_strategy(blueprint)[player]
    value = respond(trunk.flat, trunk.plans, trunk.opponent)[1]
    for cut, solved in zip(cuts, whole.report.cuts, strict=True):
        frame = build_frame(trunk.flat, trunk.nodes, cut.roots, player, trunk.plans[player])
        assert frame is not None
        slots = frame.old_slot[player][1:]
        without = trunk.vectors[player].copy()
        without[slots] = old[slots]  # σ^{−S}: the blueprint inside S, the new strategy in every other subgame
        before = loss_with(trunk, without)
        for k, slot in enumerate(frame.entry_slot):
            if _is_best(trunk.flat.trees[trunk.opponent], value, int(slot)):
                bound = before - solved.cf_reach[k] * solved.reach_margin[k]
                assert whole.report.loss_after <= bound + ROUNDING


def _is_best(tree, value, slot):
    """Whether some best response takes every action on the way to the slot."""
    while slot:
        i = tree.infoset_of[slot]
        if value[slot] < value[tree.first_slot[i] : tree.first_slot[i + 1]].max() - 1e-12:
            return False
        slot = int(tree.parent_slot[i])
    return True


@given(spots())
def test_maxmargin_reaches_the_lp_optimum(spot):
    game, blueprint, cuts, player = spot
    trunk = Trunk(game, blueprint, player)
    report = tj.subgame.solve_all(game, blueprint, cuts, "maxmargin", player).report
    reach = tj.subgame.solve_all(game, blueprint, cuts, "reach-maxmargin", player).report
    for cut, solved, with_gifts in zip(cuts, report.cuts, reach.cuts, strict=True):
        frame = build_frame(trunk.flat, trunk.nodes, cut.roots, player, trunk.plans[player])
        assert frame is not None
        _, best = largest_margin(frame, solved.cbv)
        assert abs(solved.margin.min() - best) < 1e-7
        assert abs(solved.gadget_value + best) < 1e-7
        assert best >= -1e-8  # the blueprint itself has margin 0 everywhere
        assert with_gifts.reach_margin.min() >= solved.margin.min() - 1e-7


@given(spots(), st.booleans())
def test_split_gifts_are_never_overspent(spot, is_full):
    """Even if every entry of every subgame used its raised alternative payoff up, the opponent would gain nothing.

    The trunk alone is answered, with the alternative payoffs in the place of the subgames.
    """
    game, blueprint, cuts, player = spot
    trunk = Trunk(game, blueprint, player)
    flat, nodes, o = trunk.flat, trunk.nodes, trunk.opponent
    tree = flat.trees[o]
    gift = slot_gifts(tree, trunk.action_cbv, trunk.cf_reach, None if is_full else nodes.is_last_slot[o])
    inside = np.concatenate([nodes.subtree(cut.roots)[0] for cut in cuts])
    outside = np.setdiff1d(np.flatnonzero(nodes.player == TERMINAL), inside)
    value = np.bincount(
        nodes.slots[outside, o],
        nodes.chance[outside] * trunk.plans[player][nodes.slots[outside, player]] * nodes.utility[outside, o],
        minlength=tree.num_slots,
    ).astype(float)
    for cut in cuts:
        frame = build_frame(flat, nodes, cut.roots, player, trunk.plans[player])
        assert frame is not None
        alt = frame.best_values(frame.plan(player, trunk.vectors[player])) + entry_gifts(frame, gift, "split")
        np.add.at(value, frame.entry_slot, alt * frame.cf_reach)
    in_subgames = set(nodes.infoset[inside[nodes.player[inside] == o]].tolist())
    for i in range(tree.num_infosets - 1, -1, -1):
        if i not in in_subgames:
            value[tree.parent_slot[i]] += value[tree.first_slot[i] : tree.first_slot[i + 1]].max()
    assert value[0] <= respond(flat, trunk.plans, o)[0] + 1e-9


@given(spots(signals), seeds, st.sampled_from([0.0, 0.1, 1.0]))
def test_theorem_2(spot, seed, noise):
    """Maxmargin with payoffs off by at most Δ from CBV^{σ*} gives exp ≤ exp(σ*) + 2Δ, σ* the best with this trunk."""
    game, blueprint, cuts, player = spot
    trunk = Trunk(game, blueprint, player)
    star = best_with_trunk(trunk, cuts)
    rng, estimate, delta = np.random.default_rng(seed), {}, 0.0
    for cut in cuts:
        frame = build_frame(trunk.flat, trunk.nodes, cut.roots, player, trunk.plans[player])
        assert frame is not None
        for name, value in zip(frame.names, frame.best_values(frame.plan(player, star)), strict=True):
            off = float(rng.uniform(-noise, noise))
            estimate[name] = float(value) + off
            delta = max(delta, abs(off))
    report = tj.subgame.solve_all(
        game, blueprint, cuts, "maxmargin", player, payoffs="estimate", estimate=estimate
    ).report
    least = loss_with(trunk, star)
    assert least <= report.loss_after + ROUNDING  # σ* is the best there is
    assert report.loss_after <= least + 2 * delta + ROUNDING


def loss_with(trunk, vector):
    """The resolver's loss when he plays the vector."""
    r, vectors = trunk.resolver, list(trunk.vectors)
    vectors[r] = vector
    value = game_value(trunk.flat)[0]
    return loss(trunk.flat, vectors, r, value if r == 0 else -value)[0]


def best_with_trunk(trunk, cuts):
    """The least exploitable strategy that differs from the blueprint inside the cuts only: one LP over the game.

    The resolver keeps his infosets in the cuts; his trunk is folded into the payoffs as chance is.
    """
    flat, nodes, r = trunk.flat, trunk.nodes, trunk.resolver
    tree = flat.trees[r]
    inside = np.concatenate([nodes.subtree(cut.roots)[0] for cut in cuts])
    kept = np.unique(nodes.infoset[inside[nodes.player[inside] == r]])
    counts = np.diff(tree.first_slot)[kept]
    old = np.concatenate(
        [np.arange(tree.first_slot[i], tree.first_slot[i + 1]) for i in kept] or [[]]
    ).astype(int)
    new_of_old = np.zeros(tree.num_slots, dtype=np.int32)
    new_of_old[old] = 1 + np.arange(len(old))
    first = np.concatenate([[1], 1 + np.cumsum(counts)]).astype(np.int32)
    parent = new_of_old[tree.parent_slot[kept]]
    small = Treeplex(first, parent, [tree.keys[i] for i in kept], [tree.menus[i] for i in kept])
    weight = trunk.plans[r].copy()  # of a slot: the blueprint's reach of the last trunk slot before it
    for i in kept:
        at = slice(tree.first_slot[i], tree.first_slot[i + 1])
        above = tree.parent_slot[i]
        weight[at] = weight[above]
    slots = flat.slots.copy()
    slots[:, r] = new_of_old[flat.slots[:, r]]
    scale = weight[flat.slots[:, r]]
    trees = (small, flat.trees[1]) if r == 0 else (flat.trees[0], small)
    game = FlatGame(
        "trunk", trees, slots, flat.payoff * scale[:, None], flat.chance * scale, 0, 0, 0, (-10, 10)
    )
    vector = trunk.vectors[r].copy()
    vector[old] = solve_lp(game)[0][r][1:]
    return vector


@given(spots())
def test_carving_is_closed_and_values_are_those_of_the_whole_game(spot):
    game, blueprint, cuts, player = spot
    trunk = Trunk(game, blueprint, player)
    worth = tj.infoset_values(game, blueprint, trunk.opponent)
    for cut in cuts:
        assert why_not_closed(trunk.nodes, cut.roots) == ""
        frame = build_frame(trunk.flat, trunk.nodes, cut.roots, player, trunk.plans[player])
        assert frame is not None
        cbv = frame.best_values(frame.plan(player, trunk.vectors[player]))
        for k, h in enumerate(frame.roots[np.unique(frame.top_entry, return_index=True)[1]]):
            if (
                trunk.nodes.player[h] == trunk.opponent
            ):  # he acts there: the compiled game has the same infoset
                assert abs(cbv[k] - worth.best_value(int(trunk.nodes.infoset[h]))) < 1e-9


@given(spots(), st.sampled_from(["leximin", "tremble"]), st.sampled_from(["resolve", "maxmargin"]))
def test_refined_answers_stay_optimal(spot, refine, technique):
    game, blueprint, cuts, player = spot
    plain = tj.subgame.solve_all(game, blueprint, cuts, technique, player).report
    refined = tj.subgame.solve_all(game, blueprint, cuts, technique, player, refine=refine).report
    assert refined.gadget_gap < 1e-6
    assert refined.loss_after <= refined.loss_before + 1e-6
    for a, b in zip(plain.cuts, refined.cuts, strict=True):
        assert abs(a.gadget_value - b.gadget_value) < 1e-6
        if technique == "maxmargin":
            assert abs(a.margin.min() - b.margin.min()) < 1e-6


@given(spots(), seeds)
def test_blueprint_safety_is_kept_with_any_estimates(spot, seed):
    game, blueprint, cuts, player = spot
    rng = np.random.default_rng(seed)
    entries = tj.subgame.solve_all(game, blueprint, cuts, "resolve", player).report.cuts
    estimate = {name: float(rng.normal(0, 8)) for cut in entries for name in cut.entries}
    for technique in ("resolve", "maxmargin"):
        report = tj.subgame.solve_all(
            game, blueprint, cuts, technique, player,
            payoffs="estimate", estimate=estimate, keep_blueprint_safety=True,
        ).report  # fmt: skip
        assert report.is_safe
        assert report.min_margin >= -1e-6
        assert report.loss_after <= report.loss_before + report.gadget_gap + ROUNDING


@given(spots(), seeds)
def test_regret_and_convex_program_agree_on_random_payoffs(spot, seed):
    game, blueprint, cuts, player = spot
    rng = np.random.default_rng(seed)
    options = {"payoffs": "distributional", "estimate": "exact", "spread": float(rng.uniform(0.5, 3))}
    exact = tj.subgame.solve_all(
        game, blueprint, cuts[:1], "resolve", player, solver="lp", **options
    ).report.cuts[0]
    assert exact.gadget_gap < 1e-6
    for solver in ("cfr-br", "hedge"):
        report = tj.subgame.solve_all(
            game, blueprint, cuts[:1], "resolve", player, solver=solver, iterations=300, **options
        ).report
        found = report.cuts[0]
        assert found.gadget_value >= exact.gadget_value - 1e-6
        assert (
            found.gadget_value - exact.gadget_value <= found.gadget_gap + 1e-6
        )  # the gap is a bound, as it says
        assert found.gadget_gap < 0.5


def test_plans_of_a_blueprint_are_not_changed():
    game = RandomGame(seed=3, depth=4)
    blueprint = tj.uniform(game)
    before = [table.probs.copy() for table in blueprint.tables]
    tj.subgame.solve_all(game, blueprint, tj.subgame.cuts(game), "resolve", 1)
    for table, probs in zip(blueprint.tables, before, strict=True):
        assert (table.probs == probs).all()
    flat, _ = parent_game(game)
    assert plans(flat, flat.from_strategy(blueprint))[0][0] == 1.0

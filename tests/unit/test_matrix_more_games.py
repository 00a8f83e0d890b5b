"""Bayesian, repeated and cooperative games, dominance, potentials, selection."""

from fractions import Fraction
from itertools import permutations, product
from math import factorial

import numpy as np
import pytest

import tianji.matrix as tm
from tianji.errors import GameRuleError, NotApplicableError, ParameterError, TooLargeError, UnknownNameError

F = Fraction

# Bayesian games ---------------------------------------------------------------------------------------------


def sheriff():
    """A sheriff faces a suspect who is a criminal with probability 1/3; both shoot or not."""
    payoff = {
        ("innocent", "shoot", "shoot"): (-3, -1), ("innocent", "shoot", "hold"): (-1, -2),
        ("innocent", "hold", "shoot"): (-2, -1), ("innocent", "hold", "hold"): (0, 0),
        ("criminal", "shoot", "shoot"): (0, 0), ("criminal", "shoot", "hold"): (2, -2),
        ("criminal", "hold", "shoot"): (-2, -1), ("criminal", "hold", "hold"): (-1, 1),
    }  # fmt: skip
    return tm.BayesianGame(
        types=[["innocent", "criminal"], ["sheriff"]],
        actions=[["shoot", "hold"], ["shoot", "hold"]],
        prior={("innocent", "sheriff"): "2/3", ("criminal", "sheriff"): "1/3"},
        payoff=lambda t, a: payoff[t[0], a[0], a[1]],
    )


def test_sheriffs_dilemma():
    game = sheriff()
    found = game.equilibria()
    assert all(e.regret == 0 and e.exact for e in found)
    e = game.solve()
    # Holding is dominant for the innocent, shooting for the criminal; at 1/3 the sheriff is indifferent.
    assert e.behaviour[0] == ((0, 1), (1, 0))
    hold = F(2, 3) * 0 + F(1, 3) * -2
    shoot = F(2, 3) * -1 + F(1, 3) * 0
    assert hold == shoot == e.values[1]


def test_agent_form_agrees_with_strategic_form():
    game = sheriff()
    agent = game.agent_form()
    assert agent.players == ("0:innocent", "0:criminal", "1:sheriff") and agent.shape == (2, 2, 2)
    for e in game.equilibria():
        rows = [row for own in e.behaviour for row in own]
        assert agent.verify(rows).regret == 0


def test_first_price_auction_with_two_values():
    # Bids 0, 1, 2; values 0 or 4 with equal chance; ties are split. Checked against brute force below.
    def payoff(t, a):
        bids, values = [int(x) for x in a], [int(x) for x in t]
        top = max(bids)
        share = F(1, bids.count(top))
        return [share * (v - b) if b == top else 0 for v, b in zip(values, bids, strict=True)]

    prior = [[F(1, 4), F(1, 4)], [F(1, 4), F(1, 4)]]
    game = tm.BayesianGame([["0", "4"]] * 2, [["0", "1", "2"]] * 2, prior, payoff)
    e = game.solve()
    assert e.regret == 0
    for p, kind in product((0, 1), (0, 1)):  # interim best response by hand
        best = max(
            sum(
                F(1, 2)
                * e.behaviour[1 - p][other][b]
                * payoff(*_order(p, ("0", "4")[kind], ("0", "4")[other], bid, b))[p]
                for other in (0, 1)
                for b in range(3)
            )
            for bid in range(3)
        )
        assert best == e.interim[p][kind]


def _order(p, mine, other, bid, other_bid):
    types, bids = (mine, other), (str(bid), str(other_bid))
    return (types, bids) if p == 0 else (types[::-1], bids[::-1])


def test_bayesian_faults():
    with pytest.raises(GameRuleError, match="sum to 1/2"):
        tm.BayesianGame([["a"], ["b"]], [["x"], ["y"]], {("a", "b"): "1/2"}, lambda t, a: (0, 0))
    with pytest.raises(GameRuleError, match="no profile of types"):
        tm.BayesianGame([["a"], ["b"]], [["x"], ["y"]], {("a", "c"): 1}, lambda t, a: (0, 0))
    with pytest.raises(GameRuleError, match="3 payoffs, expected 2"):
        tm.BayesianGame([["a"], ["b"]], [["x"], ["y"]], [[1]], lambda t, a: (0, 0, 0))
    with pytest.raises(GameRuleError, match="one a player"):
        tm.BayesianGame([["a"]], [["x"], ["y"]], [[1]], lambda t, a: (0, 0))


# Repeated games ---------------------------------------------------------------------------------------------

# Moves against the opponent CCDCDDCCCDCDCC, recorded with the Axelrod package 4.14 (MIT).
OPPONENT = "CCDCDDCCCDCDCC"
RECORDED = {
    "tit for tat": "CCCDCDDCCCDCDC",
    "tit for two tats": "CCCCCCDCCCCCCC",
    "grim": "CCCDDDDDDDDDDD",
    "davis": "CCCCCCCCCCDDDD",
    "win stay lose shift": "CCCDDCDDDDCCDD",
    "alternator": "CDCDCDCDCDCDCD",
}


@pytest.mark.parametrize("name", list(RECORDED))
def test_classics_play_as_recorded(name):
    player, own = tm.classic(name), []
    for t in range(len(OPPONENT)):
        own.append("C" if player(own, OPPONENT[:t]) == 1 else "D")
    assert "".join(own) == RECORDED[name]


@pytest.mark.parametrize("noise", [0, "1/20"])
@pytest.mark.parametrize(
    "pair", [("tit for tat", "joss"), ("win stay lose shift", "random"), ("joss", "joss")]
)
def test_exact_evaluation_agrees_with_simulation(pair, noise):
    a, b = map(tm.classic, pair)
    exact = [float(v) for v in tm.evaluate(a, b, rounds=50, noise=noise)]
    rng = np.random.default_rng(0)
    table = tm.axelrod_game().payoffs
    total = np.zeros(2)
    for _ in range(300):
        x, y = tm.play(a, b, 50, float(F(noise)), rng)
        for i, j in zip(x, y, strict=True):
            total += table[:, "CD".index(i), "CD".index(j)]
    assert total / (300 * 50) == pytest.approx(exact, abs=0.06)


def test_long_run_discounted_and_finite_evaluations_meet():
    for a, b in product(("tit for tat", "joss", "alternator", "win stay lose shift", "grim_like"), repeat=2):
        players = [
            tm.memory_one("grim_like", 1, 1, 0, 0, 0) if n == "grim_like" else tm.classic(n) for n in (a, b)
        ]
        limit = tm.evaluate(*players)
        patient = tm.evaluate(*players, discount="99999/100000")
        assert [float(v) for v in limit] == pytest.approx([float(v) for v in patient], abs=1e-3)
        assert tm.evaluate(*players, discount=0) == tm.evaluate(*players, rounds=1)
        assert tm.evaluate(*players) == tm.evaluate(*players[::-1])[::-1]
    assert tm.evaluate("tit for tat", "suspicious tit for tat", rounds=3) == (F(5, 3), F(10, 3))
    assert tm.evaluate("tit for tat", "tit for tat", noise="1/100") == (
        F(9, 4),
        F(9, 4),
    )  # any noise: all states alike


def test_press_dyson_extortion():
    # Press & Dyson (2012): the extortionate strategy with χ = 3 fixes s_X − 1 = 3 (s_Y − 1) against anybody.
    extort = tm.memory_one("extort-3", 0, "11/13", "1/2", "7/26", 0)
    for name in ("cooperator", "random", "joss", "generous tit for tat"):
        x, y = tm.evaluate(extort, tm.classic(name))
        assert x - 1 == 3 * (y - 1)


def test_virtues():
    table = {name: tm.virtues(p) for name, p in tm.CLASSICS.items()}
    assert table["tit for tat"] == tm.Virtues(True, True, True, True, 1)
    assert table["tit for two tats"] == tm.Virtues(True, True, True, True, 2)
    assert table["cooperator"] == tm.Virtues(True, False, True, True, None)
    assert table["defector"] == tm.Virtues(False, False, False, False, None)
    assert not table["grim"].forgiving and table["grim"].nice and table["grim"].retaliating
    assert not table["davis"].forgiving and not table["davis"].non_envious
    assert not table["joss"].nice and not table["win stay lose shift"].forgiving


def test_tournaments_are_reproducible_and_independent_of_the_field():
    names = ["tit for tat", "joss", "random", "grim", "defector"]
    a = tm.tournament(names, rounds=50, repetitions=2, noise=0.05, seed=3)
    b = tm.tournament(names[:3], rounds=50, repetitions=2, noise=0.05, seed=3)
    assert np.array_equal(a.scores[:3, :3], b.scores) and a.complete
    assert not np.array_equal(
        a.scores, tm.tournament(names, rounds=50, repetitions=2, noise=0.05, seed=4).scores
    )
    calm = tm.tournament(names[:1] + names[3:], rounds=10)
    exact = [[float(tm.evaluate("tit for tat", "defector", rounds=10)[k]) for k in (0, 1)]]
    assert [calm.scores[0, 2], calm.scores[2, 0]] == exact[0]
    assert calm.ranking[0][0] in ("tit for tat", "grim") and calm.cooperation[0, 0] == 1
    many = tm.tournament(tm.CLASSICS, rounds=60, repetitions=1)
    nice = [n for n, _ in many.ranking[:8]]
    assert sum(tm.virtues(tm.classic(n)).nice for n in nice) >= 7  # Axelrod's finding: the nice do well
    lonely = tm.tournament(["tit for tat", "defector"], self_play=False, rounds=5)
    assert np.isnan(lonely.scores[0, 0])


def test_repeated_faults():
    with pytest.raises(UnknownNameError, match="tit for tat"):
        tm.classic("tit for tatt")
    with pytest.raises(NotApplicableError, match="further back"):
        tm.evaluate("grim", "tit for tat")
    with pytest.raises(ParameterError, match="noise"):
        tm.evaluate("joss", "joss", noise=2)
    with pytest.raises(ParameterError, match="not both"):
        tm.evaluate("joss", "joss", rounds=3, discount="1/2")
    with pytest.raises(ParameterError, match="between 0 and 1"):
        tm.memory_one("x", 2, 0, 0, 0, 0)
    with pytest.raises(NotApplicableError, match="two actions"):
        tm.tournament(["joss"], game=tm.rock_paper_scissors())
    with pytest.raises(ParameterError, match="rounds"):
        tm.tournament(["joss"], rounds=0)


def test_folk_regions_of_thin_games():
    flat = tm.folk_region(tm.matching_pennies())  # zero sum: only the value
    assert flat.minmax == (0, 0) and set(flat.region) == {(0, 0)} and flat.contains((0, 0))
    assert tm.critical_discount(tm.prisoners_dilemma(3, 5, 0, 1), (0, 1)) is None
    assert tm.critical_discount(tm.prisoners_dilemma(3, 5, 0, 1), (1, 1)) == 0
    battle = tm.folk_region(tm.battle_of_the_sexes())
    assert battle.minmax == (F(2, 3), F(2, 3)) and battle.contains((F(3, 2), F(3, 2)))


# Cooperative games ------------------------------------------------------------------------------------------


def test_shapley_by_orders_and_banzhaf_by_coalitions():
    rng = np.random.default_rng(5)
    worth = [0, *(int(v) for v in rng.integers(0, 20, 15))]
    g = tm.CoalitionalGame(4, worth)
    totals = [F(0)] * 4
    for order in permutations(range(4)):
        s = 0
        for i in order:
            totals[i] += worth[s | 1 << i] - worth[s]
            s |= 1 << i
    assert tm.shapley(g) == tuple(t / factorial(4) for t in totals)
    plain = [sum(F(worth[s | 1 << i] - worth[s], 8) for s in range(16) if not s >> i & 1) for i in range(4)]
    assert list(tm.banzhaf(g)) == plain
    assert sum(tm.banzhaf(tm.weighted_voting(3, [2, 1, 1]), normalised=True)) == 1
    floats = tm.CoalitionalGame(4, [w * 2**0.5 for w in worth])
    assert tm.shapley(floats) == pytest.approx([float(v) * 2**0.5 for v in tm.shapley(g)])


def test_core_and_nucleolus():
    majority = tm.CoalitionalGame(3, lambda s: len(s) >= 2)
    assert tm.core(majority).is_empty and tm.core(majority).excess == F(1, 3)
    assert tm.nucleolus(majority) == (F(1, 3),) * 3 and tm.core_vertices(majority) == []
    glove = tm.CoalitionalGame(3, lambda s: 0 in s and bool(s & {1, 2}))
    assert tm.core(glove).point == (1, 0, 0) == tm.nucleolus(glove) == tm.core_vertices(glove)[0]
    # The airport game (Littlechild & Owen 1973): runway costs 12, 20, 33; everyone pays for the parts used.
    cost = [12, 20, 33]
    airport = tm.CoalitionalGame(3, lambda s: -max(cost[i] for i in s))
    assert tm.shapley(airport) == (-4, -8, -21) and airport.is_convex and airport.is_superadditive
    assert tm.nucleolus(airport) == (
        -6,
        -7,
        -20,
    )  # Littlechild (1974): min(12/2, 20/3, 33) = 6, then 7, then 20
    large = tm.CoalitionalGame(7, lambda s: len(s) ** 2)
    assert tm.nucleolus(large) == pytest.approx([7.0] * 7)
    assert tm.nucleolus(tm.CoalitionalGame(1, [0, 5])) == (5,)


def test_cooperative_faults():
    with pytest.raises(GameRuleError, match="expected 2\\^2"):
        tm.CoalitionalGame(2, [0, 1, 2])
    with pytest.raises(GameRuleError, match="empty coalition"):
        tm.CoalitionalGame(1, [1, 1])
    with pytest.raises(GameRuleError, match="players are 0 to 1"):
        tm.CoalitionalGame(2, {(0, 2): 1})
    with pytest.raises(TooLargeError):
        tm.CoalitionalGame(30, lambda s: 0)
    with pytest.raises(ParameterError, match="normalised"):
        tm.banzhaf(tm.CoalitionalGame(2, [0, 0, 0, 0]), normalised=True)


# Dominance, potentials, selection ---------------------------------------------------------------------------


def test_elimination_shows_its_order():
    g = tm.NormalForm("1,0 1,2 0,1; 0,3 0,1 2,0", actions=[["U", "D"], ["L", "M", "R"]])
    done = tm.eliminate(g)  # Gibbons (1992), figure 1.1.1: R, then D, then L
    assert [line.split(": ")[1] for line in done.explain(g)] == [
        "R is strictly dominated by M",
        "D is strictly dominated by U",
        "L is strictly dominated by M",
    ]
    assert done.kept == ((0,), (1,)) and done.game.actions == (("U",), ("M",))
    weak = tm.NormalForm("1,1 0,0; 0,0 0,0")
    assert tm.eliminate(weak).steps == () and len(tm.eliminate(weak, strict=False).steps) == 2
    assert len(tm.eliminate(weak, strict=False, one_at_a_time=True).steps) >= 1
    mixed = tm.NormalForm([[3, 0], [0, 3], [1, 1]], [[0, 0]] * 3)
    assert tm.dominated(mixed, mixed=False) == [] and tm.dominated(mixed)[0].action == 2
    floats = tm.NormalForm(np.array([[3, 0], [0, 3], [1, 2**0.5 / 2]]))
    assert [d.action for d in tm.dominated(floats)] == [2]


def test_security_and_potentials():
    s = tm.security(tm.public_goods(3, "3/2"), 0)
    assert s.value == 1 and s.pure_maxmin == s.pure_minmax == 1
    assert tm.potential(tm.matching_pennies()) is None
    P = tm.potential(tm.public_goods(3, "3/2"))
    assert P is not None and P[1, 1, 1] == P.max()
    assert tm.is_ordinal_potential(tm.battle_of_the_sexes())
    congestion = tm.NormalForm(
        np.array([[1.5, 3.0], [2.0, 1.0]]) * 2**0.5, np.array([[1.5, 2.0], [3.0, 1.0]]) * 2**0.5
    )
    assert tm.potential(congestion) is not None
    with pytest.raises(ParameterError):
        tm.security(tm.chicken(), 2)


def test_selection():
    coordination = tm.NormalForm("2,2 0,0; 0,0 1,1")
    assert coordination.solve(select="payoff-dominant").values == (2, 2)
    assert coordination.solve(select="welfare").values == (2, 2)
    assert coordination.solve(select="max-entropy").profile[0] == (F(1, 3), F(2, 3))
    with pytest.raises(NotApplicableError, match="welfare"):
        tm.battle_of_the_sexes().solve(select="payoff-dominant")
    with pytest.raises(NotApplicableError, match="risk-dominant"):
        tm.battle_of_the_sexes().solve(select="risk-dominant")
    assert tm.matching_pennies().solve(select="risk-dominant").values == (0, 0)
    # A component: the row player may mix freely over equal rows, and the most even mixture is inside it.
    ties = tm.NormalForm([[1, 0], [1, 0], [1, 0]], [[1, 0]] * 3)
    e = ties.solve(select="max-entropy")
    assert e.profile[0] == (F(1, 3),) * 3 and e.regret == 0
    assert len(tm.pareto_undominated(list(tm.stag_hunt().equilibria()))) == 1


def test_correlated_objectives():
    g = tm.chicken()
    assert tm.correlated_equilibrium(g, 0).values == (7, 2)
    assert tm.correlated_equilibrium(g, "egalitarian").objective == F(21, 4)
    # Shapley's game: the coarse set is larger than the correlated one.
    shapley = tm.NormalForm([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    both = tm.correlated_equilibrium(shapley)
    assert both.values == (F(1, 2), F(1, 2)) and both.marginal(0) == (F(1, 3),) * 3
    weights = [[1, 0], [0, 0]]
    assert tm.correlated_equilibrium(g, weights).objective == F(1, 5)  # the most often both can dare
    assert tm.correlated_equilibrium(g, exact=False).values == pytest.approx((5.25, 5.25))
    for bad in ("wealth", 2, [[1, 2]]):
        with pytest.raises(ParameterError, match="objective"):
            tm.correlated_equilibrium(g, bad)
    with pytest.raises(TooLargeError):
        tm.correlated_equilibrium(tm.NormalForm(np.zeros((60, 60))))

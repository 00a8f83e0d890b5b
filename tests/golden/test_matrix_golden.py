"""Known numbers of matrix games, each with its source."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import tianji.matrix as tm

F = Fraction

DATA = Path(__file__).parents[1] / "data" / "matrix"
BIMATRIX = json.loads((DATA / "bimatrix.json").read_text())["games"]
ZEROSUM = json.loads((DATA / "zerosum.json").read_text())["games"]


def brute_regret(tables, profile):
    """The largest gain from deviating, by loops over fractions: shares no code with the library."""
    A, B = tables
    x, y = profile
    rows = [sum(F(A[i][j]) * y[j] for j in range(len(y))) for i in range(len(x))]
    columns = [sum(F(B[i][j]) * x[i] for i in range(len(x))) for j in range(len(y))]
    return max(
        max(rows) - sum(p * u for p, u in zip(x, rows, strict=True)),
        max(columns) - sum(p * u for p, u in zip(y, columns, strict=True)),
    )


@pytest.mark.parametrize("game", BIMATRIX, ids=lambda g: g["id"])
def test_all_equilibria_of_the_reference_games(game):
    g = tm.NormalForm(game["A"], game["B"])
    found = g.equilibria()
    want = {(tuple(map(F, e["row"])), tuple(map(F, e["col"]))) for e in game["equilibria"]}
    assert {e.profile for e in found} == want
    assert found.complete and len(found) == len(want)
    assert all(brute_regret((game["A"], game["B"]), e.profile) == 0 == e.regret and e.exact for e in found)
    values = {(F(e["payoff_row"]), F(e["payoff_col"])) for e in game["equilibria"]}
    assert {e.values for e in found} == values
    assert g.solve().profile in want
    if game["all_equilibria_isolated_and_regular"]:
        assert len(found.components) == len(found) == len(found.isolated)
        by_support = g.equilibria("support")
        assert {e.profile for e in by_support} == want


@pytest.mark.parametrize("game", ZEROSUM, ids=lambda g: g["id"])
def test_values_of_the_reference_zero_sum_games(game):
    g = tm.NormalForm(game["A"])
    e = g.solve()
    assert e.values == (F(game["value"]), -F(game["value"])) and e.regret == 0 and e.exact
    pair = (tuple(map(F, game["row_optimal"])), tuple(map(F, game["col_optimal"])))
    sets = tm.optimal_sets(g)
    assert sets.value == F(game["value"]) and sets.complete
    if pair[0] in sets.rows and pair[1] in sets.columns:
        assert pair in {e.profile for e in g.equilibria()}
    else:  # the listed pair lies inside the optimal sets
        assert g.verify(pair).regret == 0
    if max(g.shape) <= 6:
        assert {e.profile for e in g.equilibria("vertex")} == {e.profile for e in g.equilibria()}


def test_von_stengels_game_has_75_equilibria():
    # von Stengel (1999), "New maximal numbers of equilibria in bimatrix games"
    g = tm.von_stengel_75()
    found = g.equilibria()
    assert len(found) == 75 == len(found.isolated)
    A, B = (t.tolist() for t in g.fractions)
    assert all(brute_regret((A, B), e.profile) == 0 for e in found)


def test_lecture_on_regret_matching():
    g = tm.biased_rock_paper_scissors()
    e = g.solve()
    assert e.profile == ((F(1, 5), F(7, 15), F(1, 3)), (F(1, 3), F(7, 15), F(1, 5)))
    assert e.values[0] == F(2, 15)
    assert g.verify([["1/2", "1/2", 0], [0, 1, 0]]).values[0] == F(-1, 2)
    first = tm.learn(g, "lecture", 1, exact=True)
    assert first.last.values[0] == F(2, 9)
    assert first.regrets[0].tolist() == [F(13, 9), 1, 1]
    assert first.regrets[1].tolist() == [F(11, 9), F(11, 9), 1]
    assert first.next[0].tolist() == [F(13, 31), F(9, 31), F(9, 31)]
    assert first.next[1].tolist() == [F(11, 31), F(11, 31), F(9, 31)]
    rps = tm.rock_paper_scissors().solve()
    assert rps.profile == ((F(1, 3),) * 3,) * 2 and rps.values == (0, 0)


@pytest.mark.parametrize("V, W, C, F_, H", [(10, 4, 1, 2, 2), (20, 5, 2, 1, 3), ("7/2", 2, "1/2", "1/3", 1)])
def test_inspection_game_closed_form(V, W, C, F_, H):
    g = tm.inspection(V, W, C, F_, H)
    want = tm.inspection_closed_form(V, W, C, F_, H)
    (e,) = g.equilibria()
    V, W, C, F_, H = map(F, (V, W, C, F_, H))
    assert e.profile[0][0] == want.inspect == H / (W + F_)
    assert e.profile[1][0] == want.shirk == C / (W + F_)
    assert e.values[0] == want.employer_value == V - W - C * V / (W + F_)
    # the best wage √(CV) − F: nearby wages pay the employer less
    best = want.best_wage
    wages = [best - 0.1, best, best + 0.1]
    payoff = [float(V) - w - float(C * V) / (w + float(F_)) for w in wages]
    assert max(payoff) == payoff[1] == pytest.approx(want.best_value, abs=1e-12)


def test_prisoners_dilemma_of_the_lecture():
    g = tm.prisoners_dilemma()
    (e,) = g.equilibria()
    assert e.support == ((1,), (1,)) and e.values == (-5, -5)
    assert g.fractions[0].tolist() == [[F(-1, 2), -10], [0, -5]]
    assert len(tm.eliminate(g).steps) == 2


def test_tian_jis_race():
    g = tm.tian_ji()
    # All orders equally likely is an equilibrium; the king wins one race more than he loses on average.
    assert g.verify([[F(1, 6)] * 6] * 2).regret == 0
    assert g.solve().values == (1, -1)
    # Each order of the king loses to exactly one order of Tian Ji, 1 : 2, and sweeps exactly one 3 : 0.
    table = g.payoffs[0]
    assert (np.sort(table, axis=1) == [-1, 1, 1, 1, 1, 3]).all()
    sets = tm.optimal_sets(g)
    assert len(sets.rows) == 2 and len(sets.columns) == 2


def test_classic_two_by_two_games():
    assert [e.values for e in tm.battle_of_the_sexes().equilibria()] == [(2, 1), (F(2, 3), F(2, 3)), (1, 2)]
    assert [e.profile[0][0] for e in tm.stag_hunt().equilibria()] == [1, F(3, 4), 0]
    assert tm.matching_pennies().solve().profile == ((F(1, 2), F(1, 2)),) * 2
    # Aumann (1974): the traffic light pays both 21/4, more than any equilibrium's average
    assert tm.correlated_equilibrium(tm.chicken()).values == (F(21, 4), F(21, 4))
    # both pure equilibria, the best and the worst a mediator can do for both: Aumann (1987), by hand
    assert tm.correlated_region(tm.chicken()) == ((2, 7), (F(18, 5), F(18, 5)), (7, 2), (F(21, 4), F(21, 4)))
    assert tm.solve(tm.stag_hunt(), select="payoff-dominant").values == (4, 4)
    assert tm.solve(tm.stag_hunt(), select="risk-dominant").values == (3, 3)


def test_blotto_and_public_goods():
    g = tm.colonel_blotto(5, 3)  # 21 ways to split five soldiers over three fields
    assert g.shape == (21, 21) and g.solve().values[0] == 0
    assert tm.colonel_blotto(4, 2, enemy=2).solve().values[0] > 0
    for r, cell in (("3/2", 1), (4, 0)):  # giving pays when each unit returns more than itself
        (e,) = tm.public_goods(3, r).equilibria()
        assert e.support == ((cell,),) * 3


def test_maximal_nash_subsets_of_a_textbook_game():
    # Winkels' game, as in Avis et al. (2010): one component of two segments that share an end point.
    g = tm.NormalForm("1,3 3,4 4,2; 1,2 3,1 2,1; 0,4 2,3 3,3".replace(";", "\n"))
    found = g.equilibria()
    assert found.complete and found.subsets
    for group in found.components:
        for subset in group:
            middle = subset.centre()
            assert g.verify(middle).regret == 0


def test_shapley_values_and_the_talmud():
    # Shapley & Shubik (1954): the UN Security Council of 1965, 15 members, 5 vetoes, 9 votes.
    council = tm.weighted_voting(39, [7] * 5 + [1] * 10)
    values = tm.shapley(council)
    assert values[0] == F(421, 2145) and values[5] == F(4, 2145)
    # Aumann & Maschler (1985): claims 100, 200, 300 and estates 100, 200, 300
    for estate, shares in ((100, (F(100, 3),) * 3), (200, (50, 75, 75)), (300, (50, 100, 150))):
        claims = (100, 200, 300)
        game = tm.CoalitionalGame(
            3, lambda s, e=estate, c=claims: max(0, e - sum(c[i] for i in range(3) if i not in s))
        )
        assert tm.nucleolus(game) == shares


def test_folk_region_of_axelrods_game():
    region = tm.folk_region(tm.axelrod_game())
    assert region.minmax == (1, 1)
    assert region.region == ((1, 1), (F(13, 3), 1), (3, 3), (1, F(13, 3)))
    assert region.area == F(20, 3)
    assert region.contains((3, 3)) and not region.contains((F(1, 2), 4)) and not region.contains((4, 4))
    assert tm.critical_discount(tm.axelrod_game(), (0, 0)) == F(1, 2)


def test_the_most_equilibria_of_three_players_with_two_actions():
    # McKelvey & McLennan (1997): nine regular equilibria, the most possible; two are completely mixed.
    U = np.zeros((3, 2, 2, 2), dtype=int)
    U[:, 0, 0, 0], U[:, 1, 1, 0], U[:, 1, 0, 1], U[:, 0, 1, 1] = (9, 8, 12), (9, 8, 2), (3, 4, 6), (3, 4, 6)
    found = tm.NormalForm(*U).equilibria()
    assert len(found) == 9 and all(e.exact and e.regret == 0 for e in found)
    mixed = [e.profile for e in found if all(len(s) == 2 for s in e.support)]
    assert ((F(1, 2), F(1, 2)), (F(2, 5), F(3, 5)), (F(1, 4), F(3, 4))) in mixed and len(mixed) == 2

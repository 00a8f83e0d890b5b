"""What must hold for every game."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import tianji.matrix as tm

F = Fraction


def tables(low=-3, high=3, most=4):
    def build(shape):
        cell = st.integers(low, high)
        row = st.lists(cell, min_size=shape[1], max_size=shape[1])
        table = st.lists(row, min_size=shape[0], max_size=shape[0])
        return st.tuples(table, table)

    return st.tuples(st.integers(1, most), st.integers(1, most)).flatmap(build)


def loss(A, B, x, y):
    """Regret by plain sums over fractions."""
    rows = [sum(F(a) * q for a, q in zip(row, y, strict=True)) for row in A]
    columns = [sum(F(B[i][j]) * x[i] for i in range(len(x))) for j in range(len(y))]
    mine = sum(p * u for p, u in zip(x, rows, strict=True))
    theirs = sum(q * u for q, u in zip(y, columns, strict=True))
    return max(max(rows) - mine, max(columns) - theirs)


@given(tables())
def test_every_equilibrium_is_one_and_solve_finds_one(pair):
    g = tm.NormalForm(*pair)
    found = g.equilibria()
    assert found.complete and len(found) >= 1
    for e in found:
        assert loss(*pair, *e.profile) == 0 == e.regret
        assert all(sum(row) == 1 and min(row) >= 0 for row in e.profile)
    e = g.solve()
    assert e.exact and loss(*pair, *e.profile) == 0
    for p in g.pure_equilibria():
        assert p.profile in {f.profile for f in found}  # a pure equilibrium is extreme


@given(tables())
def test_nash_subsets_cover_the_equilibria_and_are_convex(pair):
    found = tm.NormalForm(*pair).equilibria()
    assert {e.profile for s in found.subsets for e in s.pairs} == {e.profile for e in found}
    for subset in found.subsets:
        assert loss(*pair, *subset.centre()) == 0
    if len(found.isolated) == len(found):
        assert len(found) % 2 == 1 or any(
            len(tm.NormalForm(*pair).best_responses(p, e.profile)[0]) > len(e.support[p])
            for e in found
            for p in (0, 1)
        )  # nondegenerate games have an odd number of equilibria (Lemke & Howson 1964)


@given(tables(), st.integers(1, 5), st.integers(-4, 4), st.integers(1, 5), st.integers(-4, 4))
def test_positive_affine_payoffs_keep_the_equilibria(pair, a, b, c, d):
    A, B = (np.array(t) for t in pair)
    moved = tm.NormalForm(a * A + b, c * B + d)
    assert {e.profile for e in moved.equilibria()} == {e.profile for e in tm.NormalForm(A, B).equilibria()}


@given(tables())
def test_swapping_the_players_swaps_the_strategies(pair):
    A, B = (np.array(t) for t in pair)
    swapped = {e.profile[::-1] for e in tm.NormalForm(B.T, A.T).equilibria()}
    assert swapped == {e.profile for e in tm.NormalForm(A, B).equilibria()}


@given(tables(most=5))
def test_zero_sum_optimal_sets_are_the_equilibria(pair):
    g = tm.NormalForm(pair[0])
    sets = tm.optimal_sets(g)
    assert {e.profile for e in g.equilibria("vertex")} == {(x, y) for x in sets.rows for y in sets.columns}
    for x in sets.rows:
        assert (
            min(sum(p * F(row[j]) for p, row in zip(x, pair[0], strict=True)) for j in range(g.shape[1]))
            == sets.value
        )
    assert tm.security(g, 0).value == sets.value == -tm.security(g, 1).value


@given(tables())
def test_strict_elimination_keeps_every_equilibrium(pair):
    g = tm.NormalForm(*pair)
    done = tm.eliminate(g)
    left = set()
    for e in done.game.equilibria():
        rows = []
        for p, kept in enumerate(done.kept):
            row = [F(0)] * g.shape[p]
            for a, q in zip(kept, e.profile[p], strict=True):
                row[a] = q
            rows.append(tuple(row))
        left.add(tuple(rows))
    assert left == {e.profile for e in g.equilibria()}
    assert not tm.dominated(done.game)


@given(tables())
def test_dominating_mixtures_do_dominate(pair):
    g = tm.NormalForm(*pair)
    for strict in (True, False):
        for d in tm.dominated(g, strict=strict):
            table = g.fractions[d.player] if d.player == 0 else g.fractions[1].T
            gains = [
                sum(p * table[a, j] for a, p in enumerate(d.by)) - table[d.action, j]
                for j in range(table.shape[1])
            ]
            assert sum(d.by) == 1
            assert min(gains) > 0 if strict else min(gains) >= 0 and max(gains) > 0


@given(tables(most=3))
def test_correlated_equilibria_contain_nash_and_are_at_least_as_good(pair):
    g = tm.NormalForm(*pair)
    best = tm.correlated_equilibrium(g)
    coarse = tm.correlated_equilibrium(g, coarse=True)
    assert best.regret == 0 == coarse.regret and best.joint.sum() == 1
    top = max(sum(e.values) for e in g.equilibria())
    assert sum(coarse.values) >= sum(best.values) >= top
    assert sum(tm.correlated_equilibrium(g, "anti-welfare").values) <= top
    for e in g.equilibria():
        from tianji.matrix.nash.correlated import judge

        assert judge(g, tm.joint_of(g, e.profile))[1] == 0


@settings(max_examples=12)
@given(tables(most=2))
def test_the_corners_of_correlated_payoffs_are_the_best_in_every_direction(pair):
    g = tm.NormalForm(*pair)
    corners = tm.correlated_region(g)
    for aim, across in (("welfare", (1, 1)), ("anti-welfare", (-1, -1)), (0, (1, 0)), (1, (0, 1))):
        best = tm.correlated_equilibrium(g, aim).values
        assert (
            max(across[0] * x + across[1] * y for x, y in corners)
            == across[0] * best[0] + across[1] * best[1]
        )


@given(st.lists(st.integers(0, 12), min_size=7, max_size=7))
def test_cooperative_solutions_share_the_whole(worth):
    g = tm.CoalitionalGame(3, [0, *worth])
    total = worth[-1]
    assert sum(tm.shapley(g)) == total
    nucleolus, core = tm.nucleolus(g), tm.core(g)
    assert sum(nucleolus) == total
    proper = range(1, 7)

    def excess(x):
        return max(g.worth[s] - sum(x[i] for i in range(3) if s >> i & 1) for s in proper)

    assert excess(nucleolus) == core.excess  # it lies in the least core
    assert core.is_empty == (not tm.core_vertices(g))
    if g.is_convex:
        assert excess(tm.shapley(g)) <= 0  # Shapley (1971): in convex games the value is in the core


@given(tables(most=3))
def test_files_and_text_round_trip(pair):
    g = tm.NormalForm(*pair)
    assert tm.NormalForm.read(g.to_nfg()) == g
    text = "\n".join(
        " ".join(f"{a},{b}" for a, b in zip(x, y, strict=True)) for x, y in zip(*pair, strict=True)
    )
    if g.shape[1] > 1:
        assert tm.NormalForm(text) == g


@given(st.lists(st.integers(-4, 4), min_size=24, max_size=24))
def test_three_player_games_are_solved_and_verified(numbers):
    U = np.array(numbers).reshape(3, 2, 2, 2)
    g = tm.NormalForm(*U)
    e = g.solve()
    gains = 0.0
    x = [np.array([float(p) for p in row]) for row in e.profile]
    joint = np.einsum("i,j,k->ijk", *x)
    for p in range(3):
        value = (joint * U[p]).sum()
        others = [x[q] if q != p else None for q in range(3)]
        for a in range(2):
            dev = [o if o is not None else np.eye(2)[a] for o in others]
            gains = max(gains, (np.einsum("i,j,k->ijk", *dev) * U[p]).sum() - value)
    assert gains < 1e-8 and abs(gains - float(e.regret)) < 1e-8

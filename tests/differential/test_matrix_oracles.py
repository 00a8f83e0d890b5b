"""Other libraries and long-hand code agree with ours."""

import sys
import warnings
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import tianji.matrix as tm
from tianji.matrix.exact.integer import Tableau, _eliminated, _lifted, solve_integer
from tianji.matrix.exact.simplex import exact_lp, float_lp
from tianji.matrix.learning.learners import CompiledRegret, Regret
from tianji.matrix.nash.lemke_howson import _exact_path, quick_end
from tianji.matrix.nash.polytope import Polytope
from tianji.matrix.nash.vertex import normalised, walk_vertices
from tianji.run.clock import Clock

F = Fraction


def games(seed, count, low, high, sizes):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        shape = tuple(rng.choice(sizes, 2))
        yield rng.integers(low, high, shape), rng.integers(low, high, shape)


def generic(seed, count, sizes):
    """Games without ties: other libraries lose equilibria in degenerate games."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        shape = tuple(rng.choice(sizes, 2))
        yield rng.normal(size=shape).round(4), rng.normal(size=shape).round(4)


def rounded(found):
    return {tuple(tuple(round(float(p), 6) + 0.0 for p in row) for row in e.profile) for e in found}


def long_hand_extremes(A, B):
    """Extreme equilibria by trying every set of tight inequalities of both polytopes: slow and plain."""
    m, n = A.shape
    shift_a, shift_b = 1 - int(A.min()), 1 - int(B.min())

    def corners(payoff, size):  # { z ≥ 0 : payoff · z ≤ 1 }
        rows = [([int(k == i) for k in range(size)], 0) for i in range(size)]
        rows += [([int(v) for v in row], 1) for row in payoff]
        seen = {}
        for chosen in combinations(range(len(rows)), size):
            z = solve_integer([rows[k][0] for k in chosen], [rows[k][1] for k in chosen])
            if z is None or min(z) < 0:
                continue
            slack = [sum(a * b for a, b in zip(r, z, strict=True)) for r, _ in rows[size:]]
            if max(slack) > 1 or not any(z):
                continue
            tight = {i for i in range(size) if z[i] == 0} | {size + k for k, s in enumerate(slack) if s == 1}
            seen[tuple(v / sum(z) for v in z)] = tight
        return seen

    xs, ys = corners((B + shift_b).T, m), corners(A + shift_a, n)
    out = set()
    for x, tx in xs.items():
        for y, ty in ys.items():
            best_rows = {k - n for k in ty if k >= n}
            best_columns = {k - m for k in tx if k >= m}
            if all(x[i] == 0 or i in best_rows for i in range(m)) and all(
                y[j] == 0 or j in best_columns for j in range(n)
            ):
                out.add((x, y))
    return out


@pytest.mark.parametrize("low, high", [(0, 2), (0, 3), (-9, 10)])
def test_vertex_enumeration_against_long_hand(low, high):
    for A, B in games(5, 25, low, high, [1, 2, 3, 4]):
        found = tm.NormalForm(A, B).equilibria()
        assert {e.profile for e in found} == long_hand_extremes(A, B)


def hard_tables(rng):
    """Tables with ties of every kind, and one with numbers that only exact arithmetic tells apart."""
    m, n = rng.integers(1, 7, 2)
    for high in (2, 3, 100, 10**12):
        yield rng.integers(0, high, (m, n))
    yield rng.integers(0, 9, (m, n))[rng.integers(0, m, m)][
        :, rng.integers(0, n, n)
    ]  # rows and columns twice
    yield np.sort(rng.integers(0, 4, (m, n)), axis=0)
    yield 10**9 * rng.integers(0, 2, (m, n)) + rng.integers(0, 2, (m, n))


def test_vertices_walked_in_floats_are_those_of_exact_pivots():
    import tianji.kernels.matrix.vertices  # noqa: F401 - loaded: small polytopes use it too

    rng, in_floats = np.random.default_rng(12), 0
    for _ in range(12):
        for table in hard_tables(rng):
            polytope = Polytope(table.tolist())
            while not polytope.is_done:
                polytope.advance(Clock(), 20)  # in parts, so that it is taken up again
            tableau = Tableau(polytope.table, [1] * len(table))
            expected = {vertex.zeros: vertex.strategy for vertex in walk_vertices(tableau, Clock())}
            zeros, columns = polytope.zeros().tolist(), range(table.shape[1])
            assert zeros == sorted(expected)
            floats = polytope.strategies(np.arange(len(zeros)), list(columns), len(columns))
            for v, row in enumerate(floats):
                exact = normalised(polytope.weights(v, columns, len(columns)))
                assert exact == list(expected[zeros[v]]) and np.allclose(row, [float(p) for p in exact])
            in_floats += not polytope._is_exact
    assert 70 < in_floats < 84  # near ties are left to exact pivots, nothing else is


@pytest.mark.parametrize("rows, columns", [(2, 62), (9, 9)])
def test_labels_are_matched_alike_in_words_and_beyond(rows, columns):
    rng = np.random.default_rng(3)
    A, B = rng.integers(0, 5, (2, rows, columns))
    found = tm.NormalForm(A, B).equilibria("vertex")
    assert found.complete and all(e.regret == 0 for e in found)
    assert {e.profile for e in tm.NormalForm(A, B).equilibria("support")} <= {e.profile for e in found}
    assert rounded(tm.NormalForm(A, B).equilibria("vertex", exact=False)) == rounded(found)


def test_lemke_howson_ends_in_extreme_equilibria_even_when_degenerate():
    for A, B in games(6, 40, 0, 3, [2, 3, 4, 5]):
        g = tm.NormalForm(A, B)
        extreme = {e.profile for e in g.equilibria()}
        for label in range(sum(g.shape)):
            e = tm.lemke_howson(g, label)
            assert e.regret == 0 and e.profile in extreme
        assert tm.lemke_howson(g, 0, exact=False).regret < 1e-9


def test_lemke_howson_in_floats_ends_where_exact_pivots_end():
    import tianji.kernels.matrix.path  # noqa: F401 - loaded: small games use it too

    rng, proved = np.random.default_rng(8), 0
    for high in (2, 3, 100, 10**6, 10**17):
        for _ in range(8):
            shape = rng.integers(1, 8, 2)
            g = tm.NormalForm(rng.integers(0, high, shape), rng.integers(0, high, shape))
            for label in range(0, sum(g.shape), 3):
                expected = g.verify(map(normalised, _exact_path(g, label, Clock())))
                assert tm.lemke_howson(g, label) == expected and expected.regret == 0
                proved += quick_end(g, label, exact=True) is not None
                rough = tm.lemke_howson(g, label, exact=False)
                assert not rough.exact and rough.regret <= 1e-9 * g.scale
                assert rough.values == pytest.approx([float(v) for v in expected.values], rel=1e-9, abs=1e-9)
    assert 90 <= proved <= 110  # all but those whose payoffs do not fit floats


def test_nashpy_support_enumeration():
    nash = pytest.importorskip("nashpy", reason="nashpy is a test oracle: pip install 'tianji[test]'")
    equal = 0
    for A, B in generic(7, 12, [2, 3, 4]):
        ours = rounded(tm.NormalForm(A, B).equilibria())
        with warnings.catch_warnings():  # it warns when rounding makes it lose equilibria
            warnings.simplefilter("ignore", RuntimeWarning)
            found = list(nash.Game(A, B).support_enumeration())
        theirs = {tuple(tuple(round(float(p), 6) + 0.0 for p in s) for s in e) for e in found}
        assert theirs <= ours
        equal += theirs == ours
    assert equal >= 6


def test_quantecon_lemke_howson(monkeypatch):
    gt = pytest.importorskip(
        "quantecon.game_theory", reason="quantecon is a test oracle: pip install 'tianji[test]'"
    )
    # uncompiled: to compile these takes longer than all they do
    for name in ("game_theory.lemke_howson", "optimize.pivoting"):
        module = sys.modules[f"quantecon.{name}"]
        for kernel, found in list(vars(module).items()):
            monkeypatch.setattr(module, kernel, getattr(found, "py_func", found))
    for A, B in generic(8, 6, [3, 4]):
        theirs = gt.NormalFormGame((gt.Player(A), gt.Player(np.ascontiguousarray(B.T))))
        ours = tm.NormalForm(A, B)
        for label in range(sum(A.shape)):
            their = gt.lemke_howson(theirs, init_pivot=label)
            our = tm.lemke_howson(ours, label)
            assert np.allclose(np.concatenate(their), [float(p) for row in our.profile for p in row])


@pytest.mark.interop
def test_pygambit_enummixed_on_degenerate_games():
    gbt = pytest.importorskip("pygambit", reason="pygambit is not installed: pip install 'tianji[interop]'")
    for A, B in games(9, 12, 0, 3, [2, 3, 4]):
        game = gbt.Game.from_arrays(A, B)
        result = gbt.nash.enummixed_solve(game, rational=True)
        theirs = set()
        for profile in result.equilibria:
            rows = [[F(str(profile[s])) for s in player.strategies] for player in game.players]
            theirs.add(tuple(tuple(row) for row in rows))
        assert {e.profile for e in tm.NormalForm(A, B).equilibria()} == theirs


@pytest.mark.interop
def test_pygambit_finds_the_same_pure_equilibria_of_three_players():
    gbt = pytest.importorskip("pygambit", reason="pygambit is not installed: pip install 'tianji[interop]'")
    rng = np.random.default_rng(3)
    for _ in range(5):
        tables = [rng.integers(-5, 6, (2, 3, 2)) for _ in range(3)]
        game = gbt.Game.from_arrays(*tables)
        theirs = {
            tuple(tuple(F(str(p[s])) for s in player.strategies) for player in game.players)
            for p in gbt.nash.enumpure_solve(game).equilibria
        }
        g = tm.NormalForm(*tables)
        assert {e.profile for e in g.pure_equilibria()} == theirs


def test_zero_sum_agrees_with_highs_and_exact_with_float():
    rng = np.random.default_rng(10)
    for m, n in [(1, 1), (2, 7), (30, 20), (60, 60)]:
        A = rng.integers(-99, 100, (m, n))
        exact = tm.NormalForm(A).solve()
        above = np.hstack([-A.T, np.ones((n, 1))])
        goal, total = np.append(np.zeros(m), 1.0), np.append(np.ones(m), 0.0)[None, :]
        _, value = float_lp(goal, above, np.zeros(n), total, np.ones(1), free=[m])
        assert exact.exact and exact.regret == 0
        assert float(exact.values[0]) == pytest.approx(value, abs=1e-9)
        rough = tm.NormalForm(A).solve(exact=False)
        assert not rough.exact and float(rough.regret) < 1e-9
        assert rough.values[0] == pytest.approx(value, abs=1e-9)


def test_exact_and_float_linear_programs_agree():
    rng = np.random.default_rng(11)
    for _ in range(20):
        c, A = rng.integers(-5, 6, 4), rng.integers(0, 6, (5, 4)) + np.eye(5, 4, dtype=int)
        b = rng.integers(1, 9, 5)
        A[-1] = 1  # bounded
        x, value = exact_lp(c.tolist(), A.tolist(), b.tolist())
        assert float(value) == pytest.approx(float_lp(c, A, b)[1], abs=1e-9)
        assert all(v >= 0 for v in x)
        assert all(
            sum(int(a) * v for a, v in zip(row, x, strict=True)) <= int(r)
            for row, r in zip(A, b, strict=True)
        )


def test_lifting_agrees_with_elimination():
    rng = np.random.default_rng(12)
    for k in (2, 5, 17, 30):
        M = rng.integers(-99, 100, (k, k)).astype(object)
        b = rng.integers(-9, 10, k).astype(object)
        x = _lifted(M, b)
        assert x == _eliminated(M, b)
        assert all(sum(a * v for a, v in zip(row, x, strict=True)) == r for row, r in zip(M, b, strict=True))
    singular = np.array([[1, 2], [2, 4]], dtype=object)
    assert _eliminated(singular, np.array([1, 2], dtype=object)) is None
    assert _lifted(singular, np.array([1, 2], dtype=object)) is None


def test_float_support_enumeration_agrees_with_exact():
    for A, B in games(13, 10, -99, 100, [3, 4, 5]):
        exact = tm.NormalForm(A, B).equilibria()
        rough = tm.NormalForm(A, B).equilibria("support", exact=False)
        assert rounded(rough) == rounded(exact)
        assert all(e.regret < 1e-9 and not e.exact for e in rough)


@pytest.mark.parametrize("rule", ["regret-matching", "lecture", "regret-matching+"])
def test_compiled_regret_matching_is_the_written_out_one(rule):
    rng = np.random.default_rng(14)
    g = tm.NormalForm(rng.normal(size=(5, 7)), rng.normal(size=(5, 7)))
    from tianji.matrix.learning.rules import RULES

    fast, slow = (kind(g, RULES[rule], None, False) for kind in (CompiledRegret, Regret))
    for done, count in ((0, 1), (1, 10), (11, 100)):
        fast.advance(done, count)
        slow.advance(done, count)
    for a, b in zip(fast.regret + fast.averages(), slow.regret + slow.averages(), strict=True):
        assert np.allclose(a, b, atol=1e-12)


def test_three_player_equilibria_include_gambits():
    # Nau, Gomez Canovas & Hansen (2004), section 5: three pure equilibria are the regular ones,
    # the mixed ones form a continuum.
    U = np.zeros((3, 2, 2, 2), dtype=int)
    U[:, 0, 0, 0], U[:, 1, 0, 0], U[:, 0, 1, 0], U[:, 1, 1, 1] = (0, 0, 2), (3, 0, 0), (0, 3, 0), (0, 0, 3)
    g = tm.NormalForm(*U)
    found = g.equilibria()
    assert all(e.regret == 0 for e in found)
    assert {e.support for e in g.pure_equilibria()} <= {e.support for e in found}


def test_ways_out_when_the_float_simplex_gives_up(monkeypatch):
    from importlib import import_module

    lp = import_module("tianji.matrix.nash.lp")
    A = np.random.default_rng(15).integers(-9, 10, (7, 5))
    want = tm.NormalForm(A).solve()
    monkeypatch.setattr(lp, "_float_simplex", lambda *_: (None, [], []))
    exact = tm.NormalForm(A).solve()  # integer simplex from the start
    assert exact.values == want.values and exact.regret == 0
    rough = tm.NormalForm(A).solve(exact=False)  # HiGHS
    assert rough.values[0] == pytest.approx(float(want.values[0]), abs=1e-9) and rough.regret < 1e-9
    monkeypatch.setattr(lp, "_float_simplex", lambda *_: ([5, 1, 2, 3, 4, 10, 11], [], []))
    assert tm.NormalForm(A).solve().values == want.values  # a wrong basis is found out


def test_generic_games_of_three_players_have_an_odd_number_of_equilibria():
    # Wilson (1971), Harsanyi (1973): almost all finite games; an even count would mean that one was missed.
    rng = np.random.default_rng(16)
    for _ in range(6):
        g = tm.NormalForm(*rng.normal(size=(3, 2, 2, 2)).round(3))
        assert len(g.equilibria()) % 2 == 1

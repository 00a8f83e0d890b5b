"""Every search keeps its promise on random trees: windows, exactness, lines."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.run.clock import Clock
from tianji.search import search
from tianji.search.readable.alphabeta import AlphaBetaOptions, Searcher
from tianji.search.readable.chance import Expectiminimax
from tianji.search.readable.drivers import aspiration, full_window, mtdf
from tianji.search.readable.multi import MaxN, Paranoid
from tianji.search.readable.plain import minimax, negamax
from tianji.search.readable.proof import prove_goal
from tianji.search.result import Stats


@dataclass(frozen=True)
class TreeGame(Game):
    """A nested tuple (owner, children) with numbers at the leaves; states are paths, so nothing transposes."""

    tree: object = 0

    def _node(self, s):
        node = self.tree
        for i in s:
            node = node[1][i]
        return node

    def initial(self):
        return ()

    def player(self, s):
        node = self._node(s)
        return node[0] if isinstance(node, tuple) else TERMINAL

    def actions(self, s):
        return range(len(self._node(s)[1]))

    def result(self, s, a):
        return (*s, a)

    def utility(self, s):
        value = self._node(s)
        return value, -value

    def chances(self, s):
        n = len(self._node(s)[1])
        return [(i, 1 / n) for i in range(n)]

    def evaluate(self, s):
        return float(sum(s) % 5 - 2)  # arbitrary, but a function of the state

    def noisy(self, s):
        return list(self.actions(s))[:1]


LEAVES = st.integers(-4, 4)


def tree(owners):
    return st.recursive(
        LEAVES,
        lambda below: st.tuples(owners, st.lists(below, min_size=1, max_size=4).map(tuple)),
        max_leaves=40,
    ).filter(lambda t: isinstance(t, tuple) and t[0] >= 0)


TREES = tree(st.integers(0, 1))  # owners in any order: a player may move twice in a row
DICE = tree(st.integers(-1, 1))


def truth(game, depth=inf):
    value = minimax(game, (), depth, game.evaluate)
    return value if game.player(()) == 0 else -value


def check(true, got, alpha, beta):
    if got <= alpha:
        assert true <= got
    elif got >= beta:
        assert true >= got
    else:
        assert true == got


@pytest.mark.parametrize("scout", [False, True])
@pytest.mark.parametrize("table", [0, 4, 1 << 10])
@given(
    t=TREES,
    alpha=st.integers(-5, 4),
    width=st.integers(1, 9),
    depth=st.one_of(st.just(inf), st.integers(1, 5)),
)
def test_window_contract(scout, table, t, alpha, width, depth):
    game, beta = TreeGame(t), alpha + width
    got = Searcher(game, AlphaBetaOptions(scout=scout, table=table)).root(
        (), game.player(()), depth, alpha, beta
    )
    check(truth(game, depth), got, alpha, beta)


@given(t=TREES, depth=st.one_of(st.none(), st.integers(1, 6)))
def test_every_exact_method_is_minimax(t, depth):
    game = TreeGame(t)
    true = truth(game, inf if depth is None else depth)
    assert negamax(game, (), inf if depth is None else depth, game.evaluate) == true
    for method in ("minimax", "negamax", "alphabeta", "pvs", "aspiration", "mtdf"):
        got = search(game, None, method, depth=depth)
        assert got.value == true, method
        if depth is None:
            assert got.bound == "exact"
    if depth is None:
        assert search(game, None, "solve").value == true


@given(t=TREES)
def test_lines_lead_to_the_value(t):
    game = TreeGame(t)
    me = game.player(())
    for method in ("alphabeta", "pvs", "aspiration", "mtdf", "solve"):
        got = search(game, None, method)
        s = ()
        assert got.line[0] == got.action
        for a in got.line:
            assert a in game.actions(s)
            s = game.result(s, a)
        assert game.player(s) == TERMINAL
        assert game.utility(s)[me] == got.value


@given(t=TREES, guess=st.floats(-6, 6))
def test_drivers_converge_from_any_guess(t, guess):
    game = TreeGame(t)
    for drive in (full_window, aspiration, mtdf):
        assert drive(Searcher(game, AlphaBetaOptions()), (), game.player(()), inf, guess) == truth(game)


@given(t=TREES, nodes=st.integers(1, 60))
def test_budgets_never_lie(t, nodes):
    game = TreeGame(t)
    for method in ("alphabeta", "pvs", "mtdf", "aspiration", "negamax", "beam", "mcts"):
        got = search(game, None, method, nodes=nodes)
        assert got.action in game.actions(())
        if got.bound == "exact":
            assert got.value == truth(game)


@given(t=TREES)
def test_a_wide_beam_is_exact_and_quiescence_stays_legal(t):
    game = TreeGame(t)
    wide = search(game, None, "beam", width=10)
    assert (wide.value, wide.bound) == (truth(game), "exact")
    deep = search(game, None, "pvs", depth=2, quiescence=3)
    assert deep.action in game.actions(())
    assert search(game, None, "pvs", quiescence=3).value == truth(game)


@given(t=TREES)
def test_pruning_never_visits_more(t):
    game = TreeGame(t)
    plain = search(game, None, "negamax").stats.nodes
    assert search(game, None, "alphabeta", table=0, killers=False, history=False).stats.nodes <= plain


@given(t=TREES, goal=st.integers(-4, 4))
def test_proof_numbers_decide_goals(t, goal):
    game = TreeGame(t)
    assert prove_goal(game, (), goal).proved == (truth(game) >= goal)


def expectation(game, s, me):
    mover = game.player(s)
    if mover == TERMINAL:
        return float(game.utility(s)[me])
    if mover == CHANCE:
        return sum(p * expectation(game, game.result(s, o), me) for o, p in game.chances(s))
    values = [expectation(game, game.result(s, a), me) for a in game.actions(s)]
    return max(values) if mover == me else min(values)


@given(t=DICE, alpha=st.integers(-5, 4), width=st.integers(1, 9))
def test_star1_window_contract(t, alpha, width):
    game, beta = TreeGame(t), alpha + width
    me = game.player(())
    true = expectation(game, (), me)
    got = Expectiminimax(game, me, Clock(), Stats(), bounds=(-4, 4)).value((), inf, alpha, beta)
    slack = 1e-9
    if got <= alpha:
        assert true <= got + slack
    elif got >= beta:
        assert true >= got - slack
    else:
        assert got == pytest.approx(true, abs=slack)
    assert search(game, None, "expectiminimax", bounds=(-4, 4)).value == pytest.approx(true, abs=slack)
    assert search(game, None, "expectiminimax", prune=False).value == pytest.approx(true, abs=slack)


@given(t=TREES)
def test_two_player_maxn_and_paranoid_are_minimax(t):
    game = TreeGame(t)
    me = game.player(())
    vector, _ = MaxN(game, Clock(), Stats()).value(())
    assert vector[me] == truth(game)
    assert Paranoid(game, me, Clock(), Stats()).value(())[0] == truth(game)


@given(t=TREES)
def test_a_trace_replays_the_search(t):
    game = TreeGame(t)
    got = search(game, None, "alphabeta", trace=True, table=0)
    visits = got.trace.visits
    assert visits[0].value == got.value
    for v in visits[1:]:
        assert visits[v.parent].ply == v.ply - 1
        if v.pruned:
            assert v.cut_by[0] >= v.cut_by[1]
    seen = sum(1 for v in visits if v.cause == "terminal")
    assert seen <= str(t).count("(") * 4 + 1

"""Alpha-beta, proof numbers and retrograde tables on native rules, against the readable texts."""

# ruff: noqa: N805 - rules are functions of the game's numbers and of a position
from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numba import njit

import tianji as tj
from tianji.errors import GameRuleError, NotApplicableError, ParameterError
from tianji.games.nim import Nim
from tianji.kernels.bits import pointer
from tianji.kernels.native import ordering
from tianji.search.native import twin_window
from tianji.search.retrograde import Tablebase, retrograde

WINDOWS = ("alphabeta", "pvs", "aspiration", "mtdf")
ENDS = [
    "connect_four(columns=3,rows=3)",
    "hex(size=3)",
    "kalah(m=2,n=2)",
    "mnk(m=3,n=4,k=3)",
    "nim",
    "tic_tac_toe",
]
HORIZONS = ["breakthrough", "connect_four", "domineering", "gomoku(size=7)", "hex", "kalah", "othello"]


def position(game, seed, moves):
    """Some position after random moves at which somebody is to move."""
    draws, s = random.Random(seed), game.initial()
    for _ in range(moves):
        after = game.result(s, draws.choice(game.actions(s)))
        s = after if game.player(after) >= 0 else s
    return s


@pytest.mark.parametrize("spec", ENDS)
@pytest.mark.parametrize("method", [*WINDOWS, "solve"])
def test_values_to_the_end_are_those_of_the_readable_text(spec, method):
    game = tj.load(spec)
    s = position(game, 1, 2)
    fast, slow = (tj.search(game, s, method, native=n) for n in (None, False))
    assert fast.stats.extra["native"] and (fast.value, fast.bound, fast.stopped) == (
        slow.value,
        "exact",
        "exact",
    )
    end = s
    for a in fast.line:
        end = game.result(end, a)
    assert game.player(end) == tj.TERMINAL and game.utility(end)[game.player(s)] == fast.value


@pytest.mark.parametrize("spec", HORIZONS)
def test_values_at_a_horizon_are_those_of_the_readable_text(spec):
    game = tj.load(spec)
    s = position(game, 2, 3)
    slow = tj.search(game, s, "alphabeta", depth=2, native=False)
    for method in WINDOWS:
        fast = tj.search(game, s, method, depth=2, native=True)
        assert (fast.value, fast.bound, fast.stats.depth) == (slow.value, "estimate", 2)
    plain = tj.search(game, s, "negamax", depth=2)
    assert plain.stats.extra["native"] and plain.value == slow.value


@pytest.mark.parametrize("method", ["minimax", "negamax"])
def test_plain_search_meets_as_many_positions(method):
    """The number of positions below a depth is a fact: 549,946 below the empty board to the end."""
    game = tj.load("tic_tac_toe")
    fast, slow = (tj.search(game, None, method, depth=4, native=n) for n in (None, False))
    assert (fast.action, fast.value, fast.stats.nodes, fast.stats.horizon) == (
        slow.action, slow.value, slow.stats.nodes, slow.stats.horizon,
    )  # fmt: skip
    assert tj.search(game, None, method).stats.nodes == 549_946


def test_options_are_heeded_one_by_one():
    game = tj.load("mnk(m=4,n=3,k=3)")
    usual = tj.search(game, None, "alphabeta", depth=6)
    for changed in ({"table": 0}, {"killers": False}, {"history": False}, {"symmetry": False}):
        found = tj.search(game, None, "alphabeta", depth=6, native=True, **changed)
        assert found.value == usual.value and found.stats.nodes != usual.stats.nodes, changed
    assert tj.search(game, None, "alphabeta", depth=6, deepen=True).stats.passes == 6
    one, two = (tj.search(tj.load("kalah"), None, "alphabeta", depth=7, scout=x) for x in (False, True))
    assert one.value == two.value and one.stats.nodes != two.stats.nodes
    for foreign in ({"order": False}, {"trace": True}, {"evaluate": lambda s: 0.0}):
        assert "native" not in tj.search(game, None, "alphabeta", depth=2, **foreign).stats.extra
        with pytest.raises(ParameterError, match=next(iter(foreign))):
            tj.search(game, None, "alphabeta", depth=2, native=True, **foreign)


def test_budgets_and_stops_end_a_native_search_with_its_best():
    game = tj.load("breakthrough")
    found = tj.search(game, None, "alphabeta", nodes=5_000)
    assert (found.stopped, found.stats.nodes) == ("nodes", 5_001) and found.action in game.actions(
        game.initial()
    )
    looks = iter(range(10**9))
    found = tj.search(game, None, "pvs", depth=30, stop=lambda: next(looks) > 3)
    assert found.stopped == "cancelled" and found.stats.nodes > 0


ASKED = [
    ("nim(heaps='3,4,5')", "alphabeta", {"depth": 4}),
    ("nim(heaps='1,1,2,2,3')", "pvs", {"depth": 5}),
    ("kalah(m=3,n=3)", "pvs", {"depth": 5}),
    ("kalah(m=2,n=5)", "alphabeta", {"nodes": 200}),
    ("mnk(m=3,n=3,k=3)", "mtdf", {"depth": 3}),
    ("nim(heaps='1,2,2')", "solve", {}),
]
COUNTED = """
import json, sys, warnings, tianji as tj
warnings.simplefilter("ignore")  # of numbers that wrap around, as those of a hash shall
def counted(spec, method, asked):
    found = tj.search(tj.load(spec), None, method, native=True, **asked)
    s = found.stats
    return [str(found.action), found.value, s.nodes, s.cutoffs, s.table_hits, s.table_stores, s.horizon]
"""


def test_uncompiled_searches_meet_the_same_positions(tmp_path):
    script = COUNTED + "print(json.dumps([counted(*asked) for asked in json.loads(sys.argv[1])]))"
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", script, json.dumps(ASKED)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    space: dict[str, Any] = {}
    exec(COUNTED, space)
    assert json.loads(done.stdout) == [space["counted"](*asked) for asked in ASKED]


ORDERED = [  # positions, cutoffs, answers of the table and facts kept, whatever is made quicker
    ("nim(heaps='6,7,8,9')", "alphabeta", 8, [15_224, 4_439, 5_772, 1_697]),
    ("nim(heaps='6,7,8,9')", "pvs", 8, [13_789, 3_952, 5_719, 1_541]),
    ("nim(heaps='6,7,8,9')", "mtdf", 8, [15_506, 3_945, 6_976, 1_808]),
    ("kalah", "alphabeta", 9, [18_998, 4_833, 4, 2_224]),
    ("hex", "alphabeta", 5, [11_752, 1_350, 259, 464]),
    ("othello", "alphabeta", 6, [1_024, 268, 2, 101]),
    ("breakthrough", "alphabeta", 4, [1_604, 547, 0, 66]),
]


@pytest.mark.parametrize(("spec", "method", "depth", "counts"), ORDERED)
def test_moves_are_tried_in_the_order_in_which_they_ever_were(spec, method, depth, counts):
    """How moves are put in order may be made quicker; the order itself is known by how many positions are met.

    Which facts a full table forgets is a matter of their hash: with another one, the counts of nim and hex are others.
    In kalah hardly any position comes up twice: two moves above the horizon the table is no longer asked after a while.
    """
    s = tj.search(tj.load(spec), None, method, depth=depth).stats
    assert [s.nodes, s.cutoffs, s.table_hits, s.table_stores] == counts


def test_a_table_that_is_hardly_asked_changes_no_value():
    kalah = tj.load("kalah")
    fast, slow = (tj.search(kalah, None, "alphabeta", depth=9, native=n) for n in (True, False))
    assert fast.value == slow.value and fast.stats.table_stores < 0.75 * 3_034  # with every position kept


@njit
def in_order(first, codes, ranks, history, out):
    """The codes in the order in which a search would try them."""
    count, nothing = codes.size, np.zeros(16, dtype=np.int64)
    none, codes, ranks, history = pointer(nothing), pointer(codes), pointer(ranks), pointer(history)
    ordering.rank(none, none, none, ordering.HISTORY, first, 0, count, codes, ranks, none, history)
    for i in range(count):
        out[i] = codes[ordering.choose(i, count, ranks)]


@pytest.mark.parametrize("count", [1, 3, 7, 8, 9, 46, 64, 65, 300, 5_000])
def test_moves_are_tried_by_rank_and_equals_by_place(count):
    rng = np.random.default_rng(count)
    codes, history = rng.permutation(count), rng.integers(0, 4, ordering.HISTORIES)
    first, ranks, out = int(codes[count // 2]), np.zeros(4 * count + 64, dtype=np.int64), codes.copy()
    in_order(first, codes, ranks, history, out)
    by_history = sorted(codes.tolist(), key=lambda code: -history[ordering.at_history(code)])
    assert out.tolist() == [first, *(code for code in by_history if code != first)]


@pytest.mark.parametrize("size", [1, 2, 17])
@pytest.mark.parametrize("method", ["alphabeta", "pvs", "mtdf"])
@pytest.mark.parametrize("spec", ["kalah(m=3,n=3)", "nim(heaps='2,3,4')", "breakthrough(width=3,height=5)"])
def test_a_search_may_be_left_at_any_position(spec, method, size, monkeypatch):
    """A clock looks between slices of the work: how long they are changes nothing."""
    game = tj.load(spec)
    whole = tj.search(game, None, method, depth=5)
    monkeypatch.setattr(twin_window, "SLICE", size)
    parts = tj.search(game, None, method, depth=5)
    assert (parts.action, parts.value, parts.line) == (whole.action, whole.value, whole.line)
    counts = ("nodes", "cutoffs", "table_hits", "table_stores", "horizon")
    assert [getattr(parts.stats, x) for x in counts] == [getattr(whole.stats, x) for x in counts]


def test_scores_of_solve_are_those_of_the_readable_text():
    game = tj.load("mnk(m=3,n=3,k=3)")
    s = game.parse("XO./.X./..O")
    fast, slow = (tj.search(game, s, "solve", scores=True, native=n) for n in (None, False))
    assert fast.scores == slow.scores


@pytest.mark.parametrize(
    "spec", ["hex(size=3)", "kalah(m=2,n=2)", "nim", "nim(heaps='1,2,3')", "tic_tac_toe"]
)
@pytest.mark.parametrize("method", ["dfpn", "pns"])
def test_proofs_are_those_of_the_readable_text(spec, method):
    game = tj.load(spec)
    fast, slow = (tj.search(game, None, method, native=n) for n in (None, False))
    assert fast.stats.extra["native"] and (fast.value, fast.bound) == (slow.value, slow.bound)
    if method == "pns":  # best first: the same tree, node by node
        assert (fast.stats.nodes, fast.action) == (slow.stats.nodes, slow.action)


def test_a_table_that_may_hold_few_positions_ends_a_proof():
    found = tj.search(tj.load("hex(size=4)"), None, "dfpn", table=50)
    assert found.stopped == "memory" and found.bound == "estimate"


@pytest.mark.parametrize(
    "spec", ["connect_four(columns=3,rows=3)", "kalah(m=2,n=2)", "nim(heaps='2,3')", "mnk(m=3,n=2,k=2)"]
)
def test_tables_hold_the_verdicts_of_the_readable_text(spec, tmp_path):
    game = tj.load(spec)
    fast, slow = retrograde(game), retrograde(game, native=False)
    assert (fast.keyed, slow.keyed) == ("native rules", "text") and len(fast) <= len(slow)
    fast.save(tmp_path / "table")
    again = Tablebase.load(tmp_path / "table", game)
    for seed in range(20):
        s = position(game, seed, seed)
        assert again.probe(s) == slow.probe(s)
        assert slow.probe(game.result(s, fast.best(s))) == slow.probe(game.result(s, slow.best(s)))


class Circle(tj.NativeGame):
    """Walk round three places for ever; place 9 would be the end."""

    words, most = 2, 2

    def begin(g, s):
        pass

    def turn(g, s):
        return s[1]

    def moves(g, s, out):
        out[0] = 1
        return 1

    def play(g, s, move):
        s[0] = (s[0] + move) % 3
        s[1] = 1 - s[1]

    def payoffs(g, s, out):
        out[0], out[1] = 0.0, 0.0


class Stuck(Circle):
    """Nobody can move in the second place."""

    def moves(g, s, out):
        out[0] = 1
        return 1 if s[0] == 0 else 0


class Unfair(Circle):
    """Both gain."""

    def turn(g, s):
        return s[1] if s[0] < 2 else -2

    def payoffs(g, s, out):
        out[0], out[1] = 1.0, 1.0


def test_games_that_cannot_be_searched_are_named_at_the_state():
    for method in ("alphabeta", "dfpn"):
        with pytest.raises(NotApplicableError, match=r"position \(0, 0\) can repeat"):
            tj.search(Circle(), None, method)
        with pytest.raises(NotApplicableError, match=r"\(1.0, 1.0\) at \(2, 0\) do not sum to zero"):
            tj.search(Unfair(), None, method)
    assert retrograde(Circle()).probe((0, 0)) == (0, 0)
    with pytest.raises(GameRuleError, match=r"state \(1, 1\)"):
        tj.search(Stuck(), None, "alphabeta")


def test_deep_lines_need_no_recursion():
    found = tj.search(Nim("400"), None, "alphabeta", table=0)
    assert found.value == 1.0 and found.action == (0, 0)
    with pytest.raises(NotApplicableError, match="no native rules"):
        retrograde(tj.load("breakthrough(width=9)"), native=True)

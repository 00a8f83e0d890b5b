"""Connect four's kernel: the follow-up bound and the division among threads change the work, never the score."""

from __future__ import annotations

import pickle
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tianji.errors import ParameterError, TianjiError
from tianji.games.connect_four import ConnectFour, Stones
from tianji.kernels.boards import connect4 as kernel
from tianji.kernels.boards import connect4_rules as rules
from tianji.run.clock import Clock
from tianji.search import search
from tianji.search.native.connect4 import score, solve_many
from tianji.search.native.connect4_arena import ConnectFourArena, crowd, never
from tianji.search.native.kernel import POOL

BOARDS = [(4, 4), (5, 4), (6, 4), (4, 6), (5, 5)]  # the last is of odd height, where the bound is not used


def played(game, columns, most):
    """The position after the columns that are legal, stopping before the game ends."""
    s = game.initial()
    for c in columns:
        if c in game.actions(s) and game.player(game.result(s, c)) >= 0:
            s = game.result(s, c)
        if s.all.bit_count() == most:
            break
    return s


def plain(game, s):
    """The score without the follow-up bound and without what the table may have learned from it."""
    arena = ConnectFourArena(game, 18)
    arena.table = np.zeros(1 << 18, dtype=np.uint64)
    arena.geometry[2] = 0
    arena.run(s, -63, 63, never())
    assert arena.bounds[0] == arena.bounds[1]
    return int(arena.bounds[0])


@given(st.sampled_from(BOARDS), st.lists(st.integers(1, 6), max_size=20))
def test_small_boards_score_the_same_without_the_bound(size, columns):
    game = ConnectFour(*size, scoring="distance")
    s = played(game, columns, size[0] * size[1] - 1)
    assert solve_many(game, [s]) == [plain(game, s)]


@given(st.sampled_from([*BOARDS, (7, 6), (9, 9)]), st.text("123456789x", max_size=30))
def test_a_text_is_parsed_as_if_it_were_played(size, text):
    game, s, wrong = ConnectFour(*size), ConnectFour(*size).initial(), False
    for char in text:
        if char == "x" or s.won or int(char) not in game.actions(s):
            wrong = True
            break
        s = game.result(s, int(char))
    if wrong:
        with pytest.raises(ParameterError, match=r"move|goes on"):
            game.parse(text)
    else:
        assert game.parse(text) == s


def test_arrays_that_are_used_again_begin_at_zero():
    game = ConnectFour(scoring="distance")
    states = [game.parse("65214673556155731566316327373221"), game.parse("65214673556155731566")]
    rows = []
    for s in (*states, states[0]):
        POOL.clear()
        stats = search(game, s, "solve").stats
        rows.append((stats.nodes, stats.cutoffs, stats.table_hits, stats.table_stores, stats.passes))
    assert rows[0] == rows[2] != rows[1]


@given(st.integers(17, 30), st.lists(st.integers(1, 7), min_size=60, max_size=60))
def test_the_full_board_scores_the_same_without_the_bound(most, columns):
    game = ConnectFour(scoring="distance")
    s = played(game, columns, most)
    assume(s.all.bit_count() == most)
    assert solve_many(game, [s]) == [plain(game, s)]


@pytest.mark.parametrize("size", [(4, 4), (5, 4), (7, 6)])
def test_what_follow_up_refutes_is_not_won(size):
    """Both bounds of `follow_up`, against the plain solver, on positions where they speak."""
    game, spoken = ConnectFour(*size, scoring="distance"), {0: 0, -1: 0}
    generator = np.random.default_rng(5)
    odd = np.uint64(sum(game.bottom << r for r in range(0, size[1], 2)))
    board, bottom = np.uint64(game.board), np.uint64(game.bottom)
    cells = size[0] * size[1]
    for _ in range(4000):
        n = 2 * int(generator.integers(cells // 4, cells // 2))
        s = played(game, generator.integers(1, size[0] + 1, size=4 * cells).tolist(), n)
        if s.all.bit_count() != n or min(spoken.values()) > 30:
            continue
        for want, most in ((1, 0), (0, -1)):
            r = rules.follow_up(np.uint64(s.mine), np.uint64(s.all), n, want, board, bottom, odd, size[1])
            if r != kernel.ASK:
                assert r == most and plain(game, s) <= most
                spoken[most] += 1
    assert spoken[0] > 30
    assert spoken[-1] > 0 or size == (4, 4)


def test_threads_divide_a_position_and_agree():
    """Several threads on one position and more threads than positions, from an empty table."""
    game = ConnectFour(scoring="distance")
    texts = [
        "2252576253462244111563365343671351441",
        "7422341735647741166133573473242566",
        "65214673556155731566316327373221",
    ]
    states = [game.parse(t) for t in texts]
    hard = game.parse("24166155523")
    expected = [plain(game, s) for s in states]
    assert solve_many(game, states, threads=4, table=1 << 15) == expected
    one, three = Clock(), Clock()
    alone, _ = score(game, hard, -63, 63, one, 1, 19)
    shared, finished = score(game, hard, -63, 63, three, 3, 21)
    nodes, total, interrupted = one.nodes, three.nodes, not finished
    assert not interrupted and nodes > 100_000 and total > 100_000  # longer than the first look on one thread
    assert alone[:2] == shared[:2]


def test_a_move_that_another_thread_searches_is_put_off():
    """`put_off` brings the best free move to the end of the row and keeps the order of the others."""
    busy = crowd(2)
    work = np.zeros(22, dtype=np.uint64)
    moves = [1 << 7 * c for c in range(4)]
    for j, move in enumerate(moves):
        work[kernel.MOVES + 2 * j + 1] = move

    def row():
        return [int(work[kernel.MOVES + 2 * j + 1]) for j in range(4)]

    kernel.put_off(4, busy, work, 0)
    assert row() == moves  # nobody is at work
    kernel.mark(busy, np.uint64(moves[3]), True)  # on the empty board the key of a child is the new stone
    kernel.put_off(4, busy, work, 0)
    assert row() == [moves[0], moves[1], moves[3], moves[2]]
    for move in moves[:3]:
        kernel.mark(busy, np.uint64(move), True)
    kernel.put_off(4, busy, work, 0)
    assert row() == [moves[0], moves[1], moves[3], moves[2]]  # all are busy: help with the best
    kernel.mark(busy, np.uint64(moves[3]), False)
    kernel.put_off(4, busy, work, 0)
    assert row() == [moves[0], moves[1], moves[2], moves[3]]


def test_easy_positions_are_answered_at_once_and_as_always(monkeypatch):
    from tianji.search import native

    rng = Random(5)
    for scoring in ("distance", "outcome"):
        game = ConnectFour(scoring=scoring)
        search(game, game.parse("44444422222266666633"), "solve")  # now there is an arena
        for _ in range(12):
            s = game.initial()
            while game.player(s) >= 0 and s.all.bit_count() < 28 + rng.randrange(13):
                before, s = s, game.result(s, rng.choice(game.actions(s)))
            if game.player(s) < 0:
                s = before
            quick = native.AT_ONCE[ConnectFour](game, s, "mtdf")
            with monkeypatch.context() as patch:
                patch.setattr(native, "AT_ONCE", {})
                usual = search(game, s)
            for found in (quick, search(game, s), search(game, s, "solve")):
                assert found is not None and found.value == usual.value and found.bound == "exact"
                assert found.stopped == "exact" and found.stats.complete
                assert found.stats.extra == usual.stats.extra and len(found.line) == len(usual.line)
                assert pickle.loads(pickle.dumps(found)).action == found.action == found.line[0]
                after = game.result(s, found.action)
                over = game.player(after) < 0
                assert found.value == (abs(game.utility(after)[0]) if over else -search(game, after).value)


@pytest.mark.parametrize("mine, stones", [(0, 2), (1, 1), (3, 5), (0, 1 << 60), (1.0, 3), ("a", 1)])
def test_wrong_positions_are_refused_as_always(mine, stones):
    game = ConnectFour(scoring="distance")
    search(game, game.parse("44444422222266666633"), "solve")
    with pytest.raises(TianjiError):
        search(game, Stones(mine, stones), "solve")
    with pytest.raises(TianjiError, match="the game is over"):
        search(game, game.parse("4141414"), "solve")

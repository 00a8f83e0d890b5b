"""Othello's kernels against the rules as they are written in the game, and against brute force."""

from __future__ import annotations

import numpy as np
import pytest

from tianji.games import othello as rules
from tianji.games.othello import PASS, Discs, Othello
from tianji.kernels.boards import othello, othello_eval, othello_fit, othello_last, othello_solve
from tianji.search import search
from tianji.search.native import othello_weights
from tianji.search.native.kernel import POOL

U = np.uint64


def positions(empties, count, seed=1):
    """Boards where the mover can move, with so many empty squares."""
    boards = np.zeros((count, 2), dtype=np.uint64)
    othello_fit.play_positions(boards, np.full(count, empties), np.array([seed], dtype=np.uint64))
    return boards


def brute(me, opp, passed=False):
    """The score by the game's own rules and nothing else."""
    moves = rules.legal_moves(me, opp)
    if not moves:
        if passed:
            mine, theirs = me.bit_count(), opp.bit_count()
            rest = 64 - mine - theirs
            return mine - theirs + (rest if mine > theirs else -rest if theirs > mine else 0)
        return -brute(opp, me, True)
    game, best = Othello(), -64
    for a in game.actions(Discs(me, opp, 0)):
        s = game.result(Discs(me, opp, 0), a)
        best = max(best, -brute(s.mine, s.theirs))
    return best


def test_lanes_agree_with_plain_code():
    """On drawn boards, lawful or not, every empty square."""
    rng = np.random.default_rng(3)
    for me, opp in rng.integers(0, 1 << 63, (60, 2), dtype=np.uint64) << U(1) | U(1):
        me &= ~opp
        assert (
            othello.legal_moves(me, opp)
            == othello.plain_moves(me, opp)
            == rules.legal_moves(int(me), int(opp))
        )
        for sq in range(64):
            if not int(me | opp) >> sq & 1:
                with np.errstate(over="ignore"):
                    assert othello.flips(me, opp, sq) == othello.plain_flips(me, opp, sq)


@pytest.mark.parametrize(("empties", "count"), [(1, 40), (2, 40), (3, 30), (4, 20), (5, 8), (6, 3)])
def test_the_last_squares_are_exact(empties, count):
    """Every question about a score, from far below to far above, is answered by a true bound."""
    for me, opp in positions(empties, count):
        truth = brute(int(me), int(opp))
        if empties == 1:
            assert othello_last.last_square(me, int(~(me | opp)).bit_length() - 1) == truth
            continue
        for alpha in (-65, truth - 7, truth - 1, truth + 1, truth + 9, 65):
            got = (othello_last.shallow(me, opp, ~(me | opp), alpha, 0) & 255) - 128
            assert (truth >= got > alpha) if truth > alpha else (truth <= got <= alpha)


@pytest.mark.parametrize("threads", [1, 2])
def test_whole_search_agrees_with_a_table_less_one(threads):
    """Twelve empties: the table, cut-offs by replies, weights and threads change the work, not the score."""
    game = Othello()
    for me, opp in positions(12, 12, seed=5):
        POOL.clear()
        got = search(game, Discs(int(me), int(opp), 0), "solve", threads=threads)
        low = (othello_last.shallow(me, opp, ~(me | opp), int(got.value) - 1, 0) & 255) - 128
        high = (othello_last.shallow(me, opp, ~(me | opp), int(got.value) + 1, 0) & 255) - 128
        assert got.bound == "exact" and low == high == got.value
        s = Discs(int(me), int(opp), 0)
        for a in got.line:
            s = game.result(s, a)
        assert game.utility(s)[0] == got.value


def test_selective_searches_change_no_score():
    """Eighteen empties are first searched selectively; a search with no guess before proves the same."""
    (me, opp), weights = positions(18, 1, seed=11)[0], othello_weights.shipped()
    scores = []
    for guess in (othello_solve.UNKNOWN, 0):
        table, work = np.zeros(4 << 16, dtype=np.uint64), np.zeros(othello_solve.WORK, dtype=np.int64)
        busy, answer = np.zeros((1 << othello_solve.BUSY) + 1, dtype=np.uint64), np.zeros(9, dtype=np.int64)
        othello_solve.solve(
            me, opp, guess, 16, 1, table, busy, work, np.zeros(1, dtype=np.int64), weights, answer
        )
        assert answer[0] == answer[1] and bool(answer[5] >= 0) == (guess == othello_solve.UNKNOWN)
        scores.append(int(answer[0]))
    assert scores[0] == scores[1]


def mirror(board, turn):
    """A board turned: 0 left and right, 1 up and down, 2 over the diagonal."""
    cells = np.array([int(board) >> i & 1 for i in range(64)]).reshape(8, 8)
    cells = (cells[:, ::-1], cells[::-1], cells.T)[turn]
    return U(sum(int(c) << i for i, c in enumerate(cells.reshape(-1))))


def test_weights_see_a_position_and_its_images_alike():
    weights = othello_weights.shipped()
    assert weights.shape == (othello_eval.PHASES * othello_eval.SIZE,) and weights.any()
    assert (othello_weights.spread(othello_weights.canonical(weights)) == weights).all()
    same = othello_weights.mirrors()
    for empties in (9, 14, 20, 26):
        (me, opp), rows = positions(empties, 1)[0], []
        for turn in (None, 0, 1, 2):
            a, b = (me, opp) if turn is None else (mirror(me, turn), mirror(opp, turn))
            row = np.zeros((1, othello_eval.FEATURES), dtype=np.int64)
            othello_fit.patterns(np.array([[a, b]], dtype=np.uint64), same, row)
            rows.append(sorted(row[0].tolist()))
        assert rows[0] == rows[1] == rows[2] == rows[3]


def test_weights_promise_what_comes():
    """On games of another seed, what twelve empties promise goes with the exact score, and a search improves on it."""
    boards, weights = positions(12, 60, seed=99), othello_weights.shipped()
    truth, errors = othello_weights.label(boards, 0, weights), []
    for depth in (0, 4):
        out = np.zeros(len(boards), dtype=np.int64)
        othello_fit.look_ahead(boards, depth, weights, out)
        errors.append(float(np.std(out - truth)) / othello_eval.UNIT)
    assert errors[1] < errors[0] < 12 < truth.std() / othello_eval.UNIT


def test_weights_are_learned_again_alike():
    nothing = np.zeros(othello_eval.PHASES * othello_eval.SIZE, dtype=np.int8)
    first, again = (othello_weights.learn(0, nothing, 400, 5) for _ in range(2))
    assert (first.weights == again.weights).all() and first.seen < first.held_out < 25


def test_an_interrupted_search_says_what_it_knows():
    """Thirty-four empties are too many for a moment: a bound or a guess comes back, with a move."""
    game = Othello()
    s = game.initial()
    for _ in range(26):
        s = game.result(s, game.actions(s)[0])
    assert game.actions(s) != [PASS]
    got = search(game, s, "solve", seconds=0.3)
    assert got.bound in ("lower", "upper", "estimate") and got.action in game.actions(s)
    assert got.stopped == "seconds" and -64 <= got.value <= 64

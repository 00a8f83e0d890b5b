"""The shortest mate, against problems, tables of endings and a search by python-chess that tries everything."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

chess = pytest.importorskip("chess", reason="python-chess is a test oracle: pip install chess")

from tianji.games.chess import Chess  # noqa: E402
from tianji.search import search  # noqa: E402
from tianji.search.native.endings import ending_table  # noqa: E402

DATA = Path(__file__).parent.parent / "data" / "search" / "mates.epd"
GAME = Chess()


def problems():
    for row in DATA.read_text().splitlines():
        if not row.startswith("#"):
            board = chess.Board()
            yield board, board.set_epd(row)


def mates(board, m):
    """Whether the side to move can mate in at most m moves: every move against every reply."""
    for move in list(board.legal_moves):
        board.push(move)
        replies = list(board.legal_moves)
        forced = board.is_check() if not replies else m > 1
        for reply in replies if forced else []:
            board.push(reply)
            forced = mates(board, m - 1)
            board.pop()
            if not forced:
                break
        board.pop()
        if forced:
            return True
    return False


def check_line(board, got, m):
    """The line is legal, as long as the mate, and ends in one."""
    assert len(got.line) == 2 * m - 1 and got.line[0] == got.action
    board = board.copy()
    for move in got.line:
        board.push(board.parse_uci(move))
    assert board.is_checkmate()


def test_problems_are_solved_to_the_exact_length():
    for board, key in problems():
        got = search(GAME, GAME.parse(board.fen()), "dfpn", nodes=2_000_000)
        assert (got.value, got.bound, got.verdict) == (1.0, "exact", "win"), key
        assert chess.Move.from_uci(got.action) in key["bm"], key
        assert got.stats.extra["mate_in"] == key["dm"] == got.stats.extra["no_mate_in"] + 1
        check_line(board, got, key["dm"])


def test_every_mate_in_two_and_no_other():
    rng, seen = random.Random(3), []
    while len(seen) < 60:
        board = chess.Board(None)
        squares = [rng.randrange(8), *rng.sample(range(8, 56), 7)]  # a king on the edge: more mates
        for square, piece in zip(squares, "kKQRNPpr", strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        board.turn = rng.random() < 0.7
        if not board.is_valid() or board.is_game_over():
            continue
        shortest = next((m for m in (1, 2) if mates(board, m)), None)
        got = search(GAME, GAME.parse(board.fen()), "dfpn", depth=3)
        assert got.stats.extra.get("mate_in") == shortest, board.fen()
        assert got.verdict == ("win" if shortest else "unknown")
        if shortest:
            check_line(board, got, shortest)
        seen.append(shortest)
    assert {None, 1, 2} == set(seen)


@pytest.mark.parametrize(("ending", "most"), [("KQK", 6), ("KRK", 6)])
def test_lengths_agree_with_the_table(ending, most):
    rng, table, count = random.Random(5), ending_table(ending), 0
    while count < 15:
        board = chess.Board(None)
        for square, piece in zip(rng.sample(range(64), 3), f"K{ending[1]}k", strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        if not board.is_valid() or board.is_game_over():
            continue
        verdict = table.probe(board.fen())
        length = (verdict.plies + 1) // 2
        if verdict.value != 1 or length > most:
            continue
        got = search(GAME, GAME.parse(board.fen()), "dfpn", nodes=3_000_000)
        assert got.stats.extra["mate_in"] == length, board.fen()
        count += 1


@pytest.mark.parametrize(
    ("fen", "action"),
    [
        ("3BQ3/N7/8/8/8/5k2/6R1/R3K2R w KQ - 0 1", "e1g1"),
        ("8/6N1/rk1K4/1Pp3R1/2pB4/3Q4/8/8 w - c6 0 1", "b5c6"),
        ("K7/1PB1p3/k6n/2r5/1R6/8/8/8 w - - 0 1", "b7b8n"),
    ],
)
def test_castling_en_passant_and_a_knight_can_be_the_only_mate(fen, action):
    got = search(GAME, GAME.parse(fen), "dfpn", depth=1)
    assert (got.action, got.stats.extra["mate_in"]) == (action, 1)


def test_without_an_answer_the_question_stays_open():
    got = search(GAME, None, "dfpn", depth=5)
    assert (got.value, got.bound, got.verdict) == (0.0, "estimate", "unknown")
    assert got.stats.extra["no_mate_in"] == 3 and got.stats.extra["proved"] is None
    assert not got.stats.interrupted
    short = search(GAME, None, "dfpn", nodes=500)
    assert short.stats.interrupted and short.stats.extra["no_mate_in"] < 3


def test_the_fifty_move_rule_ends_the_search():
    fen = "8/8/8/8/8/1K6/3Q4/k7 w - - {} 80"
    assert search(GAME, GAME.parse(fen.format(99)), "dfpn").stats.extra["mate_in"] == 1  # the mate counts
    rook = "8/8/8/2K5/8/7R/8/1k6 w - - {} 80"  # mate in six
    assert search(GAME, GAME.parse(rook.format(89)), "dfpn", nodes=10**6).stats.extra["mate_in"] == 6
    late = search(GAME, GAME.parse(rook.format(91)), "dfpn", nodes=10**6)
    assert late.verdict == "unknown" and late.stats.extra["no_mate_in"] == 5

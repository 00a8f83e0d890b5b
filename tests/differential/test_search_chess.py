"""Chess against python-chess: moves, perft, its UCI client; Win-at-Chess."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

chess = pytest.importorskip("chess", reason="python-chess is a test oracle: pip install chess")

from tianji.errors import ParameterError  # noqa: E402
from tianji.games.chess import Chess  # noqa: E402
from tianji.search import search  # noqa: E402
from tianji.search.native.chess import fits, perft  # noqa: E402

DATA = Path(__file__).parent.parent / "data" / "search"


def rows(name):
    return [line.strip() for line in (DATA / name).read_text().splitlines() if line and line[0] != "#"]


def slow_perft(game, s, depth):
    if depth == 0 or game.player(s) < 0:
        return 1 if depth == 0 else 0
    actions = game.actions(s)
    return (
        len(actions) if depth == 1 else sum(slow_perft(game, game.result(s, a), depth - 1) for a in actions)
    )


def test_native_perft():
    game = Chess()
    for row in rows("perft.txt"):
        name, fen, *counts = row.split(";")
        s = game.parse(fen)
        if fits(game, s):
            assert [perft(s, d) for d in (1, 2, 3)] == [int(c) for c in counts[:3]], name
        else:  # rooks that castle from elsewhere: the rules know them, the kernel does not
            assert slow_perft(game, s, 2) == int(counts[1]), name


def test_perft_through_the_rules():
    game = Chess()
    for row in rows("perft.txt")[:8]:
        name, fen, one, two, *_ = row.split(";")
        s = game.parse(fen)
        assert (len(game.actions(s)), slow_perft(game, s, 2)) == (int(one), int(two)), name


def test_chess960_perft_through_the_rules():
    game = Chess(chess960=True)
    for row in rows("perft960.txt"):
        name, fen, one, two = row.split(";")
        assert slow_perft(game, game.parse(fen), 2) == int(two), name
        assert len(game.actions(game.parse(fen))) == int(one)


def plain_evaluation(board):
    """The evaluation man by man, from the tables as written down."""
    from tianji.kernels.chess import evaluate as chess_eval

    tables, middle, end, phase, score = chess_eval._tables(), 0, 0, 0, 0
    for square, man in board.piece_map().items():
        at, sign = 16 * (square >> 3) + (square & 7), 1 if man.color else -1
        at = at if man.color else at ^ 0x70
        middle += sign * int(chess_eval.VALUE[man.piece_type] + tables[0, man.piece_type, at])
        end += sign * int(chess_eval.VALUE[man.piece_type] + tables[1, man.piece_type, at])
        phase += int(chess_eval.PHASE[man.piece_type])
    score = (middle * min(phase, 24) + end * (24 - min(phase, 24))) // 24
    for colour, sign in ((True, 1), (False, -1)):
        score += 30 * sign * (len(board.pieces(3, colour)) >= 2)
        files = [square & 7 for square in board.pieces(1, colour)]
        doubled = len(files) - len(set(files))
        alone = sum(f - 1 not in files and f + 1 not in files for f in set(files))
        score -= 12 * sign * (doubled + alone)
    return (score if board.turn else -score) + 10


@pytest.mark.slow
def test_sums_of_the_evaluation_and_the_key_follow_the_moves():
    from tianji.kernels.chess import board as kernel
    from tianji.kernels.chess.evaluate import evaluate
    from tianji.search.native.chess import board_array, move_name

    game, rng = Chess(), random.Random(11)
    for row in rows("perft.txt")[:12]:
        s = game.parse(row.split(";")[1])
        if not fits(game, s):
            continue
        w = board_array(s)
        before = w[:138].copy()
        for ply in range(60):
            assert evaluate(w) == plain_evaluation(s.board), s
            if game.player(s) < 0:
                break
            action = rng.choice(game.actions(s))
            count = kernel.moves(w, False, kernel.LIST)
            played = [int(m) for m in w[kernel.LIST : kernel.LIST + count] if move_name(int(m)) == action]
            assert len(played) == 1 and kernel.make(w, played[0], ply)
            s = game.result(s, action)
            assert w[kernel.KEY] == board_array(s)[kernel.KEY], s
        else:
            ply += 1
        for i in range(ply - 1, -1, -1):
            kernel.unmake(w, i)
        assert (w[:138] == before).all()


def test_a_search_finds_the_shortest_mate_and_says_so():
    game = Chess()
    s = game.parse("rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 7 11")  # Lasker - Thomas 1912
    got = search(game, s, "pvs", nodes=1_000_000)
    assert (got.action, got.value, got.bound) == ("h5h7", 1.0, "exact")
    assert 0 < got.stats.extra["no_mate_in"] < got.stats.extra["mate_in"] <= 8
    s = game.parse("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1")  # Loyd 1861
    extra = search(game, s, "pvs", nodes=8_000_000).stats.extra
    assert (extra["mate_in"], extra["no_mate_in"]) == (5, 4)


def test_being_mated_counts_below_zero():
    game = Chess()
    got = search(game, game.parse("8/8/8/8/8/1K6/7Q/k7 b - - 0 1"), "pvs", nodes=100_000)
    assert (got.action, got.value, got.bound, got.stats.extra["mate_in"]) == ("a1b1", -1.0, "exact", -1)


def test_nodes_are_kept():
    got = search(Chess(), None, "pvs", nodes=20_000)
    assert got.stats.interrupted and 18_000 < got.stats.nodes < 20_500
    s = Chess().parse("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")  # a mate may be found, and a shorter one looked for
    for nodes in (50_000, 400_000):
        assert search(Chess(), s, "pvs", nodes=nodes).stats.nodes < nodes + 500
    s = Chess().parse("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1")
    for nodes in (300_000, 1_000_000, 3_000_000):
        assert search(Chess(), s, "pvs", nodes=nodes).stats.nodes < nodes + 500


def test_win_at_chess():
    game = Chess()
    for row in rows("wac.epd"):
        board = chess.Board()
        key = board.set_epd(row)
        got = search(game, game.parse(board.fen()), "pvs", nodes=200_000)
        assert chess.Move.from_uci(got.action) in key["bm"], row


def test_mate_in_two_is_proved_by_the_readable_search_too():
    game = Chess()
    s = game.parse("6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1")  # a back rank
    assert search(game, s, "pvs", depth=3).value == 1
    got = search(game, s, "pvs", nodes=50_000)
    assert (got.value, got.bound, got.verdict) == (1.0, "exact", "win")


def test_illegal_positions_are_refused():
    game = Chess()
    for fen in (
        "8/8/8/8/8/8/8/8 w - -",
        "nonsense",
        "k7/8/1Q6/8/8/8/8/K7 w - - 0 1 extra more",
        "kK6/8/8/8/8/8/8/8 w - -",
    ):
        with pytest.raises(ParameterError, match="chess"):
            game.parse(fen)
    with pytest.raises(ParameterError, match="illegal"):
        game.result(game.initial(), "e2e5")


def test_python_chess_drives_the_uci_engine():
    import chess.engine

    with chess.engine.SimpleEngine.popen_uci(
        [sys.executable, "-m", "tianji.search", "uci"], timeout=300
    ) as engine:
        assert engine.id["name"] == "Tianji"
        board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1")
        played = engine.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
        assert played.move in board.legal_moves
        assert played.info["score"].white().mate() in (1, 2)
        board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")  # Morphy
        played = engine.play(board, chess.engine.Limit(mate=2), info=chess.engine.INFO_ALL)
        assert (played.move.uci(), played.info["score"].white().mate()) == ("a1a6", 2)
        board = chess.Board()
        info = engine.analyse(board, chess.engine.Limit(time=0.2))
        assert info["nodes"] > 0 and info["pv"][0] in board.legal_moves

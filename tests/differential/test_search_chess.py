"""Chess against python-chess: moves, perft, its UCI client; Win-at-Chess."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

chess = pytest.importorskip("chess", reason="python-chess is a test oracle: pip install chess")

from tianji.errors import ParameterError  # noqa: E402
from tianji.games.chess import Chess  # noqa: E402
from tianji.search import search  # noqa: E402
from tianji.search.chess_native import fits, perft  # noqa: E402

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


def test_win_at_chess():
    game = Chess()
    for row in rows("wac.epd"):
        board = chess.Board()
        key = board.set_epd(row)
        got = search(game, game.parse(board.fen()), "pvs", seconds=1.5)
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
        [sys.executable, "-m", "tianji.search", "uci"], timeout=60
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

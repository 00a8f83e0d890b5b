"""Engines: every line is answered by an answer or a sentence, and lines are heard while a search runs."""

from __future__ import annotations

import io
import json
import queue
import subprocess
import sys
import threading

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tianji import cli
from tianji.errors import ParameterError
from tianji.games.connect_four import ConnectFour
from tianji.games.gomoku import Gomoku
from tianji.games.mnk import TicTacToe
from tianji.games.registry import load
from tianji.search.engines.json_lines import JsonEngine

LONG = "9" * 5000


class Wire:
    """Lines that a test sends one by one, as a program on the other side would, and what came back."""

    def __init__(self):
        self.lines, self.out = queue.SimpleQueue(), queue.SimpleQueue()

    def __iter__(self):
        while (line := self.lines.get()) is not None:
            yield line

    def send(self, *lines):
        for line in lines:
            self.lines.put(line)

    def hear(self, start=""):
        """The next line that begins so; everything before it is passed over."""
        while not (line := self.out.get(timeout=300)).startswith(start):
            pass
        return line


@pytest.fixture
def talk():
    """Start an engine on a wire; it is told to quit when the test ends."""
    started = []

    def start(make):
        wire = Wire()
        engine = make(wire.out.put)
        thread = threading.Thread(target=engine.serve, args=(wire,), daemon=True)
        thread.start()
        started.append((wire, thread))
        return wire

    yield start
    for wire, thread in started:
        wire.send("quit", '{"do": "quit"}', None)
        thread.join(300)
        assert not thread.is_alive()


@pytest.fixture
def uci(talk):
    pytest.importorskip("chess")
    from tianji.search.engines.uci import UciEngine

    return talk(UciEngine)


def test_stop_ends_an_infinite_search(uci):
    uci.send("position startpos moves e2e4", "go infinite", "isready")
    assert uci.hear() == "readyok"  # while it searches
    uci.send("stop")
    assert uci.hear("info depth").split()[3] == "score"
    game = load("chess")
    assert uci.hear("bestmove").split()[1] in game.actions(game.result(game.initial(), "e2e4"))


def test_an_infinite_search_that_knows_all_waits_for_stop(uci):
    uci.send("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "go infinite", "isready", "isready")
    assert (uci.hear(), uci.hear()) == ("readyok", "readyok")
    with pytest.raises(queue.Empty):
        uci.out.get(timeout=0.3)
    uci.send("stop")
    assert "mate 1" in uci.hear("info") and uci.hear("bestmove") == "bestmove a1a8"


def test_pondering_ends_with_a_hit_and_quit_ends_everything(uci):
    uci.send("go ponder wtime 1000 btime 1000", "ponderhit")
    assert uci.hear("bestmove")
    uci.send("stop", "ponderhit", "isready")  # nothing runs: nothing to end
    assert uci.hear() == "readyok"
    uci.send("go infinite", "quit")
    assert uci.hear("bestmove")


@pytest.mark.parametrize(
    "go",
    [
        "depth --5", "depth -5", "depth 0", "depth", "depth ²", f"depth {LONG[:400]}x", "nodes 1e20", "nodes 0",
        "wtime 100 btime 100 movestogo -1", "wtime 100 btime 100 movestogo 0", "wtime -5 btime -5", "movetime x",
        "movetime -1", "mate -3", "mate ²", "wtime 50 winc --1", "searchmoves e2e4 nodes 5", "nodes 5 depth",
    ],
)  # fmt: skip
def test_hostile_numbers_get_a_move_and_a_word(uci, go):
    uci.send("position startpos", f"go {go}", "stop", "isready")
    assert len(uci.hear("bestmove").split()[1]) == 4


@pytest.mark.parametrize("number", [LONG, "99999999999999999999", "9223372036854775808"])
@pytest.mark.parametrize("what", ["depth", "nodes", "movetime", "wtime", "mate"])
def test_numbers_without_end_are_searches_that_can_be_stopped(uci, what, number):
    uci.send(f"go {what} {number}", "stop")
    assert len(uci.hear("bestmove").split()[1]) == 4


@pytest.mark.parametrize(
    "line",
    [
        "position", "position fen", "position fen ²", "position startpos moves e2e5", "position startpos moves ²",
        f"position fen {LONG}", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position kiwipete",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1e9",
    ],
)  # fmt: skip
def test_positions_that_make_no_sense_are_told(uci, line):
    uci.send(line, "isready")
    told = uci.hear()
    assert told.startswith("info string") and len(told) < 600 and uci.hear() == "readyok"


words = st.sampled_from(
    ("go", "stop", "uci", "isready", "position", "fen", "moves", "e2e4", "nodes", "1", "-1", "quit")
)


@given(st.lists(st.one_of(words, st.text(max_size=12)), max_size=6).map(" ".join))
@settings(max_examples=60, deadline=None)
@example("go nodes " + LONG)
def test_no_line_brings_the_uci_engine_down(line):
    pytest.importorskip("chess")
    from tianji.search.engines.uci import UciEngine

    out = []
    engine = UciEngine(out.append)
    engine.serve(["go nodes 1", line.replace("\n", " "), "stop", "position startpos", "go nodes 1"])
    assert not any("fault of" in row for row in out), out


def test_python_chess_stops_an_analysis():
    chess = pytest.importorskip("chess")
    pytest.importorskip("chess.engine")
    with chess.engine.SimpleEngine.popen_uci(
        [sys.executable, "-m", "tianji.search", "uci"], timeout=300
    ) as engine:
        with engine.analysis(chess.Board(), chess.engine.Limit()) as analysis:  # go infinite
            engine.ping()
            analysis.stop()
            assert analysis.wait().move in chess.Board().legal_moves
        assert engine.play(chess.Board(), chess.engine.Limit(nodes=500)).move in chess.Board().legal_moves


def test_uci_refuses_other_games(capsys):
    assert cli.main(["search", "tic_tac_toe", "--engine", "uci"]) == 2
    assert "UCI is for chess" in capsys.readouterr().err


def test_json_stop_answers_the_search_first(talk):
    wire = talk(lambda write: JsonEngine(Gomoku(9), write))
    wire.send('{"id": 1, "do": "search", "method": "pvs"}', '{"id": 2, "do": "show"}')
    wire.send('{"id": 3, "do": "stop"}')
    answers = [json.loads(wire.hear()) for _ in range(3)]
    assert {a["id"]: a["ok"] for a in answers} == {1: True, 2: True, 3: True}
    by_id = {a["id"]: a for a in answers}
    assert by_id[1]["stopped"] == "cancelled" and "board" in by_id[2]
    assert [a["id"] for a in answers if a["id"] != 3] == [1, 2]


def test_json_quit_ends_a_search(talk):
    wire = talk(lambda write: JsonEngine(Gomoku(9), write))
    wire.send('{"id": 1, "do": "search", "method": "alphabeta"}', '{"id": 2, "do": "quit"}')
    assert [json.loads(wire.hear())["id"] for _ in range(2)] == [1, 2]


HOSTILE = [
    '{"do": []}', '{"do": {}}', '{"do": null}', '{"do": 5}', "{}", "[]", "5", '"x"', "null", "[" * 100_000,
    '{"a":' * 100_000, '{"do": "new", "position": 5}', '{"do": "new", "position": []}', '{"position": 5}',
    '{"do": "new", "position": "²"}', '{"do": "new", "position": "44444444"}', '{"do": "play"}',
    '{"do": "play", "action": null}', '{"do": "play", "action": {"a": [1]}}', '{"do": "search", "depth": "x"}',
    '{"do": "search", "nodes": 1e20}', '{"do": "search", "seconds": NaN}', '{"do": "search", "method": []}',
    '{"do": "search", "method": null}', '{"do": "search", "game": 1}', '{"do": "search", "stop": true}',
    '{"do": "search", "progress": 1}', '{"do": "search", "state": 1}', '{"do": "search", "evaluate": "x"}',
    '{"do": "search", "threads": 100000000}', '{"do": "search", "table": 1e99}', '{"do": "undo"}',
    '{"do": "show", "self": 1}', '{"do": "quit", "now": 1}', '{"id": "\\ud800", "do": "undo"}', "\x00", "{" + LONG,
    '{"do": "search", "": 1}', '{"do": "search", "method": "' + LONG + '"}', '{"do": "' + LONG + '"}',
]  # fmt: skip


@pytest.mark.parametrize("line", HOSTILE)
def test_hostile_json_is_answered_by_a_sentence(line):
    out = []
    JsonEngine(ConnectFour(4, 4), out.append).serve([line, '{"id": 7, "do": "show"}'])
    first, last = (json.loads(row) for row in out)
    assert first["ok"] is False and len(first["error"]) < 700 and "fault of its own" not in first["error"]
    assert last["id"] == 7 and last["ok"]


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
            ["do", "id", "position", "action", "method", "depth", "nodes"]) | st.text(max_size=5), inner, max_size=4
        ),
        max_leaves=8,
    ),
    st.sampled_from(["new", "play", "undo", "show", "actions", "methods", "stop", "search", None]),
)  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_no_request_brings_the_json_engine_down(request, do):
    if isinstance(request, dict) and do is not None:
        request = {**request, "do": do}
    out = []
    JsonEngine(TicTacToe(), out.append).serve([json.dumps(request), '{"id": 1, "do": "methods"}'])
    assert len(out) == 2 and json.loads(out[1])["ok"]
    assert "fault of its own" not in out[0]


@pytest.mark.parametrize(
    "text", ["²", "", " ", "٣", "e² a1", "a1 b٣", "4²", "9" * 5000, "\x00", "-1", "1e9", "💥", "(" * 2000]
)
@pytest.mark.parametrize(
    "name",
    [
        "nim", "connect_four", "othello", "chess", "tic_tac_toe", "gomoku", "hex", "kalah", "domineering",
        "breakthrough", "chess_ending", "three_lines", "mnk",
    ],
)  # fmt: skip
def test_positions_are_read_or_refused_in_a_sentence(name, text, capsys):
    if name == "chess":
        pytest.importorskip("chess")
    code = cli.main(["search", name, "--position", text, "--depth", "1", "--method", "pvs", "--quiet"])
    out, err = capsys.readouterr()
    assert code in (0, 2) and "Traceback" not in err
    assert code == 0 or (not out and err.count("\n") == 1 and len(err) < 700)


def test_a_huge_heap_is_refused_before_memory_is_taken(capsys):
    for text in ("99999999999", "1,2,99999999999", "9" * 5000):
        assert cli.main(["search", "nim", "--position", text]) == 2
        assert "nim" in capsys.readouterr().err
    with pytest.raises(ParameterError, match="stones"):
        load("nim(heaps=99999999999)")


def test_the_json_engine_of_the_command_line_survives(monkeypatch, capsys):
    lines = "\n".join([*HOSTILE[:12], '{"do": "quit"}']) + "\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert cli.main(["search", "connect_four", "--engine", "json"]) == 0
    rows = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert len(rows) == 13 and rows[-1]["ok"] and not any(row["ok"] for row in rows[:-1])


def test_the_end_of_the_input_ends_an_engine():
    pytest.importorskip("chess")
    done = subprocess.run(
        [sys.executable, "-m", "tianji.search", "uci"], input="go infinite\n", capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and "bestmove" in done.stdout and not done.stderr


def test_a_search_without_a_limit_ends_some_time_after_the_input(monkeypatch):
    monkeypatch.setattr("tianji.search.engines.json_lines.PATIENCE", 0.01)
    out = []
    JsonEngine(ConnectFour(), out.append).serve(['{"do": "search", "method": "minimax"}'])
    assert json.loads(out[0])["stopped"] == "cancelled"
    JsonEngine(TicTacToe(), out.append).serve(['{"do": "search", "depth": 3}'])
    assert json.loads(out[1])["stopped"] != "cancelled"

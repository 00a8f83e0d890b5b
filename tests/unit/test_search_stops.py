"""Every search can be stopped, reports where it stands, takes its own options alone, and its answer travels."""

from __future__ import annotations

import json
import pickle
import signal
import threading

import pytest

import tianji as tj
from tianji.core.result import Result
from tianji.errors import NotApplicableError, ParameterError, StoppedError
from tianji.games.breakthrough import Breakthrough
from tianji.games.chess_ending import ChessEnding
from tianji.games.connect_four import ConnectFour
from tianji.games.gomoku import Gomoku
from tianji.games.hexgame import Hex
from tianji.games.kalah import Kalah
from tianji.games.mnk import MNK, TicTacToe
from tianji.games.nim import Nim
from tianji.games.othello import Othello
from tianji.games.three_lines import ThreeLines
from tianji.run import clock as clocks
from tianji.search import build_book, fit_probcut, methods, search, solve_many
from tianji.search import table as tables
from tianji.search.native import KERNELS, endings
from tianji.search.native.kernel import POOL, Kernel
from tianji.search.options import Options
from tianji.search.readable.probcut import Pair, ProbCut
from tianji.search.readable.proof import prove_goal
from tianji.search.retrograde import Tablebase, retrograde

CUTS = ProbCut((Pair(1, 3, 1.0, 0.0, 1.0, 20),))
LONG = {"nodes": 10**12}
NEEDED = {"probcut": {"parameters": CUTS}, "mcts": LONG, "puct": LONG}
CASES = [
    *((Gomoku(9), m, NEEDED.get(m, {})) for m in methods()),
    *((Gomoku(9), m, {"seconds": 10**6}) for m in ("minimax", "alphabeta", "mtdf", "beam", "maxn")),
    (ThreeLines(), "maxn", {}),
    (ThreeLines(), "paranoid", {}),
    (ConnectFour(), "solve", {"table": 1 << 14}),
    (ConnectFour(), "solve", {"threads": 2, "table": 1 << 14}),
    (ConnectFour(scoring="distance"), "mtdf", {"seconds": 10**6}),
    (ConnectFour(), "mcts", LONG),
    (MNK(7, 7, 5), "mcts", {"seconds": 10**6}),
    (Othello(), "solve", {}),
    (Kalah(), "solve", {}),
    (Breakthrough(5, 6), "mtdf", {}),
    (Hex(5), "solve", {}),
    (ChessEnding("KBNK"), "solve", {}),
]


class Asked(threading.Event):
    """An event that another thread sets at the second question: the work has begun, and is never done by then."""

    asked = 0

    def is_set(self):
        self.asked += 1
        if self.asked == 2:
            other = threading.Thread(target=self.set)
            other.start()
            other.join()
        return super().is_set()


@pytest.mark.parametrize(("game", "method", "options"), CASES)
def test_an_event_set_by_another_thread_ends_every_search(game, method, options, monkeypatch):
    monkeypatch.setattr(endings, "KEPT", type(endings.KEPT)())
    POOL.clear()  # what an earlier test has proved
    got = search(game, None, method, stop=Asked(), **options)
    assert got.stopped == "cancelled" and got.stats.interrupted
    assert got.action in game.actions(game.initial()) and got.bound in ("lower", "upper", "estimate")


@pytest.mark.parametrize(
    "fen", ["startpos", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"]
)
@pytest.mark.parametrize(("method", "options"), [("pvs", {"seconds": 1000}), ("mtdf", LONG), ("dfpn", {})])
def test_chess_is_stopped_too(fen, method, options):
    pytest.importorskip("chess")
    game = tj.load("chess")
    s = game.initial() if fen == "startpos" else game.parse(fen)
    got = search(game, s, method, stop=Asked(), **options)
    assert got.stopped == "cancelled" and got.action in game.actions(s)


def test_a_stop_that_was_there_before_still_gives_a_move():
    for method in methods():
        got = search(Gomoku(9), None, method, stop=lambda: True, **NEEDED.get(method, {}))
        assert got.stopped == "cancelled" and got.action in Gomoku(9).actions(Gomoku(9).initial())


@pytest.mark.parametrize(
    ("options", "why"),
    [({}, "exact"), ({"depth": 2}, "depth"), ({"nodes": 30}, "nodes"), ({"seconds": 1e-6}, "seconds")],
)
def test_every_answer_says_why_it_ended(options, why):
    got = search(TicTacToe(), None, "alphabeta", **options)
    assert got.stopped == got.stats.stopped == got.to_dict()["stopped"] == why
    assert got.stats.interrupted == (why in ("nodes", "seconds"))


def test_ctrl_c_is_a_request_and_goes_on_where_asked():
    def evaluate(s):
        signal.raise_signal(signal.SIGINT)
        return 0.0

    got = search(MNK(5, 5, 4), None, "pvs", nodes=10**6, evaluate=lambda s: calm(s, evaluate))
    assert got.stopped == "interrupted"
    calm.fired = False
    with pytest.raises(KeyboardInterrupt), tj.interrupts("raise"):
        search(MNK(5, 5, 4), None, "pvs", nodes=10**6, evaluate=lambda s: calm(s, evaluate))


def calm(s, evaluate):
    """One signal, not two: the second would mean now."""
    if getattr(calm, "fired", False):
        return 0.0
    calm.fired = True
    return evaluate(s)


def after(asks):
    """A request to stop that comes with the asks-th question."""
    asked = []

    def stop():
        asked.append(1)
        return len(asked) > asks

    return stop


@pytest.mark.parametrize(
    ("method", "asks", "options"),
    [
        ("minimax", 1500, {}), ("negamax", 1500, {}), ("alphabeta", 60, {"table": 0}), ("pvs", 60, {"table": 0}),
        ("solve", 60, {"table": 0}),
    ],
)  # fmt: skip
def test_root_moves_that_were_searched_to_the_end_are_a_lower_bound(method, asks, options):
    got = search(TicTacToe(), None, method, stop=after(asks), native=False, **options)
    assert (got.stopped, got.bound, got.value) == ("cancelled", "lower", 0.0)


def test_null_windows_that_were_answered_are_a_bound():
    got = search(MNK(4, 4, 4), None, "mtdf", stop=after(400), table=1 << 12, native=False)
    assert (got.stopped, got.bound) in (
        ("cancelled", "lower"),
        ("cancelled", "upper"),
        ("cancelled", "estimate"),
    )
    got = search(TicTacToe(), None, "mtdf", stop=after(40), table=0, order=False, native=False)
    assert (got.stopped, got.bound, got.value) == ("cancelled", "lower", 0.0)


@pytest.mark.parametrize(
    ("game", "method", "options"),
    [
        (Gomoku(7), "pvs", {"nodes": 2000}),
        (ConnectFour(), "mcts", {"nodes": 9000}),
        (Kalah(4, 4), "solve", {}),
    ],
)
def test_progress_counts_nodes_and_may_end_the_search(game, method, options, monkeypatch):
    monkeypatch.setattr(clocks, "REPORT_SECONDS", 0.0)
    heard = []
    search(game, None, method, progress=heard.append, **options)
    assert heard and all((r.unit, r.phase) == ("nodes", method) for r in heard)
    assert [r.done for r in heard] == sorted(r.done for r in heard)
    assert search(game, None, method, progress=lambda r: False, **options).stopped in ("cancelled", "exact")


def test_progress_tells_the_depth(monkeypatch):
    monkeypatch.setattr(clocks, "REPORT_SECONDS", 0.0)
    depths = set()
    search(Gomoku(7), None, "pvs", nodes=3000, progress=lambda r: depths.add(r.depth))
    assert {1, 2} <= depths


@pytest.mark.parametrize("method", [m for m in methods() if m not in ("solve", "mtdf")])
def test_one_thread_is_one_thread(method):
    with pytest.raises(ParameterError, match=r"threads=4, but .* runs on one thread"):
        search(ConnectFour(), None, method, threads=4, **{**NEEDED.get(method, {}), "nodes": 100})


@pytest.mark.parametrize("game", [Hex(3), Kalah(3, 2), TicTacToe()])
def test_kernels_of_one_thread_refuse_more(game):
    with pytest.raises(ParameterError, match="one thread"):
        search(game, None, "solve", threads=2)
    for threads in (0, True, 10**8, "two"):
        with pytest.raises(ParameterError, match="threads="):
            search(game, None, "solve", threads=threads)


@pytest.mark.parametrize(
    ("method", "option"),
    [
        ("mcts", {"tree": True}), ("mcts", {"priors": len}), ("puct", {"native": True}), ("maxn", {"table": 4}),
        ("minimax", {"scout": True}), ("pns", {"table": 10}), ("beam", {"trace": True}), ("solve", {"evaluate": len}),
    ],
)  # fmt: skip
def test_options_of_other_methods_are_refused_by_name(method, option):
    with pytest.raises(ParameterError, match=f"{method!r} has no option '{next(iter(option))}'"):
        search(TicTacToe(), None, method, **option)


@pytest.mark.parametrize(
    ("method", "option"),
    [
        ("alphabeta", {"symmetry": "yes"}), ("alphabeta", {"quiescence": -1}), ("pvs", {"singular": "x"}),
        ("alphabeta", {"evaluate": 3}), ("mcts", {"seed": -1}), ("mcts", {"exploration": float("nan")}),
        ("mcts", {"playout_depth": 1.5}), ("puct", {"priors": [1]}), ("dfpn", {"goal": "win"}), ("dfpn", {"table": 0}),
        ("beam", {"width": 0}), ("beam", {"width": 2.5}), ("solve", {"scores": 1}), ("minimax", {"trace": 1}),
        ("mcts", {"solver": "no"}), ("alphabeta", {"native": "fast"}), ("expectiminimax", {"bounds": (0, 1, 2)}),
    ],
)  # fmt: skip
def test_values_of_the_wrong_kind_are_refused(method, option):
    name = next(iter(option))
    with pytest.raises(ParameterError, match=rf"{name}=.*expected"):
        search(TicTacToe(), None, method, **option)


@pytest.mark.parametrize("method", ["solve", "dfpn", "pns", "mcts", "puct"])
def test_methods_without_a_depth_say_so(method):
    with pytest.raises(ParameterError, match="has no depth"):
        search(Gomoku(5), None, method, depth=3)


def test_a_table_of_dfpn_is_a_limit():
    small = search(MNK(4, 4, 3), None, "dfpn", table=50)
    assert small.stopped == "memory" and small.stats.table_stores <= 50
    assert search(MNK(3, 3, 3), None, "dfpn", goal=1, table=10**6).stopped == "exact"
    pytest.importorskip("chess")
    chess = tj.load("chess")
    s = chess.parse("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    for table in (None, 64, 1 << 16):
        assert search(chess, s, "dfpn", table=table).stats.extra["mate_in"] == 1
    with pytest.raises(tj.TianjiError, match="can be had"):
        search(chess, s, "dfpn", table=1 << 50)


@pytest.mark.parametrize("method", ["pns", "dfpn", "mcts", "puct", "maxn"])
def test_a_tree_that_fills_the_memory_ends_with_the_best_answer(method, monkeypatch):
    """The memory that is free shrinks as the tree grows; nothing else says when to end."""
    free = iter(range(2**30, 0, -(2**26)))
    monkeypatch.setattr(tables, "free_bytes", lambda: next(free))
    monkeypatch.setattr(tables.SearchRoom, "STRIDE", 64)
    game = MNK(5, 4, 4)
    slow = {"native": False}
    budget = {"puct": LONG, "mcts": {**LONG, **slow}, "pns": slow, "dfpn": slow}.get(method, {})
    found = search(game, None, method, **budget)
    assert found.stopped == "memory" and found.stats.interrupted and found.bound == "estimate"
    assert found.action in game.actions(game.initial())
    assert found.stats.nodes < 20_000


def test_native_true_is_kept_or_refused():
    with pytest.raises(NotApplicableError, match="no kernel answers"):
        search(Breakthrough(9, 8), None, "solve", native=True)
    with pytest.raises(ParameterError, match="does not take 'evaluate'"):
        search(ConnectFour(4, 4), None, "mtdf", native=True, evaluate=lambda s: 0.0)
    assert search(ConnectFour(4, 4), None, "mtdf", native=True).stats.extra["native"]
    assert "native" not in search(ConnectFour(4, 4), None, "mtdf", evaluate=lambda s: 0.0).stats.extra


def test_kernels_are_one_table_of_one_kind():
    assert len(KERNELS) == 11 and all(isinstance(k, Kernel) for k in KERNELS)
    for kernel in KERNELS:
        assert kernel.methods and set(kernel.methods) <= set(methods())


@pytest.mark.parametrize(
    ("game", "method", "options"),
    [
        (TicTacToe(), "alphabeta", {"trace": True}),
        (ConnectFour(4, 4), "solve", {"scores": True}),
        (Kalah(3, 2), "solve", {}),
        (Othello(), "pvs", {"depth": 2}),
        (ThreeLines(), "maxn", {"depth": 2}),
        (ConnectFour(), "mtdf", {"seconds": 0.05}),
        (TicTacToe(), "mcts", {"native": False}),
    ],
)
def test_answers_travel(game, method, options):
    got = search(game, None, method, **options)
    again = pickle.loads(pickle.dumps(got))
    assert isinstance(got, Result) and again.to_dict() == got.to_dict()
    assert json.loads(got.to_json())["action"] == str(got.action)
    assert "<table>" in got._repr_html_() and "verdict" in got._repr_html_()


def test_a_lazy_line_is_found_when_it_travels():
    got = search(ConnectFour(4, 4), None, "solve")
    assert callable(got._line)
    assert len(pickle.loads(pickle.dumps(got)).line) == 16 and callable(got._line) is False


@pytest.mark.parametrize("position", ["", "4", "44", "4455"])
@pytest.mark.parametrize("scoring", ["outcome", "distance"])
def test_connect_four_out_of_time_says_how_far_it_saw(position, scoring):
    """Issue: `--method mtdf --seconds 1` printed neither a depth nor a bound."""
    game = ConnectFour(scoring=scoring)
    got = search(game, game.parse(position), "mtdf", seconds=0.05)
    assert got.stopped == "exact" or (got.stats.depth >= 2 and "bounds" in got.stats.extra)
    low, high = got.stats.extra["bounds"]
    assert low <= high and (got.bound == "exact" or low <= got.value <= high)


def test_boards_out_of_time_give_the_readable_estimate():
    got = search(Breakthrough(5, 6), None, "mtdf", seconds=0.1)
    assert got.bound == "estimate" and got.stats.depth >= 1 and got.stopped == "seconds"


def test_retrograde_keeps_what_it_proved():
    game, still_open = Nim("3,4,5"), -(2**31)
    full, part = (retrograde(game, stop=s, native=False) for s in (None, after(5)))
    assert (full.stopped, part.stopped, len(part)) == ("exact", "cancelled", len(full))
    known = [(code, true) for code, true in zip(part.codes, full.codes, strict=True) if code != still_open]
    assert 0 < len(known) < len(full) and all(code == true for code, true in known)
    with pytest.raises(ParameterError, match="not decided"):
        part.probe(game.initial())
    assert len(retrograde(game, stop=after(1), native=False)) == 0
    assert retrograde(game, progress=lambda r: False).stopped == "cancelled"


def test_an_unfinished_tablebase_says_so_after_loading(tmp_path):
    game = Nim("2,3")
    full = retrograde(game, native=False)
    part = Tablebase(game, full.keys, full.codes.copy(), "cancelled")
    part.codes[:] = -(2**31)
    part.save(tmp_path / "part.safetensors")
    again = Tablebase.load(tmp_path / "part.safetensors", game)
    assert again.stopped == "cancelled"
    with pytest.raises(ParameterError, match=r"not decided when the analysis ended \(cancelled\)"):
        again.probe(game.initial())


def test_books_stop_between_positions():
    book = build_book(ConnectFour(4, 4), positions=10**6, method="pvs", depth=3, stop=after(60))
    assert book.stopped == "cancelled" and len(book) > 0
    assert build_book(ConnectFour(4, 4), positions=3, method="solve").stopped == "positions"
    heard = []
    build_book(ConnectFour(4, 4), positions=3, method="solve", progress=heard.append)
    assert heard and heard[0].unit == "positions" and heard[0].total == 3


def test_many_positions_stop_with_what_is_solved():
    game = ConnectFour(scoring="distance")
    easy, hard = game.parse("7422341735647741166133573473242566"), game.initial()
    assert solve_many(game, [hard], seconds=0.05) == [None]
    some = solve_many(game, [easy, hard], progress=lambda report: report.done < 10**6)
    assert some == [1, None]  # the first takes a handful of nodes, the second more than any machine visits
    event = threading.Event()
    event.set()
    assert solve_many(game, [hard], stop=event, threads=2) == [None]


def test_proofs_and_fits_stop():
    proof = prove_goal(Gomoku(9), Gomoku(9).initial(), 1.0, stop=lambda: True)
    assert proof.proved is None and proof.stats.stopped == "cancelled"
    with pytest.raises(StoppedError, match=r"stopped \(cancelled\) after"):
        fit_probcut(Othello(), ((2, 4),), positions=20, plies=(6, 8), stop=lambda: True)


def test_changed_options_are_those_that_were_given():
    from tianji.search.options import Window

    assert Window().changed() == [] and Window(table=4, native=True).changed() == ["table", "native"]
    assert Options().changed() == []


def test_searches_in_threads_share_the_depth_of_recursion():
    """The limit of recursion belongs to the process: a search that ends must not lower it under another."""
    from tests.unit.test_search_faults import Ladder

    answers, gate = [], threading.Barrier(2)

    def run(delay):
        gate.wait()
        for _ in range(5):
            answers.append(search(Ladder(), None, "alphabeta").value)

    pool = [threading.Thread(target=run, args=(k,)) for k in range(2)]
    for thread in pool:
        thread.start()
    for thread in pool:
        thread.join()
    assert answers == [1.0] * 10


def test_no_time_at_all_is_no_time_for_what_is_in_the_table_either():
    game = tj.load("connect_four(scoring=distance)")
    state = game.parse("44444222225353")
    assert tj.search.solve_many(game, [state]) != [None]
    assert all(tj.search.solve_many(game, [state], seconds=1e-9) == [None] for _ in range(20))

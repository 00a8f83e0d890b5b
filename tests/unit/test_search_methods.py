"""Edges of the search package: faults in one sentence, budgets, traces, files, engines, bandits."""

from __future__ import annotations

import io
import json
import signal
import sys
import threading
from dataclasses import dataclass

import numpy as np
import pytest

import tianji.search
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.errors import (
    FileFormatError,
    GameRuleError,
    NotApplicableError,
    ParameterError,
    TooLargeError,
    UnknownNameError,
)
from tianji.games.breakthrough import Breakthrough
from tianji.games.chess_ending import ChessEnding
from tianji.games.connect_four import ConnectFour, Stones
from tianji.games.domineering import Domineering
from tianji.games.gomoku import Gomoku
from tianji.games.hexgame import Hex
from tianji.games.kalah import Kalah
from tianji.games.kuhn import Kuhn
from tianji.games.mnk import MNK, TicTacToe
from tianji.games.nim import Nim
from tianji.games.othello import Discs, Othello
from tianji.games.three_lines import ThreeLines
from tianji.search import methods, search
from tianji.search.bandits import POLICIES, play_bandit, regret_bound_ucb1
from tianji.search.book import Book, build_book
from tianji.search.engines.json_lines import JsonEngine
from tianji.search.features import Weighted, fit_weights
from tianji.search.readable.alphabeta import AlphaBetaOptions, Searcher
from tianji.search.readable.probcut import ProbCut, fit_probcut
from tianji.search.retrograde import Tablebase, retrograde
from tianji.search.table import Table


@dataclass(frozen=True)
class Loop(Game):
    """Two positions for ever; the first player may stop and win."""

    def initial(self):
        return 0

    def player(self, s):
        return TERMINAL if s == 2 else s

    def actions(self, s):
        return ("on", "stop") if s == 0 else ("on",)

    def result(self, s, a):
        return 2 if a == "stop" else 1 - s

    def utility(self, s):
        return 1.0, -1.0


@dataclass(frozen=True)
class Dice(Game):
    """Take one for sure, or roll: 0 or 3."""

    def initial(self):
        return "start"

    def player(self, s):
        return {"start": 0, "roll": CHANCE}.get(s, TERMINAL)

    def actions(self, s):
        return ("take", "roll")

    def result(self, s, a):
        return "roll" if a == "roll" else 1 if a == "take" else a

    def chances(self, s):
        return [(0, 0.5), (3, 0.5)]

    def utility(self, s):
        return float(s), -float(s)


def test_the_package_is_callable():
    assert tianji.search(TicTacToe(), None, "pvs").value == 0


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "1"])
def test_zero_time_is_one_sentence(seconds):
    with pytest.raises(ParameterError, match="seconds="):
        search(TicTacToe(), seconds=seconds)


@pytest.mark.parametrize(("name", "value"), [("nodes", 0), ("depth", 0), ("depth", 1.5), ("nodes", -3)])
def test_useless_budgets(name, value):
    with pytest.raises(ParameterError, match=name):
        search(TicTacToe(), method="alphabeta", **{name: value})


def test_unknown_names_are_suggested():
    with pytest.raises(UnknownNameError, match="did you mean 'mtdf'"):
        search(TicTacToe(), method="mtd")
    with pytest.raises(ParameterError, match="quiescence"):
        search(TicTacToe(), method="pvs", quiescense=1)


@pytest.mark.parametrize("method", list(methods()))
def test_hidden_information_names_the_way_out(method):
    with pytest.raises(NotApplicableError, match="hides some"):
        search(Kuhn(), None, method)


@pytest.mark.parametrize(
    "method", ["alphabeta", "mtdf", "pvs", "minimax", "negamax", "solve", "maxn", "paranoid", "dfpn"]
)
def test_chance_names_the_method_that_can(method):
    with pytest.raises(NotApplicableError, match="expectiminimax"):
        search(Dice(), None, method)


def test_expectiminimax_and_mcts_handle_chance():
    got = search(Dice(), None, "expectiminimax")
    assert (got.action, got.value, got.bound) == ("roll", 1.5, "exact")
    assert search(Dice(), "roll", "expectiminimax").value == 1.5
    assert search(Dice(), None, "mcts", nodes=400).action == "roll"


def test_three_players_name_maxn():
    with pytest.raises(NotApplicableError, match="maxn"):
        search(ThreeLines(), None, "mtdf")
    assert search(ThreeLines(3, 3), None, "mcts", nodes=50).values is not None


def test_endless_games_are_refused_or_solved_backwards():
    with pytest.raises(NotApplicableError, match="endless"):
        search(Loop(), None, "alphabeta", order=False)
    assert search(Loop(), None, "alphabeta", depth=5).value == 1
    assert retrograde(Loop()).probe(0) == (1, 1)


def test_finished_and_foreign_states():
    game = TicTacToe()
    with pytest.raises(ParameterError, match="over"):
        search(game, game.parse("XXX/OO./..."))
    with pytest.raises(ParameterError, match="no state"):
        search(game, "nonsense", "pvs")
    with pytest.raises(ParameterError, match="Game"):
        search("tic_tac_toe")


def test_illegal_connect_four_positions():
    game = ConnectFour()
    for text in ("8", "4444444", "41424347", "4x"):
        with pytest.raises(ParameterError, match="connect_four"):
            game.parse(text)
    with pytest.raises(ParameterError, match="no position"):
        search(game, Stones(0, 1 << 3), "solve")
    with pytest.raises(ParameterError, match="column 4"):
        game.result(game.parse("444444"), 4)


def test_a_table_larger_than_memory():
    with pytest.raises(TooLargeError, match="can be had"):
        search(TicTacToe(), method="mtdf", table=10**12)
    with pytest.raises(TooLargeError, match="can be had"):
        search(ConnectFour(), method="solve", table=1 << 42)
    for game in (Kalah(3, 3), Domineering(4, 4)):
        with pytest.raises(TooLargeError, match=r"table of .* entries needs about"):
            search(game, method="solve", table=1 << 42)


def test_not_zero_sum_is_refused():
    class Odd(Nim):
        def utility(self, s):
            return 1.0, 1.0

    with pytest.raises(NotApplicableError, match="zero"):
        search(Odd("1"), None, "pvs")


def test_no_actions_is_a_broken_game():
    class Broken(Nim):
        def actions(self, s):
            return []

    with pytest.raises(GameRuleError, match="no action"):
        search(Broken("2"), None, "alphabeta")


@pytest.mark.parametrize(
    "method", ["pvs", "mtdf", "aspiration", "alphabeta", "negamax", "mcts", "beam", "dfpn"]
)
def test_a_clock_is_kept(method):
    game = Gomoku(9)
    got = search(game, None, method, seconds=0.2)
    assert got.action in game.actions(game.initial())
    assert got.stats.interrupted and got.stopped == "seconds"


def test_ctrl_c_returns_the_best_so_far():
    calls = []

    def evaluate(s):
        calls.append(s)
        if len(calls) == 400:
            signal.raise_signal(signal.SIGINT)
        return 0.0

    got = search(MNK(5, 5, 4), None, "pvs", seconds=600, evaluate=evaluate)
    assert got.stats.interrupted and got.action in range(25)


def test_native_ctrl_c_and_clock_return_bounds():
    game = ConnectFour(scoring="distance")
    search(game, game.parse("44444152"), "mtdf", seconds=0.05)
    got = search(game, None, "mtdf", seconds=0.1)
    assert got.stats.interrupted and got.bound in ("lower", "upper", "estimate")
    low, high = got.stats.extra["bounds"]
    assert low <= 1 <= high  # the true score of the empty board is 1


def test_threads_do_not_change_the_value():
    game = ConnectFour(scoring="distance")
    s = game.parse("335662333565")
    assert search(game, s, "solve", threads=2, table=1 << 16).value == search(game, s, "solve").value == -2
    with pytest.raises(ParameterError, match="threads"):
        search(game, s, "solve", threads=0)


def test_native_and_readable_connect_four_agree():
    rng = np.random.default_rng(3)
    for scoring in ("outcome", "distance"):
        game = ConnectFour(5, 4, scoring)
        for _ in range(12):
            s = game.initial()
            for _ in range(7):
                s = game.result(s, int(rng.choice(game.actions(s))))
                if game.player(s) < 0:
                    break
            else:
                assert search(game, s, "solve").value == search(game, s, "solve", native=False).value


def test_native_and_readable_othello_agree():
    game, rng = Othello(), np.random.default_rng(4)
    for _ in range(4):
        s = game.initial()
        while game.player(s) >= 0 and 64 - (s.mine | s.theirs).bit_count() > 7:
            s = game.result(s, str(rng.choice(game.actions(s))))
        if game.player(s) >= 0:
            assert search(game, s, "solve").value == search(game, s, "solve", native=False).value
    with pytest.raises(ParameterError, match="two discs"):
        search(game, Discs(3, 3 | 1 << 9, 0), "solve")


@pytest.mark.parametrize(
    "game", [Hex(3), Domineering(4, 4), Domineering(3, 5, "horizontal"), Breakthrough(3, 4), Kalah(3, 2)]
)
def test_native_and_readable_small_boards_agree(game):
    rng = np.random.default_rng(5)
    for moves in range(4):
        s = game.initial()
        for _ in range(moves):
            s = game.result(s, game.actions(s)[int(rng.integers(len(game.actions(s))))])
        if game.player(s) >= 0:
            assert search(game, s, "solve").value == search(game, s, "solve", native=False).value


def test_search_scores_every_root_move():
    game = ConnectFour(scoring="distance")
    s = game.parse("32164625")
    scores = search(game, s, "solve", scores=True).scores
    assert max(scores.values()) == 11 and set(scores) == set(game.actions(s))


def test_quiescence_and_singular_extensions_see_past_the_horizon():
    game = Gomoku(9)
    s = game.parse("e5 a1 f5 b1 g5 a3")  # an open three: two more moves win
    plain = search(game, s, "pvs", depth=1)
    quiet = search(game, s, "pvs", depth=1, quiescence=6)
    assert abs(plain.value) < 1e5 and quiet.stats.nodes > plain.stats.nodes
    four = game.parse("e5 a1 f5 b1 g5 a3 h5")
    assert search(game, four, "pvs", depth=1, quiescence=4).value == -1e5  # both ends cannot be stopped
    got = search(MNK(4, 4, 3), None, "pvs", nodes=3000, singular=0.05)
    assert got.action in range(16) and got.stats.extra.get("singular", 0) > 0


def test_probcut_is_fitted_saved_and_used(tmp_path):
    game = Othello()
    fitted = fit_probcut(game, ((1, 3),), positions=20, plies=(6, 12))
    pair = fitted.pairs[0]
    assert pair.slope > 0 and pair.sigma > 0 and pair.samples == 20
    path = tmp_path / "cut.safetensors"
    fitted.save(path, game.spec)
    assert ProbCut.load(path, "othello") == fitted
    with pytest.raises(FileFormatError, match="othello"):
        ProbCut.load(path, "kalah")
    s = game.parse("-" * 18 + "XXX-----OOO-----XXXX----OOO-----" + "-" * 14 + " X")
    full = search(game, s, "pvs", depth=4)
    cut = search(game, s, "probcut", depth=4, parameters=fitted)
    assert (
        cut.stats.extra.get("probcuts", 0) > 0
        and cut.stats.nodes < full.stats.nodes
        and cut.bound == "estimate"
    )
    with pytest.raises(ParameterError, match="fit_probcut"):
        search(game, s, "probcut", depth=3)


def test_features_are_weighted_and_fitted():
    game = Othello()
    value = Weighted.of(game)
    s = game.result(game.initial(), "D3")
    assert value(s) == pytest.approx(game.evaluate(s))
    mobility = {"mobility": lambda s: game.features(s)["mobility"]}
    states = [s, game.result(s, game.actions(s)[0])]
    fitted = fit_weights(mobility, states, [2 * mobility["mobility"](x) for x in states])
    if any(mobility["mobility"](x) for x in states):
        assert fitted.weights["mobility"] == pytest.approx(2)
    with pytest.raises(UnknownNameError):
        Weighted(mobility, {"mobilty": 1.0})


def test_books_are_built_probed_and_guarded(tmp_path):
    game = ConnectFour(4, 4)
    book = build_book(game, positions=12, method="solve")
    action, move = book.probe(game.initial())
    assert move.bound == "exact" and move.value == 0 and action in (1, 2, 3, 4)
    assert book.probe(game.parse("11112222")) is None or len(book) == 12
    path = tmp_path / "book.safetensors"
    book.save(path)
    assert Book.load(path, game).entries == book.entries
    with pytest.raises(FileFormatError, match="book of"):
        Book.load(path, ConnectFour())
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(FileFormatError):
        Book.load(path, game)


def test_tablebases_are_saved_and_guarded(tmp_path):
    game = Nim("2,3")
    table = retrograde(game)
    path = tmp_path / "nim.safetensors"
    table.save(path)
    again = Tablebase.load(path, game)
    assert again.probe(game.initial()) == table.probe(game.initial()) == (1, 5)
    assert again.line(game.initial())[0] == (1, 2)
    with pytest.raises(FileFormatError, match="tablebase of"):
        Tablebase.load(path, Nim("1"))
    with pytest.raises(ParameterError, match="does not hold"):
        table.probe(Nim("9").initial())
    data = bytearray(path.read_bytes())
    data[-3] ^= 255
    path.write_bytes(bytes(data))
    with pytest.raises(FileFormatError, match="checksum"):
        Tablebase.load(path, game)
    with pytest.raises(TooLargeError, match="limit"):
        retrograde(Nim("9,9,9"), limit=50)


def test_ending_tables_are_saved_and_agree_with_plain_retrograde(tmp_path):
    from tianji.search.native.endings import EndingTable, ending_table

    table = ending_table("KQK")
    path = tmp_path / "kqk.safetensors"
    table.save(path)
    assert (EndingTable.load(path).table == table.table).all()
    game = ChessEnding("KQK")
    s = game.parse("8/8/8/8/8/1K6/8/k4Q2 b - - 0 1")
    verdict = table.probe(s)
    children = [table.probe(game.result(s, a)) for a in game.actions(s)]
    assert verdict.plies == max(c.plies for c in children) + 1 if children else verdict.plies == 0
    assert table.probe("8/8/8/8/8/1k6/8/K4q2 w - - 0 1") == verdict  # the colours exchanged
    with pytest.raises(ParameterError, match="illegal"):
        game.parse("8/8/8/8/8/1K6/8/k4Q2 w - - 0 1")
    with pytest.raises(ParameterError, match="pieces"):
        ChessEnding("KPK")


@pytest.mark.parametrize("policy", list(POLICIES))
def test_bandits_learn_which_arm_is_best(policy):
    run = play_bandit([0.2, 0.5, 0.9], policy, pulls=2000, seed=1)
    assert run.pulls.sum() == 2000 and (np.diff(run.regret) >= 0).all()
    if policy != "greedy":  # greedy may lock onto a bad arm for ever
        assert run.pulls.argmax() == 2
        assert run.regret[-1] < 0.6 * 0.5 * 2000  # far from playing at random
    if policy == "ucb1":
        assert run.regret[-1] <= regret_bound_ucb1([0.2, 0.5, 0.9], 2000)


def test_bandit_faults():
    with pytest.raises(ParameterError, match="means"):
        play_bandit([0.5, 1.5])
    with pytest.raises(UnknownNameError, match="ucb1"):
        play_bandit([0.5], "ucb")
    with pytest.raises(ParameterError, match="epsilon"):
        play_bandit([0.5], "epsilon_greedy", epsilon=2)


def test_mcts_proves_tic_tac_toe_endings_and_respects_seeds():
    game = TicTacToe()
    s = game.parse("XO./.X./..O")
    for native in (True, False):
        got = search(game, s, "mcts", nodes=3000, native=native)
        assert (got.value, got.bound) == (1.0, "exact")
        assert search(game, game.result(s, got.action), "solve").value == -1
    a, b = (search(game, None, "mcts", nodes=500, seed=7, native=False) for _ in range(2))
    assert a.scores == b.scores
    one = search(MNK(5, 5, 4), None, "mcts", nodes=50, playout_depth=2, evaluate=lambda s: 0.25)
    assert one.stats.nodes == 50


def test_puct_follows_its_priors():
    game = TicTacToe()

    def priors(s):
        return [0.92 if a == 8 else 0.01 for a in game.actions(s)]

    got = search(game, None, "puct", nodes=20, priors=priors, solver=False)
    assert got.action == 8


def test_tables_share_and_forget():
    table = Table(1 << 10)
    game = TicTacToe()
    Searcher(game, AlphaBetaOptions(table=table)).root(game.initial(), 0, float("inf"))
    assert 0 < len(table) <= 1 << 10
    again = search(game, None, "pvs", table=table)
    assert again.stats.nodes < 40  # the table answers
    table.clear()
    assert len(table) == 0


def test_traces_are_data():
    got = search(TicTacToe(), TicTacToe().parse("XO./.X./..O"), "alphabeta", trace=True)
    data = json.loads(got.trace.to_json())
    assert data["visits"][0]["parent"] == -1 and data["dropped"] == 0
    small = tianji.search.Trace(limit=3)
    search(TicTacToe(), None, "alphabeta", depth=3, trace=small)
    assert len(small.visits) == 3 and small.dropped > 0 and "not kept" in small.text()


def test_the_json_engine_answers_every_line():
    out = []
    engine = JsonEngine(ConnectFour(4, 4), out.append)
    lines = [
        '{"id": 1, "do": "new", "position": "12"}',
        '{"do": "play", "action": "3"}',
        '{"do": "undo"}',
        '{"do": "search", "method": "solve"}',
        '{"do": "search", "method": "nope"}',
        '{"do": "play", "action": "9"}',
        "not json",
        '{"do": "dance"}',
        '{"do": "methods"}',
        '{"do": "quit"}',
        '{"do": "show"}',
    ]
    engine.serve(lines)
    answers = [json.loads(line) for line in out]
    assert len(answers) == 10 and answers[0]["id"] == 1
    assert [a["ok"] for a in answers] == [True, True, True, True, False, False, False, False, True, True]
    assert answers[3]["value"] == 0 and answers[3]["bound"] == "exact"
    assert "illegal" in answers[5]["error"]


def test_the_engine_runs_as_a_module(monkeypatch, capsys):
    from tianji.search import __main__ as module

    monkeypatch.setattr(sys, "stdin", io.StringIO('{"do": "quit"}\n'))
    assert module.main(["json", "tianji.games.mnk:TicTacToe"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"]
    assert module.main(["what"]) == 2
    assert module.main(["json", "no_such_game"]) == 1


def test_searches_run_in_threads():
    game, answers = ConnectFour(5, 4), []
    pool = [
        threading.Thread(target=lambda: answers.append(search(game, None, "solve").value)) for _ in range(3)
    ]
    for thread in pool:
        thread.start()
    for thread in pool:
        thread.join()
    assert len(set(answers)) == 1 and len(answers) == 3


def test_traces_are_seen_by_the_root_player():
    """Values, windows and labels of every visit, from one viewpoint, as minimax says."""
    game = TicTacToe()
    s = game.parse("XO./.X./..O")
    for method in ("minimax", "negamax", "alphabeta"):
        visits = search(
            game, s, method, trace=True, **({"table": 0} if method == "alphabeta" else {})
        ).trace.visits
        assert visits[0].node == "MAX" and visits[0].value == 1.0
        assert {v.node for v in visits} == {"MAX", "MIN", "END"}
        for visit in visits:
            below = [v.value for v in visits if v.parent == visit.index]
            if below and not visit.pruned and visit.window == (float("-inf"), float("inf")):
                assert visit.value == (max(below) if visit.node == "MAX" else min(below))
    text = search(game, s, "minimax", trace=True).trace.text(60)
    assert text.startswith("MAX is player 0") and "MIN " in text and "alpha" not in text

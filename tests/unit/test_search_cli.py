"""tianji search and tianji play against a search."""

from __future__ import annotations

import io
import json
import sys

import pytest

FOUR = "tianji.games.connect_four:ConnectFour"
TOE = "tianji.games.mnk:TicTacToe"


def test_search_prints_what_it_found(run):
    code, out, _ = run("search", FOUR + "(scoring=distance)", "--position", "32164625", "--method", "mtdf")
    assert code == 0
    assert "value       11 (exact): win for player 0" in out
    for word in ("action", "line", "nodes", "cutoffs", "table hits", "a second"):
        assert word in out


def test_search_as_json(run):
    code, out, _ = run("search", TOE, "--json", "--method", "pvs", "--seconds", "300")
    data = json.loads(out)
    assert code == 0 and data["value"] == 0 and data["verdict"] == "draw" and len(data["line"]) == 9


def test_a_trace_shows_the_cut(run):
    code, out, _ = run(
        "search", TOE, "--position", "XO./.X./O..", "--method", "alphabeta", "--trace", "--set", "table=0"
    )
    assert code == 0 and "✂" in out and "alpha" in out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((TOE, "--method", "mtd"), "did you mean 'mtdf'"),
        ((TOE, "--seconds", "0"), "above 0"),
        ((TOE, "--position", "XXXX"), "expected 3 rows"),
        (("kuhn",), "perfect information"),
        ((TOE, "--set", "nonsense"), "NAME=VALUE"),
        ((TOE, "--engine", "morse"), "expected 'json'"),
    ],
)
def test_faults_are_one_line(run, args, says):
    code, out, err = run("search", *args)
    assert code == 2 and not out and says in err and err.count("\n") == 1


def test_methods_are_listed_and_probcut_is_fitted(run, tmp_path):
    assert "df-pn" not in run("search", TOE, "--method", "list")[1]
    assert "proof numbers" in run("search", TOE, "--method", "list")[1]
    path = tmp_path / "cut.safetensors"
    code, out, _ = run("search", FOUR + "(columns=5,rows=4)", "--fit-probcut", path)
    assert code == 0 and "sigma" in out and path.exists()


def test_the_engine_reads_lines(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"do": "search", "method": "solve"}\n'))
    code, out, _ = run("search", TOE, "--engine", "json")
    assert code == 0 and json.loads(out)["value"] == 0


def test_play_against_a_search(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("4\n0\n1\n2\n3\n5\n6\n7\n8\n"))
    code, out, _ = run("play", TOE, "--method", "pvs", "--seat", "0", "--rounds", "1", "--seconds", "1")
    assert code == 0 and "..." in out and "Round 1" in out


def test_connect_four_out_of_time_reports_depth_and_bound(run):
    code, out, _ = run("search", FOUR, "--method", "mtdf", "--seconds", "0.1", "--quiet")
    assert code == 0 and "(estimate)" in out and "nobody can force a win so soon" in out
    assert "stopped     the time ran out" in out
    code, out, _ = run(
        "search", FOUR + "(scoring=distance)", "--method", "mtdf", "--seconds", "0.1", "--quiet"
    )
    assert code == 0 and "between" in out and "depth" in out


def test_minimax_is_traced_from_one_viewpoint(run):
    code, out, _ = run("search", TOE, "--position", "XO./.X./..O", "--method", "minimax", "--trace")
    assert code == 0 and "MAX is player 0" in out and "MIN " in out and "END" in out
    assert "window" not in out and "✂" not in out


@pytest.mark.parametrize("width", [60, 80, 120])
def test_texts_fit_the_terminal(run, monkeypatch, width):
    monkeypatch.setattr("tianji.cli.search.columns", lambda stream: width)
    position = ("--position", "XO./.X./..O", "--set", "table=0")
    code, out, _ = run("search", TOE, *position, "--method", "alphabeta", "--depth", "3", "--trace")
    assert code == 0 and max(map(len, out.splitlines())) <= width
    assert "✂" in out and "(alpha" in out


def test_threads_are_refused_where_nothing_divides_the_work(run):
    code, out, err = run("search", TOE, "--method", "mcts", "--threads", "4")
    assert code == 2 and not out and "one thread" in err

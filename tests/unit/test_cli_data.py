"""What a command prints with --json is the `to_dict` of the library's answer: the command line builds no data."""

from __future__ import annotations

import ast
import io
import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import tianji as tj
from tianji import cli
from tianji.arena import Match, SearchPlayer, StrategyPlayer
from tianji.cfr import bench
from tianji.core.result import Result, finite
from tianji.errors import ParameterError, UnknownNameError
from tianji.evaluate.appraisal import appraise
from tianji.games.convert import convert
from tianji.search import ProbCut

# What only the command line knows: the words typed for what was asked, and the files it wrote.
SAID = {
    "digest",
    "game",
    "position",
    "player",
    "board",
    "tree",
    "strategy",
    "a",
    "b",
    "saved",
    "plot",
    "file",
    "methods",
}


@dataclass
class Methods(Result):
    methods: dict


ANSWERS = {
    "games": (["games"], tj.games.catalogue),
    "show kuhn": (["show", "kuhn"], lambda: tj.describe(tj.load("kuhn"))),
    "show leduc": (["show", "leduc"], lambda: tj.describe(tj.load("leduc"))),
    "show, large": (["show", "liars_dice(dice=3)"], lambda: tj.describe(tj.load("liars_dice(dice=3)"))),
    "show --tree": (["show", "kuhn(players=3)", "--tree"], lambda: tj.describe(tj.load("kuhn(players=3)"), tree=True)),
    "solve": (["solve", "kuhn", "-m", "lp"], lambda: tj.solve(tj.load("kuhn"), "lp")),
    "eval": (["eval", "kuhn", "uniform", "--rows", "20"],
             lambda: appraise(tj.load("kuhn"), tj.uniform(tj.load("kuhn")))),
    "compare": (["compare", "kuhn", "uniform", "uniform"],
                lambda: tj.compare(tj.load("kuhn"), *[tj.uniform(tj.load("kuhn"))] * 2)),
    "search": (["search", "tic_tac_toe", "-m", "alphabeta", "--depth", "2", "--trace"],
               lambda: tj.search(tj.load("tic_tac_toe"), method="alphabeta", depth=2, trace=True)),
    "search list": (["search", "kuhn", "-m", "list"], lambda: Methods(tj.search.methods())),
    "matrix": (["matrix", "3,3 0,5; 5,0 1,1"], lambda: tj.matrix.analyse(tj.matrix.load("3,3 0,5; 5,0 1,1"))),
}  # fmt: skip
CLOCKED = {"seconds", "bytes_free", "nodes_per_second"}  # what differs from run to run


def timeless(data):
    if isinstance(data, dict):
        return {key: timeless(value) for key, value in data.items() if key not in CLOCKED}
    return [timeless(item) for item in data] if isinstance(data, list) else data


@pytest.mark.parametrize("name", ANSWERS)
def test_json_is_the_librarys_dictionary(name, run):
    args, answer = ANSWERS[name]
    code, out, _ = run(*args, "--json", "--quiet")
    printed = json.loads(out)
    known = answer().to_dict()
    assert code == 0
    assert set(printed) - set(known) <= SAID
    told = {key: printed[key] for key in known}
    assert timeless(told) == timeless(json.loads(json.dumps(finite(known))))


def test_convert_prints_what_was_written(run, tmp_path):
    first, again = (str(tmp_path / name) for name in ("a.efg", "b.efg"))
    printed = json.loads(run("convert", "kuhn", first, "--json")[1])
    assert printed == {**convert("kuhn", again).to_dict(), "to": first}
    assert printed["kind"] == "game" and printed["bytes"] == len(Path(again).read_bytes())


def test_fit_probcut_prints_what_was_fitted(run, tmp_path):
    path = str(tmp_path / "fit.safetensors")
    spec = "connect_four(columns=4,rows=4)"
    printed = json.loads(run("search", spec, "--fit-probcut", path, "--json")[1])
    known = ProbCut.load(path).to_dict()
    assert printed == {"game": spec, "file": path, **known}


def test_play_prints_the_match(monkeypatch, capsys, tmp_path):
    game, rng = tj.load("kuhn"), random.Random(5)
    tj.uniform(game).save(tmp_path / "uniform.json")
    monkeypatch.setattr(sys, "stdin", io.StringIO("p\n" * 20))
    file = str(tmp_path / "uniform.json")
    args = ["play", "kuhn", "--strategy", file, "--rounds", "4", "--seed", "5", "--seat", "1", "--json"]
    assert cli.main(args) == 0
    match = Match(game, StrategyPlayer(game, tj.uniform(game), rng), rng, file)
    for _ in range(4):
        match.play_round(1, lambda state, seat: "p")
    match.price()
    assert json.loads(capsys.readouterr().out) == match.to_dict()


def test_a_search_player_says_at_once_what_it_cannot_play():
    with pytest.raises(UnknownNameError, match="no method 'mtfd'; did you mean 'mtdf'"):
        SearchPlayer(tj.load("tic_tac_toe"), "mtfd", 1.0)
    with pytest.raises(ParameterError, match="seconds=0"):
        SearchPlayer(tj.load("tic_tac_toe"), "mtdf", 0)


@pytest.mark.parametrize("how", ["stop", "progress"])
def test_a_benchmark_that_is_stopped_keeps_what_it_measured(monkeypatch, how):
    monkeypatch.setattr(bench, "COMPILED", ("kuhn",))
    monkeypatch.setattr(bench, "SOLVED", (("kuhn", False), ("kuhn", True)))
    done = []

    def progress(report):
        done.append(report)
        return how == "stop" or len(done) < 2

    found = bench.benchmark(0.001, progress=progress, stop=lambda: how == "stop" and len(done) == 2)
    assert found.stopped == "cancelled" and [r.what for r in found.results] == [
        "compile kuhn",
        "cfr+ on kuhn",
    ]
    assert [(r.done, r.total) for r in done] == [(1, 3), (2, 3)]


def test_no_command_builds_json_itself():
    """Only `shared/output` writes JSON; what is shown is an answer's dictionary, with the words of `SAID` at most."""
    source = Path(cli.__file__).parent
    for path in source.rglob("*.py"):
        if path.parent.name == "holdem" or path.name == "output.py":
            continue
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            assert not (isinstance(node, ast.Attribute) and node.attr == "dumps"), path
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("show", "output.show"):
                first = node.args[0]
                keys = [key for key in first.keys if key] if isinstance(first, ast.Dict) else []
                assert {ast.literal_eval(key) for key in keys} <= SAID, (path, ast.unparse(first))

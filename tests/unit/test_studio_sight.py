"""What is seen of games and runs: parts of trees, and a run through time, with the library's own numbers."""

from __future__ import annotations

import pytest

import tianji as tj
from tianji.core.draw import branch
from tianji.errors import ParameterError, TooLargeError, UnknownNameError
from tianji.games.efg import read_efg
from tianji.studio.sight import iteration, snapshots, tree, tree_file


def test_parts_of_a_tree_make_the_whole():
    game = tj.load("kuhn")
    whole = {node.path: node for node in branch(game, (), 40)}
    assert len(whole) == tj.check_game(game).histories
    assert sum(node.payoffs is not None for node in whole.values()) == 30
    found, open_ = {}, [()]
    while open_:
        here, *below = branch(game, open_.pop(), 1)
        found |= {here.path: here} | {node.path: node for node in below}
        assert len(below) == here.children
        open_ += [node.path for node in below if node.children]
    assert found == whole
    sets = {(node.player, node.infoset) for node in whole.values() if node.infoset is not None}
    assert len(sets) == 12


def test_a_part_that_is_not_there_or_too_large_is_told():
    with pytest.raises(ParameterError, match="no move number 9"):
        branch(tj.load("kuhn"), (9,))
    with pytest.raises(TooLargeError, match="ask for fewer moves"):
        branch(tj.load("leduc"), (), 10, 100)
    assert tree("leduc", [], 10)["depth"] < 10  # as much as fits
    assert tree("connect_four", [], 3)["nodes"][0]["children"] == 7


def test_a_whole_game_is_a_file():
    game = tj.load("kuhn")
    made = tree_file("kuhn", "efg")
    assert made["file"] == "kuhn.efg"
    assert tj.check_game(read_efg(made["text"])).histories == tj.check_game(game).histories
    picture = tree_file("kuhn", "tikz")["text"]
    assert picture.startswith("\\begin{tikzpicture}") and picture.endswith("\\end{tikzpicture}\n")
    assert picture.count("\\node[leaf]") == 30 and picture.count("\\node[decision]") == 24
    assert picture.count("\\draw[infoset]") == 24 - 12  # one arc less than its members, a set
    assert picture.count("\\draw (") == picture.count("\\node[") - 1
    assert picture.count("{") == picture.count("}")
    for spec, form in (("leduc", "tikz"), ("connect_four", "tikz"), ("connect_four", "efg")):
        with pytest.raises(TooLargeError):
            tree_file(spec, form)


def test_a_strategy_lies_over_the_tree(tmp_path):
    path = tmp_path / "result.safetensors"
    solution = tj.solve(tj.load("kuhn"), "lp")
    solution.save(path)
    nodes = tree("kuhn", [], 6, str(path))["nodes"]
    decisions = [node for node in nodes if node["infoset"] is not None]
    assert len(decisions) == 24
    for node in decisions:
        assert node["mix"] == solution.strategy.at(node["player"], node["infoset"])


def test_a_run_through_time_ends_in_its_answer():
    solution = tj.solve(tj.load("kuhn"), "dcfr", iterations=200)
    found = snapshots("kuhn", "dcfr", 200, True, 1, "(2, 'b')")
    assert dict(zip(found["actions"], found["average"][-1], strict=True)) == solution.strategy.at(1, (2, "b"))
    assert (found["t"][-1], found["iterations"]) == (200, 200)
    step = iteration("kuhn", "dcfr", 200, True, 1, "(2, 'b')", 200)
    assert step["difference"] <= 1e-12
    assert step["regret"] == pytest.approx(found["regret"][-1], abs=1e-12)
    assert step["next_strategy"] == pytest.approx(found["current"][-1], abs=1e-12)
    with pytest.raises(UnknownNameError):
        snapshots("kuhn", "external", 200, True, 0, "(2, '')")


def test_what_a_run_says_of_its_moves_lies_over_the_tree(tmp_path):
    path = tmp_path / "result.safetensors"
    game = tj.load("kuhn")
    solution = tj.solve(game, "dcfr", iterations=50)
    solution.save(path)
    run = {"spec": "kuhn", "method": "dcfr", "iterations": 50, "merge": True}
    for kind in ("current", "regret"):
        nodes = tree("kuhn", [], 3, str(path), kind, run)["nodes"]
        decisions = [node for node in nodes if node["infoset"] is not None]
        assert decisions
        for node in decisions:
            series = snapshots("kuhn", "dcfr", 50, True, node["player"], node["infoset"])
            assert list(node["figures"].values()) == series[kind][-1]
    worth = tj.infoset_values(game, solution.strategy, 0)
    node = next(
        node for node in tree("kuhn", [], 3, str(path), "value")["nodes"] if node["infoset"] == worth.tree.labels[0]
    )  # fmt: skip
    assert list(node["figures"].values()) == worth.action_values(0).tolist()


def test_a_closed_node_says_how_much_is_below_it():
    nodes = {tuple(node["path"]): node["below"] for node in tree("kuhn", [], 2)["nodes"]}
    game = tj.load("kuhn")
    for path, below in nodes.items():
        if len(path) == 2:
            assert below == len(branch(game, path, 40)) - 1
    assert {below for path, below in nodes.items() if len(path) < 2} == {None}
    assert tree("connect_four", [], 1)["nodes"][1]["below"] is None  # more than are counted

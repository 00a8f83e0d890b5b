"""tianji games, show, eval, convert, bench."""

from __future__ import annotations

import json

import pytest

import tianji as tj


def test_games_lists_every_registered_game(run):
    code, out, err = run("games")
    assert code == 0 and not err
    assert [line.split()[0] for line in out.splitlines()[1:]] == tj.games()
    data = json.loads(run("games", "--json")[1])["games"]
    leduc = next(g for g in data if g["name"] == "leduc")
    assert leduc["parameters"] == {"ranks": 3, "suits": 2, "bets": [2, 4], "raises": 2}
    assert leduc["players"] == 2 and leduc["summary"].startswith("Leduc hold'em")


def test_the_parameters_shown_are_a_spec_that_loads(run):
    for line in run("games")[1].splitlines()[1:]:
        name = line.split()[0]
        game = tj.load(name)
        shown = line[len(name) :].split("  ", maxsplit=20)
        text = next((part.strip() for part in shown if "=" in part), "")
        assert tj.load(f"{name}({text})" if text else name).spec == game.spec


def test_show_a_small_game(run):
    code, out, _ = run("show", "leduc")
    assert code == 0
    assert "At showdown a pair with the public card wins" in out and ">>>" not in out
    assert "9,457, of them 5,520 terminals and 157 chance nodes" in out
    assert "936 (468 + 468), merged 288" in out and "zero sum" in out
    assert "├─" not in out  # too large to draw unasked


def test_show_draws_a_tiny_game_with_its_infosets(run):
    out = run("show", "kuhn")[1]
    tree = out.partition("\nchance\n")[2]
    assert len(tree.splitlines()) == 57
    assert out.count("#1 (0, '')") == 2  # one infoset, two histories
    assert "chance\n" not in run("show", "kuhn", "--no-tree")[1]


def test_show_a_tree_on_demand_or_say_why_not(run):
    assert "├─" in run("show", "kuhn(players=3)", "--tree")[1]
    code, out, err = run("show", "liars_dice", "--tree")
    assert code == 2 and not out and "too many to draw" in err


def test_show_a_large_game_plans_only(run):
    code, out, _ = run("show", "liars_dice(dice=3)")
    assert code == 0 and "does not fit; use a sampling method" in out
    data = json.loads(run("show", "liars_dice(dice=3)", "--json")[1])
    assert data["plan"]["fits"] is False and data["check"] is None and data["tree"] is None


def test_show_general_sum(run):
    assert "general sum" in run("show", "prisoners_dilemma")[1]


def test_eval_uniform_kuhn(run):
    code, out, _ = run("eval", "kuhn", "uniform", "--json", "--rows", "2")
    data = json.loads(out)
    assert code == 0 and data["nash_conv"] == pytest.approx(11 / 12)
    expected = {"player": 0, "value": 0.125, "best_response": 0.5, "gain": 0.375}
    assert data["players"][0] == pytest.approx(expected)
    assert data["exploitability"] == pytest.approx(11 / 24) and len(data["infosets"]) == 2
    out = run("eval", "kuhn", "uniform")[1]
    assert "0.916667" in out and "(NashConv / 2 players)" in out


def test_eval_refuses_the_strategy_of_another_game(run, tmp_path):
    tj.uniform(tj.load("kuhn")).save(tmp_path / "k.json")
    code, out, err = run("eval", "leduc", tmp_path / "k.json")
    assert code == 2 and not out and "belongs to 'kuhn', not to 'leduc'" in err


def test_convert_a_game_there_and_back(run, tmp_path):
    a, b = tmp_path / "a.efg", tmp_path / "b.efg"
    code, out, _ = run("convert", "kuhn", a)
    assert code == 0 and str(a) in out
    assert json.loads(run("convert", a, b, "--json")[1])["kind"] == "game"
    assert tj.load(str(b)) == tj.load(str(a))
    solved = json.loads(run("solve", b, "-m", "lp", "--json")[1])
    assert solved["values"][0] == pytest.approx(-1 / 18)


def test_convert_a_strategy_through_every_format(run, tmp_path):
    original = tj.solve(tj.load("kuhn"), iterations=10).strategy
    original.save(tmp_path / "a.safetensors")
    for source, target in [
        ("a.safetensors", "b.json"),
        ("b.json", "c.safetensors"),
        ("c.safetensors", "d.csv"),
    ]:
        assert run("convert", tmp_path / source, tmp_path / target)[0] == 0
    assert tj.Strategy.load(tmp_path / "c.safetensors").to_dict() == original.to_dict()
    assert (tmp_path / "d.csv").read_text() == original.to_csv()


def test_convert_to_a_page(run, tmp_path):
    tj.solve(tj.load("kuhn"), iterations=10).strategy.save(tmp_path / "k.safetensors")
    spot = tj.holdem.Spot(board="Ks7h2d3c9s", pot=10, stack=20, oop="AA,KQs", ip="QQ,AKs", bets="50%")
    spot.solve(iterations=10, threads=1).save(tmp_path / "river.solve")
    for source, kind, word in (
        ("kuhn", "game", "/tree/kuhn"),
        (tmp_path / "k.safetensors", "strategy", '"exploitability": 0.'),
        (tmp_path / "river.solve", "solve", "Ks7h2d3c9s"),
    ):
        found = json.loads(run("convert", source, tmp_path / "x.html", "--json")[1])
        text = (tmp_path / "x.html").read_text()
        assert found["kind"] == kind and found["bytes"] == len(text.encode()) < 5 * 2**20
        assert text.startswith("<!doctype html>") and word in text


@pytest.mark.parametrize(
    ("source", "target", "says"),
    [
        ("kuhn", "k.json", "a game is written as .efg"),
        ("no.tianji", "k.html", "cannot read"),
        ("nothing", "k.html", "no game is called 'nothing'"),
        ("kuhn", "no/k.html", "cannot write"),
        ("kuhn", "k", "a game is written as .efg"),
        ("s.json", "s.efg", "a strategy is written as .safetensors or .json or .csv"),
        ("s.csv", "s.json", "does not name its game"),
        ("s.json", "t.json", "cannot read"),
        ("nothing", "g.efg", "no game is called 'nothing'"),
    ],
)
def test_convert_refuses_nonsense(run, tmp_path, monkeypatch, source, target, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text("player,infoset,action,probability\n")
    code, out, err = run("convert", source, target)
    assert code == 2 and not out and says in err and err.count("\n") == 1
    assert not (tmp_path / target).exists()


def test_bench_gives_ratios(run, monkeypatch):
    from tianji.cfr import bench

    monkeypatch.setattr(bench, "COMPILED", ("kuhn",))
    monkeypatch.setattr(bench, "SOLVED", (("kuhn", False), ("leduc", True)))
    code, out, _ = run("bench", "--seconds", "0.05", "--json")
    data = json.loads(out)
    assert code == 0 and [r["what"] for r in data["results"]] == [
        "compile kuhn",
        "cfr+ on kuhn",
        "cfr+ on leduc, merged",
    ]
    for result in data["results"]:
        assert result["rate"] > 0 and result["ratio"] == pytest.approx(result["rate"] / result["floor"])
    assert "ratio" in run("bench", "--seconds", "0.01")[1]
    assert run("bench", "--seconds", "0")[0] == 2

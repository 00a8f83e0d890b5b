"""What the desk says of matrix games and subgames is what the library says; files are never read on anybody's word."""

from __future__ import annotations

import json

import pytest

import tianji as tj
from tianji import matrix as tm
from tianji.matrix.repeated.ipd import CLASSICS
from tianji.studio.clerk import answer
from tianji.studio.patience import patient


def ask(question, **arguments):
    found = answer(json.dumps({"ask": question, **arguments}))
    assert "error" not in found, found
    return found["answer"]


def refused(question, **arguments):
    return answer(json.dumps({"ask": question, **arguments}))["error"]["detail"]


def test_a_table_with_best_replies_dominance_and_every_equilibrium():
    text = "1,0 1,2 0,1; 0,3 0,1 2,0"
    game, found = tm.NormalForm(text), ask("matrix", payoffs=text, actions=[["U", "D"], ["L", "M", "R"]])
    assert found["payoffs"][1][0] == ["0", "3"]
    assert found["best_replies"] == [[[0], [0], [1]], [[1], [0]]]
    assert [step["why"] for step in found["removed"]] == [
        "player 1: R is strictly dominated by M",
        "player 0: D is strictly dominated by U",
        "player 1: L is strictly dominated by M",
    ]
    assert [e["values"] for e in found["equilibria"]] == [
        [str(v) for v in e.values] for e in game.equilibria()
    ]
    assert found["complete"] and found["curves"] is None
    square = ask("matrix", payoffs="0,0 7,2; 2,7 6,6")
    assert len(square["equilibria"]) == 3 and len(square["curves"]) == 2


def test_components_name_the_equilibria_at_the_corners_of_their_sets():
    told = ask("matrix", payoffs="1,0 1,0; 2,3 0,3")
    (part,) = told["components"]
    assert not part["is_point"]
    library = tm.NormalForm("1,0 1,0; 2,3 0,3").equilibria()
    profiles = [each["profile"] for each in told["equilibria"]]
    wanted = [{each.profile for each in subset.pairs} for subset in library.components[0]]
    assert [{library[k].profile for k in corners} for corners in part["subsets"]] == wanted
    assert sorted({k for corners in part["subsets"] for k in corners}) == list(range(len(profiles)))


def test_named_games_are_the_librarys():
    games = {game["name"]: game for game in ask("matrix_games")}
    assert {"chicken", "tian_ji", "rock_paper_scissors"} <= set(games)
    assert games["prisoners_dilemma"]["payoffs"][0][0] == ["-1/2", "-1/2"]


@pytest.mark.parametrize("text", ["/etc/passwd", "game.nfg", "x.csv", "../a.txt"])
def test_a_text_is_never_taken_for_a_file(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csv").write_text("1,2\n3,4\n")
    assert "is not a number" in refused("matrix", payoffs=text)


def test_what_cannot_be_drawn_is_refused():
    assert "at most 400 cells" in refused("matrix", payoffs="; ".join([" ".join("1" * 30)] * 20))
    assert "expected 1 to 100000" in refused(
        "matrix_learn", payoffs="1 0; 0 1", rule="replicator", iterations=10**7
    )
    assert "no learning rule" in refused("matrix_learn", payoffs="1 0; 0 1", rule="magic", iterations=5)


def test_a_course_is_that_of_learn():
    start = [[0.9, 0.1], [0.2, 0.8]]
    found = ask("matrix_learn", payoffs="1 -1; -1 1", rule="fictitious-play", iterations=50, start=start)
    run = tm.learn(tm.matching_pennies(), "fictitious-play", 50, start=start, every=1)
    assert found["iterations"] == run.iterations.tolist()
    assert found["averages"][0] == run.averages[0].tolist()
    assert found["exploitability"] == run.exploitability.tolist()


def test_every_row_of_the_coin_toss_is_that_of_compare():
    game = tj.load("coin_toss")
    reports = tj.subgame.compare(game, tj.subgame.coin_toss_blueprint(game), tj.subgame.cuts(game, "play"))
    assert [row["title"] for row in ask("techniques")] == [str(report.method) for report in reports]
    for report in reports:
        found = ask("subgame", game="coin_toss", level="play", technique=str(report.method))
        assert found["loss_after"] == pytest.approx(report.loss_after, abs=1e-9)
        assert found["cuts"][0]["margin"] == pytest.approx(report.cuts[0].margin.tolist(), abs=1e-9)
        assert found["is_safe"] == report.is_safe
        assert sum(found["answer"]["? Play"].values()) == pytest.approx(1)


def test_a_blueprint_can_be_dragged_or_solved():
    coin = {"play_heads": 0.5, "play_tails": 0.5, "guess": [0.3, 0.3, 0.4]}
    found = ask(
        "subgame", game="coin_toss(sell_heads=0.2)", level="play", technique="maxmargin", blueprint=coin
    )
    assert found["loss_before"] > found["loss_after"]
    assert "sum to 1.1" in refused(
        "subgame",
        game="coin_toss",
        level="play",
        technique="resolve",
        blueprint=coin | {"guess": [0.3, 0.3, 0.5]},
    )
    assert "expected iterations" in refused("subgame", game="kuhn", level="depth 3", technique="resolve")
    assert "no technique" in refused("subgame", game="coin_toss", level="play", technique="magic")
    levels = {row["level"]: row for row in ask("cuts", spec="leduc")}
    assert levels["board"] == {"level": "board", "subgames": 30, "histories": 9000}


def test_limits_are_longer_where_the_reader_is_patient(monkeypatch):
    for text, seconds in (("5", 15.0), ("0.5", 1.5), ("1", 3.0)):
        monkeypatch.setenv("TIANJI_STUDIO_PATIENCE", text)
        assert patient(3.0) == seconds
    for text in ("soon", "0", "-1", "nan", "inf", ""):
        monkeypatch.setenv("TIANJI_STUDIO_PATIENCE", text)
        with pytest.raises(tj.errors.ParameterError, match="a positive number is expected"):
            patient(3.0)


def test_mediators_and_patience_are_the_librarys():
    game = tm.chicken()
    text = "0,0 7,2; 2,7 6,6"
    found = ask("correlated", payoffs=text)
    assert found["joint"] == [["0", "1/4"], ["1/4", "1/2"]] and found["values"] == ["21/4", "21/4"]
    assert found["region"] == [[str(x) for x in corner] for corner in tm.correlated_region(game)]
    assert ask("correlated", payoffs=text, objective="0")["values"] == ["7", "2"]
    wide = ask("correlated", payoffs=text, objective="anti-welfare", coarse=True)["region"]
    assert wide == [[str(x) for x in corner] for corner in tm.correlated_region(game, coarse=True)]
    again = ask("repeated", payoffs="3,3 0,5; 5,0 1,1")
    assert again["discounts"] == [["1/2", None], [None, "0"]] and again["punishment"] == ["1", "1"]
    assert again["region"] == [["1", "1"], ["13/3", "1"], ["3", "3"], ["1", "13/3"]]
    assert "two players and at most" in refused("repeated", payoffs="; ".join(["1 " * 11] * 11))


def test_coalitions_share_as_the_library_says():
    estate = ask("coalitions", worth=["0", "0", "0", "0", "0", "100", "200"])  # Aumann & Maschler (1985)
    assert estate["nucleolus"] == ["50", "75", "75"] and estate["players"] == 3
    game = tm.CoalitionalGame(3, [0, 0, 0, 0, 0, 0, 100, 200])
    assert estate["shapley"] == [str(x) for x in tm.shapley(game)]
    assert estate["corners"] == [[str(x) for x in corner] for corner in tm.core_vertices(game)]
    majority = ask("coalitions", worth=["0", "0", "1", "0", "1", "1", "1"])
    assert majority["core"] is None and majority["excess"] == "1/3" and majority["corners"] == []
    assert "is not a number" in refused("coalitions", worth=["x", "0", "0"])


def test_where_learning_leads_from_everywhere():
    text = "0,0 7,2; 2,7 6,6"
    found = ask("matrix_field", payoffs=text, rule="replicator", start=[[0.5, 0.5], [0.5, 0.5]])
    (picture,) = found["pictures"]
    game = tm.NormalForm(text)
    ends = [[float(row[0]) for row in each.profile] for each in game.equilibria()]
    for path, to in zip(picture["paths"], picture["to"], strict=True):
        if path[0][0] < path[0][1] - 0.1 and found["complete"]:  # who is likelier to dare, dares
            assert ends[to] == [0.0, 1.0]
    begin = picture["paths"][7][0]
    course = tm.learn(game, "replicator", 24, start=[[x, 1 - x] for x in begin], every=1, step=120 / 7 / 24)
    assert picture["paths"][7][1:] == [[x[0], y[0]] for x, y in zip(*course.strategies, strict=True)]
    three = ask(
        "matrix_field", payoffs="0 -1 1; 1 0 -1; -1 1 0", rule="regret-matching", start=[[0.5, 0.3, 0.2]] * 2
    )
    assert [each["player"] for each in three["pictures"]] == [0, 1]
    assert {end for each in three["pictures"] for end in each["to"]} == {0}
    assert "9 cells" in refused(
        "matrix_field", payoffs="1 2 3 4; 5 6 7 8; 9 1 2 3", rule="replicator", start=[]
    )


def test_a_tournament_is_the_librarys():
    found = ask("tournament", payoffs="3,3 0,5; 5,0 1,1", rounds=20)
    done = tm.tournament(list(CLASSICS), rounds=20)
    assert found["means"] == sorted(found["means"], reverse=True)
    assert list(zip(found["names"], found["means"], strict=True)) == done.ranking and found["complete"]
    i, j = (done.names.index(found["names"][k]) for k in (0, 3))
    assert found["scores"][0][3] == done.scores[i, j]
    assert "2 x 2" in refused("tournament", payoffs="1 2 3; 4 5 6")


def test_a_game_as_a_table():
    found = ask("strategic", spec="coin_toss")
    form = tm.strategic_form(tj.load("coin_toss"))
    assert found["actions"] == [list(names) for names in form.actions]
    assert found["payoffs"][1][0] == ["3/4", "-3/4"]
    assert found["sets"] == [
        ["Heads: 1 Sell, 2 Play", "Tails: 1 Sell, 2 Play"],
        ["? Play: 1 Heads, 2 Tails, 3 Forfeit"],
    ]
    assert "out of reach" in refused("strategic", spec="leduc")
    assert "3 players" in refused("strategic", spec="kuhn(players=3)")


def test_the_logit_path_is_the_librarys_as_a_course():
    text = "2,2 0,0; 0,0 1,1"
    found = ask("matrix_learn", payoffs=text, rule="logit", iterations=5)
    path = tm.logit_path(tm.NormalForm(text))
    for rows, mixed in zip(found["strategies"], path.profile(), strict=True):
        assert rows[-1] == pytest.approx(mixed)
    assert [rows[0] for rows in found["strategies"]] == [[0.5, 0.5], [0.5, 0.5]]
    last = tm.NormalForm(text).verify(path.profile())
    assert found["exploitability"][-1] <= last.regret + 1e-9
    assert found["exploitability"][0] == pytest.approx((1.0 - 0.75) * 2 / 2)

"""tianji play: a person at the table, through standard input."""

from __future__ import annotations

import io
import json
import sys

import pytest

import tianji as tj
from tianji import cli


@pytest.fixture
def play(capsys, monkeypatch):
    def play(answers, *args):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        code = cli.main(["play", *(str(a) for a in args)])
        return code, *capsys.readouterr()

    return play


def test_two_rounds(play):
    code, out, _ = play("1\np\n2\nb\n1\n1\n", "kuhn", "--rounds", "2", "--seed", "3")
    assert code == 0
    assert "Round 1: you are player 0." in out and "Round 2: you are player 1." in out
    assert out.count("The end: ") == 2 and "You leave after 2 rounds" in out


def test_the_score_is_the_sum_of_what_the_seat_got(play):
    code, out, err = play("1\n" * 100, "kuhn", "--rounds", "20", "--json", "--quiet")
    data = json.loads(out)
    assert code == 0 and len(data["rounds"]) == 20 and "You know" in err
    assert data["score"] == sum(r["payoffs"][r["seat"]] for r in data["rounds"])
    assert [r["seat"] for r in data["rounds"][:3]] == [0, 1, 0]


def test_the_same_seed_is_the_same_evening(play):
    first, again, other = (
        play("1\n" * 50, "leduc", "-m", "cfr+", "--until", "1", "--rounds", "5", "--seed", seed, "--json")[1]
        for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_person_sees_the_infoset_and_not_the_cards(play, tmp_path):
    out = play("1\n", "kuhn", "--rounds", "1", "--seat", "0", "--seed", "0")[1]
    asked = out.partition("The end")[0]
    line = next(line for line in asked.splitlines() if line.startswith("You know"))
    game = tj.load("kuhn")
    keys = {f"You know: {key!r}" for key in tj.compile(game).trees[0].keys}
    assert line in keys
    assert game.show(game.result(game.initial(), 0)) not in asked


@pytest.mark.parametrize("answers", ["", "q\n", "1\n2\n1\n"])
def test_leaving_in_the_middle_is_polite(play, answers):
    code, out, err = play(answers, "leduc", "-m", "cfr+", "--until", "1", "--seat", "0", "--quiet")
    assert code == 0 and not err and "You leave after" in out


def test_ctrl_c_leaves_with_the_score(play, monkeypatch):
    class Interrupted(io.StringIO):
        def readline(self, *_):
            raise KeyboardInterrupt

    monkeypatch.setattr(io, "StringIO", Interrupted)
    code, out, _ = play("", "matching_pennies", "--seat", "0")
    assert code == 130 and out.rstrip().endswith("You leave after 0 rounds with +0.")


def test_an_answer_that_is_no_action_is_asked_again(play):
    out = play("3\nfold\nb\n1\n", "kuhn", "--rounds", "1", "--seat", "0")[1]
    assert "'3' is not an action here; type one of 1, 2, p, b, or q to leave." in out
    assert "'fold' is not an action here" in out


def test_actions_that_are_numbers_are_not_numbered(play):
    out = play("2\n2\n1\n3\n4\n", "goofspiel", "--rounds", "1", "--seat", "0", "--until", "1")[1]
    assert "1   2   3   4" in out and "1) " not in out
    assert "'2' is not an action here; type one of 1, 3, 4" in out


def test_against_a_file(play, tmp_path):
    always_bets = {(card, line): {"p": 0.0, "b": 1.0} for card in range(3) for line in ("", "p", "b", "pb")}
    rows = [{k: v for k, v in always_bets.items() if k[1] in lines} for lines in (("", "pb"), ("p", "b"))]
    tj.Strategy.from_dict("kuhn", rows).save(tmp_path / "bets.json")
    args = ("kuhn", "--strategy", tmp_path / "bets.json", "--seat", "0", "--rounds", "5", "--json")
    code, out, _ = play("p\n" * 10, *args)
    data = json.loads(out)
    assert code == 0 and data["exploitability"] is None
    assert all(r["moves"][2:] == ["p", "b", "p"] and r["payoffs"][0] == -1 for r in data["rounds"])


def test_a_sampled_strategy_plays_uniformly_where_it_never_was(play, tmp_path):
    tj.Strategy.from_dict("kuhn", [{}, {}], unvisited="uniform").save(tmp_path / "blank.json")
    args = ("kuhn", "--strategy", tmp_path / "blank.json", "--rounds", "30", "--json")
    moves = [r["moves"] for r in json.loads(play("p\n" * 99, *args)[1])["rounds"]]
    assert {m[2] for m in moves[1::2]} == {"p", "b"}  # player 0 is the strategy in every second round


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["kuhn", "--seat", "2"], "--seat '2'; expected 0..1 or alternate"),
        (["kuhn", "--seat", "-1"], "--seat '-1'"),
        (["kuhn", "--rounds", "0"], "--rounds 0; expected at least 1"),
        (["kuhn", "--strategy", "missing.json"], "cannot read 'missing.json'"),
        (["kuhn", "--method", "cfrr"], "no method 'cfrr'; did you mean"),
        (["tic_tac_toe", "--method", "nonsense"], "play: no method 'nonsense'; known: cfr, "),
        (["tic_tac_toe", "--method", "mtfd"], "no method 'mtfd'; did you mean"),
        (["kuhn", "--method", "mtdf"], "'mtdf' needs perfect information, but kuhn hides some"),
        (
            ["three_lines", "--method", "mtdf"],
            "'mtdf' is for 2 players, three_lines has 3; use 'maxn' or 'mcts'",
        ),
        (["connect_four", "--method", "mtdf", "--seconds", "0"], "--seconds 0: expected a number above 0"),
    ],
)
def test_bad_input(play, args, says):
    code, out, err = play("", *args)
    assert code == 2 and not out and says in err

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
    assert "1 (bids 1 for the 4)   2 (bids 2 for the 4)" in out and "1) " not in out
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
        (["tic_tac_toe", "--method", "nonsense"], "--method: no method 'nonsense'; known: cfr, "),
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


def test_moves_are_told_in_the_games_own_words_as_far_as_the_seat_may_know(play):
    out = play("1\n1\n", "kuhn", "--rounds", "1", "--seat", "0", "--seed", "1")[1]
    assert "Player 0 is dealt " in out and "Player 1 is dealt" not in out
    assert "1) p (passes)   2) b (bets 1)" in out and "You, player 0: passes." in out
    told = [line for line in out.splitlines() if line.startswith("Player 1: ")]
    assert told and set(told) <= {"Player 1: passes.", "Player 1: bets 1."}


def test_a_hidden_move_is_not_told(play):
    out = play("1\n", "matching_pennies", "--rounds", "1", "--seat", "1")[1]
    before = out.partition("> ")[0]
    assert "Player 0 moves; you do not see how." in before
    assert "Player 0: heads" not in before and "Player 0: tails" not in before


def test_a_game_without_words_of_its_own_tells_actions_by_name(play):
    out = play("rock\n", "rock_paper_scissors", "--rounds", "1", "--seat", "1", "--until", "1")[1]
    assert "You, player 1: rock." in out


def test_a_question_mark_shows_the_mix(play, tmp_path):
    tj.solve(tj.load("kuhn"), "lp").save(tmp_path / "kuhn.json")
    args = ("kuhn", "--strategy", tmp_path / "kuhn.json", "--seat", "0", "--rounds", "1", "--seed", "4")
    out = play("?\np\np\n", *args)[1]
    strategy = tj.Strategy.load(tmp_path / "kuhn.json")
    from tianji.cli.shared.report import actions_text

    mixes = {f"> The strategy plays here: {actions_text(strategy.at(0, (card, '')))}" for card in range(3)}
    assert mixes & set(out.splitlines())


def test_the_review_prices_every_decision_exactly(play, tmp_path):
    """Against uniform play: fold the king to a bet, −1 instead of +2, and the jack, which is right."""
    game = tj.load("kuhn")
    tj.uniform(game).save(tmp_path / "uniform.json")
    args = ("kuhn", "--strategy", tmp_path / "uniform.json", "--seat", "1", "--rounds", "40", "--json")
    _, out, err = play("p\n" * 99, *args)
    data = json.loads(out)
    rows = {(row["infoset"], row["action"]): row for row in data["review"]}
    king = rows["(2, 'b')", "p"]
    assert king["best"] == "b" and king["cost"] == pytest.approx(3) and king["player"] == 1
    jack = rows["(0, 'b')", "p"]
    assert jack["best"] == "p" and jack["cost"] == 0
    total = sum(row["cost"] for row in data["review"])
    assert len(data["review"]) == 40 and f"cost {total:.6f} together" in err
    from tianji.evaluate.review import review

    assert review(game, tj.uniform(game), [(1, (2, "b"), "p")])[0].to_dict() | {"round": 0} == king | {
        "round": 0
    }


def test_without_decisions_or_costs_the_review_is_brief(play):
    assert "Review" not in play("q\n", "kuhn", "--seat", "0")[1]
    out = play("1\n1\n", "matching_pennies", "-m", "lp", "--seat", "0", "--rounds", "2")[1]
    assert "Review: 2 decisions, none of which cost anything, against best play from there on." in out


def test_against_a_search_a_blunder_is_priced_by_its_values(play):
    game = tj.load("tic_tac_toe")
    start = game.result(game.initial(), tj.search(game, method="alphabeta").action)
    worth = {a: -tj.search(game, game.result(start, a), "alphabeta").value for a in game.actions(start)}
    blunder = min(worth, key=worth.get)
    assert worth[blunder] == -1 and max(worth.values()) == 0
    args = ("tic_tac_toe", "-m", "alphabeta", "--seat", "1", "--seconds", "300", "--json", "--quiet")
    _, out, err = play(f"?\n{blunder}\nq\n", *args)
    (row,) = json.loads(out)["review"]
    assert row["cost"] == 1 and row["action"] == str(blunder) and worth_of(worth, row["best"]) == 0
    assert "The search plays here: " in err and "by the search's own values" in err


def worth_of(worth, name):
    return next(value for action, value in worth.items() if str(action) == name)


def test_decisions_of_no_game_are_refused():
    from tianji.errors import ParameterError
    from tianji.evaluate.review import review

    game = tj.load("kuhn")
    with pytest.raises(ParameterError, match="player 0 has no 'x' at"):
        review(game, tj.uniform(game), [(0, (2, ""), "x")])


@pytest.mark.parametrize("name", tj.games())
def test_every_game_has_words_for_every_move(name):
    import random

    game, rng = tj.load(name), random.Random(0)
    for _ in range(3):
        state = game.initial()
        for _ in range(60):
            player = game.player(state)
            if player == tj.TERMINAL:
                break
            menu = [a for a, _ in game.chances(state)] if player == tj.CHANCE else list(game.actions(state))
            said = [game.describe(state, a) for a in menu]
            assert all(said) and len(set(said)) == len(said)  # words, and no two moves in the same
            state = game.result(state, rng.choice(menu))

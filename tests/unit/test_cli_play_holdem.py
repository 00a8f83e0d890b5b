"""tianji play holdem: a person at the table of hold'em, through standard input."""

from __future__ import annotations

import io
import json
import sys

import pytest

import tianji as tj
from tianji import cli
from tianji.arena import check_hands, read_phh
from tianji.errors import ParameterError
from tianji.poker.hand import HandState
from tianji.poker.words import read_action, show_action


@pytest.fixture
def play(capsys, monkeypatch):
    def play(answers, *args):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        code = cli.main(["play", "holdem", *(str(a) for a in args)])
        return code, *capsys.readouterr()

    return play


def test_two_hands_by_every_word(play, tmp_path):
    log = tmp_path / "hands.phhs"
    code, out, _ = play(
        "?\nc\nk\nb 50%\nr 900\nb 300\nk\nk\na\n", "--hands", 2, "--log", log, "--player", "call"
    )
    assert code == 0 and "It checks and calls, whatever it holds" in out
    assert "Hand 1 of 2. You are on the button, with 20,000 chips." in out and "on the big blind" in out
    assert (
        "You: bet 100 (50%)." in out
        and "bet 900" in out
        and "You: all-in " in out
        and "You leave after 2 hands" in out
    )
    assert "k check, b SIZE bet 100 … 19,900, a all-in; ? explains" in out
    checked = check_hands(log)
    assert (checked.hands, checked.agree, checked.refused) == (2, 2, [])
    assert [r.players for r in read_phh(log)] == [["call", "you"], ["you", "call"]]
    play("f\n", "--hands", 1, "--log", log, "--player", "call")  # after those that are there
    assert check_hands(log).hands == 3
    assert "????" in read_phh(log)[2].fields["actions"][0]  # what was not shown is not written


def test_the_score_is_the_sum_and_the_seed_is_the_evening(play):
    first, again, other = (
        play("c\nc\nc\nc\nc\n" * 9, "--player", "random", "--hands", 6, "--seed", seed, "--json")
        for seed in (1, 1, 2)
    )
    data = json.loads(first[1])
    assert first == again and first[1] != other[1] and "Your cards" in first[2]
    assert data["score"] == sum(hand["net"] for hand in data["hands"]) and len(data["hands"]) <= 6
    assert [hand["seat"] for hand in data["hands"][:3]] == [1, 0, 1]


def test_nobody_sees_the_other_cards_before_the_showdown(play):
    out = play("f\n", "--hands", 1, "--player", "call", "--seat", 1)[1]
    assert "Showdown" not in out and "You lose: -50." in out
    out = play("c\nk\nk\nk\n", "--hands", 1, "--player", "call", "--seat", 1)[1]
    assert "Showdown on" in out and "the opponent" in out.partition("Showdown")[2]


def test_hints_show_the_mix_and_the_grid(play):
    out = play("c\nq\n", "--hints", "--player", "random", "--seat", 1)[1]
    assert "random would play here: fold 33.3%  call 50 33.3%  raise 33.3%" in out
    assert "suited above the" in out and out.index("would play") > out.index("? explains")
    asked = play("m\nq\n", "--player", "call")[1]
    assert "call would play here: call 50 100.0%" in asked


def test_hints_go_on_after_an_action_that_the_player_never_takes(play):
    """Four high on Qh2sQc, which tiny always bets: checked, it is out of tiny's range and still has its hint."""
    out = play("c\nk\nk\nq\n", "--hints", "--seed", 4, "--seat", 1)[1]
    assert "Your cards: 4s 3d" in out and "tiny would play here: check 0.0%  bet 150 (75%) 100.0%" in out
    assert "Turn: Qh 2s Qc Jh" in out and out.count("tiny would play here") == 3 and "No hint" not in out


def test_a_hint_that_was_asked_for_is_not_shown_again(play):
    out = play("m\nc\nq\n", "--hints", "--player", "random", "--seat", 1)[1]
    assert out.count("random would play here: fold") == 1


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("k", "there is a bet of 50 to call"),
        ("b", "has no size"),
        ("r 150", "bets and raises go to 200 … 20,000"),
        ("r 200.5", "chips are whole numbers"),
        ("r 99999", "bets and raises go to 200 … 20,000"),
        ("f 20", "fold takes no size"),
        ("win", "'win' is no action; expected f, k, c, a"),
        ("b" * 500, "is no action"),
        ("%", "is no action"),
    ],
)
def test_what_is_no_action_is_explained_and_asked_again(play, answer, says):
    code, out, _ = play(f"{answer}\nq\n", "--seat", 1, "--player", "call")
    assert code == 0 and says in out and "You leave after 0 hands" in out


def test_options_of_other_games_are_refused_by_name(play, capsys):
    for option in (["--rounds", "2"], ["--strategy", "x.json"], ["--method", "lp"], ["--until", "1"]):
        code, _, err = play("", *option)
        assert code == 2 and f"does not take {option[0]}" in err
    assert cli.main(["play", "kuhn", "--hints"]) == 2
    assert "only 'tianji play holdem' takes --hints" in capsys.readouterr().err
    assert play("", "--hands", 0)[0] == 2 and play("", "--player", "nobody")[0] == 2
    assert "answers at once" in play("", "--player", "call", "--seconds", 1)[2]


def test_words_count_on_the_street_and_percents_after_the_call():
    state = HandState.start().play("r300c/r600")
    assert read_action(state, "raise to 1,200") == "r1500" and read_action(state, "r 100%") == "r1800"
    assert show_action(state, "r1500") == "raise 1,200 (75%)" and show_action(state, "c") == "call 300"
    assert read_action(state, "r 1%") == "r900"  # the least there is
    with pytest.raises(ParameterError, match="nothing to call; check with k"):
        read_action(HandState.start().play("c"), "f")
    with pytest.raises(ParameterError, match="no raise is possible"):
        read_action(HandState.start().play("r20000"), "a")


def test_ctrl_c_leaves_also_while_the_player_thinks(play, monkeypatch):
    import signal

    from tianji.run.stopping import Stopper

    class Thinking:
        name = "thinking"

        def act(self, told, rng):
            with Stopper() as stopper:
                signal.raise_signal(signal.SIGINT)
                assert stopper.reason == "interrupted"
            return "c"

    monkeypatch.setattr("tianji.holdem.player.player.hand_agent", lambda who: Thinking())
    code, out, _ = play("c\n" * 9, "--seat", 0, "--hands", 3)
    assert code == 130 and "You leave after 0 hands" in out


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(width, capsys, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    screen = Terminal()
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\nr 100%\nb 2500\nb 33%\nm\nk\n"))
    monkeypatch.setattr(sys, "stdout", screen)
    assert cli.main(["play", "holdem", "--hands", "1", "--hints", "--player", "call"]) == 0
    lines = screen.getvalue().replace("\x1b[0m", "").replace("\x1b[1m", "").splitlines()
    assert max(len(line) for line in lines) <= width and any("Flop" in line for line in lines)


def test_a_session_in_python():
    from tianji.holdem.player.session import Session

    session = Session(tj.holdem.Player("fold"), seed=1)
    for seat in (0, 1):
        session.play_hand(seat, lambda hand: "r20000" if hand.state.legal().most else "c")
    assert session.score == 150 and session.mbb_h == 750

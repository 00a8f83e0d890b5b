"""Reading Gambit files: every feature of the format once, and every mistake with its place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tianji.core.check import check_game
from tianji.core.game import CHANCE, TERMINAL
from tianji.core.walk import histories
from tianji.errors import FileAccessError, FileFormatError, GameRuleError, ParameterError
from tianji.games import load
from tianji.games.efg import read_efg, write_efg

FOLDER = Path(__file__).parent.parent / "data" / "efg"
HEAD = 'EFG 2 R "T" { "A" "B" }\n""\n'


def outcomes(game):
    return [game.exact_utility(v.state) for v in histories(game) if v.player == TERMINAL]


def test_every_file_reads_and_comes_back():
    files = sorted(FOLDER.glob("*.efg"))
    assert len(files) >= 4
    for path in files:
        game = load(str(path))
        assert read_efg(write_efg(game)) == game
        assert load(game.spec) == game
        assert game.spec == path.as_posix()


def test_signalling_game_in_full():
    game = read_efg(FOLDER / "features.efg")
    assert game.title == 'A game with "quotes" and every feature'
    assert game.player_names == ("Sender", "Receiver")
    assert game.comment.startswith("Comments may")
    assert game.players == 2
    root = game.initial()
    assert game.player(root) == CHANCE
    assert game.exact_chances(root) == [("strong", Fraction(3, 5)), ("weak", Fraction(2, 5))]
    strong = game.result(root, "strong")
    assert game.show(strong) == "Strong"
    assert game.player(strong) == 0
    assert game.actions(strong) == ("L", "R")
    left = game.result(strong, "L")
    assert game.show(left) == "strong, L"
    # the non-terminal outcome on `left` adds to what follows
    assert game.exact_utility(game.result(left, "u")) == (Fraction(5, 4) + 2, Fraction(-1, 3) + 1)
    assert game.exact_utility(game.result(left, "d")) == (Fraction(5, 4), Fraction(-1, 3))
    assert check_game(game).infosets == (2, 2)


def test_knowledge_where_the_player_does_not_act():
    game = read_efg(FOLDER / "features.efg")
    strong = game.result(0, "strong")
    left = game.result(strong, "L")
    assert [game.information(0, p) for p in (0, 1)] == ["start", "start"]
    assert game.information(strong, 0) == "1 s"
    assert game.information(left, 0) == "after 1 s: L"
    assert game.information(left, 1) == "1 after L"
    end = game.result(left, "u")
    assert game.information(end, 1) == "after 1 after L: u"
    assert check_game(game).recall_everywhere


def test_imperfect_recall_reads_and_is_refused_by_the_check():
    game = read_efg(FOLDER / "absent_minded.efg")
    assert [v.player for v in histories(game)] == [0, TERMINAL, 0, TERMINAL, TERMINAL]
    with pytest.raises(GameRuleError, match="imperfect recall"):
        check_game(game)


@pytest.mark.parametrize(
    "number, value",
    [
        ("3", 3),
        ("-3", -3),
        ("+3", 3),
        ("1.25", Fraction(5, 4)),
        (".5", Fraction(1, 2)),
        ("2.", 2),
        ("-1/3", Fraction(-1, 3)),
        ("1e3", 1000),
        ("2.5E-1", Fraction(1, 4)),
    ],
)
def test_numbers(number, value):
    game = read_efg(HEAD + f't "" 1 "" {{ {number} 0 }}')
    assert outcomes(game) == [(value, 0)]


@pytest.mark.parametrize(
    "body",
    [
        't "" 1 "win" { 1, -1 }',
        't "" 1 "win" { 1 -1 }',
        't "" 1 { 1 -1, }',
        't 1 "" { 1, -1 }',
        '\tt\n""\n1\n"a\nb"{1,-1}',
    ],
)
def test_spellings(body):
    assert outcomes(read_efg(HEAD + body)) == [(1, -1)]


def test_outcome_zero_and_payoffs_defined_later():
    text = HEAD + 'p "" 1 1 "" { "a" "b" "c" } 0\nt "" 0\nt "" 7\nt "" 7 "" { 2 3 }'
    assert outcomes(read_efg(text)) == [(0, 0), (2, 3), (2, 3)]


def test_empty_and_equal_action_names_are_told_apart():
    game = read_efg(HEAD + 'p "" 1 1 "" { "" "a" "a" } 0 t "" 0 t "" 0 t "" 0')
    assert game.actions(0) == ("1", "a", "a#3")


def test_no_comment_and_a_single_player():
    game = read_efg('EFG 2 R "" { "solo" } p "" 1 1 { "x" } 0 t "" 1 "" { 5 }')
    assert game.players == 1 and game.name == "text.efg"
    assert outcomes(game) == [(5,)]


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "cannot read"),
        ("EFG", "the end of the file, expected version 2"),
        ('EFG 1 R "" { "A" }', "found '1', expected version 2"),
        ('EFG 2 X "" { "A" }', "found 'X', expected 'R'"),
        ("EFG 2 R { }", "expected the title"),
        ('EFG 2 R "" { }', "expected the name of a player"),
        ('EFG 2 R "" { "A" ', "'}' after the players"),
        (HEAD, "is it truncated"),
        (HEAD + "x", "line 3, column 1: found 'x', expected a node"),
        (HEAD + 'p "" 3 1 "" { "a" } 0', "player 3 acts"),
        (HEAD + 'p "" 1.5 1 "" { "a" } 0', "expected a player from 1 to 2"),
        (HEAD + 'p "" 1 1 0', "expected '{' and the actions of infoset 1"),
        (HEAD + 'p "" 1 1 "" { } 0', "an action in quotes"),
        (HEAD + 'p "" 1 1 "" { "a" 0', "'}' after the actions"),
        (HEAD + 'p "" 1 1 "" { "a" "b" } 0\nt "" 0', "1 nodes lack children"),
        (HEAD + 'p "" 1 1 "" { "a" } 0 p "" 1 1 "" { "b" } 0 t "" 0', "before had ('a',)"),
        (HEAD + 't "" 1', "outcome 1 has no payoffs"),
        (HEAD + 't "" -1', "expected the number of an outcome"),
        (HEAD + 't "" 1 "" { 1 }', "1 payoffs, expected 2"),
        (HEAD + 't "" 1 "" { 1 2 3 }', "3 payoffs, expected 2"),
        (HEAD + 't "" 1 "" { 1 x }', "found 'x', expected a payoff or '}'"),
        (HEAD + 't "" 1 "" { 1 1/0 }', "over zero"),
        (HEAD + 't "" 1 "" { 1 1.2.3 }', "begins no word"),
        (HEAD + 't "" 1 "" { 1 1e99999 }', "too long or too large"),
        (HEAD + 't "" 1 "" { 1 ' + "9" * 500 + " }", "too long or too large"),
        (HEAD + 't "" 1 "" { 1 ' + "9" * 350 + " }", "beyond 1e300"),
        (HEAD + 'p "" 1 1 "" { "a" "b" } 0 t "" 1 "" { 1 1 } t "" 1 "" { 2 2 }', "other payoffs than before"),
        (HEAD + 't "" 0\nt "" 0', "line 4, column 1: found 't', expected nothing"),
        (HEAD + 't "unclosed', "begins no word"),
        (HEAD + 'c "" 1 "" { "a" } 0', "expected the probability"),
    ],
)
def test_mistakes_have_a_place(text, says):
    with pytest.raises((FileFormatError, FileAccessError)) as caught:
        read_efg(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("probs", ['"a" 1/2 "b" 1/3', '"a" 1.5 "b" -0.5'])
def test_chance_that_is_no_distribution(probs):
    with pytest.raises(GameRuleError, match="line 3, column 1: chance probabilities"):
        read_efg(HEAD + f'c "" 1 "" {{ {probs} }} 0 t "" 0 t "" 0')


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(FileAccessError, match="no_such"):
        load(str(tmp_path / "no_such.efg"))
    (tmp_path / "latin.efg").write_bytes(b'EFG 2 R "\xe9" { "A" }')
    with pytest.raises(FileFormatError, match="UTF-8"):
        load(str(tmp_path / "latin.efg"))
    (tmp_path / "folder.efg").mkdir()
    with pytest.raises(FileAccessError):
        load(str(tmp_path / "folder.efg"))
    with pytest.raises(ParameterError):
        read_efg(3)


def test_byte_order_mark(tmp_path):
    (tmp_path / "bom.efg").write_bytes(b"\xef\xbb\xbf" + (HEAD + 't "" 0').encode())
    assert load(str(tmp_path / "bom.efg")).title == "T"


def test_deep_tree_needs_no_recursion():
    depth = 5_000
    text = HEAD + "".join(f'p "" 1 {i} "" {{ "go" }} 0\n' for i in range(1, depth)) + 't "" 0'
    assert sum(1 for _ in histories(read_efg(text))) == depth


def test_a_probability_that_no_float_can_hold_is_a_sentence():
    text = 'EFG 2 R "t" { "a" "b" }\nc "" 1 "" { "x" ' + "9" * 390 + ' "y" 0 } 0 t "" 1 "" { 1 2 } t "" 1'
    with pytest.raises(GameRuleError, match="sum to over 1e300; expected numbers from 0 that sum to 1"):
        read_efg(text)


def test_a_node_with_many_actions_is_read_in_one_pass():
    """Names were looked up in a list: a file of some hundred kilobytes took minutes, one of megabytes hours."""
    from tianji.games._efg_read import _distinct

    count = 200_000
    assert len(set(_distinct(["m"] * count))) == len(set(_distinct([f"m{k}" for k in range(count)]))) == count

"""Every perfect-information game keeps the contract: random play, symmetry, notation, hooks."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianji.core.game import TERMINAL
from tianji.errors import ParameterError
from tianji.games.breakthrough import Breakthrough
from tianji.games.chess_ending import ChessEnding
from tianji.games.connect_four import ConnectFour
from tianji.games.domineering import Domineering
from tianji.games.gomoku import Gomoku
from tianji.games.hexgame import Hex
from tianji.games.kalah import Kalah
from tianji.games.mnk import MNK, TicTacToe
from tianji.games.nim import Nim
from tianji.games.othello import Othello
from tianji.games.three_lines import ThreeLines
from tianji.search import search

GAMES = [
    TicTacToe(),
    MNK(4, 3, 3),
    ConnectFour(),
    ConnectFour(5, 4, "distance"),
    Gomoku(7),
    Othello(),
    Nim("3,4,5"),
    Nim("2,2", misere=True),
    Kalah(3, 2),
    Breakthrough(4, 4),
    Hex(4),
    Domineering(4, 4),
    Domineering(3, 4, "horizontal"),
    ChessEnding("KQK"),
    ThreeLines(),
]


def playout(game, seed, most=60):
    rng = np.random.default_rng(seed)
    s, states = game.initial(), []
    while game.player(s) != TERMINAL and len(states) < most:
        states.append(s)
        actions = game.actions(s)
        s = game.result(s, actions[int(rng.integers(len(actions)))])
    return states, s


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_play_is_lawful(game):
    for seed in range(6):
        states, end = playout(game, seed)
        for s in [*states, end]:
            assert hash(s) == hash(s) and isinstance(game.show(s), str)
            assert pickle.loads(pickle.dumps(s)) == s
        for s in states:
            actions = list(game.actions(s))
            assert actions and len(set(actions)) == len(actions)
            assert 0 <= game.player(s) < game.players
            if hasattr(game, "order"):
                assert sorted(map(str, game.order(s, actions))) == sorted(map(str, actions))
            if hasattr(game, "evaluate"):
                low, high = getattr(game, "value_range", (-np.inf, np.inf))
                assert low < game.evaluate(s) < high
            if hasattr(game, "noisy"):
                assert set(game.noisy(s)) <= set(actions)
        if game.player(end) == TERMINAL:
            payoffs = game.utility(end)
            assert len(payoffs) == game.players and sum(payoffs) == 0


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_illegal_actions_raise(game):
    s = game.initial()
    wrong = {int: -1, str: "zz", tuple: (9, 9)}[type(game.actions(s)[0])]
    with pytest.raises(ParameterError):
        game.result(s, wrong)


SMALL = [
    TicTacToe(),
    MNK(4, 3, 3),
    ConnectFour(4, 3),
    Nim("2,3"),
    Kalah(2, 2),
    Hex(3),
    Domineering(3, 4),
    Breakthrough(2, 4),
]


def worth(game, s, known):
    """The value of `s` for the player to move, from the definition; `known` keeps what was found."""
    if s not in known:
        mover, ends = game.player(s), []
        for after in (game.result(s, a) for a in game.actions(s)):
            turn = game.player(after)
            value = game.utility(after)[mover] if turn == TERMINAL else worth(game, after, known)
            ends.append(value if turn in (TERMINAL, mover) else -value)
        known[s] = max(ends)
    return known[s]


KNOWN = {str(game): {} for game in SMALL}


@pytest.mark.parametrize("game", SMALL, ids=str)
@given(seed=st.integers(0, 10_000), skip=st.integers(3, 6))
def test_symmetric_positions_have_one_value(game, seed, skip):
    states, _ = playout(game, seed)
    if len(states) > skip:
        s = states[skip]
        true = worth(game, s, KNOWN[str(game)])
        assert search(game, s, "solve", native=False).value == true
        assert search(game, s, "mtdf", native=False).value == true


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        (TicTacToe(), ["XX/..", "XXX/OOO/...", "XXX/.../...", "abc/def/ghi"]),
        (Othello(), ["X" * 63, "X" * 64 + " Z", ""]),
        (Nim(), ["a,b", "-1,2", "1 2", ""]),
        (Kalah(2, 2), ["1,2", "1,2,3/1,2", "a,b,c/d,e,f"]),
        (Breakthrough(2, 4), ["WW/WW", "WW/WW/BB/BB X"]),
        (Hex(3), ["a1 a1", "z9"]),
        (Domineering(2, 2), ["##/#", "../.. X"]),
        (Gomoku(7), ["h8", "a1 a1"]),
        (
            ChessEnding("KQK"),
            ["8/8/8/8/8/8/8/8 w - -", "K6k/8/8/8/8/8/8/8 w - -", "k7/1K6/8/8/8/8/8/7Q w - -"],
        ),
        (ThreeLines(), ["x", "0 0"]),
    ],
    ids=str,
)
def test_illegal_positions_are_one_sentence(game, texts):
    for text in texts:
        with pytest.raises(ParameterError) as caught:
            game.parse(text)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (TicTacToe(), "X.O/.X./..O"),
        (MNK(4, 3, 3), "X.../.O../...."),
        (ConnectFour(), "44455"),
        (Othello(), "-" * 27 + "OX------XO" + "-" * 27 + " X"),
        (Nim(), "1,2,3"),
        (Kalah(2, 2), "2,2,0/2,2,0"),
        (Breakthrough(2, 4), "BB/BB/WW/WW W"),
        (Hex(3), "b2 a1"),
        (Domineering(2, 3), "#../#.. H"),
        (Gomoku(7), "d4 e5"),
        (ChessEnding("KRK"), "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"),
        (ThreeLines(), "0 5 2"),
    ],
    ids=str,
)
def test_positions_are_read(game, text):
    s = game.parse(text)
    assert game.player(s) >= 0 and game.actions(s)
    assert search(game, s, "mcts" if game.players > 2 else "pvs", nodes=30).action in game.actions(s)


def test_othello_notation_is_the_initial_position():
    game = Othello()
    assert game.parse("-" * 27 + "OX------XO" + "-" * 27 + " X") == game.initial()

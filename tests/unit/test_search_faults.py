"""What a newcomer gets wrong: one sentence each, never a crash."""

from __future__ import annotations

import sys

import pytest

from tianji.core.game import TERMINAL, Game
from tianji.errors import NotApplicableError, ParameterError, TianjiError
from tianji.games.connect_four import ConnectFour
from tianji.games.kalah import Kalah
from tianji.games.mnk import TicTacToe
from tianji.search import search


class Loop(Game):
    """Walk round a ring of five places, or step off it."""

    def initial(self):
        return 0

    def player(self, s):
        return TERMINAL if s == -1 else s % 2

    def actions(self, s):
        return ("on", "off")

    def result(self, s, a):
        return (s + 1) % 6 if a == "on" else -1

    def utility(self, s):
        return 1.0, -1.0


class Ladder(Game):
    """One move at a time, a thousand times: deep, and finite."""

    def initial(self):
        return 0

    def player(self, s):
        return TERMINAL if s == 1000 else s % 2

    def actions(self, s):
        return ("up",)

    def result(self, s, a):
        return s + 1

    def utility(self, s):
        return 1.0, -1.0


UNLIMITED = [
    "minimax", "negamax", "alphabeta", "pvs", "aspiration", "mtdf", "beam", "expectiminimax", "maxn", "paranoid",
    "solve",
]  # fmt: skip


@pytest.mark.parametrize("method", UNLIMITED)
def test_endless_games_are_refused_in_a_sentence(method):
    with pytest.raises(
        NotApplicableError, match=r"the position .* can repeat, so play may be endless; .*retrograde"
    ):
        search(Loop(), None, method)


@pytest.mark.parametrize("method", [m for m in UNLIMITED if m != "solve"])
def test_endless_games_have_an_answer_at_a_depth_and_under_a_budget(method):
    assert search(Loop(), None, method, depth=3).stats.nodes > 3
    assert search(Loop(), None, method, nodes=200).action in ("on", "off")


@pytest.mark.parametrize("method", [*UNLIMITED, "dfpn", "pns"])
def test_a_thousand_moves_are_no_crash(method):
    before = sys.getrecursionlimit()
    assert search(Ladder(), None, method).value == 1.0
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize(
    ("game", "method", "options", "says"),
    [
        (ConnectFour(), "solve", {"table": "x"}, "table='x'; expected a whole number of entries"),
        (ConnectFour(), "solve", {"table": -5}, "table=-5; expected a whole number of entries"),
        (Kalah(), "solve", {"table": 1.5}, "table=1.5; expected"),
        (TicTacToe(), "dfpn", {"table": "big"}, "table='big'; expected"),
        (TicTacToe(), "aspiration", {"width": "x"}, "width='x'; expected a number above 0"),
        (TicTacToe(), "aspiration", {"width": float("nan")}, "width=nan; expected a number above 0"),
        (TicTacToe(), "aspiration", {"width": -1}, "width=-1; expected a number above 0"),
        (
            TicTacToe(),
            "expectiminimax",
            {"bounds": 3},
            "bounds=3; expected the least and the greatest payoff",
        ),
        (TicTacToe(), "expectiminimax", {"bounds": (1, -1)}, "bounds=(1, -1); expected the least"),
    ],
)
def test_options_of_the_wrong_kind(game, method, options, says):
    with pytest.raises(ParameterError) as caught:
        search(game, None, method, **options)
    assert says in str(caught.value)


def test_illegal_chess_positions_say_what_is_wrong():
    pytest.importorskip("chess")
    from tianji.games.chess import Chess

    with pytest.raises(
        TianjiError, match=r"illegal position \(no white king, no black king, empty\); give one"
    ):
        Chess().parse("8/8/8/8/8/8/8/8 w - - 0 1")

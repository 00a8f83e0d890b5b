"""check_game: each broken rule is found, and the message names the state."""

from __future__ import annotations

from fractions import Fraction

import pytest

import tianji as tj
from tianji.core import walk
from tianji.core.check import check_game
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.errors import GameRuleError, ParameterError


class Line(Game):
    """A lawful little game to break: chance, player 0, player 1, end."""

    def initial(self):
        return ""

    def player(self, s):
        return (CHANCE, 0, 1, TERMINAL)[len(s)]

    def actions(self, s):
        return "ab"

    def chances(self, s):
        return [("x", 0.25), ("y", Fraction(3, 4))]

    def result(self, s, a):
        return s + a

    def utility(self, s):
        return 1, -1

    def information(self, s, player):
        return s if player == 0 else len(s)


def test_lawful():
    report = check_game(Line())
    assert (report.histories, report.terminals, report.chance_nodes, report.infosets) == (15, 8, 1, (2, 1))
    assert report.depth == 3 and report.zero_sum and report.complete
    # player 1 forgets the own move at the end, where nothing is left to decide: said, not refused
    assert not report.recall_everywhere
    assert "player 1" in report.lapse


def test_stops_at_the_limit():
    report = check_game(Line(), max_histories=4)
    assert report.histories == 4 and not report.complete
    assert check_game(Line(), max_histories=15).complete


def test_general_sum_is_reported():
    game = Line()
    game.utility = lambda s: (1, 1)  # type: ignore[method-assign]
    assert not check_game(game).zero_sum


class Counter:
    """Gives another answer each time."""

    def __init__(self):
        self.calls = 0

    def __call__(self, *arguments):
        self.calls += 1
        return self.calls


class ByIdentity:
    """A state that forgot to define equality."""

    def __init__(self, s):
        self.s = s

    def __len__(self):
        return len(self.s)


def identity_result(s, a):
    return ByIdentity((s.s if isinstance(s, ByIdentity) else s) + a)


@pytest.mark.parametrize(
    "broken, says",
    [
        ({"players": 0}, "players is 0"),
        ({"initial": list}, "cannot be hashed"),
        ({"player": lambda s: 2}, "player() gives 2"),
        ({"player": lambda s: None}, "player() gives None"),
        ({"player": lambda s: 0.0 if s else CHANCE}, "player() gives 0.0"),
        ({"player": Counter()}, "must not change"),
        ({"actions": lambda s: ()}, "has no actions"),
        ({"actions": lambda s: "aa"}, "repeat"),
        ({"actions": lambda s: [["a"], ["b"]]}, "cannot be hashed"),
        ({"actions": lambda s: 5}, "expected a list or tuple"),
        ({"actions": lambda s: "ab" if s != "yb" else "ba"}, "cannot tell two states apart"),
        ({"actions": lambda s: "ab" if s != "yb" else "abc"}, "cannot tell two states apart"),
        ({"chances": lambda s: [("x", 0.5), ("y", 0.4)]}, "sum to 0.9"),
        ({"chances": lambda s: [("x", 1.5), ("y", -0.5)]}, "expected numbers ≥ 0"),
        ({"chances": lambda s: [("x", float("nan")), ("y", 1)]}, "expected numbers ≥ 0"),
        ({"chances": lambda s: []}, "sum to 0"),
        ({"chances": lambda s: [("x", 0.5), ("x", 0.5)]}, "repeat"),
        ({"chances": lambda s: ["x", "y"]}, "(outcome, probability) pairs"),
        ({"chances": lambda s: Game.chances(Line(), s)}, "no chances() method"),
        ({"utility": lambda s: (1,)}, "expected 2 finite numbers"),
        ({"utility": lambda s: (1, float("inf"))}, "expected 2 finite numbers"),
        ({"utility": lambda s: (1, float("nan"))}, "expected 2 finite numbers"),
        ({"utility": lambda s: (1, "1")}, "expected 2 finite numbers"),
        ({"utility": lambda s: None}, "expected a list or tuple"),
        ({"information": lambda s, player: [s]}, "cannot be hashed"),
        ({"information": lambda s, player: {}[s]}, "information() raises KeyError"),
        ({"result": lambda s, a: [s, a]}, "cannot be hashed"),
        ({"result": identity_result}, "is not equal"),
        ({"result": lambda s, a: s}, "comes up again"),
        ({"result": lambda s, a: 1 / 0}, "result() with 'y' raises ZeroDivisionError"),
    ],
)
def test_broken(broken, says):
    game = Line()
    for name, rule in broken.items():
        setattr(game, name, rule)
    with pytest.raises(GameRuleError) as caught:
        check_game(game)
    assert says in str(caught.value)
    assert str(caught.value).startswith("line")


def test_imperfect_recall():
    class Forgetful(Line):
        """Player 0 acts twice and forgets the first move."""

        def player(self, s):
            return (CHANCE, 0, 0, TERMINAL)[len(s)]

        def information(self, s, player):
            return len(s)

    with pytest.raises(GameRuleError, match="imperfect recall: player 0 reaches infoset 2"):
        check_game(Forgetful())


def test_forgotten_knowledge_is_imperfect_recall():
    class Amnesia(Line):
        """Player 0 sees chance first and forgets it before moving again; the own move is kept."""

        def player(self, s):
            return (CHANCE, 0, 0, TERMINAL)[len(s)]

        def information(self, s, player):
            return s if len(s) < 2 else s[1:]

    with pytest.raises(GameRuleError, match="imperfect recall"):
        check_game(Amnesia())


@pytest.mark.parametrize("name", ["nim", "kalah(m=3,n=2)", "three_lines"])
def test_lines_that_meet_in_one_state_are_no_fault_where_nothing_is_hidden(name):
    found = check_game(tj.load(name), max_histories=20_000)
    assert found.hidden != "" and not found.recall_everywhere
    assert "lines of play meet again here; tj.search" in found.lapse


def test_absent_mindedness():
    class Driver(Game):
        """The absent-minded driver cannot tell the first exit from the second."""

        players = 1

        def initial(self):
            return ""

        def player(self, s):
            return TERMINAL if s.endswith("e") or len(s) == 2 else 0

        def actions(self, s):
            return "ce"

        def result(self, s, a):
            return s + a

        def utility(self, s):
            return ({"e": 0, "ce": 4, "cc": 1}[s],)

        def information(self, s, player):
            return "on the road"

    with pytest.raises(GameRuleError, match="imperfect recall"):
        check_game(Driver())


def test_endless(monkeypatch):
    monkeypatch.setattr(walk, "MAX_DEPTH", 5_000)

    class Endless(Line):
        """Counts up for ever."""

        def initial(self):
            return 0

        def player(self, s):
            return 0

        def actions(self, s):
            return (1,)

        def information(self, s, player):
            return s

    with pytest.raises(GameRuleError, match="no end after 5,000 moves"):
        check_game(Endless())


@pytest.mark.parametrize("arguments", [("kuhn",), (Line(), 0), (Line(), 1.5), (Line(), True)])
def test_bad_arguments(arguments):
    with pytest.raises(ParameterError):
        check_game(*arguments)


def test_a_forgotten_information_is_said():
    class Open(Line):
        """Meant to be simultaneous, but `information` was forgotten."""

        information = Game.information

    said = "perfect information: nobody hides anything; simultaneous moves need information()"
    assert check_game(Open()).hidden == said
    assert said in tj.solve(Open(), iterations=10).note
    assert check_game(Line()).hidden == "hidden information: player 1 cannot tell all positions apart"
    assert tj.solve(Line(), iterations=10).note == ""
    both = "hidden information: player 0, player 1 cannot tell all positions apart"
    assert check_game(tj.load("kuhn")).hidden == both

"""Rules of one's own are found lawful at every state that anybody looks at, however deep; very wide ones in time."""

from __future__ import annotations

import pickle
from threading import Event

import pytest

import tianji as tj
from tianji.core.game import TERMINAL, Game
from tianji.core.lawful import Lawful, forgets_information, is_ours, lawful
from tianji.core.walk import Room
from tianji.errors import GameRuleError, ParameterError, TooLargeError

DEEP = 10  # beyond the first 300 states, and off the eight random lines
END = (1,) * DEEP
LAST = END[:-1]


class Steps(Game):
    """Two moves each, ten plies; the second player to move likes odd sums."""

    plies, width = DEEP, 2

    def initial(self):
        return ()

    def player(self, s):
        return len(s) % 2 if len(s) < self.plies else TERMINAL

    def actions(self, s):
        return tuple(range(self.width))

    def result(self, s, a):
        return (*s, a)

    def utility(self, s):
        return (1.0, -1.0) if sum(s) % 2 else (-1.0, 1.0)


def broken(**rules):
    """Steps with other answers at the state `at`."""

    def answer(name, value):
        def ask(self, s, *more):
            if s != (END if name == "utility" else LAST):
                return getattr(Steps, name)(self, s, *more)
            if isinstance(value, type):
                raise value(3)
            return value() if callable(value) else value

        return ask

    return type("Broken", (Steps,), {name: answer(name, value) for name, value in rules.items()})()


FAULTS = {
    "nan": ({"utility": (float("nan"),) * 2}, r"gives \(nan, nan\)"),
    "inf": ({"utility": (float("inf"), float("-inf"))}, "finite"),
    "text": ({"utility": ("1", "-1")}, "finite"),
    "three": ({"utility": (1.0, 0.0, -1.0)}, "expected 2 finite"),
    "stranger": ({"player": 5}, "player.. gives 5"),
    "flag": ({"player": True}, "player.. gives True"),
    "nothing": ({"actions": ()}, "no actions"),
    "twice": ({"actions": (0, 1, 1)}, "repeat"),
    "lists": ({"actions": ([0], [1])}, "hashed"),
    "a range": ({"actions": range(10**9)}, "1,000,000,000 moves"),
    "a generator": ({"actions": lambda: iter(range(10**9))}, "over 100,000 moves"),
    "exit": ({"result": SystemExit}, "SystemExit"),
    "error": ({"result": ZeroDivisionError}, "ZeroDivisionError"),
}


@pytest.mark.parametrize("method", ["minimax", "negamax", "maxn", "dfpn"])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_deep_in_a_game_is_never_searched_and_called_exact(fault, method):
    rules, said = FAULTS[fault]
    with pytest.raises((GameRuleError, TooLargeError), match=said):
        tj.search(broken(**rules), method=method)


@pytest.mark.parametrize("fault", FAULTS)
def test_every_other_way_to_meet_it_says_the_same(fault):
    rules, said = FAULTS[fault]
    for ask in (
        tj.compile,
        tj.check_game,
        lambda game: tj.solve(game, "external", iterations=2000),
        lambda game: tj.search(game.restrict(lambda a: True), method="minimax"),
    ):
        with pytest.raises((GameRuleError, TooLargeError), match=said):
            ask(broken(**rules))


HOOKS = {
    "evaluate": (lambda self, s: float("nan"), "alphabeta"),
    "order": (lambda self, s, actions: actions[:1], "alphabeta"),
    "noisy": (lambda self, s: (7,), "alphabeta"),
    "priors": (lambda self, s: (0.0, float("nan")), "puct"),
    "canonical": (lambda self, s: [s], "alphabeta"),
}


@pytest.mark.parametrize("name", HOOKS)
def test_what_a_game_tells_beyond_its_rules_is_looked_at_too(name):
    """An `order` that forgot moves made an "exact" answer wrong."""
    hook, method = HOOKS[name]
    game = type("Hooked", (Steps,), {name: hook})()
    given = {"quiescence": 2} if name == "noisy" else {}
    limit = {"nodes": 50} if method == "puct" else {"depth": 3}
    with pytest.raises(GameRuleError, match=rf"{name}\(\) gives"):
        tj.search(game, method=method, **limit, **given)


def test_payoffs_outside_of_the_declared_range_are_refused():
    game = type("Narrow", (Steps,), {"value_range": (-0.5, 0.5)})()
    with pytest.raises(GameRuleError, match="outside the game's own value_range"):
        tj.search(game, method="minimax")


def test_an_evaluation_of_ones_own_must_be_a_number():
    with pytest.raises(ParameterError, match="evaluate gives nan"):
        tj.search(Steps(), method="alphabeta", depth=2, evaluate=lambda s: float("nan"))


def test_a_watched_game_is_the_game():
    game = Steps()
    watched = lawful(game)
    assert lawful(watched) is watched and lawful(tj.load("kuhn")) == tj.load("kuhn")
    assert watched.spec == game.spec and str(watched) == str(game)
    assert forgets_information(watched) and not is_ours(watched)
    assert type(pickle.loads(pickle.dumps(Lawful(tj.load("kuhn"))))) is Lawful
    assert tj.search(game, method="minimax").value == tj.search(watched, method="minimax").value


def test_a_state_of_another_game_is_no_fault_of_the_rules():
    game = Steps()
    for _ in range(2):
        with pytest.raises(ParameterError, match="is no state of steps"):
            tj.search(game, 5, "minimax")


def wide():
    return type("Wide", (Steps,), {"plies": 40, "width": 10_000})()


def test_a_very_wide_game_is_told_of_in_numbers():
    """Forty moves of ten thousand choices: it took minutes, and gigabytes, to say nothing."""
    assert 1e150 < tj.plan(wide()).histories < 1e170
    with pytest.raises(TooLargeError, match=r"at least .*e\+15\d histories"):
        tj.compile(wide())
    assert not tj.check_game(wide(), seconds=1e-3).complete


def test_a_first_iteration_that_does_not_end_is_told_of():
    with pytest.raises(TooLargeError, match=r"first iteration of external has met .* use the method outcome"):
        tj.solve(wide(), "external", seconds=0.3, iterations=1)
    asked = Event()
    asked.set()
    found = tj.solve(type("Broad", (Steps,), {"plies": 40})(), "external", iterations=5, stop=asked)
    assert (found.stopped, found.iterations) == ("cancelled", 0)


def test_a_sampler_whose_tables_fill_the_memory_ends_with_its_answer(monkeypatch):
    full = type("Full", (Room,), {"is_full": lambda self: True})
    monkeypatch.setattr("tianji.cfr.runners.Room", full)
    found = tj.solve(tj.load("leduc"), "outcome", iterations=10**6, native=False)
    assert found.stopped == "memory" and 0 < found.iterations < 10**6


@pytest.mark.parametrize("given", [0, -1, float("nan"), "1"])
def test_the_seconds_of_a_check_are_a_number(given):
    with pytest.raises(ParameterError, match="seconds="):
        tj.check_game(tj.load("kuhn"), seconds=given)

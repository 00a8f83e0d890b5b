"""load: the spec forms, and a sentence for every mistake."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest

import tianji
from tianji.core.game import Game
from tianji.errors import (
    FileAccessError,
    GameRuleError,
    MissingExtraError,
    ParameterError,
    TianjiError,
    UnknownNameError,
)
from tianji.games import load, names, registry
from tianji.games.kuhn import Kuhn
from tianji.games.registry import register
from tianji.games.spec import split_spec

MODULE = '''
from dataclasses import dataclass
import tianji as tj

@dataclass(frozen=True)
class Guess(tj.Game):
    """Guess a number."""
    top: int = 3
    bonus: float = 0.5

    def initial(self): return ()
    def player(self, s): return len(s) if len(s) < 2 else tj.TERMINAL
    def actions(self, s): return range(self.top)
    def result(self, s, a): return (*s, a)
    def utility(self, s): return (1, -1) if s[0] != s[1] else (-1, 1)
    def information(self, s, player): return (len(s), s[player:player + 1])

class Abstract(tj.Game):
    """Lacks most methods."""
    def initial(self): return 0

class Picky(Guess):
    """Fails in its constructor."""
    def __init__(self, size=1):
        raise RuntimeError(f"cannot make {size}")

class Loose(Guess):
    """Takes anything."""
    def __init__(self, **options):
        super().__init__()

number = 7
'''


@pytest.fixture
def users_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if not name.startswith("tianji"):
            del sys.modules[name]


def test_names_are_sorted_and_load():
    assert names() == sorted(names()) == tianji.games()
    for name in names():
        assert load(name).name == name


def test_game_and_class_pass_through():
    game = Kuhn(players=3)
    assert load(game) is game
    assert load(Kuhn) == Kuhn()


@pytest.mark.parametrize(
    "text, values",
    [
        ("g", {}),
        ("g()", {}),
        (" g ( a = 1 , b = -2.5e1 ) ", {"a": 1, "b": -25.0}),
        ("g(a=1/3,b=-1/2)", {"a": Fraction(1, 3), "b": Fraction(-1, 2)}),
        ("g(a=true,b=False,c=none)", {"a": True, "b": False, "c": None}),
        ("g(a=word,b='two words',c=\"it's\")", {"a": "word", "b": "two words", "c": "it's"}),
        ("g(a='it\\'s')", {"a": "it's"}),
        ("g(a=(1,2),b=[(1,),()])", {"a": (1, 2), "b": ((1,), ())}),
        ("g(a=1,)", {"a": 1}),
    ],
)
def test_values(text, values):
    assert split_spec(text) == ("g", values)


@pytest.mark.parametrize(
    "text, error, says",
    [
        ("", UnknownNameError, "no game is called ''"),
        ("ledcu", UnknownNameError, "did you mean 'leduc'"),
        ("xyz", UnknownNameError, "kuhn"),
        ("kuhn(player=3)", UnknownNameError, "did you mean 'players'"),
        ("matching_pennies(x=3)", UnknownNameError, "takes no parameters"),
        ("kuhn(players=1)", ParameterError, "whole number from 2 to 10"),
        ("kuhn(3)", ParameterError, "column 6"),
        ("kuhn(players=3", ParameterError, "the end"),
        ("kuhn(players=3))", ParameterError, "nothing more"),
        ("kuhn(players=3,players=3)", ParameterError, "given twice"),
        ("kuhn(players=)", ParameterError, "a value"),
        ("kuhn(players=1/0)", ParameterError, "not a finite number"),
        ("kuhn(players=" + "(" * 50, ParameterError, "nested"),
        ("kuhn(players=" + "9" * 5000 + ")", ParameterError, "whole number"),
        ("kuhn(players=1e999)", ParameterError, "whole number"),
        ("no such.efg", FileAccessError, "no such.efg"),
        ("no\0such.efg", FileAccessError, "cannot read"),
        (":Game", ParameterError, "package.module:Class"),
        ("os.path:../x", ParameterError, "package.module:Class"),
        ("no_such_module_xyz:Game", UnknownNameError, "no_such_module_xyz.py"),
        ("json.no_such:Game", UnknownNameError, "no module"),
        ("tianji.games.kuhn:Khun", UnknownNameError, "did you mean 'Kuhn'"),
        ("tianji.games.kuhn:KuhnState", ParameterError, "not a subclass"),
    ],
)
def test_mistakes(text, error, says):
    with pytest.raises(error) as caught:
        load(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("thing", [None, 3, b"kuhn", ["kuhn"], int, object()])
def test_not_a_spec(thing):
    with pytest.raises(ParameterError, match="expected a game spec"):
        load(thing)


def test_users_module_in_the_current_directory(users_folder):
    (users_folder / "guess_a.py").write_text(MODULE)
    path = list(sys.path)
    game = load("guess_a:Guess(top=4)")
    assert sys.path == path
    assert game.spec == "guess_a:Guess(top=4)"
    assert load(game.spec) == game
    assert tianji.check_game(game).histories == 1 + 4 + 16


def test_users_mistakes(users_folder):
    (users_folder / "guess_b.py").write_text(MODULE)
    for text, error, says in [
        ("guess_b:Guess(tpo=4)", UnknownNameError, "did you mean 'top'"),
        ("guess_b:Abstract", GameRuleError, "lacks actions, player, result, utility"),
        ("guess_b:Picky(size=2)", ParameterError, "RuntimeError: cannot make 2"),
        ("guess_b:number", ParameterError, "not a subclass"),
        ("guess_b:Gess", UnknownNameError, "did you mean 'Guess'"),
    ]:
        with pytest.raises(error) as caught:
            load(text)
        assert says in str(caught.value)
    assert load("guess_b:Loose(any=1)").players == 2


@pytest.mark.parametrize(
    "body, says",
    [
        ("import no_such_module_abc", "no_such_module_abc"),
        ("def broken(:", "SyntaxError"),
        ("1 / 0", "ZeroDivisionError"),
        ("raise SystemExit(3)", "SystemExit"),
    ],
)
def test_a_module_that_fails_to_import(users_folder, body, says):
    (users_folder / "guess_c.py").write_text(body)
    with pytest.raises(GameRuleError) as caught:
        load("guess_c:Game")
    assert says in str(caught.value) and "guess_c" in str(caught.value)


def test_register(monkeypatch):
    monkeypatch.setattr(registry, "_USERS", {})

    class Mine(Kuhn):
        """Kuhn poker again."""

    register("mine", Mine)
    assert "mine" in names()
    assert load("mine(cards=4)").spec == "mine(cards=4)"
    assert load("mine") == Mine()
    assert isinstance(load("mine"), Game)
    for name, cls, says in [
        ("kuhn", Mine, "taken"),
        ("mine", Kuhn, "taken"),
        ("my game", Mine, "letters"),
        ("other", int, "not a subclass"),
        (3, Mine, "letters"),
    ]:
        with pytest.raises(ParameterError, match=says):
            register(name, cls)
    assert Kuhn().spec == "kuhn"


def test_missing_openspiel_says_how_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(TianjiError) as caught:
        load("openspiel:kuhn_poker")
    assert isinstance(caught.value, MissingExtraError)
    assert "tianji[interop]" in str(caught.value)


def test_loading_one_game_imports_no_other():
    code = (
        "import sys; from tianji.games import load; load('kuhn'); "
        "print(sorted(m for m in sys.modules if m.startswith('tianji.games.')), 'numpy' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "tianji.games.kuhn" in out
    assert "leduc" not in out and "efg" not in out and "True" not in out

"""Rules of one's own that raise, leave the program or give what no game may: a sentence, whoever asks them."""

from __future__ import annotations

import math
import sys

import pytest

import tianji as tj
from tianji import cli
from tianji.errors import GameRuleError, NotApplicableError, TianjiError
from tianji.search.retrograde import retrograde


class Pennies(tj.Game):
    """Three open moves; the first two decide."""

    players = 2

    def initial(self):
        return ()

    def player(self, s):
        return len(s) % 2 if len(s) < 3 else tj.TERMINAL

    def actions(self, s):
        return ("h", "t")

    def result(self, s, a):
        return (*s, a)

    def utility(self, s):
        won = 1.0 if s[0] == s[1] else -1.0
        return (won, -won)


def forever(s):
    return forever(s)


FAULTS = {
    "nan": {"utility": lambda self, s: (math.nan, math.nan)},
    "infinite": {"utility": lambda self, s: (math.inf, -math.inf)},
    "text": {"utility": lambda self, s: ("1", "-1")},
    "one payoff": {"utility": lambda self, s: (1.0,)},
    "three payoffs": {"utility": lambda self, s: (1.0, -1.0, 0.0)},
    "no payoffs": {"utility": lambda self, s: None},
    "10**400": {"utility": lambda self, s: (10**400, -(10**400))},
    "player 5": {"player": lambda self, s: 5 if len(s) == 1 else Pennies.player(self, s)},
    "nobody": {"player": lambda self, s: None if len(s) == 1 else Pennies.player(self, s)},
    "no actions": {"actions": lambda self, s: () if len(s) == 1 else "ht"},
    "a generator": {"actions": lambda self, s: iter(range(10**9))},
    "a million": {"actions": lambda self, s: range(10**6)},
    "twice": {"actions": lambda self, s: ("h", "h")},
    "lists": {"initial": lambda self: [], "result": lambda self, s, a: [*s, a]},
    "raises": {"result": lambda self, s, a: 1 / 0},
    "raises at once": {"initial": lambda self: {}["a"]},
    "exits": {"utility": lambda self, s: sys.exit(3)},
    "memory": {"actions": lambda self, s: (_ for _ in ()).throw(MemoryError())},
    "recursion": {"actions": lambda self, s: forever(s)},
}
ASKED = {
    **{
        name: lambda game, name=name: tj.search(game, method=name, nodes=99)
        for name in tj.search.methods() if name != "probcut"
    },
    "retrograde": retrograde,
    "book": lambda game: tj.search.build_book(game, positions=3, depth=2),
    "fit": lambda game: tj.search.fit_probcut(game, positions=10, plies=(1, 2)),
    "match": lambda game: tj.arena.match(game, "uniform", "mcts:nodes=5", hands=2),
    "solve": lambda game: tj.solve(game, iterations=3),
    "external": lambda game: tj.solve(game, "external", iterations=30),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_whoever_asks_rules_that_are_at_fault_says_so(fault):
    for name, ask in ASKED.items():
        game = type("Faulty", (Pennies,), FAULTS[fault])()
        with pytest.raises(TianjiError) as caught:
            ask(game)
        assert "no option" not in str(caught.value) and len(str(caught.value)) < 500, name


def test_a_fault_far_from_the_beginning_names_the_method_and_the_state():
    class Late(Pennies):
        def player(self, s):
            return len(s) % 2 if len(s) < 12 else tj.TERMINAL

        def result(self, s, a):
            return (*s, a) if (*s, a)[:11] != ("t",) * 11 else 1 / 0

    with pytest.raises(
        GameRuleError, match=r"state \('t', .*\): result\(\) with 't' raises ZeroDivisionError"
    ):
        tj.search(Late(), method="minimax")


def test_a_simulation_without_an_end_is_refused_or_ends_with_the_clock():
    class Endless(Pennies):
        def initial(self):
            return 0

        def player(self, s):
            return 0

        def result(self, s, a):
            return s + 1

    with pytest.raises(NotApplicableError, match="playout_depth"):
        tj.search(Endless(), method="mcts", nodes=5)
    assert tj.search(Endless(), method="mcts", nodes=5, playout_depth=9).action in ("h", "t")
    asked = iter([False] * 3 + [True] * 10**6)
    assert tj.search(Endless(), method="mcts", nodes=5, stop=lambda: next(asked)).stopped == "cancelled"


@pytest.mark.parametrize(
    "command", ["search {} --depth 3", "search {} --fit-probcut f", "match {} uniform uniform"]
)
def test_on_the_command_line(command, tmp_path, monkeypatch, capsys):
    (tmp_path / "faulty_rules.py").write_text(
        "import sys\nimport tianji as tj\nclass G(tj.Game):\n    players = 2\n    def initial(self): return ()\n"
        "    def player(self, s): return len(s) if len(s) < 2 else tj.TERMINAL\n"
        "    def actions(self, s): sys.exit(3)\n    def result(self, s, a): return (*s, a)\n"
        "    def utility(self, s): return (1, -1)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert cli.main([*command.format("faulty_rules:G").split(), "--quiet"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("tianji: error: ") and "SystemExit" in err and err.count("\n") == 1

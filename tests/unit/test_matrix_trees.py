"""Strategic forms and subgame perfection of extensive games, from classes and from .efg."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

import tianji.matrix as tm
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.errors import GameRuleError, TooLargeError
from tianji.games.efg import read_efg
from tianji.games.kuhn import Kuhn
from tianji.matrix.game.extensive import extensive_form
from tianji.matrix.nash.subgame_perfect import subgame_roots

F = Fraction


@dataclass(frozen=True)
class Centipede(Game):
    """Take the larger share and end, or pass: backward induction takes at once."""

    rounds: int = 4

    def initial(self):
        return 0

    def player(self, s):
        return TERMINAL if isinstance(s, tuple) or s == self.rounds else s % 2

    def actions(self, s):
        return ("take", "pass")

    def result(self, s, a):
        return ("took", s) if a == "take" else s + 1

    def utility(self, s):
        t = s[1] if isinstance(s, tuple) else self.rounds
        big, small = 2 ** (t + 1), 2**t // 2
        return (big, small) if t % 2 == 0 else (small, big)


class Branches(Game):
    """A tree given as nested tuples: (player, {action: subtree}) or payoffs; infosets by name."""

    def __init__(self, tree, names=(), players=2):
        self.tree, self.names, self.players = tree, dict(names), players

    def _at(self, s):
        here = self.tree
        for a in s:
            here = here[1][a]
        return here

    def initial(self):
        return ()

    def player(self, s):
        here = self._at(s)
        return here[0] if isinstance(here[-1], dict) else TERMINAL

    def actions(self, s):
        return tuple(self._at(s)[1])

    def chances(self, s):
        return [(a, 1 / len(self._at(s)[1])) for a in self._at(s)[1]]

    def result(self, s, a):
        return (*s, a)

    def utility(self, s):
        return self._at(s)

    def information(self, s, player):
        return self.names.get(s, s)


def one_shot_gain(game, solution):
    """The best gain from changing one action at one node, walked from the rules: 0 is subgame perfection
    in games of perfect information."""
    worst = F(0)

    def walk(s):
        nonlocal worst
        player = game.player(s)
        if player == TERMINAL:
            return tuple(F(u) for u in game.utility(s))
        if player == CHANCE:
            parts = [(F(p).limit_denominator(1000), walk(game.result(s, a))) for a, p in game.chances(s)]
            return tuple(sum(p * v[i] for p, v in parts) for i in range(game.players))
        options = [walk(game.result(s, a)) for a in game.actions(s)]
        row = solution.at(player, game.information(s, player))
        value = tuple(sum(p * v[i] for p, v in zip(row, options, strict=True)) for i in range(game.players))
        worst = max(worst, max(v[player] for v in options) - value[player])
        return value

    assert walk(game.initial()) == solution.values
    return worst


ENTRY = Branches((0, {"out": (0, 3), "in": (1, {"fight": (-1, -1), "share": (1, 1)})}))


def test_entry_deterrence_drops_the_empty_threat():
    assert len(tm.strategic_form(ENTRY).equilibria()) == 3  # the empty threat is Nash
    solution = tm.subgame_perfect(ENTRY)
    assert solution.values == (1, 1) and solution.subgames == 2 and solution.exact
    assert solution.at(1, ("in",)) == (0, 1)
    assert solution.strategy.at(0, ()) == {"out": 0.0, "in": 1.0}
    assert one_shot_gain(ENTRY, solution) == 0 == solution.regret
    assert len(tm.subgame_perfect_equilibria(ENTRY)) == 1


def test_centipede_takes_at_once():
    game = Centipede(60)  # sixty nested subgames
    solution = tm.subgame_perfect(game)
    assert solution.values == (2, 0) and solution.subgames == 60
    assert all(solution.at(s % 2, s) == (1, 0) for s in range(60))
    assert one_shot_gain(Centipede(6), tm.subgame_perfect(Centipede(6))) == 0


def test_ties_give_several_subgame_perfect_equilibria():
    game = Branches((0, {"l": (1, {"a": (2, 0), "b": (0, 0)}), "r": (1, 1)}))
    found = tm.subgame_perfect_equilibria(game)
    assert {s.values for s in found} == {(2, 0), (1, 1)}
    assert all(one_shot_gain(game, s) == 0 for s in found)
    assert len(tm.subgame_perfect_equilibria(game, limit=1)) == 1


# First player chooses to leave or to play a battle of the sexes, whose moves are simultaneous.
OUTSIDE = Branches(
    (
        0,
        {
            "out": (2, 2),
            "in": (0, {"T": (1, {"l": (3, 1), "r": (0, 0)}), "B": (1, {"l": (0, 0), "r": (1, 3)})}),
        },
    ),
    names={("in", "T"): "II", ("in", "B"): "II"},
)


def test_a_proper_subgame_with_simultaneous_moves():
    assert subgame_roots(extensive_form(OUTSIDE)) == [0, 2]
    found = tm.subgame_perfect_equilibria(OUTSIDE)
    # The subgame's equilibria pay the first player 3, 3/4 and 1; only the first beats the outside option.
    assert sorted(s.values for s in found) == [(2, 2), (2, 2), (3, 1)]
    assert all(s.regret == 0 and s.exact for s in found)
    mixed = next(s for s in found if 0 < s.at(1, "II")[0] < 1)
    assert mixed.at(1, "II") == (F(1, 4), F(3, 4)) and mixed.at(0, ("in",)) == (F(3, 4), F(1, 4))
    assert mixed.at(0, ()) == (1, 0)


def test_chance_and_thirds_stay_exact():
    game = Branches((CHANCE, {c: (0, {"x": (c, -c), "y": (1 / 3, -1 / 3)}) for c in (0, 1, 2)}))
    solution = tm.subgame_perfect(game)
    assert solution.exact and solution.values[0] == (F(1, 3) + 1 + 2) / 3
    quarters = Branches((CHANCE, {c: (0, {"x": (c, -c), "y": (0.25, -0.25)}) for c in (0, 1)}))
    assert one_shot_gain(quarters, tm.subgame_perfect(quarters)) == 0


def test_kuhn_in_strategic_form():
    g = tm.NormalForm.from_game(Kuhn())
    assert g.shape == (27, 64)
    found = g.equilibria()
    assert found.complete and {e.values[0] for e in found} == {F(-1, 18)}
    solution = tm.subgame_perfect(Kuhn())
    assert solution.values[0] == F(-1, 18) and solution.subgames == 1
    # Kuhn (1950): with the middle card the first player never bets; bluffs with the jack stay below 1/3.
    bluff = solution.at(0, (0, ""))[1]
    assert 0 <= bluff <= F(1, 3) and solution.at(0, (2, ""))[1] == 3 * bluff


def test_three_player_trees():
    game = Branches(
        (0, {"a": (1, {"c": (1, 1, 1), "d": (2, {"e": (0, 2, 0), "f": (2, 0, 2)})}), "b": (0, 0, 9)}),
        players=3,
    )
    solution = tm.subgame_perfect(game)
    assert solution.values == (1, 1, 1) and one_shot_gain(game, solution) == 0
    g = tm.strategic_form(game)
    assert g.shape == (2, 2, 2) and g.actions[1] == ("1", "2")


EFG = """EFG 2 R "two stages" { "Ann" "Bob" }
p "" 1 1 "" { "out" "in" } 0
t "" 1 "" { 2 2 }
p "" 1 2 "" { "T" "B" } 0
p "" 2 1 "" { "l" "r" } 0
t "" 2 "" { 3 1 }
t "" 3 "" { 0 0 }
p "" 2 1 "" { "l" "r" } 0
t "" 3 "" { 0 0 }
t "" 4 "" { 1 3 }
"""


def test_the_same_from_an_efg_file(tmp_path):
    game = read_efg(EFG)
    assert sorted(s.values for s in tm.subgame_perfect_equilibria(game)) == [(2, 2), (2, 2), (3, 1)]
    g = tm.strategic_form(game)
    assert g.players == ("Ann", "Bob") and g.actions == (("1*", "21", "22"), ("1", "2"))  # Gambit's names
    same = tm.strategic_form(OUTSIDE)
    assert (g.fractions == same.fractions).all()
    path = tmp_path / "two.efg"
    path.write_text(EFG)
    assert tm.load(str(path)).shape == (3, 2)


def test_one_player_and_no_moves():
    alone = Branches((0, {"x": (1,), "y": (3,), "z": (0, {"p": (3,), "q": (2,)})}), players=1)
    assert tm.strategic_form(alone).solve().values == (3,)
    assert tm.subgame_perfect(alone).values == (3,)
    assert tm.subgame_perfect(Branches((1, 2))).values == (1, 2)


def test_faults():
    forget = Branches((0, {"a": (0, {"x": (1, 1), "y": (2, 2)}), "b": (0, {"x": (0, 0), "y": (1, 0)})}),
                      names={("a",): "I", ("b",): "I"})  # fmt: skip
    with pytest.raises(GameRuleError, match="imperfect recall"):
        tm.strategic_form(forget)
    unequal = Branches(
        (1, {"a": (0, {"x": (1, 1)}), "b": (0, {"y": (0, 0)})}), names={("a",): "I", ("b",): "I"}
    )
    with pytest.raises(GameRuleError, match="different infoset keys"):
        tm.strategic_form(unequal)
    with pytest.raises(GameRuleError, match="one a player"):
        tm.strategic_form(Branches((1, 2, 3)))
    with pytest.raises(TooLargeError, match="cells"):
        tm.strategic_form(Kuhn(), limit=1000)
    with pytest.raises(TooLargeError, match="nodes"):
        tm.strategic_form(Kuhn(), limit=10)

"""What attackers, and tired people, type: one sentence and exit code 2; bounds before memory; right at every scale."""

import inspect
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import tianji.matrix as tm
from tianji.cli import main
from tianji.errors import FileFormatError, GameRuleError, TianjiError, TooLargeError
from tianji.matrix.game.nfg import parse_nfg

NAME = "n" * 300
DEEP = "[" * 5_000
NFG = 'NFG 1 R "" { "a" "b" } { %s } 1 2 3 4'

HOSTILE = {
    "1/00": ["1/00 1"],
    "1/0": ["--a", "1/0 1; 2 3"],
    "1e999": ["1e999 1"],
    "1e-999": ["1e-999 1"],
    "4301 digits": ["1" * 4_301],
    "fraction of 4301 digits": ["1/" + "1" * 4_301],
    "300 letters": [NAME],
    "300 letters with arguments": [f"{NAME}(x=1)"],
    "300 letters .nfg": [f"{NAME}.nfg"],
    "300 letters of a cell": [f"1,2 {NAME},3"],
    "300 letters of a method": ["chicken", "-m", NAME],
    "300 letters of a rule": ["chicken", "--select", NAME],
    "300 letters of a picture": ["chicken", "--plot", NAME],
    "nested arguments": [f"chicken(x={DEEP})"],
    "nested table": [f"{DEEP}1 x"],
    "a literal of 5000 digits": [f"colonel_blotto(soldiers={'9' * 5_000})"],
    "endless armies": ["colonel_blotto(soldiers=1000000, fields=100000)"],
    "many fields": ["colonel_blotto(soldiers=1, fields=3000)"],
    "armies of text": ["colonel_blotto(soldiers='x')"],
    "double star": ["chicken(**{'a': 1})"],
    "nul": ["chi\0cken"],
    "nul in a table": ["1 \0 2"],
    "nul in a file name": ["x\0.nfg"],
    "many bars": ["|".join(["1"] * 100)],
    "1e308 strategies": [NFG % "1e308 1e308"],
    "a million strategies": [NFG % "1000000 1"],
    "a product of many": [NFG % "9 9"],
    "nfg 1/00": [NFG.replace("4", "1/00") % "1 2"],
    "nfg 1e999": [NFG.replace("4", "1e999") % "1 2"],
    "nfg word of 300 letters": [NFG.replace("4", NAME) % "1 2"],
    "nfg nul": [NFG.replace("4", "\0") % "1 2"],
    "nfg braces": ["NFG 1 R " + "{" * 50_000],
    "nfg 40 players": ['NFG 1 R "" { ' + '"p" ' * 40 + "} { " + "1 " * 40 + "} " + "1 " * 40],
    "superscript": ["1² 2"],
    "empty": [""],
    "blank": ["   "],
    "select of a method that takes none": ["chicken", "-m", "pure", "--select", "welfare"],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_gets_a_sentence_and_exit_code_2(name, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert main(["matrix", *HOSTILE[name]]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "Traceback" not in err
    assert len(err) < 600, "at most 120 characters of the input are quoted"


VALUES = [10**400, -(10**5_000), Fraction(1, 10**400), Decimal("1e999999"), Decimal("1e-999999"), 1e305, 1e-310,
          "9" * 5_000, "1/" + "0" * 900, "\u0663/\u0660"]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_numbers_that_floats_cannot_hold_are_refused_by_place(value):
    for table in ([[1, value]], np.array([[1, value]], dtype=object)):
        with pytest.raises(GameRuleError, match=r"^A\[0\]\[1\]: payoff .{0,250}$"):
            tm.NormalForm(table)
    if isinstance(value, float):
        with pytest.raises(GameRuleError, match="out of range"):
            tm.NormalForm(np.array([[1, value]]))
    with pytest.raises(TianjiError):
        tm.CoalitionalGame(1, [0, value])


def test_nesting_and_lists_that_hold_themselves():
    endless: list = []
    endless.append(endless)
    deep: object = 1
    for _ in range(5_000):
        deep = [deep]
    for data in (endless, deep):
        with pytest.raises(GameRuleError, match="nested more than 32 deep"):
            tm.NormalForm(data)


def test_probabilities_are_bounded_too():
    from tianji.errors import StrategyError

    for bad in ("1e999999999", "1/00", 10**400, "9" * 5_000):
        with pytest.raises(StrategyError, match=r"probability|distribution"):
            tm.chicken().verify([[bad, 0], [1, 0]])
    for row in ([float("nan"), 1.0], [10**400, 0.5], [float("inf"), 0.0], [1e308, 1e308], [1.5, -0.5]):
        with pytest.raises(StrategyError, match=r"probability|distribution"):
            tm.chicken().verify([row, [1, 0]])
    with pytest.raises(TianjiError):
        tm.memory_one("x", "1e999999999", 0, 0, 0, 0)


def test_fractions_too_long_to_be_written_are_shown_in_short():
    rng = np.random.default_rng(0)
    digits = [
        [int(str(rng.integers(1, 9)) * 250) + int(v) for v in row] for row in rng.integers(0, 10**9, (20, 20))
    ]
    e = tm.NormalForm(digits).solve()
    assert e.exact and e.regret == 0 and "≈" in str(e)
    assert all(isinstance(p, str) for p in e.to_dict()["profile"][0]) and e.to_json()


def test_long_games_need_no_recursion():
    """More moves than Python may recurse, whose bound is lowered here: a thousand moves take seconds."""
    from tianji.core.game import Game
    from tianji.matrix.game.extensive import extensive_form, pure_strategies

    class Centipede(Game):
        """Stop, or let the other decide, 300 times."""

        players = 2

        def initial(self):
            return (0, False)

        def player(self, s):
            return -2 if s[1] or s[0] == 300 else s[0] % 2

        def actions(self, s):
            return ("stop", "go")

        def result(self, s, action):
            return (s[0] + 1, action == "stop")

        def utility(self, s):
            return (s[0], -s[0])

    from tianji.errors import TooLargeError

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 200)
    try:
        with pytest.raises(TooLargeError, match="more than 10,000 cells"):
            tm.strategic_form(Centipede(), limit=10_000)
        assert len(pure_strategies(extensive_form(Centipede()), 0)) == 151
    finally:
        sys.setrecursionlimit(before)


GENERAL = ([[2, 0], [0, 1]], [[1, 0], [0, 2]])  # battle of the sexes: three equilibria


@pytest.mark.parametrize("factor", [1e-280, 1e-20, 1e-10, 1e-8, 1, 1e9, 1e20, 1e280])
def test_general_sum_games_are_general_at_every_scale(factor):
    A, B = (np.array(table) * factor for table in GENERAL)
    noise = 1 + 1e-9 * np.arange(4).reshape(2, 2)  # no decimals: floats all the way
    for first, second in ((A, B), (A * noise, B), (A, B * 1e-12), (A * 0 + factor, B * 1e-13)):
        g = tm.NormalForm(first, second)
        assert not g.is_constant_sum
        found = g.equilibria()
        for e in found:
            for p, table in enumerate((first, second)):
                best = g.best_responses(p, e.profile)[1]
                assert float(best) - float(e.values[p]) <= 1e-9 * np.abs(table).max()
    g = tm.NormalForm(A * noise, B)
    assert len(g.equilibria()) == len(g.equilibria("support")) == 3
    for method in ("lemke-howson", "logit"):
        assert g.solve(method).regret <= 1e-9 * factor
    assert (
        len(
            tm.NormalForm(
                *(np.stack([t, t], axis=2) * noise[:, :, None] for t in (A, B, A))
            ).pure_equilibria()
        )
        >= 2
    )
    assert (
        tm.dominated(tm.NormalForm(np.array([[3, 0], [0, 3], [1, 1]]) * factor * (1 + 1e-9)))[0].action == 2
    )


@pytest.mark.parametrize("factor", [1e-280, 1e-8, 1, 1e9, 1e20, 1e280])
@pytest.mark.parametrize("exact", [False, None])
def test_zero_sum_programs_are_right_at_every_scale(factor, exact):
    A = np.array([[0, -1, 3], [1, 0, -1], [-1, 1, 0]]) * (factor * (1 if exact is None else 1 + 1e-9))
    g = tm.NormalForm(A)
    assert g.is_constant_sum
    e = g.solve(exact=exact)
    assert float(e.values[0]) == pytest.approx(2 / 15 * A[1, 0], rel=1e-9)
    assert float(e.regret) <= 1e-12 * factor
    assert float(tm.security(g, 0).value) == pytest.approx(2 / 15 * A[1, 0], rel=1e-9)


@pytest.mark.parametrize("factor", [1e-100, 1e-8, 1, 1e9, 1e20])
def test_linear_programs_in_floats_are_scaled(factor):
    chicken = [
        np.array([[0, 7], [2, 6]]) * factor * (1 + 1e-9),
        np.array([[0, 2], [7, 6]]) * factor * (1 + 1e-9),
    ]
    g = tm.NormalForm(*chicken)
    for objective, want in (("welfare", 10.5), ("egalitarian", 5.25), (0, None)):
        best = tm.correlated_equilibrium(g, objective, exact=False)
        assert best.regret <= 1e-8 * factor
        if want is not None:
            assert best.objective == pytest.approx(want * factor, rel=1e-6)
    worth = [0.0] + [factor * (bin(s).count("1") ** 2 + 1e-9) for s in range(1, 1 << 3)]
    game = tm.CoalitionalGame(3, worth)
    assert sum(tm.nucleolus(game)) == pytest.approx(worth[-1], rel=1e-9)
    assert tm.nucleolus(game)[0] == pytest.approx(worth[-1] / 3, rel=1e-6)
    assert not tm.core(game).is_empty
    empty = tm.CoalitionalGame(
        3, [0.0] + [factor * (bin(s).count("1") >= 2) * (1 + 1e-9) for s in range(1, 8)]
    )
    assert tm.core(empty).is_empty


def test_a_long_table_is_refused_where_it_goes_wrong():
    """All of a text of 100 MB was cut to tokens, in 5 GiB and minutes, before the first of them was looked at."""
    text = 'NFG 1 R "x" { "a" "b" } { 2 2 } ' + "1 " * 200_000 + '"never closed'
    with pytest.raises(FileFormatError, match="'1' where the end of the file was expected"):
        parse_nfg(text)


def test_a_table_larger_than_the_memory_is_refused_with_figures(monkeypatch):
    monkeypatch.setattr("tianji.core.memory.free_bytes", lambda: 1000)
    with pytest.raises(
        TooLargeError, match=r"the table of the \.nfg text needs about 2\.81 KiB, 1e\+03 B can be had"
    ):
        parse_nfg('NFG 1 R "x" { "a" "b" } { 2 4 } ' + "1 " * 16)

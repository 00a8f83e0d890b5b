"""Every way to give a game, and every fault as one sentence with its place."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import tianji.matrix as tm
from tianji.errors import (
    FileAccessError,
    FileFormatError,
    GameRuleError,
    NotApplicableError,
    ParameterError,
    StrategyError,
    TianjiError,
    TooLargeError,
    UnknownNameError,
)

F = Fraction

PD = tm.NormalForm([[3, 0], [5, 1]], [[3, 5], [0, 1]])


@pytest.mark.parametrize(
    "source",
    [
        ([[3, 0], [5, 1]], [[3, 5], [0, 1]]),
        (np.array([[3, 0], [5, 1]]), np.array([[3, 5], [0, 1]])),
        (np.array([[3.0, 0], [5, 1]]), [["3", "5"], [Decimal(0), F(1)]]),
        (np.array([[[3, 3], [0, 5]], [[5, 0], [1, 1]]]),),
        ([[(3, 3), (0, 5)], [(5, 0), (1, 1)]],),
        ("3,3 0,5; 5,0 1,1",),
        ("(3, 3) (0, 5)\n(5, 0) (1, 1)\n",),
        ("3,3\t0,5\n5,0\t1,1",),
        ("3 0; 5 1 | 3 5; 0 1",),
        ('NFG 1 R "" { "0" "1" } { 2 2 } 3 3 5 0 0 5 1 1',),
        (
            'NFG 1 D "x" { "0" "1" } { { "1" "2" } { "1" "2" } } ""'
            ' { { "" 3 3 } { "" 5, 0 } { "a" 0 5 } { "" 1 1 } } 1 2 3 4',
        ),
        (PD,),
    ],
    ids=range(12),
)
def test_every_form_of_input_is_the_same_game(source):
    g = tm.NormalForm(*source)
    assert (g.fractions == PD.fractions).all() and g.rational and g == PD
    assert g.solve().profile == ((0, 1), (0, 1))


class Frame:
    """As much of a DataFrame as is needed."""

    def __init__(self, rows, index, columns):
        self.rows, self.index, self.columns = rows, index, columns

    def to_numpy(self):
        return np.array(self.rows, dtype=object if isinstance(self.rows[0][0], str) else None)


def test_data_frames_bring_their_names():
    a = Frame([[3, 0], [5, 1]], ["C", "D"], ["c", "d"])
    b = Frame([[3, 5], [0, 1]], ["C", "D"], ["c", "d"])
    g = tm.NormalForm(a, b)
    assert g.actions == (("C", "D"), ("c", "d")) and (g.fractions == PD.fractions).all()
    cells = tm.NormalForm(Frame([["3,3", "0,5"], ["5,0", "1,1"]], ["C", "D"], ["c", "d"]))
    assert cells == g
    zero = tm.NormalForm(Frame([[1, -1], [-1, 1]], range(2), range(2)))
    assert zero.is_constant_sum and zero.actions[0] == ("1", "2")


def test_pandas_frames():
    pd = pytest.importorskip("pandas", reason="pandas is a test oracle")
    frame = pd.DataFrame([[0, -1, 3], [1, 0, -1], [-1, 1, 0]], index=list("rps"), columns=list("RPS"))
    g = tm.NormalForm(frame)
    assert g.solve().values[0] == F(2, 15) and g.actions == (tuple("rps"), tuple("RPS"))


def test_files(tmp_path):
    path = tmp_path / "pd.nfg"
    path.write_text(PD.to_nfg())
    assert tm.NormalForm(path) == tm.NormalForm(str(path)) == tm.load(str(path)) == PD
    table = tmp_path / "pd.csv"
    table.write_text("0,-1,3\n1,0,-1\n-1,1,0\n")
    assert tm.load(str(table)).solve().values[0] == F(2, 15)
    with pytest.raises(FileAccessError, match="no-such"):
        tm.NormalForm("no-such.nfg")
    (tmp_path / "binary.nfg").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileFormatError, match="not a text file"):
        tm.NormalForm(tmp_path / "binary.nfg")


def test_nfg_details():
    g = tm.NormalForm('NFG 1 R "a \\"b\\"" { "x" "y" "z" } { 2 1 1 }\n1/3 .5 -1e1  0.25 0 7')
    assert g.title == 'a "b"' and g.players == ("x", "y", "z")
    assert g.fractions[:, 0, 0, 0].tolist() == [F(1, 3), F(1, 2), -10]
    nothing = tm.NormalForm('NFG 1 R "" { "a" "b" } { 1 2 } "" { { "" 1 2 } } 0 1')
    assert nothing.fractions.tolist() == [[[0, 1]], [[0, 2]]]
    one = tm.NormalForm('NFG 1 R "" { "only" } { 3 } 1 5 5')
    assert {e.profile for e in one.equilibria()} == {((0, 1, 0),), ((0, 0, 1),)}
    assert one.equilibria().complete and one.solve().values == (5,)


@pytest.mark.parametrize(
    "text, place",
    [
        ("EFG 2 R", "'EFG' where"),
        ("NFG 2 R", "version 1"),
        ('NFG 1 X "t"', "'R' or 'D'"),
        ('NFG 1 R "t', "never closed"),
        ('NFG 1 R "t" { "a" "b" } { 2 2 } 1 2 3', "line 1: the end of the file where payoff 4 of 8"),
        ('NFG 1 R "t" { "a" "b" }\n{ 2 }', "line 2: '}' where the strategies of player 1 (of 0 to 1"),
        ('NFG 1 R "t" { "a" "b" }\n{ 2 2 }\n\n1 2 3 x 5 6 7 8', "line 4: 'x' where payoff 4 of 8"),
        ('NFG 1 R "t" { "a" "b" } { 1 1 } 1 2 3', "'3' where the end of the file"),
        ('NFG 1 R "t" { "a" "b" } { 1 1 } 1 1/0', "'1/0' where payoff 2"),
        ('NFG 1 R "t" { "a" "b" } { 0 1 }', "'0' where the strategies of player 0"),
        (
            'NFG 1 R "t" { "a" "b" } { 9 9 } ' + "1 " * 40,
            "'9' where the strategies of player 1 (of 0 to 1: names in braces",
        ),
        ('NFG 1 R "t" { ' + '"a" ' * 33 + "} {", "more than 32 players; tables of at most 32 can be read"),
        ('NFG 1 R "t" { } { }', "at least one player"),
        ('NFG 1 R "t" { "a" "b" } { 1 1 } "" { { "" 1 } } 1', "payoff 2 of 2 in outcome 1"),
        ('NFG 1 R "t" { "a" "b" } { 1 1 } "" { { "" 1 2 } } 2', "'2' where outcome number 1 of 1"),
    ],
)
def test_broken_nfg_names_the_place(text, place):
    with pytest.raises(FileFormatError) as caught:
        tm.NormalForm.read(text) if text.startswith("NFG") else tm.game.nfg.parse_nfg(text)
    assert place in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "tables, words",
    [
        ((), "no payoffs"),
        (([],), "empty"),
        (([[]],), "empty"),
        ((np.zeros((0, 2)),), "empty"),
        (([[1, 2], [3]],), "A[1]: ragged table, 1 entries where A[0] has 2"),
        (([[1, 2], 3],), "A[1]: ragged table, 3 where A[0] has 2"),
        (([[1, [2]], [3, 4]],), "A[0][1]"),
        (([[1, float("nan")]],), "A[0][1]: payoff nan is not finite"),
        ((np.array([[1, np.inf]]),), "A[0][1]: payoff inf is not finite"),
        (([[1, Decimal("inf")]],), "not finite"),
        (([[1, 2j]],), "A[0][1]: payoff 2j is complex"),
        ((np.array([[1j]]),), "complex"),
        (([[1, None]],), "A[0][1]: payoff None is not a number"),
        (([["x"]],), "A[0][0]: payoff 'x'"),
        (([["1/0"]],), "'1/0'"),
        (([[1, 2]], [[1], [2]]), "player 1 has payoffs of shape (2, 1), player 0 of (1, 2)"),
        ((np.zeros((2, 2, 2)),) * 2, "2 payoff arrays of shape (2, 2, 2)"),
        ((np.zeros((2, 2, 3)),), "one array of shape (2, 2, 3) is no game"),
        (([1, 2, 3],), "is no game"),
        ((np.array([["a"]]),), "'a'"),
        ((5,), "expected a table"),
        (("1 2; 3",), "row 2: 1 entries where row 1 has 2"),
        (("1,2 3,4; 5,6 7",), "row 2, column 2: cell '7' has 1 payoffs"),
        (("1 x",), "row 1, column 2: payoff 'x'"),
        (("  ;",), "no payoffs"),
    ],
    ids=range(25),
)
def test_faults_name_place_and_value(tables, words):
    with pytest.raises(GameRuleError) as caught:
        tm.NormalForm(*tables)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_floats_are_rational_when_short():
    assert tm.NormalForm([[0.1, 1 / 4]]).fractions[0].tolist() == [[F(1, 10), F(1, 4)]]
    long = tm.NormalForm([[1 / 3, 0], [0, 1]])
    assert not long.rational and not long.solve().exact and long.solve().regret < 1e-12
    with pytest.raises(ParameterError, match="more than six decimals"):
        long.solve(exact=True)
    huge = tm.NormalForm([[10**30, -(10**30)], [-1, 1]])
    assert huge.solve().exact and huge.solve().regret == 0
    found = tm.NormalForm(np.array([[2**0.5, 0], [0, 1]]), np.array([[1, 0], [0, 3**0.5]])).equilibria()
    assert len(found) == 3 and found.complete and all(e.regret < 1e-12 for e in found)


def test_names_and_methods_are_checked():
    with pytest.raises(UnknownNameError, match="lemke-howson"):
        PD.solve("lemke-howsen")
    with pytest.raises(UnknownNameError, match="risk-dominant"):
        PD.solve(select="risky")
    with pytest.raises(UnknownNameError, match="stag_hunt"):
        tm.named("stag hunts")
    with pytest.raises(UnknownNameError, match="Tables are written"):
        tm.load("stag-hunts")
    with pytest.raises(ParameterError, match="colonel_blotto"):
        tm.named("colonel_blotto", armies=3)
    with pytest.raises(ParameterError, match="soldiers=5"):
        tm.load("colonel_blotto(3)")
    with pytest.raises(TooLargeError, match="cells"):
        tm.colonel_blotto(100, 6)
    with pytest.raises(NotApplicableError, match="two players"):
        tm.lemke_howson(tm.public_goods())
    with pytest.raises(ParameterError, match="labels are 0 to 3"):
        tm.lemke_howson(PD, 4)
    with pytest.raises(NotApplicableError, match="constant-sum"):
        PD.solve("lp")
    with pytest.raises(NotApplicableError, match="no equilibrium in pure"):
        tm.matching_pennies().solve("pure")
    with pytest.raises(ParameterError, match="repeat"):
        tm.NormalForm([[1, 2]], actions=[["a"], ["b", "b"]])
    with pytest.raises(ParameterError, match="names"):
        tm.NormalForm([[1, 2]], actions=[["a"], ["b"]])
    with pytest.raises(ParameterError, match="temptation > reward"):
        tm.prisoners_dilemma(5, 3)


def test_profiles_are_checked():
    for profile, words in (
        ([[1, 0]], "1 strategies"),
        ([[1, 0], [1]], "1 probabilities where the game has 2"),
        ([[1, 0], [0.5, 0.6]], "no distribution"),
        ([[1, 0], [2, -1]], "no distribution"),
        ([[1, 0], ["x", 0]], "'x'"),
        ([[1, 0], 3], "a list of probabilities"),
    ):
        with pytest.raises(StrategyError, match=words):
            PD.verify(profile)
    assert PD.best_responses(0, [[1, 0], [1, 0]]) == ([1], 5)
    with pytest.raises(ParameterError):
        PD.best_responses(2, [[1, 0], [1, 0]])


def test_every_error_is_ours():
    for bad in ("", "{", "1;2;x", "1,2,3;4,5"):
        with pytest.raises(TianjiError):
            tm.NormalForm(bad)


def test_public_names_are_all_exported():
    import tianji.matrix

    public = {n for n in vars(tianji.matrix) if not n.startswith("_")}
    for name in (
        "NormalForm",
        "Equilibrium",
        "learn",
        "tournament",
        "BayesianGame",
        "nucleolus",
        "subgame_perfect",
    ):
        assert name in public
    assert PD.solve().to_dict() == {
        "profile": [["0", "1"], ["0", "1"]], "values": ["1", "1"], "regret": "0", "exact": True,
        "method": "lemke-howson", "nash_conv": "0", "exploitability": "0", "stopped": "",
    }  # fmt: skip


def test_results_survive_pickling_and_copying():
    import copy
    import pickle

    found = tm.chicken().equilibria()
    for twin in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert twin == found and twin.complete and twin.components == found.components


def test_large_decimal_arrays_are_built_quickly_and_exactly():
    A = np.round(np.random.default_rng(0).normal(size=(300, 300)), 3)
    g = tm.NormalForm(A)
    assert g.rational and g.is_constant_sum and "fractions" not in vars(g)  # fractions only when asked for
    assert not tm.NormalForm(A, np.where(A[0, 0] == A, -A, -A + 1)).is_constant_sum
    assert g.fractions[0, 5, 7] == F(str(A[5, 7]))
    tiny = tm.NormalForm([[F(1, 10**20), 0]], [[0, 0]])
    assert not tiny.is_constant_sum  # exact, although floats cannot see it


@pytest.mark.parametrize(
    "name, text",
    [
        ("a.csv", '"3,3","0,5"\r\n"5,0","1,1"\r\n'),
        ("b.csv", '"(3, 3)","(0, 5)"\n\n"(5, 0)","(1, 1)"\n'),
        ("c.tsv", "3,3\t0,5\n5,0\t1,1\n"),
        ("d.csv", "3,3 0,5\n5,0 1,1\n"),
        ("e.txt", "3,3 0,5; 5,0 1,1"),
        ("f.csv", "3 0; 5 1 | 3 5; 0 1"),
    ],
)
def test_tables_in_files(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, newline="")
    assert tm.load(str(path)) == PD


def test_broken_quotes_in_a_csv_file_are_told(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text('"1,2\n3')
    with pytest.raises(GameRuleError, match="quotes"):
        tm.load(str(path))

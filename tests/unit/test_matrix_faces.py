"""Pictures and the command line."""

import json
from itertools import pairwise

import pytest
import typer
from typer.testing import CliRunner

import tianji.matrix as tm
from tianji.cli.matrix import matrix
from tianji.errors import NotApplicableError, ParameterError

app = typer.Typer()
app.command("matrix")(matrix)


def run(*arguments):
    return CliRunner().invoke(app, list(arguments))


def test_pictures_are_drawn(tmp_path):
    figures = {
        "best": tm.plot_best_responses(tm.chicken()),
        "flat": tm.plot_best_responses(tm.NormalForm("1,1 1,1; 0,0 2,2")),
        "idle": tm.plot_best_responses(tm.NormalForm([[0, 0], [0, 0]])),
        "simplex": tm.plot_simplex(
            tm.rock_paper_scissors(), tm.learn(tm.rock_paper_scissors(), iterations=50)
        ),
        "learning": tm.plot_learning(tm.learn(tm.biased_rock_paper_scissors(), "lecture", 50)),
        "tournament": tm.plot_tournament(tm.tournament(["tit for tat", "grim"], rounds=5)),
        "folk": tm.plot_folk_region(tm.folk_region(tm.axelrod_game())),
    }
    for name, figure in figures.items():
        path = tmp_path / f"{name}.svg"
        figure.savefig(path)
        assert path.stat().st_size > 1000
    assert len(figures["best"].axes[0].lines) == 2 + 3  # two curves, three equilibria
    with pytest.raises(NotApplicableError, match="plot_simplex"):
        tm.plot_best_responses(tm.rock_paper_scissors())
    with pytest.raises(NotApplicableError, match="three actions"):
        tm.plot_simplex(tm.chicken())


ASYMMETRIC = [
    "9,0 0,1; 0,1 1,0",
    "1,1 1,1; 0,0 2,2",
    "2,1 0,0; 0,0 1,2",
    "1,5 2,4; 3,1 0,2",
    "1,0 1,2; 0,3 0,1",
]


@pytest.mark.parametrize("text", ASYMMETRIC)
def test_curves_show_best_responses_and_meet_at_the_equilibria(text):
    g = tm.NormalForm(text)
    row, column, *points = tm.plot_best_responses(g).axes[0].lines
    for player, curve in ((0, row), (1, column)):
        corners = list(zip(*(map(float, axis) for axis in curve.get_data()), strict=True))
        for (q1, p1), (q2, p2) in pairwise(corners):  # every point drawn is a best response
            p, q = (p1 + p2) / 2, (q1 + q2) / 2
            e = g.verify([[p, 1 - p], [q, 1 - q]])
            best = g.best_responses(player, e.profile)[1]
            assert best - e.values[player] == pytest.approx(0, abs=1e-9)
        for point in points:
            q, p = (float(v[0]) for v in point.get_data())
            assert any(
                min(a[0], b[0]) - 1e-9 <= q <= max(a[0], b[0]) + 1e-9
                and min(a[1], b[1]) - 1e-9 <= p <= max(a[1], b[1]) + 1e-9
                for a, b in pairwise(corners)
            )


def test_the_issue_example_prints_fractions():
    result = run("--a", "0 -1 3; 1 0 -1; -1 1 0")
    assert result.exit_code == 0
    assert "1/5 7/15 1/3" in result.stdout and "value 2/15" in result.stdout and "3*" in result.stdout


def test_dominated_rows_are_struck_out_and_best_responses_marked():
    out = run("3,3 0,5; 5,0 1,1").stdout
    assert "~1~" in out and "1*,1*" in out and "strictly dominated" in out and "the only one" in out


def test_json_names_everything():
    data = json.loads(run("chicken", "--select", "max-entropy", "--json").stdout)
    assert (
        data["complete"] and len(data["equilibria"]) == 3 and data["selected"]["profile"][0] == ["1/3", "2/3"]
    )
    assert data["actions"] == [["dare", "swerve"]] * 2 and data["equilibria"][0]["regret"] == "0"
    zero = json.loads(run("--a", "1 -1; -1 1", "--json").stdout)
    assert zero["value"] == "0" and zero["zero_sum"]


def test_files_tables_and_plots(tmp_path):
    path = tmp_path / "g.nfg"
    path.write_text(tm.stag_hunt().to_nfg())
    picture = tmp_path / "g.png"
    result = run(str(path), "--plot", str(picture))
    assert result.exit_code == 0 and picture.stat().st_size > 1000 and "stag" in result.stdout
    both = run("--a", "3 0; 5 1", "--b", "3 5; 0 1")
    assert "1, 1" in both.stdout
    ties = run("1,1 1,1; 0,0 0,0").stdout
    assert "1 of 1 components is infinite" in ties
    assert "player 2: give" in run("public_goods").stdout


@pytest.mark.parametrize(
    "arguments, error",
    [
        ([], ParameterError),
        (["chicken", "--a", "1"], ParameterError),
        (["chicken", "--b", "1"], ParameterError),
        (["chicken", "--plot", "x.doc"], ParameterError),
        (["tian_ji", "--plot", "x.png"], NotApplicableError),
    ],
)
def test_faults_are_ours(arguments, error):
    assert isinstance(run(*arguments).exception, error)

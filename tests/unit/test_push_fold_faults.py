"""Push or fold: what cannot be asked, how it is shown, the command."""

import csv
import json
import pickle
import threading

import pytest

import tianji as tj
from tianji.cli import main
from tianji.errors import ParameterError, UnknownNameError


@pytest.mark.parametrize(
    ("arguments", "word"),
    [((0.9,), "stack=0.9"), ((1.1, 0.25), "expected 1.25"), ((float("nan"),), "nan"), (("10",), "'10'"),
     ((True,), "True"), ((10, -0.1), "ante=-0.1"), ((1e6,), "1000"), ((float("inf"),), "inf")],
)  # fmt: skip
def test_stacks_that_make_no_sense(arguments, word):
    with pytest.raises(ParameterError, match=word):
        tj.holdem.push_fold(*arguments)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [((20, 0.0), "step=0.0"), ((20, 1e-5), "stacks"), ((1.0, 0.7), "0 stacks"), ((0.5,), "stack=0.5")],
)
def test_charts_that_make_no_sense(arguments, word):
    with pytest.raises(ParameterError, match=word):
        tj.holdem.push_fold_chart(*arguments)


def test_tables_by_class_and_hand():
    ten = tj.holdem.push_fold(10)
    assert ten.push["AhKd"] == ten.push["AKo"] == ten.push["kao"] == {"allin": 1.0, "fold": 0.0}
    assert ten.call["72o"] == {"call": 0.0, "fold": 1.0}
    assert ten.push_ev["AA"] > ten.push_ev["KK"] > 0 > ten.push_ev["72o"]
    assert ten.push_ev["72o"] < -0.5 < ten.push_ev["K2o"]  # folding loses the small blind
    assert ten.call_ev["AA"] > 0 and ten.call_ev["72o"] < -1
    for word in ("AKx", "AAs", "AK"):
        with pytest.raises((ParameterError, UnknownNameError)):
            ten.push[word]
    rows = list(csv.DictReader(ten.to_csv().splitlines()))
    assert len(rows) == 169 and rows[0]["hand"] == "AA" and float(rows[0]["push"]) == 1
    assert ten._repr_html_().count("<table") == 2 and "small blind" in ten._repr_html_()
    assert "push 58.3 %" in repr(ten)


def test_class_of_a_spot_s_table():
    spot = tj.holdem.Spot(
        board="Ks7h2dJc5s", pot=60, stack=100, oop="JJ,AQs:0.5", ip="QQ,AKs", bets="50%", raises=""
    )
    strategy = spot.solve(iterations=10).strategy("")
    hands = [strategy[h]["check"] for h in strategy if h in ("JhJd", "JsJd", "JsJh")]
    assert len(hands) == 3
    assert strategy["JJ"]["check"] == pytest.approx(sum(hands) / 3)
    with pytest.raises(UnknownNameError, match="TT"):
        strategy["TT"]


def test_chart_ranges():
    chart = tj.holdem.push_fold_chart(largest=6, step=0.25, ante=0.1)
    assert chart.stacks[0] == 1.25 and chart.stacks[-1] == 6
    assert chart.ranges("AA") == [(1.25, 6.0)] and chart.ranges("AA", "call") == [(1.25, 6.0)]
    assert len(chart.ranges("63s")) > 1
    assert "6+" in chart.to_text() and "* 63s" in chart.to_text()
    assert chart._repr_html_().count("<td") == 338
    rows = {row["hand"]: row for row in csv.DictReader(chart.to_csv().splitlines())}
    assert float(rows["72o"]["push_to"]) == chart.push_to["72o"] < 3
    assert ";" in rows["63s"]["push_at"]
    with pytest.raises(UnknownNameError, match="AKx"):
        chart.ranges("AKx")
    with pytest.raises(ParameterError, match="raise"):
        chart.ranges("AA", "raise")


def test_antes_widen_both_ranges():
    plain, dead = tj.holdem.push_fold(10), tj.holdem.push_fold(10, ante=0.125)
    assert dead.push.means["allin"] > plain.push.means["allin"]
    assert dead.call.means["call"] > plain.call.means["call"]


def run(capfd, *arguments):
    code = main(["holdem", "pushfold", *arguments])
    return (code, *capfd.readouterr())


def test_command(capfd, tmp_path):
    path = tmp_path / "ranges.csv"
    code, out, err = run(capfd, "--stack", "10", "--csv", str(path), "--json", "-q")
    data = json.loads(out)
    assert (code, err) == (0, "") and data["exploitability"] < 1e-9 and len(data["hands"]) == 169
    assert path.read_text().startswith("hand,push,call")
    code, out, _ = run(capfd, "--stack", "10")
    assert code == 0 and "A  allin 58.3 %" in out and "c  call 37.4 %" in out
    code, out, _ = run(capfd, "--chart", "--stack", "5", "--step", "0.5")
    assert code == 0 and "5+" in out and "* 53s" in out
    code, out, _ = run(capfd, "--chart", "--stack", "4", "--step", "1", "--json")
    assert json.loads(out)["stacks"] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [((), "--stack is missing"), (("--stack", "0.5"), "--stack 0.5"), (("--stack", "ten"), "--stack"),
     (("--stack", "10", "--csv", "nowhere/x.csv"), "nowhere")],
)  # fmt: skip
def test_command_faults_are_one_line(capfd, tmp_path, monkeypatch, arguments, word):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capfd, *arguments)
    assert code != 0 and out == "" and word in err and "Traceback" not in err


def test_results_and_stops():
    event = threading.Event()

    def progress(report):
        assert report.unit == "stacks" and report.total == 11
        if report.done == 3:
            event.set()

    chart = tj.holdem.push_fold_chart(largest=6, step=0.5, progress=progress, stop=event)
    assert chart.stopped == "cancelled" and chart.stacks.tolist() == [1.0, 1.5, 2.0]
    whole = tj.holdem.push_fold_chart(largest=2, step=0.5)
    assert whole.stopped == "" and (whole.push == chart.push).all()
    for result in (whole, tj.holdem.push_fold(10), tj.holdem.equity("AhKh", "QdQc")):
        data = json.loads(result.to_json())
        assert (
            json.loads(pickle.loads(pickle.dumps(result)).to_json()) == data
            and "<table" in result._repr_html_()
        )
    assert tj.holdem.push_fold(10).to_dict()["nash_conv"] < 1e-9

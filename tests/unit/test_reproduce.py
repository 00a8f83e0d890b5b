"""`tianji reproduce`: steps kept in a folder, runs that go on, files of something else, and the table as text."""

import contextlib
import json
import shutil
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import tianji as tj
from tianji.cli import main
from tianji.cli.shared.layout import _width
from tianji.core import storage
from tianji.errors import UnknownNameError
from tianji.holdem.abstraction.buckets import make_buckets
from tianji.holdem.abstraction.work import working
from tianji.holdem.nested.recipe import recipe
from tianji.holdem.rounds.column import KIND
from tianji.holdem.rounds.gift_curve import gift_curve
from tianji.holdem.rounds.paper import BUCKETS, CLAIMS, PRINTED, TRUNK, holds
from tianji.holdem.rounds.subgames import ROWS
from tianji.holdem.rounds.tables import pairs, reproduce, scale_of, table_game
from tianji.holdem.rounds.value import game_value
from tianji.run.clock import OutOfBudget

QUICK = {"columns": [4], "iterations": 10, "blueprint_iterations": 10, "value_iterations": 10}
GOOD = {**QUICK, "iterations": 40, "blueprint_iterations": 20, "value_iterations": 20}
ONE = {**QUICK, "techniques": ["maxmargin"]}
SOME = {**QUICK, "techniques": ["resolve", "estimate"], "threads": 2}


@pytest.fixture(scope="module")
def whole():
    """Every row, however far from solved."""
    return reproduce(1, "ci", **{**QUICK, "iterations": 2})


@pytest.fixture(scope="module")
def good():
    """Some rows, solved well enough to be told apart."""
    names = ["unsafe", "resolve", "maxmargin", "reach-maxmargin", "estimate"]
    return reproduce(1, "ci", techniques=names, **GOOD)


@pytest.fixture(scope="module")
def some(tmp_path_factory):
    """A folder of SOME, done, and its report."""
    folder = tmp_path_factory.mktemp("some")
    return folder, reproduce(1, "ci", folder=folder, **SOME)


def without_rows(source, folder):
    """A folder of a run that has come to its rows: buckets, blueprint and value are there."""
    shutil.copytree(source, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("seat*"))
    return folder


@pytest.fixture
def begun(some, tmp_path):
    return without_rows(some[0], tmp_path / "begun")


@pytest.fixture(scope="module")
def unbroken():
    """One row in one go."""
    return reproduce(1, "ci", threads=1, **ONE)


def figures(report):
    return [
        (r.technique, r.column, r.seat0, r.seat1, r.mean, r.gap, r.margin, r.margins) for r in report.rows
    ]


def test_the_contract(whole):
    data = json.loads(whole.to_json())
    assert data["table"] == 1 and data["scale"] == "ci" and data["stopped"] == ""
    wanted = {"technique", "column", "seat0", "seat1", "mean", "ratio", "paper", "paper_ratio", "gap"}
    assert all(wanted <= set(row) for row in data["rows"])
    assert [row["technique"] for row in data["rows"]] == [TRUNK, *ROWS]
    assert set(data["claims"]) == set(CLAIMS) and all(type(x) is bool for x in data["claims"].values())
    assert data["rows"][0]["paper"] == 88.69 and data["rows"][0]["ratio"] == 1


def test_rows_are_what_safe_and_unsafe_promise(good):
    by_name = {row.technique: row for row in good.rows}
    trunk = by_name[TRUNK]
    assert trunk.seat0 > 0 and trunk.seat1 > 0
    assert trunk.mean == pytest.approx((trunk.seat0 + trunk.seat1) / 2, abs=good.value_gap)
    for name in ("resolve", "maxmargin", "reach-maxmargin"):  # safe, up to what the gadgets leave unsolved
        assert by_name[name].mean <= trunk.mean + by_name[name].gap
    assert by_name["estimate"].mean < by_name["resolve"].mean < trunk.mean


def test_a_run_in_pieces_ends_where_an_unbroken_one_does(tmp_path, some):
    unbroken = some[1]
    for most in (
        1,
        5,
        60,
    ):  # progress reports until somebody says stop: in the blueprint, in a row, in the next

        def said(report, seen=[], most=most):  # noqa: B006 - a count of its own for each call
            seen.append(report)
            return len(seen) < most

        reproduce(1, "ci", folder=tmp_path, progress=said, **SOME)
    whole = reproduce(1, "ci", folder=tmp_path, **SOME)
    assert whole.stopped == "" and whole.done == whole.flops == 4 * 95
    assert figures(whole) == figures(unbroken)
    assert figures(reproduce(1, "ci", folder=tmp_path, **{**SOME, "threads": 1})) == figures(unbroken)


def test_a_row_goes_on_from_its_last_piece(begun, unbroken):
    one = {**ONE, "threads": 1}
    stop = threading.Event()

    def said(report):
        if report.unit == "flops" and report.done > 60:
            stop.set()

    broken = reproduce(1, "ci", folder=begun, progress=said, stop=stop, **one)
    if broken.stopped:  # the callback hears of the work ten times a second only
        assert broken.stopped == "cancelled" and 0 < broken.done < broken.flops
        assert broken.rows[1].mean is None and broken.claims["a"] is None
    assert figures(reproduce(1, "ci", folder=begun, **one)) == figures(unbroken)


def test_margins_are_counted_by_bins(whole, good, some, tmp_path):
    edges = [-np.inf, *whole.margin_edges, np.inf]
    for row in whole.rows[1:] + good.rows[1:]:
        filled = np.flatnonzero(row.margins)
        assert len(row.margins) == len(edges) - 1 and sum(row.margins) == pytest.approx(1)
        assert edges[filled[0]] <= row.margin < edges[filled[0] + 1]
    below = {row.technique: sum(row.margins[:21]) for row in good.rows[1:]}  # hands that lose 1 mbb or more
    assert below["unsafe"] > 2 * below["maxmargin"]
    shutil.copytree(some[0], tmp_path, dirs_exist_ok=True)  # a file of an earlier version has none
    path = tmp_path / "table1-ci" / "4" / "seat0-resolve.safetensors"
    file = storage.open_file(str(path), KIND)
    storage.save(path, KIND, {"leaves": file.tensors["leaves"][:]}, file.fields)
    old = reproduce(1, "ci", folder=tmp_path, **SOME)
    assert old.rows[1].margins is None and old.rows[1].mean is not None and old.rows[2].margins


def test_no_time_at_all(tmp_path):
    report = reproduce(1, "ci", seconds=1e-6, folder=tmp_path, **SOME)
    assert report.stopped == "seconds" and report.done == 0
    assert report.claims == dict.fromkeys("abcde")
    report = reproduce(1, "ci", seconds=1e-6, **{**SOME, "value_iterations": 0})  # the buckets come first
    assert report.stopped == "seconds" and report.done == 0


class PowerCut(BaseException):
    """What no code can catch and go on from."""


@pytest.mark.parametrize("is_late", [False, True])
def test_ended_at_any_write_it_goes_on_to_the_same_numbers(tmp_path, monkeypatch, unbroken, is_late):
    """The power fails at the third write of every run, before the file is there or right after, until all is done."""
    one = {**ONE, "threads": 2}
    write, runs = storage.write_atomic, []

    def cut(path, data):
        runs[-1] += 1
        if runs[-1] < 3 or is_late:
            write(path, data)
        if runs[-1] == 3:
            raise PowerCut

    monkeypatch.setattr(storage, "write_atomic", cut)
    found = None
    while found is None and len(runs) < 30:
        runs.append(0)
        with contextlib.suppress(PowerCut):
            found = reproduce(1, "ci", folder=tmp_path, **one)
    assert len(runs) > 2 and found.stopped == "" and figures(found) == figures(unbroken)


# Killed right after so many files: a killer beside it may come when all is done.
DIES = """
import os, signal, sys
from tianji.cli import main
from tianji.core import storage

write, left = storage.write_atomic, int(sys.argv.pop(1))

def dies(path, data):
    global left
    write(path, data)
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

storage.write_atomic = dies
sys.exit(main())
"""


@pytest.mark.slow
def test_killed_at_any_moment_the_command_ends_with_the_same_json(tmp_path, capsys):
    """SIGKILL after several steps; what counts is the JSON, but for its times."""
    words = (
        "reproduce brown2017 table1 --scale ci --column 4 --technique resolve -n 5 --blueprint-iterations 5"
    )
    args = [*words.split(), "--value-iterations", "5", "--json", "--quiet"]

    def lines(*more):
        assert main([*args, *more]) == 0
        data = json.loads(capsys.readouterr().out)
        return {**data, "seconds": 0, "rows": [{**row, "seconds": 0} for row in data["rows"]]}

    for step in (1, 1, 2):  # each run comes a step or two further, and dies
        command = [sys.executable, "-c", DIES, str(step), *args, "--folder", str(tmp_path)]
        assert subprocess.run(command, stdout=subprocess.DEVNULL).returncode == -signal.SIGKILL
    assert lines("--folder", str(tmp_path)) == lines()


@pytest.mark.parametrize(
    ("taken", "words"),
    [
        (
            "table2-ci/4/blueprint.safetensors",
            "bets 50%,100% x1; 50%,100% x3",
        ),  # a menu the blueprint does not know
        ("table2-ci/4/seat0-resolve.safetensors", "bets 50%,100% x1; 50%,100% x3"),
        ("table2-ci/value.safetensors", "bets 50%,100% x1; 50%,100% x3"),
        ("table1-short/10/blueprint.safetensors", "28 cards"),  # another deck
        ("table1-short/10/buckets.safetensors", "28 cards"),
    ],
)
def test_another_menu_or_deck_is_one_sentence(home, taken, words, tmp_path, capsys):
    shutil.copytree(home / "table1-ci", tmp_path / "table1-ci")
    file = home / taken
    shutil.copy(file, tmp_path / "table1-ci" / ("" if "value" in taken else "4") / file.name)
    assert main([*TINY.split(), "table1", "--scale", "ci", "--column", "4", "--folder", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert (
        words in error and f"{file.name}' " in error and "20 cards" in error.replace("with 20;", "20 cards")
    )
    assert error.count("\n") == 1 and ("another folder" in error or "make buckets for it" in error)


TINY = "reproduce brown2017 --technique resolve -n 2 --blueprint-iterations 2 --value-iterations 2 --quiet"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Files of three tables."""
    folder = tmp_path_factory.mktemp("runs")
    for words in ("table1 --scale ci --column 4", "table2 --scale ci --column 4"):
        assert main([*TINY.split(), *words.split(), "--folder", str(folder)]) == 0
    tiny = {"techniques": ["resolve"], "iterations": 2, "blueprint_iterations": 2, "value_iterations": 0}
    reproduce(1, "short", columns=[10], folder=folder, progress=lambda r: r.unit != "flops", **tiny)
    return folder


def test_files_of_something_else_are_refused(some, tmp_path):
    shutil.copytree(some[0], tmp_path, dirs_exist_ok=True)
    with pytest.raises(
        tj.errors.ParameterError, match="was made with iterations=10, this run has iterations=11"
    ):
        reproduce(1, "ci", folder=tmp_path, **{**SOME, "iterations": 11})
    with pytest.raises(tj.errors.ParameterError, match="made with iterations=10, this run has iterations=11"):
        reproduce(1, "ci", folder=tmp_path, **{**SOME, "blueprint_iterations": 11})
    with pytest.raises(tj.errors.ParameterError, match="seed=0, this run has seed=1"):
        reproduce(1, "ci", folder=tmp_path, seed=1, **SOME)
    with pytest.raises(tj.errors.ParameterError, match=r"method='cfr\+', this run has method='dcfr'"):
        reproduce(1, "ci", folder=tmp_path, method="dcfr", **SOME)
    home = tmp_path / "table1-ci" / "4"
    other = make_buckets("flop", 4, deck=20, seed=5, rounds=1)
    (home / "buckets.safetensors").unlink()
    with pytest.raises(tj.errors.ParameterError, match="was made with buckets="):
        other.save(tmp_path / "other.safetensors")
        reproduce(1, "ci", folder=tmp_path, buckets=tmp_path / "other.safetensors", **SOME)
    row = home / "seat0-resolve.safetensors"
    row.write_bytes(row.read_bytes()[:-8])
    with pytest.raises(tj.errors.FileFormatError, match=r"truncated|damaged"):
        reproduce(1, "ci", folder=tmp_path, **SOME)


def test_rows_of_the_old_weight_rule_are_refused(begun, monkeypatch):
    monkeypatch.setattr("tianji.holdem.rounds.column.LEAST_WEIGHT", 1e-9)
    same = {**SOME, "techniques": ["resolve"]}
    reproduce(1, "ci", folder=begun, **same)
    monkeypatch.undo()
    with pytest.raises(
        tj.errors.ParameterError, match="made with least weight=1e-09, this run has least weight"
    ):
        reproduce(1, "ci", folder=begun, **same)


def test_discounted_cfr_leaves_smaller_gaps(good):
    names = ["unsafe", "resolve", "maxmargin"]
    ours = reproduce(1, "ci", method="dcfr", techniques=names, **{**GOOD, "value_iterations": 0})
    assert (ours.method, good.method) == ("dcfr", "cfr+")
    theirs = {row.technique: row.gap for row in good.rows}
    assert [row.technique for row in ours.rows] == [TRUNK, *names]
    for row in ours.rows[1:]:
        assert row.gap < 0.8 * theirs[row.technique], row.technique


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (("flop", 4, 24), "24 cards, this game is flop hold'em with 20"),
        (("flop", 5, 20), "5 buckets on the flop, this column 4"),
        (("turn", 4, 20), "buckets of turn hold'em"),
    ],
)
def test_buckets_of_something_else_are_refused(tmp_path, made, words):
    game, count, deck = made
    path = tmp_path / "b.safetensors"
    make_buckets(game, count, deck=deck, rounds=1, sample=500).save(path)
    with pytest.raises(tj.errors.ParameterError, match=words):
        reproduce(1, "ci", buckets=path, **SOME)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["brown2017", "table4", "--column", "4"], "table 4 has no buckets; leave columns out"),
        (["brown2017", "table4", "--buckets", "x.safetensors"], "table 4 has no buckets; leave buckets out"),
        (
            ["brown2017", "table4", "--technique", "resolve"],
            "no technique 'resolve' in table 4; known",
        ),
        (["brown2017", "table9"], "no table 'table9'"),
        (["brown2018", "table1"], "no paper 'brown2018'"),
        (["brown2017", "table1", "--scale", "huge"], "no scale 'huge'"),
        (["brown2017", "table1", "--scale", "ci", "--column", "200"], "has the columns 4, 16, 160"),
        (["brown2017", "table1", "--technique", "resolv"], "did you mean 'resolve'"),
        (["brown2017", "table1", "--blueprint-iterations", "0"], "expected a whole number from 1"),
        (["brown2017", "table1", "--buckets", "x.safetensors"], "one column"),
        (["brown2017", "table1", "--method", "dcrf"], "did you mean 'dcfr'"),
        (["brown2017", "table1", "--method", "pcfr+"], "tables are solved by cfr, cfr+, lcfr, dcfr, dcfr+"),
        (["brown2017", "table4", "--method", "cfr+"], "table 4 is solved by dcfr; leave method out"),
        (["brown2017", "table1", "--on", "ray(here)"], "expected HOST:PORT"),
        (["brown2017", "table1", "--on", "process(2)"], "did you mean 'processes(2)'"),
        (["brown2017", "table4", "--on", "processes(0)"], "expected a whole number from 1"),
        (["brown2017", "recipe", "--on", "processes(2)", "--device", "cuda"], "solves all flops at once"),
        (["brown2017", "table2", "--on", "processes(2)", "--device", "tensors"], "solves all flops at once"),
        (["brown2017", "table1", "--seconds", "-1"], "expected a number above 0"),
        (["brown2017", "table1", "--folder", "/dev/null/x"], "cannot be made"),
    ],
)
def test_what_cannot_be_asked_for(words, said, capsys):
    assert main(["reproduce", *words]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_table_fits_the_terminal(whole, width, monkeypatch):
    from tianji.cli import reproduce as command
    from tianji.cli.shared import layout

    monkeypatch.setattr(layout, "columns", lambda stream: width)
    text = layout.within(command._text(whole.to_dict()), width)
    assert all(_width(line) <= width for line in text.split("\n"))
    rest = text.replace("\n", " ").split()
    assert "88.69" in rest and "0.678" in rest and "(not" in rest
    assert rest.count("-") >= 3  # unknown gaps of distributional payoffs, and no paper for our own row


def test_the_command_prints_json(capsys):
    words = (
        "reproduce brown2017 table1 --scale ci --column 4 --technique unsafe -n 5 --blueprint-iterations 5"
    )
    assert main([*words.split(), "--value-iterations", "0", "--json", "--quiet"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [row["technique"] for row in data["rows"]] == ["trunk", "unsafe"]
    assert data["rows"][1]["mean"] > 0 and data["rows"][1]["seat0"] is None and data["claims"]["a"] is None


def rows_kept(folder):
    """Every row's file by what it says but for its time."""
    found = {}
    for path in sorted(folder.rglob("seat*.safetensors")):
        tensors, fields = storage.load(path, KIND)
        found[path.name] = {**fields, "seconds": 0, **{name: x.tobytes() for name, x in tensors.items()}}
    return found


@pytest.mark.slow
def test_flops_solved_in_other_processes_give_the_same_rows(some, begun):
    """Begun on processes and left, gone on here and left, ended on processes: the bits of one process alone."""
    stop = threading.Event()

    def said(report):
        if report.unit == "flops" and report.done > 0:
            stop.set()

    left = reproduce(1, "ci", folder=begun, on="processes(2)", progress=said, stop=stop, **SOME)
    assert left.stopped == "cancelled" and left.done < left.flops
    stop.clear()
    reproduce(1, "ci", folder=begun, progress=said, stop=stop, **SOME)
    ended = reproduce(1, "ci", folder=begun, on="processes(2)", **SOME)
    assert ended.stopped == "" and figures(ended) == figures(some[1])
    assert rows_kept(some[0]) == rows_kept(begun)


def test_a_flop_that_fails_elsewhere_is_one_sentence(begun, monkeypatch):
    from tianji.holdem.rounds import column

    monkeypatch.setattr(column, "JOB", "tianji.parallel.examples:square")
    with pytest.raises(
        tj.errors.NotApplicableError, match="flops 0 to 47, was not done: KeyError: 'x'; what was kept"
    ):
        reproduce(1, "ci", folder=begun, on="processes(1)", **SOME)


@pytest.mark.slow
def test_turn_holdem_too(tmp_path):
    """Subgames that begin with the turn card; broken off and taken up by flops, as the other tables are."""
    some = {"columns": [4], "techniques": ["resolve", "reach-maxmargin"], "iterations": 2}
    some |= {"blueprint_iterations": 2, "value_iterations": 2, "threads": 2}
    stop = threading.Event()

    def said(report):
        if report.unit == "flops":
            stop.set()

    reproduce(3, "ci", folder=tmp_path, progress=said, stop=stop, **some)
    whole = reproduce(3, "ci", folder=tmp_path, **some)
    begun = without_rows(tmp_path / "table3-ci", tmp_path / "begun" / "table3-ci").parent
    other = reproduce(3, "ci", folder=begun, on="processes(2)", **some)
    assert whole.stopped == "" and figures(whole) == figures(other)
    trunk, *safe = whole.rows
    assert trunk.paper == 684.6 and all(row.mean <= trunk.mean + row.gap for row in safe)
    with pytest.raises(tj.errors.ParameterError, match="keeps all hands there"):
        make_buckets("turn", "3,4", deck=16, rounds=1, sample=500).save(tmp_path / "b.safetensors")
        reproduce(3, "ci", buckets=tmp_path / "b.safetensors", **some)


def test_menus_match_the_sizes_that_the_paper_implies():
    assert [pairs(table_game(table, "full")) for table in (1, 2, 3)] == [114, 430, 84]
    assert table_game(1, "full").stack == 20_000 and len(table_game(1, "full").deck) == 52
    assert [scale_of(table, "full").buckets for table in (1, 2, 3)] == [BUCKETS[table] for table in (1, 2, 3)]


def test_claims_of_the_printed_tables():
    """What the paper says of its own columns: exceptions included."""
    found = [
        holds({row: numbers[k] for row, numbers in PRINTED[table].items()})
        for table in (1, 2, 3)
        for k in range(3)
    ]
    assert [sum(column[claim] for column in found) for claim in "abcde"] == [9, 8, 8, 8, 9]
    assert holds({TRUNK: 1.0}) == dict.fromkeys("abcde")
    assert np.isfinite([x for rows in PRINTED.values() for numbers in rows.values() for x in numbers]).all()


def test_options_with_a_typo_are_refused_by_name():
    for run in (reproduce, gift_curve, recipe):
        with pytest.raises(UnknownNameError, match="no option 'itterations'; did you mean 'iterations'"):
            run(itterations=3)


def test_a_stop_is_heard_while_the_boards_of_the_whole_game_are_dealt(monkeypatch):
    asked = []

    def stop():
        asked.append(1)
        return len(asked) > 3

    def not_reached(*args, **kwargs):
        raise AssertionError("all boards were dealt")

    monkeypatch.setattr("tianji.holdem.rounds.game.CpuBackend", not_reached)
    with working(stop=stop) as work, pytest.raises(OutOfBudget):
        game_value(table_game(1, "ci"), 5, None, work)
    assert work.clock.stopped == "cancelled"

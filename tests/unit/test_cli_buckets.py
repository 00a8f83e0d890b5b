"""tianji holdem buckets: what it prints is the library's answer; mistakes are one sentence; Ctrl-C is exit code 130."""

from __future__ import annotations

import json

import pytest

from tianji import cli
from tianji.holdem.abstraction import buckets as library
from tianji.holdem.abstraction.buckets import Buckets, make_buckets
from tianji.holdem.abstraction.inspect import look, report


@pytest.fixture
def run(capsys):
    def call(*args):
        code = cli.main(["holdem", "buckets", *args])
        return code, *capsys.readouterr()

    return call


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("buckets") / "flop.buckets"
    make_buckets("flop", 12, deck=20, rounds=2).save(path)
    return str(path)


def test_make_saves_what_the_library_makes(run, tmp_path):
    path = tmp_path / "x.buckets"
    code, out, _ = run("make", "--game", "turn", "--deck", "TJQKA", "-k", "all,15", "--rounds", "3", "--seed", "4",
                         "--metric", "emd", "--sample", "3000", "--out", str(path), "--json")  # fmt: skip
    made = make_buckets("turn", ["all", 15], deck=20, rounds=3, seed=4, metric="emd", sample=3000)
    printed = json.loads(out)
    assert code == 0 and printed.pop("saved") == [str(path)]
    for known in (made.to_dict(), Buckets.load(path).to_dict()):
        assert {**printed, "seconds": 0} == {**known, "seconds": 0}


def test_show_and_report_print_the_librarys_answers(run, file):
    found = Buckets.load(file)
    assert json.loads(run("show", file, "--board", "AsKdTh", "--json")[1]) == look(found, "AsKdTh").to_dict()
    hand = look(found, "AsKdTh", "QcJc")
    assert json.loads(run("show", file, "--board", "AsKdTh", "--hand", "JcQc", "--json")[1]) == hand.to_dict()
    assert json.loads(run("report", file, "--json", "--quiet")[1]) == report(found).to_dict()
    text = run("show", file, "--board", "AsKdTh", "--hand", "QcJc")[1]
    assert "the bucket of QcJc" in text and all(name in text for name in hand.rows[0].hands)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["make", "--preset", "nigth"], "did you mean 'night'?"),
        (["make", "--preset", "night", "-k", "3"], "leave out -k"),
        (["make", "--preset", "night", "--game", "flop"], "leave out -k"), (["make", "--deck", "13"], "--deck 13"),
        (["make", "--game", "river"], "known: flop, turn, full"),
        (["make", "--metric", "l2"], "known: w2"), (["make", "-k", "x"], "'x'"),
        (["make", "--rounds", "-1"], "--rounds -1"), (["make", "--out", "no/such/folder/x"], "--out"),
        (["show", "FILE", "--board", "2c3c4c"], "deck of 20 cards"), (["show", "FILE"], "--board"),
        (["show", "FILE", "--board", "AsKdTh", "--hand", "AsQs"], "cannot be held"), (["report", "none"], "'none'"),
        (["show", "FILE", "--board", "AsKdThJc"], "expected 3"), (["mkae"], "mkae"), ([], "ommand"),
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence(run, file, args, told):
    code, out, err = run(*(file if word == "FILE" else word for word in args))
    assert code == 2 and not out and err.count("\n") == 1 and told in err


def test_presets_are_the_full_game(run, monkeypatch):
    asked = []

    def make(game, k, **options):
        asked.append((game, k))
        return make_buckets("flop", 2, deck=20, rounds=0)

    monkeypatch.setattr(library, "make_buckets", make)
    for name in library.PRESETS:
        assert run("make", "--preset", name)[0] == 0
    assert asked == [
        ("full", "50,50,50"),
        ("full", "1000,1000,5000"),
        ("full", "5000,1000,2500"),
        ("full", "5000,2500,2500"),
    ]


def test_stopped_by_ctrl_c_it_says_what_there_is(run, monkeypatch, tmp_path):
    monkeypatch.setattr(
        library, "make_buckets", lambda *a, **o: make_buckets("flop", 9, deck=20, stop=lambda: True)
    )
    path = tmp_path / "x.buckets"
    code, out, _ = run("make", "--out", str(path))
    assert code == 130 and "No street was done" in out and not path.exists()

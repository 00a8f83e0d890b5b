"""tianji holdem, from the command line."""

import json

import pytest

from tianji.cli import main

SPOT = [
    "--board",
    "Ks7h2dJc5s",
    "--pot",
    "60",
    "--stack",
    "200",
    "--oop",
    "JJ-22,AJs-A2s",
    "--ip",
    "22+,A2s+",
]


@pytest.fixture
def run(capfd):
    def call(*args):
        code = main(["holdem", *args])
        out, err = capfd.readouterr()
        return code, out, err

    return call


def test_solve_show_and_grid(run, tmp_path):
    path = str(tmp_path / "s.tianji")
    code, out, err = run(
        "solve", *SPOT, "--bets", "50%", "--raises", "60%", "--until", "0.5%", "--out", path, "--json", "-q"
    )
    data = json.loads(out)
    assert (code, err) == (0, "")
    assert data["exploitability_pct"] <= 0.5
    assert sum(data["values"]) == pytest.approx(60)
    code, out, _ = run("show", path, "--line", "check, bet 50%", "--grid")
    assert code == 0
    assert "f  fold" in out and "c  call" in out and "1  raise 102 (60%)" in out and "each sign 1/5" in out
    code, out, _ = run("show", path, "--line", "check", "--hand", "AhAd", "--json")
    assert set(json.loads(out)["hand"]) == {"hand", "strategy", "ev", "equity"}
    code, _, err = run("show", path, "--line", "fold")
    assert code == 2 and "is no action here" in err


def test_plan_and_files(run, tmp_path):
    code, out, _ = run("plan", *SPOT)
    assert code == 0 and "betting nodes" in out
    spot = tmp_path / "spot.toml"
    spot.write_text('board="Ks7h2dJc5s"\npot=60\nstack=200\noop="JJ-22"\nip="22+"\nbets="50%"\nraises=""\n')
    boards = tmp_path / "boards.txt"
    boards.write_text("Ks7h2dJc5s\n# nothing\nAs7h2dJc5d\n")
    code, out, _ = run(
        "report", str(boards), "--spot", str(spot), "--until", "1%", "--out", str(tmp_path / "r.html"), "-q"
    )
    assert code == 0 and out.splitlines()[0].startswith("board ")
    assert (tmp_path / "r.html").exists()


def test_equity(run):
    code, out, _ = run("equity", "AhKh", "QdQc", "--board", "Qh7h2s", "--json")
    assert code == 0
    assert json.loads(out)["equity_first"] == pytest.approx(0.2555555, abs=1e-6)


@pytest.mark.parametrize(
    ("args", "word"),
    [(["solve", "--board", "KsKs2d"], "Ks comes twice"), (["solve", "nowhere.toml"], "cannot read"),
     (["solve", *SPOT, "--bets", "900c"], "over the stack"), (["equity", "AhAh", "KdKc"], "comes twice"),
     (["solve"], "--board is missing"), (["solve", *SPOT, "--rake", "5"], "rate and the cap"),
     (["solve", *SPOT, "--rake", "5,3"], "rake rate=5")],
)  # fmt: skip
def test_faults_are_one_line(run, args, word):
    if args[:2] == ["solve", "--board"]:
        args = [*args, "--pot", "1", "--stack", "1", "--oop", "AA", "--ip", "QQ"]
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert word in err and err.count("\n") == 1


def test_rake(run):
    code, out, _ = run("solve", *SPOT, "--bets", "50%", "--rake", "5%,3", "--until", "1%", "--json", "-q")
    assert code == 0 and 57 - 0.01 <= sum(json.loads(out)["values"]) < 58
    code, out, _ = run("plan", *SPOT, "--donks", "33%")
    assert code == 0

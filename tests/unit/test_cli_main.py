"""The frame around the commands: help, versions, exit codes, streams, lazy imports."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tianji
from tianji import cli
from tianji.errors import ParameterError

PYTHON = [sys.executable, "-m", "tianji"]


def test_help_lists_every_command(run):
    code, out, err = run("--help")
    assert code == 0 and not err
    for name in cli.COMMANDS:
        assert f"\n  {name} " in out
    assert run("-h")[1] == out


def test_without_arguments_the_help_is_an_error(run):
    code, out, err = run()
    assert code == 2 and not out and "Usage: tianji" in err


def test_version(run):
    assert run("--version") == (0, f"tianji {tianji.__version__}\n", "")


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_with_an_example_and_the_common_options(run, name):
    code, out, err = run(name, "--help")
    assert code == 0 and not err
    assert f"tianji {name}" in out.partition("Example")[2]
    for option in ("--json", "--seed", "--quiet", "--help"):
        assert option in out
    assert "--json prints" in out  # the keys are documented


@pytest.mark.parametrize("args", [["solve"], ["play"], ["subgame"], ["holdem", "solve"]])
def test_until_is_an_exploitability(run, args):
    text = " ".join(run(*args, "--help")[1].split())
    for said in re.findall(r"--until X (.*?) -", text):
        assert "exploitability" in said


def test_every_method_is_in_the_help(run):
    from tianji.cfr.solve import methods

    words = run("solve", "--help")[1].split()
    assert not set(methods()) - set(words)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["solv"], "no command 'solv'; did you mean 'solve'?"),
        (["--versoin"], "no option '--versoin'; did you mean '--version'?"),
        (["solve"], "Missing argument 'GAME'"),
        (["solve", "kuhn", "--itertions", "3"], "No such option: --itertions"),
        (["solve", "kuhn", "--iterations", "many"], "'many' is not a whole number"),
        (["solve", "kuhn", "--seconds", "soon"], "'soon' is not a time"),
        (["solve", "kuhn", "leduc"], "unexpected extra argument"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_one_line(run, args, says):
    code, out, err = run(*args)
    assert code == 2 and not out
    assert err.startswith("tianji: error: ") and err.count("\n") == 1
    assert says in err


def test_an_unexpected_exception_is_one_line_and_code_1(run, monkeypatch):
    def broken(*_):
        raise RuntimeError("first line\nsecond line")

    monkeypatch.delenv("TIANJI_DEBUG", raising=False)
    monkeypatch.setattr(tianji, "load", broken)
    code, out, err = run("show", "kuhn")
    assert code == 1 and not out and err.count("\n") == 1
    assert err.startswith("tianji: error: unexpected RuntimeError: first line second line")


def test_debug_shows_the_traceback(run, monkeypatch):
    monkeypatch.setenv("TIANJI_DEBUG", "1")
    code, _, err = run("show", "kuhnn")
    assert code == 2 and "Traceback" in err and err.rstrip().endswith("did you mean 'kuhn'?")


def test_ctrl_c_before_an_answer(run, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(tianji, "load", interrupted)
    code, out, err = run("show", "kuhn")
    assert code == 130 and not out and "interrupted" in err


def test_registered_commands_may_be_whole_apps(run, monkeypatch):
    """What later commands with verbs of their own rely on."""
    import types

    import typer

    app = typer.Typer(add_completion=False, rich_markup_mode=None)

    @app.command()
    def first():
        print("first ran")

    @app.command()
    def second():
        raise ParameterError("no\nway")

    module = types.ModuleType("a_module_of_commands")
    module.app = app
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(cli.COMMANDS, "group", (f"{module.__name__}:app", "two verbs"))
    assert run("group", "first") == (0, "first ran\n", "")
    assert run("group", "second") == (2, "", "tianji: error: no way\n")


def test_no_help_text_needs_arrays_or_a_compiler():
    """`tianji --help` and the help of every command start without NumPy: in a tenth of a second."""
    code = "import sys; from tianji.cli import COMMANDS, main; assert main(['--help']) == 0"
    code += "; assert not {'typer', 'rich'} & set(sys.modules)"
    code += "; assert not any(main([name, '--help']) for name in COMMANDS)"
    code += "; assert not {'numpy', 'numba', 'scipy', 'matplotlib'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize("command", ["games", "show kuhn"])
def test_listing_games_needs_no_compiler(command):
    code = f"import sys; from tianji.cli import main; assert main({command.split()!r}) == 0"
    if command == "games":
        code += "; assert not {'numba', 'scipy', 'matplotlib'} & set(sys.modules)"
    code += "; assert not {'scipy.optimize', 'matplotlib'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_a_closed_pipe_is_quiet():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*PYTHON, "games"], stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("args", [["games"], ["--help"]])
def test_a_full_disk_behind_standard_output(args):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PYTHON, *args], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "tianji: error: cannot write to standard output: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
def test_closed_streams():
    tianji_games = f"exec {sys.executable} -m tianji games"
    done = subprocess.run(["sh", "-c", f"{tianji_games} >&-"], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (
        2,
        "tianji: error: cannot write to standard output: it is closed\n",
    )
    done = subprocess.run(["sh", "-c", f"{tianji_games}x 2>&- <&-"], stdout=subprocess.PIPE, text=True)
    assert (done.returncode, done.stdout) == (2, "")


def test_a_terminal_without_unicode():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*PYTHON, "show", "matching_pennies"], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0 and "\\u251c\\u2500 heads" in done.stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["solve", "kuhn", "-n", "-5"], "--iterations -5: expected a whole number of at least 1"),
        (["solve", "kuhn", "--until=0"], "--until 0: expected a number above 0"),
        (["solve", "kuhn", "--seconds", "0s"], "--seconds 0s: expected a number above 0"),
        (["solve", "kuhn", "--threads", "100000000"], "--threads 100000000: expected a whole number"),
        (["solve", "kuhn", "-m", "lp", "-n", "5"], "--iterations 5: method 'lp' is one exact step; leave"),
        (["solve", "kuhn", "-m", "hs-dcfr"], "give --iterations, e.g. 1000"),
        (["solve", "kuhn", "--resume"], "--resume needs --checkpoint FILE"),
        (["search", "connect_four", "--depth", "0"], "--depth 0: expected a whole number"),
        (["subgame", "coin_toss", "--level", " 5 "], "--level: coin_toss has no level ' 5 '; known"),
        (["reproduce", "brown2017", "table1", "--buckets", "x"], "--buckets x are of one column; give --column with"),
        (["search", "nim", "--set", "threads=5"], "--set 'threads=5': threads is no option of a method; give"),
        (["search", "nim", "--set", "progress=5"], "--set 'progress=5': progress is no option of a method"),
        (["holdem", "equity", "AA", "KK", "--board", "Ks"], "--board: 'Ks' has 1 card; expected"),
        (["holdem", "train", "--value-boards", "0", "--method=0"], "--method: no method '0' of training; known"),
        (["play", "kuhn", "--until", "0"], "--until 0: expected a number above 0"),
        (["subgame", "leduc", "--blueprint-iterations", "-3"], "--blueprint-iterations -3: expected a whole number"),
        (["solve", "connect_four(rows=50)", "--rows", "50"], "connect_four: rows=50; expected a whole number"),
        (["solve", "kuhn(players=50)"], "kuhn: players=50; expected a whole number"),
    ],
)  # fmt: skip
def test_errors_of_the_library_speak_of_options(run, args, says):
    code, out, err = run(*args)
    assert code == 2 and not out and says in err
    assert err.startswith("tianji: error: ") and err.count("\n") == 1


@pytest.mark.parametrize("lock", ["AA:2", "start: AA=jump 1", "start", "start: ZZ=check", "check: check 2"])
def test_a_lock_that_makes_no_sense_is_named(run, lock):
    spot = ("--board=Ks7h2dJc5s", "--pot=60", "--stack=200", "--oop=JJ,AA", "--ip=TT", "--bets=50%")
    code, out, err = run("holdem", "plan", *spot, "--lock", lock)
    assert code == 2 and not out and err.startswith(f"tianji: error: --lock '{lock}'"), err
    assert err.count(f"'{lock}'") == 1 and err.count("\n") == 1


def test_a_checkpoint_of_another_run_names_both_options(run, tmp_path):
    file = tmp_path / "run"
    assert run("solve", "kuhn", "-m", "external", "-n", "10", "--seed", "3", "--checkpoint", file)[0] == 0
    err = run("solve", "kuhn", "-m", "external", "-n", "20", "--checkpoint", file, "--resume")[2]
    assert "was made with --seed 3, this run has --seed 0; use the same settings" in err


def test_a_cancelled_run_shows_and_saves_its_answer_and_ends_with_130(run, tmp_path, monkeypatch):
    solve = tianji.solve
    monkeypatch.setattr(
        tianji, "solve", lambda *args, **more: solve(*args, **{**more, "progress": lambda _: False})
    )
    code, out, err = run("solve", "kuhn", "-n", "1000000", "--out", tmp_path / "kuhn.json")
    assert code == 130 and "stopped on request" in out and "value of player 0" in out
    assert (tmp_path / "kuhn.json").exists() and "saved" in err


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "kuhn", "-n", "20"],
        ["compare", "kuhn", "uniform", "uniform"],
        ["matrix", "3,3 0,5; 5,0 1,1"],
        ["search", "tic_tac_toe", "--depth", "2"],
        ["show", "kuhn"],
    ],
)
def test_players_are_numbered_from_0_everywhere(run, args):
    """Two players: there is a player 0, and no player 2."""
    out = run(*args, "--quiet")[1]
    assert "player 2" not in out and ("player 0" in out or args[0] == "search")

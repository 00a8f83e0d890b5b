"""What can go wrong around the command line: one sentence, the right exit code, nothing computed is lost."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import pytest

import tianji as tj
from tianji import cli
from tianji.core import storage, walk
from tianji.errors import FileAccessError

TIANJI = [sys.executable, "-m", "tianji"]
ENDLESS = 10**9  # iterations of a run that is to be killed or interrupted: no machine is done before


def refused(result, *says):
    """One line on standard error, nothing on standard output, exit code 2."""
    code, out, err = result
    assert code == 2 and not out, result
    assert re.fullmatch(r"(tianji: (?!error).*\n)*tianji: error: .*\n", err), err
    for text in says:
        assert text in err, err
    assert "Traceback" not in err


# Killed and interrupted runs -------------------------------------------------------------------------------


def solve_args(method, iterations, *more):
    options = f"solve leduc -m {method} -n {iterations} --threads 1 -q".split()
    return [*options, *(["--no-merge"] if method == "dcfr" else []), *map(str, more)]


def start_and_wait_for_the_middle(args, checkpoint):
    """A running solve whose checkpoint shows that it has begun."""
    process = subprocess.Popen([*TIANJI, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 300
    while time.monotonic() < end and process.poll() is None:
        if checkpoint.exists() and iterations_in(checkpoint) > 0:
            return process
        time.sleep(0.02)
    process.kill()
    raise AssertionError(f"no checkpoint in time: {process.communicate()}")


def iterations_in(checkpoint):
    fields = storage.load(checkpoint, "checkpoint")[1]["runner"]
    return fields["t"]


def resumes_to_the_unbroken_run(tmp_path, method, checkpoint):
    """Whether a run that goes on a little ends where one does that nobody disturbed, bit for bit."""
    goal, rest, whole = (
        iterations_in(checkpoint) + 200,
        tmp_path / "r.safetensors",
        tmp_path / "w.safetensors",
    )
    again = ["--checkpoint", checkpoint, "--resume", "--out", rest]
    assert (
        cli.main(solve_args(method, goal, *again)) == cli.main(solve_args(method, goal, "--out", whole)) == 0
    )
    return rest.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("method", ["dcfr", "external"])
def test_killed_and_resumed_is_bit_for_bit_the_unbroken_run(tmp_path, method):
    checkpoint, out = tmp_path / "run", tmp_path / "s.safetensors"
    more = ["--checkpoint", checkpoint, "--checkpoint-every", "0.05s", "--out", out]
    process = start_and_wait_for_the_middle(solve_args(method, ENDLESS, *more), checkpoint)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL and not out.exists()
    assert resumes_to_the_unbroken_run(tmp_path, method, checkpoint)


@pytest.mark.parametrize("method", ["dcfr", "external"])
def test_ctrl_c_shows_and_saves_the_result_so_far(tmp_path, method):
    checkpoint, out = tmp_path / "run", tmp_path / "s.safetensors"
    more = ["--checkpoint", checkpoint, "--checkpoint-every", "0.05", "--out", out, "--json"]
    process = start_and_wait_for_the_middle(solve_args(method, ENDLESS, *more), checkpoint)
    process.send_signal(signal.SIGINT)
    text, err = process.communicate(timeout=300)
    assert process.returncode == 130 and not err
    data = json.loads(text)
    assert data["stopped"] == "interrupted" and data["iterations"] > 0
    game = tj.load("leduc")
    saved = tj.Strategy.load(out, game)
    assert tj.nash_conv(game, saved) == pytest.approx(data["nash_conv"], abs=1e-9)
    assert iterations_in(checkpoint) == data["iterations"]
    assert resumes_to_the_unbroken_run(tmp_path, method, checkpoint)


# Disks and paths -------------------------------------------------------------------------------------------


# No file may grow beyond 16 KiB: what a full disk does to a write, without a disk to fill.
SMALL_FILES = """
import resource, sys
from tianji.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, 16_384))
sys.exit(main())
"""


def test_a_full_disk_at_the_end_still_prints_the_result(tmp_path):
    out = tmp_path / "s.json"
    args = [sys.executable, "-c", SMALL_FILES, "solve", "leduc", "-n", "50", "-q", "--out", str(out)]
    done = subprocess.run(args, capture_output=True, text=True)
    assert done.returncode == 2 and "value of player 0" in done.stdout
    assert re.fullmatch(r"tianji: error: --out: cannot write '.*s\.json': File too large; .*\n", done.stderr)
    assert not list(tmp_path.iterdir())  # and no half file


def test_a_checkpoint_that_cannot_be_written_is_known_at_the_start(tmp_path):
    args = [sys.executable, "-c", SMALL_FILES, "solve", "leduc", "--no-merge", "-q", "--until", "1e-12"]
    checkpoint = ["--seconds", "600", "--checkpoint", str(tmp_path / "run")]
    done = subprocess.run(
        [*args, *checkpoint], capture_output=True, text=True, timeout=300
    )  # it never begins the ten minutes
    assert done.returncode == 2 and not done.stdout and "File too large" in done.stderr


def test_a_disk_that_fills_up_on_the_way(run, tmp_path, monkeypatch):
    from tianji.run import checkpoint as checkpoints

    real, calls = checkpoints.storage.save, []

    def fills_up(path, *rest):
        calls.append(path)
        if len(calls) > 1:
            raise tj.errors.FileAccessError(f"cannot write {path!r}: No space left on device")
        real(path, *rest)

    monkeypatch.setattr(checkpoints.storage, "save", fills_up)
    out = tmp_path / "s.json"
    code, text, err = run("solve", "kuhn", "-n", "500", "--checkpoint", tmp_path / "run", "--out", out)
    assert code == 2 and "value of player 0" in text and "No space left" in err
    assert out.exists()


RIVER = "--board Ks7h2d3c9s --pot 10 --stack 20 --oop AA,KQs --ip QQ,AKs --bets 50% -q -n 3".split()  # noqa: SIM905


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
@pytest.mark.parametrize(
    ("args", "load"),
    [
        (["solve", "kuhn", "-q", "-n", "3"], tj.Strategy.load),
        (["holdem", "solve", *RIVER], tj.holdem.Solution.load),
    ],
)
def test_an_answer_that_finds_no_room_is_kept_elsewhere(run, tmp_path, monkeypatch, args, load):
    """Hours may have gone into it: the sentence says where it is."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "s.safetensors").symlink_to("/dev/full")
    code, out, err = run(*args, "--out", str(tmp_path / "s.safetensors"))
    assert code == 2 and out and "No space left" in err
    kept = re.search(r"; it is in '(.*)' instead\n$", err)
    assert kept and load(kept[1])


def test_the_checkpoint_of_a_spot_that_fails_on_the_way_is_told(run, tmp_path, monkeypatch):
    write, calls = storage.write_atomic, itertools.count()

    def full(path, data):
        if next(calls):
            raise FileAccessError(f"cannot write {path}: the disk is full")
        write(path, data)

    monkeypatch.setattr(storage, "write_atomic", full)
    code, out, err = run(
        "holdem", "solve", *RIVER, "--checkpoint", str(tmp_path / "c"), "--checkpoint-every", "0"
    )
    assert code == 2 and "iterations" in out and "the disk is full; nothing is saved since" in err, err


def test_training_says_before_its_tables_that_it_cannot_be_saved(run, tmp_path, monkeypatch):
    from tianji.holdem.blueprint import train

    monkeypatch.setattr(train, "full_dealer", lambda *_, **__: pytest.fail("tables were made"))
    there = str(tmp_path / "no" / "c")
    refused(run("holdem", "train", "--preset", "tiny", "-q", "--checkpoint", there), "no/c", "cannot write")
    refused(run("holdem", "train", "--preset", "tiny", "-q", "--checkpoint-every", "5"), "needs --checkpoint")


@pytest.mark.parametrize("option", ["--out", "--plot", "--checkpoint"])
@pytest.mark.parametrize("place", ["missing/x.{}", "file/x.{}", "folder.{}"])
def test_paths_that_cannot_be_written_are_refused_before_the_work(run, tmp_path, monkeypatch, option, place):
    suffix = "png" if option == "--plot" else "json"
    (tmp_path / "file").write_text("")
    (tmp_path / f"folder.{suffix}").mkdir()
    monkeypatch.setattr(tj, "solve", lambda *_, **__: pytest.fail("the work began"))
    if option == "--checkpoint":
        if place.startswith("folder"):
            refused(run("solve", "kuhn", option, tmp_path / place.format(suffix)), "exists")
            return
        monkeypatch.undo()
    refused(run("solve", "kuhn", option, tmp_path / place.format(suffix)), "cannot write")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--out", "strategy.pkl"], "'.pkl'"),
        (["--out", "strategy"], "not ''"),
        (["--plot", "curve.txt"], "pictures are written as .png, .svg, .pdf"),
        (["--plot", "curve.png", "-m", "lp"], "method 'lp' has none"),
        (["--resume"], "--resume needs --checkpoint FILE"),
        (["--resume", "--checkpoint", "nothing"], "cannot read 'nothing'"),
    ],
)
def test_file_options_that_make_no_sense(run, tmp_path, monkeypatch, args, says):
    monkeypatch.chdir(tmp_path)
    refused(run("solve", "kuhn", *args), says)
    assert not list(tmp_path.iterdir())


# Files that are not what they should be --------------------------------------------------------------------


def spoil(path, how):
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    if how == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "foreign":
        path.write_bytes(b"PK\x03\x04" + os.urandom(200))
    elif how == "corrupted":
        path.write_bytes(data[:-5] + bytes([data[-5] ^ 255]) + data[-4:])
    elif how == "newer":
        head = data[8 : 8 + size].replace(rb"\"version\": 2", rb"\"version\": 9")
        path.write_bytes(len(head).to_bytes(8, "little") + head + data[8 + size :])
    else:
        import numpy as np
        from safetensors.numpy import save

        path.write_bytes(save({"x": np.zeros(3)}))


SPOILT = {
    "truncated": "truncated",
    "empty": "truncated",
    "foreign": "not a Tianji file",
    "corrupted": "checksum",
    "newer": "format version 9",
    "someone else's safetensors": "no Tianji metadata",
}


@pytest.mark.parametrize("how", SPOILT)
def test_spoilt_strategies(run, tmp_path, how):
    path = tmp_path / "s.safetensors"
    tj.uniform(tj.load("kuhn")).save(path)
    spoil(path, how)
    refused(run("eval", "kuhn", path), "s.safetensors", SPOILT[how])
    refused(run("play", "kuhn", "--strategy", path), SPOILT[how])
    refused(run("convert", path, tmp_path / "s.json"), SPOILT[how])


@pytest.mark.parametrize("how", SPOILT)
def test_spoilt_checkpoints(run, tmp_path, how):
    path = tmp_path / "run"
    tj.solve(tj.load("kuhn"), iterations=5, checkpoint=str(path))
    spoil(path, how)
    refused(run("solve", "kuhn", "-n", "9", "--checkpoint", path, "--resume"), SPOILT[how])


def test_a_checkpoint_is_no_strategy_and_of_one_run_only(run, tmp_path):
    path = tmp_path / "run.safetensors"
    tj.solve(tj.load("kuhn"), iterations=5, checkpoint=str(path))
    refused(run("eval", "kuhn", path), "holds a 'checkpoint', expected a 'strategy'")
    refused(run("solve", "leduc", "--checkpoint", path, "--resume"), "was made with game='kuhn'")
    refused(run("solve", "kuhn", "-m", "cfr", "--checkpoint", path, "--resume"), "--method dcfr")


# Games that are not what they should be --------------------------------------------------------------------

RULES = '''
from tianji import CHANCE, TERMINAL, Game


class Fine(Game):
    """Chance, then one choice."""
    first = (("a", 0.5), ("b", 0.5))
    def initial(self): return ""
    def player(self, s): return (CHANCE, 0, 1, TERMINAL)[len(s)]
    def actions(self, s): return ("x", "y")
    def chances(self, s): return self.first
    def result(self, s, a): return s + a
    def utility(self, s): return (1.0, -1.0)
    def information(self, s, player): return s[:1] + s[1:2] * (player == 1) + str(len(s))

class NaN(Fine):
    def utility(self, s): return (float("nan"), 0.0)

class Infinite(Fine):
    def utility(self, s): return (float("inf"), float("-inf"))

class Short(Fine):
    def utility(self, s): return (1.0,)

class Chance(Fine):
    first = (("a", 0.5), ("b", 0.4))

class Forgets(Fine):
    def player(self, s): return (CHANCE, 0, 0, TERMINAL)[len(s)]
    def information(self, s, player): return len(s)

class Endless(Fine):
    def player(self, s): return 0 if s else CHANCE
    def result(self, s, a): return (s + a)[-3:]

class EndlessChance(Fine):
    def player(self, s): return CHANCE

class Raises(Fine):
    def actions(self, s): return {}[s]

class NoActions(Fine):
    def actions(self, s): return ()
'''


@pytest.fixture
def rules(tmp_path, monkeypatch):
    name = "rules_of_test_faults_cli"
    (tmp_path / f"{name}.py").write_text(RULES)
    monkeypatch.chdir(tmp_path)
    yield name
    sys.modules.pop(name, None)


def test_the_game_the_broken_ones_are_made_from_is_fine(run, rules):
    assert run("solve", f"{rules}:Fine", "-q", "-n", "5")[0] == 0


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("NaN", "nan"),
        ("Infinite", "inf"),
        ("Short", "expected 2 finite numbers"),
        ("Chance", "sum to 0.9"),
        ("Forgets", "imperfect recall"),
        ("Endless", "no end after"),
        ("EndlessChance", "no end after"),
        ("Raises", "KeyError"),
        ("NoActions", "no actions"),
        ("Missing", "has no class 'Missing'"),
    ],
)
@pytest.mark.parametrize("quiet", [True, False])
def test_broken_rules(run, rules, name, says, quiet, monkeypatch):
    monkeypatch.setattr(walk, "MAX_DEPTH", 20_000)  # not a million: the sentence is the same
    refused(run("solve", f"{rules}:{name}", *["--quiet"] * quiet), says)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["kuhm"], "did you mean 'kuhn'?"),
        (["kuhn(player=3)"], "did you mean 'players'?"),
        (["kuhn(players=1)"], "players"),
        (["kuhn("], "column"),
        (["nowhere:Game"], "no module 'nowhere'"),
        (["missing.efg"], "cannot read 'missing.efg'"),
        (["kuhn", "-m", "dcrf"], "did you mean 'dcfr'"),
        (["kuhn", "-m", "hs-dcfr"], "give --iterations"),
        (["kuhn", "-n", "-5"], "--iterations -5: expected a whole number of at least 1"),
        (["kuhn", "-n", "0"], "--iterations 0"),
        (["kuhn", "--until", "0"], "--until 0"),
        (["kuhn", "--until", "nan"], "--until nan"),
        (["kuhn", "--seconds", "-1"], "--seconds -1"),
        (["kuhn", "--no-merge", "--threads", "0"], "--threads 0"),
        (["kuhn", "--rows", "-1"], "'-1' is not a count"),
        (["kuhn(players=3)", "-m", "lp"], "two"),
        (["prisoners_dilemma", "-m", "lp"], "zero"),
        (["liars_dice(dice=4)"], "too large to compile"),
    ],
)
def test_bad_requests(run, tmp_path, monkeypatch, args, says):
    monkeypatch.chdir(tmp_path)
    refused(run("solve", *args), says)


def test_a_broken_efg_file_names_line_and_column(run, tmp_path):
    (tmp_path / "g.efg").write_text('EFG 2 R "x" { "a" "b" }\n\np "" 1 1 "" { "l" "r" } 0\n')
    refused(run("solve", tmp_path / "g.efg"), "g.efg", "line")


def test_ctrl_c_ends_a_report_with_the_rows_that_are_done(tmp_path):
    """Exit 130; they are printed, in the CSV and in the checkpoint."""
    spot, boards, out, run = (tmp_path / name for name in ("spot.toml", "boards.txt", "r.csv", "run"))
    spot.write_text(
        'board="Ks7h2dJc5s"\npot=60\nstack=200\noop="40%"\nip="40%"\nbets="50%,100%"\n[solve]\niterations=3000\n'
    )
    cards = [f"{rank}{suit}" for rank in "3468TQA" for suit in "cdhs"]
    boards.write_text("".join(f"Ks7h2d{a}{b}\n" for a, b in itertools.combinations(cards, 2)))
    args = [*TIANJI, "holdem", "report", str(boards), "--spot", str(spot), "--out", str(out), "--json", "-q"]
    args += ["--checkpoint", str(run), "--threads", "1"]
    process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (run.exists() and rows_in(run) > 1):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    text, err = process.communicate(timeout=300)
    assert process.returncode == 130 and not err
    data = json.loads(text)
    done = len(data["rows"])
    assert data["stopped"] == "interrupted" and 1 < done < data["total"] == 378
    assert [line.partition(",")[0] for line in out.read_text().splitlines()[1:-1]] == [
        row[0] for row in data["rows"]
    ]
    assert rows_in(run) == done


def rows_in(checkpoint):
    return len(storage.load(checkpoint, "holdem-report")[1]["runner"]["rows"])

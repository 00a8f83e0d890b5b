"""tianji solve: what it prints, saves and draws."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time

import pytest

import tianji as tj
from tianji.cli.shared.live import FILE_EVERY

KEYS = [
    *("game", "method", "size", "values", "nash_conv", "exploitability", "players", "iterations", "seconds"),
    *("stopped", "seed", "note", "infosets", "history", "saved"),
]


def test_the_text_tells_size_values_and_proof(run):
    code, out, _ = run("solve", "leduc", "--until", "1e-2")
    assert code == 0
    assert "9,457 histories, 936 infosets (288 merged), 5,520 terminals (1,116 merged)" in out
    value = float(re.search(r"value of player 0 +(-?[\d.]+)", out)[1])
    assert value == pytest.approx(-0.0856, abs=0.01)  # within NashConv of the game's value
    assert re.search(r"exploitability +[\d.e-]+  \(NashConv / 2 players\)", out)
    assert "the exploitability asked for is reached" in out
    rows = out.partition("The 20 infosets most often reached of 288:\n")[2].splitlines()
    assert len(rows) == 21 and " ".join(rows[0].split()) == "player infoset stands for reached value plays"
    reached = [float(re.search(r"([\d.]+)%", row)[1]) for row in rows[1:]]
    assert reached == sorted(reached, reverse=True) and reached[0] == 33.33


def test_the_json_has_the_documented_keys_and_agrees_with_the_library(run):
    code, out, _ = run("solve", "leduc", "-m", "cfr+", "-n", "200", "--json", "--rows", "3")
    data = json.loads(out)
    assert code == 0 and list(data) == KEYS
    ours = tj.solve(tj.load("leduc"), "cfr+", iterations=200)
    assert data["values"] == ours.values and data["nash_conv"] == ours.nash_conv
    assert data["exploitability"] == ours.nash_conv / 2
    assert (data["iterations"], data["stopped"], data["seed"]) == (200, "iterations", None)
    assert data["size"]["infosets"] == 936 and data["size"]["merged_infosets"] == 288
    assert len(data["infosets"]) == 3 and sum(data["infosets"][0]["actions"].values()) == pytest.approx(1)
    assert data["history"][-1]["nash_conv"] == data["nash_conv"]


@pytest.mark.parametrize("game", ["kuhn", "leduc", "kuhn(players=3)"])
def test_until_is_an_exploitability(run, game):
    data = json.loads(run("solve", game, "--until", "1e-2", "--json", "--rows", "0")[1])
    assert data["stopped"] == "until" and data["exploitability"] <= 1e-2
    assert data["exploitability"] == data["nash_conv"] / data["players"]
    assert all(row["exploitability"] == row["nash_conv"] / data["players"] for row in data["history"])


def test_not_merged(run):
    data = json.loads(run("solve", "leduc", "-n", "10", "--no-merge", "--json")[1])
    assert data["size"]["merged_infosets"] == 936 and all(row["count"] == 1 for row in data["infosets"])


@pytest.mark.parametrize("suffix", ["safetensors", "json"])
def test_out_saves_the_strategy_and_eval_confirms_its_proof(run, tmp_path, suffix):
    path = tmp_path / f"kuhn.{suffix}"
    _, out, _ = run("solve", "kuhn", "-n", "500", "--out", path, "--json")
    solved = json.loads(out)
    assert solved["saved"] == [str(path)]
    code, out, _ = run("eval", "kuhn", path, "--json")
    data = json.loads(out)
    assert code == 0 and data["nash_conv"] == pytest.approx(solved["nash_conv"], abs=1e-12)
    assert [row["value"] for row in data["players"]] == pytest.approx(solved["values"], abs=1e-12)


def test_out_as_csv(run, tmp_path):
    assert run("solve", "kuhn", "-n", "9", "--out", tmp_path / "k.csv")[0] == 0
    rows = (tmp_path / "k.csv").read_text().splitlines()
    assert rows[0] == "player,infoset,action,probability" and len(rows) == 1 + 24


@pytest.mark.parametrize(("suffix", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("PDF", b"%PDF")])
def test_plot(run, tmp_path, suffix, magic):
    code, _, err = run("solve", "kuhn", "-n", "300", "--plot", tmp_path / f"curve.{suffix}")
    assert code == 0 and f"curve.{suffix}" in err
    assert (tmp_path / f"curve.{suffix}").read_bytes().startswith(magic)


def test_the_plot_holds_the_curve_and_both_guides(tmp_path, monkeypatch):
    from matplotlib.figure import Figure

    from tianji.cli.shared.plot import plot_history

    figures = []
    monkeypatch.setattr(Figure, "savefig", lambda self, *_, **__: figures.append(self))
    solution = tj.solve(tj.load("kuhn"), iterations=1000, curve=True)
    plot_history(solution, str(tmp_path / "c.png"))
    axes = figures[0].axes[0]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["dcfr", "1/√T", "1/T"]
    curve, root, inverse = (line.get_ydata() for line in axes.lines)
    t = axes.lines[0].get_xdata()
    assert list(curve) == [c.nash_conv for c in solution.history]
    assert root[-1] == pytest.approx(curve[0] / t[-1] ** 0.5) and inverse[-1] == pytest.approx(
        curve[0] / t[-1]
    )


def test_exact(run):
    data = json.loads(run("solve", "kuhn", "-m", "lp", "--json")[1])
    assert data["stopped"] == "exact" and data["values"][0] == pytest.approx(-1 / 18)
    assert "exact, by linear programming" in run("solve", "kuhn", "-m", "lp")[1]


def test_three_players_have_no_guarantee_and_that_is_said(run):
    code, out, _ = run("solve", "kuhn(players=3)", "-n", "50", "--rows", "2")
    assert code == 0 and "no guarantee" in out and "(NashConv / 3 players)" in out
    assert "value of player 2" in out


def test_a_game_too_large_to_compile_is_sampled_without_a_proof(run):
    code, out, err = run("solve", "liars_dice(dice=3)", "-m", "external", "-n", "2", "--rows", "2")
    assert code == 0 and "neither its value nor NashConv is known" in out
    assert err.startswith("tianji: liars_dice(dice=3): at least ") and "does not fit" in err
    data = json.loads(run("solve", "liars_dice(dice=3)", "-m", "external", "-n", "2", "--json")[1])
    assert data["nash_conv"] is None and data["size"] is None and len(data["infosets"]) == 20


def test_quiet_is_quiet(run, tmp_path):
    assert run("solve", "leduc(ranks=5)", "-n", "3", "--quiet", "--out", tmp_path / "s.json")[2] == ""


def test_resume(run, tmp_path):
    file, parts, whole = tmp_path / "run", tmp_path / "parts.json", tmp_path / "whole.json"
    assert run("solve", "kuhn", "-n", "40", "--checkpoint", file)[0] == 0
    code, _, err = run("solve", "kuhn", "-n", "90", "--checkpoint", file)
    assert code == 2 and "continue that run with --resume" in err
    assert run("solve", "kuhn", "-n", "90", "--checkpoint", file, "--resume", "--out", parts)[0] == 0
    assert run("solve", "kuhn", "-n", "90", "--out", whole)[0] == 0
    assert parts.read_bytes() == whole.read_bytes()


def test_numbers_as_people_write_them(run):
    data = json.loads(run("solve", "kuhn", "--iterations", "1e3", "--seconds", "1m", "--json")[1])
    assert data["iterations"] == 1000


def test_a_log_file_gets_no_control_characters():
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "tianji", "solve", "leduc(ranks=5)", "-n", "50", "--rows", "2"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and "to compile it takes about" in done.stderr
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", done.stdout + done.stderr)
    # its plan, its kernels, and where it stands every five seconds, of which a slow machine takes more
    assert len(done.stderr.splitlines()) <= 3 + (time.monotonic() - begun) / FILE_EVERY


# Every report is shown, not ten a second: a fast machine is done with a step before the first would be.
SHOWS_ALL = """
import sys
from tianji.cli import main
from tianji.cli.shared import live
from tianji.run import clock
live.TERMINAL_EVERY = clock.REPORT_SECONDS = 0.0
sys.exit(main())
"""


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_a_terminal_gets_a_live_line_that_is_taken_away():
    ours, theirs = os.openpty()
    args = [sys.executable, "-c", SHOWS_ALL, "solve", "leduc(ranks=6)", "-n", "100", "--json"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "70"}
    process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    while True:
        try:
            chunk = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not chunk:
            break
        shown += chunk
    out = process.communicate()[0]
    os.close(ours)
    text = shown.decode()
    assert process.returncode == 0 and json.loads(out)["game"] == "leduc(ranks=6)"
    assert re.search(r"\rcompile: [\d,]+ histories, [\d,]+/s, (?:about .*|less than 1 s) left", text)
    assert re.search(r"\rsolve: [\d,]+ iterations, (?:[\d,]+/s, )?exploitability [\d.e-]+, .* left", text)
    assert text.endswith("\r\x1b[K")
    assert all(len(line) < 70 for line in re.split(r"\r|\x1b\[K", text) if line.startswith("solve"))


def test_the_first_run_says_that_it_compiles_and_the_second_need_not(tmp_path):
    def said():
        args = [sys.executable, "-m", "tianji", "solve", "kuhn"]
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        done = subprocess.run(args, env=environment, capture_output=True, text=True)
        assert done.returncode == 0
        return done.stderr

    assert "compiling kernels (first run only)" in said()
    compiled = sorted(tmp_path.rglob("*.nbc"))
    assert compiled and not said() and sorted(tmp_path.rglob("*.nbc")) == compiled


def test_kernels_that_are_not_compiled_yet_are_announced(capsys, monkeypatch):
    from tianji.cli.shared.live import Live
    from tianji.kernels import _compile

    monkeypatch.setattr(_compile, "is_cached", lambda kernel: False)
    Live(quiet=False).announce(tj.load("kuhn"))
    assert "compiling kernels (first run only)" in capsys.readouterr().err
    Live(quiet=True).announce(tj.load("kuhn"))
    assert not capsys.readouterr().err

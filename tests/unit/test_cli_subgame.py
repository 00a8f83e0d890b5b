"""tianji subgame: tables, JSON, files, and what it refuses."""

from __future__ import annotations

import json

import pytest

import tianji as tj
from tianji.cli import main


def run(capsys, *args):
    code = main(["subgame", *args])
    out, err = capsys.readouterr()
    return code, out, err


def test_coin_toss_all_as_json(capsys):
    code, out, _ = run(capsys, "coin_toss", "--technique", "all", "--json", "--quiet")
    assert code == 0
    data = json.loads(out)
    assert data["loss_before"] == pytest.approx(0.5)
    rows = {(r["technique"], r["payoffs"], r["gifts"], r["refine"]): r for r in data["rows"]}
    assert set(data["rows"][0]) >= {
        "technique",
        "payoffs",
        "gifts",
        "loss_after",
        "nash_conv",
        "exploitability",
        "min_margin",
        "gadget_gap",
        "seconds",
    }
    paper = {  # Brown & Sandholm (2017), sections 4 and 5
        ("unsafe", "exact", "none", None): (0.75, -0.5),
        ("maxmargin", "exact", "none", None): (0.375, 0.25),
        ("reach-maxmargin", "exact", "split", None): (0.25, 0.0),
        ("resolve", "exact", "none", "leximin"): (0.375, 0.25),
    }
    for key, (loss, margin) in paper.items():
        assert rows[key]["loss_after"] == pytest.approx(loss, abs=1e-6)
        assert rows[key]["min_margin"] == pytest.approx(margin, abs=1e-6)
        assert rows[key]["gadget_gap"] < 1e-9


def test_the_table(capsys):
    code, out, _ = run(capsys, "coin_toss", "--technique", "maxmargin")
    assert code == 0
    assert "coin_toss, player 1, level play: 1 subgame\n" in out
    assert "blueprint" in out
    assert "maxmargin" in out
    assert "0.375000" in out


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_number_is_cut_in_a_narrow_terminal(capsys, monkeypatch, width):
    """Every word of the wide table is in the narrow one, and no line is wider than the terminal."""
    _, wide, _ = run(capsys, "coin_toss", "--technique", "all", "--quiet")
    monkeypatch.setattr("tianji.cli.shared.layout.columns", lambda stream: width)
    code, out, _ = run(capsys, "coin_toss", "--technique", "all", "--quiet")
    assert code == 0
    assert max(len(line) for line in out.splitlines()) <= width
    losses = [row.split()[-5] for row in wide.splitlines() if row.endswith(tuple("0123456789"))]
    assert "0.750000" in losses
    assert set(losses) <= set(out.split())
    for word in ("reach-resolve", "(distributional,", "leximin)", "kept)"):
        assert word in out


def test_json_is_what_the_library_says(capsys):
    _, out, _ = run(
        capsys,
        "coin_toss",
        "--technique",
        "maxmargin",
        "--solver",
        "cfr+",
        "--until",
        "1e-3",
        "--json",
        "--quiet",
    )
    data = json.loads(out)
    game = tj.load("coin_toss")
    cuts, blueprint = tj.subgame.cuts(game, "play"), tj.subgame.coin_toss_blueprint(game)
    report = tj.subgame.solve_all(game, blueprint, cuts, "maxmargin", solver="cfr+", until=1e-3).report
    for row in (said := data["rows"][0], expected := report.row()):
        row.pop("seconds")
    assert said == expected
    assert data["stopped"] == "until"


def test_stopped_early_is_shown_and_told_by_the_exit_code(capsys, monkeypatch):
    import tianji.cli.shared.live as live

    monkeypatch.setattr(live.Live, "__call__", lambda self, report: False)
    code, out, _ = run(capsys, "kuhn", "--level", "bet", "--technique", "maxmargin", "--quiet")
    assert code == 130
    assert "stopped early (cancelled): subgames not solved keep the blueprint" in out
    code, out, _ = run(capsys, "kuhn", "--level", "bet", "--quiet")
    assert code == 130
    assert out == "stopped early (cancelled), before the first technique\n"


def test_one_technique_and_its_file(capsys, tmp_path):
    file = tmp_path / "new.safetensors"
    code, out, _ = run(
        capsys, "kuhn", "--level", "bet", "--technique", "reach-resolve", "--refine", "tremble", "--player", "1",
        "--blueprint-iterations", "3", "--out", str(file), "--json", "--quiet",
    )  # fmt: skip
    assert code == 0
    row = json.loads(out)["rows"][0]
    game = tj.load("kuhn")
    strategy = tj.Strategy.load(file, game)
    lost = tj.best_response(game, strategy, 0).value - (-1 / 18)
    assert row["loss_after"] == pytest.approx(lost, abs=1e-9)
    code, out, _ = run(
        capsys, "kuhn", "--blueprint", str(file), "--technique", "maxmargin", "--json", "--quiet"
    )
    assert code == 0
    assert json.loads(out)["loss_before"] == pytest.approx(lost, abs=1e-9)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("kuhn", "--technique", "maxmargn"), "did you mean 'maxmargin'"),
        (("leduc", "--level", "bord"), "did you mean 'board'"),
        (("kuhn(players=3)",), "needs two players"),
        (("prisoners_dilemma",), "zero-sum"),
        (("kuhn", "--player", "2", "--technique", "resolve"), "expected 0 or 1"),
        (("kuhn", "--gifts", "split"), "choose one"),
        (("kuhn", "--technique", "resolve", "--solver", "simplex"), "no solver 'simplex'"),
        (("kuhn", "--blueprint", "missing.safetensors"), "cannot read"),
    ],
)
def test_faults_are_one_line(capsys, args, words):
    code, out, err = run(capsys, *args, "--quiet")
    assert code == 2
    assert out == ""
    assert words in err
    assert err.startswith("tianji: error: ")
    assert err.count("\n") == 1


def test_a_cancelled_run_shows_its_answer_and_ends_with_130(run, monkeypatch):
    import tianji

    compare = tianji.subgame.compare
    monkeypatch.setattr(
        tianji.subgame, "compare", lambda *a, **more: compare(*a, **{**more, "stop": lambda: True})
    )
    code, out, _ = run("subgame", "coin_toss", "--quiet")
    assert code == 130 and "stopped early (cancelled)" in out


@pytest.mark.parametrize(
    "text", ["[" * 200_000, '{"b75": Infinity}', '{"b75": -1}', f'{{"b75": 1{"0" * 400}}}', "[1]", "ÿ"]
)
def test_counts_that_are_none_are_one_sentence(text, run, tmp_path):
    (tmp_path / "counts.json").write_text(text, encoding="latin-1")
    game = ("leduc_bets(suits=1,bets=(1,0))", "--without=b75")
    code, out, err = run("subgame", "improve", *game, "--counts", tmp_path / "counts.json", "--quiet")
    assert code == 2 and not out and "--counts" in err and err.count("\n") == 1 and "unexpected" not in err


def test_counts_from_an_endless_device_do_not_fill_the_memory(run):
    """It took all memory of the machine: the file was read by other means than all others."""
    game = ("leduc_bets(suits=1,bets=(1,0))", "--without=b75")
    code, _, err = run("subgame", "improve", *game, "--counts", "/dev/zero", "--quiet")
    assert code == 2 and "--counts: '/dev/zero' gives more than" in err

"""tianji holdem, from the command line."""

import json

import pytest

import tianji as tj
from tianji.cli import main
from tianji.holdem.files.readers import lock_from_text

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

HUGE = "10%,20%,30%,40%,50%,60%,70%,80%,90%,100%"


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
    assert code == 0 and "exploitability %" in out.splitlines()[0] and "mean" in out
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


@pytest.fixture(scope="module")
def solves(tmp_path_factory):
    folder = tmp_path_factory.mktemp("solves")
    for name, bets in (("a", "50%"), ("b", "75%,allin")):
        spot = tj.holdem.Spot(
            board="Ks7h2dJc5s", pot=60, stack=200, oop="JJ-22,AJs-A2s", ip="22+,A2s+", bets=bets, raises="60%"
        )
        spot.solve(until="1%").save(folder / f"{name}.tianji")
    return folder


def test_grids_of_every_kind(run, solves):
    path = str(solves / "a.tianji")
    for kind, word in (("strategy", "each sign 1/5"), ("ev", "ev in chips"), ("equity", "equity in percent"),
                       ("range", "weight in percent")):  # fmt: skip
        code, out, _ = run("show", path, "--line", "check", "--grid", kind)
        assert code == 0 and word in out and "suited above the diagonal" in " ".join(out.split())
    assert run("show", path, "--grid")[1] == run("show", path, "--grid", "strategy")[1]
    assert run("show", path, "--grid", "-q")[0] == 0
    code, out, err = run("show", path, "--grid", "colour")
    assert (code, out) == (2, "") and "--grid colour" in err and "strategy, ev, equity, range" in err


def test_hands_of_a_node(run, solves):
    path = str(solves / "a.tianji")
    code, out, _ = run("show", path, "--line", "check", "--hands", "AA,KK")
    assert (
        code == 0
        and len([line for line in out.splitlines() if line.startswith(("As", "Ah", "Ad", "K"))]) == 8 + 1
    )
    code, out, _ = run("show", path, "--line", "check", "--hands", "AA", "--json")
    assert {tuple(row) for row in json.loads(out)["hands"]} == {
        ("hand", "weight", "check", "bet 30 (50%)", "ev", "equity")
    }
    code, out, _ = run("show", path, "--hands", "all")
    assert code == 0 and "JsJh" in out
    assert "None of these hands" in run("show", path, "--hands", "72o")[1]
    assert "weight is written with a colon" in run("show", path, "--hands", "AA=1")[2]


def test_lines_are_listed(run, solves):
    code, out, _ = run("lines", str(solves / "b.tianji"))
    assert code == 0 and "check, bet 45, raise 135" in out and "100.00 %" in out
    rows = json.loads(run("lines", str(solves / "b.tianji"), "--line", "check", "--json")[1])["lines"]
    assert rows[0]["line"] == "check" and rows[0]["frequency"] == 1
    for row in rows:
        assert run("show", str(solves / "b.tianji"), "--line", row["line"])[0] == 0


def test_compare(run, solves):
    a, b = str(solves / "a.tianji"), str(solves / "b.tianji")
    code, out, _ = run("compare", a, b, "--line", "check", "--grid")
    assert (
        code == 0
        and "Hands that differ most" in out
        and "only A has bet 30 (50%)" in out
        and "B - A, " in out
    )
    data = json.loads(run("compare", a, b, "--json")[1])
    assert data["values"]["oop"]["difference"] == pytest.approx(
        data["values"]["oop"]["b"] - data["values"]["oop"]["a"]
    )
    assert data["most_different_lines"][0]["distance"] > 0
    assert "ev in chips" in run("compare", a, b, "--grid", "ev")[1]
    assert "B - A, check" in run("compare", a, b, "--action", "check")[1]
    code, out, err = run("compare", a, b, "--action", "dance")
    assert (code, out) == (2, "") and "--action dance" in err
    assert "cannot read" in run("compare", a, "nowhere.tianji")[2]
    code, _, err = run("compare", a, b, "--grid", "equity")
    assert code == 2 and "expected strategy or ev" in err


def test_locks_on_the_command_line(run, tmp_path):
    path = str(tmp_path / "locked.tianji")
    code, _, _ = run(
        "solve", *SPOT, "--bets", "50%", "--raises", "60%", "--until", "2%", "--out", path, "-q",
        "--lock", "start: check", "--lock", "check, bet 50%: JJ=raise 60% 0.25, call 0.75; 99=fold",
    )  # fmt: skip
    assert code == 0
    found = tj.holdem.Solution.load(path)
    assert found.strategy("").means["check"] == pytest.approx(1)
    after = found.strategy("check, bet 50%")
    assert after["JhJd"]["raise 102 (60%)"] == pytest.approx(0.25, abs=1e-6) and after["9h9d"][
        "fold"
    ] == pytest.approx(1)
    faults = {
        "check bet": "expected LINE: ACTION SHARE", "start: fold": "no action here", "start: check 0.5": "sum to 0.5",
        "start: AA=": "names no hands", "start: XX=check": "reads 'XX'", "start: 72o=check": "never holds '72o'",
        "start: JcJd=check": "never holds 'JcJd'", "start: check 70%": "sum to 0.7",
    }  # fmt: skip
    for lock, word in faults.items():
        code, out, err = run("solve", *SPOT, "--lock", lock)
        assert (code, out) == (2, "") and word in err
    twice = ("--lock", "start: check", "--lock", "start: JJ=bet 50%")
    code, out, err = run("solve", *SPOT, "--bets", "50%", *twice)
    assert (code, out) == (2, "") and "another --lock fixes hands of 'start' too" in err


def test_a_tree_that_is_offered_fits_as_it_is_offered(run):
    """With --bets on the line too, `--tree standard` was as large as before, and offered again."""
    flop = ["--board", "QhJh9s", "--pot", "5.5", "--stack", "97.5", "--oop", "40%", "--ip", "45%"]
    sizes = ["--bets", HUGE, "--raises", "50%,100%", "--memory", "8 GiB"]
    code, out, _ = run("plan", *flop, *sizes)
    assert code == 0 and "these do; leave out --bets, --raises with a named tree:" in out
    offers = [line.split("  ")[0].split() for line in out.splitlines() if line.startswith("--")]
    assert len(offers) == 3
    for offer in offers:
        kept = sizes[4:] if "--tree" in offer else sizes
        assert "does not fit" not in run("plan", *flop, *kept, *offer)[1]
    code, _, err = run("solve", *flop, *sizes)
    assert code == 2 and "leave out --bets, --raises with a named tree" in err
    assert "leave out" not in run("plan", *flop, "--tree", "rich", "--memory", "1 GiB")[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [(("report", "26x", "--spot", "s.toml"), "boards '26x': no file has that name; expected all, 25, 49"),
     (("report", "x" * 3000, "--spot", "s.toml"), "no file has that name"),
     (("report", "3", "--spot", "s.toml"), "flops 3: expected 'all' or a whole number from 6 to 500"),
     (("acpc", "localhost", "1e30"), "PORT 1000000000000000019884624838656: expected a whole number from 1 to 65535")],
)  # fmt: skip
def test_arguments_are_refused_in_the_words_of_the_command_line(run, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.toml").write_text('board = "Ks7h2d"\npot = 60\nstack = 200\noop = "JJ"\nip = "TT"\n')
    code, out, err = run(*words)
    assert (code, out) == (2, "") and told in err


def test_shares_of_locks_in_percent():
    assert lock_from_text("check: AA=check 40%, bet 50% 60%; KK=bet 50%") == (
        "check", {"AA": {"check": 0.4, "bet 50%": 0.6}, "KK": {"bet 50%": 1.0}}
    )  # fmt: skip
    assert lock_from_text("start: b 50% .25, x 75%, a 0%") == ("", {"b 50%": 0.25, "x": 0.75, "a": 0.0})


def test_a_lock_in_a_file_that_binds_nothing(run, tmp_path):
    text = 'board = "Ks7h2dJc5s"\npot = 60\nstack = 200\noop = "JJ"\nip = "TT"\nbets = "50%"\n'
    text += '[[locks]]\nline = ""\nstrategy = {HAND = {check = 1}}\n'
    for hand in ("JJ", "JcJd"):  # the second meets this board, and in a report perhaps not the next
        (tmp_path / "spot.toml").write_text(text.replace("HAND", hand))
        assert run("plan", str(tmp_path / "spot.toml"))[0] == 0
    (tmp_path / "spot.toml").write_text(text.replace("HAND", "QQ"))
    code, out, err = run("plan", str(tmp_path / "spot.toml"))
    assert (code, out) == (2, "") and "never holds 'QQ'" in err and "spot.toml" in err


@pytest.mark.parametrize(
    ("options", "sizes"),
    [(["--tree", "simple"], {"bet 45 (75%)"}), (["--tree", "standard"], {"bet 45 (75%)", "bet 90 (150%)"}),
     (["--tree", "standard", "--bets", "river.oop=33%"], {"bet 19.8 (33%)"}),
     (["--bets", "river=20%,40%", "--bets", "turn=99%"], {"bet 12 (20%)", "bet 24 (40%)"}),
     (["--bets", "50%", "--bets", "oop=allin"], {"allin 200 (333%)"})],
)  # fmt: skip
def test_sizes_by_name_street_and_player(run, tmp_path, options, sizes):
    code, out, _ = run("solve", *SPOT, *options, "-n", "1", "--json", "-q")
    assert code == 0 and set(json.loads(out)["actions"]) == {"check", *sizes}
    assert json.loads(out)["plan"]["text"]


def test_options_override_a_file(run, tmp_path):
    path = tmp_path / "spot.toml"
    path.write_text(
        'board="Ks7h2dJc5s"\npot=60\nstack=200\noop="JJ-22"\nip="22+"\ntree="standard"\n'
        '[solve]\nstorage="int16"\nuntil="5%"\n'
    )
    data = json.loads(run("solve", str(path), "--storage", "float64", "--max-raises", "0", "--json", "-q")[1])
    assert data["storage"] == "float64" and "bet 45 (75%)" in data["actions"]
    assert data["plan"]["betting_nodes"] < json.loads(run("plan", str(path), "--json")[1])["betting_nodes"]


def test_plan_offers_trees_in_the_words_of_the_command_line(run):
    flop = [
        "--board",
        "Ks7h2d",
        "--pot",
        "5.5",
        "--stack",
        "97.5",
        "--oop",
        "40%",
        "--ip",
        "45%",
        "--bets",
        "33%,75%,150%",
    ]
    code, out, _ = run("plan", *flop, "--memory", "8 GiB", "--threads", "2")
    assert (
        code == 0
        and "--tree standard --storage int16" in out
        and "at 2 threads" in out
        and "when saved" in out
    )
    data = json.loads(run("plan", *flop, "--memory", "8 GiB", "--json")[1])
    assert not data["fits"] and len(data["trees"]) == 3 and all(t["bytes"] <= 8 << 30 for t in data["trees"])
    code, out, err = run("solve", *flop, "--memory", "8 GiB")
    assert (code, out) == (2, "") and "--tree simple" in err and "tree=" not in err and err.count("\n") == 1
    assert "about 4,6" in run("plan", *flop[:-1], HUGE, "--raises", "50%,60%,70%,80%", "-q")[1]


@pytest.mark.parametrize(
    ("options", "word"),
    [(["--until", "-1"], "--until -1"), (["--threads", "1e8"], "--threads 1e8"),
     (["--storage", "float16"], "--storage float16"), (["--memory", "1"], "--memory 1"),
     (["--tree", "simpel"], "did you mean 'simple'"), (["--oop", "AXs"], "--oop: column 1"),
     (["--bets", "preflop=5%"], "'preflop' is no place"), (["--max-raises", "-1"], "--max-raises -1"),
     (["--board", "KsKs2d"], "--board: Ks comes twice"), (["--iterations", "0"], "--iterations 0"),
     (["--method", "magic"], "no method 'magic'")],
)  # fmt: skip
def test_errors_speak_command_line(run, options, word):
    code, out, err = run("solve", *SPOT, *options, "-q")
    assert (code, out) == (2, "") and word in err and err.count("\n") == 1


def test_report_of_a_subset(run, tmp_path):
    spot = tmp_path / "spot.toml"
    spot.write_text(
        'board="Ks7h2d"\npot=60\nstack=60\noop="JJ"\nip="QQ"\nbets="100%"\nraises=""\n[solve]\niterations=1\n'
    )
    code, out, err = run("report", "6", "--spot", str(spot), "--out", str(tmp_path / "r.csv"))
    assert (
        code == 0 and err.count(": ev ") == 6 and "6 boards, each like the first" in err and "in all " in err
    )
    assert len((tmp_path / "r.csv").read_text().splitlines()) == 8
    for args, word in ((["1000"], "such as 25, 49, 95, 184"), (["6", "--resume"], "--resume needs --checkpoint"),
                       (["6", "--out", f"{tmp_path}/no/r.csv"], "cannot write"), (["6", "--save", "/proc/x"], "--save"),
                       (["nofile.txt"], "no file has"), (["6", "--tree", "huge"], "no tree 'huge'")):  # fmt: skip
        code, out, err = run("report", *args, "--spot", str(spot), "-q")
        assert (code, out) == (2, "") and word in err and err.count("\n") == 1


def test_gates_from_files(run, tmp_path):
    turn = tj.holdem.Spot(board="Ks7h2dJc", pot=60, stack=90, oop="QQ-99", ip="JJ-88", bets="75%", raises="")
    solve, line = turn.solve(iterations=6), "check, check, 5s"
    solve.save(tmp_path / "turn.tianji")
    river, out = tmp_path / "river.json", tmp_path / "river.tianji"
    river.write_text(json.dumps(solve.spot_after(line).to_dict()))
    gate = tmp_path / "gate.toml"
    gate.write_text(f'player = "oop"\ntechnique = "resolve"\nsolve = "turn.tianji"\nline = "{line}"\n')
    given = tj.holdem.Gate("oop", solve.alternatives("oop", line), "resolve")
    assert tj.holdem.Gate.load(gate) == given
    (tmp_path / "gate.json").write_text(json.dumps(given.to_dict()))
    assert tj.holdem.Gate.load(tmp_path / "gate.json") == given
    code, text, _ = run("solve", str(river), "--gate", str(gate), "--out", str(out), "--until", "0.5%", "-q")
    assert code == 0 and "oop again by resolve" in text and "least margin" in text
    code, text, _ = run("show", str(out), "--json")
    report = tj.holdem.Solution.load(out).gate
    assert json.loads(text)["gate"] == json.loads(report.to_json()) and len(report.margins) == len(
        given.to_dict()["alternatives"]
    )
    assert (
        "least margin" in run("show", str(out))[1]
        and "least margin" not in run("show", str(out), "--line", "check")[1]
    )


@pytest.mark.parametrize(
    ("text", "word"),
    [("player = 'oop'", "'alternatives' is missing"), ("{", "expected JSON"), ("player =", "expected TOML"),
     ("player='oop'\nsolve='none.tianji'", "cannot read"), ("solve='x'", "'player' is missing"),
     ("player='oop'\nline='check'", "expected the file of a solve"),
     ("player='oop'\nalternatives=[1]", "expected chips by hand"),
     ("player='oop'\nalternatives='AA: 3'\ncolour=1", "no field 'colour'"),
     ("player='oop'\nalternatives='AA: 3'", "which is in his range")],
)  # fmt: skip
def test_wrong_gate_files_are_one_line(run, tmp_path, text, word):
    (tmp_path / "gate.toml").write_text(text)
    code, out, err = run("solve", *SPOT, "--gate", str(tmp_path / "gate.toml"), "-q")
    assert (code, out) == (2, "") and word in err and err.count("\n") == 1


@pytest.mark.parametrize("args", [(), ("buckets",)])
def test_every_command_is_summed_up_in_a_line_of_80_columns(run, monkeypatch, args):
    monkeypatch.setenv("COLUMNS", "80")
    listed = run(*args, "--help")[1].partition("Commands:")[2].splitlines()
    assert len(listed) > 3 and not [
        line for line in listed if line.endswith("...") or line.startswith("     ")
    ]

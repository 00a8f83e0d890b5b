"""Every option of every command, given values that make no sense: one sentence that names the option, exit code 2."""

from __future__ import annotations

import errno
import io
import json
import shlex
import shutil
import sys
from importlib import import_module

import pytest
import typer

import tianji as tj
from tianji import cli
from tianji.errors import ParameterError

RIVER = ["--board=Ks7h2dJc5s", "--pot=60", "--stack=200", "--oop=JJ", "--ip=TT", "--bets=50%"]
GIVEN = {  # what a command needs besides the option
    "solve": ["kuhn"],
    "show": ["liars_dice(dice=3)"],
    "eval": ["kuhn", "uniform"],
    "compare": ["kuhn", "uniform", "uniform"],
    "match": ["kuhn", "dcfr", "uniform"],
    "play": ["kuhn"],
    "subgame": ["coin_toss", "--technique", "resolve"],
    "subgame depth-limited": ["coin_toss"],
    "subgame improve": ["leduc_bets(suits=1,bets=(1,0))", "--without=b75"],
    "convert": ["kuhn", "k.efg"],
    "search": ["tic_tac_toe"],
    "matrix": ["3,3 0,5; 5,0 1,1"],
    "reproduce": ["brown2017", "table1", "--scale=ci", "--column=4"],
    "holdem solve": RIVER,
    "holdem plan": RIVER,
}
WORSE = {  # besides "x y": values of the right form that cannot be meant
    "hands": ["-5", "0", "1.5"],
    "iterations": ["-5", "0", "1.5", "1e400", "nan"],
    "until": ["-1", "0", "nan", "inf"],
    "seconds": ["-1", "0", "nan", "5x", "inf"],
    "checkpoint-every": ["-1", "nan", "5x"],
    "threads": ["-1", "0", "1.5", "1e8"],
    "rounds": ["0", "-1", "1.5"],
    "rows": ["-1", "1.5"],
    "port": ["-1", "70000", "1.5"],
    "allowed-host": ["", "evil.example:80", "*"],
    "seed": ["1.5", "nan"],
    "depth": ["0", "-1", "1.5", "1e400"],
    "nodes": ["0", "-1", "1e400"],
    "player": ["-1", "2", "1.5"],
    "seat": ["-1", "2", "1.5", ""],
    "top": ["0", "-1", "1.5"],
    "leaves": ["0", "-1", "1.5", "1e9"],
    "factor": ["0", "-1", "nan"],
    "blueprint-iterations": ["0", "-3", "1.5"],
    "out": ["no/such/folder/x.safetensors", "x.txt"],
    "plot": ["x.txt", "no/such/folder/x.png"],
    "checkpoint": ["no/such/folder/x"],
    "a": ["1 2; 3"],
    "b": ["1 2; 3"],
    "set": ["x=1", "=1", "quiescence"],
}
NOT_WRONG = {("matrix", "a"): ["x y"], ("matrix", "b"): ["x y"], ("solve", "checkpoint"): ["x y"],
             ("search", "fit-probcut"): ["x y"], ("reproduce", "folder"): ["x y"]}  # fmt: skip
TOGETHER = {("subgame", "gifts"): ["--technique", "reach-resolve"]}


def verbs():
    """Every command with its parameters: ("solve", click's command)."""
    for name, (place, _) in cli.COMMANDS.items():
        module, _, attribute = place.partition(":")
        target = getattr(import_module(module), attribute)
        if isinstance(target, typer.Typer):
            yield from below(name, typer.main.get_command(target))
            continue
        app = typer.Typer(add_completion=False)
        app.command()(target)
        yield name, typer.main.get_command(app)


def below(name, command):
    """The commands of a group, and of the groups in it."""
    if not getattr(command, "commands", None):
        yield name, command
    for verb, inner in getattr(command, "commands", {}).items():
        yield from below(f"{name} {verb}", inner)


def wrong():
    """(command, option, a value that makes no sense) for everything there is."""
    for name, command in verbs():
        if name.startswith("holdem"):
            continue
        for param in command.params:
            option = max(param.opts, key=len)
            if not option.startswith("--") or getattr(param, "is_flag", False):
                continue
            for value in ["x y", *WORSE.get(option[2:], [])]:
                if value not in NOT_WRONG.get((name, option[2:]), []):
                    yield name, option, value


@pytest.mark.parametrize(("name", "option", "value"), list(wrong()), ids=lambda word: word or "nothing")
def test_a_value_that_makes_no_sense_is_one_sentence_about_its_option(
    name, option, value, run, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    given = [*GIVEN.get(name, []), *TOGETHER.get((name, option[2:]), [])]
    if (name, option) in (("matrix", "--a"), ("matrix", "--b")):
        given = [] if option == "--a" else ["--a", "1 2; 3 4"]
    code, out, err = run(*name.split(), *given, f"{option}={value}", "--quiet")
    assert code == 2 and not out, (out, err)
    assert err.startswith("tianji: error: ") and err.count("\n") == 1 and "Traceback" not in err
    assert option in err, err
    assert f"{option[2:].replace('-', '_')}=" not in err, err


# Whatever is typed: commands that are quick where an odd value happens to be fine.
QUICK = {
    "solve": "kuhn -n 3",
    "games": "",
    "show": "kuhn",
    "eval": "kuhn uniform",
    "compare": "kuhn uniform uniform",
    "play": "kuhn --method lp --rounds 1",
    "match": "kuhn uniform uniform --hands 2",
    "subgame": "coin_toss",
    "subgame depth-limited": "coin_toss",
    "subgame improve": "leduc_bets(suits=1,bets=(1,0)) --without=b75",
    "convert": "kuhn k.efg",
    "search": "tic_tac_toe --depth 2",
    "matrix": "chicken",
    "holdem solve": "SPOT -n 3",
    "holdem plan": "SPOT",
    "holdem show": "A",
    "holdem lines": "A",
    "holdem compare": "A A",
    "holdem equity": "AhKh QdQc --board 2c3d4h5s",
    "holdem report": "BOARDS --spot SPOT",
    "holdem pushfold": "--stack 3",
    "holdem match": "call fold --hands 2",
    "holdem hands": "x.phh",
    "holdem lbr": "fold --hands 2",
    "holdem engine": "",
    "holdem review": "x.phh",
    "holdem buckets make": "--game turn --deck 20 -k 5",
    "holdem buckets show": "BUCKETS --board AsKdTh",
    "holdem buckets report": "BUCKETS",
}
NOT_QUICK = {
    "reproduce",
    "bench",
    "holdem acpc",
    "holdem train",
    "holdem evaluate",
    "holdem values",
    "holdem harden",
    "holdem improve",
    "studio",
}  # tables, timings, a dealer, a server
ODD = ["", "-5", "9" * 400, "a" * 300]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that hold'em's commands read."""
    path = tmp_path_factory.mktemp("odd")
    spot = {"board": "Ks7h2dJc5s", "pot": 60, "stack": 200, "oop": "JJ,AKs", "ip": "TT", "bets": "50%"}
    tj.holdem.Spot(**spot).solve(iterations=5).save(path / "A")
    (path / "SPOT").write_text(
        "".join(f"{name} = {json.dumps(value)}\n" for name, value in spot.items())
        + "[solve]\niterations = 3\n"
    )
    (path / "BOARDS").write_text("Ks7h2dJc5s\n")
    tj.holdem.make_buckets("flop", 30, deck=20, rounds=2).save(path / "BUCKETS")
    (path / "x.phh").write_text(
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\n'
        'starting_stacks = [1000, 1000]\nactions = ["d dh p1 ????", "d dh p2 AhKd", "p2 cbr 300", "p1 f"]\n'
    )
    return path


def test_every_command_is_tried():
    assert {name for name, _ in verbs()} == set(QUICK) | NOT_QUICK


@pytest.mark.parametrize("name", QUICK)
def test_whatever_is_typed_is_an_answer_or_one_sentence_about_its_option(
    name, run, folder, tmp_path, monkeypatch
):
    for path in folder.iterdir():
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n" * 99))
    valued = [param for param in dict(verbs())[name].params if not getattr(param, "is_flag", False)]
    for option in (max(param.opts, key=len) for param in valued):
        if not option.startswith("-"):
            continue
        for value in ODD:
            given = [f"{option}={value}"] if option.startswith("--") else [option, value]
            code, _, err = run(*name.split(), *QUICK[name].split(), *given, "--quiet")
            assert code in (0, 2), (option, value[:9], err)
            if code == 2:
                said = err.splitlines()[-1]
                assert said.startswith("tianji: error: ") and option in said, (option, value[:9], err)
                assert f"{option.lstrip('-').replace('-', '_')}=" not in said.replace(f"{option}=", ""), (
                    option,
                    err,
                )
                assert len(said) < 900


IDLE = {
    "--checkpoint-every": "solve kuhn -n 3 --checkpoint-every 5",
    "--merge": "solve kuhn -n 3 -m external --no-merge",
    "--threads": "solve kuhn -m lp --threads 2",
    "--plot": "solve kuhn -m lp --plot x.png",
    "--depth": "search tic_tac_toe --engine json --depth 3",
    "--position": "search tic_tac_toe --engine json --position X.O/.X./..O",
    "--nodes": "search tic_tac_toe -m list --nodes 3",
    "--method": "search connect_four --fit-probcut f.safetensors --method pvs",
    "--trace": "search connect_four --fit-probcut f.safetensors --trace",
    "'trace'": "search tic_tac_toe -m mcts --trace --nodes 20",
    "--seconds": "play kuhn --strategy FOLDER/kuhn.json --seconds 5",
    "--until": "play tic_tac_toe -m mtdf --until 0.1",
    "--until 0.1": "match kuhn uniform uniform --until 0.1",
    "--single": "match kuhn uniform uniform --level bet --single",
    "--blueprint-method": "subgame coin_toss --blueprint uniform --blueprint-method cfr",
    "--gifts": "subgame coin_toss --technique all --gifts 3",
    "--iterations": "subgame coin_toss --technique resolve --solver lp -n 5",
    "--out": "subgame coin_toss --technique all --out x.json",
    "--hands": "holdem show A --hand JJ --hands all",
    "--action": "holdem compare A A --grid ev --action check",
    "--answer": "holdem match call fold --answer 5",
    "--grace": "holdem match call fold --grace 5",
    "--resume": "holdem match call fold --resume",
    "--step": "holdem pushfold --stack 3 --step 0.5",
    "--game": "holdem hands x.phh --game holdem.limit.3p",
    "--preset": "holdem buckets make --preset tiny -k 5",
    "--technique": "reproduce brown2017 figure8 --technique resolve",
    "--select": "matrix chicken -m pure --select welfare",
    "--a": "matrix chicken --a '1 2; 3 4'",
}


@pytest.mark.parametrize("option", IDLE)
def test_an_option_that_would_do_nothing_is_refused_by_name(option, run, folder, monkeypatch):
    monkeypatch.chdir(folder)
    tj.uniform(tj.load("kuhn")).save("kuhn.json")
    code, out, err = run(*shlex.split(IDLE[option].replace("FOLDER", ".")), "--quiet")
    assert code == 2 and not out and err.count("\n") == 1 and option in err, err


@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("dcfr", {"checkpoint_every": 5.0}), ("dcfr", {"options": {"epsilon": 0.5}}), ("dcfr", {"resume": True}),
        ("external", {"merge": False}), ("external", {"threads": 2}), ("fp", {"threads": 2}), ("lp", {"threads": 2}),
        ("lp", {"iterations": 5}), ("lp", {"curve": True}), ("lp", {"checkpoint": "x"}),
    ],
)  # fmt: skip
def test_an_argument_that_would_do_nothing_is_refused_by_name(method, given):
    (name,) = given
    with pytest.raises(ParameterError, match=rf"{name}="):
        tj.solve(tj.load("kuhn"), method, **({} if method == "lp" else {"iterations": 3}), **given)


LOSING = [
    "solve kuhn -n 5 --out x.json",
    "solve kuhn -n 50 --plot x.png",
    "subgame coin_toss --technique resolve --out x.json",
    "holdem solve SPOT --out x.tianji",
    "holdem show A --csv x.csv",
    "holdem report BOARDS --spot SPOT --out x.csv",
    "holdem report BOARDS --spot SPOT --save solves",
    "holdem pushfold --stack 3 --csv x.csv",
    "holdem buckets make --game turn --deck 20 -k 5 --out x.buckets",
]


@pytest.mark.parametrize("command", LOSING)
def test_a_disk_that_is_full_at_the_end_costs_the_file_and_not_the_answer(
    command, run, folder, tmp_path, monkeypatch
):
    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    for path in folder.iterdir():
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tianji.core.paths.os.fsync", full)
    code, out, err = run(*command.split(), "--quiet")
    assert code == 2 and len(out.splitlines()) > 2, err
    assert "No space left" in err.splitlines()[-1] and not list(tmp_path.glob("x.*[!phh]"))


def test_a_report_whose_file_cannot_be_written_is_returned(tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tianji.core.paths.os.fsync", full)
    spot = tj.holdem.Spot(board="Ks7h2dJc5s", pot=60, stack=200, oop="JJ", ip="TT", bets="50%")
    found = tj.holdem.report(spot, ["Ks7h2dJc5s"], iterations=3, out=[tmp_path / "x.csv"])
    assert len(found.rows) == 1 and "No space left" in found.unsaved

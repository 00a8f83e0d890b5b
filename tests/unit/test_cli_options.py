"""Every option of every command, given values that make no sense: one sentence that names the option, exit code 2."""

from __future__ import annotations

from importlib import import_module

import pytest
import typer

from tianji import cli

RIVER = ["--board=Ks7h2dJc5s", "--pot=60", "--stack=200", "--oop=JJ", "--ip=TT", "--bets=50%"]
GIVEN = {  # what a command needs besides the option
    "solve": ["kuhn"],
    "show": ["liars_dice(dice=3)"],
    "eval": ["kuhn", "uniform"],
    "compare": ["kuhn", "uniform", "uniform"],
    "match": ["kuhn", "dcfr", "uniform"],
    "play": ["kuhn"],
    "subgame": ["coin_toss", "--technique", "resolve"],
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
    "seed": ["1.5", "nan"],
    "depth": ["0", "-1", "1.5", "1e400"],
    "nodes": ["0", "-1", "1e400"],
    "player": ["-1", "2", "1.5"],
    "seat": ["-1", "2", "1.5", ""],
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
            yield from (
                (f"{name} {verb}", command)
                for verb, command in typer.main.get_command(target).commands.items()
            )
            continue
        app = typer.Typer(add_completion=False)
        app.command()(target)
        yield name, typer.main.get_command(app)


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

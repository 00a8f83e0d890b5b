"""No option of a command is taken and ignored: it changes what is printed or written, or is refused by its name.

Commands and options are listed from the parser; each has a row with words that tell, or a reason.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
import typer

import tianji as tj
from tianji import cli

USUAL = {
    "--seed": "of every command, for scripts that give one to all: it does nothing where nothing is drawn",
    "--json": "prints the answer as data: tests/unit/test_cli_data.py reads it of every command",
    "--quiet": "leaves out progress alone, which nobody sees where stderr is no terminal",
    "--threads": "changes no answer; a number that makes no sense is refused, and test_effects.py counts threads",
}
RIVER = "--board=Ks7h2dJc5s --pot=60 --stack=200 --oop=JJ,T9s --ip=TT,QQ --bets=50%"
TURN = "--board=Ks7h2dJc --pot=60 --stack=200 --oop=JJ,T9s --ip=TT --bets=50%"
SPOT_OPTIONS = {
    "--board": "Ks7h2dJcTs", "--pot": "100", "--stack": "40", "--oop": "JJ", "--ip": "TT", "--tree": "simple",
    "--bets": "50%,100%", "--raises": "50%", "--max-raises": "0", "--add-allin": "9",
    "--force-allin": "2", "--chip": "7", "--rake": "5%,3", "--lock": "check: check 1", "--memory": "1 KiB",
}  # fmt: skip
COMMANDS: dict[str, tuple[str, dict[str, str]]] = {
    "solve": (
        "kuhn -n 5",
        {
            "--method": "cfr",
            "--iterations": "3",
            "--until": "5",
            "--seconds": "1e-9",
            "--seed": "3",
            "--seeds": "!solve kuhn -n 5 -m external --seeds 2",
            "--on": "!solve kuhn -n 5 -m external --seeds 2 --on none",
            "--merge": "!solve leduc -n 5 --no-merge",
            "--rows": "1",
            "--out": "x.json",
            "--plot": "x.png",
            "--checkpoint": "x.safetensors",
            "--checkpoint-every": "3",
            "--resume": "",
        },
    ),
    "games": ("", {}),
    "show": ("kuhn", {"--tree": "!show kuhn --no-tree", "--seed": "!show 'liars_dice(dice=2)' --seed 5"}),
    "eval": ("kuhn uniform", {"--rows": "1"}),
    "compare": ("kuhn uniform x.json", {"--rows": "1"}),
    "play": (
        "kuhn --method lp --rounds 1",
        {
            "--seat": "1",
            "--rounds": "2",
            "--strategy": "kuhn.json",
            "--method": "uniform",
            "--until": "!play kuhn --method dcfr --rounds 1 --until=0.9",
            "--seconds": "!play kuhn --method dcfr --rounds 1 --seconds=1e-9",
            "--player": "call",
            "--hands": "2",
            "--stack": "3",
            "--blinds": "1/2",
            "--hints": "",
            "--log": "x.log",
            "--seed": "5",
        },
    ),
    "match": (
        "kuhn uniform uniform --hands 4",
        {
            "--hands": "6",
            "--duplicate": "!match kuhn uniform uniform --hands 4 --single",
            "--level": "bet",
            "--on": "none of these",
            "--until": "0.1",
            "--seconds": "1e-9",
            "--seed": "5",
        },
    ),
    "subgame": (
        "coin_toss --technique resolve",
        {
            "--technique": "unsafe",
            "--level": "nowhere",
            "--player": "0",
            "--blueprint": "uniform",
            "--blueprint-method": "cfr",
            "--blueprint-iterations": "3",
            "--on": "none of these",
            "--payoffs": "estimate",
            "--gifts": "3",
            "--refine": "0.05",
            "--solver": "cfr+",
            "--out": "x.json",
            "--iterations": "3",
            "--until": "5",
            "--seconds": "1e-9",
            "--seed": "3",
        },
    ),
    "subgame depth-limited": (
        "coin_toss",
        {
            "--level": "nowhere",
            "--leaves": "!subgame depth-limited coin_toss --player 0 --technique none --leaves=1",
            "--continuations": "bias",
            "--sides": "both",
            "--factor": "3",
            "--technique": "resolve",
            "--payoffs": "estimate",
            "--refine": "0.05",
            "--player": "0",
            "--blueprint": "uniform",
            "--blueprint-method": "cfr",
            "--blueprint-iterations": "3",
            "--out": "x.json",
            "--iterations": "3",
            "--until": "5",
            "--seconds": "1e-9",
            "--seed": "3",
        },
    ),
    "subgame improve": (
        "'leduc_bets(suits=1,bets=(1,0))' --without=b75 --player 0",
        {
            "--without": "b100",
            "--top": "0",
            "--counts": "nothing.json",
            "--undo": "nothing.safetensors",
            "--technique": "unsafe",
            "--player": "1",
            "--blueprint": "uniform",
            "--blueprint-iterations": "3",
            "--out": "x.safetensors",
            "--seconds": "1e-9",
        },
    ),
    "convert": ("kuhn x.efg", {}),
    "search": (
        "tic_tac_toe --depth 2",
        {
            "--position": "X.O/.X./..O",
            "--method": "minimax",
            "--depth": "1",
            "--nodes": "1",
            "--seconds": "1e-9",
            "--trace": "!search tic_tac_toe --depth 2 --method alphabeta --trace",
            "--set": "nothing=1",
            "--engine": "json",
            "--fit-probcut": "x.safetensors",
            "--seed": "5",
        },
    ),
    "matrix": (
        "'3,3 0,5; 5,0 1,1'",
        {
            "--a": "1 2; 3 4",
            "--b": "1 2; 3 4",
            "--method": "pure",
            "--select": "welfare",
            "--plot": "x.png",
            "--seconds": "!matrix 'colonel_blotto(soldiers=5)' --seconds 1e-9",
        },
    ),
    "holdem solve": (
        f"{RIVER} -n 5",
        SPOT_OPTIONS
        | {
            "--donks": f"!holdem solve {TURN} -n 5 --donks=100%",
            "--until": "50%",
            "--iterations": "3",
            "--seconds": "1e-9",
            "--method": "cfr",
            "--storage": "float16",
            "--device": "gpu",
            "--out": "x.tianji",
            "--checkpoint": "x.tianji",
            "--checkpoint-every": "3",
            "--resume": "",
            "--gate": "x.toml",
        },
    ),
    "holdem plan": (
        RIVER,
        {
            **SPOT_OPTIONS,
            "--storage": "float64",
            "--device": "gpu",
            "--board": "Ks7h2dJc",
            "--donks": f"!holdem plan {TURN} --donks=50%,100%",
            "--pot": "1000",
        },
    ),
    "holdem show": (
        "A",
        {
            "--line": "check",
            "--hand": "JcJh",
            "--hands": "JJ",
            "--grid": "ev",
            "--player": "ip",
            "--csv": "x.csv",
        },
    ),
    "holdem lines": ("A", {"--line": "nowhere"}),
    "holdem compare": ("A A", {"--line": "check", "--grid": "", "--action": "check"}),
    "holdem equity": ("AhKh QdQc --board 2c3d4h5s", {"--board": "2c3d4hKs"}),
    "holdem report": (
        "BOARDS --spot SPOT",
        {
            "--on": "none of these",
            "--spot": "nothing.toml",
            "--tree": "simple",
            "--line": "check",
            "--out": "x.csv",
            "--save": "solves",
            "--checkpoint": "x.safetensors",
            "--resume": "",
            "--until": "60%",
            "--storage": "float16",
            "--device": "gpu",
            "--memory": "1 KiB",
        },
    ),
    "holdem pushfold": (
        "--stack 3",
        {
            "--stack": "2",
            "--ante": "1",
            "--chart": "!holdem pushfold --chart --stack 2 --step 1",
            "--step": "1",
            "--csv": "x.csv",
        },
    ),
    "holdem match": (
        "call random --hands 4",
        {
            "--hands": "2",
            "--duplicate": "!holdem match call random --hands 4 --single",
            "--stack": "500",
            "--blinds": "100/200",
            "--log": "x.log",
            "--resume": "",
            "--answer": "5",
            "--hand": "5",
            "--mean": "5",
            "--level": "turn",
            "--rivers": "2",
            "--aivat": "!holdem match call random --hands 4 --no-aivat",
            "--grace": "5",
            "--on": "none of these",
            "--seconds": "1e-9",
            "--seed": "5",
        },
    ),
    "holdem hands": ("x.phh", {"--game": "holdem.limit.3p"}),
    "holdem lbr": (
        "call --hands 2",
        {
            "--hands": "3",
            "--menu": "fc",
            "--first": "river",
            "--per-board": "2",
            "--boards": "!holdem lbr call --boards=1",
            "--rivers": "!holdem lbr call --boards 1 --rivers=2",
            "--thin": "!holdem lbr call --boards 1 --thin=9",
            "--seconds": "1e-9",
            "--seed": "5",
        },
    ),
    "holdem engine": ("", {"--player": "nobody", "--seed": "x"}),
    "holdem review": (
        "x.phh",
        {
            "--me": "nobody",
            "--base": "nobody",
            "--oop": "AA",
            "--ip": "KK",
            "--until": "0",
            "--each": "0",
            "--hands": "0",
            "--game": "nothing",
            "--csv": "x.csv",
            "--html": "x.html",
            "--memory": "x",
            "--seconds": "1e-9",
        },
    ),
    "holdem buckets make": (
        "--game flop --deck 20 -k 12 --rounds 1",
        {
            "--game": "turn",
            "--preset": "tiny",
            "--deck": "24",
            "--metric": "emd",
            "--rounds": "3",
            "--sample": "50",
            "--out": "x.buckets",
            "--seconds": "1e-9",
            "--seed": "5",
        },
    ),
    "holdem buckets show": ("BUCKETS --board AsKdTh", {"--board": "AsKdQh", "--hand": "JcJh"}),
    "holdem buckets report": ("BUCKETS", {"--seconds": "1e-9"}),
    "holdem improve": (
        "small.blueprint --undo",
        {
            "--out": "!holdem improve nothing.blueprint --out x",
            **dict.fromkeys(("--hands", "--me", "--sizes", "--streets"), "x"),
            **dict.fromkeys(("--top", "--probes", "--boards", "--iterations", "--seconds", "--seed"), "5"),
            "--undo": "",
        },
    ),
}
REASONS = {  # commands that take long, or never end: their options are those of the library, tried in test_effects.py
    "holdem train": "holdem.train", "holdem values": "holdem.Blueprint.with_values",
    "holdem evaluate": "holdem.river_response", "holdem harden": "holdem.harden",
    "holdem acpc": "arena.acpc_client", "bench": "cfr.bench",
    "reproduce": "holdem.rounds.reproduce; tests/unit/test_reproduce.py runs it",
    "studio": "a server: tests/unit/test_studio_server.py starts it with each",
}  # fmt: skip
SILENT = {
    **{(name, "--seed"): USUAL["--seed"] for name in ("solve", "subgame", "subgame depth-limited", "search")},
    ("play", "--rounds"): "he who is asked ends it at once; test_cli_play.py plays several",
    ("holdem report", "--until"): "the file's three iterations end it first; test_holdem_reports.py",
    ("play", "--until"): "how well the other side is solved; test_arena_match.py seats one by it",
    ("play", "--seconds"): "how long the other side thinks; test_arena_match.py seats one by it",
    ("subgame depth-limited", "--payoffs"): "nothing moves in the coin toss; test_depth_limited.py",
    ("subgame depth-limited", "--refine"): "nothing moves in the coin toss; test_depth_limited.py",
    ("subgame depth-limited", "--iterations"): "a small game is solved exactly, in one step",
    ("subgame depth-limited", "--until"): "a small game is solved exactly, in one step",
    ("holdem plan", "--chip"): "no size hangs on it here; a wrong one is refused",
    ("holdem plan", "--rake"): "no size hangs on it; a wrong one is refused",
    ("holdem plan", "--lock"): "no size hangs on it; a wrong one is refused",
    ("holdem improve", "--undo"): "it is given already: without it bets are measured for minutes",
    ("matrix", "--seconds"): "a small table is done before the clock is asked; test_matrix_stops.py",
    ("subgame", "--until"): "a small game is solved exactly, in one step",
    ("subgame", "--iterations"): "a small game is solved exactly, in one step",
    ("subgame", "--seconds"): "a small game is done before the clock is asked; test_subgame_stops.py",
    ("holdem compare", "--grid"): "with no value the usual one; test_holdem_grids.py has the others",
}


def below(name, command):
    if not getattr(command, "commands", None):
        yield name, command
    for verb, inner in getattr(command, "commands", {}).items():
        yield from below(f"{name} {verb}", inner)


@cache
def parsed():
    """Every command, with its options from the parser."""
    found = {}
    for name, (place, _) in cli.COMMANDS.items():
        module, _, attribute = place.partition(":")
        target = getattr(import_module(module), attribute)
        if not isinstance(target, typer.Typer):
            app = typer.Typer(add_completion=False)
            app.command()(target)
            target = app
        for verb, command in below(name, typer.main.get_command(target)):
            names = [max(param.opts, key=len) for param in command.params]
            found[verb] = [option for option in names if option.startswith("--")]
    return found


def test_every_option_of_every_command_has_a_row_or_a_reason():
    every = parsed()
    assert set(every) == set(COMMANDS) | set(REASONS)
    missing = {
        name: [o for o in every[name] if o not in rows and o not in USUAL] for name, (_, rows) in COMMANDS.items()
    }  # fmt: skip
    assert not any(missing.values()), {name: left for name, left in missing.items() if left}
    idle = {name: set(rows) - set(every[name]) for name, (_, rows) in COMMANDS.items()}
    assert not any(idle.values()), idle


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that commands read."""
    from tianji.holdem.blueprint.store import blueprint_of, shipped_buckets

    path = tmp_path_factory.mktemp("options")
    spot = {"board": "Ks7h2dJc5s", "pot": 60, "stack": 200, "oop": "JJ,AKs", "ip": "TT", "bets": "50%"}
    tj.holdem.Spot(**spot).solve(iterations=5).save(path / "A")
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in spot.items()]
    (path / "SPOT").write_text("".join(lines) + "[solve]\niterations = 3\n")
    (path / "BOARDS").write_text("Ks7h2dJc5s\n")
    tj.holdem.make_buckets("flop", 30, deck=20, rounds=2).save(path / "BUCKETS")
    (path / "x.phh").write_text(
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\n'
        'starting_stacks = [1000, 1000]\nactions = ["d dh p1 ????", "d dh p2 AhKd", "p2 cbr 300", "p1 f"]\n'
    )
    kuhn = tj.load("kuhn")
    tj.solve(kuhn, iterations=9).strategy.save(path / "x.json")
    tj.uniform(kuhn).save(path / "kuhn.json")
    blueprint_of(tj.holdem.Menu(("a",) * 4), shipped_buckets()).save(path / "small.blueprint")
    return path


def said(words, monkeypatch, capsys):
    """Exit code, what was printed without times, the last line of what went wrong, and the files there are."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n" * 99))
    before = {path: path.stat().st_mtime_ns for path in Path().iterdir()}
    code = cli.main(words)
    out, err = capsys.readouterr()
    after = {path: path.stat().st_mtime_ns for path in Path().iterdir()}
    plain = re.sub(
        r"\d[\d.e-]* ?(ms|µs|s|min|h)\b|\d[\d,.]*k?( nodes)?(?=/s)| +\d+\.\d\d$|\d[\d,.]*(?= a second)",
        "",
        out,
        flags=re.M,
    )
    written = [path.name for path in after if before.get(path) != after[path]]
    return code, plain, err.strip().splitlines()[-1] if code and err.strip() else "", written


def ignored(name, option, words, monkeypatch, capsys, usual):
    base = shlex.split(COMMANDS[name][0])
    if words.startswith("!"):
        given = shlex.split(words[1:])
        left_out = (option, "--no-merge", "--single", "--no-aivat", "--no-tree")
        whole = [w for w in given if w not in left_out and not w.startswith(f"{option}=")]
        plain = lambda: said([*whole, "--quiet"], monkeypatch, capsys)  # noqa: E731
    else:
        value = [f"{option}={words}"] if words else [option]
        given, plain = [*name.split(), *base, *value], usual
    code, out, err, written = said([*given, "--quiet"], monkeypatch, capsys)
    if code == 2 and option in err:
        return ""
    before = plain()
    if code == 2 and before[0] != 2:
        return "" if re.search(r"no such|nothing|nobody|nowhere|needs .* allowed", err) else f"refused: {err}"
    return "ignored" if (code, out, err, written) == before else ""


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_is_taken_and_ignored(name, folder, monkeypatch, capsys, tmp_path):
    for path in folder.iterdir():
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)

    @cache
    def usual():
        return said([*name.split(), *shlex.split(COMMANDS[name][0]), "--quiet"], monkeypatch, capsys)

    faults = {
        option: what for option, words in COMMANDS[name][1].items()
        if (name, option) not in SILENT
        and (what := ignored(name, option, words, monkeypatch, capsys, usual))
    }  # fmt: skip
    assert not faults, (name, faults)

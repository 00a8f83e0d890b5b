"""Every command in terminals of 60, 80 and 120 columns: nothing is cut, and no line is longer than the terminal."""

from __future__ import annotations

import io
import re
import sys

import pytest

import tianji as tj
from tianji import cli
from tianji.cli.shared import layout

WIDTHS = (60, 80, 120)
COMMANDS = {
    "games": ["games"],
    "show": ["show", "kuhn"],
    "show leduc": ["show", "leduc"],
    "show, large": ["show", "liars_dice(dice=3)"],
    "solve": ["solve", "leduc", "--until", "1e-2"],
    "solve kuhn": ["solve", "kuhn", "-m", "lp"],
    "solve, three players": ["solve", "kuhn(players=3)", "-n", "50"],
    "solve, many actions": ["solve", "liars_dice", "-n", "3"],
    "solve, sampled": ["solve", "kuhn", "-m", "external", "-n", "50"],
    "eval": ["eval", "leduc", "uniform", "--rows", "5"],
    "compare": ["compare", "leduc", "uniform", "uniform"],
    "compare, different": ["compare", "kuhn", "FOLDER/kuhn.json", "uniform"],
    "bench": ["bench", "--seconds", "0.001"],
    "convert": ["convert", "kuhn", "FOLDER/kuhn.efg"],
    "search": ["search", "tic_tac_toe", "--method", "list"],
    "search a move": ["search", "connect_four", "--position", "44455", "--nodes", "20000"],
    "search, sampled": ["search", "tic_tac_toe", "-m", "mcts", "--nodes", "200"],
    "search --trace": ["search", "tic_tac_toe", "-m", "alphabeta", "--position", "X.O/.X./..O", "--trace"],
    "search --fit-probcut": ["search", "connect_four(columns=4,rows=4)", "--fit-probcut", "FOLDER/fit.safetensors"],
    "matrix": ["matrix", "3,3 0,5; 5,0 1,1"],
    "matrix --select": ["matrix", "chicken", "--select", "max-entropy"],
    "matrix, zero sum": ["matrix", "--a", "0 -1 3; 1 0 -1; -1 1 0"],
    "matrix, names": ["matrix", "inspection"],
    "matrix wide": ["matrix", "--a", "; ".join(" ".join(str(7 * (i - j) % 31) for j in range(14)) for i in range(9))],
    "subgame": ["subgame", "coin_toss", "--technique", "all"],
    "subgame depth-limited": ["subgame", "depth-limited", "coin_toss", "-k", "2"],
    "subgame improve": ["subgame", "improve", "leduc_bets(suits=1,bets=(1,0))", "--without", "b50", "--top", "2"],
    "subgame, one": ["subgame", "coin_toss", "--technique", "resolve"],
    "match": ["match", "kuhn", "dcfr", "FOLDER/uniform.json", "--hands", "20"],
    "play": ["play", "kuhn", "--strategy", "FOLDER/uniform.json", "--seat", "1", "--rounds", "20"],
    "play, searching": ["play", "tic_tac_toe", "-m", "alphabeta", "--seat", "1", "--rounds", "1"],
}  # fmt: skip


def words(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text).split()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two strategies of Kuhn poker."""
    folder = tmp_path_factory.mktemp("files")
    game = tj.load("kuhn")
    tj.solve(game, "lp").save(folder / "kuhn.json")
    tj.uniform(game).save(folder / "uniform.json")
    return folder


def test_every_command_is_looked_at():
    """But for hold'em's, which are in test_cli_tables, and the tables of test_reproduce."""
    assert {args[0] for args in COMMANDS.values()} == {name.split()[0] for name in cli.COMMANDS} - {
        "holdem",
        "reproduce",
        "studio",  # a server: test_studio_server
    }


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_cuts_a_cell(name, width, folder, capsys, monkeypatch):
    """In a terminal of any width the words of every cell are there, each on one line, and no line is too long."""
    cells = []
    lay_out = layout.layout

    def spy(head, rows, *more, **options):
        rows = [list(row) for row in rows]
        cells.extend(word for row in [list(head), *rows] for cell in row for word in cell.split())
        return lay_out(head, rows, *more, **options)

    monkeypatch.setattr(layout, "layout", spy)
    monkeypatch.setattr(layout, "columns", lambda stream: width)
    monkeypatch.setattr("tianji.cli.search.columns", lambda stream: width)
    monkeypatch.setattr(
        sys, "stdin", io.StringIO("p\n" * 60 if "kuhn" in COMMANDS[name] else "8\n7\n3\n2\n1\n0\n")
    )
    monkeypatch.setattr(
        "tianji.cfr.bench.COMPILED", ("leduc",)
    )  # of the games that bench compiles, the quick one
    args = [word.replace("FOLDER", str(folder)) for word in COMMANDS[name]]
    assert cli.main([*args, "--quiet"]) == 0
    out = capsys.readouterr().out
    assert out and (cells or args[0] == "convert")
    assert not set(cells) - set(words(out))
    for line in out.splitlines():
        assert layout._width(line) <= width or max(map(len, line.split())) > width // 2, out


@pytest.mark.parametrize("width", WIDTHS)
def test_notes_and_errors_break_between_words(width, capsys, monkeypatch):
    """A terminal would break them within a number: the plan of a solve was one line of 153 letters."""
    spot = ["--board=Ks7h2dJc5s", "--pot=60", "--stack=200", "--oop=JJ,AA", "--ip=TT", "--bets=33%,75%"]
    assert (
        cli.main(["holdem", "solve", *spot, "-n", "2", "--quiet"]) == 0
    )  # the first one tells of kernels, too
    capsys.readouterr()
    monkeypatch.setattr(layout, "columns", lambda stream: layout.WIDE)
    assert cli.main(["holdem", "solve", *spot, "-n", "2"]) == 0
    whole = capsys.readouterr().err
    assert max(map(len, whole.splitlines())) > 100
    for place in ("tianji.cli.shared.layout.columns", "tianji.cli.columns"):
        monkeypatch.setattr(place, lambda stream: width)
    assert cli.main(["holdem", "solve", *spot, "-n", "2"]) == 0
    told = capsys.readouterr().err
    assert told.split() == whole.split() and max(map(len, told.splitlines())) <= width
    assert cli.main(["solve", "kuhn", "-m", "nonsense"]) == 2
    assert max(map(len, capsys.readouterr().err.splitlines())) <= width


def test_in_a_pipe_a_row_is_a_line(capsys, monkeypatch):
    """As the help says, whatever COLUMNS is: what reads a pipe reads lines."""
    monkeypatch.setenv("COLUMNS", "60")
    assert cli.main(["subgame", "coin_toss", "--technique", "all", "--quiet"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if re.search(r"(yes|no) +\d+\.\d+$", line)]
    assert len(rows) > 10 and max(map(len, rows)) > 60
    assert cli.main(["--help"]) == 0
    assert "in a pipe or a file every row is one line" in capsys.readouterr().out

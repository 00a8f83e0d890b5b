"""Tables in terminals of 60, 80 and 120 columns: every number and every name of hold'em's commands is shown whole.

The other commands are in test_cli_widths.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from importlib import resources

import pytest

import tianji as tj
from tianji import cli
from tianji.arena import HandRecord, write_phh
from tianji.cli.shared import layout, live, output
from tianji.holdem.abstraction.buckets import make_buckets
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules
from tianji.run.report import Report

WIDTHS = (60, 80, 120)
SPOT = "board=AsKd8h5c2s pot=100 stack=100 oop=AcAh,QcJd ip=KhKc bets=100%"
RIVER = [f"--{part}" for part in SPOT.split()]
WIDE_RIVER = {"board": "Ks7h2dJc5s", "pot": 60, "stack": 200, "oop": "JJ-77,AJs", "ip": "TT+,AQs"}
WIDE_TREE = {"bets": "33%,50%,100%,allin", "raises": "60%"}
COMMANDS = {
    "holdem solve": ["holdem", "solve", *RIVER, "-n", "50"],
    "holdem equity": ["holdem", "equity", "AhKh", "QdQc", "--board", "2c3d4h5s"],
    "holdem locks": ["holdem", "solve", "SPOT", "-n", "20", "--lock", "check: AA=check 0.5, bet 50% 0.5; QQ=check 1"],
    "holdem plan": ["holdem", "plan", "SPOT", "--board", "Ks7h2d", "--tree", "rich", "--memory", "20 MiB"],
    "holdem lines": ["holdem", "lines", "A"],
    "holdem hand": ["holdem", "show", "A", "--line", "check", "--hand", "AA"],
    "holdem hands": ["holdem", "show", "A", "--line", "check", "--hands", "all"],
    "holdem grid": ["holdem", "show", "A", "--grid", "ev"],
    "holdem record": ["holdem", "hands", "HANDS"],
    "holdem compare grid": ["holdem", "compare", "A", "B", "--line", "check", "--grid", "strategy"],
    "holdem compare": ["holdem", "compare", "A", "B", "--line", "check"],
    "holdem report": ["holdem", "report", "BOARDS", "--spot", "SPOT"],
    "holdem match": ["holdem", "match", "call", "random", "--hands", "10"],
    "holdem lbr": ["holdem", "lbr", "fold", "--hands", "4"],
    "holdem public match": ["holdem", "match", "call", "fold", "--hands", "4", "--level", "river"],
    "holdem review": ["holdem", "review", "HANDS", "--me", "me", "--oop", "AA,KK,QJs", "--ip", "QQ,AJs", "--each", "2"],
    "holdem improve": ["holdem", "improve", "TINY", "--sizes", "37", "--streets", "flop", "--top", "1", "--probes", "1",
                       "--boards", "2", "--iterations", "2000", "--threads", "1", "--out", "IMPROVED"],
    "holdem harden": ["holdem", "harden", "TINY", "--flops", "1", "--boards", "2", "--threads", "1", "--out", "HARD"],
    "holdem pushfold": ["holdem", "pushfold", "--stack", "3"],
    "holdem buckets make": ["holdem", "buckets", "make", "--game", "turn", "--deck", "20", "-k", "20"],
    "holdem buckets show": ["holdem", "buckets", "show", "BUCKETS", "--board", "AsKdTh"],
    "holdem buckets hand": ["holdem", "buckets", "show", "BUCKETS", "--board", "AsKdTh", "--hand", "QcJc"],
    "holdem buckets report": ["holdem", "buckets", "report", "BUCKETS"],
}  # fmt: skip


def words(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text).split()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """What the words A, B, SPOT and BOARDS stand for: two solves of a river with many sizes, the spot, two boards."""
    folder = tmp_path_factory.mktemp("holdem")
    spot = tj.holdem.Spot(**WIDE_RIVER, **WIDE_TREE)
    spot.solve(iterations=60).save(folder / "A")
    spot.locked("", {"check": 1}).solve(iterations=60).save(folder / "B")
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in {**WIDE_RIVER, **WIDE_TREE}.items()]
    (folder / "SPOT").write_text("".join(lines) + "[solve]\niterations = 20\n")
    (folder / "BOARDS").write_text("Ks7h2dJc5s 2.5\nQs9h8dJc5s\n")
    make_buckets("flop", 30, deck=20, rounds=2).save(folder / "BUCKETS")
    river = HandState.start(HandRules((1000, 1000)), ((50, 49), (43, 42))).play("cc/").deal((0, 21, 31))
    river = river.play("cc/").deal((6,)).play("cc/").deal((45,)).play("cr200f")
    write_phh(folder / "HANDS", [HandRecord.from_state(river, ["me", "him"], 1)])
    shutil.copy(resources.files("tianji.holdem.blueprint").joinpath("tiny.blueprint"), folder / "TINY")
    return {
        name: str(folder / name)
        for name in ("A", "B", "SPOT", "BOARDS", "BUCKETS", "HANDS", "TINY", "IMPROVED", "HARD")
    }


def test_every_command_of_holdem_is_looked_at():
    """But for those that show no table: a client and an engine; training and its measures take minutes."""
    group = cli._command("holdem")
    verbs = set()
    for name, verb in group.commands.items():
        below = getattr(verb, "commands", None)
        verbs |= {(name, other) for other in below} if below else {(name,)}
    seen = {tuple(words[1 : 2 + (words[1] == "buckets")]) for words in COMMANDS.values()}
    assert verbs - seen == {("acpc",), ("engine",), ("train",), ("evaluate",), ("values",)}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_cuts_a_cell(name, capsys, monkeypatch, files):
    """Each table is laid out again at every width; the words of its cells must all be there, each on one line."""
    monkeypatch.setattr("tianji.holdem.blueprint.extend.MOST_BOARDS", 10)  # a hundred take two seconds
    tables = []
    lay_out = layout.layout

    def spy(head, rows, right=(), wrap=(), width=layout.WIDE, is_bold=False):
        tables.append((list(head), [list(row) for row in rows], right, wrap))
        return lay_out(*tables[-1], width, is_bold)

    monkeypatch.setattr(layout, "layout", spy)
    assert cli.main([files.get(word, word) for word in [*COMMANDS[name], "--quiet"]]) == 0
    assert capsys.readouterr().out and tables
    for width in WIDTHS:
        for head, rows, right, wrap in tables:
            text = lay_out(head, rows, right, wrap, width)
            cells = [word for row in rows for cell in row for word in cell.split()]
            got = words(text)
            assert not set(cells) - set(got), (name, width)
            for line in text.splitlines():
                assert len(line) <= width or max(map(len, line.split())) > width // 2, text


LONG = [("player 0", "1.22e-15", "-123456.789012", "a name of several words", "x" * 70)]


@pytest.mark.parametrize("width", [20, 40, *WIDTHS])
def test_a_row_is_whole_however_narrow_the_terminal(width):
    head = ("who", "gap", "value", "name", "key")
    text = layout.layout(head, LONG, (1, 2), width=width)
    assert set(words(" ".join(LONG[0]))) <= set(words(text))
    right = layout.layout(head[:3], [row[:3] for row in LONG], (1, 2), width=width)
    assert {"1.22e-15", "-123456.789012"} <= set(words(right))


def test_each_layout_in_turn():
    head, rows = ("who", "gap", "plays"), [("ann", "1.22e-15", "fold 25.0%  call 75.0%")] * 2
    assert (
        layout.layout(head, rows, (1,), width=60).splitlines()[1] == "ann  1.22e-15  fold 25.0%  call 75.0%"
    )
    assert layout.layout(head, rows, (1,), width=32).splitlines()[2].strip() == "call 75.0%"
    assert layout.layout(head, rows, (1,), width=24).splitlines()[3] == "  fold 25.0%  call 75.0%"
    headed = layout.layout(
        ("name of it", "gap", "value"), [("a long name", "1.22e-15", "12")], (1, 2), width=18
    )
    assert headed.splitlines() == ["name of it", "       gap  value", "a long name", "  1.22e-15     12"]
    assert layout.layout(head, rows, (0, 1, 2), width=18).splitlines()[:2] == [
        "who    ann",
        "gap    1.22e-15",
    ]


def test_a_wide_grid_comes_in_groups_of_columns():
    head = ["", *(f"column{k}" for k in range(12))]
    text = layout.layout(head, [[f"row{i}", *(f"{i}.{k}" for k in range(12))] for i in range(2)], width=60)
    blocks = text.split("\n\n")
    assert len(blocks) == 2 and all(block.splitlines()[1].startswith("row0") for block in blocks)
    assert set(words(text)) >= {*head[1:], "1.11", "0.0"}


def test_wide_and_combining_letters_take_their_columns():
    text = layout.layout(("a", "b"), [("田忌", "1"), ("ab", "2"), ("a\u0336b\u0336", "3")])
    assert [line[-1] for line in text.splitlines()] == ["b", "1", "2", "3"]
    assert text.splitlines()[2] == "ab    2" and text.splitlines()[1] == "田忌  1"


def test_the_layout_is_one_row_a_line_where_there_is_no_terminal(capsys):
    output.write_out(output.table(("a", "b"), [("x " * 500, "y " * 500)]) + "\n")
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.skipif(os.name != "posix", reason="needs pseudo-terminals")
@pytest.mark.parametrize("width", WIDTHS)
def test_in_a_real_terminal(width):
    out = in_terminal(width, "solve", "kuhn", "-m", "lp", "--quiet")
    assert re.search(r"exploitability\s+\S+  \(NashConv / 2 players\)", out)
    assert "p 100.0%  b 0.0%" in out and "\x1b[1mplayer" in out
    assert all(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) <= width for line in out.splitlines()[3:])


def in_terminal(width, *args):
    import fcntl
    import pty
    import struct
    import subprocess
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k != "COLUMNS"} | {"TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tianji", *args], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    out = b""
    while True:
        try:
            chunk = os.read(ours, 65536)
        except OSError:
            break
        if not chunk:
            break
        out += chunk
    os.close(ours)
    assert process.wait() == 0, out
    return out.decode().replace("\r\n", "\n")


REPORT = Report("solve", 123_456, rate=1_234.5, eta=95.0, gap=1.22e-15, seconds=10.0)


@pytest.mark.parametrize("width", [5, 20, 30, 40, 50, *WIDTHS])
def test_the_live_line_holds_whole_facts(width):
    facts = live.Live(quiet=True).parts(REPORT)
    shown = live.fitting(facts, width)
    assert len(shown) <= width
    assert set(shown.split(", ")) - {""} <= set(facts)
    if width >= 120:
        assert shown == ", ".join(facts)


def test_the_live_line_tells_no_time_that_nobody_knows():
    line = live.Live(quiet=True)
    assert not any("left" in part for part in line.parts(Report("solve", 10, rate=5.0, gap=0.1)))
    assert line.parts(REPORT)[-1] == "about 1 min 35 s left"
    allowed = Report(
        "enumerate", 10, unit="steps", rate=5.0, eta=30.0
    )  # 30 s by the clock: it may be done in one
    assert line.parts(allowed)[-1] == "at most 30 s left" and line.parts(allowed)[0] == "enumerate: 10 steps"
    assert line.parts(Report("solve", 1))[0] == "solve: 1 iteration"
    wide = Report("solve", 10, rate=5.0, gap=0.1, eta_range=(20.0, 95.0))
    assert line.parts(wide)[-1] == "20 s to 1 min 35 s left"
    compiling = Report("compile", 1_000, unit="histories", rate=100.0, seconds=10.0)
    assert not any("left" in part for part in line.parts(compiling))
    line.histories = 3_000.0  # by the plan
    assert line.parts(compiling)[-1] == "about 20 s left"
    line.histories = 900.0  # the plan was wrong
    assert not any("left" in part for part in line.parts(compiling))

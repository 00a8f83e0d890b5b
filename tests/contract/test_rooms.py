"""The house: modules that fit on a few pages, packages that are no drawers, one class a name."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

SRC = Path(__file__).resolve().parents[2] / "src" / "tianji"
MODULES = sorted(SRC.rglob("*.py"))
LINES = 400
ROOM = 18  # modules a folder, `__init__` aside
DRAWERS = {"games"}  # one file a game
BODY = 50  # lines of a function, signature and docstring aside
LOOPS = {
    "flat/build.py:run"
}  # and kernels: loops whose every line runs once a history, where a call would cost
# what there is one of → where; a second would have to be wanted here first
ONE = {
    r"^def drive\(": {"run/drive.py"},
    r"perf_counter\(": {"run/clock.py"},
    # How often something is saved, shown or sent, until when a code is good; and `check_game`, which is below `run`.
    r"monotonic\(": {
        "run/checkpoint.py", "cli/shared/live.py", "studio/holdem/work.py", "studio/worker.py", "studio/workspace.py",
        "core/walk.py",
    },
    r"^class Limits\b": {"run/limits.py"},
    r"^class Clock\b": {"run/clock.py"},
    r"^class Stopper\b": {"run/stopping.py"},
    r"^class Runner\b": {"run/drive.py"},
    r"signal\.signal\(|set_handler\(": {  # and how a server and a program end
        "run/stopping.py", "studio/command.py", "cli/__init__.py",
    },
    r"^class Checkpoint\b": {"run/checkpoint.py"},
    r"threading\.Thread\(": {  # work on threads, and three that only listen to a pipe
        "run/threads.py", "parallel/worker.py", "search/engines/lines.py", "studio/worker.py",
    },
    r"^MAX_DEPTH\b": {"core/walk.py"},
    r"^class Walk\b": {"core/walk.py"},
    r"^class Tableau\b": {"matrix/exact/integer.py"},
    r"^def deviation_values\(": {"matrix/game/equilibrium.py"},
    r"^def find_line\(": {"holdem/spot/lines.py"},
    r"\bPOSITIVE, NEGATIVE\b.* = ": {"kernels/constants.py"},
}  # fmt: skip


def test_no_module_is_longer_than_a_reader_can_hold():
    lengths = {m.relative_to(SRC).as_posix(): m.read_text(encoding="utf-8").count("\n") for m in MODULES}
    assert {name: n for name, n in lengths.items() if n > LINES} == {}


def test_no_folder_is_a_drawer():
    folders = {folder for module in MODULES for folder in [module.parent]}
    counts = {f.relative_to(SRC).as_posix(): len([*f.glob("*.py")]) - 1 for f in folders}
    assert {name for name, n in counts.items() if n > ROOM} == DRAWERS


@cache
def definitions() -> tuple[list[tuple[str, str, int]], list[tuple[str, str]]]:
    """Functions as (module, name, lines of the body) and classes as (module, name): the sources are parsed once."""
    functions, classes = [], []
    for module in MODULES:
        home = module.relative_to(SRC).as_posix()
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                classes.append((home, node.name))
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                body = node.body[1:] if ast.get_docstring(node) is not None else node.body
                functions.append((home, node.name, node.end_lineno - body[0].lineno if body else 0))
    return functions, classes


def test_no_function_is_longer_than_a_page():
    """What it does, without its signature and its docstring: those of the public face are long on purpose."""
    rows = [row for row in definitions()[0] if not row[0].startswith("kernels/")]
    assert {f"{home}:{name}" for home, name, lines in rows if lines >= BODY} == LOOPS


def test_no_two_classes_share_a_name():
    """One word, one meaning: a class is named for what it is, not for what it is called in its own room."""
    homes: dict[str, set[str]] = {}
    for home, name in definitions()[1]:
        homes.setdefault(name, set()).add(home)
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_there_is_one_of_each():
    found = {pattern: set() for pattern in ONE}
    for module in MODULES:
        text = module.read_text(encoding="utf-8")
        for pattern, places in found.items():
            if re.search(pattern, text, re.MULTILINE):
                places.add(module.relative_to(SRC).as_posix())
    assert found == ONE

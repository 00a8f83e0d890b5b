"""The house: modules that fit on a few pages, packages that are no drawers, one class a name."""

from __future__ import annotations

import ast
from pathlib import Path

SRC = Path(__file__).resolve().parents[2] / "src" / "tianji"
MODULES = sorted(SRC.rglob("*.py"))
LINES = 400
ROOM = 18  # modules a folder, `__init__` aside
DRAWERS = {"games"}  # one file a game


def test_no_module_is_longer_than_a_reader_can_hold():
    lengths = {m.relative_to(SRC).as_posix(): m.read_text(encoding="utf-8").count("\n") for m in MODULES}
    assert {name: n for name, n in lengths.items() if n > LINES} == {}


def test_no_folder_is_a_drawer():
    folders = {folder for module in MODULES for folder in [module.parent]}
    counts = {f.relative_to(SRC).as_posix(): len([*f.glob("*.py")]) - 1 for f in folders}
    assert {name for name, n in counts.items() if n > ROOM} == DRAWERS


def test_no_two_classes_share_a_name():
    """One word, one meaning: a class is named for what it is, not for what it is called in its own room."""
    homes: dict[str, list[str]] = {}
    for module in MODULES:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(module.relative_to(SRC).as_posix())
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}

"""Every public name of every package, pinned: a name is added on purpose, and none goes away by accident.

A package's public names are its `__all__`, or what its `__init__` imports as itself (`X as X`). After a change on
purpose, `python tests/contract/test_public_names.py` writes the list again; the difference belongs into the changelog.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "tianji"
PINNED = ROOT / "tests" / "data" / "public_names.json"
FRONT = [
    "",
    "arena",
    "cfr",
    "evaluate",
    "flat",
    "games",
    "holdem",
    "matrix",
    "parallel",
    "search",
    "studio",
    "subgame",
]


def public_names(package: str) -> list[str]:
    """The public names of `tianji` ("") or one of its packages."""
    module = import_module(f"tianji.{package}" if package else "tianji")
    if hasattr(module, "__all__"):
        return sorted(module.__all__)
    tree = ast.parse((SOURCE / package / "__init__.py").read_text())
    names = [alias for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]
    aliases = {
        target.id for node in tree.body if isinstance(node, ast.Assign) for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Name)
    }  # fmt: skip
    return sorted(aliases | {alias.name for alias in names if alias.asname == alias.name})


@pytest.mark.parametrize("package", FRONT, ids=lambda name: f"tianji.{name}".rstrip("."))
def test_public_names_are_pinned(package):
    names = public_names(package)
    assert names == json.loads(PINNED.read_text())[package], (
        "add a line to the changelog, then write the list again"
    )
    module = import_module(f"tianji.{package}" if package else "tianji")
    assert all(getattr(module, name) is not None for name in names)


def test_no_package_is_forgotten():
    """The others are for those who work on Tianji: they have no public names of their own."""
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    inside = {name for name in packages - set(FRONT) if public_names(name)}
    assert inside <= {"run", "poker"}


def test_a_name_stays_the_functions_when_the_module_of_that_name_is_imported_first():
    code = "import tianji.subgame.solve, tianji.cfr.solve, tianji.subgame.carve; "
    code += "assert callable(tianji.subgame.solve) and callable(tianji.cfr.solve) and callable(tianji.subgame.carve); "
    code += "assert dir(tianji.cfr) == sorted(tianji.cfr.__all__)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_spot_needs_neither_scipy_nor_the_solvers_of_small_games():
    code = "import sys; import tianji.holdem.answer.solve; "
    code += "print([m for m in ('scipy.special', 'tianji.subgame.solve', 'tianji.cfr.solve') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "[]"


if __name__ == "__main__":
    pinned = {package: public_names(package) for package in FRONT}
    PINNED.write_text(json.dumps(pinned, indent=1) + "\n")

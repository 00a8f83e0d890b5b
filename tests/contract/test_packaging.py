"""What is shipped: the sdist holds what the tests need, the wheel its types; CONTRIBUTING shows every package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("src", "tests", "docs", "benchmarks", "experiments", "scripts", ".ci")
LEFT_OUT = {"__pycache__"}


def files(folder: str) -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not LEFT_OUT & set(path.parts) and path.suffix not in (".pyc", ".nbi", ".nbc")
    }


def test_the_include_list_names_what_tests_read():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"][
        "sdist"
    ]
    assert set(NEEDED) | {"conftest.py", "README.md", "README.zh-CN.md"} <= set(listed["include"])
    assert all((ROOT / name).exists() for name in listed["include"])


@pytest.mark.slow
def test_the_sdist_holds_all_and_its_tests_are_collected(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    folder = archive.name.removesuffix(".tar.gz")
    there = {path.relative_to(tmp_path / folder).as_posix() for path in (tmp_path / folder).rglob("*")}
    missing = {name for folder in NEEDED for name in files(folder)} - there
    assert not missing, sorted(missing)[:10]
    assert "src/tianji/py.typed" in there
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests"]
    # Nothing is asserted or drawn: rewriting asserts and reading modules for constants take longer than the rest.
    collect += ["--assert=plain", "-p", "no:hypothesispytest", "-o", "addopts=--import-mode=importlib"]
    # Kernels here would be compiled anew; what the outer pytest was asked is not asked of this one.
    env = {**os.environ, "PYTHONPATH": "", "PYTEST_ADDOPTS": "", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(collect, cwd=tmp_path / folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def test_contributing_shows_every_package():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    table = text.partition("| package | holds |")[2].partition("\n\n")[0]
    shown = set(
        re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in table.splitlines() if "|" in row[1:]))
    )
    packages = {path.parent.name for path in (ROOT / "src" / "tianji").glob("*/__init__.py")}
    assert shown == packages


def test_the_layers_name_every_package():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = set(re.findall(r"tianji\.(\w+)", " ".join(contracts[0]["layers"])))
    own = {path.stem for path in (ROOT / "src" / "tianji").glob("*.py")} - {"__init__", "__main__"}
    assert layers == {path.parent.name for path in (ROOT / "src" / "tianji").glob("*/__init__.py")} | own

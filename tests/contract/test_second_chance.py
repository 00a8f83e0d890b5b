"""What CI does with a test that failed beside others: it is run once more, alone, and only a test passes that way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

AGAIN = Path(__file__).resolve().parents[2] / ".ci" / "again"
TESTS = """
from pathlib import Path
import pytest

def is_second(name):
    seen = Path(__file__).with_name(name)
    was_there = seen.exists()
    seen.touch()
    return was_there

@pytest.fixture
def server():
    assert is_second("server")

def test_fine(): pass
def test_once(): assert is_second("once")
def test_late_server(server): pass
def test_twice(): assert False
def test_skipped_then():
    if is_second("skipped"):
        pytest.skip("not now")
    assert False
"""


def environment():
    """Nothing that the outer pytest was asked; of all plugins only xdist, for its `-n`: the others take a second."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {**env, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist"}


def run(folder, code, *command):
    """What the script says, and its exit code."""
    done = subprocess.run(
        [str(AGAIN), "log", "cache", str(code), *command],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("which", "code", "says"),
    [
        ("fine or once or late", 0, "2 passed"),
        ("once or twice", 1, "1 failed, 1 passed"),
        ("once or skipped", 1, "NOT ALL THAT FAILED HAS PASSED NOW"),
    ],
)
def test_only_what_fails_twice_fails(tmp_path, which, code, says):
    (tmp_path / "test_some.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "--rootdir", ".", "-k", which, "test_some.py"]
    with (tmp_path / "log").open("w") as log:
        first = subprocess.run(
            [*command, "-n", "0", "-o", "cache_dir=cache"], cwd=tmp_path, env=environment(), stdout=log
        )
    assert first.returncode == 1
    found, text = run(tmp_path, 1, *command)
    assert (found, says in text) == (code, True), text
    assert "MEND THEM, EVEN IF THEY PASS NOW:\nFAILED test_some.py::test_once - " in text


@pytest.mark.parametrize(
    ("log", "code", "says"),
    [
        ("FAILED test_a.py::test_b - assert 0\nERROR test_c.py - ImportError: no\n", 1, "could not be collected"),
        ("ERROR test_c.py\n", 1, "could not be collected"),
        ("worker 'gw1' crashed while running 'test_a.py::test_b'\nFAILED test_a.py::test_b\n", 1, "a worker crashed"),
        ("ERROR: No matching distribution found for nothing\n", 1, "no test is named"),
        ("FAILED test_a.py::test_b\n", 3, "pytest ended with 3"),
        ("".join(f"FAILED test_a.py::test_b[{k}]\n" for k in range(13)), 1, "13 tests failed, more than 12"),
    ],
)  # fmt: skip
def test_what_is_no_failed_test_is_not_run_again(tmp_path, log, code, says):
    (tmp_path / "log").write_text(log)
    found, text = run(tmp_path, code, "false")
    assert (found, "NOTHING IS RUN AGAIN: " in text, says in text) == (code, True, True), text

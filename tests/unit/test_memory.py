"""How much memory can be had: the machine, control groups of both versions, `ulimit -v`; one place, one sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tianji as tj
from tianji.core import memory
from tianji.errors import TooLargeError

GIB = 2**30


def system(root, files):
    """A file system with these files and 16 GiB available."""
    for name, text in {"proc/meminfo": f"MemTotal: 1 kB\nMemAvailable: {16 * 2**20} kB\n", **files}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


V2 = "sys/fs/cgroup"
V1 = "sys/fs/cgroup/memory"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, 16 * GIB),
        # version 2, in a container that sees itself as the root
        (
            {
                "proc/self/cgroup": "0::/\n",
                f"{V2}/memory.max": f"{4 * GIB}\n",
                f"{V2}/memory.current": f"{GIB}\n",
            },
            3 * GIB,
        ),
        (
            {"proc/self/cgroup": "0::/\n", f"{V2}/memory.max": "max\n", f"{V2}/memory.current": "5\n"},
            16 * GIB,
        ),
        # a service: its own group is unlimited, the one above is not; cached file pages count as free
        (
            {
                "proc/self/cgroup": "0::/user/service\n",
                f"{V2}/user/service/memory.max": "max\n",
                f"{V2}/user/service/memory.current": "0\n",
                f"{V2}/user/memory.max": f"{2 * GIB}\n",
                f"{V2}/user/memory.current": f"{GIB}\n",
                f"{V2}/user/memory.stat": f"anon 5\ninactive_file {GIB // 2}\n",
            },
            3 * GIB // 2,
        ),
        # version 1, where the path is the host's and only the root is mounted
        (
            {
                "proc/self/cgroup": "12:cpu,cpuacct:/docker/x\n7:memory:/docker/x\n0::/docker/x\n",
                f"{V1}/memory.limit_in_bytes": f"{3 * GIB}\n",
                f"{V1}/memory.usage_in_bytes": f"{GIB}\n",
            },
            2 * GIB,
        ),
        # over its limit already
        (
            {
                "proc/self/cgroup": "0::/\n",
                f"{V2}/memory.max": "10\n",
                f"{V2}/memory.current": "20\n",
            },
            0,
        ),
        # nothing that can be read
        ({"proc/self/cgroup": "garbage\n::\n", f"{V2}/memory.max": "x y\n"}, 16 * GIB),
    ],
)
def test_the_least_of_what_is_left(tmp_path, files, expected, monkeypatch):
    monkeypatch.setattr(memory, "_address_space", lambda root: None)
    assert memory.free_bytes(system(tmp_path, files)) == expected


def test_a_silent_system_gives_the_free_pages_or_a_guess(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "_address_space", lambda root: None)
    monkeypatch.setattr(memory.os, "sysconf", lambda name: 1000)
    assert memory.free_bytes(tmp_path) == 1_000_000
    monkeypatch.setattr(memory, "_machine", lambda root: None)
    assert memory.free_bytes(tmp_path) == memory.UNKNOWN


LIMITED = """
import resource
from tianji.core.memory import free_bytes
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
print(free_bytes())
"""


def test_ulimit_v_counts_less_what_is_mapped():
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, check=True)
    assert 0 < int(done.stdout) < 3 << 30


def test_what_cannot_be_had_is_refused_with_a_way_out(monkeypatch):
    monkeypatch.setattr(memory, "free_bytes", lambda: GIB)
    memory.require("the table", GIB, "take less")
    with pytest.raises(TooLargeError, match=r"^the table needs about 2 GiB, 1 GiB can be had; take less$"):
        memory.require("the table", 2 * GIB, "take less")


class Endless:
    """A list of moves that nobody may begin to read."""

    def __len__(self):
        return 10**9

    def __iter__(self):
        raise AssertionError("listed")


class Wide(tj.Game):
    registered_name = "wide"

    def initial(self):
        return ()

    def player(self, s):
        return len(s) if len(s) < 2 else tj.TERMINAL

    def actions(self, s):
        return Endless()

    def result(self, s, a):
        return (*s, a)

    def utility(self, s):
        return (0.0, 0.0)


@pytest.mark.parametrize(
    "use",
    [tj.plan, tj.compile, tj.check_game, tj.solve, lambda game: tj.solve(game, "external", iterations=1)],
    ids=["plan", "compile", "check_game", "solve", "external"],
)
def test_a_node_with_a_thousand_million_moves_is_refused_unread(use):
    with pytest.raises(TooLargeError, match=r"gives 1,000,000,000 moves; expected at most 100,000"):
        use(Wide())

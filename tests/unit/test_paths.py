"""Writing files: links, pipes, permissions, writers that were killed or interrupted."""

from __future__ import annotations

import io
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tianji.core import paths
from tianji.errors import FileAccessError


def names(folder):
    return sorted(p.name for p in folder.iterdir())


def test_a_link_is_kept_and_its_target_written(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real/s.json").write_text("old")
    (tmp_path / "link").symlink_to("real/s.json")
    (tmp_path / "second").symlink_to("link")
    paths.require_writable(tmp_path / "second")
    paths.write_atomic(tmp_path / "second", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "second").is_symlink()
    assert (tmp_path / "real/s.json").read_text() == "new"
    assert names(tmp_path) == ["link", "real", "second"] and names(tmp_path / "real") == ["s.json"]


def test_a_link_to_nothing_yet(tmp_path):
    (tmp_path / "link").symlink_to("later.json")
    paths.write_atomic(tmp_path / "link", b"new")
    assert (tmp_path / "later.json").read_bytes() == b"new" and (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("link", ["loop", "nowhere/x"])
def test_links_that_lead_nowhere(tmp_path, link):
    (tmp_path / "loop").symlink_to(link)
    for write in (paths.require_writable, lambda path: paths.write_atomic(path, b"new")):
        with pytest.raises(FileAccessError, match="cannot write"):
            write(tmp_path / "loop")


def test_permissions_are_kept(tmp_path):
    target = tmp_path / "s.json"
    paths.write_atomic(target, b"old")
    fresh = stat.S_IMODE(target.stat().st_mode)
    os.close(os.open(tmp_path / "plain", os.O_CREAT, 0o666))
    assert fresh == stat.S_IMODE((tmp_path / "plain").stat().st_mode)
    target.chmod(0o640)
    paths.write_atomic(target, b"new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_pipe_is_written_straight(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    got = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    paths.require_writable(tmp_path / "pipe")
    paths.write_atomic(tmp_path / "pipe", [b"one ", b"two"])
    reader.join(300)
    assert got == [b"one two"] and names(tmp_path) == ["pipe"]


WRITE = "import sys; from tianji.core.paths import write_atomic; write_atomic(sys.argv[1], b'data\\n')"


@pytest.mark.parametrize("is_file", [False, True])
def test_standard_output_is_written_straight(tmp_path, is_file):
    args = [sys.executable, "-c", WRITE, "/dev/stdout"]
    if is_file:
        with (tmp_path / "out").open("wb") as out:
            before = (tmp_path / "out").stat().st_ino
            subprocess.run(args, stdout=out, check=True)
        assert (tmp_path / "out").read_bytes() == b"data\n" and (tmp_path / "out").stat().st_ino == before
    else:
        assert subprocess.run(args, capture_output=True, check=True).stdout == b"data\n"
    paths.write_atomic("/dev/null", b"nothing")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


KILLED = """
import os, signal, sys
from tianji.core import paths
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job begins with it ignored
os.fsync = lambda _: os.kill(os.getpid(), int(sys.argv[2]))
paths.write_atomic(sys.argv[1], b"new")
"""


def test_what_killed_writers_left_is_removed_by_the_next(tmp_path):
    target = tmp_path / "s.json"
    paths.write_atomic(target, b"old")
    done = subprocess.run([sys.executable, "-c", KILLED, str(target), str(int(signal.SIGKILL))])
    assert done.returncode == -signal.SIGKILL and len(names(tmp_path)) == 2
    mine = paths._create(paths._beside(target))  # a writer that is alive: this process
    other = tmp_path / ".s.json.x.tmp"  # not ours to judge
    other.write_text("")
    assert len(names(tmp_path)) == 4 and target.read_bytes() == b"old"
    paths.write_atomic(target, b"new")
    assert names(tmp_path) == sorted([mine.name, other.name, "s.json"]) and target.read_bytes() == b"new"


def test_ctrl_c_in_a_save_leaves_the_old_file_and_nothing_else(tmp_path):
    target = tmp_path / "s.json"
    paths.write_atomic(target, b"old")
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(target), str(int(signal.SIGINT))], capture_output=True, text=True
    )
    assert "KeyboardInterrupt" in done.stderr
    assert names(tmp_path) == ["s.json"] and target.read_bytes() == b"old"


@pytest.mark.parametrize("name", ["a" * 250, "é" * 120])
def test_the_longest_names_a_disk_takes(tmp_path, name):
    paths.write_atomic(tmp_path / name, b"x")
    assert names(tmp_path) == [name]


@pytest.mark.parametrize("name", ["a" * 300, "x\0y", "\ud800"])
def test_names_that_no_disk_takes(tmp_path, name):
    for write in (paths.require_writable, lambda path: paths.write_atomic(path, b"new"), paths.read_bytes):
        with pytest.raises(FileAccessError):
            write(tmp_path / name)


def test_out_through_a_link_and_a_pipe(run, tmp_path):
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")
    assert run("solve", "kuhn", "-n", "5", "-q", "--out", tmp_path / "link.json")[0] == 0
    assert (tmp_path / "link.json").is_symlink() and "kuhn" in (tmp_path / "real.json").read_text()
    os.mkfifo(tmp_path / "pipe.json")
    got = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe.json").read_text()))
    reader.start()
    assert run("solve", "kuhn", "-n", "5", "-q", "--out", tmp_path / "pipe.json")[0] == 0
    reader.join(300)
    assert got == [(tmp_path / "real.json").read_text()]
    assert names(tmp_path) == ["link.json", "pipe.json", "real.json"]


class Keyboard:
    """Counts the moments just before and just after every system call of a writer, and presses Ctrl-C at some."""

    CALLS = (
        *((os, name) for name in ("open", "close", "fsync", "scandir", "kill", "chown", "chmod", "stat")),
        *((os, name) for name in ("replace", "unlink")),
        (io, "open"),
    )

    def __init__(self, *presses: int) -> None:
        self.presses, self.moment = presses, 0

    def __enter__(self):
        self.patch = pytest.MonkeyPatch()
        for module, name in self.CALLS:
            self.patch.setattr(module, name, self.watched(getattr(module, name)))
        return self

    def __exit__(self, *_):
        self.patch.undo()

    def watched(self, call):
        def watched(*args, **kwargs):
            self.pass_by()
            answer = call(*args, **kwargs)
            try:
                self.pass_by()
            except KeyboardInterrupt:
                if hasattr(answer, "close"):
                    answer.close()  # as Python does with what nobody holds, but with a warning
                raise
            return answer

        return watched

    def pass_by(self):
        self.moment += 1
        if self.moment in self.presses:
            raise KeyboardInterrupt

    def parts(self, *parts):
        for part in parts:
            self.pass_by()
            yield part
        self.pass_by()


def moments(act, *presses):
    """How many moments `act` has when Ctrl-C is pressed at these; pressed, it always ends with KeyboardInterrupt."""
    with Keyboard(*presses) as keyboard:
        if presses:
            with pytest.raises(KeyboardInterrupt):
                act(keyboard)
        else:
            act(keyboard)
    return keyboard.moment


@pytest.mark.parametrize("before", [None, b"old"])
def test_ctrl_c_at_any_moment_of_a_save_once_twice_or_thrice(tmp_path, before):
    target, new = tmp_path / "s.json", b"new and whole"
    stale = tmp_path / f"{paths._stem(target)}{2**22 + 1}-0.tmp"  # of a writer that was killed

    def save(keyboard):
        paths.write_atomic(target, keyboard.parts(new[:3], new[3:]))

    def pressed(*presses):
        target.unlink(missing_ok=True)
        if before is not None:
            target.write_bytes(before)
        stale.write_bytes(b"half")
        count = moments(save, *presses)
        left = set(names(tmp_path)) - {stale.name}  # which the next writer removes, if this one did not
        assert left <= {"s.json"}, presses
        found = target.read_bytes() if left else None
        assert found in (before, new), presses
        if not presses:
            assert found == new and not stale.exists()
        return count

    last = pressed()
    assert last > 20
    for first in range(1, last + 1):
        end = pressed(first)
        for second in range(first + 1, end + 1):
            for third in range(second + 1, pressed(first, second) + 1):
                pressed(first, second, third)
    paths.write_atomic(target, new)
    assert names(tmp_path) == ["s.json"] and target.read_bytes() == new


def test_ctrl_c_at_any_moment_of_a_probe_leaves_nothing(tmp_path):
    def probe(_):
        paths.require_writable(tmp_path / "s.json")

    for first in range(1, moments(probe) + 1):
        for second in range(first + 1, moments(probe, first) + 1):
            moments(probe, first, second)
            assert names(tmp_path) == [], (first, second)
        assert names(tmp_path) == [], first

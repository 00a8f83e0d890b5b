"""A full disk costs a file, never the answer: it is told in one sentence, with where the file went instead."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

from tianji import cli
from tianji.core import paths

SPOT = 'board="Ks7h2d3c9s"\npot=10\nstack=20\noop="AA,KQs"\nip="QQ,AKs"\nbets="50%"\nraises="allin"\n'


@pytest.fixture
def full(tmp_path, monkeypatch):
    """A folder on a disk that is full once `after` bytes are written there; temporary files go elsewhere."""
    disk, spare = tmp_path / "disk", tmp_path / "spare"
    disk.mkdir()
    spare.mkdir()
    monkeypatch.setenv("TMPDIR", str(spare))
    monkeypatch.setattr("tempfile.tempdir", str(spare))
    room = [0]
    fsync, write = os.fsync, os.write

    def no_space(number):
        if Path(f"/proc/self/fd/{number}").readlink().is_relative_to(disk):
            room[0] -= os.fstat(number).st_size
            if room[0] < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
        fsync(number)

    def no_room(number, data):
        if Path(f"/proc/self/fd/{number}").readlink().is_relative_to(disk):
            room[0] -= len(data)
            if room[0] < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
        return write(number, data)

    monkeypatch.setattr(paths.os, "fsync", no_space)
    monkeypatch.setattr(os, "write", no_room)

    def leave(size):
        room[0] = size
        return disk

    return leave


def ran(capfd, *args):
    code = cli.main([*map(str, args)])
    out, err = capfd.readouterr()
    return code, out, [line for line in err.splitlines() if "No space left" in line]


def kept(line):
    (path,) = re.findall(r"(?:in|goes on in) '(/[^']*)'", line)
    return Path(path)


def test_files_of_a_report(full, tmp_path, capfd):
    (tmp_path / "spot.toml").write_text(SPOT)
    (tmp_path / "boards").write_text("Ks7h2d3c9s\nKs7h2d3c8s\n")
    disk = full(0)
    code, out, said = ran(
        capfd, "holdem", "report", tmp_path / "boards", "--spot", tmp_path / "spot.toml", "--out", disk / "r.csv",
        "--out", disk / "r.html", "--until", "5%", "-q",
    )  # fmt: skip
    assert code == 2 and "Ks7h2d3c8s" in out and len(said) == 2
    assert kept(said[0]).read_text().count("\n") == 4 and "<table>" in kept(said[1]).read_text()


def test_the_log_of_a_match(full, capfd):
    disk = full(600)
    code, out, said = ran(
        capfd, "holdem", "match", "call", "random", "--hands", 20, "--log", disk / "m.log", "-q"
    )
    assert code == 2 and "mbb" in out and len(said) == 1
    whole = kept(said[0]).read_text()
    assert whole.startswith("# ") and whole.count("STATE:") == 20 and "SCORE:" in whole


@pytest.mark.parametrize(
    ("args", "name"),
    [
        (("holdem", "train", "--boards", 1, "--iterations", 50, "--value-boards", 0, "--out"), "b.blueprint"),
        (("holdem", "buckets", "make", "--game", "flop", "-k", 5, "--deck", 20, "--metric", "next", "--sample", 500,
          "--rounds", 1, "--out"), "b.buckets"),
        (("solve", "kuhn", "-n", 20, "--out"), "s.safetensors"),
    ],
)  # fmt: skip
def test_what_is_saved_at_the_end(full, capfd, args, name):
    disk = full(0)
    code, out, said = ran(capfd, *args, disk / name, "-q")
    assert code == 2 and out and len(said) == 1 and kept(said[0]).stat().st_size > 0
    assert not list(disk.iterdir())


def test_the_folder_of_a_table(full, capfd, caplog):
    """The work goes on, and the table is printed; a folder that never worked is told before the work."""
    few = ("reproduce", "brown2017", "table1", "--scale", "ci", "--column", 4, "--technique", "resolve",
           "--iterations", 3, "--blueprint-iterations", 3, "--value-iterations", 0, "-q")  # fmt: skip
    code, out, _ = ran(capfd, *few)
    assert code == 0
    disk = full(0)
    assert ran(capfd, *few, "--folder", disk / "f")[:2] == (2, "")
    caplog.clear()
    disk = full(5_000)
    assert ran(capfd, *few, "--folder", disk / "g")[:2] == (0, out)
    assert "No space left on device" in caplog.text and "the work goes on" in caplog.text

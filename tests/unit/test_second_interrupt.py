"""A second Ctrl-C at the worst moment: in the middle of a save, while it is cleaned up, while the program ends."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

import tianji as tj
from fuzz import files
from tianji import cli
from tianji.core import paths, storage
from tianji.run.stopping import Stopper

RUNS = [
    kind
    for kind in files.kinds()
    if kind.name
    in ("checkpoint of dcfr on kuhn", "checkpoint of external on kuhn", "holdem solve", "holdem report",
        "training, external", "solve of rounds", "learning", "strategy", "item of a batch", "blueprint")
]  # fmt: skip


@pytest.fixture(autouse=True)
def usual_handler():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupts(monkeypatch, at, also_in_unlink=False):
    """Two Ctrl-C in the at-th fsync; one more when the temporary file is removed."""
    calls, fsync, unlink = [], os.fsync, Path.unlink

    def stop(number):
        calls.append(1)
        if len(calls) == at:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
        fsync(number)

    def again(self, *args, **kwargs):
        if also_in_unlink and self.name.endswith(".tmp") and len(calls) == at:
            calls.append(1)
            signal.raise_signal(signal.SIGINT)
        unlink(self, *args, **kwargs)

    monkeypatch.setattr(paths.os, "fsync", stop)
    monkeypatch.setattr(paths.Path, "unlink", again)
    return calls


@pytest.mark.parametrize("at", [1, 2])
@pytest.mark.parametrize("also", [False, True])
@pytest.mark.parametrize("kind", RUNS, ids=lambda kind: kind.name)
def test_in_the_middle_of_a_save(tmp_path, monkeypatch, kind, at, also):
    path = tmp_path / "file.safetensors"
    kind.write(path)
    with monkeypatch.context() as patch:
        calls = interrupts(patch, at, also)
        try:
            kind.use(path) if kind.kind != "strategy" else kind.write(path)
            if len(calls) < at:
                kind.write(path)
        except KeyboardInterrupt:
            pass
    left = [found.name for found in tmp_path.rglob("*") if found.name.endswith(".tmp")]
    assert not left
    for found in tmp_path.rglob("*.safetensors"):
        storage.load(found, kind.kind)  # the old one or the new one, whole
    kind.use(path)


def test_while_the_program_ends(monkeypatch, capsys):
    """It met the interpreter as it closed down: a traceback, or death by the signal instead of code 130."""

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["tianji", "games"])
    monkeypatch.setattr(cli, "_run", stop)
    assert cli.main() == 130 and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    monkeypatch.setattr(cli, "prepare_streams", stop)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert cli.main() == 130 and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert cli.main(["games"]) == 130
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler  # a caller's own is left alone


def test_while_kernels_are_made_ready(monkeypatch):
    """The first one was forgotten there, and the solve went on."""
    from tianji.holdem.engine.cpu import CpuBackend

    warm = CpuBackend.warm

    def interrupted(self):
        signal.raise_signal(signal.SIGINT)
        warm(self)

    monkeypatch.setattr(CpuBackend, "warm", interrupted)
    spot = tj.holdem.Spot(board="Ks7h2d3c9s", pot=10, stack=20, oop="AA", ip="QQ", bets="50%", raises="allin")
    found = spot.solve(iterations=50)
    assert found.stopped == "interrupted" and found.iterations == 0


def test_a_second_one_lost_in_a_callback():
    """LLVM calls back into Python while a kernel is loaded: it was dropped there, and ended as a fault of ours."""
    with pytest.raises(KeyboardInterrupt), Stopper() as stopper:
        signal.raise_signal(signal.SIGINT)
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert stopper.reason == "interrupted"
        raise RuntimeError("no compiled object yet")


def test_one_that_meets_the_making_of_a_class(monkeypatch, capsys):
    """In the middle of an import; Python says RuntimeError then, and we said that the fault is ours."""

    class Pressed:
        def __set_name__(self, owner, name):
            raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", lambda _: type("Made", (), {"field": Pressed()}))
    assert cli.main(["games"]) == 130
    assert "interrupted before there was an answer" in capsys.readouterr().err


def test_one_lost_in_a_callback_of_a_command(monkeypatch, capsys):
    def lose(*_):
        sys.unraisablehook(SimpleNamespace(exc_type=KeyboardInterrupt))
        raise RuntimeError("no compiled object yet")

    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(cli, "_lost", [])
    monkeypatch.setattr(sys, "argv", ["tianji", "games"])
    monkeypatch.setattr(cli, "_run", lose)
    assert cli.main() == 130
    out = capsys.readouterr().err
    assert "interrupted before there was an answer" in out and "RuntimeError" not in out

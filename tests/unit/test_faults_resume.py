"""Interrupted and unsaved runs: a resumed run ends where an unbroken one does."""

from __future__ import annotations

import signal

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.mccfr import SAMPLERS
from tianji.errors import FileAccessError, FileFormatError, ParameterError
from tianji.run import checkpoint as checkpoints
from tianji.run import drive


def interrupt_after(reports: int):
    """A progress callback that presses Ctrl-C at its n-th report."""
    seen = 0

    def progress(report):
        nonlocal seen
        seen += report.phase == "solve"
        if seen == reports:
            signal.raise_signal(signal.SIGINT)

    return progress


def same(a, b):
    return all(np.array_equal(x.probs, y.probs) for x, y in zip(a.tables, b.tables, strict=True))


@pytest.mark.parametrize("curve", [False, True])
@pytest.mark.parametrize(("method", "until"), [("dcfr", 1e-4), ("external", 0.2), ("fp", 0.05)])
def test_interrupted_anywhere_then_resumed(tmp_path, monkeypatch, method, until, curve):
    monkeypatch.setattr(drive, "CALL_SECONDS", 1e-5)  # short kernel calls: interruptions fall between checks
    game, path = tj.load("kuhn"), str(tmp_path / "run")
    options = {"until": until, "curve": curve, **({"seed": 3} if method in SAMPLERS else {})}
    unbroken = tj.solve(game, method, **options)
    options["checkpoint"] = path
    first = tj.solve(game, method, **options, progress=interrupt_after(3))
    assert first.stopped == "interrupted" and first.iterations < unbroken.iterations
    assert first.nash_conv == pytest.approx(tj.nash_conv(game, first.strategy), abs=1e-12)
    rest = tj.solve(game, method, **options, resume=True)
    assert (rest.stopped, rest.iterations) == ("until", unbroken.iterations)
    assert same(rest.strategy, unbroken.strategy)
    assert [c.iterations for c in rest.history] == [c.iterations for c in unbroken.history]


def test_a_finished_run_resumed_is_the_same_answer(tmp_path):
    game, path = tj.load("kuhn"), str(tmp_path / "run")
    done = tj.solve(game, iterations=100, checkpoint=path)
    again = tj.solve(game, iterations=100, checkpoint=path, resume=True)
    assert same(done.strategy, again.strategy) and again.nash_conv == done.nash_conv
    assert again.values == done.values


def test_ctrl_c_is_given_back_after_the_run():
    before = signal.getsignal(signal.SIGINT)
    tj.solve(tj.load("kuhn"), iterations=10)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_disk_that_fills_up_does_not_cost_the_result(tmp_path, monkeypatch):
    calls = []

    def fills_up(path, *rest):
        calls.append(path)
        if len(calls) > 1:
            raise FileAccessError(f"cannot write {path!r}: No space left on device")

    monkeypatch.setattr(checkpoints.storage, "save", fills_up)
    messages = set()
    with pytest.warns(RuntimeWarning, match="No space left"):
        solution = tj.solve(
            tj.load("kuhn"),
            iterations=2000,
            checkpoint=str(tmp_path / "run"),
            checkpoint_every=0.0,
            progress=lambda report: messages.add(report.message),
        )
    assert solution.iterations == 2000 and "No space left" in solution.unsaved
    assert any("No space left" in m for m in messages)


@pytest.mark.parametrize("method", ["dcfr", "external"])
def test_an_unwritable_checkpoint_is_refused_before_the_game_is_walked(tmp_path, method):
    class Untouchable(type(tj.load("matching_pennies"))):
        def initial(self):
            raise AssertionError("walked")

    with pytest.raises(FileAccessError, match="No such file or directory"):
        tj.solve(Untouchable(), method, checkpoint=str(tmp_path / "no" / "run"))


@pytest.fixture
def checkpoint(tmp_path):
    path = tmp_path / "run"
    tj.solve(tj.load("kuhn"), "cfr+", iterations=50, checkpoint=str(path))
    return path


@pytest.mark.parametrize(
    ("game", "method", "seed", "what"),
    [
        ("leduc", "external", 1, "game='kuhn'"),
        ("kuhn", "outcome", 1, "method='external'"),
        ("kuhn", "external", 2, "seed=1"),
        ("kuhn", "external", None, "seed=1, this run has seed=0"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(tmp_path, game, method, seed, what):
    checkpoint = tmp_path / "run"
    tj.solve(tj.load("kuhn"), "external", iterations=50, seed=1, checkpoint=str(checkpoint))
    with pytest.raises(ParameterError, match=f"was made with {what}"):
        tj.solve(
            tj.load(game),
            method,
            iterations=60,
            seed=seed,
            checkpoint=str(checkpoint),
            resume=True,
        )


def test_every_truncation_of_a_checkpoint_is_refused(checkpoint):
    data = checkpoint.read_bytes()
    for size in [*range(0, 64, 7), *range(64, len(data), 97)]:
        checkpoint.write_bytes(data[:size])
        with pytest.raises(FileFormatError):
            tj.solve(tj.load("kuhn"), "cfr+", iterations=60, checkpoint=str(checkpoint), resume=True)


def test_every_flipped_byte_of_the_tensors_is_noticed(checkpoint):
    data = bytearray(checkpoint.read_bytes())
    body = 8 + int.from_bytes(data[:8], "little")
    for at in range(body, len(data), 61):
        damaged = data.copy()
        damaged[at] ^= 1
        checkpoint.write_bytes(damaged)
        with pytest.raises(FileFormatError, match="checksum"):
            tj.solve(tj.load("kuhn"), "cfr+", iterations=60, checkpoint=str(checkpoint), resume=True)


def test_resume_without_a_file(tmp_path):
    missing = str(tmp_path / "nothing")
    with pytest.raises(FileAccessError, match="cannot read"):
        tj.solve(tj.load("kuhn"), checkpoint=missing, resume=True)
    assert not list(tmp_path.iterdir())

"""Boards of a report solved at once by a GPU's kernels, built by the host's compiler: the rows of one by one."""

import shutil

import pytest

import tianji as tj
from tianji.holdem.answer import batch
from tianji.holdem.answer.solve import DEFAULT_UNTIL
from tianji.holdem.engine import machines
from tianji.holdem.engine.gpu.batch import SideBySide
from tianji.kernels.gpu.machine import HostMachine

pytestmark = pytest.mark.skipif(
    not (shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")),
    reason="the kernels' text is built by a C++ compiler, which is not here",
)
OOP, IP = "AA,QQ:0.5,AKs,87s,55", "JJ,99,AQs,KQs:0.25,76s,AA"
RIVER = tj.holdem.Spot(
    board="Ks7h2dJc5s", pot=60, stack=200, oop=OOP, ip=IP, bets="50%,100%", raises="60%", rake=(0.05, 3)
)
TURN = tj.holdem.Spot(board="Ks7s2sJc", pot=60, stack=100, oop=OOP, ip=IP, bets="100%,allin", raises="")
RIVERS = ["Ks7h2dJc5s", "Ks7h2dJc4s", "Qh7h2dJc4s"]


@pytest.fixture
def machine(monkeypatch):
    found = HostMachine()
    monkeypatch.setattr(machines, "_OPEN", [found])
    return found


def reported(monkeypatch, spot, boards, **options):
    """By batches and one by one, with how many members took part in each iteration."""
    sizes, iterate, both = [], SideBySide.iterate, []

    def spy(self, members, schedule):
        sizes.append(len(members))
        iterate(self, members, schedule)

    monkeypatch.setattr(SideBySide, "iterate", spy)
    for most in (batch.MOST, 1):
        monkeypatch.setattr(batch, "MOST", most)
        solved = {}
        found = tj.holdem.report(spot, boards, device="cuda", each=solved.__setitem__, **options)
        both.append((found, solved))
    return *both, sizes


@pytest.mark.parametrize(
    ("spot", "boards", "options"),
    [
        (RIVER, RIVERS, {"until": "1%"}),
        (RIVER.locked("check", {"AA": {"bet 50%": 1}}), RIVERS[:2], {"iterations": 21, "storage": "int16"}),
        (TURN, ["Ks7s2sJc", "Ks7s2sJd"], {"iterations": 30, "until": "2%", "storage": "float64"}),
    ],
    ids=["rivers to a target", "locks, 16 bits", "turns"],
)
def test_rows_are_those_of_one_by_one(machine, monkeypatch, spot, boards, options):
    (found, many), (alone, single), sizes = reported(monkeypatch, spot, boards, **options)
    assert sizes[0] == len(boards) and found.rows == alone.rows and found.stopped == ""
    assert all(
        (a == c).all() and (b == d).all() for (a, b), (c, d) in zip(found.cells, alone.cells, strict=True)
    )
    for board in boards:
        a, b = many[board], single[board]
        assert (a.iterations, a.stopped, a.note) == (b.iterations, b.stopped, b.note)
        assert [c._replace(seconds=0.0) for c in a.checks] == [c._replace(seconds=0.0) for c in b.checks]
    if "iterations" not in options:
        assert len({many[board].iterations for board in boards}) > 1 and sizes[-1] < sizes[0]


def test_one_whose_time_is_limited_is_solved_alone(machine, monkeypatch):
    assert batch.AtOnce(RIVER, options(seconds=60.0), RIVERS).boards == RIVERS[:1]
    assert batch.AtOnce(RIVER, options(), RIVERS).boards == RIVERS
    assert batch.AtOnce(RIVER, options(device="auto"), RIVERS).boards == RIVERS[:1]  # a river: on the CPU
    assert (
        batch.AtOnce(RIVER, options(), RIVERS)._limits.until == 0.003 * RIVER.pot and DEFAULT_UNTIL == "0.3%"
    )
    monkeypatch.setattr(machine, "free_bytes", lambda: 200 << 20)
    assert 1 <= len(batch.AtOnce(RIVER, options(), RIVERS).boards) < 3


def options(**given):
    names = ("until", "iterations", "seconds", "method", "threads", "memory")
    return {**dict.fromkeys(names), "storage": "auto", "device": "cuda", **given}


def test_stopped_it_keeps_what_was_done_before(machine, tmp_path):
    calls, file = [], str(tmp_path / "report.tianji")

    def stop():
        calls.append(1)
        return len(calls) > 4

    found = tj.holdem.report(RIVER, RIVERS, iterations=40, device="cuda", stop=stop, checkpoint=file)
    assert (found.stopped, len(found.rows)) == ("cancelled", 0)
    again = tj.holdem.report(RIVER, RIVERS, iterations=40, device="cuda", checkpoint=file, resume=True)
    assert [row[0] for row in again.rows] == RIVERS
    said = []
    found = tj.holdem.report(
        RIVER, RIVERS, iterations=40, device="cuda", progress=lambda r: said.append(r.detail) or len(said) < 3
    )
    assert found.stopped == "cancelled" and any("and 2 more" in str(text) for text in said)

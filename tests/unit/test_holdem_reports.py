"""Reports: weighted flops, rows that survive a kill, stops, percentages."""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import Schedule
from tianji.errors import FileAccessError, NotApplicableError, ParameterError, UnknownNameError
from tianji.holdem.answer.flops import SUBSETS, flop_classes, read_boards
from tianji.poker.cards import hand_cards, parse_board
from tianji.poker.isomorphism import canonical
from tianji.poker.ranges import Range

RIVERS = ["Ks7h2dJc5s", "As7h2dJc5d", "Qs7h2dJc5d", "Ts7h2dJc5d"]


def spot(**fields):
    given = {"board": "Ks7h2dJc5s", "pot": 60, "stack": 200, "oop": "JJ-22,AJs-A2s", "ip": "22+,A2s+"}
    return tj.holdem.Spot(**{**given, "bets": "50%", "raises": "", **fields})


def test_classes_of_flops_are_all_of_them():
    classes = {canonical(parse_board(board)): weight for board, weight, _ in flop_classes()}
    assert len(classes) == len(flop_classes()) == 1755
    counted = Counter(
        canonical(list(cards)) for cards in combinations(range(16), 3)
    )  # four ranks, counted out
    assert all(classes[flop] == count for flop, count in counted.items())
    assert tj.holdem.flops("all") == [(board, weight) for board, weight, _ in flop_classes()]


@pytest.mark.parametrize("count", [6, *SUBSETS, 500])
def test_subsets_keep_textures_and_nearly_keep_ranks(count):
    chosen = tj.holdem.flops(count)
    assert len(chosen) == len({board for board, _ in chosen}) == count
    texture = {board: name for board, _, name in flop_classes()}
    true, found = Counter(), Counter()
    for board, weight, name in flop_classes():
        true[name] += weight
        true[board[0]] += weight
    for board, weight in chosen:
        found[texture[board]] += weight
        found[board[0]] += weight
    for name in set(texture.values()):
        assert found[name] == pytest.approx(true[name])
    if count >= 95:
        assert all(abs(found[r] - true[r]) < 0.02 * 22_100 for r in "AKQJT98765")


def test_a_subset_stands_for_all_flops():
    """How often hands of a range pair the board: the mean over a subset is near that over all flops."""
    hands = np.flatnonzero(Range.parse("22+,A2s+,KTo+").weights)
    ranks, cards = hand_cards()[hands] >> 2, hand_cards()[hands]

    def mean(boards):
        total = 0.0
        for board, weight in boards:
            dealt = parse_board(board)
            free = ~np.isin(cards, dealt).any(axis=1)
            total += weight * np.isin(ranks, [c >> 2 for c in dealt]).any(axis=1)[free].mean()
        return total / 22_100

    true = mean(tj.holdem.flops("all"))
    assert [
        abs(mean(tj.holdem.flops(n)) - true) < near for n, near in ((25, 0.02), (95, 0.01), (184, 0.005))
    ] == [True] * 3


@pytest.mark.parametrize("count", [5, 501, 0, -1, True, 2.5, "some", None])
def test_subsets_that_are_none(count):
    with pytest.raises(ParameterError, match="25, 49, 95, 184"):
        tj.holdem.flops(count)


def test_means_are_weighted_and_shares_are_percentages(tmp_path):
    found = tj.holdem.report(spot(), [(RIVERS[0], 3.0), (RIVERS[1], 1.0)], "check", until="1%")
    assert (
        found.columns[:3] == ["board", "weight", "exploitability %"] and found.columns[-1] == "bet 30 (50%) %"
    )
    one, two = (spot(board=board).solve(until="1%") for board in RIVERS[:2])
    shares = [100 * s.strategy("check").means["check"] for s in (one, two)]
    assert [row[-2] for row in found.rows] == pytest.approx(shares)
    assert found.mean_row()[-2] == pytest.approx((3 * shares[0] + shares[1]) / 4) and found.mean_row()[1] == 4
    assert found.rows[0][5] == pytest.approx(100 * one.equity(player="oop").mean)
    assert found.to_html().count("<figure>") == 2 and found.to_csv().splitlines()[-1].startswith("mean,4,")
    found.save(tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text())["mean"] == found.mean_row()
    data = json.loads(pickle.loads(pickle.dumps(found)).to_json())
    assert data["rows"] == found.rows and data["stopped"] == "" and "<table" in found._repr_html_()


def test_boards_of_a_report_have_all_their_hands():
    """The board of the spot itself must not thin the ranges on the others."""
    other = spot(oop="77", ip="22").replace(board="As6h3dJc5d")
    assert other.ranges[0].combos == other.ranges[1].combos == 6


def test_a_checkpoint_skips_what_is_done(tmp_path):
    path, solved = tmp_path / "r.report", []
    whole = tj.holdem.report(spot(), RIVERS, until="1%")
    event = threading.Event()

    def each(board, solution):
        solved.append(board)
        if len(solved) == 2:
            event.set()

    part = tj.holdem.report(spot(), RIVERS, until="1%", checkpoint=path, each=each, stop=event)
    assert part.stopped == "cancelled" and [row[0] for row in part.rows] == RIVERS[:2]
    event.clear()
    rest = tj.holdem.report(spot(), RIVERS, until="1%", checkpoint=path, each=each, resume=True)
    assert solved == RIVERS and rest.stopped == ""
    assert [row[3:] for row in rest.rows] == [pytest.approx(row[3:]) for row in whole.rows]
    assert rest.to_html().count("<figure>") == 4
    with pytest.raises(ParameterError, match="line="):
        tj.holdem.report(spot(), RIVERS, "check", until="1%", checkpoint=path, resume=True)
    with pytest.raises(ParameterError, match="until="):
        tj.holdem.report(spot(), RIVERS, until="2%", checkpoint=path, resume=True)


def test_bad_paths_are_told_before_the_work(tmp_path):
    solved = []
    for fields in ({"checkpoint": tmp_path / "no" / "r"}, {"out": [tmp_path / "no" / "r.csv"]}):
        with pytest.raises(FileAccessError, match="cannot write"):
            tj.holdem.report(spot(), RIVERS, each=lambda *row: solved.append(row), **fields)
    with pytest.raises(ParameterError, match="checkpoint=FILE"):
        tj.holdem.report(spot(), RIVERS, resume=True)
    assert solved == []


def test_a_stop_reaches_into_a_board():
    event, begun = threading.Event(), threading.Event()
    slow = spot(board="Ks7h2dJc", bets="33%,75%", raises="60%")

    def watch(report):
        begun.set()

    def stop():
        if begun.is_set():
            event.set()
        return event.is_set()

    timer = threading.Timer(0.5, begun.set)
    timer.start()
    found = tj.holdem.report(slow, ["Ks7h2dJc", "As7h2dJc"], until="0.0001%", progress=watch, stop=stop)
    timer.cancel()
    assert found.stopped == "cancelled" and found.rows == []


def test_progress_counts_boards_and_may_stop():
    reports = []

    def progress(report):
        reports.append(report)
        return report.done < 2

    found = tj.holdem.report(spot(), RIVERS, iterations=20, progress=progress)
    assert found.stopped == "cancelled" and len(found.rows) < 4
    assert {r.unit for r in reports} == {"boards"} and reports[0].total == 4


def test_progress_reaches_into_a_board_and_tells_the_time_of_all():
    """A flop may take minutes: from the first board on one sees which it is, how good, and when all will be done."""
    reports = []
    boards = ["Ks7h2dJc", "As7h2dJc", "Qs7h2dJc"]
    tj.holdem.report(spot(bets="33%,75%", raises="60%"), boards, until="0.5%", progress=reports.append)
    first = [r for r in reports if r.done == 0 and r.detail.startswith("Ks7h2dJc")]
    assert {r.phase for r in reports} == {"report"} and {r.total for r in reports} == {3}
    assert any(r.detail == "Ks7h2dJc: prepare" for r in first)
    told = [r for r in first if r.gap is not None and r.eta is not None]
    assert told and all(r.gap_of == 60 for r in told)
    last = [r for r in reports if r.done == 2 and r.detail == "Qs7h2dJc"]
    assert last and all(r.eta is not None and r.eta_range is None for r in last)
    assert [r.done for r in reports] == sorted(r.done for r in reports)


def test_board_files_may_hold_weights(tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text("Ks7h2d 24  # rainbow\nKs 7s 2s 4\n\nAs7h2d\n")
    assert read_boards(path) == [("Ks7h2d", 24.0), ("Ks7s2s", 4.0), ("As7h2d", 1.0)]


def test_a_killed_report_goes_on(tmp_path):
    """Killed as soon as its first rows are out; the second run solves only what is missing."""
    (tmp_path / "spot.toml").write_text(
        'board="Ks7h2dJc"\npot=60\nstack=200\noop="JJ-22,AJs-A2s"\nip="22+,A2s+"\nbets="50%"\nraises="60%"\n'
    )
    boards = [f"{rank}s7h2dJc" for rank in "KAQT"]
    (tmp_path / "boards.txt").write_text("\n".join(boards))
    command = [
        sys.executable, "-m", "tianji", "holdem", "report", "boards.txt", "--spot", "spot.toml", "--until", "3%",
        "--checkpoint", "r.report", "--out", "r.csv", "--threads", "1",
    ]  # fmt: skip
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    first = subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
    )
    seen = []
    for line in first.stderr:
        if ": ev " in line:
            seen.append(line)
        if len(seen) == 2:
            break
    time.sleep(0.05)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    second = subprocess.run(
        [*command, "--resume", "--json"], cwd=tmp_path, capture_output=True, text=True, env=env, check=True
    )
    data = json.loads(second.stdout)
    assert [row[0] for row in data["rows"]] == boards and data["stopped"] == ""
    assert second.stderr.count(": ev ") <= len(boards) - 1
    assert (tmp_path / "r.csv").read_text().count("\n") == len(boards) + 2


def test_other_processes_give_the_same_rows_and_go_on(tmp_path):
    """Bit for bit the rows of one process; stopped between boards, the rest is solved by the next call."""
    schedule = Schedule(alpha=1.5, beta=0.0, gamma=2.0)  # numbers JSON has, and an offset of its own
    whole = tj.holdem.report(spot(), RIVERS, iterations=30, method=schedule)
    assert whole.rows[0] != tj.holdem.report(spot(), RIVERS[:1], iterations=30).rows[0]
    path, event, kept = tmp_path / "r.report", threading.Event(), {}

    def each(board, solution):
        kept[board] = solution.values

    def progress(report):
        if report.peek().rows:
            event.set()  # after the first row

    options = {"iterations": 30, "method": schedule, "checkpoint": path, "each": each, "on": "processes(2)"}
    part = tj.holdem.report(spot(), RIVERS, progress=progress, stop=event, **options)
    done = len(part.rows)  # the other process may have ended with the first
    assert part.stopped == "cancelled" and part.rows == whole.rows[:done] and done in (1, 2)
    rest = tj.holdem.report(spot(), RIVERS, resume=True, **options)
    assert rest.stopped == "" and rest.rows == whole.rows and rest.columns == whole.columns
    assert [kept[board] for board in RIVERS] == [row[3:5] for row in whole.rows]
    assert all(
        np.array_equal(a, b)
        for one, two in zip(rest.cells[1:], whole.cells[1:], strict=True)
        for a, b in zip(one, two, strict=True)
    )


def test_a_board_that_fails_elsewhere_is_named(tmp_path):
    with pytest.raises(NotApplicableError, match=r"board .s7h2dJc5. was not done: .*allowed"):
        tj.holdem.report(spot(), RIVERS, iterations=5, memory=1000, on="processes(1)")
    with pytest.raises(UnknownNameError, match="processes"):
        tj.holdem.report(spot(), RIVERS, on="process")

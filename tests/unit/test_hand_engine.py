"""tianji holdem engine: a hand told in JSON lines, and a player asked what it does."""

from __future__ import annotations

import io
import json
import queue
import sys
import threading

import numpy as np
import pytest

from tianji import cli
from tianji.holdem.player.engine import HandEngine
from tianji.holdem.player.thought import Thought
from tianji.run.report import Report


def answers(lines, who="call", **options):
    out = []
    HandEngine(who, out.append, **options).serve([json.dumps(line) for line in lines])
    return [json.loads(row) for row in out]


def test_a_hand_from_the_blinds_to_a_decision():
    rows = answers(
        [
            {"id": 1, "do": "new", "blinds": [50, 100], "stacks": [20000, 20000]},
            {"do": "cards", "seat": 1, "hole": "AhKd"},
            {"do": "act", "action": "c"},
            {"do": "act", "action": "r300"},
            {"id": "x", "do": "think"},
            {"do": "act", "action": "c"},
            {"do": "board", "cards": "Ks7h2d"},
            {"do": "act", "action": "c"},
            {"do": "undo"},
            {"do": "ranges"},
            {"do": "show"},
        ]
    )
    assert [row["ok"] for row in rows] == [True] * 11 and rows[0]["id"] == 1
    assert rows[0]["player"] == 1 and rows[0]["legal"] == {
        "fold": True,
        "call": 50,
        "least": 200,
        "most": 20000,
    }
    assert rows[4]["id"] == "x" and rows[4]["action"] == "c" and rows[4]["source"] == "rule"
    assert rows[6]["board"] == "Ks7h2d" and rows[6]["player"] == 0 and rows[6]["pot"] == 600
    assert rows[7]["player"] == 1 and rows[8] == {**rows[6]} and rows[10] == rows[8]
    assert len(rows[9]["us"]) == 13 and rows[9]["them"][0][0] == 1.0


def test_hands_are_numbered_so_that_their_luck_differs():
    rows = answers([{"do": "new"}, {"do": "new"}, {"do": "new", "hand": 9}, {"do": "new"}])
    assert [row["hand"] for row in rows] == [1, 2, 9, 10]


class Slow:
    """Thinks until it is stopped, and tells how it gets on."""

    name = "slow"

    def act(self, told, rng):
        raise AssertionError

    def think(self, told, rng, *, seconds=None, progress=None, stop=None):
        done = 0
        while not stop.is_set():
            done += 1
            progress(Report("solve", done, seconds=0.1, gap=3.0 / done, gap_of=300.0))
            stop.wait(0.01)
        every = np.ones(1326)
        return Thought("c", {"c": 1.0}, "search", every, every, iterations=done)


def test_partial_answers_are_streamed_and_stop_ends_the_thought():
    lines, out = queue.SimpleQueue(), queue.SimpleQueue()
    engine = HandEngine(Slow(), out.put)
    thread = threading.Thread(target=engine.serve, args=(iter(lines.get, None),), daemon=True)
    thread.start()
    lines.put('{"do": "cards", "seat": 1, "hole": "AhKd"}')
    lines.put('{"id": 5, "do": "think"}')
    assert json.loads(out.get(timeout=300))["ok"]
    first = json.loads(out.get(timeout=300))
    assert first == {"id": 5, "partial": True, "iterations": 1, "exploitability_pct": 1.0, "seconds": 0.1}
    lines.put('{"id": 6, "do": "stop"}')
    rest = [json.loads(out.get(timeout=300))]
    while not {5, 6} <= {row["id"] for row in rest if "ok" in row}:
        rest.append(json.loads(out.get(timeout=300)))
    final = next(row for row in rest if row.get("ok") and row["id"] == 5)
    assert final["source"] == "search" and final["iterations"] >= 1
    lines.put('{"do": "quit"}')
    assert json.loads(out.get(timeout=300)) == {"ok": True}
    thread.join(300)
    assert not thread.is_alive()


def test_a_search_is_asked_for_a_river_and_streams_how_it_gets_on():
    lines = [
        {"do": "new", "stacks": [400, 400]},
        {"do": "cards", "seat": 0, "hole": "AhKd"},
        *({"do": "act", "action": "c"} for _ in range(2)),
        {"do": "board", "cards": "Ks7h2d"},
        *({"do": "act", "action": "c"} for _ in range(2)),
        {"do": "board", "cards": "3c"},
        *({"do": "act", "action": "c"} for _ in range(2)),
        {"do": "board", "cards": "9h"},
        {"id": 9, "do": "think", "seconds": 5},
        {"id": 10, "do": "ranges"},
    ]
    rows = answers(lines, "call:search:2")
    assert all(row.get("ok", True) for row in rows), rows
    found = next(row for row in rows if row.get("id") == 9 and "ok" in row)
    assert found["source"] == "search" and found["iterations"] > 0 and found["exploitability_pct"] is not None
    assert sum(found["probabilities"].values()) == pytest.approx(1)
    assert all(row["id"] == 9 and row["iterations"] >= 0 for row in rows if row.get("partial"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"do": "act", "action": "r5"}', "'r5' of seat 1 after '' is not legal: raises go to 200 … 20000"),
        ('{"do": "act"}', "action"),
        ('{"do": "think"}', "holds no cards yet"),
        ('{"do": "think", "seconds": 2}', "no cards"),
        ('{"do": "think", "depth": 2}', "'think' does not take 'depth'"),
        ('{"do": "board", "cards": "Ks7h2d"}', "expected none: the street is dealt"),
        ('{"do": "cards", "seat": 2, "hole": "AhKd"}', "seat=2; expected 0"),
        ('{"do": "cards", "seat": 0, "hole": "AhAh"}', "Ah comes twice"),
        ('{"do": "cards", "seat": 0}', "cards=None; expected a text"),
        ('{"do": "new", "stacks": [0, 100]}', "expected 2 whole numbers from 1 up"),
        ('{"do": "new", "stacks": [1.5, 100]}', "expected 2 whole numbers"),
        ('{"do": "new", "stacks": [100, 100, 100]}', "expected two whole numbers"),
        ('{"do": "new", "blinds": [100, 50]}', "expected small ≤ big ≤ stacks"),
        ('{"do": "new", "blinds": "x"}', "expected two whole numbers"),
        ('{"do": "undo"}', "nothing to undo"),
        ('{"do": "deal"}', "expected one of new, cards, board, act"),
        ("[]", "is no JSON object"),
        ('{"do": "new", "stacks": ' + "[" * 9000 + "}", "is no JSON object"),
    ],
)
def test_mistakes_are_answers(line, says):
    out = []
    HandEngine("call", out.append).serve([line, '{"id": 7, "do": "show"}'])
    first, last = (json.loads(row) for row in out)
    assert first["ok"] is False and says in first["error"] and len(first["error"]) < 700
    assert last["ok"] and last["id"] == 7


def test_the_command(capsys, monkeypatch):
    lines = [
        '{"do": "cards", "seat": 1, "hole": "AhKd"}',
        '{"do": "think"}',
        '{"do": "quit"}',
        '{"do": "show"}',
    ]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    assert cli.main(["holdem", "engine", "--player", "allin"]) == 0
    rows = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert rows[1]["action"] == "r20000" and len(rows) == 3
    assert cli.main(["holdem", "engine", "--player", "nobody"]) == 2

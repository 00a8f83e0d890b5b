"""Two players who are watched: every move is one the rules allow, the score is the sum, the file plays again."""

from __future__ import annotations

import json

import pytest

import tianji as tj
from tianji.arena import parse_phh
from tianji.studio.play.watching import watch


def test_rounds_of_a_game_in_words_with_the_score_and_a_file():
    even = {"kind": "uniform"}
    found = watch("kuhn", [even, even], [None, None], 9, 3)
    assert [each["seat"] for each in found["rounds"]] == [0, 1] * 4 + [0] and found["stopped"] == ""
    won = [each["payoffs"][each["seat"]] for each in found["rounds"]]
    assert found["score"]["total"] == sum(won) and found["score"]["mean"] == pytest.approx(sum(won) / 9)
    assert found["rounds"][0]["log"][0]["text"].startswith("player 0 is dealt")
    assert json.loads(found["file"]["text"])["rounds"] == found["rounds"]
    assert watch("kuhn", [even, even], [None, None], 9, 3) == found  # the same seed, the same match
    assert watch("kuhn", [even, even], [None, None], 9, 4)["rounds"] != found["rounds"]


def test_a_solution_beats_one_who_plays_evenly(tmp_path):
    tj.solve(tj.load("kuhn"), "lp").save(tmp_path / "kuhn.safetensors")
    sides = [{"kind": "run", "run": "x"}, {"kind": "uniform"}]
    found = watch("kuhn", sides, [str(tmp_path / "kuhn.safetensors"), None], 2000, 1)
    assert found["score"]["low"] > 0


def test_hands_of_holdem_are_those_of_the_match_and_of_its_file():
    sides = [{"kind": "player", "player": name} for name in ("allin", "fold")]
    found = watch("holdem", sides, ["allin", "fold"], 4, 0, 20_000)
    match = tj.arena.holdem_match("allin", "fold", hands=4, duplicate=False, aivat=False)
    assert found["score"]["mean"] == match.score.mean and found["unit"] == "mbb"
    assert [each["seat"] for each in found["rounds"]] == [0, 1, 0, 1]
    assert all(each["payoffs"][each["seat"]] > 0 for each in found["rounds"])
    records = parse_phh(found["file"]["text"])
    assert [list(record.players) for record in records] == [["allin", "fold"], ["fold", "allin"]] * 2


def test_what_is_no_match_is_refused(studio):
    even = {"kind": "uniform"}
    status, found = studio.ask("/matches", "POST", {"game": "kuhn", "players": [even, even], "rounds": 3})
    assert status == 200 and len(found["rounds"]) == 3
    for players, words in (
        ([even, {"kind": "solve"}], "nobody solves"), ([even], "at least 2"),
        ([even, {"kind": "player", "player": "call"}], "no other game"),
    ):  # fmt: skip
        status, told = studio.ask("/matches", "POST", {"game": "kuhn", "players": players})
        assert status == 422 and words in told["detail"]

"""Ranges and spots of other programs: what they say is what is read, and what is not understood is told."""

from __future__ import annotations

import json

import pytest

from tianji.errors import TianjiError
from tianji.holdem import Spot
from tianji.holdem.files.imports import read_imports
from tianji.poker.ranges import Range

TEXAS = """set_pot 60
set_effective_stack 200
set_board Ks,7h,2d
set_range_oop AA,KQs:0.5
set_range_ip QQ,AKs
set_bet_sizes oop,flop,bet,50
start_solve
"""
TREE = {
    "startingPot": 20, "effectiveStack": 100, "rakePercent": 5, "rakeCap": 3, "donkOption": True,
    "oopFlopBet": "33, 2e", "oopFlopRaise": "2.5x", "oopTurnBet": "75", "oopTurnRaise": "a", "oopTurnDonk": "50",
    "oopRiverBet": "75, a", "oopRiverRaise": "", "oopRiverDonk": "", "ipFlopBet": "50", "ipFlopRaise": "",
    "ipTurnBet": "75", "ipTurnRaise": "", "ipRiverBet": "75", "ipRiverRaise": "", "addAllInThreshold": 150,
    "forceAllInThreshold": 20, "mergingThreshold": 10, "addedLines": "", "removedLines": "",
}  # fmt: skip


def item(value, *names):
    return {
        **{f"name{k}": name for k, name in enumerate((*names, "", "", "", "")[:4])},
        "isGroup": 0,
        "value": value,
    }


@pytest.mark.parametrize("text", ["22+,A2s+,KQo:0.5", "[25]A2s,K2s[/25], AA", "AA: 0.5 KK", "15%"])
def test_a_range_is_read_as_everywhere(text):
    (found,) = read_imports(text)["ranges"]
    assert Range.parse(found["text"]).weights.tolist() == pytest.approx(Range.parse(text).weights.tolist())


def test_texas_solvers_commands_give_both_ranges_and_the_spot():
    found = read_imports(TEXAS)
    assert [(each["name"], each["text"]) for each in found["ranges"]] == [
        ("oop", "AA,KQs:0.5"),
        ("ip", "AKs,QQ"),
    ] or [each["name"] for each in found["ranges"]] == ["oop", "ip"]
    spot = Spot.from_dict(found["spots"][0]["spot"])
    assert (spot.board, spot.pot, spot.stack) == ("Ks7h2d", 60, 200)
    only = read_imports("set_range_oop AA\n")
    assert [each["name"] for each in only["ranges"]] == ["oop"] and only["spots"] == []


def test_wasm_postflops_items_are_ranges_by_their_names_and_trees():
    kept = [
        {"name0": "BTN", "name1": "", "isGroup": 1},
        item("22+,A2s+", "BTN", "open"),
        item(TREE, "trees", "one"),
    ]
    for text in (json.dumps(kept), json.dumps({"data": {"tables": [{"rows": kept}]}})):
        found = read_imports(text)
        assert [(each["name"], each["combos"]) for each in found["ranges"]] == [("BTN/open", 126.0)]
        (tree,) = found["spots"]
        assert tree["name"] == "trees/one" and "board" not in tree["spot"]
        spot = Spot.from_dict({**tree["spot"], "board": "Ks7h2d", "oop": "AA", "ip": "KK"})
        assert (spot.pot, spot.stack, spot.rake) == (20, 100, (0.05, 3.0))
        assert tree["spot"]["bets"]["flop"] == {"oop": "33%,2e", "ip": "50%"}
        assert tree["spot"]["bets"]["river"]["oop"] == "75%,allin" and tree["spot"]["donks"]["turn"] == "50%"


def test_a_spot_of_ours_comes_back_as_it_was():
    spot = Spot("Ks7h2dJc", 60, 120, "QQ,99", "TT,88", bets="75%", raises="")
    (found,) = read_imports(json.dumps(spot.to_dict()))["spots"]
    assert Spot.from_dict(found["spot"]) == spot
    (found,) = read_imports('board = "Ks7h2d"\npot = 60\nstack = 200\noop = "JJ"\nip = "QQ"\n')["spots"]
    assert found["spot"]["board"] == "Ks7h2d"


@pytest.mark.parametrize(
    "text",
    ["", "set_pot 60\n", "{}", "[]", "[1, 2", '{"a": [{"b": 1}]}', "AA,XX", json.dumps([item("AA,XX", "a")]),
     json.dumps([item({**TREE, "addedLines": "x"}, "a")]), json.dumps([item({**TREE, "startingPot": "many"}, "a")]),
     json.dumps([item({**TREE, "oopFlopBet": 5}, "a")]), json.dumps([item({**TREE, "oopFlopBet": "huge"}, "a")])],
)  # fmt: skip
def test_what_is_not_understood_is_told(text):
    with pytest.raises(TianjiError):
        read_imports(text)

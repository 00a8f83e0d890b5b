"""Spots with known values: solved by another program and a linear program, or by hand."""

import json
from pathlib import Path

import pytest

import tianji as tj

DATA = Path(__file__).parents[1] / "data" / "poker"
SPOTS = {spot["id"]: spot for spot in json.loads((DATA / "spots.json").read_text())["spots"]}
LETTERS = {"check": "X", "fold": "F", "call": "C", "bet": "B", "raise": "R", "allin": "A"}


def make(data):
    menus = {"bets": {}, "raises": {}}
    for street, row in data["sizes"].items():
        for kind in menus:
            menus[kind][street] = {
                p: ",".join([f"{x}%" for x in m[kind]] + (["allin"] if m["allin"] else []))
                for p, m in row.items()
            }
    rake = (data["rake"]["rate"], data["rake"]["cap"]) if data["rake"] else (0.0, 0.0)
    return tj.holdem.Spot(
        board=data["board"], pot=data["pot"], stack=data["stack"], oop=data["oop_range"], ip=data["ip_range"],
        rake=rake, **menus,
    )  # fmt: skip


@pytest.mark.parametrize("name", SPOTS)
def test_betting_lines(name):
    data, tree = SPOTS[name], make(SPOTS[name]).tree()
    ends = []
    for n, node in enumerate(tree.nodes):
        if node.street == tree.street and node.kind != "act":
            actions = [tree.nodes[k].action for k in tree.path(n)[1:]]
            ends.append(" ".join(LETTERS[a.verb] + (f"{a.total:g}" if a.total else "") for a in actions))
    assert sorted(ends) == sorted(data.get("lines", data.get("turn_lines")))


@pytest.mark.parametrize("name", SPOTS)
def test_root_values(name):
    data = SPOTS[name]
    solution = make(data).solve(until="0.02%", threads=1)
    assert solution.stopped == "until"
    assert solution.exploitability_pct <= 0.02
    # 0.05 % of the pot; the references are good to 0.001 % (river), 0.02 % (turn) of exploitability themselves
    expected = [data["reference"]["ev"]["oop"], data["reference"]["ev"]["ip"]]
    assert solution.values == pytest.approx(expected, abs=0.0005 * data["pot"])


def test_hands_of_a_river_spot():
    """Equity is unique for every hand; its EV nearly so on this spot (a linear program agrees to 0.7 % of the pot)."""
    data = SPOTS["river-03"]
    solution = make(data).solve(until="0.005%", threads=1)
    for player in ("oop", "ip"):
        ev, equity = solution.ev(player=player), solution.equity(player=player)
        for row in data["reference"]["hands"][player]:
            assert equity[row["hand"]] == pytest.approx(row["equity"], abs=2e-5)
            assert ev[row["hand"]] == pytest.approx(row["ev"], abs=0.01 * data["pot"])
    assert solution.equity(player="oop").mean == pytest.approx(data["reference"]["equity"]["oop"], abs=1e-5)


def test_half_street_by_hand():
    """Nuts or air against a bluff-catcher, pot-size bet: bluffs are half of the value bets, half are called.

    c = P / (P + B) = 1/2 makes air indifferent; air bets B / (P + B) = 1/2 as often as the nuts: 1.5 of its 3 combos.
    """
    solution = make(SPOTS["toy-1"]).solve(until="0.01%", threads=1)
    first = solution.strategy("")
    nuts = [first[h]["allin 100 (100%)"] for h in ("AhAc", "AhAd", "AdAc")]
    air = [first[h]["allin 100 (100%)"] for h in ("QcJd", "QdJc", "QhJc")]
    assert nuts == pytest.approx([1, 1, 1], abs=2e-3)
    assert sum(air) == pytest.approx(1.5, abs=0.01)
    assert solution.strategy("allin").means["call"] == pytest.approx(0.5, abs=0.01)
    assert solution.ev("")["AhAc"] == pytest.approx(150, abs=1)
    assert solution.values == pytest.approx([75, 25], abs=0.02)


@pytest.mark.parametrize("bet", [50, 100, 200])
def test_bluffing_ratio_of_other_sizes(bet):
    """α = B / (P + B) bluffs a value bet, and 1 − α calls, for any bet that leaves nothing behind."""
    spot = tj.holdem.Spot(
        board="AsKd8h5c2s", pot=100, stack=bet, oop="AcAh,AdAh,AcAd,QcJd,QdJc,QhJc,QcJh,QdJh,QhJd", ip="KhKc,KhKs,KcKs",
        bets={"oop": "allin", "ip": ""}, raises="",
    )  # fmt: skip
    solution = spot.solve(until="0.01%", threads=1)
    alpha = bet / (100 + bet)
    table = solution.strategy("")
    bluffs = sum(table[h][table.columns[1]] for h in ("QcJd", "QdJc", "QhJc", "QcJh", "QdJh", "QhJd"))
    assert bluffs == pytest.approx(3 * alpha, abs=0.03)
    assert solution.strategy("allin").means["call"] == pytest.approx(1 - alpha, abs=0.01)
    assert solution.values[0] == pytest.approx((100 + (1 - alpha) * bet) / 3, abs=0.1)


@pytest.mark.parametrize("board", ["Ks7h2dJc5s", "Ks7h2dJc"])
def test_without_bets_the_value_is_the_equity(board):
    spot = tj.holdem.Spot(
        board=board, pot=60, stack=200, oop="22+,A2s+", ip="AKo,QJs,T9s:0.5,55", bets="", raises=""
    )
    solution = spot.solve(iterations=1, threads=1)
    assert solution.values[0] == pytest.approx(60 * solution.equity().mean, abs=1e-4)
    assert solution.exploitability == pytest.approx(0, abs=1e-4)
    raked = spot.replace(rake=(0.05, 2)).solve(iterations=1, threads=1)
    assert sum(raked.values) == pytest.approx(58, abs=1e-4)

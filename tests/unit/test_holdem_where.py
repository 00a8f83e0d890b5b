"""Where two solves differ: every decision of both trees gone through one by one is the oracle."""

from __future__ import annotations

import pytest

import tianji as tj
from tianji.errors import ParameterError
from tianji.holdem.answer.compare import aligned, mean_distance

TURN = {
    "board": "Ks7s2dJd", "pot": 60, "stack": 60, "oop": "QQ,AJs", "ip": "TT,AKs", "bets": "100%", "raises": "",
}  # fmt: skip


@pytest.fixture(scope="module")
def two():
    spot = tj.holdem.Spot(**TURN)
    return spot.solve(iterations=40), spot.solve(iterations=4)


def oracle(one, other, line=""):
    """(line, how often A comes there, distance) of every decision, card by card, without suits that are alike."""
    rows = tj.holdem.lines(one, line).rows
    for row in rows:
        if row.player != "card":
            apart = mean_distance(aligned(one.strategy(row.line), other.strategy(row.line), []))
            yield row.line, row.frequency, apart
            continue
        try:
            cards = one.cards(row.line).rows
        except ParameterError:  # all chips are in
            continue
        for card in cards:
            for name, frequency, apart in oracle(one, other, f"{row.line}, {card['card']}"):
                yield name, row.frequency * card["share"] * frequency, apart


def test_the_rows_are_those_of_the_whole_tree(two):
    found = tj.holdem.differences(*two, most=10_000)
    assert found.is_certain and found.left == 0 and not found.stopped
    every = {line: (f, d) for line, f, d in oracle(*two) if f * d > 1e-9}
    for row in found.rows:
        if row["line"] in every:
            frequency, apart = every[row["line"]]
            assert row["distance"] == pytest.approx(apart)
            assert row["frequency"] == pytest.approx(row["alike"] * frequency)
    total = sum(f * d for f, d in every.values())
    assert sum(row["frequency"] * row["distance"] for row in found.rows) == pytest.approx(total, rel=1e-6)
    products = [row["frequency"] * row["distance"] for row in found.rows]
    assert products == sorted(products, reverse=True)
    assert max(row["alike"] for row in found.rows) > 1  # hearts and clubs are alike here


def test_a_short_list_is_the_head_of_the_long_one_and_looks_at_less(two):
    long, short = (tj.holdem.differences(*two, most=most) for most in (10_000, 3))
    assert short.rows == long.rows[:3] and short.is_certain
    assert short.looked_at < long.looked_at


def test_other_trees_and_other_boards_are_told(two):
    wide = tj.holdem.Spot(**{**TURN, "bets": "50%,100%"}).solve(iterations=5)
    only = [row["line"] for row in tj.holdem.differences(wide, two[0], most=100).rows if row["only"]]
    assert "bet 30" in only
    other = tj.holdem.Spot(**{**TURN, "board": "Ks7s2dJh"}).solve(iterations=2)
    with pytest.raises(ParameterError, match="one board"):
        tj.holdem.differences(two[0], other)
    with pytest.raises(ParameterError, match="most=0"):
        tj.holdem.differences(*two, most=0)

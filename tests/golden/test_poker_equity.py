"""Exact equities against enumerations made elsewhere."""

from pathlib import Path

import numpy as np
import pytest

import tianji as tj
from tianji.errors import ParameterError
from tianji.poker.cards import hand_cards, parse_cards, parse_hand
from tianji.poker.equity import RunOutOrder, equities, matchup
from tianji.poker.ranges import Range

DATA = Path(__file__).parents[1] / "data" / "poker"


def test_hand_against_hand_before_the_flop():
    rows = [
        line.split(",")
        for line in (DATA / "hand_vs_hand_exact.csv").read_text().splitlines()
        if line[0] != "#"
    ]
    for first, second, *numbers in rows[:4]:
        assert list(matchup(parse_hand(first), parse_hand(second), [])) == [int(n) for n in numbers[:3]]
        assert tj.holdem.equity(first, second).first == pytest.approx(float(numbers[3]), abs=1e-9)


def test_ranges_agree_with_pairs_one_by_one():
    board = parse_cards("Qh7h2s3d")
    first, second = Range.parse("AhKh:0.5,JJ,T9s"), Range.parse("QQ,AKo:0.25,88")
    total = wins = 0.0
    for a in np.flatnonzero(first.weights):
        for b in np.flatnonzero(second.weights):
            cards = {*hand_cards()[a].tolist(), *hand_cards()[b].tolist(), *board}
            if len(cards) == 8:
                weight = first.weights[a] * second.weights[b]
                win, tie, lose = matchup(int(a), int(b), board)
                wins += weight * (win + tie / 2)
                total += weight * (win + tie + lose)
    found = tj.holdem.equity("AhKh:0.5,JJ,T9s", "QQ,AKo:0.25,88", "Qh7h2s3d")
    assert found.first == pytest.approx(wins / total, abs=1e-12)
    assert found.first + found.second == pytest.approx(1)


def test_equities_sum_over_the_whole_deck():
    beats, meets = equities(parse_cards("Qh7h2s3d9c"), np.ones(1326))
    assert beats @ np.ones(1326) == pytest.approx(0, abs=1e-6)  # every pair counts once for each side
    assert meets.max() == 990  # C(45, 2) hands against two known cards


@pytest.mark.parametrize(
    ("first", "second", "board", "word"),
    [("AhKh", "AhQd", "", "share"), ("AhKh", "QdQc", "AhKh2c", "no hand left"), ("AhKh", "Q", "", "column 1"),
     ("AhKh", "QdQc", "Kc", "0 or 3")],
)  # fmt: skip
def test_faults(first, second, board, word):
    with pytest.raises(ParameterError, match=word):
        tj.holdem.equity(first, second, board)


@pytest.mark.parametrize("board", ["Qh7h2s", "Qh7h2s3d", "Qh7h2s3d9c"])
def test_hands_sorted_once_give_every_range_its_equities(board):
    cards = parse_cards(board)
    hands = np.flatnonzero(Range.parse("22+,A2s+,KQo").without(cards).weights)
    order = RunOutOrder(cards, hands)
    for text in ("QQ,AKs:0.25,88", "22+,A2s+"):
        opponent = Range.parse(text).without(cards).weights
        for found, wanted in zip(order.equities(opponent[hands]), equities(cards, opponent), strict=True):
            assert found == pytest.approx(wanted[hands], abs=1e-9)

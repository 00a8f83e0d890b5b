"""Ranges: the texts that people write are read, or refused with the form that would be read."""

import numpy as np
import pytest

from tianji.errors import ParameterError
from tianji.poker.cards import hand_index, parse_cards
from tianji.poker.ranges import Range, best_hands, strength_order


@pytest.mark.parametrize(
    ("text", "same"),
    [("AA: 0.5", "AA:0.5"), ("AA : 50%, KK", "AA:0.5,KK"), ("AKs-ATs", "ATs+"), ("A5s-A2s:.5 , KQo", "A5s-A2s:0.5,KQo"),
     ("22+", "22+"), ("100%", "random"), ("[25]A2s,K2s[/25]", "A2s:0.25,K2s:0.25")],
)  # fmt: skip
def test_common_forms_are_read(text, same):
    assert str(Range.parse(text)) == same


def test_a_share_of_all_hands_is_the_best_classes():
    # 32o has the least equity of all hands before the flop, AA the most; counts over 2.1e12 deals (poker.preflop)
    assert strength_order()[0] == "AA" and strength_order()[-1] == "32o" and len(strength_order()) == 169
    top = Range.parse("15%")
    assert str(top) == "55+,A5s+,K9s+,QJs,A9o+,KJo+" and top.combos == 200  # 15 % of 1,326 are 198.9
    assert Range.parse("15%:0.5").combos == 100
    shares = [len(best_hands(p / 100)) for p in range(1, 101)]
    assert shares == sorted(shares) and all(abs(n - 13.26 * p) <= 6 for p, n in enumerate(shares, 1))


@pytest.mark.parametrize(
    ("text", "form"),
    [("AA 0.5", "such as AA:0.5"), ("AA@50", "AA:50%"), ("AKs=0.5", "AKs:0.5"), ("AA(0.5)", "AA:0.5"),
     ("AXs", "A2s+"), ("K*", "K2+"), ("top 15%", "such as 15%"), ("5%-10%", "such as 15%"), ("AA:50", "such as 50%"),
     ("AA:", "number from 0 to 1"), ("150%", "written 15%"), ("0%", "written 15%"), ("AA;KK", "A5s-A2s")],
)  # fmt: skip
def test_others_are_refused_with_the_right_form(text, form):
    with pytest.raises(ParameterError) as caught:
        Range.parse(text, "oop")
    assert form in str(caught.value) and "column" in str(caught.value)


def test_messages_quote_little():
    with pytest.raises(ParameterError) as caught:
        Range.parse("x" * 100_000)
    assert len(str(caught.value)) < 400


def test_weights_one_by_one_are_in_the_order_of_hands():
    """PioSOLVER writes ranges so: 1,326 numbers, of 2d2c, 2h2c, 2h2d, 2s2c, … (its command show_hand_order)."""
    whole = Range.parse("22+,A2s+,KQo:0.25")
    for mark in (" ", ", ", "\n"):
        assert np.array_equal(Range.parse(mark.join(f"{w:g}" for w in whole.weights)).weights, whole.weights)
    assert Range.parse("0.5 " + "0 " * 1325).weights[hand_index(*parse_cards("2d2c"))] == 0.5
    with pytest.raises(ParameterError, match="lists 1325 weights; expected 1,326"):
        Range.parse("1 " * 1325)
    with pytest.raises(ParameterError, match=r"reads weight '1\.5'"):
        Range.parse("1.5 " + "0 " * 1325)
    assert (
        Range.parse("22,33,44,55,66,77,88,99,32,42,52,62,72,82,92,43,53,63,73,83,93,54").combos
        == 8 * 6 + 14 * 16
    )

"""Ranges: the texts that people write are read, or refused with the form that would be read."""

import pytest

from tianji.errors import ParameterError
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

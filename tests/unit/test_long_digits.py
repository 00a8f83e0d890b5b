"""Two ways to read a digit take the square of their number: 50,000 of them took minutes in four readers."""

import pytest

from tianji.errors import TianjiError
from tianji.games import load
from tianji.games._efg_read import parse_tree
from tianji.matrix import NormalForm
from tianji.poker.ranges import Range

DIGITS = "9" * 50_000 + "Q"


@pytest.mark.parametrize(
    "read",
    [
        lambda: NormalForm(f"1 {DIGITS}; 2 3"),
        lambda: parse_tree(f'EFG 2 R "a" {{ "x" "y" }} {DIGITS}', "text"),
        lambda: load(f"nim(piles={DIGITS})"),
        lambda: Range.parse(f"AA-{DIGITS},{DIGITS}-99"),
    ],
)
def test_a_sentence_soon(read):
    with pytest.raises(TianjiError):
        read()

"""`checked`: what passes by its type alone, and what is still looked at every time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import pytest

from tianji.core.arguments import checked
from tianji.errors import ParameterError

S = TypeVar("S")


class Base:
    pass


class Derived(Base):
    pass


@checked
def take(
    thing: Base | None,
    number: float = 0.0,
    *,
    seed: int = 0,
    state: S | None = None,
    rows: Sequence[int] = (),
) -> object:
    return thing, number, seed, state, rows


@pytest.mark.parametrize("thing", [Base(), Derived(), None])
def test_a_class_that_has_passed_lets_no_other_pass(thing):
    for _ in range(2):  # the second time it is known by its type
        assert take(thing)[0] is thing
    with pytest.raises(ParameterError, match="thing='x'; expected a Base or None"):
        take("x")


def test_numbers_and_lists_are_looked_at_every_time():
    for number in (1.5, 2, np.float64(2.5)):
        assert take(None, number)[1] == number
    with pytest.raises(ParameterError, match="number=nan; expected a number"):
        take(None, float("nan"))
    with pytest.raises(ParameterError, match="number=True"):
        take(None, number=True)
    assert take(None, seed=10**20)[2] == 10**20
    with pytest.raises(ParameterError, match="seed=-1; expected a whole number of at least 0"):
        take(None, seed=-1)
    assert take(None, rows=[1, 2])[4] == [1, 2]
    with pytest.raises(ParameterError, match="rows="):
        take(None, rows=[1, "x"])


def test_what_is_left_open_takes_anything():
    assert take(None, state=object)[3] is object

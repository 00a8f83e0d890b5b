"""Hostile text for every reader: a value or one sentence that quotes little of it."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz import readers

AT_ONCE = 4  # inputs an example of hypothesis: readers are quick, and its own work is not
# commands whose valid inputs are files that are not there, or take minutes
NO_VALUE = (
    "tianji eval", "tianji convert", "tianji subgame", "tianji holdem hands", "tianji holdem buckets show",
    "tianji reproduce",
)  # fmt: skip
READERS = readers.readers()


@pytest.mark.parametrize("name", READERS)
def test_valid_examples_are_read(name):
    reader = READERS[name]
    said = [readers.judged(reader, text) for text in reader.examples]
    assert None in said or name.startswith(NO_VALUE), said


@pytest.mark.parametrize("name", READERS)
@given(rng=st.randoms(use_true_random=False))
def test_hostile_text_is_a_value_or_a_sentence(name, rng):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(1 if name.startswith("tianji ") else AT_ONCE):
            readers.try_one(READERS[name], rng)

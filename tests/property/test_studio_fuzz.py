"""No text of a game is a fault at the studio's desk; tests/fuzz/test_doors.py tries its routes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

from tianji.studio.clerk import answer

SEEDS = [
    "kuhn",
    "leduc(ranks=4)",
    "tic_tac_toe",
    "liars_dice(faces=3)",
    "(",
    "os:path",
    "../x",
    "a.efg",
    "\x00",
    "(0, 'b')",
]
TEXTS = st.one_of(
    st.sampled_from(SEEDS),
    st.text(max_size=60),
    st.builds("".join, st.lists(st.sampled_from([*SEEDS, "(", ")", "=", ",", "9" * 30]), max_size=6)),
)


@given(spec=TEXTS)
def test_no_text_of_a_game_is_a_fault_at_the_desk(spec):
    for question in (
        {"ask": "describe", "spec": spec},
        {"ask": "tree", "spec": spec, "at": [], "depth": 1},
        {"ask": "look", "spec": spec, "moves": [spec]},
    ):
        found = answer(json.dumps(question))
        assert "answer" in found or found["error"]["code"] != "Fault", (spec, found)

"""Any text that claims to be an .efg file is a game or a `TianjiError`; random games survive the file."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tianji.core.walk import histories
from tianji.errors import TianjiError
from tianji.games.efg import read_efg, write_efg
from tianji.games.random_game import RandomGame

TEXTS = [
    path.read_text(encoding="utf-8") for path in (Path(__file__).parent.parent / "data" / "efg").glob("*.efg")
]
TOKENS = [
    "EFG",
    "2",
    "R",
    "D",
    '""',
    '"A"',
    "{",
    "}",
    ",",
    "p",
    "c",
    "t",
    "0",
    "1",
    "-1",
    "1/2",
    "1/0",
    ".5",
    "1e400",
]
TOKENS += ["9" * 50, '"', "\\", "\n", "x", "é", "\0", "+", "/"]


def reads_or_explains(text):
    try:
        game = read_efg(text)
    except TianjiError as error:
        assert "\n" not in str(error)
        return
    assert sum(1 for _ in histories(game)) >= 1
    if "\\" not in text:  # which is written as a slash
        assert read_efg(write_efg(game)) == game


@given(st.text().map("EFG ".__add__))
def test_any_text(text):
    reads_or_explains(text)


@given(st.lists(st.sampled_from(TOKENS), max_size=30))
def test_tokens(tokens):
    reads_or_explains('EFG 2 R "" { "A" } ' + " ".join(tokens))
    reads_or_explains("EFG " + "".join(tokens))


@given(st.data())
def test_damaged_files(data):
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 12))
        text = text[:at] + data.draw(st.sampled_from([*TOKENS, ""])) + text[at + length :]
    reads_or_explains("EFG " + text.removeprefix("EFG"))


@given(
    st.builds(
        RandomGame,
        seed=st.integers(0, 10**6),
        depth=st.integers(1, 5),
        branching=st.integers(1, 3),
        chance=st.floats(0, 1),
        merge=st.floats(0, 1),
        players=st.integers(1, 3),
        zero_sum=st.booleans(),
    )
)
def test_random_games_survive(game):
    text = write_efg(game)
    again = read_efg(text)
    ours, theirs = list(histories(game)), list(histories(again))
    assert [(v.player, v.depth) for v in ours] == [(v.player, v.depth) for v in theirs]
    for left, right in zip(ours, theirs, strict=True):
        assert abs(left.chance_reach - right.chance_reach) < 1e-12
        if left.player == -2:
            assert tuple(game.utility(left.state)) == tuple(again.utility(right.state))

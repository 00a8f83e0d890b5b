"""One line of play of each game, kept as text: a change of rules, keys or order shows as a diff.

Made by `playthrough(load(spec), seed)` and read over by hand once. To renew after a wanted change:
`REWRITE_PLAYTHROUGHS=1 pytest tests/golden/test_games_playthroughs.py`, then read the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tianji.core.walk import playthrough
from tianji.games import load

FOLDER = Path(__file__).parent.parent / "data" / "playthroughs"
LINES = {
    "coin_toss": ("coin_toss(subgames=2)", 4),
    "goofspiel": ("goofspiel(cards=3,points_order=random)", 1),
    "inspection": ("inspection", 1),
    "kuhn": ("kuhn", 1),
    "kuhn3": ("kuhn(players=3)", 2),
    "leduc": ("leduc", 3),
    "liars_dice": ("liars_dice(dice=2,faces=3)", 0),
    "random_game": ("random_game(seed=12,depth=5)", 0),
    "tian_ji": ("tian_ji", 0),
}


@pytest.mark.parametrize("name", LINES)
def test_playthrough(name):
    spec, seed = LINES[name]
    text = playthrough(load(spec), seed) + "\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("REWRITE_PLAYTHROUGHS"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")

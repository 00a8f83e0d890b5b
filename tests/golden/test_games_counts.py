"""Sizes of games that others have counted.

Sources: OpenSpiel's `api_test.py` (Kuhn 4/24/30, Leduc 157/3,780/5,520, liar's dice 7/147,456/147,420), and
walks of OpenSpiel 2.0.2's trees, simultaneous games in their turn-based form.
"""

from __future__ import annotations

import pytest

from tianji.core.game import CHANCE, TERMINAL
from tianji.core.walk import histories, perft
from tianji.games import load

COUNTS = {  # spec: (histories, terminals, chance nodes, infosets by player)
    "kuhn": (58, 30, 4, (6, 6)),
    "kuhn(players=3)": (617, 312, 17, (16, 16, 16)),
    "leduc": (9_457, 5_520, 157, (468, 468)),
    "liars_dice(faces=2)": (127, 60, 3, (16, 16)),
    "liars_dice(faces=3)": (1_147, 567, 4, (96, 96)),
    "liars_dice": (294_883, 147_420, 7, (12_288, 12_288)),
    "goofspiel": (1_077, 576, 0, (81, 81)),
    "goofspiel(cards=5)": (26_931, 14_400, 0, (1_062, 1_062)),
    "goofspiel(points_order=random)": (26_773, 13_824, 1_793, (1_804, 1_804)),
    "coin_toss": (13, 8, 1, (2, 1)),  # by hand from figure 1 of Brown & Sandholm (2017)
    "coin_toss(subgames=2)": (19, 10, 3, (2, 2)),  # by hand from figure 4
    "tian_ji": (43, 36, 0, (1, 1)),
}


@pytest.mark.parametrize("spec", COUNTS)
def test_counts(spec):
    game = load(spec)
    total = terminals = chance_nodes = 0
    infosets: list[set[object]] = [set() for _ in range(game.players)]
    for visit in histories(game):
        total += 1
        terminals += visit.player == TERMINAL
        chance_nodes += visit.player == CHANCE
        if visit.player >= 0:
            infosets[visit.player].add(game.information(visit.state, visit.player))
    assert (total, terminals, chance_nodes, tuple(map(len, infosets))) == COUNTS[spec]


def test_perft_by_depth():
    # deal, deal, then: check or raise; their answers; ... and the public card after a closed round
    assert perft(load("leduc"))[:5] == [1, 6, 30, 60, 150]
    assert perft(load("leduc"), max_depth=2) == [1, 6, 30]

"""Nested solving is as safe as its margins: what the opponent gains by going off the tree is bounded by them."""

from __future__ import annotations

import pytest

from tianji.holdem.abstraction.work import Work
from tianji.holdem.nested.seat import NESTINGS, NEVER
from tianji.holdem.nested.table import NestedTable, small_game
from tianji.holdem.rounds.column import Settings
from tianji.holdem.rounds.game import RoundGame

GAMES = {
    "two on the flop": RoundGame(ranks=8, suits=1, bets=("50%,75%",) * 2, most_bets=(0, 3)),
    "one before it": RoundGame(ranks=4, suits=2, bets=("50%,75%,100%",) * 2, most_bets=(1, 1)),
}
ROWS = [
    name for name in NESTINGS if not name.startswith(("unsafe", "reach"))
]  # gifts may be spent, odds be wrong


@pytest.mark.parametrize("iterations", (3, 300))
@pytest.mark.parametrize("game", list(GAMES))
def test_what_the_opponent_gains_off_the_tree(game, iterations):
    """CBV(I) ≤ CBV~(I) − min margin after one off-tree bet; with several on a way, as often as they can be made.

    Margins are alt − CBV: with alternatives CBV~, the best on the tree, an off-tree bet at I is worth at most
    CBV~(I) − margin, and I itself the larger of both. So a best response with the larger menu gains at most
    −min margin a bet over one on the tree (Brown & Sandholm 2017, section 7). Holds for every solve, good or bad.
    """
    big = GAMES[game]
    settings, work = Settings(200, iterations), Work(threads=1)
    table = NestedTable(big, small_game(big), settings, None, work, ROWS, storage="float64")
    table.run()
    for (name, seat), row in table.rows.items():
        nest = table.nests[seat]
        odds = nest.trunk.odds(table.blueprint, {})
        leaves = table._on_tree(nest, {}, nest.trunk.line_reach(odds)[seat])
        leaves[nest.off_lines] = NEVER
        on_tree = nest.trunk.response(odds, leaves)
        allowed = nest.most_off * max(0.0, -row.margin)
        assert on_tree - 1e-6 <= row.response <= on_tree + allowed + 1e-6, (name, seat)

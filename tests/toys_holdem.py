"""Hand-made players of hold'em with rows, for tests: they look at the strength of a hand now, and no further."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tianji.holdem.player.belief import live
from tianji.holdem.spot.boards import strength
from tianji.poker.cards import hand_cards, hand_index


@lru_cache(maxsize=256)
def quantiles(board):
    """`[1326]`: the share of hands that a hand beats on a board now, 0 where it meets the board."""
    free = live(tuple(board))
    if len(board) < 3:
        cards = hand_cards() // 4
        score = cards.max(axis=1) * 1.0 + cards.min(axis=1) / 13 + 8.0 * (cards[:, 0] == cards[:, 1])
    else:
        score = strength(list(board)).astype(float)
    order = np.searchsorted(np.sort(score[free]), score, "left") / free.sum()
    return np.where(free, order, 0.0)


@dataclass
class Toy:
    """Bets `size` pots with its best hands, calls with the better half, else checks or folds; `noise` of all else.

    most: bets and raises a street.
    """

    name: str = "toy"
    size: float = 1.0
    bets: float = 0.8
    calls: float = 0.5
    noise: float = 0.05
    most: int = 100

    def rows(self, state):
        legal, free = state.legal(), live(state.board)
        q = quantiles(state.board)
        names = ["f"] * legal.fold + ["c"]
        best = {"f": q < self.calls} if legal.fold else {}
        if legal.least is not None and state.raises < self.most:
            total = state.level + round(self.size * (state.pot + legal.call))
            names.append(f"r{min(max(total, legal.least), legal.most)}")
            best[names[-1]] = q >= self.bets
        found = {n: np.full(1326, self.noise / len(names)) for n in names}
        for n, chosen in best.items():
            found[n] = found[n] + (1 - self.noise) * chosen
        found["c"] = found["c"] + (1 - self.noise) * ~np.logical_or.reduce(
            [*best.values(), np.zeros(1326, bool)]
        )
        return {n: row * free for n, row in found.items()}

    def act(self, told, rng):
        rows = self.rows(told.state)
        hand = hand_index(*told.state.hole[told.seat])
        return rng.choices(list(rows), [row[hand] for row in rows.values()])[0]

"""Two strategies of one betting tree, every action counted: against a walk in Python, and against itself."""

from __future__ import annotations

import numpy as np
import pytest

from tianji.holdem.blueprint.dealing import make_dealer, short
from tianji.holdem.blueprint.store import shipped
from tianji.holdem.blueprint.values import betting_of
from tianji.kernels.poker.deals import draw, mixed
from tianji.kernels.poker.external import duel, frames
from tianji.poker.rules import BOARD_CARDS


@pytest.fixture(scope="module")
def table():
    """The shipped blueprint, deals on one board, and two strategies: its own, and one of fewer steps."""
    known = shipped()
    board = np.array([[0, 17, 30, 43, 9]], dtype=np.uint8)
    rows = [known.bucket_row(tuple(board[0, :size].tolist())) for size in BOARD_CARDS[1:]]
    dealer = make_dealer(
        known.buckets.ranks, 5, known.buckets.of(0)[0], [short(row[None]) for row in rows], board,
        np.zeros((1, 3), dtype=np.int32),
    )  # fmt: skip
    tree, counts = known.tree, known.counts
    own = (known.steps() / 15).astype(np.float32)
    even = np.concatenate(
        [np.full(counts[s] * int(a), 1 / a) for s, a in zip(tree.street, tree.actions, strict=True)]
    ).astype(np.float32)
    return known, dealer, betting_of(tree, counts), own, even


def plainly(tree, offsets, tables, buckets, sign, node=0):
    """What seat 0 gets, by the tree's own links."""
    if node < 0:
        chips, who = ~node >> 2, ~node & 3
        return sign * chips if who == 2 else -chips if who == 0 else chips
    who, size = int(tree.player[node]), int(tree.actions[node])
    row = int(offsets[node]) + buckets[2 * int(tree.street[node]) + who] * size
    links = tree.child[int(tree.first[node]) :][:size]
    return sum(
        float(tables[who][row + a]) * plainly(tree, offsets, tables, buckets, sign, int(link))
        for a, link in enumerate(links)
        if tables[who][row + a]
    )


def test_a_deal_is_worth_what_its_lines_are(table):
    known, dealer, betting, own, even = table
    work, sums = frames(), np.zeros(2)
    duel(betting, dealer, own, even, np.uint64(7), 3, 1, work, sums)
    state = np.uint64(
        mixed(np.uint64(7) ^ np.uint64(mixed(np.uint64(3))))
    )  # compiled, it answers with a plain int
    _, sign = draw(dealer, state, work)
    buckets = work.buckets[:8].tolist()
    given = known.tree, known.tree.offsets(known.counts)
    won = plainly(*given, (own, even), buckets, sign) - plainly(*given, (even, own), buckets, sign)
    assert sums[0] == pytest.approx(won / 2, rel=1e-5) and sums[1] == pytest.approx(sums[0] ** 2)


def test_nobody_wins_from_himself_and_the_trained_one_from_dice(table):
    _, dealer, betting, own, even = table
    sums = np.zeros((2, 2))
    duel(betting, dealer, own, own, np.uint64(1), 0, 50, frames(), sums[0])
    assert not sums[0].any()
    duel(betting, dealer, own, even, np.uint64(1), 0, 20_000, frames(), sums[1])
    mean = sums[1, 0] / 20_000
    assert mean > 4 * ((sums[1, 1] / 20_000 - mean**2) / 20_000) ** 0.5

"""Hand ranks: published counts over all hands, and random hands ranked by other evaluators."""

from pathlib import Path

import numpy as np
import pytest

from tianji.kernels.poker.ranks import count_classes, rank_hands
from tianji.poker.cards import hand_cards
from tianji.poker.isomorphism import canonical
from tianji.poker.isomorphism import count_classes as count_isomorphic
from tianji.poker.ranks import CATEGORIES, KEYS, category, rank, rank_few, tables

DATA = Path(__file__).parents[1] / "data" / "poker"
# Five cards: any book on poker. Seven cards: Cover & others; straight flush first, high card last.
FIVE = [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]
SEVEN = [41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460]
LAST = np.cumsum([10, 156, 156, 1277, 10, 858, 858, 2860, 1277])


@pytest.mark.parametrize(("n", "expected", "classes"), [(5, FIVE, 7462), (7, SEVEN, 4824)])
def test_category_counts_over_all_hands(n, expected, classes):
    counts = np.zeros(7463, dtype=np.int64)
    count_classes(n, *tables(n), counts)
    assert np.add.reduceat(counts[1:], np.r_[0, LAST[:-1]]).tolist() == expected
    assert (counts[1:] > 0).sum() == classes
    assert counts[0] == 0


@pytest.mark.parametrize("n", [5, 6, 7])
def test_random_hands_as_phevaluator_ranks_them(n):
    rows = [
        line.split(",")
        for line in (DATA / f"hand_rank_{n}card.csv").read_text().splitlines()
        if line[0] != "#"
    ]
    assert len(rows) >= 100
    for cards, rank_class, name in rows:
        assert (rank(cards), category(int(rank_class))) == (int(rank_class), name)


@pytest.mark.parametrize("n", [5, 6, 7])
def test_hands_ranked_without_tables_as_with_them(n):
    rng = np.random.default_rng(n)
    drawn = np.argsort(rng.random((20_000, 52)), axis=1)[:, :n]
    suited = 4 * np.argsort(rng.random((4000, 13)), axis=1)[:, :n] + rng.integers(0, 4, (4000, 1))
    suited[:, 5:] = np.where(rng.random((4000, 1)) < 0.5, suited[:, 5:], suited[:, 5:] ^ 1)
    hands = np.vstack([drawn, suited]).astype(np.uint8)
    found = rank(hands)
    assert rank_few(hands).tolist() == found.tolist()
    kinds = {category(int(x)) for x in np.unique(found)}
    assert kinds == set(CATEGORIES), "hands of every category were drawn"


def test_ends_of_every_category():
    samples = {1: "AsKsQsJsTs", 11: "AsAhAdAcKd", 167: "AsAhAdKcKd", 323: "AsKsQsJs9s", 1600: "AsKdQsJsTs"}
    for rank_class, cards in samples.items():
        assert rank(cards) == rank_class
    assert [category(int(k)) for k in LAST] == list(CATEGORIES)
    assert rank("5s4d3h2cAd") == 1609  # the wheel is the lowest straight


def test_keys_tell_rank_multisets_apart():
    from tianji.poker.ranks import _multisets

    for n, count in ((5, 6175), (6, 18395), (7, 49205)):
        sums = _multisets(n) @ np.array(KEYS)
        assert len(set(sums.tolist())) == len(sums) == count


@pytest.mark.interop
@pytest.mark.parametrize("n", [5, 6, 7])
def test_agrees_with_other_evaluators(n):
    eval7 = pytest.importorskip("eval7", reason="eval7 is a test oracle: pip install 'tianji[test]'")
    phevaluator = pytest.importorskip(
        "phevaluator", reason="phevaluator is a test oracle: pip install 'tianji[test]'"
    )
    rng = np.random.default_rng(n)
    hands = np.argsort(rng.random((2000, 52)), axis=1)[:, :n].astype(np.uint8)
    out = np.empty(len(hands), dtype=np.uint16)
    rank_hands(hands, *tables(n), out)
    assert out.tolist() == [phevaluator.evaluate_cards(*(int(c) for c in h)) for h in hands]
    deck = [eval7.Card("23456789TJQKA"[c >> 2] + "cdhs"[c & 3]) for c in range(52)]
    theirs = np.array([eval7.evaluate([deck[c] for c in h]) for h in hands])
    order = np.argsort(theirs)
    assert (np.diff(out[order].astype(int)) <= 0).all()


def test_isomorphism_counts():
    # Waugh (2013), "A fast and optimal hand isomorphism algorithm"; boards alone by Burnside.
    assert [count_isomorphic(2), count_isomorphic(2, 3), count_isomorphic(2, 3, 1)] == [
        169,
        1286792,
        55190538,
    ]
    assert count_isomorphic(2, 3, 1, 1) == 2428287420
    assert [count_isomorphic(3), count_isomorphic(3, 1), count_isomorphic(3, 1, 1)] == [1755, 63193, 2554656]
    assert [count_isomorphic(2, 4), count_isomorphic(2, 5)] == [13960050, 123156254]


def test_canonical_hands_and_flops():
    assert len({canonical(h.tolist()) for h in hand_cards()}) == 169
    flops = {
        canonical([a, b, c]) for a in range(52) for b in range(a) for c in range(b) if (a + b + c) % 7 == 0
    }
    assert len(flops) <= 1755

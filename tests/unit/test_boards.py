"""Canonical boards: their number, their weights, and that every board and hand finds its own."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from tianji.errors import ParameterError
from tianji.poker.boards import boards, canonical_boards, deals, hand_maps, read_deck, symmetry_group
from tianji.poker.cards import hand_cards
from tianji.poker.isomorphism import RENAMINGS, count_classes, rename, symmetries

DECKS = {52: 13, 28: 7, 20: 5}


@pytest.mark.parametrize(("size", "count"), [(3, 1755), (4, 16432), (5, 134459)])
def test_numbers_of_boards(size, count):
    # Burnside's lemma, as `count_classes` recomputes it
    found = boards(size)
    assert len(found) == count == count_classes(size)
    assert found.weights.sum() == comb(52, size)
    assert (np.diff(found.keys.astype(np.int64)) > 0).all() and (np.diff(found.cards.astype(int)) > 0).all()


@pytest.mark.parametrize("deck", [20, 28])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_short_decks_by_counting_every_board(deck, size):
    found = boards(size, deck)
    raw = np.array(list(combinations(range(52 - deck, 52), size)))
    numbers, renamings = found.find(raw)
    assert np.array_equal(np.bincount(numbers, minlength=len(found)), found.weights)
    renamed = (raw & ~3) | np.array(RENAMINGS)[renamings[:, None], raw & 3]
    assert np.array_equal(np.sort(renamed, axis=1), found.cards[numbers])


def test_every_renaming_of_a_board_is_the_same_board():
    rng = np.random.default_rng(3)
    for size in (3, 4, 5):
        raw = np.array([rng.choice(52, size, replace=False) for _ in range(200)])
        keys = [canonical_boards((raw & ~3) | np.array(r)[raw & 3])[0] for r in RENAMINGS]
        assert all(np.array_equal(keys[0], other) for other in keys)
        assert (boards(size).find(boards(size).cards)[1] == 0).all()  # canonical ones keep their names


def test_symmetries_are_those_of_the_board():
    for size, step in ((3, 1), (4, 37), (5, 997)):
        found = boards(size)
        for b in range(0, len(found), step):
            assert symmetry_group(found.kinds[b]) == symmetries(found.cards[b].tolist(), [])


def test_classes_of_hands_on_flops():
    flops = boards(3)
    classes = flops.hand_classes()
    assert len(classes) == 1_286_792 == count_classes(2, 3)
    assert classes.weights.sum() == 22_100 * comb(49, 2)
    assert np.array_equal(classes.of >= 0, flops.live())
    assert np.array_equal(classes.of[classes.board, classes.hand], np.arange(len(classes)))
    for b in range(0, len(flops), 13):  # the group maps each class onto itself, and joins all of it
        group = [RENAMINGS.index(r) for r in symmetry_group(flops.kinds[b])]
        images = classes.of[b][hand_maps()[group]]
        assert (images == classes.of[b]).all()
        live = np.flatnonzero(flops.live()[b])
        orbits = {frozenset(hand_maps()[group, h].tolist()) for h in live}
        assert len(orbits) == len(set(classes.of[b, live].tolist()))


def test_turns_after_a_flop_in_order():
    flops, turns = boards(3), deals(boards(3))
    assert len(turns) == 63_193 == count_classes(3, 1)
    assert turns.weights.sum() == 22_100 * 49 and (turns.alike >= 1).all()
    assert np.array_equal(np.bincount(turns.before, turns.alike), np.full(1755, 49))
    to_turn = np.bincount(turns.after, turns.weights)  # each turn board comes about in four orders
    assert np.array_equal(to_turn, 4 * boards(4).weights)
    for d in range(0, len(turns), 1009):
        cards = [*flops.cards[turns.before[d]].tolist(), int(turns.card[d])]
        renamed = sorted(rename(c, RENAMINGS[turns.renaming[d]]) for c in cards)
        assert renamed == boards(4).cards[turns.after[d]].tolist()


@pytest.mark.parametrize("deck", DECKS)
def test_hands_of_a_short_deck(deck):
    flops = boards(3, deck)
    assert flops.ranks == read_deck(deck) and len(flops.ranks) == DECKS[deck]
    live = flops.live()
    assert (live.sum(axis=1) == comb(deck - 3, 2)).all()
    assert (hand_cards()[live[0]] >= 52 - deck).all()
    assert flops.hand_classes().weights.sum() == comb(deck, 3) * comb(deck - 3, 2)


@pytest.mark.parametrize(
    "deck", [0, 13, 56, -4, 8, True, "", "AA", "TJX", [12, 13], None, 52.0, "x" * 10_000]
)
def test_decks_that_are_none_are_refused(deck):
    with pytest.raises(ParameterError, match="deck=") as caught:
        read_deck(deck)
    assert len(str(caught.value)) < 400


def test_boards_that_are_none_are_refused():
    flops = boards(3, 20)
    for bad in ([0, 1, 2], [51, 51, 50], [51, 50, 52], [51, 50, -1]):
        with pytest.raises(ParameterError, match="TJQKA"):
            flops.find(np.array(bad))
    for bad in ([51, 50], 51, [51.0, 50.0, 49.0]):
        with pytest.raises(ParameterError, match="expected 3 cards"):
            flops.find(np.array(bad))
    for size in (6, -1, 2.0, True):
        with pytest.raises(ParameterError, match="expected 0 to 5"):
            boards(size)
    with pytest.raises(ParameterError, match="one more"):
        deals(boards(5, 20))

"""Features of hands: equities against brute force and `equity`, quantiles by definition, bits equal by suit."""

from itertools import combinations

import numpy as np
import pytest

from tianji.errors import ParameterError
from tianji.holdem.abstraction.features import QUANTILES, Features, opponent_groups, read_street
from tianji.poker.boards import boards, read_deck
from tianji.poker.cards import hand_cards
from tianji.poker.equity import equities
from tianji.poker.ranks import rank

FULL = tuple(range(13))


def random_groups(ranks, count, seed):
    """Groups 0…count − 1 at random for the hands of the deck."""
    rng = np.random.default_rng(seed)
    in_deck = np.isin(hand_cards() >> 2, ranks).all(axis=1)
    return np.where(in_deck, rng.integers(0, count, 1326), -1).astype(np.int8)


def by_hand(board, groups, hand):
    """Wins + ties / 2 over meetings, against any hand and each group, on a board on which the game ends."""
    held = [h for h in np.flatnonzero(groups >= 0) if not set(hand_cards()[h]) & set(board)]
    ranks = dict(zip(held, rank(np.array([[*board, *hand_cards()[h]] for h in held])), strict=True))
    score = np.zeros((2, groups.max() + 2))
    for other in held:
        if not set(hand_cards()[other]) & set(hand_cards()[hand]):
            won = 1.0 if ranks[hand] < ranks[other] else 0.5 if ranks[hand] == ranks[other] else 0.0
            for lane in (0, 1 + groups[other]):
                score[:, lane] += won, 1
    return score


@pytest.mark.parametrize("size", [3, 4, 5])
def test_equity_equals_the_equity_of_the_full_game(size):
    """All 1,326 hands on random boards, with none, one and two cards to come."""
    rng = np.random.default_rng(size)
    features = Features(5, FULL, random_groups(FULL, 8, 1))
    for _ in range({3: 1, 4: 4, 5: 20}[size]):
        board = np.sort(rng.choice(52, size, replace=False))
        found = features.of(size, board[None].astype(np.uint8))[0, :, 0]
        live = ~np.isin(hand_cards(), board).any(axis=1)
        beats, meets = equities(board.tolist(), live.astype(np.float64))
        assert np.array_equal(np.isnan(found), ~live)
        assert np.abs(found[live] - (0.5 + 0.5 * beats[live] / meets[live])).max() < 1e-6


@pytest.mark.parametrize(("last", "deck"), [(3, 52), (4, 52), (3, 20), (4, 20), (5, 20), (3, 28), (5, 28)])
def test_the_end_by_brute_force(last, deck):
    rng = np.random.default_rng(deck + last)
    ranks = read_deck(deck)
    groups = random_groups(ranks, 4, 7)
    board = rng.choice(np.arange(52 - deck, 52), last, replace=False)
    found = Features(last, ranks, groups).of(last, board[None].astype(np.uint8))[0]
    live = np.flatnonzero((groups >= 0) & ~np.isin(hand_cards(), board).any(axis=1))
    assert np.array_equal(np.flatnonzero(~np.isnan(found[:, 0])), live)
    for hand in rng.choice(live, 12, replace=False):
        score = by_hand(board, groups, hand)
        expected = np.where(score[1] > 0, score[0] / np.maximum(score[1], 1), score[0, 0] / score[1, 0])
        assert found[hand] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("last", "street"), [(4, 3), (5, 4), (5, 3)])
def test_quantiles_by_their_definition(last, street):
    """On a deck of 20 cards: the m quantiles of equal mass over the cards to come, and mean equities."""
    ranks, rng = read_deck(20), np.random.default_rng(4)
    groups = random_groups(ranks, 3, 2)
    board = rng.choice(np.arange(32, 52), street, replace=False)
    found = Features(last, ranks, groups).of(street, board[None].astype(np.uint8))[0]
    m = QUANTILES[last - street]
    for hand in rng.choice(np.flatnonzero(~np.isnan(found[:, 0])), 2, replace=False):
        left = [c for c in range(32, 52) if c not in board and c not in hand_cards()[hand]]
        scores = {
            cards: by_hand(np.array([*board, *cards]), groups, hand)
            for cards in combinations(left, last - street)
        }
        total = sum(scores.values())
        assert found[hand, :4] == pytest.approx(total[0] / total[1], abs=1e-6)
        ends = np.sort([s[0, 0] / s[1, 0] for s in scores.values()])
        at = ((2 * np.arange(m) + 1) * len(ends)) // (2 * m)
        # with two cards to come equities are kept to 1/1024
        assert found[hand, 4 : 4 + m] == pytest.approx(ends[at], abs=1e-6 if last - street == 1 else 6e-4)
        if last - street == 2:
            by_card = {c: sum(s for cards, s in scores.items() if c in cards) for c in left}
            means = np.sort([s[0, 0] / s[1, 0] for s in by_card.values()])
            at = ((2 * np.arange(m) + 1) * len(means)) // (2 * m)
            assert found[hand, 4 + m :] == pytest.approx(means[at], abs=1e-6)


@pytest.mark.parametrize(
    ("last", "street", "deck"), [(3, 3, 52), (4, 4, 28), (4, 3, 20), (5, 4, 20), (5, 3, 20)]
)
def test_hands_equal_by_suit_have_the_same_bits(last, street, deck):
    """On every board with a symmetry of its own."""
    found = boards(street, deck)
    rows = np.flatnonzero(found.kinds > 0)
    classes = found.hand_classes()
    features = Features(last, found.ranks, opponent_groups(last, found.ranks)).of(street, found.cards[rows])
    of = classes.of[rows]
    first = features[
        np.searchsorted(rows, classes.board[of]), classes.hand[of]
    ]  # the least hand of each class
    assert len(rows) > 10 and np.array_equal(features[of >= 0], first[of >= 0])


def test_groups_of_opponents():
    groups = opponent_groups(3, FULL)
    names = {
        hand: groups[h] for h, hand in [(1325, "AA"), (0, "22"), (hand("7c2d"), "72o"), (hand("AcKc"), "AKs")]
    }
    assert set(groups.tolist()) == set(range(8))  # all 169 classes, none left over
    assert names["AA"] == 7 and names["72o"] == 0 and names["AKs"] > names["72o"]
    assert np.array_equal(groups < 0, np.zeros(1326, bool))
    short = opponent_groups(3, read_deck(20))
    assert (short >= 0).sum() == 190 and short.max() == 7
    classes = boards(0, 20).hand_classes()
    assert np.array_equal(short[short >= 0], short[classes.hand][classes.of[0]][short >= 0])


def hand(text):
    from tianji.poker.cards import parse_hand

    return parse_hand(text)


@pytest.mark.parametrize("street", ["preflop", "x" * 1000, 2, 6, None, True, 3.5])
def test_streets_that_are_none_are_refused(street):
    with pytest.raises(ParameterError, match="flop or turn") as caught:
        read_street(street, 4)
    assert len(str(caught.value)) < 300

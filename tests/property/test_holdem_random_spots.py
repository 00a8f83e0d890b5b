"""Promises of the vector form on random spots: values, best responses and sums against plain NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

import tianji as tj
from tianji.holdem.answer.view import root_view
from tianji.kernels.poker.lanes import CHUNK, HALF, TILE, TOTAL, WHOLE, add_up, collect, finish, spread, sweep
from tianji.poker.cards import NUM_HANDS, hand_cards, show_cards

decks = st.permutations(range(52))


@st.composite
def spots(draw, board_size=5):
    deck = draw(decks)
    board = list(deck[:board_size])
    free = [h for h in range(NUM_HANDS) if not np.isin(hand_cards()[h], board).any()]
    ranges = []
    for _ in (0, 1):
        hands = draw(st.lists(st.sampled_from(free), min_size=2, max_size=9, unique=True))
        weights = np.zeros(NUM_HANDS)
        weights[hands] = [draw(st.sampled_from([0.25, 0.5, 1.0])) for _ in hands]
        ranges.append(weights)
    pot, stack = draw(st.integers(2, 500)), draw(st.integers(1, 2000))
    bets, raises = (
        draw(st.sampled_from(["50%", "33%,150%", "allin", "75%,allin"])),
        draw(st.sampled_from(["", "60%,allin"])),
    )
    rake = draw(st.sampled_from([(0.0, 0.0), (0.05, 3.0)]))
    return {
        "board": show_cards(board), "pot": pot, "stack": stack, "oop": ranges[0], "ip": ranges[1],
        "bets": bets, "raises": raises, "rake": rake, "max_raises": 3,
    }  # fmt: skip


def can_meet(fields):
    pairs = [np.flatnonzero(fields[side]) for side in ("oop", "ip")]
    return any(
        len({*hand_cards()[a].tolist(), *hand_cards()[b].tolist()}) == 4 for a in pairs[0] for b in pairs[1]
    )


@given(spots())
def test_values_and_best_responses(fields):
    if not can_meet(fields):
        return
    spot = tj.holdem.Spot(**fields)
    solution = spot.solve(iterations=20, threads=1)
    pot = fields["pot"]
    values, best = solution.backend.evaluate()
    assert best[0] >= values[0] - 1e-4 * pot and best[1] >= values[1] - 1e-4 * pot
    if fields["rake"][0] == 0:
        assert sum(values) == pytest.approx(0, abs=1e-4 * pot)
    view = root_view(solution.backend)
    for p in (0, 1):  # the same values by matrices instead of sweeps
        by_hand = view.slot_values(p)[0]
        exact = float(solution.backend.ranges[p] @ by_hand) / solution.backend.norm
        assert values[p] == pytest.approx(exact, abs=2e-5 * (pot + 2 * fields["stack"]))


@given(decks, st.integers(1, 60), st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_sweep_against_brute_force(deck, mine, his, seed):
    """beats and meets by the sweep and by comparing every pair."""
    rng = np.random.default_rng(seed)
    hands = [rng.choice(NUM_HANDS, size=n, replace=False) for n in (mine, his)]
    power = rng.integers(0, 12, NUM_HANDS)
    hands = [h[np.argsort(power[h], kind="stable")] for h in hands]
    from tianji.holdem.spot.boards import merge_groups

    groups = merge_groups(power[hands[0]], power[hands[1]])
    cards = [hand_cards()[h] for h in hands]
    reach = rng.random((his, CHUNK)).astype(np.float32)
    place = {int(h): k for k, h in enumerate(hands[1])}
    same = np.array([place.get(int(h), -1) for h in hands[0]])
    clash = (cards[0][:, None, :, None] == cards[1][None, :, None, :]).any(axis=(2, 3))
    sign = np.where(clash, 0, np.sign(power[hands[0]][:, None] - power[hands[1]][None]))
    sums = np.zeros((TOTAL + 1, CHUNK), dtype=np.float32)
    beats, meets = (np.zeros((mine, CHUNK), dtype=np.float32) for _ in range(2))
    for tiles in (WHOLE, HALF):
        used = TILE * len(tiles)
        beats[:], meets[:] = -1, -1
        sweep(groups, cards[0], cards[1], reach, 0, sums, beats, tiles)
        finish(cards[0], same, reach, sums, True, True, beats, meets, tiles)
        assert np.allclose(beats[:, :used], (sign @ reach)[:, :used], atol=1e-4)
        assert np.allclose(meets[:, :used], ((~clash) @ reach)[:, :used], atol=1e-4)
        assert (beats[:, used:] == -1).all() and (meets[:, used:] == -1).all()
        add_up(cards[1], reach, sums, tiles)
        assert np.allclose(sums[TOTAL, :used], reach.sum(axis=0)[:used], atol=1e-4)


@njit
def _there_and_back(plan, width, slots, first, out, lane, tile):
    for k in range(0, width, TILE):
        spread(plan, width, slots, first, k, out, k, lane)
    for k in range(0, width, TILE):
        collect(out, k, lane, tile, width, k)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_columns_there_and_back(kind):
    """spread and collect against NumPy's transposition, other columns untouched."""
    rng = np.random.default_rng(3)
    width, first, lane = 24, 5, 16
    plan = rng.random((12, width)).astype(kind)
    slots = rng.integers(0, 12, first + TILE).astype(np.uint64)
    out, tile = np.full((width, CHUNK), -1, dtype=kind), np.zeros((TILE, width), dtype=kind)
    _there_and_back(plan.ravel(), width, slots, first, out, lane, tile)
    wanted = plan[slots[first:].astype(int)]
    assert np.array_equal(out[:, lane : lane + TILE], wanted.T)
    assert np.all(np.delete(out, range(lane, lane + TILE), axis=1) == -1)
    assert np.array_equal(tile, wanted)

"""The flop on drawn run-outs: what is laid out, that values are those of the boards drawn, and the search with it."""

import random

import numpy as np
import pytest

from tianji.cfr.schedule import SCHEDULES
from tianji.errors import ParameterError
from tianji.holdem.player import flop
from tianji.holdem.player.agent import SearchAgent
from tianji.holdem.player.belief import live
from tianji.holdem.player.flop import buckets_of, draw_boards, flop_backend
from tianji.holdem.player.roots import FLOP, RIVER, TURN, SearchMenu
from tianji.holdem.spot.boards import strength
from tianji.holdem.spot.gate import Gate
from tianji.holdem.spot.spot import Spot
from tianji.kernels.constants import VALUE
from tianji.poker.cards import hand_cards, hand_index, parse_cards
from tianji.poker.hand import HandState
from toys_holdem import Toy

BOARD = parse_cards("Ks7h2d", "board")
SMALL = {
    FLOP: (SearchMenu("test", {"flop": "100%", "turn": "", "river": ""}, {"flop": "", "turn": "", "river": ""}, 0),),
    TURN: (SearchMenu("test", {"turn": "100%", "river": "100%"}, {"turn": "", "river": ""}, 0),),
    RIVER: (SearchMenu("test", {"river": "100%,allin"}, {"river": "allin"}, 1),),
}  # fmt: skip


def test_all_turns_and_drawn_rivers_that_count_for_all():
    free = live(tuple(BOARD)).astype(float)
    (first,), turns, rivers = draw_boards(list(BOARD), (free, free), 4, random.Random(1))
    assert first.below == (0, 49) and sorted(t.cards[3] for t in turns) == [
        c for c in range(52) if c not in BOARD
    ]
    for number, turn in enumerate(turns):
        lo, hi = turn.below
        assert sum(board.copies for board in rivers[lo:hi]) == 48
        assert all(board.above == number and board.cards[:4] == turn.cards for board in rivers[lo:hi])
        assert len({tuple(board.cards) for board in rivers[lo:hi]}) == 4
    assert len(rivers) == 196


def test_buckets_hold_hands_of_like_strength():
    for text in ("Ks7h2dJc5s", "Ks7h2d7c7s"):
        board = list(parse_cards(text, "board"))
        found, by_hand, free = buckets_of(board), strength(board), live(tuple(board))
        order = np.argsort(by_hand[free], kind="stable")
        assert (np.diff(found[free][order]) >= 0).all() and found.max() < flop.RIVER_BUCKETS
        ties = by_hand[free][order][1:] == by_hand[free][order][:-1]
        assert (np.diff(found[free][order])[ties] == 0).all()
    turn = buckets_of(list(parse_cards("Ks7s2dJc", "board")))
    pair = [hand_index(*parse_cards(text, "hand")) for text in ("9s8s", "9d8h")]
    assert (
        0 <= turn.min() <= turn.max() < flop.TURN_BUCKETS
        and turn[pair[0]] % 2 == 1
        and turn[pair[1]] % 2 == 0
    )


def test_values_are_those_of_the_boards_drawn():
    """Nobody can bet: what a hand is worth is its share of the pot over the pool, counted here one pair at a time."""
    spot = Spot(
        board="Ks7h2d", pot=100, stack=100, oop="QQ,AcKc:0.5,9s8s", ip="JJ,Ad7d,6h5h:0.25", bets="", raises=""
    )
    backend = flop_backend(spot, Gate("oop", 0.0, "unsafe").behind(spot), 1, rivers=2)
    found = backend.run(0, VALUE, np.zeros(6))
    mine, his = (backend.boards[0][0].combos[p] for p in (0, 1))
    cards, wanted = hand_cards().astype(int), np.zeros(len(mine))
    weights = spot.weights[1]
    his = [g for g in his if weights[g] > 0]
    for board in backend.boards[2]:
        ranks, gone = strength(board.cards), set(board.cards)
        for i, h in enumerate(mine):
            for g in his:
                used = [*cards[h], *cards[g]]
                if len(set(used)) == 4 and not gone & set(used):
                    share = np.sign(int(ranks[h]) - int(ranks[g])) * 50
                    wanted[i] += weights[g] * share * board.copies / 45 / 44
    assert np.allclose(found, wanted, atol=1e-4)


def test_it_learns_with_its_own_hands_only():
    spot = Spot(
        board="Ks7h2d", pot=100, stack=100, oop="AA,QJs,T9s,K7s", ip="KQs,88-66,54s", bets="100%", raises=""
    )
    backend = flop_backend(spot, Gate("oop", 0.0, "unsafe").behind(spot), 1, rivers=1)
    rows, gaps = SCHEDULES["lcfr"].rows(1, 101), []
    for lo, hi in ((0, 5), (5, 100)):
        assert backend.iterate(rows[lo:hi]) == hi - lo
        gaps.append(backend.figures().gap)
    assert 0 <= gaps[1] < 0.3 * gaps[0] and gaps[1] < 3
    sums = backend.rows(0, 0, 0, "average")
    assert np.isfinite(sums).all() and (sums >= 0).all()


@pytest.fixture
def player(monkeypatch):
    monkeypatch.setattr(flop, "RIVERS", 1)
    found = SearchAgent(Toy("calm", most=1), seconds=600.0, iterations=10, threads=1, since="flop")
    found._search.menus = SMALL
    return found


def test_a_flop_is_solved_and_the_turn_anew(player):
    state = HandState.start().play("r300c/").deal(BOARD)
    rows, track, source = player.look(state)
    assert source == "search" and set(rows) == {"c", "r900"}
    assert np.allclose(sum(rows.values())[live(state.board)], 1)
    strange = state.play("r737")
    _, track, source = player.look(strange)
    assert source == "search" and track.at.root.spot.given["add_lines"] == ["bet 437"]
    later = state.play("cc/").deal([*BOARD, *parse_cards("Jc", "board")][3:])
    _, track, source = player.look(later)
    assert source == "search" and track.at.solved.solution.gate.technique == "combined"
    mine = track.belief.reach[0]
    kept = player._search._came(state, 0).belief.reach[0] * rows["c"] * live(later.board)
    assert np.allclose(mine / mine.max(), kept / kept.max(), atol=1e-6)  # as the flop's solve left them
    assert player.counts["translated"] == 0 and player.counts["unsafe solves"] == 2


def test_a_raise_that_the_flop_does_not_know_is_solved_behind_a_gate(player):
    state = HandState.start().play("r300c/").deal(BOARD).play("r900")
    player.look(HandState.start().play("r300c/").deal(BOARD))
    rows, track, source = player.look(state.play("r2600"))
    assert source == "search" and player.counts["nested"] == 1
    assert track.at.solved.solution.gate.technique == "reach-maxmargin" and "c" in rows


def test_the_street_it_begins_on():
    base = Toy("calm", most=1)
    river = SearchAgent(base, seconds=600.0, iterations=5, threads=1, since="river")
    river._search.menus = SMALL
    turn = HandState.start().play("r300c/cc/").deal([*BOARD, *parse_cards("Jc", "board")])
    assert river.look(turn)[2] == "base"
    last = turn.play("cc/").deal(parse_cards("5s", "board"))
    assert river.look(last)[2] == "search" and river.counts["combined solves"] == 1
    with pytest.raises(ParameterError, match="since='preflop'; expected flop, turn, river"):
        SearchAgent(base, since="preflop")

"""Ranges along a hand: exact products, floors, and what happens to lines that nobody would play."""

import numpy as np
import pytest

from tianji.errors import ParameterError
from tianji.holdem.player.belief import OUR_FLOOR, HandBelief, likelihood, live, public
from tianji.poker.cards import hand_index
from tianji.poker.hand import HandState
from toys_holdem import Toy

FLOP = (0, 5, 22)


def ends(betting, board=()):
    return HandState.start().play(betting).deal(list(board))


def test_reach_is_the_product_of_the_players_own_probabilities():
    toy, state = Toy(), ends("r300c/r900c/", (*FLOP, 51))
    belief = HandBelief()
    for before, action in public(state).steps():
        belief = belief.after(before.player, toy.rows(before), action)
    start = HandState.start()
    flop = start.play("r300c/").deal(list(FLOP))
    small = toy.rows(start)["r300"]  # the button opened and called
    small = small * toy.rows(flop.act("r900"))["c"]
    big = toy.rows(start.act("r300"))["c"] * toy.rows(flop)["r900"]
    for seat, product in ((1, small), (0, big)):
        assert np.allclose(belief.reach[seat] * np.exp(belief.logs[seat]), product, rtol=1e-12, atol=0)
        assert belief.reach[seat].max() == 1.0


def test_a_long_line_does_not_underflow():
    belief = HandBelief()
    row = np.full(1326, 1e-3)
    row[7] = 2e-3
    for _ in range(300):
        belief = belief.after(1, {"c": row, "f": 1 - row}, "c")
    assert belief.reach[1][7] == 1.0  # 2^300 times as likely as any other
    assert belief.reach[1][8] == pytest.approx(2.0**-300, rel=1e-9)
    assert belief.logs[1] == pytest.approx(300 * np.log(2e-3))
    assert belief.range_of(1, (), 1e-6)[8] == 1e-6


def test_a_line_that_no_hand_plays_leaves_everything_possible_and_says_so():
    belief = HandBelief().after(0, {"c": np.ones(1326), "r300": np.zeros(1326)}, "r300")
    assert belief.reach[0].min() == 1.0
    assert "no hand would have played r300" in belief.notes[0]


def test_a_bet_the_rows_do_not_know_leaves_the_range_as_it_was():
    before = HandBelief().times(1, np.linspace(0, 1, 1326))
    after = before.after(1, {"f": np.zeros(1326), "c": np.ones(1326)}, "r777")
    assert after.reach[1] is before.reach[1] and not after.notes


def test_rows_that_are_no_numbers_leave_the_range_and_say_so():
    row = np.full(1326, np.nan)
    after = HandBelief().after(1, {"c": row}, "c")
    assert after.reach[1].min() == 1.0 and "no row of probabilities" in after.notes[0]
    assert likelihood({"r": np.ones(1326)}, "r650") is not None  # raises of any size
    with pytest.raises(ParameterError, match="finite"):
        HandBelief().times(0, np.full(1326, np.inf))


def test_hands_that_meet_the_board_go_and_all_others_stay():
    held = hand_index(10, 11)
    only = np.zeros(1326)
    only[held] = 1.0
    belief = HandBelief().times(0, only)
    kept = belief.dealt(FLOP).range_of(0, FLOP, OUR_FLOOR)
    assert kept[held] == 1.0 and kept[~live(FLOP)].max() == 0.0 and (kept[live(FLOP)] >= OUR_FLOOR).all()
    gone = belief.dealt((10, 5, 22))  # the one hand he could have had
    assert "may hold anything" in gone.notes[0]
    assert np.array_equal(gone.range_of(0, (10, 5, 22), 0.0), live((10, 5, 22)).astype(float))


def test_steps_are_what_everybody_saw():
    state = HandState.start(hole=((30, 31), (40, 41))).play("r300c/").deal(list(FLOP)).play("cr600")
    seen = [*public(state).steps()]
    assert [(s.player, a, len(s.board)) for s, a in seen] == [
        (1, "r300", 0),
        (0, "c", 0),
        (0, "c", 3),
        (1, "r600", 3),
    ]
    assert all(s.hole == ((), ()) for s, _ in seen)
    assert public(state) == seen[-1][0].act("r600")

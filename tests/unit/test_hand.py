"""A hand of hold'em: legal actions, all-in, side pots, odd chips, betting text, game definitions, faults."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tianji.core.game import TERMINAL
from tianji.errors import FileFormatError, ParameterError, TianjiError, UnknownNameError
from tianji.poker.cards import parse_cards
from tianji.poker.hand import HandState, Legal
from tianji.poker.rules import RULES, UNLIMITED, HandRules
from tianji.poker.settle import Pot, pots


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text))


def dealt(rules: HandRules, *hole: str) -> HandState:
    return HandState.start(rules, tuple(cards(h) for h in hole))


def test_the_button_opens_before_the_flop_and_closes_after_it():
    start = HandState.start()
    assert (start.player, start.spent, start.pot) == (1, (100, 50), 150)
    assert start.legal() == Legal(True, 50, 200, 20_000)
    option = start.act("c")
    assert option.player == 0 and option.legal() == Legal(False, 0, 200, 20_000)
    assert option.act("c").street == 1 and option.act("c").player == 0


def test_the_least_raise_is_the_last_raise():
    state = HandState.start().play("r300")
    assert state.legal().least == 500
    assert state.act("r900").legal().least == 1500
    assert HandState.start().play("r300c/r400").legal().least == 500  # a bet of 100: at least 100 more


def test_all_in_is_always_legal_and_ends_the_betting():
    state = HandState.start().play("r19950")
    assert state.legal() == Legal(True, 19_850, 20_000, 20_000)
    done = state.play("r20000c///")
    assert done.is_showdown and done.cards_due == 5 and done.betting_text == "r19950r20000c///"
    assert not done.deal(cards("2c3d4h5s7c")).cards_due
    with pytest.raises(ParameterError, match="0 board cards; deal all five"):
        done.payoffs()


def test_a_call_costs_no_more_than_the_other_can_lose():
    state = HandState.start(HandRules((1000, 20_000))).play("r5000")
    assert state.legal() == Legal(True, 900, None, None)
    state = dealt(HandRules((1000, 20_000)), "AhAd", "KhKd").play("r5000c///").deal(cards("2c3d4h5s9c"))
    assert state.payoffs() == (1000, -1000)


def test_a_short_all_in_does_not_reopen_the_betting():
    table = HandRules((10_000, 10_000, 350), (50, 100, 0))
    state = HandState.start(table).play("ccc/r300cr350")  # the button is all-in for 50 more than the bet
    assert state.player == 0 and state.legal() == Legal(True, 50, None, None)
    full = HandRules((10_000, 10_000, 700), (50, 100, 0))
    assert HandState.start(full).play("ccc/r300cr700").legal().least == 1100


def test_a_big_blind_too_short_for_itself():
    state = HandState.start(HandRules((30, 1000)))
    assert state.is_showdown and state.betting_text == "///" and state.spent == (30, 50)
    state = HandState.start(HandRules((70, 1000)))
    assert state.player == 1 and state.legal() == Legal(True, 20, None, None)


def test_side_pots_and_what_nobody_matched():
    table = HandRules((100, 300, 500), (5, 10, 0))
    state = dealt(table, "AhAd", "KhKd", "QhQd").play("r500cc///").deal(cards("2c3d4h5s9c"))
    assert pots(state) == [Pot(300, (0, 1, 2)), Pot(400, (1, 2)), Pot(200, (2,))]
    assert state.payoffs() == (200, 100, -300)


def test_antes_are_dead_money_or_matched():
    dead = HandRules((20, 1000, 1000), (50, 100, 0), antes=(25, 25, 25))
    assert dead.paid_antes == (20, 25, 25) and dead.live == (0, 975, 975)
    state = dealt(dead, "AhAd", "KhKd", "QhQd").play("cc/cc/cc/cc")
    assert pots(state)[0] == Pot(70, (0, 1, 2))
    state = state.deal(cards("2c3d4h5s9c"))
    assert state.payoffs() == (50, 75, -125)
    one = HandRules((5, 10, 1000), (0, 0, 0), antes=(25, 25, 25), antes_matched=True, bet=10)
    assert one.paid_antes == (5, 10, 10)


def test_odd_chips_are_split_or_go_to_the_first_seat():
    board, hole = cards("2c3d4h5s6c"), ("AhKd", "AdKh", "AsKc")
    base = {"stacks": (101, 100, 100), "blinds": (1, 2, 0)}
    split = dealt(HandRules(**base, antes=(1, 0, 0)), *hole).play("r100cc///").deal(board)
    assert sum(split.payoffs()) == 0 and split.payoffs()[1] == Fraction(1, 3)
    whole = dealt(HandRules(**base, antes=(1, 0, 0), whole_chips=True), *hole).play("r100cc///").deal(board)
    assert whole.payoffs() == (0, 0, 0)


def test_a_straddle_acts_last():
    table = HandRules((1000,) * 4, (5, 10, 20, 0), bet=10)
    state = HandState.start(table)
    assert state.player == 3 and state.legal() == Legal(True, 20, 30, 1000)
    state = state.play("ccc")
    assert state.player == 2 and state.street == 0 and state.act("c").street == 1


def test_limit_raises_have_one_size_and_a_cap():
    state = HandState.start(HandRules.named("holdem.limit.2p.reverse_blinds.game"))
    assert list(state.actions()) == ["f", "c", "r"]
    capped = state.play("rrr")
    assert list(capped.actions()) == ["f", "c"] and capped.level == 40
    assert list(state.play("cc/rrrr").actions()) == ["f", "c"]
    with pytest.raises(ParameterError, match="fixed size"):
        state.act("r30")


def test_a_size_is_kept_in_one_way_of_writing():
    assert HandState.start().act("r0300") == HandState.start().play("r300") and "r300" in str(
        HandState.start().play("r00300").betting
    )
    assert "expected f, c or r" in HandState.start().why_illegal("r\uff13\uff10\uff10")


def test_an_illegal_action_is_mended_as_the_reference_dealer_does():
    start = HandState.start()
    assert start.mended("r120") == "r200" and start.mended("r99999") == "r20000"
    assert start.mended("x") == "c" and start.mended(None) == "c" and start.mended("r300") == "r300"
    assert start.act("c").mended("f") == "c"
    assert start.play("r20000").mended("r20000") == "c"
    assert [start.mended(a) for a in ("r", "r x", "rr", "")] == ["c"] * 4  # a raise needs its size
    assert [start.mended(a) for a in ("F", "fold", "K", "C 5", "call")] == ["f", "f", "c", "c", "c"]
    assert [start.mended(a) for a in ("R300", "b300", "r 300", "r300;", "r+300", "r-5", "r0")] == [
        "r300"
    ] * 5 + ["r200"] * 2
    assert start.mended(f"r{10**17}") == "r20000" and start.mended("r\uff13\uff10\uff10") == "c"
    limit = HandState.start(HandRules.named("holdem.limit.2p.reverse_blinds.game"))
    assert [limit.mended(a) for a in ("r30", "R", "b", "rx")] == ["r"] * 4 and limit.play("rrr").mended(
        "r"
    ) == "c"
    with pytest.raises(
        ParameterError, match=r"'r120' of seat 1 after '' is not legal: raises go to 200 … 20000"
    ):
        start.act("r120")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r300c", "ends without '/'"),
        ("r300/", "before the street ends; seat 0 is to act"),
        ("fc", "the hand is over"),
        ("r150", "raises go to 200"),
        ("cc/f", "nothing to call"),
        ("x", "column 1: 'x'"),
        ("r300cc/", "a '/' is missing"),
        ("r" + "9" * 5000, "raises go to"),
        ("r", "raises go to"),
        ("cc/cc/cc/cc/", "before the street ends; the hand is over"),
    ],
)
def test_betting_that_is_wrong_is_refused_with_its_column(text, why):
    with pytest.raises(ParameterError, match=why):
        HandState.start().play(text)


@settings(max_examples=300)
@given(st.text(alphabet="fcr/0123456789x ", max_size=60), st.sampled_from(sorted(RULES)))
def test_fuzzed_betting_raises_our_errors_alone(text, name):
    try:
        state = HandState.start(RULES[name]).play(text)
    except TianjiError:
        return
    assert state.betting_text == text


@pytest.mark.parametrize("name", sorted(RULES))
def test_random_hands_keep_every_chip(name):
    rng = random.Random(4)
    for _ in range(60):
        rules = RULES[name]
        deck = rng.sample(range(52), 2 * rules.seats + 5)
        state = HandState.start(rules, tuple((deck.pop(), deck.pop()) for _ in range(rules.seats)))
        seen = [state]
        while not state.is_over:
            legal = state.legal()
            menu = ["f"] * legal.fold + ["c", "c"]
            if legal.least is not None:
                menu.append("r" if rules.raise_sizes else f"r{rng.randint(legal.least, legal.most)}")
            state = state.act(rng.choice(menu))
            assert min(state.behind) >= 0
            seen.append(state)
        state = state.deal(deck[: state.cards_due])
        assert sum(state.payoffs()) == 0 and state.player == TERMINAL
        again = HandState.start(rules, state.hole).play(state.betting_text)
        assert again.deal(state.board) == state and len({hash(s) for s in seen}) == len(seen)


def test_what_a_seat_may_know():
    state = dealt(HandRules(), "AhAd", "KhKd").play("cc/").deal(cards("2c3d4h"))
    assert state.seen_by(0).hole == (cards("AhAd"), ()) and state.seen_by(1).hole == ((), cards("KhKd"))
    shown = dealt(HandRules(), "AhAd", "KhKd").play("r20000c///").deal(cards("2c3d4h5s9c"))
    assert shown.seen_by(0) == shown


def test_game_definitions():
    for rules in RULES.values():
        assert HandRules.from_gamedef(rules.to_gamedef()) == rules
    text = HandRules().to_gamedef().replace("nolimit", "# a comment\nNoLimit")
    assert HandRules.from_gamedef(text).stacks == (20_000, 20_000)
    short = HandRules.from_gamedef(
        text.replace("firstPlayer = 2 1 1 1\n", "").replace("stack = 20000 20000", "stack = 500")
    )
    assert (short.first, short.stacks) == (
        (0, 0, 0, 0),
        (500, UNLIMITED),
    )  # as universal_poker, made of its code
    assert HandRules.from_gamedef(text.replace("= 2 1 1 1", "= 2")).first == (1, 0, 0, 0)
    for old, new, why in (
        ("numRanks = 13", "numRanks = 3", "not hold'em"),
        ("GAMEDEF\n", "", "expected GAMEDEF"),
        ("nolimit\n", "", "limit or nolimit"),
        ("blind = 100 50", "blind = x", "'blind = x'"),
        ("blind = 100 50\n", "", "no line says blind"),
        ("= 2\n", "= 99\n", "numPlayers = 99"),
    ):
        with pytest.raises(FileFormatError, match=why):
            HandRules.from_gamedef(HandRules().to_gamedef().replace(old, new, 1))
    with pytest.raises(UnknownNameError, match=r"did you mean 'holdem.nolimit.2p'"):
        HandRules.named("holdem.nolimit.2q")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"stacks": (100,)}, "2 … 10 seats"),
        ({"stacks": (100, 0)}, "from 1 up"),
        ({"stacks": (100, 2.5)}, "whole numbers"),
        ({"blinds": (1,)}, "expected 2 whole numbers"),
        ({"blinds": (0, 0)}, "expected a blind"),
        ({"first": (9, 0, 0, 0)}, "seats 0 … 1"),
        ({"antes": (True, False)}, "whole numbers"),
    ],
)
def test_tables_that_cannot_be(fields, why):
    with pytest.raises(ParameterError, match=why):
        HandRules(**fields)


def test_cards_dealt_twice_or_too_early_are_refused():
    with pytest.raises(ParameterError, match="Ah is dealt twice"):
        dealt(HandRules(), "AhAd", "AhKd")
    with pytest.raises(ParameterError, match="3 board cards on the preflop; expected 0"):
        HandState.start().deal(cards("2c3d4h"))
    with pytest.raises(ParameterError, match="Ad is dealt twice"):
        dealt(HandRules(), "AhAd", "KhKd").play("cc/").deal(cards("2c3dAd"))
    with pytest.raises(ParameterError, match="two cards, or none"):
        HandState.start(HandRules(), ((1,), (2, 3)))
    with pytest.raises(ParameterError, match="is not over; seat 1"):
        HandState.start().payoffs()

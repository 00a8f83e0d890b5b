"""tj.holdem.Player: decisions of any player, their mix, ranges and where they come from."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

import tianji as tj
from tianji.errors import NotApplicableError, ParameterError
from tianji.holdem.player.thought import Thought
from tianji.poker.cards import hand_cards, parse_hand
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules

CARDS = hand_cards().astype(int)
PAIR = (CARDS[:, 0] // 4 == CARDS[:, 1] // 4).astype(float)


class Pairs:
    """Raises three fifths of its pairs to the least, calls with the rest; folds all else to a bet."""

    name = "pairs"

    def rows(self, state):
        legal = state.legal()
        if not legal.fold:
            return {"c": np.ones(1326)}
        if legal.least is None:
            return {"f": 1 - PAIR, "c": PAIR}
        return {"f": 1 - PAIR, "c": 0.4 * PAIR, f"r{legal.least}": 0.6 * PAIR}

    def act(self, told, rng):
        rows = self.rows(told.state)
        hand = parse_hand(str(told).split(":")[4].split("/")[0].split("|")[told.seat])
        return rng.choices(list(rows), [row[hand] for row in rows.values()])[0]


def test_a_decision_says_what_how_often_and_from_where():
    hand = tj.holdem.Player(Pairs(), seed=5).new_hand(seat=1, cards="7h7d")
    found = hand.decide()
    assert found.probabilities == {"c": 0.4, "r200": 0.6} and found.action in found.probabilities
    assert found.source == "blueprint" and found.ev is None and found.exploitability_pct is None
    assert found == hand.decide() or found.seconds != hand.decide().seconds
    assert found.action == hand.decide().action  # follows from seed, hand and betting
    assert hand.state.betting_text == ""  # nothing is played yet
    assert hand.act().state.betting_text == found.action
    again = pickle.loads(pickle.dumps(found))
    assert again.to_dict() == found.to_dict() and found.to_dict()["us"][0][0] == 1.0


def test_ranges_follow_the_mix_of_the_player():
    hand = tj.holdem.Player(Pairs()).new_hand(seat=0, cards="AhAd")
    them = hand.opponent("r200").range("them")
    assert them["77"] == 1.0 and len(them) == 78  # pairs alone raise
    assert len(hand.range("us")) == 1326
    found = hand.act("c").deal("Ks7h2d").act("c").opponent("c").deal("7c").decide()
    assert (
        len(found.range("us")) == len(found.range("them")) == 78 - 3 - 5 - 3
    )  # 7h, 7c: one pair of sevens is left
    grid = found.to_dict()["them"]
    assert grid[0][0] == 1.0 and grid[0][1] == 0.0 and len(grid) == len(grid[12]) == 13
    with pytest.raises(ParameterError, match="range of 'him'; expected 'us' or 'them'"):
        found.range("him")


def test_a_baseline_follows_a_rule_and_an_illegal_answer_is_mended():
    assert tj.holdem.Player("call").new_hand(1, "AhKd").decide().source == "rule"

    class Wild:
        name = "wild"

        def act(self, told, rng):
            return "r120"

    found = tj.holdem.Player(Wild()).new_hand(1, "AhKd").decide()
    assert (found.action, found.source) == ("r200", "fallback") and "'r120' is not legal" in found.note
    with pytest.raises(NotApplicableError, match="'wild' does not say"):
        tj.holdem.Player(Wild()).new_hand(1, "AhKd").range("us")


def test_a_player_that_thinks_is_given_its_time_and_asked_why():
    class Slow:
        name = "slow"

        def act(self, told, rng):
            raise AssertionError("think is asked instead")

        def think(self, told, rng, *, seconds=None, progress=None, stop=None):
            self.seconds = seconds
            all_hands = np.ones(1326)
            return Thought("c", {"c": 1.0}, "search", all_hands, all_hands, {"c": 12.0}, 0.3, -0.5, 200, "x")

    slow = Slow()
    found = tj.holdem.Player(slow, seconds=3).new_hand(1, "AhKd").decide()
    assert slow.seconds == 3 and found.ev == {"c": 12.0} and found.source == "search" and found.note == "x"
    assert (found.exploitability_pct, found.min_margin, found.iterations) == (0.3, -0.5, 200)
    tj.holdem.Player(slow, seconds=3).new_hand(1, "AhKd").decide(seconds=1)
    assert slow.seconds == 1
    with pytest.raises(ParameterError, match="seconds=3: 'call' answers at once"):
        tj.holdem.Player("call", seconds=3)


def test_a_blueprint_that_is_given_time_searches():
    """As in the specification: Player("night.blueprint", seconds=5)."""
    player = tj.holdem.Player("tiny", seconds=0.3)
    assert player.name.endswith(":search") and player.agent.bank.seconds == 0.3
    hand = player.new_hand(1, "AhKd").act("c").opponent("c").deal("Ks7h2d").opponent("c").act("c").deal("5c")
    assert hand.opponent("c").decide().source == "search"
    assert tj.holdem.Player("tiny").new_hand(1, "AhKd").decide().source == "blueprint"


def test_a_blueprint_says_how_it_was_made_and_when_it_translates():
    from tianji.holdem.blueprint.menu import PRESETS
    from tianji.holdem.blueprint.store import blueprint_of, shipped_buckets

    made = blueprint_of(PRESETS["tiny"], shipped_buckets(), about={"visits_per_infoset": 12.4, "lbr": 4020.0})
    player = tj.holdem.Player(tj.holdem.BlueprintAgent(made, "even"))
    hand = player.new_hand(0, "AhKd")
    known = next(action for action in player.agent.rows(hand.state) if action.startswith("r"))
    assert hand.opponent(known).decide().source == "blueprint"
    found = hand.undo().opponent(f"r{int(known[1:]) + 37}").decide()
    assert found.source == "translated" and found.action in found.probabilities
    assert sum(found.probabilities.values()) == pytest.approx(1)
    assert "seen 12 times each" in player.strength and "wins 4,020 mbb/h" in player.strength
    with pytest.raises(NotApplicableError, match=r"made for 200 big blinds .* 190 to 210"):
        tj.holdem.Player(player.agent, rules=HandRules((5000, 5000)))


def test_what_happens_is_told_in_order():
    hand = tj.holdem.Player("call").new_hand(seat=1)
    with pytest.raises(ParameterError, match="holds no cards yet"):
        hand.decide()
    with pytest.raises(ParameterError, match="it is the turn of seat 1"):
        hand.opponent("c")
    hand.act("c")
    with pytest.raises(ParameterError, match="it is seat 0's turn, not the player's"):
        hand.decide()
    with pytest.raises(ParameterError, match="expected none: the street is dealt"):
        hand.deal("Ks7h2d")
    hand.opponent("c")
    with pytest.raises(ParameterError, match="the flop is not dealt yet: 3 cards first"):
        hand.opponent("c")
    with pytest.raises(ParameterError, match="expected 3 cards"):
        hand.deal("Ks7h")
    hand.deal("Ks7h2d").hold("AhKd")  # cards may come late
    assert hand.opponent("c").decide().action == "c"
    assert hand.undo().undo().state.board == () and hand.state.betting_text == "cc/"
    with pytest.raises(ParameterError, match="Ah is dealt twice"):
        hand.deal("AhKs2d")
    assert hand.undo().undo().state == HandState.start(HandRules(), ((), (50, 45)))
    with pytest.raises(ParameterError, match="nothing to undo"):
        hand.undo()
    for wrong in (2, -1):
        with pytest.raises(ParameterError, match=r"expected 0 \(big blind\) or 1"):
            tj.holdem.Player("call").new_hand(wrong)


def test_all_in_before_the_flop_is_dealt_out_at_once():
    hand = tj.holdem.Player("allin").new_hand(1, "AhKd").act().opponent("c")
    assert hand.state.is_over and hand.state.betting_text == "r20000c///"
    assert hand.deal("Ks7h2d").deal("3c4c").state.cards_due == 0
    with pytest.raises(ParameterError, match="is over; nobody acts"):
        hand.opponent("c")


# PLAYER.md 9, "Game" ------------------------------------------------------------------------------------------


class Deep(Pairs):
    """Made for 200 big blinds."""

    rules = HandRules()


def test_other_stacks_are_refused_with_those_that_fit_and_near_ones_noted():
    near = tj.holdem.Player(Deep(), rules=HandRules((19_500, 25_000)))  # unequal: the smaller counts
    assert near.new_hand(1, "7h7d").decide().note == "pairs is made for 200 big blinds, here are 195"
    assert tj.holdem.Player(Deep(), rules=HandRules((400, 400), (2, 1))).note == ""
    with pytest.raises(NotApplicableError, match=r"has 100 .*stacks from 190 to 210 big blinds fit"):
        tj.holdem.Player(Deep(), rules=HandRules((10_000, 10_000)))


def test_a_match_at_another_table_is_refused_or_noted():
    from tianji.arena import holdem_match

    near = holdem_match(Deep(), "fold", hands=2, rules=HandRules((19_500, 19_500)))
    assert "pairs is made for 200 big blinds, here are 195" in near.note
    with pytest.raises(NotApplicableError, match="190 to 210 big blinds fit"):
        holdem_match(Deep(), "fold", hands=2, rules=HandRules((5_000, 5_000)))


def test_other_blinds_are_refused():
    with pytest.raises(NotApplicableError, match=r"blinds 50/100; this table has 200 with 100/100"):
        tj.holdem.Player(Deep(), rules=HandRules(blinds=(100, 100)))


def test_antes_are_refused():
    with pytest.raises(NotApplicableError, match=r"without antes; this table is .*antes 10\|10"):
        tj.holdem.Player(Deep(), rules=HandRules(antes=(10, 10)))


def test_more_than_two_seats_are_refused():
    with pytest.raises(NotApplicableError, match="for two; this table is"):
        tj.holdem.Player("call", rules=HandRules((100, 100, 100), (5, 10, 0)))


@pytest.mark.parametrize("stacks", [(0, 100), (100.5, 100), (100, float("nan"))])
def test_fractional_and_zero_chips_are_refused(stacks):
    with pytest.raises(ParameterError, match="expected 2 whole numbers from 1 up"):
        HandRules(stacks, (2, 1))


def test_a_short_all_in_does_not_open_the_betting_again():
    state = HandState.start(HandRules((1000, 450), (100, 50))).play("cr300r450")
    assert (
        state.legal().least is None and state.why_illegal("r900") == "no raise is possible here; call with c"
    )


def test_unequal_stacks_play_for_the_smaller_and_get_the_surplus_back():
    state = HandState.start(HandRules((1000, 300), (100, 50)), ((50, 49), (0, 5)))
    over = state.play("cr1000c///").deal((20, 24, 31, 39, 9))
    assert over.payoffs() == (300, -300)


def test_random_hands_never_break_a_player():
    """Every state that a random opponent leads to is answered by a legal action."""
    for k in range(40):
        rng = random.Random(k)
        deck = rng.sample([f"{r}{s}" for r in "23456789TJQKA" for s in "cdhs"], 7)
        hand = tj.holdem.Player("random", seed=k).new_hand(k % 2, "".join(deck[:2]))
        board = deck[2:]
        while not hand.state.is_over:
            if due := hand.state.cards_due:
                hand.deal("".join(board[:due]))
                board = board[due:]
            elif hand.state.player == hand.seat:
                hand.act()
            else:
                legal = hand.state.legal()
                raises = [] if legal.least is None else [f"r{rng.randint(legal.least, legal.most)}"]
                hand.opponent(rng.choice(["c", *raises]))

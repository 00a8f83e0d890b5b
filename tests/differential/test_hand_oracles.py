"""Hands of hold'em beside pokerkit and OpenSpiel's universal_poker, step by step: legal actions, stacks, payoffs."""

from __future__ import annotations

import random

import pytest

from tianji.poker.cards import show_card, show_cards
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules

HANDS = 150  # a table; thousands were run once: docs/arena.md


def random_action(state, rng):
    legal = state.legal()
    menu = ["f"] * legal.fold + ["c"] * 3
    if legal.least is not None:
        sizes = [
            legal.least,
            legal.most,
            rng.randint(legal.least, legal.most),
            min(legal.most, 3 * legal.least),
        ]
        menu += ["r" if state.rules.raise_sizes else f"r{size}" for size in rng.sample(sizes, 2)]
    return rng.choice(menu)


def table(seats, rng, is_equal):
    big = 100
    stacks = tuple(20_000 if is_equal else rng.randrange(2 * big, 4000) for _ in range(seats))
    return HandRules(stacks, (100, 50) if seats == 2 else (50, 100, *(0,) * (seats - 2)), whole_chips=True)


def lay(theirs, cards):
    theirs.burn_card("??")
    theirs.deal_board(show_cards(cards))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_random_hands_equal_pokerkit(seats):
    kit = pytest.importorskip("pokerkit", reason="pokerkit is a test oracle: pip install 'tianji[test]'")
    done = ["ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING", "HAND_KILLING",
            "HOLE_CARDS_SHOWING_OR_MUCKING", "CHIPS_PUSHING", "CHIPS_PULLING"]  # fmt: skip
    automatic = tuple(kit.Automation[name] for name in done)
    rng = random.Random(seats)
    for _ in range(HANDS):
        rules = table(seats, rng, is_equal=rng.random() < 0.3)
        deck = rng.sample(range(52), 2 * seats + 5)
        hole = tuple((deck.pop(), deck.pop()) for _ in range(seats))
        ours = HandState.start(rules, hole)
        theirs = kit.NoLimitTexasHoldem.create_state(automatic, True, 0, (50, 100), 100, rules.stacks, seats)
        for hand in hole:
            theirs.deal_hole(show_cards(hand))
        base = (0,) * seats
        while not ours.is_over:
            if ours.cards_due:
                cards = [deck.pop() for _ in range(ours.cards_due)]
                ours, base = ours.deal(cards), ours.spent
                lay(theirs, cards)
            p, legal = ours.player, ours.legal()
            assert (theirs.actor_index, theirs.can_fold()) == (p, legal.fold)
            assert theirs.checking_or_calling_amount == legal.call
            least, most = (None if x is None else x - base[p] for x in (legal.least, legal.most))
            # pokerkit counts an all-in of less than the least bet as a whole bet, which lets those who acted raise
            if not 0 < theirs.completion_betting_or_raising_amount < rules.least_bet:
                assert theirs.min_completion_betting_or_raising_to_amount == least
                assert theirs.max_completion_betting_or_raising_to_amount == most
            assert tuple(theirs.stacks) == ours.behind
            action = random_action(ours, rng)
            if action == "f":
                theirs.fold()
            elif action == "c":
                theirs.check_or_call()
            else:
                theirs.complete_bet_or_raise_to(int(action[1:]) - base[p])
            ours = ours.act(action)
        if ours.is_showdown:
            cards = [deck.pop() for _ in range(ours.cards_due)]
            ours = ours.deal(cards)
            while cards:
                count = 3 if len(cards) > 2 else 1
                lay(theirs, cards[:count])
                cards = cards[count:]
        assert not theirs.status
        # Pots are split one by one; pokerkit first merges those that the winners share, and so moves an odd chip.
        odd = 0 if seats == 2 else 2
        assert all(abs(a - b) <= odd for a, b in zip(ours.payoffs(), theirs.payoffs, strict=True))
        assert sum(ours.payoffs()) == 0


@pytest.mark.parametrize(
    ("stacks", "line", "legal", "theirs"),
    [
        # p3 raises to 300; short all-ins to 400 and 500 add up to a raise of 200, which lets him raise again
        ((5000, 5000, 5000, 400, 500), "r300 r400 r500 f c", (700, 5000), (700, 5000)),
        # a chip less, or one of them alone, and he may only call
        ((5000, 5000, 5000, 400, 499), "r300 r400 r499 f c", (None, None), (None, None)),
        ((5000, 5000, 5000, 400, 5000), "r300 r400 c f c", (None, None), (None, None)),
        ((5000, 5000, 5000, 150, 220), "c r150 r220 f c", (320, 5000), (320, 5000)),
        # who has only called the big blind has acted too: pokerkit lets him raise after a short all-in
        ((429, 3000, 3000, 185), "c r185 f c", (None, None), (285, 3000)),
    ],
)
def test_short_all_ins_reopen_the_betting_when_they_add_up_to_a_raise(stacks, line, legal, theirs):
    """The rule of the Tournament Directors Association; where pokerkit has another, the table says so."""
    kit = pytest.importorskip("pokerkit", reason="pokerkit is a test oracle: pip install 'tianji[test]'")
    names = ("ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING")
    automatic = tuple(kit.Automation[name] for name in names)
    seats = len(stacks)
    ours = HandState.start(HandRules(stacks, (50, 100, *(0,) * (seats - 2)), whole_chips=True))
    other = kit.NoLimitTexasHoldem.create_state(automatic, True, 0, (50, 100), 100, stacks, seats)
    for _ in range(seats):
        other.deal_hole("????")
    for action in line.split():
        ours = ours.act(action)
        if action == "f":
            other.fold()
        elif action == "c":
            other.check_or_call()
        else:
            other.complete_bet_or_raise_to(int(action[1:]))
    assert ours.player == other.actor_index == 2
    assert (ours.legal().least, ours.legal().most) == legal
    least, most = (
        other.min_completion_betting_or_raising_to_amount,
        other.max_completion_betting_or_raising_to_amount,
    )
    assert (least, most) == theirs


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("betting", ["nolimit", "limit"])
def test_random_hands_equal_universal_poker(seats, betting):
    spiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'tianji[test]'")
    if "universal_poker" not in spiel.registered_names():
        pytest.skip("this OpenSpiel was built without universal_poker")
    rules = HandRules.named(f"holdem.{betting}.{seats}p")
    if betting == "limit":
        rules = HandRules(
            (1200,) * seats, rules.blinds, (), rules.first, 0, rules.raise_sizes, rules.max_raises
        )
    rows = dict(line.split(" = ") for line in rules.to_gamedef().splitlines() if " = " in line)
    names = ("stack", "blind", "firstPlayer", "raiseSize", "maxRaises", "numBoardCards")
    given = {name: rows[name] for name in names if name in rows}
    menu = "fullgame" if betting == "nolimit" else "fcpa"
    game = spiel.load_game("universal_poker", {
        "betting": betting, "bettingAbstraction": menu, "numPlayers": seats, "numRounds": 4, "numSuits": 4,
        "numRanks": 13, "numHoleCards": 2, **given,
    })  # fmt: skip
    rng = random.Random(seats)
    for _ in range(HANDS):
        deck = rng.sample(range(52), 2 * seats + 5)
        hole = tuple((deck[2 * i], deck[2 * i + 1]) for i in range(seats))
        ours, theirs, board = HandState.start(rules, hole), game.new_initial_state(), deck[2 * seats :]
        for card in deck[: 2 * seats]:
            theirs.apply_action(card)
        while not ours.is_over:
            while theirs.is_chance_node():
                theirs.apply_action(board.pop(0))
                ours = ours.deal([int(theirs.history()[-1])])
            assert theirs.current_player() == ours.player
            legal = theirs.legal_actions()
            if betting == "limit":
                assert legal == [k for k, a in enumerate("fcr") if a in list(ours.actions())]
            else:
                able = ours.legal()
                raises = [] if able.least is None else list(range(able.least, able.most + 1))
                assert legal == [0] * able.fold + [1] + raises
            action = random_action(ours, rng)
            number = {"f": 0, "c": 1, "r": 2}.get(action)
            theirs.apply_action(int(action[1:]) if number is None else number)
            ours = ours.act(action)
        while theirs.is_chance_node():
            theirs.apply_action(board.pop(0))
            ours = ours.deal([int(theirs.history()[-1])])
        assert theirs.is_terminal()
        assert [float(chips) for chips in ours.payoffs()] == pytest.approx(theirs.returns()), show_card(
            deck[0]
        )


def test_a_button_all_in_by_calling_the_blind_ends_the_betting():
    """The one difference with two seats: the ACPC's dealer asks the big blind to check, with nobody to bet against."""
    spiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'tianji[test]'")
    if "universal_poker" not in spiel.registered_names():
        pytest.skip("this OpenSpiel was built without universal_poker")
    game = spiel.load_game("universal_poker", {
        "betting": "nolimit", "bettingAbstraction": "fullgame", "numPlayers": 2, "numRounds": 4, "numSuits": 4,
        "numRanks": 13, "numHoleCards": 2, "numBoardCards": "0 3 1 1", "stack": "446 100", "blind": "100 50",
        "firstPlayer": "2 1 1 1",
    })  # fmt: skip
    theirs, ours = (
        game.new_initial_state(),
        HandState.start(HandRules((446, 100), (100, 50)), ((0, 1), (2, 3))),
    )
    for card in range(4):
        theirs.apply_action(card)
    assert theirs.legal_actions() == [0, 1] and ours.legal()[:1] == (True,)
    theirs.apply_action(1)
    ours = ours.act("c")
    assert ours.is_over and ours.betting_text == "c///"
    assert theirs.current_player() == 0 and theirs.legal_actions() == [1]  # a check, and nothing else

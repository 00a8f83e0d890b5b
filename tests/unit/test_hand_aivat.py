"""AIVAT for hold'em: the mean of plain results whatever the values and the stranger, and less noise."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from tianji.arena import holdem_match
from tianji.arena.hands import valuer
from tianji.arena.measures.hand_aivat import HandAivat, ValueAgent
from tianji.arena.stats import Estimate
from tianji.poker.cards import blocked, hand_cards, hand_index
from tianji.poker.hand import HandState
from tianji.poker.preflop import class_of_hands, matchups
from tianji.poker.ranks import rank
from tianji.poker.rules import HandRules

RULES = HandRules((600, 600))
CLASSES = class_of_hands()
EQUITY = matchups().equity[:, CLASSES].mean(axis=1)[CLASSES]
HIGH = hand_cards().astype(int)[:, 0] // 4 / 12


@cache
def strength(board):
    """About how good every hand is on a board: by its rank, or its equity before the flop; and which can be held."""
    if not board:
        return EQUITY, np.ones(1326)
    cards = np.empty((1326, 2 + len(board)), dtype=np.uint8)
    cards[:, :2], cards[:, 2:] = hand_cards(), board
    free = ~blocked(board)
    found = np.zeros(1326)
    found[free] = 1 - rank(cards[free]) / 7462  # of so many ranks, the best is the first
    return found, free * 1.0


class Known:
    """Bets and calls by its better card; about what a hand is worth it guesses from how good it is."""

    name = "known"

    def __init__(self, scale=1.0):
        self.scale = scale

    def rows(self, state):
        legal = state.legal()
        bold = 0.2 + 0.7 * HIGH
        if legal.fold:
            return {"f": 1 - bold, "c": bold}
        if legal.least is None:
            return {"c": np.ones(1326)}
        return {"c": 1 - 0.6 * bold, f"r{min(legal.least + 50, legal.most)}": 0.6 * bold}

    def act(self, told, rng):
        rows = self.rows(told.state)
        hand = hand_index(*told.state.hole[told.seat])
        return rng.choices(list(rows), [row[hand] for row in rows.values()])[0]

    def values(self, state):
        good, free = strength(state.board)
        return self.scale * (good * state.pot - state.spent[state.player]) * free


class Stranger:
    """Nobody knows what it does: it calls with a pair or an ace, and bets at random."""

    name = "stranger"

    def act(self, told, rng):
        state = told.state
        a, b = (card // 4 for card in state.hole[told.seat])
        legal = state.legal()
        if legal.fold:
            return "c" if a == b or 12 in (a, b) or rng.random() < 0.5 else "f"
        return f"r{legal.least}" if legal.least is not None and rng.random() < 0.3 else "c"


def both(a, b, hands, seed=0):
    """Plain and AIVAT results of single hands, seats in turn, and their differences."""
    found = holdem_match(a, b, hands=hands, seed=seed, rules=RULES, duplicate=False)
    return found, found.score, found.aivat


def test_the_mean_is_that_of_plain_results_and_the_noise_is_less():
    assert isinstance(Known(), ValueAgent) and not isinstance(Stranger(), ValueAgent)
    found, plain, luckless = both(Known(), Stranger(), 500)
    assert found.note == "" and found.to_dict()["aivat"] == luckless.mean
    assert abs(luckless.mean - plain.mean) < 4 * plain.stderr
    assert luckless.stderr < 0.85 * plain.stderr


@pytest.mark.parametrize("scale", [0.0, -1.0])
def test_any_values_keep_the_mean(scale):
    """With no values only the player's own cards are averaged; with wrong ones the noise grows, the mean stays."""
    _, plain, luckless = both(Known(scale), Stranger(), 300, seed=1)
    assert abs(luckless.mean - plain.mean) < 4 * (plain.stderr**2 + luckless.stderr**2) ** 0.5


def test_each_term_has_mean_zero():
    """From one state on: own actions drawn from the mix, cards drawn as they fall; every correction vanishes."""
    agents = [Known(), Stranger()]
    aivat = HandAivat(agents, 0, samples=2)
    rng = random.Random(3)
    other = (50, 3)
    hand = hand_index(*other)
    reach = np.where(blocked(other), 0.0, 1.0)
    at = HandState.start(RULES).play("c")  # the button has called: the known player, the big blind, acts
    rows = agents[0].rows(at)
    shares = {name: float(reach @ row) / float(reach.sum()) for name, row in rows.items()}
    assert sum(p * aivat._own(at, name, reach, hand)[0] for name, p in shares.items()) == pytest.approx(
        0, abs=1e-9
    )
    start = HandState.start(RULES)
    assert np.mean([aivat._first(start, j) for j in range(1326)]) == pytest.approx(0, abs=1e-9)
    flop = at.act("c")
    gains = []
    for _ in range(200):
        own = rng.choices(range(1326), reach.tolist())[0]
        used = {*hand_cards()[own].tolist(), *other}
        board = tuple(rng.sample([c for c in range(52) if c not in used], 5))
        gains.append(aivat._deal(flop, board, reach, hand, str(rng.random()))[1])
    mean = Estimate.of(gains)
    assert abs(mean.mean) < 4 * mean.stderr


def test_a_player_that_thinks_anew_is_not_held_to_its_rows():
    """Its cards count from the start, as its mix is not known; values still take out the luck of cards."""

    class Thinker(Known):
        stop = None

        def act(self, told, rng):
            return "f" if told.state.legal().fold and rng.random() < 0.5 else "c"

    _, plain, luckless = both(Thinker(), Stranger(), 400, seed=7)
    assert valuer([Thinker(), Known()]) == (1, False) and valuer([Stranger(), Thinker()]) == (1, True)
    assert abs(luckless.mean - plain.mean) < 4 * (plain.stderr**2 + luckless.stderr**2) ** 0.5


def test_the_other_sides_values_serve_as_well():
    _, plain, luckless = both(Stranger(), Known(), 200, seed=2)
    assert abs(luckless.mean - plain.mean) < 4 * plain.stderr and luckless.stderr < plain.stderr


def test_correcting_a_stranger_by_a_guess_is_biased():
    """With the wrong rows for the other the mean is wrong: the reason why a stranger is never corrected."""

    class Wrong(Known):
        """Said to follow Known's rows; in truth it folds to every bet."""

        def act(self, told, rng):
            return "f" if told.state.legal().fold else "c"

    _, plain, luckless = both(Known(), Wrong(), 300, seed=4)
    assert abs(luckless.mean - plain.mean) > 4 * (plain.stderr**2 + luckless.stderr**2) ** 0.5


def test_after_a_translated_bet_the_own_cards_count():
    class Translated(Known):
        def node_of(self, state):
            return 0, any(action.startswith("r") for street in state.betting for action in street)

    _, plain, luckless = both(Translated(), Stranger(), 300, seed=5)
    assert abs(luckless.mean - plain.mean) < 4 * (plain.stderr**2 + luckless.stderr**2) ** 0.5

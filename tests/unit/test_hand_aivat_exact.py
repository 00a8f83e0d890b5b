"""AIVAT for hold'em has no bias: every term, and the whole from the turn on, counted over all cards and actions."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tianji.arena import holdem_match
from tianji.arena.measures.hand_aivat import HandAivat
from tianji.poker.cards import blocked, hand_cards, hand_index, parse_cards
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules

RULES = HandRules((200, 200))  # after a call one bet is left, all-in
DEEPER = HandRules((300, 300))
BOARD = tuple(parse_cards("Ks7h2dJc"))
HANDS = [
    hand_index(*parse_cards(text)) for text in ("KhKd", "7c7d", "AcQd", "9s8s")
]  # that do not fold at once
OTHER = tuple(parse_cards("AdKc"))  # shares cards with two of their rivers
PLACE = np.linspace(0, 1, 1326)


class Known:
    """Holds one of a few hands after its first action, then mixes; values are wrong on purpose: any will do."""

    name = "known"
    holds = HANDS

    def __init__(self, wrong: float = 1.0) -> None:
        self.wrong = wrong
        self.known: dict = {}

    def rows(self, state):
        """Its mix, which no board changes: made once for every betting."""
        key = state.street, state.betting_text
        if key not in self.known:
            self.known[key] = self.mix(state)
        return self.known[key]

    def mix(self, state):
        legal, mine = state.legal(), np.isin(np.arange(1326), self.holds)
        bold = 0.1 + 0.8 * PLACE
        if state.street == 0:
            return {"f" if legal.fold else f"r{legal.most}": 1.0 - mine, "c": 1.0 * mine}
        if state.street == 1:
            return {"c": np.ones(1326)}
        if legal.least is None:
            return {"f": 1 - bold, "c": bold}
        bets = {f"r{legal.least}": 0.3 * bold, f"r{legal.most}": 0.7 * bold * PLACE}
        if legal.least == legal.most:
            bets = {f"r{legal.most}": 0.3 * bold + 0.7 * bold * PLACE}
        fold = {"f": 0.5 * (1 - bold)} if legal.fold else {}
        left = 1 - sum(bets.values()) - sum(fold.values())
        return {**fold, "c": left, **bets}

    def values(self, state):
        return self.wrong * (300 * PLACE - 100 + 7.0 * sum(state.board) - 40 * len(state.betting_text))


class Valued(Known):
    """The same with values by action."""

    def action_values(self, state, seat):
        after = {action: 5.0 * len(action) + 9.0 * state.street for action in self.rows(state)}
        return {a: self.wrong * (x + (90 - 200 * seat) * PLACE) for a, x in after.items() if a != "f"}


class Translating(Known):
    """After a raise on the turn its mix is not known to others."""

    holds = HANDS[:2]

    def node_of(self, state):
        return 0, any(a[0] == "r" for street in state.betting[2:] for a in street)


class FromTheTurn(HandAivat):
    """Without the terms of what came before the turn, which are constants here; all rivers counted, not drawn.

    Hands that part on the river have one mean over all rivers: what a state is worth is worked out once.
    """

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.worth: dict = {}

    def _value(self, at, reach, hand):
        key = at.board, at.betting_text, hand, reach.tobytes()
        if key not in self.worth:
            self.worth[key] = super()._value(at, reach, hand)
        return self.worth[key]

    def _first(self, start, hand):
        return 0.0

    def _own(self, at, action, reach, hand):
        gain, after = super()._own(at, action, reach, hand)
        return (gain if at.street > 1 else 0.0), after

    def _other(self, at, action, reach, hand):
        return super()._other(at, action, reach, hand) if at.street > 1 else 0.0

    def _deal(self, at, board, reach, hand, key):
        seen, gain = super()._deal(at, board, reach, hand, key)
        return seen, gain if at.street > 2 else 0.0

    def _draws(self, at, reach, hand, key):
        if at.street <= 2:
            return [(1.0, at.deal(BOARD[len(at.board) : at.street + 2]))]
        key = "all", at.betting_text, hand, reach.tobytes()
        if key not in self.worth:
            self.worth[key] = counted(at, reach, hand)
        return self.worth[key]


def counted(at, reach, hand):
    """Every next card with its chance, by counting pairs of one's own hand and a card."""
    other, chance = hand_cards()[hand].tolist(), np.zeros(52)
    for own in np.flatnonzero(reach):
        free = [c for c in range(52) if c not in {*at.board, *other, *hand_cards()[own].tolist()}]
        chance[free] += reach[own] / reach.sum() / len(free)
    return [(float(chance[c]), at.deal([int(c)])) for c in np.flatnonzero(chance)]


def ways(agents, at, seat, own, over=()):
    """Every end of a hand from the turn on with the other's and the player's cards known, and its chance."""
    if at.cards_due:
        free = [c for c in range(52) if c not in {*at.board, *OTHER, *hand_cards()[own].tolist()}]
        for c in free:
            for state, p in ways(agents, at.deal([c]), seat, own):
                yield state, p / len(free)
    elif at.is_over:
        yield at, 1.0
    else:
        hand = own if at.player == seat else hand_index(*OTHER)
        for action, row in agents[at.player].rows(at).items():
            if row[hand] > 0:
                for state, p in ways(agents, at.act(action), seat, own):
                    yield state, p * float(row[hand])


class Sly(Known):
    """A stranger: other mixes than those anybody knows of."""

    def mix(self, state):
        rows = super().mix(state)
        mixed = {a: row**2 + 0.05 for a, row in rows.items()} if state.street > 1 else rows
        total = sum(mixed.values())
        return {a: row / total for a, row in mixed.items()}


@pytest.mark.parametrize(
    "who, wrong, seat, knows_other, rules",
    [
        (Known, -3.0, 0, False, RULES),
        (Valued, 2.0, 1, True, RULES),
        (Translating, 1.0, 0, False, RULES),
        (Translating, 1.0, 1, True, RULES),
        pytest.param(Valued, 1.0, 0, True, DEEPER, marks=pytest.mark.slow),
    ],
)
def test_over_all_rivers_hands_and_actions_the_mean_is_the_plain_one(who, wrong, seat, knows_other, rules):
    """Folds, all-ins on turn and river, showdowns; own cards spread or looked at; the other known or a stranger."""
    agents = [who(wrong), who(wrong)]
    if not knows_other:
        agents[1 - seat] = Sly(wrong)
    root = HandState.start(rules).play("cc/").deal(BOARD[:3]).play("cc/").deal(BOARD[3:])
    held = [k for k in who.holds if not {*hand_cards()[k].tolist()} & {*OTHER, *BOARD}]
    cards = [tuple(map(int, hand_cards()[k])) for k in held]
    plain = luckless = total = 0.0
    found: dict = {}
    ends = set()
    aivat = FromTheTurn(agents, seat, knows_other=knows_other)
    for own, mine in zip(held, cards, strict=True):
        hole = (mine, OTHER) if seat == 0 else (OTHER, mine)
        turn = HandState.start(rules, hole).play("cc/").deal(BOARD[:3]).play("cc/").deal(BOARD[3:])
        for state, p in ways(agents, root, seat, own):
            text = state.betting_text.removeprefix(root.betting_text)
            over = turn.play(text.split("/")[0] + "/" * ("/" in text))
            over = over.deal(state.board[4:]) if len(state.board) > 4 else over
            over = over.play(text.split("/")[1]) if "/" in text and not over.is_over else over
            key = state.board, text, own if who is Translating else 0
            if key not in found:
                found[key] = aivat.estimate(over, "k")
            ends.add((text[-1], len(state.board)))
            total += p
            plain += p * float(over.payoffs()[seat])
            luckless += p * found[key]
    assert total == pytest.approx(len(held)) and {("f", 4), ("f", 5), ("c", 5)} <= ends
    assert luckless / total == pytest.approx(plain / total, abs=1e-8)
    assert max(abs(v - plain / total) for v in found.values()) > 1  # the terms are not all nothing


class Open(Valued):
    """Mixes from the first action on, with every hand."""

    holds = list(range(1326))

    def mix(self, state):
        legal = state.legal()
        names = [
            *("f" if legal.fold else ""),
            "c",
            *({f"r{legal.least}", f"r{legal.most}"} if legal.least else ()),
        ]
        weights = [1 + k * PLACE + 0.3 * len(state.betting_text) for k in range(len(names))]
        return {name: weight / sum(weights) for name, weight in zip(sorted(names), weights, strict=True)}


@pytest.mark.parametrize("seat", [0, 1])
def test_every_decision_of_random_hands_corrects_by_nothing_in_the_mean(seat):
    """Own actions, the other's, and cards looked at, with ranges that earlier actions have narrowed."""
    rng = random.Random(seat)
    agents = [Open(), Open()]
    aivat = HandAivat(agents, seat, knows_other=True, samples=2)
    decisions = {"own": 0, "other": 0}
    for _ in range(12):
        deck = rng.sample(range(52), 7)
        hand, reach = hand_index(*deck[:2]), np.where(blocked(deck[:2]), 0.0, 1.0 + PLACE)
        at = HandState.start(HandRules((800, 800)))
        while not at.is_over:
            if at.cards_due:
                at = at.deal(deck[2:][len(at.board) : len(at.board) + at.cards_due])
                reach = np.where(blocked(at.board), 0.0, reach)
            rows = agents[at.player].rows(at)
            if at.player == seat:
                shares = {a: float(reach @ row) / float(reach.sum()) for a, row in rows.items()}
                terms = {a: aivat._own(at, a, reach, hand)[0] for a, share in shares.items() if share > 0}
                few = np.where(np.isin(np.arange(1326), rng.sample(range(1326), 8)), reach, 0.0)
                seen = sum(few[k] * aivat._revealed(at, few, k) for k in np.flatnonzero(few))
                assert seen == pytest.approx(0, abs=1e-8)
            else:
                shares = {a: float(row[hand]) for a, row in rows.items()}
                terms = {a: aivat._other(at, a, reach, hand) for a, share in shares.items() if share > 0}
            decisions["own" if at.player == seat else "other"] += len(terms) > 1
            assert sum(shares[a] * term for a, term in terms.items()) == pytest.approx(0, abs=1e-8)
            names = [a for a in rows if shares[a] > 0 and a != "f"] or ["f"]
            action = rng.choice(names)
            if at.player == seat and action != "f":
                reach = reach * rows[action]
            at = at.act(action)
    assert min(decisions.values()) > 10


def test_cards_are_drawn_as_they_are_dealt():
    """Of three hands that one may hold, one has two of the cards that might come: they come less often."""
    at = HandState.start(RULES).play("cc/").deal(BOARD[:3]).play("cc/").deal(BOARD[3:]).play("cc/")
    hand, reach = hand_index(*OTHER), np.zeros(1326)
    reach[HANDS[0:3]] = 0.7, 0.2, 0.1  # K♥K♦, 7♣7♦ (0 of J♣ …), A♣Q♦
    aivat = HandAivat([Known(), Known()], 0, samples=8_800)
    drawn = np.zeros(52)
    for weight, state in aivat._draws(at, reach, hand, "key"):
        drawn[state.board[4]] += weight
    exact = np.zeros(52)
    for chance, state in counted(at, reach, hand):
        exact[state.board[4]] = chance
    assert exact.sum() == pytest.approx(1) and len(set(np.round(exact, 9))) >= 4
    error = np.sqrt(exact * (1 - exact) / 8_800)
    assert (np.abs(drawn - exact) <= 4.5 * error).all()


def test_an_all_in_before_the_flop_is_counted_by_class_only_where_that_is_exact():
    """With ranges by class nothing is dealt; with one hand of a class boards are drawn as they fall."""
    state = HandState.start(RULES).play("r200c///")
    aivat, hand = HandAivat([Known(), Known()], 0), hand_index(*OTHER)
    every = np.where(blocked(OTHER), 0.0, 1.0)
    assert aivat._is_settled(state, every, hand)
    one = np.zeros(1326)
    one[hand_index(*parse_cards("AhKh"))] = 1.0
    assert not aivat._is_settled(state, one, hand) and aivat._is_settled(state.deal(BOARD[:3]), one, hand)
    draws = aivat._draws(state, one, hand, "k")
    assert all(len(s.board) == 5 for _, s in draws) and sum(w for w, _ in draws) == pytest.approx(1)


@pytest.mark.slow
def test_duplicate_hands_of_one_player_against_itself_are_worth_nothing():
    """`tiny` at both sides, every deal from both seats: 0 within three standard errors, much nearer than plain."""
    found = holdem_match("tiny", "tiny", hands=60, seed=11)
    assert found.aivat is not None and abs(found.aivat.mean) < 3 * found.aivat.stderr
    assert found.aivat.stderr < 0.5 * found.score.stderr

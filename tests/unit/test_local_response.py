"""Local best response and matches of public states: bounds and exact answers on small games, known sums in hold'em."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

import tianji as tj
from tianji import cli
from tianji.arena import holdem_lbr, local_best_response, match, public_match
from tianji.core.game import CHANCE, TERMINAL
from tianji.core.strategy import label
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError
from tianji.evaluate.response import in_proportion
from tianji.flat.cache import as_flat


def random_strategy(game, seed):
    flat, rng = as_flat(game), np.random.default_rng(seed)
    return flat.to_strategy([in_proportion(tree, rng.random(tree.num_slots) + 1e-3) for tree in flat.trees])


def always(game, name):
    """The strategy that plays one action wherever there is one of that name."""
    flat, rows = as_flat(game), []
    for tree in flat.trees:
        row = np.zeros(tree.num_slots)
        row[0] = 1
        for i, menu in enumerate(tree.menus):
            row[tree.first_slot[i] + [label(a) for a in menu].index(name)] = 1
        rows.append(row)
    return flat.to_strategy(rows)


def calls(key, actions):
    """Kuhn's passive action: b answers a bet, p is a check."""
    return "b" if "b" in str(key[1]) else "p"


@pytest.mark.parametrize(("name", "passive"), [("kuhn", calls), ("leduc", None), ("kuhn(players=3)", calls)])
def test_it_never_wins_more_than_the_best_response(name, passive):
    game = tj.load(name)
    strategies = [tj.uniform(game), random_strategy(game, 1), random_strategy(game, 2)]
    for strategy in [*strategies, tj.solve(game, iterations=100).strategy]:
        for player in range(game.players):
            found = local_best_response(game, strategy, player, passive=passive)
            assert found.value <= found.best + 1e-12
            assert found.best == pytest.approx(tj.best_response(game, strategy, player).value)
            assert found.value == pytest.approx(tj.values(game, found.strategy)[player])


def test_against_one_who_always_calls_it_is_the_best_response():
    game = tj.load("leduc")
    for player in (0, 1):
        found = local_best_response(game, always(game, "c"), player)
        assert found.value == pytest.approx(found.best) and found.value > 1


def test_a_smaller_menu_wins_no_more():
    game = tj.load("leduc")
    strategy = always(game, "c")
    few = local_best_response(game, strategy, 0, allow=lambda a: a != "r")
    assert few.value == pytest.approx(0, abs=1e-12)
    assert local_best_response(game, strategy, 0).value > 1
    with pytest.raises(ParameterError, match="allow= leaves none"):
        local_best_response(game, strategy, 0, allow=lambda a: False)


def test_games_without_a_call_are_asked_for_one():
    with pytest.raises(NotApplicableError, match="give passive="):
        local_best_response(tj.load("kuhn"), tj.uniform(tj.load("kuhn")), 0)
    with pytest.raises(NotApplicableError, match="passive= gave 'x'"):
        local_best_response(tj.load("kuhn"), tj.uniform(tj.load("kuhn")), 0, passive=lambda key, actions: "x")


# Hold'em ------------------------------------------------------------------------------------------------------


def test_known_sums_against_baselines():
    """Lisý & Bowling (2017), table 1: 750 mbb/h against one who always folds with fcpa, 250 in the mean with fc."""
    assert holdem_lbr("fold", hands=10).score.mean == 750
    found = holdem_lbr("fold", hands=400, menu="fc", first=3)
    assert abs(found.score.mean - 250) < 4 * found.score.stderr
    for who, menu in (("call", "fc"), ("allin", "fcpa")):  # nobody ever bets; all-in before it may act
        found = holdem_lbr(who, hands=200, menu=menu)
        assert abs(found.score.mean) < 4 * found.score.stderr
    assert holdem_lbr("call", hands=30, seed=1).score.low > 0


def test_whole_boards_have_no_luck_where_there_is_none_to_have():
    """The same sums from two boards: 750, 250, and 0 where all is in; rivers take hands away by chance, no more."""
    for who, menu, first, won in (("fold", "fcpa", 2, 750), ("fold", "fc", 3, 250), ("allin", "fcpa", 2, 0)):
        found = holdem_lbr(who, boards=2, menu=menu, first=first)
        assert found.score.mean == pytest.approx(won, abs=0.1) and found.score.stderr < 0.1
        assert found.hands == 2 * 2 * 1081


def test_whole_boards_have_the_mean_of_hands():
    """Against one who bets the turn with pairs and folds else: by hands, on whole boards, with rare streets drawn."""
    cards = tj.poker.cards.hand_cards().astype(int)
    pair = (cards[:, 0] // 4 == cards[:, 1] // 4).astype(float)

    class Honest:
        name = "honest"

        def act(self, told, rng):
            raise AssertionError("only its rows are asked for")

        def rows(self, state):
            legal = state.legal()
            if legal.fold:
                return {"f": 1 - pair, "c": pair}
            if state.street == 2 and legal.least is not None:
                return {f"r{legal.most}": 0.5 * pair, "c": 1 - 0.5 * pair}
            return {"c": np.ones(1326)}

    by_hand = holdem_lbr(Honest(), hands=400, seed=3).score
    for given in ({"boards": 6, "rivers": 3}, {"boards": 12, "thin": 3.0}):
        found = holdem_lbr(Honest(), seed=5, **given).score
        assert abs(found.mean - by_hand.mean) < 4 * (found.stderr**2 + by_hand.stderr**2) ** 0.5
        ratio = by_hand.stderr**2 * by_hand.count / (found.stderr**2 * found.count)
        assert ratio > 3, ratio


def test_hands_that_nobody_can_meet_are_no_division_by_zero():
    found = holdem_lbr(
        "tiny", boards=1, seed=33
    )  # sums there differ by less than nothing; warnings are errors
    assert abs(found.score.mean) < 20_000


def test_what_goes_with_boards_is_refused_without_them():
    with pytest.raises(ParameterError, match="rivers and thin go with boards"):
        holdem_lbr("fold", rivers=2)
    with pytest.raises(ParameterError, match="per_board with boards"):
        holdem_lbr("fold", boards=2, per_board=2)
    with pytest.raises(ParameterError, match="thin=-1"):
        holdem_lbr("fold", boards=2, thin=-1)
    with pytest.raises(ParameterError, match="rivers=49"):
        holdem_lbr("fold", boards=2, rivers=49)


def test_all_that_a_hand_wins_on_a_board_is_counted():
    """Shares of the pot on turn and flop, against those of one hand at a time."""
    from tianji.arena.measures.lbr import BoardFacts
    from tianji.arena.measures.lbr_boards import Showdowns
    from tianji.poker.cards import blocked, hand_index

    board, hand = [0, 13, 30, 41], hand_index(50, 7)
    facts, reach = BoardFacts([*board, 8]), np.random.default_rng(1).random(1326)
    for size in (3, 4):
        free = reach * ~blocked([*board[:size], 50, 7])
        _, wins = Showdowns(board[:size]).of((reach * ~blocked(board[:size]))[:, None])
        assert wins[hand, 0] == pytest.approx(free @ facts.shares(hand, size), rel=1e-12)


def test_luck_that_is_taken_out_leaves_the_mean_where_it_was():
    """Leduc, whose answer is known: all hands on a board card, less what checking down brings there, plus what it does
    in the mean; over all six cards that is the exact value, with a 942nd of the variance of hands."""
    game = tj.load("leduc")
    strategy = random_strategy(game, 3)
    found = local_best_response(game, strategy, 0)
    plain, squares, units = 0.0, 0.0, np.zeros(6)

    def checked(state):
        """What player 0 gets where everybody checks or calls from here on."""
        while game.player(state) >= 0:
            state = game.result(state, "c")
        if game.player(state) == TERMINAL:
            return game.utility(state)[0]
        return sum(p * checked(game.result(state, a)) for a, p in game.chances(state))

    def walk(state, weight, drawn):
        """Adds Σ over what may happen of its chance · value, and of its square; with a card drawn, of that card."""
        nonlocal plain, squares
        who = game.player(state)
        if who == TERMINAL:
            won = game.utility(state)[0]
            if drawn is None:
                plain, squares = plain + weight * won, squares + weight * won**2
            return weight * won
        if who == CHANCE:
            odds, is_board = list(game.chances(state)), len(list(game.chances(state))) == 4
            if drawn is None or not is_board:
                return sum(walk(game.result(state, a), weight * p, drawn) for a, p in odds)
            total = weight * checked(state)
            for a, p in odds:
                if a == drawn:
                    after = game.result(state, a)
                    total += walk(after, 6 * p * weight, drawn) - 6 * p * weight * checked(after)
            return total
        row = found.strategy.probs(who, game.information(state, who))
        return sum(
            walk(game.result(state, a), weight * q, drawn)
            for a, q in zip(game.actions(state), row, strict=True)
            if q
        )

    assert walk(game.initial(), 1.0, None) == pytest.approx(found.value)
    deck = [a for a, _ in game.chances(game.initial())]
    for k, card in enumerate(deck):
        units[k] = walk(game.initial(), 1.0, card)
    assert units.mean() == pytest.approx(found.value, abs=1e-12)
    assert 900 * units.var() < squares - plain**2


def test_a_player_of_ones_own_with_rows():
    """Bets the turn with pairs in hand alone, else checks and folds: the response believes it."""
    from tianji.poker.cards import hand_cards

    cards = hand_cards().astype(int)
    pair = (cards[:, 0] // 4 == cards[:, 1] // 4).astype(float)

    class Honest:
        name = "honest"

        def act(self, told, rng):
            raise AssertionError("only its rows are asked for")

        def rows(self, state):
            legal = state.legal()
            if legal.fold:
                return {"f": 1 - pair, "c": pair}
            if state.street == 2 and legal.least is not None:
                return {f"r{legal.most}": pair, "c": 1 - pair}
            return {"c": np.ones(1326)}

    found = holdem_lbr(Honest(), hands=60, seed=3)
    assert found.player == "honest" and found.score.mean > 0 and found.stopped == "hands"
    assert found.to_dict() == holdem_lbr(Honest(), hands=60, seed=3).to_dict()


def test_scores_over_all_hands_are_those_of_hands_that_are_held():
    """The same response with the player's cards dealt and his actions drawn from them: the same mean, more noise.

    Against a random player the scores over all hands have less than the plain deviation.
    """
    import random

    from tianji.arena.baselines import hand_agent
    from tianji.arena.measures.lbr import MENUS, BoardFacts, _play, _Response
    from tianji.arena.rows import rows_of, sized
    from tianji.arena.stats import Estimate
    from tianji.poker.cards import blocked, hand_index
    from tianji.poker.hand import HandState
    from tianji.poker.rules import HandRules

    target, rules = hand_agent("random"), HandRules((1000, 1000))

    def plainly(deal):
        deck = random.Random(f"0:{deal}").sample(range(52), 9)
        boards, won = BoardFacts(deck[4:]), 0.0
        for seat in (0, 1):
            rng = random.Random(f"0:{deal}:{seat}")
            cards = deck[2 * seat : 2 * seat + 2]
            free = np.where(blocked(cards), 0.0, 1.0)
            response = _Response(target, seat, hand_index(*cards), MENUS["fcpa"], 2, boards, free)
            state = HandState.start(rules, ((deck[0], deck[1]), (deck[2], deck[3])))
            while not state.is_over or state.cards_due:
                if state.cards_due:
                    state = state.deal(deck[4 + len(state.board) : 4 + len(state.board) + state.cards_due])
                elif state.player == seat:
                    state = state.act(response.choose(state))
                else:
                    rows = rows_of(target, state)
                    held = hand_index(*state.hole[1 - seat])
                    action = rng.choices(list(rows), [row[held] for row in rows.values()])[0]
                    response.reach = response.reach * rows[action]
                    state = state.act(sized(action, state, rng))
            won += float(state.payoffs()[seat])
        return won / 2

    over_all = Estimate.of(_play(target, rules, MENUS["fcpa"], 2, 0, k) for k in range(500))
    plain = Estimate.of(plainly(k) for k in range(500))
    assert abs(over_all.mean - plain.mean) < 4 * (over_all.stderr**2 + plain.stderr**2) ** 0.5
    assert over_all.stderr < plain.stderr


def test_more_bets_and_earlier_streets():
    from tianji.arena.measures.lbr import MENUS

    assert len(MENUS["56bets"]) == 56 and MENUS["56bets"][54] == pytest.approx(0.05 * 1.15**54)
    found = holdem_lbr("fold", hands=20, menu="56bets", first=0)
    assert found.score.mean == 750 and found.streets == [0, 1, 2, 3]
    assert holdem_lbr("call", hands=6, menu="fcpa", first=1, seed=2).hands == 6


def test_many_deals_on_a_board_have_the_same_mean():
    one = holdem_lbr(Chance("shy", 0.5), hands=600)
    many = holdem_lbr(Chance("shy", 0.5), hands=600, per_board=10)
    assert many.hands == 600 and many.score.count == 30
    assert abs(one.score.mean - many.score.mean) < 4 * (one.score.stderr**2 + many.score.stderr**2) ** 0.5
    assert holdem_lbr("fold", hands=30, per_board=5).score.mean == 750
    with pytest.raises(ParameterError, match="per_board=0"):
        holdem_lbr("fold", per_board=0)


def test_win_shares_are_exact():
    from tianji.arena.measures.lbr import BoardFacts
    from tianji.poker.cards import parse_cards, parse_hand
    from tianji.poker.equity import matchup

    board = parse_cards("Ks7h2d3c9s")
    boards = BoardFacts(board)
    for mine, his in (("AhKd", "QsQd"), ("7c7d", "3h4h"), ("AcKc", "AhKd"), ("5s6s", "AsTs")):
        a, b = parse_hand(mine), parse_hand(his)
        for count in (3, 4, 5):
            wins, ties, losses = matchup(a, b, board[:count])
            share = (wins + ties / 2) / (wins + ties + losses)
            assert boards.shares(a, count)[b] == pytest.approx(share, abs=1e-12)
    assert boards.shares(parse_hand("AhAd"), 0)[parse_hand("KsKd")] == pytest.approx(0.81, abs=0.02)


def test_what_cannot_be_asked():
    class Mute:
        name = "mute"

        def act(self, told, rng):
            return "c"

    with pytest.raises(NotApplicableError, match=r"'mute' does not say .* needs rows"):
        holdem_lbr(Mute())
    with pytest.raises(ParameterError, match="menu='fcpb'"):
        holdem_lbr("call", menu="fcpb")
    with pytest.raises(ParameterError, match="first=4"):
        holdem_lbr("call", first=4)


# Public states ------------------------------------------------------------------------------------------------


def test_a_match_of_public_states_finds_the_value_with_less_noise():
    game = tj.load("leduc")
    a, b = random_strategy(game, 1), random_strategy(game, 2)
    exact = tj.compare(game, a, b).a_mean
    ranges = public_match(game, a, b, "board", hands=2000, seed=1)
    hands = match(game, a, b, hands=2000, seed=1, aivat=False)
    assert abs(ranges.score.mean - exact) < 4 * ranges.score.stderr
    assert ranges.score.stderr < 0.6 * hands.score.stderr and ranges.roots == 30
    assert public_match(game, a, b, "board", hands=50, seed=1) == public_match(
        game, a, b, "board", hands=50, seed=1
    )


def test_public_states_that_cannot_be():
    game = tj.load("leduc")
    with pytest.raises(UnknownNameError, match=r"no stage 'bord'; did you mean 'board'"):
        public_match(game, "uniform", "uniform", "bord")
    with pytest.raises(NotApplicableError, match="needs two players"):
        public_match(tj.load("kuhn(players=3)"), "uniform", "uniform", "board")


def test_the_commands(capsys):
    assert cli.main(["holdem", "lbr", "fold", "--hands", "10", "--json", "--quiet"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["mbb_h"] == 750 and data["streets"] == [2, 3]
    assert cli.main(["holdem", "lbr", "fold", "--hands", "10", "--quiet"]) == 0
    assert "it wins, mbb/h  750.0 ± 0.0" in capsys.readouterr().out
    assert (
        cli.main(["match", "leduc", "uniform", "uniform", "--level", "board", "--hands", "20", "--quiet"])
        == 0
    )
    assert "states at board" in capsys.readouterr().out
    assert cli.main(["match", "leduc", "uniform", "uniform", "--level", "board", "--single"]) == 2
    assert "--single with --level" in capsys.readouterr().err


# Public states of hold'em ---------------------------------------------------------------------------------------


class Chance:
    """Bets and calls by the higher card held, on every street: rows of its own, and a hand that is played by them."""

    def __init__(self, name, bold):
        from tianji.poker.cards import hand_cards

        self.name = name
        self.strength = (hand_cards().astype(int)[:, 0] // 4) / 12 * bold

    def rows(self, state):
        legal = state.legal()
        if legal.fold:
            return {"f": 1 - self.strength, "c": self.strength}
        if legal.least is None:
            return {"c": np.ones(1326)}
        bet = f"r{min(legal.least + 100, legal.most)}"
        return {"c": 1 - 0.5 * self.strength, bet: 0.5 * self.strength}

    def act(self, told, rng):
        from tianji.poker.cards import hand_index

        rows = self.rows(told.state)
        hand = hand_index(*told.state.hole[told.seat])
        return rng.choices(list(rows), [row[hand] for row in rows.values()])[0]


@cache
def bold_and_shy():
    """Three thousand deals, hand against hand."""
    from tianji.arena import holdem_match
    from tianji.poker.rules import HandRules

    return holdem_match(Chance("bold", 0.9), Chance("shy", 0.5), hands=3000, rules=HandRules((1000, 1000)))


@pytest.mark.parametrize("level", ["turn", "river"])
def test_range_against_range_is_what_hands_come_to(level):
    from tianji.arena import holdem_public_match
    from tianji.poker.rules import HandRules

    rules = HandRules((1000, 1000))
    a, b = Chance("bold", 0.9), Chance("shy", 0.5)
    found = holdem_public_match(a, b, level, hands=200, rivers=2 if level == "turn" else None, rules=rules)
    plain = bold_and_shy()
    assert found.roots > 0 and found.level == level
    assert (
        abs(found.score.mean - plain.score.mean) < 4 * (found.score.stderr**2 + plain.score.stderr**2) ** 0.5
    )
    assert found.score.stderr * 200**0.5 < 0.6 * plain.score.stderr * 3000**0.5
    assert holdem_public_match(a, a, level, hands=20, rivers=2 if level == "turn" else None).score.mean == 0


def test_all_rivers_are_the_mean_of_drawn_ones():
    """One turn by hand: a public match whose board is fixed, all rivers against each in turn."""
    import random

    from tianji.arena.measures.public_hands import _Walk
    from tianji.poker.cards import blocked
    from tianji.poker.hand import HandState

    agents = (Chance("bold", 0.9), Chance("shy", 0.5))
    board = (5, 17, 30, 44)
    free = np.where(blocked(board), 0.0, 1.0)
    state = HandState.start().play("cc/cc/")

    def value(rivers):
        walk = _Walk(agents, board, 2, rivers, random.Random(0))
        return walk.exact(state.deal(board), [free.copy(), free.copy()])

    cards = [c for c in range(52) if c not in board]
    assert value(None) == pytest.approx(sum(value((c,)) for c in cards) / 48, rel=1e-9)


def test_public_matches_that_cannot_be(capsys):
    from tianji.arena import holdem_public_match

    with pytest.raises(ParameterError, match="level='flop'; expected turn or river"):
        holdem_public_match("call", "fold", "flop")
    with pytest.raises(ParameterError, match="rivers=3"):
        holdem_public_match("call", "fold", "river", rivers=3)
    assert cli.main(["holdem", "match", "call", "fold", "--level", "river", "--hands", "4", "--quiet"]) == 0
    assert "4 hands as far as the river" in capsys.readouterr().out
    assert cli.main(["holdem", "match", "call", "fold", "--level", "river", "--single"]) == 2
    assert cli.main(["holdem", "match", "call", "fold", "--rivers", "2"]) == 2

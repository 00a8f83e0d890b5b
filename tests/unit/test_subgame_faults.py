"""What subgame solving refuses, and the one sentence it says."""

from __future__ import annotations

import pytest

import tianji as tj
from tianji.errors import NotApplicableError, ParameterError, StrategyError, UnknownNameError

LEDUC = tj.load("leduc")
KUHN = tj.load("kuhn")


@pytest.fixture(scope="module")
def spot():
    return KUHN, tj.uniform(KUHN), tj.subgame.cuts(KUHN, "bet")[0]


def test_a_blueprint_of_another_game(spot):
    with pytest.raises(StrategyError, match=r"belongs to 'kuhn', not to 'leduc'"):
        tj.subgame.solve(LEDUC, spot[1], tj.subgame.cuts(LEDUC, "board")[0], "resolve")


def test_a_blueprint_that_is_none(spot):
    with pytest.raises(ParameterError, match="expected a Strategy"):
        tj.subgame.solve(KUHN, {"a": 1}, spot[2], "resolve")


def test_a_cut_of_another_game(spot):
    with pytest.raises(ParameterError, match=r"belongs to 'leduc', not to 'kuhn'"):
        tj.subgame.solve(KUHN, spot[1], tj.subgame.cuts(LEDUC, "board")[0], "resolve")


def test_a_set_that_is_not_a_subgame_says_why(spot):
    # player 0 holding a jack and facing a bet does not know whether player 1 has the queen or the king
    with pytest.raises(
        NotApplicableError, match=r"not a subgame: player \d cannot tell .* from .* \(infoset"
    ):
        tj.subgame.solve(KUHN, spot[1], lambda s: s.cards == (0, 1) and s.line == "b", "resolve")


def test_a_set_that_is_a_subgame_need_not_be_a_cut(spot):
    by_hand = tj.subgame.solve(KUHN, spot[1], lambda s: s.line == "b", "maxmargin")
    by_cut = tj.subgame.solve(*spot, "maxmargin")
    assert by_hand.report.loss_after == by_cut.report.loss_after


@pytest.mark.parametrize("at", ["board", 7, None])
def test_what_is_no_cut_at_all(spot, at):
    with pytest.raises(ParameterError, match=r"at=.*cuts\(game\)"):
        tj.subgame.solve(KUHN, spot[1], at, "resolve")


def test_seeds_that_match_nothing(spot):
    with pytest.raises(ParameterError, match="no history matches"):
        tj.subgame.solve(KUHN, spot[1], lambda s: False, "resolve")


def test_a_list_of_cuts_for_one(spot):
    with pytest.raises(ParameterError, match="solve_all"):
        tj.subgame.solve(KUHN, spot[1], [spot[2]], "resolve")


def test_no_cuts(spot):
    with pytest.raises(ParameterError, match="cuts is empty"):
        tj.subgame.solve_all(KUHN, spot[1], [], "resolve")


def test_more_than_two_players():
    three = tj.load("kuhn(players=3)")
    with pytest.raises(NotApplicableError, match=r"needs two players, kuhn\(players=3\) has 3"):
        tj.subgame.cuts(three)


def test_general_sum():
    dilemma = tj.load("prisoners_dilemma")
    with pytest.raises(NotApplicableError, match="needs a zero-sum game"):
        tj.subgame.cuts(dilemma)


def test_a_flat_game_without_rules():
    from dataclasses import replace

    flat = replace(tj.compile(KUHN), game=None)
    with pytest.raises(NotApplicableError, match="pass the Game itself"):
        tj.subgame.cuts(flat)


def test_a_compiled_or_merged_game_will_do():
    merged = tj.compile(KUHN, merge=True)
    assert len(tj.subgame.cuts(merged)) == len(tj.subgame.cuts(tj.compile(KUHN))) == 5


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"technique": "maxmargn"}, UnknownNameError, r"no technique 'maxmargn'; did you mean 'maxmargin'"),
        ({"technique": "resolve", "payoffs": "exct"}, UnknownNameError, r"did you mean 'exact'\?"),
        (
            {"technique": "resolve", "solver": "crf+"},
            UnknownNameError,
            r"no solver 'crf\+' .* did you mean 'cfr\+'",
        ),
        (
            {"technique": "resolve", "solver": "hedge"},
            UnknownNameError,
            "no solver 'hedge' for exact payoffs",
        ),
        ({"technique": "resolve", "gift_bound": "all"}, UnknownNameError, "no gift_bound 'all'"),
        ({"technique": "resolve", "gifts": "split"}, ParameterError, "say 'reach-resolve'"),
        ({"technique": "reach-resolve", "gifts": "none"}, ParameterError, "say 'resolve' without them"),
        ({"technique": "reach-resolve", "gifts": "half"}, ParameterError, "expected 'none', 'split'"),
        ({"technique": "reach-resolve", "gifts": -1}, ParameterError, "a factor of at least 0"),
        ({"technique": "resolve", "refine": "best"}, ParameterError, "expected None, 'leximin' or 'tremble'"),
        ({"technique": "resolve", "refine": "leximin", "solver": "cfr+"}, ParameterError, "use solver='lp'"),
        ({"technique": "unsafe", "payoffs": "estimate"}, NotApplicableError, "no alternative payoffs"),
        ({"technique": "maxmargin", "payoffs": "distributional"}, NotApplicableError, "resolve gadget"),
        ({"technique": "resolve", "player": 2}, ParameterError, "player=2; expected 0 or 1"),
        (
            {"technique": "resolve", "payoffs": "estimate", "estimate": "guess"},
            ParameterError,
            "estimate='guess'",
        ),
        ({"technique": "resolve", "estimate": {}}, ParameterError, "means nothing to exact payoffs"),
        ({"technique": "resolve", "spread": 1.0}, ParameterError, "belongs to random payoffs"),
        (
            {"technique": "resolve", "payoffs": "estimate", "estimate": {}},
            ParameterError,
            "has nothing for player 0",
        ),
        ({"technique": "resolve", "payoffs": "distributional", "spread": -1}, ParameterError, "at least 0"),
        ({"technique": "resolve", "payoffs": "distributional", "spread": "x"}, ParameterError, "spread='x'"),
        (
            {"technique": "resolve", "payoffs": "distributional", "spread": 1e9},
            ParameterError,
            "so wide that floating point",
        ),
    ],
)
def test_options(spot, options, error, words):
    with pytest.raises(error, match=words) as caught:
        tj.subgame.solve(*spot, **options)
    assert "\n" not in str(caught.value)


def test_levels(spot):
    with pytest.raises(UnknownNameError, match=r"leduc has no level 'bord'; did you mean 'board'"):
        tj.subgame.cuts(LEDUC, "bord")
    assert [c.label for c in tj.subgame.cuts(KUHN, 3)] == [c.label for c in tj.subgame.cuts(KUHN, "3")]


def test_unsafe_nested_solving_needs_the_expensive_variant():
    large = tj.load("leduc_bets(suits=1)")
    small = large.restrict(["f", "c", "b50", "b100"])
    blueprint = tj.uniform(small)
    with pytest.raises(NotApplicableError, match="variant='expensive'"):
        tj.subgame.NestedPlayer(large, small, blueprint, technique="unsafe")
    with pytest.raises(UnknownNameError, match="did you mean 'expensive'"):
        tj.subgame.NestedPlayer(large, small, blueprint, variant="expensiv")
    with pytest.raises(StrategyError, match="belongs to"):
        tj.subgame.NestedPlayer(large, small, tj.uniform(large))
    with pytest.raises(ParameterError, match="player=3"):
        tj.subgame.NestedPlayer(large, small, blueprint, player=3)


def test_games_that_do_not_share_rules():
    large, other = tj.load("leduc_bets(suits=1)"), tj.load("kuhn")
    with pytest.raises(StrategyError, match="do not share rules"):
        tj.subgame.NestedPlayer(large, other, tj.uniform(other))
    small = large.restrict(["f", "c", "b50"])
    with pytest.raises(StrategyError, match=r"the small one plays .*use game.restrict"):
        tj.subgame.NestedPlayer(small, large, tj.uniform(large))


def test_translation_refuses_what_it_cannot_do():
    with pytest.raises(ParameterError, match="expected 0 ≤ smaller"):
        tj.subgame.pseudo_harmonic(1.0, 0.5, 0.75)
    with pytest.raises(ParameterError, match="at least one size"):
        tj.subgame.translation(1.0, [])
    kuhn = tj.load("kuhn")
    with pytest.raises(NotApplicableError, match="how large its bets are"):
        tj.subgame.translated(kuhn, kuhn.restrict(["p"]), tj.uniform(kuhn.restrict(["p"])))


def test_an_empty_menu():
    with pytest.raises(ParameterError, match="empty menu"):
        KUHN.restrict([])
    with pytest.raises(ParameterError, match="nothing on the menu"):
        tj.compile(KUHN.restrict(["x"]))


def test_abstraction_refuses(spot):
    with pytest.raises(ParameterError, match="expected a function"):
        tj.subgame.abstract(KUHN, "suits")
    with pytest.raises(tj.TianjiError, match=r"bucket\(0, .*\) failed with TypeError"):
        tj.subgame.abstract(KUHN, lambda player, key: [key])
    small = tj.subgame.abstract(LEDUC, lambda player, key: key)
    with pytest.raises(ParameterError, match="was not made from this kuhn"):
        tj.subgame.solve(*spot, "resolve", payoffs="estimate", estimate=small)


def test_forgetful_information_is_named():
    """A player who forgets at a node where he does not act breaks the values of his entries."""
    from tianji.core.game import CHANCE, TERMINAL, Game

    class Forgets(Game):
        """Chance deals 0 or 1 to player 0; player 1 acts; player 0 is told his card at player 1's node only."""

        def initial(self):
            return ()

        def player(self, s):
            return (CHANCE, 1, 0, TERMINAL)[len(s)]

        def chances(self, s):
            return [(0, 0.5), (1, 0.5)]

        def actions(self, s):
            return ("a", "b")

        def result(self, s, a):
            return (*s, a)

        def utility(self, s):
            won = 1.0 if (s[1] == s[2]) == (s[0] == 0) else -1.0
            return won, -won

        def information(self, s, player):
            if player == 0:
                return ("card", s[0]) if len(s) == 1 else (len(s), s[1:])
            return len(s), s[1:]

    game = Forgets()
    cut = tj.subgame.cuts(game)[0]
    with pytest.raises(NotApplicableError, match="player 0 forgets inside the subgame"):
        tj.subgame.solve(game, tj.uniform(game), cut, "resolve", player=1)

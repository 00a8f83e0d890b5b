"""compile_game: what it refuses, and that the sentence names the place and the remedy."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

import tianji as tj
from tianji.core.walk import histories
from tianji.errors import GameRuleError, NotApplicableError, ParameterError, StrategyError, TooLargeError


@dataclass(frozen=True)
class Toy(tj.Game[str, str]):
    """Chance, then player 0, then player 1; each flaw is a parameter."""

    flaw: str = ""

    def initial(self):
        return ""

    def player(self, s):
        if self.flaw == "endless":
            return 0
        if self.flaw == "player" and len(s) == 1:
            return 7
        if self.flaw in ("nobody", "none at all") and len(s) == 2:
            return -9 if self.flaw == "nobody" else -3
        return (tj.CHANCE, 0, 1, tj.TERMINAL)[len(s)]

    def chances(self, s):
        if self.flaw == "endless chance":
            return [("x", 1.0)]
        p = 0.6 if self.flaw == "chance" else math.nan if self.flaw == "nan chance" else 0.5
        return [("x", p), ("y", 0.5)]

    def actions(self, s):
        if self.flaw == "no actions":
            return ()
        if self.flaw == "repeat":
            return ("l", "l")
        if self.flaw == "menus" and s == "y":
            return ("l", "m")
        return ("l", "r")

    def result(self, s, a):
        if self.flaw == "crash" and len(s) == 2:
            raise KeyError("lost")
        return s if self.flaw == "endless" else s + a

    def utility(self, s):
        if self.flaw == "nan":
            return (math.nan, 1) if s == "xlr" else (0, 0)
        if self.flaw == "length":
            return (1,)
        if self.flaw == "unpaid":
            raise KeyError("lost")
        return (1.0, -1.0) if s[0] == "x" else (-1.0, 1.0)

    def information(self, s, player):
        if self.flaw == "menus":
            return len(s)
        if self.flaw == "unhashable":
            return [s]
        return (player, s[:1]) if player == 0 else len(s)


FLAWS = {
    "chance": r"state '': chance probabilities \[0.6, 0.5\] sum to 1.1; expected .* sum to 1",
    "nan chance": r"state '': chance probabilities .* sum to nan",
    "no actions": r"state 'x': player 0 is to act but has no actions; return TERMINAL",
    "repeat": r"actions \('l', 'l'\) repeat; make them distinct",
    "menus": r"cannot tell two states apart \(infoset 1\), yet one offers \('l', 'r'\) and 'y' offers \('l', 'm'\)",
    "nan": r"state 'xlr': utility\(\) gives \(nan, 1\); expected 2 finite numbers",
    "length": r"utility\(\) gives \(1,\); expected 2 finite numbers",
    "crash": r"the rules raised KeyError: 'lost' at or just after state '[xy][lr]'",
    "player": r"player\(\) gives 7; expected 0 to 1, CHANCE or TERMINAL",
    "nobody": r"state '[xy][lr]': player\(\) gives -9; expected 0 to 1, CHANCE or TERMINAL",
    "none at all": r"state '[xy][lr]': player\(\) gives -3; expected 0 to 1, CHANCE or TERMINAL",
    "unpaid": r"the rules raised KeyError: 'lost' at or just after state '[xy][lr][lr]'",
    "unhashable": r"the rules raised TypeError: unhashable type: 'list'",
    "endless": r"no end after [\d,]+ moves: the state comes up again on its own line of play",
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_broken_rules_are_named(flaw):
    with pytest.raises(GameRuleError, match=FLAWS[flaw]):
        tj.compile(Toy(flaw))


def test_the_sound_toy_compiles():
    flat = tj.compile(Toy())
    assert (flat.histories, flat.terminals, flat.chance_nodes) == (1 + 2 + 4 + 8, 8, 1)


class Counting(Toy):
    """Counts how often it is asked who moves."""

    asked = 0

    def player(self, s):
        Counting.asked += 1
        return super().player(s)


def test_a_small_game_is_walked_once():
    Counting.asked = 0
    assert tj.compile(Counting()).histories == Counting.asked == 15


class Forgetful(Toy):
    """Player 0 moves twice and forgets his first move."""

    def player(self, s):
        return (tj.CHANCE, 0, 0, tj.TERMINAL)[len(s)]

    def information(self, s, player):
        return len(s)


def test_imperfect_recall_is_refused_with_both_paths():
    with pytest.raises(
        GameRuleError,
        match=r"imperfect recall: player 0 reaches infoset 2 by different own earlier moves, \['l' at 1\] and",
    ):
        tj.compile(Forgetful())


def test_perfect_information_with_transpositions_is_sent_to_search():
    with pytest.raises(NotApplicableError, match=r"tic_tac_toe has perfect information.* use tj.search"):
        tj.compile(tj.load("tic_tac_toe"))


def test_only_games_compile():
    with pytest.raises(ParameterError, match=r"game='kuhn'; expected a Game, such as tianji.load\('kuhn'\)"):
        tj.compile("kuhn")
    with pytest.raises(ParameterError, match=r"game=3; expected a Game, .* or a FlatGame"):
        tj.solve(3)


def test_what_does_not_fit_says_so_before_walking():
    with pytest.raises(
        TooLargeError, match=r"liars_dice is too large .* does not fit; use a sampling method"
    ):
        tj.compile(tj.load("liars_dice"), max_bytes=1_000_000)


def test_the_plan_of_a_large_game_is_an_estimate_near_the_truth():
    report = tj.plan(tj.load("liars_dice"), probes=4000)
    assert not report.exact
    assert report.terminals == pytest.approx(147_420, rel=0.5)  # Knuth's estimator, fixed seed
    assert "fits" in str(report)


def test_chance_outcomes_of_probability_zero_are_left_out():
    class Zero(Toy):
        def chances(self, s):
            return [("x", 1.0), ("y", 0.0)]

    assert tj.compile(Zero()).histories == 1 + 1 + 2 + 4


def test_strategies_that_do_not_fit_are_refused():
    kuhn, leduc = tj.load("kuhn"), tj.load("leduc")
    with pytest.raises(StrategyError, match="the strategy belongs to 'kuhn', not to 'leduc'"):
        tj.exploitability(leduc, tj.uniform(kuhn))
    flat = tj.compile(kuhn)
    partial = tj.Strategy.from_dict("kuhn", [{(0, ""): {"p": 1.0, "b": 0.0}}, {}])
    with pytest.raises(StrategyError, match=r"nothing for player 0's infoset .* it must cover every infoset"):
        flat.from_strategy(partial)
    wrong = [{key: {"p": 0.5, "jump": 0.5} for key in tree.keys} for tree in flat.trees]
    with pytest.raises(
        StrategyError, match=r"the strategy plays \('p', 'jump'\), the game offers \('p', 'b'\)"
    ):
        flat.from_strategy(tj.Strategy.from_dict("kuhn", wrong))
    with pytest.raises(StrategyError, match=r"probabilities sum to 0\.8"):
        tj.Strategy.from_dict("kuhn", [{"a": {"p": 0.3, "b": 0.5}}])
    with pytest.raises(ParameterError, match=r"player 2 of kuhn; expected 0..1"):
        tj.best_response(kuhn, tj.uniform(kuhn), 2)


def test_actions_may_come_in_another_order():
    flat = tj.compile(tj.load("kuhn"))
    turned = [{key: {"b": 0.25, "p": 0.75} for key in tree.keys} for tree in flat.trees]
    vector = flat.from_strategy(tj.Strategy.from_dict("kuhn", turned))[0]
    assert vector[1:3].tolist() == [0.75, 0.25]


def test_a_merged_game_refuses_a_strategy_that_tells_its_classes_apart():
    merged = tj.compile(tj.load("leduc"), merge=True)
    rng = np.random.default_rng(0)
    flat = tj.compile(tj.load("leduc"))
    vectors = [
        np.concatenate([[1.0]] + [rng.dirichlet(np.ones(k)) for k in np.diff(t.first_slot)])
        for t in flat.trees
    ]
    with pytest.raises(StrategyError, match="treats infosets differently that are merged"):
        merged.from_strategy(flat.to_strategy(vectors))


def test_leduc_merges_to_288_infosets_with_the_same_value():
    flat = tj.compile(tj.load("leduc"))
    merged = tj.compile(tj.load("leduc"), merge=True)
    assert (flat.num_infosets, merged.num_infosets, len(merged.payoff)) == (936, 288, 1116)
    assert tj.solve(flat, "lp").values[0] == pytest.approx(tj.solve(merged, "lp").values[0], abs=1e-9)
    assert tj.compile(tj.load("matching_pennies"), merge=True).merge is None


def test_a_flat_game_stays_small():
    flat = tj.compile(tj.load("leduc"))
    assert flat.nbytes / len(flat.payoff) <= 200


def test_n_player_threads_and_mixed_payoffs():
    flat = tj.compile(tj.load("kuhn(players=3)"))
    assert flat.players == 3 and flat.is_zero_sum
    with pytest.raises(NotApplicableError, match="threads=2 needs a two-player game"):
        tj.solve(flat, "cfr", iterations=1, threads=2)
    assert not tj.compile(tj.load("prisoners_dilemma")).is_zero_sum


@dataclass(frozen=True)
class Late(tj.Game[str, str]):
    """A coin ends the game or not; then player 0 guesses another coin, and chance ends what is left."""

    def initial(self):
        return ""

    def player(self, s):
        if len(s) == 1:
            return 0 if s == "y" else tj.TERMINAL
        return tj.CHANCE if len(s) in (0, 2) else tj.TERMINAL

    def chances(self, s):
        return [("y", 0.3), ("n", 0.7)]

    def actions(self, s):
        return ("a", "b")

    def result(self, s, a):
        return s + a

    def utility(self, s):
        won = float(s[-1] == "y") - 0.5 * s.count("b")
        return won, -won

    def information(self, s, player):
        return s[:1]


def test_ends_that_chance_brings_are_counted_once():
    flat = tj.compile(Late())
    walked = list(histories(Late()))
    assert (flat.histories, flat.terminals, flat.chance_nodes) == (len(walked), 5, 3) == (9, 5, 3)
    assert tj.solve(flat, "lp").values == pytest.approx((0.3 * 0.3, -0.3 * 0.3))

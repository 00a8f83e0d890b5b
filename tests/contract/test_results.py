"""Every result: it pickles, its `to_dict` is strict JSON, and a notebook shows it as HTML."""

from __future__ import annotations

import json
import pickle
import random
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pkgutil import walk_packages
from tempfile import mkdtemp

import pytest

import tianji as tj
from tianji import matrix as tm
from tianji.arena import (
    ClientReport,
    Estimate,
    HandRecord,
    HandsCheck,
    Match,
    StrategyPlayer,
    holdem_lbr,
    holdem_match,
    holdem_public_match,
    local_best_response,
    parse_log,
    public_match,
)
from tianji.arena import match as play_match
from tianji.cfr.bench import benchmark
from tianji.cfr.seeds import solve_seeds
from tianji.core.draw import branch
from tianji.core.result import Result, finite
from tianji.evaluate.appraisal import appraise
from tianji.evaluate.belief import belief
from tianji.evaluate.ranking import most_reached
from tianji.evaluate.review import review
from tianji.games.convert import Conversion
from tianji.holdem.abstraction.buckets import make_buckets
from tianji.holdem.abstraction.inspect import look as look_at
from tianji.holdem.abstraction.inspect import report as count_buckets
from tianji.holdem.blueprint.case import Tried
from tianji.holdem.blueprint.store import blueprint_of, shipped_buckets
from tianji.holdem.blueprint.tree import Added
from tianji.holdem.engine.forecast import fit
from tianji.holdem.nested.recipe import recipe
from tianji.holdem.rounds.gift_curve import gift_curve
from tianji.holdem.rounds.tables import reproduce
from tianji.parallel import run_batch
from tianji.parallel.simulate import simulate_batch
from tianji.poker.hand import HandState
from tianji.search.readable.probcut import Pair, ProbCut


@cache
def kuhn():
    return tj.load("kuhn")


def solved(**options):
    return tj.solve(kuhn(), **{"iterations": 50, **options})


@cache
def river():
    spot = tj.holdem.Spot(
        board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises=""
    )
    return spot, spot.solve(iterations=30)


def reviewed():
    from tianji.holdem.player.reviewed import Review, Reviewed

    row = Reviewed(
        "hand 1", "me", "oop", "river", "AhKd", "2c7d9s3hKc", "cc/cc/cc/", "check", "bet 100 (50%)", 200.0, 5.0, 0.05,
        2.5, 0.4, {"check": 1.0, "bet 100 (50%)": 6.0}, {"check": 0.5, "bet 100 (50%)": 0.5}, river()[1].strategy(""),
    )  # fmt: skip
    return Review("hands.phhs", "me", 1, [row])


def session():
    from tianji.holdem.player.session import Session

    found = Session(tj.holdem.Player("call"))
    found.play_hand(1, lambda hand: "c")
    return found


def gated():
    spot, solve = river()
    return spot.solve(iterations=30, gate=tj.holdem.Gate("oop", solve.alternatives("oop")))


@cache
def flop_buckets():
    return make_buckets("flop", 5, deck=20, rounds=1)


def improved_blueprint():
    tried = Tried("cr300", "preflop", 1.0, 3, 0.5, 9.0, 1.0, 0.5, 1.0, 100, 2000, True)
    blueprint = blueprint_of(tj.holdem.Menu(("a",) * 4), shipped_buckets())
    return tj.holdem.ImprovedBlueprint("a", "b", "c", 1, [tried], 3, [], 0, 1.0, "branches", blueprint)


@cache
def coin():
    game = tj.load("coin_toss")
    return game, tj.subgame.coin_toss_blueprint(game), tj.subgame.cuts(game)


def improved():
    game = tj.load("leduc_bets(suits=1,bets=(1,0))")
    known = game.restrict(["f", "c", "b50", "b100"])
    return tj.subgame.improve(game, known, tj.solve(known, "cfr+", iterations=500).strategy, 0, top=1)


def limited():
    game, blueprint, _ = coin()
    return tj.subgame.depth_limited(game, blueprint, "play", leaves=2)


def nested():
    large = tj.load("leduc_bets(suits=1,sizes=(0.5,1))")
    small = large.restrict(["f", "c", "b50"])
    return tj.subgame.NestedPlayer(large, small, tj.uniform(small), technique="resolve").report()


def bayesian():
    return tm.BayesianGame(
        types=[["row"], ["match", "mismatch"]],
        actions=[["H", "T"], ["H", "T"]],
        prior={("row", "match"): "1/2", ("row", "mismatch"): "1/2"},
        payoff=lambda t, a: (1 if a[0] == "H" else 0, (a[0] == a[1]) == (t[1] == "match")),
    )


DILEMMA = tm.NormalForm("3,3 0,5; 5,0 1,1")
PENNIES = tm.NormalForm("1 -1; -1 1")


@cache
def bench():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tianji.cfr.bench.COMPILED", ("kuhn",))
        patch.setattr("tianji.cfr.bench.SOLVED", (("kuhn", False),))
        return benchmark(0.001)


def fitted():
    return ProbCut((Pair(1, 3, 0.9, 0.1, 0.2, 50),))


@cache
def match():
    rng = random.Random(0)
    found = Match(kuhn(), StrategyPlayer(kuhn(), tj.uniform(kuhn()), rng), rng, "uniform")
    found.play_round(1, lambda state, seat: "p")
    found.price()
    return found


@cache
def table():
    return reproduce(
        columns=[4], techniques=["resolve"], iterations=3, blueprint_iterations=3, value_iterations=3
    )


def squares():
    return run_batch(mkdtemp(), "tianji.parallel.examples:square", [{"x": 2}])


# module.class, and what else of it there is, → an example
EXAMPLES = {
    "cfr.CfrTrace": lambda: tj.cfr.trace(kuhn(), iterations=20),
    "cfr.Iteration": lambda: tj.cfr.explain(tj.cfr.trace(kuhn(), iterations=20), 20, 0, (0, "")),
    "core.TreeNode": lambda: branch(kuhn())[0],
    "evaluate.Belief": lambda: belief(kuhn(), tj.uniform(kuhn()), 0, (0, ""))[0],
    "arena.HandRecord": lambda: HandRecord.from_state(HandState.start().play("r300f")),
    "arena.Log": lambda: parse_log(["STATE:0:r300f:3c8d|Ks6c:-100|100:you|me", "STATE:1"]),
    "arena.ClientReport": lambda: ClientReport("call", faults=("hand 3: no idea",)),
    "arena.HandsCheck": lambda: HandsCheck("m.log", 2, 1, ["hand 0"], 0, []),
    "arena.LbrResult": lambda: holdem_lbr("fold", hands=2),
    "arena.LocalResponse": lambda: local_best_response(tj.load("leduc"), tj.uniform(tj.load("leduc")), 0),
    "arena.PublicMatch": lambda: public_match(tj.load("leduc"), "uniform", "uniform", "board", hands=2),
    "arena.Estimate": lambda: Estimate.of([1.0, 2.0]),
    "arena.HoldemPublicMatch": lambda: holdem_public_match("call", "fold", "river", hands=2),
    "arena.HoldemMatch": lambda: holdem_match("call", "random", hands=4),
    "arena.Match": match,
    "arena.MatchResult": lambda: play_match(kuhn(), "uniform", "uniform", hands=4),
    "arena.Round": lambda: match().rounds[0],
    "cfr.Benchmark": bench,
    "cfr.Measurement": lambda: bench().results[0],
    "cfr.Solution": solved,
    "cfr.Solution, lp": lambda: tj.solve(kuhn(), "lp"),
    "cfr.Solution, merged": lambda: tj.solve(tj.load("leduc"), iterations=20),
    "cfr.Solution, sampled": lambda: solved(method="external"),
    "cfr.Solution, not begun": lambda: tj.solve(tj.load("kuhn(players=3)"), iterations=5, stop=lambda: True),
    "core.GameReport": lambda: tj.check_game(kuhn()),
    "core.Strategy": lambda: tj.uniform(kuhn()),
    "evaluate.Appraisal": lambda: appraise(kuhn(), tj.uniform(kuhn())),
    "evaluate.BestResponse": lambda: tj.best_response(kuhn(), tj.uniform(kuhn()), 0),
    "evaluate.Comparison": lambda: tj.compare(kuhn(), solved().strategy, tj.uniform(kuhn())),
    "evaluate.Decision": lambda: review(kuhn(), tj.uniform(kuhn()), [(1, (2, "b"), "p")])[0],
    "evaluate.Difference": lambda: tj.compare(kuhn(), solved().strategy, tj.uniform(kuhn())).differences[0],
    "evaluate.InfosetValues": lambda: tj.infoset_values(kuhn(), tj.uniform(kuhn()), 1),
    "evaluate.Reached": lambda: most_reached(kuhn(), tj.uniform(kuhn()), 1)[0],
    "flat.Description": lambda: tj.describe(kuhn()),
    "flat.Description, large": lambda: tj.describe(tj.load("liars_dice(dice=3)")),
    "flat.Plan": lambda: tj.plan(kuhn()),
    "games.Catalogue": tj.games.catalogue,
    "games.Conversion": lambda: Conversion("kuhn", "kuhn.efg", "game", 1),
    "games.GameCard": lambda: tj.games.catalogue().games[0],
    "holdem.BoardReport": lambda: tj.holdem.report(river()[0], ["AsKd8h5c3s"], iterations=5),
    "holdem.Blueprint": lambda: blueprint_of(tj.holdem.Menu(("a",) * 4), shipped_buckets()),
    "holdem.RiverResponse": lambda: tj.holdem.river_response(
        blueprint_of(tj.holdem.Menu(("a",) * 4), shipped_buckets()), boards=1, threads=1
    ),
    "holdem.ImprovedBlueprint": lambda: improved_blueprint(),
    "holdem.Tried": lambda: improved_blueprint().tried[0],
    "holdem.Added": lambda: Added(3, 300, 10, "ab", 2.0, 1.0),
    "holdem.BoardBuckets": lambda: look_at(flop_buckets(), "AsKdTh"),
    "holdem.BucketReport": lambda: count_buckets(flop_buckets()),
    "holdem.BucketRow": lambda: look_at(flop_buckets(), "AsKdTh").rows[0],
    "holdem.Buckets": lambda: flop_buckets(),
    "holdem.StreetReport": lambda: count_buckets(flop_buckets()).streets[0],
    "parallel.Batch": lambda: squares(),
    "cfr.SeedAverage": lambda: solve_seeds(kuhn(), iterations=5, seeds=2),
    "parallel.Makespan": lambda: simulate_batch([1.0, 2.0, 1.5], 2),
    "parallel.Outcome": lambda: next(squares().outcomes()),
    "holdem.GiftCurve": lambda: gift_curve(seconds=1e-6),
    "holdem.GiftPoint": lambda: gift_curve(seconds=1e-6).points[0],
    "holdem.RecipeReport": lambda: recipe(seconds=1e-6),
    "holdem.RecipeRow": lambda: recipe(seconds=1e-6).rows[0],
    "holdem.TableReport": lambda: table(),
    "holdem.TableRow": lambda: table().rows[1],
    "holdem.SpotComparison": lambda: tj.holdem.compare(river()[1], river()[1]),
    "holdem.SpotDifferences": lambda: tj.holdem.differences(river()[1], river()[0].solve(iterations=9)),
    "holdem.Fit": lambda: fit(river()[0], river()[0].plan(), 10_000),
    "holdem.GateReport": lambda: gated().gate,
    "holdem.HandDecision": lambda: tj.holdem.Player("random").new_hand(1, "AhKd").decide(),
    "holdem.HandTable": lambda: river()[1].strategy(""),
    "holdem.Lines": lambda: tj.holdem.lines(river()[1]),
    "holdem.Look": lambda: tj.holdem.look(river()[1], "check"),
    "holdem.RunOuts": lambda: tj.holdem.RunOuts(
        "Ks7h2dJc",
        "check, check",
        "oop",
        ["check"],
        [{"card": "8h", "share": 1.0, "frequencies": [1.0], "ev": [1.0, 2.0], "equity": [0.5, 0.5]}],
    ),
    "holdem.SpotNode": lambda: river()[1].node("check"),
    "holdem.SpotPlan": lambda: river()[0].plan(),
    "holdem.PushFold": lambda: tj.holdem.push_fold(3),
    "holdem.PushFoldChart": lambda: tj.holdem.push_fold_chart(2.0, 1.0),
    "holdem.Review": lambda: reviewed(),
    "holdem.Reviewed": lambda: reviewed().decisions[0],
    "holdem.Session": lambda: session(),
    "holdem.SessionHand": lambda: session().hands[0],
    "holdem.SpotSolution": lambda: river()[1],
    "matrix.Analysis": lambda: tm.analyse(DILEMMA),
    "matrix.BayesianEquilibrium": lambda: bayesian().solve(),
    "matrix.BayesianEquilibria": lambda: bayesian().equilibria(),
    "matrix.Core": lambda: tm.core(tm.weighted_voting(3, [2, 1, 1])),
    "matrix.CorrelatedEquilibrium": lambda: tm.correlated_equilibrium(DILEMMA),
    "matrix.Dominated": lambda: tm.dominated(DILEMMA)[0],
    "matrix.Elimination": lambda: tm.eliminate(DILEMMA),
    "matrix.Equilibria": lambda: tm.equilibria(DILEMMA),
    "matrix.Equilibrium": lambda: tm.equilibria(PENNIES)[0],
    "matrix.FolkRegion": lambda: tm.folk_region(DILEMMA),
    "matrix.InspectionForm": lambda: tm.inspection_closed_form(),
    "matrix.LogitPath": lambda: tm.logit_path(DILEMMA, max_lambda=5),
    "matrix.NashSubset": lambda: tm.equilibria(PENNIES).components[0][0],
    "matrix.Security": lambda: tm.security(PENNIES, 0),
    "matrix.SubgamePerfect": lambda: tm.subgame_perfect(kuhn()),
    "matrix.SubgamePerfectEquilibria": lambda: tm.subgame_perfect_equilibria(kuhn(), limit=1),
    "matrix.TournamentResult": lambda: tm.tournament(["tit for tat", "defector"], rounds=5, repetitions=1),
    "matrix.Trajectory": lambda: tm.learn(PENNIES, iterations=20),
    "matrix.Virtues": lambda: tm.virtues(tm.classic("tit for tat")),
    "matrix.ZeroSum": lambda: tm.optimal_sets(PENNIES),
    "poker.Equity": lambda: tj.holdem.equity("AhKh", "QdQc", "2c3d4h5s"),
    "search.Pair": lambda: fitted().pairs[0],
    "search.ProbCut": fitted,
    "search.SearchResult": lambda: tj.search(tj.load("tic_tac_toe"), method="alphabeta", depth=3, trace=True),
    "subgame.TechniqueComparison": lambda: tj.subgame.compare(*coin()),
    "subgame.CutReport": lambda: tj.subgame.solve_all(*coin(), "resolve").report.cuts[0],
    "subgame.DepthLimited": limited,
    "subgame.LimitedStep": lambda: limited().steps[0],
    "subgame.Improved": improved,
    "subgame.Branch": lambda: improved().tried[0],
    "subgame.NestedReport": nested,
    "subgame.SubgameReport": lambda: tj.subgame.solve_all(*coin(), "resolve").report,
    "subgame.SubgameResult": lambda: tj.subgame.solve_all(*coin(), "resolve"),
}


class Tags(HTMLParser):
    """Whether every tag that is opened is closed in turn."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag not in ("br", "img", "hr", "meta", "input", "col"):
            self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module", params=EXAMPLES)
def result(request):
    return EXAMPLES[request.param]()


def test_to_dict_is_strict_json(result):
    data = json.loads(json.dumps(finite(result.to_dict()), allow_nan=False))
    told = json.loads(result.to_json())
    told.pop("sha256", None)  # of what is a file as well
    assert told == data and list(told) == list(result.to_dict())  # keys are texts, and in the same order


def test_it_pickles(result):
    again = pickle.loads(pickle.dumps(result))
    assert type(again) is type(result)
    assert again.to_json() == result.to_json()


def test_a_notebook_shows_html(result):
    html = result._repr_html_()
    tags = Tags(html)
    assert not tags.open and "table" in tags.seen and "td" in tags.seen


def test_it_is_a_result(result):
    assert isinstance(result, Result)


@pytest.mark.parametrize(
    "value",
    [
        tm.classic("tit for tat"),
        tm.classic("grim"),
        DILEMMA,
        tm.METHODS["lp"],
        tj.cfr.SCHEDULES["dcfr"],
        kuhn(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_that_are_no_results_pickle_too(value):
    again = pickle.loads(pickle.dumps(value))
    assert type(again) is type(value) and repr(again) == repr(value)


def test_text_is_escaped():
    strategy = tj.Strategy.from_dict("<script>", [{"<b>": {"&": 1.0}}])
    html = strategy._repr_html_()
    assert "<script>" not in html and "&lt;b&gt;" in html and "&amp; 100.0%" in html


def test_a_pickled_solution_is_used_like_the_first(tmp_path):
    first = solved()
    again = pickle.loads(pickle.dumps(first))
    assert tj.nash_conv(again.flat, again.strategy) == first.nash_conv
    again.save(tmp_path / "again.safetensors")
    first.save(tmp_path / "first.safetensors")
    assert (tmp_path / "again.safetensors").read_bytes() == (tmp_path / "first.safetensors").read_bytes()
    assert tj.nash_conv(kuhn(), tj.Strategy.load(tmp_path / "again.safetensors", kuhn())) == first.nash_conv


def test_no_result_is_forgotten():
    """Every subclass of `Result` in the library has an example here."""
    for module in walk_packages(tj.__path__, "tianji."):
        if ".kernels" not in module.name and not module.name.endswith("__main__"):
            import_module(module.name)
    todo, found = [Result], set()
    while todo:
        for kind in todo.pop().__subclasses__():
            todo.append(kind)
            if kind.__module__.startswith("tianji."):
                found.add(f"{kind.__module__.split('.')[1]}.{kind.__name__}")
    bases = {"arena.Scored"}  # with fields of no result
    assert found - bases == {name.partition(",")[0] for name in EXAMPLES}

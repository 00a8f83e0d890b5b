"""Good arguments of every public function, by name: what other tests replace one by one."""

from __future__ import annotations

import json
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import tianji as tj
from tianji import matrix as tm
from tianji.arena import Match, StrategyPlayer
from tianji.cfr import SCHEDULES, trace
from tianji.evaluate import appraise
from tianji.games.mnk import TicTacToe
from tianji.poker.rules import HandRules
from tianji.search import ProbCut, build_book, search
from tianji.search.readable.probcut import Pair

PINNED = json.loads((Path(__file__).parent / "data" / "public_names.json").read_text())
NOWHERE = "/dev/null/nowhere/all.json"
SQUARE = "tianji.parallel.examples:square"


@cache
def kuhn():
    return tj.load("kuhn")


@cache
def even():
    return tj.uniform(kuhn())


@cache
def river():
    spot = tj.holdem.Spot(
        board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises=""
    )
    return spot, spot.solve(iterations=3)


@cache
def blueprint():
    from tianji.holdem.blueprint.store import blueprint_of, shipped_buckets

    return blueprint_of(tj.holdem.Menu(("a", "a", "a", "a")), shipped_buckets())


@cache
def coin():
    game = tj.load("coin_toss")
    return {"game": game, "blueprint": tj.subgame.coin_toss_blueprint(game)}, tj.subgame.cuts(game)


@cache
def leduc():
    large = tj.load("leduc_bets(suits=1,sizes=(0.5,1))")
    small = large.restrict(["f", "c", "b50"])
    return {"large": large, "small": small, "blueprint": tj.uniform(small)}


@cache
def bets():
    game = tj.load("leduc_bets(suits=1,bets=(1,0))")
    known = game.restrict(["f", "c", "b50", "b100"])
    return {"game": game, "known": known, "blueprint": tj.uniform(known)}


@cache
def version_file():
    path = str(Path(mkdtemp()) / "version.safetensors")
    tj.subgame.improve(**bets()).save(path)
    return path


@cache
def bayesian():
    return {
        "types": [["row"], ["match", "mismatch"]],
        "actions": [["H", "T"], ["H", "T"]],
        "prior": {("row", "match"): "1/2", ("row", "mismatch"): "1/2"},
        "payoff": lambda t, a: (1 if a[0] == "H" else 0, 0),
    }


DILEMMA = tm.NormalForm("3,3 0,5; 5,0 1,1")
PENNIES = tm.NormalForm("1 -1; -1 1")
CHICKEN = tm.chicken()
GLOVES = tm.CoalitionalGame(3, {(0, 2): 1, (1, 2): 1, (0, 1, 2): 1})
LIMITED = {"game": DILEMMA}
FOUND = CHICKEN.equilibria()


def trained():
    return tm.learn(PENNIES, iterations=5)


# Public name → good arguments, made when needed; what is left out has a default
GOOD = {
    "parallel.make_executor": lambda: {"on": "serial"},
    "parallel.make_items": lambda: {"job": SQUARE, "args": [{"x": 2}]},
    "parallel.simulate_batch": lambda: {"lengths": [1.0, 2.0, 3.0]},
    "parallel.run_batch": lambda: {"folder": "batch", "job": SQUARE, "args": [{"x": 2}]},
    "best_response": lambda: {"game": kuhn(), "strategy": even(), "player": 0},
    "check_game": lambda: {"game": kuhn()},
    "compare": lambda: {"game": kuhn(), "a": even(), "b": even()},
    "compile": lambda: {"game": kuhn()},
    "describe": lambda: {"game": kuhn()},
    "exploitability": lambda: {"game": kuhn(), "strategy": even()},
    "infoset_values": lambda: {"game": kuhn(), "strategy": even(), "player": 0},
    "load": lambda: {"spec": "kuhn"},
    "nash_conv": lambda: {"game": kuhn(), "strategy": even()},
    "plan": lambda: {"game": kuhn()},
    "studio.open": lambda: {"x": kuhn(), "workspace": NOWHERE, "browser": False},
    "widgets.curve": lambda: {"solution": tj.solve(kuhn(), iterations=2)},
    "widgets.grid": lambda: {"solution": river()[1], "line": ""},
    "widgets.tree": lambda: {"game": kuhn(), "strategy": even()},
    "solve": lambda: {"game": kuhn(), "iterations": 3},
    "uniform": lambda: {"game": kuhn()},
    "values": lambda: {"game": kuhn(), "strategy": even()},
    "interrupts": lambda: {"mode": "raise"},
    "Strategy": lambda: {"game": "kuhn", "tables": even().tables},
    "Strategy.from_dict": lambda: {"game": "kuhn", "players": [{}, {}]},
    "Strategy.from_json": lambda: {"text": even().to_json()},
    "Strategy.load": lambda: {"path": NOWHERE},
    "arena.SearchPlayer": lambda: {"rules": TicTacToe(), "method": "mtdf", "seconds": 0.1},
    "arena.StrategyPlayer": lambda: {"rules": kuhn(), "strategy": even(), "rng": Random(0)},
    "arena.Match": lambda: {
        "rules": kuhn(),
        "opponent": StrategyPlayer(kuhn(), even(), Random(0)),
        "rng": Random(0),
        "name": "x",
    },
    "arena.parse_log": lambda: {"lines": []},
    "arena.parse_phh": lambda: {"text": 'variant = "NT"'},
    "arena.read_log": lambda: {"path": NOWHERE},
    "arena.read_phh": lambda: {"path": NOWHERE},
    "arena.write_phh": lambda: {"path": "hands.phhs", "records": []},
    "cfr.Schedule": lambda: {"alpha": 1.5, "beta": 0.5, "gamma": 2.0},
    "cfr.methods": dict,
    "cfr.solve_blocks": lambda: {"game": kuhn(), "blocks": 2, "walks": 9},
    "cfr.solve_seeds": lambda: {"game": kuhn(), "iterations": 3, "seeds": 2},
    "cfr.trace": lambda: {"game": kuhn(), "method": "cfr", "iterations": 5},
    "cfr.explain": lambda: {
        "kept": trace(kuhn(), iterations=5),
        "t": 2,
        "player": 0,
        "infoset": (2, ""),
    },
    "evaluate.appraise": lambda: {"game": kuhn(), "strategy": even()},
    "evaluate.belief": lambda: {"game": kuhn(), "strategy": even(), "player": 0, "infoset": (1, "")},
    "evaluate.review": lambda: {"game": kuhn(), "strategy": even(), "decisions": [(1, (2, "b"), "p")]},
    "evaluate.expected_values": lambda: {
        "flat": tj.compile(kuhn()),
        "reach": [tree.forward(v) for tree, v in zip(tj.compile(kuhn()).trees, vectors(), strict=True)],
    },
    "evaluate.solve_lp": lambda: {"flat": tj.compile(kuhn())},
    "games.catalogue": dict,
    "games.names": dict,
    "holdem.Player": lambda: {"who": "call"},
    "holdem.Blueprint.load": lambda: {"path": NOWHERE},
    "holdem.BlueprintAgent": lambda: {"blueprint": blueprint(), "name": "x"},
    "holdem.SearchAgent": lambda: {"base": tj.holdem.BlueprintAgent(blueprint()), "iterations": 2},
    "holdem.Menu": lambda: {"bets": ("100,a|a", "75|a", "75|a", "75|a")},
    "holdem.Menu.from_dict": lambda: {"given": {"bets": ["a", "a", "a", "a"]}, "where": "menu"},
    "holdem.Range": lambda: {"weights": tj.holdem.Range.parse("AA").weights},
    "holdem.RoundGame": lambda: {
        "last": "flop",
        "ranks": 5,
        "suits": 2,
        "stack": 600,
        "blinds": (50, 100),
        "bets": ("100%", "100%"),
        "raises": ("100%", "100%"),
        "most_bets": (1, 1),
    },
    "holdem.Spot": lambda: {
        "board": "AsKd8h5c2s",
        "pot": 100,
        "stack": 100,
        "oop": "AcAh",
        "ip": "KhKc",
        "bets": "100%",
        "raises": "",
    },
    "holdem.categories": lambda: {"board": "Ks7h2h"},
    "holdem.compare": lambda: {"a": river()[1], "b": river()[1]},
    "holdem.differences": lambda: {"a": river()[1], "b": river()[1]},
    "holdem.equity": lambda: {"first": "AcAh", "second": "KhKc", "board": "AsKd8h5c2s"},
    "holdem.flops": dict,
    "holdem.lines": lambda: {"solution": river()[1]},
    "holdem.load_spot": lambda: {"path": NOWHERE},
    "holdem.look": lambda: {"solution": river()[1]},
    "holdem.make_buckets": lambda: {"game": "flop", "k": 5, "deck": 20, "rounds": 1},
    "holdem.preset": lambda: {"name": "simple"},
    "holdem.push_fold": lambda: {"stack": 3},
    "holdem.push_fold_chart": lambda: {"largest": 2.0, "step": 1.0},
    "holdem.report": lambda: {"spot": river()[0], "boards": ["AsKd8h5c3s"], "iterations": 2},
    "holdem.review": lambda: {"file": NOWHERE},
    "holdem.smaller_trees": lambda: {"spot": river()[0]},
    "holdem.river_response": lambda: {"blueprint": blueprint(), "boards": 1, "threads": 1, "seconds": 0.05},
    "holdem.harden": lambda: {
        "blueprint": blueprint(),
        "flops": 1,
        "boards": 2,
        "threads": 1,
        "seconds": 0.05,
    },
    "holdem.improve": lambda: {
        "blueprint": blueprint(),
        "sizes": "100",
        "streets": "preflop",
        "top": 1,
        "boards": 1,
        "iterations": 2,
        "threads": 1,
        "seconds": 0.05,
    },
    "holdem.train": lambda: {
        "menu": tj.holdem.Menu(("a",) * 4, limp=False),
        "boards": 1,
        "iterations": 2,
        "threads": 1,
        "seconds": 0.1,
        "value_boards": 0,
    },
    "holdem.Spot.from_dict": lambda: {"data": river()[0].to_dict()},
    "holdem.Spot.load": lambda: {"path": NOWHERE},
    "holdem.Solution.load": lambda: {"path": NOWHERE},
    "matrix.BayesianGame": bayesian,
    "matrix.CoalitionalGame": lambda: {"players": 3, "worth": {(0, 1): 1}},
    "matrix.HedgeRule": dict,
    "matrix.Method": dict,
    "matrix.NormalForm": lambda: {"*tables": [[[1, -1], [-1, 1]]]},
    "matrix.RegretRule": dict,
    "matrix.ReplicatorRule": dict,
    "matrix.FictitiousRule": dict,
    "matrix.analyse": lambda: LIMITED,
    "matrix.axelrod_game": dict,
    "matrix.banzhaf": lambda: {"game": GLOVES},
    "matrix.battle_of_the_sexes": dict,
    "matrix.biased_rock_paper_scissors": dict,
    "matrix.chicken": dict,
    "matrix.classic": lambda: {"name": "tit for tat"},
    "matrix.colonel_blotto": dict,
    "matrix.core": lambda: {"game": GLOVES},
    "matrix.core_vertices": lambda: {"game": GLOVES},
    "matrix.correlated_equilibrium": lambda: {"game": CHICKEN},
    "matrix.correlated_region": lambda: {"game": CHICKEN},
    "matrix.critical_discount": lambda: {"game": DILEMMA, "cell": (0, 0)},
    "matrix.dominated": lambda: LIMITED,
    "matrix.eliminate": lambda: LIMITED,
    "matrix.equilibria": lambda: {"self": DILEMMA},
    "matrix.evaluate": lambda: {"a": "tit for tat", "b": "defector", "rounds": 3},
    "matrix.folk_region": lambda: LIMITED,
    "matrix.inspection": dict,
    "matrix.inspection_closed_form": dict,
    "matrix.is_ordinal_potential": lambda: LIMITED,
    "matrix.joint_of": lambda: {"game": DILEMMA, "profile": [[1, 0], [0, 1]]},
    "matrix.learn": lambda: {"game": PENNIES, "iterations": 3},
    "matrix.lemke_howson": lambda: LIMITED,
    "matrix.load": lambda: {"source": "chicken"},
    "matrix.logit_equilibrium": lambda: LIMITED,
    "matrix.logit_path": lambda: {"game": DILEMMA, "steps": 20},
    "matrix.markov_chain": lambda: {"a": tm.classic("tit for tat"), "b": tm.classic("defector")},
    "matrix.matching_pennies": dict,
    "matrix.max_entropy": lambda: {"game": CHICKEN, "found": FOUND},
    "matrix.memory_one": lambda: {"name": "x", "opening": 1, "cc": 1, "cd": 0, "dc": 1, "dd": 0},
    "matrix.named": lambda: {"name": "chicken"},
    "matrix.nucleolus": lambda: {"game": GLOVES},
    "matrix.optimal_sets": lambda: {"game": PENNIES},
    "matrix.pareto_undominated": lambda: {"found": FOUND},
    "matrix.payoff_dominant": lambda: {"game": tm.stag_hunt(), "found": tm.stag_hunt().equilibria()},
    "matrix.play": lambda: {"a": tm.classic("tit for tat"), "b": tm.classic("defector"), "rounds": 3},
    "matrix.plot_best_responses": lambda: LIMITED,
    "matrix.plot_folk_region": lambda: {"region": tm.folk_region(DILEMMA)},
    "matrix.plot_learning": lambda: {"trajectory": trained()},
    "matrix.plot_simplex": lambda: {"game": tm.rock_paper_scissors()},
    "matrix.plot_tournament": lambda: {
        "result": tm.tournament(["cooperator", "defector"], rounds=3, repetitions=1)
    },
    "matrix.potential": lambda: LIMITED,
    "matrix.prisoners_dilemma": dict,
    "matrix.public_goods": dict,
    "matrix.risk_dominant": lambda: {"game": tm.stag_hunt(), "found": tm.stag_hunt().equilibria()},
    "matrix.rock_paper_scissors": dict,
    "matrix.security": lambda: {"game": DILEMMA, "player": 0},
    "matrix.shapley": lambda: {"game": GLOVES},
    "matrix.show_number": lambda: {"value": 1},
    "matrix.solve": lambda: {"self": DILEMMA},
    "matrix.stag_hunt": dict,
    "matrix.strategic_form": lambda: {"game": tj.load("coin_toss")},
    "matrix.subgame_perfect": lambda: {"game": tj.load("inspection")},
    "matrix.subgame_perfect_equilibria": lambda: {"game": tj.load("inspection")},
    "matrix.support_enumeration": lambda: LIMITED,
    "matrix.tian_ji": dict,
    "matrix.tournament": lambda: {"players": ["cooperator", "defector"], "rounds": 3, "repetitions": 1},
    "matrix.virtues": lambda: {"player": tm.classic("tit for tat"), "depth": 3},
    "matrix.von_stengel_75": dict,
    "matrix.weighted_voting": lambda: {"quota": 2, "weights": [1, 1, 1]},
    "search.Book": lambda: {"game": TicTacToe()},
    "search.Trace": dict,
    "search.build_book": lambda: {"game": TicTacToe(), "positions": 2, "depth": 2},
    "search.ending_table": lambda: {"pieces": "KQK"},
    "search.fit_probcut": lambda: {"game": TicTacToe(), "pairs": ((1, 2),), "positions": 20, "plies": (1, 2)},
    "search.methods": dict,
    "search.search": lambda: {"game": TicTacToe(), "depth": 2},
    "search.solve_many": lambda: {"game": tj.load("connect_four"), "states": []},
    "subgame.NestedPlayer": leduc,
    "subgame.Technique": dict,
    "subgame.abstract": lambda: {"game": kuhn(), "bucket": lambda player, key: key},
    "subgame.carve": lambda: {"game": kuhn(), "seeds": lambda s: s.line == "p"},
    "subgame.coin_toss_blueprint": lambda: {"game": tj.load("coin_toss")},
    "subgame.compare": lambda: {**coin()[0], "cuts": coin()[1], "rows": (tj.subgame.ROWS[0],)},
    "subgame.cuts": lambda: {"game": tj.load("coin_toss")},
    "subgame.default_level": lambda: {"every": coin()[1]},
    "subgame.depth_limited": lambda: {**coin()[0], "at": "play"},
    "subgame.improve": bets,
    "subgame.strategy_digest": lambda: {"strategy": even()},
    "subgame.undo_file": lambda: {"path": version_file()},
    "subgame.pseudo_harmonic": lambda: {"smaller": 0.5, "larger": 1.0, "bet": 0.75},
    "subgame.solve": lambda: {**coin()[0], "at": coin()[1][0]},
    "subgame.solve_all": lambda: {**coin()[0], "cuts": coin()[1]},
    "subgame.translated": leduc,
    "subgame.translation": lambda: {"bet": 0.75, "sizes": [0.5, 1.0]},
    "arena.acpc_client": lambda: {"host": NOWHERE, "port": 1, "connect_seconds": 0.1},
    "arena.check_hands": lambda: {"file": NOWHERE},
    "arena.holdem_lbr": lambda: {"player": "fold", "hands": 2},
    "arena.local_best_response": lambda: {
        "game": tj.load("leduc"),
        "strategy": tj.uniform(tj.load("leduc")),
        "player": 0,
    },
    "arena.public_match": lambda: {
        "game": tj.load("leduc"),
        "a": "uniform",
        "b": "uniform",
        "level": "board",
        "hands": 2,
    },
    "arena.hand_agent": lambda: {"who": "call"},
    "arena.holdem_public_match": lambda: {"a": "call", "b": "fold", "hands": 2, "rivers": 1},
    "arena.holdem_match": lambda: {"a": "call", "b": "fold", "hands": 2},
    "arena.match": lambda: {"game": kuhn(), "a": "uniform", "b": "uniform", "hands": 2},
    "arena.take_seat": lambda: {"game": kuhn(), "who": "uniform"},
    "arena.MatchState.parse": lambda: {"line": "MATCHSTATE:0:7:r300c/:AhKd|/Ks7h2d", "rules": HandRules()},
    "holdem.Buckets.load": lambda: {"path": NOWHERE},
    "holdem.Range.of": lambda: {"given": "AA"},
    "holdem.Range.parse": lambda: {"text": "AA"},
    "matrix.NormalForm.from_game": lambda: {"game": tj.load("coin_toss")},
    "matrix.NormalForm.read": lambda: {"source": NOWHERE},
    "search.Book.load": lambda: {"path": NOWHERE, "game": TicTacToe()},
    "search.ProbCut.load": lambda: {"path": NOWHERE},
}

# Methods that people call, and below an object of each class
METHODS = {
    "FlatGame.from_strategy": lambda: {"strategy": even()},
    "FlatGame.to_strategy": lambda: {"vectors": vectors()},
    "Solution.save": lambda: {"path": "found.json"},
    "Solution.to_dict": dict,
    "Strategy.at": lambda: {"player": 0, "key": (2, "")},
    "Strategy.probs": lambda: {"player": 0, "key": (2, "")},
    "Strategy.save": lambda: {"path": "even.json"},
    "Strategy.check": dict,
    "arena.Match.play_round": lambda: {"seat": 1, "choose": lambda state, seat: "p"},
    "cfr.Schedule.rows": lambda: {"start": 1, "stop": 3},
    "cfr.CfrTrace.series": lambda: {"player": 0, "infoset": (2, "")},
    "evaluate.Appraisal.to_dict": dict,
    "evaluate.InfosetValues.value": lambda: {"i": 0},
    "holdem.BoardReport.save": lambda: {"path": "report.csv"},
    "holdem.Blueprint.save": lambda: {"path": "b.blueprint"},
    "holdem.ImprovedBlueprint.save": lambda: {"path": "b.blueprint"},
    "holdem.Blueprint.with_values": lambda: {"boards": 2, "threads": 1},
    "holdem.Buckets.bucket_of": lambda: {"cards": [51, 46, 41]},
    "holdem.Buckets.count": lambda: {"street": "flop"},
    "holdem.Buckets.of": lambda: {"street": "flop"},
    "holdem.Buckets.save": lambda: {"path": "b.safetensors"},
    "holdem.Comparison.action_grid": dict,
    "holdem.Hand.decide": dict,
    "holdem.Hand.hold": lambda: {"cards": "AhKd"},
    "holdem.Hand.range": lambda: {"who": "us"},
    "holdem.HandDecision.range": lambda: {"who": "us"},
    "holdem.HandTable.only": lambda: {"hands": "AA"},
    "holdem.HandTable.to_text": dict,
    "holdem.Look.grid": dict,
    "holdem.Look.hand": lambda: {"hand": "AcAh"},
    "holdem.Look.rows": dict,
    "holdem.Look.to_dict": dict,
    "holdem.Player.new_hand": lambda: {"seat": 1, "cards": "AhKd"},
    "holdem.PushFoldChart.ranges": lambda: {"hand": "AA"},
    "holdem.PushFoldChart.to_text": dict,
    "holdem.Range.without": lambda: {"cards": [1, 2]},
    "holdem.Spot.solve": lambda: {"iterations": 2},
    "holdem.Spot.plan": dict,
    "holdem.Spot.lock": lambda: {"line": "", "strategy": {"check": 1}},
    "holdem.Solution.strategy": dict,
    "holdem.Solution.ev": dict,
    "holdem.Solution.equity": dict,
    "holdem.Solution.action_evs": dict,
    "holdem.Solution.lines": dict,
    "holdem.Solution.evaluate": lambda: {"edited": {"": {"check": 1}}},
    "holdem.Solution.save": lambda: {"path": "river.safetensors"},
    "matrix.BayesianGame.equilibria": dict,
    "matrix.BayesianGame.solve": dict,
    "matrix.BayesianGame.verify": lambda: {"behaviour": [[[1, 0]], [[1, 0], [0, 1]]]},
    "matrix.CoalitionalGame.mask": lambda: {"coalition": [0, 1]},
    "matrix.CorrelatedEquilibrium.marginal": lambda: {"player": 0},
    "matrix.Elimination.explain": lambda: {"game": DILEMMA},
    "matrix.FolkRegion.contains": lambda: {"point": (1, 1)},
    "matrix.LogitPath.profile": dict,
    "matrix.NormalForm.best_responses": lambda: {"player": 0, "profile": [[1, 0], [0, 1]]},
    "matrix.NormalForm.called": lambda: {"player": 0},
    "matrix.NormalForm.integers": lambda: {"player": 0},
    "matrix.NormalForm.pure": lambda: {"cell": (0, 0)},
    "matrix.NormalForm.restricted": lambda: {"kept": [[0], [0, 1]]},
    "matrix.NormalForm.verify": lambda: {"profile": [[1, 0], [0, 1]]},
    "search.Book.save": lambda: {"path": "book.safetensors"},
    "search.ProbCut.save": lambda: {"path": "cut.safetensors", "game": "othello"},
    "search.Trace.text": dict,
}
SELVES = {
    "FlatGame": lambda: tj.compile(kuhn()),
    "Solution": lambda: tj.solve(kuhn(), iterations=3),
    "Strategy": even,
    "arena.Match": lambda: Match(**GOOD["arena.Match"]()),
    "cfr.CfrTrace": lambda: trace(kuhn(), iterations=5),
    "cfr.Schedule": lambda: SCHEDULES["dcfr"],
    "evaluate.Appraisal": lambda: appraise(kuhn(), even()),
    "evaluate.InfosetValues": lambda: tj.infoset_values(kuhn(), even(), 0),
    "holdem.Blueprint": blueprint,
    "holdem.ImprovedBlueprint": lambda: tj.holdem.ImprovedBlueprint(
        "a", "b", "c", 0, [], 0, [], 0, 0.0, "branches", blueprint()
    ),
    "holdem.BoardReport": lambda: tj.holdem.report(river()[0], ["AsKd8h5c3s"], iterations=2),
    "holdem.Buckets": lambda: tj.holdem.make_buckets("flop", 5, deck=20, rounds=1),
    "holdem.Comparison": lambda: tj.holdem.compare(river()[1], river()[1]),
    "holdem.Differences": lambda: tj.holdem.differences(river()[1], river()[1]),
    "holdem.Hand": lambda: tj.holdem.Player().new_hand(1, "AhKd"),
    "holdem.HandDecision": lambda: tj.holdem.Player().new_hand(1, "AhKd").decide(),
    "holdem.HandTable": lambda: river()[1].strategy(),
    "holdem.Look": lambda: tj.holdem.look(river()[1]),
    "holdem.Player": lambda: tj.holdem.Player(),
    "holdem.PushFoldChart": lambda: tj.holdem.push_fold_chart(2.0, 1.0),
    "holdem.Range": lambda: tj.holdem.Range.parse("AA"),
    "holdem.Solution": lambda: river()[1],
    "holdem.Spot": lambda: river()[0],
    "matrix.BayesianGame": lambda: tm.BayesianGame(**bayesian()),
    "matrix.CoalitionalGame": lambda: GLOVES,
    "matrix.CorrelatedEquilibrium": lambda: tm.correlated_equilibrium(CHICKEN),
    "matrix.Elimination": lambda: tm.eliminate(DILEMMA),
    "matrix.FolkRegion": lambda: tm.folk_region(DILEMMA),
    "matrix.LogitPath": lambda: tm.logit_path(DILEMMA, steps=20),
    "matrix.NormalForm": lambda: DILEMMA,
    "search.Book": lambda: build_book(TicTacToe(), positions=2, depth=2),
    "search.ProbCut": lambda: ProbCut((Pair(1, 3, 0.9, 0.1, 0.2, 50),)),
    "search.Trace": lambda: search(TicTacToe(), method="alphabeta", depth=1, trace=True).trace,
}


def with_self(name):
    """Arguments of a method, and the object."""
    return {"self": SELVES[name.rpartition(".")[0]](), **METHODS[name]()}


GOOD |= {name: partial(with_self, name) for name in METHODS}


def vectors():
    return [even_tree(tree) for tree in tj.compile(kuhn()).trees]


def even_tree(tree):
    import numpy as np

    from tianji.evaluate.response import in_proportion

    return in_proportion(tree, np.ones(tree.num_slots))


def found(name):
    """The function of a row: package.name, or package.Class.method."""
    parts = name.split(".")
    is_package = parts[0] in PINNED and len(parts) > 1
    target = import_module(f"tianji.{parts[0]}" if is_package else "tianji")
    for part in parts[1:] if is_package else parts:
        target = getattr(target, part)
    return target

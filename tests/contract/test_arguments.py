"""Every public function with every argument wrong: a sentence (`TianjiError`) or an answer, soon, in little memory.

`GOOD` has arguments that work, by function; each of them in turn is replaced by each of `HOSTILE`. A new public
function needs a row.
"""

from __future__ import annotations

import inspect
import json
import resource
import signal
import warnings
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import tianji as tj
from tianji import matrix as tm
from tianji.arena import StrategyPlayer
from tianji.core import memory
from tianji.errors import TianjiError
from tianji.games.mnk import TicTacToe

PINNED = json.loads((Path(__file__).parents[1] / "data" / "public_names.json").read_text())
NOWHERE = "/nowhere/at/all.json"
SECONDS = 10  # that one call may take
ROOM = 4 * 2**30  # bytes that it may take beside what there is

HOSTILE = {
    "7": 7,
    "-1": -1,
    "0": 0,
    "1.5": 1.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "True": True,
    "None": None,
    "10**5000": 10**5000,
    "-10**400": -(10**400),
    "2**63": 2**63,
    "'x'*400": "x" * 400,
    "''": "",
    "NUL": "a\0b",
    "b'x'": b"x",
    "[]": [],
    "[None]": [None],
    "[[1]]": [[1]],
    "{}": {},
    "{7: 7}": {7: 7},
    "object()": object(),
    "lambda: 0": lambda: 0,
    "print": print,
    "int": int,
    "Path": Path("/nowhere/at/all"),
}


# functions of the caller's own, whose errors are his: `int` fails at what it is given, `print` answers None
OWN = ("at", "each", "evaluate", "payoff", "progress", "seeds", "worth")


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
def coin():
    game = tj.load("coin_toss")
    return {"game": game, "blueprint": tj.subgame.coin_toss_blueprint(game)}, tj.subgame.cuts(game)


@cache
def leduc():
    large = tj.load("leduc_bets(suits=1,sizes=(0.5,1))")
    small = large.restrict(["f", "c", "b50"])
    return {"large": large, "small": small, "blueprint": tj.uniform(small)}


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
    "evaluate.appraise": lambda: {"game": kuhn(), "strategy": even()},
    "evaluate.review": lambda: {"game": kuhn(), "strategy": even(), "decisions": [(1, (2, "b"), "p")]},
    "evaluate.expected_values": lambda: {
        "flat": tj.compile(kuhn()),
        "reach": [tree.forward(v) for tree, v in zip(tj.compile(kuhn()).trees, vectors(), strict=True)],
    },
    "evaluate.solve_lp": lambda: {"flat": tj.compile(kuhn())},
    "games.catalogue": dict,
    "games.names": dict,
    "holdem.Range": lambda: {"weights": tj.holdem.Range.parse("AA").weights},
    "holdem.Spot": lambda: {
        "board": "AsKd8h5c2s",
        "pot": 100,
        "stack": 100,
        "oop": "AcAh",
        "ip": "KhKc",
        "bets": "100%",
        "raises": "",
    },
    "holdem.compare": lambda: {"a": river()[1], "b": river()[1]},
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
    "holdem.smaller_trees": lambda: {"spot": river()[0]},
    "holdem.Spot.solve": lambda: {"self": river()[0], "iterations": 2},
    "holdem.Spot.plan": lambda: {"self": river()[0]},
    "holdem.Spot.locked": lambda: {"self": river()[0], "line": "", "strategy": {"check": 1}},
    "holdem.Spot.from_dict": lambda: {"data": river()[0].to_dict()},
    "holdem.Spot.load": lambda: {"path": NOWHERE},
    "holdem.Solution.strategy": lambda: {"self": river()[1]},
    "holdem.Solution.ev": lambda: {"self": river()[1]},
    "holdem.Solution.equity": lambda: {"self": river()[1]},
    "holdem.Solution.action_evs": lambda: {"self": river()[1]},
    "holdem.Solution.lines": lambda: {"self": river()[1]},
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
    "subgame.pseudo_harmonic": lambda: {"smaller": 0.5, "larger": 1.0, "bet": 0.75},
    "subgame.solve": lambda: {**coin()[0], "at": coin()[1][0]},
    "subgame.solve_all": lambda: {**coin()[0], "cuts": coin()[1]},
    "subgame.translated": leduc,
    "subgame.translation": lambda: {"bet": 0.75, "sizes": [0.5, 1.0]},
}


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


def parameters(function):
    """Their names; `*tables` for what is given without one."""
    every = inspect.signature(function).parameters.values()
    return [str(p).partition(":")[0] for p in every if p.kind != p.VAR_KEYWORD and p.name != "self"]


class _Late(BaseException):
    pass


def _late(number, frame):
    raise _Late(f"not done after {SECONDS} s")


def outcome(function, arguments, bad=True):
    """What is wrong with how the call ends; "" for an answer or, where an argument is bad, a sentence."""
    arguments = dict(arguments)
    own = [arguments.pop("self")] if "self" in arguments else arguments.pop("*tables", [])
    own = own if isinstance(own, list) else [own]
    signal.alarm(SECONDS)
    try:
        function(*own, **arguments)
    except TianjiError as error:
        said = str(error)
        return "" if bad and said and len(said) < 1000 and "\n" not in said else f"says {said!r:.200}"
    except (Exception, _Late) as error:
        at = inspect.trace()[-1]
        return f"{type(error).__name__}: {error!s:.90} ({Path(at.filename).name}:{at.lineno})"
    finally:
        signal.alarm(0)
    return ""


@pytest.fixture
def bounded(monkeypatch, tmp_path):
    """Little memory and little time, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    before = signal.signal(signal.SIGALRM, _late)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    taken = memory._entry(Path("/proc/self/status"), "VmSize:") or 0
    resource.setrlimit(resource.RLIMIT_AS, (taken * 1024 + ROOM, limits[1]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    resource.setrlimit(resource.RLIMIT_AS, limits)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", GOOD)
def test_wrong_arguments_are_refused_in_a_sentence(name, bounded):
    function, good = found(name), GOOD[name]()
    faults = [] if NOWHERE in str(good) else [what for what in [outcome(function, good, bad=False)] if what]
    for parameter in parameters(function):
        for shown, value in HOSTILE.items():
            if parameter in OWN and value in (int, print):
                continue
            what = outcome(function, {**good, parameter: value})
            if what:
                faults.append(f"{name}({parameter}={shown}): {what}")
    assert not faults, "\n".join(faults)


def test_no_public_function_is_forgotten():
    """Classes of results are made by the library alone; all that a user calls has a row."""
    for package, names in PINNED.items():
        for name in names:
            full = f"{package}.{name}" if package else name
            target = getattr(import_module(f"tianji.{package}" if package else "tianji"), name)
            if inspect.isfunction(target):
                same = [row for row in GOOD if found(row) is target]
                assert same, f"{full}: a row of good arguments in GOOD"

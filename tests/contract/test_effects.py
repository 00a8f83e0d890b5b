"""No argument is taken and ignored: a value of its own changes what comes back, is seen at work, or is refused by name.

`fronts` has the public functions that take methods, each method of each with small arguments; `TELLING` a value of
every keyword that should tell. What neither shows nor is refused stands in `SILENT` with the reason. All other keywords
of all other public calls have a value that tells, or a reason, in `tests/effect_rows.py`; none can be forgotten.
"""

from __future__ import annotations

import inspect
import re
import signal
import sys
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

import tianji as tj
from effect_rows import CALLS, ROWS, Why, With, base_of
from good_arguments import GOOD
from good_arguments import found as public
from tianji import matrix as tm
from tianji.core.result import Result
from tianji.errors import TianjiError
from tianji.games.mnk import TicTacToe
from tianji.holdem.rounds.tables import reproduce
from tianji.matrix.learning.rules import RULES
from tianji.search.api import METHODS
from tianji.search.options import defaults
from tianji.search.readable.probcut import Pair
from tianji.subgame.technique import TECHNIQUES

PAWNS = tj.load("breakthrough(width=4,height=5)")
DILEMMA = tm.NormalForm("3,3 0,5; 5,0 1,1")
CHICKEN = tm.chicken()
BEST = tm.NormalForm("0 -1 3; 1 0 -1; -1 1 0")


@cache
def kuhn():
    return tj.load("kuhn")


@cache
def leduc():
    game = tj.load("leduc")
    return {"game": game, "blueprint": tj.uniform(game), "cuts": tj.subgame.cuts(game, "board")[:2]}


@cache
def river():
    return tj.holdem.Spot(
        board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc,JcTc", bets="100%", raises=""
    )


def _solves():
    for method in tj.cfr.methods():
        base = {} if method == "lp" else {"iterations": 7}
        yield f"solve {method}", tj.solve, {"game": kuhn(), "method": method, **base}, {}


def _searches():
    for method, row in METHODS.items():
        own = {n: not usual if n == "scout" else OPTIONS[n] for n, usual in defaults(row.options).items()}
        if "native" in own:
            # the games have native rules, which are taken by themselves; those of probcut are refused
            own["native"] = method == "probcut"
        base = {"game": PAWNS, "method": method}
        if method in ("solve", "dfpn", "pns"):  # to the end of the game
            base = {"game": TicTacToe(), "method": method, "state": TicTacToe().parse("XO./.X./..O")}
        if method == "probcut":
            base["parameters"] = tj.search.ProbCut(())
        if method in ("mcts", "puct"):
            base["nodes"] = 60
        elif row.depth:
            base["depth"] = 3
        yield f"search {method}", tj.search.search, base, own


def _matrices():
    for method in tm.METHODS:
        game = BEST if method == "lp" else DILEMMA if method == "pure" else CHICKEN
        yield f"matrix.solve {method}", tm.NormalForm.solve, {"self": game, "method": method}, {}
        if method != "auto":
            yield (
                f"matrix.equilibria {method}",
                tm.NormalForm.equilibria,
                {"self": game, "method": method},
                {},
            )
    for rule in RULES:
        yield f"matrix.learn {rule}", tm.learn, {"game": BEST, "rule": rule, "iterations": 6}, {}


def _subgames():
    for name in TECHNIQUES:
        yield f"subgame {name}", tj.subgame.solve_all, {**leduc(), "technique": name}, {}
        yield f"subgame {name}, cfr+", tj.subgame.solve_all, {
            **leduc(), "technique": name, "solver": "cfr+", "iterations": 4,
        }, {}  # fmt: skip


def _holdem():
    yield "holdem.Spot.solve", tj.holdem.Spot.solve, {"self": river(), "iterations": 5}, {}
    yield "holdem.Spot.plan", tj.holdem.Spot.plan, {"self": river()}, {}
    yield "holdem.report", tj.holdem.report, {"spot": river(), "boards": ["AsKd8h5c3s"], "iterations": 40}, {}
    yield "holdem.push_fold_chart", tj.holdem.push_fold_chart, {"largest": 2.0, "step": 1.0}, {}


def _arena():
    for who in ("uniform", "dcfr", "external", "mcts:nodes=5"):
        game = tj.load("nim(heaps='1,2')") if "mcts" in who else kuhn()
        base = {"game": game, **({"until": 0.1} if who in tj.cfr.methods() else {})}
        yield f"arena.match {who}", tj.arena.match, {**base, "a": who, "b": "uniform", "hands": 6}, {}
        yield f"arena.take_seat {who}", tj.arena.take_seat, {**base, "who": who}, {}


def _others():
    yield (
        "matrix.tournament",
        tm.tournament,
        {"players": ["random", "defector"], "rounds": 9, "repetitions": 2},
        {},
    )
    yield "matrix.logit_path", tm.logit_path, {"game": DILEMMA, "steps": 20}, {}
    yield "matrix.lemke_howson", tm.lemke_howson, {"game": CHICKEN}, {}
    yield "matrix.correlated_equilibrium", tm.correlated_equilibrium, {"game": CHICKEN}, {}
    yield "matrix.eliminate", tm.eliminate, {"game": DILEMMA}, {}
    yield "search.fit_probcut", tj.search.fit_probcut, {
        "game": TicTacToe(), "pairs": ((1, 2),), "positions": 20, "plies": (1, 2),
    }, {}  # fmt: skip
    yield "search.build_book", tj.search.build_book, {"game": TicTacToe(), "positions": 3, "depth": 2}, {}
    yield "compile", tj.compile, {"game": kuhn()}, {}
    yield "plan", tj.plan, {"game": tj.load("leduc"), "budget": 1000}, {}
    yield "cfr.trace", tj.cfr.trace, {"game": kuhn(), "iterations": 5}, {}


OWN = {"allow", "each", "evaluate", "passive", "watch"}  # functions that are called
CUT = tj.search.ProbCut((Pair(1, 3, 1.0, 0.0, 0.01, 50),))
OPTIONS = {
    "evaluate": lambda s: float(sum(map(ord, str(s))) % 3),
    "trace": True, "steps": True, "table": 1, "symmetry": False, "killers": False, "history": False,
    "order": False, "quiescence": 2, "singular": 0.01, "scout": True, "probcut": CUT, "deepen": True,
    "native": True, "width": 0.05, "parameters": CUT, "bounds": (-9.0, 9.0), "prune": False,
    "scores": True, "goal": 0.0, "seed": 5, "exploration": 0.1, "playout_depth": 1, "solver": False,
    "priors": lambda s: [1.0] + [0.0] * (len(PAWNS.actions(s)) - 1),
}  # fmt: skip


def fronts():
    for make in (_solves, _searches, _matrices, _subgames, _holdem, _arena, _others):
        yield from make()


class Seen:
    """Functions that note that they were called, and files that are there afterwards."""

    def __init__(self):
        self.calls = 0

    def progress(self, report):
        self.calls += 1

    def stop(self):
        self.calls += 1
        return False

    def calling(self, function):
        """The function, counted."""

        def counted(*args):
            self.calls += 1
            return function(*args)

        return counted


TELLING = {
    "iterations": 3, "until": 5.0, "seconds": 1e-9, "nodes": 1, "depth": 1, "seed": 5, "merge": False, "threads": 2,
    "options": {"weighting": "linear"}, "curve": True, "resume": True, "checkpoint_every": 3.0,
    "exact": False, "select": "welfare", "label": 1, "every": 2, "rate": 0.3, "step": 0.2,
    "start": [[1, 0, 0], [0, 0, 1]],
    "payoffs": "estimate", "estimate": 1.0, "checkpoint": "run.safetensors", "spread": 1.0,
    "gifts": 2.0, "gift_bound": "exact", "solver": "cfr",
    "refine": 0.05, "keep_blueprint_safety": True, "player": 0, "technique": "unsafe", "method": "cfr",
}  # fmt: skip


TIMES = ("seconds", "nodes_per_second", "seconds_to_compile")


def view(found):
    """All of an answer that does not depend on the clock, as plain data."""
    if isinstance(found, Result):
        parts = [view(found.to_dict())]
        for name in ("strategy", "history", "note", "played", "average", "growth"):
            part = getattr(found, name, None)
            parts.append(view(part() if callable(part) else part))
        return parts
    if isinstance(found, dict):
        return {str(key): view(value) for key, value in found.items() if key not in TIMES}
    if isinstance(found, (list, tuple)) and type(found).__name__ != "Check":
        return [view(value) for value in found]
    if type(found).__name__ == "Check":
        return (found.iterations, found.exploitability)
    if isinstance(found, np.ndarray):
        return found.tolist()
    if isinstance(found, tj.FlatGame):
        return found.size
    if type(found).__name__ == "Seated":
        drawn = [] if found.strategy is None else [found.rng.random(), view(found.strategy)]
        return [found.name, *drawn, getattr(found.agent, "seed", None), getattr(found.agent, "seconds", None)]
    if hasattr(found, "__dict__") and not callable(found):
        return {k: view(v) for k, v in vars(found).items() if k not in TIMES}
    return re.sub(r" at 0x[0-9a-f]+", "", repr(found))


def ignored(call, base, name, value, default):
    """Whether the argument neither tells nor is refused by its name."""
    seen = Seen()
    if name == "merge":  # nothing in Kuhn is merged
        base, default = {**base, "game": tj.load("leduc")}, lambda: view(call(**{**base, "merge": not value}))
    if name in ("progress", "stop"):
        value = getattr(seen, name)
    own = [base["self"]] if "self" in base else []
    given = {k: v for k, v in base.items() if k != "self"}
    try:
        answer = view(call(*own, **{**given, name: value}))
    except TianjiError as error:
        return "" if name in str(error) else f"refused without its name: {error}"
    is_written = name == "checkpoint" and Path(value).exists()
    if seen.calls or is_written or answer != default():
        return ""
    return "ignored"


@cache
def inventory():
    rows = {}
    for label, call, base, own in fronts():
        names = [n for n, p in inspect.signature(call).parameters.items() if p.kind != p.VAR_KEYWORD]
        told = {n: TELLING[n] for n in names if n in TELLING and base.get(n) != TELLING[n] and n not in TAKEN}
        told |= {n: v for (start, n), v in SPECIAL.items() if label.startswith(start) and n in told}
        told |= own | {n: None for n in names if n in ("progress", "stop")}
        rows[label] = (call, base, told)
    return rows


TAKEN = {"method", "technique", "player", "game"}
SPECIAL = {
    ("holdem.Spot.plan", "until"): 1e-9,  # below what float32 reaches: another storage
    ("holdem.Spot.plan", "threads"): 1,
    ("arena.match dcfr", "until"): 1e-5,
    ("arena.take_seat dcfr", "until"): 1e-5,
    ("arena.match external", "until"): 0.001,
    ("arena.take_seat external", "until"): 0.001,
    ("matrix.learn", "exact"): True,
}
SILENT = {  # (the beginning of a label, a keyword): why it may show nothing there
    ("", "threads"): "no number of threads changes an answer; who runs on one refuses more",
    ("solve lp", "until"): "an exact answer is as good as anything that could be asked",
    ("solve lp", "progress"): "one step; compiling reports, and this game was compiled before",
    ("search", "killers"): "an order of moves, which at three plies meets no cut that another would not",
    ("search", "history"): "an order of moves, which at three plies meets no cut that another would not",
    (
        "search",
        "singular",
    ): "no move stands out in three plies; test_search_methods has a position where one does",
    ("search", "scout"): "null windows repeat nothing where the first move is the best everywhere",
    ("search", "probcut"): "three plies are less than the shallowest cut saves",
    ("search probcut", "parameters"): "three plies are less than the shallowest cut saves",
    ("search aspiration", "width"): "the value of every depth is the same here, so that any window holds it",
    ("search expectiminimax", "bounds"): "this game has no chance, and bounds are for cuts at its nodes",
    (
        "search",
        "symmetry",
    ): "compiled rules know the stones by one form, and three plies meet few of them twice",
    ("search solve", "symmetry"): "six empty squares of which no two are alike",
    ("search solve", ""): "six empty squares: done before the clock is asked",
    ("search dfpn", ""): "six empty squares: done before the clock is asked",
    ("search pns", ""): "six empty squares: done before the clock is asked",
    ("search mcts", "solver"): "sixty simulations prove nothing here",
    ("search puct", "solver"): "sixty simulations prove nothing here",
    ("matrix.solve lp", "select"): "there is one equilibrium",
    ("matrix", "nodes"): "a game of two actions is done after one",
    ("matrix.equilibria logit", ""): "the whole call is refused: that method finds one equilibrium",
    ("subgame", "iterations"): "auto takes one exact step where the subgame is small; `stopped` says so",
    ("subgame", "until"): "auto takes one exact step where the subgame is small; `stopped` says so",
    ("matrix.tournament", "seconds"): "a match is played before the clock is asked",
    ("matrix.tournament", "progress"): "a match is played before anybody is told",
    ("matrix.tournament", "stop"): "a match is played before anybody is asked",
    ("compile", "progress"): "a small game is compiled before anybody is told",
    ("compile", "stop"): "a small game is compiled before anybody is asked",
    ("cfr.trace", "merge"): "merging loses nothing, and what is traced is by infoset",
    ("search.fit_probcut", "seed"): "tic-tac-toe has no evaluation, so that all samples are 0",
}


def excused(label, name):
    return any(label.startswith(start) and name in (n, n or name) for start, n in SILENT)


@pytest.mark.parametrize("label", [label for label, *_ in fronts()])
def test_no_argument_is_taken_and_ignored(label, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call, base, told = inventory()[label]

    @cache
    def default():
        own = [base["self"]] if "self" in base else []
        return view(call(*own, **{k: v for k, v in base.items() if k != "self"}))

    silent = {
        name: what
        for name, value in told.items()
        if not excused(label, name) and (what := ignored(call, base, name, value, default))
    }
    assert not silent, (label, silent)


class Refused(str):
    """The sentence of a refusal."""


def plain(target):
    """The function behind a public name."""
    return inspect.unwrap(target.__init__ if inspect.isclass(target) else getattr(target, "__func__", target))


def keywords(target):
    return [p.name for p in inspect.signature(target).parameters.values() if p.default is not p.empty]


@cache
def fronted():
    """Keywords by function that the fronts try, method by method, or excuse."""
    covered = {}
    for label, (call, _, told) in inventory().items():
        excuses = {n for start, n in SILENT if label.startswith(start)}
        covered.setdefault(plain(call), set()).update(told, excuses)
    return covered


@cache
def rest():
    """Every public call with the keywords that no front tries."""
    found, seen = {}, set()
    for name in GOOD:
        target = public(name)
        if plain(target) not in seen:
            seen.add(plain(target))
            left = [n for n in keywords(target) if n not in fronted().get(plain(target), ())]
            found[name] = left
    return {name: left for name, left in found.items() if left}


# refusals that say what was given in other words: how much there is, what is allowed, which name is not there
SAID_OTHERWISE = {
    "max_bytes",
    "builtin_only",
    "max_histories",
    "memory",
    "limit",
    "at",
    "base",
    "buckets",
    "hands",
    "rules",
    "silence",
    "streets",
    "tolerance",
}
USUAL = {"seconds": 1e-9, "progress": None, "stop": None}  # what tells of these anywhere


def row_of(name, keyword):
    return ROWS.get(name, {}).get(keyword, USUAL.get(keyword, "forgotten"))


def test_every_keyword_of_every_public_call_has_a_row_or_a_reason():
    missing = [
        f"{name}({keyword}=)" for name, left in rest().items() for keyword in left
        if row_of(name, keyword) == "forgotten" and keyword != "threads"
    ]  # fmt: skip
    assert not missing, f"a value that tells, in tests/effect_rows.py: {missing}"
    known = {name: keywords(public(name)) for name in GOOD}
    idle = [f"{name}({k}=)" for name, row in ROWS.items() for k in row if k not in known.get(name, ())]
    assert not idle, f"rows of what is not there: {idle}"


def outcome(call, given):
    given = dict(given)
    own = [given.pop("self")] if "self" in given else given.pop("*tables", [])
    try:
        return view(call(*own, **given))
    except TianjiError as error:
        return Refused(error)


def silent(call, base, keyword, value, usual):
    """What is wrong with a keyword, or ""."""
    seen = Seen()
    if keyword in ("progress", "stop"):
        value = getattr(seen, keyword)
    elif keyword in OWN and callable(value):
        value = seen.calling(value)
    answer = outcome(call, {**base, keyword: value})
    written = value if isinstance(value, (str, Path)) else value[0] if isinstance(value, list) else ""
    if seen.calls or (isinstance(written, (str, Path)) and str(written) and Path(written).is_file()):
        return ""
    before = usual()
    if isinstance(answer, Refused) and not isinstance(before, Refused):
        return "" if keyword in answer or keyword in SAID_OTHERWISE else f"refused without its name: {answer}"
    return "ignored" if answer == before else ""


def watched(monkeypatch):
    """The numbers of threads that those are given who start them: `run.threads.each` and `race`, and kernels."""
    from tianji.holdem.answer import solve as spots
    from tianji.run import threads

    told, each, race, backend = [], threads.each, threads.race, spots._backend

    def counted(items, work, count, *rest):
        told.append(count)
        return each(items, work, count, *rest)

    def raced(racers, *rest):
        told.append(len(racers))
        return race(racers, *rest)

    def built(spot, kind, schedule, count, *rest):
        told.append(count)
        return backend(spot, kind, schedule, count, *rest)

    for module in [m for n, m in sys.modules.items() if n.startswith("tianji.") and m is not None]:
        for name, (function, stub) in {"each": (each, counted), "race": (race, raced)}.items():
            if vars(module).get(name) is function:
                monkeypatch.setattr(module, name, stub)
    monkeypatch.setattr(spots, "_backend", built)
    monkeypatch.setattr("tianji.kernels.flat.cfr_threads.set_num_threads", told.append)
    return told


def threaded():
    """Every call that takes threads=, and what makes arguments that work: each method of those that have methods."""
    for label, (call, base, _) in inventory().items():
        if "threads" in inspect.signature(call).parameters:
            yield label, call, partial(dict, base)
    for name, left in rest().items():
        if "threads" in left:
            yield name, CALLS.get(name, public(name)), partial(base_of, name)


@pytest.mark.parametrize(("label", "call", "make"), [pytest.param(*row, id=row[0]) for row in threaded()])
def test_a_number_of_threads_is_read(label, call, make, tmp_path, monkeypatch):
    """What makes no sense is refused by name; so are two where one runs; else they are there, or the answer tells."""
    monkeypatch.chdir(tmp_path)
    base = make()
    assert "threads" in str(outcome(call, {**base, "threads": 0})), label
    seen = []
    for count in (1, 3):
        with monkeypatch.context() as patch:
            told = watched(patch)
            seen.append((outcome(call, {**base, "threads": count}), told))
    assert seen[0] != seen[1], (label, seen)


@pytest.mark.parametrize("name", rest())
def test_no_keyword_of_any_public_call_is_ignored(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call = CALLS.get(name, public(name))
    faults, usual = {}, {}
    for keyword in rest()[name]:
        row = row_of(name, keyword)
        if keyword == "threads" or isinstance(row, Why):
            continue
        value, changed = row if isinstance(row, With) else (row, {})
        base = {**base_of(name), **changed}

        about = repr(changed)

        def answer(base=base, about=about):
            if about not in usual:
                usual[about] = outcome(call, base)
            return usual[about]

        if what := silent(call, base, keyword, value, answer):
            faults[keyword] = what
    assert not faults, (name, faults)


@pytest.mark.parametrize(
    ("call", "base"),
    [
        (tj.solve, {"game": kuhn(), "method": "dcfr", "iterations": 1000, "until": 0.05}),
        (tj.solve, {"game": kuhn(), "method": "external", "iterations": 30, "until": 3.0}),
        (tj.solve, {"game": kuhn(), "method": "fp", "iterations": 3, "until": 3.0}),
        (tm.learn, {"game": BEST, "iterations": 3, "until": 5.0}),
        (river().solve, {"iterations": 3, "until": 60.0}),
        (tj.subgame.solve_all, {**leduc(), "solver": "cfr+", "iterations": 3, "until": 50.0}),
    ],
)
def test_what_is_good_enough_at_the_last_iteration_has_reached_until(call, base):
    """Kuhn at 1.5e-4 after 1,000 iterations, with until=0.05, was said to have stopped for the iterations."""
    assert call(**base).stopped == "until"
    assert call(**{**base, "until": 1e-12}).stopped == "iterations"


NAMES_OF_IDLE = (
    "resume|quiescence|evaluate|checkpoint_every|priors|scout|table|seed|rounds|hand_seconds|sizes|factor"
)


def test_what_would_be_ignored_is_refused_by_name():
    """What the inventory found: these were taken and did nothing."""
    for call in (
        lambda: tm.learn(BEST, iterations=3, resume=True),
        lambda: tj.search.search(TicTacToe(), method="pvs", depth=2, quiescence=2),
        lambda: tj.search.search(TicTacToe(), method="mcts", nodes=9, evaluate=lambda s: 0.0),
        lambda: tj.holdem.train(tj.holdem.Menu(("a",) * 4), checkpoint_every=3.0, seconds=0.1),
        lambda: tj.search.search(TicTacToe(), method="puct", nodes=9, priors=lambda s: [1.0]),
        lambda: tj.search.search(TicTacToe(), method="mtdf", depth=2, scout=True),
        lambda: tj.search.solve_many(tj.load("connect_four"), [], table=0),
        lambda: tj.holdem.make_buckets("flop", "all", deck=20, seed=5),
        lambda: tj.holdem.make_buckets("flop", "all", deck=20, rounds=3),
        lambda: tj.arena.holdem_match("call", "fold", hands=2, hand_seconds=5.0),
        lambda: tj.holdem.improve(**{**GOOD["holdem.improve"](), "hands": "x.log", "streets": None}),
        lambda: reproduce(1, buckets="x.buckets", seed=3),
        lambda: reproduce(4, seed=3),
        lambda: tj.subgame.depth_limited(**GOOD["subgame.depth_limited"](), factor=2.0),
    ):
        with pytest.raises(tj.TianjiError, match=NAMES_OF_IDLE):
            call()


def stoppable():
    """Every call that takes stop=, each method of those that have methods."""
    for label, (call, base, _) in inventory().items():
        if "stop" in inspect.signature(call).parameters:
            yield label, call, partial(dict, base)
    for name, left in rest().items():
        if "stop" in left:
            yield name, CALLS.get(name, public(name)), partial(base_of, name)


@pytest.fixture
def usual_handler():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(("label", "call", "make"), [pytest.param(*row, id=row[0]) for row in stoppable()])
def test_ctrl_c_is_a_request_that_can_be_raised(label, call, make, tmp_path, monkeypatch, usual_handler):
    """Pressed while it works: an answer, or a sentence why there is none; inside interrupts("raise") it goes on."""
    monkeypatch.chdir(tmp_path)
    pressed = []

    def press():
        if not pressed:
            pressed.append(label)
            signal.raise_signal(signal.SIGINT)
        return False

    assert outcome(call, {**make(), "stop": press}) is not None
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    pressed.clear()
    is_raised = False
    try:
        with tj.interrupts("raise"):
            outcome(call, {**make(), "stop": press})
    except KeyboardInterrupt:
        is_raised = True
    assert is_raised == bool(pressed)  # not where it was done before anybody was asked
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

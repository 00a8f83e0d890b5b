"""For every keyword of every public call: a value that tells, or why none does here.

`ROWS[name][keyword]` is a value, `With(value, ...)` where it tells beside other arguments than those of
`good_arguments`, or `Why(...)`. `progress`, `stop`, `seconds` and `threads` need a row only where the rule for all
(`USUAL`) does not do. `CALLS` has what is called where the answer of the call itself hides what an argument does.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple
from unittest import mock

import numpy as np

import tianji as tj
from good_arguments import GOOD, blueprint, even, kuhn, river
from tianji import matrix as tm
from tianji.arena import HandRecord, client, write_phh
from tianji.arena.wire import Wire
from tianji.games.efg import read_efg
from tianji.games.mnk import TicTacToe
from tianji.poker.cards import parse_cards
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules


class With(NamedTuple):
    """A value beside other arguments."""

    value: object
    base: dict[str, object]


class Why(NamedTuple):
    """Why a keyword shows nothing here, and where it does."""

    reason: str


SHORT = HandRules((1000, 1000))
COARSE = tj.matrix.NormalForm(
    "6,6 0,0 0,7; 0,0 4,4 3,0; 7,0 0,3 5,5"
)  # with more coarse equilibria than others
LIMIT = HandRules.named("holdem.limit.2p")
LARGE = tj.load("connect_four")  # whose lines differ in length: estimates of its size depend on what is drawn


def folder() -> str:
    return mkdtemp(prefix="tianji-effects-")


def batch(**given):
    """A batch in a folder of its own, and what its items gave."""
    made = tj.parallel.run_batch(folder(), "tianji.parallel.examples:square", [{"x": 2}], **given)
    return [made.done, made.stopped, made.items, [(o.fields, o.tensors) for o in made.outcomes()]]


@cache
def strategy_file() -> str:
    path = f"{folder()}/even.json"
    even().save(path)
    return path


@cache
def log_file() -> str:
    path = Path(folder()) / "match.log"
    path.write_text("STATE:0:r300f:3c8d|Ks6c:-100|100:a|b\n")
    return str(path)


@cache
def hands_file() -> str:
    """One hand, checked to the river, where the first to act folds kings to a bet."""

    def cards(text):
        return tuple(parse_cards(text))

    state = HandState.start(SHORT, (cards("KhKd"), cards("QsQd")))
    for betting, board in (("cc/", "2c7d9s"), ("cc/", "3h"), ("cc/", "Kc"), ("cr200f", "")):
        state = state.play(betting)
        state = state.deal(cards(board)) if board else state
    path = Path(folder()) / "hands.phhs"
    write_phh(path, [HandRecord.from_state(state, ["me", "him"], k) for k in (1, 2)])
    return str(path)


@cache
def buckets(k):
    return tj.holdem.make_buckets("full", k, deck=52, rounds=1, sample=2000)


@cache
def saved_blueprint() -> str:
    path = f"{folder()}/small.blueprint"
    blueprint().save(path)
    return path


def spot(**given):
    """What a spot comes to: its tree, and its solve."""
    made = tj.holdem.Spot(**given)
    tree = made.tree()
    return [[tree.line(n) for n in range(len(tree.nodes))], made.solve(iterations=3).to_dict()]


def menu(**given):
    from tianji.holdem.blueprint.menu import Menu
    from tianji.holdem.blueprint.tree import menu_tree

    made = Menu(**given)
    return [menu_tree(made).digest, made.buckets, made.name]


def round_game(**given):
    made = tj.holdem.RoundGame(**given)
    tree = made.tree()
    return [[tree.line(n) for n in range(len(tree.nodes))], made.boards(), made.blinds]


TALK = [
    "MATCHSTATE:0:7:r300c/:AhKd|/Ks7h2d", "MATCHSTATE:0:7:nonsense", "MATCHSTATE:0:8:r300:AhKd|",
    "MATCHSTATE:0:8:r300f:AhKd|", "MATCHSTATE:0:9:r1500:AhKd|",
]  # fmt: skip


def improved(**given):
    """What `improve` is to measure, and what came of it."""
    from tianji.holdem.blueprint.improve import _Improver

    asked = []

    class Watched(_Improver):
        def run(self, cells, top, probes):
            asked.append([self.deals, self.seed, [repr(cell) for cell in cells], top, probes])
            return super().run(cells, top, probes)

        def deal(self, boards):
            asked.append(boards)
            super().deal(boards)

    with mock.patch("tianji.holdem.blueprint.improve._Improver", Watched):
        found = tj.holdem.improve(**given)
    return [asked, found.to_dict()]


def talk(lines=TALK, **given):
    """A client at the table of a dealer who says these lines, or nothing: its report, and all that it answered."""
    if lines is None:
        return silent(**given)
    ours, other = socket.socketpair()
    heard: list[bytes] = []

    def deal():
        with suppress(OSError):  # a client that is stopped hangs up
            other.sendall("".join(f"{line}\r\n" for line in lines).encode())
            other.shutdown(socket.SHUT_WR)
            while piece := other.recv(65536):
                heard.append(piece)

    thread = threading.Thread(target=deal, daemon=True)
    thread.start()
    with mock.patch.object(client, "connect", lambda host, port, seconds: Wire(ours)):
        try:
            found = client.acpc_client("dealer", 1, **given)
        finally:
            ours.close()
            thread.join(60)
            other.close()
    return [found.to_dict(), b"".join(heard)]


def silent(**given):
    """A client at the table of a dealer who says nothing."""
    ours, other = socket.socketpair()
    with ours, other, mock.patch.object(client, "connect", lambda host, port, seconds: Wire(ours)):
        return client.acpc_client("dealer", 1, stop=Ended(), **given).to_dict()


class Ended:
    """Asks to stop when it was asked some times."""

    asked = 0

    def __call__(self):
        self.asked += 1
        return self.asked > 20


def thought(**given):
    """A player's first thought, by the numbers that do not hang on the clock."""
    found = tj.holdem.SearchAgent(**given)
    return {"time": found.bank.seconds} | {
        f"its {name}": value for name, value in vars(found).items() if name not in ("base", "solver")
    }


CALLS = {
    "parallel.run_batch": batch,
    "holdem.Spot": spot,
    "holdem.Menu": menu,
    "holdem.RoundGame": round_game,
    "arena.acpc_client": talk,
    "holdem.improve": improved,
    "cfr.Schedule": lambda **given: [vars(s := tj.cfr.Schedule(**given)), s.rows(1, 5, horizon=9).tolist()],
    "holdem.Blueprint.load": lambda path, **given: tj.holdem.Blueprint.load(saved_blueprint(), **given).about,
    "holdem.SearchAgent": thought,
    "holdem.Player": lambda **given: [(p := tj.holdem.Player(**given)).name, p.rules, p.seed],
    "arena.SearchPlayer": lambda **given: {f"its {k}": v for k, v in vars(tj.arena.SearchPlayer(**given)).items()},
    "matrix.plot_simplex": lambda **given: len(tm.plot_simplex(**given).axes[0].lines),
    "subgame.NestedPlayer": lambda **given: [
        (p := tj.subgame.NestedPlayer(**given)).strategy().tables, p.stopped, p.min_margin,
    ],
    "holdem.Solution.save": lambda self, path, **given: [
        self.save(path, **given), Path(path).stat().st_size, Path(path).unlink(),
    ][1],
    "arena.Match.play_round": lambda self, **given: self.play_round(**given),
}  # fmt: skip

FLAT_SPOT = {"board": "AsKd8h5c", "raises": "100%"}
WIDE = {"bets": "50%,60%", "stack": 1000, "raises": "60%"}
ROUNDED = tj.Strategy.from_dict(
    "kuhn", [{"(0, '')": {"p": 0.3333333, "b": 0.6666666}}, {}], unvisited="uniform"
)
TIED = read_efg(
    'EFG 2 R "tied" { "1" "2" }\np "" 1 1 "" { "l" "r" } 0\np "" 2 1 "" { "a" "b" } 0\n'
    't "" 1 "" { 2 0 }\nt "" 2 "" { 0 0 }\nt "" 3 "" { 1 1 }\n'
)
ESTIMATED = {"rows": tj.subgame.ROWS[8:9]}
FOUR = {"states": [tj.load("connect_four").parse("44444222225353")]}
CLUSTERED = {"game": "flop", "k": 12, "deck": 20, "rounds": 1}
REVIEW = {"oop": "AA,KK", "ip": "QQ", "until": "5%", "each_seconds": 2.0}

ROWS: dict[str, dict[str, object]] = {
    "parallel.make_items": {"cpus": 2, "memory": 5},
    "parallel.simulate_batch": {
        "machines": 2,
        "slots": 2,
        "start": 9.0,
        "overhead": 1.0,
        "deaths": 3000.0,
        "replace": With(1e4, {"deaths": 3000.0}),
        "seed": With(3, {"deaths": 3000.0}),
    },
    "cfr.solve_blocks": {"walks": 20, "seed": 7, "on": "none of these"},
    "cfr.solve_seeds": {
        "method": "outcome",
        "seeds": 3,
        "seed": 7,
        "options": {"weighting": "linear"},
        "on": "none of these",
        "folder": "/dev/null/x",
    },
    "parallel.run_batch": {
        "on": Why("the same bytes wherever items run is its promise; test_parallel.py kills the processes"),
        "shared": {"table": np.ones(2)},
        "attempts": Why("counts deaths of processes; test_parallel.py kills them"),
        "cpus": 2,
        "memory": 5,
    },
    "check_game": {
        "max_histories": 5,
        "seconds": Why("asked for now and then; test_lawful.py walks a wide game"),
    },
    "compare": {"rows": With(1, {"b": tj.solve(kuhn(), iterations=9).strategy})},
    "compile": {
        "max_bytes": 10,
        "native": Why(
            "whoever walks, the form is the same; test_native.py compares digests, and refuses True"
        ),
    },
    "describe": {"tree": 1, "seed": With(5, {"game": LARGE})},
    "load": {"builtin_only": With(True, {"spec": "tianji.games.kuhn:Kuhn"})},
    "plan": {
        "budget": With(500, {"game": tj.load("leduc")}),
        "probes": With(3, {"game": LARGE}),
        "max_bytes": 10,
    },
    "solve": {
        "method": "cfr",
        "device": "gpu",
        "native": With(False, {"game": kuhn(), "method": "external", "iterations": 5}),
    },
    "Strategy": {"unvisited": "uniform", "digest": "a" * 64},
    "Strategy.from_dict": {"unvisited": "uniform", "digest": "a" * 64},
    "Strategy.load": {"game": With(tj.load("leduc"), {"path": strategy_file()})},
    "arena.SearchPlayer": {"seconds": 0.2, "nodes": 3, "depth": 1, "seed": 5, "found": {"x": 1}},
    "arena.Match": {"exploitability": 0.5, "rounds": [1], "decisions": [1], "review": [1]},
    "arena.parse_log": {"rules": With(LIMIT, {"lines": ["STATE:0:r300f:3c8d|Ks6c:-100|100:a|b"]})},
    "arena.parse_phh": {"where": With("here", {"text": "="})},
    "arena.read_log": {"rules": With(LIMIT, {"path": log_file()})},
    "cfr.Schedule": {
        "alpha": 1.0,
        "beta": 1.0,
        "gamma": 1.0,
        "is_clipped": True,
        "prediction": 1.0,
        "is_lookahead": True,
        "offset": 2.0,
        "alpha_slope": 1.0,
        "beta_slope": 1.0,
        "gamma_slope": 1.0,
        "is_alternating": False,
    },
    "cfr.trace": {"method": "cfr+", "max_bytes": 10},
    "evaluate.belief": {"past": With([((1, ""), "b")], {"infoset": (1, "pb")}), "max_histories": 1},
    "evaluate.solve_lp": {},
    "holdem.Player": {"who": "fold", "seconds": 3.0, "rules": SHORT, "seed": 5},
    "holdem.Blueprint.load": {"buckets": With(b"no buckets", {})},
    "holdem.BlueprintAgent": {"name": "y"},
    "holdem.SearchAgent": {
        "seconds": 3.0,
        "seed": 5,
        "iterations": 3,
        "until": "1%",
        "threads": 2,
        "name": "x",
        "estimate": "blueprint",
        "first": "resolve",
        "later": "resolve",
        "since": "flop",
    },
    "holdem.Menu": {
        "buckets": "60,60,60",
        "stack": 10_000,
        "blinds": (100, 200),
        "allin_share": 0.2,
        "merge": With(0.9, {"bets": ("50,75,a|a",) * 4}),
        "allin_spr": With(200.0, {"bets": ("a", "a", "50|a", "50|a")}),
        "push_spr": 200.0,
        "limp": False,
        "name": "x",
    },
    "holdem.Menu.from_dict": {"where": With("here", {"given": {"x": 3}})},
    "holdem.RoundGame": {
        "last": With("turn", {"bets": ("100%",) * 3, "raises": ("100%",) * 3, "most_bets": (1, 1, 1)}),
        "ranks": 6,
        "suits": 3,
        "stack": 300,
        "blinds": (20, 40),
        "bets": ("50%", "50%"),
        "raises": With(("50%", "50%"), {"most_bets": (2, 2), "stack": 5000}),
        "most_bets": (0, 1),
    },
    "holdem.Spot": {
        "bets": "50%",
        "raises": With("100%", {"stack": 1000}),
        "tree": With("rich", {"bets": None, "raises": None}),
        "donks": With("50%", FLAT_SPOT),
        "rake": (0.05, 3.0),
        "add_allin": With(9.0, {"bets": "50%"}),
        "force_allin": With(0.9, {"bets": "50%"}),
        "merge": With(0.9, WIDE),
        "max_raises": With(0, WIDE),
        "chip": With(7, {"bets": "33%"}),
        "allin_share": With(0.4, {"bets": "50%"}),
        "least_bet": With(70.0, {"bets": "50%"}),
        "start": "check",
        "add_lines": ("bet 37",),
        "remove_lines": With(("bet 50",), {"bets": "50%,100%"}),
    },
    "holdem.compare": {"line": "check"},
    "holdem.differences": {
        "most": With(1, {"b": river()[0].solve(iterations=90)}),
        "seconds": With(1e-9, {"b": river()[0].solve(iterations=90)}),
    },
    "holdem.equity": {"board": "KsQd8h5c3s"},
    "holdem.flops": {"count": 49},
    "holdem.lines": {"line": "check"},
    "holdem.look": {"line": "check", "player": "ip"},
    "holdem.make_buckets": {
        "game": With("turn", CLUSTERED),
        "k": With(13, CLUSTERED),
        "deck": With(24, CLUSTERED),
        "metric": With("emd", CLUSTERED),
        "seed": With(5, CLUSTERED),
        "rounds": With(3, CLUSTERED),
        "sample": With(50, CLUSTERED),
    },
    "holdem.push_fold": {"ante": 1.0},
    "holdem.push_fold_chart": {"largest": 3.0, "ante": 1.0},
    "holdem.report": {
        "on": "none of these",
        "line": "check",
        "each": lambda board, solution: None,
        "out": With([Path("report.csv")], {}),
        "method": "cfr",
        "storage": "float16",
        "device": "gpu",
        "memory": "1 KiB",
    },
    "holdem.review": {
        "me": "me",
        "base": "nobody",
        "oop": "AA,KK:0.5",
        "ip": "QQ:0.5,JJ",
        "until": "0.01%",
        "each_seconds": 1e-6,
        "hands": 1,
        "threads": 2,
        "memory": "1 KiB",
        "game": With("holdem.limit.2p", {"file": log_file(), "oop": "AA", "ip": "KK"}),
        "seconds": 1e-9,
    },
    "holdem.smaller_trees": {"memory": "100 KiB", "storage": "float64"},
    "holdem.river_response": {"first": "turn", "boards": 2, "seed": 5},
    "holdem.harden": {
        "boards": 3,
        "groups": 10,
        "flops": 2,
        "seed": 5,
        "device": "gpu",
        "resume": True,
        "checkpoint": "run.safetensors",
        "checkpoint_every": 3.0,
    },
    "holdem.improve": {
        "hands": With("nothing.log", {"sizes": None, "streets": None}),
        "me": "me",
        "sizes": "200",
        "streets": "flop",
        "top": 2,
        "probes": 2,
        "boards": 2,
        "iterations": 5,
        "seed": 5,
        "checkpoint": "improved.blueprint",
    },
    "holdem.train": {
        "menu": tj.holdem.Menu(("a",) * 4),
        "method": "none",
        "buckets": With("no.buckets", {}),
        "boards": 2,
        "iterations": 3,
        "visits": 1e-9,
        "seed": 5,
        "bits": 8,
        "prune": Why("two deals leave no regret so low; test_blueprint_train.py prunes"),
        "races": True,
        "device": "gpu",
        "value_boards": 1,
        "resume": True,
        "checkpoint": "run.safetensors",
        "checkpoint_every": 3.0,
    },
    "holdem.Spot.from_dict": {"where": With("here", {"data": {"board": 3}})},
    "matrix.HedgeRule": {"rate": 0.3},
    "matrix.Method": {
        "name": "vertex",
        "exact": True,
        "label": With(1, {"name": "lemke-howson"}),
        "select": With("welfare", {"name": "vertex"}),
    },
    "matrix.NormalForm": {"players": ("a", "b"), "actions": (("a", "b"), ("c", "d")), "title": "x"},
    "matrix.RegretRule": {"start": 1, "clip_gain": True, "clip_sum": True, "power": 1.0},
    "matrix.ReplicatorRule": {"step": 0.1},
    "matrix.analyse": {
        "method": "pure",
        "select": "welfare",
        "nodes": Why("a game of two actions is done after one"),
    },
    "matrix.banzhaf": {"normalised": True},
    "matrix.colonel_blotto": {"soldiers": 2, "fields": 2, "enemy": 2},
    "matrix.correlated_equilibrium": {"objective": "max-min", "coarse": True},
    "matrix.correlated_region": {"coarse": With(True, {"game": COARSE})},
    "matrix.critical_discount": {"punishment": [0, 0]},
    "matrix.dominated": {
        "strict": With(False, {"game": tm.NormalForm("1,1 0,0; 1,0 0,0")}),
        "mixed": With(False, {"game": tm.NormalForm("3 0; 0 3; 1 1")}),
        "kept": [[0], [0, 1]],
    },
    "matrix.eliminate": {
        "strict": With(False, {"game": tm.NormalForm("1,1 0,0; 1,0 0,0")}),
        "mixed": With(False, {"game": tm.NormalForm("3 0; 0 3; 1 1")}),
        "one_at_a_time": With(True, {"game": tm.NormalForm("3,3 0,5 0,0; 5,0 1,1 0,0; -1,-1 -1,-1 -2,-2")}),
    },
    "matrix.equilibria": {"method": "pure", "steps": With(1, {"self": tm.NormalForm("0 1 2; 2 0 1; 1 2 0")})},
    "matrix.evaluate": {
        "game": tm.chicken(),
        "rounds": 9,
        "discount": With("1/2", {"rounds": None}),
        "noise": "1/10",
    },
    "matrix.inspection": dict.fromkeys("VWCFH", 7),
    "matrix.inspection_closed_form": dict.fromkeys("VWCFH", 3),
    "matrix.learn": {"rule": "hedge"},
    "matrix.logit_path": {"max_lambda": 1.0, "steps": 3, "regret": 0.5},
    "matrix.markov_chain": {"noise": "1/10"},
    "matrix.optimal_sets": {"nodes": 1},
    "matrix.play": {
        "noise": 0.9,
        "rng": With(np.random.default_rng(5), {"noise": 0.5, "rounds": 20}),
        "clock": Why(
            "of a tournament, which plays many matches under one; it ends them by a signal of its own"
        ),
    },
    "matrix.plot_simplex": {"trajectory": tm.learn(tm.rock_paper_scissors(), iterations=5)},
    "matrix.prisoners_dilemma": {"reward": -1, "temptation": 1, "sucker": -11, "punishment": -6},
    "matrix.public_goods": {"players": 4, "multiplier": 3, "endowment": 2},
    "matrix.solve": {"method": "pure"},
    "matrix.strategic_form": {"limit": 1},
    "matrix.subgame_perfect_equilibria": {"limit": With(1, {"game": TIED})},
    "matrix.support_enumeration": {"exact": False, "nodes": 1},
    "matrix.tournament": {
        "rounds": 4,
        "repetitions": With(2, {"players": ["random", "defector"]}),
        "noise": 0.5,
        "game": tm.chicken(),
        "self_play": False,
    },
    "matrix.virtues": {"depth": With(1, {"player": tm.classic("win stay lose shift")})},
    "search.Book": {"entries": {0: 1.0}, "stopped": "seconds"},
    "search.Trace": {"limit": 3},
    "search.build_book": {"positions": 4, "method": "minimax", "error": -1.0, "own_moves": False},
    "search.fit_probcut": {
        "pairs": ((1, 3),),
        "positions": 30,
        "plies": With((3, 4), {"evaluate": lambda s: float(sum(map(ord, str(s))) % 7)}),
        "t": 3.0,
        "evaluate": lambda s: float(hash(s) % 7),
    },
    "search.search": {"state": TicTacToe().parse("XO./.X./..O"), "method": "minimax"},
    "search.solve_many": {
        "table": -1,
        "seconds": With(1e-9, FOUR),
        "progress": Why("a few positions may be solved before anybody is told; test_search_stops.py is told"),
        "stop": Why("a few positions are solved before anybody is asked; test_search_stops.py cancels"),
    },
    "subgame.NestedPlayer": {
        "player": 0,
        "technique": "resolve",
        "variant": "expensive",
        "gifts": "none of these",
        "refine": 0.05,
        "solver": "cfr+",
        "iterations": With(3, {"solver": "cfr+"}),
        "until": With(5.0, {"solver": "cfr+"}),
    },
    "subgame.Technique": {
        "gadget": "resolve",
        "payoffs": "estimate",
        "gifts": "split",
        "gift_bound": With("exact", {"gifts": "split"}),
        "refine": 0.05,
        "solver": "cfr",
        "keep_blueprint_safety": With(True, {"payoffs": "estimate"}),
    },
    "subgame.carve": {"close": With(False, {"seeds": lambda s: s.line == "p" and s.cards == (0, 1)})},
    "subgame.compare": {
        "player": 0,
        "rows": tj.subgame.ROWS[1:2],
        "solver": "cfr+",
        "estimate": With(3.0, ESTIMATED),
        "spread": With(0.5, {**ESTIMATED, "rows": tj.subgame.ROWS[10:11]}),
        "iterations": With(3, {"solver": "cfr+"}),
        "until": With(5.0, {"solver": "cfr+"}),
        "on": "none of these",
    },
    "subgame.cuts": {"level": "play"},
    "subgame.depth_limited": {
        "at": "nowhere",
        "leaves": With(1, {"player": 0, "technique": None}),
        "player": 0,
        "continuations": "bias",
        "sides": "both",
        "factor": With(50.0, {"continuations": "bias", "player": 0}),
        "technique": None,
        "payoffs": "estimate",
        "gifts": 0.5,
        "refine": 0.05,
        "solver": "cfr+",
        "iterations": With(3, {"solver": "cfr+"}),
        "until": With(0.5, {"solver": "cfr+"}),
    },
    "subgame.improve": {
        "player": 1,
        "version": Why("an answer to go on from: test_subgame_improve.py goes on from one"),
        "top": 0,
        "counts": With({"b76": 1}, {}),
        "sizes": {"b50": 1.0, "b100": 3.0, "b75": 2.9},
        "technique": "maxmargin",
        "refine": 0.05,
        "solver": "cfr+",
        "iterations": With(1, {"solver": "cfr+"}),
        "until": With(5.0, {"solver": "cfr+"}),
    },
    "subgame.solve": {"technique": "unsafe", "player": 0},
    "subgame.solve_all": {"technique": "unsafe", "player": 0, "on": "none of these"},
    "subgame.translated": {"player": 0, "randomised": False, "sizes": {"b50": 0.5}},
    "subgame.translation": {"randomised": False},
    "arena.acpc_client": {
        "player": With("fold", {"never_die": True}),
        "rules": With(SHORT, {"never_die": True}),
        "seed": With(5, {"player": "random", "never_die": True}),
        "never_die": True,
        "connect_seconds": Why("a dealer that listens later: test_acpc_sockets.py"),
        "silence": With(0.01, {"lines": None}),
        "stop": With(None, {"never_die": True}),
    },
    "arena.check_hands": {"game": With("holdem.limit.2p", {"file": log_file()})},
    "arena.holdem_lbr": {
        "hands": 3,
        "menu": "fc",
        "first": 3,
        "per_board": With(2, {"hands": 4}),
        "boards": With(2, {"hands": 1000, "player": "fold"}),
        "rivers": With(2, {"player": "call", "boards": 1, "hands": 1000}),
        "thin": With(9.0, {"player": "call", "boards": 1, "hands": 1000}),
        "seed": With(5, {"player": "random"}),
        "rules": With(SHORT, {"player": "call"}),
    },
    "arena.local_best_response": {
        "passive": lambda key, actions: actions[-1],
        "allow": lambda action: action != "r",
    },
    "arena.public_match": {"hands": 3, "seed": With(5, {"hands": 3}), "until": With(0.1, {"a": "dcfr"})},
    "arena.hand_agent": {"seconds": 5.0, "grace": 5.0},
    "arena.holdem_public_match": {
        "level": "flop",
        "hands": 3,
        "rivers": With(2, {"a": "tiny", "b": "call"}),
        "seed": With(5, {"a": "random", "hands": 4}),
        "rules": With(SHORT, {"a": "tiny", "b": "call"}),
    },
    "arena.holdem_match": {
        "hands": 4,
        "seed": With(5, {"a": "random"}),
        "duplicate": False,
        "aivat": With(False, {"a": "tiny"}),
        "rules": With(SHORT, {"a": "allin", "b": "call", "duplicate": False}),
        "log": "match.log",
        "resume": True,
        "answer_seconds": 5.0,
        "hand_seconds": 5.0,
        "mean_seconds": 5.0,
        "grace": 5.0,
        "on": "none of these",
    },
    "arena.match": {"hands": 4, "duplicate": False, "aivat": False, "on": "none of these"},
    "arena.take_seat": {"rng": Why("whose draws are whose: test_arena_match.py plays with a given one")},
    "holdem.Range.of": {"where": With("here", {"given": "XX"})},
    "holdem.Range.parse": {"where": With("here", {"text": "XX"})},
    "matrix.NormalForm.from_game": {"limit": 1},
    "search.ProbCut.load": {
        "game": Why("of which game the file may be: tests/unit/test_search_methods.py loads one")
    },
    "Solution.to_dict": {"rows": 1},
    "Strategy.check": {"tolerance": With(1e-12, {"self": ROUNDED})},
    "arena.Match.play_round": {"watch": lambda *told: None},
    "cfr.Schedule.rows": {"horizon": Why("of schedules that plan the whole run: tests/unit/test_solve.py")},
    "evaluate.Appraisal.to_dict": {"rows": 1},
    "holdem.Blueprint.with_values": {"boards": 3, "seed": 5},
    "holdem.Comparison.action_grid": {"action": "bet 100"},
    "holdem.HandTable.to_text": {"width": 60, "is_coloured": True},
    "holdem.Hand.decide": {
        "progress": Why("a player of one rule answers before anybody is told; test_player.py thinks"),
        "stop": Why("a player of one rule answers before anybody is asked; test_player.py thinks"),
    },
    "holdem.Look.grid": {"kind": "ev"},
    "holdem.Look.rows": {"hands": "QJ"},
    "holdem.Look.to_dict": {"hands": "QJ", "hand": "AcAh"},
    "holdem.Player.new_hand": {"cards": "QsQd", "hand": 3},
    "holdem.PushFoldChart.ranges": {"action": With("call", {"hand": "72o"})},
    "holdem.PushFoldChart.to_text": {"action": "call"},
    "holdem.Spot.solve": {
        "method": "cfr",
        "storage": "float16",
        "device": "gpu",
        "memory": "1 KiB",
        "gate": tj.holdem.Gate("ip", "random: 3", "resolve"),
    },
    "holdem.Spot.plan": {
        "storage": "float64",
        "device": "cuda",
        "gate": tj.holdem.Gate("ip", "random: 3", "resolve"),
    },
    "holdem.Solution.strategy": {"line": "check"},
    "holdem.Solution.ev": {"line": "check", "player": "ip"},
    "holdem.Solution.equity": {"line": "check", "player": "ip"},
    "holdem.Solution.action_evs": {
        "line": "check",
        "best": Why("tells where one decides again: test_review.py"),
    },
    "holdem.Solution.lines": {"line": "allin 100"},
    "holdem.Solution.save": {"is_resumable": True},
    "matrix.LogitPath.profile": {"t": 0},
    "matrix.NormalForm.verify": {"method": "x"},
    "search.Trace.text": {"width": 40},
    "studio.open": {
        "line": Why("goes with a hold'em solve: test_studio_handed.py opens one after a line"),
        "workspace": Why("a server each: test_studio_handed.py"),
        "browser": Why("opens a window; test_studio_handed.py opens none"),
    },
    "widgets.grid": {"line": "check"},
    "widgets.tree": {"strategy": None},
}


@cache
def improvable():
    """A blueprint of Leduc with two sizes, to be met with a third between them."""
    given = GOOD["subgame.improve"]()
    return {**given, "blueprint": tj.solve(given["known"], "cfr+", iterations=500).strategy, "player": 0}


BASES = {  # instead of those of good_arguments
    "parallel.run_batch": dict,
    "subgame.translated": lambda: {
        "large": (b := improvable())["game"],
        "small": b["known"],
        "blueprint": b["blueprint"],
    },
    "subgame.improve": improvable,
    "holdem.river_response": lambda: {"blueprint": blueprint(), "boards": 1, "threads": 1},
    "holdem.harden": lambda: {"blueprint": blueprint(), "flops": 1, "boards": 60, "threads": 1},
    "holdem.improve": lambda: {**GOOD["holdem.improve"](), "seconds": None, "probes": 1},
    "holdem.train": lambda: {**GOOD["holdem.train"](), "seconds": None},
    "holdem.review": lambda: {**REVIEW, "file": hands_file()},
    "arena.acpc_client": dict,
    "Strategy.load": lambda: {"path": strategy_file()},
    "arena.check_hands": lambda: {"file": log_file()},
    "arena.read_log": lambda: {"path": log_file()},
    "holdem.smaller_trees": lambda: {
        "spot": river()[0].replace(bets="50%,100%", raises="50%,100%", stack=1000)
    },
}


def base_of(name: str) -> dict[str, object]:
    """Arguments that work."""
    return dict(BASES.get(name, GOOD[name])())

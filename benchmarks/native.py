"""Native rules beside open_spiel's C++, one core each, in one run.

    python benchmarks/native.py                  # all games
    python benchmarks/native.py --only nim hex   # some
    python benchmarks/native.py --rounds 5       # alternating rounds; the median ratio is printed

mcts: simulations of UCT a CPU second from the first position, with uniform playouts and without proofs, in searches of
the size given. external, outcome: iterations of sampling CFR a CPU second (each walks once for either player); ours by
`tj.solve`, with what it evaluates on the way. set-up: games compiled a CPU second beside its CFR+ solver made, with the
twin and with the Python rules. The last rows stand beside our own readable text (`native=False`): positions a CPU
second of alpha-beta, proof numbers and retrograde tables. `floor` is what we promise.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from importlib import import_module
from typing import Any

import tianji as tj
from tianji.search.retrograde import retrograde

# game, its name there, simulations a search, searches a round, floor
MCTS = [
    ("breakthrough", "breakthrough", 200, 4, 3.0),
    ("hex", "hex(board_size=5)", 200, 20, 3.0),
    ("kalah", "mancala", 200, 20, 3.0),
    ("nim", "nim(pile_sizes=3;4;5)", 200, 600, 3.0),
    ("nim", "nim(pile_sizes=3;4;5)", 5_000, 4, 3.0),
    ("othello", "othello", 100, 3, 5.0),
    ("gomoku", "mnk(m=15,n=15,k=5)", 100, 1, 5.0),
    ("tic_tac_toe", "tic_tac_toe", 100, 100, 2.0),
    ("chess", "chess", 100, 1, 3.0),
]


def ours(spec: str, nodes: int, searches: int, seed: int) -> float:
    game = tj.load(spec)
    s, done, started = game.initial(), 0, time.process_time()
    for i in range(searches):
        done += tj.search(game, s, "mcts", nodes=nodes, solver=False, seed=seed + i).stats.nodes
    return done / (time.process_time() - started)


def theirs(pyspiel: Any, name: str, nodes: int, searches: int, seed: int) -> float:
    game = pyspiel.load_game(name)
    s = game.new_initial_state()
    bots = [
        pyspiel.MCTSBot(
            game, pyspiel.RandomRolloutEvaluator(1, seed + i), 1.4, nodes, 1000, False, seed + i, False,
            pyspiel.ChildSelectionPolicy.UCT,
        )
        for i in range(searches)
    ]  # fmt: skip
    started = time.process_time()
    for bot in bots:
        bot.mcts_search(s)
    return nodes * searches / (time.process_time() - started)


GOOFSPIEL = "goofspiel(imp_info=True,num_cards=5,points_order=descending,returns_type=win_loss)"
# game, its name there, iterations of ours by external and by outcome sampling, a tenth or less of them of theirs
CFR = [
    ("kuhn", "kuhn_poker", 400_000, 400_000, 40_000),
    ("leduc", "leduc_poker", 60_000, 200_000, 6_000),
    ("liars_dice", "liars_dice", 40_000, 1_000_000, 2_000),
    ("goofspiel(cards=5)", GOOFSPIEL, 20_000, 400_000, 1_000),
]  # fmt: skip
CFR_FLOOR = 5.0


def ours_cfr(spec: str, method: str, iterations: int, seed: int) -> float:
    game, started = tj.load(spec), time.process_time()
    done = tj.solve(game, method, iterations=iterations, seed=seed).iterations
    return done / (time.process_time() - started)


def theirs_cfr(pyspiel: Any, name: str, method: str, iterations: int) -> float:
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    kind = pyspiel.ExternalSamplingMCCFRSolver if method == "external" else pyspiel.OutcomeSamplingMCCFRSolver
    solver, started = kind(game), time.process_time()
    for _ in range(iterations):
        solver.run_iteration()
    return iterations / (time.process_time() - started)


SET_UP = [
    ("goofspiel(cards=6)", GOOFSPIEL.replace("=5", "=6")),
    ("liars_dice", "liars_dice"),
]
SET_UP_FLOORS = {True: 2.0, False: 0.5}  # with the twin, and with Python rules


def ours_set_up(spec: str, native: bool) -> float:
    game, started = tj.load(spec), time.process_time()
    tj.compile(game, native=native)
    return 1 / (time.process_time() - started)


def theirs_set_up(pyspiel: Any, name: str) -> float:
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    started = time.process_time()
    pyspiel.CFRPlusSolver(game)
    return 1 / (time.process_time() - started)


# method, game, what the kernel is asked, what the readable text is asked, floor
OWN = [
    ("alphabeta", "breakthrough", {"depth": 5}, {"depth": 3}, 100.0),
    ("alphabeta", "othello", {"depth": 7}, {"depth": 3}, 100.0),
    ("alphabeta", "hex", {"depth": 6}, {"depth": 3}, 100.0),
    ("alphabeta", "kalah", {"depth": 11}, {"depth": 5}, 100.0),
    ("alphabeta", "gomoku", {"depth": 3}, {"depth": 1}, 100.0),
    ("alphabeta", "nim(heaps='6,7,8,9')", {"depth": 8}, {"depth": 4}, 100.0),
    ("pns", "domineering(rows=4,columns=5)", {}, {"nodes": 2_000}, 100.0),
    ("retrograde", "chess_ending(pieces=KRK)", {}, {"limit": 2_000}, 100.0),
]


def own(method: str, spec: str, native: bool, asked: dict[str, Any]) -> float:
    game, started = tj.load(spec), time.process_time()
    if method == "retrograde":
        done = count_positions(game, native, asked)
    else:
        done = tj.search(game, None, method, native=native, **asked).stats.nodes
    return done / (time.process_time() - started)


def count_positions(game: Any, native: bool, asked: dict[str, Any]) -> int:
    """Positions that a retrograde analysis has walked, to the end or to its limit."""
    try:
        return len(retrograde(game, native=native, **asked))
    except tj.TianjiError:  # more positions than the limit: it has met so many
        return int(asked["limit"])


def row(name: str, size: int, floor: float, rows: list[tuple[float, float]]) -> None:
    ratio = statistics.median(a / b for a, b in rows)
    a, b = (statistics.median(column) for column in zip(*rows, strict=True))
    mark = "" if ratio >= floor else "  below"
    print(f"{name:28} {size:8,} {a:12,.0f} {b:12,.0f} {ratio:7.2f} {floor:6.1f}{mark}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    try:
        pyspiel = import_module("pyspiel")
    except ModuleNotFoundError:
        sys.exit("benchmarks/native.py needs open_spiel beside it: pip install '.[test]'")
    print(
        f"{'method and game':28} {'a call':>8} {'ours/s':>12} {'open_spiel/s':>12} {'ratio':>7} {'floor':>6}"
    )
    rounds = range(arguments.rounds)
    for spec, name, nodes, searches, floor in MCTS:
        if not arguments.only or spec in arguments.only:
            ours(spec, nodes, 2, 0)  # compile, or load
            pairs = [
                (ours(spec, nodes, searches, 100 * k), theirs(pyspiel, name, nodes, searches, 100 * k))
                for k in rounds
            ]
            row(f"mcts {spec}", nodes, floor, pairs)
    for spec, name, external, outcome, few in CFR:
        for method, many in (("external", external), ("outcome", outcome)):
            if not arguments.only or spec.partition("(")[0] in arguments.only:
                ours_cfr(spec, method, 1, 0)
                pairs = [
                    (ours_cfr(spec, method, many, k), theirs_cfr(pyspiel, name, method, few)) for k in rounds
                ]
                row(f"{method} {spec}", many, CFR_FLOOR, pairs)
    for spec, name in SET_UP:
        for native, floor in SET_UP_FLOORS.items():
            if not arguments.only or "set-up" in arguments.only:
                ours_set_up(spec, native)
                pairs = [(ours_set_up(spec, native), theirs_set_up(pyspiel, name)) for _ in rounds]
                row(f"set-up {spec}{'' if native else ', Python'}", 1, floor, pairs)
    print(f"{'':28} {'':8} {'kernel/s':>12} {'readable/s':>12}")
    for method, spec, fast, slow, floor in OWN:
        if not arguments.only or {spec.partition("(")[0], method} & set(arguments.only):
            own(method, spec, True, fast)
            pairs = [(own(method, spec, True, fast), own(method, spec, False, slow)) for _ in rounds]
            row(f"{method} {spec}"[:28], 1, floor, pairs)


if __name__ == "__main__":
    main()

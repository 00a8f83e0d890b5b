"""Search against its peers, ratios from one run.

    python benchmarks/search.py                         # all that is quick, two to four minutes
    python benchmarks/search.py --suites FOLDER         # also the connect four sets Test_L*_R*.txt found there
    python benchmarks/search.py --only mcts python      # some parts: connect4 othello mcts endings chess python
    python benchmarks/search.py --empty-board           # solve the empty 7 × 6 board from scratch: long

Kernels are warm before any clock starts. Peers (easyAI, open_spiel) are run beside ours in the same process when they
are installed. `PONS` are mean seconds a position of Pascal Pons' C++ solver without a book, measured on one core of a
machine of this kind (Xeon, 2.8 GHz). Results go to benchmarks/results/search.json with the machine and the commit.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import time
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tianji.games.connect_four import ConnectFour
from tianji.games.mnk import TicTacToe
from tianji.games.othello import Othello
from tianji.search import search
from tianji.search.native.connect4 import solve_many

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "search.json"
DATA = HERE.parent / "tests" / "data" / "search"
PONS = {"L3_R1": 1.0e-3, "L2_R1": 0.8e-3, "L2_R2": 7.5e-3, "L1_R1": 0.8e-3, "L1_R2": 0.11, "L1_R3": 2.9}
EASY = {
    "L3_R1": 11e-6,
    "L2_R1": 42e-6,
    "L1_R1": 330e-6,
}  # the same, in alternation with ours, on an EPYC core
PONS_NODES = 7.8e6
OPEN_SPIEL = {"tic_tac_toe": 331e3, "connect_four": 77e3}  # C++ MCTSBot, simulations a second
PLAIN = {"table": 0, "order": False, "killers": False, "history": False, "native": False}  # as easyAI does it
FFO40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"  # 20 empties, A2 wins by 38


def positions(folder: Path | None) -> dict[str, list[tuple[str, int]]]:
    """Positions by set: the full files, or the samples that come with the tests."""
    out: dict[str, list[tuple[str, int]]] = {}
    if folder is not None:
        for path in sorted(folder.glob("Test_L*_R*.txt")):
            lines = [x.split() for x in path.read_text().splitlines() if x and x[0] != "#"]
            out[path.stem.removeprefix("Test_")] = [(a, int(b)) for a, b in lines]
    else:
        for row in (DATA / "connect_four.txt").read_text().splitlines():
            if row and row[0] != "#":
                name, moves, score = row.split()
                out.setdefault(name, []).append((moves, int(score)))
    return out


def connect4(folder: Path | None, most: int) -> dict[str, Any]:
    game = ConnectFour(scoring="distance")
    for threads in (1, 2):  # each has its own kernel
        solve_many(game, [game.parse("7422341735647741166133573473242566")], threads=threads)
    rows = {}
    for name, lines in positions(folder).items():
        lines = lines[: most if name != "L1_R3" else max(1, 3 * most // 10)]
        states = [game.parse(moves) for moves, _ in lines]
        row: dict[str, Any] = {"positions": len(lines)}
        for threads in (1, 2):
            for table in forget():
                table[:] = 0
            started, cpu = time.perf_counter(), time.process_time()
            scores = solve_many(game, states, threads=threads)
            row[f"mean_ms_{threads}"] = 1e3 * (time.perf_counter() - started) / len(lines)
            assert scores == [score for _, score in lines], f"{name}: a wrong score"
            if threads == 1:  # the processor's own time: what a quiet machine would take
                row["cpu_ms_1"] = 1e3 * (time.process_time() - cpu) / len(lines)
                row["cpu_ratio_1"] = row["cpu_ms_1"] / 1e3 / PONS[name]
            row[f"ratio_{threads}"] = row[f"mean_ms_{threads}"] / 1e3 / PONS[name]
        row.update(easy(game, states, EASY[name]) if name in EASY else {})
        rows[name] = row
        print(f"connect four {name}: {row}", flush=True)
    s = game.parse("2416615552")
    for table in forget():
        table[:] = 0
    found = search(game, s, "solve")
    rows["nodes_per_second"] = found.stats.nodes_per_second
    print(f"connect four: {found.stats.nodes_per_second / 1e6:.1f} million nodes/s (Pons {PONS_NODES / 1e6})")
    return rows


def easy(game: ConnectFour, states: list[Any], peer: float, rounds: int = 15) -> dict[str, float]:
    """`search` of each position once, the tables empty before; the least round. Floor: as fast as the peer."""
    out = {}
    for name, read in (("search", False), ("search_and_move", True)):
        best = float("inf")
        for _ in range(rounds):
            for table in forget():
                table[:] = 0
            search(game, states[0], "solve")
            started = time.perf_counter()
            for s in states:
                found = search(game, s, "solve")
                if read:
                    _ = found.action  # found when it is read, where the value is known without it
            best = min(best, (time.perf_counter() - started) / len(states))
        out[f"{name}_us"], out[f"{name}_ratio_of_1"] = 1e6 * best, peer / best
    return out


def forget() -> list[Any]:
    """The tables that are kept between searches, to be cleared before a clock starts."""
    from tianji.search.native.connect4_arena import kept_table

    return [kept_table(ConnectFour(), k) for k in (16, 18, 20, 22, 24)]


def othello() -> dict[str, Any]:
    game = Othello()
    search(game, game.parse("--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X"), "solve")
    s = game.parse(FFO40)
    started = time.perf_counter()
    found = search(game, s, "solve", threads=2)
    seconds = time.perf_counter() - started
    row = {"ffo40_seconds_2": seconds, "score": found.value, "move": found.action, "nodes": found.stats.nodes}
    print(f"othello FFO #40: {row} (limit 60 s)")
    return row


def mcts(simulations: int = 5_000) -> dict[str, Any]:
    """Simulations a second of searches of the same size as the peer's: the best of several, for both."""
    out: dict[str, Any] = {}
    for name, game in (("tic_tac_toe", TicTacToe()), ("connect_four", ConnectFour())):
        runs = [search(game, None, "mcts", nodes=simulations, solver=False, seed=i) for i in range(20)]
        row = {"per_second": max(r.stats.nodes_per_second for r in runs[1:]), "published": OPEN_SPIEL[name]}
        peer = open_spiel(name)
        if peer:
            row["open_spiel"] = peer
        row["ratio"] = row["per_second"] / (peer or OPEN_SPIEL[name])
        out[name] = row
        print(f"mcts {name}: {row}")
    return out


def open_spiel(name: str, simulations: int = 5000) -> float | None:
    """Simulations a second of the C++ bot, where it can be had."""
    try:
        pyspiel = import_module("pyspiel")
    except ModuleNotFoundError:
        return None
    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, simulations, 100, True, 1, False,
        pyspiel.ChildSelectionPolicy.UCT,
    )  # fmt: skip
    best = 0.0
    for _ in range(10):
        started = time.perf_counter()
        bot.mcts_search(game.new_initial_state())
        best = max(best, simulations / (time.perf_counter() - started))
    return best


def endings() -> dict[str, Any]:
    from tianji.search.native.endings import ending_table

    ending_table("KQK")
    out = {}
    for pieces in ("KRK", "KBBK", "KBNK"):
        started = time.perf_counter()
        longest = ending_table(pieces).statistics()["w"]["longest_win"]
        out[pieces] = {"seconds": time.perf_counter() - started, "longest_win_moves": (longest + 1) // 2}
        print(f"ending {pieces}: {out[pieces]}")
    return out


def python_speed() -> dict[str, Any]:
    """The readable search and easyAI's negamax on the games that easyAI ships, nodes and moves a second."""
    out: dict[str, Any] = {}
    for name, game, module, depth in (
        ("connect_four", ConnectFour(), "ConnectFour", 4),
        ("tic_tac_toe", TicTacToe(), "TicTacToe", 6),
    ):
        runs = [search(game, None, "alphabeta", depth=depth + 2, **PLAIN) for _ in range(3)]
        row: dict[str, Any] = {"ours": max(r.stats.nodes_per_second for r in runs)}
        peer = max((easyai(module, depth) or 0.0 for _ in range(3)), default=0.0)
        if peer:
            row.update(easyai=peer, ratio=row["ours"] / peer)
        out[name] = row
    for table in forget():
        table[:] = 0
    native = search(ConnectFour(scoring="distance"), ConnectFour().parse("2416615552"), "solve")
    out["native_nodes_per_second"] = native.stats.nodes_per_second
    if "easyai" in out["connect_four"]:
        out["native_ratio"] = native.stats.nodes_per_second / out["connect_four"]["easyai"]
    print(f"python speed: {out}")
    return out


def easyai(module: str, depth: int) -> float | None:
    """Moves a second of easyAI's Negamax on one of its own games."""
    try:
        easy = import_module("easyAI")
        board = getattr(import_module(f"easyAI.games.{module}"), module)
    except ModuleNotFoundError:
        return None
    counter = {"moves": 0}

    class Counted(board):  # type: ignore[misc, valid-type]
        def make_move(self, move: Any) -> Any:
            counter["moves"] += 1
            return super().make_move(move)

    def score(game: Any) -> int:
        return -100 if game.lose() else 0

    game = Counted([easy.Human_Player(), easy.Human_Player()])
    started = time.perf_counter()
    easy.Negamax(depth, score)(game)
    return counter["moves"] / (time.perf_counter() - started)


def chess_speed() -> dict[str, Any]:
    try:
        import_module("chess")
    except ModuleNotFoundError:
        return {}
    from tianji.games.chess import Chess
    from tianji.search.native.chess import perft

    game = Chess()
    perft(game.initial(), 2)
    started = time.perf_counter()
    count = perft(game.initial(), 5)
    out = {"perft5": count, "perft_per_second": count / (time.perf_counter() - started)}
    out["search_nodes_per_second"] = search(game, None, "pvs", seconds=2).stats.nodes_per_second
    print(f"chess: {out}")
    return out


def empty_board(threads: int, file: Path, mirror: bool) -> dict[str, Any]:
    """The score of every first move of the empty 7 × 6 board, solved from nothing; the centre first.

    A finished column is written to `file` at once and read from there by the next run. Columns 5 to 7 are the mirror
    images of 3 to 1: with `mirror` their scores are copied, else they are solved as well and must agree.
    """
    game = ConnectFour(scoring="distance")
    done: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    for column in (4, 3, 5, 2, 6, 1, 7):
        twin = done.get(str(8 - column))
        if str(column) not in done and mirror and column > 4 and twin:
            done[str(column)] = {"score": twin["score"], "by": "symmetry"}
        elif str(column) not in done:
            child = game.result(game.initial(), column)
            started = time.perf_counter()
            found = search(game, child, "solve", threads=threads, table=1 << 26)
            if found.bound != "exact":
                print(
                    f"column {column}: interrupted, {found.stats.extra['bounds']} so far; run again to go on"
                )
                break
            row = {"score": 0.0 - found.value, "nodes": found.stats.nodes, "threads": threads}
            done[str(column)] = {**row, "seconds": time.perf_counter() - started, "by": "search"}
        assert twin is None or twin["score"] == done[str(column)]["score"], (
            "mirror images must score the same"
        )
        file.write_text(json.dumps(done, indent=1) + "\n")
        print(f"column {column}: {done[str(column)]}", flush=True)
    scores = [done[str(c)]["score"] if str(c) in done else None for c in range(1, 8)]
    known = [x for x in scores if x is not None]
    seconds = sum(row.get("seconds", 0.0) for row in done.values())
    out = {"score": max(known) if len(known) == 7 else None, "first_moves": scores, "all_seconds": seconds}
    print(out)
    return {**out, "threads": threads, "columns": done}


def machine() -> dict[str, Any]:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=HERE)
    cpu = next(
        (
            x.split(":")[1].strip()
            for x in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in x
        ),
        "",
    )
    return {
        "cpu": cpu or platform.processor(), "cores": os.cpu_count(), "load": os.getloadavg()[0],
        "python": platform.python_version(), "numba": version("numba"), "commit": commit.stdout.strip(),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--suites", type=Path, help="folder with Test_L*_R*.txt")
    parser.add_argument("--most", type=int, default=100, help="positions of each set")
    parser.add_argument(
        "--only", nargs="+", default=["connect4", "othello", "mcts", "endings", "chess", "python"]
    )
    parser.add_argument("--empty-board", action="store_true")
    parser.add_argument("--threads", type=int, default=2, help="of --empty-board")
    parser.add_argument("--mirror", action="store_true", help="--empty-board: columns 5-7 by symmetry")
    parser.add_argument("--file", type=Path, default=Path("empty_board.json"), help="of --empty-board")
    arguments = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    results["machine"] = machine()
    if arguments.empty_board:
        results["empty_board"] = empty_board(arguments.threads, arguments.file, arguments.mirror)
    else:
        parts = {
            "connect4": lambda: connect4(arguments.suites, arguments.most), "othello": othello, "mcts": mcts,
            "endings": endings, "chess": chess_speed, "python": python_speed,
        }  # fmt: skip
        for name in arguments.only:
            results[name] = parts[name]()
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()

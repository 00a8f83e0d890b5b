"""What search is worth to a blueprint: local best response and public-state matches, on many processes, resumable.

    python benchmarks/search_strength.py lbr tiny --processes 16 --seconds 100 --out tiny-lbr.jsonl
    python benchmarks/search_strength.py match laptop.blueprint --rivers 2 --seconds 100 --out laptop-match.jsonl

lbr: what fold, call, pot, all-in on turn and river wins against the blueprint (`lbr-base`) or against it with search
(`lbr`), mbb/h, by boards with all hands of both on each; `--thin` is what a street has to weigh, its chance times
its pot, to be walked always (`arena.measures.lbr_boards`). Two things a board tells at no cost explain most of what
it gives against search: what checking down from the turn gives, and what the blueprint alone loses (x). Many boards
of them (`controls`, its file as `--controls`) know their means μ, and

    mean(y) − β · (mean(x) − μ),   β: least squares of y on x

is the mean of y with the variance of what x leaves unexplained (control variates). match: what search wins against
its own blueprint (or against search since another street, `--against turn`), each deal drawn to the turn and counted
exactly from there on, with `--rivers` rivers; `--since` is where the search begins. stranger: what somebody wins
against the blueprint who bets `--size` of the pot with every hand at his first chance on the flop and is `--like` a
blueprint otherwise; the same seeds are the same flops, so that two files are compared unit by unit. Every unit has a
seed of its own and is one line of `--out`; a second run goes on where the first one ended. Units end at different
times, and a hand that ends early is a cheap one: the mean is over the seeds before the first that is missing, which
does not depend on the clock. The search has no clock either: `--plan` seconds choose its menus, `--iterations` and
0.5 % of the pot end its solves.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tianji.arena import holdem_lbr, holdem_public_match
from tianji.arena.acpc import MatchState
from tianji.arena.baselines import HandAgent
from tianji.arena.rows import RowAgent
from tianji.core.strategy import FloatArray
from tianji.holdem.blueprint.agent import read_player
from tianji.holdem.player.agent import LATER, SearchAgent
from tianji.holdem.player.belief import live
from tianji.poker.cards import hand_index
from tianji.poker.hand import HandState


class Stranger:
    """Bets a share of the pot with every hand at his first chance on the flop, and goes on like somebody else."""

    def __init__(self, like: RowAgent, size: float) -> None:
        self.like, self.size, self.name = like, size, f"bets {size:g}"

    def rows(self, state: HandState) -> dict[str, FloatArray]:
        """His mix by hand."""
        legal = state.legal()
        total = state.level + round(self.size * state.pot)
        is_his = state.street == 1 and not legal.call and legal.least is not None
        if is_his and legal.least <= total < legal.most:
            return {f"r{total}": live(state.board).astype(np.float64)}
        return dict(self.like.rows(state))

    def act(self, told: MatchState, rng: random.Random) -> str:
        """An action drawn from the row of the hand held."""
        rows, hand = self.rows(told.state), hand_index(*told.state.hole[told.seat])
        return rng.choices(list(rows), [float(row[hand]) for row in rows.values()])[0]


def searcher(given: argparse.Namespace, since: str) -> SearchAgent:
    """The blueprint with search, one thread, no clock."""
    base = read_player(given.base)
    assert base is not None, f"{given.base} is no blueprint"
    agent = SearchAgent(
        base,
        seconds=given.plan,
        iterations=given.iterations,
        until="0.5%",
        threads=1,
        since=since,
        later=given.later,
    )
    agent.bank.limit = lambda street: None  # type: ignore[method-assign,assignment,return-value]
    return agent


def controls_of(base: HandAgent, given: argparse.Namespace, seed: int) -> list[float]:
    """What a board tells without search, mbb/h: both check from the turn on; the blueprint alone."""
    never = 1e15  # big blinds that no street weighs
    return [
        holdem_lbr(base, menu=given.menu, boards=1, thin=thin, seed=seed).score.mean for thin in (never, 0.0)
    ]


def unit_of(given: argparse.Namespace) -> Callable[[int], dict[str, Any]]:
    """What one seed gives."""
    agent = searcher(given, given.since)
    agent.warm()
    other = searcher(given, given.against) if given.against else agent.base
    like = read_player(given.like)
    assert like is not None, f"{given.like} is no blueprint"
    stranger = Stranger(like, given.size)
    controls_of(agent.base, given, given.first)  # compiles what local best response needs

    def play(seed: int) -> dict[str, Any]:
        clock = time.process_time()
        before = dict(agent.counts)
        controls = controls_of(agent.base, given, seed) if given.what in ("lbr", "controls") else []
        if given.what == "match":
            found = holdem_public_match(agent, other, hands=2, rivers=given.rivers, seed=seed)
            value, came = found.score.mean, found.roots
        elif given.what == "stranger":
            found = holdem_public_match(stranger, agent.base, hands=2, rivers=given.rivers, seed=seed)
            value, came = found.score.mean, found.roots
        elif given.what == "controls":
            value, came = controls[1], 0
        else:
            who = agent if given.what == "lbr" else other
            found_lbr = holdem_lbr(who, menu=given.menu, boards=1, thin=given.thin, seed=seed)
            value, came = found_lbr.score.mean, found_lbr.hands
        counts = {
            name: n - before.get(name, 0) for name, n in agent.counts.items() if n != before.get(name, 0)
        }
        return {
            "seed": seed,
            "value": value,
            "came": came,
            "cpu": time.process_time() - clock,
            "counts": counts,
            "controls": controls,
        }

    return play


def adjusted(rows: list[dict[str, Any]], many: list[dict[str, Any]]) -> str:
    """The mean of values, corrected by what their boards' controls are off the means of many boards."""
    y = np.array([row["value"] for row in rows])
    x, known = (np.array([row["controls"] for row in part]) for part in (rows, many))
    away = x - x.mean(axis=0)
    beta = np.linalg.lstsq(away, y - y.mean(), rcond=None)[0]
    mean = float(y.mean() - beta @ (x.mean(axis=0) - known.mean(axis=0)))
    rest = y - y.mean() - away @ beta
    spread = float(np.sqrt(rest @ rest / (len(y) - 1 - len(beta))))
    error = float(np.sqrt(spread**2 / len(y) + beta @ np.cov(known.T) @ beta / len(known)))
    return (
        f"; by controls of {len(known)} boards {mean:+.0f} ± {error:.0f} ({mean - 1.96 * error:+.0f} … "
        f"{mean + 1.96 * error:+.0f}), deviation {spread:.0f}"
    )


def told(rows: dict[int, dict[str, Any]], first: int, controls: str = "") -> str:
    """The mean over the seeds before the first that is missing."""
    count = 0
    while first + count in rows:
        count += 1
    values = np.array([rows[first + k]["value"] for k in range(count)])
    if count < 2:
        return f"{count} units in a row"
    error = float(values.std(ddof=1)) / count**0.5
    used = [row["counts"] for row in rows.values()]
    sums = {name: sum(c.get(name, 0) for c in used) for name in sorted({n for c in used for n in c})}
    cost = float(np.mean([row["cpu"] for row in rows.values()]))
    mean = float(values.mean())
    low, high = mean - 1.96 * error, mean + 1.96 * error
    spread = float(values.std(ddof=1))
    better = ""
    if controls and count > 5:
        better = adjusted([rows[first + k] for k in range(count)], read(controls))
    return (
        f"{mean:+.0f} ± {error:.0f} mbb/h ({low:+.0f} … {high:+.0f}), {count} units of deviation {spread:.0f}, "
        f"{cost:.1f} CPU s each; {sums}{better}"
    )


def read(file: str) -> list[dict[str, Any]]:
    """The units of a file."""
    return [json.loads(line) for line in Path(file).read_text().splitlines()]


def main() -> None:
    """Run units on all processes until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("what", choices=["lbr", "lbr-base", "controls", "match", "stranger"])
    parser.add_argument("base")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--units", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--thin", type=float, default=0.6, help="of lbr, big blinds; 0 walks every street")
    parser.add_argument("--controls", default="", help="of lbr: a file of many boards' controls")
    parser.add_argument("--since", default="turn")
    parser.add_argument("--against", default="")
    parser.add_argument("--later", default=LATER, help="the gate of rivers and of bets that no tree had")
    parser.add_argument("--menu", default="fcpa", help="of local best response")
    parser.add_argument("--size", type=float, default=0.37, help="of the pot, the stranger's bet")
    parser.add_argument("--like", default="tiny", help="who the stranger is otherwise")
    parser.add_argument("--rivers", type=int, default=2)
    parser.add_argument("--plan", type=float, default=2.0)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--out", required=True)
    given = parser.parse_args()
    file, clock = Path(given.out), time.perf_counter()
    rows: dict[int, dict[str, Any]] = {}
    if file.exists():
        rows = {row["seed"]: row for row in read(given.out)}
    play = unit_of(given)  # most kernels are compiled here, once, before the processes part
    left = [seed for seed in range(given.first, given.first + given.units) if seed not in rows]
    with file.open("a") as out:
        queue = multiprocessing.get_context("fork")
        with queue.Pool(given.processes, initializer=_give, initargs=(play,)) as pool:
            found = pool.imap_unordered(_run, left)
            shown = clock
            while (rest := clock + given.seconds - time.perf_counter()) > 0:
                try:
                    row = found.next(timeout=rest)
                except (multiprocessing.TimeoutError, StopIteration):
                    break
                rows[row["seed"]] = row
                out.write(json.dumps(row) + "\n")
                out.flush()
                if time.perf_counter() > shown + 20:
                    shown = time.perf_counter()
                    print(
                        f"{shown - clock:5.0f} s {given.what} {given.base}: {told(rows, given.first, given.controls)}",
                        flush=True,
                    )
            pool.terminate()
    print(f"end {given.what} {given.base}: {told(rows, given.first, given.controls)}", flush=True)


_play: Callable[[int], dict[str, Any]] | None = None


def _give(play: Callable[[int], dict[str, Any]]) -> None:
    global _play
    _play = play


def _run(seed: int) -> dict[str, Any]:
    assert _play is not None
    return _play(seed)


if __name__ == "__main__":
    main()

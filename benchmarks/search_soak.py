"""Whole hands of the searching player, on many processes: is there one it cannot play?

    python benchmarks/search_soak.py tiny --processes 14 --seconds 400

Every decision goes the way of the ACPC's client: a line is written, parsed, answered. The other bets any legal size at
all, calls, or is the blueprint itself; seats change from hand to hand, every third hand has other stacks within 5 %,
and every fifth is searched from the flop on. Counted: hands and how far they came, decisions by where their rows come
from, illegal actions, rows that are no mix, errors, late answers, and how long a decision took. It ends with code 1 if
there was a fault or a fallback.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
import traceback
from collections import Counter

import numpy as np

from tianji.arena.acpc import MatchState
from tianji.arena.baselines import HandAgent, hand_agent
from tianji.holdem.blueprint.agent import read_player
from tianji.holdem.player.agent import SearchAgent
from tianji.holdem.player.belief import live
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules

STREETS = ("preflop", "flop", "turn", "river")
BATCH = 10  # hands of a task
FAULTS = ("illegal", "no mix", "errors", "late", "by fallback")


class Wild:
    """Any legal size at all, from the least to all-in; it folds one bet in ten."""

    name = "wild"

    def act(self, told: MatchState, rng: random.Random) -> str:
        legal, state = told.state.legal(), told.state
        if legal.fold and rng.random() < 0.1:
            return "f"
        if legal.least is None or rng.random() < 0.55:
            return "c"
        wide = legal.most if rng.random() < 0.05 else min(legal.most, legal.least + round(1.5 * state.pot))
        return f"r{rng.randint(legal.least, wide)}"


class Table:
    """Two searching players, since turn and since flop, and those they meet."""

    def __init__(self, base: str, think: float, allowed: float) -> None:
        found = read_player(base)
        assert found is not None, f"{base} is no blueprint"
        self.players = [SearchAgent(found, seconds=think, threads=1, since=s) for s in ("turn", "flop")]
        self.others: list[HandAgent] = [Wild(), Wild(), hand_agent("call"), found]
        self.allowed = allowed

    def hand(self, number: int, counts: Counter[str], slowest: list[float], faults: list[str]) -> None:
        """Play a hand, whatever comes of it."""
        rng = random.Random(f"soak:{number}")
        player, other = self.players[number % 5 == 4], self.others[number % 4]
        stacks = (20000, 20000) if number % 3 else (rng.randint(19001, 20999), rng.randint(19001, 20999))
        deck = rng.sample(range(52), 9)
        state = HandState.start(HandRules(stacks), ((deck[0], deck[1]), (deck[2], deck[3])))
        while True:
            if state.cards_due:
                at = 4 + len(state.board)
                state = state.deal(deck[at : at + state.cards_due])
            if state.is_over:
                break
            seat = state.player
            line = str(MatchState(seat, number, state.seen_by(seat)))
            told = MatchState.parse(line, state.rules)
            if seat == number % 2:
                state = state.act(self.ours(player, told, rng, counts, slowest, faults, line))
            else:
                state = state.act(state.mended(other.act(told, rng)))
        counts["hands"] += 1
        counts[f"to the {STREETS[state.street]}"] += 1

    def ours(
        self, player: SearchAgent, told: MatchState, rng: random.Random, counts: Counter[str],
        slowest: list[float], faults: list[str], line: str,
    ) -> str:  # fmt: skip
        """One decision, looked at from all sides."""
        clock, state = time.perf_counter(), told.state
        counts["decisions"] += 1
        try:
            rows, _, source = player.look(state)
            action = player.act(told, rng)
        except Exception:
            counts["errors"] += 1
            faults.append(f"{line}\n{traceback.format_exc()}")
            return "c"
        spent = time.perf_counter() - clock
        slowest.append(spent)
        is_early = state.street < player._search.since
        named = source if source == "search" else "blueprint" if is_early else f"fallback to {source}"
        counts[f"by {named}"] += 1
        total = np.sum(list(rows.values()), axis=0)
        free = live(state.board)
        is_mix = (
            np.isfinite(total).all() and np.allclose(total[free], 1, atol=1e-4) and not total[~free].any()
        )
        wrong = {"no mix": not is_mix, "illegal": state.why_illegal(action), "late": spent > self.allowed}
        for name, is_so in wrong.items():
            if is_so:
                counts[name] += 1
                faults.append(f"{line}: {name} {action} {spent:.1f} s {is_so}")
        return state.mended(action)


_table: Table | None = None


def _play(first: int) -> tuple[Counter[str], list[float], list[str]]:
    assert _table is not None
    counts: Counter[str] = Counter()
    slowest: list[float] = []
    faults: list[str] = []
    before: Counter[str] = Counter()
    for player in _table.players:
        before.update(player.counts)
    for number in range(first, first + BATCH):
        _table.hand(number, counts, slowest, faults)
    for player in _table.players:
        counts.update({k: n for k, n in player.counts.items() if "solves" in k or k == "nested"})
        faults += [f"log: {line}" for line in player.log]
        player._search.log.clear()
    counts.subtract({k: n for k, n in before.items() if "solves" in k or k == "nested"})
    return counts, slowest, faults


def told(counts: Counter[str], times: list[float], clock: float) -> str:
    """All counts in a line."""
    spent = np.array(times or [0.0])
    quantiles = ", ".join(f"{q} % {np.percentile(spent, q):.2f}" for q in (50, 99, 100))
    rows = "; ".join(f"{name} {n}" for name, n in sorted(counts.items()) if n)
    return f"{time.perf_counter() - clock:5.0f} s: {rows}; seconds a decision: {quantiles}"


def main() -> None:
    """Play until hands or time are over."""
    global _table
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("base")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--think", type=float, default=0.1, help="seconds a decision on the turn")
    parser.add_argument("--allowed", type=float, default=60.0, help="seconds after which a decision is late")
    given = parser.parse_args()
    clock = time.perf_counter()
    _table = Table(given.base, given.think, given.allowed)
    for player in _table.players[::-1]:
        player.warm()
    _play(10**8)  # kernels are compiled before the processes part
    print(f"{time.perf_counter() - clock:5.0f} s: kernels are loaded", flush=True)
    counts: Counter[str] = Counter()
    times: list[float] = []
    faults: list[str] = []
    shown = clock
    with multiprocessing.get_context("fork").Pool(given.processes) as pool:
        found = pool.imap_unordered(_play, range(given.first, given.first + given.hands, BATCH))
        while (rest := clock + given.seconds - time.perf_counter()) > 0:
            try:
                row, spent, wrong = found.next(timeout=rest)
            except (multiprocessing.TimeoutError, StopIteration):
                break
            counts.update(row)
            times += spent
            faults += wrong
            if time.perf_counter() > shown + 30:
                shown = time.perf_counter()
                print(told(counts, times, clock), flush=True)
        pool.terminate()
    print(*faults[:40], sep="\n")
    print("end", told(counts, times, clock), flush=True)
    raise SystemExit(any(n for name, n in counts.items() if name.startswith(FAULTS)))


if __name__ == "__main__":
    main()

"""What bets that no tree had win from a searching player, by the gate that it solves them behind: exact, on rivers.

    python benchmarks/off_tree.py --boards 6 --iterations 100 --gates reach-maxmargin,resolve

The player (the base with search from the river on) checks first, the opponent bets a size that its tree does not have,
and it answers as it would at the table (`SearchAgent.rows`). What every hand of the opponent's then gets at most, he
calling or folding later, is compared with the best that it can get by checking and by the bets of the player's tree:

    gain = Σ_j theirs(j) · [ v(j, bet) − max_a v(j, a) ]⁺ / Σ_j theirs(j) · w(j),   in percent of the pot

"translated": the player answers the bet as it does the nearest one of its tree.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from tianji.arena.measures.lbr_boards import Showdowns
from tianji.arena.rows import met
from tianji.core.strategy import FloatArray
from tianji.holdem.blueprint.agent import read_player
from tianji.holdem.player.agent import SearchAgent
from tianji.poker.cards import NUM_HANDS, blocked
from tianji.poker.hand import HandState

LINES = ("r300c/cc/cc/", "r300c/cr750c/cc/")
SIZES = (0.37, 0.75, 1.3)


def best(agent: SearchAgent, state: HandState, ours: FloatArray, show: Showdowns) -> FloatArray:
    """`[1326]`: what seat 1 gets at most from a state on, net chips times what it meets; it calls or folds."""
    if state.is_over:
        meets, wins = (found[:, 0] for found in show.of(ours[:, None]))
        stake = min(state.spent)
        return wins * 2 * stake - meets * stake if state.is_showdown else meets * float(state.payoffs()[1])
    if state.player == 0:
        parts = [(action, ours * row) for action, row in agent.rows(state).items()]
        return sum(
            (best(agent, state.act(action), part, show) for action, part in parts if part.any()),
            start=np.zeros(NUM_HANDS),
        )
    found = best(agent, state.act("c"), ours, show)
    return np.maximum(found, best(agent, state.act("f"), ours, show)) if state.legal().fold else found


def translated(
    agent: SearchAgent, state: HandState, bet: int, ours: FloatArray, show: Showdowns
) -> FloatArray:
    """The same after a bet that is answered as the nearest one of the tree."""
    level = state.level
    known = [int(name[1:]) for name in agent.rows(state) if name[0] == "r"]
    near = min(known, key=lambda total: abs(np.log((total - level) / (bet - level))))
    folds = agent.rows(state.act(f"r{near}"))["f"]
    after = state.act(f"r{bet}")
    stays = np.where(blocked(state.board), 0.0, 1.0 - folds)
    return best(agent, after.act("f"), ours * folds, show) + best(agent, after.act("c"), ours * stays, show)


def main() -> None:
    """Measure the gates on some boards."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--base", default="tiny")
    parser.add_argument("--boards", type=int, default=6)
    parser.add_argument("--first", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--until", default="0.5%")
    parser.add_argument("--gates", default="reach-maxmargin,resolve")
    given = parser.parse_args()
    base = read_player(given.base)
    assert base is not None, f"{given.base} is no blueprint"
    gains: dict[str, list[float]] = {}
    clock = time.process_time()
    for k in range(given.first, given.first + given.boards):
        board = random.Random(f"g{k}").sample(range(52), 5)
        start = HandState.start().play(LINES[k % len(LINES)]).deal(board)
        show, free, known = Showdowns(board), np.where(blocked(board), 0.0, 1.0), None
        for gate in given.gates.split(","):
            agent = SearchAgent(
                base, seconds=1.0, iterations=given.iterations, until=given.until, threads=1, since="river",
                later=gate,
            )  # fmt: skip
            agent.bank.limit = lambda street: None  # type: ignore[method-assign,assignment,return-value]
            rows, state = agent.rows(start), start.act("c")
            if known is None:  # the solve of the street is the same behind every gate that comes later
                belief = agent._search.track(start, 0).belief
                ours, theirs = (belief.range_of(p, start.board, 0.0) * free for p in (0, 1))
                total, checked = float(theirs @ met(ours)) * start.pot / 100, ours * rows["c"]
                bets = [name for name in agent.rows(state) if name[0] == "r"]
                known = best(agent, state.act("c"), checked, show)
                for name in bets:
                    known = np.maximum(known, best(agent, state.act(name), checked, show))
                off = [state.level + round(size * 2 * state.level) for size in SIZES]
                off = [bet for bet in off if f"r{bet}" not in bets]
                for bet in off:
                    more = translated(agent, state, bet, checked, show) - known
                    gains.setdefault("translated", []).append(float(theirs @ np.maximum(more, 0)) / total)
            for bet in off:
                more = best(agent, state.act(f"r{bet}"), checked, show) - known
                gains.setdefault(gate, []).append(float(theirs @ np.maximum(more, 0)) / total)
    for gate, found in gains.items():
        error = np.std(found, ddof=1) / len(found) ** 0.5
        share = np.mean(found) / np.mean(gains["translated"])
        print(
            f"{gate:16} {np.mean(found):.3f} ± {error:.3f} % of the pot, {share:.3f} of translation, {len(found)} bets"
        )
    print(f"{given.iterations} iterations, {given.until}, {time.process_time() - clock:.0f} CPU s")


if __name__ == "__main__":
    main()

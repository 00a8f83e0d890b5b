"""All rivers of 20-card hold'em solved again behind each gate: what the whole then loses with real cards, exactly.

    python benchmarks/river_gates.py [--buckets 20] [--blueprint 200] [--iterations 100] [--ranks 5] [--out FILE]

Heads-up hold'em with the five highest ranks: betting before the flop, on the turn (flop and turn are dealt at once) and
on the river, one bet of the pot a round, 81 big blinds. The blueprint tells all hands apart before the river, where
hands that win about as often against any other share a bucket; by CFR+. Then every river is solved again, for one seat
at a time, all lines that lead there, and a best response with real cards to the whole game is found: the mean of both
seats' losses. Slumbot's author measured four rounds of such a game: 155.7 mbb/h, 79.7 unsafe, 45.6 combined (0.29).
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np

from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver, losses
from tianji.holdem.spot.boards import Board, next_boards, show_order, strength
from tianji.poker.boards import boards
from tianji.poker.cards import hand_cards
from tianji.poker.isomorphism import rename

TECHNIQUES = ("unsafe", "resolve", "maxmargin", "reach-maxmargin", "estimate", "combined")


@dataclass(frozen=True)
class RiverGame(RoundGame):
    """Rounds before the flop, on the turn and on the river: the flop comes with the turn."""

    last: str = "turn"  # of three rounds; here they are others
    ranks: int = 5
    stack: float = 8_100
    bets: tuple[str, ...] = ("100%", "100%", "100%")
    most_bets: tuple[int, ...] = (1, 1, 1)

    @property
    def cards_left(self) -> list[int]:
        """How many turns, and rivers, can follow once both hands are known."""
        left = len(self.deck) - 4
        return [comb(left, 4), left - 4, left - 5]

    def boards(self, tick=None) -> list[list[Board]]:
        """The root, boards of four cards, rivers; one for each class of boards equal by suit."""
        hands = self.hands.astype(np.int16)
        whole = np.arange(len(hands), dtype=np.int16)[None]
        root = Board([], (hands, hands), (whole, whole), np.empty((0, 4), dtype=np.int16))
        turns, groups = [], []
        for row in boards(4, range(13 - self.ranks, 13)).cards.tolist():
            free = ~np.isin(hand_cards()[hands], row).any(axis=1)
            board = show_order(row, [hands[free]], [np.flatnonzero(free).astype(np.int16)[None]], False)
            group = [r for r in self.renamings if {rename(c, r) for c in row} == set(row)]
            board.copies = len(self.renamings) // len(group)
            turns.append(board)
            groups.append(group)
        root.below = (0, len(turns))
        return [[root], turns, next_boards(turns, groups, None, self.deck, 5)[0]]


def tables(game: RiverGame, count: int) -> list[np.ndarray]:
    """Buckets by round: classes, every hand of every turn by itself, and on the river `count` by how many they beat."""
    levels = game.boards()
    before = np.full((1, 1326), -1)
    before[0, game.hands] = game.classes
    turns = np.full((len(levels[1]), 1326), -1)
    first = 0
    for row, board in zip(turns, levels[1], strict=True):
        row[board.combos[0]] = first + np.arange(len(board.combos[0]))
        first += len(board.combos[0])
    rivers = np.full((len(levels[2]), 1326), -1)
    for row, board in zip(rivers, levels[2], strict=True):
        power = strength(board.cards)[board.combos[0]]
        beaten = (
            (np.searchsorted(power, power, "left") + np.searchsorted(power, power, "right")) / 2 / len(power)
        )
        row[board.combos[0]] = np.minimum((count * beaten).astype(int), count - 1)
    return [before, turns, rivers]


def main() -> None:
    """Solve the blueprint, then all rivers behind each gate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, default in (
        ("buckets", 20),
        ("blueprint", 200),
        ("iterations", 100),
        ("ranks", 5),
        ("threads", 1),
    ):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--techniques", nargs="+", default=list(TECHNIQUES), choices=list(ROWS))
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    game = RiverGame(ranks=args.ranks)
    backend = BucketBackend(game, tables(game, args.buckets), threads=args.threads)
    began = time.process_time()
    backend.iterate(SCHEDULES["cfr+"].rows(1, args.blueprint + 1))
    solvers = [SubgameSolver(backend, seat) for seat in (0, 1)]
    for solver in solvers:
        solver.prepare()
    base = losses([solver.blueprint_response for solver in solvers]) * game.mbb
    report = {
        **{k: v for k, v in vars(args).items() if k not in ("out", "techniques")}, "cards": len(game.deck),
        "turns": len(backend.boards[1]), "rivers": len(backend.boards[2]), "base": base, "rows": {},
    }  # fmt: skip
    print(
        f"{len(backend.boards[2]):,} rivers, base {base:.2f} mbb/h, {time.process_time() - began:.0f} CPU s",
        flush=True,
    )
    for technique in args.techniques:
        began, responses = time.process_time(), []
        for solver in solvers:
            leaves = sum(
                solver.solve(b, ROWS[technique], args.iterations).cbv * board.copies
                for b, board in enumerate(backend.boards[1])
            )
            responses.append(solver.trunk.response(leaves))
        loss = losses(responses) * game.mbb
        report["rows"][technique] = {"loss": loss, "ratio": loss / base, "cpu_s": time.process_time() - began}
        print(
            f"{technique:16} {loss:8.2f} mbb/h, {loss / base:.3f} of the base, {time.process_time() - began:.0f} CPU s",
            flush=True,
        )
        if args.out is not None:
            args.out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()

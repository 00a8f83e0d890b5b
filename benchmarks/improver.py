"""What the self-improver takes off exact exploitability, branch by branch, in two games small enough to know it.

    python benchmarks/improver.py [flop | turn] [--train 3000000] [--deals 400000]

trains a blueprint whose menu lacks a bet of 37 %, in short-deck hold'em where every hand is its own bucket; then solves
the branches behind that bet one by one, as `tianji holdem improve` does, and measures each with real cards. A branch is
accepted by sampling alone; the exact figure is printed beside it and decides nothing.
"""

from __future__ import annotations

import argparse

import tianji as tj
from tianji.holdem.blueprint.case import Case, judged
from tianji.holdem.blueprint.cells import Repertoire, grid_cells
from tianji.holdem.blueprint.exact import round_measure, round_runner
from tianji.holdem.blueprint.extend import quantised
from tianji.holdem.blueprint.mirror import Mirror
from tianji.holdem.blueprint.runner import ExternalRunner
from tianji.holdem.blueprint.tree import flatten

GAMES = {
    "flop": (("100%", "100%"), ("100%", "37%,100%"), {"ranks": 5, "stack": 1000, "most_bets": (1, 2)}),
    "turn": (
        ("100%", "100%", "100%"),
        ("100%", "37%,100%", "100%"),
        {"last": "turn", "ranks": 4, "stack": 600, "most_bets": (1, 1, 1)},
    ),
}


def advance(runner: ExternalRunner, iterations: int, phase: str) -> None:
    """To so many iterations, without a clock."""
    runner.advance(iterations - runner.t)


def main() -> None:
    """Print a line a branch."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", choices=GAMES, default="flop")
    parser.add_argument("--train", type=int, default=3_000_000, help="deals of the blueprint")
    parser.add_argument("--deals", type=int, default=400_000, help="of each branch")
    parser.add_argument("--branches", type=int, default=6, help="tried at most")
    given = parser.parse_args()
    known, all_bets, rest = GAMES[given.game]
    small, large = (tj.holdem.RoundGame(bets=bets, **rest) for bets in (known, all_bets))  # type: ignore[arg-type]
    buckets = tj.holdem.make_buckets(given.game, "all", deck=4 * small.ranks)
    runner = round_runner(small, buckets, seed=1)
    runner.advance(given.train)
    counts = runner.counts.tolist()
    steps = quantised(runner.tree, counts, runner.weights(), 255)
    book = Repertoire(runner.tree, counts, steps, int(small.stack), (100, 50), small.tree, 255)
    tree, measured = flatten(large.tree()), round_measure(large, buckets, counts, 1)

    def lost(one: Repertoire) -> float:
        weights = Mirror(one.tree, tree, 0, (100, 100), one.stack).weights(one.rows, counts)
        return float(measured(weights).exploitability * large.mbb)

    print(
        f"{given.game} hold'em, {4 * small.ranks} cards: on its menu "
        f"{runner.evaluate().exploitability * small.mbb:.1f} mbb/h, with 37 % translated {lost(book):.1f}",
        flush=True,
    )
    for cell in grid_cells(book, [0.37], [1])[: given.branches]:
        case = Case(book, cell, runner.dealer, advance, given.deals, {"seed": 5})
        if case.before[0] < 2 * case.before[1]:
            print(
                f"{cell.line(book)}: wins nothing that is sure ({case.before[0]:.1f} ± {case.before[1]:.1f})"
            )
            continue
        found = case.solve()
        line, exact = cell.line(book), lost(book.with_branch(cell.node, cell.total, case.branch, found.steps))
        book, note = judged(case, found)
        print(
            f"{line}: comes {case.reach:.3f}, won {case.before[0]:.1f} ± {case.before[1]:.1f}, "
            f"wins {found.after[0]:.1f} ± {found.after[1]:.1f}: {note or 'taken'}; "
            f"exactly {exact:.1f}, now {lost(book):.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()

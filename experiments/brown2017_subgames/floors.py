"""Table 4 on a small deck: the least that the small menu can lose, and what the solves lose by their iterations.

    python experiments/brown2017_subgames/floors.py [--ranks 4] [--suits 3] [--counts 60 300 1500] [--device cpu]

Beside resolve and maxmargin both with a tremble. The floor is half the difference between the values of two games, in
each of which one seat has the small menu and the other the big one: whoever plays his best with the small menu loses
that much to the other, mean of both seats, mbb/h.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from tianji.holdem.abstraction.work import working
from tianji.holdem.nested.seat import NESTINGS, Nesting
from tianji.holdem.nested.table import METHOD, NestedTable, small_game
from tianji.holdem.rounds.column import Settings
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.value import game_value
from tianji.subgame.technique import Technique

SMALL, BIG = "50%,100%", "50%,75%,100%"
REFINED = {
    f"refined {name} (inexpensive, {size:g})": Nesting(Technique(name, "estimate", refine=size), False)
    for name, size in (("resolve", 0.03), ("maxmargin", 0.03))
}
ROWS = ("translation", "resolve (inexpensive)", "maxmargin (inexpensive)", *REFINED)
COUNTS = (60, 300, 1_500)


def main() -> None:
    """Print the floor and a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("ranks", 4), ("suits", 3), ("value", 600), ("blueprint", 1_500)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--counts", type=int, nargs="*", default=COUNTS)
    parser.add_argument("--device", default="cpu")
    given = parser.parse_args()
    NESTINGS.update(REFINED)
    big = RoundGame(ranks=given.ranks, suits=given.suits, bets=(BIG,) * 2, most_bets=(1, 3))
    with working() as work:
        games = [replace(big, bets=(menu,) * 2) for menu in (f"{SMALL}/{BIG}", f"{BIG}/{SMALL}")]
        (first, near), (second, far) = (
            game_value(game, given.value, None, work, given.device, METHOD) for game in games
        )
        print(
            f"floor {(second[0] - first[0]) / 2 * big.mbb:.2f} mbb/h, known to {(near + far) / 2 * big.mbb:.2f}",
            flush=True,
        )
        blueprint = None
        for count in given.counts:
            settings = Settings(given.blueprint, count, device=given.device)
            table = NestedTable(big, small_game(big), settings, None, work, ROWS, given=blueprint)
            table.run()
            blueprint = table.blueprint
            menu = sum(table.on_menu(seat) for seat in (0, 1)) / 2 * big.mbb
            print(f"{count} iterations; on the menu the blueprint loses {menu:.2f}")
            for name in ROWS:
                loss = sum(table.rows[name, seat].response for seat in (0, 1)) / 2 * big.mbb
                gap = sum(table.slack(name, seat) for seat in (0, 1)) / 2 * big.mbb
                print(f"  {name:38}{loss:8.2f} gap {gap:8.2f}", flush=True)


if __name__ == "__main__":
    main()

"""Table 4's translation under other readings of the paper: how a bet of 0.75 is taken, and which bets surprise.

    python experiments/brown2017_subgames/readings.py [--ranks 4] [--blueprint 1000] [--device cpu]

Every line is what a player of the small menu (0.5 and 1 of the pot) loses who translates, mean of both seats, mbb/h:

- by the pseudo-harmonic mapping, drawn once and kept (the table's row); always as 0.5; always as 1, as the mapping
  without randomness has it;
- with sizes measured against the pot that he believes in after misreadings, not the one that is there;
- with the reading left to the opponent, who bets 0.74 to be taken for 0.5 and 0.76 for 1: no rule loses more than that;
- when other sizes come as a surprise, up to many times the pot, on a menu of one bet a round.

And what a blueprint of few iterations does to it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from tianji.holdem.abstraction.work import Work, working
from tianji.holdem.nested.prepared import Prepared
from tianji.holdem.nested.table import NestedTable
from tianji.holdem.nested.tree import Reading, SeatTree
from tianji.holdem.rounds.column import Settings
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.paper import TRANSLATION
from tianji.subgame.abstraction import translation

SMALL, BIG, CHOSEN = "50%,100%", "50%,75%,100%", "50%,74%,76%,100%"
SURPRISES = ("75%", "125%", "150%", "200%", "300%", "500%", "1000%")
ROUGH = (30, 100, 300)
Take = Callable[
    [float, Sequence[float]], list[tuple[int, float]]
]  # size, sizes known: which with what probability


def smaller(size: float, known: Sequence[float]) -> list[tuple[int, float]]:
    """The largest known size below."""
    return [(max((k for k, s in enumerate(known) if s <= size), default=0), 1.0)]


def larger(size: float, known: Sequence[float]) -> list[tuple[int, float]]:
    """The smallest known size above."""
    return [(min((k for k, s in enumerate(known) if s >= size), default=len(known) - 1), 1.0)]


def nearer(size: float, known: Sequence[float]) -> list[tuple[int, float]]:
    """0.74 as 0.5, 0.76 as 1."""
    return [(min(range(len(known)), key=lambda k: abs(known[k] - size)), 1.0)]


def readings(betting: SeatTree, take: Take, is_believed: bool = False) -> list[Reading]:
    """`SeatTree.readings` by another rule; is_believed: bets are measured against the pot that is believed in."""
    nodes = betting.tree.nodes
    found: list[Reading] = [[(0, 1.0)]]

    def known(n: int) -> list[int]:
        return [c for c in nodes[n].children if betting.on_tree(c)]

    for n in range(1, len(nodes)):
        above = nodes[n].parent
        is_bet = betting.share(n) > 0 and nodes[above].player == betting.opponent
        if not is_bet or (betting.on_tree(n) and not is_believed):
            k = known(above).index(n)
            found.append([(known(m)[k], p) for m, p in found[above]])
            continue
        total: dict[int, float] = {}
        for m, p in found[above]:
            bets = [c for c in known(m) if betting.share(c) > 0]
            size = betting.share(n) * (_pot(betting, above) / _pot(betting, m) if is_believed else 1.0)
            for k, q in take(size, [betting.share(c) for c in bets]):
                total[bets[k]] = total.get(bets[k], 0.0) + p * q
        found.append(list(total.items()))
    return found


def _pot(betting: SeatTree, n: int) -> float:
    """The pot after calling what is faced."""
    node = betting.tree.nodes[n]
    return betting.tree.pot + 2 * (node.matched + max(node.totals))


def loss(
    big: RoundGame, small: RoundGame, settings: Settings, work: Work, blueprint: Prepared | None,
    take: Take | None = None, is_believed: bool = False,
) -> tuple[float, float, Prepared]:  # fmt: skip
    """What translating loses, what it loses to an opponent on the menu, and the blueprint."""
    table = NestedTable(big, small, settings, None, work, (TRANSLATION,), given=blueprint)
    for nest in table.nests.values():
        if take is not None:
            vars(nest.betting)["readings"] = readings(nest.betting, take, is_believed)
    table.run()
    found = sum(table.rows[TRANSLATION, seat].response for seat in (0, 1)) / 2 * big.mbb
    menu = sum(table.on_menu(seat) for seat in (0, 1)) / 2 * big.mbb
    return found, menu, table.blueprint


def main() -> None:
    """Print a line a reading."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, default in (("ranks", 4), ("suits", 4), ("blueprint", 1_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--device", default="cpu")
    given = parser.parse_args()

    def game(menu: str, most: int = 3) -> RoundGame:
        return RoundGame(ranks=given.ranks, suits=given.suits, bets=(menu,) * 2, most_bets=(1, most))

    def settings(count: int) -> Settings:
        return Settings(count, 1, device=given.device)

    with working() as work:
        small = game(SMALL)
        first, menu, blueprint = loss(game(BIG), small, settings(given.blueprint), work, None)
        print(f"{given.ranks * given.suits} cards; the blueprint loses {menu:.2f} on the menu")
        print(f"{'as in the table':40}{first:10.2f}", flush=True)
        for name, menu_name, take, is_believed in (
            ("always as 0.5", BIG, smaller, False),
            ("always as 1", BIG, larger, False),
            ("against the pot believed in", BIG, translation, True),
            ("the opponent chooses", CHOSEN, nearer, False),
        ):
            found = loss(game(menu_name), small, settings(1), work, blueprint, take, is_believed)
            print(f"{name:40}{found[0]:10.2f}", flush=True)
        for count in ROUGH:
            found = loss(game(BIG), small, settings(count), work, None)
            print(f"{f'blueprint of {count}':40}{found[0]:10.2f} on the menu {found[1]:.2f}", flush=True)
        del blueprint
        known: Prepared | None = None
        for size in SURPRISES:
            some = sorted({"50%", "100%", size}, key=lambda s: float(s[:-1]))
            big, less = game(",".join(some), 1), game(SMALL, 1)
            found = loss(big, less, settings(given.blueprint), work, known)
            known = found[2]
            print(
                f"{f'one bet a round, surprise {size}':40}{found[0]:10.2f} on the menu {found[1]:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()

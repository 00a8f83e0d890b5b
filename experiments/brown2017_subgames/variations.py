"""One column of table 1, one choice varied at a time: what moves the ratios, and where gifts come from.

    python experiments/brown2017_subgames/variations.py [--seconds 300]
    python experiments/brown2017_subgames/variations.py --ranks 13 --buckets 200 --device cuda --method dcfr
    python experiments/brown2017_subgames/variations.py --vary ochs 0 0.0625 1 --vary blueprint 25 40

prints a table: what the trunk loses (mbb/h, mean of both seats), the ratios of some rows to it, their gap in brackets
where it has a measure, and which share of the (line, hand) pairs of the opponent has a gift. What is not varied is as
`USUAL` has it, or the options. ochs: what equities against groups of hands count in a bucket beside 1 for the equity
against any hand; 0 is a bucket of equity alone.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from math import isfinite
from pathlib import Path

from tianji.errors import TianjiError
from tianji.holdem.abstraction.buckets import make_buckets
from tianji.holdem.abstraction.features import OCHS_WEIGHT
from tianji.holdem.abstraction.work import working
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.column import Column, Settings
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.paper import TRUNK
from tianji.holdem.rounds.subgames import SubgameSolver
from tianji.run.clock import OutOfBudget

ROWS = ("unsafe", "resolve", "maxmargin", "reach-maxmargin", "estimate", "estimate + distributional")
BETS = ("100%", "50%,100%")
USUAL = {
    "ranks": 5,
    "bets": BETS,
    "blueprint": 400,
    "iterations": 200,
    "seed": 0,
    "buckets": 16,
    "metric": "w2",
    "method": "cfr+",
    "ochs": OCHS_WEIGHT[0],
}
VARIED: list[dict[str, object]] = [
    {},
    {"blueprint": 20},
    {"blueprint": 60},
    {"blueprint": 800},
    {"iterations": 50},
    {"iterations": 400},
    {"seed": 1},
    {"metric": "emd"},
    {"ochs": 0.0},
    {"bets": ("400%", "50%,100%")},
    {"bets": ("400%", "50%,100%"), "metric": "emd"},
    {"bets": ("50%,100%", "50%,100%")},
    {"bets": ("100%", "100%,200%")},
]


class Kept(Column):
    """A column that keeps its solvers."""

    def solver(self, backend: BucketBackend, seat: int) -> SubgameSolver:
        """Of a seat."""
        self.solvers = [*getattr(self, "solvers", []), super().solver(backend, seat)]
        return self.solvers[-1]


def one(s: dict[str, object], device: str, seconds: float) -> dict[str, float]:
    """The means of the rows and their gaps, and the share of pairs that have gifts."""
    game = RoundGame(ranks=int(s["ranks"]), bets=s["bets"], most_bets=(1, 2))  # type: ignore[arg-type]
    OCHS_WEIGHT[0] = float(s["ochs"])  # type: ignore[arg-type]
    with tempfile.TemporaryDirectory() as folder, working(seconds) as work:
        file = Path(folder) / "buckets.safetensors"
        made = make_buckets(
            "flop", int(s["buckets"]), deck=4 * game.ranks, seed=int(s["seed"]), metric=str(s["metric"])
        )
        made.save(file)
        settings = Settings(
            int(s["blueprint"]), int(s["iterations"]), int(s["seed"]), str(file), device, str(s["method"])
        )
        column = Kept(game, int(s["buckets"]), settings, None, work, ROWS)
        column.run()
        given = sum(float((solver.gifts > 1e-9).mean()) for solver in column.solvers) / 2
        found = {"gifts": given}
        for name in (TRUNK, *ROWS):
            found[name] = sum(column.rows[name, seat].response for seat in (0, 1)) / 2 * game.mbb
            found[f"{name}, gap"] = sum(column.slack(name, seat) for seat in (0, 1)) / 2 * game.mbb
        return found


def _cell(found: dict[str, float], row: str) -> str:
    gap = found[f"{row}, gap"] / found[TRUNK]
    return f"{found[row] / found[TRUNK]:.3f}" + (f" ({gap:.3f})" if isfinite(gap) else "")


def _read(name: str, text: str) -> object:
    """A value of `USUAL` from the command line; bets are one menu a round, separated by a slash."""
    kind = type(USUAL[name])
    return tuple(text.split("/")) if kind is tuple else kind(text)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=300.0, help="of one line of the table at most")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--only", type=int, nargs="*", help="lines of the table, from 0")
    parser.add_argument(
        "--vary", nargs="+", action="append", metavar=("NAME", "VALUE"), help="lines of one's own instead"
    )
    for name in ("ranks", "blueprint", "iterations", "buckets"):
        parser.add_argument(f"--{name}", type=int, default=USUAL[name])
    parser.add_argument("--method", default=USUAL["method"])
    given = vars(parser.parse_args())
    usual = {name: given.get(name, value) for name, value in USUAL.items()}
    print("| varied | trunk | " + " | ".join(ROWS) + " | pairs with gifts |")
    print("|---" * (len(ROWS) + 3) + "|")
    own = [{name: _read(name, x)} for name, *values in given["vary"] or () for x in values]
    for changes in own or ([VARIED[k] for k in given["only"]] if given["only"] else VARIED):
        said = ", ".join(f"{key} {value}" for key, value in changes.items()) or "nothing"
        try:
            found = one({**usual, **changes}, given["device"], given["seconds"])
        except (OutOfBudget, TianjiError) as error:
            print(f"| {said} | {error or 'out of time'} |", flush=True)
            continue
        cells = " | ".join(_cell(found, row) for row in ROWS)
        print(f"| {said} | {found[TRUNK]:.1f} | {cells} | {found['gifts']:.3f} |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Values of well-known games, each with its proof: the first table of the README.

    python benchmarks/values.py            # about a minute
    python benchmarks/values.py --tables   # print the rows of the table again

Every game is solved to NashConv 1e-6 (exploitability 5e-7), or for half a minute, and once more exactly by the linear
program; the two values must agree.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import tianji as tj

RESULTS = Path(__file__).parent / "results" / "values.json"
GAMES = {
    "tian_ji": "pdcfr+",
    "kuhn": "pdcfr+",
    "leduc": "dcfr",
    "liars_dice(faces=4)": "pdcfr+",
    "liars_dice": "dcfr",
    "goofspiel(cards=5)": "pdcfr+",
}
LIMIT_S = 30.0


def measure(spec: str, method: str) -> dict[str, Any]:
    game = tj.load(spec)
    found = tj.solve(game, method, until=5e-7, seconds=LIMIT_S)
    exact = tj.solve(game, "lp")
    assert found.nash_conv is not None
    assert abs(exact.values[0] - found.values[0]) <= found.nash_conv + 1e-9
    return {
        "game": spec,
        "infosets": tj.compile(game).num_infosets,
        "method": method,
        "value": found.values[0],
        "nash_conv": found.nash_conv,
        "exploitability": found.exploitability,
        "iterations": found.iterations,
        "seconds": found.seconds,
        "lp_value": exact.values[0],
        "lp_exploitability": exact.exploitability,
        "lp_seconds": exact.seconds,
    }


def tables(rows: list[dict[str, Any]]) -> list[str]:
    lines = []
    for row in rows:
        value = f"{row['lp_value'] + 0.0:.9f}".replace("-0.000000000", "0.000000000").replace("-", "−")
        lines.append(
            f"| `{row['game']}` | {row['infosets']:,} | {value} | {row['lp_exploitability']:.0e} "
            f"| {row['exploitability']:.0e} | `{row['method']}`, {row['iterations']:,} |"
        )
    return lines


def main() -> None:
    if "--tables" not in sys.argv[1:]:
        found = [measure(spec, method) for spec, method in GAMES.items()]
        RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    print("\n".join(tables(json.loads(RESULTS.read_text()))))


if __name__ == "__main__":
    main()

"""Values of well-known games, each with its proof: the first table of the README.

    python benchmarks/values.py        # about a minute

Every game is solved to NashConv 1e-6 or for the time in the table below; where the linear program is quick, its
value is computed as well and must agree.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import tianji as tj

RESULTS = Path(__file__).parent / "results" / "values.json"
GAMES = [  # spec, method, is the linear program quick
    ("tian_ji", "pdcfr+", True),
    ("kuhn", "pdcfr+", True),
    ("leduc", "dcfr", True),
    ("liars_dice(faces=4)", "pdcfr+", True),
    ("liars_dice", "dcfr", False),
    ("goofspiel(cards=5)", "pdcfr+", False),
]
LIMIT_S = 30.0


def measure(spec: str, method: str, is_quick: bool) -> dict[str, Any]:
    game = tj.load(spec)
    found = tj.solve(game, method, until=1e-6, seconds=LIMIT_S)
    exact = tj.solve(game, "lp").values[0] if is_quick else None
    assert exact is None or abs(exact - found.values[0]) <= (found.nash_conv or 0.0) + 1e-9
    return {
        "game": spec,
        "infosets": tj.compile(game).num_infosets,
        "method": method,
        "value": found.values[0],
        "nash_conv": found.nash_conv,
        "exploitability": found.exploitability,
        "iterations": found.iterations,
        "seconds": found.seconds,
        "lp_value": exact,
    }


def main() -> None:
    rows = [measure(*game) for game in GAMES]
    RESULTS.write_text(json.dumps(rows, indent=1) + "\n")
    print(
        "| game | infosets | value of player 0 | exploitability | method | iterations |\n|---|---|---|---|---|---|"
    )
    for row in rows:
        print(
            f"| `{row['game']}` | {row['infosets']:,} | {row['value']:.6f} | {row['exploitability']:.1e} "
            f"| `{row['method']}` | {row['iterations']:,} |"
        )


if __name__ == "__main__":
    main()

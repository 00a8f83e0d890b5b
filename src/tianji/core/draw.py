"""draw_tree: a small game's whole tree as text."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.lawful import lawful
from tianji.core.strategy import label
from tianji.core.walk import successors
from tianji.errors import TooLargeError


def draw_tree(game: Game[Any, Any], max_histories: int = 200) -> str:
    """The tree, one history a line, children below their parent; nodes with one mark #n are one infoset.

    >>> from tianji.games import load
    >>> print(draw_tree(load("matching_pennies")))
    player 0 #1 chooses
    ├─ heads: player 1 #2 chooses
    │  ├─ heads: 1, -1
    │  └─ tails: -1, 1
    └─ tails: player 1 #2 chooses
       ├─ heads: -1, 1
       └─ tails: 1, -1
    """
    lines: list[str] = []
    marks: dict[tuple[int, Hashable], int] = {}
    game = lawful(game)
    for line in _lines(game, game.initial(), "", "", marks):
        if len(lines) >= max_histories:
            raise TooLargeError(
                f"{game.spec} has over {max_histories:,} histories, too many to draw; use smaller parameters"
            )
        lines.append(line)
    return "\n".join(lines)


def _lines(
    game: Game[Any, Any], state: Any, head: str, indent: str, marks: dict[tuple[int, Hashable], int]
) -> Iterator[str]:
    """The lines of the subtree at `state`: `head` begins its first line, `indent` those of its children."""
    player = game.player(state)
    if player == TERMINAL:
        yield head + ", ".join(f"{float(u):g}" for u in game.utility(state))
        return
    if player == CHANCE:
        yield f"{head}chance"
    else:
        key = game.information(state, player)
        number = marks.setdefault((player, key), len(marks) + 1)
        yield f"{head}player {player} #{number} {label(key)}".rstrip()
    moves = successors(game, state, player)
    for k, (action, p) in enumerate(moves):
        corner, bar = ("└─ ", "   ") if k == len(moves) - 1 else ("├─ ", "│  ")
        odds = f" ({_fraction(p)})" if player == CHANCE else ""
        yield from _lines(
            game, game.result(state, action), f"{indent}{corner}{label(action)}{odds}: ", indent + bar, marks
        )


def _fraction(p: float) -> str:
    """A probability as people write it.

    >>> _fraction(1 / 3), _fraction(0.1234567)
    ('1/3', '0.1235')
    """
    simple = Fraction(p).limit_denominator(1000)
    return str(simple) if abs(float(simple) - p) < 1e-12 else f"{p:.4g}"

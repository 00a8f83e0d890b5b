"""Positions by depth, and random games, at native speed."""

from __future__ import annotations

from typing import Any

import numpy as np

from tianji.core.game import Game
from tianji.errors import NotApplicableError
from tianji.native.twin import Encoded, Twin, twin_of
from tianji.run.clock import Clock

SLICE = 1 << 18  # positions between looks at the clock
BATCH = 256  # random games between two chances to be interrupted


def _asked(game: Game[Any, Any], state: Any) -> tuple[Twin, Encoded]:
    twin = twin_of(game)
    position = None if twin is None else twin.position(game.initial() if state is None else state)
    if twin is None or position is None:
        raise NotApplicableError(f"{game} has no native rules for this position; see tianji.NativeGame")
    return twin, position


def perft(game: Game[Any, Any], depth: int, state: Any = None, clock: Clock | None = None) -> list[int]:
    """The number of histories at each depth down to `depth`, as `core.walk.perft` counts them; so far, where stopped.

    >>> from tianji.games import load
    >>> perft(load("tic_tac_toe"), 5)
    [1, 9, 72, 504, 3024, 15120]
    """
    from tianji.kernels.native import ask, playouts

    twin, position = _asked(game, state)
    clock, most, words = clock or Clock(), position.most, position.words.size
    stack, codes = np.zeros((depth + 1) * words, np.int64), np.zeros((depth + 1) * most, np.int64)
    left, counts = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    s, out, reals = position.words.copy(), np.zeros(most, np.int64), np.zeros(most + game.players)
    _, n, _ = ask.ask(twin.at, twin.g, s, ask.STAY, 0, out, reals, reals[most:])
    stack[:words], codes[:most], left[0], counts[0] = position.words, out, n, 1
    level = 0 if depth else -1
    while level >= 0 and not clock.is_over():
        level = playouts.perft(twin.at, twin.g, depth, most, stack, codes, left, level, SLICE, s, out, counts)
        clock.nodes = int(counts.sum())
    found: list[int] = counts.tolist()
    while found[-1] == 0:
        found.pop()
    return found


def random_games(
    game: Game[Any, Any], times: int, state: Any = None, seed: int = 0
) -> tuple[list[float], int]:
    """(mean payoffs, moves made) of so many games played at random.

    >>> from tianji.games import load
    >>> means, moves = random_games(load("nim('1,1')"), 100)
    >>> means, moves
    ([-1.0, 1.0], 200)
    """
    from tianji.kernels.native import playouts

    twin, position = _asked(game, state)
    most, sums, moves = position.most, np.zeros(game.players), 0
    random = np.array([np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] | np.uint64(1)])
    s, out, chances, pay = (
        position.words.copy(),
        np.zeros(most, np.int64),
        np.zeros(most),
        np.zeros(game.players),
    )
    for first in range(0, times, BATCH):
        batch = min(BATCH, times - first)
        _, made = playouts.playouts(
            twin.at, twin.g, position.words, batch, s, out, chances, pay, random, sums
        )
        if made < 0:
            raise NotApplicableError(
                f"{game}: a random game goes on for more than {playouts.LONGEST:,} moves"
            )
        moves += int(made)
    return (sums / times).tolist(), moves

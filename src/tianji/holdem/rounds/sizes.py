"""How large a game of rounds is before anything of it is made, and its buckets board by board."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tianji.holdem.abstraction.buckets import Buckets
from tianji.holdem.rounds.game import RoundGame
from tianji.poker.boards import boards, deals, hand_maps


def pairs(game: RoundGame, k: int | None = None) -> int:
    """How many pairs of a betting sequence in a round (the last one) and an action there are, of both players.

    >>> pairs(RoundGame(bets=("100%", "50%,100%"), most_bets=(1, 2)))
    114
    """
    street = game.rounds - 1 if k is None else k
    return sum(len(n.children) for n in game.tree().nodes if n.kind == "act" and n.street == street)


def last_boards(game: RoundGame) -> int:
    """How many boards of the last round differ by more than the names of suits, the flop told from the turn.

    >>> last_boards(RoundGame()), last_boards(RoundGame("turn", bets=("100%",) * 3, most_bets=(1, 1, 1)))
    (1755, 63193)
    """
    flops = boards(3, range(13 - game.ranks, 13))
    return len(flops) if game.rounds == 2 else len(deals(flops))


def entries(game: RoundGame) -> float:
    """Regrets of the last round without abstraction: pairs × boards × hands."""
    return float(pairs(game)) * last_boards(game) * len(game.hands)


def blueprint_bytes(game: RoundGame, count: int) -> float:
    """Memory of a blueprint: boards and hands, cells of the last round, of each flop hand in a game of three rounds."""
    hands = 48.0 * last_boards(game) * len(game.hands)
    cells = 8.0 * 24 * pairs(game) * count
    if game.rounds == 3:
        cells += 8.0 * 5 * pairs(game, 1) * len(boards(3, range(13 - game.ranks, 13)).hand_classes())
    return hands + cells


def tables_of(buckets: Buckets, game: RoundGame, threads: int) -> list[npt.NDArray[np.int32]]:
    """Buckets by round as `BucketBackend` wants them: turns keep the names of their flop's suits."""
    found = [buckets.of(0), buckets.of("flop", threads=threads)]
    if game.rounds == 3:
        dealt = deals(boards(3, buckets.ranks))
        rows = buckets.of("turn", threads=threads)[dealt.after]
        found.append(np.take_along_axis(rows, hand_maps()[dealt.renaming].astype(np.int64), axis=1))
    return found

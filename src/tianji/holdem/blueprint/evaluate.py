"""river_response: how much a player who sees his real cards wins from a blueprint on the river, inside its own tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.arena.stats import Estimate
from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import ParameterError, quote
from tianji.holdem.abstraction.work import working
from tianji.holdem.blueprint.store import Blueprint
from tianji.holdem.blueprint.tree import FlatTree
from tianji.poker.cards import hand_cards
from tianji.poker.ranks import rank
from tianji.poker.rules import BOARD_CARDS
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import each

DEEP = 80  # decisions of a line, at most
RIVER, NEVER = 3, 9


@dataclass(frozen=True)
class RiverResponse(Result):
    """What best responses that begin on the river win from a blueprint, in mbb/h, the mean of both seats.

    A lower bound on its exploitability: before the river the response plays the blueprint itself, and never bets
    another size. score: over boards drawn at random, each with all pairs of hands. gains: by seat of the response.
    """

    blueprint: str
    boards: int
    score: Estimate
    gains: list[float]
    seed: int
    seconds: float
    stopped: str

    def to_dict(self) -> dict[str, Any]:
        """One flat record."""
        return {
            "blueprint": self.blueprint, "boards": self.boards, "mbb_h": self.score.mean, "stderr": self.score.stderr,
            "low": self.score.low, "high": self.score.high, "gains": self.gains, "seed": self.seed,
            "seconds": self.seconds, "stopped": self.stopped,
        }  # fmt: skip


@dataclass(frozen=True, eq=False)
class BoardWalk:
    """A tree and its probabilities as the kernel takes them. counts: buckets by street; steps: `[E]` uint8."""

    tree: FlatTree
    counts: Sequence[int]
    steps: npt.NDArray[np.uint8]

    def values(
        self,
        board: Sequence[int],
        hands: npt.NDArray[np.integer],
        buckets: Sequence[npt.NDArray[np.integer]],
        first: int,
    ) -> tuple[float, float]:
        """Both players' mean values on a board, in chips: of the blueprint, or of his best from street `first` on.

        hands: those of the deck that do not meet the board. buckets: by street, `[1326]` each.
        """
        from tianji.kernels.poker.board_walk import walk_board

        tree = self.tree
        cards = hand_cards()[hands].astype(np.int64)
        ranks = np.asarray(
            rank(np.column_stack([cards, np.tile(np.asarray(board), (len(hands), 1))]).astype(np.uint8))
        )
        order = np.argsort(-ranks.astype(np.int64), kind="stable")
        cards, ranks = np.ascontiguousarray(cards[order]), ranks[order]
        groups = np.concatenate([[0], np.flatnonzero(np.diff(ranks)) + 1, [len(ranks)]]).astype(np.int64)
        held = np.stack([row[hands[order]] for row in buckets]).astype(np.int32)
        info = np.stack([2 * tree.street + tree.player, tree.actions, tree.first[:-1], tree.player], axis=1)
        offsets = tree.offsets(self.counts)[:-1]
        room = [np.empty((DEEP, len(hands))) for _ in range(2)]
        way = [np.zeros(DEEP, dtype=np.int64) for _ in range(2)]
        free = len({int(c) for c in cards.ravel()}) - 2
        pairs = len(hands) * (free * (free - 1) // 2)
        found = [
            walk_board(
                info.astype(np.int32),
                offsets,
                tree.child,
                self.steps,
                held,
                cards,
                groups,
                player,
                first,
                *room,
                *way,
            )
            for player in (0, 1)
        ]
        return float(found[0]) / pairs, float(found[1]) / pairs


@checked
def river_response(
    blueprint: Blueprint,
    *,
    boards: int = 100,
    seed: int = 0,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> RiverResponse:
    """How much best responses with real cards, from the river on and inside the betting tree, win from a blueprint.

        E_board [ Σ_h v_response(h) ]   over boards; exact over all pairs of hands on each

    The response holds its real hand, not a bucket, and knows the blueprint; it plays like it before the river. So the
    mean is a lower bound on exploitability, without bias, and its interval is of the boards drawn alone. Stopped early
    it answers for the boards that were done.
    """
    if not 1 <= boards <= 10**9:
        raise ParameterError(f"boards={quote(boards)}; expected a whole number of at least 1")
    walk = BoardWalk(blueprint.tree, blueprint.counts, blueprint.steps())
    before = blueprint.buckets.of(0)[0]

    def one(k: int) -> tuple[float, float]:
        board = np.random.default_rng([seed, k]).choice(52, 5, replace=False).tolist()
        hands = np.flatnonzero(~np.isin(hand_cards(), board).max(axis=1))
        rows = [before, *(blueprint.buckets.bucket_of(board[:size]) for size in BOARD_CARDS[1:])]
        return walk.values(board, hands, rows, RIVER)

    with working(seconds, threads, progress, stop) as work:
        every = each(
            list(range(boards)),
            one,
            work.threads,
            work.clock,
            lambda k: work.tell("evaluate", k, boards, "boards"),
        )
        stopped, took = work.clock.stopped, work.clock.seconds
    found = [pair for pair in every if pair is not None]
    mbb = 1000 / blueprint.menu.blinds[1]
    score = Estimate.of(mbb * (a + b) / 2 for a, b in found)
    gains = [float(np.mean([pair[p] for pair in found])) * mbb if found else float("nan") for p in (0, 1)]
    return RiverResponse(blueprint.name, len(found), score, gains, seed, took, stopped or "boards")

"""river_response: how much a player who sees his real cards wins from a blueprint, inside its own tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.arena.stats import Estimate
from tianji.core.arguments import checked
from tianji.core.memory import require
from tianji.core.result import Result
from tianji.errors import ParameterError, quote
from tianji.holdem.abstraction.features import STREETS, read_street
from tianji.holdem.abstraction.work import working
from tianji.holdem.blueprint.menu import Menu
from tianji.holdem.blueprint.store import Blueprint
from tianji.holdem.blueprint.tree import FlatTree
from tianji.poker.cards import NUM_HANDS, hand_cards
from tianji.poker.ranks import rank
from tianji.poker.rules import BOARD_CARDS
from tianji.run.clock import Clock
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import each

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

WATCHED = 6  # boards of a watch: always the same ones, so that what changes is the strategy
LEAST_SECONDS = 60.0  # between two looks
SHARE = 0.03  # of the time, at most
RIVER, NEVER = 3, 9  # streets, the second one is never come to
_Boards = tuple[
    npt.NDArray[np.integer], npt.NDArray[np.integer], list[npt.NDArray[np.int32]], tuple[int, ...]
]
_Seen = tuple[list[int], npt.NDArray[np.int64], list[npt.NDArray[np.int32]]]


@dataclass(frozen=True)
class RiverResponse(Result):
    """What best responses that begin on a street win from a blueprint, in mbb/h, the mean of both seats.

    A lower bound on its exploitability: before street `first` the response plays the blueprint itself, and never bets
    another size. score: over boards drawn at random, each with all pairs of hands and all later cards. gains: by seat
    of the response.
    """

    blueprint: str
    boards: int
    score: Estimate
    gains: list[float]
    seed: int
    seconds: float
    stopped: str
    first: str = "river"

    def to_dict(self) -> dict[str, Any]:
        """One flat record."""
        return {
            "blueprint": self.blueprint, "first": self.first, "boards": self.boards, "mbb_h": self.score.mean,
            "stderr": self.score.stderr, "low": self.score.low, "high": self.score.high,
            "gains": self.gains, "seed": self.seed, "seconds": self.seconds, "stopped": self.stopped,
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
        rows = [np.asarray(row)[None] for row in buckets]
        alike = [int(street >= first) for street in range(len(rows))]
        return self.values_on(np.array([board]), hands, rows, alike)

    def values_on(
        self,
        boards: npt.NDArray[np.integer],
        hands: npt.NDArray[np.integer],
        buckets: Sequence[npt.NDArray[np.integer]],
        alike: Sequence[int],
    ) -> tuple[float, float]:
        """Both players' mean values over `[B, n]` boards, all as likely, in chips.

        hands: those of the deck that may be held. buckets: by street, `[B, 1326]` each. alike: by street, how many
        neighbouring boards look the same to a best response there; 0 where the player follows the blueprint.
        """
        from tianji.kernels.poker.response.board_walk import walk_boards

        tree, count = self.tree, len(boards)
        cards = hand_cards()[hands].astype(np.int64)
        order, sorted_cards = (
            np.zeros((count, len(hands)), np.int64),
            np.zeros((count, len(hands), 2), np.int64),
        )
        groups = np.zeros((count, len(hands) + 1), dtype=np.int64)
        live, kinds, pairs = np.zeros(count, np.int64), np.zeros(count, np.int64), 0
        for b, board in enumerate(boards):
            there = np.flatnonzero(~np.isin(cards, board).any(axis=1))
            whole = np.column_stack([cards[there], np.tile(board, (len(there), 1))]).astype(np.uint8)
            ranks = -np.asarray(rank(whole)).astype(np.int64)
            best = np.argsort(ranks, kind="stable")
            starts = np.concatenate([[0], np.flatnonzero(np.diff(ranks[best])) + 1, [len(there)]])
            live[b], kinds[b], groups[b, : len(starts)] = len(there), len(starts) - 1, starts
            order[b, : len(there)], sorted_cards[b, : len(there)] = there[best], cards[there[best]]
            free = len(np.unique(cards[there])) - 2
            pairs += len(there) * (free * (free - 1) // 2)
        held = np.stack([np.asarray(rows)[:, hands] for rows in buckets]).astype(np.int32, order="C")
        for b in range(count):
            held[:, b, np.setdiff1d(np.arange(len(hands)), order[b, : live[b]])] = -1
        info = np.stack([2 * tree.street + tree.player, tree.actions, tree.first[:-1], tree.player], axis=1)
        deep = _depth(tree) + 2
        require("a best response with real cards", 16 * deep * held[0].size, "begin it on a later street")
        room = [np.empty((deep, count, len(hands))) for _ in range(2)]
        way = [np.zeros(deep, dtype=np.int64) for _ in range(2)]
        fixed = (info.astype(np.int32), tree.offsets(self.counts)[:-1], tree.child, self.steps, held)
        table, look = (order, live, sorted_cards, groups, kinds), np.array(alike, dtype=np.int64)
        found = [walk_boards(*fixed, table, player, look, *room, *way) for player in (0, 1)]
        return float(found[0]) / pairs, float(found[1]) / pairs


def _depth(tree: FlatTree) -> int:
    """Decisions of the longest line."""
    owner = np.repeat(np.arange(len(tree)), tree.actions)
    depth = np.ones(len(tree), dtype=np.int64)
    for n in range(1, len(tree)):
        depth[n] = depth[owner[tree.parent[n]]] + 1
    return int(depth.max())


def _boards_from(blueprint: Blueprint, size: int, rng: np.random.Generator) -> _Boards:
    """The boards that follow one of `size` cards drawn at random, their buckets, and which of them look alike when."""
    root = rng.choice(52, size, replace=False).tolist()
    rows = [
        blueprint.buckets.of(0)[0],
        *(blueprint.bucket_row(tuple(root[:k])) for k in BOARD_CARDS[1:] if k <= size),
    ]
    left = [card for card in range(52) if card not in root]
    boards = [[*root, *cards] for cards in permutations(left, 5 - size)]
    buckets = [np.tile(row, (len(boards), 1)) for row in rows]
    if size == 3:
        turns = {card: blueprint.buckets.bucket_of([*root, card]) for card in left}
        buckets.append(np.stack([turns[board[3]] for board in boards]))
    if size < 5:
        rivers = {
            cards: blueprint.buckets.bucket_of([*root, *cards]) for cards in combinations(left, 5 - size)
        }
        buckets.append(np.stack([rivers[tuple(sorted(board[size:]))] for board in boards]))
    alike = {5: (0, 0, 0, 1), 4: (0, 0, len(boards), 1), 3: (0, len(boards), len(left) - 1, 1)}[size]
    hands = np.flatnonzero(~np.isin(hand_cards(), root).max(axis=1))
    return np.array(boards), hands, buckets, alike


@checked
def river_response(
    blueprint: Blueprint,
    *,
    first: str = "river",
    boards: int = 100,
    seed: int = 0,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> RiverResponse:
    """How much best responses with real cards, from a street on and inside the betting tree, win from a blueprint.

        E_board [ Σ_h v_response(h) ]   over boards; exact over all pairs of hands and all later cards

    The response holds its real hand, not a bucket, and knows the blueprint; it plays like it before the street `first`:
    "river", "turn" or "flop". So the mean is a lower bound on exploitability, without bias, and its interval is of the
    boards of that street alone, of which `boards` are drawn; a turn takes 48 times as long as a river, a flop 2,352
    times. Stopped early it answers for the boards that were done.
    """
    if not 1 <= boards <= 10**9:
        raise ParameterError(f"boards={quote(boards)}; expected a whole number of at least 1")
    size = read_street(first, name="first")
    walk = BoardWalk(blueprint.tree, blueprint.counts, blueprint.steps())

    def one(k: int) -> tuple[float, float]:
        return walk.values_on(*_boards_from(blueprint, size, np.random.default_rng([seed, k])))

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
    street = next(name for name, cards in STREETS.items() if cards == size)
    return RiverResponse(blueprint.name, len(found), score, gains, seed, took, stopped or "boards", street)


class RiverWatch:
    """Looks at a strategy in training now and then; `mbb` is what it saw last, None before.

    A best response with real cards on the river, the blueprint before: a lower bound, on a few boards. It is no measure
    of progress: it grows while players learn to build pots, and says what there is to be won on the river.
    """

    def __init__(self, menu: Menu, tree: FlatTree, counts: list[int], dealer: Dealer) -> None:
        self.menu, self.tree, self.counts, self.dealer = menu, tree, counts, dealer
        self.mbb: float | None = None
        self.looks: list[tuple[float, float]] = []  # seconds of training, mbb/h
        self._next = LEAST_SECONDS
        self._boards: list[_Seen] = []

    @property
    def is_possible(self) -> bool:
        """Whether there is a river to look at, with its buckets."""
        return int(self.tree.street.max()) >= RIVER and int(self.dealer.sizes[1]) > RIVER

    def look(self, seconds: float, weights: Callable[[], npt.NDArray[np.float32]]) -> None:
        """Look if it is time; weights(): the average strategies `[E]`."""
        if seconds < self._next or not self.is_possible:
            return
        clock = Clock()
        self._boards = self._boards or [self._board(k) for k in range(WATCHED)]
        walk = BoardWalk(self.tree, self.counts, self._steps(weights()))
        found = [sum(walk.values(board, hands, rows, RIVER)) for board, hands, rows in self._boards]
        self.mbb = float(np.mean(found)) / 2 * 1000 / self.menu.blinds[1]
        self.looks.append((seconds, self.mbb))
        self._next = seconds + max(LEAST_SECONDS, clock.seconds / SHARE)

    def _steps(self, weights: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
        from tianji.kernels.poker.external import quantise

        steps = np.empty(len(weights), dtype=np.uint8)
        quantise(self.tree.offsets(self.counts), self.tree.actions, weights, 255, steps)
        return steps

    def _board(self, k: int) -> _Seen:
        """A board, its hands, and their buckets `[1326]` by street, as the trainer sees them."""
        from tianji.kernels.poker.public_chance import draw_board, find_buckets, make_table, seat_hands

        table = make_table()
        row = draw_board(self.dealer, np.uint64(7919 * (k + 1)), table)
        seat_hands(self.dealer, table)
        find_buckets(self.dealer, row, table)
        hands = table.hand[: int(table.sizes[0])]
        rows = []
        for street in range(RIVER + 1):
            found = np.zeros(NUM_HANDS, dtype=np.int32)
            found[hands] = table.bucket[street][table.place[street][: len(hands)]]
            rows.append(found)
        return table.drawn[4:9].tolist(), np.sort(hands), rows

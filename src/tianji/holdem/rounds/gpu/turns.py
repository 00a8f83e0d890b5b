"""The turns of a game of three rounds in tensors, those of some flops at a time, so that memory is what one asks for.

How flops are cut does not change what is found: turns do not know of each other, and cells are sums over all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.memory import require
from tianji.holdem.engine.layout import Forest
from tianji.holdem.rounds.gpu.walk import TurnWalk, walk_bytes
from tianji.holdem.spot.boards import Board
from tianji.poker.cards import hand_cards
from tianji.run.stopping import Cancelled

PIECE = 12 * 2**30  # bytes that solving the subgames of a piece may take; more where a device has much:
SHARE, MOST = 4, 32 * 2**30  # this part of what is free, but no more than that
WAY_OUT = "use device='cpu', which walks one flop after the other, or a smaller scale"
GATE = 20 * 8  # bytes a hand and root of a gate: `gates.PARTS`, and what comes and goes while it chooses
TALLIES = 64 * 64  # places of `Ends.members`, at most
Kept = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class TurnPiece:
    """Some flops in a row and their turns on the device. cells: buckets of the turns' hands, where there are any.

    spans: `[flops + 1]`, where each flop's turns begin among those of the piece. times: `[turns]`, the cards that each
    stands for, of those that may come after its flop.
    """

    number: int
    flops: range
    street: Any
    deals: Any
    cells: Any
    spans: npt.NDArray[np.int64]
    times: npt.NDArray[np.float64]

    @property
    def part(self) -> slice:
        """The piece's flops among all."""
        return slice(self.flops.start, self.flops.stop)


# The opponent's reach at the roots of a piece's turns in, a player's values there out: `[turns, C, H]`.
Visit = Callable[[TurnPiece, Any], Any]


class Turns:
    """All turns in pieces. flops: tables of the flops (`device.make_tables`); cards: how many may come after one.

    held, count: buckets of the turns' hands, `[turns, H]`, where strategies are shared. piece: bytes (`piece_bytes`).
    """

    def __init__(
        self,
        boards: Sequence[Sequence[Board]],
        forest: Forest,
        flops: Any,
        cards: int,
        piece: float | None = None,
        held: Kept | None = None,
        count: int = 0,
    ) -> None:
        self.forest, self.flops, self.cards = forest, flops, cards
        self._boards, self._held, self._count = boards, held, count
        size = 8 if flops.is_double else 4
        each = float(turn_bytes(forest, len(boards[2][0].combos[0]), size))
        parts = cut(
            [f.below[1] - f.below[0] for f in boards[1]],
            (piece_bytes(flops.free()) if piece is None else piece) / each,
        )
        most = max(boards[1][part[-1]].below[1] - boards[1][part[0]].below[0] for part in parts)
        fixed = table_bytes(len(boards[2][0].combos[0]), len(boards[1][0].combos[0]), flops.is_fast)
        where = "" if flops.free() is None else " on the device"
        if flops.is_fast and held is not None:
            fixed += walk_bytes(forest, len(boards[2][0].combos[0]))
        room = fixed * len(boards[2]) + each * most
        require(f"{len(boards[2]):,} turns{where}", room, WAY_OUT, allowed=flops.free())
        self.pieces = [self._make(number, part) for number, part in enumerate(parts)]

    def _make(self, number: int, part: range) -> TurnPiece:
        from tianji.kernels.gpu.cells import Cells
        from tianji.kernels.gpu.next_cards import NextCards
        from tianji.kernels.gpu.street import Street
        from tianji.kernels.gpu.tables import Tables

        flops = self._boards[1][part.start : part.stop]
        turns = range(flops[0].below[0], flops[-1].below[1])
        boards = self._boards[2][turns.start : turns.stop]
        spans = np.array([f.below[0] for f in flops] + [turns.stop]) - turns.start
        times = np.array([len(board.members) for board in boards], dtype=np.float64)
        above, device = np.array([board.above for board in boards]) - part.start, self.flops.device
        tables = Tables(
            np.stack([board.combos[0] for board in boards]),
            np.stack([np.repeat(np.arange(len(b.groups)), b.groups[:, 1] - b.groups[:, 0]) for b in boards]),
            np.stack([board.parents[0][0] for board in boards]), hand_cards(),
            times * np.array([flop.copies for flop in flops])[above],
            self.flops.hands, device, self.flops.is_double,
        )  # fmt: skip
        street, cells = Street(tables, self.forest), None
        if self._held is not None:
            cells = Cells(street, self._held[turns.start : turns.stop], self._count)
        deals = NextCards(tables, above, *_children(boards, self.flops.hands, len(flops), self.cards))
        return TurnPiece(number, part, street, deals, cells, spans, times)

    def piece_of(self, flop: int) -> TurnPiece:
        """The piece that a flop is in."""
        return next(piece for piece in self.pieces if flop in piece.flops)

    def values(self, reach: Any, visit: Visit, is_over: Callable[[], bool]) -> Any:
        """`[B, C, H]` in float64: values at the ends of all flops, summed over the next cards; reach: `[B, C, H]`.

        Raises `Cancelled` where told to leave before all pieces are visited.
        """
        found = []
        for piece in self.pieces:
            if is_over():
                raise Cancelled
            found.append(piece.deals.up(visit(piece, piece.deals.down(reach[piece.part]))))
        return self.flops.xp.cat(found)


def in_cells(
    player: int,
    sigma: Sequence[Any],
    is_best: bool,
    sums: list[Any] | None,
    walk_of: Callable[[TurnPiece], TurnWalk | None],
) -> Visit:
    """A player's pass over turns on which both play sigma, `[rows, K]` each, or he his best with real cards.

    sums: the opponent's plans and the player's values as cells are added to these two, where there is such a list.
    walk_of: the generated kernels of a piece, or None.
    """

    def visit(piece: TurnPiece, start: Any) -> Any:
        street, cells, other, walk = piece.street, piece.cells, 1 - player, walk_of(piece)
        if walk is not None:
            found, parts = walk.in_cells(player, start, sigma, is_best, sums is not None)
        else:
            reach = cells.forward(other, start, sigma[other])
            cfv = street.terminals(player, reach)
            found = street.value(player, cfv, None) if is_best else cells.value(player, cfv, sigma[player])
            parts = [] if sums is None else [cells.sums(reach), cells.sums(cfv)]
        for k, part in enumerate(parts):
            assert sums is not None
            sums[k] = sums[k] + part
        return found

    return visit


def piece_bytes(free: int | None) -> float:
    """What a piece may take where so much is free on a device; None: on the CPU.

    >>> [piece_bytes(gib * 2**30) / 2**30 for gib in (20, 80, 139)]
    [12.0, 20.0, 32.0]
    """
    return float(PIECE if free is None else max(PIECE, min(free / SHARE, MOST)))


def _children(boards: Sequence[Board], hands: int, flops: int, cards: int) -> tuple[Kept, Kept]:
    """What `NextCards` wants: the turn of every card that may come after each flop, and where its hands are there."""
    numbers = np.repeat(np.arange(len(boards)), [len(board.members) for board in boards])
    rows = np.concatenate([board.parents[0] for board in boards]).astype(np.int64)
    places = np.full((len(rows), hands), rows.shape[1], dtype=np.int32)
    np.put_along_axis(places, rows, np.arange(rows.shape[1], dtype=np.int32)[None], axis=1)
    return numbers.astype(np.int32).reshape(flops, cards), places.reshape(flops, cards, hands)


def cut(turns: Sequence[int], most: float) -> list[range]:
    """Flops in pieces of so many turns at most, of one flop at least; turns: how many each has.

    >>> cut([3, 4, 5, 2, 9], 7)
    [range(0, 2), range(2, 4), range(4, 5)]
    """
    edges, total = [0], 0
    for b, count in enumerate(turns):
        if total and total + count > most:
            edges.append(b)
            total = 0
        total += count
    return [range(lo, hi) for lo, hi in zip(edges, [*edges[1:], len(turns)], strict=True)]


def turn_bytes(forest: Forest, hands: int, size: int) -> int:
    """What a turn takes while its subgames are solved; size: bytes of a number."""
    rows = 2 * sum(forest.rows) + sum(forest.slots)
    making = 2 * TALLIES * 8 + 64 * 12 * hands  # of the tables, and in sums by card
    return hands * (size * rows + GATE * forest.roots) + making


def table_bytes(hands: int, above: int, is_fast: bool) -> int:
    """What the tables of a turn take all the time, as `Tables`, `Cells` and `NextCards` keep them."""
    size = 2 if is_fast else 8
    return size * (TALLIES + 8 * hands) + 8 * hands + 8 * hands + 2 * 4 * above

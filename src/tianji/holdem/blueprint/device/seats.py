"""Boards of a batch, drawn by the CPU while the machine is busy with those before."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.blueprint.device.plan import DevicePlan

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

Span = tuple[int, int]  # boards number first … stop


class Seats:
    """Boards of a batch drawn on the host, as kernels read them."""

    def __init__(
        self, dealer: Dealer, seed: np.uint64, most: int, plan: DevicePlan, real: np.dtype[Any]
    ) -> None:
        from tianji.kernels.poker.public_chance import make_table

        self.dealer, self.seed, self.parts, width = dealer, seed, plan.board_parts(most, real), plan.width
        self.room = np.zeros(sum(self.parts["live"]), dtype=np.uint8)
        self._tables = [make_table()]
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "words": ((most, 3, width), np.uint32), "pieces": ((most, 4, width), np.uint32),
            "order": ((most, 4, width), np.uint16), "counts": ((most, 8), np.int32), "weights": ((most,), real),
            "live": ((1,), np.int32),
        }  # fmt: skip
        views = {
            name: self.room[slice(at, at + size)].view(shapes[name][1]).reshape(shapes[name][0])
            for name, (at, size) in self.parts.items()
        }
        self._words, self._order = views["words"], views["order"]
        self._pieces, self._counts = views["pieces"], views["counts"]
        self._weights, self._live = views["weights"], views["live"]

    def fill(self, first: int, stop: int, threads: int) -> None:
        """Boards number first … stop."""
        from tianji.kernels.gpu.seats import seat_boards
        from tianji.kernels.poker.public_chance import make_table

        while len(self._tables) < threads:
            self._tables.append(make_table())
        edges = np.linspace(0, stop - first, threads + 1).astype(np.int64).tolist()

        def part(k: int) -> None:
            seat_boards(
                self.dealer, self.seed, first, edges[k], edges[k + 1], int(self.dealer.sizes[1]), self._tables[k],
                self._words, self._order, self._pieces, self._counts,
            )  # fmt: skip

        if threads == 1:
            part(0)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(part, range(threads)))
        self._weights[: stop - first] = np.arange(first + 1, stop + 1)
        self._live[0] = stop - first


class SeatsAhead:
    """Two rooms of seats: into one the next boards are drawn, by a thread of its own, while the other is read."""

    def __init__(
        self, dealer: Dealer, seed: np.uint64, most: int, plan: DevicePlan, real: np.dtype[Any], threads: int
    ) -> None:
        self._rooms = [Seats(dealer, seed, most, plan, real) for _ in range(2)]
        self._pool, self.threads = ThreadPoolExecutor(1), threads
        self._ahead: tuple[Span, Future[None]] | None = None
        self.parts, self.size = self._rooms[0].parts, self._rooms[0].room.size

    def take(self, span: Span) -> npt.NDArray[np.uint8]:
        """The room with these boards, to be read before `draw` is called twice."""
        if self._ahead is not None:
            self._ahead[1].result()
        if self._ahead is None or self._ahead[0] != span:
            self._rooms[0].fill(*span, self.threads)
        self._ahead = None
        self._rooms.reverse()
        return self._rooms[1].room

    def draw(self, span: Span) -> None:
        """Begin with these boards, which come next."""
        self._ahead = span, self._pool.submit(self._rooms[0].fill, *span, self.threads)

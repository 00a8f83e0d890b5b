"""How table 4 walks its flops: one after the other by compiled kernels on threads, or all at once in tensors."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from tianji.core.memory import require
from tianji.errors import NotApplicableError
from tianji.holdem.abstraction.work import Work
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.nested.forest import FloatArray, Flop, FlopForest
from tianji.holdem.nested.gated import GatedRounds
from tianji.holdem.nested.prepared import Prepared
from tianji.holdem.nested.tree import Carved
from tianji.holdem.rounds.column import Row
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.subgames import BoardAnswer
from tianji.holdem.spot.boards import Board
from tianji.run.clock import OutOfBudget
from tianji.run.stopping import Cancelled

PIECE = 48  # flops that are solved between two savings, at least; on many threads more, so that few wait
Found = TypeVar("Found")
Run = Callable[[int, Any], Found]  # of a flop's number, and the flop; or of 0 and all flops


def make_walk(small: RoundGame, boards: list[list[Board]], work: Work, storage: str, device: str) -> FlopWalk:
    """How flops are walked on a device."""
    given = small, boards, work, storage
    return FlopWalk(*given) if device == "cpu" else TensorWalk(*given, device)


class FlopWalk:
    """One flop after the other, on the threads of the work; storage: what kernels reckon in."""

    keeps_runs = True  # whether what is half done is worth a file

    def __init__(self, small: RoundGame, boards: list[list[Board]], work: Work, storage: str) -> None:
        self.small, self.boards, self.work, self.storage = small, boards, work, storage

    @cached_property
    def copies(self) -> FloatArray:
        """How many flops each that is walked stands for."""
        return np.array([board.copies for board in self.boards[1]], dtype=np.float64)

    @property
    def real(self) -> Any:
        """The type of rows."""
        return np.float64 if self.storage == "float64" else np.float32

    def forest(self, carved: Carved) -> FlopForest:
        """Part of the betting on flops."""
        return FlopForest(carved, self.storage)

    def prepared(self, **given: Any) -> Prepared:
        """Room for a strategy."""
        return Prepared(**given, kind=self.real)

    def load(self, found: Prepared, path: Path) -> None:
        """Fill a strategy from its file."""
        found.load(path)

    def send(self, found: Prepared) -> None:
        """Have a strategy where the flops are walked, once its rows are filled."""

    def game(self) -> CpuBackend:
        """The small game."""
        return self.small.backend(storage=self.storage, threads=self.work.threads, tick=self.work.check)

    def gated(self, *given: Any) -> GatedRounds:
        """The rest of a hand behind a gate; given: as `GatedRounds` wants it."""
        return GatedRounds(*given, storage=self.storage, threads=self.work.threads)

    def require(self, what: str, pairs: int) -> None:
        """Refuse what does not fit into memory."""
        rows = 8.0 * pairs * len(self.boards[1]) * len(self.small.hands)
        require(what, 1.6 * rows, "take a smaller deck, or fewer bets")

    def each(self, phase: str, run: Run[Found]) -> list[Found]:
        """What run gives for what is walked at once: flop by flop, or for all of them."""
        flops = self.boards[1]
        return self.work.map(phase, "flops", range(len(flops)), lambda b: run(b, Flop(flops[b])))

    def total(self, phase: str, run: Run[FloatArray]) -> FloatArray:
        """Σ over all flops, those equal by suit included, of what run gives."""
        found = self.each(phase, run)
        leaves: FloatArray = np.zeros(found[0].shape)
        for n, part in zip(self.copies, found, strict=True):
            leaves += n * part
        return leaves

    def advance(self, row: Row, phase: str, run: Run[BoardAnswer], already: int, total: int) -> None:
        """Solve the next flops of a row; already, total: flops that are done, and of the whole table."""
        piece = max(PIECE, 8 * self.work.threads)
        flops = range(row.done, min(row.done + piece, row.flops))
        found = self.work.map(
            phase, "flops", flops, lambda b: run(b, Flop(self.boards[1][b])), already=already, total=total
        )
        row.add(found, self.copies)


class TensorWalk(FlopWalk):
    """All flops at once, on a device (`rounds.device`); a row is one piece."""

    keeps_runs = False

    def __init__(
        self, small: RoundGame, boards: list[list[Board]], work: Work, storage: str, device: str
    ) -> None:
        super().__init__(small, boards, work, storage)
        self.device = device

    @cached_property
    def tables(self) -> Any:
        """The flops on the device."""
        from tianji.holdem.rounds.device import make_tables

        return make_tables(self.boards, self.device, self.storage)

    def forest(self, carved: Carved) -> FlopForest:
        """Part of the betting on flops."""
        from tianji.holdem.nested.tensors import TensorForest

        return TensorForest(carved, self.tables)

    def prepared(self, **given: Any) -> Prepared:
        """Room for a strategy."""
        from tianji.holdem.nested.tensors import TensorPrepared

        return TensorPrepared(**given, kind=self.real)

    def load(self, found: Any, path: Path) -> None:
        """Fill a strategy from its file."""
        found.load(path)
        self.send(found)

    def send(self, found: Any) -> None:
        """Have a strategy on the device."""
        found.send(self.tables)

    def game(self) -> CpuBackend:
        """The small game."""
        from tianji.holdem.rounds.device import TensorGame

        return TensorGame(self.small, storage=self.storage, threads=self.work.threads, tables=self.tables)

    def gated(self, *given: Any) -> GatedRounds:
        """The rest of a hand behind a gate."""
        from tianji.holdem.nested.tensors import TensorGated

        return TensorGated(self.tables, *given, storage=self.storage, threads=self.work.threads)

    def require(self, what: str, pairs: int) -> None:
        """Refuse what does not fit into the memory of the device: regrets, averages, and what a pass takes."""
        from tianji.holdem.rounds.device import require_room

        require_room(self.tables, what, 3.0 * pairs * self.tables.row_bytes)

    @cached_property
    def copies(self) -> FloatArray:
        """One for all: sums are over all flops already."""
        return np.ones(1)

    def each(self, phase: str, run: Run[Found]) -> list[Found]:
        """All flops at once."""
        return [self._run(run, lambda share: not self.work.clock.is_over())]

    def _run(self, run: Run[Found], goes_on: Callable[[float], bool]) -> Found:
        from tianji.holdem.nested.tensors import Flops

        self.work.check()
        try:
            return run(0, Flops(self.tables, goes_on))
        except Cancelled:
            raise OutOfBudget from None

    def advance(self, row: Row, phase: str, run: Run[BoardAnswer], already: int, total: int) -> None:
        """All flops of a row."""
        if row.done:
            raise NotApplicableError(
                "tensors solve all flops at once; begin this row anew, in another folder"
            )

        def goes_on(share: float) -> bool:
            self.work.tell(phase, already + int(share * row.flops), total, "flops")
            return not self.work.clock.is_over()

        row.add([self._run(run, goes_on)], self.copies)
        row.done = row.flops

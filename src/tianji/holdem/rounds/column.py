"""Column: one number of buckets of a table, from the buckets to the loss of every row, each step kept in a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core import storage
from tianji.core.memory import require
from tianji.core.result import finite
from tianji.core.schema import Array, Schema, maybe, number, table, whole
from tianji.errors import FileAccessError, FileFormatError, ParameterError, quote, quote_path
from tianji.holdem.abstraction.buckets import Buckets, make_buckets
from tianji.holdem.abstraction.work import Work
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.config import PAPER_METHOD, check_config, game_digest
from tianji.holdem.rounds.entries import LEAST_WEIGHT
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.paper import TRUNK
from tianji.holdem.rounds.pieces import JOB, blueprint_arrays, cut_row, game_args, solve_pieces
from tianji.holdem.rounds.runner import RoundRunner, blueprint_digest
from tianji.holdem.rounds.sizes import blueprint_bytes, tables_of
from tianji.holdem.rounds.subgames import MARGIN_EDGES, BoardAnswer, SubgameSolver, gate_of
from tianji.run.checkpoint import Checkpoint
from tianji.run.clock import OutOfBudget
from tianji.run.drive import Evaluation, drive
from tianji.run.limits import Limits
from tianji.run.stopping import Cancelled

KIND = "table-row"
SOLVE_KIND = "rounds-solve"
SAVE_SECONDS = 30.0
SAVE_BYTES = 2e7  # a second: larger runs are saved less often, so that saving stays a small part of the time
_FIELDS: dict[str, Any] = {
    "config": table, "done": whole(), "flops": whole(1), "response": maybe(number()), "slack": maybe(number()),
    "margin": maybe(number()),
    "seconds": number(0),
}  # fmt: skip


@dataclass(frozen=True)
class Settings:
    """How a column is worked out: iterations of CFR of the blueprint, and of each subgame; the seed of the buckets."""

    blueprint_iterations: int
    iterations: int
    seed: int = 0
    buckets: str | None = None  # a file of one's own
    device: str = "cpu"  # see rounds.device
    method: str = PAPER_METHOD


@dataclass
class Row:
    """What one technique in one seat has come to: flops done; the opponent's values `[C, H]`, summed over them.

    margins: the weight of the hands in each bin of `MARGIN_EDGES`; nan where flops were solved before it was counted.
    """

    config: dict[str, Any]
    flops: int
    leaves: npt.NDArray[np.float64]
    done: int = 0
    slack: float = 0.0
    margin: float = nan
    response: float = nan
    seconds: float = 0.0
    margins: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(MARGIN_EDGES) + 1))

    @property
    def is_done(self) -> bool:
        """Whether all flops are in it."""
        return self.done == self.flops

    def add(self, answers: Sequence[BoardAnswer], copies: npt.NDArray[np.float64]) -> None:
        """Take in the next flops, in their order: sums come out the same wherever a run was broken off."""
        for answer, n in zip(answers, copies[self.done : self.done + len(answers)], strict=True):
            self.leaves += n * answer.cbv
            self.slack += float(n) * answer.slack
            self.margin = float(np.fmin(self.margin, answer.margin))
            self.margins += n * answer.margins
        self.done += len(answers)

    def save(self, path: Path) -> None:
        """Write it down."""
        fields = {
            "config": self.config, "done": self.done, "flops": self.flops, "seconds": self.seconds,
            "response": self.response, "slack": self.slack, "margin": self.margin,
        }  # fmt: skip
        counted = {"margins": self.margins} if np.isfinite(self.margins).all() else {}
        storage.save(path, KIND, {"leaves": self.leaves, **counted}, finite(fields))

    def load(self, path: Path) -> None:
        """Continue from a file; one of another game, of other buckets or settings is refused."""
        check_config(path, storage.open_file(path, KIND).fields.get("config"), self.config)
        counts = Array("float", self.margins.shape, 0, dtype=np.float64, is_optional=True)
        leaves = Array("float", self.leaves.shape, dtype=np.float64)
        tensors, fields = storage.load(path, KIND, Schema({"leaves": leaves, "margins": counts}, _FIELDS))
        if fields["flops"] != self.flops or fields["done"] > self.flops:
            raise FileFormatError(
                f"{quote_path(path)}: {fields['done']} of {fields['flops']} flops are done, of {self.flops} in this "
                "game; delete it"
            )
        self.leaves, self.done = tensors["leaves"].copy(), fields["done"]
        self.slack, self.margin, self.response = (
            nan if fields[name] is None else float(fields[name]) for name in ("slack", "margin", "response")
        )
        self.seconds = float(fields["seconds"])
        self.margins = tensors["margins"].copy() if "margins" in tensors else np.full_like(self.margins, nan)


def seat_file(folder: Path, seat: int, technique: str) -> Path:
    """Where a row is kept, e.g. `seat0-reach-maxmargin-not-split.safetensors`."""
    words = "".join(c if c.isalnum() or c == "-" else " " for c in technique).split()
    return folder / f"seat{seat}-{'-'.join(words)}.safetensors"


class Column:
    """The steps of one column; what is in the folder already is not done again.

    Every file carries the digests of what it was made from: the game, the buckets, the blueprint.
    """

    def __init__(
        self,
        game: RoundGame,
        count: int,
        settings: Settings,
        folder: Path | None,
        work: Work,
        techniques: Sequence[str],
    ) -> None:
        self.game, self.count, self.settings, self.folder, self.work = game, count, settings, folder, work
        self.rows: dict[tuple[str, int], Row] = {}
        self.techniques = list(techniques)
        self.blueprint: Evaluation | None = None

    def path(self, name: str) -> Path | None:
        """A file of the folder; None where nothing is kept."""
        return None if self.folder is None else self.folder / name

    def run(self) -> None:
        """All steps; raises `OutOfBudget` where the time ran out, with what is done in `rows`."""
        backend = self.solved()
        solvers = [self.solver(backend, seat) for seat in (0, 1)]
        digest = blueprint_digest(backend)
        todo = []
        for technique in self.techniques:
            for seat in (0, 1):
                row = self._row(backend, solvers[seat], technique, seat, digest)
                self.rows[technique, seat] = row
                todo.append((row, solvers[seat], technique, seat))
        total = sum(row.flops for row, *_ in todo)
        already = sum(row.done for row, *_ in todo)
        if self.work.executor is not None:
            self._spread(todo, backend, digest)
        for row, solver, technique, seat in todo:
            while not row.is_done:
                already += self._piece(row, solver, technique, seat, already, total)

    @cached_property
    def buckets(self) -> Buckets:
        """From the file given, the folder, or made now."""
        given, path = self.settings.buckets, self.path("buckets.safetensors")
        if given is not None or (path is not None and path.exists()):
            found = Buckets.load(given if given is not None else str(path))
            self._check_buckets(found, given if given is not None else str(path))
            return found
        self.work.check()
        left = max(self.work.clock.left, 1e-3)
        made = make_buckets(
            self.game.last, self.count, deck=4 * self.game.ranks, seed=self.settings.seed, threads=self.work.threads,
            seconds=left if left < 1e9 else None, progress=self.work.progress, stop=self._is_over,
        )  # fmt: skip
        if made.stopped:
            self._pass_on(made.stopped)
            raise OutOfBudget
        if path is not None:
            self.work.keep(partial(made.save, path))
        return made

    def _check_buckets(self, found: Buckets, path: str) -> None:
        last = self.game.last
        if found.game != last or found.deck != len(self.game.deck):
            raise ParameterError(
                f"{quote(path)} has buckets of {found.game} hold'em with {found.deck} cards, this game is {last} "
                f"hold'em with {len(self.game.deck)}; make buckets for it, or leave the file out"
            )
        have = found.count(last) if found.last in found.clusters else 0
        if have != self.count:
            raise ParameterError(
                f"{quote(path)} has {have} buckets on the {last}, this column {self.count}; choose the column that fits"
            )
        if last == "turn" and (3 not in found.clusters or found.clusters[3] is not None):
            raise ParameterError(
                f"{quote(path)} has buckets on the flop; turn hold'em keeps all hands there: make them with one number"
            )
        if self.settings.buckets is None and found.seed != self.settings.seed:
            raise ParameterError(
                f"{quote(path)} was made with seed={found.seed}, this run has seed={self.settings.seed}; use the same "
                "seed, or another folder"
            )

    def solved(self) -> BucketBackend:
        """The blueprint: CFR+ in the abstract game."""
        buckets, work, game = self.buckets, self.work, self.game
        work.check()
        room = blueprint_bytes(game, self.count)
        require(f"a blueprint with {self.count:,} buckets", room, "choose fewer buckets, or a smaller deck")
        backend = self._backend(tables_of(buckets, game, work.threads))
        config = {
            "game": game_digest(game), "buckets": buckets.digest, "method": self.settings.method,
            "iterations": self.settings.blueprint_iterations,
            **({"turns": "weighed"} if game.rounds == 3 else {}),  # each counted once, whatever it stands for, before
        }  # fmt: skip
        phase = f"{self.count:,} buckets: blueprint"
        self.blueprint = self.drive(
            backend,
            self.settings.blueprint_iterations,
            config,
            "blueprint.safetensors",
            phase,
            self.settings.method,
        )
        return backend

    def _backend(self, tables: Sequence[npt.NDArray[np.integer]]) -> BucketBackend:
        device = self.settings.device
        if device == "cpu":
            return BucketBackend(self.game, tables, threads=self.work.threads, tick=self.work.check)
        from tianji.holdem.rounds.device import TensorBackend

        return TensorBackend(self.game, tables, device=device, threads=self.work.threads)

    def drive(
        self, backend: Any, iterations: int, config: dict[str, Any], name: str, phase: str, method: str
    ) -> Evaluation:  # fmt: skip
        """Solve a backend to so many iterations, from where its file left off; how good it is then."""
        path = self.path(name)
        if path is not None and path.exists():
            check_config(path, storage.open_file(path, SOLVE_KIND).fields.get("config"), config)
        runner = RoundRunner(backend, method)
        size = sum(array.nbytes for array in runner.tensors()[0].values()) if path is not None else 0
        checkpoint = None if path is None else Checkpoint(
            str(path), config, resume=path.exists(), every=max(SAVE_SECONDS, size / SAVE_BYTES), kind=SOLVE_KIND,
        )  # fmt: skip
        same: dict[str, Any] = {"progress": self.work.progress, "stop": self._is_over, "phase": phase}
        go = partial(drive, runner, Limits(iterations=iterations), **same)
        try:
            end = go(checkpoint=checkpoint)
            self.work.kept += checkpoint is not None
        except FileAccessError as error:  # of the first writing, before any work
            self.work.miss(error)
            end = go()
        if end.unsaved:
            self.work.miss(FileAccessError(end.unsaved))
        if runner.t < iterations or end.evaluation is None:
            self._pass_on(end.stopped)
            raise OutOfBudget
        return end.evaluation

    def _is_over(self) -> bool:
        return self.work.clock.is_over()

    def _pass_on(self, stopped: str) -> None:
        """A request that an inner driver heard ends the whole."""
        self.work.clock.stopped = self.work.clock.stopped or stopped

    def solver(self, backend: BucketBackend, seat: int) -> SubgameSolver:
        """Subgames of a seat with all that they share worked out, since threads will ask for it."""
        solver = self._solver(backend, seat)
        room = 3 * 8.0 * len(backend.boards[1]) * len(solver.trunk.lines) * len(self.game.hands)
        require(
            "the values of all hands on all flops", room, "take a smaller deck or fewer bets before the flop"
        )
        backend.heed(self._is_over)
        try:
            solver.prepare()
        except Cancelled:
            raise OutOfBudget from None
        finally:
            backend.heed(None)
        self.work.check()  # a pass that was left early is not used
        trunk = solver.blueprint_response
        self.rows[TRUNK, seat] = Row({}, 1, np.zeros(0), 1, 0.0, nan, trunk)
        return solver

    def _solver(self, backend: BucketBackend, seat: int) -> SubgameSolver:
        if self.settings.device == "cpu":
            return SubgameSolver(backend, seat)
        from tianji.holdem.rounds import device
        from tianji.holdem.rounds.gpu import turn_solver

        return (turn_solver.TurnSolver if self.game.rounds == 3 else device.TensorSolver)(backend, seat)

    def _row(
        self, backend: BucketBackend, solver: SubgameSolver, technique: str, seat: int, digest: str
    ) -> Row:
        config = {
            "game": game_digest(self.game), "buckets": self.buckets.digest, "blueprint": digest, "technique": technique,
            "seat": seat, "iterations": self.settings.iterations, "method": self.settings.method,
            "least weight": LEAST_WEIGHT,
        }  # fmt: skip
        row = Row(config, len(backend.boards[1]), np.zeros((len(solver.trunk.lines), len(self.game.hands))))
        if self.folder is not None and (path := seat_file(self.folder, seat, technique)).exists():
            row.load(path)
            if row.is_done and abs(row.response - solver.trunk.response(row.leaves)) > 1e-9 * (
                1 + abs(row.response)
            ):
                raise FileFormatError(
                    f"{quote_path(path)}: its best response is not that of its values; delete it"
                )
        return row

    def _piece(
        self, row: Row, solver: SubgameSolver, technique: str, seat: int, already: int, total: int
    ) -> int:
        """Solve the next flops of a row and save it; how many that were."""
        gate, iterations = gate_of(technique), self.settings.iterations
        flops = solver.next_flops(row.done)
        began = self.work.clock.seconds
        phase = f"{self.count:,} buckets: subgames"

        def spread(items: Sequence[int], run: Callable[[int], BoardAnswer]) -> list[BoardAnswer]:
            return self.work.map(phase, "flops", items, run, already=already, total=total)

        def tell(share: float) -> None:
            self.work.tell(phase, already + int(share * len(flops)), total, "flops")

        solver.blueprint.heed(self._is_over)
        try:
            found = solver.solve_many(flops, gate, iterations, spread, tell, self.settings.method)
        except Cancelled:
            raise OutOfBudget from None
        finally:
            solver.blueprint.heed(None)
        self._add(row, solver, technique, seat, found, self.work.clock.seconds - began)
        return len(flops)

    def _spread(
        self, todo: Sequence[tuple[Row, SubgameSolver, str, int]], backend: BucketBackend, digest: str
    ) -> None:
        """Solve what is left of all rows on the processes of the work, and save each as it grows."""
        same = {
            "game": game_args(self.game), "blueprint": digest, "iterations": self.settings.iterations,
            "method": self.settings.method,
        }  # fmt: skip
        pieces = [
            piece
            for k, (row, _, technique, seat) in enumerate(todo)
            for piece in cut_row(k, row.done, row.flops, {**same, "technique": technique, "seat": seat})
        ]
        total = sum(row.flops for row, *_ in todo)

        def tell(more: int, detail: str) -> None:
            done = sum(row.done for row, *_ in todo) + more
            self.work.tell(f"{self.count:,} buckets: subgames", done, total, "flops", detail)

        shared = blueprint_arrays(backend, tables_of(self.buckets, self.game, self.work.threads))
        for piece, found, seconds in solve_pieces(self.work, JOB, pieces, shared, tell):
            row, solver, technique, seat = todo[piece.row]
            self._add(row, solver, technique, seat, found, seconds)

    def _add(
        self,
        row: Row,
        solver: SubgameSolver,
        technique: str,
        seat: int,
        found: list[BoardAnswer],
        seconds: float,
    ) -> None:
        """Take the next flops into a row, and save it."""
        row.add(found, solver.copies)
        row.seconds += seconds
        if row.is_done:
            row.response = solver.trunk.response(row.leaves)
        if self.folder is not None:
            self.work.keep(partial(row.save, seat_file(self.folder, seat, technique)))

    def slack(self, technique: str, seat: int) -> float:
        """How much the seat's loss may rise because gadgets were not solved to the end, in chips; nan where unknown."""
        row = self.rows[technique, seat]
        norm = pairs_of_hands(self.game)
        return row.slack / self.game.cards_left[0] / norm


def pairs_of_hands(game: RoundGame) -> float:
    """Pairs of hands that share no card."""
    cards = len(game.deck)
    return len(game.hands) * (cards - 2) * (cards - 3) / 2

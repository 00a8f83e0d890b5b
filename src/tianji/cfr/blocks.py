"""solve_blocks: sampling CFR in synchronous blocks: workers walk by one strategy, and their sums have one order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from tianji._version import __version__
from tianji.cfr.mccfr import mix
from tianji.cfr.solution import Solution
from tianji.core.arguments import checked
from tianji.core.game import CHANCE, Game
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.evaluate.response import deviation_gains, in_proportion
from tianji.flat.cache import as_flat
from tianji.flat.nodes import node_table
from tianji.flat.sequence import FlatGame
from tianji.games.registry import load, require_name
from tianji.parallel import Executor, make_executor
from tianji.parallel.items import Shared, Tensors
from tianji.parallel.ordered import Meter, in_order
from tianji.run.clock import Clock, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import check_threads, each

JOB = "tianji.cfr.blocks:walk_piece"
PIECES = 8  # of a block, however many work on it


@checked
def solve_blocks(
    game: Game[Any, Any],
    *,
    blocks: int,
    walks: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    on: str = "serial",
    progress: Progress | None = None,
    stop: Stop = None,
) -> Solution:
    r"""External sampling in blocks: all walks of a block play by one strategy, and what they found is added at its end.

        R_{t+1} = R_t + t Σ_k r̂_k,   S_{t+1} = S_t + t Σ_k s_k,   σ_{t+1} ∝ [R_{t+1}]⁺

    Every block is cut into 8 pieces whose sums are added in their order: the same bits on any number of `threads`, on
    processes and on a cluster (`on`, see `tianji.parallel`). A block of W walks is one iteration of W walks exactly. It
    pays while sampling, not the number of strategies, is what limits: a block counts as one iteration, however many
    walks it has. For games of two players whose payoffs cancel.

    >>> import tianji as tj
    >>> found = solve_blocks(tj.load("kuhn"), blocks=200, walks=200)
    >>> found.iterations, found.nash_conv < 0.05
    (200, True)
    """
    for name, count in {"blocks": blocks, "walks": walks}.items():
        if not 1 <= count <= 2**40:
            raise ParameterError(f"{name}={quote(count)}; expected a whole number from 1 up")
    if on != "serial" and threads is not None:
        raise ParameterError(
            f"threads={threads} and on={quote(on)}; threads are of this process: leave one out"
        )
    flat = as_flat(game, stop=stop)
    if flat.players != 2 or not flat.is_zero_sum:
        raise NotApplicableError(
            f"{flat.spec}: blocks are for two players whose payoffs cancel; use tj.solve"
        )
    with make_executor(on) as executor, clocked(Limits(), stop) as clock:
        if not executor.is_here:
            require_name(game)
        run = _Blocks(flat, seed, walks, check_threads(threads), executor, clock)
        meter = Meter("blocks", blocks, "blocks", clock, progress)
        meter.tell(always=True)
        while run.t < blocks and run.advance():
            meter.done = run.t
            meter.pace.add(run.t, clock.seconds)
            meter.tell()
        return run.solution("iterations" if run.t == blocks else clock.stopped)


@dataclass(eq=False)
class _Blocks:
    """Blocks in progress; regret, average: `[Q]`, both players one after the other."""

    flat: FlatGame
    seed: int
    walks: int
    threads: int
    executor: Executor
    clock: Clock
    t: int = 0

    def __post_init__(self) -> None:
        self.walker = Walker.of(self.flat)
        size = self.walker.size
        self.regret, self.average = np.zeros(size), np.zeros(size)

    def advance(self) -> bool:
        """One block; whether it was done before the clock ran out."""
        strategy = self.joined(np.maximum(self.regret, 0.0))
        seed = mix(self.seed, self.t + 1) & (2**63 - 1)
        edges = np.linspace(0, self.walks, PIECES + 1).astype(int).tolist()
        parts = [(a, b - a) for a, b in pairwise(edges) if b > a]
        found: Sequence[FloatArray | None]
        if self.executor.is_here:

            def work(part: tuple[int, int]) -> FloatArray:
                return self.walker.walk(strategy, seed, *part)

            found = each(parts, work, self.threads, self.clock)
        else:
            args = [{"game": self.flat.spec, "seed": seed, "part": list(part)} for part in parts]
            quiet = Meter("walks", len(parts), "pieces", self.clock)
            rows = in_order(self.executor, JOB, args, meter=quiet, shared={"strategy": strategy})
            found = [outcome.tensors["sums"] for _, outcome in rows]
        whole = [sums for sums in found if sums is not None]
        if len(whole) < len(parts):
            return False
        self.t += 1
        for sums in whole:
            self.regret += self.t * sums[0]
            self.average += self.t * sums[1]
        return True

    def joined(self, weight: FloatArray) -> FloatArray:
        """`[Q]`: in proportion to weights, both players."""
        return np.concatenate(self.split(weight))

    def split(self, weight: FloatArray) -> list[FloatArray]:
        """By player."""
        cut = self.flat.trees[0].num_slots
        return [
            in_proportion(tree, part)
            for tree, part in zip(self.flat.trees, (weight[:cut], weight[cut:]), strict=True)
        ]

    def solution(self, stopped: str) -> Solution:
        """The average strategy and its proof."""
        flat, vectors = self.flat, self.split(self.average)
        values, gains = deviation_gains(flat, vectors)
        config = {
            "game": flat.spec,
            "method": "blocks",
            "walks": self.walks,
            "seed": self.seed,
            "version": __version__,
        }
        return Solution(
            flat.spec, "blocks", flat.to_strategy(vectors), values, max(0.0, sum(gains)), self.t, self.clock.seconds,
            stopped, [], self.seed, 2, {**config, "version": __version__}, f"{self.walks:,} walks a block", flat=flat,
        )  # fmt: skip


@dataclass(eq=False)
class Walker:
    """A game's histories as `kernels.flat.walks` wants them. size: slots of both players."""

    flat: FlatGame

    @staticmethod
    def of(flat: FlatGame) -> Walker:
        """The one of a compiled game; kept, since pieces come by the hundred."""
        if flat.digest not in _walkers:
            _walkers.clear()
            _walkers[flat.digest] = Walker(flat)
        return _walkers[flat.digest]

    @property
    def size(self) -> int:
        """Slots of both players."""
        return sum(tree.num_slots for tree in self.flat.trees)

    @cached_property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """end, player, enter, prob, gain: `[H]`."""
        nodes, first = node_table(self.flat), self.flat.trees[0].num_slots
        before = np.maximum(nodes.parent, 0)
        mover = nodes.player[before]
        enter = np.where(mover == 0, nodes.slots[:, 0], first + nodes.slots[:, 1]).astype(np.int64)
        enter[mover == CHANCE] = -1
        prob = np.divide(nodes.chance, nodes.chance[before])
        return (
            nodes.end.astype(np.int64),
            nodes.player,
            enter,
            prob,
            np.ascontiguousarray(nodes.utility[:, 0]),
        )

    def walk(self, strategy: FloatArray, seed: int, first: int, count: int) -> FloatArray:
        """`[2, Q]`: regrets and average of walks first … first + count, each drawn from (seed, its number)."""
        from tianji.kernels.flat.walks import external_walks

        end = self.arrays[0]
        stack, order, choice = (np.zeros(end.size, np.int64) for _ in range(3))
        sums = np.zeros((2, self.size))
        external_walks(
            *self.arrays,
            strategy,
            seed,
            first,
            count,
            stack,
            order,
            choice,
            np.zeros(end.size),
            sums[0],
            sums[1],
        )
        return sums


_walkers: dict[str, Walker] = {}


def walk_piece(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """The job: some walks of a block."""
    walker = Walker.of(as_flat(load(args["game"])))
    return {"sums": walker.walk(np.array(shared["strategy"]), args["seed"], *args["part"])}, {}

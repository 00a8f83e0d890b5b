"""A blueprint's river made to lose less to somebody who sees his real cards: CFR-BR below the turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.memory import require
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, TianjiError, quote
from tianji.holdem.abstraction.cluster import fit
from tianji.holdem.abstraction.work import Work, working
from tianji.holdem.blueprint.dealing import full_dealer
from tianji.holdem.blueprint.device.choice import check_device
from tianji.holdem.blueprint.store import Blueprint, blueprint_of
from tianji.holdem.blueprint.tree import LAST, FlatTree, IntArray
from tianji.holdem.blueprint.values import betting_of
from tianji.holdem.engine.machines import open_machine
from tianji.poker.cards import NUM_HANDS
from tianji.poker.rules import BOARD_CARDS
from tianji.run.clock import Clock, OutOfBudget
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import each

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

START = 1e5  # regrets begin as the blueprint's probabilities, so large: gone after some boards
FAINT = 1e-3  # averages, so small
FEW = 100  # walks of a river, as many as the blueprint before counts for
STAGES = ((0, 100), (16_384, 500), (65_536, 2**16))  # after so many boards, groups of the river's buckets
SURE = 0.05  # big blinds: a river is walked on every board where its pot times the chance of coming there is as much
CHUNK = 0.2  # seconds between two looks at the clock


class Hardening:
    """What is learned, and threads that share out the rivers: every number of them comes to the same bits.

        R(b, a) ← R(b, a) + t · Σ_{h in b} (cfv(h, a) − cfv(h)),   cfv against the best answer to σ, hand by hand

    Johanson, Bard, Burch, Bowling (2012), "Finding Optimal Abstract Strategies in Extensive-Form Games" (CFR-BR). There
    the whole opponent answers; here he plays the blueprint before the river, as `river_response` measures it. Boards
    are drawn, and weigh 1, 2, … as in linear CFR. Also unlike there: buckets may learn in groups; rivers that hardly
    any pair of hands comes to are walked now and then (`SURE`), for more; he answers as if no action were quite left
    out; and what is kept is mixed with the blueprint as it was, as for `FEW` walks of a river more.
    """

    device = "cpu"

    def __init__(
        self, blueprint: Blueprint, dealer: Dealer, seed: int, threads: int, groups: int | None = None
    ) -> None:
        self.blueprint, self.tree, self.wide = (
            blueprint,
            blueprint.tree,
            blueprint.tree.offsets(blueprint.counts),
        )
        self._dealer, self.seed, self.t, self.threads = dealer, np.uint64(seed % 2**64), 0, threads
        self._walked: IntArray = np.zeros(len(self.tree), dtype=np.int64)  # before the groups of now
        self._group(groups)
        steps = blueprint.steps()
        self.steps = np.zeros(int(self.first[-1]), dtype=np.uint8)
        self._put_trunk(steps)
        self.regret = self._gathered(steps, lambda rows: START * rows / rows.sum(axis=1, keepdims=True))
        self.average = self.regret * np.float32(FAINT / START)
        self._make_room()

    def _group(self, groups: int | None) -> None:
        """Buckets of the river in so many groups."""
        self.group = groups_of(self.blueprint, groups)
        self.counts = [*self.blueprint.counts[:LAST], int(self.group.max()) + 1]
        self.first, self.betting = self.tree.offsets(self.counts), betting_of(self.tree, self.counts)
        group = np.arange(1 << 16, dtype=np.uint16)
        group[: len(self.group)] = self.group
        self.dealer = self._dealer._replace(river=group[self._dealer.river])

    def refine(self, groups: int | None) -> None:
        """Go on in other groups: what one has learned is shared out to its buckets."""
        kept = [self._spread(array) for array in (self.regret, self.average)]
        self._walked = self.walks
        self._leave_room()
        self._group(groups)
        self.steps = np.zeros(int(self.first[-1]), dtype=np.uint8)
        self._put_trunk(self.blueprint.steps())
        self.regret, self.average = (self._gathered(array, lambda rows: rows) for array in kept)
        self._make_room()

    def _leave_room(self) -> None:
        self._parts.clear()

    def _make_room(self) -> None:
        shares = share_rivers(self.blueprint, self.threads)
        most, size = max(float(share.max()) for share in shares), len(self.tree)
        self._parts = [
            (share, most, *_tables(), _scratch(self.tree), np.zeros(size, dtype=np.int64)) for share in shares
        ]

    def _put_trunk(self, steps: npt.NDArray[np.uint8]) -> None:
        """The blueprint before the river, as it is."""
        for n in np.flatnonzero(self.tree.street < LAST).tolist():
            self.steps[self.first[n] : self.first[n + 1]] = steps[self.wide[n] : self.wide[n + 1]]

    def _gathered(self, wide: Any, change: Callable[[FloatArray], FloatArray]) -> npt.NDArray[np.float32]:
        """`[E]`: on the river, sums over the buckets of a group, changed; before it zeros."""
        found = np.zeros(int(self.first[-1]), dtype=np.float32)
        for n in np.flatnonzero(self.tree.street == LAST).tolist():
            size = int(self.tree.actions[n])
            rows = wide[self.wide[n] : self.wide[n + 1]]
            sums = [np.bincount(self.group, weights=rows[a::size]) for a in range(size)]
            found[self.first[n] : self.first[n + 1]] = change(np.stack(sums, axis=1)).ravel()
        return found

    def _spread(self, array: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """By bucket: an even share of what its group has, on the river; before it zeros."""
        found = np.zeros(int(self.wide[-1]), dtype=np.float32)
        held = np.bincount(self.group)[self.group].astype(np.float32)
        for n in np.flatnonzero(self.tree.street == LAST).tolist():
            rows = array[self.first[n] : self.first[n + 1]].reshape(-1, int(self.tree.actions[n]))
            found[self.wide[n] : self.wide[n + 1]] = (rows[self.group] / held[:, None]).ravel()
        return found

    def advance(self, boards: int) -> None:
        """So many boards, on all threads."""
        from tianji.kernels.poker.response.hardening import harden

        def part(k: int) -> None:
            harden(
                self.betting, self.dealer, self.steps, self.regret, self.average, self.seed, self.t, boards,
                *self._parts[k],
            )  # fmt: skip

        if len(self._parts) == 1:
            part(0)
        else:
            each(list(range(len(self._parts))), part, len(self._parts), Clock())
        self.t += boards

    @property
    def walks(self) -> IntArray:
        """`[N]`: how often each river was walked, at its first decision."""
        found: IntArray = self._walked + np.sum([part[-1] for part in self._parts], axis=0)
        return found

    def weights(self) -> npt.NDArray[np.float32]:
        """`[E]`: the blueprint before the river; on it what was learned, and the blueprint as for `FEW` walks more."""
        found, walks = self.blueprint.steps().astype(np.float32), self.walks
        for root, end in zip(river_roots(self.tree).tolist(), river_ends(self.tree).tolist(), strict=True):
            learned = walks[root] / (walks[root] + FEW)
            for n in range(root, end):
                size = int(self.tree.actions[n])
                rows = self.average[self.first[n] : self.first[n + 1]].reshape(-1, size)
                rows = rows / rows.sum(axis=1, keepdims=True)
                mine = found[self.wide[n] : self.wide[n + 1]].reshape(-1, size)
                mine[:] = learned * rows[self.group] + (1 - learned) * mine / mine.sum(axis=1, keepdims=True)
        return found


def groups_of(blueprint: Blueprint, count: int | None) -> IntArray:
    """`[K]`: the group of each of the river's buckets, by their centres; each its own where that many are not there."""
    level = blueprint.buckets.clusters[BOARD_CARDS[-1]]
    buckets = blueprint.counts[LAST]
    if count is None or count >= buckets or level is None:
        return np.arange(buckets)
    found: IntArray = fit(level.centres, level.share, level.order, count).find(level.centres).astype(np.int64)
    return found


def river_roots(tree: FlatTree) -> IntArray:
    """The first decisions on the river."""
    owner = np.repeat(np.arange(len(tree)), tree.actions)
    above = tree.street[owner[np.maximum(tree.parent, 0)]]
    return np.flatnonzero((tree.street == LAST) & (above < LAST)).astype(np.int64)


def river_ends(tree: FlatTree) -> IntArray:
    """Where the decisions of each river end."""
    before = np.concatenate([np.flatnonzero(tree.street < LAST), river_roots(tree), [len(tree)]])
    edges = np.unique(before)
    found: IntArray = edges[np.searchsorted(edges, river_roots(tree), side="right")].astype(np.int64)
    return found


def share_rivers(blueprint: Blueprint, threads: int) -> list[FloatArray]:
    """By thread, `[N]`: the pots of the rivers that it walks, at their first decisions, over `SURE`; 0 elsewhere."""
    tree, pots = blueprint.tree, pots_in_doubt(blueprint)
    roots, sizes = river_roots(tree), river_ends(tree) - river_roots(tree)
    shares = [np.zeros(len(tree)) for _ in range(max(1, min(threads, len(roots))))]
    for at, k in enumerate(np.argsort(-pots[roots] * sizes, kind="stable").tolist()):
        shares[at % len(shares)][roots[k]] = pots[roots[k]]
    return shares


def pots_in_doubt(blueprint: Blueprint) -> FloatArray:
    """`[N]`: the pots when a decision is come to, over `SURE`: times the chance of that, the chance of a walk."""
    found: FloatArray = pots_of(blueprint.tree, blueprint.menu.blinds) / (SURE * blueprint.menu.blinds[1])
    return found


def pots_of(tree: FlatTree, blinds: tuple[int, int]) -> FloatArray:
    """`[N]`: what both players have put in when a decision is come to."""
    spent = np.zeros((len(tree), 2))
    spent[0] = blinds[1], blinds[0]
    for n in range(len(tree)):
        for a, total in enumerate(tree.menu(n)):
            link = tree.after(n, a)
            if link >= 0:
                spent[link] = spent[n]
                spent[link, tree.player[n]] = total
    found: FloatArray = spent.sum(axis=1)
    return found


def _tables() -> tuple[Any, Any]:
    """Work space for the trunk, and for a river on the same board."""
    from tianji.kernels.poker.public_chance import make_table

    table = make_table()
    shared = ("sizes", "hand", "cards", "groups", "bucket", "place", "drawn", "ranks", "mark")
    return table, make_table()._replace(**{name: getattr(table, name) for name in shared})


def _scratch(tree: FlatTree) -> npt.NDArray[np.int8]:
    longest = int((river_ends(tree) - river_roots(tree)).max(initial=1))
    return np.zeros((longest, NUM_HANDS), dtype=np.int8)


@checked
def harden(
    blueprint: Blueprint,
    *,
    boards: int = 4_000,
    groups: int | None = None,
    flops: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    device: str = "cpu",
    progress: Progress | None = None,
    stop: Stop = None,
) -> Blueprint:
    """The same blueprint with a river that loses less to somebody who sees his real cards (`Hardening`).

        R(b, a) ← R(b, a) + t · Σ_{h in b} (cfv(h, a) − cfv(h)),   cfv against the best answer to σ ∝ R⁺, hand by hand

    Self-play within buckets fits itself to them: the longer a blueprint is trained, the more a best response wins
    from it (docs/player.md). Here the river is learned anew against such a response, on boards that are drawn,
    `boards` of them; all before the river stays as it is. groups: buckets of the river learn together in so many
    groups of neighbours, which takes as many times fewer boards; by default in 100, then 500, then each by itself
    (`STAGES`), and so where more are asked for than there are. flops: draw from so
    many flops with 8 turns each and 8 rivers each of those, instead of all boards, whose tables take minutes to
    make the first time. seconds: of learning, and before that of making tables, which are kept as far as they are.
    The same seed gives the same bits on any number of threads. device: "cuda" takes a GPU, which learns from batches
    of boards (`DeviceHardening`) and adds in any order: the same bits but for the last ones; "auto" one where there is
    one with room. Stopped early, by `seconds` too, it has learned from the boards that were done; `about["hardened"]`
    says how many. Values are not kept, since they were those of the river before: `with_values` finds the new ones.
    """
    if not 1 <= boards <= 10**7:
        raise ParameterError(f"boards={quote(boards)}; expected 1 to 10000000: boards to learn from")
    if groups is not None and not 1 <= groups <= 2**16:
        raise ParameterError(
            f"groups={quote(groups)}; expected 1 to 65536 groups of buckets, or None for more with time"
        )
    if flops is not None and not 1 <= flops <= 22_100:
        raise ParameterError(f"flops={quote(flops)}; expected a number of flops from 1 to 22100")
    check_device(device, races=False)
    if not (blueprint.tree.street == LAST).any():
        raise NotApplicableError(
            f"{blueprint.name} has no decision on the river, so that there is nothing to harden; take another blueprint"
        )
    tables = 1.2e9 if flops is None else 8.0 * 73 * NUM_HANDS * flops
    require(
        "hardening this blueprint",
        tables + 14.0 * blueprint.entries,
        "name flops=, or take a smaller blueprint",
    )
    with working(seconds, threads, progress, stop) as work:
        try:
            dealer = full_dealer(blueprint.buckets, work, flops=flops, seed=seed)
        except OutOfBudget:
            return blueprint
        stages = STAGES if groups is None else ((0, groups),)
        run = _hardening(device, boards, (blueprint, dealer, seed, work.threads, stages[0][1]))
        run.advance(0)  # kernels are there before the clock runs
    with working(seconds, threads, progress, stop) as work:
        _drive(run, boards, stages, work)
        told = {
            "boards": run.t, "groups": run.counts[LAST], "flops": flops, "seed": seed, "device": run.device,
            "seconds": round(work.clock.seconds, 3), "stopped": work.clock.stopped or "boards",
        }  # fmt: skip
    if not run.t:
        return blueprint
    made = blueprint_of(
        blueprint.menu, blueprint.buckets, run.weights(), tree=blueprint.tree, bits=blueprint.bits,
        about={**blueprint.about, "hardened": told}, flop=blueprint.flop,
    )  # fmt: skip
    return replace(made, branches=blueprint.branches)


def _hardening(device: str, boards: int, given: tuple[Any, ...]) -> Hardening:
    """On the machine that was asked for."""
    if device != "cpu":
        from tianji.holdem.blueprint.river.device import DeviceHardening

        try:
            return DeviceHardening(*given, machine=open_machine(), last=boards)
        except TianjiError:
            if device == "cuda":
                raise
    return Hardening(*given)


def _drive(run: Hardening, boards: int, stages: Sequence[tuple[int, int]], work: Work) -> None:
    """Boards until there are enough, or the clock says no."""
    chunk, later = 1, [stage for stage in stages if stage[0] > 0]
    while run.t < boards and not work.clock.is_over():
        if later and run.t >= later[0][0]:
            run.refine(later.pop(0)[1])
        begun = work.clock.seconds
        run.advance(min(chunk, (later[0][0] if later else boards) - run.t, boards - run.t))
        chunk = max(1, min(2 * chunk, int(chunk * CHUNK / max(work.clock.seconds - begun, 1e-6))))
        work.tell("harden", run.t, boards, "boards")

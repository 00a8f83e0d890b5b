"""What a blueprint's river learns from somebody who sees his real cards: CFR-BR below the turn, as `drive` wants it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core.schema import Array, Schema, whole
from tianji.core.strategy import FloatArray
from tianji.holdem.abstraction.cluster import fit
from tianji.holdem.blueprint.runner import NEVER
from tianji.holdem.blueprint.store import Blueprint
from tianji.holdem.blueprint.tree import LAST, FlatTree, IntArray
from tianji.holdem.blueprint.values import betting_of
from tianji.poker.cards import NUM_HANDS
from tianji.poker.rules import BOARD_CARDS
from tianji.run.checkpoint import Tensors
from tianji.run.clock import Clock
from tianji.run.report import Check
from tianji.run.threads import each

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

START = 1e5  # regrets begin as the blueprint's probabilities, so large: gone after some boards
FAINT = 1e-3  # averages, so small
FEW = 100  # walks of a river, as many as the blueprint before counts for
STAGES = ((0, 100), (16_384, 500), (65_536, 2**16))  # after so many boards, groups of the river's buckets
SURE = 0.05  # big blinds: a river is walked on every board where its pot times the chance of coming there is as much


class Hardening:
    """A river that learns from somebody who sees his real cards; any number of threads comes to the same bits.

        R(b, a) ← R(b, a) + t · Σ_{h in b} (cfv(h, a) − cfv(h)),   cfv against the best answer to σ, hand by hand

    Johanson, Bard, Burch, Bowling (2012), "Finding Optimal Abstract Strategies in Extensive-Form Games" (CFR-BR). There
    the whole opponent answers; here he plays the blueprint before the river, as `river_response` measures it. Boards
    are drawn, and weigh 1, 2, … as in linear CFR. Also unlike there: buckets learn in groups, which become smaller
    (`STAGES`; groups: always so many); rivers that hardly any pair of hands comes to are walked now and then, for more
    (sure: `SURE`); he answers as if no action were quite left out; and what is kept is mixed with the blueprint as it
    was, as for `FEW` walks of a river more.
    """

    device, unit, usual_sure = "cpu", "boards", SURE
    usual_slope, slope_spread = 0.5, 2.0  # sampling error, 1/√t; nothing is evaluated on the way

    def __init__(
        self,
        blueprint: Blueprint,
        dealer: Dealer,
        seed: int,
        threads: int,
        groups: int | None = None,
        sure: float | None = None,
    ) -> None:
        self.sure = self.usual_sure if sure is None else sure
        self.stages, self._stage = (STAGES if groups is None else ((0, groups),)), 0
        self.blueprint, self.tree = blueprint, blueprint.tree
        self.wide = self.tree.offsets(blueprint.counts)
        self._dealer, self.seed, self.t, self.threads = dealer, np.uint64(seed % 2**64), 0, threads
        self._walked: IntArray = np.zeros(len(self.tree), dtype=np.int64)  # before the groups of now
        self._group()
        self.regret = self._gathered(
            blueprint.steps(), lambda rows: START * rows / rows.sum(axis=1, keepdims=True)
        )
        self.average = self.regret * np.float32(FAINT / START)
        self._make_room()

    def _group(self) -> None:
        """Buckets of the river in the groups of this stage, and the blueprint before it as it is."""
        self.group = groups_of(self.blueprint, self.stages[self._stage][1])
        self.counts = [*self.blueprint.counts[:LAST], int(self.group.max()) + 1]
        self.first, self.betting = self.tree.offsets(self.counts), betting_of(self.tree, self.counts)
        group = np.arange(1 << 16, dtype=np.uint16)
        group[: len(self.group)] = self.group
        self.dealer = self._dealer._replace(river=group[self._dealer.river])
        self.steps, given = np.zeros(int(self.first[-1]), dtype=np.uint8), self.blueprint.steps()
        for n in np.flatnonzero(self.tree.street < LAST).tolist():
            self.steps[self.first[n] : self.first[n + 1]] = given[self.wide[n] : self.wide[n + 1]]

    def _refine(self, stage: int) -> None:
        """Go on in another stage's groups: what one has learned is shared out to its buckets."""
        kept, self._walked = [self._spread(array) for array in (self.regret, self.average)], self.walks
        self._stage = stage
        self._leave_room()
        self._group()
        self.regret, self.average = (self._gathered(array, lambda rows: rows) for array in kept)
        self._make_room()

    def _leave_room(self) -> None:
        self._parts.clear()

    def _make_room(self) -> None:
        shares = share_rivers(self.blueprint, self.threads, self.sure)
        most, size = max(float(share.max()) for share in shares), len(self.tree)
        self._parts = [
            (share, most, *_tables(), _scratch(self.tree), np.zeros(size, dtype=np.int64)) for share in shares
        ]

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

    def advance(self, iterations: int) -> None:
        """So many boards; a stage begins where it does, however the run is cut."""
        end = self.t + iterations
        while self.t < end:
            later = self.stages[self._stage + 1 :]
            if later and self.t >= later[0][0]:
                self._refine(self._stage + 1)
                later = later[1:]
            self._learn((min(end, later[0][0]) if later else end) - self.t)

    def warm(self) -> None:
        """Have the kernels compiled or loaded before the clock runs."""
        self._learn(0)

    def _learn(self, boards: int) -> None:
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

    # what `drive` asks
    def next_check(self, checks: list[Check], target: float | None) -> int:
        """Never: what a best response wins is too much to find out on the way."""
        return NEVER

    def evaluate(self) -> None:
        """Nothing."""

    def finished(self) -> str:
        """There is always more to learn."""
        return ""

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """Regrets, averages and walks, and how far it is."""
        tensors = {"regret": self.regret, "average": self.average, "walks": self.walks}
        return tensors, {"t": self.t, "stage": self._stage}

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Continue from what `tensors` gave."""
        Schema({}, {"t": whole(), "stage": whole(high=len(self.stages) - 1)}).check(
            {}, fields, "the checkpoint"
        )
        if fields["stage"] != self._stage:
            self._refine(fields["stage"])
        form = Array("float", self.regret.shape, dtype=np.float32)
        forms = {
            "regret": form,
            "average": replace(form, low=0.0),
            "walks": Array("int", self.walks.shape, 0, 2**62),
        }
        Schema(forms, {"t": whole(), "stage": whole()}).check(tensors, fields, "the checkpoint")
        self._take(tensors["regret"], tensors["average"])
        self.t, self._walked = fields["t"], self._walked + tensors["walks"] - self.walks

    def _take(self, regret: npt.NDArray[np.float32], average: npt.NDArray[np.float32]) -> None:
        self.regret[:], self.average[:] = regret, average


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


def share_rivers(blueprint: Blueprint, threads: int, sure: float = SURE) -> list[FloatArray]:
    """By thread, `[N]`: the pots of the rivers that it walks, at their first decisions, over `sure`; 0 elsewhere."""
    tree, pots = blueprint.tree, pots_in_doubt(blueprint, sure)
    roots, sizes = river_roots(tree), river_ends(tree) - river_roots(tree)
    shares = [np.zeros(len(tree)) for _ in range(max(1, min(threads, len(roots))))]
    for at, k in enumerate(np.argsort(-pots[roots] * sizes, kind="stable").tolist()):
        shares[at % len(shares)][roots[k]] = pots[roots[k]]
    return shares


def pots_in_doubt(blueprint: Blueprint, sure: float) -> FloatArray:
    """`[N]`: the pots when a decision is come to, over `sure`: times the chance of that, the chance of a walk."""
    found: FloatArray = pots_of(blueprint.tree, blueprint.menu.blinds) / (sure * blueprint.menu.blinds[1])
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

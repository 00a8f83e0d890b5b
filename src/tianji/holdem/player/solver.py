"""Solver: one street of a real hand solved with exact cards, and what it says hand by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from tianji.core.strategy import FloatArray
from tianji.errors import TianjiError
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.answer.solve import run
from tianji.holdem.answer.view import View, view_of
from tianji.holdem.engine.backend import make_backend
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.engine.forecast import BYTES, NANOSECONDS, allowed_bytes, make_plan
from tianji.holdem.engine.methods import HandedSchedule, method_schedule
from tianji.holdem.player.flop import flop_backend
from tianji.holdem.player.roots import Root, SearchMenu, seconds_per_iteration
from tianji.holdem.spot.gate import Gate
from tianji.holdem.spot.spot import Spot
from tianji.holdem.spot.tree import BettingTree
from tianji.poker.cards import NUM_HANDS
from tianji.run.limits import Limits, read_until
from tianji.run.report import Progress
from tianji.run.stopping import Stop

PLANNED = 120  # iterations that a menu is chosen for
ITERATIONS = 400  # at most: a solve ends at its target long before
CACHE = 2**25  # bytes of regrets and averages that stay near the processor from one iteration to the next
DEEP_POTS = 10.0  # behind on a turn: from here on old regrets cost most
DEEP = HandedSchedule(alpha=1.2, gamma=5, debt=0.4, late_debt=0.85)
LEAST = 8  # at least, whatever the clock says: fewer are hardly more than a roll of dice, and the base would translate


class SearchError(TianjiError, RuntimeError):
    """A solve gave no answer that can be played: it says why, and a fallback plays instead."""


@dataclass(frozen=True)
class Effort:
    """How much a solve may cost: seconds and iterations at most, to this share of the pot, on so many threads.

    aim: the seconds that its menu is chosen for.
    """

    seconds: float | None = None
    aim: float | None = None
    iterations: int = ITERATIONS
    until: str | float = "0.3%"
    threads: int = 1
    stop: Stop = None
    progress: Progress | None = None


def choose_menu(menus: Sequence[SearchMenu], make: Callable[[SearchMenu], Root], effort: Effort) -> Root:
    """The root of the most detailed menu whose first iterations fit into the time and the memory there is."""
    allowed = allowed_bytes(None)
    found = make(menus[-1])
    for menu in menus[:-1]:
        root = make(menu)
        per = seconds_per_iteration(root.spot, effort.threads)
        size = seconds_per_iteration(root.spot, 1) / (NANOSECONDS[root.spot.street] * 1e-9) * BYTES["float32"]
        if size <= allowed and (effort.aim is None or per * PLANNED <= effort.aim):
            return root
    return found


@dataclass(frozen=True, eq=False)
class Solved:
    """A root with its answer, asked node by node; cards are those dealt since the root. All is `[1326]` by hand."""

    root: Root
    solution: SpotSolution
    _views: dict[tuple[int, ...], tuple[View, npt.NDArray[np.int64]]] = field(
        default_factory=dict, repr=False
    )

    def _at(self, cards: tuple[int, ...]) -> tuple[View, npt.NDArray[np.int64]]:
        if cards not in self._views:
            self._views.clear()  # a hand asks for one board after the other
            self._views[cards] = view_of(self.solution.backend, cards)
        return self._views[cards]

    def _by_hand(
        self, cards: tuple[int, ...], player: int, values: FloatArray, empty: float = 0.0
    ) -> FloatArray:
        view, to = self._at(cards)
        found = np.full((*values.shape[:-1], NUM_HANDS), empty)
        found[..., to[view.board.combos[player]]] = values
        return found

    def strategy(self, node: int, cards: tuple[int, ...] = ()) -> FloatArray:
        """`[A, 1326]`: what the player to act does at a node; 0 for hands that are not in the solve."""
        view, _ = self._at(cards)
        found = self._by_hand(cards, self._tree.nodes[node].player, view.strategy(node))
        if not np.isfinite(found).all():
            raise SearchError("the solve's strategy is not a number for some hands")
        return found

    def reach(self, player: int, node: int, cards: tuple[int, ...] = ()) -> FloatArray:
        """How likely a player comes to a node, his range at the root included."""
        view, _ = self._at(cards)
        return self._by_hand(cards, player, view.reach(player, node))

    def best(self, player: int, node: int, cards: tuple[int, ...] = ()) -> FloatArray:
        """CBV: chips from a node on for a player who plays his best, NaN where he can meet no hand."""
        view, _ = self._at(cards)
        return self._by_hand(cards, player, view.best_value(player, node), np.nan)

    def best_actions(self, node: int, cards: tuple[int, ...] = ()) -> FloatArray:
        """`[A, 1326]`: CBV of each action of the player to act, in chips from the node on."""
        view, _ = self._at(cards)
        return self._by_hand(cards, self._tree.nodes[node].player, view.best_actions(node), np.nan)

    def values(self, node: int, cards: tuple[int, ...] = ()) -> FloatArray:
        """`[A, 1326]`: expected chips of each action of the player to act, both going on as solved."""
        view, _ = self._at(cards)
        return self._by_hand(cards, self._tree.nodes[node].player, view.action_values(node), np.nan)

    @property
    def size(self) -> int:
        """Bytes it takes."""
        return self.solution.backend.average_bytes

    @property
    def _tree(self) -> BettingTree:
        return self.solution.backend.tree


def solve_gated(
    root: Root, chips: FloatArray, technique: str, gifts: FloatArray | None, effort: Effort
) -> Solved:
    """Solve a root again for its seat; chips: what each hand of the opponent's has elsewhere, from the root on.

    Hands of his without a number cannot come here. gifts are taken by "reach-" techniques alone.
    """
    given = (np.zeros(NUM_HANDS) if gifts is None else gifts) if technique.startswith("reach-") else None
    gate = Gate(root.seat, chips, technique, gifts=given)
    return solve_root(root.without(1 - root.seat, np.isnan(chips)), gate, effort)


def gated_backend(spot: Spot, gate: Gate, threads: int = 1) -> CpuBackend:
    """The spot in memory behind its gate; a flop on drawn run-outs.

    A turn that no cache holds waits for memory half the time: half the bytes save more than rounding costs.
    """
    behind = gate.behind(spot)
    if spot.street == 0:
        return flop_backend(spot, behind, threads)
    is_large = spot.street == 1 and make_plan(spot, behind=behind).bytes > CACHE
    return make_backend(spot, storage="int16" if is_large else "float32", threads=threads, behind=behind)


def solve_root(root: Root, gate: Gate, effort: Effort) -> Solved:
    """Solve a root behind a gate; refuse an answer that is none.

    The answer is the last strategy, not the best evaluated one (`keeps=False`). One that ended at its target is both.
    Of those cut short, on 25 random rivers behind gates at nine points of evaluation up to iteration 400, 6 of 225 were
    worse than an earlier one, by 16 % at most and 0.3 % on average (of its exploitability); without gates 1 of 225 on
    25 rivers, none of 125 on 25 turns. A copy of the averages at every evaluation is not worth that.
    """
    backend, found = _driven(root.spot, gate, effort)
    least = min(LEAST, effort.iterations)
    if found.stopped == "seconds" and found.iterations < least:  # planned for a faster machine
        backend, found = _driven(root.spot, gate, replace(effort, seconds=None, iterations=least))
    backend.close()
    backend.levels = [
        level._replace(regret=level.regret[:0].copy()) for level in backend.levels
    ]  # half the memory
    if not found.iterations:
        raise SearchError(f"no iteration was finished ({found.stopped}) after {found.seconds:.2f} s")
    if not np.isfinite(found.exploitability):
        raise SearchError("the solve's exploitability is not a number")
    return Solved(root, found)


def search_method(spot: Spot) -> str | HandedSchedule:
    """The schedule of a solve of the search: even weights for the drawn values of a flop, else half-instant values."""
    if spot.street == 0:
        return "lcfr"
    return DEEP if spot.street == 1 and spot.stack > DEEP_POTS * spot.pot else "half-instant"


def _driven(spot: Spot, gate: Gate, effort: Effort) -> tuple[CpuBackend, SpotSolution]:
    backend = gated_backend(spot, gate, effort.threads)
    backend.warm()  # kernels are loaded, or compiled on a new machine, before the clock starts
    name, schedule = method_schedule(search_method(spot))
    until = read_until(effort.until, spot.pot)
    limits = Limits(effort.iterations, until, effort.seconds, threads=effort.threads)
    found = run(spot, backend, name, schedule, limits, None, effort.progress, effort.stop, 0.0, keeps=False)
    return backend, found

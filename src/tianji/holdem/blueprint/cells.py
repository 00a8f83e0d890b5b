"""Bets that a blueprint does not know: decisions and sizes that may be worth a branch, by a grid or a log of hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tianji.arena.record import RecordedHand, recorded_hands
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, TianjiError, quote
from tianji.holdem.blueprint.extend import (
    Build,
    cut,
    cut_steps,
    grown,
    grown_steps,
    level_at,
    line_to,
    menu_build,
    path_to,
)
from tianji.holdem.blueprint.menu import MOST_ACTIONS
from tianji.holdem.blueprint.reading import taken_for
from tianji.holdem.blueprint.store import Blueprint
from tianji.holdem.blueprint.tree import FOLD, Added, FlatTree
from tianji.poker.hand import HandState

SIZES = (0.25, 0.37, 0.55, 0.8, 1.2, 1.7, 2.5)  # of the pot after calling: those that are probed
APART = 0.12  # sizes whose pot odds differ by less than this share are taken for one another


@dataclass(frozen=True, eq=False)
class Repertoire:
    """A strategy of a betting tree that branches can be added to. steps: `[E]` uint8; blinds: of seats 0 and 1.

    build: how the betting after a new bet is made. most: what the steps of an infoset add up to.
    """

    tree: FlatTree
    counts: Sequence[int]
    steps: npt.NDArray[np.uint8]
    stack: int
    blinds: tuple[int, int]
    build: Build
    most: int = 15

    @staticmethod
    def of(blueprint: Blueprint) -> Repertoire:
        """What a blueprint holds."""
        small, big = blueprint.menu.blinds
        return Repertoire(
            blueprint.tree, blueprint.counts, blueprint.steps(), blueprint.menu.stack, (big, small),
            menu_build(blueprint.menu), (1 << blueprint.bits) - 1,
        )  # fmt: skip

    @cached_property
    def _offsets(self) -> npt.NDArray[np.int64]:
        return self.tree.offsets(self.counts)

    def rows(self, node: int) -> FloatArray:
        """`[K, A]`: probabilities by bucket."""
        low, high = self._offsets[node : node + 2]
        found = self.steps[low:high].reshape(-1, int(self.tree.actions[node]))
        total = found.sum(axis=1, keepdims=True, dtype=np.float64)
        return np.where(total > 0, found / np.maximum(total, 1), 1 / found.shape[1])

    def level(self, node: int) -> int:
        """What has to be matched at a decision."""
        return level_at(self.tree, node, self.blinds[0])

    def spent(self, node: int, player: int) -> int:
        """What a player has in the pot at a decision."""
        tree = self.tree
        own = [tree.menu(n)[place] for n, place in path_to(tree, node) if tree.player[n] == player]
        return max([self.blinds[player], *own])

    def with_branch(
        self, node: int, total: int, branch: FlatTree, steps: npt.NDArray[np.uint8]
    ) -> Repertoire:
        """With a bet prepared for."""
        tree, place = grown(self.tree, node, total, branch)
        return replace(
            self, tree=tree, steps=grown_steps(self.tree, self.counts, self.steps, node, place, steps)
        )

    def without(self, added: Added) -> Repertoire:
        """Without the branch that was added last."""
        return replace(
            self, tree=cut(self.tree, added), steps=cut_steps(self.tree, self.counts, self.steps, added)
        )


@dataclass(frozen=True)
class Cell:
    """A bet at a decision that does not know it. score: what to look at first; often: hands it was met in."""

    node: int
    total: int
    size: float
    score: float
    often: int = 0

    def line(self, book: Repertoire) -> str:
        """The betting up to and with it, as the ACPC writes it."""
        return f"{line_to(book.tree, self.node, book.blinds[0])}r{self.total}"


def odds(size: float) -> float:
    """What a call of a bet must win: x / (1 + 2 x)."""
    return size / (1 + 2 * size)


def strain(book: Repertoire, node: int, total: int) -> float:
    """How far pot odds are off when a bet is translated, times the pot, in chips; 0 for a bet that is known.

    pot · Σ_s P(x taken for s) · |odds(x) − odds(s)|
    """
    totals, level = book.tree.menu(node), book.level(node)
    bet = (total - level) / (2 * level)
    chances, is_exact = taken_for(totals, level, book.stack, bet, total >= book.stack, True)
    if is_exact:
        return 0.0
    sizes = [(totals[place] - level) / (2 * level) for place, _ in chances]
    off = sum(p * abs(odds(bet) - odds(s)) for s, (_, p) in zip(sizes, chances, strict=True))
    return 2 * level * (off if chances else odds(bet))


def reaches(book: Repertoire, node: int) -> float:
    """How often the one who answers lets a hand come to a decision, buckets all alike: for a first ordering."""
    tree, us = book.tree, 1 - int(book.tree.player[node])
    found = 1.0
    for n, place in path_to(tree, node):
        if tree.player[n] == us:
            found *= float(book.rows(n)[:, place].mean())
    return found


def grid_cells(book: Repertoire, sizes: Sequence[float], streets: Sequence[int]) -> list[Cell]:
    """All decisions of some streets with all sizes that are legal there and not known, the worst strain first."""
    found = []
    for node in range(len(book.tree)):
        if int(book.tree.street[node]) not in streets or not _has_room(book, node):
            continue
        level, weight = book.level(node), reaches(book, node)
        for size in sizes:
            cell = _cell(book, node, level + round(size * 2 * level), weight)
            if cell is not None:
                found.append(cell)
    return sorted(found, key=lambda cell: -cell.score)


def _has_room(book: Repertoire, node: int) -> bool:
    """Whether a bet may be added: somebody can still raise, and there is a place for it."""
    totals, level = book.tree.menu(node), book.level(node)
    is_open = any(total > level for total in totals)
    return is_open and len(totals) < MOST_ACTIONS


def _cell(book: Repertoire, node: int, total: int, weight: float, often: int = 0) -> Cell | None:
    """A cell, where the bet is legal and unlike the known ones."""
    tree, level = book.tree, book.level(node)
    me = int(tree.player[node])
    least = max(level - book.spent(node, me), book.blinds[0])
    if not level + least <= total < book.stack:
        return None
    size = (total - level) / (2 * level)
    known = [(t - level) / (2 * level) for t in tree.menu(node) if t > level]
    if any(abs(odds(size) / odds(s) - 1) < APART for s in known):
        return None
    score = weight * strain(book, node, total)
    return Cell(node, total, size, score, often) if score > 0 else None


def log_cells(
    blueprint: Blueprint, file: str | Path, me: str | None, game: str | None = None
) -> tuple[list[Cell], list[str]]:
    """The bets of others in recorded hands that a blueprint would translate, and why hands were left out.

    me: whose bets are not counted, as the file names him. Sizes within a seventh of each other count as one.
    """
    book, met, refused = Repertoire.of(blueprint), Counter[tuple[int, int]](), []
    for record in recorded_hands(file, game):
        if isinstance(record, str):
            refused.append(record)
            continue
        try:
            met.update(_bets(blueprint, book, record, me))
        except TianjiError as error:
            refused.append(f"{record.name}: {error}")
    cells = []
    for (node, total), often in _gathered(met).items():
        cell = _cell(book, node, total, float(often), often)
        if cell is not None and _has_room(book, node):
            cells.append(cell)
    return sorted(cells, key=lambda cell: -cell.score), refused


def _bets(
    blueprint: Blueprint, book: Repertoire, record: RecordedHand, me: str | None
) -> Iterable[tuple[int, int]]:
    """(decision, total in the blueprint's chips) of every bet that is not in its tree."""
    seat = record.names.index(me) if me in record.names else None
    for state, action in record.state.steps():
        if not action.startswith("r") or state.player == seat:
            continue
        node, _ = blueprint.node_of(_public(state))
        if node < 0:
            continue
        level = book.level(node)
        bet = (int(action[1:]) - state.level) / (2 * state.level)
        total = level + round(bet * 2 * level)
        if total < book.stack and total > FOLD:
            yield node, total


def _public(state: HandState) -> HandState:
    return replace(state, hole=((),) * state.rules.seats)


def _gathered(met: Counter[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Bets to nearly the same total of a decision as one, the one met most often."""
    found: dict[tuple[int, int], int] = {}
    for (node, total), often in met.most_common():
        near = next((k for k in found if k[0] == node and abs(k[1] / total - 1) < APART), (node, total))
        found[near] = found.get(near, 0) + often
    return found


def read_sizes(text: str | Sequence[float] | None) -> list[float]:
    """Sizes to probe, percent of the pot after calling: "25,37" or numbers.

    >>> read_sizes("25, 37")
    [0.25, 0.37]
    """
    if text is None:
        return list(SIZES)
    parts = text.split(",") if isinstance(text, str) else list(text)
    try:
        found = [float(part) / 100 for part in parts]
    except (TypeError, ValueError):
        found = []
    if not found or not all(0 < size <= 100 for size in found):
        raise ParameterError(f"sizes={quote(text)}; expected percent of the pot, such as 25,37,60")
    return found


def require_some(cells: Sequence[Cell], why: Callable[[], str]) -> None:
    """Refuse to improve what knows every bet that it was to look at."""
    if not cells:
        raise NotApplicableError(why())

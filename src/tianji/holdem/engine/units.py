"""Units: a street's lines of betting as the shapes that kernels are generated for, and what tells lines apart."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.layout import Forest
from tianji.kernels.gpu.shapes import Shape

TOGETHER = 6  # lines without a decision that one block walks


@dataclass
class Units:
    """All units of one shape, for one player; lines `[units, …]` and amounts `[units, terms]`, as kernels read them."""

    shape: Shape
    lines: list[list[int]] = field(default_factory=list)
    amounts: list[list[float]] = field(default_factory=list)

    def arrays(self, real: Any) -> tuple[npt.NDArray[np.int32], npt.NDArray[Any]]:
        """Both as arrays."""
        amounts = np.array([row or [0.0] for row in self.amounts], dtype=real)
        return np.array(self.lines, dtype=np.int32), amounts


def units_of(forest: Forest, player: int, skipped: Collection[int] = ()) -> list[Units]:
    """A street's betting in units, for the passes of one player; the largest shapes first. skipped: roots left out."""
    parts = _parts_of(forest, player)
    idle = [r for r in idle_roots(forest) if r not in skipped]
    groups = [[r] for r in range(forest.roots) if parts[r].infosets[0] or parts[r].infosets[1]]
    groups += [idle[i : i + TOGETHER] for i in range(0, len(idle), TOGETHER)]
    found: dict[Shape, Units] = {}
    for group in groups:
        shape, line, amounts = _unit(forest.roots, group, [parts[r] for r in group])
        units = found.setdefault(shape, Units(shape))
        units.lines.append(line)
        units.amounts.append(amounts)
    return sorted(found.values(), key=lambda u: -len(u.shape.opponent) - len(u.shape.own))


def idle_roots(forest: Forest) -> list[int]:
    """Lines on which nobody has anything to decide."""
    busy = {above for p in (0, 1) for above, _, _ in forest.infosets[p].tolist()}
    return [root for root in range(forest.roots) if root not in busy]


@dataclass
class _Part:
    """What comes after one root: infosets (opponent's, own), terms with amounts, chance leaves with their numbers."""

    infosets: tuple[list[list[int]], list[list[int]]] = field(default_factory=lambda: ([], []))
    terms: list[tuple[int, int, int, float]] = field(default_factory=list)
    leaves: list[tuple[int, int, int]] = field(default_factory=list)


def _parts_of(forest: Forest, player: int) -> list[_Part]:
    """The street's betting by root, slots as the forest counts them."""
    other = 1 - player
    parts = [_Part() for _ in range(forest.roots)]
    roots: list[list[int]] = []
    for side, p in enumerate((other, player)):
        root = list(range(forest.roots)) + [0] * (forest.slots[p] - forest.roots)
        for above, first, actions in forest.infosets[p].tolist():
            root[first : first + actions] = [root[above]] * actions
            parts[root[above]].infosets[side].append([above, first, actions])
        roots.append(root)
    columns, mine = forest.columns[other].tolist(), roots[1]
    amounts = forest.amounts[player].tolist()
    for (slot, kind, column), amount in zip(forest.terms[player].tolist(), amounts, strict=True):
        parts[mine[slot]].terms.append((slot, kind, columns[column], amount))
    chances = zip(forest.chances[player].tolist(), forest.chances[other].tolist(), strict=True)
    for k, (a, b) in enumerate(chances):
        parts[mine[a]].leaves.append((k, a, b))
    return parts


def _unit(roots: int, group: list[int], parts: list[_Part]) -> tuple[Shape, list[int], list[float]]:
    """Shape, line and amounts of some roots, of so many in all."""
    places, infosets, rows = [], [], []
    for side in (0, 1):  # the opponent's, his own
        place = {root: k for k, root in enumerate(group)}
        own = sorted((i for part in parts for i in part.infosets[side]), key=lambda i: i[1])
        for _, first, actions in own:
            place.update({first + a: len(place) + a for a in range(actions)})
        places.append(place)
        infosets.append(tuple((place[above], actions) for above, _, actions in own))
        rows.append([first - roots for _, first, _ in own])
    theirs, mine = places
    terms = sorted(
        ((mine[slot], kind, theirs[column]), amount)
        for part in parts
        for slot, kind, column, amount in part.terms
    )
    leaves = sorted((k, mine[a], theirs[b]) for part in parts for k, a, b in part.leaves)
    shape = Shape(
        len(group), infosets[0], infosets[1], tuple(t for t, _ in terms), tuple((a, b) for _, a, b in leaves)
    )
    return shape, [*group, *rows[0], *rows[1], *(k for k, _, _ in leaves)], [amount for _, amount in terms]

"""Units: a street's lines of betting as the shapes that kernels are generated for, and what tells lines apart."""

from __future__ import annotations

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


def units_of(forest: Forest, player: int) -> list[Units]:
    """A street's betting in units, for the passes of one player; the largest shapes first."""
    roots = [_roots_of(forest, p) for p in (0, 1)]
    busy = {roots[p][first] for p in (0, 1) for _, first, _ in forest.infosets[p].tolist()}
    idle = [r for r in range(forest.roots) if r not in busy]
    groups = [[r] for r in sorted(busy)] + [idle[i : i + TOGETHER] for i in range(0, len(idle), TOGETHER)]
    found: dict[Shape, Units] = {}
    for group in groups:
        shape, line, amounts = _unit(forest, player, group, roots)
        units = found.setdefault(shape, Units(shape))
        units.lines.append(line)
        units.amounts.append(amounts)
    return sorted(found.values(), key=lambda u: -len(u.shape.opponent) - len(u.shape.own))


def _roots_of(forest: Forest, player: int) -> list[int]:
    """The root that each slot of a player comes from."""
    roots = list(range(forest.roots)) + [0] * (forest.slots[player] - forest.roots)
    for above, first, actions in forest.infosets[player].tolist():
        roots[first : first + actions] = [roots[above]] * actions
    return roots


def _unit(
    forest: Forest, player: int, group: list[int], roots: list[list[int]]
) -> tuple[Shape, list[int], list[float]]:
    """Shape, line and amounts of some roots."""
    other = 1 - player
    chosen = set(group)
    places, infosets, rows = [], [], []
    for p in (other, player):
        place = {root: k for k, root in enumerate(group)}
        own = [i for i in forest.infosets[p].tolist() if roots[p][i[0]] in chosen]
        for _, first, actions in own:
            place.update({first + a: len(place) + a for a in range(actions)})
        places.append(place)
        infosets.append(tuple((place[above], actions) for above, _, actions in own))
        rows.append([first - forest.roots for _, first, _ in own])
    theirs, mine = places
    columns = forest.columns[other].tolist()
    terms = sorted(
        ((mine[slot], kind, theirs[columns[column]]), amount)
        for (slot, kind, column), amount in zip(
            forest.terms[player].tolist(), forest.amounts[player].tolist(), strict=True
        )
        if roots[player][slot] in chosen
    )
    leaves = [
        (k, mine[a], theirs[b])
        for k, (a, b) in enumerate(
            zip(forest.chances[player].tolist(), forest.chances[other].tolist(), strict=True)
        )
        if roots[player][a] in chosen
    ]
    shape = Shape(
        len(group), infosets[0], infosets[1], tuple(t for t, _ in terms), tuple((a, b) for _, a, b in leaves)
    )
    return shape, [*group, *rows[0], *rows[1], *(k for k, _, _ in leaves)], [amount for _, amount in terms]

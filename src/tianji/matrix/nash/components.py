"""The shape of the equilibrium set of a two-player game: maximal Nash subsets and their components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from tianji.core.result import Result
from tianji.matrix.game.equilibrium import Equilibrium, Number
from tianji.run.clock import Clock

Strategy = tuple[Number, ...]
Key = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class NashSubset(Result):
    """A maximal Nash subset: any mixture of `rows` is an equilibrium with any mixture of `columns`.

        conv(rows) × conv(columns)

    `rows` and `columns` are the vertices of two polytopes of strategies; their pairs are extreme equilibria.
    Winkels (1979); Jansen (1981).
    """

    rows: tuple[Strategy, ...]
    columns: tuple[Strategy, ...]
    pairs: tuple[Equilibrium, ...]

    @property
    def is_point(self) -> bool:
        """Whether the subset is a single equilibrium."""
        return len(self.rows) == 1 and len(self.columns) == 1

    def equilibria(self) -> tuple[Equilibrium, ...]:
        """The extreme equilibria: every pair of vertices."""
        return self.pairs

    def centre(self) -> tuple[Strategy, Strategy]:
        """The mean of the vertices: an equilibrium inside the subset."""
        return _mean(self.rows), _mean(self.columns)


def _mean(points: tuple[Strategy, ...]) -> Strategy:
    share = Fraction(1, len(points))
    return tuple(sum((p[a] * share for p in points[1:]), points[0][a] * share) for a in range(len(points[0])))


def nash_components(extreme: Sequence[Equilibrium], clock: Clock) -> list[list[NashSubset]]:
    """The maximal Nash subsets, grouped into the connected components of the equilibrium set.

    Extreme equilibria are the edges of a bipartite graph between extreme row and column strategies. Its
    maximal complete bipartite subgraphs are the maximal Nash subsets, and its connected components are the
    components of the set of equilibria. Avis, Rosenberg, Savani & von Stengel (2010), section 3.
    """
    rows: list[Strategy] = []
    columns: list[Strategy] = []
    by_pair: dict[tuple[int, int], Equilibrium] = {}
    known: tuple[dict[Key, int], dict[Key, int]] = ({}, {})
    for e in extreme:
        pair = []
        for own, strategies, numbers in zip(e.profile, (rows, columns), known, strict=True):
            key = tuple([p.as_integer_ratio() for p in own])  # fractions take long to hash
            number = numbers.setdefault(key, len(numbers))
            if number == len(strategies):
                strategies.append(own)
            pair.append(number)
        by_pair[pair[0], pair[1]] = e
    neighbours = [0] * len(rows)
    for i, j in by_pair:
        neighbours[i] |= 1 << j
    groups: list[list[NashSubset]] = []
    for members in _connected(neighbours):
        subsets = []
        for right in _closed_sets([neighbours[i] for i in members], clock):
            left = [i for i in members if neighbours[i] & right == right]
            chosen = [j for j in range(len(columns)) if right >> j & 1]
            pairs = tuple([by_pair[pair] for pair in product(left, chosen)])
            subsets.append(NashSubset(tuple(rows[i] for i in left), tuple(columns[j] for j in chosen), pairs))
        groups.append(subsets)
    return groups


def _connected(neighbours: list[int]) -> list[list[int]]:
    """Groups of row vertices linked through shared column vertices."""
    groups: list[tuple[int, list[int]]] = []
    for i, mask in enumerate(neighbours):
        members = [i]
        rest = []
        for other, inside in groups:
            if other & mask:
                mask |= other
                members = inside + members
            else:
                rest.append((other, inside))
        groups = [*rest, (mask, members)]
    return sorted((sorted(inside) for _, inside in groups), key=lambda inside: inside[0])


def _closed_sets(masks: list[int], clock: Clock) -> list[int]:
    """All intersections of neighbourhoods: the right sides of the maximal bicliques."""
    closed: dict[int, None] = {}
    for mask in dict.fromkeys(masks):
        clock.step()
        fresh = {mask: None}
        for other in closed:
            clock.tick()
            if other & mask:
                fresh[other & mask] = None
        closed.update(fresh)
    return list(closed)

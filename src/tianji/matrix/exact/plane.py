"""Points of the plane: turns and convex hulls, exact where the numbers are."""

from __future__ import annotations

from typing import Any

Point = tuple[Any, Any]


def turn(p: Point, q: Point, r: Point) -> Any:
    """Twice the signed area of the triangle: positive for a left turn."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def hull(points: list[Point]) -> tuple[Point, ...]:
    """The convex hull, counter-clockwise, without points on edges. Andrew (1979).

    >>> hull([(0, 0), (1, 0), (2, 0), (2, 2), (1, 1)])
    ((0, 0), (2, 0), (2, 2))
    """
    ordered = sorted(set(points))
    if len(ordered) <= 2:
        return tuple(ordered)
    chains: list[list[Point]] = []
    for sequence in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for p in sequence:
            while len(chain) >= 2 and turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        chains.append(chain[:-1])
    return tuple(chains[0] + chains[1])

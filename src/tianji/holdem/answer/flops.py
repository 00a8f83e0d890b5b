"""Boards with weights: as they are given, and flops that stand for all, subsets of the 1,755 classes by one rule.

All 22,100 flops fall into 1,755 classes that differ by more than the names of suits. A subset of n is made so:

1. Classes are parted by texture: three suits, two or one; no pair, a pair, three of a kind. That makes six groups.
2. Each group gets one flop, and the rest of the n are given out in proportion to the groups' weights (how many of the
   22,100 flops they hold), by largest remainder.
3. A group is ordered by rank, highest card first, cut into as many parts of equal weight as it got flops, and the
   class in the middle of each part stands for it, with the weight of the part.

So textures have exactly their true shares, and high cards very nearly.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from tianji.core.paths import is_there
from tianji.core.storage import read_bytes
from tianji.core.text import whole_number
from tianji.errors import ParameterError, quote, quote_path, short_path
from tianji.poker.cards import RANKS, parse_board, show_cards

NUM_FLOPS = 22_100
SUBSETS = (25, 49, 95, 184)
Boards = str | int | Iterable[str | tuple[str, float]]
LARGEST = 500  # of more, some parts would be smaller than a class


@lru_cache(maxsize=1)
def flop_classes() -> tuple[tuple[str, int, str], ...]:
    """All 1,755 classes: a flop of each, how many flops it stands for, and its texture; high cards first.

    >>> classes = flop_classes()
    >>> len(classes), sum(weight for _, weight, _ in classes), classes[0]
    (1755, 22100, ('AcAdAh', 4, 'three of a kind'))
    """
    found: list[tuple[tuple[int, ...], str, int, str]] = []
    for a in reversed(range(13)):
        found.append(((a, a, a), "cdh", 4, "three of a kind"))
        for b in reversed(range(13)):
            if a != b:
                ranks = tuple(sorted((a, a, b), reverse=True))
                apart, shared = ("cdh", "cdc") if a > b else ("hcd", "ccd")
                found += [(ranks, apart, 12, "pair, three suits"), (ranks, shared, 12, "pair, two suits")]
    for a, b, c in combinations(reversed(range(13)), 3):
        found += [((a, b, c), "ccc", 4, "one suit"), ((a, b, c), "cdh", 24, "three suits")]
        found += [((a, b, c), suits, 12, "two suits") for suits in ("ccd", "cdc", "dcc")]
    found.sort(key=lambda row: ([-r for r in row[0]], row[1]))
    return tuple(
        ("".join(RANKS[r] + s for r, s in zip(ranks, suits, strict=True)), weight, texture)
        for ranks, suits, weight, texture in found
    )


def flops(count: int | str = 25) -> list[tuple[str, float]]:
    """A weighted subset of so many flops, or `"all"` 1,755; weights add up to 22,100.

    >>> subset = flops(25)
    >>> len(subset), round(sum(weight for _, weight in subset)), subset[0]
    (25, 22100, ('AcQc9d', 936.0))
    """
    classes = flop_classes()
    if isinstance(count, str) and count.strip().lower() == "all":
        return [(board, float(weight)) for board, weight, _ in classes]
    textures = list(dict.fromkeys(texture for _, _, texture in classes))
    if isinstance(count, bool) or not isinstance(count, int) or not len(textures) <= count <= LARGEST:
        raise ParameterError(
            f"flops {quote(count, 40)}: expected 'all' or a whole number from {len(textures)} to {LARGEST}, "
            f"such as {', '.join(map(str, SUBSETS))}"
        )
    groups = {t: [(board, weight) for board, weight, texture in classes if texture == t] for t in textures}
    chosen: list[tuple[str, float]] = []
    for texture, size in _shared_out(groups, count).items():
        chosen += _middles(groups[texture], size)
    place = {board: k for k, (board, _, _) in enumerate(classes)}
    return sorted(chosen, key=lambda row: place[row[0]])


def _shared_out(groups: dict[str, list[tuple[str, int]]], count: int) -> dict[str, int]:
    """One a group, and the rest by weight."""
    weights = {t: sum(weight for _, weight in rows) for t, rows in groups.items()}
    exact = {t: count * weight / NUM_FLOPS for t, weight in weights.items()}
    sizes = {t: max(1, int(x)) for t, x in exact.items()}
    while sum(sizes.values()) != count:
        step = 1 if sum(sizes.values()) < count else -1
        able = [t for t in sizes if step > 0 or sizes[t] > 1]
        chosen = max(able, key=lambda t: step * (exact[t] - sizes[t]))
        sizes[chosen] += step
    return sizes


def _middles(rows: list[tuple[str, int]], size: int) -> list[tuple[str, float]]:
    """The class at the middle of each of `size` parts of equal weight."""
    total = sum(weight for _, weight in rows)
    found: list[tuple[str, float]] = []
    below, k = 0.0, 0
    for part in range(size):
        middle = total * (part + 0.5) / size
        while below + rows[k][1] <= middle:
            below += rows[k][1]
            k += 1
        found.append((rows[k][0], total / size))
    return found


def read_boards(path: str | Path) -> list[tuple[str, float]]:
    """Boards from a text file, one a line with its weight after it (1 where there is none); `#` begins a comment."""
    boards = []
    for number, line in enumerate(read_bytes(path).decode(errors="replace").splitlines(), 1):
        text = line.partition("#")[0].strip()
        if text:
            words = text.split()
            weight = _weight(words[-1]) if len(words) > 1 else None
            cards = " ".join(words if weight is None else words[:-1])
            where = f"{short_path(path)}, line {number}"
            boards.append((show_cards(parse_board(cards, where=where)), 1.0 if weight is None else weight))
    if not boards:
        raise ParameterError(f"{quote_path(path)} holds no boards; write one a line, such as Ks7h2d")
    return boards


def _weight(word: str) -> float | None:
    try:
        weight = float(word)
    except ValueError:
        return None
    return weight if 0 < weight < 1e12 else None


def boards_of(given: Boards) -> list[tuple[str, float]]:
    """Boards with their weights: a subset's size or "all", the name of a file, boards, or (board, weight) pairs."""
    if isinstance(given, str):
        size = whole_number(given.strip())
        if size is None and given.strip().lower() != "all":
            if not is_there(given):
                raise ParameterError(
                    f"boards {quote(given)}: no file has that name; expected all, {', '.join(map(str, SUBSETS))}, or a "
                    "file with a board a line"
                )
            return read_boards(given)
        given = "all" if size is None else size
    if isinstance(given, (str, int)):
        return flops(given)
    found = []
    for item in given:
        board, weight = (item, 1.0) if isinstance(item, str) else item
        if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 < weight < 1e12:
            raise ParameterError(
                f"board {quote(board, 40)} has weight {quote(weight, 40)}; expected a number above 0"
            )
        found.append((show_cards(parse_board(board)), float(weight)))
    if not found:
        raise ParameterError("boards is empty; give at least one board, such as ['Ks7h2d']")
    return found

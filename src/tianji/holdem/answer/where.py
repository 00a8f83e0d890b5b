"""differences: where two solves of one board differ most, over every street and card."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from tianji.core.arguments import checked
from tianji.core.result import Result, html_table
from tianji.errors import ParameterError, TianjiError
from tianji.holdem.answer.compare import aligned, mean_distance
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.engine.places import follow
from tianji.holdem.spot.lines import find_line, show_action
from tianji.holdem.spot.tree import PLAYERS, STREETS
from tianji.poker.cards import show_card
from tianji.run.clock import Clock
from tianji.run.limits import Limits

DECK = 52
HELD = 4  # cards of both players
SAME = 1e-9  # distances up to here are none


@dataclass(frozen=True)
class SpotDifferences(Result):
    """The decisions of two solves that differ most, those first whose frequency times distance is largest.

    rows: line, street, player, frequency (how often A comes there, cards included), distance (how often the two would
    act differently there), alike (how many cards or pairs of cards are the same by suit; their frequency is counted
    together), only ("A" where only A has the line). looked_at: decisions compared. left: no decision that was left out
    comes more often than this. is_certain: nothing that was left out can be above the last row. stopped: what ended it.
    """

    board: str
    rows: list[dict[str, Any]]
    looked_at: int
    left: float
    is_certain: bool
    stopped: str

    def to_dict(self) -> dict[str, Any]:
        """All of it."""
        return dict(vars(self))

    def _repr_html_(self) -> str:
        body = [
            (row["line"] or "start", row["street"], row["player"], f"{100 * row['frequency']:.2f} %",
             f"{100 * row['distance']:.1f} %")
            for row in self.rows
        ]  # fmt: skip
        title = f"{self.board}, {self.looked_at} decisions compared"
        return html_table(("line", "street", "to act", "reached", "differs"), body, caption=title)


@checked
def differences(
    a: SpotSolution | str | Path,
    b: SpotSolution | str | Path,
    *,
    most: int = 20,
    seconds: float | None = None,
) -> SpotDifferences:
    """Where two solves (or their files) of one board differ most, over all streets.

    Decisions are compared in the order of how often A comes to them, f(h), and ranked by f(h) d(h), d ≤ 1 being how
    often the two act differently there: once the next f is no larger than the least f d listed, nothing that is left
    can belong on the list, and the work ends.

    >>> from tianji.holdem import Spot
    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises="")
    >>> found = differences(spot.solve(iterations=300), spot.locked("", {"AA": {"check": 1}}).solve(iterations=300))
    >>> found.rows[0]["line"], found.is_certain
    ('', True)
    """
    one, two = (x if isinstance(x, SpotSolution) else SpotSolution.load(x) for x in (a, b))
    if sorted(one.spot.cards) != sorted(two.spot.cards):
        raise ParameterError(f"A is on {one.spot.board}, B on {two.spot.board}; compare solves of one board")
    if most < 1:
        raise ParameterError(f"most={most}; expected at least one row")
    clock, search = Clock(Limits(seconds=seconds)), _Search(one, two, most)
    while search.waiting and not search.is_certain and not clock.is_over():
        search.step()
    return SpotDifferences(
        one.spot.board, search.top(), search.looked_at, search.bound, search.is_certain, clock.stopped
    )


class _Search:
    """Decisions waiting, the likeliest first, each with a bound of how often A comes there."""

    def __init__(self, one: SpotSolution, two: SpotSolution, most: int) -> None:
        self.one, self.two, self.most = one, two, most
        self.order = count()  # of what waits equally likely, first come first served
        # (−bound, number, line, frequency of the deal above and its mass, boards alike)
        self.waiting: list[tuple[float, int, str, float | None, float, int]] = []
        self.rows: list[dict[str, Any]] = []
        self.largest: list[
            float
        ] = []  # frequency times distance of as many rows as are wanted; the least first
        self.looked_at = 0
        self._push(1.0, "", None, 0.0, 1)

    def _push(self, bound: float, line: str, above: float | None, mass: float, alike: int) -> None:
        heapq.heappush(self.waiting, (-bound, next(self.order), line, above, mass, alike))

    @property
    def bound(self) -> float:
        """How often A comes to what is left, at most."""
        return -self.waiting[0][0] if self.waiting else 0.0

    @property
    def is_certain(self) -> bool:
        """Whether nothing that is left can belong to the rows."""
        return self.bound <= (self.largest[0] if len(self.largest) == self.most else 0.0)

    def top(self) -> list[dict[str, Any]]:
        """The rows so far, the most different first."""
        found = [row for row in self.rows if row["distance"] > SAME]
        return sorted(found, key=lambda row: -row["frequency"] * row["distance"])[: self.most]

    def step(self) -> None:
        """Compare the likeliest decision that waits, and let what follows it wait."""
        bound, _, line, above, mass, alike = heapq.heappop(self.waiting)
        table, frequency = self.one.strategy(line), -bound
        weight = float(table.weight.sum())
        if above is not None:  # the first decision on a card: pairs that hold none of it, of all cards
            frequency = above * alike * weight / mass if mass > 0 else 0.0
        if frequency <= 0:
            return
        self.looked_at += 1
        try:
            distance = mean_distance(aligned(table, self.two.strategy(line), []))
            only = ""
        except TianjiError:  # a line, or hands, that only A has
            distance, only = 1.0, "A"
        tree = self.one.backend.tree
        node = tree.nodes[find_line(tree, line).node]
        self.rows.append({
            "line": line, "street": STREETS[node.street], "player": PLAYERS[node.player], "frequency": frequency,
            "distance": distance, "alike": alike, "only": only,
        })  # fmt: skip
        if distance > SAME:
            heapq.heappush(self.largest, frequency * distance)
            if len(self.largest) > self.most:
                heapq.heappop(self.largest)
        if only:
            return  # what follows is A's alone, too
        for action, child in zip(node.actions, node.children, strict=True):
            share = table.means[show_action(tree, node, action)]
            after = ", ".join(filter(None, (line, str(action))))
            if tree.nodes[child].kind == "act":
                self._push(frequency * share, after, None, 0.0, alike)
            elif tree.nodes[child].kind == "deal" and tree.nodes[tree.nodes[child].children[0]].kind == "act":
                self._deal(after, frequency * share, weight * share, alike)

    def _deal(self, line: str, frequency: float, weight: float, alike: int) -> None:
        place = find_line(self.one.backend.tree, line)
        dealt = [*self.one.spot.cards, *place.cards]
        cards_left = DECK - len(dealt) - HELD
        for card, times in self._cards(place.cards, dealt):
            after = f"{line}, {show_card(card)}"
            bound = frequency * times / cards_left
            self._push(bound, after, frequency / alike, weight * cards_left, alike * times)

    def _cards(self, before: tuple[int, ...], dealt: list[int]) -> Iterator[tuple[int, int]]:
        """A card of each kind that is the same by suit in both solves, and how many there are."""
        kinds: Counter[tuple[int, int]] = Counter()
        first: dict[tuple[int, int], int] = {}
        for card in (c for c in range(DECK - 1, -1, -1) if c not in dealt):
            one, two = (follow(s.backend.boards, (*before, card))[0][-1] for s in (self.one, self.two))
            kind = one, two
            kinds[kind] += 1
            first.setdefault(kind, card)
        return ((first[kind], times) for kind, times in kinds.items())

"""compare: two solves of one board side by side, in EV and frequencies, and where they differ most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result, html_table
from tianji.errors import ParameterError, TianjiError, quote
from tianji.holdem.answer.look import lines
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.answer.tables import FloatArray, HandTable
from tianji.holdem.spot.locks import read_lock
from tianji.poker.cards import hand_names, show_cards

MOST_HANDS, MOST_LINES = 12, 8


@dataclass(frozen=True)
class SpotComparison(Result):
    """Two strategies after a line, hand by hand.

    values: both players' EV at the start in A, in B and their difference (B − A). frequencies: by action, the same, of
    who acts. ev: the mean EV of both players after the line, the same. distance: the mean over the range in A of half
    the sum of |B − A| over the actions: how often the two would act differently. by_hand: B − A by action; ev_by_hand:
    B − A in chips. hands, lines: where they differ most, by distance times how often it happens. notes: what could
    not be compared, such as actions only one of them has.
    """

    board: str
    line: str
    player: str
    values: dict[str, tuple[float, float, float]]
    frequencies: dict[str, tuple[float, float, float]]
    ev: dict[str, tuple[float, float, float]]
    distance: float
    by_hand: HandTable
    ev_by_hand: HandTable
    hands: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    notes: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Everything but the grids, with the differences of every hand."""
        three = {
            name: {key: {"a": a, "b": b, "difference": d} for key, (a, b, d) in getattr(self, name).items()}
            for name in ("values", "frequencies", "ev")
        }
        rows = zip(self.by_hand.rows(), self.ev_by_hand.rows(), strict=True)
        return {
            "board": self.board, "line": self.line, "player": self.player, "distance": self.distance, **three,
            "most_different_hands": self.hands, "most_different_lines": self.lines, "notes": self.notes,
            "hands": [{**one, "ev": two["ev"]} for one, two in rows],
        }  # fmt: skip

    @checked
    def action_grid(self, action: str | None = None) -> HandTable:
        """B − A of one action, by default of the one whose frequency changes most: what the difference grid shows."""
        names = self.by_hand.columns
        if action is None:
            size = np.nansum(self.by_hand.weight[:, None] * np.abs(self.by_hand.data), axis=0)
            action = names[int(np.argmax(size))]
        found = [k for k, name in enumerate(names) if name == action or name.startswith(action + " (")]
        if len(found) != 1:
            raise ParameterError(f"action={quote(action)}; expected one of: {', '.join(names)}")
        table = self.by_hand
        return HandTable(
            "difference", table.line, table.board, table.player, [names[found[0]]], table.hands, table.reach,
            table.weight, table.data[:, found],
        )  # fmt: skip

    def _repr_html_(self) -> str:
        parts = [(kind, getattr(self, kind)) for kind in ("values", "frequencies", "ev")]
        rows = [(f"{kind} {name}", *v) for kind, table in parts for name, v in table.items()]
        title = f"B − A on {self.board} after “{self.line or 'start'}”; distance {self.distance:.4g}"
        return html_table(("", "A", "B", "B − A"), rows, caption=title) + self.action_grid()._repr_html_()


@checked
def compare(
    a: SpotSolution | str | Path, b: SpotSolution | str | Path | Mapping[str, Any], line: str = ""
) -> SpotComparison:
    """Compare two solves (or their files), or a solve and a strategy, after a line.

    b may be a strategy as `Spot.locked` takes it, `{"check": 1}` or `{"AA,KK": {"bet 50%": 1}}`; hands it does not name
    are played as in A. Of two trees the common part is compared, and `notes` says what is not.

    >>> from tianji.holdem import Spot
    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises="")
    >>> found = compare(spot.solve(iterations=500), {"check": 1})
    >>> round(found.frequencies["check"][1], 3), found.frequencies["check"][2] > 0
    (1.0, True)
    """
    one = a if isinstance(a, SpotSolution) else SpotSolution.load(a)
    if isinstance(b, Mapping):
        return _against_strategy(one, b, line)
    two = b if isinstance(b, SpotSolution) else SpotSolution.load(b)
    if sorted(one.spot.cards) != sorted(two.spot.cards):
        raise ParameterError(
            f"A is on {one.spot.board}, B on {two.spot.board}; compare solves of one board, or make a report of many"
        )
    notes = _notes(one, two)
    first, second = one.strategy(line), two.strategy(line)
    difference = aligned(first, second, notes)
    evs, ev = {}, None
    for player in ("oop", "ip"):
        x, y = one.ev(line, player), two.ev(line, player)
        evs[player] = _three(x.mean, y.mean)
        if player == first.player:
            ev = _ev_difference(x, y)
    assert ev is not None
    values = {p: _three(x, y) for p, x, y in zip(("oop", "ip"), one.values, two.values, strict=True)}
    return _comparison(first, second, values, evs, difference, ev, _top_lines(one, two, line), notes)


def _comparison(
    first: HandTable, second: HandTable, values: dict[str, tuple[float, float, float]],
    evs: dict[str, tuple[float, float, float]], difference: HandTable, ev: HandTable, top: list[dict[str, Any]],
    notes: list[str],
) -> SpotComparison:  # fmt: skip
    means = [table.means for table in (first, second)]
    frequencies = {
        name: _three(means[0].get(name, 0.0), means[1].get(name, 0.0)) for name in difference.columns
    }
    return SpotComparison(
        first.board, first.line, first.player, values, frequencies, evs, mean_distance(difference), difference, ev,
        _top_hands(first, second, difference, ev), top, notes,
    )  # fmt: skip


def _three(x: float, y: float) -> tuple[float, float, float]:
    return x, y, y - x


def _notes(one: SpotSolution, two: SpotSolution) -> list[str]:
    """How the spots differ, in words."""
    mine, his = one.spot.to_dict(), two.spot.to_dict()
    names = [k for k in sorted({*mine, *his}) if mine.get(k) != his.get(k)]
    return [f"the spots differ in {', '.join(names)}"] if names else []


def aligned(first: HandTable, second: HandTable, notes: list[str]) -> HandTable:
    """B − A by action over the hands that both hold; an action that one lacks counts as never played there."""
    if first.player != second.player:
        raise ParameterError(
            f"after {quote(first.line)} {first.player} acts in A and {second.player} in B; give a line that "
            "both trees have"
        )
    names = [*first.columns, *(c for c in second.columns if c not in first.columns)]
    for who, own, other in (("A", first, second), ("B", second, first)):
        only = [c for c in own.columns if c not in other.columns]
        if only:
            notes.append(f"only {who} has {', '.join(only)} after {first.line or 'the start'!r}")
    rows = _common(first, second)
    if len(rows) < max(len(first), len(second)):
        notes.append(f"{len(rows)} hands are in both ranges, {len(first)} in A, {len(second)} in B")
    data = np.stack([_column(second, n)[rows[:, 1]] - _column(first, n)[rows[:, 0]] for n in names], axis=1)
    mine = rows[:, 0]
    return HandTable(
        "difference", first.line, first.board, first.player, names, first.hands[mine], first.reach[mine],
        first.weight[mine], data,
    )  # fmt: skip


def _ev_difference(first: HandTable, second: HandTable) -> HandTable:
    rows = _common(first, second)
    mine, his = rows[:, 0], rows[:, 1]
    return HandTable(
        "ev difference", first.line, first.board, first.player, ["ev"], first.hands[mine], first.reach[mine],
        first.weight[mine], second.data[his] - first.data[mine],
    )  # fmt: skip


def _common(first: HandTable, second: HandTable) -> Any:
    """`[H, 2]`: the rows of the hands that both tables hold."""
    hands, mine, his = np.intersect1d(first.hands, second.hands, return_indices=True)
    if not len(hands):
        raise ParameterError(
            f"no hand is in both ranges after {quote(first.line)}; give a line that both play"
        )
    return np.stack([mine, his], axis=1)


def _column(table: HandTable, name: str) -> FloatArray:
    if name not in table.columns:
        return np.zeros(len(table))
    column: FloatArray = table.data[:, table.columns.index(name)]
    return column


def mean_distance(difference: HandTable) -> float:
    """How often two strategies act differently, over the range in A."""
    total = difference.weight.sum()
    apart = np.abs(difference.data).sum(axis=1) / 2
    return float((difference.weight * apart).sum() / total) if total > 0 else 0.0


def _top_hands(
    first: HandTable, second: HandTable, difference: HandTable, ev: HandTable
) -> list[dict[str, Any]]:
    """The hands that differ most, by distance times their weight in A's range."""
    apart = np.abs(difference.data).sum(axis=1) / 2
    total = difference.weight.sum()
    evs = dict(zip(ev.hands.tolist(), ev.data[:, 0].tolist(), strict=True))
    found = []
    for k in np.argsort(-(difference.weight * apart), kind="stable")[:MOST_HANDS]:
        if difference.weight[k] * apart[k] <= 0:
            break
        hand = int(difference.hands[k])
        name = hand_names()[hand]
        found.append({
            "hand": name, "distance": float(apart[k]), "share": float(difference.weight[k] / total),
            "a": dict(first[name]), "b": dict(second[name]), "ev": evs.get(hand, float("nan")),
        })  # fmt: skip
    return found


def _top_lines(one: SpotSolution, two: SpotSolution, line: str) -> list[dict[str, Any]]:
    """The lines of the street, both trees', that differ most: distance times how often A plays the line."""
    found: list[dict[str, Any]] = []
    for row in lines(one, line).rows:
        if row.player == "card" or row.frequency <= 0:
            continue
        try:
            distance = mean_distance(aligned(one.strategy(row.line), two.strategy(row.line), []))
        except TianjiError:  # a line that only A has
            continue
        found.append(
            {"line": row.line, "player": row.player, "frequency": row.frequency, "distance": distance}
        )
    found.sort(key=lambda row: -row["frequency"] * row["distance"])
    return [row for row in found if row["distance"] > 1e-9][:MOST_LINES]


def _against_strategy(one: SpotSolution, given: Mapping[str, Any], line: str) -> SpotComparison:
    """A solve against a strategy at one decision: what each hand loses by playing it, all else as in A."""
    first = one.strategy(line)
    lock = read_lock(one.spot.tree(), line, given)
    data = np.where(lock.hands[first.hands][:, None], lock.probabilities[:, first.hands].T, first.data)
    second = HandTable(
        "strategy",
        line,
        first.board,
        first.player,
        first.columns,
        first.hands,
        first.reach,
        first.weight,
        data,
    )
    by_action = one.action_evs(line)
    chips = np.nansum((data - first.data) * by_action.data, axis=1)[:, None]
    ev = HandTable(
        "ev difference",
        line,
        first.board,
        first.player,
        ["ev"],
        first.hands,
        first.reach,
        first.weight,
        chips,
    )
    mean = one.ev(line, first.player).mean
    evs = {first.player: _three(mean, mean + ev.mean)}
    notes = [f"B is the strategy given at {show_cards(one.spot.cards)} {line!r}; all else is played as in A"]
    return _comparison(first, second, {}, evs, aligned(first, second, notes), ev, [], notes)

"""HandTable: numbers by hand, as a mapping, a 13×13 grid, text, HTML, JSON or CSV."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import UnknownNameError, quote
from tianji.poker.cards import NUM_HANDS, RANKS, hand_class, hand_names, parse_hand
from tianji.poker.preflop import NUM_CLASSES, class_names, class_of_hands
from tianji.poker.ranges import Range

FloatArray = npt.NDArray[np.float64]
_CLASS = re.compile(r"^(?:([2-9tjqka])\1|(?!(.)\2)[2-9tjqka]{2}[so])$", re.IGNORECASE)


class HandTable(Mapping[str, Any], Result):
    """One row a hand: `table["AhKd"]` is a number, or a dict by action where there are several columns.

    `table["AKs"]` is the mean of a class, by how much of each hand is left in the range.

    hands: `[H]` hand numbers. reach: `[H]` how much of each hand is left in the range; weight: `[H]` reach times the
    opponent's range it can meet, the weights of `mean`. data: `[H, columns]`.
    """

    def __init__(
        self,
        kind: str,
        line: str,
        board: str,
        player: str,
        columns: list[str],
        hands: npt.NDArray[np.int64],
        reach: FloatArray,
        weight: FloatArray,
        data: FloatArray,
    ) -> None:
        self.kind, self.line, self.board, self.player, self.columns = kind, line, board, player, columns
        order = np.argsort(-hands, kind="stable")
        self.hands, self.reach, self.weight, self.data = (
            hands[order],
            reach[order],
            weight[order],
            data[order],
        )
        self._place = {int(h): k for k, h in enumerate(self.hands)}

    def __getitem__(self, hand: str) -> Any:
        if _CLASS.match(hand):
            row = self.grid().get(_spelled(hand), (0.0, []))[1]
        else:
            k = self._place.get(parse_hand(hand, "hand"))
            row = [] if k is None else [float(x) for x in self.data[k]]
        if not row:
            raise UnknownNameError(f"{quote(hand)} is not in the range of {self.player} on {self.board}")
        return (
            row[0]
            if self.columns in (["ev"], ["equity"], ["weight"], ["cbv"])
            else dict(zip(self.columns, row, strict=True))
        )

    def __iter__(self) -> Iterator[str]:
        names = hand_names()
        return (names[int(h)] for h in self.hands)

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def means(self) -> dict[str, float]:
        """The range's mean of every column: frequencies of actions, EV, equity."""
        total = self.weight.sum()
        with np.errstate(invalid="ignore"):
            sums = np.nansum(self.weight[:, None] * self.data, axis=0)
        return {
            c: float(s / total) if total > 0 else float("nan")
            for c, s in zip(self.columns, sums, strict=True)
        }

    @property
    def mean(self) -> float:
        """The mean of the first column."""
        return self.means[self.columns[0]]

    def grid(self) -> dict[str, tuple[float, list[float]]]:
        """By class (`AKs`): the mean reach of its hands, and the mean of every column."""
        cells: dict[str, list[int]] = {}
        for k, hand in enumerate(self.hands):
            cells.setdefault(hand_class(int(hand)), []).append(k)
        out = {}
        for name, rows in cells.items():
            weight = self.reach[rows]
            data = np.nan_to_num(self.data[rows])
            total = weight.sum()
            means = (weight[:, None] * data).sum(axis=0) / total if total > 0 else data.mean(axis=0)
            size = 6 if len(name) == 2 else 4 if name.endswith("s") else 12
            out[name] = (float(total) / size, [float(x) for x in means])
        return out

    @staticmethod
    def of_classes(
        kind: str, line: str, board: str, player: str, columns: list[str], data: FloatArray,
        reach: FloatArray | None = None, weight: FloatArray | None = None,
    ) -> HandTable:  # fmt: skip
        """A table of all 1,326 hands from numbers by class, `[169, columns]`, classes in the order of the grid.

        reach: `[169]` how much of each class is in the range, by default all. weight: `[169]` of whole classes.
        """
        place = class_of_hands()
        size = np.bincount(place, minlength=NUM_CLASSES)
        held = np.ones(NUM_CLASSES) if reach is None else reach
        whole = held * size if weight is None else weight
        return HandTable(
            kind,
            line,
            board,
            player,
            columns,
            np.arange(NUM_HANDS),
            held[place],
            (whole / size)[place],
            data[place],
        )

    def by_class(self) -> tuple[FloatArray, FloatArray]:
        """`[169]` and `[169, columns]`: the grid as arrays, classes in the order of `of_classes`."""
        cells = self.grid()
        nothing = (0.0, [0.0] * len(self.columns))
        found = [cells.get(name, nothing) for name in class_names()]
        return np.array([weight for weight, _ in found]), np.array([means for _, means in found])

    def rows(self) -> list[dict[str, Any]]:
        """One dict a hand: name, reach, and the columns."""
        names = hand_names()
        return [
            {"hand": names[int(h)], "weight": float(r), **dict(zip(self.columns, map(float, d), strict=True))}
            for h, r, d in zip(self.hands, self.reach, self.data, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """The table with its line, board and means."""
        head = {"kind": self.kind, "line": self.line, "board": self.board, "player": self.player}
        return {**head, "means": self.means, "hands": self.rows()}

    def range(self) -> HandTable:
        """How much of each hand is left in the range at this point, as a table of its own."""
        return HandTable(
            "range", self.line, self.board, self.player, ["weight"], self.hands, self.reach,
            np.ones(len(self.hands)), self.reach[:, None],
        )  # fmt: skip

    @checked
    def only(self, hands: Range | str) -> HandTable:
        """The rows of some hands: `table.only("AA,AKs")`."""
        return self.where(Range.of(hands, "hands").weights[self.hands] > 0)

    def where(self, chosen: npt.NDArray[np.bool_]) -> HandTable:
        """The rows chosen, `[H]`."""
        return HandTable(
            self.kind, self.line, self.board, self.player, self.columns, self.hands[chosen], self.reach[chosen],
            self.weight[chosen], self.data[chosen],
        )  # fmt: skip

    @checked
    def to_text(self, width: int = 80, is_coloured: bool = False) -> str:
        """The 13×13 grid as text, read without colour; see `answer.grids.text_grid`."""
        from tianji.holdem.answer.grids import text_grid

        return text_grid(self, width, is_coloured)

    def to_csv(self) -> str:
        """One line a hand; numbers with six digits."""
        lines = [",".join(["hand", "weight", *(f'"{c}"' if "," in c else c for c in self.columns)])]
        for row in self.rows():
            lines.append(",".join(v if isinstance(v, str) else f"{v:.6g}" for v in row.values()))
        return "\n".join(lines) + "\n"

    def _repr_html_(self) -> str:
        from tianji.holdem.answer.grids import html_grid

        return html_grid(self)

    def __repr__(self) -> str:
        means = ", ".join(f"{k} {v:.4g}" for k, v in self.means.items())
        head = f"{self.kind} of {self.player} on {self.board} after {self.line!r}"
        return f"HandTable({head}: {len(self)} hands; {means})"


def _spelled(name: str) -> str:
    """A class as the grid spells it: `AKs` for `kaS`."""
    ranks = sorted(name[:2].upper(), key=RANKS.index, reverse=True)
    return "".join(ranks) + name[2:].lower()

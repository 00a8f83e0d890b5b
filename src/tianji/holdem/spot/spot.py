"""Spot: a heads-up situation after the flop, as a player describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.errors import ParameterError
from tianji.holdem.engine.plan import Plan, make_plan
from tianji.holdem.spot.locks import Lock, read_lock
from tianji.holdem.spot.tree import PLAYERS, STREETS, Menus, Tree, build_tree, check_sizes
from tianji.poker.betting import Limits, Size, fine_chip, parse_sizes
from tianji.poker.cards import hand_names, parse_board, show_cards
from tianji.poker.ranges import Range

if TYPE_CHECKING:
    from tianji.holdem.answer.solution import Solution

FloatArray = npt.NDArray[np.float64]
Sizes = str | Mapping[str, Any]
FIELDS = (
    "board", "pot", "stack", "oop", "ip", "bets", "raises", "donks", "rake", "add_allin", "force_allin", "merge",
    "max_raises", "chip", "allin_share", "add_lines", "remove_lines",
)  # fmt: skip


class Spot:
    """Board, pot, stacks, ranges and bet sizes.

    pot: chips in the middle; stack: chips behind, for each player. bets, raises: one text for every street and player,
    or `{"turn": {"oop": "40%,allin", "ip": "40%"}, "river": …}`; donks: OOP's bets into the last street's bettor, where
    they differ. rake: (rate, cap). add_allin, force_allin, merge, allin_share, max_raises, chip: see
    `poker.betting.Limits`. add_lines, remove_lines: lines to add to or take from the tree, for all cards.

    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises="")
    >>> len(spot.tree().nodes)
    9
    """

    def __init__(
        self,
        board: str,
        pot: float,
        stack: float,
        oop: Range | str | npt.ArrayLike,
        ip: Range | str | npt.ArrayLike,
        bets: Sizes = "50%,100%,allin",
        raises: Sizes = "60%,allin",
        *,
        donks: Sizes | None = None,
        rake: tuple[float, float] = (0.0, 0.0),
        add_allin: float = 0.0,
        force_allin: float = 0.0,
        merge: float = 0.0,
        max_raises: int | None = None,
        chip: float | None = None,
        allin_share: float = 0.0,
        add_lines: list[str] | tuple[str, ...] = (),
        remove_lines: list[str] | tuple[str, ...] = (),
    ) -> None:
        given = locals()
        self.given: dict[str, Any] = {name: given[name] for name in FIELDS}
        self.cards = parse_board(board)
        self.board, self.street = show_cards(self.cards), len(self.cards) - 3
        self.pot, self.stack = _chips(pot, "pot"), _chips(stack, "stack")
        self.ranges = tuple(_range(r, self.cards, name) for r, name in ((oop, "oop"), (ip, "ip")))
        self.given["oop"], self.given["ip"] = (str(r) for r in self.ranges)
        self.rake = _rake(rake)
        step = fine_chip(self.pot) if chip is None else _number(chip, "chip", 0, self.stack)
        if max_raises is not None and (
            not isinstance(max_raises, int) or isinstance(max_raises, bool) or max_raises < 0
        ):
            raise ParameterError(f"max_raises={max_raises!r}; expected a whole number, 0 or more, or None")
        self.limits = Limits(
            _number(add_allin, "add_allin", 0, 100), _number(force_allin, "force_allin", 0, 100),
            _number(merge, "merge", 0, 100), max_raises, step, _number(allin_share, "allin_share", 0, 100),
        )  # fmt: skip
        self.menus = Menus(
            _menu(bets, "bets", self.stack, self.street), _menu(raises, "raises", self.stack, self.street),
            (None, None, None) if donks is None else tuple(
                row[0] for row in _menu(donks, "donks", self.stack, self.street)
            ),
        )  # fmt: skip
        self.locks: list[Lock] = []
        self._tree: Tree | None = None

    @property
    def weights(self) -> tuple[FloatArray, FloatArray]:
        """Both ranges' weights, `[1326]`, without the hands that meet the board."""
        return self.ranges[0].weights, self.ranges[1].weights

    @property
    def is_merged(self) -> bool:
        """Whether cards that are equal by suit may be solved as one: locks of single hands or cards forbid it."""
        return not any(lock.is_particular for lock in self.locks)

    def tree(self) -> Tree:
        """The betting tree."""
        if self._tree is None:
            from tianji.holdem.spot.edits import edit_actions

            hook = edit_actions(self.given["add_lines"], self.given["remove_lines"])
            self._tree = build_tree(self.pot, self.stack, self.street, self.menus, self.limits, hook=hook)
        return self._tree

    def replace(self, **changes: Any) -> Spot:
        """A spot that differs in some fields; locks are kept where their lines still exist."""
        spot = Spot(**{**self.given, **changes})
        for lock in self.locks:
            spot.lock(lock.line, lock.given)
        return spot

    def lock(self, line: str, strategy: Mapping[str, Any]) -> Spot:
        """Fix the strategy of the player who acts after a line, for the whole range or hand by hand; returns the spot.

        strategy: `{"check": 0.7, "bet 50%": 0.3}`, or `{"AA,KK": {"bet 50%": 1}, "AhKd": {"check": 1}}`; hands that are
        not named stay free.
        """
        self.locks.append(read_lock(self.tree(), line, strategy))
        return self

    def plan(self, storage: str = "float32", threads: int | None = None) -> Plan:
        """Nodes, memory, file size and expected time of a solve, at so many threads (by default all cores)."""
        return make_plan(self, storage, threads)

    def solve(self, until: str | float | None = None, **options: Any) -> Solution:
        """Find both players' strategies; see `holdem.engine.solve.solve`."""
        from tianji.holdem.engine.solve import solve

        return solve(self, until=until, **options)

    def to_dict(self) -> dict[str, Any]:
        """The spot as plain values (JSON, TOML), locks included."""
        given = {
            **self.given,
            "chip": self.limits.chip,
        }  # what the default is may change, a saved tree may not
        plain = {k: list(v) if isinstance(v, tuple) else v for k, v in given.items() if v is not None}
        if self.locks:
            plain["locks"] = [{"line": lock.line, "strategy": lock.given} for lock in self.locks]
        return plain

    @staticmethod
    def from_dict(data: Mapping[str, Any], where: str = "spot") -> Spot:
        """The spot that `to_dict` wrote, or a TOML file holds; unknown fields are refused by name."""
        from tianji.holdem.files.solves import spot_from_dict

        return spot_from_dict(data, where)

    @staticmethod
    def load(path: str) -> Spot:
        """A spot from a file: our TOML, a TexasSolver command file or a Libratus endgame."""
        from tianji.holdem.files.solves import load_spot

        return load_spot(path)

    def __repr__(self) -> str:
        combos = " and ".join(f"{r.combos:g}" for r in self.ranges)
        return f"Spot({self.board}, pot {self.pot:g}, stack {self.stack:g}, {combos} combos)"


def _number(value: object, name: str, low: float, high: float) -> float:
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    # compared as given: a whole number may be too large for a float
    if not is_number or not low <= value <= high:  # type: ignore[operator]
        raise ParameterError(f"{name}={value!r}; expected a number from {low:g} to {high:g}")
    return float(value)  # type: ignore[arg-type]


def _chips(value: object, name: str) -> float:
    number = _number(value, name, 0, 1e12)
    if number <= 0:
        raise ParameterError(f"{name}={value!r}; expected chips above 0")
    return number


def _rake(value: object) -> tuple[float, float]:
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise ParameterError(f"rake={value!r}; expected (rate, cap), such as (0.05, 3)")
    rate, cap = _number(value[0], "rake rate", 0, 1), _number(value[1], "rake cap", 0, 1e12)
    return (rate, cap) if rate > 0 and cap > 0 else (0.0, 0.0)


def _range(given: Range | str | npt.ArrayLike, board: list[int], name: str) -> Range:
    left = Range.of(given, name).without(board)
    if left.combos <= 0:
        raise ParameterError(
            f"{name}={str(given) if isinstance(given, (str, Range)) else given!r} has no hand left on the board "
            f"{show_cards(board)}; give it hands without those cards"
        )
    return left


def _menu(
    given: Sizes, name: str, stack: float, first: int
) -> tuple[tuple[tuple[Size, ...], tuple[Size, ...]], ...]:
    """Sizes by street and player from a text or a dict of texts."""
    table: list[tuple[tuple[Size, ...], tuple[Size, ...]]] = []
    for street in STREETS:
        part = _part(given, street, STREETS, name)
        row = []
        for player in PLAYERS:
            text = _part(part, player, PLAYERS, f"{name} {street}")
            sizes = parse_sizes(
                text if isinstance(text, str) else _joined(text, name), f"{name} {street} {player}"
            )
            check_sizes(sizes, stack, f"{name} {street} {player}")
            row.append(sizes)
        table.append((row[0], row[1]))
    return tuple(table)


def _joined(given: Any, name: str) -> str:
    """A list of sizes as one text."""
    if isinstance(given, (list, tuple)):
        return ",".join(f"{g}%" if isinstance(g, (int, float)) else str(g) for g in given)
    raise ParameterError(
        f"{name}={given!r}; expected a text such as '50%,allin', or a dict by street and player"
    )


def _part(given: Any, key: str, keys: tuple[str, ...], name: str) -> Any:
    if not isinstance(given, Mapping):
        return given
    others = {*STREETS, *PLAYERS}
    given = {k.strip().lower() if isinstance(k, str) else k: v for k, v in given.items()}
    unknown = [k for k in given if k not in others]
    if unknown:
        raise ParameterError(
            f"{name} has the key {unknown[0]!r}; expected streets (flop, turn, river) or oop and ip"
        )
    if not any(k in given for k in keys):
        return given
    return given.get(key, "")


def hand_table(combos: npt.NDArray[np.int64]) -> list[str]:
    """Names of hands by number."""
    names = hand_names()
    return [names[int(c)] for c in combos]

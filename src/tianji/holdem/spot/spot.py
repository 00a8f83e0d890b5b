"""Spot: a heads-up situation after the flop, as a player describes it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked, checked_init
from tianji.errors import ParameterError, UnknownNameError, quote, suggest, text_of
from tianji.holdem.spot.edits import Edits
from tianji.holdem.spot.lines import start_node
from tianji.holdem.spot.locks import Lock, check_held, read_lock
from tianji.holdem.spot.presets import SHAPE, preset
from tianji.holdem.spot.tree import PLAYERS, STREETS, BettingTree, Menus, build_tree, check_sizes, river_tree
from tianji.poker.betting import BetRules, Size, fine_chip, parse_sizes
from tianji.poker.cards import parse_board, show_cards
from tianji.poker.ranges import Range

if TYPE_CHECKING:
    from tianji.cfr.schedule import Schedule
    from tianji.holdem.answer.solution import SpotSolution
    from tianji.holdem.engine.forecast import SpotPlan
    from tianji.holdem.spot.gate import Gate
    from tianji.run.report import Progress
    from tianji.run.stopping import Stop

FloatArray = npt.NDArray[np.float64]
Sizes = str | Mapping[str, Any]
FIELDS = (
    "board", "pot", "stack", "oop", "ip", "bets", "raises", "donks", "rake", "add_allin", "force_allin", "merge",
    "max_raises", "chip", "allin_share", "least_bet", "start", "add_lines", "remove_lines",
)  # fmt: skip
DEFAULT_TREE = {
    "bets": "50%,100%,allin", "raises": "60%,allin", "add_allin": 0.0, "force_allin": 0.0, "merge": 0.0,
}  # fmt: skip


@checked_init
class Spot:
    """Board, pot, stacks, ranges and bet sizes: a value that does not change (`replace`, `locked` give new ones).

    pot: chips in the middle; stack: chips behind, for each player. bets, raises: one text for every street and player,
    or `{"turn": {"oop": "40%,allin", "ip": "40%"}, "river": …}`; by default 50 %, 100 % or all-in, and 60 % or all-in.
    tree: "simple", "standard" or "rich" sets what is not given (`spot.presets`). donks: OOP's bets into the last
    street's bettor, where they differ. rake: (rate, cap). add_allin, force_allin, merge, allin_share, max_raises, chip:
    see `poker.betting.BetRules`. add_lines, remove_lines: lines to add to or take from the tree, for all cards. start:
    what was bet on this street before the spot begins, such as "check, bet 40" (pot and stack are those before it).

    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises="")
    >>> len(spot.tree().nodes)
    9
    """

    given: dict[str, Any]
    cards: list[int]
    board: str
    street: int
    pot: float
    stack: float
    ranges: tuple[Range, Range]
    rake: tuple[float, float]
    limits: BetRules
    menus: Menus
    locks: tuple[Lock, ...]

    def __init__(
        self,
        board: str,
        pot: float,
        stack: float,
        oop: Range | str | npt.ArrayLike,
        ip: Range | str | npt.ArrayLike,
        bets: Sizes | None = None,
        raises: Sizes | None = None,
        *,
        tree: str | None = None,
        donks: Sizes | None = None,
        rake: tuple[float, float] = (0.0, 0.0),
        add_allin: float | None = None,
        force_allin: float | None = None,
        merge: float | None = None,
        max_raises: int | None = None,
        chip: float | None = None,
        allin_share: float = 0.0,
        least_bet: float = 0.0,
        start: str = "",
        add_lines: list[str] | tuple[str, ...] = (),
        remove_lines: list[str] | tuple[str, ...] = (),
    ) -> None:
        given = {name: value for name, value in locals().items() if name in FIELDS}
        named = {**DEFAULT_TREE, **({} if tree is None else preset(tree))}
        given.update({name: value for name, value in named.items() if given[name] is None})
        cards = parse_board(board)
        street = len(cards) - 3
        chips, behind = _chips(pot, "pot"), _chips(stack, "stack")
        whole = Range.of(oop, "oop"), Range.of(ip, "ip")  # kept as they are: another board blocks other hands
        given["oop"], given["ip"] = (
            whole  # written as text by `to_dict` alone: a search makes many spots of vectors
        )
        ranges = _range(whole[0], cards, "oop"), _range(whole[1], cards, "ip")
        step = fine_chip(chips) if chip is None else _number(chip, "chip", 0, behind)
        most = given["max_raises"]
        if most is not None and (not isinstance(most, int) or isinstance(most, bool) or most < 0):
            raise ParameterError(f"max_raises={quote(most)}; expected a whole number, 0 or more, or None")
        shares = {name: _number(given[name], name, 0, 100) for name in ("add_allin", "force_allin", "merge")}
        limits = BetRules(
            **shares, max_raises=most, chip=step, allin_share=_number(allin_share, "allin_share", 0, 100),
            least_bet=_number(least_bet, "least_bet", 0, behind),
        )  # fmt: skip
        bet, raised = (_menu(given[name], name, behind) for name in ("bets", "raises"))
        donk = None if given["donks"] is None else _menu(given["donks"], "donks", behind)
        menus = Menus(bet, raised, (None, None, None) if donk is None else tuple(row[0] for row in donk))
        vars(self).update(
            given=given, cards=cards, board=show_cards(cards), street=street, pot=chips, stack=behind,
            ranges=ranges, rake=_rake(rake), limits=limits, menus=menus, locks=(),
        )  # fmt: skip
        if add_lines or remove_lines or start:
            self.tree()  # a line that is not there is refused here and now

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Spot does not change; use replace({name}=…), or locked(line, strategy)")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spot) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.board, self.pot, self.stack, str(self.ranges[0]), str(self.ranges[1])))

    def __reduce__(self) -> tuple[Any, ...]:
        return Spot.from_dict, (self.to_dict(),)

    @property
    def weights(self) -> tuple[FloatArray, FloatArray]:
        """Both ranges' weights, `[1326]`, without the hands that meet the board."""
        return self.ranges[0].weights, self.ranges[1].weights

    @property
    def is_merged(self) -> bool:
        """Whether cards that are equal by suit may be solved as one: locks of single hands or cards forbid it."""
        return not any(lock.is_particular for lock in self.locks)

    def tree(self) -> BettingTree:
        """The betting tree."""
        return self._tree

    @cached_property
    def _tree(self) -> BettingTree:
        given = self.given
        if self.street == 2 and not (given["add_lines"] or given["remove_lines"] or given["start"]):
            return river_tree(self.pot, self.stack, self.menus, self.limits)
        edits = Edits(given["add_lines"], given["remove_lines"], self.limits.chip)
        hook = edits if edits.lines else None
        first = start_node(given["start"], self.pot, self.stack, self.street)
        tree = build_tree(self.pot, self.stack, self.street, self.menus, self.limits, hook=hook, start=first)
        edits.check(tree)
        return tree

    def replace(self, **changes: Any) -> Spot:
        """A spot that differs in some fields, with the same locks; one whose line is gone is refused by name."""
        given = {k: v for k, v in self.given.items() if changes.get("tree") is None or k not in SHAPE}
        spot = Spot(**{**given, **changes})
        for lock in self.locks:
            spot = spot._with(lock.line, lock.given)
        return spot

    @checked
    def locked(self, line: str, strategy: Mapping[str, Any]) -> Spot:
        """The same spot with the strategy fixed of the player who acts after a line, for his range or hand by hand.

        strategy: `{"check": 0.7, "bet 50%": 0.3}`, or `{"AA,KK": {"bet 50%": 1}, "AhKd": {"check": 1}}`; hands that are
        not named stay free. A later lock of the same hands takes the place of an earlier one.
        """
        spot = self._with(line, strategy)
        new = spot.locks[-1]
        check_held(new, self.weights[spot.tree().nodes[new.place.node].player])
        return spot

    def _with(self, line: str, strategy: Mapping[str, Any]) -> Spot:
        """With one lock more; on other boards and in other ranges it may bind nothing."""
        spot = object.__new__(Spot)
        vars(spot).update(vars(self), locks=(*self.locks, read_lock(self.tree(), line, strategy)))
        return spot

    lock = locked

    @checked
    def plan(
        self,
        storage: str = "auto",
        threads: int | None = None,
        until: str | float | None = None,
        gate: Gate | None = None,
        device: str = "cpu",
    ) -> SpotPlan:
        """Nodes, memory, file size and expected time of a solve, at so many threads (by default all cores).

        device: "cuda" for memory and time on a GPU (docs/gpu.md), "auto" for that where a solve would run on one.
        """
        from tianji.holdem.engine.forecast import make_plan
        from tianji.holdem.engine.methods import choose_storage
        from tianji.run.limits import read_until

        target = read_until(until, self.pot)
        kind = choose_storage(storage, None if target is None else target / self.pot)
        return make_plan(self, kind, threads, None if gate is None else gate.behind(self), device)

    @checked
    def solve(
        self,
        until: str | float | None = None,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        method: str | Schedule | None = None,
        threads: int | None = None,
        storage: str = "auto",
        device: str = "cpu",
        memory: int | str | None = None,
        checkpoint: str | None = None,
        resume: bool = False,
        checkpoint_every: float = 60.0,
        progress: Progress | None = None,
        stop: Stop = None,
        gate: Gate | None = None,
    ) -> SpotSolution:
        """Find both players' strategies, or one player's again behind a gate; see `holdem.answer.solve.solve`."""
        from tianji.holdem.answer.solve import solve

        return solve(
            self, until=until, iterations=iterations, seconds=seconds, method=method, threads=threads,
            storage=storage, device=device, memory=memory, checkpoint=checkpoint, resume=resume,
            checkpoint_every=checkpoint_every, progress=progress, stop=stop, gate=gate,
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """The spot as plain values (JSON, TOML), locks included."""
        given = {
            **self.given,
            "chip": self.limits.chip,
            "oop": str(self.given["oop"]),
            "ip": str(self.given["ip"]),
        }  # what the default is may change, a saved tree may not
        for name in ("least_bet", "start"):  # files are older than these
            if not given[name]:
                del given[name]
        plain = {k: list(v) if isinstance(v, tuple) else v for k, v in given.items() if v is not None}
        if self.locks:
            plain["locks"] = [{"line": lock.line, "strategy": lock.given} for lock in self.locks]
        return plain

    @staticmethod
    @checked
    def from_dict(data: Mapping[str, Any], where: str = "spot") -> Spot:
        """The spot that `to_dict` wrote, or a TOML file holds; unknown fields are refused by name."""
        known = [*FIELDS, "tree", "locks"]
        for key in data:
            if key not in known:
                raise UnknownNameError(f"{where}: no field {quote(key)}; {suggest(key, known)}")
        for key in ("board", "pot", "stack", "oop", "ip"):
            if key not in data:
                raise ParameterError(
                    f"{where}: the field {key!r} is missing; expected at least board, pot, stack, oop and ip"
                )
        given: dict[str, Any] = {
            k: tuple(v) if k == "rake" and isinstance(v, list) else v for k, v in data.items()
        }
        locks = given.pop("locks", [])
        if not isinstance(given["board"], str):
            raise ParameterError(f"{where}: board={quote(given['board'])}; expected a text such as 'Ks7h2d'")
        if not isinstance(locks, list):
            raise ParameterError(
                f"{where}: locks={quote(locks)}; expected a list of tables with line and strategy"
            )
        spot = Spot(**given)
        for lock in locks:
            if not isinstance(lock, Mapping) or set(lock) != {"line", "strategy"}:
                raise ParameterError(f"{where}: lock {quote(lock)}; expected a table with line and strategy")
            spot = spot._with(lock["line"], lock["strategy"])
        return spot

    @staticmethod
    @checked
    def load(path: str | Path) -> Spot:
        """A spot from a file: our TOML, a TexasSolver command file or a Libratus endgame."""
        from tianji.holdem.files.spots import load_spot

        return load_spot(path)

    def __repr__(self) -> str:
        combos = " and ".join(f"{r.combos:g}" for r in self.ranges)
        return f"Spot({self.board}, pot {self.pot:g}, stack {self.stack:g}, {combos} combos)"


def _number(value: object, name: str, low: float, high: float) -> float:
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    # compared as given: a whole number may be too large for a float
    if not is_number or not low <= value <= high:  # type: ignore[operator]
        raise ParameterError(f"{name}={quote(value)}; expected a number from {low:g} to {high:g}")
    return float(value)  # type: ignore[arg-type]


def _chips(value: object, name: str) -> float:
    number = _number(value, name, 0, 1e12)
    if number <= 0:
        raise ParameterError(f"{name}={quote(value)}; expected chips above 0")
    return number


def _rake(value: object) -> tuple[float, float]:
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise ParameterError(f"rake={quote(value)}; expected (rate, cap), such as (0.05, 3)")
    rate, cap = _number(value[0], "rake rate", 0, 1), _number(value[1], "rake cap", 0, 1e12)
    return (rate, cap) if rate > 0 and cap > 0 else (0.0, 0.0)


def _range(given: Range | str | npt.ArrayLike, board: list[int], name: str) -> Range:
    left = Range.of(given, name).without(board)
    if left.combos <= 0:
        raise ParameterError(
            f"{name}={quote(str(given) if isinstance(given, Range) else given)} has no hand left on the board "
            f"{show_cards(board)}; give it hands without those cards"
        )
    return left


def _menu(given: Sizes, name: str, stack: float) -> tuple[tuple[tuple[Size, ...], tuple[Size, ...]], ...]:
    """Sizes by street and player from a text or a dict of texts."""
    if isinstance(given, str):  # one for all
        sizes = parse_sizes(given, f"{name} {STREETS[0]} {PLAYERS[0]}")
        check_sizes(sizes, stack, f"{name} {STREETS[0]} {PLAYERS[0]}")
        return ((sizes, sizes),) * len(STREETS)
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
        return ",".join(f"{text_of(g)}%" if isinstance(g, (int, float)) else text_of(g) for g in given)
    raise ParameterError(
        f"{name}={quote(given)}; expected a text such as '50%,allin', or a dict by street and player"
    )


def _part(given: Any, key: str, keys: tuple[str, ...], name: str) -> Any:
    if not isinstance(given, Mapping):
        return given
    others = {*STREETS, *PLAYERS}
    given = {k.strip().lower() if isinstance(k, str) else k: v for k, v in given.items()}
    unknown = [k for k in given if k not in others]
    if unknown:
        raise ParameterError(
            f"{name} has the key {quote(unknown[0])}; expected streets (flop, turn, river) or oop and ip"
        )
    if not any(k in given for k in keys):
        return given
    return given.get(key, "")

"""Menu: which bets a blueprint knows, street by street and bet by bet; presets, and menus of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from tianji.core.arguments import checked, checked_init
from tianji.core.storage import read_bytes
from tianji.core.text import read_toml
from tianji.errors import FileFormatError, ParameterError, TianjiError, UnknownNameError, quote, suggest
from tianji.holdem.abstraction.buckets import PRESETS as BUCKETS
from tianji.holdem.abstraction.buckets import read_counts
from tianji.poker.betting import Size, parse_sizes
from tianji.poker.rules import HandRules

STREETS = ("preflop", "flop", "turn", "river")
MOST_ACTIONS = 8  # of a decision: what a kernel keeps on its stack
MOST_CHIPS = 2**28  # a stack; payoffs of all lines fit into 32 bits


@checked_init
@dataclass(frozen=True)
class Menu:
    """The bets of a blueprint: for each street a text of sizes (`poker.betting`), `|` between those after 0, 1, … bets.

    After as many bets as a street has menus nobody raises any more. Blinds are no bets. A bet that puts in at least
    `allin_share` of the stack is all-in; sizes within `merge` of a larger one are left out. After the flop and before
    the river an all-in is a first bet only where the stack is at most `allin_spr` times the pot; where it is less than
    `push_spr` times the pot, a first bet is all-in or none. limp: whether the small blind may just call. buckets: of
    hands, on flop, turn and river (`make_buckets`); before the flop all 169 classes are kept apart.

    >>> Menu(("100%,a|a", "a", "a", "a"), stack=1000).sizes(0, 0)
    (Size(unit='%', amount=100.0), Size(unit='allin', amount=0.0))
    """

    bets: tuple[str, ...]
    buckets: str = BUCKETS["tiny"][1]
    stack: int = 20_000
    blinds: tuple[int, int] = (50, 100)
    allin_share: float = 0.67
    merge: float = 0.15
    allin_spr: float = 3.0
    push_spr: float = 1.0
    limp: bool = True
    name: str = ""

    def __post_init__(self) -> None:
        if len(self.bets) != len(STREETS):
            raise ParameterError(
                f"bets={quote(self.bets)}; expected a menu a street: preflop, flop, turn, river"
            )
        small, big = self.blinds
        if not 0 < small <= big <= self.stack <= MOST_CHIPS:
            raise ParameterError(
                f"blinds={quote(self.blinds)} of a stack of {quote(self.stack)}; expected whole chips, "
                f"0 < small <= big <= stack <= {MOST_CHIPS}"
            )
        for name, low, high in (
            ("allin_share", 0, 1), ("merge", 0, 1), ("allin_spr", 0, 1e9), ("push_spr", 0, 1e9)
        ):  # fmt: skip
            if not low <= getattr(self, name) <= high:
                raise ParameterError(
                    f"{name}={quote(getattr(self, name))}; expected a number from {low} to {high:g}"
                )
        read_counts(self.buckets, 5)
        for street, row in zip(STREETS, self._sizes, strict=True):
            most = MOST_ACTIONS - 2
            if any(len(sizes) > most for sizes in row):
                raise ParameterError(f"bets of the {street}: at most {most} sizes beside fold and call")

    @cached_property
    def _sizes(self) -> tuple[tuple[tuple[Size, ...], ...], ...]:
        found = []
        for street, text in zip(STREETS, self.bets, strict=True):
            parts = text.split("|") if isinstance(text, str) else [text]
            found.append(
                tuple(
                    parse_sizes(part, f"{'raises' if k or street == 'preflop' else 'bets'} of the {street}")
                    for k, part in enumerate(parts)
                )
            )
        return tuple(found)

    def sizes(self, street: int, bets: int) -> tuple[Size, ...]:
        """What may be bet on a street after so many bets."""
        row = self._sizes[street]
        return row[bets] if bets < len(row) else ()

    @property
    def rules(self) -> HandRules:
        """The table it is made for."""
        return HandRules((self.stack, self.stack), (self.blinds[1], self.blinds[0]))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, from which `from_dict` makes it again."""
        found = asdict(self)
        return {**found, "bets": list(self.bets), "blinds": list(self.blinds)}

    @classmethod
    @checked
    def from_dict(cls, given: Mapping[str, Any], where: str = "menu") -> Menu:
        """A menu from plain values, as of a TOML file; names it does not know are refused."""
        known = [field.name for field in fields(cls)]
        for key in given:
            if key not in known:
                raise UnknownNameError(f"{where}: no setting {quote(key)}; {suggest(str(key), known)}")
        values: dict[str, Any] = {
            key: tuple(value) if key in ("bets", "blinds") and isinstance(value, list) else value
            for key, value in given.items()
        }
        if "bets" not in values:
            raise ParameterError(f"{where}: no bets; expected bets = [preflop, flop, turn, river]")
        return cls(**values)


# No lines follow a bet of the stack, so it costs little to know it wherever it may come (allin_spr), and it need not be
# taken for another. Turn and river answer the pot and the stack after every bet: what local best response tries.
PRESETS = {
    "tiny": Menu(("100,a|100|a", "75,a|a", "75,a|a", "75,a|a"), BUCKETS["tiny"][1], name="tiny"),
    "laptop": Menu(
        ("50,100,a|100,a|100,a|a", "50,100|100|a", "100,a|100,a|a", "100,a|100,a|a"),
        BUCKETS["laptop"][1], allin_spr=1000.0, name="laptop",
    ),
    "night": Menu(
        ("50,100,200,a|50,100,a|100,a|a", "33,75,150|100|a", "50,100,a|100,a|a", "100,a|100,a|a"),
        BUCKETS["night"][1], allin_spr=1000.0, name="night",
    ),
    "weekend": Menu(
        ("50,100,200,a|50,100,200,a|100,a|a", "33,75,150|100|100|a", "50,100,200,a|100,a|a", "50,100,200,a|100,a|a"),
        BUCKETS["weekend"][1], allin_spr=1000.0, name="weekend",
    ),
}  # fmt: skip


def read_menu(given: str | Path | Menu) -> Menu:
    """A preset by name, or a menu of one's own from a TOML file.

        bets = ["100,a|a", "75,a|a", "75,a|a", "75,a|a"]      # preflop, flop, turn, river
        buckets = "50,50,50"
        stack = 10000

    >>> read_menu("tiny").bets[1]
    '75,a|a'
    """
    if isinstance(given, Menu):
        return given
    if isinstance(given, str) and given in PRESETS:
        return PRESETS[given]
    path = Path(given)
    if path.suffix != ".toml":
        raise UnknownNameError(
            f"no preset {quote(str(given))}; {suggest(str(given)[:80], list(PRESETS))}; or name a .toml file"
        )
    where = quote(str(given))
    try:
        values = read_toml(read_bytes(path).decode())
    except (ValueError, RecursionError) as error:
        raise FileFormatError(f"{where} is no TOML: {quote(str(error))}; see docs/player.md") from None
    try:
        return Menu.from_dict({"name": path.stem, **values}, where)
    except TianjiError as error:
        raise type(error)(f"{error}" if where in str(error) else f"{where}: {error}") from None

"""HandRules: the table a hand of hold'em is played at, also as an ACPC game definition."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from tianji.core.text import whole_number
from tianji.errors import FileFormatError, ParameterError, UnknownNameError, quote, suggest

BOARD_CARDS = (0, 3, 4, 5)  # by street
NO_CAP = 10**9
_NO_LIMIT = 255  # raises a street of an ACPC game that names none
UNLIMITED = 2**31 - 1  # the stack of ACPC limit games, which name none
MOST_SEATS = 10
_ROWS = {
    "numplayers": 1, "numrounds": 1, "stack": None, "blind": None, "raisesize": None, "firstplayer": None,
    "maxraises": None, "numsuits": 1, "numranks": 1, "numholecards": 1, "numboardcards": None,
}  # fmt: skip
_FIXED = {
    "numrounds": [4],
    "numsuits": [4],
    "numranks": [13],
    "numholecards": [2],
    "numboardcards": [0, 3, 1, 1],
}


@dataclass(frozen=True)
class HandRules:
    """Who has and posts how many chips, who acts first, how raises go. Chips are whole numbers.

    blinds: by seat, straddles too; a negative one is posted by somebody who does not thereby act last. first: who opens
    each street, () for the seat after the last blind and then seat 0. bet: the least bet, 0 for the big blind.
    raise_sizes: of a limit game, by street; () is no-limit. max_raises: bets and raises a street, () without a cap.
    antes_matched: antes are bets that nobody need match beyond the others'; else all of them go to the main pot.
    whole_chips: what cannot be split evenly goes to the first seat that wins it; else it is split into fractions, as
    the ACPC does. is_lenient: for records of real tables, where people fold for nothing and raise as they like.
    posted_price: a big blind who cannot pay it sets the price of what he posts; else it is that of the whole blind.

    >>> HandRules(), HandRules().opener(0), HandRules().opener(1)
    (HandRules(20000|20000, blinds 100|50), 1, 0)
    """

    stacks: tuple[int, ...] = (20_000, 20_000)
    blinds: tuple[int, ...] = (100, 50)
    antes: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    bet: int = 0
    raise_sizes: tuple[int, ...] = ()
    max_raises: tuple[int, ...] = ()
    antes_matched: bool = False
    whole_chips: bool = False
    is_lenient: bool = False
    posted_price: bool = False

    def __post_init__(self) -> None:
        seats = len(self.stacks)
        if not 2 <= seats <= MOST_SEATS:
            raise ParameterError(f"stacks={quote(self.stacks)}; expected 2 … {MOST_SEATS} seats")
        for name, values, sizes in (
            ("stacks", self.stacks, (seats,)), ("blinds", self.blinds, (seats,)), ("antes", self.antes, (0, seats)),
            ("first", self.first, (0, 4)), ("raise_sizes", self.raise_sizes, (0, 4)),
            ("max_raises", self.max_raises, (0, 4)), ("bet", (self.bet,), (1,)),
        ):  # fmt: skip
            least = -(2**62) if name == "blinds" else 1 if name == "stacks" else 0
            good = all(isinstance(v, int) and not isinstance(v, bool) and least <= v < 2**62 for v in values)
            if len(values) not in sizes or not good:
                many = " or ".join(str(n) for n in sizes)
                above = "" if name == "blinds" else f" from {least} up"
                raise ParameterError(
                    f"{name}={quote(getattr(self, name))}; expected {many} whole numbers{above} for {seats} seats"
                )
        if any(seat >= seats for seat in self.first):
            raise ParameterError(f"first={quote(self.first)}; expected seats 0 … {seats - 1}")
        if not self.big_blind and not self.bet:
            raise ParameterError(f"blinds={quote(self.blinds)} and bet=0; expected a blind, or the least bet")

    def __repr__(self) -> str:
        limit = "" if not self.raise_sizes else f", limit {'|'.join(map(str, self.raise_sizes))}"
        antes = "" if not any(self.antes) else f", antes {'|'.join(map(str, self.antes))}"
        stacks = "|".join(map(str, self.stacks))
        return f"HandRules({stacks}, blinds {'|'.join(map(str, self.blinds))}{antes}{limit})"

    @property
    def seats(self) -> int:
        """How many players."""
        return len(self.stacks)

    @property
    def big_blind(self) -> int:
        """The largest blind, a straddle too."""
        return max(abs(b) for b in self.blinds)

    @cached_property
    def posted(self) -> tuple[int, ...]:
        """`[seats]`: what each puts in before anybody acts, the ante apart."""
        return tuple(min(abs(b), chips) for b, chips in zip(self.blinds, self.live, strict=True))

    @property
    def price(self) -> int:
        """What a call is up to before anybody has raised."""
        return max(self.posted) if self.posted_price else self.big_blind

    @property
    def least_bet(self) -> int:
        """What a bet, or the first raise, must add at least."""
        return self.bet or self.big_blind

    @cached_property
    def paid_antes(self) -> tuple[int, ...]:
        """`[seats]`: what each pays, short stacks less; where antes are matched, no more than the second largest."""
        paid = [
            min(ante, stack) for ante, stack in zip(self.antes or (0,) * self.seats, self.stacks, strict=True)
        ]
        most = sorted(paid)[-2] if self.antes_matched else max(paid)
        return tuple(min(ante, most) for ante in paid)

    @cached_property
    def live(self) -> tuple[int, ...]:
        """`[seats]`: the chips that are left to play with after the ante."""
        return tuple(stack - ante for stack, ante in zip(self.stacks, self.paid_antes, strict=True))

    def opener(self, street: int) -> int:
        """The seat that may act first on a street."""
        if self.first:
            return self.first[street]
        if street or not any(b > 0 for b in self.blinds):
            return 0
        last = max(range(self.seats), key=lambda i: (min(self.blinds[i], self.live[i]), i))
        return (last + 1) % self.seats

    def cap(self, street: int) -> int:
        """How many bets and raises a street takes."""
        return self.max_raises[street] if self.max_raises else NO_CAP

    # The ACPC's game definitions ----------------------------------------------------------------------------

    @classmethod
    def from_gamedef(cls, text: str) -> HandRules:
        """The rules in an ACPC `.game` file; games other than hold'em are refused.

        What it leaves out is what the ACPC's dealer takes then: the first seat opens, stacks and raises have no end.

        >>> HandRules.from_gamedef(HandRules().to_gamedef()) == HandRules(first=(1, 0, 0, 0))
        True
        """
        rows, is_limit = _gamedef_rows(text)
        seats = rows["numplayers"][0]
        if not 2 <= seats <= MOST_SEATS:
            raise FileFormatError(f"game definition: numPlayers = {seats}; expected 2 … {MOST_SEATS}")
        for name, wanted in _FIXED.items():
            if rows[name] != wanted:
                raise FileFormatError(
                    f"game definition: {name} = {quote(rows[name])}; this is not hold'em, which has {wanted}"
                )
        limit = rows.get("raisesize", []) if is_limit else []
        caps = _filled(rows["maxraises"], _NO_LIMIT, 4) if "maxraises" in rows else ()
        return cls(
            _filled(rows.get("stack", []), UNLIMITED, seats), _filled(rows["blind"], 0, seats), (),
            tuple(seat - 1 for seat in _filled(rows.get("firstplayer", []), 1, 4)), 0, tuple(limit), caps,
        )  # fmt: skip

    def to_gamedef(self) -> str:
        """The rules as an ACPC game definition, which knows no antes."""
        if any(self.antes) or min(self.blinds) < 0:
            raise ParameterError(
                "an ACPC game definition has no antes and no posted blinds; write PHH instead"
            )
        rows = [("numPlayers", (self.seats,)), ("numRounds", (4,)), ("blind", self.blinds)]
        if min(self.stacks) < UNLIMITED:
            rows.append(("stack", self.stacks))
        if self.raise_sizes:
            rows.append(("raiseSize", self.raise_sizes))
        rows.append(("firstPlayer", tuple(self.opener(k) + 1 for k in range(4))))
        if self.max_raises:
            rows.append(("maxRaises", self.max_raises))
        rows += [
            ("numSuits", (4,)),
            ("numRanks", (13,)),
            ("numHoleCards", (2,)),
            ("numBoardCards", (0, 3, 1, 1)),
        ]
        lines = [f"{name} = {' '.join(map(str, values))}" for name, values in rows]
        return "\n".join(["GAMEDEF", "limit" if self.raise_sizes else "nolimit", *lines, "END GAMEDEF", ""])

    @classmethod
    def named(cls, name: str) -> HandRules:
        """The rules of a game definition that the ACPC used, by its file name, with or without `.game`."""
        key = (
            str(name)
            .rpartition("/")[2]
            .removeprefix("holdem.")
            .removesuffix(".game")
            .removesuffix(".reverse_blinds")
        )
        if many := re.fullmatch(r"(no)?limit\.([4-9]|10)p", key):
            return _ring(int(many[2]), is_limit=not many[1])
        if key not in RULES:
            known = [f"holdem.{k}" for k in RULES]
            raise UnknownNameError(f"no rules are called {quote(name)}; {suggest(str(name), known)}")
        return RULES[key]


def _filled(values: list[int], usual: int, size: int) -> tuple[int, ...]:
    """Values of a row of a game definition, those at its end that it leaves out as usual."""
    return tuple(values + [usual] * (size - len(values)))


def _gamedef_rows(text: str) -> tuple[dict[str, list[int]], bool]:
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    if [line.lower() for line in (lines[:1] + lines[-1:])] != ["gamedef", "end gamedef"]:
        raise FileFormatError(
            "game definition: expected GAMEDEF in the first line and END GAMEDEF in the last"
        )
    rows: dict[str, list[int]] = {}
    betting = ""
    for line in lines[1:-1]:
        if line.lower() in ("limit", "nolimit"):
            betting = line.lower()
            continue
        name, _, values = line.partition("=")
        numbers = [whole_number(word) for word in values.split()]
        key = name.strip().lower()
        if key not in _ROWS or not numbers or None in numbers or (_ROWS[key] and len(numbers) != _ROWS[key]):
            raise FileFormatError(f"game definition: {quote(line)}; expected a line such as 'blind = 100 50'")
        rows[key] = [number for number in numbers if number is not None]
    missing = [name for name in (*_FIXED, "numplayers", "blind") if name not in rows]
    if not betting or missing:
        raise FileFormatError(
            f"game definition: no line says {missing[0] if missing else 'limit or nolimit'}"
        )
    return rows, betting == "limit"


_SIZES, _CAPS = (10, 10, 20, 20), (3, 4, 4, 4)


def _ring(seats: int, is_limit: bool) -> HandRules:
    """The table of three with more seats, as the ACPC's files for more are."""
    base, more = RULES["limit.3p" if is_limit else "nolimit.3p"], (0,) * (seats - 3)
    return replace(base, stacks=base.stacks[:1] * seats, blinds=base.blinds + more)


RULES = {
    "nolimit.2p": HandRules(first=(1, 0, 0, 0)),
    "nolimit.3p": HandRules((20_000,) * 3, (50, 100, 0), first=(2, 0, 0, 0)),
    "limit.2p": HandRules(
        (UNLIMITED,) * 2, (10, 5), first=(1, 0, 0, 0), raise_sizes=_SIZES, max_raises=_CAPS
    ),
    "limit.3p": HandRules(
        (UNLIMITED,) * 3, (5, 10, 0), first=(2, 0, 0, 0), raise_sizes=_SIZES, max_raises=_CAPS
    ),
}

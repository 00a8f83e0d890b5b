"""Bet sizes as players write them, and the bets they stand for at a decision.

33%   percent of the pot; for a raise, of the pot after calling        2.5x   times the bet faced (raises)
100c  chips; for a raise, the amount raised *to*                       2e     geometric: all in after 2 such bets
e     geometric over the streets that are left                         allin  (also a, all-in)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import floor, isfinite, log10

import numpy as np

from tianji.errors import ParameterError, quote

_SIZE = re.compile(r"^(?:(?P<number>\d+(?:\.\d*)?|\.\d+)?(?P<unit>%|x|c|e)?|(?P<allin>a|allin|all-in))$")


BARE = 5.0  # numbers without a unit below this are refused: 0.5 is half the pot to some and half a percent to others


@dataclass(frozen=True)
class Size:
    """One entry of a menu: `unit` is %, x, c, e or allin; `amount` its number (0 for a bare e)."""

    unit: str
    amount: float = 0.0

    def __str__(self) -> str:
        if self.unit == "allin":
            return "allin"
        # not :g, whose 1e+06 would not be read back
        return (np.format_float_positional(self.amount, trim="-") if self.amount else "") + self.unit


def parse_sizes(text: str, where: str) -> tuple[Size, ...]:
    """A menu such as `33%, 2.5x, allin`; the empty text is an empty menu.

    >>> [str(size) for size in parse_sizes("50, 2e, ALLIN", "bets")]
    ['50%', '2e', 'allin']
    """
    if not isinstance(text, str):
        raise ParameterError(f"{where}={quote(text)}; expected a text such as '50%,100%,allin'")
    return _parsed(text, where)


@lru_cache(maxsize=256)
def _parsed(text: str, where: str) -> tuple[Size, ...]:
    sizes: list[Size] = []
    column = 1
    for part in text.split(","):
        word = part.strip().lower()
        if word:
            sizes.append(_parse_size(word, where, text, column + len(part) - len(part.lstrip())))
        elif text.strip():
            raise ParameterError(
                f"{where}: nothing between the commas at column {column} of {quote(text)}; write a size"
            )
        column += len(part) + 1
    return tuple(dict.fromkeys(sizes))


def _parse_size(word: str, where: str, text: str, column: int) -> Size:
    match = _SIZE.match(word)
    if match and match["allin"]:
        return Size("allin")
    unit = (match["unit"] or "%") if match else ""
    number = match["number"] if match else None
    if match is None or (number is None and unit != "e"):
        raise ParameterError(
            f"{where}: column {column} of {quote(text)} reads {quote(word)}; "
            "expected a size such as 33%, 2.5x, 100c, 2e or allin"
        )
    amount = float(number) if number else 0.0
    if number is not None and (amount <= 0 or not isfinite(amount) or amount > 1e9):
        raise ParameterError(
            f"{where}: column {column} of {quote(text)} reads {quote(word)}; expected a number above 0"
        )
    if match["unit"] is None and amount < BARE:
        raise ParameterError(
            f"{where}: column {column} of {quote(text)} reads {quote(word)}; "
            f"a number alone is percent of the pot, and {word:.80} looks like a share of it: "
            f"write {100 * amount:g}% or {amount:g}%"
        )
    if unit == "x" and (amount <= 1 or not where.startswith("raises")):
        raise ParameterError(
            f"{where}: column {column} of {quote(text)} reads {quote(word)}; "
            "x is for raises, above 1: times the bet it faces"
        )
    return Size(unit, amount)


@dataclass(frozen=True)
class BetRules:
    """Rules that shape every menu.

    add_allin: offer all-in wherever it is at most this share of the pot. force_allin: bet all-in instead where a call
    would leave at most this share of the pot behind. allin_share: bet all-in instead where a bet would put in at least
    this share of the stack the spot began with (0: never). least_bet: the least a bet or a raise adds, short all-ins
    excepted; a blind. merge: drop sizes within this share of a larger one.
    max_raises: raises a street after the first bet (None: no cap). chip: amounts are multiples of it (0: not rounded);
    `fine_chip` is a spot's default.
    """

    add_allin: float = 0.0
    force_allin: float = 0.0
    merge: float = 0.0
    max_raises: int | None = None
    chip: float = 1.0
    allin_share: float = 0.0
    least_bet: float = 0.0


def fine_chip(pot: float) -> float:
    """The chip that bets are rounded to where none is named: 0.01, or less than 1/1,000 of a small pot.

    Rounded to whole chips, 33 % of a pot of 10 would be 30 %; so it stays within 0.05 % of the pot.

    >>> fine_chip(60), fine_chip(5.5)
    (0.01, 0.001)
    """
    return float(min(0.01, 10.0 ** floor(log10(pot / 1000))))


def bet_amounts(
    sizes: tuple[Size, ...],
    pot: float,
    faced: float,
    least_raise: float,
    stack: float,
    streets: int,
    limits: BetRules,
) -> list[float]:
    """The totals on this street a player may bet or raise to, ascending.

    pot: chips in the middle when the street began. faced: the opponent's total on this street, 0 when nobody has bet.
    least_raise: the least a raise must add to it. stack: the largest total, all-in. streets: how many are left.

    >>> menu = parse_sizes("60%,allin", "raises")
    >>> bet_amounts(menu, 406.0, 203.0, 203.0, 1218.0, 1, BetRules())
    [690.0, 1218.0]
    """
    after = pot + 2 * faced
    wanted = [wanted_amount(size, pot, faced, stack, streets) for size in sizes]
    if limits.add_allin > 0 and stack <= faced + limits.add_allin * after:
        wanted.append(stack)
    least = max(faced + max(least_raise, limits.least_bet), limits.chip)
    amounts: list[float] = []
    for amount in wanted:
        if limits.chip and amount < stack:
            amount = round(floor(amount / limits.chip + 0.5) * limits.chip, 12)
        amount = min(max(amount, least), stack)
        if amount < stack and stack - amount <= limits.force_allin * (pot + 2 * amount):
            amount = stack
        amounts.append(amount)
    return _merged(sorted(set(amounts)), pot, faced, limits.merge)


def wanted_amount(size: Size, pot: float, faced: float, stack: float, streets: int) -> float:
    """The total that one size says, before any rule is heeded; see `bet_amounts` for the arguments.

    >>> wanted_amount(Size("%", 50.0), 60.0, 0.0, 100.0, 1)
    30.0
    """
    after = pot + 2 * faced
    if size.unit == "allin":
        return stack
    if size.unit == "%":
        return faced + size.amount / 100 * after
    if size.unit == "x":
        return size.amount * faced
    if size.unit == "c":
        return size.amount
    bets = size.amount or float(streets)
    share = ((1 + 2 * (stack - faced) / after) ** (1 / bets) - 1) / 2
    return float(faced + share * after)


def _merged(amounts: list[float], pot: float, faced: float, threshold: float) -> list[float]:
    """From the largest down, drop every size y near a kept size x: (1 + x) / (1 + y) < 1 + threshold, in pots."""
    if threshold <= 0:
        return amounts
    after = pot + 2 * faced
    kept: list[float] = []
    for amount in reversed(amounts):
        share = (amount - faced) / after
        if not kept or (1 + (kept[-1] - faced) / after) / (1 + share) >= 1 + threshold:
            kept.append(amount)
    return kept[::-1]

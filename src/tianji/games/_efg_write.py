"""Any game as the text of a Gambit extensive-form file."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Any, TypeVar

from tianji.core.contract import Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import Hooks, hooks
from tianji.core.strategy import label
from tianji.core.walk import Walk
from tianji.errors import GameRuleError, TooLargeError, quote

MAX_HISTORIES = 2_000_000
MAX_DIGITS = 400  # of a number, numerator and denominator together: beyond this no float can hold it
Number = TypeVar("Number", str, Fraction, "str | Fraction")


def write_efg(game: Game[Any, Any], max_histories: int = MAX_HISTORIES) -> str:
    """The game as text that Gambit reads.

    Infosets are numbered by player in the order of a depth-first walk and carry their keys as names; equal
    payoffs share an outcome. Probabilities are written as fractions that sum to exactly one: 1/3 for
    0.3333333333333333.

    >>> from tianji.games.matching_pennies import MatchingPennies
    >>> print(write_efg(MatchingPennies()))
    EFG 2 R "matching_pennies" { "player 0" "player 1" }
    ""
    <BLANKLINE>
    p "" 1 1 "chooses" { "heads" "tails" } 0
    p "" 2 1 "chooses" { "heads" "tails" } 0
    t "" 1 "" { 1, -1 }
    t "" 2 "" { -1, 1 }
    p "" 2 1 0
    t "" 2
    t "" 1
    <BLANKLINE>
    """
    offers = hooks(game)
    names = offers.player_names or [f"player {i}" for i in range(game.players)]
    lines = [
        f"EFG 2 R {_quote(game.spec if offers.title is None else offers.title)} {{ {' '.join(map(_quote, names))} }}",
        '""',
        "",
    ]
    infosets: list[dict[Hashable, int]] = [{} for _ in range(game.players)]
    outcomes: dict[tuple[Fraction | str, ...], int] = {}
    chance_nodes = 0
    with Walk(game, limit=max_histories) as walk:
        for player, moves, (state, depth) in walk.steps():
            walk.expand(player, moves, state, depth)
            if player == TERMINAL:
                given = _utility(game, offers, state)
                walk.law.payoffs(state, given)
                pay = tuple(_readable(_number(u), "payoff", walk.law, state) for u in given)
                if pay in outcomes:
                    lines.append(f't "" {outcomes[pay]}')
                else:
                    outcomes[pay] = len(outcomes) + 1
                    lines.append(f't "" {outcomes[pay]} "" {{ {", ".join(map(str, pay))} }}')
            elif player == CHANCE:
                chance_nodes += 1
                odds = [
                    _readable(p, "probability", walk.law, state) for p in _distribution(offers, state, moves)
                ]
                body = " ".join(f"{_quote(label(a))} {p}" for (a, _), p in zip(moves, odds, strict=True))
                lines.append(f'c "" {chance_nodes} "" {{ {body} }} 0')
            else:
                key, known = game.information(state, player), infosets[player]
                if key in known:
                    lines.append(f'p "" {player + 1} {known[key]} 0')
                else:
                    known[key] = len(known) + 1
                    menu = " ".join(_quote(label(a)) for a in moves)
                    lines.append(f'p "" {player + 1} {known[key]} {_quote(label(key))} {{ {menu} }} 0')
    if not walk.complete:
        raise TooLargeError(
            f"{game.spec} has over {max_histories:,} histories; write a smaller one, or raise the limit"
        )
    return "\n".join(lines) + "\n"


def _utility(game: Game[Any, Any], offers: Hooks, state: Any) -> Any:
    return offers.exact_utility(state) if offers.exact_utility else game.utility(state)


def _distribution(offers: Hooks, state: Any, moves: list[tuple[Any, float]]) -> list[Fraction]:
    if offers.exact_chances is None:
        return exact_probabilities([p for _, p in moves])
    return exact_probabilities([p for _, p in offers.exact_chances(state) if p > 0])


def exact_probabilities(probs: Sequence[float | Fraction]) -> list[Fraction]:
    """Fractions near `probs` that sum to exactly one: the simplest ones where rounding hides them.

    >>> [str(p) for p in exact_probabilities([1 / 3, 1 / 6, 0.5])]
    ['1/3', '1/6', '1/2']
    """
    if not all(isfinite(p) and p >= 0 for p in probs):
        raise GameRuleError(f"chance probabilities {quote(probs)}; expected numbers from 0 to 1")
    exact = [_simplest(p) for p in probs]
    rest = 1 - sum(exact, Fraction(0))
    if abs(rest) > Fraction(1, 10**8):
        raise GameRuleError(f"chance probabilities {quote(probs)} sum to {float(sum(exact))!r}; expected 1")
    # What rounding left over goes to the likeliest outcome, which it cannot make negative.
    exact[exact.index(max(exact))] += rest
    return exact


def _simplest(p: float | Fraction) -> Fraction:
    """A fraction with a small denominator that is `p` to the last digit; else the float as it is."""
    if isinstance(p, (int, Fraction)):
        return Fraction(p)
    for limit in (100, 10_000, 1_000_000, 10**9):
        near = Fraction(p).limit_denominator(limit)
        if abs(float(near) - p) <= 4e-16 * p:
            return near
    return Fraction(p)


def _number(u: Any) -> Fraction | str:
    """A payoff as Gambit reads it: a whole number or a fraction if it is one, else decimals."""
    if isinstance(u, (int, Fraction)):
        return Fraction(u)
    value = float(u)
    if not isfinite(value):
        raise GameRuleError(f"a payoff is {quote(value)}; expected a finite number")
    near = Fraction(value).limit_denominator(10_000)
    if float(near) == value:
        return near
    return format(Decimal(repr(value)), "f")


def _readable(number: Number, what: str, law: Contract, state: Any) -> Number:
    """A number whose text every reader takes, ours included; refused otherwise."""
    digits = sum(c.isdigit() for c in str(number))
    if digits > MAX_DIGITS:
        raise law.broken(
            state,
            f"the {what} {quote(str(number), 30)} has {digits:,} digits; files hold at most {MAX_DIGITS}",
        )
    return number


def _quote(text: str) -> str:
    r"""Text in quotes; a backslash has no safe spelling in these files and becomes a slash.

    >>> print(_quote('the "b\\d" one'))
    "the \"b/d\" one"
    """
    return '"' + text.replace("\\", "/").replace('"', '\\"') + '"'

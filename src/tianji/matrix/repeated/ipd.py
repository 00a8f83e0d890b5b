"""Players of repeated 2 × 2 games: rules from histories to the probability of cooperating.

A rule sees its own past moves and the other's, as sequences of "C" and "D", and returns the probability of
playing "C" next. Rules carry no state, so a player can be replayed, tested exhaustively and shared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import ParameterError, UnknownNameError, quote, suggest, text_of
from tianji.matrix.game.payoffs import number

History = Sequence[str]
Rule = Callable[[History, History], Any]


@dataclass(frozen=True)
class Repeater:
    """A named rule; `memory_one` holds (opening, CC, CD, DC, DD) when the last round is all it looks at.

    The state CD means: I cooperated, the other defected.
    """

    name: str
    rule: Rule
    memory_one: tuple[Fraction, ...] | None = None

    def __call__(self, own: History, other: History) -> Any:
        """The probability of cooperating next."""
        return self.rule(own, other)


@checked
def memory_one(name: str, opening: Any, cc: Any, cd: Any, dc: Any, dd: Any) -> Repeater:
    """A player that looks at the last round only: its probabilities of cooperating.

    >>> memory_one("tit for tat", 1, 1, 0, 1, 0)("C", "D")
    Fraction(0, 1)
    """
    given = (opening, cc, cd, dc, dd)
    p = tuple(Fraction(number(v, f"{text_of(name):.80}")) for v in given)
    if any(not 0 <= v <= 1 for v in p):
        raise ParameterError(
            f"{text_of(name):.80}: probabilities must lie between 0 and 1, got {quote(given)}"
        )
    return Repeater(name, partial(_by_last_round, p), p)


def _by_last_round(p: tuple[Fraction, ...], own: History, other: History) -> Fraction:
    return p[1 + 2 * (own[-1] == "D") + (other[-1] == "D")] if own else p[0]


def _tit_for_two_tats(own: History, other: History) -> int:
    return 0 if list(other[-2:]) == ["D", "D"] else 1


def _grim(own: History, other: History) -> int:
    return 0 if "D" in other else 1


def _davis(own: History, other: History) -> int:
    return 1 if len(own) < 10 else _grim(own, other)


def _shubik(own: History, other: History) -> int:
    """Each defection against its cooperation is answered with one more defection than the last time."""
    left = length = 0
    for mine, theirs in zip(own, other, strict=True):
        if left > 0:
            left -= 1
        elif mine == "C" and theirs == "D":
            length += 1
            left = length
    return 0 if left > 0 else 1


def _tullock(own: History, other: History) -> Any:
    """Cooperate for eleven rounds, then a tenth less often than the other did in the last ten."""
    if len(own) < 11:
        return 1
    share = Fraction(sum(move == "C" for move in other[-10:]), 10)
    return max(share - Fraction(1, 10), Fraction(0))


def _grofman(own: History, other: History) -> Any:
    return 1 if not own or own[-1] == other[-1] else Fraction(2, 7)


def _feld(own: History, other: History) -> Any:
    """Tit for tat that cooperates less and less: from 1 down to 1/2 over two hundred rounds."""
    if not own:
        return 1
    if other[-1] == "D":
        return 0
    return max(1 - Fraction(len(own), 400), Fraction(1, 2))


DEEPEST = 10  # rounds of which `virtues` plays out every sequence: up to 4^10
_NYDEGGER = {1, 6, 7, 17, 22, 23, 26, 29, 30, 31, 33, 38, 39, 45, 49, 54, 55, 58, 61}


def _nydegger(own: History, other: History) -> int:
    """Tit for tat for three rounds with one exception, then a table over the last three rounds."""
    t = len(own)
    if t == 0:
        return 1
    if t == 1:
        return int(other[0] == "C")
    if t == 2:
        if list(own) == ["C", "D"] and list(other) == ["D", "C"]:
            return 0
        return int(other[1] == "C")
    code = 0
    for weight, k in ((16, -1), (4, -2), (1, -3)):
        code += weight * (2 * (other[k] == "D") + (own[k] == "D"))
    return 0 if code in _NYDEGGER else 1


CLASSICS: dict[str, Repeater] = {
    p.name: p
    for p in (
        memory_one("cooperator", 1, 1, 1, 1, 1),
        memory_one("defector", 0, 0, 0, 0, 0),
        memory_one("random", "1/2", "1/2", "1/2", "1/2", "1/2"),
        memory_one("alternator", 1, 0, 0, 1, 1),
        memory_one("tit for tat", 1, 1, 0, 1, 0),
        memory_one("suspicious tit for tat", 0, 1, 0, 1, 0),
        memory_one("generous tit for tat", 1, 1, "1/3", 1, "1/3"),
        memory_one("win stay lose shift", 1, 1, 0, 0, 1),
        memory_one("joss", 1, "9/10", 0, "9/10", 0),
        Repeater("tit for two tats", _tit_for_two_tats),
        Repeater("grim", _grim),  # Friedman's entry of 1980
        Repeater("davis", _davis),
        Repeater("shubik", _shubik),
        Repeater("tullock", _tullock),
        Repeater("grofman", _grofman),
        Repeater("feld", _feld),
        Repeater("nydegger", _nydegger),
    )
}
"""Axelrod's (1980) first tournament, as far as its rules are plain, and the usual companions."""


@checked
def classic(name: str) -> Repeater:
    """The player of that name.

    >>> classic("tit_for_tat").memory_one is not None
    True
    """
    key = name.lower().replace("_", " ").replace("-", " ")
    if key not in CLASSICS:
        raise UnknownNameError(f"no player {quote(name)}; {suggest(key, sorted(CLASSICS))}")
    return CLASSICS[key]


@dataclass(frozen=True)
class Virtues(Result):
    """Axelrod's four virtues, tested rather than declared.

    nice: never the first to defect (60 rounds against a cooperator). retaliating: it answers an uncalled-for
    defection by cooperating less; `provoked_after` is how many in a row it takes. forgiving: after a single
    defection and 50 peaceful rounds it can be back to cooperating at least half the time. non_envious: over
    all opponents' sequences of the tested length (also after twelve peaceful rounds) it can never be ahead.
    """

    nice: bool
    retaliating: bool
    forgiving: bool
    non_envious: bool
    provoked_after: int | None


@checked
def virtues(player: Repeater, depth: int = 6) -> Virtues:
    """The report on one player. Axelrod (1984), chapter 2, for the notions.

    >>> virtues(classic("tit for tat"))
    Virtues(nice=True, retaliating=True, forgiving=True, non_envious=True, provoked_after=1)
    """
    if not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise ParameterError(f"depth={quote(depth)}; expected a number of rounds from 0 to {DEEPEST}")
    nice = all(player(["C"] * t, ["C"] * t) == 1 for t in range(61))
    peace = ["C"] * 12
    provoked = _provoked(player, peace)
    own, other = [*peace, "C"], [*peace, "D"]
    chances = []
    for _ in range(50):
        chance = player(own, other)
        chances.append(chance)
        own.append("C" if chance > 0 else "D")
        other.append("C")
    forgiving = chances[-1] >= Fraction(1, 2)
    ahead = _can_lead(player, [], [], depth) or _can_lead(player, peace, peace, depth)
    return Virtues(nice, provoked is not None, forgiving, not ahead, provoked)


def _provoked(player: Repeater, peace: list[str]) -> int | None:
    for k in range(1, 11):
        own = [*peace, *(["C"] * k)]
        if player(own, [*peace, *(["D"] * k)]) < player(own, own):
            return k
    return None


def _can_lead(player: Repeater, own: list[str], other: list[str], depth: int) -> bool:
    """Whether some play of positive probability lets the player exploit more often than it is exploited."""
    stack: list[tuple[list[str], list[str], int, int]] = [(list(own), list(other), 0, depth)]
    while stack:
        mine, theirs, lead, left = stack.pop()
        if lead > 0:
            return True
        if left == 0:
            continue
        chance = player(mine, theirs)
        for a in [m for m, possible in (("C", chance > 0), ("D", chance < 1)) if possible]:
            for b in "CD":
                gain = (a == "D" and b == "C") - (a == "C" and b == "D")
                stack.append(([*mine, a], [*theirs, b], lead + gain, left - 1))
    return False

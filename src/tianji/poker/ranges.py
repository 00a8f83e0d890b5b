"""Ranges: which hands a player may hold, and how likely, written as poker tools write them.

    AA  AKs  AKo  AK        a pair, suited, offsuit, both              QQ-88  A5s-A2s  JTs-54s   from … to
    AsKh                    one exact hand                             TT+  ATs+                 and better kickers
    AJo:0.75  22:50%        a weight for every hand of the item        [25]A2s,K2s[/25]          a weight for several
    random  100%            every hand                                 15%         the best 15 % of all hands

    1 0.5 0 …               1,326 weights of 2d2c, 2h2c, 2h2d, 2s2c …: PioSOLVER's form, in its order, which is ours

Items are separated by commas or spaces, also `AA: 0.5`; a later item overrides an earlier one. A weight of 0.5 means
that every suit combination is held half the time. `15%` takes whole classes from the top of `strength_order`, as many
as come nearest to the share.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked, checked_init
from tianji.core.text import whole_number
from tianji.errors import ParameterError, quote
from tianji.poker.cards import NUM_HANDS, RANKS, blocked, hand_class, hand_index, hand_names, parse_cards

FloatArray = npt.NDArray[np.float64]
LONG_TEXT = 4096  # letters of a range that is not remembered
_ITEM = re.compile(r"[^,\s\[\]:]+(?:\s*:\s*[^,\s\[\]]*)?|\[[^\]]*\]?|:")
_PART = r"(?:[01](?:\.\d*)?|\.\d+)(?:e-\d+)?"  # from 0 to 1, so that 22 stays a pair
_WEIGHTS = re.compile(rf"\s*(?:{_PART}[\s,]+){{20,}}{_PART}[\s,]*", re.ASCII)
_SHARE = re.compile(r"^(\d+(?:\.\d+)?)%$")
_CLASS = re.compile(r"^([2-9TJQKA])([2-9TJQKA])([SO]?)$")


@checked_init
@dataclass(frozen=True, eq=False)
class Range:
    """A weight in 0…1 for each of the 1,326 hands, in the order of `cards.hand_cards`.

    >>> r = Range.parse("QQ+, AKs:0.5")
    >>> r.combos, str(r)
    (20.0, 'QQ+,AKs:0.5')
    """

    weights: FloatArray

    @staticmethod
    @checked
    def parse(text: str, where: str = "range") -> Range:
        """Read a range; a mistake is reported with its column."""
        if not isinstance(text, str):
            raise ParameterError(f"{where}={quote(text)}; expected a text such as '22+,A2s+,KQo:0.5'")
        return Range((_parse if len(text) > LONG_TEXT else _read_before)(text, where).copy())

    @staticmethod
    @checked
    def of(given: Range | str | npt.ArrayLike, where: str = "range") -> Range:
        """A range from a text, a `[1326]` vector of weights, or a range."""
        if isinstance(given, Range):
            return given
        if isinstance(given, str):
            return Range.parse(given, where)
        try:
            weights = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            raise ParameterError(
                f"{where}={quote(given)}; expected a text such as '22+,A2s+' or 1,326 weights"
            ) from None
        if weights.shape != (NUM_HANDS,):
            raise ParameterError(f"{where} has shape {weights.shape}; expected {NUM_HANDS} weights")
        if not (np.isfinite(weights).all() and weights.min() >= 0 and weights.max() <= 1):
            raise ParameterError(
                f"{where} has weights {float(weights.min())!r}…{float(weights.max())!r}; expected 0 to 1"
            )
        return Range(weights.copy())

    @property
    def combos(self) -> float:
        """The sum of the weights."""
        return float(self.weights.sum())

    @checked
    def without(self, cards: list[int]) -> Range:
        """The range less the hands that hold one of the cards."""
        return Range(np.where(blocked(cards), 0.0, self.weights))

    def __str__(self) -> str:
        return format_range(self.weights)


@lru_cache(maxsize=1)
def class_hands() -> dict[str, list[int]]:
    """The hands of each of the 169 classes: `AKs` → four numbers."""
    table: dict[str, list[int]] = {}
    for index in range(NUM_HANDS):
        table.setdefault(hand_class(index), []).append(index)
    return table


@lru_cache(maxsize=1)
def strength_order() -> tuple[str, ...]:
    """The 169 classes by equity against a random hand, all-in before the flop, the best first (`poker.preflop`).

    >>> strength_order()[:4], strength_order()[-1]
    (('AA', 'KK', 'QQ', 'JJ'), '32o')
    """
    from tianji.poker.preflop import class_names, matchups

    table = matchups()
    share = (table.wins + table.ties / 2).sum(axis=1) / table.pairs.sum(axis=1)
    return tuple(class_names()[k] for k in np.argsort(-share, kind="stable"))


def best_hands(share: float) -> list[int]:
    """The best share of all hands: whole classes of `strength_order`, at least one, as many as come nearest.

    >>> len(best_hands(0.15)), len(best_hands(1.0))  # 15 % of 1,326 are 198.9
    (200, 1326)
    """
    sizes = np.cumsum([len(class_hands()[name]) for name in strength_order()])
    count = int(np.argmin(np.abs(sizes - share * NUM_HANDS))) + 1
    return [hand for name in strength_order()[:count] for hand in class_hands()[name]]


def _parse(text: str, where: str) -> FloatArray:
    if _WEIGHTS.fullmatch(text):
        return _listed(text, where)
    weights = np.zeros(NUM_HANDS)
    bracket = 1.0
    for match in _ITEM.finditer(text):
        item, column = match.group(), match.start() + 1
        if item.startswith("["):
            bracket = _bracket(item, where, text, column)
            continue
        body, colon, weight = (part.strip() for part in item.partition(":"))
        value = _weight(weight, where, text, match.end() - len(weight) + 1) if colon else bracket
        weights[_hands(body, where, text, column)] = value
    if not _ITEM.search(text):
        raise ParameterError(f"{where}={quote(text)} is empty; write at least one hand, such as 'AA,AKs:0.5'")
    return weights


_read_before = lru_cache(maxsize=64)(_parse)  # many spots have the same ranges


def _listed(text: str, where: str) -> FloatArray:
    """Weights one by one, in the order of `cards.hand_cards`: the higher card first, from the lowest up."""
    words = text.replace(",", " ").split()
    if len(words) != NUM_HANDS:
        raise ParameterError(
            f"{where} lists {len(words)} weights; expected {NUM_HANDS:,}, one a hand, or a text such as '22+,AKs:0.5'"
        )
    return np.array([_weight(word, where, word, 1) for word in words])


def _bracket(item: str, where: str, text: str, column: int) -> float:
    inner = item.strip("[]")
    if not item.endswith("]"):
        raise ParameterError(
            f"{where}: column {column} of {quote(text)} opens {quote(item, 40)}; close it with ]"
        )
    if inner.startswith("/"):
        return 1.0
    try:
        value = float(inner.rstrip("%")) / 100
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise ParameterError(
            f"{where}: column {column} of {quote(text)} reads {quote(item, 40)}; expected a percentage such as [25]"
        )
    return value


def _weight(word: str, where: str, text: str, column: int) -> float:
    try:
        value = float(word[:-1]) / 100 if word.endswith("%") else float(word)
    except ValueError:
        value = -1.0
    if not (isfinite(value) and 0 <= value <= 1):
        raise ParameterError(
            f"{where}: column {column} of {quote(text)} reads weight {quote(word, 40)}; expected a number from 0 to 1, "
            "or a percentage such as 50%"
        )
    return value


def _hands(body: str, where: str, text: str, column: int) -> list[int] | npt.NDArray[np.int64]:
    """The hands of one item without its weight."""
    if body.lower() == "random":
        return list(range(NUM_HANDS))
    share = _SHARE.match(body)
    if share and 0 < float(share[1]) <= 100:
        return best_hands(float(share[1]) / 100)
    if len(body) == 4 and body[1].lower() in "cdhs" and "-" not in body:
        cards = parse_cards(body, f"{where}, column {column} of {quote(text)}")
        return [hand_index(cards[0], cards[1])]
    found = _of_classes(body)
    if found is None:
        raise ParameterError(
            f"{where}: column {column} of {quote(text)} reads {quote(body, 40)}; {_right_form(body)}"
        )
    return found


@lru_cache(maxsize=1024)
def _of_classes(body: str) -> npt.NDArray[np.int64] | None:
    """The hands of an item such as TT+, AKs or JTs-54s; None where it is none. Ranges are written in few words."""
    first, dash, last = body.partition("-")
    classes: list[str] | None
    if dash:
        classes = _span(first, last)
    elif body.endswith("+"):
        classes = _upward(body[:-1])
    else:
        classes = _one(body)
    return None if classes is None else np.array([h for name in classes for h in class_hands()[name]])


def _right_form(body: str) -> str:
    """How what was meant is written, where that can be told."""
    body = body[:80]  # patterns with two runs of digits take the square of their number
    if re.match(r"^\d*\.?\d+%?$", body) and _one(body) is None:
        return "a weight follows its hands and a colon, such as AA:0.5; a share of all hands is written 15%"
    if match := re.match(r"^([2-9TJQKA]{2}[SO]?\+?)[@=*(](.*?)\)?$", body, re.IGNORECASE):
        percent = "%" if (whole_number(match[2]) or 0) > 1 else ""
        return f"a weight is written with a colon: {match[1]}:{match[2]}{percent}"
    if match := re.match(r"^([2-9TJQKA])[X*]([SO]?)\+?$", body, re.IGNORECASE):
        return f"write the lowest kicker and a plus: {match[1].upper()}2{match[2].lower()}+"
    if re.match(r"^\d+(\.\d+)?%-", body) or body.lower().startswith("top"):
        return "the best hands are written as one share of all hands, such as 15%"
    return "expected a hand such as 77, AKs, AK, AhKd, TT+, A5s-A2s, 15% or random"


def _read(name: str) -> tuple[int, int, str] | None:
    match = _CLASS.match(name.upper())
    if match is None:
        return None
    a, b = RANKS.index(match[1]), RANKS.index(match[2])
    kind = match[3].lower()
    return None if a == b and kind else (max(a, b), min(a, b), kind)


def _names(hi: int, lo: int, kind: str) -> list[str]:
    if hi == lo:
        return [RANKS[hi] * 2]
    return [RANKS[hi] + RANKS[lo] + k for k in (kind or "so")]


def _one(name: str) -> list[str] | None:
    read = _read(name)
    return None if read is None else _names(*read)


def _upward(name: str) -> list[str] | None:
    read = _read(name)
    if read is None:
        return None
    hi, lo, kind = read
    if hi == lo:
        return [RANKS[r] * 2 for r in range(hi, 13)]
    return [n for kicker in range(lo, hi) for n in _names(hi, kicker, kind)]


def _span(first: str, last: str) -> list[str] | None:
    a, b = _read(first), _read(last)
    if a is None or b is None or a[2] != b[2] or (a[0] == a[1]) != (b[0] == b[1]):
        return None
    if a[0] == b[0]:
        lo, hi = sorted((a[1], b[1]))
        return [n for kicker in range(lo, hi + 1) for n in _names(a[0], kicker, a[2])]
    if a[0] - a[1] != b[0] - b[1]:
        return None
    lo, hi = sorted((a[0], b[0]))
    return [n for top in range(lo, hi + 1) for n in _names(top, top - (a[0] - a[1]), a[2])]


def format_range(weights: FloatArray) -> str:
    """The shortest text of a range: runs of classes where all suits agree, exact hands elsewhere.

    >>> format_range(Range.parse("AA,KK,QQ,A5s,A4s,A3s,AhKd:0.25").weights)
    'QQ+,A5s-A3s,AhKd:0.25'
    """
    by_class = {n: weights[h] for n, h in class_hands().items()}
    whole = {n: float(w[0]) for n, w in by_class.items() if (w == w[0]).all() and w[0] > 0}
    if len(whole) == 169 and set(whole.values()) == {1.0}:
        return "random"
    parts = _runs([RANKS[r] * 2 for r in range(12, -1, -1)], whole, is_topped=True)
    for kind in "so":
        for hi in range(12, 0, -1):
            names = [RANKS[hi] + RANKS[lo] + kind for lo in range(hi - 1, -1, -1)]
            parts += _runs(names, whole, is_topped=True)
    for name, hands in class_hands().items():
        if name not in whole:
            parts += [hand_names()[h] + _suffix(float(weights[h])) for h in hands if weights[h] > 0]
    return ",".join(parts)


def _suffix(weight: float) -> str:
    return "" if weight == 1 else f":{weight!r}" if weight != round(weight, 4) else f":{weight:g}"


def _runs(names: list[str], whole: dict[str, float], is_topped: bool) -> list[str]:
    """Neighbouring classes of one weight as `X+` when they reach the top, else as `X-Y`."""
    parts: list[str] = []
    k = 0
    while k < len(names):
        end = k
        while end + 1 < len(names) and names[k] in whole and whole.get(names[end + 1]) == whole[names[k]]:
            end += 1
        if names[k] in whole:
            text = (
                names[k]
                if end == k
                else f"{names[end]}+"
                if k == 0 and is_topped
                else f"{names[k]}-{names[end]}"
            )
            parts.append(text + _suffix(whole[names[k]]))
        k = end + 1
    return parts

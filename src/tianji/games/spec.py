"""Reading the text of a game spec: `name(parameter=value, ...)`. Nothing is ever evaluated.

spec   := head [ "(" [ pair { "," pair } [","] ] ")" ]
pair   := identifier "=" value
value  := number | number "/" number | true | false | none | 'text' | "text" | word
        | "(" [ value { "," value } [","] ] ")" | the same in "[" "]"
"""

from __future__ import annotations

import re
from fractions import Fraction

from tianji.errors import ParameterError

Value = object
_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_WORD = re.compile(r"[^\s,()\[\]='\"]+")
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"", re.DOTALL)
_CONSTANTS = {"true": True, "false": False, "none": None}
_MAX_DEPTH = 20
_MAX_DIGITS = 300


def split_spec(spec: str) -> tuple[str, dict[str, Value]]:
    """The head of a spec and its parameters.

    >>> split_spec("leduc(ranks=4, bets=(1, 5/2), name=my-game)")
    ('leduc', {'ranks': 4, 'bets': (1, Fraction(5, 2)), 'name': 'my-game'})
    """
    head, bracket, _ = spec.partition("(")
    if not bracket:
        return head.strip(), {}
    reader = _SpecReader(spec, len(head) + 1)
    parameters = reader.pairs()
    reader.end()
    return head.strip(), parameters


class _SpecReader:
    """A position in a spec, moved forward by each method."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at

    def fail(self, expected: str) -> ParameterError:
        found = repr(self.text[self.at : self.at + 12]) if self.at < len(self.text) else "the end"
        return ParameterError(
            f"game spec {self.text[:80]!r}, column {self.at + 1}: found {found}, expected {expected}; "
            "write name(parameter=value, ...)"
        )

    def match(self, pattern: re.Pattern[str]) -> str | None:
        self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def take(self, symbol: str) -> bool:
        return self.match(re.compile(re.escape(symbol))) is not None

    def end(self) -> None:
        self.match(_SPACE)
        if self.at < len(self.text):
            raise self.fail("nothing more")

    def pairs(self) -> dict[str, Value]:
        """`name=value, ...` up to the closing bracket."""
        result: dict[str, Value] = {}
        while not self.take(")"):
            name = self.match(_NAME)
            if name is None or not self.take("="):
                raise self.fail("a parameter such as cards=3")
            if name in result:
                raise ParameterError(f"game spec {self.text[:80]!r}: {name!r} is given twice; keep one")
            result[name] = self.value(_MAX_DEPTH)
            if not self.take(",") and not self.text.startswith(")", self.at):
                raise self.fail("',' or ')'")
        return result

    def value(self, depth: int) -> Value:
        if depth == 0:
            raise self.fail(f"brackets nested at most {_MAX_DEPTH} deep")
        for opening, closing in ("()", "[]"):
            if self.take(opening):
                return self.items(closing, depth)
        quoted = self.match(_QUOTED)
        if quoted is not None:
            return re.sub(r"\\(.)", r"\1", quoted[1:-1], flags=re.DOTALL)
        word = self.match(_WORD)
        if word is None:
            raise self.fail("a value")
        if word.lower() in _CONSTANTS:
            return _CONSTANTS[word.lower()]
        try:
            number = parse_number(word)
        except (ZeroDivisionError, OverflowError):
            raise ParameterError(
                f"game spec {self.text[:80]!r}: {word[:40]!r} is not a finite number"
            ) from None
        return word if number is None else number

    def items(self, closing: str, depth: int) -> tuple[Value, ...]:
        items: list[Value] = []
        while not self.take(closing):
            items.append(self.value(depth - 1))
            if not self.take(",") and not self.text.startswith(closing, self.at):
                raise self.fail(f"',' or {closing!r}")
        return tuple(items)


def parse_number(word: str) -> int | float | Fraction | None:
    """An int, a float or a fraction; None for anything else.

    >>> parse_number("3"), parse_number("-2.5e1"), parse_number("1/3"), parse_number("three")
    (3, -25.0, Fraction(1, 3), None)
    """
    top, slash, bottom = word.partition("/")
    if slash:
        if not (_is_whole(top) and _is_whole(bottom)):
            return None
        return Fraction(int(top), int(bottom))
    if _is_whole(word):
        return int(word)
    return float(word) if _NUMBER.fullmatch(word) else None


def _is_whole(word: str) -> bool:
    # Python refuses to convert digits without end, and nobody means them.
    return re.fullmatch(r"[+-]?\d+", word, re.ASCII) is not None and len(word) <= _MAX_DIGITS

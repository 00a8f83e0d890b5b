"""Gambit's strategic game files (.nfg) in and out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import inf, prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tianji.core.memory import require
from tianji.errors import FileFormatError, quote
from tianji.matrix.game.payoffs import DEEPEST, rational

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

CELL_BYTES = 180  # of a payoff: a fraction, its two numbers, and its place in two lists
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}",]+)|([\s,]+)', re.DOTALL)


@dataclass(frozen=True)
class NfgFile:
    """What a .nfg file says. payoffs: one array `[m_1, …, m_n]` a player, of Fractions.

    zero_sum: known to be so by how it was written.
    """

    title: str
    comment: str
    players: list[str]
    actions: list[list[str]]
    payoffs: list[Any]
    zero_sum: bool = False


class _Token(NamedTuple):
    kind: str  # "text", "{", "}", "word" or "end"
    value: str
    line: int


class _NfgReader:
    """A cursor over the tokens of one file, cut as they are asked for: `now` is the next, `last` the one before."""

    def __init__(self, text: str, name: str) -> None:
        self.name = f"{name:.120}"
        self.text, self.position, self.line = text, 0, 1
        self.now = self.last = self._cut()

    def _cut(self) -> _Token:
        while self.position < len(self.text):
            match, line = TOKEN.match(self.text, self.position), self.line
            if match is None:
                raise FileFormatError(
                    f"{self.name}, line {line}: a quoted text is never closed; add the missing quote"
                )
            self.line += match.group(0).count("\n")
            self.position = match.end()
            if match.group(1) is not None:
                return _Token("text", re.sub(r"\\(.)", r"\1", match.group(1)), line)
            if match.group(2):
                return _Token(match.group(2), match.group(2), line)
            if match.group(3):
                return _Token("word", match.group(3), line)
        return _Token("end", "", self.line)

    @property
    def kind(self) -> str:
        return self.now.kind

    @property
    def left(self) -> int:
        """How many tokens can follow at most: each is a character at least, and one between two."""
        return 1 + (len(self.text) - self.position + 1) // 2

    def fail(self, expected: str, token: _Token | None = None) -> FileFormatError:
        token = token or self.now
        found = "the end of the file" if token.kind == "end" else f"{quote(token.value)}"
        return FileFormatError(f"{self.name}, line {token.line}: {found} where {expected} was expected")

    def step(self) -> str:
        self.last, self.now = self.now, self._cut()
        return self.last.value

    def take(self, kind: str, expected: str) -> str:
        if self.kind != kind:
            raise self.fail(expected)
        return self.step()

    def number(self, expected: str) -> Fraction:
        try:
            value = rational(self.now.value if self.kind == "word" else "")
        except ValueError:
            raise self.fail(expected) from None
        self.step()
        return value

    def integer(self, low: int, high: int | None, expected: str) -> int:
        value = self.number(expected)
        if value.denominator != 1 or value < low or (high is not None and value > high):
            raise self.fail(expected, self.last)
        return int(value)


def parse_nfg(text: str, name: str = "the .nfg text") -> NfgFile:
    """Read a strategic game file in either of its two bodies (payoffs, or outcomes with an index list).

    Format: Gambit's documentation, "The strategic game (.nfg) file format". The first player's action
    varies fastest; outcome 0 pays everyone nothing; decimals are read exactly.

    >>> parse_nfg('NFG 1 R "" { "a" "b" } { 2 1 } 1 -1 1/2 -0.5').payoffs[0].tolist()
    [[Fraction(1, 1)], [Fraction(1, 2)]]
    """
    reader = _NfgReader(text, name)
    if reader.kind != "word" or reader.now.value != "NFG":
        raise reader.fail("'NFG'")
    reader.take("word", "'NFG'")
    reader.integer(1, 1, "version 1")
    if reader.kind != "word" or reader.now.value not in ("R", "D"):
        raise reader.fail("'R' or 'D'")
    reader.take("word", "'R' or 'D'")
    title = reader.take("text", "a quoted title")
    players = _names(reader, "player", DEEPEST)
    actions = _actions(reader, len(players))
    comment = reader.take("text", "a comment") if reader.kind == "text" else ""
    shape = tuple(len(a) for a in actions)
    require(f"the table of {reader.name}", CELL_BYTES * prod(shape) * len(players), "pass a smaller one")
    flat = _outcomes(reader, len(players), prod(shape)) if reader.kind == "{" else None
    if flat is None:
        flat = [
            [reader.number(f"payoff {c * len(players) + p + 1} of {prod(shape) * len(players)}")
             for p in range(len(players))]
            for c in range(prod(shape))
        ]  # fmt: skip
    if reader.kind != "end":
        raise reader.fail("the end of the file")
    payoffs = []
    for p in range(len(players)):
        array = np.empty(prod(shape), dtype=object)
        array[:] = [row[p] for row in flat]
        payoffs.append(array.reshape(shape, order="F"))
    return NfgFile(title, comment, players, actions, payoffs)


def _names(reader: _NfgReader, what: str, most: float = inf) -> list[str]:
    reader.take("{", f"'{{' before the {what} names")
    names = []
    while reader.kind in ("text", "word"):
        names.append(reader.take(reader.kind, f"a {what} name"))
        if len(names) > most:
            raise FileFormatError(
                f"{reader.name}: more than {most} {what}s; tables of at most {most} can be read"
            )
    reader.take("}", f"a quoted {what} name or '}}'")
    if not names:
        raise reader.fail(f"at least one {what} name", reader.last)
    return names


def _actions(reader: _NfgReader, players: int) -> list[list[str]]:
    reader.take("{", "'{' before the strategies")
    actions: list[list[str]] = []
    for p in range(players):
        expected = f"the strategies of player {p} (of 0 to {players - 1}: names in braces, or their number)"
        if reader.kind == "{":
            actions.append(_names(reader, "strategy"))
        elif reader.kind == "word":
            # Every profile needs a payoff or an outcome of its own: a larger number is wrong, and asks for memory.
            left = reader.left // prod(len(names) for names in actions)
            actions.append(
                [str(k + 1) for k in range(reader.integer(1, left, f"{expected}, at most {left:,}"))]
            )
        else:
            raise reader.fail(expected)
    reader.take("}", f"'}}' after the strategies of {players} players")
    return actions


def _outcomes(reader: _NfgReader, players: int, cells: int) -> list[list[Fraction]]:
    reader.take("{", "'{' before the outcomes")
    outcomes = [[Fraction(0)] * players]
    while reader.kind == "{":
        reader.take("{", "'{'")
        if reader.kind == "text":
            reader.take("text", "an outcome name")
        which = len(outcomes)
        outcomes.append(
            [reader.number(f"payoff {p + 1} of {players} in outcome {which}") for p in range(players)]
        )
        reader.take("}", f"'}}' after the {players} payoffs of outcome {which}")
    reader.take("}", "an outcome in braces or '}'")
    last = len(outcomes) - 1
    return [
        outcomes[reader.integer(0, last, f"outcome number {c + 1} of {cells}, from 0 to {last}")]
        for c in range(cells)
    ]


def write_nfg(game: NormalForm) -> str:
    """The game as .nfg text; rational payoffs are kept exactly, floats with all their digits.

    >>> from tianji.matrix import NormalForm
    >>> print(write_nfg(NormalForm([[1, "1/2"]])))
    NFG 1 R "" { "0" "1" }
    { { "1" } { "1" "2" } }
    ""
    1 -1 1/2 -1/2
    """

    def quoted(texts: list[str]) -> str:
        escaped = ['"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' for text in texts]
        return "{ " + " ".join(escaped) + " }"

    table = game.fractions if game.rational else game.payoffs
    columns = [array.ravel(order="F") for array in table]
    body = " ".join(str(column[c]) for c in range(len(columns[0])) for column in columns)
    title = game.title.replace("\\", "\\\\").replace('"', '\\"')
    strategies = "{ " + " ".join(quoted(list(names)) for names in game.actions) + " }"
    return f'NFG 1 R "{title}" {quoted(list(game.players))}\n{strategies}\n""\n{body}\n'

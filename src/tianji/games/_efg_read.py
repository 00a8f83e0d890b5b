"""The text of a Gambit extensive-form file as a tree.

    EFG 2 R "title" { "player 1" "player 2" } "comment"
    c "name" infoset "infoset name" { "outcome" probability ... } outcome "outcome name" { payoff ... }
    p "name" player infoset "infoset name" { "action" ... } outcome "outcome name" { payoff ... }
    t "name" outcome "outcome name" { payoff ... }

Nodes stand in prefix order. An infoset or a payoff vector is written out once and may be named by number
afterwards; outcome 0 pays nothing. Commas are optional.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from tianji.core.game import CHANCE, TERMINAL
from tianji.errors import FileFormatError, GameRuleError, quote
from tianji.games._efg_write import MAX_DIGITS

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*")
      | (?P<number>[+-]?(?:\d++/\d++|(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?)(?![\w.]))
      | (?P<word>[A-Za-z]\w*)
      | (?P<mark>[{},]))""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)


@dataclass(frozen=True)
class EfgInfoset:
    """Nodes of one player (or chance, player −1) that share a number. `probs` is empty but for chance."""

    player: int
    number: int
    name: str
    actions: tuple[str, ...]
    probs: tuple[Fraction, ...] = ()


@dataclass
class EfgNode:
    """One node; `children` are indices into the list of nodes."""

    player: int
    name: str
    infoset: EfgInfoset | None
    outcome: int
    at: int  # where in the text it begins
    parent: int
    children: list[int] = field(default_factory=list)


@dataclass
class EfgTree:
    """All that a file says. `payoffs` are those of each outcome, by number."""

    title: str
    comment: str
    players: tuple[str, ...]
    nodes: list[EfgNode]
    payoffs: dict[int, tuple[Fraction, ...]]


def parse_tree(text: str, source: str) -> EfgTree:
    """The tree in `text`; errors name `source`, line and column."""
    return _Parser(text, source).tree()


class _Parser:
    """A place in the text, with the next token at hand."""

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self.kind, self.token, self.start, self.end = "", "", 0, 0
        self.infosets: dict[tuple[int, int], EfgInfoset] = {}
        self.payoffs: dict[int, tuple[Fraction, ...]] = {}
        self.players: tuple[str, ...] = ()
        self.advance()

    # Tokens

    def advance(self) -> None:
        """Read the next token; kind "end" after the last."""
        found = _TOKEN.match(self.text, self.end)
        if found is None:
            rest = self.text[self.end :]
            self.start = self.end + len(rest) - len(rest.lstrip())
            if rest.strip():
                raise self.fail(f"found {rest.strip()[:20]!r}, which begins no word, number, text or bracket")
            self.kind, self.token = "end", ""
            return
        self.kind = str(found.lastgroup)
        self.token, self.start, self.end = found.group(self.kind), found.start(self.kind), found.end()

    def place(self, at: int) -> str:
        line = self.text.count("\n", 0, at) + 1
        return f"{self.source}, line {line}, column {at - self.text.rfind(chr(10), 0, at)}"

    def fail(self, what: str) -> FileFormatError:
        return FileFormatError(f"{self.place(self.start)}: {what}")

    def expected(self, what: str) -> FileFormatError:
        found = repr(self.token[:40]) if self.kind != "end" else "the end of the file"
        return self.fail(f"found {found}, expected {what}")

    def take(self, kind: str, what: str, token: str | None = None) -> str:
        """The next token, which must be of this kind."""
        if self.kind != kind or (token is not None and self.token != token):
            raise self.expected(what)
        taken = self.token
        self.advance()
        return taken

    def text_token(self, what: str) -> str:
        return re.sub(r'\\(")', r"\1", self.take("text", what)[1:-1])

    def optional_text(self, what: str) -> str:
        return self.text_token(what) if self.kind == "text" else ""

    def comma(self) -> None:
        if self.kind == "mark" and self.token == ",":
            self.advance()

    def number(self, what: str) -> Fraction:
        """An exact number."""
        digits = sum(c.isdigit() for c in self.token)
        exponent = re.search(r"[eE]([+-]?\d{1,6})", self.token)
        if self.kind == "number" and (digits > MAX_DIGITS or (exponent and abs(int(exponent[1])) > 300)):
            raise self.fail(f"the number {self.token[:20]}... is too long or too large")
        try:
            return Fraction(self.take("number", what))
        except ZeroDivisionError:
            raise self.fail("a fraction over zero stands before this") from None

    def whole(self, what: str, low: int = 0) -> int:
        start, token = self.start, self.token
        if self.kind == "number" and len(token) < 10 and token.isdigit() and int(token) >= low:
            self.advance()  # the usual case, and several times quicker
            return int(token)
        value = self.number(what)
        if value.denominator != 1 or value < low:
            raise FileFormatError(f"{self.place(start)}: found {value}, expected {what}")
        return int(value)

    # Grammar

    def tree(self) -> EfgTree:
        title, comment = self.header()
        nodes: list[EfgNode] = []
        open_nodes: list[tuple[int, int]] = []  # (node, children still to come)
        while not nodes or open_nodes:
            if self.kind == "end":
                raise self.fail(
                    f"the file ends, but {len(open_nodes) or 1} nodes lack children; is it truncated?"
                )
            parent = open_nodes[-1][0] if open_nodes else -1
            index = len(nodes)
            nodes.append(self.node(parent))
            if parent >= 0:
                nodes[parent].children.append(index)
                open_nodes[-1] = (parent, open_nodes[-1][1] - 1)
            infoset = nodes[index].infoset
            open_nodes.append((index, len(infoset.actions) if infoset else 0))
            while open_nodes and open_nodes[-1][1] == 0:
                open_nodes.pop()
        if self.kind != "end":
            raise self.expected("nothing: the tree is complete")
        for node in nodes:
            if node.outcome and node.outcome not in self.payoffs:
                self.start = node.at
                raise self.fail(f"outcome {node.outcome} has no payoffs here or anywhere else")
        return EfgTree(title, comment, self.players, nodes, self.payoffs)

    def header(self) -> tuple[str, str]:
        self.take("word", "'EFG', as every Gambit extensive-form file begins", "EFG")
        self.take("number", "version 2", "2")
        if self.kind != "word" or self.token not in ("R", "D"):
            raise self.expected("'R'")
        self.advance()
        title = self.text_token("the title in quotes")
        self.take("mark", "'{' and the names of the players", "{")
        players = []
        while self.kind == "text":
            players.append(self.text_token("a player"))
            self.comma()
        if not players:
            raise self.expected("the name of a player in quotes")
        self.take("mark", "'}' after the players", "}")
        self.players = tuple(players)
        return title, self.optional_text("a comment")

    def node(self, parent: int) -> EfgNode:
        at = self.start
        kind = self.take("word", "a node: 'c', 'p' or 't'")
        if kind not in ("c", "p", "t"):
            self.start = at
            raise self.fail(f"found {quote(kind, 40)}, expected a node: 'c', 'p' or 't'")
        name = self.optional_text("the name of the node")
        infoset, player = None, TERMINAL
        if kind == "c":
            player = CHANCE
        elif kind == "p":
            player = self.whole(f"a player from 1 to {len(self.players)}", 1) - 1
            if player >= len(self.players):
                self.start = at
                raise self.fail(f"player {player + 1} acts, expected a player from 1 to {len(self.players)}")
        if kind != "t":
            infoset = self.infoset(player, at)
        return EfgNode(player, name, infoset, self.outcome(), at, parent)

    def infoset(self, player: int, at: int) -> EfgInfoset:
        """The infoset of a node, defined here or earlier."""
        number = self.whole("the number of an infoset")
        name = self.optional_text("the name of the infoset")
        known = self.infosets.get((player, number))
        if self.kind == "mark" and self.token == "{":
            actions, probs = self.actions(player == CHANCE)
            here = EfgInfoset(player, number, name, actions, probs)
            if known is not None and (known.actions, known.probs) != (actions, probs):
                self.start = at
                raise self.fail(
                    f"infoset {number} has actions {quote(actions)}, and before had {quote(known.actions)}"
                )
            if probs:
                self.distribution(probs, at)
            return self.infosets.setdefault((player, number), here)
        if known is None:
            raise self.expected(f"'{{' and the actions of infoset {number}, which is new")
        return known

    def distribution(self, probs: tuple[Fraction, ...], at: int) -> None:
        # Decimal files round: 0.3333333333 three times is meant to be one.
        total = sum(probs, Fraction(0))
        if min(probs) < 0 or abs(total - 1) > Fraction(1, 10**9):
            raise GameRuleError(
                f"{self.place(at)}: chance probabilities {', '.join(map(str, probs)):.80} sum to "
                f"{float(total) if abs(total) < 1e300 else 'over 1e300'}; expected numbers from 0 that sum to 1"
            )

    def actions(self, chance: bool) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
        self.take("mark", "'{'", "{")
        names, probs = [], []
        while self.kind == "text":
            names.append(self.text_token("an action"))
            if chance:
                probs.append(self.number("the probability of this outcome"))
            self.comma()
        if not names:
            raise self.expected("an action in quotes")
        self.take("mark", "'}' after the actions", "}")
        return _distinct(names), tuple(probs)

    def outcome(self) -> int:
        """The number of the outcome, whose payoffs may follow."""
        at = self.start
        number = self.whole("the number of an outcome")
        self.optional_text("the name of the outcome")
        if self.kind != "mark" or self.token != "{":
            return number
        self.advance()
        payoffs = []
        while self.kind == "number":
            payoffs.append(self.number("a payoff"))
            self.comma()
        self.take("mark", "a payoff or '}'", "}")
        if len(payoffs) != len(self.players):
            self.start = at
            raise self.fail(f"{len(payoffs)} payoffs, expected {len(self.players)}, one a player")
        if number and self.payoffs.setdefault(number, tuple(payoffs)) != tuple(payoffs):
            self.start = at
            raise self.fail(f"outcome {number} is given other payoffs than before; use another number")
        return number


def _distinct(names: list[str]) -> tuple[str, ...]:
    """Action names made distinct, for files may leave them empty or equal.

    >>> _distinct(["", "L", "L"])
    ('1', 'L', 'L#3')
    """
    result: dict[str, None] = {}  # in their order; a list would take hours to look through for a million
    for i, name in enumerate(names, 1):
        unique = name or str(i)
        while unique in result:
            unique = f"{unique}#{i}"
        result[unique] = None
    return tuple(result)

"""The lines of the ACPC: match states as dealer and players send them, and the dealer's log.

    MATCHSTATE:seat:hand:betting:cards          sent to a seat; the answer is the same line + `:` + action
    STATE:hand:betting:cards:net:names          a log's line, all cards known

Protocol of the Annual Computer Poker Competition, version 2.0.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.storage import read_bytes
from tianji.core.text import whole_number
from tianji.errors import FileFormatError, ParameterError, TianjiError, quote, quote_path
from tianji.poker.cards import parse_cards, show_cards
from tianji.poker.hand import Chips, HandState
from tianji.poker.rules import BOARD_CARDS, MOST_SEATS, HandRules

VERSION = "VERSION:2.0.0"
LONGEST_LINE = 4096  # bytes of a line from the other end; the longest real hand takes a few hundred
ROUNDING = 0.01  # chips: a log writes fractions with six digits


@dataclass(frozen=True)
class MatchState:
    """What a seat is told: which hand it is, and the hand as far as the seat may know it.

    >>> told = MatchState.parse("MATCHSTATE:0:7:r300c/:AhKd|/Ks7h2d", HandRules())
    >>> told.hand, told.state.player, str(told)
    (7, 0, 'MATCHSTATE:0:7:r300c/:AhKd|/Ks7h2d')
    """

    seat: int
    hand: int
    state: HandState

    @property
    def to_act(self) -> bool:
        """Whether it is the seat's turn."""
        return self.state.player == self.seat

    @classmethod
    @checked
    def parse(cls, line: str, rules: HandRules) -> MatchState:
        """The state of a line; a line that is no such state is refused, with what is wrong in it."""
        parts = line.rstrip("\r\n").split(":")
        if len(parts) != 5 or parts[0] != "MATCHSTATE":
            raise ParameterError(f"line {quote(line)}; expected MATCHSTATE:seat:hand:betting:cards")
        seat, hand = whole_number(parts[1]), _hand_number(parts[2])
        if seat is None or seat >= rules.seats:
            raise ParameterError(
                f"line {quote(line)}: seat {quote(parts[1])}; expected 0 … {rules.seats - 1}"
            )
        if hand is None:
            raise ParameterError(f"line {quote(line)}: hand {quote(parts[2])}; expected a whole number")
        try:
            state = _read_state(rules, parts[3], parts[4])
        except TianjiError as error:
            raise ParameterError(f"hand {hand}: {error}") from None
        if len(state.hole[seat]) != 2:
            raise ParameterError(f"hand {hand}: seat {seat} is told no cards of its own in {quote(parts[4])}")
        return cls(seat, hand, state)

    def __str__(self) -> str:
        state = self.state.seen_by(self.seat)
        return f"MATCHSTATE:{self.seat}:{self.hand}:{state.betting_text}:{cards_text(state)}"


def _hand_number(text: str) -> int | None:
    """A hand's number: a dealer counts on, and sites' are ten digits and more."""
    return int(text) if _NUMBER.fullmatch(text) else None


def cards_text(state: HandState) -> str:
    """Hole cards by seat, then the board by street: `AhKd|QcQs/Ks7h2d/5c`."""
    board = [show_cards(state.board[a:b]) for a, b in pairwise(BOARD_CARDS)]
    return "/".join(["|".join(show_cards(hand) for hand in state.hole), *board[: state.street]])


def _read_state(rules: HandRules, betting: str, cards: str) -> HandState:
    """The hand that betting and cards describe, with just the board cards of its street."""
    hole, *board = cards.split("/")
    hands = hole.split("|")
    if len(hands) != rules.seats:
        raise ParameterError(f"hole cards {quote(hole)}; expected {rules.seats} hands with | between")
    read = tuple(tuple(parse_cards(hand, "hole cards")) for hand in hands)
    state = HandState.start(rules, read).play(betting)
    sizes = [b - a for a, b in pairwise(BOARD_CARDS)][: state.street]
    dealt = [parse_cards(part, "board") for part in board]
    if [len(part) for part in dealt] != sizes:
        raise ParameterError(
            f"board {quote('/'.join(board))} after the betting {quote(betting)}; expected "
            + (" and ".join(f"{size} card{'s' * (size > 1)}" for size in sizes) if sizes else "none")
        )
    return state.deal([card for part in dealt for card in part])


# The dealer's log -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LogHand:
    """A hand of a dealer's log: its number, how it was played, the net chips and the names the log gives, by seat."""

    number: int
    state: HandState
    net: tuple[float, ...]
    names: tuple[str, ...]

    @property
    def payoffs(self) -> tuple[Chips, ...]:
        """The net chips by our count."""
        return self.state.payoffs()

    @property
    def agrees(self) -> bool:
        """Whether the log's net chips are ours."""
        return all(abs(float(a) - b) <= ROUNDING for a, b in zip(self.payoffs, self.net, strict=True))


@dataclass(frozen=True)
class Log(Result):
    """A dealer's log: its hands, and for every line that could not be read where and why."""

    hands: list[LogHand] = field(repr=False)
    refused: list[str]

    @property
    def differ(self) -> list[int]:
        """The numbers of the hands whose net chips are not ours."""
        return [hand.number for hand in self.hands if not hand.agrees]

    def to_dict(self) -> dict[str, Any]:
        """How many hands there are, which settle otherwise than the log says, and what could not be read."""
        return {"hands": len(self.hands), "differ": self.differ, "refused": self.refused}


@checked
def read_log(path: str | Path, rules: HandRules | None = None) -> Log:
    """The hands of a dealer's log; without `rules`, those its first comments name, else by seats and raises."""
    return parse_log(read_text(path).splitlines(), rules)


def read_text(path: str | Path) -> str:
    """The text of a file of hands: UTF-8 with or without its mark, else Latin-1, as older programs wrote names."""
    data = read_bytes(path)
    if b"\0" in data:
        raise FileFormatError(f"{quote_path(path)} is not text: it holds zero bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


@checked
def parse_log(lines: Iterable[str], rules: HandRules | None = None) -> Log:
    """The hands of a log's lines; comments, scores and empty lines are passed over.

    >>> log = parse_log(["# a comment", "STATE:0:r300f:3c8d|Ks6c:-100|100:you|me", "STATE:1:r300f:3c8d"])
    >>> log.hands[0].agrees, log.refused
    (True, ["line 3: 'STATE:1:r300f:3c8d'; expected STATE:hand:betting:cards:net:names"])
    """
    rows = list(lines)
    hands: list[LogHand] = []
    refused: list[str] = []
    for k, raw in enumerate(rows, 1):
        line = raw.strip()
        if rules is None and line.startswith("#"):
            rules = _rules_of(line)
        if not line or line[0] in "#;" or line.startswith(_PASSED) or _ASIDE.fullmatch(line):
            continue
        rules = _guessed(rows) if rules is None else rules
        try:
            hands.append(_log_hand(line, rules))
        except TianjiError as error:
            refused.append(f"line {k}: {error}")
    if not hands and not refused and any(row.startswith(_SENT) for row in rows):
        refused.append(
            "no hand is written here, only what was sent; the hands of a match are in the dealer's .log"
        )
    return Log(hands, refused)


def read_game(given: str) -> HandRules:
    """The rules of a game definition: a `.game` file, or one of the ACPC's by its name.

    >>> read_game("holdem.nolimit.2p.reverse_blinds.game").stacks
    (20000, 20000)
    """
    return HandRules.from_gamedef(read_text(given)) if Path(given).is_file() else HandRules.named(given)


def is_log_line(line: str) -> bool:
    """Whether a line is one of a dealer's log: a hand, its score, or a hand as logs of 2010 had it, names first."""
    return line.startswith(("STATE:", "SCORE:")) or bool(_NAMES_FIRST.fullmatch(line))


def _fields(line: str) -> list[str]:
    """STATE, hand, betting, cards, net and names, whichever way round they stand; names may hold a colon."""
    if old := _NAMES_FIRST.fullmatch(line):
        return ["STATE", *old.groups()[1:], old[1]]
    return line.split(":", 5)


def _guessed(rows: list[str]) -> HandRules:
    """The rules of a log that names none: seats by the cards, limit where raises have no size or only small pots."""
    found = [part for row in rows if len(part := _fields(row.strip())) > 4 and part[0] == "STATE"]
    seats = min(max([2, *(row[3].partition("/")[0].count("|") + 1 for row in found[:1])]), MOST_SEATS)
    sizes = [int(size or -1) for row in found for size in re.findall(r"r(\d{0,15})", row[2])]
    pays = [abs(float(net)) for row in found for net in row[4].split("|") if _NET.fullmatch(net)]
    is_limit = -1 in sizes or (not sizes and 0 < max(pays, default=0) < 50)
    rules = HandRules.named(f"{'limit' if is_limit else 'nolimit'}.{seats}p")
    if seats > 3 and not is_limit and max(sizes, default=0) <= SHALLOW:
        return replace(rules, stacks=(SHALLOW,) * seats)
    return rules


def _log_hand(line: str, rules: HandRules) -> LogHand:
    parts = _fields(line)
    if len(parts) not in (5, 6) or parts[0] != "STATE" or (number := _hand_number(parts[1])) is None:
        raise ParameterError(f"{quote(line)}; expected STATE:hand:betting:cards:net:names")
    state = _read_state(rules, parts[2], parts[3])
    if not state.is_over:
        raise ParameterError(f"hand {number}: betting {quote(parts[2])} ends before the hand does")
    net = tuple(float(word) for word in parts[4].split("|") if _NET.fullmatch(word))
    if len(net) != rules.seats:
        raise ParameterError(f"hand {number}: net chips {quote(parts[4])}; expected {rules.seats} numbers")
    state.payoffs()
    names = tuple(parts[5].split("|", rules.seats)) if len(parts) == 6 else ()
    if len(names) not in (0, rules.seats):
        raise ParameterError(f"hand {number}: names {quote(parts[5])}; expected {rules.seats}")
    return LogHand(number, state, net, names)


def log_line(number: int, state: HandState, names: Iterable[str]) -> str:
    """A hand that is over as a line of the dealer's log."""
    net = "|".join(chips_text(chips) for chips in state.payoffs())
    return f"STATE:{number}:{state.betting_text}:{cards_text(state)}:{net}:{'|'.join(map(log_name, names))}"


def log_name(name: str) -> str:
    """A name as a log can hold it: without what separates its fields.

    >>> log_name("acpc:./bot.sh -x")
    'acpc_./bot.sh_-x'
    """
    return re.sub(r"[:|\s]", "_", name)[:80]


def chips_text(chips: Chips) -> str:
    """Chips as the dealer writes them: whole, or with the digits that a fraction needs, six at most."""
    return str(chips) if isinstance(chips, int) else f"{float(chips):.6f}".rstrip("0").rstrip(".")


_NET = re.compile(r"-?\d{1,15}(\.\d{1,9})?")
_NUMBER = re.compile(r"[0-9]{1,18}")
_NAMES_FIRST = re.compile(
    r"([^:|\n]+(?:\|[^:|\n]+)+):(\d{1,18}):([fcr0-9/]*):([2-9TJQKAcdhs|/]+):([-0-9.]+(?:\|[-0-9.]+)+)"
)
_SENT = ("FROM ", "TO ")  # what a dealer tells beside the hands, on stderr where it is not quiet
_PASSED = ("SCORE:", "FINISHED", "STARTED", "WARNING:", "ERROR:", *_SENT)
_ASIDE = re.compile(
    r"\d{1,5}( \d{1,5})+|[\d.]+ seconds spent waiting; timeout [\d.]+"
)  # the ports; how long it waited
SHALLOW = 10_000  # chips at tables of four and more: Pluribus had 100 big blinds, and no log there names them
_GAME_NAME = re.compile(r"holdem\.[\w.]*?\dp[\w.]*?\.game")
_GAME_ROW = re.compile(r"(blinds by seat|first to act|fixed raise sizes by round)[^[]*\[([\d, ]+)\]")


def _rules_of(comment: str) -> HandRules | None:
    """The rules that a comment at the head of a log names: a game file of the ACPC, or blinds and sizes by seat."""
    if named := _GAME_NAME.search(comment):
        return HandRules.named(named[0])
    found = _GAME_ROW.findall(comment[:1000])
    rows = {name: tuple(int(n) for n in re.findall(r"\d{1,15}", text)) for name, text in found}
    blinds = rows.get("blinds by seat", ())
    if not blinds:
        return None
    sizes = rows.get("fixed raise sizes by round", ())
    base = HandRules.named(f"holdem.{'limit' if sizes else 'nolimit'}.{min(len(blinds), 3)}p")
    stack = re.search(r"stack (\d{1,12})", comment[:1000])
    chips = int(stack[1]) if stack else base.stacks[0]
    return HandRules(
        (chips,) * len(blinds), blinds, (), rows.get("first to act", ()), 0, sizes, base.max_raises
    )

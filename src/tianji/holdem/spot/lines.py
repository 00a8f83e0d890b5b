"""Lines as players write them: `check, bet 50%`, `x b30 c 5s`, `r:0:b100:c:8h`.

    check x | call c | fold f | bet b | raise r | allin a       with a size: bet 30, b30, bet 50%
    a card, such as 8h, where one is dealt

Sizes are totals on the street, or percent of the pot (for a raise, of the pot after calling); the nearest action of
the menu is meant when it is within a chip (of a small pot, 2 % of it) or 3 %. Pio's `r:0:…` counts each player's chips
from the start of the spot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tianji.errors import ParameterError, UnknownNameError, quote
from tianji.holdem.spot.tree import Action, BettingNode, BettingTree, child_of
from tianji.poker.cards import parse_cards

_WORD = re.compile(
    r"\s*(?P<verb>check|call|fold|bet|raise|all-?in|x|c|f|b|r|a)?\s*(?P<number>\d+(?:\.\d+)?)?\s*(?P<percent>%)?"
    r"\s*(?:\(\d+%\)\s*)?$",  # as tables show it: bet 30 (50%)
    re.IGNORECASE,
)
_TOKEN = re.compile(  # words of a line without commas: check bet 50% call 8h
    r"[2-9tjqka][cdhs](?![a-z])"
    r"|(?:check|call|fold|bet|raise|all-?in|[xcfbra])\s*(?:\d+(?:\.\d+)?\s*%?(?:\s*\(\d+%\))?)?(?![a-z])|\S+",
    re.IGNORECASE,
)
_VERBS = {"x": "check", "c": "call", "f": "fold", "b": "bet", "r": "raise", "a": "allin", "all-in": "allin"}


@dataclass(frozen=True)
class Place:
    """Where a line leads: a node of the betting tree, and the cards dealt on the way."""

    node: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Word:
    """One action as it was written: its verb, and its size in chips or percent of the pot if it has one."""

    verb: str
    number: float | None
    is_percent: bool


def find_line(tree: BettingTree, line: str) -> Place:
    """Follow a line from the start."""
    if not isinstance(line, str):
        raise ParameterError(f"line={quote(line)}; expected a text such as 'check, bet 50%'")
    text = line.strip()
    is_pio = text.lower().startswith("r:0")
    words = text[3:].strip(":").split(":") if is_pio else words_of(text)
    number = 0
    cards: list[int] = []
    for word in (w.strip() for w in words if w.strip()):
        node = tree.nodes[number]
        if node.kind == "deal":
            number = _deal(tree, number, word, line, cards)
            continue
        if node.kind != "act":
            raise UnknownNameError(
                f"line {quote(line)} goes on with {quote(word)} after the hand has ended; leave it out"
            )
        number = node.children[choose(tree, node, node.actions, word, line, is_pio)]
    return Place(number, tuple(cards))


def words_of(text: str) -> list[str]:
    """The actions and cards of a line, parted by commas, semicolons, slashes or spaces.

    >>> words_of("check, bet 50%"), words_of("x/b30/c/8h"), words_of("check bet 50% call 8h x")
    (['check', 'bet 50%'], ['x', 'b30', 'c', '8h'], ['check', 'bet 50%', 'call', '8h', 'x'])
    """
    parts = [p.strip() for p in re.split(r"[,;/]", text) if p.strip()]
    return [w.strip() for p in parts for w in ([p] if _WORD.match(p) or " " not in p else _TOKEN.findall(p))]


def _deal(tree: BettingTree, number: int, word: str, line: str, cards: list[int]) -> int:
    dealt = parse_cards(word, f"line {quote(line)}")
    if len(dealt) != 1:
        raise ParameterError(
            f"line {quote(line)}: {quote(word)} stands where one card is dealt; write one card, such as 8h"
        )
    if dealt[0] in cards:
        raise ParameterError(f"line {quote(line)} deals {quote(word)} twice; write every card once")
    cards.append(dealt[0])
    return tree.nodes[number].children[0]


def read_word(word: str) -> Word | None:
    """What one word of a line says.

    >>> read_word("b 50%"), read_word("chek")
    (Word(verb='bet', number=50.0, is_percent=True), None)
    """
    match = _WORD.match(word)
    if match is None or not (match["verb"] or match["number"]):
        return None
    verb = (match["verb"] or "bet").lower()
    number = None if match["number"] is None else float(match["number"])
    return Word(_VERBS.get(verb, verb), number, bool(match["percent"]))


def choose(
    tree: BettingTree, node: BettingNode, actions: list[Action], word: str, line: str, is_pio: bool = False
) -> int:
    """Which of the actions at a node a word means."""
    said = read_word(word)
    names = [a.verb for a in actions]
    if said is not None:
        verb = "check" if is_pio and said.verb == "call" and "check" in names else said.verb
        if said.number is None and names.count(verb) == 1:
            return names.index(verb)
        sized = [k for k, a in enumerate(actions) if a.total]
        if said.number and verb in ("bet", "raise", "allin") and sized:
            wanted = said.number - node.matched if is_pio else size_of(tree, node, said)
            best = min(sized, key=lambda k: abs(actions[k].total - wanted))
            chip = min(1.0, 0.02 * (tree.pot + 2 * node.matched))  # pots may be counted in big blinds
            if abs(actions[best].total - wanted) <= max(chip, 0.03 * wanted):
                return best
    menu = ", ".join(show_action(tree, node, a) for a in actions)
    raise UnknownNameError(f"line {quote(line)}: {quote(word)} is no action here; expected one of: {menu}")


def size_of(tree: BettingTree, node: BettingNode, word: Word) -> float:
    """A size as a total on this street, at most all-in; percents are of the pot after calling."""
    number, stack = word.number or 0.0, tree.stack - node.matched
    if not word.is_percent:
        return number
    faced = node.totals[1 - node.player]
    return min(faced + number / 100 * (tree.pot + 2 * node.matched + 2 * faced), stack)


def start_node(line: str, pot: float, stack: float, street: int) -> BettingNode | None:
    """The decision after what was bet on a street before a spot begins, None where nothing was.

    >>> node = start_node("check, bet 40", 100, 500, 1)
    >>> node.player, node.totals, node.bets, node.least_raise
    (0, (0.0, 40.0), 1, 40.0)
    """
    if not isinstance(line, str):
        raise ParameterError(
            f"start={quote(line)}; expected what was bet on the street, such as 'check, bet 40'"
        )
    words = words_of(line)
    tree, node = BettingTree([], pot, stack, street), BettingNode("act", street, 0.0)
    for word in words:
        said, faced = read_word(word), node.totals[1 - node.player]
        total = stack if said is not None and said.verb == "allin" else 0.0
        if said is not None and said.number:
            total = size_of(tree, node, said)
        is_bet = said is not None and said.verb in ("bet", "raise", "allin") and faced < total <= stack
        if not is_bet and (said is None or said.verb != "check" or faced > 0 or node.action is not None):
            raise ParameterError(
                f"start={quote(line)}: {quote(word)} cannot stand there; expected a check of the first player, or bets "
                f"and raises above {faced:g} and up to {stack:g} chips, after which the street goes on"
            )
        verb = "check" if not is_bet else "allin" if total >= stack else "raise" if faced else "bet"
        node = child_of(tree, node, -1, Action(verb, total))
    return node if words else None


def show_action(tree: BettingTree, node: BettingNode, action: Action) -> str:
    """An action with its size in percent of the pot: `bet 30 (50%)`."""
    if action.verb not in ("bet", "raise", "allin"):
        return str(action)
    faced = node.totals[1 - node.player]
    share = (action.total - faced) / (tree.pot + 2 * node.matched + 2 * faced)
    return f"{action} ({100 * share:.0f}%)"

"""Lines as players write them: `check, bet 50%`, `x b30 c 5s`, `r:0:b100:c:8h`.

    check x | call c | fold f | bet b | raise r | allin a       with a size: bet 30, b30, bet 50%
    a card, such as 8h, where one is dealt

Sizes are totals on the street, or percent of the pot (for a raise, of the pot after calling); the nearest action of
the menu is meant when it is within a chip or 3 %. Pio's `r:0:…` counts each player's chips from the start of the spot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tianji.errors import ParameterError, UnknownNameError
from tianji.holdem.spot.tree import Action, Node, Tree
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


def find_line(tree: Tree, line: str) -> Place:
    """Follow a line from the start."""
    if not isinstance(line, str):
        raise ParameterError(f"line={line!r}; expected a text such as 'check, bet 50%'")
    text = line.strip()
    is_pio = text.lower().startswith("r:0")
    words = text[3:].strip(":").split(":") if is_pio else _words(text)
    number = 0
    cards: list[int] = []
    for word in (w.strip() for w in words if w.strip()):
        node = tree.nodes[number]
        if node.kind == "deal":
            number = _deal(tree, number, word, line, cards)
            continue
        if node.kind != "act":
            raise UnknownNameError(
                f"line {line!r} goes on with {word!r} after the hand has ended; leave it out"
            )
        number = node.children[_choose(tree, node, word, line, is_pio)]
    return Place(number, tuple(cards))


def _words(text: str) -> list[str]:
    """The actions and cards of a line, parted by commas, semicolons, slashes or spaces.

    >>> _words("check, bet 50%"), _words("x/b30/c/8h"), _words("check bet 50% call 8h x")
    (['check', 'bet 50%'], ['x', 'b30', 'c', '8h'], ['check', 'bet 50%', 'call', '8h', 'x'])
    """
    parts = [p.strip() for p in re.split(r"[,;/]", text) if p.strip()]
    return [w.strip() for p in parts for w in ([p] if _WORD.match(p) or " " not in p else _TOKEN.findall(p))]


def _deal(tree: Tree, number: int, word: str, line: str, cards: list[int]) -> int:
    dealt = parse_cards(word, f"line {line!r}")
    if len(dealt) != 1:
        raise ParameterError(
            f"line {line!r}: {word!r} stands where one card is dealt; write one card, such as 8h"
        )
    if dealt[0] in cards:
        raise ParameterError(f"line {line!r} deals {word!r} twice; write every card once")
    cards.append(dealt[0])
    return tree.nodes[number].children[0]


def _choose(tree: Tree, node: Node, word: str, line: str, is_pio: bool) -> int:
    """The number of the action that a word means."""
    match = _WORD.match(word)
    menu = ", ".join(show_action(tree, node, a) for a in node.actions)
    if match is None or not (match["verb"] or match["number"]):
        raise UnknownNameError(f"line {line!r}: {word!r} is no action here; expected one of: {menu}")
    verb = _VERBS.get((match["verb"] or "bet").lower(), (match["verb"] or "bet").lower())
    verb = "allin" if verb == "all-in" else verb
    names = [a.verb for a in node.actions]
    if is_pio and verb == "call" and "check" in names:
        verb = "check"
    if match["number"] is None and verb in names and names.count(verb) == 1:
        return names.index(verb)
    sized = [k for k, a in enumerate(node.actions) if a.total]
    if match["number"] and verb in ("bet", "raise", "allin") and sized:
        wanted = _wanted(tree, node, float(match["number"]), bool(match["percent"]), is_pio)
        best = min(sized, key=lambda k: abs(node.actions[k].total - wanted))
        if abs(node.actions[best].total - wanted) <= max(1.0, 0.03 * wanted):
            return best
    raise UnknownNameError(f"line {line!r}: {word!r} is no action here; expected one of: {menu}")


def _wanted(tree: Tree, node: Node, number: float, is_percent: bool, is_pio: bool) -> float:
    """A size as a total on this street."""
    if is_pio:
        return number - node.matched
    if not is_percent:
        return number
    faced = node.totals[1 - node.player]
    total = faced + number / 100 * (tree.pot + 2 * node.matched + 2 * faced)
    return min(total, tree.stack - node.matched)


def show_action(tree: Tree, node: Node, action: Action) -> str:
    """An action with its size in percent of the pot: `bet 30 (50%)`."""
    if action.verb not in ("bet", "raise", "allin"):
        return str(action)
    faced = node.totals[1 - node.player]
    share = (action.total - faced) / (tree.pot + 2 * node.matched + 2 * faced)
    return f"{action} ({100 * share:.0f}%)"

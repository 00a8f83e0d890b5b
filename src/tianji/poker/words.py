"""Actions of a hand as people at a table say them: `k`, `c`, `f`, `b 50%`, `r 900`, `a`; sizes count on the street."""

from __future__ import annotations

import re

from tianji.errors import ParameterError, quote
from tianji.poker.hand import HandState

_WORDS = re.compile(
    r"\s*(?P<verb>fold|check|call|bet|raise|all-?in|[fkxcbra])\s*(?:to\s*)?(?P<number>\d[\d,_]{0,17}(?:\.\d{1,6})?)?"
    r"\s*(?P<percent>%)?\s*",
    re.IGNORECASE | re.ASCII,
)
_VERBS = {
    "f": "fold", "k": "check", "x": "check", "c": "call", "b": "bet", "r": "raise", "a": "allin", "all-in": "allin",
}  # fmt: skip
EXPECTED = "f, k, c, a, or b or r with a size, such as b 50% or r 900"


def street_base(state: HandState) -> int:
    """What the player to act had put in before this street; sizes on the street count from there."""
    at = HandState.start(state.rules)
    for street in state.betting[:-1]:
        for action in street:
            at = at.act(action)
    return at.spent[state.player] if state.street else 0


def show_action(state: HandState, action: str) -> str:
    """An action of the player to act, with its total on the street and, if it is no all-in, its share of the pot.

    >>> state = HandState.start().play("r300c/")
    >>> show_action(state, "c"), show_action(state, "r600"), show_action(state.play("r600"), "r20000")
    ('check', 'bet 300 (50%)', 'allin 19,700')
    """
    legal = state.legal()
    if action in ("f", "c"):
        return "fold" if action == "f" else f"call {legal.call:,}" if legal.call else "check"
    if action == "r":
        return "raise"
    total = int(action[1:])
    share = (total - state.level) / max(1, state.pot + legal.call)
    base = street_base(state)
    is_first = state.level == base and state.street > 0
    if total == legal.most:
        return f"allin {total - base:,}"
    return f"{'bet' if is_first else 'raise'} {total - base:,} ({100 * share:.0f}%)"


def read_action(state: HandState, text: str) -> str:
    """The action, as `HandState.act` takes it, that a person's words mean; what they cannot mean is refused.

    A number is the total on this street; a percent is of the pot after calling.

    >>> state = HandState.start().play("r300c/")
    >>> [read_action(state, words) for words in ("k", "b 50%", "b 300", "a")]
    ['c', 'r600', 'r600', 'r20000']
    >>> read_action(state.play("r600"), "r 900")
    'r1200'
    """
    said = _WORDS.fullmatch(text) if len(text) <= 100 else None
    if said is None or (said["percent"] and not said["number"]):
        raise ParameterError(f"{quote(text)} is no action; expected {EXPECTED}")
    verb = said["verb"].lower()
    verb = _VERBS.get(verb, verb)
    legal = state.legal()
    if verb in ("fold", "check", "call"):
        if said["number"]:
            raise ParameterError(f"{quote(text)}: {verb} takes no size")
        if verb == "check" and legal.call:
            raise ParameterError(f"there is a bet of {legal.call:,} to call; call with c or fold with f")
        if verb == "fold" and not legal.fold:
            raise ParameterError("there is nothing to call; check with k")
        return "f" if verb == "fold" else "c"
    if legal.least is None or legal.most is None:
        raise ParameterError("no raise is possible here; call with c or fold with f")
    if verb == "allin":
        return f"r{legal.most}"
    return f"r{_total(state, text, said)}"


def _total(state: HandState, text: str, said: re.Match[str]) -> int:
    """The chips in the whole hand that a sized bet goes to; percents are brought to the nearest legal size."""
    legal, base = state.legal(), street_base(state)
    least, most = legal.least or 0, legal.most or 0
    word = (said["number"] or "").replace(",", "").replace("_", "")
    if not word:
        raise ParameterError(f"{quote(text)} has no size; expected {EXPECTED}")
    if said["percent"]:
        return min(max(state.level + round(float(word) / 100 * (state.pot + legal.call)), least), most)
    if "." in word:
        raise ParameterError(f"{quote(text)}: chips are whole numbers")
    total = base + int(word)
    if not least <= total <= most:
        raise ParameterError(
            f"{quote(text)}: bets and raises go to {least - base:,} … {most - base:,} on this street"
        )
    return total

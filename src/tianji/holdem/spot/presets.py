"""Betting trees by name, and sizes changed street by street: a real flop without writing every menu.

    simple     one size a street (50 %, 75 %, 75 %), one raise; no bets into last street's bettor
    standard   33 % or 75 % on the flop, 75 % on the turn, 75 % or 150 % on the river; raises to 2.5 times, two a street
    rich       33 %, 75 % or 150 % everywhere, all-in on the river, raises to 2.5 times or all-in, donk bets of 33 %

All three offer all-in wherever it is at most 1.5 pots (simple: one pot), and bet it outright where a call would leave
less than 20 % of the pot behind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tianji.core.arguments import checked
from tianji.errors import ParameterError, UnknownNameError, quote, suggest
from tianji.holdem.spot.tree import PLAYERS, STREETS

PRESETS: dict[str, dict[str, Any]] = {
    "simple": {
        "bets": {"flop": "50%", "turn": "75%", "river": "75%"}, "raises": "50%", "donks": "",
        "max_raises": 1, "add_allin": 1.0, "force_allin": 0.2, "merge": 0.1,
    },
    "standard": {
        "bets": {"flop": "33%,75%", "turn": "75%", "river": "75%,150%"}, "raises": "2.5x", "donks": "",
        "max_raises": 2, "add_allin": 1.5, "force_allin": 0.2, "merge": 0.1,
    },
    "rich": {
        "bets": {"flop": "33%,75%,150%", "turn": "33%,75%,150%", "river": "33%,75%,150%,allin"},
        "raises": "2.5x,allin", "donks": "33%", "max_raises": 2, "add_allin": 1.5, "force_allin": 0.2, "merge": 0.1,
    },
}  # fmt: skip

SHAPE = (
    "bets",
    "raises",
    "donks",
    "max_raises",
    "add_allin",
    "force_allin",
    "merge",
    "add_lines",
    "remove_lines",
)
"""The fields of a spot that make its betting: what a named tree replaces."""


@checked
def preset(name: str) -> dict[str, Any]:
    """The fields of a `Spot` that a named tree sets.

    >>> preset("simple")["bets"]["turn"]
    '75%'
    """
    key = name.strip().lower() if isinstance(name, str) else ""
    if key not in PRESETS:
        raise UnknownNameError(f"no tree {quote(name)}; {suggest(key, list(PRESETS))}")
    return {field: dict(v) if isinstance(v, dict) else v for field, v in PRESETS[key].items()}


def changed_sizes(base: Any, changes: Sequence[str], where: str) -> dict[str, dict[str, Any]]:
    """A menu with some parts changed: `50%` everywhere, `flop=33%,75%` on a street, `turn.oop=75%`, `ip=50%`.

    base: sizes as a `Spot` takes them, one text or dicts by street and player. Later changes override earlier ones.

    >>> changed_sizes("50%", ["river=75%,allin", "turn.oop="], "bets")["river"]
    {'oop': '75%,allin', 'ip': '75%,allin'}
    """
    table = {street: {player: _of(_of(base, street), player) for player in PLAYERS} for street in STREETS}
    for text in changes:
        place, mark, sizes = text.partition("=")
        if not mark:
            place, sizes = "", text
        words = [word.strip().lower() for word in place.split(".") if word.strip()]
        streets, players = ([w for w in words if w in known] for known in (STREETS, PLAYERS))
        if len(streets) + len(players) != len(words) or len(streets) > 1 or len(players) > 1:
            raise ParameterError(
                f"{where} {quote(text)}: {quote(place, 40)} is no place; write flop=…, turn.oop=… or river.ip=…"
            )
        for street in streets or STREETS:
            for player in players or PLAYERS:
                table[street][player] = sizes.strip()
    return table


def with_donks(bets: Any, donks: Any, street: str) -> dict[str, dict[str, Any]]:
    """Bets with OOP's donk bets of a street in the place of his bets there.

    >>> with_donks("50%", {"river": {"oop": "25%"}}, "river")["river"]
    {'oop': '25%', 'ip': '50%'}
    """
    table = changed_sizes(bets, [], "bets")
    table[street]["oop"] = _of(_of(donks, street), "oop")
    return table


def _of(sizes: Any, key: str) -> Any:
    """The part of a menu for a street or a player; what is not parted that way serves all."""
    if isinstance(sizes, Mapping):
        keys = STREETS if key in STREETS else PLAYERS
        return sizes.get(key, "") if any(k in sizes for k in keys) else sizes
    return sizes

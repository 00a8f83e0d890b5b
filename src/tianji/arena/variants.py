"""Hands of Omaha, stud and draw: settled by pokerkit, from a record brought into the words that it takes."""

from __future__ import annotations

import re
import warnings
from decimal import Decimal
from typing import Any, NamedTuple

from tianji._optional import require
from tianji.arena.replay import read_chips
from tianji.errors import FileFormatError, quote

_TEN = re.compile(r"10(?=[cdhs?])", re.IGNORECASE)


class RecordEnd(NamedTuple):
    """`[seats]` chips when a record ends, those of them that never were in the pot, and whether the hand is over."""

    stacks: list[int]
    behind: list[int]
    is_over: bool


def plain_action(action: str, unit: Decimal) -> str:
    """An action as pokerkit reads it, chips in units; "" where the record says nothing.

    >>> plain_action("P1 CBR $1,250.50 # a raise", Decimal("0.5")), plain_action("d  dh p2 10H ac", Decimal(1))
    ('p1 cbr 2501', 'd dh p2 ThAc')
    """
    words = action.partition("#")[0].split()
    words[:2] = [word.lower() for word in words[:2]]
    if words[:1] == ["d"]:
        count = 3 if words[1:2] == ["dh"] else 2
        words[2:count] = [word.lower() for word in words[2:count]]
        return " ".join([*words[:count], *_cards(words[count:])])
    if words[1:2] == ["cbr"] and len(words) == 3:
        return f"{words[0]} cbr {read_chips(words[2], unit)}"
    return " ".join([*words[:2], *_cards(words[2:])])


def _cards(words: list[str]) -> list[str]:
    """Cards as one word, ranks in capitals and suits not; nothing where there are none."""
    text = _TEN.sub("T", "".join(words))
    return ["".join(c.lower() if k % 2 else c.upper() for k, c in enumerate(text))] if text else []


def settle_variant(variant: str, fields: dict[str, Any], actions: list[str]) -> RecordEnd:
    """How a hand of any variant ends; `fields` are those of PHH in whole chips, `actions` as of `plain_action`."""
    kit = require("pokerkit", extra="poker", needed_for=f"replaying variant {quote(variant)}")
    history = kit.HandHistory
    if variant not in history.game_types:
        known = ", ".join(sorted(history.game_types))
        raise FileFormatError(f"variant {quote(variant)} is none that pokerkit knows: {known}")
    wanted = {name: fields[name] for name in history.required_field_names[variant] if name in fields}
    actions = [action for action in actions if action]
    taken, state = 0, None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            record = history(
                **{**wanted, "variant": variant, "actions": actions},
                ante_trimming_status=fields["ante_trimming_status"],
            )
            for state, action in record.state_actions:  # noqa: B007 - the last one counts
                taken += action is not None
    except Exception as error:  # whatever another library makes of a file
        if state is None or taken >= len(actions):
            raise FileFormatError(f"pokerkit does not take it: {error}") from None
        where = f"action {taken + 1} of those that say something, {quote(actions[taken])}"
        raise FileFormatError(f"pokerkit does not take {where}: {error}") from None
    assert state is not None
    return _ends(state)


def _ends(state: Any) -> RecordEnd:
    won = [0] * len(state.stacks)
    for operation in state.operations:
        for seat, chips in enumerate(getattr(operation, "amounts", ()) if _is_push(operation) else ()):
            won[seat] += int(chips)
    stacks = [int(chips) for chips in state.stacks]
    return RecordEnd(
        stacks, [chips - more for chips, more in zip(stacks, won, strict=True)], not state.status
    )


def _is_push(operation: object) -> bool:
    return type(operation).__name__ == "ChipsPushing"

"""check_hands: hands on record replayed, and whether they end as the record says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tianji.arena.acpc import read_log
from tianji.arena.phh import read_phh
from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.storage import read_bytes
from tianji.errors import ParameterError, TianjiError, quote
from tianji.poker.rules import HandRules


@dataclass(frozen=True)
class HandsCheck(Result):
    """How many hands of a file were replayed, how many end as it says, which do not, and what was refused and why.

    unsaid: hands that were settled though the file gives no result to compare with.
    """

    file: str
    hands: int
    agree: int
    differ: list[str]
    unsaid: int
    refused: list[str]


@checked
def check_hands(file: str | Path, game: str | None = None) -> HandsCheck:
    """Replay a dealer's log or a PHH file; `game` names the rules of a log that does not: `holdem.nolimit.2p`."""
    rules = None if game is None else HandRules.named(game)
    head = read_bytes(file)[:65536].decode("utf-8", "replace")
    if any(line.startswith(("STATE:", "SCORE:")) for line in head.splitlines()):
        log = read_log(file, rules)
        differ = [f"hand {number}" for number in log.differ]
        count = len(log.hands)
        return HandsCheck(str(file), count + len(log.refused), count - len(differ), differ, 0, log.refused)
    if rules is not None:
        raise ParameterError(
            f"game={quote(game)}: {quote(str(file))} is no dealer's log; PHH names its own rules"
        )
    records = read_phh(file)
    found: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    refused = []
    for record in records:
        try:
            if record.finishing_stacks is None:
                record.settle()
            found[record.agrees].append(record.name)
        except TianjiError as error:
            refused.append(str(error))
    return HandsCheck(str(file), len(records), len(found[True]), found[False], len(found[None]), refused)

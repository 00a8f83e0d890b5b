"""Logs of poker sites, each hand turned into PHH by pokerkit's parsers."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import redirect_stderr

from tianji._optional import require
from tianji.arena.phh import HandRecord, parse_phh
from tianji.errors import FileFormatError, TianjiError, quote

# How a hand begins, and who reads it.
SITES: dict[str, tuple[re.Pattern[str], str]] = {
    "PokerStars": (re.compile(r"^PokerStars (?:\w+ )?(?:Hand|Game) #", re.MULTILINE), "from_pokerstars"),
    "Full Tilt Poker": (re.compile(r"^Full Tilt Poker Game #", re.MULTILINE), "from_full_tilt_poker"),
    "iPoker": (re.compile(r"^[ \t]*<game gamecode=", re.MULTILINE), "from_ipoker_network"),
    "Ongame": (re.compile(r"^\*{5} History for hand ", re.MULTILINE), "from_ongame_network"),
    "Absolute Poker": (re.compile(r"^Stage #", re.MULTILINE), "from_absolute_poker"),
    "PartyPoker": (re.compile(r"^Game #\d+ starts", re.MULTILINE), "from_partypoker"),
}
_ANTE = re.compile(r"\bposts (?:the )?ante\b|\bantes? (?:of )?\W?\d", re.IGNORECASE)
_DEAD = re.compile(r"\bposts (?:small & big|small and big|a dead|dead|missed)\b", re.IGNORECASE)
_END = "\n\n\n"  # what the parsers know the end of a hand by


def site_of(text: str) -> str:
    """The site whose log a text is, by how its first hand begins; "" where it is none that is known.

    >>> site_of("PokerStars Hand #1: Hold'em No Limit ($1/$2 USD)"), site_of('variant = "NT"')
    ('PokerStars', '')
    """
    found = {name: mark.search(text) for name, (mark, _) in SITES.items()}
    places = {name: match.start() for name, match in found.items() if match}
    return min(places, key=lambda name: places[name]) if places else ""


def site_hands(text: str, where: str) -> Iterator[HandRecord | FileFormatError]:
    """The hands of a site's log one by one, and for each that cannot be read why."""
    site = site_of(text)
    mark, reader = SITES[site]
    kit = require("pokerkit", extra="poker", needed_for=f"{where}: reading a log of {site}")
    text = text.replace("\r\n", "\n")
    starts = [match.start() for match in mark.finditer(text)]
    for k, (start, end) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True), 1):
        body = "\n".join(line.lstrip() for line in text[start:end].strip().splitlines())
        name = f"hand {k} of {site}"
        try:
            yield _record(getattr(kit.HandHistory, reader), body, name)
        except Exception as error:  # whatever another library makes of a file
            why = str(error) if isinstance(error, TianjiError) else "pokerkit does not take it"
            yield FileFormatError(f"{where}: {name}, which begins {quote(body[:60])}: {why}")


def _record(reader: object, body: str, name: str) -> HandRecord:
    with warnings.catch_warnings(), redirect_stderr(io.StringIO()):  # it prints what it does not understand
        warnings.simplefilter("ignore")
        found = next(iter(reader(body + _END, error_status=True)))  # type: ignore[operator]
    (record,) = parse_phh(found.dumps(), name)
    if _DEAD.search(body):
        raise FileFormatError("it has a dead blind, which pokerkit leaves out")
    if _ANTE.search(body) and not any(record.rules().antes):
        raise FileFormatError("it has antes, which pokerkit leaves out")
    return HandRecord(name, record.fields, record.text)

"""Hands on record: replayed and compared to what the record says; and a match that is recorded hand by hand."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tianji.arena.acpc import is_log_line, parse_log, read_game, read_log, read_text
from tianji.arena.phh import HandRecord, each_hand
from tianji.arena.sites import site_hands, site_of
from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.storage import read_bytes, require_writable, write_atomic
from tianji.errors import FileAccessError, FileFormatError, ParameterError, TianjiError, quote, quote_path
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules


@dataclass(frozen=True)
class HandsCheck(Result):
    """How many hands of a file were replayed, how many end as it says, which do not, and what was refused and why.

    unsaid: hands that were settled though the file gives no result to compare with. raked: of those that agree, hands
    of whose chips in the pot the house took up to a tenth.
    """

    file: str
    hands: int
    agree: int
    differ: list[str]
    unsaid: int
    refused: list[str]
    raked: int = 0


@dataclass(frozen=True)
class RecordedHand:
    """A hand of a file played again: what the file calls it, how it went, and who sat where."""

    name: str
    state: HandState
    names: tuple[str, ...]


def is_log(file: str | Path) -> bool:
    """Whether a file is a dealer's log."""
    head = read_bytes(file)[:65536].decode("utf-8-sig", "replace")
    return any(is_log_line(line.strip()) for line in head.splitlines())


def recorded_hands(file: str | Path, game: str | None = None) -> Iterator[RecordedHand | str]:
    """Every hand of a dealer's log, a PHH file or a site's log, or why it cannot be played again."""
    rules = _named_rules(file, game)
    if is_log(file):
        log = read_log(file, rules)
        yield from log.refused
        for hand in log.hands:
            names = hand.names or tuple(f"p{k + 1}" for k in range(hand.state.rules.seats))
            yield RecordedHand(f"hand {hand.number}", hand.state, names)
        return
    for found in _records(file):
        if isinstance(found, FileFormatError):
            yield str(found)
            continue
        try:
            yield RecordedHand(found.name, found.replay().state, tuple(found.players))
        except TianjiError as error:
            yield str(error)


def _records(file: str | Path) -> Iterator[HandRecord | FileFormatError]:
    text = read_text(file)
    return site_hands(text, str(file)) if site_of(text) else each_hand(text, str(file))


def _named_rules(file: str | Path, game: str | None) -> HandRules | None:
    if game is None:
        return None
    if not is_log(file):
        raise ParameterError(
            f"game={quote(game)}: {quote_path(file)} is no dealer's log; other files name their own rules"
        )
    return read_game(game)


@checked
def check_hands(file: str | Path, game: str | None = None) -> HandsCheck:
    """Replay a dealer's log, a PHH file or a site's log.

    game: of a log that names no rules, `holdem.nolimit.2p` or a `.game` file.
    """
    rules = _named_rules(file, game)
    if is_log(file):
        log = read_log(file, rules)
        differ = [f"hand {number}" for number in log.differ]
        count = len(log.hands)
        return HandsCheck(str(file), count + len(log.refused), count - len(differ), differ, 0, log.refused)
    found: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    refused, count, raked = [], 0, 0
    for record in _records(file):
        count += 1
        try:
            if isinstance(record, FileFormatError):
                raise record
            if record.finishing_stacks is None:
                record.settle()
            found[record.agrees].append(record.name)
            raked += record.rake > 0
        except TianjiError as error:
            refused.append(str(error))
    return HandsCheck(str(file), count, len(found[True]), found[False], len(found[None]), refused, raked)


class MatchLog:
    """A match written hand by hand as the ACPC's dealer writes it, so that one which was killed can go on.

    head: what the match is, in the first line; a log with another is refused. `nets` are the net chips by seat of the
    hands that were there, whole deals of `turns` hands alone.
    """

    def __init__(self, path: str | Path, head: str, rules: HandRules, turns: int, resume: bool) -> None:
        self.path = path
        require_writable(path)
        is_there = Path(path).is_file()
        if is_there and not resume:
            raise ParameterError(
                f"log {quote_path(path)} exists; continue it with resume, or delete it to start anew"
            )
        kept = self._kept(f"# {head}", rules, turns) if is_there else []
        self.nets = [net for _, net in kept]
        write_atomic(
            path, "".join(f"{line}\n" for line in (f"# {head}", *(line for line, _ in kept))).encode()
        )
        self.unsaved = ""  # why it is not there, and where it is
        self._file: int | None = self._open(path)

    def _open(self, path: str | Path) -> int:
        try:
            return os.open(path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise FileAccessError(
                f"cannot write {quote_path(path)}: {error.strerror}; check the path"
            ) from None

    def _kept(self, head: str, rules: HandRules, turns: int) -> list[tuple[str, tuple[float, ...]]]:
        """The hands of whole deals, in order; a last line that was cut off, and the score, are left out."""
        lines = read_bytes(self.path).decode("utf-8", "replace").splitlines()
        if lines[:1] != [head]:
            raise FileFormatError(
                f"{quote_path(self.path)} begins with {quote(''.join(lines[:1]))}, the log of another match; "
                f"expected {head}"
            )
        rows = [line for line in lines[1:] if line.startswith("STATE:")]
        log = parse_log(rows, rules)
        if len(log.hands) + len(log.refused) != len(rows) or len(log.refused) > 1 or log.differ:
            raise FileFormatError(
                f"{quote_path(self.path)} is damaged: {(log.refused or ['a result is wrong'])[0]}"
            )
        numbers = [hand.number for hand in log.hands]
        if numbers != list(range(len(numbers))):
            raise FileFormatError(f"{quote_path(self.path)} is damaged: hands are missing, or out of order")
        count = len(numbers) // turns * turns
        return [(row, hand.net) for row, hand in zip(rows[:count], log.hands[:count], strict=True)]

    def add(self, line: str) -> None:
        """Write a line at once; where the disk is full the log goes on in the folder of temporary files."""
        data = f"{line}\n".encode()
        try:
            if self._file is not None and os.write(self._file, data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            self._move(error.strerror or str(error), data)

    def _move(self, why: str, data: bytes) -> None:
        """Copy the whole lines to a new place, once, and go on there; a match is worth more than its log."""
        self.close()
        if self.unsaved:
            self.unsaved += f", until there was no room either: {why}"
            return
        self.unsaved = f"cannot write {quote_path(self.path)}: {why}"
        try:
            other = Path(tempfile.mkdtemp(prefix="tianji-")) / Path(self.path).name[:100]
            whole = read_bytes(self.path).rpartition(b"\n")[0] + b"\n"
            other.write_bytes(whole + data)
            self._file = self._open(other)
            self.unsaved += f"; the log goes on in {quote_path(other)}"
        except (OSError, FileAccessError):
            self.unsaved += "; the match goes on without its log"

    def close(self) -> None:
        """No more hands."""
        if self._file is not None:
            os.close(self._file)
        self._file = None

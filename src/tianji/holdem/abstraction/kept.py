"""Buckets of flops that were asked for, kept in memory and in the user's cache: each takes a twentieth of a second."""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tianji._log import logger
from tianji.core.paths import cache_folder
from tianji.poker.cards import NUM_HANDS

log = logger("holdem")
Row = npt.NDArray[np.int32]
RECORD = np.dtype([("key", "<u8"), ("row", "<i4", NUM_HANDS), ("check", "<u4")])
MOST = 4096  # records of a file; there are 1,755 flops, and two processes may write the same one


class KeptRows:
    """Rows of buckets by the key of a canonical board, `[1326]` int32 each, as far as they have been made.

    They come from a file of records that is only ever added to, a record by one call: many processes may do so at once,
    and what a killed one left half-written, or anybody damaged, has a wrong check sum and is made anew. A folder that
    cannot be written costs time only.
    """

    def __init__(self, name: str, folder: Path | None = None) -> None:
        self.path = (cache_folder() if folder is None else folder) / f"{name}.rows"
        self.rows: dict[int, Row] = {}
        data = b""
        with suppress(OSError):
            data = self.path.read_bytes()[: MOST * RECORD.itemsize]
        found = np.frombuffer(data[: len(data) // RECORD.itemsize * RECORD.itemsize], dtype=RECORD)
        for record in found:
            if zlib.crc32(record.tobytes()[:-4]) == int(record["check"]):
                self.rows[int(record["key"])] = np.array(record["row"])
        self.is_kept = len(found) < MOST and len(data) % RECORD.itemsize == 0
        if len(self.rows) < len(found) or not self.is_kept:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Write what is whole to a new file: records cannot be added after half of one."""
        from tianji.core.paths import write_atomic
        from tianji.errors import FileAccessError

        try:
            write_atomic(self.path, b"".join(_record(key, row) for key, row in self.rows.items()))
            self.is_kept = True
        except FileAccessError as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        self.is_kept = False
        log.warning("buckets of flops are not kept: %s", error)

    def add(self, key: int, row: Row) -> None:
        """Keep a row, here and in the file."""
        self.rows[key] = row
        if not self.is_kept:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
            try:
                os.write(file, _record(key, row))
            finally:
                os.close(file)
        except OSError as error:
            self._give_up(error)


def _record(key: int, row: Row) -> bytes:
    """A row with its key and check sum."""
    record = np.zeros(1, dtype=RECORD)
    record["key"], record["row"] = key, row
    record["check"] = zlib.crc32(record.tobytes()[:-4])
    return record.tobytes()

"""Shelf: where a copy of the best averages is kept: in memory, or where that is short, on disk."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numpy as np

from tianji.core.memory import size_text
from tianji.run.checkpoint import Tensors

LEFT = 0.9  # the share of a disk's free space that a copy may take
ON_DISK = Path("/var/tmp")  # /tmp is memory on many systems


class Shelf:
    """Room for one copy of so many bytes: memory if `take` grants it, else a file without a name.

    The file lies in `folder` (that of the checkpoint) or where temporary files are on disk; the system removes it with
    the process, however that ends. `why_not` says why there is room nowhere, and is "" as long as there is.

    >>> shelf, now = Shelf(24, lambda size: False), {"average/0": np.arange(3.0)}
    >>> shelf.put(now), shelf.is_on_disk
    (True, True)
    >>> shelf.read({"average/0": np.zeros(3)})["average/0"].tolist()
    [0.0, 1.0, 2.0]
    """

    def __init__(
        self, size: int, take: Callable[[int], bool], folder: str | os.PathLike[str] | None = None
    ) -> None:
        self.size, self._folder = size, folder
        self._take: Callable[[int], bool] | None = take
        self._arrays: Tensors | None = None
        self._file: IO[bytes] | None = None
        self._forms: list[tuple[str, np.dtype[np.generic], tuple[int, ...]]] = []
        self.is_filled, self.why_not = False, ""

    @property
    def is_on_disk(self) -> bool:
        """Whether the copy is in a file."""
        return self._file is not None

    def put(self, now: Tensors) -> bool:
        """Keep a copy of these arrays in place of the last; False, and `why_not`, where it cannot be kept."""
        self.open(now)
        if self._arrays is not None:
            for name, array in now.items():
                np.copyto(self._arrays[name], array)
        elif self._file is not None:
            try:
                self._write(now)
            except OSError as error:
                self._file.close()
                self._file, self.why_not = None, f"the disk: {error.strerror or error}"
        self.is_filled = self._arrays is not None or self._file is not None
        return self.is_filled

    def keep(self, backend: Any) -> bool:
        """Keep a copy of a backend's averages."""
        return self.put(backend.tensors(is_resumable=False))

    def give(self, backend: Any) -> None:
        """Have a backend go on from the copy."""
        backend.use(self.read(backend.tensors(is_resumable=False)))

    def open(self, now: Tensors) -> None:
        """Take the room, in memory or on disk, unless that was done or there is none."""
        if self._take is None:
            return
        is_room = self._take(self.size)
        self._take = None  # whose it is keeps the shelf: in a circle, memory would wait for the collector
        if is_room:
            self._arrays = {name: np.empty_like(array) for name, array in now.items()}
            return
        tried = []
        for folder in self._folders():
            try:
                free = shutil.disk_usage(folder).free
                if self.size > LEFT * free:
                    tried.append(f"{size_text(free)} in {folder}")
                    continue
                self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - lives as long as the shelf
                return
            except OSError as error:
                tried.append(f"{folder}: {error.strerror or error}")
        self.why_not = f"a copy takes {size_text(self.size)} more memory, or disk ({', '.join(tried)})"

    def read(self, into: Tensors) -> Tensors:
        """The copy: its own arrays, or those given, filled from the file: no second copy in memory."""
        if self._arrays is not None:
            return self._arrays
        assert self._file is not None
        self._file.seek(0)
        for name, _, _ in self._forms:
            given = into[name]
            array = (
                given
                if given.flags.writeable and given.flags.c_contiguous
                else np.empty_like(given, order="C")
            )
            self._file.readinto(array.data.cast("B"))  # type: ignore[attr-defined]
            into[name] = array
        return into

    def views(self) -> Tensors:
        """The copy for a file: its arrays, or maps of its file, which take no memory."""
        if self._arrays is not None:
            return self._arrays
        assert self._file is not None
        found: Tensors = {}
        offset = 0
        for name, dtype, shape in self._forms:
            found[name] = np.memmap(self._file, dtype, "r", offset, shape)
            offset += found[name].nbytes
        return found

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()

    def _folders(self) -> list[Path]:
        folders = [Path(self._folder)] if self._folder is not None else []
        return [*folders, *([ON_DISK] if ON_DISK.is_dir() else []), Path(tempfile.gettempdir())]

    def _write(self, now: Tensors) -> None:
        assert self._file is not None
        self._file.seek(0)
        self._forms = []
        for name, array in now.items():
            whole = np.ascontiguousarray(array)
            self._file.write(whole.data.cast("B"))
            self._forms.append((name, whole.dtype, whole.shape))
        self._file.flush()

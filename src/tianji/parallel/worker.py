"""A worker process: `python -m tianji.parallel.worker` greets, then answers items until its driver is gone."""

from __future__ import annotations

import os
import queue
import threading
from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np

from tianji.parallel.frames import FrameError, hello, read_frame, write_frame
from tianji.parallel.items import attempt
from tianji.parallel.tries import told


@lru_cache(maxsize=64)
def _mapped(path: str) -> np.ndarray:
    found: np.ndarray = np.load(path, mmap_mode="r", allow_pickle=False)
    return found


def _listen(handle: int, frames: queue.SimpleQueue[dict[str, Any]]) -> None:
    """Take in items while one is worked on; a driver that is gone, killed perhaps, ends this process at once."""
    with suppress(FrameError):
        while (frame := read_frame(handle)) is not None:
            frames.put(frame[0])
    os._exit(0)


def main() -> None:
    """Answer until the end."""
    out = os.dup(1)
    os.dup2(2, 1)  # what a job prints must not come between the frames
    frames: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(os.dup(0), frames), daemon=True).start()
    write_frame(out, dict(hello()))
    while True:
        head = frames.get()
        shared = {name: _mapped(path) for name, path in head["shared"].items()}
        found = attempt(head["job"], head["key"], head["args"], shared)
        write_frame(out, told(found), found.tensors)


if __name__ == "__main__":
    main()

"""Processes of our own: the same Tianji, found where this process found it."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def child(module: str, *words: str) -> tuple[list[str], dict[str, str]]:
    """The command and the environment that run a module of ours in a process of its own.

    It imports from where this process does. Without `-P` Python would look into the current folder first: a file
    `json.py` in a folder of downloads would be run by every worker that is started there.

    >>> child("tianji.parallel.worker")[0][1:]
    ['-P', '-m', 'tianji.parallel.worker']
    """
    paths = dict.fromkeys(path or str(Path.cwd()) for path in sys.path)
    return [sys.executable, "-P", "-m", module, *words], {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}

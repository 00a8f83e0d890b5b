"""Files: solves on disk.

A solve file is safetensors with Tianji's header (`core.storage`), kind `holdem-solve`: tensors `average/k` by street
(`regret/k`, `prediction/k` where the run can go on; `scales/k` with integer storage), fields as `run.checkpoint` writes
them, with the spot, method and storage under `config`; a checkpoint is such a file. Over 64 MiB it is opened lazily:
pages are read, and compared with their checksums, when they are asked for.
"""

from __future__ import annotations

from pathlib import Path

from tianji.core import storage
from tianji.errors import ParameterError, quote_path, short_path
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.engine.runner import KIND


def save_solution(path: str | Path, solution: SpotSolution, is_resumable: bool) -> None:
    """Write a solve."""
    if is_resumable and not solution.is_resumable:
        raise ParameterError(
            f"cannot save {quote_path(path)} to go on from: this solve was loaded without its regrets, or its last "
            "strategy was not its best; solve with checkpoint=FILE instead"
        )
    storage.save(path, KIND, *solution.pack(is_resumable))


def load_solution(path: str | Path) -> SpotSolution:
    """Open a solve, or a run in progress; large ones lazily."""
    file = storage.open_file(path, KIND)
    arrays = {name: tensor.array for name, tensor in file.tensors.items()}
    return SpotSolution.unpack(arrays, file.fields, short_path(path), file)

"""Jobs to try an executor with."""

from __future__ import annotations

from typing import Any

import numpy as np

from tianji.parallel.items import Shared, Tensors


def square(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """x², and the shared array `table` times it where there is one.

    >>> square({"x": 3}, {})
    ({}, {'square': 9})
    """
    found = args["x"] ** 2
    return {name: np.asarray(array) * found for name, array in shared.items()}, {"square": found}


def busy(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """So many rounds of arithmetic, which keep one core busy: for measuring what a batch costs around its items.

    >>> busy({"rounds": 3}, {})
    ({}, {'found': 39})
    """
    found = 0
    for _ in range(args["rounds"]):
        found = (3 * found + 3) % 1_000_003
    return {}, {"found": found}

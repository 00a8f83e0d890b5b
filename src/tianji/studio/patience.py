"""How long the studio waits: `TIANJI_STUDIO_PATIENCE=5`, on a slow or busy machine, makes limits five times as long."""

from __future__ import annotations

import math
import os

from tianji.errors import ParameterError, quote


def patient(seconds: float) -> float:
    """So many seconds of an idle machine, on this one.

    >>> patient(20.0) >= 20.0 or "TIANJI_STUDIO_PATIENCE" in os.environ
    True
    """
    text = os.environ.get("TIANJI_STUDIO_PATIENCE", "1")
    try:
        factor = float(text)
    except ValueError:
        factor = math.nan
    if not (math.isfinite(factor) and factor > 0):
        raise ParameterError(
            f"TIANJI_STUDIO_PATIENCE={quote(text)}: a positive number is expected, such as 5"
        )
    return seconds * factor

"""Logging: silent unless the program asks; `logging.getLogger("tianji").setLevel(...)` and a handler show long work.

A module of its own, as `import tianji` would take twice as long with `logging` in it.
"""

import logging

logging.getLogger("tianji").addHandler(logging.NullHandler())


def logger(part: str) -> logging.Logger:
    """The logger of a part of the library.

    >>> logger("run").name
    'tianji.run'
    """
    return logging.getLogger(f"tianji.{part}")

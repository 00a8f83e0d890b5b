"""The exceptions a user can meet; every message says where, what was given, what was expected, what to do.

TianjiError
├── GameRuleError (ValueError)        a game breaks its contract: chance ≠ 1, imperfect recall, NaN, ...
├── UnknownNameError (LookupError)    no such game, method or parameter; the nearest names are suggested
├── ParameterError (ValueError)       a value out of its allowed range
├── TooLargeError (MemoryError)       would not fit; says how large, and the cheapest way out
├── NotApplicableError (ValueError)   this method is not defined for this game; says which is
│   ├── InfeasibleError               no point satisfies the rows of a linear program
│   └── StoppedError                  stopped, by Ctrl-C or from outside, before there was anything to give
├── StrategyError (ValueError)        a strategy that does not belong to this game, or is no strategy
├── FileFormatError (ValueError)      truncated, foreign, newer or damaged file
├── FileAccessError (OSError)         unreadable or unwritable path, disk full
└── MissingExtraError (ImportError)   an optional package is needed; says how to install it
"""

import re

LONGEST = 120  # characters of an input that a message quotes
_QUOTED = re.compile(r"""(?<!\w)'(?:[^'\\]|\\.)*'(?!\w)|(?<!\w)"(?:[^"\\]|\\.)*"(?!\w)|\S+""", re.DOTALL)


class TianjiError(Exception):
    """Base of every error that is the user's to mend; what its message quotes is shortened to 120 characters."""

    def __init__(self, *args: object) -> None:
        super().__init__(*(shortened(arg) if isinstance(arg, str) else arg for arg in args))


def shortened(message: str) -> str:
    """A message whose quoted texts and long words keep only their ends: input may be megabytes.

    >>> shortened("no game is called 'le" + "d" * 500 + "uc'; known: kuhn")
    "no game is called 'leddd...ddd…ddd...ddduc'; known: kuhn"
    """
    if len(message) <= LONGEST:
        return message
    return _QUOTED.sub(lambda found: _ends(found[0]), message)


def _ends(text: str) -> str:
    if len(text) <= LONGEST + 5:
        return text
    half = LONGEST // 2
    return f"{text[: half + 1]}…{text[-half:]}"


class GameRuleError(TianjiError, ValueError):
    """A game breaks the contract of `Game`."""


class UnknownNameError(TianjiError, LookupError):
    """A name that is not registered."""


class ParameterError(TianjiError, ValueError):
    """A parameter out of its allowed range or of the wrong type."""


class TooLargeError(TianjiError, MemoryError):
    """The work would not fit in the memory or budget allowed."""


class NotApplicableError(TianjiError, ValueError):
    """The method is not defined for this kind of game."""


class InfeasibleError(NotApplicableError):
    """No point satisfies the rows of a linear program."""


class StoppedError(NotApplicableError):
    """Work was asked to end before there was anything to give; `stopped` says by what, as results do."""

    def __init__(self, message: str, stopped: str = "cancelled") -> None:
        super().__init__(message)
        self.stopped = stopped


class StrategyError(TianjiError, ValueError):
    """A strategy that does not belong to the game it is used with."""


class FileFormatError(TianjiError, ValueError):
    """A file that is not what it should be."""


class FileAccessError(TianjiError, OSError):
    """A path that cannot be read or written."""


class MissingExtraError(TianjiError, ImportError):
    """An optional dependency is not installed."""


def suggest(name: object, known: list[str]) -> str:
    """The tail of an "unknown name" message: the nearest known names, or all of them when few.

    >>> suggest("ledc", ["kuhn", "leduc"])
    "did you mean 'leduc'?"
    >>> suggest("xyz", ["kuhn", "leduc"])
    'known: kuhn, leduc'
    """
    from difflib import get_close_matches  # for this sentence alone: not at every start

    near = get_close_matches(text_of(name), known, n=3, cutoff=0.6)
    if near:
        return "did you mean " + " or ".join(repr(n) for n in near) + "?"
    return "known: " + ", ".join(known)


def text_of(name: object) -> str:
    """A name as it was given, or where it is no text what a message would quote: for looking it up.

    >>> text_of("cfr"), text_of(7), text_of(10**5000)
    ('cfr', '7', 'a very large int')
    """
    return name if isinstance(name, str) else quote(name)


def quote(value: object, most: int = 120) -> str:
    """The beginning of a value's `repr`, for a message: input may be long, or a number too long to have a text.

    >>> quote("12"), quote("x" * 1000, 10), quote(10**5000)
    ("'12'", "'xxxxxxxxx…", 'a very large int')
    """
    try:
        shown = repr(value[:most] if isinstance(value, (str, bytes)) else value)
    except Exception:  # too many digits, too deep, or a __repr__ that is broken itself
        return f"a very large {type(value).__name__}"
    is_whole = len(shown) <= most and not (isinstance(value, (str, bytes)) and len(value) > most)
    return shown if is_whole else shown[:most] + "…"


def short_path(path: object) -> str:
    """A path as a message names it: whole, or its end where it is long.

    >>> short_path("a/b.toml"), len(short_path("x" * 500 + "/b.toml")), short_path("x" * 500 + "/b.toml")[-7:]
    ('a/b.toml', 120, '/b.toml')
    """
    text = str(path)
    return text if len(text) <= 120 else "…" + text[-119:]


def quote_path(path: object) -> str:
    """`short_path` in quotes."""
    return repr(short_path(path))

"""The one place where optional packages are imported."""

from importlib import import_module
from types import ModuleType

from tianji.errors import MissingExtraError


def require(module: str, *, extra: str, needed_for: str) -> ModuleType:
    """Import `module`, or say which extra to install and why it was needed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise  # the package is there, but broken inside: do not hide that
        raise MissingExtraError(
            f"{needed_for} needs the package {module!r}; install it with: pip install 'tianji[{extra}]'"
        ) from None

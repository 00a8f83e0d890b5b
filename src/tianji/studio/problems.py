"""Problems: every refusal in one shape (RFC 9457), with the library's sentence as its detail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOSPC
from typing import Any

STATUS = {
    "ParameterError": 422,
    "GameRuleError": 422,
    "StrategyError": 422,
    "NotApplicableError": 422,
    "FileFormatError": 422,
    "UnknownNameError": 422,
    "TooLargeError": 422,
    "FileAccessError": 409,
    "NotAllowed": 403,
    "MissingExtraError": 501,
}
TITLES = {
    400: "Not understood",
    401: "No key",
    403: "Not allowed",
    404: "Not there",
    405: "Not a way to ask",
    409: "Not now",
    413: "Too large",
    415: "Not JSON",
    421: "Not this address",
    422: "Not accepted",
    429: "Too many",
    500: "A fault of Tianji",
    501: "Not installed",
    503: "Busy",
    504: "Took too long",
    507: "The disk is full",
}


class Problem(Exception):  # noqa: N818 - what RFC 9457 calls it
    """A refusal on its way to the reader: a status, a sentence, a name for programs and, where it helps, the field."""

    def __init__(
        self, status: int, detail: str, code: str = "", where: str = "", retry_s: int | None = None
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.where, self.retry_s = status, detail, where, retry_s
        self.code = code or TITLES.get(status, "Refused").replace(" ", "")

    def body(self) -> bytes:
        """The answer's JSON."""
        return json.dumps(self.to_dict()).encode()

    def to_dict(self) -> dict[str, Any]:
        """Type, code, title, status, detail, where.

        >>> Problem(404, "there is no run 'x'").to_dict()["title"]
        'Not there'
        """
        return {
            "type": f"/errors/{self.status}",
            "code": self.code,
            "title": TITLES.get(self.status, "Refused"),
            "status": self.status,
            "detail": self.detail,
            "where": self.where,
        }

    @property
    def headers(self) -> dict[str, str]:
        """Of the answer."""
        kind = {"content-type": "application/problem+json", "cache-control": "no-store"}
        return kind if self.retry_s is None else {**kind, "retry-after": str(self.retry_s)}


def of_library(code: str, detail: str) -> Problem:
    """The problem that a `TianjiError` of that class is.

    >>> of_library("UnknownNameError", "no game is called 'x'").status
    422
    """
    return Problem(STATUS.get(code, 500), detail, code)


@contextmanager
def writing() -> Iterator[None]:
    """What is written to the workspace in this block is written, or the reader is told why not."""
    try:
        yield
    except OSError as error:
        status = 507 if error.errno == ENOSPC else 409
        raise Problem(
            status, f"the workspace cannot be written: {error.strerror}", "FileAccessError"
        ) from None

"""The guard: the outermost layer, for every route and every kind of request; what it does not know it refuses.

Other pages in the same browser, names that are made to point to this machine, other users of it: none gets an answer.
Order: host (421), shape of the path (400), origin (403), key (401), the header that no foreign form can send (403),
kind (415) and size (413) of the body, and what JSON may be like (422). There is no CORS answer anywhere.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from tianji.studio.patience import patient
from tianji.studio.problems import Problem
from tianji.studio.workspace import Keys

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

API = "/api/"
# sent as changes are, for they carry a body, but questions: they change nothing that is kept
ASKED = re.compile(
    r"/api/v1/(session|links|plans|search|matrix/\w+|subgame/\w+|holdem/ranges|holdem/plans|holdem/reports/plans)"
)
DOOR = "/api/v1/session"  # where a code is traded for a cookie
LOCAL = frozenset({"127.0.0.1", "localhost", "[::1]"})
BODY = 2**20  # bytes
BODY_S = patient(10.0)  # seconds for a body to arrive
REST_S = 0.5  # seconds for the body of a request that is refused
DEPTH, TEXT, ITEMS = 32, 64 * 1024, 100_000  # of JSON
_HOST = re.compile(r"(\[[0-9a-fA-F:]+\]|[^:\[\]]+)(:\d{1,5})?")
_CROOKED = re.compile(rb"\.\.|%2e|%2f|%5c|%00|\\|//|[\x00-\x1f\x7f]", re.IGNORECASE)

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """An ASGI application around another one."""

    def __init__(
        self, app: App, keys: Keys, allowed_hosts: frozenset[str] = frozenset(), *, is_readonly: bool = False
    ) -> None:
        self.app, self.keys, self.is_readonly = app, keys, is_readonly
        self.hosts = LOCAL | allowed_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # a second protocol would be a second hole
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = _with_headers(send, no_store=scope["path"].startswith(API))
        body = _Body(receive)
        try:
            admitted = await self._admit(scope, body.receive)
        except Problem as problem:
            if scope["method"] not in ("GET", "HEAD"):
                await body.pass_over()
            await refuse(problem, answer)
            return
        await self.app(scope, admitted, answer)

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        headers = _headers(scope)
        host = headers.get("host", "")
        self._check_host(host)
        if _CROOKED.search(scope.get("raw_path") or scope["path"].encode()):
            raise Problem(400, "this path has parts that no path here has", "Path")
        scope["tianji.known"] = self._is_known(headers)
        if not scope["path"].startswith(API):
            if scope["method"] not in ("GET", "HEAD"):
                raise Problem(405, "pages are read, not written", "Method")
            return receive
        self._check_origin(headers, scope["scheme"], host)
        if not scope["tianji.known"] and (scope["path"], scope["method"]) != (DOOR, "POST"):
            raise Problem(
                401, "no key: open the address that `tianji studio` printed, or ask it for a new one", "NoKey"
            )
        if scope["method"] in ("GET", "HEAD"):
            return receive
        if self.is_readonly and not ASKED.fullmatch(scope["path"]):
            raise Problem(
                403, "this studio was started with --readonly: nothing is run or written", "ReadOnly"
            )
        return await self._check_change(headers, receive)

    def _check_host(self, host: str) -> None:
        found = _HOST.fullmatch(host)
        if found is None or found[1].lower() not in self.hosts:
            raise Problem(421, "this server answers to 127.0.0.1 and localhost alone", "Host")

    @staticmethod
    def _check_origin(headers: dict[str, str], scheme: str, host: str) -> None:
        origin = headers.get("origin")
        if origin is not None and origin != f"{scheme}://{host}":
            raise Problem(403, "this was asked by another page", "Origin")
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise Problem(403, "this was asked from another site", "Origin")

    def _is_known(self, headers: dict[str, str]) -> bool:
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return self.keys.knows_bearer(token)
        for part in headers.get("cookie", "").split(";"):
            name, _, value = part.strip().partition("=")
            if name == self.keys.cookie_name and self.keys.knows_cookie(value):
                return True
        return False

    @staticmethod
    async def _check_change(headers: dict[str, str], receive: Receive) -> Receive:
        if headers.get("x-tianji") != "1":
            raise Problem(403, "changes need the header X-Tianji: 1", "Header")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Problem(415, "changes are sent as application/json", "ContentType")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY:
            raise Problem(413, f"a body of at most {BODY} bytes is read", "TooLarge")
        try:
            async with asyncio.timeout(BODY_S):
                body = await _read(receive)
        except TimeoutError:
            raise Problem(408, f"the body did not arrive within {BODY_S:g} seconds", "Slow") from None
        check_json(body)
        return _replay(body, receive)


def check_json(body: bytes) -> None:
    """Refuse what is no JSON, or deeper, wider or longer than anything that is meant here.

    >>> check_json(b'{"game": "kuhn"}')
    >>> check_json(b"[" * 1000)
    Traceback (most recent call last):
        ...
    tianji.studio.problems.Problem: the body is nested too deeply
    """
    if not body:
        return
    try:
        value = json.loads(body, parse_constant=_refuse_constant)
    except RecursionError:
        raise Problem(422, "the body is nested too deeply", "TooDeep") from None
    except ValueError as error:
        if body.count(b"[") > DEPTH and body.startswith(b"["):
            raise Problem(422, "the body is nested too deeply", "TooDeep") from None
        raise Problem(422, f"the body is not JSON: {str(error)[:120]}", "NotJson") from None
    stack = [(value, 1)]
    while stack:
        item, depth = stack.pop()
        if depth > DEPTH:
            raise Problem(422, f"the body is nested deeper than {DEPTH}", "TooDeep")
        if isinstance(item, str) and len(item) > TEXT:
            raise Problem(422, f"a text of at most {TEXT} characters is read", "TooLong")
        if isinstance(item, (list, dict)):
            if len(item) > ITEMS:
                raise Problem(422, f"a list of at most {ITEMS} is read", "TooLong")
            parts = item.values() if isinstance(item, dict) else item
            stack += [(part, depth + 1) for part in parts]


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


class _Body:
    """What a request brings, and whether all of it has come.

    An answer to a request whose body nobody has read is cut off by the system where the body comes after it: the reader
    would see a broken connection instead of the refusal.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive, self.is_over = receive, False

    async def receive(self) -> Message:
        """The next part."""
        message = await self._receive()
        self.is_over = message["type"] != "http.request" or not message.get("more_body")
        return message

    async def pass_over(self) -> None:
        """Take the rest in and forget it, as far as it is short and comes soon."""
        size = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(REST_S):
                while not self.is_over and size <= BODY:
                    size += len((await self.receive()).get("body", b""))


async def _read(receive: Receive) -> bytes:
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Problem(400, "the body broke off", "Body")
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > BODY:
            raise Problem(413, f"a body of at most {BODY} bytes is read", "TooLarge")
        if not message.get("more_body"):
            return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """What was read, once more; then whatever comes."""
    is_told = False

    async def again() -> Message:
        nonlocal is_told
        if is_told:
            return await receive()
        is_told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _headers(scope: Scope) -> dict[str, str]:
    """Header names and values; of one that comes twice, all, so that no second one is believed."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        joint = "; " if key == "cookie" else ", "
        found[key] = f"{found[key]}{joint}{text}" if key in found else text
    return found


def _with_headers(send: Send, *, no_store: bool) -> Send:
    fixed = {**HEADERS, **({"cache-control": "no-store"} if no_store else {})}

    async def tell(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message.get("headers", [])}
            extra = [(k.encode(), v.encode()) for k, v in fixed.items() if k.encode() not in own]
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return tell


async def refuse(problem: Problem, send: Send) -> None:
    """Answer with a problem."""
    headers = [(name.encode(), value.encode()) for name, value in problem.headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": problem.body()})

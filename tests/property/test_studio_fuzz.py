"""Whatever is sent to the studio, the answer is a problem below 500, or an answer: no text and no body is a fault."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

from tianji.studio.app import make_inner
from tianji.studio.clerk import answer
from tianji.studio.guard import Guard
from tianji.studio.workspace import Keys, Workspace

SEEDS = [
    "kuhn",
    "leduc(ranks=4)",
    "tic_tac_toe",
    "liars_dice(faces=3)",
    "(",
    "os:path",
    "../x",
    "a.efg",
    "\x00",
    "(0, 'b')",
]
TEXTS = st.one_of(
    st.sampled_from(SEEDS),
    st.text(max_size=60),
    st.builds("".join, st.lists(st.sampled_from([*SEEDS, "(", ")", "=", ",", "9" * 30]), max_size=6)),
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    [
        "solve",
        "game",
        "method",
        "spec",
        "moves",
        "opponent",
        "kind",
        "seat",
        "action",
        "at",
        "name",
        "tags",
        "payoffs",
        "depth",
    ]
)
BODIES = st.dictionaries(FIELDS, VALUES, max_size=5) | VALUES


@given(spec=TEXTS)
def test_no_text_of_a_game_is_a_fault_at_the_desk(spec):
    for question in (
        {"ask": "describe", "spec": spec},
        {"ask": "tree", "spec": spec, "at": [], "depth": 1},
        {"ask": "look", "spec": spec, "moves": [spec]},
    ):
        found = answer(json.dumps(question))
        assert "answer" in found or found["error"]["code"] != "Fault", (spec, found)


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    place = Workspace(tmp_path_factory.mktemp("fuzz") / "space")
    keys = Keys(place)
    keys.address = "http://127.0.0.1:8731"
    inner = make_inner(place, keys)

    class Deaf:
        """A desk that refuses: what reaches it was let through."""

        async def ask(self, *args, **kwargs):
            from tianji.studio.problems import Problem

            raise Problem(422, "asked", "Asked")

    inner.state.rooms.desk = Deaf()
    paths = inner.openapi()["paths"]
    changes = [
        (way.upper(), path.replace("{name}", "aaaaaaaaaa").replace("{spec}", "kuhn"))
        for path, ways in paths.items()
        for way in ways
        if way in ("post", "patch", "put")
    ]
    yield Guard(inner, keys), keys, changes
    place.close()


@given(body=BODIES)
def test_no_body_is_a_fault_on_any_route(studio, body):
    guard, keys, changes = studio
    assert len(changes) > 12
    sent = json.dumps(body).encode()
    cookie = f"{keys.cookie_name}={keys.trade(keys.new_code())}"
    for method, path in changes:
        status, kind = asyncio.run(_call(guard, method, path, cookie, sent))
        assert status < 500, (method, path, body)
        assert status < 300 or kind.startswith("application/problem+json"), (method, path, body)


async def _call(guard, method, path, cookie, sent):
    headers = {
        "host": "127.0.0.1:8731", "cookie": cookie, "x-tianji": "1", "content-type": "application/json",
    }  # fmt: skip
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
        "scheme": "http", "headers": [(k.encode(), v.encode()) for k, v in headers.items()], "http_version": "1.1",
        "server": ("127.0.0.1", 8731), "client": ("127.0.0.1", 1), "asgi": {"version": "3.0"},
    }  # fmt: skip
    told = []

    async def receive():
        return {"type": "http.request", "body": sent, "more_body": False}

    async def send(message):
        told.append(message)

    await guard(scope, receive, send)
    kinds = {k.decode(): v.decode() for k, v in told[0]["headers"]}
    return told[0]["status"], kinds.get("content-type", "")

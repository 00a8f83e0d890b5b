"""The guard: every route, read from the application, is refused to everybody who has no key or no business."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

from tianji.studio.app import make_inner
from tianji.studio.guard import BODY, Guard
from tianji.studio.workspace import Keys, Workspace

HERE = "http://127.0.0.1:8731"


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    place = Workspace(tmp_path_factory.mktemp("studio") / "space")
    keys = Keys(place)
    keys.address = HERE
    inner = make_inner(place, keys)
    yield Guard(inner, keys), keys, inner
    place.close()


def call(guard, method, path, headers=None, body=b"", kind="http"):
    """Status, headers and body of an answer; no server and no client in between."""
    raw, _, query = path.partition("?")
    given = {"host": "127.0.0.1:8731", **(headers or {})}
    scope = {
        "type": kind, "method": method, "path": raw, "raw_path": raw.encode(), "query_string": query.encode(),
        "scheme": "http", "headers": [(k.lower().encode(), v.encode()) for k, v in given.items() if v is not None],
        "http_version": "1.1", "server": ("127.0.0.1", 8731), "client": ("127.0.0.1", 1), "asgi": {"version": "3.0"},
    }  # fmt: skip
    sent = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    asyncio.run(guard(scope, receive, send))
    if kind != "http":
        return sent
    return (
        sent[0]["status"],
        {k.decode(): v.decode() for k, v in sent[0]["headers"]},
        b"".join(m.get("body", b"") for m in sent[1:]),
    )


def places(inner):
    """(method, path) of every route that there is."""
    parts = {"{name}": "aaaaaaaaaa", "{spec}": "kuhn", "{file}": "result.json"}

    def walk(routes):
        for route in routes:
            if getattr(route, "methods", None) is None:
                yield from walk(getattr(getattr(route, "original_router", route), "routes", []))
                continue
            path = route.path
            for word, value in parts.items():
                path = path.replace(word, value)
            if path.startswith("/api/"):
                assert "{" not in path, f"no example of {path}"
                yield from ((method, path) for method in route.methods)

    return sorted(set(walk(inner.routes)))


def cookie(keys):
    return {
        "cookie": f"{keys.cookie_name}={keys.trade(keys.new_code())}",
        "x-tianji": "1",
        "content-type": "application/json",
    }


def test_the_list_of_routes_is_that_of_the_schema(studio):
    guard, keys, inner = studio
    status, _, body = call(guard, "GET", "/api/v1/openapi.json", cookie(keys))
    assert status == 200
    told = {
        (
            method.upper(),
            path.replace("{name}", "aaaaaaaaaa").replace("{spec}", "kuhn").replace("{file}", "result.json"),
        )
        for path, ways in json.loads(body)["paths"].items()
        for method in ways
    }
    found = {place for place in places(inner) if place[0] != "HEAD" and "openapi" not in place[1]}
    assert told == found
    assert len(found) >= 19


FOREIGN = {
    "another name": ({"host": "evil.example"}, 421),
    "a name that is made to point here": ({"host": "evil.example:8731"}, 421),
    "a name that begins like ours": ({"host": "127.0.0.1.evil.example:8731"}, 421),
    "no host": ({"host": ""}, 421),
    "two hosts": ({"host": "127.0.0.1:8731, evil.example"}, 421),
    "another page": ({"origin": "http://evil.example"}, 403),
    "another port": ({"origin": "http://127.0.0.1:9999"}, 403),
    "no origin to speak of": ({"origin": "null"}, 403),
    "another site": ({"sec-fetch-site": "cross-site"}, 403),
    "the same site, another port": ({"sec-fetch-site": "same-site"}, 403),
}


@pytest.mark.parametrize("case", FOREIGN)
def test_whoever_comes_from_elsewhere_is_refused_with_the_cookie_too(studio, case):
    guard, keys, inner = studio
    headers, wanted = FOREIGN[case]
    for method, path in places(inner):
        status, answer, body = call(guard, method, path, {**cookie(keys), **headers}, b"{}")
        assert status == wanted, (method, path)
        assert answer["content-type"] == "application/problem+json"
        assert json.loads(body)["detail"]


STRANGERS = {
    "nobody": {},
    "a wrong cookie": {"cookie": "{name}=1999999999.00.00"},
    "a cookie without end": {"cookie": "{name}=x"},
    "an old cookie": {"cookie": "{name}={old}"},
    "another instance's": {"cookie": "tianji-00000000=1999999999.00.00"},
    "a wrong token": {"authorization": "Bearer x"},
    "no token": {"authorization": "Bearer "},
    "a token of another kind": {"authorization": "Basic x"},
}


@pytest.mark.parametrize("case", STRANGERS)
def test_every_route_is_closed_to_strangers(studio, case):
    guard, keys, inner = studio
    old = keys._cookie(int(time.time()) - 1)
    headers = {
        k: v.replace("{name}", keys.cookie_name).replace("{old}", old) for k, v in STRANGERS[case].items()
    }
    headers |= {"x-tianji": "1", "content-type": "application/json"}
    for method, path in places(inner):
        body = json.dumps({"code": "wrong"}).encode()
        status, answer, _ = call(guard, method, path, headers, body)
        assert status == 401, (method, path)
        assert "set-cookie" not in answer
    assert call(guard, "GET", "/api/v1/nowhere", headers)[0] == 401
    assert call(guard, "GET", "/", headers)[0] == 401
    assert call(guard, "GET", "/runs", headers)[0] == 401
    assert call(guard, "GET", "/open", headers)[0] == 200


CROOKED = ["/../x", "/%2e%2e/x", "/..%2fx", "/x%00", "/x\\y", "//x", "/x\x00"]


@pytest.mark.parametrize("tail", CROOKED)
def test_paths_that_climb_are_refused(studio, tail):
    guard, keys, _ = studio
    for start in ("/api/v1/runs", "/static", "", "/api/v1/runs/aaaaaaaaaa/files"):
        assert call(guard, "GET", start + tail, cookie(keys))[0] == 400


def test_changes_need_json_of_a_decent_size_and_the_header(studio):
    guard, keys, inner = studio
    good = cookie(keys)
    wrong = [
        ({"x-tianji": None}, b"{}", 403),
        ({"content-type": "text/plain"}, b"{}", 415),
        ({"content-type": "application/x-www-form-urlencoded"}, b"a=b", 415),
        ({"content-length": str(BODY + 1)}, b"{}", 413),
        ({"content-length": "-1"}, b"{}", 413),
        ({}, b" " * (BODY + 1), 413),
        ({}, b"[" * 40 + b"]" * 40, 422),
        ({}, b"[" * 100_000, 422),
        ({}, b'{"a":' * 2000 + b"1" + b"}" * 2000, 422),
        ({}, json.dumps("x" * 70_000).encode(), 422),
        ({}, b'{"code": NaN}', 422),
        ({}, b"\xff\xfe", 422),
        ({}, b"{", 422),
        ({}, b'{"surplus": 1}', 422),
    ]
    for method, path in places(inner):
        if method not in ("POST", "PATCH"):
            continue
        for headers, body, status in wrong:
            found, answer, text = call(guard, method, path, {**good, **headers}, body)
            assert found == status, (method, path, headers, body[:20])
            assert json.loads(text)["status"] == status
            assert answer["content-type"] == "application/problem+json"


def test_a_code_works_once_and_the_cookie_is_for_this_site_and_no_script(studio):
    guard, keys, _ = studio
    code = keys.new_code()
    plain = {"x-tianji": "1", "content-type": "application/json"}
    status, answer, _ = call(guard, "POST", "/api/v1/session", plain, json.dumps({"code": code}).encode())
    assert status == 204
    parts = answer["set-cookie"].lower()
    assert "httponly" in parts
    assert "samesite=strict" in parts
    assert "domain" not in parts
    assert call(guard, "POST", "/api/v1/session", plain, json.dumps({"code": code}).encode())[0] == 401
    headers = {**plain, "cookie": answer["set-cookie"].partition(";")[0]}
    assert call(guard, "GET", "/api/v1/meta", headers)[0] == 200
    assert call(guard, "GET", "/api/v1/meta", {"authorization": f"Bearer {keys.bearer}"})[0] == 200
    assert call(guard, "DELETE", "/api/v1/session", headers)[0] == 204
    assert call(guard, "GET", "/api/v1/meta", headers)[0] == 401  # every cookie given so far is worth nothing


def test_a_code_is_good_for_two_minutes(studio, monkeypatch):
    _, keys, _ = studio
    code = keys.new_code()
    later = time.monotonic() + 121
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert keys.trade(code) is None
    assert len([keys.new_code() for _ in range(100)]) == 100
    assert len(keys.codes) <= 16


def test_every_answer_has_the_headers_and_none_allows_another_origin(studio):
    guard, keys, _ = studio
    cases = [("GET", "/open", {}), ("GET", "/", {}), ("GET", "/static/app.js", {}), ("GET", "/static/none.js", {}),
             ("GET", "/api/v1/meta", {}), ("GET", "/api/v1/meta", cookie(keys)), ("OPTIONS", "/api/v1/runs", {}),
             ("GET", "/", {"host": "evil.example"})]  # fmt: skip
    for method, path, headers in cases:
        _, answer, _ = call(guard, method, path, {**headers, "origin": None})
        assert answer["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert answer["x-content-type-options"] == "nosniff"
        assert answer["cross-origin-resource-policy"] == "same-origin"
        assert not [name for name in answer if name.startswith("access-control")]
        assert "server" not in answer
        if path.startswith("/api"):
            assert answer["cache-control"] == "no-store"
    foreign = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    assert call(guard, "OPTIONS", "/api/v1/runs", foreign)[0] == 403


def test_there_is_no_second_protocol(studio):
    assert call(studio[0], "GET", "/api/v1/events", kind="websocket") == [
        {"type": "websocket.close", "code": 1008}
    ]


def test_the_page_is_read_and_nothing_beside_it(studio):
    guard, keys, _ = studio
    assert call(guard, "POST", "/open", cookie(keys), b"{}")[0] == 405
    assert call(guard, "GET", "/static/index.html", cookie(keys))[0] == 404
    assert call(guard, "GET", "/static/__init__.py", cookie(keys))[0] == 404
    assert call(guard, "GET", "/nowhere", cookie(keys))[0] == 404
    status, answer, body = call(guard, "GET", "/", {**cookie(keys), "accept-encoding": "gzip"})
    assert (status, answer["content-encoding"]) == (200, "gzip")
    assert call(guard, "GET", "/", {**cookie(keys), "if-none-match": answer["etag"]})[0] == 304
    assert len(body) < 2000


def test_what_is_wrong_is_told_in_a_sentence(studio):
    guard, keys, _ = studio
    cases = {
        b"{}": "solve: field required",
        b'{"solve": {"game": 7}}': "solve.game: input should be a valid string, not 7",
        b'{"solve": {"game": "kuhn", "iterations": 1.5}}': "solve.iterations: input should be a valid integer",
        b'{"solve": {"game": "kuhn", "speed": 9}}': "solve.speed: extra inputs are not permitted, not 9",
        b'{"solve": {"game": "kuhn"}, "kind": "magic"}': "kind: input should be 'solve', not 'magic'",
    }
    for body, sentence in cases.items():
        status, _, text = call(guard, "POST", "/api/v1/runs", cookie(keys), body)
        assert status == 422
        assert json.loads(text)["detail"].startswith(sentence)
    assert (
        json.loads(call(guard, "GET", "/api/v1/runs/zz", cookie(keys))[2])["detail"] == "there is no run 'zz'"
    )
    assert call(guard, "GET", "/api/v1/runs?limit=0", cookie(keys))[0] == 422
    assert call(guard, "PUT", "/api/v1/runs", cookie(keys), b"{}")[0] == 405
    assert call(guard, "GET", "/api/v1/nowhere", cookie(keys))[0] == 404


def test_the_body_of_a_refused_request_is_taken_in_before_the_answer(studio):
    """Else the connection is reset while the reader still sends, and the refusal is never seen."""
    guard, _, _ = studio
    parts = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.request", "body": b"}", "more_body": False},
    ]
    seen = []

    async def receive():
        seen.append("part")
        return parts.pop(0)

    async def send(message):
        seen.append(message["type"])

    scope = {
        "type": "http", "method": "POST", "path": "/api/v1/runs", "raw_path": b"/api/v1/runs", "query_string": b"",
        "scheme": "http", "headers": [(b"host", b"127.0.0.1:8731")], "http_version": "1.1",
    }  # fmt: skip
    asyncio.run(guard(scope, receive, send))
    assert seen[:3] == ["part", "part", "http.response.start"]

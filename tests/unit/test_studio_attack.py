"""The guard attacked over the wire: requests as no browser sends them, written byte by byte to a real server."""

from __future__ import annotations

import socket
from random import Random

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

from studio_bench import PATIENCE, Studio

CODE = b'{"code": "wrong"}'
METHODS = [
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "get",
    "G\tET",
]
NAMES = [
    "aaaaaaaaaa",
    "..",
    "%2e%2e",
    ".%2e",
    "..%2f..%2fsession.json",
    "%00",
    "a%0d%0aX: y",
    "AAAAAAAAAA",
    "lock",
]
FILES = [
    "result.json",
    "../run.json",
    "run.json",
    "..%5clock",
    "%2fetc%2fpasswd",
    "log.txt%00.json",
    "lock",
    ".",
]
HOSTS = ["127.0.0.1:{port}", "localhost:{port}", "[::1]:{port}", "LOCALHOST", "127.0.0.1"]
FOREIGN_HOSTS = [
    "evil.test:{port}", "127.0.0.1.evil.test", "localhost.evil.test:{port}", "evil.test#127.0.0.1",
    "127.0.0.1@evil.test", "0.0.0.0:{port}", "127.1:{port}", "2130706433:{port}", "127.0.0.1, evil.test", "",
    "localhost.", "[::ffff:127.0.0.1]", "127.0.0.1:{port}:80", "[::1", "192.168.0.1", "127.0.0.1:999999",
    "localhost%00.evil.test", "l\xf6calhost",
]  # fmt: skip
ORIGINS = [
    "http://evil.test",
    "null",
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}",
    "http://localhost.evil.test",
    "",
]
SITES = ["cross-site", "same-site", "none", "Same-Origin", "same-origin, cross-site"]


class Wire:
    """Requests as bytes, and what became of them."""

    def __init__(self, studio: Studio, rng: Random) -> None:
        self.studio, self.rng = studio, rng
        paths = studio.ask("/openapi.json")[1]["paths"]
        self.routes = [(path, way.upper()) for path, ways in paths.items() for way in ways]

    def send(self, request: bytes) -> int:
        """The status of the answer; 0 where the connection was closed without one."""
        with socket.create_connection(("127.0.0.1", self.studio.port), timeout=PATIENCE) as link:
            link.sendall(request)
            link.shutdown(socket.SHUT_WR)
            answer = b""
            while b"\r\n" not in answer and (part := link.recv(4096)):
                answer += part
        return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0

    def target(self) -> tuple[str, str]:
        """A method and a place: a route with a name that climbs, or a file of the page, or nothing that exists."""
        path, way = self.rng.choice(self.routes)
        path = path.replace("{name}", self.rng.choice(NAMES)).replace("{file}", self.rng.choice(FILES))
        path = path.replace("{spec}", self.rng.choice(["kuhn", "os:path", "%2fetc%2fpasswd.efg", "../x"]))
        kind = self.rng.random()
        if kind < 0.2:
            path = self.rng.choice(["/static/../session.json", "/static/%2e%2e/x", "/../", "/session.json", "/static/.",
                                    "//evil.test/", "/api/v1/../../x", "/api//v1/runs", "/API/v1/runs", "/api/v1/runs/",
                                    "/static/__init__.py", "/api/v1/runs;a", "/api/v1/runs%3f"])  # fmt: skip
        if kind > 0.9:
            path = f"http://evil.test{path}"
        return (way if self.rng.random() < 0.7 else self.rng.choice(METHODS)), path

    def build(self, way: str, path: str, headers: list[tuple[str, str]], body: bytes = CODE) -> bytes:
        """The bytes of a request, with a little disorder."""
        rows = [*headers, ("X-Tianji", "1"), ("Content-Type", "application/json")]
        if self.rng.random() < 0.9:
            rows.append(("Content-Length", str(len(body))))
        if self.rng.random() < 0.05:
            rows.append(("Transfer-Encoding", "chunked"))
        if self.rng.random() < 0.05:
            rows.append((self.rng.choice(["X-Forwarded-Host", "Forwarded", "X-Original-URL"]), "127.0.0.1"))
        self.rng.shuffle(rows)
        text = "".join(f"{name}: {value}\r\n" for name, value in rows)
        version = "1.0" if self.rng.random() < 0.05 else "1.1"
        return f"{way} {path} HTTP/{version}\r\n{text}\r\n".encode("latin-1") + body

    def stranger(self) -> int:
        """Somebody without a key, or with a wrong one, under one of our names."""
        host = self.rng.choice(HOSTS).format(port=self.studio.port)
        keys = [
            [], [("Cookie", "tianji-00000000=1999999999.00.00")], [("Authorization", "Bearer x")],
            [("Authorization", f"Basic {self.studio.bearer}")], [("Cookie", f"bearer={self.studio.bearer}")],
            [("Authorization", f"Bearer {self.studio.bearer}"), ("Authorization", "Bearer x")],
            [("Authorization", f"bearer  {self.studio.bearer}x")],
        ]  # fmt: skip
        way, path = self.target()
        return self.send(self.build(way, path, [("Host", host), *self.rng.choice(keys)]))

    def foreigner(self) -> int:
        """Somebody whose browser holds the key, on a page or a name that is not ours."""
        key = ("Authorization", f"Bearer {self.studio.bearer}")
        port = self.studio.port
        own = ("Host", f"127.0.0.1:{port}")
        cases = [
            [("Host", self.rng.choice(FOREIGN_HOSTS).format(port=port))], [],
            [own, ("Host", "evil.test")], [own, ("Origin", self.rng.choice(ORIGINS).format(port=port))],
            [own, ("Sec-Fetch-Site", self.rng.choice(SITES))],
        ]  # fmt: skip
        way, path = self.target()
        if not path.startswith("/api/v1/"):
            path = "/api/v1/runs"
        return self.send(self.build(way, path, [key, *self.rng.choice(cases)]))


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.nightly)])
def test_no_stranger_and_no_foreign_page_gets_an_answer(tmp_path, count):
    studio = Studio(tmp_path / "space")
    try:
        wire = Wire(studio, Random(count))
        studio.ask("/games")  # the desk is at work before the list of files is taken
        before = sorted(path.name for path in studio.workspace.rglob("*") if path.name != "server.log")
        for number in range(count):
            status = wire.stranger() if number % 2 else wire.foreigner()
            assert status == 0 or 400 <= status < 500, number
        assert studio.ask("/meta")[1]["runs"] == 0
        after = sorted(path.name for path in studio.workspace.rglob("*") if path.name != "server.log")
        assert after == before  # nothing was written
        log = studio.workspace / "server.log"
        assert not log.exists() or "fault" not in log.read_text()
    finally:
        studio.end()


def test_whoever_sends_slowly_or_never_ends_holds_nobody_up(studio):
    links = []
    try:
        for _ in range(60):
            link = socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE)
            link.sendall(b"POST /api/v1/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{")
            links.append(link)
        assert studio.ask("/meta")[0] == 200
    finally:
        for link in links:
            link.close()

"""Whatever answers somebody else: the studio's routes, both ends of the ACPC's sockets, the frames of workers.

A door is made once, in a folder of its own, and then tried on one hostile input at a time: `Door.make(folder)` gives
`try_one(rng)`, which raises for anything but an answer or a sentence that quotes little.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock
from urllib.parse import quote as escaped

from fuzz.files import spoilt
from fuzz.hostile import hostile_text, hostile_value, mutated, mutated_value
from fuzz.readers import LOG, MATCH_STATES, PHH, RANGES, TABLES, quotes_little
from tianji.errors import TianjiError

Door = Callable[[Path], Callable[[Random], None]]

# The studio --------------------------------------------------------------------------------------------------

SPOT = {
    "board": "Ks7h2d3c9s", "pot": 10, "stack": 20, "oop": "AA,KQs", "ip": "QQ,AKs", "bets": "50%", "raises": "allin",
    "rake": [0.05, 3], "locks": [{"line": "", "strategy": {"check": 1}}],
}  # fmt: skip
IMPORT = '[{"name0": "a", "name1": "b", "isGroup": 0, "value": "AA,KK:0.5"}]'
TURN = {
    **SPOT,
    "board": "Ks7h2d3c",
    "bets": {"turn": "50%", "river": {"oop": "50%", "ip": "allin"}},
    "locks": None,
}
HOLDEM = {"spot": SPOT, "iterations": 3, "threads": 1, "storage": "float32"}
REPORT = {**HOLDEM, "boards": ["Ks7h2d3c9s", "Ks7h2d3c8s"], "line": ""}
SOLVE = {"game": "kuhn", "method": "dcfr", "iterations": 9, "seed": None, "threads": 1}
MOVES = {"spec": "tic_tac_toe", "moves": ["4"], "method": "mtdf", "depth": 2, "nodes": 50, "trace": True}
COIN = {"play_heads": 0.5, "play_tails": 0.5, "guess": [0.5, 0.25, 0.25]}
BODIES: dict[str, list[Any]] = {  # of every route that takes one
    "post /session": [{"code": "aaaa"}],
    "post /links": [{}],
    "post /plans": [SOLVE, {"game": "leduc(ranks=3)", "method": "external", "iterations": 5, "seed": 1}],
    "post /runs": [{"solve": SOLVE, "name": "a", "tags": ["b"], "note": "c"}],
    "patch /runs/{name}": [{"name": "a", "tags": ["b"], "note": "c"}],
    "patch /decks/{name}": [{"name": "a"}],
    "put /ranges": [{"folder": "mine", "name": "pairs", "text": "AA,KK"}],
    "put /settings": [{"threads": 1, "memory_gib": 2.5}, {"threads": None, "memory_gib": None}],
    "post /runs/{name}/stop": [{}],
    "post /runs/{name}/pause": [{}],
    "post /runs/{name}/resume": [{}],
    "post /runs/{name}/clone": [{"solve": {"iterations": 9, "method": "cfr+"}, "name": "d"}, {}],
    "post /holdem/ranges": [{"text": text} for text in RANGES],
    "post /holdem/plans": [HOLDEM, {**HOLDEM, "spot": TURN}],
    "post /holdem/runs": [{"holdem": HOLDEM, "name": "a", "parent": ""}],
    "post /holdem/reports/plans": [REPORT, {**REPORT, "boards": 2}],
    "post /holdem/reports": [{"report": REPORT}],
    "post /holdem/reviews": [
        {"review": {"text": text, "oop": "AA", "ip": "KK", "hands": 3}} for text in (PHH[0], LOG[1])
    ],
    "post /solves/{name}/evaluate": [{"edits": [{"line": "", "strategy": {"check": 1}}], "line": ""}],
    "post /solves/{name}/strategy": [{"line": "", "action": "check", "share": 0.1}, {"line": ""}],
    "post /holdem/imports": [{"text": text} for text in (*RANGES, IMPORT)],
    "post /matrix/solve": [{"payoffs": text} for text in TABLES[:3]],
    "post /matrix/learn": [{"payoffs": TABLES[1], "rule": "hedge", "iterations": 9, "start": [[1, 0], [0, 1]]}],
    "post /matrix/correlated": [{"payoffs": TABLES[1], "objective": "egalitarian", "coarse": True}],
    "post /matrix/field": [{"payoffs": TABLES[1], "rule": "replicator", "start": [[1, 0], [0, 1]]}],
    "post /matrix/tournament": [{"payoffs": TABLES[1], "rounds": 3, "noise": 0.1}],
    "post /matrix/repeated": [{"payoffs": text} for text in TABLES[:3]],
    "post /matrix/coalitions": [{"worth": ["0", "1/2", "3"]}],
    "post /subgame/solve": [{"game": "coin_toss", "level": "play", "technique": "resolve", "blueprint": COIN}],
    "post /search": [
        MOVES, {"spec": "nim", "moves": []}, {"spec": "nim", "pos": "1,2", "seconds": 0.1},
        {"spec": "nim", "file": "t.tianji"},
    ],
    "post /matches": [{"game": "kuhn", "players": [{"kind": "uniform"}, {"kind": "uniform"}], "rounds": 2}],
    "post /tables": [
        {"game": "kuhn", "opponent": {"kind": "uniform"}, "seat": 0, "seed": 3},
        {"game": "tic_tac_toe", "opponent": {"kind": "engine", "method": "mtdf", "nodes": 20}},
        {"game": "kuhn", "opponent": {"kind": "run", "run": "RUN"}},
        {"game": "kuhn", "opponent": {"kind": "solve"}},
        {"game": "holdem", "opponent": {"kind": "player", "player": "call"}, "stack": 2000},
    ],
    "post /tables/{name}/acts": [{"action": "p", "at": [0, 0]}, {"action": "b"}],
    "post /tables/{name}/deal": [{}, {"seat": 1, "again": True}],
    "post /tables/{name}/retry": [{"round": 1, "turn": 0}],
    "post /tables/{name}/undo": [{}],
    "post /decks": [{"run": "RUN", "name": "a", "players": [0]}, {"table": "aaaaaaaaaa"}],
    "post /decks/{name}/next": [{}, {"worst": True, "line": "check", "street": "flop"}],
    "post /decks/{name}/answers": [{"key": "0:(0, '')", "action": 0}],
    "post /decks/{name}/hand": [{}, {"seat": 1}],
    "post /decks/{name}/hand/acts": [{"action": 0, "at": [1, 0]}],
    "post /library/files": [
        {"name": "a.efg", "size": 3, "at": 0, "parts": ["RUZH"]},
        {"name": "b.tianji", "size": 9, "at": 3, "parts": ["YWJj"]},
    ],
    "post /library/files/{name}/open": [{}],
}  # fmt: skip
QUERIES = {
    "sort": ["reach", "value"], "low": ["true", "false"],
    "line": ["", "check", "bet 50%, call"], "infoset": ["(0, '')"], "player": ["0", "1"], "t": ["1", "9"],
    "at": ["", "0.1"], "depth": ["1", "2"], "q": ["kuhn"], "state": ["done"], "stack": ["3"], "ante": ["0"],
    "cursor": ["0"], "limit": ["5"], "after": ["0"], "values": ["true", "false"], "words": ["true"],
    "run": ["RUN"], "a": ["HAND"], "b": ["HAND"], "most": ["3"], "last": ["1", "9"], "form": ["efg", "tikz"],
    "overlay": ["average", "current", "regret", "value"],
}  # fmt: skip
SPECS = ["kuhn", "leduc(ranks=3)", "tic_tac_toe", "coin_toss", "nim(heaps='1,2')"]
PREFIX = "/api/v1"
DEADLINE = 5.0  # seconds of a question to the library, after which the server says so
SLOW = {504: "took too long", 501: "needs an extra"}  # the two answers above 500 that are sentences, too


class _Studio:
    """The routes as they are served, with a desk of real clerks, and runs, tables and decks to ask about."""

    def __init__(self, folder: Path) -> None:
        from tianji.studio.app import make_inner
        from tianji.studio.guard import Guard
        from tianji.studio.workspace import Keys, Workspace

        self.loop = asyncio.new_event_loop()
        self.space = Workspace(folder / "space")
        self.keys = Keys(self.space)
        self.keys.address = "http://127.0.0.1:8731"
        inner = make_inner(self.space, self.keys)
        self.rooms = inner.state.rooms
        self.rooms.desk.deadline_s = 300  # the first answers need the library to be imported
        self.app = Guard(inner, self.keys)
        self.routes = [
            (
                way,
                path.removeprefix(PREFIX),
                [p["name"] for p in about.get("parameters", ()) if p["in"] == "query"],
            )
            for path, ways in inner.openapi()["paths"].items()
            for way, about in ways.items()
        ]
        self.names: dict[str, list[str]] = {"RUN": [], "HAND": [], "table": [], "deck": []}
        self._furnish()
        self.rooms.desk.deadline_s = DEADLINE

    def _furnish(self) -> None:
        for place, kind, body in (
            ("/runs", "RUN", {"solve": {**SOLVE, "iterations": 20}}),
            ("/holdem/runs", "HAND", {"holdem": {**HOLDEM, "spot": {**SPOT, "locks": None}}}),
        ):
            made = self.ask("post", place, body)
            folder = self.rooms.keeper.runs[made["id"]].folder
            subprocess.run([sys.executable, "-m", "tianji.studio.worker", str(folder)], check=True)
            self.rooms.keeper.look()
            assert self.rooms.keeper.runs[made["id"]].state == "done", made
            self.names[kind] = [made["id"]]
        for body in BODIES["post /tables"][:2]:
            self.names["table"].append(self.ask("post", "/tables", body)["id"])
        self.names["deck"] = [self.ask("post", "/decks", {"run": self.names["RUN"][0]})["id"]]

    def ask(self, way: str, path: str, body: object) -> Any:
        """What a request that is right is answered."""
        status, _, told = self.call(way, PREFIX + path, "", json.dumps(body).encode())
        assert status < 300, told
        return json.loads(told)

    def close(self) -> None:
        self.loop.run_until_complete(self.rooms.desk.close())
        self.loop.close()
        self.space.close()

    def call(self, way: str, path: str, query: str, sent: bytes) -> tuple[int, str, bytes]:
        """Status, kind and body of the answer."""
        return self.loop.run_until_complete(asyncio.wait_for(self._call(way, path, query, sent), 400))

    async def _call(self, way: str, path: str, query: str, sent: bytes) -> tuple[int, str, bytes]:
        headers = {
            "host": "127.0.0.1:8731", "authorization": f"Bearer {self.keys.bearer}", "x-tianji": "1",
            "content-type": "application/json", "content-length": str(len(sent)),
        }  # fmt: skip
        scope = {
            "type": "http", "method": way.upper(), "path": path, "raw_path": escaped(path).encode(),
            "query_string": query.encode(), "scheme": "http", "http_version": "1.1", "asgi": {"version": "3.0"},
            "headers": [(k.encode(), v.encode()) for k, v in headers.items()], "root_path": "",
            "server": ("127.0.0.1", 8731), "client": ("127.0.0.1", 1),
        }  # fmt: skip
        told: list[Any] = []
        asked = [{"type": "http.request", "body": sent, "more_body": False}]

        async def receive() -> Any:
            return asked.pop() if asked else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            told.append(message)

        await self.app(scope, receive, send)
        kinds = {k.decode(): v.decode() for k, v in told[0]["headers"]}
        body = b"".join(m.get("body", b"") for m in told[1:])
        return told[0]["status"], kinds.get("content-type", ""), body

    def try_one(self, rng: Random) -> None:
        """A request with something odd in its path, its query or its body."""
        way, path, params = rng.choice(self.routes)
        odd = (
            rng.choice(["path", "query", "body", "body", "body"])
            if way != "get"
            else rng.choice(["path", "query"])
        )
        whole = PREFIX + self._path(rng, way, path, odd == "path")
        query = "&".join(
            f"{p}={escaped(self._value(rng, p, odd == 'query'), errors='replace')}" for p in params
        )
        sent = b"" if way in ("get", "delete") else self._body(rng, f"{way} {path}", odd == "body")
        status, kind, told = self.call(way, whole, query, sent)
        shown = f"{way} {whole!r:.200} ?{query!r:.200} {sent!r:.300}: {status} {told!r:.300}"
        assert status < 500 or status in SLOW, shown
        if status >= 300:
            assert kind.startswith("application/problem+json"), shown
            detail = json.loads(told)["detail"]
            assert detail.strip(), shown
            assert quotes_little(detail, sent.decode(errors="replace")), shown

    def _path(self, rng: Random, way: str, path: str, is_odd: bool) -> str:
        known = self.names["table" if "/tables" in path else "deck" if "/decks" in path else "RUN"]
        if "/library" in path:
            known = ["a.efg", "t.tianji"]
        elif "/solves" in path or rng.randrange(4) == 0:
            known = self.names["HAND"]
        name = rng.choice(known) if way != "delete" else "aaaaaaaaaa"
        spec, file = rng.choice(SPECS), rng.choice(["result.json", "log.txt", "run.json"])
        if is_odd:
            name, spec, file = (
                hostile_text(rng, [word])[:3000].replace("\ud800", "?") for word in (name, spec, file)
            )
        return path.replace("{name}", name).replace("{spec}", spec).replace("{file}", file)

    def _value(self, rng: Random, name: str, is_odd: bool) -> str:
        known = [self._named(text) for text in QUERIES[name]]
        return hostile_text(rng, known)[:10_000].replace("\ud800", "?") if is_odd else rng.choice(known)

    def _named(self, text: str) -> str:
        return self.names[text][0] if text in self.names else text

    def _body(self, rng: Random, route: str, is_odd: bool) -> bytes:
        example = json.loads(
            json.dumps(rng.choice(BODIES[route])).replace('"RUN"', json.dumps(self.names["RUN"][0]))
        )
        if not is_odd:
            return json.dumps(example).encode()
        kind = rng.randrange(8)
        if kind == 0:
            return hostile_text(rng, [json.dumps(example)]).encode(errors="surrogatepass")
        if kind == 1:
            return json.dumps(hostile_value(rng)).encode()
        if kind == 2:
            deep = rng.choice([33, 1000, 100_000])
            return json.dumps(example).encode().replace(b":", b":" + b"[" * deep, 1)
        value: Any = example
        for _ in range(rng.choice([1, 1, 2, 3])):
            value = mutated_value(rng, value)
        return json.dumps(value).encode()


def studio(folder: Path) -> Callable[[Random], None]:
    """Every route, with a right key."""
    return _Studio(folder).try_one


# The ACPC's sockets ------------------------------------------------------------------------------------------

ACTIONS = ["f", "c", "r300", "r900", "r20000"]


def _garbled(rng: Random, line: str) -> bytes:
    """A line as a broken or evil program would send it: changed, cut, glued to the next, doubled, or endless."""
    kind = rng.randrange(8)
    if kind == 0:
        return hostile_text(rng, [line]).encode(errors="surrogatepass") + b"\r\n"
    if kind == 1:
        return line[: rng.randrange(len(line) + 1)].encode()  # and no end of the line
    if kind == 2:
        return line.encode() + rng.choice([b"", b"\r", b"\n\n\n", b"\0", b"\r\r\n"])
    if kind == 3:
        return (line + "\r\n").encode() * rng.choice([2, 5])
    if kind == 4:
        return rng.choice([b"x", b"\0", b"\xff", b"MATCHSTATE:", b"9"]) * rng.choice([5000, 10**6]) + b"\r\n"
    if kind == 5:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(60))) + b"\n"
    if kind == 6:
        return b"# a comment\r\n;\r\n\r\n" * rng.choice([1, 50])
    return mutated(rng, line).encode(errors="surrogatepass") + b"\r\n"


def _send(link: socket.socket, pieces: list[bytes]) -> None:
    with suppress(OSError):
        for piece in pieces:
            link.sendall(piece)
        link.shutdown(socket.SHUT_WR)
        while link.recv(65536):  # until the other end has had enough
            pass


def acpc_client(folder: Path) -> Callable[[Random], None]:
    """Our client at the table of a dealer that says what it likes."""
    from tianji.arena import client
    from tianji.arena.wire import Wire

    def try_one(rng: Random) -> None:
        lines = [rng.choice(MATCH_STATES) for _ in range(rng.randrange(1, 6))]
        pieces = [_garbled(rng, line) if rng.randrange(3) else line.encode() + b"\r\n" for line in lines]
        ours, other = socket.socketpair()
        thread = threading.Thread(target=_send, args=(other, pieces), daemon=True)
        thread.start()
        sent = b"".join(pieces).decode(errors="replace")
        try:
            with mock.patch.object(client, "connect", lambda host, port, seconds: Wire(ours)):
                found = client.acpc_client(
                    "dealer", 1, "random", never_die=rng.randrange(2) > 0, silence=300.0
                )
            assert found.stopped == "closed", found
            assert all(quotes_little(fault, sent) for fault in found.faults), found.faults
        except TianjiError as error:
            assert quotes_little(str(error), sent), f"{error!s:.500}"
        finally:
            ours.close()
            other.close()
            thread.join(300)
            assert not thread.is_alive()

    return try_one


def acpc_dealer(folder: Path) -> Callable[[Random], None]:
    """Our dealer, and a player who answers as he likes and then hangs up."""
    from tianji.arena import RemoteAgent, holdem_match

    def play(rng: Random, port: int, heard: list[bytes]) -> None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=300) as link:
            link.sendall(_garbled(rng, "VERSION:2.0.0") if rng.randrange(6) == 0 else b"VERSION:2.0.0\r\n")
            with link.makefile("r", newline="\n", errors="replace") as lines:
                for line in lines:
                    answer = f"{line.rstrip()}:{rng.choice(ACTIONS)}"
                    sent = _garbled(rng, answer) if rng.randrange(3) == 0 else answer.encode() + b"\r\n"
                    heard.append(sent)
                    link.sendall(sent)
                    if rng.randrange(12) == 0:
                        return

    def try_one(rng: Random) -> None:
        rng = Random(rng.getrandbits(64))  # how much is drawn depends on when the dealer loses patience
        agent = RemoteAgent("evil", seconds=0.05, grace=0.1)
        heard: list[bytes] = []
        thread = threading.Thread(target=play, args=(rng, agent.port, heard), daemon=True)
        thread.start()
        try:
            found = holdem_match(agent, "random", hands=4, seed=rng.randrange(9))
            sent = b"".join(heard).decode(errors="replace")
            assert all(quotes_little(str(fault), sent) for fault in found.faults), found.faults
        except TianjiError as error:
            assert quotes_little(str(error), b"".join(heard).decode(errors="replace")), f"{error!s:.500}"
        finally:
            agent.close()
            thread.join(300)
            assert not thread.is_alive()

    return try_one


# Workers -----------------------------------------------------------------------------------------------------


def worker_frames(folder: Path) -> Callable[[Random], None]:
    """What a driver hears of a worker: an outcome of the item that it gave, or nothing."""
    from tianji.parallel import frames, make_items
    from tianji.parallel.tries import Try

    (item,) = make_items("tianji.parallel.examples:square", [{"x": 2}])
    told = {
        "key": item.key,
        "status": "done",
        "fields": {"square": 4},
        "seconds": 0.1,
        "where": "a:1",
        "error": "",
    }
    about = {**told, "tensors": {"a": ["<f8", [2, 3]], "b": ["|u1", []]}}

    def try_one(rng: Random) -> None:
        head = json.dumps(mutated_value(rng, about) if rng.randrange(2) else about).encode()
        data = len(head).to_bytes(8, "little") + head + bytes(49)
        if rng.randrange(2):
            data = spoilt(rng, data)
        out, into = os.pipe()
        try:
            os.write(into, data[:60_000])
            os.close(into)
            with suppress(frames.FrameError):
                found = frames.read_frame(out)
                if found is not None:
                    assert Try(item).outcome(*found).key == item.key
        finally:
            os.close(out)

    return try_one


def doors() -> dict[str, Door]:
    """All of them, by name."""
    return {
        "studio": studio,
        "ACPC client": acpc_client,
        "ACPC dealer": acpc_dealer,
        "frames of a worker": worker_frames,
    }

"""The desk: two processes that answer what needs the library, each with a deadline; the server's side of `clerk`."""

from __future__ import annotations

import asyncio
import json
import re
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import Any

from fastapi import Response

from tianji.run.child import child
from tianji.studio.patience import patient
from tianji.studio.problems import Problem, of_library

CLERKS = 2
DEADLINE_S = patient(20.0)
WAITING = 32  # questions at most, before more are turned away
KEPT = 4 * 2**20  # bytes of answers
LINE = 16 * 2**20  # bytes of an answer: a search of 100,000 steps has some 3 MB
CHANGES = re.compile(r":|\.efg\s*$", re.IGNORECASE)  # games in files, which may be saved again
ANSWER = b'{"answer": '  # how the line of a clerk who knows begins


class Desk:
    """Questions go to the next free clerk; one that takes too long is replaced. Answers that cannot change are kept."""

    def __init__(self, log: Path, deadline_s: float = DEADLINE_S) -> None:
        self.log, self.deadline_s = log, deadline_s
        self.clerks: list[asyncio.subprocess.Process | None] = [None] * CLERKS
        self.free: asyncio.LifoQueue[int] = asyncio.LifoQueue()
        for number in range(CLERKS):
            self.free.put_nowait(number)
        self.waiting = 0
        self.kept: OrderedDict[str, bytes] = OrderedDict()

    async def ask(self, ask: str, /, *, keep: bool = False, times: float = 1.0, **question: Any) -> Any:
        """The library's answer, or the problem that its refusal is; of a file that may be saved again none is kept.

        times: how many times as long as any other question this one may take.
        """
        return json.loads(await self._answer(ask, keep, times, question))

    async def relay(self, ask: str, /, *, keep: bool = False, **question: Any) -> Response:
        """The same for whoever asked the server: the clerk's bytes as they are, which here nobody reads."""
        return Response(await self._answer(ask, keep, 1.0, question), media_type="application/json")

    async def _answer(self, ask: str, keep: bool, times: float, question: dict[str, Any]) -> bytes:
        keep = keep and not CHANGES.search(str(question.get("spec", "")))
        line = json.dumps({"ask": ask, **question})
        if line in self.kept:
            self.kept.move_to_end(line)
            return self.kept[line]
        if self.waiting >= WAITING:
            raise Problem(503, "too many questions at once; ask again in a moment", "Busy", retry_s=2)
        self.waiting += 1
        try:
            number = await self.free.get()
        finally:
            self.waiting -= 1
        try:
            reply = await self._reply(number, line, times * self.deadline_s)
        finally:
            self.free.put_nowait(number)
        if not reply.startswith(ANSWER):
            raise of_library(**json.loads(reply)["error"])
        answer = reply[len(ANSWER) : reply.rindex(b"}")]
        if keep:
            self._keep(line, answer)
        return answer

    def _keep(self, line: str, answer: bytes) -> None:
        """Keep an answer; those that were not asked for longest make room."""
        self.kept[line] = answer
        size = sum(map(len, self.kept.values()))
        while size > KEPT:
            size -= len(self.kept.popitem(last=False)[1])

    async def _reply(self, number: int, line: str, deadline_s: float) -> bytes:
        clerk = self.clerks[number] or await self._hire(number)
        assert clerk.stdin is not None
        assert clerk.stdout is not None
        try:
            async with asyncio.timeout(deadline_s):
                clerk.stdin.write(line.encode() + b"\n")
                await clerk.stdin.drain()
                reply = await clerk.stdout.readline()
        except TimeoutError:
            await self._dismiss(number)
            raise Problem(
                504, f"no answer within {deadline_s:g} seconds; use smaller parameters, or start a run"
            ) from None
        except (
            asyncio.CancelledError
        ):  # the reader went away: the answer would be taken for that of the next question
            await self._dismiss(number)
            raise
        except (OSError, ValueError):
            reply = b""
        if not reply:
            await self._dismiss(number)
            raise Problem(
                503, "the process that was to answer has ended; ask again", "DeskRestarted", retry_s=1
            )
        return reply

    async def _hire(self, number: int) -> asyncio.subprocess.Process:
        command, environment = child("tianji.studio.clerk")
        with self.log.open("ab") as log:
            clerk = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=log, limit=LINE,
                env=environment,
            )  # fmt: skip
        self.clerks[number] = clerk
        return clerk

    async def _dismiss(self, number: int) -> None:
        clerk, self.clerks[number] = self.clerks[number], None
        if clerk is not None and clerk.returncode is None:
            with suppress(ProcessLookupError):
                clerk.kill()
            await clerk.wait()

    async def close(self) -> None:
        """End the clerks; they hold nothing that is not in files."""
        for number in range(CLERKS):
            await self._dismiss(number)

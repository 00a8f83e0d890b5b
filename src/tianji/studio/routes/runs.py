"""The API: parse, ask whoever knows, answer; a route has no logic of its own."""

from __future__ import annotations

import asyncio
import os
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import FileResponse, StreamingResponse

from tianji._version import __version__
from tianji.studio import runs
from tianji.studio.desk import Desk
from tianji.studio.events import WATCHERS, Hub
from tianji.studio.files import read_whole
from tianji.studio.keeper import Keeper
from tianji.studio.play.kept import KeptTables
from tianji.studio.problems import Problem
from tianji.studio.runs import Run
from tianji.studio.schemas import Code, Copy, NewRun, Nothing, RunChanges, SolveBody
from tianji.studio.workspace import COOKIE_S, Keys

router = APIRouter(prefix="/api/v1")
Words = Annotated[str, Query(max_length=200)]
Page = Annotated[int, Query(ge=1, le=500)]
Start = Annotated[int, Query(ge=0, le=10**9)]


class Rooms:
    """What the routes of one server share."""

    def __init__(self, keys: Keys, keeper: Keeper, desk: Desk, hub: Hub) -> None:
        self.keys, self.keeper, self.desk, self.hub = keys, keeper, desk, hub
        self.tables = KeptTables(keys.workspace.folder / "tables")

    async def add(self, body: NewRun, key: str | None = None, parent: str | None = None) -> dict[str, Any]:
        """Queue a run, if the library would take it."""
        question = body.solve.model_dump(exclude_none=True)
        told = await self.desk.ask("plan", body=question)
        about = {"kind": body.kind, "body": question, "name": body.name, "tags": body.tags, "note": body.note}
        run = self.keeper.add({**about, "key": key, "plan": told, "parent": parent})
        return {**run.summary(), "plan": told}


def rooms(request: Request) -> Rooms:
    """Of the server that was asked."""
    found: Rooms = request.app.state.rooms
    return found


@router.post("/session", status_code=204)
async def enter(request: Request, body: Code) -> Response:
    """Trade a one-time code for a cookie."""
    keys = rooms(request).keys
    cookie = keys.trade(body.code)
    if cookie is None:
        raise Problem(401, "this code is wrong, used or too old; `tianji studio` prints a new one", "Code")
    answer = Response(status_code=204)
    answer.set_cookie(keys.cookie_name, cookie, max_age=COOKIE_S, httponly=True, samesite="strict", path="/")
    return answer


@router.delete("/session", status_code=204)
async def leave(request: Request) -> Response:
    """Make every cookie given so far worthless."""
    rooms(request).keys.forget()
    answer = Response(status_code=204)
    answer.delete_cookie(rooms(request).keys.cookie_name)
    return answer


@router.post("/links")
async def link(request: Request, body: Nothing) -> dict[str, str]:
    """A new one-time address."""
    keys = rooms(request).keys
    return {"address": f"{keys.address}/open#{keys.new_code()}"}


@router.get("/meta")
async def meta(request: Request) -> dict[str, Any]:
    """What this server is and has."""
    return {
        "version": __version__,
        "workspace": str(rooms(request).keys.workspace.folder),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "languages": ["en", "zh"],
        "readonly": rooms(request).keeper.is_readonly,
        "runs": len(rooms(request).keeper.runs),
        "unread": rooms(request).keeper.unread,
    }


@router.get("/games")
async def games(request: Request) -> dict[str, Any]:
    """Every game that comes with Tianji."""
    return {"items": await rooms(request).desk.ask("games", keep=True), "next": None}


@router.get("/sizes")
async def sizes(request: Request) -> dict[str, Any]:
    """How many histories those games have, up to 10,000; null where there are more."""
    return {"items": await rooms(request).desk.ask("sizes", keep=True), "next": None}


@router.get("/games/{spec}")
async def game(request: Request, spec: str) -> Any:
    """Rules, parameters, size, and what a walk of the rules finds."""
    return await rooms(request).desk.relay("describe", keep=True, spec=known_spec(spec))


@router.get("/own/{file}")
async def own_file(request: Request, file: str) -> Any:
    """The games of a file that was named with --allow, and what a walk of their rules finds."""
    return await rooms(request).desk.relay("own_games", file=file[:100])


def known_spec(spec: str) -> str:
    """A spec that is short enough to be one."""
    if len(spec) > 400:
        raise Problem(422, "a game spec has at most 400 characters", "ParameterError", "spec")
    return spec


@router.get("/methods")
async def methods(request: Request) -> dict[str, Any]:
    """Every method of solving, with a line about it."""
    return {"items": await rooms(request).desk.ask("methods", keep=True), "next": None}


@router.post("/plans")
async def plan(request: Request, body: SolveBody) -> Any:
    """What a run would take, before it is started; or why the library would refuse it."""
    return await rooms(request).desk.relay("plan", body=body.model_dump())


@router.post("/runs", status_code=202)
async def start(
    request: Request,
    body: NewRun,
    idempotency_key: Annotated[str | None, Header(max_length=100)] = None,
) -> dict[str, Any]:
    """Start a run, if the library would take it; the same key gives the same run."""
    return await rooms(request).add(body, idempotency_key)


@router.get("/runs")
async def list_runs(
    request: Request, state: Words = "", q: Words = "", cursor: Start = 0, limit: Page = 100
) -> dict[str, Any]:
    """Runs, the newest first."""
    found = [run for run in rooms(request).keeper.newest() if _fits(run, state, q)]
    more = cursor + limit if cursor + limit < len(found) else None
    return {
        "items": [run.summary() for run in found[cursor : cursor + limit]],
        "next": more,
        "total": len(found),
    }


def _fits(run: Run, state: str, q: str) -> bool:
    if state and run.state != state:
        return False
    text = f"{run.about.get('name', '')} {run.about['body']} {run.about.get('tags', '')} {run.id}".lower()
    return q.lower() in text


@router.get("/runs/{name}")
async def read_run(request: Request, name: str) -> dict[str, Any]:
    """One run: what was asked, where it stands, its curve, its end."""
    run = rooms(request).keeper.find(name)
    return {**run.summary(), "plan": run.about.get("plan"), "points": _curve(run)}


@router.patch("/runs/{name}")
async def change_run(request: Request, name: str, body: RunChanges) -> dict[str, Any]:
    """Give a run another name, other tags, another note."""
    run = rooms(request).keeper.find(name)
    rooms(request).keeper.change(run, body.model_dump(exclude_none=True))
    return run.summary()


@router.delete("/runs/{name}", status_code=204)
async def remove_run(request: Request, name: str) -> None:
    """Move a run to the trash."""
    keeper = rooms(request).keeper
    await keeper.settle(keeper.find(name))
    keeper.remove(keeper.find(name))


@router.post("/runs/{name}/stop", status_code=202)
async def stop_run(request: Request, name: str, body: Nothing) -> dict[str, Any]:
    """End a run with the best answer so far."""
    run = rooms(request).keeper.find(name)
    rooms(request).keeper.stop(run)
    return run.summary()


@router.post("/runs/{name}/pause", status_code=202)
async def pause_run(request: Request, name: str, body: Nothing) -> dict[str, Any]:
    """Let a run rest where it is: the best answer so far is kept, and `resume` goes on."""
    run = rooms(request).keeper.find(name)
    rooms(request).keeper.stop(run, "paused")
    return run.summary()


@router.post("/runs/{name}/clone", status_code=202)
async def clone_run(request: Request, name: str, body: Copy) -> dict[str, Any]:
    """Ask the same again from the beginning, with changes; the new run names its parent."""
    run = rooms(request).keeper.find(name)
    asked = {**solved_game(run), **body.solve.model_dump(exclude_none=True)}
    drawing = {
        method["name"] for method in await rooms(request).desk.ask("methods", keep=True) if method["draws"]
    }
    if body.solve.seed is None and asked["method"].strip().lower() not in drawing:
        asked.pop("seed", None)  # it was of the other method
    title = run.about.get("name", "") if body.name is None else body.name
    copy = NewRun(solve=SolveBody(**asked), name=title, tags=run.about.get("tags", []))
    return await rooms(request).add(copy, parent=run.id)


@router.get("/runs/{name}/metrics")
async def metrics(request: Request, name: str, after: Start = 0, limit: Page = 500) -> dict[str, Any]:
    """Rows of the curve after so many iterations, in order; `next` is what to ask for then."""
    rows = [row for row in _curve(rooms(request).keeper.find(name)) if row["iterations"] > after]
    return {
        "items": rows[:limit],
        "next": rows[limit - 1]["iterations"] if len(rows) > limit else None,
        "total": len(rows),
    }


def _curve(run: Run) -> list[dict[str, Any]]:
    return [
        {"iterations": t, "seconds": s, "exploitability": gap} for t, (s, gap) in sorted(run.points.items())
    ]


@router.post("/runs/{name}/resume", status_code=202)
async def resume_run(request: Request, name: str, body: Nothing) -> dict[str, Any]:
    """Continue a run that was stopped; one that is done only where its result can no longer be read."""
    run = rooms(request).keeper.find(name)
    await rooms(request).keeper.settle(run)
    is_damaged = run.state == "done" and not await rooms(request).desk.ask("whole", folder=str(run.folder))
    rooms(request).keeper.resume(run, is_damaged=is_damaged)
    return run.summary()


@router.get("/runs/{name}/infosets")
async def infosets(
    request: Request, name: str, q: Words = "", player: Annotated[int | None, Query(ge=0, le=99)] = None,
    sort: Literal["reach", "value", "count", "infoset"] = "reach", low: bool = False,
    cursor: Start = 0, limit: Page = 50, words: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """The strategy that was found, those infosets first that are reached most often, or by another column.

    low: the least first, of infosets those with the first letters. words: with what was seen on the way there, and the
    actions, in the game's own words.
    """
    run = rooms(request).keeper.find(name)
    rows = await asyncio.to_thread(_rows, run.folder / "result.json")
    found = [
        row for row in rows if player in (None, row["player"]) and q.lower() in str(row["infoset"]).lower()
    ]
    if sort != "reach" or low:
        is_known = [row for row in found if row[sort] is not None]
        found = sorted(is_known, key=lambda row: row[sort], reverse=not low) + [
            row for row in found if row[sort] is None
        ]
    more = cursor + limit if cursor + limit < len(found) else None
    shown = found[cursor : cursor + limit]
    if words and shown:
        wanted = [[row["player"], row["infoset"]] for row in shown]
        said = await rooms(request).desk.ask("words", spec=solved_game(run)["game"], wanted=wanted, keep=True)
        shown = [{**row, **each} for row, each in zip(shown, said, strict=True)]
    return {"items": shown, "next": more, "total": len(found)}


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        return _parsed(path, path.stat().st_mtime_ns)
    except OSError:
        raise Problem(404, "this run has no result yet", "NoResult") from None


def solved_game(run: Run) -> dict[str, Any]:
    """What a run of `tianji.solve` was asked; a run of another kind, such as hold'em's, is refused."""
    if (kind := run.about.get("kind", "solve")) != "solve":
        raise Problem(409, f"this is a run of {kind}; only a solve of a game has this", "OtherKind")
    body: dict[str, Any] = run.about["body"]
    return body


@lru_cache(maxsize=1)  # some 20 MB where all rows are there
def _parsed(path: Path, changed: int) -> list[dict[str, Any]]:
    try:
        return list((read_whole(path) or {})["infosets"])
    except (KeyError, TypeError):
        raise Problem(422, "result.json is damaged; start from the checkpoint", "FileFormatError") from None


@router.get("/runs/{name}/log")
async def log(request: Request, name: str) -> dict[str, str]:
    """The last lines that the worker has written."""
    folder = rooms(request).keeper.find(name).folder
    return {"text": await asyncio.to_thread(runs.tail, folder / "log.txt", 200)}


@router.get("/runs/{name}/files")
async def list_files(request: Request, name: str) -> dict[str, Any]:
    """The files of a run that can be taken away."""
    folder = rooms(request).keeper.find(name).folder
    there = [file for file in runs.FILES if (folder / file).is_file()]
    return {
        "items": [{"name": file, "bytes": (folder / file).stat().st_size} for file in there],
        "next": None,
    }


@router.get("/runs/{name}/files/{file}")
async def take_file(request: Request, name: str, file: str) -> Response:
    """One of them."""
    run = rooms(request).keeper.find(name)
    path = run.folder / file
    if file not in runs.FILES or path.is_symlink() or not path.is_file():
        raise Problem(404, f"this run has no file {file[:40]!r}", "NoFile")
    return FileResponse(path, media_type=runs.FILES[file], filename=f"{run.id}-{file}")


@router.get("/events")
async def events(
    request: Request,
    run: Annotated[str, Query(max_length=20)] = "",
    after: Start = 0,
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
) -> StreamingResponse:
    """What happens, as server-sent events: to one run, or to all; a reader who comes back says what was seen last."""
    shared = rooms(request)
    if len(shared.hub.watchers) >= WATCHERS:
        raise Problem(503, f"{WATCHERS} pages are watching already; close some", "Busy", retry_s=5)
    watched = shared.keeper.find(run) if run else None
    name, _, number = (last_event_id or "").partition(":")
    if watched is not None and name == watched.id and number.isdecimal():
        after = max(after, int(number))
    stream = shared.hub.stream(watched, shared.keeper.newest()[:200], after)
    return StreamingResponse(stream, media_type="text/event-stream")

"""The application: routes, the page, every fault as a problem, and the guard around all of it."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from tianji._version import __version__
from tianji.studio.desk import Desk
from tianji.studio.events import Hub
from tianji.studio.guard import Guard
from tianji.studio.holdem.routes import router as holdem_router
from tianji.studio.keeper import Keeper
from tianji.studio.own.shelf import OwnFiles
from tianji.studio.pages import Pages
from tianji.studio.play.decks import Decks
from tianji.studio.problems import Problem
from tianji.studio.routes.house import router as house_router
from tianji.studio.routes.play import router as play_router
from tianji.studio.routes.runs import Rooms, router
from tianji.studio.routes.sight import router as sight_router
from tianji.studio.routes.theory import router as theory_router
from tianji.studio.routes.train import router as train_router
from tianji.studio.workspace import Keys, Workspace

WATCH_S = 0.25  # between two looks at the files of games
TIDY_S = 15.0  # between two times that memory nobody uses is given back
log = logging.getLogger("tianji.studio")
LONGEST = 120  # characters of the input that a sentence quotes at a time


def make_app(
    workspace: Workspace,
    keys: Keys,
    allowed_hosts: frozenset[str] = frozenset(),
    *,
    is_readonly: bool = False,
    shelf: OwnFiles | None = None,
) -> Guard:
    """Everything, ready to be served."""
    inner = make_inner(workspace, keys, is_readonly=is_readonly, shelf=shelf)
    return Guard(inner, keys, allowed_hosts, is_readonly=is_readonly)


def make_inner(
    workspace: Workspace, keys: Keys, *, is_readonly: bool = False, shelf: OwnFiles | None = None
) -> FastAPI:
    """The routes without the guard: what its tests read the list of routes from."""
    app = FastAPI(
        title="Tianji Studio", version=__version__, openapi_url="/api/v1/openapi.json", docs_url=None,
        redoc_url=None, lifespan=_lifespan, redirect_slashes=False,
    )  # fmt: skip
    app.state.shelf = shelf or OwnFiles(())
    hub = Hub(app.state.shelf.stamps())
    keeper = Keeper(workspace.runs, workspace.folder / "trash", hub, is_readonly=is_readonly)
    app.state.rooms = Rooms(keys, keeper, Desk(workspace.folder / "server.log"), hub)
    app.include_router(router)
    app.state.decks = Decks(workspace.folder / "decks", workspace.folder / "trash")
    app.state.uploads = asyncio.Lock()  # one piece of a file at a time
    app.include_router(theory_router)
    app.include_router(holdem_router)
    app.include_router(play_router)
    app.include_router(sight_router)
    app.include_router(train_router)
    app.include_router(house_router)
    pages = Pages()
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(Exception, _on_fault)

    async def file(request: Request, name: str) -> Response:
        return pages.file(request, name)

    async def shell(request: Request) -> Response:
        if request.url.path.startswith("/api/"):
            raise Problem(404, "the API has no such place; /api/v1/openapi.json lists them", "NoPlace")
        return pages.shell(request)

    app.add_api_route("/static/{name}", file, methods=["GET"], include_in_schema=False)
    app.add_api_route("/{path:path}", shell, methods=["GET"], include_in_schema=False)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    shared: Rooms = app.state.rooms
    tasks = [asyncio.create_task(work) for work in (shared.keeper.keep(), _prepare(shared.desk), _tidy())]
    if app.state.shelf.places:
        tasks.append(asyncio.create_task(_watch(app.state.shelf, shared.hub)))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await shared.desk.close()


async def _tidy() -> None:
    """Give memory back that nobody uses.

    Requests leave cycles, some kilobytes each: Python looks for those among everything that is imported, and therefore
    only once they are a quarter of it. What is there at the start is left out of that search, which then takes a
    millisecond; and the C library is asked to return what is free.
    """
    gc.collect()
    gc.freeze()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's
    while True:
        await asyncio.sleep(TIDY_S)
        gc.collect()
        if trim is not None:
            await asyncio.to_thread(trim, 0)


async def _watch(shelf: OwnFiles, hub: Hub) -> None:
    """Tell the pages when a file of a game is saved."""
    while True:
        await asyncio.sleep(WATCH_S)
        files = await asyncio.to_thread(shelf.stamps)
        if files != hub.files:
            hub.saved(files)


async def _prepare(desk: Desk) -> None:
    """Have the first answers at hand."""
    with suppress(Problem):
        await desk.ask("games", keep=True)
        await desk.ask("methods", keep=True)


def _answer(problem: Problem) -> Response:
    return Response(problem.body(), problem.status, problem.headers)


async def _on_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return _answer(error)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _answer(Problem(error.status_code, str(error.detail).lower()))


async def _on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = dict(error.errors()[0])
    where = [str(part)[:LONGEST] for part in first["loc"]]
    field = ".".join(where[1:]) or where[0]
    given = "" if first["type"] == "missing" else f", not {repr(first.get('input'))[:LONGEST]}"
    message = str(first["msg"])[:1].lower() + str(first["msg"])[1:]
    return _answer(Problem(422, f"{field}: {message}{given}", "ParameterError", "/" + "/".join(where)))


async def _on_fault(request: Request, error: Exception) -> Response:
    number = secrets.token_hex(4)
    log.error("fault %s at %s", number, request.url.path, exc_info=error)
    return _answer(
        Problem(
            500, f"a fault of Tianji, {number}; the file server.log in the workspace shows where", "Fault"
        )
    )

"""The routes of play: tables are files of moves; only what the seat may know leaves the server."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Literal

from fastapi import APIRouter, Request

from tianji.studio import runs
from tianji.studio.play.kept import MOST
from tianji.studio.problems import Problem
from tianji.studio.routes.runs import Rooms, rooms, solved_game
from tianji.studio.schemas import Act, NewTable, Nothing

router = APIRouter(prefix="/api/v1")
STRATEGY = "result.safetensors"


def _strategy(shared: Rooms, name: str, about: dict[str, Any]) -> str | None:
    """The file that the opponent plays by, where he plays by one."""
    who = about["opponent"]
    if who["kind"] == "run":
        path = shared.keeper.find(who["run"]).folder / STRATEGY
    elif who["kind"] == "solve":
        path = shared.tables.folder / name / STRATEGY
    else:
        return None
    if path.is_symlink() or not path.is_file():
        raise Problem(409, "the strategy of this opponent is not there any more, or not yet", "NoStrategy")
    return str(path)


@router.post("/tables", status_code=201)
async def sit_down(request: Request, body: NewTable) -> dict[str, Any]:
    """A table against a run's strategy, an engine, an even player, or one who solves a small game first."""
    shared, name = rooms(request), runs.new_id()
    if len(shared.tables.list()) >= MOST:
        raise Problem(
            409, f"the workspace holds {MOST} tables; delete some folders in tables/", "WorkspaceFull"
        )
    opponent = body.opponent.model_dump(exclude_none=True)
    about: dict[str, Any] = {
        "game": body.game, "opponent": opponent, "seat": body.seat, "rounds": [], "created": runs.now(),
        "seed": secrets.randbits(48) if body.seed is None else body.seed,
    }  # fmt: skip
    to = None
    if opponent["kind"] == "solve":
        shared.tables.make(name)
        to = str(shared.tables.folder / name / STRATEGY)
    if opponent["kind"] == "run":
        run = shared.keeper.find(opponent["run"])
        about["game"] = solved_game(run)["game"]
        opponent["exploitability"] = (run.detail.get("result") or {}).get("exploitability")
    strategy = None if to else _strategy(shared, name, about)
    made = await shared.desk.ask("new_table", about=about, strategy=strategy, solve_to=to)
    shared.tables.write(name, made["about"])
    return {"id": name, **made["view"]}


@router.get("/tables")
async def list_tables(request: Request) -> dict[str, Any]:
    """Tables, the newest first."""
    found = await asyncio.to_thread(rooms(request).tables.list)
    items = [
        {
            "id": each["id"],
            "game": each["game"],
            "opponent": each["opponent"],
            "rounds": len(each["rounds"]),
            "created": each.get("created", ""),
        }
        for each in found[:100]
    ]
    return {"items": items, "next": None, "total": len(found)}


async def _see(request: Request, name: str, what: Literal["view", "odds", "review"]) -> dict[str, Any]:
    shared = rooms(request)
    about = shared.tables.read(name)
    strategy = _strategy(shared, name, about)
    return {"id": name, **await shared.desk.ask("see_table", about=about, strategy=strategy, what=what)}


@router.get("/tables/{name}")
async def read_table(request: Request, name: str) -> dict[str, Any]:
    """A table as its seat sees it."""
    return await _see(request, name, "view")


@router.get("/tables/{name}/odds")
async def odds(request: Request, name: str) -> dict[str, Any]:
    """What each action is worth, and what the others may hold, from what the seat knows alone."""
    return await _see(request, name, "odds")


@router.get("/tables/{name}/review")
async def review(request: Request, name: str) -> dict[str, Any]:
    """What each decision cost."""
    return await _see(request, name, "review")


async def _change(request: Request, name: str, what: str, **how: Any) -> dict[str, Any]:
    shared = rooms(request)
    about = shared.tables.read(name)
    async with shared.tables.lock(name):
        about = shared.tables.read(name)
        strategy = _strategy(shared, name, about)
        made = await shared.desk.ask("change_table", about=about, strategy=strategy, what=what, **how)
        shared.tables.write(name, made["about"])
    return {"id": name, **made["view"]}


@router.post("/tables/{name}/acts")
async def act(request: Request, name: str, body: Act) -> dict[str, Any]:
    """Play an action; the others answer until it is your turn, or the round is over."""
    return await _change(request, name, "act", action=body.action, at=body.at)


@router.post("/tables/{name}/deal")
async def deal(request: Request, name: str, body: Nothing) -> dict[str, Any]:
    """The next round."""
    return await _change(request, name, "deal")


@router.post("/tables/{name}/undo")
async def undo(request: Request, name: str, body: Nothing) -> dict[str, Any]:
    """Take back the last own decision."""
    return await _change(request, name, "undo")

"""The routes of play: tables are files of moves; only what the seat may know leaves the server."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request

from tianji.errors import UnknownNameError
from tianji.studio import runs
from tianji.studio.play import players
from tianji.studio.play.kept import MOST
from tianji.studio.problems import Problem
from tianji.studio.routes.runs import Rooms, rooms, solved_game
from tianji.studio.schemas import Act, NewMatch, NewTable, NextRound, Nothing, Retry

router = APIRouter(prefix="/api/v1")
STRATEGY = "result.safetensors"


def _strategy(shared: Rooms, name: str, about: dict[str, Any]) -> str | None:
    """The file that the opponent plays by, where he plays by one."""
    who = about["opponent"]
    if who["kind"] == "run":
        path = shared.keeper.find(who["run"]).folder / STRATEGY
    elif who["kind"] == "solve":
        path = shared.tables.folder / name / STRATEGY
    elif who["kind"] == "player":
        return _player(shared, who["player"])
    else:
        return None
    if path.is_symlink() or not path.is_file():
        raise Problem(409, "the strategy of this opponent is not there any more, or not yet", "NoStrategy")
    return str(path)


def _own(shared: Rooms) -> dict[str, str]:
    return players.own_players(shared.keys.workspace.folder / "players")


def _player(shared: Rooms, name: str) -> str:
    try:
        return players.player_of(name, _own(shared))
    except UnknownNameError as error:
        raise Problem(422, str(error), "UnknownNameError", "/opponent/player") from None


def _times(about: dict[str, Any]) -> float:
    """A player of hold'em may think; and on a new machine its kernels are compiled, once."""
    return 6.0 if about["opponent"]["kind"] == "player" else 1.0


@router.get("/players")
async def list_players(request: Request) -> dict[str, Any]:
    """Who can be sat against at hold'em: built-in players, and the blueprints in the workspace's folder players/."""
    shared = rooms(request)
    own = await asyncio.to_thread(_own, shared)
    return {"items": await shared.desk.ask("holdem_players", own=own), "next": None}


@router.post("/tables", status_code=201)
async def sit_down(request: Request, body: NewTable) -> dict[str, Any]:
    """A table against a run's strategy, an engine, an even player, one who solves a small game first; or hold'em."""
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
    if opponent["kind"] == "player":
        about["opponent"] = {key: opponent[key] for key in ("kind", "player", "seconds") if key in opponent}
        about["stack"] = players.STACK if body.stack is None else body.stack
    strategy = None if to else _strategy(shared, name, about)
    made = await shared.desk.ask(
        "new_table", times=_times(about), about=about, strategy=strategy, solve_to=to
    )
    shared.tables.write(name, made["about"])
    return {"id": name, **made["view"]}


@router.post("/matches")
async def watch(request: Request, body: NewMatch) -> Any:
    """Two players at one table, to be watched: every round in words, the score, a file. Nothing is kept."""
    shared = rooms(request)
    sides = [player.model_dump(exclude_none=True) for player in body.players]
    about = [{"opponent": side} for side in sides]
    for player in sides:
        if player["kind"] == "run" and solved_game(shared.keeper.find(player["run"]))["game"] != body.game:
            raise Problem(
                422, f"run {player['run']} is of another game than {body.game[:80]}", "ParameterError"
            )
    strategies = [_strategy(shared, "", each) for each in about]
    stack = (body.stack or players.STACK) if body.game == "holdem" else 0
    question: dict[str, Any] = {
        "game": body.game,
        "players": sides,
        "strategies": strategies,
        "rounds": body.rounds,
    }
    return await shared.desk.ask("watch", times=_times(about[0]), **question, seed=body.seed, stack=stack)


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
    told = await shared.desk.ask("see_table", times=_times(about), about=about, strategy=strategy, what=what)
    return {"id": name, **told}


async def own_decisions(request: Request, name: str) -> dict[str, Any]:
    """The decisions made at a table as cards of a deck."""
    shared = rooms(request)
    about = shared.tables.read(name)
    found: dict[str, Any] = await shared.desk.ask(
        "table_cards", about=about, strategy=_strategy(shared, name, about)
    )
    return found


@router.get("/tables/{name}/file")
async def table_file(
    request: Request, name: str, last: Annotated[int, Query(ge=1, le=5000)] = 5000
) -> dict[str, Any]:
    """The rounds that have ended, the last so many, as a file: PHH of hold'em, JSON of other games."""
    shared = rooms(request)
    about = shared.tables.read(name)
    strategy = _strategy(shared, name, about)
    told = await shared.desk.ask("table_file", about=about, strategy=strategy, last=last)
    return {"id": name, "file": told["name"], "rounds": told["hands"], "text": told["text"]}


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
        made = await shared.desk.ask(
            "change_table", times=_times(about), about=about, strategy=strategy, what=what, **how
        )
        shared.tables.write(name, made["about"])
    return {"id": name, **made["view"]}


@router.post("/tables/{name}/acts")
async def act(request: Request, name: str, body: Act) -> dict[str, Any]:
    """Play an action; the others answer until it is your turn, or the round is over."""
    return await _change(request, name, "act", action=body.action, at=body.at)


@router.post("/tables/{name}/deal")
async def deal(request: Request, name: str, body: NextRound) -> dict[str, Any]:
    """The next round; in another seat or with the same deal, where that is asked for."""
    return await _change(request, name, "deal", seat_of=body.seat, is_again=body.again)


@router.post("/tables/{name}/retry")
async def retry(request: Request, name: str, body: Retry) -> dict[str, Any]:
    """A decision of a round that has ended, to be made again: a round of its own that begins there."""
    return await _change(request, name, "retry", at=[body.round, body.turn])


@router.post("/tables/{name}/undo")
async def undo(request: Request, name: str, body: Nothing) -> dict[str, Any]:
    """Take back the last own decision."""
    return await _change(request, name, "undo")

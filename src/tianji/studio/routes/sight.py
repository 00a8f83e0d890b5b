"""The routes of what is seen: trees, time travel, one iteration in slow motion, search with its steps."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request

from tianji.studio.house.upload import kept_file
from tianji.studio.problems import Problem
from tianji.studio.routes.runs import known_spec, rooms, solved_game
from tianji.studio.schemas import SearchBody

router = APIRouter(prefix="/api/v1")
Infoset = Annotated[str, Query(min_length=1, max_length=2000)]
Player = Annotated[int, Query(ge=0, le=99)]


@router.get("/games/{spec}/tree")
async def tree(
    request: Request,
    spec: str,
    at: Annotated[str, Query(pattern=r"^([0-9]+(\.[0-9]+)*)?$", max_length=2000)] = "",
    depth: Annotated[int, Query(ge=0, le=40)] = 2,
    run: Annotated[str, Query(max_length=20)] = "",
    overlay: Literal["average", "current", "regret", "value"] = "average",
) -> Any:
    """A part of a game's tree, with what a run says of its moves: average or current strategy, regret, value."""
    strategy = None
    followed: dict[str, Any] | None = None
    if run:
        path = rooms(request).keeper.find(run).folder / "result.safetensors"
        if path.is_symlink() or not path.is_file():
            raise Problem(404, "this run has no result yet", "NoResult")
        strategy = str(path)
        followed = _traced(request, run) if overlay in ("current", "regret") else None
    steps = [int(part) for part in at.split(".")] if at else []
    question: dict[str, Any] = {"spec": known_spec(spec), "at": steps, "depth": depth, "strategy": strategy}
    if strategy is not None:
        question |= {"overlay": overlay, "run": followed}
    return await rooms(request).desk.relay("tree", keep=not run, **question)


@router.get("/games/{spec}/file")
async def game_file(request: Request, spec: str, form: Literal["efg", "tikz"] = "efg") -> Any:
    """A whole game as a file: Gambit's .efg, or a picture for TikZ where the tree is small."""
    return await rooms(request).desk.ask("tree_file", keep=True, spec=known_spec(spec), form=form)


def _traced(request: Request, name: str) -> dict[str, Any]:
    """What decides a run's course, bit for bit."""
    run = rooms(request).keeper.find(name)
    found, body = run.detail.get("result"), solved_game(run)
    if not found or not found.get("iterations"):
        raise Problem(404, "this run has no result yet", "NoResult")
    return {
        "spec": body["game"], "method": found["method"], "iterations": found["iterations"],
        "merge": body.get("merge") is not False,
    }  # fmt: skip


@router.get("/runs/{name}/snapshots")
async def snapshots(request: Request, name: str, player: Player, infoset: Infoset) -> Any:
    """One infoset of a run through time: regrets, current and average strategy."""
    return await rooms(request).desk.relay(
        "snapshots", **_traced(request, name), player=player, infoset=infoset
    )


@router.get("/runs/{name}/iterations")
async def iteration(
    request: Request, name: str, player: Player, infoset: Infoset, t: Annotated[int, Query(ge=1, le=10**12)]
) -> Any:
    """One iteration at an infoset in slow motion."""
    question = {**_traced(request, name), "player": player, "infoset": infoset, "t": t}
    return await rooms(request).desk.relay("iteration", **question)


@router.get("/search/methods")
async def search_methods(request: Request) -> dict[str, Any]:
    """Every method of search, with a line about it and whether it can be watched."""
    return {"items": await rooms(request).desk.ask("search_methods", keep=True), "next": None}


@router.post("/search")
async def look(request: Request, body: SearchBody) -> Any:
    """A position by its moves; with a method, its answer within some seconds, and the steps that led there."""
    question = body.model_dump(exclude_none=True)
    if body.file is not None:
        question["file"] = str(kept_file(rooms(request).keys.workspace.folder, body.file))
    return await rooms(request).desk.relay("look", **question)

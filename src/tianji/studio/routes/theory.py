"""The routes of theory: matrix games, and subgames solved again."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tianji.studio.routes.runs import known_spec, rooms
from tianji.studio.schemas import (
    CoalitionsBody,
    CorrelatedBody,
    FieldBody,
    LearnBody,
    MatrixBody,
    SubgameBody,
    TournamentBody,
)

router = APIRouter(prefix="/api/v1")


@router.get("/matrix/games")
async def games(request: Request) -> dict[str, Any]:
    """Named games with their payoffs."""
    return {"items": await rooms(request).desk.ask("matrix_games", keep=True), "next": None}


@router.post("/matrix/solve")
async def solve(request: Request, body: MatrixBody) -> Any:
    """Best replies, dominance, every equilibrium."""
    return await rooms(request).desk.relay("matrix", keep=True, **body.model_dump())


@router.post("/matrix/learn")
async def learn(request: Request, body: LearnBody) -> Any:
    """How players learn in a matrix game."""
    return await rooms(request).desk.relay("matrix_learn", **body.model_dump())


@router.post("/matrix/correlated")
async def correlated(request: Request, body: CorrelatedBody) -> Any:
    """What a mediator can do in a matrix game."""
    return await rooms(request).desk.relay("correlated", keep=True, **body.model_dump())


@router.post("/matrix/repeated")
async def repeated(request: Request, body: MatrixBody) -> Any:
    """What patience can do in a matrix game."""
    return await rooms(request).desk.relay("repeated", keep=True, **body.model_dump())


@router.post("/matrix/field")
async def field(request: Request, body: FieldBody) -> Any:
    """Where learning leads from everywhere in a matrix game."""
    return await rooms(request).desk.relay("matrix_field", keep=True, **body.model_dump())


@router.post("/matrix/tournament")
async def tournament(request: Request, body: TournamentBody) -> Any:
    """Who does well when a matrix game is played again and again."""
    return await rooms(request).desk.relay("tournament", keep=True, **body.model_dump())


@router.post("/matrix/coalitions")
async def coalitions(request: Request, body: CoalitionsBody) -> Any:
    """How what coalitions are worth can be shared."""
    return await rooms(request).desk.relay("coalitions", keep=True, **body.model_dump())


@router.get("/games/{spec}/cuts")
async def cuts(request: Request, spec: str) -> dict[str, Any]:
    """Where a game can be cut into subgames."""
    return {"items": await rooms(request).desk.ask("cuts", keep=True, spec=known_spec(spec)), "next": None}


@router.get("/games/{spec}/form")
async def form(request: Request, spec: str) -> Any:
    """A small game as a table: its reduced strategic form."""
    return await rooms(request).desk.relay("strategic", keep=True, spec=known_spec(spec))


@router.get("/techniques")
async def techniques(request: Request) -> dict[str, Any]:
    """How subgames can be solved again."""
    return {"items": await rooms(request).desk.ask("techniques", keep=True), "next": None}


@router.post("/subgame/solve")
async def solve_subgame(request: Request, body: SubgameBody) -> Any:
    """Subgames solved again by one technique, with the margin of every entry."""
    return await rooms(request).desk.relay("subgame", keep=True, **body.model_dump(exclude_none=True))

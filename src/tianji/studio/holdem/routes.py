"""The API of hold'em: parse, ask whoever knows, answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request

from tianji.studio.holdem.schemas import (
    EditedBody,
    HoldemBody,
    ImportBody,
    NewHoldem,
    NewReport,
    NewReview,
    RangeBody,
    ReportBody,
    ShiftBody,
)
from tianji.studio.house import memory_bytes
from tianji.studio.problems import Problem
from tianji.studio.routes.runs import rooms

router = APIRouter(prefix="/api/v1")
LineText = Annotated[str, Query(max_length=400)]
RunName = Annotated[str, Query(max_length=10)]
Key = Annotated[str | None, Header(max_length=100)]


def _plain(body: HoldemBody) -> dict[str, Any]:
    return body.model_dump(exclude_none=True)


def _memory(request: Request) -> int | None:
    """What the owner of the workspace allows a solve."""
    return memory_bytes(rooms(request).keys.workspace.folder)


def _file(request: Request, name: str) -> list[Any]:
    """The solve of a run, and when it was written."""
    path: Path = rooms(request).keeper.find(name).folder / "result.tianji"
    try:
        return [str(path), path.stat().st_mtime_ns]
    except OSError:
        raise Problem(404, "this run has no solve to look at yet", "NoResult") from None


@router.post("/holdem/ranges")
async def read_range(request: Request, body: RangeBody) -> Any:
    """A range as the library reads it: its shortest text, its combinations, the weight of every hand."""
    return await rooms(request).desk.relay("range", text=body.text)


@router.post("/holdem/imports")
async def read_import(request: Request, body: ImportBody) -> Any:
    """The ranges and spots in a text of another program: PioSOLVER, TexasSolver, WASM Postflop, or a spot of ours."""
    return await rooms(request).desk.relay("import", text=body.text)


@router.post("/holdem/plans")
async def plan(request: Request, body: HoldemBody) -> Any:
    """What a solve would take, and smaller trees where it does not fit."""
    return await rooms(request).desk.relay("plan_spot", body=_plain(body), memory=_memory(request))


@router.post("/holdem/runs", status_code=202)
async def start(request: Request, body: NewHoldem, idempotency_key: Key = None) -> dict[str, Any]:
    """Start a solve, if it fits into memory; the same key gives the same run."""
    question = _plain(body.holdem)
    told = await rooms(request).desk.ask("plan_spot", body=question, must_fit=True, memory=_memory(request))
    about = {"kind": "holdem", "body": question, "name": body.name, "tags": body.tags, "note": body.note}
    run = rooms(request).keeper.add({**about, "parent": body.parent, "key": idempotency_key, "plan": told})
    return {**run.summary(), "plan": told}


@router.post("/holdem/reports/plans")
async def plan_report(request: Request, body: ReportBody) -> Any:
    """What a report would take: its boards with their weights, and the solve of the first."""
    return await rooms(request).desk.relay("plan_report", body=_plain(body), memory=_memory(request))


@router.post("/holdem/reports", status_code=202)
async def start_report(request: Request, body: NewReport, idempotency_key: Key = None) -> dict[str, Any]:
    """Start a report over many boards."""
    question = _plain(body.report)
    told = await rooms(request).desk.ask("plan_report", body=question, must_fit=True, memory=_memory(request))
    about = {"kind": "report", "body": question, "name": body.name, "tags": body.tags, "note": body.note}
    run = rooms(request).keeper.add({**about, "key": idempotency_key, "plan": told})
    return {**run.summary(), "plan": told}


@router.post("/holdem/reviews", status_code=202)
async def start_review(request: Request, body: NewReview, idempotency_key: Key = None) -> dict[str, Any]:
    """Price the decisions of hands that were played, if there is one that can be read."""
    question = body.review.model_dump(exclude_none=True)
    told = await rooms(request).desk.ask("plan_review", body=question)
    about = {"kind": "review", "body": question, "name": body.name, "tags": body.tags, "note": body.note}
    run = rooms(request).keeper.add({**about, "key": idempotency_key, "plan": told})
    return {**run.summary(), "plan": told}


@router.get("/solves/{name}/node")
async def node(request: Request, name: str, line: LineText = "", values: bool = True) -> Any:
    """Where a line leads: the way there, and every number of the decision; without `values` no EVs and equities."""
    path, stamp = _file(request, name)
    return await rooms(request).desk.relay("node", path=path, stamp=stamp, line=line, values=values)


@router.get("/solves/{name}/cards")
async def cards(request: Request, name: str, line: LineText = "") -> Any:
    """What every next card does after a line."""
    path, stamp = _file(request, name)
    return await rooms(request).desk.relay("cards", keep=True, path=path, stamp=stamp, line=line)


@router.post("/solves/{name}/evaluate")
async def evaluate(request: Request, name: str, body: EditedBody) -> Any:
    """The solve with other strategies at some decisions, nothing solved again: values, proof, EVs after a line."""
    path, stamp = _file(request, name)
    edits = [each.model_dump() for each in body.edits]
    return await rooms(request).desk.ask("edited", path=path, stamp=stamp, edits=edits, line=body.line)


@router.post("/solves/{name}/strategy")
async def strategy(request: Request, name: str, body: ShiftBody) -> Any:
    """The strategy after a line as a lock takes it; with an action, played more often by the hands it costs least."""
    path, stamp = _file(request, name)
    return await rooms(request).desk.relay("locked_strategy", path=path, stamp=stamp, **body.model_dump())


@router.get("/compare")
async def compare(request: Request, a: RunName, b: RunName, line: LineText = "") -> Any:
    """Two solves of one board after a line, and where they differ most."""
    return await rooms(request).desk.relay("compare", a=_file(request, a), b=_file(request, b), line=line)


@router.get("/compare/where")
async def where(
    request: Request, a: RunName, b: RunName, most: Annotated[int, Query(ge=1, le=100)] = 20
) -> Any:
    """Where two solves of one board differ most, over all streets."""
    return await rooms(request).desk.relay(
        "where", keep=True, a=_file(request, a), b=_file(request, b), most=most
    )


@router.get("/pushfold")
async def pushfold(
    request: Request,
    stack: Annotated[float, Query(gt=0, le=1000)] = 10.0,
    ante: Annotated[float, Query(ge=0, le=1000)] = 0.0,
) -> Any:
    """Push or fold at a stack, in big blinds."""
    return await rooms(request).desk.relay("pushfold", keep=True, stack=stack, ante=ante)

"""The routes of the house: settings, and everything that is kept with what it takes of the disk."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from tianji.studio import house as settings
from tianji.studio.house import books, ranges, upload
from tianji.studio.problems import writing
from tianji.studio.routes.runs import Rooms, rooms
from tianji.studio.schemas import FilePiece, KeptRange, Nothing, RangePlace, WorkspaceSettings

router = APIRouter(prefix="/api/v1")
# Where a run's answer is kept, by its kind; what comes first is what is offered.
ANSWERS = {
    "solve": ("result.safetensors", "result.json"), "holdem": ("result.tianji",), "report": ("report.csv",),
    "review": ("result.json",),
}  # fmt: skip


@router.get("/settings")
async def read_settings(request: Request) -> dict[str, Any]:
    """Cores and memory that runs may take, and what there is."""
    kept = await asyncio.to_thread(settings.read, _folder(request))
    return {**kept, "cores": len(settings.all_cores())}


@router.put("/settings")
async def write_settings(request: Request, body: WorkspaceSettings) -> dict[str, Any]:
    """Settle cores and memory for the runs to come."""
    kept = await asyncio.to_thread(settings.write, _folder(request), body.model_dump())
    return {**kept, "cores": len(settings.all_cores())}


@router.get("/ranges")
async def list_ranges(request: Request) -> dict[str, Any]:
    """Ranges that are kept, by folder and name."""
    return {"items": await asyncio.to_thread(ranges.listed, _folder(request)), "next": None}


@router.put("/ranges")
async def keep_range(request: Request, body: KeptRange) -> dict[str, Any]:
    """Keep a range that the library can read, as a text file."""
    await rooms(request).desk.ask("range", text=body.text)
    await asyncio.to_thread(ranges.keep, _folder(request), body.folder, body.name, body.text)
    return body.model_dump()


@router.delete("/ranges")
async def forget_range(request: Request, body: RangePlace) -> dict[str, Any]:
    """Throw a range away."""
    return await asyncio.to_thread(ranges.forget, _folder(request), body.folder, body.name)


@router.get("/docs")
async def list_documents(q: Annotated[str, Query(max_length=200)] = "") -> dict[str, Any]:
    """The project's documents, or those that hold all words of `q`, each with a piece of text around the first."""
    return {"items": await asyncio.to_thread(books.listed, q), "next": None}


@router.get("/docs/{name}")
async def read_document(name: str) -> dict[str, str]:
    """One document, as Markdown."""
    return await asyncio.to_thread(books.read, name)


def _folder(request: Request) -> Path:
    return rooms(request).keys.workspace.folder


@router.post("/library/files", status_code=201)
async def put_file(request: Request, body: FilePiece) -> dict[str, Any]:
    """A piece of a file for the folder files; after the last one, the name under which it is kept."""
    piece = (body.name, body.size, body.at, body.parts)
    async with _uploads(request):
        return await asyncio.to_thread(upload.put_piece, _folder(request), *piece)


@router.post("/library/files/{name}/open")
async def open_file(request: Request, name: str, body: Nothing) -> dict[str, str]:
    """The page that shows a file of the folder files; a strategy or a solve becomes a run first."""
    shared = rooms(request)
    found: dict[str, str] = await shared.desk.ask(
        "open_file",
        times=6.0,
        file=str(upload.kept_file(_folder(request), name)),
        runs=str(shared.keeper.folder),
    )
    return found


@router.delete("/library/files/{name}", status_code=204)
async def remove_file(request: Request, name: str) -> None:
    """Move a file of the folder files to the trash."""
    trash = rooms(request).keeper.trash
    await asyncio.to_thread(upload.remove_file, _folder(request), name, trash)


def _uploads(request: Request) -> asyncio.Lock:
    found: asyncio.Lock = request.app.state.uploads
    return found


@router.get("/library")
async def library(request: Request) -> dict[str, Any]:
    """Strategies, solves, reports, decks and tables that are kept, the newest first, with their bytes.

    files: those of WORKSPACE/files, by name, told by their headers alone.
    """
    shared = rooms(request)
    decks = [(deck.about, deck.folder) for deck in request.app.state.decks.known.values()]
    found = await asyncio.to_thread(_shelves, shared, decks)
    return {**found, "files": await shared.desk.ask("shelf", folder=str(_folder(request)))}


def _shelves(shared: Rooms, decks: list[tuple[dict[str, Any], Path]]) -> dict[str, Any]:
    items = [_run_item(run) for run in list(shared.keeper.runs.values()) if run.detail.get("result")]
    items += [
        {"kind": "deck", "id": about["id"], "name": about["name"], "about": about["game"], "file": None,
         "created": about["created"], "bytes": bytes_of(folder)}
        for about, folder in decks
    ]  # fmt: skip
    items += [
        {"kind": "table", "id": each["id"], "name": "", "about": each["game"], "file": None,
         "created": each.get("created", ""), "bytes": bytes_of(shared.tables.folder / each["id"])}
        for each in shared.tables.list()
    ]  # fmt: skip
    items.sort(key=lambda item: str(item["created"]), reverse=True)
    trash = shared.keeper.trash
    return {
        "items": items, "next": None, "bytes": sum(item["bytes"] for item in items),
        "trash": {"items": sum(1 for _ in trash.iterdir()), "bytes": bytes_of(trash)},
    }  # fmt: skip


def _run_item(run: Any) -> dict[str, Any]:
    kind = run.about.get("kind", "solve")
    body = run.about["body"]
    about = body.get("game") or body.get("spot", {}).get("board") or kind
    file = next((name for name in ANSWERS.get(kind, ()) if (run.folder / name).is_file()), None)
    return {
        "kind": kind, "id": run.id, "name": run.about.get("name", ""), "about": about, "file": file,
        "created": run.about.get("created", ""), "bytes": bytes_of(run.folder),
    }  # fmt: skip


def bytes_of(folder: Path) -> int:
    """What a folder takes of the disk; what goes away while it is counted counts nothing."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.lstat().st_size if path.is_file() else 0
        except OSError:
            continue
    return total


@router.delete("/library/trash", status_code=204)
async def empty_trash(request: Request) -> None:
    """Delete for good what was moved to the trash."""
    trash = rooms(request).keeper.trash
    with writing():
        for path in await asyncio.to_thread(lambda: list(trash.iterdir())):
            if path.is_dir() and not path.is_symlink():
                await asyncio.to_thread(shutil.rmtree, path)
            else:
                path.unlink()


@router.delete("/tables/{name}", status_code=204)
async def remove_table(request: Request, name: str) -> None:
    """Move a table to the trash."""
    shared = rooms(request)
    async with shared.tables.lock(name):
        shared.tables.remove(name, shared.keeper.trash)

"""A file of WORKSPACE/files is opened, at the desk: what it holds decides which page shows it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote as address
from urllib.parse import urlencode

from tianji.errors import FileFormatError, NotApplicableError, TianjiError
from tianji.studio.files import read_whole
from tianji.studio.own import load_game

if TYPE_CHECKING:
    from tianji.core.strategy import Strategy
    from tianji.search import Book
    from tianji.search.native.endings import EndingTable
    from tianji.search.retrograde import Tablebase

TABLES = ("tablebase", "ending", "book")
WORDS = {
    "checkpoint": "is a checkpoint: continue its run, or tianji.solve(..., checkpoint=PATH, resume=True)"
}


def open_file(file: str, runs: str) -> Any:
    """The page that shows a file: a game's, a run's of a strategy or solve, Search's with a tablebase or book."""
    path = Path(file)
    name, suffix = path.name, path.suffix.lower()
    if suffix == ".efg":
        return {"to": f"/games/{address(load_game(name).spec, safe='')}"}
    if suffix == ".nfg":
        from tianji.matrix import NormalForm
        from tianji.studio.handed import page_of

        return {"to": page_of(NormalForm(str(path)), Path(runs))}
    from tianji.core import storage

    kind = storage.peek(path)["kind"]
    if kind in TABLES:
        table = _opened(str(path), path.stat().st_mtime_ns)
        return {
            "to": f"/search/{address(table.game.spec, safe='')}?{urlencode({'file': name, 'method': ''})}"
        }
    if kind not in ("holdem-solve", "strategy"):
        raise NotApplicableError(f"{name} {WORDS.get(kind, f'is a {kind[:60]}, of which no page is drawn')}")
    return {"to": _kept(Path(runs), path, kind)}


def _kept(runs: Path, path: Path, kind: str) -> str:
    """The run that a file has become; one that has not yet, becomes one."""
    from tianji.studio.handed import keep_solution, keep_spot

    stat = path.stat()
    source = f"{path.name} {stat.st_size} {stat.st_mtime_ns}"
    for each in runs.iterdir():
        if (read_whole(each / "run.json") or {}).get("source") == source:
            return f"/{'holdem' if kind == 'holdem-solve' else 'runs'}/{each.name}"
    about = {"source": source, "name": path.stem}
    if kind == "strategy":
        return f"/runs/{keep_solution(_solution(path), runs, **about)}"
    from tianji.holdem import Solution

    return f"/holdem/{keep_spot(Solution.load(path), runs, **about)}"


def _solution(path: Path) -> Any:
    """A strategy's file as the solve that it came from, its proof worked out again where the game is small enough."""
    import tianji
    from tianji.cfr.solution import Solution
    from tianji.core import storage
    from tianji.flat.cache import as_flat

    fields: dict[str, Any] = storage.peek(path)["fields"]
    game = load_game(str(fields.get("game", "")))
    strategy: Strategy = tianji.Strategy.load(path, game)
    flat, values, gap = None, fields.get("values") or [], fields.get("nash_conv")
    if tianji.plan(game).fits:
        flat = as_flat(game)
        values, gap = tianji.values(flat, strategy), tianji.nash_conv(flat, strategy)
    return Solution(
        game.spec, str(fields.get("method") or "file"), strategy, list(values), gap, int(fields.get("iterations") or 0),
        0.0, "iterations" if fields.get("iterations") else "exact", [], fields.get("seed"), game.players, {},
        "taken from a file; its proof was worked out anew" if flat is not None else "taken from a file", "", flat,
    )  # fmt: skip


@lru_cache(maxsize=2)
def _opened(path: str, stamp: int) -> Tablebase | EndingTable | Book:
    """A table or book, opened once for as long as its file stays the same."""
    from tianji.core import storage
    from tianji.search import Book
    from tianji.search.native.endings import EndingTable
    from tianji.search.retrograde import Tablebase

    header = storage.peek(path)
    if header["kind"] == "ending":
        return EndingTable.load(path)
    game = load_game(str(header["fields"].get("game", "")))
    return (Book if header["kind"] == "book" else Tablebase).load(path, game)


def kept_answer(path: Path, game: Any, state: Any) -> dict[str, Any]:
    """What a table or book says of a position, and of every move from it."""
    from tianji.core.strategy import label
    from tianji.search import Book

    table = _opened(str(path), path.stat().st_mtime_ns)
    if table.game.spec != game.spec:
        raise FileFormatError(
            f"{path.name} is of {table.game.spec}, not of {game.spec}; open it from the library"
        )
    mover = game.player(state)
    moves = list(game.actions(state)) if mover >= 0 else []
    if isinstance(table, Book):
        known = table.probe(state) if mover >= 0 else None
        rows = [{"name": label(a), "in": table.key(game.result(state, a)) in table.entries} for a in moves]
        here = None if known is None else {
            "action": label(known[0]), "value": known[1].value, "bound": known[1].bound,
        }  # fmt: skip
        return {
            "kind": "book",
            "file": path.name,
            "size": len(table),
            "here": here,
            "moves": rows,
            "line": [],
        }
    size = len(table) if hasattr(table, "__len__") else int(table.table.size)
    verdict = _verdict(table, game, state, mover)
    line = [label(a) for a in table.line(state)[:60]] if verdict is not None and mover >= 0 else []
    best = label(table.best(state)) if verdict is not None and mover >= 0 else None
    rows = [
        {"name": label(a), **(_verdict(table, game, game.result(state, a), mover, 1) or {})} for a in moves
    ]
    told = None if verdict is None else {"action": best, **verdict}
    return {"kind": "table", "file": path.name, "size": size, "here": told, "moves": rows, "line": line}


def _verdict(table: Any, game: Any, state: Any, viewer: int, before: int = 0) -> dict[str, int] | None:
    """Win 1, draw 0 or loss −1 for `viewer`, and plies to the end, those `before` too; None where it is not known."""
    try:
        found = table.probe(state)
    except TianjiError:
        return None
    seen_by = max(game.player(state), 0)
    return {"value": found.value if viewer in (-1, seen_by) else -found.value, "plies": found.plies + before}


QUESTIONS: dict[str, Callable[..., Any]] = {"open_file": open_file}

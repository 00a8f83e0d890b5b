"""Results as pages: the studio's own screens in a notebook cell or as one file, without a server, without a request.

tj.widgets.curve(tj.solve(tj.load("leduc"), until=1e-3, curve=True))
tj.widgets.grid(spot.solve(until="0.5%"), "check")
tj.widgets.tree(tj.load("kuhn"), solution.strategy).save("kuhn.html")
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote as address
from urllib.parse import urlencode

from tianji._version import __version__
from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.paths import write_atomic
from tianji.core.result import finite, plain
from tianji.core.strategy import Strategy
from tianji.errors import TooLargeError

if TYPE_CHECKING:
    from tianji.cfr.solve import Solution
    from tianji.holdem import Solution as SpotSolution

ROWS = 2000  # infosets that are kept
NODES = 40  # decisions of a hold'em solve that are kept
BYTES = 3 * 2**20  # of them
TREE = 2000  # nodes of a tree that are kept
HEIGHT = 640  # pixels in a notebook
ID = "kept000000"  # where a run has a name, in an address that nobody sees
# nothing can be asked of anybody: not even by a text that came with a result
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"


@dataclass(frozen=True)
class Page:
    """One page of HTML with all that it needs inside: a notebook shows it, `save` writes it.

    >>> import tianji as tj
    >>> page = tj.widgets.tree(tj.load("kuhn"))
    >>> page.html.startswith("<!doctype html>"), "src=" in page.html.partition("<body")[2].partition("<script")[0]
    (True, False)
    """

    html: str
    height: int = HEIGHT

    def _repr_html_(self) -> str:
        """In a frame of its own, so that the notebook's style and the page's do not meet."""
        look = f"width:100%;height:{self.height}px;border:0"
        return f'<iframe sandbox="allow-scripts" style="{look}" srcdoc="{escape(self.html)}"></iframe>'

    def save(self, path: str | Path) -> None:
        """Write the page as a file that opens in any browser."""
        write_atomic(path, self.html.encode())


@checked
def curve(solution: Solution) -> Page:
    """A solve: how good it is, the curve (where it was asked for with `curve=True`), the strategy, as code."""
    told = solution.to_dict(ROWS)
    asked = {"game": solution.game, "method": solution.method, "seed": solution.seed}
    asked["iterations"] = None if solution.stopped == "exact" else solution.iterations
    points = told.pop("history")
    rows = told.pop("infosets")
    run = _run(
        "solve", {k: v for k, v in asked.items() if v is not None}, {**told, "unsaved": solution.unsaved}
    )
    events = [["run.summary", run], *(["run.point", point] for point in points)]
    tab = "" if points else "?tab=strategy"
    return _page(f"/runs/{ID}{tab}", {f"/runs/{ID}": run}, events, infosets=rows)


@checked
def grid(solution: SpotSolution, line: str = "") -> Page:
    """A hold'em solve after a line: the grid, both ranges, every hand; what leads there, and what follows."""
    from tianji.studio.holdem.reader import node_of
    from tianji.studio.holdem.work import brief_of

    run = _run(
        "holdem", {"spot": solution.spot.to_dict(), "iterations": solution.iterations}, brief_of(solution)
    )
    answers: dict[str, Any] = {f"/runs/{ID}": run}
    first = node_of(solution, line, values=True)
    waiting = [line, *(step["line"] for step in reversed(first["trail"]))]
    size = 0
    while waiting and len(answers) <= NODES and size < BYTES:
        node = node_of(solution, waiting.pop(0), values=True)
        key = f"/solves/{ID}/node?{urlencode({'line': node['line'], 'values': 'true'})}"
        if key not in answers:
            answers[key] = node
            size += len(json.dumps(plain(node)))
            waiting += [", ".join(filter(None, (node["line"], word))) for word in node.get("words", ())]
    start = urlencode({"line": first["line"]}) if first["line"] else ""
    return _page(f"/holdem/{ID}?{start}", answers, [["run.summary", run]])


@checked
def tree(game: Game[Any, Any], strategy: Strategy | None = None) -> Page:
    """A game's tree with its information sets, opened node by node; with a strategy, how often each move is played."""
    from tianji.studio.sight import part

    depth = 1
    found = part(game, [], depth, strategy)
    while found["depth"] == depth and len(found["nodes"]) <= TREE and depth < len(found["nodes"]):
        depth += 1
        deeper = part(game, [], depth, strategy)
        if len(deeper["nodes"]) in (len(found["nodes"]), 0):
            break
        found = deeper
    if strategy is not None:
        found["exploitability"] = _proof(game, strategy)
    return _page(f"/tree/{address(game.spec, safe='')}", {}, [], tree=found)


def _proof(game: Game[Any, Any], strategy: Strategy) -> float | None:
    """How good a strategy is; None where the game is too large to say."""
    from tianji.evaluate.response import exploitability

    try:
        return float(exploitability(game, strategy))
    except TooLargeError:
        return None


def _run(kind: str, body: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    """A run that is done, as the studio tells of it."""
    return {
        "id": ID, "kind": kind, "name": "", "tags": [], "note": "", "body": body, "state": "done", "changed": "",
        "why": "", "created": datetime.now(UTC).isoformat(timespec="seconds"), "problem": None, "result": result,
        "last": None, "progress": None, "spark": [], "seq": 0,
    }  # fmt: skip


def _page(where: str, answers: dict[str, Any], events: list[Any], **more: Any) -> Page:
    data = {"address": where, "answers": answers, "events": events, "infosets": [], "tree": None, **more}
    text = json.dumps(finite(plain(data)), ensure_ascii=False).replace("<", "\\u003c")
    style, script = _parts()
    return Page(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="{POLICY}"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><meta name="generator" content="Tianji {__version__}">'
        f"<title>Tianji</title>"
        f'<style>{style}</style></head><body class="kept"><main id="app"></main>'
        f'<script type="application/json" id="data">{text}</script><script>{script}</script></body></html>\n'
    )


@cache
def _parts() -> tuple[str, str]:
    """Style and script, as the studio ships them."""
    static = files("tianji.studio") / "static"
    style, script = ((static / name).read_text(encoding="utf-8") for name in ("style.css", "widget.js"))
    return style.replace("</", "<\\/"), script.replace("</script", "<\\/script")

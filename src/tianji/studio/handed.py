"""What is handed to a studio from outside: a result of Python's, or a file, becomes a run that is done; then its page.

A run is a folder, so handing one over is writing it; the server finds it when its page asks for it.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote as address
from urllib.parse import urlencode

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.errors import FileAccessError, NotApplicableError, ParameterError, TianjiError, quote
from tianji.run.child import child
from tianji.studio import runs
from tianji.studio.command import ask_running, link_to, show_page
from tianji.studio.files import read_whole
from tianji.studio.workspace import Workspace, default_folder

if TYPE_CHECKING:
    from tianji.cfr.solve import Solution
    from tianji.holdem import Solution as SpotSolution
    from tianji.matrix import NormalForm

STARTED: list[subprocess.Popen[str]] = []  # servers that end with this Python


@checked
def open(
    x: Game[Any, Any] | Solution | SpotSolution | NormalForm | str | Path,
    line: str = "",
    *,
    workspace: str | Path | None = None,
    browser: bool = True,
) -> str:
    """Show something in the studio: a solve, a hold'em solve after a line, a game, a matrix game, or a solve's file.

    A solve is kept in the workspace (default: your data folder) as a run that is done. Where no studio is running
    there, one is started, which ends with this Python. Returns the address, whose code works once, within two minutes;
    browser=False opens nothing.

    >>> import tianji as tj
    >>> solution = tj.solve(tj.load("kuhn"), iterations=100)
    >>> tj.studio.open(solution)  # doctest: +SKIP
    'http://127.0.0.1:8731/open?to=%2Fruns%2F1kq3v8n0ta#Zc0dE...'
    """
    place = Workspace(default_folder() if workspace is None else Path(workspace))
    try:
        where = page_of(x, place.runs, line)
        link = None if place.is_ours else ask_running(place)
    finally:
        place.close()
    found = link_to(_start(place.folder) if link is None else link, where)
    show_page(found, browser)
    return found


def page_of(x: Any, folder: Path, line: str = "") -> str:
    """The path of the page of something; what a page cannot work out by itself is kept as a run in the folder first."""
    from tianji.cfr.solve import Solution
    from tianji.holdem import Solution as SpotSolution
    from tianji.matrix import NormalForm

    if isinstance(x, (str, Path)):
        x = SpotSolution.load(x)
    if isinstance(x, SpotSolution):
        x.node(line, values=False)  # what is wrong with the line is told here
        return f"/holdem/{keep_spot(x, folder)}{'?' + urlencode({'line': line}) if line.strip() else ''}"
    if line:
        raise ParameterError(f"line={quote(line)} goes with a hold'em solve, and with nothing else")
    if isinstance(x, Solution):
        return f"/runs/{keep_solution(x, folder)}"
    if isinstance(x, NormalForm):
        return _matrix_page(x)
    return f"/games/{address(x.spec, safe='')}"


def keep_solution(solution: Solution, folder: Path, **about: str) -> str:
    """A solve as a run that is done; about: its name, or the file that it came from."""
    from tianji.studio.worker import write_solution

    asked = {"game": solution.game, "method": solution.method, "seed": solution.seed}
    asked["iterations"] = None if solution.stopped == "exact" else solution.iterations
    points = [(row.iterations, row.seconds, row.exploitability) for row in solution.history]
    body = {name: value for name, value in asked.items() if value is not None}
    return _keep(
        folder, "solve", body, points, lambda aside: write_solution(aside, solution), solution.stopped, about
    )


def keep_spot(solution: SpotSolution, folder: Path, **about: str) -> str:
    """The same of a hold'em solve."""
    from tianji.studio.holdem.work import write_spot

    body = {"spot": solution.spot.to_dict(), "iterations": solution.iterations}
    return _keep(
        folder,
        "holdem",
        body,
        solution.history,
        lambda aside: write_spot(aside, solution),
        solution.stopped,
        about,
    )


def _keep(
    folder: Path, kind: str, body: dict[str, Any], points: Any, write: Any, why: str, more: dict[str, str]
) -> str:
    numbers = [(read_whole(path / "run.json") or {}).get("number", 0) for path in folder.iterdir()]
    about = {
        "kind": kind,
        "body": body,
        "name": "",
        "tags": [],
        "note": "",
        "number": 1 + max(numbers, default=0),
        **more,
    }

    def fill(aside: Path, journal: runs.Journal) -> None:
        for t, seconds, gap in points:
            journal.tell("run.point", iterations=t, seconds=seconds, exploitability=gap)
        journal.tell("run.state", state="done", why=why, result=write(aside))

    return runs.create(folder / runs.new_id(), about, fill).id


def _matrix_page(game: NormalForm) -> str:
    from tianji.matrix import show_number

    if len(game.shape) != 2:
        raise NotApplicableError(f"{game!r}: the page draws two players; print(game.equilibria()) lists all")
    cells = [
        " ".join(",".join(show_number(game.fractions[p][i, j]) for p in (0, 1)) for j in range(game.shape[1]))
        for i in range(game.shape[0])
    ]
    return (
        f"/matrix?{urlencode({'g': '; '.join(cells), 'n': '|'.join(','.join(row) for row in game.actions)})}"
    )


def _start(folder: Path) -> str:
    """A new address of a server that is started for this folder."""
    command, environment = child("tianji", "studio", str(folder), "--no-browser")
    server = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        start_new_session=True,  # Ctrl-C in this Python is not for it
    )  # fmt: skip
    assert server.stdout is not None and server.stderr is not None
    line = server.stdout.readline()
    if not line:
        raise FileAccessError(
            f"the studio did not start: {server.stderr.read().strip() or 'it said nothing'}"
        )
    STARTED.append(server)
    if len(STARTED) == 1:
        atexit.register(end_started)
    return line.split()[-1]


def end_started() -> None:
    """End the servers that were started from here; their runs go on."""
    while STARTED:
        server = STARTED.pop()
        server.terminate()
        server.communicate()


def main() -> int:
    """Keep a file as a run: `python -m tianji.studio.handed RUNS FILE`; prints the path of its page, or the reason."""
    try:
        print(page_of(Path(sys.argv[2]), Path(sys.argv[1])))
    except TianjiError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

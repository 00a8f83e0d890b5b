"""The verb: open the workspace, take a port, say where, and serve until Ctrl-C."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tianji.errors import (
    FileAccessError,
    FileFormatError,
    MissingExtraError,
    ParameterError,
    quote,
    quote_path,
)
from tianji.run.child import child
from tianji.studio.own.shelf import ALLOWED, FILES, OwnFiles
from tianji.studio.workspace import Keys, Workspace, default_folder

if TYPE_CHECKING:
    import uvicorn

PORT = 8731
NEXT = 20  # ports tried after the one asked for
LOOPBACK = "127.0.0.1"
CONNECTIONS = 256
HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")


def serve(
    workspace: str | None,
    port: int,
    tell: Callable[[str], None],
    *,
    open_page: bool = True,
    allowed_hosts: tuple[str, ...] = (),
    is_link: bool = False,
    is_readonly: bool = False,
    allow: tuple[str, ...] = (),
    files: tuple[str, ...] = (),
) -> None:
    """Tell the address with its one-time code, then serve; where a server has the workspace, tell its address.

    is_link: only a new address of the server that is there. is_readonly: nothing is run or written.
    allow: files or folders of games of one's own, whose code may be run. files: solves that are opened at once.
    """
    _check(port, allowed_hosts)
    if files and is_readonly:
        raise ParameterError(f"{quote_path(files[0])}: with --readonly no file is taken in; leave one out")
    shelf = OwnFiles(allow)
    shelf.check()
    place = Workspace(default_folder() if workspace is None else Path(workspace))
    if not place.is_ours:
        place.close()
        if allow:
            raise FileAccessError(
                f"a studio is running in {quote_path(place.folder)} already; end it, then start it with --allow"
            )
        address = link_to(ask_running(place), _keep_files(place, files))
        tell(address)
        show_page(address, open_page and not is_link)
        return
    if is_link:
        raise FileAccessError(
            f"no studio is running in {quote_path(place.folder)}; start one with: tianji studio"
        )
    os.environ[ALLOWED] = os.pathsep.join(map(str, shelf.places))  # for its clerks and workers
    os.environ[FILES] = str(place.folder / "files")
    where = _keep_files(place, files)
    listening = _listen(port)
    keys = Keys(place)
    keys.address = f"http://{LOOPBACK}:{listening.getsockname()[1]}"
    keys.save()
    logging.basicConfig(
        filename=place.folder / "server.log", level=logging.WARNING, format="%(asctime)s %(name)s %(message)s"
    )
    server: list[uvicorn.Server] = []
    is_over = _heed_signals(server)
    # The socket listens already: who comes while the rest is imported waits for a moment.
    address = link_to(f"{keys.address}/open#{keys.new_code()}", where)
    tell(address)
    show_page(address, open_page)
    import uvicorn

    from tianji.studio.app import make_app

    names = frozenset(name.lower() for name in allowed_hosts)
    app = make_app(place, keys, names, is_readonly=is_readonly, shelf=shelf)
    config = uvicorn.Config(
        app, ws="none", http="h11", loop="asyncio", proxy_headers=False, server_header=False, access_log=False,
        log_config=None, limit_concurrency=CONNECTIONS, timeout_graceful_shutdown=1, timeout_keep_alive=30,
    )  # fmt: skip
    server.append(uvicorn.Server(config))
    if not is_over():
        server[0].run(sockets=[listening])


def sort_places(places: list[str]) -> tuple[str | None, tuple[str, ...]]:
    """The workspace and the files among the words of the command: a file is what is one, or is called like one.

    >>> sort_places(["my-runs", "one.tianji"]), sort_places([])
    (('my-runs', ('one.tianji',)), (None, ()))
    """
    files = tuple(place for place in places if place.endswith(".tianji") or Path(place).is_file())
    folders = [place for place in places if place not in files]
    if len(folders) > 1:
        raise ParameterError(
            f"{quote_path(folders[0])} and {quote_path(folders[1])}: a studio has one workspace; name one folder"
        )
    return next(iter(folders), None), files


def _check(port: int, allowed_hosts: tuple[str, ...]) -> None:
    """Refuse what cannot be served, before anything is opened."""
    for name in allowed_hosts:
        if not HOST_NAME.fullmatch(name):
            raise ParameterError(
                f"allowed_host={quote(name)}; expected a host name such as box.example, without port"
            )
    if not 0 <= port <= 65535:
        raise ParameterError(f"port={quote(port)}; expected a number from 0 to 65535, 0 for any free one")
    if any(find_spec(package) is None for package in ("fastapi", "uvicorn")):
        raise MissingExtraError(
            "tianji studio needs the packages fastapi and uvicorn; install them with: pip install 'tianji[studio]'"
        )


def _heed_signals(server: list[uvicorn.Server]) -> Callable[[], bool]:
    """Have Ctrl-C and SIGTERM end the server also before it is there; whether one came.

    An exception inside an import may be swallowed by it. Once the server runs, it has handlers of its own.
    """
    came: list[int] = []

    def heed(number: int, frame: object) -> None:
        came.append(number)
        for one in server:
            one.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, heed)
    return lambda: bool(came)


def _listen(port: int) -> socket.socket:
    """A socket on this port of this machine alone, or on one of the next where it is taken."""
    for number in range(port, min(port + NEXT, 65536)) if port else (0,):
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((LOOPBACK, number))
            sock.listen(512)
        except OSError as error:
            sock.close()
            last = error
        else:
            return sock
    raise FileAccessError(
        f"ports {port} to {port + NEXT - 1} cannot be used: {last.strerror}; name another with --port, or 0 for any"
    )


def ask_running(place: Workspace) -> str:
    """A new one-time address from the server that has this workspace."""
    session = place.session()
    request = urllib.request.Request(
        f"{session.get('address', '')}/api/v1/links",
        data=b"{}",
        headers={
            "Authorization": f"Bearer {session.get('bearer', '')}",
            "Content-Type": "application/json",
            "X-Tianji": "1",
        },
    )
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(request, timeout=5) as answer:
            return str(json.load(answer)["address"])
    except (OSError, ValueError, KeyError):
        raise FileAccessError(
            f"workspace {quote_path(place.folder)} is in use by a studio that does not answer at "
            f"{session.get('address', 'an unknown address')}; end that one, or name another workspace"
        ) from None


def link_to(link: str, where: str) -> str:
    """A one-time address that leads to a page of the studio.

    >>> link_to("http://127.0.0.1:8731/open#code", "/runs/1kq3v8n0ta")
    'http://127.0.0.1:8731/open?to=%2Fruns%2F1kq3v8n0ta#code'
    """
    door, _, code = link.partition("#")
    return link if where == "/" else f"{door}?{urlencode({'to': where})}#{code}"


def _keep_files(place: Workspace, files: tuple[str, ...]) -> str:
    """Have files kept as runs, in a process that may import what reads them; the page of the first."""
    pages = []
    for file in files:
        command, environment = child("tianji.studio.handed", str(place.runs), file)
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise FileFormatError(
                done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"{file}: not read"
            )
        pages.append(done.stdout.strip())
    return pages[0] if pages else "/"


def show_page(address: str, wanted: bool) -> None:
    """Show the page; where there is no browser, or it is on another machine, say how to get there."""
    if not wanted:
        return
    if os.environ.get("SSH_CONNECTION"):
        port = address.partition("/open#")[0].rpartition(":")[2]
        host = os.environ["SSH_CONNECTION"].split()[2:3] or [socket.gethostname()]
        tunnel = f"ssh -L {port}:{LOOPBACK}:{port} {host[0]}"
        print(f"this shell is remote: on your own machine, {tunnel}, then open the address", file=sys.stderr)
        return
    import webbrowser

    if not webbrowser.open(address):
        print("no browser was found here: open the address yourself", file=sys.stderr)

"""The page: an empty shell and its files, read once; nothing is looked up on the disk on anybody's word."""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path

from fastapi import Request, Response

STATIC = Path(__file__).parent / "static"
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".html": "text/html; charset=utf-8",
}
NAMED = re.compile(r".+-[A-Z0-9]{8}\.js")  # its name changes with what is in it
SCREENS = re.compile(
    r"/(open|games|games/[^/]{1,500}|solve|solve/[^/]{1,500}|matrix|subgame|subgame/[^/]{1,500}|"
    r"train|train/[a-z0-9]{10}|runs|runs/[a-z0-9]{10}(/time)?|play|play/[^/]{1,500}|tree/[^/]{1,500}|"
    r"holdem|holdem/(new|compare|pushfold|reports|[a-z0-9]{10})|search|search/[^/]{1,500}|library|settings|help)?"
)


class Pages:
    """The shell and the files beside it, ready to be sent, packed once."""

    def __init__(self, folder: Path = STATIC) -> None:
        files = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in KINDS}
        digest = hashlib.sha256(b"".join(files.values())).hexdigest()[:12]
        self.version = digest
        files["index.html"] = files["index.html"].replace(b"?v=0", b"?v=" + digest.encode())
        self.files = {name: (text, gzip.compress(text, 6, mtime=0)) for name, text in files.items()}

    def shell(self, request: Request) -> Response:
        """The empty shell: it holds no data, so that links from elsewhere open; strangers get it as a 401."""
        path = request.url.path
        is_known = request.scope.get("tianji.known", False)
        status = 200 if path == "/open" or is_known else 401
        if status == 200 and not SCREENS.fullmatch(path):
            status = 404
        return self._answer(request, "index.html", status, "no-cache")

    def file(self, request: Request, name: str) -> Response:
        """A file of the page."""
        if name not in self.files or name == "index.html":
            return Response("not there", 404)
        is_dated = request.url.query == f"v={self.version}" or NAMED.fullmatch(name)
        return self._answer(request, name, 200, "max-age=31536000, immutable" if is_dated else "no-cache")

    def _answer(self, request: Request, name: str, status: int, cache: str) -> Response:
        plain, packed = self.files[name]
        etag = f'"{self.version}-{name}"'
        headers = {"cache-control": cache, "etag": etag, "vary": "accept-encoding"}
        if status == 200 and request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        text = plain
        if "gzip" in request.headers.get("accept-encoding", ""):
            text, headers["content-encoding"] = packed, "gzip"
        return Response(text, status, headers, media_type=KINDS[Path(name).suffix])

"""The workspace: the folder that holds everything of a studio, one server at a time, and the keys to its door.

WORKSPACE/  session.json (0600)  lock  server.log  runs/RUN/…  trash/
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import os
import secrets
import time
from pathlib import Path
from typing import IO, Any

from tianji.errors import FileAccessError, quote_path
from tianji.studio.files import read_whole, write_whole

CODE_S = 120.0  # seconds that a one-time code is good for
COOKIE_S = 30 * 24 * 3600
CODES = 16  # at once


def default_folder() -> Path:
    """The user's data folder."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "tianji" / "studio"


class Workspace:
    """A folder opened by this server alone, or, where another one has it, what that one says about itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            for part in ("runs", "trash"):
                (folder / part).mkdir(parents=True, exist_ok=True)
            self._lock: IO[str] = (folder / "lock").open("a")
        except (OSError, ValueError) as error:  # a path with a NUL in it is none
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise FileAccessError(
                f"workspace {quote_path(folder)}: {why}; name a folder that can be written"
            ) from None
        self.is_ours = self._take()

    def _take(self) -> bool:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Leave the folder to the next."""
        self._lock.close()

    @property
    def runs(self) -> Path:
        """Where runs are."""
        return self.folder / "runs"

    @property
    def session_file(self) -> Path:
        """Where the keys are, readable by the owner alone."""
        return self.folder / "session.json"

    def session(self) -> dict[str, Any]:
        """What the server that has this folder says about itself."""
        return read_whole(self.session_file) or {}

    def announce(self, session: dict[str, Any]) -> None:
        """Write the keys, for the owner's eyes alone."""
        before = os.umask(0o077)
        try:
            write_whole(self.session_file, session)
        finally:
            os.umask(before)


class Keys:
    """One-time codes, the cookie they are traded for, and the bearer token of scripts.

    The cookie is signed by a key that stays in the workspace, so that a restart keeps pages alive; leaving makes a new
    key, and every cookie given before is worth nothing.
    """

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        kept = workspace.session()
        self.key = str(kept.get("key") or secrets.token_hex(32))
        self.instance = str(kept.get("instance") or secrets.token_hex(4))
        self.bearer = secrets.token_urlsafe(32)
        self.codes: dict[str, float] = {}
        self.address = ""

    @property
    def cookie_name(self) -> str:
        """Cookies do not know ports: two studios on one machine need two names."""
        return f"tianji-{self.instance}"

    def save(self) -> None:
        """Keep the keys in the workspace."""
        self.workspace.announce(
            {"address": self.address, "bearer": self.bearer, "key": self.key, "instance": self.instance,
             "pid": os.getpid()}
        )  # fmt: skip

    def new_code(self) -> str:
        """128 random bits, good for one use within two minutes."""
        alive = {code: end for code, end in self.codes.items() if end > time.monotonic()}
        self.codes = dict(list(alive.items())[-(CODES - 1) :])
        code = secrets.token_urlsafe(16)
        self.codes[code] = time.monotonic() + CODE_S
        return code

    def trade(self, code: str) -> str | None:
        """A cookie for a code, which is then spent; None for a wrong, spent or old one."""
        end = self.codes.pop(code, 0.0)
        return self._cookie(int(time.time()) + COOKIE_S) if end > time.monotonic() else None

    def _cookie(self, end: int) -> str:
        text = f"{end}.{secrets.token_hex(8)}"
        return f"{text}.{self._sign(text)}"

    def _sign(self, text: str) -> str:
        return hmac.new(self.key.encode(), text.encode(), hashlib.sha256).hexdigest()

    def knows_cookie(self, value: str) -> bool:
        """Whether this cookie was given by us, and is not too old."""
        text, _, signature = value.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._sign(text).encode()):
            return False
        return int(text.partition(".")[0]) > time.time()

    def knows_bearer(self, value: str) -> bool:
        """Whether this is the token in session.json."""
        return hmac.compare_digest(value.encode(), self.bearer.encode())

    def forget(self) -> None:
        """Make every cookie given so far worthless."""
        self.key = secrets.token_hex(32)
        self.save()

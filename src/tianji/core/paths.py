"""Reading and writing whole files: never half a file, never a file larger than there is memory."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import platform
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path

from tianji.core.memory import require
from tianji.errors import FileAccessError, FileFormatError, quote_path

STREAM = (
    64 * 2**20
)  # bytes: the most that is read from a pipe or a device, which do not say how long they are

Buffer = bytes | bytearray | memoryview


def cache_folder() -> Path:
    """Where what can be made again is kept: `TIANJI_CACHE`, or tianji in the user's cache folder."""
    own = os.environ.get("TIANJI_CACHE")
    return Path(own) if own else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tianji"


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a file, or one sentence about why not."""
    try:
        with Path(path).open("rb") as file:
            about = os.fstat(file.fileno())
            if stat.S_ISREG(about.st_mode):
                require(f"reading {quote_path(path)}", about.st_size, "pass a smaller file")
                return file.read()
            data = file.read(STREAM + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise unreadable(path, error) from None
    if len(data) > STREAM:
        raise FileFormatError(
            f"{quote_path(path)} gives more than {STREAM} bytes and is no file; save it to one first"
        )
    return data


def unreadable(path: str | Path, error: OSError | ValueError) -> FileAccessError:
    """The sentence for a path that cannot be read."""
    return FileAccessError(
        f"cannot read {quote_path(path)}: {getattr(error, 'strerror', None) or error}; check the path"
    )


def write_atomic(path: str | Path, data: Buffer | Iterable[Buffer]) -> None:
    """Write `data` to a temporary file beside `path`, fsync it, rename it: never half a file.

    A link is kept and what it points to is written; permissions are kept; pipes and devices are written straight.
    What was left beside the target by writers that were killed is removed.
    """
    parts = [data] if isinstance(data, (bytes, bytearray, memoryview)) else data
    temporary: Path | None = None
    try:
        if _is_stream(path):
            with Path(path).open("ab") as file:
                file.writelines(parts)
            return
        target = _target(path)
        _clean(target)
        temporary = _beside(target)
        with _create(temporary).open("wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        _keep_permissions(target, temporary)
        temporary.replace(target)
    except BaseException as error:  # Ctrl-C too leaves nothing behind
        if temporary is not None:
            _remove(temporary)
        if isinstance(error, (OSError, UnicodeError)) or (
            isinstance(error, ValueError) and "null" in str(error)
        ):
            raise _unwritable(path, error) from None
        raise


def require_writable(path: str | Path) -> None:
    """Raise the error `write_atomic` would, before hours of work; a probe file is made there and removed."""
    try:
        if _is_stream(path):
            if not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return
        target = _target(path)
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        temporary = _beside(target)
        try:
            _create(temporary).unlink()
        except BaseException:
            _remove(temporary)
            raise
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def is_there(path: str | Path) -> bool:
    """Whether something has that name; False also where nothing can: too long, or with a NUL.

    >>> is_there("."), is_there("x" * 5000)
    (True, False)
    """
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _unwritable(path: str | Path, error: Exception) -> FileAccessError:
    return FileAccessError(
        f"cannot write {quote_path(path)}: {getattr(error, 'strerror', None) or error}; "
        "choose a folder that exists, is writable and has space left"
    )


def _target(path: str | Path) -> Path:
    """The file itself where `path` is a link to it."""
    return Path(os.path.realpath(path)) if Path(path).is_symlink() else Path(path)


def _is_stream(path: str | Path) -> bool:
    """Whether there is something to be written straight: a pipe, a device, or /dev/stdout and its like."""
    try:
        mode = Path(path).stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    if not stat.S_ISREG(mode):
        return not stat.S_ISDIR(mode)
    link = Path(path)
    while link.is_symlink():  # a file that is open already, under a name such as /proc/self/fd/1
        link = link.parent / link.readlink()
        if os.path.realpath(link.parent).startswith("/proc/"):
            return True
    return False


def _stem(target: Path) -> str:
    """What the names of all temporary files of a target on this machine begin with; never too long for a name."""
    name = (
        target.name
        if len(os.fsencode(target.name)) <= 180
        else hashlib.sha1(os.fsencode(target.name)).hexdigest()
    )
    return f".{name}.{hashlib.sha1(platform.node().encode()).hexdigest()[:6]}-"


def _beside(target: Path) -> Path:
    return target.parent / f"{_stem(target)}{os.getpid()}-{secrets.token_hex(4)}.tmp"


def _create(path: Path) -> Path:
    """Make an empty file with the permissions a new file gets; one that is there already is an error."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
    return path


def _remove(temporary: Path) -> None:
    """Remove it where it is still there; a second Ctrl-C, which comes when the first is being answered, may wait."""
    try:
        with contextlib.suppress(OSError):
            temporary.unlink()
    except KeyboardInterrupt:
        _remove(temporary)
        raise


def _clean(target: Path) -> None:
    """Remove temporary files whose writers are no more."""
    stem = _stem(target)
    with contextlib.suppress(OSError), os.scandir(target.parent) as entries:
        for found in entries:
            if found.name.startswith(stem) and found.name.endswith(".tmp"):
                pid = found.name[len(stem) :].partition("-")[0]
                if pid.isdecimal() and not _is_alive(int(pid)):
                    with contextlib.suppress(OSError):
                        Path(found.path).unlink()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # another user's
    return True


def _keep_permissions(target: Path, temporary: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        about = target.stat()
        temporary.chmod(stat.S_IMODE(about.st_mode))
        if hasattr(os, "chown"):
            with contextlib.suppress(OSError):  # only root may give files away
                os.chown(temporary, about.st_uid, about.st_gid)

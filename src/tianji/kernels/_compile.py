"""Where compiled kernels are kept: numba's cache, made so that no cache, missing or damaged, can stop the work.

Numba keeps machine code beside the sources, or in the user's cache folder, or where `NUMBA_CACHE_DIR` says. Where none
of these can be written (a service's user, a read-only home) it raises, and so it does at a file that is cut short; a
flipped byte it runs. Here kernels go to a private folder among the temporary files then, or stay in memory; every file
carries its SHA-256, and one that does not have the right one is compiled anew. The packages of kernels call `guard`
before their first kernel is defined.
"""

import contextlib
import functools
import hashlib
import importlib.util
import io
import os
import pickle
import stat
import sys
import tempfile
from pathlib import Path

from tianji._log import logger
from tianji.kernels import _inner

log = logger("kernels")

MARK = b"tianji-sha256:"


def is_cached(kernel) -> bool:
    """Whether a compiled copy of a kernel is in memory or on disk (always true with compilation disabled)."""
    if getattr(
        kernel, "overloads", True
    ):  # not `signatures`, which hashes every type of every argument: 0.5 ms
        return True
    index = getattr(getattr(getattr(kernel, "_cache", None), "_cache_file", None), "_index_path", None)
    return index is not None and Path(index).exists()


def guard() -> None:
    """Have numba keep the kernels of this package in guarded caches; functions of others are left alone."""
    _import_numba()
    from numba.core import dispatcher

    setattr(dispatcher, "FunctionCache", make_cache)  # noqa: B010 - what `Dispatcher.enable_caching` calls
    _try_folders_once()
    _inner.install()


def _try_folders_once() -> None:
    """Have numba try once a process whether a folder can be written to, not for every kernel by a file of its own."""
    from numba.core import caching

    tries, tried = caching._CacheLocator.ensure_cache_path, set()
    if tries.__name__ == "ensure":
        return

    def ensure(self):
        path = self.get_cache_path()
        if path not in tried or not Path(path).is_dir():
            tries(self)
            tried.add(path)

    caching._CacheLocator.ensure_cache_path = ensure


def _import_numba() -> None:
    """Import numba without what it asks for and does not need here, each a twentieth of a short command's time.

    YAML's parser, where there is no `.numba_config.yaml`, the one file that it would read; SciPy, whose version it
    wants to be at least 1.0.
    """
    if "numba" in sys.modules:
        return
    is_asked = {"yaml": Path(".numba_config.yaml").exists(), "scipy": False}
    left = [name for name, is_needed in is_asked.items() if not is_needed and name not in sys.modules]
    sys.modules.update(dict.fromkeys(left))  # type: ignore[arg-type]
    try:
        import numba  # noqa: F401
    finally:
        for name in left:
            del sys.modules[name]


def _put_off_blas() -> None:
    """Have numba believe once that SciPy's BLAS is there, instead of importing it.

    With its first compiled function numba imports all of `scipy.linalg` to see whether `np.dot` can be offered, a
    fifth of the time in which a fresh process solves Kuhn poker. SciPy is there, as Tianji needs it; code that does
    call `np.dot` has numba import it then, and every later question is answered as ever.
    """
    if "numba.np.arraymath" in sys.modules or "scipy.linalg" in sys.modules:
        return
    from numba.np import linalg

    ask = getattr(linalg, "ensure_blas", None)
    if ask is None or ask.__name__ == "believe":
        return

    def believe() -> None:  # called by the import of numba.np.arraymath
        linalg.ensure_blas = ask
        if importlib.util.find_spec("scipy") is None:
            ask()
        getattr(linalg, "_check_lapack_int_width", lambda: None)()

    linalg.ensure_blas = believe


@functools.cache
def _classes():
    """Numba's cache and its file, guarded; made late, since numba is slow to import."""
    from numba.core.caching import FunctionCache, IndexDataCacheFile
    from numba.core.runtime import rtsys

    class SealedFile(IndexDataCacheFile):
        """Index and data files that end in their SHA-256; a pickle ends before it, so numba reads them as ever."""

        def _dump(self, obj):
            data = super()._dump(obj)
            return data + MARK + hashlib.sha256(data).digest()

        def _load_index(self):
            is_ours = True
            with contextlib.suppress(FileNotFoundError):
                file = io.BytesIO(Path(self._index_path).read_bytes())
                if pickle.load(file) == self._version:
                    is_ours = is_whole(file.read())
            found = super()._load_index()
            if found and not is_ours:  # where numba was not guarded nothing is found: its stamp is another
                raise ValueError("not what was written")
            return found

        def _load_data(self, name):
            data = Path(self._data_path(name)).read_bytes()
            if not is_whole(data):
                raise ValueError("not what was written")
            if (
                b"NRT_" in data or _inner.UNRESOLVED.encode() in data
            ):  # calls of what every process compiles anew
                rtsys.initialize(self.context)
            return pickle.loads(data)  # up to its own end, which is before the mark

    class Cache(FunctionCache):
        """A cache that is made anew where it is damaged, and done without where it cannot be written."""

        def __init__(self, py_func):
            super().__init__(py_func)
            stamp = (self._impl.locator.get_source_stamp(), sources_stamp())
            self._cache_file = SealedFile(self._cache_path, self._impl.filename_base, stamp)

        def load_overload(self, sig, target_context):
            try:
                # Not numba's own `load_overload`: it first imports all that numba could compile, a quarter of the time
                # that a short command takes. Machine code needs the runtime alone, and most kernels not even that.
                self._cache_file.context = target_context
                with self._guard_against_spurious_io_errors():
                    found = self._load_overload(sig, target_context)
            except Exception as error:  # what garbage does to pickle and LLVM knows no bounds
                log.warning(
                    "the kernel cache in %s is damaged (%s) and made anew",
                    self._cache_path,
                    type(error).__name__,
                )
                with contextlib.suppress(OSError):
                    Path(self._cache_file._index_path).unlink()
                found = None
            if found is None:
                _put_off_blas()
                target_context.refresh()
            return found

        def save_overload(self, sig, data):
            if isinstance(data.entry_point, _inner.Later):
                return
            try:
                super().save_overload(sig, data)
            except OSError as error:
                _say_once(
                    f"kernels cannot be kept in {self._cache_path} ({error.strerror}); every start compiles them"
                )

    return Cache


@functools.cache
def sources_stamp() -> str:
    """Changes with any file of kernels: numba looks at a kernel's own file alone, not at those of kernels it calls."""
    here, rows = Path(__file__).parent, []
    for path in sorted(here.rglob("*.py")):
        found = path.stat()
        rows.append((path.relative_to(here).as_posix(), found.st_size, found.st_mtime_ns))
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def is_whole(data: bytes) -> bool:
    """Whether the bytes end in a mark and their SHA-256; without it an unguarded numba wrote them, or they are cut.

    A mark with another SHA-256 is a ValueError.
    """
    end = len(data) - len(MARK) - 32
    is_marked = end >= 0 and data[end:-32] == MARK
    if is_marked and hashlib.sha256(data[:end]).digest() != data[-32:]:
        raise ValueError("not what was written")
    return is_marked


def make_cache(py_func, guarded=False):
    """The cache of a function: a guarded one for those of this package, and where it is asked for."""
    from numba import config
    from numba.core.caching import FunctionCache, NullCache

    if not guarded and not str(py_func.__module__).startswith("tianji."):
        return FunctionCache(py_func)
    try:
        return _classes()(py_func)
    except RuntimeError:  # numba found nowhere to write
        pass
    folder = _temporary()
    before, config.CACHE_DIR = config.CACHE_DIR, folder
    try:
        return _classes()(py_func) if folder else NullCache()
    except RuntimeError:
        return NullCache()
    finally:
        config.CACHE_DIR = before


@functools.cache
def _temporary() -> str:
    """A folder of this user alone among the temporary files, the same for every process; "" where there is none.

    Caches are pickles, so a folder that somebody else could write to is not used.
    """
    way_out = "set NUMBA_CACHE_DIR to a folder that can be written"
    try:
        folder = (
            Path(tempfile.gettempdir()) / f"tianji-kernels-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        )
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.lstat()
        is_ours = not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & 0o022)
        if not stat.S_ISDIR(about.st_mode) or not is_ours:
            folder = Path(tempfile.mkdtemp(prefix="tianji-kernels-"))
    except OSError:
        _say_once(f"no place for compiled kernels can be written: every start compiles them; {way_out}")
        return ""
    _say_once(f"no lasting place for compiled kernels can be written: they are kept in {folder}; {way_out}")
    return str(folder)


@functools.cache
def _say_once(message: str) -> None:
    log.warning("%s", message)

"""Kernel caches: nowhere to write, damaged files; the work goes on, with a line about it."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tianji

pytest.importorskip("numba")
SOURCE = Path(tianji.__file__).parent
# Without it each process would compile all of NumPy and Numba where their packages have no bytecode.
BYTECODE = {name: os.environ[name] for name in ("PYTHONPYCACHEPREFIX",) if name in os.environ}
USE = "from tianji.kernels.matrix.modular import power_mod; print(power_mod(3, 5, 7))"


def use(env, *, code=USE, args=None):
    """Run `code` in a process that hears the logger; what it printed, and what it said."""
    say = "import logging; logging.basicConfig(format='%(message)s');"
    done = subprocess.run(
        args or [sys.executable, "-c", say + code],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCE.parent), **BYTECODE, **env},
        capture_output=True,
        text=True,
        preexec_fn=bound_by_permissions,
        cwd="/",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr.strip().splitlines()


KERNEL = """
import tianji.kernels.matrix
from numba import njit

@njit(cache=True)
def double(x):
    return x + x
"""


def fresh_kernel(folder):
    """The kernel above as a new process would see it: nothing in memory, its cache beside it."""
    (folder / "kernel.py").write_text(KERNEL)
    spec = importlib.util.spec_from_file_location("tianji.kernels.probe", folder / "kernel.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.double


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_a_change_in_another_file_of_kernels_compiles_anew(tmp_path, monkeypatch):
    """What a kernel calls may stand elsewhere, and numba looks at the file of the kernel alone."""
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
    assert fresh_kernel(tmp_path)(4) == 8
    again = fresh_kernel(tmp_path)
    assert again(4) == 8 and sum(again.stats.cache_hits.values()) == 1
    monkeypatch.setattr("tianji.kernels._compile.sources_stamp", lambda: "another")
    changed = fresh_kernel(tmp_path)
    assert changed(4) == 8 and not changed.stats.cache_hits


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("how", ["empty", "cut", "garbage", "flipped", "twice", "foreign"])
def test_a_damaged_cache_is_made_anew(tmp_path, caplog, monkeypatch, suffix, how):
    monkeypatch.setattr(
        "numba.core.config.CACHE_DIR", ""
    )  # beside the source, wherever the suite keeps its own
    assert fresh_kernel(tmp_path)(4) == 8
    (path,) = tmp_path.rglob(f"*{suffix}")
    data = path.read_bytes()
    middle = len(data) // 2
    changed = {
        "empty": b"",
        "cut": data[:middle],
        "garbage": bytes(range(256)) * 40,
        "flipped": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
        # and the end is lost, where the checksum was
        "twice": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 : -40],
        "foreign": b"\x80\x04N.",
    }
    path.write_bytes(changed[how])
    kernel = fresh_kernel(tmp_path)
    assert kernel(4) == 8 and sum(kernel.stats.cache_misses.values()) == 1
    said = [record.getMessage() for record in caplog.records]
    # a pickle of None is read as an index of another numba: an old cache, not a damaged one
    assert len(said) == (0 if (how, suffix) == ("foreign", ".nbi") else 1), said
    assert all("is damaged" in line and "made anew" in line for line in said)
    kernel = fresh_kernel(tmp_path)
    assert kernel(4) == 8 and not kernel.stats.cache_misses  # and whole again


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_a_folder_where_a_file_of_the_cache_should_be_costs_time_alone(tmp_path, caplog, monkeypatch, suffix):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
    assert fresh_kernel(tmp_path)(4) == 8
    (path,) = tmp_path.rglob(f"*{suffix}")
    path.unlink()
    path.mkdir()
    assert fresh_kernel(tmp_path)(4) == 8
    assert any(
        "is damaged" in (said := record.getMessage()) or "cannot be kept" in said for record in caplog.records
    )


def bound_by_permissions():
    """In a child: let permission bits bind root too, by giving up CAP_DAC_OVERRIDE (1) with PR_CAPBSET_DROP (24)."""
    if os.getuid() == 0:
        ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)


@pytest.fixture
def read_only(tmp_path):
    """A copy of the package that cannot be written to, a home that is not there: what a service's user has."""
    lib = tmp_path / "lib"
    shutil.copytree(SOURCE, lib / "tianji", ignore=shutil.ignore_patterns("*.nb?", "static"))
    (tmp_path / "tmp").mkdir()
    for path in [lib, *lib.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    probe = subprocess.run(["touch", lib / "x"], preexec_fn=bound_by_permissions, capture_output=True)
    if probe.returncode == 0:
        pytest.skip("this user can write everywhere")
    yield {"PYTHONPATH": str(lib), "HOME": str(lib), "TMPDIR": str(tmp_path / "tmp")}
    for path in [lib, *lib.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)


def test_nowhere_to_write_is_a_line_and_a_temporary_folder(read_only, tmp_path):
    code = "import tianji.cli as c; c.prepare_streams(); " + USE
    out, said = use(read_only, args=[sys.executable, "-c", code])
    assert out == "5" and len(said) == 1 and said[0].startswith("tianji: ")
    assert "no lasting place for compiled kernels" in said[0] and "NUMBA_CACHE_DIR" in said[0]
    (kept,) = (tmp_path / "tmp").iterdir()
    assert kept.name.startswith("tianji-kernels-") and kept.stat().st_mode & 0o077 == 0
    out, said = use(read_only, code=USE + "; assert not power_mod.stats.cache_misses")  # kept indeed
    assert out == "5" and len(said) == 1


def test_a_folder_that_others_can_write_to_is_not_trusted(read_only, tmp_path):
    trap = tmp_path / "tmp" / f"tianji-kernels-{os.getuid()}"
    trap.mkdir()
    trap.chmod(0o777)
    assert use(read_only)[0] == "5"
    assert not list(trap.iterdir()) and len(list((tmp_path / "tmp").iterdir())) == 2


def test_without_any_folder_kernels_stay_in_memory(read_only):
    out, said = use(read_only, code="import tempfile; tempfile.tempdir = '/dev/null';" + USE)
    assert out == "5" and len(said) == 1 and "every start compiles them" in said[0]


FULL = """
from numba.core.caching import IndexDataCacheFile
def full(*_):
    raise OSError(28, "No space left on device")
IndexDataCacheFile._open_for_write = full
"""


def test_a_cache_that_cannot_be_written_any_more_is_done_without(tmp_path):
    out, said = use({"NUMBA_CACHE_DIR": str(tmp_path)}, code=FULL + USE)
    assert out == "5" and len(said) == 1 and "No space left on device" in said[0]


def test_functions_of_others_keep_numbas_own_cache():
    from numba import njit
    from numba.core.caching import FunctionCache

    import tianji.kernels.matrix.modular as kernels

    @njit(cache=True)
    def theirs(x):
        return x + 1

    if hasattr(theirs, "_cache"):  # not with NUMBA_DISABLE_JIT
        assert type(theirs._cache) is FunctionCache and type(kernels.power_mod._cache) is not FunctionCache


BLAS = """
import sys
from tianji.kernels.matrix.modular import power_mod
assert power_mod(3, 5, 7) == 5
assert "scipy.linalg" not in sys.modules and "yaml" not in sys.modules
import numba, numpy as np
print(numba.njit(lambda a: np.dot(a, a)[0, 0])(np.full((2, 2), 2.0)))
"""


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_scipys_linear_algebra_and_yaml_are_imported_by_those_who_use_them():
    printed, _ = use({"HOME": os.environ.get("HOME", "/")}, code=BLAS)
    assert printed == "8.0"

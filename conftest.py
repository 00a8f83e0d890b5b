"""Names every doctest may use, the hypothesis profiles, and where programs that tests start find Tianji."""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

# Before NumPy is imported: on a busy machine, threads of BLAS that wait for work spin; a hundred products of small
# matrices took 24 times the processor time. Programs that tests start inherit it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# So do those of kernels that use OpenMP: two threads of one property took 30 s of processor time instead of 3.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

# Many images say that no bytecode is to be written: every program that a test starts would compile all that it imports,
# a quarter of the processor time of a short command, two thirds where no package has any. So it goes to a folder of
# this run, never beside the sources.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", "") or sys.dont_write_bytecode:
    if sys.pycache_prefix is None:
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="tianji-bytecode-")
        atexit.register(shutil.rmtree, sys.pycache_prefix, ignore_errors=True)
    sys.dont_write_bytecode = False

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

# No deadline: the first call of a kernel compiles it. Profiles alone say how many examples a property is tried on.
settings.register_profile(
    "default", max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=320)
settings.register_profile("nightly", settings.get_profile("default"), max_examples=5000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_finish() -> None:
    """Spare the garbage collector thousands of test items, and a walk over all of a game while it is compiled.

    By default it looks at every object that lives after so many new ones; a compiled game is millions that stay.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


# Programs that tests start import the sources that the tests do, not what happens to be installed; nor would kernels of
# two folders share a cache.
_paths = [str(Path(__file__).parent / "src"), os.environ.get("PYTHONPATH", "")]
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, _paths))

# Modules that cannot be imported without an optional package have no doctests there.
_needs = {
    "fastapi": "src/tianji/studio/*.py",
    "torch": "src/tianji/kernels/gpu/*.py",
    "triton": "src/tianji/kernels/gpu/fused.py",
    "playwright": "tests/browser/*.py",
}
collect_ignore_glob = [place for package, place in _needs.items() if find_spec(package) is None]


@pytest.fixture(autouse=True)
def _doctest_names(doctest_namespace: dict[str, object]) -> None:
    doctest_namespace["np"] = np

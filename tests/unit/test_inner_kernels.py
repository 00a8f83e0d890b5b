"""Kernels that only kernels call: no machine code of their own until Python calls them; others are left alone."""

from __future__ import annotations

import gc
import importlib.util
import os

import pytest

pytest.importorskip("numba")
from numba.core import event

from tianji.kernels._inner import Later

pytestmark = pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")

CHAIN = """
import tianji.kernels.matrix
from numba import njit

@njit(cache=True)
def inner(x):
    if x < 0:
        raise ValueError("below zero")
    return x + 1

@njit(cache=True)
def middle(x):
    return 2 * inner(x)

@njit(cache=True)
def outer(x):
    return middle(x)
"""


def chain(folder, name="tianji.kernels.chain"):
    """The kernels above as a new process would see them, their caches beside them."""
    (folder / "chain.py").write_text(CHAIN)
    spec = importlib.util.spec_from_file_location(name, folder / "chain.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def entries(kernel):
    return [made.entry_point for made in kernel.overloads.values()]


def test_an_inner_kernel_has_no_machine_code_until_python_calls_it(tmp_path, monkeypatch):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
    kernels = chain(tmp_path)
    assert kernels.outer(4) == 10
    (entry,) = entries(kernels.inner)
    assert isinstance(entry, Later) and not isinstance(entries(kernels.outer)[0], Later)
    assert {path.name.split("-")[0] for path in tmp_path.rglob("*.nbc")} == {"chain.outer"}
    with pytest.raises(ValueError, match="below zero"):
        kernels.outer(-1)

    assert kernels.inner(4) == 5  # compiled now, and kept
    (entry,) = entries(kernels.inner)
    assert not isinstance(entry, Later) and len(list(tmp_path.rglob("*.nbc"))) == 2
    with pytest.raises(ValueError, match="below zero"):
        kernels.inner(-1)
    assert kernels.outer(5) == 12

    again = chain(tmp_path)
    assert again.outer(4) == 10 and again.inner(4) == 5
    assert not again.outer.stats.cache_misses and not again.inner.stats.cache_misses


def test_an_inner_kernel_that_was_kept_is_linked_from_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
    assert chain(tmp_path).inner(4) == 5
    again = chain(tmp_path)
    assert again.outer(4) == 10 and again.inner(4) == 5
    assert sum(again.inner.stats.cache_hits.values()) == 1 and not again.inner.stats.cache_misses
    assert again.middle(4) == 10


def test_intermediate_code_of_a_kept_kernel_is_read_by_a_caller_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
    assert chain(tmp_path).inner(4) == 5
    again = chain(tmp_path)
    assert again.inner(4) == 5
    (made,) = again.inner.overloads.values()
    kept = made.library
    assert kept._intermediate and kept._parsed is None  # it ran, and nobody has read it
    assert again.outer(4) == 10
    assert kept._intermediate == b"" and kept._parsed is not None


def test_functions_of_others_are_compiled_as_ever(tmp_path, monkeypatch):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
    theirs = chain(tmp_path, "theirs")
    assert theirs.outer(4) == 10
    assert not any(isinstance(entry, Later) for entry in [*entries(theirs.inner), *entries(theirs.outer)])


def test_the_garbage_collector_rests_while_kernels_are_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
    seen = []

    class Listener(event.Listener):
        def on_start(self, event):
            seen.append(gc.isenabled())

        def on_end(self, event):
            pass

    def compiled(folder, name):
        seen.clear()
        (tmp_path / folder).mkdir()
        with event.install_listener("numba:compile", Listener()):
            assert chain(tmp_path / folder, name).outer(4) == 10
        return seen

    assert not any(compiled("ours", "tianji.kernels.chain")) and gc.isenabled()
    assert all(compiled("theirs", "theirs")) and seen
    gc.disable()
    try:
        compiled("off", "tianji.kernels.chain")
        assert not gc.isenabled()  # whoever turned it off has reasons
    finally:
        gc.enable()


def test_options_of_numba_are_compared_and_variables_listed_as_ever():
    from numba.core import ir
    from numba.core.compiler import Flags

    import tianji.kernels.matrix  # noqa: F401 - which installs what is tested

    one, other, third = Flags(), Flags(), Flags()
    other.nrt, third.nrt = False, True  # a default that is given is no other option
    assert one == other and hash(one) == hash(other) == hash(third) and one != third
    assert one.__eq__(3) is NotImplemented
    here = ir.Loc("here", 1)
    a, b, c = (ir.Var(ir.Scope(None, here), name, here) for name in "abc")
    call = ir.Expr.call(a, [b, ir.Expr.binop(len, c, a, here)], (("key", b),), here)
    assert [var.name for var in call.list_vars()] == ["a", "b", "c", "a", "b"]

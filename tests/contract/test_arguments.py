"""Every public function with every argument wrong: a sentence (`TianjiError`) or an answer, soon, in little memory.

`tests/good_arguments.py` has arguments that work, by function; each of them in turn is replaced by each of `HOSTILE`.
A new public function needs a row.
"""

from __future__ import annotations

import inspect
import resource
import signal
import warnings
from importlib import import_module
from pathlib import Path

import pytest

import tianji as tj
from good_arguments import GOOD, NOWHERE, PINNED, found, kuhn
from tianji.cfr.mccfr import SAMPLERS
from tianji.core import memory
from tianji.errors import TianjiError
from tianji.run.checkpoint import Checkpoint
from tianji.run.clock import Clock
from tianji.run.limits import Limits, read_until
from tianji.run.stopping import Stopper
from tianji.search import search
from tianji.search.api import METHODS as METHODS_OF_SEARCH
from tianji.search.options import defaults

SECONDS = 300  # that one call may take, with the kernels that it has to compile first
ROOM = 4 * 2**30  # bytes that it may take beside what there is

HOSTILE = {
    "7": 7,
    "-1": -1,
    "0": 0,
    "1.5": 1.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "True": True,
    "None": None,
    "10**5000": 10**5000,
    "-10**400": -(10**400),
    "2**63": 2**63,
    "'x'*400": "x" * 400,
    "''": "",
    "NUL": "a\0b",
    "b'x'": b"x",
    "[]": [],
    "[None]": [None],
    "[[1]]": [[1]],
    "{}": {},
    "{7: 7}": {7: 7},
    "object()": object(),
    "lambda: 0": lambda: 0,
    "print": print,
    "int": int,
    "Path": Path("/dev/null/nowhere/all"),
}


# functions of the caller's own, whose errors are his: `int` fails at what it is given, `print` answers None
OWN = {
    "allow", "at", "choose", "each", "evaluate", "passive", "payoff", "priors", "progress", "seeds", "watch", "worth",
}  # fmt: skip


def parameters(function):
    """Their names; `*tables` for what is given without one."""
    every = inspect.signature(function).parameters.values()
    return [str(p).partition(":")[0] for p in every if p.kind != p.VAR_KEYWORD and p.name != "self"]


class _Late(BaseException):
    pass


def _late(number, frame):
    raise _Late(f"not done after {SECONDS} s")


def outcome(function, arguments, bad=True):
    """What is wrong with how the call ends; "" for an answer or, where an argument is bad, a sentence."""
    arguments = dict(arguments)
    own = [arguments.pop("self")] if "self" in arguments else arguments.pop("*tables", [])
    own = own if isinstance(own, list) else [own]
    signal.alarm(SECONDS)
    try:
        function(*own, **arguments)
    except TianjiError as error:
        said = str(error)
        return "" if bad and said and len(said) < 1000 and "\n" not in said else f"says {said!r:.200}"
    except (Exception, _Late) as error:
        at = inspect.trace()[-1]
        return f"{type(error).__name__}: {error!s:.90} ({Path(at.filename).name}:{at.lineno})"
    finally:
        signal.alarm(0)
    return ""


def faults_of(name, function, good, parameters):
    """What is wrong with every parameter replaced by every hostile value."""
    return [
        f"{name}({parameter}={shown}): {what}"
        for parameter in parameters
        for shown, value in HOSTILE.items()
        if not (parameter in OWN and value in (int, print))
        and (what := outcome(function, {**good, parameter: value}))
    ]


@pytest.fixture
def bounded(monkeypatch, tmp_path):
    """Little memory and little time, in an empty folder; no server is started, and nobody's own studio is touched."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tianji.studio.handed.default_folder", lambda: tmp_path / "studio")
    monkeypatch.setattr("tianji.studio.handed._start", lambda folder: "http://127.0.0.1:1/open#code")
    before = signal.signal(signal.SIGALRM, _late)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    taken = memory._entry(Path("/proc/self/status"), "VmSize:") or 0
    resource.setrlimit(resource.RLIMIT_AS, (taken * 1024 + ROOM, limits[1]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    resource.setrlimit(resource.RLIMIT_AS, limits)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", GOOD)
def test_wrong_arguments_are_refused_in_a_sentence(name, bounded):
    function, good = found(name), GOOD[name]()
    faults = faults_of(name, function, good, parameters(function))
    if NOWHERE not in str(good):
        faults = [what for what in [outcome(function, good, bad=False)] if what] + faults
    assert not faults, "\n".join(faults)


def test_no_public_function_is_forgotten():
    """Classes of results are made by the library alone; all that a user calls has a row."""
    for package, names in PINNED.items():
        for name in names:
            full = f"{package}.{name}" if package else name
            target = getattr(import_module(f"tianji.{package}" if package else "tianji"), name)
            if inspect.isfunction(target):
                same = [row for row in GOOD if found(row) is target]
                assert same, f"{full}: a row of good arguments in GOOD"


@pytest.mark.parametrize("method", METHODS_OF_SEARCH)
def test_wrong_options_of_a_search_are_refused_in_a_sentence(method, bounded):
    game = tj.load("nim(heaps='1,2')" if method != "probcut" else "tic_tac_toe")
    good = {"game": game, "method": method}
    if METHODS_OF_SEARCH[method].depth:
        good["depth"] = 2
    else:
        good["nodes"] = 20
    faults = faults_of(method, search, good, defaults(METHODS_OF_SEARCH[method].options))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("method", SAMPLERS)
def test_wrong_options_of_sampling_are_refused_in_a_sentence(method, bounded):
    def solve(**options):
        tj.solve(kuhn(), method, iterations=2, options=options)

    faults = faults_of(method, solve, {}, SAMPLERS[method].options)
    assert not faults, "\n".join(faults)


WITHIN = {
    Limits: {},
    Clock: {},
    Stopper: {},
    Checkpoint: {"path": "run.safetensors", "config": {}},
    read_until: {"until": 1e-3},
}


@pytest.mark.parametrize("what", WITHIN, ids=lambda what: what.__name__)
def test_what_counts_and_times_refuses_in_a_sentence(what, bounded):
    faults = faults_of(what.__name__, what, WITHIN[what], parameters(what))
    assert not faults, "\n".join(faults)

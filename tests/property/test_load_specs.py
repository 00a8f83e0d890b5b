"""Any text given to `load` is a game or a `TianjiError`; values written in a spec are read back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tianji.core.game import Game
from tianji.errors import TianjiError
from tianji.games import load, names, registry
from tianji.games.spec import split_spec

PARAMETERS = sorted({parameter for name in names() for parameter in load(name).parameters})
SCRAPS = [
    "(",
    ")",
    "=",
    ",",
    "'",
    '"',
    "\\",
    "[",
    "]",
    "/",
    ":",
    ".",
    " ",
    "\n",
    "\0",
    "true",
    "None",
    "1",
    "-3",
    "1/2",
]
SCRAPS += [
    "1/0",
    "1e9",
    "9" * 400,
    "nan",
    "inf",
    "(1,2)",
    "((0,1,2),(1,2,3),(2,3,4))",
    "random",
    "٣",
    "é",
    "x.efg",
]


@pytest.fixture(autouse=True)
def no_imports(monkeypatch):
    """Random text must not import modules of the machine that runs the tests."""

    def guarded(path):
        if path in {module for module, _ in registry.REGISTERED.values()} or path.startswith("tianji.games."):
            return real(path)
        raise ModuleNotFoundError(f"No module named {path!r}", name=path)

    real = registry.import_module
    monkeypatch.setattr(registry, "import_module", guarded)


def loads_or_explains(text):
    try:
        game = load(text)
    except TianjiError as error:
        assert "\n" not in str(error)
        return
    assert isinstance(game, Game)
    assert load(game.spec) == game


@given(st.text())
def test_any_text(text):
    assume("openspiel:" not in text)
    loads_or_explains(text)


@given(
    st.sampled_from([*names(), "kuhn_", "tianji.games.kuhn:Kuhn", "a:B"]),
    st.lists(st.sampled_from(SCRAPS + PARAMETERS + names()), max_size=12),
)
def test_text_made_of_scraps(name, scraps):
    loads_or_explains(name + "".join(scraps))
    loads_or_explains(f"{name}({''.join(scraps)})")


VALUES = st.recursive(
    st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.fractions(max_denominator=1000)
    | st.booleans()
    | st.none()
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


@given(st.sampled_from(names()), st.dictionaries(st.sampled_from(PARAMETERS), VALUES, max_size=3))
def test_any_parameter_with_any_value(name, parameters):
    loads_or_explains(f"{name}({','.join(f'{k}={write(v)}' for k, v in parameters.items())})")


def write(value):
    """The value as one would write it in a spec."""
    if isinstance(value, tuple):
        return "(" + ",".join(map(write, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return repr(value)


@given(st.dictionaries(st.sampled_from(PARAMETERS), VALUES, max_size=4))
def test_values_are_read_back(parameters):
    text = "g(" + ",".join(f"{k}={write(v)}" for k, v in parameters.items()) + ")"
    head, found = split_spec(text)
    assert head == "g"
    assert found == parameters


@given(
    st.sampled_from([*names(), "nothing"]),
    st.recursive(
        st.none() | st.integers() | st.binary(max_size=4), lambda inner: st.lists(inner, max_size=2)
    ),
)
def test_things_that_are_no_text(name, thing):
    with pytest.raises(TianjiError):
        load(thing)
    loads_or_explains(f"{name}(players={thing!r})")

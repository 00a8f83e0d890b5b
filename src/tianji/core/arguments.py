"""Arguments of public functions, held against their annotations before any work: a sentence, not a traceback."""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from importlib import import_module
from math import isnan
from numbers import Integral, Real
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from tianji.errors import ParameterError, quote

P = ParamSpec("P")
R = TypeVar("R")
Test = Callable[[object], bool]
Row = tuple[str, set[type], Test]
"""A parameter: its name, the types whose every value will do, and the test of all others (which learns more types)."""

BOOLS = ("bool", "bool_")  # by name, as NumPy's: many commands never import it
MOST = 2**63  # whole numbers reach machine words; seeds may be longer, as long as they have a text
SEEDS = 10**1000
MOST_TYPES = 64  # that are remembered of a parameter
LIMITS = {
    "iterations",
    "until",
    "seconds",
    "nodes",
    "depth",
    "memory",
    "threads",
    "checkpoint_every",
}  # see tianji.run
WORDS: dict[object, str] = {
    bool: "True or False", int: "a whole number", float: "a number", str: "a text", NoneType: "None",
    "Game": "a Game, such as tianji.load('kuhn')", "Cut": "a Cut, one of tianji.subgame.cuts(game),",
    "Strategy": "a Strategy, such as tianji.solve(game).strategy",
    "Path": "a path", "NormalForm": "a NormalForm, such as tianji.matrix.load('chicken')",
}  # fmt: skip


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function, refusing arguments that its annotations do not allow, with a `ParameterError` that names them.

    Whole numbers stand for numbers, NumPy's numbers for Python's, lists for tuples; True is no number, and neither is
    nan. What an annotation cannot say (a range, a length) is left to the function, and so are what it leaves open and
    `tianji.run.Limits`, whose own words are better.

    >>> @checked
    ... def half(number: float) -> float:
    ...     return number / 2
    >>> half(3)
    1.5
    >>> half("three")
    Traceback (most recent call last):
        ...
    tianji.errors.ParameterError: number='three'; expected a number
    """
    hints: dict[str, object] = {}
    rows: list[Row] = []  # by place; made at the first call, as modules are imported for them
    by_name: dict[str, Row] = {}

    def prepare() -> None:
        found = _hints(function)
        for name, hint in found.items():
            types: set[type] = set()
            test = anything if name in LIMITS else _test(hint, name, types)
            if test is not anything:
                by_name[name] = (name, types, test)
        places = inspect.signature(function).parameters.values()
        rows[:] = [by_name.get(p.name, OPEN) for p in places if p.kind < p.VAR_POSITIONAL]
        hints.update(found)  # last: now other threads may go by it

    def refuse(name: str, value: object) -> ParameterError:
        least = " of at least 0" * (name == "seed")
        return ParameterError(f"{name}={quote(value)}; expected {_words(hints[name])}{least}")

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if not hints:
            prepare()
        for (name, types, test), value in zip(rows, args):  # noqa: B905 - strict costs as much as a test
            if type(value) not in types and not test(value):
                raise refuse(name, value)
        for name in kwargs:
            if name in by_name:
                _, types, test = by_name[name]
                value = kwargs[name]
                if type(value) not in types and not test(value):
                    raise refuse(name, value)
        return function(*args, **kwargs)

    return call


def checked_init(cls: type[R]) -> type[R]:
    """A class whose `__init__` is checked: for dataclasses, whose own is not there to be decorated."""
    cls.__init__ = checked(cls.__init__)  # type: ignore[method-assign]
    return cls


def _hints(function: Any) -> dict[str, object]:
    """What every parameter may be; those of `**options: Unpack[T]` one by one."""
    parameters = inspect.signature(function).parameters
    noted = {name: kind for name, kind in function.__annotations__.items() if name in parameters}
    names = _Names(function.__globals__)
    found = get_type_hints(SimpleNamespace(__annotations__=noted), function.__globals__, names)
    for parameter in parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            for options in get_args(found.pop(parameter.name, None)):  # Unpack[a TypedDict]
                found.update(get_type_hints(options))
    return {"self": Any, **found}


class _Names(dict[str, object]):
    """Names that a module imports for type checkers alone, imported when they are asked for."""

    def __init__(self, module: dict[str, Any]) -> None:
        self.module = module

    def __missing__(self, name: str) -> object:
        if name in self.module or name in vars(builtins):
            raise KeyError(name)
        for node in ast.walk(ast.parse(inspect.getsource(sys.modules[self.module["__name__"]]))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    if name in (alias.asname, alias.name):
                        return getattr(import_module(node.module), alias.name)
        raise KeyError(name)


def anything(value: object) -> bool:
    """The test of an annotation that leaves everything open."""
    return True


OPEN: Row = ("", set(), anything)


def _test(hint: Any, name: str, types: set[type] | None = None) -> Test:
    """What tells whether a value is what an annotation allows; types: put there what the type alone decides."""
    origin, inside = get_origin(hint), get_args(hint)
    kind = hint if origin is None else origin
    if origin in (Union, UnionType):
        parts = [_test(one, name, types) for one in inside]
        if anything in parts:
            return anything
        if len(parts) == 2:  # T | None, most often
            first, second = parts
            return lambda value: first(value) or second(value)
        return lambda value: any(part(value) for part in parts)
    if origin is Literal:
        return lambda value: isinstance(value, str) and value in inside
    if kind is int:
        low, high = (0, SEEDS) if name == "seed" else (-MOST, MOST)
        return lambda value: low <= value < high if type(value) is int else _is_whole(value, low, high)
    if kind is float:
        return lambda value: value == value if type(value) is float else _is_number(value)
    if kind is bool:
        return lambda value: type(value).__name__ in BOOLS
    kind = NoneType if kind is None else kind
    if not isinstance(kind, type) or kind in (Any, object) or getattr(kind, "_is_protocol", False):
        return callable if kind is Callable else anything
    if kind.__module__ == "collections.abc" or kind in (list, tuple, dict):
        return _test_of_many(kind, inside, name)
    return _test_of_class(kind, set() if types is None else types)


def _test_of_class(kind: type, types: set[type]) -> Test:
    """Instances; a class that has passed is remembered, as asking an abstract class takes longer than a set."""

    def test(value: object) -> bool:
        if not isinstance(value, kind):
            return False
        if len(types) < MOST_TYPES:
            types.add(type(value))
        return True

    return test


def _is_whole(value: object, low: int, high: int) -> bool:
    is_bool = type(value).__name__ in BOOLS
    return isinstance(value, Integral) and not is_bool and low <= int(value) < high


def _is_number(value: object) -> bool:
    if type(value).__name__ in BOOLS:
        return False
    if isinstance(value, Integral):
        return abs(int(value)) <= sys.float_info.max
    return isinstance(value, Real) and not isnan(value)


def _test_of_many(kind: type, inside: tuple[Any, ...], name: str) -> Test:
    """Of functions, mappings and lists: also what they take or hold."""
    if issubclass(kind, Callable):  # type: ignore[arg-type]
        count = len(inside[0]) if inside and isinstance(inside[0], list) else None
        return callable if count is None else lambda value: takes(value, count)
    if issubclass(kind, Mapping):
        key, item = (_test(one, name) for one in inside or (Any, Any))
        return lambda value: isinstance(value, Mapping) and all(key(k) and item(v) for k, v in value.items())
    kinds = (list, tuple) if kind in (list, tuple) else kind
    holds = _test_of_items(inside, name)

    def test(value: object) -> bool:
        if type(value).__name__ == "ndarray":
            return bool(value.ndim > 0)  # type: ignore[attr-defined]
        if not isinstance(value, kinds):
            return False
        return not isinstance(value, (list, tuple, set, frozenset, str, dict, bytes)) or holds(value)

    return test


def _test_of_items(inside: tuple[Any, ...], name: str) -> Callable[[Iterable[object]], bool]:
    """Whether every item is what it should be; tuple[int, str] has one kind a place, all others one for all."""
    if not inside or inside == ((),):
        return lambda values: True
    parts = [_test(one, name) for one in inside if one is not Ellipsis]
    if len(parts) == 1:
        return lambda values: all(parts[0](value) for value in values)
    return lambda values: (
        len(list(values)) == len(parts)
        and all(part(value) for part, value in zip(parts, values, strict=True))
    )


def takes(function: object, count: int) -> bool:
    """Whether something can be called with so many arguments; a function that does not tell may.

    >>> takes(len, 1), takes(lambda: 0, 1), takes(7, 1)
    (True, False, False)
    """
    if not callable(function):
        return False
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return True
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True


def _words(hint: Any) -> str:
    """An annotation in words."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(_words(one) for one in get_args(hint)))
    if origin is Literal:
        return " or ".join(map(repr, get_args(hint)))
    kind = NoneType if hint is None else hint if origin is None else origin
    if kind in WORDS:
        return WORDS[kind]
    name = getattr(kind, "__name__", str(kind))
    if name in WORDS:
        return WORDS[name]
    inside = get_args(hint)
    if name == "Callable":
        count = len(inside[0]) if inside and isinstance(inside[0], list) else None
        return "a function" + ("" if count is None else f" of {count} argument{'s' * (count != 1)}")
    if name in ("list", "tuple", "Sequence", "Iterable"):
        return "a list" + (f" of {_plural(inside)}" if inside and Any not in inside else "")
    if name in ("dict", "Mapping"):
        return "a mapping"
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _plural(inside: tuple[Any, ...]) -> str:
    kinds = [_words(one) for one in inside if one is not Ellipsis]
    many = {"a whole number": "whole numbers", "a number": "numbers", "a text": "texts"}
    if len(set(kinds)) > 1 or "," in kinds[0] or " or " in kinds[0]:
        return " and ".join(f"({kind})" if " or " in kind else kind for kind in kinds)
    return (f"{len(kinds)} " if len(kinds) > 1 else "") + many.get(kinds[0], kinds[0].partition(" ")[2] + "s")

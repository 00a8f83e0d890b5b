"""The options of every method: one frozen value each, checked when it is made; no method takes another's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from sys import float_info
from typing import TYPE_CHECKING, Any

from tianji.core.arguments import takes
from tianji.core.lawful import is_finite
from tianji.errors import ParameterError, quote
from tianji.search.table import Table
from tianji.search.trace import Trace

if TYPE_CHECKING:
    from tianji.search.readable.probcut import ProbCut

Evaluate = Callable[[Any], float]


def _is_whole(x: object, least: int = 0) -> bool:
    return isinstance(x, int) and not isinstance(x, bool) and x >= least


def _is_number(x: object) -> bool:
    return isinstance(x, (int, float)) and not isinstance(x, bool) and abs(x) <= float_info.max


def _is_range(x: object) -> bool:
    return isinstance(x, (tuple, list)) and len(x) == 2 and all(map(_is_number, x)) and x[0] <= x[1]


def _is_flag(x: object) -> bool:
    return isinstance(x, bool)


FLAG = (_is_flag, "True or False")
FUNCTION = (partial(takes, count=1), "a function of a state")
Check = tuple[Callable[[Any], bool], str]

CHECKS: dict[str, Check] = {
    **dict.fromkeys(
        (
            "symmetry",
            "killers",
            "history",
            "order",
            "scout",
            "deepen",
            "native",
            "prune",
            "scores",
            "solver",
            "steps",
        ),
        FLAG,
    ),
    **dict.fromkeys(("evaluate", "priors"), FUNCTION),
    "table": (
        lambda x: isinstance(x, Table) or _is_whole(x),
        "a whole number of entries, 0 for none, or a Table",
    ),
    "quiescence": (_is_whole, "a whole number of plies of at least 0"),
    "singular": (lambda x: _is_number(x) and x >= 0, "a number of at least 0"),
    "trace": (lambda x: isinstance(x, (bool, Trace)), "True, False or a Trace"),
    "width": (lambda x: _is_number(x) and x > 0, "a number above 0"),
    "bounds": (_is_range, "the least and the greatest payoff, for example (-1, 1)"),
    "goal": (_is_number, "a number"),
    "seed": (lambda x: x is None or _is_whole(x), "a whole number of at least 0, or None"),
    "exploration": (lambda x: _is_number(x) and x >= 0, "a number of at least 0"),
    "probcut": (lambda x: type(x).__name__ == "ProbCut", "a ProbCut, from fit_probcut"),
    "playout_depth": (_is_whole, "a whole number of plies of at least 0"),
}


@dataclass(frozen=True)
class Options:
    """None at all: max^n and paranoid search."""

    def __post_init__(self) -> None:
        usual = defaults(type(self))
        changed = [name for name, value in self.__dict__.items() if value is not usual[name]]
        object.__setattr__(self, "_changed", changed)
        for name in changed:
            value, check = getattr(self, name), CHECKS.get(name)
            if check is not None and not check[0](value):
                raise ParameterError(f"search: {name}={quote(value)}; expected {check[1]}")
            if name == "evaluate":
                object.__setattr__(self, name, _finite(value))

    def changed(self) -> list[str]:
        """The options that were given a value of their own."""
        found: list[str] = self._changed  # type: ignore[attr-defined]
        return found


def made(kind: type[Options], given: dict[str, Any]) -> Options:
    """`kind(**given)`, for names that are known to be its own: a frozen class sets one attribute after the other."""
    values = object.__new__(kind)
    values.__dict__.update(defaults(kind))
    values.__dict__.update(given)
    values.__post_init__()
    return values


def _finite(evaluate: Evaluate) -> Evaluate:
    """An evaluation of the caller's own, whose answers are looked at: nan is less than nothing and more than none."""

    def ask(s: Any) -> float:
        found = evaluate(s)
        if not is_finite(found):
            raise ParameterError(
                f"search: evaluate gives {quote(found)} at {quote(s)}; expected a finite number"
            )
        return float(found)

    return ask


KINDS: dict[type[Options], dict[str, Any]] = {}


def defaults(kind: type[Options]) -> dict[str, Any]:
    """The options of a kind and what they are when nobody says otherwise."""
    if kind not in KINDS:
        KINDS[kind] = {f.name: f.default for f in fields(kind)}
    return KINDS[kind]


@dataclass(frozen=True)
class Plain(Options):
    """minimax, negamax. evaluate: score of an unfinished position for the player to move. trace: record the search.
    native: the kernel, for games with native rules (default: when nothing else is set).
    """

    evaluate: Evaluate | None = None
    trace: bool | Trace = False
    native: bool | None = None


@dataclass(frozen=True)
class AlphaBetaOptions(Options):
    """What alpha-beta may use; every variant is a value of this.

    evaluate: score of an unfinished position for the player to move; None takes the game's `evaluate`, or 0
    ("nothing known") when it has none. table: number of entries, a `Table` to share, or 0 for none. symmetry:
    search one of all positions that the game's `canonical` maps together. quiescence: plies of the game's
    `noisy` actions to play out below the horizon. singular: margin by which one move must stand out to be
    searched a ply deeper. scout: null windows for all but the first move (PVS). probcut: fitted cuts.
    """

    evaluate: Evaluate | None = None
    table: int | Table = 1 << 18
    symmetry: bool = True
    killers: bool = True
    history: bool = True
    order: bool = True
    quiescence: int = 0
    singular: float | None = None
    scout: bool = False
    probcut: ProbCut | None = None


@dataclass(frozen=True)
class Window(AlphaBetaOptions):
    """alphabeta. deepen: depth 1, 2, … (default: under a clock). native: the kernel, where there is one
    (default: when nothing else is set that it would not heed).
    """

    trace: bool | Trace = False
    deepen: bool | None = None
    native: bool | None = None


@dataclass(frozen=True)
class NullWindows(Window):
    """mtdf."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.scout:
            raise ParameterError(
                "search: scout=True does nothing to 'mtdf': its windows are null; leave it out"
            )


@dataclass(frozen=True)
class Scout(Window):
    """pvs."""

    scout: bool = True


@dataclass(frozen=True)
class Aspiration(Scout):
    """aspiration. width: half of the first window."""

    width: float = 1.0


@dataclass(frozen=True)
class Probing(Scout):
    """probcut. parameters: from `fit_probcut`."""

    parameters: ProbCut | None = None

    def __post_init__(self) -> None:
        from tianji.search.readable.probcut import ProbCut

        super().__post_init__()
        if not isinstance(self.parameters, ProbCut):
            raise ParameterError(
                f"search: 'probcut' needs parameters=, got {quote(self.parameters)}; "
                "fit them with tianji.search.fit_probcut(game)"
            )


@dataclass(frozen=True)
class Thinned(Options):
    """beam. width: moves kept at a node."""

    evaluate: Evaluate | None = None
    width: int = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        if not _is_whole(self.width, 1):
            raise ParameterError(
                f"search: beam width={quote(self.width)}; expected a whole number of at least 1"
            )


@dataclass(frozen=True)
class Averaged(Options):
    """expectiminimax. bounds: on all payoffs, for Star1 cuts (default: the game's `value_range`). prune: cut at all."""

    evaluate: Evaluate | None = None
    bounds: tuple[float, float] | None = None
    prune: bool = True


@dataclass(frozen=True)
class Exact(Options):
    """solve. table: entries. scores: the value of every root move as well. native: the kernel, where there is one."""

    table: int | None = None
    symmetry: bool = True
    scores: bool = False
    native: bool | None = None


@dataclass(frozen=True)
class Goal(Options):
    """A goal: what the player to move wants at least."""

    goal: float = 1.0


@dataclass(frozen=True)
class Growing(Goal):
    """pns. steps: record every expansion, read from `result.growth`. native: the kernel, with native rules."""

    steps: bool = False
    native: bool | None = None


@dataclass(frozen=True)
class Proving(Goal):
    """dfpn. table: the most positions it may keep. native: the kernel, for mates in chess and native rules."""

    table: int | None = None
    native: bool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.table is not None and not _is_whole(self.table, 1):
            raise ParameterError(
                f"search: table={quote(self.table)}; expected a whole number of entries of at least 1"
            )


@dataclass(frozen=True)
class Sampling(Options):
    """exploration: the constant C. playout_depth: evaluate after so many random moves. solver: back up proofs. steps:
    record every simulation, read from `result.growth`.
    """

    seed: int | None = 0
    exploration: float | None = None
    playout_depth: int | None = None
    evaluate: Evaluate | None = None
    solver: bool = True
    steps: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.evaluate is not None and self.playout_depth is None:
            raise ParameterError(
                "search: evaluate= is asked after playout_depth= random moves; give that too, 0 for none"
            )


@dataclass(frozen=True)
class Sampled(Sampling):
    """mcts. native: the kernel, where there is one."""

    native: bool | None = None


@dataclass(frozen=True)
class Guided(Sampling):
    """puct. priors: probabilities of the actions of a state (default: the game's `priors`, else uniform)."""

    priors: Callable[[Any], Sequence[float]] | None = None

"""Sampling CFR on the game itself: a table of samplers and the loop that runs one of them.

>>> from tianji.games.registry import load
>>> game = load("kuhn")
>>> state = new_state(game)
>>> run(game, state, 100, seed=1)
>>> state.t, state.num_infosets()
(100, 12)
>>> average_strategy(game.spec, state)
Strategy('kuhn', 12 infosets)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from random import Random
from types import MappingProxyType
from typing import Any

from tianji.cfr import sampling_walks
from tianji.cfr.lazy_tree import LazyTree
from tianji.cfr.sampled_state import SampledInfoset as SampledInfoset
from tianji.cfr.sampled_state import SampledState as SampledState
from tianji.cfr.sampled_state import average_strategy as average_strategy
from tianji.cfr.sampled_state import from_tensors as from_tensors
from tianji.cfr.sampled_state import new_state as new_state
from tianji.cfr.sampled_state import to_tensors as to_tensors
from tianji.cfr.sampling_walks import Dice, Walk
from tianji.core.game import Game
from tianji.core.walk import DEEP
from tianji.errors import ParameterError, StrategyError, UnknownNameError, quote, suggest

LEAST_MEMORY = 1 << 20  # bytes
WEIGHTINGS = ("uniform", "linear")

SHARED_OPTIONS: Mapping[str, Any] = MappingProxyType({"weighting": "uniform", "keep_nodes": 200_000})


@dataclass(frozen=True)
class Sampler:
    """One sampling variant of CFR: how it walks, and its options with their defaults.

    Options of every sampler besides its own:

    weighting: "uniform", or "linear" for w_t = t on regrets and average. This is linear CFR (Brown & Sandholm
        2019), which discounts by t / (t + 1) instead; the two differ by a common factor only.
    keep_nodes: how many visited nodes stay in memory between visits, at 0.3 to 0.5 kB each on Leduc. Changes
        speed and memory, never a result.

    Of external and outcome, where native rules run them:

    memory: bytes that the table of infosets may take; when it would take more the run ends with what there is. None:
        a part of what is free.
    """

    name: str
    make: Callable[[LazyTree, Dice, Mapping[str, Any]], Walk]
    options: Mapping[str, Any]
    summary: str
    reference: str


def _sampler(
    name: str,
    make: Callable[[LazyTree, Dice, Mapping[str, Any]], Walk],
    summary: str,
    reference: str,
    **own: float | None,
) -> Sampler:
    return Sampler(name, make, MappingProxyType({**own, **SHARED_OPTIONS}), summary, reference)


SAMPLERS: Mapping[str, Sampler] = MappingProxyType(
    {
        s.name: s
        for s in (
            _sampler(
                "external",
                sampling_walks.external,
                "every own action, one drawn action of everyone else",
                "Lanctot et al. (2009)",
                memory=None,
            ),
            _sampler(
                "outcome",
                sampling_walks.outcome,
                "one drawn history, weighted by the inverse of its probability",
                "Lanctot et al. (2009)",
                epsilon=0.6,
                memory=None,
            ),
            _sampler(
                "average-strategy",
                sampling_walks.average_strategy_sampling,
                "own actions kept in proportion to the average strategy",
                "Gibson et al. (2012)",
                epsilon=0.05,
                beta=1e6,
                tau=1e3,
            ),
            _sampler(
                "vr",
                sampling_walks.variance_reduced,
                "one drawn history, corrected by learned baselines",
                "Schmid et al. (2019)",
                epsilon=0.6,
                baseline_decay=0.5,
            ),
        )
    }
)

# Allowed values of the numeric options: (smallest, is the smallest allowed, largest).
_RANGES: Mapping[str, tuple[float, bool, float]] = MappingProxyType(
    {
        "epsilon": (0.0, False, 1.0),  # at zero some histories could never be drawn: no longer unbiased
        "beta": (0.0, True, float("inf")),
        "tau": (0.0, True, float("inf")),
        "baseline_decay": (0.0, True, 1.0),
    }
)


def resolve_options(variant: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """All options of a sampler, the given ones checked, the rest at their defaults.

    >>> resolve_options("outcome", {"epsilon": 0.4})["epsilon"]
    0.4
    """
    if variant not in SAMPLERS:
        raise UnknownNameError(
            f"sampling CFR: no variant {quote(variant)}; {suggest(variant, list(SAMPLERS))}"
        )
    resolved = dict(SAMPLERS[variant].options)
    for name, value in (options or {}).items():
        if name not in resolved:
            raise UnknownNameError(
                f"sampling CFR {variant!r}: no option {quote(name)}; {suggest(name, list(resolved))}"
            )
        _check_option(variant, name, value)
        resolved[name] = value
    return resolved


def _check_option(variant: str, name: str, value: Any) -> None:
    where = f"sampling CFR {variant!r}: option {name}={quote(value)}"
    if name == "weighting":
        if value not in WEIGHTINGS:
            raise ParameterError(f"{where}; expected one of {', '.join(map(repr, WEIGHTINGS))}")
    elif name == "keep_nodes":
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise ParameterError(f"{where}; expected a whole number from 0 up")
    elif name == "memory":
        if value is not None and (
            not isinstance(value, int) or isinstance(value, bool) or value < LEAST_MEMORY
        ):
            raise ParameterError(
                f"{where}; expected a whole number of bytes from {LEAST_MEMORY:,} up, or None"
            )
    else:
        low, closed, high = _RANGES[name]
        number = isinstance(value, Real) and not isinstance(value, bool)
        if not number or not (low < value <= high or (closed and value == low)) or value > sys.float_info.max:
            span = f"{'from' if closed else 'above'} {low:g}" + (f" to {high:g}" if high <= 1.0 else "")
            raise ParameterError(f"{where}; expected a finite number {span}")


def run(
    game: Game[Any, Any],
    state: SampledState,
    iterations: int,
    seed: int = 0,
    variant: str = "external",
    options: Mapping[str, Any] | None = None,
    look: Callable[[], None] | None = None,
) -> None:
    """Advance `state` in place by `iterations`, each one walk for every player in turn.

    Iteration t draws only from (seed, t). So a run stopped anywhere between iterations, saved with
    `to_tensors`, read with `from_tensors` and continued with the same seed, variant and options equals the
    unbroken run bit for bit.

    Any number of players and any payoffs are accepted. In two-player zero-sum games the average strategy
    tends to a Nash equilibrium with probability one (its distance shrinks like 1/√t); elsewhere there is no
    such guarantee.

    An exception out of the game's own methods, of `look`, which is asked now and then, or Ctrl-C leaves the iteration
    it fell in half done; save the state between calls, not after such an exception.
    """
    resolved = resolve_options(variant, options)
    _check_run(game, state, iterations, seed)
    tree = _tree(game, state, resolved["keep_nodes"])
    tree.look = look
    rng = Random()
    dice = Dice(rng)
    walk = SAMPLERS[variant].make(tree, dice, resolved)
    average = None if state.players == 2 else sampling_walks.average(tree, dice)
    linear = resolved["weighting"] == "linear"
    players = range(state.players)
    allowed = sys.getrecursionlimit()
    sys.setrecursionlimit(
        max(allowed, tree.frames + tree.deepest + DEEP)
    )  # raised further as the tree is met
    try:
        for t in range(state.t + 1, state.t + iterations + 1):
            rng.seed(mix(seed, t))
            weight = float(t) if linear else 1.0
            for player in players:
                walk(player, weight)
                if average is not None:
                    average(player, weight)
            state.t = t
    finally:
        sys.setrecursionlimit(allowed)


def _check_run(game: Game[Any, Any], state: SampledState, iterations: int, seed: int) -> None:
    if not isinstance(state, SampledState):
        raise ParameterError(
            f"sampling CFR: got the state {quote(state)}; expected a SampledState: call new_state(game)"
        )
    fresh = new_state(game)
    if (state.game, state.players) != (fresh.game, fresh.players):
        raise StrategyError(
            f"sampling CFR: the state belongs to {quote(state.game)} ({state.players} players), not to "
            f"{quote(fresh.game)} ({fresh.players} players); use the game it was made for, or new_state(game)"
        )
    if not isinstance(iterations, int) or isinstance(iterations, bool) or iterations < 0:
        raise ParameterError(
            f"sampling CFR: iterations={quote(iterations)}; expected a whole number from 0 up"
        )
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise ParameterError(f"sampling CFR: seed={quote(seed)}; expected a whole number")


def _tree(game: Game[Any, Any], state: SampledState, capacity: int) -> LazyTree:
    """The tree that `state` has met of this very game object, or a new one."""
    if not isinstance(state.tree, LazyTree) or state.tree.game is not game:
        state.tree = LazyTree(game, state)
    state.tree.capacity = capacity
    return state.tree


def mix(seed: int, t: int) -> int:
    """The 64-bit seed of iteration t; for one `seed` (taken modulo 2⁶⁴) no two iterations share theirs.

    Two rounds of the SplitMix64 finaliser (Steele, Lea & Flood 2014), a bijection of 64-bit numbers.

    >>> mix(0, 1) == mix(0, 2), mix(0, 1) == mix(1, 0)
    (False, False)
    """
    return _scramble(_scramble(seed) + t)


def _scramble(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return x ^ (x >> 31)

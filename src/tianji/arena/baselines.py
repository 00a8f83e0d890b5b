"""Players of hold'em whose play everybody can foresee: they check, fold, shove or roll dice."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, runtime_checkable

import numpy as np

from tianji.arena.acpc import MatchState
from tianji.arena.wire import RemoteAgent
from tianji.core.arguments import checked
from tianji.core.strategy import FloatArray
from tianji.core.text import whole_number
from tianji.errors import ParameterError, UnknownNameError, quote, suggest
from tianji.poker.cards import NUM_HANDS
from tianji.poker.hand import HandState
from tianji.run.stopping import Stop


@runtime_checkable
class HandAgent(Protocol):
    """Who plays hands of hold'em: asked to act, it is told all that its seat knows, and nothing else.

    Also used where there are: `see(told)`, called with every state of a hand, and `close()`.
    """

    @property
    def name(self) -> str:
        """What the player is called."""

    def act(self, told: MatchState, rng: random.Random) -> str:
        """`f`, `c` or `r` with the chips raised to; all that is random comes from `rng`: a hand can be replayed."""


@runtime_checkable
class SlowAgent(Protocol):
    """A player whose answers may take long: `stop` says when nobody waits for them any more.

    Asked on after that it raises `run.stopping.Cancelled`, and the hand is given up.
    """

    stop: Stop


_NO_LUCK = random.Random(0)  # for rules that draw nothing


@dataclass(frozen=True)
class RuleAgent:
    """A player with one rule."""

    name: str
    rule: Callable[[HandState, random.Random], str]

    def act(self, told: MatchState, rng: random.Random) -> str:
        """What the rule says."""
        return self.rule(told.state, rng)

    def rows(self, state: HandState) -> dict[str, FloatArray]:
        """The rule for all 1,326 hands: it never looks at them. `r` stands for raises of any size, all alike."""
        if self.name != "random":
            return {self.rule(state, _NO_LUCK): np.ones(NUM_HANDS)}
        kinds = _kinds(state)
        return {kind: np.full(NUM_HANDS, 1 / len(kinds)) for kind in kinds}


def _call(state: HandState, rng: random.Random) -> str:
    return "c"


def _fold(state: HandState, rng: random.Random) -> str:
    return "f" if state.legal().fold else "c"


def _allin(state: HandState, rng: random.Random) -> str:
    most = state.legal().most
    return "c" if most is None else "r" if state.rules.raise_sizes else f"r{most}"


def _kinds(state: HandState) -> list[str]:
    legal = state.legal()
    return ["f"] * legal.fold + ["c"] + ["r"] * (legal.least is not None)


def _random(state: HandState, rng: random.Random) -> str:
    """Folds, calls and raises equally often where legal; a raise of any legal size."""
    legal = state.legal()
    kind = rng.choice(_kinds(state))
    if kind != "r" or legal.least is None or legal.most is None or state.rules.raise_sizes:
        return kind
    return f"r{rng.randint(legal.least, legal.most)}"


# who reads the names of other players, such as a file's: "module:function", a text → its player, or None where it is
# not his; named, not imported, since they know this package
READERS = ["tianji.holdem.player.agent:read_search", "tianji.holdem.blueprint.agent:read_player"]
BASELINES = {"call": _call, "fold": _fold, "allin": _allin, "random": _random}


def is_program(who: object) -> bool:
    """Whether a player is a program at the other end of a line, which may be late."""
    return isinstance(who, str) and who.partition(":")[0] in ("acpc", "port")


@checked
def hand_agent(
    who: str | HandAgent, *, seconds: float | None = None, grace: float | None = None
) -> HandAgent:
    """A player of hold'em: `call`, `fold`, `allin` or `random`; `acpc:COMMAND`, a program that speaks the ACPC's
    protocol, started with host and port as its last arguments; `port:N`, whoever connects there; `tiny`, the
    blueprint that comes with the package, `FILE.blueprint`, one of yours,
    and `FILE.blueprint:search`, which solves from the turn on; or an object. seconds, grace: how long a program may
    take to answer (600) and to connect (10); of no other player.

    >>> hand_agent("call").name
    'call'
    """
    for name, value in {"seconds": seconds, "grace": grace}.items():
        if value is not None and not is_program(who):
            raise ParameterError(
                f"{name}={quote(value)} does nothing to {quote(who)}, which is no program; leave it out"
            )
    seconds, grace = 600.0 if seconds is None else seconds, 10.0 if grace is None else grace
    if not isinstance(who, str):
        if not isinstance(who, HandAgent):
            raise ParameterError(f"player {quote(who)}; expected a name, or an object with name and act()")
        return who
    kind, colon, rest = who.partition(":")
    if kind == "acpc" and rest.strip():
        return RemoteAgent(who, seconds=seconds, grace=grace, command=rest)
    if kind == "port" and colon:
        port = whole_number(rest)
        if port is None or port > 65535:
            raise ParameterError(f"{quote(who)}; expected a port from 0 to 65535, such as port:18000")
        return RemoteAgent(who, port, seconds=seconds, grace=grace)
    if who not in BASELINES:
        for reader in READERS:
            module, _, name = reader.partition(":")
            found: HandAgent | None = getattr(import_module(module), name)(who)
            if found is not None:
                return found
        known = [*BASELINES, "tiny", "acpc:COMMAND", "port:N", "FILE.blueprint", "FILE.blueprint:search"]
        raise UnknownNameError(f"no player of hold'em is called {quote(who)}; {suggest(who, known)}")
    return RuleAgent(who, BASELINES[who])

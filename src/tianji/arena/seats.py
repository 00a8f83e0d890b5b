"""Who sits at the table: a strategy or its file, `uniform`, a search with its budget, a method that solves first."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from tianji.arena.opponents import SearchPlayer, StrategyPlayer
from tianji.cfr.mccfr import SAMPLERS
from tianji.cfr.solve import methods, solve
from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.strategy import SAMPLE, SUFFIXES, Strategy, StrategyTable
from tianji.errors import ParameterError, UnknownNameError, quote, quote_path, suggest
from tianji.flat.cache import as_flat
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.search.api import METHODS

UNIFORM = ("uniform", "random")
BUDGETS = {"seconds": float, "nodes": int, "depth": int}
DRAWN = ("seed", "rng")  # of an agent that draws its moves


@runtime_checkable
class Agent(Protocol):
    """Anything that can choose an action: `state` is the game's own; what the seat may know is `information(state)`."""

    def choose(self, state: Any, player: int) -> Any:
        """The action of `player` at `state`."""


@dataclass(frozen=True)
class Seated:
    """An agent with the name it goes by; rng: its randomness, where it is ours; exploitability: if it was solved."""

    agent: Agent
    name: str
    rng: random.Random
    exploitability: float | None = None

    @property
    def strategy(self) -> Strategy | None:
        """The strategy it follows, where it is known: what AIVAT and exact values need."""
        return self.agent.strategy if isinstance(self.agent, StrategyPlayer) else None


def uniform_strategy(game: Game[Any, Any]) -> Strategy:
    """Every legal action equally often, in any game: nothing is listed, nothing compiled."""
    return Strategy(game.spec, [StrategyTable.empty()] * game.players, unvisited="uniform")


@checked
def take_seat(
    game: Game[Any, Any],
    who: str | Strategy | Agent,
    *,
    until: float | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    rng: random.Random | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Seated:
    """An agent for `game`: a `Strategy`, an object with `choose`, or a text.

    `uniform` or `random`; a strategy file; a search method with its budget an answer, such as `mtdf`, `mtdf:0.5` (in
    seconds), `mcts:nodes=500` or `alphabeta:depth=6`; or a method of `tj.solve`, which then solves the game first,
    `until` an exploitability or for some `seconds`. A keyword that does nothing to this agent is refused: `taken_by`
    says which do.

    >>> import tianji as tj
    >>> take_seat(tj.load("tic_tac_toe"), "alphabeta:depth=2").name
    'alphabeta:depth=2'
    """
    given = {
        "until": until, "seconds": seconds, "seed": seed, "rng": rng, "progress": progress, "stop": stop,
    }  # fmt: skip
    what, takes = taken_by(who)
    for name, value in given.items():
        if value is not None and name not in takes:
            does = f"it takes {', '.join(takes)}" if takes else "it takes none"
            raise ParameterError(f"{name}={quote(value)} does nothing to {what}; {does}")
    is_sampled = isinstance(who, str) and _solver(who) in SAMPLERS
    if seed is not None and rng is not None and not is_sampled:
        raise ParameterError(f"seed={quote(seed)} and rng= both; the rng draws, so leave out the seed")
    rng = random.Random(seed or 0) if rng is None else rng
    if isinstance(who, Strategy):
        _require(who, game, "the strategy")
        return Seated(StrategyPlayer(game, who, rng), "strategy", rng)
    if not isinstance(who, str):
        return Seated(who, str(getattr(who, "name", type(who).__name__)), rng)
    if who in UNIFORM:
        return Seated(StrategyPlayer(game, uniform_strategy(game), rng), who, rng)
    if takes == DRAWN:
        strategy = Strategy.load(who, game)
        _require(strategy, game, quote_path(who))
        return Seated(StrategyPlayer(game, strategy, rng), who, rng)
    if "until" in takes:
        drawn = seed if is_sampled else None
        found = solve(game, who, until=until, seconds=seconds, seed=drawn, progress=progress, stop=stop)
        return Seated(StrategyPlayer(game, found.strategy, rng), who, rng, found.exploitability)
    method, _, budget = who.partition(":")
    return Seated(SearchPlayer(game, method, **_budget(who, budget, seconds), seed=seed), who, rng)


def taken_by(who: str | Strategy | Agent) -> tuple[str, tuple[str, ...]]:
    """What an agent is, in words, and the keywords of `take_seat` that do something to it.

    >>> taken_by("mtdf:0.5"), taken_by("mcts")
    (("'mtdf:0.5', a search", ()), ("'mcts', a search", ('seconds', 'seed')))
    """
    if isinstance(who, Strategy):
        return "a strategy, which is played as it is", DRAWN
    if not isinstance(who, str):
        if not isinstance(who, Agent):
            raise ParameterError(
                f"agent {quote(who)}; expected a name, a Strategy or an object with choose()"
            )
        return "an agent of your own", ()
    if who in UNIFORM:
        return f"{who!r}, which is played as it is", DRAWN
    if Path(who).suffix.lower() in SUFFIXES or _is_file(who):
        return f"{quote_path(who)}, which is played as it is", DRAWN
    method, _, budget = who.partition(":")
    if method in METHODS:
        return f"{quote(who)}, a search", (*["seconds"] * (not budget), *["seed"] * METHODS[method].draws)
    if _solver(who) not in [*methods(), "hs-dcfr"]:
        known = [*methods(), *METHODS, UNIFORM[0]]
        raise UnknownNameError(f"no method {quote(who)}; {suggest(who, known)}")
    return f"{who!r}, which solves first", ("until", "seconds", *DRAWN, "progress", "stop")


def _solver(who: str) -> str:
    """A text as `tj.solve` reads the name of a method."""
    return who.strip().lower().replace("_", "-")


def seats_of(
    game: Game[Any, Any],
    agents: Sequence[str | Strategy | Agent],
    until: float | None,
    seconds: float | None,
    seed: int,
    progress: Progress | None,
    stop: Stop,
) -> list[Seated]:
    """Agents at one table: each takes what does something to it; `until`, where none does, is refused.

    seconds: of each agent that solves first, at most; a search keeps its own budget an answer.
    """
    takes = [taken_by(who)[1] for who in agents]
    Limits(until=until, seconds=seconds)
    if until is not None and not any("until" in names for names in takes):
        raise ParameterError(
            f"until={until}: neither agent is a method that solves the game first; leave it out"
        )
    given: dict[str, Any] = {"seed": seed, "progress": progress, "stop": stop}
    solves: dict[str, Any] = {**given, "until": until, "seconds": seconds}
    return [
        take_seat(
            game, who, **{k: v for k, v in (solves if "until" in names else given).items() if k in names}
        )
        for who, names in zip(agents, takes, strict=True)
    ]


def _require(strategy: Strategy, game: Game[Any, Any], where: str) -> None:
    """Refuse a strategy of another game, and one of rules that have changed since."""
    is_whole = strategy.game == game.spec and strategy.digest and not strategy.digest.startswith(SAMPLE)
    strategy.require(game.spec, where, as_flat(game).digest if is_whole else "", game)


def _is_file(who: str) -> bool:
    try:
        return Path(who).is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def _budget(who: str, text: str, seconds: float | None) -> dict[str, Any]:
    """The limits of a search: `0.5`, or `nodes=500,depth=4`; without any, `seconds`, else a second."""
    if not text:
        return {"seconds": 1.0 if seconds is None else seconds}
    budget: dict[str, Any] = {"seconds": None}
    for part in text.split(","):
        name, _, value = part.partition("=") if "=" in part else ("seconds", "", part)
        if name.strip() not in BUDGETS:
            raise UnknownNameError(f"{quote(who)}: no budget {quote(name)}; {suggest(name, list(BUDGETS))}")
        try:
            budget[name.strip()] = BUDGETS[name.strip()](value)
        except ValueError:
            raise ParameterError(
                f"{quote(who)}: {quote(part)}; expected a number, such as nodes=500"
            ) from None
    return budget

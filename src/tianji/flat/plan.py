"""plan: how large a game is, before the walk; exact when small, by Knuth's estimator when not."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.memory import free_bytes, size_text
from tianji.core.result import Result
from tianji.errors import GameRuleError, TianjiError, TooLargeError

MAX_DEPTH = 20_000  # moves on one line of play after which a game counts as endless
WALK_BYTES_PER_TERMINAL = 250  # peak of compile and solve together, measured: benchmarks/scaling.py
HISTORIES_PER_SECOND = 150_000


@dataclass(frozen=True)
class Plan(Result):
    """The size of a game and what it needs, known or estimated before it is compiled.

    `exact` says whether the whole tree was counted within the budget; otherwise the counts are the mean of
    random probes (Knuth 1975) and may be off by a small factor.
    """

    histories: float
    terminals: float
    exact: bool
    bytes_needed: int
    bytes_free: int
    seconds: float

    @property
    def fits(self) -> bool:
        """Whether compile and solve fit in the memory that is free now."""
        return self.bytes_needed <= self.bytes_free

    def to_dict(self) -> dict[str, Any]:
        """The sizes, and whether they fit."""
        return {**super().to_dict(), "fits": self.fits}

    def __str__(self) -> str:
        about = "" if self.exact else "about "
        verdict = "fits" if self.fits else "does not fit"
        text = (
            f"{about}{self.histories:,.0f} histories, {self.terminals:,.0f} terminals; "
            f"{about}{size_text(self.bytes_needed)} of {size_text(self.bytes_free)} free: {verdict}"
        )
        if not self.fits:
            text += "; use a sampling method (--method external), which keeps no tree, or smaller parameters"
        return text


def plan(
    game: Game[Any, Any],
    *,
    budget: int = 20_000,
    probes: int = 400,
    seed: int = 0,
    max_bytes: int | None = None,
) -> Plan:
    """Count the game within `budget` histories; past that, estimate it by random probes.

    A probe walks from the root to a terminal choosing uniformly; the product of the numbers of choices it met
    is an unbiased estimate of the number of terminals. Knuth (1975), "Estimating the efficiency of backtrack
    programs".

    >>> from tianji.games import load
    >>> report = plan(load("kuhn"))
    >>> report.histories, report.terminals, report.exact, report.fits
    (58, 30, True, True)
    """
    histories: float
    terminals: float
    at: list[Any] = ["initial()"]
    try:
        histories, terminals, exact = _count(game, budget, at)
        if not exact:
            histories, terminals = _probe(game, probes, seed, at)
    except TianjiError:
        raise
    except Exception as error:
        raise GameRuleError(
            f"{game}: the rules raised {type(error).__name__}: {error} at or just after state {at[0]!r}; "
            "check player/actions/chances/result there"
        ) from error
    return Plan(
        histories=histories,
        terminals=terminals,
        exact=exact,
        bytes_needed=int(terminals * WALK_BYTES_PER_TERMINAL) if math.isfinite(terminals) else 2**62,
        bytes_free=free_bytes() if max_bytes is None else max_bytes,
        seconds=histories / HISTORIES_PER_SECOND,
    )


def require_fit(game: Game[Any, Any], max_bytes: int | None = None) -> Plan:
    """The plan of the game, or a `TooLargeError` that says how large it is and what to do instead."""
    report = plan(game, max_bytes=max_bytes)
    if not report.fits:
        raise TooLargeError(f"{game} is too large to compile: {report}")
    return report


def _moves(game: Game[Any, Any], s: Any, who: int) -> list[Any]:
    if who == CHANCE:
        return [a for a, p in game.chances(s) if p > 0]
    return list(game.actions(s))


def _count(game: Game[Any, Any], budget: int, at: list[Any]) -> tuple[int, int, bool]:
    histories = terminals = 0
    stack = [game.initial()]
    while stack and histories < budget:
        s = at[0] = stack.pop()
        histories += 1
        who = game.player(s)
        if who == TERMINAL:
            terminals += 1
        else:
            stack.extend(game.result(s, a) for a in _moves(game, s, who))
    return histories, terminals, not stack


def _probe(game: Game[Any, Any], probes: int, seed: int, at: list[Any]) -> tuple[float, float]:
    rng = random.Random(seed)
    histories = terminals = 0.0
    for _ in range(probes):
        s, weight, depth = game.initial(), 1.0, 0
        while True:
            at[0] = s
            histories += weight / probes
            who = game.player(s)
            if who == TERMINAL:
                terminals += weight / probes
                break
            moves = _moves(game, s, who)
            if not moves:
                break  # compile names the state
            weight *= len(moves)
            depth += 1
            if depth > MAX_DEPTH:
                raise GameRuleError(
                    f"{game}, state {s!r:.200}: no end after {MAX_DEPTH:,} moves; "
                    "the game must end on every line of play"
                )
            s = game.result(s, rng.choice(moves))
    return histories, terminals

"""improve: prepare for the moves that hurt most, a branch at a time; every version can be undone."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tianji.core import storage
from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.result import Result, plain
from tianji.core.strategy import Strategy, StrategyTable, label, require_suffix
from tianji.errors import FileFormatError, ParameterError, StrategyError, quote, quote_path
from tianji.flat.sequence import FlatGame
from tianji.run.clock import Clock, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress, Report
from tianji.run.stopping import Stop
from tianji.subgame.abstraction import translated
from tianji.subgame.carve import loss, value_for
from tianji.subgame.gadget import Vectors
from tianji.subgame.nested import NestedPlayer
from tianji.subgame.technique import Technique

GAP = 0.005  # of the largest payoff: a branch that is solved worse is not taken
ROUNDING = 1e-9  # of the largest payoff


@dataclass(frozen=True)
class Branch(Result):
    """An action that was not prepared for, and what solving after it came to.

    name: the public state after it. score: what the opponent gains by it at most, beyond his best prepared action,
    times how often it was met where that is known. gap, min_margin: of the gates, as in `NestedReport`. loss_before,
    loss_after: the player's in the whole game, without and with this branch. note: why it was not taken.
    """

    name: str
    score: float
    gap: float
    min_margin: float
    loss_before: float
    loss_after: float
    is_taken: bool
    note: str = ""


@dataclass(frozen=True, eq=False)
class Improved(Result):
    """A version of a strategy: translation, and the branches that were added to it.

    digest, parent_digest: of this version's probabilities and of the version before. branches: all that were added, by
    name; tried: those of this call. Losses are the player's own in the whole game: of translation alone, of the version
    before, and of this one; value_error bounds what is not known of the value, the same for all three. `undo` gives the
    version before back, to the last bit.
    """

    game: str
    known: str
    player: int
    digest: str
    parent_digest: str
    branches: list[str]
    tried: list[Branch]
    value: float
    value_error: float
    loss_translation: float
    loss_before: float
    loss_after: float
    seconds: float
    stopped: str
    strategy: Strategy = field(repr=False)
    parent: Strategy = field(repr=False)

    def undo(self) -> Strategy:
        """The version before."""
        return self.parent

    @checked
    def save(self, path: str) -> None:
        """Write the strategy as .safetensors with its history, so that `undo_file` can take the branches out again."""
        if require_suffix(path) != ".safetensors":
            raise ParameterError(
                f"{quote_path(path)}: only .safetensors holds a version's history; rename it"
            )
        now, before = (strategy.tables[self.player].probs for strategy in (self.strategy, self.parent))
        places = np.flatnonzero(now != before)
        version = {
            "digest": self.digest, "parent": self.parent_digest, "player": self.player, "branches": self.branches,
            "tried": [branch.name for branch in self.tried if branch.is_taken],
            "places": places.tolist(), "probs": before[places].tolist(),
        }  # fmt: skip
        self.strategy.save(path, version=plain(version))


@checked
def strategy_digest(strategy: Strategy) -> str:
    """SHA-256 of a strategy: its game, infosets, actions and probabilities, to the last bit.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> strategy_digest(tj.uniform(game)) == strategy_digest(tj.uniform(game))
    True
    """
    sha = hashlib.sha256(repr((strategy.game, strategy.digest)).encode())
    for table in strategy.tables:
        sha.update(repr((table.labels, table.actions)).encode())
        sha.update(np.ascontiguousarray(table.probs, dtype=np.float64).tobytes())
    return sha.hexdigest()


@checked
def undo_file(path: str) -> Strategy:
    """The version before the one in a file that `Improved.save` wrote; its digest is checked."""
    strategy = Strategy.load(path)
    version = storage.open_file(path, "strategy").fields.get("version")
    if not isinstance(version, Mapping):
        raise FileFormatError(
            f"{quote_path(path)} has no version to undo; expected a file of tj.subgame.improve"
        )
    try:
        player, table = int(version["player"]), strategy.tables[int(version["player"])]
        probs = table.probs.copy()
        probs[np.array(version["places"], dtype=np.int64)] = version["probs"]
        tables = list(strategy.tables)
        tables[player] = StrategyTable(table.labels, table.actions, table.first_slot, probs)
        before = Strategy(strategy.game, tables, strategy.unvisited, strategy.digest)
        parent = str(version["parent"])
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise FileFormatError(
            f"{quote_path(path)}: its version cannot be read ({error!s:.80}); it is damaged"
        ) from None
    if strategy_digest(before) != parent:
        raise FileFormatError(
            f"{quote_path(path)}: taking its branches out does not give {parent[:12]}…; it is damaged"
        )
    return before


@checked
def improve(
    game: Game[Any, Any] | FlatGame,
    known: Game[Any, Any] | FlatGame,
    blueprint: Strategy,
    player: int = 1,
    *,
    version: Improved | None = None,
    top: int = 3,
    counts: Mapping[Any, float] | None = None,
    sizes: Mapping[Any, float] | None = None,
    technique: str | Technique = "reach-resolve",
    refine: str | float | None = None,
    solver: str | None = None,
    iterations: int | None = None,
    until: float | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Improved:
    r"""Add answers to the unprepared actions that cost most, in place of translation; keep only what proves itself.

    The player knows the small game `known` and translates what else the opponent does. Each action a that is not in it
    is scored by what he can gain with it, against the strategy as it is,

        Σ_I π_{−i}(I) · [CBV(I, a) − CBV~(I)]⁺,      CBV~(I): his best with prepared actions,

    times `counts[name]`, how often it was met, where those are given. The `top` ones are solved behind a gate whose
    alternative payoffs are CBV~(I), with all further unprepared actions behind them: nothing the opponent could not
    have had before. A branch is taken if its gap is small and the exact loss does not rise; and where some margin is
    below 0 (prepared actions alone cannot hold the opponent to CBV~ with every hand), only if it falls. Frequencies
    say *what* to solve, nothing else: this is no model of the opponent. version: an earlier answer to go on from.

    After the self-improver of Brown & Sandholm (2018), "Superhuman AI for heads-up no-limit poker".

    >>> import tianji as tj
    >>> game = tj.load("leduc_bets(suits=1,bets=(1,0))")
    >>> known = game.restrict(["f", "c", "b50", "b100"])
    >>> answer = improve(game, known, tj.solve(known, "cfr+", iterations=500).strategy, player=0)
    >>> answer.branches, answer.loss_after < answer.loss_before / 10
    (['|c b75'], True)
    """
    if top < 1:
        raise ParameterError(f"top={top}; expected at least one branch to try")
    nested = NestedPlayer(
        game, known, blueprint, player, technique=technique, refine=refine, solver=solver, iterations=iterations,
        until=until, seconds=seconds, threads=threads, stop=stop,
    )  # fmt: skip
    base = translated(game, known, blueprint, player, sizes=sizes)
    about = (base.game, nested.menus.small.spec, player)
    if version is not None and (version.game, version.known, version.player) != about:
        raise StrategyError(
            f"the version is of {quote(version.game)}, known as {quote(version.known)}, player {version.player}; "
            f"expected {quote(about[0])}, {quote(about[1])}, player {player}"
        )
    with clocked(Limits(seconds=seconds), stop) as clock:
        return _Night(nested, base, version, clock, progress).run(top, counts)


@dataclass(eq=False)
class _Night:
    """One call of `improve` in progress."""

    nested: NestedPlayer
    base: Strategy
    version: Improved | None
    clock: Clock
    progress: Progress | None

    def run(self, top: int, counts: Mapping[Any, float] | None) -> Improved:
        """Score, solve, judge."""
        nested, flat, player = self.nested, self.nested.flat, self.nested.resolver
        parent = self.base if self.version is None else self.version.strategy
        value, error = value_for(flat, player, self.clock)
        vectors: Vectors = flat.from_strategy(parent)
        before, tried = loss(flat, vectors, player, value)[0], []
        lost = before
        for k, (name, score, state) in enumerate(self._chosen(vectors, top, counts)):
            self._tell(k, top)
            patch = nested.answer_to(state, self.clock)
            if patch is None:
                break
            after = patch.apply(vectors)
            branch = self._judge(name, score, lost, loss(flat, after, player, value)[0])
            tried.append(branch)
            if branch.is_taken:
                vectors, lost = after, branch.loss_after
        strategy = flat.to_strategy(vectors)
        old = [] if self.version is None else self.version.branches
        return Improved(
            game=flat.spec, known=nested.menus.small.spec, player=player, digest=strategy_digest(strategy),
            parent_digest=strategy_digest(parent),
            branches=[*old, *(branch.name for branch in tried if branch.is_taken)], tried=tried,
            value=value, value_error=error,
            loss_translation=loss(flat, flat.from_strategy(self.base), player, value)[0], loss_before=before,
            loss_after=lost, seconds=self.clock.seconds, stopped=self.clock.stopped or "exact", strategy=strategy,
            parent=parent,
        )  # fmt: skip

    def _chosen(
        self, vectors: Vectors, top: int, counts: Mapping[Any, float] | None
    ) -> list[tuple[str, float, int]]:
        """The unprepared actions with the largest scores: name, score, public state after it."""
        nodes, done = self.nested.nodes, [] if self.version is None else self.version.branches
        met = None if counts is None else {label(name): float(count) for name, count in counts.items()}
        found = []
        for state, roots in self.nested.start.off.items():
            first = nodes.state(int(roots[0]))
            name = label(nodes.game.public(first)) if nodes.told is not None else nodes.game.show(first)
            if name not in done:
                often = 1.0 if met is None else met.pop(name, 0.0)
                found.append((name, often * self.nested.gain_of(state, vectors) if often else 0.0, state))
        odd = sorted(set(met or ()) - set(done))
        if odd:
            some = quote([name for name, _, _ in found[:4]])
            raise ParameterError(
                f"counts has {quote(odd[0])}, which is no unprepared action; expected such as {some}"
            )
        found.sort(key=lambda row: -row[1])
        return [row for row in found[:top] if row[1] > 0]

    def _judge(self, name: str, score: float, lost: float, after: float) -> Branch:
        """Take the branch, or say why not."""
        nested, unit = self.nested, self.nested.flat.utility_scale
        note = ""
        if nested.gap > GAP * unit:
            note = f"its gap of {nested.gap:.3g} is above {GAP:.1%} of the largest payoff"
        elif after > lost + ROUNDING * unit:
            note = f"the loss would rise by {after - lost:.3g}"
        elif nested.min_margin < -nested.gap - ROUNDING * unit and after > lost - ROUNDING * unit:
            note = f"its smallest margin is {nested.min_margin:.3g}, and the loss does not fall"
        return Branch(name, score, nested.gap, nested.min_margin, lost, after, not note, note)

    def _tell(self, done: int, total: int) -> None:
        self.clock.tell(self.progress, Report("improve", done, total, "branches", self.clock.seconds))

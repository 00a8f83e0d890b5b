"""depth_limited: solve the top of a game, the opponent choosing at the leaves how to play on; then what lies below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.result import Result
from tianji.core.strategy import Strategy, label
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, quote, suggest
from tianji.evaluate.response import plans, respond
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.run.clock import clocked
from tianji.run.limits import Limits, read_until
from tianji.run.report import Progress
from tianji.run.stopping import Cancelled, Stop
from tianji.subgame.carve import Cut, Trunk, loss, value_for
from tianji.subgame.gadget import Vectors
from tianji.subgame.leaves import (
    At,
    Continuations,
    Limited,
    below_slots,
    biased,
    cut_off,
    kinds_below,
    levels_of,
)
from tianji.subgame.protocol import Answer, CutReport
from tianji.subgame.solve import SubgameWork
from tianji.subgame.technique import Technique, as_technique

BLUEPRINT = "blueprint"
SETS = ("response", "bias", "mixed")
SIDES = ("opponent", "both")
FACTOR = 5.0  # by which "bias" makes an action likelier
CLOSED = 1e-8  # of the largest payoff: a gap at the leaves that further continuations could not close


@dataclass(frozen=True)
class LimitedStep(Result):
    """One stretch of the game solved: from a level (or the start) to the leaves at the next one, or to the end.

    subgames: solved in it. continuations: those the opponent chose from at the leaves; own: the player's.
    gap: what the opponent's best response gains over the best he can do with the continuations, exactly; 0 where the
    leaves are as good as the rest of the game. loss: the player's in the whole game after this step, the continuations
    played below. min_margin, gadget_gap: those of the gadgets, as in `SubgameReport`.
    """

    start: str
    end: str
    subgames: int
    continuations: list[str]
    own: list[str]
    gap: float
    loss: float
    min_margin: float
    gadget_gap: float


@dataclass(frozen=True, eq=False)
class DepthLimited(Result):
    """A strategy found by depth-limited solving, and its exact figures in the whole game.

    A loss is the player's own against a best response, relative to the game's value (`SubgameReport`): loss_before of
    the blueprint, loss_top with the new strategy above the first level only, loss_after of all. limited_value: what the
    first depth-limited game is worth to the player; leaf_gap: by how much an opponent who is not bound to the
    continuations beats that. nash_conv and exploitability (NashConv / 2) are those of the whole profile.
    stopped: "exact" when everything was solved exactly, else what ended the work.
    """

    game: str
    player: int
    levels: list[str]
    leaves: int
    sides: str
    technique: str
    value: float
    value_error: float
    loss_before: float
    loss_top: float
    loss_after: float
    limited_value: float
    leaf_gap: float
    nash_conv: float
    steps: list[LimitedStep]
    seconds: float
    stopped: str
    strategy: Strategy = field(repr=False)

    @property
    def exploitability(self) -> float:
        """NashConv / 2 of the whole profile."""
        return self.nash_conv / 2

    def to_dict(self) -> dict[str, Any]:
        """JSON-able; the strategy is saved by `strategy.save`."""
        return {**super().to_dict(), "exploitability": self.exploitability}


@checked
def depth_limited(
    game: Game[Any, Any] | FlatGame,
    blueprint: Strategy,
    at: At = None,
    leaves: int | Sequence[Strategy] = 4,
    player: int = 1,
    *,
    continuations: str = "response",
    sides: str = "opponent",
    factor: float = FACTOR,
    technique: str | Technique | None = "reach-maxmargin",
    payoffs: str | None = None,
    gifts: str | float | None = None,
    refine: str | float | None = None,
    solver: str | None = None,
    iterations: int | None = None,
    until: float | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> DepthLimited:
    r"""Solve a game down to a level, where the opponent chooses one of k continuations; then solve on from there.

        max_{σ above} min_{σ′ above} min_{j at each infoset of the level} u(σ ∘ blueprint, σ′ ∘ σ′ʲ)

    A single value a leaf (k = 1) is wrong in games of hidden information, as it pretends that the opponent cannot adapt
    below. at: a level of `cuts`, or cuts; several levels, from the top down, are solved one after the other, each with
    leaves at the next: what playing on and solving at every level comes to. leaves: k, or the continuations themselves.
    continuations: "response" (the blueprint, then the opponent's best response to the answer so far, solved again each
    time), "bias" (the blueprint, and each kind of action made `factor` times as likely), "mixed": the latter, then
    the former. sides "both": the player, too, chooses among k of his own. With all best responses added the gap
    closes: for "opponent" the top is then the best there is above this blueprint, and no worse than the blueprint's;
    for "both" the limited value is the game's.

    technique solves what lies below the levels, as in `solve_all`; with payoffs="estimate" the alternative payoffs are
    the values at the leaves. None keeps what was chosen there. iterations, until, seconds, threads, progress and
    stop are those of `solve_all`; stopped early, the parts not reached keep the blueprint.

    Brown, Sandholm & Amos (2018), "Depth-limited solving for imperfect-information games"; both sides as in Brown &
    Sandholm (2019), "Superhuman AI for multiplayer poker".

    >>> import tianji as tj
    >>> game = tj.load("coin_toss")
    >>> start = tj.subgame.coin_toss_blueprint(game)
    >>> answer = depth_limited(game, start, "play", leaves=1, player=0, technique=None)
    >>> round(answer.limited_value, 6), round(answer.leaf_gap, 6)
    (0.5, 0.75)
    """
    for name, value, known in (("continuations", continuations, SETS), ("sides", sides, SIDES)):
        if value not in known:
            raise UnknownNameError(f"no {name} {quote(value)}; {suggest(value, list(known))}")
    if not 0 < factor < 1e9:
        raise ParameterError(f"factor={quote(factor)}; expected a number above 0, how much likelier")
    if factor != FACTOR and continuations == "response":
        raise ParameterError(f"factor={quote(factor)} is of continuations='bias' or 'mixed'; leave it out")
    if isinstance(leaves, int) and not 1 <= leaves <= 1000:
        raise ParameterError(f"leaves={leaves}; expected from 1 to 1000 continuations")
    how = None
    if technique is not None:
        how = as_technique(technique, payoffs=payoffs, gifts=gifts, refine=refine, solver=solver)
    limits = Limits(iterations, read_until(until), seconds, threads=threads)
    setup = _Setup(leaves, continuations, sides, factor, how, solver or "auto")
    setup.require({"payoffs": payoffs, "gifts": gifts, "refine": refine}, limits)
    with clocked(Limits(seconds=seconds), stop) as clock:
        work = SubgameWork(setup.top, limits, None, None, clock, progress)
        return _Solver(setup, work).run(game, blueprint, at, player)


@dataclass(frozen=True, eq=False)
class _Setup:
    """What was asked for. how: below the levels; None keeps what is there."""

    leaves: int | Sequence[Strategy]
    continuations: str
    sides: str
    factor: float
    how: Technique | None
    solver: str

    @property
    def top(self) -> Technique:
        """How the first stretch is solved: it is a game of its own."""
        return Technique("unsafe", solver=self.solver if self.how is None else self.how.solver)

    @property
    def k(self) -> int:
        """How many continuations, at most."""
        return self.leaves if isinstance(self.leaves, int) else len(self.leaves)

    def require(self, given: dict[str, object], limits: Limits) -> None:
        """Refuse what nothing would use."""
        for name, value in given.items():
            if self.how is None and value is not None:
                raise ParameterError(
                    f"{name}={quote(value)} belongs to a technique, and technique is None; name one"
                )
        if self.how is not None and self.how.is_random:
            raise NotApplicableError(
                "depth-limited solving knows its own payoffs, and distributional ones need a spread; "
                "use payoffs='exact' or 'estimate'"
            )
        if self.k < 1:
            raise ParameterError("leaves is empty; give a number of continuations, or at least one strategy")
        for technique in (self.top, self.how):
            if technique is not None and not technique.is_program:
                technique.require_limits(limits)


@dataclass(eq=False)
class _Solver:
    """One call of `depth_limited` in progress. estimate: values at the last leaves, by the opponent's infosets."""

    setup: _Setup
    work: SubgameWork
    steps: list[LimitedStep] = field(default_factory=list)
    estimate: dict[str, float] = field(default_factory=dict)
    reports: list[CutReport] = field(default_factory=list)
    limited_value: float = np.nan
    value: float = np.nan

    def run(self, game: Game[Any, Any] | FlatGame, blueprint: Strategy, at: At, player: int) -> DepthLimited:
        """Solve stretch after stretch, and measure."""
        try:
            trunk = Trunk(game, blueprint, player, stop=lambda: self.work.clock.asked)
        except Cancelled as why:
            return self._result(game.spec, player, [], (np.nan,) * 5, np.nan, str(why), blueprint)
        levels = levels_of(trunk, at)
        if len(levels) > 1 and self.setup.how is None:
            raise ParameterError("technique=None solves nothing below the first of several levels; name one")
        self.value, error = value_for(trunk.flat, player, self.work.clock)
        whole = Cut(trunk.flat.spec, "start", 0, "start", np.zeros(1, dtype=np.int32), trunk.nodes)
        vectors: Vectors = trunk.vectors
        for start, ends in zip([[whole], *levels[:-1]], levels, strict=True):
            vectors = self._stretch(trunk, vectors, start, ends)
        if self.setup.how is not None:
            vectors = self._last(trunk, vectors, levels[-1])
        before, (after, nash_conv) = (
            loss(trunk.flat, v, player, self.value) for v in (trunk.vectors, vectors)
        )
        top = self.steps[0].loss if self.steps else before[0]
        figures = (self.value, error, before[0], top, after)
        ended = {report.stopped for report in self.reports}
        why_ended = self.work.clock.stopped or next(
            (s for s in ("iterations", "until") if s in ended), "exact"
        )
        names = [level[0].level for level in levels]
        strategy = trunk.flat.to_strategy(vectors)
        return self._result(trunk.flat.spec, player, names, figures, nash_conv, why_ended, strategy)

    def _result(
        self, spec: str, player: int, levels: list[str], figures: Sequence[float], nash_conv: float, why: str,
        strategy: Strategy,
    ) -> DepthLimited:  # fmt: skip
        value, error, before, top, after = figures
        return DepthLimited(
            game=spec, player=player, levels=levels,
            leaves=max((len(step.continuations) for step in self.steps), default=0),
            sides=self.setup.sides, technique="none" if self.setup.how is None else str(self.setup.how),
            value=value, value_error=error, loss_before=before, loss_top=top, loss_after=after,
            limited_value=self.limited_value, leaf_gap=self.steps[0].gap if self.steps else np.nan,
            nash_conv=nash_conv, steps=self.steps, seconds=self.work.clock.seconds, stopped=why, strategy=strategy,
        )  # fmt: skip

    def _stretch(self, trunk: Trunk, vectors: Vectors, start: list[Cut], ends: list[Cut]) -> Vectors:
        """Solve from `start` down to leaves at `ends`; with more and more best responses where those are asked for."""
        sets, best = self._sets(trunk, ends), vectors
        while not self.work.clock.is_over():
            limited = cut_off(trunk.flat, trunk.nodes, ends, sets)
            here = Trunk(limited.flat, limited.flat.to_strategy(limited.shorten(vectors)), trunk.resolver)
            found = self._solve(here, start, limited)
            if found is None:
                break
            best = limited.extend(found.vectors)
            gaps = self._measure(trunk, found, limited, best, start, ends)
            sets = self._more(trunk, best, sets, gaps)
            if sets is limited.continuations:
                break
        return best

    def _solve(self, here: Trunk, start: list[Cut], limited: Limited) -> Trunk | None:
        """The limited game with this stretch solved; None when nothing was before the end of the work."""
        is_first = start[0].roots[0] == 0
        answers = self._layer(here, [limited.cut(cut) for cut in start], is_first)
        vectors: Vectors = here.vectors
        for answer, _ in answers:
            if answer is not None:
                vectors = answer.patch.apply(vectors)
                vectors = vectors if answer.opponent is None else answer.opponent.apply(vectors)
        self.reports = [report for _, report in answers]
        if self.work.clock.stopped and all(answer is None for answer, _ in answers):
            return None
        if is_first and answers[0][0] is not None:
            self.limited_value = -answers[0][0].value
        return here.improved(vectors)

    def _layer(
        self, trunk: Trunk, layer: list[Cut], is_first: bool
    ) -> list[tuple[Answer[Vectors] | None, CutReport]]:
        """Answers of disjoint subgames; the first stretch is a game of its own, and its only one."""
        technique = self.setup.top if is_first or self.setup.how is None else self.setup.how
        estimate = self.estimate if technique.payoffs == "estimate" else None
        work = replace(self.work, technique=technique, estimate=estimate, done=0, total=len(layer))
        return work.solve_layer(trunk, layer)

    def _measure(
        self, trunk: Trunk, found: Trunk, limited: Limited, best: Vectors, start: list[Cut], ends: list[Cut]
    ) -> list[float]:
        """Note what this stretch came to; what each player's best response gains beyond his continuations."""
        above, below = found.plans, plans(trunk.flat, best)
        gaps = [max(0.0, respond(trunk.flat, below, p)[0] - respond(found.flat, above, p)[0]) for p in (0, 1)]
        self.steps = [step for step in self.steps if step.start != start[0].level]  # of smaller sets
        own, other = (limited.continuations[p].names for p in (trunk.resolver, trunk.opponent))
        lost = loss(trunk.flat, best, trunk.resolver, self.value)[0]
        self._note(start, ends[0].level, other, own, gaps[trunk.opponent], lost)
        tree = found.flat.trees[trunk.opponent]
        choices = np.unique(limited.choice[trunk.opponent])
        for i in choices[found.cf_reach[choices] > 0].tolist():
            worth = found.action_cbv[tree.first_slot[i] : tree.first_slot[i + 1]].max() / found.cf_reach[i]
            self.estimate[label(tree.keys[i][1])] = float(worth)
        return gaps

    def _note(
        self, start: list[Cut], end: str, other: list[str], own: list[str], gap: float, lost: float
    ) -> None:
        solved = [report for report in self.reports if not report.note]
        margins = [float(m.min()) for r in solved if (m := r.reach_margin[r.cf_reach > 0]).size]
        self.steps.append(
            LimitedStep(
                start=start[0].level, end=end, subgames=len(solved), continuations=other, own=own, gap=gap,
                loss=lost, min_margin=min(margins, default=np.nan), gadget_gap=sum(r.slack for r in solved),
            )
        )  # fmt: skip

    def _sets(self, trunk: Trunk, ends: list[Cut]) -> tuple[Continuations, Continuations]:
        """Each player's continuations to begin with."""
        inside = trunk.nodes.subtree(np.sort(np.concatenate([cut.roots for cut in ends])))[0]
        is_below = below_slots(trunk.flat, trunk.nodes, inside)
        found = []
        for p, tree in enumerate(trunk.flat.trees):
            vector = trunk.vectors[p]
            own = Continuations([BLUEPRINT], [vector])
            if p == trunk.opponent or self.setup.sides == "both":
                if not isinstance(self.setup.leaves, int):
                    given = [trunk.flat.from_strategy(strategy)[p] for strategy in self.setup.leaves]
                    own = Continuations([f"given {j + 1}" for j in range(len(given))], given)
                elif self.setup.continuations != "response":
                    own = self._biased(own, tree, kinds_below(tree, is_below[p]))
            found.append(own)
        return found[0], found[1]

    def _biased(self, own: Continuations, tree: Treeplex, kinds: list[str]) -> Continuations:
        """The blueprint, and it biased towards one kind of action after the other."""
        if self.setup.continuations == "bias" and self.setup.k > 1 + len(kinds):
            raise ParameterError(
                f"leaves={self.setup.k}: with {len(kinds)} kinds of actions below ({', '.join(kinds):.80}) bias gives "
                f"{1 + len(kinds)} continuations; use continuations='mixed' for more"
            )
        for name in kinds[: self.setup.k - 1]:
            vector = biased(tree, own.vectors[0], name, self.setup.factor)
            own = own.with_one(f"{name} ×{self.setup.factor:g}", vector)
        return own

    def _more(
        self, trunk: Trunk, best: Vectors, sets: tuple[Continuations, Continuations], gaps: list[float]
    ) -> tuple[Continuations, Continuations]:
        """The sets with a best response to the answer so far; the same ones where that is not asked for or no use."""
        if self.setup.continuations == "bias" or not isinstance(self.setup.leaves, int):
            return sets
        enough = CLOSED * trunk.flat.utility_scale
        reach, found = plans(trunk.flat, best), list(sets)
        for p, tree in enumerate(trunk.flat.trees):
            wanted = p == trunk.opponent or self.setup.sides == "both"
            if wanted and len(sets[p]) < self.setup.k and gaps[p] > enough:
                pure = np.zeros(tree.num_slots)
                pure[respond(trunk.flat, reach, p)[2]], pure[0] = 1.0, 1.0
                made = sum(name.startswith("response") for name in sets[p].names)
                found[p] = sets[p].with_one(f"response {made + 1}", pure)
        same = all(new is old for new, old in zip(found, sets, strict=True))
        return sets if same else (found[0], found[1])

    def _last(self, trunk: Trunk, vectors: Vectors, layer: list[Cut]) -> Vectors:
        """Solve what lies below the last level, to the end."""
        here = trunk.improved(vectors)
        answers = self._layer(here, layer, False)
        self.reports = [report for _, report in answers]
        for answer, _ in answers:
            if answer is not None:
                vectors = answer.patch.apply(vectors)
                vectors = vectors if answer.opponent is None else answer.opponent.apply(vectors)
        self._note(layer, "end", [], [], 0.0, loss(trunk.flat, vectors, trunk.resolver, self.value)[0])
        return vectors

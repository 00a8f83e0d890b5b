"""solve, solve_all: put a better strategy into subgames of a blueprint, and measure it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tianji.cfr.solve import solve as solve_game
from tianji.core.game import Game
from tianji.core.strategy import FloatArray, Strategy
from tianji.errors import ParameterError, TianjiError
from tianji.evaluate.lp import solve_lp
from tianji.evaluate.response import deviation_gains
from tianji.flat.sequence import FlatGame
from tianji.subgame.carve import Cut, Seeds, as_cut, overlapping
from tianji.subgame.distributional import RULES, solve_by_regret, solve_exactly
from tianji.subgame.estimates import Estimate, Estimator, spreads
from tianji.subgame.frame import Frame, build_frame
from tianji.subgame.gadget import Gadget, maxmargin_gadget, resolve_gadget, unsafe_gadget
from tianji.subgame.gifts import entry_gifts, slot_gifts
from tianji.subgame.refine import solve_by_program
from tianji.subgame.report import CutReport, Report, Result
from tianji.subgame.settings import Settings, check_settings
from tianji.subgame.trunk import Trunk

LP_SIZE = 200_000  # merged terminals of a gadget above which "auto" iterates instead
ITERATIONS = 10_000


def solve(
    game: Game[Any, Any] | FlatGame,
    blueprint: Strategy,
    at: Cut | Seeds,
    technique: str = "reach-maxmargin",
    player: int = 1,
    **options: Any,
) -> Result:
    """Solve one subgame again for `player`, and splice the answer into the blueprint.

    technique: "unsafe", "resolve", "maxmargin", "reach-resolve", "reach-maxmargin". Options, also of `solve_all`:

    - payoffs: "exact" (CBV of the blueprint), "estimate" or "distributional"; estimate= says whose estimate
      (`Estimator`), spread= the standard deviations of random payoffs (default: measured).
    - gifts: "none", "split", "not-split" or a factor; gift_bound: "terminal", "full" or "estimate".
    - solver: "lp", a CFR method such as "cfr+" with iterations= and until=, "auto"; for random payoffs "lp",
      "cfr-br" or "hedge".
    - refine: None, "leximin" or "tremble". keep_blueprint_safety: estimates, but never above the blueprint's CBV.

    >>> import tianji as tj
    >>> game = tj.load("coin_toss")
    >>> blueprint, cuts = tj.subgame.coin_toss_blueprint(game), tj.subgame.cuts(game, "play")
    >>> new = solve(game, blueprint, at=cuts[0], technique="maxmargin")
    >>> {a: round(p, 6) for a, p in new.strategy.at(1, "? Play").items()}
    {'Heads': 0.625, 'Tails': 0.375, 'Forfeit': 0.0}
    """
    if not isinstance(at, Cut) and isinstance(at, (list, tuple)) and at and isinstance(at[0], Cut):
        raise ParameterError(f"at= is a list of {len(at)} cuts; give one, or use solve_all for several")
    return solve_all(game, blueprint, [at], technique, player, **options)


def solve_all(
    game: Game[Any, Any] | FlatGame,
    blueprint: Strategy,
    cuts: Iterable[Cut | Seeds],
    technique: str = "reach-maxmargin",
    player: int = 1,
    *,
    payoffs: str = "exact",
    estimate: Estimate = None,
    spread: float | Mapping[Any, float] | None = None,
    gifts: str | float | None = None,
    gift_bound: str = "terminal",
    solver: str = "auto",
    refine: str | None = None,
    keep_blueprint_safety: bool = False,
    iterations: int | None = None,
    until: float | None = None,
) -> Result:
    """Solve every subgame of a level again, each from the same blueprint, and splice all answers in.

    For exploitability this is the same as solving whichever subgame is reached in play. Cuts that contain one
    another are solved from the top down, each with the strategy so far for its blueprint. Options: `solve`.
    """
    started = time.perf_counter()
    trunk = Trunk(game, blueprint, player)
    settings = check_settings(
        technique,
        has_estimate=estimate is not None,
        payoffs=payoffs,
        gifts=gifts,
        gift_bound=gift_bound,
        solver=solver,
        refine=refine,
        keep_blueprint_safety=keep_blueprint_safety,
        spread=spread,
        iterations=iterations,
        until=until,
    )
    chosen = [as_cut(trunk.flat, trunk.nodes, at) for at in cuts]
    if not chosen:
        raise ParameterError("cuts is empty; choose some of tj.subgame.cuts(game)")
    current, reports = _improve(trunk, chosen, settings, estimate)
    return Result(
        current.blueprint,
        Report(
            game=trunk.flat.spec,
            technique=settings.technique,
            payoffs=payoffs,
            gifts=settings.gifts,
            solver=solver,
            player=player,
            refine=refine,
            value=-trunk.opponent_value[0],
            value_error=trunk.opponent_value[1],
            exploitability_before=trunk.exploitability(trunk.vectors[player]),
            exploitability_after=current.exploitability(current.vectors[player]),
            cuts=reports,
            seconds=time.perf_counter() - started,
            is_safe=settings.is_safe,
        ),
    )


def _improve(
    trunk: Trunk, chosen: list[Cut], settings: Settings, estimate: Estimate
) -> tuple[Trunk, list[CutReport]]:
    """The trunk with new strategies in every cut, and a report a cut; nested cuts from the top down."""
    reports: list[CutReport] = []
    for layer in _layers(chosen):
        estimator = Estimator(trunk, estimate)
        both = list(trunk.vectors)
        both[trunk.resolver] = vector = trunk.vectors[trunk.resolver].copy()
        reports += [solve_cut(trunk, cut, settings, estimator, vector) for cut in layer]
        trunk = Trunk(trunk.flat, trunk.flat.to_strategy(both), trunk.resolver)
    return trunk, reports


def solve_cut(
    trunk: Trunk, cut: Cut, settings: Settings, estimator: Estimator, into: FloatArray
) -> CutReport:
    """Solve one subgame against the trunk's blueprint; the answer is written into the full strategy `into`."""
    started = time.perf_counter()
    frame = build_frame(trunk.flat, trunk.nodes, cut.roots, trunk.resolver, trunk.plans[trunk.resolver])
    if frame is None:
        return _kept(cut, started, "the blueprint never lets this subgame happen; kept as it is")
    cbv = frame.best_values(frame.plan(trunk.resolver, trunk.vectors[trunk.resolver]))
    mean = cbv if settings.payoffs == "exact" else estimator.values(frame)
    gift = entry_gifts(frame, _gifts(trunk, settings, estimator), settings.gifts)
    found = solve_frame(
        frame, mean + gift, settings, cbv=cbv + gift, exact=cbv, opponent_plan=trunk.plans[trunk.opponent]
    )
    if found is None:
        return _kept(
            cut,
            started,
            "the blueprint's opponent never comes here, so unsafe solving has no odds; kept as it is",
        )
    local, value, gap = found
    frame.splice(trunk.resolver, local, into)
    return CutReport(
        label=cut.label,
        level=cut.level,
        entries=frame.names,
        cf_reach=frame.cf_reach,
        cbv=cbv,
        gift=gift,
        alt_value=mean + gift,
        cbv_resolved=frame.best_values(frame.plan(trunk.resolver, into)),
        gadget_value=value,
        gadget_gap=gap,
        seconds=time.perf_counter() - started,
    )


def solve_frame(
    frame: Frame,
    alt_value: FloatArray,
    settings: Settings,
    *,
    cbv: FloatArray,
    exact: FloatArray,
    opponent_plan: FloatArray,
) -> tuple[FloatArray, float, float] | None:
    """The resolver's strategy `[Q]` of the frame, the gadget's value to the opponent, and the gap.

    cbv: `[K]`, the ceiling for `keep_blueprint_safety`. exact: `[K]`, what spreads are measured against.
    """
    if settings.payoffs == "distributional":
        spread = spreads(frame, settings.spread, alt_value - (cbv - exact), exact)
        if settings.solver in RULES:
            answer = solve_by_regret(
                frame, alt_value, spread, settings.solver, settings.iterations or ITERATIONS
            )
        else:
            answer = solve_exactly(frame, alt_value, spread)
        return answer.strategy, answer.value, answer.gap
    if settings.refine is not None or settings.keep_blueprint_safety:
        return _by_program(frame, alt_value, settings, cbv)
    gadget = _gadget(frame, alt_value, settings, opponent_plan)
    if gadget is None:
        return None
    vectors, gap = solve_gadget(gadget.flat, settings)
    value = deviation_gains(gadget.flat, vectors)[0][frame.opponent]
    return gadget.to_frame(frame.resolver, vectors[frame.resolver]), value, gap


def _by_program(
    frame: Frame, alt_value: FloatArray, settings: Settings, cbv: FloatArray
) -> tuple[FloatArray, float, float]:
    ceiling = cbv if settings.keep_blueprint_safety else None
    found = solve_by_program(
        frame, alt_value, is_maxmargin=settings.is_maxmargin, refine=settings.refine, ceiling=ceiling
    )
    full = np.zeros(frame.flat.trees[frame.resolver].num_slots)
    frame.splice(frame.resolver, found.strategy, full)
    value = frame.best_values(frame.plan(frame.resolver, full))
    share = frame.cf_reach / frame.cf_reach.sum()
    reached = (
        float((value - alt_value).max())
        if settings.is_maxmargin
        else float(share @ np.maximum(value, alt_value))
    )
    gap = max(0.0, reached - found.value)
    if ceiling is not None:
        gap = max(gap, float(share @ np.maximum(value - ceiling, 0.0)))
    return found.strategy, found.value, gap


def _gadget(
    frame: Frame, alt_value: FloatArray, settings: Settings, opponent_plan: FloatArray
) -> Gadget | None:
    if settings.technique == "unsafe":
        return unsafe_gadget(frame, opponent_plan)
    return (maxmargin_gadget if settings.is_maxmargin else resolve_gadget)(frame, alt_value)


def solve_gadget(flat: FlatGame, settings: Settings) -> tuple[list[FloatArray], float]:
    """An answer of a gadget by the solver asked for, and its NashConv."""
    solver = settings.solver
    vectors: list[FloatArray] | None = None
    if solver == "lp" or (solver == "auto" and len(flat.payoff) <= LP_SIZE):
        try:
            vectors, _ = solve_lp(flat)
        except TianjiError:
            if solver == "lp":
                raise
    if vectors is None:
        # too large for the LP, or the LP met numerical trouble: "auto" iterates, and the gap says how far it got
        solver = "pcfr+" if solver == "auto" else solver
        stop: dict[str, Any] = {"iterations": settings.iterations, "until": settings.until}
        if settings.iterations is None and settings.until is None:
            stop = {
                "iterations": ITERATIONS,
                "until": 1e-6 * max(1.0, flat.utility_range[1] - flat.utility_range[0]),
            }
        vectors = flat.from_strategy(solve_game(flat, solver, merge=False, threads=1, **stop).strategy)
    return vectors, max(0.0, sum(deviation_gains(flat, vectors)[1]))


def _gifts(trunk: Trunk, settings: Settings, estimator: Estimator) -> FloatArray:
    """`[Q]`: gifts of the opponent's slots in the trunk."""
    tree = trunk.flat.trees[trunk.opponent]
    if settings.gifts == "none":
        return np.zeros(tree.num_slots)
    counts = trunk.nodes.is_last_slot[trunk.opponent] if settings.gift_bound == "terminal" else None
    values = estimator.action_values() if settings.gift_bound == "estimate" else trunk.action_cbv
    return slot_gifts(tree, values, trunk.cf_reach, counts)


def _kept(cut: Cut, started: float, note: str) -> CutReport:
    none = np.empty(0)
    return CutReport(
        cut.label, cut.level, [], none, none, none, none, none, 0.0, 0.0, time.perf_counter() - started, note
    )


def _layers(chosen: list[Cut]) -> list[list[Cut]]:
    """One list of disjoint cuts, or several from the top down where cuts contain one another."""
    if len(chosen) == 1 or overlapping(chosen) is None:
        return [chosen]
    layers: list[list[Cut]] = []
    for cut in sorted(chosen, key=lambda cut: cut.depth):
        for layer in layers:
            if not any(cut.overlaps(other) for other in layer):
                layer.append(cut)
                break
        else:
            layers.append([cut])
    return layers

"""Push or fold before the flop, heads-up: the small blind goes all-in or folds, the big blind calls or folds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import ParameterError, quote
from tianji.holdem.answer.tables import HandTable
from tianji.poker.cards import NUM_HANDS
from tianji.poker.preflop import NUM_CLASSES, class_names, matchups

FloatArray = npt.NDArray[np.float64]
SMALL_BLIND = 0.5
DEEPEST = 1000.0


class PushFoldPayoffs(NamedTuple):
    """What the small blind wins, times 1,326 · the chance that the classes meet; in big blinds.

    fold: `[169]` by his class, when he folds. steal: `[169, 169]`, his class by the other's, when he is not called.
    called: `[169, 169]`, when he is.
    """

    fold: FloatArray
    steal: FloatArray
    called: FloatArray


@dataclass(frozen=True)
class PushFold(Result):
    """The equilibrium at one stack.

    push: the small blind's frequencies of `allin` and `fold`; call: the big blind's of `call` and `fold` facing it,
    tables by hand and class (`push["K2o"]["allin"]`). push_ev and call_ev: what pushing and calling win, in big blinds,
    where folding wins −0.5 − ante and −1 − ante. value: what the small blind wins a deal. exploitability: the mean of
    both players' best-response gains.
    """

    stack: float
    ante: float
    value: float
    exploitability: float
    push: HandTable
    call: HandTable
    push_ev: HandTable
    call_ev: HandTable

    @property
    def nash_conv(self) -> float:
        """The sum of both players' best-response gains."""
        return 2 * self.exploitability

    def to_dict(self) -> dict[str, Any]:
        """The main figures, and every class."""
        return {
            "stack": self.stack, "ante": self.ante, "value": self.value, "exploitability": self.exploitability,
            "nash_conv": self.nash_conv, "push": self.push.means["allin"], "call": self.call.means["call"],
            "hands": self.rows(),
        }  # fmt: skip

    def rows(self) -> list[dict[str, Any]]:
        """One dict a class: hand, push, call, push_ev, call_ev."""
        tables = {"push": self.push, "call": self.call, "push_ev": self.push_ev, "call_ev": self.call_ev}
        grids = {name: table.grid() for name, table in tables.items()}
        return [
            {"hand": name, **{column: grid[name][1][0] for column, grid in grids.items()}}
            for name in class_names()
        ]

    def to_csv(self) -> str:
        """One line a class; numbers with six digits."""
        lines = ["hand,push,call,push_ev,call_ev"]
        for row in self.rows():
            lines.append(",".join(v if isinstance(v, str) else f"{v:.6g}" for v in row.values()))
        return "\n".join(lines) + "\n"

    def _repr_html_(self) -> str:
        return self.push._repr_html_() + self.call._repr_html_()

    def __repr__(self) -> str:
        share, answer = self.push.means["allin"], self.call.means["call"]
        return (
            f"PushFold(stack={self.stack:g}, ante={self.ante:g}: push {100 * share:.1f} %, "
            f"call {100 * answer:.1f} %, value {self.value:+.4f} bb)"
        )


@checked
def push_fold(stack: float, ante: float = 0.0) -> PushFold:
    """The exact equilibrium of push or fold with `stack` big blinds, before posting, and an ante each.

        maximise  Σ_c p_c · (steal_c − fold_c) − Σ_d s_d   over 0 ≤ p ≤ 1, s ≥ 0
        where     s_d ≥ Σ_c p_c · (steal_cd − called_cd)

    p_c is how often class c pushes, s_d what the big blind gains by calling with class d; his frequencies are the
    multipliers of the second line. Equities are exact, with card removal. The program has 169 rows and is solved to
    rounding, so there is no accuracy to choose.

    >>> ten = push_fold(10)
    >>> round(ten.value, 4), ten.push["K2o"]["allin"], ten.call["K2o"]["call"]
    (-0.0454, 1.0, 0.0)
    """
    stack, ante = _checked(stack, ante)
    game = payoffs(stack, ante)
    p, q = equilibrium(game)
    push_value, call_value = game.steal @ (1 - q) + game.called @ q, p @ game.called
    faced = p @ game.steal / (1 + ante)  # how often each class of the big blind is pushed at
    folded = p @ game.steal
    value = float(p @ push_value + (1 - p) @ game.fold) / NUM_HANDS
    best_sb = float(np.maximum(push_value, game.fold).sum()) / NUM_HANDS
    best_bb = float(np.minimum(call_value, folded).sum() + (1 - p) @ game.fold) / NUM_HANDS
    meets = game.steal.sum(axis=1) / (1 + ante)
    where = f"{stack:g} bb" + (f", ante {ante:g}" if ante else "")
    table = HandTable.of_classes
    return PushFold(
        stack, ante, value, max(0.0, (best_sb - best_bb) / 2),
        table("strategy", "", where, "small blind", ["allin", "fold"], np.stack([p, 1 - p], axis=1), weight=meets),
        table("strategy", "allin", where, "big blind", ["call", "fold"], np.stack([q, 1 - q], axis=1), weight=meets),
        table("ev", "allin", where, "small blind", ["ev"], (push_value / meets)[:, None], weight=meets),
        table("ev", "allin, call", where, "big blind", ["ev"], (-call_value / faced)[:, None], weight=faced),
    )  # fmt: skip


def _checked(stack: float, ante: float) -> tuple[float, float]:
    for name, given in (("stack", stack), ("ante", ante)):
        if isinstance(given, bool) or not isinstance(given, (int, float)) or not abs(given) <= 1e300:
            raise ParameterError(f"{name}={quote(given)}; expected a number of big blinds, such as 10")
    if ante < 0:
        raise ParameterError(f"ante={quote(ante)}; expected 0 or more big blinds, posted by each player")
    if not 1 + ante <= stack <= DEEPEST:
        raise ParameterError(
            f"stack={quote(stack)} with ante={quote(ante)}; expected {1 + ante:g} (blind and ante of the big blind) "
            f"to {DEEPEST:g} big blinds"
        )
    return float(stack), float(ante)


@lru_cache(maxsize=1)
def _meetings() -> tuple[FloatArray, FloatArray]:
    """`[169, 169]` each: 1,326 · the chance that two classes meet, and the same times 2 · equity − 1."""
    counts = matchups()
    chance = counts.pairs / 1225.0
    return chance, chance * (2 * counts.equity - 1)


def payoffs(stack: float, ante: float) -> PushFoldPayoffs:
    """The game in its normalised form."""
    chance, edge = _meetings()
    return PushFoldPayoffs(-(SMALL_BLIND + ante) * chance.sum(axis=1), (1 + ante) * chance, stack * edge)


def equilibrium(game: PushFoldPayoffs) -> tuple[FloatArray, FloatArray]:
    """How often each class pushes and calls, `[169]` each."""
    from scipy.optimize import linprog

    n = NUM_CLASSES
    answer = linprog(
        np.concatenate([game.fold - game.steal.sum(axis=1), np.ones(n)]),
        A_ub=np.hstack([(game.steal - game.called).T, -np.eye(n)]), b_ub=np.zeros(n),
        bounds=[(0.0, 1.0)] * n + [(0.0, None)] * n, method="highs",
    )  # fmt: skip
    assert answer.status == 0, answer.message  # p = 0 is feasible and payoffs are bounded
    return np.clip(np.asarray(answer.x)[:n], 0.0, 1.0), np.clip(-answer.ineqlin.marginals, 0.0, 1.0)

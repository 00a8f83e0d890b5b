"""Everything about one game at once: dominance, equilibria, value, a chosen equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tianji.core.arguments import checked
from tianji.core.result import Result, plain
from tianji.matrix.game.equilibrium import Equilibria, Equilibrium, Number
from tianji.matrix.nash.dominance import Elimination, undominated_game
from tianji.matrix.nash.method import Method, as_method
from tianji.matrix.nash.select import select_equilibrium
from tianji.matrix.nash.solve import find_all
from tianji.run.clock import clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm


@dataclass(frozen=True)
class Analysis(Result):
    """A game, what strict dominance removes, its equilibria, and the one that a rule selects."""

    game: NormalForm
    elimination: Elimination
    found: Equilibria
    rule: str | None = None
    selected: Equilibrium | None = None

    @property
    def stopped(self) -> str:
        """What ended the search early, or ""."""
        return self.found.stopped

    @property
    def complete(self) -> bool:
        """Whether all equilibria are listed."""
        return self.found.complete

    @property
    def value(self) -> Number | None:
        """The value to the first player of a constant-sum game."""
        return self.found[0].values[0] if self.game.is_constant_sum and self.found else None

    def to_dict(self) -> dict[str, Any]:
        """Title, players, actions, kind of game, dominated actions in words, equilibria, value and selection."""
        data: dict[str, Any] = {
            "title": self.game.title,
            "players": list(self.game.players),
            "actions": [list(names) for names in self.game.actions],
            "zero_sum": self.game.is_constant_sum,
            "exact": self.game.rational,
            "dominated": self.elimination.explain(self.game),
            **self.found.to_dict(),
        }
        if self.value is not None:
            data["value"] = plain(self.value)
        if self.selected is not None:
            data["selected"] = {"rule": self.rule, **self.selected.to_dict()}
        return data

    def _repr_html_(self) -> str:
        """A notebook's view."""
        return self.found._repr_html_()


@checked
def analyse(
    game: NormalForm,
    method: Method | str | None = None,
    *,
    select: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Analysis:
    """What the command line prints: dominated actions, all equilibria, and the one that the rule `select` picks.

    The stops are those of `equilibria`; what was found by then is returned.

    >>> from tianji.matrix import NormalForm
    >>> analyse(NormalForm("3,3 0,5; 5,0 1,1")).to_dict()["dominated"][0]
    'player 0: 1 is strictly dominated by 2'
    """
    chosen = as_method(method, select=select)
    limits = Limits(seconds=seconds, nodes=nodes, threads=threads)
    chosen.require(game, limits)
    with clocked(limits, stop, progress, "enumerate", "steps") as clock:
        gone = undominated_game(game, clock)
        found = find_all(game, chosen, clock)
        rule = chosen.select
        picked = None if rule is None else select_equilibrium(game, rule, found)
    return Analysis(game, gone, found, rule, picked)

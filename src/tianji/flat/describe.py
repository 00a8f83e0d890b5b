"""describe: a game's rules in brief, its parameters, size and knowledge and, when it is tiny, its tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.hooks import declared_twin
from tianji.core.lawful import forgets_information, is_ours, unwatched
from tianji.core.memory import free_bytes
from tianji.core.result import Result
from tianji.core.walk import DEEP
from tianji.errors import GameRuleError
from tianji.flat.build import compile_game
from tianji.flat.forecast import Plan, plan

if TYPE_CHECKING:
    from tianji.core.check import GameReport

SMALL = 20_000  # histories up to which a game is checked and compiled to be described
TINY = 120  # histories up to which its tree is drawn unasked
DRAWN = 10_000  # and those up to which it is drawn at all


@dataclass(frozen=True)
class Description(Result):
    """What is to be said about a game: what `tianji show` prints.

    check and merged_infosets are None for a game too large to walk; tree is None where none is drawn. native: kernels
    can run the rules. forgets_information: nothing is hidden from anybody because the class does not say what is.
    """

    name: str
    players: int
    summary: str
    parameters: dict[str, Any]
    spec: str
    rules: str
    plan: Plan
    check: GameReport | None
    forgets_information: bool
    merged_infosets: int | None
    tree: str | None
    native: bool

    def facts(self) -> list[tuple[str, object]]:
        """The main figures, for a notebook."""
        return [(k, v) for k, v in super().facts() if k != "tree"] + [("size", self.plan.size)]


@checked
def describe(game: Game[Any, Any], *, tree: bool | None = None, seed: int = 0) -> Description:
    """Rules, parameters, size and, when the game is small, what the walk of its rules finds.

    tree: whether to draw the tree; None draws that of a tiny game. seed: of the size estimate of a large one.

    >>> from tianji.games import load
    >>> found = describe(load("kuhn"))
    >>> found.check.infosets, found.merged_infosets, found.tree.splitlines()[0]
    ((6, 6), 12, 'chance')
    """
    # here: whoever solves a game needs none of these, and they are a twentieth of the time to import it all
    from tianji.core.check import check_game
    from tianji.core.draw import draw_tree
    from tianji.games.cards import game_card, rules_of

    size = _size(game, seed)
    is_drawn = size.exact and size.histories <= TINY if tree is None else tree
    card = game_card(game)
    return Description(
        card.name, card.players, card.summary, card.parameters,
        spec=game.spec,
        rules=rules_of(game),
        plan=size,
        check=check_game(game, max_histories=SMALL + 1, seconds=None) if size.exact else None,
        forgets_information=forgets_information(game),
        merged_infosets=compile_game(game, merge=True).num_infosets if size.exact else None,
        tree=draw_tree(game, max_histories=DRAWN if tree else TINY) if is_drawn else None,
        native=declared_twin(unwatched(game)) is not None,
    )  # fmt: skip


def _size(game: Game[Any, Any], seed: int) -> Plan:
    """The size; of a game of ours whose positions come up again, as in endings of chess, at least that of a line."""
    try:
        return plan(game, budget=SMALL, seed=seed)
    except GameRuleError:
        if not is_ours(game):
            raise
        return Plan(DEEP, 0, exact=False, bytes_needed=0, bytes_free=free_bytes(), seconds=0.0, low=DEEP)

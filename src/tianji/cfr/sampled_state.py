"""What sampling CFR remembers between iterations: one small table a player, and how it becomes a file.

Everything here is keyed by *texts* (`core.strategy.label`), never by the game's own objects, so that a
state read back from a file continues exactly like one that never left memory.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tianji.core import schema
from tianji.core.game import Game
from tianji.core.schema import Array, Schema
from tianji.core.storage import pack_json, unpack_names
from tianji.core.strategy import Strategy, StrategyTable
from tianji.errors import FileFormatError, ParameterError, quote

_FIELDS = Schema(fields={"game": schema.text(), "players": schema.whole(1, 10_000), "t": schema.whole()})
_ARRAYS = {
    "names": Array("bytes"),
    "cum_regret": Array(),
    "cum_strategy": Array(low=0),
    "baseline_names": Array("bytes"),
    "baseline": Array(),
}


@dataclass(slots=True)
class SampledInfoset:
    """One information set: the texts of its actions, R and S, one number an action.

    `strategy` is regret matching on `cum_regret`, kept until the regrets change; `menu` holds the game's own
    action objects once the infoset has been met in this process. Neither is saved or compared.
    """

    actions: tuple[str, ...]
    cum_regret: list[float]
    cum_strategy: list[float]
    strategy: list[float] | None = field(default=None, compare=False, repr=False)
    menu: tuple[Any, ...] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def empty(cls, actions: tuple[str, ...]) -> SampledInfoset:
        """No regret, no strategy yet."""
        return cls(actions, [0.0] * len(actions), [0.0] * len(actions))

    def match(self) -> list[float]:
        """Play each action in proportion to its positive regret, uniformly where none is positive.

            σ(I, a) = R⁺(I, a) / Σ_b R⁺(I, b)

        Hart & Mas-Colell (2000); Zinkevich et al. (2007), eq. 8. The list is kept in `strategy`.

        >>> SampledInfoset(("x", "y", "z"), [3.0, -2.0, 1.0], [0.0] * 3).match()
        [0.75, 0.0, 0.25]
        """
        total = 0.0
        for regret in self.cum_regret:
            if regret > 0.0:
                total += regret
        if total > 0.0:
            self.strategy = [r / total if r > 0.0 else 0.0 for r in self.cum_regret]
        else:
            self.strategy = [1.0 / len(self.cum_regret)] * len(self.cum_regret)
        return self.strategy


@dataclass
class SampledState:
    """All that survives between runs of sampling CFR.

    game: the spec of the game. t: iterations done, each one walk a player.
    tables: one `{infoset text: Infoset}` a player, in the order in which the infosets were first met.
    baselines: one `{augmented infoset text: {action text: b}}` a player, empty unless variant "vr" has run.
    tree: the part of the game met so far (`lazy_tree.LazyTree`); a cache, neither saved nor compared.

    >>> state = SampledState("kuhn", 2)
    >>> state.t, state.tables
    (0, [{}, {}])
    """

    game: str
    players: int
    t: int = 0
    tables: list[dict[str, SampledInfoset]] = field(default_factory=list)
    baselines: list[dict[str, dict[str, float]]] = field(default_factory=list)
    tree: Any = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.tables = self.tables or [{} for _ in range(self.players)]
        self.baselines = self.baselines or [{} for _ in range(self.players)]

    def num_infosets(self) -> int:
        """Infosets met so far, all players together."""
        return sum(len(table) for table in self.tables)


def new_state(game: Game[Any, Any]) -> SampledState:
    """The state before the first iteration of `game`."""
    if not isinstance(game, Game):
        raise ParameterError(
            f"sampling CFR: got {quote(game)} where a Game was expected; pass a Game, e.g. load('kuhn')"
        )
    if not isinstance(game.players, int) or game.players < 1:
        raise ParameterError(
            f"{game.spec}: players is {quote(game.players)}; expected a whole number from 1 up"
        )
    return SampledState(game.spec, game.players)


def average_strategy(game: str, state: SampledState) -> Strategy:
    """The average strategy of the run so far, for the game spec `game`.

        σ̄(I, a) = S(I, a) / Σ_b S(I, b),   uniform where nothing has been averaged yet.

    Infosets never met are not listed; the strategy says that they play uniformly (`unvisited="uniform"`).
    """
    tables = []
    for table in state.tables:
        probs: list[float] = []
        first = [0]
        for infoset in table.values():
            total = sum(infoset.cum_strategy)
            size = len(infoset.actions)
            probs.extend([s / total for s in infoset.cum_strategy] if total > 0.0 else [1.0 / size] * size)
            first.append(len(probs))
        tables.append(
            StrategyTable(
                list(table),
                [infoset.actions for infoset in table.values()],
                np.array(first, dtype=np.int32),
                np.array(probs, dtype=np.float64),
            )
        )
    return Strategy(game, tables, unvisited="uniform")


def to_tensors(state: SampledState) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """The state as arrays and JSON-able fields, for `core.storage.save`.

    Per player p, with Q infoset–action pairs and B stored baselines: `cum_regret.p` and `cum_strategy.p` are
    `[Q]`, `baseline.p` is `[B]`; `names.p` and `baseline_names.p` are the texts, packed as JSON bytes.
    """
    tensors: dict[str, np.ndarray] = {}
    for p, (table, baselines) in enumerate(zip(state.tables, state.baselines, strict=True)):
        rows = table.values()
        tensors[f"names.{p}"] = pack_json([list(table), [row.actions for row in rows]])
        tensors[f"cum_regret.{p}"] = np.array([x for row in rows for x in row.cum_regret], dtype=np.float64)
        tensors[f"cum_strategy.{p}"] = np.array(
            [x for row in rows for x in row.cum_strategy], dtype=np.float64
        )
        tensors[f"baseline_names.{p}"] = pack_json([list(baselines), [list(b) for b in baselines.values()]])
        tensors[f"baseline.{p}"] = np.array(
            [x for b in baselines.values() for x in b.values()], dtype=np.float64
        )
    return tensors, {"game": state.game, "players": state.players, "t": state.t}


def from_tensors(tensors: dict[str, np.ndarray], fields: dict[str, Any]) -> SampledState:
    """The state that `to_tensors` wrote, number for number; raises `FileFormatError` at anything else."""
    where = "not a complete state of sampling CFR"
    _FIELDS.check_fields(fields, where)
    players = range(fields["players"])
    arrays = {f"{name}.{p}": array for p in players for name, array in _ARRAYS.items()}
    Schema(arrays).check(tensors, fields, where)
    state = SampledState(fields["game"], fields["players"], fields["t"])
    for p in players:
        names, menus = unpack_names(tensors[f"names.{p}"], where)
        regret = _split(tensors[f"cum_regret.{p}"], menus, f"cum_regret.{p}")
        strategy = _split(tensors[f"cum_strategy.{p}"], menus, f"cum_strategy.{p}")
        for text, menu, r, s in zip(names, menus, regret, strategy, strict=True):
            state.tables[p][text] = SampledInfoset(menu, r, s)
        names, menus = unpack_names(tensors[f"baseline_names.{p}"], where)
        values = _split(tensors[f"baseline.{p}"], menus, f"baseline.{p}")
        for text, menu, b in zip(names, menus, values, strict=True):
            state.baselines[p][text] = dict(zip(menu, b, strict=True))
    return state


def _split(array: np.ndarray, menus: list[tuple[str, ...]], where: str) -> list[list[float]]:
    """One list a menu, cut from the flat array."""
    flat: list[float] = array.tolist()
    if len(flat) != sum(map(len, menus)):
        raise FileFormatError(
            f"sampling CFR, tensor {quote(where)}: shape {array.shape} does not fit the {sum(map(len, menus))} "
            "names stored beside it; restore the file from a copy"
        )
    rows, start = [], 0
    for menu in menus:
        rows.append(flat[start : start + len(menu)])
        start += len(menu)
    return rows

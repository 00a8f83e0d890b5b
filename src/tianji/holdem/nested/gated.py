"""GatedRounds: the rest of a hand after an off-tree bet before the flop, over all flops, solved behind one gate."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.gated import GatedBackend
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.subgames import gadget_slack
from tianji.holdem.spot.boards import Board
from tianji.holdem.spot.tree import BettingTree
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]


class GatedRounds(GatedBackend):
    """A part of a `RoundGame` behind a gate; ours, theirs, w, alt: `[1, H]`, as `kernels.poker.gates` has them."""

    def __init__(
        self,
        game: RoundGame,
        tree: BettingTree,
        boards: list[list[Board]],
        seat: int,
        gate: Technique,
        ours: FloatArray,
        theirs: FloatArray,
        w: FloatArray,
        alt: FloatArray,
        *,
        storage: str = "float32",
        threads: int = 1,
    ) -> None:
        self.gate, self.ours = gate, ours
        ranges = [ours[0].copy(), ours[0].copy()]
        ranges[1 - seat] = theirs[0].copy()
        levels: list[list[Any]] = list(boards)
        super().__init__(
            tree, levels, (ranges[0], ranges[1]), game.cards_left, storage=storage, threads=threads,
            classes=game.classes,
        )  # fmt: skip
        self.set_gate(gate, seat, w, alt, np.zeros(w.shape), theirs)

    def slack(self) -> float:
        """What is left between both players' best responses in the gadget, in units of reach."""
        cbv, reply = (part[None] for part in self.responses())
        return gadget_slack(
            self.gate, self.ours, self.theirs, self.w, self.alt, self.spread, self.entries[None], cbv, reply
        )  # fmt: skip

    def evaluate(self) -> tuple[list[float], list[float]]:
        """As values 0 and 0; best responses differ by the gadget's gap, in chips of a hand that gets here."""
        return [0.0, 0.0], [self.slack() / max(float(self.ours[0] @ self.w[0]), 1e-300), 0.0]

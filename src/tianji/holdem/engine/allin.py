"""All-in lines before the last street, by one matrix a board: how often each hand beats each on the cards to come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

import tianji.kernels.gpu
from tianji.holdem.engine.layout import BEATS
from tianji.holdem.engine.units import idle_roots
from tianji.kernels.constants import BLOCK
from tianji.kernels.gpu.hand_tables import NONE, invert_parents
from tianji.kernels.gpu.machine import KernelText, structure
from tianji.kernels.gpu.source import Flags, head

if TYPE_CHECKING:
    from tianji.holdem.engine.street import DeviceStreet

LEAVES, THEIRS, MINE, SPLIT = 8, 64, 3, 4  # as in allin.h
MOST = 127  # boards below one that a number of eight bits can count
PAIRS = """boards:p below:p own:p edges:p places:p their_places:p spans:p children:p firsts:p to:p words:l
    width:i tiles:i player:i"""
ALL_IN = """boards:p pairs:p reach:p value:p list:p amounts:p leaves:i num_boards:i width:i tiles:i parts:i player:i"""


@dataclass
class CardsToCome:
    """The cards that may come after the boards of a street, one entry each: `places[entry, h]` is where a player's hand
    is on the board below, or NONE; `children[entry]` is that board; first: `[boards + 1]`, a board's entries; firsts:
    the first entry of the same board below."""

    places: Any
    children: Any
    first: npt.NDArray[np.int64]
    firsts: npt.NDArray[np.int32]

    @staticmethod
    def of(street: DeviceStreet, player: int, below: DeviceStreet) -> CardsToCome:
        """Both arrays are in the machine's memory."""
        members = below.level.boards[:, player, 5]
        counts = np.bincount(below.above, members, street.num_boards).astype(np.int64)
        first = np.concatenate([[0], np.cumsum(counts)])
        places = np.full((int(first[-1]), street.width), NONE, dtype=np.uint16)
        children = np.zeros(int(first[-1]), dtype=np.int32)
        invert_parents(
            below.level.boards,
            below.level.parents,
            below.above,
            player,
            street.width,
            first,
            places,
            children,
        )
        firsts = np.unique(children, return_index=True)[1][np.unique(children, return_inverse=True)[1]]
        send = street.machine.array
        return CardsToCome(send(places), send(children), first, firsts.astype(np.int32))

    @property
    def most(self) -> int:
        """Entries of a board."""
        return int(np.diff(self.first).max())

    def spans(self, parts: int = 1) -> npt.NDArray[np.int32]:
        """Where the entries of each board begin, cut into so many parts; and where the last end."""
        cuts = self.first[:-1, None] + np.diff(self.first)[:, None] * np.arange(parts) // parts
        return np.append(cuts.ravel(), self.first[-1]).astype(np.int32)


@cache
def text() -> str:
    """The kernels of this module."""
    return (Path(tianji.kernels.gpu.__file__).parent / "allin.h").read_text(encoding="utf-8")


class AllIns:
    """The all-in lines that a street hands to the last one: `roots` there, chance leaves here, of the same numbers."""

    def __init__(self, street: DeviceStreet, below: DeviceStreet, roots: list[int], amounts: Any) -> None:
        self.street, self.below, self.roots = street, below, roots
        machine = street.machine
        self._list = machine.array(np.array(roots, dtype=np.int32))
        self._amounts = [machine.array(np.array(a, dtype=street.real)) for a in amounts]
        self._launches: dict[int, Any] = {}
        self._arrays: list[Any] = []

    @staticmethod
    def of(street: DeviceStreet, below: DeviceStreet) -> AllIns | None:
        """Those lines; None where there are none, or where more than who wins counts, or too many boards do."""
        roots = idle_roots(below.forest)
        counts = np.bincount(below.above, below.level.boards[:, 0, 5] * below.level.copies)
        if not roots or counts.max() > MOST or below.forest.chances[0].size:
            return None
        amounts = []
        for p in (0, 1):
            found = dict.fromkeys(roots, 0.0)
            terms = zip(below.forest.terms[p].tolist(), below.forest.amounts[p].tolist(), strict=True)
            for (slot, kind, _), amount in terms:
                if slot in found and slot < below.forest.roots:
                    if kind != BEATS:
                        return None
                    found[slot] += amount
            amounts.append([found[root] for root in roots])
        return AllIns(street, below, roots, amounts)

    def launches(self, player: int) -> list[Any]:
        """The launch that fills the values of the leaves from the opponent's reach there."""
        if player not in self._launches:
            self._launches[player] = self._prepare(player)
        return [self._launches[player]]

    def _prepare(self, player: int) -> Any:
        street, machine, pointer = self.street, self.street.machine, self.street.machine.pointer
        body = head(street.sizes, Flags())
        room = LEAVES * max(SPLIT * THEIRS, (SPLIT - 1) * MINE * BLOCK) * street.sizes.bytes
        kernels = [
            KernelText("pair_hands", body, text(), 256),
            KernelText("all_in", body, text(), MINE * SPLIT * 32, room),
        ]
        fill, multiply = machine.build(kernels)
        pairs = self._pairs(player, fill)
        tiles, parts = -(-len(self.roots) // LEAVES), -(-street.width // (MINE * BLOCK))
        self._arrays.append(pairs)
        given = structure(ALL_IN, street.real)(
            boards=pointer(street.tables["boards"]), pairs=pointer(pairs), reach=pointer(street.reach),
            value=pointer(street.value), list=pointer(self._list), amounts=pointer(self._amounts[player]),
            leaves=len(self.roots), num_boards=street.num_boards, width=street.width, tiles=tiles, parts=parts,
            player=player,
        )  # fmt: skip
        return multiply, street.num_boards * tiles * parts, given

    def _pairs(self, player: int, fill: Any) -> Any:
        """`[boards, width, width]`, the opponent's hands by his: wins less losses on the boards below."""
        street, below, machine = self.street, self.below, self.street.machine
        pointer, width = machine.pointer, street.width
        mine, theirs = (street.entries(p, below) for p in (player, 1 - player))
        pairs = machine.zeros(street.num_boards * width * width, np.int8)
        spans, firsts = machine.array(mine.spans()), machine.array(mine.firsts)
        given = structure(PAIRS, street.real)(
            boards=pointer(street.tables["boards"]), below=pointer(below.tables["boards"]),
            own=pointer(below.tables["own"]), edges=pointer(below.tables["edges"]), places=pointer(mine.places),
            their_places=pointer(theirs.places), spans=pointer(spans), children=pointer(mine.children),
            firsts=pointer(firsts), to=pointer(pairs), words=below.words, width=width, tiles=width // LEAVES,
            player=player,
        )  # fmt: skip
        machine.launch((fill, street.num_boards * width // LEAVES, given))
        return pairs

"""Liar's dice: rising bids on dice that nobody sees in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.games._validate import whole
from tianji.native.twin import Twin

LIAR = "liar"
FACES = "123456789"
REMEMBERED = 20_000  # first hands times second hands from which on true bids are no longer kept

LiarsDiceState = tuple[str, str, tuple[str, ...], int]
"""The dice of both players, sorted, e.g. "25"; the bids so far, e.g. ("1x2", "2x2"); and who acts."""


@dataclass(frozen=True)
class LiarsDice(Game[LiarsDiceState, str]):
    """Liar's dice: each player rolls in secret; bids rise until somebody calls "liar".

    The bid 2x5 says: at least two dice, of all dice on the table, show a five. The highest face is wild and
    counts as every face. A bid must name more dice, or as many of a higher face. When "liar" is called, the
    last bidder wins 1 if the bid is true and loses 1 otherwise.

    Equal to OpenSpiel's liars_dice(numdice=dice, dice_sides=faces) with its default bidding rule.

    >>> game = LiarsDice(dice=1, faces=6)
    >>> game.utility(("4", "6", ("1x3", "2x4", "liar"), TERMINAL))  # one four, and a wild six
    (-1.0, 1.0)
    """

    dice: int = 1
    faces: int = 6

    registered_name: ClassVar[str] = "liars_dice"
    # Tables; ClassVar keeps them out of the dataclass fields.
    _roll: ClassVar[list[tuple[str, float]]]
    _menu: ClassVar[dict[str, tuple[str, ...]]]  # last bid → actions; LIAR → none
    _true: ClassVar[dict[str, dict[str, frozenset[str]]]]  # both hands → the bids that hold, filled in play

    def __post_init__(self) -> None:
        whole("liars_dice", "dice", self.dice, 1, 6)
        whole("liars_dice", "faces", self.faces, 1, len(FACES))
        faces = FACES[: self.faces]
        bids = [f"{n}x{face}" for n in range(1, 2 * self.dice + 1) for face in faces]
        menu = {bid: (*bids[i + 1 :], LIAR) for i, bid in enumerate(bids)}
        menu[""], menu[LIAR] = tuple(bids), ()
        object.__setattr__(self, "_menu", menu)
        object.__setattr__(self, "_roll", [(face, 1 / self.faces) for face in faces])
        object.__setattr__(self, "_true", {})

    def initial(self) -> LiarsDiceState:
        """No die rolled."""
        return "", "", (), CHANCE

    def player(self, s: LiarsDiceState) -> int:
        """Chance rolls all dice, one by one; then the players bid in turn."""
        return s[3]

    def actions(self, s: LiarsDiceState) -> tuple[str, ...]:
        """Every higher bid; "liar" once there is a bid."""
        bids = s[2]
        return self._menu[bids[-1] if bids else ""]

    def chances(self, s: LiarsDiceState) -> list[tuple[str, float]]:
        """One fair die."""
        return self._roll

    def result(self, s: LiarsDiceState, a: str) -> LiarsDiceState:
        """Bid, or roll a die: first those of player 0, then those of player 1."""
        first, second, bids, who = s
        if who >= 0:
            return first, second, bids + (a,), TERMINAL if a == LIAR else 1 - who
        if len(first) < self.dice:
            return "".join(sorted(first + a)), "", (), CHANCE
        second = "".join(sorted(second + a))
        return first, second, (), 0 if len(second) == self.dice else CHANCE

    def utility(self, s: LiarsDiceState) -> tuple[float, float]:
        """+1 to the last bidder if the bid holds, −1 if not."""
        first, second, bids, _ = s
        try:
            true = self._true[first][second]
        except KeyError:
            true = self._true_bids(first, second)
        bidder = len(bids) % 2  # the last bid was made one turn before "liar"
        return (1.0, -1.0) if (bids[-2] in true) != bidder else (-1.0, 1.0)

    def _true_bids(self, first: str, second: str) -> frozenset[str]:
        """The bids that hold with these dice on the table; remembered, for the same dice come up again and again."""
        dice, wild, true = first + second, FACES[self.faces - 1], []
        for bid in self._menu[""]:
            count, _, face = bid.partition("x")
            matching = dice.count(face) + (dice.count(wild) if face != wild else 0)
            if matching >= int(count):
                true.append(bid)
        seen = self._true.setdefault(first, {})
        if len(self._true) * len(seen) < REMEMBERED:
            seen[second] = frozenset(true)
        return frozenset(true)

    def information(self, s: LiarsDiceState, player: int) -> tuple[object, ...]:
        """The own dice and all bids; while dice are rolled, how many are out.

        Own dice count as one handful: the order in which they fell is not remembered.
        """
        if s[3] == CHANCE:
            return s[player], f"roll {len(s[0]) + len(s[1])}"
        return s[player], s[2]

    def twin(self) -> Twin:
        """Dice as counts of faces, bids as sets."""
        faces, kinds, bids = FACES[: self.faces], self.faces, self._menu[""]
        number = {bid: i for i, bid in enumerate(bids)}

        def encode(s: LiarsDiceState) -> tuple[int, ...]:
            first, second, made_bids, _ = s
            made = [number[bid] for bid in made_bids if bid != LIAR]
            sets = [sum(1 << i % 62 for i in made if i // 62 == half) for half in (0, 1)]
            counts = [side.count(face) for side in (first, second) for face in faces]
            last = made[-1] + 1 if made else 0
            return len(first) + len(second), last, int(LIAR in made_bids), *sets, len(made_bids), *counts

        def decode(position: Sequence[int]) -> LiarsDiceState:
            over, low, high, counts = position[2], position[3], position[4], position[6:]
            first, second = (
                "".join(f * n for f, n in zip(faces, side, strict=True))
                for side in (counts[:kinds], counts[kinds:])
            )
            made = [bid for i, bid in enumerate(bids) if (high if i >= 62 else low) >> i % 62 & 1]
            if over:
                return first, second, (*made, LIAR), TERMINAL
            return first, second, tuple(made), len(made) % 2 if len(second) == self.dice else CHANCE

        return Twin("liars_dice", (self.dice, kinds), encode, len(bids) + 1, decode, key_words=3)

    def stage(self, s: LiarsDiceState) -> str | None:
        """ "roll" before the first bid; "bid 1" after one bid, "bid 2" after two, ..."""
        if s[3] == CHANCE:
            return None
        return f"bid {len(s[2])}" if s[2] else "roll"

    def describe(self, s: LiarsDiceState, a: str) -> str:
        """Who rolls what; the bid, or the call."""
        if s[3] == CHANCE:
            return f"player {int(len(s[0]) == self.dice)} rolls a {a}"
        return 'says "liar"' if a == LIAR else f"bids {a.replace('x', ' of ')}"

    def show(self, s: LiarsDiceState) -> str:
        """Dice by player, then the bids."""
        first, second, bids, _ = s
        dice = f"{first or '-'} {second or '-'}"
        return f"{dice}, {' '.join(bids)}" if bids else dice

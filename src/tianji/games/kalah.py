"""Kalah(m, n): m pits a side, n seeds a pit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.errors import ParameterError, quote
from tianji.native.twin import Twin

MOST = 10_000  # seeds: they are sown one by one


class Seeds(NamedTuple):
    """The mover's pits and store, the other's pits and store, and who moves."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    mover: int = 0


@dataclass(frozen=True)
class Kalah(Game[Seeds, int]):
    """Sow counter-clockwise, skipping the other store; the payoff is the difference of seeds.

    The last seed in the own store gives another turn; in an own empty pit it captures itself and the opposite pit,
    if that holds seeds (`empty_capture`: always). The game ends when either side is empty at the start of a turn;
    the other side keeps its seeds. Irving, Donkers, Uiterwijk (2000).
    """

    m: int = 6
    n: int = 4
    empty_capture: bool = False
    registered_name = "kalah"

    def __post_init__(self) -> None:
        for name, high in (("m", 12), ("n", 24)):
            value = getattr(self, name)
            if not isinstance(value, int) or not 1 <= value <= high:
                raise ParameterError(
                    f"kalah: {name}={quote(value)}; expected a whole number from 1 to {high}"
                )

    def initial(self) -> Seeds:
        """Every pit filled, the stores empty."""
        side = (self.n,) * self.m + (0,)
        return Seeds(side, side, 0)

    def player(self, s: Seeds) -> int:
        """The mover, until a side is empty."""
        return s.mover if any(s.mine[:-1]) and any(s.theirs[:-1]) else TERMINAL

    def actions(self, s: Seeds) -> list[int]:
        """Own pits with seeds, 1 the farthest from the own store."""
        return [i + 1 for i in range(self.m) if s.mine[i]]

    def result(self, s: Seeds, a: int) -> Seeds:
        """Sow one pit."""
        m = self.m
        if not 1 <= a <= m or not s.mine[a - 1]:
            raise ParameterError(
                f"{self.spec}: pit {quote(a)} is empty or does not exist; legal: {self.actions(s)!r}"
            )
        ring = list(s.mine) + list(s.theirs[:-1])  # 2m + 1 places: the other store is skipped
        seeds, at = ring[a - 1], a - 1
        ring[at] = 0
        while seeds:
            at = (at + 1) % (2 * m + 1)
            ring[at] += 1
            seeds -= 1
        if at < m and ring[at] == 1:
            opposite = 2 * m - at
            if ring[opposite] or self.empty_capture:
                ring[m] += 1 + ring[opposite]
                ring[at] = ring[opposite] = 0
        mine, theirs = tuple(ring[: m + 1]), (*ring[m + 1 :], s.theirs[-1])
        if at == m:
            return Seeds(mine, theirs, s.mover)
        return Seeds(theirs, mine, 1 - s.mover)

    def utility(self, s: Seeds) -> tuple[float, float]:
        """Seeds of player 0 minus seeds of player 1."""
        lead = float(sum(s.mine) - sum(s.theirs))
        return (lead, -lead) if s.mover == 0 else (-lead, lead)

    # What search may use ------------------------------------------------------------------------------------

    def canonical(self, s: Seeds) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The rules are the same for both players."""
        return s.mine, s.theirs

    def evaluate(self, s: Seeds) -> float:
        """The lead in the stores, and a little for seeds on the own side."""
        return s.mine[-1] - s.theirs[-1] + 0.1 * (sum(s.mine[:-1]) - sum(s.theirs[:-1]))

    def order(self, s: Seeds, actions: list[int]) -> list[int]:
        """Extra turns first, then pits near the store."""
        return sorted(actions, key=lambda a: (s.mine[a - 1] % (2 * self.m + 1) != self.m - a + 1, -a))

    def twin(self) -> Twin:
        """Player 0 first, whoever moves; then who, and the places with seeds as a set of bits."""

        def encode(s: Seeds) -> tuple[int, ...]:
            both = s.mine + s.theirs if s.mover == 0 else s.theirs + s.mine
            return (*both, s.mover, sum(1 << i for i, seeds in enumerate(both) if seeds))

        return Twin("kalah", (self.m, int(self.empty_capture), *self._ahead()), encode, self.m + 1)

    def _ahead(self) -> list[int]:
        """For each pit, how far ahead of it every place lies, player 0's first; what never gets its seeds is far."""
        m, far = self.m, MOST
        rings = [*range(2 * m + 1), far], [*range(m), far, *range(m, 2 * m + 1)]
        found = []
        for who, ring in enumerate(rings):
            for start in range(m * who, m * who + m):
                found += [at if at == far else (at - start - 1) % (2 * m + 1) for at in ring] + [far, far]
        return found

    def parse(self, text: str) -> Seeds:
        """`mine/theirs`: the mover's pits and store, then the other's, by commas: `4,4,0/4,4,0`; player 0 moves."""
        try:
            mine, theirs = (tuple(int(x) for x in side.split(",")) for side in text.split("/"))
        except ValueError:
            mine, theirs = (), ()
        if (
            len(mine) != self.m + 1
            or len(theirs) != self.m + 1
            or min(mine + theirs) < 0
            or sum(mine + theirs) > MOST
        ):
            raise ParameterError(
                f"{self.spec}: position {quote(text)}; expected {self.m} pits and a store a side, "
                f"{MOST:,} seeds at most: 4,4,0/4,4,0"
            )
        return Seeds(mine, theirs, 0)

    def show(self, s: Seeds) -> str:
        """The other side on top, from right to left."""
        top = " ".join(f"{x:2d}" for x in reversed(s.theirs[:-1]))
        low = " ".join(f"{x:2d}" for x in s.mine[:-1])
        gap = " " * len(low)
        return f"    {top}\n{s.theirs[-1]:2d}  {gap}  {s.mine[-1]:2d}\n    {low}   (player {s.mover} to move)"

"""Random games: small trees of every shape, for tests."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import ClassVar, NamedTuple

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.games._validate import flag, number, whole

EARLY_END = 1 / 8  # chance that a line ends after a move before the full depth
SPAN = 2**64
# What a draw is for; far enough apart to leave room for an index.
ROOT, END, CHANCE_MOVE, ACTOR, COUNT = range(5)
WEIGHT, MOVE, HIDDEN, PAY = (k << 16 for k in range(1, 5))


def scramble(code: int, purpose: int) -> int:
    """A number below 2⁶⁴ that looks random and depends on the arguments alone, not on Python's hash seed.

    The finaliser of SplitMix64: Steele, Lea & Flood (2014), "Fast splittable pseudorandom number generators".
    """
    z = (code + 0x9E3779B97F4A7C15 * (purpose + 1)) % SPAN
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % SPAN
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % SPAN
    return z ^ (z >> 31)


class RandomState(NamedTuple):
    """The moves made, who acts now, what each player has seen, and a number that stands for the moves.

    `seen[player]` has one mark a move: the move itself, or "?" where it is hidden, and who acts next.
    """

    moves: tuple[int, ...]
    actor: int
    seen: tuple[str, ...]
    code: int


@dataclass(frozen=True)
class RandomGame(Game[RandomState, int]):
    """A random game tree with hidden moves; the same parameters give the same game in every process.

    A line is at most `depth` moves long. A move has 1 to `branching` choices; it is a chance move with
    probability `chance`; with probability `merge` it is hidden from each player who did not make it, which
    merges information sets. Payoffs are whole numbers, and sum to zero if `zero_sum`.

    Perfect recall holds by construction: what a player knows is the list of own moves and of what was seen of
    the others', which only grows.

    >>> game = RandomGame(seed=7)
    >>> game.actions(game.initial()) == RandomGame(seed=7).actions(game.initial())
    True
    """

    seed: int = 0
    depth: int = 4
    branching: int = 3
    chance: float = 0.25
    merge: float = 0.5
    players: int = 2
    zero_sum: bool = True

    registered_name: ClassVar[str] = "random_game"

    def __post_init__(self) -> None:
        whole("random_game", "seed", self.seed, 0, 2**63 - 1)
        whole("random_game", "depth", self.depth, 1, 1000)
        whole("random_game", "branching", self.branching, 1, 1000)
        number("random_game", "chance", self.chance, 0, 1)
        number("random_game", "merge", self.merge, 0, 1)
        whole("random_game", "players", self.players, 1, 20)
        flag("random_game", "zero_sum", self.zero_sum)

    def initial(self) -> RandomState:
        """No move made; everybody knows who acts first."""
        code = scramble(self.seed, ROOT)
        actor = self._actor((), code)
        return RandomState((), actor, (f"{actor}",) * self.players, code)

    def _actor(self, moves: tuple[int, ...], code: int) -> int:
        if len(moves) == self.depth or (moves and scramble(code, END) < EARLY_END * SPAN):
            return TERMINAL
        if scramble(code, CHANCE_MOVE) < self.chance * SPAN:
            return CHANCE
        return scramble(code, ACTOR) % self.players

    def player(self, s: RandomState) -> int:
        """Who acts depends on all that has happened, and everybody is told."""
        return s.actor

    def actions(self, s: RandomState) -> range:
        """How many choices there are depends on what the player knows, and on nothing else."""
        known = blake2b(f"{self.seed} {s.actor} {s.seen[s.actor]}".encode(), digest_size=8).digest()
        return range(1 + int.from_bytes(known, "big") % self.branching)

    def chances(self, s: RandomState) -> list[tuple[int, float]]:
        """Up to `branching` outcomes with random weights."""
        count = 1 + scramble(s.code, COUNT) % self.branching
        weights = [1 + scramble(s.code, WEIGHT + i) % 9 for i in range(count)]
        return [(i, weight / sum(weights)) for i, weight in enumerate(weights)]

    def result(self, s: RandomState, a: int) -> RandomState:
        """Add the move; show it to whoever sees it."""
        moves, code = (*s.moves, a), scramble(s.code, MOVE + a)
        actor = self._actor(moves, code)
        seen = []
        for player, before in enumerate(s.seen):
            hidden = player != s.actor and scramble(s.code, HIDDEN + player) < self.merge * SPAN
            seen.append(f"{before} ?,{actor}" if hidden else f"{before} {a},{actor}")
        return RandomState(moves, actor, tuple(seen), code)

    def utility(self, s: RandomState) -> tuple[float, ...]:
        """Whole numbers from −10 to 10; in a zero-sum game the last player pays for the others."""
        pay = [float(scramble(s.code, PAY + i) % 21 - 10) for i in range(self.players)]
        if self.zero_sum:
            pay[-1] = 0.0 - sum(pay[:-1])
        return tuple(pay)

    def information(self, s: RandomState, player: int) -> str:
        """Own moves, and what was seen of the others'."""
        return s.seen[player]

    def show(self, s: RandomState) -> str:
        """The moves."""
        return " ".join(map(str, s.moves)) or "no moves made"

"""Walking a game's rules: the one walk over all histories, what is counted by it, and one line of play as text."""

from __future__ import annotations

import hashlib
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from math import inf
from operator import length_hint
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple

from tianji.core.contract import Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.lawful import lawful
from tianji.core.memory import free_bytes
from tianji.core.strategy import SAMPLE, label
from tianji.errors import TianjiError, TooLargeError

MAX_DEPTH = 1_000_000  # moves on one line of play after which a game counts as endless
DEEP = 1024  # from here on a line is watched
LINE_BYTES = 2**30  # what the states of one deep line may take
FIRST_ROUND, ROUND = (
    8,
    1024,
)  # histories between two looks at how deep the line has become: few at first, then more
LISTED = 256  # moves of one state whose listing costs as much as another state
LOOK_EVERY = 8 * ROUND  # histories between two looks at memory, clock and stops: some hundredths of a second

Entry = tuple[Any, ...]
"""A history on the stack of a walk: (state, moves so far, whatever the walker noted)."""
_BOTTOM: Entry = ()  # lies under the stack: popping it ends the walk


class Walk:
    """Every history of a game once, depth first, actions in their order: the walk that everything is built from.

    `steps` yields `who, moves, (state, depth, *notes)`. `moves` are the actions as a tuple; at chance nodes `(outcome,
    probability)` pairs without the impossible ones; nothing at terminals. Whoever walks pushes the children, last
    one first: `walk.push((game.result(state, a), depth + 1, *notes))`, with notes of its own choosing.

    Used as a context manager, so that what the rules raise, `sys.exit` included, becomes a sentence that names the
    caller's variable `state`. A line that comes back to itself, does not end in `MAX_DEPTH` moves, or fills the
    memory is refused. After the walk, `histories` are counted and `complete` says whether `limit` of them, and the
    `seconds`, were enough.

    >>> from tianji.games import load
    >>> kuhn = load("kuhn")
    >>> with Walk(kuhn) as walk:
    ...     for who, moves, (state, depth) in walk.steps():
    ...         walk.expand(who, moves, state, depth)
    >>> walk.histories, walk.complete
    (58, True)
    """

    def __init__(
        self,
        game: Game[Any, Any],
        *notes: Any,
        limit: int = sys.maxsize,
        seconds: float | None = None,
        look: Callable[[int], None] | None = None,
    ) -> None:
        self.game, self.law, self.limit, self.look = game, Contract(game), limit, look
        self._deadline = inf if seconds is None else monotonic() + seconds
        self.histories, self.complete = 0, False
        self.line = DepthWatch(self.law)
        self._notes = notes
        self._stack: list[Entry] = [_BOTTOM]
        self.push = self._stack.append

    def __enter__(self) -> Walk:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if error is None or at is None or isinstance(error, TianjiError):
            return
        ours = type(error).__module__.startswith(
            "tianji."
        )  # a request to stop, on its way to whoever can answer
        if isinstance(error, (Exception, SystemExit)) and not ours:
            raise self.law.raised(error, at.tb_frame.f_locals.get("state", "before the first")) from error

    def rounds(self) -> Iterator[Iterable[tuple[int, Entry]]]:
        """The walk in rounds of up to `ROUND` histories, to be gone through as `for _, (state, depth, …) in round`.

        The first rounds are short, so that a walker can see early how much is `waiting`. Popping is left to `iter`:
        a generator that yields every history makes compiling liar's dice a tenth slower. A walker that deals with a
        child where it meets it, without pushing it, adds it to `histories` itself.
        """
        stack, looked = self._stack, 0
        self.push((self.game.initial(), 0, *self._notes))
        while stack and self.histories < self.limit:
            count = min(ROUND, max(FIRST_ROUND, self.histories), self.limit - self.histories)
            numbers = repeat(0, count)  # nothing is made for each, and what is left can be told
            deep = stack[-1] is not _BOTTOM and stack[-1][1] >= DEEP
            round_ = zip(numbers, iter(stack.pop, _BOTTOM), strict=False)
            yield self._watched(round_) if deep else round_
            self.histories += count - length_hint(numbers) - (not stack)
            if self.histories >= looked + LOOK_EVERY:
                looked = self.histories
                self.line.room.check(f"after {self.histories:,} histories")
                if self.look is not None:
                    self.look(self.histories)
                if monotonic() > self._deadline:
                    break
        self.complete = not stack or stack[-1] is _BOTTOM

    @property
    def waiting(self) -> int:
        """Histories on the stack."""
        return len(self._stack)

    def _watched(self, round_: Iterable[tuple[int, Entry]]) -> Iterator[tuple[int, Entry]]:
        check = self.line.check
        for number, entry in round_:
            check(entry[0], entry[1])
            yield number, entry

    def steps(self) -> Iterator[tuple[int, Any, Entry]]:
        """The walk history by history, with who acts and what may follow, both lawful."""
        game, law = self.game, self.law
        for round_ in self.rounds():
            for _, entry in round_:
                state = entry[0]
                who = law.player(state, game.player(state))
                if who == TERMINAL:
                    yield who, (), entry
                elif who == CHANCE:
                    yield who, law.chances(state), entry
                else:
                    yield who, law.listed(state, "actions", game.actions(state)), entry

    def expand(self, who: int, moves: Any, state: Any, depth: int) -> None:
        """Push all children, without notes."""
        result = self.game.result
        for a in reversed([a for a, _ in moves] if who == CHANCE else moves):
            self.push((result(state, a), depth + 1))


class DepthWatch:
    """Watches how far lines of play go, from `DEEP` moves on.

    A state that equals the one at the last power of two on its own line comes up for ever (Brent's way to find a
    cycle): play need not end. `repeats=False` leaves that out, for walks that do not meet every state of a line.
    """

    def __init__(self, law: Contract, repeats: bool = True) -> None:
        self.law, self.repeats = law, repeats
        self.room = Room(law.game)
        self._milestones: dict[int, Any] = {}

    def check(self, state: Any, depth: int) -> None:
        """Refuse the line when it cannot be followed further."""
        if depth + 1 >= MAX_DEPTH:
            raise self.law.broken(state, f"no end after {MAX_DEPTH:,} moves; every line of play must end")
        power = depth.bit_length()
        if depth == 1 << (power - 1):
            self._milestones[power] = state
        elif self.repeats and self._milestones.get(power) == state:
            raise self.law.broken(
                state,
                f"no end after {depth:,} moves: the state comes up again on its own line of play; "
                "every line of play must end",
            )
        if not depth % 128:
            self.room.check(f"no end after {depth:,} moves", LINE_BYTES, "every line of play must end")


class Room:
    """The memory that a walk may take: most of what was free when it began."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game, self.begun, self._most = game, _resident_bytes(), 0.0

    def is_full(self, most: float = sys.maxsize) -> bool:
        """Whether more is taken than may be, or than `most`."""
        taken = _resident_bytes() - self.begun
        self._most = self._most or 0.9 * (free_bytes() + max(taken, 0))
        return taken > min(self._most, most)

    def check(self, where: str, most: float = sys.maxsize, advice: str = "") -> None:
        """Raise a `TooLargeError` before the machine does worse."""
        if self.is_full(most):
            taken = _resident_bytes() - self.begun
            raise TooLargeError(
                f"{self.game.spec}: {where}, and {taken / 2**30:.1f} GiB are taken; {advice or 'too large to walk'}; "
                "use smaller parameters, states that hold less, or a sampling method (external)"
            )


def _resident_bytes() -> int:
    """Memory of this process; its peak where the system does not tell."""
    try:
        file = os.open(
            "/proc/self/statm", os.O_RDONLY
        )  # every walk begins with this: no file object, no decoding
        try:
            return int(os.read(file, 100).split()[1]) * os.sysconf("SC_PAGE_SIZE")
        finally:
            os.close(file)
    except (OSError, ValueError, IndexError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


class Visit(NamedTuple):
    """One history met on a walk: the state, who acts there, how deep it is, and the chance of getting there.

    `chance_reach` is the product of chance probabilities on the way, the players' own choices left out.
    """

    state: Any
    player: int
    depth: int
    chance_reach: float


def successors(game: Game[Any, Any], state: Any, player: int) -> list[tuple[Any, float]]:
    """Actions, or possible outcomes, at `state` with their chance probabilities; 1 for a player's actions."""
    if player == CHANCE:
        return [(outcome, p) for outcome, p in game.chances(state) if p > 0]
    return [] if player == TERMINAL else [(a, 1.0) for a in game.actions(state)]


def histories(game: Game[Any, Any], max_depth: int | None = None) -> Iterator[Visit]:
    """Every history once, depth first, actions in their order; chance outcomes of probability zero are left out.

    >>> from tianji.games import load
    >>> sum(1 for _ in histories(load("kuhn")))
    58
    """
    with Walk(game, 1.0) as walk:
        for who, moves, (state, depth, reach) in walk.steps():
            yield Visit(state, who, depth, reach)
            if max_depth is None or depth < max_depth:
                pairs = moves if who == CHANCE else [(a, 1.0) for a in moves]
                for a, p in reversed(pairs):
                    walk.push((game.result(state, a), depth + 1, reach * p))


def fingerprint(game: Game[Any, Any], head: int = 2_000, states: int = 10_000) -> str:
    """SHA-256 of a sample of the rules: what can be said of a game that is too large to compile.

    Who acts, what they know, the moves, the probabilities and the payoffs along the first `head` histories of the
    walk and along random lines of play (every move alike, always the same ones) of some `states` states, fewer where a
    state has hundreds of moves. It misses a
    change that no line of the sample meets: one that a random line of play meets with probability p goes unseen in
    about one of e^(n p) games, n lines being some 500 where play lasts 20 moves. It is the same in every process.

    >>> from tianji.games import load
    >>> fingerprint(load("leduc")) == fingerprint(load("leduc")) != fingerprint(load("leduc(ranks=4)"))
    True
    """
    sha = hashlib.sha256()
    with Walk(game, limit=head) as walk:
        for who, moves, (state, depth) in walk.steps():
            sha.update(_facts(game, state, who, moves))
            head -= 1 + len(moves) // LISTED
            if head <= 0:
                break
            walk.expand(who, moves, state, depth)
    rng = random.Random(0)
    while states > 0:
        with Walk(game) as walk:
            for who, moves, (state, depth) in walk.steps():
                sha.update(_facts(game, state, who, moves))
                states -= 1 + len(moves) // LISTED
                if states <= 0:
                    break
                if moves:
                    a = rng.choice(moves)
                    walk.push((game.result(state, a[0] if who == CHANCE else a), depth + 1))
    return SAMPLE + sha.hexdigest()


def _facts(game: Game[Any, Any], state: Any, who: int, moves: Any) -> bytes:
    """What a strategy depends on at one state, as bytes."""
    if who == TERMINAL:
        facts: list[Any] = [float(u) for u in game.utility(state)]
    elif who == CHANCE:
        facts = [(label(a), p) for a, p in moves]
    else:
        facts = [label(game.information(state, who)), *map(label, moves)]
    return repr((who, facts)).encode()


def perft(game: Game[Any, Any], max_depth: int | None = None) -> list[int]:
    """The number of histories at each depth: the quickest check that two sets of rules agree.

    >>> from tianji.games import load
    >>> perft(load("kuhn"))  # two cards dealt, then pass or bet
    [1, 3, 6, 12, 24, 12]
    """
    counts: list[int] = []
    for visit in histories(game, max_depth):
        if visit.depth == len(counts):
            counts.append(0)
        counts[visit.depth] += 1
    return counts


def playthrough(game: Game[Any, Any], seed: int = 0, max_depth: int = 1000) -> str:
    """One line of play, step by step, as text: what is known, what is legal, what was picked.

    The picks are random but fixed by `seed`, so that the text can be kept and compared.

    >>> from tianji.games import load
    >>> print(playthrough(load("matching_pennies"), seed=1))
    matching_pennies, seed 1
    0. nobody has chosen
       player 0 sees chooses, player 1 sees waits
       player 0 of heads, tails picks heads
    1. heads
       player 0 sees chose heads, player 1 sees chooses
       player 1 of heads, tails picks heads
    2. heads against heads
       player 0 sees heads against heads, player 1 sees heads against heads
       the end: 1, -1
    """
    rng, game = random.Random(seed), lawful(game)
    lines = [f"{game.spec}, seed {seed}"]
    state = game.initial()
    for depth in range(max_depth + 1):
        player = game.player(state)
        lines.append(f"{depth}. {game.show(state)}")
        seen = (f"player {i} sees {label(game.information(state, i))}" for i in range(game.players))
        lines.append("   " + ", ".join(seen))
        if player == TERMINAL:
            lines.append("   the end: " + ", ".join(f"{float(u):g}" for u in game.utility(state)))
            break
        moves = successors(game, state, player)
        action = rng.choice(moves)[0]
        if player == CHANCE:
            shown = ", ".join(f"{label(a)} ({p:.4g})" for a, p in moves)
            lines.append(f"   chance of {shown} picks {label(action)}")
        else:
            lines.append(
                f"   player {player} of {', '.join(label(a) for a, _ in moves)} picks {label(action)}"
            )
        state = game.result(state, action)
    return "\n".join(lines)

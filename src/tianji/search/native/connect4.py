"""Connect four at native speed: exact scores from the bitboard kernel, with bounds when time runs out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.games.connect_four import ConnectFour, Stones
from tianji.run.clock import Clock, clocked, now
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import check_threads, race
from tianji.search.native.connect4_arena import (
    IDLE,
    ConnectFourArena,
    crowd,
    give_back,
    kept_table,
    lend,
    never,
    slots,
    warm,
)
from tianji.search.native.kernel import NOTHING, PLAIN, SOLVE, Kernel, entries_bits
from tianji.search.native.lines import sample
from tianji.search.options import Exact, Options
from tianji.search.result import ESTIMATE, EXACT, LOWER, UPPER, Answer, SearchResult, Stats
from tianji.search.task import UNLIMITED, Task

SIZES = (16, 18, 20, 22, 24)  # log2 of the tables that `slots` chooses from
OPEN = 1 << 20  # no score
SURE = 6  # plies that cost a few milliseconds at most: seen whatever the clock says
PLAYOUTS = 20_000  # for a move where nothing was proved


def fits(game: Any) -> bool:
    """Whether the board fits one 64-bit word with a spare row."""
    return (
        isinstance(game, ConnectFour)
        and game.columns * (game.rows + 1) <= 63
        and game.columns * game.rows < 60
    )


def score(
    game: ConnectFour, s: Stones, low: int, high: int, clock: Clock, threads: int = 1, k: int | None = None
) -> tuple[list[int], bool]:
    """Solve on one or more threads that share the table and divide the moves; the first to finish ends the others.

    The value never depends on timing: every thread proves the same number. Returns the kernel's bounds `[4]` and
    counters `[4]` of the one that answered, as one list, and whether it finished; the clock has counted all nodes.
    """
    size, busy = k or slots(game.columns * game.rows - s.all.bit_count()), crowd(threads)
    arenas = [lend(game, size, busy)] if threads == 1 else [lend(game, size, busy) for _ in range(threads)]
    winner, finished = _first_to_finish(arenas, s, low, high, clock)
    found: list[int] = winner.found.tolist()
    give_back(game, arenas)
    return found, finished


Ask = Callable[[Stones, int, int], tuple[list[int], bool]]
"""(position, low, high) → what `score` gives."""


def asking(game: ConnectFour, clock: Clock, k: int | None) -> Ask:
    """`score` on one thread under a clock."""
    return lambda s, low, high: score(game, s, low, high, clock, 1, k)


def at_once(game: ConnectFour, s: Any, method: str) -> Answer | None:
    """The exact score of a position that the kernel solves in a moment; else None: ask in the usual way.

    The same answer without what takes longer than the kernel: limits, options, a clock, a listener for Ctrl-C. Nothing
    is refused here: the usual way says what is wrong.
    """
    idle = IDLE.get((game.columns, game.rows))  # a board that was never asked about has no kernel loaded
    if not idle or type(s) is not Stones or type(s.mine) is not int or type(s.all) is not int:
        return None
    began, stones = now(), s.all
    if s.won or stones == game.board or is_wrong(game, s):
        return None
    arena = lend(game, slots(game.columns * game.rows - stones.bit_count()), None)
    low, high = (-1, 1) if game.scoring == "outcome" else (-63, 63)
    found, finished = arena.ask(s, low, high)
    lower, upper, move, passes, nodes, cutoffs, hits, stores = found
    value = max(low, min(high, lower))
    if not (finished and move) or value != max(low, min(high, upper)):
        give_back(game, [arena])
        return None
    give_back(game, [arena])
    action = (move.bit_length() - 1) // (game.rows + 1) + 1
    stats = Stats(
        method, nodes, now() - began, 0, cutoffs, hits, stores, 0, passes, True, False, EXACT
    )  # fmt: skip
    stats.later(lambda: {"native": True, "bounds": [value, value]})
    return SearchResult(action, float(value), EXACT, lambda: _line(game, s, action, value, None), stats)


def _first_to_finish(
    arenas: list[ConnectFourArena], s: Stones, low: int, high: int, clock: Clock
) -> tuple[ConnectFourArena, bool]:
    first, before = arenas[0], clock.nodes
    busy = first.busy
    if clock.left > 0.1:  # most positions are easy: try without the cost of a thread
        first.run(s, low, high, first.brief)
        if not first.brief[0]:
            clock.nodes = before + int(first.counters[0])
            return first, True
        if busy is not None:
            busy[:] = 0  # what was given up is nobody's work
    stop = never()
    winner = race(
        arenas, lambda arena: arena.run(s, low, high, stop), stop[:1], clock,
        lambda: before + int(sum(arena.counters[0] for arena in arenas)),
    )  # fmt: skip
    if winner is None:
        return max(arenas, key=lambda a: int(a.bounds[0]) - int(a.bounds[1])), False
    for (
        arena
    ) in arenas:  # the thread that finished may have read the last proof, and its move, from the table
        if winner.bounds[2] == 0 and arena.bounds[0] == winner.bounds[0]:
            winner.bounds[2] = arena.bounds[2]
    return winner, True


class ConnectFourKernel(Kernel):
    """The exact score; interrupted, the tightest bound that was proved and how far ahead nobody wins."""

    methods = {"solve": SOLVE, "mtdf": NOTHING}
    threads = True

    def fits(self, game: Any, s: Any) -> bool:
        """Boards of one 64-bit word."""
        return fits(game)

    def warm(self, threads: int) -> None:
        """Load or compile the kernel, also for threads that share."""
        warm()
        if threads > 1:
            warm(several=True)

    def solve(self, task: Task, options: Options) -> Answer:
        """The exact score, or the tightest bound that the time allowed."""
        game, s, stats = task.game, task.state, task.stats
        assert isinstance(game, ConnectFour)
        check_position(game, s)
        exact = options if isinstance(options, Exact) else PLAIN
        k = None if exact.table is None else entries_bits(exact.table, 14)
        low, high = (-1, 1) if game.scoring == "outcome" else (-63, 63)
        clock = task.clock if task.limits.seconds is None else task.part(0.9)
        found, finished = score(game, s, low, high, clock, task.threads, k)
        lower, upper, move, stats.passes, _, stats.cutoffs, stats.table_hits, stats.table_stores = found
        lower, upper = max(low, min(high, lower)), max(low, min(high, upper))
        task.clock.nodes = clock.nodes
        stats.extra = {"native": True, "bounds": [lower, upper]}
        proof = _column(game, move)  # the move behind the lower bound
        if lower < upper:
            return self._unfinished(task, clock.stopped, lower, upper, proof if lower > 0 else None, k)
        stats.complete = finished
        action = proof or _any_best(game, s, lower, asking(game, Clock(UNLIMITED, task.stopper), k))
        scores = _scores(game, s, Clock(UNLIMITED, task.stopper), k) if exact.scores else {}
        return task.answer(
            action, float(lower), EXACT, lambda: _line(game, s, action, lower, k), scores=scores
        )

    def _unfinished(
        self, task: Task, stopped: str, lower: int, upper: int, proof: int | None, k: int | None
    ) -> Answer:
        """Bounds if they say who wins; else how far ahead nobody wins, and what sampled play makes of the rest."""
        game, s = task.game, task.state
        assert isinstance(game, ConnectFour)
        left = max(task.clock.left, 0.02) if stopped == "seconds" else 0.05
        clock = Clock(Limits(seconds=left))
        task.clock.stopped = stopped
        task.stats.depth, sure = quiet_plies(game, s, clock, k)
        task.stats.extra["no_win_within"] = task.stats.depth
        task.clock.nodes += clock.nodes
        value, bound = _answer(lower, upper)
        if sure:  # somebody wins, and not earlier than this
            value = sure if game.scoring == "distance" else 1 if sure > 0 else -1
            bound, task.stats.complete = EXACT, True
            proof = _any_best(game, s, value, asking(game, Clock(Limits(seconds=0.05)), k))
        sampled = None if proof else sample(ConnectFour(game.columns, game.rows), s, PLAYOUTS)
        if sampled is None:
            action = proof or game.order(s, game.actions(s))[0]
            return task.answer(action, value, bound, [action])
        if bound == ESTIMATE and game.scoring == "outcome":
            value = max(-0.99, min(0.99, sampled.value))
        return task.answer(sampled.action, value, bound, [sampled.action], scores=sampled.scores)


def quiet_plies(game: ConnectFour, s: Stones, clock: Clock, k: int | None = None) -> tuple[int, int]:
    """Plies within which neither player can force a win, as many as the clock allows, and the score if one then does.

    A win that must come early is soon found or refuted: one null window a ply. With c cells empty, the mover's j-th
    move from now wins (c + 1)/2 − (j − 1) points, rounded down, the opponent's c/2 − (j − 1).

    >>> game = ConnectFour()
    >>> quiet_plies(game, game.parse("242424"), Clock()), quiet_plies(game, game.parse("2424247"), Clock())
    ((0, 18), (0, 18))
    """
    left, plies = game.columns * game.rows - s.all.bit_count(), 0
    while plies < left:
        mine, j = plies % 2 == 0, plies // 2
        points = (left + 1) // 2 - j if mine else left // 2 - j
        want = points if mine else 1 - points  # does the mover score so much?
        found, finished = score(game, s, want - 1, want, clock if plies >= SURE else Clock(), 1, k)
        if not finished:
            break
        if (found[0] >= want) == mine:
            return plies, points if mine else -points
        plies += 1
    return plies, 0


def _answer(lower: int, upper: int) -> tuple[float, str]:
    if lower > 0:
        return lower, LOWER
    if upper < 0:
        return upper, UPPER
    return (0.0, LOWER) if lower == 0 else (0.0, UPPER) if upper == 0 else (0.0, ESTIMATE)


def _column(game: ConnectFour, move: int) -> int | None:
    return (move.bit_length() - 1) // (game.rows + 1) + 1 if move else None


def _child(game: ConnectFour, child: Stones, clock: Clock, k: int | None) -> float | None:
    """The exact value, for the player who moved, of the position he made; None when stopped."""
    if game.player(child) < 0:
        return float(abs(game.utility(child)[0]))
    low, high = (-1, 1) if game.scoring == "outcome" else (-63, 63)
    found, finished = score(game, child, low, high, clock, 1, k)
    return 0.0 - max(low, min(high, found[0])) if finished else None


def _scores(game: ConnectFour, s: Stones, clock: Clock, k: int | None) -> dict[int, float]:
    """The exact value of every move; stopped, of those that were finished."""
    rated = {a: _child(game, game.result(s, a), clock, k) for a in game.actions(s)}
    return {a: value for a, value in rated.items() if value is not None}


def _any_best(game: ConnectFour, s: Stones, value: int, ask: Ask) -> int:
    """A move that keeps a value which followed from bounds or the table alone: one null window a move."""
    actions = game.order(s, game.actions(s))
    if game.scoring == "outcome" and value < 0:
        return actions[0]  # every move loses, and the distance does not count
    for a in actions:
        child = game.result(s, a)
        if game.player(child) < 0:
            if abs(game.utility(child)[0]) == value:
                return a
            continue
        found, finished = ask(child, -value, 1 - value)  # can the opponent do better?
        if found[1] <= -value or not finished:
            return a
    raise AssertionError(f"no move of {s!r} keeps its value {value}")


def _line(game: ConnectFour, s: Stones, action: int, value: int, k: int | None) -> list[int]:
    """Optimal play to the end; one null window a move, and the table answers most of it."""
    line, clock = [], Clock()
    while True:
        line.append(action)
        s, value = game.result(s, action), -value
        if game.player(s) < 0:
            return line
        found, _ = score(game, s, value - 1, value, clock, 1, k)
        action = _column(game, found[2]) or _any_best(game, s, value, asking(game, clock, k))


def is_wrong(game: ConnectFour, s: Stones) -> bool:
    """Whether stones float, overlap or outnumber."""
    mine, stones = s.mine, s.all
    if not isinstance(mine, int) or not isinstance(stones, int):
        return True
    floating = stones & (
        stones + game.bottom
    )  # one more on each column: a full one carries through every stone
    return bool(
        stones & ~game.board or mine & ~stones or floating or mine.bit_count() != stones.bit_count() // 2
    )


def check_position(game: ConnectFour, s: Stones) -> None:
    """Refuse stones that float, overlap or outnumber."""
    if is_wrong(game, s):
        raise ParameterError(
            f"{game}: {quote(s)} is no position that play can reach; use parse() or result()"
        )


@checked
def solve_many(
    game: ConnectFour,
    states: Sequence[Stones],
    *,
    threads: int = 1,
    table: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> list[int | None]:
    """Exact distance scores of many positions; threads take them from a queue and finish the last ones together.

    Stopped early, None stands for what was not solved.

    >>> game = ConnectFour(scoring="distance")
    >>> solve_many(game, [game.parse("7422341735647741166133573473242566")])
    [1]
    """
    from tianji.kernels.boards import connect4

    if not fits(game):
        raise NotApplicableError(f"{game} does not fit a 64-bit board; search it with 'mtdf' and a depth")
    threads = check_threads(threads)
    if table is not None and table < 1:
        raise ParameterError(f"table={quote(table)}; expected a number of entries, at least 1")
    for s in states:
        check_position(game, s)
    cells, fixed = game.columns * game.rows, None if table is None else entries_bits(table, 14)
    sizes = [fixed or slots(cells - s.all.bit_count()) for s in states]
    kinds = sorted(set(sizes)) or [14]
    tables = tuple(kept_table(game, kinds[min(i, len(kinds) - 1)]) for i in range(len(SIZES)))
    rows = np.array(
        [(s.mine, s.all, s.all.bit_count(), k, kinds.index(k)) for s, k in zip(states, sizes, strict=True)],
        dtype=np.uint64,
    ).reshape(-1, 5)
    scores, queue, busy = np.full(len(rows), OPEN, np.int64), np.zeros(1, np.int64), crowd(threads)
    stops = np.tile(never(), (len(rows), 1))
    arenas = [ConnectFourArena(game, kinds[0], busy) for _ in range(threads)]

    def work(a: ConnectFourArena) -> None:
        connect4.solve_many(
            rows, queue, a.shape, a.geometry, a.order, tables, busy, a.work, a.counters, stops, scores
        )

    with clocked(Limits(seconds=seconds), stop, progress, "solve") as clock:
        race(arenas, work, stops[:, 0], clock, lambda: int(sum(a.counters[0] for a in arenas)))
    return [None if x == OPEN else int(x) for x in scores]

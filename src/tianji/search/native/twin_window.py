"""Minimax and the alpha-beta family at native speed for every game with native rules."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Any

import numpy as np

from tianji.core.game import Game
from tianji.core.hooks import hook
from tianji.errors import GameRuleError, NotApplicableError, quote
from tianji.kernels.constants import MARK, PAD
from tianji.native.agree import strayed
from tianji.native.twin import Encoded, Twin, twin_of
from tianji.run.clock import Clock
from tianji.search.native.kernel import Kernel
from tianji.search.options import AlphaBetaOptions, Exact, Options, Plain
from tianji.search.readable.alphabeta import payoff
from tianji.search.readable.drivers import run_solve, run_window
from tianji.search.result import Answer, Stats
from tianji.search.table import Table, check_memory
from tianji.search.task import Found, Iterations, Task
from tianji.search.trace import Trace

SLICE = 20_000  # positions between looks at the clock: some milliseconds
LEVELS = 64  # of the line at first
NONE = np.zeros(0, dtype=np.int64)
I32, I64 = np.dtype(np.int32), np.dtype(np.int64)  # looked up once
ENDLESS = "give a depth=, or solve it with tianji.search.retrograde"
LEAST = 1 << 12  # entries of a table at first: it grows as it fills, and a small one stays in the cache


@cache
def kernels() -> tuple[Any, ...]:
    """The kernels, imported when they are first asked for; an import statement in every call takes a microsecond."""
    from tianji.kernels.native import alphabeta, ask, ordering, table

    return alphabeta, ordering, table, ask


class TwinSearcher:
    """Alpha-beta on native rules, with the face of `readable.alphabeta.Searcher`: the drivers run either.

    The values are those of the readable text; the moves are tried in the order that the rules' `rate`, the table,
    killers and history give, so the numbers of positions differ.
    """

    trace: Trace | None = None

    def __init__(
        self,
        game: Game[Any, Any],
        settings: AlphaBetaOptions | None,
        clock: Clock | None = None,
        stats: Stats | None = None,
        shared: TwinSearcher | None = None,
    ) -> None:
        kernel, ordering, facts, _ = kernels()
        twin = twin_of(game)
        assert twin is not None
        self.game, self.settings, self.twin, self.kernel, self.facts = game, settings, twin, kernel, facts
        self.nothing = ordering.NOTHING
        self.clock, self.stats = clock or Clock(), stats or Stats()
        self.evaluate = hook(game, "evaluate") or (lambda s: 0.0)
        self.limits = hook(game, "value_range")
        self.root_action: Any = None
        self.root_value, self.root_full = -inf, False
        self.known: tuple[float, float] = (-inf, inf)
        self.how = 0 if settings is None else _how(settings, ordering)
        self.entries = 0 if settings is None or isinstance(settings.table, Table) else settings.table // 2 * 2
        check_memory("transposition table", self.entries, 8 * facts.ENTRY * self.entries)
        if shared is None:
            self.table = table_of(facts.ENTRY * min(self.entries, LEAST))
        else:
            self.table = shared.table
        self.filled = 0
        self.history = np.zeros(ordering.HISTORIES, dtype=np.int64)
        self.levels = 0
        self.stack = self.frames = self.codes = self.ranks = self.killers = self.windows = self.marks = NONE

    def root(self, s: Any, player: int, depth: float, alpha: float = -inf, beta: float = inf) -> float:
        """The value of `s` searched `depth` plies deep, under the contract of the readable `Searcher`."""
        kernel, position = self.kernel, self.twin.position(s)
        assert position is not None
        self.begin(position)
        self.root_value = -inf
        self.root_full = (alpha, beta) in (self.limits, (-inf, inf))
        names = moves_of(self.game, self.twin, s, position)
        state, found = np.zeros(kernel.STATE, dtype=np.int64), np.array([0.0, -inf])
        code = None if self.root_action is None else {a: c for c, a in names.items()}.get(self.root_action)
        if code is not None:
            state[kernel.ROOT_MOVE], state[kernel.ROOT_SET] = code, 1
        self.frames[kernel.WHO] = player
        self.frames[kernel.DEPTH] = kernel.ENDLESS if depth == inf else int(depth)
        self.windows[: kernel.LOW] = alpha, beta
        try:
            return self._run(s, state, found)
        finally:
            if state[kernel.ROOT_SET]:
                self.root_action, self.root_value = names[int(state[kernel.ROOT_MOVE])], float(found[1])

    def begin(self, position: Encoded) -> None:
        """Room for a line, with the root at its head."""
        self.words, self.most = position.words.size, position.most
        if self.levels == 0:
            self._room(LEVELS)
        self.stack[PAD : PAD + self.words] = position.words
        self.killers[:], self.marks[:] = self.nothing, 0

    def _room(self, levels: int) -> None:
        """Room for so many levels; what lies there stays."""
        kernel, old = self.kernel, self.levels
        check_memory("line of positions", levels, 8 * levels * (self.words + 2 * self.most))
        stack, frames = marked(levels * (self.words + PAD) - PAD), np.zeros(levels * kernel.FRAME, np.int64)
        codes, ranks, killers = (np.empty(n * levels, I64) for n in (self.most, self.most, 2))
        windows = np.zeros(levels * kernel.WINDOW)
        killers[2 * old :] = self.nothing
        new = stack, frames, codes, ranks, killers, windows
        if old:
            had = self.stack, self.frames, self.codes, self.ranks, self.killers, self.windows
            for a, b in zip(new, had, strict=True):
                a[: b.size] = b  # where the line of positions ended, a guard stays
        else:
            self.marks = np.empty(kernel.MARKS, I32)
            self.out, self.pay = marked(self.words + self.most + 64), marked(2, np.float64)
        self.stack, self.frames, self.codes, self.ranks, self.killers, self.windows = new
        self.levels = levels

    def _grow(self, stored: int) -> None:
        """A larger table where so many facts more were stored and it may have more entries."""
        facts, held = self.facts, self.table.size // self.facts.ENTRY
        self.filled += stored
        if self.filled > held // 2 and held < self.entries:
            old, self.table = self.table, table_of(facts.ENTRY * min(self.entries, 2 * held))
            facts.rehash(old, self.table)

    def _run(self, s: Any, state: np.ndarray, found: np.ndarray) -> float:
        """Slice after slice until the search is over; raises `OutOfBudget` where the clock says so."""
        kernel, clock, stats, twin = self.kernel, self.clock, self.stats, self.twin
        counted = np.zeros(kernel.STATE, dtype=np.int64)
        why = kernel.PAUSED
        clock.check()
        while why != kernel.DONE:
            work = SLICE if clock.limit is None else max(1, min(SLICE, clock.limit + 1 - clock.nodes))
            pairs = self.table.size // (2 * self.facts.ENTRY)
            why = kernel.run(
                twin.at, twin.g, self.words, self.how, pairs, work, self.stack, self.codes, self.ranks, self.frames,
                self.windows, self.killers, self.history, self.marks, self.table, state, found, self.out, self.pay,
            )  # fmt: skip
            new = (state - counted).tolist()
            counted[:] = state
            clock.nodes += new[kernel.NODES]
            stats.cutoffs += new[kernel.CUTS]
            stats.table_hits += new[kernel.HITS]
            stats.table_stores += new[kernel.STORES]
            stats.horizon += new[kernel.LEAVES]
            self._grow(new[kernel.STORES])
            if why == kernel.DEEPER:
                self._room(2 * self.levels)
            elif why == kernel.STRAYED:
                raise strayed(self.game, twin, s)
            elif why != kernel.DONE:
                if why != kernel.PAUSED:
                    line = line_of(kernel, self.frames, self.codes, int(state[kernel.PLY]), why)
                    raise refused(
                        self.game, self.twin, s, line, why, kernel, "alpha-beta needs none", ENDLESS
                    )
                clock.check()
        return float(found[0])

    def helper(self, clock: Clock) -> TwinSearcher:
        """Another searcher over the same table, under a clock of its own."""
        return TwinSearcher(self.game, self.settings, clock, shared=self)

    def narrow(self, s: Any, player: int, depth: float, alpha: float, beta: float) -> float:
        """The value of a position off the root, within a window."""
        self.root_action = None
        return self.root(s, player, depth, alpha, beta)

    def sorted(self, s: Any) -> list[Any]:
        """The actions, the most promising first, as far as the table knows."""
        self.root_action = None
        return list(self.game.actions(s))


LINE = 8  # words of a line of the cache: a pair of entries


def table_of(size: int) -> np.ndarray:
    """Zeros that begin with a line of the cache: every pair of entries is one."""
    numbers = np.zeros(max(1, size) + LINE - 1, dtype=np.int64)
    skipped = -numbers.ctypes.data % (8 * LINE) // 8
    return numbers[skipped : skipped + max(1, size)]


def marked(size: int, kind: type = np.int64) -> np.ndarray:
    """Numbers with guards around, at which `kernels.native.guards` looks."""
    numbers: np.ndarray = np.empty(size + 2 * PAD, kind)
    numbers[:] = MARK
    return numbers


def _how(settings: AlphaBetaOptions, ordering: Any) -> int:
    """The settings as the kernel takes them."""
    return int(
        ordering.PRUNE
        | ordering.SCOUT * settings.scout
        | ordering.KILLERS * settings.killers
        | ordering.HISTORY * settings.history
        | ordering.SYMMETRY * settings.symmetry
    )


def moves_of(game: Game[Any, Any], twin: Twin, s: Any, position: Encoded) -> dict[int, Any]:
    """The actions of a state by the codes of the native rules."""
    ask = kernels()[-1]
    out, reals = np.zeros(position.most, np.int64), np.zeros(position.most + game.players)
    _, n, _ = ask.ask(twin.at, twin.g, position.words.copy(), ask.STAY, 0, out, reals, reals[position.most :])
    return dict(zip(out[:n].tolist(), game.actions(s), strict=True))


def line_of(kernel: Any, frames: np.ndarray, codes: np.ndarray, ply: int, why: int) -> list[int]:
    """The codes of the moves on the way to what is wrong."""
    starts = [p * kernel.FRAME for p in range(ply + (why in (kernel.HAS_CHANCE, kernel.NOT_ZERO_SUM)))]
    return [int(codes[frames[f + kernel.START] + frames[f + kernel.NEXT]]) for f in starts]


def refused(
    game: Any, twin: Any, s: Any, line: list[int], why: int, kernel: Any, no_chance: str, endless: str
) -> Exception:
    """What is wrong with the game at the end of a line, which is played again with the class."""
    for move in line:
        position = twin.position(s)
        assert position is not None
        s = game.result(s, moves_of(game, twin, s, position)[move])
    if why == kernel.NO_MOVES:
        return GameRuleError(
            f"{game}: no action at {quote(s)} although a player is to move; "
            "return a pass action or make the state terminal"
        )
    if why == kernel.HAS_CHANCE:
        return NotApplicableError(f"{game}: chance moves at {quote(s)}; {no_chance}, use 'expectiminimax'")
    if why == kernel.NOT_ZERO_SUM:
        payoff(game, s, 0)  # raises
    return NotApplicableError(
        f"{game}: the position {quote(s)} can repeat, so play may be endless; {endless}"
    )


WINDOWS = frozenset({"table", "symmetry", "killers", "history", "scout", "deepen"})


class TwinWindowKernel(Kernel):
    """The readable drivers over `TwinSearcher`."""

    methods = {
        "minimax": frozenset(),
        "negamax": frozenset(),
        "alphabeta": WINDOWS,
        "pvs": WINDOWS,
        "aspiration": WINDOWS | {"width"},
        "mtdf": WINDOWS - {"scout"},
        "solve": frozenset({"table", "symmetry", "scores"}),
    }
    limits = frozenset({"depth", "nodes", "seconds"})

    def fits(self, game: Any, s: Any) -> bool:
        """Whether the game has a twin that can hold the position."""
        twin = twin_of(game)
        return game.players == 2 and twin is not None and twin.encode(s) is not None

    def solve(self, task: Task, options: Exact) -> Answer | None:
        """The value, by PVS to the end."""
        if task.limits.depth is not None:  # refused by the readable text
            return None
        task.stats.extra["native"] = True
        return run_solve(task, options, TwinSearcher)

    def look(self, task: Task, options: Options) -> Answer | None:
        """The best move that the limits allow."""
        game = task.game
        twin = twin_of(game)
        assert twin is not None
        is_guessing = (
            task.limits.depth is not None or task.limits.is_clocked or bool(getattr(options, "deepen", None))
        )
        reason = ""
        if isinstance(getattr(options, "table", 0), Table):
            reason = "a Table is one of Python's"
        elif is_guessing and not guesses(game, twin):
            reason = f"the native rules of {game} have no guess()"
        if reason:
            if getattr(options, "native", None):
                raise NotApplicableError(f"search: native=True, but {reason}")
            return None
        task.stats.extra["native"] = True
        if isinstance(options, Plain):
            return _plain(task)
        return run_window(task, options, TwinSearcher)  # type: ignore[arg-type]


def guesses(game: Any, twin: Twin) -> bool:
    """Whether the twin can evaluate as the class would, or with 0 where that has no evaluation."""
    return game.players == 2 and (twin.own.guess is not None or hook(game, "evaluate") is None)


def _plain(task: Task) -> Answer:
    """Minimax and negamax: every position, no window, no table; ties go to the first."""
    iterations = Iterations(task)

    def step(depth: float) -> Found:
        searcher = TwinSearcher(task.game, None, task.clock, task.stats)
        try:
            value = searcher.root(task.state, task.player, depth)
        finally:
            if searcher.root_action is not None:
                iterations.note(searcher.root_action, searcher.root_value)
        return Found(searcher.root_action, value, (searcher.root_action,))

    return iterations.run(step)

"""Alpha-beta and principal variation search with a table, ordering and extensions: one text for any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, nextafter
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import hooks
from tianji.errors import GameRuleError, NotApplicableError, ParameterError, quote
from tianji.run.clock import Clock
from tianji.search.options import AlphaBetaOptions as AlphaBetaOptions
from tianji.search.readable.ordering import Ordering
from tianji.search.readable.path import Path
from tianji.search.result import EXACT, LOWER, UPPER, Stats
from tianji.search.table import Table, TableEntry, bound_of
from tianji.search.trace import Trace


class Searcher:
    """Holds what a search of one position shares: table, ordering, clock, counters."""

    def __init__(
        self,
        game: Game[Any, Any],
        settings: AlphaBetaOptions,
        clock: Clock | None = None,
        stats: Stats | None = None,
    ) -> None:
        self.game = game
        self.settings = settings
        self.clock = clock if clock is not None else Clock()
        self.stats = stats if stats is not None else Stats()
        self.trace: Trace | None = None
        own = hooks(game)
        self.evaluate: Callable[[Any], float] = settings.evaluate or own.evaluate or (lambda s: 0.0)
        table = settings.table
        self.table = table if isinstance(table, Table) else Table(table) if table else None
        canonical = own.canonical if settings.symmetry else None
        self.key: Callable[[Any], Any] = canonical or (lambda s: s)
        self.ordering = Ordering(
            game, killers=settings.killers, history=settings.history, hook=settings.order
        )
        self.noisy = own.noisy if settings.quiescence else None
        if settings.quiescence and self.noisy is None:
            raise ParameterError(
                f"search: quiescence={quote(settings.quiescence)}, but {game} has no noisy(state), the actions that it "
                "would play out; leave it out"
            )
        # An evaluation given by the user may leave the game's range, so only the game's own is trusted.
        self.limits = own.value_range if settings.evaluate is None else (-inf, inf)
        self.path = Path(game)
        self.depth_limit: float = inf
        self.root_action: Any = None
        self.root_value = -inf
        self.root_full = False
        self.known: tuple[float, float] = (-inf, inf)  # what null windows have proved of the root
        self._cause = "searched"
        self._visit = self._search

    def root(self, s: Any, player: int, depth: float, alpha: float = -inf, beta: float = inf) -> float:
        """The value of `s` searched `depth` plies deep, under the contract of `_search`.

        Leaves the best action in `root_action`. Without a depth limit a position that repeats on the way down
        is refused: the game may be endless.
        """
        self.path = Path(self.game)  # a search that was stopped did not leave
        self.depth_limit = depth
        self.root_value = -inf
        self.root_full = (alpha, beta) in (self.limits, (-inf, inf))
        self._visit = self._search if self.trace is None else self._traced
        return self._visit(s, player, depth, alpha, beta, 0, None)

    def helper(self, clock: Clock) -> Searcher:
        """Another searcher over the same table and order, under a clock of its own."""
        found = Searcher(self.game, self.settings, clock)
        found.table, found.ordering = self.table, self.ordering
        return found

    def narrow(self, s: Any, player: int, depth: float, alpha: float, beta: float) -> float:
        """The value of a position off the root, within a window."""
        self.path = Path(self.game)
        return self._search(s, player, depth, alpha, beta, 1, None)

    def sorted(self, s: Any) -> Sequence[Any]:
        """The actions, the most promising first."""
        entry = self.table.probe(self.key(s)) if self.table is not None else None
        return self.ordering.sort(s, self.game.actions(s), 0, entry.action if entry else None)

    def _search(
        self, s: Any, player: int, depth: float, alpha: float, beta: float, ply: int, via: Any
    ) -> float:
        """The value r of `s` for `player`, who is to move, exact inside the window (fail-soft).

        With v the depth-limited minimax value:

        - alpha < r < beta   =>  r = v
        - r <= alpha         =>  v <= r   (every move failed low: r is an upper bound)
        - r >= beta          =>  v >= r   (a move failed high: r is a lower bound)

        Two players, zero sum, no chance; a player may move twice in a row. Knuth & Moore (1975); null windows
        after the first move: Marsland & Campbell (1982), Reinefeld (1983).
        """
        clock = self.clock  # counted here, not by a call: this is the hot path
        clock.nodes += 1
        if clock.nodes >= clock.next:
            clock.check()
        self._cause = "searched"
        if depth <= 0:
            return self._horizon(s, player, alpha, beta, ply)

        # 1. A fact in the table may answer at once; else its move is tried first.
        table, key, first, entry = self.table, None, None, None
        if table is not None:
            key = self.key(s)
            entry = table.probe(key)
            if entry is not None:
                first = entry.action
                if ply and entry.depth in (depth, inf) and _answers(entry.bound, entry.value, alpha, beta):
                    self.stats.table_hits += 1
                    self.stats.horizon += entry.depth != inf
                    self._cause = "table"
                    return entry.value
        elif ply == 0:
            first = self.root_action

        # 2. A shallow search may foretell that the deep one fails (forward pruning, only when asked for).
        if self.settings.probcut is not None and ply:
            cut = self.settings.probcut.cut(self, s, player, depth, alpha, beta, ply)
            if cut is not None:
                self._cause = "probcut"
                return cut

        return self._expand(s, player, key, entry, first, depth, alpha, beta, ply)

    def _expand(
        self, s: Any, player: int, key: Any, entry: TableEntry | None, first: Any, depth: float, alpha: float,
        beta: float, ply: int,
    ) -> float:  # fmt: skip
        """Search the moves, under the contract of `_search`, and remember what the window allows to be said."""
        if depth == inf:
            self.path.enter(s, depth)
        horizon, actions, scout = self.stats.horizon, self._actions(s, ply, first), self.settings.scout
        singular = self.settings.singular is not None
        extend = self._singular(s, player, actions, entry, depth, ply) if singular else None
        best, best_action, low = -inf, None, alpha
        self._cause = "searched"
        for i, a in enumerate(actions):
            deeper = depth - 1 + (a == extend and extend is not None)
            if scout and i and nextafter(alpha, inf) < beta:
                value = self._child(s, player, a, deeper, alpha, nextafter(alpha, inf), ply)
                if alpha < value < beta:
                    value = self._child(s, player, a, deeper, alpha, beta, ply)
            else:
                value = self._child(s, player, a, deeper, alpha, beta, ply)
            if value > best:
                best, best_action = value, a
                if ply == 0 and (value > low or self.root_action is None):
                    self.root_action, self.root_value = a, value
                if value > alpha:
                    alpha = value
                    if alpha >= beta:  # too good to be allowed
                        self._cut(player, actions, i, alpha, beta, ply, depth)
                        break
        else:
            self._cause = "searched"
        if depth == inf:
            self.path.leave(s, depth)
        if self.table is not None:
            known = inf if self.stats.horizon == horizon else depth
            self.table.store(key, known, best, bound_of(best, low, beta), best_action)
            self.stats.table_stores += 1
        return best

    def _child(self, s: Any, player: int, a: Any, depth: float, alpha: float, beta: float, ply: int) -> float:
        """The value of playing `a`, for `player`; the window turns round only when the turn does."""
        child = self.game.result(s, a)
        mover = self.game.player(child)
        if mover == player:
            return self._visit(child, mover, depth, alpha, beta, ply + 1, a)
        if mover >= 0:
            return -self._visit(child, mover, depth, -beta, -alpha, ply + 1, a)
        if mover == CHANCE:
            raise NotApplicableError(
                f"{self.game}: chance moves at {quote(child)}; alpha-beta needs none, use 'expectiminimax'"
            )
        self.clock.tick()
        value = payoff(self.game, child, player)
        if self.trace is not None:
            seen = self.trace.enter(a, TERMINAL, self.trace.between(alpha, beta, player))
            self.trace.leave(seen, self.trace.seen(value, player), "terminal")
        return value

    def _traced(
        self, s: Any, player: int, depth: float, alpha: float, beta: float, ply: int, via: Any
    ) -> float:
        assert self.trace is not None
        visit = self.trace.enter(via, player, self.trace.between(alpha, beta, player))
        value = self._search(s, player, depth, alpha, beta, ply, via)
        self.trace.leave(visit, self.trace.seen(value, player), self._cause)
        return value

    def _cut(
        self, player: int, actions: Sequence[Any], i: int, alpha: float, beta: float, ply: int, depth: float
    ) -> None:
        self.stats.cutoffs += 1
        self.ordering.cutoff(actions[i], ply, depth)
        self._cause = "cutoff"
        if self.trace is not None:
            self.trace.cut(list(actions[i + 1 :]), self.trace.between(alpha, beta, player))

    def _actions(self, s: Any, ply: int, first: Any) -> Sequence[Any]:
        actions = self.game.actions(s)
        if not actions:
            raise GameRuleError(
                f"{self.game}: no action at {quote(s)} although a player is to move; "
                "return a pass action or make the state terminal"
            )
        return self.ordering.sort(s, actions, ply, first)

    def _horizon(self, s: Any, player: int, alpha: float, beta: float, ply: int) -> float:
        self.stats.horizon += 1
        self._cause = "horizon"
        if self.noisy is None:
            return float(self.evaluate(s))
        return self._quiesce(s, player, alpha, beta, self.settings.quiescence)

    def _quiesce(self, s: Any, player: int, alpha: float, beta: float, depth: int) -> float:
        """Evaluate only quiet positions: the player may stand pat or play a noisy action.

        Same contract as `_search`, for the game in which both may stop at any time. Harris (1975).
        """
        best = float(self.evaluate(s))
        if best >= beta or depth == 0:
            return best
        alpha = max(alpha, best)
        assert self.noisy is not None
        for a in self.noisy(s):
            child = self.game.result(s, a)
            mover = self.game.player(child)
            self.clock.tick()
            if mover < 0:
                value = payoff(self.game, child, player)
            elif mover == player:
                value = self._quiesce(child, mover, alpha, beta, depth - 1)
            else:
                value = -self._quiesce(child, mover, -beta, -alpha, depth - 1)
            if value > best:
                best = value
                alpha = max(alpha, value)
                if alpha >= beta:
                    self.stats.cutoffs += 1
                    break
        return best

    def _singular(
        self, s: Any, player: int, actions: Sequence[Any], entry: Any, depth: float, ply: int
    ) -> Any:
        """The table's move, if every other move is worse by the margin in a search half as deep.

        Anantharaman, Campbell, Hsu (1990).
        """
        if entry is None or self.settings.singular is None or not 0 < ply < 2 * self.depth_limit:
            return None
        a = entry.action
        if depth < 3 or depth == inf or entry.bound == UPPER or entry.depth < depth - 2 or actions[0] != a:
            return None
        target = entry.value - self.settings.singular
        below = nextafter(target, -inf)
        for other in actions[1:]:
            if self._child(s, player, other, depth // 2 - 1, below, target, ply) >= target:
                return None
        self.stats.extra["singular"] = self.stats.extra.get("singular", 0) + 1
        return a


def _answers(bound: str, value: float, alpha: float, beta: float) -> bool:
    return bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)


def payoff(game: Game[Any, Any], s: Any, player: int) -> float:
    """The terminal value for `player` in a two-player zero-sum game."""
    u = game.utility(s)
    if len(u) != 2 or u[0] + u[1] != 0:
        raise NotApplicableError(
            f"{game}: payoffs {quote(tuple(u))} at {quote(s)} do not sum to zero between two players; use 'maxn'"
        )
    return float(u[player])

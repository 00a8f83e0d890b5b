"""compile_game: walk the rules once, keep the sequence form."""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Hashable
from typing import Any

import numpy as np

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.errors import GameRuleError, NotApplicableError, TianjiError
from tianji.flat.merge import merge_lossless
from tianji.flat.order import merge_terminals, preorder
from tianji.flat.plan import MAX_DEPTH, require_fit
from tianji.flat.sequence import FlatGame, Treeplex
from tianji.run.report import Progress, Report
from tianji.run.stopping import Cancelled, Stop, Stopper

REPORT_EVERY = 16_384  # histories between two looks at the clock: about a tenth of a second


def compile_game(
    game: Game[Any, Any],
    *,
    merge: bool = False,
    max_bytes: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> FlatGame:
    """Turn a game into its sequence form: per player a treeplex, and one sparse payoff over slot tuples.

    Chance is folded into the payoff and terminals with equal slot tuples are merged. `merge=True` also merges
    infosets that are strategically identical (Leduc's suits), which changes neither the value nor any
    exploitability; strategies are still read and written over the original infosets.

    Refuses, naming the state: imperfect recall, unequal actions in one infoset, chance that does not sum to 1,
    utilities that are not finite, a game that does not end; and a game that would not fit in memory. A `stop` (or a
    progress callback that answers False) ends the walk with `Cancelled`: half a game is of no use.

    >>> from tianji.games import load
    >>> compile_game(load("kuhn"))
    FlatGame('kuhn', 58 histories, 12 infosets, 30 merged terminals)
    """
    if not isinstance(game, Game):
        raise GameRuleError(f"expected a Game, got {type(game).__name__} {game!r}; use tj.load(...) first")
    require_fit(game, max_bytes)
    walk = _Walk(game, progress, Stopper(stop))
    walk.run()
    flat = walk.finish()
    flat.require_texts()
    return merge_lossless(flat) if merge else flat


class _Walk:
    """The state of one depth-first walk over all histories; slots are numbered as they are met."""

    def __init__(self, game: Game[Any, Any], progress: Progress | None, stopper: Stopper) -> None:
        self.game, self.progress, self.stopper = game, progress, stopper
        if not isinstance(game.players, int) or game.players < 1:
            raise GameRuleError(f"{game}.players is {game.players!r}; expected a whole number of at least 1")
        # per player: infoset key -> (first slot, parent slot, menu)
        self.infosets: list[dict[Hashable, tuple[int, int, tuple[Any, ...]]]] = [
            {} for _ in range(game.players)
        ]
        self.num_slots = [1] * game.players
        self.slots, self.reach, self.utility = array("i"), array("d"), array("d")
        self.histories = self.chance_nodes = 0
        self.where = "initial()"

    def run(self) -> None:
        """Walk every history once."""
        state: Any = None
        try:
            state = self.game.initial()
            hash(state)
            self._walk(state)
        except (TianjiError, RecursionError, Cancelled):
            raise
        except Exception as error:
            raise GameRuleError(
                f"{self.game}: the rules raised {type(error).__name__}: {error} at or just after state "
                f"{self.state!r}; check player/actions/chances/result/utility/information there"
            ) from error

    state: Any = None

    def _walk(self, initial: Any) -> None:
        game = self.game
        player_of, actions, result = game.player, game.actions, game.result
        information, utility, infosets = game.information, game.utility, self.infosets
        two, players = game.players == 2, game.players
        add_slots, add_reach, add_utility = self.slots.extend, self.reach.append, self.utility.extend
        stack: list[tuple[Any, float, tuple[int, ...], int]] = [(initial, 1.0, (0,) * players, 0)]
        pop, push = stack.pop, stack.append
        histories, started = 0, time.perf_counter()
        while stack:
            state, reach, slots, depth = pop()
            self.state = state
            histories += 1
            if not histories % REPORT_EVERY:
                self._report(histories, started, depth)
            who = player_of(state)
            if who == TERMINAL:
                u = utility(state)
                if len(u) != players:
                    self._fail(state, f"utility gives {u!r}; expected {players} numbers, one a player")
                add_slots(slots)
                add_reach(reach)
                add_utility(u)
            elif who == CHANCE:
                self.chance_nodes += 1
                for a, p in reversed(self._chances(state)):
                    push((result(state, a), reach * p, slots, depth + 1))
            else:
                if depth > MAX_DEPTH:
                    self._fail(
                        state, f"no end after {MAX_DEPTH:,} moves; the game must end on every line of play"
                    )
                if not 0 <= who < players:
                    self._fail(
                        state, f"player() gives {who!r}; expected 0..{players - 1}, CHANCE or TERMINAL"
                    )
                key, menu = information(state, who), tuple(actions(state))
                known = infosets[who].get(key)
                if known is None:
                    known = self._new_infoset(who, key, slots[who], menu, state)
                elif known[1] != slots[who] or known[2] != menu:
                    self._mismatch(who, key, known, slots[who], menu, state)
                q = known[0] + len(menu)
                if two:
                    if who:
                        mine = slots[0]
                        for a in reversed(menu):
                            q -= 1
                            push((result(state, a), reach, (mine, q), depth + 1))
                    else:
                        other = slots[1]
                        for a in reversed(menu):
                            q -= 1
                            push((result(state, a), reach, (q, other), depth + 1))
                else:
                    for a in reversed(menu):
                        q -= 1
                        push((result(state, a), reach, (*slots[:who], q, *slots[who + 1 :]), depth + 1))
        self.histories = histories

    def _report(self, histories: int, started: float, depth: int) -> None:
        if depth > MAX_DEPTH:  # a line of chance nodes only
            self._fail(
                self.state, f"no end after {MAX_DEPTH:,} moves; the game must end on every line of play"
            )
        if self.progress is not None:
            seconds = time.perf_counter() - started
            report = Report("compile", histories, None, "histories", seconds, histories / max(seconds, 1e-9))
            if self.progress(report) is False:
                self.stopper.cancel()
        self.stopper.check()

    def _fail(self, state: Any, what: str) -> None:
        raise GameRuleError(f"{self.game}, state {state!r}: {what}")

    def _chances(self, state: Any) -> list[tuple[Any, float]]:
        outcomes = list(self.game.chances(state))
        total = math.fsum(p for _, p in outcomes)
        if not abs(total - 1.0) <= 1e-9 or min(p for _, p in outcomes) < 0:
            self._fail(
                state,
                f"chance probabilities {[p for _, p in outcomes]!r} sum to {total!r}; "
                "expected numbers ≥ 0 that sum to 1",
            )
        return [(a, p) for a, p in outcomes if p > 0]

    def _new_infoset(
        self, who: int, key: Hashable, parent: int, menu: tuple[Any, ...], state: Any
    ) -> tuple[int, int, tuple[Any, ...]]:
        if not menu:
            self._fail(
                state, f"player {who} is to act but has no actions; return TERMINAL there or offer one"
            )
        if len(set(menu)) != len(menu):
            self._fail(state, f"player {who}'s actions {menu!r} repeat; make them distinct")
        known = (self.num_slots[who], parent, menu)
        self.num_slots[who] += len(menu)
        self.infosets[who][key] = known
        return known

    def _mismatch(
        self,
        who: int,
        key: Hashable,
        known: tuple[int, int, tuple[Any, ...]],
        parent: int,
        menu: Any,
        state: Any,
    ) -> None:
        if known[2] != menu:
            raise GameRuleError(
                f"{self.game}: player {who} cannot tell two states apart (infoset {key!r}), yet one offers "
                f"{known[2]!r} and {state!r} offers {menu!r}; give them different infoset keys or the same "
                "actions in the same order"
            )
        if type(self.game).information is Game.information:
            raise NotApplicableError(
                f"{self.game} has perfect information, and lines of play meet again at state {state!r}; "
                "use tj.search(game, state), or put the history into the state to compile it"
            )
        raise GameRuleError(
            f"{self.game}: imperfect recall: player {who} reaches infoset {key!r} (state {state!r}) by different "
            f"own earlier moves, {self._path(who, known[1])} and {self._path(who, parent)}; "
            "put the player's own past actions into information()"
        )

    def _path(self, who: int, slot: int) -> str:
        """The player's own moves up to a slot, for error messages."""
        moves: list[str] = []
        while slot:
            for key, (first, parent, menu) in self.infosets[who].items():
                if first <= slot < first + len(menu):
                    moves.append(f"{menu[slot - first]!r} at {key!r}")
                    slot = parent
                    break
        return "[" + ", ".join(reversed(moves)) + "]"

    def finish(self) -> FlatGame:
        """Renumber in preorder, fold chance in, merge equal slot tuples."""
        players = self.game.players
        slots = np.frombuffer(self.slots, dtype=np.int32).reshape(-1, players)
        utility = np.frombuffer(self.utility, dtype=np.float64).reshape(-1, players)
        reach = np.frombuffer(self.reach, dtype=np.float64)
        if not np.isfinite(utility).all():
            self._name_bad_utility()
        trees, renumber = [], []
        for table in self.infosets:
            tree, new_slot, _ = preorder(_treeplex(table))
            trees.append(tree)
            renumber.append(new_slot)
        new = np.empty_like(slots)
        for p in range(players):
            new[:, p] = renumber[p][slots[:, p]]
        merged_slots, payoff, chance = merge_terminals(new, utility * reach[:, None], reach, trees)
        return FlatGame(
            spec=self.game.spec,
            trees=tuple(trees),
            slots=merged_slots,
            payoff=payoff,
            chance=chance,
            histories=self.histories,
            terminals=len(reach),
            chance_nodes=self.chance_nodes,
            utility_range=(float(utility.min()), float(utility.max())),
            game=self.game,
        )

    def _name_bad_utility(self) -> None:
        """Walk again, slowly, to name the state whose utility is not finite."""
        stack = [self.game.initial()]
        while stack:
            s = stack.pop()
            who = self.game.player(s)
            if who == TERMINAL:
                u = self.game.utility(s)
                if not all(math.isfinite(x) for x in u):
                    self._fail(s, f"utility gives {tuple(u)!r}; expected finite numbers")
            elif who == CHANCE:
                stack.extend(self.game.result(s, a) for a, p in self.game.chances(s) if p > 0)
            else:
                stack.extend(self.game.result(s, a) for a in self.game.actions(s))


def _treeplex(table: dict[Hashable, tuple[int, int, tuple[Any, ...]]]) -> Treeplex:
    """One player's infosets in the order in which the walk met them: parents first."""
    menus = [menu for _, _, menu in table.values()]
    first_slot = np.array([1, *(first + len(menu) for first, _, menu in table.values())], dtype=np.int32)
    parent_slot = np.array([parent for _, parent, _ in table.values()], dtype=np.int32)
    return Treeplex(first_slot, parent_slot, list(table), menus)

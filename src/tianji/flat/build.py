"""compile_game: walk the rules once, keep the sequence form."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Hashable
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.contract import MAX_PAYOFF, Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.lawful import forgets_information, is_ours
from tianji.core.memory import seldom_collected
from tianji.core.walk import Walk, histories
from tianji.errors import NotApplicableError, TianjiError, quote
from tianji.flat.forecast import require_fit
from tianji.flat.merge import merge_lossless
from tianji.flat.order import merge_terminals, preorder
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.flat.unfold import NativeWalk, walkable
from tianji.run.clock import Clock
from tianji.run.report import Progress, Report
from tianji.run.stopping import Stop, Stopper

FEW = 2_048  # histories that are walked by the class before compiled rules are loaded: that takes as long
SMALL = 16_384  # histories that are walked before anybody asks how many there are: an estimate takes as long
SHORT = 0.5  # seconds before which nobody asks either
UNASKED = -9  # stands for who acts at a history of which nobody has asked it yet

Infoset = tuple[int, int, tuple[Any, ...]]
"""What the walk knows of an infoset: the slot behind its last, its parent slot, its menu."""


@checked
def compile_game(
    game: Game[Any, Any],
    *,
    merge: bool = False,
    max_bytes: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
    native: bool | None = None,
) -> FlatGame:
    """Turn a game into its sequence form: per player a treeplex, and one sparse payoff over slot tuples.

    Chance is folded into the payoff and terminals with equal slot tuples are merged. `merge=True` also merges
    infosets that are strategically identical (Leduc's suits), which changes neither the value nor any
    exploitability; strategies are still read and written over the original infosets.

    Refuses, naming the state: imperfect recall, unequal actions in one infoset, chance that does not sum to 1,
    utilities that are not finite, a game that does not end; and a game that would not fit in memory. A `stop` (or a
    progress callback that answers False) ends the walk with `Cancelled`: half a game is of no use. native: whether
    compiled rules walk, where the game has them (default: yes); the form is the same.

    >>> from tianji.games import load
    >>> compile_game(load("kuhn"))
    FlatGame('kuhn', 58 histories, 12 infosets, 30 merged terminals)
    """
    if max_bytes is not None:
        require_fit(game, max_bytes)
    if native and walkable(game) is None:
        raise NotApplicableError(
            f"compile: native=True, but {game} has no native rules with key() and decode()"
        )

    def builder() -> _Builder:
        return _Builder(game, progress, Stopper(stop), is_planned=max_bytes is not None)

    with seldom_collected():
        first, flat = builder(), None
        if native is None and first.run(FEW):  # done before compiled rules would have been loaded
            flat = first.finish()
        elif native is not False:
            flat = first.native()
        if flat is None:
            whole = builder()
            whole.run()
            flat = whole.finish()
    if not is_ours(game):
        flat.require_texts(quick=True)
    return merge_lossless(flat) if merge else flat


class _Builder:
    """What one walk over all histories leaves behind; slots are numbered as they are met."""

    def __init__(
        self, game: Game[Any, Any], progress: Progress | None, stopper: Stopper, is_planned: bool
    ) -> None:
        self.game, self.progress, self.stopper, self.is_planned = game, progress, stopper, is_planned
        self.law = Contract(game)
        self.infosets: list[dict[Hashable, Infoset]] = [{} for _ in range(game.players)]
        self.menus: set[tuple[Any, ...]] = set()
        self.num_slots = [1] * game.players
        self.slots, self.reach, self.utility = array("i"), array("d"), array("d")
        self.histories = self.chance_nodes = 0
        self.clock = Clock()

    def native(self) -> FlatGame | None:
        """The form by a walk of compiled rules; None where there are none, or where the class has to name a fault."""
        found = walkable(self.game)
        if found is None:
            return None
        walk = NativeWalk(self.game, *found, self._look, self.is_planned)
        return walk.flat() if walk.run() else None

    def run(self, most: int | None = None) -> bool:
        """Walk every history once; unless somebody has planned it, a game that turns out not to be small is planned.

        most: histories after which it is left to compiled rules, where the game has them; False then, True at the end.
        """
        game, law, players, is_duel = self.game, self.law, self.game.players, self.game.players == 2
        player_of, actions, result = game.player, game.actions, game.result
        information, utility = game.information, game.utility
        find = [known.get for known in self.infosets]
        slots: list[int] = []
        reaches: list[float] = []
        utilities: list[Any] = []
        # The last slots of both players, a number each: that takes less time than a tuple. Of fewer or more players
        # `low` is the tuple of all, and `high` is nothing.
        start = 0 if is_duel else (0,) * players
        with Walk(game, UNASKED, 1.0, start, 0, look=self._look) as walk:
            push = walk.push
            for round_ in walk.rounds():
                if most is not None and (walk.histories >= most or walk.waiting >= most // 8):
                    most = None
                    if walkable(game) is not None:
                        return False
                if not self.is_planned and self._is_large(walk):
                    self._plan()
                for _, (node, depth, who, reach, low, high) in round_:
                    state = node  # whom an error names
                    depth += 1
                    if who == UNASKED:
                        who = player_of(node)
                    if who < 0 or who >= players:
                        if who == CHANCE:
                            self.chance_nodes += 1
                            for a, p in reversed(law.chances(node)):
                                push((result(node, a), depth, UNASKED, reach * p, low, high))
                        elif who == TERMINAL:
                            slots.extend((low, high) if is_duel else low)
                            reaches.append(reach)
                            utilities.append(utility(node))
                            walk.histories -= 1  # counted with the others below
                        else:
                            law.player(node, who)  # raises
                        continue
                    is_second = is_duel and who == 1
                    mine = high if is_second else low if is_duel else low[who]
                    key, menu = information(node, who), actions(node)
                    known = find[who](key)
                    if known is None:
                        known = self._new_infoset(who, key, mine, menu, node)
                        menu = known[2]
                    q, parent, listed = known
                    if listed is not menu:
                        if type(menu) is not tuple:
                            menu = law.listed(node, "actions", menu)
                        if listed != menu:
                            raise self._mismatch(who, key, known, mine, menu, node)
                    if parent != mine:
                        raise self._mismatch(who, key, known, mine, menu, node)
                    for a in reversed(menu):
                        q -= 1
                        state = node
                        state = result(node, a)
                        next_who = player_of(state)
                        if is_second:
                            high = q
                        elif is_duel:
                            low = q
                        else:
                            low = (*low[:who], q, *low[who + 1 :])
                        if next_who != TERMINAL:
                            push((state, depth, next_who, reach, low, high))
                            continue
                        if is_duel:  # half of all histories end: they are not worth a place on the stack
                            slots.append(low)
                            slots.append(high)
                        else:
                            slots.extend(low)
                        reaches.append(reach)
                        utilities.append(utility(state))  # whether they are finite numbers is seen later
                walk.histories += len(reaches)
                self._keep(slots, reaches, utilities)
        self.histories = walk.histories
        return True

    def _is_large(self, walk: Walk) -> bool:
        """Whether so much is waiting, or has taken so long, that an estimate of the whole costs little beside it."""
        return walk.waiting >= SMALL // 8 or (walk.histories >= SMALL and self.clock.seconds >= SHORT)

    def _keep(self, slots: list[int], reach: list[float], utility: list[Any]) -> None:
        """Put the terminals of a round away: a list is appended to in a tenth of the time of an array.

        An array would look at every number by a call of its own, and take six times as long as `struct.pack`.
        """
        players = self.game.players
        self.slots.frombytes(struct.pack(f"{len(slots)}i", *slots))
        self.reach.frombytes(struct.pack(f"{len(reach)}d", *reach))
        try:
            if any(count != players for count in set(map(len, utility))):
                self._name_payoffs()
            self.utility.frombytes(struct.pack(f"{players * len(utility)}d", *chain.from_iterable(utility)))
        except (TypeError, struct.error):
            self._name_payoffs()
            raise
        for ends in (slots, reach, utility):
            ends.clear()

    def _name_payoffs(self) -> None:
        """Walk again, slowly, to name the first state whose payoffs are no finite numbers."""
        for visit in histories(self.game):
            if visit.player == TERMINAL:
                self.law.payoffs(visit.state, self.game.utility(visit.state))

    def _plan(self) -> None:
        """Refuse a game that is too large, or does not end, before more of it is walked."""
        self.is_planned = True
        require_fit(self.game)

    def _look(self, histories: int) -> None:
        if self.progress is not None:
            seconds = self.clock.seconds
            report = Report("compile", histories, None, "histories", seconds, histories / max(seconds, 1e-9))
            if self.progress(report) is False:
                self.stopper.cancel()
        self.stopper.check()

    def _new_infoset(self, who: int, key: Hashable, parent: int, menu: Any, state: Any) -> Infoset:
        """Number its slots, where a player acts there and has a lawful menu."""
        if type(who) is not int:
            self.law.player(state, who)
        if type(menu) is not tuple:
            menu = self.law.listed(state, "actions", menu)
        try:
            is_lawful = menu in self.menus
        except TypeError:  # actions that cannot be hashed
            is_lawful = False
        if not is_lawful:
            self.menus.add(self.law.menu(state, who, menu))
        self.num_slots[who] = behind = self.num_slots[who] + len(menu)
        self.infosets[who][key] = known = (behind, parent, menu)
        return known

    def _mismatch(
        self, who: int, key: Hashable, known: Infoset, parent: int, menu: Any, state: Any
    ) -> TianjiError:
        self.law.same_menu(state, who, key, known[2], menu)
        if not self.is_planned:
            self._plan()
        if forgets_information(self.game):
            return NotApplicableError(
                f"{self.game} has perfect information, and lines of play meet again at state {quote(state)}; "
                "use tj.search(game, state), or put the history into the state to compile it"
            )
        paths = f", {self._path(who, known[1]):.200} and {self._path(who, parent):.200}"
        return self.law.recall(state, who, key, paths)

    def _path(self, who: int, slot: int) -> str:
        """The player's own moves up to a slot, for error messages."""
        moves: list[str] = []
        while slot:
            for key, (behind, parent, menu) in self.infosets[who].items():
                if behind - len(menu) <= slot < behind:
                    moves.append(f"{menu[slot - behind]!r} at {key!r}")
                    slot = parent
                    break
        return "[" + ", ".join(reversed(moves)) + "]"

    def finish(self) -> FlatGame:
        """Renumber in preorder, fold chance in, merge equal slot tuples."""
        players = self.game.players
        slots = np.frombuffer(self.slots, dtype=np.int32).reshape(-1, players)
        utility = np.frombuffer(self.utility, dtype=np.float64).reshape(-1, players)
        reach = np.frombuffer(self.reach, dtype=np.float64)
        if not np.abs(utility).max() <= MAX_PAYOFF:
            self._name_payoffs()
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


def _treeplex(table: dict[Hashable, Infoset]) -> Treeplex:
    """One player's infosets in the order in which the walk met them: parents first."""
    behind, parent, menu = (map(itemgetter(i), table.values()) for i in range(3))
    first_slot = np.fromiter(chain((1,), behind), dtype=np.int32, count=len(table) + 1)
    parent_slot = np.fromiter(parent, dtype=np.int32, count=len(table))
    return Treeplex(first_slot, parent_slot, list(table), list(menu))

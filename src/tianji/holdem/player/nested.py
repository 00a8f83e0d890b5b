"""Search: both ranges along a real hand, and a solve wherever the last one does not know what was bet.

    first solve of a hand     from the start of the turn, behind the combined gate, alternatives from the base
    river after a turn solve  from the start of the river, reach-maxmargin, alternatives from the turn's solve
    a bet not in the tree     from right after it, reach-maxmargin, alternatives from the solve it was not in

A state is known by its public history alone, so that a hand can be taken up anywhere: what is not in memory is solved
again the same way. Brown & Sandholm (2017), sections 4 to 7; the combined gate is after Slumbot.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from tianji.arena.rows import RowAgent
from tianji.core.strategy import FloatArray
from tianji.errors import ParameterError, TianjiError, quote
from tianji.holdem.player.base import ESTIMATES, base_payoffs
from tianji.holdem.player.belief import OUR_FLOOR, THEIR_FLOOR, HandBelief, public
from tianji.holdem.player.roots import (
    FLOP,
    MENUS,
    TURN,
    Root,
    SearchMenu,
    inside_root,
    start_root,
    street_start,
)
from tianji.holdem.player.solver import Effort, SearchError, Solved, choose_menu, solve_gated
from tianji.holdem.spot.gate import TECHNIQUES
from tianji.poker.cards import NUM_HANDS
from tianji.poker.hand import HandState
from tianji.run.clock import Clock
from tianji.run.stopping import Cancelled

KEPT_SOLVES, KEPT_STEPS, KEPT_LINES = 16, 256, 200
KEPT_BYTES = 2**29
LEAST = 0.3  # of a decision's time that a solve gets whatever came before it
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Position:
    """A hand in a solve: the node it has come to, and the cards dealt since the solve's root."""

    solved: Solved
    node: int
    cards: tuple[int, ...] = ()

    @property
    def root(self) -> Root:
        """Where the solve begins."""
        return self.solved.root

    def net(self, player: int) -> FloatArray:
        """`[1326]`: CBV of a player here in net chips since the start of the hand, in which no street matters.

        net = chips from here on − chips put in so far, antes included
        """
        tree = self.solved.solution.backend.tree
        put = self.root.spent + tree.invested(tree.nodes[self.node])[player]
        return self.solved.best(player, self.node, self.cards) - put - paid_ante(self.root.state, player)


def paid_ante(state: HandState, player: int) -> int:
    """What a player has put in beside his bets."""
    return state.rules.paid_antes[player]


@dataclass(frozen=True, eq=False)
class Track:
    """What the search knows after some actions: ranges, and where the last solve stands.

    at: the last place that a solve knew; is_covered: whether that is where the hand is. gifts: `[1326]`, chips that the
    opponent gave up on his way since the first solve. failed: why there is no solve, where there should be one.
    """

    belief: HandBelief = field(default_factory=HandBelief)
    at: Position | None = None
    is_covered: bool = False
    gifts: FloatArray = field(default_factory=lambda: np.zeros(NUM_HANDS))
    failed: str = ""


class Search:
    """Follows hands for one player, seat by seat: `track(state, seat)` is what it knows before an action.

    base: plays before the turn, and its rows are what ranges are made of there. effort: by street, what a solve may
    cost. counts: solves, first and nested, fallbacks; log: the last lines of what went wrong.
    """

    def __init__(
        self,
        base: RowAgent,
        effort: Callable[[int], Effort],
        *,
        estimate: str = "cbv",
        first: str = "combined",
        later: str = "reach-maxmargin",
        since: int = TURN,
        spent: Callable[[int, float], None] = lambda street, seconds: None,
    ) -> None:
        self.base, self.effort, self.spent = base, effort, spent
        for name, given, known in (
            ("estimate", estimate, ESTIMATES), ("first", first, TECHNIQUES), ("later", later, TECHNIQUES),
        ):  # fmt: skip
            if given not in known or "distributional" in given:
                raise ParameterError(f"{name}={quote(given)}; expected one of: {', '.join(known)}")
        self.estimate, self.first, self.later, self.since = estimate, first, later, since
        self.menus = MENUS
        self.counts: Counter[str] = Counter()
        self.log: deque[str] = deque(maxlen=KEPT_LINES)
        self._solves: OrderedDict[Hashable, Solved] = OrderedDict()
        self._tracks: OrderedDict[Hashable, Track] = OrderedDict()

    # Along a hand -------------------------------------------------------------------------------------------

    def track(self, state: HandState, seat: int, held: int | None = None) -> Track:
        """What is known where the hand is, with a solve that covers it if it is the seat's turn from the turn on.

        held: a hand that must have a strategy, even if the seat would not have come here with it, since somebody else
        has played it so far. Then the decision is solved anew, with all hands in the range.
        """
        state = public(state)
        found = self._came(state, seat)
        if state.street < self.since or state.is_over or state.player != seat:
            return found
        if held is not None and found.belief.is_stray(seat, held, state.board):
            let_in = replace(found, belief=found.belief.opened(seat, state.board), is_covered=False)
            return self._kept(("stray", seat, state), lambda: self._ensure(let_in, state, seat))
        return self._kept(("here", seat, state), lambda: self._ensure(found, state, seat))

    def _came(self, state: HandState, seat: int) -> Track:
        return self._kept(("came", seat, state), lambda: self._come(state, seat))

    def _kept(self, key: Hashable, make: Callable[[], Track]) -> Track:
        return _remember(self._tracks, key, make, KEPT_STEPS)

    def _come(self, state: HandState, seat: int) -> Track:
        """What is known before whoever acts at `state`, from what was known an action earlier."""
        before, action = _last_step(state)
        if before is None:
            return Track()
        if before.street < self.since:
            found = self._came(before, seat)
            rows = self.base.rows(before)
            found = replace(found, belief=found.belief.after(before.player, rows, action))
        elif before.player == seat:
            found = self._ours(self.track(before, seat), before, action, seat)
        else:
            found = self._theirs(self._came(before, seat), before, action, seat)
        if state.street > before.street:
            found = self._next_street(found, state)
        return found

    def _next_street(self, track: Track, state: HandState) -> Track:
        track = replace(track, belief=track.belief.dealt(state.board), failed="")
        at = track.at
        if at is None or not track.is_covered:
            return replace(track, at=None, is_covered=False)
        if at.root.state.street == FLOP:  # it knows no hands after the flop: the ranges are what it leaves
            return replace(track, at=None, is_covered=False, gifts=np.zeros(NUM_HANDS))
        below = at.solved.solution.backend.tree.nodes[at.node]
        if below.kind != "deal" or len(state.board) != len(at.root.state.board) + len(at.cards) + 1:
            return replace(track, at=None, is_covered=False)
        return replace(track, at=Position(at.solved, below.children[0], (*at.cards, state.board[-1])))

    def _ours(self, track: Track, before: HandState, action: str, seat: int) -> Track:
        if not track.is_covered or track.at is None:
            belief = track.belief.after(seat, self.base.rows(before), action)
            return replace(track, belief=belief)
        return self._walk(track, track.at, before, action)

    def _theirs(self, track: Track, before: HandState, action: str, seat: int) -> Track:
        if track.is_covered and track.at is not None and track.at.root.state.street == before.street:
            return self._walk(track, track.at, before, action)
        if track.failed:
            return replace(track, belief=track.belief.after(1 - seat, self.base.rows(before), action))
        return track  # the street's first solve will know what it says

    def _walk(self, track: Track, at: Position, before: HandState, action: str) -> Track:
        """One action further in a solve; what its tree does not have ends the cover, and says nothing of hands."""
        player = before.player
        node = at.solved.solution.backend.tree.nodes[at.node]
        place = at.root.place(node, action)
        if place is None:
            return replace(track, is_covered=False)
        row = at.solved.strategy(at.node, at.cards)[place]
        gifts = track.gifts if player == at.root.seat else track.gifts + gift(at, place)
        onward = Position(at.solved, node.children[place], at.cards)
        return replace(track, belief=track.belief.times(player, row, action), at=onward, gifts=gifts)

    # Solving ------------------------------------------------------------------------------------------------

    def _ensure(self, track: Track, state: HandState, seat: int) -> Track:
        """The same with a solve that covers the seat's decision at `state`; or `failed`, with the reason."""
        is_here = track.at is not None and track.at.root.state.street == state.street
        if (track.is_covered and is_here) or track.failed:
            return track
        try:
            if is_here and track.at is not None:
                return self._inside(track, track.at, state, seat)
            if len(state.betting[-1]) > 1:
                raise SearchError("no solve knows the beginning of the street")
            return self._from_start(track, state, seat)
        except Cancelled:
            raise
        except Exception as error:  # whatever it is: somebody waits for an answer, and there are three others
            self.counts["failed"] += 1
            why = str(error) if isinstance(error, TianjiError) else f"{type(error).__name__}: {error}"
            self.note(state, f"no solve: {why}")
            return replace(track, failed=why, is_covered=False)

    def _ranges(self, track: Track, state: HandState, seat: int) -> tuple[FloatArray, FloatArray]:
        floors = [OUR_FLOOR if p == seat else THEIR_FLOOR for p in (0, 1)]
        a, b = (track.belief.range_of(p, state.board, floors[p]) for p in (0, 1))
        return a, b

    def _from_start(self, track: Track, state: HandState, seat: int) -> Track:
        """The first solve of a street, from its start."""
        start, other = street_start(state), 1 - seat
        opening = state.betting[-1][0] if state.betting[-1] else ""
        ranges = self._ranges(track, start, seat)
        root = self._root(lambda menu: start_root(start, seat, ranges, menu), start).opened(opening)

        def solve() -> Solved:
            at = track.at
            if start.street == FLOP:  # the base's worth over all run-outs would take longer than the solve
                return self._solve(root, lambda: np.zeros(NUM_HANDS), "unsafe", None)
            if at is None:
                return self._solve(
                    root,
                    lambda: base_payoffs(self.base, start, seat, ranges, (self.estimate,))[0],
                    self.first,
                    None,
                )
            return self._solve(root, lambda: chips_at(at.net(other), start, other), self.later, track.gifts)

        key = (seat, start, tuple(root.spot.given["add_lines"]), track.belief.is_open)
        solved = self._solved(key, solve)
        found = replace(track, at=Position(solved, 0), is_covered=True)
        if opening and found.at is not None:
            found = self._walk(found, found.at, start, opening)
            if not found.is_covered:
                raise SearchError(f"the opening {opening} is not in the tree made for it")
        return found

    def _inside(self, track: Track, at: Position, state: HandState, seat: int) -> Track:
        """The solve after a bet that the last one did not have: no hand may be worth more than before the bet."""
        other = 1 - seat
        ranges = self._ranges(track, state, seat)

        def solve() -> Solved:
            root = self._root(lambda menu: inside_root(state, seat, ranges, menu), state)
            self.counts["nested"] += 1
            return self._solve(root, lambda: chips_at(at.net(other), state, other), self.later, track.gifts)

        solved = self._solved((seat, state, "inside", track.belief.is_open), solve)
        return replace(track, at=Position(solved, 0), is_covered=True)

    def _root(self, make: Callable[[SearchMenu], Root], state: HandState) -> Root:
        return choose_menu(self.menus[state.street], make, self.effort(state.street))

    def _solve(
        self, root: Root, chips: Callable[[], FloatArray], technique: str, gifts: FloatArray | None
    ) -> Solved:
        """Solve a root behind its gate, and count it; working out the alternatives takes of the same time."""
        street, clock = root.state.street, Clock()
        found, effort = chips(), self.effort(street)
        if effort.seconds is not None:
            effort = replace(effort, seconds=max(effort.seconds - clock.seconds, LEAST * effort.seconds))
        solved = solve_gated(root, found, technique, gifts, effort)
        self.counts["solves"] += 1
        self.counts[f"{technique} solves"] += 1
        self.spent(street, clock.seconds)
        return solved

    def _solved(self, key: Hashable, solve: Callable[[], Solved]) -> Solved:
        """The solve of a root, from memory where it is there; the oldest go when memory is full."""
        found = _remember(self._solves, key, solve, KEPT_SOLVES)
        while len(self._solves) > 2 and sum(s.size for s in self._solves.values()) > KEPT_BYTES:
            self._solves.popitem(last=False)
        alive = {id(s) for s in self._solves.values()}
        gone = [k for k, t in self._tracks.items() if t.at is not None and id(t.at.solved) not in alive]
        for k in gone:
            del self._tracks[k]
        return found

    def note(self, state: HandState, line: str) -> None:
        """A line of the log."""
        self.log.append(f"{state.betting_text}: {line}")


def gift(at: Position, place: int) -> FloatArray:
    """`[1326]`: what the player to act gives up by an action where he might have folded, his best from there on.

    Folding is worth 0 chips from here on whatever is solved again: the bound of Brown & Sandholm (2017), section 5.
    """
    node = at.solved.solution.backend.tree.nodes[at.node]
    if node.actions[place].verb == "fold" or all(a.verb != "fold" for a in node.actions):
        return np.zeros(NUM_HANDS)
    best = at.solved.best_actions(at.node, at.cards)[place]
    given: FloatArray = np.maximum(0.0, -np.nan_to_num(best))
    return given


def chips_at(net: FloatArray, state: HandState, player: int) -> FloatArray:
    """Net chips since the start of the hand as chips from a state on: what was put in is not counted as lost.

    Of a stack larger than the other's only what the other can match counts.
    """
    return net + min(state.spent[player], min(state.rules.live)) + paid_ante(state, player)


def _last_step(state: HandState) -> tuple[HandState | None, str]:
    """The state before the last action, and the action; None at the start of the hand."""
    return next(iter([*state.steps()][::-1]), (None, ""))


def _remember(kept: OrderedDict[Hashable, T], key: Hashable, make: Callable[[], T], most: int) -> T:
    if key in kept:
        kept.move_to_end(key)
        return kept[key]
    found = make()
    kept[key] = found
    while len(kept) > most:
        kept.popitem(last=False)
    return found

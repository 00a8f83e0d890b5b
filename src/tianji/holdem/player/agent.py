"""SearchAgent: plays its base before the turn, and solves with exact cards from there on."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from tianji._log import logger
from tianji.arena.acpc import MatchState
from tianji.arena.baselines import HandAgent, hand_agent
from tianji.arena.measures.hand_aivat import ValueAgent
from tianji.arena.rows import RowAgent
from tianji.core.arguments import checked
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, TianjiError, quote
from tianji.holdem.engine.backend import make_backend
from tianji.holdem.player.belief import THEIR_FLOOR, live
from tianji.holdem.player.clock import Bank
from tianji.holdem.player.nested import Search, Track
from tianji.holdem.player.roots import FLOP, RIVER, TURN, require_table
from tianji.holdem.player.solver import ITERATIONS, Effort, gated_backend
from tianji.holdem.player.thought import Thought
from tianji.holdem.spot.gate import Gate
from tianji.holdem.spot.spot import Spot
from tianji.poker.cards import NUM_HANDS, hand_index
from tianji.poker.equity import equities
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules
from tianji.run.limits import Limits, read_until
from tianji.run.report import Progress
from tianji.run.stopping import Stop, Stopper
from tianji.run.threads import check_threads

Rows = dict[str, FloatArray]
SECONDS = 5.0
LATER = "reach-maxmargin"  # the gate of rivers and of bets that no tree had
SINCE = {"flop": FLOP, "turn": TURN, "river": RIVER}
log = logger("kernels")  # what it says there, the command line shows


class SearchAgent:
    """A player at the table that solves what is in front of it: a `HandAgent`, and a `RowAgent` for those who measure.

    base: who plays before the turn, a player with rows; its ranges and values are where the first solve begins.
    seconds: a decision on the turn, a fifth of it on the river. until: share of the pot at which a solve is exact
    enough; iterations: at most. What it does follows from the public history, the cards held and the rng it is given:
    there is no other state, so a client may be killed and started again in the middle of a hand. From the turn on every
    bet is solved as it was made, never taken for another.

    estimate: what the base is worth to the opponent at the first root, "cbv" (he plays his best against it) or "value".
    first, later: techniques of the first solve's gate and of all others (`holdem.Gate`). since: the street from which
    it solves: "turn"; "river"; or "flop", which is solved on drawn run-outs with buckets after it (`player.flop`).

    counts: solves, nested solves, and every fallback in the order in which they are tried: the last solve's nearest
    node, the base, equity against what the opponent may hold. `translated` counts the first two: 0 is the promise.
    """

    @checked
    def __init__(
        self,
        base: HandAgent,
        *,
        seconds: float = SECONDS,
        seed: int = 0,
        iterations: int = ITERATIONS,
        until: str | float = "0.3%",
        threads: int | None = None,
        name: str = "",
        estimate: str = "cbv",
        first: str = "combined",
        later: str = LATER,
        since: str = "turn",
    ) -> None:
        if since not in SINCE:
            raise ParameterError(f"since={quote(since)}; expected {', '.join(SINCE)}")
        if not isinstance(base, RowAgent):
            raise NotApplicableError(
                f"{quote(getattr(base, 'name', base))} does not say what it does with every hand; search needs rows()"
            )
        if not isinstance(iterations, int) or isinstance(iterations, bool) or iterations < 1:
            raise ParameterError(f"iterations={quote(iterations)}; expected a whole number of at least 1")
        self.base, self.seed, self.name = base, seed, name or f"{base.name}:search"
        self.bank = Bank(seconds)
        if isinstance(base, ValueAgent):  # any values take luck out of a match
            self.values = base.values
            if hasattr(base, "action_values"):
                self.action_values = base.action_values
        self._effort = Effort(None, None, iterations, until, check_threads(threads))
        self.stop: Stop = None
        self._progress: Progress | None = None
        read_until(until, 1.0)
        self._search = Search(
            base,
            self._cost,
            estimate=estimate,
            first=first,
            later=later,
            since=SINCE[since],
            spent=self.bank.spend,
        )

    def _cost(self, street: int) -> Effort:
        known, bank = self._effort, self.bank
        return Effort(
            bank.limit(street), bank.aim(street), known.iterations, known.until, known.threads, self.stop,
            self._progress,
        )  # fmt: skip

    def warm(self) -> None:
        """Load all kernels, or have them compiled once on this machine (up to a minute): before the first hand."""
        from tianji.kernels._compile import is_cached
        from tianji.kernels.poker.vector import walk

        if not is_cached(walk):
            log.warning("compiling the kernels of the search (first run only), up to a minute")
        gate = Gate("oop", 50.0, "combined")
        for board in ("AsKd8h", "AsKd8h5c", "AsKd8h5c2s")[self._search.since != FLOP :]:
            spot = Spot(board=board, pot=100, stack=100, oop="QQ", ip="JJ", bets="100%", raises="")
            gated_backend(spot, gate).warm()
            if spot.street == 1:  # as large ones are kept
                make_backend(spot, storage="int16", behind=gate.behind(spot)).warm()
        turn = HandState.start(self.rules).play("cc/cc/").deal((0, 21, 31, 44))
        self.base.rows(turn)

    @property
    def counts(self) -> dict[str, int]:
        """How often it solved, and how often it had to do without."""
        return {"translated": 0, **self._search.counts}

    @property
    def rules(self) -> HandRules | None:
        """The table that the base was made for, if it was made for one."""
        found = getattr(self.base, "rules", None)
        return found if isinstance(found, HandRules) else None

    @property
    def log(self) -> list[str]:
        """The last lines of what went wrong."""
        return list(self._search.log)

    @property
    def facts(self) -> dict[str, Any]:
        """What it is, for a record."""
        known = self._effort
        return {
            "base": self.base.name, "seconds": self.bank.seconds, "seed": self.seed, "until": known.until,
            "iterations": known.iterations, "threads": known.threads, **self.counts,
        }  # fmt: skip

    def rows(self, state: HandState) -> Rows:
        """Action → `[1326]` probabilities by hand for the player to act: the base's, from the turn on the solve's."""
        found = self.look(state)[0]
        Stopper(self.stop).check()
        return found

    def rows_holding(self, state: HandState, hand: int) -> Rows:
        """The same where `hand` is held, though the player may never have come here with it: it gets a strategy."""
        return self.look(state, hand)[0]

    def act(self, told: MatchState, rng: random.Random) -> str:
        """An action drawn from the row of the hand held; always a legal one, unless nobody waits for it any more."""
        state = told.state
        rows = self.rows(state)
        hand = hand_index(*state.hole[told.seat])
        shares = [max(0.0, float(row[hand])) for row in rows.values()]
        if not sum(shares) > 0:
            self._count(state, "equity", "the hand held has no row")
            rows = self._by_equity(state, None)
            shares = [float(row[hand]) for row in rows.values()]
        return state.mended(rng.choices(list(rows), shares)[0])

    def look(self, state: HandState, held: int | None = None) -> tuple[Rows, Track | None, str]:
        """The rows of the player to act, what the search knows there, and where they come from.

        "base" before the turn, "search", or which of the fallbacks. held: as of `Search.track`.
        """
        if state.street < self._search.since:
            return dict(self.base.rows(state)), None, "base"
        require_table(state.rules)
        track = self._search.track(state, state.player, held)
        if track.is_covered and track.at is not None:
            try:
                return self._solved_rows(track, state), track, "search"
            except TianjiError as error:
                self._search.note(state, str(error))
        return self._fallback(track, state)

    def _solved_rows(self, track: Track, state: HandState) -> Rows:
        at = track.at
        assert at is not None
        strategy = at.solved.strategy(at.node, at.cards)
        return _joined(at.root.actions(at.node, state), strategy)

    def think(
        self,
        told: MatchState,
        rng: random.Random,
        *,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop = None,
    ) -> Thought:
        """The decision at `told` with its mix, values, ranges and gate; stopped early, with the best found so far."""
        state, before = told.state, (self.bank.seconds, self.stop)
        Limits(seconds=seconds)
        self.bank.seconds, self.stop = before[0] if seconds is None else seconds, stop
        self._progress = progress
        try:
            rows, track, source = self.look(state, hand_index(*state.hole[told.seat]))
            return self._thought(told, rows, track, source, rng)
        finally:
            (self.bank.seconds, self.stop), self._progress = before, None

    def _thought(
        self, told: MatchState, rows: Rows, track: Track | None, source: str, rng: random.Random
    ) -> Thought:
        state, seat = told.state, told.seat
        hand = hand_index(*state.hole[seat])
        mix = {name: float(row[hand]) for name, row in rows.items() if row[hand] > 0}
        belief = self._search.track(state, seat).belief if track is None else track.belief
        us, them = (belief.range_of(p, state.board, 0.0) for p in (seat, 1 - seat))
        action = state.mended(rng.choices(list(mix), list(mix.values()))[0])
        notes = "; ".join(belief.notes)
        if source != "search" or track is None or track.at is None:
            named = "fallback" if track is not None else "blueprint"
            why = f"{source}: {track.failed}" if track is not None else ""
            return Thought(action, mix, named, us, them, note="; ".join(filter(None, [why, notes])))
        at = track.at
        solution, values = at.solved.solution, at.solved.values(at.node, at.cards)[:, hand]
        ev = dict(zip(at.root.actions(at.node, state), map(float, values), strict=True))
        gate = solution.gate
        return Thought(
            action, mix, source, us, them, ev, float(solution.exploitability_pct),
            None if gate is None else float(gate.least_margin), solution.iterations,
            "; ".join(filter(None, [f"{at.root.menu.name} menu, {solution.stopped}", notes])),
        )  # fmt: skip

    # Where there is no solve --------------------------------------------------------------------------------

    def _fallback(self, track: Track, state: HandState) -> tuple[Rows, Track, str]:
        """The best that is left, in order."""
        found = self._nearest(track, state)
        if found is not None:
            self._count(state, "last solve", track.failed)
            return found, track, "last solve"
        try:
            rows = dict(self.base.rows(state))
            if _is_mix(rows, state):
                self._count(state, "base", track.failed)
                return rows, track, "base"
        except (TianjiError, ArithmeticError) as error:
            self._search.note(state, f"the base has no answer: {error}")
        self._count(state, "equity", track.failed)
        return self._by_equity(state, track), track, "equity"

    def _count(self, state: HandState, which: str, why: str) -> None:
        counts = self._search.counts
        counts[f"fallback {which}"] += 1
        counts["translated"] += which != "equity"
        self._search.note(state, f"fallback to {which}: {why}")

    def _nearest(self, track: Track, state: HandState) -> Rows | None:
        """What the last solve of this street does after the bet of its tree that comes nearest to the real one."""
        at = track.at
        if at is None or at.root.state.street != state.street or not state.betting[-1]:
            return None
        tree, action = at.solved.solution.backend.tree, state.betting[-1][-1]
        node = tree.nodes[at.node]
        if node.kind != "act" or node.player == state.player or not action.startswith("r"):
            return None
        sized = [k for k, a in enumerate(node.actions) if a.total and a.verb not in ("check", "call")]
        if not sized:
            return None
        total = min(int(action[1:]), at.root.most) - at.root.spent
        child = node.children[min(sized, key=lambda k: abs(node.actions[k].total - total))]
        if tree.nodes[child].kind != "act":
            return None
        return _joined(at.root.actions(child, state), at.solved.strategy(child, at.cards))

    def _by_equity(self, state: HandState, track: Track | None) -> Rows:
        """Check; call where the equity against what the opponent may hold is worth the price, else fold."""
        legal, free = state.legal(), live(state.board)
        if not legal.fold:
            return {"c": free.astype(np.float64)}
        theirs = free.astype(np.float64)
        if track is not None:
            theirs = track.belief.range_of(1 - state.player, state.board, THEIR_FLOOR)
        beats, meets = equities(list(state.board), theirs)
        share = np.where(meets > 0, 0.5 + 0.5 * beats / np.where(meets > 0, meets, 1.0), 0.0)
        calls = (share * (state.pot + legal.call) >= legal.call) & free
        return {"f": (free & ~calls).astype(np.float64), "c": calls.astype(np.float64)}


def _joined(names: list[str], strategy: FloatArray) -> Rows:
    """Rows by name; two actions of a tree may be one in the hand."""
    found: Rows = {}
    for name, row in zip(names, strategy, strict=True):
        found[name] = found[name] + row if name in found else row
    return found


def _is_mix(rows: Rows, state: HandState) -> bool:
    """Whether rows can be played: probabilities of every hand that is possible, of actions that are legal."""
    if not rows or any(np.shape(row) != (NUM_HANDS,) or not np.isfinite(row).all() for row in rows.values()):
        return False
    total = np.sum(list(rows.values()), axis=0)[live(state.board)]
    return bool((np.abs(total - 1) < 1e-3).all()) and not any(state.why_illegal(a) for a in rows if a != "r")


def read_search(text: str) -> SearchAgent | None:
    """The player that `NAME:search` means, `NAME:search:2` with two seconds a decision; None for other texts.

    `NAME:search:flop`, `NAME:search:2:flop`: it begins on the flop. NAME is what `hand_agent` reads, such as a
    blueprint's file.
    """
    name, found, given = text.rpartition(":search")
    if not found or not name:
        return None
    words = given.split(":")
    since = words.pop() if words[-1] in SINCE else "turn"
    try:
        limit = float(words[1]) if len(words) > 1 else SECONDS
    except ValueError:
        limit = -1.0
    if words[0] or len(words) > 2 or limit <= 0:
        raise ParameterError(
            f"{quote(text)}; expected {quote(name)}:search, or with seconds, such as :search:2, and with the street "
            "that it begins on, such as :search:2:flop"
        )
    player = SearchAgent(hand_agent(name), seconds=limit, name=text.rpartition("/")[2], since=since)
    player.warm()
    return player

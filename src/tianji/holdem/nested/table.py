"""Table 4 of Brown & Sandholm (2017) anew: a small menu of bets against a larger one, every off-tree bet solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.abstraction.work import Work
from tianji.holdem.nested.forest import FloatArray
from tianji.holdem.nested.gated import GatedRounds
from tianji.holdem.nested.prepared import Prepared
from tianji.holdem.nested.seat import NESTINGS, NEVER, Nesting, SeatNest, cut
from tianji.holdem.nested.tree import Carved, carve
from tianji.holdem.nested.trunk import Odds
from tianji.holdem.nested.walk import FlopWalk, Run, make_walk
from tianji.holdem.rounds.column import Column, Row, Settings, pairs_of_hands, seat_file
from tianji.holdem.rounds.config import game_digest
from tianji.holdem.rounds.entries import LEAST_WEIGHT
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.subgames import BoardAnswer
from tianji.holdem.rounds.trunk import meets
from tianji.holdem.spot.boards import Board

METHOD = "dcfr"  # where the paper has CFR+: a fifth to a half of its gap after as many iterations


@dataclass(frozen=True, eq=False)
class Given:
    """What the flops of a row need: solves after off-tree bets before the flop, the players' reach of the lines, gifts.

    odds: how the seats move before the flop. start: `[C, H]` a player; gifts: `[C, H]`; gap: what the solves left.
    """

    odds: Odds
    solves: dict[int, Prepared]
    start: tuple[FloatArray, FloatArray]
    gifts: FloatArray
    gap: float = 0.0


@dataclass
class NestedTable:
    """The steps of table 4, each kept in a folder; what is there already is not done again.

    The blueprint of the small game; then for each row and seat the solve after every off-tree bet before the flop, and
    flop after flop those after every off-tree bet on it. Files carry what they were made from.
    """

    big: RoundGame
    small: RoundGame
    settings: Settings
    folder: Path | None
    work: Work
    techniques: Sequence[str]
    storage: str = "float32"
    seats: Sequence[int] = (0, 1)
    given: Prepared | None = None  # a blueprint of one's own, which `about` tells from others
    about: dict[str, Any] = field(default_factory=dict)
    rows: dict[tuple[str, int], Row] = field(default_factory=dict)

    def run(self) -> None:
        """All steps; raises `OutOfBudget` where the time ran out, with what is done in `rows`."""
        for name in self.techniques:
            for seat in self.seats:
                self.rows[name, seat] = self._row(name, seat)
        for (name, seat), row in self.rows.items():
            self._run_row(name, seat, row)

    @cached_property
    def boards(self) -> list[list[Board]]:
        """The flops, one for each class of flops equal by suit."""
        return self.small.boards(self.work.check)

    @property
    def flops(self) -> int:
        """How many there are, of each row and seat."""
        return sum(row.flops for row in self.rows.values()) // max(1, len(self.rows))

    @cached_property
    def walk(self) -> FlopWalk:
        """How the flops are walked."""
        return make_walk(self.small, self.boards, self.work, self.storage, self.settings.device)

    @cached_property
    def _column(self) -> Column:
        """What drives a solve, and keeps what is half done."""
        home = self.folder if self.walk.keeps_runs else None
        return Column(self.small, 0, self.settings, home, self.work, ())

    @cached_property
    def _config(self) -> dict[str, Any]:
        return {
            "small": game_digest(self.small), "blueprint_iterations": self.settings.blueprint_iterations,
            "method": METHOD, **self.about,
        }  # fmt: skip

    @cached_property
    def blueprint(self) -> Prepared:
        """The small game without abstraction, unless another blueprint was given."""
        if self.given is not None:
            return self.given
        found, tree = self.room(self._config), self.small.tree()

        def solve() -> None:
            pairs = sum(len(n.children) for n in tree.nodes if n.kind == "act")
            self.walk.require("the small game", pairs)
            backend = self.walk.game()
            count = self.settings.blueprint_iterations
            end = self._column.drive(
                backend, count, self._config, "blueprint-run.safetensors", "blueprint", METHOD
            )
            backend.close()
            found.take(backend)
            found.gap = end.exploitability

        self._kept("blueprint", found, solve)
        return found

    def room(self, config: dict[str, Any]) -> Prepared:
        """Room for a strategy of the small game."""
        tree = self.small.tree()
        names = [tree.line(n) for n in range(len(tree.nodes))]
        return self.walk.prepared(
            tree=tree, names=names, nodes=range(len(names)), boards=self.boards, config=config
        )

    def _kept(self, name: str, found: Prepared, solve: Callable[[], None]) -> None:
        """Fill a strategy from its file, or solve for it and write it; the unfinished run is not needed any more."""
        path = None if self.folder is None else self.folder / f"{name}.safetensors"
        if path is not None and path.exists():
            self.walk.load(found, path)
            return
        solve()
        if path is not None and self.work.keep(partial(found.save, path)):
            (path.parent / f"{name}-run.safetensors").unlink(missing_ok=True)

    @cached_property
    def nests(self) -> dict[int, SeatNest]:
        """By seat, in the role of the one with the small menu."""
        return {s: SeatNest(self.big, self.small, s, self.walk.forest) for s in self.seats}

    def _row(self, name: str, seat: int) -> Row:
        config = {
            **self._config, "big": game_digest(self.big), "technique": name, "seat": seat,
            "iterations": self.settings.iterations, "least weight": LEAST_WEIGHT,
        }  # fmt: skip
        shape = len(self.nests[seat].betting.lines), len(self.big.hands)
        row = Row(config, len(self.boards[1]), np.zeros(shape))
        if self.folder is not None and (path := seat_file(self.folder, seat, name)).exists():
            row.load(path)
        return row

    def _run_row(self, name: str, seat: int, row: Row) -> None:
        if row.is_done and isfinite(row.response):
            return
        nest, nesting = self.nests[seat], NESTINGS.get(name)
        given = self._translation(nest) if nesting is None else self._nested(nest, name, nesting)
        if not row.done:
            row.slack = given.gap * self.big.cards_left[0]  # in the unit of the flops' sum
        if self.work.executor is not None:
            from tianji.holdem.nested.pieces import spread_row

            spread_row(self, name, seat, row, given)
        run, total = self.answer(nest, name, given), sum(r.flops for r in self.rows.values())
        while not row.is_done:
            done = sum(r.done for r in self.rows.values())
            began = self.work.clock.seconds
            self.walk.advance(row, f"{name}, seat {seat}", run, done, total)
            row.seconds += self.work.clock.seconds - began
            self.save(row, name, seat, given)

    def save(self, row: Row, name: str, seat: int, given: Given) -> None:
        """Write a row down that has grown; one that is done with what the opponent's best is worth."""
        if row.is_done:
            row.response = self.nests[seat].trunk.response(given.odds, row.leaves)
        if self.folder is not None:
            self.work.keep(partial(row.save, seat_file(self.folder, seat, name)))

    def answer(self, nest: SeatNest, name: str, given: Given) -> Run[BoardAnswer]:
        """What is done on a flop: off-tree bets solved, or taken for others."""
        nesting, blueprint, seat, start = NESTINGS.get(name), self.blueprint, nest.seat, given.start
        if nesting is None:
            return lambda b, flop: nest.translate(flop, nest.rows(b, flop, seat, blueprint, {}), start[seat])
        schedule = SCHEDULES[METHOD].rows(1, self.settings.iterations + 1)

        def run(b: int, flop: Any) -> BoardAnswer:
            rows = [nest.rows(b, flop, player, blueprint, given.solves) for player in (0, 1)]
            return nest.solve(flop, nesting, (rows[0], rows[1]), start, given.gifts, schedule)

        return run

    def _translation(self, nest: SeatNest) -> Given:
        start = nest.trunk.line_reach(nest.trunk.odds(self.blueprint, {}))
        start[nest.seat][nest.off_lines] = 0.0
        return Given(nest.trunk.translated_odds(self.blueprint), {}, (start[0], start[1]), np.zeros(0))

    def _nested(self, nest: SeatNest, name: str, nesting: Nesting) -> Given:
        offs = [n for n in nest.betting.off if nest.betting.tree.nodes[n].street == 0]
        solves = {off: self._solve_line(nest, name, nesting, off) for off in offs}
        odds = nest.trunk.odds(self.blueprint, solves)
        start = nest.trunk.line_reach(odds)
        leaves = self._on_tree(nest, solves, start[nest.seat])
        gifts = nest.trunk.gifts(odds, leaves)
        self._note_margins(nest, name, nest.trunk.values(odds, leaves), offs)
        return Given(odds, solves, (start[0], start[1]), gifts, sum(solve.gap for solve in solves.values()))

    def _note_margins(
        self, nest: SeatNest, name: str, values: dict[int, FloatArray], offs: list[int]
    ) -> None:
        """What the opponent loses by going off the tree before the flop belongs to the margins, too."""
        row, (odds, best) = self.rows[name, nest.seat], self._before[nest.seat]
        for off in offs if NESTINGS[name].gate.gadget != "unsafe" else ():
            above = nest.betting.tree.nodes[off].parent
            w = cut(np, meets(nest.trunk.cards, nest.trunk.reach(odds, nest.seat, above)[None]))[0]
            margins = (best[above] - values[off])[w > 0] / w[w > 0]
            row.margin = float(np.fmin(row.margin, margins.min(initial=np.inf)))

    def _on_tree(self, nest: SeatNest, solves: dict[int, Prepared], start: FloatArray) -> FloatArray:
        """`[C, H]`: the opponent's best values with bets on the tree, summed over all flops."""
        blueprint, seat = self.blueprint, nest.seat
        return self.walk.total(
            f"best values, seat {seat}",
            lambda b, flop: nest.on_tree(flop, nest.rows(b, flop, seat, blueprint, solves), start),
        )

    def on_menu(self, seat: int) -> float:
        """What a best response of an opponent with the small menu is worth to him, in chips a hand."""
        nest = self.nests[seat]
        return nest.trunk.worth(self._before[seat][1])

    @cached_property
    def _before(self) -> dict[int, tuple[Odds, dict[int, FloatArray]]]:
        """By seat: the blueprint before the flop, and what nodes there are worth with bets on the tree."""
        found = {}
        for nest in self.nests.values():
            odds = nest.trunk.odds(self.blueprint, {})
            leaves = self._on_tree(nest, {}, nest.trunk.line_reach(odds)[nest.seat])
            leaves[nest.off_lines] = NEVER
            found[nest.seat] = odds, nest.trunk.values(odds, leaves)
        return found

    def line_room(
        self, nest: SeatNest, nesting: Nesting, off: int, config: dict[str, Any]
    ) -> tuple[Carved, Prepared]:
        """What is played after an off-tree bet before the flop, and room for a strategy of it."""
        betting = nest.betting
        if nesting.is_expensive:
            part = carve(betting.tree, [betting.tree.nodes[off].parent], betting.and_bets([off]))
        else:
            part = carve(betting.tree, [off], betting.on_tree)
        after = [k for k, n in enumerate(part.origin) if off in betting.tree.path(n)]
        names = [betting.names[n] for n in part.origin]
        return part, self.walk.prepared(
            tree=part.tree, names=names, nodes=after, boards=self.boards, config=config
        )

    def _solve_line(self, nest: SeatNest, name: str, nesting: Nesting, off: int) -> Prepared:
        """The rest of the hand after an off-tree bet before the flop, over all flops."""
        betting, seat = nest.betting, nest.seat
        above = betting.tree.nodes[off].parent
        config = {**self.rows[name, seat].config, "line": betting.names[off]}
        part, found = self.line_room(nest, nesting, off, config)

        def solve() -> None:
            odds, values = self._before[seat]
            ours = nest.trunk.reach(odds, seat, above)[None]
            theirs = nest.trunk.reach(odds, 1 - seat, above)[None]
            w = cut(np, meets(nest.trunk.cards, ours))
            alt = np.where(w > 0, values[above] / np.where(w > 0, w, 1.0), 0.0)
            pairs = sum(len(n.children) for n in part.tree.nodes if n.kind == "act")
            self.walk.require(f"the hand after {betting.names[off]}", pairs)
            backend = self.walk.gated(
                self.big,
                part.tree,
                self.boards,
                seat,
                nesting.gate,
                ours,
                theirs / max(theirs.max(), 1e-300),
                w,
                alt,
            )
            phase = f"{name}, seat {seat}: {betting.names[off]}"
            self._column.drive(
                backend, self.settings.iterations, config, f"{label}-run.safetensors", phase, METHOD
            )
            found.take(backend)
            found.gap = backend.slack()
            if nesting.is_expensive:
                found.odds = _odds(backend, part.origin.index(off))
            backend.close()

        label = seat_file(Path(), seat, f"{name} {betting.names[off]}").stem
        if self.walk.keeps_runs:
            self._kept(label, found, solve)
        else:  # in seconds
            solve()
        return found

    def slack(self, name: str, seat: int) -> float:
        """How much the seat's loss may be off because gadgets were not solved to the end, in chips; nan: unknown."""
        row = self.rows[name, seat]
        return row.slack / self.big.cards_left[0] / pairs_of_hands(self.big)


def _odds(backend: GatedRounds, child: int) -> FloatArray:
    """`[H]`: how likely the first to act goes to a child of the first node, in the averages."""
    node, forest = backend.tree.nodes[0], backend.forests[0]
    first = forest.action_slot[0] - forest.roots
    rows = backend.rows(0, 0, node.player, "average")[first : first + len(node.children)]
    total = rows.sum(axis=0)
    share = rows[node.children.index(child)] / np.where(total > 0, total, 1.0)
    return np.where(total > 0, share, 1.0 / len(rows))


def small_game(big: RoundGame) -> RoundGame:
    """The game without bets of three quarters of the pot.

    >>> small_game(RoundGame(bets=("50%,75%,100%",) * 2)).bets
    ('50%,100%', '50%,100%')
    """
    bets = tuple(",".join(b for b in menu.split(",") if b != "75%") for menu in big.bets)
    return replace(big, bets=bets)

"""Values: about what every action of a blueprint is worth to both players, by bucket of hands, before the river.

They are found once after training, by walking boards drawn at random with all hands at once, and kept in a byte each.
On the river nothing is kept: there one walk over the board in front of us is exact and takes a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.arena.rows import met, ranges_at
from tianji.core.memory import require
from tianji.core.schema import Array, Schema, listed, number, whole
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.dealing import make_dealer
from tianji.holdem.blueprint.menu import Menu
from tianji.holdem.blueprint.reading import live_hands, real_actions
from tianji.holdem.blueprint.tree import FOLD, SHOWDOWN, FlatTree
from tianji.poker.boards import hand_maps
from tianji.poker.cards import NUM_HANDS
from tianji.poker.hand import HandState
from tianji.run.threads import each

if TYPE_CHECKING:
    from tianji.holdem.blueprint.store import Blueprint
    from tianji.kernels.poker.deals import Dealer
    from tianji.kernels.poker.external import Betting
    from tianji.kernels.poker.public_chance import BoardTable

KEPT = 3  # streets whose values are kept: on the river they are found when asked for
LARGEST = 1e9  # chips: no value is larger
STEPS = 255  # a value is one of so many steps between the least and the most of its action
MOST_BOARDS = 10**9
BOARDS = {"tiny": 500, "laptop": 400, "night": 400, "weekend": 400}  # by preset
OTHERS = 100  # boards for a menu of one's own


@dataclass(frozen=True, eq=False)
class Values:
    """Net chips of both players after every action before the river, by bucket: low + step · code.

    low, step: `[2, S]` float32 by player and kept action; codes: `[2, V]` uint8, an action's buckets side by side.
    error: by street, the standard error of a value, chips, as two halves of the boards differ; boards: how many.
    """

    low: npt.NDArray[np.float32]
    step: npt.NDArray[np.float32]
    codes: npt.NDArray[np.uint8]
    error: tuple[float, ...]
    boards: int

    def of(self, place: int, slot: int, count: int, player: int) -> FloatArray:
        """`[K]`: a player's values after the kept action number `slot`, whose codes begin at `place`."""
        codes = self.codes[player, place : place + count].astype(np.float64)
        return float(self.low[player, slot]) + float(self.step[player, slot]) * codes


@dataclass(frozen=True, eq=False)
class Places:
    """Where an action's values are. place, slot: `[C]` int64, where codes begin, and its number; −1: none are kept."""

    place: npt.NDArray[np.int64]
    slot: npt.NDArray[np.int64]
    count: int
    size: int

    @staticmethod
    def of(tree: FlatTree, counts: Sequence[int]) -> Places:
        """Of all actions before the river but folds, whose worth is plain."""
        street = np.repeat(tree.street, tree.actions).astype(np.int64)
        kept = (street < KEPT) & (tree.total != FOLD)
        sizes = np.where(kept, np.asarray(counts, dtype=np.int64)[street], 0)
        place = np.cumsum(sizes) - sizes
        return Places(
            np.where(kept, place, -1),
            np.where(kept, np.cumsum(kept) - 1, -1),
            int(kept.sum()),
            int(sizes.sum()),
        )


def betting_of(tree: FlatTree, counts: Sequence[int]) -> Betting:
    """A tree as kernels take it."""
    from tianji.kernels.poker.external import Betting

    info = np.stack([2 * tree.street + tree.player, tree.actions, tree.first[:-1], tree.player], axis=1)
    return Betting(info.astype(np.int32), 2 * tree.offsets(counts)[:-1], tree.child)


def seat_board(
    dealer: Dealer, board: Sequence[int], rows: Sequence[npt.NDArray[np.integer] | None], table: BoardTable
) -> None:
    """Put a board with the buckets of its hands, `[1326]` by street (None where none are needed), on a table."""
    from tianji.kernels.poker.public_chance import place_hands, seat_hands

    table.drawn[4 : 4 + len(board)] = board
    seat_hands(dealer, table)
    same = hand_maps()[0]
    for street, row in enumerate(rows):
        if row is not None:
            place_hands(street, row, same, table)


def value_boards(menu: Menu, given: int | None) -> int:
    """How many boards values are found on: as asked for, or by the preset."""
    if given is not None and not (given == 0 or 2 <= given <= MOST_BOARDS):
        raise ParameterError(
            f"value_boards={quote(given)}; expected a whole number of at least 2, or 0 for none"
        )
    return BOARDS.get(menu.name, OTHERS) if given is None else given


def make_values(
    blueprint: Blueprint, boards: int, work: Work, *, seed: int = 0, dealer: Dealer | None = None
) -> Values | None:
    """Walk boards drawn at random, all pairs of hands on each; stopped, the mean of those that are done, or None.

        v(a, b) = Σ_h w(h) · u(h, a) / Σ_h w(h) · m(h, a)   over boards and the hands h of bucket b

    u: what h wins after a against all hands of the opponent as they come there, m: how many of them it meets, w: how
    often h itself comes there, at least 10⁻³. Lines that a player never takes count as taken once in 10⁵.

    dealer: of the training, where its tables of buckets are at hand; else the blueprint looks up every board's buckets.
    """
    from tianji.kernels.poker.public_chance import make_table, value_board

    tree, places = blueprint.tree, Places.of(blueprint.tree, blueprint.counts)
    betting, steps = betting_of(tree, blueprint.counts), blueprint.steps()
    at_once = max(1, min(work.threads, boards))
    need = (32.0 + 16.0 * at_once + 16.0) * places.size + steps.nbytes
    require("values of this blueprint", need, "leave them out: value_boards=0")
    total, weight = (np.zeros((2, 2, places.size), dtype=np.float32) for _ in range(2))
    ones, none = np.ones(NUM_HANDS), np.zeros((0, 0))
    # a table and sums for each of the boards walked at once: threads that share sums lose some
    tables = [make_table() for _ in range(at_once)]
    sums = np.zeros((at_once, 2, 2, places.size), dtype=np.float32)
    seat = _seating(blueprint, dealer, seed)

    def one(k: int) -> bool:
        table, mine = tables[k % at_once], sums[k % at_once]
        mine[:] = 0.0
        seat(k, table)
        for player in (0, 1):
            value_board(
                betting,
                steps,
                0,
                ones,
                ones,
                places.place,
                player,
                table,
                mine[0, player],
                mine[1, player],
                none,
            )
        return True

    done = 0
    for first in range(0, boards, at_once):
        batch = range(first, min(first + at_once, boards))
        ended = each(batch, one, work.threads, work.clock)
        for k in batch:  # added in the boards' order: the same values on any number of threads
            if not ended[k - first]:
                break
            total[k % 2] += sums[k % at_once, 0]
            weight[k % 2] += sums[k % at_once, 1]
            done += 1
        work.tell("values", done, boards, "boards")
        if done < batch.stop:
            break
    return None if done < 2 else _packed(tree, blueprint.counts, places, total, weight, done)


def revalued(blueprint: Blueprint, boards: int, work: Work, seed: int) -> Blueprint:
    """The same blueprint with values over so many boards."""
    if not 2 <= boards <= MOST_BOARDS:
        raise ParameterError(f"boards={quote(boards)}; expected a whole number of 2 to {MOST_BOARDS}")
    return with_worth(blueprint, make_values(blueprint, boards, work, seed=seed), work.clock.stopped)


def with_worth(blueprint: Blueprint, found: Values | None, stopped: str) -> Blueprint:
    """The same with these values, or its own where none were found; and why the finding stopped, if it did."""
    about = {**blueprint.about, "stopped": stopped} if stopped else blueprint.about
    return replace(blueprint, worth=blueprint.worth if found is None else found, about=about)


def _seating(blueprint: Blueprint, dealer: Dealer | None, seed: int) -> Callable[[int, BoardTable], None]:
    """Board number k put on a table."""
    from tianji.kernels.poker.deals import mixed
    from tianji.kernels.poker.public_chance import draw_board, find_buckets, seat_hands

    if dealer is not None:

        def drawn(k: int, table: BoardTable) -> None:
            row = draw_board(
                dealer, np.uint64(mixed(np.uint64(seed) ^ np.uint64(mixed(np.uint64(k))))), table
            )
            seat_hands(dealer, table)
            find_buckets(dealer, row, table)

        return drawn
    before = blueprint.buckets.of(0)[0]
    plain = make_dealer(blueprint.buckets.ranks, 5, before, [])

    def looked_up(k: int, table: BoardTable) -> None:
        board = np.random.default_rng([seed, k]).choice(52, 5, replace=False).tolist()
        rows = [before, *(blueprint.bucket_row(tuple(board[:size])) for size in (3, 4, 5))]
        seat_board(plain, board, rows, table)

    return looked_up


def _packed(
    tree: FlatTree, counts: Sequence[int], places: Places, total: Any, weight: Any, boards: int
) -> Values:
    """Sums as steps; buckets that no board had are worth what their action is on average."""
    street = np.repeat(tree.street, tree.actions)[places.place >= 0]
    sizes = np.asarray(counts, dtype=np.int64)[street]
    begin = np.cumsum(sizes) - sizes
    halves = np.divide(total, weight, out=np.zeros_like(total), where=weight > 0)
    both, mass = total.sum(axis=0), weight.sum(axis=0)
    usual = np.add.reduceat(both, begin, axis=1) / np.maximum(np.add.reduceat(mass, begin, axis=1), 1e-30)
    found = np.where(mass > 0, both / np.maximum(mass, 1e-30), np.repeat(usual, sizes, axis=1))
    low, high = (how.reduceat(found, begin, axis=1) for how in (np.minimum, np.maximum))
    step = (high - low) / STEPS
    codes = np.rint(
        (found - np.repeat(low, sizes, axis=1)) / np.maximum(np.repeat(step, sizes, axis=1), 1e-30)
    )
    least, of_street = weight.min(axis=0), np.repeat(street, sizes)
    error = []
    for s in range(int(tree.street.max()) + 1 if tree.street.max() < KEPT else KEPT):
        here = (least > 0) & (of_street == s)
        off = (halves[0] - halves[1])[here]
        error.append(float(np.sqrt(least[here] @ off**2 / max(float(least[here].sum()), 1e-30)) / 2))
    return Values(
        low.astype(np.float32), step.astype(np.float32), codes.astype(np.uint8), tuple(error), boards
    )


def action_table(blueprint: Blueprint, values: Values, node: int, player: int) -> FloatArray:
    """`[K, A]`: a player's net chips after every action of a decision before the river, by his bucket."""
    tree, places = blueprint.tree, blueprint.places
    count = blueprint.counts[int(tree.street[node])]
    columns = []
    for c in range(int(tree.first[node]), int(tree.first[node + 1])):
        if places.place[c] < 0:
            chips, who = ~int(tree.child[c]) >> 2, ~int(tree.child[c]) & 3
            assert who != SHOWDOWN
            columns.append(np.full(count, -float(chips) if who == player else float(chips)))
        else:
            columns.append(values.of(int(places.place[c]), int(places.slot[c]), count, player))
    return np.stack(columns, axis=1)


def valued(
    blueprint: Blueprint, state: HandState, seat: int, key: str | None
) -> tuple[list[str], FloatArray]:
    """The real actions of the tree's decision, and `[1326, A]` what they are worth to the seat, in real chips."""
    if blueprint.worth is None:
        raise NotApplicableError(f"{blueprint.name} has no values; 'tianji holdem values FILE' finds them")
    found = blueprint.reading(state, key)
    if found.node < 0:
        half = live_hands(state.board) * (state.pot / 2 - state.spent[seat])
        return ["c"], half[:, None]
    unit = state.rules.big_blind / blueprint.menu.blinds[1]
    names = real_actions(blueprint.menu, blueprint.tree, found, state)
    if state.street >= KEPT:
        return names, unit * blueprint.river.values(found.node, state, seat)
    known = action_table(blueprint, blueprint.worth, found.node, seat)
    rows = np.concatenate([known, np.zeros((1, len(names)))])
    return names, unit * rows[blueprint.bucket_row(state.board)]


def mean_values(blueprint: Blueprint, state: HandState, key: str | None) -> FloatArray:
    """`[1326]`: what a hand is worth to the player to act, by the blueprint's own mix."""
    table, found = valued(blueprint, state, state.player, key)[1], blueprint.reading(state, key)
    if found.node < 0:
        return table[:, 0]
    known = blueprint.node_rows(found.node)
    rows = np.concatenate([known, np.zeros((1, known.shape[1]))])[blueprint.bucket_row(state.board)]
    total: FloatArray = (rows * table).sum(axis=1)
    return total


class RiverWalk:
    """Values on the river: one walk over the board in front of us, exact for the ranges that come there."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint = blueprint
        self.betting, self.steps = betting_of(blueprint.tree, blueprint.counts), blueprint.steps()
        self.dealer = make_dealer(blueprint.buckets.ranks, 5, blueprint.buckets.of(0)[0], [])
        self.none = np.full(len(blueprint.tree.child), -1, dtype=np.int64)
        self.tables: list[BoardTable] = []

    def values(self, node: int, state: HandState, player: int) -> FloatArray:
        """`[1326, A]`: a player's net chips after every action of a river decision, in chips of the tree."""
        from tianji.kernels.poker.public_chance import LEAST, make_table, value_board

        blueprint, empty = self.blueprint, np.zeros(0, dtype=np.float32)
        try:
            table = self.tables.pop()
        except IndexError:
            table = make_table()
        row = blueprint.bucket_row(state.board)
        seat_board(self.dealer, state.board, [None, None, None, row], table)
        order = table.hand[: int(table.sizes[0])].copy()
        other = ranges_at([blueprint, blueprint], state)[1 - player]  # type: ignore[list-item] # has rows
        other = np.maximum(other, LEAST * max(float(other.max()), 1e-30)) * live_hands(state.board)
        size = int(blueprint.tree.actions[node])
        out, ones = np.zeros((size, len(order))), np.ones(len(order))
        value_board(
            self.betting, self.steps, node, other[order], ones, self.none, player, table, empty, empty, out
        )
        self.tables.append(table)
        rows = np.concatenate([blueprint.node_rows(node), np.zeros((1, size))])[row]
        is_own, found = int(blueprint.tree.player[node]) == player, np.zeros((NUM_HANDS, size))
        for a in range(size):
            meets = met(other if is_own else other * np.maximum(rows[:, a], LEAST))
            found[order, a] = out[a] / np.maximum(meets[order], 1e-30)
        return found


def pack_values(values: Values) -> dict[str, npt.NDArray[Any]]:
    """The tensors of a file."""
    return {f"values.{name}": getattr(values, name) for name in ("low", "step", "codes")}


def unpack_values(
    tensors: Mapping[str, npt.NDArray[Any]], about: Mapping[str, Any] | None, places: Places, where: str
) -> Values | None:
    """The values of a file, None where it has none; refused where they do not fit its tree."""
    kept = {name: array for name, array in tensors.items() if name.startswith("values.")}
    if about is None and not kept:
        return None
    chips = Array("float", (2, places.count), -LARGEST, LARGEST, np.float32)
    Schema(
        {"values.low": chips, "values.step": chips, "values.codes": Array("bytes", (2, places.size))},
        {"error": listed(number(0)), "boards": whole(2)},
    ).check(kept, about or {}, f"{where}, its values")
    assert about is not None
    return Values(
        kept["values.low"], kept["values.step"], kept["values.codes"], tuple(map(float, about["error"])),
        about["boards"],
    )  # fmt: skip

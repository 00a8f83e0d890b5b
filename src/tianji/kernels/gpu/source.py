"""The text of a street's kernels: straight-line CUDA C for every shape of betting, from one description of it.

A *unit* is some roots of a street whose betting is walked by one block of threads on one board; its `Shape` says who
acts where and how lines end, without amounts, so that units that differ in chips alone share a kernel. `spot.h` has
what all kernels share. The opponent's reach goes down depth first; what terminals look at goes to shared memory as
*columns*, whose sums by strength and by card are taken there; the player's values come up depth first, and his regrets
move.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tianji.kernels.constants import BLOCK, RESPONSE, SOLVE
from tianji.kernels.gpu.shapes import (
    BACKWARD,
    BEATS,
    FORWARD,
    MEETS,
    WALK,
    Infosets,
    Shape,
    Sizes,
    children,
    columns_of,
)

FETCH_AHEAD = True  # ask for the rows of a last street before they are needed
MOST_BLOCKS = 3  # on a processor: more would leave too few registers
SHARED = 227 << 10


@dataclass(frozen=True)
class Flags:
    """What is stored beside regrets and averages."""

    is_predictive: bool = False
    has_residue: bool = False
    is_locked: bool = False
    is_packed: bool = False  # whole numbers of 16 bits
    is_shared: bool = False  # nothing: hands of a bucket share what a table has


class _Text:
    """Lines of a kernel's body, as it is written."""

    def __init__(self, shape: Shape, sizes: Sizes, step: str, mode: int, flags: Flags) -> None:
        self.shape, self.sizes, self.step, self.mode, self.flags = shape, sizes, step, mode, flags
        self.columns = columns_of(shape, sizes, step)
        self.lines: list[str] = []
        self.below, self.first = children(shape.opponent, shape.roots)
        self.own_below, self.own_first = children(shape.own, shape.roots)
        self.is_long = len(self.columns.rounds) > 1
        self.at = {c: k for r in self.columns.rounds for k, c in enumerate(r)}
        self.sums_at = {c: k for k, c in enumerate(self.columns.sums)}
        self.columns_from = len(self.columns.sums) * sizes.warps * BLOCK
        self.totals_from = self.columns_from + max(map(len, self.columns.rounds)) * sizes.column
        self.line_at = [0, shape.roots, shape.roots + len(shape.opponent)]
        self.leaves_at = self.line_at[2] + len(shape.own)

    def add(self, text: str) -> None:
        self.lines.append(text)

    # names of places in shared memory
    def lists(self, slot: int) -> str:
        return f"shared + {self.columns_from + self.at[slot] * self.sizes.column}"

    def edges(self, slot: int) -> str:
        s = self.sizes
        return f"shared + {self.columns_from + self.at[slot] * s.column + s.cards * s.stride}"

    def totals(self, slot: int) -> str:
        s = self.sizes
        return f"shared + {self.columns_from + self.at[slot] * s.column + s.cards * s.stride + s.edges}"

    def reach_of_sum(self, slot: int) -> str:
        return f"shared + {self.sums_at[slot] * self.sizes.warps * BLOCK}"

    def totals_of_sum(self, slot: int) -> str:
        return f"shared + {self.totals_from + self.sums_at[slot] * (self.sizes.cards + 1)}"

    def leaf(self, k: int) -> str:
        return f"A.leaves + ((i64)line[{self.leaves_at + k}] * A.num_boards + b) * A.width + FIRST"

    # the opponent's way down
    def down(self, wanted: set[int], is_first: bool) -> None:
        """His reach at every slot; wanted: columns of this round."""
        stored = "regret" if self.mode == SOLVE else "average"
        self.add(
            f"""PHASE if (WARP * ROW < Ho) {{
    const bool is_on = FIRST < Ho;
    const int at = is_on ? FIRST : (Ho - 1) / HPT * HPT, count = Ho - FIRST;
    const u32 *const table = A.opponent + B.table[O] + at;
    const W places = words(table), places2 = words(table + A.opponent_words);
    const i64 shift = ((i64)B.base[O] + (i64)(at / ROW) * A.rows[O]) * ROW + at % ROW;
    held *const stored = A.{stored} + shift;
    float *const units = {self._units(stored)};"""
        )
        if self.flags.is_shared:
            self.add("const W bucket = words(A.buckets + (i64)b * A.width + at);")
        is_learning = self.mode == SOLVE and self.step != BACKWARD and is_first
        needed = self._needed(wanted, is_learning)
        self._ask_for(self.shape.opponent, self.line_at[1], needed)
        for root in range(self.shape.roots):
            self.add(
                f"F x{root}; {{ const i64 above = (i64)line[{root}] * A.num_above + B.above;"
                " const real *const from = A.reach + above * A.width_above;"
                f" FJ x{root}.v[j] = j < count ? from[places2.v[j] >> 16] : (real)0; }}"
            )
            self._slot_down(root, wanted, needed, is_learning)
        self.add("} END")

    def _units(self, stored: str) -> str:
        """What a unit of a worker's rows is worth, where they are packed."""
        if not self.flags.is_packed:
            return "0"
        return f"A.scales + {'A.unit_rows + ' if stored == 'average' else ''}shift / ROW"

    def _ask_for(self, infosets: Infosets, line: int, needed: set[int]) -> None:
        """Have rows on their way to the cache: more than registers could wait for."""
        if FETCH_AHEAD and self.step == WALK and not self.flags.is_shared:
            for i in sorted(needed):
                self.add(f"ask_for<{infosets[i][1]}>(stored + (i64)line[{line + i}] * ROW);")

    def _needed(self, wanted: set[int], is_learning: bool) -> set[int]:
        """Infosets whose actions lead to what is wanted; all where averages are added to, or leaves come."""
        if is_learning or self.step == FORWARD:
            return set(range(len(self.shape.opponent)))
        needed: set[int] = set()
        slots = wanted | (set(self.columns.sums) if not self.is_long else set())
        for i in reversed(range(len(self.shape.opponent))):
            above, actions = self.shape.opponent[i]
            if slots & set(range(self.first[i], self.first[i] + actions)):
                needed.add(i)
                slots.add(above)
        return needed

    def _slot_down(self, slot: int, wanted: set[int], needed: set[int], is_learning: bool) -> None:
        if slot in wanted:
            self.add(
                f"put({self.lists(slot)}, places, x{slot}, {self.edges(slot)}, {self.totals(slot)},"
                " places2, WARP, count);"
            )
        elif slot in self.columns.sums:
            self.add(f"if (is_on) store({self.reach_of_sum(slot)} + FIRST, x{slot});")
        if self.step == FORWARD:
            for k, (_, theirs) in enumerate(self.shape.leaves):
                if theirs == slot:
                    self.add(f"if (is_on) store({self.leaf(k)}, x{slot});")
        for i in self.below.get(slot, []):
            if i in needed:
                self._infoset_down(i, slot, wanted, needed, is_learning)

    def _infoset_down(self, i: int, slot: int, wanted: set[int], needed: set[int], is_learning: bool) -> None:
        actions, first = self.shape.opponent[i][1], self.first[i]
        self.add(f"{{ const i64 row{i} = line[{self.line_at[1] + i}]; F y{i}[{actions}];")
        guess = (
            f"A.prediction + shift + row{i} * ROW" if self.flags.is_predictive and self.mode == SOLVE else "0"
        )
        weigh = "weigh" if self.mode == SOLVE else "take"
        if self.flags.is_shared:
            self.add(f"share<{actions}>(y{i}, x{slot}, A.opponent_cells + row{i} * A.num_cells, bucket, A);")
        else:
            self.add(
                f"{weigh}<{actions}>(y{i}, rows(stored, units, row{i}), {guess}, A); split<{actions}>(y{i}, x{slot});"
            )
        left = f"A.residue + shift + row{i} * ROW" if self.flags.has_residue else "0"
        for a in range(actions):
            if is_learning and self.flags.is_shared:
                self.add(f"if (is_on) store({self._written('average', i, a)}, y{i}[{a}]);")
            elif is_learning:
                to = f"rows(A.average + shift, {self._units('average')}, row{i})"
                self.add(f"add_average({to}, {left}, {a}, y{i}[{a}], NOW(weight), is_on);")
        for a in range(actions):
            child = first + a
            self.add(f"{{ const F &x{child} = y{i}[{a}];")
            self._slot_down(child, wanted, needed, is_learning)
            self.add("}")
        self.add("}")

    def _written(self, name: str, i: int, a: int) -> str:
        """Where an action's numbers go, to be summed by buckets."""
        return f"A.{name} + ((row{i} + {a}) * A.num_boards + b) * A.width + FIRST"

    # sums of the columns
    def settle(self, count: int) -> None:
        s = self.sizes
        self.add("PHASE")
        if self.mode == SOLVE and not self.is_long and not self.flags.is_shared:
            self.add("if (FIRST < H) {")
            self._open_own()
            self._ask_for(self.shape.own, self.line_at[2], set(range(len(self.shape.own))))
            self.add("}")
        self.add(
            f"""
    real *const columns = shared + {self.columns_from};
    const u8 *const counts = A.counts + (b * 2 + O) * CARDS;
    EACH(i, {count} * CARDS) run_list(columns + i / CARDS * {s.column} + i % CARDS * STRIDE, counts[i % CARDS]);
    const int edges = B.edge_count[P];
    const u16 *const positions = A.edges + B.edges[P];
    EACH(i, {count} * edges) settle_edge(columns + i / edges * {s.column}, i % edges, positions[i % edges], Ho);
END"""
        )
        if not self.columns.sums:
            return
        self.add("PHASE")
        for slot, parts in self.columns.sums.items():
            lists, edges = (
                " ".join(f"{'+' if n > 0 else '-'} {abs(n)} * ({place(c)})[{index}]" for c, n in parts)
                for place, index in ((self.lists, "i * STRIDE"), (self.edges, "0"))
            )
            self.add(f"EACH(i, CARDS + 1) ({self.totals_of_sum(slot)})[i] = i < CARDS ? {lists} : {edges};")
        self.add("END")

    # the player's way up
    def value_of(self, term: tuple[int, int, int]) -> str:
        _, kind, column = term
        if kind == BEATS:
            return f"beats({self.lists(column)}, {self.edges(column)}, edges, first, second)"
        if column in self.columns.sums:
            return f"meets_sum({self.totals_of_sum(column)}, {self.reach_of_sum(column)}, cards)"
        return f"meets({self.lists(column)}, {self.edges(column)}, cards, place)"

    def open_up(self) -> None:
        """The hand tables of the player."""
        self.add(
            "PHASE if (OWNED < H) { const u32 *const table = A.own + B.table[P] + FIRST; const int count = H - FIRST;"
        )
        kinds = {kind for _, kind, _ in self.shape.terms}
        if BEATS in kinds:
            self.add(
                "const W edges = words(table), first = words(table + A.own_words);"
                " const W second = words(table + 2 * A.own_words);"
            )
        if MEETS in kinds:
            self.add(
                "const W cards = words(table + 3 * A.own_words), place = words(table + 4 * A.own_words);"
            )

    def keep_terms(self, wanted: set[int]) -> None:
        """In several rounds: add what this round's columns are worth to what is kept of the slots."""
        self.open_up()
        for k, term in enumerate(self.shape.terms):
            if term[2] in wanted:
                self.add(f"add_to(KEPT({self.kept[term[0]]}), {self.value_of(term)}, amount[{k}]);")
        self.add("} END")

    @property
    def kept(self) -> dict[int, int]:
        return {s: k for k, s in enumerate(sorted({t[0] for t in self.shape.terms}))}

    def up(self) -> None:
        """Values of all slots, the player's regrets, and what the roots are worth."""
        self.open_up()
        self._open_own()
        if self.flags.is_shared:
            self.add("const W bucket = words(A.buckets + (i64)b * A.width + FIRST);")
        for root in range(self.shape.roots):
            self.add(f"{{ F v{root} = zeros();")
            self._slot_up(root)
            self.add(
                f"FJ v{root}.v[j] *= (real)B.copies;"
                f" store(A.out + ((i64)line[{root}] * A.num_boards + b) * A.width + FIRST, v{root}); }}"
            )
        self.add("} END")

    def _open_own(self) -> None:
        """Where the player's rows are."""
        stored = "regret" if self.mode == SOLVE else "average"
        self.add(
            f"const i64 shift = ((i64)B.base[P] + (i64)(FIRST / ROW) * A.rows[P]) * ROW + FIRST % ROW;"
            f" held *const stored = A.{stored} + shift; float *const units = {self._units(stored)};"
        )

    def _slot_up(self, slot: int) -> None:
        """Add to v<slot> all that it is worth."""
        for i in self.own_below.get(slot, []):
            self._infoset_up(i, slot)
        if self.is_long:
            if slot in self.kept:
                self.add(f"add_to(v{slot}, KEPT({self.kept[slot]}), 1);")
        else:
            for k, term in enumerate(self.shape.terms):
                if term[0] == slot:
                    self.add(f"add_to(v{slot}, {self.value_of(term)}, amount[{k}]);")
        if self.step == BACKWARD:
            for k, (mine, _) in enumerate(self.shape.leaves):
                if mine == slot:
                    self.add(f"add_to(v{slot}, load({self.leaf(k)}), A.chance);")

    def _infoset_up(self, i: int, slot: int) -> None:
        actions, first = self.shape.own[i][1], self.own_first[i]
        needs = (self.mode != RESPONSE or self.flags.is_locked) and not self.flags.is_shared
        self.add(f"{{ const i64 row{i} = line[{self.line_at[2] + i}]; F u{i}[{actions}], w{i}[{actions}];")
        place = f"rows(stored, units, row{i})"
        if needs:
            self.add(f"UNROLL for (int a = 0; a < {actions}; a++) w{i}[a] = fetch({place}, a);")
        for a in range(actions):
            child = first + a
            self.add(f"{{ F v{child} = zeros();")
            self._slot_up(child)
            self.add(f"u{i}[{a}] = v{child}; }}")
        locks = f"A.locks + shift + row{i} * ROW" if self.flags.is_locked else "0"
        guess = f"A.prediction + shift + row{i} * ROW" if self.flags.is_predictive else "0"
        if self.flags.is_shared and self.mode != RESPONSE:
            for a in range(actions) if self.mode == SOLVE else ():
                self.add(f"store({self._written('regret', i, a)}, u{i}[{a}]);")
            value = f"shared_mean<{actions}>(u{i}, A.own_cells + row{i} * A.num_cells, bucket, A)"
        elif self.mode == SOLVE:
            value = f"learn<{actions}>({place}, {guess}, {locks}, w{i}, u{i}, count, A)"
        elif self.mode == RESPONSE:
            value = f"respond<{actions}>({locks}, w{i}, u{i})"
        else:
            value = f"mean<{actions}>(w{i}, u{i})"
        self.add(f"add_to(v{slot}, {value}, 1); }}")

    def body(self) -> str:
        if self.step == FORWARD:
            self.down(set(), True)
            return "\n".join(self.lines)
        if self.is_long:
            self.add(
                f"STATE({len(self.kept)}) PHASE for (int k = 0; k < {len(self.kept)}; k++) KEPT(k) = zeros(); END"
            )
        for r, columns in enumerate(self.columns.rounds):
            if columns or (self.step == WALK and r == 0 and self.mode == SOLVE):
                self.down(set(columns), r == 0)
            if columns:
                self.settle(len(columns))
            if self.is_long:
                self.keep_terms(set(columns))
        self.up()
        if self.is_long:
            self.add("DONE")
        return "\n".join(self.lines)


@cache
def prelude() -> str:
    """What all kernels share."""
    return "\n".join((Path(__file__).parent / n).read_text(encoding="utf-8") for n in ("block.h", "spot.h"))


@cache
def head(sizes: Sizes, flags: Flags) -> str:
    """Names that the shared part asks for."""
    real = {4: "float", 8: "double"}[sizes.bytes]
    names = {
        "PREDICTIVE": int(flags.is_predictive), "RESIDUE": int(flags.has_residue), "LOCKED": int(flags.is_locked),
        "PACKED": int(flags.is_packed),
        "CARDS": sizes.cards, "STRIDE": sizes.stride, "EDGES": sizes.edges,
    }  # fmt: skip
    return "\n".join([f"typedef {real} real;", *(f"#define {k} {v}" for k, v in names.items()), prelude()])


@cache
def kernel(name: str, shape: Shape, sizes: Sizes, step: str, mode: int, flags: Flags) -> str:
    """One kernel's function."""
    text = _Text(shape, sizes, step, mode, flags)
    size = shape.roots + len(shape.opponent) + len(shape.own) + len(shape.leaves)
    blocks = max(1, min(MOST_BLOCKS, SHARED // (text.columns.shared + 1024), 2048 // (sizes.warps * 32)))
    return f"""KERNEL({name}, ({sizes.warps * 32}, {blocks})) {{
    SHARED
    const int unit = BLOCK_INDEX % A.units, b = BLOCK_INDEX / A.units, P = A.player, O = 1 - P;
    const Board &B = A.boards[b];
    const int *const line = A.lines + unit * {size};
    const real *const amount = A.amounts + unit * {max(1, len(shape.terms))};
    const int H = B.hands[P], Ho = B.hands[O];
{text.body()}
}}
"""

"""Blueprint: what to do with every bucket of hands after every line of a betting tree; one file, opened at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core import storage
from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.schema import Array, Schema, require_version, table, text, whole
from tianji.core.strategy import FloatArray
from tianji.errors import FileFormatError, ParameterError, quote
from tianji.holdem.abstraction.buckets import Buckets
from tianji.holdem.abstraction.files import pack, unpack
from tianji.holdem.abstraction.work import working
from tianji.holdem.blueprint import tree as betting
from tianji.holdem.blueprint import values as worths
from tianji.holdem.blueprint.dealing import flop_classes
from tianji.holdem.blueprint.menu import Menu
from tianji.holdem.blueprint.reading import Reading, fallback_rows, real_rows, walk
from tianji.poker.boards import boards, hand_maps
from tianji.poker.hand import HandState
from tianji.poker.rules import BOARD_CARDS
from tianji.run.report import Progress
from tianji.run.stopping import Stop

KIND = "blueprint"
VERSION = 2  # 2: values may be in it
BITS = (4, 8)
FLOP_CLASSES = 1_286_792  # of hands on the flop, up to the names of suits
KEPT = 64  # boards whose buckets are kept in memory
READINGS = 4096  # bettings whose place in the tree is
_FIELDS = Schema(
    fields={
        "menu": table, "bits": whole(4, 8), "about": table, "buckets": table, "digest": text(), "bucket_digest": text(),
    },
    optional={"version": whole(1, VERSION), "values": table},
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Blueprint(Result):
    """A strategy for both seats of heads-up no-limit hold'em, by betting line and bucket of hands.

    menu, tree: the betting it knows. buckets: of hands on flop, turn and river. shares: the probabilities, `bits` each,
    end to end: of an infoset with A actions A numbers that add up to 15 or 255. about: how it came about: iterations,
    visits, seconds, method, seed. flop: `[1286792]` the bucket of every class of hands on the flop, where it is kept:
    to find those of one flop takes a tenth of a second, which is most of the time of a match. worth: what its actions
    are worth (`values.make_values`), where that is known. branches: what `improve` added, in its order.
    """

    menu: Menu
    tree: betting.FlatTree
    buckets: Buckets
    shares: npt.NDArray[np.uint8]
    bits: int = 4
    about: Mapping[str, Any] = field(default_factory=dict)
    flop: npt.NDArray[np.unsignedinteger] | None = field(default=None, repr=False)
    worth: worths.Values | None = field(default=None, repr=False)
    branches: tuple[betting.Added, ...] = ()
    _digest: str = ""
    _file: storage.Tensor | None = field(default=None, repr=False)
    _kept: dict[tuple[int, ...], npt.NDArray[np.int32]] = field(default_factory=dict, repr=False)
    _readings: dict[Any, Reading] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.bits not in BITS:
            raise ParameterError(f"bits={quote(self.bits)}; expected 4 or 8 a probability")
        wanted = -(-self.entries * self.bits // 8)
        if len(self.shares) != wanted:
            raise ParameterError(
                f"{len(self.shares)} bytes of probabilities; this tree and its buckets have {wanted}"
            )

    @cached_property
    def counts(self) -> list[int]:
        """Buckets by street."""
        return [self.buckets.count(size) for size in BOARD_CARDS]

    @property
    def entries(self) -> int:
        """Probabilities in all: one an infoset and action."""
        return int(self._offsets[-1])

    @property
    def infosets(self) -> int:
        """Pairs of a line and a bucket."""
        return sum(nodes * k for (nodes, _), k in zip(self.tree.counts(), self.counts, strict=False))

    @cached_property
    def _offsets(self) -> npt.NDArray[np.int64]:
        return self.tree.offsets(self.counts)

    @property
    def digest(self) -> str:
        """SHA-256 of the betting, the buckets and the probabilities."""
        return self._digest or betting.digest_of(
            self.menu, self.tree, self.bits, self.buckets.digest, self._checked()
        )

    @property
    def name(self) -> str:
        """Of its menu, and the first letters of its digest."""
        return f"{self.menu.name or 'blueprint'}-{self.digest[:8]}"

    def _checked(self, first: int = 0, last: int | None = None) -> npt.NDArray[np.uint8]:
        """Bytes of `shares`, compared with the checksums of the file they are in: the only way to them."""
        if self._file is not None:
            self._file.verify(first, last)
        return self.shares[first:last]

    # What it does -------------------------------------------------------------------------------------------

    def node_rows(self, node: int) -> FloatArray:
        """`[K, A]`: the probabilities of a decision's actions by bucket."""
        low, high = int(self._offsets[node]), int(self._offsets[node + 1])
        packed = self._checked(low * self.bits // 8, -(-high * self.bits // 8))
        if self.bits == 8:
            found = packed.astype(np.float64)
        else:
            both = np.stack([packed & 15, packed >> 4], axis=1).reshape(-1)
            found = both[low % 2 : low % 2 + high - low].astype(np.float64)
        found = found.reshape(-1, int(self.tree.actions[node]))
        totals = found.sum(axis=1, keepdims=True)
        if (totals != (1 << self.bits) - 1).any():
            raise FileFormatError(
                f"{self.name}: probabilities of decision {node} do not add up; restore its file from a copy"
            )
        return np.asarray(found / totals)

    def bucket_row(self, board: tuple[int, ...]) -> npt.NDArray[np.int32]:
        """`[1326]`: the buckets of all hands on a board, −1 where they meet it; those of the last boards are kept."""
        key = tuple(sorted(board[:3])) + tuple(board[3:])
        if key not in self._kept:
            if len(self._kept) > KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = self._bucket_row(key)
        return self._kept[key]

    def _bucket_row(self, board: tuple[int, ...]) -> npt.NDArray[np.int32]:
        if not board:
            before: npt.NDArray[np.int32] = self.buckets.of(0)[0]
            return before
        if len(board) > 3 or self.flop is None:
            return self.buckets.bucket_of(list(board))
        number, renaming = boards(3).find(np.array(board))
        classes = flop_classes()[int(number)]
        row = np.where(classes >= 0, self.flop[np.maximum(classes, 0)].astype(np.int32), -1)
        found: npt.NDArray[np.int32] = row[hand_maps()[int(renaming)]]
        return found

    def reading(self, state: HandState, key: str | None = None) -> Reading:
        """Where the tree stands when a hand is where it is; key: what bets between two sizes are drawn from.

        Without a key a bet is taken for the nearer of its neighbours. Readings of the last bettings are kept.
        """
        betting = state.rules, state.betting
        plain = self._readings.get(betting)
        if plain is None:
            if len(self._readings) >= READINGS:
                self._readings.clear()
            plain = self._readings[betting] = walk(self.menu, self.tree, state, None)
        return plain if key is None or not plain.is_translated else walk(self.menu, self.tree, state, key)

    def node_of(self, state: HandState, key: str | None = None) -> tuple[int, bool]:
        """The decision that a hand has come to, −1 where the tree has none, and whether a bet was translated."""
        found = self.reading(state, key)
        return found.node, found.is_translated

    def rows(self, state: HandState, key: str | None = None) -> dict[str, FloatArray]:
        """Action → `[1326]` probabilities by hand for the player to act; 0 for hands that meet the board.

        Actions are legal in the real hand: bets are the tree's, as shares of the real pot. Where the tree does not
        reach, hands that beat the better half of all hands often enough call, others check or fold.
        """
        return self.rows_on(state, [state.board], key)[0]

    def rows_on(
        self, state: HandState, every: Sequence[tuple[int, ...]], key: str | None = None
    ) -> list[dict[str, FloatArray]]:
        """The rows after one betting on several boards: the betting is read once."""
        found, size = self.reading(state, key), BOARD_CARDS[state.street]
        table = None
        if found.node >= 0:  # a last row of zeros is that of bucket −1, of hands that meet the board
            known = self.node_rows(found.node)
            table = np.concatenate([known, np.zeros((1, known.shape[1]))])
        rows = []
        for board in (tuple(board[:size]) for board in every):
            if len(board) < size:
                raise ParameterError(
                    f"{len(board)} board cards on the {state.street}. street; deal them before asking what to do"
                )
            if table is None:
                rows.append(fallback_rows(replace(state, board=board)))
                continue
            shares = table[self.bucket_row(board)]
            theirs = frozenset(added.total for added in self.branches if added.node == found.node)
            rows.append(real_rows(self.menu, self.tree, found, state, shares, theirs))
        return rows

    # What it is worth ---------------------------------------------------------------------------------------

    def steps(self) -> npt.NDArray[np.uint8]:
        """`[E]`: its probabilities in whole steps, a byte each."""
        return betting.unpack_steps(self._checked(), self.bits, self.entries)

    def undo(self) -> Blueprint:
        """The version before the last branch was added, to the last bit."""
        from tianji.holdem.blueprint.extend import undo

        return undo(self)

    @cached_property
    def places(self) -> worths.Places:
        """Where the values of every action are."""
        return worths.Places.of(self.tree, self.counts)

    @cached_property
    def river(self) -> worths.RiverWalk:
        """Values on the river, found when they are asked for."""
        return worths.RiverWalk(self)

    @checked
    def with_values(
        self, *, boards: int = 400, seed: int = 0, threads: int | None = None, progress: Progress | None = None,
        stop: Stop = None,
    ) -> Blueprint:  # fmt: skip
        """The same with values: what its actions are worth to both, over so many boards with all hands on each.

        Stopped early it has those of the boards that were done, with fewer than two of them the values it had before;
        `about["stopped"]` then says why.
        """
        with working(None, threads, progress, stop) as work:
            return worths.revalued(self, boards, work, seed)

    def action_values(
        self, state: HandState, seat: int | None = None, key: str | None = None
    ) -> dict[str, FloatArray]:
        """Action → `[1326]` net chips since the start of the hand, by hand of the seat, if both play as it does.

        seat: whose; by default the player's to act. Before the river means over a bucket, kept when it was trained; on
        the river exact, with the ranges that it comes there with. After a bet that it does not know, of the hand that
        it takes the real one for; where the tree does not reach, half of the pot.
        """
        names, table = worths.valued(self, state, state.player if seat is None else seat, key)
        return {name: table[:, k] for k, name in enumerate(names)}

    def values(self, state: HandState, key: str | None = None) -> FloatArray:
        """`[1326]`: net chips since the start of the hand of the player to act, by hand, if both play as it does."""
        return worths.mean_values(self, state, key)

    # Files --------------------------------------------------------------------------------------------------

    @checked
    def save(self, path: str | Path) -> None:
        """Write it: betting, probabilities, and the centres of its buckets."""
        kept, fields = pack(self.buckets)
        tensors = {f"buckets.{name}": array for name, array in kept.items()}
        tensors |= {f"tree.{name}": getattr(self.tree, name) for name in betting.ARRAYS}
        about = {
            "menu": self.menu.to_dict(), "bits": self.bits, "about": dict(self.about), "buckets": fields,
            "digest": self.digest, "bucket_digest": self.buckets.digest,
        }  # fmt: skip
        if self.branches:
            about["branches"] = [added.to_dict() for added in self.branches]
        if self.flop is not None:
            tensors["flop"] = self.flop
        if self.worth is not None:
            tensors |= worths.pack_values(self.worth)
            about["values"] = {"error": list(self.worth.error), "boards": self.worth.boards}
        storage.save(path, KIND, {**tensors, "shares": self._checked()}, {**about, "version": VERSION})

    @staticmethod
    @checked
    def load(path: str | Path, *, buckets: Buckets | None = None) -> Blueprint:
        """A blueprint that `save` wrote; buckets: to be used instead of its own, which must be the same ones."""
        from tianji.holdem.blueprint.extend import require_agreement

        file = storage.open_file(path, KIND)
        where, fields = file.where, file.fields
        require_version(where, fields.get("version", 1), VERSION)
        _FIELDS.check_fields(fields, where)
        try:
            menu = Menu.from_dict(fields["menu"], where)
        except (ParameterError, TypeError) as error:
            raise FileFormatError(f"{where}: {quote(str(error))}; restore it from a copy") from None
        tensors = {name: tensor[:] for name, tensor in file.tensors.items() if name != "shares"}
        forms = {f"tree.{name}": Array("int", (None,), dtype=kind) for name, kind in betting.ARRAYS.items()}
        forms |= {"shares": Array("bytes", (None,)), "flop": Array("int", (FLOP_CLASSES,), is_optional=True)}
        Schema(forms).check_forms(
            {n: t for n, t in file.tensors.items() if not n.startswith(("buckets.", "values."))}, where
        )
        # copies: kernels are compiled for arrays that can be written, and for others a second time
        tree = betting.FlatTree(**{name: np.array(tensors[f"tree.{name}"]) for name in betting.ARRAYS})
        tree.check(where)
        inner = {n.removeprefix("buckets."): a for n, a in tensors.items() if n.startswith("buckets.")}
        found = unpack(inner, fields["buckets"], where)
        if found.game != "full" or found.deck != 52:
            raise FileFormatError(f"{where}: its buckets are of another game or deck; restore it from a copy")
        if found.digest != fields["bucket_digest"]:
            raise FileFormatError(f"{where}: its buckets are not those it names; restore it from a copy")
        if buckets is not None and buckets.digest != found.digest:
            raise ParameterError(
                f"{where} was trained on the buckets {found.digest[:16]}, not on {buckets.digest[:16]}; "
                "leave buckets= out, or train on these"
            )
        branches = betting.added_of(fields.get("branches", []), tree, where)
        places = worths.Places.of(tree, [found.count(size) for size in BOARD_CARDS])
        worth = worths.unpack_values(tensors, fields.get("values"), places, where)
        try:
            made = Blueprint(
                menu, tree, buckets or found, file["shares"].array, fields["bits"], fields["about"],
                tensors.get("flop"), worth, branches, fields["digest"], file["shares"],
            )  # fmt: skip
        except ParameterError as error:
            raise FileFormatError(f"{where}: {error}; restore it from a copy") from None
        require_agreement(made, fields["digest"], file.is_verified, where)
        return made

    def to_dict(self) -> dict[str, Any]:
        """Its size, and how it came about."""
        streets = [
            {"street": name, "decisions": nodes, "actions": slots, "buckets": k}
            for name, (nodes, slots), k in zip(
                ("preflop", "flop", "turn", "river"), self.tree.counts(), self.counts, strict=False
            )
        ]
        return {
            "name": self.name, "menu": self.menu.to_dict(), "streets": streets, "infosets": self.infosets,
            "entries": self.entries, "bits": self.bits, "bytes": int(self.shares.nbytes), "digest": self.digest,
            "values": None if self.worth is None else {"boards": self.worth.boards, "error": list(self.worth.error)},
            "buckets": self.buckets.digest, "branches": [added.to_dict() for added in self.branches],
            **dict(self.about),
        }  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name != "river"}
        return {**kept, "_kept": {}, "_readings": {}, "_file": None, "shares": np.array(self._checked())}

    def __repr__(self) -> str:
        return f"Blueprint({self.name}: {len(self.tree):,} decisions, {self.entries:,} entries)"


@lru_cache(maxsize=1)
def shipped() -> Blueprint:
    """The blueprint that comes with the package, of the preset `tiny`.

    Made by `tianji holdem buckets make --preset tiny --out tiny.buckets` and `tianji holdem train --preset tiny
    --buckets tiny.buckets --boards 200 --iterations N --threads 1 --value-boards 0 --out tiny.blueprint`, N as its
    `about` says, and `tianji holdem values tiny.blueprint --threads 1`; `river_response` there is of 60 boards, `lbr`
    of 116,800 hands (fold, call, pot, all-in on turn and river).

    >>> shipped().entries
    58763
    """
    with resources.as_file(resources.files("tianji.holdem.blueprint").joinpath("tiny.blueprint")) as path:
        return Blueprint.load(path)


def shipped_buckets() -> Buckets:
    """The buckets of the preset `tiny`, which come with the package."""
    return shipped().buckets


def blueprint_of(
    menu: Menu,
    buckets: Buckets,
    weights: npt.NDArray[np.float32] | None = None,
    *,
    tree: betting.FlatTree | None = None,
    bits: int = 4,
    about: Mapping[str, Any] | None = None,
    flop: npt.NDArray[np.unsignedinteger] | None = None,
) -> Blueprint:
    """A blueprint in proportion to weights, `[entries]` end to end; without them it plays every action alike.

    Probabilities become fifteenths (or 1/255) by largest remainders, which keeps each within one step.
    """
    from tianji.kernels.poker.external import quantise

    tree = betting.menu_tree(menu) if tree is None else tree
    counts = np.array([buckets.count(size) for size in BOARD_CARDS], dtype=np.int64)
    offsets = tree.offsets(counts.tolist())
    given = np.zeros(int(offsets[-1]), dtype=np.float32) if weights is None else weights
    if given.shape != (int(offsets[-1]),):
        raise ParameterError(
            f"weights of shape {given.shape}; this tree and its buckets have {int(offsets[-1])}"
        )
    steps = np.empty(len(given), dtype=np.uint8)
    quantise(offsets, tree.actions, given, (1 << bits) - 1, steps)
    return Blueprint(menu, tree, buckets, betting.pack_steps(steps, bits), bits, dict(about or {}), flop)

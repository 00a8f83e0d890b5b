"""Where a trainer's deals come from: all boards by tables of buckets that are made once, or some boards at once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core import storage
from tianji.core.paths import cache_folder
from tianji.core.schema import Array, Schema, text
from tianji.errors import FileAccessError, FileFormatError, ParameterError
from tianji.holdem.abstraction.buckets import Buckets
from tianji.holdem.abstraction.work import Work
from tianji.poker.boards import boards, hand_maps, renaming_numbers
from tianji.poker.cards import NUM_HANDS
from tianji.poker.ranks import tables as rank_tables
from tianji.poker.rules import BOARD_CARDS

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

log = logging.getLogger("tianji.holdem")
Short = npt.NDArray[np.uint16]
MOST = 2**16 - 1  # buckets of a street; that number itself stands for hands that meet the board
KIND = "bucket table"
NAMES = {3: "flop", 4: "turn", 5: "river"}
TURNS, RIVERS = 8, 8  # of each listed flop, and of each of its turns


def short(table: npt.NDArray[np.integer]) -> Short:
    """A table in two bytes a hand."""
    if table.max(initial=0) >= MOST:
        raise ParameterError(
            f"a street of {int(table.max()) + 1:,} buckets; a trainer takes at most {MOST:,}"
        )
    return np.where(table < 0, MOST, table).astype(np.uint16)


def bucket_table(buckets: Buckets, size: int, work: Work, folder: Path | None = None) -> Short:
    """`[B, 1326]` uint16: the buckets of all hands on the boards of `size` cards, from the cache or made for it."""
    folder = cache_folder() if folder is None else folder
    path = folder / f"{buckets.digest[:24]}-{NAMES[size]}.table"
    count = len(boards(size, buckets.ranks))
    schema = Schema(
        {"buckets": Array("int", (count, NUM_HANDS), 0, MOST, np.uint16)}, {"digest": text(buckets.digest)}
    )
    if path.exists():
        with suppress(FileFormatError, FileAccessError):
            found: Short = storage.load(path, KIND, schema)[0]["buckets"]
            _require_rows(found, buckets, size)
            return found
        log.warning("%s is damaged and made anew", path)
    alone = replace(buckets, _tables={})  # its table of four bytes a hand goes away with it
    table = short(alone._table(size, work)[0])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        storage.save(path, KIND, {"buckets": table}, {"digest": buckets.digest})
    except (OSError, FileAccessError) as error:
        log.warning("the table of the %s is not kept: %s", NAMES[size], error)
    return table


def _require_rows(table: Short, buckets: Buckets, size: int) -> None:
    """Refuse a table that is not of these buckets: kernels add to the places it names; one board is looked up anew."""
    every = boards(size, buckets.ranks)
    row = int(buckets.digest[:8], 16) % len(every)
    is_fine = all(
        bool(((part < buckets.count(size)) == every.live(k, k + len(part))).all())
        and bool((part[~every.live(k, k + len(part))] == MOST).all())
        for k in range(0, len(table), 4096)
        if len(part := table[k : k + 4096])
    )
    if not is_fine or not np.array_equal(table[row], short(buckets.bucket_of(every.cards[row].tolist()))):
        raise FileFormatError("its rows are not of these buckets")


def listed_boards(
    buckets: Buckets, flops: int, seed: int, work: Work
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32], list[Short]]:
    """Some boards with their buckets: so many flops, `TURNS` turns of each, `RIVERS` rivers of each of those.

    `[M, 5]` cards, `[M, 3]` rows, and a table a street.
    """
    rng = np.random.default_rng([seed, flops])
    cards = np.empty((flops, TURNS, RIVERS, 5), dtype=np.uint8)
    for k in range(flops):
        flop = rng.choice(52, 3, replace=False)
        cards[k, :, :, :3] = flop
        left = np.setdiff1d(np.arange(52), flop)
        for j, turn in enumerate(rng.choice(left, TURNS, replace=False)):
            cards[k, j, :, 3] = turn
            cards[k, j, :, 4] = rng.choice(np.setdiff1d(left, [turn]), RIVERS, replace=False)
    flat = cards.reshape(-1, 5)
    found = []
    for size, some in ((3, cards[:, 0, 0, :3]), (4, cards[:, :, 0, :4].reshape(-1, 4)), (5, flat)):
        asked = [row.tolist() for row in some]
        found.append(short(np.stack(work.map(f"buckets, {NAMES[size]}", "boards", asked, buckets.bucket_of))))
    number = np.arange(len(flat))
    rows = np.stack([number // (TURNS * RIVERS), number // RIVERS, number], axis=1)
    return flat, rows.astype(np.int32), found


def make_dealer(
    ranks: Sequence[int],
    shown: int,
    classes: npt.NDArray[np.integer],
    tables: Sequence[Short],
    listed: npt.NDArray[np.uint8] | None = None,
    rows: npt.NDArray[np.int32] | None = None,
) -> Dealer:
    """The kernel's dealer: a deck of these ranks, `shown` cards on the last board, tables of flop, turn and river.

    listed, rows: boards to draw from instead of all of them (`listed_boards`).
    """
    from tianji.kernels.poker.deals import Dealer, place_keys

    deck = np.array([4 * rank + suit for rank in ranks for suit in range(4)], dtype=np.uint8)
    keys: list[npt.NDArray[np.uint64]] = []
    places: list[npt.NDArray[np.int32]] = []
    full: list[Short] = []
    for k, size in enumerate((3, 4, 5)):
        known = k < len(tables) and listed is None
        found = np.array(boards(size, tuple(ranks)).keys) if known else np.zeros(0, dtype=np.uint64)
        where = np.full(1 << max(1, (2 * len(found)).bit_length()), -1, dtype=np.int32)
        place_keys(found, where)
        keys.append(found)
        places.append(where)
        full.append(
            np.ascontiguousarray(tables[k]) if k < len(tables) else np.zeros((0, NUM_HANDS), dtype=np.uint16)
        )
    none: Any = np.zeros((0, 5), dtype=np.uint8), np.zeros((0, 3), dtype=np.int32)
    word, displacement, value, flush = (np.array(table) for table in rank_tables(2 + shown))
    return Dealer(
        deck, np.array([shown, 1 + len(tables)], dtype=np.int64), short(np.asarray(classes)), full[0], full[1], full[2],
        keys[0], keys[1], keys[2], places[0], places[1], places[2], np.array(hand_maps()), np.array(renaming_numbers()),
        none[0] if listed is None else listed, none[1] if rows is None else rows, word, displacement, value, flush,
    )  # fmt: skip


def full_dealer(
    buckets: Buckets, work: Work, *, flops: int | None = None, seed: int = 0, streets: int = 4
) -> Dealer:
    """The dealer of whole hands: all boards, or those of `flops` flops; one of the first street alone needs neither."""
    classes = buckets.of(0)[0]
    if streets == 1:
        return make_dealer(buckets.ranks, 5, classes, [])
    if flops is None:
        found = [bucket_table(buckets, size, work) for size in BOARD_CARDS[1:]]
        return make_dealer(buckets.ranks, 5, classes, found)
    listed, rows, found = listed_boards(buckets, flops, seed, work)
    return make_dealer(buckets.ranks, 5, classes, found, listed, rows)


@lru_cache(maxsize=1)
def flop_classes() -> npt.NDArray[np.int32]:
    """`[1755, 1326]`: the class of every hand on every flop."""
    return boards(3).hand_classes().of


def flop_labels(table: npt.NDArray[np.integer], count: int) -> npt.NDArray[np.unsignedinteger]:
    """`[1286792]`: a table of flop buckets, `[1755, 1326]`, a number a class of hands."""
    classes = boards(3).hand_classes()
    found = table[classes.board, classes.hand]
    labels: npt.NDArray[np.unsignedinteger] = found.astype(np.uint8 if count <= 256 else np.uint16)
    return labels

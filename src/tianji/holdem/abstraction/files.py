"""Buckets on disk: centres, not tables; nothing of a file is used before it is checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core import storage
from tianji.core.schema import Array, Schema, listed, number, text, whole
from tianji.errors import FileFormatError, quote_path
from tianji.holdem.abstraction.buckets import GAMES, METRICS, Buckets
from tianji.holdem.abstraction.cluster import Clusters
from tianji.holdem.abstraction.features import STREETS
from tianji.poker.boards import boards, read_deck
from tianji.poker.cards import NUM_HANDS

if TYPE_CHECKING:
    from collections.abc import Mapping

KIND = "buckets"
LARGEST = 1e4  # no coordinate of ours is larger than a few
_FIELDS = Schema(
    fields={
        "game": text(*GAMES), "ranks": listed(whole(0, 12)), "metric": text(*METRICS), "seed": whole(0, 2**63),
        "rounds": whole(), "streets": listed(text(*STREETS)), "lossless": listed(text(*STREETS)), "seconds": number(0),
        "stopped": text(), "digest": text(), "done": listed(whole()), "spread": listed(number(0)),
    }
)  # fmt: skip


def pack(buckets: Buckets) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
    """The clusters of every street, and how they were made, as tensors and plain values: what `unpack` takes."""
    tensors: dict[str, npt.NDArray[Any]] = {"groups": buckets.groups}
    names = {size: name for name, size in STREETS.items()}
    kept = {names[s]: c for s, c in buckets.clusters.items() if c is not None}
    for name, level in kept.items():
        tensors |= {
            f"{name}.centres": level.centres,
            f"{name}.order": level.order,
            f"{name}.share": level.share,
        }
        if STREETS[name] in buckets.places:
            tensors[f"{name}.places"] = buckets.places[STREETS[name]]
    fields = {
        "game": buckets.game, "ranks": list(buckets.ranks), "metric": buckets.metric, "seed": buckets.seed,
        "rounds": buckets.rounds, "streets": list(kept), "seconds": buckets.seconds, "stopped": buckets.stopped,
        "lossless": [names[s] for s, c in buckets.clusters.items() if c is None], "digest": buckets.digest,
        "done": [level.rounds for level in kept.values()], "spread": [level.spread for level in kept.values()],
    }  # fmt: skip
    return tensors, fields


def save(buckets: Buckets, path: str | Path) -> None:
    """Write the buckets to a file of their own."""
    storage.save(path, KIND, *pack(buckets))


def load(path: str | Path) -> Buckets:
    """Read buckets back."""
    return unpack(*storage.load(path, KIND), quote_path(path))


def unpack(tensors: Mapping[str, npt.NDArray[Any]], fields: dict[str, Any], where: str) -> Buckets:
    """Buckets from what `pack` gave; refused where clusters do not fit their game, or are not what they say."""
    _FIELDS.check_fields(fields, where)
    names = [*fields["streets"], *fields["lossless"]]
    ranks, last = fields["ranks"], GAMES[fields["game"]]
    is_fine = len(set(names)) == len(names) and len(set(ranks)) == len(ranks)
    is_fine &= len(fields["done"]) == len(fields["spread"]) == len(fields["streets"])
    is_fine &= all(STREETS[name] <= last for name in names) and 4 * len(ranks) >= max(last + 4, 12)
    if not is_fine:
        raise FileFormatError(
            f"{where}: its streets, ranks and rounds do not fit together; restore it from a copy"
        )
    _check_tensors(tensors, fields, where)
    clusters: dict[int, Clusters | None] = {STREETS[name]: None for name in fields["lossless"]}
    for name, done, spread in zip(fields["streets"], fields["done"], fields["spread"], strict=True):
        centres, order, share = (tensors[f"{name}.{part}"] for part in ("centres", "order", "share"))
        is_l1 = fields["metric"] == "emd"
        clusters[STREETS[name]] = Clusters(centres, order, share, float(spread), done, is_l1)
    places = {
        STREETS[name]: tensors[f"{name}.places"] for name in fields["streets"] if f"{name}.places" in tensors
    }
    found = Buckets(
        GAMES[fields["game"]], tuple(sorted(fields["ranks"])), fields["metric"], fields["seed"], fields["rounds"],
        tensors["groups"], clusters, places, float(fields["seconds"]), fields["stopped"],
    )  # fmt: skip
    _check_fit(found, where)
    if found.digest != fields["digest"]:
        raise FileFormatError(f"{where}: its digest is not that of its buckets; restore it from a copy")
    return found


def _check_tensors(tensors: Mapping[str, npt.NDArray[Any]], fields: dict[str, Any], where: str) -> None:
    arrays = {"groups": Array("int", (NUM_HANDS,), -1, 31, np.int8)}
    for name in fields["streets"]:
        arrays[f"{name}.centres"] = Array("float", (f"k {name}", None), -LARGEST, LARGEST, np.float32)
        arrays[f"{name}.order"] = Array("float", (f"k {name}",), -LARGEST, LARGEST, np.float64)
        arrays[f"{name}.share"] = Array("float", (f"k {name}",), 0, 1, np.float64)
        arrays[f"{name}.places"] = Array(
            "float", (None, None), -LARGEST, LARGEST, np.float32, is_optional=True
        )
    Schema(arrays).check(tensors, {}, where)


def _check_fit(found: Buckets, where: str) -> None:
    """Groups of exactly the deck's hands; centres of as many coordinates as hands have; places of the next clusters."""
    in_deck = boards(0, read_deck(found.ranks)).hand_classes().of[0] >= 0
    is_fine = np.array_equal(found.groups >= 0, in_deck)
    for street, level in found.clusters.items():
        places = found.places.get(street)
        above = found.clusters.get(street + 1)
        needs_places = found.metric == "next" and level is not None and street < found.last
        is_fine &= needs_places == (places is not None)
        if is_fine and places is not None:
            is_fine &= above is not None and len(places) == len(above.centres) and 2 <= places.shape[1] <= 16
        if is_fine and level is not None:
            width = (
                12 * (places.shape[1] - 1)
                if places is not None
                else int((found.features.weights(street) > 0).sum())
            )
            is_fine &= len(level.centres) > 0 and level.centres.shape[1] == width
    if not is_fine:
        raise FileFormatError(f"{where}: its clusters do not fit its game and deck; restore it from a copy")

"""What a blueprint loses by being kept in 4 (or 8) bits a probability: it plays the averages it was made of.

    tianji holdem train --preset laptop --seconds 225 --checkpoint l.checkpoint --out l.blueprint
    python benchmarks/blueprint_bits.py l.blueprint l.checkpoint --deals 1000000 --threads 16

Both sides have the same tree and buckets. Every deal of both hands and the board is drawn, and played from both seats;
on it every action of both counts as often as it is played, so that only the cards are luck, and
most of that goes out with the seats.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from tianji.core import storage
from tianji.holdem.abstraction.work import working
from tianji.holdem.blueprint.agent import read_blueprint
from tianji.holdem.blueprint.dealing import full_dealer
from tianji.holdem.blueprint.tree import FlatTree
from tianji.holdem.blueprint.values import betting_of
from tianji.kernels.poker.external import averages, duel, frames, quantise
from tianji.run.clock import Clock
from tianji.run.threads import each


def shares(tree: FlatTree, offsets: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """`[E]` float32: weights in proportion, infoset by infoset; all actions alike where there are none."""
    size = np.repeat(tree.actions.astype(np.int64), np.diff(offsets))
    first = np.flatnonzero(np.concatenate([[True], np.diff(owner(tree, offsets)) != 0]))
    totals = np.add.reduceat(weights.astype(np.float64), first)
    each_total = np.repeat(totals, np.diff(np.append(first, len(weights))))
    return np.where(each_total > 0, weights / np.maximum(each_total, 1e-300), 1.0 / size).astype(np.float32)


def owner(tree: FlatTree, offsets: np.ndarray) -> np.ndarray:
    """`[E]`: a number for every infoset."""
    size = np.repeat(tree.actions.astype(np.int64), np.diff(offsets))
    start = np.repeat(offsets[:-1], np.diff(offsets))
    return start + (np.arange(int(offsets[-1])) - start) // size * size


def main() -> None:
    """Play, and say what is lost."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("blueprint")
    parser.add_argument("checkpoint", help="of the same training, method external")
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--boards", type=int, default=None, help="the flops it was trained on, where not on all"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    known = read_blueprint(given.blueprint)
    tree, counts = known.tree, known.counts
    offsets, betting = tree.offsets(counts), betting_of(tree, counts)
    table = np.array(storage.open_file(given.checkpoint, "checkpoint").tensors["table"][:])
    weights = np.empty(known.entries, dtype=np.float32)
    averages(betting.info, betting.offset, np.array(counts, dtype=np.int64), table, weights)
    whole = shares(tree, offsets, weights)
    with working(threads=given.threads) as work:
        dealer = full_dealer(known.buckets, work, flops=given.boards)
    steps = {4: known.steps()} if known.bits == 4 else {}
    for bits in (4, 8):
        if bits not in steps:
            steps[bits] = np.empty(known.entries, dtype=np.uint8)
            quantise(offsets, tree.actions, weights, (1 << bits) - 1, steps[bits])
        rounded = (steps[bits] / np.float32((1 << bits) - 1)).astype(np.float32)
        edges = np.linspace(0, given.deals, 8 * given.threads + 1).astype(np.int64)
        sums = np.zeros((len(edges) - 1, 2))

        def part(
            k: int, rounded: np.ndarray = rounded, edges: np.ndarray = edges, sums: np.ndarray = sums
        ) -> None:
            count = int(edges[k + 1] - edges[k])
            duel(
                betting,
                dealer,
                rounded,
                whole,
                np.uint64(given.seed),
                int(edges[k]),
                count,
                frames(),
                sums[k],
            )

        clock = time.perf_counter()
        each(list(range(len(sums))), part, given.threads, Clock())
        mbb = 1000 / known.menu.blinds[1]
        mean = sums[:, 0].sum() / given.deals
        error = ((sums[:, 1].sum() / given.deals - mean**2) / given.deals) ** 0.5
        print(
            f"{bits} bits against float32, {known.name}: {mbb * mean:+.2f} ± {mbb * error:.2f} mbb/h over "
            f"{given.deals:,} deals from both seats, {time.perf_counter() - clock:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()

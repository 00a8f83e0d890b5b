"""A blueprint cut by public state, simulated: pieces that hold their own regrets and meet the head by vectors alone.

    python benchmarks/shards.py [--game leduc] [--level board] [--iterations 20]

The head holds the infosets above the cuts, every piece those of one cut. An iteration of CFR sends each piece the reach
of both players' last slots above it and gets back what these slots are worth; nothing else passes. The regrets must be
those of the whole game, whatever the cuts (the difference is printed), and the bytes that pass are counted. The second
table foretells an iteration of hold'em's 1,755 flops by `simulate_batch`: pieces of so many seconds, and the wire.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

import tianji as tj
from tianji.core.game import TERMINAL
from tianji.evaluate.response import in_proportion
from tianji.flat.nodes import node_table

HANDS, FLOPS, NUMBER = 1326, 1755, 8


@dataclass(eq=False)
class Part:
    """Some infosets of both players and the terminals below them. owned: per player, ascending. ends: terminal nodes.

    entries: per player, slots of others that its infosets or terminals hang from: where reach comes in, values go out.
    """

    flat: object
    nodes: object
    owned: tuple[np.ndarray, np.ndarray]
    ends: np.ndarray

    def __post_init__(self) -> None:
        self.regret = [np.zeros(tree.num_slots) for tree in self.flat.trees]
        self.entries = []
        for p, tree in enumerate(self.flat.trees):
            mine = np.isin(tree.infoset_of, self.owned[p])
            hang = np.concatenate([tree.parent_slot[self.owned[p]], self.nodes.slots[self.ends, p]])
            self.entries.append(np.unique(hang[~mine[hang]]))

    def strategies(self) -> None:
        """σ by regret matching."""
        self.mix = [
            in_proportion(tree, np.maximum(r, 0))
            for tree, r in zip(self.flat.trees, self.regret, strict=True)
        ]

    def reach(self, given: list[np.ndarray]) -> list[np.ndarray]:
        """Plans of its own slots, given those of the entries; `[Q]` a player, zero elsewhere."""
        plans = []
        for p, tree in enumerate(self.flat.trees):
            plan = np.zeros(tree.num_slots)
            plan[self.entries[p]] = given[p]
            for i in self.owned[p]:
                a, b = tree.first_slot[i], tree.first_slot[i + 1]
                plan[a:b] = plan[tree.parent_slot[i]] * self.mix[p][a:b]
            plans.append(plan)
        return plans

    def values(self, plans: list[np.ndarray], add: list[np.ndarray]) -> list[np.ndarray]:
        """Update regrets; what the entries are worth to both. add: `[Q]`, from the parts below."""
        slots, gain = (
            self.nodes.slots[self.ends],
            self.nodes.utility[self.ends, 0] * self.nodes.chance[self.ends],
        )
        found = []
        for p, tree in enumerate(self.flat.trees):
            cfv = add[p].copy()
            np.add.at(cfv, slots[:, p], (1 - 2 * p) * gain * plans[1 - p][slots[:, 1 - p]])
            for i in self.owned[p][::-1]:
                a, b = tree.first_slot[i], tree.first_slot[i + 1]
                worth = self.mix[p][a:b] @ cfv[a:b]
                self.regret[p][a:b] += cfv[a:b] - worth
                cfv[tree.parent_slot[i]] += worth
            found.append(cfv[self.entries[p]])
        return found


def run(game: str, level: str, iterations: int) -> dict[str, float]:
    """CFR on a head and its pieces, and on the whole game."""
    rules = tj.load(game)
    flat = tj.compile(rules)
    nodes = node_table(flat)
    ends, pieces, inside = np.flatnonzero(nodes.player == TERMINAL), [], np.zeros(nodes.num_nodes, bool)
    for cut in tj.subgame.cuts(rules, level):
        members = nodes.subtree(cut.roots)[0]
        inside[members] = True
        owned = tuple(np.unique(nodes.infoset[members[nodes.player[members] == p]]) for p in (0, 1))
        pieces.append(Part(flat, nodes, owned, members[nodes.player[members] == TERMINAL]))
    every = [np.arange(tree.num_infosets) for tree in flat.trees]
    above = tuple(
        np.setdiff1d(every[p], np.concatenate([piece.owned[p] for piece in pieces])) for p in (0, 1)
    )
    head, whole = Part(flat, nodes, above, ends[~inside[ends]]), Part(flat, nodes, tuple(every), ends)
    sent, one, nothing = 0, [np.ones(1), np.ones(1)], [np.zeros(tree.num_slots) for tree in flat.trees]
    head.entries = whole.entries = [np.zeros(1, int), np.zeros(1, int)]  # the empty sequence
    for _ in range(iterations):
        for part in (head, whole, *pieces):
            part.strategies()
        plans, below = head.reach(one), [array.copy() for array in nothing]
        for piece in pieces:
            given = [plans[p][piece.entries[p]] for p in (0, 1)]
            back = piece.values(piece.reach(given), nothing)
            sent += NUMBER * 2 * sum(array.size for array in given)
            for p in (0, 1):
                np.add.at(below[p], piece.entries[p], back[p])
        head.values(plans, below)
        whole.values(whole.reach(one), nothing)
    together = [head.regret[p] + sum(piece.regret[p] for piece in pieces) for p in (0, 1)]
    apart = max(float(np.abs(together[p] - whole.regret[p]).max()) for p in (0, 1))
    return {
        "pieces": len(pieces),
        "largest difference of a regret": apart,
        "bytes an iteration": sent / iterations,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="leduc")
    parser.add_argument("--level", default="board")
    parser.add_argument("--iterations", type=int, default=20)
    args = parser.parse_args()
    print(run(args.game, args.level, args.iterations))
    piece = 2 * 2 * HANDS * NUMBER  # bytes: both players' vectors, there and back
    for machines in (4, 16, 64):
        wire = 8 * piece / 10e9  # the head's 10 Gbit/s, one after the other
        found = tj.parallel.simulate_batch([1.0] * FLOPS, machines, 16, start=0.0, overhead=wire)
        print(
            f"{machines} machines of 16 cores, pieces of 1 s, {piece * FLOPS / 1e6:.0f} MB at 10 Gbit/s: "
            f"{found.makespan:.1f} s an iteration, {found.efficiency:.0%} busy"
        )


if __name__ == "__main__":
    main()

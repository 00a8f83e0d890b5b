r"""CFR on a sequence form as tensors: one sparse product a player for values, one pass a level of his infosets.

The twin of `kernels.flat.cfr.iterate`; names and coefficients are those of `kernels.flat.sequence`. A level holds the
infosets with equally many of the player's own before them. `[Q + 1]` vectors have a place more, for actions that an
infoset does not have, whose numbers stay 0.
"""

import warnings

import numpy as np
import torch

from tianji.kernels.constants import AVERAGE, FLOOR, LOOKAHEAD, NEGATIVE, POSITIVE, PREDICTION

NAMES = ("plan", "strategy", "cum_regret", "cum_strategy")
WARM = 2  # iterations before one is recorded


class SequenceSide:
    """One player's memory and game: first_slot, parent_slot and the sparse payoff, as `kernels.flat.cfr` has them."""

    def __init__(self, game, others, device) -> None:
        first_slot, parent_slot, rows, column, weight = game
        self.slots, self.device = int(first_slot[-1]), device
        counts = np.diff(first_slot).astype(np.int64)
        actions = int(counts.max(initial=1))
        table = first_slot[:-1, None].astype(np.int64) + np.arange(actions)
        is_there = np.arange(actions) < counts[:, None]
        self.table = self.put(np.where(is_there, table, self.slots))
        self.is_there = self.put(is_there.astype(np.float64))
        self.even = self.put(is_there / np.maximum(counts, 1)[:, None])
        self.parent = self.put(parent_slot.astype(np.int64))
        owner = np.concatenate([[-1], np.repeat(np.arange(len(counts)), counts)])
        depth = np.zeros(len(counts), dtype=np.int64)
        for i, above in enumerate(owner[parent_slot]):  # parents come first
            depth[i] = depth[above] + 1 if above >= 0 else 0
        self.levels = [self.put(np.flatnonzero(depth == d)) for d in range(int(depth.max(initial=-1)) + 1)]
        lengths = rows[:, 2].astype(np.int64)
        ends = np.cumsum(lengths)
        step = np.arange(int(ends[-1])) - np.repeat(ends - lengths, lengths)
        columns = column[np.repeat(rows[:, 0].astype(np.int64), lengths) + step].astype(np.int64)
        weights = weight[np.repeat(rows[:, 1].astype(np.int64), lengths) + step]
        with warnings.catch_warnings():
            for said in (
                "Sparse CSR tensor support is in beta",
                "Sparse invariant checks are implicitly disabled",
            ):
                warnings.filterwarnings("ignore", said)
            self.payoff = torch.sparse_csr_tensor(
                self.put(np.concatenate([[0], ends])), self.put(columns), self.put(weights), (self.slots, others),
                check_invariants=True,
            )  # fmt: skip
        self.cfv = torch.zeros(self.slots + 1, dtype=torch.float64, device=device)
        self.memory = {name: torch.zeros_like(self.cfv) for name in NAMES}

    def put(self, array):
        """An array where the passes are."""
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def value(self, opponent):
        """cfv(q) = Σ payoff(q, q′) · plan(q′), the opponent's."""
        self.cfv[:-1] = self.payoff @ opponent.memory["plan"][:-1]

    def learn(self, row):
        """`regret_step` of all infosets; row: `[6]`, a tensor."""
        m, table = self.memory, self.table
        for level in reversed(self.levels):
            slots = table[level]
            value = (m["strategy"][slots] * self.cfv[slots]).sum(1)
            self.cfv.index_add_(0, self.parent[level], value)
        below, old = self.cfv[table], m["cum_regret"][table]
        gain = (below - (m["strategy"][table] * below).sum(1, keepdim=True)) * self.is_there
        new = torch.maximum(torch.where(old > 0, row[POSITIVE], row[NEGATIVE]) * old + gain, row[FLOOR])
        weight = (row[LOOKAHEAD] * new + row[PREDICTION] * gain).clamp(min=0) * self.is_there
        total = weight.sum(1, keepdim=True)
        m["cum_strategy"][1:-1] = row[AVERAGE] * m["cum_strategy"][1:-1] + m["plan"][1:-1]
        m["cum_regret"][table] = new * self.is_there
        m["strategy"][table] = torch.where(total > 0, weight / total, self.even)

    def forward(self):
        """plan(I, a) = plan(parent slot of I) · σ(I, a), parents first."""
        plan, strategy = self.memory["plan"], self.memory["strategy"]
        for level in self.levels:
            slots = self.table[level]
            plan[slots] = plan[self.parent[level]][:, None] * strategy[slots]


class SequenceCfr:
    """Two players' CFR on a device of torch's; on CUDA an iteration is recorded once, and replayed as one graph."""

    def __init__(self, games, is_alternating, device) -> None:
        sizes = [int(game[0][-1]) for game in games]
        self.players = [SequenceSide(game, sizes[1 - p], device) for p, game in enumerate(games)]
        self.is_alternating, self.device = is_alternating, torch.device(device)
        self.row = torch.zeros(6, dtype=torch.float64, device=device)
        self._graph, self._done = None, 0

    def send(self, p, vectors) -> None:
        """A player's memory, `[Q]` each, in the order of NAMES."""
        for name, vector in zip(NAMES, vectors, strict=True):
            self.players[p].memory[name][:-1].copy_(torch.from_numpy(np.ascontiguousarray(vector)))

    def fetch(self, p, vectors) -> None:
        """The same back, in place."""
        for name, vector in zip(NAMES, vectors, strict=True):
            torch.from_numpy(vector).copy_(self.players[p].memory[name][:-1])

    def run(self, schedule) -> None:
        """An iteration for every row, `[T, 6]`."""
        for row in torch.from_numpy(np.ascontiguousarray(schedule[:, :6])).to(self.device):
            self.row.copy_(row)
            if self._graph is not None:
                self._graph.replay()
                continue
            self._iterate()
            self._done += 1
            if self.device.type == "cuda" and self._done == WARM:
                self._graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(self._graph):
                    self._iterate()

    def _iterate(self) -> None:
        first, second = self.players
        first.value(second)
        if not self.is_alternating:
            second.value(first)
        first.learn(self.row)
        first.forward()
        if self.is_alternating:
            second.value(first)
        second.learn(self.row)
        second.forward()

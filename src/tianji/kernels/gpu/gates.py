"""Gadgets in tensors: the entry weights of `kernels.poker.gates`, on all boards at once; equations stand there.

w, values, alt, spread, theirs: `[B, L, H]` in float64, hands in the last axis. Every root of a board has its own gate.
"""

from math import log, pi, sqrt
from typing import Any, NamedTuple

import torch

from tianji.kernels.constants import (
    AVERAGE,
    COMBINED,
    DISTRIBUTIONAL,
    FLOOR,
    MAXMARGIN,
    NEGATIVE,
    POSITIVE,
    UNSAFE,
)
from tianji.kernels.poker.gates import ADDED, EVEN


def _settle(old, gain, row):
    factor = torch.where(old > 0, float(row[POSITIVE]), float(row[NEGATIVE]))
    return (factor * old + gain).clamp(min=float(row[FLOOR]))


def _share(part, total, even):
    """part⁺ / total, or even where the total is 0."""
    return torch.where(total > 0, part.clamp(min=0) / total.clamp(min=1e-300), even)


class DeviceGate:
    """One gadget a root and board, and what it remembers."""

    def __init__(self, kind, w, alt, spread, theirs, tremble=0.0) -> None:
        self.kind, self.w, self.alt, self.spread, self.theirs = kind, w, alt, spread, theirs
        self.tremble = tremble
        self.live = w > 0
        self.norm = torch.where(self.live, w, 1.0)
        self.first, self.second = torch.zeros_like(w), torch.zeros_like(w)
        self.mix: Any = None  # what the regrets came to last

    def enter(self, t, row, values):
        """Entry weights of iteration t ≥ 1, from the opponent's values at the roots."""
        if self.kind == UNSAFE:
            return self.theirs
        if self.kind == MAXMARGIN:
            found = self._maxmargin(row, values)
        elif self.kind == DISTRIBUTIONAL:
            found = self._distributional(t, values)
        else:
            found = self._resolve(row, values)
        found = torch.where(self.live, found, 0.0)
        if self.kind == COMBINED:
            return self._combined(found)
        if self.tremble > 0:
            unit = 1.0
            if self.kind == MAXMARGIN:
                unit = 1 / self.w.sum(dim=2, keepdim=True).clamp(min=1e-300)
            found = torch.where(self.live, (1 - self.tremble) * found + self.tremble * unit, 0.0)
        return found

    def _resolve(self, row, values):
        gone, p = self.alt * self.w, 0.5 if self.mix is None else self.mix
        mean = p * values + (1 - p) * gone
        self.first = _settle(self.first, values - mean, row)
        self.second = _settle(self.second, gone - mean, row)
        self.mix = _share(self.first, self.first.clamp(min=0) + self.second.clamp(min=0), 0.5)
        return self.mix

    def _maxmargin(self, row, values):
        even = (
            1 / self.live.sum(dim=2, keepdim=True).clamp(min=1).double()
        )  # a quotient of integers is float32
        gains = torch.where(self.live, values / self.norm - self.alt, 0.0)
        mean = ((even if self.mix is None else self.mix) * gains).sum(dim=2, keepdim=True)
        self.first = torch.where(self.live, _settle(self.first, gains - mean, row), 0.0)
        total = self.first.clamp(min=0).sum(dim=2, keepdim=True)
        self.mix = torch.where(self.live, _share(self.first, total, even), 0.0)
        return self.mix / self.norm

    def _distributional(self, t, values):
        v = values / self.norm
        step = v - self.first
        self.first = self.first + step / t
        self.second = self.second + step * (v - self.first)
        slope = sqrt(t * log(2.0)) / (3 * (self.second / t).clamp(min=1e-12).sqrt())
        x = slope * (self.first - self.alt) / (1 + pi * slope**2 * self.spread**2 / 8).sqrt()
        return torch.where(x > -50, torch.sigmoid(x), 0.0)

    def _combined(self, chance):
        theirs = torch.where(self.live, self.theirs, 0.0)
        mass, added = theirs.sum(dim=2, keepdim=True), ((1 - theirs) * chance).sum(dim=2, keepdim=True)
        share = torch.where(added > 0, (ADDED * mass / added.clamp(min=1e-300)).clamp(max=1), 0.0)
        even = EVEN * mass / self.live.sum(dim=2, keepdim=True).clamp(min=1)
        found = (theirs + (1 - theirs) * chance * share + even).clamp(max=1)
        return torch.where(self.live, found, 0.0)


def _density(z):
    return torch.exp(-0.5 * z**2) / sqrt(2 * pi)


def _hinge(x, spread):
    """E max(0, x + N(0, s²)); max(0, x) where s = 0."""
    z = (x / torch.where(spread > 0, spread, 1.0)).clamp(min=-38)
    drawn = spread * (z * torch.special.ndtr(z) + _density(z.clamp(max=38)))
    return torch.where(spread > 0, drawn, x.clamp(min=0))


PARTS = 14  # arrays `[B, L, H]` in float64 that gates have and pass on


def gate_bytes(street: Any) -> float:
    """What the gates of all roots and boards take."""
    return float(8 * PARTS * street.forest.roots * street.tables.boards * street.tables.hands)


class Answers(NamedTuple):
    """What solving the roots of all boards gave, `[B, L, H]` each; see `kernels.poker.gates.solve_board`.

    rows: both players' averages, `[B, rows, H]`.
    """

    cbv: Any
    entries: Any
    reply: Any
    rows: Any


def solve(street, resolver, gate, ours, schedule, goes_on) -> Answers | None:
    """Solve every root of every board behind its gate; ours: `[B, L, H]`, the resolver's reach there.

    None where told to end. goes_on(t): asked now and then.
    """
    opponent = 1 - resolver
    regret, average = [street.empty(p) for p in (0, 1)], [street.empty(p) for p in (0, 1)]
    start, entries, total = ours.to(street.real), torch.zeros_like(gate.w), 0.0
    for t, row in enumerate(schedule, 1):
        if t % 8 == 0 and not goes_on(t):
            return None
        values = street.iterate(opponent, start, regret, average, row).double()
        weights = gate.enter(t, row, values)
        entries = float(row[AVERAGE]) * entries + weights
        total = float(row[AVERAGE]) * total + 1
        street.iterate(resolver, weights.to(street.real), regret, average, row)
    del regret
    entries = entries / total
    reach = street.forward(resolver, start, average[resolver])
    cbv = street.value(opponent, street.terminals(opponent, reach), None).double()
    reach = street.forward(opponent, entries.to(street.real), average[opponent])
    reply = street.value(resolver, street.terminals(resolver, reach), None).double()
    return Answers(cbv, entries, reply, average)


def entrants(tables, ours, theirs, least) -> tuple[Any, Any]:
    """The other's range scaled to at most 1, and his hands' weights w, 0 below that share of a line's largest."""
    scaled = theirs / theirs.amax(dim=2, keepdim=True).clamp(min=1e-300)
    w = tables.meets(ours)
    return scaled, torch.where(w < least * w.amax(dim=2, keepdim=True), 0.0, w)


def payoffs(w, cbv, estimate, gift) -> tuple[Any, Any]:
    """Alternative payoffs and their spread, normalised by w: of exact values where there is no estimate."""
    shared = torch.where(w > 0, 1 / torch.where(w > 0, w, 1.0), 0.0)
    exact = cbv * shared
    found = exact if estimate is None else estimate * shared
    return found if gift is None else found + gift, (found - exact).abs()


def margins(w, before, after, unit, edges) -> tuple[Any, Any]:
    """By board: the least (before − after) / w of a hand, inf for nobody; w by the bins of the margins in units."""
    live = w > 0
    each = torch.where(live, (before - after) / torch.where(live, w, 1.0), torch.inf)
    limits = torch.tensor(edges, device=w.device, dtype=w.dtype)
    place = torch.bucketize(each * unit, limits, right=True)
    # bin by bin: adding by atomics would give other last digits every time
    counts = [torch.where(place == k, w, 0.0).sum(dim=(1, 2)) for k in range(len(edges) + 1)]
    return each.amin(dim=(1, 2)), torch.stack(counts, dim=1)


def slacks(gate, ours, found) -> Any:
    """`[B]`: Σ over roots of what is left between both players' best responses, in units of reach.

    As `holdem.rounds.subgames.gadget_slack`, with the bounds of `holdem.engine.gates`.
    """
    under = -(ours * found.reply).sum(dim=2)
    if gate.kind == MAXMARGIN:
        mass = gate.w.sum(dim=2)
        gain = torch.where(gate.live, found.cbv / gate.norm - gate.alt, -torch.inf).amax(dim=2)
        mean = torch.where(gate.live, found.cbv - gate.alt * gate.w, 0.0).sum(dim=2) / mass.clamp(min=1e-300)
        best = (1 - gate.tremble) * gain + gate.tremble * mean if gate.tremble > 0 else gain
        left = (best - under + (found.entries * gate.w * gate.alt).sum(dim=2)) * mass
    elif gate.kind in (UNSAFE, COMBINED):
        left = ((gate.theirs if gate.kind == UNSAFE else found.entries) * found.cbv).sum(dim=2) - under
    else:
        gone = gate.w * gate.alt
        spread = gate.spread if gate.kind == DISTRIBUTIONAL else torch.zeros_like(gate.w)
        above = gate.w * _hinge(found.cbv / gate.norm - gate.alt, spread)
        chosen = (1 - gate.tremble) * (gone + above) + gate.tremble * found.cbv
        best = torch.where(gate.live, chosen, 0.0).sum(dim=2)
        draw = torch.special.ndtri(found.entries.clamp(0, 1)).clamp(-38, 38)
        stay = gone * (1 - found.entries) + gate.w * spread * _density(draw)
        left = best - under - stay.sum(dim=2)
    return torch.where(gate.live.any(dim=2), left, 0.0).sum(dim=1)

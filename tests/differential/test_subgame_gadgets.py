"""The gadgets built from arrays against the same gadgets written out as games and compiled from their rules."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import pytest

import tianji as tj
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.evaluate.lp import solve_lp
from tianji.games.random_game import RandomGame
from tianji.subgame.carve import Trunk
from tianji.subgame.frame import build_frame
from tianji.subgame.gadget import maxmargin_gadget, resolve_gadget, unsafe_gadget


class Written(Game):
    """A gadget as rules. kind: "unsafe", "resolve" or "maxmargin".

    States: ("start",), ("entry", k), ("gate", h), ("left", k), or ("in", state of the whole game, entry).
    tops: [(state, entry, probability)]; alt: payoff by entry; everything below is the whole game's.
    """

    def __init__(self, whole, kind, opponent, tops, alt):
        self.whole, self.kind, self.opponent, self.tops, self.alt = whole, kind, opponent, tops, alt

    def initial(self):
        return ("start",)

    def player(self, s):
        if s[0] == "in":
            return self.whole.player(s[1])
        if s[0] == "start":
            return self.opponent if self.kind == "maxmargin" else CHANCE
        return {"gate": self.opponent, "entry": CHANCE, "left": TERMINAL}[s[0]]

    def chances(self, s):
        if s[0] == "in":
            return self.whole.chances(s[1])
        chosen = [(i, p) for i, (_, k, p) in enumerate(self.tops) if s[0] == "start" or k == s[1]]
        total = sum(p for _, p in chosen)
        return [(i, p / total) for i, p in chosen]

    def actions(self, s):
        if s[0] == "in":
            return self.whole.actions(s[1])
        return sorted({k for _, k, _ in self.tops}) if s[0] == "start" else ("leave", "enter")

    def result(self, s, a):
        if s[0] == "in":
            return ("in", self.whole.result(s[1], a), s[2])
        if s[0] == "start" and self.kind == "maxmargin":
            return ("entry", a)
        if s[0] == "start" and self.kind == "resolve":
            return ("gate", a)
        if s[0] == "gate" and a == "leave":
            return ("left", self.tops[s[1]][1])
        state, entry, _ = self.tops[s[1] if s[0] == "gate" else a]
        return ("in", state, entry)

    def utility(self, s):
        if s[0] == "left":
            won = self.alt[s[1]]
        else:
            won = self.whole.utility(s[1])[self.opponent] - (
                self.alt[s[2]] if self.kind == "maxmargin" else 0.0
            )
        return (won, -won) if self.opponent == 0 else (-won, won)

    def information(self, s, player):
        if s[0] == "in":
            return ("in", self.whole.information(s[1], player))
        if player != self.opponent or s[0] == "start":
            return s[0]
        return ("gate", self.tops[s[1]][1]) if s[0] == "gate" else s


def spots():
    for spec, level in (
        ("coin_toss", "play"),
        ("kuhn", "bet"),
        ("kuhn(cards=4)", "pass"),
        ("leduc(suits=1)", "board"),
    ):
        game = tj.load(spec)
        yield game, tj.subgame.cuts(game, level)[0]
    for seed in range(400):
        game = RandomGame(seed=seed, depth=5, branching=3, merge=0.6)
        found = [c for c in tj.subgame.cuts(game) if len(c.roots) > 2 and c.num_nodes > 20]
        if found:
            yield game, found[0]


@cache
def first_spots():
    return list(itertools.islice(spots(), 16))


@pytest.mark.parametrize("number", range(16))
@pytest.mark.parametrize("resolver", [0, 1])
def test_arrays_and_rules_agree(number, resolver):
    game, cut = first_spots()[number]
    opponent = 1 - resolver
    trunk = Trunk(game, tj.solve(game, "cfr+", iterations=3, merge=False).strategy, resolver)
    frame = build_frame(trunk.flat, trunk.nodes, cut.roots, resolver, trunk.plans[resolver])
    assert frame is not None
    alt = np.random.default_rng(number).normal(0, 1, frame.num_entries)
    theirs = trunk.plans[opponent][trunk.nodes.slots[frame.roots, opponent]]
    for kind, gadget, reach in (
        ("unsafe", unsafe_gadget(frame, trunk.plans[opponent]), frame.top_reach * theirs),
        ("resolve", resolve_gadget(frame, alt), frame.top_reach),
        ("maxmargin", maxmargin_gadget(frame, alt), frame.top_reach),
    ):
        if gadget is None:
            assert reach.sum() == 0
            continue
        rows = zip(
            frame.roots.tolist(), frame.top_entry.tolist(), (reach / reach.sum()).tolist(), strict=True
        )
        tops = [(trunk.nodes.state(h), k, p) for h, k, p in rows if p > 0]
        written = tj.compile(Written(game, kind, opponent, tops, alt.tolist()))
        assert written.num_infosets == gadget.flat.num_infosets
        ours, theirs_value = solve_lp(gadget.flat)[1], solve_lp(written)[1]
        assert ours == pytest.approx(theirs_value, abs=1e-8)
        uniform = tj.values(written, tj.uniform(written))[0]
        assert tj.values(gadget.flat, tj.uniform(gadget.flat))[0] == pytest.approx(uniform, abs=1e-9)
        assert tj.nash_conv(gadget.flat, tj.uniform(gadget.flat)) == pytest.approx(
            tj.nash_conv(written, tj.uniform(written)), abs=1e-9
        )

"""`Spot.solve(gate=…)` against `tj.subgame`'s gadgets by linear program, on rivers and turns of a few hands."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import tianji as tj
from tianji.holdem.answer.view import root_view
from tianji.holdem.spot.as_game import SpotGame
from tianji.holdem.spot.gate import TECHNIQUES
from tianji.kernels.constants import RESPONSE
from tianji.poker.cards import hand_cards, hand_names, parse_cards, show_cards
from tianji.subgame.carve import Trunk
from tianji.subgame.frame import Frame, build_frame
from tianji.subgame.gadget import SequenceSubgame
from tianji.subgame.payoffs import Payoffs
from tianji.subgame.program import solve_by_program
from tianji.subgame.technique import Technique

SHARE = 1e-4  # of the pot: what gadgets' values may differ by
SPOTS = {
    "river": tj.holdem.Spot(
        board="AsKd8h5c2s", pot=100, stack=150, bets="75%", raises="100%",
        oop="AcAh,QcJd,KhQh:0.5,7c6c,9h9d,8c7d", ip="KhKc,AdQd,JhTh,9c9s:0.25,5d5s,8s6s",
    ),
    "forty": tj.holdem.Spot(
        board="AsKd8h5c2s", pot=100, stack=150, bets="75%", raises="",
        oop="88,55,AhQh,AhJh,KQs,QJs,JTs,T9s,98s,87s:0.5,76s,65s", ip="AdQd,KsJs,KcTc,99,QTs,J9s,T8s,97s:0.25,86s,75s",
    ),
    "turn": tj.holdem.Spot(
        board="AsKd8h5c", pot=100, stack=60, bets="allin", raises="", oop="QcJd,9h9d:0.5,7c6c", ip="KhQh,Td9d,6s6d",
    ),
    "flop": tj.holdem.Spot(
        board="AsKd8h", pot=100, stack=60, bets={"flop": "allin"}, raises="", oop="QcJd,9h9d:0.5", ip="KhQh,6s6d",
    ),
}  # fmt: skip


@cache
def spot_of(name: str, player: int, technique: str) -> tj.holdem.Spot:
    """The opponent's weights are his own doing, which gates look away from, but chance's in a game of its own."""
    spot, opponent = SPOTS[name], 1 - player
    even = (spot.weights[opponent] > 0) * 1.0
    return spot if technique == "unsafe" else spot.replace(**{("oop", "ip")[opponent]: even})


@cache
def framed(spot: tj.holdem.Spot, player: int) -> tuple[Frame, np.ndarray, np.ndarray]:
    """The whole spot as a subgame of the player's: its frame, the hands of its entries, the opponent's plan."""
    game = SpotGame(spot)
    trunk = Trunk(game, tj.uniform(game), player)
    nodes = trunk.nodes
    roots = np.flatnonzero(nodes.parent == 0).astype(
        np.int32
    )  # hands are dealt, and nothing else has happened
    frame = build_frame(trunk.flat, nodes, roots, player, trunk.plans[player])
    hands = np.array([hand_names().index(text.split("'")[1]) for text in frame.names])
    return frame, hands, trunk.plans[1 - player]


def given(spot: tj.holdem.Spot, player: int, technique: str) -> tuple[tj.holdem.Gate, Payoffs]:
    """Random payoffs for the opponent's hands, as a gate and in the units of the game."""
    hands = framed(spot, player)[1]
    rng = np.random.default_rng(player)
    alt, gift, spread = (np.full(1326, np.nan) for _ in range(3))
    alt[hands] = spot.pot * rng.normal(0.5, 0.4, len(hands))
    gift[hands], spread[hands] = rng.uniform(0, 20, (2, len(hands)))
    options = {"gifts": gift} if technique.startswith("reach-") else {}
    if technique.endswith("distributional"):
        options["spread"] = spread
    gate = tj.holdem.Gate(player, alt, technique, **options)
    relative = alt[hands] - spot.pot / 2
    return gate, Payoffs(relative, relative, gate.gifts[hands], spread[hands])


GAMES = [t for t in TECHNIQUES if "combined" not in t]  # which is no game
CASES = [(name, technique, player) for name in ("river", "turn") for technique in GAMES for player in (0, 1)]
CASES += [("forty", technique, k % 2) for k, technique in enumerate(GAMES)]
CASES += [
    pytest.param("flop", technique, 0, marks=pytest.mark.slow)
    for technique in ("resolve", "maxmargin", "distributional")
]


def test_forty_hands_are_many():
    assert all(20 <= np.count_nonzero(weights) <= 40 for weights in SPOTS["forty"].weights)


@pytest.mark.parametrize(("name", "technique", "player"), CASES)
def test_gates_have_the_gadgets_values(name, technique, player):
    spot = spot_of(name, player, technique)
    frame, hands, plan = framed(spot, player)
    gate, payoffs = given(spot, player, technique)
    gadget = TECHNIQUES[technique]
    exact = replace(gadget, solver="lp")
    truth = SequenceSubgame(frame, plan).resolve(payoffs, exact).value
    # random payoffs are near after a few iterations, and then as near as the gate's integral is (docs/holdem.md)
    most = {"river": 4000, "forty": 1000, "turn": 500, "flop": 150}[name] if gadget.is_random else 8000
    found = spot.solve(until="0.004%", gate=gate, iterations=most, storage="float64", threads=1)
    value = found.gate.value - (0 if gadget.is_maxmargin else spot.pot / 2)
    assert value == pytest.approx(truth, abs=SHARE * spot.pot)
    assert truth - 1e-9 * spot.pot <= value <= truth + found.gate.gap + 1e-9 * spot.pot  # the gap is a bound
    assert found.exploitability == pytest.approx(found.gate.gap / 2)
    margins = found.gate.margins
    by_hand = {hand_names()[h]: m for h, m in zip(hands, payoffs.alt, strict=True)}
    cbv = found.gate.cbv
    assert margins == pytest.approx({h: by_hand[h] - (cbv[h] - spot.pot / 2) for h in margins})
    assert found.gate.least_margin == min(margins.values()) == margins[found.gate.least_hand]


@pytest.mark.parametrize("technique", ["refined-resolve", "refined-maxmargin"])
@pytest.mark.parametrize("name", ["river", "forty"])
def test_refined_gates_have_both_terms(name, technique):
    """What the opponent gets by his own choice, and what all hands get who enter: as the linear program has it."""
    player, gadget = 1, TECHNIQUES[technique]
    spot = spot_of(name, player, technique)
    frame, hands, _ = framed(spot, player)
    gate, payoffs = given(spot, player, technique)
    share = frame.cf_reach / frame.cf_reach.sum()

    def terms(values: np.ndarray) -> tuple[float, float]:
        excess = values - payoffs.alt
        return excess.max() if gadget.is_maxmargin else share @ np.maximum(excess, 0), share @ excess

    def by_program(technique: Technique) -> tuple[float, float]:
        strategy = solve_by_program(frame, payoffs, technique)[0]
        return terms(frame.best_values(frame.trees[player].forward(strategy)))

    found = spot.solve(until="0.00002%", gate=gate, iterations=20_000, storage="float64", threads=1).gate
    mine = terms(np.array([found.cbv[hand_names()[h]] for h in hands]) - spot.pot / 2)
    assert mine == pytest.approx(by_program(gadget), abs=SHARE * spot.pot)
    assert (
        mine[1] < by_program(replace(gadget, refine=None))[1] - SHARE * spot.pot
    )  # which does not ask for it


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", ["river", "turn"])
def test_alternatives_are_the_best_responses(name, player):
    """At the start by the kernels' own best response; after a line and a card by the sum over all that follow it."""
    spot = SPOTS[name]
    solve = spot.solve(iterations=3, storage="float64", threads=1)
    backend, who = solve.backend, 1 - player
    best = backend.run(who, RESPONSE, np.zeros(6)) / backend.met(who) + spot.pot / 2
    hands = backend.boards[0][0].combos[who]
    found = solve.alternatives(player)
    assert dict(found) == pytest.approx({hand_names()[h]: b for h, b in zip(hands, best, strict=True)})
    if name == "river":
        return
    # once both have checked, a hand gets the mean of what the cards bring it, each as likely as it meets the range
    line, total, weight = "check, check", dict.fromkeys(found, 0.0), dict.fromkeys(found, 0.0)
    for card in range(52):
        if card in spot.cards:
            continue
        after = solve.alternatives(player, f"{line}, {show_cards([card])}")
        mine = solve.spot_after(f"{line}, {show_cards([card])}").weights[player]
        for hand, value in after.items():
            cards = parse_cards(hand, "hand")
            free = ~np.isin(hand_cards(), cards).any(axis=1)
            weight[hand] += mine[free].sum()
            total[hand] += value * mine[free].sum()
    tree = backend.tree
    node = tree.nodes[tree.nodes[0].children[0]].children[0]
    view = root_view(backend)
    slot = view.forest.node_slots[node][who]
    values = backend.below(
        0, 0, who, RESPONSE, np.zeros(6), view.reaches[player][view.forest.chances[player]]
    )
    leaf = list(view.forest.chances[who]).index(slot)
    met = view.meets(who) @ view.reach(player, node)
    for h, v, m in zip(hands, values[leaf] / backend.cards_left[0], met, strict=True):
        name = hand_names()[h]
        assert total[name] / weight[name] == pytest.approx(v / m + spot.pot / 2)

"""Theorem 1 of Brown & Sandholm (2017) with hands of hold'em: a river of a random turn, solved again and spliced in."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

import tianji as tj
from tianji.errors import ParameterError
from tianji.holdem.answer.view import root_view, view_of
from tianji.kernels.constants import RESPONSE
from tianji.poker.cards import NUM_HANDS, hand_cards, hand_names, show_cards

LINE = "bet 50%, call"


@st.composite
def turns(draw):
    """A turn of a few hands, a strategy that is more or less solved, and a river card."""
    deck = draw(st.permutations(range(52)))
    board, river = list(deck[:4]), deck[4]
    free = [h for h in range(NUM_HANDS) if not np.isin(hand_cards()[h], [*board, river]).any()]
    ranges = []
    for _ in (0, 1):
        hands = draw(st.lists(st.sampled_from(free), min_size=3, max_size=7, unique=True))
        ranges.append(np.isin(np.arange(NUM_HANDS), hands) * 1.0)
    stack = draw(st.sampled_from([80, 150]))
    spot = tj.holdem.Spot(
        board=show_cards(board), pot=60, stack=stack, oop=ranges[0], ip=ranges[1], bets="50%", raises="", max_raises=0
    )  # fmt: skip
    return spot, river, draw(st.integers(2, 12))


def splice(turn, river, card: int) -> None:
    """Write OOP's river strategy into the turn's averages, node by node."""
    backend, line = turn.backend, f"{LINE}, {show_cards([card])}"
    b = next(b for b, board in enumerate(backend.boards[1]) if board.cards[-1] == card)
    combos, forest = backend.boards[1][b].combos[0], backend.forests[1]
    tree, top = river.backend.tree, river.backend.boards[0][0].combos[0]
    at = {int(h): k for k, h in enumerate(top)}
    waiting = [(0, turn._at(line)[0].node)]
    while waiting:
        here, there = waiting.pop()
        node, twin = tree.nodes[here], backend.tree.nodes[there]
        if node.kind != "act":
            continue
        assert [str(a) for a in node.actions] == [str(a) for a in twin.actions]
        waiting += zip(node.children, twin.children, strict=True)
        if node.player == 0:
            rows = root_view(river.backend).strategy(here)
            first = forest.action_slot[there] - forest.roots
            old = backend.rows(1, b, 0, "average")
            for a in range(len(node.actions)):
                new = [
                    rows[a, at[int(h)]] if int(h) in at else old[first + a, k] for k, h in enumerate(combos)
                ]
                backend.set_row(1, b, 0, "average", first + a, np.array(new))


@given(turns())
def test_theorem_1(case):
    r"""exp(σ′) ≤ exp(σ) − π_{−o}(I) · M_r(I) for every entry I that a best response to σ′ reaches.

    OOP solves the river after his bet is called again; IP's gift is what folding would have been worth more than the
    call. With one subgame σ^{−S} is the blueprint itself.
    """
    spot, card, iterations = case
    assume(len(spot.plan().boards) == 2 and spot.plan().boards[1] == 48)  # no two cards are one
    try:
        turn = spot.solve(iterations=iterations, storage="float64", threads=1)
    except ParameterError:  # ranges that cannot meet
        assume(False)
    line = f"{LINE}, {show_cards([card])}"
    reach = view_of(turn.backend, (card,))[0].reach(0, turn._at(line)[0].node)
    assume(reach.max() > 1e-6)
    before, cbv = turn.backend.values(RESPONSE)[1], turn.alternatives("oop", line)
    gifts = path_gifts(turn)
    gate = tj.holdem.Gate("oop", cbv, "reach-maxmargin", gifts={hand: gifts[hand] for hand in cbv})
    try:
        river = turn.spot_after(line, ip=np.isin(hand_names(), list(cbv)) * 1.0)
    except ParameterError:  # OOP never bets
        assume(False)
    found = river.solve(gate=gate, iterations=200, storage="float64", threads=1)
    splice(turn, found, card)
    after = turn.backend.values(RESPONSE)[1]
    slack = found.gate.gap + 1e-6 * spot.pot
    assert after <= before + slack
    best = best_actions(turn)
    w = dict(zip(table_hands(found), found.backend.figures().w, strict=True))
    for hand, margin in found.gate.margins.items():
        if best[hand]:
            assert after <= before - w[hand] / (turn.backend.norm * 44) * margin + slack


def table_hands(solution) -> list[str]:
    return [hand_names()[h] for h in solution.backend.boards[0][0].combos[1]]


def after_bet(turn):
    """IP's CBV of fold and call after the bet, in chips, by hand."""
    view, node = root_view(turn.backend), turn._at("bet 50%")[0].node
    values, first = view.slot_values(1, RESPONSE), view.forest.action_slot[node]
    chips = [view._in_chips(values[first + a], 1, node) for a in range(2)]
    return {hand_names()[h]: (chips[0][k], chips[1][k]) for k, h in enumerate(view.board.combos[1])}


def path_gifts(turn) -> dict[str, float]:
    return {
        hand: max(0.0, float(np.nan_to_num(fold - call))) for hand, (fold, call) in after_bet(turn).items()
    }


def best_actions(turn) -> dict[str, bool]:
    """The hands with which a best response calls."""
    return {hand: bool(call >= fold - 1e-9) for hand, (fold, call) in after_bet(turn).items()}

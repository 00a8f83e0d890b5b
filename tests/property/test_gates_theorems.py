"""The promises of safe solving behind gates in vector form, on random small games of rounds with random buckets."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver
from tianji.holdem.rounds.trunk import meets
from tianji.holdem.spot.gate import TREMBLE
from tianji.poker.cards import hand_cards
from tianji.poker.isomorphism import rename, rename_hands

ROUNDING = 1e-4  # chips; stacks are at most 1,000, and passes reckon with 16 digits
SAFE = ("resolve", "maxmargin", "reach-maxmargin")


@st.composite
def solvers(draw) -> SubgameSolver:
    """A game on a deck of 8 or 9 cards, a blueprint in random buckets that is more or less solved, and a seat."""
    ranks, suits = draw(st.sampled_from([(4, 2), (3, 3)]))
    stack = draw(st.sampled_from([400.0, 600.0, 1000.0]))
    most = draw(st.sampled_from([(1, 1), (1, 2), (0, 2)]))
    game = RoundGame("flop", ranks, suits, stack, bets=("100%", "100%"), most_bets=most)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    preflop = np.full((1, 1326), -1)
    preflop[0, game.hands] = game.classes
    rows = []
    for board in game.boards()[1]:
        kept = [r for r in game.renamings if {rename(c, r) for c in board.cards} == set(board.cards)]
        rows.append(rng.integers(4, size=1326)[np.min([rename_hands(r) for r in kept], axis=0)])
    backend = BucketBackend(game, [preflop, np.array(rows)], storage="float64")
    backend.iterate(SCHEDULES["cfr+"].rows(1, 1 + draw(st.integers(1, 40))))
    return SubgameSolver(backend, draw(st.integers(0, 1)))


@given(solver=solvers(), row=st.sampled_from(SAFE), iterations=st.sampled_from([3, 30, 300]))
def test_safe_rows_lose_no_more_than_their_slack(solver, row, iterations):
    """However early the gadgets are left: what the seat loses rises by Σ slack at most."""
    answers = [solver.solve(b, ROWS[row], iterations) for b in range(len(solver.copies))]
    leaves = np.einsum("b,bch->ch", solver.copies, [answer.cbv for answer in answers])
    unit = solver.blueprint.norm * solver.blueprint.cards_left[0]
    slack = sum(n * answer.slack for n, answer in zip(solver.copies, answers, strict=True)) / unit
    assert slack >= -ROUNDING
    assert solver.trunk.response(leaves) <= solver.blueprint_response + slack + ROUNDING


@given(solver=solvers(), row=st.sampled_from(list(ROWS)))
def test_every_gap_closes(solver, row):
    """What is left between both best responses of a gadget is never below 0, and goes with the iterations."""
    boards, unit = range(0, len(solver.copies), 9), solver.blueprint.norm
    early, late = ([solver.solve(b, ROWS[row], n).slack for b in boards] for n in (3, 300))
    assert min(early + late) >= -ROUNDING * unit
    assert sum(late) <= 0.5 * sum(early) + 0.01 * unit


@given(
    solver=solvers(), row=st.sampled_from(["refined resolve", "refined maxmargin"]),
    iterations=st.sampled_from([3, 30, 300]),
)  # fmt: skip
def test_refined_rows_risk_no_more_than_the_tremble(solver, row, iterations):
    r"""What is lost to the slack and, of what the other hands gain in a subgame, to ε of it.

    Σ_j w [V − alt]⁺ ≤ slack + ε Σ_j w [alt − V]⁺  for resolve,
    (1 − ε) max_j (V − alt) ≤ slack + ε Σ_j w (alt − V) / Σ_j w  for maxmargin, and he is no better off than that.
    """
    answers = [solver.solve(b, ROWS[row], iterations) for b in range(len(solver.copies))]
    new = np.array([answer.cbv for answer in answers])
    unit = solver.blueprint.norm * solver.blueprint.cards_left[0]
    slack = sum(n * answer.slack for n, answer in zip(solver.copies, answers, strict=True)) / unit
    less = np.maximum(solver.cbv - new, 0).sum(axis=(1, 2)) @ solver.copies / unit
    after = solver.trunk.response(np.einsum("b,bch->ch", solver.copies, new))
    assert slack >= -ROUNDING
    assert after <= solver.blueprint_response + (slack + TREMBLE * less) / (1 - TREMBLE) + ROUNDING


@given(solver=solvers(), row=st.sampled_from(["reach-maxmargin", "refined maxmargin"]))
def test_theorem_1(solver, row):
    r"""exp(σ′) ≤ exp(σ^{−S}) − Σ_{h ∈ I} π_{−o}(h) · M_r(I) for each entry I that a best response to σ′ reaches.

    S is the line that I belongs to on all flops equal by suit; what its gadgets leave unsolved is the slack, and a
    refined gadget may give up as much besides as its tremble is of what the other hands gain. Brown & Sandholm (2017).
    """
    gate, backend, trunk = ROWS[row], solver.blueprint, solver.trunk
    answers = [solver.solve(b, gate, 150) for b in range(len(solver.copies))]
    new = np.array([answer.cbv for answer in answers])
    leaves = np.einsum("b,bch->ch", solver.copies, new)
    unit = backend.norm * backend.cards_left[0]
    after, values = trunk.response(leaves), trunk.best_values(leaves)
    cards = hand_cards()[backend.game.hands]
    slack = sum(n * answer.slack for n, answer in zip(solver.copies, answers, strict=True)) / unit
    if gate.refine:
        slack += TREMBLE * np.maximum(solver.cbv - new, 0).sum(axis=(1, 2)) @ solver.copies / unit
        slack /= 1 - TREMBLE
    gifts = solver.gifts if gate.gifts != "none" else np.zeros_like(solver.gifts)
    for b, board in enumerate(backend.boards[1]):
        free = ~np.isin(cards, board.cards).any(axis=1)
        for c, line in enumerate(trunk.lines):
            w = np.where(free, meets(cards, np.where(free, trunk.reach[solver.seat][c], 0.0)), 0.0)
            old = leaves.copy()
            old[c] += solver.copies[b] * (solver.cbv[b, c] - new[b, c])
            before = trunk.response(old)
            path = backend.tree.path(line)
            reached = (w > 1e-9) & np.all(
                [
                    values[below] >= values[above] - 1e-9
                    for above, below in pairwise(path)
                    if backend.tree.nodes[above].player == trunk.opponent
                ],
                axis=0,
            )
            margin = (solver.cbv[b, c] - new[b, c]) + w * gifts[c]
            gain = margin[reached] / unit
            assert (after <= before - gain + slack + ROUNDING).all()

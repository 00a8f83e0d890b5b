"""Flop subgames behind gates in vector form against `tj.subgame` on the same blueprint as a generic game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import SCHEDULES
from tianji.core.strategy import Strategy
from tianji.holdem.rounds.bucketed import BucketBackend, Cells
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver
from tianji.holdem.rounds.trunk import meets
from tianji.poker.cards import hand_cards, hand_names
from tianji.poker.isomorphism import rename, rename_hands
from tianji.subgame.carve import Trunk, parent_game
from tianji.subgame.distributional import worth
from tianji.subgame.frame import Frame, build_frame
from tianji.subgame.gadget import SequenceSubgame
from tianji.subgame.payoffs import Estimator
from tianji.subgame.technique import Technique

GAMES = (
    "flop_holdem(ranks=4,suits=2)",
    "flop_holdem(ranks=4,suits=2,stack=1000,most_bets=(1,2))",
    "flop_holdem(ranks=3,suits=3,most_bets=(2,1))",
)
SEATS = (0, 1)
SHARE = 1e-4  # of the pot: what gadgets' values may differ by


def buckets(game, count: int, seed: int) -> list[np.ndarray]:
    """Classes before the flop; on it, hands that are equal by suit share one of `count` buckets drawn at random."""
    rng = np.random.default_rng(seed)
    preflop = np.full((1, 1326), -1)
    preflop[0, game.hands] = game.classes
    rows = []
    for board in game.boards()[1]:
        kept = [r for r in game.renamings if {rename(c, r) for c in board.cards} == set(board.cards)]
        first = np.min([rename_hands(r) for r in kept], axis=0)  # of the hands that are equal on this board
        rows.append(rng.integers(count, size=1326)[first])
    return [preflop, np.array(rows)]


def written_out(game, backend: BucketBackend, tables: list[np.ndarray], cells: Cells) -> Strategy:
    """Cells as a strategy of the generic game: flops of one class play alike, up to the names of suits."""
    flat, rules = tj.compile(game), backend.game
    number = {name: h for h, name in enumerate(hand_names())}
    known = {tuple(sorted(board.cards)): b for b, board in enumerate(backend.boards[1])}
    place = {}
    for flop in known:
        for r in rules.renamings:
            place.setdefault(tuple(sorted(rename(c, r) for c in flop)), (known[flop], r))
    vectors = []
    for p, tree in enumerate(flat.trees):
        vector = np.ones(tree.num_slots)
        for i, (name, node, cards) in enumerate(tree.keys):
            k = min(len(cards), 1)
            hand, board = number[name], 0
            if cards:
                board, r = place[cards]
                back = np.argsort(rename_hands(r))  # the renaming that takes this flop to the stored one
                hand = back[hand]
            forest = backend.forests[k]
            first = forest.action_slot[node] - forest.roots
            rows = cells[k][p].reshape(-1, backend.cells[k])[first : first + len(tree.menus[i])]
            vector[tree.first_slot[i] : tree.first_slot[i + 1]] = rows[:, tables[k][board][hand]]
        vectors.append(vector)
    return flat.to_strategy(vectors)


class Both(NamedTuple):
    """One blueprint for one seat in both forms."""

    game: Any
    solver: SubgameSolver
    trunk: Trunk
    response: Strategy  # the opponent's best within the buckets


@cache
def both(spec: str, seat: int, count: int = 3, seed: int = 0) -> Both:
    game = tj.load(spec)
    tables = buckets(game.rules, count, seed)
    backend = BucketBackend(game.rules, tables, storage="float64")
    backend.iterate(SCHEDULES["cfr+"].rows(1, 201))
    solver = SubgameSolver(backend, seat)
    trunk = Trunk(game, written_out(game, backend, tables, solver.cells), seat)
    response = backend.bucket_response(1 - seat, solver.cells)
    return Both(game, solver, trunk, written_out(game, backend, tables, response))


class Place(NamedTuple):
    """One flop and one line in both forms: the frame's entries are the hands `at` of the vector form."""

    frame: Frame
    at: np.ndarray
    w: np.ndarray
    pot: float


@cache
def tops(spec: str) -> dict[tuple[tuple[int, ...], int], np.ndarray]:
    """By flop and betting node: the histories at which the flop has just been dealt."""
    game = tj.load(spec)
    nodes = parent_game(game)[1]
    first = {node.children[0] for node in game.tree.nodes if node.kind == "deal"}
    found: dict[tuple[tuple[int, ...], int], list[int]] = {}
    for h in range(nodes.num_nodes):
        s = nodes.state(h)
        if s.cards and s.node in first:
            found.setdefault((s.cards, s.node), []).append(h)
    return {key: np.array(row, dtype=np.int32) for key, row in found.items()}


@cache
def place(spec: str, seat: int, b: int, c: int) -> Place | None:
    game, solver, trunk, _ = both(spec, seat)
    backend = solver.blueprint
    flop = tuple(sorted(backend.boards[1][b].cards))
    deal = game.tree.nodes[solver.trunk.lines[c]]
    roots = tops(spec)[flop, deal.children[0]]
    frame = build_frame(trunk.flat, trunk.nodes, roots, seat, trunk.plans[seat])
    if frame is None:
        return None
    names = {hand_names()[h]: i for i, h in enumerate(backend.game.hands)}
    at = np.array([names[name.split("'")[1]] for name in frame.names])
    free = ~np.isin(hand_cards()[backend.game.hands], flop).any(axis=1)
    w = meets(hand_cards()[backend.game.hands], np.where(free, solver.trunk.reach[seat][c], 0.0))
    return Place(frame, at, w, sum(game.tree.invested(deal)))


def places(spec: str, seat: int):
    solver = both(spec, seat).solver
    for b in range(len(solver.copies)):
        for c in range(len(solver.trunk.lines)):
            if (found := place(spec, seat, b, c)) is not None:
                yield b, c, found


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("spec", GAMES)
def test_weights_values_and_gifts(spec, seat):
    _, solver, trunk, response = both(spec, seat)
    backend = solver.blueprint
    unit = backend.norm * backend.cards_left[0]
    exact = Estimator(trunk, Technique("maxmargin", gifts="split"), None)
    estimate = Estimator(trunk, Technique("resolve", payoffs="estimate"), response)
    seen = 0
    for b, c, (frame, at, w, pot) in places(spec, seat):
        assert w[at] / unit == pytest.approx(frame.cf_reach, rel=1e-9)
        within = SHARE * pot
        payoffs = exact.payoffs(frame)
        assert solver.cbv[b, c, at] / w[at] == pytest.approx(payoffs.cbv, abs=within)
        assert solver.gifts[c, at] == pytest.approx(payoffs.gift, abs=within)
        guess = estimate.payoffs(frame).estimate
        assert solver.estimate[b, c, at] / w[at] == pytest.approx(guess, abs=within)
        seen += 1
    assert seen == len(solver.copies) * len(solver.trunk.lines)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("spec", GAMES)
def test_best_response_in_the_whole_game(spec, seat):
    game, solver, trunk, _ = both(spec, seat)
    found = tj.best_response(game, trunk.blueprint, player=1 - seat)
    assert solver.blueprint_response == pytest.approx(found.value, abs=1e-3)


def vector_value(technique: Technique, cbv, alt, spread, w, theirs) -> float:
    """The gadget's worth to the opponent, from his best values: as `subgame.protocol.Answer.value` has it."""
    if technique.gadget == "unsafe":
        return float(theirs @ cbv / (theirs @ w))
    if technique.is_maxmargin:
        return float((cbv / w - alt).max())
    return worth(w, cbv / w, alt, spread if technique.is_random else np.zeros(len(w)))


# "not split" is another number of flops in the vector form, and "combined" is no game
SAME = [row for row in ROWS if "not split" not in row and row != "combined"]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("row", SAME)
def test_gadgets_have_the_same_value(row, spec, seat):
    _, solver, trunk, response = both(spec, seat)
    technique = replace(ROWS[row], solver="lp")
    estimator = Estimator(trunk, technique, None if technique.payoffs == "exact" else response)
    for b in range(0, len(solver.copies), 9):
        answer = solver.solve(b, technique, 20_000 if technique.is_maxmargin else 4000)
        above, margins = 0.0, []
        for c in range(len(solver.trunk.lines)):
            frame, at, w, pot = place(spec, seat, b, c)
            payoffs, w = estimator.payoffs(frame), w[at]
            margins.append((payoffs.cbv - answer.cbv[c, at] / w).min())
            if not frame.trees[seat].num_infosets:
                continue  # all in: nothing to solve
            theirs = solver.trunk.reach[1 - seat][c, at]
            value = vector_value(technique, answer.cbv[c, at], payoffs.alt, payoffs.spread, w, theirs)
            truth = SequenceSubgame(frame, trunk.plans[1 - seat]).resolve(payoffs, technique)
            assert value == pytest.approx(truth.value, abs=SHARE * pot)
            above += (value - truth.value) * (
                theirs @ w / theirs.max() if technique.gadget == "unsafe" else w.sum()
            )
        assert answer.margin == pytest.approx(min(margins), abs=SHARE * pot)
        assert not above > answer.slack + 1e-6  # nan where the gap has no measure


def test_a_solve_that_fails_leaves_the_next_its_room():
    solver = both(GAMES[0], 0).solver
    for _ in range(4):  # more than there are scratches
        with pytest.raises(KeyError):
            solver.solve(0, ROWS["resolve"], 10, "no such method")
    assert solver.solve(0, ROWS["resolve"], 10).cbv.any()

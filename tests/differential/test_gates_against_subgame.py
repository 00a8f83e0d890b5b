"""Subgames on the flop or the turn behind gates in vector form against `tj.subgame` on the same blueprint."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import SCHEDULES
from tianji.core.strategy import Strategy
from tianji.core.walk import successors
from tianji.flat.cache import as_flat
from tianji.holdem.engine.gates import tremble_of
from tianji.holdem.rounds.bucketed import BucketBackend, Cells
from tianji.holdem.rounds.entries import LEAST_WEIGHT, Entries
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver
from tianji.holdem.rounds.trunk import meets
from tianji.poker.cards import hand_names
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
    "turn_holdem(ranks=4,suits=2)",
)
SEATS = (0, 1)
SHARE = 1e-4  # of the pot: what gadgets' values may differ by


def buckets(game, count: int, seed: int) -> list[np.ndarray]:
    """Classes before the flop; after it, hands that are equal by suit share one of `count` buckets drawn at random."""
    rng = np.random.default_rng(seed)
    preflop = np.full((1, 1326), -1)
    preflop[0, game.hands] = game.classes
    tables = [preflop]
    for level in game.boards()[1:]:
        rows = []
        for board in level:
            flop, rest = set(board.cards[:3]), board.cards[3:]
            kept = [r for r in game.renamings if {rename(c, r) for c in flop} == flop]
            kept = [r for r in kept if all(rename(c, r) == c for c in rest)]
            first = np.min(
                [rename_hands(r) for r in kept], axis=0
            )  # of the hands that are equal on this board
            rows.append(rng.integers(count, size=1326)[first])
        tables.append(np.array(rows))
    return tables


def stored_boards(backend: BucketBackend) -> dict[tuple[int, ...], tuple[int, np.ndarray]]:
    """By cards dealt: the number of the board that stands for them, and what each hand is called there."""
    same = np.arange(1326)
    found: dict[tuple[int, ...], tuple[int, np.ndarray]] = {(): (0, same)}
    for b, flop in enumerate(backend.boards[1]):
        for r in backend.game.renamings:
            cards = tuple(sorted(rename(c, r) for c in flop.cards))
            if cards in found:
                continue
            back = np.argsort(rename_hands(r))  # from these cards to the stored flop
            found[cards] = b, back
            for t in range(*flop.below):
                for card, member in backend.boards[2][t].members:
                    found[(*cards, rename(card, r))] = t, np.argsort(rename_hands(member))[back]
    return found


def written_out(game, backend: BucketBackend, tables: list[np.ndarray], cells: Cells) -> Strategy:
    """Cells as a strategy of the generic game: boards of one class play alike, up to the names of suits."""
    flat, place = as_flat(game), stored_boards(backend)
    number = {name: h for h, name in enumerate(hand_names())}
    vectors = []
    for p, tree in enumerate(flat.trees):
        vector = np.ones(tree.num_slots)
        for i, (name, node, cards) in enumerate(tree.keys):
            k = {0: 0, 3: 1, 4: 2}[len(cards)]
            board, called = place[cards]
            forest = backend.forests[k]
            first = forest.action_slot[node] - forest.roots
            rows = cells[k][p].reshape(-1, backend.cells[k])[first : first + len(tree.menus[i])]
            vector[tree.first_slot[i] : tree.first_slot[i + 1]] = rows[
                :, tables[k][board][called[number[name]]]
            ]
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
    """One board and one line in both forms: the frame's entries are the hands `at` of the vector form."""

    frame: Frame
    at: np.ndarray
    w: np.ndarray
    pot: float


@cache
def tops(spec: str) -> dict[tuple[tuple[int, ...], int], np.ndarray]:
    """By board and betting node: the histories at which the last card has just been dealt."""
    game = tj.load(spec)
    nodes = parent_game(game)[1]
    last = game.tree.last - 1
    first = {node.children[0] for node in game.tree.nodes if node.kind == "deal" and node.street == last}
    found: dict[tuple[tuple[int, ...], int], list[int]] = {}
    waiting = [(0, game.initial())]
    while waiting:
        h, s = waiting.pop()
        if s.node in first:
            found.setdefault((s.cards, s.node), []).append(h)
            continue
        child = h + 1  # nodes are numbered depth first
        for action, _ in successors(game, s, int(nodes.player[h])):
            waiting.append((child, game.result(s, action)))
            child = int(nodes.end[child])
    return {key: np.array(sorted(row), dtype=np.int32) for key, row in found.items()}


@cache
def entries(spec: str, seat: int, flop: int) -> Entries:
    return both(spec, seat).solver.entries(flop)


def below(spec: str, seat: int, flop: int) -> list[tuple[int, int]]:
    """The boards on which the subgames after a flop begin, with their place in the entries."""
    if tj.load(spec).rules.rounds == 2:
        return [(flop, flop)]
    return [(t, j) for j, t in enumerate(entries(spec, seat, flop).trunk.below)]


@cache
def place(spec: str, seat: int, flop: int, b: int, c: int) -> Place | None:
    game, solver, trunk, _ = both(spec, seat)
    backend, before = solver.blueprint, entries(spec, seat, flop).trunk
    cards = backend.boards[-1][b].cards
    deal = game.tree.nodes[before.lines[c]]
    roots = tops(spec)[(*sorted(cards[:3]), *cards[3:]), deal.children[0]]
    frame = build_frame(trunk.flat, trunk.nodes, roots, seat, trunk.plans[seat])
    if frame is None:
        return None
    held = backend.boards[before.k][before.board].combos[0]
    names = {hand_names()[h]: i for i, h in enumerate(held)}
    at = np.array([names[name.split("'")[1]] for name in frame.names])
    free = ~np.isin(before.cards, cards).any(axis=1)
    w = meets(before.cards, np.where(free, before.reach[seat][c], 0.0))
    return Place(frame, at, w, sum(game.tree.invested(deal)))


def places(spec: str, seat: int):
    step = (
        1 if tj.load(spec).rules.rounds == 2 else 4
    )  # all were compared once; frames of the generic game take long
    for flop in range(0, len(both(spec, seat).solver.copies), step):
        for b, j in below(spec, seat, flop):
            for c in range(len(entries(spec, seat, flop).trunk.lines)):
                if (found := place(spec, seat, flop, b, c)) is not None:
                    yield flop, j, c, found


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("spec", GAMES)
def test_weights_values_and_gifts(spec, seat):
    _, solver, trunk, response = both(spec, seat)
    backend = solver.blueprint
    unit = backend.norm * np.prod(backend.cards_left[:-1])
    exact = Estimator(trunk, Technique("maxmargin", gifts="split"), None)
    estimate = Estimator(trunk, Technique("resolve", payoffs="estimate"), response)
    for flop, j, c, (frame, at, w, pot) in places(spec, seat):
        found = entries(spec, seat, flop)
        assert w[at] / unit == pytest.approx(frame.cf_reach, rel=1e-9)
        within = SHARE * pot
        payoffs = exact.payoffs(frame)
        assert found.cbv[j, c, at] / w[at] == pytest.approx(payoffs.cbv, abs=within)
        assert found.gift(ROWS["reach-maxmargin"])[c, at] == pytest.approx(payoffs.gift, abs=within)
        guess = estimate.payoffs(frame).estimate
        assert found.estimate[j, c, at] / w[at] == pytest.approx(guess, abs=within)
    assert found.gift(ROWS["reach-maxmargin"]).max() > 0  # somebody gives something


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
    tremble = tremble_of(technique)
    if technique.is_maxmargin:
        mean = (cbv - w * alt).sum() / w.sum()
        return float((1 - tremble) * (cbv / w - alt).max() + tremble * mean)
    if tremble:
        return float(((1 - tremble) * np.maximum(cbv, w * alt) + tremble * cbv).sum() / w.sum())
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
    steps = 9 if solver.blueprint.game.rounds == 2 else 20
    for flop in range(0, len(solver.copies), steps):
        before = entries(spec, seat, flop).trunk
        for b, j in below(spec, seat, flop)[:2]:
            count = 20_000 if technique.is_maxmargin else 4000
            answer = solver.solve_board(entries(spec, seat, flop), j, technique, count)
            above, margins = 0.0, []
            for c in range(len(before.lines)):
                if (found := place(spec, seat, flop, b, c)) is None:
                    continue  # the seat never comes here
                frame, at, w, pot = found
                payoffs, w = estimator.payoffs(frame), w[at]
                margins.append((payoffs.cbv - answer.cbv[c, at] / w).min())
                if not frame.trees[seat].num_infosets:
                    continue  # all in: nothing to solve
                theirs = before.reach[1 - seat][c, at]
                if technique.gadget == "unsafe" and not theirs @ w > 0:
                    continue  # nor does the opponent
                value = vector_value(technique, answer.cbv[c, at], payoffs.alt, payoffs.spread, w, theirs)
                truth = SequenceSubgame(frame, trunk.plans[1 - seat]).resolve(payoffs, technique)
                assert value == pytest.approx(truth.value, abs=SHARE * pot)
                if technique.is_maxmargin:  # the gap is of the hands that have a say
                    kept = w >= LEAST_WEIGHT * w.max()
                    value = vector_value(
                        technique, answer.cbv[c, at][kept], payoffs.alt[kept], None, w[kept], None
                    )
                above += (value - truth.value) * (
                    theirs @ w / theirs.max() if technique.gadget == "unsafe" else w.sum()
                )
            assert answer.margin == pytest.approx(min(margins), abs=SHARE * pot)
            assert above <= answer.slack + 1e-6


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("spec", [spec for spec in GAMES if spec.startswith("turn")])
def test_turns_come_together_to_what_their_flop_is_worth(spec, seat):
    """Left as the blueprint has them, the subgames of a flop give the flop's own CBVs; solved again, no more."""
    solver = both(spec, seat).solver
    whole = []
    for flop in range(len(solver.copies)):
        found = entries(spec, seat, flop)
        values = found.trunk.root_values(found.trunk.add_up(found.cbv))
        assert values == pytest.approx(solver.cbv[flop], abs=1e-9)
        whole.append(solver.solve(flop, ROWS["resolve"], 300))
    unit = solver.blueprint.norm * solver.blueprint.cards_left[0]
    slack = sum(n * answer.slack for n, answer in zip(solver.copies, whole, strict=True)) / unit
    after = solver.trunk.response(solver.trunk.add_up(np.array([answer.cbv for answer in whole])))
    assert after <= solver.blueprint_response + slack + 1e-9 and after < 0.99 * solver.blueprint_response


def test_a_solve_that_fails_leaves_the_next_its_room():
    solver = both(GAMES[0], 0).solver
    for _ in range(4):  # more than there are scratches
        with pytest.raises(KeyError):
            solver.solve(0, ROWS["resolve"], 10, "no such method")
    assert solver.solve(0, ROWS["resolve"], 10).cbv.any()

"""Best responses with real cards against blueprints: the walk over a board held against the exact backend."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest

import tianji as tj
from tianji.errors import ParameterError
from tianji.holdem.blueprint.evaluate import NEVER, BoardWalk, river_response
from tianji.holdem.blueprint.exact import round_runner
from tianji.holdem.blueprint.menu import Menu
from tianji.holdem.blueprint.store import blueprint_of, shipped_buckets
from tianji.kernels.poker.external import quantise
from tianji.poker.boards import boards
from tianji.poker.cards import hand_cards


def test_all_boards_together_are_the_exact_values_and_a_response_wins_less_than_the_best_one():
    game = tj.holdem.RoundGame(ranks=5, bets=("100%", "100%"), most_bets=(1, 1), stack=1000)
    buckets = tj.holdem.make_buckets("flop", 20, deck=20, rounds=3)
    runner = round_runner(game, buckets, seed=1)
    runner.advance(20_000)
    weights, counts = runner.weights(), runner.counts.tolist()
    steps = np.empty(len(weights), dtype=np.uint8)
    quantise(runner.tree.offsets(counts), runner.tree.actions, weights, 255, steps)
    exact = runner.measure(steps.astype(float))
    walk, flops = BoardWalk(runner.tree, counts, steps), boards(3, 20)
    rows, live = buckets.of("flop"), flops.live()

    def mean(first):
        found = [
            walk.values(flops.cards[k].tolist(), np.flatnonzero(live[k]), [buckets.of(0)[0], rows[k]], first)
            for k in range(len(flops))
        ]
        return np.average(found, axis=0, weights=flops.weights)

    assert mean(NEVER) == pytest.approx(exact.values, abs=1e-9)
    response = mean(1)
    assert (response > exact.values).all()
    assert 0.3 * exact.exploitability < response.sum() / 2 < exact.exploitability


@pytest.mark.parametrize("last", ["flop", "turn"])
def test_from_the_start_on_it_is_the_exact_best_response(last):
    """All boards of a small deck at once, those alike to a player by street: what the exact backend says."""
    rounds = {"flop": 2, "turn": 3}[last]
    game = tj.holdem.RoundGame(
        last=last, ranks=3, bets=("100%",) * rounds, most_bets=(1,) * rounds, stack=1000
    )
    buckets = tj.holdem.make_buckets(last, 5, deck=12, rounds=3)
    runner = round_runner(game, buckets, seed=1)
    runner.advance(5_000)
    weights, counts = runner.weights(), runner.counts.tolist()
    steps = np.empty(len(weights), dtype=np.uint8)
    quantise(runner.tree.offsets(counts), runner.tree.actions, weights, 255, steps)
    exact = runner.measure(steps.astype(float))
    walk, deck = BoardWalk(runner.tree, counts, steps), range(40, 52)
    hands = np.flatnonzero((hand_cards() >= 40).all(axis=1))
    cards = [list(flop) for flop in combinations(deck, 3)]
    if last == "turn":
        cards = [[*flop, turn] for flop in cards for turn in deck if turn not in flop]
    rows = [np.tile(buckets.of(0)[0], (len(cards), 1))]
    for size in range(3, 2 + rounds):
        known = {key: buckets.bucket_of(key) for key in {tuple(board[:size]) for board in cards}}
        rows.append(np.stack([known[tuple(board[:size])] for board in cards]))
    sizes = {"flop": (len(cards), 1), "turn": (len(cards), 9, 1)}[last]
    values = walk.values_on(np.array(cards), hands, rows, [0] * rounds)
    best = walk.values_on(np.array(cards), hands, rows, sizes)
    later = walk.values_on(np.array(cards), hands, rows, (0, *sizes[1:]))
    assert values == pytest.approx(exact.values, abs=1e-9)
    assert sum(best) / 2 == pytest.approx(exact.exploitability, abs=1e-9)
    assert all(v < x < y for v, x, y in zip(values, later, best, strict=True))


def test_a_response_from_the_turn_on_wins_more():
    dice = blueprint_of(Menu(("100|a", "75|a", "75|a", "75|a")), shipped_buckets())
    turn = river_response(dice, first="turn", boards=1, threads=1)
    rng = np.random.default_rng([0, 0])
    root = rng.choice(52, 4, replace=False).tolist()
    walk, before = BoardWalk(dice.tree, dice.counts, dice.steps()), dice.buckets.of(0)[0]
    rivers = []
    for card in (c for c in range(52) if c not in root):
        board = [*root, card]
        hands = np.flatnonzero(~np.isin(hand_cards(), board).max(axis=1))
        rows = [before, *(dice.buckets.bucket_of(board[:size]) for size in (3, 4, 5))]
        rivers.append(walk.values(board, hands, rows, 3))
    assert turn.first == "turn" and turn.gains[0] > 10 * np.mean([a for a, _ in rivers])
    assert turn.gains[1] > 10 * np.mean([b for _, b in rivers])
    with pytest.raises(ParameterError, match="flop or turn or river"):
        river_response(dice, first="preflop")


def test_a_response_on_the_river_wins_from_a_player_who_rolls_dice():
    dice = blueprint_of(Menu(("100|a", "75|a", "75|a", "75|a")), shipped_buckets())
    found = river_response(dice, boards=3, threads=1)
    assert found.stopped == "boards" and found.boards == 3
    assert found.score.low > 500
    assert found.score.mean == pytest.approx(sum(found.gains) / 2)
    assert river_response(dice, boards=3, threads=2).score == found.score
    with pytest.raises(ParameterError, match="boards=0"):
        river_response(dice, boards=0)


def test_the_command_says_what_it_found(tmp_path, run):
    path = tmp_path / "dice.blueprint"
    blueprint_of(Menu(("a",) * 4, name="dice"), shipped_buckets()).save(path)
    code, out, _ = run("holdem", "evaluate", path, "--boards", 2, "--threads", 1, "--json")
    data = json.loads(out)
    assert code == 0 and data["boards"] == 2 and data["blueprint"].startswith("dice-")
    code, out, _ = run("holdem", "evaluate", path, "--boards", 2, "--threads", 1, "-q")
    assert "it wins, mbb/h" in out

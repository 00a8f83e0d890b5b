"""Best responses with real cards against blueprints: the walk over a board held against the exact backend."""

from __future__ import annotations

import json

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

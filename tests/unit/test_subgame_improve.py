"""The self-improver: a branch in place of translation never costs anything, and can be undone."""

from __future__ import annotations

import json
import pickle
import threading
from functools import cache

import pytest

import tianji as tj
from tianji.cli import main
from tianji.errors import FileFormatError, ParameterError, StrategyError

LEDUC = "leduc_bets(bets=(1,1))"
FLOP = "flop_holdem(ranks=7,suits=1,bets=('50%,75%,100%','100%'),most_bets=(1,1),stack=1000,bet_names='pot')"


@cache
def prepared(spec: str, iterations: int = 300):
    """The game, the same without bets of three quarters of the pot, and a strategy of that."""
    game = tj.load(spec)
    known = game.restrict(["f", "c", "fold", "call", "check", "b50", "b100"])
    return game, known, tj.solve(known, "pcfr+", iterations=iterations).strategy


@pytest.mark.parametrize(("spec", "player"), [(LEDUC, 0), (LEDUC, 1), (FLOP, 0)])
def test_a_branch_never_costs_anything(spec, player):
    """Exactly: no more than before, no more than translation; and something is gained in every one of these."""
    game, known, blueprint = prepared(spec)
    night = tj.subgame.improve(game, known, blueprint, player, top=2)
    value = night.value
    assert value == pytest.approx(tj.solve(game, "lp").values[player], abs=night.value_error + 1e-6)
    old = tj.subgame.translated(game, known, blueprint, player)
    before, after = (value + tj.best_response(game, s, 1 - player).value for s in (old, night.strategy))
    assert night.loss_translation == pytest.approx(before, abs=1e-6)
    assert night.loss_after == pytest.approx(after, abs=1e-6)
    assert night.loss_after <= night.loss_before <= night.loss_translation
    assert night.loss_after < night.loss_translation
    assert [branch.score for branch in night.tried] == sorted((b.score for b in night.tried), reverse=True)
    for branch in night.tried:
        if branch.is_taken:
            assert branch.loss_after <= branch.loss_before
            assert branch.min_margin >= -branch.gap - 1e-6 or branch.loss_after < branch.loss_before


def test_the_score_is_what_the_action_gains():
    """Scores bound what translation loses to unprepared actions; with all branches added nothing is left of it."""
    game = tj.load("leduc_bets(suits=1,bets=(1,0))")
    known = game.restrict(["f", "c", "b50", "b100"])
    blueprint = tj.solve(known, "lp").strategy
    night = tj.subgame.improve(game, known, blueprint, 0, top=5)
    small = tj.solve(known, "lp").values[
        0
    ]  # the blueprint is exact: within the small game it gives nothing away
    old = tj.subgame.translated(game, known, blueprint, 0)
    gained = tj.best_response(game, old, 1).value + small
    assert gained <= sum(branch.score for branch in night.tried) + 1e-9
    assert all(branch.is_taken for branch in night.tried)
    assert tj.best_response(game, night.strategy, 1).value == pytest.approx(-small, abs=1e-6)


def test_versions_go_on_and_back(tmp_path):
    game, known, blueprint = prepared(LEDUC)
    one = tj.subgame.improve(game, known, blueprint, 0, top=1)
    two = tj.subgame.improve(game, known, blueprint, 0, top=1, version=one)
    assert two.parent_digest == one.digest == tj.subgame.strategy_digest(two.undo())
    assert one.parent_digest == tj.subgame.strategy_digest(tj.subgame.translated(game, known, blueprint, 0))
    assert len(one.branches) == 1 and two.branches[:1] == one.branches and len(two.branches) == 2
    assert two.loss_after <= two.loss_before == one.loss_after
    file = str(tmp_path / "two.safetensors")
    two.save(file)
    assert tj.subgame.strategy_digest(tj.Strategy.load(file, game)) == two.digest
    assert tj.subgame.strategy_digest(tj.subgame.undo_file(file)) == one.digest
    with pytest.raises(ParameterError, match="holds a version"):
        two.save(str(tmp_path / "two.json"))
    blueprint.save(tmp_path / "plain.safetensors")
    with pytest.raises(FileFormatError, match="no version to undo"):
        tj.subgame.undo_file(str(tmp_path / "plain.safetensors"))
    assert pickle.loads(pickle.dumps(two)).to_json() == two.to_json()


def test_counts_say_what_is_solved():
    game, known, blueprint = prepared(LEDUC)
    every = tj.subgame.improve(game, known, blueprint, 0, top=3)
    rare = every.tried[-1].name
    night = tj.subgame.improve(game, known, blueprint, 0, top=3, counts={rare: 7})
    assert [branch.name for branch in night.tried] == [rare]
    assert night.tried[0].score == pytest.approx(7 * every.tried[-1].score)
    with pytest.raises(ParameterError, match="counts has 'b76'"):
        tj.subgame.improve(game, known, blueprint, 0, counts={"b76": 1})


def test_a_branch_that_proves_nothing_is_not_taken():
    """Stopped after a few iterations, the gates have a gap, and translation stays."""
    game, known, blueprint = prepared(LEDUC)
    night = tj.subgame.improve(game, known, blueprint, 1, top=1, solver="cfr", iterations=1)
    assert not night.tried[0].is_taken and night.tried[0].note
    assert night.digest == night.parent_digest and night.loss_after == night.loss_before


def test_stops_and_refusals():
    game, known, blueprint = prepared(LEDUC)
    event = threading.Event()
    event.set()
    night = tj.subgame.improve(game, known, blueprint, 0, stop=event)
    assert night.stopped == "cancelled" and not night.tried and night.digest == night.parent_digest
    assert tj.subgame.improve(game, known, blueprint, 0, progress=lambda report: False).stopped == "cancelled"
    with pytest.raises(ParameterError, match="top=0"):
        tj.subgame.improve(game, known, blueprint, top=0)
    with pytest.raises(StrategyError, match="expected"):
        tj.subgame.improve(game, known, blueprint, 1, version=night)


def test_the_command(capsys, tmp_path):
    file, old = str(tmp_path / "new.safetensors"), str(tmp_path / "old.safetensors")
    args = ["subgame", "improve", LEDUC, "--quiet", "--json"]
    assert main([*args, "--without", "b75", "--player", "0", "--top", "1", "--out", file]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["loss_after"] < data["loss_before"] and len(data["branches"]) == 1
    assert main([*args, "--undo", file, "--out", old]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] == data["parent_digest"]
    assert tj.subgame.strategy_digest(tj.Strategy.load(old)) == data["parent_digest"]
    assert main([*args, "--without", "b77"]) == 2
    assert "no such action" in capsys.readouterr().err
    assert main(args) == 2

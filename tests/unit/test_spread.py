"""Users of `tianji.parallel`: the same answers by other processes as here, bit for bit, and one view of it."""

from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

import tianji as tj
from tianji.arena import holdem_match, match
from tianji.cfr.bench import benchmark
from tianji.cfr.blocks import Walker, solve_blocks
from tianji.cfr.seeds import solve_seeds
from tianji.cli.shared.live import Live, fitting
from tianji.evaluate.response import in_proportion, plans, terminal_cfv
from tianji.flat.nodes import node_table
from tianji.parallel import Processes, Serial, simulate_batch
from tianji.parallel.ordered import Meter
from tianji.run.clock import Clock


@pytest.fixture(scope="module")
def pool():
    with Processes(2) as executor:
        yield executor


@pytest.fixture(autouse=True)
def kept(pool, monkeypatch):
    """One pool for all: `on="processes(2)"` means it, and its processes stay."""
    monkeypatch.setattr(pool, "close", lambda: None)
    for home in ("subgame.solve", "arena.pieces", "parallel.batch", "cfr.bench", "cfr.blocks"):
        module = import_module(f"tianji.{home}")
        monkeypatch.setattr(module, "make_executor", lambda on: Serial() if on == "serial" else pool)


@pytest.fixture(scope="module")
def leduc():
    game = tj.load("leduc")
    return game, tj.solve(game, "cfr+", iterations=20).strategy, tj.subgame.cuts(game, "board")


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"technique": "resolve", "payoffs": "estimate", "estimate": "exact", "player": 0},
        {"technique": "resolve", "solver": "cfr+", "iterations": 20},
        {
            "technique": "resolve",
            "payoffs": "distributional",
            "spread": 0.5,
            "solver": "cfr-br",
            "iterations": 5,
        },
    ],
)
def test_subgames(leduc, given):
    game, blueprint, cuts = leduc
    told = []
    here = tj.subgame.solve_all(game, blueprint, cuts[:6], **given)
    there = tj.subgame.solve_all(game, blueprint, cuts[:6], **given, on="processes(2)", progress=told.append)
    for a, b in zip(here.strategy.tables, there.strategy.tables, strict=True):
        assert (a.probs == b.probs).all()
    for a, b in zip(here.report.cuts, there.report.cuts, strict=True):
        first, second = ({k: v for k, v in x.to_dict().items() if k != "seconds"} for x in (a, b))
        assert first == second
    assert here.report.loss_after == there.report.loss_after
    assert told[-1].done == 6 and told[-1].unit == "subgames"


def test_subgames_that_workers_cannot_know(leduc):
    game, blueprint, cuts = leduc
    with pytest.raises(tj.errors.ParameterError, match="threads are of this process"):
        tj.subgame.solve_all(game, blueprint, cuts, on="processes(2)", threads=2)

    class Own(type(game)):
        pass

    own = Own()
    blueprint = tj.solve(own, iterations=3).strategy
    with pytest.raises(tj.errors.NotApplicableError, match="other processes cannot load"):
        tj.subgame.solve_all(own, blueprint, tj.subgame.cuts(own, "board"), on="processes(2)")


def test_stopped_early_subgames_keep_the_blueprint(leduc):
    game, blueprint, cuts = leduc
    found = tj.subgame.solve_all(game, blueprint, cuts, on="processes(2)", stop=lambda: True)
    assert found.report.stopped == "cancelled"
    assert any("the blueprint is kept" in cut.note for cut in found.report.cuts)


@pytest.mark.parametrize(
    ("a", "b", "given"), [("dcfr", "uniform", {}), ("uniform", "lp", {"duplicate": False})]
)
def test_matches(a, b, given):
    told = []
    here = match(tj.load("kuhn"), a, b, hands=150, seed=3, **given)
    there = match(tj.load("kuhn"), a, b, hands=150, seed=3, on="processes(2)", progress=told.append, **given)
    assert here.to_dict() == there.to_dict() and told[-1].done == told[-1].total


def test_matches_of_searches_and_of_agents_without_a_name():
    game = tj.load("tic_tac_toe")
    sides = "mcts:nodes=20", "uniform"
    assert match(game, *sides, hands=6).to_dict() == match(game, *sides, hands=6, on="processes(2)").to_dict()

    class Mine:
        def choose(self, state, player):
            return game.actions(state)[0]

    with pytest.raises(tj.errors.NotApplicableError, match="is an agent of this process"):
        match(game, Mine(), "uniform", hands=6, on="processes(2)")


def test_matches_of_holdem():
    here = holdem_match("tiny", "random", hands=6, seed=1)
    assert here.to_dict() == holdem_match("tiny", "random", hands=6, seed=1, on="processes(2)").to_dict()
    with pytest.raises(tj.errors.ParameterError, match="plays in this process alone"):
        holdem_match("call", "port:1", on="processes(2)")
    with pytest.raises(tj.errors.ParameterError, match="one after the other"):
        holdem_match("call", "fold", on="processes(2)", log="x.log")


def test_seeds_averaged_in_plan_space(tmp_path):
    """NashConv(x̄) ≤ mean of NashConv(x^m), exactly: a best response's value is convex in the plan it answers."""
    game = tj.load("leduc")
    given = {"iterations": 60, "seeds": 4, "seed": 5}
    here = solve_seeds(game, **given)
    there = solve_seeds(game, **given, on="processes(2)", folder=tmp_path)
    assert here.nash_conv == there.nash_conv and here.each == there.each
    assert here.nash_conv < here.mean and len(set(here.each)) == 4
    flat = tj.compile(game)
    parts = [plans(flat, flat.from_strategy(tj.solve(game, "external", iterations=60, seed=5 + m).strategy))
             for m in range(4)]  # fmt: skip
    vectors = [in_proportion(flat.trees[p], sum(part[p] for part in parts)) for p in (0, 1)]
    assert tj.nash_conv(game, flat.to_strategy(vectors)) == pytest.approx(here.nash_conv, abs=1e-12)
    again = solve_seeds(game, iterations=60, seeds=4, seed=5, folder=tmp_path)  # nothing is left to do
    assert again.nash_conv == here.nash_conv


@pytest.mark.parametrize("game", ["tian_ji", "prisoners_dilemma", "kuhn(players=3)"])
def test_seeds_where_averages_promise_nothing(game):
    if game == "tian_ji":
        with pytest.raises(tj.errors.UnknownNameError, match="no sampling method 'dcfr'"):
            solve_seeds(tj.load(game), "dcfr", iterations=3)
    else:
        with pytest.raises(tj.errors.NotApplicableError, match="as good as its parts"):
            solve_seeds(tj.load(game), iterations=3)


def test_the_bench():
    found = benchmark(0.001, on="processes(2)")
    assert len(found.results) == 6 and not found.stopped


def test_simulation_by_hand():
    """Three items of 3, 2, 2 s on two slots: 4 s; one node that dies at a known moment loses what it was at."""
    free = {"start": 0.0, "overhead": 0.0}
    assert simulate_batch([3.0, 2.0, 2.0], 1, 2, **free).makespan == 4.0
    assert simulate_batch([1.0] * 10, 2, 1, start=2.0, overhead=0.0).makespan == 7.0
    assert simulate_batch([0.0] * 100, 1, 4, start=0.0, overhead=0.01).makespan == pytest.approx(1.0)
    for seed in range(5):
        found = simulate_batch([50.0] * 200, 2, 4, deaths=20.0, replace=5.0, seed=seed, **free)
        assert found.work == 10_000.0 and found.deaths > 0 and found.makespan >= 10_000.0 / 8
        assert 0 < found.lost_share < 0.5 and found.efficiency <= 1.0
    rare = [simulate_batch([128.0] * 17_550, 4, 64, deaths=0.01, seed=seed) for seed in range(5)]
    assert max(found.lost_share for found in rare) <= 0.02  # LEARNING's plan: one death in 100 node-hours
    with pytest.raises(tj.errors.ParameterError, match="1000 in a row and no item"):
        simulate_batch([3600.0], deaths=1e6)


def test_what_the_view_of_a_batch_says():
    meter = Meter("batch", 100, "items", Clock())
    for k in range(40):
        meter.add(tj.parallel.Outcome("key", "done", where=f"node{k % 20}:1"))
    assert meter.detail == "20 workers: 2 to 2 each" and meter.report().total == 100
    assert np.isclose(meter.report().rate * meter.report().eta, 60)


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (120, "batch: 31 of 60 items, 2.1/s, 2 workers: 15 + 15, 1 failed, about 14 s left"),
        (80, "batch: 31 of 60 items, 2.1/s, 2 workers: 15 + 15, 1 failed, about 14 s left"),
        (60, "batch: 31 of 60 items, 1 failed, about 14 s left"),
    ],
)
def test_what_a_terminal_has_room_for(width, line):
    """The rate goes first, then the workers; what is done, what failed and the time left stay."""
    meter = Meter("batch", 60, "items", Clock())
    for k in range(31):
        meter.add(tj.parallel.Outcome("key", "failed" if k == 30 else "done", where=f"node{k % 2}:1"))
    meter.workers = {"a": 15, "b": 15}
    report = replace(meter.report(), rate=2.1, eta=14.0)
    assert fitting(Live(quiet=True).parts(report), width - 1) == line


def test_blocks_give_the_same_bits_on_threads_and_processes():
    game = tj.load("leduc")
    found = [solve_blocks(game, blocks=6, walks=100, seed=2, **more)
             for more in ({"threads": 1}, {"threads": 2}, {"on": "processes(2)"})]  # fmt: skip
    assert len({one.nash_conv for one in found}) == 1
    for table in zip(*(one.strategy.tables for one in found), strict=True):
        assert all((table[0].probs == other.probs).all() for other in table[1:])
    assert found[0].nash_conv != solve_blocks(game, blocks=6, walks=100, seed=3).nash_conv


def test_walks_are_unbiased():
    """In the mean a walk finds the regrets that one sweep of CFR finds, and the average weighs by own reach."""
    flat = tj.compile(tj.load("kuhn"))
    walker, rng = Walker.of(flat), np.random.default_rng(4)
    mixes = [in_proportion(tree, rng.random(tree.num_slots)) for tree in flat.trees]
    reach, cut, walks = plans(flat, mixes), flat.trees[0].num_slots, 40_000
    sums = walker.walk(np.concatenate(mixes), 9, 0, walks) / walks
    for p, (mine, average) in enumerate(zip(np.split(sums[0], [cut]), np.split(sums[1], [cut]), strict=True)):
        tree = flat.trees[p]
        cfv = tree.backward(mixes[p], terminal_cfv(flat, reach, p))
        wanted = cfv - np.concatenate(
            [[cfv[0]], np.repeat(tree.totals(mixes[p] * cfv), np.diff(tree.first_slot))]
        )
        assert (
            np.abs(mine[1:] - wanted[1:]).max() < 0.03
        )  # payoffs of 2, 40,000 walks: a standard error is below 0.01
        odds = odds_of(flat, p) * reach[p][1:]
        assert np.abs(average[1:] - odds).max() < 0.02


def odds_of(flat, p):
    """`[Q − 1]`: chance's odds of all histories of a slot's infoset; the other tries all his actions meanwhile."""
    nodes = node_table(flat)
    found = np.zeros(flat.trees[p].num_infosets)
    for h in np.flatnonzero(nodes.player == p):
        found[nodes.infoset[h]] += nodes.chance[h]
    return np.repeat(found, np.diff(flat.trees[p].first_slot))

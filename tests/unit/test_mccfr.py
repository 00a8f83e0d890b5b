"""Sampling CFR: determinism, resuming, saved states, and one sentence for every mistake."""

import json
from dataclasses import dataclass
from random import Random

import numpy as np
import pytest

from tianji.cfr.mccfr import (
    SAMPLERS,
    SampledInfoset,
    SampledState,
    average_strategy,
    from_tensors,
    mix,
    new_state,
    resolve_options,
    run,
    to_tensors,
)
from tianji.cfr.sampling_walks import Dice
from tianji.core import storage, walk
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.errors import (
    FileFormatError,
    GameRuleError,
    ParameterError,
    StrategyError,
    UnknownNameError,
)
from tianji.games.registry import load

VARIANTS = list(SAMPLERS)


def ran(spec, variant, iterations, seed=3, state=None, **options):
    game = load(spec)
    state = state or new_state(game)
    run(game, state, iterations, seed, variant, options)
    return state


# Determinism -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_seed_one_result(variant):
    assert ran("kuhn", variant, 50) == ran("kuhn", variant, 50)
    assert ran("kuhn", variant, 50) != ran("kuhn", variant, 50, seed=4)


@pytest.mark.parametrize("weighting", ["uniform", "linear"])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("spec", ["kuhn", "kuhn(players=3)", "leduc"])
def test_a_broken_and_resumed_run_is_the_unbroken_one_bit_for_bit(spec, variant, weighting, tmp_path):
    whole = ran(spec, variant, 60, weighting=weighting)
    state = ran(spec, variant, 17, weighting=weighting)
    for more in (1, 0, 42):
        tensors, fields = to_tensors(state)
        storage.save(tmp_path / "state", "sampled", tensors, fields)
        state = from_tensors(*storage.load(tmp_path / "state", "sampled"))
        ran(spec, variant, more, state=state, weighting=weighting)
    assert state == whole
    assert [list(table) for table in state.tables] == [list(table) for table in whole.tables]  # order too
    assert [list(table) for table in state.baselines] == [list(table) for table in whole.baselines]
    before, after = to_tensors(whole)[0], to_tensors(state)[0]
    assert before.keys() == after.keys()
    assert all(before[name].tobytes() == after[name].tobytes() for name in before)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("capacity", [0, 20])
def test_how_many_nodes_are_kept_changes_no_number(variant, capacity):
    assert ran("leduc", variant, 40, keep_nodes=capacity) == ran("leduc", variant, 40)


def test_kept_nodes_respect_their_limit_and_spare_the_game():
    small, large = ran("leduc", "external", 300, keep_nodes=50), ran("leduc", "external", 300)
    assert small.tree.linked == 50
    assert large.tree.created == large.tree.linked + 1  # the root hangs from nothing
    assert large.tree.created < small.tree.created / 2


def test_options_change_the_run():
    assert ran("kuhn", "outcome", 30) != ran("kuhn", "outcome", 30, epsilon=0.1)
    assert ran("kuhn", "vr", 30) != ran("kuhn", "vr", 30, baseline_decay=0.1)
    assert ran("kuhn", "external", 30) != ran("kuhn", "external", 30, weighting="linear")
    skip = {"beta": 0.0, "tau": 0.5}
    assert ran("kuhn", "average-strategy", 30) != ran("kuhn", "average-strategy", 30, **skip)


def test_average_strategy_sampling_that_keeps_everything_is_external_sampling():
    # ε = 1 makes every ρ one, and a sure action draws nothing: the same walk, draw for draw.
    assert ran("leduc", "average-strategy", 50, epsilon=1.0) == ran("leduc", "external", 50)


def test_mix_never_repeats_within_a_seed():
    seen = {mix(seed, t) for seed in range(20) for t in range(500)}
    assert len(seen) == 20 * 500
    assert all(0 <= x < 2**64 for x in seen)
    assert mix(-1, 5) == mix(2**64 - 1, 5)


# Parts -----------------------------------------------------------------------------------------------


def test_dice_follow_the_probabilities_and_never_pick_the_impossible():
    class Fixed:
        def __init__(self, x):
            self.random = lambda: x

    assert [Dice(Fixed(x)).pick([0.0, 0.5, 0.0, 0.5, 0.0]) for x in (0.0, 0.49, 0.5, 0.999)] == [1, 1, 3, 3]
    assert Dice(Fixed(1 - 2**-53)).pick([0.3, 0.3, 0.3, 0.0]) == 2  # a sum short of one
    counts = np.bincount([Dice(rng).pick([0.2, 0.0, 0.8]) for rng in [Random(1)] for _ in range(10_000)])
    assert counts[1] == 0
    assert counts[0] == pytest.approx(2_000, abs=5 * 40)  # five standard deviations


@dataclass(frozen=True)
class Tree(Game):
    """A chance node with impossible outcomes, then a guess; parameters break it in one way each."""

    fault: str = ""

    def initial(self):
        return ""

    def player(self, s):
        if self.fault == "endless":
            return 0
        if self.fault == "no such player" and len(s) == 1:
            return 5
        return (CHANCE, 0, 1, TERMINAL)[len(s)]

    def chances(self, s):
        return {
            "chance": [("x", 0.5), ("y", 0.4)],
            "negative chance": [("x", 1.5), ("y", -0.5)],
            "nan chance": [("x", float("nan")), ("y", 1.0)],
            "no chance": [],
        }.get(self.fault, [("v", 0.0), ("x", 0.25), ("w", 0.0), ("y", 0.75), ("z", 0.0)])

    def actions(self, s):
        if self.fault == "menu" and s.startswith("y"):
            return ("b", "a")
        return {"no actions": (), "twins": ("a", "a")}.get(self.fault, ("a", "b"))

    def result(self, s, a):
        return s + a

    def utility(self, s):
        return {"nan": (float("nan"), 0), "one number": (1,)}.get(
            self.fault, (1, -1) if s[1] == s[2] else (-1, 1)
        )

    def information(self, s, player):
        if self.fault == "one text" and player == 0:
            return "(1, 2)" if s == "x" else (1, 2)
        return len(s)


def test_impossible_outcomes_are_never_drawn():
    game = Tree()
    state = new_state(game)
    run(game, state, 500)
    met = [child is not None for child in state.tree.root.children]
    assert met == [False, True, False, True, False]


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("chance", "sum to 0.9; expected"),
        ("negative chance", "expected numbers ≥ 0"),
        ("nan chance", "sum to nan; expected"),
        ("no chance", "sum to 0.0; expected"),
        ("no actions", "has no actions"),
        ("twins", "make them distinct"),
        ("menu", "give them different infoset keys"),
        ("nan", "expected 2 finite numbers"),
        ("one number", "expected 2 finite numbers"),
        ("no such player", "expected 0 to 1, CHANCE or TERMINAL"),
        ("one text", "two infoset keys with one text"),
        ("endless", "no end after 2,000 moves"),
    ],
)
@pytest.mark.parametrize("variant", ["external", "vr"])
def test_a_game_that_breaks_its_contract_is_refused(fault, sentence, variant, monkeypatch):
    monkeypatch.setattr(walk, "MAX_DEPTH", 2_000)
    game = Tree(fault)
    with pytest.raises(GameRuleError, match=sentence):
        run(game, new_state(game), 200, 0, variant)


# States and files ------------------------------------------------------------------------------------


def test_average_strategy_lists_what_was_met_and_plays_uniformly_elsewhere():
    state = SampledState("g", 2)
    state.tables[0]["I"] = SampledInfoset(("a", "b"), [1.0, -1.0], [1.0, 3.0])
    state.tables[0]["J"] = SampledInfoset(("a", "b", "c", "d"), [0.0] * 4, [0.0] * 4)
    strategy = average_strategy("g", state)
    strategy.check()
    assert strategy.at(0, "I") == {"a": 0.25, "b": 0.75}
    assert strategy.at(0, "J") == {"a": 0.25, "b": 0.25, "c": 0.25, "d": 0.25}
    assert (strategy.game, strategy.unvisited, len(strategy)) == ("g", "uniform", 2)


def test_zero_iterations_change_nothing():
    state = ran("kuhn", "external", 0)
    assert state == new_state(load("kuhn"))
    fields = to_tensors(state)[1]
    assert json.loads(json.dumps(fields)) == {"game": "kuhn", "players": 2, "t": 0}
    assert from_tensors(*to_tensors(state)) == state


def test_saved_states_are_refused_when_incomplete():
    tensors, fields = to_tensors(ran("kuhn", "vr", 20))
    for name in tensors:
        with pytest.raises(FileFormatError, match="not a complete state"):
            from_tensors({k: v for k, v in tensors.items() if k != name}, fields)
    for name in ("game", "players", "t"):
        with pytest.raises(FileFormatError, match="not a complete state"):
            from_tensors(tensors, {k: v for k, v in fields.items() if k != name})
    for name in ("cum_regret.0", "cum_strategy.1", "baseline.0"):
        with pytest.raises(FileFormatError, match="does not fit"):
            from_tensors({**tensors, name: tensors[name][:-1]}, fields)
        broken = tensors[name].copy()
        broken[0] = np.nan
        with pytest.raises(FileFormatError, match="other than finite numbers"):
            from_tensors({**tensors, name: broken}, fields)


def test_a_state_of_another_game_is_refused():
    state = ran("kuhn", "external", 5)
    with pytest.raises(StrategyError, match="belongs to 'kuhn'"):
        ran("leduc", "external", 5, state=state)
    tensors, fields = to_tensors(state)
    foreign = from_tensors(tensors, {**fields, "game": "leduc"})
    foreign.tables[0] = {text: SampledInfoset.empty(("x",)) for text in ran("leduc", "external", 5).tables[0]}
    with pytest.raises(GameRuleError, match="the saved state has"):
        ran("leduc", "external", 5, state=foreign)


# Mistakes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("iterations", [-1, 2.5, True, "10"])
def test_iterations_must_be_a_count(iterations):
    with pytest.raises(ParameterError, match=f"iterations={iterations!r}; expected a whole number"):
        ran("kuhn", "external", iterations)


@pytest.mark.parametrize("seed", [1.5, None, "1", True])
def test_the_seed_must_be_a_whole_number(seed):
    with pytest.raises(ParameterError, match="expected a whole number"):
        ran("kuhn", "external", 1, seed=seed)


def test_only_games_and_states_are_taken():
    with pytest.raises(ParameterError, match="got 'kuhn' where a Game was expected"):
        new_state("kuhn")
    with pytest.raises(ParameterError, match="where a Game was expected"):
        run("kuhn", SampledState("kuhn", 2), 1)
    with pytest.raises(ParameterError, match="expected a SampledState"):
        run(load("kuhn"), {}, 1)

    class Nobody(Tree):
        players = 0

    with pytest.raises(ParameterError, match="players is 0"):
        new_state(Nobody())


def test_unknown_names_get_the_nearest_ones():
    with pytest.raises(UnknownNameError, match="did you mean 'outcome'"):
        ran("kuhn", "outcom", 1)
    with pytest.raises(UnknownNameError, match="no option 'epsilom'; did you mean 'epsilon'"):
        ran("kuhn", "outcome", 1, epsilom=0.1)
    with pytest.raises(UnknownNameError, match="no option 'epsilon'"):
        ran("kuhn", "external", 1, epsilon=0.1)


@pytest.mark.parametrize(
    ("variant", "name", "value"),
    [
        ("outcome", "epsilon", 0.0),
        ("outcome", "epsilon", 1.1),
        ("outcome", "epsilon", float("nan")),
        ("outcome", "epsilon", "much"),
        ("vr", "baseline_decay", -0.1),
        ("vr", "baseline_decay", 2),
        ("vr", "baseline_decay", True),
        ("average-strategy", "beta", -1),
        ("average-strategy", "tau", float("inf")),
        ("external", "weighting", "quadratic"),
        ("external", "keep_nodes", -1),
        ("external", "keep_nodes", 1.0),
    ],
)
def test_options_out_of_range_are_refused(variant, name, value):
    with pytest.raises(ParameterError, match=f"option {name}={value!r}; expected"):
        ran("kuhn", variant, 1, **{name: value})


def test_the_table_of_samplers():
    assert VARIANTS == ["external", "outcome", "average-strategy", "vr"]
    assert {
        k: v for k, v in resolve_options("average-strategy").items() if k in ("epsilon", "beta", "tau")
    } == {
        "epsilon": 0.05,
        "beta": 1e6,
        "tau": 1e3,
    }
    assert resolve_options("outcome")["epsilon"] == 0.6
    assert resolve_options("vr")["baseline_decay"] == 0.5
    with pytest.raises(TypeError):
        SAMPLERS["outcome"].options["epsilon"] = 1.0
    for sampler in SAMPLERS.values():
        assert sampler.make.__doc__ and "Standing:" in sampler.make.__doc__

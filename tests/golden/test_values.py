"""Known equilibrium values, sizes and exploitabilities."""

import json
from pathlib import Path

import numpy as np
import pytest

import tianji as tj

DATA = Path(__file__).parents[1] / "data" / "openspiel"


def our_spec(name: str) -> str:
    """open_spiel's game string in our words."""
    game, _, rest = name.partition("(")
    given = dict(part.split("=") for part in rest.rstrip(")").split(",") if part)
    words = {
        "num_cards": "cards",
        "dice_sides": "faces",
        "numdice": "dice",
        "returns_type": "returns",
        "points_order": "points_order",
        "players": "players",
    }
    given.pop("imp_info", None)
    ours = {"leduc_poker": "leduc", "kuhn_poker": "kuhn"}.get(game, game)
    return f"{ours}({','.join(f'{words[k]}={v}' for k, v in given.items())})" if given else ours


VALUES = json.loads((DATA / "game_values.json").read_text())["items"]


@pytest.mark.parametrize("item", VALUES, ids=[item["game"] for item in VALUES])
def test_the_lp_finds_the_published_value(item):
    flat = tj.compile(tj.load(our_spec(item["game"])))
    assert [tree.num_infosets for tree in flat.trees] == item["infosets"]
    assert (flat.histories, flat.terminals) == (item["nodes"], item["terminals"])
    solution = tj.solve(flat, "lp")
    assert solution.values[0] == pytest.approx(item["value_p0"], abs=1e-9)
    assert solution.nash_conv < 1e-9


SMALL = {
    # value to player 0, with its source
    "kuhn": -1 / 18,  # Kuhn (1950)
    "coin_toss": 0.0,  # Brown & Sandholm (2017), section 2
    "matching_pennies": 0.0,
    "rock_paper_scissors": 0.0,
    "rock_paper_scissors(biased=True)": 2 / 15,  # lecture on regret matching; re-derived by LP
    "leduc": -0.08560642407800052,  # sequence-form LP over open_spiel's tree
    "liars_dice(faces=3)": 1 / 9,
}


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.parametrize("method", ["lp", "cfr+", "dcfr"])
def test_values_of_small_games(spec, method):
    solution = tj.solve(tj.load(spec), method, **({} if method == "lp" else {"until": 1e-4}))
    assert solution.exploitability <= (1e-9 if method == "lp" else 1e-4)
    # with NashConv ε the value is within ε of the game's
    assert solution.values[0] == pytest.approx(SMALL[spec], abs=max(1e-9, solution.nash_conv))


def test_biased_rock_paper_scissors_has_the_lecture_equilibrium():
    strategy = tj.solve(tj.load("rock_paper_scissors(biased=True)"), "lp").strategy
    assert strategy.tables[0].probs == pytest.approx([1 / 5, 7 / 15, 1 / 3], abs=1e-9)
    assert strategy.tables[1].probs == pytest.approx([1 / 3, 7 / 15, 1 / 5], abs=1e-9)


UNIFORM_NASH_CONV = {
    "kuhn": 11 / 12,  # hand-checked; open_spiel's exploitability_test.py agrees
    "leduc": 4.7472222222222,  # open_spiel's exploitability_test.py
}


@pytest.mark.parametrize("spec", UNIFORM_NASH_CONV)
def test_nash_conv_of_uniform_play(spec):
    game = tj.load(spec)
    assert tj.nash_conv(game, tj.uniform(game)) == pytest.approx(UNIFORM_NASH_CONV[spec], abs=1e-12)
    assert tj.exploitability(game, tj.uniform(game)) == pytest.approx(UNIFORM_NASH_CONV[spec] / 2, abs=1e-12)


FIXED = json.loads((DATA / "fixed_policy_values.json").read_text())["items"]


@pytest.mark.parametrize("item", FIXED, ids=[f"{i['game']}, {i['policy'][:32]}" for i in FIXED])
def test_fixed_policies(item):
    """Values and best-response values of fixed strategies, computed with open_spiel 2.0.2."""
    game = tj.load(our_spec(item["game"]))
    flat = tj.compile(game)
    vectors = []
    for tree in flat.trees:
        rows = [np.array([1.0])]
        for menu in tree.menus:
            k = len(menu)
            if "highest" in item["policy"]:
                rows.append(np.eye(k)[-1])
            elif "lowest" in item["policy"]:
                rows.append(np.eye(k)[0])
            elif "proportional" in item["policy"]:
                rows.append(np.arange(1, k + 1) / (k * (k + 1) / 2))
            else:
                assert "uniform" in item["policy"]
                rows.append(np.full(k, 1 / k))
        vectors.append(np.concatenate(rows))
    strategy = flat.to_strategy(vectors)
    assert tj.values(flat, strategy) == pytest.approx(item["expected_returns"], abs=1e-9)
    best = [tj.best_response(flat, strategy, p).value for p in range(flat.players)]
    assert best == pytest.approx(item["best_response_values"], abs=1e-9)
    assert tj.nash_conv(flat, strategy) == pytest.approx(item["nash_conv"], abs=1e-9)


KUHN = json.loads((DATA / "kuhn_random_policies.json").read_text())["items"]


@pytest.mark.parametrize("item", KUHN, ids=[item["id"] for item in KUHN])
def test_random_kuhn_strategies(item):
    """Two open_spiel implementations agree on these to 1e-9."""
    game = tj.load("kuhn")
    flat = tj.compile(game)
    vectors = []
    for tree in flat.trees:
        rows = [np.array([1.0])]
        for card, line in tree.keys:
            bet = item["bet_probability"][f"{card}{line}"]
            rows.append(np.array([1 - bet, bet]))
        vectors.append(np.concatenate(rows))
    strategy = flat.to_strategy(vectors)
    assert tj.values(game, strategy)[0] == pytest.approx(item["expected_return_player0"], abs=1e-9)
    for p in range(2):
        best = tj.best_response(game, strategy, p).value
        assert best == pytest.approx(item[f"best_response_value_player{p}"], abs=1e-9)
    assert tj.nash_conv(game, strategy) == pytest.approx(item["nash_conv"], abs=1e-9)

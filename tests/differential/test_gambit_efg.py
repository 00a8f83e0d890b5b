"""Our .efg files against Gambit: it reads them, counts the same infosets, and pays the same."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from tianji.core.game import CHANCE, TERMINAL
from tianji.core.walk import histories
from tianji.games import load
from tianji.games.efg import read_efg, write_efg

FOLDER = Path(__file__).parent.parent / "data" / "efg"
GAMES = [
    "coin_toss(subgames=2,sell_heads=1/3)",
    "goofspiel(cards=3,points_order=random)",
    "inspection(F=0.1)",
    "kuhn",
    "kuhn(players=3)",
    "leduc(ranks=3,suits=1,bets=(1.5,4))",
    "liars_dice(faces=2)",
    "prisoners_dilemma",
    "random_game(seed=2,depth=6,players=3,zero_sum=false)",
    "random_game(seed=8,depth=6,chance=0.6)",
    "tian_ji",
    *(str(path) for path in sorted(FOLDER.glob("*.efg"))),
]

pytestmark = pytest.mark.interop


@pytest.fixture(scope="module")
def gambit():
    return pytest.importorskip("pygambit", reason="pygambit is not installed: pip install 'tianji[interop]'")


def infoset_sizes(game):
    """Per player the number of nodes in each infoset, in the order of a depth-first walk."""
    sizes: list[dict] = [{} for _ in range(game.players)]
    for visit in histories(game):
        if visit.player >= 0:
            key = game.information(visit.state, visit.player)
            sizes[visit.player][key] = sizes[visit.player].get(key, 0) + 1
    return sizes


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: Path(spec).name)
def test_gambit_reads_it_and_agrees(spec, gambit):
    game = load(spec)
    theirs = gambit.read_efg(io.StringIO(write_efg(game)))
    sizes = infoset_sizes(game)
    assert len(theirs.players) == game.players
    for player, ours in zip(theirs.players, sizes, strict=True):
        assert len(player.infosets) == len(ours)
        assert sorted(len(infoset.members) for infoset in player.infosets) == sorted(ours.values())
    if "absent_minded" in spec:
        assert not theirs.is_perfect_recall
        return
    assert theirs.is_perfect_recall
    # The file numbers infosets as our walk meets them, and Gambit keeps the order of the file.
    rng = random.Random(spec.rpartition("/")[2])
    for _ in range(3):
        profile, rows = theirs.mixed_behavior_profile(), []
        for player, ours in zip(theirs.players, sizes, strict=True):
            table = {}
            by_number = {infoset.number: infoset for infoset in player.infosets}
            for number, key in enumerate(ours):
                infoset = by_number[number]
                weights = [rng.random() for _ in infoset.actions]
                table[key] = [w / sum(weights) for w in weights]
                for action, p in zip(infoset.actions, table[key], strict=True):
                    profile[action] = p
            rows.append(table)
        pay = expected(game, rows)
        for player, value in zip(theirs.players, pay, strict=True):
            assert float(profile.payoff(player)) == pytest.approx(value, abs=1e-9)


def expected(game, rows):
    """Expected payoffs by a plain recursion over the rules."""

    def value(state):
        player = game.player(state)
        if player == TERMINAL:
            return [float(u) for u in game.utility(state)]
        if player == CHANCE:
            moves = game.chances(state)
        else:
            moves = zip(game.actions(state), rows[player][game.information(state, player)], strict=True)
        total = [0.0] * game.players
        for action, p in moves:
            total = [t + p * v for t, v in zip(total, value(game.result(state, action)), strict=True)]
        return total

    return value(game.initial())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.efg")), ids=lambda path: path.name)
def test_what_gambit_writes_reads_back(path, gambit):
    theirs = gambit.read_efg(str(path))
    again = read_efg(theirs.to_efg())
    ours = read_efg(path)
    assert [v.player for v in histories(again)] == [v.player for v in histories(ours)]
    ends = [[g.exact_utility(v.state) for v in histories(g) if v.player == TERMINAL] for g in (again, ours)]
    assert ends[0] == ends[1]
    assert [list(s.values()) for s in infoset_sizes(again)] == [list(s.values()) for s in infoset_sizes(ours)]

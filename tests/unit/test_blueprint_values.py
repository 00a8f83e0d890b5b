"""What a blueprint's actions are worth: held against exact answers, kept in files, and used to take luck out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import tianji as tj
from tianji.arena import holdem_match
from tianji.arena.measures.hand_aivat import ValueAgent
from tianji.core import storage
from tianji.errors import FileFormatError, NotApplicableError, ParameterError
from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.agent import BlueprintAgent
from tianji.holdem.blueprint.dealing import full_dealer, make_dealer
from tianji.holdem.blueprint.evaluate import NEVER, BoardWalk
from tianji.holdem.blueprint.menu import Menu
from tianji.holdem.blueprint.store import Blueprint, blueprint_of, shipped, shipped_buckets
from tianji.holdem.blueprint.values import Places, betting_of, make_values, seat_board
from tianji.kernels.poker.public_chance import make_table, value_board
from tianji.poker.cards import hand_cards, parse_cards, parse_hand
from tianji.poker.equity import equities
from tianji.poker.hand import HandState
from tianji.poker.preflop import class_of_hands, matchups

MENU = Menu(("a", "a", "a", "a"), stack=1000, name="short")
BOARD = (0, 13, 26, 39, 44)


def drawn(seed):
    even = blueprint_of(MENU, shipped_buckets())
    weights = np.random.default_rng(seed).random(even.entries).astype(np.float32)
    return blueprint_of(MENU, shipped_buckets(), weights)


@cache
def valued():
    """A blueprint that plays all actions alike, with values over the boards of one dealer."""
    found, work = blueprint_of(MENU, shipped_buckets()), Work(threads=1)
    dealer = full_dealer(found.buckets, work, flops=2)
    return replace(found, worth=make_values(found, 60, work, dealer=dealer))


def test_values_on_a_board_are_those_of_the_walk_that_measures_blueprints():
    found, table = drawn(1), make_table()
    rows = [np.zeros(1326, dtype=np.int32), *(np.arange(1326) % 50 for _ in range(3))]
    dealer = make_dealer(range(13), 5, class_of_hands(), [])
    seat_board(dealer, BOARD, rows, table)
    count = int(table.sizes[0])
    hands = np.flatnonzero(~np.isin(hand_cards(), BOARD).max(axis=1))
    assert sorted(table.hand[:count]) == hands.tolist()
    walk = BoardWalk(found.tree, found.counts, found.steps())
    wanted = walk.values(BOARD, hands, rows, NEVER)
    betting, none = betting_of(found.tree, found.counts), np.full(len(found.tree.child), -1, dtype=np.int64)
    ones, empty = np.ones(count), np.zeros(0, dtype=np.float32)
    shares = found.node_rows(0)[0]
    for player in (0, 1):
        out = np.zeros((int(found.tree.actions[0]), count))
        value_board(betting, found.steps(), 0, ones, ones, none, player, table, empty, empty, out)
        own = shares if player == int(found.tree.player[0]) else np.ones(len(shares))
        mean = float(own @ out.sum(axis=1)) / (count * 990)
        assert mean == pytest.approx(wanted[player], abs=0.05)


def test_values_are_the_same_on_any_number_of_threads():
    found, flops = drawn(2), full_dealer(shipped_buckets(), Work(threads=1), flops=2)
    one, two, three = (make_values(found, 40, Work(threads=n), seed=5, dealer=flops) for n in (1, 2, 3))
    for other in (two, three):
        assert np.array_equal(one.codes, other.codes)
        assert np.array_equal(one.low, other.low) and np.array_equal(one.step, other.step)
        assert one.error == other.error


def test_before_the_flop_an_all_in_is_worth_its_equity():
    """Everybody calls half the time: a push wins the big blind or plays for the stack."""
    found = valued()
    state, table, kind = HandState.start(MENU.rules), matchups(), class_of_hands()
    push = found.action_values(state)["r1000"]
    equity = (table.pairs * table.equity).sum(axis=1) / table.pairs.sum(axis=1)
    for name in ("AhAd", "7c2d", "KsQs"):
        hand = parse_hand(name)
        wanted = 0.5 * 100 + 0.5 * (2 * equity[kind[hand]] - 1) * 1000
        assert push[hand] == pytest.approx(wanted, abs=150)  # two flops
    assert found.action_values(state)["f"] == pytest.approx(-50)
    assert found.action_values(state, 0)["f"] == pytest.approx(50)
    rows, worth = found.rows(state), found.action_values(state)
    assert found.values(state) == pytest.approx(sum(rows[name] * worth[name] for name in rows))
    assert 0 < found.worth.error[0] < 300 and found.worth.boards == 60


def test_on_the_river_values_are_exact():
    """Both play all actions alike, so that all hands come there alike: a call of all-in is worth its equity."""
    found = valued()
    state = HandState.start(MENU.rules).play("cc/").deal(BOARD[:3]).play("cc/").deal(BOARD[3:4]).play("cc/")
    state = state.deal(BOARD[4:]).play("r1000")
    worth = found.action_values(state)
    live = 1.0 - np.isin(hand_cards(), BOARD).max(axis=1)
    beats, meets = equities(list(BOARD), live)
    wanted = np.where(meets > 0, 1000 * beats / np.maximum(meets, 1), 0.0)
    assert worth["c"] == pytest.approx(wanted, abs=0.5)
    assert worth["f"][live > 0] == pytest.approx(-100)
    other = found.action_values(state, 1 - state.player)
    assert other["f"][live > 0] == pytest.approx(100) and other["c"] == pytest.approx(wanted, abs=0.5)


def test_files_keep_values_and_old_ones_have_none(tmp_path):
    path, found = tmp_path / "a.blueprint", valued()
    found.save(path)
    again, state = Blueprint.load(path), HandState.start(MENU.rules)
    assert np.array_equal(again.values(state), found.values(state)) and again.digest == found.digest
    assert again.to_dict()["values"] == {"boards": 60, "error": list(found.worth.error)}
    tensors, fields = storage.load(path, "blueprint")
    for cut in ("values.low", "values.codes"):
        storage.save(path, "blueprint", {n: a for n, a in tensors.items() if n != cut}, fields)
        with pytest.raises(FileFormatError, match="values"):
            Blueprint.load(path)
    short = {**tensors, "values.codes": tensors["values.codes"][:, :-1]}
    storage.save(path, "blueprint", short, fields)
    with pytest.raises(FileFormatError, match="values"):
        Blueprint.load(path)
    plain = {n: a for n, a in tensors.items() if not n.startswith("values.")}
    old = {n: v for n, v in fields.items() if n not in ("values", "version")}
    storage.save(path, "blueprint", plain, old)
    loaded = Blueprint.load(path)
    assert loaded.worth is None and not isinstance(BlueprintAgent(loaded), ValueAgent)
    with pytest.raises(NotApplicableError, match="has no values"):
        loaded.values(state)


def test_where_the_tree_ends_half_of_the_pot_is_the_guess():
    found = valued()
    state = HandState.start(replace(MENU, blinds=(50, 100)).rules).play("r300")  # between nothing and all-in
    assert found.reading(state).node >= 0
    state = state.play("r600")
    assert found.reading(state).node < 0
    assert found.values(state).max() == pytest.approx(state.pot / 2 - state.spent[state.player])


def test_the_shipped_blueprint_takes_the_luck_out_of_its_matches():
    assert shipped().worth.boards == 500 and shipped().worth.error[0] < 30
    found = holdem_match("tiny", "tiny", hands=8, seed=3)
    assert found.aivat is not None and found.note == ""
    assert found.aivat.stderr < found.score.stderr
    assert holdem_match("tiny", "tiny", hands=2, aivat=False).aivat is None


@pytest.mark.nightly
@pytest.mark.parametrize("other", ["tiny", "call"])
def test_the_mean_is_that_of_plain_results(other):
    found = holdem_match("tiny", other, hands=3000, seed=1, duplicate=False)
    assert (
        abs(found.aivat.mean - found.score.mean) < 4 * (found.aivat.stderr**2 + found.score.stderr**2) ** 0.5
    )
    assert found.aivat.stderr < 0.35 * found.score.stderr or other != "tiny"  # in self-play
    assert found.aivat.stderr < (0.6 if other == "tiny" else 1.0) * found.score.stderr


def test_the_command_finds_values(tmp_path, run):
    path = tmp_path / "a.blueprint"
    replace(valued(), worth=None).save(path)
    code, out, _ = run("holdem", "values", str(path), "--boards", "2", "--threads", "1", "--json", "-q")
    assert code == 0 and '"boards": 2' in out
    assert Blueprint.load(path).worth.boards == 2
    code, out, _ = run("holdem", "match", str(path), str(path), "--hands", "2", "--stack", "1000", "-q")
    assert code == 0 and "by AIVAT" in out
    with pytest.raises(ParameterError, match=r"^boards=1; expected"):
        Blueprint.load(path).with_values(boards=1)


def test_places_cover_what_is_not_plain():
    tree = valued().tree
    places = Places.of(tree, valued().counts)
    assert places.count == int(((tree.total >= 0) & (np.repeat(tree.street, tree.actions) < 3)).sum())
    assert parse_cards("2c") == [0] and tj.holdem.Blueprint is Blueprint

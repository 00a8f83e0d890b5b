"""Blueprints: their betting trees, files, and what they do in real hands."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import tianji as tj
from tianji.arena import hand_agent, holdem_match
from tianji.arena.rows import table_note
from tianji.core import storage
from tianji.errors import FileFormatError, NotApplicableError, ParameterError, TianjiError, UnknownNameError
from tianji.holdem.blueprint import store
from tianji.holdem.blueprint.dealing import flop_labels
from tianji.holdem.blueprint.menu import PRESETS, Menu, read_menu
from tianji.holdem.blueprint.store import Blueprint, blueprint_of, shipped, shipped_buckets
from tianji.holdem.blueprint.tree import FOLD, flatten, menu_tree
from tianji.holdem.blueprint.values import betting_of
from tianji.poker.boards import boards, hand_maps
from tianji.poker.cards import hand_cards, parse_hand
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules


def crafted(path, change):
    """The file with `change(tensors, fields)` made to it, signed anew."""
    tensors, fields = storage.load(path, "blueprint")
    tensors = {name: array.copy() for name, array in tensors.items()}
    change(tensors, fields)
    storage.save(path, "blueprint", tensors, fields)


SMALL = Menu(("100,a|a", "75|a", "75|a", "75,a|a"), name="small")


@cache
def even():
    return blueprint_of(SMALL, shipped_buckets())


def biased(seed=0):
    entries = even().entries
    weights = np.random.default_rng(seed).random(entries).astype(np.float32)
    return blueprint_of(SMALL, shipped_buckets(), weights)


@pytest.mark.parametrize("bits", [4, 8])
def test_a_flipped_byte_of_a_large_one_is_neither_played_nor_saved_nor_sent(tmp_path, monkeypatch, bits):
    made = blueprint_of(SMALL, shipped_buckets(), bits=bits)
    monkeypatch.setattr(storage, "WHOLE", 1000)
    monkeypatch.setattr(storage, "BLOCK", 4096)
    path = tmp_path / "large.blueprint"
    made.save(path)
    fine = Blueprint.load(path)
    assert np.array_equal(pickle.loads(pickle.dumps(fine)).steps(), fine.steps())
    data, shares, middle = path.read_bytes(), fine._file, len(fine.shares) // 2
    place = len(data) - len(shares.file.data) + shares.first + middle
    node = int(np.searchsorted(fine._offsets, middle * 8 // bits, side="right")) - 1
    path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
    found = Blueprint.load(path)
    assert len(found.node_rows(0)) == 169  # what lies in other blocks
    for ask in (
        lambda: found.node_rows(node),
        found.steps,
        lambda: found.save(tmp_path / "copy.blueprint"),
        lambda: pickle.dumps(found),
    ):
        with pytest.raises(FileFormatError, match="fails its checksum in block"):
            ask()
    assert not (tmp_path / "copy.blueprint").exists()


# decisions and actions by street
@pytest.mark.parametrize(
    ("name", "counts", "entries"),
    [
        ("tiny", [(10, 27), (30, 70), (90, 210), (328, 804)], 58_763),
        ("laptop", [(28, 81), (170, 458), (892, 2256), (2380, 5776)], 31_607_689),
    ],
)
def test_presets_have_the_size_they_are_planned_with(name, counts, entries):
    tree = menu_tree(PRESETS[name])
    tree.check(name)
    buckets = [169, *map(int, PRESETS[name].buckets.split(","))]
    assert tree.counts() == counts
    assert tree.offsets(buckets)[-1] == entries


def test_every_line_of_a_tree_is_a_legal_hand_that_pays_what_the_tree_says():
    tree = menu_tree(SMALL)
    waiting = [(0, HandState.start(SMALL.rules))]
    ends = 0
    while waiting:
        node, state = waiting.pop()
        assert (state.player, state.street) == (tree.player[node], tree.street[node])
        for k, total in enumerate(tree.menu(node)):
            action = "f" if total == FOLD else "c" if total == state.level else f"r{total}"
            assert not state.why_illegal(action)
            after, below = state.act(action), tree.after(node, k)
            if below >= 0:
                waiting.append((below, after))
                continue
            ends += 1
            chips, who = ~below >> 2, ~below & 3
            assert after.is_over
            assert chips == min(after.spent)
            assert after.contenders == ([0, 1] if who == 2 else [1 - who])
    assert ends == int((tree.child < 0).sum())


def test_a_tree_of_rounds_has_its_last_street_and_whole_chips():
    game = tj.holdem.RoundGame(ranks=5, bets=("100%", "100%"), most_bets=(1, 1), stack=1000)
    tree = flatten(game.tree())
    tree.check("rounds")
    assert tree.street.max() == 1
    with pytest.raises(ParameterError, match="whole chips"):
        flatten(
            tj.holdem.RoundGame(
                ranks=5, bets=("100%", "100%"), most_bets=(1, 1), stack=1000.5, blinds=(0.5, 1)
            ).tree()
        )


def test_stacks_and_pots_decide_which_first_bets_there_are():
    tree = menu_tree(Menu(("100|100|a", "75,a", "75,a", "75,a")))
    for node in np.flatnonzero((tree.street > 0) & (tree.actions > 1)):
        totals = tree.menu(int(node))
        if totals[0] == FOLD:
            continue
        pot, behind = 2 * totals[0], 20_000 - totals[0]
        bets = totals[1:]
        if behind < pot:
            assert bets == [20_000]
        elif tree.street[node] < 3 and behind > 3 * pot:
            assert 20_000 not in bets
        assert all(bet == 20_000 or bet < 0.67 * 20_000 for bet in bets)


def test_a_menu_of_ones_own_is_read_from_a_file(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('bets = ["a", "a", "a", "a"]\nstack = 1000\nlimp = false\n')
    menu = read_menu(path)
    assert menu == Menu(("a",) * 4, stack=1000, limp=False, name="own")
    assert menu_tree(menu).menu(0) == [FOLD, 1000]
    path.write_text('bets = ["a", "a", "a", "a"]\nstak = 1000\n')
    with pytest.raises(UnknownNameError, match="no setting 'stak'; did you mean 'stack'"):
        read_menu(path)
    path.write_text("bets = [")
    with pytest.raises(FileFormatError, match="is no TOML"):
        read_menu(path)
    with pytest.raises(UnknownNameError, match="laptop"):
        read_menu("labtop")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"bets": ("a",) * 3}, "expected a menu a street"),
        ({"bets": ("a", "x", "a", "a")}, "bets of the flop"),
        ({"bets": ("a", "20,30,40,50,60,70,80", "a", "a")}, "at most 6 sizes"),
        ({"blinds": (100, 50)}, "small <= big"),
        ({"stack": 50}, "small <= big"),
        ({"allin_share": 1.5}, "allin_share"),
        ({"buckets": "50,50"}, "2 numbers"),
    ],
)
def test_menus_that_mean_nothing_are_refused(changes, words):
    with pytest.raises(TianjiError, match=words):
        Menu(**{"bets": ("a",) * 4, **changes})


# Files


def test_a_file_gives_the_same_blueprint_back(tmp_path):
    made = biased()
    made.save(tmp_path / "b.blueprint")
    read = Blueprint.load(tmp_path / "b.blueprint")
    assert read.digest == made.digest == pickle.loads(pickle.dumps(read)).digest
    assert np.array_equal(read.shares, made.shares)
    assert read.menu == made.menu and read.entries == made.entries
    assert np.array_equal(read.node_rows(3), made.node_rows(3))
    assert np.allclose(made.node_rows(3).sum(axis=1), 1)
    forms = [
        [(a.dtype, a.flags.c_contiguous, a.flags.writeable) for a in betting_of(b.tree, [1] * 4)]
        for b in (made, read)
    ]
    assert forms[0] == forms[1]  # or every kernel would be compiled for each


@pytest.mark.parametrize("bits", [4, 8])
def test_probabilities_stay_within_a_step_of_their_weights(bits):
    weights = np.random.default_rng(1).random(even().entries).astype(np.float32)
    made = blueprint_of(SMALL, shipped_buckets(), weights, bits=bits)
    offsets = made.tree.offsets(made.counts)
    for node in (0, 5, len(made.tree) - 1):
        given = weights[offsets[node] : offsets[node + 1]].reshape(-1, made.tree.actions[node])
        assert np.abs(made.node_rows(node) - given / given.sum(axis=1, keepdims=True)).max() < 1 / (
            2**bits - 1
        )


def test_other_buckets_are_refused(tmp_path):
    biased().save(tmp_path / "b.blueprint")
    other = tj.holdem.make_buckets("flop", 5, deck=20, rounds=1)
    with pytest.raises(ParameterError, match="was trained on the buckets"):
        Blueprint.load(tmp_path / "b.blueprint", buckets=other)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t, f: t.__setitem__("shares", t["shares"][:-1]), "bytes of probabilities"),
        (lambda t, f: t["tree.child"].__setitem__(0, 0), "no tree"),
        (lambda t, f: t["tree.actions"].__setitem__(0, 9), "no tree"),
        (lambda t, f: t.__setitem__("tree.street", t["tree.street"][:-1]), "no tree"),
        (lambda t, f: t.__setitem__("more", np.zeros(3)), "'more' that does not belong"),
        (lambda t, f: t.pop("tree.total"), "lacks the tensor"),
        (lambda t, f: f.update(bits=5), "expected 4 or 8"),
        (lambda t, f: f["menu"].update(stack=-1), "small <= big"),
        (lambda t, f: f.update(bucket_digest="x"), "not those it names"),
        (lambda t, f: f["buckets"].update(digest="x"), "digest"),
        (lambda t, f: f.update(version=3), "format version 3, this Tianji reads up to 2; upgrade Tianji"),
    ],
)
def test_crafted_files_are_refused(tmp_path, change, words):
    path = tmp_path / "b.blueprint"
    biased().save(path)
    crafted(path, change)
    with pytest.raises(FileFormatError, match=words):
        Blueprint.load(path)


# Hands


def test_rows_are_legal_and_add_up_to_one_for_hands_that_can_be_held():
    made = biased()
    for text in (
        "",
        "r300",
        "c",
        "cr300",
        "r250r1200",
        "r300c/",
        "r300c/r450",
        "r300c/cr20000",
        "cc/cc/r250",
    ):
        state = HandState.start().play(text)
        state = state.deal([0, 5, 22, 30][: state.cards_due])
        rows = made.rows(state)
        assert not [a for a in rows if state.why_illegal(a)]
        total = sum(rows.values())
        meets = np.isin(hand_cards(), state.board).any(axis=1)
        assert np.allclose(total[~meets], 1)
        assert not total[meets].any()


def test_a_bet_of_the_tree_is_itself_and_another_one_is_a_neighbour():
    made, start = even(), HandState.start()
    node, is_translated = made.node_of(start.play("r300"))
    assert not is_translated and made.tree.menu(0)[2] == 300
    for text in ("r250", "r400", "r600"):
        found, is_translated = made.node_of(start.play(text))
        assert (found, is_translated) == (node, True)
    allin = made.node_of(start.play("r20000"))
    assert allin[0] != node and not allin[1]
    assert made.node_of(start.play("r15000"), key=None)[0] == allin[0]


def test_a_bet_between_two_sizes_is_drawn_by_its_key_and_stays_what_it_was():
    made, state = even(), HandState.start().play("r9000")
    found = [made.node_of(state, str(k))[0] for k in range(400)]
    small, large = (
        made.node_of(HandState.start().play("r300"))[0],
        made.node_of(HandState.start().play("r20000"))[0],
    )
    # A = 1, B = 99.5, x = 44.5 pots: (B − x)(1 + A) / ((B − A)(1 + x)) = 0.0245
    assert set(found) == {small, large} and 2 <= found.count(small) <= 22
    key = str(found.index(small))
    later = HandState.start().play("r9000r18000")
    assert (
        made.node_of(later, key)[0] >= 0
    )  # the tree still has a decision: the first bet stayed the small one


def test_what_the_tree_does_not_reach_is_played_by_equity():
    made = even()
    state = HandState.start().play("r300c/r20000").deal([0, 5, 22])  # 33 pots, where the tree knows 0.75
    rows = made.rows(state)
    assert made.node_of(state) == (-1, True)
    assert set(rows) == {"f", "c"}
    aces, nothing = tj.holdem.Range.parse("AsAh").weights > 0, tj.holdem.Range.parse("Td8h").weights > 0
    assert rows["c"][aces] == 1 and rows["f"][nothing] == 1


def test_other_blinds_in_proportion_are_fine_and_other_stacks_are_not():
    made = even()
    doubled = HandState.start(HandRules((40_000, 40_000), (200, 100)))
    assert set(made.rows(doubled)) == {"f", "c", "r600", "r40000"}
    for rules in (HandRules((10_000, 10_000)), HandRules(blinds=(100, 100)), HandRules(antes=(10, 10))):
        with pytest.raises(NotApplicableError, match="blueprint is for two players"):
            made.rows(HandState.start(rules))


def test_a_blueprint_plays_a_match_from_its_file(tmp_path):
    even().save(tmp_path / "even.blueprint")
    found = holdem_match(str(tmp_path / "even.blueprint"), "fold", hands=6)
    assert (found.a, found.hands, found.illegal, found.timeouts) == ("even", 6, [0, 0], [0, 0])
    with pytest.raises(TianjiError, match=r"nowhere\.blueprint"):
        holdem_match("nowhere.blueprint", "fold", hands=6)


def test_buckets_of_the_flop_may_be_kept_in_the_file(tmp_path):
    table = (boards(3).hand_classes().of % 50).astype(np.int32)  # any: the rows must be those of the table
    blueprint_of(SMALL, shipped_buckets(), flop=flop_labels(table, 50)).save(tmp_path / "b.blueprint")
    with pytest.raises(FileFormatError, match="not in the buckets of their centres"):
        Blueprint.load(tmp_path / "b.blueprint")
    looked = int(shipped_buckets().digest[:8], 16) % len(boards(3))  # the flop that is looked up anew
    table[looked] = shipped_buckets().bucket_of(boards(3).cards[looked].tolist())
    blueprint_of(SMALL, shipped_buckets(), flop=flop_labels(table, 50)).save(tmp_path / "b.blueprint")
    read = Blueprint.load(tmp_path / "b.blueprint")
    number, renaming = boards(3).find(np.array([51, 22, 5]))
    wanted = np.where(boards(3).hand_classes().of[number] >= 0, table[number], -1)[hand_maps()[renaming]]
    assert np.array_equal(read.bucket_row((51, 22, 5)), wanted)
    crafted(tmp_path / "b.blueprint", lambda t, f: t["flop"].__setitem__(7, 50))
    with pytest.raises(FileFormatError, match="buckets that are not there"):
        Blueprint.load(tmp_path / "b.blueprint")


def test_the_blueprint_of_the_package_is_small_trained_and_sane():
    tiny, start = shipped(), HandState.start()
    assert Path(store.__file__).with_name("tiny.blueprint").stat().st_size <= 100_000
    assert tiny.about["visits_per_infoset"] > 10_000 and tiny.about["saturated"] == 0
    agent = hand_agent("tiny")
    aces, trash = parse_hand("AsAh"), parse_hand("7h2d")
    assert agent.rows(start)["f"][trash] > 0.9 > 0.1 > agent.rows(start)["f"][aces]
    facing = agent.rows(start.play("r20000"))
    assert facing["c"][aces] > 0.9 and facing["f"][trash] > 0.9


@pytest.mark.parametrize("chips", [1900, 1999, 2100])
def test_stacks_at_the_ends_of_what_fits_are_played(chips):
    """190 and 210 big blinds are named as fitting: a quotient that is a rounding above must not refuse them."""
    agent, rules = hand_agent("tiny"), HandRules((chips, chips), (10, 5))
    assert table_note(agent, rules)
    rows = agent.rows(HandState.start(rules))
    assert np.allclose(sum(rows.values()), 1) and f"r{chips}" in rows

"""Buckets: exact numbers, the same again from a seed or a file, equal by suit, stopped when asked."""

import pickle
import threading
from itertools import permutations

import numpy as np
import pytest

from tianji.core import storage
from tianji.errors import FileFormatError, NotApplicableError, ParameterError, TianjiError, UnknownNameError
from tianji.holdem.abstraction.buckets import Buckets, make_buckets, read_counts
from tianji.holdem.abstraction.inspect import look, report
from tianji.poker.boards import boards, hand_maps, symmetry_group
from tianji.poker.isomorphism import RENAMINGS

CASES = {
    "flop, w2": {"game": "flop", "k": 60},
    "flop, emd": {"game": "flop", "k": 60, "metric": "emd"},
    "turn, flop lossless": {"game": "turn", "k": 80},
    "turn, next": {"game": "turn", "k": "30,50", "metric": "next"},
    "full, w2": {"game": "full", "k": 25},
    "full, next": {"game": "full", "k": "20,25,30", "metric": "next"},
    "full, emd": {"game": "full", "k": "20,25,30", "metric": "emd"},
}
_made = {}


def made(name, **more):
    key = (name, *sorted(more.items()))
    if key not in _made:
        _made[key] = make_buckets(**{"deck": 20, "rounds": 5, **CASES[name], **more})
    return _made[key]


@pytest.mark.parametrize("name", CASES)
def test_every_bucket_is_used_and_equal_by_suit(name):
    found = made(name)
    for street, level in found.clusters.items():
        table, every = found.of(street), boards(street, 20)
        assert table.shape == (len(every), 1326) and table.dtype == np.int32
        assert np.array_equal(table >= 0, every.live())
        assert np.array_equal(np.unique(table[table >= 0]), np.arange(found.count(street)))
        for b in np.flatnonzero(every.kinds > 0):  # every board with a symmetry of its own
            group = [RENAMINGS.index(r) for r in symmetry_group(every.kinds[b])]
            assert (table[b][hand_maps()[group]] == table[b]).all()
        if level is None:
            assert found.count(street) == len(every.hand_classes())


@pytest.mark.parametrize("name", CASES)
def test_a_file_has_the_same_buckets_bit_for_bit(name, tmp_path):
    found, path = made(name), tmp_path / "x.buckets"
    found.save(path)
    again = Buckets.load(path)
    copy = pickle.loads(pickle.dumps(found))
    assert again.digest == found.digest == copy.digest and again.to_dict() == found.to_dict()
    for street in found.clusters:
        assert np.array_equal(again.of(street), found.of(street))
        assert np.array_equal(copy.of(street), found.of(street))


@pytest.mark.parametrize("name", CASES)
def test_one_board_on_the_spot_equals_the_table(name):
    """Any suits and order of the cards; features computed for this board alone."""
    found = made(name)
    fresh = pickle.loads(pickle.dumps(found))
    rng = np.random.default_rng(5)
    for street in found.clusters:
        for _ in range(3):
            cards = rng.choice(np.arange(32, 52), street, replace=False)
            number, renaming = boards(street, 20).find(cards)
            expected = found.of(street)[number][hand_maps()[renaming]]
            assert np.array_equal(fresh.bucket_of(cards.tolist()), expected)
            assert np.array_equal(fresh.bucket_of(cards[::-1].tolist()), expected)


@pytest.mark.parametrize("name", ["flop, w2", "turn, next", "flop, emd"])
def test_a_seed_is_enough_on_any_number_of_threads(name):
    options = {"deck": 20, "rounds": 5, **CASES[name]}
    one, two = (make_buckets(**options, threads=n) for n in (1, 2))
    assert one.digest == two.digest == made(name).digest
    assert make_buckets(**options, seed=1).digest != one.digest


def test_buckets_rise_with_equity_and_more_of_them_tell_more_apart():
    coarse, fine = (report(make_buckets("flop", k, deck=28)).streets[0] for k in (10, 200))
    assert fine.equity_spread < coarse.equity_spread / 2 < fine.equity_range / 6
    assert coarse.deals == fine.deals == 3276 * 300 and 0 < fine.least <= 1 / 200 <= fine.most
    assert fine.entropy <= np.log2(200) + 1e-9
    rows = look(make_buckets("flop", 10, deck=28), "AsKd8h").rows
    assert [r.bucket for r in rows] == sorted(r.bucket for r in rows)
    assert sum(r.count for r in rows) == 300 and rows[0].equity < 0.3 < 0.8 < rows[-1].equity


def test_suits_and_order_of_a_board_do_not_matter():
    found = made("flop, w2")
    wanted = {
        look(found, "".join(f"{r}{s}" for r, s in zip("AKT", suits, strict=True)), hand="QcQd").rows[0].bucket
        for suits in permutations("shcd", 3)
    }
    assert (
        len(wanted) == 1
    )  # a pair of queens makes no flush with three suits on the flop, whatever their names
    assert look(found, "AsKdTh", "QcJc").rows[0].bucket == look(found, "ThAcKs", "JdQd").rows[0].bucket


def test_a_sample_still_gives_every_bucket():
    found = make_buckets("flop", 100, deck=28, sample=3000)
    assert len(np.unique(found.of("flop"))) == 101
    assert make_buckets("flop", 100, deck=28, sample=3000).digest == found.digest


def test_numbers_of_buckets():
    assert read_counts(200, 3) == {3: 200} and read_counts("all", 3) == {3: None}
    assert read_counts([1, "all", 3], 5) == {3: 1, 4: None, 5: 3} and read_counts("7", 5) == {
        3: 7,
        4: 7,
        5: 7,
    }
    for bad in (0, -1, True, 1.5, "x", "", "1,2", [1, 2, 3, 4], "9" * 400, {}, [None, 0]):
        with pytest.raises(ParameterError, match="k=") as caught:
            read_counts(bad, 3)
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("options", "kind", "text"),
    [
        ({"game": "river"}, UnknownNameError, "full"), ({"metric": "l2"}, UnknownNameError, "w2"),
        ({"deck": 13}, ParameterError, "deck="), ({"seed": -1}, ParameterError, "seed=-1"),
        ({"rounds": 1.5}, ParameterError, "rounds=1.5"), ({"sample": 0}, ParameterError, "sample=0"),
        ({"seconds": -1}, ParameterError, "seconds"), ({"threads": 0}, ParameterError, "threads"),
        ({"k": 900_000, "deck": 20}, ParameterError, "deals"),
        ({"k": 100_000, "deck": 20}, ParameterError, "told apart"),
        ({"game": "turn", "k": 5, "deck": 20, "metric": "next", "stop": 3}, ParameterError, "stop=3"),
        ({"game": "turn", "k": "5,all", "deck": 20, "metric": "next"}, ParameterError, "keeps all hands"),
    ],
)  # fmt: skip
def test_what_cannot_be_made_is_refused(options, kind, text):
    with pytest.raises(kind, match=text):
        make_buckets(**options)


def test_boards_and_hands_that_do_not_fit_are_refused():
    found = made("flop, w2")
    for board, hand, text in [
        ("As2d3h", None, "2d3h is not in the deck"), ("AsKdThJc", None, "expected 3"), ("AsKdTh", "AsQc", "AsQc"),
        ("AsKdTh", "2c2d", "2c2d"), ("AsKdTh", "Qc", "two"),
    ]:  # fmt: skip
        with pytest.raises(TianjiError, match=text):
            look(found, board, hand)
    for street in ("turn", 4, "preflop", True):
        with pytest.raises(ParameterError, match="street="):
            found.of(street)
    assert found.of(0).shape == (1, 1326) and found.of(0).max() == 24


def test_stopped_at_once_there_is_no_street_and_of_says_so(tmp_path):
    event = threading.Event()
    event.set()
    found = make_buckets("flop", 50, deck=28, stop=event)
    assert found.stopped == "cancelled" and not found.clusters and "none" in repr(found)
    with pytest.raises(NotApplicableError, match="cancelled"):
        found.of("flop")
    found.save(tmp_path / "x.buckets")
    assert Buckets.load(tmp_path / "x.buckets").stopped == "cancelled"


def test_stopped_in_the_rounds_the_buckets_so_far_are_the_answer():
    phases = []

    def progress(told):
        phases.append(told.phase)
        return not told.phase.startswith("flop, round") or told.phase.startswith("flop, round 0")

    found = make_buckets("flop", 2000, rounds=5000, progress=progress)
    assert found.stopped == "cancelled" and found.count("flop") == 2000
    table = found.of("flop")
    assert table.max() < 2000 and phases[-1].startswith("flop, round")
    with pytest.raises(NotApplicableError, match="bucket_of"):
        pickle.loads(pickle.dumps(found)).of("flop", stop=lambda: True)


def test_a_file_of_other_contents_is_refused(tmp_path):
    found, path = made("turn, next"), tmp_path / "x.buckets"
    found.save(path)
    tensors, fields = storage.load(path, "buckets")

    def refuses(text, more=None, **changed):
        storage.save(path, "buckets", {**tensors, **(more or {})}, {**fields, **changed})
        with pytest.raises(FileFormatError, match=text):
            Buckets.load(path)

    refuses("digest", {"turn.centres": tensors["turn.centres"] * np.float32(0.5)})
    refuses("do not fit its game", {"flop.centres": tensors["flop.centres"][:, :-1]})
    refuses("do not fit its game", {"flop.places": tensors["flop.places"][:-1]})
    refuses("do not fit its game", ranks=[7, 8, 9, 10, 11])
    refuses("do not fit together", streets=["flop", "flop"])
    refuses("do not fit together", game="flop")
    refuses("metric", metric="l2")
    refuses("finite", {"turn.centres": tensors["turn.centres"] * np.float32("nan")})
    refuses("groups", {"groups": tensors["groups"][:-1]})
    groups = tensors["groups"].copy()
    groups[1325] = -1  # a hand of the deck in no group
    refuses("do not fit its game", {"groups": groups})

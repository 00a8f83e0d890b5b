"""Buckets of one board: equal to the tables' bit for bit, and kept between processes where they take long."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from tianji.errors import ParameterError
from tianji.holdem.abstraction import kept
from tianji.holdem.abstraction.features import Features
from tianji.holdem.abstraction.kept import KeptRows
from tianji.holdem.abstraction.levels import assign_boards
from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.store import shipped_buckets
from tianji.poker.boards import boards, canonical_board, hand_maps


def fresh(buckets):
    """The same buckets with nothing kept in memory."""
    return pickle.loads(pickle.dumps(buckets))


def compare(size, count, seed):
    """Rows of random boards against those that the making of the table gives, many boards to a call."""
    found, every = fresh(shipped_buckets()), boards(size)
    rng = np.random.default_rng(seed)
    cards = np.array([rng.choice(52, size, replace=False) for _ in range(count)])
    numbers, renamings = every.find(cards)
    rows, place = np.unique(numbers, return_inverse=True)
    some = every.take(rows)
    classes, labels, _ = assign_boards(found.measure(size, Work(threads=1)), found.clusters[size], some)
    table = np.where(classes.of >= 0, labels[classes.of], -1)
    for board, row, renaming in zip(cards.tolist(), place.reshape(-1), renamings, strict=True):
        assert np.array_equal(found.bucket_of(board), table[row][hand_maps()[renaming]]), board


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_board_alone_equals_the_table(size, monkeypatch, tmp_path):
    monkeypatch.setenv("TIANJI_CACHE", str(tmp_path))
    compare(size, 10, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_thousand_boards_equal_the_table(size, monkeypatch, tmp_path):
    monkeypatch.setenv("TIANJI_CACHE", str(tmp_path))
    compare(size, 1000, 2)


@pytest.mark.parametrize("deck", [52, 20])
def test_one_canonical_board_is_that_of_the_list(deck):
    rng = np.random.default_rng(4)
    for size in (0, 3, 4, 5):
        every = boards(size, deck)
        for _ in range(20):
            cards = rng.choice(np.arange(52 - deck, 52), size, replace=False)
            number, renaming = every.find(cards)
            alone, same = canonical_board(cards.tolist(), deck)
            wanted = every.take(slice(int(number), int(number) + 1))
            assert same == renaming and np.array_equal(alone.cards, wanted.cards)
            assert np.array_equal(alone.keys, wanted.keys) and np.array_equal(alone.weights, wanted.weights)
    for bad in ([1, 1, 2], [0, 1, 52], [-1, 2, 3], ["x"], [1.5, 2, 3], [[1, 2, 3]], list(range(6))):
        with pytest.raises(ParameterError, match="different cards"):
            canonical_board(bad, deck)


def test_flops_are_kept_between_processes(monkeypatch, tmp_path):
    monkeypatch.setenv("TIANJI_CACHE", str(tmp_path / "new"))
    first = fresh(shipped_buckets())
    row = first.bucket_of([51, 46, 41])
    (path,) = (tmp_path / "new").iterdir()
    again = fresh(first)
    monkeypatch.setattr(Features, "piece", None)  # nothing is measured any more
    assert np.array_equal(again.bucket_of([51, 46, 41]), row)
    assert np.array_equal(again.bucket_of([46, 41, 51]), row)
    assert path.stat().st_size == kept.RECORD.itemsize


def test_what_is_damaged_or_half_written_is_made_anew(tmp_path):
    rows = {key: np.full(1326, key, np.int32) for key in (1, 2, 3)}
    some = KeptRows("x", tmp_path)
    for key, row in rows.items():
        some.add(key, row)
    data = bytearray(some.path.read_bytes())
    data[kept.RECORD.itemsize + 100] ^= 1  # in the second record
    some.path.write_bytes(data + b"half a record")
    again = KeptRows("x", tmp_path)
    assert sorted(again.rows) == [1, 3] and all(np.array_equal(again.rows[k], rows[k]) for k in (1, 3))
    again.add(2, rows[2])
    assert sorted(KeptRows("x", tmp_path).rows) == [1, 2, 3]
    assert some.path.stat().st_size == 3 * kept.RECORD.itemsize


def test_a_file_does_not_grow_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "MOST", 5)
    for key in (1, 1, 1, 2, 2, 2, 3):
        fresh_rows = KeptRows("x", tmp_path)
        fresh_rows.add(key, np.zeros(1326, np.int32))
    assert fresh_rows.path.stat().st_size <= 5 * kept.RECORD.itemsize
    assert sorted(KeptRows("x", tmp_path).rows) == [1, 2, 3]


def test_a_folder_that_cannot_be_written_costs_time_only(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    some = KeptRows("x", tmp_path / "file" / "below")
    some.add(1, np.zeros(1326, np.int32))
    some.add(2, np.zeros(1326, np.int32))
    assert sorted(some.rows) == [1, 2] and len(caplog.records) == 1


def test_too_many_groups_are_refused():
    found = shipped_buckets().features
    alike = replace(found, groups=np.zeros(1326, np.int8))
    with pytest.raises(ParameterError, match="at most 960 hands"):
        alike.of(3, np.array([[0, 5, 10]], np.uint8))
    with pytest.raises(ParameterError, match="at most 8"):
        replace(found, groups=(np.arange(1326) % 9).astype(np.int8)).of(
            5, np.array([[0, 5, 10, 15, 20]], np.uint8)
        )

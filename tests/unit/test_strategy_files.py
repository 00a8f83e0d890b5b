"""Strategy files by suffix, and the probe that finds an unwritable path before the work."""

from __future__ import annotations

import json
import os

import numpy as np
import pytest

from tianji.core import storage
from tianji.core.strategy import Strategy
from tianji.errors import FileAccessError, FileFormatError, ParameterError, StrategyError


@pytest.fixture
def strategy():
    rows = [{"start": {"H": 0.1, "T": 0.9}}, {(1, "a"): {"x": 1 / 3, "y": 2 / 3}}]
    return Strategy.from_dict("pennies", rows)


@pytest.mark.parametrize("suffix", [".safetensors", ".json"])
def test_what_is_saved_is_loaded_exactly(strategy, tmp_path, suffix):
    path = tmp_path / f"s{suffix}"
    strategy.save(path)
    back = Strategy.load(path, "pennies")
    assert back.to_dict() == strategy.to_dict()


def test_extra_fields_stay_with_safetensors(strategy, tmp_path):
    strategy.save(tmp_path / "s.safetensors", nash_conv=0.25)
    assert storage.load(tmp_path / "s.safetensors", "strategy")[1]["nash_conv"] == 0.25


def test_csv_is_written_and_not_read(strategy, tmp_path):
    strategy.save(tmp_path / "s.csv")
    assert (tmp_path / "s.csv").read_text().splitlines()[1] == "0,start,H,0.1"
    with pytest.raises(FileFormatError, match="does not name its game"):
        Strategy.load(tmp_path / "s.csv")


def test_an_unknown_suffix_is_refused(strategy, tmp_path):
    with pytest.raises(ParameterError, match=r"'\.pickle'"):
        strategy.save(tmp_path / "s.pickle")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "null",
        "3",
        '{"game": "g"}',
        '{"game": "g", "players": 3}',
        '{"game": "g", "players": [1]}',
        '{"game": "g", "players": [{"a": 1}]}',
        "[" * 100_000,
        "9" * 5000,
    ],
)
def test_json_that_is_no_strategy(tmp_path, text):
    (tmp_path / "s.json").write_text(text)
    with pytest.raises(FileFormatError, match=r"s\.json.*not a strategy in JSON"):
        Strategy.load(tmp_path / "s.json")


@pytest.mark.parametrize("p", ['"x"', "NaN", "-1", "0.5"])
def test_json_with_impossible_probabilities(tmp_path, p):
    (tmp_path / "s.json").write_text(f'{{"game": "g", "players": [{{"a": {{"x": {p}}}}}]}}')
    with pytest.raises(StrategyError, match=r"s\.json"):
        Strategy.load(tmp_path / "s.json")


def test_json_in_another_encoding(tmp_path):
    (tmp_path / "s.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(FileFormatError, match="not UTF-8"):
        Strategy.load(tmp_path / "s.json")


@pytest.mark.parametrize("version", [None, "1", [1]])
def test_a_version_that_is_no_number_is_damage(tmp_path, version):
    from safetensors.numpy import save

    header = {"kind": "strategy", "version": version, "sha256": "", "fields": {}}
    data = save({"a": np.zeros(1)}, metadata={"tianji": json.dumps(header)})
    (tmp_path / "s.safetensors").write_bytes(data)
    with pytest.raises(FileFormatError, match="damaged"):
        Strategy.load(tmp_path / "s.safetensors")


def test_the_probe_agrees_with_the_write(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    for bad in (tmp_path / "no/s.json", tmp_path / "file/s.json", tmp_path / "folder"):
        with pytest.raises(FileAccessError) as probe:
            storage.require_writable(bad)
        with pytest.raises(FileAccessError) as write:
            storage.write_atomic(bad, b"x")
        assert str(probe.value) == str(write.value)
    storage.require_writable(tmp_path / "s.json")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "folder"]


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, os.strerror(28))

    (tmp_path / "s.json").write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileAccessError, match="No space left on device"):
        storage.write_atomic(tmp_path / "s.json", b"new")
    assert (tmp_path / "s.json").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1

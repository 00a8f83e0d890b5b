"""The container of all files: what is written is read, what is wrong is refused, large files block by block."""

from __future__ import annotations

import hashlib
import json
import os
import tracemalloc
import zlib

import numpy as np
import pytest

from tianji.core import storage
from tianji.core.schema import Array, Schema, listed, number, rows, text, whole
from tianji.errors import FileAccessError, FileFormatError, TooLargeError

SCHEMA = Schema(
    {"a": Array(shape=("n",), low=0), "b": Array("int", ("n", 2)), "c": Array("bytes", is_optional=True)},
    {"t": whole()},
    {"name": text("x", "y"), "history": rows(whole(), number(0)), "tags": listed(text())},
)
GOOD = {"a": np.arange(3.0), "b": np.arange(6, dtype=np.int32).reshape(3, 2)}


def test_what_is_saved_is_loaded_and_is_safetensors(tmp_path):
    from safetensors.numpy import load_file

    tensors = {
        **GOOD,
        "c": np.zeros(0, np.uint8),
        "odd": np.arange(5, dtype=np.int16)[::2],
        "0d": np.array(2.5),
    }
    storage.save(tmp_path / "f", "thing", tensors, {"t": 3})
    found, fields = storage.load(tmp_path / "f", "thing")
    assert fields == {"t": 3} and found.keys() == tensors.keys()
    other = load_file(tmp_path / "f")
    for name, array in tensors.items():
        for read in (found[name], other[name]):
            assert read.dtype == array.dtype and read.shape == array.shape and (read == array).all(), name


def test_a_file_of_version_1_is_still_read(tmp_path):
    from safetensors.numpy import save

    fields = {"t": 3}
    sha = hashlib.sha256(json.dumps(fields, sort_keys=True).encode())  # as version 1 was signed
    for name, array in sorted(GOOD.items()):
        sha.update(f"{name}|{array.dtype.str}|{array.shape}|".encode() + array.tobytes())
    about = {"kind": "thing", "version": 1, "sha256": sha.hexdigest(), "fields": fields}
    data = save(GOOD, metadata={"tianji": json.dumps(about)})
    (tmp_path / "f").write_bytes(data)
    assert (storage.load(tmp_path / "f", "thing", SCHEMA)[0]["b"] == GOOD["b"]).all()
    (tmp_path / "f").write_bytes(data[:-1] + b"\x07")
    with pytest.raises(FileFormatError, match="checksum"):
        storage.load(tmp_path / "f", "thing")


# Right checksum, wrong content ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tensors", "fields", "says"),
    [
        ({"a": np.arange(4.0)}, {}, r"tensor 'b' .*shape \(3, 2\), expected shape \(4, 2\)"),
        ({"a": np.zeros((3, 1))}, {}, r"shape \(n\)"),
        ({"a": np.arange(3)}, {}, "expected type float"),
        ({"b": np.zeros((3, 2))}, {}, "expected type int"),
        ({"c": np.zeros(2, np.int8)}, {}, "expected type bytes"),
        ({"a": np.array([0, np.nan, 1])}, {}, "other than finite numbers"),
        ({"a": np.array([0, np.inf, 1])}, {}, "other than finite numbers"),
        ({"a": np.array([0, -1e-300, 1])}, {}, "numbers from 0 to 1e\\+300"),
        ({"d": np.zeros(1)}, {}, "'d' that does not belong there"),
        ({"b": None}, {}, "lacks the tensor 'b'"),
        ({}, {"t": None}, "lacks the field 't'"),
        ({}, {"t": -5}, "the field 't' is -5, expected a whole number from 0"),
        ({}, {"t": True}, "is True"),
        ({}, {"t": 10**4200}, "expected a whole number"),
        ({}, {"name": "z"}, "expected one of 'x', 'y'"),
        ({}, {"history": [[1, 2.0], [1]]}, "which row 1 is not"),
        ({}, {"history": [[1, float("nan")]]}, "value 1 of row 0 a finite number of at least 0"),
        ({}, {"history": {}}, "a list of rows"),
        ({}, {"tags": ["x", 1]}, "each a text"),
    ],
)
@pytest.mark.parametrize("whole", [storage.WHOLE, 0])
def test_a_right_checksum_does_not_make_content_right(tmp_path, monkeypatch, tensors, fields, says, whole):
    monkeypatch.setattr(storage, "WHOLE", whole)
    given = {k: v for k, v in {**GOOD, **tensors}.items() if v is not None}
    about = {k: v for k, v in {"t": 3, **fields}.items() if v is not None}
    storage.save(tmp_path / "f", "thing", given, about)
    with pytest.raises(FileFormatError, match=says):
        storage.load(tmp_path / "f", "thing", SCHEMA)


@pytest.mark.parametrize(
    "how", ["entries", "offsets", "shape", "dtype", "hole", "bool", "deep", "long", "digits"]
)
def test_headers_that_lie(tmp_path, how):
    storage.save(tmp_path / "f", "thing", GOOD, {"t": 3})
    data = (tmp_path / "f").read_bytes()
    size = int.from_bytes(data[:8], "little")
    head = json.loads(data[8 : 8 + size])
    body = data[8 + size :]
    text = ""
    if how == "entries":
        head["a"] = 5
    elif how == "offsets":
        head["a"]["data_offsets"] = [0, 2**62]
    elif how == "shape":
        head["a"]["shape"] = [2**62, 2**62]
    elif how == "dtype":
        head["a"]["dtype"] = "F8_E4M3"
    elif how == "hole":
        body += b"more"
    elif how == "bool":
        head["a"]["data_offsets"] = [False, 24]
    elif how == "deep":
        text = "[" * 200_000
    elif how == "long":
        data = (2**63).to_bytes(8, "little") + data[8:]
        size = 0
    elif how == "digits":
        text = "9" * 5000
    made = text.encode() or json.dumps(head).encode()
    made += b" " * (-len(made) % 8)
    (tmp_path / "f").write_bytes(data if how == "long" else len(made).to_bytes(8, "little") + made + body)
    with pytest.raises(FileFormatError):
        storage.load(tmp_path / "f", "thing")


def test_every_byte_counts(tmp_path):
    """A flipped bit or a lost tail is never a different answer; spaces that pad the header mean nothing."""
    storage.save(tmp_path / "f", "thing", GOOD, {"t": 3})
    data = (tmp_path / "f").read_bytes()
    for at in range(len(data)):
        for bad in (data[:at], data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]):
            (tmp_path / "f").write_bytes(bad)
            with pytest.raises(FileFormatError):
                storage.load(tmp_path / "f", "thing", SCHEMA)
                pytest.fail(f"byte {at} of {len(data)} does not count")


# Block by block ---------------------------------------------------------------------------------------------


@pytest.fixture
def large(tmp_path, monkeypatch):
    """A file of 7 blocks that is opened lazily: `x` has numbers 0, 1, …, `y` ends it."""
    monkeypatch.setattr(storage, "WHOLE", 1000)
    monkeypatch.setattr(storage, "BLOCK", 4096)
    tensors = {"x": np.arange(3000.0), "y": np.ones(1001, dtype=np.float32)}
    storage.save(tmp_path / "f", "thing", tensors, {})
    return tmp_path / "f", Schema({"x": Array(), "y": Array(high=1)})


def spoil(path, at):
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def test_a_flipped_byte_is_never_used(large):
    path, schema = large
    spoil(path, -4096)  # somewhere in x
    file = storage.open_file(path, "thing", schema)
    assert file["x"][:100].tolist() == list(range(100))
    assert file["x"][512:1000][0] == 512.0
    with pytest.raises(
        FileFormatError, match=r"fails its checksum in block 6 of 7: .* restore it from a copy"
    ):
        file["x"][:]
    with pytest.raises(FileFormatError, match="fails its checksum"):
        file["x"].verify(2900)
    with pytest.raises(FileFormatError, match="fails its checksum"):
        storage.load(path, "thing", schema)
    assert file["y"][1000:].tolist() == [1.0]


def test_a_small_file_is_compared_when_it_is_opened(large, monkeypatch):
    path, schema = large
    spoil(path, -4096)
    monkeypatch.setattr(storage, "WHOLE", 2**20)
    with pytest.raises(FileFormatError, match="fails its checksum"):
        storage.open_file(path, "thing", schema)


def test_numbers_are_checked_with_their_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(storage, "WHOLE", 1000)
    monkeypatch.setattr(storage, "BLOCK", 4096)
    x = np.zeros((300, 10))
    x[299, 9] = np.nan
    storage.save(tmp_path / "f", "thing", {"x": x}, {})
    file = storage.open_file(tmp_path / "f", "thing", Schema({"x": Array(shape=(None, 10))}))
    assert file["x"][:100].shape == (100, 10) and file["x"].array.shape == (300, 10)
    with pytest.raises(FileFormatError, match="finite"):
        file["x"][298:299]  # the block that holds it


def test_a_block_is_compared_once(large, monkeypatch):
    path, schema = large
    file = storage.open_file(path, "thing", schema)
    file["x"].verify()
    monkeypatch.setattr(storage.hashlib, "sha256", lambda *_: pytest.fail("hashed again"))
    file["x"].verify(5, 2000)
    assert file["x"][-1:].tolist() == [2999.0]


@pytest.mark.parametrize("how", ["cut", "altered"])
def test_a_file_written_over_in_place_is_not_used_any_more(large, how):
    """What was compared is there no more; a shorter file would even end the process when its pages are touched."""
    path, schema = large
    file = storage.open_file(path, "thing", schema)
    file["x"].verify()
    data = path.read_bytes()
    path.write_bytes(data[:5000] if how == "cut" else data)
    os.utime(path, ns=(0, 0))
    with pytest.raises(FileFormatError, match="was changed since it was opened; load it again"):
        file["x"][:100]


def test_a_file_that_is_replaced_stays_what_it_was(large):
    path, schema = large
    file = storage.open_file(path, "thing", schema)
    storage.save(path, "thing", {"x": np.zeros(3)}, {})
    assert file["x"][-1:].tolist() == [2999.0]


# Bounded unpacking ------------------------------------------------------------------------------------------


def test_zlib_unpacks_no_more_than_was_said():
    zeros = np.zeros(10**6)
    packed = storage.pack_zlib(zeros)
    assert (storage.unpack_zlib(packed, np.float64, 10**6, "'f'") == zeros).all()
    for count in (10**6 - 1, 10**6 + 1, 0, 10**18):
        with pytest.raises(FileFormatError, match="does not unpack"):
            storage.unpack_zlib(packed, np.float64, count, "'f'")
    more = np.frombuffer(packed.tobytes() + b"more", np.uint8)
    for bad in (more, packed[:-1], packed[::-1].copy(), np.zeros(0, np.uint8)):
        with pytest.raises(FileFormatError):
            storage.unpack_zlib(bad, np.float64, 10**6, "'f'")


def test_zlib_takes_the_memory_of_its_numbers_alone():
    packed = storage.pack_zlib(np.zeros(2**22))
    tracemalloc.start()
    try:
        storage.unpack_zlib(packed, np.float64, 2**22, "'f'")
        assert tracemalloc.get_traced_memory()[1] < 1.5 * 2**25  # no second copy of its 32 MiB
    finally:
        tracemalloc.stop()


def test_what_no_honest_file_packs_is_not_begun():
    packed = storage.pack_zlib(np.zeros(10**6))
    with pytest.raises(FileFormatError, match="does not unpack to 1000000 numbers"):
        storage.unpack_zlib(packed, np.float64, 10**6, "'f'", ratio=4)


def test_what_would_not_fit_is_not_begun(monkeypatch, tmp_path):
    from tianji.core import memory

    packed = np.frombuffer(zlib.compress(bytes(10**7)), np.uint8)
    (tmp_path / "f").write_bytes(bytes(20_000))
    monkeypatch.setattr(memory, "free_bytes", lambda: 10_000)
    with pytest.raises(TooLargeError):
        storage.unpack_zlib(packed, np.uint8, 10**7, "'f'")
    with pytest.raises(TooLargeError):
        storage.unpack_json(np.zeros(5_000, np.uint8))
    with pytest.raises(TooLargeError):
        storage.read_bytes(tmp_path / "f")


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5000, "", "{", "\xff"])
def test_json_that_cannot_be_read(text):
    with pytest.raises(FileFormatError, match="no JSON"):
        storage.unpack_json(np.frombuffer(text.encode("latin-1"), np.uint8))


def test_facts_that_are_too_long_are_not_written(tmp_path):
    with pytest.raises(TooLargeError, match="save less"):
        storage.save(tmp_path / "f", "thing", {}, {"note": "x" * storage.HEADER})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", ["/dev/zero", "x\0y", "", "a" * 300])
def test_paths_that_are_no_files(path):
    with pytest.raises((FileFormatError, FileAccessError)):
        storage.load(path, "thing")


def test_peek_tells_what_a_file_is_and_reads_no_tensor(tmp_path):
    path = tmp_path / "a.tianji"
    storage.save(path, "strategy", {"x": np.zeros((3, 4), np.float32)}, {"note": "hello"})
    found = storage.peek(path)
    assert found["kind"] == "strategy" and found["fields"] == {"note": "hello"}
    assert found["tensors"] == {"x": ("F32", (3, 4))} and found["bytes"] == path.stat().st_size
    data = path.read_bytes()
    path.write_bytes(data[:-1] + b"x")
    assert storage.peek(path) == found  # the tensors are not looked at
    wrong = {
        "truncated": data[:-1], "altered": data.replace(b"hello", b"hallo"), "not a Tianji file": b"PK" * 50,
        "or is truncated": (2**40).to_bytes(8, "little") + b"x" * 100,
        "upgrade": data.replace(rb'version\": 2', rb'version\": 3'),
    }  # fmt: skip
    for sentence, bad in wrong.items():
        path.write_bytes(bad)
        with pytest.raises(FileFormatError, match=sentence):
            storage.peek(path)
    with pytest.raises(FileAccessError, match="cannot read"):
        storage.peek(tmp_path / "none")
    with pytest.raises(FileAccessError, match="cannot read"):
        storage.peek("a\0b")


def test_peek_takes_no_memory_for_a_file_of_a_gigabyte(tmp_path):
    path = tmp_path / "large.tianji"
    storage.save(path, "strategy", {"x": np.zeros(10)}, {})
    data = path.read_bytes()
    with path.open("ab") as file:
        file.truncate(2**30)  # a hole: the disk holds nothing of it
    tracemalloc.start()
    with pytest.raises(FileFormatError, match="truncated"):  # it is longer than its header says
        storage.peek(path)
    assert tracemalloc.get_traced_memory()[1] < 10 * len(data) + 100_000
    tracemalloc.stop()

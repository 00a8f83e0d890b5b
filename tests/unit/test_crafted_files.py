"""Files with right checksums and wrong content: each of these crashed, lied or took all memory once."""

from __future__ import annotations

import json
import re
import zlib

import numpy as np
import pytest

import tianji as tj
from tianji.core import storage
from tianji.errors import FileFormatError, ParameterError, StrategyError
from tianji.games.mnk import TicTacToe
from tianji.games.nim import Nim
from tianji.search.book import Book
from tianji.search.native.endings import EndingTable
from tianji.search.retrograde import Tablebase, retrograde


def crafted(path, kind, change):
    """The file with `change(tensors, fields)` made to it, signed anew."""
    tensors, fields = storage.load(path, kind)
    tensors = {name: array.copy() for name, array in tensors.items()}
    change(tensors, fields)
    storage.save(path, kind, tensors, fields)


def put(name, make):
    return lambda tensors, fields: tensors.__setitem__(name, make(tensors.get(name)))


def runner(**changes):
    return lambda tensors, fields: fields["runner"].update(changes)


def nan(array):
    array[1] = np.nan
    return array


CHECKPOINTS = {
    "dcfr": [
        (
            put("strategy.0", lambda a: a[:3]),
            r"'strategy\.0' has type float64 and shape \(3,\), expected shape",
        ),
        (put("strategy.1", lambda a: np.resize(a, 10**6)), r"'strategy\.1' .* shape \(1000000,\)"),
        (put("cum_strategy.0", lambda a: a[:0]), r"'cum_strategy\.0' .* expected shape"),
        (put("cum_regret.0", lambda a: a.reshape(-1, 1)), r"'cum_regret\.0' .* expected shape"),
        (put("cum_regret.1", nan), r"'cum_regret\.1' holds other than finite numbers"),
        (put("cum_strategy.1", lambda a: -a - 1), "holds other than numbers from 0"),
        (put("strategy.0", lambda a: a * 0.5), "does not sum to 1"),
        (put("strategy.0", lambda a: a.astype(np.int64)), "expected type float"),
        (put("foreign", lambda _: np.zeros(2)), "'foreign' that does not belong there"),
        (lambda tensors, fields: tensors.pop("cum_regret.0"), r"lacks the tensor 'cum_regret\.0'"),
        (runner(t=-5), "'t' is -5, expected a whole number"),
        (runner(t=1.5), r"'t' is 1\.5"),
        (runner(t=None), "'t' is None"),
        (lambda tensors, fields: fields["runner"].clear(), "expected a whole number"),
        (
            lambda tensors, fields: fields.pop("runner"),
            "not a complete checkpoint: it lacks the field 'runner'",
        ),
        (
            lambda tensors, fields: fields.update(seconds=-1),
            "not a complete checkpoint: the field 'seconds' is -1",
        ),
        (lambda tensors, fields: fields.update(seconds=float("nan")), "'seconds' is nan"),
        (lambda tensors, fields: fields.update(checks=[[1, 2, 3]]), "rows of 4 values, which row 0 is not"),
        (lambda tensors, fields: fields.update(config=[]), "'config' is \\[\\], expected a table"),
    ],
    "fp": [
        (put("cum_plan.0", lambda a: a[:2]), "expected shape"),
        (put("cum_plan.0", lambda a: a * 1e6), "numbers from 0 to"),
        (put("cum_plan.1", nan), "finite"),
        (runner(t=-5), "'t' is -5"),
    ],
    "external": [
        (put("cum_regret", lambda a: a[:-1]), "do not fit each other"),
        (put("cum_strategy", nan), "finite"),
        (put("states", lambda a: a[:-1]), "a position in it is none of kuhn"),
        (put("states", lambda a: a + 10**9), "is none of kuhn"),
        (put("states", lambda a: a * 0), "is none of kuhn"),  # nobody acts there
        (put("states", lambda a: np.resize(a[:4], a.size)), "do not fit each other"),
        (runner(t=-5), "'t' is -5"),
        (runner(native=0), "'native' is 0"),
        (runner(game="leduc"), "a state of 'leduc'"),
    ],
    "vr": [
        (put("cum_regret.0", lambda a: a[:-1]), "does not fit"),
        (put("cum_strategy.0", nan), "finite"),
        (put("cum_regret.0", lambda a: a * 0 + 1e308), "numbers from -1e\\+300"),  # their sum is no number
        (put("names.0", lambda _: storage.pack_json([["x", "x"], [["a"], ["a"]]])), "all different"),
        (put("names.0", lambda _: storage.pack_json({"x": 1})), "expected names of infosets"),
        (put("names.1", lambda _: storage.pack_json([[1], [["a"]]])), "expected names of infosets"),
        (runner(t=-5), "'t' is -5"),
        (runner(players=3), r"lacks the tensor 'names\.2'"),
        (runner(players=10**9), "'players' is 1000000000"),
        (runner(game="leduc"), "a state of 'leduc'"),
    ],
}


@pytest.mark.parametrize(
    ("method", "change", "says"), [(m, *row) for m, table in CHECKPOINTS.items() for row in table]
)
def test_crafted_checkpoints(tmp_path, method, change, says):
    path = str(tmp_path / "run")
    tj.solve(tj.load("kuhn"), method, iterations=5, checkpoint=path)
    crafted(path, "checkpoint", change)
    with pytest.raises(FileFormatError, match=says) as raised:
        tj.solve(tj.load("kuhn"), method, iterations=9, checkpoint=path, resume=True)
    assert str(raised.value).startswith(repr(path))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (put("probs.0", lambda a: a[:-1]), "do not fit"),
        (put("probs.0", nan), "finite"),
        (put("probs.1", lambda a: a * 0.5), "sum to 0.5"),
        (put("first_slot.0", lambda a: a[::-1].copy()), "do not fit"),
        (put("first_slot.0", lambda a: a.astype(np.int64) + 2**31), "do not fit"),
        (put("names.0", lambda _: np.frombuffer(b"[" * 100_000, np.uint8)), "no JSON"),
        (put("names.0", lambda _: storage.pack_json([["a"], ["xy"]])), "expected names"),
        (lambda tensors, fields: fields.update(players=10**12), "'players' is"),
        (lambda tensors, fields: fields.update(players=3), "lacks the tensor"),
        (lambda tensors, fields: fields.update(game=None), "'game' is None"),
        (lambda tensors, fields: fields.update(unvisited="win"), "'unvisited' is 'win'"),
        (put("extra", lambda _: np.zeros(1)), "does not belong"),
    ],
)
def test_crafted_strategies(tmp_path, change, says):
    path = tmp_path / "s.safetensors"
    tj.uniform(tj.load("kuhn")).save(path)
    crafted(path, "strategy", change)
    with pytest.raises(FileFormatError, match=says):
        tj.Strategy.load(path)


# JSON -------------------------------------------------------------------------------------------------------


def test_a_strategy_in_json_carries_a_checksum(tmp_path):
    text = tj.uniform(tj.load("kuhn")).to_json()
    data = json.loads(text)
    assert tj.Strategy.from_json(text).to_dict() == {k: v for k, v in data.items() if k != "sha256"}
    altered = text.replace("0.5", "0.25", 1).replace("0.5", "0.75", 1)
    (tmp_path / "s.json").write_text(altered)
    with pytest.raises(FileFormatError, match=r"s\.json.*fails its checksum.*leave out its .sha256."):
        tj.Strategy.load(tmp_path / "s.json")
    by_hand = re.sub(r'"sha256": "\w+",', "", altered)  # and as files were before
    assert tj.Strategy.from_json(by_hand).tables[0].probs[0] == 0.25


@pytest.mark.parametrize("p", ["1e999", "9" * 4301, "1" + "0" * 400, "[1]", "null", '"½"', '"0.5"', "{}"])
def test_json_numbers_nobody_can_mean(p):
    with pytest.raises((FileFormatError, StrategyError)):
        tj.Strategy.from_json(f'{{"game": "g", "players": [{{"a": {{"x": {p}}}}}]}}')


def test_a_name_that_stands_twice_is_refused():
    with pytest.raises(FileFormatError, match="twice"):
        tj.Strategy.from_json('{"game": "g", "players": [{"a": {"x": 1}, "a": {"y": 1}}]}')


# Bombs ------------------------------------------------------------------------------------------------------


def bomb(size):
    """`size` zero bytes, compressed a thousandfold."""
    pack = zlib.compressobj(9)
    parts = [pack.compress(bytes(2**20)) for _ in range(size >> 20)]
    return np.frombuffer(b"".join([*parts, pack.flush()]), np.uint8)


@pytest.mark.parametrize("positions", [3, 2**23, 10**15])
def test_a_bomb_is_not_unpacked(tmp_path, positions):
    """64 MiB of zeros in 64 KB: what is not declared is refused, and what is declared must be sorted positions."""
    game, path = Nim("1,2"), tmp_path / "t.safetensors"
    retrograde(game).save(path)

    def change(tensors, fields):
        tensors["keys"], fields["positions"] = bomb(2**26), positions
        tensors["codes"] = storage.pack_zlib(np.zeros(3, np.int32))

    crafted(path, "tablebase", change)
    with pytest.raises(FileFormatError, match=r"does not unpack|out of order"):
        Tablebase.load(path, game)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"game": "chess_ending(pieces='KQK')", "size": 2**40}, "holds 1099511627776 positions"),
        ({"game": "chess_ending(pieces='KQRBNQRBNK')", "size": 5}, "a table of no ending"),
        ({"game": "chess_ending(pieces='KQK')", "size": 2 * 64**3}, "does not unpack"),
        ({"size": 5}, "lacks the field 'game'"),
    ],
)
def test_crafted_endings(tmp_path, fields, says):
    path = tmp_path / "e.safetensors"
    storage.save(path, "ending", {"plies": bomb(2**24)}, fields)
    with pytest.raises(FileFormatError, match=says):
        EndingTable.load(path)


@pytest.mark.parametrize(
    "rows",
    [
        [["k", "a", 0.0, "exact"]],
        [["k", "a", float("nan"), "exact", "x"]],
        [["k", "a", 0.0, "perhaps", "x"]],
        [[1, "a", 0.0, "exact", "x"]],
        {"k": 1},
        [],
    ],
)
def test_crafted_books(tmp_path, rows):
    game, path = TicTacToe(), tmp_path / "b.safetensors"
    storage.save(path, "book", {"entries": storage.pack_json(rows)}, {"game": game.spec, "size": 1})
    with pytest.raises(FileFormatError, match="not a complete book"):
        Book.load(path, game)


# Settings of checkpoints ------------------------------------------------------------------------------------


@pytest.mark.parametrize("every", [-1, "two", float("nan"), float("inf"), None, True, [1], 10**400])
def test_a_time_between_checkpoints_that_nobody_can_mean(tmp_path, every):
    with pytest.raises(
        ParameterError, match=r"^checkpoint_every=.*; expected a number of seconds, 0 or more$"
    ):
        tj.solve(tj.load("kuhn"), iterations=5, checkpoint=str(tmp_path / "run"), checkpoint_every=every)
    assert not list(tmp_path.iterdir())


def test_a_small_file_of_a_huge_spot_takes_no_memory(tmp_path):
    """A river's file whose header names a flop with full ranges: 66 GiB were asked for."""
    from tianji.holdem import Solution, Spot

    path = tmp_path / "s.safetensors"
    spot = Spot(board="Ks7h2d3c9s", pot=10, stack=20, oop="AA,KQs", ip="QQ,AKs", bets="50%", raises="allin")
    spot.solve(iterations=2, checkpoint=str(path))
    huge = {
        "board": "Ks7h2d",
        "oop": "random",
        "ip": "random",
        "stack": 1000,
        "bets": "33%,75%",
        "raises": "100%",
    }
    crafted(path, "holdem-solve", lambda tensors, fields: fields["config"]["spot"].update(huge))
    with pytest.raises(FileFormatError, match="its spot needs more"):
        Solution.load(path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda tensors, fields: fields.update(seconds=10**400), "'seconds' is 1000"),
        (lambda tensors, fields: fields.update(seconds=float("nan")), "'seconds' is nan"),
        (runner(t=-5), "'t' is -5"),
        (lambda tensors, fields: fields.update(values=["x", 1.0]), "'values' is .*finite number"),
        (lambda tensors, fields: fields.update(exploitability=-1.0), r"'exploitability' is -1\.0"),
        (lambda tensors, fields: fields.update(checks=[[1, 2.0]]), "which row 0 is not"),
        (put("average/0", lambda a: a[:-8]), "average/0"),
        (put("average/0", nan), "average/0.*finite"),
        (lambda tensors, fields: fields["config"].update(storage="float8"), "float8"),
        (lambda tensors, fields: fields["config"]["spot"].update(pot=-1), "pot=-1"),
    ],
)
def test_crafted_solves_of_holdem(tmp_path, change, says):
    from tianji.holdem import Solution, Spot

    path = tmp_path / "s.safetensors"
    spot = Spot(board="Ks7h2d3c9s", pot=10, stack=20, oop="AA,KQs", ip="QQ,AKs", bets="50%", raises="allin")
    spot.solve(iterations=2, checkpoint=str(path))
    crafted(path, "holdem-solve", change)
    with pytest.raises((FileFormatError, ParameterError), match=says):
        Solution.load(path).strategy("")


def test_averages_behind_a_gate_that_weigh_nothing(tmp_path):
    """A division by zero in the kernel, found by the fuzzer: iterations weigh 1 or more together."""
    path, alt = tmp_path / "run.solve", np.full(1326, 50.0)
    spot = tj.holdem.Spot("AsKd8h5c2s", 100, 100, "AcAh,QcJd", "KhKc", "100%", "")
    gate = tj.holdem.Gate(0, alt, "resolve")
    spot.solve(iterations=3, gate=gate, checkpoint=str(path))
    crafted(path, "holdem-solve", put("gate/count", lambda a: np.zeros_like(a)))
    with pytest.raises(FileFormatError, match="behind a gate weigh 1 or more, not 0"):
        spot.solve(iterations=3, gate=gate, checkpoint=str(path), resume=True)

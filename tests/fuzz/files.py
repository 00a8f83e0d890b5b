"""Every kind of file, and crafted copies of it whose checksums are right: all must be a value or a `TianjiError`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import tianji as tj
from fuzz.hostile import hostile_value, mutated_value
from tianji.core import storage
from tianji.holdem.abstraction.work import working

TYPES = [np.float64, np.float32, np.int64, np.int32, np.int16, np.uint8, np.bool_]
LENGTHS = [0, 1, 2, 7, 1000]
FILLS = [float("nan"), float("inf"), -float("inf"), -1.0, -0.0, 2.0, 1e308, -1e308, 5e-324]


@dataclass(frozen=True)
class Kind:
    """A kind of file: how one is written, and what reading and using it is."""

    name: str
    kind: str
    write: Callable[[Path], object]
    use: Callable[[Path], object]


def _checkpoint(method: str, spec: str = "kuhn", **options: Any) -> Kind:
    game = tj.load(spec)

    def write(path: Path) -> None:
        tj.solve(game, method, iterations=9, checkpoint=str(path), **options)

    def use(path: Path) -> None:
        tj.solve(game, method, iterations=12, checkpoint=str(path), resume=True, **options)

    return Kind(f"checkpoint of {method} on {spec}", "checkpoint", write, use)


def _strategy() -> Kind:
    game = tj.load("kuhn")

    def use(path: Path) -> None:
        strategy = tj.Strategy.load(path)
        strategy.to_json(), strategy.to_csv(), repr(strategy)
        tj.nash_conv(game, strategy)

    return Kind("strategy", "strategy", lambda path: tj.uniform(game).save(path), use)


def _book() -> Kind:
    from tianji.games.mnk import TicTacToe
    from tianji.search.book import Book, build_book

    game = TicTacToe()

    def use(path: Path) -> None:
        Book.load(path, game).probe(game.initial())

    return Kind("book", "book", lambda path: build_book(game, positions=2, depth=2).save(path), use)


def _batch_item() -> Kind:
    from tianji.parallel import run_batch
    from tianji.parallel.batch import item_file

    def run(folder: Path) -> Any:
        return run_batch(folder, "tianji.parallel.examples:square", [{"x": 2}])

    def write(path: Path) -> None:
        folder = path.with_name("batch")
        shutil.copy(item_file(folder, run(folder).items[0].key), path)

    def use(path: Path) -> None:
        folder = path.with_name("another batch")
        shutil.copy(path, item_file(folder, run(folder).items[0].key))
        list(run(folder).outcomes())

    return Kind("item of a batch", "batch-item", write, use)


def _tablebase() -> Kind:
    from tianji.games.nim import Nim
    from tianji.search.retrograde import Tablebase, retrograde

    game = Nim("1,2")

    def use(path: Path) -> None:
        table = Tablebase.load(path, game)
        table.probe(game.initial())
        table.line(game.initial())

    return Kind("tablebase", "tablebase", lambda path: retrograde(game).save(path), use)


def _ending() -> Kind:
    from tianji.games.chess_ending import ChessEnding
    from tianji.search.native.endings import EndingTable

    def write(path: Path) -> None:
        EndingTable(ChessEnding("KQK"), np.zeros(2 * 64**3, dtype=np.uint8)).save(path)

    return Kind(
        "ending", "ending", write, lambda path: EndingTable.load(path).probe("8/8/8/8/8/3k4/1Q6/K7 b")
    )


def _probcut() -> Kind:
    from tianji.search.readable.probcut import Pair, ProbCut

    def write(path: Path) -> None:
        ProbCut((Pair(2, 4, 1.0, 0.5, 2.0, 20), Pair(1, 3, 0.9, 0.0, 1.0, 20))).save(path, "othello")

    return Kind("probcut", "probcut", write, lambda path: ProbCut.load(path, "othello"))


def _holdem() -> list[Kind]:
    from tianji.holdem import Gate, Solution, Spot
    from tianji.holdem import report as make_report

    spot = Spot(board="Ks7h2d3c9s", pot=10, stack=20, oop="AA,KQs", ip="QQ,AKs", bets="50%", raises="allin")

    def write(path: Path) -> None:
        spot.solve(iterations=3, checkpoint=str(path))

    def use(path: Path) -> None:
        solution = Solution.load(path)
        repr(solution), solution.to_dict(), solution.strategy("")

    def go_on(path: Path) -> None:
        spot.solve(iterations=5, checkpoint=str(path), resume=True)

    gate = Gate("ip", "random: 3", "distributional", spread="random: 2")
    small = spot.replace(oop="AhAd", ip="QhQd", bets="allin", raises="")

    def write_gated(path: Path) -> None:
        small.solve(iterations=3, gate=gate, checkpoint=str(path))

    def go_on_gated(path: Path) -> None:
        small.solve(iterations=5, gate=gate, checkpoint=str(path), resume=True)
        solution = Solution.load(path)
        repr(solution), solution.to_dict(), solution.gate

    def report(path: Path, resume: bool) -> None:
        make_report(
            small, ["Ks7h2d3c9s", "Ks7h2d3c8s"], iterations=3, checkpoint=str(path), resume=resume
        ).to_csv()

    return [
        Kind("holdem solve", "holdem-solve", write, use),
        Kind("holdem run", "holdem-solve", write, go_on),
        Kind("holdem solve behind a gate", "holdem-solve", write_gated, go_on_gated),
        Kind("holdem report", "holdem-report", partial(report, resume=False), partial(report, resume=True)),
    ]


def _training(method: str) -> Kind:
    """A blueprint in training, of a tree of all-ins alone: thousands of entries."""

    def train(path: Path, iterations: int, resume: bool) -> None:
        menu = tj.holdem.Menu(("a",) * 4, limp=False)
        tj.holdem.train(
            menu,
            boards=1,
            iterations=iterations,
            threads=1,
            method=method,
            checkpoint=str(path),
            resume=resume,
        )

    return Kind(
        f"training, {method}",
        "checkpoint",
        partial(train, iterations=2, resume=False),
        partial(train, iterations=4, resume=True),
    )


def _learning() -> Kind:
    game = tj.matrix.NormalForm("0 -1 3; 1 0 -1; -1 1 0")

    def learn(path: Path, iterations: int, resume: bool) -> None:
        found = tj.matrix.learn(game, "regret-matching+", iterations, checkpoint=str(path), resume=resume)
        found.to_json()

    return Kind(
        "learning",
        "checkpoint",
        partial(learn, iterations=9, resume=False),
        partial(learn, iterations=12, resume=True),
    )


def _rounds() -> list[Kind]:
    """What a folder of `tianji reproduce` holds: a row, a solve to go on from, the value of the game."""
    from tianji.holdem.rounds import column
    from tianji.holdem.rounds.game import RoundGame
    from tianji.holdem.rounds.runner import RoundRunner
    from tianji.holdem.rounds.value import game_value
    from tianji.run.checkpoint import Checkpoint
    from tianji.run.drive import drive
    from tianji.run.limits import Limits

    game = RoundGame(ranks=7, suits=1, bets=("100%", "100%"), most_bets=(0, 1))

    def row() -> column.Row:
        return column.Row({"game": "g"}, 3, np.zeros((2, 4)), 2, 0.5, 0.25, 1.5, 2.0)

    def use_row(path: Path) -> None:
        found = row()
        found.load(path)
        float(found.leaves.sum()), found.is_done

    def solve(path: Path, iterations: int, resume: bool) -> None:
        runner = RoundRunner(game.backend(threads=1))
        file = Checkpoint(str(path), {"game": "g"}, resume, kind=column.SOLVE_KIND)
        drive(runner, Limits(iterations=iterations), checkpoint=file)

    def value(path: Path) -> None:
        with working(threads=1) as work:
            game_value(game, 2, path.parent, work)

    def write_value(path: Path) -> None:
        (path.parent / "value.safetensors").unlink(missing_ok=True)
        value(path)
        (path.parent / "value.safetensors").rename(path)

    def use_value(path: Path) -> None:
        shutil.copy(path, path.parent / "value.safetensors")
        value(path)

    return [
        Kind("row of a table", column.KIND, lambda path: row().save(path), use_row),
        Kind(
            "solve of rounds", column.SOLVE_KIND, partial(solve, iterations=2, resume=False),
            partial(solve, iterations=3, resume=True),
        ),
        Kind("value of a game", "game-value", write_value, use_value),
    ]  # fmt: skip


def _blueprint() -> Kind:
    from tianji.holdem.blueprint.menu import Menu
    from tianji.holdem.blueprint.store import Blueprint, blueprint_of, shipped_buckets

    def write(path: Path) -> None:
        blueprint_of(Menu(("a|a", "a|a", "a|a", "a|a"), name="small"), shipped_buckets()).save(path)

    def use(path: Path) -> None:
        found = Blueprint.load(path)
        repr(found), found.to_json(), found.node_rows(0), found.node_rows(len(found.tree) - 1)

    return Kind("blueprint", "blueprint", write, use)


def _buckets() -> Kind:
    from tianji.holdem.abstraction.buckets import Buckets, make_buckets

    def write(path: Path) -> None:
        make_buckets("turn", "5,6", deck=20, metric="next", rounds=1, sample=2000).save(path)

    def use(path: Path) -> None:
        found = Buckets.load(path)
        repr(found), found.to_json(), found.of("turn"), found.bucket_of([51, 46, 41])

    return Kind("buckets", "buckets", write, use)


def _nested() -> Kind:
    from tianji.holdem.nested.prepared import Prepared
    from tianji.holdem.rounds.game import RoundGame

    @cache
    def rules() -> tuple[Any, ...]:
        game = RoundGame(ranks=7, suits=1, bets=("100%", "100%"), most_bets=(0, 1))
        return game.tree(), game.boards()

    def empty() -> Prepared:
        tree, boards = rules()
        names = [tree.line(n) for n in range(len(tree.nodes))]
        return Prepared(tree, names, range(len(names)), boards, {"iterations": 3})

    def use(path: Path) -> None:
        found = empty()
        found.load(path)
        found.preflop(1, "", 2), found.flop(0, 3)

    return Kind("nested", "nested-strategy", lambda path: empty().save(path), use)


def _bucket_table() -> Kind:
    """A table in the cache: a damaged one is made anew."""
    from tianji.holdem.abstraction.buckets import make_buckets
    from tianji.holdem.blueprint import dealing

    made = cache(partial(make_buckets, "flop", 8, deck=20, metric="next", rounds=1, sample=500))

    def write(path: Path) -> None:
        with working(threads=1) as work:
            dealing.bucket_table(made(), 3, work, path.parent)
        next(path.parent.glob("*.table")).rename(path)

    def use(path: Path) -> None:
        shutil.copy(path, path.parent / f"{made().digest[:24]}-flop.table")
        with working(threads=1) as work:
            int(dealing.bucket_table(made(), 3, work, path.parent).max())

    return Kind("bucket table", dealing.KIND, write, use)


def kinds() -> list[Kind]:
    """All of them."""
    return [
        _strategy(), _checkpoint("dcfr"), _checkpoint("pcfr+", "coin_toss"), _checkpoint("fp"), _checkpoint("external"),
        _checkpoint("vr"), _book(), _tablebase(), _ending(), _probcut(), *_holdem(), _buckets(),
        _nested(), _learning(), _training("external"), _training("public"),
        *_rounds(), _blueprint(), _bucket_table(), _batch_item(),
    ]  # fmt: skip


def at_a_long_path(folder: Path, name: str) -> Path:
    """A file whose path is longer than any message may quote."""
    long = folder / ("long" * 50)
    long.mkdir(exist_ok=True)
    return long / name


def crafted(rng: Random, path: Path, kind: str) -> None:
    """Change one to three things of the file, and sign it anew; or spoil its bytes."""
    if rng.randrange(8) == 0:
        path.write_bytes(spoilt(rng, path.read_bytes()))
        return
    tensors, fields = storage.load(path, kind)
    for _ in range(rng.choice([1, 1, 2, 3])):
        if rng.randrange(2):
            fields = mutated_value(rng, fields)
            fields = fields if isinstance(fields, dict) else {"fields": fields}
        elif tensors:
            _craft(rng, tensors)
    try:
        json.dumps(fields).encode()
    except (ValueError, UnicodeEncodeError):
        fields = {}
    storage.save(path, kind, tensors, fields)


def _craft(rng: Random, tensors: dict[str, np.ndarray]) -> None:
    name = rng.choice(sorted(tensors))
    array = tensors[name].copy()
    way = rng.randrange(9)
    if way == 0:
        del tensors[name]
        return
    if way == 1:
        tensors[str(hostile_value(rng, 3)).replace("\ud800", "?")] = array
        return
    if way == 2:
        array = np.resize(array, rng.choice(LENGTHS))
    elif way == 3:
        array = array.reshape(rng.choice([(-1, 1), (1, -1), (1, 1, -1)]))
    elif way == 4:
        with np.errstate(all="ignore"):
            array = array.astype(rng.choice(TYPES))
    elif way == 5 and array.size:
        with np.errstate(all="ignore"):
            array.reshape(-1)[rng.randrange(array.size)] = np.array(rng.choice(FILLS)).astype(array.dtype)
    elif way == 6:
        with np.errstate(all="ignore"):
            array[...] = np.array(rng.choice(FILLS)).astype(array.dtype)
    elif array.dtype == np.uint8 and array.ndim == 1:
        array = _packed(rng, array)
    elif array.size:
        array = array[: rng.randrange(array.size + 1)] if array.ndim else array
    tensors[name] = array


def _packed(rng: Random, array: np.ndarray) -> np.ndarray:
    """Names with a change in them; a bomb for what was compressed."""
    try:
        value = mutated_value(rng, json.loads(array.tobytes()))
        return storage.pack_json(value)
    except (ValueError, UnicodeError, RecursionError):
        return storage.pack_zlib(np.zeros(rng.choice([1, 1000, 10**6]), np.uint8))


def spoilt(rng: Random, data: bytes) -> bytes:
    """Bytes flipped, lost, doubled, or a header that lies about its length."""
    at = rng.randrange(len(data))
    way = rng.randrange(5)
    if way == 0:
        return data[:at]
    if way == 1:
        return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
    if way == 2:
        return data[:at] + data[at:] * 2
    if way == 3:
        return rng.choice([0, 1, 7, 2**24, 2**40, 2**63, 2**64 - 1]).to_bytes(8, "little") + data[8:]
    return bytes(rng.randrange(256) for _ in range(rng.randrange(100)))

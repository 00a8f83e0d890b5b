"""Flops of a row as items of `tianji.parallel`: what a worker needs, what it answers, and putting rows together again.

Rows are sums over flops in their order, so that answers are kept until it is their turn: every executor gives the same
bits as this process alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tianji.holdem.abstraction.work import Work
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.runner import blueprint_digest, cells_of
from tianji.holdem.rounds.subgames import BoardAnswer, SubgameSolver, gate_of
from tianji.parallel.items import Shared, Tensors
from tianji.parallel.ordered import Meter, in_order
from tianji.run.clock import OutOfBudget

JOB = "tianji.holdem.rounds.pieces:solve_flops"
FLOPS = 48  # of an item


@dataclass(frozen=True)
class Piece:
    """Some flops of a row; args: what the job is told of them."""

    row: int
    flops: range
    args: dict[str, Any]


def cut_row(row: int, done: int, flops: int, args: Mapping[str, Any]) -> list[Piece]:
    """What is left of a row, in pieces.

    >>> [piece.flops for piece in cut_row(0, 48, 100, {})]
    [range(48, 96), range(96, 100)]
    """
    parts = [range(at, min(at + FLOPS, flops)) for at in range(done, flops, FLOPS)]
    return [Piece(row, part, {**args, "flops": [part.start, part.stop]}) for part in parts]


def solve_pieces(
    work: Work, job: str, pieces: Sequence[Piece], shared: Shared, tell: Callable[[int, str], None]
) -> Iterator[tuple[Piece, list[BoardAnswer], float]]:
    """Answers and seconds of pieces, in their order; tell: how many flops of later pieces are done already, by whom.

    Raises `OutOfBudget` when the work must end: what runs then is cancelled, since it is not waited for elsewhere.
    """
    assert work.executor is not None
    meter = Meter("flops", sum(len(piece.flops) for piece in pieces), "flops", work.clock)
    given = 0  # flops handed over already
    meter.progress = lambda report: tell(report.done - given, report.detail)
    found = in_order(
        work.executor, job, [piece.args for piece in pieces], meter=meter, shared=shared,
        units=lambda k: len(pieces[k].flops), what=lambda k: _words(pieces[k].flops),
    )  # fmt: skip
    for k, outcome in found:
        given += len(pieces[k].flops)
        yield pieces[k], unpacked(outcome.tensors), outcome.seconds
    if given < meter.total:
        raise OutOfBudget


def _words(flops: range) -> str:
    return f"a piece, flops {flops.start} to {flops.stop - 1},"


def packed(answers: Sequence[BoardAnswer]) -> Tensors:
    """Answers as arrays."""
    return {
        "cbv": np.array([answer.cbv for answer in answers]),
        "slack": np.array([answer.slack for answer in answers], dtype=np.float64),
        "margin": np.array([answer.margin for answer in answers], dtype=np.float64),
        "margins": np.array([answer.margins for answer in answers]),
    }


def unpacked(tensors: Tensors) -> list[BoardAnswer]:
    """And back."""
    parts = (tensors[name] for name in ("cbv", "slack", "margin", "margins"))
    return [
        BoardAnswer(cbv, float(slack), float(margin), margins)
        for cbv, slack, margin, margins in zip(*parts, strict=True)
    ]


def game_args(game: RoundGame) -> dict[str, Any]:
    """The rules, as JSON has them."""
    found: dict[str, Any] = json.loads(json.dumps(asdict(game)))
    return found


def game_of(args: Mapping[str, Any]) -> RoundGame:
    """And back.

    >>> game = RoundGame(ranks=5)
    >>> game_of(game_args(game)) == game
    True
    """
    rules: dict[str, Any] = {name: tuple(x) if isinstance(x, list) else x for name, x in args.items()}
    return RoundGame(**rules)


def blueprint_arrays(backend: BucketBackend, tables: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
    """What workers share: buckets by board and hand, and the blueprint."""
    cells = {name: array for name, array in cells_of(backend).items() if name.startswith("average")}
    return {**{f"table/{k}": table for k, table in enumerate(tables)}, **cells}


_solvers: dict[
    tuple[str, int], SubgameSolver
] = {}  # of one blueprint: what a worker needs for item after item


def solve_flops(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """The job: some flops of a technique and a seat, solved as `SubgameSolver.solve` does."""
    solver = _solver(args["blueprint"], args["seat"], args["game"], shared)
    gate, iterations, method = gate_of(args["technique"]), args["iterations"], args["method"]
    return packed([solver.solve(b, gate, iterations, method) for b in range(*args["flops"])]), {}


def _solver(digest: str, seat: int, rules: dict[str, Any], shared: Shared) -> SubgameSolver:
    if (digest, seat) not in _solvers:
        if any(known != digest for known, _ in _solvers):
            _solvers.clear()
        game = game_of(rules)
        backend = BucketBackend(game, [shared[f"table/{k}"] for k in range(game.rounds)])
        for name, array in cells_of(backend).items():
            if name in shared:
                array[:] = shared[name]
        assert blueprint_digest(backend) == digest
        _solvers[digest, seat] = SubgameSolver(backend, seat)
    return _solvers[digest, seat]

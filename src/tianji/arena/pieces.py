"""Deals of a match as items of `tianji.parallel`: a deal follows from the seed and its number, wherever it is dealt."""

from __future__ import annotations

import hashlib
import json
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.arena.opponents import StrategyPlayer
from tianji.arena.seats import UNIFORM, Seated, take_seat, taken_by
from tianji.core.game import Game
from tianji.core.strategy import Strategy
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.games.registry import load, require_name
from tianji.parallel import make_executor
from tianji.parallel.items import Outcome, Shared, Tensors
from tianji.parallel.ordered import Meter, in_order
from tianji.poker.rules import HandRules
from tianji.run.clock import clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

if TYPE_CHECKING:
    from tianji.arena.hands import Referee
    from tianji.arena.matches import MatchTable

GAME_JOB, HAND_JOB = "tianji.arena.pieces:play_game", "tianji.arena.pieces:play_hands"
DEALS = 50  # of an item, at most


def spread_deals(
    job: str, args: Mapping[str, Any], deals: int, on: str, shared: Shared, seconds: float | None,
    progress: Progress | None, stop: Stop,
) -> Iterator[Outcome | str]:  # fmt: skip
    """Outcomes of pieces of a match, in order, and in the end why it ended: "hands" when all are played."""
    size = max(1, min(DEALS, deals // 64))
    parts = [range(at, min(at + size, deals)) for at in range(0, deals, size)]
    run = hashlib.sha256(json.dumps(args, sort_keys=True).encode())
    for array in shared.values():
        run.update(np.ascontiguousarray(array).tobytes())
    rows = [{**args, "run": run.hexdigest(), "deals": [part.start, part.stop]} for part in parts]
    played = 0
    with make_executor(on) as executor, clocked(Limits(seconds=seconds), stop) as clock:
        meter = Meter("match", deals, "deals", clock, progress)
        found = in_order(
            executor, job, rows, meter=meter, shared=shared, units=lambda k: len(parts[k]),
            what=lambda k: f"the piece of deals {parts[k].start} to {parts[k].stop - 1}",
        )  # fmt: skip
        for k, outcome in found:
            played += len(parts[k])
            yield outcome
        yield "hands" if played == deals else clock.stopped


# Any game --------------------------------------------------------------------------------------------------------


def game_args(game: Game[Any, Any], sides: Sequence[Seated], whos: Sequence[object]) -> tuple[Any, Shared]:
    """What workers are told of a table, and the strategies that they share."""
    require_name(game)
    shared, words = {}, []
    for k, (side, who) in enumerate(zip(sides, whos, strict=True)):
        if side.strategy is not None and who not in UNIFORM:
            with tempfile.TemporaryDirectory(prefix="tianji-seat-") as folder:
                path = Path(folder) / "strategy.safetensors"
                side.strategy.save(path)
                shared[f"strategy/{k}"] = np.frombuffer(path.read_bytes(), dtype=np.uint8)
        elif not isinstance(who, str):
            raise NotApplicableError(
                f"{quote(who)} is an agent of this process; use on='serial', or agents that have names"
            )
        words.append(side.name)
    return {"game": game.spec, "sides": words}, shared


_tables: dict[str, Any] = {}  # of the match that a worker is at


def play_game(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """The job: some deals of a `match`, (seat, what A got, the same by AIVAT) of every hand."""
    from tianji.arena.matches import deal_rows

    if args["run"] not in _tables:
        _tables.clear()
        _tables[args["run"]] = _game_table(args, shared)
    table: MatchTable = _tables[args["run"]]
    table.illegal[:], table.faults[:] = [0, 0], []
    rows = [row for k in range(*args["deals"]) for row in deal_rows(table, k, args["duplicate"])]
    return {"rows": np.array(rows, dtype=float)}, {
        "illegal": list(table.illegal),
        "faults": list(table.faults),
    }


def _game_table(args: Mapping[str, Any], shared: Shared) -> MatchTable:
    from tianji.arena.matches import MatchTable, aivat_tables

    game = load(args["game"])
    sides = [
        _seat(game, who, args["seed"], shared.get(f"strategy/{k}")) for k, who in enumerate(args["sides"])
    ]
    tables = aivat_tables(game, sides)[0] if args["aivat"] else []
    return MatchTable(game, (sides[0], sides[1]), args["seed"], [*tables] or [None] * game.players)


def _seat(game: Game[Any, Any], who: str, seed: int, data: np.ndarray | None) -> Seated:
    if data is None:
        return take_seat(game, who, seed=seed if "seed" in taken_by(who)[1] else None)
    with tempfile.TemporaryDirectory(prefix="tianji-seat-") as folder:
        path = Path(folder) / "strategy.safetensors"
        path.write_bytes(data.tobytes())
        rng = random.Random(seed)
        return Seated(StrategyPlayer(game, Strategy.load(path), rng), who, rng)


# Hold'em ---------------------------------------------------------------------------------------------------------


def hand_args(a: object, b: object, rules: HandRules) -> dict[str, Any]:
    """What workers are told of a table of hold'em; players that live in this process, or that connect, are refused."""
    from tianji.arena.baselines import is_program

    for who in (a, b):
        if not isinstance(who, str) or is_program(who):
            raise ParameterError(
                f"{quote(who)} plays in this process alone; use on='serial', or players such as 'tiny' and files"
            )
    return {"sides": [a, b], "rules": json.loads(json.dumps(asdict(rules)))}


def play_hands(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """The job: some deals of a `holdem_match`, what A won in each and the same by AIVAT, hand by hand."""
    from tianji.arena.hands import play_deal

    if args["run"] not in _tables:
        _tables.clear()
        _tables[args["run"]] = _hand_table(args)
    dealer: Referee = _tables[args["run"]]
    first, stop = args["deals"]
    dealer.begin()
    dealer.faults, dealer.luckless, dealer.number = [], [], first * (1 + args["duplicate"])
    before = [counts_of(side) for side in dealer.sides]
    won = [play_deal(dealer, k, args["duplicate"]) for k in range(first, stop)]
    counts = [
        {name: n - was.get(name, 0) for name, n in counts_of(side).items()}
        for side, was in zip(dealer.sides, before, strict=True)
    ]
    fields = {
        "illegal": dealer.illegal,
        "timeouts": dealer.timeouts,
        "faults": dealer.faults,
        "counts": counts,
    }
    return {"won": np.array(won), "luckless": np.array(dealer.luckless)}, fields


def _hand_table(args: Mapping[str, Any]) -> Referee:
    from tianji.arena.baselines import hand_agent
    from tianji.arena.hands import Referee

    given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in args["rules"].items()}
    sides = [hand_agent(who) for who in args["sides"]]
    return Referee(HandRules(**given), sides, args["seed"], takes_luck_out=args["aivat"])


def counts_of(side: object) -> dict[str, int]:
    """What a player counts of its own decisions, where it does."""
    counts = getattr(side, "counts", None)
    return dict(counts) if isinstance(counts, dict) else {}

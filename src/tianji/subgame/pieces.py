"""Subgames of a layer as items of `tianji.parallel`: what workers share, the job, and answers put together again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.errors import NotApplicableError
from tianji.evaluate.response import plans
from tianji.flat.cache import as_flat
from tianji.games.registry import load, require_name
from tianji.parallel import Executor
from tianji.parallel.items import Shared, Tensors
from tianji.parallel.ordered import Meter, in_order
from tianji.run.clock import Clock
from tianji.run.limits import Limits
from tianji.subgame.carve import Cut, Trunk
from tianji.subgame.frame import SlotPatch
from tianji.subgame.gadget import Vectors
from tianji.subgame.payoffs import Estimator
from tianji.subgame.protocol import Answer, CutReport
from tianji.subgame.technique import Technique

if TYPE_CHECKING:
    from tianji.subgame.solve import SubgameWork

JOB = "tianji.subgame.pieces:solve_piece"
ARRAYS = ("cf_reach", "cbv", "gift", "alt_value", "cbv_resolved")  # of a `CutReport`
NUMBERS = ("gadget_value", "gadget_gap", "seconds")  # likewise; JSON has no infinite ones

Solved = tuple[Answer[Vectors] | None, CutReport]


def solve_elsewhere(
    work: SubgameWork, executor: Executor, estimator: Estimator, layer: Sequence[Cut], meter: Meter
) -> list[Solved | None]:
    """What `SubgameWork.solve_cut` would give for every cut, found by workers; None for those that are not done."""
    trunk = estimator.trunk
    _require_rules(trunk)
    shared = {
        "plan/0": np.asarray(trunk.vectors[0]), "plan/1": np.asarray(trunk.vectors[1]), "gift": estimator.gift,
        **({} if estimator.response is None else {"response": np.asarray(estimator.response)}),
    }  # fmt: skip
    sha = hashlib.sha256(f"{trunk.flat.digest} {trunk.resolver}".encode())
    for array in shared.values():
        sha.update(np.ascontiguousarray(array).tobytes())
    args = [
        {
            "run": sha.hexdigest(), "game": trunk.flat.spec, "player": trunk.resolver,
            "technique": asdict(work.technique), "iterations": work.limits.iterations, "until": work.limits.until,
            "given": estimator.given, "spread": estimator.spread, "label": cut.label, "level": cut.level,
            "depth": cut.depth, "roots": cut.roots.tolist(),
        }
        for cut in layer
    ]  # fmt: skip
    found: list[Solved | None] = [None] * len(layer)
    rows = in_order(
        executor, JOB, args, meter=meter, shared=shared, what=lambda k: f"the subgame {layer[k].label}"
    )
    for k, outcome in rows:
        found[k] = _unpacked(outcome.tensors, outcome.fields)
    return found


def _require_rules(trunk: Trunk) -> None:
    """Workers load the game by its name: one that they cannot, or that has other rules there, is refused here."""
    game = trunk.nodes.game
    require_name(game)
    if as_flat(load(game.spec)).digest != trunk.flat.digest:
        raise NotApplicableError(
            f"{game.spec!r} has other rules when it is loaded by its name; use on='serial'"
        )


def solve_piece(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """The job: one cut, as `SubgameWork.solve_cut` solves it."""
    from tianji.subgame.solve import SubgameWork

    trunk = _trunk(args["run"], args["game"], args["player"], shared)
    technique = Technique(**args["technique"])
    given = Estimator.of(
        trunk, technique, args["spread"], shared.get("response"), args["given"], shared["gift"]
    )
    limits = Limits(args["iterations"], args["until"])
    work = SubgameWork(technique, limits, None, None, Clock(), None)
    roots = np.array(args["roots"], dtype=np.int32)
    cut = Cut(args["game"], args["level"], args["depth"], args["label"], roots, trunk.nodes)
    return _packed(*work.solve_cut(given, cut))


_trunks: dict[str, Trunk] = {}  # the one that a worker is at


def _trunk(run: str, spec: str, player: int, shared: Shared) -> Trunk:
    if run not in _trunks:
        _trunks.clear()
        flat = as_flat(load(spec))
        vectors = [np.array(shared["plan/0"]), np.array(shared["plan/1"])]
        trunk = Trunk(flat, flat.to_strategy(vectors), player)
        trunk.vectors, trunk.plans = vectors, plans(flat, vectors)  # bit for bit
        _trunks[run] = trunk
    return _trunks[run]


def _packed(answer: Answer[Vectors] | None, report: CutReport) -> tuple[Tensors, dict[str, Any]]:
    tensors = {name: np.asarray(getattr(report, name)) for name in ARRAYS}
    tensors["numbers"] = np.array([getattr(report, name) for name in NUMBERS])
    told: dict[str, Any] = {
        f.name: getattr(report, f.name) for f in fields(report) if f.name not in (*ARRAYS, *NUMBERS)
    }
    if answer is not None:
        patch = answer.patch
        assert isinstance(patch, SlotPatch)
        told |= {"player": patch.player, "ended": answer.stopped}
        tensors |= {
            "slots": patch.slots,
            "probs": patch.probs,
            "answer": np.array([answer.value, answer.gap]),
        }
    return tensors, told


def _unpacked(tensors: Tensors, told: Mapping[str, Any]) -> Solved:
    numbers = dict(zip(NUMBERS, tensors["numbers"].tolist(), strict=True))
    words: dict[str, Any] = {f.name: told[f.name] for f in fields(CutReport) if f.name in told}
    report = CutReport(**words | {name: tensors[name] for name in ARRAYS} | numbers)
    if "slots" not in tensors:
        return None, report
    value, gap = tensors["answer"].tolist()
    patch = SlotPatch(told["player"], tensors["slots"], tensors["probs"])
    return Answer(patch, value, gap, told["ended"]), report

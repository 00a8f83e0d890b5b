"""A blueprint's river made to lose less to somebody who sees his real cards: CFR-BR below the turn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from tianji.core.arguments import checked
from tianji.core.memory import require
from tianji.core.storage import require_writable
from tianji.errors import NotApplicableError, ParameterError, TianjiError, quote
from tianji.holdem.abstraction.work import working
from tianji.holdem.blueprint.dealing import full_dealer
from tianji.holdem.blueprint.device.choice import check_device
from tianji.holdem.blueprint.river.learner import Hardening
from tianji.holdem.blueprint.store import Blueprint, blueprint_of
from tianji.holdem.blueprint.tree import LAST
from tianji.holdem.engine.machines import open_machine
from tianji.poker.cards import NUM_HANDS
from tianji.run.checkpoint import Checkpoint, check_every, only_writer
from tianji.run.clock import OutOfBudget
from tianji.run.drive import drive
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop, Stopper

EVERY = 60.0  # seconds between two checkpoints


@checked
def harden(
    blueprint: Blueprint,
    *,
    boards: int = 4_000,
    groups: int | None = None,
    flops: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    device: str = "cpu",
    checkpoint: str | Path | None = None,
    resume: bool = False,
    checkpoint_every: float = EVERY,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Blueprint:
    """The same blueprint with a river that loses less to somebody who sees his real cards (`Hardening`).

        R(b, a) ← R(b, a) + t · Σ_{h in b} (cfv(h, a) − cfv(h)),   cfv against the best answer to σ ∝ R⁺, hand by hand

    Self-play within buckets fits itself to them: the longer a blueprint is trained, the more a best response wins from
    it (docs/player.md). Here the river is learned anew against such a response, on boards that are drawn, `boards` of
    them; all before the river stays as it is. groups: buckets of the river learn together in so many groups of
    neighbours, which takes as many times fewer boards; by default in 100, then 500, then each by itself (`STAGES`), and
    so where more are asked for than there are. flops: draw from so many flops with 8 turns each and 8 rivers each of
    those, instead of all boards, whose tables take minutes to make the first time. seconds: of learning, and before
    that of making tables, which are kept as far as they are. The same seed gives the same bits on any number of
    threads. device: "cuda" takes a GPU, which learns from batches of boards (`DeviceHardening`) and adds in any order,
    so that no run has the bits of another; "auto" one where there is one with room. checkpoint: a file that the run is
    saved to, and can be resumed from, on either device; one process at a time may write it. Stopped early, by `seconds`
    too, it has learned from the boards that were done; `about["hardened"]` says how many. Values are not kept, since
    they were those of the river before: `with_values` finds the new ones.
    """
    if not 1 <= boards <= 10**7:
        raise ParameterError(f"boards={quote(boards)}; expected 1 to 10000000: boards to learn from")
    if groups is not None and not 1 <= groups <= 2**16:
        raise ParameterError(
            f"groups={quote(groups)}; expected 1 to 65536 groups of buckets, or None for more with time"
        )
    if flops is not None and not 1 <= flops <= 22_100:
        raise ParameterError(f"flops={quote(flops)}; expected a number of flops from 1 to 22100")
    check_device(device, races=False)
    if not (blueprint.tree.street == LAST).any():
        raise NotApplicableError(
            f"{blueprint.name} has no decision on the river, so that there is nothing to harden; take another blueprint"
        )
    tables = 1.2e9 if flops is None else 8.0 * 73 * NUM_HANDS * flops
    require(
        "hardening this blueprint",
        tables + 24.0 * blueprint.entries,
        "name flops=, or take a smaller blueprint",
    )
    saved = _checkpoint(
        blueprint, checkpoint, resume, checkpoint_every, groups=groups, flops=flops, seed=seed
    )
    with only_writer(saved), Stopper(stop) as stopper:

        def asked() -> str:
            return stopper.reason

        with working(seconds, threads, progress, asked) as work:
            try:
                dealer = full_dealer(blueprint.buckets, work, flops=flops, seed=seed)
            except OutOfBudget:
                return blueprint
            run = _runner(device, boards, (blueprint, dealer, seed, work.threads, groups))
            run.warm()  # before the clock runs
        limits = Limits(iterations=boards, seconds=seconds)
        end = drive(run, limits, checkpoint=saved, progress=_told(progress), stop=asked, phase="harden")
    told = {
        "boards": run.t, "groups": run.counts[LAST], "flops": flops, "seed": seed, "device": run.device,
        "seconds": round(end.seconds, 3), "stopped": "boards" if end.stopped == "iterations" else end.stopped,
        "unsaved": end.unsaved,
    }  # fmt: skip
    if not run.t:
        return blueprint
    made = blueprint_of(
        blueprint.menu, blueprint.buckets, run.weights(), tree=blueprint.tree, bits=blueprint.bits,
        about={**blueprint.about, "hardened": told}, flop=blueprint.flop,
    )  # fmt: skip
    return replace(made, branches=blueprint.branches)


def _checkpoint(
    blueprint: Blueprint, path: str | Path | None, resume: bool, every: float, **config: Any
) -> Checkpoint | None:
    """Where the run is saved, if anywhere."""
    if resume and path is None:
        raise ParameterError("resume=True needs checkpoint=, the file to continue from")
    check_every(every, None if path is None else str(path), usual=EVERY)
    if path is None:
        return None
    require_writable(path)
    return Checkpoint(str(path), {"blueprint": blueprint.digest, **config}, resume, every)


def _told(progress: Progress | None) -> Progress | None:
    """The callback, told of boards."""
    return None if progress is None else lambda report: progress(replace(report, unit=Hardening.unit))


def _runner(device: str, boards: int, given: tuple[Any, ...]) -> Hardening:
    """On the machine that was asked for."""
    if device != "cpu":
        from tianji.holdem.blueprint.river.device import DeviceHardening

        try:
            return DeviceHardening(*given, machine=open_machine(), last=boards)
        except TianjiError:
            if device == "cuda":
                raise
    return Hardening(*given)

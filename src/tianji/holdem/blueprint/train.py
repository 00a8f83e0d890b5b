"""train: a blueprint by self-play, from a preset or a menu of one's own; it stops when asked, and goes on later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.memory import require
from tianji.core.paths import cache_folder
from tianji.core.storage import require_writable
from tianji.errors import ParameterError, StoppedError, UnknownNameError, quote, suggest
from tianji.holdem.abstraction.buckets import Buckets, make_buckets, read_counts
from tianji.holdem.abstraction.work import Work, working
from tianji.holdem.blueprint.dealing import flop_labels, full_dealer
from tianji.holdem.blueprint.device.choice import check_device, choose_machine
from tianji.holdem.blueprint.device.deals import DealTrainer
from tianji.holdem.blueprint.device.runner import DeviceTrainer
from tianji.holdem.blueprint.evaluate import RiverWatch
from tianji.holdem.blueprint.menu import PRESETS, Menu, read_menu
from tianji.holdem.blueprint.river.lean import lean_rivers, river_neighbours
from tianji.holdem.blueprint.runner import ExternalRunner, PublicRunner, Trainer
from tianji.holdem.blueprint.store import BITS, Blueprint, blueprint_of, shipped_buckets
from tianji.holdem.blueprint.tree import FlatTree, menu_tree
from tianji.holdem.blueprint.values import make_values, with_worth
from tianji.holdem.blueprint.values import value_boards as value_count
from tianji.poker.boards import boards
from tianji.poker.rules import BOARD_CARDS
from tianji.run.checkpoint import Checkpoint, check_every, only_writer
from tianji.run.clock import OutOfBudget
from tianji.run.drive import drive
from tianji.run.limits import Limits
from tianji.run.report import Progress, Report
from tianji.run.stopping import CANCELLED, INTERRUPTED, Stop, Stopper
from tianji.run.threads import check_threads

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

METHODS = ("external", "public")
SECONDS = {"tiny": 60.0, "laptop": 1800.0, "night": 36_000.0, "weekend": 216_000.0}  # of the presets
EVERY = 600.0  # seconds between two checkpoints
PRUNE = 300  # regrets below so many stacks are left out most of the time
LEAN = 500.0  # visits, of full weight, that a bucket of the river takes from its neighbours, by deals
LEAN_HANDS = 10_000.0  # by boards: hands that always come there


@checked
def train(
    menu: str | Path | Menu = "tiny",
    *,
    method: str = "external",
    buckets: str | Path | Buckets | None = None,
    boards: int | None = None,
    iterations: int | None = None,
    visits: float | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    bits: int = 4,
    prune: int | None = None,
    races: bool = False,
    device: str = "cpu",
    value_boards: int | None = None,
    checkpoint: str | Path | None = None,
    resume: bool = False,
    checkpoint_every: float = EVERY,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Blueprint:
    """Train a blueprint by linear CFR on sampled deals ("external") or boards ("public").

        R(I, a) ← R(I, a) + v(a) − Σ_a σ(a) · v(a),   σ ∝ R⁺;   what came k-th weighs k

    menu: a preset (tiny, laptop, night, weekend), a TOML file or a `Menu`. method: an iteration of "external" is a
    deal: for each player in turn, he tries all actions and the other's are drawn; of "public" a board with all hands at
    once over the whole tree. docs/player.md says which is better when. buckets: a file or `Buckets`; by default those
    of the menu, made once and kept in the cache folder, those of `tiny` come with the package. boards: train on so many
    flops, with 8 turns each and 8 rivers each of those, instead of all boards, whose tables take minutes to make the
    first time. visits: stop at so many an infoset, on average. seconds: of training; by default the preset's, when
    there is no other limit. prune: of "external", regrets below so many stacks (300) are left out of 95 % of deals.
    Stopped early it has the blueprint so far; `about` says why. value_boards: on how many boards it is found afterwards
    what the actions are worth (`Blueprint.values`); 0 leaves that out. The same seed gives the same blueprint on any
    number of threads: they share out pieces of the tree, never a row (`kernels.poker.blocks`). races: they walk deals
    of their own and add to one table without locks instead, which no run repeats. device: "cuda" trains on a GPU
    (`blueprint.device`), "auto" where there is one with room; a run that was begun on one goes on on the other.
    checkpoint: one process at a time may write it.

    Lanctot et al. (2009), "Monte Carlo Sampling for Regret Minimization in Extensive Games"; Brown & Sandholm (2019),
    "Solving Imperfect-Information Games via Discounted Regret Minimization" (linear weights), and "Superhuman AI for
    multiplayer poker", supplement (pruning). Unlike there, discounts never end, all streets average by counters, and
    what is kept has the river's buckets lean on their neighbours (`LEAN`).
    "public": Johanson et al. (2012), "Efficient Nash Equilibrium Approximation through Monte Carlo Counterfactual
    Regret Minimization".
    """
    menu = read_menu(menu)
    limits = _limits(menu, iterations, visits, seconds)
    count = check_threads(threads)
    line = _check(menu, method, boards, bits, prune, device, races)
    valued = value_count(menu, value_boards)
    if resume and checkpoint is None:
        raise ParameterError("resume=True needs checkpoint=, the file to continue from")
    check_every(checkpoint_every, None if checkpoint is None else str(checkpoint), usual=EVERY)
    if checkpoint is not None:
        require_writable(checkpoint)  # before minutes of making tables
    tree = menu_tree(menu)
    _require_room(menu, tree, boards)
    machine = choose_machine(device, method, tree, _counts(menu), races, boards)
    config = {"menu": menu.to_dict(), "tree": tree.digest, "boards": boards, "seed": seed, "prune": line,
              "method": method, "races": races}  # fmt: skip
    saved = None if checkpoint is None else Checkpoint(str(checkpoint), config, resume, checkpoint_every)
    with only_writer(saved), Stopper(stop) as stopper:  # one over all: a Ctrl-C between two phases counts too

        def asked() -> str:
            return stopper.reason

        with working(threads=count, progress=progress, stop=asked) as work:
            kept = _buckets(menu, buckets, work)
            dealer = _dealer(kept, work, boards, seed, tree)
        # Ended before the first deal: the blueprint is that of the checkpoint, or uniform play.
        ended = work.clock.stopped
        counts = [kept.count(size) for size in BOARD_CARDS]
        runner = _runner(
            method, tree, counts, dealer, seed, count, line * menu.stack, races, machine, iterations
        )
        runner.most_visits = visits
        watch, written = RiverWatch(menu, tree, counts, dealer), _written(runner, kept)
        config["buckets"] = kept.digest
        told, halt = _told(runner, progress, watch, written), (lambda: True) if ended else asked
        kept_in = saved if resume or not ended else None
        end = drive(runner, limits, checkpoint=kept_in, progress=told, stop=halt, phase="train")
        about = {
            "preset": menu.name, "method": method, "iterations": runner.t, "visits": runner.visits,
            "visits_per_infoset": runner.visits / runner.infosets, "seconds": end.seconds, "threads": count,
            "races": races, "device": "cpu" if machine is None else str(machine.kind), "seed": seed, "boards": boards,
            "stopped": stopper.reason or end.stopped, "saturated": runner.saturated,
            "unsaved": end.unsaved, "watched": [[round(x, 3) for x in look] for look in watch.looks],
        }  # fmt: skip
        flop = _kept_flop(menu, dealer, counts)
        found = blueprint_of(menu, kept, written(), tree=tree, bits=bits, about=about, flop=flop)
        if valued == 0 or about["stopped"] in (INTERRUPTED, CANCELLED):
            return found
        with working(None, count, progress, asked) as work:
            worth = make_values(found, valued, work, seed=seed, dealer=dealer)
        return with_worth(found, worth, stopper.reason or work.clock.stopped)


def _check(
    menu: Menu, method: str, boards: int | None, bits: int, prune: int | None, device: str, races: bool
) -> int:
    """Refuse what cannot be meant; the line of pruning, in stacks."""
    if method not in METHODS:
        raise UnknownNameError(f"no method {quote(method)} of training; {suggest(method, list(METHODS))}")
    if prune is not None and method != "external":
        raise ParameterError(f"prune={quote(prune)}: the method {method!r} does not prune; leave it out")
    line = PRUNE if prune is None else prune
    if line < 0 or line * menu.stack > 1_900_000_000:
        raise ParameterError(
            f"prune={prune} stacks of {menu.stack}; expected 0 to {1_900_000_000 // menu.stack}"
        )
    if boards is not None and not 1 <= boards <= 22_100:
        raise ParameterError(f"boards={quote(boards)}; expected a number of flops from 1 to 22100")
    if bits not in BITS:
        raise ParameterError(f"bits={quote(bits)}; expected 4 or 8 a probability")
    check_device(device, races)
    return line


def _runner(
    method: str,
    tree: FlatTree,
    counts: list[int],
    dealer: Dealer,
    seed: int,
    threads: int,
    prune: int,
    races: bool,
    machine: Any,
    last: int | None,
) -> Trainer:
    """The trainer, its kernels ready; machine: None for the CPU."""
    given = tree, counts, dealer
    runner: Trainer
    if machine is not None and method == "external":
        runner = DealTrainer(*given, seed=seed, threads=threads, machine=machine, last=last, prune=prune)
    elif machine is not None:
        runner = DeviceTrainer(*given, seed=seed, threads=threads, machine=machine, last=last)
    elif method == "external":
        runner = ExternalRunner(*given, seed=seed, threads=threads, prune=prune, races=races)
    else:
        runner = PublicRunner(*given, seed=seed, threads=threads, races=races)
    runner.warm()
    return runner


def _kept_flop(menu: Menu, dealer: Dealer, counts: list[int]) -> npt.NDArray[np.unsignedinteger] | None:
    """The flop's buckets for the file; none of `tiny`, which is to stay tiny, nor of some boards."""
    is_kept = len(dealer.listed) == 0 and len(dealer.flop) > 0 and menu.name != "tiny"
    return flop_labels(dealer.flop, counts[1]) if is_kept else None


def _dealer(kept: Buckets, work: Work, flops: int | None, seed: int, tree: FlatTree) -> Dealer:
    """The dealer of the training; stopped while its tables were made, one that deals no board."""
    try:
        work.check()
        dealer = full_dealer(kept, work, flops=flops, seed=seed, streets=1 + int(tree.street.max()))
        work.check()
    except OutOfBudget:
        return full_dealer(kept, work, streets=1)
    return dealer


def _limits(menu: Menu, iterations: int | None, visits: float | None, seconds: float | None) -> Limits:
    if visits is not None and not visits > 0:
        raise ParameterError(f"visits={quote(visits)}; expected a number above 0: visits an infoset")
    if iterations is None and seconds is None and visits is None:
        if menu.name not in SECONDS:
            raise ParameterError(
                "a menu of one's own needs iterations=, visits= or seconds=: how long to train"
            )
        seconds = SECONDS[menu.name]
    return Limits(iterations=iterations, seconds=seconds)


def _counts(menu: Menu) -> list[int]:
    """How many buckets a menu has, street by street."""
    found = (
        count or len(boards(size).hand_classes()) for size, count in read_counts(menu.buckets, 5).items()
    )
    return [169, *found]


def _require_room(menu: Menu, tree: FlatTree, flops: int | None) -> None:
    """Refuse before minutes of work what would not fit in the end."""
    tables = 1.2e9 if flops is None else 8.0 * 73 * 1326 * flops
    names = list(PRESETS)
    smaller = names[: names.index(menu.name)][-1:] if menu.name in PRESETS else []
    instead = f"take the preset {smaller[0]}" if smaller else "take fewer bets or buckets"
    require(
        f"training {menu.name or 'this menu'}", 9.0 * float(tree.offsets(_counts(menu))[-1]) + tables,
        f"{instead}, or boards= for fewer boards",
    )  # fmt: skip


def _buckets(menu: Menu, given: str | Path | Buckets | None, work: Work) -> Buckets:
    if isinstance(given, Buckets):
        found = given
    elif given is not None:
        found = Buckets.load(given)
    else:
        shipped = shipped_buckets()
        if ",".join(str(shipped.count(size)) for size in BOARD_CARDS[1:]) == menu.buckets.replace(" ", ""):
            return shipped
        path = cache_folder() / f"full-{menu.buckets.replace(' ', '').replace(',', '-')}.buckets"
        if path.exists():
            return Buckets.load(path)
        found = make_buckets(
            "full", menu.buckets, threads=work.threads, progress=work.progress, stop=work.clock.is_over
        )
        if found.stopped:
            raise StoppedError(
                f"stopped ({found.stopped}) while buckets were made; without them there is no blueprint: start again",
                found.stopped,
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        found.save(path)
    if found.game != "full" or found.deck != 52 or found.stopped:
        raise ParameterError(
            f"{found}: a blueprint of whole hands needs buckets of the full game of 52 cards"
        )
    return found


def _written(runner: Trainer, kept: Buckets) -> Callable[[], npt.NDArray[np.float32]]:
    """The averages as they are kept: on the river, those seen seldom lean on the buckets next to theirs."""
    near = river_neighbours(kept)
    if near is None:
        return runner.weights

    def found() -> npt.NDArray[np.float32]:
        from tianji.kernels.poker.external import SHARE

        weights, is_by_deals = runner.weights(), isinstance(runner, ExternalRunner)
        strength = LEAN * SHARE if is_by_deals else LEAN_HANDS * (runner.t + 1) / 2  # boards weigh 1 … t
        lean_rivers(weights, runner.tree, runner.counts.tolist(), near, strength, runner.threads)
        return weights

    return found


def _told(
    runner: Trainer,
    progress: Progress | None,
    watch: RiverWatch,
    written: Callable[[], npt.NDArray[np.float32]],
) -> Progress | None:
    """The callback, told about deals or boards, visits, and now and then what a best response wins on the river."""
    if progress is None:
        return None

    def tell(report: Report) -> Any:
        watch.look(report.seconds, written)
        detail = f"{runner.visits / runner.infosets:,.3g} visits an infoset"
        if watch.mbb is not None:
            detail += f", {watch.mbb:,.0f} mbb/h lost to a best response on the river"
        return progress(replace(report, unit=runner.unit, detail=detail))

    return tell

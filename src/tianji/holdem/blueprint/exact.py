"""Trainers held against the truth: games of two or three rounds, whose best response with real cards is exact."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tianji.core.strategy import FloatArray
from tianji.errors import ParameterError
from tianji.holdem.abstraction.buckets import Buckets
from tianji.holdem.blueprint.dealing import make_dealer, short
from tianji.holdem.blueprint.runner import ExternalRunner, PublicRunner, Trainer
from tianji.holdem.blueprint.tree import depth_first, flatten
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.game import BOARD_CARDS, RoundGame
from tianji.holdem.rounds.sizes import tables_of
from tianji.kernels.constants import RESPONSE, VALUE
from tianji.run.drive import Evaluation


def round_runner(
    game: RoundGame,
    buckets: Buckets,
    *,
    method: str = "external",
    seed: int = 0,
    threads: int = 1,
    prune: int = 0,
    period: int | None = None,
    races: bool = False,
) -> Trainer:
    """The trainer of a game that ends on the flop or turn, with these buckets; its evaluations are exact, in chips.

    method: "external" or "public"; prune, period: of the first; races: as `Trainer`.
    """
    if game.suits != 4 or buckets.game != game.last or buckets.deck != len(game.deck):
        raise ParameterError(
            f"{buckets} are not of this game: {game.last} hold'em with {len(game.deck)} cards"
        )
    sizes = BOARD_CARDS[: game.rounds]
    tables = [short(buckets.of(size, threads=threads)) for size in sizes[1:]]
    dealer = make_dealer(buckets.ranks, sizes[-1], buckets.of(0)[0], tables)
    counts = [buckets.count(size) for size in sizes]
    measure = round_measure(game, buckets, counts, threads)
    tree = flatten(game.tree())
    if method == "public":
        return PublicRunner(tree, counts, dealer, seed=seed, threads=threads, races=races, measure=measure)
    return ExternalRunner(
        tree,
        counts,
        dealer,
        seed=seed,
        threads=threads,
        prune=prune,
        period=period,
        races=races,
        measure=measure,
    )


def round_measure(
    game: RoundGame, buckets: Buckets, counts: list[int], threads: int
) -> Callable[[FloatArray], Evaluation]:
    """What average strategies, weights `[E]` by decision and bucket, are worth against best responses to them."""
    backend = BucketBackend(game, tables_of(buckets, game, threads), storage="float64", threads=threads)
    tree = game.tree()
    numbers, offsets = depth_first(tree), flatten(tree).offsets(counts)

    def measure(weights: FloatArray) -> Evaluation:
        for k, n in enumerate(numbers):
            node = tree.nodes[n]
            forest, street = backend.forests[node.street], node.street
            first, kept = forest.action_slot[n] - forest.roots, backend.cells[street]
            rows = weights[offsets[k] : offsets[k + 1]].reshape(counts[street], len(node.actions))
            cells = backend.average[street][node.player].reshape(-1, kept)
            cells[first : first + len(node.actions)] = rows[:kept].T
        values, best = backend.values(VALUE), backend.values(RESPONSE)
        gap = float(np.sum(best))
        return Evaluation(values, gap, gap / 2)

    return measure

"""What a solve takes of a GPU: memory there, and a time by a model of what was recorded on one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianji.holdem.engine.counting import count_cards
from tianji.holdem.engine.forecast import SpotPlan, iterations_to_share
from tianji.holdem.engine.layout import make_forest
from tianji.holdem.engine.units import idle_roots, units_of
from tianji.kernels.constants import BLOCK
from tianji.kernels.gpu.shapes import ALONE, BACKWARD, WALK, columns_of, shared_sizes

if TYPE_CHECKING:
    from tianji.holdem.spot.spot import Spot

# Fitted to the spots of benchmarks/results/gpu.json, an H200: milliseconds an iteration has without work; picoseconds
# an entry, and an entry that is read once more, where a shape's columns come in rounds. Within 8 % of all but the
# largest: 1.3 times as long before its all-in lines were matrices, 1.5 times in int16 (test_holdem_device_plan).
LEAST_MS, ENTRY_PS, AGAIN_PS = 0.21, 9.2, 12.4
RECORDED = (4_700_000, 8_600_000_000)  # entries of these spots
ROOM, PROCESSOR = 227 << 10, 228 << 10  # bytes of shared memory of a block and of a processor there
SLOWER = {"float32": 1.0, "float64": 2.0, "int16": 1.3}  # float64 by its bytes
EVALUATIONS = (12.0, 0.03)  # of a solve to 0.3 %: iterations that they cost, and seconds
WORDS = 28  # bytes of a hand's tables
BUILT = 20_000  # betting nodes of a tree that is built to look at its shapes


def on_device(spot: Spot, forecast: SpotPlan) -> SpotPlan:
    """The same solve on a GPU: `bytes` with tables and work space, seconds as on an H200; `estimate` says why they may
    be off."""
    is_built = forecast.betting_nodes <= BUILT and not forecast.is_bound
    again = read_again(spot, forecast) if is_built else 0
    each = (
        1e-3 * LEAST_MS + 1e-12 * (ENTRY_PS * forecast.entries + AGAIN_PS * again) * SLOWER[forecast.storage]
    )
    turns = iterations_to_share(spot.stack, spot.pot) + EVALUATIONS[0]
    doubts = []
    if not RECORDED[0] <= forecast.entries <= RECORDED[1]:
        doubts.append(f"spots of {RECORDED[0] / 1e6:.1f} M to {RECORDED[1] / 1e9:.1f} G entries were timed")
    if forecast.storage == "float64":
        doubts.append("float64 was not timed, only float32 and int16")
    if not is_built:
        doubts.append(f"the shapes of a tree of over {BUILT:,} betting nodes are not looked at")
    return replace(
        forecast, device="cuda", bytes=forecast.bytes + work_bytes(spot, forecast, is_built),
        seconds_per_iteration=each, seconds=each * turns + EVALUATIONS[1], estimate="; ".join(doubts),
    )  # fmt: skip


def read_again(spot: Spot, forecast: SpotPlan) -> int:
    """Entries of the opponent's that passes read once more: those of shapes whose columns do not fit at once."""
    tree, cards = spot.tree(), count_cards(spot)
    warps, total = -(-max(forecast.hands) // BLOCK), 0
    room = ROOM if warps >= ALONE else PROCESSOR // 2 - 1024
    for k in range(3 - spot.street):
        forest, board = make_forest(tree, spot.street + k), 3 + spot.street + k
        is_last = board == 5
        edges = 160 if max(forecast.hands) > 32 else 32  # groups of equal strength begin and end there
        sizes = shared_sizes(
            warps, 52 - board, min(51 - board, max(forecast.hands)), edges, 8 if forecast.storage == "float64" else 4,
            room, board,
        )  # fmt: skip
        for player in (0, 1):
            for units in units_of(forest, player, idle_roots(forest) if is_last else []):
                rounds = len(columns_of(units.shape, sizes, WALK if is_last else BACKWARD).rounds)
                rows = len(units.lines) * sum(actions for _, actions in units.shape.opponent)
                total += (rounds - 1) * rows * cards.padded[k][1 - player]
    return total


def work_bytes(spot: Spot, forecast: SpotPlan, is_built: bool) -> int:
    """Bytes beside regrets and averages: hand tables, and the values and reaches that streets hand to each other."""
    if not is_built:
        return forecast.bytes // 10 + (64 << 20)
    tree, real = spot.tree(), 8 if forecast.storage == "float64" else 4
    width = -(-max(forecast.hands) // BLOCK) * BLOCK
    total = 0
    for k, boards in enumerate(forecast.boards):
        nodes = [tree.nodes[n] for n in tree.street_nodes(tree.street + k)]
        leaves = sum(node.kind == "deal" for node in nodes)
        roots = sum(n.parent < 0 or tree.nodes[n.parent].street != tree.street + k for n in nodes)
        maps = 2 * 2 * 48 if k else 0  # of the board before, every card, both players
        total += round(boards * width * ((roots + 2 * leaves) * real + 2 * WORDS + maps / 16))
    pairs = 2 * forecast.boards[-2] * width * width if len(forecast.boards) > 1 else 0  # of all-in lines
    return total + pairs + (64 << 20)

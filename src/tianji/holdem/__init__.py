"""Hold'em: spots after the flop, their betting trees, and an exact solver; push or fold before it.

>>> import tianji as tj
>>> spot = tj.holdem.Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises="")
>>> solution = spot.solve(until="0.1%")
>>> round(solution.exploitability_pct, 1)
0.1
"""

from typing import TYPE_CHECKING

from tianji._package import make_lazy

if TYPE_CHECKING:
    from tianji.holdem.abstraction.buckets import Buckets as Buckets
    from tianji.holdem.abstraction.buckets import make_buckets as make_buckets
    from tianji.holdem.answer.compare import SpotComparison
    from tianji.holdem.answer.compare import compare as compare
    from tianji.holdem.answer.flops import flops as flops
    from tianji.holdem.answer.gate import GateReport as GateReport
    from tianji.holdem.answer.look import Lines as Lines
    from tianji.holdem.answer.look import Look as Look
    from tianji.holdem.answer.look import lines as lines
    from tianji.holdem.answer.look import look as look
    from tianji.holdem.answer.node import RunOuts as RunOuts
    from tianji.holdem.answer.node import SpotNode
    from tianji.holdem.answer.reports import BoardReport as BoardReport
    from tianji.holdem.answer.reports import Report as Report
    from tianji.holdem.answer.reports import report as report
    from tianji.holdem.answer.solution import SpotSolution
    from tianji.holdem.answer.tables import HandTable as HandTable
    from tianji.holdem.answer.where import SpotDifferences
    from tianji.holdem.answer.where import differences as differences
    from tianji.holdem.blueprint.agent import BlueprintAgent as BlueprintAgent
    from tianji.holdem.blueprint.evaluate import RiverResponse as RiverResponse
    from tianji.holdem.blueprint.evaluate import river_response as river_response
    from tianji.holdem.blueprint.improve import ImprovedBlueprint as ImprovedBlueprint
    from tianji.holdem.blueprint.improve import improve as improve
    from tianji.holdem.blueprint.menu import Menu as Menu
    from tianji.holdem.blueprint.river.harden import harden as harden
    from tianji.holdem.blueprint.store import Blueprint as Blueprint
    from tianji.holdem.blueprint.train import train as train
    from tianji.holdem.engine.forecast import SpotPlan
    from tianji.holdem.engine.forecast import smaller_trees as smaller_trees
    from tianji.holdem.files.spots import load_spot as load_spot
    from tianji.holdem.player.agent import SearchAgent as SearchAgent
    from tianji.holdem.player.player import Hand as Hand
    from tianji.holdem.player.player import Player as Player
    from tianji.holdem.player.review import review as review
    from tianji.holdem.player.reviewed import Review as Review
    from tianji.holdem.player.reviewed import Reviewed as Reviewed
    from tianji.holdem.player.thought import HandDecision as HandDecision
    from tianji.holdem.player.thought import Thought as Thought
    from tianji.holdem.pushfold.charts import PushFoldChart as PushFoldChart
    from tianji.holdem.pushfold.charts import push_fold_chart as push_fold_chart
    from tianji.holdem.pushfold.pushfold import PushFold as PushFold
    from tianji.holdem.pushfold.pushfold import push_fold as push_fold
    from tianji.holdem.rounds.game import RoundGame as RoundGame
    from tianji.holdem.spot.gate import Gate as Gate
    from tianji.holdem.spot.presets import preset as preset
    from tianji.holdem.spot.spot import Spot as Spot
    from tianji.poker.categories import categories as categories
    from tianji.poker.equity import equity as equity
    from tianji.poker.ranges import Range as Range

    Comparison = SpotComparison
    Differences = SpotDifferences
    Node = SpotNode
    Plan = SpotPlan
    Solution = SpotSolution

_HOME = {
    "Buckets": "tianji.holdem.abstraction.buckets",
    "Blueprint": "tianji.holdem.blueprint.store",
    "BlueprintAgent": "tianji.holdem.blueprint.agent",
    "BoardReport": "tianji.holdem.answer.reports",
    "Comparison": "tianji.holdem.answer.compare:SpotComparison",
    "Differences": "tianji.holdem.answer.where:SpotDifferences",
    "Gate": "tianji.holdem.spot.gate",
    "GateReport": "tianji.holdem.answer.gate",
    "Hand": "tianji.holdem.player.player",
    "HandDecision": "tianji.holdem.player.thought",
    "HandTable": "tianji.holdem.answer.tables",
    "ImprovedBlueprint": "tianji.holdem.blueprint.improve",
    "Lines": "tianji.holdem.answer.look",
    "Look": "tianji.holdem.answer.look",
    "Menu": "tianji.holdem.blueprint.menu",
    "Node": "tianji.holdem.answer.node:SpotNode",
    "Plan": "tianji.holdem.engine.forecast:SpotPlan",
    "Player": "tianji.holdem.player.player",
    "PushFold": "tianji.holdem.pushfold.pushfold",
    "PushFoldChart": "tianji.holdem.pushfold.charts",
    "Range": "tianji.poker.ranges",
    "Report": "tianji.holdem.answer.reports",
    "Review": "tianji.holdem.player.reviewed",
    "Reviewed": "tianji.holdem.player.reviewed",
    "RiverResponse": "tianji.holdem.blueprint.evaluate",
    "RoundGame": "tianji.holdem.rounds.game",
    "RunOuts": "tianji.holdem.answer.node",
    "SearchAgent": "tianji.holdem.player.agent",
    "Solution": "tianji.holdem.answer.solution:SpotSolution",
    "Spot": "tianji.holdem.spot.spot",
    "Thought": "tianji.holdem.player.thought",
    "categories": "tianji.poker.categories",
    "compare": "tianji.holdem.answer.compare",
    "differences": "tianji.holdem.answer.where",
    "equity": "tianji.poker.equity",
    "flops": "tianji.holdem.answer.flops",
    "harden": "tianji.holdem.blueprint.river.harden",
    "improve": "tianji.holdem.blueprint.improve",
    "lines": "tianji.holdem.answer.look",
    "load_spot": "tianji.holdem.files.spots",
    "look": "tianji.holdem.answer.look",
    "make_buckets": "tianji.holdem.abstraction.buckets",
    "preset": "tianji.holdem.spot.presets",
    "push_fold": "tianji.holdem.pushfold.pushfold",
    "push_fold_chart": "tianji.holdem.pushfold.charts",
    "report": "tianji.holdem.answer.reports",
    "review": "tianji.holdem.player.review",
    "river_response": "tianji.holdem.blueprint.evaluate",
    "smaller_trees": "tianji.holdem.engine.forecast",
    "train": "tianji.holdem.blueprint.train",
}

__all__ = [*sorted(_HOME)]

make_lazy(__name__, _HOME)

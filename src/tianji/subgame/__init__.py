"""Safe and nested subgame solving for any two-player zero-sum game, exactly measured."""

from typing import TYPE_CHECKING

from tianji._package import make_lazy

if TYPE_CHECKING:
    from tianji.subgame.abstraction import abstract as abstract
    from tianji.subgame.abstraction import pseudo_harmonic as pseudo_harmonic
    from tianji.subgame.abstraction import translated as translated
    from tianji.subgame.abstraction import translation as translation
    from tianji.subgame.carve import Cut as Cut
    from tianji.subgame.carve import carve as carve
    from tianji.subgame.carve import coin_toss_blueprint as coin_toss_blueprint
    from tianji.subgame.carve import cuts as cuts
    from tianji.subgame.carve import default_level as default_level
    from tianji.subgame.depth_limited import DepthLimited as DepthLimited
    from tianji.subgame.depth_limited import LimitedStep as LimitedStep
    from tianji.subgame.depth_limited import depth_limited as depth_limited
    from tianji.subgame.improve import Branch as Branch
    from tianji.subgame.improve import Improved as Improved
    from tianji.subgame.improve import improve as improve
    from tianji.subgame.improve import strategy_digest as strategy_digest
    from tianji.subgame.improve import undo_file as undo_file
    from tianji.subgame.nested import NestedPlayer as NestedPlayer
    from tianji.subgame.nested import NestedReport as NestedReport
    from tianji.subgame.payoffs import Payoffs as Payoffs
    from tianji.subgame.protocol import Answer as Answer
    from tianji.subgame.protocol import CutReport as CutReport
    from tianji.subgame.protocol import Patch as Patch
    from tianji.subgame.protocol import Report as Report
    from tianji.subgame.protocol import Subgame as Subgame
    from tianji.subgame.protocol import SubgameReport as SubgameReport
    from tianji.subgame.protocol import SubgameResult as SubgameResult
    from tianji.subgame.protocol import TechniqueComparison as TechniqueComparison
    from tianji.subgame.solve import ROWS as ROWS
    from tianji.subgame.solve import compare as compare
    from tianji.subgame.solve import solve as solve
    from tianji.subgame.solve import solve_all as solve_all
    from tianji.subgame.technique import TECHNIQUES as TECHNIQUES
    from tianji.subgame.technique import Technique as Technique

    Comparison = TechniqueComparison
    Result = SubgameResult

_HOME = {
    "Answer": "tianji.subgame.protocol",
    "Branch": "tianji.subgame.improve",
    "Comparison": "tianji.subgame.protocol:TechniqueComparison",
    "Cut": "tianji.subgame.carve",
    "CutReport": "tianji.subgame.protocol",
    "DepthLimited": "tianji.subgame.depth_limited",
    "Improved": "tianji.subgame.improve",
    "LimitedStep": "tianji.subgame.depth_limited",
    "NestedPlayer": "tianji.subgame.nested",
    "NestedReport": "tianji.subgame.nested",
    "Patch": "tianji.subgame.protocol",
    "Payoffs": "tianji.subgame.payoffs",
    "ROWS": "tianji.subgame.solve",
    "Report": "tianji.subgame.protocol",
    "Result": "tianji.subgame.protocol:SubgameResult",
    "Subgame": "tianji.subgame.protocol",
    "SubgameReport": "tianji.subgame.protocol",
    "SubgameResult": "tianji.subgame.protocol",
    "TECHNIQUES": "tianji.subgame.technique",
    "Technique": "tianji.subgame.technique",
    "TechniqueComparison": "tianji.subgame.protocol",
    "abstract": "tianji.subgame.abstraction",
    "carve": "tianji.subgame.carve",
    "coin_toss_blueprint": "tianji.subgame.carve",
    "compare": "tianji.subgame.solve",
    "cuts": "tianji.subgame.carve",
    "default_level": "tianji.subgame.carve",
    "depth_limited": "tianji.subgame.depth_limited",
    "improve": "tianji.subgame.improve",
    "pseudo_harmonic": "tianji.subgame.abstraction",
    "solve": "tianji.subgame.solve",
    "solve_all": "tianji.subgame.solve",
    "strategy_digest": "tianji.subgame.improve",
    "translated": "tianji.subgame.abstraction",
    "translation": "tianji.subgame.abstraction",
    "undo_file": "tianji.subgame.improve",
}

__all__ = [*sorted(_HOME)]

make_lazy(__name__, _HOME)

"""Safe and nested subgame solving for any two-player zero-sum game, exactly measured."""

from tianji.subgame.abstraction import abstract as abstract
from tianji.subgame.abstraction import pseudo_harmonic as pseudo_harmonic
from tianji.subgame.abstraction import translated as translated
from tianji.subgame.abstraction import translation as translation
from tianji.subgame.carve import Cut as Cut
from tianji.subgame.carve import carve as carve
from tianji.subgame.carve import coin_toss_blueprint as coin_toss_blueprint
from tianji.subgame.carve import cuts as cuts
from tianji.subgame.carve import default_level as default_level
from tianji.subgame.nested import NestedPlayer as NestedPlayer
from tianji.subgame.nested import NestedReport as NestedReport
from tianji.subgame.payoffs import Payoffs as Payoffs
from tianji.subgame.protocol import Answer as Answer
from tianji.subgame.protocol import Comparison as Comparison
from tianji.subgame.protocol import CutReport as CutReport
from tianji.subgame.protocol import Patch as Patch
from tianji.subgame.protocol import Report as Report
from tianji.subgame.protocol import Result as Result
from tianji.subgame.protocol import Subgame as Subgame
from tianji.subgame.protocol import SubgameReport as SubgameReport
from tianji.subgame.solve import ROWS as ROWS
from tianji.subgame.solve import compare as compare
from tianji.subgame.solve import solve as solve
from tianji.subgame.solve import solve_all as solve_all
from tianji.subgame.technique import TECHNIQUES as TECHNIQUES
from tianji.subgame.technique import Technique as Technique

"""A game as arrays: the sequence form."""

from tianji.flat.build import compile_game as compile_game
from tianji.flat.describe import Description as Description
from tianji.flat.describe import describe as describe
from tianji.flat.forecast import Plan as Plan
from tianji.flat.forecast import plan as plan
from tianji.flat.sequence import FlatGame as FlatGame
from tianji.flat.treeplex import Treeplex as Treeplex

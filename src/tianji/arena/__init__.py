"""Agents at a table: opponents who follow a strategy or search, matches against them, and what decisions cost."""

from tianji.arena.match import Match as Match
from tianji.arena.match import Round as Round
from tianji.arena.opponents import Choice as Choice
from tianji.arena.opponents import Opponent as Opponent
from tianji.arena.opponents import SearchPlayer as SearchPlayer
from tianji.arena.opponents import StrategyPlayer as StrategyPlayer

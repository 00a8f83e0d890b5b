"""Agents at a table: opponents who follow a strategy or search, matches against them, and what decisions cost."""

from tianji.arena.acpc import MatchState as MatchState
from tianji.arena.acpc import parse_log as parse_log
from tianji.arena.acpc import read_log as read_log
from tianji.arena.aivat import Aivat as Aivat
from tianji.arena.baselines import HandAgent as HandAgent
from tianji.arena.baselines import hand_agent as hand_agent
from tianji.arena.hands import HoldemMatch as HoldemMatch
from tianji.arena.hands import holdem_match as holdem_match
from tianji.arena.matches import MatchResult as MatchResult
from tianji.arena.matches import match as match
from tianji.arena.opponents import Choice as Choice
from tianji.arena.opponents import Opponent as Opponent
from tianji.arena.opponents import SearchPlayer as SearchPlayer
from tianji.arena.opponents import StrategyPlayer as StrategyPlayer
from tianji.arena.phh import HandRecord as HandRecord
from tianji.arena.phh import parse_phh as parse_phh
from tianji.arena.phh import read_phh as read_phh
from tianji.arena.phh import write_phh as write_phh
from tianji.arena.rounds import Match as Match
from tianji.arena.rounds import Round as Round
from tianji.arena.seats import Agent as Agent
from tianji.arena.seats import take_seat as take_seat
from tianji.arena.stats import Estimate as Estimate

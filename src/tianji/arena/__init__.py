"""Agents at a table: opponents who follow a strategy or search, matches against them, and what decisions cost."""

from tianji._package import names_of as _names_of
from tianji.arena.acpc import MatchState as MatchState
from tianji.arena.acpc import parse_log as parse_log
from tianji.arena.acpc import read_log as read_log
from tianji.arena.baselines import HandAgent as HandAgent
from tianji.arena.baselines import hand_agent as hand_agent
from tianji.arena.client import ClientReport as ClientReport
from tianji.arena.client import acpc_client as acpc_client
from tianji.arena.hands import HoldemMatch as HoldemMatch
from tianji.arena.hands import holdem_match as holdem_match
from tianji.arena.matches import MatchResult as MatchResult
from tianji.arena.matches import match as match
from tianji.arena.measures.aivat import Aivat as Aivat
from tianji.arena.measures.lbr import LbrResult as LbrResult
from tianji.arena.measures.lbr import holdem_lbr as holdem_lbr
from tianji.arena.measures.local import LocalResponse as LocalResponse
from tianji.arena.measures.local import local_best_response as local_best_response
from tianji.arena.measures.public import PublicMatch as PublicMatch
from tianji.arena.measures.public import public_match as public_match
from tianji.arena.measures.public_hands import HoldemPublicMatch as HoldemPublicMatch
from tianji.arena.measures.public_hands import holdem_public_match as holdem_public_match
from tianji.arena.opponents import Choice as Choice
from tianji.arena.opponents import Opponent as Opponent
from tianji.arena.opponents import SearchPlayer as SearchPlayer
from tianji.arena.opponents import StrategyPlayer as StrategyPlayer
from tianji.arena.phh import HandRecord as HandRecord
from tianji.arena.phh import parse_phh as parse_phh
from tianji.arena.phh import read_phh as read_phh
from tianji.arena.phh import write_phh as write_phh
from tianji.arena.record import HandsCheck as HandsCheck
from tianji.arena.record import check_hands as check_hands
from tianji.arena.rounds import Match as Match
from tianji.arena.rounds import Round as Round
from tianji.arena.rows import RowAgent as RowAgent
from tianji.arena.seats import Agent as Agent
from tianji.arena.seats import take_seat as take_seat
from tianji.arena.stats import Estimate as Estimate
from tianji.arena.wire import RemoteAgent as RemoteAgent

__dir__ = _names_of(__name__)

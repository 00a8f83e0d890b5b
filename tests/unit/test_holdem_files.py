"""Spots from files: TOML, TexasSolver commands, Libratus endgames; fuzzed."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tianji as tj
from tianji.errors import FileFormatError, ParameterError, TianjiError, UnknownNameError
from tianji.holdem.files.readers import libratus, texas_solver, toml
from tianji.holdem.files.spots import load_job
from tianji.poker.cards import parse_board, parse_hand, show_cards
from tianji.poker.ranges import Range

DATA = Path(__file__).parents[1] / "data" / "poker"
TOML = """
board = "Ks7h2dJc"
pot = 60
stack = 200
oop = "JJ-22,AJs-A2s"
ip = "22+,A2s+,K8o+:0.5"
rake = [0.05, 3]
[bets.turn]
oop = "40%,allin"
ip = "40%"
[bets.river]
oop = "75%"
ip = "75%"
[solve]
until = "0.5%"
threads = 2
[[locks]]
line = "check"
strategy = {check = 1}
"""
TEXAS = """set_pot 50
set_effective_stack 200
set_board Qs,Jh,2h
set_range_ip AA,KK,QQ,JJ,TT,99:0.75
set_range_oop QQ:0.5,JJ:0.75,AKs
set_bet_sizes oop,flop,bet,50
set_bet_sizes oop,flop,raise,60
set_bet_sizes ip,flop,bet,50,100
set_bet_sizes ip,flop,allin
set_bet_sizes oop,turn,donk,33
set_allin_threshold 0.67
build_tree
set_thread_num 8
set_accuracy 0.5
set_max_iteration 200
start_solve
dump_result output_result.json
"""


def test_toml(tmp_path):
    path = tmp_path / "spot.toml"
    path.write_text(TOML)
    spot, options = load_job(path)
    assert options == {"until": "0.5%", "threads": 2}
    assert (spot.rake, spot.board, spot.stack) == ((0.05, 3.0), "Ks7h2dJc", 200)
    assert [str(a) for a in spot.tree().nodes[0].actions] == ["check", "bet 24", "allin 200"]
    assert len(spot.locks) == 1
    assert tj.holdem.Spot.from_dict(spot.to_dict()).to_dict() == spot.to_dict()
    with pytest.raises(UnknownNameError, match="did you mean 'stack'"):
        toml(TOML.replace("stack", "stak"), "x")
    with pytest.raises(UnknownNameError, match="no option 'speed'"):
        toml(TOML.replace("threads", "speed"), "x")
    with pytest.raises(ParameterError, match="'pot' is missing"):
        toml(TOML.replace("pot = 60", ""), "x")
    with pytest.raises(FileFormatError, match="TOML"):
        toml("board = = 3", "x")


def test_texas_solver_commands():
    spot, options = texas_solver(TEXAS, "commands")
    assert options == {"threads": 8, "until": "0.5%", "iterations": 200}
    assert (spot.pot, spot.stack, spot.board) == (50, 200, "QsJh2h")
    tree = spot.tree()
    assert [str(a) for a in tree.nodes[0].actions] == ["check", "bet 25"]
    assert [str(a) for a in tree.nodes[tree.nodes[0].children[0]].actions] == [
        "check",
        "bet 25",
        "bet 50",
        "allin 200",
    ]
    assert spot.ranges[1].weights[parse_hand("9c9d")] == 0.75
    with pytest.raises(UnknownNameError, match="line 1: no command"):
        texas_solver("set_potato 3\nset_pot 4", "commands")
    with pytest.raises(ParameterError, match="line 1"):
        texas_solver("set_bet_sizes oop,preflop,bet,50", "commands")


def test_allin_threshold():
    spot, _ = texas_solver(TEXAS.replace("flop,bet,50,100", "flop,bet,50,300"), "commands")
    tree = spot.tree()
    assert [str(a) for a in tree.nodes[tree.nodes[0].children[0]].actions] == ["check", "bet 25", "allin 200"]


def test_libratus_endgame():
    spot = tj.holdem.load_spot(DATA / "libratus_subgame3.txt")
    assert (spot.board, spot.pot, spot.stack) == ("4s8hTc9h2s", 500, 19_750)
    assert 0 < spot.ranges[0].combos < 1081
    values = []
    for method in ("dcfr(3)", "dcfr+"):
        found = spot.solve(until="0.1%", iterations=3000, method=method, threads=1)
        assert found.exploitability_pct <= 0.1
        values.append(found.values[0])
    assert max(values) - min(values) <= 2 * 0.001 * 500  # stable across schedules, as exploitability promises


def test_libratus_faults():
    text = (DATA / "libratus_subgame3.txt").read_text()
    with pytest.raises(FileFormatError, match="expected 2652"):
        libratus(text[:9000], "x")
    with pytest.raises(FileFormatError, match="'-pot' is missing"):
        libratus(text.replace("-pot", "-pat"), "x")


@given(st.text(alphabet="AKQJT98765432shdcox+-:.%,[]/ 0159", max_size=30))
def test_any_text_is_a_range_or_one_sentence(text):
    try:
        weights = Range.parse(text).weights
    except TianjiError as error:
        assert "\n" not in str(error).replace(repr(text), "")
        return
    assert weights.min() >= 0 and weights.max() <= 1
    if weights.any():
        assert np.allclose(Range.parse(str(Range(weights))).weights, weights)


@given(st.lists(st.integers(0, 1325), min_size=1, max_size=40), st.sampled_from([1.0, 0.5, 0.123456]))
def test_ranges_survive_their_text(hands, weight):
    weights = np.zeros(1326)
    weights[hands] = weight
    assert np.array_equal(Range.parse(str(Range(weights))).weights, weights)


@given(st.text(alphabet="AKQJT98765432shdc ,", max_size=14))
def test_any_text_is_a_board_or_one_sentence(text):
    try:
        cards = parse_board(text)
    except ParameterError:
        return
    assert parse_board(show_cards(cards)) == cards


@given(st.data())
def test_damaged_files_are_refused_in_one_sentence(data):
    reader, text = data.draw(st.sampled_from([(toml, TOML), (texas_solver, TEXAS)]))
    at = data.draw(st.integers(0, len(text)))
    broken = (
        text[:at]
        + data.draw(st.text(alphabet="=[]\"', 0a%x\n", max_size=4))
        + text[at + data.draw(st.integers(0, 6)) :]
    )
    try:
        reader(broken, "file")
    except TianjiError as error:
        assert str(error)

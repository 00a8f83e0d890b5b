"""Fuzzing hold'em: whatever is written, the answer is a spot, a line, a file, or one sentence."""

import json
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import tianji as tj
from tianji.errors import TianjiError
from tianji.holdem.files.readers import libratus, texas_solver
from tianji.holdem.spot.lines import find_line
from tianji.poker.betting import parse_sizes

DATA = Path(__file__).parents[1] / "data" / "poker"
FIELDS = {
    "board": "Ks7h2dJc", "pot": 60, "stack": 200, "oop": "22+,A2s+", "ip": "22+,AJo+:0.5", "bets": "50%,allin",
    "raises": {"turn": {"oop": "60%", "ip": "2.5x"}, "river": "allin"}, "donks": {"river": {"oop": "33%"}},
    "rake": [0.05, 3], "max_raises": 2, "chip": 1, "merge": 0.1, "add_allin": 1.5, "force_allin": 0.15,
    "allin_share": 0.67, "add_lines": ["check, bet 20"], "remove_lines": ["check, bet 50%"],
    "locks": [{"line": "", "strategy": {"check": 1.0}}],
}  # fmt: skip
words = st.text(alphabet="AKQJT98765432shdcox+-:.%,[]/ 0159abetculri'\"", max_size=12)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.one_of(st.integers(-(10**20), 10**20), st.just(10**400)),
    st.floats(),
    words,
    st.sampled_from(
        ["50%", "1e999c", "9" * 400 + "c", "nan", "inf%", "0%", "e", "1e5e", "AA:1e400", "٣c", "½%"]
    ),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["flop", "turn", "river", "oop", "ip", "line", "strategy", "check"]), inner
        ),
    ),
    max_leaves=5,
)


def one_sentence(error):
    text = str(error)
    assert text and "\n" not in text, text


@given(st.sampled_from(sorted(FIELDS)), values)
@example("rake", (0.05,))
@example("locks", [{"line": ""}])
@example("board", 3)
def test_any_field_is_a_spot_or_one_sentence(name, value):
    fields = {**FIELDS, name: value}
    try:
        spot = tj.holdem.Spot.from_dict(fields)
        spot.tree()
        plan = spot.plan()
    except TianjiError as error:
        one_sentence(error)
        return
    assert plan.betting_nodes > 0
    assert tj.holdem.Spot.from_dict(json.loads(json.dumps(spot.to_dict()))).to_dict() == spot.to_dict()


COMMANDS = (
    "set_pot", "set_effective_stack", "set_board", "set_range_oop", "set_range_ip", "set_bet_sizes", "set_raise_limit",
    "set_allin_threshold", "set_thread_num", "set_accuracy", "set_max_iteration", "set_use_isomorphism", "build_tree",
    "set_print_interval", "start_solve", "dump_result", "set_dump_rounds",
)  # fmt: skip
arguments = st.one_of(
    words,
    st.sampled_from(
        ["50", "-1", "Qs,Jh,2h", "AA,KK", "oop,flop,bet,50", "ip,river,allin", "oop,turn,donk,", "1e400"]
    ),
)


@given(st.lists(st.tuples(st.sampled_from(COMMANDS), arguments), max_size=8))
def test_any_commands_are_a_spot_or_one_sentence(lines):
    whole = [
        "set_pot 50",
        "set_effective_stack 200",
        "set_board Qs,Jh,2h",
        "set_range_oop AA",
        "set_range_ip KK",
    ]
    text = "\n".join([*whole, *(f"{name} {argument}" for name, argument in lines)])
    try:
        texas_solver(text, "commands")[0].tree()
    except TianjiError as error:
        one_sentence(error)


@given(st.data())
def test_any_endgame_is_a_spot_or_one_sentence(data):
    text = (DATA / "libratus_subgame3.txt").read_text()
    at = data.draw(st.integers(0, len(text)))
    middle = data.draw(st.text(alphabet="0123456789.-e \nabhsnif", max_size=6))
    try:
        libratus(text[:at] + middle + text[at + data.draw(st.integers(0, 40)) :], "endgame")
    except TianjiError as error:
        one_sentence(error)


@given(st.text(alphabet="0123456789.%xcealin, -٣½e", max_size=14), st.sampled_from(["bets", "raises"]))
def test_any_sizes_are_a_menu_or_one_sentence(text, where):
    try:
        sizes = parse_sizes(text, where)
    except TianjiError as error:
        one_sentence(error)
        return
    assert parse_sizes(",".join(map(str, sizes)), where) == sizes


@lru_cache(maxsize=1)
def solution():
    fields = {
        "board": "Ks7h2dJc",
        "pot": 60,
        "stack": 100,
        "oop": "JJ,AQs",
        "ip": "QQ,T9s",
        "bets": "50%",
        "raises": "",
    }
    return tj.holdem.Spot(**fields).solve(iterations=4, threads=1)


parts = st.sampled_from(
    [
        "check",
        "bet 50%",
        "bet 30",
        "call",
        "fold",
        "allin",
        "raise 60%",
        "8h",
        "Ks",
        "x",
        "b30",
        "c",
        "r:0",
        ":",
        "",
    ]
)


@given(st.one_of(st.text(max_size=20), st.lists(st.one_of(parts, words), max_size=5).map(", ".join)))
def test_any_line_is_a_place_or_one_sentence(line):
    try:
        find_line(solution().backend.tree, line)
        table = solution().strategy(line)
    except TianjiError as error:
        one_sentence(error)
        return
    assert sum(table.means.values()) == pytest.approx(1, abs=1e-5) or np.isnan(table.mean)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_damaged_solve_is_refused(tmp_path, data):
    """A byte changed, cut off or added anywhere: never an answer that differs."""
    path = tmp_path / "solve.tianji"
    solution().save(path)
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    byte = bytes([data.draw(st.integers(0, 255))])
    kind = data.draw(st.sampled_from(["change", "cut", "add"]))
    tail = {"change": byte + whole[at + 1 :], "cut": b"", "add": byte + whole[at:]}[kind]
    path.write_bytes(whole[:at] + tail)
    try:
        again = tj.holdem.Solution.load(path)
        answer = again.strategy("").data
        later = again.strategy("check, check, 8h").data
    except TianjiError as error:
        one_sentence(error)
        return
    assert np.array_equal(answer, solution().strategy("").data)
    assert np.array_equal(later, solution().strategy("check, check, 8h").data)

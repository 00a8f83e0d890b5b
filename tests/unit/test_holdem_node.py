"""One decision with all its parts, the cards after a line, categories, and the answer while it is found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tianji as tj
from tianji.errors import ParameterError
from tianji.holdem.answer.view import Views
from tianji.poker.categories import DRAWS, MADE, categories

TURN = tj.holdem.Spot(
    board="Ks7h2dJc", pot=60, stack=120, oop="QQ,99,AJs,KTs", ip="TT,88,AKs,QJs", bets="75%", raises=""
)


@pytest.fixture(scope="module")
def solve():
    return TURN.solve(iterations=40, threads=1)


def test_a_node_holds_what_the_single_questions_give(solve):
    for line in ("", "check", "bet 45", "check, check, 8h", "bet 45, call, 3d, check"):
        node = solve.node(line)
        assert node.player == solve.strategy(line).player
        assert np.array_equal(node.strategy.data, solve.strategy(line).data)
        assert np.array_equal(node.action_evs.data, solve.action_evs(line).data, equal_nan=True)
        for player in ("oop", "ip"):
            assert np.array_equal(node.ev[player].data, solve.ev(line, player).data, equal_nan=True)
            assert np.array_equal(node.equity[player].data, solve.equity(line, player).data, equal_nan=True)
            assert np.array_equal(node.ranges[player].reach, solve.ev(line, player).reach)
        assert len(node.leads_to) == len(node.words) == len(node.actions)
    after = solve.node("bet 45, call, 3d, check")
    assert (after.board, after.pot, after.stacks, after.street) == ("Ks7h2dJc3d", 150, (75, 75), "river")
    assert solve.node("check", values=False).ev == {}
    assert after.to_dict()["combos"]["oop"] == pytest.approx(float(after.ranges["oop"].reach.sum()))


def test_views_are_kept_by_board_and_bounded(solve):
    views = Views(solve.backend)
    river = views.of((0,))
    assert views.of((0,))[0] is river[0]
    assert views.of(())[0] is views.of(())[0]
    small = Views(solve.backend, most=1)
    first = small.of((0,))[0]
    small.of((5,))
    assert small.of((0,))[0] is not first


def test_the_cards_after_a_line_are_those_of_single_questions(solve):
    found = solve.cards("check, check")
    assert len(found.rows) == 48
    assert sum(row["share"] for row in found.rows) == pytest.approx(1)
    for row in found.rows[::11]:
        node = solve.node(f"check, check, {row['card']}")
        assert row["frequencies"] == pytest.approx(list(node.strategy.means.values()))
        assert row["ev"] == pytest.approx([node.ev[p].mean for p in ("oop", "ip")])
        assert row["equity"] == pytest.approx([node.equity[p].mean for p in ("oop", "ip")])
    whole = sum(row["share"] * row["ev"][0] for row in found.rows)
    assert whole == pytest.approx(_ev_after(solve), rel=1e-6)
    with pytest.raises(ParameterError, match="does not end where a card is dealt"):
        solve.cards("check")


def _ev_after(solve):
    """OOP's EV once both have checked: the pot less what IP's hands that check have."""
    node = solve.node("check")
    played = node.strategy.weight * node.strategy.data[:, 0]
    return 60 - float((played * node.action_evs.data[:, 0]).sum() / played.sum())


BOARDS = {
    "Ks7h2h": (
        "AhQh ace high/flush draw, KdQd top pair/no draw, 7d7c set/no draw, AsAd overpair/no draw, "
        "QsJs nothing/backdoor flush, QcQd second pair/no draw, 3c3d low pair/no draw, 7c2c two pair/no draw, "
        "AcKh top pair/backdoor flush"
    ),
    "9h8h2c": (
        "JhTh nothing/combo draw, JdTd nothing/open-ended, QdTd nothing/gutshot, 7d6d nothing/open-ended, "
        "7d5d nothing/gutshot, TcTd overpair/no draw"
    ),
    "KsKd7h2c": "KhQc trips/no draw, 7c7d full house/no draw, AcAd overpair/no draw",
    "KsKdKh2c": "KcQc four of a kind/no draw, AcQd ace high/no draw, 2d3d full house/no draw",
    "5s4s3s2d": "As9h straight/flush draw, 6s7s straight flush/no draw, KsQs flush/no draw",
    "AhKhQh7c2d": "JhTh straight flush/no draw, JcTd straight/no draw, Th9h flush/no draw",
}


@pytest.mark.parametrize("board", BOARDS)
def test_categories_are_what_players_call_them(board):
    found = categories(board)
    assert len(found) == {3: 1176, 4: 1128, 5: 1081}[len(board) // 2]
    for row in BOARDS[board].split(", "):
        hand, _, wanted = row.partition(" ")
        name = hand if hand in found else hand[2:] + hand[:2]
        assert "/".join(found[name]) == wanted, hand


def test_made_hands_agree_with_the_ranks_of_the_kernel():
    """Straights and better, by the library's own ranking of seven cards: weaker categories never beat stronger ones."""
    from tianji.holdem.spot.boards import strength
    from tianji.poker.cards import parse_board
    from tianji.poker.categories import NO_HAND, category_numbers

    for board in ("AhKhQh7c2d", "5s4s3s2d9c", "8d8c7h7s6d"):
        cards = parse_board(board)
        made, draw = category_numbers(tuple(cards))
        rank = strength(cards)
        for better in range(4):  # straight flush … flush: each above all that is weaker
            mine, worse = made == better, (made > better) & (made != NO_HAND)
            if mine.any() and worse.any():
                assert rank[mine].min() > rank[worse].max(), (board, MADE[better])
        assert (draw[made != NO_HAND] == DRAWS.index("no draw")).all()


def test_the_answer_so_far_can_be_looked_at_while_it_is_found():
    seen = []

    def look(report):
        if report.phase == "solve":
            table = report.peek().strategy("")
            seen.append((report.done, table.means["check"]))
        else:
            assert report.peek is None

    solution = TURN.solve(iterations=30, threads=1, progress=look)
    assert seen[-1] == (30, solution.strategy("").means["check"])
    assert len({share for _, share in seen}) > 1
    assert len(solution.strategy("")) == len(solution.range("", "oop"))


COLD = """
import sys
from pathlib import Path

import tianji as tj
from numba.core.event import Listener, install_listener

class Told(Listener):
    def on_start(self, event):
        pass

    def on_end(self, event):
        kernel = event.data["dispatcher"].py_func
        if kernel.__module__ == "tianji.kernels.poker.equity":
            print(kernel.__name__)

spot = tj.holdem.Spot("AsKd8h5c2s", 100, 100, "AcAh,QcJd", "KhKc", "100%", "")
with install_listener("numba:compile", Told()):
    solution = spot.solve(iterations=1)
    print("solved")
    from tianji.studio.holdem.work import write_spot
    assert "fastapi" not in sys.modules
    write_spot(Path("."), solution)
    print("written")
    solution.equity("")
    solution.node("")
"""


@pytest.mark.slow
def test_kernels_of_equity_are_compiled_where_the_studio_writes_a_solve_and_not_at_the_first_look(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", COLD], cwd=tmp_path, capture_output=True, text=True, check=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path(tj.__file__).parents[1])},
    )  # fmt: skip
    solved, _, rest = done.stdout.partition("solved\n")
    written, _, looked = rest.partition("written\n")
    assert (solved, looked) == ("", "") and "sweep_run_outs" in written

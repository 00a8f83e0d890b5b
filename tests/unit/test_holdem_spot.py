"""Spots: sizes, trees, lines, custom lines, locks, plans, and what is refused."""

import numpy as np
import pytest

import tianji as tj
from tianji.errors import ParameterError, StrategyError, TooLargeError, UnknownNameError
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.engine.methods import METHODS
from tianji.holdem.spot.boards import all_boards
from tianji.holdem.spot.lines import find_line
from tianji.holdem.spot.menu import turned_sizes
from tianji.poker.betting import BetRules, bet_amounts, parse_sizes

RIVER = {
    "board": "Ks7h2dJc5s",
    "pot": 60,
    "stack": 200,
    "oop": "JJ-22,AJs-A2s",
    "ip": "22+,A2s+",
    "bets": "50%,allin",
    "raises": "60%",
}


def river(**changes):
    return tj.holdem.Spot(**{**RIVER, **changes})


def totals(sizes, limits=BetRules(), **state):  # noqa: B008
    state = {"pot": 100.0, "faced": 0.0, "least_raise": 0.0, "stack": 1000.0, "streets": 3, **state}
    return bet_amounts(parse_sizes(sizes, "raises" if state["faced"] else "bets"), **state, limits=limits)


def test_sizes():
    assert totals("33%,75%,allin") == [33, 75, 1000]
    assert totals("40c") == [40]
    assert totals("60%,2.5x", faced=50.0, least_raise=50.0) == [125, 170]  # 2.5 × 50; 50 + 60 % of 200
    assert totals("10%", faced=50.0, least_raise=50.0) == [100]  # the least raise
    assert totals("50%", stack=30.0) == [30]
    # geometric: three bets of one fraction f with 100 · (1 + 2f)^3 = 100 + 2 · 1000
    (bet,) = totals("e", limits=BetRules(chip=0))
    assert 100 * (1 + 2 * bet / 100) ** 3 == pytest.approx(2100)
    (bet,) = totals("2e", limits=BetRules(chip=0))
    assert 100 * (1 + 2 * bet / 100) ** 2 == pytest.approx(2100)


def test_thresholds():
    assert totals("50%", limits=BetRules(add_allin=10.0)) == [50, 1000]
    assert totals("50%", limits=BetRules(add_allin=9.0)) == [50]
    assert totals("400%", limits=BetRules(force_allin=0.7)) == [1000]  # 600 behind against a pot of 900
    assert totals("400%", limits=BetRules(force_allin=0.6)) == [400]
    assert totals("45%,50%,100%", limits=BetRules(merge=0.1)) == [50, 100]  # 1.5 / 1.45 < 1.1


@pytest.mark.parametrize(
    ("bets", "options", "turned"),
    [
        ("33%,75%", {}, []),
        ("33%,50%,51%", {"merge": 0.1}, ["50% bet 30.6"]),  # within a tenth of a larger one
        ("33%,33.001%", {}, ["33.001% bet 19.8"]),  # the same chips
        ("50%,300%", {}, ["300% allin 120"]),  # more than there is
        ("50%,150%,allin", {"force_allin": 0.2}, ["150% allin 120"]),
        ("50%,150%,allin", {"allin_share": 0.7}, ["150% allin 120"]),
        ("", {"add_allin": 5}, []),  # nothing was written
    ],
)
def test_sizes_that_became_another_bet_are_named(bets, options, turned):
    spot = river(stack=120, bets=bets, raises="60%,allin", **options)
    tree = spot.tree()
    found = turned_sizes(tree, tree.nodes[0], spot.menus, spot.limits)
    assert [f"{size} {action}" for size, action in found] == turned


def test_no_size_becomes_another_where_nobody_may_raise():
    spot = river(max_raises=0)
    tree = spot.tree()
    for node in tree.nodes:
        if node.kind == "act" and node.totals != (0.0, 0.0):
            assert not turned_sizes(tree, node, spot.menus, spot.limits)


def test_donk_sizes_follow_a_call_of_ip_s_bet():
    spot = tj.holdem.Spot(
        board="Ks7h2dJc",
        pot=60,
        stack=600,
        oop="22+",
        ip="22+",
        bets="50%",
        raises="",
        donks={"river": {"oop": "25%"}},
    )
    tree = spot.tree()
    after_check = tree.nodes[tree.nodes[find_line(tree, "check, check").node].children[0]]
    after_call = tree.nodes[tree.nodes[find_line(tree, "check, bet 50%, call").node].children[0]]
    assert [str(a) for a in after_check.actions] == ["check", "bet 30"]
    assert [str(a) for a in after_call.actions] == ["check", "bet 30"]  # a quarter of 120
    assert after_call.actions[1].total / (60 + 2 * 30) == 0.25


def test_raise_cap():
    tree = river(raises="100%", stack=10_000, max_raises=1, bets="50%").tree()
    assert [str(a) for a in tree.nodes[find_line(tree, "bet 30, raise 150").node].actions] == ["fold", "call"]


def test_lines_in_many_spellings():
    tree = river().tree()
    wanted = find_line(tree, "check, bet 50%, raise 60%").node
    for line in (
        "check, bet 30, raise 102",
        "x b30 r102",
        "x, b50%, r60%",
        "r:0:c:b30:b102",
        "Check; Bet 30; 102",
    ):
        assert find_line(tree, line).node == wanted
    assert find_line(tree, "").node == 0


@pytest.mark.parametrize(
    ("line", "word"),
    [("check, bet 90%", "is no action here"), ("jump", "is no action here"), ("check, check, bet 30", "has ended"),
     ("check, 5h", "is no action here")],
)  # fmt: skip
def test_unknown_lines(line, word):
    with pytest.raises(UnknownNameError, match=word):
        find_line(river().tree(), line)


def test_custom_lines():
    spot = river(add_lines=["check, bet 25%"], remove_lines=["allin"])
    tree = spot.tree()
    assert [str(a) for a in tree.nodes[0].actions] == ["check", "bet 30"]
    assert [str(a) for a in tree.nodes[find_line(tree, "check").node].actions] == [
        "check",
        "bet 15",
        "bet 30",
        "allin 200",
    ]
    with pytest.raises(ParameterError, match="only bets and raises can go"):
        river(remove_lines=["check"]).tree()


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"board": "Ks7h2dJcKs"}, "Ks comes twice"),
        ({"board": "Ks7h"}, "has 2 cards"),
        ({"board": "Ks7h2dJc5x"}, "column 9"),
        ({"oop": "KsKh"}, "no hand left on the board"),
        ({"oop": ""}, "is empty"),
        ({"ip": "AA,Zz"}, "column 4"),
        ({"ip": "AA:1.5"}, "weight '1.5'"),
        ({"ip": np.ones(5)}, "expected 1326 weights"),
        ({"pot": 0}, "pot=0"),
        ({"pot": float("nan")}, "pot=nan"),
        ({"stack": -5}, "stack=-5"),
        ({"bets": "300c"}, "over the stack of 200"),
        ({"bets": "50%,,allin"}, "nothing between the commas"),
        ({"bets": "fifty"}, "reads 'fifty'"),
        ({"bets": {"preflop": "50%"}}, "'preflop'"),
        ({"raises": "0.5x"}, "reads '0.5x'"),
        ({"rake": 0.05}, "rake=0.05"),
        ({"rake": (2, 1)}, "rake rate=2"),
        ({"max_raises": -1}, "max_raises=-1"),
        ({"chip": "a"}, "chip='a'"),
    ],
)
def test_bad_spots(changes, word):
    with pytest.raises(ParameterError, match=word):
        river(**changes)


@pytest.mark.parametrize(
    ("options", "word"),
    [({"until": "fast"}, "until='fast'"), ({"until": -1}, "until=-1"), ({"iterations": 0}, "iterations=0"),
     ({"threads": 0}, "threads=0"), ({"storage": "int8"}, "storage='int8'"), ({"seconds": 0}, "seconds=0"),
     ({"resume": True}, "checkpoint=FILE"), ({"method": "hs-dcfr"}, "give iterations=")],
)  # fmt: skip
def test_bad_options(options, word):
    with pytest.raises(ParameterError, match=word):
        river().solve(**options)
    with pytest.raises(UnknownNameError, match="did you mean"):
        river().solve(method="dcfrr")


def test_ranges_that_cannot_meet():
    with pytest.raises(ParameterError, match="shares a card"):
        river(oop="AhAd", ip="AhAd").solve(iterations=1)


@pytest.mark.parametrize(
    ("line", "strategy", "word"),
    [("", {"check": 0.5}, "sum to 0.5"), ("", {"check": -1, "bet 30": 2}, "probability -1"), ("", {}, "expected prob"),
     ("", {"AA": {"check": 1}, "check": 1}, "mixes hands")],
)  # fmt: skip
def test_bad_locks(line, strategy, word):
    with pytest.raises(StrategyError, match=word):
        river().lock(line, strategy)
    with pytest.raises(ParameterError, match="nobody acts there"):
        river().lock("check, check", {"check": 1})


def test_plan_counts_and_refuses():
    plan = tj.holdem.Spot(board="Ks7h2dJc", pot=60, stack=200, oop="22+,A2s+", ip="22+,A2s+").plan()
    assert plan.boards == (1, 48)
    assert plan.bytes == 8 * plan.entries
    engine_nodes = plan.nodes
    assert engine_nodes > 48 * 19
    flush = tj.holdem.Spot(board="KhQh2h", pot=60, stack=200, oop="22+", ip="22+", bets="", raises="")
    assert flush.plan().boards[1] < 49  # three suits are alike
    with pytest.raises(TooLargeError, match="int16"):
        river().solve(memory=river().plan().bytes - 1)
    with pytest.raises(TooLargeError, match="max_raises"):
        river(raises="60%,100%,150%", stack=5000).solve(memory=100_000)


def test_suit_merging_keeps_the_value():
    spot = tj.holdem.Spot(
        board="KhQh2h7c", pot=60, stack=90, oop="22+,AJs+,T9s", ip="TT+,A9s+,87s", bets="75%", raises=""
    )
    merged = spot.solve(iterations=60, method="dcfr(3)", threads=1)
    boards = all_boards(spot.cards, spot.weights, is_merged=False)
    assert len(merged.backend.boards[1]) < 48 == len(boards[1])
    ranges = tuple(spot.weights[p][boards[0][0].combos[p]] for p in (0, 1))
    backend = CpuBackend(spot.tree(), boards, ranges, [44, 43])
    backend.iterate(METHODS["dcfr(3)"].rows(1, 61))
    assert [v + 30 for v in backend.values()] == pytest.approx(merged.values, abs=1e-3)
    assert backend.exploitability() == pytest.approx(merged.exploitability, abs=1e-3)
    # cards that are equal by suit give the same answers under renamed hands
    one, two = merged.strategy("check, check, 9s"), merged.strategy("check, check, 9d")
    assert one["AsJs"] == pytest.approx(two["AdJd"], abs=1e-5)


def test_locks_of_hands_forbid_merging():
    spot = river()
    assert spot.is_merged
    assert river().lock("", {"check": 1}).is_merged
    assert not river().lock("", {"JhJd": {"check": 1}}).is_merged


@pytest.mark.parametrize(
    "line",
    [
        "check, bet 50%",
        "check bet 30",
        "x/b30",
        "check / bet 50%",
        "x b50%",
        "check, bet 30 (50%)",
        "CHECK bet 50 %",
    ],
)
def test_lines_as_players_write_them(line):
    tree = river().tree()
    assert find_line(tree, line) == find_line(tree, "check, bet 30")


def test_cards_dealt_in_lines_without_commas():
    tree = tj.holdem.Spot(
        board="Ks7h2dJc", pot=60, stack=200, oop="QQ", ip="AA", bets="50%", raises=""
    ).tree()
    place = find_line(tree, "check, bet 50%, call, Ah, check")
    assert find_line(tree, "check bet 50% call Ah check") == place == find_line(tree, "x/b30/c/Ah/x")


def test_tables_lock_as_they_are_shown():
    spot = river()
    shown = spot.solve(iterations=30, threads=1).strategy("").means
    assert np.allclose(river().lock("", shown).locks[0].probabilities[:, 0], list(shown.values()))


def test_boards_and_sizes_as_players_write_them():
    assert river(board="10♠ 9♥ 2♦ J♣ 5s").board == "Ts9h2dJc5s"
    assert [str(a) for a in river(bets={"River": {"OOP": "40%", "IP": "50%"}}).tree().nodes[0].actions] == [
        "check",
        "bet 24",
    ]
    for text, words in (("0.5", "write 50% or 0.5%"), ("1", "write 100% or 1%")):
        with pytest.raises(ParameterError, match=words):
            river(bets=text)
    assert river(bets="0.5%").menus.bets[2][0][0].amount == 0.5
    with pytest.raises(UnknownNameError, match=r"bet 30 \(50%\)"):
        find_line(river().tree(), "bet 33%")

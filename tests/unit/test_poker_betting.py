"""Bets as written are bets as offered: 33 % stays 33 %."""

import pytest

import tianji as tj
from tianji.core import storage
from tianji.errors import UnknownNameError
from tianji.holdem.engine.runner import KIND
from tianji.holdem.files.readers import texas_solver
from tianji.holdem.spot.lines import find_line, show_action

TEXAS = """set_pot 10
set_effective_stack 95
set_board Qs,Jh,2h,3c,5d
set_range_ip AA
set_range_oop KK
set_bet_sizes oop,river,bet,33"""


def spot(pot, **more):
    return tj.holdem.Spot(board="Ks7h2dJc5s", pot=pot, stack=9 * pot, oop="JJ", ip="QQ", raises="", **more)


@pytest.mark.parametrize("pot", [0.3, 1, 5.5, 7, 10, 60, 406, 20_000])
@pytest.mark.parametrize("size", [1, 25, 33, 66.6, 75, 133])
def test_percentages_stay_what_they_are(pot, size):
    tree = spot(pot, bets=f"{size}%").tree()
    bet = tree.nodes[0].actions[1]
    assert bet.total / pot == pytest.approx(size / 100, abs=0.0005)
    assert show_action(tree, tree.nodes[0], bet).endswith(f"({size:.0f}%)")


def test_whole_chips_where_they_are_asked_for_and_in_texas_solver_files():
    assert spot(10, bets="33%", chip=1).tree().nodes[0].actions[1].total == 3
    assert texas_solver(TEXAS, "t")[0].tree().nodes[0].actions[1].total == 3


def test_a_solve_saved_before_the_chip_was_named_keeps_its_tree(tmp_path):
    solution = spot(10, bets="33%", chip=1).solve(iterations=10)
    path = tmp_path / "old.tianji"
    solution.save(path)
    tensors, fields = storage.load(path, KIND)
    old = {k: v for k, v in fields["config"]["spot"].items() if k != "chip"}
    run = {
        "iterations": 10,
        "seconds": 0.1,
        "history": [[10, 0.1, solution.exploitability]],
        "stopped": "iterations",
    }
    storage.save(path, KIND, tensors, {"spot": old, "run": run, "method": "dcfr(3)", "storage": "float32"})
    assert list(tj.holdem.Solution.load(path).strategy("").columns) == ["check", "bet 3 (30%)"]


@pytest.mark.parametrize("pot", [1, 5.5, 60, 20_000])
def test_lines_do_not_take_one_size_for_another(pot):
    tree = spot(pot, bets="33%,75%").tree()
    assert tree.nodes[find_line(tree, "bet 33%").node].action == tree.nodes[0].actions[1]
    assert tree.nodes[find_line(tree, "bet 74%").node].action == tree.nodes[0].actions[2]
    for size in ("bet 25%", "bet 50%", "bet 66%", "bet 90%"):
        with pytest.raises(UnknownNameError, match=r"expected one of: check, bet .* \(33%\)"):
            find_line(tree, size)


def test_named_trees_and_what_overrides_them():
    simple = spot(60, tree="simple")
    assert simple.limits.max_raises == 1 and simple.given["bets"]["flop"] == "50%"
    assert spot(60, tree="simple", max_raises=3).limits.max_raises == 3
    own = spot(60, bets="20%", remove_lines=["check, bet 20%"])
    assert own.replace(tree="rich").given["bets"]["river"].endswith("allin")
    assert own.replace(tree="rich", bets="20%").tree().nodes[0].actions[1].total == 12
    assert own.replace(max_raises=0).given["bets"] == "20%"
    locked = own.locked("check", {"check": 1})
    assert locked.replace(tree="simple").locks[0].line == "check"

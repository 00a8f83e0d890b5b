"""Streets of real hands as spots: every action of the tree is one of the hand, and every bet can be put in."""

import random

import numpy as np
import pytest

from tianji.errors import NotApplicableError
from tianji.holdem.player.belief import live
from tianji.holdem.player.roots import (
    MENUS,
    RIVER,
    TURN,
    inside_root,
    seconds_per_iteration,
    start_root,
    street_start,
)
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules

EVEN = np.ones(1326), np.ones(1326)
TABLES = [
    HandRules(),
    HandRules(stacks=(20_000, 7_350)),
    HandRules(stacks=(1_900, 20_000)),
    HandRules(stacks=(1_000, 1_000), antes=(25, 25)),
    HandRules(stacks=(650, 20_000), blinds=(100, 50)),
]


def random_hand(rules, rng, street):
    """A hand at a decision on a street, before it all sizes are possible; None where it ended first."""
    state, deck = HandState.start(rules), rng.sample(range(52), 5)
    while True:
        if state.cards_due:
            state = state.deal(deck[len(state.board) : len(state.board) + state.cards_due])
        if state.is_over:
            return None
        if state.street == street and rng.random() < 0.4:
            return state
        if state.street > street:
            return None
        legal = state.legal()
        kind = rng.random()
        if legal.least is not None and kind < 0.3:
            most = min(legal.most, legal.least + (state.pot if rng.random() < 0.9 else legal.most))
            state = state.act(f"r{rng.randint(legal.least, max(most, legal.least))}")
        else:
            state = state.act("c")


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_the_tree_and_the_hand_agree_on_every_action(rules):
    rng = random.Random(f"{rules}")
    seen = 0
    for _ in range(120):
        street = rng.choice([TURN, RIVER])
        state = random_hand(rules, rng, street)
        if state is None:
            continue
        seen += 1
        menu = rng.choice(MENUS[street])
        root = inside_root(state, state.player, EVEN, menu)
        check_tree(root, state, rng)
        start = street_start(state)
        opened = start_root(start, 0, EVEN, menu).opened(state.betting[-1][0] if state.betting[-1] else "c")
        check_tree(opened, start, rng)
        if state.betting[-1]:
            assert opened.place(opened.spot.tree().nodes[0], state.betting[-1][0]) is not None
    assert seen > 10


def check_tree(root, state, rng):
    """Walk down at random: who acts, what it costs, what is legal, and where the street ends are the same."""
    tree, number = root.spot.tree(), 0
    assert tree.pot + sum(tree.invested(tree.nodes[0])) == pytest.approx(
        state.pot - sum(max(0, s - root.most) for s in state.spent)
    )
    while tree.nodes[number].kind == "act" and not state.is_over and state.street == root.state.street:
        node = tree.nodes[number]
        assert node.player == state.player
        legal = state.legal()
        named = root.actions(number, state)
        for action, word in zip(node.actions, named, strict=True):
            exact = root.real(action)
            is_allin = action.total >= tree.stack - node.matched
            assert state.why_illegal(exact) == "" or is_allin, (state.betting_text, exact, legal)
            assert state.why_illegal(word) == ""
            assert root.place(node, word) == node.actions.index(action)
        assert ("f" in named) == legal.fold and "c" in named
        k = rng.randrange(len(named))
        number, state = node.children[k], state.act(named[k])
        if tree.nodes[number].kind == "fold":
            assert state.is_over and not state.is_showdown
            return
    kind = tree.nodes[number].kind
    if state.is_over:
        assert kind in ("showdown", "deal") and state.is_showdown
    else:
        assert kind == "deal"
        after = tree.nodes[tree.nodes[number].children[0]]
        assert 2 * (root.spent + after.matched) + sum(root.state.rules.paid_antes) == state.pot


def test_pots_stacks_and_ranges_are_those_of_the_hand():
    state = HandState.start(HandRules(stacks=(20_000, 9_000))).play("r300c/r600c/").deal([0, 5, 22, 51])
    root = start_root(state, 1, EVEN, MENUS[TURN][1])
    assert (root.spot.pot, root.spot.stack, root.spot.limits.least_bet) == (1200.0, 8400.0, 100.0)
    assert np.array_equal(root.spot.weights[0] > 0, live(state.board))
    shove = state.act("r20000")  # more than the other has: all-in for his stack
    inside = inside_root(shove, 1, EVEN, MENUS[TURN][1])
    assert inside.spot.tree().nodes[0].totals == (8400.0, 0.0)
    assert [str(a) for a in inside.spot.tree().nodes[0].actions] == ["fold", "call"]


def test_an_opening_bet_that_is_in_the_menu_changes_nothing():
    state = HandState.start().play("r300c/cc/").deal([0, 5, 22, 51])
    root = start_root(state, 1, EVEN, MENUS[TURN][1])
    assert root.opened("r900") is root and root.opened("c") is root  # a pot of 600 on 300 put in
    other = root.opened("r737")
    assert other.place(other.spot.tree().nodes[0], "r737") is not None
    assert root.place(root.spot.tree().nodes[0], "r737") is None


def test_shallow_stacks_are_offered_all_in():
    state = HandState.start(HandRules(stacks=(1000, 1000))).play("r600c/cc/").deal([0, 5, 22, 51])
    tree = start_root(state, 0, EVEN, MENUS[TURN][0]).spot.tree()
    assert [str(a) for a in tree.nodes[0].actions] == ["check", "allin 400"]


def test_a_coarser_menu_costs_less():
    state = HandState.start().play("r300c/cc/").deal([0, 5, 22, 51])
    cost = [seconds_per_iteration(start_root(state, 0, EVEN, menu).spot, 1) for menu in MENUS[TURN]]
    assert cost == sorted(cost, reverse=True) and cost[-1] > 0


def test_limit_games_are_refused():
    rules = HandRules(raise_sizes=(10, 10, 20, 20), blinds=(10, 5))
    state = HandState.start(rules).play("cc/cc/").deal([0, 5, 22, 51])
    with pytest.raises(NotApplicableError, match="no-limit"):
        start_root(state, 0, EVEN, MENUS[TURN][0])

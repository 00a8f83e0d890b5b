"""Push or fold before the flop: exact counts, published charts, the generic solver."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tianji as tj
from tianji.poker.cards import hand_cards, parse_cards
from tianji.poker.equity import matchup
from tianji.poker.isomorphism import canonical
from tianji.poker.preflop import class_names, class_of_hands, count_matchups, matchups
from tianji.poker.ranks import rank

DATA = Path(__file__).parents[1] / "data" / "poker"
NAMES = class_names()


def published() -> dict[str, dict[str, float]]:
    """By action and class: the largest stack; 20 where the chart says 20+."""
    rows = [line for line in (DATA / "push_fold_chart.txt").read_text().splitlines() if line[0] != "#"]
    cells = {"push": rows[1:14], "call": rows[15:28]}
    return {
        action: dict(zip(NAMES, (float(x.rstrip("+*")) for x in " ".join(grid).split()), strict=True))
        for action, grid in cells.items()
    }


def test_counts_against_a_random_hand():
    table = matchups()
    rows = [
        line.split(",")
        for line in (DATA / "preflop_vs_random_exact.csv").read_text().splitlines()
        if line[0] != "#"
    ]
    for hand, _, wins, ties, total, _ in rows:
        k = NAMES.index(hand)
        assert (table.wins[k].sum(), table.ties[k].sum()) == (int(wins), int(ties))
        assert table.wins[k].sum() + table.wins[:, k].sum() + table.ties[k].sum() == int(total)


@pytest.mark.parametrize(("first", "second"), [("AA", "KK"), ("AKs", "76s"), ("22", "22"), ("KQs", "QJs")])
def test_cells_made_anew_pair_by_pair(first, second):
    """Every pair of hands of two classes by the other enumeration, one of each kind up to suits."""
    classes, table, seen = class_of_hands(), matchups(), {}
    total = np.zeros(3, dtype=np.int64)
    for a in np.flatnonzero(classes == NAMES.index(first)):
        for b in np.flatnonzero(classes == NAMES.index(second)):
            mine, his = hand_cards()[a].tolist(), hand_cards()[b].tolist()
            if set(mine).isdisjoint(his):
                key = canonical(mine, his)
                if key not in seen:
                    seen[key] = matchup(int(a), int(b), [])
                total += seen[key]
    i, j = NAMES.index(first), NAMES.index(second)
    assert total.tolist() == [table.wins[i, j], table.ties[i, j], table.wins[j, i]]


def test_one_board_by_comparing_every_pair():
    boards = [parse_cards("Ks7s2s7h2h"), parse_cards("AsKsQsJsTs")]  # of one renaming each at least
    for board in boards:
        cards = [sorted(c ^ 3 for c in board)]  # suits in the order that counts: clubs hold the most
        wins, ties = count_matchups(np.array(cards, dtype=np.uint8))
        scale = wins.sum() * 2 + ties.sum()
        live = [h for h in range(1326) if set(hand_cards()[h].tolist()).isdisjoint(cards[0])]
        power = rank(np.array([[*cards[0], *hand_cards()[h]] for h in live])).astype(int)
        apart = ~(hand_cards()[live][:, None, :, None] == hand_cards()[live][None, :, None, :]).any(
            axis=(2, 3)
        )
        assert scale % apart.sum() == 0 and scale > 0
        times = scale // apart.sum()
        member = np.eye(169)[class_of_hands()[live]]  # floats: counts are far below 2^53, and products quick
        assert np.array_equal(wins, times * (member.T @ (apart & (power[:, None] < power)) @ member))
        assert np.array_equal(ties, times * (member.T @ (apart & (power[:, None] == power)) @ member))


@pytest.mark.slow
def test_all_counts_made_anew():
    wins, ties = count_matchups()
    assert np.array_equal(wins, matchups().wins) and np.array_equal(ties, matchups().ties)


# Classes that the equilibrium pushes at stacks with holes between them, which the chart leaves out but for three.
GAPS = {
    "T5s", "T3s", "T2s", "94s", "92s", "J8o", "84s", "Q7o", "74s", "96o", "86o", "63s", "53s", "43s", "Q4o",
}  # fmt: skip


def test_chart_at_whole_and_half_stacks():
    chart = tj.holdem.push_fold_chart(largest=20, step=0.5)
    for action, largest in published().items():
        played = (chart.push if action == "push" else chart.call) >= 0.5
        for k, name in enumerate(NAMES):
            if action == "push" and name in GAPS:
                assert not played[chart.stacks > largest[name] + 0.5, k].any()
            else:
                assert np.array_equal(played[:, k], chart.stacks <= largest[name]), (action, name)


def test_hands_pushed_at_stacks_apart():
    """The three hands whose gaps the published chart gives."""
    for hand, below, low, high in (("63s", 2.3, 5.1, 7.1), ("53s", 2.4, 3.8, 12.9), ("43s", 2.2, 4.9, 10.0)):
        inside = [below, low, high]
        outside = [below + 0.1, low - 0.1, high + 0.1]
        assert all(tj.holdem.push_fold(s).push[hand]["allin"] >= 0.5 for s in inside)
        assert all(tj.holdem.push_fold(s).push[hand]["allin"] < 0.5 for s in outside)


@pytest.mark.slow
def test_chart_in_tenths():
    """All 338 cells but two: K7o calls 12.4 less than half the time, and Q4o is pushed again at 8.3."""
    chart, differ = tj.holdem.push_fold_chart(), {}
    for action, found in (("push", chart.push_to), ("call", chart.call_to)):
        for name, largest in published()[action].items():
            if found[name] != largest:
                differ[action, name] = (largest, found[name])
    assert differ == {("push", "Q4o"): (7.9, 8.3), ("call", "K7o"): (12.4, 12.3)}


def test_ten_big_blinds():
    ten = tj.holdem.push_fold(10)
    assert ten.exploitability < 1e-12
    assert ten.push.means["allin"] == pytest.approx(0.583, abs=5e-4)
    assert ten.call.means["call"] == pytest.approx(0.374, abs=5e-4)
    mixed = [row for row in ten.rows() if 1e-9 < row["push"] < 1 - 1e-9 or 1e-9 < row["call"] < 1 - 1e-9]
    assert len(mixed) <= 2


def test_one_big_blind():
    """The big blind is all-in: everything is pushed, and the value is that of a fair game."""
    one = tj.holdem.push_fold(1)
    assert one.push.means["allin"] == 1 and one.call.means["call"] == 1
    assert one.value == pytest.approx(0, abs=1e-12)
    assert one.push_ev["AA"] == pytest.approx(2 * 0.852037 - 1, abs=2e-6)


def test_deep_stacks_wait_for_aces():
    """With folding nearly free of risk to the caller, only hands near aces are left at a thousand blinds."""
    deep = tj.holdem.push_fold(1000)
    assert deep.call["AA"]["call"] == 1 and deep.call["KK"]["call"] < 1
    assert -0.5 < deep.value < -0.45


class PushFoldGame(tj.Game):
    """The same game for the generic solver: classes are dealt, then push or fold, call or fold."""

    def __init__(self, classes, stack, ante):
        self.classes, self.stack, self.ante = classes, stack, ante
        table = matchups()
        pairs = table.pairs[np.ix_(classes, classes)]
        self.deals = [((i, j), pairs[i, j] / pairs.sum()) for i, j in np.ndindex(*pairs.shape) if pairs[i, j]]
        self.edge = 2 * table.equity[np.ix_(classes, classes)] - 1

    def initial(self):
        return ()

    def player(self, state):
        if not state:
            return tj.CHANCE
        if len(state) == 1:
            return 0
        return 1 if len(state) == 2 and state[1] == "push" else tj.TERMINAL

    def actions(self, state):
        if not state:
            return [deal for deal, _ in self.deals]
        return ["fold", "push"] if len(state) == 1 else ["fold", "call"]

    def chances(self, state):
        return self.deals

    def result(self, state, action):
        return (*state, action)

    def utility(self, state):
        (i, j), *moves = state
        if moves == ["fold"]:
            won = -0.5 - self.ante
        else:
            won = 1 + self.ante if moves[1] == "fold" else self.stack * self.edge[i, j]
        return (won, -won)

    def information(self, state, player):
        return (state[0][player], *state[1:]) if state else ()


def test_against_the_generic_solver():
    """All 169 classes as a game of 85,000 terminals, by regret matching."""
    flat = tj.compile(PushFoldGame(list(range(169)), 8.0, 0.125))
    solved = tj.solve(flat, method="pcfr+", until=1e-6)
    ours = tj.holdem.push_fold(8.0, ante=0.125)
    assert tj.values(flat, solved.strategy)[0] == pytest.approx(ours.value, abs=1e-6)


def test_uncompiled_source_counts_the_same():
    board = [sorted(c ^ 3 for c in parse_cards("Ks7s2s7h2h"))]
    script = (
        "import numpy as np; from tianji.poker.preflop import count_matchups\n"
        f"wins, ties = count_matchups(np.array({board!r}, dtype=np.uint8))\n"
        "print(int(wins.sum()), int((wins * np.arange(169)).sum()), int((ties * np.arange(169)).sum()))"
    )
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    wins, ties = count_matchups(np.array(board, dtype=np.uint8))
    weights = np.arange(169)
    assert done.stdout.split() == [
        str(x) for x in (wins.sum(), (wins * weights).sum(), (ties * weights).sum())
    ]

"""Known numbers: the lecture's trees, tic-tac-toe's counts, solved small games, test suites."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from tianji.core.game import TERMINAL, Game
from tianji.games.breakthrough import Breakthrough
from tianji.games.chess_ending import ChessEnding
from tianji.games.connect_four import ConnectFour
from tianji.games.domineering import Domineering
from tianji.games.hexgame import Hex
from tianji.games.kalah import Kalah
from tianji.games.mnk import MNK, TicTacToe, symmetries_of
from tianji.games.nim import Nim
from tianji.games.othello import Othello
from tianji.games.three_lines import ThreeLines
from tianji.search import search
from tianji.search.native.connect4 import solve_many
from tianji.search.native.endings import ending_table
from tianji.search.options import Sampled
from tianji.search.readable.mcts import Mcts, MctsNode, ucb1
from tianji.search.retrograde import retrograde

DATA = Path(__file__).parent.parent / "data" / "search"


def rows(name):
    return [line.strip() for line in (DATA / name).read_text().splitlines() if line and line[0] != "#"]


class Tree(Game):
    """A nested tuple; the players alternate, MAX (player 0) first."""

    def __init__(self, tree):
        self.tree = tree

    def _at(self, s):
        node = self.tree
        for i in s:
            node = node[i]
        return node

    def initial(self):
        return ()

    def player(self, s):
        return len(s) % 2 if isinstance(self._at(s), tuple) else TERMINAL

    def actions(self, s):
        return range(len(self._at(s)))

    def result(self, s, a):
        return (*s, a)

    def utility(self, s):
        return self._at(s), -self._at(s)


AIMA = ((3, 12, 8), (2, 4, 6), (14, 5, 2))  # Russell & Norvig, two-ply tree


def test_the_lecture_tree_skips_the_leaves_four_and_six():
    got = search(Tree(AIMA), None, "alphabeta", table=0, killers=False, history=False, trace=True)
    assert (got.value, got.action, got.line) == (3, 0, (0, 0))
    leaves = [v.value for v in got.trace.visits if v.cause == "terminal"]
    assert leaves == [3, 12, 8, 2, 14, 5, 2]  # as MAX sees them, wherever they are
    cut = next(v for v in got.trace.visits if v.pruned)
    assert (cut.action, cut.pruned) == ("1", ["1", "2"])  # after 2, the leaves 4 and 6 are never read
    assert "✂ 1, 2" in got.trace.text()


def test_alpha_beta_best_case_leaves():
    """b^⌈m/2⌉ + b^⌊m/2⌋ − 1 leaves when the best move always comes first (Knuth & Moore)."""
    b, m = 3, 4

    def build(depth, low, high, maximising):
        if depth == 0:
            return (low + high) / 2
        step = (high - low) / b  # the first child is best for the mover
        parts = [(high - (i + 1) * step, high - i * step) for i in range(b)]
        parts = parts if maximising else parts[::-1]
        return tuple(build(depth - 1, a, c, not maximising) for a, c in parts)

    game = Tree(build(m, 0.0, 1.0, True))
    got = search(game, None, "alphabeta", table=0, killers=False, history=False, trace=True)
    leaves = sum(v.cause == "terminal" for v in got.trace.visits)
    assert leaves == b ** (m // 2) + b ** (m - m // 2) - 1


def test_the_lecture_mcts_example():
    """Children (10, 1) and (5, 1): UCB 11.18 and 6.18; a playout of 3 at C below L gives C −3/1, L 13/2, root −18/3."""
    game = Tree(((0, 0), (0, 0)))
    tree = Mcts(game, (), Sampled(solver=False))
    root = tree.root
    for action, total in ((0, 10), (1, 5)):
        child = MctsNode((action,), 1, 2)
        child.actions = [0, 1]
        child.visits, child.sums = 1, [total, -total]
        root.children[action] = child
    root.visits, root.sums = 2, [15, -15]
    assert round(ucb1(root.children[0].mean(0), 1, 2), 2) == 11.18
    assert round(ucb1(root.children[1].mean(0), 1, 2), 2) == 6.18
    assert tree.select(root) == 0
    tree._make = lambda s: MctsNode(s, 0, 2)
    tree.playout = lambda s: (3.0, -3.0)
    tree.simulate()
    left = root.children[0]
    leaf = next(iter(left.children.values()))
    # the score of a node is that of the player who moved into it: MIN into C and the root, MAX into L
    assert (leaf.total(1), leaf.visits) == (-3, 1)
    assert (left.total(0), left.visits) == (13, 2)
    assert (root.total(1), root.visits) == (-18, 3)


def test_tic_tac_toe_counts():
    """255,168 games (131,184 / 77,904 / 46,080), 5,478 positions, 765 up to symmetry, 26,830 games up to symmetry."""
    game = TicTacToe()
    games = {}
    orbits = {}

    def count(s):  # complete games below s, by winner
        if s not in games:
            if game.player(s) == TERMINAL:
                u = game.utility(s)[0]
                games[s] = np.array([u > 0, u < 0, u == 0], dtype=int)
            else:
                games[s] = sum(count(game.result(s, a)) for a in game.actions(s))
        return games[s]

    def canonical(s):
        return (*game.canonical(s), s.won)

    def count_orbits(s):  # paths from class to class of symmetric positions
        key = canonical(s)
        if key not in orbits:
            if game.player(s) == TERMINAL:
                orbits[key] = 1
            else:
                below = {canonical(c): c for c in (game.result(s, a) for a in game.actions(s))}
                orbits[key] = sum(count_orbits(c) for c in below.values())
        return orbits[key]

    assert count(game.initial()).tolist() == [131184, 77904, 46080]
    assert len(games) == 5478
    assert count_orbits(game.initial()) == 26830
    assert len(orbits) == 765
    assert search(game, None, "solve").verdict == "draw"


def test_symmetries_are_the_eight_of_the_square():
    assert len(set(symmetries_of(3, 3))) == 8 and len(set(symmetries_of(4, 3))) == 4
    assert all(sorted(p) == list(range(9)) for p in symmetries_of(3, 3))


@pytest.mark.parametrize(
    ("m", "n", "k", "verdict"), [(3, 3, 3, "draw"), (4, 3, 3, "win"), (3, 4, 3, "win"), (4, 4, 3, "win")]
)
def test_mnk_values(m, n, k, verdict):  # Uiterwijk & van den Herik (2000)
    assert search(MNK(m, n, k), None, "solve").verdict == verdict


def test_connect_four_suite_is_exact():
    game = ConnectFour(scoring="distance")
    lines = [row.split() for row in rows("connect_four.txt")]
    states = [game.parse(moves) for _, moves, _ in lines]
    assert solve_many(game, states) == [int(score) for _, _, score in lines]


def test_connect_four_lines_end_in_their_score():
    game = ConnectFour(scoring="distance")
    for row in rows("connect_four.txt")[:20:3]:
        _, moves, score = row.split()
        s = game.parse(moves)
        got = search(game, s, "solve")
        assert (got.value, got.bound) == (float(score), "exact")
        me = game.player(s)
        for a in got.line:
            s = game.result(s, a)
        assert game.utility(s)[me] == float(score)


@pytest.mark.parametrize(
    ("columns", "rows_", "verdict"), [(4, 4, "draw"), (4, 5, "draw"), (5, 4, "draw"), (6, 4, "loss")]
)
def test_connect_four_small_boards(columns, rows_, verdict):  # John Tromp's table of outcomes
    assert search(ConnectFour(columns, rows_), None, "solve").verdict == verdict


def test_othello_end_games_are_exact():
    game = Othello()
    for row in rows("othello.obf"):
        s = game.parse(row)
        best = [m.split(":") for m in row.split(";")[1:-1]]
        got = search(game, s, "solve")
        assert got.value == int(best[0][1]), row
        assert got.action in [m.strip() for m, v in best if int(v) == got.value] or len(best) > 1
        me = s.mover
        for a in got.line:
            s = game.result(s, a)
        assert game.utility(s)[me] == got.value


OTHELLO_PERFT = [4, 12, 56, 244, 1396, 8200, 55092, 390216]  # known counts of the initial position


def test_othello_perft():
    from tianji.kernels.boards import othello as kernel

    s = Othello().initial()
    counts = [int(kernel.perft(np.uint64(s.mine), np.uint64(s.theirs), d)) for d in range(1, 9)]
    assert counts == OTHELLO_PERFT


CONNECT_FOUR_PERFT = [7, 49, 343, 2401, 16807, 117649, 823536]  # sequences; finished games are not continued


def test_connect_four_perft():
    game = ConnectFour()
    layer = {game.initial(): 1}
    for expected in CONNECT_FOUR_PERFT:
        below = {}
        for s, ways in layer.items():
            if game.player(s) != TERMINAL:
                for a in game.actions(s):
                    child = game.result(s, a)
                    below[child] = below.get(child, 0) + ways
        layer = below
        assert sum(layer.values()) == expected


@pytest.mark.parametrize(
    ("m", "n", "standard", "empty"),
    [(1, 5, 2, 2), (3, 1, 0, 0), (3, 3, 2, 2), (3, 4, 2, 2), (4, 2, 6, 6), (4, 5, 4, 2), (5, 3, 6, 8)],
)
def test_kalah_values(m, n, standard, empty):
    """Irving, Donkers, Uiterwijk (2000) and exhaustive recomputation; seed difference for the first player."""
    for rule, expected in ((False, standard), (True, empty)):
        game = Kalah(m, n, rule)
        found = search(game, None, "solve")
        assert (found.value, found.bound) == (expected, "exact")
        s = game.initial()
        for a in found.line:
            s = game.result(s, a)
        assert game.utility(s)[0] == expected
        if m * n < 10:
            assert search(game, None, "solve", native=False).value == expected


def test_kalah_five_four_is_won_as_published():
    """The sign alone is published: a win for the first player with empty capture."""
    found = search(Kalah(5, 4, True), None, "solve")
    assert (found.verdict, found.bound) == ("win", "exact")


@pytest.mark.parametrize(
    ("rows_", "columns", "outcome"),
    [
        (1, 5, "H"),
        (2, 6, "N"),
        (3, 4, "H"),
        (4, 1, "V"),
        (4, 5, "V"),
        (3, 5, "H"),
        (3, 3, "N"),
        (4, 4, "N"),
        (6, 4, "N"),
        (6, 5, "V"),
        (6, 6, "N"),
        (5, 5, "P"),
    ],
)
def test_domineering_outcomes(rows_, columns, outcome):
    """V: Vertical wins whoever starts; H: Horizontal; N: the first player."""
    won = {}
    for first in ("vertical", "horizontal"):
        game = Domineering(rows_, columns, first)
        s = game.initial()
        moving_first = 0 if first == "vertical" else 1
        if game.player(s) == TERMINAL:
            won[first] = game.utility(s)[0] > 0
        else:
            value = search(game, None, "solve").value
            won[first] = (value > 0) == (moving_first == 0)
    names = {(True, True): "V", (False, False): "H", (True, False): "N", (False, True): "P"}
    assert names[won["vertical"], won["horizontal"]] == outcome


@pytest.mark.parametrize(("size", "expected"), [(3, "..W/WWW/W.."), (4, "...W/..W./.W../W...")])
def test_hex_openings(size, expected):
    """W marks the first moves that win, rows from the top (exhaustive search)."""
    won = search(Hex(size), None, "solve", scores=True).scores
    board = [
        "".join("W" if won[f"{'abcd'[c]}{r + 1}"] > 0 else "." for c in range(size)) for r in range(size)
    ]
    assert "/".join(board) == expected


@pytest.mark.slow
def test_hex_on_five_by_five_is_won_by_the_first_player():  # Nash's strategy stealing, here by search
    found = search(Hex(5), None, "solve")
    assert (found.verdict, found.bound) == ("win", "exact")


@pytest.mark.parametrize(("width", "height"), [(2, 4), (4, 5), (6, 4), (5, 5)])
def test_breakthrough_is_a_second_player_win(width, height):
    game = Breakthrough(width, height)
    found = search(game, None, "solve")
    assert (found.verdict, found.bound) == ("loss", "exact")
    s = game.initial()
    for a in found.line:
        s = game.result(s, a)
    assert game.utility(s) == (-1.0, 1.0)
    if width == 2:
        assert search(game, None, "solve", native=False).verdict == "loss"


@pytest.mark.parametrize(
    ("heaps", "moves"),
    [
        ("22,51,19", [(1, 5)]),
        ("3,4,5", [(0, 1)]),
        ("1,2,3", []),
        ("6,6", []),
    ],
)
def test_nim_is_bouton(heaps, moves):
    game = Nim(heaps)
    got = search(game, None, "solve")
    assert got.verdict == ("win" if moves else "loss")
    if moves:
        assert got.action in moves


def test_nim_winning_moves_follow_the_xor():
    for sizes in permutations((2, 3, 5)):
        game = Nim(",".join(map(str, sizes)))
        total = sizes[0] ^ sizes[1] ^ sizes[2]
        scores = search(game, None, "solve", scores=True).scores
        assert {a for a, v in scores.items() if v > 0} == {
            (i, x ^ total) for i, x in enumerate(sizes) if x ^ total < x
        }


def test_three_players():
    """Independent brute force over the whole tree of (3,3,3) for three players."""
    game = ThreeLines(3, 3, 3)

    def vector(s):
        p = game.player(s)
        if p == TERMINAL:
            return game.utility(s)
        return max((vector(game.result(s, a)) for a in game.actions(s)), key=lambda v: v[p])

    s = game.parse("0 4 1 8")
    got = search(game, s, "maxn")
    assert got.values == vector(s) and got.value == got.values[game.player(s)]
    sure = search(game, s, "paranoid")
    assert sure.value <= got.value and sure.bound == "lower"


ENDINGS = {  # longest win in moves (published), draws with Black to move (all positions, no symmetry)
    "KQK": (10, 23048),
    "KRK": (16, 22244),
}


@pytest.mark.parametrize("pieces", ENDINGS)
def test_three_man_endings(pieces):
    stats = ending_table(pieces).statistics()
    moves, draws = ENDINGS[pieces]
    assert (stats["w"]["longest_win"] + 1) // 2 == moves and stats["b"]["longest_loss"] // 2 == moves
    assert stats["b"]["draws"] == draws and stats["w"]["wins"] == stats["w"]["legal"]


def test_ending_positions():
    for row in rows("endings.csv"):
        pieces, fen, result, plies = row.split(",")
        if pieces in ENDINGS:
            verdict = ending_table(pieces).probe(fen)
            assert (verdict.value, verdict.plies) == (
                {"win": 1, "draw": 0, "loss": -1}[result],
                int(plies),
            ), row


@pytest.mark.slow
@pytest.mark.parametrize(("pieces", "moves"), [("KBNK", 33), ("KBBK", 19)])
def test_four_man_endings(pieces, moves):
    table = ending_table(pieces)
    assert (table.statistics()["w"]["longest_win"] + 1) // 2 == moves
    for row in rows("endings.csv"):
        name, fen, result, plies = row.split(",")
        if name == pieces:
            assert table.probe(fen) == ({"win": 1, "draw": 0, "loss": -1}[result], int(plies)), row


def test_retrograde_agrees_with_search_on_the_whole_of_tic_tac_toe():
    game = TicTacToe()
    table = retrograde(game)
    assert len(table) == 5478
    s = game.parse("XO./.X./..O")
    assert table.probe(s) == (1, 1 + 2)  # a fork: mate on the third ply
    assert search(game, s, "solve").value == 1
    game, best = ChessEnding("KQK"), None
    s = game.parse("8/8/8/8/8/1K6/3Q4/k7 w - - 0 1")
    assert search(game, s, "solve").stats.extra["plies"] == 1
    best = search(game, s, "solve").action
    assert game.player(game.result(s, best)) == TERMINAL

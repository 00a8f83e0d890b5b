"""Native rules: twins against their classes, perft, MCTS, and a game of one's own."""

# ruff: noqa: N805 - rules are functions of the game's numbers and of a position
from __future__ import annotations

import pickle
from dataclasses import dataclass

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.native_sampling import NativeSampledRunner
from tianji.core.walk import perft as slow_perft
from tianji.errors import GameRuleError, NotApplicableError, ParameterError, TooLargeError
from tianji.games.breakthrough import Breakthrough
from tianji.games.nim import Nim
from tianji.native.count import perft, random_games
from tianji.native.twin import twin_of
from tianji.run.limits import Limits
from tianji.run.stopping import Cancelled
from tianji.search.native.twin import TwinKernel
from tianji.search.options import Sampled
from tianji.search.task import Task

SPECS = [
    "breakthrough", "breakthrough(width=3,height=5)", "connect_four", "connect_four(columns=5,rows=4,scoring=distance)",
    "domineering", "domineering(rows=3,columns=4,first=horizontal)", "gomoku(size=7)", "hex", "hex(size=2)", "kalah",
    "kalah(m=3,n=2,empty_capture=true)", "mnk(m=4,n=3,k=3)", "nim", "nim(heaps='2,1,3',misere=true)", "othello",
    "tic_tac_toe", "three_lines", "three_lines(m=5,n=2,k=2)", "chess_ending(pieces=KBNK)", "chess_ending(pieces=KQKR)",
    "chess(fen='8/P1k5/8/8/2pP4/8/6p1/R3K2R b KQ d3 0 1')",
]  # fmt: skip


@pytest.mark.parametrize("spec", SPECS)
def test_the_twin_plays_the_same_game_as_the_class(spec):
    game = tj.load(spec)
    assert twin_of(game).agree(game, lines=6) > 6
    assert perft(game, 2) == slow_perft(game, 2)


def test_perft_counts_known_numbers():
    """Tic-tac-toe: 255,168 games; othello: the counts that engines agree on; breakthrough as on open_spiel's board."""
    assert perft(tj.load("tic_tac_toe"), 9) == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert perft(tj.load("othello"), 6) == [1, 4, 12, 56, 244, 1396, 8200]
    assert perft(tj.load("breakthrough"), 3) == [1, 22, 484, 11132]


def test_random_games_pay_what_the_tree_of_the_game_does():
    """Tic-tac-toe at random: the first player wins 0.585, loses 0.288 of the games (exact over all lines)."""
    means, moves = random_games(tj.load("tic_tac_toe"), 20_000)
    assert means[0] == -means[1] == pytest.approx(0.2968, abs=0.02)
    assert moves / 20_000 == pytest.approx(7.626, abs=0.05)


def sample(game, nodes, state=None, **options):
    """The twin's answer, also where a special kernel would come first."""
    s = game.initial() if state is None else state
    task = Task(game, s, game.player(s), "mcts", Limits(nodes=nodes))
    return TwinKernel().look(task, Sampled(**options))


@pytest.mark.parametrize("spec, value", [("nim", 1), ("nim(heaps='1,2,3')", -1), ("hex(size=3)", 1)])
def test_mcts_proves_small_games(spec, value):
    found = sample(tj.load(spec), 300_000)
    assert (found.value, found.bound, found.stopped) == (value, "exact", "exact")
    assert found.stats.complete and found.stats.extra["native"] is True
    assert found.line[0] == found.action and found.values == (value, -value)


def test_mcts_comes_near_the_exact_difference_of_seeds():
    game = tj.load("kalah(m=2,n=2)")
    assert sample(game, 20_000).value == pytest.approx(tj.search(game, None, "solve").value, abs=0.01)


def test_mcts_means_are_those_of_the_readable_text():
    """The same selection, playouts and sums: with 4,000 simulations the estimates are within their noise."""
    game = tj.load("hex(size=3)")
    native = tj.search(game, None, "mcts", nodes=4_000, solver=False, seed=1)
    slow = tj.search(game, None, "mcts", nodes=4_000, solver=False, seed=1, native=False)
    assert native.stats.extra["native"] and "native" not in slow.stats.extra
    assert native.stats.nodes == slow.stats.nodes == sum(native.stats.extra["visits"].values()) == 4_000
    assert native.action == slow.action == "b2"
    assert native.value == pytest.approx(slow.value, abs=0.05)
    assert list(native.scores) == list(slow.scores)


def test_the_same_seed_gives_the_same_search():
    game = tj.load("breakthrough")
    one, two, other = (
        tj.search(game, None, "mcts", nodes=500, seed=s).stats.extra["visits"] for s in (3, 3, 4)
    )
    assert one == two != other


def test_an_unfinished_playout_ends_with_the_guess():
    game = tj.load("kalah")
    native = tj.search(game, None, "mcts", nodes=3_000, playout_depth=0, solver=False)
    slow = tj.search(game, None, "mcts", nodes=3_000, playout_depth=0, solver=False, native=False)
    assert native.stats.extra["native"]
    assert native.value == pytest.approx(slow.value, abs=1e-9)  # nothing is random then: the same tree
    assert native.stats.extra["visits"] == slow.stats.extra["visits"]


class Guessing(Nim):
    """Nim with an evaluation that its twin does not know."""

    def twin(self):
        return super().twin()

    def evaluate(self, s):
        return 0.5


def test_what_a_twin_does_not_heed_is_left_to_the_class_or_refused():
    game = tj.load("breakthrough")
    slow = tj.search(game, None, "mcts", nodes=3, steps=True)
    assert slow.growth is not None and "native" not in slow.stats.extra
    with pytest.raises(ParameterError, match="'steps'"):
        tj.search(game, None, "mcts", nodes=3, steps=True, native=True)
    with pytest.raises(NotApplicableError, match="no guess"):
        tj.search(Guessing(), None, "mcts", nodes=3, playout_depth=1, native=True)
    with pytest.raises(NotApplicableError, match="no guess"):
        tj.search(Guessing(), None, "alphabeta", depth=2, native=True)
    assert "native" not in tj.search(Guessing(), None, "alphabeta", depth=2).stats.extra
    assert tj.search(Guessing(), None, "alphabeta").stats.extra["native"]  # to the end nothing is guessed
    with pytest.raises(NotApplicableError, match="no kernel"):
        tj.search(tj.load("breakthrough(width=9)"), None, "mcts", nodes=3, native=True)


def test_stop_ends_an_endless_search():
    looks = iter(range(10**9))
    found = tj.search(tj.load("gomoku"), None, "mcts", nodes=10**12, stop=lambda: next(looks) > 3)
    assert found.stopped == "cancelled" and found.stats.nodes > 0 and found.action in found.scores


def test_memory_ends_a_search_that_grows(monkeypatch):
    monkeypatch.setattr("tianji.search.native.twin.free_bytes", lambda: 1 << 20)
    found = tj.search(tj.load("breakthrough"), None, "mcts", nodes=10**9)
    assert found.stopped == "memory" and found.stats.nodes > 100


def test_a_subclass_with_rules_of_its_own_has_no_twin():
    class Misere(Breakthrough):
        def utility(self, s):
            return tuple(-u for u in super().utility(s))

    class Named(Breakthrough):
        "Another name for the same game."

    assert twin_of(Misere()) is None and twin_of(Named()) is not None
    assert twin_of(tj.load("nim").restrict([(0, 0), (0, 1)])) is None


@dataclass(frozen=True)
class Race(tj.NativeGame):
    """A die says how many you may take, one to `faces`; who takes the last stone wins."""

    stones: int = 7
    faces: int = 2
    words, most = 3, 6
    value_range = (-1.0, 1.0)

    @staticmethod
    def begin(g, s):
        s[0] = g[0]

    @staticmethod
    def turn(g, s):
        if s[0] == 0:
            return -2
        return s[1] if s[2] else -1

    @staticmethod
    def moves(g, s, out):
        n = min(s[0], s[2]) if s[2] else g[1]
        for i in range(n):
            out[i] = i + 1
        return n

    @staticmethod
    def weights(g, s, out):
        for i in range(g[1]):
            out[i] = 1 / g[1]

    @staticmethod
    def play(g, s, move):
        if s[2]:
            s[0] -= move
            s[1] = 1 - s[1]
            s[2] = 0
        else:
            s[2] = move

    @staticmethod
    def payoffs(g, s, out):
        out[0] = 1 if s[1] else -1
        out[1] = -out[0]


def test_a_game_of_ones_own_is_derived_from_its_rules():
    game = Race(5, 3)
    s = game.initial()
    assert (s, game.player(s), game.spec) == ((5, 0, 0), tj.CHANCE, "race(stones=5,faces=3)")
    assert game.chances(s) == [(1, 1 / 3), (2, 1 / 3), (3, 1 / 3)]
    s = game.result(game.result(s, 3), 2)
    assert (s, game.player(s)) == ((3, 1, 0), tj.CHANCE) and game.evaluate is None
    assert game.utility((0, 1, 0)) == (1.0, -1.0)
    with pytest.raises(ParameterError, match="move 4 is illegal"):
        game.result((3, 1, 2), 4)
    assert twin_of(game).agree(game) > 10 and perft(game, 4) == slow_perft(game, 4)


def test_mcts_of_ones_own_game_with_chance_is_near_the_exact_value():
    game = Race(7, 3)
    exact = tj.search(game, (3, 0, 2), "expectiminimax")
    found = tj.search(game, (3, 0, 2), "mcts", nodes=40_000)
    assert found.stats.extra["native"] and found.action == exact.action == 1
    assert found.value == pytest.approx(exact.value, abs=0.03)


def test_rules_that_lie_or_cannot_be_compiled_are_named():
    class Odd(Race):
        @staticmethod
        def turn(g, s):
            return s[1] if s.shape[0] == 3 and s[0] else -2

    class Sum(Race):
        @staticmethod
        def play(g, s, move):
            s[0] = np.int64(s[0]) - int(str(move))

    for broken in (Odd, Sum):
        with pytest.raises(GameRuleError, match=r"native rules: .* cannot be compiled"):
            tj.search(broken(), None, "mcts", nodes=10)
    with pytest.raises(GameRuleError, match=r"Half has no moves\(g, s"):
        type("Half", (tj.NativeGame,), {"words": 1, "most": 1, "begin": len, "turn": len})

    class Wrong(Breakthrough):
        """Black's pawns stand where White's do."""

        def twin(self):
            right = super().twin()
            return type(right)("breakthrough", right.numbers, lambda s: (s.white, s.white, s.mover), 48)

    with pytest.raises(GameRuleError, match=r"wrong, state Pawns.*the native rules differ: .*; mend them"):
        tj.check_game(Wrong())


def test_rules_that_write_past_what_they_are_given_are_named():
    """Compiled rules have bare addresses: words around the position and the lists of moves tell who has strayed."""

    class Past(Race):
        @staticmethod
        def play(g, s, move):
            s[0] -= move
            s[1] = 1 - s[1]
            if s[0] == 2:
                s[-1] = s[1]  # the last number in Python, the one before the first when compiled

    class Lister(Race):
        @staticmethod
        def moves(g, s, out):
            out[-1] = out[0] = 1
            return 1

    for game, told in (
        (Past(), r"play\(\) writes outside of s, which"),
        (Lister(), r"moves\(\) writes outside of out"),
    ):
        with pytest.raises(GameRuleError, match=rf"the native rules differ: {told}.*; mend them"):
            tj.check_game(game)


class Climb(tj.NativeGame):
    """Climb on, or stop and lose; at step 16, where random play hardly ever comes, `play` writes before `s`."""

    words, most = 3, 2

    @staticmethod
    def begin(g, s):
        pass

    @staticmethod
    def turn(g, s):
        return -2 if s[2] or s[0] == 20 else s[1]

    @staticmethod
    def moves(g, s, out):
        out[0], out[1] = 0, 1
        return 2

    @staticmethod
    def play(g, s, move):
        s[0] += move
        s[2] = 1 - move
        s[1] = 1 - s[1]
        if s[0] == 16:
            s[-1] = s[2]

    @staticmethod
    def payoffs(g, s, out):
        out[0] = 1 if s[1] == 0 else -1
        out[1] = -out[0]


@pytest.mark.parametrize(
    ("method", "limits"),
    [("mcts", {"nodes": 20_000, "solver": False}), ("alphabeta", {"depth": 18}), ("solve", {})],
)
def test_a_rule_that_strays_where_random_play_never_comes_is_named_by_the_kernel(method, limits):
    """Guards around the position: from the beginning nobody finds the place, from nearby the function is named."""
    with pytest.raises(
        GameRuleError, match=r"climb: at some position after \(0, 0, 0\) a native rule writes outside"
    ):
        tj.search(Climb(), None, method, **limits)
    with pytest.raises(
        GameRuleError, match=r"state \(16, 0, 0\): .* play\(\) writes outside of s, which has 3"
    ):
        tj.search(Climb(), (12, 0, 0), method, **limits)


class Peeker(Race):
    """What lies before the position becomes a part of it."""

    @staticmethod
    def play(g, s, move):
        s[0] -= move if s[2] else 0
        s[1] = 1 - s[1] if s[2] else s[1]
        s[2] = 0 if s[2] else s[-3] - s[0] + move


class Scribbler(Race):
    """Writes into the game."""

    @staticmethod
    def play(g, s, move):
        g[1] = 3
        s[2] = 0 if s[2] else move
        s[0] -= 0 if s[2] else move
        s[1] = s[1] if s[2] else 1 - s[1]


class Unweighed(Race):
    """A die without odds."""

    weights = None


class Loaded(Race):
    """A die whose odds do not sum to one."""

    @staticmethod
    def weights(g, s, out):
        out[0] = out[1] = 0.6


class Guesser(Race):
    """An evaluation that divides by nothing."""

    @staticmethod
    def guess(g, s):
        return 1 / 0.0 if s[0] > 0 else 0.0


class Backwards(Race):
    """A key of fewer than no numbers."""

    @staticmethod
    def key(g, s, player, out):
        return -1


@pytest.mark.parametrize(
    "kind, told",
    [
        (Peeker, r"compiled, play\(\) with \d leads to .*; use places of s from 0 on"),
        (Scribbler, r"a rule writes into g, which holds the game"),
        (Unweighed, r"chance node \(7, 0, 0\) but no weights\(g, s, out\)"),
        (Loaded, r"chance probabilities \[0.6, 0.6\] sum to 1.2"),
        (Guesser, r"evaluate\(\) raises ZeroDivisionError"),
        (Backwards, r"key\(\) writes -1 numbers, and room for 4 was promised"),
    ],
)
def test_what_compiled_rules_do_otherwise_than_python_is_named(kind, told):
    with pytest.raises(GameRuleError, match=told):
        twin_of(kind())


class Seldom(tj.NativeGame):
    """Two players name bits in turn, twelve in all; what goes wrong does so on one line of 4,096 alone."""

    words, most, key_words = 4, 2, 3

    def begin(g, s):
        pass

    def turn(g, s):
        return -2 if s[0] == 12 else s[0] % 2

    def moves(g, s, out):
        out[0], out[1] = 0, 1
        return 2

    def play(g, s, move):
        s[0] += 1
        s[1] = 2 * s[1] + move

    def payoffs(g, s, out):
        out[0] = s[1] % 3 - 1
        out[1] = -out[0]

    def key(g, s, player, out):
        out[0], out[1] = s[0], s[1]
        return 2


class SeldomMany(Seldom):
    """One move more than promised."""

    def moves(g, s, out):
        out[0], out[1] = 0, 1
        if s[0] == 11 and s[1] == 2047:
            out[2] = 2
            return 3
        return 2


class SeldomLong(Seldom):
    """A key longer than promised."""

    def key(g, s, player, out):
        out[0], out[1] = s[0], s[1]
        if s[0] == 11 and s[1] == 2047:
            out[2], out[3] = 1, 1
            return 4
        return 2


class SeldomChance(Seldom):
    """Chance acts with odds that are none."""

    def turn(g, s):
        if s[0] == 11 and s[1] == 2047:
            return -1
        return -2 if s[0] == 12 else s[0] % 2

    def weights(g, s, out):
        out[0], out[1] = 0.5, 0.4


class SeldomStuck(Seldom):
    """Nobody can move."""

    def moves(g, s, out):
        out[0], out[1] = 0, 1
        return 0 if s[0] == 11 and s[1] == 2047 else 2


class SeldomAlike(Seldom):
    """A third move in one of the positions that a player cannot tell apart."""

    most = 3

    def moves(g, s, out):
        out[0], out[1], out[2] = 0, 1, 2
        return 3 if s[0] == 5 and s[1] == 31 else 2

    def key(g, s, player, out):
        out[0] = s[0]
        return 1


class SeldomOddless(SeldomChance):
    """Chance acts without odds."""

    weights = None


def test_promises_that_are_broken_where_random_play_seldom_comes_are_named(monkeypatch):
    """The comparison by random play is left out here: a kernel that comes there says so itself."""
    monkeypatch.setattr("tianji.native.twin.Twin.agree", lambda self, game, lines=10, positions=0: 0)
    line = (11, 2047, 0, 0)
    with pytest.raises(GameRuleError, match=r"moves\(\) lists more moves than `most`"):
        random_games(SeldomMany(), 1, line)
    with pytest.raises(GameRuleError, match=r"key\(\) writes more numbers than `key_words`"):
        tj.compile(SeldomLong(), native=True)
    with pytest.raises(GameRuleError, match=r"chance probabilities \[0.5, 0.4\] sum to 0.9"):
        tj.compile(SeldomChance(), native=True)
    with pytest.raises(GameRuleError, match=r"no weights\(g, s, out\)"):
        random_games(SeldomOddless(), 1, line)
    with pytest.raises(GameRuleError, match=r"moves\(\) lists no move although somebody is to act"):
        random_games(SeldomStuck(), 1, line)
    with pytest.raises(
        GameRuleError, match=r"one key\(\) stands for positions with different numbers of moves"
    ):
        NativeSampledRunner(SeldomAlike(), None, "external", 0).advance(50)


def test_a_game_without_an_end_is_named():
    class Forever(Race):
        """Nothing is ever taken."""

        @staticmethod
        def turn(g, s):
            return s[1]

        @staticmethod
        def moves(g, s, out):
            out[0] = 0
            return 1

        @staticmethod
        def play(g, s, move):
            s[1] = 1 - s[1]

    with pytest.raises(NotApplicableError, match="a simulation goes on for more than 100,000 moves"):
        tj.search(Forever(), None, "mcts", nodes=10)


def test_show_says_whether_rules_are_native(monkeypatch):
    assert tj.describe(tj.load("nim(heaps='1')")).to_dict()["native"] is True
    assert tj.describe(tj.load("coin_toss")).native is False
    monkeypatch.setattr("tianji.core.walk.DEEP", 32)
    ending = tj.describe(tj.load("chess_ending"))  # play can go round in it for ever
    assert ending.native is True and not ending.plan.exact and "at least" in ending.plan.size


TWINNED = [
    "breakthrough", "chess", "chess_ending", "connect_four", "domineering", "gomoku", "goofspiel", "hex", "kalah",
    "kuhn", "leduc", "leduc_bets", "liars_dice", "mnk", "nim", "othello", "three_lines", "tic_tac_toe",
]  # fmt: skip


def test_every_board_game_and_every_small_game_of_cards_has_a_twin():
    assert [name for name in tj.games() if name in TWINNED] == TWINNED
    assert all(twin_of(tj.load(name)) is not None for name in TWINNED)


def test_a_search_at_the_table_runs_native_rules():
    """A seat of a match asks `search`, which takes the twin, a user's own game's too."""
    from tianji.arena.seats import take_seat

    seat = take_seat(Race(9, 2), "mcts:nodes=300", seed=1)
    found = seat.agent.find((9, 0, 2))
    assert found.stats.extra["native"] is True and seat.agent.choose((9, 0, 2), 0) == found.action


@pytest.mark.parametrize("word", [1, 0b1011, 1 << 63 | 5, (1 << 64) - 1])
def test_the_nth_bit_is_that_of_a_loop(word):
    from numba import njit

    from tianji.kernels.bits import nth_bit

    ask = njit(lambda x, n: nth_bit(x, n))
    rest, found = word, []
    while rest:
        found.append(rest & -rest)
        rest &= rest - 1
    assert [int(ask(np.uint64(word), n)) for n in range(len(found))] == found


CARDS = [
    "goofspiel(cards=3)", "goofspiel(cards=4,points_order=random,hidden_bids=false,returns=point_difference)", "kuhn",
    "kuhn(cards=5)", "leduc", "leduc(ranks=4,suits=1,bets=(1,3),raises=1)", "leduc_bets(suits=1)",
    "liars_dice(faces=3)",
    "liars_dice(dice=2,faces=2)",
]  # fmt: skip


@pytest.mark.parametrize("spec", CARDS)
def test_a_twin_knows_what_the_players_of_the_class_know(spec):
    game = tj.load(spec)
    assert twin_of(game).agree(game, lines=40) > 40
    assert perft(game, 3) == slow_perft(game, 3)


@pytest.mark.parametrize("spec", CARDS)
def test_the_compile_walk_makes_the_same_form(spec):
    """Walked by compiled rules or by the class: the same arrays, names and digest."""
    game = tj.load(spec)
    fast, slow = (tj.compile(game, native=n) for n in (True, False))
    assert fast.size == slow.size and fast.utility_range == slow.utility_range and fast.digest == slow.digest
    for mine, theirs in zip(fast.trees, slow.trees, strict=True):
        assert mine.keys == theirs.keys and mine.menus == theirs.menus
    again = pickle.loads(pickle.dumps(fast.trees[0]))
    assert again.keys == fast.trees[0].keys


def test_a_walk_of_compiled_rules_is_stopped_planned_and_refused(monkeypatch):
    with pytest.raises(Cancelled):
        tj.compile(tj.load("liars_dice"), progress=lambda report: False)
    with pytest.raises(NotApplicableError, match="no native rules with key"):
        tj.compile(tj.load("coin_toss"), native=True)
    monkeypatch.setattr("tianji.flat.unfold.free_bytes", lambda: 1 << 20)
    with pytest.raises(TooLargeError, match=r"after [\d,]+ histories the memory is full"):
        tj.compile(tj.load("liars_dice"))


class Forgetful(tj.NativeGame):
    """One player moves twice and forgets the first move."""

    words, most, players = 2, 2, 1

    def begin(g, s):
        pass

    def turn(g, s):
        return -2 if s[0] == 2 else 0

    def moves(g, s, out):
        out[0], out[1] = 0, 1
        return 2

    def play(g, s, move):
        s[0] += 1
        s[1] = 2 * s[1] + move

    def payoffs(g, s, out):
        out[0] = s[1]

    def key(g, s, player, out):
        out[0] = s[0]
        return 1


def test_what_a_walk_refuses_is_named_by_the_class():
    with pytest.raises(GameRuleError, match="recall"):
        tj.compile(Forgetful())


@pytest.mark.parametrize(
    "method, iterations, most", [("external", 100_000, 0.006), ("outcome", 200_000, 0.02)]
)
def test_sampling_on_native_rules_solves_kuhn(method, iterations, most):
    """The value is −1/18 (Kuhn 1950); NashConv is exact."""
    found = tj.solve(tj.load("kuhn"), method, iterations=iterations, seed=3)
    assert found.config["native"] is True and found.iterations == iterations
    assert found.nash_conv < most and found.values[0] == pytest.approx(-1 / 18, abs=most)


@pytest.mark.parametrize(
    "spec", ["leduc", "liars_dice(faces=3)", "goofspiel(cards=4)", "leduc_bets(suits=1)"]
)
def test_sampling_on_native_rules_comes_near_an_equilibrium(spec):
    game = tj.load(spec)
    uniform = tj.nash_conv(game, tj.uniform(game))
    assert tj.solve(game, "external", iterations=20_000).nash_conv < uniform / 8
    assert (
        tj.solve(game, "outcome", iterations=60_000, options={"weighting": "linear"}).nash_conv
        < uniform / 1.5
    )


def test_native_walks_estimate_what_the_readable_ones_do():
    """After the same number of iterations the averages are as good, whoever walked: eight seeds of each."""
    game = tj.load("kuhn")
    native, slow = (
        np.mean([tj.solve(game, "external", iterations=2_000, seed=i, native=n).nash_conv for i in range(8)])
        for n in (True, False)
    )
    assert native == pytest.approx(slow, rel=0.5)


def test_native_sampling_meets_the_infosets_of_the_class():
    strategy = tj.solve(tj.load("leduc"), "external", iterations=3_000).strategy.to_dict()
    whole = tj.uniform(tj.load("leduc")).to_dict()
    for mine, theirs in zip(strategy["players"], whole["players"], strict=True):
        assert mine.keys() <= theirs.keys() and len(mine) > 0.98 * len(theirs)
        assert all(mine[key].keys() == theirs[key].keys() for key in mine)


@pytest.mark.parametrize("method", ["external", "outcome"])
def test_a_native_run_resumes_as_if_unbroken(method, tmp_path):
    game, file = tj.load("leduc"), str(tmp_path / "run.safetensors")
    whole = tj.solve(game, method, iterations=700, seed=5)
    tj.solve(game, method, iterations=300, seed=5, checkpoint=file)
    rest = tj.solve(game, method, iterations=700, seed=5, checkpoint=file, resume=True)
    assert rest.strategy.to_dict() == whole.strategy.to_dict() and rest.nash_conv == whole.nash_conv


def test_memory_ends_native_sampling_with_what_there_is(monkeypatch):
    monkeypatch.setattr("tianji.cfr.native_sampling.free_bytes", lambda: 1 << 20)
    found = tj.solve(tj.load("liars_dice(dice=2)"), "outcome", seconds=60)
    assert found.stopped == "memory" and found.iterations > 10 and len(found.strategy) > 500


def test_a_budget_of_memory_ends_native_sampling_and_is_told_of(tmp_path):
    """Liar's dice with two dice of six faces each has some 10⁸ infosets: what was met is kept, saved and played."""
    game, budget = tj.load("liars_dice(dice=2,faces=6)"), 4 << 20
    found = tj.solve(game, "external", seconds=60, options={"memory": budget})
    assert found.stopped == "memory" and found.iterations > 0
    assert (
        f"the table of {len(found.strategy):,} infosets" in found.note
        and "4 MiB that it may take" in found.note
    )
    found.strategy.save(str(tmp_path / "part.json"))
    again = tj.Strategy.load(str(tmp_path / "part.json"), game)
    again.check()
    assert len(again) == len(found.strategy) > 4_000 and again.unvisited == "uniform"
    text = next(t for _, t, row in again.items() if len(row) > 2)
    assert again.at(0, text) == pytest.approx(found.strategy.at(0, text))
    assert pickle.loads(pickle.dumps(found.strategy)).at(0, text) == found.strategy.at(0, text)
    larger = tj.solve(game, "external", seconds=60, options={"memory": 2 * budget})
    assert len(larger.strategy) > len(found.strategy)


def test_a_budget_of_memory_is_for_native_rules():
    game = tj.load("kuhn")
    assert tj.solve(game, "outcome", iterations=50, options={"memory": 1 << 20}).stopped == "iterations"
    with pytest.raises(NotApplicableError, match=r"memory=1048576: it bounds the table of native rules"):
        tj.solve(game, "external", iterations=5, options={"memory": 1 << 20}, native=False)
    for wrong in (0, 1.5e9, True, "1 GiB"):
        with pytest.raises(ParameterError, match=r"option memory=.*whole number of bytes from 1,048,576 up"):
            tj.solve(game, "external", iterations=5, options={"memory": wrong})


def test_native_is_heeded_or_refused_by_name():
    game = tj.load("kuhn")
    assert "native" not in tj.solve(game, "external", iterations=5, native=False).config
    assert "native" not in tj.solve(game, "external", iterations=5, options={"keep_nodes": 5}).config
    with pytest.raises(NotApplicableError, match="no native rules for 'vr'"):
        tj.solve(game, "vr", iterations=5, native=True)
    with pytest.raises(ParameterError, match="works on the compiled game"):
        tj.solve(game, "dcfr", iterations=5, native=False)

"""Rules that never come back: told with the function and the position, by whoever meets them first."""

import os

import pytest

import tianji as tj
from tianji.errors import GameRuleError
from tianji.native.twin import Rules, Twin, twin_of

pytestmark = pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="in Python nothing counts rounds")


class Twenty(tj.NativeGame):
    """Take one, two or three of twenty; who takes the last wins."""

    words, most = 2, 3

    @staticmethod
    def begin(g, s):
        s[0] = 20

    @staticmethod
    def turn(g, s):
        return s[1] if s[0] else -2

    @staticmethod
    def moves(g, s, out):
        n = 0
        while n < min(3, s[0]):
            out[n] = n + 1
            n += 1
        return n

    @staticmethod
    def play(g, s, move):
        s[0] -= move
        s[1] = 1 - s[1]

    @staticmethod
    def payoffs(g, s, out):
        out[0] = 2 * s[1] - 1
        out[1] = -out[0]


def begin(g, s):
    while True:
        s[0] += 1


def turn(g, s):
    while s[0] == 2:
        pass
    return s[1] if s[0] else -2


def moves(g, s, out):
    n = 0
    while n < min(3, s[0]) or s[0] == 2:  # writes as it goes
        out[n] = n + 1
        n += 1
    return n


def play(g, s, move):
    left = move
    while left:
        for _ in range(2):
            s[0] -= 1 if left == 1 else 0
        left -= s[0] > 5
    s[1] = 1 - s[1]


def payoffs(g, s, out):
    while s[0] == 0:
        out[0] = out[1] = 0.0


def guess(g, s):
    x = 1.0
    while x > 0.0:
        x += 1.0
    return x


def same(g, s, out):
    n = 1
    while n:
        while s[0] == 7:
            out[0] = s[0]
        out[0], n = s[0], 0
    return 1


def rate(g, s, move):
    while s[0] == 9 and move == 2:
        pass
    return move


def key(g, s, player, out):
    while s[0] < 4:
        pass
    out[0] = s[0]
    return 1


RULES = [begin, turn, moves, play, payoffs, guess, same, rate, key]


@pytest.mark.parametrize("rule", RULES, ids=[rule.__name__ for rule in RULES])
@pytest.mark.parametrize(
    "ask",
    [
        lambda game: tj.search(game, None, "mcts", nodes=10),
        lambda game: tj.search(game, None, "alphabeta", native=False),
        tj.check_game,
        tj.compile,
    ],
    ids=["mcts", "alphabeta", "check_game", "compile"],
)
def test_a_loop_without_end_is_named_with_its_position(rule, ask):
    game = type("Looping", (Twenty,), {rule.__name__: staticmethod(rule)})()
    told = (
        rf"looping, state \(\d+, [01]\): {rule.__name__}\(\) goes round its loops more than 1,000,000 times"
    )
    with pytest.raises(GameRuleError, match=told):
        ask(game)


def test_a_twin_that_loops_is_named_too():
    class Readable(tj.Game):
        """Take one of five."""

        def initial(self):
            return (5, 0)

        def player(self, s):
            return s[1] if s[0] else tj.TERMINAL

        def actions(self, s):
            return ["one"]

        def result(self, s, a):
            return (s[0] - 1, 1 - s[1])

        def utility(self, s):
            return (1, -1) if s[1] else (-1, 1)

        def twin(self):
            def one(g, s, out):
                out[0] = 1
                return 1

            return Twin(Rules(turn, one, Twenty.play, Twenty.payoffs), (), lambda s: s, 1)

    with pytest.raises(GameRuleError, match=r"readable, state \(2, 1\): turn\(\) goes round its loops"):
        tj.search(Readable(), None, "mcts", nodes=10)


def test_what_random_play_does_not_meet_is_told_by_the_kernel():
    """One line of 2²⁰ loops; a kernel that looks at all of them comes back, with the function."""

    class Rare(tj.NativeGame):
        """Two players name bits, twenty in all."""

        words, most = 2, 2

        @staticmethod
        def begin(g, s):
            pass

        @staticmethod
        def turn(g, s):
            return s[0] & 1 if s[0] < 20 else -2

        @staticmethod
        def moves(g, s, out):
            out[0], out[1] = 0, 1
            return 2

        @staticmethod
        def play(g, s, move):
            s[0] += 1
            s[1] = 2 * s[1] + move
            while s[1] == (1 << 20) - 1:
                pass

        @staticmethod
        def payoffs(g, s, out):
            out[0] = 0.5 - (s[1] & 1)
            out[1] = -out[0]

    with pytest.raises(GameRuleError, match=r"native rules: play\(\) goes round its loops"):
        tj.search(Rare(), None, "minimax")


def test_loops_that_end_are_left_alone():
    """Twenty is lost for who begins: every answer leaves a multiple of four."""
    assert twin_of(Twenty()).agree(Twenty()) > 50
    assert tj.search(Twenty(), None, "solve").value == -1
    assert tj.search(Twenty(), None, "solve").value == tj.search(Twenty(), None, "solve", native=False).value

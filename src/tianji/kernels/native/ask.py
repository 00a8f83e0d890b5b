"""One question to native rules, for whoever asks from Python."""

from numba import njit

from tianji.kernels.bits import pointer
from tianji.kernels.native.calls import (
    CHANCE,
    MOVES,
    PAYOFFS,
    PICK,
    PLAY,
    RATE,
    TERMINAL,
    TURN,
    WEIGHTS,
    begin,
    guess,
    key,
    moves,
    payoffs,
    pick,
    play,
    rate,
    same,
    turn,
    weights,
)  # fmt: skip

STAY = -(1 << 62)  # no move: the question is about the position as it is


@njit(cache=True)
def ask(at, g, s, move, random, out, chances, pay):
    """Play `move` unless it is STAY; then (who acts, how many moves in `out`, the move that `pick` draws)."""
    at, g, s, out, chances, pay = (
        pointer(at),
        pointer(g),
        pointer(s),
        pointer(out),
        pointer(chances),
        pointer(pay),
    )
    if move != STAY:
        play(at, g, s, move)
    who = turn(at, g, s)
    if who == TERMINAL:
        payoffs(at, g, s, pay)
        return who, 0, STAY
    n = moves(at, g, s, out)
    if who == CHANCE and at[WEIGHTS] != 0:
        weights(at, g, s, chances)
    return who, n, pick(at, g, s, random) if who >= 0 and at[PICK] != 0 else STAY


@njit(cache=True)
def ask_one(which, at, g, s, move, random, out, chances, pay):
    """Ask one rule alone: to find out which of them does something."""
    at, g, s, out = pointer(at), pointer(g), pointer(s), pointer(out)
    if which == TURN:
        turn(at, g, s)
    elif which == MOVES:
        moves(at, g, s, out)
    elif which == PLAY:
        play(at, g, s, move)
    elif which == PAYOFFS:
        payoffs(at, g, s, pointer(pay))
    elif which == WEIGHTS:
        weights(at, g, s, pointer(chances))
    elif which == PICK:
        pick(at, g, s, random)
    elif which == RATE:
        rate(at, g, s, move)


@njit(cache=True)
def ask_begin(address, g, s):
    """Make zeros the first position."""
    begin(address, pointer(g), pointer(s))


@njit(cache=True)
def ask_key(at, g, s, player, out):
    """How many words the information key of `player` has; they are in `out`."""
    return key(pointer(at), pointer(g), pointer(s), player, pointer(out))


@njit(cache=True)
def ask_guess(at, g, s):
    """The evaluation."""
    return guess(pointer(at), pointer(g), pointer(s))


@njit(cache=True)
def ask_same(at, g, s, out):
    """How many numbers stand for the position in a table; they are in `out`."""
    return same(pointer(at), pointer(g), pointer(s), pointer(out))

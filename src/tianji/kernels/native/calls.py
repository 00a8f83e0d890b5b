"""Rules as machine code behind addresses, and the calls that kernels make to them.

A rule is a plain function over `g`, the game's numbers, and `s`, a position. Compiled for the one signature of its
kind it has an address, and a kernel that takes the addresses `at` (`[RULES]` int64, 0 for a rule that the game does
not have) is compiled once for all games. Numba's first-class functions promise the same, but take 30 µs each to hand
over from Python; an address is a number. Arrays are handed on as bare pointers, in a register each: as arrays, with
their shapes and counts of references, three calls took 160 ns. What a rule raises goes up through the kernel to
whoever called it.
"""

import contextlib

import numpy as np
from numba import config, njit, types
from numba.core import ccallback, registry
from numba.core.caching import NullCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from tianji.errors import GameRuleError
from tianji.kernels import _compile

TURN, MOVES, PLAY, PAYOFFS, WEIGHTS, KEY, GUESS, PICK, SAME, RATE = range(10)
RULES = 10
BEGIN = RULES  # a rule of `NativeGame` that no kernel asks
RATES = RULES  # in `at` behind the addresses that a game gives: what is made of `rate`
MOST, KEY_WORDS = RULES + 1, RULES + 2  # and behind that: what the game has promised
CHANCE, TERMINAL = -1, -2
PICK_BITS = 40  # of the random number that `pick` is given
MOST_RATE = 1 << 19  # beyond which rates are alike

WORDS, REALS = types.CPointer(types.int64), types.CPointer(types.float64)
SIGNATURES = (
    types.int64(WORDS, WORDS),  # turn(g, s): who acts
    types.int64(WORDS, WORDS, WORDS),  # moves(g, s, out): how many; their codes in `out`
    types.void(WORDS, WORDS, types.int64),  # play(g, s, move): `s` becomes the position after it
    types.void(WORDS, WORDS, REALS),  # payoffs(g, s, out): one a player, at the end
    types.void(WORDS, WORDS, REALS),  # weights(g, s, out): of chance, in the order of `moves`
    types.int64(
        WORDS, WORDS, types.int64, WORDS
    ),  # key(g, s, player, out): how many words; the words in `out`
    types.float64(WORDS, WORDS),  # guess(g, s): an evaluation for the player to move
    types.int64(WORDS, WORDS, types.int64),  # pick(g, s, random): any of the moves, equally likely
    types.int64(WORDS, WORDS, WORDS),  # same(g, s, out): how many; equal numbers are positions worth the same
    types.int64(WORDS, WORDS, types.int64),  # rate(g, s, move): the greater, the sooner it is tried
    types.void(WORDS, WORDS),  # begin(g, s): fills in the first position
)
ALL_RATES = types.void(WORDS, WORDS, WORDS, types.int64, WORDS)  # rates(g, s, moves, count, out)


class UncompilableError(Exception):
    """A rule that Numba cannot compile, in a sentence."""


class EndlessError(GameRuleError):
    """A rule that does not come back; see `endless`."""


def compile_rule(rule, number):
    """(address, library): the rule compiled, or loaded where it was compiled before; the library holds the code."""
    return _compiled(rule, SIGNATURES[number], lambda: rule, _pipeline(rule))


def compile_rates(rate):
    """The same for what rates all moves of a list, with the rule inside: a call for each took half of the time."""

    def loop():
        one = njit(SIGNATURES[RATE], error_model="numpy", pipeline_class=_pipeline(rate))(rate)
        return _all_rates(one)

    return _compiled(rate, ALL_RATES, loop, ccallback.compiler.Compiler)


def _all_rates(rate):
    def rates(g, s, moves, count, out):
        for i in range(count):
            out[i] = max(-MOST_RATE, min(MOST_RATE, rate(g, s, moves[i])))

    return rates


@global_compiler_lock
def _compiled(rule, signature, make, pipeline):
    """(address, library) of the function that `make` gives, made of a rule and kept beside it."""
    target = registry.cpu_target
    cache = NullCache()
    with contextlib.suppress(RuntimeError, OSError):  # typed at a prompt: there is no file to keep it beside
        cache = _compile.make_cache(rule, guarded=True)
    compiled = cache.load_overload(signature, target.target_context)
    if compiled is None:
        try:
            compiler = ccallback._CFuncCompiler(make(), target, {"error_model": "numpy"}, {}, pipeline)
            compiled = compiler.compile(signature.args, signature.return_type)
        except NumbaError as error:
            said = [line for line in str(error).splitlines() if line.strip()]
            raise UncompilableError(
                f"{rule.__qualname__}() cannot be compiled: {' '.join(said[1:2])[:160]}"
            ) from error
        cache.save_overload(signature, compiled)
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name), compiled.library


def _pipeline(rule):
    """Numba's compiler; for somebody's own rules the one that counts the rounds of their loops."""
    if rule.__module__.startswith("tianji.kernels."):
        return ccallback.compiler.Compiler
    from tianji.kernels.native.endless import Counting

    return Counting


def compile_rules(rules):
    """(at, what holds the code) for `RULES` functions, None for one that the game does not have, and `RATES`."""
    rate = rules[RATE]
    if config.DISABLE_JIT:
        more = 0 if rate is None else _all_rates(rate)
        return (*(0 if rule is None else rule for rule in rules), more), None
    made = [(0, None) if rule is None else compile_rule(rule, i) for i, rule in enumerate(rules)]
    made.append((0, None) if rate is None else compile_rates(rate))
    return np.array([address for address, _ in made], dtype=np.int64), made


def _caller(rule):
    """call(address, arguments of the rule …) for kernels."""
    signature = rule.return_type(types.int64, *rule.args)

    def codegen(context, builder, signature, values):
        kind = context.call_conv.get_function_type(rule.return_type, rule.args)
        function = builder.inttoptr(values[0], kind.as_pointer())
        status, found = context.call_conv.call_function(
            builder, function, rule.return_type, rule.args, values[1:]
        )
        with builder.if_then(status.is_error, likely=False):
            context.call_conv.return_status_propagate(builder, status)
        return found

    def two(typingctx, address, g, s):
        return signature, codegen

    def three(typingctx, address, g, s, a):
        return signature, codegen

    def four(typingctx, address, g, s, a, b):
        return signature, codegen

    def five(typingctx, address, g, s, a, b, c):
        return signature, codegen

    return intrinsic((two, three, four, five)[len(rule.args) - 2])


if config.DISABLE_JIT:  # the same kernels as plain Python: slow, but the reference

    def _caller(rule):
        return lambda rule, *given: rule(*given)


_turn, _moves, _play, _payoffs, _weights, _key, _guess, _pick, _same, _rate, _begin = [
    _caller(rule) for rule in SIGNATURES
]
_rates = _caller(ALL_RATES)


@njit(inline="always")
def begin(address, g, s):
    """Make zeros the first position."""
    _begin(address, g, s)


@njit(inline="always")
def turn(at, g, s):
    """Who acts."""
    return _turn(at[0], g, s)


@njit(inline="always")
def moves(at, g, s, out):
    """How many moves; their codes are in `out`, which has room for a few more than promised."""
    n = _moves(at[1], g, s, out)
    if n > at[MOST]:
        raise GameRuleError("native rules: moves() lists more moves than `most`; make `most` larger")
    return n


@njit(inline="always")
def choices(at, g, s, out):
    """The same where there has to be one: for kernels that draw from the list."""
    n = moves(at, g, s, out)
    if n <= 0:
        raise GameRuleError("native rules: moves() lists no move although somebody is to act; see check_game")
    return n


@njit(inline="always")
def play(at, g, s, move):
    """Change `s` to the position after the move."""
    _play(at[2], g, s, move)


@njit(inline="always")
def payoffs(at, g, s, out):
    """One payoff a player into `out`."""
    _payoffs(at[3], g, s, out)


@njit(inline="always")
def weights(at, g, s, out):
    """The probabilities of chance's outcomes into `out`."""
    if at[WEIGHTS] == 0:
        raise GameRuleError("native rules: chance acts, but there is no weights(g, s, out); write it")
    _weights(at[4], g, s, out)


@njit(inline="always")
def key(at, g, s, player, out):
    """How many words the information key has; they are in `out`."""
    n = _key(at[5], g, s, player, out)
    if n > at[KEY_WORDS]:
        raise GameRuleError(
            "native rules: key() writes more numbers than `key_words`; make `key_words` larger"
        )
    return n


@njit(inline="always")
def guess(at, g, s):
    """The evaluation for the player to move."""
    return _guess(at[6], g, s)


@njit(inline="always")
def pick(at, g, s, random):
    """A move drawn by a random number of `PICK_BITS` bits."""
    return _pick(at[7], g, s, random)


@njit(inline="always")
def same(at, g, s, out):
    """How many numbers stand for the position in a table; they are in `out`."""
    return _same(at[8], g, s, out)


@njit(inline="always")
def rate(at, g, s, move):
    """How promising a move is."""
    return _rate(at[9], g, s, move)


@njit(inline="always")
def rates(at, g, s, codes, count, out):
    """How promising every move of a list is, into `out`."""
    _rates(at[10], g, s, codes, count, out)

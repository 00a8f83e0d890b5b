"""Hostile inputs, from one source of choices: what people mistype, what attackers send, what readers forget.

`hostile_text(rng, examples)` gives a text: a valid example with a few mistakes, or something odd altogether.
`hostile_value(rng)` gives a plain value for a JSON or TOML field. `rng` is a `random.Random`: hypothesis's own in the
tests (so that a failure shrinks), a seeded one in `scripts/fuzz`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

_NUMBERS = """
0 -0 -1 1 2 3 255 256 2147483648 -2147483649 9223372036854775808 99999999999 1e8 1e20 1e308 1e999 -1e999 1e-999 1E+400
0.1 .5 5. 1_000 1,000 0x10 007 1/3 1/0 1/00 0/0 -1/-2 1//2 nan NaN inf -Infinity --5 +-1 ½ ² ٣ \uff11 Ⅷ
"""
_WORDS = r"""
é Ĳ ß İ 😀 None null true True [] {} () '' "" ' " \ \n \u0000 # ; % $ & | `id` ../../etc/passwd /dev/zero %s%n {0} {x!r}
__class__ = == : :: , ,, - -- + * ** / // ? ! @ ~ ^ ( ) [ ] { } < >
"""
LONG = [
    "9" * 400,
    "9" * 4301,
    "1" + "0" * 400,
    "0." + "9" * 400,
    "1/" + "9" * 4301,
    "1e" + "9" * 30,
    "1e-" + "9" * 30,
]
NUMBERS = [*_NUMBERS.split(), *LONG]
BLANK = ["", " ", "\t", "\n", "\r\n", "\0", "\x1b[31m", "\ufeff", "\u200b", "\u202e", "\ud800"]
WORDS = [*_WORDS.split(), *BLANK, "a" * 300, "x" * 10_000, "lambda: 0"]
DEEP = ["(", "[", "{", '{"a":', "[[", "((", "-", "+", "/", "1/", "a.", "(1,", '["', "'", "!"]
MARKS = ["", "", "", " ", "\n", ",", ";", ":", "-", "/", ".", "(", ")", "=", "#", '"']


def hostile_text(rng: Random, examples: Sequence[str]) -> str:
    """A text for a reader whose valid inputs look like `examples`."""
    kind = rng.randrange(10)
    if kind == 0:
        return rng.choice(WORDS)
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind == 2:
        return rng.choice(DEEP) * rng.choice([2, 50, 1000, 3000, 100_000])
    if kind == 3:
        return "".join(
            chr(rng.choice([rng.randrange(128), rng.randrange(0x3000)])) for _ in range(rng.randrange(40))
        )
    if kind == 4:
        return rng.choice(MARKS).join(piece(rng) for _ in range(rng.randrange(1, 6)))
    text = rng.choice(list(examples))
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        text = mutated(rng, text)
    return text


def piece(rng: Random) -> str:
    """A number or a word."""
    return rng.choice(NUMBERS if rng.randrange(2) else WORDS)


def mutated(rng: Random, text: str) -> str:
    """The text with one mistake: a part lost, doubled, moved, or replaced by something odd."""
    a, b = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
    b = min(b, a + rng.choice([1, 1, 2, 5, 1000]))
    kind = rng.randrange(9)
    if kind == 0:
        return text[:a] + text[b:]
    if kind == 1:
        return text[:a] + text[a:b] * rng.choice([2, 3, 50]) + text[b:]
    if kind == 2:
        return text[:a] + piece(rng) + text[b:]
    if kind == 3:
        return text[:a] + piece(rng) + text[a:]
    if kind == 4:
        return text[:a]
    if kind == 5:
        return replaced_word(rng, text)
    if kind == 6:
        return text[:a] + rng.choice([str.upper, str.lower, str.swapcase])(text[a:b]) + text[b:]
    if kind == 7:
        return text[:a] + chr(rng.choice([rng.randrange(128), rng.randrange(0x3000)])) + text[b:]
    return text[:a] + text[a:b][::-1] + text[b:]


def replaced_word(rng: Random, text: str) -> str:
    """The text with one of its numbers or words (runs of letters or of digits) replaced by an odd one."""
    starts = [
        i
        for i, c in enumerate(text)
        if c.isalnum() and not (i and text[i - 1].isalnum() and text[i - 1].isdigit() == c.isdigit())
    ]
    if not starts:
        return text + piece(rng)
    a = rng.choice(starts)
    b = a + 1
    while b < len(text) and text[b].isalnum() and text[b].isdigit() == text[a].isdigit():
        b += 1
    return text[:a] + piece(rng) + text[b:]


def hostile_value(rng: Random, depth: int = 0) -> object:
    """A plain value as JSON can hold it; never one that cannot be written (numbers stay under 4,300 digits)."""
    kind = rng.randrange(9 if depth < 3 else 7)
    if kind == 0:
        return rng.choice([None, True, False, [], {}, "", [[]], [None], {"": None}])
    if kind == 1:
        return rng.choice([0, -1, -5, 1, 2, 3, 255, 2**31, 2**63, -(2**63) - 1, 10**30, 10**4200])
    if kind == 2:
        return rng.choice(
            [0.0, -0.0, 0.5, -1.5, 1e308, -1e308, 5e-324, float("nan"), float("inf"), -float("inf")]
        )
    if kind in (3, 4):
        return rng.choice(NUMBERS)
    if kind in (5, 6):
        return rng.choice([word for word in WORDS if word != "\ud800"])
    items = [hostile_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return items if kind == 7 else {str(i): item for i, item in enumerate(items)}


def mutated_value(rng: Random, value: object) -> object:
    """A plain value with one thing in it changed, lost or added."""
    if isinstance(value, dict) and value and rng.randrange(6):
        key = rng.choice(sorted(value))
        kind = rng.randrange(6)
        if kind == 0:
            return {k: v for k, v in value.items() if k != key}
        if kind == 1:
            return {**value, str(hostile_value(rng, 3)): hostile_value(rng)}
        return {**value, key: mutated_value(rng, value[key])}
    if isinstance(value, list) and value and rng.randrange(6):
        i = rng.randrange(len(value))
        kind = rng.randrange(6)
        if kind == 0:
            return value[:i] + value[i + 1 :]
        if kind == 1:
            return [*value[:i], value[i], *value[i:]]
        return [*value[:i], mutated_value(rng, value[i]), *value[i + 1 :]]
    if isinstance(value, str) and rng.randrange(3):
        return hostile_text(rng, [value]).replace("\ud800", "?")
    return hostile_value(rng)

"""What Othello's solver remembers: bounds and a best move for each position, shared by threads without locks.

A slot is four 64-bit words and two slots are a bucket, one cache line. The third word of a slot is the *note*: lower
and upper bound (+64 each), move + 1, level, empties and generation, 8 bits each. The first two are the boards xor the
note, so that a slot torn between two threads is never believed (Hyatt's trick). The first slot of a bucket keeps what
was dear to find, the second what was found last. A *level* says how far the bounds can be believed: `PROOF` is proved,
below are those of selective searches, which only say in which order to look.
"""

from __future__ import annotations

import numpy as np
from numba import njit

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
NEXT = np.uint64(4)  # words to the second slot
MIX1, MIX2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
BYTE = np.uint64(255)
PROOF = 3  # the level of what is proved


@njit(cache=True)
def bucket_of(me, opp, k):
    """Index of the first word of a position's bucket, in a table of 2^k slots."""
    h = (me * MIX1) ^ ((opp * MIX2) >> np.uint64(7)) ^ (opp * MIX2)
    h = (h ^ (h >> np.uint64(29))) * MIX1
    return (h >> np.uint64(65 - k)) << np.uint64(3)


@njit(cache=True)
def lookup(table, bucket, me, opp):
    """A position's note, or 0 when the bucket holds others."""
    note = table[bucket + TWO]
    if table[bucket] ^ note == me and table[bucket + ONE] ^ note == opp:
        return note
    bucket += NEXT
    note = table[bucket + TWO]
    if table[bucket] ^ note == me and table[bucket + ONE] ^ note == opp:
        return note
    return ZERO


@njit(cache=True)
def part(note, i):
    """Byte i of a note: 0 lower + 64, 1 upper + 64, 2 move + 1, 3 level, 4 empties, 5 generation."""
    return np.int64((note >> np.uint64(8 * i)) & BYTE)


@njit(cache=True)
def keep(table, bucket, me, opp, lower, upper, move, level, empties, generation):
    """Put a note where the position's old one is; else in the first slot if that is cheaper or of an older search."""
    note = np.uint64(
        (lower + 64) | (upper + 64) << 8 | (move + 1) << 16 | level << 24 | empties << 32 | generation << 40
    )
    old = table[bucket + TWO]
    same = table[bucket] ^ old == me and table[bucket + ONE] ^ old == opp
    if not same and part(old, 4) > empties and part(old, 5) == generation:
        bucket += NEXT
    table[bucket], table[bucket + ONE], table[bucket + TWO] = me ^ note, opp ^ note, note

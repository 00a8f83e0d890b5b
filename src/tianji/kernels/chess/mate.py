"""Chess: is there a mate in m moves? Depth-first proof-number search of exactly that question.

The attacker is the side to move at the root; m counts his moves still allowed. Since every move of his lowers m, the
tree has no cycles, and a proof or a refutation holds for (position, m) however it was reached. Growing m from one finds
the shortest mate. With p the leaves still needed to prove, d to refute (Allis 1994; thresholds: Nagai 2002):

    attacker: p = min p(child), d = Σ d(child)        defender: p = Σ p(child), d = min d(child)

The last two moves are tried outright: nothing is stored for them. Table: buckets of four slots of two int64, key and
data = p | d << 22 | m << 44 | least m proved << 50 (63: none) | greatest m refuted << 56.
"""

from __future__ import annotations

from numba import int64, njit

from tianji.kernels.bits import pointer
from tianji.kernels.chess.board import (
    EP,
    KEY,
    KILLER,
    KINGS,
    LIST,
    POINTER,
    SIDE,
    in_check,
    make,
    may_check,
    moves,
    play,
    unmake,
)  # fmt: skip

DECIDED = (1 << 22) - 1  # the other number is zero
NEVER = 63
MOST_MOVES = 50
WAYS = 4
PROVED, REFUTED = DECIDED << 22, DECIDED


@njit(cache=True)
def can_move(w, ply):
    """Whether the side to move has a legal move."""
    at = LIST + 512 * ply
    n = moves(w, False, at)
    check = in_check(w, w[SIDE])
    for i in range(n):
        legal = play(w, w[at + i], ply, check)
        unmake(w, ply)
        if legal:
            return True
    return False


@njit(cache=True)
def mate_in_one(w, c, ply):
    """The move that mates at once, or 0."""
    c[0] += 1
    at = LIST + 512 * ply
    n = moves(w, False, at)
    king = w[KINGS + 1] if w[SIDE] > 0 else w[KINGS]
    check = in_check(w, w[SIDE])
    for i in range(n):
        move = w[at + i]
        if not may_check(w, move, king):
            continue
        mated = play(w, move, ply, check) and in_check(w, w[SIDE]) and not can_move(w, ply + 1)
        unmake(w, ply)
        if mated:
            return move
    return 0


@njit(cache=True)
def all_mated(w, c, ply):
    """Whether the defender to move is mated, or mated at once whatever he plays; a stalemate is not."""
    c[0] += 1
    at = LIST + 512 * ply
    n = moves(w, False, at)
    legal, check = 0, in_check(w, w[SIDE])
    for i in range(-1, n):
        move = w[KILLER + 2 * ply]  # what refuted a sister often refutes here
        if i >= 0:
            if w[at + i] == move:
                continue
            move = w[at + i]
        else:
            known = False
            for j in range(n):
                known |= w[at + j] == move
            if not known:
                w[KILLER + 2 * ply] = 0
                continue
        fine = play(w, move, ply, check)
        legal += fine
        escapes = fine and mate_in_one(w, c, ply + 1) == 0
        unmake(w, ply)
        if escapes:
            w[KILLER + 2 * ply] = move
            return False
    return legal > 0 or check


@njit(cache=True, inline="always")
def probe(w, table, k, m):
    """The numbers p | d << 22 known for m moves, or 0."""
    at = (w[KEY] >> 20 & ((1 << k) - 1)) * 2 * WAYS
    for slot in range(at, at + 2 * WAYS, 2):
        data = table[slot + 1]
        if data and table[slot] == w[KEY]:
            if data >> 50 & 63 <= m:
                return PROVED
            if data >> 56 >= m:
                return REFUTED
            return data & ((1 << 44) - 1) if data >> 44 & 63 == m else 0
    return 0


@njit(cache=True, inline="always")
def store(w, table, k, m, numbers):
    """Keep the numbers; a full bucket loses the entry with the fewest moves to go."""
    at = (w[KEY] >> 20 & ((1 << k) - 1)) * 2 * WAYS
    slot, least = at, 1 << 30
    proved, refuted = NEVER, 0
    for i in range(at, at + 2 * WAYS, 2):
        if table[i] == w[KEY]:
            slot, proved, refuted = i, table[i + 1] >> 50 & 63, table[i + 1] >> 56
            break
        if table[i + 1] >> 44 & 63 < least:
            slot, least = i, table[i + 1] >> 44 & 63
    if numbers == PROVED:
        proved = min(proved, m)
    elif numbers == REFUTED:
        refuted = max(refuted, m)
    table[slot] = w[KEY]
    table[slot + 1] = numbers | m << 44 | proved << 50 | refuted << 56


@njit(cache=True)
def first_look(w, table, k, c, m, ply, attacking):
    """The numbers of a position not searched yet; `attacking`: the attacker is to move. Decides the last two moves."""
    if m == 0:
        return PROVED if in_check(w, w[SIDE]) and not can_move(w, ply) else REFUTED
    numbers = probe(w, table, k, m)
    if numbers:
        return numbers
    if attacking:
        if m > 1:
            return 1 | 1 << 22
        return PROVED if mate_in_one(w, c, ply) else REFUTED
    if m == 1:
        numbers = PROVED if all_mated(w, c, ply) else REFUTED
        store(w, table, k, m, numbers)
        return numbers
    at = LIST + 512 * ply
    n = moves(w, False, at)
    if in_check(w, w[SIDE]):
        legal = 0
        for i in range(n):
            legal += make(w, w[at + i], ply)
            unmake(w, ply)
        if legal == 0:
            return PROVED
        return legal | 1 << 22
    return min(n + 3, 60) | 1 << 22


@njit(cache=True, inline="always")
def expand(w, table, k, c, m, ply, attacking):
    """Write the legal moves and the numbers of the positions behind them; returns how many.

    A move that decides the position is alone.
    """
    at = LIST + 512 * ply
    n = moves(w, False, at)
    legal, check = 0, in_check(w, w[SIDE])
    for i in range(n):
        move = w[at + i]
        if play(w, move, ply, check):
            numbers = first_look(w, table, k, c, m - attacking, ply + 1, not attacking)
            w[at + legal], w[at + 256 + legal] = move, numbers
            legal += 1
            if numbers == (PROVED if attacking else REFUTED):
                unmake(w, ply)
                w[at], w[at + 256] = move, numbers
                return 1
        unmake(w, ply)
    return legal


@njit(cache=True, inline="always")
def summary(w, at, n, attacking):
    """The numbers of a position from those of its n ≥ 1 children, the child to grow, and its second's number."""
    shift, other = (0, 22) if attacking else (22, 0)
    best, second, total, choice = DECIDED + 1, DECIDED, 0, 0
    for i in range(n):
        numbers = w[at + 256 + i]
        own = numbers >> shift & DECIDED
        total += numbers >> other & DECIDED
        if own < best:
            best, second, choice = own, best, i
        elif own < second:
            second = own
    total = min(total, DECIDED - 1) if best < DECIDED else 0
    if best == 0:
        total = DECIDED
    return best << shift | total << other, choice, min(second, DECIDED)


@njit(int64(POINTER, POINTER, int64, POINTER, int64, int64, int64, int64), cache=True, nogil=True)
def grow(w, table, k, c, m, ply, most_p, most_d):
    """Search until p ≥ most_p, d ≥ most_d or the question is decided; returns p | d << 22.

    c: `[8]` nodes, stop, -, -, node limit, limit reached, attacker. w[KILLER + 2·ply + 1] is the move that decides.
    """
    c[0] += 1
    if c[4] and c[0] >= c[4]:
        c[1] = c[5] = 1
    attacking = w[SIDE] == c[6]
    at = LIST + 512 * ply
    n = expand(w, table, k, c, m, ply, int64(attacking))
    if n == 0:
        numbers = PROVED if not attacking and in_check(w, w[SIDE]) else REFUTED
        store(w, table, k, m, numbers)
        return numbers
    while True:
        numbers, i, second = summary(w, at, n, attacking)
        w[KILLER + 2 * ply + 1] = w[at + i]
        p, d = numbers & DECIDED, numbers >> 22
        if c[1] or p >= most_p or d >= most_d or p == 0 or d == 0:
            break
        child = w[at + 256 + i]
        child_p, child_d = child & DECIDED, child >> 22
        room = min(second + 1 + second // 4, DECIDED)
        if attacking:
            limit_p, limit_d = min(most_p, room), most_d - d + child_d
        else:
            limit_p, limit_d = most_p - p + child_p, min(most_d, room)
        limit_p = min(max(limit_p, child_p + 1), DECIDED)
        limit_d = min(max(limit_d, child_d + 1), DECIDED)
        make(w, w[at + i], ply)
        w[at + 256 + i] = grow(w, table, k, c, m - attacking, ply + 1, limit_p, limit_d)
        unmake(w, ply)
    if not c[1] or p == 0 or d == 0:
        store(w, table, k, m, numbers)
    return numbers


@njit(cache=True, nogil=True)
def prove(w, table, k, c, m):
    """1: the side to move mates in at most m moves, 0: he does not, −1: stopped. Arrays as in `grow`."""
    w, table, c = pointer(w), pointer(table), pointer(c)
    c[6] = w[SIDE]
    numbers = grow(w, table, k, c, m, 0, DECIDED, DECIDED)
    return 1 if numbers == PROVED else 0 if numbers == REFUTED else -1


@njit(cache=True, nogil=True)
def defend(w, table, k, c, m, ply):
    """A legal move of the defender after which m moves are not enough; if none is found, the first legal one."""
    at = LIST + 512 * ply
    n = moves(w, False, at)
    first = 0
    for i in range(n):
        move = w[at + i]
        if not make(w, move, ply):
            unmake(w, ply)
            continue
        first = first or move
        holds = m > 0 and grow(w, table, k, c, m, ply + 1, DECIDED, DECIDED) == REFUTED
        unmake(w, ply)
        if m == 0 or holds:
            return move
    return first


@njit(cache=True, nogil=True)
def mating_line(w, table, k, c, m, line):
    """The moves of a proved mate in m, the shortest, to line `[2·m]`; returns their number (fewer when stopped)."""
    w, table, c = pointer(w), pointer(table), pointer(c)
    ply = 0
    while m > 0:
        if m == 1:
            move = mate_in_one(w, c, ply)
        else:
            move = w[KILLER + 2 * ply + 1] if grow(w, table, k, c, m, ply, DECIDED, DECIDED) == PROVED else 0
        if move == 0:
            break
        line[ply] = move
        make(w, move, ply)
        ply, m = ply + 1, m - 1
        if m > 0:
            move = defend(w, table, k, c, m - 1, ply)
            if move == 0:
                break
            line[ply] = move
            make(w, move, ply)
            ply += 1
    for i in range(ply - 1, -1, -1):
        unmake(w, i)
    return ply


assert EP < LIST < KILLER

"""Hand tables of a street for the generated kernels: where each hand's reach goes, and which sums its values are."""

import numpy as np
from numba import njit

NONE = 0xFFFF


@njit(cache=True)
def count_lists(boards, cards, spans, groups):
    """Most cards that the hands of a board hold, most hands of a player with one card, most edges of a board."""
    most_cards, most_hands, most_edges = 1, 0, 2
    for b in range(len(boards)):
        counts = np.zeros((2, 52), dtype=np.int64)
        for p in range(2):
            first, hands = boards[b, p, 0], boards[b, p, 1]
            for h in range(first, first + hands):
                counts[p, cards[h, 0]] += 1
                counts[p, cards[h, 1]] += 1
        most_cards = max(most_cards, np.count_nonzero(counts[0] + counts[1]))
        most_hands = max(most_hands, counts.max())
        most_edges = max(most_edges, spans[b, 1] - spans[b, 0] + 2)
    return most_cards, most_hands, most_edges


@njit(cache=True)
def fill_tables(
    boards,
    cards,
    same,
    parents,
    spans,
    groups,
    stride,
    table,
    opponent,
    own,
    edges,
    edge_at,
    edge_count,
    counts,
):
    r"""Write the tables of all boards; hands come in the order of the boards.

    A player's hands with one card make a list, in order of strength; the lists of a board's cards lie `stride` apart.

    table: `[B, 2]`, first place of a board's hands, padded to rows. opponent: `[2, T]`, his places in two lists; the
    edge that he begins and his hand on the board before. own: `[5, T]`: edges below and above hands of equal strength;
    the places of these in the opponent's lists of both cards; numbers of the cards and of the opponent's same hand; its
    place in the first list. edges: positions in the opponent's order at which equal strength begins or ends, those of
    player p from edge_at[b, p] on. counts: `[B, 2, cards]`, hands of a player with a card.
    """
    number = np.empty(52, dtype=np.int64)
    total = 0
    for b in range(len(boards)):
        number[:] = -1
        known = 0
        for p in range(2):
            first = boards[b, p, 0]
            for h in range(first, first + boards[b, p, 1]):
                for c in range(2):
                    card = cards[h, c]
                    if number[card] < 0:
                        number[card] = known
                        known += 1
        for p in range(2):  # as opponent
            first, at = boards[b, p, 0], table[b, p]
            for h in range(boards[b, p, 1]):
                x, y = number[cards[first + h, 0]], number[cards[first + h, 1]]
                i, j = x * stride + counts[b, p, x], y * stride + counts[b, p, y]
                counts[b, p, x] += 1
                counts[b, p, y] += 1
                opponent[0, at + h] = i | j << 16
                opponent[1, at + h] = NONE | np.int64(parents[boards[b, p, 4] + h]) << 16
        for p in range(2):
            total = _fill_own(
                b, p, boards, cards, same, spans, groups, stride, table, number, opponent, own, edges, edge_at,
                edge_count, total,
            )  # fmt: skip


@njit(cache=True)
def _fill_own(
    b,
    p,
    boards,
    cards,
    same,
    spans,
    groups,
    stride,
    table,
    number,
    opponent,
    own,
    edges,
    edge_at,
    edge_count,
    total,
):
    """A player's own side of a board; returns how many edges are written by now."""
    o = 1 - p
    first, at, hands = boards[b, p, 0], table[b, p], boards[b, p, 1]
    theirs, there, others = boards[b, o, 0], table[b, o], boards[b, o, 1]
    for h in range(hands):
        x, y = number[cards[first + h, 0]], number[cards[first + h, 1]]
        twin = np.int64(same[first + h])
        own[3, at + h] = x | y << 8 | (twin if twin >= 0 else NONE) << 16
        place = np.int64(NONE)
        if twin >= 0:
            both = np.int64(opponent[0, there + twin])
            place = both & NONE if (both & NONE) // stride == x else both >> 16
        own[4, at + h] = place
    edge_at[b, p] = total
    edges[total] = 0
    last = total
    if others:
        opponent[1, there] = np.int64(opponent[1, there]) >> 16 << 16
    counts = np.zeros(52, dtype=np.int64)
    for g in range(spans[b, 0], spans[b, 1]):
        lo, hi = groups[g, 2 * p], groups[g, 2 * p + 1]
        from_, to = np.int64(groups[g, 2 * o]), np.int64(groups[g, 2 * o + 1])
        for h in range(lo, hi):
            x, y = number[cards[first + h, 0]], number[cards[first + h, 1]]
            own[0, at + h] = last - total
            own[1, at + h] = x * stride + counts[x]
            own[2, at + h] = y * stride + counts[y]
        for h in range(from_, to):
            counts[number[cards[theirs + h, 0]]] += 1
            counts[number[cards[theirs + h, 1]]] += 1
        if to > from_:
            last += 1
            edges[last] = to
            if to < others:
                opponent[1, there + to] = np.int64(opponent[1, there + to]) >> 16 << 16 | (last - total)
        for h in range(lo, hi):
            x, y = number[cards[first + h, 0]], number[cards[first + h, 1]]
            own[0, at + h] = np.int64(own[0, at + h]) | (last - total) << 16
            own[1, at + h] = np.int64(own[1, at + h]) | (x * stride + counts[x]) << 16
            own[2, at + h] = np.int64(own[2, at + h]) | (y * stride + counts[y]) << 16
    edge_count[b, p] = last - total + 1
    return last + 1


@njit(cache=True)
def invert_parents(boards, parents, above, player, width, first, places, children):
    """Where each hand of a board is on the boards below it, one row for every card: `[entries, width]`, or NONE.

    first: `[boards + 1]`, a board's entries; children: `[entries]`, the board below; both filled. above: by board
    below.
    """
    filled = np.zeros(len(first), dtype=np.int64)
    for b in range(len(boards)):
        hands, at, members = boards[b, player, 1], boards[b, player, 4], boards[b, player, 5]
        for member in range(members):
            entry = first[above[b]] + filled[above[b]]
            filled[above[b]] += 1
            children[entry] = b
            for h in range(hands):
                places[entry, parents[at + member * hands + h]] = h

"""One board, all hands at once, over a whole betting tree with buckets: learning, and what every action is worth.

Vectors have one number a hand that can be held, hands sorted by strength on the last board. The opponent's reach goes
down, values come up. σ is found once a decision for the buckets that are there, numbered anew on every street, and
gathered to hands; values are summed back into buckets before anything is learned from them.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from tianji.kernels.poker.deals import GOLD, ONE, S32, _canonical, _find, _rank, mixed
from tianji.kernels.poker.ranks import START
from tianji.kernels.poker.response.board_walk import _meets, _settle

DEEP = 64  # decisions of a line, at most
WIDE = 8  # actions of a decision, at most
HANDS = 1326
LEAST = 1e-5  # of a reach: lines that nobody plays have values too
WHOLE, DOWN, UP = 0, 1, 2  # steps of `learn_board`
STAY = 1e-3  # of the own reach: what a hand counts at least in the mean of its bucket


class BoardTable(NamedTuple):
    """Work space of one thread: a board with its hands, and the decisions on the way down.

    sizes: `[6]` int64: hands, groups, buckets met by street. hand: `[1326]` int64, hands in order of strength. cards:
    `[1326, 2]`. groups: `[1327]`, where hands of equal strength begin. bucket: `[4, 1326]`, the buckets met; place:
    `[4, 1326]` int32, a hand's bucket among them. drawn: `[9]`. ranks: `[1326]` int64. mark: `[2¹⁶]` int32. sigma,
    sums: `[DEEP, 1326 · WIDE]`. reach, own, value: `[DEEP + 1, 1326]`. node, at, row: `[DEEP + 1]` int64. scratch:
    `[1326]`, by_card: `[52]`.
    """

    sizes: np.ndarray
    hand: np.ndarray
    cards: np.ndarray
    groups: np.ndarray
    bucket: np.ndarray
    place: np.ndarray
    drawn: np.ndarray
    ranks: np.ndarray
    mark: np.ndarray
    sigma: np.ndarray
    sums: np.ndarray
    reach: np.ndarray
    own: np.ndarray
    value: np.ndarray
    node: np.ndarray
    at: np.ndarray
    row: np.ndarray
    scratch: np.ndarray
    by_card: np.ndarray


def make_table() -> BoardTable:
    """Work space for one thread."""
    whole = dict.fromkeys(("node", "at", "row"), DEEP + 1)
    whole |= {"sizes": 6, "hand": HANDS, "groups": HANDS + 1, "drawn": 9, "ranks": HANDS}
    shapes = {"reach": (DEEP + 1, HANDS), "own": (DEEP + 1, HANDS), "value": (DEEP + 1, HANDS)}
    shapes |= {"sigma": (DEEP, HANDS * WIDE), "sums": (DEEP, HANDS * WIDE)}
    return BoardTable(
        **{name: np.zeros(size, dtype=np.int64) for name, size in whole.items()},
        **{name: np.zeros(shape) for name, shape in shapes.items()},
        cards=np.zeros((HANDS, 2), dtype=np.int64), bucket=np.zeros((4, HANDS), dtype=np.int64),
        place=np.zeros((4, HANDS), dtype=np.int32), mark=np.full(1 << 16, -1, dtype=np.int32),
        scratch=np.zeros(HANDS), by_card=np.zeros(52),
    )  # fmt: skip


@njit(cache=True, nogil=True)
def draw_board(dealer, state, table):
    """Draw a board into table.drawn[4:]; its row among listed boards, or −1."""
    deck, listed, shown, drawn = dealer.deck, dealer.listed, dealer.sizes[0], table.drawn
    state += GOLD
    if listed.shape[0] > 0:
        row = np.int64(((mixed(state) >> S32) * np.uint64(listed.shape[0])) >> S32)
        for k in range(shown):
            drawn[4 + k] = listed[row, k]
        return row
    used = np.uint64(0)
    for k in range(shown):
        while True:
            card = np.uint64(deck[((mixed(state) >> S32) * np.uint64(deck.size)) >> S32])
            state += GOLD
            if not (used >> card) & ONE:
                break
        used |= ONE << card
        drawn[4 + k] = np.int64(card)
    return -1


@njit(cache=True, nogil=True)
def seat_hands(dealer, table):
    """The hands of the deck that do not meet the board in table.drawn[4:], weakest first; they are not placed yet."""
    deck, drawn, hand, ranks, shown = dealer.deck, table.drawn, table.hand, table.ranks, dealer.sizes[0]
    used, board = np.uint64(0), START
    for k in range(4, 4 + shown):
        used |= ONE << np.uint64(drawn[k])
        board += dealer.word[np.uint64(drawn[k])]
    count = 0
    for i in range(deck.size):
        for j in range(i):
            a, b = np.int64(deck[i]), np.int64(deck[j])
            if (used >> np.uint64(a)) & ONE or (used >> np.uint64(b)) & ONE:
                continue
            drawn[0], drawn[1] = a, b
            rank = _rank(dealer.word, dealer.displacement, dealer.value, dealer.flush, board, drawn, 0, shown)
            high, low = max(a, b), min(a, b)
            ranks[count] = ((8191 - rank) << 11) | (
                high * (high - 1) // 2 + low
            )  # the least rank is the best
            count += 1
    ranks[:count].sort()
    groups = 0
    for k in range(count):
        hand[k] = ranks[k] & 2047
        if k == 0 or ranks[k] >> 11 != ranks[k - 1] >> 11:
            table.groups[groups] = k
            groups += 1
    table.groups[groups] = count
    table.sizes[0], table.sizes[1] = count, groups
    for k in range(count):
        high = 1
        while (high + 1) * high // 2 <= hand[k]:
            high += 1
        table.cards[k, 0], table.cards[k, 1] = high, hand[k] - high * (high - 1) // 2


@njit(cache=True, nogil=True)
def place_hands(street, buckets, maps, table):
    """Number the buckets that are met on a street; buckets: `[1326]` by hand, found through maps `[1326]`."""
    mark, bucket, met = table.mark, table.bucket[street], 0
    for k in range(table.sizes[0]):
        b = np.int64(buckets[maps[table.hand[k]]])
        if mark[b] < 0:
            mark[b] = met
            bucket[met] = b
            met += 1
        table.place[street, k] = mark[b]
    for k in range(met):
        mark[bucket[k]] = -1
    table.sizes[2 + street] = met


@njit(cache=True, nogil=True)
def find_buckets(dealer, row, table):
    """The buckets of all hands on every street of the board that was drawn."""
    maps, drawn = dealer.maps, table.drawn
    place_hands(0, dealer.classes, maps[0], table)
    if row >= 0:
        place_hands(1, dealer.flop[dealer.rows[row, 0]], maps[0], table)
        place_hands(2, dealer.turn[dealer.rows[row, 1]], maps[0], table)
        place_hands(3, dealer.river[dealer.rows[row, 2]], maps[0], table)
        return
    ranks = 0
    for k in range(dealer.sizes[0]):
        ranks |= 1 << (16 * (drawn[4 + k] & 3) + (drawn[4 + k] >> 2))
        if k < 2 or k - 1 >= dealer.sizes[1]:
            continue
        key, at = _canonical(ranks)
        renaming = maps[np.uint64(dealer.renamings[at])]
        if k == 2:
            place_hands(1, dealer.flop[_find(dealer.keys_flop, dealer.places_flop, key)], renaming, table)
        elif k == 3:
            place_hands(2, dealer.turn[_find(dealer.keys_turn, dealer.places_turn, key)], renaming, table)
        else:
            place_hands(3, dealer.river[_find(dealer.keys_river, dealer.places_river, key)], renaming, table)


@njit(cache=True)
def _match(weights, offset, size, bucket, met, sigma):
    """σ(a) ∝ max(weights(a), 0) for the buckets met, even where all are 0; sigma: `[met · A]`, overwritten."""
    for k in range(met):
        row, total = offset + bucket[k] * size, 0.0
        for a in range(size):
            x = weights[row + a]
            total += x if x > 0 else 0.0
        scale = 1.0 / total if total > 0 else 0.0
        for a in range(size):
            x = weights[row + a]
            sigma[k * size + a] = (scale * x if x > 0 else 0.0) if total > 0 else 1.0 / size


@njit(cache=True)
def _average(reach, place, offset, size, bucket, met, sigma, weight, sums, average):
    """S(b, a) += weight · Σ_{h in b} reach(h) · σ(b, a)."""
    sums[:met] = 0.0
    for h in range(place.size):
        sums[place[h]] += reach[h]
    for k in range(met):
        row = offset + bucket[k] * size
        for a in range(size):
            average[row + a] += weight * sums[k] * sigma[k * size + a]


@njit(cache=True)
def _learn(offset, size, bucket, met, sigma, sums, weight, regret):
    """R(b, a) += weight · (cfv(b, a) − Σ_a σ(b, a) · cfv(b, a))."""
    for k in range(met):
        row, value = offset + bucket[k] * size, 0.0
        for a in range(size):
            value += sigma[k * size + a] * sums[k * size + a]
        for a in range(size):
            regret[row + a] += weight * (sums[k * size + a] - value)


@njit(cache=True)
def _go_down(reach, sigma, place, size, a, least, out):
    """out(h) = reach(h) · max(σ(h, a), least); whether anything of it is left."""
    top = 0.0
    for h in range(place.size):
        x = sigma[place[h] * size + a]
        x = reach[h] * (x if x > least else least)
        top = x if x > top else top
        out[h] = x
    return top > 0.0


@njit(cache=True)
def _come_up(value, sigma, place, size, a, sums, out):
    """out(h) += σ(h, a) · value(h), and value summed into buckets."""
    for h in range(place.size):
        at = place[h] * size + a
        sums[at] += value[h]
        out[h] += sigma[at] * value[h]


@njit(cache=True)
def _copy(row, out):
    """out[h] = row[h]. Not a slice: numba would compile what words its complaint about shapes, 1.6 s."""
    for h in range(out.size):
        out[h] = row[h]


@njit(cache=True, nogil=True)
def learn_board(
    betting, regret, average, weight, player, table, counts, root, start, piece, step, reaches, values
):
    """A player's pass over the board: his regrets and the opponent's averages, both with a weight.

    regret, average: `[E]` float32, accumulated. counts: `[2]` int64, accumulated: pairs of a decision and a bucket.
    Lines that the opponent never takes are not walked: nothing is learned there. root: where it begins; start:
    `[hands]`, the opponent's reach there; what it is worth to the player's hands is left in table.value[0].

    step: WHOLE walks all that is below. Where others walk the pieces of the tree (piece: `[N]`, as in
    `kernels.poker.blocks`), DOWN leaves the opponent's reach of each in reaches `[P, hands]`, which on entry is 0, and
    UP finds in values `[P, hands]` what they were worth, and learns.
    """
    info, offset, child = betting.info, betting.offset, betting.child
    node_of, at_of, row_of = table.node, table.at, table.row
    hands, by_card = table.sizes[0], table.by_card
    cards, groups = table.cards[:hands], table.groups[: table.sizes[1] + 1]
    reach, value = table.reach[:, :hands], table.value[:, :hands]
    _copy(start, reach[0])
    node_of[0], at_of[0], row_of[0], depth = root, -1, 0, 0
    while depth >= 0:
        n = node_of[depth]
        size, street, is_own = info[n, 1], info[n, 0] >> 1, info[n, 3] == player
        place, met, bucket = table.place[street, :hands], table.sizes[2 + street], table.bucket[street]
        sigma, sums, begin = table.sigma[depth], table.sums[depth], offset[n] // 2
        if at_of[depth] < 0:
            value[depth, :] = 0.0
            _match(regret, begin, size, bucket, met, sigma)
            counts[0] += met if step != DOWN else 0
            if is_own:
                sums[: met * size] = 0.0
            elif step != DOWN:
                _average(reach[row_of[depth]], place, begin, size, bucket, met, sigma, weight, sums, average)
        elif is_own:
            _come_up(value[depth + 1], sigma, place, size, at_of[depth], sums, value[depth])
        else:
            for h in range(hands):
                value[depth, h] += value[depth + 1, h]
        at_of[depth] += 1
        a, below = at_of[depth], row_of[depth]
        if a == size:
            if is_own and step != DOWN:
                _learn(begin, size, bucket, met, sigma, sums, weight, regret)
            depth -= 1
            continue
        if not is_own:
            below = depth + 1
            if not _go_down(reach[row_of[depth]], sigma, place, size, a, 0.0, reach[below]):
                value[depth + 1, :] = 0.0
                continue
        link = child[info[n, 2] + a]
        if link < 0:
            _settle(link, player, cards, groups, reach[below], by_card, value[depth + 1])
            continue
        if step != WHOLE and piece[link] >= 0:
            if step == DOWN:
                _copy(reach[below], reaches[piece[link], :hands])
            _copy(values[piece[link], :hands], value[depth + 1])
            continue
        depth += 1
        node_of[depth], at_of[depth], row_of[depth] = link, -1, below


@njit(cache=True, nogil=True)
def seat_board(dealer, seed, number, table):
    """Draw the board of a number with its hands and buckets; all that is random follows from (seed, number)."""
    row = draw_board(dealer, mixed(seed ^ mixed(np.uint64(number))), table)
    seat_hands(dealer, table)
    find_buckets(dealer, row, table)


@njit(cache=True, nogil=True)
def train_public(betting, dealer, regret, average, seed, first, count, table, counts, start, piece, reaches):
    """Boards number first … first + count, each walked for both players with weight number + 1: linear CFR.

    start: `[1326]` ones; piece, reaches: not looked at.
    """
    for t in range(first, first + count):
        seat_board(dealer, seed, t, table)
        hands, weight = table.sizes[0], np.float64(t + 1)
        for player in range(2):
            learn_board(
                betting, regret, average, weight, player, table, counts, 0, start[:hands], piece, WHOLE, reaches,
                reaches,
            )  # fmt: skip


@njit(cache=True)
def _worth(value, met, own, place, total, weight):
    """total(b) += Σ own(h) · value(h), weight(b) += Σ own(h) · met(h), over the hands h of each bucket met."""
    for h in range(place.size):
        share = own[h] + STAY
        total[place[h]] += share * value[h]
        weight[place[h]] += share * met[h]


@njit(cache=True, nogil=True)
def value_board(betting, steps, root, root_reach, root_own, stored, player, table, total, weight, out):
    """A player's values after every action when both play the strategy `steps`, summed by action and bucket.

    steps: `[E]`, probabilities in proportion. root: the first decision, with both ranges there by hand in order of
    strength. stored: `[C]` int64, where an action's buckets begin in total and weight, −1 for none. total, weight:
    accumulated; a value is their quotient. out: `[A, hands]`, overwritten with the values after the root's actions.
    """
    info, offset, child = betting.info, betting.offset, betting.child
    node_of, at_of = table.node, table.at
    hands, by_card, meets = table.sizes[0], table.by_card, table.scratch
    cards, groups = table.cards[:hands], table.groups[: table.sizes[1] + 1]
    reach, own, value = table.reach[:, :hands], table.own[:, :hands], table.value[:, :hands]
    _copy(root_reach, reach[0])
    _copy(root_own, own[0])
    node_of[0], at_of[0], depth = root, -1, 0
    while depth >= 0:
        n = node_of[depth]
        size, street, is_own = info[n, 1], info[n, 0] >> 1, info[n, 3] == player
        place, sigma, sums = table.place[street, :hands], table.sigma[depth], table.sums[depth]
        a = at_of[depth]
        if a < 0:
            value[depth, :] = 0.0
            _match(steps, offset[n] // 2, size, table.bucket[street], table.sizes[2 + street], sigma)
        else:
            if depth == 0 and out.size > 0:
                _copy(value[1], out[a, :hands])
            at = stored[info[n, 2] + a]
            if at >= 0:
                _meets(cards, reach[depth + 1], by_card, 1.0, meets[:hands])
                _scatter(value[depth + 1], meets, own[depth], table, street, at, sums, total, weight)
            for h in range(hands):
                share = sigma[place[h] * size + a] if is_own else 1.0
                value[depth, h] += share * value[depth + 1, h]
        a += 1
        at_of[depth] = a
        if a == size:
            depth -= 1
            continue
        if is_own:
            _copy(reach[depth], reach[depth + 1])
            _go_down(own[depth], sigma, place, size, a, 0.0, own[depth + 1])
        else:
            _copy(own[depth], own[depth + 1])
            _go_down(reach[depth], sigma, place, size, a, LEAST, reach[depth + 1])
        link = child[info[n, 2] + a]
        if link < 0:
            _settle(link, player, cards, groups, reach[depth + 1], by_card, value[depth + 1])
            continue
        depth += 1
        node_of[depth], at_of[depth] = link, -1


@njit(cache=True)
def _scatter(value, meets, own, table, street, at, sums, total, weight):
    """Sums by bucket met, then into the places of the buckets themselves."""
    met, bucket, hands = table.sizes[2 + street], table.bucket[street], table.sizes[0]
    low, high = sums[:met], sums[met : 2 * met]
    low[:], high[:] = 0.0, 0.0
    _worth(value, meets, own, table.place[street, :hands], low, high)
    for k in range(met):
        total[at + bucket[k]] += low[k]
        weight[at + bucket[k]] += high[k]

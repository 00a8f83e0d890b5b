"""settle: who gets what when a hand of hold'em is over."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tianji.errors import ParameterError, quote

if TYPE_CHECKING:
    from tianji.poker.hand import Chips, HandState


class Pot(NamedTuple):
    """Chips in the middle and the seats that may win them."""

    chips: int
    seats: tuple[int, ...]


def pots(state: HandState) -> list[Pot]:
    """The main pot and the side pots, the smallest stakes first; what nobody matched is a pot of its own.

        pot(x, y) = Σ_i min(c_i, y) − min(c_i, x),   for those with c_i ≥ y who have not folded

    with c_i a seat's chips and x < y neighbours among them. Pots that the same seats may win are one.

    >>> from tianji.poker.hand import HandState
    >>> from tianji.poker.rules import HandRules
    >>> table = HandRules((100, 300, 500), (5, 10, 0))
    >>> pots(HandState.start(table).play("r500cc///"))
    [Pot(chips=300, seats=(0, 1, 2)), Pot(chips=400, seats=(1, 2)), Pot(chips=200, seats=(2,))]
    """
    rules = state.rules
    matched = rules.antes_matched
    given = [spent + ante * matched for spent, ante in zip(state.spent, rules.paid_antes, strict=True)]
    dead = 0 if matched else sum(rules.paid_antes)
    found: list[Pot] = []
    below = 0
    for level in sorted(set(given)):
        chips = dead + sum(min(c, level) - min(c, below) for c in given)
        seats = tuple(i for i in state.contenders if given[i] >= level)
        dead, below = 0, level
        if not seats:  # those who put in most have folded: it is for the rest
            seats = found[-1].seats if found else tuple(state.contenders)
        if found and found[-1].seats == seats:
            chips += found.pop().chips
        if chips:
            found.append(Pot(chips, seats))
    return found


def settle(state: HandState, mucked: Collection[int] = ()) -> tuple[Chips, ...]:
    """`[seats]`: net chips of everybody; mucked: who does not show, and gets back no more than nobody has matched."""
    if not state.is_over:
        raise ParameterError(
            f"the hand {quote(state.betting_text)} is not over; seat {state.player} is to act"
        )
    won: list[Chips] = [0] * state.rules.seats
    shown = [i for i in state.contenders if i not in mucked]
    order = _order(state, shown) if state.is_showdown else dict.fromkeys(state.contenders, 0)
    for pot in pots(state):
        able = [i for i in pot.seats if i in order] or [i for i in pot.seats if len(pot.seats) == 1]
        if not able:
            raise ParameterError(f"nobody shows for {pot.chips} chips of the pot; nobody can say who wins")
        best = min(order.get(i, 0) for i in able)
        winners = [i for i in able if order.get(i, 0) == best]
        share, rest = divmod(pot.chips, len(winners))
        for i in winners:
            won[i] += share
        if rest and state.rules.whole_chips:
            won[winners[0]] += rest
        elif rest:
            for i in winners:
                won[i] += Fraction(rest, len(winners))
    paid = zip(state.spent, state.rules.paid_antes, won, strict=True)
    return tuple(_whole(chips - spent - ante) for spent, ante, chips in paid)


def _whole(chips: Chips) -> Chips:
    return int(chips) if chips == int(chips) else chips


def _order(state: HandState, seats: list[int]) -> dict[int, int]:
    """The rank class of every hand that is shown, less is better."""
    from tianji.poker.ranks import rank

    if len(state.board) != 5:
        raise ParameterError(f"a showdown with {len(state.board)} board cards; deal all five first")
    unknown = [i for i in seats if len(state.hole[i]) != 2]
    if unknown:
        raise ParameterError(
            f"a showdown, and the cards of seat {unknown[0]} are not known; nobody can say who wins"
        )
    classes = rank([[*state.hole[i], *state.board] for i in seats]) if seats else []
    return {i: int(c) for i, c in zip(seats, classes, strict=True)}

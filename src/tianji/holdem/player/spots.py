"""From a hand on record to a spot that can be solved: two players, a street's start, and the line that was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tianji.arena.baselines import HandAgent
from tianji.arena.rows import met, row_of, rows_of, table_note
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError
from tianji.holdem.spot.spot import Spot
from tianji.poker.cards import NUM_HANDS, blocked, hand_index, show_cards
from tianji.poker.hand import STREETS, HandState
from tianji.poker.rules import BOARD_CARDS, HandRules
from tianji.subgame.abstraction import translation

TREES = ("standard", "simple")  # tried in this order, until one fits the clock
SMALLEST = {
    "bets": "75%", "raises": "", "donks": "", "max_raises": 0, "add_allin": 1.0, "force_allin": 0.2, "merge": 0.1,
}  # fmt: skip
LEAST = (
    1e-3  # of a range's likeliest hand: what the hand that was held counts at least, so that it has values
)


@dataclass(frozen=True)
class Played:
    """One action after the root: the state before it, its words in the spot's lines, and the line that leads there.

    line: with the cards dealt since the root, as a `Solution` reads it; words: without them, this action included.
    """

    state: HandState
    action: str
    word: str
    line: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Contest:
    """Two players from the start of a street on: seats in the order in which they act, and all that was played.

    base: `[seats]` chips in before the street. stack: what the shorter one has behind: all that can be lost.
    """

    root: HandState
    seats: tuple[int, int]
    stack: int
    played: tuple[Played, ...]


def contest(state: HandState, street: int) -> Contest:
    """The contest of a hand from a street on; refused where there is none: more than two players, nobody to act."""
    steps = [(at, action) for at, action in state.steps() if at.street >= street]
    if not steps or steps[0][0].street != street:
        raise NotApplicableError(f"nobody acts on the {STREETS[street]}")
    root = steps[0][0]
    if len(root.contenders) != 2:
        raise NotApplicableError(f"{len(root.contenders)} players see the {STREETS[street]}; two are solved")
    if len(root.board) != BOARD_CARDS[street]:
        raise NotApplicableError(f"the board of the {STREETS[street]} is not known")
    first, second = root.contenders
    stack = min(root.behind[first], root.behind[second])
    return Contest(root, (first, second), stack, tuple(_played(steps, root, stack)))


def _played(steps: list[tuple[HandState, str]], root: HandState, stack: int) -> list[Played]:
    found: list[Played] = []
    line: list[str] = []
    words: list[str] = []
    base, street = root.spent, root.street
    for at, action in steps:
        if at.street > street:
            line.append(show_cards(at.board[BOARD_CARDS[street] : BOARD_CARDS[at.street]]))
            base, street = at.spent, at.street
        word = _word(at, action, base, root, stack)
        words.append(word)
        found.append(Played(at, action, word, ", ".join(line), tuple(words)))
        line.append(word)
    return found


def _word(at: HandState, action: str, base: tuple[int, ...], root: HandState, stack: int) -> str:
    """An action in the words of a line: totals on the street, none above what the shorter stack can match."""
    if action == "f":
        return "fold"
    p = at.player
    if action == "c":
        return "call" if at.level > at.spent[p] else "check"
    total = at.act(action).spent[p]
    most = root.spent[p] + stack
    if total >= most:
        return "allin"
    return f"{'raise' if at.level > base[p] else 'bet'} {total - base[p]}"


def root_ranges(
    found: Contest, base: HandAgent, given: tuple[FloatArray, FloatArray] | None, seats: Sequence[int]
) -> tuple[FloatArray, FloatArray]:
    """`[1326]` each, of who acts first and second at the root: given, or by the way the base's mix leads there.

    The hands that those in `seats` hold are always in: their values are asked for.
    """
    root = found.root
    if given is not None:
        reach = [np.where(blocked(root.board), 0.0, weights) for weights in given]
    elif root.rules.seats != 2:
        raise NotApplicableError(f"{root.rules.seats} players sat down, and no ranges are given")
    else:
        reach = [ranges_by(base, root)[seat] for seat in found.seats]
    with_held(found, reach, seats)
    for place, seat in enumerate(found.seats):
        if not reach[place].any():
            raise NotApplicableError(f"the range of seat {seat} holds no hand")
    if not float(reach[0] @ met(reach[1])) > 0:
        raise NotApplicableError("the two ranges hold no hands that can meet")
    return reach[0] / reach[0].max(), reach[1] / reach[1].max()


def ranges_by(base: HandAgent, state: HandState) -> list[FloatArray]:
    """`[2, 1326]`: what both may hold if they played as the base does, each size taken for the likest that it has.

    At a table that is not its own the base reads the hand as one at its own (`as_known`).
    """
    found = [np.ones(NUM_HANDS), np.ones(NUM_HANDS)]
    for at, action in as_known(base, state).steps():
        rows = rows_of(base, at)
        after = found[at.player] * row_of(rows, taken_for(action, list(rows), at) or action)
        after = np.where(blocked(at.board), 0.0, after)
        if (most := float(after.max())) > 0:
            found[at.player] = after / most
    return [np.where(blocked(state.board), 0.0, reach) for reach in found]


def taken_for(action: str, known: Sequence[str], at: HandState) -> str | None:
    """The action itself, or of a raise the size that is likest by pot odds (pseudo-harmonic); None for nothing."""
    raises = sorted(int(name[1:]) for name in known if name[0] == "r" and len(name) > 1)
    if action in known or action[0] != "r" or not raises:
        return action if action in known else None
    shares = [(total - at.level) / (2 * at.level) for total in (int(action[1:]), *raises)]
    return f"r{raises[translation(shares[0], shares[1:], False)[0][0]]}"


def as_known(base: HandAgent, state: HandState) -> HandState:
    """A hand of two as a player who was made for one table reads it: there, every bet in its chips, without antes.

    The hand itself where the table fits; refused where the line cannot be played there.
    """
    made = getattr(base, "rules", None)
    if not isinstance(made, HandRules) or not stranger(base, state.rules):
        return state
    at, unit = HandState.start(made, state.hole), made.big_blind / state.rules.big_blind
    for real, action in state.steps():
        if at.is_over or (at.player, at.street) != (real.player, real.street):
            raise NotApplicableError(f"a line that cannot be played with the stacks of {base.name}")
        at = at.deal(real.board[len(at.board) :])
        at = at.act(at.mended(f"r{round(int(action[1:]) * unit)}" if action[0] == "r" else action))
    return at.deal(state.board[len(at.board) :])


def stranger(base: HandAgent, rules: HandRules) -> str:
    """Why a table is not the one that a player was made for; "" where it fits."""
    try:
        table_note(base, rules)
    except NotApplicableError as error:
        return str(error)
    return ""


def with_hand(reach: FloatArray, hole: tuple[int, ...]) -> FloatArray:
    """A range with two cards that are held, a little of them at least; as it is where they are not known.

    >>> float(with_hand(np.zeros(1326), (0, 1)).sum() > 0)
    1.0
    """
    if len(hole) != 2:
        return reach
    held, found = hand_index(*hole), reach.copy()
    found[held] = max(found[held], LEAST * (float(reach.max()) or 1.0))
    return found


def with_held(found: Contest, reach: Sequence[FloatArray], seats: Sequence[int]) -> None:
    """Put the hands that those in `seats` hold into their ranges, in place: a little of each, for their values."""
    for place, seat in enumerate(found.seats):
        if seat in seats:
            reach[place][:] = with_hand(reach[place], found.root.hole[seat])


def spot_of(
    found: Contest,
    ranges: tuple[FloatArray, FloatArray],
    seconds: float,
    memory: int,
    at: Played | None = None,
) -> Spot | None:
    """The spot of a contest with all sizes that were played in its tree: the first that fits; None where none does.

    at: the spot begins with this decision of its first street, instead of at the root.
    """
    played = found.played if at is None else (at,)
    bets = [p for p in played if p.word.split()[0] in ("bet", "raise", "allin")]
    lines = [p.word if at is not None else ", ".join(p.words) for p in bets]
    root = found.root
    for name in (*TREES, "smallest"):
        menu = SMALLEST if name == "smallest" else {"tree": name}
        spot = Spot(
            show_cards(root.board), root.pot, found.stack, ranges[0], ranges[1], chip=1, add_lines=lines,
            start="" if at is None else at.line, **menu,
        )  # fmt: skip
        forecast = spot.plan()
        if forecast.seconds <= seconds and forecast.bytes <= memory:
            return spot
    return None

"""Gate: what the opponent has elsewhere, hand by hand, so that a spot can be solved again without opening a hole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, quote, suggest, text_of
from tianji.holdem.spot.tree import PLAYERS
from tianji.poker.cards import NUM_HANDS, blocked, hand_names, show_cards
from tianji.poker.isomorphism import rename_hands, symmetries
from tianji.poker.ranges import Range
from tianji.subgame.technique import Technique

if TYPE_CHECKING:
    from tianji.holdem.spot.spot import Spot

FloatArray = npt.NDArray[np.float64]
ByHand = Mapping[str, float] | str | float | npt.ArrayLike
MOST = 1e12  # chips
ALIKE = 1e-6  # of the pot: alternatives of hands that are equal by suit may differ so much by rounding
TREMBLE = 0.03  # how often the opponent enters with any hand, where a gate is refined

TECHNIQUES: dict[str, Technique] = {
    "unsafe": Technique("unsafe"),
    "resolve": Technique("resolve"),
    "maxmargin": Technique("maxmargin"),
    "distributional": Technique("resolve", payoffs="distributional"),
    "combined": Technique("combined"),
    "refined-resolve": Technique("resolve", refine=TREMBLE),
    "refined-maxmargin": Technique("maxmargin", refine=TREMBLE),
    "reach-resolve": Technique("resolve", gifts="split"),
    "reach-maxmargin": Technique("maxmargin", gifts="split"),
    "reach-distributional": Technique("resolve", payoffs="distributional", gifts="split"),
    "reach-combined": Technique("combined", gifts="split"),
    "reach-refined-resolve": Technique("resolve", gifts="split", refine=TREMBLE),
    "reach-refined-maxmargin": Technique("maxmargin", gifts="split", refine=TREMBLE),
}


class Gate:
    """What the opponent has elsewhere, and how `player` solves his spot again knowing it (`Spot.solve(gate=…)`).

    player: who solves again, the resolver, "oop" or "ip"; his reach is his range in the spot. alternatives: what every
    hand that the opponent may hold would be worth to him by the old strategy, in chips, as `Solution.ev` counts them:
    his expected chips from here on, his share of the pot included, chips already bet not counted as lost
    (`Solution.alternatives` makes them). They are a dict or a text by hands (`{"AA": 80, "KQs": 12}`, `"AA: 80, KQs:
    12"`; later ones override), 1,326 numbers (NaN for hands that he cannot hold), or one number for all hands.

    technique: "unsafe", "resolve", "maxmargin", "distributional" or "combined", "refined-resolve" or
    "refined-maxmargin" (three times in a hundred every hand enters), with "reach-" where gifts count; or a
    `tj.subgame.Technique`. gifts: by hand, what the opponent gave up on the way here, added to the alternatives; a
    technique's factor multiplies them. spread: by hand, standard deviations of random alternatives. The opponent's own
    range in the spot is used by unsafe and combined alone. Brown & Sandholm (2017).

    >>> gate = Gate("oop", {"KK": 40, "KhKc": 45}, "reach-maxmargin", gifts="KK: 2")
    >>> gate, float(gate.alternatives[gate.hands].max())
    (Gate('oop', reach-maxmargin, 6 hands), 45.0)
    """

    player: int
    alternatives: FloatArray
    technique: str
    gifts: FloatArray
    spread: FloatArray

    def __init__(
        self,
        player: str | int,
        alternatives: ByHand,
        technique: str | Technique = "maxmargin",
        *,
        gifts: ByHand | None = None,
        spread: ByHand | None = None,
    ) -> None:
        who = {"oop": 0, "ip": 1, "0": 0, "1": 1}.get(text_of(player).strip().lower())
        if who is None:
            raise ParameterError(f"gate: player={quote(player)}; expected 'oop' or 'ip', who solves again")
        name, factor = _technique(technique)
        alternative = read_by_hand(alternatives, "alternatives", -MOST)
        if np.isnan(alternative).all():
            raise ParameterError(
                f"gate: alternatives={quote(alternatives)} has no hand; give the opponent's hands"
            )
        gift = _besides(gifts, "gifts", name, "reach-", "what the opponent gave up, by hand")
        wide = _besides(spread, "spread", name, "distributional", "standard deviations, by hand")
        vars(self).update(
            player=who, alternatives=alternative, technique=name, gifts=factor * gift, spread=wide
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Gate does not change; make another with its {name}")

    @property
    def opponent(self) -> int:
        """The other player, whose hands come through the gate."""
        return 1 - self.player

    @property
    def hands(self) -> npt.NDArray[np.bool_]:
        """`[1326]`: the hands that the opponent may hold."""
        return ~np.isnan(self.alternatives)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gate) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.player, self.technique, self.alternatives.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Gate.from_dict, (self.to_dict(),)

    def __repr__(self) -> str:
        return f"Gate({PLAYERS[self.player]!r}, {self.technique}, {int(self.hands.sum())} hands)"

    def to_dict(self) -> dict[str, Any]:
        """The gate as plain values (JSON, TOML)."""
        found: dict[str, Any] = {"player": PLAYERS[self.player], "technique": self.technique}
        for name in ("alternatives", "gifts", "spread"):
            values, needed = getattr(self, name), name == "alternatives"
            chosen = self.hands & (needed | (values != 0))
            if needed or chosen.any():
                found[name] = {hand_names()[h]: float(values[h]) for h in np.flatnonzero(chosen)}
        for name, technique in (("gifts", "reach-"), ("spread", "distributional")):
            if technique in self.technique:
                found.setdefault(name, {})
        return found

    @staticmethod
    @checked
    def from_dict(data: Mapping[str, Any], where: str = "gate") -> Gate:
        """The gate that `to_dict` wrote, or a file holds; unknown fields are refused by name."""
        known = ["player", "alternatives", "technique", "gifts", "spread"]
        for key in data:
            if key not in known:
                raise UnknownNameError(f"{where}: no field {quote(key)}; {suggest(text_of(key), known)}")
        for key in ("player", "alternatives"):
            if key not in data:
                raise ParameterError(
                    f"{where}: the field {key!r} is missing; expected player and alternatives"
                )
        return Gate(**data)

    @staticmethod
    @checked
    def load(path: str | Path) -> Gate:
        """A gate from a TOML or JSON file; it may say `solve = "turn.tianji"` and `line = "…"` for the alternatives."""
        from tianji.holdem.files.gates import load_gate

        return load_gate(path)

    def behind(self, spot: Spot) -> Behind:
        """The gate laid out for a spot; what does not fit is refused in a sentence."""
        if spot.rake[0]:
            raise NotApplicableError(
                f"gate: the spot has rake={spot.rake!r}; what is safe is known of zero-sum games only, leave rake out"
            )
        who = PLAYERS[self.opponent]
        held, theirs = self.hands & ~blocked(spot.cards), spot.weights[self.opponent]
        missing = np.flatnonzero((theirs > 0) & ~held)
        if len(missing):
            raise ParameterError(
                f"gate: alternatives has nothing for {who}'s {hand_names()[missing[0]]}, which is in his range; give "
                "chips for every hand that he may hold"
            )
        if not held.any():
            raise ParameterError(
                f"gate: alternatives has no hand of {who}'s that is left on the board {show_cards(spot.cards)}"
            )
        alternatives = np.where(held, self.alternatives + self.gifts, 0.0)
        ours = spot.weights[self.player]
        rows = [alternatives, np.where(held, self.spread, 0.0), theirs / theirs.max()]
        rows = even_out(spot.cards, [ours, held.astype(np.float64)], rows, ALIKE * spot.pot)
        return Behind(self, held, rows[0] - spot.tree().stake(0, self.opponent), rows[1], rows[2])


@dataclass(frozen=True, eq=False)
class Behind:
    """A gate laid out for a spot, `[1326]` each: the opponent's hands, and by hand, in the engine's units, alternatives
    with their gifts (relative to half the pot and what he has bet), spread, and his range scaled to at most 1.
    """

    gate: Gate
    held: npt.NDArray[np.bool_]
    alt: FloatArray
    spread: FloatArray
    theirs: FloatArray

    def weights(self, spot: Spot) -> tuple[FloatArray, FloatArray]:
        """Both players' hands that the spot must hold, as ranges."""
        pair = list(spot.weights)
        pair[self.gate.opponent] = self.held.astype(np.float64)
        return pair[0], pair[1]

    @property
    def marks(self) -> list[FloatArray]:
        """What suits must have in common to be alike."""
        return [self.alt, self.spread, self.theirs]


def even_out(
    board: list[int], ranges: list[FloatArray], rows: list[FloatArray], within: float
) -> list[FloatArray]:
    """Rows `[1326]` in which hands equal by suit have the same number where they differ by rounding alone.

    A renaming of suits that keeps board and ranges counts where it keeps every row up to `within`.
    """
    kept = [rename_hands(r) for r in symmetries(board, ranges)]
    kept = [to for to in kept if all(np.abs(row[to] - row).max() <= within for row in rows)]
    first = np.min(kept, axis=0)
    return [row[first] for row in rows]


def read_by_hand(given: ByHand, name: str, low: float = 0.0) -> FloatArray:
    """`[1326]`: a number for every hand that is named, NaN for the others.

    >>> float(np.nansum(read_by_hand("AA: -2, AcAd: 4", "alternatives", -1e9)))
    -6.0
    """
    where = f"gate: {name}"
    if isinstance(given, str):
        given = _from_text(given, where)
    found = np.full(NUM_HANDS, np.nan)
    if isinstance(given, Mapping):
        for hands, value in given.items():
            if not isinstance(hands, str):
                raise ParameterError(
                    f"{where} has the key {quote(hands)}; expected hands such as 'AA' or 'KhQh'"
                )
            found[Range.parse(hands, where).weights > 0] = _number(
                value, f"{where} of {quote(hands, 40)}", low
            )
        return found
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        return np.full(NUM_HANDS, _number(given, where, low))
    try:
        found = np.array(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        found = np.zeros(0)
    if found.shape != (NUM_HANDS,):
        raise ParameterError(
            f"{where}={quote(given)}; expected chips by hand: {{'AA': 80, 'KQs': 12}}, the text 'AA: 80, KQs: 12', or "
            f"{NUM_HANDS} numbers"
        )
    bad = np.flatnonzero(~np.isnan(found) & ~((found >= low) & (found <= MOST)))
    if len(bad):
        _number(float(found[bad[0]]), f"{where} of {hand_names()[bad[0]]}", low)
    return found


def _from_text(text: str, where: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for part in (part.strip() for part in text.replace("\n", ",").replace(";", ",").split(",")):
        hands, colon, number = part.rpartition(":")
        if not part:
            continue
        try:
            value = float(number)
        except ValueError:
            value, colon = 0.0, ""
        if not colon or not hands.strip():
            raise ParameterError(
                f"{where} reads {quote(part, 60)}; expected hands, a colon and chips, as in 'AA: 80'"
            )
        found.pop(hands.strip(), None)
        found[hands.strip()] = value
    return found


def _number(value: object, where: str, low: float) -> float:
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if not is_number or not low <= value <= MOST:  # type: ignore[operator]
        wanted = "chips, a number" if low < 0 else "a number of at least 0"
        raise ParameterError(f"{where} is {quote(value)}; expected {wanted}")
    return float(value)  # type: ignore[arg-type]


def _besides(given: ByHand | None, field: str, technique: str, user: str, what: str) -> FloatArray:
    """Gifts or spreads, 0 for hands that are not named; refused where the technique is no `user` of them."""
    is_used = user in technique
    if given is None and is_used:
        raise ParameterError(f"gate: technique {technique!r} needs {field}=, {what}")
    if given is not None and not is_used:
        raise ParameterError(
            f"gate: technique {technique!r} takes no {field}; leave it out, or name one with {user!r} in its name"
        )
    return np.zeros(NUM_HANDS) if given is None else np.nan_to_num(read_by_hand(given, field))


def _technique(technique: str | Technique) -> tuple[str, float]:
    """The name of a technique in the table, and how often it counts gifts."""
    if isinstance(technique, Technique):
        return _value(technique)
    name = text_of(technique).strip().lower().replace("_", "-").replace(" ", "-")
    if name not in TECHNIQUES:
        raise UnknownNameError(f"gate: no technique {quote(technique)}; {suggest(name, list(TECHNIQUES))}")
    return name, 1.0


def _value(technique: Technique) -> tuple[str, float]:
    """A technique of `tj.subgame`, as far as it means something to hand vectors."""
    is_refined = technique.refine == TREMBLE
    plain = Technique(technique.gadget, technique.payoffs, technique.gifts)
    if technique != replace(plain, refine=TREMBLE if is_refined else None):
        if technique.refine is not None:
            raise NotApplicableError(
                f"gate: {quote(technique)}: a gate is refined by a tremble of {TREMBLE:g}; say refine={TREMBLE:g}"
            )
        raise NotApplicableError(
            f"gate: {quote(technique)}: a spot is solved by CFR (method= of solve), payoffs and gifts are given by "
            f"hand; use {plain!r}"
        )
    if technique.gifts == "not-split":
        raise NotApplicableError(
            "gate: gifts='not-split' needs the number of chance's branches, which a spot does not know; give a factor"
        )
    name = "distributional" if technique.is_random else technique.gadget
    name = f"refined-{name}" if is_refined else name
    if technique.gifts == "none":
        return name, 1.0
    return f"reach-{name}", technique.gifts if isinstance(technique.gifts, float) else 1.0

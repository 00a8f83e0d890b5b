"""What requests about hold'em may say; the library says what each field may be."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tianji.studio.schemas import Strict, Tag

RangeText = Annotated[str, Field(max_length=20_000)]
SizeText = Annotated[str, Field(max_length=120)]
Line = Annotated[str, Field(max_length=400)]
Street = Literal["flop", "turn", "river"]
Seat = Literal["oop", "ip"]
Sizes = SizeText | dict[Street, SizeText | dict[Seat, SizeText]]
Number = Annotated[float, Field(allow_inf_nan=False)]
Shares = Annotated[dict[Annotated[str, Field(max_length=60)], Number], Field(max_length=20)]


class LockBody(Strict):
    """A strategy that is fixed after a line: for the whole range, or by hands."""

    line: Line
    strategy: Shares | Annotated[dict[RangeText, Shares], Field(max_length=1326)]


class EditedBody(Strict):
    """Strategies to be played in place of a solve's, and the line after which EVs are told."""

    edits: Annotated[list[LockBody], Field(min_length=1, max_length=20)]
    line: Line = ""


class ShiftBody(Strict):
    """A line and, if its strategy is to be changed, which action is played how much more or less often."""

    line: Line = ""
    action: Annotated[str, Field(max_length=60)] = ""
    share: Annotated[float, Field(ge=-1, le=1)] = 0.0


class ImportBody(Strict):
    """What another program keeps: a text, or the text of a file."""

    text: Annotated[str, Field(min_length=1, max_length=65_536)]


class SpotBody(Strict):
    """The fields of `tianji.holdem.Spot`."""

    board: Annotated[str, Field(max_length=40)]
    pot: Number
    stack: Number
    oop: RangeText
    ip: RangeText
    tree: Annotated[str, Field(max_length=20)] | None = None
    bets: Sizes | None = None
    raises: Sizes | None = None
    donks: Sizes | None = None
    rake: Annotated[list[Number], Field(min_length=2, max_length=2)] | None = None
    add_allin: Number | None = None
    force_allin: Number | None = None
    merge: Number | None = None
    max_raises: Annotated[int, Field(le=100)] | None = None
    chip: Number | None = None
    allin_share: Number | None = None
    add_lines: Annotated[list[Line], Field(max_length=40)] | None = None
    remove_lines: Annotated[list[Line], Field(max_length=40)] | None = None
    locks: Annotated[list[LockBody], Field(max_length=40)] | None = None


class HoldemBody(Strict):
    """A spot, and when its solve ends."""

    spot: SpotBody
    until: Annotated[str, Field(max_length=20)] | None = None
    iterations: int | None = None
    seconds: Number | None = None
    threads: int | None = None
    storage: Literal["auto", "float32", "int16", "float64"] = "auto"


class ReportBody(HoldemBody):
    """A spot on many boards: so many of the built-in flops, or these."""

    boards: (
        Annotated[int, Field(ge=1, le=1755)]
        | Annotated[list[Annotated[str, Field(max_length=20)]], Field(min_length=1, max_length=1755)]
    )
    line: Line = ""


class ReviewBody(Strict):
    """Hands that were played, as PHH or a dealer's log; whose decisions are priced, and with which ranges."""

    text: Annotated[str, Field(min_length=1, max_length=65_536)]
    me: Annotated[str, Field(max_length=80)] | None = None
    oop: RangeText | None = None
    ip: RangeText | None = None
    until: Annotated[str, Field(max_length=20)] | None = None
    hands: Annotated[int, Field(ge=1, le=1000)] | None = None
    each_seconds: Number | None = None
    seconds: Number | None = None
    threads: int | None = None


class Named(Strict):
    """What a run is called."""

    name: Annotated[str, Field(max_length=120)] = ""
    tags: Annotated[list[Tag], Field(max_length=12)] = []
    note: Annotated[str, Field(max_length=4000)] = ""


class NewHoldem(Named):
    """A solve to be started; parent: the run it was made from."""

    holdem: HoldemBody
    parent: Annotated[str, Field(max_length=10)] = ""


class NewReport(Named):
    """A report to be started."""

    report: ReportBody


class NewReview(Named):
    """Hands to be priced."""

    review: ReviewBody


class RangeBody(Strict):
    """A range to be read."""

    text: RangeText

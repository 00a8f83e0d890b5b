"""What requests may say: every field with its limits; what is not named here is refused."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Text = Annotated[str, Field(max_length=400)]
Tag = Annotated[str, Field(min_length=1, max_length=40)]


class Strict(BaseModel):
    """No unknown fields, no conversion of what was not meant."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Code(Strict):
    """The one-time code of the address that was printed."""

    code: Annotated[str, Field(min_length=1, max_length=100)]


class SolveLimits(Strict):
    """The arguments of `tianji.solve` that have a default."""

    iterations: int | None = None
    until: float | None = None
    seconds: float | None = None
    seed: int | None = None
    threads: int | None = None
    merge: bool | None = None


class SolveBody(SolveLimits):
    """The arguments of `tianji.solve`; the library says what each may be."""

    game: Annotated[str, Field(min_length=1, max_length=400)]
    method: Annotated[str, Field(min_length=1, max_length=60)] = "dcfr"


class NewRun(Strict):
    """A run to be started."""

    kind: Literal["solve"] = "solve"
    solve: SolveBody
    name: Annotated[str, Field(max_length=120)] = ""
    tags: Annotated[list[Tag], Field(max_length=12)] = []
    note: Annotated[str, Field(max_length=4000)] = ""


class SolveChanges(SolveLimits):
    """What a copy of a run asks differently; all else stays as it was."""

    method: Annotated[str, Field(min_length=1, max_length=60)] | None = None


class Copy(Strict):
    """A run to be started again from the beginning, with changes."""

    solve: SolveChanges = SolveChanges()
    name: Annotated[str, Field(max_length=120)] | None = None


Payoffs = Annotated[str, Field(min_length=1, max_length=20_000)]
Share = Annotated[float, Field(ge=0, le=1)]
Mixed = Annotated[list[Share], Field(min_length=1, max_length=400)]


class MatrixBody(Strict):
    """A table of payoffs as it is typed, with the names of rows and columns."""

    payoffs: Payoffs
    actions: Annotated[list[Annotated[list[Tag], Field(max_length=400)]], Field(max_length=2)] | None = None


class CorrelatedBody(MatrixBody):
    """What a mediator is to aim at: the sum of payoffs, its least, the worse off of the two, or one player's."""

    objective: Literal["welfare", "anti-welfare", "egalitarian", "0", "1"] = "welfare"
    coarse: bool = False


class CoalitionsBody(Strict):
    """The worth of every coalition of two to five players, by bit mask: {0}, {1}, {0, 1}, {2}, …"""

    worth: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=40)]], Field(min_length=3, max_length=31)
    ]

    @model_validator(mode="after")
    def _is_all(self) -> Self:
        if len(self.worth) not in (3, 7, 15, 31):
            raise ValueError("expected 3, 7, 15 or 31 numbers: every coalition of two to five players")
        return self


class LearnBody(Strict):
    """The arguments of `tianji.matrix.learn`."""

    payoffs: Payoffs
    rule: Annotated[str, Field(max_length=60)] = "regret-matching"
    iterations: int = 1000
    start: Annotated[list[Mixed], Field(max_length=2)] | None = None


class FieldBody(Strict):
    """A rule of learning, and where the player begins who is not drawn."""

    payoffs: Payoffs
    rule: Annotated[str, Field(max_length=60)] = "replicator"
    start: Annotated[list[Mixed], Field(min_length=2, max_length=2)]


class TournamentBody(Strict):
    """The arguments of `tianji.matrix.tournament`."""

    payoffs: Payoffs
    rounds: Annotated[int, Field(ge=1, le=1000)] = 200
    noise: Annotated[float, Field(ge=0, le=0.5)] = 0.0


class CoinBlueprint(Strict):
    """A blueprint of the coin toss: how often each side plays, and what is guessed (heads, tails, forfeit)."""

    play_heads: Share
    play_tails: Share
    guess: Annotated[list[Share], Field(min_length=3, max_length=3)]


class SolvedBlueprint(Strict):
    """A blueprint of so many iterations of a method."""

    method: Annotated[str, Field(max_length=60)] = "cfr+"
    iterations: Annotated[int, Field(ge=1, le=100_000)]


class SubgameBody(Strict):
    """Subgames to be solved again: where, by what, and what they improve; nothing stands for the paper's blueprint."""

    game: Annotated[str, Field(min_length=1, max_length=400)] = "coin_toss"
    level: Annotated[str, Field(max_length=60)] = "play"
    technique: Annotated[str, Field(max_length=120)] = "maxmargin"
    player: Annotated[int, Field(ge=0, le=1)] = 1
    blueprint: CoinBlueprint | SolvedBlueprint | None = None


class TableOpponent(Strict):
    """Who sits on the other side: a run's strategy, an engine, one who plays evenly, one who solves first.

    Of hold'em a player: one of `GET /players`, and the seconds that one who thinks has for a decision.
    """

    kind: Literal["run", "engine", "uniform", "solve", "player"]
    player: Annotated[str, Field(max_length=100)] | None = None
    seconds: Annotated[float, Field(gt=0, le=10, allow_inf_nan=False)] | None = None
    run: Annotated[str, Field(max_length=20)] | None = None
    method: Annotated[str, Field(max_length=40)] = "mtdf"
    nodes: Annotated[int, Field(ge=1, le=200_000)] = 2000

    @model_validator(mode="after")
    def _has_run(self) -> Self:
        if self.kind == "run" and self.run is None:
            raise ValueError("an opponent of kind 'run' needs run, the name of one")
        if (self.kind == "player") != (self.player is not None) or (self.seconds and self.kind != "player"):
            raise ValueError(
                "player (and seconds, if it thinks) goes with an opponent of kind 'player', and with no other"
            )
        return self


class NewTable(Strict):
    """A table to play at; seat: null to change seats every round. stack: of hold'em, chips of both, blinds 50/100."""

    game: Annotated[str, Field(min_length=1, max_length=400)]
    opponent: TableOpponent
    seat: Annotated[int, Field(ge=0, le=99)] | None = None
    stack: Annotated[int, Field(ge=200, le=100_000)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**48)] | None = None

    @model_validator(mode="after")
    def _is_one_table(self) -> Self:
        if (self.game == "holdem") != (self.opponent.kind == "player"):
            raise ValueError(
                "the game 'holdem' is played against an opponent of kind 'player', and no other game is"
            )
        if self.stack is not None and self.game != "holdem":
            raise ValueError("stack goes with the game 'holdem', and with no other")
        return self


class NewMatch(Strict):
    """Rounds of one player against another, both of the kinds that a table takes, but none who solves first."""

    game: Annotated[str, Field(min_length=1, max_length=400)]
    players: Annotated[list[TableOpponent], Field(min_length=2, max_length=2)]
    rounds: Annotated[int, Field(ge=1, le=200)] = 20
    seed: Annotated[int, Field(ge=0, lt=2**48)] = 0
    stack: Annotated[int, Field(ge=200, le=100_000)] | None = None

    @model_validator(mode="after")
    def _is_one_match(self) -> Self:
        if any((self.game == "holdem") != (player.kind == "player") for player in self.players):
            raise ValueError("the game 'holdem' is played by players of kind 'player', and no other game is")
        if any(player.kind == "solve" for player in self.players):
            raise ValueError("nobody solves before a match; solve the game as a run, and name that")
        if self.stack is not None and self.game != "holdem":
            raise ValueError("stack goes with the game 'holdem', and with no other")
        return self


class NextRound(Strict):
    """The next round: in which seat, if in another than the table's; again: with what chance dealt in the last."""

    seat: Annotated[int, Field(ge=0, le=99)] | None = None
    again: bool = False


class Retry(Strict):
    """A decision to be tried again: the round, from 1, and which of one's own decisions in it, from 0."""

    round: Annotated[int, Field(ge=1, le=100_000)]
    turn: Annotated[int, Field(ge=0, le=10_000)]


class Act(Strict):
    """An action by its name; at: the round and turn that the reader has seen, so that none is played twice."""

    action: Annotated[str, Field(min_length=1, max_length=400)]
    at: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None


class SearchBody(Strict):
    """A position by its moves, from the beginning or from one in the game's notation; if it is to be searched, how.

    file: a tablebase or book of the workspace's folder files, asked about the position.
    """

    spec: Annotated[str, Field(min_length=1, max_length=400)]
    pos: Annotated[str, Field(max_length=400)] = ""
    moves: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=500)] = []
    method: Annotated[str, Field(max_length=40)] = ""
    depth: Annotated[int, Field(ge=1, le=200)] | None = None
    nodes: Annotated[int, Field(ge=1, le=2_000_000)] | None = None
    seconds: Annotated[float, Field(gt=0, le=5, allow_inf_nan=False)] | None = None
    goal: Annotated[float, Field(ge=-1e9, le=1e9)] | None = None
    file: Annotated[str, Field(max_length=100)] | None = None
    trace: bool = False


class RunChanges(Strict):
    """What may be changed about a run: nothing that its answer depends on."""

    name: Annotated[str, Field(max_length=120)] | None = None
    tags: Annotated[list[Tag], Field(max_length=12)] | None = None
    note: Annotated[str, Field(max_length=4000)] | None = None


class WorkspaceSettings(Strict):
    """What all runs heed: cores of a worker, GiB of a hold'em solve; null for all there is."""

    threads: Annotated[int, Field(ge=1, le=1024)] | None = None
    memory_gib: Annotated[float, Field(gt=0, le=65536)] | None = None


class DeckChanges(Strict):
    """What may be changed about a deck."""

    name: Annotated[str, Field(min_length=1, max_length=120)]


class Nothing(Strict):
    """An empty body."""


class NewDeck(Strict):
    """A deck of a run's decisions, of all players or of some; or of one's own decisions at a table."""

    run: Annotated[str, Field(max_length=20)] | None = None
    table: Annotated[str, Field(max_length=20)] | None = None
    name: Annotated[str, Field(max_length=120)] = ""
    players: (
        Annotated[list[Annotated[int, Field(ge=0, le=99)]], Field(min_length=1, max_length=10)] | None
    ) = None

    @model_validator(mode="after")
    def _is_of_one(self) -> Self:
        if (self.run is None) == (self.table is None):
            raise ValueError("a deck is made of a run or of a table; name one of them")
        return self


class NextCard(Strict):
    """Which card to ask: worst: those that were answered badly, until they are not. line, street: of those alone."""

    worst: bool = False
    line: Annotated[str, Field(max_length=400)] | None = None
    street: Literal["flop", "turn", "river"] | None = None


class CardAnswer(Strict):
    """What was chosen on a card: the number of the action, from 0."""

    key: Annotated[str, Field(min_length=1, max_length=2000)]
    action: Annotated[int, Field(ge=0, le=10_000)]


class NewHand(Strict):
    """A hand to be played through; seat: 0 out of position, 1 in position, null for one after the other."""

    seat: Annotated[int, Field(ge=0, le=1)] | None = None


class HandMove(Strict):
    """A decision in a hand: the number of the action, from 0; at: the hand's number and the decisions seen so far."""

    action: Annotated[int, Field(ge=0, le=10_000)]
    at: Annotated[list[int], Field(min_length=2, max_length=2)]


class FilePiece(Strict):
    """A piece of a file: its name, all its bytes, where this piece begins, and the piece as texts in base64."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    size: Annotated[int, Field(ge=1, le=2**40)]
    at: Annotated[int, Field(ge=0, le=2**40)]
    parts: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=65_536)]], Field(min_length=1, max_length=16)
    ]


class RangePlace(Strict):
    """Where a range is kept: a folder ("" for none) and a name."""

    folder: Annotated[str, Field(max_length=60)] = ""
    name: Annotated[str, Field(min_length=1, max_length=60)]


class KeptRange(RangePlace):
    """A range that is to be kept, as text."""

    text: Annotated[str, Field(min_length=1, max_length=20_000)]

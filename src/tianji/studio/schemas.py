"""What requests may say: every field with its limits; what is not named here is refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Text = Annotated[str, Field(max_length=400)]
Tag = Annotated[str, Field(min_length=1, max_length=40)]


class Strict(BaseModel):
    """No unknown fields, no conversion of what was not meant."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Code(Strict):
    """The one-time code of the address that was printed."""

    code: Annotated[str, Field(min_length=1, max_length=100)]


class SolveBody(Strict):
    """The arguments of `tianji.solve`; the library says what each may be."""

    game: Annotated[str, Field(min_length=1, max_length=400)]
    method: Annotated[str, Field(min_length=1, max_length=60)] = "dcfr"
    iterations: int | None = None
    until: float | None = None
    seconds: float | None = None
    seed: int | None = None
    threads: int | None = None
    merge: bool | None = None


class NewRun(Strict):
    """A run to be started."""

    kind: Literal["solve"] = "solve"
    solve: SolveBody
    name: Annotated[str, Field(max_length=120)] = ""
    tags: Annotated[list[Tag], Field(max_length=12)] = []
    note: Annotated[str, Field(max_length=4000)] = ""


class RunChanges(Strict):
    """What may be changed about a run: nothing that its answer depends on."""

    name: Annotated[str, Field(max_length=120)] | None = None
    tags: Annotated[list[Tag], Field(max_length=12)] | None = None
    note: Annotated[str, Field(max_length=4000)] | None = None


class Nothing(Strict):
    """An empty body."""

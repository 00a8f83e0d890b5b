"""Strategies as users read and save them: information set → probabilities of its actions."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core import schema, storage
from tianji.core.arguments import checked, checked_init
from tianji.core.game import Game
from tianji.core.result import Result, rows_html
from tianji.core.schema import Array, Schema
from tianji.core.text import is_intact, signed
from tianji.errors import FileFormatError, GameRuleError, ParameterError, StrategyError, quote, quote_path

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]

SHOWN = 20  # infosets in a notebook's view
SUFFIXES = (".safetensors", ".json", ".csv")
TOLERANCE = 1e-6  # of a sum of probabilities
SAMPLE = "sample:"  # begins a digest that is a `core.walk.fingerprint`, not that of a whole compiled game
_UNVISITED = schema.text("error", "uniform")
_FIELDS = Schema(
    fields={"game": schema.text(), "players": schema.whole(1, 10_000), "unvisited": _UNVISITED},
    optional={"digest": schema.text()},
)
_JSON_FIELDS = Schema(
    fields={"game": schema.text(), "players": schema.listed(schema.table)},
    optional={"unvisited": _UNVISITED, "digest": schema.text()},
)


def label(key: Hashable) -> str:
    """A stable text for an infoset key or an action: strings as they are, the rest by `repr`, sets sorted.

    >>> label("Kpb"), label((2, "pb")), label(frozenset({2, 1}))
    ('Kpb', "(2, 'pb')", '{1, 2}')
    """
    if isinstance(key, str):
        return key
    if isinstance(key, frozenset):
        return "{" + ", ".join(sorted(label(k) for k in key)) + "}"
    if type(key) is tuple and any(isinstance(k, (frozenset, tuple)) for k in key):
        return "(" + ", ".join(repr(k) if isinstance(k, str) else label(k) for k in key) + ")"
    try:
        text = repr(key)
    except ValueError:  # a number of more digits than Python writes
        raise GameRuleError(f"the infoset key or action is {quote(key)}: it has no text") from None
    if " object at 0x" in text:
        raise GameRuleError(
            f"the infoset key or action {text} has no stable text; use strings, numbers or tuples, "
            "or give its class a __repr__"
        )
    return text


@dataclass(frozen=True)
class StrategyTable:
    """One player's behaviour strategy.

    labels: `[I]` texts of the infosets. actions: `[I]` tuples of action texts.
    first_slot: `[I + 1]` offsets. probs: `[Q]`, one number an infoset–action pair.
    """

    labels: list[str]
    actions: list[tuple[str, ...]]
    first_slot: IntArray
    probs: FloatArray

    @cached_property
    def index(self) -> dict[str, int]:
        """From the text of an infoset to its place."""
        return {text: i for i, text in enumerate(self.labels)}

    @classmethod
    def empty(cls) -> StrategyTable:
        """No infosets: what is not listed is answered by the strategy's `unvisited`."""
        return cls([], [], np.zeros(1, dtype=np.int32), np.zeros(0))

    def row(self, i: int) -> FloatArray:
        """The probabilities at the i-th infoset, a view."""
        return self.probs[self.first_slot[i] : self.first_slot[i + 1]]


def require_suffix(path: str | Path) -> str:
    """The format a strategy file's name asks for; refuses a suffix that names none.

    >>> require_suffix("kuhn.JSON")
    '.json'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise ParameterError(
            f"{quote_path(path)}: a strategy is written as {', '.join(SUFFIXES)}, not {suffix!r}; rename it"
        )
    return suffix


@checked_init
class Strategy(Result):
    """A behaviour strategy for every player of one game: infoset → probabilities.

    `game` is the spec of the game it belongs to, and `digest` what that game was (`FlatGame.digest`, or a
    `core.walk.fingerprint` where it is too large to compile; "" where nobody knows), so that rules that changed under
    the same name are noticed. `unvisited` says what an infoset that is not listed does: "error", or "uniform" for
    sampling methods that never met it.

    >>> strategy = Strategy.from_dict("coin", [{"start": {"H": 0.25, "T": 0.75}}])
    >>> strategy.at(0, "start")
    {'H': 0.25, 'T': 0.75}
    """

    def __init__(
        self, game: str, tables: Sequence[StrategyTable], unvisited: str = "error", digest: str = ""
    ) -> None:
        self.game = game
        self.digest = digest
        self.tables = list(tables)
        self.unvisited = unvisited

    @classmethod
    @checked
    def from_dict(
        cls,
        game: str,
        players: Sequence[Mapping[Any, Mapping[Any, object]]],
        unvisited: str = "error",
        digest: str = "",
    ) -> Strategy:
        """From one `{infoset: {action: probability}}` a player."""
        tables = []
        for player, infosets in enumerate(players):
            labels = [label(key) for key in infosets]
            actions = [tuple(label(a) for a in row) for row in infosets.values()]
            first = np.cumsum([0] + [len(a) for a in actions]).astype(np.int32)
            flat = [p for row in infosets.values() for p in row.values()]
            try:
                if not all(isinstance(p, Real) for p in flat):
                    raise TypeError
                probs = np.array(flat, dtype=np.float64)
            except (TypeError, ValueError, OverflowError):
                raise StrategyError(
                    f"player {player}: probabilities must be numbers, got {quote(flat)}"
                ) from None
            tables.append(StrategyTable(labels, actions, first, probs))
        strategy = cls(game, tables, unvisited, digest)
        strategy.check()
        return strategy

    @checked
    def check(self, tolerance: float = TOLERANCE) -> None:
        """Raise a `StrategyError` unless every row is a probability distribution."""
        for player, table in enumerate(self.tables):
            if table.probs.size and not (np.isfinite(table.probs).all() and table.probs.min() >= -tolerance):
                bad = int(np.flatnonzero(~np.isfinite(table.probs) | (table.probs < -tolerance))[0])
                i = int(np.searchsorted(table.first_slot, bad, "right")) - 1
                raise StrategyError(
                    f"player {player}, infoset {quote(table.labels[i])}: probability {float(table.probs[bad])!r}; "
                    "expected numbers from 0 to 1"
                )
            for i, text in enumerate(table.labels):
                total = float(table.row(i).sum())
                if abs(total - 1.0) > tolerance:
                    raise StrategyError(
                        f"player {player}, infoset {quote(text)}: probabilities sum to {total!r}, expected 1"
                    )

    def __len__(self) -> int:
        return sum(len(table.first_slot) - 1 for table in self.tables)

    def __repr__(self) -> str:
        return f"Strategy({self.game!r}, {len(self)} infosets)"

    def _repr_html_(self) -> str:
        rows = [{"player": p, "infoset": text, "plays": row} for p, text, row in islice(self.items(), SHOWN)]
        return rows_html(rows, caption=repr(self))

    @checked
    def probs(self, player: int, key: Hashable) -> FloatArray:
        """Probabilities at one infoset, in the order of its actions."""
        if not 0 <= player < len(self.tables):
            raise StrategyError(f"{self.game}: no player {player}; expected 0..{len(self.tables) - 1}")
        table = self.tables[player]
        i = table.index.get(label(key))
        if i is None:
            raise StrategyError(
                f"{self.game}: player {player} has no infoset {quote(label(key))} in this strategy"
            )
        return table.row(i)

    @checked
    def at(self, player: int, key: Hashable) -> dict[str, float]:
        """`{action: probability}` at one infoset."""
        row = self.probs(player, key)
        table = self.tables[player]
        return dict(zip(table.actions[table.index[label(key)]], (float(p) for p in row), strict=True))

    def items(self) -> Iterator[tuple[int, str, dict[str, float]]]:
        """Every (player, infoset, {action: probability})."""
        for player, table in enumerate(self.tables):
            for i, text in enumerate(table.labels):
                yield player, text, dict(zip(table.actions[i], (float(p) for p in table.row(i)), strict=True))

    # Files --------------------------------------------------------------------------------------------------

    @checked
    def save(self, path: str | Path, **extra: Any) -> None:
        """Write the strategy in the format its suffix names: .safetensors (checked, exact), .json or .csv.

        `extra` fields are kept with a .safetensors file, e.g. its exploitability; the text formats hold the
        strategy alone.
        """
        suffix = require_suffix(path)
        if suffix != ".safetensors":
            storage.write_atomic(path, (self.to_json() if suffix == ".json" else self.to_csv()).encode())
            return
        tensors: dict[str, np.ndarray] = {}
        for player, table in enumerate(self.tables):
            tensors[f"probs.{player}"] = table.probs
            tensors[f"first_slot.{player}"] = table.first_slot
            tensors[f"names.{player}"] = storage.pack_json([table.labels, table.actions])
        fields = {
            "game": self.game, "digest": self.digest, "players": len(self.tables), "unvisited": self.unvisited, **extra,
        }  # fmt: skip
        storage.save(path, "strategy", tensors, fields)

    @classmethod
    @checked
    def load(cls, path: str | Path, game: object = None) -> Strategy:
        """Read a strategy (.json, else safetensors); with `game`, refuse one that belongs to another game."""
        if Path(path).suffix.lower() == ".csv":
            raise FileFormatError(
                f"{quote_path(path)} is CSV, which does not name its game; load the .safetensors or .json file"
            )
        is_json = Path(path).suffix.lower() == ".json"
        strategy = cls._load_json(path) if is_json else cls._load_tensors(path)
        if game is not None:
            strategy.require(str(game), str(path), game=game if isinstance(game, Game) else None)
        return strategy

    @classmethod
    def _load_json(cls, path: str | Path) -> Strategy:
        try:
            return cls.from_json(storage.read_bytes(path).decode())
        except UnicodeDecodeError as error:
            raise FileFormatError(
                f"{quote_path(path)} is not UTF-8 text ({error.reason}); expected JSON"
            ) from None
        except (FileFormatError, StrategyError) as error:
            raise type(error)(f"{quote_path(path)}: {error}") from None

    @classmethod
    def _load_tensors(cls, path: str | Path) -> Strategy:
        file = storage.open_file(path, "strategy")
        where, fields = file.where, file.fields
        _FIELDS.check_fields(fields, where)
        arrays = {
            f"{name}.{p}": array
            for p in range(fields["players"])
            for name, array in {
                "probs": Array(low=-TOLERANCE, high=1 + TOLERANCE),
                "first_slot": Array("int"),
                "names": Array("bytes"),
            }.items()
        }
        tensors = {name: file[name][:] for name in file.tensors}
        Schema(arrays).check(tensors, fields, where)
        tables = []
        for p in range(fields["players"]):
            labels, actions = storage.unpack_names(tensors[f"names.{p}"], where)
            first = np.cumsum([0] + [len(a) for a in actions])
            probs = tensors[f"probs.{p}"].astype(np.float64)
            if first[-1] != probs.size or not np.array_equal(first, tensors[f"first_slot.{p}"]):
                raise FileFormatError(
                    f"{where}: the names of player {p} do not fit the probabilities; restore it from a copy"
                )
            tables.append(StrategyTable(labels, actions, first.astype(np.int32), probs))
        strategy = cls(fields["game"], tables, fields["unvisited"], fields.get("digest", ""))
        try:
            strategy.check()
        except StrategyError as error:
            raise FileFormatError(f"{where} is not a strategy: {error}") from None
        return strategy

    def require(
        self, spec: str, where: str = "this strategy", digest: str = "", game: Game[Any, Any] | None = None
    ) -> None:
        """Raise unless the strategy was made for the game `spec` and, where both are known, for what it is now.

        A strategy of a game too large to compile carries a `fingerprint` of the rules, which is taken of `game` again.
        """
        if self.game != spec:
            raise StrategyError(
                f"{where} belongs to {quote(self.game)}, not to {spec!r}; load the game it was made for"
            )
        if self.digest.startswith(SAMPLE):
            from tianji.core.walk import fingerprint

            digest = "" if game is None else fingerprint(game)
        if self.digest and digest and self.digest != digest:
            raise StrategyError(
                f"{where} belongs to {quote(self.game)} as it was: its rules or payoffs have changed; solve it again"
            )

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: `{"game": …, "players": [{infoset: {action: probability}}, …]}`."""
        players: list[dict[str, dict[str, float]]] = [{} for _ in self.tables]
        for player, text, row in self.items():
            players[player][text] = row
        about = {"digest": self.digest} if self.digest else {}
        return {"game": self.game, **about, "unvisited": self.unvisited, "players": players}

    def to_json(self) -> str:
        """The strategy as JSON text, with a checksum."""
        return json.dumps(signed(self.to_dict()), ensure_ascii=False, indent=1)

    @classmethod
    @checked
    def from_json(cls, text: str) -> Strategy:
        """The strategy that `to_json` wrote; the checksum may be missing, as in files written by hand."""
        try:
            data = json.loads(text, object_pairs_hook=_once)
            if not isinstance(data, dict):
                raise TypeError(f"a {type(data).__name__}")
            if not is_intact(data):
                raise FileFormatError(
                    "the strategy fails its checksum: it was altered or damaged; restore it from a copy, "
                    'or leave out its "sha256" if you changed it yourself'
                )
            _JSON_FIELDS.check_fields(data, "not a strategy in JSON")
            return cls.from_dict(
                data["game"], data["players"], data.get("unvisited", "error"), data.get("digest", "")
            )
        except (StrategyError, FileFormatError, GameRuleError):
            raise
        except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
            raise FileFormatError(
                f"not a strategy in JSON ({quote(str(error))}); "
                "expected {'game': …, 'players': [{infoset: {action: p}}, …]}"
            ) from None

    def to_csv(self) -> str:
        """Rows `player,infoset,action,probability`."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["player", "infoset", "action", "probability"])
        for player, text, row in self.items():
            writer.writerows([player, text, action, repr(p)] for action, p in row.items())
        return out.getvalue()


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose names are all different."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found

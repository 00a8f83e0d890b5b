"""Solution: what a solve found, asked line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.schema import Schema, listed, maybe, number, text, whole
from tianji.core.storage import File
from tianji.errors import FileFormatError, NotApplicableError, ParameterError, quote
from tianji.holdem.answer.gate import GateReport, gate_report, pack_figures, unpack_figures
from tianji.holdem.answer.node import RunOuts, SpotNode, run_outs, spot_node
from tianji.holdem.answer.tables import HandTable
from tianji.holdem.answer.view import View, Views
from tianji.holdem.engine.backend import TOLD, Backend, make_backend, measure, require_figures, set_locks
from tianji.holdem.engine.forecast import make_plan
from tianji.holdem.engine.gated import Figures, GatedSpot
from tianji.holdem.engine.runner import config_of, upgrade
from tianji.holdem.spot.gate import Gate
from tianji.holdem.spot.lines import Place, find_line, show_action
from tianji.holdem.spot.presets import with_donks
from tianji.holdem.spot.spot import Spot
from tianji.holdem.spot.tree import PLAYERS, STREETS
from tianji.kernels.constants import RESPONSE, VALUE
from tianji.poker.cards import NUM_HANDS, show_cards
from tianji.run.checkpoint import FIELDS, require_checks
from tianji.run.report import Check

_RUNNER = Schema(fields={"t": whole()})
_FIELDS = Schema(
    optional={
        "values": maybe(listed(number())), "exploitability": maybe(number(0)), "stopped": text(), "note": text(),
    }
)  # fmt: skip

Tensors = Mapping[str, npt.NDArray[Any]]


class SpotSolution(Result):
    """Strategies of both players, and the proof of how good they are.

    values: expected chips of OOP and IP at the start, their shares of the pot included. exploitability: the mean of
    both players' best-response gains, in chips; exploitability_pct: in percent of the pot; nash_conv: their sum.
    checks: the evaluations on the way; stopped: why the solve ended; note: what else there is to know. Lines are
    written as in `holdem.spot.lines`.
    """

    def __init__(
        self,
        spot: Spot,
        backend: Backend | None,
        method: str,
        iterations: int,
        seconds: float,
        stopped: str,
        checks: Sequence[Check],
        *,
        note: str = "",
        unsaved: str = "",
        values: list[float] | None = None,
        exploitability: float | None = None,
        can_go_on: bool = True,
        storage: str = "float32",
        gate: Gate | None = None,
        figures: Figures | None = None,
    ) -> None:
        self.spot, self.method, self.device = spot, method, "cpu" if backend is None else backend.device
        self._backend, self._storage, self._gate, self._figures = backend, storage, gate, figures
        self.iterations, self.seconds, self.stopped = iterations, seconds, stopped
        self.checks, self.note, self.unsaved = list(checks), note, unsaved
        self._values, self._can_go_on = values, can_go_on
        self._exploitability = exploitability
        self._views: Views | None = None
        if exploitability is None and self.checks and self.checks[-1].iterations == iterations:
            self._exploitability = self.checks[-1].exploitability

    @property
    def backend(self) -> Backend:
        """The spot in memory; laid out now, with uniform strategies, if the solve was ended before it was."""
        if self._backend is None:
            behind = None if self._gate is None else self._gate.behind(self.spot)
            self._backend = make_backend(self.spot, storage=self._storage, behind=behind)
        return self._backend

    @property
    def history(self) -> list[tuple[int, float, float]]:
        """Rows of (iteration, seconds, exploitability in chips)."""
        return [(c.iterations, c.seconds, c.exploitability) for c in self.checks]

    @property
    def values(self) -> list[float]:
        """Expected chips of OOP and IP at the start."""
        if self._values is None:
            tree = self.backend.tree
            self._values = [v + tree.stake(0, p) for p, v in enumerate(self.backend.values())]
        return self._values

    @property
    def exploitability(self) -> float:
        """The mean of both players' best-response gains, in chips; found now if the solve was cut short before."""
        if self._exploitability is None:
            self._exploitability = measure(self.backend, self.spot).exploitability
        return self._exploitability

    @property
    def gate(self) -> GateReport | None:
        """Margins, value and gap of a solve behind a gate, by the opponent's hand; None where there was no gate."""
        backend = self.backend
        if not isinstance(backend, GatedSpot):
            return None
        if self._figures is None:
            self._figures = backend.figures()
        return gate_report(self.spot, backend, self._figures)

    @property
    def exploitability_pct(self) -> float:
        """The same in percent of the pot."""
        return 100 * self.exploitability / self.spot.pot

    @property
    def nash_conv(self) -> float:
        """The sum of both players' best-response gains, in chips."""
        return 2 * self.exploitability

    @property
    def is_resumable(self) -> bool:
        """Whether the solve can be saved so that it goes on: it has its regrets, and they belong to its strategy."""
        tensors = self.backend.tensors(is_resumable=True)
        return self._can_go_on and any(a.any() for name, a in tensors.items() if name.startswith("regret"))

    @property
    def file_bytes(self) -> int:
        """How large a file of it will be, up to some kilobytes of text."""
        return self.backend.average_bytes

    def to_dict(self) -> dict[str, Any]:
        """The main figures, and how often OOP takes each action at the start."""
        return {
            "board": self.spot.board, "pot": self.spot.pot, "stack": self.spot.stack, "values": self.values,
            "exploitability": self.exploitability, "exploitability_pct": self.exploitability_pct,
            "nash_conv": self.nash_conv, "iterations": self.iterations, "seconds": self.seconds,
            "stopped": self.stopped, "method": self.method, "storage": self.backend.storage,
            "device": self.device, "actions": self.strategy("").means,
            "history": [list(row) for row in self.history], "note": self.note,
            **({} if (gate := self.gate) is None else {"gate": gate.to_dict()}),
        }  # fmt: skip

    def pack(self, is_resumable: bool = False) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
        """Arrays and plain values that `unpack` makes the same solution of: what files and pickles hold."""
        fields = {
            "config": config_of(self.spot, self.method, self.backend.storage, self._gate),
            "runner": {"t": self.iterations}, "seconds": self.seconds, "checks": [list(c) for c in self.checks],
            "stopped": self.stopped, "note": self.note.removesuffix(TOLD).rstrip(), "values": self.values,
            "exploitability": self.exploitability, "is_resumable": is_resumable,
        }  # fmt: skip
        if self.gate is not None and self._figures is not None:
            fields["gate"] = pack_figures(self._figures)
        return self.backend.tensors(is_resumable), fields

    @staticmethod
    def unpack(
        tensors: Tensors, fields: dict[str, Any], where: str = "pickle", file: File | None = None
    ) -> SpotSolution:
        """The solution of arrays and plain values; those of a large file are read, and compared, when asked for."""
        try:
            fields = upgrade(fields)
            for schema, part in ((FIELDS, fields), (_FIELDS, fields), (_RUNNER, fields["runner"])):
                schema.check_fields(part, f"{where!r} is not a complete solve")
            config = fields["config"]
            spot = Spot.from_dict(config["spot"], where)
            gate = None if config.get("gate") is None else Gate.from_dict(config["gate"], where)
            behind = None if gate is None else gate.behind(spot)
            held = sum(array.size for name, array in tensors.items() if name.startswith("average/"))
            needed = make_plan(spot, str(config["storage"]), 1, behind).entries
            if needed > 2 * held:  # before room is made for them
                raise FileFormatError(
                    f"{where!r} holds {held} numbers, its spot needs more; restore it from a copy"
                )
            backend = make_backend(spot, storage=str(config["storage"]), threads=1, behind=behind)
            if file is not None:
                file.schema = backend.schema(is_resumable=False)
            backend.use(
                tensors, where=where, verify=None if file is None else lambda n, a, b: file[n].verify(a, b)
            )
            if spot.locks:
                set_locks(backend, spot, "average")
            values, checks = fields.get("values"), [Check(*row) for row in fields["checks"]]
            require_checks(checks, fields["runner"]["t"], fields["seconds"], repr(where))
            found = SpotSolution(
                spot, backend, str(config["method"]), fields["runner"]["t"], float(fields["seconds"]),
                fields.get("stopped", ""), checks, note=fields.get("note", ""),
                values=values, exploitability=fields.get("exploitability"), gate=gate,
                figures=unpack_figures(fields["gate"], backend, where)
                if isinstance(backend, GatedSpot) and "gate" in fields else None,
            )  # fmt: skip
            if file is not None:
                told = require_figures(backend, spot, values, found._exploitability, where, file.is_verified)
                found.note = f"{found.note} {told}".strip()
            return found
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, (FileFormatError, ParameterError)):
                raise
            raise FileFormatError(
                f"{where!r} is not a complete solve ({quote(error)}); restore it from a copy"
            ) from None

    def __reduce__(self) -> tuple[Any, ...]:
        return SpotSolution.unpack, self.pack()

    def _at(self, line: str) -> tuple[Place, View, Any]:
        place = find_line(self.backend.tree, line)
        node = self.backend.tree.nodes[place.node]
        if node.kind == "deal":
            raise ParameterError(
                f"line {quote(line)} ends where a card is dealt; "
                f"add a card, such as {line[:80] + ', ' if line else ''}8h"
            )
        clash = [c for c in place.cards if c in self.spot.cards]
        if clash:
            raise ParameterError(
                f"line {quote(line)} deals {show_cards(clash)}, which is on the board {self.spot.board}"
            )
        if self._views is None:
            self._views = Views(self.backend)
        view, to = self._views.of(place.cards)
        return place, view, to

    def _table(
        self, kind: str, line: str, player: int, place: Place, view: View, to: Any, names: Any, data: Any
    ) -> HandTable:
        board = [*self.spot.cards, *place.cards]
        reach = view.reach(player, place.node)
        weight = reach * view.met(player, place.node)
        return HandTable(
            kind, line, show_cards(board), PLAYERS[player], list(names),
            np.asarray(to[view.board.combos[player]]), reach, weight, np.asarray(data),
        )  # fmt: skip

    def _player(self, place: Place, player: str | int | None) -> int:
        if player is None:
            node = self.backend.tree.nodes[place.node]
            return node.player if node.kind == "act" else 0
        known = {"oop": 0, "ip": 1, "0": 0, "1": 1}
        name = str(player).strip().lower()
        if name not in known:
            raise ParameterError(f"player={quote(player)}; expected 'oop' or 'ip'")
        return known[name]

    @checked
    def strategy(self, line: str = "") -> HandTable:
        """How the player to act plays each hand after a line: probabilities by action."""
        place, view, to = self._at(line)
        node = self.backend.tree.nodes[place.node]
        if node.kind != "act":
            raise ParameterError(
                f"line {quote(line)} ends the hand ({node.kind}); give a line that ends before a decision"
            )
        names = [show_action(self.backend.tree, node, a) for a in node.actions]
        return self._table("strategy", line, node.player, place, view, to, names, view.strategy(place.node).T)

    @checked
    def ev(self, line: str = "", player: str | int | None = None) -> HandTable:
        """Expected chips of each hand from a line on, the share of the pot included.

        Chips already bet are not counted as lost. For the player to act unless `player` says "oop" or "ip".
        """
        place, view, to = self._at(line)
        who = self._player(place, player)
        return self._table("ev", line, who, place, view, to, ["ev"], view.value(who, place.node)[:, None])

    @checked
    def alternatives(self, player: str | int, line: str = "") -> HandTable:
        """What each hand of `player`'s opponent is worth to him after a line when he plays his best from there on: CBV.

        In chips, counted as `ev` counts them, against the player's strategy here: what `Gate` takes where the player
        solves what follows again. Hands that can meet none of the player's are left out.
        """
        place, view, to = self._at(line)
        opponent = 1 - self._player(place, player)
        best = view.best_value(opponent, place.node)
        table = self._table("alternatives", line, opponent, place, view, to, ["cbv"], best[:, None])
        return table.where(np.isfinite(table.data[:, 0]))

    @checked
    def spot_after(self, line: str, **changes: Any) -> Spot:
        """The spot that begins where a line and its card lead: board, pot and stack there, both ranges as they arrive.

        Sizes stay those of this spot, as far as `changes` do not say otherwise.
        """
        place, view, to = self._at(line)
        tree, spot = self.backend.tree, self.spot
        node = tree.nodes[place.node]
        if node.kind != "act" or (node.parent >= 0 and tree.nodes[node.parent].kind != "deal"):
            raise ParameterError(
                f"line {quote(line)} does not end where a street begins; end it with a card, before all chips are in"
            )
        if spot.locks or spot.given["add_lines"] or spot.given["remove_lines"]:
            raise NotApplicableError(
                f"{spot!r} has locks or single lines, which a part of it cannot keep; write its Spot by hand"
            )
        ranges = []
        for p in (0, 1):
            weights = np.zeros(NUM_HANDS)
            weights[to[view.board.combos[p]]] = np.minimum(view.reach(p, place.node), 1.0)
            ranges.append(weights)
            if not weights.any():
                raise ParameterError(
                    f"line {quote(line)} is never played: {PLAYERS[p]} has no hand left there"
                )
        given = {**spot.given, "chip": spot.limits.chip, "start": ""}
        if given["donks"] is not None and node.aggressor == 1:  # no street before it knows who bet
            given["bets"] = with_donks(given["bets"], given["donks"], STREETS[node.street])
        pot = tree.pot + sum(tree.invested(node))
        board = show_cards([*spot.cards, *place.cards])
        own = {"board": board, "pot": pot, "stack": spot.stack - node.matched}
        return Spot(**{**given, **own, "oop": ranges[0], "ip": ranges[1], **changes})

    @checked
    def evaluate(self, edited: Mapping[str, Any]) -> SpotSolution:
        """With other strategies after some lines, by line, as `Spot.locked` takes them: measured, not solved again."""
        from tianji.holdem.answer.edited import evaluated

        return evaluated(self, edited)

    @checked
    def action_evs(self, line: str = "", *, best: bool = False) -> HandTable:
        """Expected chips of each action of each hand, for the player to act.

        After it he plays as the solve does, or with `best` his best: what an action could be worth that the solve never
        takes with a hand, and so has no mind about what follows.
        """
        place, view, to = self._at(line)
        node = self.backend.tree.nodes[place.node]
        mode = RESPONSE if best else VALUE
        names = [show_action(self.backend.tree, node, a) for a in node.actions]
        return self._table(
            "action evs", line, node.player, place, view, to, names, view.action_values(place.node, mode).T
        )

    @checked
    def equity(self, line: str = "", player: str | int | None = None) -> HandTable:
        """Each hand's equity against the opponent's range after a line."""
        place, view, to = self._at(line)
        who = self._player(place, player)
        share = view.equity(who, place.node)
        return self._table("equity", line, who, place, view, to, ["equity"], share[:, None])

    @checked
    def range(self, line: str = "", player: str | int | None = None) -> HandTable:
        """How much of each hand is left in a player's range after a line."""
        place, view, to = self._at(line)
        who = self._player(place, player)
        left = view.reach(who, place.node)[:, None]
        return self._table("range", line, who, place, view, to, ["weight"], left)

    @checked
    def node(self, line: str = "", *, values: bool = True) -> SpotNode:
        """One decision with all its parts, for both players; without `values` the strategy and the ranges alone."""
        return spot_node(self, line, values)

    @checked
    def cards(self, line: str) -> RunOuts:
        """What every next card does after a line that ends where one is dealt."""
        return run_outs(self, line)

    @checked
    def lines(self, line: str = "") -> list[str]:
        """The actions after a line, as words that can be appended to it."""
        node = self.backend.tree.nodes[find_line(self.backend.tree, line).node]
        return [str(a) for a in node.actions]

    @checked
    def save(self, path: str | Path, *, is_resumable: bool = False) -> None:
        """Write the solve to a file; with `is_resumable` its regrets too, twice the size, so that it can go on."""
        from tianji.holdem.files.solves import save_solution

        save_solution(path, self, is_resumable)

    @staticmethod
    @checked
    def load(path: str | Path) -> SpotSolution:
        """A solve from a file; its arrays are read when they are asked for."""
        from tianji.holdem.files.solves import load_solution

        return load_solution(path)

    def __repr__(self) -> str:
        return (
            f"SpotSolution({self.spot.board}, exploitability {self.exploitability_pct:.3g}% of pot, "
            f"values {self.values[0]:.4g} and {self.values[1]:.4g}, {self.iterations} iterations, {self.seconds:.3g} s)"
        )

    def _repr_html_(self) -> str:
        return f"<p>{self!r}</p>" + self.strategy("")._repr_html_()

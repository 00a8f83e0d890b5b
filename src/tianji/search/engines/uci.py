"""Engines that speak line by line: JSON for any game, UCI for chess."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from tianji.core.game import Game
from tianji.core.strategy import label
from tianji.errors import ParameterError, TianjiError
from tianji.search.api import methods, search
from tianji.search.result import SearchResult


class JsonEngine:
    """One JSON object a line in, one out; `id` is echoed, errors are answers.

    {"id": 1, "do": "new", "position": "44455"}        → {"id": 1, "ok": true, ...}
    {"do": "play", "action": "4"}                      → the position after it
    {"do": "search", "method": "mtdf", "seconds": 1}   → action, value, bound, line, stats
    {"do": "show"} {"do": "actions"} {"do": "undo"} {"do": "methods"} {"do": "quit"}
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.history: list[Any] = [game.initial()]
        self.running = True

    def handle(self, line: str) -> str:
        """The answer to one line."""
        number = None
        try:
            try:
                request = json.loads(line)
                number = request.get("id")
            except (ValueError, AttributeError):
                raise ParameterError(
                    f"engine: {line!r:.200} is no JSON object; send {{'do': 'search'}}"
                ) from None
            answer = {"ok": True, **self._do(dict(request))}
        except TianjiError as error:
            answer = {"ok": False, "error": str(error)}
        if number is not None:
            answer["id"] = number
        return json.dumps(answer)

    def _do(self, request: dict[str, Any]) -> dict[str, Any]:
        request.pop("id", None)
        command = request.pop("do", None)
        commands: dict[str, Callable[..., dict[str, Any]]] = {
            "new": self._new, "play": self._play, "undo": self._undo, "show": self._state,
            "actions": self._state, "search": self._search, "quit": self._quit,
            "methods": lambda: {"methods": methods()},
        }  # fmt: skip
        if command not in commands:
            raise ParameterError(f"engine: do={command!r}; expected one of {', '.join(commands)}")
        try:
            return commands[command](**request)
        except TypeError as error:
            raise ParameterError(f"engine: {command!r} cannot take {sorted(request)!r} ({error})") from None

    def _new(self, position: str | None = None) -> dict[str, Any]:
        self.history = [self.game.initial() if position is None else self.game.parse(position)]
        return self._state()

    def _play(self, action: str) -> dict[str, Any]:
        s = self.history[-1]
        legal = self.game.actions(s) if self.game.player(s) >= 0 else []
        for a in legal:
            if label(a) == str(action):
                self.history.append(self.game.result(s, a))
                return self._state()
        raise ParameterError(f"engine: action {action!r} is illegal; legal: {[label(a) for a in legal]!r}")

    def _undo(self) -> dict[str, Any]:
        if len(self.history) == 1:
            raise ParameterError("engine: nothing to undo; this is the first position")
        self.history.pop()
        return self._state()

    def _state(self) -> dict[str, Any]:
        s = self.history[-1]
        player = self.game.player(s)
        out: dict[str, Any] = {"player": player, "board": self.game.show(s)}
        if player >= 0:
            out["actions"] = [label(a) for a in self.game.actions(s)]
        else:
            out["utility"] = list(self.game.utility(s))
        return out

    def _search(self, method: str = "mtdf", **options: Any) -> dict[str, Any]:
        return search(self.game, self.history[-1], method, **options).to_dict()

    def _quit(self) -> dict[str, Any]:
        self.running = False
        return {}

    def serve(self, lines: Iterable[str], write: Callable[[str], None]) -> None:
        """Answer every line until `quit` or the end."""
        for line in lines:
            if line.strip():
                write(self.handle(line))
            if not self.running:
                return


class UciEngine:
    """The Universal Chess Interface: `uci`, `isready`, `ucinewgame`, `position`, `go`, `stop`, `quit`.

    `go` understands movetime, wtime/btime/winc/binc, movestogo, depth, nodes, mate and infinite; it is answered before
    the next line is read, so `stop` finds the search finished. `infinite` is a search of ten seconds.
    """

    def __init__(self, write: Callable[[str], None], method: str = "pvs") -> None:
        from tianji.games.chess import Chess

        self.game = Chess()
        self.state = self.game.initial()
        self.write, self.method = write, method
        self.running = True

    def handle(self, line: str) -> None:
        """Obey one line; unknown ones are ignored, as the protocol asks."""
        words = line.split()
        if not words:
            return
        command = words[0]
        if command == "uci":
            for row in ("id name Tianji", "id author the Tianji developers", "uciok"):
                self.write(row)
        elif command == "isready":
            self.write("readyok")
        elif command == "ucinewgame":
            self.state = self.game.initial()
        elif command == "position":
            self._position(words[1:])
        elif command == "go":
            self._go(words[1:])
        elif command == "quit":
            self.running = False

    def _position(self, words: list[str]) -> None:
        cut = words.index("moves") if "moves" in words else len(words)
        try:
            state = (
                self.game.initial() if words[:1] == ["startpos"] else self.game.parse(" ".join(words[1:cut]))
            )
            for move in words[cut + 1 :]:
                state = self.game.result(state, move)
            self.state = state
        except TianjiError as error:
            self.write(f"info string {error}")

    def _limits(self, words: list[str]) -> dict[str, Any]:
        number = {
            w: int(words[i + 1]) for i, w in enumerate(words[:-1]) if words[i + 1].lstrip("-").isdigit()
        }
        if "depth" in number:
            return {"depth": max(1, number["depth"]), "seconds": 600.0}
        if "nodes" in number:
            return {"nodes": max(1, number["nodes"])}
        if "movetime" in number:
            return {"seconds": max(0.01, 0.9 * number["movetime"] / 1000)}
        clock, bonus = ("wtime", "winc") if self.state.board.turn else ("btime", "binc")
        if clock in number:
            share = number[clock] / (number.get("movestogo", 30) + 1) + 0.8 * number.get(bonus, 0)
            return {"seconds": max(0.01, min(share, 0.5 * number[clock]) / 1000)}
        return {"seconds": 10.0}

    def _mate(self, words: list[str]) -> SearchResult | None:
        """The answer to `go mate N`, or None where that was not asked, or N moves are not enough."""
        from tianji.search.native.chess import fits

        asked = "mate" in words[:-1] and words[words.index("mate") + 1].isdigit()
        if not asked or not fits(self.game, self.state):
            return None
        plies = max(1, 2 * int(words[words.index("mate") + 1]) - 1)
        found = search(self.game, self.state, "dfpn", depth=plies, seconds=self._limits(words).get("seconds"))
        return found if found.verdict == "win" else None

    def _go(self, words: list[str]) -> None:
        if self.game.player(self.state) < 0:
            self.write("bestmove 0000")
            return
        found = self._mate(words) or search(self.game, self.state, self.method, **self._limits(words))
        stats = found.stats
        score = round(found.value * 10_000)
        if abs(found.value) == 1:
            moves = (len(found.line) + 1) // 2
            text = f"mate {stats.extra.get('mate_in', moves if found.value > 0 else -moves)}"
        else:
            text = f"cp {score}"
        self.write(
            f"info depth {max(1, stats.depth)} score {text} nodes {stats.nodes} nps {int(stats.nodes_per_second)} "
            f"time {int(1000 * stats.seconds)} pv {' '.join(found.line)}"
        )
        self.write(f"bestmove {found.action}")

    def serve(self, lines: Iterable[str]) -> None:
        """Obey every line until `quit` or the end."""
        for line in lines:
            self.handle(line)
            if not self.running:
                return

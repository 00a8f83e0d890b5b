"""Any game over JSON: one object a line in, one out."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from tianji.core.game import TERMINAL, Game
from tianji.core.lawful import lawful
from tianji.core.result import finite
from tianji.core.strategy import label
from tianji.core.walk import successors
from tianji.errors import ParameterError, TianjiError, quote
from tianji.run.clock import Clock
from tianji.run.limits import Limits
from tianji.run.stopping import Stop, Stopper
from tianji.search.api import methods, search
from tianji.search.engines.lines import Job, LineEngine, Write

PATIENCE = 10.0  # seconds that a search without a limit may still take when the input has ended
Commands = dict[str, tuple[Callable[..., dict[str, Any]], tuple[str, ...] | None]]
"""By name: what obeys, and the fields it takes; None: it is called with the stop event and the whole request."""


class JsonLines(LineEngine):
    """One JSON object a line in, one out; `id` is echoed, errors are answers.

    `stop` ends the work that runs, which answers with the best so far, and `quit` ends everything; both are heard
    while it runs. All else waits for its turn.
    """

    @abstractmethod
    def commands(self) -> Commands:
        """What the engine understands, beside `stop` and `quit`."""

    def urgent(self, line: str) -> bool:
        """`stop` and `quit`."""
        try:
            request = read(line)
        except ParameterError:
            return False
        command = request.get("do")
        if command not in ("stop", "quit") or not self.is_busy:
            return False
        self.stop()
        if command == "stop":
            self.write(self.handle(line))
            return True
        return False  # its answer comes last, in its turn

    def obey(self, job: Job) -> None:
        """Answer in turn."""
        self.write(self.handle(job.line, job.stop))

    def fault(self, job: Job, error: Exception) -> None:
        """Say that it is our mistake."""
        self.write(json.dumps({"ok": False, "error": f"engine: a fault of its own, {quote(error)}"}))

    def handle(self, line: str, stop: Stop = None) -> str:
        """The answer to one line."""
        request: dict[str, Any] = {}
        try:
            request = read(line)
            answer = {"ok": True, **self._do(dict(request), stop)}
        except TianjiError as error:
            answer = {"ok": False, "error": str(error)}
        if request.get("id") is not None:
            answer["id"] = request["id"]
        return json.dumps(finite(answer))

    def _do(self, request: dict[str, Any], stop: Stop) -> dict[str, Any]:
        command = request.pop("do", None)
        commands: Commands = {**self.commands(), "stop": (dict, ()), "quit": (self._quit, ())}
        if not isinstance(command, str) or command not in commands:
            raise ParameterError(f"engine: do={quote(command)}; expected one of {', '.join(commands)}")
        run, takes = commands[command]
        if takes is None:
            return run(stop, request)
        request.pop("id", None)
        for name in request:
            if name not in takes:
                raise ParameterError(f"engine: {command!r} does not take {quote(name)}")
        return run(**request)

    def _quit(self) -> dict[str, Any]:
        self.running = False
        return {}


class JsonEngine(JsonLines):
    """Any game of perfect information, or one that searches: positions in, the best move out.

    {"id": 1, "do": "new", "position": "44455"}        → {"id": 1, "ok": true, ...}
    {"do": "play", "action": "4"}                      → the position after it
    {"do": "search", "method": "mtdf", "seconds": 1}   → action, value, bound, line, stats
    {"do": "show"} {"do": "actions"} {"do": "undo"} {"do": "methods"} {"do": "stop"} {"do": "quit"}

    When the input ends, a search without a limit has ten seconds left.
    """

    def __init__(self, game: Game[Any, Any], write: Write = lambda _: None) -> None:
        super().__init__(write)
        self.game = lawful(game)
        self.history: list[Any] = [game.initial()]

    def commands(self) -> Commands:
        """Positions and searches."""
        return {
            "new": (self._new, ("position",)), "play": (self._play, ("action",)), "undo": (self._undo, ()),
            "show": (self._state, ()), "actions": (self._state, ()),
            "methods": (lambda: {"methods": methods()}, ()), "search": (self._search, None),
        }  # fmt: skip

    def _new(self, position: Any = None) -> dict[str, Any]:
        if position is not None and not isinstance(position, str):
            raise ParameterError(
                f"engine: position={quote(position)}; expected a text in the game's notation"
            )
        self.history = [self.game.initial() if position is None else self.game.parse(position)]
        return self._state()

    def _play(self, action: Any = None) -> dict[str, Any]:
        s = self.history[-1]
        legal = [a for a, _ in successors(self.game, s, self.game.player(s))]
        for a in legal:
            if label(a) == str(action):
                self.history.append(self.game.result(s, a))
                return self._state()
        raise ParameterError(
            f"engine: action {quote(action)} is illegal; legal: {quote([label(a) for a in legal], 400)}"
        )

    def _undo(self) -> dict[str, Any]:
        if len(self.history) == 1:
            raise ParameterError("engine: nothing to undo; this is the first position")
        self.history.pop()
        return self._state()

    def _state(self) -> dict[str, Any]:
        s = self.history[-1]
        player = self.game.player(s)
        out: dict[str, Any] = {"player": player, "board": self.game.show(s)}
        if player == TERMINAL:
            out["utility"] = list(self.game.utility(s))
        else:
            out["actions"] = [label(a) for a, _ in successors(self.game, s, player)]
        return out

    def _search(self, stop: Stop, request: dict[str, Any]) -> dict[str, Any]:
        request.pop("id", None)
        for name in ("game", "state", "stop", "progress"):
            if name in request:
                raise ParameterError(f"engine: 'search' does not take {name!r}; set a position with 'new'")
        if request.keys().isdisjoint(("depth", "nodes", "seconds")):
            stop = self._in_the_end(stop)
        return search(
            self.game, self.history[-1], request.pop("method", "mtdf"), stop=stop, **request
        ).to_dict()

    def _in_the_end(self, stop: Stop) -> Stop:
        """Stop a search without a limit some time after the input has ended: nobody is left to do it."""
        stopper, last = Stopper(stop), Clock(Limits(seconds=PATIENCE))

        def is_asked() -> bool:
            nonlocal last
            if not self.at_end.is_set():
                last = Clock(Limits(seconds=PATIENCE))
            return bool(stopper.reason) or last.is_over()

        return is_asked


def read(line: str) -> dict[str, Any]:
    """The object of a line, or a sentence on what it is instead."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        request = None
    if not isinstance(request, dict):
        raise ParameterError(
            f'engine: {quote(line.strip())} is no JSON object; send one such as {{"do": "search"}}'
        )
    return request

"""The Universal Chess Interface."""

from __future__ import annotations

import re
import threading
from typing import Any

from tianji.core.game import Game
from tianji.errors import ParameterError, TianjiError, quote
from tianji.run.stopping import Stop
from tianji.search.api import search
from tianji.search.engines.lines import Job, LineEngine, Write
from tianji.search.native.chess import fits
from tianji.search.result import Answer

NUMBERS = ("depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo")
MOST = 10**15  # more nodes or milliseconds than anybody has
FOREVER = 1e7  # seconds of `infinite`


class UciEngine(LineEngine):
    """`uci`, `isready`, `ucinewgame`, `position`, `go`, `stop`, `ponderhit`, `quit`.

    `go` understands movetime, wtime/btime/winc/binc, movestogo, depth, nodes, mate, infinite and ponder; the last two
    answer when `stop` (or `ponderhit`) comes. Lines are read while a search runs. A number that cannot be read counts
    as the least possible, and an `info string` says so.
    """

    def __init__(self, write: Write, method: str = "pvs", game: Game[Any, Any] | None = None) -> None:
        from tianji.games.chess import Chess

        super().__init__(write)
        if game is not None and not isinstance(game, Chess):
            raise ParameterError(f"UCI is for chess, not for {game}; use the JSON engine")
        self.game = game if game is not None else Chess()
        self.state = self.game.initial()
        self.method = method

    def urgent(self, line: str) -> bool:
        """What is to be obeyed while a search runs."""
        command = line.split()[0]
        if command in ("stop", "ponderhit", "quit"):
            self.stop()
        if command == "isready" and any(job.line.split()[0] == "go" for job in list(self._pending)):
            self.write("readyok")
            return True
        return command in ("stop", "ponderhit")

    def obey(self, job: Job) -> None:
        """Obey one line; unknown ones are ignored, as the protocol asks."""
        command, *words = job.line.split()
        if command == "uci":
            for row in ("id name Tianji", "id author the Tianji developers", "uciok"):
                self.write(row)
        elif command == "isready":
            self.write("readyok")
        elif command == "ucinewgame":
            self.state = self.game.initial()
        elif command == "position":
            self._position(words)
        elif command == "go":
            self._go(words, job.stop)
        elif command == "quit":
            self.running = False

    def fault(self, job: Job, error: Exception) -> None:
        """Say so, and let a program that waits for a move go on."""
        self.write(f"info string a fault of the engine's own: {quote(error)}".replace("\n", " "))
        if job.line.split()[0] == "go":
            self.write("bestmove 0000")

    def _position(self, words: list[str]) -> None:
        cut = words.index("moves") if "moves" in words else len(words)
        try:
            if words[:1] not in (["startpos"], ["fen"]):
                raise ParameterError(f"position {quote(' '.join(words))}; expected 'startpos' or 'fen ...'")
            start = words[0] == "startpos"
            state = self.game.initial() if start else self.game.parse(" ".join(words[1:cut]))
            for move in words[cut + 1 :]:
                state = self.game.result(state, move)
            self.state = state
        except TianjiError as error:
            self.write(f"info string {error}".replace("\n", " "))

    def _numbers(self, words: list[str]) -> dict[str, int]:
        """The numbers of a `go`, each within what anybody can mean."""
        out: dict[str, int] = {}
        for i, word in enumerate(words):
            if word not in NUMBERS:
                continue
            text = words[i + 1] if i + 1 < len(words) else ""
            least = 0 if word in ("wtime", "btime", "winc", "binc", "movetime") else 1
            digits = re.fullmatch(r"(-?)0*([0-9]+)", text, re.ASCII)
            if digits is None or (not digits[1] and digits[2] == "0" and least):
                wanted = "a whole number" if digits is None else "at least 1"
                self.write(f"info string go {word} {quote(text)}; expected {wanted}, {least} is used")
                out[word] = least
            elif digits[1]:
                if least:
                    self.write(f"info string go {word} {quote(text)}; expected at least 1, 1 is used")
                out[word] = least
            else:
                out[word] = MOST if len(digits[2]) > 15 else min(int(digits[2]), MOST)
        return out

    def _limits(self, words: list[str], number: dict[str, int]) -> dict[str, Any]:
        if "infinite" in words or "ponder" in words:
            return {"seconds": FOREVER}
        if "depth" in number:
            return {"depth": number["depth"], "seconds": 600.0}
        if "nodes" in number:
            return {"nodes": number["nodes"]}
        if "movetime" in number:
            return {"seconds": max(0.01, 0.9 * number["movetime"] / 1000)}
        clock, bonus = ("wtime", "winc") if self.state.board.turn else ("btime", "binc")
        if clock in number:
            share = number[clock] / (number.get("movestogo", 30) + 1) + 0.8 * number.get(bonus, 0)
            return {"seconds": max(0.01, min(share, 0.5 * number[clock]) / 1000)}
        return {"seconds": 10.0}

    def _mate(self, number: dict[str, int], limits: dict[str, Any], stop: Stop) -> Answer | None:
        """The answer to `go mate N`, or None where that was not asked, or N moves are not enough."""
        if "mate" not in number or not fits(self.game, self.state):
            return None
        plies = 2 * number["mate"] - 1
        found = search(self.game, self.state, "dfpn", depth=plies, seconds=limits.get("seconds"), stop=stop)
        return found if found.verdict == "win" else None

    def _go(self, words: list[str], stop: threading.Event) -> None:
        if self.game.player(self.state) < 0:
            self.write("bestmove 0000")
            return
        number = self._numbers(words)
        limits = self._limits(words, number)
        waits = limits.get("seconds") == FOREVER

        def is_asked() -> bool:
            return stop.is_set() or (waits and self.at_end.is_set())

        found = self._mate(number, limits, is_asked)
        if found is None:
            found = search(self.game, self.state, self.method, stop=is_asked, **limits)
        while waits and not is_asked():  # the answer to `infinite` is given when it is asked for
            stop.wait(0.05)
        self.write(_info(found))
        self.write(f"bestmove {found.action}")


def _info(found: Answer) -> str:
    """The line that says what was found."""
    stats = found.stats
    text = f"cp {round(found.value * 10_000)}"
    if abs(found.value) == 1:
        moves = (len(found.line) + 1) // 2
        text = f"mate {stats.extra.get('mate_in', moves if found.value > 0 else -moves)}"
    return (
        f"info depth {max(1, stats.depth)} score {text} nodes {stats.nodes} nps {int(stats.nodes_per_second)} "
        f"time {int(1000 * stats.seconds)} pv {' '.join(map(str, found.line))}"
    )

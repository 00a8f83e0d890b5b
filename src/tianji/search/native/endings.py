"""Tables of pawnless chess endings: distance to mate for every position, generated natively in seconds."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np

from tianji.core import storage
from tianji.core.arguments import checked
from tianji.core.schema import Array, Schema, text, whole
from tianji.errors import FileFormatError, ParameterError, TianjiError, quote, quote_path
from tianji.games.chess_ending import GONE, ChessEnding, EndingState
from tianji.run.clock import Clock
from tianji.run.threads import race
from tianji.search.native.kernel import NOTHING, Kernel, glance
from tianji.search.options import Options
from tianji.search.result import EXACT, Answer
from tianji.search.retrograde import Verdict
from tianji.search.table import check_memory
from tianji.search.task import Task

DRAW, ILLEGAL = 254, 255
KINDS = "QRBN"
SCHEMA = Schema({"plies": Array("bytes")}, {"game": text(), "size": whole()})


class EndingTable:
    """Plies to mate of every position of one ending. table: `[2 · 64^men]` uint8, see `kernels.chess.endings`."""

    def __init__(self, game: ChessEnding, table: np.ndarray) -> None:
        self.game, self.table = game, table

    def probe(self, s: EndingState | str) -> Verdict:
        """Win, draw or loss for the side to move, and plies to mate; a FEN may have the colours exchanged."""
        if isinstance(s, str):
            s = self._parse(s)
        if GONE in s.squares:
            return self._smaller(s)
        index = s.mover
        for square in s.squares:
            index = index << 6 | square
        code = int(self.table[index])
        if code == ILLEGAL:
            raise ParameterError(
                f"{self.game}: {quote(self.game.fen(s))} is illegal: men share a square or the king can be taken"
            )
        if code == DRAW:
            return Verdict(0, 0)
        return Verdict(1 if code % 2 else -1, code)

    def _parse(self, fen: str) -> EndingState:
        men = fen.partition(" ")[0]
        white, black = sum(map(str.isupper, men)), sum(map(str.islower, men))
        try:
            return self.game.parse(fen)
        except ParameterError:
            if white > black or "K" not in fen:
                raise
            board, side, *_rest = [*fen.split(), "w"][:3] if len(fen.split()) > 1 else [fen, "w"]
            return self.game.parse(" ".join([board.swapcase(), "b" if side == "w" else "w"]))

    def _smaller(self, s: EndingState) -> Verdict:
        """After a capture: the table of the piece that is left, or bare kings."""
        left = [i for i in range(2, len(s.squares)) if s.squares[i] != GONE]
        if not left:
            return Verdict(0, 0)
        kind, colour = self.game.men[left[0]]
        table = ending_table(f"K{kind}K")
        if colour == 0:
            return table.probe(EndingState((s.squares[0], s.squares[1], s.squares[left[0]]), s.mover))
        return table.probe(EndingState((s.squares[1], s.squares[0], s.squares[left[0]]), 1 - s.mover))

    def best(self, s: EndingState) -> str:
        """Mate soonest, keep the draw, or be mated last."""

        def worth(a: str) -> tuple[int, int]:
            value, plies = self.probe(self.game.result(s, a))
            return -value, -plies if value < 0 else plies

        return max(self.game.actions(s), key=worth)

    def line(self, s: EndingState) -> list[str]:
        """Best play to mate."""
        out: list[str] = []
        while self.game.player(s) >= 0 and self.probe(s).value and len(out) < ILLEGAL:  # no mate takes longer
            out.append(self.best(s))
            s = self.game.result(s, out[-1])
        return out

    def statistics(self) -> dict[str, dict[str, int]]:
        """Per side to move: legal, wins, draws, losses, longest win and loss in plies; like pieces are one."""
        from tianji.kernels.chess import endings as chess_endings

        pieces = list(self.game.men[2:])
        share = 2 if len(pieces) == 2 and pieces[0] == pieces[1] else 1
        out = {}
        tally = np.zeros(256, dtype=np.int64)
        for stm in (0, 1):
            chess_endings.summary(self.table, stm, tally)
            wins, losses = tally[1:DRAW:2], tally[0:DRAW:2]
            out["wb"[stm]] = {
                "legal": int(tally[:ILLEGAL].sum()) // share,
                "wins": int(wins.sum()) // share,
                "draws": int(tally[DRAW]) // share,
                "losses": int(losses.sum()) // share,
                "longest_win": int(2 * np.flatnonzero(wins)[-1] + 1) if wins.any() else 0,
                "longest_loss": int(2 * np.flatnonzero(losses)[-1]) if losses.any() else -1,
            }
        return out

    def save(self, path: str | Path) -> None:
        """Write a compressed, checked file."""
        about = {"game": self.game.spec, "size": int(self.table.size)}
        storage.save(path, "ending", {"plies": storage.pack_zlib(self.table)}, about)

    @classmethod
    def load(cls, path: str | Path) -> EndingTable:
        """Read a table, refusing a damaged one."""
        tensors, fields = storage.load(path, "ending", SCHEMA)
        try:
            game = ChessEnding(fields["game"].partition("'")[2].rstrip("')") or "KQK")
        except TianjiError as error:
            raise FileFormatError(f"{quote_path(path)} is a table of no ending: {error}") from None
        size = 2 * 64 ** len(game.men)
        if fields["size"] != size:
            raise FileFormatError(
                f"{quote_path(path)} holds {fields['size']} positions, expected the {size} of {game}; generate it anew"
            )
        return cls(game, storage.unpack_zlib(tensors["plies"], np.uint8, size, quote_path(path)))


KEPT: OrderedDict[str, EndingTable] = OrderedDict()  # the tables made last
MOST_KEPT = 6


@checked
def ending_table(pieces: str) -> EndingTable:
    """Generate the table of an ending, and of those it can turn into.

    >>> ending_table("KRK").probe("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
    Verdict(value=1, plies=31)
    """
    made = _made(pieces, Clock())
    assert made is not None
    return made


def _made(pieces: str, clock: Clock) -> EndingTable | None:
    """The table, kept from before or generated now; None when the clock says stop."""
    if pieces in KEPT:
        KEPT.move_to_end(pieces)
        return KEPT[pieces]
    game = ChessEnding(pieces)
    below = np.zeros((2, 2 * 64**3), dtype=np.uint8)
    for i, (kind, _) in enumerate(game.men[2:] if len(game.men) == 4 else ()):
        smaller = _made(f"K{kind}K", clock)
        if smaller is None:
            return None
        below[i] = smaller.table
    table = _generate(game, below, clock)
    if table is None:
        return None
    KEPT[pieces] = EndingTable(game, table)
    while len(KEPT) > MOST_KEPT:
        KEPT.popitem(last=False)
    return KEPT.get(pieces)


def _generate(game: ChessEnding, below: np.ndarray, clock: Clock) -> np.ndarray | None:
    from tianji.kernels.chess import endings as kernel

    kinds = np.array([4, 4] + [KINDS.index(k) for k, _ in game.men[2:]], dtype=np.int64)
    colours = np.array([c for _, c in game.men], dtype=np.int64)
    size = 2 * 64 ** len(game.men)
    check_memory("ending table", size, 3 * size)
    table, left, pending = (np.zeros(size, dtype=np.uint8) for _ in range(3))
    stop = np.zeros(1, dtype=np.int64)

    def run(table: np.ndarray) -> None:
        kernel.legality(kinds, colours, table, stop)
        kernel.count_moves(kinds, colours, below, table, left, pending, stop)
        kernel.retreat(kinds, colours, table, left, pending, stop)

    return race([table], run, stop, clock)


class EndingsKernel(Kernel):
    """The table's answer as a search result; `stats.extra["plies"]` is the distance to mate."""

    methods = {"solve": NOTHING, "mtdf": NOTHING}

    def fits(self, game: Any, s: Any) -> bool:
        """Every ending that the rules know."""
        return isinstance(game, ChessEnding)

    def solve(self, task: Task, options: Options) -> Answer:
        """Probe the table, which is generated first where it is not kept."""
        game, s, clock = task.game, task.state, task.part(0.9)
        assert isinstance(game, ChessEnding)
        table = _made(game.pieces, clock)
        if table is None:
            return glance(task, clock.stopped)
        value, plies = table.probe(s)
        task.stats.complete = True
        task.stats.extra.update(plies=plies, table=game.pieces)
        action = table.best(s)
        return task.answer(action, float(value), EXACT, lambda: table.line(s) or [action])

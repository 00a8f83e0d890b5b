"""Chess through python-chess (an extra: that package is GPL)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from tianji._optional import require
from tianji.core.game import TERMINAL, Game
from tianji.errors import ParameterError, quote
from tianji.native.twin import Twin

VALUES = (0, 100, 320, 330, 500, 900, 0)  # by piece type: pawn, knight, bishop, rook, queen, king


class ChessState:
    """A position; equal positions are equal states (the move counters, but for the fifty-move rule, do not matter)."""

    __slots__ = ("_key", "board")

    def __init__(self, board: Any) -> None:
        self.board = board
        self._key: Hashable = None

    @property
    def key(self) -> Hashable:
        """Men, side to move, castling rights, a possible en-passant capture, and plies without progress."""
        if self._key is None:
            self._key = (self.board._transposition_key(), self.board.halfmove_clock)
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ChessState) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"ChessState({self.board.fen()!r})"


@dataclass(frozen=True)
class Chess(Game[ChessState, str]):
    """Chess; actions are moves in UCI notation (`e2e4`, `e7e8q`), positions are FEN.

    White is player 0. Mate pays one; stalemate, dead positions and a hundred plies without progress are draws.
    Repetitions are not tracked: a state is a position, not a history. `chess960` reads Shredder and X-FEN castling.
    """

    fen: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    chess960: bool = False
    registered_name = "chess"

    @property
    def _chess(self) -> Any:
        return require("chess", extra="chess", needed_for="the game 'chess'")

    def initial(self) -> ChessState:
        """The usual position, or the one given as `fen`."""
        return self.parse(self.fen)

    def player(self, s: ChessState) -> int:
        """White is 0."""
        board = s.board
        if (
            board.halfmove_clock >= 100
            or board.is_insufficient_material()
            or not any(board.generate_legal_moves())
        ):
            return TERMINAL
        return 0 if board.turn else 1

    def actions(self, s: ChessState) -> list[str]:
        """Legal moves, by name."""
        return sorted(s.board.uci(move) for move in s.board.legal_moves)

    def result(self, s: ChessState, a: str) -> ChessState:
        """Play a move."""
        board = s.board.copy(stack=False)
        try:
            board.push_uci(a)
        except (ValueError, AssertionError):
            raise ParameterError(f"chess: move {quote(a)} is illegal at {quote(s.board.fen())}") from None
        return ChessState(board)

    def utility(self, s: ChessState) -> tuple[float, float]:
        """Mate pays one."""
        if s.board.is_checkmate():
            return (-1.0, 1.0) if s.board.turn else (1.0, -1.0)
        return 0.0, 0.0

    def parse(self, text: str) -> ChessState:
        """A FEN; four fields are enough."""
        chess = self._chess
        fen = text.strip() if len(text.split()) > 4 else text.strip() + " 0 1"
        try:
            board = chess.Board(fen, chess960=self.chess960)
            if (
                board.status() & chess.STATUS_BAD_CASTLING_RIGHTS
            ):  # X-FEN: rights of rooks that stand elsewhere
                board = chess.Board(fen, chess960=True)
        except (ValueError, IndexError) as error:
            raise ParameterError(
                f"chess: {quote(text)} is no FEN ({error!s:.120}); expected men, side, castling, en passant"
            ) from None
        wrong = board.status() & ~(chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK)
        if wrong:
            faults = [flag.name.lower().replace("_", " ") for flag in chess.Status if wrong & flag]
            raise ParameterError(
                f"chess: {quote(text)} is an illegal position ({', '.join(faults)}); give one that can arise in play"
            )
        return ChessState(board)

    def show(self, s: ChessState) -> str:
        """The board, White at the bottom."""
        return f"{s.board}\n{'White' if s.board.turn else 'Black'} to move"

    # What search may use ------------------------------------------------------------------------------------

    value_range = (-1.0, 1.0)

    def evaluate(self, s: ChessState) -> float:
        """Material and placement in pawns, divided by a hundred: below any mate."""
        board = s.board
        total = 0
        for square, piece in board.piece_map().items():
            r, f = divmod(square, 8)
            centre = 6 - (abs(2 * r - 7) + abs(2 * f - 7)) // 2
            worth = VALUES[piece.piece_type] + (4 * centre if piece.piece_type in (2, 3) else centre)
            if piece.piece_type == 1:
                worth += 4 * (r if piece.color else 7 - r)
            total += worth if piece.color else -worth
        return max(-0.99, min(0.99, (total if board.turn else -total) / 10_000))

    def twin(self) -> Twin:
        """The board of `kernels.chess.board`; ordinary castling only."""

        def encode(s: ChessState) -> list[int] | None:
            if self.chess960 or s.board.has_chess960_castling_rights():
                return None
            return board_words(s)

        return Twin("chess", (), encode, 256)

    def noisy(self, s: ChessState) -> list[str]:
        """Captures and promotions, the most valuable victim first."""
        board = s.board
        moves = [m for m in board.generate_legal_moves() if m.promotion or board.is_capture(m)]
        return [board.uci(m) for m in sorted(moves, key=lambda m: -_gain(board, m))]

    def order(self, s: ChessState, actions: list[str]) -> list[str]:
        """Good captures, promotions and checks first."""
        board = s.board

        def rank(a: str) -> int:
            move = board.parse_uci(a)
            gain = _gain(board, move) if move.promotion or board.is_capture(move) else 0
            return -gain - (50 if board.gives_check(move) else 0)

        return sorted(actions, key=rank)


def board_words(s: ChessState) -> list[int]:
    """The numbers that make a position in `kernels.chess.board`; its key and the sums of its evaluation included."""
    import numpy as np

    from tianji.kernels.chess import board as kernel
    from tianji.kernels.chess.evaluate import sum_up

    board, w = s.board, np.zeros(kernel.UNDO, dtype=np.int64)
    for square, piece in board.piece_map().items():
        at = 16 * (square >> 3) + (square & 7)
        w[at] = piece.piece_type if piece.color else -piece.piece_type
        if piece.piece_type == 6:
            w[kernel.KINGS + (0 if piece.color else 1)] = at
    w[kernel.SIDE] = 1 if board.turn else -1
    rights = board.clean_castling_rights()
    w[kernel.CASTLE] = sum(bit for bit, sq in ((1, 7), (2, 0), (4, 63), (8, 56)) if rights >> sq & 1)
    ep = board.ep_square
    legal = ep is not None and board.has_pseudo_legal_en_passant()
    w[kernel.EP] = 16 * (ep >> 3) + (ep & 7) if legal else -1
    w[kernel.HALF] = board.halfmove_clock
    w[kernel.KEY] = kernel.full_key(w)
    sum_up(w)
    found: list[int] = w[: kernel.POSITION].tolist()
    return found


def _gain(board: Any, move: Any) -> int:
    """Victim minus a tenth of the attacker, plus promotion."""
    victim = board.piece_type_at(move.to_square) or 1
    attacker = board.piece_type_at(move.from_square) or 1
    gain = 10 * VALUES[victim] - VALUES[attacker] if board.is_capture(move) else 0
    return gain + (10 * VALUES[move.promotion] if move.promotion else 0)

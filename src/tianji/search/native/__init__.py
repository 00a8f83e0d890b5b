"""Which games have kernels, and for what."""

from __future__ import annotations

from typing import Any

from tianji.search.result import SearchResult


def solve(game: Any, s: Any, budget: dict[str, Any], **options: Any) -> SearchResult | None:
    """The kernel's exact answer, or None where the game has no kernel or the budget is not one it knows."""
    from tianji.games.breakthrough import Breakthrough
    from tianji.games.chess_ending import ChessEnding
    from tianji.games.connect_four import ConnectFour
    from tianji.games.domineering import Domineering
    from tianji.games.hexgame import Hex
    from tianji.games.kalah import Kalah
    from tianji.games.othello import Othello

    if budget["nodes"] is not None or budget["depth"] is not None:
        return None
    if isinstance(game, ConnectFour):
        from tianji.search.native import connect4

        return connect4.solve(game, s, budget, **options) if connect4.fits(game) else None
    if isinstance(game, Othello):
        from tianji.search.native import othello

        return othello.solve(game, s, budget, **options)
    if isinstance(game, (Breakthrough, Domineering, Hex)):
        from tianji.search.native import boards

        return boards.solve(game, s, budget, **options) if boards.fits(game) else None
    if isinstance(game, Kalah):
        from tianji.search.native import kalah

        return kalah.solve(game, s, budget, **options) if kalah.fits(game, s) else None
    if isinstance(game, ChessEnding):
        from tianji.search.native import endings

        return endings.solve(game, s, budget, **options)
    return None


def look(game: Any, s: Any, budget: dict[str, Any], *, method: str, threads: int) -> SearchResult | None:
    """The kernel's answer for a method of the alpha-beta family, or None: then the readable search runs.

    A given depth means that depth exactly, which only the readable search promises. MTD(f) is what the connect four
    and othello kernels do (null windows and a table); chess deepens under any clock.
    """
    from tianji.games.chess import Chess
    from tianji.games.kalah import Kalah
    from tianji.games.othello import Othello

    if isinstance(game, Chess) and (budget["seconds"] or budget["nodes"]):
        from tianji.search.native import chess

        return chess.run(game, s, budget, method) if chess.fits(game, s) else None
    if method != "mtdf" or isinstance(game, Kalah):
        return None
    if isinstance(game, Othello):
        from tianji.search.native import othello

        if 64 - (s.mine | s.theirs).bit_count() > othello.READY:
            return None  # out of reach of an exact search: look ahead with an evaluation instead
    return solve(game, s, budget, method=method, threads=threads)


def mate(game: Any, s: Any, budget: dict[str, Any]) -> SearchResult | None:
    """The shortest mate by the chess kernel, or None where the game is not chess or has unusual castling."""
    from tianji.games.chess import Chess

    if not isinstance(game, Chess):
        return None
    from tianji.search.native import chess
    from tianji.search.native import mate as mates

    return mates.run(game, s, budget, "dfpn") if chess.fits(game, s) else None

"""Whether a method is defined for a game: asked before work starts, answered with the method that is."""

from __future__ import annotations

from collections import deque
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import hook
from tianji.core.lawful import forgets_information
from tianji.errors import NotApplicableError, ParameterError, quote


def hides_information(game: Game[Any, Any], s: Any, limit: int = 300) -> bool:
    """Whether some player cannot tell two different positions apart, looking at up to `limit` of them.

    A game that does not override `information` shows everything; `perfect_information` may also say so.
    """
    declared = hook(game, "perfect_information")
    if declared is not None:
        return not declared
    if forgets_information(game):
        return False
    seen: dict[tuple[int, Any], Any] = {}
    todo, met = deque([game.initial(), s]), set[Any]()
    while todo and len(met) < limit:
        state = todo.popleft()
        if state in met:
            continue
        met.add(state)
        mover = game.player(state)
        if mover == TERMINAL:
            continue
        for p in range(game.players):
            if seen.setdefault((p, game.information(state, p)), state) != state:
                return True
        moves = [o for o, _ in game.chances(state)] if mover == CHANCE else game.actions(state)
        todo.extend(game.result(state, a) for a in moves[: limit - len(met)])
    return False


def check_game(game: Game[Any, Any], s: Any, method: str, *, players: int | None, chance: bool) -> int:
    """The player to move at `s`, if `method` applies to the game; `players` None means any number."""
    if hides_information(game, s):
        raise NotApplicableError(
            f"{method!r} needs perfect information, but {game} hides some from a player; "
            "solve it with tianji.solve(game, 'dcfr')"
        )
    if players is not None and game.players != players:
        raise NotApplicableError(
            f"{method!r} is for {players} players, {game} has {game.players}; use 'maxn' or 'mcts'"
        )
    mover = int(game.player(s))
    if mover == TERMINAL:
        raise ParameterError(
            f"search: the game is over at {quote(s)}; give a position where someone is to move"
        )
    if mover == CHANCE and not chance:
        raise NotApplicableError(
            f"{method!r} cannot handle chance, which moves at {quote(s)}; use 'expectiminimax' or 'mcts'"
        )
    return mover

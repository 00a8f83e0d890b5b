"""Games of OpenSpiel under Tianji's interface: `openspiel:NAME(parameters)`."""

from __future__ import annotations

import re
from typing import Any

from tianji._optional import require
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, quote, suggest


class Move(int):
    """An action of OpenSpiel: its number, written by the name OpenSpiel gives it.

    >>> move = Move(1, "Bet")
    >>> move, move == 1
    (Bet, True)
    """

    name: str

    def __new__(cls, number: int, name: str) -> Move:
        """The number and its name."""
        move = super().__new__(cls, number)
        move.name = name
        return move

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[type[Move], tuple[int, str]]:
        return Move, (int(self), self.name)


def _moves(raw: Any, numbers: list[int]) -> list[Move]:
    """Actions by name; where two share one, the number stands behind it."""
    player = raw.current_player()
    names = [" ".join(raw.action_to_string(player, a).split()) or str(a) for a in numbers]
    return [
        Move(a, name if names.count(name) == 1 else f"{name} ({a})")
        for a, name in zip(numbers, names, strict=True)
    ]


class OpenSpielState:
    """A position as a value: equal histories are equal states.

    `raw` is OpenSpiel's own state and is never changed. `seen` holds, per player, what was observed and done
    so far; it is kept only for games that do not offer information states themselves.
    """

    __slots__ = ("history", "raw", "seen")

    def __init__(self, raw: Any, history: tuple[int, ...], seen: tuple[tuple[Any, ...], ...]) -> None:
        self.raw, self.history, self.seen = raw, history, seen

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenSpielState) and self.history == other.history

    def __hash__(self) -> int:
        return hash(self.history)

    def __repr__(self) -> str:
        return f"OpenSpielState({self.history})"


class OpenSpielGame(Game[OpenSpielState, Move]):
    """A game of OpenSpiel; actions are its numbers under their names, simultaneous moves are made one by one.

    What a player knows is OpenSpiel's information state string. A game that has none gives, with perfect
    information, the whole history; else the list of the player's own actions and observation strings from
    the first move on, which has perfect recall and may tell more apart than a player needs.
    """

    def __init__(self, raw: Any, spec: str) -> None:
        self._raw, self._spec = raw, spec
        kind = raw.get_type()
        self.players = int(raw.num_players())
        self._strings = bool(kind.provides_information_state_string)
        self._open = kind.information == kind.Information.PERFECT_INFORMATION

    @property
    def name(self) -> str:
        """The spec without parameters."""
        return self._spec.partition("(")[0]

    @property
    def spec(self) -> str:
        """The text that `load` turns back into this game."""
        return self._spec

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenSpielGame) and self._spec == other._spec

    def __hash__(self) -> int:
        return hash(self._spec)

    def __repr__(self) -> str:
        return f"OpenSpielGame({self._spec!r})"

    def _observed(self, raw: Any, before: tuple[tuple[Any, ...], ...], actor: int, a: int) -> tuple[Any, ...]:
        if self._strings or self._open:
            return ()
        own = [(*seen, f"did {a}") if player == actor else seen for player, seen in enumerate(before)]
        return tuple((*seen, raw.observation_string(player)) for player, seen in enumerate(own))

    def initial(self) -> OpenSpielState:
        """OpenSpiel's first state."""
        raw = self._raw.new_initial_state()
        return OpenSpielState(raw, (), self._observed(raw, ((),) * self.players, CHANCE, 0))

    def player(self, s: OpenSpielState) -> int:
        """Who acts."""
        if s.raw.is_terminal():
            return TERMINAL
        return CHANCE if s.raw.is_chance_node() else int(s.raw.current_player())

    def actions(self, s: OpenSpielState) -> list[Move]:
        """OpenSpiel's legal actions, in increasing order."""
        return _moves(s.raw, s.raw.legal_actions())

    def chances(self, s: OpenSpielState) -> list[tuple[Move, float]]:
        """Outcomes with their probabilities."""
        numbers, probs = zip(*s.raw.chance_outcomes(), strict=True)
        return list(zip(_moves(s.raw, list(numbers)), probs, strict=True))

    def result(self, s: OpenSpielState, a: int) -> OpenSpielState:
        """A new state; the old one stays as it is."""
        raw = s.raw.child(int(a))
        return OpenSpielState(
            raw, (*s.history, int(a)), self._observed(raw, s.seen, s.raw.current_player(), int(a))
        )

    def utility(self, s: OpenSpielState) -> list[float]:
        """OpenSpiel's returns."""
        return list(s.raw.returns())

    def information(self, s: OpenSpielState, player: int) -> Any:
        """The information state string, or what stands in for it."""
        if self._strings:
            return s.raw.information_state_string(player)
        return s.history if self._open else s.seen[player]

    def show(self, s: OpenSpielState) -> str:
        """OpenSpiel's own text."""
        return str(s.raw)


def load_openspiel(text: str) -> OpenSpielGame:
    """The game that OpenSpiel knows as `text`, a name with or without parameters."""
    pyspiel = require("pyspiel", extra="interop", needed_for=f"'openspiel:{text[:60]}'")
    name = re.match(r"\w*", text, re.ASCII)
    known = pyspiel.registered_names()
    if name is None or name.group() not in known:
        shown = text.partition("(")[0][:60]
        raise UnknownNameError(f"OpenSpiel has no game {quote(shown)}; {suggest(shown, known)}")
    if not text.isprintable() or len(text) > 1000:
        raise ParameterError(
            f"openspiel:{text[:60]!r}: expected name(parameter=value,...) of at most 1000 letters"
        )
    try:
        raw = pyspiel.load_game(text)
        kind = raw.get_type()
        if kind.dynamics == kind.Dynamics.MEAN_FIELD:
            raise NotApplicableError(
                f"openspiel:{text} is a mean-field game; Tianji plays games of finitely many"
            )
        if kind.chance_mode == kind.ChanceMode.SAMPLED_STOCHASTIC:
            raise NotApplicableError(
                f"openspiel:{text} draws its chance moves inside and does not list them, so there is no tree"
            )
        perfect = kind.information == kind.Information.PERFECT_INFORMATION
        if not (kind.provides_information_state_string or kind.provides_observation_string or perfect):
            raise NotApplicableError(
                f"openspiel:{text} gives no text of what a player knows, so infosets are unknown"
            )
        spec = "openspiel:" + str(raw).removesuffix("()")
        if kind.dynamics == kind.Dynamics.SIMULTANEOUS:
            raw = pyspiel.convert_to_turn_based(raw)
    except pyspiel.SpielError as error:
        reason = " ".join(str(error).split())
        raise ParameterError(f"openspiel:{text}: OpenSpiel refuses it: {reason[:200]}") from None
    return OpenSpielGame(raw, spec)

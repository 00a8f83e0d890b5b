"""Bank: how long a decision may take, and what quick ones save for slow ones."""

from __future__ import annotations

from math import isfinite

from tianji.errors import ParameterError, quote

SHARES = {1: 0.8, 2: 1.0, 3: 0.2}  # by street: the turn's solve is the large one
MOST = 4.0  # saved seconds at most, in decisions on the turn
LONGEST = 1e6
LENT = 0.5  # of what is saved may go into one decision


class Bank:
    """Seconds a decision on the turn (four fifths on the flop, a fifth on the river), and what is saved of them.

    What a solve is *planned* for does not depend on what was saved, so that the same hand is solved the same way; the
    savings only let a solve that turns out slow come to its end.

    >>> bank = Bank(5.0)
    >>> bank.aim(2), bank.limit(3)
    (5.0, 1.0)
    >>> bank.spend(2, 1.0)
    >>> bank.limit(3)  # half of the four seconds saved
    3.0
    """

    def __init__(self, seconds: float) -> None:
        is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
        if not is_number or not 0 < seconds <= LONGEST:
            raise ParameterError(
                f"seconds={quote(seconds)}; expected a number above 0 and up to {LONGEST:g}, a decision on the turn"
            )
        self.seconds, self.saved = float(seconds), 0.0

    def aim(self, street: int) -> float:
        """Seconds that a solve on this street is laid out for."""
        return self.seconds * SHARES[street]

    def limit(self, street: int) -> float:
        """Seconds after which a solve on this street answers with what it has."""
        return self.aim(street) + LENT * self.saved

    def spend(self, street: int, used: float) -> None:
        """Count a solve's seconds; a clock that went backwards counts as no time."""
        used = max(0.0, used) if isfinite(used) else self.limit(street)
        self.saved = min(max(0.0, self.saved + self.aim(street) - used), MOST * self.seconds)

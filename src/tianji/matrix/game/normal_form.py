"""Finite games in strategic form: a payoff for every player at every action profile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.core.arguments import checked, checked_init
from tianji.errors import GameRuleError, ParameterError, quote
from tianji.matrix.game.equilibrium import Equilibria, Equilibrium, Number, deviations, verified
from tianji.matrix.game.nfg import NfgFile, write_nfg
from tianji.matrix.game.payoffs import (
    DECIMALS,
    FloatArray,
    ObjectArray,
    decimals,
    exponent,
    is_decimal,
    unit_range,
)
from tianji.matrix.game.profile import as_profile
from tianji.matrix.game.sources import read_source
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

if TYPE_CHECKING:
    from tianji.core.game import Game
    from tianji.matrix.nash.method import Method

SMALL = 64  # payoffs that are added up exactly sooner than roughly
Labels = Sequence[Sequence[object]]
Shifts = tuple[tuple[int, int], ...]


@checked_init
class NormalForm:
    """A game ⟨N, A_1 × … × A_n, u⟩ given by its payoff arrays.

    `NormalForm(A)` is the two-player zero-sum game with payoffs A to the row player, `NormalForm(A, B)` a
    bimatrix game, `NormalForm(U_1, …, U_n)` an n-player game with arrays of shape `[m_1, …, m_n]`. One array
    of shape `[m_1, …, m_n, n]` with the players' payoffs on its last axis, a DataFrame, text such as
    "3,3 0,5; 5,0 1,1", the text of a .nfg file and the path of one are understood as well.

    Payoffs that are rational as written (integers, fractions, short decimals) are kept as fractions and
    solved exactly; `rational` tells. `payoffs` are the same as float64, `[n, m_1, …, m_n]`.

    >>> g = NormalForm([[3, 0], [5, 1]], [[3, 5], [0, 1]])
    >>> print(g.solve())
    (0, 1) (0, 1) values (1, 1)
    >>> print(NormalForm("0 -1 3; 1 0 -1; -1 1 0").solve())
    (1/5, 7/15, 1/3) (1/3, 7/15, 1/5) values (2/15, -2/15)
    """

    def __init__(
        self,
        *tables: Any,
        players: Sequence[object] | None = None,
        actions: Labels | None = None,
        title: str = "",
    ) -> None:
        if not tables:
            raise GameRuleError(
                "NormalForm() got no payoffs; pass one matrix (zero sum) or one array a player"
            )
        first = tables[0]
        is_copy = len(tables) == 1 and isinstance(first, NormalForm)
        source = first._as_source() if is_copy else read_source(tables)
        arrays, found = source.payoffs, source.actions
        self.shape: tuple[int, ...] = arrays[0].shape
        for p, array in enumerate(arrays):
            if array.shape != self.shape:
                raise GameRuleError(
                    f"player {p} has payoffs of shape {array.shape!r}, player 0 of {self.shape!r}; "
                    "all players need one payoff for every action profile"
                )
        if len(arrays) != len(self.shape):
            raise GameRuleError(
                f"{len(arrays)} payoff arrays of shape {self.shape!r}: {len(arrays)} players need "
                f"arrays with "
                f"{len(arrays)} axes; pass one array a player, or one array whose last axis is the players"
            )
        self.title = title or source.title
        self.players = _labels(players, source.players, len(arrays), "players")
        given = [None] * len(arrays) if actions is None else list(actions)
        if len(given) != len(arrays):
            raise ParameterError(f"actions: {len(given)} lists given for {len(arrays)} players")
        self.actions = tuple(
            _labels(given[p], found[p], size, f"actions of player {p}") for p, size in enumerate(self.shape)
        )
        self._arrays = arrays
        if source.zero_sum:
            self.is_constant_sum = True
        self.rational = all(array.dtype == object or is_decimal(array) for array in arrays)
        self.payoffs: FloatArray = np.array(arrays, dtype=np.float64)

    def _as_source(self) -> NfgFile:
        labels = [list(row) for row in self.actions]
        return NfgFile(self.title, "", list(self.players), labels, list(self._arrays))

    @classmethod
    @checked
    def read(cls, source: str | Path) -> NormalForm:
        """From .nfg text, the path of a .nfg file, or a typed table."""
        return cls(source)

    @classmethod
    @checked
    def from_game(cls, game: Game[Any, Any], *, limit: int = 1_000_000) -> NormalForm:
        """The reduced strategic form of an extensive game; see `strategic_form`."""
        from tianji.matrix.game.extensive import strategic_form

        return strategic_form(game, limit=limit)

    @cached_property
    def fractions(self) -> ObjectArray:
        """The payoffs as exact numbers, `[n, m_1, …, m_n]`; floats stand for their exact binary values."""
        if self.rational:
            return np.stack([a if a.dtype == object else decimals(a) for a in self._arrays])
        exact = np.array([Fraction(float(v)) for v in self.payoffs.ravel()], dtype=object)
        return exact.reshape(self.payoffs.shape)

    @checked
    def integers(self, player: int) -> tuple[ObjectArray, int]:
        """(T, d) with integer T and u_player = T / d."""
        self._require_player(player)
        if player not in self._integers:
            table = self.fractions[player]
            scale = lcm(*{v.denominator for v in table.ravel()})
            if any(type(v) is not int for v in table.flat):
                whole = [int(v * scale) for v in table.ravel()]
                table = np.array(whole, dtype=object).reshape(table.shape)
            self._integers[player] = (table, scale)
        return self._integers[player]

    @cached_property
    def path_starts(self) -> tuple[tuple[FloatArray, FloatArray], FloatArray, Shifts]:
        """Where Lemke–Howson paths of two players start: both tableaux; kept, as to make them takes longer than a path.

        Their payoffs are positive, at most 1, and T = unit · payoff − up for the `integers` T / d: the units, and
        (up, d) of each player; without the latter where that does not fit floats.
        """
        from tianji.kernels.matrix.simplex import lemke_howson_tableaux

        tables, units, shifts = list((unit_range(self.payoffs) + 1.0) / 2.0), [1, 1], []
        if self.rational:
            for p in range(2):
                table, scale = self.integers(p)
                up: int = 1 - min(table.ravel().tolist())
                units[p] = 1 << (max(table.ravel().tolist()) + up).bit_length()
                tables[p] = ((table + up) / units[p]).astype(float)
                shifts.append((up, scale))
        first, second, *_ = lemke_howson_tableaux(*tables)  # type: ignore[no-untyped-call]
        fits = max(units) <= 2**53
        return (first, second), np.array(units if fits else [1, 1], float), tuple(shifts) if fits else ()

    @cached_property
    def _integers(self) -> dict[int, tuple[ObjectArray, int]]:
        return {}

    @checked
    def restricted(self, kept: Sequence[Sequence[int]]) -> NormalForm:
        """The game with these actions only, one list of their numbers a player."""
        if len(kept) != len(self.shape) or not all(map(len, kept)):
            raise ParameterError(f"kept={quote(kept)}; expected some actions of every player, by number")
        for p, own in enumerate(kept):
            self._require_actions(p, own)
        names = [[self.actions[p][a] for a in own] for p, own in enumerate(kept)]
        tables = [array[np.ix_(*kept)] for array in self._arrays]
        return NormalForm(NfgFile(self.title, "", list(self.players), names, tables))

    @checked
    def called(self, player: int) -> str:
        """ "player 0", and the name where it has one of its own."""
        self._require_player(player)
        name = self.players[player]
        return f"player {player}" + (f" ({name})" if name != str(player) else "")

    def _require_player(self, player: int) -> None:
        if not 0 <= player < len(self.shape):
            raise ParameterError(f"player {player} does not exist; players are 0 to {len(self.shape) - 1}")

    def _require_actions(self, player: int, actions: Sequence[int]) -> None:
        count = self.shape[player]
        for a in actions:
            if not 0 <= a < count:
                raise ParameterError(f"player {player} has no action {quote(a)}; expected 0..{count - 1}")

    @cached_property
    def scale(self) -> float:
        """The largest payoff in size: what small means here. Comparisons of floats are relative to it."""
        return float(np.abs(self.payoffs).max())

    @cached_property
    def is_constant_sum(self) -> bool:
        """Whether two players always share the same total: then the minimax theorem applies."""
        if len(self.shape) != 2:
            return False
        if self.rational and self.payoffs.size <= SMALL:
            return len(set((self.fractions[0] + self.fractions[1]).flat)) == 1
        # Relative to what the players can win, and to the rounding of payoffs far from zero.
        tables = np.ldexp(self.payoffs, -exponent(self.scale))
        slack = max(1e-12 * min(map(float, map(np.ptp, tables))), 4 * np.finfo(float).eps)
        near = bool(np.ptp(tables[0] + tables[1]) <= slack) if self.scale else True
        if not near or not self.rational:
            return near  # sums that differ by more than rounding are not equal
        if all(array.dtype != object for array in self._arrays):
            whole = [np.rint(array * DECIMALS).astype(np.int64) for array in self._arrays]
            return bool(np.ptp(whole[0] + whole[1]) == 0)
        exact = self.fractions[0] + self.fractions[1]
        return bool((exact == exact.flat[0]).all())

    @checked
    def solve(
        self,
        method: Method | str | None = None,
        *,
        select: str | None = None,
        exact: bool | None = None,
        label: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
        stop: Stop = None,
    ) -> Equilibrium:
        """One verified equilibrium of any finite game.

        The method is chosen by the game: linear programming for two-player constant-sum games, Lemke–Howson (`label`:
        the label to drop) for other two-player games, for more players a pure equilibrium where there is one and
        otherwise the logit path. `select` ("payoff-dominant", "risk-dominant", "max-entropy", "welfare") picks from all
        equilibria. `exact` asks for fractions, or with False for floats; the default is fractions for rational payoffs.
        A `Method` holds all of these in one value. `threads` are for "support", as in `equilibria`.
        The result carries its own regret; nothing is returned unverified. When `seconds` or `nodes` (pivots, bases,
        supports, points of the path) run out, on Ctrl-C, and when `stop` or the callback asks for it, the best profile
        that a moment of learning finds is returned: its regret is then not 0, and `method` and `stopped` say so.

        >>> NormalForm("2,1 0,0; 0,0 1,2").solve("lemke-howson", label=1).profile[0]
        (Fraction(0, 1), Fraction(1, 1))
        """
        open_ended = (
            seconds is None and nodes is None and threads is None and progress is None and stop is None
        )
        if open_ended and select is None:
            from tianji.matrix.nash.brief import solved_at_once

            found = solved_at_once(self, method, exact, label)
            if found is not None:
                return found
        from tianji.matrix.nash.method import as_method
        from tianji.matrix.nash.solve import solved

        chosen = as_method(method, select=select, exact=exact, label=label)
        return solved(self, chosen, Limits(seconds=seconds, nodes=nodes, threads=threads), progress, stop)

    @checked
    def equilibria(
        self,
        method: Method | str | None = None,
        *,
        exact: bool | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        steps: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
        stop: Stop = None,
    ) -> Equilibria:
        """All isolated equilibria, and the extreme points of the components when there are infinitely many.

        Two players: exact vertex enumeration (the optimal faces for constant-sum games); the result also holds
        the maximal Nash subsets and connected components. More players: all pure equilibria and the mixed ones
        that support enumeration with polynomial solving finds; `complete` then says whether that is a proof.
        "support" of two players works on as many `threads` as there are cores unless given; the others on one.
        When `seconds` or `nodes` (bases, batches of supports; `steps` is the older name) run out, on Ctrl-C, and when
        `stop` or the callback asks for it, what was found is returned, with `complete` False and the reason in
        `stopped`.

        >>> found = NormalForm([[1, 1], [0, 2]], [[1, 1], [0, 2]]).equilibria()
        >>> len(found), found.complete, [len(group) for group in found.components]
        (3, True, [1, 1])
        """
        open_ended = (
            seconds is None and nodes is None and threads is None and progress is None and stop is None
        )
        if open_ended and steps is None:
            from tianji.matrix.nash.brief import listed_at_once

            found = listed_at_once(self, method, exact)
            if found is not None:
                return found
        from tianji.matrix.nash.method import as_method
        from tianji.matrix.nash.solve import listed

        limits = Limits(seconds=seconds, nodes=steps if nodes is None else nodes, threads=threads)
        return listed(self, as_method(method, exact=exact), limits, progress, stop)

    def pure_equilibria(self) -> list[Equilibrium]:
        """Every equilibrium in pure strategies, in the order of the table.

        >>> [e.support for e in NormalForm("2,1 0,0; 0,0 1,2").pure_equilibria()]
        [((0,), (0,)), ((1,), (1,))]
        """
        best = np.ones(self.shape, dtype=bool)
        for p, table in enumerate(self.fractions if self.rational else self.payoffs):
            best &= np.equal(table, table.max(axis=p, keepdims=True)).astype(bool)
        return [self.verify(self.pure(cell), "pure") for cell in np.argwhere(best).tolist()]

    @checked
    def pure(self, cell: Sequence[int]) -> list[list[Fraction]]:
        """The profile in which player i plays action `cell[i]` for sure."""
        if len(cell) != len(self.shape):
            raise ParameterError(f"cell={quote(cell)}; expected one action a player, of {quote(self.shape)}")
        for p, a in enumerate(cell):
            self._require_actions(p, [a])
        return [[Fraction(int(a == cell[p])) for a in range(m)] for p, m in enumerate(self.shape)]

    @checked
    def verify(self, profile: Iterable[Any], method: str = "") -> Equilibrium:
        """The values and regret of any profile; a true equilibrium has regret 0.

        >>> NormalForm("0 -1 3; 1 0 -1; -1 1 0").verify([["1/2", "1/2", 0], [0, 1, 0]]).values[0]
        Fraction(-1, 2)
        """
        return verified(self, profile, method)

    @checked
    def best_responses(self, player: int, profile: Iterable[Iterable[Any]]) -> tuple[list[int], Number]:
        """The actions that pay `player` most against the others' strategies, and what they pay."""
        self._require_player(player)
        rows, rational = as_profile(self, profile)
        exact = rational and self.rational
        gains = deviations(self, rows, exact)[player]
        slack = 0 if exact else 1e-9 * float(np.abs(self.payoffs[player]).max())
        return [a for a, gain in enumerate(gains) if gain >= max(gains) - slack], max(gains)

    def to_nfg(self) -> str:
        """The game as Gambit .nfg text."""
        return write_nfg(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NormalForm):
            return NotImplemented
        same_names = self.players == other.players and self.actions == other.actions
        return same_names and self.shape == other.shape and bool((self.fractions == other.fractions).all())

    def __hash__(self) -> int:
        return hash((self.shape, self.payoffs.tobytes()))

    def __repr__(self) -> str:
        kind = "zero-sum or constant-sum " if self.is_constant_sum else ""
        name = f" {quote(self.title)}" if self.title else ""
        return f"<NormalForm{name}: {kind}{' × '.join(map(str, self.shape))}>"


def _labels(given: Sequence[object] | None, default: Sequence[str], size: int, what: str) -> tuple[str, ...]:
    names = tuple(map(str, default if given is None else given))
    if len(names) != size:
        raise ParameterError(
            f"{what}: {len(names)} names {quote(list(names))} for {size}; give one name each"
        )
    if given is not None and len(set(names)) != size:
        raise ParameterError(f"{what}: the names {quote(list(names))} repeat; give each its own")
    return names

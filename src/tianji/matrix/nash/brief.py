"""Small games in a moment: one call of a kernel, and an answer whose numbers are written out when they are read.

What the usual way sets up (limits, a clock, a listener for Ctrl-C) takes longer than the work. `None` sends a question
there: whatever is too large, in doubt, or wrongly asked. The answers are the same, and proved the same.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.matrix.game.equilibrium import Equilibria, Equilibrium, of_floats, of_wholes
from tianji.matrix.game.payoffs import FloatArray, unit_range

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

UNEQUAL = "degenerate game: unequal supports were not tried, use 'vertex'"
KERNEL = "tianji.kernels.matrix.brief"
PATIENCE = 300  # questions answered the usual way, together as long as it takes to load the kernel
MOST_ACTIONS = 12  # of both players
LARGEST = 1 << 24  # of the payoffs in whole numbers
ROOM = 64  # equilibria

Ints = npt.NDArray[np.int64]
NO_FLOATS: FloatArray = np.empty((0, 0))
NO_WHOLES: Ints = np.empty((0, 0), np.int64)
METHODS = {None: "", "auto": "", "lp": "lp", "vertex": "vertex", "support": "support"}

_kernel: Any = None
_asked = 0


def kernel() -> Any:
    """The kernel, once loading it pays; None before."""
    global _kernel, _asked
    if _kernel is None:
        _asked += 1
        if _asked > PATIENCE:
            _kernel = import_module(KERNEL)
    return _kernel


class SmallGame(NamedTuple):
    """What the kernel is given of a game. tables: `[2, m, n]`, whole numbers, or none, to be divided by the units."""

    tables: Ints
    units: tuple[int, int]
    start: FloatArray
    supports: tuple[FloatArray, FloatArray]
    polytopes: list[tuple[FloatArray, FloatArray, FloatArray]]


def prepared(game: NormalForm) -> SmallGame | None:
    """The same, kept with the game; None where the game is not small."""
    kept = game.__dict__
    if "_brief" not in kept:
        kept["_brief"] = _prepare(game)
    found: SmallGame | None = kept["_brief"]
    return found


def _prepare(game: NormalForm) -> SmallGame | None:
    if len(game.shape) != 2 or sum(game.shape) > MOST_ACTIONS:
        return None
    m, n = game.shape
    ranged = unit_range(game.payoffs)
    tables, units, polytopes = np.empty((2, 0, 0), np.int64), (1, 1), []
    if game.rational:
        whole = [game.integers(player) for player in (0, 1)]
        if max(abs(value) for table, _ in whole for value in table.ravel().tolist()) >= LARGEST:
            return None
        tables, units = np.array([table.astype(np.int64) for table, _ in whole]), (whole[0][1], whole[1][1])
    else:
        from tianji.matrix.nash.polytope import in_floats, positive, tilt

        for table in (game.integers(1)[0].T, game.integers(0)[0]):
            floats, lengths = in_floats(positive(table.tolist()))
            polytopes.append((floats, tilt(len(table)), lengths))
    start = np.zeros((m + 1, n + 1))
    start[:m, :n], start[:m, n], start[m, :n] = ranged[0] + 1.0, 1.0, -1.0
    pair = (np.ascontiguousarray(ranged[0]), np.ascontiguousarray(ranged[1].T))
    return SmallGame(tables, units, start, pair, polytopes)


def solved_at_once(
    game: NormalForm, method: object, exact: bool | None, label: int | None
) -> Equilibrium | None:
    """What `NormalForm.solve` answers, from one call of a kernel."""
    if len(game.shape) != 2 or (exact and not game.rational):
        return None
    in_fractions = game.rational if exact is None else exact
    if method == "lemke-howson" or (method in (None, "auto") and not game.is_constant_sum):
        if label is not None and (method != "lemke-howson" or type(label) is not int):
            return None
        if not 0 <= (label or 0) < sum(game.shape):
            return None
        from tianji.matrix.nash.lemke_howson import quick_end

        return quick_end(game, label or 0, in_fractions)
    if method not in (None, "auto", "lp") or label is not None or not game.is_constant_sum:
        return None
    given = prepared(game)
    code = kernel() if given is not None else None
    if given is None or code is None:
        return None
    m, n = game.shape
    wholes, found = np.empty(m + n + 2 if in_fractions else 0, np.int64), np.empty(m + n + 4)
    if code.saddle(given.start, given.tables, game.payoffs, in_fractions, wholes, found) == code.LOST:
        return None
    if in_fractions:
        return of_wholes(wholes.tolist(), m, given.units, "lp")
    return of_floats(found.tolist(), m, "lp")


def listed_at_once(game: NormalForm, method: object, exact: bool | None) -> Equilibria | None:
    """What `NormalForm.equilibria` answers, from one call of a kernel."""
    if not (method is None or isinstance(method, str)) or (exact and not game.rational):
        return None
    given, name = prepared(game), METHODS.get(method)
    code = kernel() if given is not None and name is not None else None
    if given is None or name is None or code is None:
        return None
    name = name or ("lp" if game.is_constant_sum else "vertex")
    if name == "lp" and not game.is_constant_sum:
        return None
    m, n = game.shape
    in_fractions = game.rational if exact is None else exact
    wholes, found, note = NO_WHOLES, NO_FLOATS, ""
    if game.rational and (in_fractions or name != "support"):
        wholes = np.empty((ROOM, m + n + 2), np.int64)
    else:
        found = np.empty((ROOM, m + n + 4))
    if name == "support":
        state = np.empty(1, np.int64)
        count = code.supports(*given.supports, given.tables, game.payoffs, in_fractions, wholes, found, state)
        note = UNEQUAL if state[0] else ""
    elif game.rational:
        count = code.extreme(given.tables, wholes)
    else:
        count = code.extreme_floats(*given.polytopes, game.payoffs, found)
    if count == code.LOST:
        return None
    if in_fractions:
        items = [of_wholes(row, m, given.units, name) for row in wholes[:count].tolist()]
    else:
        if game.rational and name != "support":
            found = np.empty((count, m + n + 4))
            code.to_floats(wholes, game.payoffs, found)
        items = [of_floats(row, m, name) for row in sorted(found[:count].tolist(), reverse=True)]
    return Equilibria(items, complete=not note, method=name, note=note, components=() if note else None)

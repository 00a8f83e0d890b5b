"""Games with names: the ones textbooks and this project's sources use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations, product
from math import comb
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import ParameterError, TooLargeError, UnknownNameError, quote, suggest
from tianji.matrix.game.equilibrium import Number
from tianji.matrix.game.normal_form import NormalForm
from tianji.matrix.game.payoffs import number


@checked
def prisoners_dilemma(
    reward: Any = "-1/2", temptation: Any = 0, sucker: Any = -10, punishment: Any = -5
) -> NormalForm:
    """Two suspects, years in prison as losses: both talk, though both would be better off silent.

    >>> print(prisoners_dilemma().solve())
    (0, 1) (0, 1) values (-5, -5)
    """
    R, T, S, P = (number(v, "payoff") for v in (reward, temptation, sucker, punishment))
    if not T > R > P > S:
        raise ParameterError(
            f"a prisoner's dilemma needs temptation > reward > punishment > sucker, got {f'{T}, {R}, {P}, {S}':.120}"
        )
    names = ["cooperate", "defect"]
    return NormalForm([[R, S], [T, P]], [[R, T], [S, P]], actions=[names, names], title="prisoner's dilemma")


def rock_paper_scissors() -> NormalForm:
    """Rock, paper, scissors: everything with probability 1/3, value 0."""
    names = ["rock", "paper", "scissors"]
    return NormalForm(
        [[0, -1, 1], [1, 0, -1], [-1, 1, 0]], actions=[names, names], title="rock, paper, scissors"
    )


def biased_rock_paper_scissors() -> NormalForm:
    """Rock beats scissors three times over: value 2/15 to the row player.

    >>> biased_rock_paper_scissors().solve().profile[0]
    (Fraction(1, 5), Fraction(7, 15), Fraction(1, 3))
    """
    names = ["rock", "paper", "scissors"]
    return NormalForm(
        [[0, -1, 3], [1, 0, -1], [-1, 1, 0]], actions=[names, names], title="biased rock, paper, scissors"
    )


def matching_pennies() -> NormalForm:
    """The row player wins when the coins match: the smallest game without a pure equilibrium."""
    names = ["heads", "tails"]
    return NormalForm([[1, -1], [-1, 1]], actions=[names, names], title="matching pennies")


def battle_of_the_sexes() -> NormalForm:
    """Together at either event rather than apart, but each prefers another one."""
    names = ["opera", "football"]
    return NormalForm([[2, 0], [0, 1]], [[1, 0], [0, 2]], actions=[names, names], title="battle of the sexes")


def chicken() -> NormalForm:
    """Whoever dares wins unless both do; correlation helps. Aumann (1974).

    >>> [str(e.values[0]) for e in chicken().equilibria()]
    ['7', '14/3', '2']
    """
    names = ["dare", "swerve"]
    return NormalForm([[0, 7], [2, 6]], [[0, 2], [7, 6]], actions=[names, names], title="chicken")


def stag_hunt() -> NormalForm:
    """The stag pays both more, the hare is safe: payoff dominance against risk dominance."""
    names = ["stag", "hare"]
    return NormalForm([[4, 0], [3, 3]], [[4, 3], [0, 3]], actions=[names, names], title="stag hunt")


def tian_ji() -> NormalForm:
    """Tian Ji's horse race over all 6 × 6 orders; payoffs to the king in races won less races lost.

    Each side has three horses. The king's horse beats Tian Ji's of the same or a lower class, and loses to
    one of a higher class. Sima Qian, Shiji 65. Each order uniformly: value 1 to the king.

    >>> tian_ji().solve().values
    (Fraction(1, 1), Fraction(-1, 1))
    """
    orders = list(permutations((3, 2, 1)))
    table = [
        [
            sum(1 if king >= other else -1 for king, other in zip(mine, theirs, strict=True))
            for theirs in orders
        ]
        for mine in orders
    ]
    names = ["".join(str(h) for h in order) for order in orders]
    return NormalForm(
        table, actions=[names, names], players=["king", "Tian Ji"], title="Tian Ji's horse race"
    )


@dataclass(frozen=True)
class InspectionForm(Result):
    """The inspection game's closed form: the mixed equilibrium and the best wage."""

    inspect: Number
    shirk: Number
    employer_value: Number
    best_wage: float
    best_value: float


@checked
def inspection(V: Any = 10, W: Any = 4, C: Any = 1, F: Any = 2, H: Any = 2) -> NormalForm:
    """An employer inspects or not, an employee shirks or works.

    V is the value of work, W the wage, C the cost of inspection, F the fine, H the effort.

    >>> inspection().solve().profile[0][0]
    Fraction(1, 3)
    """
    V, W, C, F, H = (number(v, name) for v, name in zip((V, W, C, F, H), "VWCFH", strict=True))
    employer = [[-C + F, V - W - C], [-W, V - W]]
    employee = [[-F, W - H], [W, W - H]]
    return NormalForm(
        employer, employee, players=["employer", "employee"],
        actions=[["inspect", "trust"], ["shirk", "work"]], title="inspection game",
    )  # fmt: skip


@checked
def inspection_closed_form(V: Any = 10, W: Any = 4, C: Any = 1, F: Any = 2, H: Any = 2) -> InspectionForm:
    """P(inspect) = H/(W+F), P(shirk) = C/(W+F), employer's value V − W − CV/(W+F).

    Valid for 0 < H < W + F and 0 < C < W + F, where nobody has a pure best plan. The wage that is best for
    the employer is √(CV) − F, with value V − 2√(CV) + F.

    >>> inspection_closed_form().employer_value
    Fraction(13, 3)
    """
    V, W, C, F, H = (number(v, name) for v, name in zip((V, W, C, F, H), "VWCFH", strict=True))
    if not (0 < H < W + F and 0 < C < W + F):
        raise ParameterError(
            f"the mixed equilibrium needs 0 < H < W + F and 0 < C < W + F, got H={H}, C={C}, W={W}, F={F}"
        )
    root = float(C * V) ** 0.5
    return InspectionForm(
        H / (W + F), C / (W + F), V - W - C * V / (W + F), root - float(F), float(V) - 2 * root + float(F)
    )


@checked
def colonel_blotto(soldiers: int = 3, fields: int = 3, enemy: int | None = None) -> NormalForm:
    """Split soldiers over battlefields; each field goes to the larger force. Borel (1921).

    >>> colonel_blotto(3, 3).shape
    (10, 10)
    """
    other = soldiers if enemy is None else enemy
    for name, value, low, high in (
        ("soldiers", soldiers, 0, 5_000),
        ("enemy", other, 0, 5_000),
        ("fields", fields, 1, 100),
    ):
        if not isinstance(value, int) or not low <= value <= high:
            raise ParameterError(f"{name}={quote(value)}; expected a whole number from {low} to {high:,}")
    size = comb(soldiers + fields - 1, fields - 1) * comb(other + fields - 1, fields - 1)
    if size > 4_000_000:
        raise TooLargeError(
            f"colonel_blotto({soldiers}, {fields}) has {size:,} cells; use fewer soldiers or fields"
        )

    def splits(total: int, parts: int) -> list[tuple[int, ...]]:
        if parts == 1:
            return [(total,)]
        return [(k, *rest) for k in range(total, -1, -1) for rest in splits(total - k, parts - 1)]

    mine, theirs = splits(soldiers, fields), splits(other, fields)
    sign = np.sign(np.array(mine)[:, None, :] - np.array(theirs)[None, :, :]).sum(axis=2)
    names = [["-".join(map(str, s)) for s in side] for side in (mine, theirs)]
    return NormalForm(sign, actions=names, title=f"colonel Blotto, {fields} fields")


@checked
def public_goods(players: int = 3, multiplier: Any = 2, endowment: Any = 1) -> NormalForm:
    """Everyone may pay into a pot that is multiplied and shared equally: giving helps all, keeping pays.

    >>> g = public_goods(3, "3/2")
    >>> [e.support for e in g.equilibria()]
    [((1,), (1,), (1,))]
    """
    if not 2 <= players <= 10:
        raise ParameterError(f"players must be 2 to 10, got {quote(players)}")
    r, stake = number(multiplier, "multiplier"), number(endowment, "endowment")
    shape = (2,) * players
    tables = [np.empty(shape, dtype=object) for _ in range(players)]
    for cell in product((0, 1), repeat=players):  # 0 gives, 1 keeps
        share = r * stake * cell.count(0) / players
        for p in range(players):
            tables[p][cell] = share + (stake if cell[p] else 0)
    return NormalForm(
        *[t.tolist() for t in tables], actions=[["give", "keep"]] * players, title="public goods"
    )


def von_stengel_75() -> NormalForm:
    """A 6 × 6 game with 75 equilibria, more than the 63 once conjectured to be the most. von Stengel (1999).

    >>> len(von_stengel_75().equilibria())
    75
    """
    A = [
        [9504, -660, 19976, -20526, 1776, -8976],
        [-111771, 31680, -130944, 168124, -8514, 52764],
        [397584, -113850, 451176, -586476, 29216, -178761],
        [171204, -45936, 208626, -263076, 14124, -84436],
        [1303104, -453420, 1227336, -1718376, 72336, -461736],
        [737154, -227040, 774576, -1039236, 48081, -300036],
    ]
    B = [
        [72336, 48081, 29216, 14124, 1776, -8514],
        [-461736, -300036, -178761, -84436, -8976, 52764],
        [1227336, 774576, 451176, 208626, 19976, -130944],
        [-1718376, -1039236, -586476, -263076, -20526, 168124],
        [1303104, 737154, 397584, 171204, 9504, -111771],
        [-453420, -227040, -113850, -45936, -660, 31680],
    ]
    return NormalForm(A, B, title="von Stengel's 6 × 6 game")


NAMED: dict[str, Callable[..., NormalForm]] = {
    "prisoners_dilemma": prisoners_dilemma,
    "rock_paper_scissors": rock_paper_scissors,
    "biased_rock_paper_scissors": biased_rock_paper_scissors,
    "matching_pennies": matching_pennies,
    "battle_of_the_sexes": battle_of_the_sexes,
    "chicken": chicken,
    "stag_hunt": stag_hunt,
    "tian_ji": tian_ji,
    "inspection": inspection,
    "colonel_blotto": colonel_blotto,
    "public_goods": public_goods,
    "von_stengel_75": von_stengel_75,
}


@checked
def named(name: str, **parameters: Any) -> NormalForm:
    """The game of that name, e.g. `named("colonel_blotto", soldiers=5)`."""
    key = name.lower().replace("-", "_").replace(" ", "_").replace("'", "")
    if key not in NAMED:
        raise UnknownNameError(f"no matrix game {quote(name)}; {suggest(key, sorted(NAMED))}")
    try:
        return NAMED[key](**parameters)
    except TypeError as error:
        raise ParameterError(f"{key}: {error!s:.120}; see help(tianji.matrix.{key})") from None

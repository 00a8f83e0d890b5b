"""The Backend protocol, by a second implementation: one river in plain matrices, driven and asked like any other."""

import numpy as np
import pytest

import tianji as tj
from tianji.core.schema import Schema
from tianji.holdem.answer.solve import run
from tianji.holdem.engine.backend import Backend, make_backend
from tianji.holdem.engine.layout import BEATS, make_forest
from tianji.holdem.engine.methods import METHODS
from tianji.holdem.engine.shelf import Shelf
from tianji.holdem.spot.boards import all_boards, strength
from tianji.kernels.constants import AVERAGE, FLOOR, INSTANT, NEGATIVE, POSITIVE, RESPONSE, VALUE
from tianji.poker.cards import hand_cards
from tianji.run.limits import Limits

RIVER = {"board": "Ks7h2dJc5s", "pot": 60, "stack": 200, "oop": "JJ-88,AJs,AQs", "ip": "99+,AQs,KQs",
         "bets": "50%,allin", "raises": "60%"}  # fmt: skip


class Matrices:
    """CFR on one board: values are payoff matrix times the opponent's plan, slot by slot, in float64."""

    storage, cards_left, device = "float64", [43], "cpu"

    def __init__(self, spot):
        self.tree, self.boards = spot.tree(), all_boards(spot.cards, spot.weights)
        self.forests = [make_forest(self.tree, 2, spot.rake)]
        board, self.forest = self.boards[0][0], self.forests[0]
        self.ranges = tuple(spot.weights[p][board.combos[p]] for p in (0, 1))
        cards = [hand_cards()[board.combos[p]] for p in (0, 1)]
        apart = ~(cards[0][:, None, :, None] == cards[1][None, :, None, :]).any(axis=(2, 3))
        ranks = [strength(spot.cards)[board.combos[p]] for p in (0, 1)]
        beats = np.sign(ranks[0][:, None] - ranks[1][None]) * apart
        self.matrices = [(beats, apart * 1.0), (-beats.T, apart.T * 1.0)]
        self.norm = float(self.ranges[0] @ apart @ self.ranges[1])
        sizes = [(self.forest.rows[p], len(self.ranges[p])) for p in (0, 1)]
        self.memory = {(name, p): np.zeros(sizes[p]) for name in ("regret", "average") for p in (0, 1)}

    def make_shelf(self, take, folder=None):
        return Shelf(self.average_bytes, take, folder)

    def _strategy(self, p, name):
        weights = np.maximum(self.memory[name, p], 0.0)
        for _, first, count in self.forest.infosets[p]:
            rows = slice(first - self.forest.roots, first - self.forest.roots + count)
            total = weights[rows].sum(axis=0)
            weights[rows] = np.where(total > 0, weights[rows] / np.where(total > 0, total, 1), 1 / count)
        return weights

    def _plan(self, p, strategy):
        plan = np.concatenate([self.ranges[p][None], strategy])
        for above, first, count in self.forest.infosets[p]:
            plan[first : first + count] *= plan[above]
        return plan

    def _slot_values(self, p, plan):
        values = np.zeros((self.forest.slots[p], len(self.ranges[p])))
        for (slot, kind, column), amount in zip(self.forest.terms[p], self.forest.amounts[p], strict=True):
            matrix = self.matrices[p][0 if kind == BEATS else 1]
            values[slot] += amount * (matrix @ plan[self.forest.columns[1 - p][column]])
        return values

    def _climb(self, p, values, join):
        for above, first, count in self.forest.infosets[p][::-1]:
            rows = slice(first - self.forest.roots, first - self.forest.roots + count)
            values[above] += join(values[first : first + count], rows)
        return values[0]

    def iterate(self, schedule):
        for row in schedule:
            for p in (0, 1):
                plan = self._plan(1 - p, self._strategy(1 - p, "regret"))
                average, regret = self.memory["average", 1 - p], self.memory["regret", p]
                average[:] = average * row[AVERAGE] + plan[1:]
                strategy = self._strategy(p, "regret")

                def learn(u, rows, regret=regret, strategy=strategy, row=row):
                    v = (strategy[rows] * u).sum(axis=0)
                    old = regret[rows] * np.where(regret[rows] > 0, row[POSITIVE], row[NEGATIVE])
                    regret[rows] = np.maximum(old + u - v, row[FLOOR])
                    if len(row) <= INSTANT:
                        return v
                    ahead = np.maximum(old + row[INSTANT] * (u - v), 0)
                    total = ahead.sum(axis=0)
                    return np.where(total > 0, (ahead * u).sum(axis=0) / np.where(total > 0, total, 1), v)

                self._climb(p, self._slot_values(p, plan), learn)
        return len(schedule)

    def values(self, mode=VALUE):
        found = []
        for p in (0, 1):
            values = self._slot_values(p, self._plan(1 - p, self._strategy(1 - p, "average")))
            own = self._strategy(p, "average")
            best = self._climb(
                p,
                values,
                lambda u, rows, own=own: u.max(axis=0) if mode == RESPONSE else (own[rows] * u).sum(axis=0),
            )
            found.append(float(self.ranges[p] @ best) / self.norm)
        return found

    average_bytes = property(lambda self: sum(self.memory["average", p].nbytes for p in (0, 1)))

    def heed(self, is_over): ...
    def warm(self): ...
    def add_locks(self): ...
    def add_residues(self): ...
    def close(self): ...
    def below(self, k, b, player, mode, coefficients, reach):
        raise AssertionError("a river has nothing below")

    def rows(self, k, b, player, name):
        return self.memory[name, player].copy()

    def set_row(self, k, b, player, name, row, values):
        self.memory[name, player][row] = values

    def schema(self, is_resumable):
        return Schema()

    def tensors(self, is_resumable):
        names = ("average", "regret") if is_resumable else ("average",)
        return {f"{name}/{p}": self.memory[name, p] for name in names for p in (0, 1)}

    def use(self, tensors, is_resumable=False, where="the file", verify=None):
        for name, array in tensors.items():
            part, _, p = name.partition("/")
            self.memory[part, int(p)] = array


@pytest.mark.parametrize("rake", [(0.0, 0.0), (0.05, 3.0)])
@pytest.mark.parametrize("method", ["dcfr(3)", "cfr+", "half-instant"])
def test_two_backends_give_one_answer(rake, method):
    spot = tj.holdem.Spot(**RIVER, rake=rake)
    toy: Backend = Matrices(spot)
    limits = Limits(iterations=40)
    plain = run(spot, toy, method, METHODS[method], limits)
    fast = run(spot, make_backend(spot, storage="float64"), method, METHODS[method], limits)
    assert plain.history[-1][0] == fast.history[-1][0] == 40
    assert [c.exploitability for c in plain.checks] == pytest.approx(
        [c.exploitability for c in fast.checks], rel=1e-9
    )
    assert plain.values == pytest.approx(fast.values, rel=1e-9)
    for line in ("", "check", "bet 30", "check, allin"):
        assert plain.strategy(line).data == pytest.approx(fast.strategy(line).data, abs=1e-9)
        assert plain.ev(line).data == pytest.approx(fast.ev(line).data, abs=1e-6, nan_ok=True)


def test_locked_rows_hand_up_half_instant_values_by_the_general_way():
    """A lock sends every infoset through the kernel for any number of actions: free hands learn as without it."""
    rows = METHODS["half-instant"].rows(1, 13)
    plain, general = (make_backend(tj.holdem.Spot(**RIVER), storage="float64") for _ in range(2))
    general.add_locks()  # room for locks, and none of them set
    for backend in (plain, general):
        backend.iterate(rows)
    for player in (0, 1):
        assert general.rows(0, 0, player, "regret") == pytest.approx(
            plain.rows(0, 0, player, "regret"), rel=1e-6, abs=1e-6
        )


def test_integers_keep_to_reals_and_hold_as_many_actions_as_there_are():
    """int16 by its fused loops (two to four actions) and by the general one (five): near float32 after four steps."""
    for bets in ("50%", "50%,allin", "50%,100%,allin", "25%,50%,100%,allin"):
        spot = tj.holdem.Spot(**{**RIVER, "bets": bets})
        gaps = []
        for storage in ("float32", "int16"):
            backend = make_backend(spot, storage=storage)
            backend.iterate(METHODS["half-instant"].rows(1, 5))
            gaps.append(backend.exploitability())
        assert gaps[1] == pytest.approx(gaps[0], rel=0.02)

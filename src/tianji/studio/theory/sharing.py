"""More of theory at the desk: mediators, patience and coalitions, by the library's own functions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from tianji.studio.theory.games import read_table

CELLS = 100  # of a table whose mediators and threats are worked out
PLAYERS = 5  # of a game of coalitions


def _texts(numbers: Any) -> list[str]:
    from tianji.matrix import show_number

    return [show_number(x) for x in numbers]


def correlated(
    payoffs: str, actions: list[list[str]] | None = None, objective: str = "welfare", coarse: bool = False
) -> Any:
    """What a mediator can do: the best joint distribution, all payoffs that some give, beside the equilibria's."""
    from tianji.matrix import correlated_equilibrium, correlated_region

    game = read_table(payoffs, actions, CELLS)
    wanted: Any = int(objective) if objective in ("0", "1") else objective
    found = correlated_equilibrium(game, wanted, coarse=coarse)
    return {
        "actions": [list(names) for names in game.actions], "joint": [_texts(row) for row in found.joint],
        "values": _texts(found.values), "regret": _texts([found.regret])[0], "exact": found.exact, "coarse": coarse,
        "region": [_texts(corner) for corner in correlated_region(game, coarse=coarse)], **_plane(game),
    }  # fmt: skip


def _plane(game: Any) -> dict[str, Any]:
    """What both pictures of payoffs show: those of the table, their hull, and those of equilibria."""
    from tianji.matrix import folk_region

    table, folk = game.fractions if game.rational else game.payoffs, folk_region(game)
    return {
        "cells": [_texts((table[0][cell], table[1][cell])) for cell in product(*map(range, game.shape))],
        "feasible": [_texts(corner) for corner in folk.feasible], "minmax": _texts(folk.minmax),
        "nash": [_texts(each.values) for each in game.equilibria()],
    }  # fmt: skip


def repeated(payoffs: str, actions: list[list[str]] | None = None) -> Any:
    """What patience can do: the folk theorem's payoffs, and of every cell the patience that grim trigger needs."""
    from tianji.matrix import critical_discount, folk_region

    game = read_table(payoffs, actions, CELLS)
    punishment = [min(each.values[p] for each in game.equilibria()) for p in (0, 1)]
    rows = []
    for i in range(game.shape[0]):
        needed = [critical_discount(game, (i, j), punishment) for j in range(game.shape[1])]
        rows.append([None if delta is None else _texts([delta])[0] for delta in needed])
    return {
        "actions": [list(names) for names in game.actions], "discounts": rows, "punishment": _texts(punishment),
        "region": [_texts(corner) for corner in folk_region(game).region], **_plane(game),
    }  # fmt: skip


def coalitions(worth: list[str]) -> Any:
    """What coalitions are worth, shared: Shapley value, Banzhaf values, nucleolus, core. worth: by bit mask, from 1."""
    from tianji.matrix import CoalitionalGame, banzhaf, core, core_vertices, nucleolus, shapley

    players = (len(worth) + 1).bit_length() - 1
    game = CoalitionalGame(players, ["0", *worth])
    inside = core(game)
    return {
        "players": players, "exact": game.exact, "superadditive": game.is_superadditive, "convex": game.is_convex,
        "shapley": _texts(shapley(game)), "banzhaf": _texts(banzhaf(game)), "nucleolus": _texts(nucleolus(game)),
        "core": None if inside.point is None else _texts(inside.point), "excess": _texts([inside.excess])[0],
        "corners": [_texts(corner) for corner in core_vertices(game)] if game.exact else [],
    }  # fmt: skip


QUESTIONS: dict[str, Callable[..., Any]] = {
    "correlated": correlated, "repeated": repeated, "coalitions": coalitions,
}  # fmt: skip

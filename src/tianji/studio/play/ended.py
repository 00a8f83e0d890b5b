"""What becomes of rounds that have ended: what each decision cost, cards of a deck, a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tianji.errors import NotApplicableError
from tianji.studio.play.decks import grade
from tianji.studio.play.words import words_at

if TYPE_CHECKING:
    from tianji.studio.play.tables import TableSeat

ROUNDING = 1e-9  # a loss below this is none


def reviewed(table: TableSeat) -> dict[str, Any]:
    """What each decision of the rounds that have ended cost, with a grade that knows the opponent's own error."""
    from tianji.arena.opponents import Choice
    from tianji.core.game import TERMINAL

    made, words = [], []
    for k in range(len(table.rounds)):
        played = table.states(k)
        seat = table.rounds[k]["seat"]
        for n, (state, who, action) in enumerate(played if played[-1][1] == TERMINAL else ()):
            if who == seat and action is not None:
                made.append(Choice(k + 1, state, who, action))
                mine = sum(other == seat and act is not None for _, other, act in played[:n])
                words.append({**words_at(table.rules, played[:n], state, seat), "turn": mine})
    costs = table.opponent.review(made) if made else []
    if costs is None:
        raise NotApplicableError("decisions of this game cannot be priced: it is too large for that")
    low, high = _range(table)
    error = float(table.about["opponent"].get("exploitability") or 0.0)
    rows = [
        {
            **cost.to_dict(),
            "told": said["told"] if table.is_hidden else None,
            "action_text": said["texts"][cost.action],
            "best_text": said["texts"][cost.best],
            "round": choice.round,
            "turn": said["turn"],
            "grade": grade(cost.cost, max(error, ROUNDING), high - low),
        }
        for choice, cost, said in zip(made, costs, words, strict=True)
    ]
    return {
        "items": rows, "basis": table.opponent.basis, "total": sum(row["cost"] for row in rows), "error": error,
        "range": high - low,
    }  # fmt: skip


def cards_of(table: TableSeat) -> dict[str, Any]:
    """The decisions of the rounds that have ended as cards of a deck, the dearest first, those alike once."""
    from tianji.arena import StrategyPlayer
    from tianji.arena.opponents import REVIEWED
    from tianji.core.strategy import label
    from tianji.evaluate.infosets import infoset_values
    from tianji.flat.cache import as_flat
    from tianji.flat.forecast import plan

    if not isinstance(table.opponent, StrategyPlayer) or plan(table.rules).terminals > REVIEWED:
        raise NotApplicableError("cards need a strategy to learn from: play a run, or one who solves first")
    rows = sorted(reviewed(table)["items"], key=lambda row: -row["cost"])
    flat = as_flat(table.rules)
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        state, seat = _decision(table, row["round"], row["turn"])
        worth = infoset_values(flat, table.opponent.strategy, seat)
        i = worth.tree.index[table.rules.information(state, seat)]
        names = [label(action) for action in worth.tree.menus[i]]
        if len(names) < 2 or worth.cf_reach[i] <= 0:
            continue
        mix = table.opponent.mix(state, seat)
        shares = [float(mix.get(name, 0.0)) for name in names]
        values = [float(v) for v in worth.action_values(i)]
        error = max(values) - sum(p * v for p, v in zip(shares, values, strict=True))
        key, texts = f"{seat}|{row['infoset']}", words_at(table.rules, [], state, seat)["texts"]
        told = [{"who": -1, "text": row["told"]}] if row["told"] else None
        found.setdefault(key, {
            "key": key, "infoset": row["infoset"], "actions": names, "texts": [texts[name] for name in names],
            "reach": float(worth.own_reach[i] * worth.cf_reach[i]), "shares": shares, "values": values,
            "error": error, "player": seat, **({} if told is None else {"told": told}),
        })  # fmt: skip
    low, high = flat.utility_range
    gap = float(table.about["opponent"].get("exploitability") or 0.0)
    return {
        "game": table.rules.spec,
        "scale": high - low,
        "exploitability": gap,
        "cards": list(found.values()),
    }


def _decision(table: TableSeat, number: int, turn: int) -> tuple[Any, int]:
    """The state of one's own decision `turn` in a round, and the seat."""
    seat = int(table.rounds[number - 1]["seat"])
    mine = [state for state, who, action in table.states(number - 1) if who == seat and action is not None]
    return mine[turn], seat


def _range(table: TableSeat) -> tuple[float, float]:
    """The least and the greatest payoff met at this table: what a loss is compared with."""
    ends = [table.states(k)[-1] for k in range(len(table.rounds))]
    pays = [abs(float(u)) for state, who, _ in ends if who == -2 for u in table.rules.utility(state)]
    most = max(pays, default=1.0) or 1.0
    return -most, most


def rounds_file(table: TableSeat, last: int) -> dict[str, Any]:
    """The rounds that have ended as JSON, the last so many: seat, every move, what each player got."""
    from tianji.core.game import TERMINAL

    rounds = []
    for k, each in enumerate(table.rounds):
        played = table.states(k)
        state, who, _ = played[-1]
        if who == TERMINAL:
            rows = [
                {"player": who, "action": text, "text": table.rules.describe(at, action)}
                for (at, who, action), text in zip(played, each["moves"], strict=False)
            ]
            payoffs = [float(u) for u in table.rules.utility(state)]
            rounds.append({"round": k + 1, "seat": each["seat"], "moves": rows, "payoffs": payoffs})
    kept = {"game": table.rules.spec, "opponent": table.about["opponent"], "rounds": rounds[-last:]}
    return {"name": "rounds.json", "text": json.dumps(kept, indent=1) + "\n", "hands": len(rounds)}

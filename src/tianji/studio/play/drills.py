"""What the trainer asks the library: the decisions of a solve, with what every action is worth and how good that is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tianji.errors import FileFormatError, NotApplicableError, StrategyError
from tianji.studio.files import read_whole
from tianji.studio.own import load_game
from tianji.studio.play.words import decision_words

CARDS = 5_000  # of a deck, those reached most often
RAREST = 1e-6  # decisions that the solve reaches less often are not asked


def drills(folder: str) -> Any:
    """The decisions of a run: probability and worth of every action, and how often play comes there.

    error: what the solve's own mixture gives up there, max_a v(a) − Σ_a p(a) v(a); no loss below it, or below the
    exploitability of the whole, is a mistake that this solve could name. scale: what a loss is a share of.
    """
    about, brief = (_whole(Path(folder) / name) for name in ("run.json", "result.json"))
    made = {
        "solve": ("result.safetensors", _of_strategy), "holdem": ("result.tianji", _of_spot),
        "review": ("result.json", _of_review),
    }  # fmt: skip
    name, find = made.get(about.get("kind", ""), ("", None))
    if find is None or not (Path(folder) / name).is_file():
        raise NotApplicableError("this run has no strategy to learn from; take one that is done")
    return {"exploitability": brief.get("exploitability"), **find(Path(folder) / name, about["body"])}


def _whole(path: Path) -> dict[str, Any]:
    """What a file of a run holds; nothing where there is none."""
    found = read_whole(path)
    if found is None and path.exists():
        raise FileFormatError(f"{path.name} of this run is damaged; start it anew from its checkpoint")
    return found or {}


def _card(
    key: str, infoset: str, actions: list[str], reach: float, shares: Any, values: Any, **more: Any
) -> Any:
    return {
        "key": key, "infoset": infoset, "actions": actions, "reach": reach, "shares": shares.tolist(),
        "values": values.tolist(), "error": float(values.max() - shares @ values), **more,
    }  # fmt: skip


def _of_strategy(path: Path, body: dict[str, Any]) -> dict[str, Any]:
    """Every information set that play comes to."""
    import tianji
    from tianji.core.strategy import label
    from tianji.evaluate.infosets import infoset_values
    from tianji.flat.cache import as_flat

    game = load_game(body["game"])
    strategy = tianji.Strategy.load(path, game)
    try:  # hands that are alike are one card
        flat = as_flat(game, merge=True)
        vectors = flat.from_strategy(strategy)
    except StrategyError:  # which this strategy plays differently: a card each
        flat = as_flat(game)
        vectors = flat.from_strategy(strategy)
    found = []
    for player, shares in enumerate(vectors):
        worth, tree = infoset_values(flat, strategy, player), flat.trees[player]
        for i, text in enumerate(tree.labels):
            reach = float(worth.own_reach[i] * worth.cf_reach[i])
            names = [label(action) for action in tree.menus[i]]
            if reach < RAREST or len(names) < 2:
                continue
            mix = shares[tree.first_slot[i] : tree.first_slot[i + 1]]
            found.append(
                _card(f"{player}|{text}", text, names, reach, mix, worth.action_values(i), player=player)
            )
    found = sorted(found, key=lambda card: -card["reach"])[:CARDS]
    words = decision_words(game, {(card["player"], card["infoset"]) for card in found})
    found = [{**card, **words.get((card["player"], card["infoset"]), {})} for card in found]
    low, high = flat.utility_range
    return {"game": game.spec, "scale": high - low, "cards": found}


def _of_spot(path: Path, body: dict[str, Any]) -> dict[str, Any]:
    """Every decision before the next card, with one hand of each class: that which comes there most often."""
    import numpy as np

    from tianji.holdem import Solution
    from tianji.poker.cards import hand_names
    from tianji.poker.preflop import class_of_hands

    solution = Solution.load(path)
    tree, found = solution.backend.tree, []
    waiting = [(0, 1.0)]
    while waiting:
        number, reach = waiting.pop()
        node = solution.node(tree.line(number), values=True)
        assert node.action_evs is not None
        here, table = node.strategy, node.ranges[node.player]
        weight = table.weight / max(float(table.weight.sum()), 1e-300)
        mine = int(node.player == "ip")
        owed = max(0.0, float(node.stacks[mine] - node.stacks[1 - mine]))
        order = np.argsort(-weight, kind="stable")
        _, first = np.unique(class_of_hands()[table.hands[order]], return_index=True)
        for k in order[first]:
            hand = hand_names()[int(table.hands[k])]
            values = node.action_evs.data[k].astype(np.float64)
            if reach * weight[k] < RAREST or len(node.actions) < 2 or not np.isfinite(values).all():
                continue
            found.append(
                _card(
                    f"{node.line}|{hand}", hand, node.actions, float(reach * weight[k]),
                    here.data[k].astype(np.float64), values, player=int(node.player == "ip"), scale=node.pot,
                    board=node.board, line=node.line, pot=node.pot, to_call=owed, street=node.street,
                )
            )  # fmt: skip
        for child, share in zip(tree.nodes[number].children, here.means.values(), strict=True):
            if tree.nodes[child].kind == "act" and reach * share >= RAREST:
                waiting.append((child, reach * share))
    found.sort(key=lambda card: -card["reach"])
    return {
        "game": f"{solution.spot.board}, pot {solution.spot.pot:g}",
        "scale": solution.spot.pot,
        "cards": found[:CARDS],
    }


def _of_review(path: Path, body: dict[str, Any]) -> dict[str, Any]:
    """The decisions of hands that were played, the dearest first; each with the error of its own solve."""
    import numpy as np

    found = []
    rows = _whole(path).get("rows", [])
    for number, row in enumerate(sorted(rows, key=lambda row: -row["loss_bb"])):
        values, shares = (np.array(list(row[name].values()), float) for name in ("evs", "plays"))
        if len(values) < 2:
            continue
        card = _card(
            f"{row['hand']}|{row['street']}|{row['line']}|{row['cards']}|{number}", row["cards"], list(row["evs"]),
            1 / len(rows), shares, values, player=int(row["position"] == "ip"), scale=row["pot"],
            board=row["board"], line=row["line"], pot=row["pot"], hand=row["hand"], played=row["action"],
        )  # fmt: skip
        found.append({**card, "error": max(card["error"], row["error"])})
    return {"game": "hands that were played", "scale": 1.0, "exploitability": 0.0, "cards": found[:CARDS]}


QUESTIONS: dict[str, Callable[..., Any]] = {"drills": drills}

"""What the trainer asks the library: the decisions of a solve, with what every action is worth and how good that is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tianji.errors import NotApplicableError, StrategyError
from tianji.studio.runs import read_whole

CARDS = 5_000  # of a deck, those reached most often
RAREST = 1e-6  # decisions that the solve reaches less often are not asked


def cards(folder: str) -> Any:
    """The decisions of a run's strategy: probability and worth of every action, and how often play comes there.

    error: what the solve's own mixture gives up there, max_a v(a) − Σ_a p(a) v(a); no loss below it, or below the
    exploitability of the whole, is a mistake that this solve could name.
    """
    import tianji
    from tianji.core.strategy import label
    from tianji.evaluate.infosets import infoset_values
    from tianji.flat.cache import as_flat

    about, brief = (read_whole(Path(folder) / name) or {} for name in ("run.json", "result.json"))
    path = Path(folder) / "result.safetensors"
    if about.get("kind") != "solve" or not path.is_file():
        raise NotApplicableError("this run has no strategy to learn from; take one that is done")
    game = tianji.load(about["body"]["game"], builtin_only=True)
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
            values = worth.action_values(i)
            found.append(
                {
                    "key": f"{player}|{text}", "player": player, "infoset": text, "actions": names, "reach": reach,
                    "shares": mix.tolist(), "values": values.tolist(), "error": float(values.max() - mix @ values),
                }
            )  # fmt: skip
    found.sort(key=lambda card: -card["reach"])
    low, high = flat.utility_range
    return {
        "game": game.spec, "scale": high - low, "exploitability": brief.get("exploitability"), "cards": found[:CARDS],
    }  # fmt: skip


QUESTIONS: dict[str, Callable[..., Any]] = {"cards": cards}

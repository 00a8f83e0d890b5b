"""Who sits on the other side of a table, from what the table keeps of him."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import Any

from tianji.studio.own import load_game, seen


def hides(rules: Any) -> bool:
    """Whether a game hides anything from anybody."""
    from tianji.core.lawful import forgets_information

    return not forgets_information(rules)


def make_opponent(rules: Any, who: dict[str, Any], strategy: str | None, seed: int) -> Any:
    """Who sits on the other side, as the table says: an engine, or a strategy, even or out of a file."""
    from tianji.arena import SearchPlayer, StrategyPlayer
    from tianji.arena.seats import uniform_strategy

    if who["kind"] == "engine":
        draws = seed if who["method"] in ("mcts", "puct") else None
        return SearchPlayer(rules, who["method"], seconds=None, nodes=who["nodes"], seed=draws)
    if who["kind"] == "uniform" or strategy is None:
        return StrategyPlayer(rules, uniform_strategy(rules), random.Random(0))
    return StrategyPlayer(
        rules,
        _strategy(strategy, Path(strategy).stat().st_mtime_ns, rules.spec, seen(rules.spec)),
        random.Random(0),
    )


@lru_cache(maxsize=4)
def _strategy(path: str, changed: int, spec: str, saved: str) -> Any:
    import tianji

    return tianji.Strategy.load(path, load_game(spec))

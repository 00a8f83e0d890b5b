"""What a player knows, in the game's own words: what was seen so far, what can be done, and keys that read as text."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tianji.core.strategy import label

WALKED = 50_000  # histories looked at for the words of decisions


def seen_moves(rules: Any, played: list[tuple[Any, int, Any]], seat: int) -> list[dict[str, Any]]:
    """The moves so far as far as a seat may know them: who, and what, None where it is not seen how."""
    from tianji.arena.rounds import is_seen
    from tianji.core.game import CHANCE

    rows = []
    for state, who, action in played:
        if who == seat or is_seen(rules, state, who, action, seat):
            rows.append({"who": who, "text": rules.describe(state, action)})
        elif who != CHANCE:
            rows.append({"who": who, "text": None})
        elif own := own_part(rules.describe(state, action), seat):
            rows.append({"who": who, "text": own})
    return rows


def own_part(text: str, seat: int) -> str:
    """What a deal to several players at once gives to one of them (`Game.describe`).

    >>> own_part("player 0 is dealt QQ; player 1 is dealt AK", 1), own_part("player 0 is dealt Q", 1)
    ('player 1 is dealt AK', '')
    """
    return "; ".join(part for part in text.split("; ") if part.startswith(f"player {seat} "))


def key_text(key: Any) -> str:
    """An information set's key without its brackets and quotes, for games that have no words for what was dealt.

    >>> key_text(("QdJd", 6, ())), key_text(((2, 3), (4, 1), "00=1")), key_text("Kb||cr")
    ('QdJd · 6', '2, 3 · 4, 1 · 00=1', 'Kb||cr')
    """
    if not isinstance(key, tuple):
        return label(key)
    parts = [", ".join(map(str, part)) if isinstance(part, tuple) else label(part) for part in key]
    return " · ".join(filter(None, parts))


def told_of(rows: list[dict[str, Any]], key: Any) -> str:
    """What a seat knows beside the moves: what chance gave it, else its key."""
    from tianji.core.game import CHANCE

    return "; ".join(row["text"] for row in rows if row["who"] == CHANCE) or key_text(key)


def words_at(rules: Any, before: list[tuple[Any, int, Any]], state: Any, seat: int) -> dict[str, Any]:
    """What a seat knew at a decision, and its actions by name."""
    told = told_of(seen_moves(rules, before, seat), rules.information(state, seat))
    return {"told": told, "texts": {label(a): rules.describe(state, a) for a in rules.actions(state)}}


def decision_words(game: Any, wanted: Collection[tuple[int, str]]) -> dict[tuple[int, str], dict[str, Any]]:
    """Of decisions, by player and label: what was seen on the way there (`told`), and every action (`texts`).

    The words are those of the first history that the walk finds; after 50,000 histories the rest go without.

    >>> import tianji as tj
    >>> words = decision_words(tj.load("kuhn"), {(1, "(2, 'b')")})[1, "(2, 'b')"]
    >>> [row["text"] for row in words["told"]], words["texts"]
    (['player 1 is dealt K', 'bets 1'], ['folds', 'calls'])
    """
    from tianji.core.game import CHANCE
    from tianji.core.walk import Walk

    left, found = set(wanted), {}
    with Walk(game, (), limit=WALKED) as walk:
        for who, moves, (state, depth, played) in walk.steps():
            if not left:
                break
            place = (who, label(game.information(state, who)) if who >= 0 else "")
            if place in left:
                left.remove(place)
                texts = [game.describe(state, action) for action in moves]
                found[place] = {"told": seen_moves(game, list(played), who), "texts": texts}
            for a in reversed([a for a, _ in moves] if who == CHANCE else moves):
                walk.push((game.result(state, a), depth + 1, (*played, (state, who, a))))
    return found

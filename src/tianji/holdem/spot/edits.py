"""Custom lines: actions added to the tree, or taken out of it, for all cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tianji.errors import ParameterError, UnknownNameError
from tianji.holdem.spot.lines import _choose
from tianji.holdem.spot.tree import Action, Tree

Hook = Callable[[Tree, int, list[Action]], list[Action]]
_NEW = re.compile(r"^(?:bet|raise|b|r)?\s*(\d+(?:\.\d+)?)\s*(%)?$", re.IGNORECASE)


def edit_actions(add: Sequence[str], remove: Sequence[str]) -> Hook:
    """A hook for `build_tree` that adds the last action of each line of `add`, and drops that of each of `remove`."""
    for name, lines in (("add_lines", add), ("remove_lines", remove)):
        is_list = isinstance(lines, (list, tuple))
        if not is_list or not all(isinstance(line, str) and _words(line) for line in lines):
            raise ParameterError(f"{name}={lines!r}; expected a list of lines such as ['check, bet 40%']")

    def hook(tree: Tree, number: int, actions: list[Action]) -> list[Action]:
        for line in add:
            words = _words(line)
            if _leads_here(tree, number, words[:-1]):
                actions = _with(tree, number, actions, words[-1], line)
        for line in remove:
            words = _words(line)
            if _leads_here(tree, number, words[:-1]):
                actions = _without(tree, number, actions, words[-1], line)
        return actions

    return hook


def _words(line: str) -> list[str]:
    return [w.strip() for w in re.split(r"[,;]", line) if w.strip()]


def _leads_here(tree: Tree, number: int, words: list[str]) -> bool:
    """Whether the actions from the start to a node are those words."""
    path = [n for n in tree.path(number)[1:] if tree.nodes[n].action is not None]
    if len(path) != len(words):
        return False
    for n, word in zip(path, words, strict=True):
        parent = tree.nodes[tree.nodes[n].parent]
        try:
            chosen = _choose(tree, parent, word, ", ".join(words), False)
        except UnknownNameError:
            return False
        if parent.children[chosen] != n:
            return False
    return True


def _with(tree: Tree, number: int, actions: list[Action], word: str, line: str) -> list[Action]:
    node = tree.nodes[number]
    stack = tree.stack - node.matched
    faced = node.totals[1 - node.player]
    match = _NEW.match(word)
    if word.lower() in ("a", "allin", "all-in"):
        total = stack
    elif match is None:
        raise ParameterError(
            f"add_lines: {line!r} ends in {word!r}; expected a bet or raise, such as 'bet 40%'"
        )
    elif match[2]:
        total = faced + float(match[1]) / 100 * (tree.pot + 2 * node.matched + 2 * faced)
        total = float(round(total)) if float(tree.pot).is_integer() else total
    else:
        total = float(match[1])
    if not faced < total <= stack:
        raise ParameterError(
            f"add_lines: {line!r} bets {total:g}; expected more than {faced:g} and at most {stack:g}"
        )
    verb = "allin" if total >= stack else "raise" if faced > node.totals[node.player] else "bet"
    return sorted(
        {*actions, Action(verb, total)}, key=lambda a: (a.total, actions.index(a) if a in actions else 0)
    )


def _without(tree: Tree, number: int, actions: list[Action], word: str, line: str) -> list[Action]:
    node = tree.nodes[number]
    kept_actions, node.actions = node.actions, actions
    try:
        chosen = _choose(tree, node, word, line, False)
    finally:
        node.actions = kept_actions
    if len(actions) == 1 or actions[chosen].verb in ("check", "fold", "call"):
        raise ParameterError(
            f"remove_lines: {line!r} takes away {actions[chosen]}; only bets and raises can go"
        )
    return [a for k, a in enumerate(actions) if k != chosen]

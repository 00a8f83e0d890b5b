"""Custom lines: actions added to the tree, or taken out of it, for all cards."""

from __future__ import annotations

from collections.abc import Sequence

from tianji.errors import ParameterError, UnknownNameError, quote
from tianji.holdem.spot.lines import choose, read_word, size_of, words_of
from tianji.holdem.spot.tree import Action, BettingTree


class Edits:
    """A hook for `build_tree`: adds the last action of each line of `add`, and drops that of each of `remove`.

    Lines are written as everywhere (`holdem.spot.lines`), without the cards. `check` refuses those that led nowhere.
    """

    def __init__(self, add: Sequence[str], remove: Sequence[str], chip: float) -> None:
        self.chip = chip
        self.lines: list[tuple[str, str, list[str]]] = []
        for name, lines in (("add_lines", add), ("remove_lines", remove)):
            is_list = isinstance(lines, (list, tuple))
            if not is_list or not all(isinstance(line, str) and words_of(line) for line in lines):
                raise ParameterError(
                    f"{name}={quote(lines)}; expected a list of lines such as ['check, bet 40%']"
                )
            self.lines += [(name, line, words_of(line)) for line in lines]
        self._used: set[tuple[str, str]] = set()

    def __call__(self, tree: BettingTree, number: int, actions: list[Action]) -> list[Action]:
        """The actions of a node, edited."""
        for name, line, words in self.lines:
            if _leads_here(tree, number, words[:-1]):
                change = self._with if name == "add_lines" else self._without
                actions = change(tree, number, actions, words[-1], line)
                self._used.add((name, line))
        return actions

    def check(self, tree: BettingTree) -> None:
        """Refuse lines that no node of the tree answered to, by the first word that is wrong."""
        for name, line, words in self.lines:
            if (name, line) in self._used:
                continue
            number = 0
            for word in words[:-1]:
                node = tree.nodes[number]
                if node.kind != "act":
                    raise UnknownNameError(
                        f"{name}: line {quote(line)} goes on with {quote(word)} after the hand has ended; leave it out"
                    )
                try:
                    number = node.children[choose(tree, node, node.actions, word, line)]
                except UnknownNameError as error:
                    raise UnknownNameError(f"{name}: {error}") from None
                while tree.nodes[number].kind == "deal":
                    number = tree.nodes[number].children[0]
            raise UnknownNameError(
                f"{name}: nobody acts after the first {len(words) - 1} words of {quote(line)}; give a line that ends "
                "with an action"
            )

    def _with(
        self, tree: BettingTree, number: int, actions: list[Action], word: str, line: str
    ) -> list[Action]:
        node, said = tree.nodes[number], read_word(word)
        stack, faced = tree.stack - node.matched, node.totals[1 - node.player]
        if (
            said is None
            or said.verb not in ("bet", "raise", "allin")
            or (said.number is None) != (said.verb == "allin")
        ):
            raise ParameterError(
                f"add_lines: {quote(line)} ends in {quote(word)}; expected a bet or raise, such as 'bet 40%'"
            )
        total = stack if said.number is None else size_of(tree, node, said)
        if said.is_percent and self.chip and total < stack:
            total = round(total / self.chip) * self.chip
        if not faced < total <= stack:
            raise ParameterError(
                f"add_lines: {quote(line)} bets {total:g}; expected more than {faced:g} and at most {stack:g}"
            )
        verb = "allin" if total >= stack else "raise" if faced > node.totals[node.player] else "bet"
        return sorted(
            {*actions, Action(verb, total)},
            key=lambda a: (a.total, actions.index(a) if a in actions else 0),
        )

    def _without(
        self, tree: BettingTree, number: int, actions: list[Action], word: str, line: str
    ) -> list[Action]:
        try:
            chosen = choose(tree, tree.nodes[number], actions, word, line)
        except UnknownNameError as error:
            raise UnknownNameError(f"remove_lines: {error}") from None
        if len(actions) == 1 or actions[chosen].verb in ("check", "fold", "call"):
            raise ParameterError(
                f"remove_lines: {quote(line)} takes away {actions[chosen]}; only bets and raises can go"
            )
        return [a for k, a in enumerate(actions) if k != chosen]


def _leads_here(tree: BettingTree, number: int, words: list[str]) -> bool:
    """Whether the actions from the start to a node are those words."""
    path = [n for n in tree.path(number)[1:] if tree.nodes[n].action is not None]
    if len(path) != len(words):
        return False
    for n, word in zip(path, words, strict=True):
        parent = tree.nodes[tree.nodes[n].parent]
        try:
            chosen = choose(tree, parent, parent.actions, word, ", ".join(words))
        except UnknownNameError:
            return False
        if parent.children[chosen] != n:
            return False
    return True

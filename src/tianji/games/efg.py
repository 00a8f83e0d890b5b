"""Gambit's extensive-form files (.efg) as games, in and out."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from tianji.core.game import TERMINAL, Game
from tianji.core.storage import read_bytes
from tianji.errors import FileAccessError, FileFormatError, ParameterError, quote, quote_path
from tianji.games._efg_read import EfgTree, parse_tree
from tianji.games._efg_write import write_efg as write_efg


class EfgGame(Game[int, str]):
    """A game read from a Gambit file; a state is the number of its node, counted from 0 in file order.

    Payoffs add up along the path, as outcomes may stand on any node. Where a player does not act, a file does
    not say what the player knows; `information` is then the player's last own infoset and action. Games with
    imperfect recall can be read and walked; solvers refuse them.

    >>> game = read_efg('''EFG 2 R "Pennies" { "Ann" "Bob" }
    ...     p "" 1 1 "" { "H" "T" } 0
    ...     p "" 2 1 "" { "H" "T" } 0   t "" 1 "" { 1 -1 }   t "" 2 "" { -1 1 }
    ...     p "" 2 1 0   t "" 2   t "" 1''')
    >>> game.show(4), game.information(4, 1), game.utility(6)
    ('T', '1', (1.0, -1.0))
    """

    def __init__(self, tree: EfgTree, spec: str) -> None:
        self._tree, self._spec = tree, spec
        self.players = len(tree.players)
        self.player_names = tree.players
        self.title, self.comment = tree.title, tree.comment
        self._total = _payoffs_on_path(tree)
        self._utility = [tuple(map(float, pay)) for pay in self._total]
        self._known = _knowledge(tree)
        self.names = hash(
            tuple(map(tuple, self._known))
        )  # what `==` leaves out, and strategies are written with
        self._child = [
            dict(zip(node.infoset.actions, node.children, strict=True)) if node.infoset else {}
            for node in tree.nodes
        ]

    @property
    def name(self) -> str:
        """The title of the file, or its path."""
        return self._tree.title or self._spec

    @property
    def spec(self) -> str:
        """The path the game was read from; `text.efg` if it was read from text."""
        return self._spec

    def initial(self) -> int:
        """The root."""
        return 0

    def player(self, s: int) -> int:
        """Whose node it is."""
        return self._tree.nodes[s].player

    def actions(self, s: int) -> tuple[str, ...]:
        """The actions of the infoset, as the file names them; numbered where it does not."""
        infoset = self._tree.nodes[s].infoset
        return infoset.actions if infoset else ()

    def chances(self, s: int) -> list[tuple[str, float]]:
        """Outcomes with the probabilities of the file."""
        return [(outcome, float(p)) for outcome, p in self.exact_chances(s)]

    def exact_chances(self, s: int) -> list[tuple[str, Fraction]]:
        """The same as fractions, as the file gives them."""
        infoset = self._tree.nodes[s].infoset
        assert infoset is not None
        return list(zip(infoset.actions, infoset.probs, strict=True))

    def result(self, s: int, a: str) -> int:
        """The child by that name."""
        return self._child[s][a]

    def utility(self, s: int) -> tuple[float, ...]:
        """The payoffs of all outcomes on the path."""
        return self._utility[s]

    def exact_utility(self, s: int) -> tuple[Fraction, ...]:
        """The same as fractions."""
        return self._total[s]

    def information(self, s: int, player: int) -> str:
        """Number and name of the infoset where the player acts; elsewhere the last own infoset and action."""
        return self._known[s][player]

    def show(self, s: int) -> str:
        """The name of the node if it has one, else the actions that lead to it."""
        nodes, path = self._tree.nodes, []
        if nodes[s].name:
            return nodes[s].name
        while nodes[s].parent >= 0:
            parent = nodes[nodes[s].parent]
            assert parent.infoset is not None
            path.append(parent.infoset.actions[parent.children.index(s)])
            s = nodes[s].parent
        return ", ".join(reversed(path)) or "the root"

    def _content(self) -> tuple[Any, ...]:
        # Infosets count by their first node, for numbers and names may differ between equal games.
        first: dict[tuple[int, int], int] = {}
        shape = []
        for index, node in enumerate(self._tree.nodes):
            if node.infoset is not None:
                infoset = node.infoset
                number = first.setdefault((infoset.player, infoset.number), index)
                same = number if node.player >= 0 else 0
                shape.append((node.player, node.parent, same, infoset.actions, infoset.probs))
        ends = tuple(self._total[i] for i, node in enumerate(self._tree.nodes) if node.player == TERMINAL)
        return self.title, self.player_names, tuple(shape), ends

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EfgGame) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash((self.title, self.player_names, len(self._tree.nodes)))

    def __repr__(self) -> str:
        return f"EfgGame({self.title!r}, {len(self._tree.nodes)} nodes)"


def read_efg(source: str | Path) -> EfgGame:
    """The game in a Gambit extensive-form file; `source` is its path, or its text, which begins with EFG.

    Refuses, with line and column, whatever is not a complete tree.
    """
    if not isinstance(source, (str, Path)):
        raise ParameterError(
            f"read_efg: {quote(source)} is a {type(source).__name__}; expected a path or the text"
        )
    if isinstance(source, str) and re.match(r"\s*EFG\b", source):
        return EfgGame(parse_tree(source, "the .efg text"), "text.efg")
    return load_efg(str(source))


def load_efg(path: str) -> EfgGame:
    """The game in the file at `path`."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except FileAccessError:
        raise
    except UnicodeDecodeError as error:
        raise FileFormatError(
            f"{quote(path)} is not a text file in UTF-8 (byte {error.start}); save it as UTF-8"
        ) from None
    except ValueError as error:
        raise FileAccessError(f"cannot read {quote(path)}: {error}; check the path") from None
    return EfgGame(parse_tree(text, quote_path(path)), Path(path).as_posix())


def _payoffs_on_path(tree: EfgTree) -> list[tuple[Fraction, ...]]:
    """Per node the sum of payoffs from the root to it; nodes stand after their parents."""
    nothing = (Fraction(0),) * len(tree.players)
    total: list[tuple[Fraction, ...]] = []
    for node in tree.nodes:
        before = total[node.parent] if node.parent >= 0 else nothing
        here = tree.payoffs.get(node.outcome) if node.outcome else None
        total.append(tuple(a + b for a, b in zip(before, here, strict=True)) if here else before)
        if here and any(abs(pay) > 1e300 for pay in total[-1]):
            raise FileFormatError(f"outcome {node.outcome}: a payoff beyond 1e300; expected smaller numbers")
    return total


def _knowledge(tree: EfgTree) -> list[tuple[str, ...]]:
    """Per node what each player knows there."""
    known: list[tuple[str, ...]] = []
    for index, node in enumerate(tree.nodes):
        here = list(known[node.parent]) if node.parent >= 0 else ["start"] * len(tree.players)
        if node.parent >= 0:
            parent = tree.nodes[node.parent]
            if parent.player >= 0 and parent.infoset is not None:
                action = parent.infoset.actions[parent.children.index(index)]
                here[parent.player] = f"after {here[parent.player]}: {action}"
        if node.player >= 0 and node.infoset is not None:
            here[node.player] = f"{node.infoset.number} {node.infoset.name}".strip()
        known.append(tuple(here))
    return known

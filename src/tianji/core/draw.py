"""draw_tree, tikz_tree: a small game's whole tree as text, or for LaTeX. branch: a part of any tree as data."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tianji.core.arguments import checked
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.lawful import lawful
from tianji.core.result import Result
from tianji.core.strategy import label
from tianji.core.walk import successors
from tianji.errors import ParameterError, TooLargeError, quote

DEEPEST = 60  # moves of a tree that is drawn whole
TIKZ_STYLES = r"""\begin{tikzpicture}[x=12mm, y=-18mm, font=\small,
  chance/.style={circle, draw, fill=white, minimum size=4mm, inner sep=0pt},
  decision/.style={rectangle, draw, fill=white, minimum size=4mm, inner sep=1pt},
  leaf/.style={inner sep=2pt},
  move/.style={midway, fill=white, inner sep=1pt, font=\scriptsize},
  infoset/.style={dashed},
]"""


def draw_tree(game: Game[Any, Any], max_histories: int = 200) -> str:
    """The tree, one history a line, children below their parent; nodes with one mark #n are one infoset.

    >>> from tianji.games import load
    >>> print(draw_tree(load("matching_pennies")))
    player 0 #1 chooses
    ├─ heads: player 1 #2 chooses
    │  ├─ heads: 1, -1
    │  └─ tails: -1, 1
    └─ tails: player 1 #2 chooses
       ├─ heads: -1, 1
       └─ tails: 1, -1
    """
    lines: list[str] = []
    marks: dict[tuple[int, Hashable], int] = {}
    game = lawful(game)
    for line in _lines(game, game.initial(), "", "", marks):
        if len(lines) >= max_histories:
            raise TooLargeError(
                f"{game.spec} has over {max_histories:,} histories, too many to draw; use smaller parameters"
            )
        lines.append(line)
    return "\n".join(lines)


def _lines(
    game: Game[Any, Any], state: Any, head: str, indent: str, marks: dict[tuple[int, Hashable], int]
) -> Iterator[str]:
    """The lines of the subtree at `state`: `head` begins its first line, `indent` those of its children."""
    player = game.player(state)
    if player == TERMINAL:
        yield head + ", ".join(f"{float(u):g}" for u in game.utility(state))
        return
    if player == CHANCE:
        yield f"{head}chance"
    else:
        key = game.information(state, player)
        number = marks.setdefault((player, key), len(marks) + 1)
        yield f"{head}player {player} #{number} {label(key)}".rstrip()
    moves = successors(game, state, player)
    for k, (action, p) in enumerate(moves):
        corner, bar = ("└─ ", "   ") if k == len(moves) - 1 else ("├─ ", "│  ")
        odds = f" ({_fraction(p)})" if player == CHANCE else ""
        yield from _lines(
            game, game.result(state, action), f"{indent}{corner}{label(action)}{odds}: ", indent + bar, marks
        )


def _fraction(p: float) -> str:
    """A probability as people write it.

    >>> _fraction(1 / 3), _fraction(0.1234567)
    ('1/3', '0.1235')
    """
    simple = Fraction(p).limit_denominator(1000)
    return str(simple) if abs(float(simple) - p) < 1e-12 else f"{p:.4g}"


@dataclass(frozen=True)
class TreeNode(Result):
    """One history of a part of a tree: where it is, who acts there, what he knows, what may follow.

    path: the number of the move taken at every step from the beginning, which names the history. probability: of the
    move that leads here, where chance made it. children: how many moves there are; `infoset` is a text, None where
    nobody decides.
    """

    path: tuple[int, ...]
    action: str
    probability: float | None
    player: int
    infoset: str | None
    payoffs: tuple[float, ...] | None
    children: int


@checked
def branch(
    game: Game[Any, Any], path: Sequence[int] = (), depth: int = 2, max_histories: int = 2000
) -> list[TreeNode]:
    """The history that `path` names and what may follow it within `depth` moves, parents first, level by level.

    >>> from tianji.games import load
    >>> [(node.path, node.action, node.player) for node in branch(load("matching_pennies"), (0,), 1)]
    [((0,), 'heads', 1), ((0, 0), 'heads', -2), ((0, 1), 'tails', -2)]
    """
    if depth < 0 or max_histories < 1:
        raise ParameterError(
            f"branch: depth={quote(depth)}, max_histories={quote(max_histories)}; expected at least 0 and 1"
        )
    rules = lawful(game)
    state, action, p = rules.initial(), "", None
    for step in path:
        moves = successors(rules, state, rules.player(state)) if rules.player(state) != TERMINAL else []
        if not isinstance(step, int) or not 0 <= step < len(moves):
            raise ParameterError(f"branch: no move number {quote(step)} there; there are {len(moves)}")
        p = moves[step][1] if rules.player(state) == CHANCE else None
        action, state = label(moves[step][0]), rules.result(state, moves[step][0])
    level = [(tuple(path), action, p, state)]
    found: list[TreeNode] = []
    for left in range(depth, -1, -1):
        below: list[tuple[tuple[int, ...], str, float | None, Any]] = []
        for at, name, odds, here in level:
            node, moves = _node(rules, at, name, odds, here)
            found.append(node)
            if len(found) + len(below) + len(moves) > max_histories and left:
                raise TooLargeError(
                    f"{rules.spec}: over {max_histories:,} histories within {depth} moves; ask for fewer moves"
                )
            if left:
                below += [
                    ((*at, k), label(a), q if node.player == CHANCE else None, rules.result(here, a))
                    for k, (a, q) in enumerate(moves)
                ]
        level = below
    return found


def _node(
    rules: Game[Any, Any], path: tuple[int, ...], action: str, p: float | None, state: Any
) -> tuple[TreeNode, list[tuple[Any, float]]]:
    player = rules.player(state)
    if player == TERMINAL:
        payoffs = tuple(float(u) for u in rules.utility(state))
        return TreeNode(path, action, p, player, None, payoffs, 0), []
    moves = list(successors(rules, state, player))
    knows = None if player == CHANCE else label(rules.information(state, player))
    return TreeNode(path, action, p, player, knows, None, len(moves)), moves


def tikz_tree(game: Game[Any, Any], max_histories: int = 200) -> str:
    r"""The tree of a small game as a picture for LaTeX, with `\usepackage{tikz}`: leaves side by side, parents between.

    Chance is a circle, a player's decision a square with the player's number, information sets are dashed arcs.

    >>> from tianji.games import load
    >>> print(tikz_tree(load("matching_pennies")).splitlines()[7])
    \node[decision] (n) at (1.5, 0) {0};
    """
    try:
        nodes = branch(game, (), DEEPEST, max_histories)
    except TooLargeError:
        nodes = []
    if not nodes or len(nodes[-1].path) == DEEPEST:
        raise TooLargeError(
            f"{game.spec}: over {max_histories:,} histories, or {DEEPEST} moves; a picture of them cannot be read; "
            "use smaller parameters, or write it as .efg"
        )
    across: dict[tuple[int, ...], float] = {}
    leaves = 0
    for node in sorted(nodes, key=lambda node: node.path):  # leaves from left to right
        if not node.children:
            across[node.path] = leaves
            leaves += 1
    for node in reversed(nodes):
        if node.children:
            below = [across[(*node.path, k)] for k in range(node.children)]
            across[node.path] = (below[0] + below[-1]) / 2
    rows = [TIKZ_STYLES]
    for node in nodes:
        text = ", ".join(f"{u:g}" for u in node.payoffs) if node.payoffs is not None else str(node.player)
        kind = "leaf" if node.payoffs is not None else "chance" if node.player == CHANCE else "decision"
        told = "" if kind == "chance" else f"${text}$" if kind == "leaf" else text
        rows.append(
            f"\\node[{kind}] ({_named(node)}) at ({across[node.path]:g}, {len(node.path)}) {{{told}}};"
        )
    for node in nodes[1:]:
        odds = "" if node.probability is None else f" {_fraction(node.probability)}"
        move = f"node[move] {{{_escaped(node.action + odds)}}}"
        rows.append(f"\\draw ({_named(node.path[:-1])}) -- {move} ({_named(node)});")
    sets: dict[tuple[int, str], list[TreeNode]] = {}
    for node in nodes:
        if node.infoset is not None:
            sets.setdefault((node.player, node.infoset), []).append(node)
    for members in sets.values():
        members.sort(key=lambda node: across[node.path])
        rows += [
            f"\\draw[infoset] ({_named(a)}) to[bend right=15] ({_named(b)});" for a, b in pairwise(members)
        ]
    return "\n".join([*rows, r"\end{tikzpicture}", ""])


def _named(node: TreeNode | tuple[int, ...]) -> str:
    """What a node is called in the picture: n, n-0, n-0-1."""
    path = node.path if isinstance(node, TreeNode) else node
    return "-".join(["n", *map(str, path)])


def _escaped(text: str) -> str:
    """A text as LaTeX sets it.

    >>> _escaped("a_b 50%")
    'a\\\\_b 50\\\\%'
    """
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(letter, f"\\{letter}" if letter in "#$%&_{}" else letter) for letter in text)

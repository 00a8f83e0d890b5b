"""What a clerk says about hold'em: ranges and plans as the library reads them, and every number of a solve.

Numbers by hand travel as little-endian arrays in base64: a node of a flop is some 100 KB, and is sent once.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tianji.errors import FileFormatError, ParameterError, quote
from tianji.studio.patience import patient

if TYPE_CHECKING:
    from tianji.holdem import HandTable, Solution, Spot

KEPT = 2  # solves that are open
WHERE_S = patient(6.0)  # for the comparison of two whole trees


def packed(values: Any, kind: str = "<f4") -> str:
    """An array as text.

    >>> packed([1.0])
    'AACAPw=='
    """
    import numpy as np

    return b64encode(np.ascontiguousarray(values, dtype=kind).tobytes()).decode()


def read_range(text: str) -> Any:
    """A range as the library reads it: its shortest text, and the weight of each of the 1,326 hands."""
    from tianji.poker.ranges import Range

    found = Range.parse(text)
    return {
        "text": str(found) if found.combos else "", "combos": found.combos, "share": found.combos / 1326,
        "weights": packed(found.weights),
    }  # fmt: skip


def spot_of(body: dict[str, Any]) -> Spot:
    """The spot that a request describes."""
    from tianji.holdem import Spot

    return Spot.from_dict({key: value for key, value in body["spot"].items() if value is not None})


def plan_spot(body: dict[str, Any], must_fit: bool = False, memory: int | None = None) -> Any:
    """What a solve would take, and up to three smaller trees where it does not fit; `must_fit`: refuse it then.

    memory: bytes that the owner of the workspace allows; never more than is free.
    """
    from tianji.holdem.engine.forecast import allowed_bytes, check_fits, fit
    from tianji.run.limits import Limits, read_until

    spot = spot_of(body)
    Limits(body.get("iterations"), read_until(body.get("until"), spot.pot), body.get("seconds"))
    forecast = spot.plan(body.get("storage", "auto"), body.get("threads"), body.get("until"))
    allowed = None if memory is None else min(memory, allowed_bytes(None))
    if must_fit:
        check_fits(spot, forecast, allowed)
    found = fit(spot, forecast, allowed)
    changes = [{"changes": offer.words, "text": str(offer)} for offer in found.trees]
    tree = spot.tree() if found.fits else None
    return {
        **found.to_dict(), "trees": changes, "combos": [part.combos for part in spot.ranges],
        "board": spot.board, "street": spot.street, "menu": [] if tree is None else menu(spot),
    }  # fmt: skip


def menu(spot: Spot) -> list[dict[str, Any]]:
    """What the first decision offers, and what follows a check and the first bet; sizes that became another bet."""
    from tianji.holdem.spot.lines import show_action
    from tianji.holdem.spot.menu import turned_sizes

    tree = spot.tree()
    rows, seen = [], [0]
    first = tree.nodes[0]
    seen += [n for n in first.children if tree.nodes[n].kind == "act"][:3]
    for number in seen:
        node = tree.nodes[number]
        names = [show_action(tree, node, action) for action in node.actions]
        turned = turned_sizes(tree, node, spot.menus, spot.limits)
        rows.append({
            "line": tree.line(number), "player": ("oop", "ip")[node.player], "actions": names,
            "turned": [{"size": str(size), "action": show_action(tree, node, action)} for size, action in turned],
        })  # fmt: skip
    return rows


@lru_cache(maxsize=KEPT)
def opened(path: str, stamp: int) -> Solution:
    """A solve, opened once for as long as its file stays the same."""
    from tianji.holdem import Solution

    return Solution.load(path)


def read_node(path: str, stamp: int, line: str, values: bool) -> Any:
    """Where a line leads."""
    return node_of(opened(path, stamp), line, values)


def node_of(solution: Solution, line: str, values: bool) -> dict[str, Any]:
    """Where a line leads: the way there with its frequencies, and every number of a decision."""
    trail, at, number = _trail(solution, line)
    tree, spot = solution.backend.tree, solution.spot
    node = tree.nodes[number]
    found = {
        "line": at, "kind": node.kind, "trail": trail, "start": spot.board, "pot": tree.pot + sum(tree.invested(node)),
        "of": {
            "exploitability": solution.exploitability, "exploitability_pct": solution.exploitability_pct,
            "iterations": solution.iterations, "values": solution.values, "stopped": solution.stopped,
            "method": solution.method, "storage": solution.backend.storage, "locks": [k.line for k in spot.locks],
        },
    }  # fmt: skip
    return {**found, **_decision(solution, at, values)} if node.kind == "act" else found


def _trail(solution: Solution, line: str) -> tuple[list[dict[str, Any]], str, int]:
    """Every decision and card on the way, the line in full words, and the node it leads to."""
    from tianji.holdem.spot.lines import choose, find_line, words_of

    tree = solution.backend.tree
    find_line(tree, line)  # whatever is wrong with it is told here
    rows: list[dict[str, Any]] = []
    at, number = "", 0
    for word in words_of(line):
        node = tree.nodes[number]
        if node.kind == "deal":
            rows.append({"line": at, "card": word})
            at, number = f"{at}, {word}", node.children[0]
            continue
        k = choose(tree, node, node.actions, word, line)
        rows.append({**_step(solution, at), "chosen": k})
        at, number = ", ".join(filter(None, (at, str(node.actions[k])))), node.children[k]
    return rows, at, number


def _step(solution: Solution, line: str) -> dict[str, Any]:
    found = solution.node(line, values=False)
    return {
        "line": line, "player": found.player, "street": found.street, "pot": found.pot, "stacks": found.stacks,
        "actions": found.actions, "words": found.words, "leads_to": found.leads_to,
        "frequencies": list(found.strategy.means.values()),
    }  # fmt: skip


def _decision(solution: Solution, line: str, values: bool) -> dict[str, Any]:
    """The numbers of a decision, by hand of both players; hands come in the order of the library's tables."""
    from tianji.poker.cards import parse_board
    from tianji.poker.categories import DRAWS, MADE, category_numbers

    node = solution.node(line, values=values)
    made, draw = category_numbers(tuple(parse_board(node.board)))
    seats = {
        name: {
            "hands": packed(table.hands, "<u2"), "reach": packed(table.reach), "weight": packed(table.weight),
            "made": packed(made[table.hands], "u1"), "draw": packed(draw[table.hands], "u1"),
            "combos": float(table.reach.sum()), **_values(node.ev.get(name), "ev"),
            **_values(node.equity.get(name), "equity"),
        }
        for name, table in node.ranges.items()
    }  # fmt: skip
    return {
        **_step(solution, line), "board": node.board, "seats": seats, "made": MADE, "draws": DRAWS,
        "strategy": packed(node.strategy.data),
        **({} if node.action_evs is None else {"action_evs": packed(node.action_evs.data)}),
    }  # fmt: skip


def _values(table: HandTable | None, name: str) -> dict[str, Any]:
    return {} if table is None else {name: packed(table.data[:, 0]), f"mean_{name}": table.mean}


def read_cards(path: str, stamp: int, line: str) -> Any:
    """What every next card does."""
    return opened(path, stamp).cards(line).to_dict()


def read_compare(a: list[Any], b: list[Any], line: str) -> Any:
    """Two solves after a line: figures, and both grids with their difference by class."""
    from tianji.holdem import compare

    one, two = opened(*a), opened(*b)
    found = compare(one, two, line)
    told = {name: value for name, value in found.to_dict().items() if name != "hands"}
    sides = []
    for solution in (one, two):
        table = solution.strategy(line)
        reach, data = table.by_class()
        sides.append({
            "actions": table.columns, "frequencies": list(table.means.values()), "reach": packed(reach),
            "shares": packed(data), "exploitability_pct": solution.exploitability_pct, "values": solution.values,
            "words": solution.lines(line),
        })  # fmt: skip
    reach, data = found.by_hand.by_class()
    apart = {"actions": found.by_hand.columns, "reach": packed(reach), "shares": packed(data)}
    ev = found.ev_by_hand.by_class()[1][:, 0]
    return {**told, "sides": sides, "apart": apart, "ev_by_class": packed(ev)}


def read_where(a: list[Any], b: list[Any], most: int) -> Any:
    """Where two solves differ most over all streets, within some seconds."""
    from tianji.holdem import differences

    return differences(opened(*a), opened(*b), most=most, seconds=WHERE_S).to_dict()


@lru_cache(maxsize=1)
def _edited(path: str, stamp: int, edits: str) -> Solution:
    """A solve with other strategies at some decisions; the last one is kept, for its other lines are asked next."""
    return opened(path, stamp).evaluate({each["line"]: each["strategy"] for each in json.loads(edits)})


def read_edited(path: str, stamp: int, edits: list[Any], line: str) -> Any:
    """A solve and the same with edited decisions, nothing solved again: both proofs, and what changes after a line."""
    from tianji.holdem import compare

    one, two = opened(path, stamp), _edited(path, stamp, json.dumps(edits))
    found = compare(one, two, line).to_dict()
    proofs = [{"values": each.values, "exploitability": each.exploitability} for each in (one, two)]
    kept = ("line", "player", "distance", "frequencies", "ev", "most_different_hands")
    return {**{name: found[name] for name in kept}, "proofs": proofs, "pot": one.spot.pot, "note": two.note}


def read_strategy(path: str, stamp: int, line: str, action: str, share: float) -> Any:
    """The strategy after a line as a lock takes it, with an action played so much more often by the cheapest hands."""
    from tianji.holdem.answer.edited import shifted

    return shifted(opened(path, stamp), line, action, share)


def read_import(text: str) -> Any:
    """Ranges and spots of other programs."""
    from tianji.holdem.files.imports import read_imports

    return read_imports(text)


def push_or_fold(stack: float, ante: float) -> Any:
    """The equilibrium of push or fold at a stack, by class."""
    from tianji.holdem import push_fold

    found = push_fold(stack, ante)
    columns = {
        name: packed([row[name] for row in found.rows()]) for name in ("push", "call", "push_ev", "call_ev")
    }
    return {**{k: v for k, v in found.to_dict().items() if k != "hands"}, "classes": columns}


def plan_report(body: dict[str, Any], must_fit: bool = False, memory: int | None = None) -> Any:
    """The boards of a report, the plan of its largest solve, and its line, which the tree must have."""
    from tianji.holdem.answer.flops import boards_of
    from tianji.holdem.spot.lines import find_line

    boards = boards_of(body["boards"])
    told = plan_spot({**body, "spot": {**body["spot"], "board": boards[0][0]}}, must_fit, memory)
    if told["fits"]:
        tree = spot_of({"spot": {**body["spot"], "board": boards[0][0]}}).tree()
        if tree.nodes[find_line(tree, body.get("line", "")).node].kind != "act":
            raise ParameterError(
                f"line {quote(body['line'])} ends before no decision; give one that a player acts after"
            )
    return {**told, "boards": len(boards), "seconds": told["seconds"] * len(boards)}


def plan_review(body: dict[str, Any]) -> Any:
    """How many of the hands can be read, and why the others cannot; refused where none can."""
    from tempfile import TemporaryDirectory

    from tianji.arena.record import recorded_hands

    with TemporaryDirectory() as folder:
        found = list(recorded_hands(hands_file(Path(folder), body["text"])))
    refused = [each for each in found if isinstance(each, str)]
    if len(refused) == len(found):
        raise FileFormatError(
            refused[0] if refused else "there is no hand in this text; paste PHH or a dealer's log"
        )
    return {"hands": len(found) - len(refused), "refused": refused[:20]}


def hands_file(folder: Path, text: str) -> Path:
    """The text as a file that the library reads; it knows PHH from a dealer's log."""
    path = folder / "hands.txt"
    path.write_text(text)
    return path


QUESTIONS: dict[str, Callable[..., Any]] = {
    "range": read_range, "plan_spot": plan_spot, "plan_report": plan_report, "node": read_node, "cards": read_cards,
    "compare": read_compare, "where": read_where, "edited": read_edited, "pushfold": push_or_fold,
    "plan_review": plan_review, "locked_strategy": read_strategy, "import": read_import,
}  # fmt: skip

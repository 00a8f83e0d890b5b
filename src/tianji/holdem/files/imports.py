"""What other programs keep, as ranges and spots of ours: a text is read for what it is.

22+,A2s+ or 1,326 weights        a range, in any form that `poker.ranges` reads (PioSOLVER's, Equilab's)
set_range_ip …, set_pot …        TexasSolver's commands: its ranges and, where it is whole, its spot
[{"name0": …, "value": …}, …]    WASM Postflop's items: a text is a range, an object a tree (`ranges`, `configurations`)
board = "Ks7h2d" …               a spot of ours in TOML or JSON; also an endgame of Libratus
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tianji.errors import FileFormatError, ParameterError, quote
from tianji.holdem.files import readers
from tianji.holdem.spot.spot import Spot
from tianji.poker.ranges import Range

STREETS = ("Flop", "Turn", "River")
_SHORTEST = {"board": "Ks7h2d", "oop": "AA", "ip": "KK"}  # on which a tree without a spot is tried
_DEEPEST = 12  # of JSON


def read_imports(text: str, where: str = "text") -> dict[str, list[dict[str, Any]]]:
    """The ranges and the spots that a text holds, with the names they have there; nothing of it is guessed.

    A spot may lack board and ranges, as WASM Postflop keeps trees without them.

    >>> read_imports('[{"name0": "BTN", "name1": "open", "isGroup": 0, "value": "22+,A2s+"}]')["ranges"]
    [{'name': 'BTN/open', 'text': '22+,A2s+', 'combos': 126.0}]
    """
    start = text.lstrip()
    if not start:
        raise ParameterError(f"{where} is empty; expected a range, a spot or a file of another program")
    if start.startswith(("-round", "-board")):
        return {"ranges": [], "spots": [_whole("", readers.libratus(text, where))]}
    if any(line.lstrip().startswith("set_") for line in text.splitlines()):
        return _texas(text, where)
    if start.startswith("{") or (start.startswith("[") and _is_json(start)):
        return _json(text, where)
    if any("=" in line.split("#")[0] for line in text.splitlines()):
        return {"ranges": [], "spots": [_whole("", readers.toml(text, where)[0])]}
    return {"ranges": [_range("", text, where)], "spots": []}


def _is_json(start: str) -> bool:
    """Whether a text in brackets is a list, and not a weight for several hands such as [25]A2s[/25]."""
    return start[1:].lstrip()[:1] in ("{", "]", "[")


def _range(name: str, text: str, where: str) -> dict[str, Any]:
    found = Range.parse(text.strip(), f"{where}, range {name!r}" if name else where)
    return {"name": name, "text": str(found) if found.combos else "", "combos": found.combos}


def _whole(name: str, spot: Spot) -> dict[str, Any]:
    kept = {key: value for key, value in spot.to_dict().items() if key not in ("chip", "locks")}
    return {"name": name, "spot": kept}


def _texas(text: str, where: str) -> dict[str, list[dict[str, Any]]]:
    """TexasSolver's commands: a file of ranges alone is no spot, and no fault."""
    ranges = []
    for line in text.splitlines():
        command, _, rest = line.strip().partition(" ")
        if command in ("set_range_oop", "set_range_ip") and rest.strip():
            ranges.append(_range(command.removeprefix("set_range_"), rest, where))
    has_spot = all(f"{word} " in text for word in ("set_board", "set_pot", "set_effective_stack"))
    spots = [_whole("", readers.texas_solver(text, where)[0])] if has_spot and len(ranges) == 2 else []
    if not ranges and not spots:
        raise FileFormatError(
            f"{where} holds no set_range_oop or set_range_ip; expected TexasSolver's commands"
        )
    return {"ranges": ranges, "spots": spots}


def _json(text: str, where: str) -> dict[str, list[dict[str, Any]]]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileFormatError(
            f"{where}: {error}; expected JSON of WASM Postflop, or a spot of ours"
        ) from None
    if isinstance(given, dict) and "board" in given:
        return {"ranges": [], "spots": [_whole("", readers.toml(text, where)[0])]}
    found: dict[str, list[dict[str, Any]]] = {"ranges": [], "spots": []}
    for name, value in _items(given):
        if isinstance(value, str):
            found["ranges"].append(_range(name, value, where))
        else:
            found["spots"].append({"name": name, "spot": _tree(value, f"{where}, {quote(name)}")})
    if not found["ranges"] and not found["spots"]:
        raise FileFormatError(f"{where} is JSON without a range or a tree of WASM Postflop in it")
    return found


def _items(given: Any, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """WASM Postflop's items wherever they stand: a value under up to four names, or a configuration by itself."""
    if depth > _DEEPEST:
        return
    if isinstance(given, list):
        for each in given:
            yield from _items(each, depth + 1)
    elif isinstance(given, dict):
        names = [given.get(f"name{k}") for k in range(4)]
        if "value" in given and isinstance(given["value"], (str, dict)) and isinstance(names[0], str):
            yield "/".join(name for name in names if isinstance(name, str) and name), given["value"]
        elif "startingPot" in given:
            yield "", given
        else:
            for each in given.values():
                yield from _items(each, depth + 1)


def _tree(value: dict[str, Any], where: str) -> dict[str, Any]:
    """A configuration of WASM Postflop as fields of a spot without board and ranges."""
    for key in ("addedLines", "removedLines"):
        if value.get(key):
            raise ParameterError(
                f"{where}: {key} are lines of a tree edited by hand, which are not read; clear them there"
            )
    sizes: dict[str, dict[str, dict[str, str]]] = {"bets": {}, "raises": {}}
    for street in STREETS:
        for kind, word in (("bets", "Bet"), ("raises", "Raise")):
            sizes[kind][street.lower()] = {
                seat: _sizes(value.get(f"{seat}{street}{word}", ""), f"{where}, {seat}{street}{word}")
                for seat in ("oop", "ip")
            }
    fields: dict[str, Any] = {
        "pot": _number(value, "startingPot", where), "stack": _number(value, "effectiveStack", where), **sizes,
        "rake": [_number(value, "rakePercent", where) / 100, _number(value, "rakeCap", where)],
        "add_allin": _number(value, "addAllInThreshold", where) / 100,
        "force_allin": _number(value, "forceAllInThreshold", where) / 100,
        "merge": _number(value, "mergingThreshold", where) / 100,
    }  # fmt: skip
    if value.get("donkOption"):
        fields["donks"] = {
            street.lower(): _sizes(value.get(f"oop{street}Donk", ""), f"{where}, oop{street}Donk")
            for street in STREETS[1:]
        }
    Spot.from_dict({**_SHORTEST, **fields}, where)
    return fields


def _sizes(text: Any, where: str) -> str:
    """Sizes as WASM Postflop writes them: a plain number is percent of the pot, `a` is all-in."""
    if not isinstance(text, str):
        raise FileFormatError(f"{where}={quote(text)}; expected sizes such as '33, 75, a'")
    words = [word.strip() for word in text.split(",") if word.strip()]
    return ",".join(
        "allin" if word == "a" else word if word[-1:].isalpha() else f"{word.rstrip('%')}%" for word in words
    )


def _number(value: dict[str, Any], key: str, where: str) -> float:
    found = value.get(key, 0)
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        raise FileFormatError(f"{where}: {key}={quote(found)}; expected a number")
    return float(found)

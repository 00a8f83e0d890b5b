"""Spots in other hands' formats: TexasSolver commands, Libratus endgames, TOML."""

from __future__ import annotations

import json
import re
from difflib import get_close_matches
from typing import Any

import numpy as np

from tianji.core.text import read_toml
from tianji.errors import FileFormatError, ParameterError, UnknownNameError, quote, suggest
from tianji.holdem.engine.forecast import check_storage, read_memory
from tianji.holdem.spot.locks import check_held
from tianji.holdem.spot.spot import Spot
from tianji.poker.cards import NUM_HANDS, libratus_order
from tianji.poker.ranges import Range
from tianji.run.threads import MOST_THREADS, check_threads

SOLVE_OPTIONS = ("until", "iterations", "seconds", "method", "threads", "storage", "device", "memory")
LIBRATUS_STACK = 20_000
_KINDS: dict[str, tuple[Any, str]] = {
    "until": ((str, int, float), "a share of the pot such as '0.3%', or chips"),
    "iterations": (int, "a whole number of at least 1"),
    "seconds": ((int, float), "a number above 0"),
    "method": (str, "a text such as 'dcfr(3)'"),
    "threads": (int, "a whole number such as 2"),
    "storage": (str, "a text such as 'int16'"),
    "device": (str, "a text such as 'cuda'"),
    "memory": ((int, str), "bytes, or a text such as '8 GiB'"),
}
_SHARE = re.compile(r"^(?:([01](?:\.\d*)?|\.\d+)|(\d+(?:\.\d+)?)%)$")
_READ = (
    "set_pot", "set_effective_stack", "set_board", "set_range_ip", "set_range_oop", "set_bet_sizes",
    "set_allin_threshold", "set_raise_limit", "set_thread_num", "set_accuracy", "set_max_iteration",
)  # fmt: skip
_IGNORED = (
    "build_tree", "start_solve", "set_print_interval", "set_use_isomorphism", "set_dump_rounds", "dump_result",
    "set_use_halffloats", "exit",
)  # fmt: skip


def toml(text: str, where: str) -> tuple[Spot, dict[str, Any]]:
    """Our own format: the fields of `Spot`, and a table `[solve]` of options."""
    data = parse_table(text, where, "board, pot, stack, oop and ip")
    options = data.pop("solve", {})
    if not isinstance(options, dict):
        raise ParameterError(f"{where}: solve={quote(options)}; expected a table of options")
    spot = Spot.from_dict(data, where)
    for lock in spot.locks:
        player = spot.tree().nodes[lock.place.node].player
        check_held(lock, Range.of(spot.given[("oop", "ip")[player]]).weights, f"{where}: ")
    return spot, check_options(options, f"{where}, [solve]")


def parse_table(text: str, where: str, fields: str) -> dict[str, Any]:
    """What a TOML file holds, or a JSON file with an object; fields: those expected, for the message.

    >>> parse_table('{"pot": 60}', "a file", "pot"), parse_table("pot = 60", "a file", "pot")
    ({'pot': 60}, {'pot': 60})
    """
    is_json = text.lstrip().startswith("{")
    try:
        if is_json:
            found: dict[str, Any] = json.loads(text)
            return found
        return read_toml(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if is_json else "TOML"
        raise FileFormatError(f"{where}: {error}; expected {kind} with {fields}") from None


def check_options(options: dict[str, Any], where: str) -> dict[str, Any]:
    """Options of `solve` from a file: known, and of the kind each must be; `memory` in bytes.

    >>> check_options({"memory": "8 GiB", "until": "0.3%"}, "spot.toml")["memory"]
    8589934592
    """
    checked = dict(options)
    for key, value in options.items():
        if key not in SOLVE_OPTIONS:
            raise UnknownNameError(f"{where}: no option {quote(key)}; {suggest(key, list(SOLVE_OPTIONS))}")
        kind, wanted = _KINDS[key]
        if isinstance(value, bool) or not isinstance(value, kind):
            raise ParameterError(f"{where}: {key}={quote(value)}; expected {wanted}")
        try:
            if key == "threads":
                check_threads(value)
            elif key == "storage" and value != "auto":
                check_storage(value)
            elif key == "memory":
                checked[key] = read_memory(value)
        except ParameterError as error:
            raise ParameterError(f"{where}: {error}") from None
    return checked


def lock_from_text(text: str) -> tuple[str, dict[str, Any]]:
    """A lock in one line: `LINE: ACTION SHARE, ACTION SHARE`, or hand by hand `LINE: HANDS=ACTION SHARE; HANDS=…`.

    A share is a number from 0 to 1 or a percentage at the end of an action, 1 where there is none; a size keeps its %:
    `bet 50%` is all of it, `bet 50% 40%` two fifths.
    The start of the spot is written `start`.

    >>> lock_from_text("check: AA,KK=bet 50% 0.5, check 0.5; QQ=check")
    ('check', {'AA,KK': {'bet 50%': 0.5, 'check': 0.5}, 'QQ': {'check': 1.0}})
    >>> lock_from_text("start: check")
    ('', {'check': 1.0})
    """
    line, colon, mixes = text.rpartition(":")
    form = (
        "expected LINE: ACTION SHARE, …, such as 'check, bet 50%: fold 0.4, call 0.6' or 'start: AA=check 1'"
    )
    if not colon or not mixes.strip():
        raise ParameterError(f"lock {quote(text)}; {form}")
    parts = [part.strip() for part in mixes.split(";") if part.strip()]
    where = "" if line.strip().lower() == "start" else line.strip()
    if not any("=" in part for part in parts) and len(parts) == 1:
        return where, _mix(parts[0], text, form)
    by_hand = {}
    for part in parts:
        hands, equals, mix = part.partition("=")
        if not equals or not hands.strip() or not mix.strip():
            raise ParameterError(f"lock {quote(text)}: {quote(part, 60)} names no hands; {form}")
        by_hand[hands.strip()] = _mix(mix, text, form)
    return where, by_hand


def _mix(text: str, whole: str, form: str) -> dict[str, float]:
    mix: dict[str, float] = {}
    for part in text.split(","):
        words = part.split()
        if not words:
            raise ParameterError(f"lock {quote(whole)}: nothing between the commas; {form}")
        given = _SHARE.match(words[-1]) if len(words) > 1 else None
        if given is not None and given[2] and words[-2].lower() in ("bet", "raise", "b", "r"):
            given = None  # the size of a bet
        action = " ".join(words if given is None else words[:-1])
        share = 1.0 if given is None else float(given[1]) if given[1] else float(given[2]) / 100
        mix[action] = mix.get(action, 0.0) + share
    return mix


def texas_solver(text: str, where: str) -> tuple[Spot, dict[str, Any]]:
    """A TexasSolver command file; its commands map to fields, those about printing are passed over."""
    fields: dict[str, Any] = {}
    sizes: dict[str, dict[str, dict[str, list[str]]]] = {"bets": {}, "raises": {}, "donks": {}}
    options: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), 1):
        command, _, rest = line.strip().partition(" ")
        at = f"{where}, line {number}"
        rest = rest.strip()
        if not command or command.startswith("#") or command in _IGNORED:
            continue
        if command in ("set_pot", "set_effective_stack", "set_allin_threshold"):
            name = {"set_pot": "pot", "set_effective_stack": "stack"}.get(command, "allin_share")
            fields[name] = _float(rest, command, at)
        elif command == "set_board":
            fields["board"] = rest.replace(",", "")
        elif command in ("set_range_ip", "set_range_oop"):
            fields[command.removeprefix("set_range_")] = rest
        elif command == "set_bet_sizes":
            _add_size(sizes, rest, at)
        elif command == "set_raise_limit":
            fields["max_raises"] = _whole(rest, command, at)
        elif command == "set_thread_num":
            options["threads"] = _threads(max(1, _whole(rest, command, at)), rest, at)
        elif command == "set_accuracy":
            options["until"] = f"{_float(rest, command, at):g}%"
        elif command == "set_max_iteration":
            options["iterations"] = _whole(rest, command, at)
        else:
            near = get_close_matches(command, [*_READ, *_IGNORED], n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise UnknownNameError(
                f"{at}: no command {quote(command)}; {hint}known: {', '.join(_READ)}; "
                f"passed over: {', '.join(_IGNORED)}"
            )
    for kind, table in sizes.items():
        plain = {s: {p: ",".join(w) for p, w in row.items()} for s, row in table.items()}
        if kind != "donks":
            fields[kind] = plain or ""
        elif plain:
            fields[kind] = {s: row.get("oop", "") for s, row in plain.items()}
    whole = all(fields.get(name, 0.5).is_integer() for name in ("pot", "stack"))
    fields["chip"] = 1.0 if whole else 0.01  # as TexasSolver's own trees, which bet whole chips
    return Spot.from_dict(fields, where), options


def _float(text: str, command: str, at: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ParameterError(f"{at}: {command} {quote(text)}; expected a number") from None


def _threads(count: int, text: str, at: str) -> int:
    try:
        return check_threads(count)
    except ParameterError:
        raise ParameterError(
            f"{at}: set_thread_num {quote(text, 40)}; expected a whole number from 1 to {MOST_THREADS}"
        ) from None


def _whole(text: str, command: str, at: str) -> int:
    number = _float(text, command, at)
    if not number.is_integer():
        raise ParameterError(f"{at}: {command} {quote(text)}; expected a whole number")
    return int(number)


def _add_size(sizes: dict[str, dict[str, dict[str, list[str]]]], rest: str, at: str) -> None:
    parts = [p.strip() for p in rest.split(",")]
    kinds = {"bet": "bets", "raise": "raises", "donk": "donks"}
    if len(parts) < 3 or parts[0] not in ("oop", "ip") or parts[1] not in ("flop", "turn", "river"):
        raise ParameterError(
            f"{at}: set_bet_sizes {quote(rest)}; expected player,street,kind,sizes such as oop,flop,bet,50"
        )
    player, street, kind, *numbers = parts
    if kind == "allin":
        for name in ("bets", "raises"):
            sizes[name].setdefault(street, {}).setdefault(player, []).append("allin")
    elif kind in kinds and numbers:
        row = sizes[kinds[kind]].setdefault(street, {}).setdefault(player, [])
        # as there, sizes that are set again replace the earlier ones; all-in is a switch of its own
        row[:] = [
            *(f"{_float(n, 'set_bet_sizes', at):g}%" for n in numbers),
            *(s for s in row if s == "allin"),
        ]
    else:
        raise ParameterError(
            f"{at}: set_bet_sizes {quote(rest)}; expected bet, raise or donk with sizes, or allin"
        )


def libratus(text: str, where: str, **changes: Any) -> Spot:
    """An endgame that Libratus solved: `-round -board -pot -reach`, 2,652 reach probabilities, stacks of 20,000."""
    fields: dict[str, str] = {}
    for line in text.splitlines():
        if line.strip():
            key, _, value = line.strip().partition(" ")
            fields[key] = value.strip()
    for key in ("-board", "-pot", "-reach"):
        if key not in fields:
            raise FileFormatError(
                f"{where}: the field {key!r} is missing; expected -round, -board, -pot and -reach"
            )
    try:
        reach = np.array([float(x) for x in fields["-reach"].split()])
        pot = float(fields["-pot"])
    except ValueError as error:
        raise FileFormatError(f"{where}: {error}; expected numbers after -pot and -reach") from None
    if len(reach) != 2 * NUM_HANDS:
        raise FileFormatError(f"{where}: {len(reach)} reach probabilities; expected {2 * NUM_HANDS}")
    weights = np.zeros((2, NUM_HANDS))
    weights[:, libratus_order()] = reach.reshape(2, -1)
    given: dict[str, Any] = {
        "board": fields["-board"], "pot": pot, "stack": LIBRATUS_STACK - pot / 2, "oop": weights[0], "ip": weights[1],
        "bets": "50%,100%,allin", "raises": "100%,allin", "max_raises": 2,
        "chip": 1.0,
    }  # fmt: skip
    return Spot(**{**given, **changes})

"""Spots in other hands' formats: TexasSolver commands, Libratus endgames, TOML."""

from __future__ import annotations

import tomllib
from typing import Any

import numpy as np

from tianji.errors import FileFormatError, ParameterError, UnknownNameError, suggest
from tianji.holdem.files.solves import spot_from_dict
from tianji.holdem.spot.spot import Spot
from tianji.poker.cards import NUM_HANDS, libratus_order

SOLVE_OPTIONS = ("until", "iterations", "seconds", "method", "threads", "storage", "memory")
LIBRATUS_STACK = 20_000
_IGNORED = (
    "build_tree", "start_solve", "set_print_interval", "set_use_isomorphism", "set_dump_rounds", "dump_result",
    "set_use_halffloats", "exit",
)  # fmt: skip


def toml(text: str, where: str) -> tuple[Spot, dict[str, Any]]:
    """Our own format: the fields of `Spot`, and a table `[solve]` of options."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileFormatError(f"{where}: {error}; expected TOML with board, pot, stack, oop and ip") from None
    options = data.pop("solve", {})
    if not isinstance(options, dict):
        raise ParameterError(f"{where}: solve={options!r}; expected a table of options")
    for key in options:
        if key not in SOLVE_OPTIONS:
            raise UnknownNameError(
                f"{where}: no option {key!r} in [solve]; {suggest(key, list(SOLVE_OPTIONS))}"
            )
    return spot_from_dict(data, where), options


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
            options["threads"] = max(1, _whole(rest, command, at))
        elif command == "set_accuracy":
            options["until"] = f"{_float(rest, command, at):g}%"
        elif command == "set_max_iteration":
            options["iterations"] = _whole(rest, command, at)
        else:
            known = [
                "set_pot",
                "set_effective_stack",
                "set_board",
                "set_range_ip",
                "set_range_oop",
                "set_bet_sizes",
            ]
            raise UnknownNameError(f"{at}: no command {command!r}; {suggest(command, [*known, *_IGNORED])}")
    for kind, table in sizes.items():
        plain = {s: {p: ",".join(w) for p, w in row.items()} for s, row in table.items()}
        if kind != "donks":
            fields[kind] = plain or ""
        elif plain:
            fields[kind] = {s: row.get("oop", "") for s, row in plain.items()}
    return spot_from_dict(fields, where), options


def _float(text: str, command: str, at: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ParameterError(f"{at}: {command} {text!r}; expected a number") from None


def _whole(text: str, command: str, at: str) -> int:
    number = _float(text, command, at)
    if not number.is_integer():
        raise ParameterError(f"{at}: {command} {text!r}; expected a whole number")
    return int(number)


def _add_size(sizes: dict[str, dict[str, dict[str, list[str]]]], rest: str, at: str) -> None:
    parts = [p.strip() for p in rest.split(",")]
    kinds = {"bet": "bets", "raise": "raises", "donk": "donks"}
    if len(parts) < 3 or parts[0] not in ("oop", "ip") or parts[1] not in ("flop", "turn", "river"):
        raise ParameterError(
            f"{at}: set_bet_sizes {rest!r}; expected player,street,kind,sizes such as oop,flop,bet,50"
        )
    player, street, kind, *numbers = parts
    if kind == "allin":
        for name in ("bets", "raises"):
            sizes[name].setdefault(street, {}).setdefault(player, []).append("allin")
    elif kind in kinds and numbers:
        row = sizes[kinds[kind]].setdefault(street, {}).setdefault(player, [])
        row += [f"{_float(n, 'set_bet_sizes', at):g}%" for n in numbers]
    else:
        raise ParameterError(
            f"{at}: set_bet_sizes {rest!r}; expected bet, raise or donk with sizes, or allin"
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
    }  # fmt: skip
    return Spot(**{**given, **changes})

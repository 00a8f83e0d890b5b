"""A clerk at the desk answers what needs the library: `python -m tianji.studio.clerk`, a line a question.

Questions and answers are JSON: {"ask": "describe", "spec": "leduc"} → {"answer": …} or {"error": {code, detail}}. A
question that takes too long costs the clerk its life, and nobody else anything.
"""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Any

from tianji.errors import TianjiError, UnknownNameError, quote
from tianji.studio import looking, own, sight
from tianji.studio.holdem import reader
from tianji.studio.house import opening, shelf
from tianji.studio.own import load_game
from tianji.studio.play import drills, streets, tables, watching
from tianji.studio.theory import courses, sharing
from tianji.studio.theory import games as theory

MEMORY = 3 * 2**30  # bytes that a question may take
SMALL = 10_000  # histories of a game that is seen step by step


def games() -> Any:
    """Every registered game: name, players, summary, parameters, and what it is like."""
    import tianji
    from tianji.core.lawful import forgets_information
    from tianji.games import catalogue

    found = []
    for card in catalogue().to_dict()["games"]:
        game = tianji.load(card["name"])
        is_dealt = type(game).chances is not tianji.Game.chances
        found.append({**card, "hidden": not forgets_information(game), "chance": is_dealt})
    return found


def sizes() -> Any:
    """How many histories every registered game has, as far as the pages count; null where there are more."""
    import tianji
    from tianji.games import catalogue

    found = [(card["name"], tianji.load(card["name"])) for card in catalogue().to_dict()["games"]]
    return [{"name": name, "histories": looking.counted(game, game.initial(), SMALL)} for name, game in found]


def methods() -> Any:
    """Every method of `solve`, with a line about it and what it needs."""
    from tianji.cfr.mccfr import SAMPLERS
    from tianji.cfr.schedule import SCHEDULES
    from tianji.cfr.solve import DEFAULT_METHOD, METHODS

    return [
        {
            "name": name,
            "summary": line,
            "family": "exact" if name == "lp" else "sampling" if name in SAMPLERS else "regret",
            "default": name == DEFAULT_METHOD,
            "takes_iterations": name != "lp",
            "draws": name in SAMPLERS,
            "needs_iterations": name in SCHEDULES and SCHEDULES[name].needs_horizon,
        }
        for name, line in METHODS.items()
    ]


def describe(spec: str) -> Any:
    """Rules, parameters, size and, of a small game, what a walk of its rules finds."""
    import tianji

    found = tianji.describe(load_game(spec))
    return {**found.to_dict(), "size": found.plan.size}


def plan(body: dict[str, Any]) -> Any:
    """What a run would take, and whether the library would take it: its own sentence where not."""
    import tianji
    from tianji.cfr.mccfr import SAMPLERS

    game = load_game(body["game"])
    names = ("iterations", "until", "seconds", "seed", "threads", "merge")
    arguments = {name: body[name] for name in names if body.get(name) is not None}
    # Asked to stop before it begins: all that is checked before work begins is checked, and nothing is done.
    solution = tianji.solve(game, body["method"], stop=lambda: True, **arguments)
    size = tianji.plan(game)
    return {
        **size.to_dict(), "size": size.size, "spec": game.spec, "method": solution.method,
        "needs_tree": solution.method not in SAMPLERS, "note": solution.note if solution.iterations else "",
    }  # fmt: skip


def whole(folder: str) -> bool:
    """Whether every file of a result can be read."""
    from tianji.core import storage
    from tianji.studio.files import read_whole

    files = [path for path in sorted(Path(folder).iterdir()) if path.name.startswith(("result.", "report."))]
    try:
        for path in files:
            if path.suffix == ".json":
                if read_whole(path) is None:
                    return False
            elif path.suffix != ".csv":
                for tensor in storage.open_file(path, storage.peek(path)["kind"]).tensors.values():
                    tensor.verify()
    except (TianjiError, ValueError, OSError):
        return False
    return bool(files)


def warm() -> Any:
    """Import what every later question needs."""
    import tianji.cfr.solve  # noqa: F401

    return True


def _joined(*parts: dict[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """All questions; no two parts may have one of the same name."""
    found: dict[str, Callable[..., Any]] = {}
    for part in parts:
        if twice := set(found) & set(part):
            raise ValueError(f"two questions of one name: {sorted(twice)}")
        found |= part
    return found


QUESTIONS = _joined(
    theory.QUESTIONS, sharing.QUESTIONS, courses.QUESTIONS, drills.QUESTIONS, tables.QUESTIONS, watching.QUESTIONS,
    streets.QUESTIONS, sight.QUESTIONS, looking.QUESTIONS, shelf.QUESTIONS, opening.QUESTIONS, reader.QUESTIONS,
    {"games": games, "sizes": sizes, "methods": methods, "describe": describe, "plan": plan, "warm": warm},
    own.QUESTIONS, {"whole": whole},
)  # fmt: skip


def answer(line: str) -> dict[str, Any]:
    """The answer to one question.

    >>> answer('{"ask": "describe", "spec": "ledcu"}')["error"]
    {'code': 'UnknownNameError', 'detail': "no game is called 'ledcu'; did you mean 'leduc'?"}
    """
    try:
        question = json.loads(line)
        ask = question.pop("ask")
        if ask not in QUESTIONS:
            raise UnknownNameError(f"the desk has no answer to {quote(ask)}")
        return {"answer": finite(QUESTIONS[ask](**question))}
    except TianjiError as error:
        return {"error": {"code": type(error).__name__, "detail": str(error)}}
    except (MemoryError, RecursionError):
        return {
            "error": {
                "code": "TooLargeError",
                "detail": "this is too large to look at; use smaller parameters",
            }
        }
    except Exception as error:
        return {
            "error": {"code": "Fault", "detail": f"unexpected {type(error).__name__}: {quote(str(error))}"}
        }


def finite(value: Any) -> Any:
    """Without NaN and infinities, which JSON has no words for.

    >>> finite({"a": [1.0, float("inf")]})
    {'a': [1.0, None]}
    """
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(each) for each in value]
    return value


def main() -> None:
    """Answer until there are no more questions."""
    out, questions = os.fdopen(os.dup(1), "w"), os.fdopen(os.dup(0))
    os.dup2(2, 1)  # whatever prints, prints into the log
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # whatever reads, reads nothing
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    for line in questions:
        out.write(json.dumps(answer(line)) + "\n")
        out.flush()


if __name__ == "__main__":
    main()

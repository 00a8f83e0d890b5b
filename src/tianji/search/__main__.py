"""`python -m tianji.search uci` or `python -m tianji.search json GAME`: an engine on standard input and output."""

from __future__ import annotations

import sys

from tianji.errors import TianjiError, quote
from tianji.search.engines.json_lines import JsonEngine
from tianji.search.engines.uci import UciEngine


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Serve until the input ends."""
    try:
        if arguments == ["uci"]:
            UciEngine(_write).serve(sys.stdin)
        elif len(arguments) == 2 and arguments[0] == "json":
            from tianji.games.registry import load

            JsonEngine(load(arguments[1]), _write).serve(sys.stdin)
        else:
            sys.stderr.write(
                f"tianji.search: arguments {quote(arguments)}; expected 'uci', or 'json' and a game\n"
            )
            return 2
    except TianjiError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

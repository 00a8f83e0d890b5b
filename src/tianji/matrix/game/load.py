"""From one text to a game: a name, a file, or a typed table."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from tianji.core.arguments import checked
from tianji.core.paths import is_there
from tianji.errors import FileAccessError, ParameterError, UnknownNameError, quote, suggest
from tianji.matrix.game.extensive import strategic_form
from tianji.matrix.game.named import NAMED, named
from tianji.matrix.game.normal_form import NormalForm

SPEC = re.compile(r"\s*([A-Za-z_][\w -]*?)\s*(?:\((.*)\))?\s*", re.DOTALL)


@checked
def load(source: str) -> NormalForm:
    """The game that a text means: "chicken", "colonel_blotto(soldiers=5)", a file, or "3,3 0,5; 5,0 1,1".

    Files: .nfg, a table in .txt, .csv or .tsv, and .efg, whose reduced strategic form is taken.

    >>> load("stag_hunt").shape, load("0 1; 1 0").shape, load("colonel_blotto(soldiers=2, fields=2)").shape
    ((2, 2), (2, 2), (3, 3))
    """
    text = source.strip()
    if text.lower().endswith(".efg"):
        from tianji.games.efg import read_efg

        return strategic_form(read_efg(Path(text)))
    if text.lower().endswith((".nfg", ".txt", ".csv", ".tsv")) or text.startswith("NFG"):
        return NormalForm(source)
    match = SPEC.fullmatch(text)
    if match is None:
        return NormalForm(source)
    name, arguments = match.group(1), match.group(2)
    key = name.lower().replace("-", "_").replace(" ", "_")
    if key in NAMED:
        return named(key, **_arguments(text, arguments))
    if is_there(text):
        raise FileAccessError(
            f"{quote(text)} is a file of unknown kind; expected .nfg, .efg, .csv, .tsv or .txt"
        )
    raise UnknownNameError(
        f"{quote(source)} is no matrix game, file or table; {suggest(key, sorted(NAMED))} "
        "Tables are written like '3,3 0,5; 5,0 1,1'"
    )


def _arguments(text: str, arguments: str | None) -> dict[str, Any]:
    """`soldiers=5, fields=3` → keywords; values are literals."""
    if not arguments:
        return {}
    try:
        call = ast.parse(f"f({arguments})", mode="eval").body
        assert isinstance(call, ast.Call) and not call.args
        return {str(k.arg): ast.literal_eval(k.value) for k in call.keywords}
    except (SyntaxError, ValueError, AssertionError, RecursionError, MemoryError):
        raise ParameterError(f"{quote(text)}: parameters are written name=value, e.g. soldiers=5") from None
